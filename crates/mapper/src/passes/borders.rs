//! `borders`: separates the borders of arrays from what is inside of them.

use std::collections::BTreeSet;

use polymill_gdg::{AccessId, AccessKind, BinaryOp, Expr, ExprKind, Gdg, Instances, Origin, Statement, StatementId};
use polymill_isl as isl;

use crate::orders::split::replace_by_parts;
use crate::{Changed, Error, Pass, PassContext};

/// A filter clamps the positions of the neighbours that it reads to those that there are, or takes the point itself for a neighbour that
/// is not there. That only matters at the border of an image, but such subscripts keep all of the image from lanes, tiles and register
/// blocks. So a statement whose subscripts have conditions in them becomes several: one for the points all of whose neighbours are there,
/// with subscripts that have none, and one for each side of the border.
///
/// Index-set splitting is from Griebl, Feautrier and Lengauer ("Index set splitting", International Journal of Parallel Programming, 2000).
///
/// What was built has been separated before.
pub struct Borders;

/// In regions with more statements, none is taken apart.
const MAX_STATEMENTS: usize = 12;

/// There may be so many parts of the border; all of them and what is inside are convex.
const MAX_PARTS: usize = 6;

impl Pass for Borders {
    fn name(&self) -> &'static str {
        "borders"
    }

    fn description(&self) -> &'static str {
        "Separates the borders of arrays, where subscripts are clamped to them, from what is inside."
    }

    fn run(&self, gdg: &mut Gdg, _: &mut PassContext<'_>) -> Result<Changed, Error> {
        let mut changed = Changed::No;
        if gdg.origin != Origin::Source || gdg.statements.len() > MAX_STATEMENTS {
            return Ok(changed);
        }
        for id in (0..gdg.statements.len()).rev().map(StatementId::new) {
            if let Some(parts) = Parts::of(gdg, id)? {
                parts.apply(gdg, id)?;
                gdg.dependences = None;
                changed = Changed::Yes;
            }
        }
        Ok(changed)
    }
}

/// A condition of a subscript, and whether it holds inside.
type Test = (Expr, bool);

/// A statement in parts.
struct Parts {
    /// Where they are: what is inside, then the sides of the border.
    domains: Vec<isl::Set>,
    /// The subscripts that are other ones inside.
    subscripts: Vec<(AccessId, Vec<Expr>)>,
}

impl Parts {
    fn of(gdg: &Gdg, id: StatementId) -> Result<Option<Self>, Error> {
        let statement = gdg.statement(id);
        let (mut tests, mut subscripts) = (vec![], vec![]);
        for (position, access) in statement.accesses.iter().enumerate() {
            let usual: Option<Vec<Expr>> = access.subscripts.iter().map(|each| usual(each, &mut tests)).collect();
            let Some(usual) = usual else { return Ok(None) };
            if usual != access.subscripts {
                if access.kind != AccessKind::Read {
                    return Ok(None);
                }
                subscripts.push((AccessId::new(position), usual));
            }
        }
        let moved = moved_by_stores(statement);
        if tests.is_empty() || moved.is_empty() {
            return Ok(None);
        }
        let instances = Instances::of(gdg, statement);
        let valid = gdg.context.intersect(&gdg.assumptions)?;
        let is_part = |set: &isl::Set| -> Result<bool, Error> {
            Ok(set.n_basic_set()? == 1 && !set.intersect_params(&valid)?.is_empty()?)
        };
        let (mut inside, mut sides) = (statement.domain.clone(), vec![]);
        for (condition, holds) in &tests {
            let Some(set) = instances.condition(condition)? else { return Ok(None) };
            let set = set.set_tuple_name(&statement.name)?;
            // Points some of whose neighbours are not there.
            let mut side = if *holds { inside.subtract(&set)? } else { inside.intersect(&set)? };
            for iterator in (0..statement.depth()).filter(|iterator| !moved.contains(iterator)) {
                side = side.eliminate(isl::Dim::Set, iterator, 1)?;
            }
            let side = inside.intersect(&side)?.coalesce()?;
            if side.intersect_params(&valid)?.is_empty()? {
                continue;
            }
            inside = inside.subtract(&side)?.coalesce()?;
            if !is_part(&side)? {
                return Ok(None);
            }
            sides.push(side);
        }
        if sides.is_empty() || sides.len() > MAX_PARTS || !is_part(&inside)? {
            return Ok(None);
        }
        let domains = std::iter::once(inside).chain(sides).collect();
        Ok(Some(Self { domains, subscripts }))
    }

    fn apply(self, gdg: &mut Gdg, id: StatementId) -> Result<(), Error> {
        replace_by_parts(gdg, id, &self.domains)?;
        for (access, subscripts) in self.subscripts {
            let statement = gdg.statement(id);
            let array = gdg.array(statement.access(access).array);
            let elements = Instances::of(gdg, statement).elements(array, &subscripts)?;
            let relation = elements.relation.set_tuple_name(isl::Dim::In, &statement.name)?;
            let own = &mut gdg.statements[id.index()].accesses[access.index()];
            (own.relation, own.subscripts) = (relation, subscripts);
        }
        Ok(())
    }
}

/// The iterators that say where a statement stores.
fn moved_by_stores(statement: &Statement) -> BTreeSet<usize> {
    let stores = statement.accesses.iter().filter(|access| access.kind.is_write());
    stores.flat_map(|access| &access.subscripts).flat_map(iterators_in).collect()
}

fn iterators_in(expr: &Expr) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    expr.for_each(&mut |e| {
        if let ExprKind::Iterator(position) = e.kind {
            found.insert(position);
        }
    });
    found
}

/// A subscript as it is inside; the conditions in it are added to `tests`. `None` if it is not known which case is the usual one.
fn usual(expr: &Expr, tests: &mut Vec<Test>) -> Option<Expr> {
    let ExprKind::Select(condition, then, otherwise) = &expr.kind else {
        let mut plain = expr.clone();
        for operand in plain.operands_mut() {
            *operand = usual(operand, tests)?;
        }
        return Some(plain);
    };
    let holds = is_usual(condition, then, otherwise)?;
    let test = ((**condition).clone(), holds);
    if !tests.contains(&test) {
        tests.push(test);
    }
    usual(if holds { then } else { otherwise }, tests)
}

/// Whether a condition holds for most points: the value moves with more iterators then, or an equation holds for few of them.
fn is_usual(condition: &Expr, then: &Expr, otherwise: &Expr) -> Option<bool> {
    let (n_then, n_otherwise) = (iterators_in(then).len(), iterators_in(otherwise).len());
    match (n_then.cmp(&n_otherwise), &condition.kind) {
        (std::cmp::Ordering::Greater, _) => Some(true),
        (std::cmp::Ordering::Less, _) => Some(false),
        (_, ExprKind::Binary(BinaryOp::Eq, ..)) => Some(false),
        (_, ExprKind::Binary(BinaryOp::Ne, ..)) => Some(true),
        _ => None,
    }
}
