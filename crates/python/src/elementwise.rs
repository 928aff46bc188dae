//! Functions of elements, for arrays that NumPy would broadcast.

use polymill_arrays::Len;
use polymill_arrays::untyped::{self, Site};
use pyo3::prelude::*;

use crate::array::Array;
use crate::callback::Callback;
use crate::operand::{Operand, Scalar};

/// A function of values, of the elements of arrays and of values.
///
/// # Errors
/// Those of the function, and of the program.
pub fn apply(
    py: Python<'_>,
    site: Site,
    operands: &[Operand],
    function: impl FnOnce(&[Scalar]) -> PyResult<Scalar>,
) -> PyResult<Py<PyAny>> {
    let callback = Callback::new(py, site);
    let arrays: Vec<untyped::Array> = operands.iter().filter_map(Operand::array).collect();
    if arrays.is_empty() {
        let scalars: Vec<Scalar> = operands.iter().filter_map(Operand::scalar).collect();
        return callback.finish(function(&scalars)?)?.into_python(py);
    }
    let arrays = broadcast(&arrays, site);
    let of_elements = |elements: &[untyped::Value]| {
        let mut elements = elements.iter();
        let scalars: Vec<Scalar> = operands
            .iter()
            .filter_map(|operand| match operand {
                Operand::Array(_, ty) => Some(Scalar::strong(*elements.next()?, *ty)),
                Operand::Scalar(scalar) => Some(*scalar),
            })
            .collect();
        callback.value(|| Ok(function(&scalars)?.value))
    };
    let made = untyped::zip_with(&arrays, of_elements, site);
    Ok(Py::new(py, Array { array: callback.finish(made)? })?.into_any())
}

impl Operand {
    fn array(&self) -> Option<untyped::Array> {
        match self {
            Self::Array(array, _) => Some(*array),
            Self::Scalar(_) => None,
        }
    }

    fn scalar(&self) -> Option<Scalar> {
        match self {
            Self::Array(..) => None,
            Self::Scalar(scalar) => Some(*scalar),
        }
    }
}

/// Arrays in one shape, as NumPy broadcasts them: those with fewer dimensions are repeated along the first ones, and those that the
/// program gives the size 1 along a dimension are repeated there. That all other sizes are equal is checked when the program runs.
pub fn broadcast(arrays: &[untyped::Array], site: Site) -> Vec<untyped::Array> {
    let shapes: Vec<Vec<Len>> = arrays.iter().map(|array| array.shape(site)).collect();
    let n_dims = shapes.iter().map(Vec::len).max().unwrap_or(0);
    let is_one = |len: &Len| len.as_constant() == Some(1);
    if shapes.iter().all(|shape| shape.len() == n_dims && !shape.iter().any(is_one)) {
        return arrays.to_vec();
    }
    let common: Vec<Len> = (0..n_dims)
        .map(|axis| {
            let sizes = shapes.iter().filter_map(|shape| shape.get((axis + shape.len()).checked_sub(n_dims)?));
            let sizes: Vec<&Len> = sizes.collect();
            let chosen = sizes.iter().find(|len| !is_one(len)).or(sizes.first());
            chosen.map_or_else(|| Len::from(1), |len| (*len).clone())
        })
        .collect();
    let in_common = |(array, shape): (&untyped::Array, &Vec<Len>)| {
        let n_missing = n_dims - shape.len();
        let is_repeated: Vec<bool> =
            shape.iter().zip(&common[n_missing..]).map(|(len, all)| is_one(len) && !is_one(all)).collect();
        if n_missing == 0 && !is_repeated.contains(&true) {
            return *array;
        }
        // What is not repeated keeps its own size, so that the run checks it.
        let mut target = common.clone();
        for (axis, (len, repeated)) in shape.iter().zip(&is_repeated).enumerate() {
            if !repeated {
                target[n_missing + axis] = len.clone();
            }
        }
        let from = |index: &[untyped::Value]| {
            let own = index.iter().skip(n_missing).zip(&is_repeated);
            own.map(|(at, repeated)| if *repeated { Scalar::int(0).value } else { *at }).collect()
        };
        array.backpermute(target, from, site)
    };
    arrays.iter().zip(&shapes).map(in_common).collect()
}
