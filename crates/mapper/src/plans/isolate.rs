//! Separates full register blocks from partial ones, so that only full ones are unrolled.

use polymill_gdg::Mark;
use polymill_isl as isl;

use crate::plans::plan::{self, UNROLLS, VECTORS, insert_loop};
use crate::{Error, tree};

/// Gives full blocks a loop of their own where loops are to be unrolled inside of another one. What is in partial blocks runs
/// before and after them, not unrolled, with the loops in the usual order, so that the innermost one stays innermost. They
/// must be permutable:
///
/// ```text
/// for j { for ii unrolled }   becomes   for j, where there are all ii { for ii unrolled }
///                                       for ii { for j, elsewhere }
/// ```
///
/// Copies in lanes become the innermost loop where they do not fill vectors:
///
/// ```text
/// for k { for ii unrolled { for jj in lanes } }   becomes   for k, where all is full { for ii unrolled { for jj in lanes } }
///                                                           for k, where there are all ii { for jj { for ii unrolled } }
///                                                           for ii { for k, elsewhere { for jj } }
/// ```
///
/// `pads_vectors` says that vectors that are not full stay in lanes where operands are packed:
///
/// ```text
/// for k { for ii unrolled { for jj in lanes } }   becomes   for k, where all is full { for ii unrolled { for jj in lanes } }
///                                                           for vectors { for k, where there are all ii { for ii unrolled { for jj in lanes } }
///                                                                         for ii { for k, elsewhere { for jj in lanes } } }
/// ```
///
/// # Errors
/// isl's.
pub fn isolate_blocks(schedule: &isl::Schedule, pads_vectors: bool) -> Result<isl::Schedule, Error> {
    Ok(isolate_below(&schedule.get_root()?, false, pads_vectors)?.get_schedule()?)
}

fn isolate_below(node: &isl::ScheduleNode, is_packed: bool, pads_vectors: bool) -> Result<isl::ScheduleNode, Error> {
    let mut node = node.clone();
    if node.get_type()? == isl::ScheduleNodeType::Band && unrolled_child(&node)?.is_some() {
        return match find_blocks(&node)? {
            Some(blocks) => isolate_full_blocks(&node, &blocks, is_packed && pads_vectors),
            None => Ok(node),
        };
    }
    let is_packed = is_packed || Mark::of(&node)? == Some(Mark::Packed);
    for position in 0..node.n_children()? {
        node = isolate_below(&node.child(position)?, is_packed, pads_vectors)?.parent()?;
    }
    Ok(node)
}

/// The band below a node that is to be unrolled.
pub fn unrolled_child(node: &isl::ScheduleNode) -> Result<Option<isl::ScheduleNode>, Error> {
    if node.n_children()? != 1 {
        return Ok(None);
    }
    let child = node.child(0)?;
    let is_unrolled = matches!(Mark::of(&child)?, Some(Mark::Unroll | Mark::Lanes(_)));
    Ok(if is_unrolled { Some(child.child(0)?) } else { None })
}

/// What copies are made of.
#[derive(Clone, Copy)]
struct Block {
    /// The position of its loop among the loops outside of the unrolled ones.
    position: usize,
    /// How many copies there are.
    size: u32,
    /// Whether they run in vector variables.
    in_lanes: bool,
}

/// The sizes that a block may have whose band has this mark.
fn sizes(mark: Option<Mark>) -> Vec<u32> {
    match mark {
        Some(Mark::Lanes(count)) => VECTORS.into_iter().map(|vectors| vectors * count).collect(),
        _ => UNROLLS.into_iter().filter(|size| *size > 1).collect(),
    }
}

/// The blocks of the unrolled bands below, outermost first.
fn find_blocks(innermost: &isl::ScheduleNode) -> Result<Option<Vec<Block>>, Error> {
    let outside = Outside::of(innermost)?;
    let mut found = Vec::new();
    let mut node = innermost.clone();
    while let Some(unrolled) = unrolled_child(&node)? {
        let member = &tree::members(&unrolled)?[0];
        let mark = Mark::of(&unrolled.parent()?)?;
        match outside.block_of(member, mark)? {
            Some(block) => found.push(block),
            None => return Ok(None),
        }
        node = unrolled;
    }
    Ok(Some(found))
}

/// The loops outside of unrolled ones.
struct Outside {
    members: Vec<isl::UnionPwAff>,
    domain: isl::UnionSet,
}

impl Outside {
    fn of(node: &isl::ScheduleNode) -> Result<Self, Error> {
        let (prefix, domain) = (node.get_prefix_schedule_multi_union_pw_aff()?, node.get_domain()?);
        let members = (0..prefix.size()?).map(|position| prefix.get_at(position)).collect::<isl::Result<Vec<_>>>()?;
        Ok(Self { members, domain })
    }

    /// The innermost loop over blocks of what an unrolled member counts.
    fn block_of(&self, member: &isl::UnionPwAff, mark: Option<Mark>) -> Result<Option<Block>, Error> {
        let in_lanes = matches!(mark, Some(Mark::Lanes(_)));
        let member = member.intersect_domain(&self.domain.universe()?)?;
        let sizes = sizes(mark).into_iter();
        let blocks = sizes.map(|size| Ok((size, plan::blocks(&member, size)?))).collect::<Result<Vec<_>, Error>>()?;
        // They mostly are the very functions; to compare their values takes isl long.
        for is_same in [is_plainly_same, is_same_function] {
            for (position, own) in self.members.iter().enumerate().rev() {
                for (size, blocks) in &blocks {
                    if is_same(own, blocks, &self.domain)? {
                        return Ok(Some(Block { position, size: *size, in_lanes }));
                    }
                }
            }
        }
        Ok(None)
    }
}

fn is_plainly_same(a: &isl::UnionPwAff, b: &isl::UnionPwAff, _: &isl::UnionSet) -> isl::Result<bool> {
    a.plain_is_equal(b)
}

/// Whether two functions have the same values on a domain.
fn is_same_function(a: &isl::UnionPwAff, b: &isl::UnionPwAff, domain: &isl::UnionSet) -> isl::Result<bool> {
    let values = |function| isl::UnionMap::from_union_pw_aff(function)?.intersect_domain(domain);
    values(a)?.is_equal(&values(b)?)
}

fn isolate_full_blocks(
    innermost: &isl::ScheduleNode,
    blocks: &[Block],
    pads_vectors: bool,
) -> Result<isl::ScheduleNode, Error> {
    let depth = innermost.get_schedule_depth()? + 1;
    let Some(found) = find_full_blocks(innermost, depth, blocks)? else { return Ok(innermost.clone()) };
    let Some(parts) = split_into_parts(found, depth, pads_vectors)? else { return not_unrolled(innermost) };
    let filters = filters_of(innermost, parts.iter().map(|part| &part.times))?;
    let mut sequence = innermost.insert_sequence(&filters)?;
    for (position, part) in parts.iter().enumerate() {
        let own = sequence.child(position)?.child(0)?;
        let changed = match part.copies {
            Copies::All => own,
            Copies::ButLanes => vector_by_vector(&own, innermost, blocks)?,
            Copies::Some if pads_vectors => padded_vectors(&own, innermost, blocks)?,
            Copies::Some => not_unrolled(&own)?,
        };
        sequence = changed.parent()?.parent()?;
    }
    Ok(sequence)
}

/// The instances that run at these iterations of the loops down to a band.
fn filters_of<'a>(
    innermost: &isl::ScheduleNode,
    parts: impl Iterator<Item = &'a isl::Set>,
) -> Result<isl::UnionSetList, Error> {
    let times = innermost.child(0)?.get_prefix_schedule_union_map()?;
    let mut filters = isl::UnionSetList::alloc(innermost.ctx(), 2)?;
    for part in parts {
        filters = filters.add(&times.intersect_range(&part.to_union_set()?)?.domain()?)?;
    }
    Ok(filters)
}

/// Iterations of the loops down to the innermost one that is not unrolled.
struct Part {
    times: isl::Set,
    copies: Copies,
}

/// Which copies of the blocks exist.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Copies {
    /// All.
    All,
    /// All but of the block in lanes.
    ButLanes,
    /// Some are missing.
    Some,
}

/// The iterations of the first `depth` loops, in parts: for the same iterations of the loops outside, one part is before the
/// next. `None` if full and partial blocks take turns. Rows that are full are no part of their own if vectors are padded.
fn split_into_parts(blocks: Blocks, depth: usize, pads_vectors: bool) -> Result<Option<Vec<Part>>, Error> {
    let Blocks { full, partial, all, rows } = blocks;
    let later = later(&full, depth)?;
    let Some([before, after]) = before_and_after(&full, &partial, &later)? else { return Ok(None) };
    let mut parts = vec![];
    let rows = rows.filter(|_| !pads_vectors).map(|rows| after.intersect(&rows)).transpose()?;
    let mut all_parts = vec![(before, Copies::Some), (full, Copies::All)];
    // Rows that are full come before what is left, if that runs at other iterations of the loops outside.
    match rows {
        Some(rows) if rest_is_apart(&rows, &after, &later)? => {
            all_parts.push((rows.clone(), Copies::ButLanes));
            all_parts.push((after.subtract(&rows)?.coalesce()?, Copies::Some));
        }
        _ => all_parts.push((after, Copies::Some)),
    }
    for (times, copies) in all_parts {
        if !times.is_empty()? {
            parts.push(Part { times: times.gist(&all)?, copies });
        }
    }
    Ok(Some(parts))
}

/// Later times at the same iterations of all but the innermost of `depth` loops.
fn later(times: &isl::Set, depth: usize) -> Result<isl::Map, Error> {
    let mut later = isl::Map::lex_lt(&times.get_space()?)?;
    for outer in 0..depth - 1 {
        later = later.equate(isl::Dim::In, outer, isl::Dim::Out, outer)?;
    }
    Ok(later)
}

/// Other times than some, before and after those; `None` if they take turns.
fn before_and_after(times: &isl::Set, others: &isl::Set, later: &isl::Map) -> Result<Option<[isl::Set; 2]>, Error> {
    let before = others.intersect(&times.apply(&later.reverse()?)?)?.coalesce()?;
    if !before.is_disjoint(&times.apply(later)?)? {
        return Ok(None);
    }
    let after = others.subtract(&before)?.coalesce()?;
    Ok(Some([before, after]))
}

/// Vectors of which some lanes are missing, one after the other, each over all iterations of the innermost loop; rows are unrolled where
/// there are all of them, and run one after the other elsewhere. `whole` is the band with all instances: it tells which rows there are.
fn padded_vectors(
    innermost: &isl::ScheduleNode,
    whole: &isl::ScheduleNode,
    blocks: &[Block],
) -> Result<isl::ScheduleNode, Error> {
    let with_vectors = in_vectors(innermost, blocks)?;
    let n_around = usize::from(with_vectors.is_some());
    let node = with_vectors.unwrap_or_else(|| innermost.clone());
    let whole = in_vectors(whole, blocks)?.unwrap_or_else(|| whole.clone());
    let depth = whole.get_schedule_depth()? + 1;
    let own = isl::Set::from_union_set(&times_of(&node.child(0)?)?.range()?)?;
    let mut times = vec![];
    if let Some(blocks) = find_blocks(&whole)?
        && let Some((all, rows)) = find_full_rows(&whole, depth, &blocks)?
        && let Some([before, after]) = before_and_after(&rows, &all.subtract(&rows)?, &later(&all, depth)?)?
    {
        for (part, has_all_rows) in [(before, false), (rows, true), (after, false)] {
            if !part.is_disjoint(&own)? {
                times.push((part.gist(&all)?, has_all_rows));
            }
        }
    }
    let mut node = match times.as_slice() {
        [] => rows_outside(&node)?,
        [(_, true)] => node,
        _ => {
            let mut sequence = node.insert_sequence(&filters_of(&node, times.iter().map(|(part, _)| part))?)?;
            for (position, (_, has_all_rows)) in times.iter().enumerate() {
                let own = sequence.child(position)?.child(0)?;
                let changed = if *has_all_rows { own } else { rows_outside(&own)? };
                sequence = changed.parent()?.parent()?;
            }
            sequence
        }
    };
    for _ in 0..n_around {
        node = node.parent()?;
    }
    Ok(node)
}

/// All values of the loops down to the innermost one that is not unrolled, and those for which all copies but of the block in lanes exist;
/// `None` if there is more than one statement, or only one kind of block.
fn find_full_rows(
    innermost: &isl::ScheduleNode,
    depth: usize,
    blocks: &[Block],
) -> Result<Option<(isl::Set, isl::Set)>, Error> {
    let times = times_of_copies(innermost)?.get_map_list()?.to_vec()?;
    let (Some((_, rows)), [map]) = (blocks.split_last(), times.as_slice()) else {
        return Ok(None);
    };
    if rows.is_empty() || map.domain()?.involves_locals()? {
        return Ok(None);
    }
    let instances = map.range()?;
    let all = instances.project_out(isl::Dim::Set, depth, blocks.len())?;
    let rows = with_all_copies(&instances.project_out(isl::Dim::Set, depth + rows.len(), 1)?, depth, rows)?;
    Ok(Some((all.clone(), all.intersect(&rows)?)))
}

/// The loops that were to be unrolled, but those in lanes, as usual loops outside of the innermost one.
fn rows_outside(innermost: &isl::ScheduleNode) -> Result<isl::ScheduleNode, Error> {
    let mut node = innermost.clone();
    let mut inside_out = vec![];
    while let Some(unrolled) = unrolled_child(&node)? {
        if matches!(Mark::of(&unrolled.parent()?)?, Some(Mark::Lanes(_))) {
            break;
        }
        inside_out.insert(0, (tree::members(&unrolled)?.remove(0), unrolled.band_member_get_coincident(0)?));
        node = unrolled.delete()?.parent()?.delete()?.parent()?;
    }
    for (member, coincident) in &inside_out {
        node = insert_loop(&node, member, *coincident)?;
    }
    Ok(node)
}

/// Whether rows and what is left of some times never run at the same iterations of the loops outside, the rest first.
fn rest_is_apart(rows: &isl::Set, times: &isl::Set, later: &isl::Map) -> Result<bool, Error> {
    Ok(times.subtract(rows)?.is_disjoint(&rows.apply(&later.reverse()?)?)?)
}

/// The loops that were to be unrolled as usual loops outside of the innermost one; what was in lanes becomes innermost.
fn not_unrolled(innermost: &isl::ScheduleNode) -> Result<isl::ScheduleNode, Error> {
    let mut node = not_in_lanes(innermost)?;
    let below = if node.child(0)?.get_type()? == isl::ScheduleNodeType::Band { 1 } else { 0 };
    let mut inside_out = Vec::new();
    for _ in 0..below {
        node = node.child(0)?;
    }
    while let Some(unrolled) = unrolled_child(&node)? {
        inside_out.insert(0, (tree::members(&unrolled)?.remove(0), unrolled.band_member_get_coincident(0)?));
        node = unrolled.delete()?.parent()?.delete()?.parent()?;
    }
    for _ in 0..below {
        node = node.parent()?;
    }
    for (member, coincident) in &inside_out {
        node = insert_loop(&node, member, *coincident)?;
    }
    Ok(node)
}

/// Where not all vectors of a block are full, those that are run one after the other, each over all iterations of the innermost loop:
///
/// ```text
/// for k { for ii unrolled { for jj in lanes } }   becomes   for vectors { for k, where all is full { for ii unrolled { for jj in lanes } }
///                                                                         for jj { for k, elsewhere { for ii unrolled } } }
/// ```
///
/// Elsewhere, too, sums stay in registers. Where all vectors are full, there is nothing elsewhere. `whole` is the band with all
/// instances: it tells which vectors are full.
fn vector_by_vector(
    innermost: &isl::ScheduleNode,
    whole: &isl::ScheduleNode,
    blocks: &[Block],
) -> Result<isl::ScheduleNode, Error> {
    let (with_vectors, whole) = match (in_vectors(innermost, blocks)?, in_vectors(whole, blocks)?) {
        (Some(with_vectors), Some(whole)) => (with_vectors, whole),
        _ => return lane_by_lane(innermost),
    };
    let depth = whole.get_schedule_depth()? + 1;
    let full = find_blocks(&whole)?.map(|blocks| find_full_blocks(&whole, depth, &blocks)).transpose()?.flatten();
    let Some(Blocks { full, partial, all, .. }) = full else { return lane_by_lane(innermost) };
    if partial.is_empty()? {
        return Ok(with_vectors.parent()?);
    }
    let parts = [full.gist(&all)?, partial.coalesce()?.gist(&all)?];
    let sequence = with_vectors.insert_sequence(&filters_of(&with_vectors, parts.iter())?)?;
    let rest = lane_by_lane(&sequence.child(1)?.child(0)?)?;
    Ok(rest.parent()?.parent()?.parent()?)
}

/// The innermost loop with a loop over vectors around it; `None` if there is one vector in a block.
fn in_vectors(innermost: &isl::ScheduleNode, blocks: &[Block]) -> Result<Option<isl::ScheduleNode>, Error> {
    let mut lanes = innermost.clone();
    while let Some(unrolled) = unrolled_child(&lanes)? {
        lanes = unrolled;
    }
    match Mark::of(&lanes.parent()?)? {
        Some(Mark::Lanes(count)) if blocks.last().is_some_and(|block| block.size > count) => {
            let vectors = plan::blocks(&tree::members(&lanes)?[0], count)?;
            let around = insert_loop(innermost, &vectors, lanes.band_member_get_coincident(0)?)?;
            Ok(Some(around.child(0)?))
        }
        _ => Ok(None),
    }
}

/// The copies that were to run in lanes as a usual loop around the innermost one.
fn lane_by_lane(innermost: &isl::ScheduleNode) -> Result<isl::ScheduleNode, Error> {
    let outside = not_in_lanes(innermost)?;
    let lanes = outside.child(0)?;
    let (member, coincident) = (tree::members(&lanes)?.remove(0), lanes.band_member_get_coincident(0)?);
    insert_loop(&lanes.delete()?.parent()?, &member, coincident)
}

/// The copies that were to run in lanes as a usual loop right inside of the innermost one, around those that stay unrolled.
fn not_in_lanes(innermost: &isl::ScheduleNode) -> Result<isl::ScheduleNode, Error> {
    let (mut node, mut depth) = (innermost.clone(), 0);
    while let Some(unrolled) = unrolled_child(&node)? {
        depth += 2;
        if matches!(Mark::of(&unrolled.parent()?)?, Some(Mark::Lanes(_))) {
            let (member, coincident) = (tree::members(&unrolled)?.remove(0), unrolled.band_member_get_coincident(0)?);
            let mut node = unrolled.delete()?.parent()?.delete()?;
            for _ in 2..depth {
                node = node.parent()?;
            }
            return Ok(insert_loop(&node, &member, coincident)?.parent()?);
        }
        node = unrolled;
    }
    Ok(innermost.clone())
}

/// Values of the loops down to the innermost one that is not unrolled.
struct Blocks {
    /// Those for which each statement has all copies of the blocks or none, and some statement has them.
    full: isl::Set,
    /// The others.
    partial: isl::Set,
    /// Both.
    all: isl::Set,
    /// Those for which all copies of blocks exist, but those in lanes, if there are blocks of both kinds.
    rows: Option<isl::Set>,
}

/// `None` if no block is full.
fn find_full_blocks(innermost: &isl::ScheduleNode, depth: usize, blocks: &[Block]) -> Result<Option<Blocks>, Error> {
    let times = times_of_copies(innermost)?;
    let mut found: Option<Blocks> = None;
    for map in times.get_map_list()?.to_vec()? {
        let instances = map.range()?;
        let all = instances.project_out(isl::Dim::Set, depth, blocks.len())?;
        let mut with_all_copies = with_all_copies(&instances, depth, blocks)?;
        if map.domain()?.involves_locals()? {
            let missing = copies(&all.intersect(&with_all_copies)?, depth, blocks)?.subtract(&instances)?;
            if !missing.is_empty()? {
                let missing = copies(&all, depth, blocks)?.subtract(&instances)?;
                with_all_copies = all.subtract(&missing.project_out(isl::Dim::Set, depth, blocks.len())?)?;
            }
        }
        let (full, partial) = (all.intersect(&with_all_copies)?, all.subtract(&with_all_copies)?);
        let rows = match blocks.split_last() {
            Some((last, rows)) if last.in_lanes && !rows.is_empty() => {
                let instances = instances.project_out(isl::Dim::Set, depth + rows.len(), 1)?;
                Some(self::with_all_copies(&instances, depth, rows)?)
            }
            _ => None,
        };
        found = Some(match found {
            None => Blocks { full, partial, all, rows },
            Some(other) => Blocks {
                full: other.full.union(&full)?,
                partial: other.partial.union(&partial)?,
                all: other.all.union(&all)?,
                rows: None,
            },
        });
    }
    let Some(found) = found else { return Ok(None) };
    let full = if times.n_map()? > 1 { found.full.subtract(&found.partial)? } else { found.full };
    Ok(if full.is_empty()? { None } else { Some(Blocks { full, ..found }) })
}

/// All copies of blocks that begin at these iterations of the loops.
fn copies(beginnings: &isl::Set, depth: usize, blocks: &[Block]) -> Result<isl::Set, Error> {
    let mut copies = beginnings.add_dims(isl::Dim::Set, blocks.len())?;
    let local = isl::LocalSpace::from_space(&copies.get_space()?)?;
    for (position, block) in blocks.iter().enumerate() {
        let counter = |dimension| isl::PwAff::var_on_domain(&local, isl::Dim::Set, dimension);
        let (first, copy) = (counter(block.position)?, counter(depth + position)?);
        let size = isl::Val::int_from_si(copies.ctx(), i64::from(block.size))?;
        copies = copies.intersect(&copy.ge_set(&first)?)?.intersect(&copy.lt_set(&first.add_constant_val(&size)?)?)?;
    }
    Ok(copies)
}

/// When instances run, by the loops down to the unrolled ones.
fn times_of_copies(innermost: &isl::ScheduleNode) -> Result<isl::UnionMap, Error> {
    let mut below = innermost.clone();
    while let Some(unrolled) = unrolled_child(&below)? {
        below = unrolled;
    }
    times_of(&below.child(0)?)
}

/// When instances run, by the loops down to a node.
fn times_of(node: &isl::ScheduleNode) -> Result<isl::UnionMap, Error> {
    Ok(node.get_prefix_schedule_union_map()?.intersect_domain(&node.get_domain()?)?)
}

/// Conditions on the first `depth` dimensions under which all copies of a block are among the instances: each constraint
/// then holds for that copy for which it is the hardest. (Full tiles, after Kim, Renganarayanan, Rostron, Rajopadhye and
/// Strout, "Multi-level tiling: M for the price of one", SC 2007.)
fn with_all_copies(instances: &isl::Set, depth: usize, blocks: &[Block]) -> Result<isl::Set, Error> {
    let mut all = isl::Set::empty(&instances.get_space()?)?;
    // Which numbers the beginnings of blocks can be divided by does not matter here.
    for convex in instances.remove_divs()?.get_basic_set_list()?.to_vec()? {
        let mut hardest = isl::Set::universe(&instances.get_space()?)?;
        for constraint in convex.get_constraint_list()?.to_vec()? {
            hardest = hardest.intersect(&for_hardest_copy(&constraint, depth, blocks)?)?;
        }
        all = all.union(&hardest)?;
    }
    Ok(all.project_out(isl::Dim::Set, depth, blocks.len())?)
}

/// The constraint for the first or the last copy of each block, whichever is harder; an equality does not hold for all.
fn for_hardest_copy(constraint: &isl::Constraint, depth: usize, blocks: &[Block]) -> Result<isl::Set, Error> {
    let mut function = constraint.get_aff()?;
    for (position, &Block { position: block, size, .. }) in blocks.iter().enumerate() {
        let coefficient = function.get_coefficient_val(isl::Dim::In, depth + position)?;
        if constraint.is_equality()? && !coefficient.is_zero()? {
            return Ok(isl::Set::empty(&constraint.get_space()?)?);
        }
        function = function.set_coefficient_si(isl::Dim::In, depth + position, 0)?.add_coefficient_val(
            isl::Dim::In,
            block,
            &coefficient,
        )?;
        if coefficient.is_neg()? {
            let last = isl::Val::int_from_si(function.ctx(), i64::from(size) - 1)?;
            function = function.add_constant_val(&coefficient.mul(&last)?)?;
        }
    }
    let function = isl::PwAff::from_aff(&function)?;
    Ok(if constraint.is_equality()? { function.zero_set()? } else { function.nonneg_set()? })
}
