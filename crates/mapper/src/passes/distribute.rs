//! `distribute`: lets calls of functions run in vector lanes beside statements that cannot.

use polymill_gdg::{Gdg, Mark};
use polymill_isl as isl;

use super::contract::keeps_unknown_sizes;
use super::vectorize::is_innermost;
use crate::model::calls;
use crate::orders::distribute::distribute_strips;
use crate::tree::{change_last_member, statements_in};
use crate::{Changed, Error, Pass, PassContext};

/// Distributes innermost loops in which some statements call functions and others depend on earlier iterations, as in a
/// histogram of values that are computed: in strips, so that temporaries are small. The calls then run in vector lanes, which
/// compilers do if rounding may differ: this is done only then.
pub struct Distribute;

impl Pass for Distribute {
    fn name(&self) -> &'static str {
        "distribute"
    }

    fn description(&self) -> &'static str {
        "Distributes innermost loops in strips where functions are called beside what cannot run in vector lanes, if results \
         may be rounded in other ways."
    }

    fn completes(&self) -> bool {
        true
    }

    fn run(&self, gdg: &mut Gdg, cx: &mut PassContext<'_>) -> Result<Changed, Error> {
        let Some(dependences) = &gdg.dependences else { return Ok(Changed::No) };
        if !cx.settings.reassociate {
            return Ok(Changed::No);
        }
        let ordering = dependences.ordering()?;
        let distributed = distribute_below(gdg, &ordering, &gdg.schedule.get_root()?)?.get_schedule()?;
        if distributed.plain_is_equal(&gdg.schedule)? || keeps_unknown_sizes(gdg, &distributed)? {
            return Ok(Changed::No);
        }
        gdg.schedule = distributed;
        Ok(Changed::Yes)
    }
}

fn distribute_below(gdg: &Gdg, ordering: &isl::UnionMap, node: &isl::ScheduleNode) -> Result<isl::ScheduleNode, Error> {
    let is_decided = Mark::of(node)?.is_some() && is_innermost(&node.child(0)?)?;
    if is_decided {
        return Ok(node.clone());
    }
    if is_innermost(node)? {
        if !mixes_calls(gdg, node)? {
            return Ok(node.clone());
        }
        return change_last_member(node, |band| distribute_strips(band, ordering, &|part| calls_functions(gdg, part)));
    }
    let mut node = node.clone();
    for position in 0..node.n_children()? {
        node = distribute_below(gdg, ordering, &node.child(position)?)?.parent()?;
    }
    Ok(node)
}

/// Whether there are statements below that call functions, beside others that do not.
fn mixes_calls(gdg: &Gdg, node: &isl::ScheduleNode) -> Result<bool, Error> {
    let statements = statements_in(gdg, &node.get_universe_domain()?)?;
    let mut n_calling = 0;
    for statement in &statements {
        n_calling += usize::from(calls(statement)?);
    }
    Ok(n_calling > 0 && n_calling < statements.len())
}

fn calls_functions(gdg: &Gdg, part: &isl::UnionSet) -> Result<bool, Error> {
    for statement in statements_in(gdg, part)? {
        if calls(statement)? {
            return Ok(true);
        }
    }
    Ok(false)
}
