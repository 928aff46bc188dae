//! Source files, spans, diagnostics and remarks, rendered as text or JSON.
//!
//! A [`Diagnostic`] says one thing to the user, at most at one primary place: an error, a warning, or a remark about
//! what the compiler did or did not do. Rooms of the compiler make them; only this crate renders them.
//!
//! ```
//! use polymill_diagnostics::{Diagnostic, SourceMap, Span, render_text};
//!
//! let mut sources = SourceMap::default();
//! let file = sources.add("a.c", "int x = 1;\nint y = x;\n");
//! let remark = Diagnostic::remark("scalar-read", "`x` is read here")
//!     .at(Span::new(file, 19, 20), "this read")
//!     .help("remove it");
//! let text = render_text(&remark, &sources, false);
//! assert!(text.starts_with("remark[scalar-read]: `x` is read here\n --> a.c:2:9\n"));
//! ```

mod diagnostic;
mod json;
mod source;
mod text;

pub use diagnostic::{Diagnostic, Help, Label, Replacement, Severity};
pub use json::render_json;
pub use source::{FileId, Location, SourceFile, SourceMap, Span};
pub use text::render_text;
