//! How long a group of stages takes, tiled together: the model's view of tiles that are not made yet.

use std::ops::Range;

use polymill_gdg::ArrayId;

use super::cuts::Cuts;
use super::needs::{Need, Needs};
use super::stages::Stages;
use crate::model::{self, Leaf, Loop, MemberId, Nest, Node, PerMember, Reference};
use crate::recompute::Sharing;
use crate::{Machine, Settings};

/// Predicts times of groups of stages.
pub(super) struct Estimate<'a> {
    stages: &'a Stages<'a>,
    needs: &'a Needs,
    nest: Nest,
    /// The part of the nest that each stage is.
    parts: Vec<Node>,
    /// For each stage its outer loops, ...
    members: Vec<Vec<MemberId>>,
    /// ... and how many iterations they have.
    extents: Vec<Vec<f64>>,
    machine: &'a Machine,
    settings: &'a Settings,
    alone: Vec<f64>,
}

/// What is estimated of a group that is tiled together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tiled {
    /// The time, in nanoseconds.
    pub time: f64,
    /// How much of the intermediate stages is computed again: 0.1 if 110 instances run in place of 100.
    pub again: f64,
    /// The size of a tile's buffers.
    pub buffer_bytes: f64,
}

/// The time of what the user does not want.
const UNWANTED_NS: f64 = 1e15;

/// What a tile runs of a loop.
#[derive(Clone)]
struct Reach {
    /// So many iterations.
    length: f64,
    /// How far they move with each loop over tiles.
    moves: Vec<f64>,
}

impl<'a> Estimate<'a> {
    /// For these stages, of which `nest` is the model's view; `None` if that is something else.
    pub fn new(
        stages: &'a Stages<'a>,
        needs: &'a Needs,
        nest: &'a Nest,
        machine: &'a Machine,
        settings: &'a Settings,
    ) -> Option<Self> {
        let Node::Sequence(parts) = &nest.root else { return None };
        if parts.len() != stages.all.len() {
            return None;
        }
        let mut members = vec![];
        let mut extents = vec![];
        for (part, stage) in parts.iter().zip(&stages.all) {
            let mut own = vec![];
            let mut node = part;
            while let Node::Loop(looped) = node
                && own.len() < stage.members.len()
            {
                own.push(looped.member);
                node = &looped.body;
            }
            if own.len() < stage.members.len() {
                return None;
            }
            let leaves = part.leaves();
            let extent =
                |member: &MemberId| leaves.iter().map(|leaf| nest.leaves[*leaf].extent(*member)).fold(1.0, f64::max);
            extents.push(own.iter().map(extent).collect());
            members.push(own);
        }
        let leaves = without_registers(stages, nest, parts, &members);
        let nest = Nest { leaves: leaves.into(), ..nest.clone() };
        let parts = parts.clone();
        let mut estimate = Self { stages, needs, nest, parts, members, extents, machine, settings, alone: vec![] };
        estimate.alone = (0..estimate.parts.len()).map(|stage| estimate.time_alone(stage)).collect();
        Some(estimate)
    }

    /// The predicted time of a stage for itself; more than all others if the user wants it to be computed again.
    pub fn alone(&self, stage: usize) -> f64 {
        if self.must_recompute(stage) { UNWANTED_NS } else { self.alone[stage] }
    }

    /// Whether the user wants the stage to be tiled together with those that use its values.
    pub fn must_recompute(&self, stage: usize) -> bool {
        let of_all = self.stages.temporaries(&(0..self.stages.all.len()));
        let mut own = self.stages.all[stage].writes.intersection(&of_all);
        own.any(|id| self.sharing(*id) == Sharing::Recompute)
    }

    fn sharing(&self, id: ArrayId) -> Sharing {
        self.settings.recompute.sharing(&self.stages.gdg.array(id).name)
    }

    fn time_alone(&self, stage: usize) -> f64 {
        let sequential = self.nest.with_root(self.parts[stage].clone());
        let time = model::predict(&sequential, self.machine).total();
        let mut parallel = sequential;
        match &mut parallel.root {
            Node::Loop(looped) if looped.coincident && self.settings.parallel => looped.parallel = true,
            _ => return time,
        }
        time.min(model::predict(&parallel, self.machine).total())
    }

    /// A group with tiles of these sizes; `None` if its buffers would be too large for the caches that a
    /// processor has for itself, or if some tile would compute all of a stage.
    pub fn together(&self, group: &Range<usize>, cuts: &Cuts) -> Option<Tiled> {
        let reaches = self.reaches(group, cuts)?;
        let tiles = self.tile_loops(group, cuts);
        let mut leaves = self.nest.leaves.to_vec();
        for (stage, reaches) in group.clone().zip(&reaches) {
            for leaf in self.parts[stage].leaves() {
                self.tile_leaf(&mut leaves[leaf], stage, reaches, &tiles);
            }
        }
        let mut array_bytes = self.nest.array_bytes.to_vec();
        let mut buffers = 0.0;
        for id in self.stages.temporaries(group) {
            let is_of_array = |reference: &&mut Reference| reference.array == id.index();
            let references = leaves.iter_mut().flat_map(|leaf| &mut leaf.references);
            references.filter(is_of_array).for_each(|reference| stay_in_tile(reference, &tiles));
            let bytes = leaves.iter().map(|leaf| {
                let references = leaf.references.iter().filter(|reference| reference.array == id.index());
                references.map(|reference| buffer_bytes(leaf, reference)).fold(0.0, f64::max)
            });
            let bytes = bytes.fold(0.0, f64::max);
            buffers += bytes;
            array_bytes[id.index()] = Some(bytes);
        }
        if buffers > self.machine.private_cache_bytes() as f64 {
            return None;
        }
        let mut parts = self.parts[group.clone()].to_vec();
        parts.iter_mut().for_each(forget_constants);
        let mut root = Node::Sequence(parts);
        for (position, (member, _)) in tiles.iter().enumerate().rev() {
            root = Node::Loop(Box::new(Loop {
                member: *member,
                step: 1.0,
                span: f64::INFINITY,
                parallel: position == 0 && self.settings.parallel,
                wavefront: false,
                coincident: true,
                unrolled: false,
                in_lanes: false,
                is_apart: false,
                constant: None,
                body: root,
            }));
        }
        let nest = Nest { root, leaves: leaves.into(), array_bytes: array_bytes.into(), ..self.nest.clone() };
        let time = model::predict(&nest, self.machine).total();
        Some(Tiled { time, again: self.again(group, &nest), buffer_bytes: buffers })
    }

    /// How much of the stages whose values do not leave the group is computed again.
    fn again(&self, group: &Range<usize>, tiled: &Nest) -> f64 {
        let stages = group.clone().filter(|stage| !self.stages.is_kept(group, *stage));
        let leaves: Vec<usize> = stages.flat_map(|stage| self.parts[stage].leaves()).collect();
        let instances = |nest: &Nest| leaves.iter().map(|leaf| nest.leaves[*leaf].n_instances()).sum::<f64>();
        (instances(tiled) / instances(&self.nest).max(1.0) - 1.0).max(0.0)
    }

    /// For each stage of a group what a tile runs of its outer loops.
    fn reaches(&self, group: &Range<usize>, cuts: &Cuts) -> Option<Vec<Vec<Reach>>> {
        let n_tiled = cuts.n_dims();
        let mut all: Vec<Vec<Reach>> = vec![];
        for stage in group.clone().rev() {
            let extents = &self.extents[stage];
            let whole = |extent: &f64| Reach { length: *extent, moves: vec![0.0; n_tiled] };
            let mut reaches: Vec<Reach> = extents.iter().map(whole).collect();
            if let Some(cut) = cuts.of_stage(stage) {
                for (dimension, (position, size)) in cut.iter().enumerate() {
                    let reach = reaches.get_mut(*position)?;
                    if stage + 1 == group.end && f64::from(*size) >= reach.length {
                        return None;
                    }
                    reach.length = reach.length.min(f64::from(*size));
                    reach.moves[dimension] = f64::from(*size);
                }
            } else {
                let later = (stage + 1..group.end).zip(all.iter().rev());
                let needed = later.filter_map(|(later, reaches)| Some((self.needs.between(stage, later)?, reaches)));
                let needed: Vec<_> = needed.collect();
                for (member, reach) in reaches.iter_mut().enumerate() {
                    if let Some(narrower) = needed_of(member, &needed).filter(|needed| needed.length < reach.length) {
                        *reach = narrower;
                    }
                }
                let mut arrays = self.stages.all[stage].writes.iter();
                if arrays.any(|id| self.sharing(*id) == Sharing::Once) && overlap(&reaches, n_tiled) {
                    return None;
                }
                // Each tile would compute all of the stage.
                if reaches.iter().all(|reach| reach.moves.iter().all(|by| *by == 0.0)) {
                    return None;
                }
            }
            all.push(reaches);
        }
        all.reverse();
        Some(all)
    }

    /// The loops over tiles, and how many iterations they have.
    fn tile_loops(&self, group: &Range<usize>, cuts: &Cuts) -> Vec<(MemberId, f64)> {
        let unused = self.nest.leaves.iter().flat_map(|leaf| leaf.extents.iter()).map(|(member, _)| member.0 + 1).max();
        let extents = &self.extents[group.end - 1];
        let cut = cuts.of_stage(group.end - 1).unwrap_or_default();
        let n_tiles = cut.iter().map(|(member, size)| (extents[*member] / f64::from(*size)).ceil());
        (unused.unwrap_or(0)..).map(MemberId).zip(n_tiles).collect()
    }

    /// Lets a statement run tile by tile.
    fn tile_leaf(&self, leaf: &mut Leaf, stage: usize, reaches: &[Reach], tiles: &[(MemberId, f64)]) {
        let members = || self.members[stage].iter().copied().zip(reaches);
        for extents in [&mut leaf.extents, &mut leaf.usual_extents] {
            let reach = |member, extent: f64| {
                let own = members().find(|(own, _)| *own == member);
                own.map_or(extent, |(_, reach)| extent.min(reach.length))
            };
            let within = extents.iter().map(|(member, extent)| (member, reach(member, extent)));
            *extents = tiles.iter().copied().chain(within).collect();
        }
        for strides in leaf.references.iter_mut().filter_map(|reference| reference.strides.as_mut()).flatten() {
            let moved = tiles.iter().enumerate().map(|(dimension, (tile, _))| {
                let by =
                    |(member, reach): (MemberId, &Reach)| strides.get(member).unwrap_or(0.0) * reach.moves[dimension];
                (*tile, members().map(by).sum::<f64>())
            });
            *strides = moved
                .filter(|(_, stride)| *stride != 0.0)
                .collect::<Vec<_>>()
                .into_iter()
                .chain(strides.iter())
                .collect();
        }
    }
}

/// The statements without what stays in registers: temporary arrays that one stage uses only, whose elements belong to iterations
/// of its outer loops.
fn without_registers(stages: &Stages<'_>, nest: &Nest, parts: &[Node], members: &[Vec<MemberId>]) -> Vec<Leaf> {
    let mut leaves = nest.leaves.to_vec();
    for (stage, part) in parts.iter().enumerate() {
        let own = stages.temporaries(&(stage..stage + 1));
        for leaf in part.leaves() {
            leaves[leaf].references.retain(|reference| {
                let is_own = own.iter().any(|id| id.index() == reference.array);
                let moves_inside =
                    |dimension: &PerMember<f64>| dimension.iter().any(|(member, _)| !members[stage].contains(&member));
                !is_own || reference.strides.as_ref().is_none_or(|strides| strides.iter().any(moves_inside))
            });
        }
    }
    leaves
}

/// What several later stages need together of one loop of a stage; `None` if that is all.
fn needed_of(member: usize, needed: &[(&[Need], &Vec<Reach>)]) -> Option<Reach> {
    let mut found: Option<Reach> = None;
    for (needs, later) in needed {
        let Need::Some { length, moves } = needs.get(member)? else { return None };
        let own: f64 = moves.iter().zip(*later).map(|(by, reach)| by.abs() * (reach.length - 1.0)).sum();
        let along =
            |dimension| moves.iter().zip(*later).map(|(by, reach): (&f64, &Reach)| by * reach.moves[dimension]).sum();
        let n_tiled = later.first().map_or(0, |reach| reach.moves.len());
        let reach = Reach { length: own + length, moves: (0..n_tiled).map(along).collect() };
        found = Some(match found {
            Some(other) if other.length >= reach.length => other,
            _ => reach,
        });
    }
    found
}

/// Whether several tiles run the same iteration: unless they lie side by side in some loop, for each loop over tiles.
fn overlap(reaches: &[Reach], n_tiled: usize) -> bool {
    let is_apart = |dimension: usize| reaches.iter().any(|reach| reach.moves[dimension].abs() >= reach.length);
    !(0..n_tiled).all(is_apart)
}

/// How large a buffer is for what a reference uses of it in a tile.
fn buffer_bytes(leaf: &Leaf, reference: &Reference) -> f64 {
    let Some(strides) = &reference.strides else { return f64::INFINITY };
    let mut bytes = reference.element_bytes;
    for dimension in strides {
        let reach = dimension.iter().map(|(member, stride)| stride.abs() * (leaf.extent(member) - 1.0));
        bytes *= 1.0 + reach.sum::<f64>();
    }
    bytes
}

/// A buffer does not move with tiles.
fn stay_in_tile(reference: &mut Reference, tiles: &[(MemberId, f64)]) {
    for strides in reference.strides.iter_mut().flatten() {
        *strides = strides.iter().filter(|(member, _)| tiles.iter().all(|(tile, _)| tile != member)).collect();
    }
}

/// Loops in tiles have fewer iterations at the border.
fn forget_constants(node: &mut Node) {
    if let Node::Loop(looped) = node {
        looped.constant = None;
    }
}
