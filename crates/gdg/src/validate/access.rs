//! Accesses: their spaces, and their relations against their subscripts.

use polymill_isl as isl;

use super::{check_params, ensure, in_part};
use crate::{Access, AccessKind, Array, ExprKind, Gdg, Instances, Result, Statement};

/// `domain` is the statement's, for valid parameters.
pub(super) fn check(gdg: &Gdg, domain: &isl::Set, statement: &Statement) -> Result<()> {
    for (index, access) in statement.accesses.iter().enumerate() {
        let array = gdg.arrays.get(access.array.index());
        let name = array.map_or("?", |array| &array.name);
        in_part(
            || format!("access {index} ({} {name})", access.kind),
            || {
                ensure(array.is_some(), || "there is no such array".to_owned())?;
                ensure(!contains_itself(statement, index), || "it stands in its own subscripts".to_owned())?;
                array.map_or(Ok(()), |array| check_one(gdg, domain, statement, array, access))
            },
        )?;
    }
    Ok(())
}

fn check_one(gdg: &Gdg, domain: &isl::Set, statement: &Statement, array: &Array, access: &Access) -> Result<()> {
    let relation = &access.relation;
    let sides = [(isl::Dim::In, &statement.name, statement.depth()), (isl::Dim::Out, &array.name, array.n_dims())];
    for (dim, name, n_dims) in sides {
        let (tuple, n_found) = (relation.get_tuple_name(dim)?, relation.dim(dim)?);
        ensure(tuple.as_ref() == Some(name) && n_found == n_dims, || {
            let tuple = tuple.as_deref().unwrap_or("");
            format!("`{tuple}` with {n_found} dimensions where `{name}` with {n_dims} belongs")
        })?;
    }
    check_params(gdg, &relation.get_space()?)?;
    let n_subscripts = access.subscripts.len();
    let is_kill = access.kind == AccessKind::Kill && n_subscripts == 0;
    ensure(is_kill || n_subscripts == array.n_dims(), || {
        format!("{n_subscripts} subscripts for {} dimensions", array.n_dims())
    })?;
    if matches!(access.kind, AccessKind::Read | AccessKind::MustWrite) {
        check_exact(gdg, domain, statement, array, access)?;
    }
    Ok(())
}

/// A read or write that certainly happens names one element in each instance: the one that its subscripts name.
fn check_exact(gdg: &Gdg, domain: &isl::Set, statement: &Statement, array: &Array, access: &Access) -> Result<()> {
    let relation = access.relation.intersect_domain(domain)?;
    let instances = Instances { domain, ..Instances::of(gdg, statement) };
    let elements = instances.elements(array, &access.subscripts)?;
    if elements.exact {
        let expected = elements.relation.intersect_domain(domain)?;
        return ensure(relation.is_equal(&expected)?, || {
            format!("it is {relation}, but its subscripts say {expected}")
        });
    }
    ensure(relation.is_single_valued()?, || format!("{relation} names more than one element"))?;
    ensure(domain.is_subset(&relation.domain()?)?, || format!("{relation} leaves out instances"))
}

/// Whether an access is among those in its own subscripts.
fn contains_itself(statement: &Statement, index: usize) -> bool {
    let mut reached = vec![false; statement.accesses.len()];
    let mut todo = vec![index];
    while let Some(outer) = todo.pop() {
        for subscript in &statement.accesses[outer].subscripts {
            subscript.for_each(&mut |expr| {
                if let ExprKind::Load(inner) = expr.kind
                    && let Some(reached) = reached.get_mut(inner.index())
                    && !std::mem::replace(reached, true)
                {
                    todo.push(inner.index());
                }
            });
        }
    }
    reached[index]
}
