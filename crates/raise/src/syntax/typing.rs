//! The types that C gives to expressions.

use polymill_gdg::ScalarType;

use super::{BinaryOp, DataModel, Type, UnaryOp};

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
        (BinaryOp::Shl | BinaryOp::Shr, Type::Scalar(left), Type::Scalar(_)) => Type::Scalar(left.promoted()),
        (_, Type::Scalar(left), Type::Scalar(right)) => Type::Scalar(left.common(*right)),
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
        (_, Type::Scalar(scalar)) => Type::Scalar(scalar.promoted()),
        _ => Type::opaque("operand of another type"),
    }
}

/// The type of `condition ? then : otherwise`.
pub(super) fn type_of_conditional(then: &Type, otherwise: &Type) -> Type {
    match (then.decayed(), otherwise.decayed()) {
        (Type::Scalar(then), Type::Scalar(otherwise)) => Type::Scalar(then.common(otherwise)),
        (pointer @ Type::Pointer(_), _) | (Type::Scalar(_), pointer @ Type::Pointer(_)) => pointer,
        (then, _) => then,
    }
}
