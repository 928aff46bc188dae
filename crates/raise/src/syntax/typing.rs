//! The types that C gives to expressions.

use polymill_gdg::ScalarType;

use super::{BinaryOp, DataModel, Type, UnaryOp};

/// C's integer promotions: what is narrower than `int` becomes `int`.
pub fn promote(ty: ScalarType) -> ScalarType {
    match ty {
        ScalarType::Bool => ScalarType::I32,
        ScalarType::Int { bits, .. } if bits < 32 => ScalarType::I32,
        _ => ty,
    }
}

/// C's usual arithmetic conversions: the type in which an operator with these operand types computes.
pub fn usual_conversions(left: ScalarType, right: ScalarType) -> ScalarType {
    use ScalarType::{Float, Int};
    match (left, right) {
        (Float { bits: a }, Float { bits: b }) => Float { bits: a.max(b) },
        (Float { .. }, _) => left,
        (_, Float { .. }) => right,
        _ => match (promote(left), promote(right)) {
            (Int { bits: a, signed: s }, Int { bits: b, signed: t }) if a == b => Int { bits: a, signed: s && t },
            (wide @ Int { bits: a, .. }, Int { bits: b, .. }) if a > b => wide,
            (_, wide) => wide,
        },
    }
}

/// The type of an enumeration constant: `int` if it fits, as GCC and Clang widen it otherwise.
pub(super) fn type_of_constant(value: i128) -> ScalarType {
    let candidates = [ScalarType::I32, ScalarType::U32, ScalarType::I64, ScalarType::U64];
    let fits = |ty: &ScalarType| ty.range().is_some_and(|(low, high)| (low..=high).contains(&value));
    candidates.into_iter().find(fits).unwrap_or(ScalarType::I64)
}

/// The type of `left op right`.
pub(super) fn type_of_binary(op: BinaryOp, left: &Type, right: &Type, model: DataModel) -> Type {
    let (left, right) = (left.decayed(), right.decayed());
    if op.is_logical() {
        return Type::INT;
    }
    match (op, &left, &right) {
        (BinaryOp::Shl | BinaryOp::Shr, Type::Scalar(left), Type::Scalar(_)) => Type::Scalar(promote(*left)),
        (_, Type::Scalar(left), Type::Scalar(right)) => Type::Scalar(usual_conversions(*left, *right)),
        (BinaryOp::Sub, Type::Pointer(_), Type::Pointer(_)) => Type::Scalar(model.difference()),
        (BinaryOp::Add | BinaryOp::Sub, Type::Pointer(_), Type::Scalar(_)) => left,
        (BinaryOp::Add, Type::Scalar(_), Type::Pointer(_)) => right,
        _ => Type::opaque("operands of other types"),
    }
}

/// The type of `op operand`.
pub(super) fn type_of_unary(op: UnaryOp, operand: &Type) -> Type {
    match (op, operand) {
        (UnaryOp::Not, _) => Type::INT,
        (_, Type::Scalar(scalar)) => Type::Scalar(promote(*scalar)),
        _ => Type::opaque("operand of another type"),
    }
}

/// The type of `condition ? then : otherwise`.
pub(super) fn type_of_conditional(then: &Type, otherwise: &Type) -> Type {
    match (then.decayed(), otherwise.decayed()) {
        (Type::Scalar(then), Type::Scalar(otherwise)) => Type::Scalar(usual_conversions(then, otherwise)),
        (pointer @ Type::Pointer(_), _) | (Type::Scalar(_), pointer @ Type::Pointer(_)) => pointer,
        (then, _) => then,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(left: &str, right: &str, expected: &str) {
        let parse = |text: &str| text.parse::<ScalarType>().unwrap();
        assert_eq!(usual_conversions(parse(left), parse(right)).to_string(), expected);
        assert_eq!(usual_conversions(parse(right), parse(left)).to_string(), expected);
    }

    #[test]
    fn narrow_integers_become_int() {
        check("u8", "i16", "i32");
        check("bool", "bool", "i32");
    }

    #[test]
    fn the_wider_type_wins_and_unsigned_wins_at_equal_width() {
        check("i32", "u32", "u32");
        check("u32", "i64", "i64");
        check("u64", "i64", "u64");
        check("f32", "i64", "f32");
        check("f64", "f80", "f80");
    }
}
