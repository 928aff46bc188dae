//! Whether two statements do the same work, given the same values.

use polymill_gdg::{Access, AccessKind, Action, BinaryOp, Body, Expr, ExprKind, Gdg, Loop, Statement};
use polymill_isl as isl;

use crate::conditions::without_branches;

/// Whether a statement does what another one does, where `relation` goes from its instances to those of the other: the same
/// operations on what the same accesses read, whatever elements these are.
pub(super) fn is_same_body(
    (own_gdg, own): (&Gdg, &Statement),
    (other_gdg, other): (&Gdg, &Statement),
    relation: &isl::Map,
) -> isl::Result<bool> {
    let is_same_kind = own.accesses.len() == other.accesses.len()
        && own.accesses.iter().zip(&other.accesses).all(|(a, b)| {
            let types = [(own_gdg, a), (other_gdg, b)].map(|(gdg, access)| gdg.array(access.array).element);
            // What may be read is read in any case.
            let is_certain_now = (a.kind, b.kind) == (AccessKind::Read, AccessKind::MayRead);
            (a.kind == b.kind || is_certain_now) && types[0] == types[1]
        });
    if !is_same_kind {
        return Ok(false);
    }
    // Most often, it is the same statement.
    if own.depth() == other.depth() && relation.is_identity()? {
        let pairs = Pairs { same: own_iterators(own.depth()) };
        if pairs.are_same(own, other)? {
            return Ok(true);
        }
    }
    Pairs { same: same_iterators(own, other, relation)? }.are_same(own, other)
}

/// Each iterator has its own value.
fn own_iterators(n: usize) -> Vec<Vec<bool>> {
    (0..n).map(|position| (0..n).map(|partner| position == partner).collect()).collect()
}

/// For each iterator of one statement those of the other that always have its value.
fn same_iterators(own: &Statement, other: &Statement, relation: &isl::Map) -> isl::Result<Vec<Vec<bool>>> {
    let mut same = vec![];
    for position in 0..own.depth() {
        let mut row = vec![];
        for partner in 0..other.depth() {
            row.push(relation.is_subset(&relation.equate(isl::Dim::In, position, isl::Dim::Out, partner)?)?);
        }
        same.push(row);
    }
    Ok(same)
}

struct Pairs {
    same: Vec<Vec<bool>>,
}

impl Pairs {
    fn are_same(&self, own: &Statement, other: &Statement) -> isl::Result<bool> {
        let is_same_work = || match (without_branches(own, &|_| true), without_branches(other, &|_| true)) {
            (Some(own), Some(other)) => self.bodies(&own, &other),
            _ => false,
        };
        Ok((self.bodies(&own.body, &other.body) || is_same_work()) && self.subscripts(own, other)?)
    }

    fn bodies(&self, a: &Body, b: &Body) -> bool {
        a.locals == b.locals && self.actions(&a.actions, &b.actions)
    }

    fn actions(&self, a: &[Action], b: &[Action]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.action(a, b))
    }

    fn action(&self, a: &Action, b: &Action) -> bool {
        match (a, b) {
            (Action::Store { access, value }, Action::Store { access: other, value: others }) => {
                access == other && self.exprs(value, others)
            }
            (Action::Set { local, value }, Action::Set { local: other, value: others }) => {
                local == other && self.exprs(value, others)
            }
            (
                Action::If { condition, then, otherwise },
                Action::If { condition: other, then: others, otherwise: other_otherwise },
            ) => self.exprs(condition, other) && self.actions(then, others) && self.actions(otherwise, other_otherwise),
            (Action::Loop(a), Action::Loop(b)) => self.loops(a, b),
            _ => false,
        }
    }

    fn loops(&self, a: &Loop, b: &Loop) -> bool {
        self.actions(&a.init, &b.init)
            && self.exprs(&a.condition, &b.condition)
            && self.actions(&a.step, &b.step)
            && self.actions(&a.body, &b.body)
    }

    /// Parameters are the same in both: passes only add some.
    fn exprs(&self, a: &Expr, b: &Expr) -> bool {
        a.is_same_but(b, &|a, b| match (a, b) {
            (ExprKind::Iterator(a), ExprKind::Iterator(b)) => self.same[*a][*b],
            (a, b) => a == b,
        })
    }

    /// Whether subscripts that the access relations do not tell are the same.
    fn subscripts(&self, own: &Statement, other: &Statement) -> isl::Result<bool> {
        for (own_access, other_access) in own.accesses.iter().zip(&other.accesses) {
            let (a, b) = (untold(own, own_access)?, untold(other, other_access)?);
            if a.len() != b.len() || !a.iter().zip(&b).all(|(a, b)| self.exprs(a, b)) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The subscripts of an access of which the relation does not tell the value.
fn untold<'a>(statement: &Statement, access: &'a Access) -> isl::Result<Vec<&'a Expr>> {
    let mut found = vec![];
    // Private arrays have more dimensions in front.
    let n_dims = access.relation.dim(isl::Dim::Out)?;
    let n_private = n_dims.saturating_sub(access.subscripts.len());
    for (position, subscript) in access.subscripts.iter().enumerate() {
        if is_plain(subscript) {
            continue;
        }
        let value = access.relation.intersect_domain(&statement.domain)?.reset_tuple_id(isl::Dim::Out)?;
        let dimension = n_private + position;
        let value = value.project_out(isl::Dim::Out, dimension + 1, n_dims - dimension - 1)?;
        if !value.project_out(isl::Dim::Out, 0, dimension)?.is_single_valued()? {
            found.push(subscript);
        }
    }
    Ok(found)
}

/// Whether a subscript is a sum of iterators, parameters and constants, so that the access relation says which elements it
/// names.
fn is_plain(expr: &Expr) -> bool {
    let is_plain_kind = match &expr.kind {
        ExprKind::Int(_) | ExprKind::Iterator(_) | ExprKind::Param(_) | ExprKind::Cast(_) | ExprKind::Unary(..) => true,
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, ..) => true,
        ExprKind::Binary(BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem, left, right) => {
            [left, right].iter().any(|side| matches!(side.kind, ExprKind::Int(_) | ExprKind::Param(_)))
        }
        _ => false,
    };
    is_plain_kind && expr.operands().into_iter().all(is_plain)
}
