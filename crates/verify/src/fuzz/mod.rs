//! Random programs through a transformation, compared with what they computed before.

mod blame;
mod run;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use polymill_native::CCompiler;

use crate::random::{Features, Program, generate, kernels_source, reduce, source};
use crate::{Error, Result};
use run::Folder;

/// What is tested: a C file in, the text of a C file that computes the same out, or why there is none. A file that is left
/// as it was is fine.
pub type Transformation<'a> = dyn Fn(&Batch<'_>) -> Result<Transformed, Trouble> + Sync + 'a;

/// A C file with random programs.
#[derive(Clone, Copy, Debug)]
pub struct Batch<'a> {
    /// The file.
    pub text: &'a str,
    /// How many programs are in it.
    pub n_programs: usize,
    /// The number of the batch that the programs are of, also where there are fewer of them: the seed of its first one.
    /// What a transformation draws at random depends on it.
    pub number: u64,
}

/// Why there is no transformed file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// It would take too long; the program is left out.
    TooSlow,
    /// Something is wrong.
    Wrong(String),
}

/// What a transformation made of a file.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Transformed {
    /// The new text.
    pub text: String,
    /// How many functions something was done to, by what was done.
    pub counts: Counts,
}

/// Numbers of programs, by what was done to them.
pub type Counts = BTreeMap<String, u64>;

/// How to test it.
pub struct Fuzz<'a> {
    /// One program for each.
    pub seeds: Range<u64>,
    /// What occurs in the programs of a batch with some number.
    pub features: &'a (dyn Fn(u64) -> Features + Sync),
    /// How many programs are put in one file, for the transformation and the compiler; 10 is a good number.
    pub batch: usize,
    /// The compiler for the original and the transformed file.
    pub compiler: &'a CCompiler,
    /// Flags for both, such as `-O1`.
    pub flags: Vec<OsString>,
    /// Numbers of threads to run the transformed programs with.
    pub threads: Vec<usize>,
    /// How many batches to work on at the same time.
    pub n_workers: usize,
    /// The longest time that a batch may run.
    pub time_limit: Duration,
    /// How many failures to make small.
    pub n_reductions: usize,
}

/// What came out.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Fuzzed {
    /// How many programs were tried.
    pub n_programs: u64,
    /// What was done to those that did not fail.
    pub counts: Counts,
    /// The programs that failed, by seed.
    pub failures: Vec<Failure>,
    /// The seeds of programs that were left out, because they take too long to transform, or to run.
    pub slow: Vec<u64>,
}

/// A program that failed.
#[derive(Clone, PartialEq, Debug)]
pub struct Failure {
    /// The program, made small if it was one of the first.
    pub program: Program,
    /// How it fails.
    pub reason: Reason,
    /// The number of its batch.
    pub batch: u64,
    /// The seeds of the programs that must be in the same file, or it does not fail.
    pub together_with: Vec<u64>,
    /// How it can be repeated.
    pub note: String,
}

/// How a program fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The transformation failed.
    Refused(String),
    /// The transformation panicked.
    Panicked(String),
    /// The transformed program does not compile.
    Build(String),
    /// The transformed program crashes or does not end.
    Run {
        /// On how many threads.
        n_threads: usize,
        /// What happened.
        error: String,
    },
    /// The transformed program computes something else.
    Output {
        /// On how many threads.
        n_threads: usize,
        /// The first line of output that differs: what was expected.
        expected: String,
        /// What it is.
        found: String,
    },
}

/// Tries the programs of all seeds. `progress` is told how many have been tried, each time that a batch is done.
///
/// # Errors
/// [`Error::Native`] if the original programs cannot be built or run.
pub fn fuzz(fuzz: &Fuzz<'_>, transformation: &Transformation<'_>, progress: &(dyn Fn(u64) + Sync)) -> Result<Fuzzed> {
    let n_done = AtomicU64::new(0);
    let next = AtomicU64::new(fuzz.seeds.start);
    let results: Mutex<Vec<Result<Fuzzed>>> = Mutex::new(vec![]);
    std::thread::scope(|scope| {
        for _ in 0..fuzz.n_workers.max(1) {
            scope.spawn(|| {
                loop {
                    let size = fuzz.batch.max(1) as u64;
                    let first = next.fetch_add(size, Ordering::Relaxed);
                    if first >= fuzz.seeds.end {
                        return;
                    }
                    let result = fuzz_batch(fuzz, first..fuzz.seeds.end.min(first + size), transformation);
                    let n_now = result.as_ref().map_or(0, |result| result.n_programs);
                    progress(n_done.fetch_add(n_now, Ordering::Relaxed) + n_now);
                    if let Ok(mut results) = results.lock() {
                        results.push(result);
                    }
                }
            });
        }
    });
    let mut all = Fuzzed::default();
    for result in results.into_inner().map_err(|_| Error::Bug("a worker panicked".to_owned()))? {
        let result = result?;
        all.n_programs += result.n_programs;
        add(&mut all.counts, &result.counts);
        all.failures.extend(result.failures);
        all.slow.extend(result.slow);
    }
    all.slow.sort_unstable();
    all.failures.sort_by_key(|failure| failure.program.seed);
    let alone = all.failures.iter_mut().filter(|failure| failure.together_with.is_empty());
    for failure in alone.take(fuzz.n_reductions) {
        *failure = Trial { fuzz, transformation, number: failure.batch }.reduced(failure);
    }
    Ok(all)
}

impl Fuzzed {
    /// Writes each failure into a file of the folder, and returns the files.
    ///
    /// # Errors
    /// [`Error::Native`] if a file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<Vec<PathBuf>> {
        let mut files = vec![];
        for failure in &self.failures {
            let path = folder.join(format!("seed-{}.c", failure.program.seed));
            std::fs::write(&path, failure.text()).map_err(polymill_native::Error::io("write", &path))?;
            files.push(path);
        }
        Ok(files)
    }
}

impl Failure {
    /// The program as a complete C file, with the seed and what is wrong in comments.
    pub fn text(&self) -> String {
        let remarks = format!("seed {}\n{}\n{}", self.program.seed, self.why(), self.note);
        let remarks: String = remarks.trim_end().lines().map(|line| format!("// {line}\n")).collect();
        format!("{remarks}{}", source(&self.program))
    }

    /// How it fails, and with what.
    pub fn why(&self) -> String {
        let seeds: Vec<_> = self.together_with.iter().map(u64::to_string).collect();
        match seeds.as_slice() {
            [] => self.reason.to_string(),
            _ => format!("only in a file with the programs of the seeds {}: {}", seeds.join(", "), self.reason),
        }
    }
}

fn fuzz_batch(fuzz: &Fuzz<'_>, seeds: Range<u64>, transformation: &Transformation<'_>) -> Result<Fuzzed> {
    let number = seeds.start;
    let features = (fuzz.features)(number);
    let programs: Vec<_> = seeds.map(|seed| generate(seed, features)).collect();
    let mut fuzzed = Fuzzed { n_programs: programs.len() as u64, ..Fuzzed::default() };
    Trial { fuzz, transformation, number }.search(&programs, &mut fuzzed)?;
    Ok(fuzzed)
}

/// The programs of one batch are tried.
struct Trial<'a> {
    fuzz: &'a Fuzz<'a>,
    transformation: &'a Transformation<'a>,
    number: u64,
}

impl Trial<'_> {
    /// Finds the programs that fail: if not all together are fine, each alone.
    fn search(&self, programs: &[Program], fuzzed: &mut Fuzzed) -> Result<()> {
        let reason = match self.compare(programs)? {
            Compared::Same(counts) => {
                add(&mut fuzzed.counts, &counts);
                return Ok(());
            }
            Compared::Failed(reason) => Some(reason),
            Compared::TooSlow => None,
        };
        let [program] = programs else {
            let n_failures = fuzzed.failures.len();
            for program in programs {
                self.search(std::slice::from_ref(program), fuzzed)?;
            }
            // The programs fail only where several of them are in one file.
            if let Some(reason) = reason
                && fuzzed.failures.len() == n_failures
            {
                fuzzed.failures.push(self.blame(programs, reason)?);
            }
            return Ok(());
        };
        match reason {
            Some(reason) => fuzzed.failures.push(self.failure(program, reason)),
            None => fuzzed.slow.push(program.seed),
        }
        Ok(())
    }

    fn failure(&self, program: &Program, reason: Reason) -> Failure {
        let program = program.clone();
        Failure { program, reason, batch: self.number, together_with: vec![], note: String::new() }
    }

    /// Transforms and runs some programs; the first failure of any of them.
    fn compare(&self, programs: &[Program]) -> Result<Compared> {
        let text = kernels_source(programs);
        let Transformed { text: transformed, counts } = match self.transform(&text, programs.len()) {
            Ok(transformed) => transformed,
            Err(Untransformed::TooSlow) => return Ok(Compared::TooSlow),
            Err(Untransformed::Failed(reason)) => return Ok(Compared::Failed(reason)),
        };
        if transformed == text {
            return Ok(Compared::Same(counts));
        }
        let folder = Folder::new(self.fuzz, programs)?;
        let transformed = match folder.transformed(&transformed) {
            Ok(program) => program,
            Err(reason) => return Ok(Compared::Failed(reason)),
        };
        let original = folder.original(&text)?;
        Ok(match self.first_difference(&folder, &original, &transformed, None)? {
            Ran::Alike => Compared::Same(counts),
            Ran::TooLong => Compared::TooSlow,
            Ran::Differs(reason) => Compared::Failed(reason),
        })
    }

    fn transform(&self, text: &str, n_programs: usize) -> Result<Transformed, Untransformed> {
        let batch = Batch { text, n_programs, number: self.number };
        match catch_unwind(AssertUnwindSafe(|| (self.transformation)(&batch))) {
            Ok(Ok(transformed)) => Ok(transformed),
            Ok(Err(Trouble::TooSlow)) => Err(Untransformed::TooSlow),
            Ok(Err(Trouble::Wrong(error))) => Err(Untransformed::Failed(Reason::Refused(error))),
            Err(panic) => Err(Untransformed::Failed(Reason::Panicked(panic_text(&*panic)))),
        }
    }

    /// Runs all programs of two builds, or only the one at a position.
    fn first_difference(&self, folder: &Folder<'_>, original: &Path, other: &Path, only: Option<usize>) -> Result<Ran> {
        let Some(expected) = folder.outputs(original, 1, only)? else { return Ok(Ran::TooLong) };
        for n_threads in self.fuzz.threads.iter().copied() {
            match folder.outputs(other, n_threads, only) {
                Ok(None) => return Ok(Ran::TooLong),
                Err(error) => return Ok(Ran::Differs(Reason::Run { n_threads, error: error.to_string() })),
                Ok(Some(found)) => {
                    if let Some((expected, found)) = first_difference(&expected, &found) {
                        return Ok(Ran::Differs(Reason::Output { n_threads, expected, found }));
                    }
                }
            }
        }
        Ok(Ran::Alike)
    }

    /// The smallest program that fails in the same way.
    fn reduced(&self, failure: &Failure) -> Failure {
        let mut reasons: BTreeMap<String, Reason> = BTreeMap::new();
        let mut n_left = MAX_CANDIDATES;
        let program = reduce(&failure.program, &mut |candidate| {
            if n_left == 0 {
                return false;
            }
            n_left -= 1;
            match self.compare(std::slice::from_ref(candidate)) {
                Ok(Compared::Failed(reason)) if reason.is_like(&failure.reason) => {
                    reasons.insert(source(candidate), reason);
                    true
                }
                _ => false,
            }
        });
        let reason = reasons.remove(&source(&program)).unwrap_or_else(|| failure.reason.clone());
        Failure { program, reason, ..failure.clone() }
    }
}

/// After this many candidates, a program is small enough.
const MAX_CANDIDATES: usize = 1000;

/// Why there are no transformed programs.
enum Untransformed {
    TooSlow,
    Failed(Reason),
}

/// How two builds of the same programs ran.
enum Ran {
    Alike,
    TooLong,
    Differs(Reason),
}

fn add(sum: &mut Counts, more: &Counts) {
    for (what, count) in more {
        *sum.entry(what.clone()).or_default() += count;
    }
}

enum Compared {
    Same(Counts),
    TooSlow,
    Failed(Reason),
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap_or_default()
}

fn first_difference(expected: &str, found: &str) -> Option<(String, String)> {
    let longest = expected.lines().count().max(found.lines().count());
    let mut both = expected.lines().chain(std::iter::repeat("")).zip(found.lines().chain(std::iter::repeat("")));
    let (expected, found) = both.by_ref().take(longest).find(|(expected, found)| expected != found)?;
    Some((expected.to_owned(), found.to_owned()))
}

impl Reason {
    fn is_like(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(error) => write!(f, "the transformation fails: {error}"),
            Self::Panicked(text) => write!(f, "the transformation panics: {text}"),
            Self::Build(error) => write!(f, "the transformed program does not compile: {error}"),
            Self::Run { n_threads, error } => {
                write!(f, "the transformed program fails on {n_threads} thread(s): {error}")
            }
            Self::Output { n_threads, expected, found } => {
                write!(f, "on {n_threads} thread(s), expected: {expected}\nfound: {found}")
            }
        }
    }
}
