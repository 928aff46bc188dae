//! Conditions in statements.

use polymill_gdg::{AccessId, Action, BinaryOp, Body, Expr, ExprKind, ScalarType, Statement};

/// What a statement does that stores one element, if some conditions hold, as a single store: `if (c) x = e;` as `x = c ? e : x;`
/// (If-conversion: Allen, Kennedy, Porterfield and Warren, "Conversion of control dependence to data dependence", POPL 1983.) Where each
/// part of the second of two conditions is safe to evaluate whatever the first one says, `a && b` becomes `a & b`.
///
/// `None` if it stores several elements or none, has loops, or does not read the element.
pub fn without_branches(statement: &Statement, is_safe: &dyn Fn(&Expr) -> bool) -> Option<Body> {
    let Body { locals, actions } = &statement.body;
    let (last, before) = actions.split_last()?;
    if before.iter().any(|action| !matches!(action, Action::Set { .. })) {
        return None;
    }
    let mut stores = vec![];
    collect_stores(std::slice::from_ref(last), &mut stores)?;
    let &(write, ty) = stores.first()?;
    if stores.iter().any(|(other, _)| *other != write) {
        return None;
    }
    let written = statement.access(write);
    let is_element = |access: &AccessId| {
        let access = statement.access(*access);
        access.kind.is_read() && access.is_same_element(written)
    };
    let old = (0..statement.accesses.len()).map(AccessId::new).find(is_element);
    let old = old.map(|read| Expr { ty, kind: ExprKind::Load(read) });
    let mut value = value_after(std::slice::from_ref(last), old.as_ref())?;
    value.for_each_mut(&mut |expr| evaluate_both(expr, is_safe));
    let mut actions = before.to_vec();
    actions.push(Action::Store { access: write, value });
    Some(Body { locals: locals.clone(), actions })
}

/// All stores, with the types of what they store; `None` if there are loops, or values that are set.
fn collect_stores(actions: &[Action], stores: &mut Vec<(AccessId, ScalarType)>) -> Option<()> {
    for action in actions {
        match action {
            Action::Store { access, value } => stores.push((*access, value.ty)),
            Action::If { then, otherwise, .. } => {
                collect_stores(then, stores)?;
                collect_stores(otherwise, stores)?;
            }
            Action::Set { .. } | Action::Loop(_) => return None,
        }
    }
    Some(())
}

/// What the element is after the actions.
fn value_after(actions: &[Action], old: Option<&Expr>) -> Option<Expr> {
    match actions {
        [] => old.cloned(),
        [Action::Store { value, .. }] => Some(value.clone()),
        [Action::If { condition, then, otherwise }] => {
            Some(Expr::select(condition.clone(), value_after(then, old)?, value_after(otherwise, old)?))
        }
        _ => None,
    }
}

/// Makes `a & b` of `a && b`, and `a | b` of `a || b`, if nothing can go wrong in `b`.
fn evaluate_both(expr: &mut Expr, is_safe: &dyn Fn(&Expr) -> bool) {
    let ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) = &mut expr.kind else { return };
    let mut are_safe = true;
    right.for_each(&mut |part| are_safe &= is_safe(part));
    if are_safe
        && is_truth_value(left)
        && is_truth_value(right)
        && left.ty == right.ty
        && left.ty == expr.ty
        && expr.ty.is_integer()
    {
        *op = if *op == BinaryOp::And { BinaryOp::BitAnd } else { BinaryOp::BitOr };
    }
}

/// Whether a value is 0 or 1: the bits of other numbers do not say whether both are zero.
fn is_truth_value(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary(BinaryOp::BitAnd | BinaryOp::BitOr, left, right) => {
            is_truth_value(left) && is_truth_value(right)
        }
        ExprKind::Binary(op, ..) => op.is_logical(),
        _ => false,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use polymill_gdg::{Gdg, Program, StatementId};
    use polymill_isl as isl;

    use super::*;
    use crate::same_values;

    fn gdg(ctx: &isl::Context, body: &str) -> Gdg {
        let text = format!(
            "gdg f {{
               param n: i32
               array x: i32[n] live_in live_out
               array y: i32[n] live_in
               statement S {{
                 domain {{ S[i, j] : 0 <= i < n and 0 <= j < n }}
                 iterators i: i32, j: i32
                 accesses {{ may_read x[i] may_read y[j] may_write x[i] }}
                 body {{ {body} }}
               }}
               schedule {{ for i {{ for j {{ S }} }} }}
             }}"
        );
        Program::parse(ctx, &text).unwrap().gdgs()[0].clone()
    }

    fn converted(before: &Gdg, is_safe: bool) -> Option<Gdg> {
        let mut after = before.clone();
        after.statements[0].body = without_branches(before.statement(StatementId::new(0)), &|_| is_safe)?;
        Some(after)
    }

    #[test]
    fn choices_do_what_branches_do() {
        let ctx = isl::Context::new().unwrap();
        let before = gdg(&ctx, "if (y[j] > 3 && x[i] < y[j]) { x[i] = y[j]; }");
        for (is_safe, condition) in [(true, "y[j] > 3 & x[i] < y[j]"), (false, "y[j] > 3 && x[i] < y[j]")] {
            let after = converted(&before, is_safe).unwrap();
            let expected = gdg(&ctx, &format!("x[i] = {condition} ? y[j] : x[i];"));
            assert_eq!(after.statements[0].body, expected.statements[0].body);
            assert_eq!(same_values(&before, &after).unwrap(), None);
        }
    }

    #[test]
    fn other_choices_do_something_else() {
        let ctx = isl::Context::new().unwrap();
        let before = gdg(&ctx, "if (y[j] > 3 && x[i] < y[j]) { x[i] = y[j]; }");
        let wrong = [
            "y[j] > 3 && x[i] < y[j] ? x[i] : y[j]",
            "y[j] > 3 & x[i] <= y[j] ? y[j] : x[i]",
            "y[j] > 3 | x[i] < y[j] ? y[j] : x[i]",
        ];
        for value in wrong {
            let after = gdg(&ctx, &format!("x[i] = {value};"));
            assert!(same_values(&before, &after).unwrap().is_some(), "{value}");
        }
    }

    #[test]
    fn numbers_are_no_truth_values() {
        let ctx = isl::Context::new().unwrap();
        let before = gdg(&ctx, "if (y[j] && x[i]) { x[i] = y[j]; } else { if (y[j] < 1) { x[i] = 2; } }");
        let expected = gdg(&ctx, "x[i] = y[j] && x[i] ? y[j] : y[j] < 1 ? 2 : x[i];");
        assert_eq!(converted(&before, true).unwrap().statements[0].body, expected.statements[0].body);
    }
}
