//! Rows: what loops count from one element of an array to the next, as the rows of a sparse matrix are stored.
//!
//! Two rows share no element if where they begin does not decrease. That is data; a test at run time tells.

use std::collections::BTreeSet;

use polymill_gdg::{ArrayId, Ascending, Definition, Expr, ExprKind, Gdg, Instances, Param, Side, Statement};
use polymill_isl as isl;

use crate::reach::reach;

/// A statement runs from `array[index]` to `array[index + 1] - 1`.
struct Row {
    array: ArrayId,
    /// The position of the iterator that counts in the row.
    iterator: usize,
    /// Which row it is, for each instance.
    index: isl::PwAff,
}

/// A test that separates rows which the dependences say may share elements; `None` if there are none, or if the test might
/// read what the region does not.
///
/// # Errors
/// isl's.
pub fn ascending(gdg: &Gdg) -> isl::Result<Option<Ascending>> {
    let Some(dependences) = &gdg.dependences else { return Ok(None) };
    let ordering = dependences.flow.union(&dependences.anti)?.union(&dependences.output)?;
    for array in row_arrays(gdg)? {
        let element = gdg.array(array).element;
        let Some(elements) = reach(gdg, array)?.filter(|reach| reach.first.len() == 1 && reach.last.len() == 1) else {
            continue;
        };
        let test = Ascending { elements, ty: element };
        let separated = pairs(gdg, array, &test)?;
        if !ordering.is_disjoint(&separated)? && is_read_anyway(gdg, array, &test)? {
            return Ok(Some(test));
        }
    }
    Ok(None)
}

/// Pairs of instances that the tests which the GDG has passed tell not to access the same element, if it is at what both
/// count: they are in different rows.
///
/// # Errors
/// isl's.
pub fn separated(gdg: &Gdg) -> isl::Result<isl::UnionMap> {
    let mut all = isl::UnionMap::empty(&gdg.context.get_space()?)?;
    for param in &gdg.params {
        let Some(Definition::Ascending(test)) = &param.definition else { continue };
        if !is_passed(gdg, param)? {
            continue;
        }
        for array in row_arrays(gdg)? {
            if gdg.array(array).outermost() == test.elements.path {
                all = all.union(&pairs(gdg, array, test)?)?;
            }
        }
    }
    Ok(all)
}

/// Whether the GDG is valid only where a test is passed.
fn is_passed(gdg: &Gdg, test: &Param) -> isl::Result<bool> {
    let text = format!("[{0}] -> {{ : {0} = 1 }}", test.name);
    gdg.context.is_subset(&isl::Set::read(gdg.context.ctx(), &text)?)
}

/// The arrays that say where rows begin, which nothing in the region changes.
fn row_arrays(gdg: &Gdg) -> isl::Result<BTreeSet<ArrayId>> {
    let mut arrays = BTreeSet::new();
    for statement in &gdg.statements {
        arrays.extend(rows(gdg, statement)?.into_iter().map(|row| row.array));
    }
    let mut changed = BTreeSet::new();
    for access in
        gdg.statements.iter().flat_map(|statement| &statement.accesses).filter(|access| access.kind.is_write())
    {
        changed.insert(access.array);
        let overlapping = gdg.aliases.iter().filter(|pair| pair.first == access.array || pair.second == access.array);
        changed.extend(overlapping.flat_map(|pair| [pair.first, pair.second]));
    }
    Ok(arrays.difference(&changed).copied().collect())
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
                found.push(Row { array, iterator: start.iterator, index });
            }
        }
    }
    Ok(found)
}

/// The element of a vector that an expression is, whatever type it is converted to that has all of its values.
fn element<'a>(statement: &'a Statement, expr: &'a Expr) -> Option<(ArrayId, &'a Expr)> {
    match &expr.kind {
        ExprKind::Load(access) => match statement.access(*access).subscripts.as_slice() {
            [subscript] => Some((statement.access(*access).array, subscript)),
            _ => None,
        },
        ExprKind::Cast(inner) => {
            let (low, high) = expr.ty.range()?;
            let (inner_low, inner_high) = inner.ty.range()?;
            (low <= inner_low && inner_high <= high).then(|| element(statement, inner))?
        }
        _ => None,
    }
}

/// Pairs of instances that count the same in different rows, where the test is of both rows.
fn pairs(gdg: &Gdg, array: ArrayId, test: &Ascending) -> isl::Result<isl::UnionMap> {
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
fn is_tested(gdg: &Gdg, statement: &Statement, row: &Row, test: &Ascending) -> isl::Result<bool> {
    let ([first], [last]) = (test.elements.first.as_slice(), test.elements.last.as_slice()) else { return Ok(false) };
    let valid = gdg.context.intersect(&gdg.assumptions)?;
    let index = row.index.as_map()?.intersect_domain(&statement.domain.intersect_params(&valid)?)?.range()?;
    let text =
        format!("{} -> {{ [i] : {} <= i < {} }}", names(gdg), first.describe(&gdg.params), last.describe(&gdg.params));
    index.is_subset(&isl::Set::read(index.ctx(), &text)?)
}

/// Whether the region reads the elements wherever the test does: where there are two of them, some row is run.
fn is_read_anyway(gdg: &Gdg, array: ArrayId, test: &Ascending) -> isl::Result<bool> {
    let ([first], [last]) = (test.elements.first.as_slice(), test.elements.last.as_slice()) else { return Ok(false) };
    let valid = gdg.context.intersect(&gdg.assumptions)?.params()?;
    let text = format!("{} -> {{ : {} < {} }}", names(gdg), first.describe(&gdg.params), last.describe(&gdg.params));
    let tests = for_any_data(gdg, &valid.intersect(&isl::Set::read(valid.ctx(), &text)?)?)?;
    for statement in &gdg.statements {
        for row in rows(gdg, statement)?.iter().filter(|row| row.array == array) {
            let run = statement.domain.project_out(isl::Dim::Set, row.iterator, statement.depth() - row.iterator)?;
            if tests.is_subset(&for_any_data(gdg, &run.params()?)?)? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// The set without what it says of static bounds.
fn for_any_data(gdg: &Gdg, set: &isl::Set) -> isl::Result<isl::Set> {
    let mut set = set.clone();
    for param in gdg.params.iter().filter(|param| param.is_static_bound()) {
        if let Some(position) = set.find_dim_by_name(isl::Dim::Param, &param.name)? {
            set = set.eliminate(isl::Dim::Param, position, 1)?;
        }
    }
    Ok(set)
}

/// All parameters, as isl's text has them.
fn names(gdg: &Gdg) -> String {
    let names: Vec<_> = gdg.params.iter().map(|param| param.name.as_str()).collect();
    format!("[{}]", names.join(", "))
}
