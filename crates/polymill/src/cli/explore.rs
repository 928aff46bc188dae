//! `polymill explore`

use std::path::PathBuf;

use clap::Args;
use polymill_mapper::Overlap;

use super::{Format, InputArgs};

/// Count what storing or computing again costs, for all strategies and tile sizes
///
/// Takes a region of stages that follow each other, as filters of an image or layers of a network, and runs it in strips: step
/// by step along the outer loop, each stage computes what the later ones need next, in buffers that roll along. What two strips
/// need is left in memory (`global`), in a local buffer (`local`), or computed again (`recompute`). Prints for each way the
/// bytes of buffers and the accesses to memory, counted symbolically and by a run. Each way is proven to compute the same.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct ExploreArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// Values of the parameters
    #[arg(long, value_name = "NAME=N,...", value_delimiter = ',', value_parser = parse_size)]
    pub sizes: Vec<(String, i64)>,
    /// Iterations in a strip: `32`, `1,4,16`, `1..512*2`, `16..64+16`
    #[arg(long, value_name = "N,...", default_value = "1..512*2")]
    pub tiles: String,
    /// What becomes of values that two strips need
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', default_value = "global,local,recompute")]
    pub strategies: Vec<Overlap>,
    /// The most bytes that buffers may take
    #[arg(long, value_name = "BYTES", value_parser = clap::value_parser!(i64).range(1..))]
    pub buffer: Option<i64>,
    /// The region, as `polymill opt --print=gdg` names it; otherwise the first one that can run in strips
    #[arg(long, value_name = "NAME")]
    pub region: Option<String>,
    /// Read the file once for each value of a macro
    #[arg(long, value_name = "MACRO=N,...")]
    pub each: Option<String>,
    /// Count instructions as well, with valgrind
    #[arg(long, conflicts_with = "no_run")]
    pub instructions: bool,
    /// Count symbolically only
    #[arg(long)]
    pub no_run: bool,
    /// Print accesses to memory as functions of the parameters
    #[arg(long)]
    pub formulas: bool,
    /// Write all numbers as comma-separated values to FILE
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Draw accesses to memory over the size of buffers into FILE
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Write numbers and drawings into a folder: of all, of each value of --each, and of instructions if counted
    #[arg(long, value_name = "DIR")]
    pub report: Option<PathBuf>,
    /// How the report is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

const AFTER_HELP: &str = "\
Examples:
  polymill explore blur.c --sizes=rows=1080,columns=1920
  polymill explore blur.c --sizes=rows=1080,columns=1920 --tiles=16..128*2 --buffer=32768 --svg=blur.svg
  polymill explore convolutions.c --sizes=rows=320,columns=480 --each=K=3,5,7,9 --report=results

Exit code: 0 all is well, 1 a run does not confirm the numbers or nothing was found, 2 the command line is wrong.";

fn parse_size(text: &str) -> Result<(String, i64), String> {
    let wrong = || format!("`{text}` is no size; expected NAME=N, such as rows=320");
    let (name, value) = text.split_once('=').filter(|(name, _)| !name.is_empty()).ok_or_else(wrong)?;
    Ok((name.to_owned(), value.parse().map_err(|_| wrong())?))
}
