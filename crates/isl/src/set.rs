//! Sets in one space.

use polymill_isl_sys as sys;

use crate::{
    Aff, BasicSet, BasicSetList, Constraint, Context, Dim, FixedBox, Id, IdList, Map, MultiAff, MultiId, MultiPwAff,
    MultiVal, Point, PwAff, PwMultiAff, Space, StrideInfo, UnionSet, Val,
};

object! {
    /// A finite union of [`BasicSet`]s in one space.
    ///
    /// ```
    /// use polymill_isl as isl;
    /// let ctx = isl::Context::new()?;
    /// let triangle = isl::Set::read(&ctx, "[n] -> { [i, j] : 0 <= i < n and 0 <= j <= i }")?;
    /// assert_eq!(triangle.dim(isl::Dim::Set)?, 2);
    /// let column = triangle.fix_si(isl::Dim::Set, 1, 3)?.project_out(isl::Dim::Set, 1, 1)?;
    /// assert!(column.is_equal(&isl::Set::read(&ctx, "[n] -> { [i] : 3 <= i < n }")?)?);
    /// assert_eq!(triangle.fix_si(isl::Dim::Param, 0, 4)?.count_val()?.to_i64()?, 10);
    /// # Ok::<(), isl::Error>(())
    /// ```
    Set = isl_set: isl_set_copy, isl_set_free, isl_set_to_str;
}

methods! { Set {
    /// The list of this only.
    to_list(&self) -> SetList = isl_set_to_list;
    /// The constant function on this set.
    pw_aff_on_domain_val(&self, v: &Val) -> PwAff = isl_set_pw_aff_on_domain_val;
    /// The function that is this parameter on all of this set.
    param_pw_aff_on_domain_id(&self, id: &Id) -> PwAff = isl_set_param_pw_aff_on_domain_id;
    /// One on the set, zero elsewhere.
    indicator_function(&self) -> PwAff = isl_set_indicator_function;
    /// The values of a function of the parameters.
    from_pw_aff(pwaff: &PwAff) -> Set = isl_set_from_pw_aff;
    /// The constant function on this set.
    pw_multi_aff_on_domain_multi_val(&self, mv: &MultiVal) -> PwMultiAff = isl_set_pw_multi_aff_on_domain_multi_val;
    /// The values of a function of the parameters.
    from_pw_multi_aff(pma: &PwMultiAff) -> Set = isl_set_from_pw_multi_aff;
    /// As a function, if it is single-valued; an error otherwise.
    as_pw_multi_aff(&self) -> PwMultiAff = isl_set_as_pw_multi_aff;
    /// The values of a function of the parameters.
    from_multi_pw_aff(mpa: &MultiPwAff) -> Set = isl_set_from_multi_pw_aff;
    /// The number of dimensions.
    tuple_dim(&self) -> usize = isl_set_tuple_dim;
    /// The number of dimensions of a kind.
    dim(&self, kind: Dim) -> usize = isl_set_dim;
    /// The space.
    get_space(&self) -> Space = isl_set_get_space;
    /// Whether the tuple has a name.
    has_tuple_name(&self) -> bool = isl_set_has_tuple_name;
    /// The name of a tuple, if it has one.
    get_tuple_name(&self) -> Option<String> = isl_set_get_tuple_name;
    /// Sets the name of a tuple.
    set_tuple_name(&self, s: &str) -> Set = isl_set_set_tuple_name;
    /// Whether the dimension has a name.
    has_dim_name(&self, kind: Dim, pos: usize) -> bool = isl_set_has_dim_name;
    /// The name of a dimension, if it has one.
    get_dim_name(&self, kind: Dim, pos: usize) -> Option<String> = isl_set_get_dim_name;
    /// Sets the name of a dimension.
    set_dim_name(&self, kind: Dim, pos: usize, s: &str) -> Set = isl_set_set_dim_name;
    /// Sets the id of a dimension.
    set_dim_id(&self, kind: Dim, pos: usize, id: &Id) -> Set = isl_set_set_dim_id;
    /// Whether the dimension has an id.
    has_dim_id(&self, kind: Dim, pos: usize) -> bool = isl_set_has_dim_id;
    /// The id of a dimension; an error if it has none.
    get_dim_id(&self, kind: Dim, pos: usize) -> Id = isl_set_get_dim_id;
    /// Sets the id of a tuple.
    set_tuple_id(&self, id: &Id) -> Set = isl_set_set_tuple_id;
    /// Without the id of a tuple.
    reset_tuple_id(&self) -> Set = isl_set_reset_tuple_id;
    /// Whether the tuple has an id.
    has_tuple_id(&self) -> bool = isl_set_has_tuple_id;
    /// The id of a tuple; an error if it has none.
    get_tuple_id(&self) -> Id = isl_set_get_tuple_id;
    /// With the tags of all ids dropped (see [`Id::with_tag`](crate::Id::with_tag)).
    reset_user(&self) -> Set = isl_set_reset_user;
    /// The position of the dimension with this id.
    find_dim_by_id(&self, kind: Dim, id: &Id) -> Option<usize> = isl_set_find_dim_by_id;
    /// The position of the dimension with this name.
    find_dim_by_name(&self, kind: Dim, name: &str) -> Option<usize> = isl_set_find_dim_by_name;
    /// Without redundant constraints.
    remove_redundancies(&self) -> Set = isl_set_remove_redundancies;
    /// Parses isl's notation.
    read(ctx: &Context, text: &str) -> Set = isl_set_read_from_str;
    /// Fixes a dimension to a value.
    fix_si(&self, kind: Dim, pos: usize, value: i32) -> Set = isl_set_fix_si;
    /// With a lower bound on a dimension.
    lower_bound_si(&self, kind: Dim, pos: usize, value: i32) -> Set = isl_set_lower_bound_si;
    /// With a lower bound on a dimension.
    lower_bound_val(&self, kind: Dim, pos: usize, value: &Val) -> Set = isl_set_lower_bound_val;
    /// With an upper bound on a dimension.
    upper_bound_si(&self, kind: Dim, pos: usize, value: i32) -> Set = isl_set_upper_bound_si;
    /// With an upper bound on a dimension.
    upper_bound_val(&self, kind: Dim, pos: usize, value: &Val) -> Set = isl_set_upper_bound_val;
    /// With these lower bounds.
    lower_bound_multi_val(&self, lower: &MultiVal) -> Set = isl_set_lower_bound_multi_val;
    /// With these upper bounds.
    upper_bound_multi_val(&self, upper: &MultiVal) -> Set = isl_set_upper_bound_multi_val;
    /// With these lower bounds.
    lower_bound_multi_pw_aff(&self, lower: &MultiPwAff) -> Set = isl_set_lower_bound_multi_pw_aff;
    /// With these upper bounds.
    upper_bound_multi_pw_aff(&self, upper: &MultiPwAff) -> Set = isl_set_upper_bound_multi_pw_aff;
    /// Equates two dimensions.
    equate(&self, type1: Dim, pos1: usize, type2: Dim, pos2: usize) -> Set = isl_set_equate;
    /// The lexicographically smallest element, for each value of the parameters.
    lexmin(&self) -> Set = isl_set_lexmin;
    /// The lexicographically largest element, for each value of the parameters.
    lexmax(&self) -> Set = isl_set_lexmax;
    /// The lexicographically smallest element (or image), as a function.
    lexmin_pw_multi_aff(&self) -> PwMultiAff = isl_set_lexmin_pw_multi_aff;
    /// The lexicographically largest element (or image), as a function.
    lexmax_pw_multi_aff(&self) -> PwMultiAff = isl_set_lexmax_pw_multi_aff;
    /// The smallest value of each dimension, as functions of the parameters (and of the domain).
    min_multi_pw_aff(&self) -> MultiPwAff = isl_set_min_multi_pw_aff;
    /// The largest value of each dimension, as functions of the parameters (and of the domain).
    max_multi_pw_aff(&self) -> MultiPwAff = isl_set_max_multi_pw_aff;
    /// The parameter values for which there is something in it.
    params(&self) -> Set = isl_set_params;
    /// The set of the tuple without name and dimensions, for these parameters.
    from_params(set: &Set) -> Set = isl_set_from_params;
    /// Binds the dimensions to parameters: equates each with the parameter of that name, and drops the tuple.
    bind(&self, tuple: &MultiId) -> Set = isl_set_bind;
    /// Turns the parameters of these names into dimensions.
    unbind_params(&self, tuple: &MultiId) -> Set = isl_set_unbind_params;
    /// Turns the parameters of these names into dimensions of a new domain.
    unbind_params_insert_domain(&self, domain: &MultiId) -> Map = isl_set_unbind_params_insert_domain;
    /// The empty one of this space.
    empty(space: &Space) -> Set = isl_set_empty;
    /// All of this space.
    universe(space: &Space) -> Set = isl_set_universe;
    /// All elements without negative coordinates.
    nat_universe(space: &Space) -> Set = isl_set_nat_universe;
    /// From a basic set.
    from_basic_set(bset: &BasicSet) -> Set = isl_set_from_basic_set;
    /// A part of it with a single element, or the empty set.
    sample(&self) -> BasicSet = isl_set_sample;
    /// An element; the void point if there is none.
    sample_point(&self) -> Point = isl_set_sample_point;
    /// The same with implicit equalities made explicit.
    detect_equalities(&self) -> Set = isl_set_detect_equalities;
    /// The smallest affine subspace that contains it, one per space.
    affine_hull(&self) -> BasicSet = isl_set_affine_hull;
    /// The smallest convex rational set that contains it. Can be slow; see `simple_hull`.
    convex_hull(&self) -> BasicSet = isl_set_convex_hull;
    /// The smallest polyhedron that contains it. Can be slow; see `simple_hull`.
    polyhedral_hull(&self) -> BasicSet = isl_set_polyhedral_hull;
    /// An overapproximation in one piece, by constraints like those of the pieces.
    simple_hull(&self) -> BasicSet = isl_set_simple_hull;
    /// An overapproximation in one piece, by constraints of the pieces as they are.
    unshifted_simple_hull(&self) -> BasicSet = isl_set_unshifted_simple_hull;
    /// An overapproximation in one piece, by constraints that all pieces obviously have in common.
    plain_unshifted_simple_hull(&self) -> BasicSet = isl_set_plain_unshifted_simple_hull;
    /// An overapproximation in one piece, by constraints of these sets as they are.
    unshifted_simple_hull_from_set_list(&self, list: &SetList) -> BasicSet = isl_set_unshifted_simple_hull_from_set_list, all_in_space(list);
    /// A bounded overapproximation by constraints like those of the pieces, if one is easy to find.
    bounded_simple_hull(&self) -> BasicSet = isl_set_bounded_simple_hull;
    /// What is in either; the two must not overlap.
    union_disjoint(&self, set2: &Set) -> Set = isl_set_union_disjoint;
    /// What is in either.
    union(&self, set2: &Set) -> Set = isl_set_union;
    /// From `A` and `B` to the wrapped relations `A -> B`.
    product(&self, set2: &Set) -> Set = isl_set_product;
    /// From `A` and `B` to `(A, B)`.
    flat_product(&self, set2: &Set) -> Set = isl_set_flat_product;
    /// What is in both.
    intersect(&self, set2: &Set) -> Set = isl_set_intersect;
    /// The part whose parameters are in the set.
    intersect_params(&self, params: &Set) -> Set = isl_set_intersect_params;
    /// The part of the wrapped relation `A -> B` whose `A` is in the set.
    intersect_factor_domain(&self, domain: &Set) -> Set = isl_set_intersect_factor_domain;
    /// The part of the wrapped relation `A -> B` whose `B` is in the set.
    intersect_factor_range(&self, range: &Set) -> Set = isl_set_intersect_factor_range;
    /// What is in this one but not in the other.
    subtract(&self, set2: &Set) -> Set = isl_set_subtract;
    /// Everything that is not in it.
    complement(&self) -> Set = isl_set_complement;
    /// The image under a relation.
    apply(&self, map: &Map) -> Set = isl_set_apply;
    /// What the function maps to it.
    preimage_multi_aff(&self, ma: &MultiAff) -> Set = isl_set_preimage_multi_aff;
    /// What the function maps to it.
    preimage_pw_multi_aff(&self, pma: &PwMultiAff) -> Set = isl_set_preimage_pw_multi_aff;
    /// What the function maps to it.
    preimage_multi_pw_aff(&self, mpa: &MultiPwAff) -> Set = isl_set_preimage_multi_pw_aff;
    /// Fixes a dimension to a value.
    fix_val(&self, kind: Dim, pos: usize, v: &Val) -> Set = isl_set_fix_val;
    /// Inserts `n` dimensions at a position.
    insert_dims(&self, kind: Dim, pos: usize, n: usize) -> Set = isl_set_insert_dims, within_or_end(kind, pos);
    /// Adds `n` dimensions at the end.
    add_dims(&self, kind: Dim, n: usize) -> Set = isl_set_add_dims;
    /// Moves `n` dimensions to another kind or position.
    move_dims(&self, dst_type: Dim, dst_pos: usize, src_type: Dim, src_pos: usize, n: usize) -> Set = isl_set_move_dims, movable(dst_type, dst_pos, src_type, src_pos, n);
    /// All that is in it for some value of this parameter.
    project_out_param_id(&self, id: &Id) -> Set = isl_set_project_out_param_id;
    /// All that is in it for some value of these parameters.
    project_out_param_id_list(&self, list: &IdList) -> Set = isl_set_project_out_param_id_list;
    /// Without `n` dimensions from position `first` on: all that has some value for them.
    project_out(&self, kind: Dim, first: usize, n: usize) -> Set = isl_set_project_out, within(kind, first, n);
    /// All that is in it for some value of the parameters.
    project_out_all_params(&self) -> Set = isl_set_project_out_all_params;
    /// Maps each element to the dimensions in question.
    project_onto_map(&self, kind: Dim, first: usize, n: usize) -> Map = isl_set_project_onto_map, within(kind, first, n);
    /// Lets `n` dimensions from position `first` on take any value, keeping what the other dimensions allow (rational
    /// elimination).
    eliminate(&self, kind: Dim, first: usize, n: usize) -> Set = isl_set_eliminate, within(kind, first, n);
    /// Lets `n` dimensions from position `first` on take any value, keeping what the other dimensions allow (rational
    /// elimination).
    eliminate_dims(&self, first: usize, n: usize) -> Set = isl_set_eliminate_dims;
    /// Without `n` dimensions from position `first` on, computed rationally: what is left may be too large.
    remove_dims(&self, kind: Dim, first: usize, n: usize) -> Set = isl_set_remove_dims, within(kind, first, n);
    /// With those existentially quantified variables removed that depend on these dimensions, computed rationally.
    remove_divs_involving_dims(&self, kind: Dim, first: usize, n: usize) -> Set = isl_set_remove_divs_involving_dims, within(kind, first, n);
    /// With those existentially quantified variables removed that have no explicit expression, computed rationally.
    remove_unknown_divs(&self) -> Set = isl_set_remove_unknown_divs;
    /// With the existentially quantified variables removed, computed rationally: what is left may be too large.
    remove_divs(&self) -> Set = isl_set_remove_divs;
    /// Splits the pieces so that each has one sign of these dimensions.
    split_dims(&self, kind: Dim, first: usize, n: usize) -> Set = isl_set_split_dims, within(kind, first, n);
    /// Drops the constraints that these dimensions occur in.
    drop_constraints_involving_dims(&self, kind: Dim, first: usize, n: usize) -> Set = isl_set_drop_constraints_involving_dims, within(kind, first, n);
    /// Drops the constraints that none of these dimensions occur in.
    drop_constraints_not_involving_dims(&self, kind: Dim, first: usize, n: usize) -> Set = isl_set_drop_constraints_not_involving_dims, within(kind, first, n);
    /// Whether there are integer divisions (or other local variables).
    involves_locals(&self) -> bool = isl_set_involves_locals;
    /// Whether any of `n` dimensions from position `first` on occurs.
    involves_dims(&self, kind: Dim, first: usize, n: usize) -> bool = isl_set_involves_dims, within(kind, first, n);
    /// Whether it is obviously empty.
    plain_is_empty(&self) -> bool = isl_set_plain_is_empty;
    /// Whether it obviously has no constraints.
    plain_is_universe(&self) -> bool = isl_set_plain_is_universe;
    /// Whether it is of parameters only.
    is_params(&self) -> bool = isl_set_is_params;
    /// Whether there is nothing in it, for any value of the parameters.
    is_empty(&self) -> bool = isl_set_is_empty;
    /// Whether it is bounded for each value of the parameters.
    is_bounded(&self) -> bool = isl_set_is_bounded;
    /// Whether it is contained in the other.
    is_subset(&self, set2: &Set) -> bool = isl_set_is_subset;
    /// Whether it is contained in the other and not equal to it.
    is_strict_subset(&self, set2: &Set) -> bool = isl_set_is_strict_subset;
    /// Whether both are equal.
    is_equal(&self, set2: &Set) -> bool = isl_set_is_equal;
    /// Whether the two have nothing in common.
    is_disjoint(&self, set2: &Set) -> bool = isl_set_is_disjoint;
    /// Whether it has exactly one element for each value of the parameters.
    is_singleton(&self) -> bool = isl_set_is_singleton;
    /// Whether it is a box: bounds on each dimension by itself.
    is_box(&self) -> bool = isl_set_is_box;
    /// Whether both have the same space.
    has_equal_space(&self, set2: &Set) -> bool = isl_set_has_equal_space;
    /// All sums of an element of this one and an element of the other.
    sum(&self, set2: &Set) -> Set = isl_set_sum;
    /// The negation.
    neg(&self) -> Set = isl_set_neg;
    /// The same in pieces that do not overlap.
    make_disjoint(&self) -> Set = isl_set_make_disjoint;
    /// The same with explicit expressions for all existentially quantified variables.
    compute_divs(&self) -> Set = isl_set_compute_divs;
    /// The values of the dimensions, NaN for those that are not obviously fixed.
    get_plain_multi_val_if_fixed(&self) -> MultiVal = isl_set_get_plain_multi_val_if_fixed;
    /// The value of a dimension if it is obviously fixed, else NaN.
    plain_get_val_if_fixed(&self, kind: Dim, pos: usize) -> Val = isl_set_plain_get_val_if_fixed;
    /// Whether the dimension is bounded on both sides.
    dim_is_bounded(&self, kind: Dim, pos: usize) -> bool = isl_set_dim_is_bounded;
    /// Whether all pieces bound the dimension from below.
    dim_has_lower_bound(&self, kind: Dim, pos: usize) -> bool = isl_set_dim_has_lower_bound;
    /// Whether all pieces bound the dimension from above.
    dim_has_upper_bound(&self, kind: Dim, pos: usize) -> bool = isl_set_dim_has_upper_bound;
    /// Whether some piece bounds the dimension from below.
    dim_has_any_lower_bound(&self, kind: Dim, pos: usize) -> bool = isl_set_dim_has_any_lower_bound;
    /// Whether some piece bounds the dimension from above.
    dim_has_any_upper_bound(&self, kind: Dim, pos: usize) -> bool = isl_set_dim_has_any_upper_bound;
    /// Simplified, given that `context` holds.
    gist_basic_set(&self, context: &BasicSet) -> Set = isl_set_gist_basic_set;
    /// Simplified, given that `context` holds.
    gist(&self, context: &Set) -> Set = isl_set_gist, same_tuples(context);
    /// Simplified, given that `context` holds for the parameters.
    gist_params(&self, context: &Set) -> Set = isl_set_gist_params;
    /// The stride and offset of a dimension.
    get_stride_info(&self, pos: usize) -> StrideInfo = isl_set_get_stride_info;
    /// The offset and size of the lattice that the elements lie on.
    get_lattice_tile(&self) -> FixedBox = isl_set_get_lattice_tile;
    /// A box of fixed size that contains the set for each value of the parameters, if there is one (see
    /// [`FixedBox::is_valid`]).
    get_simple_fixed_box_hull(&self) -> FixedBox = isl_set_get_simple_fixed_box_hull, has_headroom();
    /// An order for sorting, which says nothing of the elements: -1, 0 or 1.
    plain_cmp(&self, set2: &Set) -> i32 = isl_set_plain_cmp;
    /// Whether both obviously are the same.
    plain_is_equal(&self, set2: &Set) -> bool = isl_set_plain_is_equal;
    /// Whether the two obviously have nothing in common.
    plain_is_disjoint(&self, set2: &Set) -> bool = isl_set_plain_is_disjoint;
    /// The number of pieces.
    n_basic_set(&self) -> usize = isl_set_n_basic_set;
    /// The pieces.
    get_basic_set_list(&self) -> BasicSetList = isl_set_get_basic_set_list;
    /// The number of elements. They are counted one by one, so the set has to be bounded and free of parameters.
    count_val(&self) -> Val = isl_set_count_val;
    /// The set of one point.
    from_point(pnt: &Point) -> Set = isl_set_from_point;
    /// All points between two corners.
    box_from_points(pnt1: &Point, pnt2: &Point) -> Set = isl_set_box_from_points;
    /// With the existentially quantified variables as dimensions: the wrapped relation from each element to them.
    lift(&self) -> Set = isl_set_lift, has_pieces();
    /// Relates the elements of this set to those of the other that they are lexicographically less than or equal to.
    lex_le_set(&self, set2: &Set) -> Map = isl_set_lex_le_set;
    /// Relates the elements of this set to those of the other that they are lexicographically less than.
    lex_lt_set(&self, set2: &Set) -> Map = isl_set_lex_lt_set;
    /// Relates the elements of this set to those of the other that they are lexicographically greater than or equal
    /// to.
    lex_ge_set(&self, set2: &Set) -> Map = isl_set_lex_ge_set;
    /// Relates the elements of this set to those of the other that they are lexicographically greater than.
    lex_gt_set(&self, set2: &Set) -> Map = isl_set_lex_gt_set;
    /// Puts the parameters of `model` first, in the model's order, adding those that are missing.
    align_params(&self, model: &Space) -> Set = isl_set_align_params;
    /// Removes the parameters that do not occur.
    drop_unused_params(&self) -> Set = isl_set_drop_unused_params;
    /// The values of a function of the parameters.
    from_multi_aff(ma: &MultiAff) -> Set = isl_set_from_multi_aff;
    /// The coefficients of the affine functions that are nowhere negative on the set (Farkas' lemma).
    coefficients(&self) -> BasicSet = isl_set_coefficients;
    /// The elements that satisfy the constraints with these coefficients; the opposite of `coefficients`.
    solutions(&self) -> BasicSet = isl_set_solutions;
    /// The largest value of a dimension, as a function of the parameters (and of the domain).
    dim_max(&self, pos: usize) -> PwAff = isl_set_dim_max;
    /// The smallest value of a dimension, as a function of the parameters (and of the domain).
    dim_min(&self, pos: usize) -> PwAff = isl_set_dim_min;
    /// Adds a constraint.
    add_constraint(&self, constraint: &Constraint) -> Set = isl_set_add_constraint;
    /// The smallest value of an affine function on the set; infinite if there is none.
    min_val(&self, obj: &Aff) -> Val = isl_set_min_val;
    /// The largest value of an affine function on the set; infinite if there is none.
    max_val(&self, obj: &Aff) -> Val = isl_set_max_val;
    /// The smallest value of a dimension over all parameter values; infinite if there is none.
    dim_min_val(&self, pos: usize) -> Val = isl_set_dim_min_val;
    /// The largest value of a dimension over all parameter values; infinite if there is none.
    dim_max_val(&self, pos: usize) -> Val = isl_set_dim_max_val;
    /// The relation that adds the elements of this set.
    translation(&self) -> Map = isl_set_translation;
    /// The identity on this set.
    identity(&self) -> Map = isl_set_identity;
    /// Whether it is a wrapped relation.
    is_wrapping(&self) -> bool = isl_set_is_wrapping;
    /// The relation that is wrapped in it.
    unwrap(&self) -> Map = isl_set_unwrap;
    /// With nested tuples flattened.
    flatten(&self) -> Set = isl_set_flatten;
    /// Maps each element to its flattened form.
    flatten_map(&self) -> Map = isl_set_flatten_map;
    /// The function (or relation) on this domain that does not depend on the domain.
    insert_domain(&self, domain: &Space) -> Map = isl_set_insert_domain, takes_domain(domain);
    /// Maps each wrapped relation `A -> B` to `A`.
    wrapped_domain_map(&self) -> Map = isl_set_wrapped_domain_map;
    /// As a `UnionSet`.
    to_union_set(&self) -> UnionSet = isl_set_to_union_set;
    /// From a union of but one space.
    from_union_set(uset: &UnionSet) -> Set = isl_set_from_union_set;
} }

callbacks! { Set {
    /// Calls `f` with each piece.
    foreach_basic_set(&self, |set: BasicSet| -> ()) -> () = isl_set_foreach_basic_set;
    /// Calls `f` with each element. The set has to be bounded and free of parameters.
    foreach_point(&self, |point: Point| -> ()) -> () = isl_set_foreach_point;
} }

object! {
    /// A list of sets.
    SetList = isl_set_list: isl_set_list_copy, isl_set_list_free, isl_set_list_to_str;
}

list! { SetList of Set: isl_set_list_add }

methods! { SetList {
    /// An empty list with room for `n` items.
    alloc(ctx: &Context, n: usize) -> SetList = isl_set_list_alloc;
    /// The list with `el` at its end.
    add(&self, el: &Set) -> SetList = isl_set_list_add;
    /// With `el` at position `pos`.
    insert(&self, pos: usize, el: &Set) -> SetList = isl_set_list_insert;
    /// Without `n` items from position `first` on.
    drop(&self, first: usize, n: usize) -> SetList = isl_set_list_drop;
    /// The empty list.
    clear(&self) -> SetList = isl_set_list_clear;
    /// In the opposite order.
    reverse(&self) -> SetList = isl_set_list_reverse;
    /// Both lists, one after the other.
    concat(&self, list2: &SetList) -> SetList = isl_set_list_concat;
    /// The number of items.
    size(&self) -> usize = isl_set_list_size;
    /// The item at a position.
    get_at(&self, index: usize) -> Set = isl_set_list_get_at;
    /// Replaces the item at a position.
    set_at(&self, index: usize, el: &Set) -> SetList = isl_set_list_set_set;
    /// Parses isl's notation.
    read(ctx: &Context, text: &str) -> SetList = isl_set_list_read_from_str;
    /// What is in any of them.
    union(&self) -> Set = isl_set_list_union;
} }

callbacks! { SetList {
    /// Calls `f` with each item.
    foreach(&self, |item: Set| -> ()) -> () = isl_set_list_foreach;
    /// Whether `f` holds for each item. Stops at the first for which it does not.
    every(&self, |item: &Set| -> bool) -> bool = isl_set_list_every;
} }
