//! `polymill verify`

use clap::Args;

use super::{InputArgs, PipelineArgs};

/// Prove and try that the transformed program computes what the original does
///
/// Checks that the schedule respects every dependence, replays the loops at small sizes, and runs original and
/// transformed program on the same random data; prints the smallest counterexample there is.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct VerifyArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub pipeline: PipelineArgs,
}

const AFTER_HELP: &str = "\
Examples:
  polymill verify kernel.c
  polymill verify kernel.c -Iinclude --tile-sizes=5,7

Exit code: 0 all is well, 1 a difference was found or the file could not be read, 2 the command line is wrong.";
