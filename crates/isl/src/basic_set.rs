//! Types: [`BasicSet`], [`BasicSetList`].

use polymill_isl_sys as sys;

use crate::{
    Aff, BasicMap, Constraint, ConstraintList, Context, Dim, Id, LocalSpace, MultiAff, Point, Set, Space, Val,
};

object! {
    /// An isl `basic_set`.
    BasicSet = isl_basic_set: isl_basic_set_copy, isl_basic_set_free, isl_basic_set_to_str;
}

methods! { BasicSet {
    to_list(&self) -> BasicSetList = isl_basic_set_to_list;
    dim(&self, kind: Dim) -> usize = isl_basic_set_dim;
    get_space(&self) -> Space = isl_basic_set_get_space;
    get_div(&self, pos: usize) -> Aff = isl_basic_set_get_div;
    get_local_space(&self) -> LocalSpace = isl_basic_set_get_local_space;
    get_tuple_name(&self) -> Option<String> = isl_basic_set_get_tuple_name;
    set_tuple_name(&self, s: &str) -> BasicSet = isl_basic_set_set_tuple_name;
    get_dim_name(&self, kind: Dim, pos: usize) -> Option<String> = isl_basic_set_get_dim_name;
    set_dim_name(&self, kind: Dim, pos: usize, s: &str) -> BasicSet = isl_basic_set_set_dim_name;
    get_dim_id(&self, kind: Dim, pos: usize) -> Id = isl_basic_set_get_dim_id;
    set_tuple_id(&self, id: &Id) -> BasicSet = isl_basic_set_set_tuple_id;
    is_rational(&self) -> bool = isl_basic_set_is_rational;
    empty(space: &Space) -> BasicSet = isl_basic_set_empty;
    universe(space: &Space) -> BasicSet = isl_basic_set_universe;
    nat_universe(space: &Space) -> BasicSet = isl_basic_set_nat_universe;
    positive_orthant(space: &Space) -> BasicSet = isl_basic_set_positive_orthant;
    intersect(&self, bset2: &BasicSet) -> BasicSet = isl_basic_set_intersect;
    intersect_params(&self, bset2: &BasicSet) -> BasicSet = isl_basic_set_intersect_params;
    apply(&self, bmap: &BasicMap) -> BasicSet = isl_basic_set_apply;
    preimage_multi_aff(&self, ma: &MultiAff) -> BasicSet = isl_basic_set_preimage_multi_aff;
    affine_hull(&self) -> BasicSet = isl_basic_set_affine_hull;
    remove_dims(&self, kind: Dim, first: usize, n: usize) -> BasicSet = isl_basic_set_remove_dims;
    sample(&self) -> BasicSet = isl_basic_set_sample;
    detect_equalities(&self) -> BasicSet = isl_basic_set_detect_equalities;
    remove_redundancies(&self) -> BasicSet = isl_basic_set_remove_redundancies;
    read(ctx: &Context, text: &str) -> BasicSet = isl_basic_set_read_from_str;
    fix_si(&self, kind: Dim, pos: usize, value: i32) -> BasicSet = isl_basic_set_fix_si;
    fix_val(&self, kind: Dim, pos: usize, v: &Val) -> BasicSet = isl_basic_set_fix_val;
    lower_bound_val(&self, kind: Dim, pos: usize, value: &Val) -> BasicSet = isl_basic_set_lower_bound_val;
    upper_bound_val(&self, kind: Dim, pos: usize, value: &Val) -> BasicSet = isl_basic_set_upper_bound_val;
    is_equal(&self, bset2: &BasicSet) -> bool = isl_basic_set_is_equal;
    is_disjoint(&self, bset2: &BasicSet) -> bool = isl_basic_set_is_disjoint;
    lexmin(&self) -> Set = isl_basic_set_lexmin;
    lexmax(&self) -> Set = isl_basic_set_lexmax;
    union(&self, bset2: &BasicSet) -> Set = isl_basic_set_union;
    params(&self) -> BasicSet = isl_basic_set_params;
    from_params(bset: &BasicSet) -> BasicSet = isl_basic_set_from_params;
    plain_is_universe(&self) -> bool = isl_basic_set_plain_is_universe;
    is_universe(&self) -> bool = isl_basic_set_is_universe;
    plain_is_empty(&self) -> bool = isl_basic_set_plain_is_empty;
    is_empty(&self) -> bool = isl_basic_set_is_empty;
    is_bounded(&self) -> bool = isl_basic_set_is_bounded;
    is_subset(&self, bset2: &BasicSet) -> bool = isl_basic_set_is_subset;
    plain_is_equal(&self, bset2: &BasicSet) -> bool = isl_basic_set_plain_is_equal;
    to_set(&self) -> Set = isl_basic_set_to_set;
    sample_point(&self) -> Point = isl_basic_set_sample_point;
    flat_product(&self, bset2: &BasicSet) -> BasicSet = isl_basic_set_flat_product;
    insert_dims(&self, kind: Dim, pos: usize, n: usize) -> BasicSet = isl_basic_set_insert_dims;
    add_dims(&self, kind: Dim, n: usize) -> BasicSet = isl_basic_set_add_dims;
    move_dims(&self, dst_type: Dim, dst_pos: usize, src_type: Dim, src_pos: usize, n: usize) -> BasicSet = isl_basic_set_move_dims;
    project_out(&self, kind: Dim, first: usize, n: usize) -> BasicSet = isl_basic_set_project_out;
    remove_divs(&self) -> BasicSet = isl_basic_set_remove_divs;
    eliminate(&self, kind: Dim, first: usize, n: usize) -> BasicSet = isl_basic_set_eliminate;
    remove_divs_involving_dims(&self, kind: Dim, first: usize, n: usize) -> BasicSet = isl_basic_set_remove_divs_involving_dims;
    remove_unknown_divs(&self) -> BasicSet = isl_basic_set_remove_unknown_divs;
    drop_constraints_involving_dims(&self, kind: Dim, first: usize, n: usize) -> BasicSet = isl_basic_set_drop_constraints_involving_dims;
    drop_constraints_not_involving_dims(&self, kind: Dim, first: usize, n: usize) -> BasicSet = isl_basic_set_drop_constraints_not_involving_dims;
    involves_dims(&self, kind: Dim, first: usize, n: usize) -> bool = isl_basic_set_involves_dims;
    neg(&self) -> BasicSet = isl_basic_set_neg;
    compute_divs(&self) -> Set = isl_basic_set_compute_divs;
    gist(&self, context: &BasicSet) -> BasicSet = isl_basic_set_gist;
    from_point(pnt: &Point) -> BasicSet = isl_basic_set_from_point;
    box_from_points(pnt1: &Point, pnt2: &Point) -> BasicSet = isl_basic_set_box_from_points;
    lift(&self) -> BasicSet = isl_basic_set_lift;
    align_params(&self, model: &Space) -> BasicSet = isl_basic_set_align_params;
    drop_unused_params(&self) -> BasicSet = isl_basic_set_drop_unused_params;
    from_multi_aff(ma: &MultiAff) -> BasicSet = isl_basic_set_from_multi_aff;
    coefficients(&self) -> BasicSet = isl_basic_set_coefficients;
    solutions(&self) -> BasicSet = isl_basic_set_solutions;
    n_constraint(&self) -> usize = isl_basic_set_n_constraint;
    get_constraint_list(&self) -> ConstraintList = isl_basic_set_get_constraint_list;
    add_constraint(&self, constraint: &Constraint) -> BasicSet = isl_basic_set_add_constraint;
    from_constraint(constraint: &Constraint) -> BasicSet = isl_basic_set_from_constraint;
    max_val(&self, obj: &Aff) -> Val = isl_basic_set_max_val;
    dim_max_val(&self, pos: usize) -> Val = isl_basic_set_dim_max_val;
    min_lp_val(&self, obj: &Aff) -> Val = isl_basic_set_min_lp_val;
    max_lp_val(&self, obj: &Aff) -> Val = isl_basic_set_max_lp_val;
    is_wrapping(&self) -> bool = isl_basic_set_is_wrapping;
    unwrap(&self) -> BasicMap = isl_basic_set_unwrap;
    flatten(&self) -> BasicSet = isl_basic_set_flatten;
} }

callbacks! { BasicSet {
    foreach_constraint(&self, |constraint: Constraint| -> ()) -> () = isl_basic_set_foreach_constraint;
} }

object! {
    /// An isl `basic_set_list`.
    BasicSetList = isl_basic_set_list: isl_basic_set_list_copy, isl_basic_set_list_free, isl_basic_set_list_to_str;
}

list! { BasicSetList of BasicSet: isl_basic_set_list_add }

methods! { BasicSetList {
    alloc(ctx: &Context, n: usize) -> BasicSetList = isl_basic_set_list_alloc;
    add(&self, el: &BasicSet) -> BasicSetList = isl_basic_set_list_add;
    insert(&self, pos: usize, el: &BasicSet) -> BasicSetList = isl_basic_set_list_insert;
    drop(&self, first: usize, n: usize) -> BasicSetList = isl_basic_set_list_drop;
    clear(&self) -> BasicSetList = isl_basic_set_list_clear;
    reverse(&self) -> BasicSetList = isl_basic_set_list_reverse;
    concat(&self, list2: &BasicSetList) -> BasicSetList = isl_basic_set_list_concat;
    size(&self) -> usize = isl_basic_set_list_size;
    get_at(&self, index: usize) -> BasicSet = isl_basic_set_list_get_at;
    set_at(&self, index: usize, el: &BasicSet) -> BasicSetList = isl_basic_set_list_set_basic_set;
    intersect(&self) -> BasicSet = isl_basic_set_list_intersect;
    coefficients(&self) -> BasicSetList = isl_basic_set_list_coefficients;
} }

callbacks! { BasicSetList {
    foreach(&self, |item: BasicSet| -> ()) -> () = isl_basic_set_list_foreach;
    every(&self, |item: &BasicSet| -> bool) -> bool = isl_basic_set_list_every;
} }
