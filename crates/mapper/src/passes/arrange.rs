//! `arrange`: lays temporaries out along the loops that use them.

use polymill_gdg::{Array, ArrayId, Gdg, Statement, StatementId, Storage};
use polymill_isl as isl;

use super::vectorize::is_innermost;
use crate::model::innermost_strides;
use crate::plans::isolate::unrolled_child;
use crate::questions::moves::lay_out;
use crate::questions::work::box_size;
use crate::{Changed, Error, Pass, PassContext, tree};

/// Puts the dimension of a temporary last that innermost loops move along, where the order is another one than the source's: rows of
/// what `privatize` expanded by an outer loop lie far apart, and that loop may have become the innermost one. Loops that disagree are
/// weighed by how often their statements run.
///
/// Register blocks keep what they use as it is: their rows are laid out for the lanes.
pub struct Arrange;

/// As `worthwhile`: how many times more often innermost loops have to move along another dimension than along the last one.
const MORE_OFTEN: f64 = 2.0;

impl Pass for Arrange {
    fn name(&self) -> &'static str {
        "arrange"
    }

    fn description(&self) -> &'static str {
        "Puts the dimensions of temporaries last that innermost loops move along, so that these go from an element to the next one."
    }

    fn completes(&self) -> bool {
        true
    }

    fn run(&self, gdg: &mut Gdg, _: &mut PassContext<'_>) -> Result<Changed, Error> {
        if gdg.schedule.plain_is_equal(&gdg.original)? || !gdg.arrays.iter().any(has_orders) {
            return Ok(Changed::No);
        }
        let mut uses = vec![];
        collect(gdg, &gdg.schedule.get_root()?, &mut vec![], &mut uses)?;
        let mut changed = Changed::No;
        for id in (0..gdg.arrays.len()).map(ArrayId::new) {
            if has_orders(gdg.array(id))
                && let Some(last) = best_last(gdg, id, &uses)?
            {
                let array = gdg.array(id);
                let order: Vec<usize> = (0..array.n_dims()).filter(|each| *each != last).chain([last]).collect();
                let extents = order.iter().map(|dimension| array.extents[*dimension].clone()).collect();
                lay_out(gdg, id, &order, extents)?;
                changed = Changed::Yes;
            }
        }
        Ok(changed)
    }
}

/// Whether the generated code may order the dimensions of an array as it likes.
fn has_orders(array: &Array) -> bool {
    array.storage == Storage::Local && array.n_dims() >= 2 && array.extents.iter().all(Option::is_some)
}

/// Where an access of a temporary goes in the next iteration of the innermost loop around its statement.
struct Use {
    array: ArrayId,
    statement: StatementId,
    moves: Moves,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Moves {
    /// To the next element of a dimension.
    Along(usize),
    /// It stays, or goes elsewhere.
    Otherwise,
    /// In a register block.
    InBlock,
}

/// Collects how temporaries are used below a node; `loops` are the members of the bands outside of it.
fn collect(
    gdg: &Gdg,
    node: &isl::ScheduleNode,
    loops: &mut Vec<isl::UnionPwAff>,
    uses: &mut Vec<Use>,
) -> Result<(), Error> {
    let n_outside = loops.len();
    if node.get_type()? == isl::ScheduleNodeType::Band {
        loops.extend(tree::members(node)?);
        if is_innermost(node)? {
            let is_block = unrolled_child(node)?.is_some();
            for statement in tree::statements_in(gdg, &node.get_domain()?)? {
                collect_of(gdg, statement, loops, is_block, uses)?;
            }
            loops.truncate(n_outside);
            return Ok(());
        }
    }
    for position in 0..node.n_children()? {
        collect(gdg, &node.child(position)?, loops, uses)?;
    }
    loops.truncate(n_outside);
    Ok(())
}

/// Collects how a statement uses temporaries.
fn collect_of(
    gdg: &Gdg,
    statement: &Statement,
    loops: &[isl::UnionPwAff],
    is_block: bool,
    uses: &mut Vec<Use>,
) -> Result<(), Error> {
    let accesses = statement.accesses.iter().filter(|access| access.kind.is_read() || access.kind.is_write());
    if !accesses.clone().any(|access| has_orders(gdg.array(access.array))) {
        return Ok(());
    }
    let Some(id) = gdg.statement_named(&statement.name) else { return Ok(()) };
    for (access, moved) in accesses.zip(innermost_strides(gdg, id, loops)?) {
        let moves = if is_block { Moves::InBlock } else { moved.map_or(Moves::Otherwise, |moved| along(&moved)) };
        uses.push(Use { array: access.array, statement: id, moves });
    }
    Ok(())
}

/// The one dimension that an access moves along, if it goes to the next element.
fn along(moved: &[f64]) -> Moves {
    let mut moving = (0..moved.len()).filter(|dimension| moved[*dimension] != 0.0);
    match (moving.next(), moving.next()) {
        (Some(only), None) if moved[only].abs() == 1.0 => Moves::Along(only),
        _ => Moves::Otherwise,
    }
}

/// The dimension that should be last in place of the one that is.
fn best_last(gdg: &Gdg, id: ArrayId, uses: &[Use]) -> Result<Option<usize>, Error> {
    let last = gdg.array(id).n_dims() - 1;
    let uses = || uses.iter().filter(|each| each.array == id);
    let is_along_other = |each: &Use| matches!(each.moves, Moves::Along(dimension) if dimension != last);
    if !uses().any(is_along_other) || uses().any(|each| each.moves == Moves::InBlock) {
        return Ok(None);
    }
    let mut how_often = vec![0.0; last + 1];
    for each in uses() {
        if let Moves::Along(dimension) = each.moves {
            how_often[dimension] += n_iterations(gdg.statement(each.statement))?;
        }
    }
    let best = (0..last).max_by(|one, other| how_often[*one].total_cmp(&how_often[*other]));
    Ok(best.filter(|best| how_often[*best] > MORE_OFTEN * how_often[last]))
}

/// What a loop is taken to run if it does not always run as often: what it is exactly matters little here.
const USUAL: f64 = 100.0;

/// About how often a statement runs.
fn n_iterations(statement: &Statement) -> Result<f64, Error> {
    box_size(&statement.domain, |n_values| n_values.map_or(USUAL, |n| n.min(USUAL)))
}
