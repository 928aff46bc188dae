//! Arrays in other shapes and orders.

use polymill_arrays::untyped;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::array::{Array, axis_of, made, shape_of, size_of};
use crate::callback::Callback;
use crate::operand::Scalar;
use crate::site::site;

/// The only element of a tuple of arguments if it is a sequence, or the tuple: `a.reshape(2, 3)` and `a.reshape((2, 3))`.
fn sequence<'py>(arguments: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
    if arguments.len() == 1 {
        return arguments.get_item(0);
    }
    Ok(arguments.clone().into_any())
}

#[pymethods]
impl Array {
    /// The array with its dimensions in the opposite order.
    #[getter(T)]
    fn transposed(&self, py: Python<'_>) -> PyResult<Self> {
        made(py, self.array.transpose(site(py, "transpose")?))
    }

    /// The array with its dimensions in the opposite order, or in the order of the arguments.
    #[pyo3(signature = (*axes))]
    fn transpose(&self, py: Python<'_>, axes: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let site = site(py, "transpose")?;
        if axes.is_empty() {
            return made(py, self.array.transpose(site));
        }
        let axes: Vec<isize> = sequence(axes)?.extract()?;
        self.in_order(py, &axes, site)
    }

    /// The array with its dimensions in another order: dimension `k` of the result is dimension `order[k]` of this one.
    #[pyo3(signature = (*order))]
    fn permute_axes(&self, py: Python<'_>, order: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let order: Vec<isize> = sequence(order)?.extract()?;
        self.in_order(py, &order, site(py, "permute_axes")?)
    }

    /// The array with the elements along a dimension in the opposite order.
    #[pyo3(signature = (axis = -1))]
    fn reverse(&self, py: Python<'_>, axis: isize) -> PyResult<Self> {
        let site = site(py, "reverse")?;
        made(py, self.array.reverse(self.axis(axis, site), site))
    }

    /// The array `n` times, along a new dimension at place `axis`.
    #[pyo3(signature = (n, axis = 0))]
    fn replicate(&self, py: Python<'_>, n: &Bound<'_, PyAny>, axis: isize) -> PyResult<Self> {
        let site = site(py, "replicate")?;
        let axis = axis_of(axis, self.array.n_dims(site) + 1, site);
        made(py, self.array.replicate(axis, size_of(n, site)?, site))
    }

    /// The elements in row-major order in another shape, which has as many; one size may be -1.
    #[pyo3(signature = (*shape))]
    fn reshape(&self, py: Python<'_>, shape: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let site = site(py, "reshape")?;
        let shape = shape_of(&sequence(shape)?, site)?;
        let is_open = |len: &polymill_arrays::Len| len.as_constant() == Some(-1);
        match shape.as_slice() {
            [only] if is_open(only) => made(py, self.array.flatten(site)),
            _ => made(py, self.array.reshape(shape, site)),
        }
    }

    /// All elements in one dimension, in row-major order.
    fn flatten(&self, py: Python<'_>) -> PyResult<Self> {
        made(py, self.array.flatten(site(py, "flatten")?))
    }

    /// As `flatten`.
    fn ravel(&self, py: Python<'_>) -> PyResult<Self> {
        made(py, self.array.flatten(site(py, "ravel")?))
    }

    /// The elements of this array in another shape, each from where `function` of the index says: an index, or a tuple.
    fn backpermute(&self, py: Python<'_>, shape: &Bound<'_, PyAny>, function: &Bound<'_, PyAny>) -> PyResult<Self> {
        let site = site(py, "backpermute")?;
        let (callback, n_dims) = (Callback::new(py, site), self.array.n_dims(site));
        let from = |index: &[untyped::Value]| {
            let from = callback.call_index(function, &callback.index(index));
            from.unwrap_or_else(|| vec![Scalar::int(0).value; n_dims])
        };
        let array = self.array.backpermute(shape_of(shape, site)?, from, site);
        Ok(Self { array: callback.finish(array)? })
    }

    /// The elements of this array and then those of another one, along a dimension.
    #[pyo3(signature = (other, axis = 0))]
    fn concat(&self, py: Python<'_>, other: &Bound<'_, Self>, axis: isize) -> PyResult<Self> {
        let site = site(py, "concat")?;
        made(py, self.array.concat(self.axis(axis, site), other.get().array, site))
    }

    /// The first `n` elements along a dimension.
    #[pyo3(signature = (n, axis = 0))]
    fn take(&self, py: Python<'_>, n: &Bound<'_, PyAny>, axis: isize) -> PyResult<Self> {
        let site = site(py, "take")?;
        made(py, self.array.take(self.axis(axis, site), size_of(n, site)?, site))
    }

    /// All but the first `n` elements along a dimension.
    #[pyo3(signature = (n, axis = 0))]
    fn drop(&self, py: Python<'_>, n: &Bound<'_, PyAny>, axis: isize) -> PyResult<Self> {
        let site = site(py, "drop")?;
        made(py, self.array.drop(self.axis(axis, site), size_of(n, site)?, site))
    }
}

impl Array {
    fn in_order(&self, py: Python<'_>, axes: &[isize], site: untyped::Site) -> PyResult<Self> {
        let order: Vec<usize> = axes.iter().map(|axis| self.axis(*axis, site)).collect();
        made(py, self.array.permute_axes(&order, site))
    }
}
