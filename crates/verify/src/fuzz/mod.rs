//! Random programs through a transformation, compared with what they computed before.

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
use run::{Folder, Outputs};

/// What is tested: the text of a C file and the number of programs in it in, the text of a C file that computes the same
/// out, or why there is none. A file that is left as it was is fine.
pub type Transformation<'a> = dyn Fn(&str, usize) -> Result<Transformed, Trouble> + Sync + 'a;

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
#[derive(Debug)]
pub struct Fuzz<'a> {
    /// One program for each.
    pub seeds: Range<u64>,
    /// What occurs in the programs.
    pub features: Features,
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
    /// The seeds of programs that were left out, because transforming them takes too long.
    pub slow: Vec<u64>,
}

/// A program that failed.
#[derive(Clone, PartialEq, Debug)]
pub struct Failure {
    /// The program, made small if it was one of the first.
    pub program: Program,
    /// How it fails.
    pub reason: Reason,
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
    for failure in all.failures.iter_mut().take(fuzz.n_reductions) {
        *failure = reduced(fuzz, failure, transformation);
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
        let reason: String = self.reason.to_string().lines().map(|line| format!("// {line}\n")).collect();
        format!("// seed {}\n{reason}{}", self.program.seed, source(&self.program))
    }
}

fn fuzz_batch(fuzz: &Fuzz<'_>, seeds: Range<u64>, transformation: &Transformation<'_>) -> Result<Fuzzed> {
    let programs: Vec<_> = seeds.map(|seed| generate(seed, fuzz.features)).collect();
    let mut fuzzed = Fuzzed { n_programs: programs.len() as u64, ..Fuzzed::default() };
    search(fuzz, &programs, transformation, &mut fuzzed)?;
    Ok(fuzzed)
}

/// Finds the programs that fail: if not all together are fine, each alone.
fn search(
    fuzz: &Fuzz<'_>,
    programs: &[Program],
    transformation: &Transformation<'_>,
    fuzzed: &mut Fuzzed,
) -> Result<()> {
    let n_failures = fuzzed.failures.len();
    let reason = match compare(fuzz, programs, transformation)? {
        Compared::Same(counts) => {
            add(&mut fuzzed.counts, &counts);
            return Ok(());
        }
        Compared::Failed(reason) => Some(reason),
        Compared::TooSlow => None,
    };
    if programs.len() > 1 {
        for program in programs {
            search(fuzz, std::slice::from_ref(program), transformation, fuzzed)?;
        }
    } else if reason.is_none() {
        fuzzed.slow.extend(programs.iter().map(|program| program.seed));
    }
    // A failure of one program, or one that needs several.
    if let Some(reason) = reason
        && fuzzed.failures.len() == n_failures
    {
        fuzzed.failures.push(Failure { program: programs[0].clone(), reason });
    }
    Ok(())
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

/// Transforms and runs some programs; the first failure of any of them.
fn compare(fuzz: &Fuzz<'_>, programs: &[Program], transformation: &Transformation<'_>) -> Result<Compared> {
    let text = kernels_source(programs);
    let Transformed { text: transformed, counts } =
        match catch_unwind(AssertUnwindSafe(|| transformation(&text, programs.len()))) {
            Ok(Ok(transformed)) => transformed,
            Ok(Err(Trouble::TooSlow)) => return Ok(Compared::TooSlow),
            Ok(Err(Trouble::Wrong(error))) => return Ok(Compared::Failed(Reason::Refused(error))),
            Err(panic) => return Ok(Compared::Failed(Reason::Panicked(panic_text(&*panic)))),
        };
    if transformed == text {
        return Ok(Compared::Same(counts));
    }
    let folder = Folder::new(fuzz, programs)?;
    let outputs = match folder.outputs_of_transformed(&transformed) {
        Ok(outputs) => outputs,
        Err(reason) => return Ok(Compared::Failed(reason)),
    };
    let expected = folder.outputs_of_original(&text)?;
    for (n_threads, found) in outputs {
        if let Some((expected, found)) = first_difference(&expected, &found) {
            return Ok(Compared::Failed(Reason::Output { n_threads, expected, found }));
        }
    }
    Ok(Compared::Same(counts))
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap_or_default()
}

fn first_difference(expected: &Outputs, found: &Outputs) -> Option<(String, String)> {
    let longest = expected.lines().count().max(found.lines().count());
    let mut both = expected.lines().chain(std::iter::repeat("")).zip(found.lines().chain(std::iter::repeat("")));
    let (expected, found) = both.by_ref().take(longest).find(|(expected, found)| expected != found)?;
    Some((expected.to_owned(), found.to_owned()))
}

/// After this many candidates, a program is small enough.
const MAX_CANDIDATES: usize = 1000;

/// The smallest program that fails in the same way.
fn reduced(fuzz: &Fuzz<'_>, failure: &Failure, transformation: &Transformation<'_>) -> Failure {
    let mut reasons: BTreeMap<String, Reason> = BTreeMap::new();
    let mut n_left = MAX_CANDIDATES;
    let program = reduce(&failure.program, &mut |candidate| {
        if n_left == 0 {
            return false;
        }
        n_left -= 1;
        match compare(fuzz, std::slice::from_ref(candidate), transformation) {
            Ok(Compared::Failed(reason)) if reason.is_like(&failure.reason) => {
                reasons.insert(source(candidate), reason);
                true
            }
            _ => false,
        }
    });
    let reason = reasons.remove(&source(&program)).unwrap_or_else(|| failure.reason.clone());
    Failure { program, reason }
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
