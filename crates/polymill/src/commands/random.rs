//! `polymill verify --random`

use std::ffi::OsString;
use std::time::Duration;

use polymill::{Compiler, Error, output_file, verify};
use polymill_native::{CCompiler, Error as NativeError, Program};
use polymill_verify::fuzz::{Batch, Counts, Failure, Fuzz, Fuzzed, Transformed, Trouble, fuzz};
use polymill_verify::random::{Features, generate, source};
use serde::{Deserialize, Serialize};

use super::draw::draw;
use crate::cli::{Format, PipelineArgs, VerifyArgs, output};

/// What a pass may spend on a random program: few need more, and those take most of the time.
const BUDGET: u64 = 500_000;

/// How many programs one process transforms.
const BATCH: usize = 10;

/// Sends random programs through all rooms. Returns whether all is well.
pub fn run(args: &VerifyArgs, count: u64) -> Result<bool, Error> {
    let features = |batch: u64| features(&pipeline(args, batch));
    let seeds = args.seed..args.seed.saturating_add(count);
    if args.print {
        let batch = |seed: u64| seed - (seed - args.seed) % BATCH as u64;
        seeds.for_each(|seed| output::result(source(&generate(seed, features(batch(seed))))));
        return Ok(true);
    }
    if !args.failures.is_dir() {
        return Err(Error::User(format!("there is no folder {}", args.failures.display())));
    }
    let cc = super::cc::real_compiler(args.c.cc.as_deref())?;
    let options = Fuzz {
        seeds,
        features: &features,
        batch: BATCH,
        compiler: &cc,
        flags: super::verify::flags(args, &cc, "-O1"),
        threads: args.threads.iter().map(|n| *n as usize).collect(),
        n_workers: std::thread::available_parallelism().map_or(1, usize::from),
        time_limit: Duration::from_secs(args.timeout),
        n_reductions: args.reduce,
    };
    let bar = super::progress::bar(count);
    let transformation = |batch: &Batch<'_>| in_process(args, &cc, batch);
    let fuzzed = fuzz(&options, &transformation, &|n_done| bar.set_position(n_done));
    bar.finish_and_clear();
    let mut fuzzed = fuzzed.map_err(|error| Error::Unsupported(error.to_string()))?;
    for failure in &mut fuzzed.failures {
        failure.note = how_to_repeat(args, failure);
    }
    let files = fuzzed.write(&args.failures).map_err(|error| Error::Unsupported(error.to_string()))?;
    let summary = Summary::new(fuzzed, files.iter().map(|file| file.display().to_string()).collect());
    match args.format {
        Format::Text => output::result(summary.to_text()),
        Format::Json => output::result(super::verify::to_json(&summary)?),
    }
    Ok(summary.failures.is_empty())
}

/// What is in the programs that are transformed with these options.
fn features(pipeline: &PipelineArgs) -> Features {
    // Sums of floating-point numbers in another order have other results.
    Features { floating: !pipeline.reassociate, ..Features::ALL }
}

/// The options for a batch.
fn pipeline(args: &VerifyArgs, batch: u64) -> PipelineArgs {
    if args.random_options { draw(&args.pipeline, batch) } else { args.pipeline.clone() }
}

/// The options of the command line that tries the program again, beside those that were given.
fn how_to_repeat(args: &VerifyArgs, failure: &Failure) -> String {
    let (count, seed) = match failure.together_with.as_slice() {
        [] => (1, failure.program.seed),
        _ => (BATCH as u64, failure.batch),
    };
    let mut words = vec![format!("--random={count}"), format!("--seed={seed}")];
    words.extend(pipeline(args, failure.batch).words_beyond(&args.pipeline));
    format!("to repeat it: {}", words.join(" "))
}

/// What a process that transforms programs says.
#[derive(Serialize, Deserialize)]
enum Answer {
    Transformed { text: String, counts: Vec<(String, u64)> },
    Wrong(String),
}

/// Transforms programs in a process of its own, so that a crash is a result like others, and can be made small.
fn in_process(args: &VerifyArgs, cc: &CCompiler, batch: &Batch<'_>) -> Result<Transformed, Trouble> {
    let wrong = |error: String| Trouble::Wrong(error);
    let dir = tempfile::tempdir().map_err(|error| wrong(error.to_string()))?;
    let file = dir.path().join("random.c");
    std::fs::write(&file, batch.text).map_err(|error| wrong(error.to_string()))?;
    let pipeline = pipeline(args, batch.number);
    let pipeline = PipelineArgs { budget: pipeline.budget.or(Some(BUDGET)), ..pipeline };
    let program = Program::new(super::transform::own_path().map_err(wrong)?)
        .args(["verify", "--transform"])
        .arg(&file)
        .args([OsString::from("--cc"), cc.to_shell().into()])
        .args(pipeline.to_words())
        .time_limit(Duration::from_secs(args.patience * batch.n_programs.div_ceil(3) as u64));
    let answer = match program.run().and_then(polymill_native::Execution::require_success) {
        Ok(execution) => execution.stdout_text(),
        Err(NativeError::TimedOut { .. }) => return Err(Trouble::TooSlow),
        Err(error) => return Err(wrong(error.to_string())),
    };
    match serde_json::from_str(&answer).map_err(|error| wrong(error.to_string()))? {
        Answer::Wrong(error) => Err(wrong(error)),
        Answer::Transformed { text, counts } => Ok(Transformed { text, counts: counts.into_iter().collect() }),
    }
}

/// The other side of [`in_process`].
pub fn transform(args: &VerifyArgs, compiler: &Compiler, file: &std::path::Path) -> Result<(), Error> {
    let text = output_file::read(file)?;
    let answer = match verify::random::transform(compiler, &super::preprocessor(&args.c)?, &text) {
        Ok(Transformed { text, counts }) => Answer::Transformed { text, counts: counts.into_iter().collect() },
        Err(error) => Answer::Wrong(error),
    };
    output::result(super::verify::to_json(&answer)?);
    Ok(())
}

/// What became of random programs.
#[derive(Serialize)]
struct Summary {
    n_programs: u64,
    counts: Counts,
    slow: Vec<u64>,
    failures: Vec<Failed>,
}

#[derive(Serialize)]
struct Failed {
    seed: u64,
    reason: String,
    note: String,
    file: String,
}

impl Summary {
    fn new(fuzzed: Fuzzed, files: Vec<String>) -> Self {
        let failed = fuzzed.failures.iter().zip(files);
        let failures = failed.map(|(failure, file)| Failed {
            seed: failure.program.seed,
            reason: failure.why(),
            note: failure.note.clone(),
            file,
        });
        let failures = failures.collect();
        Self { n_programs: fuzzed.n_programs, counts: fuzzed.counts, slow: fuzzed.slow, failures }
    }

    fn to_text(&self) -> String {
        let mut text = String::new();
        for Failed { seed, reason, note, file } in &self.failures {
            text += &format!("seed {seed}: {reason}\n  {note}\n  the program is in {file}\n");
        }
        if !self.slow.is_empty() {
            let seeds: Vec<_> = self.slow.iter().map(u64::to_string).collect();
            text += &format!("left out, because they take long to transform or to run: {}\n", seeds.join(", "));
        }
        let counts: Vec<_> = self.counts.iter().map(|(what, count)| format!("{count} {what}")).collect();
        let Self { n_programs, slow, failures, .. } = self;
        let (n_slow, n_wrong) = (slow.len(), failures.len());
        text + &format!("{n_programs} random programs, {n_wrong} wrong, {n_slow} left out; {}", counts.join(", "))
    }
}
