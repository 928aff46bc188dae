//! Types: [`Aff`], [`AffList`].

use polymill_isl_sys as sys;

use crate::{BasicSet, Context, Dim, Id, LocalSpace, MultiAff, MultiId, Point, Set, Space, Val};

object! {
    /// An isl `aff`.
    Aff = isl_aff: isl_aff_copy, isl_aff_free, isl_aff_to_str;
}

methods! { Aff {
    zero_on_domain_space(space: &Space) -> Aff = isl_aff_zero_on_domain_space;
    zero_on_domain(ls: &LocalSpace) -> Aff = isl_aff_zero_on_domain;
    val_on_domain_space(space: &Space, val: &Val) -> Aff = isl_aff_val_on_domain_space;
    val_on_domain(ls: &LocalSpace, val: &Val) -> Aff = isl_aff_val_on_domain;
    var_on_domain(ls: &LocalSpace, kind: Dim, pos: usize) -> Aff = isl_aff_var_on_domain;
    nan_on_domain_space(space: &Space) -> Aff = isl_aff_nan_on_domain_space;
    nan_on_domain(ls: &LocalSpace) -> Aff = isl_aff_nan_on_domain;
    param_on_domain_space_id(space: &Space, id: &Id) -> Aff = isl_aff_param_on_domain_space_id;
    involves_locals(&self) -> bool = isl_aff_involves_locals;
    dim(&self, kind: Dim) -> usize = isl_aff_dim;
    involves_dims(&self, kind: Dim, first: usize, n: usize) -> bool = isl_aff_involves_dims;
    get_domain_space(&self) -> Space = isl_aff_get_domain_space;
    get_space(&self) -> Space = isl_aff_get_space;
    get_domain_local_space(&self) -> LocalSpace = isl_aff_get_domain_local_space;
    get_local_space(&self) -> LocalSpace = isl_aff_get_local_space;
    get_dim_name(&self, kind: Dim, pos: usize) -> Option<String> = isl_aff_get_dim_name;
    get_constant_val(&self) -> Val = isl_aff_get_constant_val;
    get_coefficient_val(&self, kind: Dim, pos: usize) -> Val = isl_aff_get_coefficient_val;
    coefficient_sgn(&self, kind: Dim, pos: usize) -> i32 = isl_aff_coefficient_sgn;
    get_denominator_val(&self) -> Val = isl_aff_get_denominator_val;
    set_constant_si(&self, v: i32) -> Aff = isl_aff_set_constant_si;
    set_constant_val(&self, v: &Val) -> Aff = isl_aff_set_constant_val;
    set_coefficient_si(&self, kind: Dim, pos: usize, v: i32) -> Aff = isl_aff_set_coefficient_si;
    set_coefficient_val(&self, kind: Dim, pos: usize, v: &Val) -> Aff = isl_aff_set_coefficient_val;
    add_constant_si(&self, v: i32) -> Aff = isl_aff_add_constant_si;
    add_constant_val(&self, v: &Val) -> Aff = isl_aff_add_constant_val;
    add_constant_num_si(&self, v: i32) -> Aff = isl_aff_add_constant_num_si;
    add_coefficient_si(&self, kind: Dim, pos: usize, v: i32) -> Aff = isl_aff_add_coefficient_si;
    add_coefficient_val(&self, kind: Dim, pos: usize, v: &Val) -> Aff = isl_aff_add_coefficient_val;
    is_cst(&self) -> bool = isl_aff_is_cst;
    set_tuple_id(&self, kind: Dim, id: &Id) -> Aff = isl_aff_set_tuple_id;
    set_dim_name(&self, kind: Dim, pos: usize, s: &str) -> Aff = isl_aff_set_dim_name;
    set_dim_id(&self, kind: Dim, pos: usize, id: &Id) -> Aff = isl_aff_set_dim_id;
    find_dim_by_name(&self, kind: Dim, name: &str) -> Option<usize> = isl_aff_find_dim_by_name;
    plain_is_equal(&self, aff2: &Aff) -> bool = isl_aff_plain_is_equal;
    plain_is_zero(&self) -> bool = isl_aff_plain_is_zero;
    is_nan(&self) -> bool = isl_aff_is_nan;
    get_div(&self, pos: usize) -> Aff = isl_aff_get_div;
    from_range(aff: &Aff) -> Aff = isl_aff_from_range;
    neg(&self) -> Aff = isl_aff_neg;
    ceil(&self) -> Aff = isl_aff_ceil;
    floor(&self) -> Aff = isl_aff_floor;
    mod_val(&self, modulus: &Val) -> Aff = isl_aff_mod_val;
    mul(&self, aff2: &Aff) -> Aff = isl_aff_mul;
    div(&self, aff2: &Aff) -> Aff = isl_aff_div;
    add(&self, aff2: &Aff) -> Aff = isl_aff_add;
    sub(&self, aff2: &Aff) -> Aff = isl_aff_sub;
    scale_val(&self, v: &Val) -> Aff = isl_aff_scale_val;
    scale_down_ui(&self, f: usize) -> Aff = isl_aff_scale_down_ui;
    scale_down_val(&self, v: &Val) -> Aff = isl_aff_scale_down_val;
    insert_dims(&self, kind: Dim, first: usize, n: usize) -> Aff = isl_aff_insert_dims;
    add_dims(&self, kind: Dim, n: usize) -> Aff = isl_aff_add_dims;
    move_dims(&self, dst_type: Dim, dst_pos: usize, src_type: Dim, src_pos: usize, n: usize) -> Aff = isl_aff_move_dims;
    drop_dims(&self, kind: Dim, first: usize, n: usize) -> Aff = isl_aff_drop_dims;
    project_domain_on_params(&self) -> Aff = isl_aff_project_domain_on_params;
    unbind_params_insert_domain(&self, domain: &MultiId) -> Aff = isl_aff_unbind_params_insert_domain;
    align_params(&self, model: &Space) -> Aff = isl_aff_align_params;
    gist(&self, context: &Set) -> Aff = isl_aff_gist;
    gist_params(&self, context: &Set) -> Aff = isl_aff_gist_params;
    eval(&self, pnt: &Point) -> Val = isl_aff_eval;
    pullback_aff(&self, aff2: &Aff) -> Aff = isl_aff_pullback_aff;
    pullback_multi_aff(&self, ma: &MultiAff) -> Aff = isl_aff_pullback_multi_aff;
    zero_basic_set(&self) -> BasicSet = isl_aff_zero_basic_set;
    neg_basic_set(&self) -> BasicSet = isl_aff_neg_basic_set;
    eq_basic_set(&self, aff2: &Aff) -> BasicSet = isl_aff_eq_basic_set;
    eq_set(&self, aff2: &Aff) -> Set = isl_aff_eq_set;
    ne_set(&self, aff2: &Aff) -> Set = isl_aff_ne_set;
    le_basic_set(&self, aff2: &Aff) -> BasicSet = isl_aff_le_basic_set;
    le_set(&self, aff2: &Aff) -> Set = isl_aff_le_set;
    lt_basic_set(&self, aff2: &Aff) -> BasicSet = isl_aff_lt_basic_set;
    lt_set(&self, aff2: &Aff) -> Set = isl_aff_lt_set;
    ge_basic_set(&self, aff2: &Aff) -> BasicSet = isl_aff_ge_basic_set;
    ge_set(&self, aff2: &Aff) -> Set = isl_aff_ge_set;
    gt_basic_set(&self, aff2: &Aff) -> BasicSet = isl_aff_gt_basic_set;
    gt_set(&self, aff2: &Aff) -> Set = isl_aff_gt_set;
    bind_id(&self, id: &Id) -> BasicSet = isl_aff_bind_id;
    read(ctx: &Context, text: &str) -> Aff = isl_aff_read_from_str;
    to_list(&self) -> AffList = isl_aff_to_list;
} }

object! {
    /// An isl `aff_list`.
    AffList = isl_aff_list: isl_aff_list_copy, isl_aff_list_free, isl_aff_list_to_str;
}

list! { AffList of Aff: isl_aff_list_add }

methods! { AffList {
    alloc(ctx: &Context, n: usize) -> AffList = isl_aff_list_alloc;
    add(&self, el: &Aff) -> AffList = isl_aff_list_add;
    insert(&self, pos: usize, el: &Aff) -> AffList = isl_aff_list_insert;
    drop(&self, first: usize, n: usize) -> AffList = isl_aff_list_drop;
    clear(&self) -> AffList = isl_aff_list_clear;
    reverse(&self) -> AffList = isl_aff_list_reverse;
    concat(&self, list2: &AffList) -> AffList = isl_aff_list_concat;
    size(&self) -> usize = isl_aff_list_size;
    get_at(&self, index: usize) -> Aff = isl_aff_list_get_at;
    set_at(&self, index: usize, el: &Aff) -> AffList = isl_aff_list_set_aff;
    read(ctx: &Context, text: &str) -> AffList = isl_aff_list_read_from_str;
} }

callbacks! { AffList {
    foreach(&self, |item: Aff| -> ()) -> () = isl_aff_list_foreach;
    every(&self, |item: &Aff| -> bool) -> bool = isl_aff_list_every;
} }
