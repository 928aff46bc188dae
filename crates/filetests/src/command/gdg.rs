//! The text form of programs.

use polymill_gdg::Program;

use super::{Outcome, input::Input};
use crate::compare::same_text;

/// Prints a program, after checking that its text is read back as the same.
pub(super) fn roundtrip(input: &Input) -> Result<Outcome, String> {
    let text = input.program.to_string();
    let Some(first) = input.program.gdgs().first() else { return Ok(input.outcome(text)) };
    let again = Program::parse(first.context.ctx(), &text);
    let again = again.map_err(|error| format!("the printed text is not read: {error}\n{text}"))?;
    if !same_text(&text, &again.to_string()) {
        return Err(format!("the printed text prints differently when read again:\n{text}\n{again}"));
    }
    Ok(input.outcome(text))
}
