//! Orders of the instances to start from: the original one, and those of isl's scheduler (Pluto-like) under different
//! fusion.

use std::fmt;

use polymill_gdg::{Dependences, Gdg};
use polymill_isl as isl;

use crate::deepen::deepen_bands;
use crate::distribute::distribute_loops;
use crate::{Error, tree};

/// Which statements isl's scheduler puts into common loops.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fusion {
    /// Only those that depend on each other in cycles.
    Distributed,
    /// Clusters that lose no parallelism by it: isl's default.
    Clustered,
    /// Clusters that lose no depth of their bands by it.
    Deep,
    /// All that are connected.
    Whole,
}

impl fmt::Display for Fusion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Distributed => "distributed",
            Self::Clustered => "clustered",
            Self::Deep => "clustered in deep bands",
            Self::Whole => "fused",
        })
    }
}

impl Fusion {
    /// Operations that isl's scheduler may spend. One linear program for all statements takes longer for each.
    fn budget(self) -> u64 {
        match self {
            Self::Distributed | Self::Clustered | Self::Deep => 100_000,
            Self::Whole => 40_000,
        }
    }
}

/// Larger coefficients make loops that nobody wants, and large constants in the bounds make the scheduler slow.
const MAX_COEFFICIENT: usize = 4;
const MAX_CONSTANT: usize = 20;

/// The original order, also with its loops distributed, and isl's schedules under different fusion; each with its name.
/// Bands are as wide as dependences allow.
///
/// # Errors
/// isl's.
pub fn orders(
    gdg: &Gdg,
    original: &isl::Schedule,
    dependences: &Dependences,
) -> Result<Vec<(String, isl::Schedule)>, Error> {
    let domain = gdg.domain()?;
    let simplify = |relation: &isl::UnionMap| drop_far_bounds(relation);
    let exact = dependences.ordering()?;
    let mut found = vec![("original order".to_owned(), original.clone())];
    add(&mut found, "original order, distributed".to_owned(), distribute_loops(original, &exact)?)?;
    let ordering = simplify(&exact)?;
    let constraints = isl::ScheduleConstraints::on_domain(&domain)?
        .set_context(&gdg.context.intersect(&gdg.assumptions)?)?
        .set_validity(&ordering)?
        .set_coincidence(&ordering)?
        .set_proximity(&simplify(&dependences.flow)?)?;
    let ctx = gdg.context.ctx();
    ctx.set_schedule_max_coefficient(Some(MAX_COEFFICIENT))?;
    ctx.set_schedule_max_constant_term(Some(MAX_CONSTANT))?;
    let mut scheduled: Vec<isl::Schedule> = vec![];
    for fusion in [Fusion::Distributed, Fusion::Clustered, Fusion::Deep, Fusion::Whole] {
        ctx.set_schedule_serialize_sccs(fusion == Fusion::Distributed)?;
        ctx.set_schedule_maximize_band_depth(fusion == Fusion::Deep)?;
        ctx.set_schedule_whole_component(fusion == Fusion::Whole)?;
        // Out of budget: this one is no candidate, the others still are.
        let schedule = match ctx.with_budget(fusion.budget(), || constraints.compute_schedule()) {
            Ok(schedule) => schedule,
            Err(error) if error.is_quota() => continue,
            Err(error) => return Err(error.into()),
        };
        if contains(scheduled.iter(), &schedule)? {
            continue;
        }
        scheduled.push(schedule.clone());
        let schedule = tree::widen_bands(&schedule, &exact)?;
        let deep = deepen_bands(gdg, &schedule, &exact)?;
        add(&mut found, format!("scheduler, {fusion}"), schedule)?;
        add(&mut found, format!("scheduler, {fusion}, deepened"), deep)?;
    }
    Ok(found)
}

fn add(orders: &mut Vec<(String, isl::Schedule)>, name: String, schedule: isl::Schedule) -> Result<(), Error> {
    if !contains(orders.iter().map(|(_, other)| other), &schedule)? {
        orders.push((name, schedule));
    }
    Ok(())
}

fn contains<'a>(mut schedules: impl Iterator<Item = &'a isl::Schedule>, schedule: &isl::Schedule) -> isl::Result<bool> {
    schedules.try_fold(false, |found, other| Ok(found || other.plain_is_equal(schedule)?))
}

/// A larger relation, without the inequalities that have large constants, which are the sizes of loops, and without what
/// needs integer divisions, which are strides. Both say little about which order is legal, and make the numbers in the
/// scheduler's linear programs, and its time, explode.
fn drop_far_bounds(relation: &isl::UnionMap) -> isl::Result<isl::UnionMap> {
    let mut all = isl::UnionMap::empty(&relation.get_space()?)?;
    for map in relation.get_map_list()?.to_vec()? {
        for basic in map.get_basic_map_list()?.to_vec()? {
            let basic = basic.remove_divs()?;
            let mut kept = isl::BasicMap::universe(&basic.get_space()?)?;
            for constraint in basic.get_constraint_list()?.to_vec()? {
                let constant = constraint.get_constant_val()?.abs()?;
                if constraint.is_equality()? || constant.cmp_si(NEAR)? <= 0 {
                    kept = kept.add_constraint(&constraint)?;
                }
            }
            all = all.union(&isl::UnionMap::from_basic_map(&kept)?)?;
        }
    }
    Ok(all)
}

/// Constants up to this are distances, larger ones are sizes.
const NEAR: i64 = 8;
