//! Taking accesses out of statements.

use std::collections::BTreeMap;

use polymill_gdg::{AccessId, Action, ArrayId, Expr, ExprKind, Local, LocalId, ScalarType};

use super::draft::Draft;

/// Turns an array without dimensions into a variable of the body. Every read of it comes after a write in the same
/// instance.
pub(super) fn make_local(draft: &mut Draft, array: ArrayId, name: String, ty: ScalarType) {
    let local = LocalId::new(draft.body.locals.len());
    draft.body.locals.push(Local { name, ty });
    let is_it: Vec<bool> = draft.accesses.iter().map(|access| access.array == array).collect();
    replace_actions(&mut draft.body.actions, &mut |access, value| {
        is_it[access.index()].then(|| Action::Set { local, value: value.clone() })
    });
    let to_local = |expr: &mut Expr| {
        if matches!(expr.kind, ExprKind::Load(access) if is_it[access.index()]) {
            expr.kind = ExprKind::Local(local);
        }
    };
    for_each_expr_mut(draft, &mut |expr| expr.for_each_mut(&mut |e| to_local(e)));
    keep_accesses(draft, &|access| !is_it[access.index()]);
}

/// Removes the accesses that `keep` does not keep; nothing refers to them any more.
pub(super) fn keep_accesses(draft: &mut Draft, keep: &dyn Fn(AccessId) -> bool) {
    let mut new_ids = BTreeMap::new();
    let accesses = std::mem::take(&mut draft.accesses).into_iter();
    for (index, (access, occasion)) in accesses.zip(std::mem::take(&mut draft.occasions)).enumerate() {
        if keep(AccessId::new(index)) {
            new_ids.insert(AccessId::new(index), AccessId::new(draft.accesses.len()));
            draft.accesses.push(access);
            draft.occasions.push(occasion);
        }
    }
    renumber_accesses(draft, &|access| new_ids.get(&access).copied().unwrap_or(access));
}

/// Gives accesses other numbers wherever they are referred to.
pub(super) fn renumber_accesses(draft: &mut Draft, new_id: &dyn Fn(AccessId) -> AccessId) {
    renumber_stores(&mut draft.body.actions, &|access| *access = new_id(*access));
    for_each_expr_mut(draft, &mut |expr| {
        expr.for_each_mut(&mut |e| {
            if let ExprKind::Load(access) = &mut e.kind {
                *access = new_id(*access);
            }
        });
    });
}

/// Gives variables of the body other numbers wherever they are referred to.
pub(super) fn renumber_locals(draft: &mut Draft, new_id: &dyn Fn(LocalId) -> LocalId) {
    renumber_sets(&mut draft.body.actions, new_id);
    for_each_expr_mut(draft, &mut |expr| {
        expr.for_each_mut(&mut |e| {
            if let ExprKind::Local(local) = &mut e.kind {
                *local = new_id(*local);
            }
        });
    });
}

/// Calls `change` on all expressions of the body and of subscripts.
pub(super) fn for_each_expr_mut(draft: &mut Draft, change: &mut dyn FnMut(&mut Expr)) {
    draft.body.for_each_expr_mut(change);
    for subscript in draft.accesses.iter_mut().flat_map(|access| &mut access.subscripts) {
        change(subscript);
    }
}

fn replace_actions(actions: &mut [Action], replace: &mut dyn FnMut(AccessId, &Expr) -> Option<Action>) {
    for action in actions {
        if let Action::Store { access, value } = action {
            if let Some(new) = replace(*access, value) {
                *action = new;
            }
            continue;
        }
        for inner in lists_mut(action) {
            replace_actions(inner, replace);
        }
    }
}

fn renumber_stores(actions: &mut [Action], renumber: &dyn Fn(&mut AccessId)) {
    for action in actions {
        if let Action::Store { access, .. } = action {
            renumber(access);
        }
        for inner in lists_mut(action) {
            renumber_stores(inner, renumber);
        }
    }
}

fn renumber_sets(actions: &mut [Action], new_id: &dyn Fn(LocalId) -> LocalId) {
    for action in actions {
        if let Action::Set { local, .. } = action {
            *local = new_id(*local);
        }
        for inner in lists_mut(action) {
            renumber_sets(inner, new_id);
        }
    }
}

/// The lists of actions inside an action.
fn lists_mut(action: &mut Action) -> Vec<&mut Vec<Action>> {
    match action {
        Action::Store { .. } | Action::Set { .. } => vec![],
        Action::If { then, otherwise, .. } => vec![then, otherwise],
        Action::Loop(inner) => vec![&mut inner.init, &mut inner.step, &mut inner.body],
    }
}
