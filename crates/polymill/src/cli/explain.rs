//! `polymill explain`

use clap::Args;

use super::{Format, InputArgs, PipelineArgs};

/// Say for each loop what was done, and what stands in the way
///
/// Per loop: parallel, tiled, vectorized or not, and why not, with the dependence in the way and a concrete witness.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct ExplainArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// How it is written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    #[command(flatten)]
    pub pipeline: PipelineArgs,
}

const AFTER_HELP: &str = "\
Examples:
  polymill explain kernel.c
  polymill explain kernel.c --reassociate           what if sums may be reordered?
  polymill explain kernel.c --format=json

Exit code: 0 all is well, 1 the file could not be read, 2 the command line is wrong.";
