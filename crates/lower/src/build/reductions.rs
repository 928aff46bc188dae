//! Loops that are parallel only because the order of updates was set free.

use polymill_gdg::{AccessId, Array, ArrayId, Gdg, Statement, Storage};
use polymill_isl as isl;

use super::facts::LoopNotes;
use crate::{IntExpr, Reduction, ReductionOperator, Result};

/// For arrays outside of the generated code: the pairs of instances whose order a pass has set free although both use
/// one element and one of them writes it. Loops that carry such pairs have to combine the values of their iterations.
pub(crate) struct FreeUpdates {
    pairs: Vec<(ArrayId, isl::UnionMap)>,
}

impl FreeUpdates {
    /// Those of a GDG, by what its dependences say was given up.
    pub fn of(gdg: &Gdg) -> Result<Self> {
        let mut pairs = vec![];
        let Some(dependences) = &gdg.dependences else { return Ok(Self { pairs }) };
        let mut removed: Option<isl::UnionMap> = None;
        for relaxation in &dependences.relaxations {
            removed = Some(match removed {
                Some(removed) => removed.union(&relaxation.removed)?,
                None => relaxation.removed.clone(),
            });
        }
        let Some(removed) = removed else { return Ok(Self { pairs }) };
        for (index, array) in gdg.arrays.iter().enumerate() {
            if array.storage == Storage::External {
                let id = ArrayId::new(index);
                let uses = gdg.accesses(|access| access.array == id)?;
                let writes = gdg.accesses(|access| access.array == id && access.kind.is_write())?;
                let conflicts = writes.apply_range(&uses.reverse()?)?.union(&uses.apply_range(&writes.reverse()?)?)?;
                let of_array = removed.intersect(&conflicts)?;
                if !of_array.is_empty()? {
                    pairs.push((id, of_array));
                }
            }
        }
        Ok(Self { pairs })
    }

    /// The reductions that make the loop right to run in parallel; `None` if it cannot be.
    pub fn reductions(
        &self,
        gdg: &Gdg,
        extents: &[Vec<Option<IntExpr>>],
        notes: &LoopNotes,
    ) -> Result<Option<Vec<Reduction>>> {
        let mut reductions = vec![];
        for (id, pairs) in &self.pairs {
            if !notes.carries(pairs)? {
                continue;
            }
            let sizes = extents.get(id.index()).into_iter().flatten();
            let has_sizes =
                sizes.into_iter().all(|size| size.as_ref().is_some_and(|size| size.as_constant().is_some()));
            let Some(operator) = operator(gdg, *id, notes)? else { return Ok(None) };
            if !has_sizes || !is_named(gdg.array(*id)) {
                return Ok(None);
            }
            reductions.push(Reduction { operator, array: *id });
        }
        Ok(Some(reductions))
    }
}

/// The operator with which all statements of the loop update the array, if they do nothing else with it.
fn operator(gdg: &Gdg, id: ArrayId, notes: &LoopNotes) -> Result<Option<ReductionOperator>> {
    let mut common = None;
    for name in notes.statements()? {
        let Some(statement) = gdg.statement_named(&name) else { return Ok(None) };
        let statement = gdg.statement(statement);
        if !statement.accesses.iter().any(|access| access.array == id) {
            continue;
        }
        let found = update(statement, id)?;
        if found.is_none() || common.is_some_and(|common| Some(common) != found) {
            return Ok(None);
        }
        common = found;
    }
    Ok(common)
}

fn update(statement: &Statement, id: ArrayId) -> Result<Option<ReductionOperator>> {
    let Some(found) = polymill_analysis::accumulation(statement)? else { return Ok(None) };
    let is_its = |access: AccessId| statement.access(access).array == id;
    let is_all = (0..statement.accesses.len()).map(AccessId::new).all(|access| !is_its(access) || found.is_of(access));
    Ok((is_all && is_its(found.write)).then_some(found.op))
}

/// Whether the array is a variable, which is what OpenMP's clauses can name.
fn is_named(array: &Array) -> bool {
    array.place.is_of_variable()
}
