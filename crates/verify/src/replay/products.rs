//! Products that copies compute for those who read them.

use std::borrow::Cow;
use std::collections::BTreeMap;

use polymill_gdg::{AccessId, Action, ArrayId, Expr, ExprKind, Gdg, Statement, StatementId, Storage};

/// The GDG in which copies only copy: `alpha * A[i][k]` stands where it did in the original, also if a copy of `A` holds the products. What
/// does not become what it was stays as it is: it then is another value.
pub(super) fn at_readers<'a>(original: &Gdg, mapped: &'a Gdg) -> Cow<'a, Gdg> {
    let mut by_reader: BTreeMap<StatementId, Vec<Product>> = BTreeMap::new();
    for product in (0..mapped.arrays.len()).map(ArrayId::new).filter_map(|array| Product::of(original, mapped, array)) {
        by_reader.entry(product.reader).or_default().push(product);
    }
    let mut restored = Cow::Borrowed(mapped);
    for (reader, products) in by_reader {
        if let Some(value) = value_at_reader(original, mapped, reader, &products) {
            let statements = &mut restored.to_mut().statements;
            replace_value(&mut statements[reader.index()], value);
            for product in products {
                replace_value(&mut statements[product.copy.index()], product.copied);
            }
        }
    }
    restored
}

/// A product that a copy holds.
struct Product {
    /// The statement that makes the copy.
    copy: StatementId,
    /// What it copies.
    copied: Expr,
    /// The only one that reads it, by which access, and the product as that would compute it.
    reader: StatementId,
    read: AccessId,
    value: Expr,
}

impl Product {
    /// What the elements of an array are, if they are products.
    fn of(original: &Gdg, mapped: &Gdg, array: ArrayId) -> Option<Self> {
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
                let same = read_of(other, own.access(load).array);
                is_known &= load == element || same.is_some();
                each.kind = ExprKind::Load(if load == element { read } else { same.unwrap_or(load) });
            }
        });
        let copied = Expr { ty: product.ty, kind: ExprKind::Load(element) };
        is_known.then_some(Self { copy, copied, reader, read, value: at_reader })
    }
}

/// What a statement stores with the products in it, if that is what it stored in the original.
fn value_at_reader(original: &Gdg, mapped: &Gdg, reader: StatementId, products: &[Product]) -> Option<Expr> {
    let statement = mapped.statement(reader);
    let before = original.statement(original.statement_named(&statement.name)?);
    let mut stored = value(statement)?.clone();
    let mut waiting: Vec<&Product> = products.iter().collect();
    stored.for_each_mut(&mut |each| {
        let position = waiting.iter().position(|product| each.kind == ExprKind::Load(product.read));
        if let Some(position) = position {
            *each = waiting.swap_remove(position).value.clone();
        }
    });
    let with_first_reads = |statement: &Statement, gdg: &Gdg, value: &Expr| {
        let mut value = value.clone();
        value.for_each_mut(&mut |each| {
            if let ExprKind::Load(load) = each.kind
                && gdg.array(statement.access(load).array).is_scalar()
                && let Some(first) = read_of(statement, statement.access(load).array)
            {
                each.kind = ExprKind::Load(first);
            }
        });
        value
    };
    let is_same = with_first_reads(statement, mapped, &stored) == with_first_reads(before, original, value(before)?);
    is_same.then_some(stored)
}

/// The first read of an array by a statement.
fn read_of(statement: &Statement, array: ArrayId) -> Option<AccessId> {
    let reads = |access: &polymill_gdg::Access| access.array == array && access.kind.is_read();
    statement.accesses.iter().position(reads).map(AccessId::new)
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
