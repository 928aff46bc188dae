//! Pointers that are based on others. `restrict` says that what a pointer leads to is reached through pointers that are based on it only:
//! it does not tell a pointer from its own copies (C11, 6.7.3.1).

use std::collections::{BTreeMap, BTreeSet};

use super::escape::Escapes;
use super::place::{Key, KeyStep};
use crate::syntax::{Declaration, Expr, ExprKind, Function, Initializer, StmtKind, Type, Unit, VarId};

/// What holds pointers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Holder {
    Variable(VarId),
    /// Everything else: elements, members, what other functions know.
    Memory,
}

/// Where the values of pointers go in a function.
pub(super) struct Copies {
    targets: BTreeMap<Holder, BTreeSet<Holder>>,
}

impl Copies {
    /// Looks at all assignments, initializers and calls.
    pub fn of(function: &Function) -> Self {
        let mut copies = Self { targets: BTreeMap::new() };
        function.body.for_each(&mut |stmt| {
            let StmtKind::Declare(declarations) = &stmt.kind else { return };
            for Declaration { var, init } in declarations {
                match init {
                    Some(Initializer::Expr(value)) => copies.add(value, Holder::Variable(*var)),
                    Some(Initializer::List(values)) => {
                        values.iter().for_each(|value| copies.add(value, Holder::Memory));
                    }
                    None => {}
                }
            }
        });
        function.body.for_each_expr(&mut |expr| match &expr.kind {
            ExprKind::Assign(_, place, value) => {
                copies.add(value, place.as_var().map_or(Holder::Memory, Holder::Variable));
            }
            ExprKind::Call(_, arguments) => arguments.iter().for_each(|value| copies.add(value, Holder::Memory)),
            _ => {}
        });
        copies
    }

    fn add(&mut self, value: &Expr, target: Holder) {
        let mut sources = BTreeSet::new();
        holders_of(value, &mut sources);
        for source in sources {
            self.targets.entry(source).or_default().insert(target);
        }
    }

    /// Whether the pointer by which places of a kind are reached may be based on a variable.
    pub fn may_be_based(&self, (unit, escapes): (&Unit, &Escapes), places: &Key, on: VarId) -> bool {
        let mut reached = BTreeSet::from([Holder::Variable(on)]);
        let mut next = vec![Holder::Variable(on)];
        // Other functions may copy what they know.
        if !unit.var(on).is_automatic() {
            reached.insert(Holder::Memory);
            next.push(Holder::Memory);
        }
        while let Some(holder) = next.pop() {
            for target in self.targets.get(&holder).into_iter().flatten() {
                if reached.insert(*target) {
                    next.push(*target);
                }
            }
        }
        let root = places.root;
        let is_variable = matches!(places.steps.first(), Some(KeyStep::Element { through_pointer: true }));
        let is_known_elsewhere = !unit.var(root).is_automatic() || escapes.contains(root, unit);
        let is_in_memory = !is_variable || places.n_pointers() > 1 || is_known_elsewhere;
        reached.contains(&Holder::Variable(root)) || is_in_memory && reached.contains(&Holder::Memory)
    }
}

/// What the value of an expression may be a copy of, if it is a pointer.
fn holders_of(expr: &Expr, found: &mut BTreeSet<Holder>) {
    match &expr.kind {
        ExprKind::Var(var) => _ = found.insert(Holder::Variable(*var)),
        ExprKind::Index(..) | ExprKind::Deref(_) | ExprKind::Member { .. } => match expr.ty {
            // An array is where it is.
            Type::Array(_) => holders_of_address(expr, found),
            _ => _ = found.insert(Holder::Memory),
        },
        ExprKind::AddressOf(place) => holders_of_address(place, found),
        ExprKind::Unary(_, operand) | ExprKind::Cast(operand) => holders_of(operand, found),
        ExprKind::Binary(_, left, right) => [left, right].into_iter().for_each(|each| holders_of(each, found)),
        ExprKind::Comma(_, value) | ExprKind::Assign(_, _, value) => holders_of(value, found),
        ExprKind::Step { place, .. } => holders_of(place, found),
        ExprKind::Conditional(condition, then, otherwise) => {
            holders_of(then.as_ref().unwrap_or(condition), found);
            holders_of(otherwise, found);
        }
        ExprKind::Call(_, arguments) => {
            found.insert(Holder::Memory);
            arguments.iter().for_each(|each| holders_of(each, found));
        }
        ExprKind::Unsupported(_) => _ = found.insert(Holder::Memory),
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::String | ExprKind::Function(_) => {}
    }
}

/// The same, of the address of a place.
fn holders_of_address(place: &Expr, found: &mut BTreeSet<Holder>) {
    match &place.kind {
        ExprKind::Index(base, _) | ExprKind::Deref(base) | ExprKind::Member { base, is_arrow: true, .. } => {
            holders_of(base, found);
        }
        ExprKind::Member { base, .. } => holders_of_address(base, found),
        ExprKind::Var(_) => {}
        _ => holders_of(place, found),
    }
}
