//! Results of calls, as NumPy's arrays and numbers.

use numpy::PyArray;
use polymill::array::AnyArray;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// How the results of a program make what its function returns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Whether the function returns several results.
    pub is_tuple: bool,
    /// How many arrays each of them is: an array of tuples is several.
    pub n_parts: Vec<usize>,
}

impl Layout {
    /// What the function returns.
    ///
    /// # Errors
    /// Python's.
    pub fn arranged<'py>(&self, py: Python<'py>, arrays: Vec<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let mut arrays = arrays.into_iter();
        let mut results = vec![];
        for n in &self.n_parts {
            let parts: Vec<_> = arrays.by_ref().take(*n).collect();
            results.push(match <[_; 1]>::try_from(parts) {
                Ok([only]) => only,
                Err(parts) => PyTuple::new(py, parts)?.into_any(),
            });
        }
        if self.is_tuple {
            return Ok(PyTuple::new(py, results)?.into_any());
        }
        results.pop().ok_or_else(|| crate::error::bug("there is no result"))
    }
}

/// An array of NumPy's; a number of NumPy's, if there are no dimensions.
///
/// # Errors
/// Python's.
pub fn to_python(py: Python<'_>, array: AnyArray) -> PyResult<Bound<'_, PyAny>> {
    let n_dims = array.shape().len();
    macro_rules! of_type {
        ($($variant:ident)+) => {
            match array {
                $(AnyArray::$variant(array) => PyArray::from_owned_array(py, array).into_any(),)+
            }
        };
    }
    let array = of_type!(Bool I8 I16 I32 I64 U8 U16 U32 U64 F32 F64);
    if n_dims == 0 { array.get_item(PyTuple::empty(py)) } else { Ok(array) }
}
