//! `reassociate`: sets the order of sums free where the user, or the type, allows another one.

use std::collections::BTreeSet;

use polymill_analysis::{ReductionOperator, accumulation, violations};
use polymill_gdg::{AccessId, ArrayId, Gdg, Origin, Relaxation, ScalarType, StatementId, Storage};
use polymill_isl as isl;

use crate::{Changed, Error, Pass, PassContext, Settings};

/// Sums, products, minima and maxima that end in a variable (`sum += a[i]`, `if (a[i] > max) max = a[i]`) are computed in any order: the dependences from one update to the next go, and
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
        "Gives up the order of the updates of a variable by sums, products, minima or maxima, where that is allowed: of floating point if \
         the user says so, of integers where nothing can overflow."
    }

    fn run(&self, gdg: &mut Gdg, cx: &mut PassContext<'_>) -> Result<Changed, Error> {
        let mut changed = Changed::No;
        if cx.settings.reassociate && !gdg.reassociable {
            gdg.reassociable = true;
            changed = Changed::Yes;
        }
        for id in (0..gdg.arrays.len()).map(ArrayId::new).collect::<Vec<_>>() {
            if let Some(updates) = updates(gdg, id)?
                && is_free(gdg, id, &updates, cx.settings)
            {
                set_free(gdg, id, &updates.statements)?;
                changed = Changed::Yes;
            }
        }
        Ok(changed)
    }
}

/// Whether the updates of a variable may be done in any order.
fn is_free(gdg: &Gdg, id: ArrayId, updates: &Updates, settings: &Settings) -> bool {
    match gdg.array(id).element {
        ScalarType::Float { .. } => settings.reassociate,
        // Another order may overflow where the source does not; what was built wraps.
        ScalarType::Int { signed: true, .. } => updates.operator.is_exact() || gdg.origin == Origin::Built,
        ScalarType::Int { .. } => true,
        ScalarType::Bool => false,
    }
}

/// What updates a variable by one operation.
struct Updates {
    statements: BTreeSet<StatementId>,
    operator: ReductionOperator,
}

/// The updates of an array, if it is a variable; `None` if there are none. Where the source writes only under conditions, no other
/// thread may know the variable: what threads found is combined whether they found something or not.
fn updates(gdg: &Gdg, id: ArrayId) -> Result<Option<Updates>, Error> {
    let array = gdg.array(id);
    let is_variable = array.storage == Storage::External && array.place.is_variable() && array.is_scalar();
    let mut found: Option<Updates> = None;
    for (index, statement) in gdg.statements.iter().enumerate().filter(|_| is_variable) {
        let Some(update) = accumulation(statement)? else { continue };
        let is_its = |access: &AccessId| statement.access(*access).array == id;
        let mut accesses = (0..statement.accesses.len()).map(AccessId::new).filter(is_its);
        if !is_its(&update.write) || !accesses.all(|access| update.is_of(access)) || statement.depth() == 0 {
            continue;
        }
        if update.is_conditional(statement) && !array.is_unshared {
            return Ok(None);
        }
        let updates = found.get_or_insert(Updates { statements: BTreeSet::new(), operator: update.op });
        if updates.operator != update.op {
            return Ok(None);
        }
        updates.statements.insert(StatementId::new(index));
    }
    Ok(found)
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
