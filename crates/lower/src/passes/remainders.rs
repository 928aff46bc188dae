//! Remainders in loops over strips.

use std::collections::BTreeSet;

use crate::elements::Remainder;
use crate::{Atom, For, Hint, IntExpr, Known, Lanes, LoopNest, Node, VarId};

use super::walk::inside;

/// A variable of which all values leave the same when they are divided by a number.
pub(crate) struct Strip {
    var: VarId,
    size: i128,
    residue: i128,
}

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

/// Drops remainders from the bounds of loops inside of those over strips: `xx % 8` is 0 where `xx` counts in steps of 64. Bounds of
/// loops in steps that other loops have, too, become values that are reached: `x <= xx`, not `x <= xx + 7`, where both count in steps of 8.
pub(crate) fn drop_remainders(block: &mut [Node], strips: &mut Vec<Strip>) {
    for node in block {
        let n_strips = strips.len();
        if let Node::For(inner) = node {
            for bound in [&mut inner.lower, &mut inner.upper] {
                *bound = without_remainders(bound, strips);
            }
            inner.upper = reached(&inner.upper, inner, strips);
            strips.extend(strip_of(inner, strips));
        }
        node.blocks_mut().into_iter().for_each(|block| drop_remainders(block, strips));
        strips.truncate(n_strips);
    }
}

/// A bound without the remainders that the loops over strips tell.
fn without_remainders(bound: &IntExpr, strips: &[Strip]) -> IntExpr {
    let without = |values: &[IntExpr]| values.iter().map(|value| without_remainders(value, strips)).collect();
    bound.replace_terms(&|atom| match atom {
        Atom::Mod(division) => residue(&division.numerator, division.divisor, strips).map(IntExpr::constant),
        Atom::Max(values) => Some(IntExpr::max(without(values))),
        Atom::Min(values) => Some(IntExpr::min(without(values))),
        _ => None,
    })
}

/// A bound that a loop reaches, if it can be told, in place of one that it may not reach.
fn reached(upper: &IntExpr, inner: &For, strips: &[Strip]) -> IntExpr {
    if let Some(Atom::Min(values)) = upper.as_atom() {
        return IntExpr::min(values.iter().map(|value| reached(value, inner, strips)).collect());
    }
    let step = i128::from(inner.step);
    let has_step = strips.iter().any(|strip| strip.size == step && upper.mentions(strip.var));
    match residue(&(upper.clone() - inner.lower.clone()), step, strips) {
        Some(rest) if has_step && !inner.descending => upper.clone() - rest,
        _ => upper.clone(),
    }
}

/// What is left of a sum when it is divided by a number, as far as the loops over strips say.
fn residue(sum: &IntExpr, number: i128, strips: &[Strip]) -> Option<i128> {
    // x % 24 and x leave the same if they are divided by 8.
    let is_remainder = |atom: &Atom| matches!(atom, Atom::Mod(division) if division.divisor % number == 0);
    if sum.terms().iter().any(|(atom, _)| is_remainder(atom)) {
        let sum = sum.replace_terms(&|atom| match atom {
            Atom::Mod(division) if is_remainder(atom) => Some(division.numerator.clone()),
            _ => None,
        });
        return residue(&sum, number, strips);
    }
    let of_atom = |atom: &Atom| match atom {
        Atom::Var(var) => strips.iter().find(|strip| strip.var == *var && strip.size % number == 0)?.residue.into(),
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

/// `strips` are those of loops around, and of bounds.
fn find(block: &[Node], known: &Known, divisors: &BTreeSet<i128>, strips: &mut Vec<Strip>, found: &mut Vec<Remainder>) {
    let mut here = known.clone();
    let n_strips_around = strips.len();
    for node in block {
        if let Node::Let { var, value } = node {
            let mut sizes = divisors.iter().rev();
            let strip = sizes.find_map(|&size| Some(Strip { var: *var, size, residue: residue(value, size, strips)? }));
            strips.extend(strip);
        }
        let n_strips = strips.len();
        if let Node::For(inner) = node {
            let of_steps = strips.iter().map(|strip| (IntExpr::var(strip.var) - strip.residue, strip.size));
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
            if let Some(strip) = strip_of(inner, strips) {
                let value = IntExpr::constant(strip.residue);
                found.push(Remainder { var: strip.var, divisor: strip.size, value });
                strips.push(strip);
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

/// Where a loop begins, and by what it goes on: by its step, or by a part of that.
fn strip_of(inner: &For, strips: &[Strip]) -> Option<Strip> {
    let step = i128::from(inner.step);
    let sizes = (1..step).filter(|part| step % part == 0 && !inner.descending).map(|part| step / part);
    let mut known = sizes.filter_map(|size| Some((size, residue(&inner.lower, size, strips)?)));
    known.next().map(|(size, residue)| Strip { var: inner.var, size, residue })
}
