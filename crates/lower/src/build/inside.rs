//! Statements that use what each thread has for itself, in a single iteration of a parallel loop, stay inside of it.
//!
//! Where such a statement comes last, as one that copies what the last iteration leaves in an array, isl ends the loop before and
//! makes a loop of its own of it: there, what it reads would be gone. A node that adds the statement inside of the loop (an extension
//! of the schedule tree) makes a test of it: `if (j == n - 1)`.

use polymill_gdg::{Access, Gdg, Mark, Storage};
use polymill_isl as isl;

use super::parse_mark;
use crate::Result;

/// The schedule, whose marks say at which depth they are, with such statements added inside of the parallel loops.
///
/// # Errors
/// isl's.
pub(super) fn keep_inside(gdg: &Gdg, schedule: isl::Schedule) -> Result<isl::Schedule> {
    let mut schedule = schedule;
    // Each time, the domain has a statement less.
    let users = users_of_locals(gdg)?;
    while let Some(next) = with_next_inside(&schedule.get_root()?, &mut vec![], None, &users)? {
        schedule = next;
    }
    Ok(schedule)
}

/// The instances of statements that use local arrays.
fn users_of_locals(gdg: &Gdg) -> Result<isl::UnionSet> {
    let is_local = |access: &Access| gdg.array(access.array).storage == Storage::Local;
    let users = gdg.statements.iter().filter(|statement| statement.accesses.iter().any(is_local));
    let mut all = isl::UnionSet::empty(&gdg.context.get_space()?)?;
    for user in users {
        all = all.add_set(&user.domain)?;
    }
    Ok(all)
}

/// Adds the first statements below a node that run in a single iteration. `path` leads to the node, `parallel` is the band of the
/// parallel loop around it.
fn with_next_inside(
    node: &isl::ScheduleNode,
    path: &mut Vec<usize>,
    parallel: Option<&isl::ScheduleNode>,
    users: &isl::UnionSet,
) -> Result<Option<isl::Schedule>> {
    let kind = node.get_type()?;
    let is_parallel = kind == isl::ScheduleNodeType::Band && is_marked_parallel(&node.parent()?)?;
    let own = is_parallel.then(|| node.clone());
    let parallel = own.as_ref().or(parallel);
    let is_sequence = kind == isl::ScheduleNodeType::Sequence;
    if let (true, Some(parallel)) = (is_sequence, parallel)
        && let Some(added) = with_child_inside(node, path, parallel, users)?
    {
        return Ok(Some(added));
    }
    for position in 0..node.n_children()? {
        path.push(position);
        let added = with_next_inside(&node.child(position)?, path, parallel.filter(|_| !is_sequence), users)?;
        path.pop();
        if added.is_some() {
            return Ok(added);
        }
    }
    Ok(None)
}

fn is_marked_parallel(node: &isl::ScheduleNode) -> Result<bool> {
    if node.get_type()? != isl::ScheduleNodeType::Mark {
        return Ok(false);
    }
    let name = node.mark_get_id()?.get_name()?.unwrap_or_default();
    Ok(matches!(parse_mark(&name), Some((Mark::Parallel, _))))
}

/// Adds a child of a sequence that runs in a single iteration of the parallel loop, if children before it run in several.
fn with_child_inside(
    sequence: &isl::ScheduleNode,
    path: &[usize],
    parallel: &isl::ScheduleNode,
    users: &isl::UnionSet,
) -> Result<Option<isl::Schedule>> {
    for position in 1..sequence.n_children()? {
        let child = sequence.child(position)?;
        let instances = child.child(0)?.get_domain()?;
        let is_user = !instances.is_empty()? && instances.is_subset(users)?;
        if !is_user || !runs_once(&instances, parallel)? {
            continue;
        }
        let before = sequence.child(position - 1)?.child(0)?.get_domain()?;
        if runs_once(&before, parallel)? {
            continue;
        }
        let Some(added) = extension(&child)? else { continue };
        let rest = sequence.get_schedule()?.get_domain()?.subtract(&instances)?;
        if !rest.is_disjoint(&instances.universe()?)? {
            // isl can only add whole statements.
            continue;
        }
        let mut place = sequence.get_schedule()?.intersect_domain(&rest)?.get_root()?;
        for step in path.iter().chain(&[position - 1, 0]) {
            place = place.child(*step)?;
        }
        return Ok(Some(place.graft_after(&added)?.get_schedule()?));
    }
    Ok(None)
}

/// Whether each of these statements runs in one iteration of the band's loop only, for one of the loops around it.
fn runs_once(instances: &isl::UnionSet, band: &isl::ScheduleNode) -> Result<bool> {
    let around = band.get_prefix_schedule_union_map()?.intersect_domain(instances)?;
    let iterations = band.band_get_partial_schedule_union_map()?.intersect_domain(instances)?;
    for around in around.get_map_list()?.to_vec()? {
        let around = around.to_union_map()?;
        let own = iterations.intersect_domain(&around.domain()?)?;
        if !around.reverse()?.apply_range(&own)?.is_single_valued()? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A tree that adds what is in a child of a sequence, in the same loops; `None` if there is more than loops in it.
fn extension(child: &isl::ScheduleNode) -> Result<Option<isl::ScheduleNode>> {
    let added = child.child(0)?.get_prefix_schedule_relation()?.reverse()?;
    let mut tree = isl::ScheduleNode::from_extension(&added)?.child(0)?;
    let mut node = child.child(0)?;
    loop {
        match node.get_type()? {
            isl::ScheduleNodeType::Leaf => return Ok(Some(tree.root()?)),
            isl::ScheduleNodeType::Band if node.band_get_ast_build_options()?.is_empty()? => {
                tree = tree.insert_partial_schedule(&node.band_get_partial_schedule()?)?;
            }
            isl::ScheduleNodeType::Mark => tree = tree.insert_mark(&node.mark_get_id()?)?,
            _ => return Ok(None),
        }
        (node, tree) = (node.child(0)?, tree.child(0)?);
    }
}
