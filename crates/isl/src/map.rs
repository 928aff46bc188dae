//! Types: [`Map`], [`MapList`].

use polymill_isl_sys as sys;

use crate::{
    Aff, BasicMap, BasicMapList, Constraint, Context, Dim, FixedBox, Id, MultiAff, MultiId, MultiPwAff, PwAff,
    PwMultiAff, Set, Space, StrideInfo, UnionMap, Val,
};

object! {
    /// An isl `map`.
    Map = isl_map: isl_map_copy, isl_map_free, isl_map_to_str;
}

methods! { Map {
    from_pw_aff(pwaff: &PwAff) -> Map = isl_map_from_pw_aff;
    from_pw_multi_aff(pma: &PwMultiAff) -> Map = isl_map_from_pw_multi_aff;
    as_pw_multi_aff(&self) -> PwMultiAff = isl_map_as_pw_multi_aff;
    from_multi_pw_aff(mpa: &MultiPwAff) -> Map = isl_map_from_multi_pw_aff;
    add_constraint(&self, constraint: &Constraint) -> Map = isl_map_add_constraint;
    domain_tuple_dim(&self) -> usize = isl_map_domain_tuple_dim;
    range_tuple_dim(&self) -> usize = isl_map_range_tuple_dim;
    dim(&self, kind: Dim) -> usize = isl_map_dim;
    get_space(&self) -> Space = isl_map_get_space;
    has_tuple_name(&self, kind: Dim) -> bool = isl_map_has_tuple_name;
    get_tuple_name(&self, kind: Dim) -> Option<String> = isl_map_get_tuple_name;
    set_tuple_name(&self, kind: Dim, s: &str) -> Map = isl_map_set_tuple_name;
    has_dim_name(&self, kind: Dim, pos: usize) -> bool = isl_map_has_dim_name;
    get_dim_name(&self, kind: Dim, pos: usize) -> Option<String> = isl_map_get_dim_name;
    set_dim_name(&self, kind: Dim, pos: usize, s: &str) -> Map = isl_map_set_dim_name;
    set_dim_id(&self, kind: Dim, pos: usize, id: &Id) -> Map = isl_map_set_dim_id;
    has_dim_id(&self, kind: Dim, pos: usize) -> bool = isl_map_has_dim_id;
    get_dim_id(&self, kind: Dim, pos: usize) -> Id = isl_map_get_dim_id;
    set_domain_tuple_id(&self, id: &Id) -> Map = isl_map_set_domain_tuple_id;
    set_range_tuple_id(&self, id: &Id) -> Map = isl_map_set_range_tuple_id;
    set_tuple_id(&self, kind: Dim, id: &Id) -> Map = isl_map_set_tuple_id;
    reset_tuple_id(&self, kind: Dim) -> Map = isl_map_reset_tuple_id;
    has_domain_tuple_id(&self) -> bool = isl_map_has_domain_tuple_id;
    has_range_tuple_id(&self) -> bool = isl_map_has_range_tuple_id;
    has_tuple_id(&self, kind: Dim) -> bool = isl_map_has_tuple_id;
    get_domain_tuple_id(&self) -> Id = isl_map_get_domain_tuple_id;
    get_range_tuple_id(&self) -> Id = isl_map_get_range_tuple_id;
    get_tuple_id(&self, kind: Dim) -> Id = isl_map_get_tuple_id;
    reset_user(&self) -> Map = isl_map_reset_user;
    find_dim_by_id(&self, kind: Dim, id: &Id) -> Option<usize> = isl_map_find_dim_by_id;
    find_dim_by_name(&self, kind: Dim, name: &str) -> Option<usize> = isl_map_find_dim_by_name;
    remove_redundancies(&self) -> Map = isl_map_remove_redundancies;
    simple_hull(&self) -> BasicMap = isl_map_simple_hull;
    unshifted_simple_hull(&self) -> BasicMap = isl_map_unshifted_simple_hull;
    plain_unshifted_simple_hull(&self) -> BasicMap = isl_map_plain_unshifted_simple_hull;
    unshifted_simple_hull_from_map_list(&self, list: &MapList) -> BasicMap = isl_map_unshifted_simple_hull_from_map_list;
    read(ctx: &Context, text: &str) -> Map = isl_map_read_from_str;
    lower_bound_multi_pw_aff(&self, lower: &MultiPwAff) -> Map = isl_map_lower_bound_multi_pw_aff;
    upper_bound_multi_pw_aff(&self, upper: &MultiPwAff) -> Map = isl_map_upper_bound_multi_pw_aff;
    sum(&self, map2: &Map) -> Map = isl_map_sum;
    neg(&self) -> Map = isl_map_neg;
    floordiv_val(&self, d: &Val) -> Map = isl_map_floordiv_val;
    lexmin(&self) -> Map = isl_map_lexmin;
    lexmax(&self) -> Map = isl_map_lexmax;
    lexmin_pw_multi_aff(&self) -> PwMultiAff = isl_map_lexmin_pw_multi_aff;
    lexmax_pw_multi_aff(&self) -> PwMultiAff = isl_map_lexmax_pw_multi_aff;
    min_multi_pw_aff(&self) -> MultiPwAff = isl_map_min_multi_pw_aff;
    max_multi_pw_aff(&self) -> MultiPwAff = isl_map_max_multi_pw_aff;
    universe(space: &Space) -> Map = isl_map_universe;
    nat_universe(space: &Space) -> Map = isl_map_nat_universe;
    empty(space: &Space) -> Map = isl_map_empty;
    identity(space: &Space) -> Map = isl_map_identity;
    lex_lt_first(space: &Space, n: usize) -> Map = isl_map_lex_lt_first;
    lex_le_first(space: &Space, n: usize) -> Map = isl_map_lex_le_first;
    lex_lt(set_space: &Space) -> Map = isl_map_lex_lt;
    lex_le(set_space: &Space) -> Map = isl_map_lex_le;
    lex_gt_first(space: &Space, n: usize) -> Map = isl_map_lex_gt_first;
    lex_ge_first(space: &Space, n: usize) -> Map = isl_map_lex_ge_first;
    lex_gt(set_space: &Space) -> Map = isl_map_lex_gt;
    lex_ge(set_space: &Space) -> Map = isl_map_lex_ge;
    reverse(&self) -> Map = isl_map_reverse;
    range_reverse(&self) -> Map = isl_map_range_reverse;
    union(&self, map2: &Map) -> Map = isl_map_union;
    union_disjoint(&self, map2: &Map) -> Map = isl_map_union_disjoint;
    intersect_domain(&self, set: &Set) -> Map = isl_map_intersect_domain;
    intersect_range(&self, set: &Set) -> Map = isl_map_intersect_range;
    intersect_domain_factor_domain(&self, factor: &Map) -> Map = isl_map_intersect_domain_factor_domain;
    intersect_domain_factor_range(&self, factor: &Map) -> Map = isl_map_intersect_domain_factor_range;
    intersect_range_factor_domain(&self, factor: &Map) -> Map = isl_map_intersect_range_factor_domain;
    intersect_range_factor_range(&self, factor: &Map) -> Map = isl_map_intersect_range_factor_range;
    intersect_domain_wrapped_domain(&self, domain: &Set) -> Map = isl_map_intersect_domain_wrapped_domain;
    intersect_range_wrapped_domain(&self, domain: &Set) -> Map = isl_map_intersect_range_wrapped_domain;
    apply_domain(&self, map2: &Map) -> Map = isl_map_apply_domain;
    apply_range(&self, map2: &Map) -> Map = isl_map_apply_range;
    preimage_domain_multi_aff(&self, ma: &MultiAff) -> Map = isl_map_preimage_domain_multi_aff;
    preimage_range_multi_aff(&self, ma: &MultiAff) -> Map = isl_map_preimage_range_multi_aff;
    preimage_domain_pw_multi_aff(&self, pma: &PwMultiAff) -> Map = isl_map_preimage_domain_pw_multi_aff;
    preimage_range_pw_multi_aff(&self, pma: &PwMultiAff) -> Map = isl_map_preimage_range_pw_multi_aff;
    preimage_domain_multi_pw_aff(&self, mpa: &MultiPwAff) -> Map = isl_map_preimage_domain_multi_pw_aff;
    product(&self, map2: &Map) -> Map = isl_map_product;
    domain_product(&self, map2: &Map) -> Map = isl_map_domain_product;
    range_product(&self, map2: &Map) -> Map = isl_map_range_product;
    flat_product(&self, map2: &Map) -> Map = isl_map_flat_product;
    flat_domain_product(&self, map2: &Map) -> Map = isl_map_flat_domain_product;
    flat_range_product(&self, map2: &Map) -> Map = isl_map_flat_range_product;
    domain_is_wrapping(&self) -> bool = isl_map_domain_is_wrapping;
    range_is_wrapping(&self) -> bool = isl_map_range_is_wrapping;
    is_product(&self) -> bool = isl_map_is_product;
    factor_domain(&self) -> Map = isl_map_factor_domain;
    factor_range(&self) -> Map = isl_map_factor_range;
    domain_factor_domain(&self) -> Map = isl_map_domain_factor_domain;
    domain_factor_range(&self) -> Map = isl_map_domain_factor_range;
    range_factor_domain(&self) -> Map = isl_map_range_factor_domain;
    range_factor_range(&self) -> Map = isl_map_range_factor_range;
    intersect(&self, map2: &Map) -> Map = isl_map_intersect;
    intersect_params(&self, params: &Set) -> Map = isl_map_intersect_params;
    subtract(&self, map2: &Map) -> Map = isl_map_subtract;
    subtract_domain(&self, dom: &Set) -> Map = isl_map_subtract_domain;
    subtract_range(&self, dom: &Set) -> Map = isl_map_subtract_range;
    complement(&self) -> Map = isl_map_complement;
    fix_input_si(&self, input: usize, value: i32) -> Map = isl_map_fix_input_si;
    fix_si(&self, kind: Dim, pos: usize, value: i32) -> Map = isl_map_fix_si;
    fix_val(&self, kind: Dim, pos: usize, v: &Val) -> Map = isl_map_fix_val;
    lower_bound_si(&self, kind: Dim, pos: usize, value: i32) -> Map = isl_map_lower_bound_si;
    lower_bound_val(&self, kind: Dim, pos: usize, value: &Val) -> Map = isl_map_lower_bound_val;
    upper_bound_si(&self, kind: Dim, pos: usize, value: i32) -> Map = isl_map_upper_bound_si;
    upper_bound_val(&self, kind: Dim, pos: usize, value: &Val) -> Map = isl_map_upper_bound_val;
    deltas(&self) -> Set = isl_map_deltas;
    deltas_map(&self) -> Map = isl_map_deltas_map;
    detect_equalities(&self) -> Map = isl_map_detect_equalities;
    affine_hull(&self) -> BasicMap = isl_map_affine_hull;
    convex_hull(&self) -> BasicMap = isl_map_convex_hull;
    polyhedral_hull(&self) -> BasicMap = isl_map_polyhedral_hull;
    add_dims(&self, kind: Dim, n: usize) -> Map = isl_map_add_dims;
    insert_dims(&self, kind: Dim, pos: usize, n: usize) -> Map = isl_map_insert_dims;
    move_dims(&self, dst_type: Dim, dst_pos: usize, src_type: Dim, src_pos: usize, n: usize) -> Map = isl_map_move_dims;
    project_out(&self, kind: Dim, first: usize, n: usize) -> Map = isl_map_project_out;
    project_out_all_params(&self) -> Map = isl_map_project_out_all_params;
    remove_unknown_divs(&self) -> Map = isl_map_remove_unknown_divs;
    remove_divs(&self) -> Map = isl_map_remove_divs;
    eliminate(&self, kind: Dim, first: usize, n: usize) -> Map = isl_map_eliminate;
    remove_dims(&self, kind: Dim, first: usize, n: usize) -> Map = isl_map_remove_dims;
    remove_divs_involving_dims(&self, kind: Dim, first: usize, n: usize) -> Map = isl_map_remove_divs_involving_dims;
    remove_inputs(&self, first: usize, n: usize) -> Map = isl_map_remove_inputs;
    order_ge(&self, type1: Dim, pos1: usize, type2: Dim, pos2: usize) -> Map = isl_map_order_ge;
    order_le(&self, type1: Dim, pos1: usize, type2: Dim, pos2: usize) -> Map = isl_map_order_le;
    equate(&self, type1: Dim, pos1: usize, type2: Dim, pos2: usize) -> Map = isl_map_equate;
    oppose(&self, type1: Dim, pos1: usize, type2: Dim, pos2: usize) -> Map = isl_map_oppose;
    order_lt(&self, type1: Dim, pos1: usize, type2: Dim, pos2: usize) -> Map = isl_map_order_lt;
    order_gt(&self, type1: Dim, pos1: usize, type2: Dim, pos2: usize) -> Map = isl_map_order_gt;
    wrap(&self) -> Set = isl_map_wrap;
    flatten(&self) -> Map = isl_map_flatten;
    flatten_domain(&self) -> Map = isl_map_flatten_domain;
    flatten_range(&self) -> Map = isl_map_flatten_range;
    params(&self) -> Set = isl_map_params;
    domain(&self) -> Set = isl_map_domain;
    range(&self) -> Set = isl_map_range;
    domain_map(&self) -> Map = isl_map_domain_map;
    range_map(&self) -> Map = isl_map_range_map;
    from_basic_map(bmap: &BasicMap) -> Map = isl_map_from_basic_map;
    from_domain(set: &Set) -> Map = isl_map_from_domain;
    from_range(set: &Set) -> Map = isl_map_from_range;
    from_domain_and_range(domain: &Set, range: &Set) -> Map = isl_map_from_domain_and_range;
    sample(&self) -> BasicMap = isl_map_sample;
    bind_domain(&self, tuple: &MultiId) -> Set = isl_map_bind_domain;
    bind_range(&self, tuple: &MultiId) -> Set = isl_map_bind_range;
    plain_is_empty(&self) -> bool = isl_map_plain_is_empty;
    plain_is_universe(&self) -> bool = isl_map_plain_is_universe;
    is_empty(&self) -> bool = isl_map_is_empty;
    is_subset(&self, map2: &Map) -> bool = isl_map_is_subset;
    is_strict_subset(&self, map2: &Map) -> bool = isl_map_is_strict_subset;
    is_equal(&self, map2: &Map) -> bool = isl_map_is_equal;
    is_disjoint(&self, map2: &Map) -> bool = isl_map_is_disjoint;
    plain_is_single_valued(&self) -> bool = isl_map_plain_is_single_valued;
    is_single_valued(&self) -> bool = isl_map_is_single_valued;
    plain_is_injective(&self) -> bool = isl_map_plain_is_injective;
    is_injective(&self) -> bool = isl_map_is_injective;
    is_bijective(&self) -> bool = isl_map_is_bijective;
    is_identity(&self) -> bool = isl_map_is_identity;
    is_translation(&self) -> bool = isl_map_is_translation;
    has_equal_space(&self, map2: &Map) -> bool = isl_map_has_equal_space;
    can_zip(&self) -> bool = isl_map_can_zip;
    zip(&self) -> Map = isl_map_zip;
    can_curry(&self) -> bool = isl_map_can_curry;
    curry(&self) -> Map = isl_map_curry;
    can_range_curry(&self) -> bool = isl_map_can_range_curry;
    range_curry(&self) -> Map = isl_map_range_curry;
    can_uncurry(&self) -> bool = isl_map_can_uncurry;
    uncurry(&self) -> Map = isl_map_uncurry;
    make_disjoint(&self) -> Map = isl_map_make_disjoint;
    compute_divs(&self) -> Map = isl_map_compute_divs;
    drop_constraints_involving_dims(&self, kind: Dim, first: usize, n: usize) -> Map = isl_map_drop_constraints_involving_dims;
    drop_constraints_not_involving_dims(&self, kind: Dim, first: usize, n: usize) -> Map = isl_map_drop_constraints_not_involving_dims;
    involves_dims(&self, kind: Dim, first: usize, n: usize) -> bool = isl_map_involves_dims;
    plain_get_val_if_fixed(&self, kind: Dim, pos: usize) -> Val = isl_map_plain_get_val_if_fixed;
    gist(&self, context: &Map) -> Map = isl_map_gist;
    gist_domain(&self, context: &Set) -> Map = isl_map_gist_domain;
    gist_range(&self, context: &Set) -> Map = isl_map_gist_range;
    gist_params(&self, context: &Set) -> Map = isl_map_gist_params;
    gist_basic_map(&self, context: &BasicMap) -> Map = isl_map_gist_basic_map;
    get_range_stride_info(&self, pos: usize) -> StrideInfo = isl_map_get_range_stride_info;
    get_range_lattice_tile(&self) -> FixedBox = isl_map_get_range_lattice_tile;
    get_range_simple_fixed_box_hull(&self) -> FixedBox = isl_map_get_range_simple_fixed_box_hull;
    coalesce(&self) -> Map = isl_map_coalesce;
    plain_is_equal(&self, map2: &Map) -> bool = isl_map_plain_is_equal;
    n_basic_map(&self) -> usize = isl_map_n_basic_map;
    get_basic_map_list(&self) -> BasicMapList = isl_map_get_basic_map_list;
    fixed_power_val(&self, exp: &Val) -> Map = isl_map_fixed_power_val;
    lex_le_map(&self, map2: &Map) -> Map = isl_map_lex_le_map;
    lex_lt_map(&self, map2: &Map) -> Map = isl_map_lex_lt_map;
    lex_ge_map(&self, map2: &Map) -> Map = isl_map_lex_ge_map;
    lex_gt_map(&self, map2: &Map) -> Map = isl_map_lex_gt_map;
    eq_at_multi_pw_aff(&self, mpa: &MultiPwAff) -> Map = isl_map_eq_at_multi_pw_aff;
    lex_lt_at_multi_pw_aff(&self, mpa: &MultiPwAff) -> Map = isl_map_lex_lt_at_multi_pw_aff;
    lex_le_at_multi_pw_aff(&self, mpa: &MultiPwAff) -> Map = isl_map_lex_le_at_multi_pw_aff;
    lex_gt_at_multi_pw_aff(&self, mpa: &MultiPwAff) -> Map = isl_map_lex_gt_at_multi_pw_aff;
    lex_ge_at_multi_pw_aff(&self, mpa: &MultiPwAff) -> Map = isl_map_lex_ge_at_multi_pw_aff;
    align_params(&self, model: &Space) -> Map = isl_map_align_params;
    drop_unused_params(&self) -> Map = isl_map_drop_unused_params;
    from_aff(aff: &Aff) -> Map = isl_map_from_aff;
    from_multi_aff(maff: &MultiAff) -> Map = isl_map_from_multi_aff;
    dim_min(&self, pos: usize) -> PwAff = isl_map_dim_min;
    dim_max(&self, pos: usize) -> PwAff = isl_map_dim_max;
    to_list(&self) -> MapList = isl_map_to_list;
    to_union_map(&self) -> UnionMap = isl_map_to_union_map;
    from_union_map(umap: &UnionMap) -> Map = isl_map_from_union_map;
} }

callbacks! { Map {
    foreach_basic_map(&self, |map: BasicMap| -> ()) -> () = isl_map_foreach_basic_map;
} }

object! {
    /// An isl `map_list`.
    MapList = isl_map_list: isl_map_list_copy, isl_map_list_free, isl_map_list_to_str;
}

list! { MapList of Map: isl_map_list_add }

methods! { MapList {
    alloc(ctx: &Context, n: usize) -> MapList = isl_map_list_alloc;
    add(&self, el: &Map) -> MapList = isl_map_list_add;
    insert(&self, pos: usize, el: &Map) -> MapList = isl_map_list_insert;
    drop(&self, first: usize, n: usize) -> MapList = isl_map_list_drop;
    clear(&self) -> MapList = isl_map_list_clear;
    reverse(&self) -> MapList = isl_map_list_reverse;
    concat(&self, list2: &MapList) -> MapList = isl_map_list_concat;
    size(&self) -> usize = isl_map_list_size;
    get_at(&self, index: usize) -> Map = isl_map_list_get_at;
    set_at(&self, index: usize, el: &Map) -> MapList = isl_map_list_set_map;
    read(ctx: &Context, text: &str) -> MapList = isl_map_list_read_from_str;
} }

callbacks! { MapList {
    foreach(&self, |item: Map| -> ()) -> () = isl_map_list_foreach;
    every(&self, |item: &Map| -> bool) -> bool = isl_map_list_every;
} }
