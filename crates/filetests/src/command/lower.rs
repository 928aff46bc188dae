//! Loops of a schedule.

use clap::Args;
use polymill_isl as isl;
use polymill_lower::emit::{EmitOptions, c};
use polymill_lower::{Tidying, lower};

use super::{Outcome, gdg};
use crate::test_file::TestFile;

#[derive(Debug, Args)]
pub struct LowerArgs {
    /// Only what printing needs
    #[arg(long)]
    untidy: bool,
}

/// Prints the loops of each GDG as C.
pub(super) fn run(file: &TestFile, args: &LowerArgs) -> Result<Outcome, String> {
    let ctx = isl::Context::new().map_err(|error| error.to_string())?;
    let program = match gdg::read(&ctx, file) {
        Ok(program) => program,
        Err(outcome) => return Ok(outcome),
    };
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
    Ok(Outcome::text(text))
}
