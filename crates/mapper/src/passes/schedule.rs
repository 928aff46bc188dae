//! `schedule`: makes candidate orders and takes the one that the model likes best.

mod fault;

use std::rc::Rc;

use polymill_diagnostics::Diagnostic;
use polymill_gdg::{Array, Dependences, Gdg, Origin, Storage};
use polymill_isl as isl;

use self::fault::{PARTIAL_BLOCKS, fault};
use super::contract::contracted;
use crate::model::{self, Cost, Nest, Shape};
use crate::orders::panels::{Panels, run_in_panels};
use crate::orders::split::split_statements;
use crate::orders::{Fusion, Order, Orders};
use crate::overlap::{Overlapped, Whole, overlap, sweep};
use crate::plans::candidate::{Considered, WORTH_TIME_TILES, in_time_tiles, worthwhile};
use crate::plans::plan::{self, BandPlan, Slot};
use crate::plans::search;
use crate::{Changed, Effort, Error, Pass, PassContext, Settings, Specialization, tree};

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
        if gdg.dependences.is_none() {
            // `dataflow` has said why they are not known.
            return Ok(Changed::No);
        }
        let mut variants = variants(gdg)?;
        let mut choice = choose_for(&mut variants, cx.settings.typical_size.unwrap_or(TYPICAL_SIZE), cx)?;
        // Where there is little to do, and nothing known of sizes, larger ones decide what the code is ...
        let is_deep = gdg.n_loops_around >= DEEP;
        while choice.best == 0
            && !is_deep
            && let Some(larger) = choice.larger_size(gdg, cx)?
        {
            choice = choose_for(&mut variants, larger, cx)?;
        }
        // ... also if threads pay at larger ones only.
        if cx.settings.parallel && !is_deep && choice.waits_for_threads(gdg)? {
            let mut at_larger = choice.larger_size(gdg, cx)?;
            while let Some(larger) = at_larger {
                let other = choose_for(&mut variants, larger, cx)?;
                at_larger = other.larger_size(gdg, cx)?;
                if other.is_parallel(gdg) {
                    choice = other;
                    break;
                }
            }
        }
        let Choice { tiled, mut candidates, mut best, typical_size, remarks } = choice;
        variants.extend(tiled);
        if let Some(variant) = variants.get(candidates[best].variant)
            && let Some(parameters) = candidates[best].parameters(variant, cx)?
        {
            cx.specializations.push(Specialization { is_usual: true, ..parameters.into() });
            best = 0;
        }
        cx.remarks.extend(remarks);
        let source = (candidates[best].variant != 0).then(|| Rc::new(gdg.clone()));
        if best != 0 {
            cx.remarks.extend(variants[candidates[best].variant].remarks.iter().cloned());
            *gdg = Gdg::clone(&variants[candidates[best].variant].gdg);
            gdg.schedule = candidates[best].planned()?;
        }
        for (position, candidate) in candidates.iter().enumerate() {
            cx.considered.push(Considered {
                origin: candidate.origin.clone(),
                plan: describe(candidate),
                cost: candidate.cost,
                chosen: position == best,
                schedule: candidate.schedule.clone(),
                shape: Rc::clone(&candidate.shape),
                plans: candidate.plans.clone(),
                typical_size,
                other: source.clone().filter(|_| candidate.variant == 0),
            });
        }
        Ok(if best == 0 { Changed::No } else { Changed::Yes })
    }
}

/// The parameters with which all statements have instances; `None` if these are all, or no simple set.
fn all_run(gdg: &Gdg) -> Result<Option<isl::Set>, Error> {
    let mut all = gdg.context.clone();
    for statement in &gdg.statements {
        all = all.intersect(&statement.domain.params()?)?;
    }
    let all = all.coalesce()?;
    let is_simple = all.n_basic_set()? == 1 && all.dim(isl::Dim::Div)? == 0;
    Ok((is_simple && !gdg.context.is_subset(&all)?).then_some(all))
}

/// In so many loops, nobody has so many iterations as threads take to pay that do not pay at usual sizes; a test of sizes there costs more
/// than it takes, as the C compiler no longer sees one nest.
const DEEP: usize = 2;

/// What a parameter is taken to be of which nothing is known ...
pub(crate) const TYPICAL_SIZE: i64 = 1000;
/// ... unless there is less to do then, in nanoseconds; then it is up to this.
const LITTLE_NS: f64 = 1e6;
const MAX_TYPICAL_SIZE: i64 = 1_000_000;

/// The candidates for sizes.
struct Choice {
    /// What follows the other variants: stages in tiles or strips.
    tiled: Option<Variant>,
    candidates: Vec<Candidate>,
    /// The position of the best; that of the order as written is 0.
    best: usize,
    typical_size: i64,
    /// Why what the user asks for cannot be done.
    remarks: Vec<Diagnostic>,
}

impl Choice {
    /// A larger typical size, if there is little to do at this one, and nothing is known of sizes.
    fn larger_size(&self, gdg: &Gdg, cx: &PassContext<'_>) -> Result<Option<i64>, Error> {
        let larger = 10 * self.typical_size;
        let is_little = self.candidates[self.best].cost.total() < LITTLE_NS;
        if cx.settings.typical_size.is_some() || !is_little || larger > MAX_TYPICAL_SIZE {
            return Ok(None);
        }
        // Where bounds are numbers, there is no more to do.
        let time_at = |size: i64| -> Result<f64, Error> {
            let nest = self.candidates[0].shape.at(&model::typical_sizes(gdg, size)?)?;
            Ok(model::predict(&nest.as_written(), cx.machine).total())
        };
        let is_more = time_at(larger)? > time_at(self.typical_size)?;
        Ok(is_more.then_some(larger))
    }

    fn is_parallel(&self, gdg: &Gdg) -> bool {
        let is_source = self.best == 0 && has_threads(gdg);
        is_source || self.candidates[self.best].plans.iter().any(|plan| plan.parallel.is_some())
    }

    /// Whether what is chosen runs in one thread, although an outermost loop could run in parallel.
    fn waits_for_threads(&self, gdg: &Gdg) -> Result<bool, Error> {
        let root = self.candidates[self.best].schedule.get_root()?;
        let may_be_parallel = has_threads(gdg) || tree::has_outer_coincidence(&root)?;
        Ok(self.best != 0 && !self.is_parallel(gdg) && may_be_parallel)
    }
}

/// Whether the source runs loops in threads.
fn has_threads(gdg: &Gdg) -> bool {
    gdg.independent.iter().any(|one| one.in_threads)
}

/// The statements as they are, and split, if they can be.
fn variants(gdg: &Gdg) -> Result<Vec<Variant>, Error> {
    let mut variants = vec![Variant::of(gdg.clone(), "")?];
    if let Some(parts) = split_statements(gdg)? {
        variants.push(Variant::of(parts, "split, ")?);
    }
    Ok(variants)
}

/// The statements in panels, in the first of the usual orders in which they can be.
fn in_panels(variants: &mut [Variant], cx: &PassContext<'_>) -> Result<Option<Variant>, Error> {
    let Some(whole) = variants.first_mut() else { return Ok(None) };
    if std::mem::replace(&mut whole.was_tried_in_panels, true) || cx.settings.effort != Effort::Usual {
        return Ok(None);
    }
    let whole = &*whole;
    let Some(starts) = &whole.starts else { return Ok(None) };
    let make = || -> Result<_, Error> {
        for (order, _) in starts.iter().take(starts.n_usual).filter(|(order, _)| !order.runs_empty) {
            let Some(Panels { gdg, schedule }) = run_in_panels(&whole.gdg, &order.schedule)? else { continue };
            let mut variant = Variant { is_in_panels: true, ..Variant::at_sizes(gdg, "", whole.sizes.clone())? };
            let name = format!("{}, in panels", order.name);
            let orders = Orders::only(&variant.gdg, &variant.dependences, name, schedule)?;
            let mut starts = Starts { orders, shapes: vec![], n_usual: 0 };
            starts.add_shapes(&variant, cx)?;
            starts.n_usual = starts.shapes.len();
            variant.starts = Some(starts);
            return Ok(Some(variant));
        }
        Ok(None)
    };
    // What it takes must not cost the other candidates.
    let budget = (cx.budget as f64 * PANELS_PART) as u64;
    match whole.gdg.context.ctx().with_budget(budget, make) {
        Err(error) if error.is_quota() => Ok(None),
        made => made,
    }
}

/// The part of the pass's operations that isl may spend on making panels.
const PANELS_PART: f64 = 0.5;

/// Makes the candidates for a size, and finds the best one that can be taken.
fn choose_for(variants: &mut Vec<Variant>, typical_size: i64, cx: &PassContext<'_>) -> Result<Choice, Error> {
    for variant in &mut *variants {
        variant.sizes = model::typical_sizes(&variant.gdg, typical_size)?;
    }
    let mut candidates = vec![kept(&mut variants[0], cx)?];
    for (position, variant) in variants.iter_mut().enumerate() {
        candidates.extend(improved(variant, position, cx)?);
    }
    if let Some(mut panels) = in_panels(variants, cx)? {
        candidates.extend(improved(&mut panels, variants.len(), cx)?);
        variants.push(panels);
    }
    let mut remarks = vec![];
    let position = variants.len();
    let whole = &variants[0];
    let tiled = match cx.settings.wants_strips() {
        true => in_strips(whole, position, cx, &mut remarks)?,
        false => overlapped(whole, &candidates[0], position, cx)?,
    };
    let (tiled, candidate) = tiled.unzip();
    candidates.extend(candidate);
    let mut rank = 0;
    let worthwhile = if cx.settings.rank.is_none() { worthwhile(variants[0].gdg.origin) } else { f64::INFINITY };
    loop {
        let best = choose(&candidates, cx.settings, worthwhile);
        if best == 0 {
            return Ok(Choice { tiled, candidates, best, typical_size, remarks });
        }
        let schedule = candidates[best].planned()?;
        let position = candidates[best].variant;
        let Some(variant) = variants.get(position).or(tiled.as_ref()) else {
            return Err(Error::Bug("a candidate for statements that nobody made".to_owned()));
        };
        if !candidates[best].has_temporaries {
            candidates[best].add_temporaries(variant, &schedule, cx)?;
            continue;
        }
        // The version that it is for will look for its order again.
        if candidates[best].parameters(variant, cx)?.is_some() {
            return Ok(Choice { tiled, candidates, best, typical_size, remarks });
        }
        match fault(&variant.gdg, &candidates[best], &schedule)? {
            None if cx.settings.rank.is_some_and(|wanted| rank < wanted) => {
                candidates[best].fault = Some("another one was asked for");
                rank += 1;
            }
            None => return Ok(Choice { tiled, candidates, best, typical_size, remarks }),
            Some(PARTIAL_BLOCKS) if candidates[best].is_unrolled() => candidates[best].roll(variant, cx)?,
            fault => candidates[best].fault = fault,
        }
    }
}

/// The statements as they are, or split, or in tiles.
struct Variant {
    gdg: Rc<Gdg>,
    name: String,
    dependences: Dependences,
    /// Values of the parameters to predict times for.
    sizes: isl::Set,
    /// The original order, in bands that are as wide as dependences allow.
    original: isl::Schedule,
    /// The original order in the model's view, once it was looked at; that hardly depends on sizes.
    shape: Option<Rc<Shape>>,
    /// Orders to start from, once they were looked for.
    starts: Option<Starts>,
    /// What there is to say to the user if it is chosen.
    remarks: Vec<Diagnostic>,
    /// Whether there is one order for it, in panels.
    is_in_panels: bool,
    /// Whether panels were looked for.
    was_tried_in_panels: bool,
}

impl Variant {
    /// Sizes are to be filled in.
    fn of(gdg: Gdg, name: &str) -> Result<Self, Error> {
        let sizes = gdg.context.clone();
        Self::at_sizes(gdg, name, sizes)
    }

    fn at_sizes(gdg: Gdg, name: &str, sizes: isl::Set) -> Result<Self, Error> {
        let dependences = match &gdg.dependences {
            Some(dependences) => dependences.clone(),
            None => return Err(Error::Bug("`schedule` needs the dependences".to_owned())),
        };
        let original = tree::widen_bands(&gdg.original, &dependences.ordering()?)?;
        let (gdg, name) = (Rc::new(gdg), name.to_owned());
        Ok(Self {
            gdg,
            name,
            dependences,
            sizes,
            original,
            shape: None,
            starts: None,
            remarks: vec![],
            is_in_panels: false,
            was_tried_in_panels: false,
        })
    }

    fn shape(&self, schedule: &isl::Schedule, reassociate: bool) -> Result<Rc<Shape>, Error> {
        let shape = Shape::of(&self.gdg, schedule, &self.sizes, &self.dependences, reassociate)?;
        Ok(Rc::new(if self.is_in_panels { shape.in_panels() } else { shape }))
    }
}

/// Orders to start from.
struct Starts {
    orders: Orders,
    /// The model's view of each.
    shapes: Vec<Rc<Shape>>,
    /// How many are tried at all sizes; the others fuse all.
    n_usual: usize,
}

impl Starts {
    /// The original order, and those of isl's scheduler that lose no parallelism.
    fn usual(variant: &Variant, cx: &PassContext<'_>) -> Result<Self, Error> {
        let mut orders = Orders::of(&variant.gdg, &variant.original, &variant.dependences)?;
        if cx.settings.effort == Effort::Usual {
            orders.add_scheduled(Fusion::Distributed)?;
            orders.add_scheduled(Fusion::Clustered)?;
        }
        let mut starts = Self { orders, shapes: vec![], n_usual: 0 };
        starts.add_shapes(variant, cx)?;
        starts.n_usual = starts.shapes.len();
        Ok(starts)
    }

    /// Adds those that fuse all.
    fn add_whole(&mut self, variant: &Variant, cx: &PassContext<'_>) -> Result<(), Error> {
        self.orders.add_scheduled(Fusion::Whole)?;
        self.add_shapes(variant, cx)
    }

    fn add_shapes(&mut self, variant: &Variant, cx: &PassContext<'_>) -> Result<(), Error> {
        for order in &self.orders.found()[self.shapes.len()..] {
            self.shapes.push(variant.shape(&order.schedule, cx.settings.reassociate)?);
        }
        Ok(())
    }

    fn iter(&self) -> impl Iterator<Item = (&Order, &Rc<Shape>)> {
        self.orders.found().iter().zip(&self.shapes)
    }
}

/// The order that the C compiler would get without us: what every candidate must beat.
fn kept(variant: &mut Variant, cx: &PassContext<'_>) -> Result<Candidate, Error> {
    let shape = match &variant.shape {
        Some(shape) => Rc::clone(shape),
        None => variant.shape(&variant.original, cx.settings.reassociate)?,
    };
    variant.shape = Some(Rc::clone(&shape));
    Ok(Candidate {
        origin: "as written".to_owned(),
        variant: 0,
        schedule: variant.original.clone(),
        plans: search::keep(&variant.original)?,
        cost: model::predict(&shape.at(&variant.sizes)?.as_written(), cx.machine),
        shape,
        is_skewed: false,
        runs_empty: false,
        is_wanted: false,
        is_instead_of_wavefront: false,
        has_temporaries: false,
        n_temporaries: 0,
        planned: None,
        fault: None,
    })
}

/// The variant in the original order and in isl's, with the best plans for their bands.
fn improved(variant: &mut Variant, position: usize, cx: &PassContext<'_>) -> Result<Vec<Candidate>, Error> {
    let mut starts = match variant.starts.take() {
        Some(starts) => starts,
        None => Starts::usual(variant, cx)?,
    };
    let ordering = variant.dependences.ordering()?;
    type Start<'a> = (&'a Order, &'a Rc<Shape>);
    let planned = |(order, shape): Start<'_>, settings: &Settings| -> Result<Candidate, Error> {
        let Order { name, schedule, runs_empty } = order;
        let nest = shape.at(&variant.sizes)?;
        let (plans, cost) = search::best_plans(schedule, &ordering, &nest, cx.machine, settings)?;
        Ok(Candidate {
            origin: format!("{}{name}", variant.name),
            variant: position,
            schedule: schedule.clone(),
            shape: Rc::clone(shape),
            plans,
            cost,
            is_skewed: !nest.skewed.is_empty(),
            runs_empty: *runs_empty,
            is_wanted: false,
            is_instead_of_wavefront: false,
            has_temporaries: false,
            n_temporaries: 0,
            planned: None,
            fault: None,
        })
    };
    let in_one_thread = Settings { parallel: false, ..cx.settings.clone() };
    let evaluate = |start: Start<'_>| -> Result<Vec<Candidate>, Error> {
        let mut found = vec![planned(start, cx.settings)?];
        // What wavefronts wait for each other may be more than they gain.
        if found[0].is_wavefront() {
            found.push(Candidate { is_instead_of_wavefront: true, ..planned(start, &in_one_thread)? });
        }
        Ok(found)
    };
    let usual = starts.iter().take(starts.n_usual).map(evaluate);
    let mut candidates = usual.collect::<Result<Vec<_>, Error>>()?.concat();
    // Fusion that costs parallel loops pays only where time goes into moving data.
    let best = candidates.iter().map(|candidate| candidate.cost).min_by(|a, b| a.total().total_cmp(&b.total()));
    let is_usual = cx.settings.effort == Effort::Usual;
    if is_usual
        && !variant.is_in_panels
        && best.is_some_and(|best| best.traffic > best.instructions / best.speedup.max(1.0))
    {
        starts.add_whole(variant, cx)?;
        for start in starts.iter().skip(starts.n_usual) {
            candidates.extend(evaluate(start)?);
        }
    }
    variant.starts = Some(starts);
    Ok(candidates)
}

/// The part of the pass's operations that isl may spend on overlapped tiles.
const OVERLAP_PART: f64 = 0.6;

/// Stages that run tile by tile, and are computed again where tiles overlap. `kept` is the order as written; the variant will be
/// the one at this position.
fn overlapped(
    whole: &Variant,
    kept: &Candidate,
    position: usize,
    cx: &PassContext<'_>,
) -> Result<Option<(Variant, Candidate)>, Error> {
    let Variant { gdg, dependences, original: order, sizes, .. } = whole;
    let has_temporaries = gdg.arrays.iter().any(|array| !array.is_scalar() && !array.live_out);
    let is_usual = cx.settings.effort == Effort::Usual;
    if !is_usual || !has_temporaries || !cx.settings.tile_sizes.is_empty() || !gdg.aliases.is_empty() {
        return Ok(None);
    }
    let (machine, settings, shape) = (cx.machine, cx.settings, &kept.shape);
    let whole = Whole { gdg, order, shape, dependences, sizes, machine, settings };
    let make = || -> Result<_, Error> {
        let Some(Overlapped { gdg, name, remarks, is_wanted }) = overlap(&whole)? else { return Ok(None) };
        let variant = Variant { remarks, ..Variant::at_sizes(gdg, &name, sizes.clone())? };
        let candidate = of_tiles(&variant, position, is_wanted, cx)?;
        Ok(Some((variant, candidate)))
    };
    // What it takes must not cost the other candidates.
    let budget = (cx.budget as f64 * OVERLAP_PART) as u64;
    match gdg.context.ctx().with_budget(budget, make) {
        Err(error) if error.is_quota() => Ok(None),
        made => made,
    }
}

/// The best plan for a variant in its own order.
fn of_tiles(variant: &Variant, position: usize, is_wanted: bool, cx: &PassContext<'_>) -> Result<Candidate, Error> {
    let shape = variant.shape(&variant.original, cx.settings.reassociate)?;
    let (ordering, nest) = (variant.dependences.ordering()?, shape.at(&variant.sizes)?);
    let (plans, cost) = search::best_plans(&variant.original, &ordering, &nest, cx.machine, cx.settings)?;
    Ok(Candidate {
        origin: variant.name.clone(),
        variant: position,
        schedule: variant.original.clone(),
        plans,
        cost,
        shape,
        is_skewed: false,
        runs_empty: false,
        is_wanted,
        is_instead_of_wavefront: false,
        has_temporaries: false,
        n_temporaries: 0,
        planned: None,
        fault: None,
    })
}

/// Widths of strips that are tried if the user names none.
const STRIPS: [u32; 3] = [32, 128, 512];

/// Stages in strips, as the user asks for: of the widths that may be tried, the one with the lowest predicted time. The variant will
/// be the one at this position.
fn in_strips(
    whole: &Variant,
    position: usize,
    cx: &PassContext<'_>,
    remarks: &mut Vec<Diagnostic>,
) -> Result<Option<(Variant, Candidate)>, Error> {
    let Variant { gdg, sizes, .. } = whole;
    let widths = cx.settings.strips.map_or(STRIPS.to_vec(), |width| vec![width]);
    let mut best: Option<(Variant, Candidate)> = None;
    for width in widths {
        let swept = match sweep(gdg, &cx.settings.recompute.design(width)) {
            Ok(swept) => swept,
            Err(Error::Unsupported { message }) => {
                let title = format!("`{}` does not run in strips", gdg.name);
                remarks.push(Diagnostic::remark("no-strips", title).at_opt(gdg.span, message));
                return Ok(best);
            }
            Err(error) => return Err(error),
        };
        let remark = swept.remark(width)?;
        let mut gdg = swept.gdg;
        gdg.dependences = Some(polymill_analysis::dependences(&gdg)?);
        let name = format!("strips of {width}");
        let variant = Variant { remarks: vec![remark], ..Variant::at_sizes(gdg, &name, sizes.clone())? };
        let mut candidate = of_tiles(&variant, position, true, cx)?;
        candidate.keep_strips(&variant, cx)?;
        if best.as_ref().is_none_or(|(_, best)| candidate.cost.total() < best.cost.total()) {
            best = Some((variant, candidate));
        }
    }
    Ok(best)
}

#[derive(Clone)]
struct Candidate {
    origin: String,
    /// Position of the variant that it orders.
    variant: usize,
    schedule: isl::Schedule,
    shape: Rc<Shape>,
    /// One for each band, in the order of a walk from the root.
    plans: Vec<BandPlan>,
    cost: Cost,
    /// Whether loops move several iterators at once.
    is_skewed: bool,
    /// Whether loops that data end may run between static bounds.
    runs_empty: bool,
    /// Whether the user asks for it.
    is_wanted: bool,
    /// Whether it is in one thread, and another one has wavefronts in the same order.
    is_instead_of_wavefront: bool,
    /// Whether the cost has what it takes to keep temporaries in memory.
    has_temporaries: bool,
    /// How many of these do not fit the first cache; 0 until this is known.
    n_temporaries: usize,
    /// The order with the plans carried out, once somebody wanted to see it.
    planned: Option<isl::Schedule>,
    /// Why it cannot be taken.
    fault: Option<&'static str>,
}

impl Candidate {
    /// The order with the plans carried out.
    fn planned(&mut self) -> Result<isl::Schedule, Error> {
        let planned = match self.planned.take() {
            Some(planned) => planned,
            None => plan::apply_all(&self.schedule, &self.plans)?,
        };
        Ok(self.planned.insert(planned).clone())
    }

    fn is_wavefront(&self) -> bool {
        self.plans.iter().any(|plan| plan.wavefront && !plan.diamonds)
    }

    /// Whether loops run for one statement after the other inside of tiles that these share.
    fn runs_apart(&self) -> bool {
        in_time_tiles(&self.plans)
    }

    /// For which parameters there is to be a version, if not for all: where statements run apart, for those with which all of them run.
    /// The bounds of the tiles that they share take many cases apart otherwise.
    fn parameters(&self, variant: &Variant, cx: &PassContext<'_>) -> Result<Option<isl::Set>, Error> {
        if self.runs_apart() && cx.may_specialize { all_run(&variant.gdg) } else { Ok(None) }
    }

    fn is_unrolled(&self) -> bool {
        self.plans.iter().any(|plan| plan.unrolls.iter().any(|&factor| factor > 1))
    }

    /// Leaves the loops over strips and steps as they are: windows roll along the steps. Strips run in parallel if they are apart.
    fn keep_strips(&mut self, variant: &Variant, cx: &PassContext<'_>) -> Result<(), Error> {
        for (path, plan) in tree::band_paths(&self.schedule)?.iter().zip(&mut self.plans) {
            let band = tree::descend(&self.schedule, path)?;
            let has_stages = band.child(0)?.get_type()? == isl::ScheduleNodeType::Sequence;
            if band.get_schedule_depth()? == 0 && band.band_n_member()? == 2 && has_stages {
                let is_parallel = cx.settings.parallel && band.band_member_get_coincident(0)?;
                *plan = BandPlan { parallel: is_parallel.then_some(Slot::Point(0)), ..BandPlan::keep(2) };
            }
        }
        let prediction = search::Prediction::of(&self.schedule, cx.machine, cx.settings)?;
        self.cost = prediction.cost(&self.shape.at(&variant.sizes)?, &self.plans);
        Ok(())
    }

    /// Adds to the cost what it takes to keep temporaries in memory whose values go from one loop of `schedule` to another. This is
    /// found out only for what may be chosen.
    fn add_temporaries(
        &mut self,
        variant: &Variant,
        schedule: &isl::Schedule,
        cx: &PassContext<'_>,
    ) -> Result<(), Error> {
        self.has_temporaries = true;
        let is_temporary = |array: &Array| array.storage == Storage::Local && !array.is_scalar();
        if !variant.gdg.arrays.iter().any(is_temporary) {
            return Ok(());
        }
        let contracted = contracted(&variant.gdg, schedule)?;
        let bytes = |array: &Array| -> Result<f64, Error> {
            if is_temporary(array) { Ok(model::array_bytes(array, &variant.sizes)?.unwrap_or(0.0)) } else { Ok(0.0) }
        };
        let bytes = contracted.arrays.iter().map(bytes).collect::<Result<Vec<_>, Error>>()?;
        let nest = self.shape.at(&variant.sizes)?;
        if variant.gdg.origin == Origin::Source && takes_too_much_memory(&variant.gdg, &contracted, &bytes, &nest)? {
            self.fault = Some("its temporaries would take far more memory than the arrays that there are");
            return Ok(());
        }
        let first_cache = cx.machine.caches.first().map_or(0.0, |cache| cache.bytes as f64);
        self.n_temporaries = bytes.iter().filter(|bytes| **bytes > first_cache).count();
        let is_parallel = self.plans.iter().any(|plan| plan.parallel.is_some());
        self.cost = self.cost.with_temporaries(&bytes, &nest, cx.machine, is_parallel);
        Ok(())
    }

    /// Unrolls nothing.
    fn roll(&mut self, variant: &Variant, cx: &PassContext<'_>) -> Result<(), Error> {
        self.plans.iter_mut().for_each(BandPlan::roll);
        (self.has_temporaries, self.planned) = (false, None);
        let prediction = search::Prediction::of(&self.schedule, cx.machine, cx.settings)?;
        self.cost = prediction.cost(&self.shape.at(&variant.sizes)?, &self.plans);
        Ok(())
    }
}

/// Whether temporaries, of so many bytes, are far larger than the arrays of the program, if they are not small whatever the parameters are:
/// variables of a loop over pairs have an element for each pair where loops are distributed. There may be no such memory.
fn takes_too_much_memory(gdg: &Gdg, contracted: &Gdg, bytes: &[f64], nest: &Nest) -> Result<bool, Error> {
    let mut growing = 0.0;
    for (array, bytes) in contracted.arrays.iter().zip(bytes) {
        for extent in &array.extents {
            if !extent.as_ref().map_or(Ok(false), isl::PwAff::is_cst)? {
                growing += bytes;
                break;
            }
        }
    }
    let is_own = |index: &usize| gdg.arrays[*index].storage == Storage::External;
    let own: f64 = (0..gdg.arrays.len()).filter(is_own).map(|index| nest.accessed_bytes(index)).sum();
    Ok(growing > MOST_MEMORY * own)
}

/// How many times as large as the arrays of the program its temporaries may be.
const MOST_MEMORY: f64 = 16.0;

/// As [`worthwhile`], for skewed candidates against straight ones: their bounds cost more than the model sees.
const WORTH_SKEWING: f64 = 0.85;

/// As [`worthwhile`], for wavefronts against other parallel loops: the first and the last ones have few tiles, and a tile
/// runs elsewhere than those whose values it uses.
const WORTH_A_WAVEFRONT: f64 = 0.6;

/// The same where no other parallel loops are worthwhile.
const WORTH_A_WAVEFRONT_AT_ALL: f64 = 0.85;

/// As [`worthwhile`], for an order against those that are nearer to the original one.
const WORTH_ANOTHER_ORDER: f64 = 0.99;

/// As [`worthwhile`], for values that go from loop to loop through arrays that do not fit the first cache, where fewer do so in another order:
/// an order of Rodinia's `srad_v1` with five such arrays takes 1.45 times as long as one without, and was predicted to take 0.98
/// (Zen 4, 2 threads).
const WORTH_TEMPORARIES: f64 = 0.9;

/// As [`worthwhile`], for loops between static bounds: how many of their iterations have something to do is not known.
const WORTH_EMPTY_ITERATIONS: f64 = 0.6;

/// Nanoseconds to call a function with the loops, and to test that it may be called; a few cycles for each argument and test.
const OUTLINED_NS: f64 = 20.0;

/// The best candidate. Plans in one thread are not there to stand in for wavefronts, but for what is chosen in place of these.
fn choose(candidates: &[Candidate], settings: &Settings, worthwhile: f64) -> usize {
    let best = best_of(candidates, settings, worthwhile, |candidate| !candidate.is_instead_of_wavefront);
    match candidates[best].is_wavefront() && settings.rank.is_none() {
        true => best,
        false => best_of(candidates, settings, worthwhile, |_| true),
    }
}

/// The best of the candidates that are allowed.
fn best_of(
    candidates: &[Candidate],
    settings: &Settings,
    worthwhile: f64,
    is_allowed: impl Fn(&Candidate) -> bool,
) -> usize {
    let is_possible = |candidate: &Candidate| candidate.fault.is_none() && is_allowed(candidate);
    let possible = || (0..candidates.len()).filter(|&candidate| is_possible(&candidates[candidate]));
    let as_written = candidates[0].cost.total();
    let is_parallel =
        |candidate: &Candidate| candidate.plans.iter().any(|plan| plan.parallel.is_some()) && !candidate.is_wavefront();
    let pays = |candidate: &Candidate| candidate.cost.total() < worthwhile * as_written;
    let worth_a_wavefront =
        match possible().skip(1).any(|other| is_parallel(&candidates[other]) && pays(&candidates[other])) {
            true => WORTH_A_WAVEFRONT,
            false => WORTH_A_WAVEFRONT_AT_ALL,
        };
    let fewest_temporaries = possible().skip(1).map(|other| candidates[other].n_temporaries).min().unwrap_or(0);
    let cost = |candidate: usize| {
        let Candidate { cost, is_skewed, runs_empty, n_temporaries, plans, .. } = &candidates[candidate];
        let worth = match candidates[candidate].is_wavefront() {
            true => worth_a_wavefront,
            false if in_time_tiles(plans) => WORTH_TIME_TILES,
            false if *is_skewed => WORTH_SKEWING,
            false => 1.0,
        };
        let worth = if *n_temporaries > fewest_temporaries { worth * WORTH_TEMPORARIES } else { worth };
        cost.total() / if *runs_empty { worth * WORTH_EMPTY_ITERATIONS } else { worth }
    };
    let by_cost = |a: &usize, b: &usize| cost(*a).total_cmp(&cost(*b));
    let is_tiled = |candidate: &Candidate| candidate.plans.iter().any(|plan| plan.tiles.iter().any(|&size| size > 0));
    // Who gives tile sizes wants to see tiles.
    if !settings.tile_sizes.is_empty()
        && let Some(tiled) = possible().filter(|&candidate| is_tiled(&candidates[candidate])).min_by(by_cost)
    {
        return tiled;
    }
    // So does who wants arrays to be computed again.
    let is_wanted = |candidate: &usize| candidates[*candidate].is_wanted;
    if let Some(wanted) = possible().find(is_wanted) {
        return wanted;
    }
    let n_kept = usize::from(settings.rank.is_some());
    let Some(cheapest) = possible().skip(n_kept).min_by(by_cost) else { return 0 };
    let as_good = |candidate: &usize| WORTH_ANOTHER_ORDER * cost(*candidate) <= cost(cheapest);
    let best = possible().skip(1).find(as_good).unwrap_or(cheapest);
    let cost = candidates[best].cost.total();
    if cost + OUTLINED_NS < worthwhile * as_written { best } else { 0 }
}

fn describe(candidate: &Candidate) -> String {
    let text = crate::plans::candidate::describe(&candidate.plans);
    let fault = candidate.fault.map(str::to_owned);
    [Some(text).filter(|text| !text.is_empty()), fault].into_iter().flatten().collect::<Vec<_>>().join("; ")
}
