//! Types: [`UnionMap`], [`UnionMapList`].

use polymill_isl_sys as sys;

use crate::{
    BasicMap, Context, Dim, Id, Map, MapList, MultiAff, MultiId, MultiPwAff, MultiUnionPwAff, PwMultiAff, Set, Space,
    UnionPwAff, UnionPwMultiAff, UnionSet, Val,
};

object! {
    /// An isl `union_map`.
    UnionMap = isl_union_map: isl_union_map_copy, isl_union_map_free, isl_union_map_to_str;
}

methods! { UnionMap {
    from_union_pw_multi_aff(upma: &UnionPwMultiAff) -> UnionMap = isl_union_map_from_union_pw_multi_aff;
    as_union_pw_multi_aff(&self) -> UnionPwMultiAff = isl_union_map_as_union_pw_multi_aff;
    from_union_pw_aff(upa: &UnionPwAff) -> UnionMap = isl_union_map_from_union_pw_aff;
    as_multi_union_pw_aff(&self) -> MultiUnionPwAff = isl_union_map_as_multi_union_pw_aff;
    from_multi_union_pw_aff(mupa: &MultiUnionPwAff) -> UnionMap = isl_union_map_from_multi_union_pw_aff;
    dim(&self, kind: Dim) -> usize = isl_union_map_dim;
    involves_dims(&self, kind: Dim, first: usize, n: usize) -> bool = isl_union_map_involves_dims;
    get_dim_id(&self, kind: Dim, pos: usize) -> Id = isl_union_map_get_dim_id;
    from_basic_map(bmap: &BasicMap) -> UnionMap = isl_union_map_from_basic_map;
    from_map(map: &Map) -> UnionMap = isl_union_map_from_map;
    empty_ctx(ctx: &Context) -> UnionMap = isl_union_map_empty_ctx;
    empty_space(space: &Space) -> UnionMap = isl_union_map_empty_space;
    empty(space: &Space) -> UnionMap = isl_union_map_empty;
    get_space(&self) -> Space = isl_union_map_get_space;
    reset_user(&self) -> UnionMap = isl_union_map_reset_user;
    find_dim_by_name(&self, kind: Dim, name: &str) -> Option<usize> = isl_union_map_find_dim_by_name;
    universe(&self) -> UnionMap = isl_union_map_universe;
    params(&self) -> Set = isl_union_map_params;
    domain(&self) -> UnionSet = isl_union_map_domain;
    range(&self) -> UnionSet = isl_union_map_range;
    domain_map(&self) -> UnionMap = isl_union_map_domain_map;
    domain_map_union_pw_multi_aff(&self) -> UnionPwMultiAff = isl_union_map_domain_map_union_pw_multi_aff;
    range_map(&self) -> UnionMap = isl_union_map_range_map;
    from_domain(uset: &UnionSet) -> UnionMap = isl_union_map_from_domain;
    from_range(uset: &UnionSet) -> UnionMap = isl_union_map_from_range;
    affine_hull(&self) -> UnionMap = isl_union_map_affine_hull;
    polyhedral_hull(&self) -> UnionMap = isl_union_map_polyhedral_hull;
    remove_redundancies(&self) -> UnionMap = isl_union_map_remove_redundancies;
    simple_hull(&self) -> UnionMap = isl_union_map_simple_hull;
    coalesce(&self) -> UnionMap = isl_union_map_coalesce;
    compute_divs(&self) -> UnionMap = isl_union_map_compute_divs;
    lexmin(&self) -> UnionMap = isl_union_map_lexmin;
    lexmax(&self) -> UnionMap = isl_union_map_lexmax;
    add_map(&self, map: &Map) -> UnionMap = isl_union_map_add_map;
    union(&self, umap2: &UnionMap) -> UnionMap = isl_union_map_union;
    subtract(&self, umap2: &UnionMap) -> UnionMap = isl_union_map_subtract;
    intersect(&self, umap2: &UnionMap) -> UnionMap = isl_union_map_intersect;
    intersect_params(&self, set: &Set) -> UnionMap = isl_union_map_intersect_params;
    product(&self, umap2: &UnionMap) -> UnionMap = isl_union_map_product;
    domain_product(&self, umap2: &UnionMap) -> UnionMap = isl_union_map_domain_product;
    flat_domain_product(&self, umap2: &UnionMap) -> UnionMap = isl_union_map_flat_domain_product;
    range_product(&self, umap2: &UnionMap) -> UnionMap = isl_union_map_range_product;
    flat_range_product(&self, umap2: &UnionMap) -> UnionMap = isl_union_map_flat_range_product;
    domain_factor_domain(&self) -> UnionMap = isl_union_map_domain_factor_domain;
    domain_factor_range(&self) -> UnionMap = isl_union_map_domain_factor_range;
    range_factor_domain(&self) -> UnionMap = isl_union_map_range_factor_domain;
    range_factor_range(&self) -> UnionMap = isl_union_map_range_factor_range;
    factor_domain(&self) -> UnionMap = isl_union_map_factor_domain;
    factor_range(&self) -> UnionMap = isl_union_map_factor_range;
    gist(&self, context: &UnionMap) -> UnionMap = isl_union_map_gist;
    gist_params(&self, set: &Set) -> UnionMap = isl_union_map_gist_params;
    gist_domain(&self, uset: &UnionSet) -> UnionMap = isl_union_map_gist_domain;
    gist_range(&self, uset: &UnionSet) -> UnionMap = isl_union_map_gist_range;
    intersect_domain_union_set(&self, uset: &UnionSet) -> UnionMap = isl_union_map_intersect_domain_union_set;
    intersect_domain_space(&self, space: &Space) -> UnionMap = isl_union_map_intersect_domain_space;
    intersect_domain(&self, uset: &UnionSet) -> UnionMap = isl_union_map_intersect_domain;
    intersect_range_union_set(&self, uset: &UnionSet) -> UnionMap = isl_union_map_intersect_range_union_set;
    intersect_range_space(&self, space: &Space) -> UnionMap = isl_union_map_intersect_range_space;
    intersect_range(&self, uset: &UnionSet) -> UnionMap = isl_union_map_intersect_range;
    intersect_domain_factor_domain(&self, factor: &UnionMap) -> UnionMap = isl_union_map_intersect_domain_factor_domain;
    intersect_domain_factor_range(&self, factor: &UnionMap) -> UnionMap = isl_union_map_intersect_domain_factor_range;
    intersect_range_factor_domain(&self, factor: &UnionMap) -> UnionMap = isl_union_map_intersect_range_factor_domain;
    intersect_range_factor_range(&self, factor: &UnionMap) -> UnionMap = isl_union_map_intersect_range_factor_range;
    intersect_domain_wrapped_domain_union_set(&self, domain: &UnionSet) -> UnionMap = isl_union_map_intersect_domain_wrapped_domain_union_set;
    intersect_range_wrapped_domain_union_set(&self, domain: &UnionSet) -> UnionMap = isl_union_map_intersect_range_wrapped_domain_union_set;
    subtract_domain(&self, dom: &UnionSet) -> UnionMap = isl_union_map_subtract_domain;
    subtract_range(&self, dom: &UnionSet) -> UnionMap = isl_union_map_subtract_range;
    apply_domain(&self, umap2: &UnionMap) -> UnionMap = isl_union_map_apply_domain;
    apply_range(&self, umap2: &UnionMap) -> UnionMap = isl_union_map_apply_range;
    preimage_domain_multi_aff(&self, ma: &MultiAff) -> UnionMap = isl_union_map_preimage_domain_multi_aff;
    preimage_range_multi_aff(&self, ma: &MultiAff) -> UnionMap = isl_union_map_preimage_range_multi_aff;
    preimage_domain_pw_multi_aff(&self, pma: &PwMultiAff) -> UnionMap = isl_union_map_preimage_domain_pw_multi_aff;
    preimage_range_pw_multi_aff(&self, pma: &PwMultiAff) -> UnionMap = isl_union_map_preimage_range_pw_multi_aff;
    preimage_domain_multi_pw_aff(&self, mpa: &MultiPwAff) -> UnionMap = isl_union_map_preimage_domain_multi_pw_aff;
    preimage_domain_union_pw_multi_aff(&self, upma: &UnionPwMultiAff) -> UnionMap = isl_union_map_preimage_domain_union_pw_multi_aff;
    preimage_range_union_pw_multi_aff(&self, upma: &UnionPwMultiAff) -> UnionMap = isl_union_map_preimage_range_union_pw_multi_aff;
    reverse(&self) -> UnionMap = isl_union_map_reverse;
    range_reverse(&self) -> UnionMap = isl_union_map_range_reverse;
    from_domain_and_range(domain: &UnionSet, range: &UnionSet) -> UnionMap = isl_union_map_from_domain_and_range;
    detect_equalities(&self) -> UnionMap = isl_union_map_detect_equalities;
    deltas(&self) -> UnionSet = isl_union_map_deltas;
    deltas_map(&self) -> UnionMap = isl_union_map_deltas_map;
    project_out(&self, kind: Dim, first: usize, n: usize) -> UnionMap = isl_union_map_project_out;
    project_out_all_params(&self) -> UnionMap = isl_union_map_project_out_all_params;
    remove_divs(&self) -> UnionMap = isl_union_map_remove_divs;
    bind_range(&self, tuple: &MultiId) -> UnionSet = isl_union_map_bind_range;
    plain_is_empty(&self) -> bool = isl_union_map_plain_is_empty;
    is_empty(&self) -> bool = isl_union_map_is_empty;
    is_single_valued(&self) -> bool = isl_union_map_is_single_valued;
    plain_is_injective(&self) -> bool = isl_union_map_plain_is_injective;
    is_injective(&self) -> bool = isl_union_map_is_injective;
    is_bijective(&self) -> bool = isl_union_map_is_bijective;
    is_identity(&self) -> bool = isl_union_map_is_identity;
    is_subset(&self, umap2: &UnionMap) -> bool = isl_union_map_is_subset;
    is_equal(&self, umap2: &UnionMap) -> bool = isl_union_map_is_equal;
    is_disjoint(&self, umap2: &UnionMap) -> bool = isl_union_map_is_disjoint;
    is_strict_subset(&self, umap2: &UnionMap) -> bool = isl_union_map_is_strict_subset;
    n_map(&self) -> usize = isl_union_map_n_map;
    get_map_list(&self) -> MapList = isl_union_map_get_map_list;
    contains(&self, space: &Space) -> bool = isl_union_map_contains;
    extract_map(&self, space: &Space) -> Map = isl_union_map_extract_map;
    isa_map(&self) -> bool = isl_union_map_isa_map;
    as_map(&self) -> Map = isl_union_map_as_map;
    sample(&self) -> BasicMap = isl_union_map_sample;
    fixed_power_val(&self, exp: &Val) -> UnionMap = isl_union_map_fixed_power_val;
    lex_lt_union_map(&self, umap2: &UnionMap) -> UnionMap = isl_union_map_lex_lt_union_map;
    lex_le_union_map(&self, umap2: &UnionMap) -> UnionMap = isl_union_map_lex_le_union_map;
    lex_gt_union_map(&self, umap2: &UnionMap) -> UnionMap = isl_union_map_lex_gt_union_map;
    lex_ge_union_map(&self, umap2: &UnionMap) -> UnionMap = isl_union_map_lex_ge_union_map;
    eq_at_multi_union_pw_aff(&self, mupa: &MultiUnionPwAff) -> UnionMap = isl_union_map_eq_at_multi_union_pw_aff;
    lex_le_at_multi_union_pw_aff(&self, mupa: &MultiUnionPwAff) -> UnionMap = isl_union_map_lex_le_at_multi_union_pw_aff;
    lex_lt_at_multi_union_pw_aff(&self, mupa: &MultiUnionPwAff) -> UnionMap = isl_union_map_lex_lt_at_multi_union_pw_aff;
    lex_ge_at_multi_union_pw_aff(&self, mupa: &MultiUnionPwAff) -> UnionMap = isl_union_map_lex_ge_at_multi_union_pw_aff;
    lex_gt_at_multi_union_pw_aff(&self, mupa: &MultiUnionPwAff) -> UnionMap = isl_union_map_lex_gt_at_multi_union_pw_aff;
    read(ctx: &Context, text: &str) -> UnionMap = isl_union_map_read_from_str;
    wrap(&self) -> UnionSet = isl_union_map_wrap;
    zip(&self) -> UnionMap = isl_union_map_zip;
    curry(&self) -> UnionMap = isl_union_map_curry;
    range_curry(&self) -> UnionMap = isl_union_map_range_curry;
    uncurry(&self) -> UnionMap = isl_union_map_uncurry;
    align_params(&self, model: &Space) -> UnionMap = isl_union_map_align_params;
    to_list(&self) -> UnionMapList = isl_union_map_to_list;
} }

callbacks! { UnionMap {
    foreach_map(&self, |map: Map| -> ()) -> () = isl_union_map_foreach_map;
    every_map(&self, |map: &Map| -> bool) -> bool = isl_union_map_every_map;
    remove_map_if(&self, |map: &Map| -> bool) -> UnionMap = isl_union_map_remove_map_if;
} }

object! {
    /// An isl `union_map_list`.
    UnionMapList = isl_union_map_list: isl_union_map_list_copy, isl_union_map_list_free, isl_union_map_list_to_str;
}

list! { UnionMapList of UnionMap: isl_union_map_list_add }

methods! { UnionMapList {
    alloc(ctx: &Context, n: usize) -> UnionMapList = isl_union_map_list_alloc;
    add(&self, el: &UnionMap) -> UnionMapList = isl_union_map_list_add;
    insert(&self, pos: usize, el: &UnionMap) -> UnionMapList = isl_union_map_list_insert;
    drop(&self, first: usize, n: usize) -> UnionMapList = isl_union_map_list_drop;
    clear(&self) -> UnionMapList = isl_union_map_list_clear;
    reverse(&self) -> UnionMapList = isl_union_map_list_reverse;
    concat(&self, list2: &UnionMapList) -> UnionMapList = isl_union_map_list_concat;
    size(&self) -> usize = isl_union_map_list_size;
    get_at(&self, index: usize) -> UnionMap = isl_union_map_list_get_at;
    set_at(&self, index: usize, el: &UnionMap) -> UnionMapList = isl_union_map_list_set_union_map;
} }

callbacks! { UnionMapList {
    foreach(&self, |item: UnionMap| -> ()) -> () = isl_union_map_list_foreach;
    every(&self, |item: &UnionMap| -> bool) -> bool = isl_union_map_list_every;
} }
