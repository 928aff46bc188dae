//! `prefetch`: marks loops that fetch ahead what they read.

use polymill_gdg::{ExprKind, Gdg, Mark, Statement};
use polymill_isl as isl;

use super::vectorize::is_innermost;
use crate::orders::dynamic::is_ended_by_data;
use crate::{Changed, Error, Pass, PassContext, tree};

/// Marks the innermost loops that data end. Processors fetch ahead what is read element by element, but some are not far
/// enough ahead, and they begin anew with each row; rows that lie one behind the other in memory are better fetched across their
/// ends. Loops that call functions wait for these, and not for memory.
pub struct Prefetch;

impl Pass for Prefetch {
    fn name(&self) -> &'static str {
        "prefetch"
    }

    fn description(&self) -> &'static str {
        "Marks the innermost loops whose ends data say, so that they take several iterations at once, and fetch what they will \
         read some iterations later."
    }

    fn completes(&self) -> bool {
        true
    }

    fn run(&self, gdg: &mut Gdg, cx: &mut PassContext<'_>) -> Result<Changed, Error> {
        if cx.machine.prefetch_bytes == 0 {
            return Ok(Changed::No);
        }
        let marked = marked(gdg, &gdg.schedule.get_root()?, cx.machine.prefetch_bytes)?.get_schedule()?;
        let changed = !marked.plain_is_equal(&gdg.schedule)?;
        gdg.schedule = marked;
        Ok(if changed { Changed::Yes } else { Changed::No })
    }
}

/// The node, with marks below.
fn marked(gdg: &Gdg, node: &isl::ScheduleNode, bytes: u32) -> Result<isl::ScheduleNode, Error> {
    if is_innermost(node)? {
        return tree::change_last_member(node, |inner| {
            if !is_ended_by_data(gdg, inner)? || calls_below(gdg, inner)? {
                return Ok(None);
            }
            tree::insert_mark(inner, Mark::Prefetch(bytes)).map(Some)
        });
    }
    let mut node = node.clone();
    for position in 0..node.n_children()? {
        node = marked(gdg, &node.child(position)?, bytes)?.parent()?;
    }
    Ok(node)
}

/// Whether statements in a loop call functions.
fn calls_below(gdg: &Gdg, band: &isl::ScheduleNode) -> Result<bool, Error> {
    Ok(tree::statements_in(gdg, &band.get_domain()?)?.into_iter().any(calls))
}

fn calls(statement: &Statement) -> bool {
    let mut found = false;
    statement.body.for_each_expr(&mut |expr| {
        expr.for_each(&mut |each| found |= matches!(each.kind, ExprKind::Call(..)));
    });
    found
}
