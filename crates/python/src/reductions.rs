//! Folds and scans.

use polymill_arrays::number::Number;
use polymill_arrays::untyped::{self, Site, Value};
use polymill_gdg::{BinaryOp, ScalarType};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::array::{Array, made};
use crate::callback::{Callback, as_types};
use crate::dtype;
use crate::operand::{self, Scalar};
use crate::operators::{Operator, binary};
use crate::site::site;

/// An array and the value that its fold begins with, in the types that both are combined to.
fn of_common_types(
    array: untyped::Array,
    initial: &Bound<'_, PyAny>,
    site: Site,
) -> PyResult<(untyped::Array, Value, Vec<ScalarType>)> {
    let types = array.types(site);
    let parts = operand::components(initial, site)?;
    let ([ty], [part]) = (types.as_slice(), parts.as_slice()) else {
        return Ok((array, as_types(&parts, &types, site)?, types));
    };
    let (common, _) = operand::common_type(&[(*ty, false), (part.ty, part.is_weak)]);
    let array = if common == *ty { array } else { array.map(|x| x.cast(common, site), site) };
    Ok((array, part.value.cast(common, site), vec![common]))
}

impl Array {
    fn folded(
        &self,
        py: Python<'_>,
        initial: Option<&Bound<'_, PyAny>>,
        function: &Bound<'_, PyAny>,
        axis: isize,
        site: Site,
    ) -> PyResult<Self> {
        let axis = self.axis(axis, site);
        let callback = Callback::new(py, site);
        let (array, initial, types) = started(self.array, initial, site)?;
        let combine = |x, y| callback.call_as(function, &[callback.element(x), callback.element(y)], &types);
        let array = array.fold(axis, initial, combine, site);
        Ok(Self { array: callback.finish(array)? })
    }

    fn scanned(
        &self,
        py: Python<'_>,
        initial: Option<&Bound<'_, PyAny>>,
        (function, axis): (&Bound<'_, PyAny>, isize),
        is_downward: bool,
        site: Site,
    ) -> PyResult<Self> {
        let axis = self.axis(axis, site);
        let callback = Callback::new(py, site);
        let (array, initial, types) = started(self.array, initial, site)?;
        let combine = |x, y| callback.call_as(function, &[callback.element(x), callback.element(y)], &types);
        let array = array.scan(axis, initial, combine, is_downward, site);
        Ok(Self { array: callback.finish(array)? })
    }

    /// A fold of numbers with an operator, along one dimension or all of them.
    fn reduced(&self, py: Python<'_>, axis: Option<isize>, reduction: Reduction, site: Site) -> PyResult<Self> {
        let types = self.array.types(site);
        let [ty] = types.as_slice() else {
            return Err(PyTypeError::new_err(format!("{}: not for arrays of tuples", site.operation)));
        };
        let ty = match reduction {
            // As in NumPy, sums of small integers are large ones.
            Reduction { is_wide: true, .. } => wide(*ty),
            Reduction { is_truth: true, .. } => ScalarType::Bool,
            _ => *ty,
        };
        let mut array = match types == [ty] {
            true => self.array,
            false => self.array.map(|x| x.cast(ty, site), site),
        };
        let axes = match axis {
            Some(axis) => vec![self.axis(axis, site)],
            None => (0..self.array.n_dims(site)).rev().collect(),
        };
        for axis in axes {
            let initial = reduction.initial.map(|initial| Value::constant(ty, Number::Int(initial)));
            let callback = Callback::new(py, site);
            let combine = |x, y| {
                let [x, y] = [x, y].map(|value| Scalar::strong(value, ty));
                callback.value(|| Ok(binary(reduction.operator, x, y, site)?.value))
            };
            let folded = array.fold(axis, initial, combine, site);
            array = callback.finish(folded)?;
        }
        made(py, array)
    }

    /// How many elements there are along one dimension or all of them.
    fn count(&self, axis: Option<isize>, site: Site) -> Value {
        let sizes = self.array.shape(site);
        let count = match axis {
            Some(axis) => self.array.len(self.axis(axis, site), site),
            None => sizes.iter().fold(polymill_arrays::Len::from(1), |all, size| all.times(size, site.location)),
        };
        Value::of_len(count)
    }
}

/// An array, and what a fold of it begins with.
pub fn started(
    array: untyped::Array,
    initial: Option<&Bound<'_, PyAny>>,
    site: Site,
) -> PyResult<(untyped::Array, Option<Value>, Vec<ScalarType>)> {
    match initial {
        None => Ok((array, None, array.types(site))),
        Some(initial) => {
            let (array, initial, types) = of_common_types(array, initial, site)?;
            Ok((array, Some(initial), types))
        }
    }
}

/// A fold with an operator.
#[derive(Clone, Copy)]
struct Reduction {
    operator: Operator,
    /// What it begins with; the first element, if there is nothing here.
    initial: Option<i128>,
    is_wide: bool,
    is_truth: bool,
}

impl Reduction {
    const fn of(operator: Operator, initial: Option<i128>) -> Self {
        Self { operator, initial, is_wide: false, is_truth: false }
    }
}

fn wide(ty: ScalarType) -> ScalarType {
    match ty {
        ScalarType::Bool | ScalarType::Int { signed: true, .. } => ScalarType::I64,
        ScalarType::Int { signed: false, .. } => ScalarType::U64,
        float => float,
    }
}

#[pymethods]
impl Array {
    /// Combines the elements along a dimension, from the first to the last one, beginning with `init`.
    #[pyo3(signature = (init, function, axis = -1))]
    fn fold(
        &self,
        py: Python<'_>,
        init: &Bound<'_, PyAny>,
        function: &Bound<'_, PyAny>,
        axis: isize,
    ) -> PyResult<Self> {
        self.folded(py, Some(init), function, axis, site(py, "fold")?)
    }

    /// Combines the elements along a dimension, beginning with the first one.
    #[pyo3(signature = (function, axis = -1))]
    fn fold1(&self, py: Python<'_>, function: &Bound<'_, PyAny>, axis: isize) -> PyResult<Self> {
        self.folded(py, None, function, axis, site(py, "fold1")?)
    }

    /// The intermediate results of a fold along a dimension, from `init` on: one element more.
    #[pyo3(signature = (init, function, axis = -1))]
    fn scanl(
        &self,
        py: Python<'_>,
        init: &Bound<'_, PyAny>,
        function: &Bound<'_, PyAny>,
        axis: isize,
    ) -> PyResult<Self> {
        self.scanned(py, Some(init), (function, axis), false, site(py, "scanl")?)
    }

    /// The intermediate results of a fold along a dimension that begins with the first element.
    #[pyo3(signature = (function, axis = -1))]
    fn scanl1(&self, py: Python<'_>, function: &Bound<'_, PyAny>, axis: isize) -> PyResult<Self> {
        self.scanned(py, None, (function, axis), false, site(py, "scanl1")?)
    }

    /// As `scanl`, from the last element to the first one: `init` is the last element.
    #[pyo3(signature = (init, function, axis = -1))]
    fn scanr(
        &self,
        py: Python<'_>,
        init: &Bound<'_, PyAny>,
        function: &Bound<'_, PyAny>,
        axis: isize,
    ) -> PyResult<Self> {
        self.scanned(py, Some(init), (function, axis), true, site(py, "scanr")?)
    }

    /// As `scanl1`, from the last element to the first one.
    #[pyo3(signature = (function, axis = -1))]
    fn scanr1(&self, py: Python<'_>, function: &Bound<'_, PyAny>, axis: isize) -> PyResult<Self> {
        self.scanned(py, None, (function, axis), true, site(py, "scanr1")?)
    }

    /// The sums of the elements so far, along a dimension.
    #[pyo3(signature = (axis = -1))]
    fn cumsum(&self, py: Python<'_>, axis: isize) -> PyResult<Self> {
        let site = site(py, "cumsum")?;
        let axis = self.axis(axis, site);
        let types = self.array.types(site);
        let ty = types.first().copied().map_or(ScalarType::F64, wide);
        let array = if types == [ty] { self.array } else { self.array.map(|x| x.cast(ty, site), site) };
        made(py, array.scan(axis, None, |x, y| x.binary(BinaryOp::Add, y, site), false, site))
    }

    /// The sum of the elements along a dimension, or of all.
    #[pyo3(signature = (axis = None))]
    fn sum(&self, py: Python<'_>, axis: Option<isize>) -> PyResult<Self> {
        let reduction = Reduction { is_wide: true, ..Reduction::of(Operator::Add, Some(0)) };
        self.reduced(py, axis, reduction, site(py, "sum")?)
    }

    /// The product of the elements along a dimension, or of all.
    #[pyo3(signature = (axis = None))]
    fn prod(&self, py: Python<'_>, axis: Option<isize>) -> PyResult<Self> {
        let reduction = Reduction { is_wide: true, ..Reduction::of(Operator::Multiply, Some(1)) };
        self.reduced(py, axis, reduction, site(py, "prod")?)
    }

    /// The smallest element along a dimension, or of all.
    #[pyo3(signature = (axis = None))]
    fn min(&self, py: Python<'_>, axis: Option<isize>) -> PyResult<Self> {
        self.reduced(py, axis, Reduction::of(Operator::Minimum, None), site(py, "min")?)
    }

    /// The largest element along a dimension, or of all.
    #[pyo3(signature = (axis = None))]
    fn max(&self, py: Python<'_>, axis: Option<isize>) -> PyResult<Self> {
        self.reduced(py, axis, Reduction::of(Operator::Maximum, None), site(py, "max")?)
    }

    /// Whether all elements along a dimension, or all, are true.
    #[pyo3(signature = (axis = None))]
    fn all(&self, py: Python<'_>, axis: Option<isize>) -> PyResult<Self> {
        let reduction = Reduction { is_truth: true, ..Reduction::of(Operator::BitwiseAnd, Some(1)) };
        self.reduced(py, axis, reduction, site(py, "all")?)
    }

    /// Whether any element along a dimension, or of all, is true.
    #[pyo3(signature = (axis = None))]
    fn any(&self, py: Python<'_>, axis: Option<isize>) -> PyResult<Self> {
        let reduction = Reduction { is_truth: true, ..Reduction::of(Operator::BitwiseOr, Some(0)) };
        self.reduced(py, axis, reduction, site(py, "any")?)
    }

    /// The mean of the elements along a dimension, or of all.
    #[pyo3(signature = (axis = None))]
    fn mean(&self, py: Python<'_>, axis: Option<isize>) -> PyResult<Self> {
        let site = site(py, "mean")?;
        let types = self.array.types(site);
        let ty = types.first().copied().filter(|ty| dtype::kind(*ty) == 2).unwrap_or(ScalarType::F64);
        let numbers = if types == [ty] { self.array } else { self.array.map(|x| x.cast(ty, site), site) };
        let sums = Self { array: numbers }.reduced(py, axis, Reduction::of(Operator::Add, Some(0)), site)?;
        let n = self.count(axis, site).cast(ty, site);
        made(py, sums.array.map(|x| x.binary(BinaryOp::Div, n, site), site))
    }
}
