//! Elements that do not change in an innermost loop.

use polymill_gdg::Gdg;

use super::factors::take_factors_out;
use super::is_left_to_the_compiler;
use super::uses::{Uses, is_plain, new_register, use_register};
use crate::{Condition, Element, For, If, Known, LoopNest, Node};

/// Names the element as the first iteration of the loop does.
pub(super) fn name_as_first_iteration(element: &mut Element, inner: &For) {
    let first = |var| (var == inner.var).then(|| inner.lower.clone());
    element.iterators.iter_mut().for_each(|each| *each = each.substitute(&first));
}

/// The loop with the elements that do not change in it loaded before and stored after it; if the loop may have no
/// iterations, all of this under the condition that it has.
pub(super) fn keep_around_loop(gdg: &Gdg, nest: &mut LoopNest, mut inner: For, known: &Known) -> Vec<Node> {
    let is_plain_instance = |node: &Node| match node {
        Node::Instance(instance) => is_plain(instance, gdg.statement(instance.statement)),
        _ => false,
    };
    if !inner.body.iter().all(is_plain_instance) {
        return vec![Node::For(Box::new(inner))];
    }
    let mut known_inside = known.clone();
    known_inside.enter_loop(&inner);
    let uses = Uses::of_block(gdg, nest, &inner.body, &known_inside);
    let (mut loads, mut stores) = (vec![], vec![]);
    for (array, subscripts) in uses.elements() {
        let is_mine = |each: &&super::uses::Use| each.is_of(array, &subscripts);
        let mine: Vec<_> = uses.all.iter().filter(is_mine).collect();
        let is_written = mine.iter().any(|each| each.is_write);
        let is_alone = uses.all.iter().all(|other| {
            other.is_of(array, &subscripts)
                || !(is_written || other.is_write)
                || uses.is_elsewhere(gdg, array, &subscripts, other)
        });
        let is_kept = is_alone
            && !subscripts.iter().any(|subscript| subscript.mentions(inner.var))
            && mine.iter().all(|each| each.filled == mine[0].filled)
            && !mine.iter().flat_map(|each| each.filled.iter().flatten()).any(|lane| lane.mentions(inner.var))
            && !mine.first().is_none_or(|each| each.is_write)
            && mine.iter().any(|each| each.is_certain && each.is_write == is_written)
            && !inner.kind.reductions().iter().any(|each| each.array == array)
            && !is_left_to_the_compiler(gdg, nest, array);
        let Some(mut element) = mine.first().and_then(|each| each.element.clone()).filter(|_| is_kept) else {
            continue;
        };
        let register = new_register(gdg, nest, array, &subscripts, element.lanes, !is_written);
        for node in &mut inner.body {
            if let Node::Instance(instance) = node {
                use_register(gdg, nest, instance, (array, &subscripts), register);
            }
        }
        name_as_first_iteration(&mut element, &inner);
        loads.push(Node::Load { register, element: Some(element.clone()) });
        stores.extend(is_written.then_some(Node::Store { element, register }));
    }
    take_factors_out(gdg, nest, &mut inner, &uses, &mut loads, &mut stores);
    if loads.is_empty() {
        return vec![Node::For(Box::new(inner))];
    }
    let is_entered = known.is_entered(&inner);
    let condition = Condition::le(inner.lower.clone(), inner.upper.clone());
    let mut nodes = loads;
    nodes.push(Node::For(Box::new(inner)));
    nodes.extend(stores);
    match is_entered {
        true => nodes,
        false => vec![Node::If(Box::new(If { condition, then: nodes, otherwise: vec![] }))],
    }
}
