//! What stands in the way of raising.

use std::ops::Range;

use polymill_diagnostics::{Diagnostic, FileId, Span};

use crate::Error;

/// Something that is not handled, at `span` of the preprocessed text.
pub(super) fn obstacle(
    file: FileId,
    code: &'static str,
    message: impl Into<String>,
    span: &Range<usize>,
    help: &str,
) -> Error {
    let place = Span::new(file, span.start, span.end);
    let diagnostic = Diagnostic::remark(code, message).at(place, "");
    let diagnostic = if help.is_empty() { diagnostic } else { diagnostic.help(help) };
    Error::Unsupported(Box::new(diagnostic))
}
