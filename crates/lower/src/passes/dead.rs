//! Leaves out what is written to memory for nobody.

use std::collections::BTreeSet;

use polymill_gdg::{AccessId, AccessKind, ArrayId, Gdg};

use crate::{Element, LoopNest, Node, for_each_node};

/// Drops stores from registers to arrays whose memory nothing in the nest reads, and nobody behind it; then the declarations of
/// arrays that are in registers only.
pub(crate) fn drop_dead_stores(gdg: &Gdg, nest: &mut LoopNest) {
    let read = used(gdg, &nest.body, &|kind| kind.is_read());
    let may_be_read = |array: ArrayId| {
        let overlaps = gdg.aliases.iter().any(|pair| pair.first == array || pair.second == array);
        gdg.array(array).live_out || overlaps || read.contains(&array)
    };
    for_each_block(&mut nest.body, &mut |block| {
        block.retain(|node| !matches!(node, Node::Store { element, .. } if !may_be_read(array_of(gdg, element))));
    });
    for_each_block(&mut nest.body, &mut |block| {
        for node in std::mem::take(block) {
            match node {
                Node::Declare(inner) if !used(gdg, &inner.body, &|_| true).contains(&inner.array) => {
                    block.extend(inner.body);
                }
                node => block.push(node),
            }
        }
    });
}

/// The arrays in memory that a block accesses in a way that `counts`.
fn used(gdg: &Gdg, block: &[Node], counts: &dyn Fn(AccessKind) -> bool) -> BTreeSet<ArrayId> {
    let mut found = BTreeSet::new();
    for_each_node(block, &mut |node| match node {
        Node::Instance(instance) => {
            let accesses = gdg.statement(instance.statement).accesses.iter().enumerate();
            let in_memory = accesses.filter(|(id, access)| {
                access.kind != AccessKind::Kill
                    && counts(access.kind)
                    && instance.register(AccessId::new(*id)).is_none()
            });
            found.extend(in_memory.map(|(_, access)| access.array));
        }
        Node::For(inner) => found.extend(inner.kind.reductions().iter().map(|reduction| reduction.array)),
        Node::Evaluate { value, .. } => found.extend(value.arrays(gdg)),
        Node::Load { element: Some(element), .. } | Node::Prefetch { element, .. } => {
            found.insert(array_of(gdg, element));
        }
        Node::Store { element, .. } if counts(AccessKind::MustWrite) => {
            found.insert(array_of(gdg, element));
        }
        Node::AddSum { element, factor, .. } => {
            found.extend(factor.element().into_iter().chain([element]).map(|each| array_of(gdg, each)));
        }
        _ => {}
    });
    found
}

fn array_of(gdg: &Gdg, element: &Element) -> ArrayId {
    gdg.statement(element.statement).access(element.access).array
}

/// Calls `change` on all blocks, inner ones first.
fn for_each_block(block: &mut Vec<Node>, change: &mut dyn FnMut(&mut Vec<Node>)) {
    for inner in block.iter_mut().flat_map(Node::blocks_mut) {
        for_each_block(inner, change);
    }
    change(block);
}
