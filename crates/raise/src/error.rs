//! What can go wrong while raising.

use polymill_diagnostics::{Diagnostic, Span};

/// The result of a step of raising.
pub type Result<T> = std::result::Result<T, Error>;

/// Errors of raising, in the project's three classes.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The user's input is wrong or cannot be read.
    #[error("{}", .0.message)]
    User(Box<Diagnostic>),
    /// A construct that is not handled; the code stays as it was.
    #[error("{}", .0.message)]
    Unsupported(Box<Diagnostic>),
    /// isl could not do it, for instance because the operation budget is used up.
    #[error(transparent)]
    Isl(#[from] polymill_isl::Error),
    /// An invariant of raising does not hold.
    #[error("bug in polymill: {0}; please report it")]
    Bug(String),
}

impl From<polymill_gdg::Error> for Error {
    fn from(error: polymill_gdg::Error) -> Self {
        match error {
            polymill_gdg::Error::Isl(error) => Self::Isl(error),
            other => Self::Bug(other.to_string()),
        }
    }
}

impl Error {
    /// The error as a diagnostic: the one that it carries, or one at `place`, where raising stopped.
    pub fn into_diagnostic(self, place: Option<Span>) -> Diagnostic {
        match self {
            Self::User(diagnostic) | Self::Unsupported(diagnostic) => *diagnostic,
            Self::Isl(error) => Diagnostic::remark("isl-gave-up", format!("not optimized: {error}"))
                .at_opt(place, "while raising this")
                .note("the code stays as it was"),
            Self::Bug(_) => Diagnostic::error("bug", self.to_string()).at_opt(place, "while raising this"),
        }
    }
}
