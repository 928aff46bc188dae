//! What static bounds are there for in generated loops: to limit them, or to tell instances apart.

use std::collections::BTreeSet;

use polymill_gdg::{Gdg, ParamId, Side};

use crate::{Atom, Condition, IntExpr, Node, for_each_node};

/// The static bounds that do more than limit loops and guards, such as where a loop ends and another one goes on: two values
/// of such a bound in one nest would leave out instances, or run some twice. Where bounds only limit, a tighter value
/// leaves out no other instances than those beyond it, wherever it takes the place of a looser one.
pub(super) fn partitioning(gdg: &Gdg, body: &[Node]) -> BTreeSet<ParamId> {
    let params = gdg.params.iter().enumerate();
    let bounds = params.filter_map(|(index, param)| Some((ParamId::new(index), param.static_bound()?.side)));
    bounds.filter(|(param, side)| !only_limits(body, *param, *side)).map(|(param, _)| param).collect()
}

fn only_limits(body: &[Node], param: ParamId, side: Side) -> bool {
    // What a tighter bound does to a value that depends on it: an upper bound becomes smaller, a lower one larger.
    let own = match side {
        Side::Upper => Change::Falls,
        Side::Lower => Change::Rises,
    };
    let change = |value: &IntExpr| change(value, param, own);
    let may = |value: &IntExpr, wanted: Change| change(value).is_none_or(|found| found == wanted);
    let mut holds = true;
    for_each_node(body, &mut |node| match node {
        Node::For(inner) => {
            let counts_from = if inner.descending { &inner.upper } else { &inner.lower };
            // With steps, where the loop begins decides which iterations there are.
            let is_fixed = inner.step == 1 || change(counts_from).is_none();
            holds &= is_fixed && may(&inner.lower, Change::Rises) && may(&inner.upper, Change::Falls);
        }
        Node::If(inner) => {
            holds &= conjuncts(&inner.condition).into_iter().all(|condition| match condition {
                Condition::NonNegative(value) => match change(value) {
                    None => true,
                    Some(found) => found == Change::Falls && inner.otherwise.is_empty(),
                },
                other => {
                    let mut is_free = true;
                    other.for_each_atom(&mut |atom| is_free &= *atom != Atom::Param(param));
                    is_free
                }
            });
        }
        node => node.for_each_own_atom(&mut |atom| holds &= *atom != Atom::Param(param)),
    });
    holds
}

fn conjuncts(condition: &Condition) -> Vec<&Condition> {
    match condition {
        Condition::And(parts) => parts.iter().flat_map(conjuncts).collect(),
        other => vec![other],
    }
}

/// What becomes of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    /// It becomes larger, or stays.
    Rises,
    /// It becomes smaller, or stays.
    Falls,
    /// Either.
    Any,
}

/// What a tighter bound does to a value, if it does `own` to the bound itself; `None` if the value does not depend on it.
fn change(value: &IntExpr, param: ParamId, own: Change) -> Option<Change> {
    let inside = |value: &IntExpr| change(value, param, own);
    let mut all: Option<Change> = None;
    for (atom, coefficient) in value.terms() {
        let of_atom = match atom {
            Atom::Param(each) if *each == param => Some(own),
            Atom::Param(_) | Atom::Var(_) => None,
            Atom::Div(division) => inside(&division.numerator),
            Atom::Min(values) | Atom::Max(values) => values.iter().filter_map(inside).reduce(both),
            Atom::Mod(division) => inside(&division.numerator).map(|_| Change::Any),
            Atom::Select(_) => {
                let mut is_free = true;
                IntExpr::atom(atom.clone()).for_each_atom(&mut |each| is_free &= *each != Atom::Param(param));
                (!is_free).then_some(Change::Any)
            }
        };
        let signed = match of_atom {
            Some(Change::Rises) if *coefficient < 0 => Some(Change::Falls),
            Some(Change::Falls) if *coefficient < 0 => Some(Change::Rises),
            other => other,
        };
        all = match (all, signed) {
            (Some(a), Some(b)) => Some(both(a, b)),
            (a, b) => a.or(b),
        };
    }
    all
}

fn both(a: Change, b: Change) -> Change {
    if a == b { a } else { Change::Any }
}
