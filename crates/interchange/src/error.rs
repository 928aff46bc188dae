//! What can go wrong with a schedule from outside.

use polymill_analysis::Difference;

/// The result of applying a schedule.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Errors of this crate, in the project's three classes.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The schedule does not fit the program: unknown statements, wrong dimensions, instances that it leaves out.
    #[error("{message}")]
    User {
        /// What is wrong, and what would be right.
        message: String,
    },
    /// The program would compute something else.
    #[error("the schedule is not legal: {0}")]
    Illegal(Box<Difference>),
    /// This cannot be done, and what stands in the way.
    #[error("not supported: {message}")]
    Unsupported {
        /// The construct by name.
        message: String,
    },
    /// isl could not do it, for instance because the operation budget is used up.
    #[error(transparent)]
    Isl(#[from] polymill_isl::Error),
    /// The GDG that came out is broken.
    #[error(transparent)]
    Gdg(#[from] polymill_gdg::Error),
}

impl Error {
    pub(crate) fn user(message: impl Into<String>) -> Self {
        Self::User { message: message.into() }
    }

    pub(crate) fn unsupported(message: impl Into<String>) -> Self {
        Self::Unsupported { message: message.into() }
    }
}
