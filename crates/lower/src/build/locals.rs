//! Where local arrays are declared.

use std::ops::Range;

use polymill_gdg::{Array, ArrayId, Gdg, Storage};
use polymill_isl as isl;

use super::facts::Facts;
use crate::{Declare, Error, For, IntExpr, LoopKind, LoopNest, Node, Placement, Result, for_each_instance};

/// Arrays of up to this size live on the stack: threads have stacks of a few megabytes.
const MAX_STACK_BYTES: i128 = 16 * 1024;

/// Declares each local array as far inside as the flow of its values allows: inside of every loop that no value crosses
/// iterations of, so that each iteration (and each thread) has its own. Memory that is allocated is declared as far
/// outside as parallel loops allow, so that it is allocated rarely, and for all of an iteration of a parallel loop, so that a
/// thread can allocate it once. An array with several independent lives is declared for each of them otherwise.
///
/// `leaves` are the notes of the nest's instances, in textual order.
///
/// # Errors
/// isl's; a bug, if threads would share an array that they write.
pub(crate) fn declare(gdg: &Gdg, facts: &Facts, leaves: &[usize], nest: &mut LoopNest) -> Result<()> {
    for (index, array) in gdg.arrays.iter().enumerate() {
        if array.storage != Storage::Local {
            continue;
        }
        let id = ArrayId::new(index);
        let extents = sizes(array, &nest.extents[index])?;
        let placement = placement(array, &extents);
        let flow = flow(gdg, id)?;
        let conflicts = conflicts(gdg, id)?;
        let mut placer = Placer { gdg, facts, leaves, id, extents, placement, flow, conflicts };
        let body = std::mem::take(&mut nest.body);
        nest.body = placer.place(body, 0, false)?;
    }
    Ok(())
}

struct Placer<'a> {
    gdg: &'a Gdg,
    facts: &'a Facts,
    leaves: &'a [usize],
    id: ArrayId,
    extents: Vec<IntExpr>,
    placement: Placement,
    /// Pairs of instances of which the second reads what the first wrote.
    flow: isl::UnionMap,
    /// Pairs of instances that use the same element, one of which writes it.
    conflicts: isl::UnionMap,
}

impl Placer<'_> {
    /// Declares the array inside of the block; `first_leaf` is the number of the block's first instance, `is_shared` says whether
    /// threads run iterations of it.
    fn place(&mut self, block: Vec<Node>, first_leaf: usize, is_shared: bool) -> Result<Vec<Node>> {
        let mut starts = vec![];
        let mut next = first_leaf;
        for node in &block {
            starts.push(next);
            next += n_instances(node);
        }
        let mut groups = self.groups(&block, &starts)?;
        if let (Placement::Stack, Some(last)) = (self.placement, groups.last_mut())
            && last.len() > 1
        {
            // As variables of C live: to the end of the block.
            last.end = block.len();
        }
        if self.placement == Placement::Heap && is_shared && !groups.is_empty() && !self.parallel_uses_in(&block) {
            return Ok(vec![self.wrap(block)?]);
        }
        let mut result = vec![];
        let mut nodes = block.into_iter().enumerate().peekable();
        for group in groups {
            while let Some((_, node)) = nodes.next_if(|(position, _)| *position < group.start) {
                result.push(node);
            }
            let mut inside = vec![];
            while let Some((_, node)) = nodes.next_if(|(position, _)| *position < group.end) {
                inside.push(node);
            }
            let is_single = inside.len() == 1;
            match inside.pop() {
                Some(only) if is_single => result.push(self.place_in(only, starts[group.start])?),
                last => {
                    inside.extend(last);
                    result.push(self.wrap(inside)?);
                }
            }
        }
        result.extend(nodes.map(|(_, node)| node));
        Ok(result)
    }

    /// Declares the array inside of the node, or around it.
    fn place_in(&mut self, mut node: Node, first_leaf: usize) -> Result<Node> {
        let may_enter = match &node {
            Node::For(inner) => !self.is_carried_by(inner)?,
            Node::If(_) | Node::Declare(_) => true,
            _ => false,
        };
        // Not to allocate it again in each iteration of a loop.
        let is_useful = match &node {
            _ if self.placement == Placement::Stack => true,
            Node::For(inner) if !inner.kind.is_parallel() => self.needs_copies(&node)?,
            _ => self.parallel_uses(&node),
        };
        if !may_enter || !is_useful {
            return self.wrap(vec![node]);
        }
        let mut leaf = first_leaf;
        let is_shared = matches!(&node, Node::For(inner) if inner.kind.is_parallel());
        for block in node.blocks_mut() {
            let n_leaves: usize = block.iter().map(n_instances).sum();
            *block = self.place(std::mem::take(block), leaf, is_shared)?;
            leaf += n_leaves;
        }
        Ok(node)
    }

    /// Ranges of nodes of a block between which no value of the array flows; nodes that do not use it are in none unless
    /// they stand in between.
    fn groups(&self, block: &[Node], starts: &[usize]) -> Result<Vec<Range<usize>>> {
        let users: Vec<usize> = (0..block.len()).filter(|index| self.uses(&block[*index])).collect();
        let mut groups: Vec<Range<usize>> = vec![];
        for (position, index) in users.iter().enumerate() {
            let mut start = *index;
            for earlier in &users[..position] {
                if self.flows(&block[*earlier], starts[*earlier], &block[*index], starts[*index])? {
                    start = *earlier;
                    break;
                }
            }
            while let Some(last) = groups.pop_if(|last| last.end > start) {
                start = start.min(last.start);
            }
            groups.push(start..*index + 1);
        }
        Ok(groups)
    }

    fn flows(&self, from: &Node, from_leaf: usize, to: &Node, to_leaf: usize) -> Result<bool> {
        let (sources, sinks) = (self.instances(from, from_leaf)?, self.instances(to, to_leaf)?);
        let (Some(sources), Some(sinks)) = (sources, sinks) else { return Ok(false) };
        Ok(!self.flow.intersect_domain(&sources)?.intersect_range(&sinks)?.is_empty()?)
    }

    fn instances(&self, node: &Node, first_leaf: usize) -> Result<Option<isl::UnionSet>> {
        self.facts.instances(&self.leaves[first_leaf..first_leaf + n_instances(node)])
    }

    fn wrap(&self, mut body: Vec<Node>) -> Result<Node> {
        self.order_sharing_loops(&mut body)?;
        let (array, placement) = (self.id, self.placement);
        Ok(Node::Declare(Box::new(Declare { array, extents: self.extents.clone(), placement, body })))
    }

    /// Runs loops in order whose iterations write what others use, now that these share the array. A schedule can have
    /// values that nobody reads, which the array did not have to keep apart.
    fn order_sharing_loops(&self, block: &mut [Node]) -> Result<()> {
        for node in block {
            let uses = self.uses(node);
            if let Node::For(inner) = node
                && inner.kind != LoopKind::Sequential
                && uses
                && self.is_shared(inner)?
            {
                inner.kind = LoopKind::Sequential;
            }
            for inner in node.blocks_mut() {
                self.order_sharing_loops(inner)?;
            }
        }
        Ok(())
    }

    fn is_shared(&self, inner: &For) -> Result<bool> {
        match inner.facts.note.and_then(|note| self.facts.loops.get(note)) {
            Some(notes) => notes.carries(&self.conflicts),
            None => Ok(false),
        }
    }

    fn is_carried_by(&self, inner: &For) -> Result<bool> {
        match inner.facts.note.and_then(|note| self.facts.loops.get(note)) {
            Some(notes) => notes.carries(&self.flow),
            None => Ok(true),
        }
    }

    /// Whether there is a parallel loop, at or below the node, whose iterations must not share the array.
    fn needs_copies(&self, node: &Node) -> Result<bool> {
        if let Node::For(inner) = node
            && inner.kind.is_parallel()
            && self.uses(node)
            && self.is_shared(inner)?
        {
            return Ok(true);
        }
        for inner in node.blocks().into_iter().flatten() {
            if self.needs_copies(inner)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a loop that is not sequential, at or below the node, uses the array.
    fn parallel_uses(&self, node: &Node) -> bool {
        let is_parallel = matches!(node, Node::For(inner) if inner.kind.is_parallel());
        (is_parallel && self.uses(node)) || node.blocks().into_iter().any(|block| self.parallel_uses_in(block))
    }

    fn parallel_uses_in(&self, block: &[Node]) -> bool {
        block.iter().any(|node| self.parallel_uses(node))
    }

    fn uses(&self, node: &Node) -> bool {
        let mut found = false;
        for_each_instance(std::slice::from_ref(node), &mut |instance| {
            let accesses = &self.gdg.statement(instance.statement).accesses;
            found |= accesses.iter().any(|access| access.array == self.id && !is_kill(access));
        });
        found
    }
}

fn n_instances(node: &Node) -> usize {
    let mut count = 0;
    for_each_instance(std::slice::from_ref(node), &mut |_| count += 1);
    count
}

fn is_kill(access: &polymill_gdg::Access) -> bool {
    access.kind == polymill_gdg::AccessKind::Kill
}

fn sizes(array: &Array, extents: &[Option<IntExpr>]) -> Result<Vec<IntExpr>> {
    let sizes = extents.iter().cloned().collect::<Option<Vec<_>>>();
    sizes.ok_or_else(|| Error::Bug(format!("the local array `{}` has no known size", array.name)))
}

fn placement(array: &Array, extents: &[IntExpr]) -> Placement {
    let bytes = extents
        .iter()
        .map(IntExpr::as_constant)
        .try_fold(i128::from(array.element.size()), |bytes, extent| bytes.checked_mul(extent?));
    match bytes {
        Some(bytes) if bytes <= MAX_STACK_BYTES => Placement::Stack,
        _ => Placement::Heap,
    }
}

/// The flow of the array's values; without dependences, all pairs of a write and a read of one element.
fn flow(gdg: &Gdg, id: ArrayId) -> Result<isl::UnionMap> {
    if let Some(flow) = polymill_analysis::recorded_flow(gdg, id)? {
        return Ok(flow);
    }
    let writes = gdg.accesses(|access| access.array == id && access.kind.is_write())?;
    let reads = gdg.accesses(|access| access.array == id && access.kind.is_read())?;
    Ok(writes.apply_range(&reads.reverse()?)?)
}

fn conflicts(gdg: &Gdg, id: ArrayId) -> Result<isl::UnionMap> {
    let writes = gdg.accesses(|access| access.array == id && access.kind.is_write())?;
    let uses = gdg.accesses(|access| access.array == id && !is_kill(access))?;
    let pairs = writes.apply_range(&uses.reverse()?)?;
    Ok(pairs.union(&pairs.reverse()?)?)
}
