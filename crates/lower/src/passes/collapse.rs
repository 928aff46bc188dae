//! Parallel loops right inside each other become one.

use crate::{For, LoopKind, Node};

/// Lets each outermost parallel loop share its threads with the parallel loops right inside, as long as nothing stands
/// between them and their bounds do not depend on each other: a processor grid of several dimensions.
pub(super) fn collapse_loops(block: &mut [Node]) {
    for node in block {
        match node {
            Node::For(outer) if is_plain_parallel(outer) => outer.collapse = n_collapsible(outer),
            other => other.blocks_mut().into_iter().for_each(|inner| collapse_loops(inner)),
        }
    }
}

/// How many loops, from this one inwards.
fn n_collapsible(outermost: &For) -> u32 {
    let mut outside = vec![outermost];
    while let Some(Node::For(inner)) = single(&outside[outside.len() - 1].body)
        && is_plain_parallel(inner)
        && !outside.iter().any(|outer| inner.lower.mentions(outer.var) || inner.upper.mentions(outer.var))
    {
        outside.push(inner);
    }
    outside.len() as u32
}

fn single(block: &[Node]) -> Option<&Node> {
    if let [only] = block { Some(only) } else { None }
}

/// Vector lanes and reductions are said of one loop only.
fn is_plain_parallel(inner: &For) -> bool {
    matches!(&inner.kind, LoopKind::Parallel { simd: false, reductions } if reductions.is_empty())
}
