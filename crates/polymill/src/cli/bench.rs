//! `polymill bench`

use std::path::PathBuf;

use clap::Args;
use polymill::bench::{Size, Sweep};

use super::{Format, PipelineArgs};

/// Time programs built by other compilers and by Polymill
///
/// Builds each file with each compiler and with Polymill, runs the programs in turn, compares their results, and prints
/// medians and ratios. A file is a program by itself: built on kernels/harness.h, on PolyBench's polybench.h (its
/// utilities are found in a folder above), or any other, which is then timed as a process and must print the same.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct BenchArgs {
    /// The programs
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// A compiler to compare with, with its flags; may be given several times. The first one's results are the reference
    #[arg(long, value_name = "COMMAND", default_value = "cc -O3 -march=native")]
    pub against: Vec<String>,
    /// The real compiler behind Polymill, with its flags; otherwise the first of --against
    #[arg(long, value_name = "COMMAND")]
    pub cc: Option<String>,
    /// Flags for every compiler, split as a shell does
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true)]
    pub flags: Vec<String>,
    /// A source that goes into every program
    #[arg(long, value_name = "FILE")]
    pub with: Vec<PathBuf>,
    #[command(flatten)]
    pub run: RunArgs,
    /// How often each program is run; five times as often if it takes less than 50 ms
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    pub trials: u32,
    /// How far results may differ, relative to their size; 0: not in a single bit
    #[arg(long, value_name = "X", default_value_t = 1e-6)]
    pub tolerance: f64,
    /// Write all measurements as JSON to FILE
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// How the report is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Run one program with these values of a parameter, with one thread, all threads and versions for different sizes
    #[arg(long, value_name = "NAME=VALUES", help_heading = "Sweep")]
    pub sweep: Option<Sweep>,
    /// Write the times of the sweep as comma-separated values to FILE
    #[arg(long, value_name = "FILE", requires = "sweep", help_heading = "Sweep")]
    pub csv: Option<PathBuf>,
    /// Draw the times of the sweep into FILE
    #[arg(long, value_name = "FILE", requires = "sweep", help_heading = "Sweep")]
    pub svg: Option<PathBuf>,
    #[command(flatten)]
    pub pipeline: PipelineArgs,
}

/// How programs are run.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// The problem size; otherwise each program's own
    #[arg(long, value_parser = parse_size, value_name = "mini|small|medium|large|extralarge")]
    pub size: Option<Size>,
    /// OpenMP threads, each bound to a core unless OMP_PLACES or the like says otherwise; one for each processor if not
    /// given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub threads: Option<u32>,
    /// The longest time in seconds that one run may take
    #[arg(long, value_name = "SECONDS", default_value_t = 300)]
    pub timeout: u64,
}

impl RunArgs {
    /// OpenMP threads.
    pub fn n_threads(&self) -> usize {
        let n_processors = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(n_processors, |n| n as usize)
    }
}

const AFTER_HELP: &str = "\
Examples:
  polymill bench kernels/gemm.c
  polymill bench kernels/*.c --size=large --against \"clang -O3 -march=native\" --against \"gcc -O3 -march=native\"
  polymill bench polybench/stencils/*/*.c --against \"clang -O3 -march=native -ffast-math\" --json stencils.json
  polymill bench kernels/layers/fc.c --sweep=Q=1..512*2 --svg=fc.svg
  polymill bench mine.c --with=helpers.c --flags=\"-Iinclude -DN=1000\" --tolerance=0

Exit code: 0 all is well, 1 a program failed or its results differ, 2 the command line is wrong.";

fn parse_size(text: &str) -> Result<Size, String> {
    let names = || Size::ALL.map(Size::name).join(", ");
    let found = Size::ALL.into_iter().find(|size| size.name() == text);
    found.ok_or_else(|| format!("sizes are {}", names()))
}
