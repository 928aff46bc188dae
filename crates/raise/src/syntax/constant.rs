//! Integer constant expressions.

use polymill_gdg::ScalarType;

use super::{BinaryOp, Expr, ExprKind, UnaryOp, Unit};

/// The value of `expr` if it is constant and nothing in it overflows; variables that are `const` and start with a
/// constant count as constant.
pub(super) fn evaluate(expr: &Expr, unit: &Unit) -> Option<i128> {
    let ty = expr.ty.scalar().filter(|ty| ty.is_integer())?;
    let value = match &expr.kind {
        ExprKind::Int(value) => *value,
        ExprKind::Var(var) => unit.var(*var).constant?,
        ExprKind::Unary(op, operand) => {
            let value = operand_as(operand, promoted(operand)?, unit)?;
            match op {
                UnaryOp::Plus => value,
                UnaryOp::Neg => value.checked_neg()?,
                UnaryOp::Not => i128::from(value == 0),
                UnaryOp::BitNot => !value,
            }
        }
        ExprKind::Cast(operand) => return wrap(evaluate(operand, unit)?, ty),
        ExprKind::Binary(op, left, right) => binary(*op, left, right, unit)?,
        ExprKind::Conditional(condition, then, otherwise) => {
            let then = then.as_deref().unwrap_or(condition);
            let chosen = if evaluate(condition, unit)? != 0 { then } else { otherwise };
            return wrap(evaluate(chosen, unit)?, ty);
        }
        _ => return None,
    };
    fit(value, ty)
}

fn binary(op: BinaryOp, left: &Expr, right: &Expr, unit: &Unit) -> Option<i128> {
    use BinaryOp::*;
    match op {
        And => {
            return if evaluate(left, unit)? == 0 { Some(0) } else { Some(i128::from(evaluate(right, unit)? != 0)) };
        }
        Or => {
            return if evaluate(left, unit)? != 0 { Some(1) } else { Some(i128::from(evaluate(right, unit)? != 0)) };
        }
        Shl | Shr => {
            let ty = promoted(left)?;
            let count = u32::try_from(evaluate(right, unit)?).ok()?;
            let value = operand_as(left, ty, unit)?;
            let (ScalarType::Int { bits, .. }, true) = (ty, value >= 0) else { return None };
            if count >= u32::from(bits) {
                return None;
            }
            return if op == Shl { fit(value.checked_mul(1 << count)?, ty) } else { Some(value >> count) };
        }
        _ => {}
    }
    let ty = left.ty.scalar()?.common(right.ty.scalar()?);
    let (a, b) = (operand_as(left, ty, unit)?, operand_as(right, ty, unit)?);
    let value = op.apply(a, b)?;
    if op.is_logical() { Some(value) } else { fit(value, ty) }
}

fn promoted(expr: &Expr) -> Option<ScalarType> {
    expr.ty.scalar().map(ScalarType::promoted)
}

fn operand_as(expr: &Expr, ty: ScalarType, unit: &Unit) -> Option<i128> {
    wrap(evaluate(expr, unit)?, ty)
}

/// The result of an operation: wraps without sign, must fit with sign.
fn fit(value: i128, ty: ScalarType) -> Option<i128> {
    match ty {
        ScalarType::Int { signed: false, .. } => wrap(value, ty),
        _ => ty.range().filter(|(low, high)| (*low..=*high).contains(&value)).map(|_| value),
    }
}

/// The result of a conversion.
pub(crate) fn wrap(value: i128, ty: ScalarType) -> Option<i128> {
    match ty {
        ScalarType::Bool => Some(i128::from(value != 0)),
        ScalarType::Int { bits: 128, .. } => Some(value),
        ScalarType::Int { bits, signed } => {
            let low = value & ((1 << bits) - 1);
            Some(if signed && low >> (bits - 1) != 0 { low - (1 << bits) } else { low })
        }
        ScalarType::Float { .. } => None,
    }
}
