//! `polymill opt`

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{Format, InputArgs, PipelineArgs};

/// Transform a C file into another C file
///
/// The output is the input with its loop nests replaced; everything else stays byte for byte. What is between
/// `#pragma scop` and `#pragma endscop` is transformed; without such pragmas, the largest regions that qualify.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct OptArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// Where the result goes; `-` and no -o: standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print the program at a stage instead of C
    #[arg(long, value_name = "STAGE", value_enum, value_delimiter = ',')]
    pub print: Vec<Stage>,
    /// Run regions in the order of a schedule of your own, if that is legal; other regions stay as they are
    ///
    /// A line `gdg NAME` says which region, as `--print=gdg` names it, and which loops are to run in parallel: `gdg NAME
    /// parallel 0` for the first dimension of the times. Below stands a relation from statement instances to
    /// times, such as `{ S0[i] -> [0, i]; S1[i] -> [1, i] }`, or a schedule tree as `--print=schedule` prints it. An instance
    /// with several times runs again at each of them. Or it is a JSCoP file, as Polly exports it, with other schedules in it, or an OpenScop file. The
    /// result is proven to compute the same values, or refused.
    #[arg(long, value_name = "FILE")]
    pub schedule: Option<PathBuf>,
    /// For --print=jscop: a file that Polly wrote for the region, whose statements get the new schedules
    #[arg(long, value_name = "FILE")]
    pub like: Option<PathBuf>,
    /// Say how long reading, raising and each pass took
    #[arg(long)]
    pub timings: bool,
    /// How remarks are written to standard error
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// For loops over the rows of a sparse matrix, add functions that convert it to a faster format, to be read many times
    #[arg(long)]
    pub formats: bool,
    /// Say nothing about loops that stay as they are
    #[arg(short, long)]
    pub quiet: bool,
    #[command(flatten)]
    pub pipeline: PipelineArgs,
    /// Write a summary as JSON; used by `polymill cc`
    #[arg(long, value_name = "FILE", hide = true)]
    pub summary: Option<PathBuf>,
}

/// A stage of the pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Stage {
    /// The statements, arrays, accesses and original order: the IR
    Gdg,
    /// What depends on what
    Dependences,
    /// The schedule tree after all passes
    Schedule,
    /// The order after all passes as JSCoP, for Polly; with --like
    Jscop,
    /// The loops that are printed as C
    Loops,
}

const AFTER_HELP: &str = "\
Examples:
  polymill opt kernel.c -o kernel.opt.c && cc -O3 -fopenmp kernel.opt.c -o kernel -lm
  polymill opt kernel.c -Iinclude -DN=1000 -std=c99 -o kernel.opt.c
  polymill opt kernel.c --print=dependences
  polymill opt kernel.c --schedule=overlapped.txt -o kernel.opt.c
  polymill opt kernel.c --schedule='kernel___%entry---%exit.jscop'
  polymill opt --formats spmv.c -o spmv.opt.c      add functions that convert a sparse matrix, and use it
  polymill opt kernel.c --strategy=original        only raise and lower, in the source's order

Exit code: 0 all is well, 1 nothing was produced, 2 the command line is wrong.";
