//! Statements that only move values from one array to another.

use polymill_gdg::{Access, AccessId, Array, Body, Expr, ExprKind, Gdg, Iterator, ScalarType, Statement};
use polymill_isl as isl;

use crate::Error;

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
    let domain = statement.domain.to_union_set()?;
    let all = isl::UnionMap::from_map(&isl::Map::identity(&statement.domain.get_space()?.map_from_set()?)?)?;
    let all = all.intersect_domain(&domain)?;
    let mut members = isl::UnionMap::empty(&all.get_space()?)?;
    for map in all.get_map_list()?.to_vec()? {
        members = members.add_map(&map.reset_tuple_id(isl::Dim::Out)?)?;
    }
    Ok(isl::Schedule::from_domain(&domain)?.insert_partial_schedule(&members.as_multi_union_pw_aff()?)?)
}
