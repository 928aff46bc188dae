//! Stencils.

use std::rc::Rc;

use polymill_arrays::untyped::{self, Boundary, Site};
use polymill_gdg::ScalarType;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::array::Array;
use crate::callback::{Callback, as_types};
use crate::error::checked;
use crate::operand::components;
use crate::site::site;

/// An element and those around it, in `Array.stencil`: `s[0, -1]` is the one before it along the last dimension.
#[pyclass(unsendable, frozen, module = "polymill")]
pub struct Neighbourhood {
    around: untyped::Neighbourhood,
}

#[pymethods]
impl Neighbourhood {
    fn __getitem__(&self, py: Python<'_>, key: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let offset: Vec<i64> = match key.extract::<i64>() {
            Ok(only) => vec![only],
            Err(_) => key.extract().map_err(|_| PyTypeError::new_err("a distance is an integer for each dimension"))?,
        };
        // Outside of its program, it has no meaning.
        let callback = Callback::new(py, crate::site::site(py, "stencil")?);
        let element = callback.element(checked(py, self.around.at(&offset))?);
        callback.finish(element)
    }
}

#[pymethods]
impl Array {
    /// A function of each element and those around it. What is beyond the border is as `boundary` says: "clamp" (the nearest element),
    /// "mirror" (what a mirror at the border shows), "wrap" (the array goes on from the beginning), a number, or a function of the index.
    #[pyo3(signature = (function, boundary = None))]
    fn stencil(
        &self,
        py: Python<'_>,
        function: &Bound<'_, PyAny>,
        boundary: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let site = site(py, "stencil")?;
        let callback = Callback::new(py, site);
        let errors: Errors = Rc::default();
        let boundary = boundary_of(boundary, &self.array.types(site), &errors, site)?;
        let of_neighbours = |around: &untyped::Neighbourhood| {
            let around = Neighbourhood { around: around.clone() };
            match Py::new(py, around) {
                Ok(around) => callback.call(function, &[around.into_any()]),
                Err(error) => callback.value(|| Err(error)),
            }
        };
        let array = self.array.stencil(boundary, of_neighbours, site);
        finished(callback, &errors, array)
    }

    /// A function of the elements of two arrays of the same shape and those around them.
    #[pyo3(signature = (other, function, boundary = None, boundary_of_other = None))]
    fn stencil2(
        &self,
        py: Python<'_>,
        other: &Bound<'_, Self>,
        function: &Bound<'_, PyAny>,
        boundary: Option<&Bound<'_, PyAny>>,
        boundary_of_other: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let site = site(py, "stencil2")?;
        let callback = Callback::new(py, site);
        let errors: Errors = Rc::default();
        let other = other.get().array;
        let boundary_of_other = boundary_of_other.or(boundary);
        let boundary = boundary_of(boundary, &self.array.types(site), &errors, site)?;
        let boundary_of_other = boundary_of(boundary_of_other, &other.types(site), &errors, site)?;
        let of_neighbours = |one: &untyped::Neighbourhood, other: &untyped::Neighbourhood| {
            let made = [one, other].map(|around| Py::new(py, Neighbourhood { around: around.clone() }));
            match made {
                [Ok(one), Ok(other)] => callback.call(function, &[one.into_any(), other.into_any()]),
                [Err(error), _] | [_, Err(error)] => callback.value(|| Err(error)),
            }
        };
        let array = self.array.stencil2(boundary, (other, boundary_of_other), of_neighbours, site);
        finished(callback, &errors, array)
    }
}

/// The exceptions of the functions of boundaries.
type Errors = Rc<std::cell::RefCell<Option<PyErr>>>;

fn finished(callback: Callback<'_>, errors: &Errors, array: untyped::Array) -> PyResult<Array> {
    if let Some(error) = errors.borrow_mut().take() {
        untyped::take_error();
        return Err(error);
    }
    Ok(Array { array: callback.finish(array)? })
}

/// What stands beyond the border.
fn boundary_of(
    object: Option<&Bound<'_, PyAny>>,
    types: &[ScalarType],
    errors: &Errors,
    site: Site,
) -> PyResult<Boundary> {
    let Some(object) = object else { return Ok(Boundary::Clamp) };
    if let Ok(name) = object.cast::<PyString>() {
        return match name.to_string_lossy().as_ref() {
            "clamp" => Ok(Boundary::Clamp),
            "mirror" => Ok(Boundary::Mirror),
            "wrap" => Ok(Boundary::Wrap),
            other => Err(PyValueError::new_err(format!(
                "stencil: there is no boundary \"{other}\": it is \"clamp\", \"mirror\", \"wrap\", a number or a function"
            ))),
        };
    }
    if !object.is_callable() {
        return Ok(Boundary::Constant(as_types(&components(object, site)?, types, site)?));
    }
    let (function, types, errors) = (object.clone().unbind(), types.to_vec(), Rc::clone(errors));
    Ok(Boundary::Function(Rc::new(move |index| {
        Some(Python::attach(|py| {
            let callback = Callback::new(py, site);
            let value = callback.call_as(function.bind(py), &callback.index(index), &types);
            callback.finish(value).unwrap_or_else(|error| {
                errors.borrow_mut().get_or_insert(error);
                untyped::Value::zeros(&types)
            })
        }))
    })))
}
