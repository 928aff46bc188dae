use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::Duration;

/// What can go wrong when C code is compiled, loaded or run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The text that names a compiler is not a command line (empty, or with an open quote).
    #[error("`{text}` is not a compiler command: {reason}")]
    BadCommand {
        /// The text as it was given.
        text: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// No such compiler is installed.
    #[error("no C compiler `{command}` found: install gcc or clang, or name another compiler")]
    CompilerMissing {
        /// The command that was tried.
        command: String,
    },
    /// The compiler ran and reported errors.
    #[error("the C compiler failed ({status}): {command}\n{stderr}")]
    CompilerFailed {
        /// The whole command line, quoted for a shell.
        command: String,
        /// How it ended.
        status: ExitStatus,
        /// What it printed.
        stderr: String,
    },
    /// A program ran and did not succeed.
    #[error("{program} failed ({status}){}{stderr}", if stderr.is_empty() { "" } else { "\n" })]
    ProgramFailed {
        /// The program's name.
        program: String,
        /// How it ended.
        status: ExitStatus,
        /// What it printed on standard error.
        stderr: String,
    },
    /// A program was stopped because its time was over.
    #[error("{program} did not finish within {} s", limit.as_secs_f64())]
    TimedOut {
        /// The program's name.
        program: String,
        /// The time it had.
        limit: Duration,
    },
    /// A program printed more than was allowed.
    #[error("{program} printed more than {limit} bytes")]
    TooMuchOutput {
        /// The program's name.
        program: String,
        /// The limit in bytes, for each of stdout and stderr.
        limit: u64,
    },
    /// A file or a process could not be handled.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// What was tried, as a verb: `write`, `start`, ...
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// A shared object could not be loaded, or lacks a function.
    #[error("cannot load {what}: {reason}")]
    Load {
        /// The file or symbol.
        what: String,
        /// The loader's reason.
        reason: String,
    },
    /// The arguments do not have the types that the function was built for.
    #[error("the call of `{function}` passes {found}, but it was built for {expected}")]
    ArgumentMismatch {
        /// The function.
        function: String,
        /// The argument kinds that were passed.
        found: String,
        /// The argument kinds that are wanted.
        expected: String,
    },
    /// An invariant of this crate broke.
    #[error("bug in polymill-native: {0}; please report it")]
    Bug(String),
}

impl Error {
    /// An [`Error::Io`] for `action` on `path`; made for `map_err`.
    pub fn io(action: &'static str, path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> Error {
        let path = path.into();
        move |source| Error::Io { action, path, source }
    }
}
