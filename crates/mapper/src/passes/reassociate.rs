//! `reassociate`: sets the order of sums free where the user, or the type, allows another one.

use std::collections::BTreeSet;

use polymill_analysis::{Accumulation, accumulation, violations};
use polymill_gdg::{Array, ArrayId, BinaryOp, Gdg, Origin, Relaxation, ScalarType, StatementId, Storage};
use polymill_isl as isl;

use crate::{Changed, Error, Pass, PassContext, Settings};

/// Sums and products that end in a variable (`sum += a[i]`) are computed in any order: the dependences from one update to the next go, and
/// each update stays between what comes before all of them and what comes after. Loops around them may then run in threads, which OpenMP
/// combines.
///
/// Elements of arrays keep their order: their loops are parallel in another dimension, and their sums are in registers. The GDG says that
/// it need not be kept, for those who generate code.
pub struct Reassociate;

impl Pass for Reassociate {
    fn name(&self) -> &'static str {
        "reassociate"
    }

    fn description(&self) -> &'static str {
        "Gives up the order of the updates of a variable by sums or products, where that is allowed: of floating point if the user says \
         so, of integers that wrap."
    }

    fn run(&self, gdg: &mut Gdg, cx: &mut PassContext<'_>) -> Result<Changed, Error> {
        let mut changed = Changed::No;
        if cx.settings.reassociate && !gdg.reassociable {
            gdg.reassociable = true;
            changed = Changed::Yes;
        }
        for id in (0..gdg.arrays.len()).map(ArrayId::new).collect::<Vec<_>>() {
            if is_free(gdg, gdg.array(id), cx.settings)
                && let Some(updates) = updates(gdg, id)?
            {
                set_free(gdg, id, &updates)?;
                changed = Changed::Yes;
            }
        }
        Ok(changed)
    }
}

/// Whether an array is a variable whose updates may be done in any order.
fn is_free(gdg: &Gdg, array: &Array, settings: &Settings) -> bool {
    let is_variable = array.storage == Storage::External && array.place.is_variable() && array.is_scalar();
    is_variable
        && match array.element {
            ScalarType::Float { .. } => settings.reassociate,
            // Another order may overflow where the source does not; what was built wraps.
            ScalarType::Int { signed: true, .. } => gdg.origin == Origin::Built,
            ScalarType::Int { .. } => true,
            ScalarType::Bool => false,
        }
}

/// The statements that update a variable by one operation; `None` if there are none.
fn updates(gdg: &Gdg, id: ArrayId) -> Result<Option<BTreeSet<StatementId>>, Error> {
    let mut found = BTreeSet::new();
    let mut operation: Option<BinaryOp> = None;
    for (index, statement) in gdg.statements.iter().enumerate() {
        let Some(Accumulation { op, write, .. }) = accumulation(statement)? else { continue };
        let n_accesses = statement.accesses.iter().filter(|access| access.array == id).count();
        if statement.access(write).array != id || n_accesses != 2 || statement.depth() == 0 {
            continue;
        }
        if operation.is_some_and(|operation| operation != op) {
            return Ok(None);
        }
        operation = Some(op);
        found.insert(StatementId::new(index));
    }
    Ok((!found.is_empty()).then_some(found))
}

/// Gives up the order of the updates among themselves.
fn set_free(gdg: &mut Gdg, id: ArrayId, updates: &BTreeSet<StatementId>) -> Result<(), Error> {
    let users = gdg.accesses(|access| access.array == id)?.domain()?;
    let mut own = isl::UnionSet::empty(&users.get_space()?)?;
    for update in updates {
        own = own.union(&gdg.statement(*update).domain.to_union_set()?)?;
    }
    let others = users.subtract(&own)?;
    let in_order = |from: &isl::UnionSet, to: &isl::UnionSet| -> Result<isl::UnionMap, Error> {
        let pairs = isl::UnionMap::from_domain_and_range(from, to)?;
        Ok(pairs.subtract(&violations(&pairs, &gdg.original)?)?)
    };
    let removed = in_order(&own, &own)?;
    let around = in_order(&others, &own)?.union(&in_order(&own, &others)?)?;
    let name = &gdg.array(id).name;
    let reason = format!("the updates of `{name}` may be done in any order");
    let Some(dependences) = &mut gdg.dependences else { return Ok(()) };
    // What is around them stood between the first and the last of the updates only.
    Ok(dependences.relax(Relaxation { pass: "reassociate".to_owned(), removed, reason }, &around)?)
}
