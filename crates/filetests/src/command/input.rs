//! What commands work on.

use polymill_diagnostics::{Diagnostic, SourceMap};
use polymill_gdg::{Error, Program};
use polymill_isl as isl;

use super::Outcome;
use crate::test_file::TestFile;

/// The program in a file.
pub(super) struct Input {
    pub program: Program,
    /// Where its spans point to.
    pub sources: SourceMap,
    /// What reading it had to say.
    pub remarks: Vec<Diagnostic>,
}

/// Reads the program of a file.
///
/// # Errors
/// The errors in the file.
pub(super) fn read(file: &TestFile) -> Result<Input, Outcome> {
    let ctx = isl::Context::new().map_err(|error| Outcome::error(None, error.to_string()))?;
    let program = read_gdg(&ctx, &file.input)?;
    Ok(Input { program, sources: SourceMap::default(), remarks: vec![] })
}

/// The valid program that a text describes.
pub(super) fn read_gdg(ctx: &isl::Context, text: &str) -> Result<Program, Outcome> {
    let program = Program::parse(ctx, text).and_then(|program| program.validate().map(|()| program));
    program.map_err(|error| match error {
        Error::User { at, message } => Outcome::error(Some(at.line), message),
        other => Outcome::error(None, other.to_string()),
    })
}
