//! What operators and functions take: arrays, values and numbers; and NumPy's rules for numbers of different types.

use polymill_arrays::number::Number;
use polymill_arrays::untyped::{self, Site};
use polymill_gdg::ScalarType;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyTuple};

use crate::array::Array;
use crate::dtype;
use crate::value::Value;

/// A value with one component.
#[derive(Clone, Copy, Debug)]
pub struct Scalar {
    /// The value.
    pub value: untyped::Value,
    /// Its type.
    pub ty: ScalarType,
    /// Whether it is a Python number, which takes the type of what it is combined with, as in NumPy.
    pub is_weak: bool,
}

/// Something that operators and functions take.
#[derive(Clone, Copy, Debug)]
pub enum Operand {
    /// An array, of elements with one component.
    Array(untyped::Array, ScalarType),
    /// A value.
    Scalar(Scalar),
}

impl Scalar {
    /// A value of a type of NumPy's.
    pub fn strong(value: untyped::Value, ty: ScalarType) -> Self {
        Self { value, ty, is_weak: false }
    }

    /// An integer that is known when the program is traced.
    pub fn int(value: i128) -> Self {
        let number = Number::Int(value);
        Self { value: untyped::Value::constant(ScalarType::I64, number), ty: ScalarType::I64, is_weak: true }
    }

    /// The value as one of another type.
    pub fn cast(self, ty: ScalarType, site: Site) -> Self {
        Self { value: self.value.cast(ty, site), ty, is_weak: false }
    }

    /// Checks that one of Python's integers fits the type that it becomes, as NumPy does.
    fn check_fits(self, ty: ScalarType, site: Site) {
        if let (true, Some(number @ Number::Int(value))) = (self.is_weak && ty.is_integer(), self.value.as_number(site))
            && number.cast(ty) != number
        {
            site.fail(format!("{value} does not fit the type {}", dtype::name(ty)));
        }
    }

    /// The value as Python has it.
    pub fn into_python(self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(Py::new(py, Value { scalar: self })?.into_any())
    }

    /// The scalar that an object is: a value or a number; none, if it is something else.
    pub fn of(object: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        if let Ok(value) = object.cast::<Value>() {
            return Ok(Some(value.get().scalar));
        }
        let Some((number, ty, is_weak)) = number(object)? else { return Ok(None) };
        Ok(Some(Self { value: untyped::Value::constant(ty, number), ty, is_weak }))
    }
}

/// The number that an object is, its type, and whether it is one of Python's; none, if it is something else.
pub fn number(object: &Bound<'_, PyAny>) -> PyResult<Option<(Number, ScalarType, bool)>> {
    // NumPy's `float64` is one of Python's `float`, too.
    if object.hasattr("dtype")? && object.hasattr("item")? {
        if object.getattr("ndim")?.extract::<usize>()? > 0 || object.cast::<Array>().is_ok() {
            return Ok(None);
        }
        let ty = dtype::of_dtype(&object.getattr("dtype")?)?;
        let Some((number, _, _)) = python_number(&object.call_method0("item")?)? else { return Ok(None) };
        return Ok(Some((number, ty, false)));
    }
    python_number(object)
}

fn python_number(object: &Bound<'_, PyAny>) -> PyResult<Option<(Number, ScalarType, bool)>> {
    Ok(if let Ok(truth) = object.cast::<PyBool>() {
        Some((Number::Int(i128::from(truth.is_true())), ScalarType::Bool, true))
    } else if object.is_instance_of::<PyInt>() {
        let value = object.extract::<i128>()?;
        let ty = if value > i128::from(i64::MAX) { ScalarType::U64 } else { ScalarType::I64 };
        if Number::Int(value).cast(ty) != Number::Int(value) {
            return Err(PyOverflowError::new_err(format!("{value} does not fit 64 bits")));
        }
        Some((Number::Int(value), ty, true))
    } else if object.is_instance_of::<PyFloat>() {
        Some((Number::Float(object.extract()?), ScalarType::F64, true))
    } else {
        None
    })
}

impl Operand {
    /// The operand that an object is; none, if it is something else.
    pub fn of(object: &Bound<'_, PyAny>, site: Site) -> PyResult<Option<Self>> {
        if let Ok(array) = object.cast::<Array>() {
            let array = array.get().array;
            let types = array.types(site);
            let [ty] = types.as_slice() else {
                return Err(PyTypeError::new_err("an array of tuples is no operand; map it to numbers"));
            };
            return Ok(Some(Self::Array(array, *ty)));
        }
        Ok(Scalar::of(object)?.map(Self::Scalar))
    }

    /// The operand that an object is.
    ///
    /// # Errors
    /// If it is something else.
    pub fn extract(object: &Bound<'_, PyAny>, site: Site) -> PyResult<Self> {
        Self::of(object, site)?.ok_or_else(|| no_operand(object, site))
    }
}

/// What an object is not that should be an array or a value.
pub fn no_operand(object: &Bound<'_, PyAny>, site: Site) -> PyErr {
    let found = object.get_type().name().map_or_else(|_| "object".to_owned(), |name| name.to_string());
    let hint = match found.as_str() {
        "ndarray" => "; arrays that a program uses are arguments of it",
        _ => "",
    };
    PyTypeError::new_err(format!("{}: a {found} is no symbolic array, value or number{hint}", site.operation))
}

/// The type that values of these are combined to, and whether it is that of Python numbers.
pub fn common_type(operands: &[(ScalarType, bool)]) -> (ScalarType, bool) {
    let (strong, weak): (Vec<_>, Vec<_>) = operands.iter().copied().partition(|(_, is_weak)| !is_weak);
    let most = |types: &[(ScalarType, bool)]| types.iter().map(|(ty, _)| *ty).reduce(dtype::promoted);
    match (most(&strong), most(&weak)) {
        (Some(strong), Some(weak)) if dtype::kind(weak) > dtype::kind(strong) => (weak, false),
        (Some(strong), _) => (strong, false),
        (None, Some(weak)) => (weak, true),
        (None, None) => (ScalarType::F64, true),
    }
}

/// Values of one type: the one that they are combined to.
pub fn of_one_type(scalars: &[Scalar], site: Site) -> (Vec<untyped::Value>, ScalarType, bool) {
    let types: Vec<(ScalarType, bool)> = scalars.iter().map(|each| (each.ty, each.is_weak)).collect();
    let (ty, is_weak) = common_type(&types);
    let values = scalars.iter().map(|each| {
        each.check_fits(ty, site);
        each.value.cast(ty, site)
    });
    (values.collect(), ty, is_weak)
}

/// The value that an object is, with as many components as it has: a value, a number, or a tuple of these.
///
/// # Errors
/// If it is something else.
pub fn components(object: &Bound<'_, PyAny>, site: Site) -> PyResult<Vec<Scalar>> {
    if let Ok(parts) = object.cast::<PyTuple>() {
        return parts.iter().map(|part| component(&part, site)).collect();
    }
    Ok(vec![component(object, site)?])
}

fn component(object: &Bound<'_, PyAny>, site: Site) -> PyResult<Scalar> {
    match Operand::extract(object, site)? {
        Operand::Scalar(scalar) => Ok(scalar),
        // An array without dimensions is its element.
        Operand::Array(array, ty) if array.n_dims(site) == 0 => Ok(Scalar::strong(array.element(&[], site), ty)),
        Operand::Array(..) => {
            Err(PyTypeError::new_err(format!("{}: the value of an element is no array", site.operation)))
        }
    }
}
