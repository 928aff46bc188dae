//! Multiplying what is packed by its factor once.

use polymill_gdg::{
    Access, AccessId, AccessKind, Action, ArrayId, BinaryOp, Expr, ExprKind, Gdg, Statement, StatementId,
};
use polymill_isl as isl;

use crate::Error;

/// Lets a copy hold products where each of its elements is read as a factor beside the same value, as in `alpha * A[i][k] * B[k][j]`: the
/// very products, so that no sum changes, and the innermost loop has nothing but sums in it.
///
/// The factor is made of constants, parameters and scalars that nobody writes.
///
/// # Errors
/// isl's.
pub(super) fn scale(gdg: &mut Gdg, array: ArrayId) -> Result<(), Error> {
    match Product::of(gdg, array) {
        Some(product) => product.move_to_copy(gdg),
        None => Ok(()),
    }
}

/// A product of an element of a copy and a factor.
struct Product {
    /// The statement that makes the copy.
    copy: StatementId,
    /// The only one that reads it, and by which access.
    reader: StatementId,
    read: AccessId,
    /// The product, as the reader computes it.
    value: Expr,
}

impl Product {
    /// The product that elements of an array are used for, if it is a copy and they are used for nothing else.
    fn of(gdg: &Gdg, id: ArrayId) -> Option<Self> {
        let (copy, write) = only(accesses_of(gdg, id, |kind| kind.is_write()))?;
        let (reader, read) = only(accesses_of(gdg, id, |kind| kind.is_read()))?;
        let [Action::Store { access, value }] = gdg.statement(copy).body.actions.as_slice() else { return None };
        let is_copy = *access == write && matches!(value.kind, ExprKind::Load(_));
        let [Action::Store { value, .. }] = gdg.statement(reader).body.actions.as_slice() else { return None };
        let value = product_in(gdg, gdg.statement(reader), value, read)?;
        (is_copy && copy != reader).then(|| Self { copy, reader, read, value: value.clone() })
    }

    /// Lets the copy compute the product.
    fn move_to_copy(self, gdg: &mut Gdg) -> Result<(), Error> {
        let Self { copy, reader, read, value: product } = self;
        let of_factor = gdg.statement(reader).accesses.clone();
        if let [Action::Store { value, .. }] = gdg.statements[reader.index()].body.actions.as_mut_slice() {
            value.for_each_mut(&mut |each| {
                if *each == product {
                    each.kind = ExprKind::Load(read);
                }
            });
        }
        let statement = &mut gdg.statements[copy.index()];
        let [Action::Store { value, .. }] = statement.body.actions.as_mut_slice() else { return Ok(()) };
        let (element, mut product) = (value.clone(), product);
        let instances = isl::Map::from_domain(&isl::Set::universe(&statement.domain.get_space()?)?)?;
        let mut result = Ok(());
        let accesses = &mut statement.accesses;
        product.for_each_mut(&mut |each| match each.kind {
            ExprKind::Load(load) if load == read => *each = element.clone(),
            ExprKind::Load(load) => {
                let old = &of_factor[load.index()];
                match scalar_access(&instances, old) {
                    Ok(access) => accesses.push(access),
                    Err(error) => result = Err(error),
                }
                each.kind = ExprKind::Load(AccessId::new(accesses.len() - 1));
            }
            _ => {}
        });
        *value = product;
        result
    }
}

/// The access of a scalar by other instances.
fn scalar_access(instances: &isl::Map, old: &Access) -> Result<Access, Error> {
    let name = old.relation.get_tuple_name(isl::Dim::Out)?.unwrap_or_default();
    Ok(Access { relation: instances.set_tuple_name(isl::Dim::Out, &name)?, ..old.clone() })
}

/// The product in an expression that has a read as one factor; `None` if the other one is not the same for all instances, or if the read is
/// used elsewhere, too.
fn product_in<'a>(gdg: &Gdg, statement: &Statement, expr: &'a Expr, read: AccessId) -> Option<&'a Expr> {
    let is_read = |expr: &Expr| matches!(expr.kind, ExprKind::Load(load) if load == read);
    let (mut products, mut n_uses) = (vec![], 0);
    expr.for_each(&mut |each| n_uses += usize::from(is_read(each)));
    let mut waiting = vec![expr];
    while let Some(each) = waiting.pop() {
        if let ExprKind::Binary(BinaryOp::Mul, left, right) = &each.kind
            && (is_read(left) && is_fixed(gdg, statement, right) || is_read(right) && is_fixed(gdg, statement, left))
            && [left, right].iter().all(|operand| operand.ty == each.ty)
        {
            products.push(each);
        }
        waiting.extend(each.operands());
    }
    match products.as_slice() {
        [only] if n_uses == 1 => Some(only),
        _ => None,
    }
}

/// Whether a value is the same for all instances.
fn is_fixed(gdg: &Gdg, statement: &Statement, expr: &Expr) -> bool {
    let mut is_fixed = true;
    expr.for_each(&mut |each| {
        is_fixed &= match &each.kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Param(_) | ExprKind::Cast(_) => true,
            ExprKind::Unary(..) | ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, ..) => true,
            ExprKind::Load(load) => {
                let access = statement.access(*load);
                let is_aliased =
                    gdg.aliases.iter().any(|pair| pair.first == access.array || pair.second == access.array);
                access.kind == AccessKind::Read
                    && gdg.array(access.array).is_scalar()
                    && !gdg.stores_to(access.array)
                    && !is_aliased
            }
            _ => false,
        }
    });
    is_fixed
}

/// The accesses of an array of these kinds.
fn accesses_of(gdg: &Gdg, id: ArrayId, of_kind: impl Fn(AccessKind) -> bool) -> Vec<(StatementId, AccessId)> {
    let mut found = vec![];
    for (position, statement) in gdg.statements.iter().enumerate() {
        for (access, each) in statement.accesses.iter().enumerate() {
            if each.array == id && of_kind(each.kind) {
                found.push((StatementId::new(position), AccessId::new(access)));
            }
        }
    }
    found
}

fn only<T: Copy>(all: Vec<T>) -> Option<T> {
    match all.as_slice() {
        [only] => Some(*only),
        _ => None,
    }
}
