//! The types of expressions: what the IR's operators take and give, and the conversions of the C family, which front ends and
//! printers write out.

use crate::{BinaryOp, Expr, ExprKind, ScalarType, UnaryOp};

impl UnaryOp {
    /// The type that is given by default for an operand of type `operand`: of truth values, `i32`.
    ///
    /// ```
    /// use polymill_gdg::{ScalarType, UnaryOp};
    /// assert_eq!(UnaryOp::Not.result(ScalarType::F64), ScalarType::I32);
    /// ```
    pub fn result(self, operand: ScalarType) -> ScalarType {
        if self == Self::Not { ScalarType::I32 } else { operand }
    }

    /// Whether an operand of this type may give this result.
    pub fn takes(self, operand: ScalarType, result: ScalarType) -> bool {
        match self {
            Self::Neg => operand == result,
            Self::BitNot => operand == result && result.is_integer(),
            Self::Not => result.is_integer(),
        }
    }
}

impl BinaryOp {
    /// The type that is given by default for a left operand of type `left`: of truth values, `i32`.
    pub fn result(self, left: ScalarType) -> ScalarType {
        if self.is_logical() { ScalarType::I32 } else { left }
    }

    /// Whether operands of these types may give this result.
    ///
    /// ```
    /// use polymill_gdg::{BinaryOp, ScalarType};
    /// assert!(BinaryOp::Shl.takes(ScalarType::I64, ScalarType::I32, ScalarType::I64));
    /// assert!(!BinaryOp::Add.takes(ScalarType::I64, ScalarType::I32, ScalarType::I64));
    /// ```
    pub fn takes(self, left: ScalarType, right: ScalarType, result: ScalarType) -> bool {
        use BinaryOp::*;
        match self {
            Add | Sub | Mul | Div => left == right && left == result,
            Rem | BitAnd | BitOr | BitXor => left == right && left == result && left.is_integer(),
            Shl | Shr => left == result && left.is_integer() && right.is_integer(),
            Lt | Le | Gt | Ge | Eq | Ne => left == right && result.is_integer(),
            And | Or => result.is_integer(),
        }
    }

    /// Whether both operands must be of one type.
    pub fn is_of_one_type(self) -> bool {
        use BinaryOp::*;
        !matches!(self, Shl | Shr | And | Or)
    }
}

impl Expr {
    /// The type that an expression has by default, from what is in it; `None` for what has any type that it is given.
    pub fn default_type(&self) -> Option<ScalarType> {
        match &self.kind {
            ExprKind::Unary(op, operand) => Some(op.result(operand.ty)),
            ExprKind::Binary(op, left, _) => Some(op.result(left.ty)),
            ExprKind::Call(_, arguments) => arguments.first().map(|argument| argument.ty),
            ExprKind::Select(_, then, _) => Some(then.ty),
            _ => None,
        }
    }
}

impl ScalarType {
    /// What the integer promotions of C make of the type.
    pub fn promoted(self) -> Self {
        match self {
            Self::Bool => Self::I32,
            Self::Int { bits, .. } if bits < 32 => Self::I32,
            other => other,
        }
    }

    /// What the usual arithmetic conversions of C make of two types: the one in which an operator computes.
    ///
    /// ```
    /// use polymill_gdg::ScalarType;
    /// assert_eq!(ScalarType::I32.common(ScalarType::U32), ScalarType::U32);
    /// assert_eq!(ScalarType::I64.common(ScalarType::U32), ScalarType::I64);
    /// ```
    pub fn common(self, other: Self) -> Self {
        match (self.promoted(), other.promoted()) {
            (Self::Float { bits: a }, Self::Float { bits: b }) => Self::Float { bits: a.max(b) },
            (float @ Self::Float { .. }, _) | (_, float @ Self::Float { .. }) => float,
            (Self::Int { bits: a, signed: x }, Self::Int { bits: b, signed: y }) => {
                let bits = a.max(b);
                // The type without sign wins unless the other one is wider.
                let signed = (x || a < bits) && (y || b < bits);
                Self::Int { bits, signed }
            }
            (left, _) => left,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(left: &str, right: &str, expected: &str) {
        let parse = |text: &str| text.parse::<ScalarType>().unwrap();
        assert_eq!(parse(left).common(parse(right)).to_string(), expected);
        assert_eq!(parse(right).common(parse(left)).to_string(), expected);
    }

    #[test]
    fn narrow_integers_become_int() {
        check("u8", "i16", "i32");
        check("bool", "bool", "i32");
        check("bool", "u16", "i32");
    }

    #[test]
    fn the_wider_type_wins_and_unsigned_wins_at_equal_width() {
        check("i32", "u32", "u32");
        check("u32", "i64", "i64");
        check("u64", "i64", "u64");
        check("f32", "i64", "f32");
        check("f64", "f32", "f64");
        check("f64", "f80", "f80");
    }
}
