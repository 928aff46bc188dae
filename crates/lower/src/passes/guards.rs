//! Guards in fewer places.

use crate::{Condition, If, Node};

/// Merges neighbouring guards with the same condition, and moves conditions out of loops in which they do not change.
pub(crate) fn tidy_guards(block: &mut Vec<Node>) {
    let mut result: Vec<Node> = vec![];
    for mut node in std::mem::take(block) {
        node.blocks_mut().into_iter().for_each(tidy_guards);
        let node = hoisted(joined(without_needless_guard(node)));
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

/// `if (a) if (b)` as `if (a && b)`.
fn joined(node: Node) -> Node {
    let Node::If(mut outer) = node else { return node };
    match (outer.then.as_mut_slice(), outer.otherwise.as_slice()) {
        ([Node::If(inner)], []) if inner.otherwise.is_empty() => {
            outer.condition = Condition::and(vec![outer.condition.clone(), inner.condition.clone()]);
            outer.then = std::mem::take(&mut inner.then);
        }
        _ => {}
    }
    Node::If(outer)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{For, Instance, IntExpr, VarId};
    use polymill_gdg::StatementId;

    fn var(index: usize) -> IntExpr {
        IntExpr::var(VarId::new(index))
    }

    fn guard(condition: &Condition, then: Vec<Node>) -> Node {
        Node::If(Box::new(If { condition: condition.clone(), then, otherwise: vec![] }))
    }

    fn loop_over(index: usize, body: Vec<Node>) -> Node {
        Node::For(Box::new(For::new(VarId::new(index), IntExpr::constant(0), IntExpr::constant(9), body)))
    }

    fn work(statement: usize) -> Node {
        Node::Instance(Instance::new(StatementId::new(statement), vec![]))
    }

    fn check(mut block: Vec<Node>, expected: Vec<Node>) {
        tidy_guards(&mut block);
        assert_eq!(block, expected);
    }

    #[test]
    fn equal_neighbours_merge_and_opposite_ones_become_branches() {
        let condition = Condition::non_negative(var(0));
        let opposite = condition.clone().negated();
        let blocks =
            vec![guard(&condition, vec![work(0)]), guard(&condition, vec![work(1)]), guard(&opposite, vec![work(2)])];
        let merged = If { condition, then: vec![work(0), work(1)], otherwise: vec![work(2)] };
        check(blocks, vec![Node::If(Box::new(merged))]);
    }

    #[test]
    fn conditions_leave_loops_in_which_they_do_not_change() {
        let (outer, inner) = (Condition::non_negative(var(0)), Condition::non_negative(var(1) - 3));
        let nested = loop_over(1, vec![guard(&outer, vec![guard(&inner, vec![work(0)])])]);
        check(vec![nested], vec![guard(&outer, vec![loop_over(1, vec![guard(&inner, vec![work(0)])])])]);
    }

    #[test]
    fn nested_guards_are_one() {
        let (a, b) = (Condition::non_negative(var(0)), Condition::non_negative(var(1)));
        let both = Condition::and(vec![a.clone(), b.clone()]);
        check(vec![guard(&a, vec![guard(&b, vec![work(0)])])], vec![guard(&both, vec![work(0)])]);
    }

    #[test]
    fn a_loop_needs_no_guard_that_says_that_it_has_iterations() {
        let upper = For::new(VarId::new(1), IntExpr::constant(0), var(0) - 1, vec![work(0)]);
        let condition = Condition::le(IntExpr::constant(0), var(0) - 1);
        let inner = Node::For(Box::new(upper));
        check(vec![guard(&condition, vec![inner.clone()])], vec![inner]);
    }
}
