//! Names for bounds that are written several times.

use std::collections::BTreeMap;

use crate::{Atom, Hint, IntExpr, LoopNest, Node, VarId};

/// Gives minima, maxima and other compound bounds that several loops have a name, right where all that they depend on is
/// known.
pub(crate) fn name_bounds(nest: &mut LoopNest) {
    let mut counts = BTreeMap::new();
    count(&nest.body, &mut counts);
    counts.retain(|_, (times, _)| *times > 1);
    let mut body = std::mem::take(&mut nest.body);
    place(&mut body, &[], &counts, nest);
    nest.body = body;
}

/// How often each compound bound occurs, and what to call it.
type Counts = BTreeMap<IntExpr, (usize, Hint)>;

fn count(block: &[Node], counts: &mut Counts) {
    for node in block {
        if let Node::For(inner) = node
            && !inner.descending
        {
            let bounds = [(&inner.lower, Hint::Start(inner.var)), (&inner.upper, Hint::End(inner.var))];
            for (bound, hint) in bounds.into_iter().filter(|(bound, _)| is_compound(bound)) {
                counts.entry(bound.clone()).or_insert((0, hint)).0 += 1;
            }
        }
        node.blocks().into_iter().for_each(|inner| count(inner, counts));
    }
}

/// Defines names at the start of the block, for bounds that depend on `vars` alone and were not defined further out.
fn place(block: &mut Vec<Node>, vars: &[VarId], counts: &Counts, nest: &mut LoopNest) {
    // Memory that iterations allocate stays the first thing in them: threads then allocate it once.
    if let [Node::Declare(declare)] = block.as_mut_slice() {
        return place(&mut declare.body, vars, counts, nest);
    }
    let mut rest = Counts::new();
    let mut definitions = vec![];
    for (bound, (times, hint)) in counts {
        let mut is_ready = true;
        bound.for_each_atom(&mut |atom| is_ready &= !matches!(atom, Atom::Var(var) if !vars.contains(var)));
        // Counted anew: what matters is how often it occurs in this block.
        let mut here = Counts::new();
        count(block, &mut here);
        let n_here = here.get(bound).map_or(0, |(times, _)| *times);
        if !is_ready || n_here < 2 {
            rest.insert(bound.clone(), (*times, hint.clone()));
            continue;
        }
        let var = nest.new_var(here.remove(bound).map_or_else(|| hint.clone(), |(_, hint)| hint));
        // Named as the loop's header writes it: one more for `<`.
        let shift = i128::from(matches!(hint, Hint::End(_)));
        definitions.push(Node::Let { var, value: (bound.clone() + shift).distributed() });
        replace(block, bound, &(IntExpr::var(var) - shift));
    }
    for node in block.iter_mut() {
        let mut inside = vars.to_vec();
        if let Node::For(inner) = node {
            inside.push(inner.var);
        }
        node.blocks_mut().into_iter().for_each(|inner| place(inner, &inside, &rest, nest));
    }
    block.splice(0..0, definitions);
}

fn replace(block: &mut [Node], bound: &IntExpr, by: &IntExpr) {
    for node in block {
        if let Node::For(inner) = node {
            for each in [&mut inner.lower, &mut inner.upper] {
                if each == bound {
                    *each = by.clone();
                }
            }
        }
        node.blocks_mut().into_iter().for_each(|inner| replace(inner, bound, by));
    }
}

fn is_compound(bound: &IntExpr) -> bool {
    bound.terms().iter().any(|(atom, _)| !matches!(atom, Atom::Var(_) | Atom::Param(_)))
}
