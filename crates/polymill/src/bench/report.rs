//! What a benchmark found: as a table for people, as JSON for tools.

use comfy_table::{Cell, CellAlignment, ContentArrangement, Table, presets};
use polymill_native::statistics::{Summary, geometric_mean};
use serde::Serialize;

use super::compare::Agreement;
use super::program::{Kind, Size};

/// All that was measured.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The names of the variants: the compilers to compare against, then Polymill.
    pub variants: Vec<String>,
    /// OpenMP threads of each run.
    pub n_threads: usize,
    /// Timed runs of each program.
    pub n_trials: usize,
    /// The problem size, if one was asked for.
    pub size: Option<Size>,
    /// The relative tolerance of results.
    pub tolerance: f64,
    /// One row for each program.
    pub rows: Vec<Row>,
    /// For each variant but Polymill: the geometric mean of its time over Polymill's, over the programs where both are
    /// good; `None` where there are none.
    pub geometric_means: Vec<Option<f64>>,
}

/// One program, built in every variant.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The program's file.
    pub file: String,
    /// How it was run.
    pub kind: Kind,
    /// What became of each variant, in the report's order.
    pub measurements: Vec<Measurement>,
    /// How many regions Polymill replaced.
    pub n_regions: usize,
    /// What Polymill had to say when it built the program.
    pub remarks: String,
}

/// One program in one variant.
#[derive(Clone, Debug, Serialize)]
pub struct Measurement {
    /// How it ended.
    pub status: Status,
    /// The error's text; empty if there was none.
    pub message: String,
    /// The times in seconds of all good runs.
    pub seconds: Vec<f64>,
    /// Their summary.
    pub summary: Option<Summary>,
}

/// How a program in one variant ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// It ran, and its results agree with the first variant's.
    Ok(Agreement),
    /// It was not built.
    BuildFailed,
    /// It did not end well, or printed no time or results.
    RunFailed,
    /// It was stopped.
    TimedOut,
    /// Its results are not the first variant's.
    WrongResult,
}

impl Report {
    /// Finishes a report from its rows.
    pub(super) fn new(
        variants: Vec<String>,
        n_threads: usize,
        n_trials: usize,
        size: Option<Size>,
        tolerance: f64,
        rows: Vec<Row>,
    ) -> Report {
        let n_others = variants.len().saturating_sub(1);
        let ratios = |other: usize| rows.iter().filter_map(|row: &Row| row.ratio(other)).collect::<Vec<_>>();
        let geometric_means = (0..n_others).map(|other| geometric_mean(&ratios(other))).collect();
        Report { variants, n_threads, n_trials, size, tolerance, rows, geometric_means }
    }

    /// Whether every program was built, ran and agreed in every variant.
    pub fn is_good(&self) -> bool {
        self.rows.iter().all(|row| row.measurements.iter().all(Measurement::is_good))
    }

    /// The report as a table with a line on how to read it, and the messages of what failed.
    pub fn to_text(&self) -> String {
        let mut text = format!("{}\n{}\n", self.table(), self.legend());
        for row in &self.rows {
            for (variant, measurement) in self.variants.iter().zip(&row.measurements) {
                if !measurement.message.is_empty() {
                    let message = measurement.message.trim_end().replace('\n', "\n  ");
                    text.push_str(&format!("\n{}, {variant}: {}\n  {message}\n", row.file, measurement.status.name()));
                }
            }
            if !row.remarks.is_empty() {
                text.push_str(&format!("\n{}:\n  {}\n", row.file, row.remarks.trim_end().replace('\n', "\n  ")));
            }
        }
        text
    }

    fn table(&self) -> Table {
        let mut table = Table::new();
        table.load_style(presets::UTF8_FULL_CONDENSED).set_content_arrangement(ContentArrangement::Dynamic);
        let others = &self.variants[..self.variants.len().saturating_sub(1)];
        let times = self.variants.iter().cloned();
        let ratios = others.iter().enumerate().map(|(n, _)| match others.len() {
            1 => "speedup".to_owned(),
            _ => format!("speedup\nover {}", n + 1),
        });
        table
            .set_header(std::iter::once("program".to_owned()).chain(times).chain(ratios).chain(["results".to_owned()]));
        for row in &self.rows {
            table.add_row(self.cells(row, others.len()));
        }
        let mut means = vec![Cell::new("geometric mean")];
        means.extend(self.variants.iter().map(|_| Cell::new("")));
        means.extend(self.geometric_means.iter().map(|mean| number(mean.map(|mean| format!("{mean:.2}")))));
        means.push(Cell::new(""));
        table.add_row(means);
        table
    }

    fn cells(&self, row: &Row, n_others: usize) -> Vec<Cell> {
        let name = std::path::Path::new(&row.file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let mut cells = vec![Cell::new(name.unwrap_or_else(|| row.file.clone()))];
        for measurement in &row.measurements {
            cells.push(match (measurement.is_good(), measurement.summary) {
                (true, Some(summary)) => number(Some(duration(summary.median))),
                _ => Cell::new(measurement.status.name()),
            });
        }
        cells.extend((0..n_others).map(|other| number(row.ratio(other).map(|ratio| format!("{ratio:.2}")))));
        cells.push(Cell::new(row.verdict()));
        cells
    }

    fn legend(&self) -> String {
        let size = self.size.map_or(String::new(), |size| format!(", size {}", size.name()));
        let threads = if self.n_threads == 1 { "1 thread".to_owned() } else { format!("{} threads", self.n_threads) };
        let n_good = self.rows.iter().filter(|row| row.measurements.iter().all(Measurement::is_good)).count();
        format!(
            "median of {} interleaved runs ({} of quick programs){size}, {threads}; speedup above 1: Polymill's program is faster; \
             {n_good} of {} programs good throughout",
            self.n_trials,
            super::MORE_TRIALS * self.n_trials,
            self.rows.len()
        )
    }
}

impl Row {
    /// The time of a variant over Polymill's; `None` unless both are good.
    pub fn ratio(&self, variant: usize) -> Option<f64> {
        let median = |measurement: &Measurement| {
            measurement.summary.filter(|_| measurement.is_good()).map(|summary| summary.median)
        };
        let (other, ours) = (median(self.measurements.get(variant)?)?, median(self.measurements.last()?)?);
        (ours > 0.0).then(|| other / ours)
    }

    /// The results in a few words.
    fn verdict(&self) -> &'static str {
        let worst = self.measurements.iter().map(|measurement| match measurement.status {
            Status::Ok(Agreement::Same) => (0, "the same"),
            Status::Ok(_) => (1, "agree"),
            Status::WrongResult => (3, "WRONG"),
            Status::BuildFailed | Status::RunFailed | Status::TimedOut => (2, "FAILED"),
        });
        match worst.max() {
            Some((0 | 1, _)) if self.n_regions == 0 => "the same; not transformed",
            Some((_, verdict)) => verdict,
            None => "",
        }
    }
}

impl Measurement {
    /// Whether it was built, ran, and agreed.
    pub fn is_good(&self) -> bool {
        matches!(self.status, Status::Ok(_))
    }
}

impl Status {
    /// The status in words.
    pub fn name(self) -> &'static str {
        match self {
            Status::Ok(_) => "ok",
            Status::BuildFailed => "build failed",
            Status::RunFailed => "run failed",
            Status::TimedOut => "timed out",
            Status::WrongResult => "wrong result",
        }
    }
}

/// A time with three or four digits and a unit.
pub(super) fn duration(seconds: f64) -> String {
    let (value, unit) = match seconds {
        s if s >= 1.0 => (s, "s"),
        s if s >= 1e-3 => (s * 1e3, "ms"),
        s => (s * 1e6, "us"),
    };
    match value {
        v if v >= 100.0 => format!("{v:.0} {unit}"),
        v if v >= 10.0 => format!("{v:.1} {unit}"),
        v => format!("{v:.2} {unit}"),
    }
}

fn number(text: Option<String>) -> Cell {
    Cell::new(text.unwrap_or_else(|| "-".to_owned())).set_alignment(CellAlignment::Right)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ok(median: f64, agreement: Agreement) -> Measurement {
        let seconds = vec![median];
        let summary = Summary::of(&seconds);
        Measurement { status: Status::Ok(agreement), message: String::new(), seconds, summary }
    }

    fn failed(status: Status, message: &str) -> Measurement {
        Measurement { status, message: message.to_owned(), seconds: Vec::new(), summary: None }
    }

    fn row(file: &str, measurements: Vec<Measurement>, n_regions: usize) -> Row {
        Row { file: file.to_owned(), kind: Kind::Plain, measurements, n_regions, remarks: String::new() }
    }

    fn report(rows: Vec<Row>) -> Report {
        Report::new(vec!["cc".to_owned(), "polymill".to_owned()], 2, 3, Some(Size::Mini), 1e-6, rows)
    }

    #[test]
    fn ratios_are_the_others_time_over_ours() {
        let report = report(vec![
            row("a.c", vec![ok(4.0, Agreement::Same), ok(2.0, Agreement::Same)], 1),
            row("b.c", vec![ok(8.0, Agreement::Same), ok(1.0, Agreement::Close)], 1),
        ]);
        assert_eq!((report.rows[0].ratio(0), report.rows[1].ratio(0)), (Some(2.0), Some(8.0)));
        assert_eq!(report.geometric_means, [Some(4.0)]);
        assert!(report.is_good());
    }

    #[test]
    fn times_have_a_unit_that_suits_them() {
        let shown = [12.3456, 1.0, 0.25, 0.0123456, 1.5e-6].map(duration);
        assert_eq!(shown, ["12.3 s", "1.00 s", "250 ms", "12.3 ms", "1.50 us"]);
    }

    #[test]
    fn a_failure_is_a_row_that_says_so_and_no_ratio() {
        let report = report(vec![
            row("a.c", vec![ok(4.0, Agreement::Same), failed(Status::BuildFailed, "no such thing")], 0),
            row("b.c", vec![ok(4.0, Agreement::Same), failed(Status::WrongResult, "line 3")], 1),
        ]);
        assert!(!report.is_good());
        assert_eq!(report.geometric_means, [None]);
        let text = report.to_text();
        for expected in
            ["build failed", "FAILED", "wrong result", "WRONG", "a.c, polymill: build failed\n  no such thing"]
        {
            assert!(text.contains(expected), "{text}");
        }
    }

    #[test]
    fn a_program_that_was_not_transformed_says_so() {
        let report = report(vec![row("dir/a.c", vec![ok(1.0, Agreement::Same), ok(1.0, Agreement::Same)], 0)]);
        assert!(report.to_text().contains("not transformed"), "{}", report.to_text());
        assert!(report.is_good());
    }
}
