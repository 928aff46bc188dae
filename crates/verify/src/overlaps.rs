//! Whether arrays that are taken not to overlap really do not.

use polymill_gdg::{Access, AccessKind, Affine, AliasPair, ArrayId, Definition, Disjoint, Ends, Gdg, Reach, Storage};
use polymill_isl as isl;

use crate::legality::Violation;
use crate::{Error, Result};

/// Checks that `after`, which was made of `before`, takes only such arrays not to overlap which a test has found apart:
/// wherever the GDG is valid, its parameters say that the test was passed, and the test looks at all memory that the
/// region uses of the arrays.
///
/// # Errors
/// [`Error::Illegal`] with the arrays; isl's.
pub fn check_overlaps(before: &Gdg, after: &Gdg) -> Result<()> {
    for pair in &before.aliases {
        if !is_kept(before, pair, after) && !is_tested(before, pair, after)? {
            let [first, second] = [pair.first, pair.second].map(|array| before.array(array).name.clone());
            return Err(Error::Illegal(Box::new(Violation::Overlap { first, second })));
        }
    }
    Ok(())
}

fn is_kept(before: &Gdg, pair: &AliasPair, after: &Gdg) -> bool {
    let [first, second] = [pair.first, pair.second].map(|array| after.array_named(&before.array(array).name));
    after.aliases.iter().any(|kept| (Some(kept.first), Some(kept.second)) == (first, second))
}

fn is_tested(before: &Gdg, pair: &AliasPair, after: &Gdg) -> Result<bool> {
    for param in &after.params {
        let Some(Definition::Disjoint(test)) = &param.definition else { continue };
        let passed = isl::Set::read(after.context.ctx(), &format!("[{0}] -> {{ : {0} = 1 }}", param.name))?;
        if after.context.is_subset(&passed)? && covers_both(before, after, pair, test)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether the test compares each element that the region uses of one array with each that it uses of the other one.
fn covers_both(before: &Gdg, after: &Gdg, pair: &AliasPair, test: &Disjoint) -> Result<bool> {
    let (first, second) = (used(before, after, pair.first)?, used(before, after, pair.second)?);
    let both = first.flat_product(&second)?;
    let mut compared = isl::Set::empty(&both.get_space()?)?;
    // A pair of the same twice says nothing but that its rows are apart from each other.
    for [one, other] in test.pairs.iter().filter(|[one, other]| pair.is_of_rows() || one != other) {
        for (one, other) in [(one, other), (other, one)] {
            if is_of(before, pair.first, one)? && is_of(before, pair.second, other)? {
                compared = compared.union(&elements(after, one)?.flat_product(&elements(after, other)?)?)?;
            }
        }
    }
    Ok(both.is_subset(&compared)?)
}

/// The elements of the outermost dimension, with the subscripts of rows before it, that the region uses of an array.
fn used(before: &Gdg, after: &Gdg, array: ArrayId) -> Result<isl::Set> {
    let n_dims = before.array(array).n_dims().min(before.array(array).row_dims + 1);
    let valid = after.context.intersect(&before.assumptions)?;
    let mut all = isl::Set::empty(&valid.get_space()?.set_from_params()?.add_dims(isl::Dim::Set, n_dims)?)?;
    // Of pointers to rows, those are used that lead to elements which are.
    let mut arrays = vec![array];
    if before.array(array).storage == Storage::Parameter {
        arrays.extend(before.followers(before.array(array)));
    }
    let is_used = |access: &&Access| arrays.contains(&access.array) && access.kind != AccessKind::Kill;
    for statement in &before.statements {
        for access in statement.accesses.iter().filter(is_used) {
            let used = access.relation.intersect_domain(&statement.domain)?.range()?.intersect_params(&valid)?;
            let n_inner = used.dim(isl::Dim::Set)? - n_dims;
            all = all.union(&used.project_out(isl::Dim::Set, n_dims, n_inner)?.reset_tuple_id()?)?;
        }
    }
    // Memory that holds a parameter is accessed by nothing that has a name.
    Ok(if before.array(array).is_scalar() { isl::Set::universe(&all.get_space()?)? } else { all })
}

/// Whether a piece of memory is one of the array.
fn is_of(before: &Gdg, array: ArrayId, reach: &Reach) -> Result<bool> {
    let is_same_shape =
        before.array(array).outermost() == reach.path && before.array(array).row_dims == reach.rows.len();
    Ok(is_same_shape && has_stride(before, array, &reach.stride)?)
}

/// The elements that a piece of memory has, as [`used`] has them.
fn elements(after: &Gdg, reach: &Reach) -> Result<isl::Set> {
    let mut ranges = reach.rows.clone();
    if !reach.first.is_empty() {
        ranges.push(Ends { first: reach.first.clone(), last: reach.last.clone() });
    }
    Ok(after.between(&ranges)?)
}

/// Whether these are the sizes that go into the subscript.
fn has_stride(gdg: &Gdg, array: ArrayId, stride: &[Affine]) -> Result<bool> {
    let sizes = gdg.array(array).inner_extents();
    if sizes.len() != stride.len() {
        return Ok(false);
    }
    let valid = gdg.context.intersect(&gdg.assumptions)?.params()?;
    for (size, factor) in sizes.iter().zip(stride) {
        let factor = gdg.read_function(&format!("{{ [({})] }}", factor.describe(&gdg.params)))?;
        let is_same = match size {
            Some(size) => valid.is_subset(&size.eq_set(&factor)?)?,
            None => false,
        };
        if !is_same {
            return Ok(false);
        }
    }
    Ok(true)
}
