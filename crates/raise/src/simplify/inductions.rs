//! Variables that a loop changes by a constant in each iteration, as functions of its counter.
//!
//! `for (i = 0, k = n; i < n; i++, k--) a[i] = b[k];` says the same as `for (i = 0; i < n; i++) a[i] = b[n - i];`, and
//! `k = 0; for (i = 0; i < n; i++) { a[i] = b[k]; k += 2; }` the same as `for (i = 0; i < n; i++) a[i] = b[2 * i];`, but for the last value
//! of `k`. This is the substitution of induction variables (Aho, Lam, Sethi and Ullman, _Compilers_, section 9.1), the other way round
//! than compilers do it. Pointers that walk along an array are variables as any others.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use polymill_gdg::ScalarType;

use super::counted::{
    CountingStep, Rewrite, assignment, assigns, constant_step, counting_step, counts_down, is_invariant, is_own,
    may_repeat, reads, sets,
};
use super::pointer_counters::count_distances;
use crate::scop::Escapes;
use crate::syntax::{BinaryOp, Declaration, Expr, ExprKind, For, Initializer, Stmt, StmtKind, Type, Unit, VarId};

/// Writes variables that loops change by a constant as functions of their counters, in all functions.
pub(super) fn substitute_inductions(unit: &mut Unit, escapes: &Escapes) {
    let mut functions = std::mem::take(&mut unit.functions);
    for function in functions.iter_mut().filter(|function| function.is_main && !may_repeat(function)) {
        let reads = reads(function);
        Inductions { unit, escapes, reads }.visit(&[], &mut function.body, false);
    }
    unit.functions = functions;
}

struct Inductions<'a> {
    unit: &'a Unit,
    escapes: &'a Escapes,
    reads: BTreeMap<VarId, Vec<Range<usize>>>,
}

/// The header of a loop with one counter, and what else is in it.
struct Header<'a> {
    inner: &'a For,
    counter: VarId,
    /// What is added in each iteration, not zero.
    step: i128,
    /// What the counter starts with.
    start: Expr,
    /// Other variables that the header sets, in order, and whether it does so after it has set the counter.
    inits: Vec<(VarId, Expr, bool)>,
    /// Other variables that the header counts.
    steps: Vec<(VarId, i128)>,
    /// Whether the condition counts, as `i-- > 0` does: the counter is one less than its start in the first iteration.
    is_in_condition: bool,
}

/// A variable that a loop changes by the same in each iteration.
struct Induction {
    /// What it is before the first iteration.
    base: Expr,
    /// Whether what it is after the last one is read.
    is_read: bool,
}

/// A loop without a variable that it changed, and the value of the variable after the loop if that is read.
struct Without {
    body: Vec<Stmt>,
    condition: Expr,
    last: Option<Expr>,
}

/// The value of a variable at a point.
#[derive(Clone)]
struct Value {
    /// What it was before.
    base: Expr,
    /// What was added to it or taken from it.
    terms: Vec<Term>,
    /// A number that was added.
    constant: i128,
}

/// A term of a sum. (Negative factors are no values of types without sign.)
#[derive(Clone)]
struct Term {
    is_negative: bool,
    value: Expr,
}

impl Inductions<'_> {
    /// Rewrites the loops in a statement, outer ones first; `before` are the statements in front of it in its block.
    fn visit(&self, before: &[Stmt], stmt: &mut Stmt, in_loop: bool) {
        if let StmtKind::For(inner) = &stmt.kind
            && let Some(body) = self.rewritten(before, inner, &stmt.span, in_loop)
        {
            stmt.rewrite(body);
        }
        match &mut stmt.kind {
            StmtKind::Block(children) => {
                for at in 0..children.len() {
                    let (before, rest) = children.split_at_mut(at);
                    self.visit(before, &mut rest[0], in_loop);
                }
            }
            StmtKind::For(inner) => self.visit(&[], &mut inner.body, true),
            StmtKind::While(_, body) | StmtKind::DoWhile(body, _) => self.visit(&[], body, true),
            // There is one counter in its header now.
            StmtKind::Rewritten { body, .. } => self.visit(before, body, in_loop),
            _ => stmt.children_mut().into_iter().for_each(|child| self.visit(&[], child, in_loop)),
        }
    }

    /// What a loop does, with all variables that it counts as functions of one counter; `None` if it stays as it is.
    fn rewritten(&self, before: &[Stmt], inner: &For, span: &Range<usize>, in_loop: bool) -> Option<Vec<Stmt>> {
        let header = self.header(inner)?;
        let mut body = statements(&inner.body);
        let mut condition = inner.condition.clone()?;
        let mut counted: BTreeSet<VarId> = header.steps.iter().map(|(var, _)| *var).collect();
        let mut last = vec![];
        let in_header = counted.clone();
        for var in in_header.union(&stepped(&body)).copied() {
            let rewritten = self.without(var, &header, &body, &condition, (before, span, in_loop));
            match rewritten {
                Some(without) => {
                    (body, condition) = (without.body, without.condition);
                    last.extend(without.last.map(|value| self.assignment(var, value)));
                    counted.insert(var);
                }
                None if in_header.contains(&var) => return None,
                None => {}
            }
        }
        let mut stmts = vec![];
        for (var, value, _) in header.inits.iter().filter(|(var, ..)| !counted.contains(var)) {
            let reads_counter = value.any(&|e| e.as_var() == Some(header.counter));
            if reads_counter || matches!(inner.init.kind, StmtKind::Declare(_)) {
                return None;
            }
            stmts.push(self.assignment(*var, value.clone()));
        }
        if counted.is_empty() && stmts.is_empty() {
            return None;
        }
        let body = Stmt { kind: StmtKind::Block(body), span: inner.body.span.clone() };
        let (init, step) = self.counter_alone(&header);
        let rewritten = For { init, condition: Some(condition), step, body, header: inner.header.clone() };
        stmts.push(Stmt { kind: StmtKind::For(Box::new(rewritten)), span: span.clone() });
        stmts.extend(last);
        Some(stmts)
    }

    /// The body and the condition of a loop with the values of an induction variable in its place, and its value after the loop
    /// if that is read.
    fn without(
        &self,
        var: VarId,
        header: &Header<'_>,
        body: &[Stmt],
        condition: &Expr,
        (before, span, in_loop): (&[Stmt], &Range<usize>, bool),
    ) -> Option<Without> {
        let Induction { base, is_read } = self.induction(var, header, before, span, in_loop)?;
        let start = Value { base, terms: vec![], constant: 0 };
        let (change, here) = self.iteration(var, header, body, &start)?;
        let (mut body, mut condition) = (body.to_vec(), condition.clone());
        self.advance(var, &mut body, here.clone())?;
        body.iter_mut().for_each(count_distances);
        condition.replace_var(var, &self.expr(var, &here));
        if !is_read {
            return Some(Without { body, condition, last: None });
        }
        if may_end_early(&body) {
            return None;
        }
        let last = self.plus_times(var, &start, &change, self.n_iterations(header)?)?;
        Some(Without { body, condition, last: Some(wide(self.expr(var, &last))) })
    }

    /// Reads a header that sets and counts variables by constants. The counter is the first one that the condition is about.
    fn header<'f>(&self, inner: &'f For) -> Option<Header<'f>> {
        let condition = inner.condition.as_ref()?;
        let counted_down = counts_down(condition).map(|var| (var, -1));
        let is_in_condition = counted_down.is_some();
        let steps = inner.step.iter().flat_map(in_sequence).map(|step| constant_step(self.unit, step));
        let mut steps = counted_down.map(Some).into_iter().chain(steps).collect::<Option<Vec<_>>>()?;
        let at = steps.iter().position(|(var, _)| condition.any(&|e| e.as_var() == Some(*var)))?;
        let (counter, step) = steps.remove(at);
        let n_steps = |var: VarId| steps.iter().filter(|(other, _)| *other == var).count();
        let is_repeated = n_steps(counter) > 0 || steps.iter().any(|(var, _)| n_steps(*var) > 1);
        let mut inits = self.inits(&inner.init)?;
        let at = inits.iter().position(|(var, _)| *var == counter)?;
        let (_, start) = inits.remove(at);
        let start = self.converted(start, counter);
        // What is set in front of the loop instead may be what another one is set to.
        let is_set = |var: VarId| inits.iter().any(|(set, _)| *set == var);
        let reads_others = |value: &Expr| value.any(&|e| e.as_var().is_some_and(is_set));
        if reads_others(&start) || inits.iter().any(|(_, value)| reads_others(value)) {
            return None;
        }
        let has_effects = condition.has_assignment() && !is_in_condition;
        let is_simple = step != 0 && !has_effects && !is_repeated && !assigns(&inner.body, counter);
        let inits =
            inits.into_iter().enumerate().map(|(position, (var, value))| (var, value, position >= at)).collect();
        let header = Header { inner, counter, step, start, inits, steps, is_in_condition };
        (is_simple && self.is_invariant(&header.start, inner)).then_some(header)
    }

    /// What the header sets, in order.
    fn inits(&self, init: &Stmt) -> Option<Vec<(VarId, Expr)>> {
        match &init.kind {
            StmtKind::Expr(expr) => {
                let one = |expr: &Expr| match &expr.kind {
                    ExprKind::Assign(None, place, value) if !value.has_assignment() => {
                        Some((place.as_var()?, value.as_ref().clone()))
                    }
                    _ => None,
                };
                in_sequence(expr).into_iter().map(one).collect()
            }
            StmtKind::Declare(declarations) => {
                let one = |declaration: &Declaration| match &declaration.init {
                    Some(Initializer::Expr(value)) if !value.has_assignment() => Some((declaration.var, value.clone())),
                    _ => None,
                };
                declarations.iter().map(one).collect()
            }
            _ => None,
        }
    }

    /// A variable of a loop, if its value before the loop is known as long as the loop runs.
    fn induction(
        &self,
        var: VarId,
        header: &Header<'_>,
        before: &[Stmt],
        span: &Range<usize>,
        in_loop: bool,
    ) -> Option<Induction> {
        let variable = self.unit.var(var);
        let is_number = variable.ty.ty.scalar().is_some_and(|ty| ty.is_integer() && ty.size() >= 4);
        let is_usable = (is_number || matches!(variable.ty.ty, Type::Pointer(_)))
            && var != header.counter
            && is_own(self.unit, self.escapes, var);
        if !is_usable {
            return None;
        }
        let set_in_header = header.inits.iter().find(|(set, ..)| *set == var);
        let base = match set_in_header {
            Some((_, value, is_later)) => {
                let mut value = value.clone();
                if *is_later {
                    value.replace_var(header.counter, &header.start);
                }
                Some(value)
            }
            None => Rewrite { unit: self.unit, escapes: self.escapes }.value_after(before, var),
        };
        let base = base.map(|value| self.converted(value, var)).filter(|base| self.is_invariant(base, header.inner));
        let is_declared = matches!(header.inner.init.kind, StmtKind::Declare(_)) && set_in_header.is_some();
        let is_later = |read: &Range<usize>| span.end < read.end || (in_loop && read.start < span.start);
        let is_read_later =
            self.reads.get(&var).into_iter().flatten().any(is_later) && !self.is_used_up(var, before, span);
        let itself = Induction { base: self.var(var, &header.inner.header), is_read: false };
        match base {
            Some(base) => Some(Induction { base, is_read: is_read_later && !is_declared }),
            None if set_in_header.is_some() => None,
            // It keeps the value that it has in front of the loop.
            None if is_read_later => None,
            None => (!in_loop || self.is_used_up(var, before, span)).then_some(itself),
        }
    }

    /// Whether one of the statements right in front of a loop sets a variable in any case, and only the loop and what stands between
    /// the two read it: to have another value after the loop makes no difference.
    fn is_used_up(&self, var: VarId, before: &[Stmt], span: &Range<usize>) -> bool {
        let Some(set) = before.iter().rfind(|stmt| assigns(stmt, var)) else { return false };
        let is_near = |read: &Range<usize>| set.span.start <= read.start && read.end <= span.end;
        sets(set, var) && self.reads.get(&var).into_iter().flatten().all(is_near)
    }

    /// By how much an iteration of a loop changes a variable, and what it is at the start of each, if it is `start` at the start of
    /// the first.
    fn iteration(&self, var: VarId, header: &Header<'_>, body: &[Stmt], start: &Value) -> Option<(Value, Value)> {
        let unchanged = Value { base: self.var(var, &header.inner.header), terms: vec![], constant: 0 };
        let mut change = self.advance(var, &mut body.to_vec(), unchanged)?;
        let in_header = header.steps.iter().filter(|(counted, _)| *counted == var).map(|(_, by)| by);
        change.constant += in_header.sum::<i128>();
        // `continue` goes on with what the header does.
        let is_partial = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Continue | StmtKind::Labeled(_) | StmtKind::Goto);
        let is_changed_in_body = body.iter().any(|stmt| assigns(stmt, var));
        if is_changed_in_body && body.iter().any(|stmt| stmt.any(&is_partial)) {
            return None;
        }
        let is_invariant = change.terms.iter().all(|each| self.is_invariant(&each.value, header.inner));
        let here = self.plus_times(var, start, &change, self.iterations_before(header)?)?;
        is_invariant.then_some((change, here))
    }

    /// Puts the values of a variable in its place in some statements, and takes out what changes it. Returns its value after them;
    /// `None` if that is not known.
    fn advance(&self, var: VarId, stmts: &mut Vec<Stmt>, mut value: Value) -> Option<Value> {
        let mut position = 0;
        while position < stmts.len() {
            let stmt = &mut stmts[position];
            if let StmtKind::Expr(step) = &stmt.kind
                && let Some(step) = counting_step(step).filter(|step| step.var == var)
            {
                value = self.after_step(value, &step)?;
                stmts.remove(position);
                continue;
            }
            if assigns(stmt, var) {
                let StmtKind::For(inner) = &mut stmt.kind else { return None };
                value = self.advance_loop(var, inner, value)?;
            } else {
                stmt.replace_var(var, &self.expr(var, &value));
            }
            position += 1;
        }
        Some(value)
    }

    /// The value of a variable after it was `value` and a step; `None` if what is added is no number of the variable's type.
    fn after_step(&self, mut value: Value, step: &CountingStep<'_>) -> Option<Value> {
        let by = step.by.map_or(Some(1), |by| self.unit.constant(by));
        match (by, step.by) {
            (Some(by), _) => value.constant += if step.is_up { by } else { by.checked_neg()? },
            (None, by) => {
                let by = by.filter(|by| self.is_exact_step(by, step.var))?;
                value.terms.push(Term { is_negative: !step.is_up, value: self.as_step(by.clone(), step.var) });
            }
        }
        Some(value)
    }

    /// Whether adding a number to a variable is the same in the type of the variable as in that in which C adds.
    fn is_exact_step(&self, by: &Expr, var: VarId) -> bool {
        let Some(by) = by.ty.scalar().filter(|ty| ty.is_integer()) else { return false };
        match self.unit.var(var).ty.ty.scalar() {
            Some(ty) => {
                by == ty
                    || by.size() < ty.size()
                    || (by.size() == ty.size() && ty.range().is_some_and(|(low, _)| low == 0))
            }
            None => true,
        }
    }

    /// As [`Self::advance`], for a loop inside.
    fn advance_loop(&self, var: VarId, inner: &mut For, value: Value) -> Option<Value> {
        let whole = inner.clone();
        let header = self.header(&whole)?;
        let sets_it = header.counter == var || header.inits.iter().any(|(set, ..)| *set == var);
        if sets_it || !header.steps.is_empty() {
            return None;
        }
        let n_iterations = self.n_iterations(&header)?;
        let mut body = statements(&whole.body);
        if may_end_early(&body) {
            return None;
        }
        let (change, mut here) = self.iteration(var, &header, &body, &value)?;
        // Inside of it, it has iterations.
        here.terms.iter_mut().for_each(|each| without_test(&mut each.value, &n_iterations));
        self.advance(var, &mut body, here)?;
        inner.init.replace_var(var, &self.expr(var, &value));
        inner.body = Stmt { kind: StmtKind::Block(body), span: whole.body.span.clone() };
        self.plus_times(var, &value, &change, n_iterations)
    }

    fn is_invariant(&self, expr: &Expr, inner: &For) -> bool {
        is_invariant(self.unit, self.escapes, expr, inner)
    }

    /// The value plus so many times what an iteration adds; `None` where the number of iterations is a fraction of what is given.
    fn plus_times(&self, var: VarId, value: &Value, change: &Value, (count, step): (Expr, i128)) -> Option<Value> {
        let mut value = value.clone();
        if change.constant % step != 0 || (step != 1 && !change.terms.is_empty()) {
            return None;
        }
        let factor = change.constant / step;
        if factor != 0 {
            let count = self.as_step(count.clone(), var);
            let span = count.span.clone();
            let by = int(factor.abs(), &count.ty, &span);
            let product = if factor.abs() == 1 { count } else { self.binary(BinaryOp::Mul, by, count) };
            value.terms.push(Term { is_negative: factor < 0, value: product });
        }
        for each in &change.terms {
            let wide = |expr: Expr| match self.unit.var(var).ty.ty.scalar() {
                Some(_) => self.as_step(expr, var),
                None => cast(expr, Type::Scalar(ScalarType::I64)),
            };
            let product = self.binary(BinaryOp::Mul, wide(each.value.clone()), wide(count.clone()));
            value.terms.push(Term { value: product, ..*each });
        }
        Some(value)
    }

    /// A number in the type in which it is added to a variable.
    fn as_step(&self, number: Expr, var: VarId) -> Expr {
        let ty = &self.unit.var(var).ty.ty;
        if ty.scalar().is_some() { cast(number, ty.clone()) } else { number }
    }

    /// A value as an expression.
    fn expr(&self, var: VarId, value: &Value) -> Expr {
        let ty = &self.unit.var(var).ty.ty;
        let mut terms = value.terms.iter();
        let first = match (&value.base.kind, terms.as_slice()) {
            (ExprKind::Int(0), [Term { is_negative: false, value: first }, ..]) if ty.scalar().is_some() => {
                terms.next();
                first.clone()
            }
            _ => Expr { ty: ty.clone(), ..value.base.clone() },
        };
        let sum = terms.fold(first, |sum, term| match (term.is_negative, ty.scalar()) {
            (true, Some(_)) => self.binary(BinaryOp::Sub, sum, term.value.clone()),
            (true, None) => self.binary(BinaryOp::Add, sum, term.value.clone().negated_offset()),
            (false, _) => self.binary(BinaryOp::Add, sum, term.value.clone()),
        });
        let (number, span) = (if ty.scalar().is_some() { ty } else { &Type::INT }, sum.span.clone());
        match value.constant {
            0 => sum,
            by if by > 0 || ty.scalar().is_none() => self.binary(BinaryOp::Add, sum, int(by, number, &span)),
            by => self.binary(BinaryOp::Sub, sum, int(-by, number, &span)),
        }
    }

    /// How far the counter is from its start in an iteration, and how far one iteration takes it.
    fn iterations_before(&self, header: &Header<'_>) -> Option<(Expr, i128)> {
        let counter = self.var(header.counter, &header.inner.header);
        let start = header.start.clone();
        let distance = match (header.step > 0, &start.kind) {
            (true, ExprKind::Int(0)) => counter,
            (true, _) => self.binary(BinaryOp::Sub, counter, start),
            (false, _) => self.binary(BinaryOp::Sub, start, counter),
        };
        let distance = match header.is_in_condition {
            true => {
                let (ty, span) = (distance.ty.clone(), distance.span.clone());
                self.binary(BinaryOp::Sub, distance, int(1, &ty, &span))
            }
            false => distance,
        };
        Some((distance, header.step.checked_abs()?))
    }

    /// How many iterations a loop has that counts by one: `n > 0 ? n - 0 : 0`.
    fn n_iterations(&self, header: &Header<'_>) -> Option<(Expr, i128)> {
        let zero = int(0, &header.start.ty, &header.inner.header);
        let condition = header.inner.condition.as_ref()?;
        let (op, left, end) = match &condition.kind {
            // It is not negative, or else counting would not end.
            _ if header.is_in_condition => (&BinaryOp::Gt, &self.var(header.counter, &condition.span), &zero),
            ExprKind::Binary(op, left, end) => (op, &**left, &**end),
            _ => return None,
        };
        let is_usable =
            left.as_var() == Some(header.counter) && header.step.abs() == 1 && self.is_invariant(end, header.inner);
        if !is_usable || (end.ty != header.start.ty && !matches!(end.kind, ExprKind::Int(_))) {
            return None;
        }
        let (start, end) = (header.start.clone(), self.converted(end.clone(), header.counter));
        let (low, high) = if header.step > 0 { (start, end) } else { (end, start) };
        let (compare, more) = match (op, header.step > 0) {
            (BinaryOp::Lt, true) | (BinaryOp::Gt, false) => (BinaryOp::Gt, 0),
            (BinaryOp::Le, true) | (BinaryOp::Ge, false) => (BinaryOp::Ge, 1),
            _ => return None,
        };
        let span = header.inner.header.clone();
        let runs = ExprKind::Binary(compare, Box::new(high.clone()), Box::new(low.clone()));
        let runs = Expr::new(runs, Type::INT, span.clone());
        let mut count = match low.kind {
            ExprKind::Int(0) => high,
            _ => self.binary(BinaryOp::Sub, high, low),
        };
        if more > 0 {
            let one = int(more, &count.ty, &span);
            count = self.binary(BinaryOp::Add, count, one);
        }
        let (ty, zero) = (count.ty.clone(), int(0, &count.ty, &span));
        Some((Expr::new(ExprKind::Conditional(Box::new(runs), Some(Box::new(count)), Box::new(zero)), ty, span), 1))
    }

    /// What is left of the header if it sets and counts nothing but its counter.
    fn counter_alone(&self, header: &Header<'_>) -> (Stmt, Option<Expr>) {
        let counter = header.counter;
        let mut init = header.inner.init.clone();
        match &mut init.kind {
            StmtKind::Declare(declarations) => declarations.retain(|declaration| declaration.var == counter),
            _ => init.kind = self.assignment(counter, header.start.clone()).kind,
        }
        let is_counter = |step: &&Expr| counting_step(step).is_some_and(|step| step.var == counter);
        let step = header.inner.step.iter().flat_map(in_sequence).find(is_counter).cloned();
        (init, step)
    }

    fn var(&self, var: VarId, span: &Range<usize>) -> Expr {
        Expr::new(ExprKind::Var(var), self.unit.var(var).ty.ty.clone(), span.clone())
    }

    fn assignment(&self, var: VarId, value: Expr) -> Stmt {
        let span = value.span.clone();
        Stmt { kind: StmtKind::Expr(assignment(var, &self.unit.var(var).ty.ty, value)), span }
    }

    /// A value as a variable holds it.
    fn converted(&self, value: Expr, var: VarId) -> Expr {
        let ty = self.unit.var(var).ty.ty.clone();
        if value.ty == ty || matches!(ty, Type::Pointer(_)) {
            return value;
        }
        cast(value, ty)
    }

    /// The result has the type of the left operand, which the right one has, too, unless the left one is a pointer; `int` if that is
    /// narrower.
    fn binary(&self, op: BinaryOp, left: Expr, right: Expr) -> Expr {
        let is_narrow = left.ty.scalar().is_some_and(|ty| ty.size() < 4);
        let (ty, span) = (if is_narrow { Type::INT } else { left.ty.clone() }, left.span.clone());
        Expr::new(ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, span)
    }
}

/// The parts of `first, second, ...`.
pub(super) fn in_sequence(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Comma(first, second) => in_sequence(first).into_iter().chain(in_sequence(second)).collect(),
        _ => vec![expr],
    }
}

/// The statements of a body; `a[k++] = x;` is two.
pub(super) fn statements(body: &Stmt) -> Vec<Stmt> {
    match &body.kind {
        StmtKind::Block(children) => children.iter().flat_map(statements).collect(),
        StmtKind::Rewritten { body, .. } => statements(body),
        StmtKind::Expr(_) | StmtKind::Declare(_) => without_steps(body).unwrap_or_else(|| vec![body.clone()]),
        _ => vec![body.clone()],
    }
}

/// An expression or a declaration that changes variables after it has used them, and then what changes them; `None` if it does
/// not, or C does not say when.
pub(super) fn without_steps(stmt: &Stmt) -> Option<Vec<Stmt>> {
    let mut rest = stmt.clone();
    let is_whole = matches!(stmt.kind, StmtKind::Expr(_));
    let mut exprs = rest.exprs_mut();
    let [expr] = exprs.as_mut_slice() else { return None };
    let mut steps = vec![];
    split_steps(expr, is_whole, &mut steps);
    let is_once = |step: &Expr| {
        let var = counting_step(step).map(|step| step.var);
        let mut n_uses = 0;
        expr.for_each(&mut |e| n_uses += usize::from(e.as_var().is_some() && e.as_var() == var));
        n_uses == 1
    };
    let is_split = !steps.is_empty() && steps.iter().all(is_once);
    let steps = steps.into_iter().map(|step| Stmt { span: step.span.clone(), kind: StmtKind::Expr(step) });
    is_split.then(|| std::iter::once(rest).chain(steps).collect())
}

/// Whether statements may leave the loop that they are the body of, or a loop inside.
fn may_end_early(stmts: &[Stmt]) -> bool {
    let leaves = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Break | StmtKind::Return(_) | StmtKind::Goto);
    stmts.iter().any(|stmt| stmt.any(&leaves))
}

/// Takes `k++` and `k--` out of an expression whose parts are evaluated in any case, which then uses `k`.
fn split_steps(expr: &mut Expr, is_whole: bool, steps: &mut Vec<Expr>) {
    match &mut expr.kind {
        ExprKind::Step { place, is_prefix: false, .. } if !is_whole && place.as_var().is_some() => {
            let place = (**place).clone();
            steps.push(std::mem::replace(expr, place));
        }
        ExprKind::Conditional(condition, ..) => split_steps(condition, false, steps),
        ExprKind::Binary(BinaryOp::And | BinaryOp::Or, left, _) => split_steps(left, false, steps),
        ExprKind::Comma(..) | ExprKind::Call(..) => {}
        _ => expr.operands_mut().into_iter().for_each(|operand| split_steps(operand, false, steps)),
    }
}

/// A sum of integers of 32 bits, computed with 64: parts of it may not fit.
fn wide(expr: Expr) -> Expr {
    let is_int = expr.ty == Type::INT;
    match expr.kind {
        ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul), left, right) if is_int => {
            let (left, right) = (Box::new(wide(*left)), Box::new(wide(*right)));
            Expr { kind: ExprKind::Binary(op, left, right), ty: Type::Scalar(ScalarType::I64), ..expr }
        }
        kind if is_int => cast(Expr { kind, ..expr }, Type::Scalar(ScalarType::I64)),
        kind => Expr { kind, ..expr },
    }
}

/// A number in another type.
pub(super) fn cast(value: Expr, ty: Type) -> Expr {
    let fits = |number: &i128| {
        ty.scalar().and_then(ScalarType::range).is_some_and(|(low, high)| low <= *number && *number <= high)
    };
    match &value.kind {
        _ if value.ty == ty => value,
        ExprKind::Int(number) if fits(number) => Expr { ty, ..value },
        _ => Expr { ty, span: value.span.clone(), kind: ExprKind::Cast(Box::new(value)) },
    }
}

/// `n` for `n > 0 ? n : 0`, wherever that stands in an expression.
fn without_test(expr: &mut Expr, (count, _): &(Expr, i128)) {
    if expr.is_same(count)
        && let ExprKind::Conditional(_, Some(then), _) = &expr.kind
    {
        *expr = (**then).clone();
    }
    expr.operands_mut().into_iter().for_each(|operand| without_test(operand, &(count.clone(), 1)));
}

/// The variables that some statements change by a constant.
fn stepped(stmts: &[Stmt]) -> BTreeSet<VarId> {
    let mut found = BTreeSet::new();
    for stmt in stmts {
        stmt.for_each_expr(&mut |expr| found.extend(counting_step(expr).map(|step| step.var)));
    }
    found
}

fn int(value: i128, ty: &Type, span: &Range<usize>) -> Expr {
    Expr::new(ExprKind::Int(value), ty.clone(), span.clone())
}
