//! Loops that count: `for (i = a; i < b; i += c)`.

use polymill_gdg::{Expr, ExprKind, Iterator, ScalarType};
use polymill_isl as isl;

use super::builder::Builder;
use super::convert::{convert, select};
use super::draft::Order;
use super::facts::assigned_in;
use super::scope::{Counter, Scope};
use crate::syntax::{self, BinaryOp, Declaration, For, Initializer, Stmt, StmtKind, VarId};
use crate::{Error, Result};

/// What a loop's header says.
struct Header<'a> {
    var: VarId,
    ty: ScalarType,
    /// What the variable starts with; `None` if that was set before.
    init: Option<&'a syntax::Expr>,
    condition: &'a syntax::Expr,
    /// What is added after each iteration, not zero.
    stride: i128,
    /// Whether the variable is the loop's own.
    is_own: bool,
}

/// A loop as a set of values.
struct Counted {
    counter: Counter,
    /// The domain around it, with the values of the iterator.
    domain: isl::Set,
    /// What the iterator is after the loop, if that can be said, of its type.
    end: Option<Expr>,
    is_downward: bool,
}

/// What the header and the values are, or why this is no loop that counts.
type Finding<T> = std::result::Result<T, Error>;

impl<'a> Builder<'a> {
    pub(super) fn for_loop(&mut self, stmt: &'a Stmt, inner: &'a For, scope: &mut Scope) -> Result<Order> {
        let header = match self.header(inner) {
            Ok(header) => header,
            Err(why) => return self.whole_loop(stmt, scope, why),
        };
        let is_needed = !header.is_own && self.is_live_after(header.var, &stmt.span);
        let counted = match self.counted(&header, inner, scope)? {
            Ok(counted) => counted,
            Err(why) => return self.whole_loop(stmt, scope, why),
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
        let body = self.walk(&children(&inner.body), &mut body_scope, true)?;
        scope.forget(&assigned_in(stmt));
        let mut parts = vec![];
        if !body.is_empty() {
            parts.push(Order::Loop { position, is_downward: counted.is_downward, body: Box::new(body) });
        }
        if let Some(end) = counted.end.filter(|_| is_needed) {
            let draft = self.draft(stmt, scope, |work| {
                let target = work.variable_target(header.var, header.ty, vec![])?;
                work.store(&target, end)
            })?;
            parts.push(self.add(draft, [&header.var], scope));
        }
        Ok(Order::Sequence(parts))
    }

    fn header(&self, inner: &'a For) -> Finding<Header<'a>> {
        let refuse = |code, message: &str, at: &std::ops::Range<usize>, help: &str| {
            Err(self.obstacle(code, message.to_owned(), at, help))
        };
        let Some(condition) = &inner.condition else {
            return refuse("endless-loop", "this loop has no condition", &inner.header, "give it a bound");
        };
        let Some((var, stride)) = inner.step.as_ref().and_then(|step| self.stride(step)).filter(|(_, by)| *by != 0)
        else {
            let at = inner.step.as_ref().map_or(&inner.header, |step| &step.span);
            return refuse(
                "stride-not-constant",
                "this loop does not count by a constant",
                at,
                "use a constant step, as in `i += 2`",
            );
        };
        let variable = self.unit.var(var);
        let Some(ty) = variable.ty.ty.scalar().filter(|ty| ty.is_integer() && ty.size() <= 8) else {
            let message = format!("this loop counts with `{}`, which is no integer", variable.name);
            return refuse(
                "iterator-type",
                &message,
                &inner.header,
                "count with an `int`, and compute the rest from it",
            );
        };
        if variable.ty.qualifiers.is_volatile || variable.is_odd || self.may_change_elsewhere(var, ty) {
            let message = format!("`{}` may change in other ways than by counting", variable.name);
            return refuse("iterator-written", &message, &inner.header, "count with a local variable");
        }
        if let Some(at) = written_in(&inner.body, var) {
            let message = format!("the loop that counts `{}` also changes it inside", variable.name);
            return refuse("iterator-written", &message, &at, "count with another variable, or use `while`");
        }
        if let Some(at) = break_in(&inner.body) {
            return refuse("break", "this loop may end early", &at, "test the condition in the loop's body instead");
        }
        let (init, is_own) = match &inner.init.kind {
            StmtKind::Empty => (None, false),
            StmtKind::Expr(syntax::Expr { kind: syntax::ExprKind::Assign(None, place, value), .. })
                if place.as_var() == Some(var) =>
            {
                (Some(&**value), false)
            }
            StmtKind::Declare(declarations) => match declarations.as_slice() {
                [Declaration { var: own, init: Some(Initializer::Expr(value)) }] if *own == var => (Some(value), true),
                _ => return refuse("loop-start", "this loop starts more than its counter", &inner.init.span, ""),
            },
            _ => {
                let help = "start only the counter here, and other variables before the loop";
                return refuse("loop-start", "this loop starts more than its counter", &inner.init.span, help);
            }
        };
        Ok(Header { var, ty, init, condition, stride, is_own })
    }

    /// The variable that a step changes, and by how much.
    fn stride(&self, step: &syntax::Expr) -> Option<(VarId, i128)> {
        use syntax::ExprKind as C;
        let constant = |expr: &syntax::Expr| self.unit.constant(expr);
        match &step.kind {
            C::Step { place, is_increment, .. } => Some((place.as_var()?, if *is_increment { 1 } else { -1 })),
            C::Assign(Some(BinaryOp::Add), place, by) => Some((place.as_var()?, constant(by)?)),
            C::Assign(Some(BinaryOp::Sub), place, by) => Some((place.as_var()?, constant(by)?.checked_neg()?)),
            C::Assign(None, place, value) => {
                let var = place.as_var()?;
                let C::Binary(op, left, right) = &value.kind else { return None };
                match (op, left.as_var() == Some(var), right.as_var() == Some(var)) {
                    (BinaryOp::Add, true, false) => Some((var, constant(right)?)),
                    (BinaryOp::Add, false, true) => Some((var, constant(left)?)),
                    (BinaryOp::Sub, true, false) => Some((var, constant(right)?.checked_neg()?)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Whether a counter may be changed through pointers.
    fn may_change_elsewhere(&self, var: VarId, ty: ScalarType) -> bool {
        let others = |(key, stored): &(super::place::Key, syntax::Type)| {
            key.root != var
                && stored.scalar().is_none_or(|stored| super::alias::may_change_variable(self, var, ty, key, stored))
        };
        !self.is_promised && self.escapes.contains(var, self.unit) && self.facts.stores.iter().any(others)
    }

    /// The values that a loop takes.
    fn counted(&mut self, header: &Header<'a>, inner: &'a For, scope: &Scope) -> Result<Finding<Counted>> {
        let Header { var, ty, stride, .. } = *header;
        let refuse = |this: &Self, at: &std::ops::Range<usize>, message: &str| {
            let help = "let bounds be sums of iterators and of variables that do not change in the region";
            Ok(Err(this.obstacle("loop-bound", message.to_owned(), at, help)))
        };
        let start_at = header.init.map_or(&inner.header, |init| &init.span);
        let start = match header.init {
            Some(init) => self.pure_value(init, scope)?,
            None => scope.values.get(&var).cloned(),
        };
        let Some(start) = start.map(|start| convert(start, ty)) else {
            return refuse(self, start_at, "what this loop starts with depends on data");
        };
        let Some(first) = self.affine(&start, &scope.domain, &scope.iterators())? else {
            return refuse(self, start_at, "what this loop starts with is not affine");
        };
        let counter = self.counter(var, ty, inner, scope);
        // A signed counter that overflows has no meaning; others wrap within the range of their type.
        let overflows = matches!(ty, ScalarType::Int { bits: 32.., signed: true });
        let range = if overflows { None } else { ty.range() };
        let values = Values::new(&scope.domain, &first, stride, range)?;
        let mut test_scope = Scope { domain: values.all.clone(), ..scope.clone() };
        test_scope.forget(&assigned_in(&inner.body));
        test_scope.forget([&var]);
        test_scope.counters.push(counter.clone());
        let Some(test) = self.pure_value(header.condition, &test_scope)? else {
            return refuse(self, &header.condition.span, "where this loop ends depends on data");
        };
        let iterators = test_scope.iterators();
        let Some(holds) = self.ideal_condition(&test, &values.all, &iterators)? else {
            return refuse(self, &header.condition.span, "where this loop ends is not affine");
        };
        let domain = values.while_holds(&holds)?;
        let position = scope.counters.len();
        let tested = values.tested(&domain)?;
        let endless = unbounded_part(&domain, position)?;
        let wraps = self.wraps(&test, &tested, &iterators)?;
        if !self.forbid(&endless, overflows)? || !self.forbid(&wraps, false)? {
            return refuse(self, &header.condition.span, "this loop may not end");
        }
        let domain = domain.subtract(&endless)?;
        if !overflows && !self.check_wrap_of_counter(&values.tested(&domain)?, &holds, ty, stride)? {
            return refuse(self, &inner.header, "the counter of this loop may wrap");
        }
        let end = end_of(&test, position, &start, stride).map(|end| convert(end, ty));
        let domain = domain.coalesce()?;
        Ok(Ok(Counted { counter, domain, end, is_downward: stride < 0 }))
    }

    fn counter(&self, var: VarId, ty: ScalarType, inner: &For, scope: &Scope) -> Counter {
        let base = &self.unit.var(var).name;
        let mut name = base.clone();
        let mut number = 1;
        while scope.counters.iter().any(|counter| counter.iterator.name == name) {
            name = format!("{base}_{number}");
            number += 1;
        }
        Counter { var, iterator: Iterator { name, ty, span: Some(self.span(&inner.header)) } }
    }

    /// For a counter that wraps: where it leaves its type's range, wrapping has to end the loop too.
    fn check_wrap_of_counter(
        &mut self,
        tested: &isl::Set,
        holds: &isl::Set,
        ty: ScalarType,
        stride: i128,
    ) -> Result<bool> {
        let Some((low, high)) = ty.range() else { return Ok(false) };
        let position = tested.dim(isl::Dim::Set)? - 1;
        let value = |number: i128| isl::Val::read(self.ctx, &number.to_string());
        let above = tested.lower_bound_val(isl::Dim::Set, position, &value(high + 1)?)?;
        let below = tested.upper_bound_val(isl::Dim::Set, position, &value(low - 1)?)?;
        let outside = above.union(&below)?;
        if self.valid(&outside)?.is_empty()? {
            return Ok(true);
        }
        let size = high - low + 1;
        let wrapped = shift(&above, position, -size)?.union(&shift(&below, position, size)?)?;
        let goes_on = wrapped.intersect(holds)?;
        if self.valid(&goes_on)?.is_empty()? {
            return Ok(true);
        }
        // Counting by one, it takes all values: if none of them ends the loop, nothing does, and that has no meaning.
        let range = within(&isl::Set::universe(&holds.get_space()?)?, position, (low, high))?;
        let ends = range.subtract(holds)?.project_out(isl::Dim::Set, position, 1)?.add_dims(isl::Dim::Set, 1)?;
        let is_endless =
            if stride.abs() == 1 { goes_on.subtract(&ends)? } else { isl::Set::empty(&goes_on.get_space()?)? };
        Ok(self.forbid(&is_endless, true)? && self.forbid(&goes_on.subtract(&is_endless)?, false)?)
    }
}

/// The values that a counter may take, in the domain around its loop.
struct Values {
    /// All: from the start in steps, without end.
    all: isl::Set,
    /// The start only.
    first: isl::Set,
    position: usize,
    stride: i128,
}

impl Values {
    fn new(outer: &isl::Set, first: &isl::PwAff, stride: i128, range: Option<(i128, i128)>) -> Result<Self> {
        let ctx = outer.ctx();
        let position = outer.dim(isl::Dim::Set)?;
        let space = outer.add_dims(isl::Dim::Set, 1)?;
        let first = first.add_dims(isl::Dim::In, 1)?;
        let local = isl::LocalSpace::from_space(&space.get_space()?)?;
        let counter = isl::PwAff::var_on_domain(&local, isl::Dim::Set, position)?;
        let distance = if stride > 0 { counter.sub(&first)? } else { first.sub(&counter)? };
        let step = isl::Val::read(ctx, &stride.abs().to_string())?;
        let ahead = distance.nonneg_set()?;
        let all = if stride.abs() == 1 { ahead } else { ahead.intersect(&distance.mod_val(&step)?.zero_set()?)? };
        let first = counter.eq_set(&first)?;
        let space = match range {
            Some(range) => within(&space, position, range)?,
            None => space,
        };
        Ok(Self { all: all.intersect(&space)?, first: first.intersect(&space)?, position, stride })
    }

    /// The values before the first one for which the condition does not hold.
    fn while_holds(&self, holds: &isl::Set) -> Result<isl::Set> {
        let candidates = self.all.intersect(holds)?;
        let ends = self.all.subtract(holds)?;
        let after = ends.apply(&self.later(holds.ctx())?)?;
        if candidates.is_disjoint(&after)? { Ok(candidates) } else { Ok(candidates.subtract(&after)?) }
    }

    /// The values for which the condition is tested: those of the domain, and the one after the last.
    fn tested(&self, domain: &isl::Set) -> Result<isl::Set> {
        Ok(self.first.union(&shift(domain, self.position, self.stride)?)?)
    }

    /// From each value to those that come after it.
    fn later(&self, ctx: &isl::Context) -> isl::Result<isl::Map> {
        let order = if self.stride > 0 { ">" } else { "<" };
        let outer = outer_dims(self.position);
        isl::Map::read(ctx, &format!("{{ [{outer}i] -> [{outer}j] : j {order} i }}"))
    }
}

/// The points of a set whose dimension is in a range.
fn within(set: &isl::Set, position: usize, (low, high): (i128, i128)) -> isl::Result<isl::Set> {
    let value = |number: i128| isl::Val::read(set.ctx(), &number.to_string());
    let set = set.lower_bound_val(isl::Dim::Set, position, &value(low)?)?;
    set.upper_bound_val(isl::Dim::Set, position, &value(high)?)
}

/// `o0, o1, `
fn outer_dims(n: usize) -> String {
    (0..n).map(|dim| format!("o{dim}, ")).collect()
}

/// A set with a number added to one dimension, the last.
fn shift(set: &isl::Set, position: usize, by: i128) -> isl::Result<isl::Set> {
    let outer = outer_dims(position);
    set.apply(&isl::Map::read(set.ctx(), &format!("{{ [{outer}i] -> [{outer}i + {by}] }}"))?)
}

/// The points of a set whose last dimension has no bound in terms of the others.
fn unbounded_part(set: &isl::Set, position: usize) -> isl::Result<isl::Set> {
    let mut result = isl::Set::empty(&set.get_space()?)?;
    if set.dim_is_bounded(isl::Dim::Set, position)? {
        return Ok(result);
    }
    for part in set.get_basic_set_list()?.to_vec()? {
        let part = isl::Set::from_basic_set(&part)?;
        if !part.dim_is_bounded(isl::Dim::Set, position)? {
            // All values of the iterations around it: the loop is run for these.
            result = result.union(&part.eliminate(isl::Dim::Set, position, 1)?)?;
        }
    }
    Ok(result)
}

/// The value of a counter after a loop whose condition compares it with a bound, in 64 bits.
fn end_of(test: &Expr, position: usize, start: &Expr, stride: i128) -> Option<Expr> {
    use BinaryOp::*;
    let ExprKind::Binary(op, left, right) = &test.kind else { return None };
    let is_counter = |e: &Expr| match &e.kind {
        ExprKind::Iterator(at) => *at == position,
        ExprKind::Cast(inner) => matches!(inner.kind, ExprKind::Iterator(at) if at == position),
        _ => false,
    };
    let (op, bound) = match (is_counter(left), is_counter(right)) {
        (true, false) => (*op, right),
        (false, true) => (mirrored(*op), left),
        _ => return None,
    };
    let mut uses_counter = false;
    bound.for_each(&mut |e| uses_counter |= matches!(e.kind, ExprKind::Iterator(at) if at == position));
    if uses_counter {
        return None;
    }
    let ty = ScalarType::I64;
    let int = |value: i128| Expr::int(ty, value);
    let (start, bound) = (convert(start.clone(), ty), convert((**bound).clone(), ty));
    let binary = |op, a: Expr, b: Expr| Expr::binary(ty, op, a, b);
    // The first value for which the condition does not hold, counting by one.
    let limit = match (op, stride > 0) {
        (Lt, true) | (Gt, false) => bound,
        (Le, true) => binary(Add, bound, int(1)),
        (Ge, false) => binary(Sub, bound, int(1)),
        (Ne, _) => return Some(bound),
        _ => return None,
    };
    let is_run = Expr::binary(ScalarType::I32, if stride > 0 { Lt } else { Gt }, start.clone(), limit.clone());
    let step = stride.abs();
    let end = if step == 1 {
        limit
    } else {
        let (far, near) = if stride > 0 { (limit, start.clone()) } else { (start.clone(), limit) };
        let distance = binary(Add, binary(Sub, far, near), int(step - 1));
        let covered = binary(Mul, binary(Div, distance, int(step)), int(step));
        binary(if stride > 0 { Add } else { Sub }, start.clone(), covered)
    };
    Some(select(is_run, end, start))
}

fn mirrored(op: BinaryOp) -> BinaryOp {
    use BinaryOp::*;
    match op {
        Lt => Gt,
        Le => Ge,
        Gt => Lt,
        Ge => Le,
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

/// Where a statement assigns a variable.
fn written_in(stmt: &Stmt, var: VarId) -> Option<std::ops::Range<usize>> {
    let mut found = None;
    stmt.for_each_expr(&mut |expr| {
        if let syntax::ExprKind::Assign(_, place, _) | syntax::ExprKind::Step { place, .. } = &expr.kind
            && place.as_var() == Some(var)
        {
            found.get_or_insert(expr.span.clone());
        }
    });
    found
}

/// Where a `break` ends the loop of this body.
fn break_in(stmt: &Stmt) -> Option<std::ops::Range<usize>> {
    match &stmt.kind {
        StmtKind::Break => Some(stmt.span.clone()),
        StmtKind::For(_) | StmtKind::While(..) | StmtKind::DoWhile(..) | StmtKind::Switch(..) => None,
        _ => stmt.children().into_iter().find_map(break_in),
    }
}
