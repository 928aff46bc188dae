//! What can go wrong while mapping.

/// Errors of the mapper, in the project's three classes.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The user's input is wrong: a pass option or a strategy that does not exist.
    #[error("{message}")]
    User {
        /// What is wrong, and what would be right.
        message: String,
    },
    /// This cannot be done, and what stands in the way.
    #[error("not supported: {message}")]
    Unsupported {
        /// The construct by name.
        message: String,
    },
    /// isl could not do it, for instance because the operation budget is used up.
    #[error(transparent)]
    Isl(#[from] polymill_isl::Error),
    /// The IR is broken.
    #[error(transparent)]
    Gdg(#[from] polymill_gdg::Error),
    /// An invariant of the mapper does not hold.
    #[error("bug in polymill: {0}; please report it")]
    Bug(String),
}

impl Error {
    /// Whether isl was given too few operations.
    pub fn is_quota(&self) -> bool {
        matches!(self, Self::Isl(error) if error.is_quota())
    }
}
