//! Python's functions as those that operations take.

use std::cell::RefCell;

use polymill_arrays::untyped::{Site, Value, take_error};
use polymill_gdg::ScalarType;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::error;
use crate::operand::{self, Scalar};

/// Calls of Python's functions in an operation: the first exception is raised when the operation is over.
pub struct Callback<'py> {
    py: Python<'py>,
    site: Site,
    error: RefCell<Option<PyErr>>,
}

impl<'py> Callback<'py> {
    /// No call so far.
    pub fn new(py: Python<'py>, site: Site) -> Self {
        Self { py, site, error: RefCell::new(None) }
    }

    /// What `make` makes, or zero if it raises an exception.
    pub fn value(&self, make: impl FnOnce() -> PyResult<Value>) -> Value {
        self.caught(make).unwrap_or_else(|| Scalar::int(0).value)
    }

    /// What `make` makes, unless it raises an exception.
    pub fn caught<T>(&self, make: impl FnOnce() -> PyResult<T>) -> Option<T> {
        match make() {
            Ok(made) => Some(made),
            Err(error) => {
                self.error.borrow_mut().get_or_insert(error);
                None
            }
        }
    }

    /// The value of a function of elements or indices, of whatever type it has.
    pub fn call(&self, function: &Bound<'py, PyAny>, arguments: &[Py<PyAny>]) -> Value {
        self.value(|| {
            let value = function.call1(PyTuple::new(self.py, arguments)?)?;
            let parts: Vec<Value> = operand::components(&value, self.site)?.iter().map(|scalar| scalar.value).collect();
            Ok(Value::tuple(&parts, self.site))
        })
    }

    /// The value of a function of elements or indices, as one of these types.
    pub fn call_as(&self, function: &Bound<'py, PyAny>, arguments: &[Py<PyAny>], types: &[ScalarType]) -> Value {
        self.value(|| {
            let value = function.call1(PyTuple::new(self.py, arguments)?)?;
            as_types(&operand::components(&value, self.site)?, types, self.site)
        })
    }

    /// The element as Python has it: a value, or a tuple of values.
    pub fn element(&self, value: Value) -> Py<PyAny> {
        let types = value.types(self.site);
        let parts = value.parts(self.site).into_iter().zip(types);
        let scalars: Vec<Scalar> = parts.map(|(value, ty)| Scalar::strong(value, ty)).collect();
        let made = match scalars.as_slice() {
            [only] => only.into_python(self.py),
            _ => scalars
                .iter()
                .map(|part| part.into_python(self.py))
                .collect::<PyResult<Vec<_>>>()
                .and_then(|parts| Ok(PyTuple::new(self.py, parts)?.into_any().unbind())),
        };
        self.caught(|| made).unwrap_or_else(|| self.py.None())
    }

    /// An index as Python has it: its parts are like Python's integers.
    pub fn index(&self, parts: &[Value]) -> Vec<Py<PyAny>> {
        let part = |value: &Value| {
            let scalar = Scalar { value: *value, ty: ScalarType::I64, is_weak: true };
            self.caught(|| scalar.into_python(self.py)).unwrap_or_else(|| self.py.None())
        };
        parts.iter().map(part).collect()
    }

    /// What the operation has made, unless something went wrong.
    pub fn finish<T>(self, made: T) -> PyResult<T> {
        match self.error.into_inner() {
            Some(error) => {
                // What is wrong with the program is so because of it.
                take_error();
                Err(error)
            }
            None => error::checked(self.py, made),
        }
    }
}

/// Components as ones of these types: Python's numbers are converted, others have to fit.
pub fn as_types(scalars: &[Scalar], types: &[ScalarType], site: Site) -> PyResult<Value> {
    let parts = scalars.iter().enumerate().map(|(position, scalar)| match types.get(position) {
        Some(ty) if scalar.is_weak && crate::dtype::kind(scalar.ty) <= crate::dtype::kind(*ty) => {
            scalar.value.cast(*ty, site)
        }
        _ => scalar.value,
    });
    let parts: Vec<Value> = parts.collect();
    Ok(Value::tuple(&parts, site))
}

/// The parts of the index that an object is: an integer, or a tuple of integers.
pub fn index_of(object: &Bound<'_, PyAny>, site: Site) -> PyResult<Vec<Value>> {
    let part = |scalar: &Scalar| match crate::dtype::kind(scalar.ty) {
        1 => scalar.value.cast(ScalarType::I64, site),
        _ => scalar.value,
    };
    Ok(operand::components(object, site)?.iter().map(part).collect())
}

impl<'py> Callback<'py> {
    /// The index that a function gives.
    pub fn call_index(&self, function: &Bound<'py, PyAny>, arguments: &[Py<PyAny>]) -> Option<Vec<Value>> {
        self.caught(|| index_of(&function.call1(PyTuple::new(self.py, arguments)?)?, self.site))
    }
}
