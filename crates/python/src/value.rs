//! Values in programs: elements, indices, sizes, arguments.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::dtype;
use crate::operand::Scalar;

/// A value that is known when the program runs: an element, an index, a size, a number that is an argument, or what was computed from
/// these.
#[pyclass(frozen, module = "polymill")]
pub struct Value {
    /// The value.
    pub scalar: Scalar,
}

#[pymethods]
impl Value {
    /// The type, as a `numpy.dtype`.
    #[getter]
    fn dtype<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        dtype::to_python(py, self.scalar.ty)
    }

    fn __repr__(&self) -> String {
        format!("<value of type {}>", dtype::name(self.scalar.ty))
    }

    fn __bool__(&self) -> PyResult<bool> {
        Err(PyTypeError::new_err(
            "whether a value is true is not known while the program is traced: `if`, `and`, `or`, `not` and `min` of Python cannot \
             depend on it; use polymill.where, &, |, ~ and polymill.minimum",
        ))
    }
}
