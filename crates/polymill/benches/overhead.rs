//! What versions cost at compile time: `cargo bench -p polymill --bench overhead [-- FOLDER]` (an absolute one).
//!
//! Compiles the three layers of _Static versioning_, section 5, ten times: without versions, with versions whose mapping
//! starts at the pass that asked for them (partial), and at the first pass (full). Prints how many times as long it takes
//! with versions, as Figure 7 does; writes `overhead.csv` and `overhead.svg` into the folder, if one is given.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use plotters::prelude::*;

const LAYERS: [&str; 3] = ["fc", "convolution_googlenet", "maxpool_resnet"];
const MODES: [(&str, &str); 3] =
    [("no versions", "--max-versions=1"), ("partial", "--versioning=partial"), ("full", "--versioning=full")];
const N_REPETITIONS: usize = 10;

/// A layer's compile times in seconds, for each mode.
struct Times {
    layer: &'static str,
    seconds: [Vec<f64>; MODES.len()],
}

impl Times {
    fn measure(layer: &'static str) -> Self {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../kernels/layers/{layer}.c"));
        let mut seconds = MODES.map(|_| vec![]);
        for (_, option) in MODES {
            compile(&file, option);
        }
        for _ in 0..N_REPETITIONS {
            for ((_, option), seconds) in MODES.iter().zip(&mut seconds) {
                seconds.push(compile(&file, option));
            }
        }
        Self { layer, seconds }
    }

    fn mean(&self, mode: usize) -> f64 {
        geometric_mean(self.seconds[mode].iter().copied())
    }

    /// How many times as long a mode takes as compiling without versions.
    fn slowdown(&self, mode: usize) -> f64 {
        self.mean(mode) / self.mean(0)
    }
}

fn compile(file: &Path, option: &str) -> f64 {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polymill"));
    command.arg("opt").arg(option).arg(file).stdout(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    assert!(command.status().unwrap().success());
    start.elapsed().as_secs_f64()
}

fn geometric_mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let n = values.len() as f64;
    (values.map(f64::ln).sum::<f64>() / n).exp()
}

fn main() {
    let all = LAYERS.map(Times::measure);
    let mut table = "layer,no versions (s),partial (s),full (s),partial slowdown,full slowdown\n".to_owned();
    for times in &all {
        let [none, partial, full] = [0, 1, 2].map(|mode| times.mean(mode));
        let [partly, fully] = [1, 2].map(|mode| times.slowdown(mode));
        writeln!(table, "{},{none:.4},{partial:.4},{full:.4},{partly:.3},{fully:.3}", times.layer).unwrap();
    }
    let [partial, full] = [1, 2].map(|mode| geometric_mean(all.iter().map(|times| times.slowdown(mode))));
    writeln!(table, "geometric mean,,,,{partial:.3},{full:.3}").unwrap();
    print!("{table}");
    // Cargo passes `--bench`.
    if let Some(folder) = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).map(PathBuf::from) {
        std::fs::write(folder.join("overhead.csv"), &table).unwrap();
        draw(&all, &folder.join("overhead.svg"));
    }
}

fn draw(all: &[Times], file: &Path) {
    let root = SVGBackend::new(file, (860, 380)).into_drawing_area();
    root.fill(&WHITE).unwrap();
    let highest = all.iter().map(|times| times.slowdown(2).max(times.slowdown(1))).fold(1.0, f64::max);
    let mut chart = ChartBuilder::on(&root)
        .margin(16)
        .x_label_area_size(44)
        .y_label_area_size(72)
        .build_cartesian_2d(0.0..all.len() as f64, 0.0..highest * 1.15)
        .unwrap();
    chart
        .configure_mesh()
        .disable_x_mesh()
        .y_desc("compile time over that without versions")
        .x_labels(all.len() * 2 + 1)
        .x_label_formatter(&|place| {
            let is_middle = (place.fract() - 0.5).abs() < 0.01;
            all.get(*place as usize).filter(|_| is_middle).map_or(String::new(), |times| times.layer.to_owned())
        })
        .draw()
        .unwrap();
    for (mode, color) in [(1, RGBColor(31, 119, 180)), (2, RGBColor(255, 127, 14))] {
        let bar = |(position, times): (usize, &Times)| {
            let left = position as f64 + 0.2 + 0.3 * (mode - 1) as f64;
            Rectangle::new([(left, 0.0), (left + 0.28, times.slowdown(mode))], color.filled())
        };
        let legend = move |(x, y)| Rectangle::new([(x, y - 5), (x + 16, y + 5)], color.filled());
        chart.draw_series(all.iter().enumerate().map(bar)).unwrap().label(MODES[mode].0).legend(legend);
    }
    chart.configure_series_labels().background_style(WHITE.mix(0.85)).border_style(BLACK.mix(0.3)).draw().unwrap();
    root.present().unwrap();
}
