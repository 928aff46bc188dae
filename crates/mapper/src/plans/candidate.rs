//! Candidate schedules: what was considered, at what predicted cost.

use std::rc::Rc;

use polymill_gdg::{Gdg, Origin};
use polymill_isl as isl;

use crate::model::{Cost, Shape};
use crate::plans::plan::BandPlan;

/// A new order must be predicted to take less than this part of the time of the source as written, since the model is not
/// exact.
const WORTHWHILE: f64 = 0.7;

/// Tiles of space and time must be predicted to take less than this part of what other orders take: in caches, these take a half to a quarter
/// of what is predicted where caches are better than usual ones, as the last one of Zen 4 is.
pub(crate) const WORTH_TIME_TILES: f64 = 0.6;

/// Whether an order is in tiles of space and time, which statements share.
pub(crate) fn in_time_tiles(plans: &[BandPlan]) -> bool {
    plans.iter().any(BandPlan::runs_apart)
}

/// What part of the time as written a new order must be predicted to take less than. Nobody wrote what was built: there is no code that
/// it must not be slower than.
pub(crate) fn worthwhile(origin: Origin) -> f64 {
    match origin {
        Origin::Source => WORTHWHILE,
        Origin::Built => 1.0,
    }
}

/// A candidate schedule that was considered for a GDG.
#[derive(Clone, Debug)]
pub struct Considered {
    /// Where the order comes from: `original order`, `scheduler, fused`, ...
    pub origin: String,
    /// What was done to its bands, in words; empty if nothing.
    pub plan: String,
    /// The predicted cost.
    pub cost: Cost,
    /// Whether it was chosen.
    pub chosen: bool,
    /// The order, before anything is done to its bands.
    pub(crate) schedule: isl::Schedule,
    /// The model's view of it.
    pub(crate) shape: Rc<Shape>,
    /// What is done to its bands, in the order of a walk from the root.
    pub(crate) plans: Vec<BandPlan>,
    /// What parameters were taken to be of which nothing is known.
    pub(crate) typical_size: i64,
    /// What it orders, if the chosen one orders other statements.
    pub(crate) other: Option<Rc<Gdg>>,
}

impl Considered {
    /// The GDG, or another version of it, in the order that was considered, before anything is done to its bands; `None` if its
    /// statements are no longer known.
    ///
    /// # Errors
    /// isl's.
    pub(crate) fn applied_to(&self, gdg: &Gdg) -> isl::Result<Option<Gdg>> {
        if let Some(other) = &self.other {
            let schedule = other.original.clone();
            let Gdg { arrays, aliases, disjoint, independent, statements, original, dependences, .. } =
                (**other).clone();
            return Ok(Some(Gdg {
                arrays,
                aliases,
                disjoint,
                independent,
                statements,
                original,
                schedule,
                dependences,
                ..gdg.clone()
            }));
        }
        let is_same = self.schedule.get_domain()?.is_equal(&gdg.original.get_domain()?)?;
        Ok(is_same.then(|| Gdg { schedule: gdg.original.clone(), ..gdg.clone() }))
    }

    /// Other plans for the bands.
    pub(crate) fn set_plans(&mut self, plans: Vec<BandPlan>) {
        self.plan = describe(&plans);
        self.plans = plans;
    }
}

/// What plans do, in words; empty if nothing.
pub(crate) fn describe(plans: &[BandPlan]) -> String {
    let texts = plans.iter().map(ToString::to_string).filter(|text| !text.is_empty());
    texts.collect::<Vec<_>>().join("; ")
}
