//! Which variables can be reached through pointers.

use std::collections::BTreeSet;

use crate::syntax::{Expr, ExprKind, Storage, Type, Unit, VarId};

/// The variables of a unit whose address is taken somewhere, or that decay to a pointer other than to be subscripted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Escapes {
    vars: BTreeSet<VarId>,
    is_complete: bool,
}

impl Escapes {
    /// Looks at all functions and initializers of a unit.
    pub fn of(unit: &Unit) -> Self {
        let mut escapes = Self { vars: BTreeSet::new(), is_complete: unit.is_complete };
        for function in &unit.functions {
            function.body.for_each(&mut |stmt| {
                for expr in stmt.exprs() {
                    escapes.visit(expr, false);
                }
            });
        }
        for expr in &unit.initializers {
            escapes.visit(expr, false);
        }
        escapes
    }

    /// Whether a pointer may lead to the variable.
    pub fn contains(&self, var: VarId, unit: &Unit) -> bool {
        match unit.var(var).storage {
            Storage::Global => true,
            Storage::Param | Storage::Local => self.vars.contains(&var),
            // What could not be read may take the address.
            Storage::StaticGlobal | Storage::StaticLocal => !self.is_complete || self.vars.contains(&var),
        }
    }

    /// `is_base` if only an element of the expression's value is used.
    fn visit(&mut self, expr: &Expr, is_base: bool) {
        match &expr.kind {
            ExprKind::Index(base, index) => {
                if !is_base && matches!(expr.ty, Type::Array(_)) {
                    self.insert_root(base);
                }
                self.visit(base, true);
                self.visit(index, false);
            }
            ExprKind::Deref(base) => {
                if !is_base && matches!(expr.ty, Type::Array(_)) {
                    self.insert_root(base);
                }
                self.visit(base, true);
            }
            ExprKind::AddressOf(place) => {
                if !is_base {
                    self.insert_root(place);
                }
                self.visit(place, true);
            }
            ExprKind::Member { base, .. } => {
                if !is_base && matches!(expr.ty, Type::Array(_)) {
                    self.insert_root(base);
                }
                self.visit(base, true);
            }
            ExprKind::Var(var) => {
                if !is_base && matches!(expr.ty, Type::Array(_)) {
                    self.vars.insert(*var);
                }
            }
            _ => expr.operands().into_iter().for_each(|operand| self.visit(operand, false)),
        }
    }

    /// The variable in which a place lies, if it is not reached through a pointer.
    fn insert_root(&mut self, place: &Expr) {
        match &place.kind {
            ExprKind::Var(var) => {
                self.vars.insert(*var);
            }
            ExprKind::Index(base, _) | ExprKind::Deref(base) if matches!(base.ty, Type::Array(_)) => {
                self.insert_root(base);
            }
            ExprKind::Member { base, is_arrow: false, .. } => self.insert_root(base),
            _ => {}
        }
    }
}
