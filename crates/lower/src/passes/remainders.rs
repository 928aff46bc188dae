//! Remainders in loops over strips.

use std::collections::BTreeSet;

use crate::elements::Remainder;
use crate::{Atom, For, Hint, IntExpr, Known, Lanes, LoopNest, Node, VarId};

use super::walk::inside;

/// Finds the remainders of loop iterators that are differences: `x % 64` is `x - xx` where `xx` counts in steps of 64 from a
/// multiple of 64 on, and `x` is in the strip that begins there; likewise `x - 64 * tile`, where `x` begins at `64 * tile`; and 0
/// for `xx` itself. C compilers see the unit stride of the difference only.
pub(crate) fn find_remainders(nest: &mut LoopNest) {
    let mut found = vec![];
    let divisors = nest.elements.divisors();
    find(&nest.body, &nest.known, &divisors, &mut vec![], &mut found);
    let lanes = nest.vars.iter().enumerate().filter_map(|(position, var)| match var.hint {
        Hint::Lane(count) => Some(Lanes { var: VarId::new(position), count }),
        _ => None,
    });
    nest.elements.set_remainders(found, lanes.collect());
}

/// Drops remainders from the bounds of loops inside of those over strips: `xx % 8` is 0 where `xx` counts in steps of 64.
pub(crate) fn drop_remainders(block: &mut [Node], strips: &mut Vec<(VarId, i128)>) {
    for node in block {
        let n_strips = strips.len();
        if let Node::For(inner) = node {
            for bound in [&mut inner.lower, &mut inner.upper] {
                *bound = bound.replace_terms(&|atom| match atom {
                    Atom::Mod(division) if is_multiple(&division.numerator, division.divisor, strips) => {
                        Some(IntExpr::default())
                    }
                    _ => None,
                });
            }
            if let Some(size) = strip_size(inner, strips) {
                strips.push((inner.var, size));
            }
        }
        node.blocks_mut().into_iter().for_each(|block| drop_remainders(block, strips));
        strips.truncate(n_strips);
    }
}

/// Whether a sum is a multiple of a number, as the loops over strips say.
fn is_multiple(sum: &IntExpr, number: i128, strips: &[(VarId, i128)]) -> bool {
    let of_atom = |atom: &Atom| match atom {
        Atom::Var(var) => strips.iter().any(|(strip, size)| strip == var && size % number == 0),
        Atom::Max(values) | Atom::Min(values) => values.iter().all(|value| is_multiple(value, number, strips)),
        _ => false,
    };
    let is_own = |(atom, factor): &(Atom, i128)| factor % number == 0 || of_atom(atom);
    sum.is_multiple_of(number) || sum.constant_part() % number == 0 && sum.terms().iter().all(is_own)
}

/// `strips` are the loops around whose iterators are multiples of a number: these, and that.
fn find(
    block: &[Node],
    known: &Known,
    divisors: &BTreeSet<i128>,
    strips: &mut Vec<(VarId, i128)>,
    found: &mut Vec<Remainder>,
) {
    let mut here = known.clone();
    for node in block {
        let n_strips = strips.len();
        if let Node::For(inner) = node {
            let of_steps = strips.iter().map(|(strip, size)| (IntExpr::var(*strip), *size));
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
            if let Some(size) = strip_size(inner, strips) {
                found.push(Remainder { var: inner.var, divisor: size, value: IntExpr::default() });
                strips.push((inner.var, size));
            }
        }
        for (block, known) in inside(node, &here) {
            find(block, &known, divisors, strips, found);
        }
        strips.truncate(n_strips);
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

/// What all values of a loop's iterator are multiples of.
fn strip_size(inner: &For, strips: &[(VarId, i128)]) -> Option<i128> {
    let size = i128::from(inner.step);
    (size > 1 && !inner.descending && is_multiple(&inner.lower, size, strips)).then_some(size)
}
