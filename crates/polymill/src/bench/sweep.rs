//! `polymill bench --sweep`: one program over a range of a parameter, built in several ways.

use std::str::FromStr;

use comfy_table::{Cell, CellAlignment, ContentArrangement, Table, presets};
use polymill_native::statistics::median;
use serde::Serialize;

use super::report::{Measurement, duration};
use super::{Candidate, Kind, Progress, Settings, Subject, build_with_polymill};
use crate::Error;
use crate::cc::Transform;

/// The values of a parameter that a program is run with.
///
/// ```
/// use polymill::bench::Sweep;
/// let sweep: Sweep = "n=1,2..8*2,10..14+2".parse()?;
/// assert_eq!(sweep.parameter, "n");
/// assert_eq!(sweep.values, [1, 2, 4, 8, 10, 12, 14]);
/// # Ok::<(), polymill::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sweep {
    /// The program's option, without the dashes.
    pub parameter: String,
    /// Its values.
    pub values: Vec<i64>,
}

/// What a sweep found.
#[derive(Clone, Debug, Serialize)]
pub struct SweepReport {
    /// The program's file.
    pub file: String,
    /// The parameter.
    pub parameter: String,
    /// The ways to build the program: the compiler to compare against first, several versions last.
    pub variants: Vec<String>,
    /// OpenMP threads of each run.
    pub n_threads: usize,
    /// One for each value of the parameter.
    pub points: Vec<SweepPoint>,
}

/// The measurements for one value of the parameter.
#[derive(Clone, Debug, Serialize)]
pub struct SweepPoint {
    /// The value.
    pub value: i64,
    /// What became of each variant, in the report's order. Times are medians over the trials in a run.
    pub measurements: Vec<Measurement>,
}

/// A way to build the program by Polymill.
pub struct Variant<'a> {
    /// For the table's head.
    pub name: String,
    /// How its loop nests are transformed.
    pub transform: Box<Transform<'a>>,
}

/// More values are a mistake.
const MAX_VALUES: usize = 10_000;

/// Trials in each run of the program.
const TRIALS: usize = 15;

/// Builds the only program of the settings in all variants and runs them in turn, at each value in each round. What fails
/// is in the report.
///
/// # Errors
/// [`Error::User`] if there is not one program that takes parameters; trouble with the folder for built programs.
pub fn sweep(
    settings: &Settings,
    sweep: &Sweep,
    variants: &mut [Variant<'_>],
    progress: &mut dyn FnMut(&Progress),
) -> Result<SweepReport, Error> {
    let ([file], Some(against)) = (settings.files.as_slice(), settings.against.first()) else {
        return Err(Error::User("--sweep takes one program, and a compiler to compare against".to_owned()));
    };
    let subject = Subject::new(file, settings)?;
    if subject.kind != Kind::Harness {
        let message = format!("{}: --sweep needs a program on harness.h, which takes parameters", file.display());
        return Err(Error::User(message));
    }
    let dir = super::folder()?;
    let mut names = vec![against.to_shell()];
    let mut built = vec![super::build_against(&subject, against, &dir.path().join("against"))];
    for (n, variant) in variants.iter_mut().enumerate() {
        let path = dir.path().join(format!("polymill-{n}"));
        let (result, ..) = build_with_polymill(&subject, &path, &settings.polymill, &mut variant.transform);
        built.push(Candidate::built(path, result));
        names.push(variant.name.clone());
    }
    let with_value = |value: &i64| -> Vec<Candidate> {
        let args = [format!("--{}={value}", sweep.parameter), format!("--trials={TRIALS}")];
        built.iter().map(|candidate| Candidate { args: args.to_vec(), ..candidate.clone() }).collect()
    };
    let mut points: Vec<Vec<Candidate>> = sweep.values.iter().map(with_value).collect();
    let n_steps = settings.n_trials * points.len();
    for round in 0..settings.n_trials {
        for (position, point) in points.iter_mut().enumerate() {
            let doing = format!("{}: {} = {}", subject.name(), sweep.parameter, sweep.values[position]);
            progress(&Progress { n_done: round * sweep.values.len() + position, n_steps, doing });
            point.iter_mut().for_each(|candidate| candidate.time(subject.kind, settings));
        }
    }
    let finish = |(value, candidates): (&i64, Vec<Candidate>)| {
        let reference = candidates.first().and_then(|candidate| candidate.results.clone());
        let finish = |candidate: Candidate| candidate.finish(reference.as_ref(), settings.tolerance);
        SweepPoint { value: *value, measurements: candidates.into_iter().map(finish).collect() }
    };
    Ok(SweepReport {
        file: file.display().to_string(),
        parameter: sweep.parameter.clone(),
        variants: names,
        n_threads: settings.n_threads,
        points: sweep.values.iter().zip(points).map(finish).collect(),
    })
}

impl SweepReport {
    /// Whether every variant was built, ran and agreed at every value.
    pub fn is_good(&self) -> bool {
        self.points.iter().all(|point| point.measurements.iter().all(Measurement::is_good))
    }

    /// A table of medians, with the speed of the last variant compared with the fastest of the other ones of Polymill.
    pub fn to_text(&self) -> String {
        let mut table = Table::new();
        table.load_style(presets::UTF8_FULL_CONDENSED).set_content_arrangement(ContentArrangement::Dynamic);
        let heads = std::iter::once(&self.parameter).chain(&self.variants).map(String::as_str);
        table.set_header(heads.chain(["speed of the last\nover the best before", "over the first"]));
        for point in &self.points {
            let mut row = vec![Cell::new(point.value)];
            row.extend(point.measurements.iter().map(|measurement| match &measurement.summary {
                Some(summary) if measurement.is_good() => Cell::new(duration(summary.median)),
                _ => Cell::new(measurement.status.name()),
            }));
            let ratio = |ratio: Option<f64>| Cell::new(ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.2}")));
            row.extend([ratio(point.over_best()), ratio(point.over_first())]);
            table.add_row(row.into_iter().map(|cell| cell.set_alignment(CellAlignment::Right)));
        }
        let messages = self.points.iter().flat_map(|point| &point.measurements).map(|each| each.message.trim_end());
        let mut messages: Vec<&str> = messages.filter(|message| !message.is_empty()).collect();
        messages.dedup();
        let rounds =
            self.points.first().and_then(|point| point.measurements.first()).map_or(0, |each| each.seconds.len());
        format!(
            "{table}\nmedians of {rounds} runs in turn of {TRIALS} trials, {} threads\n{}",
            self.n_threads,
            messages.iter().map(|message| format!("{message}\n")).collect::<String>()
        )
    }

    /// A line for each value: the value, the median seconds of each variant (empty if it failed).
    pub fn to_csv(&self) -> String {
        let quoted = |text: &String| format!("\"{}\"", text.replace('"', "\"\""));
        let mut text = format!(
            "{}\n",
            std::iter::once(&self.parameter).chain(&self.variants).map(quoted).collect::<Vec<_>>().join(",")
        );
        for point in &self.points {
            let times = point.measurements.iter().map(|each| match &each.summary {
                Some(summary) if each.is_good() => format!(",{:.9}", summary.median),
                _ => ",".to_owned(),
            });
            text += &format!("{}{}\n", point.value, times.collect::<String>());
        }
        text
    }
}

impl SweepPoint {
    /// By how much the last variant is faster than the fastest of those between it and the first: the median over the
    /// rounds, in each of which all were disturbed alike.
    pub fn over_best(&self) -> Option<f64> {
        let (last, others) = self.measurements.split_last()?;
        let others = others.get(1..)?;
        let fastest = others.iter().filter_map(|other| last.ratio_of(other)).fold(f64::INFINITY, f64::min);
        Some(fastest).filter(|ratio| ratio.is_finite())
    }

    /// By how much the last variant is faster than the first.
    pub fn over_first(&self) -> Option<f64> {
        self.measurements.last()?.ratio_of(self.measurements.first()?)
    }
}

impl Measurement {
    /// How many times as long the other one takes: the median over runs in turn.
    fn ratio_of(&self, other: &Measurement) -> Option<f64> {
        let both_good = self.is_good() && other.is_good();
        let ratios: Vec<f64> = other.seconds.iter().zip(&self.seconds).map(|(other, own)| other / own).collect();
        median(&ratios).filter(|_| both_good)
    }
}

impl FromStr for Sweep {
    type Err = Error;

    /// `NAME=` and values between commas: `8`, `1..4` (each), `1..512*2` (doubling), `16..64+16`.
    fn from_str(text: &str) -> Result<Self, Error> {
        let wrong = || {
            Error::User(format!("`{text}` is no sweep; expected NAME=VALUES, such as n=1,2,8..64*2 or n=16..128+16"))
        };
        let (parameter, list) = text.split_once('=').filter(|(name, _)| !name.is_empty()).ok_or_else(wrong)?;
        let mut values = vec![];
        for part in list.split(',') {
            let Some((first, rest)) = part.split_once("..") else {
                values.push(part.trim().parse().map_err(|_| wrong())?);
                continue;
            };
            let end = rest.find(['*', '+']).unwrap_or(rest.len());
            let (last, step) = rest.split_at(end);
            let number = |text: &str| text.trim().parse::<i64>().map_err(|_| wrong());
            let (mut value, last) = (number(first)?, number(last)?);
            let by = if step.is_empty() { 1 } else { number(&step[1..])? };
            let is_factor = step.starts_with('*');
            if by < 1 || is_factor && (by < 2 || value < 1) {
                return Err(wrong());
            }
            while value <= last {
                values.push(value);
                if values.len() > MAX_VALUES {
                    return Err(Error::User(format!("`{text}` has more than {MAX_VALUES} values")));
                }
                let next = if is_factor { value.checked_mul(by) } else { value.checked_add(by) };
                let Some(next) = next else { break };
                value = next;
            }
        }
        if values.is_empty() {
            return Err(wrong());
        }
        Ok(Self { parameter: parameter.to_owned(), values })
    }
}
