//! Errors as Python's exceptions, whose classes are in `polymill/_errors.py`.

use polymill_arrays::Error as ArrayError;
use polymill_arrays::untyped::take_error;
use pyo3::exceptions::{PyFileNotFoundError, PyRuntimeError};
use pyo3::prelude::*;

fn raised(py: Python<'_>, class: &str, message: String) -> PyErr {
    let class = py.import("polymill._errors").and_then(|module| module.getattr(class));
    match class.and_then(|class| class.call1((message,))) {
        Ok(exception) => PyErr::from_value(exception),
        Err(error) => error,
    }
}

/// The program has no meaning.
pub fn program(py: Python<'_>, message: String) -> PyErr {
    raised(py, "ProgramError", message)
}

/// What went wrong in Rust.
pub fn of(py: Python<'_>, error: &polymill::Error) -> PyErr {
    match error {
        polymill::Error::Array(error) => of_arrays(py, error),
        polymill::Error::Native(_) | polymill::Error::Input { .. } => raised(py, "CompileError", error.to_string()),
        _ => raised(py, "Error", error.to_string()),
    }
}

/// What went wrong with a C file.
pub fn of_file(py: Python<'_>, error: &polymill::Error) -> PyErr {
    match error {
        polymill::Error::File { .. } => PyFileNotFoundError::new_err(error.to_string()),
        polymill::Error::User(_) => raised(py, "CompileError", error.to_string()),
        _ => of(py, error),
    }
}

/// What went wrong with an array program, or its arguments.
pub fn of_arrays(py: Python<'_>, error: &ArrayError) -> PyErr {
    let class = match error {
        ArrayError::Shapes { .. }
        | ArrayError::Size { .. }
        | ArrayError::TooLarge { .. }
        | ArrayError::Output { .. } => "ShapeError",
        ArrayError::Program { .. } => "ProgramError",
        _ => "Error",
    };
    raised(py, class, error.to_string())
}

/// What an operation has made, unless it has no meaning.
///
/// # Errors
/// If something is wrong with the program so far.
pub fn checked<T>(py: Python<'_>, made: T) -> PyResult<T> {
    match take_error() {
        Some(error) => Err(of_arrays(py, &error)),
        None => Ok(made),
    }
}

/// Something that cannot be.
pub fn bug(message: &str) -> PyErr {
    PyRuntimeError::new_err(format!("bug in polymill: {message}; please report it"))
}
