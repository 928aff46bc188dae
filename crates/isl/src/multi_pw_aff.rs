//! Types: [`MultiPwAff`].

use polymill_isl_sys as sys;

use crate::{
    Aff, Context, Dim, Id, IdList, Map, MultiAff, MultiId, MultiVal, PwAff, PwAffList, PwMultiAff, Set, Space, Val,
};

object! {
    /// An isl `multi_pw_aff`.
    MultiPwAff = isl_multi_pw_aff: isl_multi_pw_aff_copy, isl_multi_pw_aff_free, isl_multi_pw_aff_to_str;
}

methods! { MultiPwAff {
    get_space(&self) -> Space = isl_multi_pw_aff_get_space;
    get_domain_space(&self) -> Space = isl_multi_pw_aff_get_domain_space;
    get_list(&self) -> PwAffList = isl_multi_pw_aff_get_list;
    from_pw_aff_list(space: &Space, list: &PwAffList) -> MultiPwAff = isl_multi_pw_aff_from_pw_aff_list;
    plain_is_equal(&self, multi2: &MultiPwAff) -> bool = isl_multi_pw_aff_plain_is_equal;
    reset_user(&self) -> MultiPwAff = isl_multi_pw_aff_reset_user;
    size(&self) -> usize = isl_multi_pw_aff_size;
    get_at(&self, pos: usize) -> PwAff = isl_multi_pw_aff_get_at;
    set_at(&self, pos: usize, el: &PwAff) -> MultiPwAff = isl_multi_pw_aff_set_at;
    range_splice(&self, pos: usize, multi2: &MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_range_splice;
    flatten_range(&self) -> MultiPwAff = isl_multi_pw_aff_flatten_range;
    flat_range_product(&self, multi2: &MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_flat_range_product;
    range_product(&self, multi2: &MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_range_product;
    factor_range(&self) -> MultiPwAff = isl_multi_pw_aff_factor_range;
    range_is_wrapping(&self) -> bool = isl_multi_pw_aff_range_is_wrapping;
    range_factor_domain(&self) -> MultiPwAff = isl_multi_pw_aff_range_factor_domain;
    range_factor_range(&self) -> MultiPwAff = isl_multi_pw_aff_range_factor_range;
    align_params(&self, model: &Space) -> MultiPwAff = isl_multi_pw_aff_align_params;
    from_range(multi: &MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_from_range;
    identity_multi_pw_aff(&self) -> MultiPwAff = isl_multi_pw_aff_identity_multi_pw_aff;
    identity(space: &Space) -> MultiPwAff = isl_multi_pw_aff_identity;
    identity_on_domain_space(space: &Space) -> MultiPwAff = isl_multi_pw_aff_identity_on_domain_space;
    scale_val(&self, v: &Val) -> MultiPwAff = isl_multi_pw_aff_scale_val;
    scale_down_val(&self, v: &Val) -> MultiPwAff = isl_multi_pw_aff_scale_down_val;
    scale_multi_val(&self, mv: &MultiVal) -> MultiPwAff = isl_multi_pw_aff_scale_multi_val;
    scale_down_multi_val(&self, mv: &MultiVal) -> MultiPwAff = isl_multi_pw_aff_scale_down_multi_val;
    mod_multi_val(&self, mv: &MultiVal) -> MultiPwAff = isl_multi_pw_aff_mod_multi_val;
    add(&self, multi2: &MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_add;
    sub(&self, multi2: &MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_sub;
    neg(&self) -> MultiPwAff = isl_multi_pw_aff_neg;
    min(&self, multi2: &MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_min;
    max(&self, multi2: &MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_max;
    add_constant_val(&self, v: &Val) -> MultiPwAff = isl_multi_pw_aff_add_constant_val;
    add_constant_multi_val(&self, mv: &MultiVal) -> MultiPwAff = isl_multi_pw_aff_add_constant_multi_val;
    zero(space: &Space) -> MultiPwAff = isl_multi_pw_aff_zero;
    involves_nan(&self) -> bool = isl_multi_pw_aff_involves_nan;
    dim(&self, kind: Dim) -> usize = isl_multi_pw_aff_dim;
    drop_dims(&self, kind: Dim, first: usize, n: usize) -> MultiPwAff = isl_multi_pw_aff_drop_dims;
    involves_dims(&self, kind: Dim, first: usize, n: usize) -> bool = isl_multi_pw_aff_involves_dims;
    insert_dims(&self, kind: Dim, first: usize, n: usize) -> MultiPwAff = isl_multi_pw_aff_insert_dims;
    add_dims(&self, kind: Dim, n: usize) -> MultiPwAff = isl_multi_pw_aff_add_dims;
    project_domain_on_params(&self) -> MultiPwAff = isl_multi_pw_aff_project_domain_on_params;
    find_dim_by_name(&self, kind: Dim, name: &str) -> Option<usize> = isl_multi_pw_aff_find_dim_by_name;
    find_dim_by_id(&self, kind: Dim, id: &Id) -> Option<usize> = isl_multi_pw_aff_find_dim_by_id;
    get_dim_id(&self, kind: Dim, pos: usize) -> Id = isl_multi_pw_aff_get_dim_id;
    set_dim_name(&self, kind: Dim, pos: usize, s: &str) -> MultiPwAff = isl_multi_pw_aff_set_dim_name;
    set_dim_id(&self, kind: Dim, pos: usize, id: &Id) -> MultiPwAff = isl_multi_pw_aff_set_dim_id;
    insert_domain(&self, domain: &Space) -> MultiPwAff = isl_multi_pw_aff_insert_domain;
    get_tuple_name(&self, kind: Dim) -> Option<String> = isl_multi_pw_aff_get_tuple_name;
    has_range_tuple_id(&self) -> bool = isl_multi_pw_aff_has_range_tuple_id;
    has_tuple_id(&self, kind: Dim) -> bool = isl_multi_pw_aff_has_tuple_id;
    get_range_tuple_id(&self) -> Id = isl_multi_pw_aff_get_range_tuple_id;
    get_tuple_id(&self, kind: Dim) -> Id = isl_multi_pw_aff_get_tuple_id;
    set_tuple_name(&self, kind: Dim, s: &str) -> MultiPwAff = isl_multi_pw_aff_set_tuple_name;
    set_range_tuple_id(&self, id: &Id) -> MultiPwAff = isl_multi_pw_aff_set_range_tuple_id;
    set_tuple_id(&self, kind: Dim, id: &Id) -> MultiPwAff = isl_multi_pw_aff_set_tuple_id;
    reset_range_tuple_id(&self) -> MultiPwAff = isl_multi_pw_aff_reset_range_tuple_id;
    reset_tuple_id(&self, kind: Dim) -> MultiPwAff = isl_multi_pw_aff_reset_tuple_id;
    product(&self, multi2: &MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_product;
    splice(&self, in_pos: usize, out_pos: usize, multi2: &MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_splice;
    bind_domain(&self, tuple: &MultiId) -> MultiPwAff = isl_multi_pw_aff_bind_domain;
    bind_domain_wrapped_domain(&self, tuple: &MultiId) -> MultiPwAff = isl_multi_pw_aff_bind_domain_wrapped_domain;
    involves_param_id(&self, id: &Id) -> bool = isl_multi_pw_aff_involves_param_id;
    involves_param_id_list(&self, list: &IdList) -> bool = isl_multi_pw_aff_involves_param_id_list;
    unbind_params_insert_domain(&self, domain: &MultiId) -> MultiPwAff = isl_multi_pw_aff_unbind_params_insert_domain;
    from_aff(aff: &Aff) -> MultiPwAff = isl_multi_pw_aff_from_aff;
    from_multi_aff(ma: &MultiAff) -> MultiPwAff = isl_multi_pw_aff_from_multi_aff;
    from_pw_aff(pa: &PwAff) -> MultiPwAff = isl_multi_pw_aff_from_pw_aff;
    domain(&self) -> Set = isl_multi_pw_aff_domain;
    intersect_params(&self, set: &Set) -> MultiPwAff = isl_multi_pw_aff_intersect_params;
    intersect_domain(&self, domain: &Set) -> MultiPwAff = isl_multi_pw_aff_intersect_domain;
    coalesce(&self) -> MultiPwAff = isl_multi_pw_aff_coalesce;
    gist(&self, set: &Set) -> MultiPwAff = isl_multi_pw_aff_gist;
    gist_params(&self, set: &Set) -> MultiPwAff = isl_multi_pw_aff_gist_params;
    is_cst(&self) -> bool = isl_multi_pw_aff_is_cst;
    is_equal(&self, mpa2: &MultiPwAff) -> bool = isl_multi_pw_aff_is_equal;
    pullback_multi_aff(&self, ma: &MultiAff) -> MultiPwAff = isl_multi_pw_aff_pullback_multi_aff;
    pullback_pw_multi_aff(&self, pma: &PwMultiAff) -> MultiPwAff = isl_multi_pw_aff_pullback_pw_multi_aff;
    pullback_multi_pw_aff(&self, mpa2: &MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_pullback_multi_pw_aff;
    union_add(&self, mpa2: &MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_union_add;
    move_dims(&self, dst_type: Dim, dst_pos: usize, src_type: Dim, src_pos: usize, n: usize) -> MultiPwAff = isl_multi_pw_aff_move_dims;
    isa_multi_aff(&self) -> bool = isl_multi_pw_aff_isa_multi_aff;
    as_multi_aff(&self) -> MultiAff = isl_multi_pw_aff_as_multi_aff;
    as_set(&self) -> Set = isl_multi_pw_aff_as_set;
    as_map(&self) -> Map = isl_multi_pw_aff_as_map;
    from_pw_multi_aff(pma: &PwMultiAff) -> MultiPwAff = isl_multi_pw_aff_from_pw_multi_aff;
    eq_map(&self, mpa2: &MultiPwAff) -> Map = isl_multi_pw_aff_eq_map;
    lex_le_map(&self, mpa2: &MultiPwAff) -> Map = isl_multi_pw_aff_lex_le_map;
    lex_lt_map(&self, mpa2: &MultiPwAff) -> Map = isl_multi_pw_aff_lex_lt_map;
    lex_ge_map(&self, mpa2: &MultiPwAff) -> Map = isl_multi_pw_aff_lex_ge_map;
    lex_gt_map(&self, mpa2: &MultiPwAff) -> Map = isl_multi_pw_aff_lex_gt_map;
    bind(&self, tuple: &MultiId) -> Set = isl_multi_pw_aff_bind;
    read(ctx: &Context, text: &str) -> MultiPwAff = isl_multi_pw_aff_read_from_str;
    min_multi_val(&self) -> MultiVal = isl_multi_pw_aff_min_multi_val;
    max_multi_val(&self) -> MultiVal = isl_multi_pw_aff_max_multi_val;
} }
