//! Options of compilation, from keyword arguments.

use std::path::PathBuf;

use polymill::array::{Cache, CompileOptions};
use polymill::machine_model;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::error;

/// How array programs are compiled, as Python says it.
#[derive(Default)]
pub struct Options<'py> {
    /// Whether each operation rounds as it does alone.
    pub strict: bool,
    /// Whether sums of floating point may be computed in another order.
    pub reassociate: bool,
    /// `True`, `False`, or a folder.
    pub cache: Option<Bound<'py, PyAny>>,
    /// The C compiler.
    pub compiler: Option<String>,
    /// A file with a model of the machine.
    pub machine: Option<PathBuf>,
    /// How many threads parallel loops use.
    pub threads: Option<usize>,
    /// Whether the interpreter runs what no C compiler compiles.
    pub interpret: bool,
}

impl Options<'_> {
    /// As the compiler takes them.
    ///
    /// # Errors
    /// If one of them makes no sense.
    pub fn resolve(self, py: Python<'_>) -> PyResult<CompileOptions> {
        let mut options = CompileOptions {
            is_strict: self.strict,
            reassociates: self.reassociate,
            compiler: self.compiler,
            n_threads: self.threads,
            interprets: self.interpret,
            cache: cache_of(self.cache.as_ref())?,
            ..CompileOptions::default()
        };
        if let Some(path) = self.machine {
            options.optimizer.machine = machine_model::read(&path).map_err(|error| error::of(py, &error))?;
        }
        Ok(options)
    }
}

/// The cache that an object names.
///
/// # Errors
/// If it names none.
pub fn cache_of(object: Option<&Bound<'_, PyAny>>) -> PyResult<Cache> {
    let Some(object) = object else { return Ok(Cache::User) };
    if let Ok(is_on) = object.extract::<bool>() {
        return Ok(if is_on { Cache::User } else { Cache::Off });
    }
    let folder = object.extract::<PathBuf>();
    folder.map(Cache::Folder).map_err(|_| PyTypeError::new_err("cache: this is True, False or a folder"))
}
