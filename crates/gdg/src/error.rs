//! What can go wrong.

use polymill_diagnostics::Location;

/// The result of an operation on the IR.
pub type Result<T> = std::result::Result<T, Error>;

/// Errors of the IR, in the project's three classes.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The user's input is wrong: text that does not parse.
    #[error("{}:{}: {message}", at.line, at.column)]
    User {
        /// Where in the text.
        at: Location,
        /// What is wrong there, and what was expected.
        message: String,
    },
    /// isl could not do it, for instance because the operation budget is used up.
    #[error(transparent)]
    Isl(#[from] polymill_isl::Error),
    /// An invariant of the IR does not hold.
    #[error("bug in polymill: {0}; please report it")]
    Bug(String),
}
