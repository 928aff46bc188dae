//! How far into memory a region reaches where only data say so: the elements of the rows of a sparse matrix, and what its columns lead
//! to. The generated code looks at the data before the region is run.

use polymill_gdg::{
    Access, AccessId, AccessKind, Action, ArrayId, DataRange, Expr, ExprKind, Gdg, Instances, Reach, Statement, Values,
};
use polymill_isl as isl;

use crate::reach::{Used, hull, is_followed, loads_pointer, range, subscripts_in};
use crate::rows::{elements_read, rows_of, visits_all};

/// The memory that the region uses of an array with one dimension, in parts: one for all accesses of which linear bounds tell where
/// they are, and one for each way in which data tell it. `None` if neither does.
///
/// # Errors
/// isl's.
pub(crate) fn reaches_by_data(gdg: &Gdg, array: ArrayId) -> isl::Result<Option<Vec<Used>>> {
    let path = gdg.array(array).outermost();
    if gdg.array(array).n_dims() != 1 || (loads_pointer(&path) && !is_followed(gdg, array)?) {
        return Ok(None);
    }
    let mut plain = isl::Set::empty(&gdg.context.get_space()?.set_from_params()?.add_dims(isl::Dim::Set, 1)?)?;
    let mut parts: Vec<Used> = vec![];
    let mut is_plain_written = false;
    let is_use = |access: &&Access| access.array == array && access.kind != AccessKind::Kill;
    for statement in &gdg.statements {
        for access in statement.accesses.iter().filter(is_use) {
            let elements = access.relation.intersect_domain(&statement.domain)?.range()?.to_union_set()?;
            let used = subscripts_in(gdg, 1, &elements)?;
            if range(gdg, &used)?.is_some() {
                plain = plain.union(&used)?;
                is_plain_written |= access.kind.is_write();
                continue;
            }
            let Some(data) = data_range(gdg, statement, access)? else { return Ok(None) };
            let reach = Reach::of_data(path.clone(), data);
            let is_written = access.kind.is_write();
            match parts.iter_mut().find(|part| part.reach == reach) {
                Some(part) => part.is_written |= is_written,
                None => parts.push(Used { reach, is_written }),
            }
        }
    }
    if !plain.is_empty()? {
        let Some(reach) = hull(gdg, array, &plain)? else { return Ok(None) };
        parts.push(Used { reach, is_written: is_plain_written });
    }
    Ok(Some(parts))
}

/// What data say of the only subscript of an access.
fn data_range(gdg: &Gdg, statement: &Statement, access: &Access) -> isl::Result<Option<DataRange>> {
    let [subscript] = access.subscripts.as_slice() else { return Ok(None) };
    match subscript.unconverted().kind {
        ExprKind::Iterator(iterator) => {
            Ok(rows_of(gdg, statement, iterator)?.map(|rows| DataRange::Rows(Box::new(rows))))
        }
        ExprKind::Load(looked_up) => {
            Ok(values(gdg, statement, looked_up)?.map(|values| DataRange::Values(Box::new(values))))
        }
        _ => Ok(None),
    }
}

/// The integers that an access looks up, if the region looks up all of them whatever data say, and stores to none of them.
fn values(gdg: &Gdg, statement: &Statement, id: AccessId) -> isl::Result<Option<Values>> {
    let Access { array, subscripts, kind, .. } = statement.access(id);
    let ([subscript], ty) = (subscripts.as_slice(), gdg.array(*array).element) else { return Ok(None) };
    if !ty.is_integer() || gdg.stores_to(*array) {
        return Ok(None);
    }
    if let Some(subscript) = Instances::of(gdg, statement).affine(subscript)?
        && *kind == AccessKind::Read
        && let Some(read) = elements_read(gdg, *array, [(statement, subscript)])?
    {
        return Ok(Some(Values { elements: read.elements, ty }));
    }
    let ExprKind::Iterator(iterator) = subscript.unconverted().kind else { return Ok(None) };
    let Some(rows) = rows_of(gdg, statement, iterator)? else { return Ok(None) };
    let path = gdg.array(*array).outermost();
    let is_read = is_loaded(statement, id) && visits_all(gdg, statement, iterator, &rows)?;
    if !is_read || (loads_pointer(&path) && !is_followed(gdg, *array)?) {
        return Ok(None);
    }
    let elements = Reach::of_data(path, DataRange::Rows(Box::new(rows)));
    Ok(elements.is_contiguous().then_some(Values { elements, ty }))
}

/// Whether an access is a load of each instance that passes its tests.
fn is_loaded(statement: &Statement, id: AccessId) -> bool {
    let loads = |value: &Expr| {
        let mut found = false;
        value.for_each_certain(&mut |expr| {
            if let ExprKind::Load(access) = expr.kind {
                found |= access == id || statement.access(access).subscripts.iter().any(|each| is_in(each, id));
            }
        });
        found
    };
    let (_, actions) = statement.tests();
    actions.iter().any(|action| match action {
        Action::Store { value, .. } | Action::Set { value, .. } => loads(value),
        _ => false,
    })
}

/// Whether a subscript is what an access loads.
fn is_in(subscript: &Expr, id: AccessId) -> bool {
    matches!(subscript.unconverted().kind, ExprKind::Load(access) if access == id)
}
