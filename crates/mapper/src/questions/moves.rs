//! Statements that only move values from one array to another.

use polymill_gdg::{Access, AccessId, Array, Body, Expr, ExprKind, Gdg, Iterator, ScalarType, Statement};
use polymill_isl as isl;

use crate::{Error, tree};

/// Iterators over the elements of an array.
pub(crate) fn counters(gdg: &Gdg, n_dims: usize) -> Vec<Iterator> {
    let counter = |position| Iterator { name: gdg.free_name(&format!("c{position}")), ty: ScalarType::I64, span: None };
    (0..n_dims).map(counter).collect()
}

/// The value of an iterator.
pub(crate) fn iterator(position: usize) -> Expr {
    Expr { ty: ScalarType::I64, kind: ExprKind::Iterator(position) }
}

/// A local array of the same sizes.
pub(crate) fn local_like(gdg: &Gdg, array: &Array) -> Array {
    let name = gdg.fresh_name(&array.name);
    Array { span: array.span, ..Array::local(name, array.element, array.extents.clone()) }
}

/// A statement that only moves values.
pub(crate) fn move_statement(
    domain: isl::Set,
    iterators: Vec<Iterator>,
    write: Access,
    read: Access,
    element: ScalarType,
) -> Result<Statement, Error> {
    let value = Expr { ty: element, kind: ExprKind::Load(AccessId::new(1)) };
    Ok(Statement {
        name: domain.get_tuple_name()?.unwrap_or_default(),
        origin: Statement::own_origin(&domain)?,
        domain,
        iterators,
        accesses: vec![write, read],
        body: Body::store(AccessId::new(0), value),
        span: None,
    })
}

/// The order of a statement that moves values: that of its iterators.
pub(crate) fn order_of(statement: &Statement) -> Result<isl::Schedule, Error> {
    order_from(statement, 0)
}

/// The order of a statement that moves values inside of its first loops: that of the iterators after these.
pub(crate) fn order_from(statement: &Statement, n_loops: usize) -> Result<isl::Schedule, Error> {
    let space = isl::LocalSpace::from_space(&statement.domain.get_space()?)?;
    let mut members = vec![];
    for position in n_loops..statement.depth() {
        let iterator = isl::PwAff::var_on_domain(&space, isl::Dim::Set, position)?;
        members.push(isl::UnionPwAff::from_pw_aff(&iterator)?);
    }
    let top = isl::Schedule::from_domain(&statement.domain.to_union_set()?)?.get_root()?.child(0)?;
    Ok(tree::insert_band(&top, &members)?.get_schedule()?)
}
