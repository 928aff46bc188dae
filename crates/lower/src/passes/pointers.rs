//! Pointers that are loaded once.

use polymill_gdg::{Access, AccessId, AccessKind, ArrayId, Gdg, Storage};

use super::walk::for_each_block_known;
use crate::nest;
use crate::{Condition, Element, For, If, IntExpr, Known, LoopNest, Node, VarId};

/// Loads pointers before loops that stores could change for all that the C compiler knows, so that it need not load them again after
/// each store, and can run the loops in vector lanes. They are elements of arrays that hold pointers ([`Storage::Parameter`]); that
/// no store changes them was tested. A pointer is loaded before an innermost loop that follows it in any case, if it is the same in all
/// iterations.
pub(crate) fn load_pointers(gdg: &Gdg, nest: &mut LoopNest, known: &Known) {
    let ids = (0..gdg.arrays.len()).map(ArrayId::new);
    let holds_pointers =
        |id: &ArrayId| gdg.array(*id).storage == Storage::Parameter && !gdg.followers(gdg.array(*id)).is_empty();
    let held: Vec<ArrayId> = ids.filter(holds_pointers).collect();
    if held.is_empty() {
        return;
    }
    let mut body = std::mem::take(&mut nest.body);
    for_each_block_known(&mut body, known, &mut |block, known| load_before_loops(gdg, &held, nest, block, known));
    nest.body = body;
}

/// Loads pointers before the innermost loops of a block.
fn load_before_loops(gdg: &Gdg, held: &[ArrayId], nest: &mut LoopNest, block: &mut Vec<Node>, known: &Known) {
    let mut known = known.clone();
    for node in std::mem::take(block) {
        known.pass(&node);
        let loads = match &node {
            Node::For(inner) if inner.collapse == 1 && is_innermost(inner) => loads(gdg, held, nest, inner),
            _ => vec![],
        };
        match &node {
            Node::For(inner) if !loads.is_empty() && !known.is_entered(inner) => {
                let condition = Condition::le(inner.lower.clone(), inner.upper.clone());
                let then = loads.into_iter().chain([node]).collect();
                block.push(Node::If(Box::new(If { condition, then, otherwise: vec![] })));
            }
            _ => block.extend(loads.into_iter().chain([node])),
        }
    }
}

fn is_innermost(inner: &For) -> bool {
    let mut has_loop = false;
    nest::for_each_node(&inner.body, &mut |node| has_loop |= matches!(node, Node::For(_)));
    !has_loop
}

/// What loads the pointers that each iteration of a loop follows and that are the same in all of them.
fn loads(gdg: &Gdg, held: &[ArrayId], nest: &mut LoopNest, inner: &For) -> Vec<Node> {
    let defined: Vec<_> = inner.body.iter().filter_map(defined).chain([inner.var]).collect();
    let mut rows: Vec<(ArrayId, Vec<IntExpr>)> = vec![];
    let mut visit = |access: &Access, subscripts: Option<Vec<IntExpr>>| {
        let (Some(subscripts), true) = (subscripts, is_certain(access)) else { return };
        for &array in held {
            let pointers = gdg.array(array);
            let Some(row) = subscripts.get(..pointers.n_dims()) else { continue };
            let is_invariant = !row.iter().any(|each| defined.iter().any(|var| each.mentions(*var)));
            let row = (array, row.to_vec());
            if is_invariant && gdg.followers(pointers).contains(&access.array) && !rows.contains(&row) {
                rows.push(row);
            }
        }
    };
    for node in &inner.body {
        let mut visit_element = |element: &Element| {
            let access = gdg.statement(element.statement).access(element.access);
            visit(access, nest.elements.subscripts(element.statement, element.access, &element.iterators));
        };
        match node {
            Node::Instance(instance) => {
                let statement = gdg.statement(instance.statement);
                for (index, access) in statement.accesses.iter().enumerate() {
                    let id = AccessId::new(index);
                    if instance.register(id).is_none() {
                        visit(access, nest.elements.subscripts(instance.statement, id, &instance.iterators));
                    }
                }
            }
            Node::Load { element: Some(element), .. } | Node::Store { element, .. } => visit_element(element),
            Node::AddSum { element, factor, .. } => {
                factor.element().into_iter().chain([element]).for_each(&mut visit_element);
            }
            _ => {}
        }
    }
    // Those that others are reached through come first.
    rows.sort_by_key(|(array, _)| gdg.array(*array).n_dims());
    rows.into_iter()
        .map(|(array, subscripts)| Node::LoadPointer { pointer: nest.new_pointer(array), subscripts })
        .collect()
}

fn is_certain(access: &Access) -> bool {
    matches!(access.kind, AccessKind::Read | AccessKind::MustWrite)
}

/// The variable that a node defines.
fn defined(node: &Node) -> Option<VarId> {
    match node {
        Node::Let { var, .. } | Node::Evaluate { var, .. } => Some(*var),
        _ => None,
    }
}
