//! `polymill matrix`

use std::path::PathBuf;

use clap::Args;

/// Check a sparse matrix, say what is in it, and write it for the kernels
///
/// Reads a Matrix Market file: format coordinate; field real, integer or pattern; general, symmetric or skew-symmetric. The
/// report says how long its rows are, on how many diagonals it has elements, and how much of the blocks of a block format
/// it would fill.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct MatrixArgs {
    /// The Matrix Market file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Write the matrix in compressed rows to OUT, for programs of kernels/dynamic
    #[arg(long, value_name = "OUT")]
    pub csr: Option<PathBuf>,
}

const AFTER_HELP: &str = "\
Example:
  polymill matrix web.mtx --csr=web.csr
  polymill cc -O3 -march=native kernels/dynamic/spmv.c -o spmv -lm
  ./spmv --csr=web.csr

Exit code: 0 all is well, 1 the file could not be read or written, 2 the command line is wrong.";
