//! Numbers of any type, and the operations on them: what the operators of the language mean.

use polymill_gdg::{BinaryOp, ScalarType, UnaryOp};

/// A value of some [`ScalarType`].
///
/// ```
/// use polymill_arrays::number::Number;
/// use polymill_gdg::{BinaryOp, ScalarType};
///
/// // Integers wrap, and what is divided by zero is zero.
/// let byte = ScalarType::Int { bits: 8, signed: false };
/// assert_eq!(Number::binary(BinaryOp::Add, Number::Int(255), Number::Int(1), byte, byte), Number::Int(0));
/// assert_eq!(Number::binary(BinaryOp::Div, Number::Int(5), Number::Int(0), byte, byte), Number::Int(0));
/// assert_eq!(Number::Float(-1.5).cast(byte), Number::Int(0));
/// # Ok::<(), polymill_arrays::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Number {
    /// An integer, or a truth value as 0 or 1.
    Int(i128),
    /// A number of floating point; of `f32`, one that has a value of that type.
    Float(f64),
}

impl Number {
    /// The zero of a type.
    pub fn zero(ty: ScalarType) -> Self {
        if ty.is_float() { Self::Float(0.0) } else { Self::Int(0) }
    }

    /// Whether it is not zero.
    pub fn is_true(self) -> bool {
        match self {
            Self::Int(value) => value != 0,
            Self::Float(value) => value != 0.0,
        }
    }

    /// The integer; towards zero.
    pub fn to_int(self) -> i128 {
        match self {
            Self::Int(value) => value,
            Self::Float(value) => value as i128,
        }
    }

    /// The nearest number of floating point.
    pub fn to_float(self) -> f64 {
        match self {
            Self::Int(value) => value as f64,
            Self::Float(value) => value,
        }
    }

    /// The result of an operation on one value, of type `ty`.
    pub fn unary(op: UnaryOp, operand: Self, ty: ScalarType) -> Self {
        match (op, operand) {
            (UnaryOp::Not, value) => Self::Int(i128::from(!value.is_true())),
            (UnaryOp::Neg, Self::Float(value)) => Self::Float(-value),
            (UnaryOp::Neg, Self::Int(value)) => Self::Int(wrapped(value.wrapping_neg(), ty)),
            (UnaryOp::BitNot, value) => Self::Int(wrapped(!value.to_int(), ty)),
        }
    }

    /// The result of an operation on two values of type `of`, which has type `ty`. Integers wrap; what is divided by zero is zero; shifts
    /// count modulo the width.
    pub fn binary(op: BinaryOp, left: Self, right: Self, of: ScalarType, ty: ScalarType) -> Self {
        use BinaryOp::*;
        if op.is_logical() {
            return Self::Int(i128::from(compare(op, left, right)));
        }
        if let (Self::Float(a), Self::Float(b)) = (left, right) {
            // Of narrower numbers, this is what rounding once gives.
            return Self::Float(rounded(
                match op {
                    Add => a + b,
                    Sub => a - b,
                    Mul => a * b,
                    _ => a / b,
                },
                of,
            ));
        }
        let (a, b) = (left.to_int(), right.to_int());
        let bits = i128::from(of.size()) * 8;
        let value = match op {
            Add => a + b,
            Sub => a - b,
            Mul => a.wrapping_mul(b),
            Div => a.checked_div(b).unwrap_or(0),
            Rem => a.checked_rem(b).unwrap_or(0),
            BitAnd => a & b,
            BitOr => a | b,
            BitXor => a ^ b,
            Shl => a << (b & (bits - 1)),
            _ => a >> (b & (bits - 1)),
        };
        Self::Int(wrapped(value, ty))
    }

    /// The value as one of another type.
    pub fn cast(self, to: ScalarType) -> Self {
        match (self, to.range()) {
            (value, None) => Self::Float(match (value, to) {
                // Rounding once, not twice.
                (Self::Int(value), ScalarType::F32) => f64::from(value as f32),
                (value, to) => rounded(value.to_float(), to),
            }),
            (Self::Int(value), Some(_)) => Self::Int(wrapped(value, to)),
            (Self::Float(value), Some((low, high))) => Self::Int((value as i128).clamp(low, high)),
        }
    }

    /// The value of a function of the mathematical library.
    pub fn call(function: &str, arguments: &[Self], ty: ScalarType) -> Self {
        let [x, y] = [0, 1].map(|position| arguments.get(position).map_or(0.0, |value| value.to_float()));
        macro_rules! of_type {
            ($float:ty) => {{
                let (x, y) = (x as $float, y as $float);
                f64::from(match function {
                    "fabs" => x.abs(),
                    "sqrt" => x.sqrt(),
                    "cbrt" => x.cbrt(),
                    "exp" => x.exp(),
                    "exp2" => x.exp2(),
                    "expm1" => x.exp_m1(),
                    "log" => x.ln(),
                    "log2" => x.log2(),
                    "log10" => x.log10(),
                    "log1p" => x.ln_1p(),
                    "sin" => x.sin(),
                    "cos" => x.cos(),
                    "tan" => x.tan(),
                    "asin" => x.asin(),
                    "acos" => x.acos(),
                    "atan" => x.atan(),
                    "atan2" => x.atan2(y),
                    "sinh" => x.sinh(),
                    "cosh" => x.cosh(),
                    "tanh" => x.tanh(),
                    "floor" => x.floor(),
                    "ceil" => x.ceil(),
                    "trunc" => x.trunc(),
                    "rint" => x.round_ties_even(),
                    "round" => x.round(),
                    "fmod" => x % y,
                    "pow" => x.powf(y),
                    _ => x.hypot(y),
                })
            }};
        }
        Self::Float(if ty == ScalarType::F32 { of_type!(f32) } else { of_type!(f64) })
    }
}

fn compare(op: BinaryOp, left: Number, right: Number) -> bool {
    use BinaryOp::*;
    let order = match (left, right) {
        (Number::Int(a), Number::Int(b)) => Some(a.cmp(&b)),
        (a, b) => a.to_float().partial_cmp(&b.to_float()),
    };
    match op {
        Lt => order.is_some_and(|order| order.is_lt()),
        Le => order.is_some_and(|order| order.is_le()),
        Gt => order.is_some_and(|order| order.is_gt()),
        Ge => order.is_some_and(|order| order.is_ge()),
        Eq => order.is_some_and(|order| order.is_eq()),
        Ne => !order.is_some_and(|order| order.is_eq()),
        And => left.is_true() && right.is_true(),
        _ => left.is_true() || right.is_true(),
    }
}

fn rounded(value: f64, ty: ScalarType) -> f64 {
    if ty == ScalarType::F32 { f64::from(value as f32) } else { value }
}

/// The integer of a type that is equal modulo the number of these.
fn wrapped(value: i128, ty: ScalarType) -> i128 {
    match ty {
        ScalarType::Bool => i128::from(value != 0),
        ScalarType::Int { bits: 128, .. } | ScalarType::Float { .. } => value,
        ScalarType::Int { bits, signed } => {
            let modulus = 1_i128 << bits;
            let value = value.rem_euclid(modulus);
            if signed && value >= modulus / 2 { value - modulus } else { value }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_wrap_and_nothing_is_undefined() {
        let i8 = ScalarType::Int { bits: 8, signed: true };
        let int = |op, a, b| Number::binary(op, Number::Int(a), Number::Int(b), i8, i8);
        assert_eq!(int(BinaryOp::Add, 127, 1), Number::Int(-128));
        assert_eq!(int(BinaryOp::Div, -128, -1), Number::Int(-128));
        assert_eq!(int(BinaryOp::Div, 5, 0), Number::Int(0));
        assert_eq!(int(BinaryOp::Rem, 5, 0), Number::Int(0));
        assert_eq!(int(BinaryOp::Shl, 1, 9), Number::Int(2));
        assert_eq!(Number::Float(f64::NAN).cast(i8), Number::Int(0));
        assert_eq!(Number::Float(1e30).cast(i8), Number::Int(127));
        assert_eq!(Number::Int(200).cast(i8), Number::Int(-56));
        assert_eq!(Number::unary(UnaryOp::Neg, Number::Int(-128), i8), Number::Int(-128));
    }
}
