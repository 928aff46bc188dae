//! Recognizes updates such as `sum = sum + e`, whose order the user may set free.

use polymill_gdg::{AccessId, Action, BinaryOp, Expr, ExprKind, Statement};
use polymill_isl as isl;

/// Whether all that the statement does is to update one element by additions, subtractions or multiplications.
///
/// # Errors
/// isl's.
pub fn is_update(statement: &Statement) -> isl::Result<bool> {
    let [Action::Store { access, value }] = statement.body.actions.as_slice() else { return Ok(false) };
    let Some(operator) = group(value) else { return Ok(false) };
    let mut operands = Vec::new();
    collect(value, operator, &mut operands);
    let written = &statement.access(*access).relation;
    let mut n_same = 0;
    for read in operands {
        n_same += usize::from(statement.access(read).relation.is_equal(written)?);
    }
    Ok(n_same == 1)
}

/// Operators that may be reordered with each other.
fn group(value: &Expr) -> Option<bool> {
    match &value.kind {
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, ..) => Some(false),
        ExprKind::Binary(BinaryOp::Mul, ..) => Some(true),
        _ => None,
    }
}

/// The loads among the operands of a sum or product, however it is nested; subtracted ones do not count.
fn collect(value: &Expr, operator: bool, loads: &mut Vec<AccessId>) {
    match &value.kind {
        ExprKind::Load(access) => loads.push(*access),
        ExprKind::Binary(BinaryOp::Sub, left, _) if group(value) == Some(operator) => collect(left, operator, loads),
        ExprKind::Binary(_, left, right) if group(value) == Some(operator) => {
            collect(left, operator, loads);
            collect(right, operator, loads);
        }
        _ => {}
    }
}
