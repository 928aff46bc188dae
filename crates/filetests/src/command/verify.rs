//! Proof and replay of what the mapper and lowering make.

use polymill_gdg::{Gdg, GdgId, Program};
use polymill_lower::{LoopNest, Tidying, Validated, lower};
use polymill_verify::{Error, ReplayOptions, Trust, check_overlaps, check_printed, check_schedule, replay};

use super::Outcome;
use super::input::Input;
use super::map::{PassArgs, run_passes};

/// Checks each GDG after the passes: its schedule is legal, and its loops do at small sizes what the original does.
pub(super) fn run(mut input: Input, args: &PassArgs) -> Result<Outcome, String> {
    let before = input.program.clone();
    run_passes(&mut input, args)?;
    let mut text = String::new();
    for id in before.ids() {
        for version in input.program.versions(id) {
            let mapped = input.program.gdg(version);
            if mapped.is_conditional() {
                text += &format!("{}: the source's code\n", mapped.name);
                continue;
            }
            match check(before.gdg(id), mapped) {
                Ok(()) => text += &format!("{}: legal, replayed\n", mapped.name),
                Err(message) => return Ok(Outcome::error(None, message)),
            }
        }
    }
    Ok(input.outcome(text))
}

fn check(original: &Gdg, mapped: &Gdg) -> Result<(), String> {
    check_overlaps(original, mapped).map_err(|error| error.to_string())?;
    check_schedule(mapped, Trust::Recompute).map_err(|error| error.to_string())?;
    let nest = lower(mapped, &Tidying::default()).map_err(|error| error.to_string())?;
    replayed(original, mapped, &nest)
}

/// Runs the loops of a GDG at small sizes, on symbolic values, and proves that they keep dependences, as far as that can be
/// done.
fn replayed(original: &Gdg, mapped: &Gdg, nest: &Validated<LoopNest>) -> Result<(), String> {
    replay(original, mapped, nest, &ReplayOptions::default()).map_err(|error| error.to_string())?;
    let proof = mapped.context.ctx().with_budget(PROOF_BUDGET, || check_printed(mapped, nest));
    match proof {
        Err(error @ Error::Illegal(_)) => Err(error.to_string()),
        _ => Ok(()),
    }
}

/// Operations that isl may spend on the proof of one nest.
const PROOF_BUDGET: u64 = 5_000_000;

/// Checks the loops that a command prints, so that no wrong code is ever taken for the expected.
pub(super) fn check_loops<'a, E>(
    before: &Program,
    after: &Program,
    nest: impl Fn(GdgId) -> Result<&'a Validated<LoopNest>, E>,
) -> Result<(), String> {
    for id in before.ids() {
        for version in after.versions(id) {
            let (mapped, Ok(nest)) = (after.gdg(version), nest(version)) else { continue };
            replayed(before.gdg(id), mapped, nest)
                .map_err(|error| format!("the loops of `{}` are wrong: {error}", mapped.name))?;
        }
    }
    Ok(())
}
