//! Spaces: which dimensions there are.

use polymill_isl_sys as sys;

use crate::{
    Aff, AffList, BasicMap, Context, Dim, Id, IdList, Map, MultiAff, MultiId, MultiPwAff, MultiUnionPwAff, MultiVal,
    PwAffList, PwMultiAff, Set, UnionPwAffList, ValList,
};

object! {
    /// Which parameters there are, and which tuples: of a set, of a relation, or none.
    ///
    /// ```
    /// use polymill_isl as isl;
    /// let ctx = isl::Context::new()?;
    /// let space = isl::Space::set_alloc(&ctx, 1, 2)?
    ///     .set_dim_name(isl::Dim::Param, 0, "n")?
    ///     .set_tuple_name(isl::Dim::Set, "A")?;
    /// assert!(space.is_equal(&isl::Space::read(&ctx, "[n] -> { A[i, j] }")?)?);
    /// # Ok::<(), isl::Error>(())
    /// ```
    Space = isl_space: isl_space_copy, isl_space_free, isl_space_to_str;
}

methods! { Space {
    /// Zero everywhere on this set space.
    zero_aff_on_domain(&self) -> Aff = isl_space_zero_aff_on_domain;
    /// The function that is this parameter everywhere on this set space.
    param_aff_on_domain_id(&self, id: &Id) -> Aff = isl_space_param_aff_on_domain_id;
    /// The function with these outputs.
    multi_aff(&self, list: &AffList) -> MultiAff = isl_space_multi_aff;
    /// The identity on this set space.
    identity_multi_aff_on_domain(&self) -> MultiAff = isl_space_identity_multi_aff_on_domain;
    /// Zero everywhere.
    zero_multi_aff(&self) -> MultiAff = isl_space_zero_multi_aff;
    /// The function from a wrapped relation space to its domain.
    domain_map_multi_aff(&self) -> MultiAff = isl_space_domain_map_multi_aff;
    /// The function from a wrapped relation space to its range.
    range_map_multi_aff(&self) -> MultiAff = isl_space_range_map_multi_aff;
    /// The constant function on this set space.
    multi_aff_on_domain_multi_val(&self, mv: &MultiVal) -> MultiAff = isl_space_multi_aff_on_domain_multi_val;
    /// The function with these outputs.
    multi_pw_aff(&self, list: &PwAffList) -> MultiPwAff = isl_space_multi_pw_aff;
    /// The identity on this set space.
    identity_multi_pw_aff_on_domain(&self) -> MultiPwAff = isl_space_identity_multi_pw_aff_on_domain;
    /// Zero everywhere.
    zero_multi_pw_aff(&self) -> MultiPwAff = isl_space_zero_multi_pw_aff;
    /// The identity on this set space.
    identity_pw_multi_aff_on_domain(&self) -> PwMultiAff = isl_space_identity_pw_multi_aff_on_domain;
    /// The function from a wrapped relation space to its domain.
    domain_map_pw_multi_aff(&self) -> PwMultiAff = isl_space_domain_map_pw_multi_aff;
    /// The function from a wrapped relation space to its range.
    range_map_pw_multi_aff(&self) -> PwMultiAff = isl_space_range_map_pw_multi_aff;
    /// The function with these outputs.
    multi_union_pw_aff(&self, list: &UnionPwAffList) -> MultiUnionPwAff = isl_space_multi_union_pw_aff;
    /// Zero everywhere, without domain.
    zero_multi_union_pw_aff(&self) -> MultiUnionPwAff = isl_space_zero_multi_union_pw_aff;
    /// The tuple of these values.
    multi_val(&self, list: &ValList) -> MultiVal = isl_space_multi_val;
    /// All zero.
    zero_multi_val(&self) -> MultiVal = isl_space_zero_multi_val;
    /// All elements of this space.
    universe_set(&self) -> Set = isl_space_universe_set;
    /// The tuple of these ids.
    multi_id(&self, list: &IdList) -> MultiId = isl_space_multi_id;
    /// All pairs of this space.
    universe_map(&self) -> Map = isl_space_universe_map;
    /// The set space of the tuple without name and dimensions, without parameters.
    unit(ctx: &Context) -> Space = isl_space_unit;
    /// The space of relations with this many parameters, inputs and outputs.
    alloc(ctx: &Context, nparam: usize, n_in: usize, n_out: usize) -> Space = isl_space_alloc;
    /// The space of sets with this many parameters and dimensions.
    set_alloc(ctx: &Context, nparam: usize, dim: usize) -> Space = isl_space_set_alloc;
    /// The space of this many parameters.
    params_alloc(ctx: &Context, nparam: usize) -> Space = isl_space_params_alloc;
    /// Whether it is of parameters only.
    is_params(&self) -> bool = isl_space_is_params;
    /// Whether it is a space of sets.
    is_set(&self) -> bool = isl_space_is_set;
    /// Whether it is a space of relations.
    is_map(&self) -> bool = isl_space_is_map;
    /// Adds a parameter, if it is not there yet.
    add_param_id(&self, id: &Id) -> Space = isl_space_add_param_id;
    /// Sets the name of a tuple.
    set_tuple_name(&self, kind: Dim, s: &str) -> Space = isl_space_set_tuple_name;
    /// Whether the tuple has a name.
    has_tuple_name(&self, kind: Dim) -> bool = isl_space_has_tuple_name;
    /// The name of a tuple, if it has one.
    get_tuple_name(&self, kind: Dim) -> Option<String> = isl_space_get_tuple_name;
    /// Sets the id of the input tuple.
    set_domain_tuple_id(&self, id: &Id) -> Space = isl_space_set_domain_tuple_id;
    /// Sets the id of the output tuple.
    set_range_tuple_id(&self, id: &Id) -> Space = isl_space_set_range_tuple_id;
    /// Sets the id of a tuple.
    set_tuple_id(&self, kind: Dim, id: &Id) -> Space = isl_space_set_tuple_id;
    /// Without the id of a tuple.
    reset_tuple_id(&self, kind: Dim) -> Space = isl_space_reset_tuple_id;
    /// Whether the input tuple has an id.
    has_domain_tuple_id(&self) -> bool = isl_space_has_domain_tuple_id;
    /// Whether the output tuple has an id.
    has_range_tuple_id(&self) -> bool = isl_space_has_range_tuple_id;
    /// Whether the tuple has an id.
    has_tuple_id(&self, kind: Dim) -> bool = isl_space_has_tuple_id;
    /// The id of the input tuple; an error if it has none.
    get_domain_tuple_id(&self) -> Id = isl_space_get_domain_tuple_id;
    /// The id of the output tuple; an error if it has none.
    get_range_tuple_id(&self) -> Id = isl_space_get_range_tuple_id;
    /// The id of a tuple; an error if it has none.
    get_tuple_id(&self, kind: Dim) -> Id = isl_space_get_tuple_id;
    /// With the tags of all ids dropped (see [`Id::with_tag`](crate::Id::with_tag)).
    reset_user(&self) -> Space = isl_space_reset_user;
    /// Sets the id of a dimension.
    set_dim_id(&self, kind: Dim, pos: usize, id: &Id) -> Space = isl_space_set_dim_id;
    /// Whether the dimension has an id.
    has_dim_id(&self, kind: Dim, pos: usize) -> bool = isl_space_has_dim_id;
    /// The id of a dimension; an error if it has none.
    get_dim_id(&self, kind: Dim, pos: usize) -> Id = isl_space_get_dim_id;
    /// The position of the dimension with this id.
    find_dim_by_id(&self, kind: Dim, id: &Id) -> Option<usize> = isl_space_find_dim_by_id;
    /// The position of the dimension with this name.
    find_dim_by_name(&self, kind: Dim, name: &str) -> Option<usize> = isl_space_find_dim_by_name;
    /// Whether the dimension has a name.
    has_dim_name(&self, kind: Dim, pos: usize) -> bool = isl_space_has_dim_name;
    /// Sets the name of a dimension.
    set_dim_name(&self, kind: Dim, pos: usize, name: &str) -> Space = isl_space_set_dim_name;
    /// The name of a dimension, if it has one.
    get_dim_name(&self, kind: Dim, pos: usize) -> Option<String> = isl_space_get_dim_name;
    /// Adds `n` dimensions at the end.
    add_dims(&self, kind: Dim, n: usize) -> Space = isl_space_add_dims;
    /// Moves `n` dimensions to another kind or position.
    move_dims(&self, dst_type: Dim, dst_pos: usize, src_type: Dim, src_pos: usize, n: usize) -> Space = isl_space_move_dims, movable(dst_type, dst_pos, src_type, src_pos, n);
    /// Inserts `n` dimensions at a position.
    insert_dims(&self, kind: Dim, pos: usize, n: usize) -> Space = isl_space_insert_dims, within_or_end(kind, pos);
    /// From `A -> B` and `B -> C` to `A -> C`.
    join(&self, right: &Space) -> Space = isl_space_join;
    /// From `A -> B` and `C -> D` to `(A -> C) -> (B -> D)`.
    product(&self, right: &Space) -> Space = isl_space_product;
    /// From `A -> C` and `B -> C` to `(A -> B) -> C`.
    domain_product(&self, right: &Space) -> Space = isl_space_domain_product;
    /// From `A -> B` and `A -> C` to `A -> (B -> C)`.
    range_product(&self, right: &Space) -> Space = isl_space_range_product;
    /// From `(A -> B) -> (C -> D)` to `A -> C`.
    factor_domain(&self) -> Space = isl_space_factor_domain;
    /// From `(A -> B) -> (C -> D)` to `B -> D`.
    factor_range(&self) -> Space = isl_space_factor_range;
    /// From `(A -> B) -> C` to `A -> C`.
    domain_factor_domain(&self) -> Space = isl_space_domain_factor_domain;
    /// From `(A -> B) -> C` to `B -> C`.
    domain_factor_range(&self) -> Space = isl_space_domain_factor_range;
    /// From `A -> (B -> C)` to `A -> B`.
    range_factor_domain(&self) -> Space = isl_space_range_factor_domain;
    /// From `A -> (B -> C)` to `A -> C`.
    range_factor_range(&self) -> Space = isl_space_range_factor_range;
    /// The domain of the relation in the domain.
    domain_wrapped_domain(&self) -> Space = isl_space_domain_wrapped_domain;
    /// The range of the relation in the domain.
    domain_wrapped_range(&self) -> Space = isl_space_domain_wrapped_range;
    /// The domain of the relation in the range.
    range_wrapped_domain(&self) -> Space = isl_space_range_wrapped_domain;
    /// The range of the relation in the range.
    range_wrapped_range(&self) -> Space = isl_space_range_wrapped_range;
    /// The space of relations from this set space to itself.
    map_from_set(&self) -> Space = isl_space_map_from_set;
    /// The space of relations from this set space to that one.
    map_from_domain_and_range(&self, range: &Space) -> Space = isl_space_map_from_domain_and_range;
    /// With domain and range exchanged.
    reverse(&self) -> Space = isl_space_reverse;
    /// Turns `A -> (B -> C)` into `A -> (C -> B)`.
    range_reverse(&self) -> Space = isl_space_range_reverse;
    /// Removes `n` dimensions from position `first` on.
    drop_dims(&self, kind: Dim, first: usize, num: usize) -> Space = isl_space_drop_dims, within(kind, first, num);
    /// Without the parameters.
    drop_all_params(&self) -> Space = isl_space_drop_all_params;
    /// The domain.
    domain(&self) -> Space = isl_space_domain;
    /// The space of relations from this set space to a tuple without name and dimensions.
    from_domain(space: &Space) -> Space = isl_space_from_domain;
    /// The range.
    range(&self) -> Space = isl_space_range;
    /// The space of relations from a tuple without name and dimensions to this set space.
    from_range(space: &Space) -> Space = isl_space_from_range;
    /// Maps each pair `x -> y`, as a wrapped relation, to `x`.
    domain_map(&self) -> Space = isl_space_domain_map;
    /// Maps each pair `x -> y`, as a wrapped relation, to `y`.
    range_map(&self) -> Space = isl_space_range_map;
    /// The space of the parameters.
    params(&self) -> Space = isl_space_params;
    /// Adds a tuple of `dim` dimensions: a parameter space becomes a set space, a set space a map space.
    add_unnamed_tuple_ui(&self, dim: usize) -> Space = isl_space_add_unnamed_tuple_ui;
    /// Adds a tuple of this name with `dim` dimensions: a parameter space becomes a set space, a set space a map
    /// space.
    add_named_tuple_id_ui(&self, tuple_id: &Id, dim: usize) -> Space = isl_space_add_named_tuple_id_ui;
    /// The set space of the tuple without name and dimensions, for this parameter space.
    set_from_params(&self) -> Space = isl_space_set_from_params;
    /// Puts the parameters of the other space first, in its order, adding those that are missing.
    align_params(&self, space2: &Space) -> Space = isl_space_align_params;
    /// Whether it is a wrapped relation.
    is_wrapping(&self) -> bool = isl_space_is_wrapping;
    /// Whether the domain is a wrapped relation.
    domain_is_wrapping(&self) -> bool = isl_space_domain_is_wrapping;
    /// Whether the range is a wrapped relation.
    range_is_wrapping(&self) -> bool = isl_space_range_is_wrapping;
    /// Whether both sides are wrapped relations.
    is_product(&self) -> bool = isl_space_is_product;
    /// The set of the pairs, as wrapped relations.
    wrap(&self) -> Space = isl_space_wrap;
    /// The relation that is wrapped in it.
    unwrap(&self) -> Space = isl_space_unwrap;
    /// Whether both domain and range are wrapped relations.
    can_zip(&self) -> bool = isl_space_can_zip;
    /// Turns `(A -> B) -> (C -> D)` into `(A -> C) -> (B -> D)`.
    zip(&self) -> Space = isl_space_zip;
    /// Whether the domain is a wrapped relation.
    can_curry(&self) -> bool = isl_space_can_curry;
    /// Turns `(A -> B) -> C` into `A -> (B -> C)`.
    curry(&self) -> Space = isl_space_curry;
    /// Whether the domain of the relation in the range is a wrapped relation.
    can_range_curry(&self) -> bool = isl_space_can_range_curry;
    /// Turns `A -> ((B -> C) -> D)` into `A -> (B -> (C -> D))`.
    range_curry(&self) -> Space = isl_space_range_curry;
    /// Whether the range is a wrapped relation.
    can_uncurry(&self) -> bool = isl_space_can_uncurry;
    /// Turns `A -> (B -> C)` into `(A -> B) -> C`.
    uncurry(&self) -> Space = isl_space_uncurry;
    /// Whether this is the domain of the other space.
    is_domain(&self, space2: &Space) -> bool = isl_space_is_domain;
    /// Whether this is the range of the other space.
    is_range(&self, space2: &Space) -> bool = isl_space_is_range;
    /// Whether both are equal.
    is_equal(&self, space2: &Space) -> bool = isl_space_is_equal;
    /// Whether both have the same parameters in the same order.
    has_equal_params(&self, space2: &Space) -> bool = isl_space_has_equal_params;
    /// Whether both have the same tuples, whatever their parameters.
    has_equal_tuples(&self, space2: &Space) -> bool = isl_space_has_equal_tuples;
    /// Whether a tuple of this space equals a tuple of the other.
    tuple_is_equal(&self, type1: Dim, space2: &Space, type2: Dim) -> bool = isl_space_tuple_is_equal;
    /// The number of dimensions of a kind.
    dim(&self, kind: Dim) -> usize = isl_space_dim;
    /// With nested tuples in the domain flattened.
    flatten_domain(&self) -> Space = isl_space_flatten_domain;
    /// With nested tuples in the range flattened.
    flatten_range(&self) -> Space = isl_space_flatten_range;
    /// Parses isl's notation.
    read(ctx: &Context, text: &str) -> Space = isl_space_read_from_str;
} }

object! {
    /// A space with integer divisions.
    LocalSpace = isl_local_space: isl_local_space_copy, isl_local_space_free;
}

methods! { LocalSpace {
    /// Without integer divisions.
    from_space(space: &Space) -> LocalSpace = isl_local_space_from_space;
    /// Whether it is of parameters only.
    is_params(&self) -> bool = isl_local_space_is_params;
    /// Whether it is a space of sets.
    is_set(&self) -> bool = isl_local_space_is_set;
    /// Sets the id of a tuple.
    set_tuple_id(&self, kind: Dim, id: &Id) -> LocalSpace = isl_local_space_set_tuple_id;
    /// The number of dimensions of a kind.
    dim(&self, kind: Dim) -> usize = isl_local_space_dim;
    /// Whether the dimension has a name.
    has_dim_name(&self, kind: Dim, pos: usize) -> bool = isl_local_space_has_dim_name;
    /// The name of a dimension, if it has one.
    get_dim_name(&self, kind: Dim, pos: usize) -> Option<String> = isl_local_space_get_dim_name;
    /// Sets the name of a dimension.
    set_dim_name(&self, kind: Dim, pos: usize, s: &str) -> LocalSpace = isl_local_space_set_dim_name;
    /// Whether the dimension has an id.
    has_dim_id(&self, kind: Dim, pos: usize) -> bool = isl_local_space_has_dim_id;
    /// The id of a dimension; an error if it has none.
    get_dim_id(&self, kind: Dim, pos: usize) -> Id = isl_local_space_get_dim_id;
    /// Sets the id of a dimension.
    set_dim_id(&self, kind: Dim, pos: usize, id: &Id) -> LocalSpace = isl_local_space_set_dim_id;
    /// The space.
    get_space(&self) -> Space = isl_local_space_get_space;
    /// An integer division, as an affine function to round down.
    get_div(&self, pos: usize) -> Aff = isl_local_space_get_div;
    /// The position of the dimension with this name.
    find_dim_by_name(&self, kind: Dim, name: &str) -> Option<usize> = isl_local_space_find_dim_by_name;
    /// The domain.
    domain(&self) -> LocalSpace = isl_local_space_domain;
    /// The range.
    range(&self) -> LocalSpace = isl_local_space_range;
    /// The local space of relations from this set space to a tuple without name and dimensions.
    from_domain(ls: &LocalSpace) -> LocalSpace = isl_local_space_from_domain;
    /// Adds `n` dimensions at the end.
    add_dims(&self, kind: Dim, n: usize) -> LocalSpace = isl_local_space_add_dims;
    /// Removes `n` dimensions from position `first` on.
    drop_dims(&self, kind: Dim, first: usize, n: usize) -> LocalSpace = isl_local_space_drop_dims, within(kind, first, n);
    /// Inserts `n` dimensions at a position.
    insert_dims(&self, kind: Dim, first: usize, n: usize) -> LocalSpace = isl_local_space_insert_dims, within_or_end(kind, first);
    /// The set space of the tuple without name and dimensions, for this parameter space.
    set_from_params(&self) -> LocalSpace = isl_local_space_set_from_params;
    /// The local space with the integer divisions of both.
    intersect(&self, ls2: &LocalSpace) -> LocalSpace = isl_local_space_intersect;
    /// The local space of the wrapped relations.
    wrap(&self) -> LocalSpace = isl_local_space_wrap;
    /// Whether both are equal.
    is_equal(&self, ls2: &LocalSpace) -> bool = isl_local_space_is_equal;
    /// Maps each element to itself with its integer divisions.
    lifting(&self) -> BasicMap = isl_local_space_lifting;
    /// With nested tuples in the domain flattened.
    flatten_domain(&self) -> LocalSpace = isl_local_space_flatten_domain;
    /// With nested tuples in the range flattened.
    flatten_range(&self) -> LocalSpace = isl_local_space_flatten_range;
} }
