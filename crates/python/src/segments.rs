//! Folds and scans of segments, and what is kept of an array.

use polymill_arrays::untyped::{self, Site, Value};
use polymill_gdg::ScalarType;
use pyo3::prelude::*;

use crate::array::Array;
use crate::callback::Callback;
use crate::error;
use crate::reductions::started;
use crate::site::site;

impl Array {
    fn scanned_segments(
        &self,
        py: Python<'_>,
        lengths: &Bound<'_, Self>,
        (initial, function): (Option<&Bound<'_, PyAny>>, &Bound<'_, PyAny>),
        is_downward: bool,
        site: Site,
    ) -> PyResult<Self> {
        let callback = Callback::new(py, site);
        let (array, initial, types) = started(self.array, initial, site)?;
        let combine = |x, y| callback.call_as(function, &[callback.element(x), callback.element(y)], &types);
        let array = array.scan_segments(lengths.get().array, initial, combine, is_downward, site);
        Ok(Self { array: callback.finish(array)? })
    }
}

/// Segments are pieces of the last dimension, one after the other, with these lengths: one that reaches beyond the end is cut off there,
/// and a negative length counts as zero.
#[pymethods]
impl Array {
    /// Combines the elements of each segment in order, beginning with `init`: `function(so_far, element)`.
    fn fold_segments(
        &self,
        py: Python<'_>,
        lengths: &Bound<'_, Self>,
        init: &Bound<'_, PyAny>,
        function: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let site = site(py, "fold_segments")?;
        let callback = Callback::new(py, site);
        let (array, initial, types) = started(self.array, Some(init), site)?;
        let initial = initial.unwrap_or_else(|| Value::zeros(&types));
        let combine = |x, y| callback.call_as(function, &[callback.element(x), callback.element(y)], &types);
        let array = array.fold_segments(lengths.get().array, initial, combine, site);
        Ok(Self { array: callback.finish(array)? })
    }

    /// The intermediate results of a fold of each segment, from `init` on: one element more for each segment.
    fn scanl_segments(
        &self,
        py: Python<'_>,
        lengths: &Bound<'_, Self>,
        init: &Bound<'_, PyAny>,
        function: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        self.scanned_segments(py, lengths, (Some(init), function), false, site(py, "scanl_segments")?)
    }

    /// The intermediate results of a fold of each segment that begins with its first element.
    fn scanl1_segments(
        &self,
        py: Python<'_>,
        lengths: &Bound<'_, Self>,
        function: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        self.scanned_segments(py, lengths, (None, function), false, site(py, "scanl1_segments")?)
    }

    /// As `scanl_segments`, from the last element of each segment to the first one: `init` is the last element.
    fn scanr_segments(
        &self,
        py: Python<'_>,
        lengths: &Bound<'_, Self>,
        init: &Bound<'_, PyAny>,
        function: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        self.scanned_segments(py, lengths, (Some(init), function), true, site(py, "scanr_segments")?)
    }

    /// As `scanl1_segments`, from the last element of each segment to the first one.
    fn scanr1_segments(
        &self,
        py: Python<'_>,
        lengths: &Bound<'_, Self>,
        function: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        self.scanned_segments(py, lengths, (None, function), true, site(py, "scanr1_segments")?)
    }

    /// The elements for which a function holds, in order, with zeros behind; and how many they are.
    fn filter(&self, py: Python<'_>, function: &Bound<'_, PyAny>) -> PyResult<(Self, Self)> {
        let site = site(py, "filter")?;
        let callback = Callback::new(py, site);
        let keeps = |x| callback.call_as(function, &[callback.element(x)], &[ScalarType::Bool]);
        let kept = self.array.filter(keeps, site);
        Ok(both(callback.finish(kept)?))
    }

    /// The elements where `mask`, which is as long, is true, in order, with zeros behind; and how many they are.
    fn compress(&self, py: Python<'_>, mask: &Bound<'_, Self>) -> PyResult<(Self, Self)> {
        let kept = self.array.compress(mask.get().array, site(py, "compress")?);
        Ok(both(error::checked(py, kept)?))
    }
}

fn both((array, other): (untyped::Array, untyped::Array)) -> (Array, Array) {
    (Array { array }, Array { array: other })
}
