//! `polymill bench`

use std::ffi::OsString;
use std::process::ExitCode;
use std::time::Duration;

use indicatif::ProgressBar;
use polymill::bench::{self, Progress, Report};
use polymill::{Error, cc, output_file};
use polymill_native::CCompiler;

use super::transform::InProcess;
use crate::cli::{BenchArgs, Format, output};

pub fn run(args: &BenchArgs) -> Result<ExitCode, Error> {
    if let Some(path) = &args.json {
        let inputs: Vec<_> = args.files.iter().map(std::path::PathBuf::as_path).collect();
        output_file::check(path, &inputs)?;
    }
    let process = InProcess { pipeline: args.pipeline.clone(), time_limit: Duration::from_secs(300), verbose: false };
    let bar = super::progress::bar(0);
    let report = bench::run(&settings(args)?, &mut |request| process.transform(request), &mut |progress| {
        show(&bar, progress);
    });
    bar.finish_and_clear();
    let report = report?;
    if let Some(path) = &args.json {
        output_file::write(path, to_json(&report)?.as_bytes(), &[])?;
    }
    match args.format {
        Format::Text => output::result(report.to_text().trim_end()),
        Format::Json => output::result(to_json(&report)?.trim_end()),
    }
    Ok(if report.is_good() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn settings(args: &BenchArgs) -> Result<bench::Settings, Error> {
    let against = args.against.iter().map(|command| CCompiler::parse(command)).collect::<Result<Vec<_>, _>>()?;
    let compiler = match (&args.cc, args.against.first()) {
        (Some(command), _) | (None, Some(command)) => CCompiler::parse(command)?,
        (None, None) => super::cc::real_compiler(None)?,
    };
    let mut flags = Vec::new();
    for text in &args.flags {
        let words = shlex::split(text).ok_or_else(|| Error::User(format!("--flags={text}: a quote is not closed")))?;
        flags.extend(words.into_iter().map(OsString::from));
    }
    if args.tolerance.is_nan() || args.tolerance < 0.0 {
        return Err(Error::User("--tolerance needs a number that is not negative".to_owned()));
    }
    let n_processors = std::thread::available_parallelism().map_or(1, usize::from);
    Ok(bench::Settings {
        files: args.files.clone(),
        with: args.with.clone(),
        flags,
        against,
        polymill: cc::Settings {
            compiler,
            force: false,
            reassociate: args.pipeline.reassociate.then_some(true),
            keep: None,
            verbose: false,
        },
        size: args.size,
        n_trials: args.trials as usize,
        n_threads: args.threads.map_or(n_processors, |n| n as usize),
        time_limit: Duration::from_secs(args.timeout),
        tolerance: args.tolerance,
    })
}

fn to_json(report: &Report) -> Result<String, Error> {
    let text = serde_json::to_string_pretty(report).map_err(|error| Error::Bug(error.to_string()))?;
    Ok(text + "\n")
}

fn show(bar: &ProgressBar, progress: &Progress) {
    bar.set_length(progress.n_steps as u64);
    bar.set_position(progress.n_done as u64);
    bar.set_message(progress.doing.clone());
}
