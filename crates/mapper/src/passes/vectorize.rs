//! `vectorize`: marks innermost loops that may run in vector lanes.

use polymill_gdg::{Gdg, Mark};
use polymill_isl as isl;

use crate::{Changed, Error, Pass, PassContext, tree};

/// Marks the innermost loops that carry no dependence. Loops whose statements are unrolled inside count as innermost.
pub struct Vectorize;

impl Pass for Vectorize {
    fn name(&self) -> &'static str {
        "vectorize"
    }

    fn description(&self) -> &'static str {
        "Marks the innermost loops that carry no dependence, so that the C compiler runs them in vector lanes."
    }

    fn run(&self, gdg: &mut Gdg, _: &mut PassContext<'_>) -> Result<Changed, Error> {
        let Some(dependences) = &gdg.dependences else {
            return Err(Error::Bug("`vectorize` needs the dependences".to_owned()));
        };
        let ordering = dependences.ordering()?;
        let root = gdg.schedule.get_root()?;
        let marked = mark_innermost(&root, &ordering)?.get_schedule()?;
        let changed = !marked.plain_is_equal(&gdg.schedule)?;
        gdg.schedule = marked;
        Ok(if changed { Changed::Yes } else { Changed::No })
    }
}

fn mark_innermost(node: &isl::ScheduleNode, ordering: &isl::UnionMap) -> Result<isl::ScheduleNode, Error> {
    let mut node = node.clone();
    if node.get_type()? == isl::ScheduleNodeType::Mark {
        // Already decided: a parallel loop is not a vector loop too.
        let band = node.child(0)?;
        if is_innermost(&band)? {
            return Ok(node);
        }
    } else if is_innermost(&node)? {
        let last = node.band_n_member()? - 1;
        let inner = if last > 0 { node.band_split(last)?.child(0)? } else { node.clone() };
        let member = &tree::members(&inner)?[0];
        let marked = match tree::differing(&tree::unordered_before(&inner, ordering)?, member)?.is_empty()? {
            true => tree::insert_mark(&inner, Mark::Simd)?,
            false => inner,
        };
        return Ok(if last > 0 { marked.parent()? } else { marked });
    }
    for position in 0..node.n_children()? {
        node = mark_innermost(&node.child(position)?, ordering)?.parent()?;
    }
    Ok(node)
}

/// A band with no other loops below than those that are unrolled.
fn is_innermost(node: &isl::ScheduleNode) -> Result<bool, Error> {
    if node.get_type()? != isl::ScheduleNodeType::Band || is_unrolled(node)? {
        return Ok(false);
    }
    fn loops_below(node: &isl::ScheduleNode) -> Result<bool, Error> {
        for position in 0..node.n_children()? {
            let child = node.child(position)?;
            if child.get_type()? == isl::ScheduleNodeType::Band && !is_unrolled(&child)? || loops_below(&child)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
    Ok(!loops_below(node)?)
}

fn is_unrolled(band: &isl::ScheduleNode) -> Result<bool, Error> {
    Ok(band.band_n_member()? == 1
        && (band.band_member_get_ast_loop_type(0)? == isl::AstLoopType::Unroll
            || band.band_member_get_isolate_ast_loop_type(0)? == isl::AstLoopType::Unroll))
}
