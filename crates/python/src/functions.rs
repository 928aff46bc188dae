//! Operators and functions of values and arrays.

use polymill_arrays::untyped::{self, Site};
use polymill_gdg::ScalarType;
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::array::Array;
use crate::elementwise::apply;
use crate::operand::{Operand, Scalar, common_type, of_one_type};
use crate::operators::{self, Operator};
use crate::site::site;
use crate::value::Value;

/// What C calls the functions of one number, by NumPy's names; other names for them follow.
const UNARY: [(&str, &str); 28] = [
    ("sqrt", "sqrt"),
    ("cbrt", "cbrt"),
    ("exp", "exp"),
    ("exp2", "exp2"),
    ("expm1", "expm1"),
    ("log", "log"),
    ("log2", "log2"),
    ("log10", "log10"),
    ("log1p", "log1p"),
    ("sin", "sin"),
    ("cos", "cos"),
    ("tan", "tan"),
    ("arcsin", "asin"),
    ("arccos", "acos"),
    ("arctan", "atan"),
    ("asin", "asin"),
    ("acos", "acos"),
    ("atan", "atan"),
    ("sinh", "sinh"),
    ("cosh", "cosh"),
    ("tanh", "tanh"),
    ("floor", "floor"),
    ("ceil", "ceil"),
    ("trunc", "trunc"),
    ("rint", "rint"),
    ("round", "rint"),
    ("fabs", "fabs"),
    ("abs", "fabs"),
];

/// What C calls the functions of two numbers, by NumPy's names.
const BINARY: [(&str, &str); 5] =
    [("arctan2", "atan2"), ("atan2", "atan2"), ("hypot", "hypot"), ("fmod", "fmod"), ("pow", "pow")];

/// Adds the functions to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    for (name, _) in UNARY.iter().chain(&BINARY) {
        module.add(*name, Named::new(module.py(), name)?)?;
    }
    for name in ["absolute", "square", "isnan", "negative", "invert", "logical_not"] {
        module.add(name, Named::new(module.py(), name)?)?;
    }
    for operator in ["minimum", "maximum", "power", "remainder", "floor_divide"] {
        module.add(operator, Named::new(module.py(), operator)?)?;
    }
    module.add_function(wrap_pyfunction!(choose, module)?)
}

/// A function of numbers, by its name.
#[pyclass(frozen, name = "ElementFunction", module = "polymill")]
struct Named {
    #[pyo3(get, name = "__name__")]
    name: &'static str,
}

impl Named {
    fn new(py: Python<'_>, name: &'static str) -> PyResult<Py<Self>> {
        Py::new(py, Self { name })
    }
}

#[pymethods]
impl Named {
    #[pyo3(signature = (*operands))]
    fn __call__(&self, py: Python<'_>, operands: &Bound<'_, PyTuple>) -> PyResult<Py<PyAny>> {
        let site = site(py, self.name)?;
        let operands: Vec<Bound<'_, PyAny>> = operands.iter().collect();
        named(py, self.name, &operands, site)
    }

    fn __repr__(&self) -> String {
        format!("<function polymill.{}>", self.name)
    }
}

/// The value of a function by its name, which is NumPy's.
fn named(py: Python<'_>, name: &str, operands: &[Bound<'_, PyAny>], site: Site) -> PyResult<Py<PyAny>> {
    let operands: Vec<Operand> = operands.iter().map(|each| Operand::extract(each, site)).collect::<PyResult<_>>()?;
    let arity = |n: usize| match operands.len() == n {
        true => Ok(()),
        false => Err(PyTypeError::new_err(format!("{name}: there are {} operands, and should be {n}", operands.len()))),
    };
    if let Some(operator) = Operator::by_name(name) {
        arity(2)?;
        return apply(py, site, &operands, |all| operators::binary(operator, all[0], all[1], site));
    }
    if let Some((_, function)) = BINARY.iter().find(|(own, _)| *own == name) {
        arity(2)?;
        return apply(py, site, &operands, |all| Ok(call(function, all, site)));
    }
    arity(1)?;
    apply(py, site, &operands, |all| unary(name, all[0], site))
}

fn unary(name: &str, operand: Scalar, site: Site) -> PyResult<Scalar> {
    match name {
        "negative" => return operators::negative(operand, site),
        "invert" => return operators::invert(operand, site),
        "logical_not" => return operators::invert(operand.cast(ScalarType::Bool, site), site),
        "square" => return operators::binary(Operator::Multiply, operand, operand, site),
        "isnan" => return operators::binary(Operator::NotEqual, operand, operand, site),
        "positive" => return Ok(operand),
        _ => {}
    }
    let is_whole = ["floor", "ceil", "trunc", "rint", "round"].contains(&name);
    if !operand.ty.is_float() {
        match name {
            "abs" | "absolute" if operand.ty == ScalarType::Bool => return Ok(operand),
            "abs" | "absolute" => return Ok(Scalar { value: operand.value.abs(site), ..operand }),
            _ if is_whole => return Ok(operand),
            _ => {}
        }
    }
    let name = if name == "absolute" { "abs" } else { name };
    match UNARY.iter().find(|(own, _)| *own == name) {
        Some((_, function)) => Ok(call(function, &[operand], site)),
        None => Err(PyTypeError::new_err(format!("there is no function `{name}` of symbolic values"))),
    }
}

/// The value of a function of the mathematical library. Integers become numbers of floating point first: small ones narrow ones, as in
/// NumPy.
fn call(function: &'static str, operands: &[Scalar], site: Site) -> Scalar {
    let (values, ty, is_weak) = of_one_type(operands, site);
    let float = match ty {
        ScalarType::Float { .. } => ty,
        ScalarType::Int { bits: ..=16, .. } => ScalarType::F32,
        _ => ScalarType::F64,
    };
    let values: Vec<_> = values.into_iter().map(|value| value.cast(float, site)).collect();
    Scalar { value: untyped::Value::call(function, &values, site), ty: float, is_weak }
}

/// One value where a condition holds, and another one where it does not.
#[pyfunction]
#[pyo3(name = "where")]
fn choose(
    py: Python<'_>,
    condition: &Bound<'_, PyAny>,
    then: &Bound<'_, PyAny>,
    otherwise: &Bound<'_, PyAny>,
) -> PyResult<Py<PyAny>> {
    let site = site(py, "where")?;
    let all = [condition, then, otherwise];
    // Tuples are chosen part by part.
    if let (Ok(then), Ok(otherwise)) = (then.cast::<PyTuple>(), otherwise.cast::<PyTuple>()) {
        let pairs = then.iter().zip(otherwise.iter());
        let parts = pairs.map(|(then, otherwise)| choose(py, condition, &then, &otherwise));
        return Ok(PyTuple::new(py, parts.collect::<PyResult<Vec<_>>>()?)?.into_any().unbind());
    }
    let operands: Vec<Operand> = all.iter().map(|each| Operand::extract(each, site)).collect::<PyResult<_>>()?;
    apply(py, site, &operands, |all| {
        let condition = all[0].value.cast(ScalarType::Bool, site);
        let (values, ty, is_weak) = of_one_type(&all[1..], site);
        Ok(Scalar { value: condition.select(values[0], values[1], site), ty, is_weak })
    })
}

/// An operator of two operands; Python tries something else if one is neither a symbolic array, nor a value, nor a number.
fn binary(operator: Operator, left: &Bound<'_, PyAny>, right: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    let py = left.py();
    let site = site(py, operator.name())?;
    let (Some(left), Some(right)) = (Operand::of(left, site)?, Operand::of(right, site)?) else {
        return Ok(py.NotImplemented());
    };
    apply(py, site, &[left, right], |all| operators::binary(operator, all[0], all[1], site))
}

/// Python's operators, for arrays and values.
macro_rules! python_operators {
    ($($class:ty)+) => {
        $(#[pymethods]
        impl $class {
            fn __add__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
                binary(Operator::Add, slf, other)
            }
            fn __radd__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
                binary(Operator::Add, other, slf)
            }
            fn __sub__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
                binary(Operator::Subtract, slf, other)
            }
            fn __rsub__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
                binary(Operator::Subtract, other, slf)
            }
            fn __mul__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
                binary(Operator::Multiply, slf, other)
            }
            fn __rmul__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
                binary(Operator::Multiply, other, slf)
            }
            fn __truediv__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
                binary(Operator::TrueDivide, slf, other)
            }
            fn __rtruediv__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
                binary(Operator::TrueDivide, other, slf)
            }
            fn __floordiv__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
                binary(Operator::FloorDivide, slf, other)
            }
            fn __rfloordiv__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
                binary(Operator::FloorDivide, other, slf)
            }
            fn __mod__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
                binary(Operator::Remainder, slf, other)
            }
            fn __rmod__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
                binary(Operator::Remainder, other, slf)
            }
            fn __pow__(
                slf: &Bound<'_, Self>,
                other: &Bound<'_, PyAny>,
                _modulus: &Bound<'_, PyAny>,
            ) -> PyResult<Py<PyAny>> {
                binary(Operator::Power, slf, other)
            }
            fn __rpow__(
                slf: &Bound<'_, Self>,
                other: &Bound<'_, PyAny>,
                _modulus: &Bound<'_, PyAny>,
            ) -> PyResult<Py<PyAny>> {
                binary(Operator::Power, other, slf)
            }
            fn __and__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
                binary(Operator::BitwiseAnd, slf, other)
            }
            fn __rand__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
                binary(Operator::BitwiseAnd, other, slf)
            }
            fn __or__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
                binary(Operator::BitwiseOr, slf, other)
            }
            fn __ror__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
                binary(Operator::BitwiseOr, other, slf)
            }
            fn __xor__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
                binary(Operator::BitwiseXor, slf, other)
            }
            fn __rxor__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
                binary(Operator::BitwiseXor, other, slf)
            }
            fn __lshift__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
                binary(Operator::LeftShift, slf, other)
            }
            fn __rlshift__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
                binary(Operator::LeftShift, other, slf)
            }
            fn __rshift__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
                binary(Operator::RightShift, slf, other)
            }
            fn __rrshift__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
                binary(Operator::RightShift, other, slf)
            }
            fn __richcmp__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
                let operator = match op {
                    CompareOp::Lt => Operator::Less,
                    CompareOp::Le => Operator::LessEqual,
                    CompareOp::Gt => Operator::Greater,
                    CompareOp::Ge => Operator::GreaterEqual,
                    CompareOp::Eq => Operator::Equal,
                    CompareOp::Ne => Operator::NotEqual,
                };
                binary(operator, slf, other)
            }
            fn __neg__(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
                method(slf, "negative")
            }
            fn __pos__(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
                method(slf, "positive")
            }
            fn __invert__(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
                method(slf, "invert")
            }
            fn __abs__(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
                method(slf, "absolute")
            }

            /// NumPy's functions of elements, such as `numpy.sqrt`.
            #[pyo3(signature = (ufunc, method, *operands, **options))]
            fn __array_ufunc__(
                slf: &Bound<'_, Self>,
                ufunc: &Bound<'_, PyAny>,
                method: &str,
                operands: &Bound<'_, PyTuple>,
                options: Option<&Bound<'_, PyDict>>,
            ) -> PyResult<Py<PyAny>> {
                let py = slf.py();
                if method != "__call__" || options.is_some_and(|options| !options.is_empty()) {
                    return Ok(py.NotImplemented());
                }
                let name: String = ufunc.getattr("__name__")?.extract()?;
                let operands: Vec<Bound<'_, PyAny>> = operands.iter().collect();
                named(py, &name, &operands, site(py, "ufunc")?)
            }
        })+
    };
}

python_operators! { Array Value }

fn method(operand: &Bound<'_, PyAny>, name: &'static str) -> PyResult<Py<PyAny>> {
    let py = operand.py();
    named(py, name, std::slice::from_ref(operand), site(py, name)?)
}

#[pymethods]
impl Value {
    /// The value as one of another type.
    fn astype(&self, py: Python<'_>, dtype: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let site = site(py, "astype")?;
        let ty = crate::dtype::extract(dtype)?;
        crate::error::checked(py, self.scalar.cast(ty, site))?.into_python(py)
    }
}

#[pymethods]
impl Array {
    /// The product of two matrices, of a matrix and a vector, or of two vectors.
    fn __matmul__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let Ok(other) = other.cast::<Array>() else { return Ok(py.NotImplemented()) };
        let site = site(py, "matmul")?;
        let array = product(self.array, other.get().array, site)?;
        Ok(Py::new(py, crate::array::made(py, array)?)?.into_any())
    }
}

fn product(left: untyped::Array, right: untyped::Array, site: Site) -> PyResult<untyped::Array> {
    let (n, m) = (left.n_dims(site), right.n_dims(site));
    let (types, others) = (left.types(site), right.types(site));
    let ([one], [other]) = (types.as_slice(), others.as_slice()) else {
        return Err(PyTypeError::new_err("matmul: not for arrays of tuples"));
    };
    if !(1..=2).contains(&n) || !(1..=2).contains(&m) {
        return Err(PyTypeError::new_err(format!("matmul: not for arrays with {n} and {m} dimensions")));
    }
    let (ty, _) = common_type(&[(*one, false), (*other, false)]);
    // Both with the dimensions (row, column, along).
    let rows = if n == 2 && m == 2 { left.replicate(1, right.len(1, site), site) } else { left };
    let columns = right.transpose(site);
    let columns = if n == 2 { columns.replicate(0, left.len(0, site), site) } else { columns };
    let rows = if n == 1 && m == 2 { rows.replicate(0, right.len(1, site), site) } else { rows };
    let times = |all: &[untyped::Value]| {
        let [x, y] = [all[0], all[1]].map(|value| value.cast(ty, site));
        x.binary(polymill_gdg::BinaryOp::Mul, y, site)
    };
    let products = untyped::zip_with(&[rows, columns], times, site);
    let zero = untyped::Value::zeros(&[ty]);
    let add = |x: untyped::Value, y| x.binary(polymill_gdg::BinaryOp::Add, y, site);
    Ok(products.fold(products.n_dims(site).saturating_sub(1), Some(zero), add, site))
}
