//! Copies of what a region only reads: one more stage for each input, so that tiles can hold a part of it.

use std::collections::BTreeSet;

use polymill_gdg::{AccessKind, Array, ArrayId, Gdg, Statement};
use polymill_isl as isl;

use super::stages::Stage;
use crate::Error;
use crate::questions::moves::{copy_statement, is_input, local_like, order_of, whole_box};
use crate::tree::in_sequence;

/// Inputs that all tiles need as a whole are copied up to this size, in bytes.
const MAX_WHOLE_BYTES: i64 = 16 << 10;

/// A GDG in which statements read copies of its inputs.
pub(super) struct Inputs {
    /// The copies are made first, each in a loop nest of its own.
    pub gdg: Gdg,
    /// How many of these nests, the first ones, copy what every iteration needs as a whole, as the weights of a convolution.
    pub n_whole: usize,
    /// The copies, and what they are copies of.
    pub copies: Vec<(ArrayId, ArrayId)>,
}

/// Adds a copy of each array of which the region reads a part in each iteration of its outer loops, or all of it, and writes
/// nothing; but for those in `not`. `order` is the original order, in bands that are as wide as dependences allow.
///
/// # Errors
/// isl's.
pub(super) fn copy_inputs(gdg: &Gdg, order: &isl::Schedule, not: &BTreeSet<ArrayId>) -> Result<Inputs, Error> {
    let iterations = iterations(gdg, order)?;
    let (mut whole, mut parts) = (vec![], vec![]);
    let inputs = (0..gdg.arrays.len()).map(ArrayId::new).filter(|id| is_only_read(gdg, *id) && !not.contains(id));
    for id in inputs {
        let reads = gdg.accesses(|access| access.array == id)?;
        let (of_iterations, elements) = (iterations.reverse()?.apply_range(&reads)?, reads.range()?);
        if elements.is_empty()? {
            continue;
        }
        let all = isl::UnionMap::from_domain_and_range(&of_iterations.domain()?, &elements)?;
        if !all.is_equal(&of_iterations)? {
            parts.push((id, elements));
        } else if is_small(gdg.array(id), &elements)? {
            whole.push((id, elements));
        }
    }
    let n_whole = whole.len();
    let (mut new, mut copies, mut before) = (gdg.clone(), vec![], None);
    for (id, elements) in whole.into_iter().chain(parts) {
        let (copy, statement) = copy_of(&new, id, &whole_box(&isl::Set::from_union_set(&elements)?)?)?;
        let copy_id = ArrayId::new(new.arrays.len());
        before = Some(in_sequence(before, order_of(&statement)?)?);
        new.arrays.push(copy);
        use_instead(&mut new, id, copy_id)?;
        new.statements.push(statement);
        copies.push((copy_id, id));
        give_sizes(&mut new, copy_id)?;
    }
    if let Some(before) = before {
        new.original = before.sequence(&gdg.original)?;
        new.schedule = new.original.clone();
        new.dependences = Some(polymill_analysis::dependences(&new)?);
    }
    Ok(Inputs { gdg: new, n_whole, copies })
}

/// The iteration of the outer parallel loops of its nest that each instance runs in.
fn iterations(gdg: &Gdg, order: &isl::Schedule) -> Result<isl::UnionMap, Error> {
    let mut found = isl::UnionMap::empty(&gdg.context.get_space()?)?;
    for stage in Stage::all(gdg, order)? {
        if !stage.members.is_empty() {
            found = found.union(&stage.iterations()?)?;
        }
    }
    Ok(found)
}

/// Whether an array is an input of which all that is read is certain.
fn is_only_read(gdg: &Gdg, id: ArrayId) -> bool {
    let mut accesses = gdg.statements.iter().flat_map(|statement| &statement.accesses);
    is_input(gdg, id) && accesses.all(|access| access.array != id || access.kind == AccessKind::Read)
}

/// Whether the box around some elements of an array is small.
fn is_small(array: &Array, elements: &isl::UnionSet) -> Result<bool, Error> {
    let elements = isl::Set::from_union_set(elements)?;
    let mut n_bytes = i64::from(array.element.size());
    for dimension in 0..array.n_dims() {
        let last = elements.dim_max_val(dimension)?;
        if !last.is_int()? || last.cmp_si(MAX_WHOLE_BYTES)? > 0 {
            return Ok(false);
        }
        n_bytes = n_bytes.saturating_mul(last.to_i64()? + 1);
    }
    Ok(n_bytes <= MAX_WHOLE_BYTES)
}

/// Lets all accesses to an array go to another one.
///
/// # Errors
/// isl's.
pub(super) fn use_instead(gdg: &mut Gdg, old: ArrayId, new: ArrayId) -> Result<(), Error> {
    let name = &gdg.arrays[new.index()].name;
    for access in gdg.statements.iter_mut().flat_map(|statement| &mut statement.accesses) {
        if access.array == old {
            access.array = new;
            access.relation = access.relation.set_tuple_name(isl::Dim::Out, name)?;
        }
    }
    Ok(())
}

/// Makes dimensions of an array of which no size is known as large as accesses need them.
///
/// # Errors
/// isl's.
pub(super) fn give_sizes(gdg: &mut Gdg, id: ArrayId) -> Result<(), Error> {
    let elements = isl::Set::from_union_set(&gdg.accesses(|access| access.array == id)?.range()?)?;
    for (dimension, extent) in gdg.arrays[id.index()].extents.iter_mut().enumerate() {
        if extent.is_none() {
            let last = elements.dim_max(dimension)?;
            let space = last.get_domain_space()?;
            let one = isl::Aff::val_on_domain_space(&space, &isl::Val::one(last.ctx())?)?;
            *extent = Some(last.add(&isl::PwAff::from_aff(&one)?)?);
        }
    }
    Ok(())
}

/// How large an array is, if that is known.
///
/// # Errors
/// isl's.
pub(super) fn n_bytes(gdg: &Gdg, array: &Array) -> Result<Option<i64>, Error> {
    let mut n_bytes = i64::from(array.element.size());
    for extent in &array.extents {
        let Some(extent) = extent else { return Ok(None) };
        let most = extent.intersect_params(&gdg.context)?.max_val()?;
        if !most.is_int()? {
            return Ok(None);
        }
        let Some(product) = n_bytes.checked_mul(most.to_i64()?) else { return Ok(None) };
        n_bytes = product;
    }
    Ok(Some(n_bytes))
}

/// A local copy of an array, and the statement that fills these elements of it.
fn copy_of(gdg: &Gdg, id: ArrayId, elements: &isl::Set) -> Result<(Array, Statement), Error> {
    let array = local_like(gdg, gdg.array(id));
    let order: Vec<usize> = (0..array.n_dims()).collect();
    let statement = copy_statement(gdg, (id, elements), (&array, &order), "copy")?;
    Ok((array, statement))
}
