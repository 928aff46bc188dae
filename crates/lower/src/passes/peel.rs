//! First iterations of loops.

use crate::{Atom, Condition, For, If, Known, LoopKind, LoopNest, Node, Unrolling, for_each_node};

use super::simplify::simplify;
use super::unroll::{is_plain, rename_block};
use super::walk::for_each_block_known;

/// Loops with more in them are not written twice.
const MAX_INSTANCES: usize = 8;

/// Runs the first iteration of a loop before it where conditions in the loop do no more than to tell this iteration from the others,
/// as where a running sum begins: the loop is free of them then.
pub(crate) fn peel_first_iterations(nest: &mut LoopNest) {
    let known = nest.known.clone();
    let mut body = std::mem::take(&mut nest.body);
    for_each_block_known(&mut body, &known, &mut |block, known| {
        for node in block {
            if let Node::For(inner) = node
                && let Some(peeled) = peeled(nest, inner, known)
            {
                *node = peeled;
            }
        }
    });
    nest.body = body;
}

/// The first iteration, and the loop over the others, if that takes all conditions on the iterator away.
fn peeled(nest: &mut LoopNest, inner: &For, known: &Known) -> Option<Node> {
    let is_in_order = match &inner.kind {
        LoopKind::Sequential | LoopKind::Independent => true,
        LoopKind::Simd { reductions } => reductions.is_empty(),
        LoopKind::Parallel { .. } => false,
    };
    let is_compound = |(atom, _): &(Atom, i128)| matches!(atom, Atom::Min(_) | Atom::Max(_));
    let is_single =
        inner.step == 1 && inner.unrolling == Unrolling::None && !inner.lower.terms().iter().any(is_compound);
    let sizes = Sizes::of(inner);
    if !is_in_order || !is_single || !is_plain(inner) || sizes.n_conditions == 0 || sizes.n_instances > MAX_INSTANCES {
        return None;
    }
    let mut rest = inner.clone();
    rest.lower = inner.lower.clone() + 1;
    let mut within = known.clone();
    within.enter_loop(&rest);
    simplify(&mut rest.body, &within);
    if Sizes::of(&rest).n_conditions > 0 {
        return None;
    }
    let mut first = inner.body.clone();
    rename_block(nest, &mut first);
    first.iter_mut().for_each(|node| node.substitute(&|var| (var == inner.var).then(|| inner.lower.clone())));
    let condition = Condition::le(inner.lower.clone(), inner.upper.clone());
    let mut entered = known.clone();
    entered.assume(&condition);
    simplify(&mut first, &entered);
    first.push(Node::For(Box::new(rest)));
    Some(Node::If(Box::new(If { condition, then: first, otherwise: vec![] })))
}

/// How much there is in a loop.
struct Sizes {
    /// Conditions on its iterator.
    n_conditions: usize,
    n_instances: usize,
}

impl Sizes {
    fn of(inner: &For) -> Self {
        let mut sizes = Self { n_conditions: 0, n_instances: 0 };
        for_each_node(&inner.body, &mut |node| match node {
            Node::If(guard) if guard.condition.mentions(inner.var) => sizes.n_conditions += 1,
            Node::Instance(_) => sizes.n_instances += 1,
            _ => {}
        });
        sizes
    }
}
