//! What can go wrong.

/// The result of an operation on the IR.
pub type Result<T> = std::result::Result<T, Error>;

/// Errors of the IR, in the project's three classes.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The user's input is wrong: text that does not parse.
    #[error("{message}")]
    User {
        /// What is wrong and where.
        message: String,
    },
    /// isl could not do it, for instance because the operation budget is used up.
    #[error(transparent)]
    Isl(#[from] polymill_isl::Error),
    /// An invariant of the IR does not hold.
    #[error("bug in polymill: {0}; please report it")]
    Bug(String),
}
