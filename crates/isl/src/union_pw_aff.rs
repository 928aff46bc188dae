//! Types: [`UnionPwAff`], [`UnionPwAffList`].

use polymill_isl_sys as sys;

use crate::{Aff, Context, Dim, Id, PwAff, PwAffList, Set, Space, UnionPwMultiAff, UnionSet, Val};

object! {
    /// An isl `union_pw_aff`.
    UnionPwAff = isl_union_pw_aff: isl_union_pw_aff_copy, isl_union_pw_aff_free, isl_union_pw_aff_to_str;
}

methods! { UnionPwAff {
    param_on_domain_id(domain: &UnionSet, id: &Id) -> UnionPwAff = isl_union_pw_aff_param_on_domain_id;
    get_space(&self) -> Space = isl_union_pw_aff_get_space;
    get_pw_aff_list(&self) -> PwAffList = isl_union_pw_aff_get_pw_aff_list;
    dim(&self, kind: Dim) -> usize = isl_union_pw_aff_dim;
    set_dim_name(&self, kind: Dim, pos: usize, s: &str) -> UnionPwAff = isl_union_pw_aff_set_dim_name;
    find_dim_by_name(&self, kind: Dim, name: &str) -> Option<usize> = isl_union_pw_aff_find_dim_by_name;
    drop_dims(&self, kind: Dim, first: usize, n: usize) -> UnionPwAff = isl_union_pw_aff_drop_dims;
    reset_user(&self) -> UnionPwAff = isl_union_pw_aff_reset_user;
    empty_ctx(ctx: &Context) -> UnionPwAff = isl_union_pw_aff_empty_ctx;
    empty_space(space: &Space) -> UnionPwAff = isl_union_pw_aff_empty_space;
    empty(space: &Space) -> UnionPwAff = isl_union_pw_aff_empty;
    from_aff(aff: &Aff) -> UnionPwAff = isl_union_pw_aff_from_aff;
    from_pw_aff(pa: &PwAff) -> UnionPwAff = isl_union_pw_aff_from_pw_aff;
    val_on_domain(domain: &UnionSet, v: &Val) -> UnionPwAff = isl_union_pw_aff_val_on_domain;
    aff_on_domain(domain: &UnionSet, aff: &Aff) -> UnionPwAff = isl_union_pw_aff_aff_on_domain;
    pw_aff_on_domain(domain: &UnionSet, pa: &PwAff) -> UnionPwAff = isl_union_pw_aff_pw_aff_on_domain;
    add_pw_aff(&self, pa: &PwAff) -> UnionPwAff = isl_union_pw_aff_add_pw_aff;
    n_pw_aff(&self) -> usize = isl_union_pw_aff_n_pw_aff;
    extract_pw_aff(&self, space: &Space) -> PwAff = isl_union_pw_aff_extract_pw_aff;
    involves_nan(&self) -> bool = isl_union_pw_aff_involves_nan;
    plain_is_equal(&self, upa2: &UnionPwAff) -> bool = isl_union_pw_aff_plain_is_equal;
    domain(&self) -> UnionSet = isl_union_pw_aff_domain;
    neg(&self) -> UnionPwAff = isl_union_pw_aff_neg;
    add(&self, upa2: &UnionPwAff) -> UnionPwAff = isl_union_pw_aff_add;
    union_add(&self, upa2: &UnionPwAff) -> UnionPwAff = isl_union_pw_aff_union_add;
    sub(&self, upa2: &UnionPwAff) -> UnionPwAff = isl_union_pw_aff_sub;
    coalesce(&self) -> UnionPwAff = isl_union_pw_aff_coalesce;
    gist(&self, context: &UnionSet) -> UnionPwAff = isl_union_pw_aff_gist;
    gist_params(&self, context: &Set) -> UnionPwAff = isl_union_pw_aff_gist_params;
    pullback_union_pw_multi_aff(&self, upma: &UnionPwMultiAff) -> UnionPwAff = isl_union_pw_aff_pullback_union_pw_multi_aff;
    floor(&self) -> UnionPwAff = isl_union_pw_aff_floor;
    scale_val(&self, v: &Val) -> UnionPwAff = isl_union_pw_aff_scale_val;
    scale_down_val(&self, v: &Val) -> UnionPwAff = isl_union_pw_aff_scale_down_val;
    mod_val(&self, f: &Val) -> UnionPwAff = isl_union_pw_aff_mod_val;
    align_params(&self, model: &Space) -> UnionPwAff = isl_union_pw_aff_align_params;
    intersect_params(&self, set: &Set) -> UnionPwAff = isl_union_pw_aff_intersect_params;
    intersect_domain_space(&self, space: &Space) -> UnionPwAff = isl_union_pw_aff_intersect_domain_space;
    intersect_domain_union_set(&self, uset: &UnionSet) -> UnionPwAff = isl_union_pw_aff_intersect_domain_union_set;
    intersect_domain(&self, uset: &UnionSet) -> UnionPwAff = isl_union_pw_aff_intersect_domain;
    intersect_domain_wrapped_domain(&self, uset: &UnionSet) -> UnionPwAff = isl_union_pw_aff_intersect_domain_wrapped_domain;
    intersect_domain_wrapped_range(&self, uset: &UnionSet) -> UnionPwAff = isl_union_pw_aff_intersect_domain_wrapped_range;
    subtract_domain_union_set(&self, uset: &UnionSet) -> UnionPwAff = isl_union_pw_aff_subtract_domain_union_set;
    subtract_domain_space(&self, space: &Space) -> UnionPwAff = isl_union_pw_aff_subtract_domain_space;
    subtract_domain(&self, uset: &UnionSet) -> UnionPwAff = isl_union_pw_aff_subtract_domain;
    zero_union_set(&self) -> UnionSet = isl_union_pw_aff_zero_union_set;
    bind_id(&self, id: &Id) -> UnionSet = isl_union_pw_aff_bind_id;
    read(ctx: &Context, text: &str) -> UnionPwAff = isl_union_pw_aff_read_from_str;
    to_list(&self) -> UnionPwAffList = isl_union_pw_aff_to_list;
    min_val(&self) -> Val = isl_union_pw_aff_min_val;
    max_val(&self) -> Val = isl_union_pw_aff_max_val;
} }

callbacks! { UnionPwAff {
    foreach_pw_aff(&self, |aff: PwAff| -> ()) -> () = isl_union_pw_aff_foreach_pw_aff;
    every_pw_aff(&self, |aff: &PwAff| -> bool) -> bool = isl_union_pw_aff_every_pw_aff;
} }

object! {
    /// An isl `union_pw_aff_list`.
    UnionPwAffList = isl_union_pw_aff_list: isl_union_pw_aff_list_copy, isl_union_pw_aff_list_free, isl_union_pw_aff_list_to_str;
}

list! { UnionPwAffList of UnionPwAff: isl_union_pw_aff_list_add }

methods! { UnionPwAffList {
    alloc(ctx: &Context, n: usize) -> UnionPwAffList = isl_union_pw_aff_list_alloc;
    add(&self, el: &UnionPwAff) -> UnionPwAffList = isl_union_pw_aff_list_add;
    insert(&self, pos: usize, el: &UnionPwAff) -> UnionPwAffList = isl_union_pw_aff_list_insert;
    drop(&self, first: usize, n: usize) -> UnionPwAffList = isl_union_pw_aff_list_drop;
    clear(&self) -> UnionPwAffList = isl_union_pw_aff_list_clear;
    reverse(&self) -> UnionPwAffList = isl_union_pw_aff_list_reverse;
    concat(&self, list2: &UnionPwAffList) -> UnionPwAffList = isl_union_pw_aff_list_concat;
    size(&self) -> usize = isl_union_pw_aff_list_size;
    get_at(&self, index: usize) -> UnionPwAff = isl_union_pw_aff_list_get_at;
    set_at(&self, index: usize, el: &UnionPwAff) -> UnionPwAffList = isl_union_pw_aff_list_set_union_pw_aff;
    read(ctx: &Context, text: &str) -> UnionPwAffList = isl_union_pw_aff_list_read_from_str;
} }

callbacks! { UnionPwAffList {
    foreach(&self, |item: UnionPwAff| -> ()) -> () = isl_union_pw_aff_list_foreach;
    every(&self, |item: &UnionPwAff| -> bool) -> bool = isl_union_pw_aff_list_every;
} }
