//! Statements that accumulate.

use polymill_gdg::{AccessId, Action, BinaryOp, Expr, ExprKind, Statement};
use polymill_isl as isl;

/// An update of an element by an operation whose order does not matter to a mathematician: `x = x + e`, `x = x - e`,
/// `x = x * e`, where `e` does not read the element.
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
///
/// # Errors
/// isl's.
pub fn accumulation(statement: &Statement) -> isl::Result<Option<Accumulation>> {
    let [Action::Store { access: write, value }] = statement.body.actions.as_slice() else { return Ok(None) };
    let ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul), left, right) = &value.kind else {
        return Ok(None);
    };
    let (read, rest) = match (&left.kind, &right.kind) {
        (ExprKind::Load(read), _) if is_element(statement, *read, *write) => (*read, right),
        (_, ExprKind::Load(read)) if *op != BinaryOp::Sub && is_element(statement, *read, *write) => (*read, left),
        _ => return Ok(None),
    };
    let op = if *op == BinaryOp::Sub { BinaryOp::Add } else { *op };
    Ok((!reads_element(statement, rest, *write)?).then_some(Accumulation { op, read, write: *write }))
}

fn is_element(statement: &Statement, read: AccessId, write: AccessId) -> bool {
    let (read, write) = (statement.access(read), statement.access(write));
    read.array == write.array && read.subscripts == write.subscripts
}

/// Whether the expression may read the element that the access writes.
fn reads_element(statement: &Statement, expr: &Expr, write: AccessId) -> isl::Result<bool> {
    let mut loads = Vec::new();
    expr.for_each(&mut |part| {
        if let ExprKind::Load(read) = part.kind {
            loads.push(read);
        }
    });
    let written = statement.access(write);
    for load in loads {
        let read = statement.access(load);
        let same = || read.relation.intersect(&written.relation)?.intersect_domain(&statement.domain)?.is_empty();
        if read.array == written.array && !same()? {
            return Ok(true);
        }
    }
    Ok(false)
}
