//! Dependences by their definition: same element, at least one write, in the order of the source.

use polymill_gdg::{Access, ArrayId, Gdg};
use polymill_isl as isl;

use crate::places::placed;
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
    let time = gdg.original.get_map()?;
    let in_order = |pairs: &isl::UnionMap| {
        placed(pairs, &time, |places| places.intersect(&isl::Map::lex_lt(&places.get_space()?.domain()?)?))
    };
    Ok(Conflicts { flow: in_order(&flow)?, anti: in_order(&anti)?, output: in_order(&output)? })
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
    witness(gdg, &dependences.flow().subtract(&conflicts(gdg, |_| true)?.flow)?)
}
