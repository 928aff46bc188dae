//! Relations in many spaces.

use polymill_isl_sys as sys;

use crate::{
    BasicMap, Context, Dim, Id, Map, MapList, MultiAff, MultiId, MultiPwAff, MultiUnionPwAff, PwMultiAff, Set, Space,
    UnionPwAff, UnionPwMultiAff, UnionSet, Val,
};

object! {
    /// A union of [`Map`]s in any number of spaces: a relation.
    ///
    /// ```
    /// use polymill_isl as isl;
    /// let ctx = isl::Context::new()?;
    /// let writes = isl::UnionMap::read(&ctx, "{ S[i] -> A[i]; T[i] -> B[i] }")?;
    /// let reads = isl::UnionMap::read(&ctx, "{ T[i] -> A[2i] }")?;
    /// let from_write_to_read = writes.apply_range(&reads.reverse()?)?;
    /// assert!(from_write_to_read.is_equal(&isl::UnionMap::read(&ctx, "{ S[i] -> T[j] : i = 2j }")?)?);
    /// # Ok::<(), isl::Error>(())
    /// ```
    UnionMap = isl_union_map: isl_union_map_copy, isl_union_map_free, isl_union_map_to_str;
}

methods! { UnionMap {
    /// From a function.
    from_union_pw_multi_aff(upma: &UnionPwMultiAff) -> UnionMap = isl_union_map_from_union_pw_multi_aff;
    /// As a function, if it is single-valued; an error otherwise.
    as_union_pw_multi_aff(&self) -> UnionPwMultiAff = isl_union_map_as_union_pw_multi_aff;
    /// From a function.
    from_union_pw_aff(upa: &UnionPwAff) -> UnionMap = isl_union_map_from_union_pw_aff;
    /// As a `MultiUnionPwAff`, if it can be one; an error otherwise.
    as_multi_union_pw_aff(&self) -> MultiUnionPwAff = isl_union_map_as_multi_union_pw_aff;
    /// From a function.
    from_multi_union_pw_aff(mupa: &MultiUnionPwAff) -> UnionMap = isl_union_map_from_multi_union_pw_aff;
    /// The number of dimensions of a kind.
    dim(&self, kind: Dim) -> usize = isl_union_map_dim;
    /// Whether any of `n` dimensions from position `first` on occurs.
    involves_dims(&self, kind: Dim, first: usize, n: usize) -> bool = isl_union_map_involves_dims, within(kind, first, n);
    /// The id of a dimension; an error if it has none.
    get_dim_id(&self, kind: Dim, pos: usize) -> Id = isl_union_map_get_dim_id;
    /// From a basic map.
    from_basic_map(bmap: &BasicMap) -> UnionMap = isl_union_map_from_basic_map;
    /// From a relation.
    from_map(map: &Map) -> UnionMap = isl_union_map_from_map;
    /// The empty one.
    empty_ctx(ctx: &Context) -> UnionMap = isl_union_map_empty_ctx;
    /// The empty one, with the parameters of this space.
    empty_space(space: &Space) -> UnionMap = isl_union_map_empty_space;
    /// The empty one, with the parameters of this space.
    empty(space: &Space) -> UnionMap = isl_union_map_empty;
    /// The space.
    get_space(&self) -> Space = isl_union_map_get_space;
    /// With the tags of all ids dropped (see [`Id::with_tag`](crate::Id::with_tag)).
    reset_user(&self) -> UnionMap = isl_union_map_reset_user;
    /// The position of the dimension with this name.
    find_dim_by_name(&self, kind: Dim, name: &str) -> Option<usize> = isl_union_map_find_dim_by_name;
    /// All of the spaces that it has something in.
    universe(&self) -> UnionMap = isl_union_map_universe;
    /// The parameter values for which there is something in it.
    params(&self) -> Set = isl_union_map_params;
    /// The domain.
    domain(&self) -> UnionSet = isl_union_map_domain;
    /// The range.
    range(&self) -> UnionSet = isl_union_map_range;
    /// Maps each pair `x -> y`, as a wrapped relation, to `x`.
    domain_map(&self) -> UnionMap = isl_union_map_domain_map;
    /// Maps each pair `x -> y`, as a wrapped relation, to `x`.
    domain_map_union_pw_multi_aff(&self) -> UnionPwMultiAff = isl_union_map_domain_map_union_pw_multi_aff;
    /// Maps each pair `x -> y`, as a wrapped relation, to `y`.
    range_map(&self) -> UnionMap = isl_union_map_range_map;
    /// The relation from this set to a tuple without name and dimensions.
    from_domain(uset: &UnionSet) -> UnionMap = isl_union_map_from_domain;
    /// The relation from a tuple without name and dimensions to this set.
    from_range(uset: &UnionSet) -> UnionMap = isl_union_map_from_range;
    /// The smallest affine subspace that contains it, one per space.
    affine_hull(&self) -> UnionMap = isl_union_map_affine_hull;
    /// The smallest polyhedron that contains it. Can be slow; see `simple_hull`.
    polyhedral_hull(&self) -> UnionMap = isl_union_map_polyhedral_hull;
    /// Without redundant constraints.
    remove_redundancies(&self) -> UnionMap = isl_union_map_remove_redundancies;
    /// An overapproximation in one piece, by constraints like those of the pieces.
    simple_hull(&self) -> UnionMap = isl_union_map_simple_hull;
    /// The same with explicit expressions for all existentially quantified variables.
    compute_divs(&self) -> UnionMap = isl_union_map_compute_divs;
    /// The lexicographically smallest image of each element.
    lexmin(&self) -> UnionMap = isl_union_map_lexmin;
    /// The lexicographically largest image of each element.
    lexmax(&self) -> UnionMap = isl_union_map_lexmax;
    /// Adds a relation.
    add_map(&self, map: &Map) -> UnionMap = isl_union_map_add_map;
    /// What is in either.
    union(&self, umap2: &UnionMap) -> UnionMap = isl_union_map_union;
    /// What is in this one but not in the other.
    subtract(&self, umap2: &UnionMap) -> UnionMap = isl_union_map_subtract;
    /// What is in both.
    intersect(&self, umap2: &UnionMap) -> UnionMap = isl_union_map_intersect;
    /// The part whose parameters are in the set.
    intersect_params(&self, set: &Set) -> UnionMap = isl_union_map_intersect_params;
    /// From `A -> B` and `C -> D` to `(A -> C) -> (B -> D)`.
    product(&self, umap2: &UnionMap) -> UnionMap = isl_union_map_product;
    /// From `A -> C` and `B -> C` to `(A -> B) -> C`.
    domain_product(&self, umap2: &UnionMap) -> UnionMap = isl_union_map_domain_product;
    /// From `A -> C` and `B -> C` to `(A, B) -> C`.
    flat_domain_product(&self, umap2: &UnionMap) -> UnionMap = isl_union_map_flat_domain_product;
    /// From `A -> B` and `A -> C` to `A -> (B -> C)`.
    range_product(&self, umap2: &UnionMap) -> UnionMap = isl_union_map_range_product;
    /// From `A -> B` and `A -> C` to `A -> (B, C)`.
    flat_range_product(&self, umap2: &UnionMap) -> UnionMap = isl_union_map_flat_range_product;
    /// From `(A -> B) -> C` to `A -> C`.
    domain_factor_domain(&self) -> UnionMap = isl_union_map_domain_factor_domain;
    /// From `(A -> B) -> C` to `B -> C`.
    domain_factor_range(&self) -> UnionMap = isl_union_map_domain_factor_range;
    /// From `A -> (B -> C)` to `A -> B`.
    range_factor_domain(&self) -> UnionMap = isl_union_map_range_factor_domain;
    /// From `A -> (B -> C)` to `A -> C`.
    range_factor_range(&self) -> UnionMap = isl_union_map_range_factor_range;
    /// From `(A -> B) -> (C -> D)` to `A -> C`.
    factor_domain(&self) -> UnionMap = isl_union_map_factor_domain;
    /// From `(A -> B) -> (C -> D)` to `B -> D`.
    factor_range(&self) -> UnionMap = isl_union_map_factor_range;
    /// Simplified, given that `context` holds.
    gist(&self, context: &UnionMap) -> UnionMap = isl_union_map_gist;
    /// Simplified, given that `context` holds for the parameters.
    gist_params(&self, set: &Set) -> UnionMap = isl_union_map_gist_params;
    /// Simplified, given that `context` holds for the domain.
    gist_domain(&self, uset: &UnionSet) -> UnionMap = isl_union_map_gist_domain;
    /// Simplified, given that `context` holds for the range.
    gist_range(&self, uset: &UnionSet) -> UnionMap = isl_union_map_gist_range;
    /// The part whose domain is in the set.
    intersect_domain_union_set(&self, uset: &UnionSet) -> UnionMap = isl_union_map_intersect_domain_union_set;
    /// The part whose domain is in this space.
    intersect_domain_space(&self, space: &Space) -> UnionMap = isl_union_map_intersect_domain_space;
    /// The part whose domain is in the set.
    intersect_domain(&self, uset: &UnionSet) -> UnionMap = isl_union_map_intersect_domain;
    /// The part whose range is in the set.
    intersect_range_union_set(&self, uset: &UnionSet) -> UnionMap = isl_union_map_intersect_range_union_set;
    /// The part whose range is in this space.
    intersect_range_space(&self, space: &Space) -> UnionMap = isl_union_map_intersect_range_space;
    /// The part whose range is in the set.
    intersect_range(&self, uset: &UnionSet) -> UnionMap = isl_union_map_intersect_range;
    /// The part of `(A -> B) -> C` whose `A -> C` is in the other relation.
    intersect_domain_factor_domain(&self, factor: &UnionMap) -> UnionMap = isl_union_map_intersect_domain_factor_domain;
    /// The part of `(A -> B) -> C` whose `B -> C` is in the other relation.
    intersect_domain_factor_range(&self, factor: &UnionMap) -> UnionMap = isl_union_map_intersect_domain_factor_range;
    /// The part of `A -> (B -> C)` whose `A -> B` is in the other relation.
    intersect_range_factor_domain(&self, factor: &UnionMap) -> UnionMap = isl_union_map_intersect_range_factor_domain;
    /// The part of `A -> (B -> C)` whose `A -> C` is in the other relation.
    intersect_range_factor_range(&self, factor: &UnionMap) -> UnionMap = isl_union_map_intersect_range_factor_range;
    /// The part of `(A -> B) -> C` whose `A` is in the set.
    intersect_domain_wrapped_domain_union_set(&self, domain: &UnionSet) -> UnionMap = isl_union_map_intersect_domain_wrapped_domain_union_set;
    /// The part of `A -> (B -> C)` whose `B` is in the set.
    intersect_range_wrapped_domain_union_set(&self, domain: &UnionSet) -> UnionMap = isl_union_map_intersect_range_wrapped_domain_union_set;
    /// The part whose domain is not in the set.
    subtract_domain(&self, dom: &UnionSet) -> UnionMap = isl_union_map_subtract_domain;
    /// The part whose range is not in the set.
    subtract_range(&self, dom: &UnionSet) -> UnionMap = isl_union_map_subtract_range;
    /// Replaces each domain element by its images under the other relation.
    apply_domain(&self, umap2: &UnionMap) -> UnionMap = isl_union_map_apply_domain;
    /// The composition: first this relation, then the other.
    apply_range(&self, umap2: &UnionMap) -> UnionMap = isl_union_map_apply_range;
    /// With the domain replaced by what the function maps to it.
    preimage_domain_multi_aff(&self, ma: &MultiAff) -> UnionMap = isl_union_map_preimage_domain_multi_aff;
    /// With the range replaced by what the function maps to it.
    preimage_range_multi_aff(&self, ma: &MultiAff) -> UnionMap = isl_union_map_preimage_range_multi_aff;
    /// With the domain replaced by what the function maps to it.
    preimage_domain_pw_multi_aff(&self, pma: &PwMultiAff) -> UnionMap = isl_union_map_preimage_domain_pw_multi_aff;
    /// With the range replaced by what the function maps to it.
    preimage_range_pw_multi_aff(&self, pma: &PwMultiAff) -> UnionMap = isl_union_map_preimage_range_pw_multi_aff;
    /// With the domain replaced by what the function maps to it.
    preimage_domain_multi_pw_aff(&self, mpa: &MultiPwAff) -> UnionMap = isl_union_map_preimage_domain_multi_pw_aff;
    /// With the domain replaced by what the function maps to it.
    preimage_domain_union_pw_multi_aff(&self, upma: &UnionPwMultiAff) -> UnionMap = isl_union_map_preimage_domain_union_pw_multi_aff;
    /// With the range replaced by what the function maps to it.
    preimage_range_union_pw_multi_aff(&self, upma: &UnionPwMultiAff) -> UnionMap = isl_union_map_preimage_range_union_pw_multi_aff;
    /// The inverse.
    reverse(&self) -> UnionMap = isl_union_map_reverse;
    /// Turns `A -> (B -> C)` into `A -> (C -> B)`.
    range_reverse(&self) -> UnionMap = isl_union_map_range_reverse;
    /// All pairs.
    from_domain_and_range(domain: &UnionSet, range: &UnionSet) -> UnionMap = isl_union_map_from_domain_and_range;
    /// The same with implicit equalities made explicit.
    detect_equalities(&self) -> UnionMap = isl_union_map_detect_equalities;
    /// The differences `y - x` of the pairs `x -> y`.
    deltas(&self) -> UnionSet = isl_union_map_deltas;
    /// Maps each pair `x -> y`, as a wrapped relation, to the difference `y - x`.
    deltas_map(&self) -> UnionMap = isl_union_map_deltas_map;
    /// Without `n` dimensions from position `first` on: all that has some value for them.
    project_out(&self, kind: Dim, first: usize, n: usize) -> UnionMap = isl_union_map_project_out, within(kind, first, n);
    /// All that is in it for some value of the parameters.
    project_out_all_params(&self) -> UnionMap = isl_union_map_project_out_all_params;
    /// With the existentially quantified variables removed, computed rationally: what is left may be too large.
    remove_divs(&self) -> UnionMap = isl_union_map_remove_divs;
    /// Binds the range's dimensions to parameters, and drops the range tuple.
    bind_range(&self, tuple: &MultiId) -> UnionSet = isl_union_map_bind_range;
    /// Whether it is obviously empty.
    plain_is_empty(&self) -> bool = isl_union_map_plain_is_empty;
    /// Whether there is nothing in it, for any value of the parameters.
    is_empty(&self) -> bool = isl_union_map_is_empty;
    /// Whether each element has at most one image.
    is_single_valued(&self) -> bool = isl_union_map_is_single_valued;
    /// Whether it obviously is injective.
    plain_is_injective(&self) -> bool = isl_union_map_plain_is_injective;
    /// Whether no two elements have an image in common.
    is_injective(&self) -> bool = isl_union_map_is_injective;
    /// Whether it is one-to-one: single-valued and injective.
    is_bijective(&self) -> bool = isl_union_map_is_bijective;
    /// Whether it maps elements to themselves only.
    is_identity(&self) -> bool = isl_union_map_is_identity;
    /// Whether it is contained in the other.
    is_subset(&self, umap2: &UnionMap) -> bool = isl_union_map_is_subset;
    /// Whether both are equal.
    is_equal(&self, umap2: &UnionMap) -> bool = isl_union_map_is_equal;
    /// Whether the two have nothing in common.
    is_disjoint(&self, umap2: &UnionMap) -> bool = isl_union_map_is_disjoint;
    /// Whether it is contained in the other and not equal to it.
    is_strict_subset(&self, umap2: &UnionMap) -> bool = isl_union_map_is_strict_subset;
    /// The number of relations, one for each space.
    n_map(&self) -> usize = isl_union_map_n_map;
    /// The relations, one for each space.
    get_map_list(&self) -> MapList = isl_union_map_get_map_list;
    /// Whether there is something in this space.
    contains(&self, space: &Space) -> bool = isl_union_map_contains;
    /// The relation in this space; empty if there is none.
    extract_map(&self, space: &Space) -> Map = isl_union_map_extract_map;
    /// Whether there is but one space.
    isa_map(&self) -> bool = isl_union_map_isa_map;
    /// The only relation, if there is but one space; an error otherwise.
    as_map(&self) -> Map = isl_union_map_as_map;
    /// A part of it with a single element, or the empty set.
    sample(&self) -> BasicMap = isl_union_map_sample;
    /// The composition with itself, `exp` times; negative powers are those of the inverse.
    fixed_power_val(&self, exp: &Val) -> UnionMap = isl_union_map_fixed_power_val;
    /// Relates the domain elements whose images are such that the first is lexicographically less than the second.
    lex_lt_union_map(&self, umap2: &UnionMap) -> UnionMap = isl_union_map_lex_lt_union_map;
    /// Relates the domain elements whose images are such that the first is lexicographically less than or equal to
    /// the second.
    lex_le_union_map(&self, umap2: &UnionMap) -> UnionMap = isl_union_map_lex_le_union_map;
    /// Relates the domain elements whose images are such that the first is lexicographically greater than the second.
    lex_gt_union_map(&self, umap2: &UnionMap) -> UnionMap = isl_union_map_lex_gt_union_map;
    /// Relates the domain elements whose images are such that the first is lexicographically greater than or equal to
    /// the second.
    lex_ge_union_map(&self, umap2: &UnionMap) -> UnionMap = isl_union_map_lex_ge_union_map;
    /// The pairs for whose elements the function has equal values.
    eq_at_multi_union_pw_aff(&self, mupa: &MultiUnionPwAff) -> UnionMap = isl_union_map_eq_at_multi_union_pw_aff;
    /// The pairs for which the function's value at the first is lexicographically less than or equal to that at the
    /// second.
    lex_le_at_multi_union_pw_aff(&self, mupa: &MultiUnionPwAff) -> UnionMap = isl_union_map_lex_le_at_multi_union_pw_aff;
    /// The pairs for which the function's value at the first is lexicographically less than that at the second.
    lex_lt_at_multi_union_pw_aff(&self, mupa: &MultiUnionPwAff) -> UnionMap = isl_union_map_lex_lt_at_multi_union_pw_aff;
    /// The pairs for which the function's value at the first is lexicographically greater than or equal to that at
    /// the second.
    lex_ge_at_multi_union_pw_aff(&self, mupa: &MultiUnionPwAff) -> UnionMap = isl_union_map_lex_ge_at_multi_union_pw_aff;
    /// The pairs for which the function's value at the first is lexicographically greater than that at the second.
    lex_gt_at_multi_union_pw_aff(&self, mupa: &MultiUnionPwAff) -> UnionMap = isl_union_map_lex_gt_at_multi_union_pw_aff;
    /// Parses isl's notation.
    read(ctx: &Context, text: &str) -> UnionMap = isl_union_map_read_from_str;
    /// The set of the pairs, as wrapped relations.
    wrap(&self) -> UnionSet = isl_union_map_wrap;
    /// Turns `(A -> B) -> (C -> D)` into `(A -> C) -> (B -> D)`.
    zip(&self) -> UnionMap = isl_union_map_zip;
    /// Turns `(A -> B) -> C` into `A -> (B -> C)`.
    curry(&self) -> UnionMap = isl_union_map_curry;
    /// Turns `A -> ((B -> C) -> D)` into `A -> (B -> (C -> D))`.
    range_curry(&self) -> UnionMap = isl_union_map_range_curry;
    /// Turns `A -> (B -> C)` into `(A -> B) -> C`.
    uncurry(&self) -> UnionMap = isl_union_map_uncurry;
    /// Puts the parameters of `model` first, in the model's order, adding those that are missing.
    align_params(&self, model: &Space) -> UnionMap = isl_union_map_align_params;
    /// The list of this only.
    to_list(&self) -> UnionMapList = isl_union_map_to_list;
} }

callbacks! { UnionMap {
    /// Calls `f` with the relation of each space, in no particular order.
    foreach_map(&self, |map: Map| -> ()) -> () = isl_union_map_foreach_map;
    /// Whether `f` holds for each relation. Stops at the first for which it does not.
    every_map(&self, |map: &Map| -> bool) -> bool = isl_union_map_every_map;
    /// Without the relations for which `f` holds.
    remove_map_if(&self, |map: &Map| -> bool) -> UnionMap = isl_union_map_remove_map_if;
} }

object! {
    /// A list of union maps.
    UnionMapList = isl_union_map_list: isl_union_map_list_copy, isl_union_map_list_free, isl_union_map_list_to_str;
}

list! { UnionMapList of UnionMap: isl_union_map_list_add }

methods! { UnionMapList {
    /// An empty list with room for `n` items.
    alloc(ctx: &Context, n: usize) -> UnionMapList = isl_union_map_list_alloc;
    /// The list with `el` at its end.
    add(&self, el: &UnionMap) -> UnionMapList = isl_union_map_list_add;
    /// With `el` at position `pos`.
    insert(&self, pos: usize, el: &UnionMap) -> UnionMapList = isl_union_map_list_insert;
    /// Without `n` items from position `first` on.
    drop(&self, first: usize, n: usize) -> UnionMapList = isl_union_map_list_drop;
    /// The empty list.
    clear(&self) -> UnionMapList = isl_union_map_list_clear;
    /// In the opposite order.
    reverse(&self) -> UnionMapList = isl_union_map_list_reverse;
    /// Both lists, one after the other.
    concat(&self, list2: &UnionMapList) -> UnionMapList = isl_union_map_list_concat;
    /// The number of items.
    size(&self) -> usize = isl_union_map_list_size;
    /// The item at a position.
    get_at(&self, index: usize) -> UnionMap = isl_union_map_list_get_at;
    /// Replaces the item at a position.
    set_at(&self, index: usize, el: &UnionMap) -> UnionMapList = isl_union_map_list_set_union_map;
} }

callbacks! { UnionMapList {
    /// Calls `f` with each item.
    foreach(&self, |item: UnionMap| -> ()) -> () = isl_union_map_list_foreach;
    /// Whether `f` holds for each item. Stops at the first for which it does not.
    every(&self, |item: &UnionMap| -> bool) -> bool = isl_union_map_list_every;
} }
