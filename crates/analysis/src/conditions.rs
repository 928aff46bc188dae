//! Conditions in statements.

use polymill_gdg::{AccessId, Action, BinaryOp, Body, Expr, ExprKind, ScalarType, Statement};

/// What a statement does that stores one element, if some conditions hold, as a single store: `if (c) x = e;` as `x = c ? e : x;`
/// (If-conversion: Allen, Kennedy, Porterfield and Warren, "Conversion of control dependence to data dependence", POPL 1983.) Where all that
/// the second of two conditions reads may be read whatever the first one says, `a && b` becomes `a & b`.
///
/// `None` if it stores several elements or none, has loops, or does not read the element.
pub fn without_branches(statement: &Statement, may_read: &dyn Fn(AccessId) -> bool) -> Option<Body> {
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
        access.kind.is_read() && access.array == written.array && access.subscripts == written.subscripts
    };
    let old = (0..statement.accesses.len()).map(AccessId::new).find(is_element);
    let old = old.map(|read| Expr { ty, kind: ExprKind::Load(read) });
    let mut value = value_after(std::slice::from_ref(last), old.as_ref())?;
    value.for_each_mut(&mut |expr| evaluate_both(expr, may_read));
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
fn evaluate_both(expr: &mut Expr, may_read: &dyn Fn(AccessId) -> bool) {
    let ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) = &mut expr.kind else { return };
    let mut is_safe = true;
    right.for_each(&mut |part| {
        is_safe &= match &part.kind {
            ExprKind::Load(access) => may_read(*access),
            ExprKind::Call(..) | ExprKind::Binary(BinaryOp::Div | BinaryOp::Rem, ..) => false,
            _ => true,
        };
    });
    if is_safe
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

    fn gdg(body: &str) -> Gdg {
        let ctx = isl::Context::new().unwrap();
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
        Program::parse(&ctx, &text).unwrap().gdgs()[0].clone()
    }

    fn converted(before: &Gdg, may_read: bool) -> Option<Gdg> {
        let mut after = before.clone();
        after.statements[0].body = without_branches(before.statement(StatementId::new(0)), &|_| may_read)?;
        Some(after)
    }

    #[test]
    fn choices_do_what_branches_do() {
        let before = gdg("if (y[j] > 3 && x[i] < y[j]) { x[i] = y[j]; }");
        for (may_read, condition) in [(true, "y[j] > 3 & x[i] < y[j]"), (false, "y[j] > 3 && x[i] < y[j]")] {
            let after = converted(&before, may_read).unwrap();
            assert_eq!(after.statements[0].body, gdg(&format!("x[i] = {condition} ? y[j] : x[i];")).statements[0].body);
            assert_eq!(same_values(&before, &after).unwrap(), None);
        }
    }

    #[test]
    fn other_choices_do_something_else() {
        let before = gdg("if (y[j] > 3 && x[i] < y[j]) { x[i] = y[j]; }");
        let wrong = [
            "y[j] > 3 && x[i] < y[j] ? x[i] : y[j]",
            "y[j] > 3 & x[i] <= y[j] ? y[j] : x[i]",
            "y[j] > 3 | x[i] < y[j] ? y[j] : x[i]",
        ];
        for value in wrong {
            let after = gdg(&format!("x[i] = {value};"));
            assert!(same_values(&before, &after).unwrap().is_some(), "{value}");
        }
    }

    #[test]
    fn what_is_no_single_element_or_no_truth_value_stays() {
        assert!(converted(&gdg("if (y[j] > 3) { x[i] = y[j]; } else { if (y[j] < 1) { x[i] = 2; } }"), true).is_some());
        let numbers = gdg("if (y[j] && x[i]) { x[i] = y[j]; }");
        assert_eq!(
            converted(&numbers, true).unwrap().statements[0].body,
            gdg("x[i] = y[j] && x[i] ? y[j] : x[i];").statements[0].body
        );
    }
}
