//! What there is to say.

use std::fmt;

use serde::Serialize;

use crate::Span;

/// One message to the user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How grave it is.
    pub severity: Severity,
    /// A stable name in kebab case (`goto-in-scop`), to search for and to filter by.
    pub code: &'static str,
    /// One line without a full stop, in lower case.
    pub message: String,
    /// Where it is about.
    pub primary: Option<Label>,
    /// Other places that matter.
    pub secondary: Vec<Label>,
    /// Further facts, a line or a few each.
    pub notes: Vec<String>,
    /// What would help.
    pub help: Vec<Help>,
}

/// How grave a [`Diagnostic`] is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The input cannot be used; nothing was produced.
    Error,
    /// Something is probably not as the user meant it.
    Warning,
    /// What the compiler did or did not do.
    Remark,
    /// A fact.
    Note,
}

/// A place and what is there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What is there; may be empty.
    pub text: String,
}

/// A suggestion, possibly with the edit that does it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Help {
    /// What to do.
    pub text: String,
    /// The edit.
    pub replacement: Option<Replacement>,
}

/// Text to put in the place of a span.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replacement {
    /// What is replaced; an empty span inserts.
    pub span: Span,
    /// By what.
    pub text: String,
}

impl Diagnostic {
    /// A diagnostic without places, notes or help.
    pub fn new(severity: Severity, code: &'static str, message: impl Into<String>) -> Self {
        Self { severity, code, message: message.into(), primary: None, secondary: vec![], notes: vec![], help: vec![] }
    }

    /// An error.
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message)
    }

    /// A warning.
    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, message)
    }

    /// A remark.
    pub fn remark(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Remark, code, message)
    }

    /// Sets the primary place; `text` says what is there and may be empty.
    #[must_use]
    pub fn at(mut self, span: Span, text: impl Into<String>) -> Self {
        self.primary = Some(Label { span, text: text.into() });
        self
    }

    /// As [`Diagnostic::at`] if there is a place.
    #[must_use]
    pub fn at_opt(self, span: Option<Span>, text: impl Into<String>) -> Self {
        match span {
            Some(span) => self.at(span, text),
            None => self,
        }
    }

    /// Adds another place that matters.
    #[must_use]
    pub fn also_at(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label { span, text: text.into() });
        self
    }

    /// Adds a fact.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Adds a suggestion.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(Help { text: text.into(), replacement: None });
        self
    }

    /// Adds a suggestion with the edit that does it.
    #[must_use]
    pub fn help_replace(mut self, text: impl Into<String>, span: Span, replacement: impl Into<String>) -> Self {
        let replacement = Some(Replacement { span, text: replacement.into() });
        self.help.push(Help { text: text.into(), replacement });
        self
    }

    /// Whether this is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// Prints as `error`, `warning`, `remark` or `note`.
impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Remark => "remark",
            Self::Note => "note",
        })
    }
}
