//! Functions that make arrays.

use polymill_arrays::untyped::{self, Site, Value};
use polymill_gdg::ScalarType;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::array::{Array, made, shape_of, size_of};
use crate::callback::Callback;
use crate::dtype;
use crate::elementwise::broadcast;
use crate::operand::components;
use crate::site::site;

/// Adds the functions to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(generate, module)?)?;
    module.add_function(wrap_pyfunction!(zip_with, module)?)?;
    module.add_function(wrap_pyfunction!(full, module)?)?;
    module.add_function(wrap_pyfunction!(zeros, module)?)?;
    module.add_function(wrap_pyfunction!(ones, module)?)?;
    module.add_function(wrap_pyfunction!(arange, module)?)
}

/// An array whose elements are a function of their index, a part for each dimension.
#[pyfunction]
fn generate(py: Python<'_>, shape: &Bound<'_, PyAny>, function: &Bound<'_, PyAny>) -> PyResult<Array> {
    let site = site(py, "generate")?;
    let callback = Callback::new(py, site);
    let of_index = |index: &[Value]| callback.call(function, &callback.index(index));
    let array = untyped::generate(shape_of(shape, site)?, of_index, site);
    Ok(Array { array: callback.finish(array)? })
}

/// A function of the elements of several arrays of the same shape.
#[pyfunction]
#[pyo3(signature = (function, *arrays))]
fn zip_with(function: &Bound<'_, PyAny>, arrays: &Bound<'_, PyTuple>) -> PyResult<Array> {
    zip_with_of("zip_with", function, arrays)
}

/// A function of the elements of arrays, for an operation with this name.
///
/// # Errors
/// Those of the function, and of the program.
pub fn zip_with_of(
    operation: &'static str,
    function: &Bound<'_, PyAny>,
    arrays: &Bound<'_, PyTuple>,
) -> PyResult<Array> {
    let py = function.py();
    let site = site(py, operation)?;
    let of = |object: Bound<'_, PyAny>| match object.cast::<Array>() {
        Ok(array) => Ok(array.get().array),
        Err(_) => Err(PyTypeError::new_err(format!("{operation}: all but the function are symbolic arrays"))),
    };
    let all: Vec<untyped::Array> = arrays.iter().map(of).collect::<PyResult<_>>()?;
    if all.is_empty() {
        return Err(PyTypeError::new_err(format!("{operation}: there is no array")));
    }
    let callback = Callback::new(py, site);
    let of_elements = |elements: &[Value]| {
        let elements: Vec<Py<PyAny>> = elements.iter().map(|element| callback.element(*element)).collect();
        callback.call(function, &elements)
    };
    let array = untyped::zip_with(&broadcast(&all, site), of_elements, site);
    Ok(Array { array: callback.finish(array)? })
}

/// An array whose elements are all the same.
#[pyfunction]
#[pyo3(signature = (shape, value, dtype = None))]
fn full(
    py: Python<'_>,
    shape: &Bound<'_, PyAny>,
    value: &Bound<'_, PyAny>,
    dtype: Option<&Bound<'_, PyAny>>,
) -> PyResult<Array> {
    let site = site(py, "full")?;
    let parts = components(value, site)?;
    let ty = dtype.map(dtype::extract).transpose()?;
    let cast = parts.iter().map(|part| ty.map_or(part.value, |ty| part.value.cast(ty, site))).collect::<Vec<_>>();
    made(py, untyped::generate(shape_of(shape, site)?, |_| Value::tuple(&cast, site), site))
}

fn constant(
    py: Python<'_>,
    shape: &Bound<'_, PyAny>,
    (number, dtype): (i128, Option<&Bound<'_, PyAny>>),
    site: Site,
) -> PyResult<Array> {
    let ty = dtype.map(dtype::extract).transpose()?.unwrap_or(ScalarType::F64);
    let value = Value::constant(ty, polymill_arrays::number::Number::Int(number));
    made(py, untyped::generate(shape_of(shape, site)?, |_| value, site))
}

/// An array of zeros.
#[pyfunction]
#[pyo3(signature = (shape, dtype = None))]
fn zeros(py: Python<'_>, shape: &Bound<'_, PyAny>, dtype: Option<&Bound<'_, PyAny>>) -> PyResult<Array> {
    constant(py, shape, (0, dtype), site(py, "zeros")?)
}

/// An array of ones.
#[pyfunction]
#[pyo3(signature = (shape, dtype = None))]
fn ones(py: Python<'_>, shape: &Bound<'_, PyAny>, dtype: Option<&Bound<'_, PyAny>>) -> PyResult<Array> {
    constant(py, shape, (1, dtype), site(py, "ones")?)
}

/// The integers from 0 up to `n`, which is not among them.
#[pyfunction]
#[pyo3(signature = (n, dtype = None))]
fn arange(py: Python<'_>, n: &Bound<'_, PyAny>, dtype: Option<&Bound<'_, PyAny>>) -> PyResult<Array> {
    let site = site(py, "arange")?;
    let ty = dtype.map(dtype::extract).transpose()?.unwrap_or(ScalarType::I64);
    made(py, untyped::generate(vec![size_of(n, site)?], |index| index[0].cast(ty, site), site))
}
