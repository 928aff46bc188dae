//! Loops that count what the source counts.

use std::collections::{BTreeMap, BTreeSet};

use crate::{Atom, For, IntExpr, Node, Unrolling, VarId, for_each_instance, for_each_node};

/// Shifts the iterators of skewed loops, so that `for (c = t; c < t + n; c++) A[c - t]` becomes
/// `for (i = 0; i < n; i++) A[i]`: where an iterator of a statement is the loop's iterator plus a value that does not
/// change in the loop, the loop is made to run over the statement's iterator. With several statements, the most frequent
/// shift wins; none, if that is among them.
///
/// Loops over the negative of an iterator come from loops that count down, and are made to count down again. Loops that count
/// from where data say do so in the source too.
pub(crate) fn shift_loops(block: &mut [Node]) {
    let mut evaluated = BTreeSet::new();
    for_each_node(block, &mut |node| {
        if let Node::Evaluate { var, .. } = node {
            evaluated.insert(*var);
        }
    });
    shift_block(block, &evaluated);
}

fn shift_block(block: &mut [Node], evaluated: &BTreeSet<VarId>) {
    for node in block {
        // Inner loops first: they take skewing by outer iterators out of the subscripts.
        node.blocks_mut().into_iter().for_each(|inner| shift_block(inner, evaluated));
        if let Node::For(inner) = node {
            if is_mirrored(inner) {
                mirror(inner);
            }
            if let Some(shift) = wanted_shift(inner).filter(|shift| !evaluated.iter().any(|var| shift.mentions(*var))) {
                shift_by(inner, &shift);
            }
        }
    }
}

/// Whether all iterators of statements that depend on the loop's go down as it goes up.
fn is_mirrored(inner: &For) -> bool {
    let (mut goes_down, mut is_clear) = (false, inner.unrolling == Unrolling::None);
    for_each_instance(&inner.body, &mut |instance| {
        for value in instance.iterators.iter().filter(|value| value.mentions(inner.var)) {
            goes_down = true;
            is_clear &=
                value.coefficient(inner.var) == -1 && !(value.clone() + IntExpr::var(inner.var)).mentions(inner.var);
        }
    });
    goes_down && is_clear
}

/// Replaces the iterator by its negative, and the order of its values with it.
fn mirror(inner: &mut For) {
    let lower = (-inner.upper.clone()).distributed();
    inner.upper = (-inner.lower.clone()).distributed();
    inner.lower = lower;
    inner.descending = !inner.descending;
    let var = inner.var;
    for node in &mut inner.body {
        node.substitute(&|each| (each == var).then(|| -IntExpr::var(var)));
    }
}

fn wanted_shift(inner: &For) -> Option<IntExpr> {
    let mut inside: Vec<VarId> = vec![];
    for_each_node(&inner.body, &mut |node| match node {
        Node::For(below) => inside.push(below.var),
        Node::Let { var, .. } | Node::Evaluate { var, .. } => inside.push(*var),
        _ => {}
    });
    let mut counts: BTreeMap<IntExpr, usize> = BTreeMap::new();
    for_each_instance(&inner.body, &mut |instance| {
        let in_first_lane = instance.lanes.map(|lanes| lanes.first(&instance.iterators));
        for value in in_first_lane.as_ref().unwrap_or(&instance.iterators) {
            let shift = value.clone() - IntExpr::var(inner.var);
            let mut is_invariant = value.coefficient(inner.var) == 1;
            shift.for_each_atom(&mut |atom| {
                is_invariant &= !matches!(atom, Atom::Var(var) if *var == inner.var || inside.contains(var));
            });
            if is_invariant {
                *counts.entry(shift).or_default() += 1;
            }
        }
    });
    if counts.contains_key(&IntExpr::default()) {
        return None;
    }
    let most = counts.values().max()?;
    counts.iter().find(|(_, count)| *count == most).map(|(shift, _)| shift.clone())
}

/// Replaces the iterator by `iterator - shift`.
fn shift_by(inner: &mut For, shift: &IntExpr) {
    inner.lower = (inner.lower.clone() + shift.clone()).distributed();
    inner.upper = (inner.upper.clone() + shift.clone()).distributed();
    let var = inner.var;
    let value = IntExpr::var(var) - shift.clone();
    for node in &mut inner.body {
        node.substitute(&|each| (each == var).then(|| value.clone()));
    }
}
