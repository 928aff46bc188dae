//! Where a statement stands: the loops around it, and what is known there.

use std::collections::BTreeMap;

use polymill_gdg::{Expr, Iterator};
use polymill_isl as isl;

use crate::syntax::VarId;

/// The loops around a statement and what is known of variables.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    /// The loops, outermost first.
    pub counters: Vec<Counter>,
    /// The values that the iterators take, `[params] -> { [i, j] : ... }`.
    pub domain: isl::Set,
    /// Integer variables whose value is an affine expression of iterators and parameters.
    pub values: BTreeMap<VarId, Expr>,
}

/// What a loop counts.
#[derive(Clone, Debug)]
pub(super) struct Counter {
    pub var: VarId,
    pub iterator: Iterator,
}

impl Scope {
    /// Outside of all loops.
    pub fn new(ctx: &isl::Context) -> isl::Result<Self> {
        let space = isl::Space::unit(ctx)?.add_unnamed_tuple_ui(0)?;
        Ok(Self { counters: vec![], domain: isl::Set::universe(&space)?, values: BTreeMap::new() })
    }

    /// The position of the loop that counts a variable.
    pub fn position(&self, var: VarId) -> Option<usize> {
        self.counters.iter().rposition(|counter| counter.var == var)
    }

    pub fn iterators(&self) -> Vec<Iterator> {
        self.counters.iter().map(|counter| counter.iterator.clone()).collect()
    }

    /// The same place, on part of the domain.
    pub fn on(&self, domain: isl::Set) -> Self {
        Self { domain, ..self.clone() }
    }

    /// Forgets what is known of some variables.
    pub fn forget<'v>(&mut self, vars: impl IntoIterator<Item = &'v VarId>) {
        for var in vars {
            self.values.remove(var);
        }
    }
}
