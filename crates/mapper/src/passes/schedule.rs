//! `schedule`: makes candidate orders and takes the one that the model likes best.

use std::fmt;

use polymill_gdg::{Dependences, Gdg};
use polymill_isl as isl;

use crate::candidate::Considered;
use crate::deepen::deepen_bands;
use crate::isolate::isolate_blocks;
use crate::model::{self, Cost, Nest};
use crate::plan::{self, BandPlan};
use crate::search;
use crate::{Changed, Error, Pass, PassContext, tree};

/// Chooses the order of the statement instances.
///
/// Candidates come from the original order and from isl's scheduler (Pluto-like, with different fusion); for each the
/// bands' loops are interchanged, tiled, unrolled and run in parallel as the model likes best. The original order as it
/// is, is always among the candidates.
pub struct Schedule;

impl Pass for Schedule {
    fn name(&self) -> &'static str {
        "schedule"
    }

    fn description(&self) -> &'static str {
        "Makes candidate orders (the original one and isl's, under different fusion), finds the best interchange, tiling, \
         unrolling and parallel loops for each, and takes the one with the lowest predicted time."
    }

    fn run(&self, gdg: &mut Gdg, cx: &mut PassContext<'_>) -> Result<Changed, Error> {
        let dependences = match &gdg.dependences {
            Some(dependences) => dependences.clone(),
            None => return Err(Error::Bug("`schedule` needs the dependences".to_owned())),
        };
        let sizes = model::typical_sizes(gdg, cx.settings.typical_size)?;
        let ordering = dependences.ordering()?;
        let original = tree::widen_bands(&gdg.original, &ordering)?;

        // The order that the C compiler would get without us: what every candidate must beat.
        let nest = model::extract(gdg, &original, &sizes, &dependences, cx.settings.reassociate)?;
        let kept = Candidate {
            origin: "original order".to_owned(),
            schedule: original.clone(),
            plans: search::keep(&original)?,
            cost: model::predict(&nest, cx.machine),
            is_skewed: false,
            is_printable: true,
        };
        let mut candidates = vec![kept];
        let mut orders = vec![("original order".to_owned(), original)];
        orders.extend(scheduled(gdg, &dependences)?);
        for (origin, schedule) in orders {
            let nest = model::extract(gdg, &schedule, &sizes, &dependences, cx.settings.reassociate)?;
            candidates.push(improve(origin, schedule, nest, cx)?);
        }
        let best = loop {
            let best = choose(&candidates);
            if best == 0 {
                break 0;
            }
            let schedule = apply(&candidates[best])?;
            if is_printable(gdg, &schedule, candidates[best].is_skewed)? {
                gdg.schedule = schedule;
                break best;
            }
            candidates[best].is_printable = false;
        };
        for (position, candidate) in candidates.iter().enumerate() {
            cx.considered.push(Considered {
                origin: candidate.origin.clone(),
                plan: describe(candidate),
                cost: candidate.cost,
                chosen: position == best,
            });
        }
        Ok(if best == 0 { Changed::No } else { Changed::Yes })
    }
}

struct Candidate {
    origin: String,
    schedule: isl::Schedule,
    /// One for each band, in the order of a walk from the root.
    plans: Vec<BandPlan>,
    cost: Cost,
    /// Whether loops move several iterators at once.
    is_skewed: bool,
    /// Whether its code is of reasonable size.
    is_printable: bool,
}

/// A candidate must promise this much less time than the original order, since the model is not exact.
const WORTHWHILE: f64 = 0.85;

fn choose(candidates: &[Candidate]) -> usize {
    let by_cost = |a: &usize, b: &usize| candidates[*a].cost.total().total_cmp(&candidates[*b].cost.total());
    let Some(best) = (0..candidates.len()).filter(|&candidate| candidates[candidate].is_printable).min_by(by_cost)
    else {
        return 0;
    };
    if candidates[best].cost.total() < WORTHWHILE * candidates[0].cost.total() { best } else { 0 }
}

fn describe(candidate: &Candidate) -> String {
    let plans = candidate.plans.iter().map(ToString::to_string).filter(|text| !text.is_empty());
    let note = (!candidate.is_printable).then(|| "its code would be too long".to_owned());
    plans.chain(note).collect::<Vec<_>>().join("; ")
}

/// Operations that isl may spend on the loops of a candidate (less on skewed ones, which rarely get better by waiting), and
/// the length of their text for each statement.
const CODE_BUDGET: u64 = 1_500_000;
const SKEWED_CODE_BUDGET: u64 = 150_000;
const MAX_CODE_BYTES: usize = 12_000;

/// Whether the loops of the schedule can be made in reasonable time and are of reasonable size: the domains of skewed tiles
/// sometimes fall into hundreds of pieces.
fn is_printable(gdg: &Gdg, schedule: &isl::Schedule, is_skewed: bool) -> Result<bool, Error> {
    let budget = if is_skewed { SKEWED_CODE_BUDGET } else { CODE_BUDGET };
    let context = gdg.context.intersect(&gdg.assumptions)?;
    let generated = context.ctx().with_budget(budget, || -> isl::Result<usize> {
        let build = isl::AstBuild::from_context(&context)?;
        Ok(build.node_from_schedule(schedule)?.to_c_str()?.len())
    });
    match generated {
        Ok(length) => Ok(length <= MAX_CODE_BYTES * gdg.statements.len()),
        Err(error) if error.is_quota() => Ok(false),
        Err(error) => Err(error.into()),
    }
}

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

/// Operations that isl's scheduler may spend on one schedule.
const SCHEDULER_BUDGET: u64 = 100_000;
/// Larger coefficients make loops that nobody wants, and large constants in the bounds make the scheduler slow.
const MAX_COEFFICIENT: usize = 4;
const MAX_CONSTANT: usize = 20;

/// isl's schedules under different fusion.
fn scheduled(gdg: &Gdg, dependences: &Dependences) -> Result<Vec<(String, isl::Schedule)>, Error> {
    let domain = gdg.domain()?;
    let simplify = |relation: &isl::UnionMap| drop_far_bounds(relation);
    let exact = dependences.ordering()?;
    let ordering = simplify(&exact)?;
    let constraints = isl::ScheduleConstraints::on_domain(&domain)?
        .set_context(&gdg.context.intersect(&gdg.assumptions)?)?
        .set_validity(&ordering)?
        .set_coincidence(&ordering)?
        .set_proximity(&simplify(&dependences.flow)?)?;
    let ctx = gdg.context.ctx();
    ctx.set_schedule_max_coefficient(Some(MAX_COEFFICIENT))?;
    ctx.set_schedule_max_constant_term(Some(MAX_CONSTANT))?;
    let mut found: Vec<(String, isl::Schedule)> = Vec::new();
    for fusion in [Fusion::Distributed, Fusion::Clustered, Fusion::Deep, Fusion::Whole] {
        ctx.set_schedule_serialize_sccs(fusion == Fusion::Distributed)?;
        ctx.set_schedule_maximize_band_depth(fusion == Fusion::Deep)?;
        ctx.set_schedule_whole_component(fusion == Fusion::Whole)?;
        // Out of budget: this one is no candidate, the others still are.
        let schedule = match ctx.with_budget(SCHEDULER_BUDGET, || constraints.compute_schedule()) {
            Ok(schedule) => tree::widen_bands(&schedule, &exact)?,
            Err(error) if error.is_quota() => continue,
            Err(error) => return Err(error.into()),
        };
        let deep = deepen_bands(gdg, &schedule, &exact)?;
        for (name, schedule) in [(fusion.to_string(), schedule), (format!("{fusion}, deepened"), deep)] {
            let mut known = false;
            for (_, other) in &found {
                known |= other.plain_is_equal(&schedule)?;
            }
            if !known {
                found.push((format!("scheduler, {name}"), schedule));
            }
        }
    }
    Ok(found)
}

/// A larger relation, without the inequalities that have large constants: the sizes of loops. They say little about which
/// order is legal, and make the numbers in the scheduler's linear programs, and its time, explode.
fn drop_far_bounds(relation: &isl::UnionMap) -> isl::Result<isl::UnionMap> {
    let mut all = isl::UnionMap::empty(&relation.get_space()?)?;
    for map in relation.get_map_list()?.to_vec()? {
        for basic in map.get_basic_map_list()?.to_vec()? {
            let mut kept = isl::BasicMap::universe(&basic.get_space()?)?;
            let has_locals = basic.dim(isl::Dim::Div)? > 0;
            for constraint in basic.get_constraint_list()?.to_vec()? {
                let constant = constraint.get_constant_val()?.abs()?;
                if has_locals || constraint.is_equality()? || constant.cmp_si(NEAR)? <= 0 {
                    kept = kept.add_constraint(&constraint)?;
                }
            }
            let kept = if has_locals { basic } else { kept };
            all = all.union(&isl::UnionMap::from_basic_map(&kept)?)?;
        }
    }
    Ok(all)
}

/// Constants up to this are distances, larger ones are sizes.
const NEAR: i64 = 8;

/// The best plans for the bands of this order.
fn improve(origin: String, schedule: isl::Schedule, nest: Nest, cx: &PassContext<'_>) -> Result<Candidate, Error> {
    let (plans, cost) = search::best_plans(&schedule, &nest, cx.machine, cx.settings)?;
    Ok(Candidate { origin, schedule, plans, cost, is_skewed: !nest.skewed.is_empty(), is_printable: true })
}

/// Carries the plans out, innermost bands first, so that the paths of the others stay true.
fn apply(candidate: &Candidate) -> Result<isl::Schedule, Error> {
    let mut schedule = candidate.schedule.clone();
    let paths = tree::band_paths(&schedule)?;
    for (path, plan) in paths.iter().zip(&candidate.plans).rev() {
        let band = tree::descend(&schedule, path)?;
        schedule = plan::apply(&band, plan)?.get_schedule()?;
    }
    isolate_blocks(&schedule)
}
