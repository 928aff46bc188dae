//! `polymill explain`

use std::process::ExitCode;

use polymill::{Error, explain, output_file};
use polymill_diagnostics::{SourceMap, render_text};
use polymill_isl as isl;

use crate::cli::{ExplainArgs, Format, output};

pub fn run(args: &ExplainArgs) -> Result<ExitCode, Error> {
    let input = args.input.file.as_path();
    if input.extension().is_none_or(|extension| extension != "gdg") {
        return Err(super::not_connected("explain"));
    }
    let compiler = super::options::compiler(&args.pipeline)?;
    let program = compiler.read_gdg(&isl::Context::new()?, &output_file::read(input)?)?;
    let optimized = compiler.optimize(program)?;
    let sources = SourceMap::default();
    let mut reports = Vec::new();
    for (id, considered) in &optimized.mapped.considered {
        reports.push(explain::explain(optimized.program.gdg(*id), considered)?);
    }
    if args.format == Format::Json {
        output::result(explain::to_json(&reports, &sources));
        return Ok(ExitCode::SUCCESS);
    }
    let explained = reports.iter().flat_map(explain::diagnostics);
    for diagnostic in optimized.mapped.remarks.iter().cloned().chain(explained) {
        output::result(render_text(&diagnostic, &sources, output::has_color()));
    }
    Ok(ExitCode::SUCCESS)
}
