//! `polymill bench`: builds programs with several compilers and with Polymill, runs them in turn, compares their results
//! and reports medians and ratios.

mod compare;
mod fit;
mod plot;
mod program;
mod report;
mod sweep;

pub use compare::{Agreement, compare};
pub use fit::{Ask, Fit, MakeTransform, Point, fit, points_to_csv, read_points};
pub use program::{Kind, Results, Size, polybench_utilities};
pub use report::{Measurement, Report, Row, Status};
pub use sweep::{Sweep, SweepPoint, SweepReport, Variant, sweep};

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use polymill_native::statistics::Summary;
use polymill_native::{CCompiler, Error as NativeError, Execution, Program};

use crate::cc::{self, Transform};
use crate::{Error, output_file};

/// What is built, and how it is run.
#[derive(Debug)]
pub struct Settings {
    /// The programs, one file each.
    pub files: Vec<PathBuf>,
    /// Sources that go into every program.
    pub with: Vec<PathBuf>,
    /// Flags for every compiler.
    pub flags: Vec<OsString>,
    /// The compilers to compare against; the first one's results are the reference.
    pub against: Vec<CCompiler>,
    /// The stand-in for the compiler, with the real compiler that it uses.
    pub polymill: cc::Settings,
    /// The problem size; without it each program's own.
    pub size: Option<Size>,
    /// Timed runs of each program; quick programs are run [`MORE_TRIALS`] times as often.
    pub n_trials: usize,
    /// OpenMP threads, each on a core of its own unless the environment says where they run.
    pub n_threads: usize,
    /// The longest time that one run may take.
    pub time_limit: Duration,
    /// The relative tolerance of results; 0 asks for the same bits.
    pub tolerance: f64,
}

/// Programs that take less than this, in seconds, are disturbed easily.
const QUICK: f64 = 0.05;

/// How many times as often quick programs are run.
pub const MORE_TRIALS: usize = 5;

/// What is being done, for a progress display.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Steps that are done.
    pub n_done: usize,
    /// Steps in all.
    pub n_steps: usize,
    /// What is done now.
    pub doing: String,
}

/// Runs the benchmark. What fails is a row of the report, not an error.
///
/// # Errors
/// [`Error::User`] when there is nothing to do; [`Error::File`] when a program cannot be read; trouble with the folder
/// for built programs.
pub fn run(
    settings: &Settings,
    transform: &mut Transform<'_>,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Report, Error> {
    if settings.files.is_empty() {
        return Err(Error::User("no programs to run".to_owned()));
    }
    if settings.against.is_empty() {
        return Err(Error::User("no compiler to compare against".to_owned()));
    }
    let subjects: Vec<Subject> =
        settings.files.iter().map(|file| Subject::new(file, settings)).collect::<Result<_, _>>()?;
    let n_variants = settings.against.len() + 1;
    let n_steps = subjects.len() * n_variants * (2 + settings.n_trials);
    let mut n_done = 0;
    let mut step = |doing: String| {
        progress(&Progress { n_done, n_steps, doing });
        n_done += 1;
    };
    let rows = subjects.iter().map(|subject| measure(subject, settings, transform, &mut step));
    let rows = rows.collect::<Result<Vec<_>, _>>()?;
    let mut variants: Vec<String> = settings.against.iter().map(CCompiler::to_shell).collect();
    variants.push("polymill".to_owned());
    Ok(Report::new(variants, settings.n_threads, settings.n_trials, settings.size, settings.tolerance, rows))
}

/// A program and what it is built from.
struct Subject {
    file: PathBuf,
    kind: Kind,
    sources: Vec<PathBuf>,
    flags: Vec<OsString>,
}

impl Subject {
    fn new(file: &Path, settings: &Settings) -> Result<Subject, Error> {
        let kind = Kind::of(&output_file::read(file)?);
        let mut sources = vec![file.to_owned()];
        sources.extend(settings.with.iter().cloned());
        let mut flags: Vec<OsString> = kind.flags(settings.size).into_iter().map(OsString::from).collect();
        let has_utilities = |path: &PathBuf| path.file_name().is_some_and(|name| name == "polybench.c");
        if kind == Kind::PolyBench && !settings.with.iter().any(has_utilities) {
            let utilities = polybench_utilities(file)?;
            flags.extend(utilities.parent().map(|folder| {
                let mut flag = OsString::from("-I");
                flag.push(folder);
                flag
            }));
            sources.push(utilities);
        }
        flags.extend(settings.flags.iter().cloned());
        Ok(Subject { file: file.to_owned(), kind, sources, flags })
    }

    fn name(&self) -> String {
        self.file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }
}

/// One variant of a program on its way.
#[derive(Clone)]
struct Candidate {
    path: PathBuf,
    /// Arguments of timed runs, after the program's own.
    args: Vec<String>,
    seconds: Vec<f64>,
    results: Option<Results>,
    failure: Option<(Status, String)>,
}

/// Builds all variants of one program and runs them in turn.
fn measure(
    subject: &Subject,
    settings: &Settings,
    transform: &mut Transform<'_>,
    step: &mut dyn FnMut(String),
) -> Result<Row, Error> {
    let dir = folder()?;
    let mut candidates = Vec::new();
    for (n, compiler) in settings.against.iter().enumerate() {
        step(format!("{}: building with {}", subject.name(), compiler.to_shell()));
        candidates.push(build_against(subject, compiler, &dir.path().join(format!("variant-{n}"))));
    }
    step(format!("{}: building with Polymill", subject.name()));
    let path = dir.path().join("polymill");
    let (built, n_regions, remarks) = build_with_polymill(subject, &path, &settings.polymill, transform);
    candidates.push(Candidate::built(path, built));
    for candidate in &mut candidates {
        step(format!("{}: looking at results", subject.name()));
        if let Some(program) = subject.kind.printing(&candidate.path) {
            candidate.read_results(program, subject.kind, settings);
        }
    }
    for trial in 1..=settings.n_trials {
        for candidate in &mut candidates {
            step(format!("{}: trial {trial} of {}", subject.name(), settings.n_trials));
            candidate.time(subject.kind, settings);
        }
    }
    if candidates.iter().all(|candidate| Summary::of(&candidate.seconds).is_some_and(|times| times.median < QUICK)) {
        for _ in settings.n_trials..MORE_TRIALS * settings.n_trials {
            candidates.iter_mut().for_each(|candidate| candidate.time(subject.kind, settings));
        }
    }
    let reference = candidates.first().and_then(|candidate| candidate.results.clone());
    let finish = |candidate: Candidate| candidate.finish(reference.as_ref(), settings.tolerance);
    let measurements = candidates.into_iter().map(finish).collect();
    Ok(Row { file: subject.file.display().to_string(), kind: subject.kind, measurements, n_regions, remarks })
}

/// A folder for built programs, which goes when the value goes.
fn folder() -> Result<tempfile::TempDir, Error> {
    let dir = tempfile::Builder::new().prefix("polymill-bench-").tempdir();
    dir.map_err(Error::file("make a folder in", std::env::temp_dir()))
}

/// Builds a program with another compiler.
fn build_against(subject: &Subject, compiler: &CCompiler, path: &Path) -> Candidate {
    let built = compiler.run_with(&build_words(subject, path));
    Candidate::built(path.to_owned(), built.map(|_| ()).map_err(|error| error.to_string()))
}

fn failure_of(run: Execution) -> String {
    run.require_success().err().map(|error| error.to_string()).unwrap_or_default()
}

fn build_words(subject: &Subject, output: &Path) -> Vec<OsString> {
    let mut words = subject.flags.clone();
    words.extend(subject.sources.iter().map(OsString::from));
    words.extend(["-o".into(), output.into(), "-lm".into()]);
    words
}

/// Builds through the stand-in for the compiler; returns also the count of replaced regions, and what it said.
fn build_with_polymill(
    subject: &Subject,
    output: &Path,
    settings: &cc::Settings,
    transform: &mut Transform<'_>,
) -> (Result<(), String>, usize, String) {
    let mut n_regions = 0;
    let mut messages = Vec::new();
    let mut counting = |request: &cc::Request<'_>| {
        let outcome = transform(request)?;
        n_regions += outcome.n_regions;
        Ok(outcome)
    };
    let code = cc::run(&build_words(subject, output), settings, &mut counting, &mut messages);
    let messages = String::from_utf8_lossy(&messages).trim_end().to_owned();
    let built = match code {
        Ok(0) => Ok(()),
        Ok(code) => Err(format!("the compiler failed (exit code {code})")),
        Err(error) => Err(error.to_string()),
    };
    (built, n_regions, messages)
}

impl Candidate {
    fn built(path: PathBuf, result: Result<(), String>) -> Candidate {
        let failure = result.err().map(|reason| (Status::BuildFailed, reason));
        Candidate { path, args: Vec::new(), seconds: Vec::new(), results: None, failure }
    }

    fn read_results(&mut self, program: Program, kind: Kind, settings: &Settings) {
        if let Some(run) = self.run(program, kind, settings) {
            self.take_results(kind, &run);
        }
    }

    fn time(&mut self, kind: Kind, settings: &Settings) {
        let program = kind.timed(&self.path, settings.size).args(self.args.clone());
        let Some(run) = self.run(program, kind, settings) else { return };
        match kind.seconds(&run.stdout_text(), run.wall) {
            Ok(seconds) => self.seconds.push(seconds),
            Err(reason) => self.failure = Some((Status::RunFailed, reason)),
        }
        if self.results.is_none() {
            self.take_results(kind, &run);
        }
    }

    fn take_results(&mut self, kind: Kind, run: &Execution) {
        match kind.results(&run.stdout_text(), &run.stderr_text()) {
            Ok(results) => self.results = Some(results),
            Err(reason) => self.failure = Some((Status::RunFailed, reason)),
        }
    }

    /// Runs the program unless it failed before; a failure is kept.
    fn run(&mut self, program: Program, kind: Kind, settings: &Settings) -> Option<Execution> {
        if self.failure.is_some() {
            return None;
        }
        let program = program.threads(settings.n_threads).bound().time_limit(settings.time_limit);
        let failure = match program.run() {
            Ok(run) if run.status.success() => return Some(run),
            Ok(run) => match kind.failed_check(&run.stdout_text()) {
                Some(reason) => (Status::WrongResult, reason),
                None => (Status::RunFailed, failure_of(run)),
            },
            Err(error @ NativeError::TimedOut { .. }) => (Status::TimedOut, error.to_string()),
            Err(error) => (Status::RunFailed, error.to_string()),
        };
        self.failure = Some(failure);
        None
    }

    fn finish(self, reference: Option<&Results>, tolerance: f64) -> Measurement {
        let summary = Summary::of(&self.seconds);
        let (status, message) = match (self.failure, &self.results, reference) {
            (Some((status, message)), _, _) => (status, message),
            (None, Some(results), Some(reference)) => match compare(reference, results, tolerance) {
                Agreement::Different => {
                    (Status::WrongResult, "the results are not those of the first compiler's program".to_owned())
                }
                agreement => (Status::Ok(agreement), String::new()),
            },
            // Nothing to compare with: the first variant's own failure is in its row.
            (None, _, None) => (Status::Ok(Agreement::Close), String::new()),
            (None, None, Some(_)) => (Status::RunFailed, "the program shows no results".to_owned()),
        };
        Measurement { status, message, seconds: self.seconds, summary }
    }
}
