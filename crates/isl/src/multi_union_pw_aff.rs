//! Tuples of piecewise affine functions on many spaces.

use polymill_isl_sys as sys;

use crate::{
    Aff, Context, Dim, Id, MultiAff, MultiId, MultiPwAff, MultiVal, PwAff, PwMultiAff, Set, Space, UnionMap,
    UnionPwAff, UnionPwAffList, UnionPwMultiAff, UnionSet, Val,
};

object! {
    /// A tuple of piecewise quasi-affine functions on any number of domain spaces, such as a partial schedule.
    MultiUnionPwAff = isl_multi_union_pw_aff: isl_multi_union_pw_aff_copy, isl_multi_union_pw_aff_free, isl_multi_union_pw_aff_to_str;
}

methods! { MultiUnionPwAff {
    /// The space.
    get_space(&self) -> Space = isl_multi_union_pw_aff_get_space;
    /// The space of the domain.
    get_domain_space(&self) -> Space = isl_multi_union_pw_aff_get_domain_space;
    /// The items.
    get_list(&self) -> UnionPwAffList = isl_multi_union_pw_aff_get_list;
    /// From a list of functions, one for each output.
    from_union_pw_aff_list(space: &Space, list: &UnionPwAffList) -> MultiUnionPwAff = isl_multi_union_pw_aff_from_union_pw_aff_list;
    /// Whether both obviously are the same.
    plain_is_equal(&self, multi2: &MultiUnionPwAff) -> bool = isl_multi_union_pw_aff_plain_is_equal;
    /// With the tags of all ids dropped (see [`Id::with_tag`](crate::Id::with_tag)).
    reset_user(&self) -> MultiUnionPwAff = isl_multi_union_pw_aff_reset_user;
    /// The number of outputs.
    size(&self) -> usize = isl_multi_union_pw_aff_size;
    /// The function of one output.
    get_at(&self, pos: usize) -> UnionPwAff = isl_multi_union_pw_aff_get_at;
    /// Replaces the function of one output.
    set_at(&self, pos: usize, el: &UnionPwAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_set_at;
    /// Inserts the outputs of the other one at a position.
    range_splice(&self, pos: usize, multi2: &MultiUnionPwAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_range_splice;
    /// With nested tuples in the range flattened.
    flatten_range(&self) -> MultiUnionPwAff = isl_multi_union_pw_aff_flatten_range;
    /// From `A -> B` and `A -> C` to `A -> (B, C)`.
    flat_range_product(&self, multi2: &MultiUnionPwAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_flat_range_product;
    /// From `A -> B` and `A -> C` to `A -> (B -> C)`.
    range_product(&self, multi2: &MultiUnionPwAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_range_product;
    /// From `[A -> B]` to `B`.
    factor_range(&self) -> MultiUnionPwAff = isl_multi_union_pw_aff_factor_range;
    /// Whether the range is a wrapped relation.
    range_is_wrapping(&self) -> bool = isl_multi_union_pw_aff_range_is_wrapping;
    /// From `A -> (B -> C)` to `A -> B`.
    range_factor_domain(&self) -> MultiUnionPwAff = isl_multi_union_pw_aff_range_factor_domain;
    /// From `A -> (B -> C)` to `A -> C`.
    range_factor_range(&self) -> MultiUnionPwAff = isl_multi_union_pw_aff_range_factor_range;
    /// Puts the parameters of `model` first, in the model's order, adding those that are missing.
    align_params(&self, model: &Space) -> MultiUnionPwAff = isl_multi_union_pw_aff_align_params;
    /// The function from a tuple without name and dimensions to the values of this function of the parameters.
    from_range(multi: &MultiUnionPwAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_from_range;
    /// Multiplies by a number.
    scale_val(&self, v: &Val) -> MultiUnionPwAff = isl_multi_union_pw_aff_scale_val;
    /// Divides by a number.
    scale_down_val(&self, v: &Val) -> MultiUnionPwAff = isl_multi_union_pw_aff_scale_down_val;
    /// Multiplies each output by a number.
    scale_multi_val(&self, mv: &MultiVal) -> MultiUnionPwAff = isl_multi_union_pw_aff_scale_multi_val;
    /// Divides each output by a number.
    scale_down_multi_val(&self, mv: &MultiVal) -> MultiUnionPwAff = isl_multi_union_pw_aff_scale_down_multi_val;
    /// The remainder of each output by a number.
    mod_multi_val(&self, mv: &MultiVal) -> MultiUnionPwAff = isl_multi_union_pw_aff_mod_multi_val;
    /// The sum; functions are added where both are defined.
    add(&self, multi2: &MultiUnionPwAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_add;
    /// The difference; functions are subtracted where both are defined.
    sub(&self, multi2: &MultiUnionPwAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_sub;
    /// The negation.
    neg(&self) -> MultiUnionPwAff = isl_multi_union_pw_aff_neg;
    /// Zero everywhere.
    zero(space: &Space) -> MultiUnionPwAff = isl_multi_union_pw_aff_zero;
    /// Whether NaN occurs.
    involves_nan(&self) -> bool = isl_multi_union_pw_aff_involves_nan;
    /// The number of dimensions of a kind.
    dim(&self, kind: Dim) -> usize = isl_multi_union_pw_aff_dim;
    /// Removes `n` dimensions from position `first` on.
    drop_dims(&self, kind: Dim, first: usize, n: usize) -> MultiUnionPwAff = isl_multi_union_pw_aff_drop_dims, within(kind, first, n);
    /// The position of the dimension with this name.
    find_dim_by_name(&self, kind: Dim, name: &str) -> Option<usize> = isl_multi_union_pw_aff_find_dim_by_name;
    /// The position of the dimension with this id.
    find_dim_by_id(&self, kind: Dim, id: &Id) -> Option<usize> = isl_multi_union_pw_aff_find_dim_by_id;
    /// The id of a dimension; an error if it has none.
    get_dim_id(&self, kind: Dim, pos: usize) -> Id = isl_multi_union_pw_aff_get_dim_id;
    /// Sets the name of a dimension.
    set_dim_name(&self, kind: Dim, pos: usize, s: &str) -> MultiUnionPwAff = isl_multi_union_pw_aff_set_dim_name;
    /// Sets the id of a dimension.
    set_dim_id(&self, kind: Dim, pos: usize, id: &Id) -> MultiUnionPwAff = isl_multi_union_pw_aff_set_dim_id;
    /// The name of a tuple, if it has one.
    get_tuple_name(&self, kind: Dim) -> Option<String> = isl_multi_union_pw_aff_get_tuple_name;
    /// Whether the output tuple has an id.
    has_range_tuple_id(&self) -> bool = isl_multi_union_pw_aff_has_range_tuple_id;
    /// Whether the tuple has an id.
    has_tuple_id(&self, kind: Dim) -> bool = isl_multi_union_pw_aff_has_tuple_id;
    /// The id of the output tuple; an error if it has none.
    get_range_tuple_id(&self) -> Id = isl_multi_union_pw_aff_get_range_tuple_id;
    /// The id of a tuple; an error if it has none.
    get_tuple_id(&self, kind: Dim) -> Id = isl_multi_union_pw_aff_get_tuple_id;
    /// Sets the name of a tuple.
    set_tuple_name(&self, kind: Dim, s: &str) -> MultiUnionPwAff = isl_multi_union_pw_aff_set_tuple_name;
    /// Sets the id of the output tuple.
    set_range_tuple_id(&self, id: &Id) -> MultiUnionPwAff = isl_multi_union_pw_aff_set_range_tuple_id;
    /// Sets the id of a tuple.
    set_tuple_id(&self, kind: Dim, id: &Id) -> MultiUnionPwAff = isl_multi_union_pw_aff_set_tuple_id;
    /// Without the id of the output tuple.
    reset_range_tuple_id(&self) -> MultiUnionPwAff = isl_multi_union_pw_aff_reset_range_tuple_id;
    /// Without the id of a tuple.
    reset_tuple_id(&self, kind: Dim) -> MultiUnionPwAff = isl_multi_union_pw_aff_reset_tuple_id;
    /// From a function.
    from_multi_aff(ma: &MultiAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_from_multi_aff;
    /// From a function.
    from_union_pw_aff(upa: &UnionPwAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_from_union_pw_aff;
    /// From a function.
    from_multi_pw_aff(mpa: &MultiPwAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_from_multi_pw_aff;
    /// The constant function on this set.
    multi_val_on_domain(domain: &UnionSet, mv: &MultiVal) -> MultiUnionPwAff = isl_multi_union_pw_aff_multi_val_on_domain;
    /// The function that is `ma` of the parameters on all of `domain`.
    multi_aff_on_domain(domain: &UnionSet, ma: &MultiAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_multi_aff_on_domain;
    /// The function that is `pma` of the parameters on all of `domain`.
    pw_multi_aff_on_domain(domain: &UnionSet, pma: &PwMultiAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_pw_multi_aff_on_domain;
    /// Rounds down.
    floor(&self) -> MultiUnionPwAff = isl_multi_union_pw_aff_floor;
    /// The part whose domain is in the set.
    intersect_domain(&self, uset: &UnionSet) -> MultiUnionPwAff = isl_multi_union_pw_aff_intersect_domain;
    /// The part whose parameters are in the set.
    intersect_params(&self, params: &Set) -> MultiUnionPwAff = isl_multi_union_pw_aff_intersect_params;
    /// The part whose range is in the set.
    intersect_range(&self, set: &Set) -> MultiUnionPwAff = isl_multi_union_pw_aff_intersect_range;
    /// The domain.
    domain(&self) -> UnionSet = isl_multi_union_pw_aff_domain;
    /// Simplified, given that `context` holds.
    gist(&self, context: &UnionSet) -> MultiUnionPwAff = isl_multi_union_pw_aff_gist;
    /// Simplified, given that `context` holds for the parameters.
    gist_params(&self, context: &Set) -> MultiUnionPwAff = isl_multi_union_pw_aff_gist_params;
    /// Applies an affine function to the values.
    apply_aff(&self, aff: &Aff) -> UnionPwAff = isl_multi_union_pw_aff_apply_aff;
    /// Applies a function to the values.
    apply_multi_aff(&self, ma: &MultiAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_apply_multi_aff;
    /// Applies a function to the values.
    apply_pw_aff(&self, pa: &PwAff) -> UnionPwAff = isl_multi_union_pw_aff_apply_pw_aff;
    /// Applies a function to the values.
    apply_pw_multi_aff(&self, pma: &PwMultiAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_apply_pw_multi_aff;
    /// The composition: first the other function, then this one.
    pullback_union_pw_multi_aff(&self, upma: &UnionPwMultiAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_pullback_union_pw_multi_aff;
    /// The sum where both are defined; where only one is, that one.
    union_add(&self, mupa2: &MultiUnionPwAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_union_add;
    /// From a function.
    from_union_pw_multi_aff(upma: &UnionPwMultiAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_from_union_pw_multi_aff;
    /// From a relation that is single-valued.
    from_union_map(umap: &UnionMap) -> MultiUnionPwAff = isl_multi_union_pw_aff_from_union_map;
    /// Where it is zero.
    zero_union_set(&self) -> UnionSet = isl_multi_union_pw_aff_zero_union_set;
    /// Binds the dimensions to parameters: equates each with the parameter of that name, and drops the tuple.
    bind(&self, tuple: &MultiId) -> UnionSet = isl_multi_union_pw_aff_bind;
    /// The function on this domain space.
    extract_multi_pw_aff(&self, space: &Space) -> MultiPwAff = isl_multi_union_pw_aff_extract_multi_pw_aff;
    /// Parses isl's notation.
    read(ctx: &Context, text: &str) -> MultiUnionPwAff = isl_multi_union_pw_aff_read_from_str;
    /// The smallest value of each output; infinite if there is none.
    min_multi_val(&self) -> MultiVal = isl_multi_union_pw_aff_min_multi_val;
    /// The largest value of each output; infinite if there is none.
    max_multi_val(&self) -> MultiVal = isl_multi_union_pw_aff_max_multi_val;
} }
