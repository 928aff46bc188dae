//! `place`: decides which loops run on the processor grid, and for which sizes.

use polymill_gdg::{Gdg, Mark};
use polymill_isl as isl;

use crate::candidate::Considered;
use crate::model;
use crate::plan::{self, BandPlan, Slot};
use crate::trip_count::trip_count;
use crate::{Changed, Error, Pass, PassContext, PlacementTest, search, tree};

/// Decides which loops run in parallel (_Static versioning_, section 4.2). Where that depends on parameters, it asks for a
/// version for the sizes that are too small.
pub struct Place;

impl Pass for Place {
    fn name(&self) -> &'static str {
        "place"
    }

    fn description(&self) -> &'static str {
        "Decides which loops run on the processor grid: those that are predicted to pay, or with enough iterations. Where \
         that depends on parameters, a version of the GDG is made for the sizes that are too small."
    }

    fn run(&self, gdg: &mut Gdg, cx: &mut PassContext<'_>) -> Result<Changed, Error> {
        if gdg.dependences.is_none() || !cx.settings.parallel {
            return Ok(Changed::No);
        }
        match cx.settings.placement.test {
            // Without versions, what `schedule` chose for the usual sizes is for all.
            PlacementTest::Work if cx.settings.max_versions < 2 => Ok(Changed::No),
            // So is what the user asked for.
            PlacementTest::Work if !cx.settings.tile_sizes.is_empty() => Ok(Changed::No),
            PlacementTest::Work => by_work(gdg, cx),
            PlacementTest::Occupation => by_occupation(gdg, cx),
        }
    }
}

/// The outermost loop that passes the occupation test, in each nest.
fn by_occupation(gdg: &mut Gdg, cx: &mut PassContext<'_>) -> Result<Changed, Error> {
    let bare = without_parallel(&gdg.schedule)?;
    let valid = gdg.context.intersect(&gdg.assumptions)?;
    let mut placing = Placing { cx, valid };
    let placed = placing.below(&bare.get_root()?)?.get_schedule()?;
    let changed = !placed.plain_is_equal(&gdg.schedule)?;
    gdg.schedule = placed;
    Ok(if changed { Changed::Yes } else { Changed::No })
}

struct Placing<'a, 'b> {
    cx: &'a mut PassContext<'b>,
    /// The parameters for which the GDG is to be mapped.
    valid: isl::Set,
}

impl Placing<'_, '_> {
    /// Marks the outermost loops below the node, or the node's own, that pass the test.
    fn below(&mut self, node: &isl::ScheduleNode) -> Result<isl::ScheduleNode, Error> {
        let mut node = node.clone();
        if node.get_type()? == isl::ScheduleNodeType::Mark {
            // The copies of an unrolled loop are no iterations.
            return Ok(node);
        }
        if node.get_type()? == isl::ScheduleNodeType::Band && node.band_n_member()? == 1 {
            match self.occupation(&node)? {
                Occupation::Never => {}
                Occupation::Always => return tree::insert_mark(&node, Mark::Parallel),
                Occupation::Unless(too_small) => {
                    self.cx.specializations.push(too_small);
                    return tree::insert_mark(&node, Mark::Parallel);
                }
            }
        }
        for position in 0..node.n_children()? {
            node = self.below(&node.child(position)?)?.parent()?;
        }
        Ok(node)
    }

    /// Whether the loop of a band passes the test. Where it is not reached at all, that does not matter.
    fn occupation(&self, band: &isl::ScheduleNode) -> Result<Occupation, Error> {
        if !band.band_member_get_coincident(0)? {
            return Ok(Occupation::Never);
        }
        let placement = &self.cx.settings.placement;
        let occupancy = placement.occupancy(GRID_DIMENSION);
        let processors = self.cx.machine.grid.get(GRID_DIMENSION).copied().unwrap_or(1);
        let number = |value: i64| isl::Val::int_from_si(band.ctx(), value);
        let needed = i64::from(processors) * i64::from(occupancy.numerator());
        let scaled = trip_count(band, placement.trip_count)?.scale_val(&number(occupancy.denominator().into())?)?;
        let needed = isl::PwAff::val_on_domain(&scaled.domain()?, &number(needed)?)?;
        let reached = scaled.domain()?.intersect(&self.valid)?;
        let too_small = scaled.lt_set(&needed)?.intersect(&reached)?;
        if too_small.is_empty()? {
            return Ok(Occupation::Always);
        }
        if reached.is_subset(&too_small)? {
            return Ok(Occupation::Never);
        }
        // Where the loop is not reached, the simpler condition is right.
        let without = too_small.gist(&reached)?.coalesce()?;
        let with = self.valid.subtract(&scaled.ge_set(&needed)?)?.gist(&self.valid)?.coalesce()?;
        let is_simpler = with.n_basic_set()? < without.n_basic_set()?;
        Ok(Occupation::Unless(if is_simpler { with } else { without }))
    }
}

/// For which parameters a loop passes the occupation test.
enum Occupation {
    Always,
    /// For none, or it carries a dependence.
    Never,
    /// For all but these.
    Unless(isl::Set),
}

/// OpenMP's threads are a grid of one dimension.
const GRID_DIMENSION: usize = 0;

/// The schedule without marks for parallel loops.
fn without_parallel(schedule: &isl::Schedule) -> Result<isl::Schedule, Error> {
    let root = schedule.get_root()?.map_descendant_bottom_up(|node| {
        let is_parallel = node.get_type()? == isl::ScheduleNodeType::Mark
            && node.mark_get_id()?.get_name()?.is_some_and(|name| name == Mark::Parallel.to_string());
        if is_parallel { node.delete() } else { Ok(node) }
    })?;
    Ok(root.get_schedule()?)
}

/// What may run.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Shape {
    /// The source as it is.
    AsWritten,
    /// The chosen order, with these plans for its bands.
    Planned(Vec<BandPlan>),
}

/// The shape with the lowest predicted time.
fn by_work(gdg: &mut Gdg, cx: &mut PassContext<'_>) -> Result<Changed, Error> {
    let Some(chosen) = cx.considered.iter().position(|candidate| candidate.chosen) else { return Ok(Changed::No) };
    if chosen == 0 {
        return Ok(Changed::No);
    }
    let sizes = model::typical_sizes(gdg, cx.settings.typical_size)?;
    let Some(dependences) = &gdg.dependences else { return Ok(Changed::No) };
    let original = tree::widen_bands(&gdg.original, &dependences.ordering()?)?;
    let shapes = Shapes { gdg, cx, chosen: &cx.considered[chosen], original };
    // Where the work depends on several parameters, what `schedule` chose is for all sizes.
    let Some(parameter) = shapes.size_parameter()? else { return Ok(Changed::No) };
    let (best, smaller) = shapes.best_of_range(&sizes, parameter)?;
    cx.specializations.extend(smaller);
    match best {
        Shape::Planned(plans) => {
            let candidate = &mut cx.considered[chosen];
            if candidate.plans == plans {
                return Ok(Changed::No);
            }
            gdg.schedule = plan::apply_all(&candidate.schedule, &plans)?;
            candidate.set_plans(plans);
        }
        Shape::AsWritten => {
            gdg.schedule = gdg.original.clone();
            cx.considered[chosen].chosen = false;
            cx.considered[0].chosen = true;
        }
    }
    Ok(Changed::Yes)
}

/// The new order must promise this much less time than the source as written.
const WORTHWHILE: f64 = 0.85;
/// A version with other tiles must promise this much less time, as it is more code.
const WORTH_OTHER_TILES: f64 = 0.65;

/// A version is not made for values of a parameter between this part of the largest one and the largest one.
const NARROW: f64 = 0.7;

struct Shapes<'a> {
    gdg: &'a Gdg,
    cx: &'a PassContext<'a>,
    chosen: &'a Considered,
    /// The original order, in bands that are as wide as dependences allow.
    original: isl::Schedule,
}

impl Shapes<'_> {
    /// The shape with the lowest predicted time at these sizes.
    fn best(&self, sizes: &isl::Set) -> Result<Shape, Error> {
        let nest = self.nest(&self.chosen.schedule, sizes)?;
        let predicted = |plans: &[BandPlan]| -> Result<f64, Error> {
            let PassContext { machine, settings, .. } = self.cx;
            Ok(search::predict_plans(&self.chosen.schedule, &nest, plans, machine, settings)?.total())
        };
        let mut best = (self.chosen.plans.clone(), predicted(&self.chosen.plans)?);
        let sequential = without_parallel_loops(&self.chosen.plans);
        let time = predicted(&sequential)?;
        if time < best.1 {
            best = (sequential, time);
        }
        for plans in self.smaller_tiles() {
            let time = predicted(&plans)?;
            if time < WORTH_OTHER_TILES * best.1 {
                best = (plans, time);
            }
        }
        let is_worthwhile = best.1 < WORTHWHILE * self.as_written(sizes)?;
        Ok(if is_worthwhile { Shape::Planned(best.0) } else { Shape::AsWritten })
    }

    /// The chosen plans with smaller tiles for the loop that runs in parallel, so that there are enough of them.
    fn smaller_tiles(&self) -> impl std::iter::Iterator<Item = Vec<BandPlan>> {
        let plans = &self.chosen.plans;
        let sizes = search::TILE_SIZES.into_iter().filter(|size| *size > 0);
        let smaller = sizes.map(|size| plans.iter().map(|plan| with_parallel_tile(plan, size)).collect::<Vec<_>>());
        smaller.filter(move |smaller| smaller != plans)
    }

    /// Infinity where the statements are no longer those of the source.
    fn as_written(&self, sizes: &isl::Set) -> Result<f64, Error> {
        let source = self.cx.considered[0].schedule.get_domain()?;
        if !source.is_equal(&self.gdg.original.get_domain()?)? {
            return Ok(f64::INFINITY);
        }
        let nest = self.nest(&self.original, sizes)?.as_written();
        Ok(model::predict(&nest, self.cx.machine).total())
    }

    fn nest(&self, schedule: &isl::Schedule, sizes: &isl::Set) -> Result<model::Nest, Error> {
        let missing = || Error::Bug("`place` needs the dependences".to_owned());
        let dependences = self.gdg.dependences.as_ref().ok_or_else(missing)?;
        model::extract(self.gdg, schedule, sizes, dependences, self.cx.settings.reassociate)
    }

    /// The best shape for large values of the only parameter that matters, and the values for which another one is better.
    fn best_of_range(&self, sizes: &isl::Set, parameter: usize) -> Result<(Shape, Option<isl::Set>), Error> {
        let valid = self.gdg.context.intersect(&self.gdg.assumptions)?;
        let largest = model::range(sizes, parameter)?.1.get_num_si()?;
        let is_largest = model::range(&valid, parameter)?.1.eq(&isl::Val::int_from_si(sizes.ctx(), largest)?)?;
        // For the usual sizes, `schedule` has chosen.
        let usual = || Ok(Shape::Planned(self.chosen.plans.clone()));
        let mut best = if is_largest { self.best(sizes) } else { usual() }?;
        let mut limit = self.limit(sizes, parameter, largest, &best)?;
        while let Some(narrow) = limit.filter(|limit| is_largest && *limit as f64 > NARROW * largest as f64) {
            best = self.best(&with_value(sizes, parameter, narrow)?)?;
            limit = self.limit(sizes, parameter, narrow, &best)?;
        }
        let all = isl::Set::universe(&valid.get_space()?)?;
        let up_to = |limit: i64| -> Result<isl::Set, Error> {
            Ok(all.upper_bound_val(isl::Dim::Param, parameter, &isl::Val::int_from_si(sizes.ctx(), limit)?)?)
        };
        Ok((best, limit.map(up_to).transpose()?))
    }

    /// The largest value of the parameter, up to `most`, for which another shape than `best` is better.
    fn limit(&self, sizes: &isl::Set, parameter: usize, most: i64, best: &Shape) -> Result<Option<i64>, Error> {
        let valid = self.gdg.context.intersect(&self.gdg.assumptions)?;
        let (least, _) = model::range(&valid, parameter)?;
        let least = if least.is_int()? { least.get_num_si()?.max(1) } else { 1 };
        let (mut worse, mut better) = (least - 1, most);
        while better - worse > 1 {
            let middle = worse + (better - worse) / 2;
            let at = with_value(sizes, parameter, middle)?;
            if at.intersect(&valid)?.is_empty()? || self.best(&at)? != *best {
                worse = middle;
            } else {
                better = middle;
            }
        }
        Ok((better > least).then_some(better - 1))
    }

    /// The position of the only parameter that the domains depend on.
    fn size_parameter(&self) -> Result<Option<usize>, Error> {
        let space = self.gdg.context.get_space()?;
        let mut found = vec![];
        for position in 0..space.dim(isl::Dim::Param)? {
            let name = space.get_dim_name(isl::Dim::Param, position)?.unwrap_or_default();
            for statement in &self.gdg.statements {
                let domain = &statement.domain;
                let own = domain.find_dim_by_name(isl::Dim::Param, &name)?;
                let is_involved = match own {
                    Some(own) => domain.involves_dims(isl::Dim::Param, own, 1)?,
                    None => false,
                };
                if is_involved && !found.contains(&position) {
                    found.push(position);
                }
            }
        }
        Ok(if let [only] = found.as_slice() { Some(*only) } else { None })
    }
}

/// The sizes with another value of one parameter.
fn with_value(sizes: &isl::Set, parameter: usize, value: i64) -> Result<isl::Set, Error> {
    let others = sizes.eliminate(isl::Dim::Param, parameter, 1)?;
    Ok(others.fix_val(isl::Dim::Param, parameter, &isl::Val::int_from_si(sizes.ctx(), value)?)?)
}

/// The plans, in one thread.
fn without_parallel_loops(plans: &[BandPlan]) -> Vec<BandPlan> {
    plans.iter().map(|plan| BandPlan { parallel: None, wavefront: false, ..plan.clone() }).collect()
}

/// The plan with smaller tiles for its parallel loop, if it is a loop over tiles that are larger.
fn with_parallel_tile(plan: &BandPlan, size: u32) -> BandPlan {
    let mut smaller = plan.clone();
    if let (Some(Slot::Tile(position)), false) = (plan.parallel, plan.wavefront)
        && let Some(&member) = plan.tiled().get(position)
        && size < plan.tiles[member]
        && size.is_multiple_of(plan.unrolls[member])
    {
        smaller.tiles[member] = size;
    }
    smaller
}
