//! Factors of what is added to a sum.

use polymill_gdg::{AccessId, Action, BinaryOp, Expr, ExprKind, Statement, UnaryOp};

use crate::Instance;

/// What an instance adds to a sum, or subtracts from it: that is all it does, and the sum is in a register.
pub(crate) fn added<'s>(instance: &Instance, statement: &'s Statement) -> Option<&'s Expr> {
    let (tests, [Action::Store { access, value }]) = instance.work(statement) else { return None };
    let register = instance.register(*access).filter(|_| tests.is_empty())?;
    let is_sum = |side: &Expr| match side.kind {
        ExprKind::Load(load) => instance.register(load) == Some(register),
        _ => false,
    };
    let added = match &value.kind {
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, left, right) if is_sum(left) => right,
        ExprKind::Binary(BinaryOp::Add, left, right) if is_sum(right) => left,
        _ => return None,
    };
    let mut has_sum = false;
    added.for_each(&mut |part| has_sum |= is_sum(part));
    (!has_sum && added.ty == value.ty).then_some(&**added)
}

/// The factors of each term of a sum.
pub(crate) fn terms(expr: &Expr) -> Vec<Vec<&Expr>> {
    match &expr.kind {
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, left, right) => {
            let mut all = terms(left);
            all.extend(terms(right));
            all
        }
        ExprKind::Unary(UnaryOp::Neg, inner) => terms(inner),
        _ => vec![factors(expr)],
    }
}

fn factors(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Binary(BinaryOp::Mul, left, right) if left.ty == expr.ty && right.ty == expr.ty => {
            let mut all = factors(left);
            all.extend(factors(right));
            all
        }
        _ => vec![expr],
    }
}

/// Whether each term of a sum has one of these reads as a factor, beside others, and none more.
pub(crate) fn is_factor(sum: &Expr, reads: &[AccessId]) -> bool {
    let is_read = |factor: &&&Expr| matches!(factor.kind, ExprKind::Load(load) if reads.contains(&load));
    terms(sum).iter().all(|factors| factors.len() > 1 && factors.iter().filter(is_read).count() == 1)
}
