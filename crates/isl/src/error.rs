//! What can go wrong, with isl's own words.

use std::fmt;
use std::sync::Arc;

/// Shorthand for results of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a call failed.
///
/// The variants follow isl's error codes; [`Callback`](Error::Callback) carries errors that a closure of the caller
/// returned.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The operation budget ran out (see [`Context::with_budget`](crate::Context::with_budget)).
    #[error("operation budget exceeded: {0}")]
    Quota(Site),
    /// An argument does not fit: wrong space, position out of range, text that does not parse, ...
    #[error("invalid: {0}")]
    Invalid(Site),
    /// isl does not know how to do this.
    #[error("not supported: {0}")]
    Unsupported(Site),
    /// No memory was left.
    #[error("out of memory: {0}")]
    Alloc(Site),
    /// isl found a mistake of its own.
    #[error("internal error: {0}")]
    Internal(Site),
    /// The computation was called off.
    #[error("aborted: {0}")]
    Abort(Site),
    /// isl failed without a code of its own.
    #[error("failed: {0}")]
    Unknown(Site),
    /// A closure returned an error of its own kind, see [`Error::other`].
    #[error("{0}")]
    Callback(Arc<dyn std::error::Error + Send + Sync>),
}

impl Error {
    /// Wraps an error of the caller, so that a closure can send it through isl.
    ///
    /// ```
    /// use polymill_isl as isl;
    /// let ctx = isl::Context::new()?;
    /// let set = isl::Set::read(&ctx, "{ [i] : 0 <= i < 3 }")?;
    /// let result = set.foreach_point(|_| Err(isl::Error::other("enough")));
    /// assert_eq!(result.unwrap_err().to_string(), "enough");
    /// # Ok::<(), isl::Error>(())
    /// ```
    pub fn other(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Error::Callback(Arc::from(error.into()))
    }

    /// Whether the operation budget ran out.
    pub fn is_quota(&self) -> bool {
        matches!(self, Error::Quota(_))
    }

    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Error::Invalid(Site::new(message))
    }

    pub(crate) fn unknown(message: impl Into<String>) -> Self {
        Error::Unknown(Site::new(message))
    }
}

/// isl's message, and the place in isl's source that raised it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// What isl says about it.
    pub message: String,
    /// File of isl's source; empty when the error was found on the Rust side.
    pub file: String,
    /// Line of that file; 0 when there is none.
    pub line: u32,
}

impl Site {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Site { message: message.into(), file: String::new(), line: 0 }
    }
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if !self.file.is_empty() {
            write!(f, " ({}:{})", self.file, self.line)?;
        }
        Ok(())
    }
}
