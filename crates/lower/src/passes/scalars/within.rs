//! Elements that several parts of a block use.

use std::ops::RangeInclusive;

use polymill_gdg::{ArrayId, Gdg};

use super::is_left_to_the_compiler;
use super::uses::{Uses, new_register, use_register};
use crate::{IntExpr, Known, LoopNest, Node, RegisterId, for_each_node};

/// Keeps elements in registers from their first to their last use in the block. Loops and guards in between use the
/// register as well; values are not kept across those that have no use of the element.
pub(super) fn keep_within_block(gdg: &Gdg, nest: &mut LoopNest, block: &mut Vec<Node>, known: &Known) {
    let uses = Uses::of_block(gdg, nest, block, known);
    let mut parts: Vec<Vec<Node>> = std::mem::take(block).into_iter().map(|node| vec![node]).collect();
    let mut before: Vec<Vec<Node>> = parts.iter().map(|_| vec![]).collect();
    let mut after = before.clone();
    for (array, subscripts) in uses.elements() {
        let element = Element { array, subscripts: &subscripts };
        if is_left_to_the_compiler(gdg, nest, array) || parts.iter().flatten().any(|node| element.is_bound_by(node)) {
            continue;
        }
        for span in spans(nest, &parts, &uses, &element) {
            if !may_be_kept(gdg, &uses, &span, &element) {
                continue;
            }
            let mine = || uses.all.iter().filter(|each| span.contains(&each.part) && each.is_of(array, &subscripts));
            let Some(place) = mine().find_map(|each| each.element.clone()) else { continue };
            let is_written = mine().any(|each| each.is_write);
            let register = new_register(gdg, nest, array, &subscripts, place.lanes, !is_written);
            for part in &mut parts[span.clone()] {
                element.replace(gdg, nest, part, register);
            }
            let first = parts[span.clone()].iter().flatten().find(|node| element.is_in_register(nest, node));
            let is_set_first =
                matches!(first, Some(Node::Instance(first)) if first.sets(gdg.statement(first.statement), register));
            let initial = (!is_set_first).then(|| place.clone());
            before[*span.start()].push(Node::Load { register, element: initial });
            after[*span.end()].extend(is_written.then_some(Node::Store { element: place, register }));
        }
    }
    *block = before.into_iter().zip(parts).zip(after).flat_map(|((a, b), c)| [a, b, c]).flatten().collect();
}

/// An element of an array.
struct Element<'a> {
    array: ArrayId,
    subscripts: &'a [IntExpr],
}

/// The runs of parts of the block that use the element, at least two of them not only to load or store a register.
fn spans(nest: &LoopNest, parts: &[Vec<Node>], uses: &Uses, element: &Element) -> Vec<RangeInclusive<usize>> {
    let mut found: Vec<(RangeInclusive<usize>, usize)> = vec![];
    let mut is_open = false;
    for (position, node) in parts.iter().enumerate() {
        let uses_memory =
            uses.all.iter().any(|each| each.part == position && each.is_of(element.array, element.subscripts));
        let is_leaf = node.iter().all(|node| node.blocks().is_empty());
        if uses_memory || node.iter().any(|node| element.is_in_register(nest, node)) {
            let is_work = usize::from(!node.iter().all(|node| matches!(node, Node::Load { .. } | Node::Store { .. })));
            match found.last_mut().filter(|_| is_open) {
                Some((span, n_parts)) => {
                    *span = *span.start()..=position;
                    *n_parts += is_work;
                }
                None => found.push((position..=position, is_work)),
            }
            is_open = true;
        } else if !is_leaf {
            is_open = false;
        }
    }
    found.into_iter().filter(|(_, n_parts)| *n_parts >= 2).map(|(span, _)| span).collect()
}

/// Whether the element certainly exists, all its uses can use a register, and no other use is of its memory, unless both
/// only read. An element that is written only under conditions is not kept: it would be stored where the source does not
/// write, while another thread may.
fn may_be_kept(gdg: &Gdg, uses: &Uses, span: &RangeInclusive<usize>, element: &Element) -> bool {
    let inside: Vec<_> = uses.all.iter().filter(|each| span.contains(&each.part)).collect();
    let is_mine = |each: &super::uses::Use| each.is_of(element.array, element.subscripts);
    let is_written = inside.iter().any(|each| is_mine(each) && each.is_write);
    inside.iter().any(|each| is_mine(each) && each.is_certain && each.is_write == is_written)
        && inside.iter().all(|each| match is_mine(each) {
            true => each.is_replaceable && each.filled.is_none(),
            false => !(is_written || each.is_write) || uses.is_elsewhere(gdg, element.array, element.subscripts, each),
        })
}

impl Element<'_> {
    /// Makes all nodes of a block, and those inside of them, use the register: accesses, and in place of registers that
    /// the element had before.
    fn replace(&self, gdg: &Gdg, nest: &LoopNest, block: &mut Vec<Node>, register: RegisterId) {
        block.retain(|node| match node {
            Node::Load { register: old, .. } | Node::Store { register: old, .. } => !self.is_held_by(nest, *old),
            _ => true,
        });
        for node in block {
            if let Node::Instance(instance) = node {
                for (_, old) in &mut instance.registers {
                    if self.is_held_by(nest, *old) {
                        *old = register;
                    }
                }
                use_register(gdg, nest, instance, (self.array, self.subscripts), register);
            }
            for inner in node.blocks_mut() {
                self.replace(gdg, nest, inner, register);
            }
        }
    }

    /// Whether something in the node uses a register that holds the element.
    fn is_in_register(&self, nest: &LoopNest, node: &Node) -> bool {
        let mut found = false;
        for_each_node(std::slice::from_ref(node), &mut |node| {
            if let Node::Instance(instance) = node {
                found |= instance.registers.iter().any(|(_, register)| self.is_held_by(nest, *register));
            }
        });
        found
    }

    fn is_held_by(&self, nest: &LoopNest, register: RegisterId) -> bool {
        let held = nest.registers.get(register.index());
        held.is_some_and(|held| !held.is_part && held.array == self.array && held.subscripts == self.subscripts)
    }

    /// Whether the element means something else outside of the node or a part of it: the array is declared or reduced
    /// into there.
    fn is_bound_by(&self, node: &Node) -> bool {
        let mut found = false;
        for_each_node(std::slice::from_ref(node), &mut |node| {
            found |= match node {
                Node::Declare(inner) => inner.array == self.array,
                Node::For(inner) => inner.kind.reductions().iter().any(|each| each.array == self.array),
                _ => false,
            };
        });
        found
    }
}
