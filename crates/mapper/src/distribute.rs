//! Distributes loops: moves those that carry nothing below the sequences that they contain.

use polymill_isl as isl;

use crate::Error;
use crate::tree::{insert_band, members, widen_bands};

/// Where a band contains a sequence of statements with loops of their own, its coincident members move to the innermost
/// places: `for j { for i S; for i T }` becomes `for i { for j S } for i { for j T }`, if no dependence is between two
/// iterations of `j`. Then `j` may be what runs in vector lanes. (Loop distribution and interchange of the classical
/// compilers; `band_sink` of isl.)
///
/// # Errors
/// isl's.
pub fn distribute_loops(schedule: &isl::Schedule, ordering: &isl::UnionMap) -> Result<isl::Schedule, Error> {
    let distributed = distribute(&schedule.get_root()?)?.get_schedule()?;
    widen_bands(&distributed, ordering)
}

fn distribute(node: &isl::ScheduleNode) -> Result<isl::ScheduleNode, Error> {
    let mut node = node.clone();
    if node.get_type()? == isl::ScheduleNodeType::Band && contains_bands(&node.child(0)?)? {
        node = sink_coincident(&node)?;
    }
    for position in 0..node.n_children()? {
        node = distribute(&node.child(position)?)?.parent()?;
    }
    Ok(node)
}

fn contains_bands(node: &isl::ScheduleNode) -> Result<bool, Error> {
    if node.get_type()? == isl::ScheduleNodeType::Band {
        return Ok(true);
    }
    for position in 0..node.n_children()? {
        if contains_bands(&node.child(position)?)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Moves the coincident members of the band to the leaves below; returns what is left in its place.
fn sink_coincident(band: &isl::ScheduleNode) -> Result<isl::ScheduleNode, Error> {
    let mut coincident = Vec::new();
    let mut rest = Vec::new();
    for (position, member) in members(band)?.into_iter().enumerate() {
        let sinks = band.band_member_get_coincident(position)?;
        if sinks { coincident.push(member) } else { rest.push(member) }
    }
    // Members of a band that is not permutable keep their order.
    let is_free = band.band_get_permutable()? || rest.is_empty();
    if coincident.is_empty() || !is_free {
        return Ok(band.clone());
    }
    let node = insert_band(&band.delete()?, &coincident)?.band_set_permutable(true)?.band_sink()?;
    match rest.is_empty() {
        true => Ok(node),
        false => Ok(insert_band(&node, &rest)?.band_set_permutable(true)?),
    }
}
