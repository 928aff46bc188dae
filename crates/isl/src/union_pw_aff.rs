//! Piecewise affine functions on many spaces.

use polymill_isl_sys as sys;

use crate::{Aff, Context, Dim, Id, PwAff, PwAffList, Set, Space, UnionPwMultiAff, UnionSet, Val};

object! {
    /// Piecewise quasi-affine functions on any number of domain spaces.
    UnionPwAff = isl_union_pw_aff: isl_union_pw_aff_copy, isl_union_pw_aff_free, isl_union_pw_aff_to_str;
}

methods! { UnionPwAff {
    /// The function that is this parameter on all of this set.
    param_on_domain_id(domain: &UnionSet, id: &Id) -> UnionPwAff = isl_union_pw_aff_param_on_domain_id;
    /// The space.
    get_space(&self) -> Space = isl_union_pw_aff_get_space;
    /// The functions, one for each space.
    get_pw_aff_list(&self) -> PwAffList = isl_union_pw_aff_get_pw_aff_list;
    /// The number of dimensions of a kind.
    dim(&self, kind: Dim) -> usize = isl_union_pw_aff_dim;
    /// Sets the name of a dimension.
    set_dim_name(&self, kind: Dim, pos: usize, s: &str) -> UnionPwAff = isl_union_pw_aff_set_dim_name;
    /// The position of the dimension with this name.
    find_dim_by_name(&self, kind: Dim, name: &str) -> Option<usize> = isl_union_pw_aff_find_dim_by_name;
    /// Removes `n` dimensions from position `first` on.
    drop_dims(&self, kind: Dim, first: usize, n: usize) -> UnionPwAff = isl_union_pw_aff_drop_dims, within(kind, first, n);
    /// With the tags of all ids dropped (see [`Id::with_tag`](crate::Id::with_tag)).
    reset_user(&self) -> UnionPwAff = isl_union_pw_aff_reset_user;
    /// The empty one.
    empty_ctx(ctx: &Context) -> UnionPwAff = isl_union_pw_aff_empty_ctx;
    /// The empty one, with the parameters of this space.
    empty_space(space: &Space) -> UnionPwAff = isl_union_pw_aff_empty_space;
    /// The empty one, with the parameters of this space.
    empty(space: &Space) -> UnionPwAff = isl_union_pw_aff_empty;
    /// From an affine function.
    from_aff(aff: &Aff) -> UnionPwAff = isl_union_pw_aff_from_aff;
    /// From a function.
    from_pw_aff(pa: &PwAff) -> UnionPwAff = isl_union_pw_aff_from_pw_aff;
    /// The constant function.
    val_on_domain(domain: &UnionSet, v: &Val) -> UnionPwAff = isl_union_pw_aff_val_on_domain;
    /// The function that is `aff` of the parameters on all of `domain`.
    aff_on_domain(domain: &UnionSet, aff: &Aff) -> UnionPwAff = isl_union_pw_aff_aff_on_domain;
    /// The function that is `pa` of the parameters on all of `domain`.
    pw_aff_on_domain(domain: &UnionSet, pa: &PwAff) -> UnionPwAff = isl_union_pw_aff_pw_aff_on_domain;
    /// Adds a function on another domain space.
    add_pw_aff(&self, pa: &PwAff) -> UnionPwAff = isl_union_pw_aff_add_pw_aff, has_headroom();
    /// The number of functions, one for each space.
    n_pw_aff(&self) -> usize = isl_union_pw_aff_n_pw_aff;
    /// The function in this space.
    extract_pw_aff(&self, space: &Space) -> PwAff = isl_union_pw_aff_extract_pw_aff;
    /// Whether NaN occurs.
    involves_nan(&self) -> bool = isl_union_pw_aff_involves_nan;
    /// Whether both obviously are the same.
    plain_is_equal(&self, upa2: &UnionPwAff) -> bool = isl_union_pw_aff_plain_is_equal;
    /// The domain.
    domain(&self) -> UnionSet = isl_union_pw_aff_domain;
    /// The negation.
    neg(&self) -> UnionPwAff = isl_union_pw_aff_neg;
    /// The sum; functions are added where both are defined.
    add(&self, upa2: &UnionPwAff) -> UnionPwAff = isl_union_pw_aff_add;
    /// The sum where both are defined; where only one is, that one.
    union_add(&self, upa2: &UnionPwAff) -> UnionPwAff = isl_union_pw_aff_union_add;
    /// The difference; functions are subtracted where both are defined.
    sub(&self, upa2: &UnionPwAff) -> UnionPwAff = isl_union_pw_aff_sub;
    /// Simplified, given that `context` holds.
    gist(&self, context: &UnionSet) -> UnionPwAff = isl_union_pw_aff_gist;
    /// Simplified, given that `context` holds for the parameters.
    gist_params(&self, context: &Set) -> UnionPwAff = isl_union_pw_aff_gist_params;
    /// The composition: first the other function, then this one.
    pullback_union_pw_multi_aff(&self, upma: &UnionPwMultiAff) -> UnionPwAff = isl_union_pw_aff_pullback_union_pw_multi_aff;
    /// Rounds down.
    floor(&self) -> UnionPwAff = isl_union_pw_aff_floor;
    /// Multiplies by a number.
    scale_val(&self, v: &Val) -> UnionPwAff = isl_union_pw_aff_scale_val;
    /// Divides by a number.
    scale_down_val(&self, v: &Val) -> UnionPwAff = isl_union_pw_aff_scale_down_val;
    /// The remainder by a number, never negative.
    mod_val(&self, f: &Val) -> UnionPwAff = isl_union_pw_aff_mod_val;
    /// Puts the parameters of `model` first, in the model's order, adding those that are missing.
    align_params(&self, model: &Space) -> UnionPwAff = isl_union_pw_aff_align_params;
    /// The part whose parameters are in the set.
    intersect_params(&self, set: &Set) -> UnionPwAff = isl_union_pw_aff_intersect_params;
    /// The part whose domain is in this space.
    intersect_domain_space(&self, space: &Space) -> UnionPwAff = isl_union_pw_aff_intersect_domain_space;
    /// The part whose domain is in the set.
    intersect_domain_union_set(&self, uset: &UnionSet) -> UnionPwAff = isl_union_pw_aff_intersect_domain_union_set;
    /// The part whose domain is in the set.
    intersect_domain(&self, uset: &UnionSet) -> UnionPwAff = isl_union_pw_aff_intersect_domain;
    /// The part of `(A -> B) -> C` whose `A` is in the set.
    intersect_domain_wrapped_domain(&self, uset: &UnionSet) -> UnionPwAff = isl_union_pw_aff_intersect_domain_wrapped_domain;
    /// The part of `(A -> B) -> C` whose `B` is in the set.
    intersect_domain_wrapped_range(&self, uset: &UnionSet) -> UnionPwAff = isl_union_pw_aff_intersect_domain_wrapped_range;
    /// The part whose domain is not in the set.
    subtract_domain_union_set(&self, uset: &UnionSet) -> UnionPwAff = isl_union_pw_aff_subtract_domain_union_set;
    /// The part whose domain is not in this space.
    subtract_domain_space(&self, space: &Space) -> UnionPwAff = isl_union_pw_aff_subtract_domain_space;
    /// The part whose domain is not in the set.
    subtract_domain(&self, uset: &UnionSet) -> UnionPwAff = isl_union_pw_aff_subtract_domain;
    /// Where it is zero.
    zero_union_set(&self) -> UnionSet = isl_union_pw_aff_zero_union_set;
    /// Where the value equals this parameter.
    bind_id(&self, id: &Id) -> UnionSet = isl_union_pw_aff_bind_id;
    /// Parses isl's notation.
    read(ctx: &Context, text: &str) -> UnionPwAff = isl_union_pw_aff_read_from_str;
    /// The list of this only.
    to_list(&self) -> UnionPwAffList = isl_union_pw_aff_to_list;
    /// The smallest value; infinite if there is none.
    min_val(&self) -> Val = isl_union_pw_aff_min_val;
    /// The largest value; infinite if there is none.
    max_val(&self) -> Val = isl_union_pw_aff_max_val;
} }

callbacks! { UnionPwAff {
    /// Calls `f` with the function of each space, in no particular order.
    foreach_pw_aff(&self, |aff: PwAff| -> ()) -> () = isl_union_pw_aff_foreach_pw_aff;
    /// Whether `f` holds for the function of each space. Stops at the first for which it does not.
    every_pw_aff(&self, |aff: &PwAff| -> bool) -> bool = isl_union_pw_aff_every_pw_aff;
} }

object! {
    /// A list of such functions.
    UnionPwAffList = isl_union_pw_aff_list: isl_union_pw_aff_list_copy, isl_union_pw_aff_list_free, isl_union_pw_aff_list_to_str;
}

list! { UnionPwAffList of UnionPwAff: isl_union_pw_aff_list_add }

methods! { UnionPwAffList {
    /// An empty list with room for `n` items.
    alloc(ctx: &Context, n: usize) -> UnionPwAffList = isl_union_pw_aff_list_alloc;
    /// The list with `el` at its end.
    add(&self, el: &UnionPwAff) -> UnionPwAffList = isl_union_pw_aff_list_add;
    /// With `el` at position `pos`.
    insert(&self, pos: usize, el: &UnionPwAff) -> UnionPwAffList = isl_union_pw_aff_list_insert;
    /// Without `n` items from position `first` on.
    drop(&self, first: usize, n: usize) -> UnionPwAffList = isl_union_pw_aff_list_drop;
    /// The empty list.
    clear(&self) -> UnionPwAffList = isl_union_pw_aff_list_clear;
    /// In the opposite order.
    reverse(&self) -> UnionPwAffList = isl_union_pw_aff_list_reverse;
    /// Both lists, one after the other.
    concat(&self, list2: &UnionPwAffList) -> UnionPwAffList = isl_union_pw_aff_list_concat;
    /// The number of items.
    size(&self) -> usize = isl_union_pw_aff_list_size;
    /// The item at a position.
    get_at(&self, index: usize) -> UnionPwAff = isl_union_pw_aff_list_get_at;
    /// Replaces the item at a position.
    set_at(&self, index: usize, el: &UnionPwAff) -> UnionPwAffList = isl_union_pw_aff_list_set_union_pw_aff;
    /// Parses isl's notation.
    read(ctx: &Context, text: &str) -> UnionPwAffList = isl_union_pw_aff_list_read_from_str;
} }

callbacks! { UnionPwAffList {
    /// Calls `f` with each item.
    foreach(&self, |item: UnionPwAff| -> ()) -> () = isl_union_pw_aff_list_foreach;
    /// Whether `f` holds for each item. Stops at the first for which it does not.
    every(&self, |item: &UnionPwAff| -> bool) -> bool = isl_union_pw_aff_list_every;
} }
