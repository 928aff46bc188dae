//! `polymill bench`

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use indicatif::ProgressBar;
use polymill::bench::{self, Sweep, Variant};
use polymill::{Error, cc, output_file};
use polymill_native::CCompiler;
use serde::Serialize;

use super::transform::InProcess;
use crate::cli::{BenchArgs, Format, PipelineArgs, output};

/// Times programs; with `--sweep` one program over a range of sizes.
pub fn run(args: &BenchArgs) -> Result<ExitCode, Error> {
    let inputs: Vec<_> = args.files.iter().map(PathBuf::as_path).collect();
    for path in [&args.json, &args.csv, &args.svg].into_iter().flatten() {
        output_file::check(path, &inputs)?;
    }
    let settings = settings(args)?;
    let bar = super::progress::bar(0);
    let is_good = match &args.sweep {
        None => programs(args, &settings, &bar),
        Some(values) => sweep(args, &settings, values, &bar),
    }?;
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns whether all is well.
fn programs(args: &BenchArgs, settings: &bench::Settings, bar: &ProgressBar) -> Result<bool, Error> {
    let mut transform = transform(args.pipeline.clone());
    let report = bench::run(settings, &mut transform, &mut |progress| super::progress::show(bar, progress));
    bar.finish_and_clear();
    let report = report?;
    print(args, &report, &report.to_text())?;
    Ok(report.is_good())
}

/// Returns whether all is well.
fn sweep(args: &BenchArgs, settings: &bench::Settings, values: &Sweep, bar: &ProgressBar) -> Result<bool, Error> {
    let unversioned = PipelineArgs { max_versions: Some(1), ..args.pipeline.clone() };
    let sequential = PipelineArgs { sequential: true, ..unversioned.clone() };
    let variants = [("one thread", sequential), ("all threads", unversioned), ("versions", args.pipeline.clone())];
    let variant =
        |(name, pipeline): (&str, PipelineArgs)| Variant { name: name.to_owned(), transform: transform(pipeline) };
    let report = bench::sweep(settings, values, &mut variants.map(variant), &mut |progress| {
        super::progress::show(bar, progress)
    });
    bar.finish_and_clear();
    let report = report?;
    print(args, &report, &report.to_text())?;
    if let Some(path) = &args.csv {
        output_file::write(path, report.to_csv().as_bytes(), &[])?;
    }
    if let Some(path) = &args.svg {
        output_file::write(path, report.to_svg()?.as_bytes(), &[])?;
    }
    Ok(report.is_good())
}

fn transform(pipeline: PipelineArgs) -> Box<cc::Transform<'static>> {
    let process = InProcess { pipeline, time_limit: Duration::from_secs(300), verbose: false };
    Box::new(move |request| process.transform(request))
}

fn print(args: &BenchArgs, report: &impl Serialize, text: &str) -> Result<(), Error> {
    let json = || {
        let text = serde_json::to_string_pretty(report).map_err(|error| Error::Bug(error.to_string()))?;
        Ok::<_, Error>(text + "\n")
    };
    if let Some(path) = &args.json {
        output_file::write(path, json()?.as_bytes(), &[])?;
    }
    match args.format {
        Format::Text => output::result(text.trim_end()),
        Format::Json => output::result(json()?.trim_end()),
    }
    Ok(())
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
    Ok(bench::Settings {
        files: args.files.clone(),
        with: args.with.clone(),
        flags,
        against,
        polymill: in_front_of(compiler, &args.pipeline),
        size: args.run.size,
        n_trials: args.trials as usize,
        n_threads: args.run.n_threads(),
        time_limit: Duration::from_secs(args.run.timeout),
        tolerance: args.tolerance,
    })
}

/// How the stand-in for the compiler builds, in front of the real one.
pub(super) fn in_front_of(compiler: CCompiler, pipeline: &PipelineArgs) -> cc::Settings {
    let reassociate = pipeline.reassociate.then_some(true);
    cc::Settings { compiler, force: false, reassociate, keep: None, verbose: false }
}
