//! `borders`: separates the borders of arrays from what is inside of them.

use std::collections::BTreeSet;

use polymill_gdg::{
    AccessId, AccessKind, ArrayId, BinaryOp, Expr, ExprKind, Gdg, Instances, Origin, Statement, StatementId,
};
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
            // What each part accesses there would have to be told apart.
            let accesses = |array: ArrayId| gdg.statement(id).accesses.iter().any(|access| access.array == array);
            if gdg.aliases.iter().any(|pair| accesses(pair.first) || accesses(pair.second)) {
                continue;
            }
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
        let mut cases = Cases { instances: Instances::of(gdg, statement), domain: &statement.domain, tests: vec![] };
        let mut subscripts = vec![];
        for (position, access) in statement.accesses.iter().enumerate() {
            let usual = access.subscripts.iter().map(|each| cases.usual(each));
            let Some(usual) = usual.collect::<Result<Option<Vec<Expr>>, Error>>()? else { return Ok(None) };
            if usual != access.subscripts {
                if access.kind != AccessKind::Read {
                    return Ok(None);
                }
                subscripts.push((AccessId::new(position), usual));
            }
        }
        let Cases { instances, tests, .. } = cases;
        let moved = moved_by_stores(statement);
        if tests.is_empty() || moved.is_empty() {
            return Ok(None);
        }
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

/// What conditions say in subscripts of a statement.
struct Cases<'a> {
    instances: Instances<'a>,
    domain: &'a isl::Set,
    /// Those that were met.
    tests: Vec<Test>,
}

impl Cases<'_> {
    /// A subscript as it is inside; `None` if it is not known which case is the usual one.
    fn usual(&mut self, expr: &Expr) -> Result<Option<Expr>, Error> {
        let ExprKind::Select(condition, then, otherwise) = &expr.kind else {
            let mut plain = expr.clone();
            for operand in plain.operands_mut() {
                let Some(usual) = self.usual(operand)? else { return Ok(None) };
                *operand = usual;
            }
            return Ok(Some(plain));
        };
        let Some(holds) = self.is_usual(condition, then, otherwise)? else { return Ok(None) };
        let test = ((**condition).clone(), holds);
        if !self.tests.contains(&test) {
            self.tests.push(test);
        }
        self.usual(if holds { then } else { otherwise })
    }

    /// Whether a condition holds for most points: the value moves with more iterators then, or else it fails in one row only.
    fn is_usual(&self, condition: &Expr, then: &Expr, otherwise: &Expr) -> Result<Option<bool>, Error> {
        let (n_then, n_otherwise) = (iterators_in(then).len(), iterators_in(otherwise).len());
        match (n_then.cmp(&n_otherwise), &condition.kind) {
            (std::cmp::Ordering::Greater, _) => return Ok(Some(true)),
            (std::cmp::Ordering::Less, _) => return Ok(Some(false)),
            (_, ExprKind::Binary(BinaryOp::Eq, ..)) => return Ok(Some(false)),
            (_, ExprKind::Binary(BinaryOp::Ne, ..)) => return Ok(Some(true)),
            _ => {}
        }
        let Some(set) = self.instances.condition(condition)? else { return Ok(None) };
        let iterators = iterators_in(condition);
        let is_row = |side: &isl::Set| -> Result<bool, Error> {
            for iterator in &iterators {
                if is_in_one_row(side, *iterator)? {
                    return Ok(true);
                }
            }
            Ok(false)
        };
        let set = set.set_tuple_name(&self.domain.get_tuple_name()?.unwrap_or_default())?;
        let (where_true, where_false) = (self.domain.intersect(&set)?, self.domain.subtract(&set)?);
        Ok(match (is_row(&where_true)?, is_row(&where_false)?) {
            (true, false) => Some(false),
            (false, true) => Some(true),
            _ => None,
        })
    }
}

/// Whether all points have the same value of an iterator.
fn is_in_one_row(points: &isl::Set, iterator: usize) -> Result<bool, Error> {
    let n_dims = points.dim(isl::Dim::Set)?;
    let values = points.project_out(isl::Dim::Set, iterator + 1, n_dims - iterator - 1)?;
    let values = values.project_out(isl::Dim::Set, 0, iterator)?;
    Ok(values.is_equal(&values.lexmin()?)?)
}
