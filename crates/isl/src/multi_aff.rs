//! Types: [`MultiAff`].

use polymill_isl_sys as sys;

use crate::{
    Aff, AffList, BasicSet, Context, Dim, Id, Map, MultiId, MultiPwAff, MultiUnionPwAff, MultiVal, PwMultiAff, Set,
    Space, Val,
};

object! {
    /// An isl `multi_aff`.
    MultiAff = isl_multi_aff: isl_multi_aff_copy, isl_multi_aff_free, isl_multi_aff_to_str;
}

methods! { MultiAff {
    get_space(&self) -> Space = isl_multi_aff_get_space;
    get_domain_space(&self) -> Space = isl_multi_aff_get_domain_space;
    get_list(&self) -> AffList = isl_multi_aff_get_list;
    from_aff_list(space: &Space, list: &AffList) -> MultiAff = isl_multi_aff_from_aff_list;
    plain_is_equal(&self, multi2: &MultiAff) -> bool = isl_multi_aff_plain_is_equal;
    reset_user(&self) -> MultiAff = isl_multi_aff_reset_user;
    size(&self) -> usize = isl_multi_aff_size;
    get_at(&self, pos: usize) -> Aff = isl_multi_aff_get_at;
    set_at(&self, pos: usize, el: &Aff) -> MultiAff = isl_multi_aff_set_at;
    range_splice(&self, pos: usize, multi2: &MultiAff) -> MultiAff = isl_multi_aff_range_splice;
    flatten_range(&self) -> MultiAff = isl_multi_aff_flatten_range;
    flat_range_product(&self, multi2: &MultiAff) -> MultiAff = isl_multi_aff_flat_range_product;
    range_product(&self, multi2: &MultiAff) -> MultiAff = isl_multi_aff_range_product;
    factor_range(&self) -> MultiAff = isl_multi_aff_factor_range;
    range_is_wrapping(&self) -> bool = isl_multi_aff_range_is_wrapping;
    range_factor_domain(&self) -> MultiAff = isl_multi_aff_range_factor_domain;
    range_factor_range(&self) -> MultiAff = isl_multi_aff_range_factor_range;
    align_params(&self, model: &Space) -> MultiAff = isl_multi_aff_align_params;
    from_range(multi: &MultiAff) -> MultiAff = isl_multi_aff_from_range;
    identity_multi_aff(&self) -> MultiAff = isl_multi_aff_identity_multi_aff;
    identity(space: &Space) -> MultiAff = isl_multi_aff_identity;
    identity_on_domain_space(space: &Space) -> MultiAff = isl_multi_aff_identity_on_domain_space;
    plain_cmp(&self, multi2: &MultiAff) -> i32 = isl_multi_aff_plain_cmp;
    scale_val(&self, v: &Val) -> MultiAff = isl_multi_aff_scale_val;
    scale_down_val(&self, v: &Val) -> MultiAff = isl_multi_aff_scale_down_val;
    scale_multi_val(&self, mv: &MultiVal) -> MultiAff = isl_multi_aff_scale_multi_val;
    scale_down_multi_val(&self, mv: &MultiVal) -> MultiAff = isl_multi_aff_scale_down_multi_val;
    mod_multi_val(&self, mv: &MultiVal) -> MultiAff = isl_multi_aff_mod_multi_val;
    add(&self, multi2: &MultiAff) -> MultiAff = isl_multi_aff_add;
    sub(&self, multi2: &MultiAff) -> MultiAff = isl_multi_aff_sub;
    neg(&self) -> MultiAff = isl_multi_aff_neg;
    add_constant_val(&self, v: &Val) -> MultiAff = isl_multi_aff_add_constant_val;
    add_constant_multi_val(&self, mv: &MultiVal) -> MultiAff = isl_multi_aff_add_constant_multi_val;
    zero(space: &Space) -> MultiAff = isl_multi_aff_zero;
    involves_nan(&self) -> bool = isl_multi_aff_involves_nan;
    dim(&self, kind: Dim) -> usize = isl_multi_aff_dim;
    drop_dims(&self, kind: Dim, first: usize, n: usize) -> MultiAff = isl_multi_aff_drop_dims;
    involves_dims(&self, kind: Dim, first: usize, n: usize) -> bool = isl_multi_aff_involves_dims;
    insert_dims(&self, kind: Dim, first: usize, n: usize) -> MultiAff = isl_multi_aff_insert_dims;
    add_dims(&self, kind: Dim, n: usize) -> MultiAff = isl_multi_aff_add_dims;
    project_domain_on_params(&self) -> MultiAff = isl_multi_aff_project_domain_on_params;
    insert_domain(&self, domain: &Space) -> MultiAff = isl_multi_aff_insert_domain;
    involves_locals(&self) -> bool = isl_multi_aff_involves_locals;
    find_dim_by_name(&self, kind: Dim, name: &str) -> Option<usize> = isl_multi_aff_find_dim_by_name;
    find_dim_by_id(&self, kind: Dim, id: &Id) -> Option<usize> = isl_multi_aff_find_dim_by_id;
    get_dim_id(&self, kind: Dim, pos: usize) -> Id = isl_multi_aff_get_dim_id;
    set_dim_name(&self, kind: Dim, pos: usize, s: &str) -> MultiAff = isl_multi_aff_set_dim_name;
    set_dim_id(&self, kind: Dim, pos: usize, id: &Id) -> MultiAff = isl_multi_aff_set_dim_id;
    get_tuple_name(&self, kind: Dim) -> Option<String> = isl_multi_aff_get_tuple_name;
    has_range_tuple_id(&self) -> bool = isl_multi_aff_has_range_tuple_id;
    has_tuple_id(&self, kind: Dim) -> bool = isl_multi_aff_has_tuple_id;
    get_range_tuple_id(&self) -> Id = isl_multi_aff_get_range_tuple_id;
    get_tuple_id(&self, kind: Dim) -> Id = isl_multi_aff_get_tuple_id;
    set_tuple_name(&self, kind: Dim, s: &str) -> MultiAff = isl_multi_aff_set_tuple_name;
    set_range_tuple_id(&self, id: &Id) -> MultiAff = isl_multi_aff_set_range_tuple_id;
    set_tuple_id(&self, kind: Dim, id: &Id) -> MultiAff = isl_multi_aff_set_tuple_id;
    reset_range_tuple_id(&self) -> MultiAff = isl_multi_aff_reset_range_tuple_id;
    reset_tuple_id(&self, kind: Dim) -> MultiAff = isl_multi_aff_reset_tuple_id;
    product(&self, multi2: &MultiAff) -> MultiAff = isl_multi_aff_product;
    splice(&self, in_pos: usize, out_pos: usize, multi2: &MultiAff) -> MultiAff = isl_multi_aff_splice;
    bind_domain(&self, tuple: &MultiId) -> MultiAff = isl_multi_aff_bind_domain;
    bind_domain_wrapped_domain(&self, tuple: &MultiId) -> MultiAff = isl_multi_aff_bind_domain_wrapped_domain;
    unbind_params_insert_domain(&self, domain: &MultiId) -> MultiAff = isl_multi_aff_unbind_params_insert_domain;
    from_aff(aff: &Aff) -> MultiAff = isl_multi_aff_from_aff;
    domain_map(space: &Space) -> MultiAff = isl_multi_aff_domain_map;
    range_map(space: &Space) -> MultiAff = isl_multi_aff_range_map;
    project_out_map(space: &Space, kind: Dim, first: usize, n: usize) -> MultiAff = isl_multi_aff_project_out_map;
    multi_val_on_domain_space(space: &Space, mv: &MultiVal) -> MultiAff = isl_multi_aff_multi_val_on_domain_space;
    multi_val_on_space(space: &Space, mv: &MultiVal) -> MultiAff = isl_multi_aff_multi_val_on_space;
    get_constant_multi_val(&self) -> MultiVal = isl_multi_aff_get_constant_multi_val;
    floor(&self) -> MultiAff = isl_multi_aff_floor;
    gist_params(&self, context: &Set) -> MultiAff = isl_multi_aff_gist_params;
    gist(&self, context: &Set) -> MultiAff = isl_multi_aff_gist;
    pullback_multi_aff(&self, ma2: &MultiAff) -> MultiAff = isl_multi_aff_pullback_multi_aff;
    move_dims(&self, dst_type: Dim, dst_pos: usize, src_type: Dim, src_pos: usize, n: usize) -> MultiAff = isl_multi_aff_move_dims;
    lex_lt_set(&self, ma2: &MultiAff) -> Set = isl_multi_aff_lex_lt_set;
    lex_le_set(&self, ma2: &MultiAff) -> Set = isl_multi_aff_lex_le_set;
    lex_gt_set(&self, ma2: &MultiAff) -> Set = isl_multi_aff_lex_gt_set;
    lex_ge_set(&self, ma2: &MultiAff) -> Set = isl_multi_aff_lex_ge_set;
    bind(&self, tuple: &MultiId) -> BasicSet = isl_multi_aff_bind;
    read(ctx: &Context, text: &str) -> MultiAff = isl_multi_aff_read_from_str;
    to_pw_multi_aff(&self) -> PwMultiAff = isl_multi_aff_to_pw_multi_aff;
    flatten_domain(&self) -> MultiAff = isl_multi_aff_flatten_domain;
    to_multi_pw_aff(&self) -> MultiPwAff = isl_multi_aff_to_multi_pw_aff;
    to_multi_union_pw_aff(&self) -> MultiUnionPwAff = isl_multi_aff_to_multi_union_pw_aff;
    as_set(&self) -> Set = isl_multi_aff_as_set;
    as_map(&self) -> Map = isl_multi_aff_as_map;
} }
