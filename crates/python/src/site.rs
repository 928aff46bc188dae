//! Where the user's program is.

use polymill_arrays::Place;
use polymill_arrays::untyped::{Site, is_tracing};
use pyo3::prelude::*;

use crate::error;

/// An operation that the user's program calls now.
///
/// # Errors
/// If no program is being traced.
pub fn site(py: Python<'_>, operation: &'static str) -> PyResult<Site> {
    if !is_tracing() {
        let message = format!("{operation}: symbolic arrays and values live in functions that `polymill.jit` traces");
        return Err(error::program(py, message));
    }
    Ok(Site::new(operation, place(py)?))
}

/// The line that runs now: native functions have no frames, so it is the user's.
pub fn place(py: Python<'_>) -> PyResult<Place> {
    let frame = py.import("sys")?.call_method0("_getframe")?;
    let file: String = frame.getattr("f_code")?.getattr("co_filename")?.extract()?;
    // Between lines, there may be none.
    let line: Option<u32> = frame.getattr("f_lineno")?.extract()?;
    Ok(Place::new(&file, line.unwrap_or(0), 0))
}
