//! Loops that count with pointers, with integers in their place.
//!
//! `for (p = a; p < a + n; p++) f(*p);` says the same as `for (p = a, k = 0; k < n; p++, k++) f(*p);`: pointers are compared only in one
//! array (C11, 6.5.8), where they are as their subscripts are. What becomes of `p` is the business of [inductions](super::inductions).

use polymill_gdg::ScalarType;

use super::counted::{Rewrite, assigns, constant_step, continues, counting_step, is_invariant, is_own, may_repeat};
use super::inductions::{cast, in_sequence, statements};
use crate::scop::{Escapes, mirrored};
use crate::syntax::{
    BinaryOp, Declaration, Expr, ExprKind, For, Initializer, Qualified, Qualifiers, Stmt, StmtKind, Storage, Type,
    Unit, VarId, Variable,
};

/// Gives loops that go from one pointer to another an integer that they count, in all functions.
pub(super) fn count_with_integers(unit: &mut Unit, escapes: &Escapes) {
    let mut functions = std::mem::take(&mut unit.functions);
    for function in functions.iter_mut().filter(|function| function.is_main && !may_repeat(function)) {
        let mut loops = PointerLoops { unit, escapes };
        loops.visit(&[], &mut function.body);
    }
    unit.functions = functions;
}

struct PointerLoops<'a> {
    unit: &'a mut Unit,
    escapes: &'a Escapes,
}

/// A pointer as the sum of another one and of integers.
struct Address {
    base: Expr,
    /// What is added.
    offset: Option<Expr>,
}

/// A loop that goes from one pointer to another.
struct PointerLoop {
    pointer: VarId,
    step: i128,
    compare: BinaryOp,
    from: Option<Expr>,
    to: Option<Expr>,
}

/// Pointers are compared as numbers of 64 bits with a sign.
const COUNT: Type = Type::Scalar(ScalarType::I64);

impl PointerLoops<'_> {
    /// Rewrites the loops in a statement; `before` are the statements in front of it in its block.
    fn visit(&mut self, before: &[Stmt], stmt: &mut Stmt) {
        match &mut stmt.kind {
            StmtKind::Block(children) => {
                for at in 0..children.len() {
                    let (before, rest) = children.split_at_mut(at);
                    self.visit(before, &mut rest[0]);
                }
            }
            StmtKind::Rewritten { body, .. } => self.visit(before, body),
            _ => stmt.children_mut().into_iter().for_each(|child| self.visit(&[], child)),
        }
        let Some(inner) = header_of(stmt) else { return };
        if let Some(found) = self.pointer_loop(before, &inner) {
            let counting = self.counting(&inner, &found);
            stmt.rewrite_as(StmtKind::For(Box::new(counting)));
        }
    }

    fn pointer_loop(&self, before: &[Stmt], inner: &For) -> Option<PointerLoop> {
        let ExprKind::Binary(op, left, right) = &inner.condition.as_ref()?.kind else { return None };
        let step_of = |side: &Expr| {
            let pointer = side.as_var().filter(|var| matches!(self.unit.var(*var).ty.ty, Type::Pointer(_)))?;
            Some((pointer, self.only_step(inner, pointer)?))
        };
        let ((pointer, step), end, op) = match (step_of(left), step_of(right)) {
            (Some(step), None) => (step, right, *op),
            (None, Some(step)) => (step, left, mirrored(*op)),
            _ => return None,
        };
        let compare = match (op, step) {
            (BinaryOp::Lt | BinaryOp::Le, 1..) | (BinaryOp::Gt | BinaryOp::Ge, ..0) => op,
            (BinaryOp::Ne, 1) => BinaryOp::Lt,
            (BinaryOp::Ne, -1) => BinaryOp::Gt,
            _ => return None,
        };
        if !is_own(self.unit, self.escapes, pointer) || !is_invariant(self.unit, self.escapes, end, inner) {
            return None;
        }
        let name = self.name(pointer, inner);
        let to = self.address(before, inner, end);
        let from = match to.base.is_same(&name) {
            true => Address { base: name, offset: None },
            false => self.address(before, inner, &name),
        };
        from.base.is_same(&to.base).then_some(PointerLoop { pointer, step, compare, from: from.offset, to: to.offset })
    }

    /// The constant that each iteration adds to a variable, in the header or in the body, but once.
    fn only_step(&self, inner: &For, var: VarId) -> Option<i128> {
        let mut steps: Vec<Expr> = inner.step.iter().flat_map(in_sequence).cloned().collect();
        for stmt in statements(&inner.body) {
            match stmt.kind {
                StmtKind::Expr(expr) if counting_step(&expr).is_some() => steps.push(expr),
                _ if assigns(&stmt, var) => return None,
                _ => {}
            }
        }
        // `continue` skips those in the body.
        let is_in_body = assigns(&inner.body, var);
        let steps: Vec<_> =
            steps.iter().filter(|step| counting_step(step).is_some_and(|step| step.var == var)).collect();
        match steps.as_slice() {
            [step] if !is_in_body || !continues(&inner.body) => Some(constant_step(self.unit, step)?.1),
            _ => None,
        }
    }

    /// A pointer in front of a loop, taken apart: what variables were set to stands in their place.
    fn address(&self, before: &[Stmt], inner: &For, expr: &Expr) -> Address {
        if let Some(var) = expr.as_var()
            && let Some(value) = self.start(before, inner, var)
        {
            return apart(&value);
        }
        apart(expr)
    }

    /// What a variable is at the start of a loop, if that is said there or in front of it.
    fn start(&self, before: &[Stmt], inner: &For, var: VarId) -> Option<Expr> {
        if let StmtKind::Declare(declarations) = &inner.init.kind
            && let Some(declaration) = declarations.iter().find(|declaration| declaration.var == var)
        {
            let Some(Initializer::Expr(value)) = &declaration.init else { return None };
            return Some(value.clone());
        }
        let in_init = match &inner.init.kind {
            StmtKind::Expr(init) => in_sequence(init),
            _ => vec![],
        };
        for part in in_init {
            if let ExprKind::Assign(None, place, value) = &part.kind
                && place.as_var() == Some(var)
            {
                return Some((**value).clone());
            }
        }
        if assigns(&inner.init, var) {
            return None;
        }
        Rewrite { unit: self.unit, escapes: self.escapes }.value_after(before, var)
    }

    /// The loop with a counter of its own in front of what else it counts.
    fn counting(&mut self, inner: &For, found: &PointerLoop) -> For {
        let counter = VarId(self.unit.vars.len() as u32);
        let ty = Qualified { ty: COUNT, qualifiers: Qualifiers::default() };
        let pointer = self.unit.var(found.pointer).clone();
        self.unit.vars.push(Variable { ty, storage: Storage::Local, extent: None, ..pointer });
        let name = self.name(counter, inner);
        let number = |offset: &Option<Expr>| match offset {
            Some(offset) => cast(offset.clone(), COUNT),
            None => Expr::new(ExprKind::Int(0), COUNT, inner.header.clone()),
        };
        let sets = |value: Expr| {
            let span = inner.header.clone();
            Expr::new(ExprKind::Assign(None, Box::new(name.clone()), Box::new(value)), COUNT, span)
        };
        let mut init = inner.init.clone();
        match &mut init.kind {
            StmtKind::Declare(declarations) => {
                declarations.push(Declaration { var: counter, init: Some(Initializer::Expr(number(&found.from))) });
            }
            StmtKind::Expr(expr) => *expr = sequence(expr.clone(), sets(number(&found.from))),
            _ => init.kind = StmtKind::Expr(sets(number(&found.from))),
        }
        let by = Expr::new(ExprKind::Int(found.step.abs()), COUNT, inner.header.clone());
        let op = if found.step > 0 { BinaryOp::Add } else { BinaryOp::Sub };
        let counts = ExprKind::Assign(Some(op), Box::new(name.clone()), Box::new(by));
        let counts = Expr::new(counts, COUNT, inner.header.clone());
        let step = Some(match inner.step.clone() {
            Some(step) => sequence(step, counts),
            None => counts,
        });
        let condition = ExprKind::Binary(found.compare, Box::new(name.clone()), Box::new(number(&found.to)));
        let condition = Some(Expr::new(condition, Type::INT, inner.header.clone()));
        For { init, condition, step, ..inner.clone() }
    }

    fn name(&self, var: VarId, inner: &For) -> Expr {
        Expr::new(ExprKind::Var(var), self.unit.var(var).ty.ty.clone(), inner.header.clone())
    }
}

/// A loop whose condition comes first.
fn header_of(stmt: &Stmt) -> Option<For> {
    match &stmt.kind {
        StmtKind::For(inner) => Some((**inner).clone()),
        StmtKind::While(condition, body) => {
            let header = stmt.span.start..body.span.start.max(condition.span.end);
            let init = Stmt { kind: StmtKind::Empty, span: header.clone() };
            let body = (**body).clone();
            Some(For { init, condition: Some(condition.clone()), step: None, body, header })
        }
        _ => None,
    }
}

/// A pointer as a sum.
fn apart(expr: &Expr) -> Address {
    let plus = |address: Address, number: &Expr| {
        let number = cast(number.clone(), COUNT);
        let offset = match address.offset {
            None => number,
            Some(offset) => {
                let span = number.span.clone();
                Expr::new(ExprKind::Binary(BinaryOp::Add, Box::new(offset), Box::new(number)), COUNT, span)
            }
        };
        Address { base: address.base, offset: Some(offset) }
    };
    match &expr.kind {
        ExprKind::Binary(BinaryOp::Add, a, b) if b.ty.is_integer() => plus(apart(a), b),
        ExprKind::Binary(BinaryOp::Add, a, b) if a.ty.is_integer() => plus(apart(b), a),
        ExprKind::AddressOf(place) => match &place.kind {
            ExprKind::Index(base, index) => plus(apart(base), index),
            _ => Address { base: expr.clone(), offset: None },
        },
        _ => Address { base: expr.clone(), offset: None },
    }
}

/// Writes the distance of two places in one array as a number, wherever that stands in a statement.
pub(super) fn count_distances(stmt: &mut Stmt) {
    stmt.exprs_mut().into_iter().for_each(count_distances_in);
    stmt.children_mut().into_iter().for_each(count_distances);
}

fn count_distances_in(expr: &mut Expr) {
    expr.operands_mut().into_iter().for_each(count_distances_in);
    let ExprKind::Binary(BinaryOp::Sub, left, right) = &expr.kind else { return };
    if left.ty.target().is_none() || right.ty.target().is_none() {
        return;
    }
    let (left, right) = (apart(left), apart(right));
    if left.base.is_same(&right.base) && !left.base.has_assignment() {
        let number = |offset: Option<Expr>| offset.unwrap_or(Expr::new(ExprKind::Int(0), COUNT, expr.span.clone()));
        let kind = ExprKind::Binary(BinaryOp::Sub, Box::new(number(left.offset)), Box::new(number(right.offset)));
        *expr = Expr::new(kind, expr.ty.clone(), expr.span.clone());
    }
}

fn sequence(first: Expr, second: Expr) -> Expr {
    let (ty, span) = (second.ty.clone(), first.span.clone());
    Expr::new(ExprKind::Comma(Box::new(first), Box::new(second)), ty, span)
}
