//! What the user promises: that iterations of loops are independent, how far loops go, what holds of data, and what is not used
//! any more.

use std::collections::BTreeMap;
use std::ops::Range;

use polymill_diagnostics::Diagnostic;
use polymill_gdg::{AccessKind, Affine, Array, ArrayId, IndependentLoop, Statement};

use super::alias::may_change_in_region;
use super::builder::Builder;
use super::draft::Order;
use super::loops::{is_signed, mirrored};
use super::place::{Step, place_of};
use super::scope::Scope;
use super::work::{Element, Work};
use crate::Result;
use crate::context::{ContextError, read_bound};
use crate::loop_pragma::{LoopPragma, LoopPromise};
use crate::syntax::{self, BinaryOp, For, Stmt, Type, VarId};

/// A loop of which no iteration accesses what another one writes, with the exception of some variables.
#[derive(Clone, Debug)]
pub(super) struct PromisedLoop<'a> {
    pragma: &'a LoopPragma,
    except: &'a [String],
    in_threads: bool,
    /// The position of its iterator.
    position: usize,
    /// What stands in it.
    drafts: Range<usize>,
}

impl<'a> Builder<'a> {
    /// Notes what the user promises of a loop that has been walked: the innermost one around `body`, whose drafts are those from
    /// `first_draft` on.
    pub(super) fn note_promises(&mut self, stmt: &Stmt, body: &Scope, first_draft: usize) {
        let Some(position) = body.counters.len().checked_sub(1) else { return };
        let drafts = first_draft..self.drafts.len();
        for pragma in self.loop_pragmas.iter().filter(|pragma| pragma.loop_at == stmt.span.start) {
            match &pragma.promise {
                LoopPromise::Independent { except, in_threads } => {
                    let (in_threads, drafts) = (*in_threads, drafts.clone());
                    self.independent_loops.push(PromisedLoop { pragma, except, in_threads, position, drafts });
                }
                LoopPromise::Bound { .. } if body.counters[position].dynamic.is_none() => {
                    let message = "this bound is not used: data do not say where the loop ends";
                    self.remarks.push(Diagnostic::remark("loop-pragma", message).at(self.span(&pragma.range), ""));
                }
                LoopPromise::Bound { .. } => {}
            }
        }
    }

    /// How far a loop goes at most whose counter is `var`, if the user says so.
    pub(super) fn promised_end(&mut self, var: VarId, inner: &For) -> Option<Affine> {
        let mut end = None;
        for pragma in self.loop_pragmas.iter().filter(|pragma| pragma.loop_at == inner.header.start) {
            let LoopPromise::Bound { condition } = &pragma.promise else { continue };
            let counter = &self.unit.var(var).name;
            let (message, help) = match read_bound(&self.params.params, &self.text[condition.clone()]) {
                Ok((name, bound)) if name == *counter => {
                    end = Some(bound);
                    continue;
                }
                Ok((name, _)) => (format!("`{name}` is not what this loop counts"), format!("it counts `{counter}`")),
                Err(ContextError::User(message, help)) => (message, help),
                Err(ContextError::Isl(error)) => (error.to_string(), String::new()),
            };
            let error = Diagnostic::error("loop-pragma", message).at(self.span(condition), "");
            self.remarks.push(if help.is_empty() { error } else { error.help(help) });
        }
        end
    }

    /// Notes what the user promises of what follows: that a condition holds, or that it does not. What is not understood is
    /// left out.
    pub(super) fn assume(&mut self, condition: &'a syntax::Expr, holds: bool, scope: &mut Scope) -> Result<()> {
        use syntax::{BinaryOp as Op, ExprKind as C, UnaryOp};
        match (&condition.kind, holds) {
            (C::Binary(Op::And, left, right), true) | (C::Binary(Op::Or, left, right), false) => {
                self.assume(left, holds, scope)?;
                return self.assume(right, holds, scope);
            }
            (C::Unary(UnaryOp::Not, inner), _) => return self.assume(inner, !holds, scope),
            _ if condition.has_assignment() => return Ok(()),
            _ => {}
        }
        if let Some((_, set)) = self.affine_condition(condition, scope)? {
            // Whether an iteration is reached that data may end before is not known.
            if !scope.is_dynamic() {
                let excluded = if holds { scope.domain.subtract(&set)? } else { scope.domain.intersect(&set)? };
                // That loops may be left out makes for cases, which versions would be made of.
                let good = self.valid(&excluded)?.params()?.complement()?.gist(&self.context)?.coalesce()?;
                if good.n_basic_set()? == 1 {
                    self.know_none(&excluded)?;
                }
            }
            return Ok(());
        }
        let C::Binary(op, left, right) = &condition.kind else { return Ok(()) };
        let op = if holds { Some(*op) } else { inverse(*op) };
        let Some(op) = op.filter(|_| left.ty.is_integer() && right.ty.is_integer()) else { return Ok(()) };
        self.note_range(left, op, right, scope)?;
        self.note_range(right, mirrored(op), left, scope)
    }

    /// Notes in which range an expression is that compares so with another one.
    fn note_range(
        &mut self,
        expr: &'a syntax::Expr,
        op: BinaryOp,
        other: &'a syntax::Expr,
        scope: &mut Scope,
    ) -> Result<()> {
        let of_other = self.data_range(other, scope)?;
        let beside = |end: Option<Affine>, by: i64| end?.plus(&Affine { terms: vec![], constant: by });
        let range = match op {
            BinaryOp::Lt => polymill_gdg::Range { low: None, high: beside(of_other.high, -1) },
            BinaryOp::Le => polymill_gdg::Range { low: None, high: of_other.high },
            BinaryOp::Gt => polymill_gdg::Range { low: beside(of_other.low, 1), high: None },
            BinaryOp::Ge => polymill_gdg::Range { low: of_other.low, high: None },
            BinaryOp::Eq => of_other,
            _ => return Ok(()),
        };
        // A conversion may change what is compared.
        let is_kept = expr.ty.scalar().zip(other.ty.scalar()).is_some_and(|(a, b)| is_signed(a) && is_signed(b));
        if !is_kept || (range.low.is_none() && range.high.is_none()) || self.may_change_what(expr, scope)? {
            return Ok(());
        }
        let known = scope.promise(expr).cloned().unwrap_or_default();
        let range = polymill_gdg::Range { low: range.low.or(known.low), high: range.high.or(known.high) };
        scope.promised.push((expr.clone(), range));
        Ok(())
    }

    /// Whether the region may change what an expression reads in memory.
    fn may_change_what(&mut self, expr: &'a syntax::Expr, scope: &Scope) -> Result<bool> {
        let mut work = Work::new(self, scope);
        work.value(expr)?;
        let arrays: Vec<ArrayId> = work.accesses.iter().map(|access| access.array).collect();
        let is_safe = work.actions.is_empty();
        Ok(!is_safe
            || arrays.into_iter().any(|array| {
                let (key, ty) = (self.arrays.keys[array.index()].clone(), self.arrays.get(array).element);
                !key.steps.is_empty() && may_change_in_region(self, &key, ty)
            }))
    }

    /// Statements that end the lives of the values of variables: of all elements of arrays, also if these are parameters. What
    /// is no variable is left out.
    pub(super) fn kill(&mut self, exprs: &'a [syntax::Expr], scope: &mut Scope) -> Result<Order> {
        let mut parts = vec![];
        for expr in exprs {
            let Some(mut place) = place_of(expr, self.unit, &self.facts.pointers) else { continue };
            if !place.steps.is_empty() {
                continue;
            }
            while let Some(target) = place.ty.target() {
                let through_pointer = matches!(place.ty, Type::Pointer(_));
                place.steps.push(Step::Index { terms: vec![], through_pointer });
                place.ty = target.ty.clone();
            }
            let Some(ty) = place.ty.scalar() else { continue };
            self.check_place(&place, expr)?;
            let array = self.array(&place, ty, &expr.span)?;
            let mut work = Work::new(self, scope);
            work.access(&Element { array, subscripts: vec![], ty, span: expr.span.clone() }, true)?;
            let mut draft = work.finish(expr.span.clone());
            draft.accesses.iter_mut().for_each(|access| access.kind = AccessKind::Kill);
            self.drafts.push(draft);
            parts.push(Order::Draft(self.drafts.len() - 1));
        }
        Ok(Order::Sequence(parts))
    }

    /// These loops, in terms of the statements and arrays that have become of them.
    pub(super) fn independent(
        &self,
        arrays: &[Array],
        statements: &[Statement],
        statement_of_draft: &BTreeMap<usize, usize>,
    ) -> Vec<IndependentLoop> {
        let finished = |one: &PromisedLoop| {
            let inside = statement_of_draft.range(one.drafts.clone());
            // Programs with threads work although counters and the like are declared outside, but are not said to be private.
            let is_excepted =
                |(_, array): &(usize, &Array)| one.except.contains(&array.name) || one.in_threads && array.is_scalar();
            let except = arrays.iter().enumerate().filter(is_excepted);
            IndependentLoop {
                statements: inside.map(|(_, position)| statements[*position].name.clone()).collect(),
                position: one.position,
                except: except.map(|(position, _)| ArrayId::new(position)).collect(),
                in_threads: one.in_threads,
            }
        };
        self.independent_loops.iter().map(finished).filter(|one| !one.statements.is_empty()).collect()
    }

    /// Says where promises are used.
    pub(super) fn remarks_of_independent(&self) -> Vec<Diagnostic> {
        let remark = |one: &PromisedLoop| {
            let message = "the iterations of this loop are taken to be independent, as the pragma promises";
            Diagnostic::remark("independent-promised", message).at(self.span(&one.pragma.range), "")
        };
        self.independent_loops.iter().map(remark).collect()
    }
}

/// The comparison that holds where this one does not.
fn inverse(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Lt => BinaryOp::Ge,
        BinaryOp::Le => BinaryOp::Gt,
        BinaryOp::Gt => BinaryOp::Le,
        BinaryOp::Ge => BinaryOp::Lt,
        BinaryOp::Eq => BinaryOp::Ne,
        BinaryOp::Ne => BinaryOp::Eq,
        _ => return None,
    })
}
