//! Fetching ahead: what a loop reads element by element is brought into the caches some iterations before it is needed.

use polymill_gdg::{AccessId, AccessKind, Action, ArrayId, Gdg};

use super::unroll::unrolled;
use super::walk::for_each_block_known;
use crate::{Condition, Element, For, If, Instance, IntExpr, Known, LoopKind, LoopNest, Node, VarId};

/// Iterations that share a request for a cache line, and the control of the loop.
const ITERATIONS: i128 = 4;

/// Carries out the requests in [`For::prefetched`]: an ordinary innermost loop that reads elements one after the other
/// takes several iterations at once, in order, and asks for what it will read later; a second loop does what is left over.
pub(crate) fn fetch_ahead(nest: &mut LoopNest, gdg: &Gdg) {
    let known = nest.known.clone();
    let mut body = std::mem::take(&mut nest.body);
    for_each_block_known(&mut body, &known, &mut |block, known| {
        let mut result = vec![];
        let mut here = known.clone();
        for node in std::mem::take(block) {
            here.pass(&node);
            match node {
                Node::For(inner) => result.extend(ahead(nest, gdg, *inner, &here)),
                node => result.push(node),
            }
        }
        *block = result;
    });
    nest.body = body;
}

fn ahead(nest: &mut LoopNest, gdg: &Gdg, inner: For, known: &Known) -> Vec<Node> {
    let is_plain = inner.kind == LoopKind::Sequential && !inner.descending && inner.step == 1;
    let streams = if inner.prefetched > 0 && is_plain { streams(nest, gdg, &inner) } else { vec![] };
    if streams.is_empty() {
        return vec![Node::For(Box::new(inner))];
    }
    let bytes = inner.prefetched;
    let is_entered = known.is_entered(&inner);
    let condition = Condition::NonNegative(inner.upper.clone() - inner.lower.clone());
    // Behind the guard, it is known that the loop is entered.
    let mut inside = known.clone();
    inside.assume(&condition);
    let mut loops = unrolled(nest, For { prefetched: 0, ..inner }, ITERATIONS, &inside);
    if let Some(Node::For(first)) = loops.first_mut() {
        first.body.splice(0..0, streams.into_iter().map(|element| Node::Prefetch { element, bytes }));
    }
    if is_entered { loops } else { vec![Node::If(Box::new(If { condition, then: loops, otherwise: vec![] }))] }
}

/// What a loop around instances alone reads element by element, one element of each array for all that are near to it.
fn streams(nest: &LoopNest, gdg: &Gdg, inner: &For) -> Vec<Element> {
    let mut found: Vec<(ArrayId, Vec<IntExpr>, Element)> = vec![];
    for node in &inner.body {
        let Node::Instance(instance) = node else { return vec![] };
        for (array, place, element) in streams_of_instance(nest, gdg, instance, inner.var) {
            if !found.iter().any(|(other, near, _)| (*other, near) == (array, &place)) {
                found.push((array, place, element));
            }
        }
    }
    found.into_iter().map(|(.., element)| element).collect()
}

/// The elements that an instance reads whatever data say, and whose last subscript alone counts with the variable: of
/// which array, and where but for a constant.
fn streams_of_instance(
    nest: &LoopNest,
    gdg: &Gdg,
    instance: &Instance,
    var: VarId,
) -> Vec<(ArrayId, Vec<IntExpr>, Element)> {
    let statement = gdg.statement(instance.statement);
    let (tests, actions) = instance.work(statement);
    if !tests.is_empty() || actions.iter().any(|action| matches!(action, Action::If { .. } | Action::Loop(_))) {
        return vec![];
    }
    let mut found = vec![];
    for (position, access) in statement.accesses.iter().enumerate() {
        let id = AccessId::new(position);
        if !matches!(access.kind, AccessKind::Read | AccessKind::MayRead) || instance.register(id).is_some() {
            continue;
        }
        let element = instance.element(id);
        let subscripts = nest.elements.subscripts(element.statement, element.access, &element.iterators);
        let Some(mut place) = subscripts else { continue };
        let Some(last) = place.pop() else { continue };
        let rest = last.clone() - IntExpr::var(var);
        if last.coefficient(var) == 1 && !rest.mentions(var) && !place.iter().any(|outer| outer.mentions(var)) {
            place.push(rest.clone() - rest.constant_part());
            found.push((access.array, place, element));
        }
    }
    found
}
