//! Python's operators on values, as NumPy has them.

use polymill_arrays::number::Number;
use polymill_arrays::untyped::{Site, Value};
use polymill_gdg::{BinaryOp, ScalarType, UnaryOp};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::dtype;
use crate::operand::{Scalar, of_one_type};

/// An operator with two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operator {
    /// `+`; the other ones as NumPy calls them.
    Add,
    Subtract,
    Multiply,
    TrueDivide,
    FloorDivide,
    Remainder,
    Power,
    BitwiseAnd,
    BitwiseOr,
    BitwiseXor,
    LeftShift,
    RightShift,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    Minimum,
    Maximum,
}

/// NumPy's names.
const NAMES: [(Operator, &str); 20] = {
    use Operator::*;
    [
        (Add, "add"),
        (Subtract, "subtract"),
        (Multiply, "multiply"),
        (TrueDivide, "divide"),
        (FloorDivide, "floor_divide"),
        (Remainder, "remainder"),
        (Power, "power"),
        (BitwiseAnd, "bitwise_and"),
        (BitwiseOr, "bitwise_or"),
        (BitwiseXor, "bitwise_xor"),
        (LeftShift, "left_shift"),
        (RightShift, "right_shift"),
        (Less, "less"),
        (LessEqual, "less_equal"),
        (Greater, "greater"),
        (GreaterEqual, "greater_equal"),
        (Equal, "equal"),
        (NotEqual, "not_equal"),
        (Minimum, "minimum"),
        (Maximum, "maximum"),
    ]
};

impl Operator {
    /// NumPy's name.
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(operator, _)| *operator == self).map_or("operator", |(_, name)| name)
    }

    /// The operator with this name of NumPy's.
    pub fn by_name(name: &str) -> Option<Self> {
        NAMES.iter().find(|(_, own)| *own == name).map(|(operator, _)| *operator)
    }

    /// The operator that the IR has for it, if it has one that means the same for all types.
    fn plain(self) -> Option<BinaryOp> {
        use Operator::*;
        Some(match self {
            Add => BinaryOp::Add,
            Subtract => BinaryOp::Sub,
            Multiply => BinaryOp::Mul,
            BitwiseAnd => BinaryOp::BitAnd,
            BitwiseOr => BinaryOp::BitOr,
            BitwiseXor => BinaryOp::BitXor,
            LeftShift => BinaryOp::Shl,
            RightShift => BinaryOp::Shr,
            Less => BinaryOp::Lt,
            LessEqual => BinaryOp::Le,
            Greater => BinaryOp::Gt,
            GreaterEqual => BinaryOp::Ge,
            Equal => BinaryOp::Eq,
            NotEqual => BinaryOp::Ne,
            TrueDivide | FloorDivide | Remainder | Power | Minimum | Maximum => return None,
        })
    }
}

/// The value of an operator.
///
/// # Errors
/// If it is not for values of these types.
pub fn binary(operator: Operator, left: Scalar, right: Scalar, site: Site) -> PyResult<Scalar> {
    if let Some(size) = size_arithmetic(operator, left, right, site) {
        return Ok(size);
    }
    if operator == Operator::Power {
        return power(left, right, site);
    }
    let (values, ty, is_weak) = of_one_type(&[left, right], site);
    let (x, y) = (values[0], values[1]);
    let of_type = |value| Scalar { value, ty, is_weak };
    if ty == ScalarType::Bool {
        return truth(operator, x, y, is_weak, site);
    }
    if let Some(plain) = operator.plain() {
        let value = x.binary(plain, y, site);
        return Ok(if plain.is_logical() { Scalar::strong(value, ScalarType::Bool) } else { of_type(value) });
    }
    Ok(match operator {
        Operator::TrueDivide if ty.is_float() => of_type(x.binary(BinaryOp::Div, y, site)),
        Operator::TrueDivide => {
            let [x, y] = [x, y].map(|value| value.cast(ScalarType::F64, site));
            Scalar { value: x.binary(BinaryOp::Div, y, site), ty: ScalarType::F64, is_weak }
        }
        Operator::FloorDivide if ty.is_float() => of_type(float_quotient(x, y, ty, site)),
        Operator::FloorDivide => of_type(integer_quotient(x, y, ty, site)),
        Operator::Remainder if ty.is_float() => of_type(float_remainder(x, y, ty, site).0),
        Operator::Remainder => of_type(integer_remainder(x, y, ty, site)),
        Operator::Minimum => of_type(extreme(BinaryOp::Lt, x, y, ty, site)),
        _ => of_type(extreme(BinaryOp::Gt, x, y, ty, site)),
    })
}

/// Sizes are added, multiplied and divided as sizes, so that they can be sizes again.
fn size_arithmetic(operator: Operator, left: Scalar, right: Scalar, site: Site) -> Option<Scalar> {
    let (one, other) = (left.value.as_len(site), right.value.as_len(site));
    let constant =
        |scalar: Scalar| (scalar.is_weak && scalar.ty == ScalarType::I64).then(|| scalar.value.as_constant(site))?;
    if one.is_none() && other.is_none() {
        return None;
    }
    let len = |len: Option<polymill_arrays::Len>, scalar: Scalar| match len {
        Some(len) => Some(len),
        None => constant(scalar).map(|_| scalar.value.len(site)),
    };
    let (x, y) = (len(one, left)?, len(other, right)?);
    let size = match operator {
        Operator::Add => x + y,
        Operator::Subtract => x - y,
        Operator::Multiply => x.times(&y, site.location),
        Operator::FloorDivide => {
            let divisor = constant(right).and_then(|value| usize::try_from(value).ok()).filter(|value| *value > 0)?;
            x.divided(divisor, site.location)
        }
        Operator::Minimum => x.least(&y, site.location),
        _ => return None,
    };
    Some(Scalar { value: Value::of_len(size), ty: ScalarType::I64, is_weak: true })
}

fn truth(operator: Operator, x: Value, y: Value, is_weak: bool, site: Site) -> PyResult<Scalar> {
    use Operator::{BitwiseAnd, BitwiseOr, BitwiseXor, Maximum, Minimum};
    let op = match operator {
        // As NumPy has it for truth values.
        Operator::Add | BitwiseOr | Maximum => BinaryOp::BitOr,
        Operator::Multiply | BitwiseAnd | Minimum => BinaryOp::BitAnd,
        BitwiseXor => BinaryOp::BitXor,
        _ => match operator.plain().filter(|op| op.is_logical()) {
            Some(op) => op,
            None => {
                let [x, y] = [x, y].map(|value| value.cast(ScalarType::I64, site));
                let as_number = |value| Scalar { value, ty: ScalarType::I64, is_weak };
                if operator == Operator::Subtract {
                    return Err(PyTypeError::new_err("subtract: not for truth values; use ^"));
                }
                return binary(operator, as_number(x), as_number(y), site);
            }
        },
    };
    Ok(Scalar { value: x.binary(op, y, site), ty: ScalarType::Bool, is_weak: is_weak && !op.is_logical() })
}

fn zero(ty: ScalarType) -> Value {
    Value::constant(ty, Number::Int(0))
}

fn is_signed(ty: ScalarType) -> bool {
    ty.range().is_none_or(|(low, _)| low < 0)
}

/// Whether a remainder is not zero and has another sign than what was divided by.
fn has_other_sign(remainder: Value, divisor: Value, ty: ScalarType, site: Site) -> Value {
    let is_negative = |value: Value| value.binary(BinaryOp::Lt, zero(ty), site);
    // Of a positive constant, the sign is known.
    if ty == ScalarType::I64 && divisor.as_constant(site).is_some_and(|value| value > 0) {
        return is_negative(remainder);
    }
    let differs = is_negative(remainder).binary(BinaryOp::Ne, is_negative(divisor), site);
    remainder.binary(BinaryOp::Ne, zero(ty), site).binary(BinaryOp::And, differs, site)
}

fn integer_quotient(x: Value, y: Value, ty: ScalarType, site: Site) -> Value {
    let quotient = x.binary(BinaryOp::Div, y, site);
    if !is_signed(ty) {
        return quotient;
    }
    let is_rounded_up = has_other_sign(x.binary(BinaryOp::Rem, y, site), y, ty, site);
    let less = quotient.binary(BinaryOp::Sub, Value::constant(ty, Number::Int(1)), site);
    is_rounded_up.select(less, quotient, site)
}

fn integer_remainder(x: Value, y: Value, ty: ScalarType, site: Site) -> Value {
    let remainder = x.binary(BinaryOp::Rem, y, site);
    if !is_signed(ty) {
        return remainder;
    }
    has_other_sign(remainder, y, ty, site).select(remainder.binary(BinaryOp::Add, y, site), remainder, site)
}

/// The remainder with the sign of what is divided by, the one that C has, and whether they differ.
fn float_remainder(x: Value, y: Value, ty: ScalarType, site: Site) -> (Value, Value, Value) {
    let remainder = Value::call("fmod", &[x, y], site);
    let differs = has_other_sign(remainder, y, ty, site);
    (differs.select(remainder.binary(BinaryOp::Add, y, site), remainder, site), remainder, differs)
}

/// As NumPy computes it, so that it goes with the remainder.
fn float_quotient(x: Value, y: Value, ty: ScalarType, site: Site) -> Value {
    let constant = |value| Value::constant(ty, Number::Float(value));
    let (_, remainder, differs) = float_remainder(x, y, ty, site);
    let exact = x.binary(BinaryOp::Sub, remainder, site).binary(BinaryOp::Div, y, site);
    let exact = differs.select(exact.binary(BinaryOp::Sub, constant(1.0), site), exact, site);
    let floor = Value::call("floor", &[exact], site);
    let is_more = exact.binary(BinaryOp::Sub, floor, site).binary(BinaryOp::Gt, constant(0.5), site);
    let nearest = is_more.select(floor.binary(BinaryOp::Add, constant(1.0), site), floor, site);
    let by_zero = y.binary(BinaryOp::Eq, constant(0.0), site);
    by_zero.select(x.binary(BinaryOp::Div, y, site), nearest, site)
}

/// The smaller or larger value; what is not a number, if one is.
fn extreme(op: BinaryOp, x: Value, y: Value, ty: ScalarType, site: Site) -> Value {
    let is_better = y.binary(op, x, site);
    if !ty.is_float() {
        return is_better.select(y, x, site);
    }
    let is_no_number = y.binary(BinaryOp::Ne, y, site);
    is_better.binary(BinaryOp::Or, is_no_number, site).select(y, x, site)
}

/// The largest exponent for which a power is a product.
const MAX_FACTORS: i64 = 4;

fn power(base: Scalar, exponent: Scalar, site: Site) -> PyResult<Scalar> {
    let constant = exponent.value.as_number(site).filter(|_| exponent.is_weak);
    if let Some(number) = constant {
        let whole = number.to_float();
        let ty = crate::operand::common_type(&[(base.ty, base.is_weak), (exponent.ty, true)]);
        let base = Scalar { value: base.value.cast(ty.0, site), ty: ty.0, is_weak: ty.1 };
        if whole == 0.5 && ty.0.is_float() {
            return Ok(Scalar { value: Value::call("sqrt", &[base.value], site), ..base });
        }
        let n_factors = whole as i64;
        if n_factors as f64 == whole && n_factors >= 0 && (n_factors <= MAX_FACTORS || !ty.0.is_float()) {
            return Ok(Scalar { value: product(base.value, n_factors, ty.0, site), ..base });
        }
        if !ty.0.is_float() {
            return Err(PyValueError::new_err("power: integers to negative integer powers are not allowed"));
        }
    }
    let (values, ty, is_weak) = of_one_type(&[base, exponent], site);
    if !ty.is_float() {
        return Err(PyTypeError::new_err("power: the exponent of an integer is a constant; convert it to float64"));
    }
    Ok(Scalar { value: Value::call("pow", &values, site), ty, is_weak })
}

/// A value times itself, so often.
fn product(base: Value, mut exponent: i64, ty: ScalarType, site: Site) -> Value {
    let mut square = base;
    let mut all: Option<Value> = None;
    while exponent > 0 {
        if exponent & 1 == 1 {
            all = Some(all.map_or(square, |all| all.binary(BinaryOp::Mul, square, site)));
        }
        exponent >>= 1;
        if exponent > 0 {
            square = square.binary(BinaryOp::Mul, square, site);
        }
    }
    all.unwrap_or_else(|| Value::constant(ty, Number::Int(1)))
}

/// `-x`
///
/// # Errors
/// For truth values.
pub fn negative(operand: Scalar, site: Site) -> PyResult<Scalar> {
    if operand.ty == ScalarType::Bool {
        return Err(PyTypeError::new_err("negative: not for truth values; use ~"));
    }
    if operand.value.as_len(site).is_some() {
        return binary(Operator::Subtract, Scalar::int(0), operand, site);
    }
    Ok(Scalar { value: operand.value.unary(UnaryOp::Neg, site), ..operand })
}

/// `~x`
///
/// # Errors
/// For numbers of floating point.
pub fn invert(operand: Scalar, site: Site) -> PyResult<Scalar> {
    let op = match dtype::kind(operand.ty) {
        0 => UnaryOp::Not,
        1 => UnaryOp::BitNot,
        _ => return Err(PyTypeError::new_err("invert: not for numbers of floating point")),
    };
    Ok(Scalar { value: operand.value.unary(op, site), ..operand })
}
