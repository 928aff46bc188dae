//! When instances run, by the definition of schedules: each has a place in time, and places are compared as wholes.
//!
//! The mapper asks the same questions of the tree, node by node (`polymill_analysis`). What is proven here must not depend on
//! a mistake there, so nothing of that is used.

use polymill_isl as isl;
use polymill_isl::ScheduleNodeType;

use crate::Result;

/// The pairs of which `schedule` does not run the first strictly before the second.
///
/// # Errors
/// isl's.
pub(crate) fn not_in_order(pairs: &isl::UnionMap, schedule: &isl::Schedule) -> Result<isl::UnionMap> {
    let wrong = placed(pairs, &schedule.get_map()?, late)?;
    Ok(wrong.union(&in_no_order(pairs, &schedule.get_root()?)?)?)
}

/// The pairs that all that is around a band leaves together, and the members before this one too, but not this one.
///
/// # Errors
/// isl's, or if `band` is not a band.
pub(crate) fn carried(pairs: &isl::UnionMap, band: &isl::ScheduleNode, member: usize) -> Result<isl::UnionMap> {
    let mut places = band.get_prefix_schedule_union_map()?;
    let members = band.band_get_partial_schedule()?;
    for position in 0..=member {
        places = places.flat_range_product(&isl::UnionMap::from_union_pw_aff(&members.get_at(position)?)?)?;
    }
    let inside = band.get_domain()?;
    placed(&pairs.intersect_domain(&inside)?.intersect_range(&inside)?, &places, apart_in_last)
}

/// The pairs in different children of a set node in the same iteration of what is around it: they may run at the same time.
fn in_no_order(pairs: &isl::UnionMap, node: &isl::ScheduleNode) -> Result<isl::UnionMap> {
    let mut found = isl::UnionMap::empty(&pairs.get_space()?)?;
    if node.get_type()? == ScheduleNodeType::Set {
        let inside = node.get_domain()?;
        let inside = pairs.intersect_domain(&inside)?.intersect_range(&inside)?;
        let equal = |places: &isl::Map| equal_before(places, places.dim(isl::Dim::In)?);
        let together = placed(&inside, &node.get_prefix_schedule_union_map()?, equal)?;
        for child in 0..node.n_children()? {
            let own = node.child(child)?.filter_get_filter()?;
            let from_own = together.intersect_domain(&own)?;
            found = found.union(&from_own.subtract(&from_own.intersect_range(&own)?)?)?;
        }
    }
    for child in 0..node.n_children()? {
        found = found.union(&in_no_order(pairs, &node.child(child)?)?)?;
    }
    Ok(found)
}

/// The pairs of places of which the first is not before the second.
pub(crate) fn late(places: &isl::Map) -> isl::Result<isl::Map> {
    places.subtract(&isl::Map::lex_lt(&places.get_space()?.domain()?)?)
}

/// The pairs of places that differ in the last dimension only.
pub(crate) fn apart_in_last(places: &isl::Map) -> isl::Result<isl::Map> {
    let Some(last) = places.dim(isl::Dim::In)?.checked_sub(1) else { return places.subtract(places) };
    let together = equal_before(places, last)?;
    together.subtract(&together.equate(isl::Dim::In, last, isl::Dim::Out, last)?)
}

/// The pairs whose pair of places, one for each instance, is among those that `select` takes.
pub(crate) fn placed(
    pairs: &isl::UnionMap,
    places: &isl::UnionMap,
    select: impl Fn(&isl::Map) -> isl::Result<isl::Map>,
) -> Result<isl::UnionMap> {
    let mut found = isl::UnionMap::empty(&pairs.get_space()?)?;
    for map in pairs.apply_domain(places)?.apply_range(places)?.get_map_list()?.to_vec()? {
        found = found.union(&select(&map)?.to_union_map()?)?;
    }
    if found.is_empty()? {
        return Ok(found);
    }
    let back = places.reverse()?;
    Ok(found.apply_domain(&back)?.apply_range(&back)?.intersect(pairs)?)
}

/// The pairs of places that agree in the first dimensions.
fn equal_before(places: &isl::Map, n_dims: usize) -> isl::Result<isl::Map> {
    let mut equal = places.clone();
    for position in 0..n_dims {
        equal = equal.equate(isl::Dim::In, position, isl::Dim::Out, position)?;
    }
    Ok(equal)
}
