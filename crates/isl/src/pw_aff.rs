//! Types: [`PwAff`], [`PwAffList`].

use polymill_isl_sys as sys;

use crate::{
    Aff, Context, Dim, Id, LocalSpace, Map, MultiAff, MultiId, MultiPwAff, Point, PwMultiAff, Set, Space, UnionPwAff,
    Val,
};

object! {
    /// An isl `pw_aff`.
    PwAff = isl_pw_aff: isl_pw_aff_copy, isl_pw_aff_free, isl_pw_aff_to_str;
}

methods! { PwAff {
    get_domain_space(&self) -> Space = isl_pw_aff_get_domain_space;
    get_space(&self) -> Space = isl_pw_aff_get_space;
    from_aff(aff: &Aff) -> PwAff = isl_pw_aff_from_aff;
    empty(space: &Space) -> PwAff = isl_pw_aff_empty;
    alloc(set: &Set, aff: &Aff) -> PwAff = isl_pw_aff_alloc;
    zero_on_domain(ls: &LocalSpace) -> PwAff = isl_pw_aff_zero_on_domain;
    var_on_domain(ls: &LocalSpace, kind: Dim, pos: usize) -> PwAff = isl_pw_aff_var_on_domain;
    nan_on_domain_space(space: &Space) -> PwAff = isl_pw_aff_nan_on_domain_space;
    nan_on_domain(ls: &LocalSpace) -> PwAff = isl_pw_aff_nan_on_domain;
    val_on_domain(domain: &Set, v: &Val) -> PwAff = isl_pw_aff_val_on_domain;
    param_on_domain_id(domain: &Set, id: &Id) -> PwAff = isl_pw_aff_param_on_domain_id;
    get_dim_name(&self, kind: Dim, pos: usize) -> Option<String> = isl_pw_aff_get_dim_name;
    has_dim_id(&self, kind: Dim, pos: usize) -> bool = isl_pw_aff_has_dim_id;
    get_dim_id(&self, kind: Dim, pos: usize) -> Id = isl_pw_aff_get_dim_id;
    set_dim_id(&self, kind: Dim, pos: usize, id: &Id) -> PwAff = isl_pw_aff_set_dim_id;
    find_dim_by_name(&self, kind: Dim, name: &str) -> Option<usize> = isl_pw_aff_find_dim_by_name;
    is_empty(&self) -> bool = isl_pw_aff_is_empty;
    involves_nan(&self) -> bool = isl_pw_aff_involves_nan;
    plain_cmp(&self, pa2: &PwAff) -> i32 = isl_pw_aff_plain_cmp;
    plain_is_equal(&self, pwaff2: &PwAff) -> bool = isl_pw_aff_plain_is_equal;
    is_equal(&self, pa2: &PwAff) -> bool = isl_pw_aff_is_equal;
    union_min(&self, pwaff2: &PwAff) -> PwAff = isl_pw_aff_union_min;
    union_max(&self, pwaff2: &PwAff) -> PwAff = isl_pw_aff_union_max;
    union_add(&self, pwaff2: &PwAff) -> PwAff = isl_pw_aff_union_add;
    dim(&self, kind: Dim) -> usize = isl_pw_aff_dim;
    involves_param_id(&self, id: &Id) -> bool = isl_pw_aff_involves_param_id;
    involves_dims(&self, kind: Dim, first: usize, n: usize) -> bool = isl_pw_aff_involves_dims;
    is_cst(&self) -> bool = isl_pw_aff_is_cst;
    insert_domain(&self, domain: &Space) -> PwAff = isl_pw_aff_insert_domain;
    project_domain_on_params(&self) -> PwAff = isl_pw_aff_project_domain_on_params;
    align_params(&self, model: &Space) -> PwAff = isl_pw_aff_align_params;
    drop_unused_params(&self) -> PwAff = isl_pw_aff_drop_unused_params;
    has_tuple_id(&self, kind: Dim) -> bool = isl_pw_aff_has_tuple_id;
    get_tuple_id(&self, kind: Dim) -> Id = isl_pw_aff_get_tuple_id;
    set_tuple_id(&self, kind: Dim, id: &Id) -> PwAff = isl_pw_aff_set_tuple_id;
    reset_tuple_id(&self, kind: Dim) -> PwAff = isl_pw_aff_reset_tuple_id;
    reset_user(&self) -> PwAff = isl_pw_aff_reset_user;
    params(&self) -> Set = isl_pw_aff_params;
    domain(&self) -> Set = isl_pw_aff_domain;
    from_range(pwa: &PwAff) -> PwAff = isl_pw_aff_from_range;
    min(&self, pwaff2: &PwAff) -> PwAff = isl_pw_aff_min;
    max(&self, pwaff2: &PwAff) -> PwAff = isl_pw_aff_max;
    mul(&self, pwaff2: &PwAff) -> PwAff = isl_pw_aff_mul;
    div(&self, pa2: &PwAff) -> PwAff = isl_pw_aff_div;
    add(&self, pwaff2: &PwAff) -> PwAff = isl_pw_aff_add;
    sub(&self, pwaff2: &PwAff) -> PwAff = isl_pw_aff_sub;
    neg(&self) -> PwAff = isl_pw_aff_neg;
    ceil(&self) -> PwAff = isl_pw_aff_ceil;
    floor(&self) -> PwAff = isl_pw_aff_floor;
    mod_val(&self, modulus: &Val) -> PwAff = isl_pw_aff_mod_val;
    tdiv_q(&self, pa2: &PwAff) -> PwAff = isl_pw_aff_tdiv_q;
    tdiv_r(&self, pa2: &PwAff) -> PwAff = isl_pw_aff_tdiv_r;
    intersect_params(&self, set: &Set) -> PwAff = isl_pw_aff_intersect_params;
    intersect_domain(&self, set: &Set) -> PwAff = isl_pw_aff_intersect_domain;
    intersect_domain_wrapped_domain(&self, set: &Set) -> PwAff = isl_pw_aff_intersect_domain_wrapped_domain;
    intersect_domain_wrapped_range(&self, set: &Set) -> PwAff = isl_pw_aff_intersect_domain_wrapped_range;
    subtract_domain(&self, set: &Set) -> PwAff = isl_pw_aff_subtract_domain;
    cond(&self, pwaff_true: &PwAff, pwaff_false: &PwAff) -> PwAff = isl_pw_aff_cond;
    add_constant_val(&self, v: &Val) -> PwAff = isl_pw_aff_add_constant_val;
    scale_val(&self, v: &Val) -> PwAff = isl_pw_aff_scale_val;
    scale_down_val(&self, f: &Val) -> PwAff = isl_pw_aff_scale_down_val;
    insert_dims(&self, kind: Dim, first: usize, n: usize) -> PwAff = isl_pw_aff_insert_dims;
    add_dims(&self, kind: Dim, n: usize) -> PwAff = isl_pw_aff_add_dims;
    move_dims(&self, dst_type: Dim, dst_pos: usize, src_type: Dim, src_pos: usize, n: usize) -> PwAff = isl_pw_aff_move_dims;
    drop_dims(&self, kind: Dim, first: usize, n: usize) -> PwAff = isl_pw_aff_drop_dims;
    coalesce(&self) -> PwAff = isl_pw_aff_coalesce;
    gist(&self, context: &Set) -> PwAff = isl_pw_aff_gist;
    gist_params(&self, context: &Set) -> PwAff = isl_pw_aff_gist_params;
    eval(&self, pnt: &Point) -> Val = isl_pw_aff_eval;
    pullback_multi_aff(&self, ma: &MultiAff) -> PwAff = isl_pw_aff_pullback_multi_aff;
    pullback_pw_multi_aff(&self, pma: &PwMultiAff) -> PwAff = isl_pw_aff_pullback_pw_multi_aff;
    pullback_multi_pw_aff(&self, mpa: &MultiPwAff) -> PwAff = isl_pw_aff_pullback_multi_pw_aff;
    n_piece(&self) -> usize = isl_pw_aff_n_piece;
    isa_aff(&self) -> bool = isl_pw_aff_isa_aff;
    as_aff(&self) -> Aff = isl_pw_aff_as_aff;
    as_map(&self) -> Map = isl_pw_aff_as_map;
    pos_set(&self) -> Set = isl_pw_aff_pos_set;
    nonneg_set(&self) -> Set = isl_pw_aff_nonneg_set;
    zero_set(&self) -> Set = isl_pw_aff_zero_set;
    non_zero_set(&self) -> Set = isl_pw_aff_non_zero_set;
    eq_set(&self, pwaff2: &PwAff) -> Set = isl_pw_aff_eq_set;
    ne_set(&self, pwaff2: &PwAff) -> Set = isl_pw_aff_ne_set;
    le_set(&self, pwaff2: &PwAff) -> Set = isl_pw_aff_le_set;
    lt_set(&self, pwaff2: &PwAff) -> Set = isl_pw_aff_lt_set;
    ge_set(&self, pwaff2: &PwAff) -> Set = isl_pw_aff_ge_set;
    gt_set(&self, pwaff2: &PwAff) -> Set = isl_pw_aff_gt_set;
    eq_map(&self, pa2: &PwAff) -> Map = isl_pw_aff_eq_map;
    le_map(&self, pa2: &PwAff) -> Map = isl_pw_aff_le_map;
    lt_map(&self, pa2: &PwAff) -> Map = isl_pw_aff_lt_map;
    ge_map(&self, pa2: &PwAff) -> Map = isl_pw_aff_ge_map;
    gt_map(&self, pa2: &PwAff) -> Map = isl_pw_aff_gt_map;
    bind_domain(&self, tuple: &MultiId) -> PwAff = isl_pw_aff_bind_domain;
    bind_domain_wrapped_domain(&self, tuple: &MultiId) -> PwAff = isl_pw_aff_bind_domain_wrapped_domain;
    bind_id(&self, id: &Id) -> Set = isl_pw_aff_bind_id;
    read(ctx: &Context, text: &str) -> PwAff = isl_pw_aff_read_from_str;
    to_union_pw_aff(&self) -> UnionPwAff = isl_pw_aff_to_union_pw_aff;
    to_list(&self) -> PwAffList = isl_pw_aff_to_list;
    min_val(&self) -> Val = isl_pw_aff_min_val;
    max_val(&self) -> Val = isl_pw_aff_max_val;
} }

callbacks! { PwAff {
    foreach_piece(&self, |set: Set, aff: Aff| -> ()) -> () = isl_pw_aff_foreach_piece;
    every_piece(&self, |set: &Set, aff: &Aff| -> bool) -> bool = isl_pw_aff_every_piece;
} }

object! {
    /// An isl `pw_aff_list`.
    PwAffList = isl_pw_aff_list: isl_pw_aff_list_copy, isl_pw_aff_list_free, isl_pw_aff_list_to_str;
}

list! { PwAffList of PwAff: isl_pw_aff_list_add }

methods! { PwAffList {
    min(&self) -> PwAff = isl_pw_aff_list_min;
    max(&self) -> PwAff = isl_pw_aff_list_max;
    eq_set(&self, list2: &PwAffList) -> Set = isl_pw_aff_list_eq_set;
    ne_set(&self, list2: &PwAffList) -> Set = isl_pw_aff_list_ne_set;
    le_set(&self, list2: &PwAffList) -> Set = isl_pw_aff_list_le_set;
    lt_set(&self, list2: &PwAffList) -> Set = isl_pw_aff_list_lt_set;
    ge_set(&self, list2: &PwAffList) -> Set = isl_pw_aff_list_ge_set;
    gt_set(&self, list2: &PwAffList) -> Set = isl_pw_aff_list_gt_set;
    alloc(ctx: &Context, n: usize) -> PwAffList = isl_pw_aff_list_alloc;
    add(&self, el: &PwAff) -> PwAffList = isl_pw_aff_list_add;
    insert(&self, pos: usize, el: &PwAff) -> PwAffList = isl_pw_aff_list_insert;
    drop(&self, first: usize, n: usize) -> PwAffList = isl_pw_aff_list_drop;
    clear(&self) -> PwAffList = isl_pw_aff_list_clear;
    reverse(&self) -> PwAffList = isl_pw_aff_list_reverse;
    concat(&self, list2: &PwAffList) -> PwAffList = isl_pw_aff_list_concat;
    size(&self) -> usize = isl_pw_aff_list_size;
    get_at(&self, index: usize) -> PwAff = isl_pw_aff_list_get_at;
    set_at(&self, index: usize, el: &PwAff) -> PwAffList = isl_pw_aff_list_set_pw_aff;
    read(ctx: &Context, text: &str) -> PwAffList = isl_pw_aff_list_read_from_str;
} }

callbacks! { PwAffList {
    foreach(&self, |item: PwAff| -> ()) -> () = isl_pw_aff_list_foreach;
    every(&self, |item: &PwAff| -> bool) -> bool = isl_pw_aff_list_every;
} }
