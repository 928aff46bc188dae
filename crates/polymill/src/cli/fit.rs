//! `polymill fit`

use std::path::PathBuf;

use clap::Args;

use super::PipelineArgs;
use super::bench::RunArgs;

/// Time programs in several orders of their loops, and say how well the model ranks these
///
/// Builds each program with the order that Polymill takes, with the next best ones, with tiles of other sizes, in one thread and as
/// written; adds what each is predicted to take and what it takes to a table; and prints how often of two orders of a program the one
/// is faster that is predicted to be, and how much longer the order that Polymill takes runs than the fastest. Every other program is
/// held out: a model may be made to fit the others. Programs are built on kernels/harness.h.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct FitArgs {
    /// The programs; without any, the table is only looked at
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The table, as comma-separated values: lines are added, in place of those of the same programs, sizes and threads
    #[arg(long, value_name = "FILE")]
    pub table: PathBuf,
    /// The C compiler behind Polymill, with its flags
    #[arg(long, value_name = "COMMAND", default_value = "cc -O3 -march=native -ffast-math")]
    pub cc: String,
    #[command(flatten)]
    pub run: RunArgs,
    /// How often each order is timed, in one process
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    pub trials: u32,
    #[command(flatten)]
    pub pipeline: PipelineArgs,
}

const AFTER_HELP: &str = "\
Examples:
  polymill fit kernels/*.c --size=medium --table=fit.csv    time, and add to the table
  polymill fit --table=fit.csv                              look at the table";
