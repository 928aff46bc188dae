//! Products that copies compute for those who read them.

use std::borrow::Cow;

use polymill_gdg::{AccessId, Action, ArrayId, Expr, ExprKind, Gdg, Statement, StatementId, Storage};

/// The GDG in which copies only copy: `alpha * A[i][k]` stands where it did in the original, also if a copy of `A` holds the products. What
/// does not become what it was stays as it is: it then is another value.
pub(super) fn at_readers<'a>(original: &Gdg, mapped: &'a Gdg) -> Cow<'a, Gdg> {
    let mut restored = Cow::Borrowed(mapped);
    for array in (0..mapped.arrays.len()).map(ArrayId::new) {
        if let Some((copy, reader, bodies)) = restored_bodies(original, mapped, array) {
            let statements = &mut restored.to_mut().statements;
            let [of_copy, of_reader] = bodies;
            replace_value(&mut statements[copy.index()], of_copy);
            replace_value(&mut statements[reader.index()], of_reader);
        }
    }
    restored
}

/// The statement that makes a copy, the only one that reads it, and what both store if the copy only copies.
fn restored_bodies(original: &Gdg, mapped: &Gdg, array: ArrayId) -> Option<(StatementId, StatementId, [Expr; 2])> {
    if mapped.array(array).storage != Storage::Local {
        return None;
    }
    let (copy, _) = only_access(mapped, array, |statement, access| statement.access(access).kind.is_write())?;
    let (reader, read) = only_access(mapped, array, |statement, access| statement.access(access).kind.is_read())?;
    let [own, other] = [copy, reader].map(|id| mapped.statement(id));
    if original.statement_named(&own.name).is_some() {
        return None;
    }
    let product = value(own)?;
    let element = only_element(mapped, own, product)?;
    let mut at_reader = product.clone();
    let mut is_known = true;
    at_reader.for_each_mut(&mut |each| {
        if let ExprKind::Load(load) = each.kind {
            let scalar = own.access(load).array;
            let same = other.accesses.iter().position(|access| access.array == scalar && access.kind.is_read());
            is_known &= load == element || same.is_some();
            each.kind = ExprKind::Load(if load == element { read } else { AccessId::new(same.unwrap_or_default()) });
        }
    });
    let mut stored = value(other)?.clone();
    let mut waiting = true;
    stored.for_each_mut(&mut |each| {
        if waiting && matches!(each.kind, ExprKind::Load(load) if load == read) {
            waiting = false;
            *each = at_reader.clone();
        }
    });
    let before = value(original.statement(original.statement_named(&other.name)?))?;
    let copied = Expr { ty: product.ty, kind: ExprKind::Load(element) };
    (is_known && stored == *before).then_some((copy, reader, [copied, stored]))
}

/// The only access of an array of some kind.
fn only_access(
    gdg: &Gdg,
    array: ArrayId,
    is_of_kind: impl Fn(&Statement, AccessId) -> bool,
) -> Option<(StatementId, AccessId)> {
    let mut found = None;
    for (position, statement) in gdg.statements.iter().enumerate() {
        for access in (0..statement.accesses.len()).map(AccessId::new) {
            if statement.access(access).array == array && is_of_kind(statement, access) {
                if found.is_some() {
                    return None;
                }
                found = Some((StatementId::new(position), access));
            }
        }
    }
    found
}

/// The only element of an array in a product; `None` if it is not a product.
fn only_element(gdg: &Gdg, statement: &Statement, product: &Expr) -> Option<AccessId> {
    let mut elements = vec![];
    product.for_each(&mut |each| {
        if let ExprKind::Load(load) = each.kind
            && !gdg.array(statement.access(load).array).is_scalar()
        {
            elements.push(load);
        }
    });
    match (elements.as_slice(), &product.kind) {
        ([only], ExprKind::Binary(..)) => Some(*only),
        _ => None,
    }
}

/// What a statement stores, if it does nothing else.
fn value(statement: &Statement) -> Option<&Expr> {
    match statement.body.actions.as_slice() {
        [Action::Store { value, .. }] => Some(value),
        _ => None,
    }
}

fn replace_value(statement: &mut Statement, by: Expr) {
    if let [Action::Store { value, .. }] = statement.body.actions.as_mut_slice() {
        *value = by;
    }
}
