//! Dynamic counted loops: loops that count to where data says.
//!
//! After Zhao and Cohen, _A general compilation algorithm to parallelize and optimize counted loops with dynamic
//! data-dependent bounds_ (IMPACT 2017), section 3. Such a loop counts up to a static upper bound, a parameter; what its
//! body does is done only as long as the exit predicates do not hold (the paper's Figure 4). A loop that also starts where
//! data say counts from a static lower bound, and has one more predicate for its start. (The paper subtracts the start, which
//! makes subscripts that were affine depend on data.) Only loops that start where data say and count down or in steps count
//! their iterations from zero; what the source's counter is then follows from the start.
//!
//! The static bounds are known where minima and maxima in the bounds' expressions tell (section 4.1).
//!
//! The exit predicates are part of the statements' bodies. Each instance reads what they are computed from, so that the
//! dependences of the loop's control are those of any data.

use std::ops::Range;

use polymill_diagnostics::Diagnostic;
use polymill_gdg::{
    Action, Affine, BoundValue, Definition, Expr, ExprKind, Iterator, Param, ScalarType, Side, StaticBound,
};
use polymill_isl as isl;

use super::alias::may_change;
use super::builder::Builder;
use super::control::leaves;
use super::convert::convert;
use super::header::{Condition, Header};
use super::loops::{Counted, bounds_of_counter, is_signed, mirrored};
use super::place::{Key, place_of};
use super::scope::{Counter, Scope, Steps};
use super::values::Values;
use super::walk::conjuncts;
use super::work::Work;
use crate::syntax::{self, BinaryOp, Extent, For, Initializer, Stmt, StmtKind, Type, VarId};
use crate::{Error, Result};

/// What the counter of a dynamic counted loop is, and how long it runs.
#[derive(Clone, Debug)]
pub(super) struct DynamicLoop<'a> {
    /// The source's counter.
    ty: ScalarType,
    start: Start<'a>,
    exits: Vec<Exit<'a>>,
}

/// What a loop starts with.
#[derive(Clone, Copy, Debug)]
enum Start<'a> {
    /// The iterator is the source's counter. What it starts with is affine.
    Affine,
    /// The iterator is the source's counter, which starts where data say.
    Data(&'a syntax::Expr),
    /// The iterator counts iterations from zero. The source's counter starts with a value, and this is added each time.
    Steps(&'a syntax::Expr, i128),
}

/// The loop goes on as long as `counter op bound`.
#[derive(Clone, Debug)]
struct Exit<'a> {
    op: BinaryOp,
    bound: &'a syntax::Expr,
}

impl<'a> Builder<'a> {
    /// The values that a loop takes whose bounds are computed from data, or are not affine; `None` if it is not such a loop.
    ///
    /// # Errors
    /// If it changes what its bounds are computed from: where.
    pub(super) fn dynamic(&mut self, header: &Header<'a>, inner: &'a For, scope: &Scope) -> Result<Option<Counted>> {
        let Header { var, ty, stride, condition, .. } = *header;
        let Condition::Test(test) = condition else { return Ok(None) };
        let Some(exits) = exits(test, var, ty, stride) else { return Ok(None) };
        let controls: Vec<_> = exits.iter().map(|exit| exit.bound).chain(header.init).collect();
        // Narrower counters may wrap before they get to their bounds.
        if ty.size() < 4 || !self.are_dynamic(&controls, scope)? {
            return Ok(None);
        }
        if let Some(why) = self.change(&controls, &inner.body) {
            return Err(why);
        }
        let affine = match self.start_value(header, scope)? {
            Some(start) if stride == 1 => self.affine(&start, &scope.domain, &scope.iterators())?,
            _ => None,
        };
        let start = match (&affine, header.init) {
            (Some(_), _) => Start::Affine,
            // A counter of 64 bits without sign is not sure to fit the numbers that loops count.
            (None, Some(init)) if stride == 1 && ty != ScalarType::U64 => Start::Data(init),
            (None, Some(init)) => Start::Steps(init, stride),
            (None, None) => return Ok(None),
        };
        let mut counter = self.counter(var, ty, inner, scope);
        if !matches!(start, Start::Affine) && (!is_signed(ty) || matches!(start, Start::Steps(..))) {
            counter.iterator.ty = ScalarType::I64;
        }
        counter.dynamic = Some(self.dynamic_loops.len());
        let bounds = bounds_of_counter(counter.iterator.ty);
        let first = match affine {
            Some(first) => first,
            None => isl::PwAff::val_on_domain(&scope.domain, &isl::Val::zero(self.ctx)?)?,
        };
        let position = scope.counters.len();
        let constant = |constant| Affine { terms: vec![], constant };
        let declared = declared_end(var, &inner.body);
        let mut domain = match start {
            Start::Data(init) => {
                let low = self.data_range(init, scope)?.low.or(declared.map(|_| constant(0)));
                let bound = StaticBound { side: Side::Lower, value: low.map(BoundValue::Derived) };
                let least = ty.range().and_then(|(least, _)| i64::try_from(least).ok()).filter(|_| ty.size() == 4);
                let lower = self.static_bound(&counter.iterator, bound, least)?;
                let all = scope.domain.add_dims(isl::Dim::Set, 1)?;
                bounds.inside(&all, position)?.intersect(&beside(self.ctx, position, &lower, ">=")?)?
            }
            _ => Values::new(&scope.domain, &first, 1, bounds)?.all,
        };
        // Between two numbers of 32 bits are no more than that.
        let most = match (ty, start) {
            (ScalarType::I32, Start::Affine | Start::Data(_)) => Some(i64::from(i32::MAX)),
            (_, Start::Data(_)) => (ty.size() == 4).then_some(i64::from(u32::MAX) + 1),
            _ => (ty.size() == 4).then_some(i64::from(u32::MAX)),
        };
        let (mut high, mut promised) = (None, self.promised_end(var, inner));
        if !matches!(start, Start::Steps(..)) {
            high = declared.map(constant);
            for exit in &exits {
                let one = constant(i64::from(exit.op == BinaryOp::Le));
                let behind = |last: Affine| last.plus(&one);
                let known = scope.promise(exit.bound).and_then(|range| range.high.clone());
                promised = promised.or(known.and_then(behind));
                high = self.data_range(exit.bound, scope)?.high.and_then(behind).or(high);
            }
        }
        let high = match promised {
            Some(promised) if !matches!(start, Start::Steps(..)) => Some(BoundValue::Promised(promised)),
            _ => high.map(BoundValue::Derived),
        };
        let upper = self.static_bound(&counter.iterator, StaticBound { side: Side::Upper, value: high }, most)?;
        domain = domain.intersect(&beside(self.ctx, position, &upper, "<")?)?;
        self.dynamic_loops.push(DynamicLoop { ty, start, exits });
        Ok(Some(Counted { counter, domain, end: None, is_downward: false }))
    }

    /// A new parameter that no bound of the loop is beyond; nor are they beyond `limit`.
    fn static_bound(&mut self, iterator: &Iterator, bound: StaticBound, limit: Option<i64>) -> Result<String> {
        let (word, op) = match bound.side {
            Side::Lower => ("start", ">="),
            Side::Upper => ("end", "<="),
        };
        let name = self.names.unique(&format!("{}_{word}", iterator.name));
        let mut limits: Vec<String> = limit.into_iter().map(|limit| limit.to_string()).collect();
        if let Some(value) = bound.affine() {
            let value = value.describe(&self.params.params);
            let compares = if bound.side == Side::Lower { "at least" } else { "less than" };
            let why = match bound.value {
                Some(BoundValue::Promised(_)) => "as you promise",
                _ => "whatever data say",
            };
            let message = format!("`{}` is {compares} `{value}`, {why}", iterator.name);
            let remark = Diagnostic::remark("static-bound", message);
            self.remarks.push(match iterator.span {
                Some(span) => remark.at(span, ""),
                None => remark,
            });
            limits.push(value);
        }
        for limit in limits {
            let range =
                isl::Set::read(self.ctx, &format!("{} -> {{ : {name} {op} {limit} }}", self.space_with(&name)))?;
            self.context = self.context.intersect(&range)?;
        }
        self.params.add_computed(Param::defined(name.clone(), ScalarType::I64, Definition::StaticBound(bound)));
        Ok(name)
    }

    /// All parameters and a new one, as isl's text has them.
    fn space_with(&self, name: &str) -> String {
        let names: Vec<_> = self.params.params.iter().map(|param| param.name.as_str()).chain([name]).collect();
        format!("[{}]", names.join(", "))
    }

    /// In which range a bound is.
    pub(super) fn data_range(&mut self, bound: &'a syntax::Expr, scope: &Scope) -> Result<polymill_gdg::Range> {
        let mut work = Work::new(self, scope);
        let value = work.value(bound)?;
        let accesses = std::mem::take(&mut work.accesses);
        Ok(self.range(&value, &accesses, scope))
    }

    /// Where a loop's body may change what one of the expressions reads.
    fn change(&self, exprs: &[&syntax::Expr], body: &Stmt) -> Option<Error> {
        let mut stores: Vec<(Key, Type, Range<usize>)> = vec![];
        body.for_each_expr(&mut |expr| {
            if let syntax::ExprKind::Assign(_, place, _) | syntax::ExprKind::Step { place, .. } = &expr.kind
                && let Some(place) = place_of(place, self.unit, &self.facts.pointers)
            {
                stores.push((place.key(), place.ty.clone(), expr.span.clone()));
            }
        });
        let mut found = None;
        for expr in exprs {
            expr.for_each(&mut |read| {
                let place = place_of(read, self.unit, &self.facts.pointers);
                let Some((place, ty)) = place.and_then(|place| Some((place.key(), place.ty.scalar()?))) else { return };
                let change = stores.iter().find(|(key, stored, _)| may_change(self, (key, stored), (&place, ty)));
                if let Some((.., at)) = change {
                    found.get_or_insert((place, at.clone()));
                }
            });
        }
        let (place, at) = found?;
        let name = &self.unit.var(place.root).name;
        let message = format!("this may change `{name}`, which says how often the loop around it is run");
        Some(self.obstacle("bound-changes", message, &at, "compute the loop's bounds before the loop"))
    }

    /// Whether the expressions are integers without side effects, and not all of them affine.
    fn are_dynamic(&mut self, exprs: &[&'a syntax::Expr], scope: &Scope) -> Result<bool> {
        let mut are_affine = true;
        for expr in exprs {
            let mut work = Work::new(self, scope);
            let value = work.value(expr).ok().filter(|value| value.ty.is_integer() && value.ty.size() <= 8);
            if value.is_none() || expr.has_assignment() || !work.actions.is_empty() {
                return Ok(false);
            }
            are_affine &= match self.pure_value(expr, scope)? {
                Some(value) => self.ideal_condition(&value, &scope.domain, &scope.iterators())?.is_some(),
                None => false,
            };
        }
        Ok(!are_affine)
    }
}

impl<'a> Work<'_, 'a> {
    /// Does something as long as no dynamic counted loop around ends.
    pub(super) fn until_exit(&mut self, make: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let mut goes_on: Option<Expr> = None;
        for position in 0..self.scope.counters.len() {
            let Some(dynamic) = self.dynamic_loop(position) else { continue };
            for exit in std::iter::once(None).chain(dynamic.exits.iter().map(Some)) {
                let test = |work: &mut Self| match exit {
                    None => work.begins(position, &dynamic),
                    Some(exit) => work.goes_on(position, &dynamic, exit).map(Some),
                };
                let test = if goes_on.is_none() { test(self)? } else { self.guarded(None, test)? };
                goes_on = both(goes_on, test);
            }
        }
        let Some(condition) = goes_on else { return make(self) };
        let then = self.guarded(None, |work| work.block(make))?;
        if !then.is_empty() {
            self.actions.push(Action::If { condition, then, otherwise: vec![] });
        }
        Ok(())
    }

    /// What the source's counter of a loop is.
    pub(super) fn counter_value(&mut self, position: usize) -> Result<Expr> {
        let Counter { iterator, steps, .. } = &self.scope.counters[position];
        let (ty, steps) = (iterator.ty, *steps);
        let iterator = Expr { ty, kind: ExprKind::Iterator(position) };
        if let Some(Steps { start, stride }) = steps {
            let wide = ty.promoted();
            return Ok(convert(after_steps(Expr::int(wide, start), stride, convert(iterator, wide)), ty));
        }
        match self.dynamic_loop(position) {
            None => Ok(iterator),
            Some(DynamicLoop { ty: source, start: Start::Steps(start, stride), .. }) => {
                let start = self.start_of(start, source)?;
                Ok(convert(after_steps(start, stride, iterator), source))
            }
            Some(DynamicLoop { ty: source, .. }) => Ok(convert(iterator, source)),
        }
    }

    /// What the source's counter starts with, in 64 bits.
    fn start_of(&mut self, start: &'a syntax::Expr, ty: ScalarType) -> Result<Expr> {
        Ok(convert(convert(self.value(start)?, ty), ScalarType::I64))
    }

    fn dynamic_loop(&self, position: usize) -> Option<DynamicLoop<'a>> {
        let index = self.scope.counters.get(position)?.dynamic?;
        self.builder.dynamic_loops.get(index).cloned()
    }

    /// That the loop has begun, if data say where: `iterator >= start`.
    fn begins(&mut self, position: usize, dynamic: &DynamicLoop<'a>) -> Result<Option<Expr>> {
        let Start::Data(start) = dynamic.start else { return Ok(None) };
        let ty = self.scope.counters[position].iterator.ty;
        let start = convert(convert(self.value(start)?, dynamic.ty), ty);
        let iterator = Expr { ty, kind: ExprKind::Iterator(position) };
        Ok(Some(Expr::binary(ScalarType::I32, BinaryOp::Ge, iterator, start)))
    }

    /// That the loop does not end yet: `iterator < bound`.
    fn goes_on(&mut self, position: usize, dynamic: &DynamicLoop<'a>, exit: &Exit<'a>) -> Result<Expr> {
        let bound = self.value(exit.bound)?;
        let common = dynamic.ty.common(bound.ty);
        let bound = convert(bound, common);
        let ty = self.scope.counters[position].iterator.ty;
        let iterator = Expr { ty, kind: ExprKind::Iterator(position) };
        let Start::Steps(start, stride) = dynamic.start else {
            let common = if ty == dynamic.ty { common } else { ty };
            return Ok(Expr::binary(ScalarType::I32, exit.op, convert(iterator, common), convert(bound, common)));
        };
        let (start, bound) = (self.start_of(start, dynamic.ty)?, convert(bound, ScalarType::I64));
        let difference = |a: Expr, b: Expr| match b.kind {
            ExprKind::Int(0) => a,
            _ => Expr::binary(ScalarType::I64, BinaryOp::Sub, a, b),
        };
        let (op, distance) = if stride > 0 {
            (exit.op, difference(bound, start))
        } else {
            (mirrored(exit.op), difference(start, bound))
        };
        let covered = after_steps(Expr::int(ty, 0), stride.abs(), iterator);
        Ok(Expr::binary(ScalarType::I32, op, covered, distance))
    }
}

/// `start` after so many steps.
fn after_steps(start: Expr, stride: i128, steps: Expr) -> Expr {
    let ty = steps.ty;
    let distance = match stride.abs() {
        1 => steps,
        by => Expr::binary(ty, BinaryOp::Mul, steps, Expr::int(ty, by)),
    };
    let op = if stride > 0 { BinaryOp::Add } else { BinaryOp::Sub };
    match start.kind {
        ExprKind::Int(0) if stride > 0 => distance,
        _ => Expr::binary(ty, op, start, distance),
    }
}

/// The comparisons that a test consists of, if each compares the counter with a bound of its own.
fn exits<'a>(test: &'a syntax::Expr, var: VarId, ty: ScalarType, stride: i128) -> Option<Vec<Exit<'a>>> {
    conjuncts(test).into_iter().map(|part| exit(part, var, ty, stride)).collect()
}

fn exit<'a>(test: &'a syntax::Expr, var: VarId, ty: ScalarType, stride: i128) -> Option<Exit<'a>> {
    let syntax::ExprKind::Binary(op, left, right) = &test.kind else { return None };
    let (op, bound) = match (left.as_var() == Some(var), right.as_var() == Some(var)) {
        (true, false) => (*op, &**right),
        (false, true) => (mirrored(*op), &**left),
        _ => return None,
    };
    let op = match (op, stride > 0) {
        (BinaryOp::Lt | BinaryOp::Le, true) | (BinaryOp::Gt | BinaryOp::Ge, false) => op,
        // Beyond the bound, a signed counter would overflow.
        (BinaryOp::Ne, true) if stride == 1 && is_signed(ty) => BinaryOp::Lt,
        (BinaryOp::Ne, false) if stride == -1 && is_signed(ty) => BinaryOp::Gt,
        _ => return None,
    };
    (!bound.any(&|e| e.as_var() == Some(var))).then_some(Exit { op, bound })
}

/// The size of an array that each iteration of a loop accesses at the counter: no iteration gets there, or it would access
/// what the array does not have.
fn declared_end(counter: VarId, body: &Stmt) -> Option<i64> {
    let exprs: Vec<&syntax::Expr> = match &body.kind {
        StmtKind::Expr(expr) => vec![expr],
        StmtKind::Declare(declarations) => {
            let inits = declarations.iter().filter_map(|declaration| declaration.init.as_ref());
            inits.filter_map(|init| if let Initializer::Expr(expr) = init { Some(expr) } else { None }).collect()
        }
        StmtKind::Block(children) => {
            let always = children.iter().take_while(|child| !leaves(child));
            return always.filter_map(|child| declared_end(counter, child)).min();
        }
        _ => vec![],
    };
    let mut end: Option<i64> = None;
    for expr in exprs {
        let is_conditional = |e: &syntax::Expr| match &e.kind {
            syntax::ExprKind::Conditional(..) => true,
            syntax::ExprKind::Binary(op, ..) => matches!(op, BinaryOp::And | BinaryOp::Or),
            _ => false,
        };
        if expr.any(&is_conditional) {
            continue;
        }
        expr.for_each(&mut |e| {
            // What stands at the end of a structure may be larger than it says.
            if let syntax::ExprKind::Index(base, subscript) = &e.kind
                && subscript.as_var() == Some(counter)
                && !matches!(base.kind, syntax::ExprKind::Member { .. })
                && let Type::Array(array) = &base.ty
                && let Extent::Constant(extent) = array.extent
                && let Ok(extent) = i64::try_from(extent)
            {
                end = Some(end.map_or(extent, |end| end.min(extent)));
            }
        });
    }
    end
}

/// That both hold, of those that there are.
fn both(first: Option<Expr>, second: Option<Expr>) -> Option<Expr> {
    match (first, second) {
        (Some(first), Some(second)) => Some(Expr::binary(ScalarType::I32, BinaryOp::And, first, second)),
        (first, second) => first.or(second),
    }
}

/// The points whose last dimension compares with a parameter.
fn beside(ctx: &isl::Context, position: usize, parameter: &str, op: &str) -> isl::Result<isl::Set> {
    let outer: String = (0..position).map(|dim| format!("o{dim}, ")).collect();
    isl::Set::read(ctx, &format!("[{parameter}] -> {{ [{outer}i] : i {op} {parameter} }}"))
}
