//! Loops of a schedule.

use clap::Args;
use polymill_lower::emit::{self, EmitOptions};
use polymill_lower::{Tidying, lower};

use super::Outcome;
use super::input::Input;
use super::map::{PassArgs, run_passes};
use super::verify::check_loops;

#[derive(Debug, Args)]
pub struct LowerArgs {
    /// Only what printing needs
    #[arg(long)]
    untidy: bool,
    #[command(flatten)]
    passes: PassArgs,
}

/// Prints the loops of each GDG after the passes as C, and replays them.
pub(super) fn run(mut input: Input, args: &LowerArgs) -> Result<Outcome, String> {
    let before = input.program.clone();
    run_passes(&mut input, &args.passes)?;
    let tidying = if args.untidy { Tidying::none() } else { Tidying::default() };
    let nests: Vec<_> = input.program.gdgs().iter().map(|gdg| lower(gdg, &tidying)).collect();
    if let Some(error) = nests.iter().find_map(|nest| nest.as_ref().err()) {
        return Ok(Outcome::error(None, error.to_string()));
    }
    check_loops(&before, &input.program, |id| nests[id.index()].as_ref())?;
    let mut text = String::new();
    for (gdg, nest) in input.program.gdgs().iter().zip(nests.iter().flatten()) {
        let options = EmitOptions { original: "  original code;\n".to_owned(), ..EmitOptions::default() };
        text += &emit::print_region(gdg, nest, &options).map_err(|error| error.to_string())?.code;
    }
    Ok(input.outcome(text))
}
