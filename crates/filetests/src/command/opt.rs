//! The whole way, as the command line `polymill` goes it.

use clap::{Args, ValueEnum};
use polymill::{Compiler, Optimized, Options, StrategyName, explain, stages};
use polymill_diagnostics::render_text;

use super::Outcome;
use super::input::Input;
use super::map::{SettingsArgs, machine};
use super::verify::check_loops;

#[derive(Debug, Args)]
pub struct OptArgs {
    /// What is printed
    #[arg(long, value_enum, default_value_t = Stage::Loops)]
    print: Stage,
    #[command(flatten)]
    options: OptionsArgs,
}

#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// Check the remarks written in the file; print nothing
    #[arg(long)]
    remarks: bool,
    #[command(flatten)]
    options: OptionsArgs,
}

#[derive(Debug, Args)]
pub struct OptionsArgs {
    /// Keep the order of the source
    #[arg(long)]
    original: bool,
    #[command(flatten)]
    settings: SettingsArgs,
}

/// A stage of the pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Stage {
    Gdg,
    Dependences,
    Schedule,
    Loops,
}

/// Prints a program at a stage, after replaying its loops.
pub(super) fn run(mut input: Input, args: &OptArgs) -> Result<Outcome, String> {
    let before = input.program.clone();
    let optimized = optimize(&mut input, &args.options)?;
    check_loops(&before, &optimized.program, optimized.nests.iter().flatten())?;
    let text = match args.print {
        Stage::Gdg => Ok(before.to_string()),
        Stage::Dependences => stages::dependences(&optimized.program),
        Stage::Schedule => stages::schedules(&optimized.program),
        Stage::Loops => (0..optimized.program.gdgs().len()).map(|index| optimized.code(index)).collect(),
    };
    let text = text.map_err(|error| error.to_string())?;
    Ok(input.outcome(text))
}

/// Gives what `polymill explain` says, as text or as remarks on their lines.
pub(super) fn explain(mut input: Input, args: &ExplainArgs) -> Result<Outcome, String> {
    let optimized = optimize(&mut input, &args.options)?;
    let mut explained = vec![];
    for (id, considered) in &optimized.mapped.considered {
        let report = explain::explain(optimized.program.gdg(*id), considered).map_err(|error| error.to_string())?;
        explained.extend(explain::diagnostics(&report));
    }
    if args.remarks {
        input.remarks.append(&mut explained);
    }
    let text: String = explained.iter().map(|one| without_times(&render_text(one, &input.sources, false))).collect();
    Ok(input.outcome(text))
}

/// Takes the predicted times away, which change whenever the model learns something.
fn without_times(text: &str) -> String {
    let line = |line: &str| match line.split_once(" ms") {
        Some((before, after)) => {
            before.trim_end_matches(|c: char| c.is_ascii_digit() || ".: ".contains(c)).to_owned() + after
        }
        None => line.to_owned(),
    };
    text.lines().map(|text| line(text) + "\n").collect()
}

fn optimize(input: &mut Input, args: &OptionsArgs) -> Result<Optimized, String> {
    let strategy = if args.original { StrategyName::Original } else { StrategyName::OpenMp };
    let options = Options { machine: machine()?, strategy, settings: args.settings.settings() };
    let program = std::mem::take(&mut input.program);
    let optimized = Compiler::new(options).optimize(program).map_err(|error| error.to_string())?;
    input.remarks.extend(optimized.mapped.remarks.iter().cloned());
    Ok(optimized)
}
