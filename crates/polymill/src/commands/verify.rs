//! `polymill verify`

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use polymill::verify::{self, Report, Settings, Verified};
use polymill::{Compiler, Error, output_file};
use polymill_isl as isl;
use polymill_native::CCompiler;
use serde::Serialize;

use crate::cli::{Format, VerifyArgs, output};

pub fn run(args: &VerifyArgs) -> Result<ExitCode, Error> {
    let compiler = super::options::compiler(&args.pipeline)?;
    let is_good = match (&args.file, args.random) {
        (Some(file), _) if args.transform => {
            super::random::transform(args, &compiler, file)?;
            true
        }
        (Some(file), _) if file.extension().is_some_and(|extension| extension == "gdg") => {
            let program = compiler.read_gdg(&isl::Context::new()?, &output_file::read(file)?)?;
            show(&verify::verify_program(&compiler, program)?, args.format)?
        }
        (Some(file), _) => verify_c(args, file, &compiler)?,
        (None, count) => super::random::run(args, count.unwrap_or(0))?,
    };
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn verify_c(args: &VerifyArgs, file: &Path, compiler: &Compiler) -> Result<bool, Error> {
    let raised = super::raise_c(file, &args.c, output_file::read_bytes(file)?)?;
    let has_errors = raised.has_errors();
    let cc = super::cc::real_compiler(args.c.cc.as_deref())?;
    let settings = Settings {
        cc: &cc,
        flags: flags(args, &cc, "-O2"),
        sizes: args.sizes.clone(),
        threads: args.threads.iter().map(|n| *n as usize).collect(),
        seed: args.seed,
        time_limit: Duration::from_secs(args.timeout),
    };
    let Verified { report, diagnostics, sources } = verify::verify(compiler, raised, &settings)?;
    // Where nothing is checked, remarks say why.
    for diagnostic in diagnostics.iter().filter(|diagnostic| diagnostic.is_error() || report.regions.is_empty()) {
        output::diagnostic(diagnostic, &sources, args.format);
    }
    Ok(show(&report, args.format)? && !has_errors)
}

/// The flags to build with: as fast as asked for, or like this.
pub fn flags(args: &VerifyArgs, cc: &CCompiler, optimized: &str) -> Vec<OsString> {
    let given = args.c.flags_when_preprocessed();
    let from_compiler = cc.flags().iter().map(|flag| flag.to_string_lossy());
    let asked = given.iter().map(|flag| flag.as_str().into()).chain(from_compiler).any(|flag| flag.starts_with("-O"));
    let optimized = (!asked).then(|| optimized.into());
    optimized.into_iter().chain(given.iter().map(OsString::from)).collect()
}

fn show(report: &Report, format: Format) -> Result<bool, Error> {
    match format {
        Format::Text => output::result(report.to_text().trim_end()),
        Format::Json => output::result(to_json(report)?),
    }
    Ok(report.is_good())
}

/// A result for tools.
pub fn to_json(value: &impl Serialize) -> Result<String, Error> {
    serde_json::to_string_pretty(value).map_err(|error| Error::Bug(error.to_string()))
}
