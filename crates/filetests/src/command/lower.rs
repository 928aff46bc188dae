//! Loops of a schedule.

use clap::Args;
use polymill_diagnostics::SourceMap;
use polymill_isl as isl;
use polymill_lower::emit::{EmitOptions, c};
use polymill_lower::{Tidying, lower};

use super::map::{PassArgs, run_passes};
use super::{Outcome, gdg};
use crate::test_file::TestFile;

#[derive(Debug, Args)]
pub struct LowerArgs {
    /// Only what printing needs
    #[arg(long)]
    untidy: bool,
    #[command(flatten)]
    passes: PassArgs,
}

/// Prints the loops of each GDG after the passes as C.
pub(super) fn run(file: &TestFile, args: &LowerArgs) -> Result<Outcome, String> {
    let ctx = isl::Context::new().map_err(|error| error.to_string())?;
    let mut program = match gdg::read(&ctx, file) {
        Ok(program) => program,
        Err(outcome) => return Ok(outcome),
    };
    let mapped = run_passes(&mut program, &args.passes)?;
    let tidying = if args.untidy { Tidying::none() } else { Tidying::default() };
    let mut text = String::new();
    for gdg in program.gdgs() {
        let nest = match lower(gdg, &tidying) {
            Ok(nest) => nest,
            Err(error) => return Ok(Outcome::error(None, error.to_string())),
        };
        let region = c::print_region(gdg, &nest, &EmitOptions::default()).map_err(|error| error.to_string())?;
        text += &region.code;
    }
    Ok(Outcome::text(text).with_diagnostics(&mapped.remarks, &SourceMap::default()))
}
