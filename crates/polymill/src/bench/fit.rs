//! `polymill fit`: how well predicted times rank the orders of loop nests.
//!
//! Each program is built in several orders that were considered for its sizes; each is timed. Two orders of a program are ranked
//! right if the one that is predicted to take less time does. What the compiler takes is compared with the fastest order that was
//! timed. Every other program is held out: numbers for these say what to expect of programs that nobody looked at.

use std::collections::BTreeMap;
use std::path::Path;

use comfy_table::{Cell, CellAlignment, ContentArrangement, Table, presets};
use polymill_native::Execution;
use polymill_native::statistics::median;
use serde::{Deserialize, Serialize};

use super::{Candidate, Kind, Progress, Settings, Subject, build_against, build_with_polymill};
use crate::cc::{Prediction, Transform};
use crate::{Error, output_file};

/// An order of a program, with its predicted and its measured time: a line of the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// The program.
    pub program: String,
    /// Its sizes, as in `n=2000 m=1000`.
    pub sizes: String,
    /// The machine's name, as its model says.
    pub machine: String,
    /// OpenMP threads.
    pub n_threads: usize,
    /// What was asked for.
    pub asked: String,
    /// The order: what was done to the loops of the kernel's regions.
    pub plan: String,
    /// The predicted time, in nanoseconds.
    pub predicted_ns: f64,
    /// The median of the times that it took in one process, in nanoseconds.
    pub measured_ns: f64,
}

/// What is asked for in place of the best order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    /// What the compiler takes.
    Best,
    /// This one of the new orders, by predicted time: the best one has rank 0.
    Rank(usize),
    /// Tiles of this size.
    Tiles(u32),
    /// No parallel loops.
    Sequential,
    /// The source's own order.
    AsWritten,
}

impl Ask {
    /// All that is asked for.
    pub const ALL: [Ask; 10] = [
        Ask::Best,
        Ask::Rank(0),
        Ask::Rank(1),
        Ask::Rank(2),
        Ask::Rank(3),
        Ask::Tiles(16),
        Ask::Tiles(64),
        Ask::Tiles(256),
        Ask::Sequential,
        Ask::AsWritten,
    ];

    /// The name in the table.
    pub fn name(self) -> String {
        match self {
            Ask::Best => "best".to_owned(),
            Ask::Rank(rank) => format!("rank {rank}"),
            Ask::Tiles(size) => format!("tiles of {size}"),
            Ask::Sequential => "sequential".to_owned(),
            Ask::AsWritten => "as written".to_owned(),
        }
    }
}

/// Makes what transforms a program as asked, for the values of its parameters.
pub type MakeTransform<'a> = dyn Fn(Ask, &[(String, i64)]) -> Box<Transform<'static>> + 'a;

/// Times the programs of the settings in all orders. What cannot be built or gives other results is left out.
///
/// # Errors
/// [`Error::User`] for a program that is not built on `harness.h`; trouble with files.
pub fn fit(
    settings: &Settings,
    machine: &str,
    make: &MakeTransform<'_>,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Vec<Point>, Error> {
    let mut points = vec![];
    for (position, file) in settings.files.iter().enumerate() {
        let subject = Subject::new(file, settings)?;
        let n_asked = Ask::ALL.len();
        let mut step = |asked: usize, doing: String| {
            let n_steps = settings.files.len() * n_asked;
            progress(&Progress { n_done: position * n_asked + asked, n_steps, doing });
        };
        points.extend(fit_program(&subject, settings, machine, make, &mut step)?);
    }
    Ok(points)
}

/// An order that was built.
struct Built {
    ask: Ask,
    prediction: Prediction,
    candidate: Candidate,
}

fn fit_program(
    subject: &Subject,
    settings: &Settings,
    machine: &str,
    make: &MakeTransform<'_>,
    step: &mut dyn FnMut(usize, String),
) -> Result<Vec<Point>, Error> {
    let source = output_file::read(&subject.file)?;
    let Some(kernel) = kernel_of(&source).filter(|_| subject.kind == Kind::Harness) else {
        let message = format!("{}: `fit` needs a program on harness.h, with a KERNEL function", subject.file.display());
        return Err(Error::User(message));
    };
    let dir = super::folder()?;
    let Some(compiler) = settings.against.first() else {
        return Err(Error::User("no compiler to compare against".to_owned()));
    };
    let mut reference = build_against(subject, compiler, &dir.path().join("reference"));
    let Some(run) = reference.run(subject.kind.timed(&reference.path, settings.size), subject.kind, settings) else {
        return Ok(vec![]);
    };
    reference.take_results(subject.kind, &run);
    let sizes = sizes_of(&run);
    let mut all: Vec<Built> = vec![];
    for (position, ask) in Ask::ALL.into_iter().enumerate() {
        step(position, format!("{}: {}", subject.name(), ask.name()));
        let mut transform = make(ask, &sizes);
        let path = dir.path().join(format!("order-{position}"));
        let (prediction, mut candidate) = build(subject, settings, kernel, &path, &mut transform);
        let is_new = |built: &Built| built.prediction != prediction;
        if prediction.nanoseconds > 0.0 && all.iter().all(is_new) {
            // In one process: starting threads is no matter of the order.
            candidate.args = vec![format!("--trials={}", settings.n_trials)];
            candidate.time(subject.kind, settings);
            all.push(Built { ask, prediction, candidate });
        }
    }
    let sizes: Vec<String> = sizes.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let point = |Built { ask, prediction, candidate }: Built| {
        let measurement = candidate.finish(reference.results.as_ref(), settings.tolerance);
        let seconds = measurement.seconds.first().copied().filter(|_| measurement.is_good())?;
        Some(Point {
            program: subject.name(),
            sizes: sizes.join(" "),
            machine: machine.to_owned(),
            n_threads: settings.n_threads,
            asked: ask.name(),
            plan: prediction.plan,
            predicted_ns: prediction.nanoseconds,
            measured_ns: seconds * 1e9,
        })
    };
    Ok(all.into_iter().filter_map(point).collect())
}

/// Builds a program; beside it, what is predicted for all of the kernel's regions.
fn build(
    subject: &Subject,
    settings: &Settings,
    kernel: &str,
    path: &Path,
    transform: &mut Transform<'_>,
) -> (Prediction, Candidate) {
    let mut predictions = vec![];
    let mut noting = |request: &crate::cc::Request<'_>| {
        let outcome = transform(request)?;
        predictions.extend(outcome.predictions.iter().cloned());
        Ok(outcome)
    };
    let (built, ..) = build_with_polymill(subject, path, &settings.polymill, &mut noting);
    let of_kernel = predictions.into_iter().filter(|prediction| is_region_of(kernel, &prediction.region));
    let none = Prediction { region: kernel.to_owned(), plan: String::new(), nanoseconds: 0.0 };
    let all = of_kernel.fold(none, |all, next| Prediction {
        plan: if all.plan.is_empty() { next.plan } else { format!("{}; {}", all.plan, next.plan) },
        nanoseconds: all.nanoseconds + next.nanoseconds,
        ..all
    });
    (all, Candidate::built(path.to_owned(), built))
}

/// The name of a program's kernel function: what follows the first `KERNEL void`.
fn kernel_of(source: &str) -> Option<&str> {
    let (_, rest) = source.split_once("\nKERNEL void ")?;
    rest.split_once('(').map(|(name, _)| name.trim())
}

/// Regions are named like their function, with a number from the second on.
fn is_region_of(function: &str, region: &str) -> bool {
    let rest = region.strip_prefix(function);
    rest.is_some_and(|rest| rest.is_empty() || rest.strip_prefix('_').is_some_and(|rest| rest.parse::<u32>().is_ok()))
}

/// The values of the program's parameters, as it prints them: `size: n=2000`.
fn sizes_of(run: &Execution) -> Vec<(String, i64)> {
    let text = run.stdout_text();
    let sizes = text.lines().filter_map(|line| line.strip_prefix("size: ")?.split_once('='));
    sizes.filter_map(|(name, value)| Some((name.to_owned(), value.parse().ok()?))).collect()
}

/// How well times are predicted, for one half of the programs.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Fit {
    /// How many programs, sizes and machines there are.
    pub n_groups: usize,
    /// Pairs of orders whose measured times differ by more than a tenth.
    pub n_pairs: usize,
    /// How many of these are ranked right.
    pub n_right: usize,
    /// How much longer what the compiler takes runs than the fastest order that was timed: the median, as a part of the latter.
    pub median_loss: f64,
    /// The same: nine of ten lose less.
    pub loss_of_nine_in_ten: f64,
}

/// Measured times that are nearer to each other are the same.
const DIFFERENT: f64 = 1.1;

impl Fit {
    /// Of the programs that one may look at, and of those that are held out: every other one, in alphabetical order.
    ///
    /// ```
    /// use polymill::bench::{Fit, Point};
    /// let point = |program: &str, asked: &str, predicted_ns, measured_ns| Point {
    ///     program: program.to_owned(),
    ///     sizes: "n=9".to_owned(),
    ///     machine: "this one".to_owned(),
    ///     n_threads: 1,
    ///     asked: asked.to_owned(),
    ///     plan: asked.to_owned(),
    ///     predicted_ns,
    ///     measured_ns,
    /// };
    /// let points = [point("a", "best", 1.0, 3.0), point("a", "rank 1", 2.0, 2.0), point("a", "rank 2", 4.0, 5.0)];
    /// let [seen, held_out] = Fit::of(&points);
    /// assert_eq!((seen.n_pairs, seen.n_right, seen.median_loss), (3, 2, 0.5));
    /// assert_eq!(held_out.n_groups, 0);
    /// ```
    pub fn of(points: &[Point]) -> [Fit; 2] {
        let mut programs: Vec<&str> = points.iter().map(|point| point.program.as_str()).collect();
        programs.sort_unstable();
        programs.dedup();
        let mut groups = BTreeMap::<_, Vec<&Point>>::new();
        for point in points {
            let Point { program, sizes, machine, n_threads, .. } = point;
            groups.entry((program, sizes, machine, n_threads)).or_default().push(point);
        }
        [0, 1].map(|half| {
            let is_in_half = |program: &str| programs.binary_search(&program).is_ok_and(|place| place % 2 == half);
            let own = groups.iter().filter(|((program, ..), _)| is_in_half(program)).map(|(_, group)| group.as_slice());
            Self::of_groups(own)
        })
    }

    fn of_groups<'a>(groups: impl Iterator<Item = &'a [&'a Point]>) -> Fit {
        let mut fit = Fit::default();
        let mut losses = vec![];
        for group in groups {
            fit.n_groups += 1;
            for (position, one) in group.iter().enumerate() {
                for other in &group[position + 1..] {
                    let (fast, slow) = if one.measured_ns < other.measured_ns { (one, other) } else { (other, one) };
                    if slow.measured_ns > DIFFERENT * fast.measured_ns {
                        fit.n_pairs += 1;
                        fit.n_right += usize::from(fast.predicted_ns < slow.predicted_ns);
                    }
                }
            }
            let fastest = group.iter().map(|point| point.measured_ns).fold(f64::INFINITY, f64::min);
            let taken = group.iter().find(|point| point.asked == Ask::Best.name());
            losses.extend(taken.map(|taken| taken.measured_ns / fastest - 1.0));
        }
        losses.sort_by(f64::total_cmp);
        fit.median_loss = median(&losses).unwrap_or(0.0);
        fit.loss_of_nine_in_ten = losses.get(losses.len() * 9 / 10).or(losses.last()).copied().unwrap_or(0.0);
        fit
    }

    /// A table for people.
    pub fn to_text(halves: &[Fit; 2]) -> String {
        let mut table = Table::new();
        table.load_style(presets::UTF8_FULL_CONDENSED).set_content_arrangement(ContentArrangement::Dynamic);
        table.set_header([
            "programs",
            "with sizes",
            "pairs that differ by a tenth",
            "ranked right",
            "loss against the best: median",
            "nine in ten",
        ]);
        for (name, fit) in ["to look at", "held out"].into_iter().zip(halves) {
            let percent = |part: f64| format!("{:.0}%", 100.0 * part);
            let right = fit.n_right as f64 / fit.n_pairs.max(1) as f64;
            let mut row = vec![Cell::new(name), Cell::new(fit.n_groups), Cell::new(fit.n_pairs)];
            row.extend([right, fit.median_loss, fit.loss_of_nine_in_ten].map(|part| Cell::new(percent(part))));
            table.add_row(row.into_iter().map(|cell| cell.set_alignment(CellAlignment::Right)));
        }
        format!("{table}\n")
    }
}

/// Reads a table of points.
///
/// # Errors
/// [`Error::File`]; [`Error::User`] if it is not such a table.
pub fn read_points(path: &Path) -> Result<Vec<Point>, Error> {
    let text = output_file::read(path)?;
    let points = csv::Reader::from_reader(text.as_bytes()).deserialize().collect::<Result<Vec<Point>, _>>();
    points.map_err(|error| Error::User(format!("{} is no table of `polymill fit`: {error}", path.display())))
}

/// The text of a table of points, with a line for each.
///
/// # Errors
/// [`Error::Bug`].
pub fn points_to_csv(points: &[Point]) -> Result<String, Error> {
    let bug = |error: String| Error::Bug(format!("a table cannot be written: {error}"));
    let mut writer = csv::Writer::from_writer(vec![]);
    for point in points {
        let rounded =
            Point { predicted_ns: point.predicted_ns.round(), measured_ns: point.measured_ns.round(), ..point.clone() };
        writer.serialize(rounded).map_err(|error| bug(error.to_string()))?;
    }
    let bytes = writer.into_inner().map_err(|error| bug(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| bug(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_of_the_kernel_are_known_by_their_names() {
        assert_eq!(kernel_of("#include\nKERNEL void floyd_warshall(int n)\n"), Some("floyd_warshall"));
        assert!(is_region_of("gemm", "gemm") && is_region_of("gemm", "gemm_2"));
        assert!(!is_region_of("gemm", "gemmx") && !is_region_of("gemm", "gemm_check"));
    }

    #[test]
    fn tables_are_read_as_they_were_written() {
        let point = Point {
            program: "gemm".to_owned(),
            sizes: "n=9 m=3".to_owned(),
            machine: "a, b".to_owned(),
            n_threads: 2,
            asked: Ask::Rank(1).name(),
            plan: "loop 0 parallel; \"x\"".to_owned(),
            predicted_ns: 12.0,
            measured_ns: 13.0,
        };
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("table.csv");
        std::fs::write(&path, points_to_csv(std::slice::from_ref(&point)).unwrap()).unwrap();
        assert_eq!(read_points(&path).unwrap(), [point]);
        std::fs::write(&path, "a,b\n1,2\n").unwrap();
        assert!(read_points(&path).unwrap_err().to_string().contains("is no table"));
    }
}
