//! Whether a local variable's value may be read after a piece of code.

use std::ops::Range;

use super::heap::freed;
use crate::syntax::{BinaryOp, Expr, ExprKind, Stmt, StmtKind, Type, Unit, VarId};

/// A piece of a function's code.
#[derive(Clone, Copy)]
pub(crate) enum Code<'a> {
    /// What stands in these bytes of the function's own text.
    Bytes(&'a Range<usize>),
    /// A statement of the function's body. The code of a function that is looked into has the places that it has in that function,
    /// so that they do not say where it is run.
    Stmt(&'a Stmt),
}

/// Whether the value that an automatic variable without aliases has after some code of `body` may be read.
pub(crate) fn is_live_after(unit: &Unit, body: &Stmt, code: Code<'_>, var: VarId) -> bool {
    is_member_live_after(unit, body, code, var, &[])
}

/// The same question about a part of such a variable: the last of `members`, each of which is in that before it.
pub(super) fn is_member_live_after(unit: &Unit, body: &Stmt, code: Code<'_>, var: VarId, members: &[&str]) -> bool {
    let mut ty = Some(&unit.var(var).ty.ty);
    for member in members {
        let field = ty.and_then(|ty| if let Type::Struct(id) = ty { unit.field(*id, member) } else { None });
        ty = field.map(|field| &field.ty.ty);
    }
    let is_array = ty.is_none_or(|ty| matches!(ty, Type::Array(_) | Type::Struct(_)));
    Question { unit, var, members, code, is_array }.is_live_in(body)
}

/// Whether what is in memory that only this pointer leads to may be read after some code of `body`.
pub(super) fn is_memory_live_after(unit: &Unit, body: &Stmt, code: Code<'_>, pointer: VarId) -> bool {
    Question { unit, var: pointer, members: &[], code, is_array: true }.is_live_in(body)
}

/// What happens first to a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Effect {
    /// It may be read.
    Reads,
    /// It is overwritten, or the function returns.
    Kills,
    /// Nothing.
    Nothing,
}

struct Question<'a> {
    unit: &'a Unit,
    /// The variable, or the pointer to the memory that is asked about.
    var: VarId,
    /// The way to the member that is asked about.
    members: &'a [&'a str],
    code: Code<'a>,
    /// Whether it consists of several values, so that no assignment overwrites all of it.
    is_array: bool,
}

/// How a place lies to what is asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// All of it is in the place.
    Whole,
    /// None of it is.
    Other,
}

/// Control flow that this analysis does not follow.
fn jumps(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::Goto | StmtKind::Labeled(_) | StmtKind::Switch(..) | StmtKind::Unsupported(_))
}

/// Whether a loop's body can leave an iteration early.
fn leaves(stmt: &Stmt) -> bool {
    stmt.any(&|s| matches!(s.kind, StmtKind::Break | StmtKind::Continue))
}

impl Question<'_> {
    fn is_live_in(&self, body: &Stmt) -> bool {
        if body.any(&|stmt| jumps(stmt)) {
            return self.is_read_outside(body);
        }
        let is_known = matches!(self.code, Code::Bytes(_)) || self.is_in(body);
        !is_known || self.after(body) == Effect::Reads
    }

    /// What happens after the code within `stmt`, which contains it.
    fn after(&self, stmt: &Stmt) -> Effect {
        match &stmt.kind {
            StmtKind::Block(children) => {
                let last = match self.code {
                    Code::Bytes(bytes) => children.iter().rposition(|child| child.span.start < bytes.end),
                    Code::Stmt(_) => children.iter().position(|child| self.is_in(child)),
                };
                let Some(last) = last else { return Effect::Nothing };
                let inner = if self.covers(&children[last]) { Effect::Nothing } else { self.after(&children[last]) };
                self.first(inner, &children[last + 1..])
            }
            _ if self.covers(stmt) => Effect::Nothing,
            StmtKind::Rewritten { written, body } => match self.code {
                Code::Bytes(_) => self.after(written),
                Code::Stmt(_) => self.after(body),
            },
            StmtKind::If { then, otherwise, .. } => {
                let inside = otherwise.as_deref().filter(|branch| self.is_in(branch)).unwrap_or(then);
                self.after(inside)
            }
            StmtKind::For(inner) => {
                let rest = self.after(&inner.body);
                self.around(rest, &inner.body, inner.condition.as_ref(), inner.step.as_ref())
            }
            StmtKind::While(condition, body) | StmtKind::DoWhile(body, condition) => {
                let rest = self.after(body);
                self.around(rest, body, Some(condition), None)
            }
            _ => Effect::Reads,
        }
    }

    /// What happens after an iteration whose rest does `rest`: the step, the condition, more iterations.
    fn around(&self, rest: Effect, body: &Stmt, condition: Option<&Expr>, step: Option<&Expr>) -> Effect {
        if rest == Effect::Reads || (rest == Effect::Kills && !leaves(body)) {
            return rest;
        }
        let control = [step, condition].into_iter().flatten();
        let mut again = Effect::Nothing;
        for expr in control {
            again = self.then(again, || self.of_expr(expr));
        }
        match self.then(again, || self.of_stmt(body)) {
            Effect::Reads => Effect::Reads,
            // The loop may end here.
            _ if again == Effect::Kills => Effect::Kills,
            _ => Effect::Nothing,
        }
    }

    fn first(&self, start: Effect, stmts: &[Stmt]) -> Effect {
        stmts.iter().fold(start, |so_far, stmt| self.then(so_far, || self.of_stmt(stmt)))
    }

    fn then(&self, so_far: Effect, next: impl FnOnce() -> Effect) -> Effect {
        if so_far == Effect::Nothing { next() } else { so_far }
    }

    fn of_stmt(&self, stmt: &Stmt) -> Effect {
        match &stmt.kind {
            StmtKind::Expr(expr) => self.of_expr(expr),
            StmtKind::Declare(_) => self.all(stmt.exprs()),
            StmtKind::Block(children) => self.first(Effect::Nothing, children),
            StmtKind::Rewritten { body, .. } => self.of_stmt(body),
            StmtKind::If { condition, then, otherwise } => self.then(self.of_expr(condition), || {
                let other = otherwise.as_deref().map_or(Effect::Nothing, |branch| self.of_stmt(branch));
                either(self.of_stmt(then), other)
            }),
            StmtKind::For(inner) => {
                let start = self.then(self.of_stmt(&inner.init), || self.all(inner.condition.iter().collect()));
                let rest = || self.then(self.of_stmt(&inner.body), || self.all(inner.step.iter().collect()));
                self.then(start, || at_most(rest()))
            }
            StmtKind::While(condition, body) => self.then(self.of_expr(condition), || at_most(self.of_stmt(body))),
            StmtKind::DoWhile(body, condition) => {
                let once = self.then(self.of_stmt(body), || self.of_expr(condition));
                if leaves(body) { at_most(once) } else { once }
            }
            StmtKind::Return(value) => match self.all(value.iter().collect()) {
                Effect::Reads => Effect::Reads,
                _ => Effect::Kills,
            },
            StmtKind::Empty | StmtKind::Types | StmtKind::Break | StmtKind::Continue => Effect::Nothing,
            StmtKind::Switch(..) | StmtKind::Labeled(_) | StmtKind::Goto | StmtKind::Unsupported(_) => Effect::Reads,
        }
    }

    fn all(&self, exprs: Vec<&Expr>) -> Effect {
        exprs.into_iter().fold(Effect::Nothing, |so_far, expr| self.then(so_far, || self.of_expr(expr)))
    }

    fn of_expr(&self, expr: &Expr) -> Effect {
        match &expr.kind {
            ExprKind::Var(var) => {
                if *var == self.var {
                    Effect::Reads
                } else {
                    Effect::Nothing
                }
            }
            ExprKind::Assign(None, place, value) => self.then(self.of_expr(value), || self.of_target(place)),
            ExprKind::Conditional(condition, then, otherwise) => self.then(self.of_expr(condition), || {
                let then = then.as_deref().map_or(Effect::Nothing, |then| self.of_expr(then));
                either(then, self.of_expr(otherwise))
            }),
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or, left, right) => {
                self.then(self.of_expr(left), || at_most(self.of_expr(right)))
            }
            ExprKind::Member { .. } if self.place(expr) == Some(Part::Other) => Effect::Nothing,
            ExprKind::Call(..) if freed(expr, self.unit) == Some(self.var) => Effect::Kills,
            _ => self.all(expr.operands()),
        }
    }

    /// The effect of assigning to a place.
    fn of_target(&self, place: &Expr) -> Effect {
        match self.place(place) {
            Some(Part::Whole) => return Effect::Kills,
            Some(Part::Other) => return Effect::Nothing,
            None => {}
        }
        match &place.kind {
            // Assigning to an element reads its subscripts, but nothing of the array.
            ExprKind::Index(base, index) if self.is_array => {
                self.then(self.of_expr(index), || self.of_target_base(base))
            }
            ExprKind::Member { base, is_arrow: false, .. } if self.is_array => self.of_target_base(base),
            _ => self.of_expr(place),
        }
    }

    fn of_target_base(&self, base: &Expr) -> Effect {
        if self.place(base).is_some() { Effect::Nothing } else { self.of_target(base) }
    }

    /// How the place of an expression, if it is the variable or a member of it, lies to what is asked about.
    fn place(&self, expr: &Expr) -> Option<Part> {
        let mut members = vec![];
        let mut base = expr;
        while let ExprKind::Member { base: outer, field, is_arrow: false } = &base.kind {
            members.push((outer, field.as_str()));
            base = outer;
        }
        if base.as_var() != Some(self.var) {
            return None;
        }
        members.reverse();
        for ((outer, field), asked) in members.iter().zip(self.members) {
            if field != asked {
                // Members of a union share their bytes.
                let is_union = matches!(outer.ty, Type::Struct(id) if self.unit.struct_type(id).is_union);
                return (!is_union).then_some(Part::Other);
            }
        }
        (members.len() <= self.members.len()).then_some(Part::Whole)
    }

    fn is_read_outside(&self, body: &Stmt) -> bool {
        let bytes = match self.code {
            Code::Bytes(bytes) => bytes,
            Code::Stmt(stmt) => &stmt.span,
        };
        let mut found = false;
        body.for_each_expr(&mut |expr| {
            found |= expr.as_var() == Some(self.var) && !bytes.contains(&expr.span.start);
        });
        found
    }

    /// Whether all of the statement belongs to the code.
    fn covers(&self, stmt: &Stmt) -> bool {
        match self.code {
            Code::Bytes(bytes) => bytes.start <= stmt.span.start && stmt.span.end <= bytes.end,
            Code::Stmt(code) => std::ptr::eq(stmt, code),
        }
    }

    /// Whether the code is in the statement.
    fn is_in(&self, stmt: &Stmt) -> bool {
        match self.code {
            Code::Bytes(bytes) => stmt.span.start <= bytes.start && bytes.end <= stmt.span.end,
            Code::Stmt(code) => stmt.any(&|inner| std::ptr::eq(inner, code)),
        }
    }
}

/// One of two, nobody knows which.
fn either(a: Effect, b: Effect) -> Effect {
    match (a, b) {
        (Effect::Reads, _) | (_, Effect::Reads) => Effect::Reads,
        (Effect::Kills, Effect::Kills) => Effect::Kills,
        _ => Effect::Nothing,
    }
}

/// Something that may not happen.
fn at_most(effect: Effect) -> Effect {
    either(effect, Effect::Nothing)
}
