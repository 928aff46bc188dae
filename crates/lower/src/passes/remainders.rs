//! Remainders in loops over strips.

use crate::nest::Remainder;
use crate::{Atom, For, IntExpr, Known, LoopNest, Node, VarId};

use super::walk::inside;

/// Finds the remainders of loop iterators that are differences: `x % 64` is `x - xx` where `xx` counts in steps of 64 from a
/// multiple of 64 on, and `x` is in the strip that begins there; likewise `x - 64 * tile`, where `x` begins at `64 * tile`; and 0
/// for `xx` itself. C compilers see the unit stride of the difference only.
pub(crate) fn find_remainders(nest: &mut LoopNest) {
    let mut found = vec![];
    find(&nest.body, &nest.known, &mut vec![], &mut found);
    nest.elements.set_remainders(found);
}

/// `strips` are the loops around whose iterators are multiples of a number: these, and that.
fn find(block: &[Node], known: &Known, strips: &mut Vec<(VarId, i128)>, found: &mut Vec<Remainder>) {
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
            if let Some(size) = strip_size(inner) {
                found.push(Remainder { var: inner.var, divisor: size, value: IntExpr::default() });
                strips.push((inner.var, size));
            }
        }
        for (block, known) in inside(node, &here) {
            find(block, &known, strips, found);
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
fn strip_size(inner: &For) -> Option<i128> {
    let size = i128::from(inner.step);
    (size > 1 && !inner.descending && inner.lower.is_multiple_of(size)).then_some(size)
}
