//! Remainders in loops over strips.

use std::collections::BTreeSet;

use crate::elements::Remainder;
use crate::{Atom, Hint, IntExpr, Known, Lanes, LoopNest, Node, VarId};

use super::walk::inside;

/// Finds the remainders of loop iterators that are differences: `x % 64` is `x - xx` where `xx` counts in steps of 64 from a
/// multiple of 64 on, and `x` is in the strip that begins there; likewise `x - 64 * tile`, where `x` begins at `64 * tile`; and 0
/// for `xx` itself. C compilers see the unit stride of the difference only.
pub(crate) fn find_remainders(nest: &mut LoopNest) {
    let mut found = vec![];
    let divisors = nest.elements.divisors();
    find(&nest.body, &nest.known, &divisors, &mut found);
    let lanes = nest.vars.iter().enumerate().filter_map(|(position, var)| match var.hint {
        Hint::Lane(count) => Some(Lanes { var: VarId::new(position), count }),
        _ => None,
    });
    nest.elements.set_remainders(found, lanes.collect());
}

/// Drops remainders from the bounds of loops inside of those over strips: `xx % 8` is 0 where `xx` counts in steps of 64.
pub(crate) fn drop_remainders(block: &mut [Node], known: &Known) {
    let mut here = known.clone();
    for node in block {
        if let Node::For(inner) = node {
            for bound in [&mut inner.lower, &mut inner.upper] {
                *bound = without_remainders(bound, &here);
            }
        }
        let knowns: Vec<Known> = inside(node, &here).into_iter().map(|(_, known)| known).collect();
        for (block, known) in node.blocks_mut().into_iter().zip(&knowns) {
            drop_remainders(block, known);
        }
        here.pass(node);
    }
}

/// A bound without the remainders that the loops over strips tell.
fn without_remainders(bound: &IntExpr, known: &Known) -> IntExpr {
    let without = |values: &[IntExpr]| values.iter().map(|value| without_remainders(value, known)).collect();
    bound.replace_terms(&|atom| match atom {
        Atom::Mod(division) => known.residue(&division.numerator, division.divisor).map(IntExpr::constant),
        Atom::Max(values) => Some(IntExpr::max(without(values))),
        Atom::Min(values) => Some(IntExpr::min(without(values))),
        _ => None,
    })
}

fn find(block: &[Node], known: &Known, divisors: &BTreeSet<i128>, found: &mut Vec<Remainder>) {
    let mut here = known.clone();
    for node in block {
        if let Node::For(inner) = node {
            let of_steps = here.in_steps().map(|(var, steps)| (IntExpr::var(var) - steps.residue, steps.size));
            for (start, size) in of_steps.chain(multiples(&inner.lower)) {
                let is_behind = here.is_non_negative(&(inner.lower.clone() - start.clone()));
                if is_behind && here.is_non_negative(&(start.clone() + (size - 1) - inner.upper.clone())) {
                    let value = IntExpr::var(inner.var) - start;
                    found.push(Remainder { var: inner.var, divisor: size, value });
                }
            }
            if let (Some(first), Some(last)) = (here.range(&inner.lower).0, here.range(&inner.upper).1) {
                for &divisor in
                    divisors.iter().filter(|&divisor| first.div_euclid(*divisor) == last.div_euclid(*divisor))
                {
                    let value = IntExpr::var(inner.var) - divisor * first.div_euclid(divisor);
                    found.push(Remainder { var: inner.var, divisor, value });
                }
            }
            let steps = here.steps_of_loop(inner);
            if steps.size > 1 {
                let value = IntExpr::constant(steps.residue);
                found.push(Remainder { var: inner.var, divisor: steps.size, value });
            }
        }
        for (block, known) in inside(node, &here) {
            find(block, &known, divisors, found);
        }
        here.pass(node);
    }
}

/// Multiples of variables that a bound adds up, and the factors.
fn multiples(bound: &IntExpr) -> Vec<(IntExpr, i128)> {
    let multiple = |(atom, factor): &(Atom, i128)| match atom {
        Atom::Var(var) if *factor > 1 => Some((IntExpr::var(*var) * *factor, *factor)),
        _ => None,
    };
    bound.terms().iter().filter_map(multiple).collect()
}
