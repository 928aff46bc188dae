//! What commands work on.

use polymill_diagnostics::{Diagnostic, FileId, Severity, SourceMap};
use polymill_gdg::{Error, Program};
use polymill_isl as isl;
use polymill_raise::{RaiseOptions, Raised, SourceInput, raise};

use super::Outcome;
use crate::test_file::{Message, TestFile};

/// The program in a file.
pub(super) struct Input {
    pub program: Program,
    /// Where its spans point to.
    pub sources: SourceMap,
    /// The file itself, among the sources.
    pub file: Option<FileId>,
    /// What reading it had to say.
    pub remarks: Vec<Diagnostic>,
    /// All that raising gave, and the text that was raised; for C.
    pub raised: Option<(Raised, String)>,
}

/// Reads the program of a file.
///
/// # Errors
/// The errors in the file.
pub(super) fn read(file: &TestFile) -> Result<Input, Outcome> {
    let ctx = isl::Context::new().map_err(|error| Outcome::error(None, error.to_string()))?;
    if file.path.extension().is_some_and(|extension| extension == "c") {
        let input = SourceInput::text(file.path.file_name().unwrap_or_default(), file.input.as_bytes());
        let options = RaiseOptions::default();
        // Headers stand beside the test.
        let folder = file.path.parent().map(|folder| format!("-I{}", folder.display()));
        let options = RaiseOptions { compiler: options.compiler.clone().with_flags(folder), ..options };
        let raised = raise(&ctx, &input, &options);
        let Raised { program, sources, file: id, diagnostics, .. } = raised.clone();
        return Ok(Input {
            program,
            sources,
            file: id,
            remarks: diagnostics,
            raised: Some((raised, file.input.clone())),
        });
    }
    let program = read_gdg(&ctx, &file.input)?;
    Ok(Input { program, sources: SourceMap::default(), file: None, remarks: vec![], raised: None })
}

/// The valid program that a text describes.
fn read_gdg(ctx: &isl::Context, text: &str) -> Result<Program, Outcome> {
    let program = Program::parse(ctx, text).and_then(|program| program.validate().map(|()| program));
    program.map_err(|error| match error {
        Error::User { at, message } => Outcome::error(Some(at.line), message),
        other => Outcome::error(None, other.to_string()),
    })
}

impl Input {
    /// Output, together with all that there was to say.
    pub fn outcome(&self, text: String) -> Outcome {
        Outcome { text, messages: self.remarks.iter().map(|remark| self.message(remark)).collect() }
    }

    fn message(&self, diagnostic: &Diagnostic) -> Message {
        let span = diagnostic.primary.as_ref().map(|label| label.span).filter(|span| Some(span.file) == self.file);
        let location = span.and_then(|span| self.sources.location(span));
        Message {
            line: location.map_or(1, |location| location.line as usize),
            severity: severity(diagnostic.severity),
            text: diagnostic.message.clone(),
        }
    }
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Remark => "remark",
        Severity::Note => "note",
    }
}
