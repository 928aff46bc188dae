//! Piecewise tuples of affine functions on many spaces.

use polymill_isl_sys as sys;

use crate::{
    Aff, Context, Dim, MultiAff, MultiUnionPwAff, MultiVal, PwMultiAff, PwMultiAffList, Set, Space, UnionMap,
    UnionPwAff, UnionSet, Val,
};

object! {
    /// Piecewise tuples of quasi-affine functions on any number of domain spaces.
    UnionPwMultiAff = isl_union_pw_multi_aff: isl_union_pw_multi_aff_copy, isl_union_pw_multi_aff_free, isl_union_pw_multi_aff_to_str;
}

methods! { UnionPwMultiAff {
    /// The empty one.
    empty_ctx(ctx: &Context) -> UnionPwMultiAff = isl_union_pw_multi_aff_empty_ctx;
    /// The empty one, with the parameters of this space.
    empty_space(space: &Space) -> UnionPwMultiAff = isl_union_pw_multi_aff_empty_space;
    /// The empty one, with the parameters of this space.
    empty(space: &Space) -> UnionPwMultiAff = isl_union_pw_multi_aff_empty;
    /// From an affine function.
    from_aff(aff: &Aff) -> UnionPwMultiAff = isl_union_pw_multi_aff_from_aff;
    /// From a function.
    from_multi_aff(ma: &MultiAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_from_multi_aff;
    /// From a function.
    from_pw_multi_aff(pma: &PwMultiAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_from_pw_multi_aff;
    /// The function from this set to a tuple without name and dimensions.
    from_domain(uset: &UnionSet) -> UnionPwMultiAff = isl_union_pw_multi_aff_from_domain;
    /// The constant function on this set.
    multi_val_on_domain(domain: &UnionSet, mv: &MultiVal) -> UnionPwMultiAff = isl_union_pw_multi_aff_multi_val_on_domain;
    /// The function of one output.
    get_union_pw_aff(&self, pos: usize) -> UnionPwAff = isl_union_pw_multi_aff_get_union_pw_aff;
    /// Adds a function on another domain space.
    add_pw_multi_aff(&self, pma: &PwMultiAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_add_pw_multi_aff, has_headroom();
    /// The space.
    get_space(&self) -> Space = isl_union_pw_multi_aff_get_space;
    /// The functions, one for each space.
    get_pw_multi_aff_list(&self) -> PwMultiAffList = isl_union_pw_multi_aff_get_pw_multi_aff_list;
    /// The number of dimensions of a kind.
    dim(&self, kind: Dim) -> usize = isl_union_pw_multi_aff_dim;
    /// Sets the name of a dimension.
    set_dim_name(&self, kind: Dim, pos: usize, s: &str) -> UnionPwMultiAff = isl_union_pw_multi_aff_set_dim_name;
    /// The position of the dimension with this name.
    find_dim_by_name(&self, kind: Dim, name: &str) -> Option<usize> = isl_union_pw_multi_aff_find_dim_by_name;
    /// Removes `n` dimensions from position `first` on.
    drop_dims(&self, kind: Dim, first: usize, n: usize) -> UnionPwMultiAff = isl_union_pw_multi_aff_drop_dims, within(kind, first, n);
    /// With the tags of all ids dropped (see [`Id::with_tag`](crate::Id::with_tag)).
    reset_user(&self) -> UnionPwMultiAff = isl_union_pw_multi_aff_reset_user;
    /// Simplified, given that `context` holds for the parameters.
    gist_params(&self, context: &Set) -> UnionPwMultiAff = isl_union_pw_multi_aff_gist_params;
    /// Simplified, given that `context` holds.
    gist(&self, context: &UnionSet) -> UnionPwMultiAff = isl_union_pw_multi_aff_gist;
    /// The composition: first the other function, then this one.
    pullback_union_pw_multi_aff(&self, upma2: &UnionPwMultiAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_pullback_union_pw_multi_aff;
    /// Applies a function to the values.
    apply_union_pw_multi_aff(&self, upma2: &UnionPwMultiAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_apply_union_pw_multi_aff;
    /// With `A` of the domain `A -> B` replaced by what the function maps to it.
    preimage_domain_wrapped_domain_union_pw_multi_aff(&self, upma2: &UnionPwMultiAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_preimage_domain_wrapped_domain_union_pw_multi_aff;
    /// Puts the parameters of `model` first, in the model's order, adding those that are missing.
    align_params(&self, model: &Space) -> UnionPwMultiAff = isl_union_pw_multi_aff_align_params;
    /// The number of functions, one for each space.
    n_pw_multi_aff(&self) -> usize = isl_union_pw_multi_aff_n_pw_multi_aff;
    /// The function in this space.
    extract_pw_multi_aff(&self, space: &Space) -> PwMultiAff = isl_union_pw_multi_aff_extract_pw_multi_aff;
    /// Whether there is but one space.
    isa_pw_multi_aff(&self) -> bool = isl_union_pw_multi_aff_isa_pw_multi_aff;
    /// As a function, if it is single-valued; an error otherwise.
    as_pw_multi_aff(&self) -> PwMultiAff = isl_union_pw_multi_aff_as_pw_multi_aff;
    /// Whether it is obviously empty.
    plain_is_empty(&self) -> bool = isl_union_pw_multi_aff_plain_is_empty;
    /// Whether there are integer divisions (or other local variables).
    involves_locals(&self) -> bool = isl_union_pw_multi_aff_involves_locals;
    /// Whether NaN occurs.
    involves_nan(&self) -> bool = isl_union_pw_multi_aff_involves_nan;
    /// Whether both obviously are the same.
    plain_is_equal(&self, upma2: &UnionPwMultiAff) -> bool = isl_union_pw_multi_aff_plain_is_equal;
    /// The domain.
    domain(&self) -> UnionSet = isl_union_pw_multi_aff_domain;
    /// The negation.
    neg(&self) -> UnionPwMultiAff = isl_union_pw_multi_aff_neg;
    /// The sum; functions are added where both are defined.
    add(&self, upma2: &UnionPwMultiAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_add;
    /// The sum where both are defined; where only one is, that one.
    union_add(&self, upma2: &UnionPwMultiAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_union_add;
    /// The difference; functions are subtracted where both are defined.
    sub(&self, upma2: &UnionPwMultiAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_sub;
    /// Multiplies by a number.
    scale_val(&self, val: &Val) -> UnionPwMultiAff = isl_union_pw_multi_aff_scale_val;
    /// Divides by a number.
    scale_down_val(&self, val: &Val) -> UnionPwMultiAff = isl_union_pw_multi_aff_scale_down_val;
    /// From `A -> B` and `A -> C` to `A -> (B -> C)`.
    range_product(&self, upma2: &UnionPwMultiAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_range_product;
    /// From `A -> B` and `A -> C` to `A -> (B, C)`.
    flat_range_product(&self, upma2: &UnionPwMultiAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_flat_range_product;
    /// From `A -> (B -> C)` to `A -> B`.
    range_factor_domain(&self) -> UnionPwMultiAff = isl_union_pw_multi_aff_range_factor_domain;
    /// From `A -> (B -> C)` to `A -> C`.
    range_factor_range(&self) -> UnionPwMultiAff = isl_union_pw_multi_aff_range_factor_range;
    /// The part whose parameters are in the set.
    intersect_params(&self, set: &Set) -> UnionPwMultiAff = isl_union_pw_multi_aff_intersect_params;
    /// The part whose domain is in the set.
    intersect_domain_union_set(&self, uset: &UnionSet) -> UnionPwMultiAff = isl_union_pw_multi_aff_intersect_domain_union_set;
    /// The part whose domain is in the set.
    intersect_domain(&self, uset: &UnionSet) -> UnionPwMultiAff = isl_union_pw_multi_aff_intersect_domain;
    /// The part whose domain is in this space.
    intersect_domain_space(&self, space: &Space) -> UnionPwMultiAff = isl_union_pw_multi_aff_intersect_domain_space;
    /// The part of `(A -> B) -> C` whose `A` is in the set.
    intersect_domain_wrapped_domain(&self, uset: &UnionSet) -> UnionPwMultiAff = isl_union_pw_multi_aff_intersect_domain_wrapped_domain;
    /// The part of `(A -> B) -> C` whose `B` is in the set.
    intersect_domain_wrapped_range(&self, uset: &UnionSet) -> UnionPwMultiAff = isl_union_pw_multi_aff_intersect_domain_wrapped_range;
    /// The part whose domain is not in the set.
    subtract_domain_union_set(&self, uset: &UnionSet) -> UnionPwMultiAff = isl_union_pw_multi_aff_subtract_domain_union_set;
    /// The part whose domain is not in this space.
    subtract_domain_space(&self, space: &Space) -> UnionPwMultiAff = isl_union_pw_multi_aff_subtract_domain_space;
    /// The part whose domain is not in the set.
    subtract_domain(&self, uset: &UnionSet) -> UnionPwMultiAff = isl_union_pw_multi_aff_subtract_domain;
    /// As a relation.
    as_union_map(&self) -> UnionMap = isl_union_pw_multi_aff_as_union_map;
    /// From sets that have one element for each value of the parameters.
    from_union_set(uset: &UnionSet) -> UnionPwMultiAff = isl_union_pw_multi_aff_from_union_set;
    /// From a relation that is single-valued.
    from_union_map(umap: &UnionMap) -> UnionPwMultiAff = isl_union_pw_multi_aff_from_union_map;
    /// Parses isl's notation.
    read(ctx: &Context, text: &str) -> UnionPwMultiAff = isl_union_pw_multi_aff_read_from_str;
    /// From a function.
    from_union_pw_aff(upa: &UnionPwAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_from_union_pw_aff;
    /// From a function.
    from_multi_union_pw_aff(mupa: &MultiUnionPwAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_from_multi_union_pw_aff;
    /// As a `MultiUnionPwAff`, if it can be one; an error otherwise.
    as_multi_union_pw_aff(&self) -> MultiUnionPwAff = isl_union_pw_multi_aff_as_multi_union_pw_aff;
    /// The list of this only.
    to_list(&self) -> UnionPwMultiAffList = isl_union_pw_multi_aff_to_list;
} }

callbacks! { UnionPwMultiAff {
    /// Calls `f` with the function of each space, in no particular order.
    foreach_pw_multi_aff(&self, |aff: PwMultiAff| -> ()) -> () = isl_union_pw_multi_aff_foreach_pw_multi_aff;
    /// Whether `f` holds for the function of each space. Stops at the first for which it does not.
    every_pw_multi_aff(&self, |aff: &PwMultiAff| -> bool) -> bool = isl_union_pw_multi_aff_every_pw_multi_aff;
} }

object! {
    /// A list of such functions.
    UnionPwMultiAffList = isl_union_pw_multi_aff_list: isl_union_pw_multi_aff_list_copy, isl_union_pw_multi_aff_list_free, isl_union_pw_multi_aff_list_to_str;
}

list! { UnionPwMultiAffList of UnionPwMultiAff: isl_union_pw_multi_aff_list_add }

methods! { UnionPwMultiAffList {
    /// An empty list with room for `n` items.
    alloc(ctx: &Context, n: usize) -> UnionPwMultiAffList = isl_union_pw_multi_aff_list_alloc;
    /// The list with `el` at its end.
    add(&self, el: &UnionPwMultiAff) -> UnionPwMultiAffList = isl_union_pw_multi_aff_list_add;
    /// With `el` at position `pos`.
    insert(&self, pos: usize, el: &UnionPwMultiAff) -> UnionPwMultiAffList = isl_union_pw_multi_aff_list_insert;
    /// Without `n` items from position `first` on.
    drop(&self, first: usize, n: usize) -> UnionPwMultiAffList = isl_union_pw_multi_aff_list_drop;
    /// The empty list.
    clear(&self) -> UnionPwMultiAffList = isl_union_pw_multi_aff_list_clear;
    /// In the opposite order.
    reverse(&self) -> UnionPwMultiAffList = isl_union_pw_multi_aff_list_reverse;
    /// Both lists, one after the other.
    concat(&self, list2: &UnionPwMultiAffList) -> UnionPwMultiAffList = isl_union_pw_multi_aff_list_concat;
    /// The number of items.
    size(&self) -> usize = isl_union_pw_multi_aff_list_size;
    /// The item at a position.
    get_at(&self, index: usize) -> UnionPwMultiAff = isl_union_pw_multi_aff_list_get_at;
    /// Replaces the item at a position.
    set_at(&self, index: usize, el: &UnionPwMultiAff) -> UnionPwMultiAffList = isl_union_pw_multi_aff_list_set_union_pw_multi_aff;
} }

callbacks! { UnionPwMultiAffList {
    /// Calls `f` with each item.
    foreach(&self, |item: UnionPwMultiAff| -> ()) -> () = isl_union_pw_multi_aff_list_foreach;
    /// Whether `f` holds for each item. Stops at the first for which it does not.
    every(&self, |item: &UnionPwMultiAff| -> bool) -> bool = isl_union_pw_multi_aff_list_every;
} }
