//! Pointers that are set again and again, as a pointer of their own each time.
//!
//! `for (...) { row = a + i * n; f(row[j]); }` says the same as `for (...) { double *row = a + i * n; f(row[j]); }`, if nobody reads
//! the pointer elsewhere: each value gets a variable of its own (renaming; Allen and Kennedy, _Optimizing Compilers for Modern
//! Architectures_, section 5.4). What comes after this knows pointers that keep their value only.

use std::collections::BTreeSet;
use std::ops::Range;

use super::counted::{is_own, may_repeat, n_reads, reads};
use super::inductions::in_sequence;
use crate::scop::Escapes;
use crate::syntax::{
    Declaration, Expr, ExprKind, Initializer, Qualified, Qualifiers, Stmt, StmtKind, Storage, Type, Unit, VarId,
    Variable,
};

/// Gives pointers that statements set a variable for each of these statements, in all functions.
pub(super) fn split_pointers(unit: &mut Unit, escapes: &Escapes) {
    let mut functions = std::mem::take(&mut unit.functions);
    for function in functions.iter_mut().filter(|function| function.is_main && !may_repeat(function)) {
        let reads = reads(function);
        for var in pointers_set_in(unit, escapes, &function.body) {
            let mut n_reads = 0;
            for_each_life(&mut function.body, var, &mut |life| n_reads += life.n_reads(var));
            if n_reads == reads.get(&var).map_or(0, Vec::len) {
                for_each_life(&mut function.body, var, &mut |life| life.rename(var, unit));
            }
        }
    }
    unit.functions = functions;
}

/// The pointers that are set in loops, or several times, and that nothing else leads to.
fn pointers_set_in(unit: &Unit, escapes: &Escapes, body: &Stmt) -> BTreeSet<VarId> {
    let (mut set, mut several) = (BTreeSet::new(), BTreeSet::new());
    body.for_each(&mut |stmt| {
        let is_loop = matches!(stmt.kind, StmtKind::For(_) | StmtKind::While(..) | StmtKind::DoWhile(..));
        stmt.exprs().into_iter().for_each(|expr| {
            several.extend(set_anew(expr).into_iter().filter(|var| !set.insert(*var)));
        });
        if is_loop {
            stmt.for_each(&mut |inner| inner.exprs().into_iter().for_each(|expr| several.extend(set_anew(expr))));
        }
    });
    let is_pointer = |var: VarId| matches!(unit.var(var).ty.ty, Type::Pointer(_));
    several.into_iter().filter(|var| is_pointer(*var) && is_own(unit, escapes, *var)).collect()
}

/// The variables that an expression gives values that have nothing to do with those before.
fn set_anew(expr: &Expr) -> Vec<VarId> {
    let mut vars = vec![];
    expr.for_each(&mut |e| {
        if let ExprKind::Assign(None, place, value) = &e.kind {
            vars.extend(place.as_var().filter(|var| !value.any(&|e| e.as_var() == Some(*var))));
        }
    });
    vars
}

/// How often a statement gives a variable such a value.
fn n_new_values(stmt: &Stmt, var: VarId) -> usize {
    let mut n = 0;
    stmt.for_each(&mut |inner| {
        n += inner.exprs().into_iter().flat_map(set_anew).filter(|set| *set == var).count();
    });
    n
}

/// The value that an expression gives a variable, if it does nothing else but to compute that.
fn new_value(expr: &Expr, var: VarId) -> Option<&Expr> {
    let ExprKind::Assign(None, place, value) = &expr.kind else { return None };
    let is_call = |e: &Expr| matches!(e.kind, ExprKind::Call(..) | ExprKind::Unsupported(_));
    let is_plain = !value.has_assignment() && !value.any(&|e| is_call(e) || e.as_var() == Some(var));
    (place.as_var() == Some(var) && is_plain).then_some(value)
}

/// The value that a statement gives a variable.
fn set_to(stmt: &Stmt, var: VarId) -> Option<&Expr> {
    match &stmt.kind {
        StmtKind::Expr(expr) => new_value(expr, var),
        _ => None,
    }
}

/// Whether a loop gives a variable a value at its start, and nowhere else.
fn starts_with(stmt: &Stmt, var: VarId) -> bool {
    let StmtKind::For(inner) = &stmt.kind else { return false };
    let StmtKind::Expr(init) = &inner.init.kind else { return false };
    // What comes before it would see another value.
    let first = in_sequence(init).into_iter().find(|part| part.any(&|e| e.as_var() == Some(var)));
    first.is_some_and(|part| new_value(part, var).is_some()) && n_new_values(stmt, var) == 1
}

/// What sees a value of a variable, or what steps made of it.
enum Life<'a> {
    /// The statements of a block after the one that sets it.
    Block(&'a mut Stmt, &'a mut [Stmt]),
    /// The loop whose header sets it.
    Loop(&'a mut Stmt),
}

/// Visits the lives of a variable that statements begin. They do not overlap.
fn for_each_life(stmt: &mut Stmt, var: VarId, visit: &mut dyn FnMut(Life<'_>)) {
    if starts_with(stmt, var) {
        return visit(Life::Loop(stmt));
    }
    match &mut stmt.kind {
        StmtKind::Block(children) => {
            let mut at = 0;
            while at < children.len() {
                if set_to(&children[at], var).is_none() {
                    for_each_life(&mut children[at], var, visit);
                    at += 1;
                    continue;
                }
                // A label may be jumped to from elsewhere.
                let is_other = |stmt: &Stmt| {
                    n_new_values(stmt, var) > 0 || stmt.any(&|inner| matches!(inner.kind, StmtKind::Labeled(_)))
                };
                let n = children[at + 1..].iter().position(is_other).unwrap_or(children.len() - at - 1);
                if let [first, rest @ ..] = &mut children[at..=at + n] {
                    visit(Life::Block(first, rest));
                }
                at += n + 1;
            }
        }
        StmtKind::Rewritten { body, .. } => for_each_life(body, var, visit),
        _ => stmt.children_mut().into_iter().for_each(|child| for_each_life(child, var, visit)),
    }
}

impl Life<'_> {
    /// How often the variable is read.
    fn n_reads(&self, var: VarId) -> usize {
        match self {
            Self::Block(_, rest) => rest.iter().map(|stmt| n_reads(stmt, var)).sum(),
            Self::Loop(stmt) => n_reads(stmt, var),
        }
    }

    /// Puts another variable in its place.
    fn rename(self, var: VarId, unit: &mut Unit) {
        let own = VarId(unit.vars.len() as u32);
        let variable = unit.var(var).clone();
        let ty = variable.ty.ty.clone();
        let qualified = Qualified { ty: ty.clone(), qualifiers: Qualifiers::default() };
        unit.vars.push(Variable { ty: qualified, storage: Storage::Local, extent: None, ..variable });
        let name = |span: &Range<usize>| Expr::new(ExprKind::Var(own), ty.clone(), span.clone());
        match self {
            Self::Block(first, rest) => {
                let name = name(&first.span);
                rest.iter_mut().for_each(|stmt| stmt.replace_var(var, &name));
                declare(first, var, own);
            }
            Self::Loop(stmt) => stmt.replace_var(var, &name(&stmt.span.clone())),
        }
    }
}

/// Writes a statement that sets a variable as the declaration of another one.
fn declare(stmt: &mut Stmt, var: VarId, own: VarId) {
    let Some(value) = set_to(stmt, var).cloned() else { return };
    stmt.rewrite_as(StmtKind::Declare(vec![Declaration { var: own, init: Some(Initializer::Expr(value)) }]));
}
