//! Proof and replay of one region.

use polymill_gdg::{Gdg, GdgId};
use polymill_verify::{
    Error as CheckError, ReplayOptions, Replayed, Trust, check_overlaps, check_printed, check_schedule, replay,
};

use super::{Outcome, RegionReport};
use crate::{Compiler, Optimized};

/// Checks what became of `before`. Regions whose order stays are left as they were, and there is nothing to check.
pub(super) fn check_region(compiler: &Compiler, before: &Gdg, optimized: &Optimized, id: GdgId) -> RegionReport {
    let after = optimized.program.gdg(id);
    let report = |left: Option<String>, [schedule, printed, replay]: [Outcome; 3]| RegionReport {
        name: after.name.clone(),
        place: String::new(),
        left,
        schedule,
        printed,
        replay,
        runs_empty: false,
        runs: Outcome::Skipped("it is not C".to_owned()),
    };
    let nothing = [(); 3].map(|()| Outcome::Skipped("the region was left as it was".to_owned()));
    if optimized.keeps_source(id) {
        let reason = "no other order is predicted to be clearly faster".to_owned();
        return report(Some(reason), nothing);
    }
    let nest = match optimized.nest(id) {
        Ok(nest) => nest,
        Err(error) => return report(Some(error.to_string()), nothing),
    };
    let budget = compiler.options().settings.budget;
    let context = after.context.ctx().clone();
    let proof = context.with_budget(budget, || {
        check_overlaps(before, after)?;
        check_schedule(after, Trust::Recompute)
    });
    let printed = context.with_budget(budget, || check_printed(after, nest));
    let replayed = context.with_budget(budget, || replay(before, after, nest, &ReplayOptions::default()));
    let runs_empty = replayed.as_ref().is_ok_and(|replayed| replayed.n_empty > 0);
    let report = report(
        None,
        [
            outcome(proof.map(|()| "every dependence is kept".to_owned())),
            outcome(printed.map(|()| "each instance is run once, and every dependence is kept".to_owned())),
            outcome(replayed.map(|replayed| describe(before, &replayed))),
        ],
    );
    RegionReport { runs_empty, ..report }
}

/// `1234 instances at 9 sizes, up to n = 9, m = 9`.
fn describe(gdg: &Gdg, replayed: &Replayed) -> String {
    let Replayed { sizes, n_instances, n_empty } = replayed;
    let largest = sizes.last().filter(|sizes| !sizes.is_empty());
    let values = largest.map(|sizes| {
        let pairs = gdg.params.iter().zip(sizes);
        pairs.map(|(param, value)| format!("{} = {value}", param.spelled())).collect::<Vec<_>>().join(", ")
    });
    let up_to = values.map_or(String::new(), |values| format!(", up to {values}"));
    let plural = if sizes.len() == 1 { "size" } else { "sizes" };
    let empty = match n_empty {
        0 => String::new(),
        n => format!("; {n} iterations of loops that had ended"),
    };
    format!("{n_instances} statement instances at {} {plural}{up_to}{empty}", sizes.len())
}

/// What a check found, and what it could not find out.
pub(super) fn outcome(result: Result<String, CheckError>) -> Outcome {
    match result {
        Ok(text) => Outcome::Passed(text),
        Err(CheckError::Unsupported(reason)) => Outcome::Skipped(reason),
        Err(CheckError::Isl(error)) if error.is_quota() => {
            Outcome::Skipped("it needs more than the budget of operations (--budget)".to_owned())
        }
        Err(error) => Outcome::Failed(error.to_string()),
    }
}
