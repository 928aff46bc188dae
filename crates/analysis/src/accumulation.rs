//! Statements that accumulate.

use polymill_gdg::{AccessId, Action, BinaryOp, Expr, ExprKind, Statement};

/// An update of an element by an operation whose order does not matter to a mathematician: `x = x + e`, `x = x - e`,
/// `x = x * e`, where `e` does not read the array of `x`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Accumulation {
    /// The operation; a difference is a sum of negated terms.
    pub op: BinaryOp,
    /// The access that reads the element.
    pub read: AccessId,
    /// The access that writes it.
    pub write: AccessId,
}

/// Recognizes an accumulation. Integers wrap or do not overflow in any order that a legal program has; floating-point
/// results depend on the order, so that only the user can allow another one.
pub fn accumulation(statement: &Statement) -> Option<Accumulation> {
    let [Action::Store { access: write, value }] = statement.body.actions.as_slice() else { return None };
    let ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul), left, right) = &value.kind else {
        return None;
    };
    let (read, rest) = match (&left.kind, &right.kind) {
        (ExprKind::Load(read), _) if is_element(statement, *read, *write) => (*read, right),
        (_, ExprKind::Load(read)) if *op != BinaryOp::Sub && is_element(statement, *read, *write) => (*read, left),
        _ => return None,
    };
    let op = if *op == BinaryOp::Sub { BinaryOp::Add } else { *op };
    (!reads_array(statement, rest, *write)).then_some(Accumulation { op, read, write: *write })
}

fn is_element(statement: &Statement, read: AccessId, write: AccessId) -> bool {
    let (read, write) = (statement.access(read), statement.access(write));
    read.array == write.array && read.subscripts == write.subscripts
}

fn reads_array(statement: &Statement, expr: &Expr, write: AccessId) -> bool {
    let array = statement.access(write).array;
    let mut found = false;
    expr.for_each(&mut |part| {
        if let ExprKind::Load(read) = part.kind {
            found |= statement.access(read).array == array;
        }
    });
    found
}
