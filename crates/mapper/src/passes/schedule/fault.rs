//! Why a candidate order cannot be taken.

use polymill_gdg::Gdg;
use polymill_isl as isl;

use super::Candidate;
use crate::Error;
use crate::orders::distribute::is_shifted;
use crate::orders::dynamic::needs_static_bounds;
use crate::passes::contract::keeps_unknown_sizes;
use crate::passes::vectorize::is_innermost;

/// Operations that isl may spend on the loops of a skewed candidate whose statements do not run apart.
const CODE_BUDGET: u64 = 100_000;
/// The same where they do: four sweeps over three arrays take 130,000, two over volumes 310,000.
const CODE_BUDGET_APART: u64 = 300_000;
/// The length of their text, for each statement.
const MAX_CODE_BYTES: usize = 12_000;

/// Partial register blocks stand apart, which takes to know where loops end.
pub(super) const PARTIAL_BLOCKS: &str = "only data say which of its blocks are full";

/// Statements of an innermost loop start at different iterations.
const SHIFTED_STATEMENTS: &str = "its innermost loop would ask which statements to run";

/// What is wrong with the schedule that a candidate's plans lead to.
pub(super) fn fault(gdg: &Gdg, candidate: &Candidate, schedule: &isl::Schedule) -> Result<Option<&'static str>, Error> {
    if needs_static_bounds(gdg, schedule)? {
        return Ok(Some(PARTIAL_BLOCKS));
    }
    if keeps_unknown_sizes(gdg, schedule)? {
        return Ok(Some("only data say how large its temporaries are"));
    }
    if candidate.is_skewed && shifts_statements(&schedule.get_root()?)? {
        return Ok(Some(SHIFTED_STATEMENTS));
    }
    let is_printable = is_printable(gdg, candidate, schedule)?;
    Ok((!is_printable).then_some("its code would be too long"))
}

/// Whether some statement of an innermost loop starts at another iteration than its neighbours, as those of stencils do whose
/// sweeps are fused: each is then asked in each iteration whether it runs, and no iterations run in vector lanes.
fn shifts_statements(node: &isl::ScheduleNode) -> Result<bool, Error> {
    for position in 0..node.n_children()? {
        if shifts_statements(&node.child(position)?)? {
            return Ok(true);
        }
    }
    if node.get_type()? != isl::ScheduleNodeType::Band || !is_innermost(node)? {
        return Ok(false);
    }
    let last = node.band_n_member()? - 1;
    is_shifted(node, last)
}

/// Whether the loops of the schedule can be made in reasonable time and are of reasonable size: the domains of skewed tiles
/// sometimes fall into hundreds of pieces. Others rarely do, and lowering has a budget too.
fn is_printable(gdg: &Gdg, candidate: &Candidate, schedule: &isl::Schedule) -> Result<bool, Error> {
    if !candidate.is_skewed {
        return Ok(true);
    }
    let budget = if candidate.runs_apart() { CODE_BUDGET_APART } else { CODE_BUDGET };
    let context = gdg.sizes()?;
    let schedule = schedule.with_wavefronts_joined()?;
    let generate = || {
        context.ctx().with_budget(budget, || -> isl::Result<usize> {
            let build = isl::AstBuild::from_context(&context)?;
            Ok(build.node_from_schedule(&schedule)?.to_c_str()?.len())
        })
    };
    // Where statements share tiles, isl takes longer without basis reduction.
    let at_first = || if candidate.runs_apart() { generate() } else { context.ctx().without_basis_reduction(generate) };
    let generated = match at_first() {
        Err(error) if error.is_quota() && !candidate.runs_apart() => generate(),
        generated => generated,
    };
    match generated {
        Ok(length) => Ok(length <= MAX_CODE_BYTES * gdg.statements.len()),
        Err(error) if error.is_quota() => Ok(false),
        Err(error) => Err(error.into()),
    }
}
