//! The pass scheduler: a queue of GDGs, each mapped by a strategy. Passes may ask for specialized versions of the GDG that
//! they work on, which are queued in turn.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use polymill_diagnostics::Diagnostic;
use polymill_gdg::{Dependences, Gdg, GdgId, Origin, Program, Statement, Storage};
use polymill_isl as isl;

use crate::model::typical_sizes;
use crate::passes::{TYPICAL_SIZE, is_for_overlaps};
use crate::plans::candidate::Considered;
use crate::questions::sequential::forget_repeats;
use crate::questions::work::n_instances;
use crate::{
    Changed, Effort, Error, Machine, Pass, PassContext, Restart, Settings, Specialization, Strategy, specialize, tree,
};

/// What mapping a program gave beside the program itself.
#[derive(Default)]
pub struct Mapped {
    /// What the passes say.
    pub remarks: Vec<Diagnostic>,
    /// The candidates considered for each GDG that was mapped.
    pub considered: Vec<(GdgId, Vec<Considered>)>,
    /// How long each pass took, in the order in which they ran.
    pub times: Vec<PassTime>,
    /// What was built, before the passes.
    raised: BTreeMap<GdgId, Gdg>,
}

impl Mapped {
    /// Gives a GDG that was built its own order and statements back, as they were before the passes. `false` if it was not built.
    pub fn restore(&mut self, program: &mut Program, id: GdgId) -> bool {
        let Some(raised) = self.raised.get(&id) else { return false };
        self.considered.retain(|(other, _)| *other != id);
        restore(program.gdg_mut(id), raised);
        true
    }

    /// Maps a GDG again that was built, from its own order and with little effort, so that its code is short. `false` if it was not
    /// built.
    ///
    /// # Errors
    /// [`Error::Bug`] if the GDG is broken.
    pub fn map_simply(
        &mut self,
        program: &mut Program,
        id: GdgId,
        strategy: &Strategy,
        machine: &Machine,
        settings: &Settings,
    ) -> Result<bool, Error> {
        if !self.restore(program, id) {
            return Ok(false);
        }
        let raised = program.gdg(id).clone();
        let task = Task { effort: Effort::Little, max_versions: 1, ..Task::of(id, raised, settings) };
        let simply = map_tasks(program, [task].into(), strategy, machine, settings)?;
        self.remarks.extend(simply.remarks);
        self.considered.extend(simply.considered);
        self.times.extend(simply.times);
        Ok(true)
    }
}

/// Gives a GDG the order and the statements of another one, which it was made from.
fn restore(gdg: &mut Gdg, raised: &Gdg) {
    let Gdg { statements, arrays, original, .. } = raised.clone();
    *gdg = Gdg { statements, arrays, schedule: original.clone(), original, dependences: None, ..gdg.clone() };
}

/// Time spent in one pass on one GDG.
#[derive(Clone, Debug)]
pub struct PassTime {
    /// The GDG.
    pub gdg: GdgId,
    /// The pass.
    pub pass: &'static str,
    /// Wall-clock time, checks included.
    pub time: Duration,
    /// Operations of isl, checks included.
    pub operations: u64,
    /// Whether it was undone.
    pub is_undone: bool,
}

/// A GDG that waits to be mapped.
struct Task {
    gdg: GdgId,
    /// As it was raised.
    raised: Gdg,
    /// The position of the first pass to run.
    first_pass: usize,
    /// What earlier passes considered.
    considered: Vec<Considered>,
    /// How much is tried.
    effort: Effort,
    /// How many versions its family may have.
    max_versions: usize,
    /// Which sizes are typical, if that is known.
    typical_size: Option<i64>,
}

/// What is typical of the sizes that are left where there is a version for larger ones.
const SMALL_SIZE: i64 = 32;

impl Task {
    fn of(gdg: GdgId, raised: Gdg, settings: &Settings) -> Self {
        let Settings { effort, max_versions, typical_size, .. } = *settings;
        Self { gdg, raised, first_pass: 0, considered: vec![], effort, max_versions, typical_size }
    }
}

/// Maps every GDG of the program by the strategy, and the versions that passes ask for.
///
/// A pass that runs out of budget or leaves an order that is not legal is undone, with a remark; the next pass goes on
/// from the last good state.
///
/// # Errors
/// [`Error::Bug`] if a GDG is broken before mapping starts.
pub fn map(
    program: &mut Program,
    strategy: &Strategy,
    machine: &Machine,
    settings: &Settings,
) -> Result<Mapped, Error> {
    for id in program.ids().collect::<Vec<_>>() {
        for param in &mut program.gdg_mut(id).params {
            param.usual = settings.usual.get(&param.name).copied().or(param.usual);
        }
    }
    forget_repeats(program, settings)?;
    let task = |gdg| {
        let task = Task::of(gdg, program.gdg(gdg).clone(), settings);
        match is_fallback(program, gdg) {
            true => Task { effort: Effort::Little, max_versions: 1, ..task },
            false => task,
        }
    };
    let is_mapped = |id: &GdgId| program.gdg(*id).specialize_op.is_none();
    // Those with the most to do first: if there is not enough for all, nobody misses it where little is done.
    let work = |id: GdgId| work_of(program.gdg(id), settings).map(|work| (id, work));
    let mut ids = program.ids().filter(is_mapped).map(work).collect::<Result<Vec<_>, _>>()?;
    ids.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    let ids = ids.into_iter().map(|(id, _)| id);
    let queue = ids.map(task).collect();
    map_tasks(program, queue, strategy, machine, settings)
}

/// Maps what waits, and the versions that passes ask for.
fn map_tasks(
    program: &mut Program,
    queue: VecDeque<Task>,
    strategy: &Strategy,
    machine: &Machine,
    settings: &Settings,
) -> Result<Mapped, Error> {
    let mapped = Mapped::default();
    let n_statements: usize = program.gdgs().iter().map(|gdg| gdg.statements.len()).sum();
    let for_all = (FOR_A_STATEMENT * n_statements as u64).min(MOST_OF_TOTAL * settings.total_budget);
    let left = settings.total_budget.max(for_all);
    let mut scheduler = Scheduler { program, strategy, machine, settings, queue, mapped, left };
    while let Some(task) = scheduler.queue.pop_front() {
        // Outside of the budget: running out of it must not look like a broken GDG.
        polymill_gdg::validate(scheduler.program.gdg(task.gdg))?;
        let context = scheduler.program.gdg(task.gdg).context.ctx().clone();
        let cost = OperationCost::of(scheduler.program.gdg(task.gdg))?;
        let for_stages = for_stages(scheduler.program.gdg(task.gdg))?;
        let (share, before) = (scheduler.share() + for_stages, context.operations());
        let of_pass = cost.operations(settings.budget + for_stages);
        scheduler.run(task, Budget { all: cost.operations(share), of_pass })?;
        let used = context.operations().saturating_sub(before);
        scheduler.left = scheduler.left.saturating_sub(cost.of_operations(used).saturating_sub(for_stages));
    }
    Ok(scheduler.mapped)
}

struct Scheduler<'a> {
    program: &'a mut Program,
    strategy: &'a Strategy,
    machine: &'a Machine,
    settings: &'a Settings,
    queue: VecDeque<Task>,
    mapped: Mapped,
    /// Operations that are left for what waits.
    left: u64,
}

/// Whether a GDG is the general version of a family that a front end made: what it presumes in the others is expected to hold.
fn is_fallback(program: &Program, id: GdgId) -> bool {
    let family = program.specializer(id).and_then(|family| program.gdg(family).specialize_op.as_ref());
    let is_general = family.and_then(|op| op.versions.first()).is_some_and(|general| general.gdg == id);
    program.gdg(id).origin == Origin::Built && is_general
}

/// How much more than its equal share of what is left a GDG may take: most take little.
const SHARES: u64 = 8;

/// What each GDG may take whatever is left, so that small ones are not lost to large ones before them.
const LEAST_SHARE: u64 = 300_000;

/// About how many instances of statements a GDG runs.
fn work_of(gdg: &Gdg, settings: &Settings) -> Result<f64, Error> {
    n_instances(gdg, &typical_sizes(gdg, settings.typical_size.unwrap_or(TYPICAL_SIZE))?)
}

/// What there is for each statement of a program, if it has many: they are to be mapped as well as those of small ones, ...
const FOR_A_STATEMENT: u64 = 80_000;
/// ... within so many times the usual budget.
const MOST_OF_TOTAL: u64 = 5;

/// What a GDG may take beside its share, and each pass beside its budget, for each nest that leaves an array for others: all of
/// them may be tiled together, and all values have to be followed.
const FOR_A_STAGE: u64 = 400_000;

/// What a GDG may take for nests that leave arrays for others, one after the other.
fn for_stages(gdg: &Gdg) -> Result<u64, Error> {
    let top = gdg.original.get_root()?.child(0)?;
    if top.get_type()? != isl::ScheduleNodeType::Sequence {
        return Ok(0);
    }
    let leaves_array = |statement: &&Statement| {
        let mut writes = statement.accesses.iter().filter(|access| access.kind.is_write());
        writes.any(|access| !gdg.array(access.array).live_out && !gdg.array(access.array).is_scalar())
    };
    let mut n_stages = 0;
    for position in 0..top.n_children()? {
        let statements = tree::statements_in(gdg, &top.child(position)?.filter_get_filter()?)?;
        n_stages += u64::from(statements.iter().any(leaves_array));
    }
    Ok(n_stages * FOR_A_STAGE)
}

/// How much longer an operation of isl takes on a GDG than on small ones, in hundredths.
///
/// isl counts what it allocates. What it does in between takes longer for larger matrices: it made 4 to 5 million operations
/// a second for up to 3 parameters (PolyBench, NPB's SP and BT), 1.8 to 3.7 million for 7 (HOG, NPB's LU), 1.4 million
/// for 10 (LU) and 0.7 million for 17 (generated programs). The budget of a program is for up to 7 parameters and up to
/// 5 iterators and integer divisions; for more there are fewer operations.
#[derive(Clone, Copy)]
struct OperationCost(u64);

const USUAL_PARAMS: u64 = 7;

const USUAL_ITERATORS: u64 = 5;

impl OperationCost {
    fn of(gdg: &Gdg) -> isl::Result<Self> {
        let mut iterators = 0;
        for statement in &gdg.statements {
            for piece in statement.domain.get_basic_set_list()?.to_vec()? {
                iterators = iterators.max(piece.dim(isl::Dim::Set)? + piece.dim(isl::Dim::Div)?);
            }
        }
        let more_params = (gdg.context.dim(isl::Dim::Param)? as u64).saturating_sub(USUAL_PARAMS);
        Ok(Self((100 + 40 * more_params) * (iterators as u64).max(USUAL_ITERATORS) / USUAL_ITERATORS))
    }

    /// How many operations a budget is good for.
    fn operations(self, budget: u64) -> u64 {
        (u128::from(budget) * 100 / u128::from(self.0)) as u64
    }

    /// What operations take of a budget.
    fn of_operations(self, operations: u64) -> u64 {
        operations.saturating_mul(self.0) / 100
    }
}

/// What isl may do for a GDG, in operations.
struct Budget {
    /// For all passes but those that complete what others did.
    all: u64,
    /// For each pass.
    of_pass: u64,
}

/// What a GDG was before a pass.
struct Before {
    gdg: Gdg,
    considered: Vec<Considered>,
    /// The position of the pass.
    position: usize,
}

impl Scheduler<'_> {
    /// What the next GDG may take of what is left.
    fn share(&self) -> u64 {
        let n_waiting = self.queue.len() as u64 + 1;
        (self.left / n_waiting * SHARES).min(self.left).max(LEAST_SHARE)
    }

    /// Runs the passes on a GDG.
    fn run(&mut self, mut task: Task, budget: Budget) -> Result<(), Error> {
        let id = task.gdg;
        let context = self.program.gdg(id).context.ctx().clone();
        let first_operation = context.operations();
        let mut of_pass = budget.of_pass;
        let Task { effort, max_versions, typical_size, .. } = task;
        let settings = Settings { effort, max_versions, typical_size, ..self.settings.clone() };
        for (position, pass) in self.strategy.passes().iter().enumerate().skip(task.first_pass) {
            // Nothing is made of the order of what stays as it is written, if it is written somewhere.
            let is_kept = task.considered.first().is_some_and(|as_written| as_written.chosen);
            if is_kept && self.program.gdg(id).origin == Origin::Source {
                break;
            }
            if self.program.gdg(id).is_conditional() && !pass.knows_conditions() {
                continue;
            }
            let start = Instant::now();
            let before = Before { gdg: self.program.gdg(id).clone(), considered: task.considered.clone(), position };
            let mut wanted = vec![];
            let left = budget.all.saturating_sub(context.operations().saturating_sub(first_operation));
            let budget = if pass.completes() { of_pass } else { of_pass.min(left).max(1) };
            let n_versions = self.program.versions(id).len();
            let mut cx = PassContext {
                may_specialize: n_versions < self.settings.max_versions.min(max_versions),
                machine: self.machine,
                settings: &settings,
                budget,
                remarks: &mut self.mapped.remarks,
                considered: &mut task.considered,
                specializations: &mut wanted,
            };
            let (result, operations) = run_checked(pass.as_ref(), self.program.gdg_mut(id), &mut cx, budget);
            let (time, is_undone) = (start.elapsed(), result.is_err());
            self.mapped.times.push(PassTime { gdg: id, pass: pass.name(), time, operations, is_undone });
            if let Err(error) = result {
                self.mapped.remarks.push(undone(pass.as_ref(), self.program.gdg(id), &error));
                task.considered = before.considered;
                if pass.is_essential() {
                    break;
                }
                // What took too long once takes long in the passes after it, too.
                if error.is_quota() && operations > of_pass / 2 {
                    of_pass /= 2;
                }
                continue;
            }
            let (asks_for_versions, has_usual) = (!wanted.is_empty(), wanted.iter().any(|request| request.is_usual));
            for request in wanted {
                self.specialize(pass.as_ref(), &task, &before, &request);
            }
            if has_usual {
                task.first_pass = position + 1;
                // What was built runs so for small sizes only.
                if self.program.gdg(id).origin == Origin::Built {
                    task.effort = Effort::Little;
                    task.typical_size = task.typical_size.or(Some(SMALL_SIZE));
                }
                self.queue.push_back(task);
                return Ok(());
            }
            // What runs where arrays overlap stays as it is: it is rarely run, and rarely can be made faster.
            if asks_for_versions && is_for_overlaps(self.program.gdg(id)) {
                return Ok(());
            }
        }
        if self.program.gdg(id).origin == Origin::Built {
            if has_grown(self.program.gdg(id), &task.raised)? {
                restore(self.program.gdg_mut(id), &task.raised);
            }
            self.mapped.raised.insert(id, task.raised);
        }
        self.mapped.considered.push((id, task.considered));
        Ok(())
    }

    /// Makes the version that a pass asked for, and queues it.
    fn specialize(&mut self, pass: &dyn Pass, task: &Task, before: &Before, request: &Specialization) {
        let id = task.gdg;
        if self.program.versions(id).len() >= self.settings.max_versions {
            self.mapped.remarks.push(dropped(pass, self.program.gdg(id), &request.constraints));
            return;
        }
        let (template, first_pass, considered) = match self.settings.restart {
            Restart::Partial => (before.gdg.clone(), before.position, before.considered.clone()),
            Restart::Full => (task.raised.clone(), 0, vec![]),
        };
        let context = template.context.ctx().clone();
        let make = || -> Result<_, Error> {
            let source = match considered.first().filter(|_| request.as_written) {
                Some(source) => source.applied_to(&template)?,
                None => None,
            };
            let is_source = source.is_some();
            Ok((specialize(self.program, id, request, source.unwrap_or(template))?, is_source))
        };
        match context.with_budget(self.settings.budget, make) {
            Ok((None, _)) => {}
            Ok((Some(gdg), is_source)) => {
                let mut considered = considered;
                if is_source {
                    considered.iter_mut().enumerate().for_each(|(position, each)| each.chosen = position == 0);
                }
                let Task { raised, effort, max_versions, typical_size, .. } = task;
                let (raised, effort, max_versions, typical_size) =
                    (raised.clone(), *effort, *max_versions, *typical_size);
                let version = Task { gdg, raised, first_pass, considered, effort, max_versions, typical_size };
                // What runs where no arrays overlap is what runs.
                if request.is_usual || is_for_overlaps(self.program.gdg(task.gdg)) {
                    self.queue.push_front(version);
                } else {
                    self.queue.push_back(version);
                }
            }
            Err(error) => self.mapped.remarks.push(undone(pass, self.program.gdg(id), &error)),
        }
    }
}

fn dropped(pass: &dyn Pass, gdg: &Gdg, constraints: &isl::Set) -> Diagnostic {
    let message = format!("pass `{}` would make a version of `{}` for {constraints}", pass.name(), gdg.name);
    Diagnostic::remark("version-dropped", message).at_opt(gdg.span, "there are as many versions as may be")
}

/// Runs a pass; on an error or a broken result the GDG is as before. Also says how many operations it took.
fn run_checked(pass: &dyn Pass, gdg: &mut Gdg, cx: &mut PassContext<'_>, budget: u64) -> (Result<(), Error>, u64) {
    let before = gdg.clone();
    let context = gdg.context.ctx().clone();
    let start = context.operations();
    let changed = context.with_budget(budget, || pass.run(gdg, cx));
    let result = match changed {
        // What it takes to check the result must not decide whether there is time for one.
        Ok(Changed::Yes) => context.with_budget(budget, || check(pass, &before, gdg)),
        Ok(Changed::No) => Ok(()),
        Err(error) => Err(error),
    };
    if result.is_err() {
        *gdg = before;
    }
    (result, context.operations().saturating_sub(start))
}

/// The IR is whole, all values are computed as before, and the order respects the dependences.
fn check(pass: &dyn Pass, before: &Gdg, gdg: &Gdg) -> Result<(), Error> {
    polymill_gdg::validate_change(before, gdg)?;
    if !pass.compares_values()
        && let Some(difference) = polymill_analysis::same_values(before, gdg)?
    {
        let message = format!("pass `{}` changes the values of `{}`: {difference}", pass.name(), gdg.name);
        return Err(Error::Bug(message));
    }
    let Some(dependences) = &gdg.dependences else { return Ok(()) };
    if is_known_order(before, gdg, dependences)?
        || polymill_analysis::respects(&dependences.ordering()?, &gdg.schedule)?
    {
        return Ok(());
    }
    Err(Error::Bug(format!("pass `{}` breaks a dependence of `{}`", pass.name(), gdg.name)))
}

/// Whether neither the dependences nor the order have changed.
fn is_known_order(before: &Gdg, gdg: &Gdg, dependences: &Dependences) -> Result<bool, Error> {
    let are_known = before.dependences.as_ref().is_some_and(|known| known.is_same_object(dependences));
    Ok(are_known && tree::is_same_order(&before.schedule.get_root()?, &gdg.schedule.get_root()?)?)
}

fn undone(pass: &dyn Pass, gdg: &Gdg, error: &Error) -> Diagnostic {
    let why =
        if error.is_quota() { "it needed more than the budget of operations".to_owned() } else { error.to_string() };
    Diagnostic::remark("pass-undone", format!("pass `{}` was undone for `{}`: {why}", pass.name(), gdg.name))
        .at_opt(gdg.span, "this region keeps the order it had before the pass")
}

/// Whether there are more elements of temporaries than before: privatization gave each iteration its own, and contraction did not take
/// them back, for want of a budget or because the order needs them. Nobody may have that much memory.
fn has_grown(gdg: &Gdg, raised: &Gdg) -> Result<bool, Error> {
    for array in gdg.arrays.iter().filter(|array| array.storage == Storage::Local) {
        // A private copy has the array's name and a number.
        let stem = array.name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('_');
        let known = raised.array_named(&array.name).or_else(|| raised.array_named(stem));
        let Some(n_before) = known.map(|id| raised.array(id).n_dims()) else { continue };
        for extent in array.extents.iter().take(array.n_dims().saturating_sub(n_before)) {
            match extent {
                Some(extent) if extent.is_cst()? => {}
                _ => return Ok(true),
            }
        }
    }
    Ok(false)
}
