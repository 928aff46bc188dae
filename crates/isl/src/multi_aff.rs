//! Tuples of affine functions.

use polymill_isl_sys as sys;

use crate::{
    Aff, AffList, BasicSet, Context, Dim, Id, Map, MultiId, MultiPwAff, MultiUnionPwAff, MultiVal, PwMultiAff, Set,
    Space, Val,
};

object! {
    /// A tuple of quasi-affine functions on one domain space.
    MultiAff = isl_multi_aff: isl_multi_aff_copy, isl_multi_aff_free, isl_multi_aff_to_str;
}

methods! { MultiAff {
    /// The space.
    get_space(&self) -> Space = isl_multi_aff_get_space;
    /// The space of the domain.
    get_domain_space(&self) -> Space = isl_multi_aff_get_domain_space;
    /// The items.
    get_list(&self) -> AffList = isl_multi_aff_get_list;
    /// From a list of affine functions, one for each output.
    from_aff_list(space: &Space, list: &AffList) -> MultiAff = isl_multi_aff_from_aff_list;
    /// Whether both obviously are the same.
    plain_is_equal(&self, multi2: &MultiAff) -> bool = isl_multi_aff_plain_is_equal;
    /// With the tags of all ids dropped (see [`Id::with_tag`](crate::Id::with_tag)).
    reset_user(&self) -> MultiAff = isl_multi_aff_reset_user;
    /// The number of outputs.
    size(&self) -> usize = isl_multi_aff_size;
    /// The function of one output.
    get_at(&self, pos: usize) -> Aff = isl_multi_aff_get_at;
    /// Replaces the function of one output.
    set_at(&self, pos: usize, el: &Aff) -> MultiAff = isl_multi_aff_set_at;
    /// Inserts the outputs of the other one at a position.
    range_splice(&self, pos: usize, multi2: &MultiAff) -> MultiAff = isl_multi_aff_range_splice;
    /// With nested tuples in the range flattened.
    flatten_range(&self) -> MultiAff = isl_multi_aff_flatten_range;
    /// From `A -> B` and `A -> C` to `A -> (B, C)`.
    flat_range_product(&self, multi2: &MultiAff) -> MultiAff = isl_multi_aff_flat_range_product;
    /// From `A -> B` and `A -> C` to `A -> (B -> C)`.
    range_product(&self, multi2: &MultiAff) -> MultiAff = isl_multi_aff_range_product;
    /// From `[A -> B]` to `B`.
    factor_range(&self) -> MultiAff = isl_multi_aff_factor_range;
    /// Whether the range is a wrapped relation.
    range_is_wrapping(&self) -> bool = isl_multi_aff_range_is_wrapping;
    /// From `A -> (B -> C)` to `A -> B`.
    range_factor_domain(&self) -> MultiAff = isl_multi_aff_range_factor_domain;
    /// From `A -> (B -> C)` to `A -> C`.
    range_factor_range(&self) -> MultiAff = isl_multi_aff_range_factor_range;
    /// Puts the parameters of `model` first, in the model's order, adding those that are missing.
    align_params(&self, model: &Space) -> MultiAff = isl_multi_aff_align_params;
    /// The function from a tuple without name and dimensions to the values of this function of the parameters.
    from_range(multi: &MultiAff) -> MultiAff = isl_multi_aff_from_range;
    /// The identity in this space.
    identity_multi_aff(&self) -> MultiAff = isl_multi_aff_identity_multi_aff;
    /// The identity in this space.
    identity(space: &Space) -> MultiAff = isl_multi_aff_identity;
    /// The identity on this set space.
    identity_on_domain_space(space: &Space) -> MultiAff = isl_multi_aff_identity_on_domain_space;
    /// An order for sorting, which says nothing of the elements: -1, 0 or 1.
    plain_cmp(&self, multi2: &MultiAff) -> i32 = isl_multi_aff_plain_cmp;
    /// Multiplies by a number.
    scale_val(&self, v: &Val) -> MultiAff = isl_multi_aff_scale_val;
    /// Divides by a number.
    scale_down_val(&self, v: &Val) -> MultiAff = isl_multi_aff_scale_down_val;
    /// Multiplies each output by a number.
    scale_multi_val(&self, mv: &MultiVal) -> MultiAff = isl_multi_aff_scale_multi_val;
    /// Divides each output by a number.
    scale_down_multi_val(&self, mv: &MultiVal) -> MultiAff = isl_multi_aff_scale_down_multi_val;
    /// The remainder of each output by a number.
    mod_multi_val(&self, mv: &MultiVal) -> MultiAff = isl_multi_aff_mod_multi_val;
    /// The sum; functions are added where both are defined.
    add(&self, multi2: &MultiAff) -> MultiAff = isl_multi_aff_add;
    /// The difference; functions are subtracted where both are defined.
    sub(&self, multi2: &MultiAff) -> MultiAff = isl_multi_aff_sub;
    /// The negation.
    neg(&self) -> MultiAff = isl_multi_aff_neg;
    /// Adds a constant.
    add_constant_val(&self, v: &Val) -> MultiAff = isl_multi_aff_add_constant_val;
    /// Adds one constant to each output.
    add_constant_multi_val(&self, mv: &MultiVal) -> MultiAff = isl_multi_aff_add_constant_multi_val;
    /// Zero everywhere.
    zero(space: &Space) -> MultiAff = isl_multi_aff_zero;
    /// Whether NaN occurs.
    involves_nan(&self) -> bool = isl_multi_aff_involves_nan;
    /// The number of dimensions of a kind.
    dim(&self, kind: Dim) -> usize = isl_multi_aff_dim;
    /// Removes `n` dimensions from position `first` on.
    drop_dims(&self, kind: Dim, first: usize, n: usize) -> MultiAff = isl_multi_aff_drop_dims, within(kind, first, n);
    /// Whether any of `n` dimensions from position `first` on occurs.
    involves_dims(&self, kind: Dim, first: usize, n: usize) -> bool = isl_multi_aff_involves_dims, within_domain(kind, first, n);
    /// Inserts `n` dimensions at a position.
    insert_dims(&self, kind: Dim, first: usize, n: usize) -> MultiAff = isl_multi_aff_insert_dims, within_or_end(kind, first);
    /// Adds `n` dimensions at the end.
    add_dims(&self, kind: Dim, n: usize) -> MultiAff = isl_multi_aff_add_dims;
    /// For a function of parameters only: the same without its domain tuple.
    project_domain_on_params(&self) -> MultiAff = isl_multi_aff_project_domain_on_params;
    /// The function (or relation) on this domain that does not depend on the domain.
    insert_domain(&self, domain: &Space) -> MultiAff = isl_multi_aff_insert_domain;
    /// Whether there are integer divisions (or other local variables).
    involves_locals(&self) -> bool = isl_multi_aff_involves_locals;
    /// The position of the dimension with this name.
    find_dim_by_name(&self, kind: Dim, name: &str) -> Option<usize> = isl_multi_aff_find_dim_by_name;
    /// The position of the dimension with this id.
    find_dim_by_id(&self, kind: Dim, id: &Id) -> Option<usize> = isl_multi_aff_find_dim_by_id;
    /// The id of a dimension; an error if it has none.
    get_dim_id(&self, kind: Dim, pos: usize) -> Id = isl_multi_aff_get_dim_id;
    /// Sets the name of a dimension.
    set_dim_name(&self, kind: Dim, pos: usize, s: &str) -> MultiAff = isl_multi_aff_set_dim_name;
    /// Sets the id of a dimension.
    set_dim_id(&self, kind: Dim, pos: usize, id: &Id) -> MultiAff = isl_multi_aff_set_dim_id;
    /// The name of a tuple, if it has one.
    get_tuple_name(&self, kind: Dim) -> Option<String> = isl_multi_aff_get_tuple_name;
    /// Whether the output tuple has an id.
    has_range_tuple_id(&self) -> bool = isl_multi_aff_has_range_tuple_id;
    /// Whether the tuple has an id.
    has_tuple_id(&self, kind: Dim) -> bool = isl_multi_aff_has_tuple_id;
    /// The id of the output tuple; an error if it has none.
    get_range_tuple_id(&self) -> Id = isl_multi_aff_get_range_tuple_id;
    /// The id of a tuple; an error if it has none.
    get_tuple_id(&self, kind: Dim) -> Id = isl_multi_aff_get_tuple_id;
    /// Sets the name of a tuple.
    set_tuple_name(&self, kind: Dim, s: &str) -> MultiAff = isl_multi_aff_set_tuple_name;
    /// Sets the id of the output tuple.
    set_range_tuple_id(&self, id: &Id) -> MultiAff = isl_multi_aff_set_range_tuple_id;
    /// Sets the id of a tuple.
    set_tuple_id(&self, kind: Dim, id: &Id) -> MultiAff = isl_multi_aff_set_tuple_id;
    /// Without the id of the output tuple.
    reset_range_tuple_id(&self) -> MultiAff = isl_multi_aff_reset_range_tuple_id;
    /// Without the id of a tuple.
    reset_tuple_id(&self, kind: Dim) -> MultiAff = isl_multi_aff_reset_tuple_id;
    /// From `A -> B` and `C -> D` to `(A -> C) -> (B -> D)`.
    product(&self, multi2: &MultiAff) -> MultiAff = isl_multi_aff_product;
    /// Inserts the inputs and the outputs of the other one at these positions.
    splice(&self, in_pos: usize, out_pos: usize, multi2: &MultiAff) -> MultiAff = isl_multi_aff_splice;
    /// Binds the domain's dimensions to parameters, and drops the domain tuple.
    bind_domain(&self, tuple: &MultiId) -> MultiAff = isl_multi_aff_bind_domain;
    /// Binds the dimensions of the domain's wrapped domain to parameters, and drops it.
    bind_domain_wrapped_domain(&self, tuple: &MultiId) -> MultiAff = isl_multi_aff_bind_domain_wrapped_domain;
    /// Turns the parameters of these names into dimensions of a new domain.
    unbind_params_insert_domain(&self, domain: &MultiId) -> MultiAff = isl_multi_aff_unbind_params_insert_domain;
    /// From an affine function.
    from_aff(aff: &Aff) -> MultiAff = isl_multi_aff_from_aff;
    /// The function from a wrapped relation space to its domain.
    domain_map(space: &Space) -> MultiAff = isl_multi_aff_domain_map;
    /// The function from a wrapped relation space to its range.
    range_map(space: &Space) -> MultiAff = isl_multi_aff_range_map;
    /// The function that drops `n` dimensions from position `first` on.
    project_out_map(space: &Space, kind: Dim, first: usize, n: usize) -> MultiAff = isl_multi_aff_project_out_map, within(kind, first, n);
    /// The constant function on this set space.
    multi_val_on_domain_space(space: &Space, mv: &MultiVal) -> MultiAff = isl_multi_aff_multi_val_on_domain_space;
    /// The constant function in this space.
    multi_val_on_space(space: &Space, mv: &MultiVal) -> MultiAff = isl_multi_aff_multi_val_on_space;
    /// The constant terms.
    get_constant_multi_val(&self) -> MultiVal = isl_multi_aff_get_constant_multi_val;
    /// Rounds down.
    floor(&self) -> MultiAff = isl_multi_aff_floor;
    /// Simplified, given that `context` holds for the parameters.
    gist_params(&self, context: &Set) -> MultiAff = isl_multi_aff_gist_params;
    /// Simplified, given that `context` holds.
    gist(&self, context: &Set) -> MultiAff = isl_multi_aff_gist;
    /// The composition: first the other function, then this one.
    pullback_multi_aff(&self, ma2: &MultiAff) -> MultiAff = isl_multi_aff_pullback_multi_aff;
    /// Moves `n` dimensions to another kind or position.
    move_dims(&self, dst_type: Dim, dst_pos: usize, src_type: Dim, src_pos: usize, n: usize) -> MultiAff = isl_multi_aff_move_dims, movable(dst_type, dst_pos, src_type, src_pos, n);
    /// Where this is lexicographically less than the other.
    lex_lt_set(&self, ma2: &MultiAff) -> Set = isl_multi_aff_lex_lt_set;
    /// Where this is lexicographically less than or equal to the other.
    lex_le_set(&self, ma2: &MultiAff) -> Set = isl_multi_aff_lex_le_set;
    /// Where this is lexicographically greater than the other.
    lex_gt_set(&self, ma2: &MultiAff) -> Set = isl_multi_aff_lex_gt_set;
    /// Where this is lexicographically greater than or equal to the other.
    lex_ge_set(&self, ma2: &MultiAff) -> Set = isl_multi_aff_lex_ge_set;
    /// Binds the dimensions to parameters: equates each with the parameter of that name, and drops the tuple.
    bind(&self, tuple: &MultiId) -> BasicSet = isl_multi_aff_bind;
    /// Parses isl's notation.
    read(ctx: &Context, text: &str) -> MultiAff = isl_multi_aff_read_from_str;
    /// As a `PwMultiAff`.
    to_pw_multi_aff(&self) -> PwMultiAff = isl_multi_aff_to_pw_multi_aff;
    /// With nested tuples in the domain flattened.
    flatten_domain(&self) -> MultiAff = isl_multi_aff_flatten_domain;
    /// As a `MultiPwAff`.
    to_multi_pw_aff(&self) -> MultiPwAff = isl_multi_aff_to_multi_pw_aff;
    /// As a `MultiUnionPwAff`.
    to_multi_union_pw_aff(&self) -> MultiUnionPwAff = isl_multi_aff_to_multi_union_pw_aff;
    /// As a set.
    as_set(&self) -> Set = isl_multi_aff_as_set;
    /// As a relation.
    as_map(&self) -> Map = isl_multi_aff_as_map;
} }
