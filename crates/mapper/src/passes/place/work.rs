//! Placement by work: what is predicted to take the least time, at each size.

use std::rc::Rc;

use polymill_gdg::{Gdg, Mark};
use polymill_isl as isl;

use crate::model::{self, Scale, Shape};
use crate::plans::candidate::{Considered, WORTH_TIME_TILES, in_time_tiles, worthwhile};
use crate::plans::plan::{self, BandPlan, Slot};
use crate::plans::search::{self, Prediction};
use crate::{Changed, Error, Machine, PassContext, Settings, Specialization};

/// What may run.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Choice {
    /// The source as it is.
    AsWritten,
    /// The chosen order, with these plans for its bands.
    Planned(Vec<BandPlan>),
    /// The order without tiles in time.
    Plain,
}

/// The choice with the lowest predicted time.
pub(super) fn place(gdg: &mut Gdg, cx: &mut PassContext<'_>) -> Result<Changed, Error> {
    let Some(chosen) = cx.considered.iter().position(|candidate| candidate.chosen) else { return Ok(Changed::No) };
    if chosen == 0 {
        return Ok(Changed::No);
    }
    let prediction = Prediction::of(&cx.considered[chosen].schedule, cx.machine, cx.settings)?;
    let source = cx.considered[0].applied_to(gdg)?;
    let is_other = cx.considered[0].other.is_some();
    // Where there is no telling how much there is to do, what `schedule` chose is for all sizes.
    let sized = source.as_ref().unwrap_or(gdg);
    let Some(scale) = Scale::of(sized, cx.considered[chosen].typical_size)? else { return Ok(Changed::No) };
    let largest = scale.largest_valid()?;
    let plain = Plain::of(gdg, cx.considered, chosen, cx.machine, cx.settings)?;
    let choices = Choices {
        plain,
        machine: cx.machine,
        plans: &cx.considered[chosen].plans,
        shape: &cx.considered[chosen].shape,
        prediction,
        source: source.is_some().then_some(&*cx.considered[0].shape),
        worthwhile: worthwhile(gdg.origin),
    };
    let (best, smaller) = choices.best_of_range(&scale, largest)?;
    cx.specializations.extend(
        smaller
            .map(|(request, choice)| Specialization { as_written: is_other && choice == Choice::AsWritten, ..request }),
    );
    match best {
        Choice::Planned(plans) => {
            let candidate = &mut cx.considered[chosen];
            if candidate.plans == plans {
                return Ok(Changed::No);
            }
            gdg.schedule = match differ_in_threads(&candidate.plans, &plans) {
                true => Mark::Parallel.removed_from(&gdg.schedule)?,
                false => plan::apply_all(&candidate.schedule, &plans)?,
            };
            candidate.set_plans(plans);
        }
        Choice::Plain => {
            let Some(plain) = choices.plain.map(|plain| plain.position) else { return Ok(Changed::No) };
            gdg.schedule = plan::apply_all(&cx.considered[plain].schedule, &cx.considered[plain].plans)?;
            cx.considered[chosen].chosen = false;
            cx.considered[plain].chosen = true;
        }
        // Other statements than those of the source are kept, now that they are there.
        Choice::AsWritten if is_other => return Ok(Changed::No),
        Choice::AsWritten => {
            gdg.schedule = gdg.original.clone();
            cx.considered[chosen].chosen = false;
            cx.considered[0].chosen = true;
        }
    }
    Ok(Changed::Yes)
}

/// A version with other tiles must promise this much less time, as it is more code.
const WORTH_OTHER_TILES: f64 = 0.65;

/// A version is not made for values of a parameter between this part of the largest one and the largest one.
const NARROW: f64 = 0.7;

/// A version is not made for values of a parameter from this part of a value to that value, if smaller ones need none.
const FEW: f64 = 0.5;

/// What takes less time than this, in nanoseconds, needs no version of its own.
const TINY_NS: f64 = 100.0;

/// Limits are found up to this part of them: the model is not more exact.
const ACCURACY: i64 = 16;

/// What takes less time than this, in nanoseconds, has its data in caches without tiles in time.
const IN_TIME_TILES_NS: f64 = 1e4;

/// Much to do, in nanoseconds.
const MUCH_NS: f64 = 1e6;

/// What was considered beside an order in tiles of space and time: the best one for the same statements without such tiles.
struct Plain<'a> {
    /// Which of those considered.
    position: usize,
    plans: Vec<BandPlan>,
    shape: Rc<Shape>,
    prediction: Prediction<'a>,
}

impl<'a> Plain<'a> {
    fn of(
        gdg: &Gdg,
        considered: &[Considered],
        chosen: usize,
        machine: &'a Machine,
        settings: &'a Settings,
    ) -> Result<Option<Self>, Error> {
        if !in_time_tiles(&considered[chosen].plans) {
            return Ok(None);
        }
        let domain = gdg.schedule.get_domain()?;
        let mut best: Option<usize> = None;
        for (position, each) in considered.iter().enumerate().skip(1) {
            let is_plain = each.other.is_none() && !in_time_tiles(&each.plans);
            let is_better = best.is_none_or(|best| each.cost.total() < considered[best].cost.total());
            if is_plain && is_better && each.schedule.get_domain()?.is_equal(&domain)? {
                best = Some(position);
            }
        }
        let Some(position) = best else { return Ok(None) };
        let each = &considered[position];
        let prediction = Prediction::of(&each.schedule, machine, settings)?;
        Ok(Some(Self { position, plans: each.plans.clone(), shape: Rc::clone(&each.shape), prediction }))
    }

    fn time(&self, sizes: &isl::Set) -> Result<f64, Error> {
        Ok(self.prediction.cost(&self.shape.at(sizes)?, &self.plans).total())
    }
}

struct Choices<'a> {
    /// If the chosen order is in tiles of space and time.
    plain: Option<Plain<'a>>,
    machine: &'a Machine,
    /// The chosen plans for large sizes.
    plans: &'a [BandPlan],
    /// Of the chosen order.
    shape: &'a Shape,
    prediction: Prediction<'a>,
    /// The source's order, in bands that are as wide as dependences allow; none where the statements are no longer those of
    /// the source.
    source: Option<&'a Shape>,
    /// What part of the time as written is worth while.
    worthwhile: f64,
}

impl Choices<'_> {
    /// The choice with the lowest predicted time at these sizes.
    fn best(&self, sizes: &isl::Set) -> Result<Choice, Error> {
        let nest = self.shape.at(sizes)?;
        let predicted = |plans: &[BandPlan]| self.prediction.cost(&nest, plans).total();
        let plans = self.prediction.packed_if_it_pays(&nest, self.plans);
        let sequential = without_parallel_loops(&plans);
        let time = predicted(&plans);
        let mut best = (plans, time);
        let time = predicted(&sequential);
        if time < best.1 {
            best = (sequential, time);
        }
        for plans in self.smaller_tiles() {
            let time = predicted(&plans);
            if time < WORTH_OTHER_TILES * best.1 {
                best = (plans, time);
            }
        }
        let as_written = self.as_written(sizes)?;
        // Where there is much to do, a new order has been found to be good: it need not be much better at this size.
        let worthwhile = if as_written > MUCH_NS { 1.0 } else { self.worthwhile };
        if in_time_tiles(self.plans) {
            let plain = self.plain.as_ref().map_or(Ok(f64::INFINITY), |plain| plain.time(sizes))?;
            return Ok(match best.1 < WORTH_TIME_TILES * plain.min(as_written) && as_written >= IN_TIME_TILES_NS {
                true => Choice::Planned(best.0),
                false if plain < worthwhile * as_written => Choice::Plain,
                false => Choice::AsWritten,
            });
        }
        let is_worthwhile = best.1 < worthwhile * as_written;
        Ok(if is_worthwhile { Choice::Planned(best.0) } else { Choice::AsWritten })
    }

    /// The chosen plans with smaller tiles for the loop that runs in parallel, so that there are enough of them.
    fn smaller_tiles(&self) -> impl std::iter::Iterator<Item = Vec<BandPlan>> {
        let plans = self.plans;
        let sizes = search::TILE_SIZES.into_iter().filter(|size| *size > 0);
        let smaller = sizes.map(|size| plans.iter().map(|plan| with_parallel_tile(plan, size)).collect::<Vec<_>>());
        smaller.filter(move |smaller| smaller != plans)
    }

    /// Infinity where the statements are no longer those of the source.
    fn as_written(&self, sizes: &isl::Set) -> Result<f64, Error> {
        let Some(source) = &self.source else { return Ok(f64::INFINITY) };
        Ok(model::predict(&source.at(sizes)?.as_written(), self.machine).total())
    }

    /// The best choice for sizes up to the largest one, and a request for the sizes at which another one is better, which is the
    /// best at the largest of these.
    fn best_of_range(
        &self,
        scale: &Scale<'_>,
        largest: i64,
    ) -> Result<(Choice, Option<(Specialization, Choice)>), Error> {
        let is_bounded = scale.is_bounded()?;
        // For the usual sizes, `schedule` has chosen.
        let usual = || Ok(Choice::Planned(self.plans.to_vec()));
        let mut best = if is_bounded { self.best(&scale.at(largest)?) } else { usual() }?;
        let mut limit = self.wide_limit(scale, largest, &best)?;
        while let Some(narrow) = limit.filter(|limit| is_bounded && *limit as f64 > NARROW * largest as f64) {
            best = self.best(&scale.at(narrow)?)?;
            limit = self.wide_limit(scale, narrow, &best)?;
        }
        let request = match limit {
            Some(limit) if self.as_written(&scale.at(limit)?)? > TINY_NS => {
                Some((scale.up_to(limit)?, self.best(&scale.at(limit)?)?))
            }
            _ => None,
        };
        Ok((best, request))
    }

    /// The same as [`limit`](Self::limit), but sizes at which another choice is better do not count if they are few, and `best` is the best again
    /// below them: both are about as good there.
    fn wide_limit(&self, scale: &Scale<'_>, most: i64, best: &Choice) -> Result<Option<i64>, Error> {
        let mut most = most;
        loop {
            let Some(limit) = self.limit(scale, most, best)? else { return Ok(None) };
            let other = self.best(&scale.at(limit)?)?;
            match self.limit(scale, limit, &other)? {
                Some(next) if next as f64 > FEW * limit as f64 && self.best(&scale.at(next)?)? == *best => most = next,
                _ => return Ok(Some(limit)),
            }
        }
    }

    /// About the largest size, up to `most`, at which another choice than `best` is better; at this one it surely is.
    fn limit(&self, scale: &Scale<'_>, most: i64, best: &Choice) -> Result<Option<i64>, Error> {
        let least = scale.least()?;
        let (mut worse, mut better) = (least - 1, most);
        while better - worse > 1.max(worse / ACCURACY) {
            let middle = roundest(worse, better);
            if !scale.is_valid(middle)? || self.best(&scale.at(middle)?)? != *best {
                worse = middle;
            } else {
                better = middle;
            }
        }
        Ok((worse >= least).then_some(worse))
    }
}

/// A number between two others, not too near to either: the one that the most powers of two divide, since the number of
/// iterations of loops over tiles changes there.
fn roundest(low: i64, high: i64) -> i64 {
    let quarter = (high - low) / 4;
    let (first, last) = ((low + quarter).max(low + 1), (high - quarter).min(high - 1));
    let power = (0..62).rev().map(|exponent| 1 << exponent).find(|power| last / power * power >= first);
    power.map_or(low + (high - low) / 2, |power| last / power * power)
}

/// The plans, in one thread.
fn without_parallel_loops(plans: &[BandPlan]) -> Vec<BandPlan> {
    plans.iter().map(|plan| plan.in_one_thread()).collect()
}

/// Whether the second plans are the first ones in one thread, with the same loops.
fn differ_in_threads(parallel: &[BandPlan], sequential: &[BandPlan]) -> bool {
    parallel.iter().all(|plan| !plan.wavefront) && sequential == without_parallel_loops(parallel)
}

/// The plan with smaller tiles for its parallel loop, if it is a loop over tiles that are larger. Blocks of sums in registers are much
/// code, and are worth no second copy for what smaller tiles gain.
fn with_parallel_tile(plan: &BandPlan, size: u32) -> BandPlan {
    let mut smaller = plan.clone();
    if let (Some(Slot::Tile(position)), false, None) = (plan.parallel, plan.wavefront, plan.lanes)
        && let Some(&member) = plan.tiled().get(position)
        && size < plan.tiles[member]
        && size.is_multiple_of(plan.unrolls[member])
    {
        smaller.tiles[member] = size;
    }
    smaller
}
