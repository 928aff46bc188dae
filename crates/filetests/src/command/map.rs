//! Commands that run passes of the mapper.

use clap::Args;
use polymill_diagnostics::SourceMap;
use polymill_gdg::Program;
use polymill_isl as isl;
use polymill_mapper::{Machine, Mapped, Pass, Settings, Strategy, map, registered_passes};

use super::{Outcome, gdg};
use crate::test_file::TestFile;

#[derive(Debug, Args)]
pub struct PassArgs {
    /// The passes, in order
    names: Vec<String>,
    #[command(flatten)]
    settings: SettingsArgs,
}

#[derive(Debug, Args)]
pub struct CandidatesArgs {
    #[command(flatten)]
    settings: SettingsArgs,
}

/// The mapper's settings.
#[derive(Debug, Args)]
struct SettingsArgs {
    #[arg(long)]
    reassociate: bool,
    #[arg(long)]
    sequential: bool,
    #[arg(long, value_delimiter = ',')]
    tile_sizes: Vec<u32>,
    #[arg(long)]
    typical_size: Option<i64>,
    #[arg(long)]
    budget: Option<u64>,
}

/// The machine that filetests optimize for, whatever they run on.
const MACHINE: &str = include_str!("../../../../tests/machine.toml");

/// Prints the program after the passes.
pub(super) fn passes(file: &TestFile, args: &PassArgs) -> Result<Outcome, String> {
    let ctx = isl::Context::new().map_err(|error| error.to_string())?;
    let mut program = match gdg::read(&ctx, file) {
        Ok(program) => program,
        Err(outcome) => return Ok(outcome),
    };
    let mapped = run_passes(&mut program, args)?;
    Ok(Outcome::text(program.to_string()).with_diagnostics(&mapped.remarks, &SourceMap::default()))
}

/// Runs the passes that the arguments name.
pub(super) fn run_passes(program: &mut Program, args: &PassArgs) -> Result<Mapped, String> {
    let passes = args.names.iter().map(|name| pass(name)).collect::<Result<Vec<_>, _>>()?;
    run(program, &Strategy::new(passes), &args.settings)
}

/// Prints the candidates that were considered, and marks the one that was chosen.
pub(super) fn candidates(file: &TestFile, args: &CandidatesArgs) -> Result<Outcome, String> {
    let ctx = isl::Context::new().map_err(|error| error.to_string())?;
    let mut program = match gdg::read(&ctx, file) {
        Ok(program) => program,
        Err(outcome) => return Ok(outcome),
    };
    let mapped = run(&mut program, &Strategy::openmp(), &args.settings)?;
    let mut text = String::new();
    for (id, considered) in &mapped.considered {
        text += &format!("{}\n", program.gdg(*id).name);
        for candidate in considered {
            let mark = if candidate.chosen { '*' } else { ' ' };
            let plan = if candidate.plan.is_empty() { String::new() } else { format!(": {}", candidate.plan) };
            text += &format!("{mark} {}{plan}\n", candidate.origin);
        }
    }
    Ok(Outcome::text(text).with_diagnostics(&mapped.remarks, &SourceMap::default()))
}

fn run(program: &mut Program, strategy: &Strategy, args: &SettingsArgs) -> Result<Mapped, String> {
    let machine = Machine::from_toml(MACHINE).map_err(|error| error.to_string())?;
    map(program, strategy, &machine, &args.settings()).map_err(|error| error.to_string())
}

fn pass(name: &str) -> Result<Box<dyn Pass>, String> {
    let names = || registered_passes().iter().map(|pass| pass.name()).collect::<Vec<_>>().join(", ");
    let found = registered_passes().into_iter().find(|pass| pass.name() == name);
    found.ok_or_else(|| format!("there is no pass `{name}`; there are {}", names()))
}

impl SettingsArgs {
    fn settings(&self) -> Settings {
        let usual = Settings::default();
        Settings {
            reassociate: self.reassociate,
            parallel: !self.sequential,
            tile_sizes: self.tile_sizes.clone(),
            budget: self.budget.unwrap_or(usual.budget),
            typical_size: self.typical_size.unwrap_or(usual.typical_size),
        }
    }
}
