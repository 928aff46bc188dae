//! Types: [`UnionSet`], [`UnionSetList`].

use polymill_isl_sys as sys;

use crate::{
    BasicSet, BasicSetList, Context, Dim, MultiAff, MultiUnionPwAff, MultiVal, Point, PwMultiAff, Schedule, Set,
    SetList, Space, UnionMap, UnionPwMultiAff,
};

object! {
    /// An isl `union_set`.
    UnionSet = isl_union_set: isl_union_set_copy, isl_union_set_free, isl_union_set_to_str;
}

methods! { UnionSet {
    identity_union_pw_multi_aff(&self) -> UnionPwMultiAff = isl_union_set_identity_union_pw_multi_aff;
    compute_schedule(&self, validity: &UnionMap, proximity: &UnionMap) -> Schedule = isl_union_set_compute_schedule;
    min_multi_union_pw_aff(&self, obj: &MultiUnionPwAff) -> MultiVal = isl_union_set_min_multi_union_pw_aff;
    wrapped_domain_map(&self) -> UnionMap = isl_union_set_wrapped_domain_map;
    identity(&self) -> UnionMap = isl_union_set_identity;
    unwrap(&self) -> UnionMap = isl_union_set_unwrap;
    align_params(&self, model: &Space) -> UnionSet = isl_union_set_align_params;
    dim(&self, kind: Dim) -> usize = isl_union_set_dim;
    from_basic_set(bset: &BasicSet) -> UnionSet = isl_union_set_from_basic_set;
    from_set(set: &Set) -> UnionSet = isl_union_set_from_set;
    empty_ctx(ctx: &Context) -> UnionSet = isl_union_set_empty_ctx;
    empty_space(space: &Space) -> UnionSet = isl_union_set_empty_space;
    empty(space: &Space) -> UnionSet = isl_union_set_empty;
    get_space(&self) -> Space = isl_union_set_get_space;
    reset_user(&self) -> UnionSet = isl_union_set_reset_user;
    universe(&self) -> UnionSet = isl_union_set_universe;
    params(&self) -> Set = isl_union_set_params;
    detect_equalities(&self) -> UnionSet = isl_union_set_detect_equalities;
    affine_hull(&self) -> UnionSet = isl_union_set_affine_hull;
    polyhedral_hull(&self) -> UnionSet = isl_union_set_polyhedral_hull;
    remove_redundancies(&self) -> UnionSet = isl_union_set_remove_redundancies;
    simple_hull(&self) -> UnionSet = isl_union_set_simple_hull;
    coalesce(&self) -> UnionSet = isl_union_set_coalesce;
    compute_divs(&self) -> UnionSet = isl_union_set_compute_divs;
    lexmin(&self) -> UnionSet = isl_union_set_lexmin;
    lexmax(&self) -> UnionSet = isl_union_set_lexmax;
    add_set(&self, set: &Set) -> UnionSet = isl_union_set_add_set;
    union(&self, uset2: &UnionSet) -> UnionSet = isl_union_set_union;
    subtract(&self, uset2: &UnionSet) -> UnionSet = isl_union_set_subtract;
    intersect(&self, uset2: &UnionSet) -> UnionSet = isl_union_set_intersect;
    intersect_params(&self, set: &Set) -> UnionSet = isl_union_set_intersect_params;
    product(&self, uset2: &UnionSet) -> UnionSet = isl_union_set_product;
    gist(&self, context: &UnionSet) -> UnionSet = isl_union_set_gist;
    gist_params(&self, set: &Set) -> UnionSet = isl_union_set_gist_params;
    apply(&self, umap: &UnionMap) -> UnionSet = isl_union_set_apply;
    preimage_multi_aff(&self, ma: &MultiAff) -> UnionSet = isl_union_set_preimage_multi_aff;
    preimage_pw_multi_aff(&self, pma: &PwMultiAff) -> UnionSet = isl_union_set_preimage_pw_multi_aff;
    preimage_union_pw_multi_aff(&self, upma: &UnionPwMultiAff) -> UnionSet = isl_union_set_preimage_union_pw_multi_aff;
    project_out(&self, kind: Dim, first: usize, n: usize) -> UnionSet = isl_union_set_project_out;
    project_out_all_params(&self) -> UnionSet = isl_union_set_project_out_all_params;
    remove_divs(&self) -> UnionSet = isl_union_set_remove_divs;
    is_params(&self) -> bool = isl_union_set_is_params;
    is_empty(&self) -> bool = isl_union_set_is_empty;
    is_subset(&self, uset2: &UnionSet) -> bool = isl_union_set_is_subset;
    is_equal(&self, uset2: &UnionSet) -> bool = isl_union_set_is_equal;
    is_disjoint(&self, uset2: &UnionSet) -> bool = isl_union_set_is_disjoint;
    is_strict_subset(&self, uset2: &UnionSet) -> bool = isl_union_set_is_strict_subset;
    n_set(&self) -> usize = isl_union_set_n_set;
    get_basic_set_list(&self) -> BasicSetList = isl_union_set_get_basic_set_list;
    get_set_list(&self) -> SetList = isl_union_set_get_set_list;
    contains(&self, space: &Space) -> bool = isl_union_set_contains;
    extract_set(&self, space: &Space) -> Set = isl_union_set_extract_set;
    isa_set(&self) -> bool = isl_union_set_isa_set;
    as_set(&self) -> Set = isl_union_set_as_set;
    sample(&self) -> BasicSet = isl_union_set_sample;
    sample_point(&self) -> Point = isl_union_set_sample_point;
    from_point(pnt: &Point) -> UnionSet = isl_union_set_from_point;
    lift(&self) -> UnionSet = isl_union_set_lift;
    lex_lt_union_set(&self, uset2: &UnionSet) -> UnionMap = isl_union_set_lex_lt_union_set;
    lex_le_union_set(&self, uset2: &UnionSet) -> UnionMap = isl_union_set_lex_le_union_set;
    lex_gt_union_set(&self, uset2: &UnionSet) -> UnionMap = isl_union_set_lex_gt_union_set;
    lex_ge_union_set(&self, uset2: &UnionSet) -> UnionMap = isl_union_set_lex_ge_union_set;
    coefficients(&self) -> UnionSet = isl_union_set_coefficients;
    solutions(&self) -> UnionSet = isl_union_set_solutions;
    read(ctx: &Context, text: &str) -> UnionSet = isl_union_set_read_from_str;
    to_list(&self) -> UnionSetList = isl_union_set_to_list;
} }

callbacks! { UnionSet {
    foreach_set(&self, |set: Set| -> ()) -> () = isl_union_set_foreach_set;
    every_set(&self, |set: &Set| -> bool) -> bool = isl_union_set_every_set;
    foreach_point(&self, |point: Point| -> ()) -> () = isl_union_set_foreach_point;
} }

object! {
    /// An isl `union_set_list`.
    UnionSetList = isl_union_set_list: isl_union_set_list_copy, isl_union_set_list_free, isl_union_set_list_to_str;
}

list! { UnionSetList of UnionSet: isl_union_set_list_add }

methods! { UnionSetList {
    alloc(ctx: &Context, n: usize) -> UnionSetList = isl_union_set_list_alloc;
    add(&self, el: &UnionSet) -> UnionSetList = isl_union_set_list_add;
    insert(&self, pos: usize, el: &UnionSet) -> UnionSetList = isl_union_set_list_insert;
    drop(&self, first: usize, n: usize) -> UnionSetList = isl_union_set_list_drop;
    clear(&self) -> UnionSetList = isl_union_set_list_clear;
    reverse(&self) -> UnionSetList = isl_union_set_list_reverse;
    concat(&self, list2: &UnionSetList) -> UnionSetList = isl_union_set_list_concat;
    size(&self) -> usize = isl_union_set_list_size;
    get_at(&self, index: usize) -> UnionSet = isl_union_set_list_get_at;
    set_at(&self, index: usize, el: &UnionSet) -> UnionSetList = isl_union_set_list_set_union_set;
    read(ctx: &Context, text: &str) -> UnionSetList = isl_union_set_list_read_from_str;
    union(&self) -> UnionSet = isl_union_set_list_union;
} }

callbacks! { UnionSetList {
    foreach(&self, |item: UnionSet| -> ()) -> () = isl_union_set_list_foreach;
    every(&self, |item: &UnionSet| -> bool) -> bool = isl_union_set_list_every;
} }
