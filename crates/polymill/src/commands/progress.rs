//! How far long work has come.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use polymill::bench::Progress;

/// A bar on a terminal, nothing elsewhere.
pub fn bar(length: u64) -> ProgressBar {
    with_template(length, "{bar:30} {pos}/{len} {wide_msg} {eta}")
}

/// A bar that counts bytes.
pub fn bytes(length: u64) -> ProgressBar {
    with_template(length, "{bar:30} {bytes}/{total_bytes} {eta}")
}

fn with_template(length: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    if !std::io::stderr().is_terminal() {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// Shows how far a benchmark has come.
pub fn show(bar: &ProgressBar, progress: &Progress) {
    bar.set_length(progress.n_steps as u64);
    bar.set_position(progress.n_done as u64);
    bar.set_message(progress.doing.clone());
}
