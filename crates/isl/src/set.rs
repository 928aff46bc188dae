//! Types: [`Set`], [`SetList`].

use polymill_isl_sys as sys;

use crate::{
    Aff, BasicSet, BasicSetList, Constraint, Context, Dim, FixedBox, Id, IdList, Map, MultiAff, MultiId, MultiPwAff,
    MultiVal, Point, PwAff, PwMultiAff, Space, StrideInfo, UnionSet, Val,
};

object! {
    /// An isl `set`.
    Set = isl_set: isl_set_copy, isl_set_free, isl_set_to_str;
}

methods! { Set {
    to_list(&self) -> SetList = isl_set_to_list;
    pw_aff_on_domain_val(&self, v: &Val) -> PwAff = isl_set_pw_aff_on_domain_val;
    param_pw_aff_on_domain_id(&self, id: &Id) -> PwAff = isl_set_param_pw_aff_on_domain_id;
    indicator_function(&self) -> PwAff = isl_set_indicator_function;
    from_pw_aff(pwaff: &PwAff) -> Set = isl_set_from_pw_aff;
    pw_multi_aff_on_domain_multi_val(&self, mv: &MultiVal) -> PwMultiAff = isl_set_pw_multi_aff_on_domain_multi_val;
    from_pw_multi_aff(pma: &PwMultiAff) -> Set = isl_set_from_pw_multi_aff;
    as_pw_multi_aff(&self) -> PwMultiAff = isl_set_as_pw_multi_aff;
    from_multi_pw_aff(mpa: &MultiPwAff) -> Set = isl_set_from_multi_pw_aff;
    tuple_dim(&self) -> usize = isl_set_tuple_dim;
    dim(&self, kind: Dim) -> usize = isl_set_dim;
    get_space(&self) -> Space = isl_set_get_space;
    reset_space(&self, space: &Space) -> Set = isl_set_reset_space;
    has_tuple_name(&self) -> bool = isl_set_has_tuple_name;
    get_tuple_name(&self) -> Option<String> = isl_set_get_tuple_name;
    set_tuple_name(&self, s: &str) -> Set = isl_set_set_tuple_name;
    has_dim_name(&self, kind: Dim, pos: usize) -> bool = isl_set_has_dim_name;
    get_dim_name(&self, kind: Dim, pos: usize) -> Option<String> = isl_set_get_dim_name;
    set_dim_name(&self, kind: Dim, pos: usize, s: &str) -> Set = isl_set_set_dim_name;
    set_dim_id(&self, kind: Dim, pos: usize, id: &Id) -> Set = isl_set_set_dim_id;
    has_dim_id(&self, kind: Dim, pos: usize) -> bool = isl_set_has_dim_id;
    get_dim_id(&self, kind: Dim, pos: usize) -> Id = isl_set_get_dim_id;
    set_tuple_id(&self, id: &Id) -> Set = isl_set_set_tuple_id;
    reset_tuple_id(&self) -> Set = isl_set_reset_tuple_id;
    has_tuple_id(&self) -> bool = isl_set_has_tuple_id;
    get_tuple_id(&self) -> Id = isl_set_get_tuple_id;
    reset_user(&self) -> Set = isl_set_reset_user;
    find_dim_by_id(&self, kind: Dim, id: &Id) -> Option<usize> = isl_set_find_dim_by_id;
    find_dim_by_name(&self, kind: Dim, name: &str) -> Option<usize> = isl_set_find_dim_by_name;
    remove_redundancies(&self) -> Set = isl_set_remove_redundancies;
    read(ctx: &Context, text: &str) -> Set = isl_set_read_from_str;
    fix_si(&self, kind: Dim, pos: usize, value: i32) -> Set = isl_set_fix_si;
    lower_bound_si(&self, kind: Dim, pos: usize, value: i32) -> Set = isl_set_lower_bound_si;
    lower_bound_val(&self, kind: Dim, pos: usize, value: &Val) -> Set = isl_set_lower_bound_val;
    upper_bound_si(&self, kind: Dim, pos: usize, value: i32) -> Set = isl_set_upper_bound_si;
    upper_bound_val(&self, kind: Dim, pos: usize, value: &Val) -> Set = isl_set_upper_bound_val;
    lower_bound_multi_val(&self, lower: &MultiVal) -> Set = isl_set_lower_bound_multi_val;
    upper_bound_multi_val(&self, upper: &MultiVal) -> Set = isl_set_upper_bound_multi_val;
    lower_bound_multi_pw_aff(&self, lower: &MultiPwAff) -> Set = isl_set_lower_bound_multi_pw_aff;
    upper_bound_multi_pw_aff(&self, upper: &MultiPwAff) -> Set = isl_set_upper_bound_multi_pw_aff;
    equate(&self, type1: Dim, pos1: usize, type2: Dim, pos2: usize) -> Set = isl_set_equate;
    lexmin(&self) -> Set = isl_set_lexmin;
    lexmax(&self) -> Set = isl_set_lexmax;
    lexmin_pw_multi_aff(&self) -> PwMultiAff = isl_set_lexmin_pw_multi_aff;
    lexmax_pw_multi_aff(&self) -> PwMultiAff = isl_set_lexmax_pw_multi_aff;
    min_multi_pw_aff(&self) -> MultiPwAff = isl_set_min_multi_pw_aff;
    max_multi_pw_aff(&self) -> MultiPwAff = isl_set_max_multi_pw_aff;
    params(&self) -> Set = isl_set_params;
    from_params(set: &Set) -> Set = isl_set_from_params;
    bind(&self, tuple: &MultiId) -> Set = isl_set_bind;
    unbind_params(&self, tuple: &MultiId) -> Set = isl_set_unbind_params;
    unbind_params_insert_domain(&self, domain: &MultiId) -> Map = isl_set_unbind_params_insert_domain;
    empty(space: &Space) -> Set = isl_set_empty;
    universe(space: &Space) -> Set = isl_set_universe;
    nat_universe(space: &Space) -> Set = isl_set_nat_universe;
    from_basic_set(bset: &BasicSet) -> Set = isl_set_from_basic_set;
    sample(&self) -> BasicSet = isl_set_sample;
    sample_point(&self) -> Point = isl_set_sample_point;
    detect_equalities(&self) -> Set = isl_set_detect_equalities;
    affine_hull(&self) -> BasicSet = isl_set_affine_hull;
    convex_hull(&self) -> BasicSet = isl_set_convex_hull;
    polyhedral_hull(&self) -> BasicSet = isl_set_polyhedral_hull;
    simple_hull(&self) -> BasicSet = isl_set_simple_hull;
    unshifted_simple_hull(&self) -> BasicSet = isl_set_unshifted_simple_hull;
    plain_unshifted_simple_hull(&self) -> BasicSet = isl_set_plain_unshifted_simple_hull;
    unshifted_simple_hull_from_set_list(&self, list: &SetList) -> BasicSet = isl_set_unshifted_simple_hull_from_set_list;
    bounded_simple_hull(&self) -> BasicSet = isl_set_bounded_simple_hull;
    union_disjoint(&self, set2: &Set) -> Set = isl_set_union_disjoint;
    union(&self, set2: &Set) -> Set = isl_set_union;
    product(&self, set2: &Set) -> Set = isl_set_product;
    flat_product(&self, set2: &Set) -> Set = isl_set_flat_product;
    intersect(&self, set2: &Set) -> Set = isl_set_intersect;
    intersect_params(&self, params: &Set) -> Set = isl_set_intersect_params;
    intersect_factor_domain(&self, domain: &Set) -> Set = isl_set_intersect_factor_domain;
    intersect_factor_range(&self, range: &Set) -> Set = isl_set_intersect_factor_range;
    subtract(&self, set2: &Set) -> Set = isl_set_subtract;
    complement(&self) -> Set = isl_set_complement;
    apply(&self, map: &Map) -> Set = isl_set_apply;
    preimage_multi_aff(&self, ma: &MultiAff) -> Set = isl_set_preimage_multi_aff;
    preimage_pw_multi_aff(&self, pma: &PwMultiAff) -> Set = isl_set_preimage_pw_multi_aff;
    preimage_multi_pw_aff(&self, mpa: &MultiPwAff) -> Set = isl_set_preimage_multi_pw_aff;
    fix_val(&self, kind: Dim, pos: usize, v: &Val) -> Set = isl_set_fix_val;
    insert_dims(&self, kind: Dim, pos: usize, n: usize) -> Set = isl_set_insert_dims;
    add_dims(&self, kind: Dim, n: usize) -> Set = isl_set_add_dims;
    move_dims(&self, dst_type: Dim, dst_pos: usize, src_type: Dim, src_pos: usize, n: usize) -> Set = isl_set_move_dims;
    project_out_param_id(&self, id: &Id) -> Set = isl_set_project_out_param_id;
    project_out_param_id_list(&self, list: &IdList) -> Set = isl_set_project_out_param_id_list;
    project_out(&self, kind: Dim, first: usize, n: usize) -> Set = isl_set_project_out;
    project_out_all_params(&self) -> Set = isl_set_project_out_all_params;
    project_onto_map(&self, kind: Dim, first: usize, n: usize) -> Map = isl_set_project_onto_map;
    eliminate(&self, kind: Dim, first: usize, n: usize) -> Set = isl_set_eliminate;
    eliminate_dims(&self, first: usize, n: usize) -> Set = isl_set_eliminate_dims;
    remove_dims(&self, kind: Dim, first: usize, n: usize) -> Set = isl_set_remove_dims;
    remove_divs_involving_dims(&self, kind: Dim, first: usize, n: usize) -> Set = isl_set_remove_divs_involving_dims;
    remove_unknown_divs(&self) -> Set = isl_set_remove_unknown_divs;
    remove_divs(&self) -> Set = isl_set_remove_divs;
    split_dims(&self, kind: Dim, first: usize, n: usize) -> Set = isl_set_split_dims;
    drop_constraints_involving_dims(&self, kind: Dim, first: usize, n: usize) -> Set = isl_set_drop_constraints_involving_dims;
    drop_constraints_not_involving_dims(&self, kind: Dim, first: usize, n: usize) -> Set = isl_set_drop_constraints_not_involving_dims;
    involves_locals(&self) -> bool = isl_set_involves_locals;
    involves_dims(&self, kind: Dim, first: usize, n: usize) -> bool = isl_set_involves_dims;
    plain_is_empty(&self) -> bool = isl_set_plain_is_empty;
    plain_is_universe(&self) -> bool = isl_set_plain_is_universe;
    is_params(&self) -> bool = isl_set_is_params;
    is_empty(&self) -> bool = isl_set_is_empty;
    is_bounded(&self) -> bool = isl_set_is_bounded;
    is_subset(&self, set2: &Set) -> bool = isl_set_is_subset;
    is_strict_subset(&self, set2: &Set) -> bool = isl_set_is_strict_subset;
    is_equal(&self, set2: &Set) -> bool = isl_set_is_equal;
    is_disjoint(&self, set2: &Set) -> bool = isl_set_is_disjoint;
    is_singleton(&self) -> bool = isl_set_is_singleton;
    is_box(&self) -> bool = isl_set_is_box;
    has_equal_space(&self, set2: &Set) -> bool = isl_set_has_equal_space;
    sum(&self, set2: &Set) -> Set = isl_set_sum;
    neg(&self) -> Set = isl_set_neg;
    make_disjoint(&self) -> Set = isl_set_make_disjoint;
    compute_divs(&self) -> Set = isl_set_compute_divs;
    get_plain_multi_val_if_fixed(&self) -> MultiVal = isl_set_get_plain_multi_val_if_fixed;
    plain_get_val_if_fixed(&self, kind: Dim, pos: usize) -> Val = isl_set_plain_get_val_if_fixed;
    dim_is_bounded(&self, kind: Dim, pos: usize) -> bool = isl_set_dim_is_bounded;
    dim_has_lower_bound(&self, kind: Dim, pos: usize) -> bool = isl_set_dim_has_lower_bound;
    dim_has_upper_bound(&self, kind: Dim, pos: usize) -> bool = isl_set_dim_has_upper_bound;
    dim_has_any_lower_bound(&self, kind: Dim, pos: usize) -> bool = isl_set_dim_has_any_lower_bound;
    dim_has_any_upper_bound(&self, kind: Dim, pos: usize) -> bool = isl_set_dim_has_any_upper_bound;
    gist_basic_set(&self, context: &BasicSet) -> Set = isl_set_gist_basic_set;
    gist(&self, context: &Set) -> Set = isl_set_gist;
    gist_params(&self, context: &Set) -> Set = isl_set_gist_params;
    get_stride_info(&self, pos: usize) -> StrideInfo = isl_set_get_stride_info;
    get_lattice_tile(&self) -> FixedBox = isl_set_get_lattice_tile;
    get_simple_fixed_box_hull(&self) -> FixedBox = isl_set_get_simple_fixed_box_hull;
    coalesce(&self) -> Set = isl_set_coalesce;
    plain_cmp(&self, set2: &Set) -> i32 = isl_set_plain_cmp;
    plain_is_equal(&self, set2: &Set) -> bool = isl_set_plain_is_equal;
    plain_is_disjoint(&self, set2: &Set) -> bool = isl_set_plain_is_disjoint;
    n_basic_set(&self) -> usize = isl_set_n_basic_set;
    get_basic_set_list(&self) -> BasicSetList = isl_set_get_basic_set_list;
    count_val(&self) -> Val = isl_set_count_val;
    from_point(pnt: &Point) -> Set = isl_set_from_point;
    box_from_points(pnt1: &Point, pnt2: &Point) -> Set = isl_set_box_from_points;
    lift(&self) -> Set = isl_set_lift;
    lex_le_set(&self, set2: &Set) -> Map = isl_set_lex_le_set;
    lex_lt_set(&self, set2: &Set) -> Map = isl_set_lex_lt_set;
    lex_ge_set(&self, set2: &Set) -> Map = isl_set_lex_ge_set;
    lex_gt_set(&self, set2: &Set) -> Map = isl_set_lex_gt_set;
    align_params(&self, model: &Space) -> Set = isl_set_align_params;
    drop_unused_params(&self) -> Set = isl_set_drop_unused_params;
    from_multi_aff(ma: &MultiAff) -> Set = isl_set_from_multi_aff;
    coefficients(&self) -> BasicSet = isl_set_coefficients;
    solutions(&self) -> BasicSet = isl_set_solutions;
    dim_max(&self, pos: usize) -> PwAff = isl_set_dim_max;
    dim_min(&self, pos: usize) -> PwAff = isl_set_dim_min;
    add_constraint(&self, constraint: &Constraint) -> Set = isl_set_add_constraint;
    min_val(&self, obj: &Aff) -> Val = isl_set_min_val;
    max_val(&self, obj: &Aff) -> Val = isl_set_max_val;
    dim_min_val(&self, pos: usize) -> Val = isl_set_dim_min_val;
    dim_max_val(&self, pos: usize) -> Val = isl_set_dim_max_val;
    translation(&self) -> Map = isl_set_translation;
    identity(&self) -> Map = isl_set_identity;
    is_wrapping(&self) -> bool = isl_set_is_wrapping;
    unwrap(&self) -> Map = isl_set_unwrap;
    flatten(&self) -> Set = isl_set_flatten;
    flatten_map(&self) -> Map = isl_set_flatten_map;
    insert_domain(&self, domain: &Space) -> Map = isl_set_insert_domain;
    wrapped_domain_map(&self) -> Map = isl_set_wrapped_domain_map;
    to_union_set(&self) -> UnionSet = isl_set_to_union_set;
    from_union_set(uset: &UnionSet) -> Set = isl_set_from_union_set;
} }

callbacks! { Set {
    foreach_basic_set(&self, |set: BasicSet| -> ()) -> () = isl_set_foreach_basic_set;
    foreach_point(&self, |point: Point| -> ()) -> () = isl_set_foreach_point;
} }

object! {
    /// An isl `set_list`.
    SetList = isl_set_list: isl_set_list_copy, isl_set_list_free, isl_set_list_to_str;
}

list! { SetList of Set: isl_set_list_add }

methods! { SetList {
    alloc(ctx: &Context, n: usize) -> SetList = isl_set_list_alloc;
    add(&self, el: &Set) -> SetList = isl_set_list_add;
    insert(&self, pos: usize, el: &Set) -> SetList = isl_set_list_insert;
    drop(&self, first: usize, n: usize) -> SetList = isl_set_list_drop;
    clear(&self) -> SetList = isl_set_list_clear;
    reverse(&self) -> SetList = isl_set_list_reverse;
    concat(&self, list2: &SetList) -> SetList = isl_set_list_concat;
    size(&self) -> usize = isl_set_list_size;
    get_at(&self, index: usize) -> Set = isl_set_list_get_at;
    set_at(&self, index: usize, el: &Set) -> SetList = isl_set_list_set_set;
    read(ctx: &Context, text: &str) -> SetList = isl_set_list_read_from_str;
    union(&self) -> Set = isl_set_list_union;
} }

callbacks! { SetList {
    foreach(&self, |item: Set| -> ()) -> () = isl_set_list_foreach;
    every(&self, |item: &Set| -> bool) -> bool = isl_set_list_every;
} }
