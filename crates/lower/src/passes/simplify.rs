//! Conditions and bounds that follow from what is around them.

use crate::{Atom, Condition, For, If, IntExpr, Known, LoopKind, Node, Unrolling, mentions};

use super::walk::inside;

/// Drops guards that always hold and code behind guards that never do, loops of one iteration, and parts of minima and
/// maxima that are never the smallest or largest.
pub(crate) fn simplify(block: &mut Vec<Node>, known: &Known) {
    let mut here = known.clone();
    let mut result = vec![];
    for mut node in std::mem::take(block) {
        if let Node::For(inner) = &mut node {
            inner.lower = simpler_sum(&inner.lower, &here);
            inner.upper = simpler_sum(&inner.upper, &here);
        }
        node = match node {
            Node::For(inner) if is_no_loop(&inner, &here) => without_loop(*inner),
            node => node,
        };
        match &mut node {
            Node::If(inner) => inner.condition = simpler_condition(&inner.condition, &here),
            Node::Let { value, .. } => *value = simpler_sum(value, &here),
            _ => {}
        }
        here.pass(&node);
        let knowns: Vec<Known> = inside(&node, &here).into_iter().map(|(_, known)| known).collect();
        for (inner, known) in node.blocks_mut().into_iter().zip(&knowns) {
            simplify(inner, known);
        }
        match node {
            Node::If(inner) => result.extend(resolved(*inner)),
            Node::For(inner) if inner.body.is_empty() => {}
            node => result.push(node),
        }
    }
    *block = result;
}

/// Drops names of values that nothing uses any more.
pub(crate) fn drop_unused(block: &mut Vec<Node>) {
    for node in block.iter_mut() {
        node.blocks_mut().into_iter().for_each(drop_unused);
    }
    for position in (0..block.len()).rev() {
        if let Node::Let { var, .. } | Node::Evaluate { var, .. } = &block[position]
            && !mentions(&block[position + 1..], &Atom::Var(*var))
        {
            block.remove(position);
        }
    }
}

/// Whether the loop has at most one iteration, in one thread, and nothing else is to be done with it.
fn is_no_loop(inner: &For, known: &Known) -> bool {
    let is_plain = match &inner.kind {
        LoopKind::Sequential | LoopKind::Independent => true,
        LoopKind::Simd { reductions } => reductions.is_empty(),
        LoopKind::Parallel { .. } => false,
    };
    let last = inner.lower.clone() + (i128::from(inner.step) - 1);
    is_plain && inner.unrolling == Unrolling::None && known.is_non_negative(&(last - inner.upper.clone()))
}

/// The iteration of a loop that has at most one.
fn without_loop(mut inner: For) -> Node {
    let condition = Condition::le(inner.lower.clone(), inner.upper.clone());
    let (var, value) = (inner.var, if inner.descending { inner.upper } else { inner.lower });
    for node in &mut inner.body {
        node.substitute(&|each| (each == var).then(|| value.clone()));
    }
    Node::If(Box::new(If { condition, then: inner.body, otherwise: vec![] }))
}

fn resolved(inner: If) -> Vec<Node> {
    match (inner.condition.as_constant(), inner.then.is_empty(), inner.otherwise.is_empty()) {
        (Some(true), ..) => inner.then,
        (Some(false), ..) => inner.otherwise,
        (None, true, true) => vec![],
        (None, true, false) => {
            let condition = inner.condition.negated();
            vec![Node::If(Box::new(If { condition, then: inner.otherwise, otherwise: vec![] }))]
        }
        (None, false, _) => vec![Node::If(Box::new(inner))],
    }
}

fn simpler_condition(condition: &Condition, known: &Known) -> Condition {
    match condition {
        Condition::NonNegative(value) => {
            let value = simpler_sum(value, known);
            if known.is_non_negative(&value) {
                Condition::Constant(true)
            } else if known.is_non_negative(&(-value.clone() - 1)) {
                Condition::Constant(false)
            } else {
                Condition::non_negative(value)
            }
        }
        Condition::Zero(value) => {
            let value = simpler_sum(value, known);
            if known.is_non_negative(&value) && known.is_non_negative(&-value.clone()) {
                Condition::Constant(true)
            } else if known.differ(&value, &IntExpr::default()) {
                Condition::Constant(false)
            } else {
                Condition::eq(value, IntExpr::default())
            }
        }
        Condition::And(parts) => {
            // What stands before holds where the later parts are evaluated.
            let mut here = known.clone();
            let mut simpler = vec![];
            for part in parts {
                let part = simpler_condition(part, &here);
                here.assume(&part);
                simpler.push(part);
            }
            Condition::and(simpler)
        }
        Condition::Or(parts) => Condition::or(parts.iter().map(|part| simpler_condition(part, known)).collect()),
        other => other.clone(),
    }
}

fn simpler_sum(value: &IntExpr, known: &Known) -> IntExpr {
    let mut sum = IntExpr::constant(value.constant_part());
    for (atom, coefficient) in value.terms() {
        let at_most = |a: &IntExpr, b: &IntExpr| known.is_non_negative(&(b.clone() - a.clone()));
        let term = match atom {
            Atom::Min(parts) => IntExpr::min(without_redundant(parts, known, at_most)),
            Atom::Max(parts) => IntExpr::max(without_redundant(parts, known, |a, b| at_most(b, a))),
            other => IntExpr::atom(other.clone()),
        };
        sum = sum + term * *coefficient;
    }
    sum
}

/// The parts that are needed: not those that another one `beats`.
fn without_redundant(parts: &[IntExpr], known: &Known, beats: impl Fn(&IntExpr, &IntExpr) -> bool) -> Vec<IntExpr> {
    let mut kept: Vec<IntExpr> = parts.iter().map(|part| simpler_sum(part, known)).collect();
    let mut position = 0;
    while position < kept.len() {
        let is_beaten = (0..kept.len()).any(|other| other != position && beats(&kept[other], &kept[position]));
        if is_beaten {
            kept.remove(position);
        } else {
            position += 1;
        }
    }
    kept
}
