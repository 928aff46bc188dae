//! Dependences by their definition: same element, at least one write, in the order of the source.

use polymill_gdg::{Access, ArrayId, Gdg};
use polymill_isl as isl;

use crate::witness::witness;
use crate::{Result, Witness};

/// All pairs of instances that are in conflict, the one that comes first in the source first. Nothing is left out
/// because a write in between orders it already.
#[derive(Clone, Debug)]
pub struct Conflicts {
    /// Write, then read.
    pub flow: isl::UnionMap,
    /// Read, then write.
    pub anti: isl::UnionMap,
    /// Write, then write.
    pub output: isl::UnionMap,
}

/// The conflicts in the arrays that `select` picks, under the original order.
///
/// # Errors
/// isl's.
pub fn conflicts(gdg: &Gdg, select: impl Fn(ArrayId) -> bool) -> Result<Conflicts> {
    let accesses = |keep: fn(&Access) -> bool| gdg.accesses(|access| select(access.array) && keep(access));
    let reads = accesses(|access| access.kind.is_read())?;
    let writes = accesses(|access| access.kind.is_write())?;
    let meet = |first: &isl::UnionMap, second: &isl::UnionMap| first.apply_range(&second.reverse()?);
    let mut flow = meet(&writes, &reads)?;
    let mut anti = meet(&reads, &writes)?;
    let mut output = meet(&writes, &writes)?;
    for pair in gdg.aliases.iter().filter(|pair| select(pair.first) && select(pair.second)) {
        for (first, second) in [(pair.first, pair.second), (pair.second, pair.first)] {
            let users = |array: ArrayId, keep: fn(&Access) -> bool| {
                gdg.accesses(|access| access.array == array && keep(access))?.domain()
            };
            let all =
                |first: &isl::UnionSet, second: &isl::UnionSet| isl::UnionMap::from_domain_and_range(first, second);
            let (reads_first, writes_first) =
                (users(first, |access| access.kind.is_read())?, users(first, |access| access.kind.is_write())?);
            let (reads_second, writes_second) =
                (users(second, |access| access.kind.is_read())?, users(second, |access| access.kind.is_write())?);
            flow = flow.union(&all(&writes_first, &reads_second)?)?;
            anti = anti.union(&all(&reads_first, &writes_second)?)?;
            output = output.union(&all(&writes_first, &writes_second)?)?;
        }
    }
    Ok(Conflicts {
        flow: in_order(&flow, &gdg.original)?,
        anti: in_order(&anti, &gdg.original)?,
        output: in_order(&output, &gdg.original)?,
    })
}

/// Checks that each recorded flow dependence is a conflict: a value that is read was written there before. Returns a
/// recorded dependence that is none.
///
/// Recorded dependences describe the program before temporaries were contracted, so this is for a GDG that has not been
/// through the mapper.
///
/// # Errors
/// isl's.
pub fn unfounded_flow(gdg: &Gdg) -> Result<Option<Witness>> {
    let Some(dependences) = &gdg.dependences else { return Ok(None) };
    witness(gdg, &dependences.flow.subtract(&conflicts(gdg, |_| true)?.flow)?)
}

/// The pairs of which `order` runs the first before the second.
fn in_order(pairs: &isl::UnionMap, order: &isl::Schedule) -> Result<isl::UnionMap> {
    let time = order.get_map()?;
    let mut right = isl::UnionMap::empty(&pairs.get_space()?)?;
    for map in pairs.apply_domain(&time)?.apply_range(&time)?.get_map_list()?.to_vec()? {
        let earlier = isl::Map::lex_lt(&map.get_space()?.domain()?)?;
        right = right.union(&map.intersect(&earlier)?.to_union_map()?)?;
    }
    let back = time.reverse()?;
    Ok(right.apply_domain(&back)?.apply_range(&back)?.intersect(pairs)?)
}
