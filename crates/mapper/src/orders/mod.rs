//! Orders of the instances to start from: the original one, and those of isl's scheduler (Pluto-like) under different
//! fusion.

pub(crate) mod deepen;
pub(crate) mod distribute;
pub(crate) mod dynamic;
pub(crate) mod fuse;
pub(crate) mod panels;
pub(crate) mod split;

use std::fmt;
use std::rc::Rc;

use polymill_gdg::{Access, Dependences, Gdg, Storage};
use polymill_isl as isl;
use polymill_isl::Dim;

use crate::orders::deepen::deepen_bands;
use crate::orders::distribute::{distribute_in_strips, distribute_inside, distribute_loops, split_loops};
use crate::orders::dynamic::{Loops, split_bands};
use crate::orders::fuse::fuse_outer_iterations;
use crate::{Error, tree};

/// Which statements isl's scheduler puts into common loops.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Fusion {
    /// Only those that depend on each other in cycles.
    Distributed,
    /// Clusters that lose no parallelism by it: isl's default.
    Clustered,
    /// All that are connected.
    Whole,
}

impl fmt::Display for Fusion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Distributed => "distributed",
            Self::Clustered => "clustered",
            Self::Whole => "fused",
        })
    }
}

impl Fusion {
    /// Operations that isl's scheduler may spend. One linear program for all statements takes longer for each.
    fn budget(self) -> u64 {
        match self {
            Self::Distributed | Self::Clustered => 100_000,
            Self::Whole => 40_000,
        }
    }
}

/// Larger coefficients make loops that nobody wants, and large constants in the bounds make the scheduler slow.
const MAX_COEFFICIENT: usize = 4;
const MAX_CONSTANT: usize = 20;

/// Orders for the statements of a GDG, each with its name. Bands are as wide as dependences allow.
pub struct Orders {
    gdg: Rc<Gdg>,
    ordering: isl::UnionMap,
    constraints: isl::ScheduleConstraints,
    /// What isl's scheduler was asked for, and what it has made.
    asked: Vec<Fusion>,
    scheduled: Vec<isl::Schedule>,
    found: Vec<Order>,
}

/// An order.
#[derive(Clone, Debug)]
pub struct Order {
    /// For people.
    pub name: String,
    /// The order, with bands as wide as dependences allow.
    pub schedule: isl::Schedule,
    /// Whether loops that data end may run between static bounds, so that some of their iterations have nothing to do.
    pub runs_empty: bool,
}

impl Orders {
    /// The original order, also with its loops distributed, split, or fused where they have the same iterations.
    ///
    /// # Errors
    /// isl's.
    pub fn of(gdg: &Rc<Gdg>, original: &isl::Schedule, dependences: &Dependences) -> Result<Self, Error> {
        let mut orders = Self::none(gdg, dependences)?;
        orders.add("original order".to_owned(), original.clone())?;
        orders.add("original order, distributed".to_owned(), distribute_loops(original, &orders.ordering)?)?;
        orders.add("original order, split".to_owned(), split_loops(original, &orders.ordering)?)?;
        if let Some(fused) = fuse_outer_iterations(original, &orders.ordering)? {
            orders.add("original order, fused".to_owned(), fused)?;
        }
        // A temporary would be needed as a whole in each strip.
        let is_temporary = |access: &Access| {
            let array = gdg.array(access.array);
            array.storage == Storage::Local && !array.is_scalar()
        };
        let has_temporaries = gdg.statements.iter().flat_map(|statement| &statement.accesses).any(is_temporary);
        if let Some(inside) = distribute_inside(original, &orders.ordering)? {
            orders.add("original order, distributed inside".to_owned(), inside)?;
        } else if !has_temporaries && let Some(strips) = distribute_in_strips(original, &orders.ordering)? {
            orders.add("original order, distributed in strips".to_owned(), strips)?;
        }
        Ok(orders)
    }

    /// This order only.
    ///
    /// # Errors
    /// isl's.
    pub fn only(
        gdg: &Rc<Gdg>,
        dependences: &Dependences,
        name: String,
        schedule: isl::Schedule,
    ) -> Result<Self, Error> {
        let mut orders = Self::none(gdg, dependences)?;
        orders.add(name, schedule)?;
        Ok(orders)
    }

    fn none(gdg: &Rc<Gdg>, dependences: &Dependences) -> Result<Self, Error> {
        let ordering = dependences.ordering()?;
        let simple = drop_far_bounds(&ordering)?;
        let constraints = isl::ScheduleConstraints::on_domain(&gdg.domain()?)?
            .set_context(&gdg.sizes()?)?
            .set_validity(&simple)?
            .set_coincidence(&simple)?
            .set_proximity(&drop_far_bounds(dependences.flow())?)?;
        Ok(Self { gdg: Rc::clone(gdg), ordering, constraints, asked: vec![], scheduled: vec![], found: vec![] })
    }

    /// Adds what isl's scheduler makes, once. If that takes too long, or it finds nothing, there is nothing to add.
    ///
    /// # Errors
    /// isl's.
    pub fn add_scheduled(&mut self, fusion: Fusion) -> Result<(), Error> {
        if self.asked.contains(&fusion) {
            return Ok(());
        }
        self.asked.push(fusion);
        let ctx = self.gdg.context.ctx();
        ctx.set_schedule_max_coefficient(Some(MAX_COEFFICIENT))?;
        ctx.set_schedule_max_constant_term(Some(MAX_CONSTANT))?;
        ctx.set_schedule_serialize_sccs(fusion == Fusion::Distributed)?;
        ctx.set_schedule_whole_component(fusion == Fusion::Whole)?;
        let Some(schedule) = self.scheduled(fusion)? else { return Ok(()) };
        if contains(self.scheduled.iter(), &schedule)? {
            return Ok(());
        }
        self.scheduled.push(schedule.clone());
        let wide = tree::widen_bands(&schedule, &self.ordering)?;
        let deep = deepen_bands(&self.gdg, &wide, &self.ordering)?;
        let inside = distribute_inside(&wide, &self.ordering)?;
        self.add(format!("scheduler, {fusion}"), wide)?;
        if let Some(inside) = inside {
            self.add(format!("scheduler, {fusion}, distributed inside"), inside)?;
        }
        self.add(format!("scheduler, {fusion}, deepened"), deep)
    }

    /// What isl's scheduler makes, if it makes something within its budget. The scheduler may shift statements as far as the
    /// loops of others go: so what follows a loop becomes part of its last iteration. But where that only puts whole loops
    /// one after the other, in one loop that nobody wants, it may not.
    fn scheduled(&self, fusion: Fusion) -> Result<Option<isl::Schedule>, Error> {
        let ctx = self.gdg.context.ctx();
        if fusion != Fusion::Distributed {
            let schedule = within_budget(ctx, fusion, || self.constraints.compute_schedule())?;
            if !schedule.as_ref().map_or(Ok(false), puts_loops_end_to_end)? {
                return Ok(schedule);
            }
        }
        within_budget(ctx, fusion, || ctx.without_parametric_schedules(|| self.constraints.compute_schedule()))
    }

    /// Adds an order, unless it is there already, or would need to know how far loops go before data say it. Where static
    /// bounds tell that, it is added a second time, with bands in which loops that data end stand beside those that their
    /// ends depend on.
    fn add(&mut self, name: String, schedule: isl::Schedule) -> Result<(), Error> {
        let known = split_bands(&self.gdg, &schedule, Loops::Any)?;
        let possible = split_bands(&self.gdg, &schedule, Loops::Unbounded)?;
        let orders = [(name.clone(), known, false), (format!("{name}, between static bounds"), possible, true)];
        for (name, schedule, runs_empty) in orders {
            let Some(schedule) = schedule else { continue };
            if !contains(self.found.iter().map(|order| &order.schedule), &schedule)? {
                self.found.push(Order { name, schedule, runs_empty });
            }
        }
        Ok(())
    }

    /// All that were added.
    pub fn found(&self) -> &[Order] {
        &self.found
    }
}

/// The schedule, unless it takes too long or there is none.
fn within_budget(
    ctx: &isl::Context,
    fusion: Fusion,
    compute: impl FnOnce() -> isl::Result<isl::Schedule>,
) -> Result<Option<isl::Schedule>, Error> {
    match ctx.with_budget(fusion.budget(), compute) {
        Ok(schedule) => Ok(Some(schedule)),
        Err(error) if error.is_quota() || is_stuck(&error) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Whether all members of an outermost band put loops one after the other, so that nothing is fused.
fn puts_loops_end_to_end(schedule: &isl::Schedule) -> Result<bool, Error> {
    for path in tree::band_paths(schedule)? {
        let band = tree::descend(schedule, &path)?;
        if band.get_schedule_depth()? > 0 {
            continue;
        }
        let members = tree::members(&band)?;
        let shifting = members.iter().map(shifts_loops).collect::<isl::Result<Vec<_>>>()?;
        if shifting.iter().all(|shifts| *shifts) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a member of a band shifts a loop as far as another one goes: `n + i`.
fn shifts_loops(member: &isl::UnionPwAff) -> isl::Result<bool> {
    let mut shifts = false;
    for function in member.get_pw_aff_list()?.to_vec()? {
        function.foreach_piece(|_, aff| {
            let is_shifted = aff.involves_dims(Dim::Param, 0, aff.dim(Dim::Param)?)?;
            for iterator in (0..aff.dim(Dim::In)?).filter(|_| is_shifted) {
                shifts |= aff.get_coefficient_val(Dim::In, iterator)?.is_pos()?;
            }
            Ok(())
        })?;
    }
    Ok(shifts)
}

/// Whether isl's scheduler found no order, within the limits on coefficients.
fn is_stuck(error: &isl::Error) -> bool {
    matches!(error, isl::Error::Unknown(site) if site.message.contains("carry dependences"))
}

fn contains<'a>(mut schedules: impl Iterator<Item = &'a isl::Schedule>, schedule: &isl::Schedule) -> isl::Result<bool> {
    schedules.try_fold(false, |found, other| Ok(found || other.plain_is_equal(schedule)?))
}

/// A larger relation, without the inequalities that are sizes of loops (at which number an iterator ends, and large
/// constants), and without what needs integer divisions, which are strides. Both say little about which order is legal, and
/// make the numbers in the scheduler's linear programs, and its time, explode: for a generated
/// program with 5 levels of loops of 4 to 8 iterations it took 7 s, where all of the pass takes half a second without them.
fn drop_far_bounds(relation: &isl::UnionMap) -> isl::Result<isl::UnionMap> {
    let mut all = isl::UnionMap::empty(&relation.get_space()?)?;
    for map in relation.get_map_list()?.to_vec()? {
        for basic in map.get_basic_map_list()?.to_vec()? {
            let basic = basic.remove_divs()?;
            let mut kept = isl::BasicMap::universe(&basic.get_space()?)?;
            for constraint in basic.get_constraint_list()?.to_vec()? {
                let constant = constraint.get_constant_val()?.abs()?;
                if constraint.is_equality()? || constant.cmp_si(NEAR)? <= 0 && !is_size(&constraint)? {
                    kept = kept.add_constraint(&constraint)?;
                }
            }
            all = all.union(&isl::UnionMap::from_basic_map(&kept)?)?;
        }
    }
    Ok(all)
}

/// Whether a constraint says at which number a loop ends.
fn is_size(constraint: &isl::Constraint) -> isl::Result<bool> {
    let mut last = None;
    for kind in [Dim::Param, Dim::In, Dim::Out] {
        for position in 0..constraint.dim(kind)? {
            if constraint.involves_dims(kind, position, 1)? && last.replace((kind, position)).is_some() {
                return Ok(false);
            }
        }
    }
    last.map_or(Ok(false), |(kind, position)| constraint.is_upper_bound(kind, position))
}

/// Constants up to this are distances, larger ones are sizes.
const NEAR: i64 = 8;

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_scheduler_sees_distances_and_no_sizes() {
        let ctx = isl::Context::new().unwrap();
        let relation = "[n] -> { S[i, j] -> S[i + 1, k] : 0 <= i <= 5 and j < k <= j + 3 and 2 <= j < n and k < 5 }";
        let kept = drop_far_bounds(&isl::UnionMap::read(&ctx, relation).unwrap()).unwrap();
        let expected = "[n] -> { S[i, j] -> S[i + 1, k] : 0 <= i and j < k <= j + 3 and 2 <= j < n }";
        assert!(kept.is_equal(&isl::UnionMap::read(&ctx, expected).unwrap()).unwrap(), "{}", kept.to_str().unwrap());
    }
}
