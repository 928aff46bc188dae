//! Whether arrays that are taken not to overlap really do not.

use polymill_gdg::{Access, AccessKind, Affine, AliasPair, ArrayId, Definition, Disjoint, Gdg, PathPart, Reach};
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

fn covers_both(before: &Gdg, after: &Gdg, pair: &AliasPair, test: &Disjoint) -> Result<bool> {
    for [one, other] in &test.pairs {
        for (first, second) in [(one, other), (other, one)] {
            if covers(before, after, pair.first, first)? && covers(before, after, pair.second, second)? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Whether the region uses nothing of the array that the piece of memory does not have.
fn covers(before: &Gdg, after: &Gdg, array: ArrayId, reach: &Reach) -> Result<bool> {
    if before.array(array).outermost() != reach.path || !has_stride(before, array, &reach.stride)? {
        return Ok(false);
    }
    if before.array(array).is_scalar() {
        return Ok(true);
    }
    let inside = subscripts(after, reach)?;
    let valid = after.context.intersect(&before.assumptions)?;
    let is_used = |access: &&Access| access.array == array && access.kind != AccessKind::Kill;
    for statement in &before.statements {
        for access in statement.accesses.iter().filter(is_used) {
            let used = access.relation.intersect_domain(&statement.domain)?.range()?.intersect_params(&valid)?;
            let outermost = used.project_out(isl::Dim::Set, 1, used.dim(isl::Dim::Set)? - 1)?.reset_tuple_id()?;
            if !outermost.is_subset(&inside)? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// The subscripts from the first to the last.
fn subscripts(gdg: &Gdg, reach: &Reach) -> isl::Result<isl::Set> {
    let any = |functions: &[Affine], relation: &str| {
        let each = functions.iter().map(|one| format!("x {relation} {}", one.describe(&gdg.params)));
        each.collect::<Vec<_>>().join(" or ")
    };
    let (from, to) = (any(&reach.first, ">="), any(&reach.last, "<="));
    gdg.read_set(&format!("{{ [x] : ({from}) and ({to}) }}"))
}

/// Whether these are the sizes that go into the subscript.
fn has_stride(gdg: &Gdg, array: ArrayId, stride: &[Affine]) -> Result<bool> {
    let array = gdg.array(array);
    let subscript = array.path.iter().find(|part| part.n_subscripts() > 0);
    let sizes = match subscript {
        Some(PathPart::Linear { n_dims }) => &array.extents[1..*n_dims],
        _ => &[],
    };
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
