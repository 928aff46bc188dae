//! Tuples of piecewise affine functions.

use polymill_isl_sys as sys;

use crate::{
    Aff, Context, Dim, Id, IdList, Map, MultiAff, MultiId, MultiVal, PwAff, PwAffList, PwMultiAff, Set, Space, Val,
};

object! {
    /// A tuple of piecewise quasi-affine functions on one domain space.
    MultiPwAff = isl_multi_pw_aff: isl_multi_pw_aff_copy, isl_multi_pw_aff_free, isl_multi_pw_aff_to_str;
}

methods! { MultiPwAff {
    /// The space.
    get_space(&self) -> Space = isl_multi_pw_aff_get_space;
    /// The space of the domain.
    get_domain_space(&self) -> Space = isl_multi_pw_aff_get_domain_space;
    /// The items.
    get_list(&self) -> PwAffList = isl_multi_pw_aff_get_list;
    /// From a list of functions, one for each output.
    from_pw_aff_list(space: &Space, list: &PwAffList) -> MultiPwAff = isl_multi_pw_aff_from_pw_aff_list;
    /// Whether both obviously are the same.
    plain_is_equal(&self, multi2: &MultiPwAff) -> bool = isl_multi_pw_aff_plain_is_equal;
    /// With the tags of all ids dropped (see [`Id::with_tag`](crate::Id::with_tag)).
    reset_user(&self) -> MultiPwAff = isl_multi_pw_aff_reset_user;
    /// The number of outputs.
    size(&self) -> usize = isl_multi_pw_aff_size;
    /// The function of one output.
    get_at(&self, pos: usize) -> PwAff = isl_multi_pw_aff_get_at;
    /// Replaces the function of one output.
    set_at(&self, pos: usize, el: &PwAff) -> MultiPwAff = isl_multi_pw_aff_set_at;
    /// Inserts the outputs of the other one at a position.
    range_splice(&self, pos: usize, multi2: &MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_range_splice;
    /// With nested tuples in the range flattened.
    flatten_range(&self) -> MultiPwAff = isl_multi_pw_aff_flatten_range;
    /// From `A -> B` and `A -> C` to `A -> (B, C)`.
    flat_range_product(&self, multi2: &MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_flat_range_product;
    /// From `A -> B` and `A -> C` to `A -> (B -> C)`.
    range_product(&self, multi2: &MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_range_product;
    /// From `[A -> B]` to `B`.
    factor_range(&self) -> MultiPwAff = isl_multi_pw_aff_factor_range;
    /// Whether the range is a wrapped relation.
    range_is_wrapping(&self) -> bool = isl_multi_pw_aff_range_is_wrapping;
    /// From `A -> (B -> C)` to `A -> B`.
    range_factor_domain(&self) -> MultiPwAff = isl_multi_pw_aff_range_factor_domain;
    /// From `A -> (B -> C)` to `A -> C`.
    range_factor_range(&self) -> MultiPwAff = isl_multi_pw_aff_range_factor_range;
    /// Puts the parameters of `model` first, in the model's order, adding those that are missing.
    align_params(&self, model: &Space) -> MultiPwAff = isl_multi_pw_aff_align_params;
    /// The function from a tuple without name and dimensions to the values of this function of the parameters.
    from_range(multi: &MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_from_range;
    /// The identity in this space.
    identity_multi_pw_aff(&self) -> MultiPwAff = isl_multi_pw_aff_identity_multi_pw_aff;
    /// The identity in this space.
    identity(space: &Space) -> MultiPwAff = isl_multi_pw_aff_identity;
    /// The identity on this set space.
    identity_on_domain_space(space: &Space) -> MultiPwAff = isl_multi_pw_aff_identity_on_domain_space;
    /// Multiplies by a number.
    scale_val(&self, v: &Val) -> MultiPwAff = isl_multi_pw_aff_scale_val;
    /// Divides by a number.
    scale_down_val(&self, v: &Val) -> MultiPwAff = isl_multi_pw_aff_scale_down_val;
    /// Multiplies each output by a number.
    scale_multi_val(&self, mv: &MultiVal) -> MultiPwAff = isl_multi_pw_aff_scale_multi_val;
    /// Divides each output by a number.
    scale_down_multi_val(&self, mv: &MultiVal) -> MultiPwAff = isl_multi_pw_aff_scale_down_multi_val;
    /// The remainder of each output by a number.
    mod_multi_val(&self, mv: &MultiVal) -> MultiPwAff = isl_multi_pw_aff_mod_multi_val;
    /// The sum; functions are added where both are defined.
    add(&self, multi2: &MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_add;
    /// The difference; functions are subtracted where both are defined.
    sub(&self, multi2: &MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_sub;
    /// The negation.
    neg(&self) -> MultiPwAff = isl_multi_pw_aff_neg;
    /// The smaller one.
    min(&self, multi2: &MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_min;
    /// The larger one.
    max(&self, multi2: &MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_max;
    /// Adds a constant.
    add_constant_val(&self, v: &Val) -> MultiPwAff = isl_multi_pw_aff_add_constant_val;
    /// Adds one constant to each output.
    add_constant_multi_val(&self, mv: &MultiVal) -> MultiPwAff = isl_multi_pw_aff_add_constant_multi_val;
    /// Zero everywhere.
    zero(space: &Space) -> MultiPwAff = isl_multi_pw_aff_zero;
    /// Whether NaN occurs.
    involves_nan(&self) -> bool = isl_multi_pw_aff_involves_nan;
    /// The number of dimensions of a kind.
    dim(&self, kind: Dim) -> usize = isl_multi_pw_aff_dim;
    /// Removes `n` dimensions from position `first` on.
    drop_dims(&self, kind: Dim, first: usize, n: usize) -> MultiPwAff = isl_multi_pw_aff_drop_dims, within(kind, first, n);
    /// Whether any of `n` dimensions from position `first` on occurs.
    involves_dims(&self, kind: Dim, first: usize, n: usize) -> bool = isl_multi_pw_aff_involves_dims, within_domain(kind, first, n);
    /// Inserts `n` dimensions at a position.
    insert_dims(&self, kind: Dim, first: usize, n: usize) -> MultiPwAff = isl_multi_pw_aff_insert_dims, within_or_end(kind, first);
    /// Adds `n` dimensions at the end.
    add_dims(&self, kind: Dim, n: usize) -> MultiPwAff = isl_multi_pw_aff_add_dims;
    /// For a function of parameters only: the same without its domain tuple.
    project_domain_on_params(&self) -> MultiPwAff = isl_multi_pw_aff_project_domain_on_params;
    /// The position of the dimension with this name.
    find_dim_by_name(&self, kind: Dim, name: &str) -> Option<usize> = isl_multi_pw_aff_find_dim_by_name;
    /// The position of the dimension with this id.
    find_dim_by_id(&self, kind: Dim, id: &Id) -> Option<usize> = isl_multi_pw_aff_find_dim_by_id;
    /// The id of a dimension; an error if it has none.
    get_dim_id(&self, kind: Dim, pos: usize) -> Id = isl_multi_pw_aff_get_dim_id;
    /// Sets the name of a dimension.
    set_dim_name(&self, kind: Dim, pos: usize, s: &str) -> MultiPwAff = isl_multi_pw_aff_set_dim_name;
    /// Sets the id of a dimension.
    set_dim_id(&self, kind: Dim, pos: usize, id: &Id) -> MultiPwAff = isl_multi_pw_aff_set_dim_id;
    /// The function (or relation) on this domain that does not depend on the domain.
    insert_domain(&self, domain: &Space) -> MultiPwAff = isl_multi_pw_aff_insert_domain;
    /// The name of a tuple, if it has one.
    get_tuple_name(&self, kind: Dim) -> Option<String> = isl_multi_pw_aff_get_tuple_name;
    /// Whether the output tuple has an id.
    has_range_tuple_id(&self) -> bool = isl_multi_pw_aff_has_range_tuple_id;
    /// Whether the tuple has an id.
    has_tuple_id(&self, kind: Dim) -> bool = isl_multi_pw_aff_has_tuple_id;
    /// The id of the output tuple; an error if it has none.
    get_range_tuple_id(&self) -> Id = isl_multi_pw_aff_get_range_tuple_id;
    /// The id of a tuple; an error if it has none.
    get_tuple_id(&self, kind: Dim) -> Id = isl_multi_pw_aff_get_tuple_id;
    /// Sets the name of a tuple.
    set_tuple_name(&self, kind: Dim, s: &str) -> MultiPwAff = isl_multi_pw_aff_set_tuple_name;
    /// Sets the id of the output tuple.
    set_range_tuple_id(&self, id: &Id) -> MultiPwAff = isl_multi_pw_aff_set_range_tuple_id;
    /// Sets the id of a tuple.
    set_tuple_id(&self, kind: Dim, id: &Id) -> MultiPwAff = isl_multi_pw_aff_set_tuple_id;
    /// Without the id of the output tuple.
    reset_range_tuple_id(&self) -> MultiPwAff = isl_multi_pw_aff_reset_range_tuple_id;
    /// Without the id of a tuple.
    reset_tuple_id(&self, kind: Dim) -> MultiPwAff = isl_multi_pw_aff_reset_tuple_id;
    /// From `A -> B` and `C -> D` to `(A -> C) -> (B -> D)`.
    product(&self, multi2: &MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_product;
    /// Inserts the inputs and the outputs of the other one at these positions.
    splice(&self, in_pos: usize, out_pos: usize, multi2: &MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_splice;
    /// Binds the domain's dimensions to parameters, and drops the domain tuple.
    bind_domain(&self, tuple: &MultiId) -> MultiPwAff = isl_multi_pw_aff_bind_domain;
    /// Binds the dimensions of the domain's wrapped domain to parameters, and drops it.
    bind_domain_wrapped_domain(&self, tuple: &MultiId) -> MultiPwAff = isl_multi_pw_aff_bind_domain_wrapped_domain;
    /// Whether this parameter occurs.
    involves_param_id(&self, id: &Id) -> bool = isl_multi_pw_aff_involves_param_id;
    /// Whether any of these parameters occurs.
    involves_param_id_list(&self, list: &IdList) -> bool = isl_multi_pw_aff_involves_param_id_list;
    /// Turns the parameters of these names into dimensions of a new domain.
    unbind_params_insert_domain(&self, domain: &MultiId) -> MultiPwAff = isl_multi_pw_aff_unbind_params_insert_domain;
    /// From an affine function.
    from_aff(aff: &Aff) -> MultiPwAff = isl_multi_pw_aff_from_aff;
    /// From a function.
    from_multi_aff(ma: &MultiAff) -> MultiPwAff = isl_multi_pw_aff_from_multi_aff;
    /// From a function.
    from_pw_aff(pa: &PwAff) -> MultiPwAff = isl_multi_pw_aff_from_pw_aff;
    /// The domain.
    domain(&self) -> Set = isl_multi_pw_aff_domain;
    /// The part whose parameters are in the set.
    intersect_params(&self, set: &Set) -> MultiPwAff = isl_multi_pw_aff_intersect_params;
    /// The part whose domain is in the set.
    intersect_domain(&self, domain: &Set) -> MultiPwAff = isl_multi_pw_aff_intersect_domain;
    /// Simplified, given that `context` holds.
    gist(&self, set: &Set) -> MultiPwAff = isl_multi_pw_aff_gist;
    /// Simplified, given that `context` holds for the parameters.
    gist_params(&self, set: &Set) -> MultiPwAff = isl_multi_pw_aff_gist_params;
    /// Whether it is constant.
    is_cst(&self) -> bool = isl_multi_pw_aff_is_cst;
    /// Whether both are equal.
    is_equal(&self, mpa2: &MultiPwAff) -> bool = isl_multi_pw_aff_is_equal;
    /// The composition: first the other function, then this one.
    pullback_multi_aff(&self, ma: &MultiAff) -> MultiPwAff = isl_multi_pw_aff_pullback_multi_aff;
    /// The composition: first the other function, then this one.
    pullback_pw_multi_aff(&self, pma: &PwMultiAff) -> MultiPwAff = isl_multi_pw_aff_pullback_pw_multi_aff;
    /// The composition: first the other function, then this one.
    pullback_multi_pw_aff(&self, mpa2: &MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_pullback_multi_pw_aff;
    /// The sum where both are defined; where only one is, that one.
    union_add(&self, mpa2: &MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_union_add;
    /// Moves `n` dimensions to another kind or position.
    move_dims(&self, dst_type: Dim, dst_pos: usize, src_type: Dim, src_pos: usize, n: usize) -> MultiPwAff = isl_multi_pw_aff_move_dims, movable(dst_type, dst_pos, src_type, src_pos, n);
    /// Whether it is a function without pieces.
    isa_multi_aff(&self) -> bool = isl_multi_pw_aff_isa_multi_aff;
    /// As a function without pieces, if it is one; an error otherwise.
    as_multi_aff(&self) -> MultiAff = isl_multi_pw_aff_as_multi_aff;
    /// As a set.
    as_set(&self) -> Set = isl_multi_pw_aff_as_set;
    /// As a relation.
    as_map(&self) -> Map = isl_multi_pw_aff_as_map;
    /// From a function.
    from_pw_multi_aff(pma: &PwMultiAff) -> MultiPwAff = isl_multi_pw_aff_from_pw_multi_aff;
    /// The pairs of elements for which both have equal values.
    eq_map(&self, mpa2: &MultiPwAff) -> Map = isl_multi_pw_aff_eq_map;
    /// The pairs of elements with this value, at the first, lexicographically less than or equal to the other's at
    /// the second.
    lex_le_map(&self, mpa2: &MultiPwAff) -> Map = isl_multi_pw_aff_lex_le_map;
    /// The pairs of elements with this value, at the first, lexicographically less than the other's at the second.
    lex_lt_map(&self, mpa2: &MultiPwAff) -> Map = isl_multi_pw_aff_lex_lt_map;
    /// The pairs of elements with this value, at the first, lexicographically greater than or equal to the other's at
    /// the second.
    lex_ge_map(&self, mpa2: &MultiPwAff) -> Map = isl_multi_pw_aff_lex_ge_map;
    /// The pairs of elements with this value, at the first, lexicographically greater than the other's at the second.
    lex_gt_map(&self, mpa2: &MultiPwAff) -> Map = isl_multi_pw_aff_lex_gt_map;
    /// Binds the dimensions to parameters: equates each with the parameter of that name, and drops the tuple.
    bind(&self, tuple: &MultiId) -> Set = isl_multi_pw_aff_bind;
    /// Parses isl's notation.
    read(ctx: &Context, text: &str) -> MultiPwAff = isl_multi_pw_aff_read_from_str;
    /// The smallest value of each output; infinite if there is none.
    min_multi_val(&self) -> MultiVal = isl_multi_pw_aff_min_multi_val;
    /// The largest value of each output; infinite if there is none.
    max_multi_val(&self) -> MultiVal = isl_multi_pw_aff_max_multi_val;
} }
