//! The pass scheduler: a queue of GDGs, each mapped by a strategy.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use polymill_diagnostics::Diagnostic;
use polymill_gdg::{Gdg, GdgId, Program};

use crate::candidate::Considered;
use crate::{Changed, Error, Machine, Pass, PassContext, Settings, Strategy};

/// What mapping a program gave beside the program itself.
#[derive(Default)]
pub struct Mapped {
    /// What the passes say.
    pub remarks: Vec<Diagnostic>,
    /// The candidates considered for each GDG that was mapped.
    pub considered: Vec<(GdgId, Vec<Considered>)>,
    /// How long each pass took, in the order in which they ran.
    pub times: Vec<PassTime>,
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
}

/// Maps every GDG of the program by the strategy.
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
    let mut mapped = Mapped::default();
    let mut queue: VecDeque<GdgId> = program.ids().collect();
    while let Some(id) = queue.pop_front() {
        let gdg = program.gdg_mut(id);
        polymill_gdg::validate(gdg)?;
        let mut considered = Vec::new();
        for pass in strategy.passes() {
            let start = Instant::now();
            let mut cx = PassContext { machine, settings, remarks: &mut mapped.remarks, considered: &mut considered };
            if let Err(error) = run_checked(pass.as_ref(), gdg, &mut cx) {
                mapped.remarks.push(undone(pass.as_ref(), gdg, &error));
            }
            mapped.times.push(PassTime { gdg: id, pass: pass.name(), time: start.elapsed() });
        }
        mapped.considered.push((id, considered));
    }
    Ok(mapped)
}

/// Runs a pass; on an error or a broken result the GDG is as before.
fn run_checked(pass: &dyn Pass, gdg: &mut Gdg, cx: &mut PassContext<'_>) -> Result<(), Error> {
    let before = gdg.clone();
    let context = gdg.context.ctx().clone();
    let result = context.with_budget(cx.settings.budget, || -> Result<(), Error> {
        if pass.run(gdg, cx)? == Changed::Yes {
            check(pass, gdg)?;
        }
        Ok(())
    });
    if result.is_err() {
        *gdg = before;
    }
    result
}

/// The IR is whole, and the order respects the dependences.
fn check(pass: &dyn Pass, gdg: &Gdg) -> Result<(), Error> {
    polymill_gdg::validate(gdg)?;
    let Some(dependences) = &gdg.dependences else { return Ok(()) };
    if polymill_analysis::respects(&dependences.ordering()?, &gdg.schedule)? {
        return Ok(());
    }
    Err(Error::Bug(format!("pass `{}` breaks a dependence of `{}`", pass.name(), gdg.name)))
}

fn undone(pass: &dyn Pass, gdg: &Gdg, error: &Error) -> Diagnostic {
    let why = match error {
        Error::Isl(error) if error.is_quota() => "it needed more than the budget of operations".to_owned(),
        other => other.to_string(),
    };
    Diagnostic::remark("pass-undone", format!("pass `{}` was undone for `{}`: {why}", pass.name(), gdg.name))
        .at_opt(gdg.span, "this region keeps the order it had before the pass")
}
