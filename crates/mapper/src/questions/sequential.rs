//! Whether loops are likely to run in threads, before dependences are known.

use std::collections::BTreeSet;

use polymill_gdg::{Access, AccessKind, ArrayId, Expr, ExprKind, Gdg, Program, ScalarType, Statement, Storage};
use polymill_isl as isl;

use super::work::n_instances;
use crate::model::typical_sizes;
use crate::passes::TYPICAL_SIZE;
use crate::{Error, Settings, tree};

/// Threads are awake in regions that run many times, but where one thread goes over as many data in between, it takes them from the
/// caches of others, and back: this costs more than waking threads. So regions that have no more loops around their statements than
/// sequential ones of the program are no longer taken to run many times.
pub(crate) fn forget_repeats(program: &mut Program, settings: &Settings) -> Result<(), Error> {
    let mut depth = 0;
    for gdg in program.gdgs().iter().filter(|gdg| gdg.repeated) {
        depth = depth.max(sequential_depth(gdg, settings.reassociate)?);
        let sizes = typical_sizes(gdg, settings.typical_size.unwrap_or(TYPICAL_SIZE))?;
        if n_instances(gdg, &sizes)? < FEW_INSTANCES {
            depth = depth.max(deepest(gdg));
        }
    }
    for id in program.ids().collect::<Vec<_>>() {
        let gdg = program.gdg_mut(id);
        gdg.repeated &= deepest(gdg) > depth;
    }
    Ok(())
}

/// So few instances do not run in threads, which takes microseconds: at about a nanosecond each, they take ten. (A cavity of 101 x 101
/// points, whose pressure one thread computes: 0.7 to 0.95 of the speed without threads, if others compute the rest; Zen 4.)
const FEW_INSTANCES: f64 = 16384.0;

fn deepest(gdg: &Gdg) -> usize {
    gdg.statements.iter().map(Statement::depth).max().unwrap_or(0)
}

/// How many loops are around statements whose two outermost loops seem to carry dependences.
fn sequential_depth(gdg: &Gdg, reassociate: bool) -> Result<usize, Error> {
    let mut depth = 0;
    for nest in nests(gdg)? {
        if !(0..2).any(|position| seems_parallel(gdg, &nest, position, reassociate)) {
            depth = depth.max(nest.iter().map(|statement| statement.depth()).max().unwrap_or(0));
        }
    }
    Ok(depth)
}

/// The statements that share an outermost loop of the source, for each of these.
fn nests(gdg: &Gdg) -> Result<Vec<Vec<&Statement>>, Error> {
    let top = gdg.original.get_root()?.child(0)?;
    if top.get_type()? != isl::ScheduleNodeType::Sequence {
        return Ok(vec![gdg.statements.iter().collect()]);
    }
    let filters = 0..top.n_children()?;
    filters.map(|position| tree::statements_in(gdg, &top.child(position)?.filter_get_filter()?)).collect()
}

/// Whether iterations of the loop at a position access what they write by subscripts that tell them apart: one that is the same
/// function of the loop's iterator in all accesses.
fn seems_parallel(gdg: &Gdg, nest: &[&Statement], position: usize, reassociate: bool) -> bool {
    let accesses =
        || nest.iter().flat_map(|statement| statement.accesses.iter().map(move |access| (*statement, access)));
    let written: BTreeSet<ArrayId> =
        accesses().filter(|(_, access)| access.kind.is_write()).map(|(_, access)| access.array).collect();
    let shared = written.into_iter().filter(|id| gdg.array(*id).storage != Storage::Local);
    shared.into_iter().all(|id| {
        let is_float = matches!(gdg.array(id).element, ScalarType::Float { .. });
        let is_sum = gdg.array(id).is_scalar() && (reassociate || !is_float);
        let of_array: Vec<(&Statement, &Access)> =
            accesses().filter(|(_, access)| access.array == id && access.kind != AccessKind::Kill).collect();
        let tells_apart = |dim: usize| {
            let mut same: Option<&Expr> = None;
            of_array.iter().all(|(statement, access)| {
                let Some(subscript) = access.subscripts.get(dim).map(Expr::unconverted) else { return false };
                let mut moves = false;
                subscript.for_each(&mut |part| moves |= part.kind == ExprKind::Iterator(position));
                statement.depth() > position && moves && **same.get_or_insert(subscript) == *subscript
            })
        };
        is_sum || (0..gdg.array(id).n_dims()).any(tells_apart)
    })
}
