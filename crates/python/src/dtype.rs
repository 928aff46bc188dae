//! Types of elements, as NumPy has them.

use polymill_gdg::ScalarType;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// The types, by NumPy's names.
const NAMES: [(&str, ScalarType); 11] = [
    ("bool", ScalarType::Bool),
    ("int8", ScalarType::Int { bits: 8, signed: true }),
    ("int16", ScalarType::Int { bits: 16, signed: true }),
    ("int32", ScalarType::I32),
    ("int64", ScalarType::I64),
    ("uint8", ScalarType::Int { bits: 8, signed: false }),
    ("uint16", ScalarType::Int { bits: 16, signed: false }),
    ("uint32", ScalarType::U32),
    ("uint64", ScalarType::U64),
    ("float32", ScalarType::F32),
    ("float64", ScalarType::F64),
];

/// NumPy's name of a type.
pub fn name(ty: ScalarType) -> &'static str {
    NAMES.iter().find(|(_, own)| *own == ty).map_or("object", |(name, _)| name)
}

/// The type with this name of NumPy's, if elements may have it.
pub fn by_name(name: &str) -> Option<ScalarType> {
    NAMES.iter().find(|(own, _)| *own == name).map(|(_, ty)| *ty)
}

/// The type that something names that `numpy.dtype` takes.
///
/// # Errors
/// If elements cannot have it.
pub fn extract(object: &Bound<'_, PyAny>) -> PyResult<ScalarType> {
    let dtype = object.py().import("numpy")?.getattr("dtype")?.call1((object,))?;
    of_dtype(&dtype)
}

/// The type that a `numpy.dtype` is, whatever its byte order.
///
/// # Errors
/// If elements cannot have it.
pub fn of_dtype(dtype: &Bound<'_, PyAny>) -> PyResult<ScalarType> {
    let found: String = dtype.getattr("name")?.extract()?;
    by_name(&found).ok_or_else(|| {
        let names: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
        PyTypeError::new_err(format!("elements cannot have the type {found}; there are {}", names.join(", ")))
    })
}

/// The `numpy.dtype` of a type.
///
/// # Errors
/// Python's.
pub fn to_python<'py>(py: Python<'py>, ty: ScalarType) -> PyResult<Bound<'py, PyAny>> {
    py.import("numpy")?.getattr("dtype")?.call1((name(ty),))
}

/// The type of what two values of these types are combined to: NumPy's `result_type`.
pub fn promoted(one: ScalarType, other: ScalarType) -> ScalarType {
    use ScalarType::{Bool, Float, Int};
    match (one, other) {
        (same, again) if same == again => same,
        (Bool, ty) | (ty, Bool) => ty,
        (Float { bits: a }, Float { bits: b }) => Float { bits: a.max(b) },
        // Integers of up to 16 bits are numbers of `float32`.
        (Float { bits }, Int { bits: width, .. }) | (Int { bits: width, .. }, Float { bits }) => {
            Float { bits: if width <= 16 { bits } else { 64 } }
        }
        (Int { bits: a, signed: one }, Int { bits: b, signed: other }) if one == other => {
            Int { bits: a.max(b), signed: one }
        }
        (Int { bits: a, signed }, Int { bits: b, .. }) => {
            let (with_sign, without) = if signed { (a, b) } else { (b, a) };
            match with_sign.max(without.saturating_mul(2)) {
                bits @ ..=64 => Int { bits, signed: true },
                _ => ScalarType::F64,
            }
        }
    }
}

/// Truth values, integers, numbers of floating point: a Python number changes the type of an element only if it is of a later kind.
pub fn kind(ty: ScalarType) -> u8 {
    match ty {
        ScalarType::Bool => 0,
        ScalarType::Int { .. } => 1,
        ScalarType::Float { .. } => 2,
    }
}
