//! Dynamic counted loops: loops that count to where data says.
//!
//! After Zhao and Cohen, _A general compilation algorithm to parallelize and optimize counted loops with dynamic
//! data-dependent bounds_ (IMPACT 2017), section 3. Such a loop counts up to a static upper bound, a parameter; what its
//! body does is done only as long as the exit predicates do not hold (the paper's Figure 4). A loop that also starts where
//! data says, or counts down or in steps, counts its iterations from zero instead; what the source's counter is then follows
//! from the start.
//!
//! The exit predicates are part of the statements' bodies. Each instance reads what they are computed from, so that the
//! dependences of the loop's control are those of any data.

use std::ops::Range;

use polymill_gdg::{Action, Definition, Expr, ExprKind, Iterator, Param, ScalarType};
use polymill_isl as isl;

use super::alias::may_change;
use super::builder::Builder;
use super::convert::convert;
use super::header::{Condition, Header};
use super::loops::{Counted, bounds_of_counter, is_signed, mirrored};
use super::place::{Key, place_of};
use super::scope::Scope;
use super::values::Values;
use super::walk::conjuncts;
use super::work::Work;
use crate::syntax::{self, BinaryOp, For, Stmt, Type, VarId, usual_conversions};
use crate::{Error, Result};

/// What the counter of a dynamic counted loop is, and how long it runs.
#[derive(Clone, Debug)]
pub(super) struct DynamicLoop<'a> {
    /// The source's counter.
    ty: ScalarType,
    /// What the source's counter starts with and what is added for each iteration; `None` if the iterator is that counter.
    start: Option<(&'a syntax::Expr, i128)>,
    exits: Vec<Exit<'a>>,
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
        let start = match self.start_value(header, scope)? {
            Some(start) if stride == 1 => self.affine(&start, &scope.domain, &scope.iterators())?,
            _ => None,
        };
        let (start, first) = match (start, header.init) {
            (Some(first), _) => (None, first),
            (None, Some(init)) => {
                let zero = isl::Val::zero(self.ctx)?;
                (Some((init, stride)), isl::PwAff::val_on_domain(&scope.domain, &zero)?)
            }
            (None, None) => return Ok(None),
        };
        let mut counter = self.counter(var, ty, inner, scope);
        if start.is_some() {
            counter.iterator.ty = ScalarType::I64;
        }
        counter.dynamic = Some(self.dynamic_loops.len());
        // Between two numbers of 32 bits are no more than that.
        let most = match ty {
            ScalarType::I32 if start.is_none() => Some(i64::from(i32::MAX)),
            _ => (ty.size() == 4).then_some(i64::from(u32::MAX)),
        };
        let upper_bound = self.upper_bound(&counter.iterator, most)?;
        let values = Values::new(&scope.domain, &first, 1, bounds_of_counter(counter.iterator.ty))?;
        let domain = values.all.intersect(&below(self.ctx, scope.counters.len(), &upper_bound)?)?;
        self.dynamic_loops.push(DynamicLoop { ty, start, exits });
        Ok(Some(Counted { counter, domain, end: None, is_downward: false }))
    }

    /// A new parameter that is not below any of the loop's bounds, which are at most `most`.
    fn upper_bound(&mut self, iterator: &Iterator, most: Option<i64>) -> Result<String> {
        let name = self.names.unique(&format!("{}_end", iterator.name));
        let limit = most.map_or(String::new(), |most| format!(" <= {most}"));
        let range = isl::Set::read(self.ctx, &format!("[{name}] -> {{ : 0 <= {name}{limit} }}"))?;
        self.context = self.context.intersect(&range)?;
        let definition = Some(Definition::UpperBound);
        self.params.add_computed(Param { name: name.clone(), spelling: name.clone(), ty: ScalarType::I64, definition });
        Ok(name)
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
            for exit in &dynamic.exits {
                goes_on = Some(match goes_on {
                    None => self.goes_on(position, &dynamic, exit)?,
                    Some(outer) => {
                        let inner = self.guarded(None, |work| work.goes_on(position, &dynamic, exit))?;
                        Expr::binary(ScalarType::I32, BinaryOp::And, outer, inner)
                    }
                });
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
        let iterator = |ty| Expr { ty, kind: ExprKind::Iterator(position) };
        let ty = self.scope.counters[position].iterator.ty;
        let Some(DynamicLoop { ty: source, start: Some((start, stride)), .. }) = self.dynamic_loop(position) else {
            return Ok(iterator(ty));
        };
        let start = self.start_of(start, source)?;
        let (op, distance) = match stride {
            1 => (BinaryOp::Add, iterator(ty)),
            -1 => (BinaryOp::Sub, iterator(ty)),
            by => {
                let op = if by > 0 { BinaryOp::Add } else { BinaryOp::Sub };
                (op, Expr::binary(ty, BinaryOp::Mul, iterator(ty), Expr::int(ty, by.abs())))
            }
        };
        Ok(convert(Expr::binary(ty, op, start, distance), source))
    }

    /// What the source's counter starts with, in 64 bits.
    fn start_of(&mut self, start: &'a syntax::Expr, ty: ScalarType) -> Result<Expr> {
        Ok(convert(convert(self.value(start)?, ty), ScalarType::I64))
    }

    fn dynamic_loop(&self, position: usize) -> Option<DynamicLoop<'a>> {
        let index = self.scope.counters.get(position)?.dynamic?;
        self.builder.dynamic_loops.get(index).cloned()
    }

    /// That the loop does not end yet: `iterator < bound`.
    fn goes_on(&mut self, position: usize, dynamic: &DynamicLoop<'a>, exit: &Exit<'a>) -> Result<Expr> {
        let bound = self.value(exit.bound)?;
        let common = usual_conversions(dynamic.ty, bound.ty);
        let bound = convert(bound, common);
        let ty = self.scope.counters[position].iterator.ty;
        let iterator = Expr { ty, kind: ExprKind::Iterator(position) };
        let Some((start, stride)) = dynamic.start else {
            return Ok(Expr::binary(ScalarType::I32, exit.op, convert(iterator, common), bound));
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
        let covered = match stride.abs() {
            1 => iterator,
            step => Expr::binary(ty, BinaryOp::Mul, iterator, Expr::int(ty, step)),
        };
        Ok(Expr::binary(ScalarType::I32, op, covered, distance))
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

/// The points whose last dimension is below a parameter.
fn below(ctx: &isl::Context, position: usize, parameter: &str) -> isl::Result<isl::Set> {
    let outer: String = (0..position).map(|dim| format!("o{dim}, ")).collect();
    isl::Set::read(ctx, &format!("[{parameter}] -> {{ [{outer}i] : i < {parameter} }}"))
}
