//! Loops of a schedule.

use clap::Args;
use polymill_lower::emit::{EmitOptions, c};
use polymill_lower::{Tidying, lower};

use super::Outcome;
use super::input::Input;
use super::map::{PassArgs, run_passes};

#[derive(Debug, Args)]
pub struct LowerArgs {
    /// Only what printing needs
    #[arg(long)]
    untidy: bool,
    #[command(flatten)]
    passes: PassArgs,
}

/// Prints the loops of each GDG after the passes as C.
pub(super) fn run(mut input: Input, args: &LowerArgs) -> Result<Outcome, String> {
    run_passes(&mut input, &args.passes)?;
    let tidying = if args.untidy { Tidying::none() } else { Tidying::default() };
    let mut text = String::new();
    for gdg in input.program.gdgs() {
        let nest = match lower(gdg, &tidying) {
            Ok(nest) => nest,
            Err(error) => return Ok(Outcome::error(None, error.to_string())),
        };
        let options = EmitOptions { original: "  original code;\n".to_owned(), ..EmitOptions::default() };
        text += &c::print_region(gdg, &nest, &options).map_err(|error| error.to_string())?.code;
    }
    Ok(Outcome::text(text).with_diagnostics(&input.remarks, &input.sources))
}
