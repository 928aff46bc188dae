//! Loops that run while a condition on arrays holds.

use polymill_arrays::number::Number;
use polymill_arrays::untyped::{self, Site, Value};
use polymill_gdg::ScalarType;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::array::{Array, size_of};
use crate::callback::Callback;
use crate::operand::components;
use crate::site::site;

/// Adds the function to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(while_loop, module)?)
}

/// What `function` makes of `init`, an array or a tuple of arrays, if it is applied again and again, each time to what it made before, while
/// `condition` holds of that: a truth value, or an array without dimensions. At most `limit` times, if there is a limit.
#[pyfunction]
#[pyo3(signature = (condition, function, init, limit = None))]
fn while_loop<'py>(
    py: Python<'py>,
    condition: &Bound<'py, PyAny>,
    function: &Bound<'py, PyAny>,
    init: &Bound<'py, PyAny>,
    limit: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let site = site(py, "while_loop")?;
    let limit = limit.map(|limit| size_of(limit, site)).transpose()?;
    let is_tuple = init.is_instance_of::<PyTuple>();
    let initial = arrays(init, site)?;
    let callback = Callback::new(py, site);
    let state = |arrays: &[untyped::Array]| -> PyResult<Bound<'py, PyAny>> {
        let all = arrays.iter().map(|array| Bound::new(py, Array { array: *array }).map(Bound::into_any));
        let all = all.collect::<PyResult<Vec<_>>>()?;
        match <[_; 1]>::try_from(all) {
            Ok([only]) if !is_tuple => Ok(only),
            Ok([only]) => Ok(PyTuple::new(py, [only])?.into_any()),
            Err(all) => Ok(PyTuple::new(py, all)?.into_any()),
        }
    };
    let holds = |states: &[untyped::Array]| {
        let found = callback.caught(|| one(&condition.call1((state(states)?,))?, site));
        found.unwrap_or_else(|| untyped::Array::of_value(Value::constant(ScalarType::Bool, Number::Int(1)), site))
    };
    let next = |states: &[untyped::Array]| {
        callback.caught(|| arrays(&function.call1((state(states)?,))?, site)).unwrap_or_else(|| states.to_vec())
    };
    let left = untyped::iterate_while(&initial, limit, holds, next, site);
    state(&callback.finish(left)?)
}

/// The arrays that an object is: one, or a tuple.
fn arrays(object: &Bound<'_, PyAny>, site: Site) -> PyResult<Vec<untyped::Array>> {
    match object.cast::<PyTuple>() {
        Ok(tuple) => tuple.iter().map(|part| one(&part, site)).collect(),
        Err(_) => Ok(vec![one(object, site)?]),
    }
}

/// The array that an object is: a number is one without dimensions.
fn one(object: &Bound<'_, PyAny>, site: Site) -> PyResult<untyped::Array> {
    if let Ok(array) = object.cast::<Array>() {
        return Ok(array.get().array);
    }
    match components(object, site)?.as_slice() {
        [only] => Ok(untyped::Array::of_value(only.value, site)),
        _ => Err(PyTypeError::new_err("while_loop: a tuple is in the place of an array")),
    }
}
