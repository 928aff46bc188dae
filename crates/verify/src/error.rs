//! What can go wrong.

use crate::{Difference, Mismatch, Violation};

/// The result of a check.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What a check found, or why it could not be made.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The schedule breaks a dependence.
    #[error("the schedule is not legal: {0}")]
    Illegal(Box<Violation>),
    /// The lowered loops compute something else.
    #[error("the loops are wrong: {0}")]
    Replay(Box<Mismatch>),
    /// The transformed function computes something else.
    #[error("the results differ {0}")]
    Differs(Box<Difference>),
    /// The program cannot be checked in this way.
    #[error("cannot be checked: {0}")]
    Unsupported(String),
    /// isl could not do it, for instance because the operation budget is used up.
    #[error(transparent)]
    Isl(#[from] polymill_isl::Error),
    /// A compiler or a program failed.
    #[error(transparent)]
    Native(#[from] polymill_native::Error),
    /// The loops could not be made.
    #[error(transparent)]
    Lower(#[from] polymill_lower::Error),
    /// An invariant does not hold.
    #[error("bug in polymill: {0}; please report it")]
    Bug(String),
}
