//! What can go wrong.

/// The result of lowering.
pub type Result<T> = std::result::Result<T, Error>;

/// Errors of lowering. There is no class for the user's errors: what the user writes has been checked before.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A construct that cannot be lowered; the code stays as it was.
    #[error("cannot generate code: {0}")]
    Unsupported(String),
    /// An operation on the IR failed.
    #[error(transparent)]
    Gdg(#[from] polymill_gdg::Error),
    /// isl could not do it, for instance because the operation budget is used up.
    #[error(transparent)]
    Isl(#[from] polymill_isl::Error),
    /// An invariant does not hold.
    #[error("bug in polymill: {0}; please report it")]
    Bug(String),
}
