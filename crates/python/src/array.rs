//! Arrays in programs.

use polymill_arrays::untyped::{self, Site};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::callback::Callback;
use crate::dtype;
use crate::error::checked;
use crate::operand::Scalar;
use crate::site::site;

/// An array that is known when the program runs. Operations make arrays from arrays; nothing is computed when they are called.
#[pyclass(frozen, module = "polymill")]
pub struct Array {
    /// The array.
    pub array: untyped::Array,
}

/// An array as Python has it, unless something is wrong with the program.
///
/// # Errors
/// The program's.
pub fn made(py: Python<'_>, array: untyped::Array) -> PyResult<Array> {
    checked(py, Array { array })
}

/// The axis that a number of Python's is: negative ones count from the end.
pub fn axis_of(axis: isize, n_dims: usize, site: Site) -> usize {
    let n = isize::try_from(n_dims).unwrap_or(isize::MAX);
    let from_start = if axis < 0 { axis.saturating_add(n) } else { axis };
    usize::try_from(from_start).ok().filter(|axis| *axis < n_dims).unwrap_or_else(|| {
        site.fail(format!("there is no axis {axis}: the array has {n_dims} dimensions"));
        0
    })
}

/// The sizes that an object is: a size, or a tuple or list of sizes.
///
/// # Errors
/// If it is something else.
pub fn shape_of(object: &Bound<'_, PyAny>, site: Site) -> PyResult<Vec<polymill_arrays::Len>> {
    if let Some(scalar) = Scalar::of(object)? {
        return Ok(vec![len_of(scalar, site)]);
    }
    object.try_iter()?.map(|size| size_of(&size?, site)).collect()
}

/// The size that an object is.
///
/// # Errors
/// If it is none.
pub fn size_of(object: &Bound<'_, PyAny>, site: Site) -> PyResult<polymill_arrays::Len> {
    match Scalar::of(object)? {
        Some(scalar) => Ok(len_of(scalar, site)),
        None => Err(PyTypeError::new_err(format!("{}: a size is an integer, a size or an argument", site.operation))),
    }
}

fn len_of(scalar: Scalar, site: Site) -> polymill_arrays::Len {
    scalar.value.len(site)
}

impl Array {
    /// Python's axis, as one of this array's.
    pub fn axis(&self, axis: isize, site: Site) -> usize {
        axis_of(axis, self.array.n_dims(site), site)
    }
}

#[pymethods]
impl Array {
    /// The sizes of the dimensions, as values.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let site = site(py, "shape")?;
        let sizes = checked(py, self.array.shape(site))?;
        let values = sizes.into_iter().map(|len| {
            let value = untyped::Value::of_len(len);
            Scalar { value, ty: polymill_gdg::ScalarType::I64, is_weak: true }.into_python(py)
        });
        PyTuple::new(py, values.collect::<PyResult<Vec<_>>>()?)
    }

    /// The number of dimensions.
    #[getter]
    fn ndim(&self, py: Python<'_>) -> PyResult<usize> {
        let site = site(py, "ndim")?;
        checked(py, self.array.n_dims(site))
    }

    /// The type of the elements, as a `numpy.dtype`; a tuple, if these are tuples.
    #[getter]
    fn dtype<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let site = site(py, "dtype")?;
        match checked(py, self.array.types(site))?.as_slice() {
            [only] => dtype::to_python(py, *only),
            types => {
                let all = types.iter().map(|ty| dtype::to_python(py, *ty)).collect::<PyResult<Vec<_>>>()?;
                Ok(PyTuple::new(py, all)?.into_any())
            }
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let Ok(site) = site(py, "repr") else { return Ok("<array of another program>".to_owned()) };
        let names: Vec<_> = self.array.types(site).into_iter().map(dtype::name).collect();
        let n_dims = self.array.n_dims(site);
        Ok(format!("<array of {} with {n_dims} dimensions>", names.join(", ")))
    }

    fn __bool__(&self) -> PyResult<bool> {
        Err(PyTypeError::new_err("whether an array is true is not known while the program is traced"))
    }

    fn __len__(&self) -> PyResult<usize> {
        Err(PyTypeError::new_err("the size of an array is not known while the program is traced; use shape[0]"))
    }

    fn __iter__(&self) -> PyResult<Py<PyAny>> {
        Err(PyTypeError::new_err("the elements of an array are not known while the program is traced; use map"))
    }

    /// A function of each element.
    fn map(&self, py: Python<'_>, function: &Bound<'_, PyAny>) -> PyResult<Self> {
        let callback = Callback::new(py, site(py, "map")?);
        let of_element = |x| callback.call(function, &[callback.element(x)]);
        let array = self.array.map(of_element, site(py, "map")?);
        Ok(Self { array: callback.finish(array)? })
    }

    /// A function of each index, a part for each dimension, and element.
    fn imap(&self, py: Python<'_>, function: &Bound<'_, PyAny>) -> PyResult<Self> {
        let site = site(py, "imap")?;
        let callback = Callback::new(py, site);
        let of_both = |index: &[untyped::Value], x| {
            let mut arguments = callback.index(index);
            arguments.push(callback.element(x));
            callback.call(function, &arguments)
        };
        let array = self.array.imap(of_both, site);
        Ok(Self { array: callback.finish(array)? })
    }

    /// A function of the elements of two arrays of the same shape.
    fn zip_with(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>, function: &Bound<'_, PyAny>) -> PyResult<Self> {
        let all = PyTuple::new(slf.py(), [slf.as_any(), other])?;
        crate::creation::zip_with_of("zip_with", function, &all)
    }

    /// The elements of two arrays of the same shape in pairs.
    fn zip(&self, py: Python<'_>, other: &Bound<'_, Self>) -> PyResult<Self> {
        let site = site(py, "zip")?;
        let pair = |elements: &[untyped::Value]| untyped::Value::tuple(elements, site);
        made(py, untyped::zip_with(&[self.array, other.get().array], pair, site))
    }

    /// The components of an array of tuples, an array each.
    fn unzip(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        let site = site(py, "unzip")?;
        let n = self.array.types(site).len();
        (0..n).map(|part| made(py, self.array.map(|x| x.parts(site)[part], site))).collect()
    }

    /// The elements as ones of another type.
    fn astype(&self, py: Python<'_>, dtype: &Bound<'_, PyAny>) -> PyResult<Self> {
        let site = site(py, "astype")?;
        let ty = dtype::extract(dtype)?;
        made(py, self.array.map(|x| x.cast(ty, site), site))
    }

    /// What `function` makes of this array if it is applied `n` times, each time to what it made before.
    fn iterate(&self, py: Python<'_>, n: &Bound<'_, PyAny>, function: &Bound<'_, PyAny>) -> PyResult<Self> {
        let site = site(py, "iterate")?;
        let count = size_of(n, site)?;
        let callback = Callback::new(py, site);
        let of_state = |state| {
            let step = || {
                let result = function.call1((Self { array: state },))?;
                match result.cast::<Self>() {
                    Ok(array) => Ok(array.get().array),
                    Err(_) => Err(PyTypeError::new_err("iterate: the function returns no array")),
                }
            };
            callback.caught(step).unwrap_or(state)
        };
        let array = self.array.iterate(count, of_state, site);
        Ok(Self { array: callback.finish(array)? })
    }

    /// Combines the elements of this array with those of `init`, each at the place that `target` gives for its index: an index, or a tuple
    /// for several dimensions. Places outside are left out.
    fn permute(
        &self,
        py: Python<'_>,
        init: &Bound<'_, Self>,
        target: &Bound<'_, PyAny>,
        function: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let site = site(py, "permute")?;
        let callback = Callback::new(py, site);
        let init = init.get().array;
        let (types, n_dims) = (init.types(site), init.n_dims(site));
        let place = |index: &[untyped::Value]| {
            let place = callback.call_index(target, &callback.index(index));
            place.unwrap_or_else(|| vec![Scalar::int(0).value; n_dims])
        };
        let combine = |x, y| callback.call_as(function, &[callback.element(x), callback.element(y)], &types);
        let array = self.array.permute(init, place, combine, site);
        Ok(Self { array: callback.finish(array)? })
    }

    /// The array `init` with these elements at these places; the last one, where several belong to one place.
    fn scatter(&self, py: Python<'_>, places: &Bound<'_, Self>, init: &Bound<'_, Self>) -> PyResult<Self> {
        let site = site(py, "scatter")?;
        let places = as_places(places.get().array, site);
        made(py, self.array.scatter(places, init.get().array, site))
    }

    /// The elements of an array with one dimension at these places, in their shape: zero, where there is none.
    fn gather(&self, py: Python<'_>, places: &Bound<'_, Self>) -> PyResult<Self> {
        let site = site(py, "gather")?;
        made(py, self.array.gather(as_places(places.get().array, site), site))
    }
}

/// Integers of any type as indices.
pub fn as_places(places: untyped::Array, site: Site) -> untyped::Array {
    match places.types(site).as_slice() {
        [ty] if *ty != polymill_gdg::ScalarType::I64 && dtype::kind(*ty) == 1 => {
            places.map(|x| x.cast(polymill_gdg::ScalarType::I64, site), site)
        }
        _ => places,
    }
}
