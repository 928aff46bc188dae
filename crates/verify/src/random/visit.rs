//! Changing every part of a random program in place.

use super::program::{Access, Bound, Cond, Expr, Index, IndexBase, Loop, Place, Program, Stmt, Sum};

/// What to do with each kind of part. A method that is overridden calls the function of the same kind in this module to
/// go on to the parts inside.
pub(super) trait Visit {
    fn stmts(&mut self, stmts: &mut Vec<Stmt>) {
        inside_stmts(self, stmts);
    }
    fn a_loop(&mut self, inner: &mut Loop) {
        inside_loop(self, inner);
    }
    fn bound(&mut self, bound: &mut Bound) {
        inside_bound(self, bound);
    }
    fn condition(&mut self, condition: &mut Cond) {
        inside_condition(self, condition);
    }
    fn expr(&mut self, expr: &mut Expr) {
        inside_expr(self, expr);
    }
    fn index(&mut self, index: &mut Index) {
        inside_index(self, index);
    }
    fn access(&mut self, access: &mut Access) {
        inside_access(self, access);
    }
    fn sum(&mut self, _: &mut Sum) {}
}

/// Visits the whole program.
pub(super) fn visit_program(visit: &mut impl Visit, program: &mut Program) {
    visit.stmts(&mut program.prologue);
    visit.stmts(&mut program.body);
    visit.stmts(&mut program.epilogue);
}

pub(super) fn inside_stmts<V: Visit + ?Sized>(visit: &mut V, stmts: &mut [Stmt]) {
    for stmt in stmts {
        match stmt {
            Stmt::Assign { target, value, .. } => {
                if let Place::Element(access) = target {
                    visit.access(access);
                }
                visit.expr(value);
            }
            Stmt::Declare { value, .. } => value.iter_mut().for_each(|value| visit.expr(value)),
            Stmt::DeclareArray(_) => {}
            Stmt::Loop(inner) => visit.a_loop(inner),
            Stmt::If { condition, then, otherwise } => {
                visit.condition(condition);
                visit.stmts(then);
                visit.stmts(otherwise);
            }
        }
    }
}

pub(super) fn inside_loop<V: Visit + ?Sized>(visit: &mut V, inner: &mut Loop) {
    visit.bound(&mut inner.from);
    visit.bound(&mut inner.to);
    visit.stmts(&mut inner.body);
}

pub(super) fn inside_bound<V: Visit + ?Sized>(visit: &mut V, bound: &mut Bound) {
    match bound {
        Bound::Index(index) => visit.index(index),
        Bound::Min(_, left, right) | Bound::Max(_, left, right) => {
            visit.bound(left);
            visit.bound(right);
        }
    }
}

pub(super) fn inside_index<V: Visit + ?Sized>(visit: &mut V, index: &mut Index) {
    match &mut index.base {
        IndexBase::Sum(sum) | IndexBase::Div(sum, _) | IndexBase::Rem(sum, _) => visit.sum(sum),
        IndexBase::Element(access) => visit.access(access),
    }
}

pub(super) fn inside_access<V: Visit + ?Sized>(visit: &mut V, access: &mut Access) {
    access.indices.iter_mut().for_each(|index| visit.index(index));
}

pub(super) fn inside_condition<V: Visit + ?Sized>(visit: &mut V, condition: &mut Cond) {
    match condition {
        Cond::Index(_, left, right) => {
            visit.index(left);
            visit.index(right);
        }
        Cond::Data(_, left, right) => {
            visit.expr(left);
            visit.expr(right);
        }
        Cond::And(left, right) | Cond::Or(left, right) => {
            visit.condition(left);
            visit.condition(right);
        }
        Cond::Not(inner) => visit.condition(inner),
    }
}

pub(super) fn inside_expr<V: Visit + ?Sized>(visit: &mut V, expr: &mut Expr) {
    match expr {
        Expr::Int(_) | Expr::Float(_) | Expr::Scalar(_) => {}
        Expr::Sum(sum) => visit.sum(sum),
        Expr::Load(access) => visit.access(access),
        Expr::Unary(_, operand) | Expr::Cast(_, operand) => visit.expr(operand),
        Expr::Binary(_, left, right) => {
            visit.expr(left);
            visit.expr(right);
        }
        Expr::Call(_, arguments) => arguments.iter_mut().for_each(|argument| visit.expr(argument)),
        Expr::Select(condition, then, otherwise) => {
            visit.condition(condition);
            visit.expr(then);
            visit.expr(otherwise);
        }
    }
}

/// Calls `change` on all accesses of a program, those in subscripts included.
pub(super) fn for_each_access(program: &mut Program, change: &mut dyn FnMut(&mut Access)) {
    struct Accesses<'a>(&'a mut dyn FnMut(&mut Access));
    impl Visit for Accesses<'_> {
        fn access(&mut self, access: &mut Access) {
            (self.0)(access);
            inside_access(self, access);
        }
    }
    visit_program(&mut Accesses(change), program);
}

/// Calls `change` on all sums of a program.
pub(super) fn for_each_sum(program: &mut Program, change: &mut dyn FnMut(&mut Sum)) {
    struct Sums<'a>(&'a mut dyn FnMut(&mut Sum));
    impl Visit for Sums<'_> {
        fn sum(&mut self, sum: &mut Sum) {
            (self.0)(sum);
        }
    }
    visit_program(&mut Sums(change), program);
}
