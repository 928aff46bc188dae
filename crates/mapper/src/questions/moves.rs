//! Statements that only move values from one array to another.

use polymill_gdg::{
    Access, AccessId, AccessKind, Array, ArrayId, Body, Expr, ExprKind, Gdg, Iterator, ScalarType, Statement,
};
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

/// Whether the region reads an array and nothing that is written may overlap with it.
pub(crate) fn is_input(gdg: &Gdg, id: ArrayId) -> bool {
    let overlaps = gdg.aliases.iter().any(|pair| pair.first == id || pair.second == id);
    gdg.array(id).live_in && !gdg.array(id).is_scalar() && !overlaps && !gdg.stores_to(id)
}

/// The elements, and what lies between them where they are not a simple set.
pub(crate) fn whole_box(elements: &isl::Set) -> Result<isl::Set, Error> {
    let simple = elements.coalesce()?;
    let is_simple = simple.n_basic_set()? == 1 && !simple.involves_locals()?;
    Ok(if is_simple { simple } else { simple.remove_divs()?.simple_hull()?.to_set()? })
}

/// Which element an element of an array is in one of this name, whose dimension `k` is dimension `order[k]` of the array.
pub(crate) fn reordering(gdg: &Gdg, id: ArrayId, new: &str, order: &[usize]) -> Result<isl::Map, Error> {
    let list = |order: &mut dyn std::iter::Iterator<Item = usize>| {
        order.map(|dimension| format!("i{dimension}")).collect::<Vec<_>>().join(", ")
    };
    let (from, to) = (list(&mut (0..order.len())), list(&mut order.iter().copied()));
    Ok(gdg.read_map(&format!("{{ {}[{from}] -> {}[{to}] }}", gdg.array(id).name, new))?)
}

/// Lets an access go to an array with its dimensions in another order.
pub(crate) fn reorder(access: &mut Access, order: &[usize], to_new: &isl::Map) -> Result<(), Error> {
    access.relation = access.relation.apply_range(to_new)?;
    if !access.subscripts.is_empty() {
        access.subscripts = order.iter().map(|dimension| access.subscripts[*dimension].clone()).collect();
    }
    Ok(())
}

/// Gives a local array another layout: dimension `k` is what was dimension `order[k]`, and has this size.
pub(crate) fn lay_out(
    gdg: &mut Gdg,
    id: ArrayId,
    order: &[usize],
    extents: Vec<Option<isl::PwAff>>,
) -> Result<(), Error> {
    let to_new = reordering(gdg, id, &gdg.array(id).name, order)?;
    gdg.arrays[id.index()].extents = extents;
    for access in gdg.statements.iter_mut().flat_map(|statement| &mut statement.accesses) {
        if access.array == id {
            reorder(access, order, &to_new)?;
        }
    }
    Ok(())
}

/// A statement that copies these elements of an array into `new`, which is about to be added to the GDG.
pub(crate) fn copy_statement(
    gdg: &Gdg,
    (id, elements): (ArrayId, &isl::Set),
    (new, order): (&Array, &[usize]),
    word: &str,
) -> Result<Statement, Error> {
    let domain = elements.set_tuple_name(&gdg.fresh_name(word))?;
    let identity = isl::Map::identity(&domain.get_space()?.map_from_set()?)?;
    let read = identity.set_tuple_name(isl::Dim::Out, &gdg.array(id).name)?;
    let write = read.apply_range(&reordering(gdg, id, &new.name, order)?)?;
    let subscripts = (0..order.len()).map(iterator).collect();
    let read = Access { kind: AccessKind::Read, array: id, relation: read, subscripts, span: None };
    let (array, subscripts) = (ArrayId::new(gdg.arrays.len()), order.iter().copied().map(iterator).collect());
    let write = Access { kind: AccessKind::MustWrite, array, relation: write, subscripts, span: None };
    move_statement(domain, counters(gdg, order.len()), write, read, new.element)
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
