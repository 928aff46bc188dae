//! What may overlap in memory.

use polymill_gdg::{AliasPair, ArrayId, ScalarType, Storage};

use super::based::Copies;
use super::builder::Builder;
use super::place::Key;
use crate::syntax::Type;

/// Whether the region may change an integer: by assigning to it, or through a pointer that may lead to it.
pub(super) fn may_change_in_region(builder: &Builder, key: &Key, ty: ScalarType) -> bool {
    let is_assigned = key.steps.is_empty() && builder.facts.assigned.contains(&key.root);
    is_assigned || builder.facts.stores.iter().any(|(stored, of)| may_change(builder, (stored, of), (key, ty)))
}

/// Whether storing to a kind of place may change what places of another kind hold.
pub(super) fn may_change(builder: &Builder, stored: (&Key, &Type), held: (&Key, ScalarType)) -> bool {
    let ((stored, stored_ty), (key, ty)) = (stored, held);
    stored.overlaps(key)
        || (!builder.is_promised && may_overlap(builder, (key, Some(ty)), (stored, stored_ty.scalar())))
}

/// Whether the region may change a pointer: by assigning to it, or through another pointer that may lead to it.
pub(super) fn pointer_may_change(builder: &Builder, pointer: &Key) -> bool {
    let is_assigned = pointer.steps.is_empty() && builder.facts.assigned.contains(&pointer.root);
    is_assigned
        || builder.facts.stores.iter().any(|(stored, ty)| {
            stored.overlaps(pointer)
                || (!builder.is_promised && store_may_change_pointer(builder, (stored, ty.scalar()), pointer))
        })
}

/// Whether storing to a kind of place may change a pointer that lies elsewhere for all that its name says.
pub(super) fn store_may_change_pointer(builder: &Builder, stored: (&Key, Option<ScalarType>), pointer: &Key) -> bool {
    let is_apart = builder.unit.dialect.strict_aliasing && stored.1.is_some_and(|ty| !is_char(ty));
    let is_reached = pointer.is_indirect() || builder.escapes.contains(pointer.root, builder.unit);
    !is_apart && is_reached && may_overlap(builder, (pointer, None), stored)
}

/// The pairs of arrays that may overlap and of which at least one is written; arrays that are written and whose rows may overlap.
pub(super) fn alias_pairs(builder: &Builder, is_written: &dyn Fn(ArrayId) -> bool) -> Vec<AliasPair> {
    let n = builder.arrays.arrays.len();
    let ids = || (0..n).map(ArrayId::new);
    let pairs = ids().flat_map(|first| ids().filter(move |second| first <= *second).map(move |second| (first, second)));
    let kind = |id: ArrayId| (&builder.arrays.keys[id.index()], Some(builder.arrays.get(id).element));
    let is_local = |id: ArrayId| builder.arrays.get(id).storage == Storage::Local;
    let may_overlap = |first: ArrayId, second: ArrayId| {
        if first == second {
            return builder.arrays.get(first).row_dims > 0;
        }
        let is_pointer = |id: &ArrayId| builder.held_pointers.contains(id);
        match [first, second].iter().position(is_pointer) {
            Some(0) => store_may_change_pointer(builder, kind(second), kind(first).0),
            Some(_) => store_may_change_pointer(builder, kind(first), kind(second).0),
            None => may_overlap(builder, kind(first), kind(second)),
        }
    };
    pairs
        .filter(|(first, second)| is_written(*first) || is_written(*second))
        .filter(|(first, second)| !is_local(*first) && !is_local(*second))
        .filter(|(first, second)| may_overlap(*first, *second))
        .map(|(first, second)| AliasPair { first, second })
        .collect()
}

/// Whether places of two kinds may be the same memory; `None` stands for types that are not arithmetic.
fn may_overlap(builder: &Builder, first: (&Key, Option<ScalarType>), second: (&Key, Option<ScalarType>)) -> bool {
    let ((a, a_ty), (b, b_ty)) = (first, second);
    if !types_may_overlap(builder, a_ty, b_ty) {
        return false;
    }
    if a.root == b.root {
        return roots_equal_may_overlap(a, b);
    }
    match (a.is_indirect(), b.is_indirect()) {
        (false, false) => false,
        (true, false) => leads_to(builder, a, b),
        (false, true) => leads_to(builder, b, a),
        (true, true) => !is_apart(builder, a, b) && !is_apart(builder, b, a),
    }
}

/// Objects of different types do not overlap, but everything overlaps with characters.
fn types_may_overlap(builder: &Builder, a: Option<ScalarType>, b: Option<ScalarType>) -> bool {
    let (Some(a), Some(b)) = (a, b) else { return true };
    // Types that differ in sign only may be used for the same object.
    let plain = |ty| match ty {
        ScalarType::Int { bits, .. } => ScalarType::Int { bits, signed: true },
        other => other,
    };
    !builder.unit.dialect.strict_aliasing || is_char(a) || is_char(b) || plain(a) == plain(b)
}

fn is_char(ty: ScalarType) -> bool {
    matches!(ty, ScalarType::Int { bits: 8, .. })
}

/// Different kinds of places under one variable: different members do not overlap, but what pointers among them lead to
/// may.
fn roots_equal_may_overlap(a: &Key, b: &Key) -> bool {
    let n_common = a.steps.iter().zip(&b.steps).take_while(|(a, b)| a == b).count();
    let leads_on = |key: &Key| Key { root: key.root, steps: key.steps[n_common..].to_vec() }.is_indirect();
    leads_on(a) || leads_on(b)
}

/// Whether following a pointer of kind `pointer` may lead to an object that is reached without one. What `restrict` says of variables
/// that all functions know is compared at run time: programs set them to arrays that they also access by name (TSVC's s422), which C does
/// not allow, and compilers bear.
fn leads_to(builder: &Builder, pointer: &Key, object: &Key) -> bool {
    let is_trusted = is_restrict(builder, pointer) && builder.unit.var(pointer.root).is_automatic();
    builder.escapes.contains(object.root, builder.unit) && !is_trusted
}

/// Whether a pointer's type or its memory says that no other pointer leads there, and the other one is no copy.
fn is_apart(builder: &Builder, key: &Key, other: &Key) -> bool {
    let copies = || builder.copies.get_or_init(|| Copies::of(builder.function));
    let may_be_based = || copies().may_be_based((builder.unit, builder.escapes), other, key.root);
    is_restrict(builder, key) && (builder.is_own_memory(key) || !may_be_based())
}

/// Whether only one pointer is followed, which is `restrict` or leads to memory of the function's own.
fn is_restrict(builder: &Builder, key: &Key) -> bool {
    key.n_pointers() == 1 && (builder.unit.var(key.root).ty.qualifiers.is_restrict || builder.is_own_memory(key))
}

/// Whether places of kind `key` may be a variable.
pub(super) fn may_be_variable(builder: &Builder, var: crate::syntax::VarId, ty: ScalarType, key: &Key) -> bool {
    let element = builder.type_of(key).scalar();
    element.is_some() && may_overlap(builder, (&super::tables::key_of(var), Some(ty)), (key, element))
}
