//! `vectorize`: marks innermost loops that may run in vector lanes.

use polymill_gdg::{Gdg, Mark};
use polymill_isl as isl;

use crate::model::innermost_strides;
use crate::orders::dynamic::decides_ends;
use crate::plans::isolate::unrolled_child;
use crate::{Changed, Error, Pass, PassContext, tree};

/// Marks the innermost loops whose accesses are adjacent in memory. A band may become several loops, of which some carry
/// a dependence: lowering proves for each whether it may run in vector lanes. Loops whose statements are unrolled inside
/// count as innermost.
pub struct Vectorize;

impl Pass for Vectorize {
    fn name(&self) -> &'static str {
        "vectorize"
    }

    fn description(&self) -> &'static str {
        "Marks the innermost loops whose accesses are adjacent in memory, so that the C compiler runs them in vector lanes \
         where they carry no dependence."
    }

    fn completes(&self) -> bool {
        true
    }

    fn run(&self, gdg: &mut Gdg, _: &mut PassContext<'_>) -> Result<Changed, Error> {
        let root = gdg.schedule.get_root()?;
        let marked = Marking { gdg }.mark(&root, &mut Vec::new())?.get_schedule()?;
        let changed = !marked.plain_is_equal(&gdg.schedule)?;
        gdg.schedule = marked;
        Ok(if changed { Changed::Yes } else { Changed::No })
    }
}

/// Where accesses go in the next iteration of a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Moves {
    /// To the same element or the next one.
    ToNext,
    /// Reads go where data say, others as for `ToNext`.
    WhereDataSay,
    Otherwise,
}

struct Marking<'a> {
    gdg: &'a Gdg,
}

impl Marking<'_> {
    /// Marks the innermost loops below the node; `loops` are the members of the bands outside of it.
    fn mark(&self, node: &isl::ScheduleNode, loops: &mut Vec<isl::UnionPwAff>) -> Result<isl::ScheduleNode, Error> {
        let mut node = node.clone();
        let n_outside = loops.len();
        if node.get_type()? == isl::ScheduleNodeType::Mark {
            // Already decided: a parallel loop is not a vector loop too.
            let band = node.child(0)?;
            if is_innermost(&band)? {
                return Ok(node);
            }
        } else if node.get_type()? == isl::ScheduleNodeType::Band {
            loops.extend(tree::members(&node)?);
            if is_innermost(&node)? {
                let marked = self.mark_last_member(&node, loops);
                loops.truncate(n_outside);
                return marked;
            }
        }
        for position in 0..node.n_children()? {
            node = self.mark(&node.child(position)?, loops)?.parent()?;
        }
        loops.truncate(n_outside);
        Ok(node)
    }

    fn mark_last_member(
        &self,
        node: &isl::ScheduleNode,
        loops: &[isl::UnionPwAff],
    ) -> Result<isl::ScheduleNode, Error> {
        tree::change_last_member(node, |inner| {
            let mark = match self.moves(inner, loops)? {
                Moves::ToNext => Mark::Simd,
                Moves::WhereDataSay => Mark::Independent,
                Moves::Otherwise => return Ok(None),
            };
            tree::insert_mark(inner, mark).map(Some)
        })
    }

    /// How accesses below move from iteration to iteration. Reads that go where data say would be gathered, which the C compiler should
    /// only do where it finds it worthwhile. Behind a test of data it does not ask.
    fn moves(&self, band: &isl::ScheduleNode, loops: &[isl::UnionPwAff]) -> Result<Moves, Error> {
        let mut all_moves = Moves::ToNext;
        let inside = unrolled_below(band)?;
        for set in band.get_domain()?.get_set_list()?.to_vec()? {
            let name = set.get_tuple_name()?.unwrap_or_default();
            let Some(statement) = self.gdg.statement_named(&name) else { continue };
            // The innermost loop stands last.
            let (innermost, outer) = match loops.split_last() {
                Some(parts) => parts,
                None => return Ok(Moves::Otherwise),
            };
            let mut all = outer.to_vec();
            all.extend(inside.iter().cloned());
            all.push(innermost.clone());
            let accesses = &self.gdg.statement(statement).accesses;
            let accesses = accesses.iter().filter(|access| access.kind.is_read() || access.kind.is_write());
            let is_tested = decides_ends(self.gdg.statement(statement), innermost)?;
            for (access, moved) in accesses.zip(innermost_strides(self.gdg, statement, &all)?) {
                let is_data = |subscript| !self.gdg.statement(statement).arrays_in(subscript).is_empty();
                let is_gathered = access.kind.is_read() && access.subscripts.iter().any(is_data);
                let is_adjacent = moved.is_some_and(|moved| match moved.split_last() {
                    Some((last, outer)) => outer.iter().all(|stride| *stride == 0.0) && (*last == 0.0 || *last == 1.0),
                    None => true,
                });
                match (is_adjacent, is_gathered) {
                    (true, _) => {}
                    (false, true) if is_tested => {}
                    (false, true) => all_moves = Moves::WhereDataSay,
                    (false, false) => return Ok(Moves::Otherwise),
                }
            }
        }
        Ok(all_moves)
    }
}

/// Members of the unrolled bands directly below.
fn unrolled_below(band: &isl::ScheduleNode) -> Result<Vec<isl::UnionPwAff>, Error> {
    let mut found = Vec::new();
    let mut node = band.clone();
    while let Some(unrolled) = unrolled_child(&node)? {
        found.extend(tree::members(&unrolled)?);
        node = unrolled;
    }
    Ok(found)
}

/// A band with no other loops below than those that are unrolled.
pub(super) fn is_innermost(node: &isl::ScheduleNode) -> Result<bool, Error> {
    fn loops_below(node: &isl::ScheduleNode) -> Result<bool, Error> {
        if let Some(unrolled) = unrolled_child(node)? {
            return loops_below(&unrolled);
        }
        for position in 0..node.n_children()? {
            let child = node.child(position)?;
            if child.get_type()? == isl::ScheduleNodeType::Band || loops_below(&child)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
    Ok(node.get_type()? == isl::ScheduleNodeType::Band && !loops_below(node)?)
}
