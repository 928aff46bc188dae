//! Commands that run passes of the mapper.

use clap::{Args, ValueEnum};
use polymill_gdg::Program;
use polymill_mapper::formats::CompressedRows;
use polymill_mapper::{
    Machine, Mapped, Occupancy, Pass, Placement, PlacementTest, Recompute, Restart, Settings, Strategy, TripCount, map,
    registered_passes,
};

use super::Outcome;
use super::input::Input;

#[derive(Debug, Args)]
pub struct PassArgs {
    /// The passes, in order
    names: Vec<String>,
    #[command(flatten)]
    settings: SettingsArgs,
}

/// The mapper's settings.
#[derive(Debug, Args)]
pub struct SettingsArgs {
    #[arg(long)]
    reassociate: bool,
    #[arg(long)]
    sequential: bool,
    #[arg(long, value_delimiter = ',')]
    tile_sizes: Vec<u32>,
    #[arg(long)]
    typical_size: Option<i64>,
    #[arg(long)]
    rank: Option<usize>,
    #[arg(long, default_value = "auto")]
    recompute: Recompute,
    #[arg(long)]
    strips: Option<u32>,
    #[arg(long)]
    budget: Option<u64>,
    #[arg(long)]
    max_versions: Option<usize>,
    #[arg(long)]
    pub(super) check_contexts: bool,
    #[arg(long)]
    pub(super) trace_dispatch: bool,
    #[arg(long)]
    full: bool,
    /// The occupation test, with this occupancy
    #[arg(long, value_delimiter = ',')]
    occupancy: Option<Vec<Occupancy>>,
    #[arg(long, value_enum, default_value_t = WhichTripCount::Maximum)]
    trip_count: WhichTripCount,
    /// The processor grid, in place of the machine's
    #[arg(long, value_delimiter = ',')]
    grid: Vec<u32>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum WhichTripCount {
    Maximum,
    Average,
    Minimum,
}

/// Prints the program after the passes.
pub(super) fn passes(mut input: Input, args: &PassArgs) -> Result<Outcome, String> {
    run_passes(&mut input, args)?;
    Ok(input.outcome(input.program.to_string()))
}

/// Prints the executors of each GDG that goes over the rows of a sparse matrix.
pub(super) fn executors(input: &Input) -> Result<Outcome, String> {
    let mut found = Program::default();
    for gdg in input.program.gdgs() {
        let Some(rows) = CompressedRows::of(gdg).map_err(|error| error.to_string())? else { continue };
        for executor in rows.executors().map_err(|error| error.to_string())? {
            found.add(executor.gdg);
        }
    }
    found.validate().map_err(|error| error.to_string())?;
    Ok(input.outcome(found.to_string()))
}

/// Runs the passes that the arguments name.
pub(super) fn run_passes(input: &mut Input, args: &PassArgs) -> Result<(), String> {
    let passes = args.names.iter().map(|name| pass(name)).collect::<Result<Vec<_>, _>>()?;
    let mapped = run(&mut input.program, &Strategy::new(passes), &args.settings)?;
    input.remarks.extend(mapped.remarks);
    Ok(())
}

/// Prints the candidates that were considered, and marks the one that was chosen.
pub(super) fn candidates(mut input: Input, args: &SettingsArgs) -> Result<Outcome, String> {
    let mapped = run(&mut input.program, &Strategy::openmp(), args)?;
    let mut text = String::new();
    for (id, considered) in &mapped.considered {
        text += &format!("{}\n", input.program.gdg(*id).name);
        for candidate in considered {
            let mark = if candidate.chosen { '*' } else { ' ' };
            let plan = if candidate.plan.is_empty() { String::new() } else { format!(": {}", candidate.plan) };
            text += &format!("{mark} {}{plan}\n", candidate.origin);
        }
    }
    input.remarks.extend(mapped.remarks);
    Ok(input.outcome(text))
}

fn run(program: &mut Program, strategy: &Strategy, args: &SettingsArgs) -> Result<Mapped, String> {
    map(program, strategy, &args.machine()?, &args.settings()).map_err(|error| error.to_string())
}

fn pass(name: &str) -> Result<Box<dyn Pass>, String> {
    let names = || registered_passes().iter().map(|pass| pass.name()).collect::<Vec<_>>().join(", ");
    let found = registered_passes().into_iter().find(|pass| pass.name() == name);
    found.ok_or_else(|| format!("there is no pass `{name}`; there are {}", names()))
}

impl SettingsArgs {
    /// The machine that filetests optimize for, whatever they run on.
    pub(super) fn machine(&self) -> Result<Machine, String> {
        let machine = Machine::from_toml(include_str!("../../../../tests/machine.toml"));
        let mut machine = machine.map_err(|error| error.to_string())?;
        if !self.grid.is_empty() {
            machine.grid = self.grid.clone();
        }
        Ok(machine)
    }

    pub(super) fn settings(&self) -> Settings {
        let usual = Settings::default();
        Settings {
            reassociate: self.reassociate,
            pack: true,
            parallel: !self.sequential,
            tile_sizes: self.tile_sizes.clone(),
            budget: self.budget.unwrap_or(usual.budget),
            total_budget: usual.total_budget,
            typical_size: self.typical_size,
            usual: usual.usual,
            rank: self.rank,
            max_versions: self.max_versions.unwrap_or(usual.max_versions),
            restart: if self.full { Restart::Full } else { Restart::Partial },
            placement: Placement {
                test: if self.occupancy.is_some() { PlacementTest::Occupation } else { PlacementTest::Work },
                occupancy: self.occupancy.clone().unwrap_or_default(),
                trip_count: match self.trip_count {
                    WhichTripCount::Maximum => TripCount::Maximum,
                    WhichTripCount::Average => TripCount::Average,
                    WhichTripCount::Minimum => TripCount::Minimum,
                },
            },
            recompute: self.recompute.clone(),
            strips: self.strips,
            effort: usual.effort,
        }
    }
}
