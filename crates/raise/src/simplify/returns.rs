//! Bodies of functions without `return`: each sets the variable that stands for the result, and what follows is done elsewhere.

use crate::syntax::{Expr, ExprKind, Stmt, StmtKind, Type, VarId};

/// The variable that takes a function's result.
#[derive(Clone, Debug)]
pub(super) struct ResultVar {
    pub var: VarId,
    pub ty: Type,
}

/// The statements with each `return value;` as an assignment to `result`. `None` where that takes more than moving into the
/// branches of an `if` what follows it: in a loop, or if it would have to be in both branches.
pub(super) fn without_returns(stmts: Vec<Stmt>, result: Option<&ResultVar>) -> Option<Vec<Stmt>> {
    let mut done = vec![];
    let mut left = stmts.into_iter();
    while let Some(stmt) = left.next() {
        if !returns(&stmt) {
            done.push(stmt);
            continue;
        }
        let Stmt { kind, span } = stmt;
        match kind {
            StmtKind::Return(value) => {
                done.extend(value.map(|value| set(result, value)));
                return Some(done);
            }
            StmtKind::Block(inner) => {
                let all = inner.into_iter().chain(left).collect();
                done.extend(without_returns(all, result)?);
                return Some(done);
            }
            StmtKind::If { condition, then, otherwise } => {
                let rest: Vec<Stmt> = left.collect();
                let (ends, other_ends) = (always_returns(&then), otherwise.as_deref().is_some_and(always_returns));
                if !ends && !other_ends && !rest.is_empty() {
                    return None;
                }
                let branch = |branch: Option<Stmt>, ends: bool| {
                    let rest = if ends { vec![] } else { rest.clone() };
                    let stmts = without_returns(branch.into_iter().chain(rest).collect(), result)?;
                    Some(Box::new(Stmt { kind: StmtKind::Block(stmts), span: span.clone() }))
                };
                let then = branch(Some(*then), ends)?;
                let otherwise = branch(otherwise.map(|otherwise| *otherwise), other_ends)?;
                let is_empty = matches!(&otherwise.kind, StmtKind::Block(stmts) if stmts.is_empty());
                let otherwise = (!is_empty).then_some(otherwise);
                done.push(Stmt { kind: StmtKind::If { condition, then, otherwise }, span: span.clone() });
                return Some(done);
            }
            _ => return None,
        }
    }
    Some(done)
}

/// `result = value;`, or the value alone where nobody wants it.
fn set(result: Option<&ResultVar>, value: Expr) -> Stmt {
    let span = value.span.clone();
    let expr = match result {
        Some(ResultVar { var, ty }) => {
            let place = Expr::new(ExprKind::Var(*var), ty.clone(), span.clone());
            Expr::new(ExprKind::Assign(None, Box::new(place), Box::new(value)), ty.clone(), span.clone())
        }
        None => value,
    };
    Stmt { kind: StmtKind::Expr(expr), span }
}

fn returns(stmt: &Stmt) -> bool {
    stmt.any(&|inner| matches!(inner.kind, StmtKind::Return(_)))
}

/// Whether nothing after the statement is reached.
fn always_returns(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Return(_) => true,
        StmtKind::Block(stmts) => stmts.iter().any(always_returns),
        StmtKind::If { then, otherwise, .. } => {
            always_returns(then) && otherwise.as_deref().is_some_and(always_returns)
        }
        _ => false,
    }
}
