//! Affine functions.

use polymill_isl_sys as sys;

use crate::{BasicSet, Context, Dim, Id, LocalSpace, MultiAff, MultiId, Point, Set, Space, Val};

object! {
    /// A quasi-affine function: integer coefficients, a common denominator, and integer divisions.
    Aff = isl_aff: isl_aff_copy, isl_aff_free, isl_aff_to_str;
}

methods! { Aff {
    /// Zero everywhere.
    zero_on_domain_space(space: &Space) -> Aff = isl_aff_zero_on_domain_space;
    /// Zero everywhere.
    zero_on_domain(ls: &LocalSpace) -> Aff = isl_aff_zero_on_domain;
    /// The constant function.
    val_on_domain_space(space: &Space, val: &Val) -> Aff = isl_aff_val_on_domain_space;
    /// The constant function.
    val_on_domain(ls: &LocalSpace, val: &Val) -> Aff = isl_aff_val_on_domain;
    /// The function that is a dimension (or parameter) of the domain.
    var_on_domain(ls: &LocalSpace, kind: Dim, pos: usize) -> Aff = isl_aff_var_on_domain;
    /// NaN everywhere.
    nan_on_domain_space(space: &Space) -> Aff = isl_aff_nan_on_domain_space;
    /// NaN everywhere.
    nan_on_domain(ls: &LocalSpace) -> Aff = isl_aff_nan_on_domain;
    /// The function that is this parameter everywhere on this set space.
    param_on_domain_space_id(space: &Space, id: &Id) -> Aff = isl_aff_param_on_domain_space_id;
    /// Whether there are integer divisions (or other local variables).
    involves_locals(&self) -> bool = isl_aff_involves_locals;
    /// The number of dimensions of a kind.
    dim(&self, kind: Dim) -> usize = isl_aff_dim;
    /// Whether any of `n` dimensions from position `first` on occurs.
    involves_dims(&self, kind: Dim, first: usize, n: usize) -> bool = isl_aff_involves_dims, within_domain(kind, first, n);
    /// The space of the domain.
    get_domain_space(&self) -> Space = isl_aff_get_domain_space;
    /// The space.
    get_space(&self) -> Space = isl_aff_get_space;
    /// The space of the domain, with its integer divisions.
    get_domain_local_space(&self) -> LocalSpace = isl_aff_get_domain_local_space;
    /// The space, with its integer divisions.
    get_local_space(&self) -> LocalSpace = isl_aff_get_local_space;
    /// The name of a dimension, if it has one.
    get_dim_name(&self, kind: Dim, pos: usize) -> Option<String> = isl_aff_get_dim_name;
    /// The constant term.
    get_constant_val(&self) -> Val = isl_aff_get_constant_val;
    /// The coefficient of a dimension.
    get_coefficient_val(&self, kind: Dim, pos: usize) -> Val = isl_aff_get_coefficient_val;
    /// The sign of the coefficient of a dimension: -1, 0 or 1.
    coefficient_sgn(&self, kind: Dim, pos: usize) -> i32 = isl_aff_coefficient_sgn;
    /// The denominator that all coefficients share.
    get_denominator_val(&self) -> Val = isl_aff_get_denominator_val;
    /// Sets the constant term.
    set_constant_si(&self, v: i32) -> Aff = isl_aff_set_constant_si;
    /// Sets the constant term.
    set_constant_val(&self, v: &Val) -> Aff = isl_aff_set_constant_val;
    /// Sets the coefficient of a dimension.
    set_coefficient_si(&self, kind: Dim, pos: usize, v: i32) -> Aff = isl_aff_set_coefficient_si;
    /// Sets the coefficient of a dimension.
    set_coefficient_val(&self, kind: Dim, pos: usize, v: &Val) -> Aff = isl_aff_set_coefficient_val, of_domain(kind, pos);
    /// Adds a constant.
    add_constant_si(&self, v: i32) -> Aff = isl_aff_add_constant_si;
    /// Adds a constant.
    add_constant_val(&self, v: &Val) -> Aff = isl_aff_add_constant_val;
    /// Adds to the numerator of the constant term, the denominator being shared by all coefficients.
    add_constant_num_si(&self, v: i32) -> Aff = isl_aff_add_constant_num_si;
    /// Adds to the coefficient of a dimension.
    add_coefficient_si(&self, kind: Dim, pos: usize, v: i32) -> Aff = isl_aff_add_coefficient_si;
    /// Adds to the coefficient of a dimension.
    add_coefficient_val(&self, kind: Dim, pos: usize, v: &Val) -> Aff = isl_aff_add_coefficient_val, of_domain(kind, pos);
    /// Whether it is constant.
    is_cst(&self) -> bool = isl_aff_is_cst;
    /// Sets the id of a tuple.
    set_tuple_id(&self, kind: Dim, id: &Id) -> Aff = isl_aff_set_tuple_id;
    /// Sets the name of a dimension.
    set_dim_name(&self, kind: Dim, pos: usize, s: &str) -> Aff = isl_aff_set_dim_name;
    /// Sets the id of a dimension.
    set_dim_id(&self, kind: Dim, pos: usize, id: &Id) -> Aff = isl_aff_set_dim_id;
    /// The position of the dimension with this name.
    find_dim_by_name(&self, kind: Dim, name: &str) -> Option<usize> = isl_aff_find_dim_by_name;
    /// Whether both obviously are the same.
    plain_is_equal(&self, aff2: &Aff) -> bool = isl_aff_plain_is_equal;
    /// Whether it obviously is zero.
    plain_is_zero(&self) -> bool = isl_aff_plain_is_zero;
    /// Whether it is NaN.
    is_nan(&self) -> bool = isl_aff_is_nan;
    /// An integer division, as an affine function to round down.
    get_div(&self, pos: usize) -> Aff = isl_aff_get_div;
    /// The function from a tuple without name and dimensions to the values of this function of the parameters.
    from_range(aff: &Aff) -> Aff = isl_aff_from_range;
    /// The negation.
    neg(&self) -> Aff = isl_aff_neg;
    /// Rounds up.
    ceil(&self) -> Aff = isl_aff_ceil;
    /// Rounds down.
    floor(&self) -> Aff = isl_aff_floor;
    /// The remainder by a number, never negative.
    mod_val(&self, modulus: &Val) -> Aff = isl_aff_mod_val;
    /// The product; one of the two has to be constant.
    mul(&self, aff2: &Aff) -> Aff = isl_aff_mul;
    /// The quotient by a constant.
    div(&self, aff2: &Aff) -> Aff = isl_aff_div;
    /// The sum; functions are added where both are defined.
    add(&self, aff2: &Aff) -> Aff = isl_aff_add;
    /// The difference; functions are subtracted where both are defined.
    sub(&self, aff2: &Aff) -> Aff = isl_aff_sub;
    /// Multiplies by a number.
    scale_val(&self, v: &Val) -> Aff = isl_aff_scale_val;
    /// Divides by a number.
    scale_down_ui(&self, f: usize) -> Aff = isl_aff_scale_down_ui;
    /// Divides by a number.
    scale_down_val(&self, v: &Val) -> Aff = isl_aff_scale_down_val;
    /// Inserts `n` dimensions at a position.
    insert_dims(&self, kind: Dim, first: usize, n: usize) -> Aff = isl_aff_insert_dims, within_or_end(kind, first);
    /// Adds `n` dimensions at the end.
    add_dims(&self, kind: Dim, n: usize) -> Aff = isl_aff_add_dims;
    /// Moves `n` dimensions to another kind or position.
    move_dims(&self, dst_type: Dim, dst_pos: usize, src_type: Dim, src_pos: usize, n: usize) -> Aff = isl_aff_move_dims, movable(dst_type, dst_pos, src_type, src_pos, n);
    /// Removes `n` dimensions from position `first` on.
    drop_dims(&self, kind: Dim, first: usize, n: usize) -> Aff = isl_aff_drop_dims, within(kind, first, n);
    /// For a function of parameters only: the same without its domain tuple.
    project_domain_on_params(&self) -> Aff = isl_aff_project_domain_on_params;
    /// Turns the parameters of these names into dimensions of a new domain.
    unbind_params_insert_domain(&self, domain: &MultiId) -> Aff = isl_aff_unbind_params_insert_domain;
    /// Puts the parameters of `model` first, in the model's order, adding those that are missing.
    align_params(&self, model: &Space) -> Aff = isl_aff_align_params;
    /// Simplified, given that `context` holds.
    gist(&self, context: &Set) -> Aff = isl_aff_gist;
    /// Simplified, given that `context` holds for the parameters.
    gist_params(&self, context: &Set) -> Aff = isl_aff_gist_params;
    /// The value at a point; NaN where the function is not defined.
    eval(&self, pnt: &Point) -> Val = isl_aff_eval;
    /// The composition: first the other function, then this one.
    pullback_aff(&self, aff2: &Aff) -> Aff = isl_aff_pullback_aff;
    /// The composition: first the other function, then this one.
    pullback_multi_aff(&self, ma: &MultiAff) -> Aff = isl_aff_pullback_multi_aff;
    /// Where it is zero.
    zero_basic_set(&self) -> BasicSet = isl_aff_zero_basic_set;
    /// Where it is below zero.
    neg_basic_set(&self) -> BasicSet = isl_aff_neg_basic_set;
    /// Where both are equal.
    eq_basic_set(&self, aff2: &Aff) -> BasicSet = isl_aff_eq_basic_set;
    /// Where both are equal.
    eq_set(&self, aff2: &Aff) -> Set = isl_aff_eq_set;
    /// Where the two differ.
    ne_set(&self, aff2: &Aff) -> Set = isl_aff_ne_set;
    /// Where this is less or equal.
    le_basic_set(&self, aff2: &Aff) -> BasicSet = isl_aff_le_basic_set;
    /// Where this is less or equal.
    le_set(&self, aff2: &Aff) -> Set = isl_aff_le_set;
    /// Where this is less.
    lt_basic_set(&self, aff2: &Aff) -> BasicSet = isl_aff_lt_basic_set;
    /// Where this is less.
    lt_set(&self, aff2: &Aff) -> Set = isl_aff_lt_set;
    /// Where this is greater or equal.
    ge_basic_set(&self, aff2: &Aff) -> BasicSet = isl_aff_ge_basic_set;
    /// Where this is greater or equal.
    ge_set(&self, aff2: &Aff) -> Set = isl_aff_ge_set;
    /// Where this is greater.
    gt_basic_set(&self, aff2: &Aff) -> BasicSet = isl_aff_gt_basic_set;
    /// Where this is greater.
    gt_set(&self, aff2: &Aff) -> Set = isl_aff_gt_set;
    /// Where the value equals this parameter.
    bind_id(&self, id: &Id) -> BasicSet = isl_aff_bind_id;
    /// Parses isl's notation.
    read(ctx: &Context, text: &str) -> Aff = isl_aff_read_from_str;
    /// The list of this only.
    to_list(&self) -> AffList = isl_aff_to_list;
} }

object! {
    /// A list of affine functions.
    AffList = isl_aff_list: isl_aff_list_copy, isl_aff_list_free, isl_aff_list_to_str;
}

list! { AffList of Aff: isl_aff_list_add }

methods! { AffList {
    /// An empty list with room for `n` items.
    alloc(ctx: &Context, n: usize) -> AffList = isl_aff_list_alloc;
    /// The list with `el` at its end.
    add(&self, el: &Aff) -> AffList = isl_aff_list_add;
    /// With `el` at position `pos`.
    insert(&self, pos: usize, el: &Aff) -> AffList = isl_aff_list_insert;
    /// Without `n` items from position `first` on.
    drop(&self, first: usize, n: usize) -> AffList = isl_aff_list_drop;
    /// The empty list.
    clear(&self) -> AffList = isl_aff_list_clear;
    /// In the opposite order.
    reverse(&self) -> AffList = isl_aff_list_reverse;
    /// Both lists, one after the other.
    concat(&self, list2: &AffList) -> AffList = isl_aff_list_concat;
    /// The number of items.
    size(&self) -> usize = isl_aff_list_size;
    /// The item at a position.
    get_at(&self, index: usize) -> Aff = isl_aff_list_get_at;
    /// Replaces the item at a position.
    set_at(&self, index: usize, el: &Aff) -> AffList = isl_aff_list_set_aff;
    /// Parses isl's notation.
    read(ctx: &Context, text: &str) -> AffList = isl_aff_list_read_from_str;
} }

callbacks! { AffList {
    /// Calls `f` with each item.
    foreach(&self, |item: Aff| -> ()) -> () = isl_aff_list_foreach;
    /// Whether `f` holds for each item. Stops at the first for which it does not.
    every(&self, |item: &Aff| -> bool) -> bool = isl_aff_list_every;
} }
