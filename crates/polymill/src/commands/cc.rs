//! `polymill cc`

use std::process::ExitCode;
use std::time::Duration;

use polymill::{Error, cc};
use polymill_native::CCompiler;

use super::transform::InProcess;
use crate::cli::CcArgs;

pub fn run(args: &CcArgs) -> Result<ExitCode, Error> {
    let compiler = real_compiler(args.cc.as_deref())?;
    if std::env::var_os(cc::RUNNING).is_some() {
        let name = compiler.to_shell();
        return Err(Error::User(format!("the real compiler `{name}` is polymill itself; set POLYMILL_CC to another")));
    }
    let settings = cc::Settings {
        compiler,
        force: args.force,
        reassociate: args.pipeline.reassociate.then_some(true),
        keep: args.keep.clone(),
        verbose: args.verbose,
    };
    let process = InProcess {
        pipeline: args.pipeline.clone(),
        time_limit: Duration::from_secs(args.time_limit),
        verbose: args.verbose,
    };
    let code = cc::run(&args.args, &settings, &mut |request| process.transform(request), &mut std::io::stderr())?;
    Ok(ExitCode::from(u8::try_from(code).unwrap_or(1)))
}

/// The C compiler behind polymill: as asked for, otherwise `$POLYMILL_CC`, otherwise `cc`.
pub fn real_compiler(asked: Option<&str>) -> Result<CCompiler, Error> {
    let from_environment = std::env::var("POLYMILL_CC").ok().filter(|command| !command.trim().is_empty());
    let command = asked.map(str::to_owned).or(from_environment).unwrap_or_else(|| "cc".to_owned());
    Ok(CCompiler::parse(&command)?)
}
