//! Types: [`UnionPwMultiAff`], [`UnionPwMultiAffList`].

use polymill_isl_sys as sys;

use crate::{
    Aff, Context, Dim, MultiAff, MultiUnionPwAff, MultiVal, PwMultiAff, PwMultiAffList, Set, Space, UnionMap,
    UnionPwAff, UnionSet, Val,
};

object! {
    /// An isl `union_pw_multi_aff`.
    UnionPwMultiAff = isl_union_pw_multi_aff: isl_union_pw_multi_aff_copy, isl_union_pw_multi_aff_free, isl_union_pw_multi_aff_to_str;
}

methods! { UnionPwMultiAff {
    empty_ctx(ctx: &Context) -> UnionPwMultiAff = isl_union_pw_multi_aff_empty_ctx;
    empty_space(space: &Space) -> UnionPwMultiAff = isl_union_pw_multi_aff_empty_space;
    empty(space: &Space) -> UnionPwMultiAff = isl_union_pw_multi_aff_empty;
    from_aff(aff: &Aff) -> UnionPwMultiAff = isl_union_pw_multi_aff_from_aff;
    from_multi_aff(ma: &MultiAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_from_multi_aff;
    from_pw_multi_aff(pma: &PwMultiAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_from_pw_multi_aff;
    from_domain(uset: &UnionSet) -> UnionPwMultiAff = isl_union_pw_multi_aff_from_domain;
    multi_val_on_domain(domain: &UnionSet, mv: &MultiVal) -> UnionPwMultiAff = isl_union_pw_multi_aff_multi_val_on_domain;
    get_union_pw_aff(&self, pos: usize) -> UnionPwAff = isl_union_pw_multi_aff_get_union_pw_aff;
    add_pw_multi_aff(&self, pma: &PwMultiAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_add_pw_multi_aff;
    get_space(&self) -> Space = isl_union_pw_multi_aff_get_space;
    get_pw_multi_aff_list(&self) -> PwMultiAffList = isl_union_pw_multi_aff_get_pw_multi_aff_list;
    dim(&self, kind: Dim) -> usize = isl_union_pw_multi_aff_dim;
    set_dim_name(&self, kind: Dim, pos: usize, s: &str) -> UnionPwMultiAff = isl_union_pw_multi_aff_set_dim_name;
    find_dim_by_name(&self, kind: Dim, name: &str) -> Option<usize> = isl_union_pw_multi_aff_find_dim_by_name;
    drop_dims(&self, kind: Dim, first: usize, n: usize) -> UnionPwMultiAff = isl_union_pw_multi_aff_drop_dims;
    reset_user(&self) -> UnionPwMultiAff = isl_union_pw_multi_aff_reset_user;
    coalesce(&self) -> UnionPwMultiAff = isl_union_pw_multi_aff_coalesce;
    gist_params(&self, context: &Set) -> UnionPwMultiAff = isl_union_pw_multi_aff_gist_params;
    gist(&self, context: &UnionSet) -> UnionPwMultiAff = isl_union_pw_multi_aff_gist;
    pullback_union_pw_multi_aff(&self, upma2: &UnionPwMultiAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_pullback_union_pw_multi_aff;
    apply_union_pw_multi_aff(&self, upma2: &UnionPwMultiAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_apply_union_pw_multi_aff;
    preimage_domain_wrapped_domain_union_pw_multi_aff(&self, upma2: &UnionPwMultiAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_preimage_domain_wrapped_domain_union_pw_multi_aff;
    align_params(&self, model: &Space) -> UnionPwMultiAff = isl_union_pw_multi_aff_align_params;
    n_pw_multi_aff(&self) -> usize = isl_union_pw_multi_aff_n_pw_multi_aff;
    extract_pw_multi_aff(&self, space: &Space) -> PwMultiAff = isl_union_pw_multi_aff_extract_pw_multi_aff;
    isa_pw_multi_aff(&self) -> bool = isl_union_pw_multi_aff_isa_pw_multi_aff;
    as_pw_multi_aff(&self) -> PwMultiAff = isl_union_pw_multi_aff_as_pw_multi_aff;
    plain_is_empty(&self) -> bool = isl_union_pw_multi_aff_plain_is_empty;
    involves_locals(&self) -> bool = isl_union_pw_multi_aff_involves_locals;
    involves_nan(&self) -> bool = isl_union_pw_multi_aff_involves_nan;
    plain_is_equal(&self, upma2: &UnionPwMultiAff) -> bool = isl_union_pw_multi_aff_plain_is_equal;
    domain(&self) -> UnionSet = isl_union_pw_multi_aff_domain;
    neg(&self) -> UnionPwMultiAff = isl_union_pw_multi_aff_neg;
    add(&self, upma2: &UnionPwMultiAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_add;
    union_add(&self, upma2: &UnionPwMultiAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_union_add;
    sub(&self, upma2: &UnionPwMultiAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_sub;
    scale_val(&self, val: &Val) -> UnionPwMultiAff = isl_union_pw_multi_aff_scale_val;
    scale_down_val(&self, val: &Val) -> UnionPwMultiAff = isl_union_pw_multi_aff_scale_down_val;
    scale_multi_val(&self, mv: &MultiVal) -> UnionPwMultiAff = isl_union_pw_multi_aff_scale_multi_val;
    range_product(&self, upma2: &UnionPwMultiAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_range_product;
    flat_range_product(&self, upma2: &UnionPwMultiAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_flat_range_product;
    range_factor_domain(&self) -> UnionPwMultiAff = isl_union_pw_multi_aff_range_factor_domain;
    range_factor_range(&self) -> UnionPwMultiAff = isl_union_pw_multi_aff_range_factor_range;
    intersect_params(&self, set: &Set) -> UnionPwMultiAff = isl_union_pw_multi_aff_intersect_params;
    intersect_domain_union_set(&self, uset: &UnionSet) -> UnionPwMultiAff = isl_union_pw_multi_aff_intersect_domain_union_set;
    intersect_domain(&self, uset: &UnionSet) -> UnionPwMultiAff = isl_union_pw_multi_aff_intersect_domain;
    intersect_domain_space(&self, space: &Space) -> UnionPwMultiAff = isl_union_pw_multi_aff_intersect_domain_space;
    intersect_domain_wrapped_domain(&self, uset: &UnionSet) -> UnionPwMultiAff = isl_union_pw_multi_aff_intersect_domain_wrapped_domain;
    intersect_domain_wrapped_range(&self, uset: &UnionSet) -> UnionPwMultiAff = isl_union_pw_multi_aff_intersect_domain_wrapped_range;
    subtract_domain_union_set(&self, uset: &UnionSet) -> UnionPwMultiAff = isl_union_pw_multi_aff_subtract_domain_union_set;
    subtract_domain_space(&self, space: &Space) -> UnionPwMultiAff = isl_union_pw_multi_aff_subtract_domain_space;
    subtract_domain(&self, uset: &UnionSet) -> UnionPwMultiAff = isl_union_pw_multi_aff_subtract_domain;
    as_union_map(&self) -> UnionMap = isl_union_pw_multi_aff_as_union_map;
    from_union_set(uset: &UnionSet) -> UnionPwMultiAff = isl_union_pw_multi_aff_from_union_set;
    from_union_map(umap: &UnionMap) -> UnionPwMultiAff = isl_union_pw_multi_aff_from_union_map;
    read(ctx: &Context, text: &str) -> UnionPwMultiAff = isl_union_pw_multi_aff_read_from_str;
    from_union_pw_aff(upa: &UnionPwAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_from_union_pw_aff;
    from_multi_union_pw_aff(mupa: &MultiUnionPwAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_from_multi_union_pw_aff;
    as_multi_union_pw_aff(&self) -> MultiUnionPwAff = isl_union_pw_multi_aff_as_multi_union_pw_aff;
    to_list(&self) -> UnionPwMultiAffList = isl_union_pw_multi_aff_to_list;
} }

callbacks! { UnionPwMultiAff {
    foreach_pw_multi_aff(&self, |aff: PwMultiAff| -> ()) -> () = isl_union_pw_multi_aff_foreach_pw_multi_aff;
    every_pw_multi_aff(&self, |aff: &PwMultiAff| -> bool) -> bool = isl_union_pw_multi_aff_every_pw_multi_aff;
} }

object! {
    /// An isl `union_pw_multi_aff_list`.
    UnionPwMultiAffList = isl_union_pw_multi_aff_list: isl_union_pw_multi_aff_list_copy, isl_union_pw_multi_aff_list_free, isl_union_pw_multi_aff_list_to_str;
}

list! { UnionPwMultiAffList of UnionPwMultiAff: isl_union_pw_multi_aff_list_add }

methods! { UnionPwMultiAffList {
    alloc(ctx: &Context, n: usize) -> UnionPwMultiAffList = isl_union_pw_multi_aff_list_alloc;
    add(&self, el: &UnionPwMultiAff) -> UnionPwMultiAffList = isl_union_pw_multi_aff_list_add;
    insert(&self, pos: usize, el: &UnionPwMultiAff) -> UnionPwMultiAffList = isl_union_pw_multi_aff_list_insert;
    drop(&self, first: usize, n: usize) -> UnionPwMultiAffList = isl_union_pw_multi_aff_list_drop;
    clear(&self) -> UnionPwMultiAffList = isl_union_pw_multi_aff_list_clear;
    reverse(&self) -> UnionPwMultiAffList = isl_union_pw_multi_aff_list_reverse;
    concat(&self, list2: &UnionPwMultiAffList) -> UnionPwMultiAffList = isl_union_pw_multi_aff_list_concat;
    size(&self) -> usize = isl_union_pw_multi_aff_list_size;
    get_at(&self, index: usize) -> UnionPwMultiAff = isl_union_pw_multi_aff_list_get_at;
    set_at(&self, index: usize, el: &UnionPwMultiAff) -> UnionPwMultiAffList = isl_union_pw_multi_aff_list_set_union_pw_multi_aff;
} }

callbacks! { UnionPwMultiAffList {
    foreach(&self, |item: UnionPwMultiAff| -> ()) -> () = isl_union_pw_multi_aff_list_foreach;
    every(&self, |item: &UnionPwMultiAff| -> bool) -> bool = isl_union_pw_multi_aff_list_every;
} }
