//! `polymill explain`

use std::process::ExitCode;

use polymill::{Compiler, Error, explain, output_file};
use polymill_diagnostics::{Diagnostic, SourceMap, render_text};
use polymill_gdg::Program;
use polymill_isl as isl;

use crate::cli::{ExplainArgs, Format, output};

pub fn run(args: &ExplainArgs) -> Result<ExitCode, Error> {
    let input = args.input.file.as_path();
    let compiler = super::options::compiler(&args.pipeline)?;
    if input.extension().is_some_and(|extension| extension == "gdg") {
        let program = compiler.read_gdg(&isl::Context::new()?, &output_file::read(input)?)?;
        return explain_program(args, &compiler, program, vec![], &SourceMap::default());
    }
    let raised = super::raise_c(input, &args.input.c, output_file::read_bytes(input)?)?;
    if raised.preprocessed.is_none() {
        for diagnostic in &raised.diagnostics {
            output::diagnostic(diagnostic, &raised.sources, args.format);
        }
        return Ok(ExitCode::FAILURE);
    }
    let compiler = compiler.with_vectors(raised.dialect.vectors);
    explain_program(args, &compiler, raised.program, raised.diagnostics, &raised.sources)
}

/// Says what becomes of each region, and before that what the front end has to say.
fn explain_program(
    args: &ExplainArgs,
    compiler: &Compiler,
    program: Program,
    mut diagnostics: Vec<Diagnostic>,
    sources: &SourceMap,
) -> Result<ExitCode, Error> {
    let optimized = compiler.optimize(program)?;
    let reports = explain::explain_all(&optimized.program, &optimized.mapped, sources)?;
    diagnostics.extend(optimized.mapped.remarks.iter().cloned());
    if args.format == Format::Json {
        for diagnostic in &diagnostics {
            output::diagnostic(diagnostic, sources, args.format);
        }
        output::result(explain::to_json(&reports, sources));
        return Ok(ExitCode::SUCCESS);
    }
    diagnostics.extend(reports.iter().flat_map(explain::diagnostics));
    for diagnostic in &diagnostics {
        output::result(render_text(diagnostic, sources, output::has_color()));
    }
    Ok(ExitCode::SUCCESS)
}
