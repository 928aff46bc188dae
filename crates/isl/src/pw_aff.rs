//! Piecewise affine functions.

use polymill_isl_sys as sys;

use crate::{
    Aff, Context, Dim, Id, LocalSpace, Map, MultiAff, MultiId, MultiPwAff, Point, PwMultiAff, Set, Space, UnionPwAff,
    Val,
};

object! {
    /// A piecewise quasi-affine function, which may be undefined somewhere.
    ///
    /// ```
    /// use polymill_isl as isl;
    /// let ctx = isl::Context::new()?;
    /// let i = isl::PwAff::read(&ctx, "{ [i] -> [(i)] }")?;
    /// let distance = i.max(&i.neg()?)?;
    /// assert_eq!(distance.n_piece()?, 2);
    /// let near = distance.le_set(&isl::PwAff::read(&ctx, "{ [i] -> [(2)] }")?)?;
    /// assert_eq!(near.count_val()?.to_i64()?, 5);
    /// # Ok::<(), isl::Error>(())
    /// ```
    PwAff = isl_pw_aff: isl_pw_aff_copy, isl_pw_aff_free, isl_pw_aff_to_str;
}

methods! { PwAff {
    /// The space of the domain.
    get_domain_space(&self) -> Space = isl_pw_aff_get_domain_space;
    /// The space.
    get_space(&self) -> Space = isl_pw_aff_get_space;
    /// From an affine function.
    from_aff(aff: &Aff) -> PwAff = isl_pw_aff_from_aff;
    /// The function of this space that is defined nowhere.
    empty(space: &Space) -> PwAff = isl_pw_aff_empty;
    /// The function that is `aff` on `set`, and undefined elsewhere.
    alloc(set: &Set, aff: &Aff) -> PwAff = isl_pw_aff_alloc;
    /// Zero everywhere.
    zero_on_domain(ls: &LocalSpace) -> PwAff = isl_pw_aff_zero_on_domain;
    /// The function that is a dimension (or parameter) of the domain.
    var_on_domain(ls: &LocalSpace, kind: Dim, pos: usize) -> PwAff = isl_pw_aff_var_on_domain;
    /// NaN everywhere.
    nan_on_domain_space(space: &Space) -> PwAff = isl_pw_aff_nan_on_domain_space;
    /// NaN everywhere.
    nan_on_domain(ls: &LocalSpace) -> PwAff = isl_pw_aff_nan_on_domain;
    /// The constant function.
    val_on_domain(domain: &Set, v: &Val) -> PwAff = isl_pw_aff_val_on_domain;
    /// The function that is this parameter on all of this set.
    param_on_domain_id(domain: &Set, id: &Id) -> PwAff = isl_pw_aff_param_on_domain_id;
    /// The name of a dimension, if it has one.
    get_dim_name(&self, kind: Dim, pos: usize) -> Option<String> = isl_pw_aff_get_dim_name;
    /// Whether the dimension has an id.
    has_dim_id(&self, kind: Dim, pos: usize) -> bool = isl_pw_aff_has_dim_id;
    /// The id of a dimension; an error if it has none.
    get_dim_id(&self, kind: Dim, pos: usize) -> Id = isl_pw_aff_get_dim_id;
    /// Sets the id of a dimension.
    set_dim_id(&self, kind: Dim, pos: usize, id: &Id) -> PwAff = isl_pw_aff_set_dim_id;
    /// The position of the dimension with this name.
    find_dim_by_name(&self, kind: Dim, name: &str) -> Option<usize> = isl_pw_aff_find_dim_by_name;
    /// Whether it is defined nowhere.
    is_empty(&self) -> bool = isl_pw_aff_is_empty;
    /// Whether NaN occurs.
    involves_nan(&self) -> bool = isl_pw_aff_involves_nan;
    /// An order for sorting, which says nothing of the elements: -1, 0 or 1.
    plain_cmp(&self, pa2: &PwAff) -> i32 = isl_pw_aff_plain_cmp;
    /// Whether both obviously are the same.
    plain_is_equal(&self, pwaff2: &PwAff) -> bool = isl_pw_aff_plain_is_equal;
    /// Whether both are equal.
    is_equal(&self, pa2: &PwAff) -> bool = isl_pw_aff_is_equal;
    /// The smaller where both are defined; where only one is, that one.
    union_min(&self, pwaff2: &PwAff) -> PwAff = isl_pw_aff_union_min;
    /// The larger where both are defined; where only one is, that one.
    union_max(&self, pwaff2: &PwAff) -> PwAff = isl_pw_aff_union_max;
    /// The sum where both are defined; where only one is, that one.
    union_add(&self, pwaff2: &PwAff) -> PwAff = isl_pw_aff_union_add;
    /// The number of dimensions of a kind.
    dim(&self, kind: Dim) -> usize = isl_pw_aff_dim;
    /// Whether this parameter occurs.
    involves_param_id(&self, id: &Id) -> bool = isl_pw_aff_involves_param_id;
    /// Whether any of `n` dimensions from position `first` on occurs.
    involves_dims(&self, kind: Dim, first: usize, n: usize) -> bool = isl_pw_aff_involves_dims, within_domain(kind, first, n);
    /// Whether it is constant.
    is_cst(&self) -> bool = isl_pw_aff_is_cst;
    /// The function (or relation) on this domain that does not depend on the domain.
    insert_domain(&self, domain: &Space) -> PwAff = isl_pw_aff_insert_domain;
    /// For a function of parameters only: the same without its domain tuple.
    project_domain_on_params(&self) -> PwAff = isl_pw_aff_project_domain_on_params;
    /// Puts the parameters of `model` first, in the model's order, adding those that are missing.
    align_params(&self, model: &Space) -> PwAff = isl_pw_aff_align_params;
    /// Removes the parameters that do not occur.
    drop_unused_params(&self) -> PwAff = isl_pw_aff_drop_unused_params;
    /// Whether the tuple has an id.
    has_tuple_id(&self, kind: Dim) -> bool = isl_pw_aff_has_tuple_id;
    /// The id of a tuple; an error if it has none.
    get_tuple_id(&self, kind: Dim) -> Id = isl_pw_aff_get_tuple_id;
    /// Sets the id of a tuple.
    set_tuple_id(&self, kind: Dim, id: &Id) -> PwAff = isl_pw_aff_set_tuple_id;
    /// Without the id of a tuple.
    reset_tuple_id(&self, kind: Dim) -> PwAff = isl_pw_aff_reset_tuple_id;
    /// With the tags of all ids dropped (see [`Id::with_tag`](crate::Id::with_tag)).
    reset_user(&self) -> PwAff = isl_pw_aff_reset_user;
    /// The parameter values for which it is defined somewhere.
    params(&self) -> Set = isl_pw_aff_params;
    /// The domain.
    domain(&self) -> Set = isl_pw_aff_domain;
    /// The function from a tuple without name and dimensions to the values of this function of the parameters.
    from_range(pwa: &PwAff) -> PwAff = isl_pw_aff_from_range;
    /// The smaller one.
    min(&self, pwaff2: &PwAff) -> PwAff = isl_pw_aff_min;
    /// The larger one.
    max(&self, pwaff2: &PwAff) -> PwAff = isl_pw_aff_max;
    /// The product; one of the two has to be piecewise constant.
    mul(&self, pwaff2: &PwAff) -> PwAff = isl_pw_aff_mul;
    /// The quotient by a piecewise constant.
    div(&self, pa2: &PwAff) -> PwAff = isl_pw_aff_div;
    /// The sum; functions are added where both are defined.
    add(&self, pwaff2: &PwAff) -> PwAff = isl_pw_aff_add;
    /// The difference; functions are subtracted where both are defined.
    sub(&self, pwaff2: &PwAff) -> PwAff = isl_pw_aff_sub;
    /// The negation.
    neg(&self) -> PwAff = isl_pw_aff_neg;
    /// Rounds up.
    ceil(&self) -> PwAff = isl_pw_aff_ceil;
    /// Rounds down.
    floor(&self) -> PwAff = isl_pw_aff_floor;
    /// The remainder by a number, never negative.
    mod_val(&self, modulus: &Val) -> PwAff = isl_pw_aff_mod_val;
    /// The quotient by a constant, rounded towards zero.
    tdiv_q(&self, pa2: &PwAff) -> PwAff = isl_pw_aff_tdiv_q;
    /// The remainder of `tdiv_q`.
    tdiv_r(&self, pa2: &PwAff) -> PwAff = isl_pw_aff_tdiv_r;
    /// The part whose parameters are in the set.
    intersect_params(&self, set: &Set) -> PwAff = isl_pw_aff_intersect_params;
    /// The part whose domain is in the set.
    intersect_domain(&self, set: &Set) -> PwAff = isl_pw_aff_intersect_domain;
    /// The part of `(A -> B) -> C` whose `A` is in the set.
    intersect_domain_wrapped_domain(&self, set: &Set) -> PwAff = isl_pw_aff_intersect_domain_wrapped_domain;
    /// The part of `(A -> B) -> C` whose `B` is in the set.
    intersect_domain_wrapped_range(&self, set: &Set) -> PwAff = isl_pw_aff_intersect_domain_wrapped_range;
    /// The part whose domain is not in the set.
    subtract_domain(&self, set: &Set) -> PwAff = isl_pw_aff_subtract_domain;
    /// `pwaff_true` where this is not zero, `pwaff_false` where it is.
    cond(&self, pwaff_true: &PwAff, pwaff_false: &PwAff) -> PwAff = isl_pw_aff_cond;
    /// Adds a constant.
    add_constant_val(&self, v: &Val) -> PwAff = isl_pw_aff_add_constant_val;
    /// Multiplies by a number.
    scale_val(&self, v: &Val) -> PwAff = isl_pw_aff_scale_val;
    /// Divides by a number.
    scale_down_val(&self, f: &Val) -> PwAff = isl_pw_aff_scale_down_val;
    /// Inserts `n` dimensions at a position.
    insert_dims(&self, kind: Dim, first: usize, n: usize) -> PwAff = isl_pw_aff_insert_dims, within_or_end(kind, first);
    /// Adds `n` dimensions at the end.
    add_dims(&self, kind: Dim, n: usize) -> PwAff = isl_pw_aff_add_dims;
    /// Moves `n` dimensions to another kind or position.
    move_dims(&self, dst_type: Dim, dst_pos: usize, src_type: Dim, src_pos: usize, n: usize) -> PwAff = isl_pw_aff_move_dims, movable(dst_type, dst_pos, src_type, src_pos, n);
    /// Removes `n` dimensions from position `first` on.
    drop_dims(&self, kind: Dim, first: usize, n: usize) -> PwAff = isl_pw_aff_drop_dims, within(kind, first, n);
    /// Simplified, given that `context` holds.
    gist(&self, context: &Set) -> PwAff = isl_pw_aff_gist;
    /// Simplified, given that `context` holds for the parameters.
    gist_params(&self, context: &Set) -> PwAff = isl_pw_aff_gist_params;
    /// The value at a point; NaN where the function is not defined.
    eval(&self, pnt: &Point) -> Val = isl_pw_aff_eval;
    /// The composition: first the other function, then this one.
    pullback_multi_aff(&self, ma: &MultiAff) -> PwAff = isl_pw_aff_pullback_multi_aff;
    /// The composition: first the other function, then this one.
    pullback_pw_multi_aff(&self, pma: &PwMultiAff) -> PwAff = isl_pw_aff_pullback_pw_multi_aff;
    /// The composition: first the other function, then this one.
    pullback_multi_pw_aff(&self, mpa: &MultiPwAff) -> PwAff = isl_pw_aff_pullback_multi_pw_aff;
    /// The number of pieces.
    n_piece(&self) -> usize = isl_pw_aff_n_piece;
    /// Whether there is but one piece that is defined everywhere.
    isa_aff(&self) -> bool = isl_pw_aff_isa_aff;
    /// The only piece, if there is but one that is defined everywhere; an error otherwise.
    as_aff(&self) -> Aff = isl_pw_aff_as_aff;
    /// As a relation.
    as_map(&self) -> Map = isl_pw_aff_as_map;
    /// Where it is above zero.
    pos_set(&self) -> Set = isl_pw_aff_pos_set;
    /// Where it is zero or above.
    nonneg_set(&self) -> Set = isl_pw_aff_nonneg_set;
    /// Where it is zero.
    zero_set(&self) -> Set = isl_pw_aff_zero_set;
    /// Where it is not zero.
    non_zero_set(&self) -> Set = isl_pw_aff_non_zero_set;
    /// Where both are equal.
    eq_set(&self, pwaff2: &PwAff) -> Set = isl_pw_aff_eq_set;
    /// Where the two differ.
    ne_set(&self, pwaff2: &PwAff) -> Set = isl_pw_aff_ne_set;
    /// Where this is less or equal.
    le_set(&self, pwaff2: &PwAff) -> Set = isl_pw_aff_le_set;
    /// Where this is less.
    lt_set(&self, pwaff2: &PwAff) -> Set = isl_pw_aff_lt_set;
    /// Where this is greater or equal.
    ge_set(&self, pwaff2: &PwAff) -> Set = isl_pw_aff_ge_set;
    /// Where this is greater.
    gt_set(&self, pwaff2: &PwAff) -> Set = isl_pw_aff_gt_set;
    /// The pairs of elements for which both have equal values.
    eq_map(&self, pa2: &PwAff) -> Map = isl_pw_aff_eq_map;
    /// The pairs of elements with this value, at the first, less than or equal to the other's value at the second.
    le_map(&self, pa2: &PwAff) -> Map = isl_pw_aff_le_map;
    /// The pairs of elements with this value, at the first, less than the other's value at the second.
    lt_map(&self, pa2: &PwAff) -> Map = isl_pw_aff_lt_map;
    /// The pairs of elements with this value, at the first, greater than or equal to the other's value at the second.
    ge_map(&self, pa2: &PwAff) -> Map = isl_pw_aff_ge_map;
    /// The pairs of elements with this value, at the first, greater than the other's value at the second.
    gt_map(&self, pa2: &PwAff) -> Map = isl_pw_aff_gt_map;
    /// Binds the domain's dimensions to parameters, and drops the domain tuple.
    bind_domain(&self, tuple: &MultiId) -> PwAff = isl_pw_aff_bind_domain;
    /// Binds the dimensions of the domain's wrapped domain to parameters, and drops it.
    bind_domain_wrapped_domain(&self, tuple: &MultiId) -> PwAff = isl_pw_aff_bind_domain_wrapped_domain;
    /// Where the value equals this parameter.
    bind_id(&self, id: &Id) -> Set = isl_pw_aff_bind_id;
    /// Parses isl's notation.
    read(ctx: &Context, text: &str) -> PwAff = isl_pw_aff_read_from_str;
    /// As a `UnionPwAff`.
    to_union_pw_aff(&self) -> UnionPwAff = isl_pw_aff_to_union_pw_aff;
    /// The list of this only.
    to_list(&self) -> PwAffList = isl_pw_aff_to_list;
    /// The smallest value; infinite if there is none.
    min_val(&self) -> Val = isl_pw_aff_min_val;
    /// The largest value; infinite if there is none.
    max_val(&self) -> Val = isl_pw_aff_max_val;
} }

callbacks! { PwAff {
    /// Calls `f` with each piece and its domain.
    foreach_piece(&self, |set: Set, aff: Aff| -> ()) -> () = isl_pw_aff_foreach_piece;
    /// Whether `f` holds for each piece. Stops at the first for which it does not.
    every_piece(&self, |set: &Set, aff: &Aff| -> bool) -> bool = isl_pw_aff_every_piece;
} }

object! {
    /// A list of piecewise affine functions.
    PwAffList = isl_pw_aff_list: isl_pw_aff_list_copy, isl_pw_aff_list_free, isl_pw_aff_list_to_str;
}

list! { PwAffList of PwAff: isl_pw_aff_list_add }

methods! { PwAffList {
    /// The smallest of them.
    min(&self) -> PwAff = isl_pw_aff_list_min;
    /// The largest of them.
    max(&self) -> PwAff = isl_pw_aff_list_max;
    /// Where each is equal to each of the other list.
    eq_set(&self, list2: &PwAffList) -> Set = isl_pw_aff_list_eq_set;
    /// Where each differs from each of the other list.
    ne_set(&self, list2: &PwAffList) -> Set = isl_pw_aff_list_ne_set;
    /// Where each is less than or equal to each of the other list.
    le_set(&self, list2: &PwAffList) -> Set = isl_pw_aff_list_le_set;
    /// Where each is less than each of the other list.
    lt_set(&self, list2: &PwAffList) -> Set = isl_pw_aff_list_lt_set;
    /// Where each is greater than or equal to each of the other list.
    ge_set(&self, list2: &PwAffList) -> Set = isl_pw_aff_list_ge_set;
    /// Where each is greater than each of the other list.
    gt_set(&self, list2: &PwAffList) -> Set = isl_pw_aff_list_gt_set;
    /// An empty list with room for `n` items.
    alloc(ctx: &Context, n: usize) -> PwAffList = isl_pw_aff_list_alloc;
    /// The list with `el` at its end.
    add(&self, el: &PwAff) -> PwAffList = isl_pw_aff_list_add;
    /// With `el` at position `pos`.
    insert(&self, pos: usize, el: &PwAff) -> PwAffList = isl_pw_aff_list_insert;
    /// Without `n` items from position `first` on.
    drop(&self, first: usize, n: usize) -> PwAffList = isl_pw_aff_list_drop;
    /// The empty list.
    clear(&self) -> PwAffList = isl_pw_aff_list_clear;
    /// In the opposite order.
    reverse(&self) -> PwAffList = isl_pw_aff_list_reverse;
    /// Both lists, one after the other.
    concat(&self, list2: &PwAffList) -> PwAffList = isl_pw_aff_list_concat;
    /// The number of items.
    size(&self) -> usize = isl_pw_aff_list_size;
    /// The item at a position.
    get_at(&self, index: usize) -> PwAff = isl_pw_aff_list_get_at;
    /// Replaces the item at a position.
    set_at(&self, index: usize, el: &PwAff) -> PwAffList = isl_pw_aff_list_set_pw_aff;
    /// Parses isl's notation.
    read(ctx: &Context, text: &str) -> PwAffList = isl_pw_aff_list_read_from_str;
} }

callbacks! { PwAffList {
    /// Calls `f` with each item.
    foreach(&self, |item: PwAff| -> ()) -> () = isl_pw_aff_list_foreach;
    /// Whether `f` holds for each item. Stops at the first for which it does not.
    every(&self, |item: &PwAff| -> bool) -> bool = isl_pw_aff_list_every;
} }
