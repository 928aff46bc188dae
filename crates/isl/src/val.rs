//! Types: [`Val`], [`ValList`], [`MultiVal`].

use polymill_isl_sys as sys;

use crate::{Context, Dim, Id, Space};
use crate::{Error, Result};

object! {
    /// An isl `val`.
    Val = isl_val: isl_val_copy, isl_val_free, isl_val_to_str;
}

methods! { Val {
    zero(ctx: &Context) -> Val = isl_val_zero;
    one(ctx: &Context) -> Val = isl_val_one;
    negone(ctx: &Context) -> Val = isl_val_negone;
    nan(ctx: &Context) -> Val = isl_val_nan;
    infty(ctx: &Context) -> Val = isl_val_infty;
    neginfty(ctx: &Context) -> Val = isl_val_neginfty;
    int_from_si(ctx: &Context, i: i64) -> Val = isl_val_int_from_si;
    int_from_ui(ctx: &Context, u: u64) -> Val = isl_val_int_from_ui;
    get_num_si(&self) -> i64 = isl_val_get_num_si;
    get_den_si(&self) -> i64 = isl_val_get_den_si;
    get_den_val(&self) -> Val = isl_val_get_den_val;
    get_d(&self) -> f64 = isl_val_get_d;
    abs(&self) -> Val = isl_val_abs;
    neg(&self) -> Val = isl_val_neg;
    inv(&self) -> Val = isl_val_inv;
    floor(&self) -> Val = isl_val_floor;
    ceil(&self) -> Val = isl_val_ceil;
    trunc(&self) -> Val = isl_val_trunc;
    exp2(&self) -> Val = isl_val_2exp;
    pow2(&self) -> Val = isl_val_pow2;
    min(&self, v2: &Val) -> Val = isl_val_min;
    max(&self, v2: &Val) -> Val = isl_val_max;
    add(&self, v2: &Val) -> Val = isl_val_add;
    sub(&self, v2: &Val) -> Val = isl_val_sub;
    mul(&self, v2: &Val) -> Val = isl_val_mul;
    div(&self, v2: &Val) -> Val = isl_val_div;
    modulo(&self, v2: &Val) -> Val = isl_val_mod;
    gcd(&self, v2: &Val) -> Val = isl_val_gcd;
    sgn(&self) -> i32 = isl_val_sgn;
    is_zero(&self) -> bool = isl_val_is_zero;
    is_one(&self) -> bool = isl_val_is_one;
    is_negone(&self) -> bool = isl_val_is_negone;
    is_nonneg(&self) -> bool = isl_val_is_nonneg;
    is_nonpos(&self) -> bool = isl_val_is_nonpos;
    is_pos(&self) -> bool = isl_val_is_pos;
    is_neg(&self) -> bool = isl_val_is_neg;
    is_int(&self) -> bool = isl_val_is_int;
    is_rat(&self) -> bool = isl_val_is_rat;
    is_nan(&self) -> bool = isl_val_is_nan;
    is_infty(&self) -> bool = isl_val_is_infty;
    is_neginfty(&self) -> bool = isl_val_is_neginfty;
    cmp_si(&self, i: i64) -> i32 = isl_val_cmp_si;
    lt(&self, v2: &Val) -> bool = isl_val_lt;
    le(&self, v2: &Val) -> bool = isl_val_le;
    gt(&self, v2: &Val) -> bool = isl_val_gt;
    gt_si(&self, i: i64) -> bool = isl_val_gt_si;
    ge(&self, v2: &Val) -> bool = isl_val_ge;
    eq(&self, v2: &Val) -> bool = isl_val_eq;
    eq_si(&self, i: i64) -> bool = isl_val_eq_si;
    ne(&self, v2: &Val) -> bool = isl_val_ne;
    abs_eq(&self, v2: &Val) -> bool = isl_val_abs_eq;
    is_divisible_by(&self, v2: &Val) -> bool = isl_val_is_divisible_by;
    read(ctx: &Context, text: &str) -> Val = isl_val_read_from_str;
    to_list(&self) -> ValList = isl_val_to_list;
} }

object! {
    /// An isl `val_list`.
    ValList = isl_val_list: isl_val_list_copy, isl_val_list_free, isl_val_list_to_str;
}

list! { ValList of Val: isl_val_list_add }

methods! { ValList {
    alloc(ctx: &Context, n: usize) -> ValList = isl_val_list_alloc;
    add(&self, el: &Val) -> ValList = isl_val_list_add;
    insert(&self, pos: usize, el: &Val) -> ValList = isl_val_list_insert;
    drop(&self, first: usize, n: usize) -> ValList = isl_val_list_drop;
    clear(&self) -> ValList = isl_val_list_clear;
    reverse(&self) -> ValList = isl_val_list_reverse;
    concat(&self, list2: &ValList) -> ValList = isl_val_list_concat;
    size(&self) -> usize = isl_val_list_size;
    get_at(&self, index: usize) -> Val = isl_val_list_get_at;
    set_at(&self, index: usize, el: &Val) -> ValList = isl_val_list_set_val;
    read(ctx: &Context, text: &str) -> ValList = isl_val_list_read_from_str;
} }

callbacks! { ValList {
    foreach(&self, |item: Val| -> ()) -> () = isl_val_list_foreach;
    every(&self, |item: &Val| -> bool) -> bool = isl_val_list_every;
} }

object! {
    /// An isl `multi_val`.
    MultiVal = isl_multi_val: isl_multi_val_copy, isl_multi_val_free, isl_multi_val_to_str;
}

methods! { MultiVal {
    get_space(&self) -> Space = isl_multi_val_get_space;
    get_domain_space(&self) -> Space = isl_multi_val_get_domain_space;
    get_list(&self) -> ValList = isl_multi_val_get_list;
    from_val_list(space: &Space, list: &ValList) -> MultiVal = isl_multi_val_from_val_list;
    plain_is_equal(&self, multi2: &MultiVal) -> bool = isl_multi_val_plain_is_equal;
    reset_user(&self) -> MultiVal = isl_multi_val_reset_user;
    size(&self) -> usize = isl_multi_val_size;
    get_at(&self, pos: usize) -> Val = isl_multi_val_get_at;
    set_at(&self, pos: usize, el: &Val) -> MultiVal = isl_multi_val_set_at;
    range_splice(&self, pos: usize, multi2: &MultiVal) -> MultiVal = isl_multi_val_range_splice;
    flatten_range(&self) -> MultiVal = isl_multi_val_flatten_range;
    flat_range_product(&self, multi2: &MultiVal) -> MultiVal = isl_multi_val_flat_range_product;
    range_product(&self, multi2: &MultiVal) -> MultiVal = isl_multi_val_range_product;
    factor_range(&self) -> MultiVal = isl_multi_val_factor_range;
    range_is_wrapping(&self) -> bool = isl_multi_val_range_is_wrapping;
    range_factor_domain(&self) -> MultiVal = isl_multi_val_range_factor_domain;
    range_factor_range(&self) -> MultiVal = isl_multi_val_range_factor_range;
    align_params(&self, model: &Space) -> MultiVal = isl_multi_val_align_params;
    from_range(multi: &MultiVal) -> MultiVal = isl_multi_val_from_range;
    scale_val(&self, v: &Val) -> MultiVal = isl_multi_val_scale_val;
    scale_down_val(&self, v: &Val) -> MultiVal = isl_multi_val_scale_down_val;
    scale_multi_val(&self, mv: &MultiVal) -> MultiVal = isl_multi_val_scale_multi_val;
    scale_down_multi_val(&self, mv: &MultiVal) -> MultiVal = isl_multi_val_scale_down_multi_val;
    mod_multi_val(&self, mv: &MultiVal) -> MultiVal = isl_multi_val_mod_multi_val;
    add(&self, multi2: &MultiVal) -> MultiVal = isl_multi_val_add;
    sub(&self, multi2: &MultiVal) -> MultiVal = isl_multi_val_sub;
    neg(&self) -> MultiVal = isl_multi_val_neg;
    min(&self, multi2: &MultiVal) -> MultiVal = isl_multi_val_min;
    max(&self, multi2: &MultiVal) -> MultiVal = isl_multi_val_max;
    zero(space: &Space) -> MultiVal = isl_multi_val_zero;
    involves_nan(&self) -> bool = isl_multi_val_involves_nan;
    dim(&self, kind: Dim) -> usize = isl_multi_val_dim;
    drop_dims(&self, kind: Dim, first: usize, n: usize) -> MultiVal = isl_multi_val_drop_dims;
    involves_dims(&self, kind: Dim, first: usize, n: usize) -> bool = isl_multi_val_involves_dims;
    insert_dims(&self, kind: Dim, first: usize, n: usize) -> MultiVal = isl_multi_val_insert_dims;
    add_dims(&self, kind: Dim, n: usize) -> MultiVal = isl_multi_val_add_dims;
    project_domain_on_params(&self) -> MultiVal = isl_multi_val_project_domain_on_params;
    find_dim_by_name(&self, kind: Dim, name: &str) -> Option<usize> = isl_multi_val_find_dim_by_name;
    find_dim_by_id(&self, kind: Dim, id: &Id) -> Option<usize> = isl_multi_val_find_dim_by_id;
    get_dim_id(&self, kind: Dim, pos: usize) -> Id = isl_multi_val_get_dim_id;
    set_dim_name(&self, kind: Dim, pos: usize, s: &str) -> MultiVal = isl_multi_val_set_dim_name;
    set_dim_id(&self, kind: Dim, pos: usize, id: &Id) -> MultiVal = isl_multi_val_set_dim_id;
    get_tuple_name(&self, kind: Dim) -> Option<String> = isl_multi_val_get_tuple_name;
    has_range_tuple_id(&self) -> bool = isl_multi_val_has_range_tuple_id;
    has_tuple_id(&self, kind: Dim) -> bool = isl_multi_val_has_tuple_id;
    get_range_tuple_id(&self) -> Id = isl_multi_val_get_range_tuple_id;
    get_tuple_id(&self, kind: Dim) -> Id = isl_multi_val_get_tuple_id;
    set_tuple_name(&self, kind: Dim, s: &str) -> MultiVal = isl_multi_val_set_tuple_name;
    set_range_tuple_id(&self, id: &Id) -> MultiVal = isl_multi_val_set_range_tuple_id;
    set_tuple_id(&self, kind: Dim, id: &Id) -> MultiVal = isl_multi_val_set_tuple_id;
    reset_range_tuple_id(&self) -> MultiVal = isl_multi_val_reset_range_tuple_id;
    reset_tuple_id(&self, kind: Dim) -> MultiVal = isl_multi_val_reset_tuple_id;
    product(&self, multi2: &MultiVal) -> MultiVal = isl_multi_val_product;
    splice(&self, in_pos: usize, out_pos: usize, multi2: &MultiVal) -> MultiVal = isl_multi_val_splice;
    is_zero(&self) -> bool = isl_multi_val_is_zero;
    add_val(&self, v: &Val) -> MultiVal = isl_multi_val_add_val;
    mod_val(&self, v: &Val) -> MultiVal = isl_multi_val_mod_val;
    read(ctx: &Context, text: &str) -> MultiVal = isl_multi_val_read_from_str;
} }
impl Val {
    /// The value as a machine integer; an error if it is not an integer or too large.
    pub fn to_i64(&self) -> Result<i64> {
        if self.is_int()? { self.get_num_si() } else { Err(Error::invalid(format!("{self} is not an integer"))) }
    }
}
