//! Piecewise tuples of affine functions.

use polymill_isl_sys as sys;

use crate::{Context, Dim, Id, Map, MultiAff, MultiId, MultiPwAff, MultiVal, PwAff, Set, Space, UnionPwMultiAff, Val};

object! {
    /// A piecewise tuple of quasi-affine functions, which may be undefined somewhere.
    PwMultiAff = isl_pw_multi_aff: isl_pw_multi_aff_copy, isl_pw_multi_aff_free, isl_pw_multi_aff_to_str;
}

methods! { PwMultiAff {
    /// Zero everywhere.
    zero(space: &Space) -> PwMultiAff = isl_pw_multi_aff_zero;
    /// The identity on this set space.
    identity_on_domain_space(space: &Space) -> PwMultiAff = isl_pw_multi_aff_identity_on_domain_space;
    /// The identity in this space.
    identity(space: &Space) -> PwMultiAff = isl_pw_multi_aff_identity;
    /// The function from a wrapped relation space to its domain.
    domain_map(space: &Space) -> PwMultiAff = isl_pw_multi_aff_domain_map;
    /// The function from a wrapped relation space to its range.
    range_map(space: &Space) -> PwMultiAff = isl_pw_multi_aff_range_map;
    /// The function that drops `n` dimensions from position `first` on.
    project_out_map(space: &Space, kind: Dim, first: usize, n: usize) -> PwMultiAff = isl_pw_multi_aff_project_out_map, within(kind, first, n);
    /// From a function.
    from_multi_aff(ma: &MultiAff) -> PwMultiAff = isl_pw_multi_aff_from_multi_aff;
    /// From a function.
    from_pw_aff(pa: &PwAff) -> PwMultiAff = isl_pw_multi_aff_from_pw_aff;
    /// The function that is `maff` on `set`, and undefined elsewhere.
    alloc(set: &Set, maff: &MultiAff) -> PwMultiAff = isl_pw_multi_aff_alloc;
    /// The number of dimensions of a kind.
    dim(&self, kind: Dim) -> usize = isl_pw_multi_aff_dim;
    /// Whether there are integer divisions (or other local variables).
    involves_locals(&self) -> bool = isl_pw_multi_aff_involves_locals;
    /// Whether this parameter occurs.
    involves_param_id(&self, id: &Id) -> bool = isl_pw_multi_aff_involves_param_id;
    /// Whether any of `n` dimensions from position `first` on occurs.
    involves_dims(&self, kind: Dim, first: usize, n: usize) -> bool = isl_pw_multi_aff_involves_dims, within_domain(kind, first, n);
    /// The function of one output.
    get_at(&self, pos: usize) -> PwAff = isl_pw_multi_aff_get_at;
    /// The function of one output.
    get_pw_aff(&self, pos: usize) -> PwAff = isl_pw_multi_aff_get_pw_aff;
    /// Replaces the function of one output.
    set_pw_aff(&self, pos: usize, pa: &PwAff) -> PwMultiAff = isl_pw_multi_aff_set_pw_aff;
    /// The space of the domain.
    get_domain_space(&self) -> Space = isl_pw_multi_aff_get_domain_space;
    /// The space.
    get_space(&self) -> Space = isl_pw_multi_aff_get_space;
    /// Whether the tuple has a name.
    has_tuple_name(&self, kind: Dim) -> bool = isl_pw_multi_aff_has_tuple_name;
    /// The name of a tuple, if it has one.
    get_tuple_name(&self, kind: Dim) -> Option<String> = isl_pw_multi_aff_get_tuple_name;
    /// The id of the output tuple; an error if it has none.
    get_range_tuple_id(&self) -> Id = isl_pw_multi_aff_get_range_tuple_id;
    /// The id of a tuple; an error if it has none.
    get_tuple_id(&self, kind: Dim) -> Id = isl_pw_multi_aff_get_tuple_id;
    /// Whether the output tuple has an id.
    has_range_tuple_id(&self) -> bool = isl_pw_multi_aff_has_range_tuple_id;
    /// Whether the tuple has an id.
    has_tuple_id(&self, kind: Dim) -> bool = isl_pw_multi_aff_has_tuple_id;
    /// Sets the id of a tuple.
    set_tuple_id(&self, kind: Dim, id: &Id) -> PwMultiAff = isl_pw_multi_aff_set_tuple_id;
    /// Sets the id of the output tuple.
    set_range_tuple_id(&self, id: &Id) -> PwMultiAff = isl_pw_multi_aff_set_range_tuple_id;
    /// Without the id of a tuple.
    reset_tuple_id(&self, kind: Dim) -> PwMultiAff = isl_pw_multi_aff_reset_tuple_id;
    /// With the tags of all ids dropped (see [`Id::with_tag`](crate::Id::with_tag)).
    reset_user(&self) -> PwMultiAff = isl_pw_multi_aff_reset_user;
    /// The position of the dimension with this name.
    find_dim_by_name(&self, kind: Dim, name: &str) -> Option<usize> = isl_pw_multi_aff_find_dim_by_name;
    /// Removes `n` dimensions from position `first` on.
    drop_dims(&self, kind: Dim, first: usize, n: usize) -> PwMultiAff = isl_pw_multi_aff_drop_dims, within(kind, first, n);
    /// The domain.
    domain(&self) -> Set = isl_pw_multi_aff_domain;
    /// The function of this space that is defined nowhere.
    empty(space: &Space) -> PwMultiAff = isl_pw_multi_aff_empty;
    /// The function from this set to a tuple without name and dimensions.
    from_domain(set: &Set) -> PwMultiAff = isl_pw_multi_aff_from_domain;
    /// The constant function on this set.
    multi_val_on_domain(domain: &Set, mv: &MultiVal) -> PwMultiAff = isl_pw_multi_aff_multi_val_on_domain;
    /// The name of a dimension, if it has one.
    get_dim_name(&self, kind: Dim, pos: usize) -> Option<String> = isl_pw_multi_aff_get_dim_name;
    /// The id of a dimension; an error if it has none.
    get_dim_id(&self, kind: Dim, pos: usize) -> Id = isl_pw_multi_aff_get_dim_id;
    /// Sets the id of a dimension.
    set_dim_id(&self, kind: Dim, pos: usize, id: &Id) -> PwMultiAff = isl_pw_multi_aff_set_dim_id;
    /// Whether NaN occurs.
    involves_nan(&self) -> bool = isl_pw_multi_aff_involves_nan;
    /// Whether both obviously are the same.
    plain_is_equal(&self, pma2: &PwMultiAff) -> bool = isl_pw_multi_aff_plain_is_equal;
    /// Whether both are equal.
    is_equal(&self, pma2: &PwMultiAff) -> bool = isl_pw_multi_aff_is_equal;
    /// Fixes a dimension to a value.
    fix_si(&self, kind: Dim, pos: usize, value: i32) -> PwMultiAff = isl_pw_multi_aff_fix_si;
    /// The sum where both are defined; where only one is, that one.
    union_add(&self, pma2: &PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_union_add;
    /// The negation.
    neg(&self) -> PwMultiAff = isl_pw_multi_aff_neg;
    /// The sum; functions are added where both are defined.
    add(&self, pma2: &PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_add;
    /// The difference; functions are subtracted where both are defined.
    sub(&self, pma2: &PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_sub;
    /// Adds a constant.
    add_constant_val(&self, v: &Val) -> PwMultiAff = isl_pw_multi_aff_add_constant_val;
    /// Adds one constant to each output.
    add_constant_multi_val(&self, mv: &MultiVal) -> PwMultiAff = isl_pw_multi_aff_add_constant_multi_val;
    /// Multiplies by a number.
    scale_val(&self, v: &Val) -> PwMultiAff = isl_pw_multi_aff_scale_val;
    /// Divides by a number.
    scale_down_val(&self, v: &Val) -> PwMultiAff = isl_pw_multi_aff_scale_down_val;
    /// Multiplies each output by a number.
    scale_multi_val(&self, mv: &MultiVal) -> PwMultiAff = isl_pw_multi_aff_scale_multi_val;
    /// Divides each output by a number.
    scale_down_multi_val(&self, mv: &MultiVal) -> PwMultiAff = isl_pw_multi_aff_scale_down_multi_val;
    /// The lexicographically smaller where both are defined; where only one is, that one.
    union_lexmin(&self, pma2: &PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_union_lexmin;
    /// The lexicographically larger where both are defined; where only one is, that one.
    union_lexmax(&self, pma2: &PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_union_lexmax;
    /// From `A -> B` and `A -> C` to `A -> (B -> C)`.
    range_product(&self, pma2: &PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_range_product;
    /// From `A -> B` and `A -> C` to `A -> (B, C)`.
    flat_range_product(&self, pma2: &PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_flat_range_product;
    /// From `A -> B` and `C -> D` to `(A -> C) -> (B -> D)`.
    product(&self, pma2: &PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_product;
    /// From `A -> (B -> C)` to `A -> B`.
    range_factor_domain(&self) -> PwMultiAff = isl_pw_multi_aff_range_factor_domain;
    /// From `A -> (B -> C)` to `A -> C`.
    range_factor_range(&self) -> PwMultiAff = isl_pw_multi_aff_range_factor_range;
    /// The part whose parameters are in the set.
    intersect_params(&self, set: &Set) -> PwMultiAff = isl_pw_multi_aff_intersect_params;
    /// The part whose domain is in the set.
    intersect_domain(&self, set: &Set) -> PwMultiAff = isl_pw_multi_aff_intersect_domain;
    /// The part of `(A -> B) -> C` whose `A` is in the set.
    intersect_domain_wrapped_domain(&self, set: &Set) -> PwMultiAff = isl_pw_multi_aff_intersect_domain_wrapped_domain;
    /// The part of `(A -> B) -> C` whose `B` is in the set.
    intersect_domain_wrapped_range(&self, set: &Set) -> PwMultiAff = isl_pw_multi_aff_intersect_domain_wrapped_range;
    /// The part whose domain is not in the set.
    subtract_domain(&self, set: &Set) -> PwMultiAff = isl_pw_multi_aff_subtract_domain;
    /// The function (or relation) on this domain that does not depend on the domain.
    insert_domain(&self, domain: &Space) -> PwMultiAff = isl_pw_multi_aff_insert_domain;
    /// For a function of parameters only: the same without its domain tuple.
    project_domain_on_params(&self) -> PwMultiAff = isl_pw_multi_aff_project_domain_on_params;
    /// Puts the parameters of `model` first, in the model's order, adding those that are missing.
    align_params(&self, model: &Space) -> PwMultiAff = isl_pw_multi_aff_align_params;
    /// Removes the parameters that do not occur.
    drop_unused_params(&self) -> PwMultiAff = isl_pw_multi_aff_drop_unused_params;
    /// Simplified, given that `context` holds for the parameters.
    gist_params(&self, set: &Set) -> PwMultiAff = isl_pw_multi_aff_gist_params;
    /// Simplified, given that `context` holds.
    gist(&self, set: &Set) -> PwMultiAff = isl_pw_multi_aff_gist;
    /// The composition: first the other function, then this one.
    pullback_multi_aff(&self, ma: &MultiAff) -> PwMultiAff = isl_pw_multi_aff_pullback_multi_aff;
    /// The composition: first the other function, then this one.
    pullback_pw_multi_aff(&self, pma2: &PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_pullback_pw_multi_aff;
    /// With `A` of the domain `A -> B` replaced by what the function maps to it.
    preimage_domain_wrapped_domain_pw_multi_aff(&self, pma2: &PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_preimage_domain_wrapped_domain_pw_multi_aff;
    /// The number of pieces.
    n_piece(&self) -> usize = isl_pw_multi_aff_n_piece;
    /// Whether it is a function without pieces.
    isa_multi_aff(&self) -> bool = isl_pw_multi_aff_isa_multi_aff;
    /// As a function without pieces, if it is one; an error otherwise.
    as_multi_aff(&self) -> MultiAff = isl_pw_multi_aff_as_multi_aff;
    /// As a relation.
    as_map(&self) -> Map = isl_pw_multi_aff_as_map;
    /// As a set.
    as_set(&self) -> Set = isl_pw_multi_aff_as_set;
    /// From a set that has one element for each value of the parameters.
    from_set(set: &Set) -> PwMultiAff = isl_pw_multi_aff_from_set;
    /// From a relation that is single-valued.
    from_map(map: &Map) -> PwMultiAff = isl_pw_multi_aff_from_map;
    /// Binds the domain's dimensions to parameters, and drops the domain tuple.
    bind_domain(&self, tuple: &MultiId) -> PwMultiAff = isl_pw_multi_aff_bind_domain;
    /// Binds the dimensions of the domain's wrapped domain to parameters, and drops it.
    bind_domain_wrapped_domain(&self, tuple: &MultiId) -> PwMultiAff = isl_pw_multi_aff_bind_domain_wrapped_domain;
    /// Parses isl's notation.
    read(ctx: &Context, text: &str) -> PwMultiAff = isl_pw_multi_aff_read_from_str;
    /// As a `UnionPwMultiAff`.
    to_union_pw_multi_aff(&self) -> UnionPwMultiAff = isl_pw_multi_aff_to_union_pw_multi_aff;
    /// From a function.
    from_multi_pw_aff(mpa: &MultiPwAff) -> PwMultiAff = isl_pw_multi_aff_from_multi_pw_aff;
    /// As a `MultiPwAff`.
    to_multi_pw_aff(&self) -> MultiPwAff = isl_pw_multi_aff_to_multi_pw_aff;
    /// The list of this only.
    to_list(&self) -> PwMultiAffList = isl_pw_multi_aff_to_list;
    /// The smallest value of each output; infinite if there is none.
    min_multi_val(&self) -> MultiVal = isl_pw_multi_aff_min_multi_val;
    /// The largest value of each output; infinite if there is none.
    max_multi_val(&self) -> MultiVal = isl_pw_multi_aff_max_multi_val;
} }

callbacks! { PwMultiAff {
    /// Calls `f` with each piece and its domain.
    foreach_piece(&self, |set: Set, aff: MultiAff| -> ()) -> () = isl_pw_multi_aff_foreach_piece;
    /// Whether `f` holds for each piece. Stops at the first for which it does not.
    every_piece(&self, |set: &Set, aff: &MultiAff| -> bool) -> bool = isl_pw_multi_aff_every_piece;
} }

object! {
    /// A list of piecewise functions.
    PwMultiAffList = isl_pw_multi_aff_list: isl_pw_multi_aff_list_copy, isl_pw_multi_aff_list_free, isl_pw_multi_aff_list_to_str;
}

list! { PwMultiAffList of PwMultiAff: isl_pw_multi_aff_list_add }

methods! { PwMultiAffList {
    /// An empty list with room for `n` items.
    alloc(ctx: &Context, n: usize) -> PwMultiAffList = isl_pw_multi_aff_list_alloc;
    /// The list with `el` at its end.
    add(&self, el: &PwMultiAff) -> PwMultiAffList = isl_pw_multi_aff_list_add;
    /// With `el` at position `pos`.
    insert(&self, pos: usize, el: &PwMultiAff) -> PwMultiAffList = isl_pw_multi_aff_list_insert;
    /// Without `n` items from position `first` on.
    drop(&self, first: usize, n: usize) -> PwMultiAffList = isl_pw_multi_aff_list_drop;
    /// The empty list.
    clear(&self) -> PwMultiAffList = isl_pw_multi_aff_list_clear;
    /// In the opposite order.
    reverse(&self) -> PwMultiAffList = isl_pw_multi_aff_list_reverse;
    /// Both lists, one after the other.
    concat(&self, list2: &PwMultiAffList) -> PwMultiAffList = isl_pw_multi_aff_list_concat;
    /// The number of items.
    size(&self) -> usize = isl_pw_multi_aff_list_size;
    /// The item at a position.
    get_at(&self, index: usize) -> PwMultiAff = isl_pw_multi_aff_list_get_at;
    /// Replaces the item at a position.
    set_at(&self, index: usize, el: &PwMultiAff) -> PwMultiAffList = isl_pw_multi_aff_list_set_pw_multi_aff;
    /// Parses isl's notation.
    read(ctx: &Context, text: &str) -> PwMultiAffList = isl_pw_multi_aff_list_read_from_str;
} }

callbacks! { PwMultiAffList {
    /// Calls `f` with each item.
    foreach(&self, |item: PwMultiAff| -> ()) -> () = isl_pw_multi_aff_list_foreach;
    /// Whether `f` holds for each item. Stops at the first for which it does not.
    every(&self, |item: &PwMultiAff| -> bool) -> bool = isl_pw_multi_aff_list_every;
} }
