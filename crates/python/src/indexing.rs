//! `a[...]`: elements, slices, new dimensions and gathered elements.

use polymill_arrays::Len;
use polymill_arrays::untyped::{self, Site, Value};
use polymill_gdg::ScalarType;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyEllipsis, PySlice, PyTuple};

use crate::array::{Array, as_places, made, size_of};
use crate::dtype;
use crate::error::checked;
use crate::operand::Scalar;
use crate::site::site;

/// What stands for one dimension in the brackets.
enum Part<'py> {
    Slice(Bound<'py, PySlice>),
    /// The index that this value has, which is known when the program runs.
    At(Value),
    /// This place: from the end, if it is negative.
    Constant(i64),
    NewAxis,
}

#[pymethods]
impl Array {
    fn __getitem__(&self, py: Python<'_>, key: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let site = site(py, "index")?;
        if let Ok(places) = key.cast::<Array>() {
            let places = as_places(places.get().array, site);
            let gathered = made(py, self.array.gather(places, site))?;
            return Ok(Py::new(py, gathered)?.into_any());
        }
        let parts = parts(key, self.array.n_dims(site), site)?;
        let is_index = |part: &Part<'_>| matches!(part, Part::At(_) | Part::Constant(_));
        let is_element = !parts.is_empty() && parts.iter().all(is_index);
        let (array, indices) = selected(self.array, &parts, site)?;
        if !is_element {
            return Ok(Py::new(py, made(py, without(array, &indices, site))?)?.into_any());
        }
        // An array that depends on the index of an operation has no elements outside of it: none is made.
        let subscripts: Vec<Value> = indices.into_iter().map(|(_, index)| index).collect();
        let element = array.element(&subscripts, site);
        let types = array.types(site);
        let scalars = element.parts(site).into_iter().zip(types).map(|(value, ty)| Scalar::strong(value, ty));
        let values = checked(py, scalars.collect::<Vec<_>>())?;
        match values.as_slice() {
            [only] => only.into_python(py),
            _ => {
                let values = values.iter().map(|each| each.into_python(py)).collect::<PyResult<Vec<_>>>()?;
                Ok(PyTuple::new(py, values)?.into_any().unbind())
            }
        }
    }
}

/// What is in the brackets, a part for each dimension and new dimension.
fn parts<'py>(key: &Bound<'py, PyAny>, n_dims: usize, site: Site) -> PyResult<Vec<Part<'py>>> {
    let keys: Vec<Bound<'py, PyAny>> = match key.cast::<PyTuple>() {
        Ok(keys) => keys.iter().collect(),
        Err(_) => vec![key.clone()],
    };
    let is_ellipsis = |key: &Bound<'py, PyAny>| key.is_instance_of::<PyEllipsis>();
    let n_used = keys.iter().filter(|key| !key.is_none() && !is_ellipsis(key)).count();
    if n_used > n_dims {
        return Err(PyIndexError::new_err(format!(
            "{n_used} indices are too many for an array with {n_dims} dimensions"
        )));
    }
    let whole = || Part::Slice(PySlice::full(key.py()));
    let mut parts = vec![];
    let mut is_open = true;
    for key in keys {
        if is_ellipsis(&key) {
            if !std::mem::take(&mut is_open) {
                return Err(PyIndexError::new_err("there is more than one `...` in the index"));
            }
            parts.extend((n_used..n_dims).map(|_| whole()));
            continue;
        }
        parts.push(part(key, site)?);
    }
    if is_open {
        parts.extend((n_used..n_dims).map(|_| whole()));
    }
    Ok(parts)
}

fn part<'py>(key: Bound<'py, PyAny>, site: Site) -> PyResult<Part<'py>> {
    if key.is_none() {
        return Ok(Part::NewAxis);
    }
    let key = match key.cast_into::<PySlice>() {
        Ok(slice) => return Ok(Part::Slice(slice)),
        Err(other) => other.into_inner(),
    };
    let no_index = || PyTypeError::new_err("an index is an integer, a value, a slice, `...` or None");
    let scalar = Scalar::of(&key)?.ok_or_else(no_index)?;
    if dtype::kind(scalar.ty) != 1 {
        return Err(no_index());
    }
    Ok(match scalar.value.as_constant(site) {
        Some(constant) => Part::Constant(constant),
        None => Part::At(scalar.value.cast(ScalarType::I64, site)),
    })
}

/// An array, and the indices along some of its dimensions that the elements have which the parts say.
fn selected(
    mut array: untyped::Array,
    parts: &[Part<'_>],
    site: Site,
) -> PyResult<(untyped::Array, Vec<(usize, Value)>)> {
    let mut axis = 0;
    let mut indices = vec![];
    for part in parts {
        match part {
            Part::NewAxis => {
                array = array.replicate(axis, Len::from(1), site);
                axis += 1;
            }
            Part::Slice(slice) => {
                array = sliced(array, axis, slice, site)?;
                axis += 1;
            }
            Part::At(index) => {
                indices.push((axis, *index));
                axis += 1;
            }
            Part::Constant(place) => {
                let (start, end) = (bound(array, axis, *place, site), bound(array, axis, *place, site) + 1);
                // Whether there is such an element is checked when the program runs.
                array = array.slice(axis, start, end, 1, site);
                indices.push((axis, Scalar::int(0).value));
                axis += 1;
            }
        }
    }
    Ok((array, indices))
}

/// The array without some dimensions: the elements with these indices along them.
fn without(array: untyped::Array, indices: &[(usize, Value)], site: Site) -> untyped::Array {
    if indices.is_empty() {
        return array;
    }
    let mut shape = array.shape(site);
    for (axis, _) in indices.iter().rev() {
        shape.remove(*axis);
    }
    let from = |others: &[Value]| {
        let mut all = others.to_vec();
        for (axis, index) in indices {
            all.insert(*axis, *index);
        }
        all
    };
    array.backpermute(shape, from, site)
}

/// A place along a dimension: from the end, if it is negative.
fn bound(array: untyped::Array, axis: usize, place: i64, site: Site) -> Len {
    let distance = Len::from(usize::try_from(place.unsigned_abs()).unwrap_or(usize::MAX));
    if place < 0 { array.len(axis, site) - distance } else { distance }
}

fn sliced(array: untyped::Array, axis: usize, slice: &Bound<'_, PySlice>, site: Site) -> PyResult<untyped::Array> {
    let [start, stop, step] = [slice.getattr("start")?, slice.getattr("stop")?, slice.getattr("step")?];
    let step: i64 = if step.is_none() { 1 } else { step.extract()? };
    let end = |object: &Bound<'_, PyAny>, default: Len| -> PyResult<Len> {
        if object.is_none() {
            return Ok(default);
        }
        match object.extract::<i64>() {
            Ok(place) => Ok(bound(array, axis, place, site)),
            Err(_) => size_of(object, site),
        }
    };
    if step > 0 {
        if start.is_none() && stop.is_none() && step == 1 {
            return Ok(array);
        }
        let (start, stop) = (end(&start, Len::from(0))?, end(&stop, array.len(axis, site))?);
        return Ok(array.slice(axis, start, stop, usize::try_from(step).unwrap_or(usize::MAX), site));
    }
    if step == 0 || !start.is_none() || !stop.is_none() {
        let message = "a slice with a negative step has no start and no end; one with step 0 means nothing";
        return Err(PyIndexError::new_err(message));
    }
    let n = usize::try_from(step.unsigned_abs()).unwrap_or(usize::MAX);
    let reversed = array.reverse(axis, site);
    Ok(if n == 1 { reversed } else { reversed.slice(axis, Len::from(0), array.len(axis, site), n, site) })
}
