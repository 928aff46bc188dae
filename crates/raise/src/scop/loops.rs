//! Loops that count: `for (i = a; i < b; i += c)`.

use std::ops::Range;

use polymill_gdg::{Expr, ExprKind, Iterator, ScalarType};
use polymill_isl as isl;

use super::builder::Builder;
use super::convert::{convert, select};
use super::draft::Order;
use super::facts::assigned_in;
use super::header::{Condition, Header};
use super::scope::{Counter, Scope, Steps};
use super::values::{Bounds, Values, shift, unbounded_part};
use crate::syntax::{self, BinaryOp, For, Stmt, StmtKind, VarId};
use crate::{Error, Result};

/// A loop as a set of values.
pub(super) struct Counted {
    pub counter: Counter,
    /// The domain around it, with the values of the iterator.
    pub domain: isl::Set,
    /// What the source's counter is after the loop, if that can be said, of its type.
    pub end: Option<Expr>,
    /// Whether the iterator counts down.
    pub is_downward: bool,
}

impl Counted {
    /// Lets the iterator count from zero by one. Strides would make integer divisions of all that is asked of the iterations, and
    /// subscripts like `i / 2` of what is affine in the number of the iteration.
    fn count_steps(&mut self, steps: Steps) -> isl::Result<()> {
        let ctx = self.domain.ctx();
        let val = |value: i128| isl::Val::read(ctx, &value.to_string());
        let to_counter = isl::MultiAff::identity_on_domain_space(&self.domain.get_space()?)?;
        let position = self.domain.dim(isl::Dim::Set)? - 1;
        let counter = to_counter.get_at(position)?.scale_val(&val(steps.stride)?)?;
        let counter = counter.add_constant_val(&val(steps.start)?)?;
        self.domain = self.domain.preimage_multi_aff(&to_counter.set_at(position, &counter)?)?;
        self.counter.steps = Some(steps);
        self.is_downward = false;
        Ok(())
    }
}

/// A result, or why the loop is none that counts.
type Finding<T> = std::result::Result<T, Error>;

impl<'a> Builder<'a> {
    pub(super) fn for_loop(&mut self, stmt: &'a Stmt, inner: &'a For, scope: &mut Scope) -> Result<Order> {
        let header = match self.header(inner) {
            Ok(header) => header,
            Err(why) => return self.whole_loop(stmt, scope, why),
        };
        if self.escapes.contains(header.var, self.unit) {
            self.shared_counters.insert(header.var);
        }
        let is_needed = !header.is_own && self.is_live_after(header.var, stmt);
        let counted = match self.counted(&header, inner, scope)? {
            Ok(counted) => counted,
            Err(why) => match self.dynamic(&header, inner, scope) {
                Ok(Some(counted)) => counted,
                Ok(None) => return self.whole_loop(stmt, scope, why),
                Err(why) => return self.whole_loop(stmt, scope, why),
            },
        };
        if is_needed && counted.end.is_none() {
            let name = &self.unit.var(header.var).name;
            let message = format!("the value of `{name}` after this loop is not known, and it is used");
            let why = self.obstacle("iterator-after-loop", message, &inner.header, "use a variable of its own");
            return self.whole_loop(stmt, scope, why);
        }
        let mut body_scope = Scope { domain: counted.domain, ..scope.clone() };
        body_scope.forget(&assigned_in(&inner.body));
        body_scope.forget([&header.var]);
        body_scope.counters.push(counted.counter);
        let position = scope.counters.len();
        let first_draft = self.drafts.len();
        let body = self.walk(&children(&inner.body), &mut body_scope, true)?;
        self.note_promises(stmt, &body_scope, first_draft);
        scope.forget(&assigned_in(stmt));
        let mut parts = vec![];
        if !body.is_empty() {
            parts.push(Order::Loop { position, is_downward: counted.is_downward, body: Box::new(body) });
        }
        if let Some(end) = counted.end.filter(|_| is_needed) {
            let draft = self.draft(&stmt.span, scope, |work| {
                let target = work.variable_target(header.var, header.ty, vec![])?;
                work.store(&target, end)
            })?;
            parts.push(self.add(draft, [&header.var], scope));
        }
        Ok(Order::Sequence(parts))
    }

    /// The values that a loop takes.
    fn counted(&mut self, header: &Header<'a>, inner: &'a For, scope: &Scope) -> Result<Finding<Counted>> {
        let Header { var, ty, stride, condition, .. } = *header;
        let test_at = match condition {
            Condition::Test(test) => &test.span,
            Condition::CountDown => &inner.header,
        };
        let Some(start) = self.start_value(header, scope)? else {
            let message = "what this loop starts with depends on data".to_owned();
            return Ok(Err(self.not_affine(message, header.init.map_or(&inner.header, |init| &init.span))));
        };
        let Some((start, first)) = self.affine_bound(start, scope)? else {
            let message = "what this loop starts with is not affine".to_owned();
            return Ok(Err(self.not_affine(message, header.init.map_or(&inner.header, |init| &init.span))));
        };
        let counter = self.counter(var, ty, inner, scope);
        let bounds = bounds_of_counter(ty);
        let values = Values::new(&scope.domain, &first, stride, bounds)?;
        let mut test_scope = Scope { domain: values.all.clone(), ..scope.clone() };
        test_scope.forget(&assigned_in(&inner.body));
        test_scope.forget([&var]);
        test_scope.counters.push(counter.clone());
        let position = scope.counters.len();
        let test = match condition {
            Condition::CountDown => {
                let counter = Expr { ty, kind: ExprKind::Iterator(position) };
                Expr::binary(ScalarType::I32, BinaryOp::Ge, counter, Expr::int(ty, 0))
            }
            Condition::Test(test) => match self.pure_value(test, &test_scope)? {
                Some(value) => self.with_named_products(&value, scope)?.unwrap_or(value),
                None => {
                    let message = self.depends_on_data("where this loop ends", test, &test_scope)?;
                    return Ok(Err(self.not_affine(message, test_at)));
                }
            },
        };
        let iterators = test_scope.iterators();
        let Some(holds) = self.ideal_condition(&test, &values.all, &iterators)? else {
            return Ok(Err(self.not_affine("where this loop ends is not affine".to_owned(), test_at)));
        };
        let domain = values.while_holds(&holds)?;
        // Where the loop would not end, a signed counter overflows, which has no meaning.
        let endless = unbounded_part(&domain, position)?;
        let tested = values.tested(&domain)?;
        let wraps = self.wraps(&test, &tested, &iterators)?;
        let ends = if is_signed(ty) { self.know_none(&endless)? } else { self.assume_none(&endless, &domain)? };
        if !ends || !self.assume_none(&wraps, &tested)? {
            return Ok(Err(self.not_affine("this loop may not end".to_owned(), test_at)));
        }
        let domain = domain.subtract(&endless)?;
        let is_tested = matches!(condition, Condition::Test(_));
        if is_tested && !self.check_wrap_of_counter(&values.tested(&domain)?, &holds, ty, stride)? {
            return Ok(Err(self.not_affine("the counter of this loop may wrap".to_owned(), &inner.header)));
        }
        let end = match condition {
            // Also where the loop is not run: counting down from zero.
            Condition::CountDown => Some(Expr::int(ScalarType::I64, -1)),
            Condition::Test(_) => self.end_of(&test, &start, stride, scope)?,
        };
        let mut counted = Counted { counter, domain, end: end.map(|end| convert(end, ty)), is_downward: stride < 0 };
        if let ExprKind::Int(start) = start.kind
            && stride.abs() > 1
        {
            counted.count_steps(Steps { start, stride })?;
        }
        counted.domain = self.tidied(&counted.domain)?;
        Ok(Ok(counted))
    }

    /// What the first iteration's counter is, if that does not depend on data.
    pub(super) fn start_value(&mut self, header: &Header<'a>, scope: &Scope) -> Result<Option<Expr>> {
        let start = match header.init {
            Some(init) => self.pure_value_as(init, Some(header.ty), scope)?,
            None => scope.values.get(&header.var).map(|known| convert(known.clone(), header.ty)),
        };
        Ok(match header.condition {
            Condition::Test(_) => start,
            Condition::CountDown => start.map(|start| {
                let one = Expr::int(ScalarType::I64, 1);
                Expr::binary(ScalarType::I64, BinaryOp::Sub, convert(start, ScalarType::I64), one)
            }),
        })
    }

    /// A bound of a loop and its value, if that is affine: perhaps in products of parameters.
    fn affine_bound(&mut self, bound: Expr, scope: &Scope) -> Result<Option<(Expr, isl::PwAff)>> {
        if let Some(value) = self.affine(&bound, &scope.domain, &scope.iterators())? {
            return Ok(Some((bound, value)));
        }
        let Some(bound) = self.with_named_products(&bound, scope)? else { return Ok(None) };
        Ok(self.affine(&bound, &scope.domain, &scope.iterators())?.map(|value| (bound, value)))
    }

    fn not_affine(&self, message: String, at: &Range<usize>) -> Error {
        let help = "let bounds be sums of iterators and of variables that do not change in the region";
        self.obstacle("loop-bound", message, at, help)
    }

    pub(super) fn counter(&self, var: VarId, ty: ScalarType, inner: &For, scope: &Scope) -> Counter {
        let base = &self.unit.var(var).name;
        let mut name = base.clone();
        let mut number = 1;
        while scope.counters.iter().any(|counter| counter.iterator.name == name) {
            name = format!("{base}_{number}");
            number += 1;
        }
        let iterator = Iterator { name, ty, span: Some(self.span(&inner.header)) };
        Counter { var, iterator, dynamic: None, steps: None }
    }

    /// For a counter that wraps: where it leaves its type's range, wrapping has to end the loop too.
    fn check_wrap_of_counter(
        &mut self,
        tested: &isl::Set,
        holds: &isl::Set,
        ty: ScalarType,
        stride: i128,
    ) -> Result<bool> {
        let bounds = bounds_of_counter(ty);
        let position = tested.dim(isl::Dim::Set)? - 1;
        let (above, below) = bounds.outside(tested, position)?;
        if self.valid(&above.union(&below)?)?.is_empty()? {
            return Ok(true);
        }
        let Some((low, high)) = ty.range() else { return Ok(false) };
        let size = high - low + 1;
        let wrapped = shift(&above, position, -size)?.union(&shift(&below, position, size)?)?;
        let goes_on = wrapped.intersect(holds)?;
        if self.valid(&goes_on)?.is_empty()? {
            return Ok(true);
        }
        // Counting by one, it takes all values: if none of them ends the loop, nothing does, and that has no meaning.
        let range = bounds.inside(&isl::Set::universe(&holds.get_space()?)?, position)?;
        let ends = range.subtract(holds)?.project_out(isl::Dim::Set, position, 1)?.add_dims(isl::Dim::Set, 1)?;
        let is_endless =
            if stride.abs() == 1 { goes_on.subtract(&ends)? } else { isl::Set::empty(&goes_on.get_space()?)? };
        Ok(self.know_none(&is_endless)? && self.assume_none(&goes_on.subtract(&is_endless)?, tested)?)
    }

    /// The same set without constraints that follow from the others and from what is known of the parameters.
    fn tidied(&self, domain: &isl::Set) -> Result<isl::Set> {
        let domain = domain.coalesce()?;
        Ok(domain.intersect_params(&self.context)?.remove_redundancies()?.gist_params(&self.context)?)
    }

    /// The value of a counter after a loop whose condition compares it with a bound.
    fn end_of(&self, test: &Expr, start: &Expr, stride: i128, scope: &Scope) -> Result<Option<Expr>> {
        let Some((op, bound)) = bound_of(test, scope.counters.len()) else { return Ok(None) };
        let Some(is_inclusive) = is_inclusive(op, stride) else {
            return Ok((op == BinaryOp::Ne).then(|| bound.clone()));
        };
        let is_same_type = start.ty == bound.ty && stride.abs() == 1;
        let ty = if is_same_type { start.ty } else { ScalarType::I64 };
        let (start, bound) = (convert(start.clone(), ty), convert(bound.clone(), ty));
        let binary = |op, a: Expr, b: Expr| Expr::binary(ty, op, a, b);
        let (forward, backward) =
            if stride > 0 { (BinaryOp::Add, BinaryOp::Sub) } else { (BinaryOp::Sub, BinaryOp::Add) };
        let one = Expr::int(ty, 1);
        // The first value for which the condition does not hold, counting by one.
        let limit = if is_inclusive { binary(forward, bound.clone(), one) } else { bound.clone() };
        let step = stride.abs();
        let end = if step == 1 {
            limit
        } else {
            let (far, near) = if stride > 0 { (limit, start.clone()) } else { (start.clone(), limit) };
            let distance = binary(BinaryOp::Add, binary(BinaryOp::Sub, far, near), Expr::int(ty, step - 1));
            let n_steps = binary(BinaryOp::Div, distance, Expr::int(ty, step));
            binary(forward, start.clone(), binary(BinaryOp::Mul, n_steps, Expr::int(ty, step)))
        };
        let is_run = Expr::binary(ScalarType::I32, op, start.clone(), bound.clone());
        // Where the loop is not run because it starts right where it would end, its end is right too.
        let last = if is_inclusive { binary(backward, start.clone(), Expr::int(ty, 1)) } else { start.clone() };
        let is_right = Expr::binary(ScalarType::I32, inclusive(op), last, bound);
        let always = self.ideal_condition(&is_right, &scope.domain, &scope.iterators())?;
        let is_always_right = match always {
            Some(always) if step == 1 => self.valid(&scope.domain)?.is_subset(&always)?,
            _ => false,
        };
        Ok(Some(if is_always_right { end } else { select(is_run, end, start) }))
    }
}

/// The values that a counter's type allows and that a loop can reach: a signed counter does not overflow, and none
/// counts up to the end of 64 bits.
pub(super) fn bounds_of_counter(ty: ScalarType) -> Bounds {
    match (ty, ty.range()) {
        _ if is_signed(ty) => Bounds::default(),
        (ScalarType::Int { bits: 64, .. }, Some((low, _))) => Bounds { low: Some(low), high: None },
        (_, Some((low, high))) => Bounds { low: Some(low), high: Some(high) },
        (_, None) => Bounds::default(),
    }
}

/// Whether overflow has no meaning: narrower types are computed in `int` and wrap when they are stored.
pub(super) fn is_signed(ty: ScalarType) -> bool {
    matches!(ty, ScalarType::Int { bits: 32.., signed: true })
}

/// The comparison of a counter with a bound that does not depend on it, counter first.
fn bound_of(test: &Expr, position: usize) -> Option<(BinaryOp, &Expr)> {
    let ExprKind::Binary(op, left, right) = &test.kind else { return None };
    let is_counter = |e: &Expr| match &e.kind {
        ExprKind::Iterator(at) => *at == position,
        ExprKind::Cast(inner) => matches!(inner.kind, ExprKind::Iterator(at) if at == position),
        _ => false,
    };
    let (op, bound) = match (is_counter(left), is_counter(right)) {
        (true, false) => (*op, &**right),
        (false, true) => (mirrored(*op), &**left),
        _ => return None,
    };
    let mut uses_counter = false;
    bound.for_each(&mut |e| uses_counter |= matches!(e.kind, ExprKind::Iterator(at) if at == position));
    (!uses_counter).then_some((op, bound))
}

/// Whether a bound is still a value of the loop; `None` if the comparison does not bound a loop in this direction.
fn is_inclusive(op: BinaryOp, stride: i128) -> Option<bool> {
    match (op, stride > 0) {
        (BinaryOp::Lt, true) | (BinaryOp::Gt, false) => Some(false),
        (BinaryOp::Le, true) | (BinaryOp::Ge, false) => Some(true),
        _ => None,
    }
}

fn inclusive(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Lt => BinaryOp::Le,
        BinaryOp::Gt => BinaryOp::Ge,
        other => other,
    }
}

pub(crate) fn mirrored(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Ge => BinaryOp::Le,
        other => other,
    }
}

/// The statements of a loop's body.
fn children(body: &Stmt) -> Vec<&Stmt> {
    match &body.kind {
        StmtKind::Block(children) => children.iter().collect(),
        _ => vec![body],
    }
}

impl<'a> Builder<'a> {
    /// `what` depends on data: on which.
    fn depends_on_data(&mut self, what: &str, expr: &'a syntax::Expr, scope: &Scope) -> Result<String> {
        let mut work = super::work::Work::new(self, scope);
        work.value(expr)?;
        let arrays: Vec<_> = work.accesses.iter().map(|access| access.array).collect();
        let mut names: Vec<String> = vec![];
        for array in arrays {
            let array = self.arrays.get(array);
            let change = if array.is_scalar() { ", which may change in the region" } else { "" };
            let name = format!("`{}`{change}", array.place.spelled(|_| "[..]".to_owned()));
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let on = if names.is_empty() { "data".to_owned() } else { names.join(" and ") };
        Ok(format!("{what} depends on {on}"))
    }
}
