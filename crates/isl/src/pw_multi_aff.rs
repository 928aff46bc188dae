//! Types: [`PwMultiAff`], [`PwMultiAffList`].

use polymill_isl_sys as sys;

use crate::{Context, Dim, Id, Map, MultiAff, MultiId, MultiPwAff, MultiVal, PwAff, Set, Space, UnionPwMultiAff, Val};

object! {
    /// An isl `pw_multi_aff`.
    PwMultiAff = isl_pw_multi_aff: isl_pw_multi_aff_copy, isl_pw_multi_aff_free, isl_pw_multi_aff_to_str;
}

methods! { PwMultiAff {
    zero(space: &Space) -> PwMultiAff = isl_pw_multi_aff_zero;
    identity_on_domain_space(space: &Space) -> PwMultiAff = isl_pw_multi_aff_identity_on_domain_space;
    identity(space: &Space) -> PwMultiAff = isl_pw_multi_aff_identity;
    domain_map(space: &Space) -> PwMultiAff = isl_pw_multi_aff_domain_map;
    range_map(space: &Space) -> PwMultiAff = isl_pw_multi_aff_range_map;
    project_out_map(space: &Space, kind: Dim, first: usize, n: usize) -> PwMultiAff = isl_pw_multi_aff_project_out_map;
    from_multi_aff(ma: &MultiAff) -> PwMultiAff = isl_pw_multi_aff_from_multi_aff;
    from_pw_aff(pa: &PwAff) -> PwMultiAff = isl_pw_multi_aff_from_pw_aff;
    alloc(set: &Set, maff: &MultiAff) -> PwMultiAff = isl_pw_multi_aff_alloc;
    dim(&self, kind: Dim) -> usize = isl_pw_multi_aff_dim;
    involves_locals(&self) -> bool = isl_pw_multi_aff_involves_locals;
    involves_param_id(&self, id: &Id) -> bool = isl_pw_multi_aff_involves_param_id;
    involves_dims(&self, kind: Dim, first: usize, n: usize) -> bool = isl_pw_multi_aff_involves_dims;
    get_at(&self, pos: usize) -> PwAff = isl_pw_multi_aff_get_at;
    get_pw_aff(&self, pos: usize) -> PwAff = isl_pw_multi_aff_get_pw_aff;
    set_pw_aff(&self, pos: usize, pa: &PwAff) -> PwMultiAff = isl_pw_multi_aff_set_pw_aff;
    get_domain_space(&self) -> Space = isl_pw_multi_aff_get_domain_space;
    get_space(&self) -> Space = isl_pw_multi_aff_get_space;
    has_tuple_name(&self, kind: Dim) -> bool = isl_pw_multi_aff_has_tuple_name;
    get_tuple_name(&self, kind: Dim) -> Option<String> = isl_pw_multi_aff_get_tuple_name;
    get_range_tuple_id(&self) -> Id = isl_pw_multi_aff_get_range_tuple_id;
    get_tuple_id(&self, kind: Dim) -> Id = isl_pw_multi_aff_get_tuple_id;
    has_range_tuple_id(&self) -> bool = isl_pw_multi_aff_has_range_tuple_id;
    has_tuple_id(&self, kind: Dim) -> bool = isl_pw_multi_aff_has_tuple_id;
    set_tuple_id(&self, kind: Dim, id: &Id) -> PwMultiAff = isl_pw_multi_aff_set_tuple_id;
    set_range_tuple_id(&self, id: &Id) -> PwMultiAff = isl_pw_multi_aff_set_range_tuple_id;
    reset_tuple_id(&self, kind: Dim) -> PwMultiAff = isl_pw_multi_aff_reset_tuple_id;
    reset_user(&self) -> PwMultiAff = isl_pw_multi_aff_reset_user;
    find_dim_by_name(&self, kind: Dim, name: &str) -> Option<usize> = isl_pw_multi_aff_find_dim_by_name;
    drop_dims(&self, kind: Dim, first: usize, n: usize) -> PwMultiAff = isl_pw_multi_aff_drop_dims;
    domain(&self) -> Set = isl_pw_multi_aff_domain;
    empty(space: &Space) -> PwMultiAff = isl_pw_multi_aff_empty;
    from_domain(set: &Set) -> PwMultiAff = isl_pw_multi_aff_from_domain;
    multi_val_on_domain(domain: &Set, mv: &MultiVal) -> PwMultiAff = isl_pw_multi_aff_multi_val_on_domain;
    get_dim_name(&self, kind: Dim, pos: usize) -> Option<String> = isl_pw_multi_aff_get_dim_name;
    get_dim_id(&self, kind: Dim, pos: usize) -> Id = isl_pw_multi_aff_get_dim_id;
    set_dim_id(&self, kind: Dim, pos: usize, id: &Id) -> PwMultiAff = isl_pw_multi_aff_set_dim_id;
    involves_nan(&self) -> bool = isl_pw_multi_aff_involves_nan;
    plain_is_equal(&self, pma2: &PwMultiAff) -> bool = isl_pw_multi_aff_plain_is_equal;
    is_equal(&self, pma2: &PwMultiAff) -> bool = isl_pw_multi_aff_is_equal;
    fix_si(&self, kind: Dim, pos: usize, value: i32) -> PwMultiAff = isl_pw_multi_aff_fix_si;
    union_add(&self, pma2: &PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_union_add;
    neg(&self) -> PwMultiAff = isl_pw_multi_aff_neg;
    add(&self, pma2: &PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_add;
    sub(&self, pma2: &PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_sub;
    add_constant_val(&self, v: &Val) -> PwMultiAff = isl_pw_multi_aff_add_constant_val;
    add_constant_multi_val(&self, mv: &MultiVal) -> PwMultiAff = isl_pw_multi_aff_add_constant_multi_val;
    scale_val(&self, v: &Val) -> PwMultiAff = isl_pw_multi_aff_scale_val;
    scale_down_val(&self, v: &Val) -> PwMultiAff = isl_pw_multi_aff_scale_down_val;
    scale_multi_val(&self, mv: &MultiVal) -> PwMultiAff = isl_pw_multi_aff_scale_multi_val;
    scale_down_multi_val(&self, mv: &MultiVal) -> PwMultiAff = isl_pw_multi_aff_scale_down_multi_val;
    union_lexmin(&self, pma2: &PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_union_lexmin;
    union_lexmax(&self, pma2: &PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_union_lexmax;
    range_product(&self, pma2: &PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_range_product;
    flat_range_product(&self, pma2: &PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_flat_range_product;
    product(&self, pma2: &PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_product;
    range_factor_domain(&self) -> PwMultiAff = isl_pw_multi_aff_range_factor_domain;
    range_factor_range(&self) -> PwMultiAff = isl_pw_multi_aff_range_factor_range;
    intersect_params(&self, set: &Set) -> PwMultiAff = isl_pw_multi_aff_intersect_params;
    intersect_domain(&self, set: &Set) -> PwMultiAff = isl_pw_multi_aff_intersect_domain;
    intersect_domain_wrapped_domain(&self, set: &Set) -> PwMultiAff = isl_pw_multi_aff_intersect_domain_wrapped_domain;
    intersect_domain_wrapped_range(&self, set: &Set) -> PwMultiAff = isl_pw_multi_aff_intersect_domain_wrapped_range;
    subtract_domain(&self, set: &Set) -> PwMultiAff = isl_pw_multi_aff_subtract_domain;
    insert_domain(&self, domain: &Space) -> PwMultiAff = isl_pw_multi_aff_insert_domain;
    project_domain_on_params(&self) -> PwMultiAff = isl_pw_multi_aff_project_domain_on_params;
    align_params(&self, model: &Space) -> PwMultiAff = isl_pw_multi_aff_align_params;
    drop_unused_params(&self) -> PwMultiAff = isl_pw_multi_aff_drop_unused_params;
    coalesce(&self) -> PwMultiAff = isl_pw_multi_aff_coalesce;
    gist_params(&self, set: &Set) -> PwMultiAff = isl_pw_multi_aff_gist_params;
    gist(&self, set: &Set) -> PwMultiAff = isl_pw_multi_aff_gist;
    pullback_multi_aff(&self, ma: &MultiAff) -> PwMultiAff = isl_pw_multi_aff_pullback_multi_aff;
    pullback_pw_multi_aff(&self, pma2: &PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_pullback_pw_multi_aff;
    preimage_domain_wrapped_domain_pw_multi_aff(&self, pma2: &PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_preimage_domain_wrapped_domain_pw_multi_aff;
    n_piece(&self) -> usize = isl_pw_multi_aff_n_piece;
    isa_multi_aff(&self) -> bool = isl_pw_multi_aff_isa_multi_aff;
    as_multi_aff(&self) -> MultiAff = isl_pw_multi_aff_as_multi_aff;
    as_map(&self) -> Map = isl_pw_multi_aff_as_map;
    as_set(&self) -> Set = isl_pw_multi_aff_as_set;
    from_set(set: &Set) -> PwMultiAff = isl_pw_multi_aff_from_set;
    from_map(map: &Map) -> PwMultiAff = isl_pw_multi_aff_from_map;
    bind_domain(&self, tuple: &MultiId) -> PwMultiAff = isl_pw_multi_aff_bind_domain;
    bind_domain_wrapped_domain(&self, tuple: &MultiId) -> PwMultiAff = isl_pw_multi_aff_bind_domain_wrapped_domain;
    read(ctx: &Context, text: &str) -> PwMultiAff = isl_pw_multi_aff_read_from_str;
    to_union_pw_multi_aff(&self) -> UnionPwMultiAff = isl_pw_multi_aff_to_union_pw_multi_aff;
    from_multi_pw_aff(mpa: &MultiPwAff) -> PwMultiAff = isl_pw_multi_aff_from_multi_pw_aff;
    to_multi_pw_aff(&self) -> MultiPwAff = isl_pw_multi_aff_to_multi_pw_aff;
    to_list(&self) -> PwMultiAffList = isl_pw_multi_aff_to_list;
    min_multi_val(&self) -> MultiVal = isl_pw_multi_aff_min_multi_val;
    max_multi_val(&self) -> MultiVal = isl_pw_multi_aff_max_multi_val;
} }

callbacks! { PwMultiAff {
    foreach_piece(&self, |set: Set, aff: MultiAff| -> ()) -> () = isl_pw_multi_aff_foreach_piece;
    every_piece(&self, |set: &Set, aff: &MultiAff| -> bool) -> bool = isl_pw_multi_aff_every_piece;
} }

object! {
    /// An isl `pw_multi_aff_list`.
    PwMultiAffList = isl_pw_multi_aff_list: isl_pw_multi_aff_list_copy, isl_pw_multi_aff_list_free, isl_pw_multi_aff_list_to_str;
}

list! { PwMultiAffList of PwMultiAff: isl_pw_multi_aff_list_add }

methods! { PwMultiAffList {
    alloc(ctx: &Context, n: usize) -> PwMultiAffList = isl_pw_multi_aff_list_alloc;
    add(&self, el: &PwMultiAff) -> PwMultiAffList = isl_pw_multi_aff_list_add;
    insert(&self, pos: usize, el: &PwMultiAff) -> PwMultiAffList = isl_pw_multi_aff_list_insert;
    drop(&self, first: usize, n: usize) -> PwMultiAffList = isl_pw_multi_aff_list_drop;
    clear(&self) -> PwMultiAffList = isl_pw_multi_aff_list_clear;
    reverse(&self) -> PwMultiAffList = isl_pw_multi_aff_list_reverse;
    concat(&self, list2: &PwMultiAffList) -> PwMultiAffList = isl_pw_multi_aff_list_concat;
    size(&self) -> usize = isl_pw_multi_aff_list_size;
    get_at(&self, index: usize) -> PwMultiAff = isl_pw_multi_aff_list_get_at;
    set_at(&self, index: usize, el: &PwMultiAff) -> PwMultiAffList = isl_pw_multi_aff_list_set_pw_multi_aff;
    read(ctx: &Context, text: &str) -> PwMultiAffList = isl_pw_multi_aff_list_read_from_str;
} }

callbacks! { PwMultiAffList {
    foreach(&self, |item: PwMultiAff| -> ()) -> () = isl_pw_multi_aff_list_foreach;
    every(&self, |item: &PwMultiAff| -> bool) -> bool = isl_pw_multi_aff_list_every;
} }
