//! Stages: the nests of a region that run one after the other, and what they leave for each other.

use std::collections::BTreeSet;
use std::ops::Range;

use polymill_gdg::{AccessKind, ArrayId, Dependences, Gdg};
use polymill_isl as isl;

use crate::passes::is_used_inside;
use crate::{Error, tree};

/// The nests of a region that run one after the other.
pub(crate) struct Stages<'a> {
    pub gdg: &'a Gdg,
    pub dependences: &'a Dependences,
    pub(super) all: Vec<Stage>,
    /// The parameters for which the GDG is mapped.
    pub(super) valid: isl::Set,
    /// Arrays whose values do not leave the region.
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
    pub fn of(gdg: &'a Gdg, order: &isl::Schedule, dependences: &'a Dependences) -> Result<Option<Self>, Error> {
        let root = order.get_root()?.child(0)?;
        let may_be_inside = (0..gdg.arrays.len()).map(ArrayId::new).filter(|id| {
            let array = gdg.array(*id);
            !array.is_scalar() && !array.live_out
        });
        let may_be_inside: Vec<_> = may_be_inside.collect();
        if may_be_inside.is_empty()
            || root.get_type()? != isl::ScheduleNodeType::Sequence
            || !gdg.independent.is_empty()
        {
            return Ok(None);
        }
        let mut all = vec![];
        for position in 0..root.n_children()? {
            all.push(Stage::of(gdg, order, &root.child(position)?)?);
        }
        let mut inside = BTreeSet::new();
        for id in may_be_inside {
            let goes_on = all.iter().enumerate().any(|(position, stage)| {
                stage.writes.contains(&id) && all[position + 1..].iter().any(|later| later.reads.contains(&id))
            });
            if goes_on && is_used_inside(gdg, id)? {
                inside.insert(id);
            }
        }
        let valid = gdg.context.intersect(&gdg.assumptions)?;
        Ok((!inside.is_empty()).then_some(Self { gdg, dependences, all, valid, inside }))
    }

    /// The arrays through which values go from one stage of a group to another one, and that no stage outside uses.
    pub fn intermediates(&self, group: &Range<usize>) -> BTreeSet<ArrayId> {
        let uses = |stage: &Stage, id: &ArrayId| stage.reads.contains(id) || stage.writes.contains(id);
        let outside = || self.all.iter().enumerate().filter(|(position, _)| !group.contains(position));
        let is_inside = |id: &&ArrayId| {
            !outside().any(|(_, stage)| uses(stage, id)) && self.all[group.clone()].iter().any(|stage| uses(stage, id))
        };
        self.inside.iter().filter(is_inside).copied().collect()
    }

    /// Whether the stages of a group may be tiled together: each leaves either values for others of them, or for what is outside
    /// of the group, and in the latter case all that it writes is its own.
    pub fn is_group(&self, group: &Range<usize>) -> bool {
        let intermediates = self.intermediates(group);
        let stages = &self.all[group.clone()];
        let is_right = |(position, stage): (usize, &Stage)| {
            let n_kept = stage.writes.intersection(&intermediates).count();
            let is_own = |id: &ArrayId| {
                let others = stages.iter().enumerate().filter(|(other, _)| *other != position);
                !others.map(|(_, other)| other).any(|other| other.reads.contains(id) || other.writes.contains(id))
            };
            stage.is_plain
                && !stage.members.is_empty()
                && (n_kept == stage.writes.len() || n_kept == 0 && stage.writes.iter().all(is_own))
        };
        stages.iter().enumerate().all(is_right)
    }
}

impl Stage {
    fn of(gdg: &Gdg, order: &isl::Schedule, child: &isl::ScheduleNode) -> Result<Self, Error> {
        let instances = child.child(0)?.get_domain()?;
        let schedule = order.intersect_domain(&instances)?;
        let mut members = vec![];
        let band = outermost_band(&schedule)?;
        if band.get_type()? == isl::ScheduleNodeType::Band {
            for (position, member) in tree::members(&band)?.into_iter().enumerate() {
                if !band.band_member_get_coincident(position)? {
                    break;
                }
                members.push(member);
            }
        }
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
        Ok(Self { schedule, instances, members, reads, writes, is_plain })
    }
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
