//! Where a statement stands: the loops around it, and what is known there.

use std::collections::{BTreeMap, BTreeSet};

use polymill_gdg::{Expr, ExprKind, Iterator, Range};
use polymill_isl as isl;

use super::linear::select_position;
use crate::syntax::{self, VarId};

/// Values that are known only by larger expressions are forgotten.
const MAX_SIZE: usize = 40;

/// The loops around a statement and what is known of variables.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    /// The loops, outermost first.
    pub counters: Vec<Counter>,
    /// The values that the iterators take, `[params] -> { [i, j] : ... }`.
    pub domain: isl::Set,
    /// Integer variables whose value is an affine expression of iterators and parameters, or a position in a linearized array.
    pub values: BTreeMap<VarId, Expr>,
    /// In which range integer variables are whose value depends on data.
    pub ranges: BTreeMap<VarId, Range>,
    /// In which range integers in memory are that nothing in the region changes, as the user promises.
    pub promised: Vec<(syntax::Expr, Range)>,
}

/// What a loop counts.
#[derive(Clone, Debug)]
pub(super) struct Counter {
    pub var: VarId,
    pub iterator: Iterator,
    /// Its place among the [`Builder::dynamic_loops`](super::builder::Builder), if its bounds are computed from data.
    pub dynamic: Option<usize>,
    /// Set if the iterator counts iterations from zero, where the source's counter starts with a number and goes on in steps.
    pub steps: Option<Steps>,
}

/// What a counter starts with, and what is added each time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steps {
    pub start: i128,
    pub stride: i128,
}

impl Scope {
    /// Outside of all loops.
    pub fn new(ctx: &isl::Context) -> isl::Result<Self> {
        let space = isl::Space::unit(ctx)?.add_unnamed_tuple_ui(0)?;
        Ok(Self {
            counters: vec![],
            domain: isl::Set::universe(&space)?,
            values: BTreeMap::new(),
            ranges: BTreeMap::new(),
            promised: vec![],
        })
    }

    /// The position of the loop that counts a variable.
    pub fn position(&self, var: VarId) -> Option<usize> {
        self.counters.iter().rposition(|counter| counter.var == var)
    }

    /// Whether data end a loop around.
    pub fn is_dynamic(&self) -> bool {
        self.counters.iter().any(|counter| counter.dynamic.is_some())
    }

    pub fn iterators(&self) -> Vec<Iterator> {
        self.counters.iter().map(|counter| counter.iterator.clone()).collect()
    }

    /// The same place, on part of the domain.
    pub fn on(&self, domain: isl::Set) -> Self {
        Self { domain, ..self.clone() }
    }

    /// What is known after a condition of variables that one of its two sides may have assigned.
    pub fn merge(&mut self, assigned: &BTreeSet<VarId>, test: &Expr, where_true: &Self, where_false: &Self) {
        self.promised.retain(|(expr, _)| !expr.any(&|each| each.as_var().is_some_and(|var| assigned.contains(&var))));
        for var in assigned {
            self.ranges.remove(var);
            let value = match (where_true.values.get(var), where_false.values.get(var)) {
                (Some(a), Some(b)) if a == b => Some(a.clone()),
                (Some(a), Some(b)) if size(test) + size(a) + size(b) <= MAX_SIZE && a.ty == b.ty => {
                    Some(select_position(test.clone(), a.clone(), b.clone()))
                }
                _ => None,
            };
            match value {
                Some(value) => self.values.insert(*var, value),
                None => self.values.remove(var),
            };
        }
    }

    /// Forgets what is known of some variables.
    pub fn forget<'v>(&mut self, vars: impl IntoIterator<Item = &'v VarId>) {
        for var in vars {
            self.values.remove(var);
            self.ranges.remove(var);
            self.promised.retain(|(expr, _)| !expr.any(&|each| each.as_var() == Some(*var)));
        }
    }

    /// What the user promises of the value of an expression.
    pub fn promise(&self, expr: &syntax::Expr) -> Option<&Range> {
        self.promised.iter().rev().find(|(own, _)| own.is_same(expr)).map(|(_, range)| range)
    }
}

/// Whether a value means the same in any statement: it has none of what only its own one reads or sets.
pub(super) fn is_known_anywhere(value: &Expr) -> bool {
    let mut is_known = true;
    value.for_each(&mut |e| is_known &= !matches!(e.kind, ExprKind::Load(_) | ExprKind::Local(_)));
    is_known
}

/// How many operations and operands an expression has.
pub(super) fn size(expr: &Expr) -> usize {
    let mut n = 0;
    expr.for_each(&mut |_| n += 1);
    n
}
