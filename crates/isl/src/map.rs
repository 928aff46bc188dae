//! Relations in one space.

use polymill_isl_sys as sys;

use crate::{
    Aff, BasicMap, BasicMapList, Constraint, Context, Dim, FixedBox, Id, MultiAff, MultiId, MultiPwAff, PwAff,
    PwMultiAff, Set, Space, StrideInfo, UnionMap, Val,
};

object! {
    /// A finite union of [`BasicMap`]s in one space: a relation.
    ///
    /// ```
    /// use polymill_isl as isl;
    /// let ctx = isl::Context::new()?;
    /// let next = isl::Map::read(&ctx, "{ [i] -> [i + 1] : 0 <= i < 10 }")?;
    /// let domain = isl::Set::read(&ctx, "{ [i] : 0 <= i < 10 }")?;
    /// assert!(next.domain()?.is_equal(&domain)?);
    /// let two = next.apply_range(&next)?;
    /// assert!(two.is_equal(&isl::Map::read(&ctx, "{ [i] -> [i + 2] : 0 <= i < 9 }")?)?);
    /// let (closure, exact) = next.transitive_closure()?;
    /// assert!(exact && next.is_subset(&closure)?);
    /// # Ok::<(), isl::Error>(())
    /// ```
    Map = isl_map: isl_map_copy, isl_map_free, isl_map_to_str;
}

methods! { Map {
    /// From a function.
    from_pw_aff(pwaff: &PwAff) -> Map = isl_map_from_pw_aff;
    /// From a function.
    from_pw_multi_aff(pma: &PwMultiAff) -> Map = isl_map_from_pw_multi_aff;
    /// As a function, if it is single-valued; an error otherwise.
    as_pw_multi_aff(&self) -> PwMultiAff = isl_map_as_pw_multi_aff;
    /// From a function.
    from_multi_pw_aff(mpa: &MultiPwAff) -> Map = isl_map_from_multi_pw_aff;
    /// Adds a constraint.
    add_constraint(&self, constraint: &Constraint) -> Map = isl_map_add_constraint;
    /// The number of input dimensions.
    domain_tuple_dim(&self) -> usize = isl_map_domain_tuple_dim;
    /// The number of output dimensions.
    range_tuple_dim(&self) -> usize = isl_map_range_tuple_dim;
    /// The number of dimensions of a kind.
    dim(&self, kind: Dim) -> usize = isl_map_dim;
    /// The space.
    get_space(&self) -> Space = isl_map_get_space;
    /// Whether the tuple has a name.
    has_tuple_name(&self, kind: Dim) -> bool = isl_map_has_tuple_name;
    /// The name of a tuple, if it has one.
    get_tuple_name(&self, kind: Dim) -> Option<String> = isl_map_get_tuple_name;
    /// Sets the name of a tuple.
    set_tuple_name(&self, kind: Dim, s: &str) -> Map = isl_map_set_tuple_name;
    /// Whether the dimension has a name.
    has_dim_name(&self, kind: Dim, pos: usize) -> bool = isl_map_has_dim_name;
    /// The name of a dimension, if it has one.
    get_dim_name(&self, kind: Dim, pos: usize) -> Option<String> = isl_map_get_dim_name;
    /// Sets the name of a dimension.
    set_dim_name(&self, kind: Dim, pos: usize, s: &str) -> Map = isl_map_set_dim_name;
    /// Sets the id of a dimension.
    set_dim_id(&self, kind: Dim, pos: usize, id: &Id) -> Map = isl_map_set_dim_id;
    /// Whether the dimension has an id.
    has_dim_id(&self, kind: Dim, pos: usize) -> bool = isl_map_has_dim_id;
    /// The id of a dimension; an error if it has none.
    get_dim_id(&self, kind: Dim, pos: usize) -> Id = isl_map_get_dim_id;
    /// Sets the id of the input tuple.
    set_domain_tuple_id(&self, id: &Id) -> Map = isl_map_set_domain_tuple_id;
    /// Sets the id of the output tuple.
    set_range_tuple_id(&self, id: &Id) -> Map = isl_map_set_range_tuple_id;
    /// Sets the id of a tuple.
    set_tuple_id(&self, kind: Dim, id: &Id) -> Map = isl_map_set_tuple_id;
    /// Without the id of a tuple.
    reset_tuple_id(&self, kind: Dim) -> Map = isl_map_reset_tuple_id;
    /// Whether the input tuple has an id.
    has_domain_tuple_id(&self) -> bool = isl_map_has_domain_tuple_id;
    /// Whether the output tuple has an id.
    has_range_tuple_id(&self) -> bool = isl_map_has_range_tuple_id;
    /// Whether the tuple has an id.
    has_tuple_id(&self, kind: Dim) -> bool = isl_map_has_tuple_id;
    /// The id of the input tuple; an error if it has none.
    get_domain_tuple_id(&self) -> Id = isl_map_get_domain_tuple_id;
    /// The id of the output tuple; an error if it has none.
    get_range_tuple_id(&self) -> Id = isl_map_get_range_tuple_id;
    /// The id of a tuple; an error if it has none.
    get_tuple_id(&self, kind: Dim) -> Id = isl_map_get_tuple_id;
    /// With the tags of all ids dropped (see [`Id::with_tag`](crate::Id::with_tag)).
    reset_user(&self) -> Map = isl_map_reset_user;
    /// The position of the dimension with this id.
    find_dim_by_id(&self, kind: Dim, id: &Id) -> Option<usize> = isl_map_find_dim_by_id;
    /// The position of the dimension with this name.
    find_dim_by_name(&self, kind: Dim, name: &str) -> Option<usize> = isl_map_find_dim_by_name;
    /// Without redundant constraints.
    remove_redundancies(&self) -> Map = isl_map_remove_redundancies;
    /// An overapproximation in one piece, by constraints like those of the pieces.
    simple_hull(&self) -> BasicMap = isl_map_simple_hull;
    /// An overapproximation in one piece, by constraints of the pieces as they are.
    unshifted_simple_hull(&self) -> BasicMap = isl_map_unshifted_simple_hull;
    /// An overapproximation in one piece, by constraints that all pieces obviously have in common.
    plain_unshifted_simple_hull(&self) -> BasicMap = isl_map_plain_unshifted_simple_hull;
    /// An overapproximation in one piece, by constraints of these relations as they are.
    unshifted_simple_hull_from_map_list(&self, list: &MapList) -> BasicMap = isl_map_unshifted_simple_hull_from_map_list, all_in_map_space(list);
    /// Parses isl's notation.
    read(ctx: &Context, text: &str) -> Map = isl_map_read_from_str;
    /// With these lower bounds.
    lower_bound_multi_pw_aff(&self, lower: &MultiPwAff) -> Map = isl_map_lower_bound_multi_pw_aff;
    /// With these upper bounds.
    upper_bound_multi_pw_aff(&self, upper: &MultiPwAff) -> Map = isl_map_upper_bound_multi_pw_aff;
    /// Relates each element to all sums of an image in this one and an image in the other.
    sum(&self, map2: &Map) -> Map = isl_map_sum;
    /// The negation.
    neg(&self) -> Map = isl_map_neg;
    /// Divides the output by `d`, rounding down.
    floordiv_val(&self, d: &Val) -> Map = isl_map_floordiv_val;
    /// The lexicographically smallest image of each element.
    lexmin(&self) -> Map = isl_map_lexmin;
    /// The lexicographically largest image of each element.
    lexmax(&self) -> Map = isl_map_lexmax;
    /// The lexicographically smallest element (or image), as a function.
    lexmin_pw_multi_aff(&self) -> PwMultiAff = isl_map_lexmin_pw_multi_aff;
    /// The lexicographically largest element (or image), as a function.
    lexmax_pw_multi_aff(&self) -> PwMultiAff = isl_map_lexmax_pw_multi_aff;
    /// The smallest value of each dimension, as functions of the parameters (and of the domain).
    min_multi_pw_aff(&self) -> MultiPwAff = isl_map_min_multi_pw_aff;
    /// The largest value of each dimension, as functions of the parameters (and of the domain).
    max_multi_pw_aff(&self) -> MultiPwAff = isl_map_max_multi_pw_aff;
    /// All of this space.
    universe(space: &Space) -> Map = isl_map_universe;
    /// All elements without negative coordinates.
    nat_universe(space: &Space) -> Map = isl_map_nat_universe;
    /// The empty one of this space.
    empty(space: &Space) -> Map = isl_map_empty;
    /// The identity in this space.
    identity(space: &Space) -> Map = isl_map_identity;
    /// The pairs of a map space whose first element is lexicographically less than the second, in the first `n`
    /// dimensions.
    lex_lt_first(space: &Space, n: usize) -> Map = isl_map_lex_lt_first, both_have(n);
    /// The pairs of a map space whose first element is lexicographically less than or equal to the second, in the
    /// first `n` dimensions.
    lex_le_first(space: &Space, n: usize) -> Map = isl_map_lex_le_first, both_have(n);
    /// The pairs whose first element is lexicographically less than the second.
    lex_lt(set_space: &Space) -> Map = isl_map_lex_lt;
    /// The pairs whose first element is lexicographically less than or equal to the second.
    lex_le(set_space: &Space) -> Map = isl_map_lex_le;
    /// The pairs of a map space whose first element is lexicographically greater than the second, in the first `n`
    /// dimensions.
    lex_gt_first(space: &Space, n: usize) -> Map = isl_map_lex_gt_first, both_have(n);
    /// The pairs of a map space whose first element is lexicographically greater than or equal to the second, in the
    /// first `n` dimensions.
    lex_ge_first(space: &Space, n: usize) -> Map = isl_map_lex_ge_first, both_have(n);
    /// The pairs whose first element is lexicographically greater than the second.
    lex_gt(set_space: &Space) -> Map = isl_map_lex_gt;
    /// The pairs whose first element is lexicographically greater than or equal to the second.
    lex_ge(set_space: &Space) -> Map = isl_map_lex_ge;
    /// The inverse.
    reverse(&self) -> Map = isl_map_reverse;
    /// Turns `A -> (B -> C)` into `A -> (C -> B)`.
    range_reverse(&self) -> Map = isl_map_range_reverse;
    /// What is in either.
    union(&self, map2: &Map) -> Map = isl_map_union;
    /// What is in either; the two must not overlap.
    union_disjoint(&self, map2: &Map) -> Map = isl_map_union_disjoint;
    /// The part whose domain is in the set.
    intersect_domain(&self, set: &Set) -> Map = isl_map_intersect_domain;
    /// The part whose range is in the set.
    intersect_range(&self, set: &Set) -> Map = isl_map_intersect_range;
    /// The part of `(A -> B) -> C` whose `A -> C` is in the other relation.
    intersect_domain_factor_domain(&self, factor: &Map) -> Map = isl_map_intersect_domain_factor_domain;
    /// The part of `(A -> B) -> C` whose `B -> C` is in the other relation.
    intersect_domain_factor_range(&self, factor: &Map) -> Map = isl_map_intersect_domain_factor_range;
    /// The part of `A -> (B -> C)` whose `A -> B` is in the other relation.
    intersect_range_factor_domain(&self, factor: &Map) -> Map = isl_map_intersect_range_factor_domain;
    /// The part of `A -> (B -> C)` whose `A -> C` is in the other relation.
    intersect_range_factor_range(&self, factor: &Map) -> Map = isl_map_intersect_range_factor_range;
    /// The part of `(A -> B) -> C` whose `A` is in the set.
    intersect_domain_wrapped_domain(&self, domain: &Set) -> Map = isl_map_intersect_domain_wrapped_domain;
    /// The part of `A -> (B -> C)` whose `B` is in the set.
    intersect_range_wrapped_domain(&self, domain: &Set) -> Map = isl_map_intersect_range_wrapped_domain;
    /// Replaces each domain element by its images under the other relation.
    apply_domain(&self, map2: &Map) -> Map = isl_map_apply_domain;
    /// The composition: first this relation, then the other.
    apply_range(&self, map2: &Map) -> Map = isl_map_apply_range;
    /// With the domain replaced by what the function maps to it.
    preimage_domain_multi_aff(&self, ma: &MultiAff) -> Map = isl_map_preimage_domain_multi_aff;
    /// With the range replaced by what the function maps to it.
    preimage_range_multi_aff(&self, ma: &MultiAff) -> Map = isl_map_preimage_range_multi_aff;
    /// With the domain replaced by what the function maps to it.
    preimage_domain_pw_multi_aff(&self, pma: &PwMultiAff) -> Map = isl_map_preimage_domain_pw_multi_aff;
    /// With the range replaced by what the function maps to it.
    preimage_range_pw_multi_aff(&self, pma: &PwMultiAff) -> Map = isl_map_preimage_range_pw_multi_aff;
    /// With the domain replaced by what the function maps to it.
    preimage_domain_multi_pw_aff(&self, mpa: &MultiPwAff) -> Map = isl_map_preimage_domain_multi_pw_aff;
    /// From `A -> B` and `C -> D` to `(A -> C) -> (B -> D)`.
    product(&self, map2: &Map) -> Map = isl_map_product;
    /// From `A -> C` and `B -> C` to `(A -> B) -> C`.
    domain_product(&self, map2: &Map) -> Map = isl_map_domain_product;
    /// From `A -> B` and `A -> C` to `A -> (B -> C)`.
    range_product(&self, map2: &Map) -> Map = isl_map_range_product;
    /// From `A -> B` and `C -> D` to `(A, C) -> (B, D)`.
    flat_product(&self, map2: &Map) -> Map = isl_map_flat_product;
    /// From `A -> C` and `B -> C` to `(A, B) -> C`.
    flat_domain_product(&self, map2: &Map) -> Map = isl_map_flat_domain_product;
    /// From `A -> B` and `A -> C` to `A -> (B, C)`.
    flat_range_product(&self, map2: &Map) -> Map = isl_map_flat_range_product;
    /// Whether the domain is a wrapped relation.
    domain_is_wrapping(&self) -> bool = isl_map_domain_is_wrapping;
    /// Whether the range is a wrapped relation.
    range_is_wrapping(&self) -> bool = isl_map_range_is_wrapping;
    /// Whether both sides are wrapped relations.
    is_product(&self) -> bool = isl_map_is_product;
    /// From `(A -> B) -> (C -> D)` to `A -> C`.
    factor_domain(&self) -> Map = isl_map_factor_domain;
    /// From `(A -> B) -> (C -> D)` to `B -> D`.
    factor_range(&self) -> Map = isl_map_factor_range;
    /// From `(A -> B) -> C` to `A -> C`.
    domain_factor_domain(&self) -> Map = isl_map_domain_factor_domain;
    /// From `(A -> B) -> C` to `B -> C`.
    domain_factor_range(&self) -> Map = isl_map_domain_factor_range;
    /// From `A -> (B -> C)` to `A -> B`.
    range_factor_domain(&self) -> Map = isl_map_range_factor_domain;
    /// From `A -> (B -> C)` to `A -> C`.
    range_factor_range(&self) -> Map = isl_map_range_factor_range;
    /// What is in both.
    intersect(&self, map2: &Map) -> Map = isl_map_intersect;
    /// The part whose parameters are in the set.
    intersect_params(&self, params: &Set) -> Map = isl_map_intersect_params;
    /// What is in this one but not in the other.
    subtract(&self, map2: &Map) -> Map = isl_map_subtract;
    /// The part whose domain is not in the set.
    subtract_domain(&self, dom: &Set) -> Map = isl_map_subtract_domain;
    /// The part whose range is not in the set.
    subtract_range(&self, dom: &Set) -> Map = isl_map_subtract_range;
    /// Everything that is not in it.
    complement(&self) -> Map = isl_map_complement;
    /// Fixes an input dimension to a value.
    fix_input_si(&self, input: usize, value: i32) -> Map = isl_map_fix_input_si;
    /// Fixes a dimension to a value.
    fix_si(&self, kind: Dim, pos: usize, value: i32) -> Map = isl_map_fix_si;
    /// Fixes a dimension to a value.
    fix_val(&self, kind: Dim, pos: usize, v: &Val) -> Map = isl_map_fix_val;
    /// With a lower bound on a dimension.
    lower_bound_si(&self, kind: Dim, pos: usize, value: i32) -> Map = isl_map_lower_bound_si;
    /// With a lower bound on a dimension.
    lower_bound_val(&self, kind: Dim, pos: usize, value: &Val) -> Map = isl_map_lower_bound_val;
    /// With an upper bound on a dimension.
    upper_bound_si(&self, kind: Dim, pos: usize, value: i32) -> Map = isl_map_upper_bound_si;
    /// With an upper bound on a dimension.
    upper_bound_val(&self, kind: Dim, pos: usize, value: &Val) -> Map = isl_map_upper_bound_val;
    /// The differences `y - x` of the pairs `x -> y`.
    deltas(&self) -> Set = isl_map_deltas;
    /// Maps each pair `x -> y`, as a wrapped relation, to the difference `y - x`.
    deltas_map(&self) -> Map = isl_map_deltas_map;
    /// The same with implicit equalities made explicit.
    detect_equalities(&self) -> Map = isl_map_detect_equalities;
    /// The smallest affine subspace that contains it, one per space.
    affine_hull(&self) -> BasicMap = isl_map_affine_hull;
    /// The smallest convex rational set that contains it. Can be slow; see `simple_hull`.
    convex_hull(&self) -> BasicMap = isl_map_convex_hull;
    /// The smallest polyhedron that contains it. Can be slow; see `simple_hull`.
    polyhedral_hull(&self) -> BasicMap = isl_map_polyhedral_hull;
    /// Adds `n` dimensions at the end.
    add_dims(&self, kind: Dim, n: usize) -> Map = isl_map_add_dims;
    /// Inserts `n` dimensions at a position.
    insert_dims(&self, kind: Dim, pos: usize, n: usize) -> Map = isl_map_insert_dims, within_or_end(kind, pos);
    /// Moves `n` dimensions to another kind or position.
    move_dims(&self, dst_type: Dim, dst_pos: usize, src_type: Dim, src_pos: usize, n: usize) -> Map = isl_map_move_dims, movable(dst_type, dst_pos, src_type, src_pos, n);
    /// Without `n` dimensions from position `first` on: all that has some value for them.
    project_out(&self, kind: Dim, first: usize, n: usize) -> Map = isl_map_project_out, within(kind, first, n);
    /// All that is in it for some value of the parameters.
    project_out_all_params(&self) -> Map = isl_map_project_out_all_params;
    /// With those existentially quantified variables removed that have no explicit expression, computed rationally.
    remove_unknown_divs(&self) -> Map = isl_map_remove_unknown_divs;
    /// With the existentially quantified variables removed, computed rationally: what is left may be too large.
    remove_divs(&self) -> Map = isl_map_remove_divs;
    /// Lets `n` dimensions from position `first` on take any value, keeping what the other dimensions allow (rational
    /// elimination).
    eliminate(&self, kind: Dim, first: usize, n: usize) -> Map = isl_map_eliminate, within(kind, first, n);
    /// Without `n` dimensions from position `first` on, computed rationally: what is left may be too large.
    remove_dims(&self, kind: Dim, first: usize, n: usize) -> Map = isl_map_remove_dims, within(kind, first, n);
    /// With those existentially quantified variables removed that depend on these dimensions, computed rationally.
    remove_divs_involving_dims(&self, kind: Dim, first: usize, n: usize) -> Map = isl_map_remove_divs_involving_dims, within(kind, first, n);
    /// Without `n` inputs from position `first` on.
    remove_inputs(&self, first: usize, n: usize) -> Map = isl_map_remove_inputs;
    /// With the first dimension greater than or equal to the second.
    order_ge(&self, type1: Dim, pos1: usize, type2: Dim, pos2: usize) -> Map = isl_map_order_ge;
    /// With the first dimension less than or equal to the second.
    order_le(&self, type1: Dim, pos1: usize, type2: Dim, pos2: usize) -> Map = isl_map_order_le;
    /// Equates two dimensions.
    equate(&self, type1: Dim, pos1: usize, type2: Dim, pos2: usize) -> Map = isl_map_equate;
    /// Equates one dimension with the negation of another.
    oppose(&self, type1: Dim, pos1: usize, type2: Dim, pos2: usize) -> Map = isl_map_oppose;
    /// With the first dimension less than the second.
    order_lt(&self, type1: Dim, pos1: usize, type2: Dim, pos2: usize) -> Map = isl_map_order_lt;
    /// With the first dimension greater than the second.
    order_gt(&self, type1: Dim, pos1: usize, type2: Dim, pos2: usize) -> Map = isl_map_order_gt;
    /// The set of the pairs, as wrapped relations.
    wrap(&self) -> Set = isl_map_wrap;
    /// With nested tuples flattened.
    flatten(&self) -> Map = isl_map_flatten;
    /// With nested tuples in the domain flattened.
    flatten_domain(&self) -> Map = isl_map_flatten_domain;
    /// With nested tuples in the range flattened.
    flatten_range(&self) -> Map = isl_map_flatten_range;
    /// The parameter values for which there is something in it.
    params(&self) -> Set = isl_map_params;
    /// The domain.
    domain(&self) -> Set = isl_map_domain;
    /// The range.
    range(&self) -> Set = isl_map_range;
    /// Maps each pair `x -> y`, as a wrapped relation, to `x`.
    domain_map(&self) -> Map = isl_map_domain_map;
    /// Maps each pair `x -> y`, as a wrapped relation, to `y`.
    range_map(&self) -> Map = isl_map_range_map;
    /// From a basic map.
    from_basic_map(bmap: &BasicMap) -> Map = isl_map_from_basic_map;
    /// The relation from this set to a tuple without name and dimensions.
    from_domain(set: &Set) -> Map = isl_map_from_domain;
    /// The relation from a tuple without name and dimensions to this set.
    from_range(set: &Set) -> Map = isl_map_from_range;
    /// All pairs.
    from_domain_and_range(domain: &Set, range: &Set) -> Map = isl_map_from_domain_and_range;
    /// A part of it with a single element, or the empty set.
    sample(&self) -> BasicMap = isl_map_sample;
    /// Binds the domain's dimensions to parameters, and drops the domain tuple.
    bind_domain(&self, tuple: &MultiId) -> Set = isl_map_bind_domain;
    /// Binds the range's dimensions to parameters, and drops the range tuple.
    bind_range(&self, tuple: &MultiId) -> Set = isl_map_bind_range;
    /// Whether it is obviously empty.
    plain_is_empty(&self) -> bool = isl_map_plain_is_empty;
    /// Whether it obviously has no constraints.
    plain_is_universe(&self) -> bool = isl_map_plain_is_universe;
    /// Whether there is nothing in it, for any value of the parameters.
    is_empty(&self) -> bool = isl_map_is_empty;
    /// Whether it is contained in the other.
    is_subset(&self, map2: &Map) -> bool = isl_map_is_subset;
    /// Whether it is contained in the other and not equal to it.
    is_strict_subset(&self, map2: &Map) -> bool = isl_map_is_strict_subset;
    /// Whether both are equal.
    is_equal(&self, map2: &Map) -> bool = isl_map_is_equal;
    /// Whether the two have nothing in common.
    is_disjoint(&self, map2: &Map) -> bool = isl_map_is_disjoint;
    /// Whether it obviously is single-valued.
    plain_is_single_valued(&self) -> bool = isl_map_plain_is_single_valued;
    /// Whether each element has at most one image.
    is_single_valued(&self) -> bool = isl_map_is_single_valued;
    /// Whether it obviously is injective.
    plain_is_injective(&self) -> bool = isl_map_plain_is_injective;
    /// Whether no two elements have an image in common.
    is_injective(&self) -> bool = isl_map_is_injective;
    /// Whether it is one-to-one: single-valued and injective.
    is_bijective(&self) -> bool = isl_map_is_bijective;
    /// Whether it maps elements to themselves only.
    is_identity(&self) -> bool = isl_map_is_identity;
    /// Whether it adds a constant.
    is_translation(&self) -> bool = isl_map_is_translation;
    /// Whether both have the same space.
    has_equal_space(&self, map2: &Map) -> bool = isl_map_has_equal_space;
    /// Whether both domain and range are wrapped relations.
    can_zip(&self) -> bool = isl_map_can_zip;
    /// Turns `(A -> B) -> (C -> D)` into `(A -> C) -> (B -> D)`.
    zip(&self) -> Map = isl_map_zip;
    /// Whether the domain is a wrapped relation.
    can_curry(&self) -> bool = isl_map_can_curry;
    /// Turns `(A -> B) -> C` into `A -> (B -> C)`.
    curry(&self) -> Map = isl_map_curry;
    /// Whether the domain of the relation in the range is a wrapped relation.
    can_range_curry(&self) -> bool = isl_map_can_range_curry;
    /// Turns `A -> ((B -> C) -> D)` into `A -> (B -> (C -> D))`.
    range_curry(&self) -> Map = isl_map_range_curry;
    /// Whether the range is a wrapped relation.
    can_uncurry(&self) -> bool = isl_map_can_uncurry;
    /// Turns `A -> (B -> C)` into `(A -> B) -> C`.
    uncurry(&self) -> Map = isl_map_uncurry;
    /// The same in pieces that do not overlap.
    make_disjoint(&self) -> Map = isl_map_make_disjoint;
    /// The same with explicit expressions for all existentially quantified variables.
    compute_divs(&self) -> Map = isl_map_compute_divs;
    /// Drops the constraints that these dimensions occur in.
    drop_constraints_involving_dims(&self, kind: Dim, first: usize, n: usize) -> Map = isl_map_drop_constraints_involving_dims, within(kind, first, n);
    /// Drops the constraints that none of these dimensions occur in.
    drop_constraints_not_involving_dims(&self, kind: Dim, first: usize, n: usize) -> Map = isl_map_drop_constraints_not_involving_dims, within(kind, first, n);
    /// Whether any of `n` dimensions from position `first` on occurs.
    involves_dims(&self, kind: Dim, first: usize, n: usize) -> bool = isl_map_involves_dims, within(kind, first, n);
    /// The value of a dimension if it is obviously fixed, else NaN.
    plain_get_val_if_fixed(&self, kind: Dim, pos: usize) -> Val = isl_map_plain_get_val_if_fixed;
    /// Simplified, given that `context` holds.
    gist(&self, context: &Map) -> Map = isl_map_gist, same_tuples(context);
    /// Simplified, given that `context` holds for the domain.
    gist_domain(&self, context: &Set) -> Map = isl_map_gist_domain;
    /// Simplified, given that `context` holds for the range.
    gist_range(&self, context: &Set) -> Map = isl_map_gist_range;
    /// Simplified, given that `context` holds for the parameters.
    gist_params(&self, context: &Set) -> Map = isl_map_gist_params;
    /// Simplified, given that `context` holds.
    gist_basic_map(&self, context: &BasicMap) -> Map = isl_map_gist_basic_map;
    /// The stride and offset of an output dimension.
    get_range_stride_info(&self, pos: usize) -> StrideInfo = isl_map_get_range_stride_info;
    /// The offset and size of the lattice that the images lie on.
    get_range_lattice_tile(&self) -> FixedBox = isl_map_get_range_lattice_tile;
    /// A box of fixed size that contains the image of each domain element, if there is one (see
    /// [`FixedBox::is_valid`]).
    get_range_simple_fixed_box_hull(&self) -> FixedBox = isl_map_get_range_simple_fixed_box_hull, has_headroom();
    /// Whether both obviously are the same.
    plain_is_equal(&self, map2: &Map) -> bool = isl_map_plain_is_equal;
    /// The number of pieces.
    n_basic_map(&self) -> usize = isl_map_n_basic_map;
    /// The pieces.
    get_basic_map_list(&self) -> BasicMapList = isl_map_get_basic_map_list;
    /// The composition with itself, `exp` times; negative powers are those of the inverse.
    fixed_power_val(&self, exp: &Val) -> Map = isl_map_fixed_power_val;
    /// Relates the domain elements whose images are such that the first is lexicographically less than or equal to
    /// the second.
    lex_le_map(&self, map2: &Map) -> Map = isl_map_lex_le_map;
    /// Relates the domain elements whose images are such that the first is lexicographically less than the second.
    lex_lt_map(&self, map2: &Map) -> Map = isl_map_lex_lt_map;
    /// Relates the domain elements whose images are such that the first is lexicographically greater than or equal to
    /// the second.
    lex_ge_map(&self, map2: &Map) -> Map = isl_map_lex_ge_map;
    /// Relates the domain elements whose images are such that the first is lexicographically greater than the second.
    lex_gt_map(&self, map2: &Map) -> Map = isl_map_lex_gt_map;
    /// The pairs for whose elements the function has equal values.
    eq_at_multi_pw_aff(&self, mpa: &MultiPwAff) -> Map = isl_map_eq_at_multi_pw_aff;
    /// The pairs for which the function's value at the first is lexicographically less than that at the second.
    lex_lt_at_multi_pw_aff(&self, mpa: &MultiPwAff) -> Map = isl_map_lex_lt_at_multi_pw_aff;
    /// The pairs for which the function's value at the first is lexicographically less than or equal to that at the
    /// second.
    lex_le_at_multi_pw_aff(&self, mpa: &MultiPwAff) -> Map = isl_map_lex_le_at_multi_pw_aff;
    /// The pairs for which the function's value at the first is lexicographically greater than that at the second.
    lex_gt_at_multi_pw_aff(&self, mpa: &MultiPwAff) -> Map = isl_map_lex_gt_at_multi_pw_aff;
    /// The pairs for which the function's value at the first is lexicographically greater than or equal to that at
    /// the second.
    lex_ge_at_multi_pw_aff(&self, mpa: &MultiPwAff) -> Map = isl_map_lex_ge_at_multi_pw_aff;
    /// Puts the parameters of `model` first, in the model's order, adding those that are missing.
    align_params(&self, model: &Space) -> Map = isl_map_align_params;
    /// Removes the parameters that do not occur.
    drop_unused_params(&self) -> Map = isl_map_drop_unused_params;
    /// From an affine function.
    from_aff(aff: &Aff) -> Map = isl_map_from_aff;
    /// From a function.
    from_multi_aff(maff: &MultiAff) -> Map = isl_map_from_multi_aff;
    /// The smallest value of a dimension, as a function of the parameters (and of the domain).
    dim_min(&self, pos: usize) -> PwAff = isl_map_dim_min;
    /// The largest value of a dimension, as a function of the parameters (and of the domain).
    dim_max(&self, pos: usize) -> PwAff = isl_map_dim_max;
    /// The list of this only.
    to_list(&self) -> MapList = isl_map_to_list;
    /// As a `UnionMap`.
    to_union_map(&self) -> UnionMap = isl_map_to_union_map;
    /// From a union of but one space.
    from_union_map(umap: &UnionMap) -> Map = isl_map_from_union_map;
} }

callbacks! { Map {
    /// Calls `f` with each piece.
    foreach_basic_map(&self, |map: BasicMap| -> ()) -> () = isl_map_foreach_basic_map;
} }

object! {
    /// A list of relations.
    MapList = isl_map_list: isl_map_list_copy, isl_map_list_free, isl_map_list_to_str;
}

list! { MapList of Map: isl_map_list_add }

methods! { MapList {
    /// An empty list with room for `n` items.
    alloc(ctx: &Context, n: usize) -> MapList = isl_map_list_alloc;
    /// The list with `el` at its end.
    add(&self, el: &Map) -> MapList = isl_map_list_add;
    /// With `el` at position `pos`.
    insert(&self, pos: usize, el: &Map) -> MapList = isl_map_list_insert;
    /// Without `n` items from position `first` on.
    drop(&self, first: usize, n: usize) -> MapList = isl_map_list_drop;
    /// The empty list.
    clear(&self) -> MapList = isl_map_list_clear;
    /// In the opposite order.
    reverse(&self) -> MapList = isl_map_list_reverse;
    /// Both lists, one after the other.
    concat(&self, list2: &MapList) -> MapList = isl_map_list_concat;
    /// The number of items.
    size(&self) -> usize = isl_map_list_size;
    /// The item at a position.
    get_at(&self, index: usize) -> Map = isl_map_list_get_at;
    /// Replaces the item at a position.
    set_at(&self, index: usize, el: &Map) -> MapList = isl_map_list_set_map;
    /// Parses isl's notation.
    read(ctx: &Context, text: &str) -> MapList = isl_map_list_read_from_str;
} }

callbacks! { MapList {
    /// Calls `f` with each item.
    foreach(&self, |item: Map| -> ()) -> () = isl_map_list_foreach;
    /// Whether `f` holds for each item. Stops at the first for which it does not.
    every(&self, |item: &Map| -> bool) -> bool = isl_map_list_every;
} }
