//! Separates full register blocks from partial ones, so that only full ones are unrolled.

use polymill_gdg::Mark;
use polymill_isl as isl;

use crate::plan::{UNROLLS, blocks};
use crate::{Error, tree};

/// Gives the innermost loop around loops that are to be unrolled an AST generation option, such that where all copies of a
/// block exist, they stand in a loop of their own. There each loop that is to be unrolled has as many iterations as its
/// block; elsewhere it stays a loop.
///
/// # Errors
/// isl's.
pub fn isolate_blocks(schedule: &isl::Schedule) -> Result<isl::Schedule, Error> {
    Ok(isolate_below(&schedule.get_root()?)?.get_schedule()?)
}

fn isolate_below(node: &isl::ScheduleNode) -> Result<isl::ScheduleNode, Error> {
    let mut node = node.clone();
    if node.get_type()? == isl::ScheduleNodeType::Band && unrolled_child(&node)?.is_some() {
        return match find_blocks(&node)? {
            Some(blocks) => isolate_full_blocks(&node, &blocks),
            None => Ok(node),
        };
    }
    for position in 0..node.n_children()? {
        node = isolate_below(&node.child(position)?)?.parent()?;
    }
    Ok(node)
}

/// The band below a node that is to be unrolled.
pub fn unrolled_child(node: &isl::ScheduleNode) -> Result<Option<isl::ScheduleNode>, Error> {
    if node.n_children()? != 1 {
        return Ok(None);
    }
    let child = node.child(0)?;
    Ok(if Mark::of(&child)? == Some(Mark::Unroll) { Some(child.child(0)?) } else { None })
}

/// For each unrolled band below, the position of its block loop among the loops outside, and the size of the block.
fn find_blocks(innermost: &isl::ScheduleNode) -> Result<Option<Vec<(usize, u32)>>, Error> {
    let domain = innermost.get_domain()?;
    let outside = innermost.get_prefix_schedule_multi_union_pw_aff()?;
    let values = |member: &isl::UnionPwAff| isl::UnionMap::from_union_pw_aff(member)?.intersect_domain(&domain);
    let mut found = Vec::new();
    let mut node = innermost.clone();
    while let Some(unrolled) = unrolled_child(&node)? {
        let member = &tree::members(&unrolled)?[0];
        let mut block = None;
        for position in (0..outside.size()?).rev() {
            let own = values(&outside.get_at(position)?)?;
            for size in UNROLLS.into_iter().filter(|size| *size > 1) {
                if block.is_none() && own.is_equal(&values(&blocks(member, size)?)?)? {
                    block = Some((position, size));
                }
            }
        }
        match block {
            Some(block) => found.push(block),
            None => return Ok(None),
        }
        node = unrolled;
    }
    Ok(Some(found))
}

fn isolate_full_blocks(innermost: &isl::ScheduleNode, blocks: &[(usize, u32)]) -> Result<isl::ScheduleNode, Error> {
    let depth = innermost.get_schedule_depth()? + 1;
    match full_blocks(innermost, depth, blocks)? {
        Some(full) => Ok(innermost.band_set_ast_build_options(&isolate_option(&full, depth - 1)?)?),
        None => Ok(innermost.clone()),
    }
}

/// Values of the first `depth` loops for which each statement has all copies of the blocks or none, and some statement has
/// them.
fn full_blocks(
    innermost: &isl::ScheduleNode,
    depth: usize,
    blocks: &[(usize, u32)],
) -> Result<Option<isl::Set>, Error> {
    let mut below = innermost.clone();
    while let Some(unrolled) = unrolled_child(&below)? {
        below = unrolled;
    }
    below = below.child(0)?;
    let times = below.get_prefix_schedule_union_map()?.intersect_domain(&below.get_domain()?)?;
    let mut full: Option<isl::Set> = None;
    let mut partial: Option<isl::Set> = None;
    let union = |all: Option<isl::Set>, more: isl::Set| match all {
        None => Ok(more),
        Some(all) => all.union(&more),
    };
    for map in times.get_map_list()?.to_vec()? {
        let instances = map.range()?;
        let outer = instances.project_out(isl::Dim::Set, depth, blocks.len())?;
        let mut all = outer.add_dims(isl::Dim::Set, blocks.len())?;
        for (position, (block, size)) in blocks.iter().enumerate() {
            all = within_block(&all, depth + position, *block, *size)?;
        }
        let missing = all.subtract(&instances)?.project_out(isl::Dim::Set, depth, blocks.len())?;
        full = Some(union(full, outer.subtract(&missing)?)?);
        partial = Some(union(partial, outer.intersect(&missing)?)?);
    }
    match (full, partial) {
        (Some(full), Some(partial)) => {
            let full = full.subtract(&partial)?.coalesce()?;
            Ok((!full.is_empty()?).then_some(full))
        }
        _ => Ok(None),
    }
}

/// `block <= dimension < block + size`.
fn within_block(set: &isl::Set, dimension: usize, block: usize, size: u32) -> Result<isl::Set, Error> {
    let local = isl::LocalSpace::from_space(&set.get_space()?)?;
    let copy = isl::PwAff::var_on_domain(&local, isl::Dim::Set, dimension)?;
    let first = isl::PwAff::var_on_domain(&local, isl::Dim::Set, block)?;
    let value = isl::Val::int_from_si(set.ctx(), i64::from(size))?;
    let end = first.add_constant_val(&value)?;
    Ok(set.intersect(&copy.ge_set(&first)?)?.intersect(&copy.lt_set(&end)?)?)
}

/// `{ isolate[[outer] -> [this]] }`.
fn isolate_option(full: &isl::Set, n_outer: usize) -> Result<isl::UnionSet, Error> {
    let map = isl::Map::from_range(full)?.move_dims(isl::Dim::In, 0, isl::Dim::Out, 0, n_outer)?;
    Ok(map.wrap()?.set_tuple_name("isolate")?.to_union_set()?)
}
