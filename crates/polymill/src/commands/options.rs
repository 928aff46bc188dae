//! The library's options from the command line's.

use polymill::{Compiler, Error, Options, Profile, StrategyName, machine_model};
use polymill_mapper::{Placement, PlacementTest, Restart, Settings, TripCount};

use crate::cli::{self, PipelineArgs};

/// The compiler that the flags ask for.
pub fn compiler(args: &PipelineArgs) -> Result<Compiler, Error> {
    let machine = match &args.machine {
        None => machine_model::this_machine()?,
        Some(path) => machine_model::read(path)?,
    };
    let default = Settings::default();
    let settings = Settings {
        reassociate: args.reassociate,
        parallel: !args.sequential,
        pack: default.pack,
        tile_sizes: args.tile_sizes.clone(),
        budget: args.budget.unwrap_or(default.budget),
        total_budget: default.total_budget,
        typical_size: args.typical_size,
        usual: args.usual.iter().cloned().collect(),
        rank: args.rank,
        max_versions: args.max_versions.map_or(default.max_versions, |n| n as usize),
        restart: match args.versioning {
            cli::Restart::Partial => Restart::Partial,
            cli::Restart::Full => Restart::Full,
        },
        placement: Placement {
            test: match args.placement_test {
                cli::PlacementTest::Work => PlacementTest::Work,
                cli::PlacementTest::Occupation => PlacementTest::Occupation,
            },
            occupancy: args.occupancy.clone(),
            trip_count: match args.trip_count {
                cli::TripCount::Maximum => TripCount::Maximum,
                cli::TripCount::Average => TripCount::Average,
                cli::TripCount::Minimum => TripCount::Minimum,
            },
        },
        recompute: args.recompute.clone(),
        strips: args.strips,
        effort: default.effort,
    };
    let strategy = match args.strategy {
        cli::StrategyName::Openmp => StrategyName::OpenMp,
        cli::StrategyName::Original => StrategyName::Original,
    };
    let profile = args.profile.as_deref().map(Profile::read).transpose()?.unwrap_or_default();
    Ok(Compiler::new(Options {
        machine,
        strategy,
        settings,
        check_contexts: args.check_contexts,
        trace_dispatch: args.dispatch == cli::Dispatch::Trace,
        profile,
        formats: false,
    }))
}
