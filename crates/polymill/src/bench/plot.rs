//! Drawing a sweep.

use plotters::prelude::*;

use super::SweepReport;
use crate::Error;

const SIZE: (u32, u32) = (860, 520);
const COLORS: [RGBColor; 6] = [
    RGBColor(120, 120, 120),
    RGBColor(31, 119, 180),
    RGBColor(255, 127, 14),
    RGBColor(44, 160, 44),
    RGBColor(214, 39, 40),
    RGBColor(148, 103, 189),
];

impl SweepReport {
    /// The times over the parameter as an SVG image, both on logarithmic scales.
    ///
    /// # Errors
    /// [`Error::User`] if there is nothing to draw.
    pub fn to_svg(&self) -> Result<String, Error> {
        let lines: Vec<Vec<(f64, f64)>> = (0..self.variants.len()).map(|variant| self.line(variant)).collect();
        let all = || lines.iter().flatten();
        let range = |select: fn(&(f64, f64)) -> f64| {
            all().map(select).fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)))
        };
        let (left, right) = range(|point| point.0);
        let (low, high) = range(|point| point.1);
        if all().count() == 0 || left <= 0.0 || low <= 0.0 {
            return Err(Error::User("there is nothing to draw: no times for positive values".to_owned()));
        }
        let mut text = String::new();
        let drawing = draw(self, &lines, &mut text, (left, right.max(2.0 * left)), (low * 0.7, high * 1.4));
        drawing.map_err(|error| Error::Bug(format!("the plot cannot be drawn: {error}")))?;
        Ok(text)
    }

    /// The medians of a variant.
    fn line(&self, variant: usize) -> Vec<(f64, f64)> {
        let point = |point: &super::SweepPoint| {
            let measurement = point.measurements.get(variant).filter(|measurement| measurement.is_good())?;
            Some((point.value as f64, measurement.summary.as_ref()?.median))
        };
        self.points.iter().filter_map(point).collect()
    }
}

fn draw(
    report: &SweepReport,
    lines: &[Vec<(f64, f64)>],
    text: &mut String,
    (left, right): (f64, f64),
    (low, high): (f64, f64),
) -> Result<(), Box<dyn std::error::Error>> {
    let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .margin(16)
        .x_label_area_size(44)
        .y_label_area_size(72)
        .build_cartesian_2d((left..right).log_scale(), (low..high).log_scale())?;
    chart
        .configure_mesh()
        .x_desc(&report.parameter)
        .y_desc("time")
        .x_label_formatter(&|value| format!("{value:.0}"))
        .y_label_formatter(&|seconds| super::report::duration(*seconds))
        .draw()?;
    for (position, (line, name)) in lines.iter().zip(&report.variants).enumerate() {
        let color = COLORS[position % COLORS.len()];
        let width = if position + 1 == lines.len() { 3 } else { 2 };
        chart
            .draw_series(LineSeries::new(line.iter().copied(), color.stroke_width(width)))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 24, y)], color.stroke_width(width)));
        chart.draw_series(line.iter().map(|point| Circle::new(*point, 3, color.filled())))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.85))
        .border_style(BLACK.mix(0.3))
        .draw()?;
    root.present()?;
    Ok(())
}
