//! Whether arrays that are taken not to overlap really do not.

use polymill_gdg::{
    Access, AccessKind, Affine, AliasPair, ArrayId, DataRange, Definition, Disjoint, Ends, ExprKind, Gdg, Instances,
    Reach, Side, Statement, Storage,
};
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
        let Some(Definition::Disjoint(test)) = param.definition() else { continue };
        let passed = isl::Set::read(after.context.ctx(), &format!("[{0}] -> {{ : {0} = 1 }}", param.name))?;
        if after.context.is_subset(&passed)? && covers_both(before, after, pair, test)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether the test compares each element that the region uses of one array with each that it uses of the other one.
fn covers_both(before: &Gdg, after: &Gdg, pair: &AliasPair, test: &Disjoint) -> Result<bool> {
    let (first, second) = (Used::of(before, after, pair.first, test)?, Used::of(before, after, pair.second, test)?);
    let both = first.plain.flat_product(&second.plain)?;
    let mut compared = isl::Set::empty(&both.get_space()?)?;
    // A pair of the same twice says nothing but that its rows are apart from each other.
    for [one, other] in test.pairs.iter().filter(|[one, other]| pair.is_of_rows() || one != other) {
        for (one, other) in [(one, other), (other, one)] {
            let is_plain = one.data.is_none() && other.data.is_none();
            if is_plain && is_of(before, pair.first, one)? && is_of(before, pair.second, other)? {
                compared = compared.union(&elements(after, one)?.flat_product(&elements(after, other)?)?)?;
            }
        }
    }
    let are_apart = |by_data: &[&Reach], others: &[&Reach]| {
        by_data.iter().any(|one| others.iter().any(|other| are_compared(test, one, other)))
    };
    Ok(both.is_subset(&compared)?
        && is_plain_covered(before, after, test, &first, (pair.second, &second))?
        && is_plain_covered(before, after, test, &second, (pair.first, &first))?
        && first.by_data.iter().all(|one| {
            let is_safe = |other: &ByData| !one.is_write && !other.is_write || are_apart(&one.reaches, &other.reaches);
            second.by_data.iter().all(is_safe)
        }))
}

/// Whether each access of which data say where it is has been compared with what is used of another array where no data say, unless both
/// are only read.
fn is_plain_covered(
    before: &Gdg,
    after: &Gdg,
    test: &Disjoint,
    used: &Used<'_>,
    (other, Used { plain, is_plain_written, .. }): (ArrayId, &Used<'_>),
) -> Result<bool> {
    for ByData { reaches, .. } in used.by_data.iter().filter(|access| access.is_write || *is_plain_written) {
        let mut is_covered = false;
        for reach in reaches {
            let mut compared = isl::Set::empty(&plain.get_space()?)?;
            for each in test.pairs.iter().flatten().filter(|each| each.data.is_none()) {
                if are_compared(test, reach, each) && is_of(before, other, each)? {
                    compared = compared.union(&elements(after, each)?)?;
                }
            }
            is_covered |= plain.is_subset(&compared)?;
        }
        if !is_covered {
            return Ok(false);
        }
    }
    Ok(true)
}

fn are_compared(test: &Disjoint, a: &Reach, b: &Reach) -> bool {
    test.pairs.iter().any(|[one, other]| (one == a && other == b) || (one == b && other == a))
}

/// What the region uses of an array.
struct Used<'t> {
    /// The elements of the outermost dimension, with the subscripts of rows before it, that it uses where no data say.
    plain: isl::Set,
    /// Whether it may write to some of them.
    is_plain_written: bool,
    /// All accesses of which data say where they are.
    by_data: Vec<ByData<'t>>,
}

/// An access of which data say where it is.
struct ByData<'t> {
    is_write: bool,
    /// The memory of the test in which it is.
    reaches: Vec<&'t Reach>,
}

impl<'t> Used<'t> {
    fn of(before: &Gdg, after: &Gdg, array: ArrayId, test: &'t Disjoint) -> Result<Self> {
        let n_dims = before.array(array).n_dims().min(before.array(array).row_dims + 1);
        let valid = after.context.intersect(&before.assumptions)?;
        let mut plain = isl::Set::empty(&valid.get_space()?.set_from_params()?.add_dims(isl::Dim::Set, n_dims)?)?;
        let (mut is_plain_written, mut by_data) = (false, vec![]);
        // Of pointers to rows, those are used that lead to elements which are.
        let mut arrays = vec![array];
        if before.array(array).storage == Storage::Parameter {
            arrays.extend(before.followers(before.array(array)));
        }
        let is_used = |access: &&Access| arrays.contains(&access.array) && access.kind != AccessKind::Kill;
        for statement in &before.statements {
            for access in statement.accesses.iter().filter(is_used) {
                let reaches = data_reaches(before, after, test, array, (statement, access))?;
                if !reaches.is_empty() {
                    by_data.push(ByData { is_write: access.kind.is_write(), reaches });
                    continue;
                }
                is_plain_written |= access.kind.is_write();
                let used = access.relation.intersect_domain(&statement.domain)?.range()?.intersect_params(&valid)?;
                let n_inner = used.dim(isl::Dim::Set)? - n_dims;
                plain = plain.union(&used.project_out(isl::Dim::Set, n_dims, n_inner)?.reset_tuple_id()?)?;
            }
        }
        // Memory that holds a parameter is accessed by nothing that has a name.
        let plain = if before.array(array).is_scalar() { isl::Set::universe(&plain.get_space()?)? } else { plain };
        Ok(Self { plain, is_plain_written, by_data })
    }
}

/// The memory of the test in which an access of the array is, for all that data say.
fn data_reaches<'t>(
    before: &Gdg,
    after: &Gdg,
    test: &'t Disjoint,
    array: ArrayId,
    (statement, access): (&Statement, &Access),
) -> Result<Vec<&'t Reach>> {
    let mut found = vec![];
    for reach in test.pairs.iter().flatten() {
        if let Some(range) = &reach.data
            && access.array == array
            && is_of(before, array, reach)?
            && is_in_range(before, after, statement, access, range)?
        {
            found.push(reach);
        }
    }
    Ok(found)
}

/// Whether the only subscript of an access is always in a range that is looked up in memory before the region runs.
fn is_in_range(before: &Gdg, after: &Gdg, statement: &Statement, access: &Access, range: &DataRange) -> Result<bool> {
    let [subscript] = access.subscripts.as_slice() else { return Ok(false) };
    match (range, &subscript.unconverted().kind) {
        (DataRange::Rows(rows), ExprKind::Iterator(iterator)) => {
            is_in_rows(before, after, statement, *iterator, &rows.elements)
        }
        (DataRange::Values(values), ExprKind::Load(id)) => {
            let looked_up = statement.access(*id);
            let array = before.array(looked_up.array);
            if array.outermost() != values.elements.place
                || array.element != values.ty
                || !is_unchanged(before, after, looked_up.array)
            {
                return Ok(false);
            }
            match &values.elements.data {
                Some(range) => is_in_range(before, after, statement, looked_up, range),
                None => {
                    let valid = after.context.intersect(&before.assumptions)?;
                    let used = looked_up.relation.intersect_domain(&statement.domain)?.range()?;
                    let used = used.intersect_params(&valid)?.reset_tuple_id()?;
                    Ok(array.n_dims() == 1 && used.is_subset(&elements(after, &values.elements)?)?)
                }
            }
        }
        _ => Ok(false),
    }
}

/// Whether an iterator counts from one of these elements to a later one, wherever the statement does anything. (That they ascend is part of
/// the test.)
fn is_in_rows(before: &Gdg, after: &Gdg, statement: &Statement, iterator: usize, rows: &Reach) -> Result<bool> {
    let valid = after.context.intersect(&before.assumptions)?;
    let instances = Instances::of(before, statement);
    let mut is_in = [false; 2];
    for exit in statement.exits()?.into_iter().filter(|exit| exit.iterator == iterator) {
        let side = match exit.side {
            Side::Lower => 0,
            Side::Upper if exit.scale == 1 && !exit.is_inclusive => 1,
            Side::Upper => continue,
        };
        let ExprKind::Load(id) = exit.bound.unconverted().kind else { continue };
        let looked_up = statement.access(id);
        let [subscript] = looked_up.subscripts.as_slice() else { continue };
        let Some(subscript) = instances.affine(subscript)? else { continue };
        let domain = statement.domain.intersect_params(&valid)?;
        let used = subscript.as_map()?.intersect_domain(&domain)?.range()?;
        is_in[side] |= before.array(looked_up.array).outermost() == rows.place
            && is_unchanged(before, after, looked_up.array)
            && used.is_subset(&elements(after, rows)?)?;
    }
    Ok(is_in == [true; 2])
}

/// Whether nothing in the region stores to an array where it has passed its tests.
fn is_unchanged(before: &Gdg, after: &Gdg, array: ArrayId) -> bool {
    let mut overlapping = before.aliases.iter().filter(|pair| pair.first == array || pair.second == array);
    let is_written = |pair: &AliasPair| before.stores_to(pair.first) || before.stores_to(pair.second);
    !before.stores_to(array) && !overlapping.any(|pair| is_kept(before, pair, after) && is_written(pair))
}

/// Whether a piece of memory is one of the array.
fn is_of(before: &Gdg, array: ArrayId, reach: &Reach) -> Result<bool> {
    let is_same_shape =
        before.array(array).outermost() == reach.place && before.array(array).row_dims == reach.rows.len();
    Ok(is_same_shape && has_stride(before, array, &reach.stride)?)
}

/// The elements that a piece of memory has, as [`Used::plain`] has them.
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
