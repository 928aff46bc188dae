//! Loops that do more than to count in the last part of their headers.

use super::counted::{constant_step, continues, may_repeat};
use super::inductions::in_sequence;
use crate::scop::Escapes;
use crate::syntax::{Expr, ExprKind, For, Stmt, StmtKind, Unit, VarId};

/// Moves what does not count into the body: `for (...; i++, x += h) f(x);` becomes `for (...; i++) { f(x); x += h; }`.
pub(super) fn move_into_body(unit: &mut Unit, escapes: &Escapes) {
    let mut functions = std::mem::take(&mut unit.functions);
    for function in functions.iter_mut().filter(|function| function.is_main && !may_repeat(function)) {
        visit(unit, escapes, &mut function.body);
    }
    unit.functions = functions;
}

fn visit(unit: &Unit, escapes: &Escapes, stmt: &mut Stmt) {
    stmt.children_mut().into_iter().for_each(|child| visit(unit, escapes, child));
    if let StmtKind::For(inner) = &stmt.kind
        && let Some(inner) = with_counting_header(unit, escapes, inner)
    {
        let span = stmt.span.clone();
        stmt.rewrite(vec![Stmt { kind: StmtKind::For(Box::new(inner)), span }]);
    }
}

/// A loop whose header only counts; `None` if it does so already, or if its steps depend on each other.
fn with_counting_header(unit: &Unit, escapes: &Escapes, inner: &For) -> Option<For> {
    let steps = in_sequence(inner.step.as_ref()?);
    let counted = |step: &Expr| {
        let is_float = |var: VarId| unit.var(var).ty.ty.scalar().is_some_and(|ty| ty.is_float());
        constant_step(unit, step).map(|(var, _)| var).filter(|var| !is_float(*var))
    };
    let (counting, others): (Vec<&Expr>, Vec<&Expr>) = steps.into_iter().partition(|step| counted(step).is_some());
    let counters: Vec<VarId> = counting.iter().filter_map(|step| counted(step)).collect();
    let uses_counter = |step: &&Expr| step.any(&|e| e.as_var().is_some_and(|var| counters.contains(&var)));
    // Nothing else may read a counter through a pointer, or in a function.
    let is_own = |var: &VarId| unit.var(*var).is_automatic() && !escapes.contains(*var, unit);
    let depends = others.iter().any(uses_counter) || !counters.iter().all(is_own);
    if counting.is_empty() || others.is_empty() || depends || continues(&inner.body) {
        return None;
    }
    let joined = |first: Expr, second: &Expr| {
        let (ty, span) = (second.ty.clone(), first.span.start..second.span.end);
        Expr::new(ExprKind::Comma(Box::new(first), Box::new(second.clone())), ty, span)
    };
    let (first, rest) = counting.split_first()?;
    let step = rest.iter().fold((*first).clone(), |so_far, step| joined(so_far, step));
    let mut body = vec![inner.body.clone()];
    body.extend(others.iter().map(|step| Stmt { kind: StmtKind::Expr((*step).clone()), span: step.span.clone() }));
    let body = Stmt { kind: StmtKind::Block(body), span: inner.body.span.clone() };
    Some(For { step: Some(step), body, ..inner.clone() })
}
