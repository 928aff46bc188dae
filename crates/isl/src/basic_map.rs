//! Types: [`BasicMap`], [`BasicMapList`].

use polymill_isl_sys as sys;

use crate::{
    Aff, AffList, BasicSet, Constraint, ConstraintList, Context, Dim, Id, LocalSpace, Map, MultiAff, PwMultiAff,
    Qpolynomial, Space, Val,
};

object! {
    /// An isl `basic_map`.
    BasicMap = isl_basic_map: isl_basic_map_copy, isl_basic_map_free, isl_basic_map_to_str;
}

methods! { BasicMap {
    n_constraint(&self) -> usize = isl_basic_map_n_constraint;
    get_constraint_list(&self) -> ConstraintList = isl_basic_map_get_constraint_list;
    add_constraint(&self, constraint: &Constraint) -> BasicMap = isl_basic_map_add_constraint;
    from_constraint(constraint: &Constraint) -> BasicMap = isl_basic_map_from_constraint;
    dim(&self, kind: Dim) -> usize = isl_basic_map_dim;
    get_space(&self) -> Space = isl_basic_map_get_space;
    get_div(&self, pos: usize) -> Aff = isl_basic_map_get_div;
    get_local_space(&self) -> LocalSpace = isl_basic_map_get_local_space;
    set_tuple_name(&self, kind: Dim, s: &str) -> BasicMap = isl_basic_map_set_tuple_name;
    get_tuple_name(&self, kind: Dim) -> Option<String> = isl_basic_map_get_tuple_name;
    get_dim_name(&self, kind: Dim, pos: usize) -> Option<String> = isl_basic_map_get_dim_name;
    set_dim_name(&self, kind: Dim, pos: usize, s: &str) -> BasicMap = isl_basic_map_set_dim_name;
    set_tuple_id(&self, kind: Dim, id: &Id) -> BasicMap = isl_basic_map_set_tuple_id;
    has_dim_id(&self, kind: Dim, pos: usize) -> bool = isl_basic_map_has_dim_id;
    find_dim_by_name(&self, kind: Dim, name: &str) -> Option<usize> = isl_basic_map_find_dim_by_name;
    is_rational(&self) -> bool = isl_basic_map_is_rational;
    identity(space: &Space) -> BasicMap = isl_basic_map_identity;
    equal(space: &Space, n_equal: usize) -> BasicMap = isl_basic_map_equal;
    less_at(space: &Space, pos: usize) -> BasicMap = isl_basic_map_less_at;
    more_at(space: &Space, pos: usize) -> BasicMap = isl_basic_map_more_at;
    empty(space: &Space) -> BasicMap = isl_basic_map_empty;
    universe(space: &Space) -> BasicMap = isl_basic_map_universe;
    nat_universe(space: &Space) -> BasicMap = isl_basic_map_nat_universe;
    remove_redundancies(&self) -> BasicMap = isl_basic_map_remove_redundancies;
    intersect_domain(&self, bset: &BasicSet) -> BasicMap = isl_basic_map_intersect_domain;
    intersect_range(&self, bset: &BasicSet) -> BasicMap = isl_basic_map_intersect_range;
    intersect(&self, bmap2: &BasicMap) -> BasicMap = isl_basic_map_intersect;
    union(&self, bmap2: &BasicMap) -> Map = isl_basic_map_union;
    apply_domain(&self, bmap2: &BasicMap) -> BasicMap = isl_basic_map_apply_domain;
    apply_range(&self, bmap2: &BasicMap) -> BasicMap = isl_basic_map_apply_range;
    affine_hull(&self) -> BasicMap = isl_basic_map_affine_hull;
    preimage_domain_multi_aff(&self, ma: &MultiAff) -> BasicMap = isl_basic_map_preimage_domain_multi_aff;
    preimage_range_multi_aff(&self, ma: &MultiAff) -> BasicMap = isl_basic_map_preimage_range_multi_aff;
    reverse(&self) -> BasicMap = isl_basic_map_reverse;
    domain(&self) -> BasicSet = isl_basic_map_domain;
    range(&self) -> BasicSet = isl_basic_map_range;
    domain_map(&self) -> BasicMap = isl_basic_map_domain_map;
    range_map(&self) -> BasicMap = isl_basic_map_range_map;
    remove_dims(&self, kind: Dim, first: usize, n: usize) -> BasicMap = isl_basic_map_remove_dims;
    eliminate(&self, kind: Dim, first: usize, n: usize) -> BasicMap = isl_basic_map_eliminate;
    sample(&self) -> BasicMap = isl_basic_map_sample;
    detect_equalities(&self) -> BasicMap = isl_basic_map_detect_equalities;
    read(ctx: &Context, text: &str) -> BasicMap = isl_basic_map_read_from_str;
    fix_si(&self, kind: Dim, pos: usize, value: i32) -> BasicMap = isl_basic_map_fix_si;
    fix_val(&self, kind: Dim, pos: usize, v: &Val) -> BasicMap = isl_basic_map_fix_val;
    lower_bound_si(&self, kind: Dim, pos: usize, value: i32) -> BasicMap = isl_basic_map_lower_bound_si;
    upper_bound_si(&self, kind: Dim, pos: usize, value: i32) -> BasicMap = isl_basic_map_upper_bound_si;
    sum(&self, bmap2: &BasicMap) -> BasicMap = isl_basic_map_sum;
    neg(&self) -> BasicMap = isl_basic_map_neg;
    is_equal(&self, bmap2: &BasicMap) -> bool = isl_basic_map_is_equal;
    is_disjoint(&self, bmap2: &BasicMap) -> bool = isl_basic_map_is_disjoint;
    lexmin(&self) -> Map = isl_basic_map_lexmin;
    lexmax(&self) -> Map = isl_basic_map_lexmax;
    lexmin_pw_multi_aff(&self) -> PwMultiAff = isl_basic_map_lexmin_pw_multi_aff;
    plain_get_val_if_fixed(&self, kind: Dim, pos: usize) -> Val = isl_basic_map_plain_get_val_if_fixed;
    image_is_bounded(&self) -> bool = isl_basic_map_image_is_bounded;
    plain_is_universe(&self) -> bool = isl_basic_map_plain_is_universe;
    is_universe(&self) -> bool = isl_basic_map_is_universe;
    plain_is_empty(&self) -> bool = isl_basic_map_plain_is_empty;
    is_empty(&self) -> bool = isl_basic_map_is_empty;
    is_subset(&self, bmap2: &BasicMap) -> bool = isl_basic_map_is_subset;
    is_strict_subset(&self, bmap2: &BasicMap) -> bool = isl_basic_map_is_strict_subset;
    product(&self, bmap2: &BasicMap) -> BasicMap = isl_basic_map_product;
    domain_product(&self, bmap2: &BasicMap) -> BasicMap = isl_basic_map_domain_product;
    range_product(&self, bmap2: &BasicMap) -> BasicMap = isl_basic_map_range_product;
    flat_product(&self, bmap2: &BasicMap) -> BasicMap = isl_basic_map_flat_product;
    flat_range_product(&self, bmap2: &BasicMap) -> BasicMap = isl_basic_map_flat_range_product;
    deltas(&self) -> BasicSet = isl_basic_map_deltas;
    deltas_map(&self) -> BasicMap = isl_basic_map_deltas_map;
    add_dims(&self, kind: Dim, n: usize) -> BasicMap = isl_basic_map_add_dims;
    insert_dims(&self, kind: Dim, pos: usize, n: usize) -> BasicMap = isl_basic_map_insert_dims;
    move_dims(&self, dst_type: Dim, dst_pos: usize, src_type: Dim, src_pos: usize, n: usize) -> BasicMap = isl_basic_map_move_dims;
    project_out(&self, kind: Dim, first: usize, n: usize) -> BasicMap = isl_basic_map_project_out;
    remove_divs(&self) -> BasicMap = isl_basic_map_remove_divs;
    remove_divs_involving_dims(&self, kind: Dim, first: usize, n: usize) -> BasicMap = isl_basic_map_remove_divs_involving_dims;
    equate(&self, type1: Dim, pos1: usize, type2: Dim, pos2: usize) -> BasicMap = isl_basic_map_equate;
    order_ge(&self, type1: Dim, pos1: usize, type2: Dim, pos2: usize) -> BasicMap = isl_basic_map_order_ge;
    order_gt(&self, type1: Dim, pos1: usize, type2: Dim, pos2: usize) -> BasicMap = isl_basic_map_order_gt;
    wrap(&self) -> BasicSet = isl_basic_map_wrap;
    flatten(&self) -> BasicMap = isl_basic_map_flatten;
    flatten_domain(&self) -> BasicMap = isl_basic_map_flatten_domain;
    flatten_range(&self) -> BasicMap = isl_basic_map_flatten_range;
    from_domain(bset: &BasicSet) -> BasicMap = isl_basic_map_from_domain;
    from_range(bset: &BasicSet) -> BasicMap = isl_basic_map_from_range;
    from_domain_and_range(domain: &BasicSet, range: &BasicSet) -> BasicMap = isl_basic_map_from_domain_and_range;
    is_single_valued(&self) -> bool = isl_basic_map_is_single_valued;
    can_zip(&self) -> bool = isl_basic_map_can_zip;
    zip(&self) -> BasicMap = isl_basic_map_zip;
    can_curry(&self) -> bool = isl_basic_map_can_curry;
    curry(&self) -> BasicMap = isl_basic_map_curry;
    can_uncurry(&self) -> bool = isl_basic_map_can_uncurry;
    uncurry(&self) -> BasicMap = isl_basic_map_uncurry;
    compute_divs(&self) -> Map = isl_basic_map_compute_divs;
    drop_constraints_involving_dims(&self, kind: Dim, first: usize, n: usize) -> BasicMap = isl_basic_map_drop_constraints_involving_dims;
    drop_constraints_not_involving_dims(&self, kind: Dim, first: usize, n: usize) -> BasicMap = isl_basic_map_drop_constraints_not_involving_dims;
    involves_dims(&self, kind: Dim, first: usize, n: usize) -> bool = isl_basic_map_involves_dims;
    gist_domain(&self, context: &BasicSet) -> BasicMap = isl_basic_map_gist_domain;
    gist(&self, context: &BasicMap) -> BasicMap = isl_basic_map_gist;
    align_params(&self, model: &Space) -> BasicMap = isl_basic_map_align_params;
    drop_unused_params(&self) -> BasicMap = isl_basic_map_drop_unused_params;
    from_aff(aff: &Aff) -> BasicMap = isl_basic_map_from_aff;
    from_multi_aff(maff: &MultiAff) -> BasicMap = isl_basic_map_from_multi_aff;
    from_aff_list(domain_space: &Space, list: &AffList) -> BasicMap = isl_basic_map_from_aff_list;
    to_list(&self) -> BasicMapList = isl_basic_map_to_list;
    from_qpolynomial(qp: &Qpolynomial) -> BasicMap = isl_basic_map_from_qpolynomial;
} }

callbacks! { BasicMap {
    foreach_constraint(&self, |constraint: Constraint| -> ()) -> () = isl_basic_map_foreach_constraint;
} }

object! {
    /// An isl `basic_map_list`.
    BasicMapList = isl_basic_map_list: isl_basic_map_list_copy, isl_basic_map_list_free, isl_basic_map_list_to_str;
}

list! { BasicMapList of BasicMap: isl_basic_map_list_add }

methods! { BasicMapList {
    intersect(&self) -> BasicMap = isl_basic_map_list_intersect;
    alloc(ctx: &Context, n: usize) -> BasicMapList = isl_basic_map_list_alloc;
    add(&self, el: &BasicMap) -> BasicMapList = isl_basic_map_list_add;
    insert(&self, pos: usize, el: &BasicMap) -> BasicMapList = isl_basic_map_list_insert;
    drop(&self, first: usize, n: usize) -> BasicMapList = isl_basic_map_list_drop;
    clear(&self) -> BasicMapList = isl_basic_map_list_clear;
    reverse(&self) -> BasicMapList = isl_basic_map_list_reverse;
    concat(&self, list2: &BasicMapList) -> BasicMapList = isl_basic_map_list_concat;
    size(&self) -> usize = isl_basic_map_list_size;
    get_at(&self, index: usize) -> BasicMap = isl_basic_map_list_get_at;
    set_at(&self, index: usize, el: &BasicMap) -> BasicMapList = isl_basic_map_list_set_basic_map;
} }

callbacks! { BasicMapList {
    foreach(&self, |item: BasicMap| -> ()) -> () = isl_basic_map_list_foreach;
    every(&self, |item: &BasicMap| -> bool) -> bool = isl_basic_map_list_every;
} }
