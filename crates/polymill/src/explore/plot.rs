//! Drawing what exploring found.

use std::collections::BTreeMap;

use plotters::prelude::*;

use super::{Point, Report};
use crate::Error;

const SIZE: (u32, u32) = (860, 520);

/// What is drawn over what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Axes {
    /// Accesses to memory over the size of buffers, on a logarithmic scale.
    Buffers,
    /// Instructions over accesses to memory.
    Instructions,
}

impl Axes {
    fn of(self, point: &Point) -> Option<(f64, f64)> {
        let accesses = point.memory_accesses() as f64;
        match self {
            Self::Buffers => Some((point.buffer_bytes as f64, accesses)),
            Self::Instructions => Some((accesses, point.instructions? as f64)),
        }
    }

    fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Buffers => ("bytes of buffers", "accesses to memory"),
            Self::Instructions => ("accesses to memory", "instructions"),
        }
    }
}

fn color(strategy: &str) -> RGBColor {
    match strategy {
        "global" => RGBColor(214, 39, 40),
        "local" => RGBColor(31, 119, 180),
        "recompute" => RGBColor(44, 160, 44),
        _ => RGBColor(120, 120, 120),
    }
}

impl Report {
    /// The points of a variant, or of all, as an SVG image. Points that no other one beats have a ring.
    ///
    /// # Errors
    /// [`Error::User`] if there is nothing to draw.
    pub fn to_svg(&self, axes: Axes, variant: Option<&str>) -> Result<String, Error> {
        let mut lines: BTreeMap<(&str, &str), Vec<(f64, f64)>> = BTreeMap::new();
        let mut best = vec![];
        let is_drawn = |point: &&Point| point.width > 0 && variant.is_none_or(|variant| point.variant == variant);
        for point in self.points.iter().filter(is_drawn) {
            let Some(place) = axes.of(point) else { continue };
            lines.entry((point.strategy.as_str(), point.variant.as_str())).or_default().push(place);
            best.extend(point.is_best.then_some(place));
        }
        if lines.is_empty() {
            return Err(Error::User("there is nothing to draw".to_owned()));
        }
        let mut text = String::new();
        let drawing = draw(&lines, &best, axes, &mut text);
        drawing.map_err(|error| Error::Bug(format!("the plot cannot be drawn: {error}")))?;
        Ok(text)
    }
}

fn draw(
    lines: &BTreeMap<(&str, &str), Vec<(f64, f64)>>,
    best: &[(f64, f64)],
    axes: Axes,
    text: &mut String,
) -> Result<(), Box<dyn std::error::Error>> {
    let range = |select: fn(&(f64, f64)) -> f64| {
        let values = lines.values().flatten().map(select);
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)))
    };
    let ((left, right), (low, high)) = (range(|point| point.0), range(|point| point.1));
    let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let mut builder = ChartBuilder::on(&root);
    builder.margin(16).x_label_area_size(44).y_label_area_size(90);
    let (x, y) = axes.names();
    let number = |value: &f64| if *value >= 1e6 { format!("{:.2} M", value / 1e6) } else { format!("{value:.0}") };
    let bottom = (low * 0.9).min(high * 0.5);
    let mut chart = builder.build_cartesian_2d((left.max(1.0) * 0.8..right * 1.25).log_scale(), bottom..high * 1.05)?;
    chart
        .configure_mesh()
        .x_labels(12)
        .max_light_lines(2)
        .x_desc(x)
        .y_desc(y)
        .x_label_formatter(&number)
        .y_label_formatter(&number)
        .draw()?;
    let mut in_legend = vec![];
    for ((strategy, variant), line) in lines {
        let color = color(strategy);
        let series = chart.draw_series(LineSeries::new(line.iter().copied(), color.stroke_width(2)))?;
        if !in_legend.contains(strategy) {
            in_legend.push(*strategy);
            series
                .label(*strategy)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 24, y)], color.stroke_width(2)));
        }
        chart.draw_series(line.iter().map(|point| Circle::new(*point, 3, color.filled())))?;
        // The variant stands where its line begins.
        let name = |point: &(f64, f64)| {
            EmptyElement::at(*point) + Text::new((*variant).to_owned(), (8, -12), ("sans-serif", 12).into_font())
        };
        chart.draw_series(line.iter().take(1).map(name))?;
    }
    chart.draw_series(best.iter().map(|point| Circle::new(*point, 6, BLACK.stroke_width(1))))?;
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .background_style(WHITE.mix(0.85))
        .border_style(BLACK.mix(0.3))
        .draw()?;
    root.present()?;
    Ok(())
}
