//! The only place that prints.

use std::fmt::Display;
use std::io::{IsTerminal, Write};

use polymill_diagnostics::{Diagnostic, SourceMap, render_json, render_text};

use super::Format;

/// Prints a result to standard output. A closed pipe (`| head`) is no error.
pub fn result(text: impl Display) {
    let _ = writeln!(std::io::stdout().lock(), "{text}");
}

/// Prints bytes to standard output as they are.
pub fn bytes(bytes: &[u8]) -> std::io::Result<()> {
    let mut stdout = std::io::stdout().lock();
    stdout.write_all(bytes)?;
    stdout.flush()
}

/// Prints a message to standard error.
pub fn message(text: impl Display) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// Prints an error to standard error.
pub fn error(text: impl Display) {
    message(format_args!("polymill: error: {text}"));
}

/// Whether standard output shows colours.
pub fn has_color() -> bool {
    std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none()
}

/// Prints a diagnostic to standard error.
pub fn diagnostic(diagnostic: &Diagnostic, sources: &SourceMap, format: Format) {
    match format {
        Format::Json => message(render_json(diagnostic, sources)),
        Format::Text => {
            let color = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
            message(render_text(diagnostic, sources, color));
        }
    }
}
