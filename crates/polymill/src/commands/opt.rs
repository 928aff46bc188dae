//! `polymill opt`

use std::path::Path;
use std::process::ExitCode;

use polymill::{Compiler, Error, Optimized, output_file, stages};
use polymill_gdg::Program;
use polymill_isl as isl;

use crate::cli::{OptArgs, Stage, output};

pub fn run(args: &OptArgs) -> Result<ExitCode, Error> {
    let input = args.input.file.as_path();
    if let Some(path) = to_file(args) {
        output_file::check(path, &[input])?;
    }
    let compiler = super::options::compiler(&args.pipeline)?;
    if input.extension().is_some_and(|extension| extension == "gdg") {
        return optimize_gdg(args, &compiler);
    }
    Err(super::not_connected("opt"))
}

/// The file that the result goes to; `None` for standard output.
fn to_file(args: &OptArgs) -> Option<&Path> {
    args.output.as_deref().filter(|path| *path != Path::new("-"))
}

/// Optimizes a program in the IR's text form and prints its regions as C, or the stages asked for.
fn optimize_gdg(args: &OptArgs, compiler: &Compiler) -> Result<ExitCode, Error> {
    let text = output_file::read(&args.input.file)?;
    let program = compiler.read_gdg(&isl::Context::new()?, &text)?;
    let before = program.clone();
    let optimized = compiler.optimize(program)?;
    let text = match args.print.as_slice() {
        [] => code(&optimized)?,
        stages => stages.iter().map(|stage| stage_text(*stage, &before, &optimized)).collect::<Result<_, _>>()?,
    };
    write(args, text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn stage_text(stage: Stage, before: &Program, after: &Optimized) -> Result<String, Error> {
    match stage {
        Stage::Gdg => Ok(before.to_string()),
        Stage::Dependences => stages::dependences(&after.program),
        Stage::Schedule => stages::schedules(&after.program),
        Stage::Loops => code(after),
    }
}

fn code(optimized: &Optimized) -> Result<String, Error> {
    (0..optimized.program.gdgs().len()).map(|index| optimized.code(index)).collect()
}

fn write(args: &OptArgs, contents: &[u8]) -> Result<(), Error> {
    match to_file(args) {
        Some(path) => output_file::write(path, contents, &[&args.input.file]),
        None => output::bytes(contents).map_err(Error::file("write", "standard output")),
    }
}
