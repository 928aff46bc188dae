//! `polymill opt`

use std::path::Path;
use std::process::ExitCode;

use polymill::{Compiler, Error, Optimized, Options, Rewritten, StrategyName, cc, explain, output_file, stages};
use polymill_diagnostics::Diagnostic;
use polymill_gdg::{GdgId, Program};
use polymill_interchange::{GivenSchedule, Jscop, OpenScop, RescheduleOptions, Scop};
use polymill_isl as isl;
use polymill_mapper::Strategy;
use polymill_verify::{Trust, check_schedule};

use crate::cli::{OptArgs, Stage, output};

pub fn run(args: &OptArgs) -> Result<ExitCode, Error> {
    let input = args.input.file.as_path();
    if let Some(path) = to_file(args) {
        output_file::check(path, &[input])?;
    }
    let compiler = super::options::compiler(&args.pipeline)?;
    let mut options = Options { formats: args.formats, ..compiler.options().clone() };
    // Polly knows no statements but its own.
    options.settings.pack &= !args.print.contains(&Stage::Jscop);
    // A schedule by hand is what is to be printed.
    let strategy = if args.schedule.is_some() { StrategyName::Given } else { options.strategy };
    let compiler = Compiler::new(Options { strategy, ..options });
    if input.extension().is_some_and(|extension| extension == "gdg") {
        if args.formats {
            return Err(Error::User(
                "`--formats` adds functions to a C file; leave it out for a `.gdg` file".to_owned(),
            ));
        }
        return optimize_gdg(args, &compiler);
    }
    optimize_c(args, &compiler)
}

/// Optimizes the regions of a C file and writes the file with the new code in their place, or the stages asked for.
fn optimize_c(args: &OptArgs, compiler: &Compiler) -> Result<ExitCode, Error> {
    let bytes = output_file::read_bytes(&args.input.file)?;
    let mut raised = super::raise_c(&args.input.file, &args.input.c, bytes.clone())?;
    let mut rescheduled = vec![];
    if let Some(path) = &args.schedule {
        rescheduled = reschedule(compiler, &mut raised.program, path)?;
        raised.regions.retain(|region| rescheduled.contains(&region.gdg));
    }
    let has_errors = raised.has_errors();
    let is_read = raised.preprocessed.is_some();
    let rewritten = polymill::rewrite(compiler, raised, &bytes, super::is_preprocessed(&args.input.file))?;
    check_parallel(&rewritten.optimized, &rescheduled)?;
    let speaks = |diagnostic: &&Diagnostic| diagnostic.is_error() || !args.quiet;
    for diagnostic in rewritten.diagnostics.iter().filter(speaks) {
        output::diagnostic(diagnostic, &rewritten.sources, args.format);
    }
    if !is_read || has_errors && rewritten.n_regions == 0 {
        return Ok(ExitCode::FAILURE);
    }
    if args.timings {
        output::message(stages::timings(&rewritten.times, &rewritten.optimized));
    }
    if args.summary.is_some() && !args.quiet {
        say_what_is_done(args, &rewritten)?;
    }
    if let Some(summary) = &args.summary {
        let outcome = cc::Outcome {
            n_regions: rewritten.n_regions,
            uses_openmp: rewritten.uses_openmp,
            predictions: rewritten.optimized.predictions(),
            remarks: String::new(),
        };
        let text = serde_json::to_string(&outcome).map_err(|error| Error::Bug(error.to_string()))?;
        output_file::write(summary, text.as_bytes(), &[&args.input.file])?;
    }
    if args.print.is_empty() {
        write(args, &rewritten.text)?;
    } else {
        let text: String = args
            .print
            .iter()
            .map(|stage| stage_text(args, *stage, &rewritten.raised, &rewritten.optimized))
            .collect::<Result<_, _>>()?;
        write(args, text.as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Says of each region what becomes of it, but not of each loop.
fn say_what_is_done(args: &OptArgs, rewritten: &Rewritten) -> Result<(), Error> {
    let Optimized { program, mapped, .. } = &rewritten.optimized;
    for report in explain::explain_all(program, mapped, &rewritten.sources)? {
        output::diagnostic(&explain::of_region(&report), &rewritten.sources, args.format);
    }
    Ok(())
}

/// Applies the schedules in a file; returns the GDGs that they are for.
fn reschedule(compiler: &Compiler, program: &mut Program, path: &Path) -> Result<Vec<GdgId>, Error> {
    let Options { machine, settings, .. } = compiler.options();
    let text = output_file::read(path)?;
    let in_file = |error: polymill_interchange::Error| Error::User(format!("{}: {error}", path.display()));
    let schedules = if Jscop::is_jscop(&text) {
        // Polly has mapped scalars to arrays, too.
        polymill_mapper::map(program, &Strategy::forwarded(), machine, settings)?;
        let jscop = Jscop::read(&text).map_err(in_file)?;
        vec![of_jscop(program, &jscop, path).map_err(in_file)?]
    } else if OpenScop::is_openscop(&text) {
        // Each of its statements is one of the source.
        polymill_mapper::map(program, &Strategy::expanded(), machine, settings)?;
        let openscop = OpenScop::read(&text).map_err(in_file)?;
        openscop.scops.iter().map(|scop| of_openscop(program, scop)).collect::<Result<_, _>>().map_err(in_file)?
    } else {
        polymill_mapper::map(program, &Strategy::expanded(), machine, settings)?;
        polymill_interchange::read_schedules(program, &text).map_err(in_file)?
    };
    let mut applied = vec![];
    for GivenSchedule { gdg: id, changed, times, parallel } in schedules {
        let options = RescheduleOptions { parallel, ..RescheduleOptions::default() };
        let gdg = program.gdg(id);
        let changed = changed.as_deref().unwrap_or(gdg);
        let new = polymill_interchange::reschedule_changed(gdg, changed, &times, &options);
        *program.gdg_mut(id) =
            new.map_err(|error| Error::User(format!("{}: `{}`: {error}", path.display(), program.gdg(id).name)))?;
        applied.push(id);
    }
    Ok(applied)
}

/// The schedule in a JSCoP file for the region that it is of: one of the function that the file's name begins with.
fn of_jscop(program: &Program, jscop: &Jscop, path: &Path) -> polymill_interchange::Result<GivenSchedule> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let function = name.split_once("___").map(|(function, _)| function);
    let is_of_function = |id: &GdgId| {
        let region = &program.gdg(*id).name;
        let rest = function.map(|function| region.strip_prefix(function));
        rest.is_none_or(|rest| rest.is_some_and(|rest| rest.chars().all(|c| c.is_ascii_digit() || c == '_')))
    };
    let mut candidates: Vec<_> = program.ids().filter(is_of_function).collect();
    if candidates.is_empty() {
        candidates = program.ids().collect();
    }
    let mut first_error = None;
    for gdg in candidates {
        let read = polymill_interchange::matched(program.gdg(gdg), jscop)
            .and_then(|matched| Ok((matched.with_arrays()?, matched.times()?)));
        match read {
            Ok((changed, times)) => {
                return Ok(GivenSchedule { gdg, changed: Some(Box::new(changed)), times, parallel: vec![] });
            }
            Err(error) => first_error = first_error.or(Some(error)),
        }
    }
    Err(first_error.unwrap_or_else(|| polymill_interchange::Error::User { message: "there are no regions".to_owned() }))
}

/// The schedule of a region in an OpenScop file: of the first one that has its statements.
fn of_openscop(program: &Program, scop: &Scop) -> polymill_interchange::Result<GivenSchedule> {
    let mut first_error = None;
    for gdg in program.ids() {
        match scop.times(program.gdg(gdg)) {
            Ok(times) => return Ok(GivenSchedule { gdg, changed: None, times, parallel: vec![] }),
            Err(error) => first_error = first_error.or(Some(error)),
        }
    }
    Err(first_error.unwrap_or_else(|| polymill_interchange::Error::User { message: "there are no regions".to_owned() }))
}

/// The orders of a program's regions in the terms of a JSCoP file.
fn to_jscop(program: &Program, like: Option<&Path>) -> Result<String, Error> {
    let Some(like) = like else {
        return Err(Error::User("--print=jscop needs --like=FILE, a file that Polly wrote for the region".to_owned()));
    };
    let in_file = |error: polymill_interchange::Error| Error::User(format!("{}: {error}", like.display()));
    let jscop = Jscop::read(&output_file::read(like)?).map_err(in_file)?;
    let mut first_error = None;
    for gdg in program.gdgs().iter().filter(|gdg| gdg.specialize_op.is_none()) {
        let order = gdg.schedule.get_map()?;
        match polymill_interchange::matched(gdg, &jscop).and_then(|matched| matched.with_order(&order)) {
            Ok(jscop) => return jscop.write().map_err(in_file),
            Err(error) => first_error = first_error.or(Some(error)),
        }
    }
    Err(first_error.map_or_else(|| Error::User("there are no regions".to_owned()), in_file))
}

/// Checks that loops which are to run in parallel may.
fn check_parallel(optimized: &Optimized, rescheduled: &[GdgId]) -> Result<(), Error> {
    for id in rescheduled {
        let gdg = optimized.program.gdg(*id);
        check_schedule(gdg, Trust::Recorded).map_err(|error| Error::User(format!("`{}`: {error}", gdg.name)))?;
    }
    Ok(())
}

/// The file that the result goes to; `None` for standard output.
fn to_file(args: &OptArgs) -> Option<&Path> {
    args.output.as_deref().filter(|path| *path != Path::new("-"))
}

/// Optimizes a program in the IR's text form and prints its regions as C, or the stages asked for.
fn optimize_gdg(args: &OptArgs, compiler: &Compiler) -> Result<ExitCode, Error> {
    let text = output_file::read(&args.input.file)?;
    let mut program = compiler.read_gdg(&isl::Context::new()?, &text)?;
    let mut rescheduled = vec![];
    if let Some(path) = &args.schedule {
        rescheduled = reschedule(compiler, &mut program, path)?;
    }
    let before = program.clone();
    let optimized = compiler.optimize(program)?;
    check_parallel(&optimized, &rescheduled)?;
    if args.timings {
        output::message(stages::timings(&[], &optimized));
    }
    let text = match args.print.as_slice() {
        [] => optimized.code()?,
        stages => stages.iter().map(|stage| stage_text(args, *stage, &before, &optimized)).collect::<Result<_, _>>()?,
    };
    write(args, text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn stage_text(args: &OptArgs, stage: Stage, before: &Program, after: &Optimized) -> Result<String, Error> {
    match stage {
        Stage::Gdg => Ok(before.to_string()),
        Stage::Dependences => stages::dependences(&after.program),
        Stage::Schedule => stages::schedules(&after.program),
        Stage::Jscop => to_jscop(&after.program, args.like.as_deref()),
        Stage::Loops => after.code(),
    }
}

fn write(args: &OptArgs, contents: &[u8]) -> Result<(), Error> {
    match to_file(args) {
        Some(path) => output_file::write(path, contents, &[&args.input.file]),
        None => output::bytes(contents).map_err(Error::file("write", "standard output")),
    }
}
