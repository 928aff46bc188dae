//! Sets in one piece.

use polymill_isl_sys as sys;

use crate::{
    Aff, BasicMap, Constraint, ConstraintList, Context, Dim, Id, LocalSpace, MultiAff, Point, Set, Space, Val,
};

object! {
    /// The integer points of a polyhedron, given by a conjunction of affine constraints that may have parameters and
    /// existentially quantified variables.
    BasicSet = isl_basic_set: isl_basic_set_copy, isl_basic_set_free, isl_basic_set_to_str;
}

methods! { BasicSet {
    /// The list of this only.
    to_list(&self) -> BasicSetList = isl_basic_set_to_list;
    /// The number of dimensions of a kind.
    dim(&self, kind: Dim) -> usize = isl_basic_set_dim;
    /// The space.
    get_space(&self) -> Space = isl_basic_set_get_space;
    /// An integer division, as an affine function to round down.
    get_div(&self, pos: usize) -> Aff = isl_basic_set_get_div;
    /// The space, with its integer divisions.
    get_local_space(&self) -> LocalSpace = isl_basic_set_get_local_space;
    /// The name of a tuple, if it has one.
    get_tuple_name(&self) -> Option<String> = isl_basic_set_get_tuple_name;
    /// Sets the name of a tuple.
    set_tuple_name(&self, s: &str) -> BasicSet = isl_basic_set_set_tuple_name;
    /// The name of a dimension, if it has one.
    get_dim_name(&self, kind: Dim, pos: usize) -> Option<String> = isl_basic_set_get_dim_name;
    /// Sets the name of a dimension.
    set_dim_name(&self, kind: Dim, pos: usize, s: &str) -> BasicSet = isl_basic_set_set_dim_name;
    /// The id of a dimension; an error if it has none.
    get_dim_id(&self, kind: Dim, pos: usize) -> Id = isl_basic_set_get_dim_id;
    /// Sets the id of a tuple.
    set_tuple_id(&self, id: &Id) -> BasicSet = isl_basic_set_set_tuple_id;
    /// Whether its elements are rational rather than integer.
    is_rational(&self) -> bool = isl_basic_set_is_rational;
    /// The empty one of this space.
    empty(space: &Space) -> BasicSet = isl_basic_set_empty;
    /// All of this space.
    universe(space: &Space) -> BasicSet = isl_basic_set_universe;
    /// All elements without negative coordinates.
    nat_universe(space: &Space) -> BasicSet = isl_basic_set_nat_universe;
    /// All elements without negative coordinates.
    positive_orthant(space: &Space) -> BasicSet = isl_basic_set_positive_orthant;
    /// What is in both.
    intersect(&self, bset2: &BasicSet) -> BasicSet = isl_basic_set_intersect;
    /// The part whose parameters are in the set.
    intersect_params(&self, bset2: &BasicSet) -> BasicSet = isl_basic_set_intersect_params;
    /// The image under a relation.
    apply(&self, bmap: &BasicMap) -> BasicSet = isl_basic_set_apply;
    /// What the function maps to it.
    preimage_multi_aff(&self, ma: &MultiAff) -> BasicSet = isl_basic_set_preimage_multi_aff;
    /// The smallest affine subspace that contains it, one per space.
    affine_hull(&self) -> BasicSet = isl_basic_set_affine_hull;
    /// Without `n` dimensions from position `first` on, computed rationally: what is left may be too large.
    remove_dims(&self, kind: Dim, first: usize, n: usize) -> BasicSet = isl_basic_set_remove_dims, within(kind, first, n);
    /// A part of it with a single element, or the empty set.
    sample(&self) -> BasicSet = isl_basic_set_sample;
    /// The same with implicit equalities made explicit.
    detect_equalities(&self) -> BasicSet = isl_basic_set_detect_equalities;
    /// Without redundant constraints.
    remove_redundancies(&self) -> BasicSet = isl_basic_set_remove_redundancies;
    /// Parses isl's notation.
    read(ctx: &Context, text: &str) -> BasicSet = isl_basic_set_read_from_str;
    /// Fixes a dimension to a value.
    fix_si(&self, kind: Dim, pos: usize, value: i32) -> BasicSet = isl_basic_set_fix_si;
    /// Fixes a dimension to a value.
    fix_val(&self, kind: Dim, pos: usize, v: &Val) -> BasicSet = isl_basic_set_fix_val;
    /// With a lower bound on a dimension.
    lower_bound_val(&self, kind: Dim, pos: usize, value: &Val) -> BasicSet = isl_basic_set_lower_bound_val;
    /// With an upper bound on a dimension.
    upper_bound_val(&self, kind: Dim, pos: usize, value: &Val) -> BasicSet = isl_basic_set_upper_bound_val;
    /// Whether both are equal.
    is_equal(&self, bset2: &BasicSet) -> bool = isl_basic_set_is_equal;
    /// Whether the two have nothing in common.
    is_disjoint(&self, bset2: &BasicSet) -> bool = isl_basic_set_is_disjoint;
    /// The lexicographically smallest element, for each value of the parameters.
    lexmin(&self) -> Set = isl_basic_set_lexmin;
    /// The lexicographically largest element, for each value of the parameters.
    lexmax(&self) -> Set = isl_basic_set_lexmax;
    /// What is in either.
    union(&self, bset2: &BasicSet) -> Set = isl_basic_set_union;
    /// The parameter values for which there is something in it.
    params(&self) -> BasicSet = isl_basic_set_params;
    /// The set of the tuple without name and dimensions, for these parameters.
    from_params(bset: &BasicSet) -> BasicSet = isl_basic_set_from_params;
    /// Whether it obviously has no constraints.
    plain_is_universe(&self) -> bool = isl_basic_set_plain_is_universe;
    /// Whether it has no constraints.
    is_universe(&self) -> bool = isl_basic_set_is_universe;
    /// Whether it is obviously empty.
    plain_is_empty(&self) -> bool = isl_basic_set_plain_is_empty;
    /// Whether there is nothing in it, for any value of the parameters.
    is_empty(&self) -> bool = isl_basic_set_is_empty;
    /// Whether it is bounded for each value of the parameters.
    is_bounded(&self) -> bool = isl_basic_set_is_bounded;
    /// Whether it is contained in the other.
    is_subset(&self, bset2: &BasicSet) -> bool = isl_basic_set_is_subset;
    /// Whether both obviously are the same.
    plain_is_equal(&self, bset2: &BasicSet) -> bool = isl_basic_set_plain_is_equal;
    /// As a `Set`.
    to_set(&self) -> Set = isl_basic_set_to_set;
    /// An element; the void point if there is none.
    sample_point(&self) -> Point = isl_basic_set_sample_point;
    /// From `A` and `B` to `(A, B)`.
    flat_product(&self, bset2: &BasicSet) -> BasicSet = isl_basic_set_flat_product;
    /// Inserts `n` dimensions at a position.
    insert_dims(&self, kind: Dim, pos: usize, n: usize) -> BasicSet = isl_basic_set_insert_dims, within_or_end(kind, pos);
    /// Adds `n` dimensions at the end.
    add_dims(&self, kind: Dim, n: usize) -> BasicSet = isl_basic_set_add_dims;
    /// Moves `n` dimensions to another kind or position.
    move_dims(&self, dst_type: Dim, dst_pos: usize, src_type: Dim, src_pos: usize, n: usize) -> BasicSet = isl_basic_set_move_dims, movable(dst_type, dst_pos, src_type, src_pos, n);
    /// Without `n` dimensions from position `first` on: all that has some value for them.
    project_out(&self, kind: Dim, first: usize, n: usize) -> BasicSet = isl_basic_set_project_out, within(kind, first, n);
    /// With the existentially quantified variables removed, computed rationally: what is left may be too large.
    remove_divs(&self) -> BasicSet = isl_basic_set_remove_divs;
    /// Lets `n` dimensions from position `first` on take any value, keeping what the other dimensions allow (rational
    /// elimination).
    eliminate(&self, kind: Dim, first: usize, n: usize) -> BasicSet = isl_basic_set_eliminate, within(kind, first, n);
    /// With those existentially quantified variables removed that depend on these dimensions, computed rationally.
    remove_divs_involving_dims(&self, kind: Dim, first: usize, n: usize) -> BasicSet = isl_basic_set_remove_divs_involving_dims, within(kind, first, n);
    /// With those existentially quantified variables removed that have no explicit expression, computed rationally.
    remove_unknown_divs(&self) -> BasicSet = isl_basic_set_remove_unknown_divs;
    /// Drops the constraints that these dimensions occur in.
    drop_constraints_involving_dims(&self, kind: Dim, first: usize, n: usize) -> BasicSet = isl_basic_set_drop_constraints_involving_dims, within(kind, first, n);
    /// Drops the constraints that none of these dimensions occur in.
    drop_constraints_not_involving_dims(&self, kind: Dim, first: usize, n: usize) -> BasicSet = isl_basic_set_drop_constraints_not_involving_dims, within(kind, first, n);
    /// Whether any of `n` dimensions from position `first` on occurs.
    involves_dims(&self, kind: Dim, first: usize, n: usize) -> bool = isl_basic_set_involves_dims, within(kind, first, n);
    /// The negation.
    neg(&self) -> BasicSet = isl_basic_set_neg;
    /// The same with explicit expressions for all existentially quantified variables.
    compute_divs(&self) -> Set = isl_basic_set_compute_divs;
    /// Simplified, given that `context` holds.
    gist(&self, context: &BasicSet) -> BasicSet = isl_basic_set_gist, same_space(context);
    /// The set of one point.
    from_point(pnt: &Point) -> BasicSet = isl_basic_set_from_point;
    /// All points between two corners.
    box_from_points(pnt1: &Point, pnt2: &Point) -> BasicSet = isl_basic_set_box_from_points;
    /// With the existentially quantified variables as dimensions: the wrapped relation from each element to them.
    lift(&self) -> BasicSet = isl_basic_set_lift;
    /// Puts the parameters of `model` first, in the model's order, adding those that are missing.
    align_params(&self, model: &Space) -> BasicSet = isl_basic_set_align_params;
    /// Removes the parameters that do not occur.
    drop_unused_params(&self) -> BasicSet = isl_basic_set_drop_unused_params;
    /// The values of a function of the parameters.
    from_multi_aff(ma: &MultiAff) -> BasicSet = isl_basic_set_from_multi_aff;
    /// The coefficients of the affine functions that are nowhere negative on the set (Farkas' lemma).
    coefficients(&self) -> BasicSet = isl_basic_set_coefficients;
    /// The elements that satisfy the constraints with these coefficients; the opposite of `coefficients`.
    solutions(&self) -> BasicSet = isl_basic_set_solutions;
    /// The number of constraints.
    n_constraint(&self) -> usize = isl_basic_set_n_constraint;
    /// The constraints.
    get_constraint_list(&self) -> ConstraintList = isl_basic_set_get_constraint_list;
    /// Adds a constraint.
    add_constraint(&self, constraint: &Constraint) -> BasicSet = isl_basic_set_add_constraint;
    /// What one constraint allows.
    from_constraint(constraint: &Constraint) -> BasicSet = isl_basic_set_from_constraint;
    /// The largest value of an affine function on the set; infinite if there is none.
    max_val(&self, obj: &Aff) -> Val = isl_basic_set_max_val;
    /// The largest value of a dimension over all parameter values; infinite if there is none.
    dim_max_val(&self, pos: usize) -> Val = isl_basic_set_dim_max_val;
    /// The smallest value of an affine function on the rational points.
    min_lp_val(&self, obj: &Aff) -> Val = isl_basic_set_min_lp_val;
    /// The largest value of an affine function on the rational points.
    max_lp_val(&self, obj: &Aff) -> Val = isl_basic_set_max_lp_val;
    /// Whether it is a wrapped relation.
    is_wrapping(&self) -> bool = isl_basic_set_is_wrapping;
    /// The relation that is wrapped in it.
    unwrap(&self) -> BasicMap = isl_basic_set_unwrap;
    /// With nested tuples flattened.
    flatten(&self) -> BasicSet = isl_basic_set_flatten;
} }

callbacks! { BasicSet {
    /// Calls `f` with each constraint.
    foreach_constraint(&self, |constraint: Constraint| -> ()) -> () = isl_basic_set_foreach_constraint;
} }

object! {
    /// A list of basic sets.
    BasicSetList = isl_basic_set_list: isl_basic_set_list_copy, isl_basic_set_list_free, isl_basic_set_list_to_str;
}

list! { BasicSetList of BasicSet: isl_basic_set_list_add }

methods! { BasicSetList {
    /// An empty list with room for `n` items.
    alloc(ctx: &Context, n: usize) -> BasicSetList = isl_basic_set_list_alloc;
    /// The list with `el` at its end.
    add(&self, el: &BasicSet) -> BasicSetList = isl_basic_set_list_add;
    /// With `el` at position `pos`.
    insert(&self, pos: usize, el: &BasicSet) -> BasicSetList = isl_basic_set_list_insert;
    /// Without `n` items from position `first` on.
    drop(&self, first: usize, n: usize) -> BasicSetList = isl_basic_set_list_drop;
    /// The empty list.
    clear(&self) -> BasicSetList = isl_basic_set_list_clear;
    /// In the opposite order.
    reverse(&self) -> BasicSetList = isl_basic_set_list_reverse;
    /// Both lists, one after the other.
    concat(&self, list2: &BasicSetList) -> BasicSetList = isl_basic_set_list_concat;
    /// The number of items.
    size(&self) -> usize = isl_basic_set_list_size;
    /// The item at a position.
    get_at(&self, index: usize) -> BasicSet = isl_basic_set_list_get_at;
    /// Replaces the item at a position.
    set_at(&self, index: usize, el: &BasicSet) -> BasicSetList = isl_basic_set_list_set_basic_set;
    /// What is in all of them.
    intersect(&self) -> BasicSet = isl_basic_set_list_intersect;
    /// The coefficients of each.
    coefficients(&self) -> BasicSetList = isl_basic_set_list_coefficients;
} }

callbacks! { BasicSetList {
    /// Calls `f` with each item.
    foreach(&self, |item: BasicSet| -> ()) -> () = isl_basic_set_list_foreach;
    /// Whether `f` holds for each item. Stops at the first for which it does not.
    every(&self, |item: &BasicSet| -> bool) -> bool = isl_basic_set_list_every;
} }
