//! Loops that count, written with `while`, as `for` loops.
//!
//! `k = row[i]; while (k < row[i + 1]) { ...; k++; }` says the same as `for (k = row[i]; k < row[i + 1]; k++) { ... }`.
//! What comes after this reads the headers of `for` loops only. The assignment before the loop stays where it is, too.

use std::collections::BTreeMap;
use std::ops::Range;

use super::inductions::without_steps;
use crate::scop::Escapes;
use crate::syntax::{
    BinaryOp, Expr, ExprKind, For, Function, Initializer, Qualified, Qualifiers, Stmt, StmtKind, Storage, Type, Unit,
    VarId, Variable,
};

/// Writes the loops of all functions that count as `for` loops that say what they start with.
pub(crate) fn write_as_for(unit: &mut Unit, escapes: &Escapes) {
    let mut functions = std::mem::take(&mut unit.functions);
    for function in functions.iter_mut().filter(|function| function.is_main) {
        Rewrite { unit, escapes }.statement(&mut function.body);
    }
    unit.functions = functions;
}

/// Gives loops that count a variable from the value that it happens to have a counter of their own, where nobody asks for the
/// variable afterwards: `while (n-- > 0)` is `for (c = n; c-- > 0; )`.
pub(super) fn copy_counters(unit: &mut Unit, escapes: &Escapes) {
    let mut functions = std::mem::take(&mut unit.functions);
    for function in functions.iter_mut().filter(|function| function.is_main && !may_repeat(function)) {
        let reads = reads(function);
        let mut copies = CounterCopies { unit, escapes, reads, added: vec![] };
        copies.statement(&mut function.body);
        let added = copies.added;
        unit.vars.extend(added);
    }
    unit.functions = functions;
}

struct CounterCopies<'a> {
    unit: &'a Unit,
    escapes: &'a Escapes,
    reads: BTreeMap<VarId, Vec<Range<usize>>>,
    added: Vec<Variable>,
}

impl CounterCopies<'_> {
    /// Looks at the outermost loops in a statement.
    fn statement(&mut self, stmt: &mut Stmt) {
        match &mut stmt.kind {
            StmtKind::For(inner) => {
                if let Some(body) = self.copied(inner, &stmt.span) {
                    stmt.rewrite(vec![body]);
                }
            }
            StmtKind::While(..) | StmtKind::DoWhile(..) => {}
            _ => stmt.children_mut().into_iter().for_each(|child| self.statement(child)),
        }
    }

    fn copied(&mut self, inner: &For, span: &Range<usize>) -> Option<Stmt> {
        let var = counter_without_start(inner)?;
        let variable = self.unit.var(var);
        let is_inside = |read: &Range<usize>| span.start <= read.start && read.end <= span.end;
        let is_usable = variable.ty.ty.scalar().is_some_and(|ty| ty.is_integer())
            && is_own(self.unit, self.escapes, var)
            && self.reads.get(&var).is_none_or(|reads| reads.iter().all(is_inside));
        if !is_usable {
            return None;
        }
        let copy = VarId((self.unit.vars.len() + self.added.len()) as u32);
        let ty = Qualified { ty: variable.ty.ty.clone(), qualifiers: Qualifiers::default() };
        self.added.push(Variable { ty, storage: Storage::Local, ..variable.clone() });
        let name = |var| Expr::new(ExprKind::Var(var), variable.ty.ty.clone(), inner.header.clone());
        let mut stmt = Stmt { kind: StmtKind::For(Box::new(inner.clone())), span: span.clone() };
        stmt.replace_var(var, &name(copy));
        if let StmtKind::For(inner) = &mut stmt.kind {
            inner.init.kind = StmtKind::Expr(assignment(copy, &variable.ty.ty, name(var)));
        }
        Some(stmt)
    }
}

/// Whether parts of a function may run again that are in no loop.
pub(super) fn may_repeat(function: &Function) -> bool {
    function.body.any(&|stmt| matches!(stmt.kind, StmtKind::Goto | StmtKind::Unsupported(_)))
}

/// Where each variable is read; what only sets it does not count.
pub(super) fn reads(function: &Function) -> BTreeMap<VarId, Vec<Range<usize>>> {
    let mut reads: BTreeMap<VarId, Vec<Range<usize>>> = BTreeMap::new();
    let mut add = |expr: &Expr| add_reads(expr, &mut reads);
    function.body.for_each(&mut |stmt| stmt.exprs().into_iter().for_each(&mut add));
    reads
}

/// How often a statement reads a variable.
pub(super) fn n_reads(stmt: &Stmt, var: VarId) -> usize {
    let mut reads = BTreeMap::new();
    stmt.for_each(&mut |inner| inner.exprs().into_iter().for_each(|expr| add_reads(expr, &mut reads)));
    reads.get(&var).map_or(0, Vec::len)
}

fn add_reads(expr: &Expr, reads: &mut BTreeMap<VarId, Vec<Range<usize>>>) {
    match &expr.kind {
        ExprKind::Var(var) => reads.entry(*var).or_default().push(expr.span.clone()),
        ExprKind::Assign(None, place, value) if place.as_var().is_some() => add_reads(value, reads),
        _ => expr.operands().into_iter().for_each(|operand| add_reads(operand, reads)),
    }
}

pub(super) struct Rewrite<'a> {
    pub unit: &'a Unit,
    pub escapes: &'a Escapes,
}

impl Rewrite<'_> {
    fn statement(&self, stmt: &mut Stmt) {
        stmt.children_mut().into_iter().for_each(|child| self.statement(child));
        if let StmtKind::While(condition, body) = &stmt.kind
            && let Some((body, step)) = without_step(condition, body)
        {
            let header = stmt.span.start..body.span.start.max(condition.span.end);
            let init = Stmt { kind: StmtKind::Empty, span: header.clone() };
            stmt.kind = StmtKind::For(Box::new(For { init, condition: Some(condition.clone()), step, body, header }));
        }
        let StmtKind::Block(children) = &mut stmt.kind else { return };
        for at in 1..children.len() {
            let (before, rest) = children.split_at_mut(at);
            if let StmtKind::For(inner) = &mut rest[0].kind
                && let Some(var) = counter_without_start(inner)
                && let Some(start) = self.value_after(before, var)
            {
                inner.init.kind = StmtKind::Expr(assignment(var, &self.unit.var(var).ty.ty, start));
            }
        }
    }

    /// What a variable is after some statements, if the last one that assigns it says so, and its expression keeps its
    /// value up to the end.
    pub fn value_after(&self, stmts: &[Stmt], var: VarId) -> Option<Expr> {
        let at = stmts.iter().rposition(|stmt| assigns(stmt, var))?;
        let (value, declared_later) = start(&stmts[at], var)?;
        let is_simple = |e: &Expr| !matches!(e.kind, ExprKind::Call(..) | ExprKind::Unsupported(_));
        if value.has_assignment() || value.any(&|e| !is_simple(e)) {
            return None;
        }
        let after = &stmts[at + 1..];
        let jumps = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Labeled(_) | StmtKind::Goto | StmtKind::Unsupported(_));
        let mut is_kept = !after.iter().any(|stmt| stmt.any(&jumps));
        let mut look = |expr: &Expr| is_kept &= !expr.any(&|e| self.may_change(e, value, var));
        declared_later.into_iter().for_each(&mut look);
        after.iter().for_each(|stmt| stmt.for_each(&mut |inner| inner.exprs().into_iter().for_each(&mut look)));
        is_kept.then(|| value.clone())
    }

    /// Whether evaluating an expression itself, its operands aside, may change a variable or what `value` reads.
    fn may_change(&self, expr: &Expr, value: &Expr, var: VarId) -> bool {
        let (ExprKind::Assign(_, place, _) | ExprKind::Step { place, .. }) = &expr.kind else {
            return matches!(expr.kind, ExprKind::Call(..) | ExprKind::Unsupported(_));
        };
        match place.as_var() {
            Some(changed) if !self.escapes.contains(changed, self.unit) => {
                changed == var || value.any(&|e| e.as_var() == Some(changed))
            }
            // Objects of floating-point types are not accessed as integers.
            _ => {
                let is_float = place.ty.scalar().is_some_and(|ty| ty.is_float());
                let is_integer = |ty: &Type| ty.scalar().is_some_and(|ty| ty.is_integer() && ty.size() > 1);
                let is_object = |e: &Expr| {
                    matches!(
                        e.kind,
                        ExprKind::Var(_) | ExprKind::Index(..) | ExprKind::Deref(_) | ExprKind::Member { .. }
                    )
                };
                let is_apart = |e: &Expr| !is_object(e) || is_integer(&e.ty) || self.is_own_pointer(e);
                !(is_float && self.unit.dialect.strict_aliasing && !value.any(&|e| !is_apart(e)))
            }
        }
    }

    /// A pointer or an array that is a variable which pointers do not lead to.
    fn is_own_pointer(&self, expr: &Expr) -> bool {
        let is_address = matches!(expr.ty, Type::Pointer(_) | Type::Array(_));
        is_address && expr.as_var().is_some_and(|var| !self.escapes.contains(var, self.unit))
    }
}

/// What a statement sets a variable to, and the expressions that it evaluates after that.
fn start(stmt: &Stmt, var: VarId) -> Option<(&Expr, Vec<&Expr>)> {
    match &stmt.kind {
        StmtKind::Expr(Expr { kind: ExprKind::Assign(None, place, value), .. }) => {
            let reads_itself = value.any(&|e| e.as_var() == Some(var));
            (place.as_var() == Some(var) && !reads_itself).then_some((value, vec![]))
        }
        StmtKind::Declare(declarations) => {
            let at = declarations.iter().position(|declaration| declaration.var == var)?;
            let Some(Initializer::Expr(value)) = &declarations[at].init else { return None };
            Some((value, declarations[at + 1..].iter().flat_map(|later| later.exprs()).collect()))
        }
        StmtKind::Rewritten { body, .. } => start(body, var),
        _ => None,
    }
}

/// Whether only what names a variable reads or sets it.
pub(super) fn is_own(unit: &Unit, escapes: &Escapes, var: VarId) -> bool {
    let variable = unit.var(var);
    variable.is_automatic() && !variable.is_odd && !variable.ty.qualifiers.is_volatile && !escapes.contains(var, unit)
}

/// Whether an expression has the same value before each iteration of a loop: it reads nothing but variables that the loop does
/// not change, and that pointers do not lead to.
pub(super) fn is_invariant(unit: &Unit, escapes: &Escapes, expr: &Expr, inner: &For) -> bool {
    let is_kept = |var: VarId| {
        let is_private = unit.var(var).is_automatic() && !escapes.contains(var, unit);
        let changes = |e: &Expr| match &e.kind {
            ExprKind::Assign(_, place, _) | ExprKind::Step { place, .. } => place.as_var() == Some(var),
            _ => false,
        };
        let mut in_header = inner.step.iter().chain(&inner.condition);
        is_private && !in_header.any(|part| part.any(&changes)) && !assigns(&inner.body, var)
    };
    let are_invariant = |exprs: Vec<&Expr>| exprs.into_iter().all(|each| is_invariant(unit, escapes, each, inner));
    match &expr.kind {
        ExprKind::Int(_) => true,
        ExprKind::Var(var) => unit.var(*var).constant.is_some() || matches!(expr.ty, Type::Array(_)) || is_kept(*var),
        ExprKind::AddressOf(place) if matches!(place.kind, ExprKind::Index(..)) => are_invariant(place.operands()),
        ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Cast(_) | ExprKind::Conditional(..) => {
            are_invariant(expr.operands())
        }
        _ => false,
    }
}

/// Whether a statement sets a variable in any case, and not to what it was.
pub(super) fn sets(stmt: &Stmt, var: VarId) -> bool {
    start(stmt, var).is_some()
}

/// Whether a statement declares a variable or assigns it by its name.
pub(crate) fn assigns(stmt: &Stmt, var: VarId) -> bool {
    let in_expr = |expr: &Expr| match &expr.kind {
        ExprKind::Assign(_, place, _) | ExprKind::Step { place, .. } => place.as_var() == Some(var),
        _ => false,
    };
    stmt.any(&|inner| {
        let declares = match &inner.kind {
            StmtKind::Declare(declarations) => declarations.iter().any(|declaration| declaration.var == var),
            _ => false,
        };
        declares || inner.exprs().into_iter().any(|expr| expr.any(&in_expr))
    })
}

/// The body of a `while` loop without the step at its end, and the step; the condition `i-- > 0` is its own step.
fn without_step(condition: &Expr, body: &Stmt) -> Option<(Stmt, Option<Expr>)> {
    if counts_down(condition).is_some() {
        return Some((body.clone(), None));
    }
    let (last, rest) = match &body.kind {
        StmtKind::Block(children) => children.split_last()?,
        _ => (body, &[][..]),
    };
    // `*q++ = *p++;` is three statements.
    let mut last = without_steps(last).unwrap_or_else(|| vec![last.clone()]);
    let steps_it = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Expr(step) => {
            counting_step(step).is_some_and(|step| condition.any(&|e| e.as_var() == Some(step.var)))
        }
        _ => false,
    };
    let step = last.remove(last.iter().rposition(steps_it)?);
    // `continue` skips the step.
    if condition.has_assignment() || rest.iter().any(continues) {
        return None;
    }
    let StmtKind::Expr(step) = step.kind else { return None };
    let body = Stmt { kind: StmtKind::Block([rest, &last].concat()), span: body.span.clone() };
    Some((body, Some(step)))
}

/// The counter of a loop that does not say what it starts with.
fn counter_without_start(inner: &For) -> Option<VarId> {
    match (&inner.init.kind, &inner.step, &inner.condition) {
        (StmtKind::Empty, Some(step), _) => Some(counting_step(step)?.var),
        (StmtKind::Empty, None, Some(condition)) => counts_down(condition),
        _ => None,
    }
}

/// A step of a loop: `k++`, `k -= 2`, `k = k + by`.
pub(crate) struct CountingStep<'a> {
    /// What it counts.
    pub var: VarId,
    /// Whether it adds.
    pub is_up: bool,
    /// What it adds or takes away; 1 if there is none.
    pub by: Option<&'a Expr>,
}

/// The step that an expression is, if it counts a variable.
pub(crate) fn counting_step(expr: &Expr) -> Option<CountingStep<'_>> {
    let is_up = |op: &BinaryOp| match op {
        BinaryOp::Add => Some(true),
        BinaryOp::Sub => Some(false),
        _ => None,
    };
    match &expr.kind {
        ExprKind::Step { place, is_increment, .. } => {
            Some(CountingStep { var: place.as_var()?, is_up: *is_increment, by: None })
        }
        ExprKind::Assign(Some(op), place, by) => {
            Some(CountingStep { var: place.as_var()?, is_up: is_up(op)?, by: Some(by) })
        }
        ExprKind::Assign(None, place, value) => {
            let var = place.as_var()?;
            let ExprKind::Binary(op, left, right) = &value.kind else { return None };
            let is_up = is_up(op)?;
            let by = match (left.as_var() == Some(var), right.as_var() == Some(var)) {
                (true, false) => right,
                (false, true) if is_up => left,
                _ => return None,
            };
            Some(CountingStep { var, is_up, by: Some(by) })
        }
        _ => None,
    }
}

/// What an expression counts, and the constant that it adds.
pub(crate) fn constant_step(unit: &Unit, expr: &Expr) -> Option<(VarId, i128)> {
    let CountingStep { var, is_up, by } = counting_step(expr)?;
    let by = by.map_or(Some(1), |by| unit.constant(by))?;
    Some((var, if is_up { by } else { by.checked_neg()? }))
}

/// `variable = value`, of a type.
pub(super) fn assignment(var: VarId, ty: &Type, value: Expr) -> Expr {
    let span = value.span.clone();
    let place = Expr::new(ExprKind::Var(var), ty.clone(), span.clone());
    Expr::new(ExprKind::Assign(None, Box::new(place), Box::new(value)), ty.clone(), span)
}

/// The variable in `i--`, `i-- > 0` or `i-- != 0`.
pub(crate) fn counts_down(condition: &Expr) -> Option<VarId> {
    match &condition.kind {
        ExprKind::Step { place, is_increment: false, is_prefix: false } => place.as_var(),
        ExprKind::Binary(BinaryOp::Gt | BinaryOp::Ne, left, right) if matches!(right.kind, ExprKind::Int(0)) => {
            counts_down(left)
        }
        _ => None,
    }
}

/// Whether a statement may go on with the next iteration of the loop around it, or be jumped to.
pub(super) fn continues(stmt: &Stmt) -> bool {
    let is_jump = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Goto | StmtKind::Labeled(_));
    match &stmt.kind {
        StmtKind::Continue => true,
        StmtKind::For(_) | StmtKind::While(..) | StmtKind::DoWhile(..) => stmt.any(&is_jump),
        _ => is_jump(stmt) || stmt.children().into_iter().any(continues),
    }
}
