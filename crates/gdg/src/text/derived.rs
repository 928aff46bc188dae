//! Whether the accesses of a statement follow from its body.

use polymill_isl as isl;

use crate::build::{Derivation, Use};
use crate::{AccessId, Action, BinaryOp, Expr, ExprKind, Gdg, Instances, Statement};

/// Whether a statement's accesses are those that follow from its body, in any order, so that they need not be written
/// out.
pub(super) fn accesses_follow(gdg: &Gdg, statement: &Statement) -> isl::Result<bool> {
    let domain = statement.domain.intersect_params(&gdg.context.intersect(&gdg.assumptions)?)?;
    let instances = Instances { domain: &domain, ..Instances::of(gdg, statement) };
    let derived = Derivation { instances, arrays: &gdg.arrays, accesses: vec![] };
    let mut walk = Walk { statement, depth: 0, derived, ids: vec![] };
    if !walk.actions(&statement.body.actions, false)? || walk.ids.len() != statement.accesses.len() {
        return Ok(false);
    }
    for (derived, id) in walk.derived.accesses.iter().zip(&walk.ids) {
        let access = statement.access(*id);
        if derived.kind != access.kind || !same_on(&domain, &derived.relation, &access.relation)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether two relations agree on the points of a domain.
pub(super) fn same_on(domain: &isl::Set, a: &isl::Map, b: &isl::Map) -> isl::Result<bool> {
    Ok(a.get_space()?.has_equal_tuples(&b.get_space()?)?
        && a.intersect_domain(domain)?.is_equal(&b.intersect_domain(domain)?)?)
}

/// Goes through a body as the parser does, and says whether the accesses in it are those derived.
struct Walk<'a> {
    statement: &'a Statement,
    derived: Derivation<'a>,
    /// For each access derived, which of the statement's it is.
    ids: Vec<AccessId>,
    depth: usize,
}

impl Walk<'_> {
    fn actions(&mut self, actions: &[Action], conditional: bool) -> isl::Result<bool> {
        all(actions, |action| self.action(action, conditional))
    }

    fn action(&mut self, action: &Action, conditional: bool) -> isl::Result<bool> {
        match action {
            Action::Store { access, value } => {
                Ok(self.expr(value, conditional)? && self.element(*access, Use { is_read: false, conditional })?)
            }
            Action::Set { value, .. } => self.expr(value, conditional),
            Action::If { condition, then, otherwise } => {
                Ok(self.expr(condition, conditional)? && self.actions(then, true)? && self.actions(otherwise, true)?)
            }
            Action::Loop(inner) => Ok(self.actions(&inner.init, conditional)?
                && self.expr(&inner.condition, conditional)?
                && self.actions(&inner.step, true)?
                && self.actions(&inner.body, true)?),
        }
    }

    fn expr(&mut self, expr: &Expr, conditional: bool) -> isl::Result<bool> {
        match &expr.kind {
            ExprKind::Load(access) => self.element(*access, Use { is_read: true, conditional }),
            ExprKind::Select(condition, then, otherwise) => {
                Ok(self.expr(condition, conditional)? && self.expr(then, true)? && self.expr(otherwise, true)?)
            }
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or, left, right) => {
                Ok(self.expr(left, conditional)? && self.expr(right, true)?)
            }
            _ => all(expr.operands(), |operand| self.expr(operand, conditional)),
        }
    }

    fn element(&mut self, id: AccessId, how: Use) -> isl::Result<bool> {
        let Some(access) = self.statement.accesses.get(id.index()) else { return Ok(false) };
        let array = self.derived.arrays.get(access.array.index());
        let fits = array.is_some_and(|array| array.n_dims() == access.subscripts.len());
        // An access that stands in its own subscripts would never end.
        if !fits || self.depth > self.statement.accesses.len() {
            return Ok(false);
        }
        self.depth += 1;
        let follow = all(&access.subscripts, |subscript| self.expr(subscript, how.conditional))?;
        self.depth -= 1;
        if !follow {
            return Ok(false);
        }
        let derived = self.derived.access(access.array, &access.subscripts, how)?;
        Ok(self.is(derived, id))
    }

    /// Notes that an access derived is this one; whether that is new or known, and fits.
    fn is(&mut self, derived: AccessId, id: AccessId) -> bool {
        match self.ids.get(derived.index()) {
            Some(known) => *known == id,
            None if self.ids.contains(&id) => false,
            None => {
                self.ids.push(id);
                true
            }
        }
    }
}

/// Whether something holds of all items, the first that it does not hold of being the last that is looked at.
fn all<T>(items: impl IntoIterator<Item = T>, mut holds: impl FnMut(T) -> isl::Result<bool>) -> isl::Result<bool> {
    for item in items {
        if !holds(item)? {
            return Ok(false);
        }
    }
    Ok(true)
}
