//! How iterations are dealt out to threads.

use std::collections::BTreeMap;

use polymill_analysis::RowLoops;
use polymill_gdg::{Gdg, ParamId, RowBounds};

use crate::{For, Hint, IntExpr, Known, LoopNest, Node, RowShares, Sharing, VarId, for_each_instance};

/// A typical value of a parameter.
const TYPICAL: i128 = 1000;

/// Where one iteration does less than this part of another one's work, a thread should not get many of the same kind.
const EVEN: f64 = 0.75;

/// Deals the iterations of parallel loops out in turn where the first ones have clearly more or less to do than the last
/// ones, as in triangles: in blocks of consecutive ones, one of two threads would have three quarters of the work. Both are
/// counted at typical sizes, in the middle of the loops outside.
///
/// Where iterations are rows, data say how much there is to do in each, and threads get parts with as many elements.
pub(super) fn balance_threads(gdg: &Gdg, nest: &mut LoopNest) {
    let mut body = std::mem::take(&mut nest.body);
    let mut counting = Counting { known: nest.known.clone(), values: BTreeMap::new() };
    counting.balance(&mut body);
    share_rows(gdg, nest, &mut body);
    nest.body = body;
}

fn share_rows(gdg: &Gdg, nest: &mut LoopNest, block: &mut [Node]) {
    for node in block {
        match node {
            Node::For(inner) if inner.kind.is_parallel() => {
                if let Some(bounds) = rows_of(gdg, inner) {
                    let mut new_var = || nest.new_var(Hint::Iterators(vec![]));
                    let (n_parts, part, end) = (new_var(), new_var(), new_var());
                    inner.sharing = Sharing::Rows(Box::new(RowShares { bounds, n_parts, part, end }));
                }
            }
            node => node.blocks_mut().into_iter().for_each(|block| share_rows(gdg, nest, block)),
        }
    }
}

/// The rows that an ordinary parallel loop goes over, all of them and one after the other; `None` if there is an error of
/// isl's.
fn rows_of(gdg: &Gdg, parallel: &For) -> Option<RowBounds> {
    if parallel.kind.is_simd() || parallel.collapse > 1 || parallel.step != 1 || parallel.descending {
        return None;
    }
    let mut found = None;
    for_each_instance(&parallel.body, &mut |instance| {
        if found.is_some() {
            return;
        }
        let loops = polymill_analysis::row_loops(gdg, gdg.statement(instance.statement)).unwrap_or_default();
        let is_meant = |loops: &RowLoops| {
            let ([first], [last]) = (loops.bounds.elements.first.as_slice(), loops.bounds.elements.last.as_slice())
            else {
                return false;
            };
            instance.iterators.get(loops.row) == Some(&IntExpr::var(parallel.var))
                && IntExpr::from(first) == parallel.lower
                && IntExpr::from(last) == parallel.upper.clone() + 1
        };
        found = loops.into_iter().find(is_meant).map(|loops| loops.bounds);
    });
    found
}

struct Counting {
    known: Known,
    /// Of the iterators around.
    values: BTreeMap<VarId, i128>,
}

impl Counting {
    fn balance(&mut self, block: &mut [Node]) {
        for node in block {
            match node {
                Node::For(inner) if inner.kind.is_parallel() => inner.sharing = self.sharing(inner),
                Node::For(inner) => {
                    let middle = self.iteration(inner, 0.5).unwrap_or_default();
                    self.values.insert(inner.var, middle);
                    self.balance(&mut inner.body);
                }
                Node::Let { var, value } => self.define(*var, value),
                Node::Evaluate { .. } => {}
                other => other.blocks_mut().into_iter().for_each(|block| self.balance(block)),
            }
        }
    }

    fn sharing(&mut self, parallel: &For) -> Sharing {
        if self.is_uneven(parallel) { Sharing::InTurn } else { Sharing::Blocks }
    }

    fn is_uneven(&mut self, parallel: &For) -> bool {
        let mut work = |position| {
            let value = self.iteration(parallel, position)?;
            self.values.insert(parallel.var, value);
            Some(self.work(&parallel.body))
        };
        match (work(0.125), work(0.875)) {
            (Some(first), Some(last)) => first.min(last) < EVEN * first.max(last),
            _ => false,
        }
    }

    /// About how many instances run.
    fn work(&mut self, block: &[Node]) -> f64 {
        let mut sum = 0.0;
        for node in block {
            sum += match node {
                Node::Instance(_) => 1.0,
                Node::For(inner) => match (self.n_iterations(inner), self.iteration(inner, 0.5)) {
                    (Some(n), Some(middle)) => {
                        self.values.insert(inner.var, middle);
                        n as f64 * self.work(&inner.body)
                    }
                    _ => 0.0,
                },
                Node::If(inner) => match inner.condition.eval(&|var| self.value(var), &|param| self.param(param)) {
                    Some(true) => self.work(&inner.then),
                    Some(false) => self.work(&inner.otherwise),
                    None => self.work(&inner.then).max(self.work(&inner.otherwise)),
                },
                Node::Declare(inner) => self.work(&inner.body),
                Node::Let { var, value } => {
                    self.define(*var, value);
                    0.0
                }
                Node::Evaluate { .. }
                | Node::LoadPointer { .. }
                | Node::Load { .. }
                | Node::Store { .. }
                | Node::Zero { .. }
                | Node::AddSum { .. }
                | Node::Prefetch { .. }
                | Node::Call { .. } => 0.0,
            };
        }
        sum
    }

    /// The iterator's value at this part of the way from the lower to the upper bound; `None` if the loop is not entered.
    fn iteration(&self, inner: &For, position: f64) -> Option<i128> {
        let n = self.n_iterations(inner)?;
        Some(self.eval(&inner.lower)? + (position * (n - 1) as f64).round() as i128 * i128::from(inner.step))
    }

    /// `None` if the loop is not entered.
    fn n_iterations(&self, inner: &For) -> Option<i128> {
        let span = self.eval(&inner.upper)? - self.eval(&inner.lower)?;
        (span >= 0).then(|| span / i128::from(inner.step) + 1)
    }

    fn define(&mut self, var: VarId, value: &IntExpr) {
        let value = self.eval(value).unwrap_or_default();
        self.values.insert(var, value);
    }

    fn eval(&self, value: &IntExpr) -> Option<i128> {
        value.eval(&|var| self.value(var), &|param| self.param(param))
    }

    fn value(&self, var: VarId) -> i128 {
        self.values.get(&var).copied().unwrap_or_default()
    }

    fn param(&self, param: ParamId) -> i128 {
        let (low, high) = self.known.param_range(param);
        let value = high.map_or(TYPICAL, |high| high.min(TYPICAL));
        low.map_or(value, |low| low.max(value))
    }
}
