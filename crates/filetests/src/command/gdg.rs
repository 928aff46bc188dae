//! Programs from files.

use polymill_gdg::{Error, Program};
use polymill_isl as isl;

use super::Outcome;
use crate::compare::same_text;
use crate::test_file::TestFile;

/// Prints the program of a file, after checking that its text is read back as the same.
pub(super) fn roundtrip(file: &TestFile) -> Result<Outcome, String> {
    let ctx = isl::Context::new().map_err(|error| error.to_string())?;
    let program = match read(&ctx, file) {
        Ok(program) => program,
        Err(outcome) => return Ok(outcome),
    };
    let text = program.to_string();
    let again =
        Program::parse(&ctx, &text).map_err(|error| format!("the printed text is not read: {error}\n{text}"))?;
    if !same_text(&text, &again.to_string()) {
        return Err(format!("the printed text prints differently when read again:\n{text}\n{again}"));
    }
    Ok(Outcome::text(text))
}

/// The valid program of a file, or its error.
pub(super) fn read(ctx: &isl::Context, file: &TestFile) -> Result<Program, Outcome> {
    let program = Program::parse(ctx, &file.input).and_then(|program| program.validate().map(|()| program));
    program.map_err(|error| match error {
        Error::User { at, message } => Outcome::error(Some(at.line), message),
        other => Outcome::error(None, other.to_string()),
    })
}
