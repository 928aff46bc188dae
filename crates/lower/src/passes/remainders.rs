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
                *bound = without_remainders(bound, strips);
            }
            if let Some(size) = strip_size(inner, strips) {
                strips.push((inner.var, size));
            }
        }
        node.blocks_mut().into_iter().for_each(|block| drop_remainders(block, strips));
        strips.truncate(n_strips);
    }
}

/// A bound without the remainders that the loops over strips tell.
fn without_remainders(bound: &IntExpr, strips: &[(VarId, i128)]) -> IntExpr {
    let without = |values: &[IntExpr]| values.iter().map(|value| without_remainders(value, strips)).collect();
    bound.replace_terms(&|atom| match atom {
        Atom::Mod(division) => residue(&division.numerator, division.divisor, strips).map(IntExpr::constant),
        Atom::Max(values) => Some(IntExpr::max(without(values))),
        Atom::Min(values) => Some(IntExpr::min(without(values))),
        _ => None,
    })
}

/// Whether a sum is a multiple of a number, as the loops over strips say.
fn is_multiple(sum: &IntExpr, number: i128, strips: &[(VarId, i128)]) -> bool {
    sum.is_multiple_of(number) || residue(sum, number, strips) == Some(0)
}

/// What is left of a sum when it is divided by a number, as far as the loops over strips say.
fn residue(sum: &IntExpr, number: i128, strips: &[(VarId, i128)]) -> Option<i128> {
    let of_atom = |atom: &Atom| match atom {
        Atom::Var(var) => strips.iter().any(|(strip, size)| strip == var && size % number == 0).then_some(0),
        Atom::Mod(division) if division.divisor % number == 0 => residue(&division.numerator, number, strips),
        Atom::Max(values) | Atom::Min(values) => {
            let mut residues = values.iter().map(|value| residue(value, number, strips));
            let first = residues.next()??;
            residues.all(|other| other == Some(first)).then_some(first)
        }
        _ => None,
    };
    let of_term = |(atom, factor): &(Atom, i128)| match factor % number {
        0 => Some(0),
        factor => Some(of_atom(atom)? * factor),
    };
    let terms = sum.terms().iter().map(of_term).sum::<Option<i128>>()?;
    Some((sum.constant_part() + terms).rem_euclid(number))
}

/// `strips` are the variables of loops around, and of bounds, that are multiples of a number: these, and that.
fn find(
    block: &[Node],
    known: &Known,
    divisors: &BTreeSet<i128>,
    strips: &mut Vec<(VarId, i128)>,
    found: &mut Vec<Remainder>,
) {
    let mut here = known.clone();
    let n_strips_around = strips.len();
    for node in block {
        if let Node::Let { var, value } = node {
            let size = divisors.iter().rev().find(|divisor| is_multiple(value, **divisor, strips));
            strips.extend(size.map(|size| (*var, *size)));
        }
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
    strips.truncate(n_strips_around);
}

/// Multiples of variables that a bound adds up, and the factors.
fn multiples(bound: &IntExpr) -> Vec<(IntExpr, i128)> {
    let multiple = |(atom, factor): &(Atom, i128)| match atom {
        Atom::Var(var) if *factor > 1 => Some((IntExpr::var(*var) * *factor, *factor)),
        _ => None,
    };
    bound.terms().iter().filter_map(multiple).collect()
}

/// What all values of a loop's iterator are multiples of: its step, or a part of that.
fn strip_size(inner: &For, strips: &[(VarId, i128)]) -> Option<i128> {
    let step = i128::from(inner.step);
    let mut sizes = (1..step).filter(|_| !inner.descending).map(|part| step / part * i128::from(step % part == 0));
    sizes.find(|size| *size > 1 && is_multiple(&inner.lower, *size, strips))
}
