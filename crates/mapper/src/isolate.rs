//! Separates full register blocks from partial ones, so that only full ones are unrolled.

use polymill_isl as isl;

use crate::plan::{UNROLLS, blocks};
use crate::{Error, tree};

/// Gives each loop that is to be unrolled, and the loop around it, AST generation options such that where all copies of a
/// block exist, the copies are unrolled and stand in a loop of their own. Partial blocks keep their loops.
///
/// # Errors
/// isl's.
pub fn isolate_blocks(schedule: &isl::Schedule) -> Result<isl::Schedule, Error> {
    Ok(isolate_below(&schedule.get_root()?)?.get_schedule()?)
}

fn isolate_below(node: &isl::ScheduleNode) -> Result<isl::ScheduleNode, Error> {
    let mut node = node.clone();
    if node.get_type()? == isl::ScheduleNodeType::Band && !is_unrolled(&node)? && is_unrolled(&node.child(0)?)? {
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

/// Whether the node is a loop that is to be unrolled.
pub fn is_unrolled(node: &isl::ScheduleNode) -> Result<bool, Error> {
    Ok(node.get_type()? == isl::ScheduleNodeType::Band
        && node.band_n_member()? == 1
        && (node.band_member_get_ast_loop_type(0)? == isl::AstLoopType::Unroll
            || node.band_member_get_isolate_ast_loop_type(0)? == isl::AstLoopType::Unroll))
}

/// For each unrolled band below, the position of its block loop among the loops outside, and the size of the block.
fn find_blocks(innermost: &isl::ScheduleNode) -> Result<Option<Vec<(usize, u32)>>, Error> {
    let domain = innermost.get_domain()?;
    let outside = innermost.get_prefix_schedule_multi_union_pw_aff()?;
    let values = |member: &isl::UnionPwAff| isl::UnionMap::from_union_pw_aff(member)?.intersect_domain(&domain);
    let mut found = Vec::new();
    let mut node = innermost.child(0)?;
    while is_unrolled(&node)? {
        let member = &tree::members(&node)?[0];
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
        node = node.child(0)?;
    }
    Ok(Some(found))
}

/// Sets the options of the loops from `innermost` (the innermost point loop) down through the unrolled bands inside it.
fn isolate_full_blocks(innermost: &isl::ScheduleNode, blocks: &[(usize, u32)]) -> Result<isl::ScheduleNode, Error> {
    let depth = innermost.get_schedule_depth()? + 1;
    let Some(full) = full_blocks(innermost, depth, blocks)? else { return Ok(innermost.clone()) };
    let mut node = innermost.band_set_ast_build_options(&isolate_option(&full, depth - 1, None)?)?;
    let mut inside = full;
    for (position, (block, size)) in blocks.iter().enumerate() {
        node = node.child(0)?;
        inside = within_block(&inside.add_dims(isl::Dim::Set, 1)?, depth + position, *block, *size)?;
        let unroll = isl::UnionSet::read(node.ctx(), "{ [isolate[] -> unroll[x]] : x = 0 }")?;
        node = node.band_set_ast_build_options(&isolate_option(&inside, depth + position, Some(&unroll))?)?;
    }
    Ok(node.ancestor(blocks.len())?)
}

/// Values of the first `depth` loops for which each statement has all copies of the blocks or none, and some statement has
/// them.
fn full_blocks(
    innermost: &isl::ScheduleNode,
    depth: usize,
    blocks: &[(usize, u32)],
) -> Result<Option<isl::Set>, Error> {
    let mut below = innermost.clone();
    for _ in 0..=blocks.len() {
        below = below.child(0)?;
    }
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

/// `{ isolate[[outer] -> [this]] }`, and more options.
fn isolate_option(full: &isl::Set, n_outer: usize, more: Option<&isl::UnionSet>) -> Result<isl::UnionSet, Error> {
    let n = full.dim(isl::Dim::Set)?;
    let map = isl::Map::from_range(full)?;
    let map = map.move_dims(isl::Dim::In, 0, isl::Dim::Out, 0, n_outer)?;
    debug_assert_eq!(n, n_outer + 1);
    let option = map.wrap()?.set_tuple_name("isolate")?.to_union_set()?;
    match more {
        Some(more) => Ok(option.union(more)?),
        None => Ok(option),
    }
}
