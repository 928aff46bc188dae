use std::path::PathBuf;

use polymill_diagnostics::{Diagnostic, SourceMap};

/// What can go wrong at the front door.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Compiling, loading or running C code failed.
    #[error(transparent)]
    Native(#[from] polymill_native::Error),
    /// The request makes no sense; the text says what to do.
    #[error("{0}")]
    User(String),
    /// A file could not be read or written.
    #[error("cannot {action} {}: {reason}", path.display())]
    File {
        /// What was tried, as a verb: `read`, `write`.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The system's reason, or ours.
        reason: String,
    },
    /// What stands in a file is wrong.
    #[error("{}", diagnostic.message)]
    Input {
        /// What is wrong, and where.
        diagnostic: Box<Diagnostic>,
        /// The lines that it is about.
        sources: SourceMap,
    },
    /// This version of Polymill cannot do it.
    #[error("{0}")]
    Unsupported(String),
    /// An array program has no meaning, or what it is given does not fit.
    #[error(transparent)]
    Array(#[from] polymill_arrays::Error),
    /// There is no memory for an array that is returned, or for a copy of one that is given.
    #[error("there is not enough memory for an array of shape {shape:?}")]
    Memory {
        /// The shape of the array.
        shape: Vec<usize>,
    },
    /// A program's text form is wrong.
    #[error(transparent)]
    Gdg(#[from] polymill_gdg::Error),
    /// A schedule from outside cannot be applied.
    #[error(transparent)]
    Interchange(#[from] polymill_interchange::Error),
    /// Mapping failed.
    #[error(transparent)]
    Map(#[from] polymill_mapper::Error),
    /// Lowering failed.
    #[error(transparent)]
    Lower(#[from] polymill_lower::Error),
    /// isl could not do it, for instance because the operation budget is used up.
    #[error(transparent)]
    Isl(#[from] polymill_isl::Error),
    /// An invariant broke.
    #[error("bug in polymill: {0}; please report it")]
    Bug(String),
}

impl Error {
    /// An [`Error::File`] for `action` on `path`; made for `map_err`.
    pub fn file<E: std::fmt::Display>(action: &'static str, path: impl Into<PathBuf>) -> impl FnOnce(E) -> Error {
        let path = path.into();
        move |reason| Error::File { action, path, reason: reason.to_string() }
    }
}
