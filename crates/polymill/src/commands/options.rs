//! The library's options from the command line's.

use polymill::{Compiler, Error, Options, StrategyName, output_file};
use polymill_mapper::{Machine, Settings};

use crate::cli::{self, PipelineArgs};

/// The compiler that the flags ask for.
pub fn compiler(args: &PipelineArgs) -> Result<Compiler, Error> {
    let machine = match &args.machine {
        None => Machine::host(),
        Some(path) => Machine::from_toml(&output_file::read(path)?)
            .map_err(|error| Error::User(format!("{}: {error}", path.display())))?,
    };
    let default = Settings::default();
    let settings = Settings {
        reassociate: args.reassociate,
        parallel: !args.sequential,
        tile_sizes: args.tile_sizes.clone(),
        budget: args.budget.unwrap_or(default.budget),
        typical_size: args.typical_size.unwrap_or(default.typical_size),
    };
    let strategy = match args.strategy {
        cli::StrategyName::Openmp => StrategyName::OpenMp,
        cli::StrategyName::Original => StrategyName::Original,
    };
    Ok(Compiler::new(Options { machine, strategy, settings }))
}
