//! `polymill profile`

use std::path::PathBuf;

use clap::Args;

/// Sum up which versions of loop nests ran how often, for `--profile`
///
/// A program whose code was made with `--dispatch=trace` counts which version of each loop nest runs how often with which
/// parameters. When it ends, it appends the counts to the file that POLYMILL_TRACE names, or writes them to standard
/// error. With the sums, versions that run often are found with fewer tests, and those that never ran are left out.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct ProfileArgs {
    /// What traced programs wrote
    #[arg(required = true, value_name = "FILE")]
    pub traces: Vec<PathBuf>,
    /// Where to write the sums; otherwise to standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

const AFTER_HELP: &str = "\
Example:
  polymill cc --polymill-dispatch=trace -O3 program.c -o program
  POLYMILL_TRACE=trace.txt ./program
  polymill profile trace.txt -o program.toml
  polymill cc --polymill-profile=program.toml -O3 program.c -o program";
