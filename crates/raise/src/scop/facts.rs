//! What a region does to variables, found before it is raised.

use std::collections::BTreeSet;

use super::calls::expansion;
use super::escape::Escapes;
use super::place::{Element, Key, KeyStep, Pointers, Step, place_of};
use crate::syntax::{Declaration, Expr, ExprKind, Initializer, Stmt, StmtKind, Type, Unit, VarId};

/// What the statements of a region do, seen as a whole.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts<'a> {
    /// Variables that are assigned as a whole, including those that loops count.
    pub assigned: BTreeSet<VarId>,
    /// Variables that are declared.
    pub declared: BTreeSet<VarId>,
    /// Pointers that are declared and stand for an expression that keeps its meaning as long as they live.
    pub pointers: Pointers<'a>,
    /// What is stored to.
    pub stores: Vec<(Key, Type)>,
    /// What is accessed other than by the name of a variable.
    pub places: BTreeSet<Key>,
    /// What subscripts are computed from, other than variables.
    pub in_subscripts: BTreeSet<Key>,
    /// Elements with constant subscripts that decide how often loops run.
    pub deciding: BTreeSet<Element>,
    /// For each kind of place, which of its element steps are ever taken with a subscript.
    subscripted: BTreeSet<(Key, usize)>,
}

impl<'a> Facts<'a> {
    /// Looks at all statements of a region.
    pub fn of(unit: &'a Unit, escapes: &Escapes, stmts: &[&'a Stmt]) -> Self {
        let mut facts = Self::default();
        for stmt in stmts {
            facts.assigned.extend(assigned_in(stmt));
            facts.declared.extend(declared_in(stmt));
        }
        for stmt in stmts {
            facts.find_pointers((unit, escapes), stmt, &mut vec![]);
        }
        for stmt in stmts {
            stmt.for_each_expr(&mut |expr| facts.visit(unit, expr));
            stmt.for_each(&mut |inner| facts.find_deciding(unit, inner));
        }
        facts
    }

    /// Whether the element step at `position` of a kind of place is never taken with a subscript, as in `p->x`, so that
    /// it makes no dimension.
    pub fn is_plain(&self, key: &Key, position: usize) -> bool {
        !self.subscripted.contains(&(key.clone(), position))
    }

    /// Adds the pointers that `stmt` declares; `counters` are the variables that the loops around it count.
    fn find_pointers(&mut self, known: (&Unit, &Escapes), stmt: &'a Stmt, counters: &mut Vec<VarId>) {
        if let StmtKind::Declare(declarations) = &stmt.kind {
            for Declaration { var, init } in declarations {
                let is_pointer = matches!(known.0.var(*var).ty.ty, Type::Pointer(_)) && !self.assigned.contains(var);
                if let (true, Some(Initializer::Expr(init))) = (is_pointer, init)
                    && self.keeps_meaning(known, init, counters)
                {
                    self.pointers.insert(*var, init);
                }
            }
        }
        let counter = match &stmt.kind {
            StmtKind::For(inner) => counter_of(&inner.init),
            _ => None,
        };
        counters.extend(counter);
        for child in stmt.children() {
            self.find_pointers(known, child, counters);
        }
        if counter.is_some() {
            counters.pop();
        }
    }

    /// Whether a pointer expression means the same as long as the block is run in which it stands.
    fn keeps_meaning(&self, known: (&Unit, &Escapes), expr: &Expr, counters: &[VarId]) -> bool {
        let same = |e: &Expr| self.keeps_meaning(known, e, counters);
        match &expr.kind {
            ExprKind::Int(_) => true,
            ExprKind::Var(var) => {
                let (unit, escapes) = known;
                let is_pointer = !unit.var(*var).ty.ty.is_integer();
                let is_private = unit.var(*var).is_automatic() && !escapes.contains(*var, unit);
                let is_kept = !self.assigned.contains(var) || counters.contains(var);
                is_kept && (is_pointer || is_private || unit.var(*var).constant.is_some())
            }
            // An address is computed without reading what stands there; pointers on the way are looked at where they
            // are used.
            ExprKind::AddressOf(place) => place.operands().into_iter().all(same),
            ExprKind::Index(..) | ExprKind::Deref(_) | ExprKind::Member { .. } if expr.ty.scalar().is_some() => false,
            ExprKind::Index(..)
            | ExprKind::Deref(_)
            | ExprKind::Member { .. }
            | ExprKind::Unary(..)
            | ExprKind::Binary(..) => expr.operands().into_iter().all(same),
            ExprKind::Cast(_) => expr.ty.is_integer() && expr.operands().into_iter().all(same),
            ExprKind::Call(callee, arguments) => match &callee.kind {
                ExprKind::Function(name) => expansion(known.0, name).is_some() && arguments.iter().all(same),
                _ => false,
            },
            _ => false,
        }
    }

    /// Adds the elements with constant subscripts in the header of a loop. (Those in conditions of branches are not worth a
    /// parameter: it makes domains complicated that are simple otherwise.)
    fn find_deciding(&mut self, unit: &Unit, stmt: &Stmt) {
        let StmtKind::For(inner) = &stmt.kind else { return };
        let Self { pointers, deciding, .. } = self;
        let mut visit = |expr: &Expr| {
            if matches!(
                expr.kind,
                ExprKind::Var(_) | ExprKind::Index(..) | ExprKind::Deref(_) | ExprKind::Member { .. }
            ) {
                deciding.extend(place_of(expr, unit, pointers).and_then(|place| place.element(unit)));
            }
        };
        inner.init.for_each_expr(&mut visit);
        inner.condition.iter().for_each(|condition| condition.for_each(&mut visit));
    }

    fn visit(&mut self, unit: &'a Unit, expr: &'a Expr) {
        if let ExprKind::Call(callee, _) = &expr.kind
            && let ExprKind::Function(name) = &callee.kind
            && let Some((_, body)) = expansion(unit, name)
        {
            body.for_each(&mut |inner| self.visit(unit, inner));
        }
        if let ExprKind::Index(_, subscript) | ExprKind::Deref(subscript) = &expr.kind {
            let Self { pointers, in_subscripts, .. } = self;
            subscript.for_each(&mut |inner| {
                if matches!(inner.kind, ExprKind::Member { .. }) {
                    in_subscripts.extend(place_of(inner, unit, pointers).map(|place| place.key()));
                }
            });
        }
        if let ExprKind::Assign(_, place, _) | ExprKind::Step { place, .. } = &expr.kind
            && let Some(place) = place_of(place, unit, &self.pointers)
        {
            self.stores.push((place.key(), place.ty.clone()));
        }
        if matches!(expr.kind, ExprKind::Index(..) | ExprKind::Deref(_) | ExprKind::Member { .. })
            && let Some(place) = place_of(expr, unit, &self.pointers)
        {
            let key = place.key();
            self.places.insert(key.clone());
            for (position, step) in place.steps.iter().enumerate() {
                if matches!(step, Step::Index { terms, .. } if !terms.is_empty()) {
                    self.subscripted.insert((key.clone(), position));
                }
            }
        }
    }
}

impl Key {
    /// Whether storing to places of this kind changes places of the other kind, or may: one lies in the other.
    pub fn overlaps(&self, other: &Key) -> bool {
        let n = self.steps.len().min(other.steps.len());
        self.root == other.root && same_steps(&self.steps[..n], &other.steps[..n])
    }
}

fn same_steps(a: &[KeyStep], b: &[KeyStep]) -> bool {
    a.iter().zip(b).all(|(a, b)| a == b)
}

/// The variable that a loop's first expression sets.
pub(super) fn counter_of(init: &Stmt) -> Option<VarId> {
    match &init.kind {
        StmtKind::Expr(Expr { kind: ExprKind::Assign(None, place, _), .. }) => place.as_var(),
        StmtKind::Declare(declarations) => match declarations.as_slice() {
            [Declaration { var, .. }] => Some(*var),
            _ => None,
        },
        _ => None,
    }
}

/// The variables that a statement assigns as a whole.
pub(crate) fn assigned_in(stmt: &Stmt) -> BTreeSet<VarId> {
    let mut result = BTreeSet::new();
    stmt.for_each_expr(&mut |expr| {
        if let ExprKind::Assign(_, place, _) | ExprKind::Step { place, .. } = &expr.kind {
            result.extend(place.as_var());
        }
    });
    result
}

/// The variables that a statement declares.
pub(crate) fn declared_in(stmt: &Stmt) -> BTreeSet<VarId> {
    let mut result = BTreeSet::new();
    stmt.for_each(&mut |inner| {
        if let StmtKind::Declare(declarations) = &inner.kind {
            result.extend(declarations.iter().map(|declaration| declaration.var));
        }
    });
    result
}
