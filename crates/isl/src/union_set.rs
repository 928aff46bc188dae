//! Sets in many spaces.

use polymill_isl_sys as sys;

use crate::{
    BasicSet, BasicSetList, Context, Dim, MultiAff, MultiUnionPwAff, MultiVal, Point, PwMultiAff, Schedule, Set,
    SetList, Space, UnionMap, UnionPwMultiAff,
};

object! {
    /// A union of [`Set`]s in any number of spaces.
    ///
    /// ```
    /// use polymill_isl as isl;
    /// let ctx = isl::Context::new()?;
    /// let domain = isl::UnionSet::read(&ctx, "{ S[i] : 0 <= i < 4; T[i, j] : 0 <= i, j < 4 }")?;
    /// assert_eq!(domain.n_set()?, 2);
    /// let t = domain.extract_set(&isl::Space::read(&ctx, "{ T[i, j] }")?)?;
    /// assert_eq!(t.count_val()?.to_i64()?, 16);
    /// # Ok::<(), isl::Error>(())
    /// ```
    UnionSet = isl_union_set: isl_union_set_copy, isl_union_set_free, isl_union_set_to_str;
}

methods! { UnionSet {
    /// The identity on this set.
    identity_union_pw_multi_aff(&self) -> UnionPwMultiAff = isl_union_set_identity_union_pw_multi_aff;
    /// Computes a schedule of these instances that respects the validity relation and keeps the proximity distances
    /// short.
    compute_schedule(&self, validity: &UnionMap, proximity: &UnionMap) -> Schedule = isl_union_set_compute_schedule;
    /// The smallest values of the functions on the set.
    min_multi_union_pw_aff(&self, obj: &MultiUnionPwAff) -> MultiVal = isl_union_set_min_multi_union_pw_aff;
    /// Maps each wrapped relation `A -> B` to `A`.
    wrapped_domain_map(&self) -> UnionMap = isl_union_set_wrapped_domain_map;
    /// The identity on this set.
    identity(&self) -> UnionMap = isl_union_set_identity;
    /// The relation that is wrapped in it.
    unwrap(&self) -> UnionMap = isl_union_set_unwrap;
    /// Puts the parameters of `model` first, in the model's order, adding those that are missing.
    align_params(&self, model: &Space) -> UnionSet = isl_union_set_align_params;
    /// The number of dimensions of a kind.
    dim(&self, kind: Dim) -> usize = isl_union_set_dim;
    /// From a basic set.
    from_basic_set(bset: &BasicSet) -> UnionSet = isl_union_set_from_basic_set;
    /// From a set.
    from_set(set: &Set) -> UnionSet = isl_union_set_from_set;
    /// The empty one.
    empty_ctx(ctx: &Context) -> UnionSet = isl_union_set_empty_ctx;
    /// The empty one, with the parameters of this space.
    empty_space(space: &Space) -> UnionSet = isl_union_set_empty_space;
    /// The empty one, with the parameters of this space.
    empty(space: &Space) -> UnionSet = isl_union_set_empty;
    /// The space.
    get_space(&self) -> Space = isl_union_set_get_space;
    /// With the tags of all ids dropped (see [`Id::with_tag`](crate::Id::with_tag)).
    reset_user(&self) -> UnionSet = isl_union_set_reset_user;
    /// All of the spaces that it has something in.
    universe(&self) -> UnionSet = isl_union_set_universe;
    /// The parameter values for which there is something in it.
    params(&self) -> Set = isl_union_set_params;
    /// The same with implicit equalities made explicit.
    detect_equalities(&self) -> UnionSet = isl_union_set_detect_equalities;
    /// The smallest affine subspace that contains it, one per space.
    affine_hull(&self) -> UnionSet = isl_union_set_affine_hull;
    /// The smallest polyhedron that contains it. Can be slow; see `simple_hull`.
    polyhedral_hull(&self) -> UnionSet = isl_union_set_polyhedral_hull;
    /// Without redundant constraints.
    remove_redundancies(&self) -> UnionSet = isl_union_set_remove_redundancies;
    /// An overapproximation in one piece, by constraints like those of the pieces.
    simple_hull(&self) -> UnionSet = isl_union_set_simple_hull;
    /// The same with explicit expressions for all existentially quantified variables.
    compute_divs(&self) -> UnionSet = isl_union_set_compute_divs;
    /// The lexicographically smallest element, for each value of the parameters.
    lexmin(&self) -> UnionSet = isl_union_set_lexmin;
    /// The lexicographically largest element, for each value of the parameters.
    lexmax(&self) -> UnionSet = isl_union_set_lexmax;
    /// Adds a set.
    add_set(&self, set: &Set) -> UnionSet = isl_union_set_add_set;
    /// What is in either.
    union(&self, uset2: &UnionSet) -> UnionSet = isl_union_set_union;
    /// What is in this one but not in the other.
    subtract(&self, uset2: &UnionSet) -> UnionSet = isl_union_set_subtract;
    /// What is in both.
    intersect(&self, uset2: &UnionSet) -> UnionSet = isl_union_set_intersect;
    /// The part whose parameters are in the set.
    intersect_params(&self, set: &Set) -> UnionSet = isl_union_set_intersect_params;
    /// From `A` and `B` to the wrapped relations `A -> B`.
    product(&self, uset2: &UnionSet) -> UnionSet = isl_union_set_product;
    /// Simplified, given that `context` holds.
    gist(&self, context: &UnionSet) -> UnionSet = isl_union_set_gist;
    /// Simplified, given that `context` holds for the parameters.
    gist_params(&self, set: &Set) -> UnionSet = isl_union_set_gist_params;
    /// The image under a relation.
    apply(&self, umap: &UnionMap) -> UnionSet = isl_union_set_apply;
    /// What the function maps to it.
    preimage_multi_aff(&self, ma: &MultiAff) -> UnionSet = isl_union_set_preimage_multi_aff;
    /// What the function maps to it.
    preimage_pw_multi_aff(&self, pma: &PwMultiAff) -> UnionSet = isl_union_set_preimage_pw_multi_aff;
    /// What the function maps to it.
    preimage_union_pw_multi_aff(&self, upma: &UnionPwMultiAff) -> UnionSet = isl_union_set_preimage_union_pw_multi_aff;
    /// Without `n` dimensions from position `first` on: all that has some value for them.
    project_out(&self, kind: Dim, first: usize, n: usize) -> UnionSet = isl_union_set_project_out, within(kind, first, n);
    /// All that is in it for some value of the parameters.
    project_out_all_params(&self) -> UnionSet = isl_union_set_project_out_all_params;
    /// With the existentially quantified variables removed, computed rationally: what is left may be too large.
    remove_divs(&self) -> UnionSet = isl_union_set_remove_divs;
    /// Whether it is of parameters only.
    is_params(&self) -> bool = isl_union_set_is_params;
    /// Whether there is nothing in it, for any value of the parameters.
    is_empty(&self) -> bool = isl_union_set_is_empty;
    /// Whether it is contained in the other.
    is_subset(&self, uset2: &UnionSet) -> bool = isl_union_set_is_subset;
    /// Whether both are equal.
    is_equal(&self, uset2: &UnionSet) -> bool = isl_union_set_is_equal;
    /// Whether the two have nothing in common.
    is_disjoint(&self, uset2: &UnionSet) -> bool = isl_union_set_is_disjoint;
    /// Whether it is contained in the other and not equal to it.
    is_strict_subset(&self, uset2: &UnionSet) -> bool = isl_union_set_is_strict_subset;
    /// The number of sets, one for each space.
    n_set(&self) -> usize = isl_union_set_n_set;
    /// The pieces.
    get_basic_set_list(&self) -> BasicSetList = isl_union_set_get_basic_set_list;
    /// The sets, one for each space.
    get_set_list(&self) -> SetList = isl_union_set_get_set_list;
    /// Whether there is something in this space.
    contains(&self, space: &Space) -> bool = isl_union_set_contains;
    /// The set in this space; empty if there is none.
    extract_set(&self, space: &Space) -> Set = isl_union_set_extract_set;
    /// Whether there is but one space.
    isa_set(&self) -> bool = isl_union_set_isa_set;
    /// The only set, if there is but one space; an error otherwise.
    as_set(&self) -> Set = isl_union_set_as_set;
    /// A part of it with a single element, or the empty set.
    sample(&self) -> BasicSet = isl_union_set_sample;
    /// An element; the void point if there is none.
    sample_point(&self) -> Point = isl_union_set_sample_point;
    /// The set of one point.
    from_point(pnt: &Point) -> UnionSet = isl_union_set_from_point;
    /// With the existentially quantified variables as dimensions: the wrapped relation from each element to them.
    lift(&self) -> UnionSet = isl_union_set_lift, all_have_pieces();
    /// Relates the elements of this set to those of the other that they are lexicographically less than.
    lex_lt_union_set(&self, uset2: &UnionSet) -> UnionMap = isl_union_set_lex_lt_union_set;
    /// Relates the elements of this set to those of the other that they are lexicographically less than or equal to.
    lex_le_union_set(&self, uset2: &UnionSet) -> UnionMap = isl_union_set_lex_le_union_set;
    /// Relates the elements of this set to those of the other that they are lexicographically greater than.
    lex_gt_union_set(&self, uset2: &UnionSet) -> UnionMap = isl_union_set_lex_gt_union_set;
    /// Relates the elements of this set to those of the other that they are lexicographically greater than or equal
    /// to.
    lex_ge_union_set(&self, uset2: &UnionSet) -> UnionMap = isl_union_set_lex_ge_union_set;
    /// The coefficients of the affine functions that are nowhere negative on the set (Farkas' lemma).
    coefficients(&self) -> UnionSet = isl_union_set_coefficients;
    /// The elements that satisfy the constraints with these coefficients; the opposite of `coefficients`.
    solutions(&self) -> UnionSet = isl_union_set_solutions;
    /// Parses isl's notation.
    read(ctx: &Context, text: &str) -> UnionSet = isl_union_set_read_from_str;
    /// The list of this only.
    to_list(&self) -> UnionSetList = isl_union_set_to_list;
} }

callbacks! { UnionSet {
    /// Calls `f` with the set of each space, in no particular order.
    foreach_set(&self, |set: Set| -> ()) -> () = isl_union_set_foreach_set;
    /// Whether `f` holds for each set. Stops at the first for which it does not.
    every_set(&self, |set: &Set| -> bool) -> bool = isl_union_set_every_set;
    /// Calls `f` with each element. The set has to be bounded and free of parameters.
    foreach_point(&self, |point: Point| -> ()) -> () = isl_union_set_foreach_point;
} }

object! {
    /// A list of union sets.
    UnionSetList = isl_union_set_list: isl_union_set_list_copy, isl_union_set_list_free, isl_union_set_list_to_str;
}

list! { UnionSetList of UnionSet: isl_union_set_list_add }

methods! { UnionSetList {
    /// An empty list with room for `n` items.
    alloc(ctx: &Context, n: usize) -> UnionSetList = isl_union_set_list_alloc;
    /// The list with `el` at its end.
    add(&self, el: &UnionSet) -> UnionSetList = isl_union_set_list_add;
    /// With `el` at position `pos`.
    insert(&self, pos: usize, el: &UnionSet) -> UnionSetList = isl_union_set_list_insert;
    /// Without `n` items from position `first` on.
    drop(&self, first: usize, n: usize) -> UnionSetList = isl_union_set_list_drop;
    /// The empty list.
    clear(&self) -> UnionSetList = isl_union_set_list_clear;
    /// In the opposite order.
    reverse(&self) -> UnionSetList = isl_union_set_list_reverse;
    /// Both lists, one after the other.
    concat(&self, list2: &UnionSetList) -> UnionSetList = isl_union_set_list_concat;
    /// The number of items.
    size(&self) -> usize = isl_union_set_list_size;
    /// The item at a position.
    get_at(&self, index: usize) -> UnionSet = isl_union_set_list_get_at;
    /// Replaces the item at a position.
    set_at(&self, index: usize, el: &UnionSet) -> UnionSetList = isl_union_set_list_set_union_set;
    /// Parses isl's notation.
    read(ctx: &Context, text: &str) -> UnionSetList = isl_union_set_list_read_from_str;
    /// What is in any of them.
    union(&self) -> UnionSet = isl_union_set_list_union;
} }

callbacks! { UnionSetList {
    /// Calls `f` with each item.
    foreach(&self, |item: UnionSet| -> ()) -> () = isl_union_set_list_foreach;
    /// Whether `f` holds for each item. Stops at the first for which it does not.
    every(&self, |item: &UnionSet| -> bool) -> bool = isl_union_set_list_every;
} }
