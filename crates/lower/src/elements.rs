//! Which elements accesses name, as subscripts over the variables of loops.

use std::collections::BTreeSet;

use polymill_gdg::{AccessId, StatementId};

use crate::int_expr::gcd;
use crate::{Atom, Division, IntExpr, Lanes, VarId};

/// The subscripts of the accesses of a GDG as integer expressions over the statement's iterators; the variable with
/// index `k` is the iterator at position `k`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Elements {
    templates: Vec<Vec<Option<Vec<IntExpr>>>>,
    remainders: Vec<Remainder>,
    lanes: Vec<Lanes>,
}

/// What the remainder of a variable is, wherever the variable is defined.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Remainder {
    pub var: VarId,
    /// By which it is divided.
    pub divisor: i128,
    pub value: IntExpr,
}

impl Elements {
    /// For each statement and access: the subscripts, if each is an integer expression that gives exactly the element
    /// that the access uses.
    pub fn new(templates: Vec<Vec<Option<Vec<IntExpr>>>>) -> Self {
        Self { templates, remainders: vec![], lanes: vec![] }
    }

    /// Notes what remainders are, and which variables count lanes, so that subscripts are printed as that.
    pub(crate) fn set_remainders(&mut self, remainders: Vec<Remainder>, lanes: Vec<Lanes>) {
        (self.remainders, self.lanes) = (remainders, lanes);
    }

    /// Notes a variable that counts lanes.
    pub(crate) fn add_lanes(&mut self, lanes: Lanes) {
        self.lanes.push(lanes);
    }

    /// What subscripts divide by.
    pub(crate) fn divisors(&self) -> BTreeSet<i128> {
        let mut divisors = BTreeSet::new();
        for subscript in self.templates.iter().flatten().flatten().flatten() {
            subscript.for_each_atom(&mut |atom| {
                if let Atom::Div(division) | Atom::Mod(division) = atom {
                    divisors.insert(division.divisor);
                }
            });
        }
        divisors
    }

    /// The subscripts of an element over the variables of the loop nest; `None` where they are not affine.
    pub fn subscripts(&self, statement: StatementId, access: AccessId, iterators: &[IntExpr]) -> Option<Vec<IntExpr>> {
        let template = self.templates.get(statement.index())?.get(access.index())?.as_ref()?;
        let value = |var: VarId| iterators.get(var.index()).cloned();
        Some(template.iter().map(|each| self.without_remainders(each.substitute(&value))).collect())
    }

    /// The sum, with the quotients and remainders in it that are known.
    fn without_remainders(&self, sum: IntExpr) -> IntExpr {
        if self.remainders.is_empty() {
            return sum;
        }
        let terms = sum.terms().iter().map(|(atom, factor)| {
            let value = match atom {
                Atom::Mod(division) => self.remainder(division),
                Atom::Div(division) => self.quotient(division),
                _ => IntExpr::atom(atom.clone()),
            };
            value * *factor
        });
        self.with_quotients_joined(terms.fold(IntExpr::constant(sum.constant_part()), |sum, term| sum + term))
    }

    /// `x / 24 - 85 * (xx / 2040)` as `(x - xx) / 24`, if `xx` counts in steps of 2040.
    fn with_quotients_joined(&self, sum: IntExpr) -> IntExpr {
        let quotients = sum.terms().iter().filter_map(|(atom, factor)| match atom {
            Atom::Div(division) => Some((atom, division, *factor)),
            _ => None,
        });
        let quotients: Vec<_> = quotients.collect();
        let is_exact =
            |value: &IntExpr, divisor| self.split(value, divisor).is_some_and(|(_, rest)| rest == IntExpr::default());
        for (atom, division, factor) in quotients.iter().filter(|(.., factor)| *factor < -1) {
            let divisor = division.divisor / -factor;
            if divisor * -factor != division.divisor || !is_exact(&division.numerator, division.divisor) {
                continue;
            }
            if let Some((other, of_other, _)) =
                quotients.iter().find(|(_, other, factor)| other.divisor == divisor && *factor == 1)
            {
                let difference = of_other.numerator.clone() - division.numerator.clone();
                let exact = is_exact(&difference, divisor);
                let rest = sum.clone() - IntExpr::atom((*other).clone()) - IntExpr::atom((*atom).clone()) * *factor;
                return rest + IntExpr::div(difference, divisor, exact);
            }
        }
        sum
    }

    fn remainder(&self, Division { numerator, divisor, truncating }: &Division) -> IntExpr {
        let numerator = self.without_remainders(numerator.clone());
        match self.split(&numerator, *divisor) {
            Some((_, rest)) => rest,
            None => {
                let (start, offset) = self.without_offset(numerator, *divisor);
                IntExpr::modulo(start, *divisor, *truncating) + offset
            }
        }
    }

    fn quotient(&self, Division { numerator, divisor, truncating }: &Division) -> IntExpr {
        let numerator = self.without_remainders(numerator.clone());
        match self.split(&numerator, *divisor) {
            Some((multiple, _)) => IntExpr::div(multiple, *divisor, true),
            None => IntExpr::div(self.without_offset(numerator, *divisor).0, *divisor, *truncating),
        }
    }

    /// A sum as a multiple of the divisor and the remainder, if that is known.
    fn split(&self, sum: &IntExpr, divisor: i128) -> Option<(IntExpr, IntExpr)> {
        let congruent = sum.with_numerators(&|own| own % divisor == 0);
        if congruent != *sum {
            let (_, rest) = self.split(&congruent, divisor)?;
            return Some((sum.clone() - rest.clone(), rest));
        }
        let (mut multiple, mut rest) = (IntExpr::default(), IntExpr::default());
        let (mut constant, mut last) = (sum.constant_part(), 0);
        // By how much a variable may be more than its part in the remainder.
        let mut room = None;
        for (atom, factor) in sum.terms() {
            let term = IntExpr::atom(atom.clone()) * *factor;
            if factor % divisor == 0 {
                multiple = multiple + term;
                continue;
            }
            let Atom::Var(var) = atom else { return None };
            let (step, residue) = self.step_of(*var, divisor);
            if step == divisor {
                multiple = multiple + term - residue * factor;
                constant += residue * factor;
            } else if let Some(count) = self.lanes_of(*var).filter(|_| *factor == 1) {
                last += count - 1;
                rest = rest + term;
            } else if room.is_none() && *factor == 1 {
                let (own, value) = self.split_var(*var, divisor)?;
                (multiple, rest) = (multiple + own, rest + value - residue);
                constant += residue;
                room = Some(step);
            } else {
                return None;
            }
        }
        let of_constant = constant.rem_euclid(divisor);
        let is_known = last + of_constant < room.unwrap_or(divisor);
        is_known.then(|| (multiple + (constant - of_constant), rest + of_constant))
    }

    /// A sum as a multiple of a number that divides the divisor, and an offset from there, less than that number: dividing the sum leaves
    /// what dividing the multiple does and the offset. `x + lane + 9`, where `x` counts in steps of 8, is 1 more than `x + 8` and `lane`:
    /// that would be too much if there were 8 lanes. The offset is 0 where that is not known.
    fn without_offset(&self, sum: IntExpr, divisor: i128) -> (IntExpr, IntExpr) {
        let mut lanes = IntExpr::default();
        let (mut constant, mut last, mut step) = (sum.constant_part(), 0, divisor);
        for (atom, factor) in sum.terms().iter().filter(|(_, factor)| factor % divisor != 0) {
            let Atom::Var(var) = atom else { return (sum, IntExpr::default()) };
            if let Some(count) = self.lanes_of(*var).filter(|_| *factor == 1) {
                last += count - 1;
                lanes = lanes + IntExpr::var(*var);
            } else {
                let residue;
                (step, residue) = self.step_of(*var, step);
                constant += residue * factor;
            }
        }
        let offset = constant.rem_euclid(step);
        match last + offset < step {
            true => (sum - lanes.clone() - offset, lanes + offset),
            false => (sum, IntExpr::default()),
        }
    }

    /// A variable as a multiple of the divisor and its remainder, if that is known: by that divisor, or by one that divides it.
    fn split_var(&self, var: VarId, divisor: i128) -> Option<(IntExpr, IntExpr)> {
        let own = || self.remainders.iter().filter(move |each| each.var == var && each.value.as_constant().is_none());
        let start = |each: &Remainder| IntExpr::var(var) - each.value.clone();
        if let Some(known) = own().find(|each| each.divisor == divisor) {
            return Some((start(known), known.value.clone()));
        }
        own().filter(|each| divisor % each.divisor == 0).find_map(|each| {
            let (multiple, rest) = self.split(&start(each), divisor)?;
            Some((multiple, rest + each.value.clone()))
        })
    }

    /// The largest number that divides the divisor and leaves the same of all values of a variable, and what it leaves.
    fn step_of(&self, var: VarId, divisor: i128) -> (i128, i128) {
        let own = self.remainders.iter().filter(|each| each.var == var);
        let steps = own.filter_map(|each| {
            let (step, value) = (gcd(each.divisor, divisor), each.value.as_constant()?);
            Some((step, value.rem_euclid(step)))
        });
        steps.max().unwrap_or((1, 0))
    }

    /// How many lanes a variable counts, if it does.
    fn lanes_of(&self, var: VarId) -> Option<i128> {
        self.lanes.iter().find(|lanes| lanes.var == var).map(|lanes| lanes.count.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `xx` counts in steps of 2040, `x` in steps of 24 from there on, `lane` the lanes of a vector of 8.
    fn in_tile() -> (Elements, [IntExpr; 3]) {
        let [tile, block, lane] = [0, 1, 2].map(VarId::new);
        let [xx, x, l] = [tile, block, lane].map(IntExpr::var);
        let remainder = |var, divisor, value: &IntExpr| Remainder { var, divisor, value: value.clone() };
        let mut elements = Elements::default();
        let zero = IntExpr::default();
        elements.set_remainders(
            vec![
                remainder(tile, 2040, &zero),
                remainder(block, 24, &zero),
                remainder(block, 2040, &(x.clone() - xx.clone())),
            ],
            vec![Lanes { var: lane, count: 8 }],
        );
        (elements, [xx, x, l])
    }

    #[test]
    fn places_in_packed_tiles_are_simple() {
        let (elements, [xx, x, lane]) = in_tile();
        let element = x.clone() + lane.clone() + 16;
        let number = IntExpr::div(IntExpr::modulo(element.clone(), 2040, true), 24, true);
        assert_eq!(elements.without_remainders(number), IntExpr::div(x.clone() - xx.clone(), 24, true));
        assert_eq!(elements.without_remainders(IntExpr::modulo(element, 24, true)), lane + 16);
        // As isl writes it.
        let number = IntExpr::div(x.clone() + 3, 24, true) - IntExpr::div(x.clone() + 3, 2040, true) * 85;
        assert_eq!(elements.without_remainders(number), IntExpr::div(x - xx, 24, true));
    }

    #[test]
    fn vectors_of_what_counts_in_steps_do_not_cross_blocks() {
        let (mut elements, [_, _, lane]) = in_tile();
        let row = VarId::new(3);
        elements.remainders.push(Remainder { var: row, divisor: 8, value: IntExpr::default() });
        let (row, lane) = (IntExpr::var(row), lane);
        let element = row.clone() + lane.clone() + 16;
        let remainder = IntExpr::modulo(element.clone(), 24, true);
        assert_eq!(elements.without_remainders(remainder), IntExpr::modulo(row.clone() + 16, 24, true) + lane.clone());
        let quotient = IntExpr::div(element, 24, true);
        assert_eq!(elements.without_remainders(quotient), IntExpr::div(row.clone() + 16, 24, true));
        let crossing = IntExpr::modulo(row + lane + 17, 24, true);
        assert_eq!(elements.without_remainders(crossing.clone()), crossing);
    }

    #[test]
    fn remainders_cancel() {
        let (elements, [_, x, lane]) = in_tile();
        let n = IntExpr::param(polymill_gdg::ParamId::new(0));
        let start = n.clone() - IntExpr::modulo(n.clone() - 8, 48, false) - 8;
        let remainder = IntExpr::modulo(start.clone() + lane.clone() + 3, 24, false);
        assert_eq!(elements.without_remainders(remainder), lane + 3);
        let unknown = IntExpr::modulo(n - IntExpr::modulo(x, 32, false), 24, false);
        assert_eq!(elements.without_remainders(unknown.clone()), unknown);
    }

    #[test]
    fn what_may_be_in_the_next_block_is_not_known() {
        let (elements, [_, x, lane]) = in_tile();
        let remainder = IntExpr::modulo(x + lane + 17, 24, true);
        assert_eq!(elements.without_remainders(remainder.clone()), remainder);
    }
}
