//! `polymill verify`

use std::path::PathBuf;

use clap::Args;

use super::{CArgs, Format, PipelineArgs};

/// Prove and try that the transformed program computes what the original does
///
/// For each region: proves that the new order keeps every dependence, taken from the definition; replays the generated
/// loops at small sizes, instance by instance, against the source's order; and runs the function before and after on
/// the same random data, built by the C compiler, and compares bit for bit. What is wrong comes with the smallest
/// counterexample; what cannot be checked, with the reason.
///
/// With --random, no file is read: random programs go through all of this. Those that fail are made small and written
/// to files.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct VerifyArgs {
    /// The C file; NAME.i is preprocessed already
    #[arg(value_name = "FILE", required_unless_present = "random")]
    pub file: Option<PathBuf>,
    /// The seed of random data and of the first random program
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Values of integer arguments when functions are run
    #[arg(long, value_name = "N,N,...", value_delimiter = ',', default_values_t = [1, 2, 3, 8, 17, 40])]
    pub sizes: Vec<i64>,
    /// Numbers of threads that the transformed program is run with
    #[arg(long, value_name = "N,N,...", value_delimiter = ',', default_values_t = [1, 2, 5])]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub threads: Vec<u32>,
    /// The longest time in seconds that one run may take
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    pub timeout: u64,
    /// How the report is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Try this many random programs instead of a file
    #[arg(long, value_name = "COUNT", conflicts_with = "file", help_heading = "Random programs")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub random: Option<u64>,
    /// Draw the options of Transformation and Versions at random, other ones for each ten programs
    #[arg(long, requires = "random", help_heading = "Random programs")]
    pub random_options: bool,
    /// Where random programs that fail are written
    #[arg(long, value_name = "DIR", default_value = ".", help_heading = "Random programs")]
    pub failures: PathBuf,
    /// How many of the random programs that fail are made small
    #[arg(long, value_name = "N", default_value_t = 3, help_heading = "Random programs")]
    pub reduce: usize,
    /// Random programs that take more seconds than this to transform are left out, as are those that run longer than
    /// --timeout
    #[arg(long, value_name = "SECONDS", default_value_t = 5, help_heading = "Random programs")]
    pub patience: u64,
    /// Print the random programs instead of trying them
    #[arg(long, requires = "random", help_heading = "Random programs")]
    pub print: bool,
    /// Transform and check the file as a random program and print the result as JSON; used by --random
    #[arg(long, hide = true, requires = "file")]
    pub transform: bool,
    #[command(flatten)]
    pub c: CArgs,
    #[command(flatten)]
    pub pipeline: PipelineArgs,
}

const AFTER_HELP: &str = "\
Examples:
  polymill verify kernel.c
  polymill verify kernel.c -Iinclude --tile-sizes=5,7 --sizes=1,6,50
  polymill verify kernel.c --strategy=original         only raising and lowering, in the source's order
  polymill verify --random=1000 --seed=1               random programs 1 to 1000
  polymill verify --random=1000 --random-options       the same, with other options for each ten programs
  polymill verify --random=1 --seed=17 -- -O3          program 17 again, built with -O3
  polymill verify --random=1 --seed=17 --print         what is in program 17?
  polymill bench kernel.c --tolerance=0                compare whole programs

Exit code: 0 all that could be checked agrees, 1 a difference was found or the file could not be read, 2 the command
line is wrong.";
