//! What is known about iterators and parameters at a point of the loop AST, and what follows from it.

use std::cell::Cell;

use polymill_gdg::ParamId;

use crate::int_expr::gcd;
use crate::{Atom, Condition, For, IntExpr, Node, VarId};

/// A range of integers, both ends included; `None` where there is no bound.
pub type Interval = (Option<i128>, Option<i128>);

/// Facts that hold at one point of the loop AST: collected on the way from the root, by [`Known::enter_loop`],
/// [`Known::assume`] and [`Known::define`] on a clone for each block.
///
/// Proofs are by substitution of bounds for iterators, innermost first, and are incomplete: "not known" is always a
/// possible answer.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Known {
    params: Vec<Interval>,
    /// Values that each variable is at least and at most, innermost variable last.
    vars: Vec<VarBounds>,
    /// Values that are not negative.
    facts: Vec<IntExpr>,
}

#[derive(Clone, PartialEq, Debug)]
struct VarBounds {
    var: VarId,
    lower: Vec<IntExpr>,
    upper: Vec<IntExpr>,
    range: Interval,
    steps: Steps,
}

/// What all values of something leave when they are divided by a number: nothing is known if that is 1; all are the same if it is 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Steps {
    pub size: i128,
    pub residue: i128,
}

impl Steps {
    const UNKNOWN: Self = Self { size: 1, residue: 0 };

    fn new(size: i128, residue: i128) -> Self {
        Self { size, residue: if size == 0 { residue } else { residue.rem_euclid(size) } }
    }
}

/// How many substitutions a proof may chain.
const MAX_STEPS: usize = 8;

/// How many sums a proof may look at.
const MAX_ATTEMPTS: usize = 500;

impl Known {
    /// Nothing but the ranges of the parameters.
    pub fn new(params: Vec<Interval>) -> Self {
        Self { params, vars: vec![], facts: vec![] }
    }

    /// Inside of the loop: its iterator is between its bounds, and there is an iteration.
    pub fn enter_loop(&mut self, inner: &For) {
        let lower = alternatives(&inner.lower, false);
        let upper = alternatives(&inner.upper, true);
        for low in &lower {
            for high in &upper {
                self.assume(&Condition::le(low.clone(), high.clone()));
            }
        }
        let range = (self.range(&inner.lower).0, self.range(&inner.upper).1);
        let steps = self.steps_of_loop(inner);
        let upper = upper.into_iter().map(|bound| self.reached(bound, inner)).collect();
        self.vars.push(VarBounds { var: inner.var, lower, upper, range, steps });
    }

    /// What all values of a loop's iterator leave when they are divided by its step, or by a part of that.
    pub(crate) fn steps_of_loop(&self, inner: &For) -> Steps {
        let step = i128::from(inner.step);
        let start = self.steps(&inner.lower);
        if inner.descending { Steps::UNKNOWN } else { Steps::new(gcd(start.size, step), start.residue) }
    }

    /// The last value up to a bound that a loop in steps comes to, if that can be told; else the bound.
    fn reached(&self, bound: IntExpr, inner: &For) -> IntExpr {
        let span = bound.clone() - inner.lower.clone();
        let is_in_steps = inner.step > 1 && !inner.descending;
        match self.residue(&span, inner.step.into()).filter(|_| is_in_steps) {
            Some(rest) => bound - rest,
            None => bound,
        }
    }

    /// What is left of a sum when it is divided by a number, if that is the same for all values of the variables.
    pub(crate) fn residue(&self, sum: &IntExpr, number: i128) -> Option<i128> {
        let Steps { size, residue } = self.steps(sum);
        (size % number == 0).then(|| residue.rem_euclid(number))
    }

    /// What all values of a sum leave when they are divided by a number.
    fn steps(&self, sum: &IntExpr) -> Steps {
        let (mut size, mut residue) = (0, sum.constant_part());
        let is_remainder = |(atom, _): &(Atom, i128)| matches!(atom, Atom::Mod(_));
        if sum.terms().iter().any(is_remainder) {
            let numerators = sum.with_numerators(&|_| true);
            for (atom, factor) in sum.terms() {
                if let Atom::Mod(division) = atom {
                    size = gcd(size, factor * division.divisor);
                }
            }
            let Steps { size: of_numerators, residue } = self.steps(&numerators);
            return Steps::new(gcd(size, of_numerators), residue);
        }
        for (atom, factor) in sum.terms() {
            let steps = self.steps_of_atom(atom);
            size = gcd(size, factor * steps.size);
            residue += factor * steps.residue;
        }
        Steps::new(size, residue)
    }

    fn steps_of_atom(&self, atom: &Atom) -> Steps {
        match atom {
            Atom::Var(var) => {
                self.vars.iter().rev().find(|each| each.var == *var).map_or(Steps::UNKNOWN, |each| each.steps)
            }
            Atom::Max(values) | Atom::Min(values) => {
                let all: Vec<Steps> = values.iter().map(|value| self.steps(value)).collect();
                let first = all.first().copied().unwrap_or(Steps::UNKNOWN);
                let size = all.iter().fold(0, |size, each| gcd(gcd(size, each.size), each.residue - first.residue));
                Steps::new(size, first.residue)
            }
            _ => Steps::UNKNOWN,
        }
    }

    /// The variables that count in steps, with what is known of these.
    pub(crate) fn in_steps(&self) -> impl Iterator<Item = (VarId, Steps)> {
        self.vars.iter().filter(|each| each.steps.size > 1).map(|each| (each.var, each.steps))
    }

    /// Behind `const long var = value`.
    pub fn define(&mut self, var: VarId, value: &IntExpr) {
        let range = self.range(value);
        let lower = alternatives(value, false);
        let upper = alternatives(value, true);
        let steps = self.steps(value);
        self.vars.push(VarBounds { var, lower, upper, range, steps });
    }

    /// Behind a node of a block.
    pub fn pass(&mut self, node: &Node) {
        match node {
            Node::Let { var, value } => self.define(*var, value),
            Node::Evaluate { var, value } => {
                let range = value.ty().range().map_or((None, None), |(low, high)| (Some(low), Some(high)));
                let steps = Steps::UNKNOWN;
                self.vars.push(VarBounds { var: *var, lower: vec![], upper: vec![], range, steps });
            }
            _ => {}
        }
    }

    /// Where the condition holds.
    pub fn assume(&mut self, condition: &Condition) {
        for part in condition.conjuncts() {
            match part {
                Condition::NonNegative(value) => self.assume_non_negative(value),
                Condition::Zero(value) => {
                    self.assume_non_negative(value);
                    self.assume_non_negative(&-value.clone());
                }
                _ => {}
            }
        }
    }

    /// Whether `value >= 0` follows.
    pub fn is_non_negative(&self, value: &IntExpr) -> bool {
        self.prove(value, MAX_STEPS, &Cell::new(MAX_ATTEMPTS))
    }

    /// Whether the loop has at least one iteration.
    pub fn is_entered(&self, inner: &For) -> bool {
        self.is_non_negative(&(inner.upper.clone() - inner.lower.clone()))
    }

    /// Whether two values are different.
    pub fn differ(&self, a: &IntExpr, b: &IntExpr) -> bool {
        let difference = a.clone() - b.clone();
        match difference.as_constant() {
            Some(value) => value != 0,
            None => self.is_non_negative(&(difference.clone() - 1)) || self.is_non_negative(&(-difference - 1)),
        }
    }

    /// A range that contains the value.
    pub fn range(&self, value: &IntExpr) -> Interval {
        let start = Some(value.constant_part());
        value.terms().iter().fold((start, start), |sum, (atom, coefficient)| {
            let (low, high) = scale(self.atom_range(atom), *coefficient);
            (add(sum.0, low), add(sum.1, high))
        })
    }

    /// A range that contains the values of the parameter.
    pub fn param_range(&self, param: ParamId) -> Interval {
        self.params.get(param.index()).copied().unwrap_or_default()
    }

    fn atom_range(&self, atom: &Atom) -> Interval {
        let least = |ranges: &[Option<i128>]| ranges.iter().copied().collect::<Option<Vec<_>>>()?.into_iter().min();
        let most = |ranges: &[Option<i128>]| ranges.iter().copied().collect::<Option<Vec<_>>>()?.into_iter().max();
        match atom {
            Atom::Var(var) => {
                self.vars.iter().rev().find(|each| each.var == *var).map_or((None, None), |each| each.range)
            }
            Atom::Param(param) => self.param_range(*param),
            Atom::Div(division) => {
                let (low, high) = self.range(&division.numerator);
                (low.map(|low| low.div_euclid(division.divisor)), high.map(|high| high.div_euclid(division.divisor)))
            }
            Atom::Mod(division) => {
                let steps = self.steps(&division.numerator);
                let Steps { size, residue } = Steps::new(gcd(steps.size, division.divisor), steps.residue);
                (Some(residue), Some(division.divisor - size + residue))
            }
            Atom::Min(values) => {
                let (lows, highs): (Vec<_>, Vec<_>) = values.iter().map(|value| self.range(value)).unzip();
                (least(&lows), highs.into_iter().flatten().min())
            }
            Atom::Max(values) => {
                let (lows, highs): (Vec<_>, Vec<_>) = values.iter().map(|value| self.range(value)).unzip();
                (lows.into_iter().flatten().max(), most(&highs))
            }
            Atom::Select(parts) => {
                let (a, b) = (self.range(&parts.1), self.range(&parts.2));
                (least(&[a.0, b.0]), most(&[a.1, b.1]))
            }
        }
    }

    fn assume_non_negative(&mut self, value: &IntExpr) {
        if !self.facts.contains(value) {
            self.facts.push(value.clone());
        }
        for (atom, coefficient) in value.terms() {
            // coefficient * atom >= -rest
            let rest = value.clone() - IntExpr::atom(atom.clone()) * *coefficient;
            self.assume_bound(atom, *coefficient, &rest);
            let Some(most) = self.range(&rest).1 else { continue };
            let range = match atom {
                Atom::Param(param) => self.params.get_mut(param.index()),
                Atom::Var(var) => self.vars.iter_mut().rev().find(|each| each.var == *var).map(|each| &mut each.range),
                _ => None,
            };
            let Some((low, high)) = range else { continue };
            if *coefficient > 0 {
                let bound = -most.div_euclid(*coefficient);
                *low = Some(low.map_or(bound, |low| low.max(bound)));
            } else {
                let bound = most.div_euclid(-*coefficient);
                *high = Some(high.map_or(bound, |high| high.min(bound)));
            }
        }
    }

    /// Notes `coefficient * atom + rest >= 0` as a bound of the innermost variable that is in it.
    fn assume_bound(&mut self, atom: &Atom, coefficient: i128, rest: &IntExpr) {
        let Atom::Var(var) = atom else { return };
        let Some(position) = self.vars.iter().rposition(|each| each.var == *var) else { return };
        if self.vars[position + 1..].iter().any(|inner| rest.mentions(inner.var)) {
            return;
        }
        let VarBounds { lower, upper, .. } = &mut self.vars[position];
        let (bounds, bound) = match coefficient {
            1 => (lower, -rest.clone()),
            -1 => (upper, rest.clone()),
            _ => return,
        };
        if !bounds.contains(&bound) {
            bounds.push(bound);
        }
    }

    fn prove(&self, value: &IntExpr, steps: usize, attempts: &Cell<usize>) -> bool {
        if let Some(value) = value.as_constant() {
            return value >= 0;
        }
        if self.range(value).0.is_some_and(|low| low >= 0) {
            return true;
        }
        if steps == 0 || attempts.get() == 0 {
            return false;
        }
        attempts.set(attempts.get() - 1);
        let split = value.terms().iter().find_map(|(atom, coefficient)| match atom {
            Atom::Min(parts) => Some((atom, *coefficient, parts, *coefficient > 0)),
            Atom::Max(parts) => Some((atom, *coefficient, parts, *coefficient < 0)),
            _ => None,
        });
        if let Some((atom, coefficient, parts, needs_all)) = split {
            let rest = value.clone() - IntExpr::atom(atom.clone()) * coefficient;
            let mut cases = parts.iter().map(|part| rest.clone() + part.clone() * coefficient);
            return match needs_all {
                true => cases.all(|case| self.prove(&case, steps - 1, attempts)),
                false => cases.any(|case| self.prove(&case, steps - 1, attempts)),
            };
        }
        if self.quotient_cases(value, steps, attempts).iter().any(|case| self.prove(case, steps - 1, attempts)) {
            return true;
        }
        let innermost = self.vars.iter().rev().find(|each| value.coefficient(each.var) != 0);
        if let Some(bounds) = innermost {
            let coefficient = value.coefficient(bounds.var);
            let rest = value.clone() - IntExpr::var(bounds.var) * coefficient;
            let choices = if coefficient > 0 { &bounds.lower } else { &bounds.upper };
            if choices
                .iter()
                .any(|bound| self.prove(&(rest.clone() + bound.clone() * coefficient), steps - 1, attempts))
            {
                return true;
            }
        }
        let related = |fact: &&IntExpr| {
            fact.terms()
                .iter()
                .any(|(atom, a)| value.terms().iter().any(|(other, b)| atom == other && (*a > 0) == (*b > 0)))
        };
        self.facts.iter().filter(related).any(|fact| self.prove_with(value, fact, steps, attempts))
    }

    /// Values that are at most `value`, without its first quotient or remainder.
    fn quotient_cases(&self, value: &IntExpr, steps: usize, attempts: &Cell<usize>) -> Vec<IntExpr> {
        let found = value.terms().iter().find_map(|(atom, coefficient)| match atom {
            Atom::Div(division) => Some((atom, *coefficient, division, true)),
            Atom::Mod(division) => Some((atom, *coefficient, division, false)),
            _ => None,
        });
        let Some((atom, coefficient, division, is_quotient)) = found else { return vec![] };
        let rest = value.clone() - IntExpr::atom(atom.clone()) * coefficient;
        let (numerator, divisor) = (division.numerator.clone(), division.divisor);
        let mut cases = vec![];
        match (is_quotient, coefficient > 0) {
            (true, is_positive) => {
                if is_positive && self.prove(&numerator, steps - 1, attempts) {
                    cases.push(rest.clone());
                }
                // x - d + 1 <= d * floor(x / d) <= x
                if coefficient % divisor == 0 {
                    let near = if is_positive { numerator - (divisor - 1) } else { numerator };
                    cases.push(rest + near * (coefficient / divisor));
                }
            }
            (false, true) => cases.push(rest),
            (false, false) => cases.push(rest + (divisor - 1) * coefficient),
        }
        cases
    }

    /// Proves `value >= 0` as `fact + something >= 0`, where the sum of the terms gets simpler.
    fn prove_with(&self, value: &IntExpr, fact: &IntExpr, steps: usize, attempts: &Cell<usize>) -> bool {
        let rest = value.clone() - fact.clone();
        rest.terms().len() < value.terms().len() && self.prove(&rest, steps - 1, attempts)
    }
}

/// Values that `bound` is certainly at most (`upper`) or at least: the parts of a minimum or maximum, or itself.
fn alternatives(bound: &IntExpr, upper: bool) -> Vec<IntExpr> {
    let split = bound.terms().iter().find_map(|(atom, coefficient)| match (atom, *coefficient > 0) {
        (Atom::Min(parts), positive) if positive == upper => Some((atom, *coefficient, parts)),
        (Atom::Max(parts), positive) if positive != upper => Some((atom, *coefficient, parts)),
        _ => None,
    });
    match split {
        None => vec![bound.clone()],
        Some((atom, coefficient, parts)) => {
            let rest = bound.clone() - IntExpr::atom(atom.clone()) * coefficient;
            parts.iter().flat_map(|part| alternatives(&(rest.clone() + part.clone() * coefficient), upper)).collect()
        }
    }
}

fn add(a: Option<i128>, b: Option<i128>) -> Option<i128> {
    a?.checked_add(b?)
}

fn scale((low, high): Interval, factor: i128) -> Interval {
    let times = |value: Option<i128>| value?.checked_mul(factor);
    if factor >= 0 { (times(low), times(high)) } else { (times(high), times(low)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn var(index: usize) -> IntExpr {
        IntExpr::var(VarId::new(index))
    }

    fn n() -> IntExpr {
        IntExpr::param(ParamId::new(0))
    }

    /// for v0 = 0 to n - 1, for v1 = 0 to v0 - 1
    fn triangle() -> Known {
        let mut known = Known::new(vec![(Some(0), Some(1000))]);
        known.enter_loop(&For::new(VarId::new(0), IntExpr::constant(0), n() - 1, vec![]));
        known.enter_loop(&For::new(VarId::new(1), IntExpr::constant(0), var(0) - 1, vec![]));
        known
    }

    #[test]
    fn bounds_of_loops_prove_differences() {
        let known = triangle();
        assert!(known.differ(&var(0), &var(1)));
        assert!(known.is_non_negative(&(n() - var(1) - 2)));
        assert!(!known.is_non_negative(&(n() - var(1) - 3)));
        assert!(!known.differ(&(var(0) - 1), &var(1)));
    }

    #[test]
    fn iterations_prove_facts_about_parameters() {
        let known = triangle();
        assert!(known.is_non_negative(&(n() - 1)));
        assert_eq!(known.param_range(ParamId::new(0)), (Some(1), Some(1000)));
    }

    #[test]
    fn conditions_bound_iterators_where_they_hold() {
        // for v0 = 0 to n - 1 step 24, if (v0 >= n - 23) for v1 = v0 to n - 1 step 8, if (v1 <= n - 8)
        let mut known = Known::new(vec![(Some(0), Some(1000))]);
        known.enter_loop(&For::new(VarId::new(0), IntExpr::constant(0), n() - 1, vec![]));
        known.assume(&Condition::le(n() - 23, var(0)));
        known.enter_loop(&For::new(VarId::new(1), var(0), n() - 1, vec![]));
        let is_in_tile = |known: &Known| known.is_non_negative(&(var(0) + 23 - (var(1) + 7)));
        assert!(!is_in_tile(&known));
        known.assume(&Condition::le(var(1), n() - 8));
        assert!(is_in_tile(&known));
    }

    #[test]
    fn a_tile_within_the_space_is_entered() {
        // for v0 = 0 to n - 1 step 32, for v1 = v0 to min(n - 1, v0 + 31)
        let mut known = Known::new(vec![(None, None)]);
        known.enter_loop(&For::new(VarId::new(0), IntExpr::constant(0), n() - 1, vec![]));
        let points = For::new(VarId::new(1), var(0), IntExpr::min(vec![n() - 1, var(0) + 31]), vec![]);
        assert!(known.is_entered(&points));
        known.enter_loop(&points);
        assert!(known.is_non_negative(&(var(1) - var(0))));
        assert!(known.is_non_negative(&(n() - 1 - var(1))));
    }

    #[test]
    fn what_unrolling_leaves_over_starts_behind_its_start() {
        let known = triangle();
        // v1 + 4 * ((v0 - v1) / 4) is from v1 to v0
        let start = var(1) + IntExpr::div(var(0) - var(1), 4, true) * 4;
        assert!(known.is_non_negative(&(start.clone() - var(1))));
        assert!(known.is_non_negative(&(var(0) - start.clone())));
        assert!(!known.is_non_negative(&(start - var(0))));
    }

    #[test]
    fn loops_in_steps_leave_the_same() {
        // for v0 = 0 to n - 1 step 64, for v1 = v0 - (v0 + 7) % 8 + 7 to n - 1 step 8, for v2 = 1 to v1 + 8 step 8
        let mut known = Known::new(vec![(Some(0), Some(1000))]);
        let in_steps =
            |position, step, lower, upper| For { step, ..For::new(VarId::new(position), lower, upper, vec![]) };
        known.enter_loop(&in_steps(0, 64, IntExpr::constant(0), n() - 1));
        let start = var(0) - IntExpr::modulo(var(0) + 7, 8, true) + 7;
        known.enter_loop(&in_steps(1, 8, start, n() - 1));
        assert_eq!(known.residue(&(var(0) + var(1) * 3 + 5), 8), Some(5));
        assert_eq!(known.residue(&(var(1) + n()), 8), None);
        assert_eq!(known.residue(&(var(1) + n() * 16), 8), Some(0));
        assert_eq!(known.residue(&IntExpr::max(vec![var(0) + 3, var(1) - 5]), 8), Some(3));
        assert_eq!(known.range(&IntExpr::modulo(var(1) + 3, 24, true)), (Some(3), Some(19)));
        // It comes to no value between v1 + 1 and v1 + 9.
        known.enter_loop(&in_steps(2, 8, IntExpr::constant(1), var(1) + 8));
        assert!(known.is_non_negative(&(var(1) + 1 - var(2))));
    }

    #[test]
    fn ranges_follow_from_bounds() {
        let known = triangle();
        // The inner loop has an iteration, so the outer iterator is at least 1.
        assert_eq!(known.range(&(var(0) * 2 + 1)), (Some(3), Some(1999)));
        assert_eq!(known.range(&-var(1)), (Some(-998), Some(0)));
    }
}
