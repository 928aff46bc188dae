//! Rows: what loops count from one element of an array to the next, as the rows of a sparse matrix are stored.
//!
//! Two rows share no element if where they begin does not decrease. That is data; a test at run time tells.

use std::collections::BTreeSet;

use polymill_gdg::{ArrayId, Definition, Expr, ExprKind, Gdg, Instances, Reach, RowBounds, Side, Statement};
use polymill_isl as isl;

use crate::reach::hull;

/// A statement runs from `array[index]` to `array[index + 1] - 1`.
struct Row {
    array: ArrayId,
    /// The position of the iterator that counts in the row.
    iterator: usize,
    /// Which row it is, for each instance.
    index: isl::PwAff,
    /// Whether both ends are looked at before anything else that data decide.
    is_unconditional: bool,
}

/// A test that separates rows which the dependences say may share elements; `None` if there are none, or if the test might
/// read what the region does not.
///
/// ```
/// use polymill_gdg::{Affine, Program};
/// use polymill_isl as isl;
///
/// let text = "gdg f {
///   param begin: i64 = lower_bound
///   param end: i64 = upper_bound
///   array row: i32[?] live_in
///   array val: f64[?] live_in live_out
///   statement S {
///     domain { S[i, k] : 0 <= i <= 9 and begin <= k < end }
///     iterators i: i32, k: i64
///     body { if (k >= (i64) row[i] && k < (i64) row[i + 1]) { val[k] = val[k] * 2.0; } }
///   }
/// }";
/// let mut program = Program::parse(&isl::Context::new()?, text)?;
/// let id = program.ids().next().unwrap();
/// let dependences = polymill_analysis::dependences(program.gdg(id))?;
/// program.gdg_mut(id).dependences = Some(dependences);
/// let test = polymill_analysis::ascending(program.gdg(id))?.unwrap();
/// assert_eq!(test.elements.first, [Affine { terms: vec![], constant: 0 }]);
/// assert_eq!(test.elements.last, [Affine { terms: vec![], constant: 10 }]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// isl's.
pub fn ascending(gdg: &Gdg) -> isl::Result<Option<RowBounds>> {
    let Some(dependences) = &gdg.dependences else { return Ok(None) };
    let ordering = dependences.ordering()?;
    for array in row_arrays(gdg)? {
        let Some(test) = row_bounds(gdg, array)? else { continue };
        if !ordering.is_disjoint(&pairs(gdg, array, &test)?)? {
            return Ok(Some(test));
        }
    }
    Ok(None)
}

/// Those elements of an array that the region reads as ends of rows whatever data say.
fn row_bounds(gdg: &Gdg, array: ArrayId) -> isl::Result<Option<RowBounds>> {
    let one = isl::Val::one(gdg.context.ctx())?;
    let mut reads = vec![];
    for statement in &gdg.statements {
        for row in rows(gdg, statement)?.into_iter().filter(|row| row.array == array && row.is_unconditional) {
            let next = row.index.add_constant_val(&one)?;
            reads.extend([(statement, row.index), (statement, next)]);
        }
    }
    elements_read(gdg, array, reads)
}

/// The elements of a vector that statements read with these subscripts, from the first to the last; `None` if affine functions do
/// not tell. These two are read if there is more than one, so those between them are there.
pub fn elements_read<'g>(
    gdg: &'g Gdg,
    array: ArrayId,
    reads: impl IntoIterator<Item = (&'g Statement, isl::PwAff)>,
) -> isl::Result<Option<RowBounds>> {
    let valid = gdg.context.intersect(&gdg.assumptions)?;
    let mut read = isl::Set::empty(&gdg.context.get_space()?.set_from_params()?.add_dims(isl::Dim::Set, 1)?)?;
    for (statement, subscript) in reads {
        let domain = statement.domain.intersect_params(&valid)?;
        read = read.union(&subscript.as_map()?.intersect_domain(&domain)?.range()?)?;
    }
    let read = gdg.for_any_data(&read)?;
    let Some(elements) = hull(gdg, array, &read)?.filter(Reach::is_contiguous) else { return Ok(None) };
    let ([first], [last]) = (elements.first.as_slice(), elements.last.as_slice()) else { return Ok(None) };
    let (first, last) = (first.describe(&gdg.params), last.describe(&gdg.params));
    let ends = gdg.read_set(&format!("{{ [x] : {first} < {last} and (x = {first} or x = {last}) }}"))?;
    let are_read = ends.intersect_params(&valid.params()?)?.is_subset(&read)?;
    Ok(are_read.then_some(RowBounds { elements, ty: gdg.array(array).element }))
}

/// A loop over rows, and one inside of it over the elements of a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowLoops {
    /// The position of the iterator that counts rows.
    pub row: usize,
    /// The position of the iterator that counts in the row.
    pub element: usize,
    /// Where the rows begin and end.
    pub bounds: RowBounds,
}

/// The loops around a statement that go over rows of which nothing in the region changes where they begin.
///
/// # Errors
/// isl's.
pub fn row_loops(gdg: &Gdg, statement: &Statement) -> isl::Result<Vec<RowLoops>> {
    let unchanged = row_arrays(gdg)?;
    let mut found = vec![];
    for row in rows(gdg, statement)?.into_iter().filter(|row| unchanged.contains(&row.array)) {
        if let (Some(iterator), Some(bounds)) = (only_iterator(&row.index)?, row_bounds(gdg, row.array)?) {
            found.push(RowLoops { row: iterator, element: row.iterator, bounds });
        }
    }
    Ok(found)
}

/// The position of the iterator that a function is, but for what does not depend on iterators.
fn only_iterator(function: &isl::PwAff) -> isl::Result<Option<usize>> {
    if !function.isa_aff()? {
        return Ok(None);
    }
    let function = function.as_aff()?;
    let mut only = None;
    for position in 0..function.dim(isl::Dim::In)? {
        let factor = function.get_coefficient_val(isl::Dim::In, position)?;
        match only {
            _ if factor.is_zero()? => {}
            None if factor.is_one()? => only = Some(position),
            _ => return Ok(None),
        }
    }
    Ok(only)
}

/// Pairs of instances that do not access the same element, one of them writing it: the user promises so, or the tests which the
/// GDG has passed tell that they are in different rows.
///
/// # Errors
/// isl's.
pub fn separated(gdg: &Gdg) -> isl::Result<isl::UnionMap> {
    let mut all = gdg.independent_instances()?;
    for param in &gdg.params {
        let tested = param.definition().map_or(vec![], ascending_rows);
        if tested.is_empty() || !gdg.passes(param)? {
            continue;
        }
        for array in row_arrays(gdg)? {
            let place = gdg.array(array).outermost();
            for test in tested.iter().filter(|test| test.elements.place == place) {
                all = all.union(&pairs(gdg, array, test)?)?;
            }
        }
    }
    Ok(all)
}

/// The rows of which a test says that they do not decrease.
fn ascending_rows(test: &Definition) -> Vec<&RowBounds> {
    match test {
        Definition::Ascending(rows) => vec![rows],
        Definition::Disjoint(test) => test.rows().collect(),
        _ => vec![],
    }
}

/// The arrays that say where rows begin, which nothing in the region changes.
fn row_arrays(gdg: &Gdg) -> isl::Result<BTreeSet<ArrayId>> {
    let mut arrays = BTreeSet::new();
    for statement in &gdg.statements {
        arrays.extend(rows(gdg, statement)?.into_iter().map(|row| row.array));
    }
    Ok(unchanged(gdg, arrays))
}

/// Those of the arrays that nothing in the region changes.
pub fn unchanged(gdg: &Gdg, arrays: impl IntoIterator<Item = ArrayId>) -> BTreeSet<ArrayId> {
    let mut changed = BTreeSet::new();
    for access in
        gdg.statements.iter().flat_map(|statement| &statement.accesses).filter(|access| access.kind.is_write())
    {
        changed.insert(access.array);
        let overlapping = gdg.aliases.iter().filter(|pair| pair.first == access.array || pair.second == access.array);
        changed.extend(overlapping.flat_map(|pair| [pair.first, pair.second]));
    }
    arrays.into_iter().filter(|array| !changed.contains(array)).collect()
}

fn rows(gdg: &Gdg, statement: &Statement) -> isl::Result<Vec<Row>> {
    let exits = statement.exits()?;
    let mut found = vec![];
    for start in exits.iter().filter(|exit| exit.side == Side::Lower) {
        for end in exits.iter().filter(|exit| exit.side == Side::Upper && exit.iterator == start.iterator) {
            if end.is_inclusive || end.scale != 1 {
                continue;
            }
            let (Some((array, first)), Some((other, behind))) =
                (element(statement, start.bound), element(statement, end.bound))
            else {
                continue;
            };
            let instances = Instances::of(gdg, statement);
            let (Some(index), Some(next)) = (instances.affine(first)?, instances.affine(behind)?) else { continue };
            let distance = next.sub(&index)?.sub(&isl::PwAff::val_on_domain(
                &isl::Set::universe(&statement.domain.get_space()?)?,
                &isl::Val::one(statement.domain.ctx())?,
            )?)?;
            if array == other && distance.is_cst()? && distance.max_val()?.is_zero()? {
                let is_unconditional = start.test.max(end.test) == 1;
                found.push(Row { array, iterator: start.iterator, index, is_unconditional });
            }
        }
    }
    Ok(found)
}

/// The rows that a statement goes over, all of them together, where an iterator counts what stands in them; `None` if it counts
/// something else, or the region changes where rows begin.
pub(crate) fn rows_of(gdg: &Gdg, statement: &Statement, iterator: usize) -> isl::Result<Option<RowBounds>> {
    let unchanged = row_arrays(gdg)?;
    for row in rows(gdg, statement)?.into_iter().filter(|row| row.iterator == iterator) {
        if unchanged.contains(&row.array)
            && let Some(bounds) = row_bounds(gdg, row.array)?
            && is_tested(gdg, statement, &row, &bounds)?
        {
            return Ok(Some(bounds));
        }
    }
    Ok(None)
}

/// Whether a statement does something for each element of these rows, which an iterator counts, whatever data say but where the rows
/// begin.
pub(crate) fn visits_all(gdg: &Gdg, statement: &Statement, iterator: usize, bounds: &RowBounds) -> isl::Result<bool> {
    let ([first], [last]) = (bounds.elements.first.as_slice(), bounds.elements.last.as_slice()) else {
        return Ok(false);
    };
    let Some((least, most)) = bounds.ty.range() else { return Ok(false) };
    let exits = statement.exits()?;
    if exits.len() != statement.tests().0.len() || exits.iter().any(|exit| exit.iterator != iterator) {
        return Ok(false);
    }
    let valid = gdg.context.intersect(&gdg.assumptions)?;
    let (first, last) = (first.describe(&gdg.params), last.describe(&gdg.params));
    // Each row with each element that it may have.
    let all = gdg.read_set(&format!("{{ [x, k] : {first} <= x < {last} and {least} <= k < {most} }}"))?;
    let all = all.intersect_params(&valid.params()?)?;
    let space = isl::LocalSpace::from_space(&statement.domain.get_space()?)?;
    let element = isl::PwAff::var_on_domain(&space, isl::Dim::Set, iterator)?.as_map()?;
    for row in rows(gdg, statement)?.into_iter().filter(|row| row.iterator == iterator) {
        let domain = statement.domain.intersect_params(&valid)?;
        let visits = row.index.as_map()?.flat_range_product(&element)?.intersect_domain(&domain)?;
        let visited = gdg.for_any_data(&visits.range()?)?;
        if gdg.array(row.array).outermost() == bounds.elements.place && all.is_subset(&visited)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The element of a vector that an expression is, whatever type it is converted to that has all of its values.
pub fn element<'a>(statement: &'a Statement, expr: &'a Expr) -> Option<(ArrayId, &'a Expr)> {
    let ExprKind::Load(access) = expr.unconverted().kind else { return None };
    match statement.access(access).subscripts.as_slice() {
        [subscript] => Some((statement.access(access).array, subscript)),
        _ => None,
    }
}

/// Pairs of instances that count the same in different rows, where the test is of both rows.
fn pairs(gdg: &Gdg, array: ArrayId, test: &RowBounds) -> isl::Result<isl::UnionMap> {
    let mut all = isl::UnionMap::empty(&gdg.context.get_space()?)?;
    let mut tested = vec![];
    for statement in &gdg.statements {
        for row in rows(gdg, statement)?.into_iter().filter(|row| row.array == array) {
            if is_tested(gdg, statement, &row, test)? {
                tested.push((statement, row));
            }
        }
    }
    for (source, own) in &tested {
        for (sink, other) in &tested {
            let all_pairs = isl::Map::from_domain_and_range(&source.domain, &sink.domain)?;
            let same_place = all_pairs.equate(isl::Dim::In, own.iterator, isl::Dim::Out, other.iterator)?;
            let same_row = own.index.as_map()?.apply_range(&other.index.as_map()?.reverse()?)?;
            all = all.union(&same_place.subtract(&same_row)?.to_union_map()?)?;
        }
    }
    Ok(all)
}

/// Whether the elements on both sides of each row are among those of the test.
fn is_tested(gdg: &Gdg, statement: &Statement, row: &Row, test: &RowBounds) -> isl::Result<bool> {
    let ([first], [last]) = (test.elements.first.as_slice(), test.elements.last.as_slice()) else { return Ok(false) };
    let valid = gdg.context.intersect(&gdg.assumptions)?;
    let index = row.index.as_map()?.intersect_domain(&statement.domain.intersect_params(&valid)?)?.range()?;
    let (first, last) = (first.describe(&gdg.params), last.describe(&gdg.params));
    index.is_subset(&gdg.read_set(&format!("{{ [x] : {first} <= x < {last} }}"))?)
}

#[cfg(test)]
mod tests {
    use polymill_gdg::{Affine, Program};
    use polymill_isl as isl;

    /// Elements that are read only if data say so may not be there: the test does not look at them.
    #[test]
    fn a_test_reads_what_the_region_reads_anyway() -> Result<(), Box<dyn std::error::Error>> {
        let text = "gdg f {
          param begin: i64 = lower_bound
          param end: i64 = upper_bound
          array row: i32[?] live_in
          array flag: i32[?] live_in
          array val: f64[?] live_in live_out
          array out: i32[?] live_in live_out
          statement S {
            domain { S[i, k] : 0 <= i <= 9 and begin <= k < end }
            iterators i: i32, k: i64
            body { if (k >= (i64) row[i] && k < (i64) row[i + 1]) { val[k] = val[k] * 2.0; } }
          }
          statement T {
            domain { T[i] : 0 <= i <= 9 }
            iterators i: i32
            body { if (flag[i] > 0) { out[i] = row[i + 5]; } }
          }
          schedule { for i { for k { S } T } }
        }";
        let mut program = Program::parse(&isl::Context::new()?, text)?;
        let id = program.ids().next().ok_or("no region")?;
        let dependences = crate::dependences(program.gdg(id))?;
        program.gdg_mut(id).dependences = Some(dependences);
        let test = crate::ascending(program.gdg(id))?.ok_or("no test")?;
        let constant = |constant| [Affine { terms: vec![], constant }];
        assert_eq!(
            (test.elements.first.as_slice(), test.elements.last.as_slice()),
            (&constant(0)[..], &constant(10)[..])
        );
        Ok(())
    }
}
