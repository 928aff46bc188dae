//! Unrolling, and unroll and jam: several iterations of a loop inside of the loops below it (register tiling).

use std::collections::{BTreeMap, BTreeSet};

use polymill_gdg::{ArrayId, Gdg};

use crate::{For, Hint, IntExpr, Known, LoopNest, Node, Unrolling, VarId, for_each_node};

use super::lanes::{in_lanes, padded_arrays};
use super::walk::for_each_block_known;

/// Loops with more iterations are not unrolled as a whole.
const MAX_COPIES: i128 = 32;

/// Carries out the requests in [`For::unrolling`] that can be met. [`Whole`](Unrolling::Whole): copies of the body take
/// the place of a loop with few iterations. [`Jammed`](Unrolling::Jammed): the loop takes several steps at once, with a
/// copy of the work inside for each, where this is legal; a second loop does what is left over, if anything is.
/// [`Lanes`](Unrolling::Lanes): vectors take the place of a loop that fills them.
pub(crate) fn unroll(gdg: &Gdg, nest: &mut LoopNest) {
    let known = nest.known.clone();
    let padded = padded_arrays(nest);
    let mut body = std::mem::take(&mut nest.body);
    unroll_block(gdg, nest, &mut body, &known, &padded);
    nest.body = body;
}

fn unroll_block(gdg: &Gdg, nest: &mut LoopNest, block: &mut Vec<Node>, known: &Known, padded: &BTreeSet<ArrayId>) {
    // Inner loops first; the copies then hold what became of them.
    for_each_block_known(block, known, &mut |block, known| {
        let mut result = vec![];
        for node in std::mem::take(block) {
            match node {
                Node::For(inner) if is_plain(&inner) => match (inner.unrolling, n_iterations(&inner)) {
                    (Unrolling::Whole, Some(n)) if (0..=MAX_COPIES).contains(&n) => {
                        let step = i128::from(inner.step);
                        let values: Vec<_> = (0..n).map(|position| inner.lower.clone() + position * step).collect();
                        result.extend(copies(nest, &inner.body, inner.var, &values));
                    }
                    (Unrolling::Lanes(count), _) => match in_lanes(gdg, nest, &inner, count, known, padded) {
                        Some(instances) => result.extend(instances),
                        None => result.push(Node::For(inner)),
                    },
                    (Unrolling::Jammed(factor), _) if inner.facts.may_jam => {
                        result.extend(in_steps(nest, *inner, i128::from(factor), known, jammed));
                    }
                    _ => result.push(Node::For(inner)),
                },
                node => result.push(node),
            }
        }
        *block = result;
    });
}

/// The loop in steps of several iterations, in order, and the loop for the rest, if there is any.
pub(super) fn unrolled(nest: &mut LoopNest, inner: For, factor: i128, known: &Known) -> Vec<Node> {
    in_steps(nest, inner, factor, known, |nest, block, var, values| copies(nest, &block, var, values))
}

/// The work of a block for several values of a variable.
type Combine = fn(&mut LoopNest, Vec<Node>, VarId, &[IntExpr]) -> Vec<Node>;

/// The loop in steps of several iterations, whose work is combined, and the loop for the rest, if there is any.
fn in_steps(nest: &mut LoopNest, mut inner: For, factor: i128, known: &Known, combine: Combine) -> Vec<Node> {
    let step = i128::from(inner.step);
    let Ok(long_step) = i64::try_from(step * factor) else { return vec![Node::For(Box::new(inner))] };
    inner.unrolling = Unrolling::None;
    let span = inner.upper.clone() - inner.lower.clone();
    let n_steps = n_iterations(&inner);

    let mut rest = inner.clone();
    let done = IntExpr::div((span + step).distributed(), step * factor, known.is_entered(&inner)) * (step * factor);
    let start = inner.lower.clone() + done;
    rest.lower = if known.is_entered(&inner) { start } else { IntExpr::max(vec![inner.lower.clone(), start]) };
    rename(nest, &mut rest);

    let values: Vec<_> = (0..factor).map(|position| IntExpr::var(inner.var) + position * step).collect();
    inner.upper = (inner.upper - step * (factor - 1)).distributed();
    inner.step = long_step;
    let body = std::mem::take(&mut inner.body);
    inner.body = combine(nest, body, inner.var, &values);
    let mut nodes = vec![Node::For(Box::new(inner))];
    if n_steps.is_none_or(|n_steps| n_steps % factor != 0) {
        nodes.push(Node::For(Box::new(rest)));
    }
    nodes
}

/// The block with the work of several iterations, as far inside as bounds and conditions do not depend on the iterator.
fn jammed(nest: &mut LoopNest, block: Vec<Node>, var: VarId, values: &[IntExpr]) -> Vec<Node> {
    let mut result = vec![];
    for node in block {
        match node {
            Node::For(mut inner) if !inner.lower.mentions(var) && !inner.upper.mentions(var) => {
                inner.body = jammed(nest, inner.body, var, values);
                result.push(Node::For(inner));
            }
            Node::If(mut inner) if !inner.condition.mentions(var) => {
                inner.then = jammed(nest, inner.then, var, values);
                inner.otherwise = jammed(nest, inner.otherwise, var, values);
                result.push(Node::If(inner));
            }
            node => result.extend(copies(nest, std::slice::from_ref(&node), var, values)),
        }
    }
    result
}

/// The block, once for each value of a variable.
fn copies(nest: &mut LoopNest, block: &[Node], var: VarId, values: &[IntExpr]) -> Vec<Node> {
    let mut result = vec![];
    for (position, value) in values.iter().enumerate() {
        let mut copy = block.to_vec();
        if position > 0 {
            rename_block(nest, &mut copy);
        }
        copy.iter_mut().for_each(|node| node.substitute(&|each| (each == var).then(|| value.clone())));
        result.extend(copy);
    }
    result
}

/// How often a loop runs, if that is a number.
fn n_iterations(inner: &For) -> Option<i128> {
    let span = (inner.upper.clone() - inner.lower.clone()).as_constant()?;
    Some(span.div_euclid(i128::from(inner.step)) + 1)
}

/// Gives a copy of a loop variables of its own.
fn rename(nest: &mut LoopNest, inner: &mut For) {
    let var = new_like(nest, inner.var);
    let old = std::mem::replace(&mut inner.var, var);
    rename_block(nest, &mut inner.body);
    for node in &mut inner.body {
        node.substitute(&|each| (each == old).then(|| IntExpr::var(var)));
    }
}

pub(super) fn rename_block(nest: &mut LoopNest, block: &mut [Node]) {
    let mut defined = vec![];
    for_each_node(block, &mut |node| {
        if let Node::For(inner) = node {
            defined.push(inner.var);
        }
    });
    let renamed: BTreeMap<VarId, VarId> = defined.into_iter().map(|var| (var, new_like(nest, var))).collect();
    for node in block {
        replace_definitions(node, &renamed);
        node.substitute(&|var| renamed.get(&var).map(|new| IntExpr::var(*new)));
    }
}

fn replace_definitions(node: &mut Node, renamed: &BTreeMap<VarId, VarId>) {
    if let Node::For(inner) = node
        && let Some(var) = renamed.get(&inner.var)
    {
        inner.var = *var;
    }
    node.blocks_mut().into_iter().flatten().for_each(|inner| replace_definitions(inner, renamed));
}

fn new_like(nest: &mut LoopNest, var: VarId) -> VarId {
    let hint = nest.vars.get(var.index()).map_or(Hint::Iterators(vec![]), |var| var.hint.clone());
    nest.new_var(hint)
}

/// Whether the loop counts up, and copies of the body may stand side by side: nothing is declared in it.
pub(super) fn is_plain(inner: &For) -> bool {
    let mut is_plain = !inner.descending;
    for_each_node(&inner.body, &mut |node| {
        is_plain &= matches!(node, Node::For(_) | Node::If(_) | Node::Instance(_));
    });
    is_plain
}
