//! Going through blocks with what is known there.

use crate::{Known, Node};

/// Calls `visit` on all blocks, inner ones first, with what is known at the start of each.
pub(crate) fn for_each_block_known(
    block: &mut Vec<Node>,
    known: &Known,
    visit: &mut dyn FnMut(&mut Vec<Node>, &Known),
) {
    let mut here = known.clone();
    for node in block.iter_mut() {
        let knowns: Vec<Known> = inside(node, &here).into_iter().map(|(_, known)| known).collect();
        for (inner, known) in node.blocks_mut().into_iter().zip(&knowns) {
            for_each_block_known(inner, known, visit);
        }
        here.pass(node);
    }
    visit(block, known);
}

/// The blocks of a node, each with what is known in it.
pub(crate) fn inside<'a>(node: &'a Node, known: &Known) -> Vec<(&'a Vec<Node>, Known)> {
    let mut inner = known.clone();
    match node {
        Node::For(each) => {
            inner.enter_loop(each);
            vec![(&each.body, inner)]
        }
        Node::If(each) => {
            let mut otherwise = known.clone();
            inner.assume(&each.condition);
            otherwise.assume(&each.condition.clone().negated());
            vec![(&each.then, inner), (&each.otherwise, otherwise)]
        }
        Node::Declare(each) => vec![(&each.body, inner)],
        Node::Instance(_)
        | Node::Let { .. }
        | Node::Evaluate { .. }
        | Node::LoadPointer { .. }
        | Node::Load { .. }
        | Node::Store { .. }
        | Node::Zero { .. }
        | Node::AddSum { .. }
        | Node::Prefetch { .. }
        | Node::Call { .. } => vec![],
    }
}
