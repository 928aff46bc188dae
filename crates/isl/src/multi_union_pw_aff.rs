//! Types: [`MultiUnionPwAff`].

use polymill_isl_sys as sys;

use crate::{
    Aff, Context, Dim, Id, MultiAff, MultiId, MultiPwAff, MultiVal, PwAff, PwMultiAff, Set, Space, UnionMap,
    UnionPwAff, UnionPwAffList, UnionPwMultiAff, UnionSet, Val,
};

object! {
    /// An isl `multi_union_pw_aff`.
    MultiUnionPwAff = isl_multi_union_pw_aff: isl_multi_union_pw_aff_copy, isl_multi_union_pw_aff_free, isl_multi_union_pw_aff_to_str;
}

methods! { MultiUnionPwAff {
    get_space(&self) -> Space = isl_multi_union_pw_aff_get_space;
    get_domain_space(&self) -> Space = isl_multi_union_pw_aff_get_domain_space;
    get_list(&self) -> UnionPwAffList = isl_multi_union_pw_aff_get_list;
    from_union_pw_aff_list(space: &Space, list: &UnionPwAffList) -> MultiUnionPwAff = isl_multi_union_pw_aff_from_union_pw_aff_list;
    plain_is_equal(&self, multi2: &MultiUnionPwAff) -> bool = isl_multi_union_pw_aff_plain_is_equal;
    reset_user(&self) -> MultiUnionPwAff = isl_multi_union_pw_aff_reset_user;
    size(&self) -> usize = isl_multi_union_pw_aff_size;
    get_at(&self, pos: usize) -> UnionPwAff = isl_multi_union_pw_aff_get_at;
    set_at(&self, pos: usize, el: &UnionPwAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_set_at;
    range_splice(&self, pos: usize, multi2: &MultiUnionPwAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_range_splice;
    flatten_range(&self) -> MultiUnionPwAff = isl_multi_union_pw_aff_flatten_range;
    flat_range_product(&self, multi2: &MultiUnionPwAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_flat_range_product;
    range_product(&self, multi2: &MultiUnionPwAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_range_product;
    factor_range(&self) -> MultiUnionPwAff = isl_multi_union_pw_aff_factor_range;
    range_is_wrapping(&self) -> bool = isl_multi_union_pw_aff_range_is_wrapping;
    range_factor_domain(&self) -> MultiUnionPwAff = isl_multi_union_pw_aff_range_factor_domain;
    range_factor_range(&self) -> MultiUnionPwAff = isl_multi_union_pw_aff_range_factor_range;
    align_params(&self, model: &Space) -> MultiUnionPwAff = isl_multi_union_pw_aff_align_params;
    from_range(multi: &MultiUnionPwAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_from_range;
    scale_val(&self, v: &Val) -> MultiUnionPwAff = isl_multi_union_pw_aff_scale_val;
    scale_down_val(&self, v: &Val) -> MultiUnionPwAff = isl_multi_union_pw_aff_scale_down_val;
    scale_multi_val(&self, mv: &MultiVal) -> MultiUnionPwAff = isl_multi_union_pw_aff_scale_multi_val;
    scale_down_multi_val(&self, mv: &MultiVal) -> MultiUnionPwAff = isl_multi_union_pw_aff_scale_down_multi_val;
    mod_multi_val(&self, mv: &MultiVal) -> MultiUnionPwAff = isl_multi_union_pw_aff_mod_multi_val;
    add(&self, multi2: &MultiUnionPwAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_add;
    sub(&self, multi2: &MultiUnionPwAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_sub;
    neg(&self) -> MultiUnionPwAff = isl_multi_union_pw_aff_neg;
    zero(space: &Space) -> MultiUnionPwAff = isl_multi_union_pw_aff_zero;
    involves_nan(&self) -> bool = isl_multi_union_pw_aff_involves_nan;
    dim(&self, kind: Dim) -> usize = isl_multi_union_pw_aff_dim;
    drop_dims(&self, kind: Dim, first: usize, n: usize) -> MultiUnionPwAff = isl_multi_union_pw_aff_drop_dims;
    find_dim_by_name(&self, kind: Dim, name: &str) -> Option<usize> = isl_multi_union_pw_aff_find_dim_by_name;
    find_dim_by_id(&self, kind: Dim, id: &Id) -> Option<usize> = isl_multi_union_pw_aff_find_dim_by_id;
    get_dim_id(&self, kind: Dim, pos: usize) -> Id = isl_multi_union_pw_aff_get_dim_id;
    set_dim_name(&self, kind: Dim, pos: usize, s: &str) -> MultiUnionPwAff = isl_multi_union_pw_aff_set_dim_name;
    set_dim_id(&self, kind: Dim, pos: usize, id: &Id) -> MultiUnionPwAff = isl_multi_union_pw_aff_set_dim_id;
    get_tuple_name(&self, kind: Dim) -> Option<String> = isl_multi_union_pw_aff_get_tuple_name;
    has_range_tuple_id(&self) -> bool = isl_multi_union_pw_aff_has_range_tuple_id;
    has_tuple_id(&self, kind: Dim) -> bool = isl_multi_union_pw_aff_has_tuple_id;
    get_range_tuple_id(&self) -> Id = isl_multi_union_pw_aff_get_range_tuple_id;
    get_tuple_id(&self, kind: Dim) -> Id = isl_multi_union_pw_aff_get_tuple_id;
    set_tuple_name(&self, kind: Dim, s: &str) -> MultiUnionPwAff = isl_multi_union_pw_aff_set_tuple_name;
    set_range_tuple_id(&self, id: &Id) -> MultiUnionPwAff = isl_multi_union_pw_aff_set_range_tuple_id;
    set_tuple_id(&self, kind: Dim, id: &Id) -> MultiUnionPwAff = isl_multi_union_pw_aff_set_tuple_id;
    reset_range_tuple_id(&self) -> MultiUnionPwAff = isl_multi_union_pw_aff_reset_range_tuple_id;
    reset_tuple_id(&self, kind: Dim) -> MultiUnionPwAff = isl_multi_union_pw_aff_reset_tuple_id;
    from_multi_aff(ma: &MultiAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_from_multi_aff;
    from_union_pw_aff(upa: &UnionPwAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_from_union_pw_aff;
    from_multi_pw_aff(mpa: &MultiPwAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_from_multi_pw_aff;
    multi_val_on_domain(domain: &UnionSet, mv: &MultiVal) -> MultiUnionPwAff = isl_multi_union_pw_aff_multi_val_on_domain;
    multi_aff_on_domain(domain: &UnionSet, ma: &MultiAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_multi_aff_on_domain;
    pw_multi_aff_on_domain(domain: &UnionSet, pma: &PwMultiAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_pw_multi_aff_on_domain;
    floor(&self) -> MultiUnionPwAff = isl_multi_union_pw_aff_floor;
    intersect_domain(&self, uset: &UnionSet) -> MultiUnionPwAff = isl_multi_union_pw_aff_intersect_domain;
    intersect_params(&self, params: &Set) -> MultiUnionPwAff = isl_multi_union_pw_aff_intersect_params;
    intersect_range(&self, set: &Set) -> MultiUnionPwAff = isl_multi_union_pw_aff_intersect_range;
    domain(&self) -> UnionSet = isl_multi_union_pw_aff_domain;
    coalesce(&self) -> MultiUnionPwAff = isl_multi_union_pw_aff_coalesce;
    gist(&self, context: &UnionSet) -> MultiUnionPwAff = isl_multi_union_pw_aff_gist;
    gist_params(&self, context: &Set) -> MultiUnionPwAff = isl_multi_union_pw_aff_gist_params;
    apply_aff(&self, aff: &Aff) -> UnionPwAff = isl_multi_union_pw_aff_apply_aff;
    apply_multi_aff(&self, ma: &MultiAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_apply_multi_aff;
    apply_pw_aff(&self, pa: &PwAff) -> UnionPwAff = isl_multi_union_pw_aff_apply_pw_aff;
    apply_pw_multi_aff(&self, pma: &PwMultiAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_apply_pw_multi_aff;
    pullback_union_pw_multi_aff(&self, upma: &UnionPwMultiAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_pullback_union_pw_multi_aff;
    union_add(&self, mupa2: &MultiUnionPwAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_union_add;
    from_union_pw_multi_aff(upma: &UnionPwMultiAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_from_union_pw_multi_aff;
    from_union_map(umap: &UnionMap) -> MultiUnionPwAff = isl_multi_union_pw_aff_from_union_map;
    zero_union_set(&self) -> UnionSet = isl_multi_union_pw_aff_zero_union_set;
    bind(&self, tuple: &MultiId) -> UnionSet = isl_multi_union_pw_aff_bind;
    extract_multi_pw_aff(&self, space: &Space) -> MultiPwAff = isl_multi_union_pw_aff_extract_multi_pw_aff;
    read(ctx: &Context, text: &str) -> MultiUnionPwAff = isl_multi_union_pw_aff_read_from_str;
    min_multi_val(&self) -> MultiVal = isl_multi_union_pw_aff_min_multi_val;
    max_multi_val(&self) -> MultiVal = isl_multi_union_pw_aff_max_multi_val;
} }
