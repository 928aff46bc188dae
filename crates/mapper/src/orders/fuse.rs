//! Fuses nests that run one after the other, where each iteration needs the same iteration of those before.

use polymill_isl as isl;

use crate::{Error, tree};

/// The order with neighbouring nests of its outermost sequence fused in their outer, independent loops, where these have the same
/// iterations in both, and no dependence goes from one to another: what one leaves for the next stays in registers. `None` if
/// there are none.
///
/// # Errors
/// isl's.
pub fn fuse_same_iterations(order: &isl::Schedule, ordering: &isl::UnionMap) -> Result<Option<isl::Schedule>, Error> {
    fuse(order, ordering, Likeness::Same)
}

/// As [`fuse_same_iterations`], but where nests have different numbers of independent loops, those that both have are fused, and
/// one nest may have some of the other's iterations: in one parallel loop, no thread waits for the others after each nest.
///
/// # Errors
/// isl's.
pub fn fuse_outer_iterations(order: &isl::Schedule, ordering: &isl::UnionMap) -> Result<Option<isl::Schedule>, Error> {
    fuse(order, ordering, Likeness::Similar)
}

/// How much nests must be like each other to be fused.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Likeness {
    /// As many independent loops, with the same iterations.
    Same,
    /// Some independent loops, of which the one has all iterations of the other.
    Similar,
}

fn fuse(order: &isl::Schedule, ordering: &isl::UnionMap, likeness: Likeness) -> Result<Option<isl::Schedule>, Error> {
    let root = order.get_root()?.child(0)?;
    if root.get_type()? != isl::ScheduleNodeType::Sequence {
        return Ok(None);
    }
    let mut fused: Vec<Nest> = vec![];
    let n_children = root.n_children()?;
    for position in 0..n_children {
        let next = Nest::of(order, &root.child(position)?)?;
        match fused.last_mut() {
            Some(last) if last.may_take_in(&next, ordering, likeness)? => last.take_in(next)?,
            _ => fused.push(next),
        }
    }
    if fused.len() == n_children {
        return Ok(None);
    }
    let mut all: Option<isl::Schedule> = None;
    for nest in fused {
        all = Some(tree::in_sequence(all, nest.schedule()?)?);
    }
    all.map(|all| tree::widen_bands(&all, ordering)).transpose()
}

/// A nest.
struct Nest {
    instances: isl::UnionSet,
    /// The outer loops that carry nothing.
    members: Vec<isl::UnionPwAff>,
    /// What is in them.
    inside: isl::Schedule,
}

impl Nest {
    fn of(order: &isl::Schedule, child: &isl::ScheduleNode) -> Result<Self, Error> {
        let instances = child.child(0)?.get_domain()?;
        let schedule = order.intersect_domain(&instances)?;
        let node = schedule.get_root()?.child(0)?;
        if node.get_type()? != isl::ScheduleNodeType::Band {
            return Ok(Self { instances, members: vec![], inside: schedule });
        }
        let members = tree::leading_coincident_members(&node)?;
        if members.is_empty() {
            return Ok(Self { instances, members, inside: schedule });
        }
        let has_more = members.len() < tree::members(&node)?.len();
        let outer = if has_more { node.band_split(members.len())? } else { node };
        Ok(Self { instances, members, inside: outer.delete()?.get_schedule()? })
    }

    fn may_take_in(&self, next: &Self, ordering: &isl::UnionMap, likeness: Likeness) -> Result<bool, Error> {
        let has_as_many = self.members.len() == next.members.len();
        if self.members.is_empty() || next.members.is_empty() || likeness == Likeness::Same && !has_as_many {
            return Ok(false);
        }
        let between = ordering.intersect_domain(&self.instances)?.intersect_range(&next.instances)?;
        for (own, other) in self.members.iter().zip(&next.members) {
            let iterations = |member: &isl::UnionPwAff, instances: &isl::UnionSet| -> Result<isl::UnionSet, Error> {
                Ok(isl::UnionMap::from_union_pw_aff(member)?.intersect_domain(instances)?.range()?)
            };
            let (own_iterations, others) = (iterations(own, &self.instances)?, iterations(other, &next.instances)?);
            let is_alike = match likeness {
                Likeness::Same => own_iterations.is_equal(&others)?,
                Likeness::Similar => own_iterations.is_subset(&others)? || others.is_subset(&own_iterations)?,
            };
            if !is_alike || tree::has_differing(&between, &own.union_add(other)?)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn take_in(&mut self, mut next: Self) -> Result<(), Error> {
        let n_common = self.members.len().min(next.members.len());
        self.keep_outer(n_common)?;
        next.keep_outer(n_common)?;
        for (own, other) in self.members.iter_mut().zip(&next.members) {
            *own = own.union_add(other)?;
        }
        self.instances = self.instances.union(&next.instances)?;
        self.inside = self.inside.sequence(&next.inside)?;
        Ok(())
    }

    /// Leaves so many outer loops, with the others in them.
    fn keep_outer(&mut self, n_loops: usize) -> Result<(), Error> {
        let inner = self.members.split_off(n_loops);
        if !inner.is_empty() {
            let top = self.inside.get_root()?.child(0)?;
            self.inside = tree::insert_band(&top, &inner)?.get_schedule()?;
        }
        Ok(())
    }

    fn schedule(&self) -> Result<isl::Schedule, Error> {
        if self.members.is_empty() {
            return Ok(self.inside.clone());
        }
        let top = self.inside.get_root()?.child(0)?;
        Ok(tree::insert_band(&top, &self.members)?.get_schedule()?)
    }
}
