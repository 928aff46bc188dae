//! Deepens bands: pulls the loops of statements that follow each other into the permutable band around them.

use std::collections::BTreeMap;

use polymill_gdg::Gdg;
use polymill_isl as isl;

use crate::tree::{has_differing, insert_band, is_nonnegative, members, unordered_before};
use crate::{Error, tree};

/// Where a band is followed by a sequence of statements with bands of their own, their first members become one more
/// member of the band around them, if that is legal; statements without a band take part at the value of one of their
/// iterators. `for k { S1; for i { S2; for j S3 } }` becomes one permutable band of three members, which can be tiled as a
/// whole: the trick that makes LU and Cholesky factorizations tileable (as Pluto's fusion does).
///
/// # Errors
/// isl's.
pub fn deepen_bands(gdg: &Gdg, schedule: &isl::Schedule, ordering: &isl::UnionMap) -> Result<isl::Schedule, Error> {
    Ok(deepen(gdg, &schedule.get_root()?, ordering)?.get_schedule()?)
}

fn deepen(gdg: &Gdg, node: &isl::ScheduleNode, ordering: &isl::UnionMap) -> Result<isl::ScheduleNode, Error> {
    let mut node = node.clone();
    if node.get_type()? == isl::ScheduleNodeType::Band && node.band_get_permutable()? {
        let local = unordered_before(&node, ordering)?;
        while let Some(deeper) = pull_member(gdg, &node, &local)? {
            node = deeper;
        }
    }
    for position in 0..node.n_children()? {
        node = deepen(gdg, &node.child(position)?, ordering)?.parent()?;
    }
    Ok(node)
}

/// The band with one more member, taken from the sequence below it; `None` if there is none to take.
fn pull_member(gdg: &Gdg, band: &isl::ScheduleNode, local: &isl::UnionMap) -> Result<Option<isl::ScheduleNode>, Error> {
    let sequence = band.child(0)?;
    if sequence.get_type()? != isl::ScheduleNodeType::Sequence {
        return Ok(None);
    }
    let mut inner: Option<isl::UnionPwAff> = None;
    let mut alone: BTreeMap<String, isl::Set> = BTreeMap::new();
    for position in 0..sequence.n_children()? {
        let child = sequence.child(position)?.child(0)?;
        if child.get_type()? == isl::ScheduleNodeType::Band {
            let first = members(&child)?.swap_remove(0);
            inner = Some(match inner {
                None => first,
                Some(inner) => inner.union_add(&first)?,
            });
        } else {
            for set in sequence.child(position)?.filter_get_filter()?.get_set_list()?.to_vec()? {
                let name = set.get_tuple_name()?.unwrap_or_default();
                if let Some(statement) = gdg.statement_named(&name) {
                    alone.insert(name, gdg.statement(statement).domain.clone());
                }
            }
        }
    }
    let Some(inner) = inner else { return Ok(None) };
    let Some(member) = complete(&inner, alone.into_values().collect(), local)? else { return Ok(None) };

    let mut outer = members(band)?;
    let mut flags = (0..outer.len())
        .map(|position| Ok(band.band_member_get_coincident(position)?))
        .collect::<Result<Vec<_>, Error>>()?;
    flags.push(!has_differing(local, &member)?);
    outer.push(member);

    let mut node = band.delete()?;
    for position in 0..node.n_children()? {
        let child = node.child(position)?.child(0)?;
        let rest = match child.get_type()? {
            isl::ScheduleNodeType::Band => without_first_member(&child)?,
            _ => child,
        };
        node = rest.parent()?.parent()?;
    }
    node = insert_band(&node, &outer)?.band_set_permutable(true)?;
    for (position, coincident) in flags.into_iter().enumerate() {
        node = node.band_member_set_coincident(position, coincident)?;
    }
    Ok(Some(node))
}

/// More places for statements than this are not tried.
const MAX_TRIED: usize = 64;

/// The member, extended by an iterator for each statement that it does not schedule yet, so that nothing runs backwards.
fn complete(
    inner: &isl::UnionPwAff,
    alone: Vec<isl::Set>,
    local: &isl::UnionMap,
) -> Result<Option<isl::UnionPwAff>, Error> {
    if !is_nonnegative(local, inner)? {
        return Ok(None);
    }
    let mut places = Places { alone, local, n_tried: 0 };
    places.find(0, inner)
}

/// Statements that are to be placed, one after the other.
struct Places<'a> {
    alone: Vec<isl::Set>,
    local: &'a isl::UnionMap,
    n_tried: usize,
}

impl Places<'_> {
    /// Extends a member in which nothing runs backwards by the statements from this one on.
    fn find(&mut self, first: usize, member: &isl::UnionPwAff) -> Result<Option<isl::UnionPwAff>, Error> {
        let Some(domain) = self.alone.get(first).cloned() else { return Ok(Some(member.clone())) };
        let space = domain.get_space()?;
        let statement = isl::Set::universe(&space)?.to_union_set()?;
        let own = self.local.intersect_domain(&statement)?.union(&self.local.intersect_range(&statement)?)?;
        // The innermost iterators first: they are the ones that the deeper statements go on from.
        for iterator in (0..domain.dim(isl::Dim::Set)?).rev() {
            self.n_tried += 1;
            if self.n_tried > MAX_TRIED {
                return Ok(None);
            }
            let value = isl::PwAff::var_on_domain(&isl::LocalSpace::from_space(&space)?, isl::Dim::Set, iterator)?;
            let extended = member.union_add(&value.intersect_domain(&domain)?.to_union_pw_aff()?)?;
            if is_nonnegative(&own, &extended)?
                && let Some(found) = self.find(first + 1, &extended)?
            {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}

fn without_first_member(band: &isl::ScheduleNode) -> Result<isl::ScheduleNode, Error> {
    let mut rest = members(band)?;
    rest.remove(0);
    let flags = (1..=rest.len())
        .map(|position| Ok(band.band_member_get_coincident(position)?))
        .collect::<Result<Vec<_>, Error>>()?;
    let permutable = band.band_get_permutable()?;
    let node = band.delete()?;
    if rest.is_empty() {
        return Ok(node);
    }
    let mut node = tree::insert_band(&node, &rest)?.band_set_permutable(permutable)?;
    for (position, coincident) in flags.into_iter().enumerate() {
        node = node.band_member_set_coincident(position, coincident)?;
    }
    Ok(node)
}
