//! Memory that a function allocates for itself.

use std::collections::BTreeSet;

use crate::syntax::{
    BinaryOp, Declaration, Expr, ExprKind, Function, Initializer, Stmt, StmtKind, Storage, Type, UnaryOp, Unit, VarId,
};

/// Local pointers that lead to nothing but memory which the function has allocated, and to which no other pointer leads: all that
/// the function does with such a pointer is to allocate, to access elements, to compare with null, and to free. What is in this
/// memory is as much the function's own as a local array is.
pub(super) fn own_memory(unit: &Unit, function: &Function) -> BTreeSet<VarId> {
    let mut uses = Uses { unit, allocated: BTreeSet::new(), shared: BTreeSet::new(), is_known: true };
    uses.of_stmt(&function.body);
    if !uses.is_known {
        return BTreeSet::new();
    }
    let is_local = |var: &VarId| unit.var(*var).storage == Storage::Local;
    uses.allocated.difference(&uses.shared).copied().filter(is_local).collect()
}

/// The pointer that a call frees.
pub(super) fn freed(expr: &Expr, unit: &Unit) -> Option<VarId> {
    match called(expr, unit)? {
        ("free", [pointer]) => without_casts(pointer).as_var(),
        _ => None,
    }
}

/// The function of the C library that is called, and its arguments.
fn called<'a>(expr: &'a Expr, unit: &Unit) -> Option<(&'a str, &'a [Expr])> {
    let ExprKind::Call(function, arguments) = &expr.kind else { return None };
    let ExprKind::Function(name) = &function.kind else { return None };
    let is_own = unit.functions.iter().any(|other| other.name == *name);
    (!is_own).then_some((name.as_str(), arguments.as_slice()))
}

fn is_allocation(expr: &Expr, unit: &Unit) -> bool {
    matches!(called(without_casts(expr), unit), Some(("malloc" | "calloc" | "aligned_alloc", _)))
}

/// Whether an expression is a null pointer, or the number 0.
pub(super) fn is_null(expr: &Expr) -> bool {
    matches!(without_casts(expr).kind, ExprKind::Int(0))
}

fn without_casts(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Cast(operand) => without_casts(operand),
        _ => expr,
    }
}

/// What a function does with pointers.
struct Uses<'a> {
    unit: &'a Unit,
    /// Those that memory is allocated for.
    allocated: BTreeSet<VarId>,
    /// Those whose value may get elsewhere, or that may get one from elsewhere.
    shared: BTreeSet<VarId>,
    /// Whether all of the function is modelled.
    is_known: bool,
}

impl Uses<'_> {
    fn of_stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Unsupported(_) => self.is_known = false,
            StmtKind::Declare(declarations) => declarations.iter().for_each(|one| self.of_declaration(one)),
            StmtKind::Expr(Expr { kind: ExprKind::Assign(None, place, value), .. }) if place.as_var().is_some() => {
                self.of_value(place.as_var(), value);
            }
            StmtKind::Expr(call) if freed(call, self.unit).is_some() => {}
            _ => {
                stmt.exprs().into_iter().for_each(|expr| self.of_expr(expr, false));
                stmt.children().into_iter().for_each(|child| self.of_stmt(child));
            }
        }
    }

    fn of_declaration(&mut self, declaration: &Declaration) {
        match &declaration.init {
            Some(Initializer::Expr(value)) => self.of_value(Some(declaration.var), value),
            Some(Initializer::List(values)) => values.iter().for_each(|value| self.of_expr(value, false)),
            None => {}
        }
    }

    /// What a variable is given.
    fn of_value(&mut self, var: Option<VarId>, value: &Expr) {
        let Some(var) = var else { return };
        if is_allocation(value, self.unit) {
            self.allocated.insert(var);
        } else if !is_null(value) {
            self.shared.insert(var);
        }
        self.of_expr(value, false);
    }

    /// `is_base` if only an element of what the expression leads to is used.
    fn of_expr(&mut self, expr: &Expr, is_base: bool) {
        let leads_on = |expr: &Expr| matches!(expr.ty, Type::Array(_));
        match &expr.kind {
            // Of arrays of variable size: no pointer gets out of that.
            ExprKind::Unsupported("sizeof") => {}
            ExprKind::Unsupported(_) => self.is_known = false,
            ExprKind::Var(var) if !is_base => drop(self.shared.insert(*var)),
            ExprKind::Var(_) => {}
            // Of rows, the address is used.
            ExprKind::Index(base, index) => {
                if !is_base && leads_on(expr) {
                    self.share_root(base);
                }
                self.of_expr(base, true);
                self.of_expr(index, false);
            }
            ExprKind::Deref(base) | ExprKind::Member { base, .. } => {
                if !is_base && leads_on(expr) {
                    self.share_root(base);
                }
                self.of_expr(base, true);
            }
            ExprKind::AddressOf(place) => {
                if !is_base {
                    self.share_root(place);
                }
                self.of_expr(place, true);
            }
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, left, right) if is_base => {
                for operand in [left, right] {
                    self.of_expr(operand, matches!(operand.ty, Type::Pointer(_) | Type::Array(_)));
                }
            }
            ExprKind::Unary(UnaryOp::Not, operand) if operand.as_var().is_some() => {}
            ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, left, right) if left.as_var().is_some() && is_null(right) => {
            }
            _ => expr.operands().into_iter().for_each(|operand| self.of_expr(operand, false)),
        }
    }

    /// The address of a place gets elsewhere.
    fn share_root(&mut self, place: &Expr) {
        match &place.kind {
            ExprKind::Var(var) => drop(self.shared.insert(*var)),
            ExprKind::Index(base, _)
            | ExprKind::Deref(base)
            | ExprKind::Member { base, .. }
            | ExprKind::AddressOf(base)
            | ExprKind::Cast(base) => self.share_root(base),
            ExprKind::Binary(_, left, right) => {
                self.share_root(left);
                self.share_root(right);
            }
            _ => {}
        }
    }
}
