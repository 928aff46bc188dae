//! The whole way, as the command line `polymill` goes it.

use clap::{Args, ValueEnum};
use polymill::{Compiler, Optimized, Options, Profile, StrategyName, explain, rewrite, stages};
use polymill_diagnostics::render_text;
use polymill_raise::Raised;

use super::Outcome;
use super::input::Input;
use super::map::SettingsArgs;
use super::verify::check_loops;

#[derive(Debug, Args)]
pub struct OptArgs {
    /// What is printed
    #[arg(long, value_enum, default_value_t = Stage::File)]
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
    #[arg(long)]
    formats: bool,
    #[command(flatten)]
    settings: SettingsArgs,
}

/// A stage of the pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Stage {
    /// The new C file; for the IR's text form, the loops
    File,
    /// The program as it was read
    Gdg,
    Dependences,
    Schedule,
    Loops,
}

/// Prints a program at a stage, after replaying its loops.
pub(super) fn run(mut input: Input, args: &OptArgs) -> Result<Outcome, String> {
    if let (Stage::File, Some((raised, text))) = (args.print, input.raised.take()) {
        return rewritten(input, raised, &text, &args.options);
    }
    let before = input.program.clone();
    let optimized = optimize(&mut input, &args.options)?;
    check_loops(&before, &optimized.program, |id| optimized.nest(id))?;
    let text = match args.print {
        Stage::Gdg => Ok(before.to_string()),
        Stage::Dependences => stages::dependences(&optimized.program),
        Stage::Schedule => stages::schedules(&optimized.program),
        Stage::File | Stage::Loops => optimized.code(),
    };
    Ok(input.outcome(text.map_err(|error| error.to_string())?))
}

/// Prints the C file with the new code in it.
fn rewritten(mut input: Input, raised: Raised, text: &str, args: &OptionsArgs) -> Result<Outcome, String> {
    let rewritten = rewrite(&compiler(args)?, raised, text.as_bytes(), false).map_err(|error| error.to_string())?;
    let optimized = &rewritten.optimized;
    check_loops(&rewritten.raised, &optimized.program, |id| optimized.nest(id))?;
    input.remarks = rewritten.diagnostics;
    let text = String::from_utf8(rewritten.text).map_err(|error| error.to_string())?;
    Ok(input.outcome(text))
}

/// Gives what `polymill explain` says, as text or as remarks on their lines.
pub(super) fn explain(mut input: Input, args: &ExplainArgs) -> Result<Outcome, String> {
    let optimized = optimize(&mut input, &args.options)?;
    let reports = explain::explain_all(&optimized.program, &optimized.mapped, &input.sources);
    let reports = reports.map_err(|error| error.to_string())?;
    let mut explained: Vec<_> = reports.iter().flat_map(explain::diagnostics).collect();
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
    let program = std::mem::take(&mut input.program);
    let optimized = compiler(args)?.optimize(program).map_err(|error| error.to_string())?;
    input.remarks.extend(optimized.mapped.remarks.iter().cloned());
    Ok(optimized)
}

fn compiler(args: &OptionsArgs) -> Result<Compiler, String> {
    let strategy = if args.original { StrategyName::Original } else { StrategyName::OpenMp };
    Ok(Compiler::new(Options {
        machine: args.settings.machine()?,
        strategy,
        settings: args.settings.settings(),
        check_contexts: args.settings.check_contexts,
        trace_dispatch: args.settings.trace_dispatch,
        profile: Profile::default(),
        formats: args.formats,
    }))
}
