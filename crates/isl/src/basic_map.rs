//! Relations in one piece.

use polymill_isl_sys as sys;

use crate::{
    Aff, BasicSet, Constraint, ConstraintList, Context, Dim, Id, LocalSpace, Map, MultiAff, PwMultiAff, QPolynomial,
    Space, Val,
};

object! {
    /// A relation given by a conjunction of affine constraints that may have parameters and existentially quantified
    /// variables.
    BasicMap = isl_basic_map: isl_basic_map_copy, isl_basic_map_free, isl_basic_map_to_str;
}

methods! { BasicMap {
    /// The number of constraints.
    n_constraint(&self) -> usize = isl_basic_map_n_constraint;
    /// The constraints.
    get_constraint_list(&self) -> ConstraintList = isl_basic_map_get_constraint_list;
    /// Adds a constraint.
    add_constraint(&self, constraint: &Constraint) -> BasicMap = isl_basic_map_add_constraint;
    /// What one constraint allows.
    from_constraint(constraint: &Constraint) -> BasicMap = isl_basic_map_from_constraint;
    /// The number of dimensions of a kind.
    dim(&self, kind: Dim) -> usize = isl_basic_map_dim;
    /// The space.
    get_space(&self) -> Space = isl_basic_map_get_space;
    /// An integer division, as an affine function to round down.
    get_div(&self, pos: usize) -> Aff = isl_basic_map_get_div;
    /// The space, with its integer divisions.
    get_local_space(&self) -> LocalSpace = isl_basic_map_get_local_space;
    /// Sets the name of a tuple.
    set_tuple_name(&self, kind: Dim, s: &str) -> BasicMap = isl_basic_map_set_tuple_name;
    /// The name of a tuple, if it has one.
    get_tuple_name(&self, kind: Dim) -> Option<String> = isl_basic_map_get_tuple_name;
    /// The name of a dimension, if it has one.
    get_dim_name(&self, kind: Dim, pos: usize) -> Option<String> = isl_basic_map_get_dim_name;
    /// Sets the name of a dimension.
    set_dim_name(&self, kind: Dim, pos: usize, s: &str) -> BasicMap = isl_basic_map_set_dim_name;
    /// Sets the id of a tuple.
    set_tuple_id(&self, kind: Dim, id: &Id) -> BasicMap = isl_basic_map_set_tuple_id;
    /// Whether the dimension has an id.
    has_dim_id(&self, kind: Dim, pos: usize) -> bool = isl_basic_map_has_dim_id;
    /// The position of the dimension with this name.
    find_dim_by_name(&self, kind: Dim, name: &str) -> Option<usize> = isl_basic_map_find_dim_by_name;
    /// Whether its elements are rational rather than integer.
    is_rational(&self) -> bool = isl_basic_map_is_rational;
    /// The identity in this space.
    identity(space: &Space) -> BasicMap = isl_basic_map_identity;
    /// The pairs whose first `n_equal` dimensions are equal.
    equal(space: &Space, n_equal: usize) -> BasicMap = isl_basic_map_equal, both_have(n_equal);
    /// The pairs that are equal before `pos`, with the first smaller at `pos`.
    less_at(space: &Space, pos: usize) -> BasicMap = isl_basic_map_less_at, both_have_at(pos);
    /// The pairs that are equal before `pos`, with the first larger at `pos`.
    more_at(space: &Space, pos: usize) -> BasicMap = isl_basic_map_more_at, both_have_at(pos);
    /// The empty one of this space.
    empty(space: &Space) -> BasicMap = isl_basic_map_empty;
    /// All of this space.
    universe(space: &Space) -> BasicMap = isl_basic_map_universe;
    /// All elements without negative coordinates.
    nat_universe(space: &Space) -> BasicMap = isl_basic_map_nat_universe;
    /// Without redundant constraints.
    remove_redundancies(&self) -> BasicMap = isl_basic_map_remove_redundancies;
    /// The part whose domain is in the set.
    intersect_domain(&self, bset: &BasicSet) -> BasicMap = isl_basic_map_intersect_domain;
    /// The part whose range is in the set.
    intersect_range(&self, bset: &BasicSet) -> BasicMap = isl_basic_map_intersect_range;
    /// What is in both.
    intersect(&self, bmap2: &BasicMap) -> BasicMap = isl_basic_map_intersect;
    /// What is in either.
    union(&self, bmap2: &BasicMap) -> Map = isl_basic_map_union;
    /// Replaces each domain element by its images under the other relation.
    apply_domain(&self, bmap2: &BasicMap) -> BasicMap = isl_basic_map_apply_domain;
    /// The composition: first this relation, then the other.
    apply_range(&self, bmap2: &BasicMap) -> BasicMap = isl_basic_map_apply_range;
    /// The smallest affine subspace that contains it, one per space.
    affine_hull(&self) -> BasicMap = isl_basic_map_affine_hull;
    /// With the domain replaced by what the function maps to it.
    preimage_domain_multi_aff(&self, ma: &MultiAff) -> BasicMap = isl_basic_map_preimage_domain_multi_aff;
    /// With the range replaced by what the function maps to it.
    preimage_range_multi_aff(&self, ma: &MultiAff) -> BasicMap = isl_basic_map_preimage_range_multi_aff;
    /// The inverse.
    reverse(&self) -> BasicMap = isl_basic_map_reverse;
    /// The domain.
    domain(&self) -> BasicSet = isl_basic_map_domain;
    /// The range.
    range(&self) -> BasicSet = isl_basic_map_range;
    /// Maps each pair `x -> y`, as a wrapped relation, to `x`.
    domain_map(&self) -> BasicMap = isl_basic_map_domain_map;
    /// Maps each pair `x -> y`, as a wrapped relation, to `y`.
    range_map(&self) -> BasicMap = isl_basic_map_range_map;
    /// Without `n` dimensions from position `first` on, computed rationally: what is left may be too large.
    remove_dims(&self, kind: Dim, first: usize, n: usize) -> BasicMap = isl_basic_map_remove_dims, within(kind, first, n);
    /// Lets `n` dimensions from position `first` on take any value, keeping what the other dimensions allow (rational
    /// elimination).
    eliminate(&self, kind: Dim, first: usize, n: usize) -> BasicMap = isl_basic_map_eliminate, within(kind, first, n);
    /// A part of it with a single element, or the empty set.
    sample(&self) -> BasicMap = isl_basic_map_sample;
    /// The same with implicit equalities made explicit.
    detect_equalities(&self) -> BasicMap = isl_basic_map_detect_equalities;
    /// Parses isl's notation.
    read(ctx: &Context, text: &str) -> BasicMap = isl_basic_map_read_from_str;
    /// Fixes a dimension to a value.
    fix_si(&self, kind: Dim, pos: usize, value: i32) -> BasicMap = isl_basic_map_fix_si;
    /// Fixes a dimension to a value.
    fix_val(&self, kind: Dim, pos: usize, v: &Val) -> BasicMap = isl_basic_map_fix_val;
    /// With a lower bound on a dimension.
    lower_bound_si(&self, kind: Dim, pos: usize, value: i32) -> BasicMap = isl_basic_map_lower_bound_si;
    /// With an upper bound on a dimension.
    upper_bound_si(&self, kind: Dim, pos: usize, value: i32) -> BasicMap = isl_basic_map_upper_bound_si;
    /// Relates each element to all sums of an image in this one and an image in the other.
    sum(&self, bmap2: &BasicMap) -> BasicMap = isl_basic_map_sum;
    /// The negation.
    neg(&self) -> BasicMap = isl_basic_map_neg;
    /// Whether both are equal.
    is_equal(&self, bmap2: &BasicMap) -> bool = isl_basic_map_is_equal;
    /// Whether the two have nothing in common.
    is_disjoint(&self, bmap2: &BasicMap) -> bool = isl_basic_map_is_disjoint;
    /// The lexicographically smallest image of each element.
    lexmin(&self) -> Map = isl_basic_map_lexmin;
    /// The lexicographically largest image of each element.
    lexmax(&self) -> Map = isl_basic_map_lexmax;
    /// The lexicographically smallest element (or image), as a function.
    lexmin_pw_multi_aff(&self) -> PwMultiAff = isl_basic_map_lexmin_pw_multi_aff;
    /// The value of a dimension if it is obviously fixed, else NaN.
    plain_get_val_if_fixed(&self, kind: Dim, pos: usize) -> Val = isl_basic_map_plain_get_val_if_fixed;
    /// Whether the image of each element is bounded.
    image_is_bounded(&self) -> bool = isl_basic_map_image_is_bounded;
    /// Whether it obviously has no constraints.
    plain_is_universe(&self) -> bool = isl_basic_map_plain_is_universe;
    /// Whether it has no constraints.
    is_universe(&self) -> bool = isl_basic_map_is_universe;
    /// Whether it is obviously empty.
    plain_is_empty(&self) -> bool = isl_basic_map_plain_is_empty;
    /// Whether there is nothing in it, for any value of the parameters.
    is_empty(&self) -> bool = isl_basic_map_is_empty;
    /// Whether it is contained in the other.
    is_subset(&self, bmap2: &BasicMap) -> bool = isl_basic_map_is_subset;
    /// Whether it is contained in the other and not equal to it.
    is_strict_subset(&self, bmap2: &BasicMap) -> bool = isl_basic_map_is_strict_subset;
    /// From `A -> B` and `C -> D` to `(A -> C) -> (B -> D)`.
    product(&self, bmap2: &BasicMap) -> BasicMap = isl_basic_map_product;
    /// From `A -> C` and `B -> C` to `(A -> B) -> C`.
    domain_product(&self, bmap2: &BasicMap) -> BasicMap = isl_basic_map_domain_product, same_range(bmap2);
    /// From `A -> B` and `A -> C` to `A -> (B -> C)`.
    range_product(&self, bmap2: &BasicMap) -> BasicMap = isl_basic_map_range_product, same_domain(bmap2);
    /// From `A -> B` and `C -> D` to `(A, C) -> (B, D)`.
    flat_product(&self, bmap2: &BasicMap) -> BasicMap = isl_basic_map_flat_product;
    /// From `A -> B` and `A -> C` to `A -> (B, C)`.
    flat_range_product(&self, bmap2: &BasicMap) -> BasicMap = isl_basic_map_flat_range_product, same_domain(bmap2);
    /// The differences `y - x` of the pairs `x -> y`.
    deltas(&self) -> BasicSet = isl_basic_map_deltas;
    /// Maps each pair `x -> y`, as a wrapped relation, to the difference `y - x`.
    deltas_map(&self) -> BasicMap = isl_basic_map_deltas_map;
    /// Adds `n` dimensions at the end.
    add_dims(&self, kind: Dim, n: usize) -> BasicMap = isl_basic_map_add_dims;
    /// Inserts `n` dimensions at a position.
    insert_dims(&self, kind: Dim, pos: usize, n: usize) -> BasicMap = isl_basic_map_insert_dims, within_or_end(kind, pos);
    /// Moves `n` dimensions to another kind or position.
    move_dims(&self, dst_type: Dim, dst_pos: usize, src_type: Dim, src_pos: usize, n: usize) -> BasicMap = isl_basic_map_move_dims, movable(dst_type, dst_pos, src_type, src_pos, n);
    /// Without `n` dimensions from position `first` on: all that has some value for them.
    project_out(&self, kind: Dim, first: usize, n: usize) -> BasicMap = isl_basic_map_project_out, within(kind, first, n);
    /// With the existentially quantified variables removed, computed rationally: what is left may be too large.
    remove_divs(&self) -> BasicMap = isl_basic_map_remove_divs;
    /// With those existentially quantified variables removed that depend on these dimensions, computed rationally.
    remove_divs_involving_dims(&self, kind: Dim, first: usize, n: usize) -> BasicMap = isl_basic_map_remove_divs_involving_dims, within(kind, first, n);
    /// Equates two dimensions.
    equate(&self, type1: Dim, pos1: usize, type2: Dim, pos2: usize) -> BasicMap = isl_basic_map_equate;
    /// With the first dimension greater than or equal to the second.
    order_ge(&self, type1: Dim, pos1: usize, type2: Dim, pos2: usize) -> BasicMap = isl_basic_map_order_ge;
    /// With the first dimension greater than the second.
    order_gt(&self, type1: Dim, pos1: usize, type2: Dim, pos2: usize) -> BasicMap = isl_basic_map_order_gt;
    /// The set of the pairs, as wrapped relations.
    wrap(&self) -> BasicSet = isl_basic_map_wrap;
    /// With nested tuples flattened.
    flatten(&self) -> BasicMap = isl_basic_map_flatten;
    /// With nested tuples in the domain flattened.
    flatten_domain(&self) -> BasicMap = isl_basic_map_flatten_domain;
    /// With nested tuples in the range flattened.
    flatten_range(&self) -> BasicMap = isl_basic_map_flatten_range;
    /// The relation from this set to a tuple without name and dimensions.
    from_domain(bset: &BasicSet) -> BasicMap = isl_basic_map_from_domain;
    /// The relation from a tuple without name and dimensions to this set.
    from_range(bset: &BasicSet) -> BasicMap = isl_basic_map_from_range;
    /// All pairs.
    from_domain_and_range(domain: &BasicSet, range: &BasicSet) -> BasicMap = isl_basic_map_from_domain_and_range;
    /// Whether each element has at most one image.
    is_single_valued(&self) -> bool = isl_basic_map_is_single_valued;
    /// Whether both domain and range are wrapped relations.
    can_zip(&self) -> bool = isl_basic_map_can_zip;
    /// Turns `(A -> B) -> (C -> D)` into `(A -> C) -> (B -> D)`.
    zip(&self) -> BasicMap = isl_basic_map_zip;
    /// Whether the domain is a wrapped relation.
    can_curry(&self) -> bool = isl_basic_map_can_curry;
    /// Turns `(A -> B) -> C` into `A -> (B -> C)`.
    curry(&self) -> BasicMap = isl_basic_map_curry;
    /// Whether the range is a wrapped relation.
    can_uncurry(&self) -> bool = isl_basic_map_can_uncurry;
    /// Turns `A -> (B -> C)` into `(A -> B) -> C`.
    uncurry(&self) -> BasicMap = isl_basic_map_uncurry;
    /// The same with explicit expressions for all existentially quantified variables.
    compute_divs(&self) -> Map = isl_basic_map_compute_divs;
    /// Drops the constraints that these dimensions occur in.
    drop_constraints_involving_dims(&self, kind: Dim, first: usize, n: usize) -> BasicMap = isl_basic_map_drop_constraints_involving_dims, within(kind, first, n);
    /// Drops the constraints that none of these dimensions occur in.
    drop_constraints_not_involving_dims(&self, kind: Dim, first: usize, n: usize) -> BasicMap = isl_basic_map_drop_constraints_not_involving_dims, within(kind, first, n);
    /// Whether any of `n` dimensions from position `first` on occurs.
    involves_dims(&self, kind: Dim, first: usize, n: usize) -> bool = isl_basic_map_involves_dims, within(kind, first, n);
    /// Simplified, given that `context` holds for the domain.
    gist_domain(&self, context: &BasicSet) -> BasicMap = isl_basic_map_gist_domain;
    /// Simplified, given that `context` holds.
    gist(&self, context: &BasicMap) -> BasicMap = isl_basic_map_gist, same_space(context);
    /// Puts the parameters of `model` first, in the model's order, adding those that are missing.
    align_params(&self, model: &Space) -> BasicMap = isl_basic_map_align_params;
    /// Removes the parameters that do not occur.
    drop_unused_params(&self) -> BasicMap = isl_basic_map_drop_unused_params;
    /// From an affine function.
    from_aff(aff: &Aff) -> BasicMap = isl_basic_map_from_aff;
    /// From a function.
    from_multi_aff(maff: &MultiAff) -> BasicMap = isl_basic_map_from_multi_aff;
    /// The list of this only.
    to_list(&self) -> BasicMapList = isl_basic_map_to_list;
    /// From a polynomial.
    from_qpolynomial(qp: &QPolynomial) -> BasicMap = isl_basic_map_from_qpolynomial;
} }

callbacks! { BasicMap {
    /// Calls `f` with each constraint.
    foreach_constraint(&self, |constraint: Constraint| -> ()) -> () = isl_basic_map_foreach_constraint;
} }

object! {
    /// A list of basic maps.
    BasicMapList = isl_basic_map_list: isl_basic_map_list_copy, isl_basic_map_list_free, isl_basic_map_list_to_str;
}

list! { BasicMapList of BasicMap: isl_basic_map_list_add }

methods! { BasicMapList {
    /// What is in all of them.
    intersect(&self) -> BasicMap = isl_basic_map_list_intersect;
    /// An empty list with room for `n` items.
    alloc(ctx: &Context, n: usize) -> BasicMapList = isl_basic_map_list_alloc;
    /// The list with `el` at its end.
    add(&self, el: &BasicMap) -> BasicMapList = isl_basic_map_list_add;
    /// With `el` at position `pos`.
    insert(&self, pos: usize, el: &BasicMap) -> BasicMapList = isl_basic_map_list_insert;
    /// Without `n` items from position `first` on.
    drop(&self, first: usize, n: usize) -> BasicMapList = isl_basic_map_list_drop;
    /// The empty list.
    clear(&self) -> BasicMapList = isl_basic_map_list_clear;
    /// In the opposite order.
    reverse(&self) -> BasicMapList = isl_basic_map_list_reverse;
    /// Both lists, one after the other.
    concat(&self, list2: &BasicMapList) -> BasicMapList = isl_basic_map_list_concat;
    /// The number of items.
    size(&self) -> usize = isl_basic_map_list_size;
    /// The item at a position.
    get_at(&self, index: usize) -> BasicMap = isl_basic_map_list_get_at;
    /// Replaces the item at a position.
    set_at(&self, index: usize, el: &BasicMap) -> BasicMapList = isl_basic_map_list_set_basic_map;
} }

callbacks! { BasicMapList {
    /// Calls `f` with each item.
    foreach(&self, |item: BasicMap| -> ()) -> () = isl_basic_map_list_foreach;
    /// Whether `f` holds for each item. Stops at the first for which it does not.
    every(&self, |item: &BasicMap| -> bool) -> bool = isl_basic_map_list_every;
} }
