//! Stages: the nests of a region that run one after the other, and what they leave for each other.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use polymill_gdg::{AccessKind, ArrayId, Dependences, Gdg};
use polymill_isl as isl;

use crate::passes::may_be_inside;
use crate::recompute::Sharing;
use crate::tree::in_sequence;
use crate::{Error, Recompute, tree};

/// The nests of a region that run one after the other.
pub(super) struct Stages<'a> {
    pub gdg: &'a Gdg,
    pub all: Vec<Stage>,
    /// The values that go from an earlier stage to a later one.
    flow: BTreeMap<(usize, usize), isl::UnionMap>,
    /// The parameters for which the GDG is mapped.
    pub valid: isl::Set,
    /// Temporary arrays: their values neither come from before the region nor are used after it.
    inside: BTreeSet<ArrayId>,
}

/// A nest.
pub(super) struct Stage {
    /// The order of its instances.
    pub schedule: isl::Schedule,
    /// All of them.
    pub instances: isl::UnionSet,
    /// The outer loops whose iterations do not depend on each other.
    pub members: Vec<isl::UnionPwAff>,
    /// Whether there are loops inside of these.
    pub has_inner_loops: bool,
    /// What it reads and writes.
    pub reads: BTreeSet<ArrayId>,
    pub writes: BTreeSet<ArrayId>,
    /// Whether it may be run for some of its iterations only, and several times.
    pub is_plain: bool,
}

impl<'a> Stages<'a> {
    /// The stages of an order whose bands are as wide as dependences allow; `None` if there is nothing that one leaves for
    /// another one only.
    ///
    /// # Errors
    /// isl's.
    pub fn of(
        gdg: &'a Gdg,
        order: &isl::Schedule,
        dependences: &Dependences,
        recompute: &Recompute,
    ) -> Result<Option<Self>, Error> {
        let root = order.get_root()?.child(0)?;
        if root.get_type()? != isl::ScheduleNodeType::Sequence || !gdg.independent.is_empty() {
            return Ok(None);
        }
        let mut from_before = BTreeSet::new();
        for map in dependences.live_in.get_map_list()?.to_vec()? {
            from_before.extend(map.get_tuple_name(isl::Dim::Out)?);
        }
        let is_temporary = |id: &ArrayId| {
            let name = &gdg.array(*id).name;
            may_be_inside(gdg, *id) && !from_before.contains(name) && recompute.sharing(name) != Sharing::Global
        };
        let temporaries: Vec<_> = (0..gdg.arrays.len()).map(ArrayId::new).filter(is_temporary).collect();
        if temporaries.is_empty() {
            return Ok(None);
        }
        let all = Stage::all(gdg, order)?;
        let goes_on = |id: &ArrayId| {
            let mut writers = all.iter().enumerate().filter(|(_, stage)| stage.writes.contains(id));
            writers.any(|(position, _)| all[position + 1..].iter().any(|later| later.reads.contains(id)))
        };
        if !temporaries.iter().any(goes_on) {
            return Ok(None);
        }
        let valid = gdg.sizes()?;
        let flow = between(&all, dependences.flow())?;
        Ok(Some(Self { gdg, all, flow, valid, inside: temporaries.into_iter().collect() }))
    }

    /// The values that go from an earlier stage to a later one, `{ S[i] -> T[j] }`.
    pub fn flow(&self, earlier: usize, later: usize) -> Option<&isl::UnionMap> {
        self.flow.get(&(earlier, later))
    }

    /// The stages in another order: those that are at these positions now.
    pub fn in_order(mut self, positions: &[usize]) -> Self {
        let ranks = ranks(positions);
        let mut stages: Vec<_> = self.all.into_iter().zip(&ranks).collect();
        stages.sort_by_key(|(_, rank)| **rank);
        self.all = stages.into_iter().map(|(stage, _)| stage).collect();
        self.flow = self.flow.into_iter().map(|((from, to), flow)| ((ranks[from], ranks[to]), flow)).collect();
        self
    }

    /// All stages, one after the other.
    ///
    /// # Errors
    /// isl's.
    pub fn order(&self) -> Result<Option<isl::Schedule>, Error> {
        let mut order = None;
        for stage in &self.all {
            order = Some(in_sequence(order, stage.schedule.clone())?);
        }
        Ok(order)
    }

    /// The temporary arrays that the stages of a group use, and no others.
    pub fn temporaries(&self, group: &Range<usize>) -> BTreeSet<ArrayId> {
        let uses = |stage: &Stage, id: &ArrayId| stage.reads.contains(id) || stage.writes.contains(id);
        let outside = || self.all.iter().enumerate().filter(|(position, _)| !group.contains(position));
        let is_inside = |id: &&ArrayId| {
            !outside().any(|(_, stage)| uses(stage, id)) && self.all[group.clone()].iter().any(|stage| uses(stage, id))
        };
        self.inside.iter().filter(is_inside).copied().collect()
    }

    /// Whether the stages of a group may be tiled together: each leaves values either for others of them, or for what is outside
    /// of the group. In the latter case, no other one uses what it writes.
    pub fn is_group(&self, group: &Range<usize>) -> bool {
        let is_used_by_others = |position: usize, id: &ArrayId| {
            let others = group.clone().filter(|other| *other != position).map(|other| &self.all[other]);
            others.into_iter().any(|other| other.reads.contains(id) || other.writes.contains(id))
        };
        group.clone().all(|position| {
            let stage = &self.all[position];
            let is_apart = || !stage.writes.iter().any(|id| is_used_by_others(position, id));
            stage.is_plain && !stage.members.is_empty() && (!self.is_kept(group, position) || is_apart())
        })
    }

    /// Whether values of a stage leave the group.
    pub fn is_kept(&self, group: &Range<usize>, stage: usize) -> bool {
        !self.all[stage].writes.is_subset(&self.temporaries(group))
    }
}

impl Stage {
    /// The nests of an order, one after the other.
    ///
    /// # Errors
    /// isl's.
    pub fn all(gdg: &Gdg, order: &isl::Schedule) -> Result<Vec<Self>, Error> {
        let root = order.get_root()?.child(0)?;
        if root.get_type()? != isl::ScheduleNodeType::Sequence {
            return Ok(vec![Self::of(gdg, order, &root)?]);
        }
        (0..root.n_children()?).map(|position| Self::of(gdg, order, &root.child(position)?.child(0)?)).collect()
    }

    /// The nest at a node of an order.
    fn of(gdg: &Gdg, order: &isl::Schedule, node: &isl::ScheduleNode) -> Result<Self, Error> {
        let instances = node.get_domain()?;
        let schedule = order.intersect_domain(&instances)?;
        let band = outermost_band(&schedule)?;
        let is_band = band.get_type()? == isl::ScheduleNodeType::Band;
        let members = if is_band { tree::leading_coincident_members(&band)? } else { vec![] };
        let has_inner_loops =
            tree::band_paths(&schedule)?.len() > 1 || is_band && members.len() < band.band_n_member()?;
        let (mut reads, mut writes, mut is_plain) = (BTreeSet::new(), BTreeSet::new(), true);
        for statement in tree::statements_in(gdg, &instances)? {
            is_plain &= statement.exits()?.is_empty();
            for access in &statement.accesses {
                match access.kind {
                    AccessKind::Read => reads.insert(access.array),
                    AccessKind::MustWrite => writes.insert(access.array),
                    AccessKind::MayRead | AccessKind::MayWrite | AccessKind::Kill => {
                        is_plain &= access.kind == AccessKind::MayRead;
                        reads.insert(access.array)
                    }
                };
            }
        }
        Ok(Self { schedule, instances, members, has_inner_loops, reads, writes, is_plain })
    }

    /// The iteration of the outer loops that each instance is in: `S[i, j, k] -> [i, j]`.
    ///
    /// # Errors
    /// isl's.
    pub fn iterations(&self) -> Result<isl::UnionMap, Error> {
        let mut iterations = isl::UnionMap::from_domain(&self.instances)?;
        for (position, member) in self.members.iter().enumerate() {
            let member = isl::UnionMap::from_union_pw_aff(member)?.intersect_domain(&self.instances)?;
            iterations = if position == 0 { member } else { iterations.flat_range_product(&member)? };
        }
        Ok(iterations)
    }
}

/// Where each position comes in an order of positions.
pub(super) fn ranks(positions: &[usize]) -> Vec<usize> {
    let mut ranks = vec![0; positions.len()];
    positions.iter().enumerate().for_each(|(rank, position)| ranks[*position] = rank);
    ranks
}

/// The parts of a relation between instances that go from one stage to a later one.
///
/// # Errors
/// isl's.
pub(super) fn between(
    stages: &[Stage],
    relation: &isl::UnionMap,
) -> Result<BTreeMap<(usize, usize), isl::UnionMap>, Error> {
    let mut of_statement: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (position, stage) in stages.iter().enumerate() {
        for set in stage.instances.get_set_list()?.to_vec()? {
            of_statement.entry(set.get_tuple_name()?.unwrap_or_default()).or_default().push(position);
        }
    }
    let mut found: BTreeMap<(usize, usize), isl::UnionMap> = BTreeMap::new();
    for map in relation.get_map_list()?.to_vec()? {
        let positions = |kind| -> Result<&[usize], Error> {
            let name = map.get_tuple_name(kind)?.unwrap_or_default();
            Ok(of_statement.get(&name).map_or(&[], Vec::as_slice))
        };
        let (sources, sinks) = (positions(isl::Dim::In)?, positions(isl::Dim::Out)?);
        let is_whole = sources.len() == 1 && sinks.len() == 1;
        for &earlier in sources {
            for &later in sinks.iter().filter(|later| **later > earlier) {
                let mut part = map.to_union_map()?;
                if !is_whole {
                    part = part.intersect_domain(&stages[earlier].instances)?;
                    part = part.intersect_range(&stages[later].instances)?;
                }
                if !part.is_empty()? {
                    let part = match found.remove(&(earlier, later)) {
                        Some(others) => others.union(&part)?,
                        None => part,
                    };
                    found.insert((earlier, later), part);
                }
            }
        }
    }
    Ok(found)
}

/// The node below the domain of a part of an order, in which sequences have one child only.
pub(super) fn outermost_band(schedule: &isl::Schedule) -> Result<isl::ScheduleNode, Error> {
    let mut node = schedule.get_root()?.child(0)?;
    while matches!(node.get_type()?, isl::ScheduleNodeType::Sequence | isl::ScheduleNodeType::Filter)
        && node.n_children()? == 1
    {
        node = node.child(0)?;
    }
    Ok(node)
}
