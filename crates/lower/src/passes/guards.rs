//! Guards in fewer places.

use crate::{Condition, If, Node};

/// Merges neighbouring guards with the same condition, and moves conditions out of loops in which they do not change.
pub(crate) fn tidy_guards(block: &mut Vec<Node>) {
    let mut result: Vec<Node> = vec![];
    for mut node in std::mem::take(block) {
        node.blocks_mut().into_iter().for_each(tidy_guards);
        let node = hoisted(without_needless_guard(node));
        match (result.last_mut(), node) {
            (Some(Node::If(last)), Node::If(next)) if last.condition == next.condition => {
                last.then.extend(next.then);
                last.otherwise.extend(next.otherwise);
                tidy_guards(&mut last.then);
                tidy_guards(&mut last.otherwise);
            }
            (Some(Node::If(last)), Node::If(next)) if is_opposite(last, &next) => last.otherwise = next.then,
            (_, node) => result.push(node),
        }
    }
    *block = result;
}

/// The loop alone, where the guard says no more than that the loop has an iteration.
fn without_needless_guard(node: Node) -> Node {
    let Node::If(mut guard) = node else { return node };
    if let ([Node::For(inner)], []) = (guard.then.as_slice(), guard.otherwise.as_slice())
        && guard.condition == Condition::le(inner.lower.clone(), inner.upper.clone())
        && let Some(inner) = guard.then.pop()
    {
        return inner;
    }
    Node::If(guard)
}

/// Whether the second guard is the other branch of the first.
fn is_opposite(first: &If, second: &If) -> bool {
    first.otherwise.is_empty() && second.otherwise.is_empty() && first.condition.clone().negated() == second.condition
}

/// `for { if (c) body }` as `if (c) for { body }`, for what of `c` does not change in the loop.
fn hoisted(node: Node) -> Node {
    let Node::For(mut inner) = node else { return node };
    let (outside, inside) = match inner.body.as_slice() {
        [Node::If(guard)] if guard.otherwise.is_empty() => {
            let parts = guard.condition.conjuncts().iter().cloned();
            parts.partition::<Vec<_>, _>(|part| !part.mentions(inner.var))
        }
        _ => return Node::For(inner),
    };
    // Parts that stay may rely on those that stand before them, which hold outside as well.
    let (outside, inside) = (Condition::and(outside), Condition::and(inside));
    if outside.as_constant() == Some(true) {
        return Node::For(inner);
    }
    let Some(Node::If(guard)) = inner.body.pop() else { return Node::For(inner) };
    inner.body = match inside.as_constant() {
        Some(true) => guard.then,
        _ => vec![Node::If(Box::new(If { condition: inside, ..*guard }))],
    };
    Node::If(Box::new(If { condition: outside, then: vec![Node::For(inner)], otherwise: vec![] }))
}
