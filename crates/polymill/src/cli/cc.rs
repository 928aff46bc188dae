//! `polymill cc`: a C compiler's command line with a few options of our own on it.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Command, FromArgMatches};

use super::PipelineArgs;

/// What our options on a compiler's command line begin with, so that they never clash with the compiler's.
const PREFIX: &str = "polymill-";

/// Stand in for the C compiler: transform C sources, then compile them
///
/// Takes a C compiler's command line as it is. Sources that are compiled for speed (-O, -O1, -O2, -O3, -Ofast) are
/// transformed first; everything else passes through to the real compiler. -ffast-math and -fassociative-math allow
/// floating-point operations to be reordered. When something goes wrong on our side, the original is compiled.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct CcArgs {
    /// The real compiler; otherwise $POLYMILL_CC, otherwise cc
    #[arg(long, value_name = "COMMAND")]
    pub cc: Option<String>,
    /// Transform also without -O, and with -O0, -Og, -Os, -Oz
    #[arg(long)]
    pub force: bool,
    /// Say what is transformed and what is not, and why
    #[arg(long)]
    pub verbose: bool,
    /// Keep the transformed files in DIR
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
    /// Stop transforming a file after N seconds and compile the original
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub time_limit: u64,
    #[command(flatten)]
    pub pipeline: PipelineArgs,
    /// The compiler's command line
    #[arg(skip)]
    pub args: Vec<OsString>,
}

const AFTER_HELP: &str = "\
These options are also read from $POLYMILL_FLAGS.

Examples:
  polymill cc -O3 -march=native -c kernel.c -o kernel.o
  make CC=\"polymill cc\"
  CC=\"polymill cc\" cmake -B build -DCMAKE_BUILD_TYPE=Release
  POLYMILL_CC=clang POLYMILL_FLAGS=--polymill-verbose ./configure CC=\"polymill cc\"";

impl CcArgs {
    /// Parses `polymill cc ARGS...`: our options by their prefix, the rest as they are.
    pub fn parse(words: Vec<OsString>) -> Result<CcArgs, clap::Error> {
        let from_environment = std::env::var("POLYMILL_FLAGS").unwrap_or_default();
        let from_environment = shlex::split(&from_environment).unwrap_or_default().into_iter().map(OsString::from);
        let is_ours = |word: &OsString| word.to_string_lossy().starts_with("--polymill-");
        let (ours, args): (Vec<_>, Vec<_>) = words.into_iter().skip(2).partition(is_ours);
        let words = std::iter::once("polymill cc".into()).chain(from_environment).chain(ours);
        let matches = cc_command().try_get_matches_from(words)?;
        let mut parsed = CcArgs::from_arg_matches(&matches)?;
        parsed.args = args;
        Ok(parsed)
    }
}

/// The subcommand with its options renamed, and the compiler's line shown in its usage.
pub fn as_compiler(command: Command) -> Command {
    let renamed = command.mut_args(|arg| match arg.get_long().map(|long| format!("{PREFIX}{long}")) {
        Some(long) if arg.get_action().takes_values() => arg.long(long).require_equals(true),
        Some(long) => arg.long(long),
        None => arg,
    });
    let help = clap::Arg::new("help")
        .long("polymill-help")
        .action(clap::ArgAction::Help)
        .help("Print help (--help is the real compiler's)");
    renamed
        .disable_help_flag(true)
        .disable_version_flag(true)
        .arg(help)
        .override_usage("polymill cc [--polymill-OPTION]... ARGS...")
}

fn cc_command() -> Command {
    as_compiler(CcArgs::augment_args(Command::new("polymill cc")))
}
