//! Types: [`Space`], [`LocalSpace`].

use polymill_isl_sys as sys;

use crate::{
    Aff, AffList, BasicMap, Context, Dim, Id, IdList, Map, MultiAff, MultiId, MultiPwAff, MultiUnionPwAff, MultiVal,
    PwAffList, PwMultiAff, Set, UnionPwAffList, ValList,
};

object! {
    /// An isl `space`.
    Space = isl_space: isl_space_copy, isl_space_free, isl_space_to_str;
}

methods! { Space {
    zero_aff_on_domain(&self) -> Aff = isl_space_zero_aff_on_domain;
    param_aff_on_domain_id(&self, id: &Id) -> Aff = isl_space_param_aff_on_domain_id;
    multi_aff(&self, list: &AffList) -> MultiAff = isl_space_multi_aff;
    identity_multi_aff_on_domain(&self) -> MultiAff = isl_space_identity_multi_aff_on_domain;
    zero_multi_aff(&self) -> MultiAff = isl_space_zero_multi_aff;
    domain_map_multi_aff(&self) -> MultiAff = isl_space_domain_map_multi_aff;
    range_map_multi_aff(&self) -> MultiAff = isl_space_range_map_multi_aff;
    multi_aff_on_domain_multi_val(&self, mv: &MultiVal) -> MultiAff = isl_space_multi_aff_on_domain_multi_val;
    multi_pw_aff(&self, list: &PwAffList) -> MultiPwAff = isl_space_multi_pw_aff;
    identity_multi_pw_aff_on_domain(&self) -> MultiPwAff = isl_space_identity_multi_pw_aff_on_domain;
    zero_multi_pw_aff(&self) -> MultiPwAff = isl_space_zero_multi_pw_aff;
    identity_pw_multi_aff_on_domain(&self) -> PwMultiAff = isl_space_identity_pw_multi_aff_on_domain;
    domain_map_pw_multi_aff(&self) -> PwMultiAff = isl_space_domain_map_pw_multi_aff;
    range_map_pw_multi_aff(&self) -> PwMultiAff = isl_space_range_map_pw_multi_aff;
    multi_union_pw_aff(&self, list: &UnionPwAffList) -> MultiUnionPwAff = isl_space_multi_union_pw_aff;
    zero_multi_union_pw_aff(&self) -> MultiUnionPwAff = isl_space_zero_multi_union_pw_aff;
    multi_val(&self, list: &ValList) -> MultiVal = isl_space_multi_val;
    zero_multi_val(&self) -> MultiVal = isl_space_zero_multi_val;
    universe_set(&self) -> Set = isl_space_universe_set;
    multi_id(&self, list: &IdList) -> MultiId = isl_space_multi_id;
    universe_map(&self) -> Map = isl_space_universe_map;
    unit(ctx: &Context) -> Space = isl_space_unit;
    alloc(ctx: &Context, nparam: usize, n_in: usize, n_out: usize) -> Space = isl_space_alloc;
    set_alloc(ctx: &Context, nparam: usize, dim: usize) -> Space = isl_space_set_alloc;
    params_alloc(ctx: &Context, nparam: usize) -> Space = isl_space_params_alloc;
    is_params(&self) -> bool = isl_space_is_params;
    is_set(&self) -> bool = isl_space_is_set;
    is_map(&self) -> bool = isl_space_is_map;
    add_param_id(&self, id: &Id) -> Space = isl_space_add_param_id;
    set_tuple_name(&self, kind: Dim, s: &str) -> Space = isl_space_set_tuple_name;
    has_tuple_name(&self, kind: Dim) -> bool = isl_space_has_tuple_name;
    get_tuple_name(&self, kind: Dim) -> Option<String> = isl_space_get_tuple_name;
    set_domain_tuple_id(&self, id: &Id) -> Space = isl_space_set_domain_tuple_id;
    set_range_tuple_id(&self, id: &Id) -> Space = isl_space_set_range_tuple_id;
    set_tuple_id(&self, kind: Dim, id: &Id) -> Space = isl_space_set_tuple_id;
    reset_tuple_id(&self, kind: Dim) -> Space = isl_space_reset_tuple_id;
    has_domain_tuple_id(&self) -> bool = isl_space_has_domain_tuple_id;
    has_range_tuple_id(&self) -> bool = isl_space_has_range_tuple_id;
    has_tuple_id(&self, kind: Dim) -> bool = isl_space_has_tuple_id;
    get_domain_tuple_id(&self) -> Id = isl_space_get_domain_tuple_id;
    get_range_tuple_id(&self) -> Id = isl_space_get_range_tuple_id;
    get_tuple_id(&self, kind: Dim) -> Id = isl_space_get_tuple_id;
    reset_user(&self) -> Space = isl_space_reset_user;
    set_dim_id(&self, kind: Dim, pos: usize, id: &Id) -> Space = isl_space_set_dim_id;
    has_dim_id(&self, kind: Dim, pos: usize) -> bool = isl_space_has_dim_id;
    get_dim_id(&self, kind: Dim, pos: usize) -> Id = isl_space_get_dim_id;
    find_dim_by_id(&self, kind: Dim, id: &Id) -> Option<usize> = isl_space_find_dim_by_id;
    find_dim_by_name(&self, kind: Dim, name: &str) -> Option<usize> = isl_space_find_dim_by_name;
    has_dim_name(&self, kind: Dim, pos: usize) -> bool = isl_space_has_dim_name;
    set_dim_name(&self, kind: Dim, pos: usize, name: &str) -> Space = isl_space_set_dim_name;
    get_dim_name(&self, kind: Dim, pos: usize) -> Option<String> = isl_space_get_dim_name;
    add_dims(&self, kind: Dim, n: usize) -> Space = isl_space_add_dims;
    move_dims(&self, dst_type: Dim, dst_pos: usize, src_type: Dim, src_pos: usize, n: usize) -> Space = isl_space_move_dims;
    insert_dims(&self, kind: Dim, pos: usize, n: usize) -> Space = isl_space_insert_dims;
    join(&self, right: &Space) -> Space = isl_space_join;
    product(&self, right: &Space) -> Space = isl_space_product;
    domain_product(&self, right: &Space) -> Space = isl_space_domain_product;
    range_product(&self, right: &Space) -> Space = isl_space_range_product;
    factor_domain(&self) -> Space = isl_space_factor_domain;
    factor_range(&self) -> Space = isl_space_factor_range;
    domain_factor_domain(&self) -> Space = isl_space_domain_factor_domain;
    domain_factor_range(&self) -> Space = isl_space_domain_factor_range;
    range_factor_domain(&self) -> Space = isl_space_range_factor_domain;
    range_factor_range(&self) -> Space = isl_space_range_factor_range;
    domain_wrapped_domain(&self) -> Space = isl_space_domain_wrapped_domain;
    domain_wrapped_range(&self) -> Space = isl_space_domain_wrapped_range;
    range_wrapped_domain(&self) -> Space = isl_space_range_wrapped_domain;
    range_wrapped_range(&self) -> Space = isl_space_range_wrapped_range;
    map_from_set(&self) -> Space = isl_space_map_from_set;
    map_from_domain_and_range(&self, range: &Space) -> Space = isl_space_map_from_domain_and_range;
    reverse(&self) -> Space = isl_space_reverse;
    range_reverse(&self) -> Space = isl_space_range_reverse;
    drop_dims(&self, kind: Dim, first: usize, num: usize) -> Space = isl_space_drop_dims;
    drop_all_params(&self) -> Space = isl_space_drop_all_params;
    domain(&self) -> Space = isl_space_domain;
    from_domain(space: &Space) -> Space = isl_space_from_domain;
    range(&self) -> Space = isl_space_range;
    from_range(space: &Space) -> Space = isl_space_from_range;
    domain_map(&self) -> Space = isl_space_domain_map;
    range_map(&self) -> Space = isl_space_range_map;
    params(&self) -> Space = isl_space_params;
    add_unnamed_tuple_ui(&self, dim: usize) -> Space = isl_space_add_unnamed_tuple_ui;
    add_named_tuple_id_ui(&self, tuple_id: &Id, dim: usize) -> Space = isl_space_add_named_tuple_id_ui;
    set_from_params(&self) -> Space = isl_space_set_from_params;
    align_params(&self, space2: &Space) -> Space = isl_space_align_params;
    is_wrapping(&self) -> bool = isl_space_is_wrapping;
    domain_is_wrapping(&self) -> bool = isl_space_domain_is_wrapping;
    range_is_wrapping(&self) -> bool = isl_space_range_is_wrapping;
    is_product(&self) -> bool = isl_space_is_product;
    wrap(&self) -> Space = isl_space_wrap;
    unwrap(&self) -> Space = isl_space_unwrap;
    can_zip(&self) -> bool = isl_space_can_zip;
    zip(&self) -> Space = isl_space_zip;
    can_curry(&self) -> bool = isl_space_can_curry;
    curry(&self) -> Space = isl_space_curry;
    can_range_curry(&self) -> bool = isl_space_can_range_curry;
    range_curry(&self) -> Space = isl_space_range_curry;
    can_uncurry(&self) -> bool = isl_space_can_uncurry;
    uncurry(&self) -> Space = isl_space_uncurry;
    is_domain(&self, space2: &Space) -> bool = isl_space_is_domain;
    is_range(&self, space2: &Space) -> bool = isl_space_is_range;
    is_equal(&self, space2: &Space) -> bool = isl_space_is_equal;
    has_equal_params(&self, space2: &Space) -> bool = isl_space_has_equal_params;
    has_equal_tuples(&self, space2: &Space) -> bool = isl_space_has_equal_tuples;
    tuple_is_equal(&self, type1: Dim, space2: &Space, type2: Dim) -> bool = isl_space_tuple_is_equal;
    dim(&self, kind: Dim) -> usize = isl_space_dim;
    flatten_domain(&self) -> Space = isl_space_flatten_domain;
    flatten_range(&self) -> Space = isl_space_flatten_range;
    read(ctx: &Context, text: &str) -> Space = isl_space_read_from_str;
} }

object! {
    /// An isl `local_space`.
    LocalSpace = isl_local_space: isl_local_space_copy, isl_local_space_free;
}

methods! { LocalSpace {
    from_space(space: &Space) -> LocalSpace = isl_local_space_from_space;
    is_params(&self) -> bool = isl_local_space_is_params;
    is_set(&self) -> bool = isl_local_space_is_set;
    set_tuple_id(&self, kind: Dim, id: &Id) -> LocalSpace = isl_local_space_set_tuple_id;
    dim(&self, kind: Dim) -> usize = isl_local_space_dim;
    has_dim_name(&self, kind: Dim, pos: usize) -> bool = isl_local_space_has_dim_name;
    get_dim_name(&self, kind: Dim, pos: usize) -> Option<String> = isl_local_space_get_dim_name;
    set_dim_name(&self, kind: Dim, pos: usize, s: &str) -> LocalSpace = isl_local_space_set_dim_name;
    has_dim_id(&self, kind: Dim, pos: usize) -> bool = isl_local_space_has_dim_id;
    get_dim_id(&self, kind: Dim, pos: usize) -> Id = isl_local_space_get_dim_id;
    set_dim_id(&self, kind: Dim, pos: usize, id: &Id) -> LocalSpace = isl_local_space_set_dim_id;
    get_space(&self) -> Space = isl_local_space_get_space;
    get_div(&self, pos: usize) -> Aff = isl_local_space_get_div;
    find_dim_by_name(&self, kind: Dim, name: &str) -> Option<usize> = isl_local_space_find_dim_by_name;
    domain(&self) -> LocalSpace = isl_local_space_domain;
    range(&self) -> LocalSpace = isl_local_space_range;
    from_domain(ls: &LocalSpace) -> LocalSpace = isl_local_space_from_domain;
    add_dims(&self, kind: Dim, n: usize) -> LocalSpace = isl_local_space_add_dims;
    drop_dims(&self, kind: Dim, first: usize, n: usize) -> LocalSpace = isl_local_space_drop_dims;
    insert_dims(&self, kind: Dim, first: usize, n: usize) -> LocalSpace = isl_local_space_insert_dims;
    set_from_params(&self) -> LocalSpace = isl_local_space_set_from_params;
    intersect(&self, ls2: &LocalSpace) -> LocalSpace = isl_local_space_intersect;
    wrap(&self) -> LocalSpace = isl_local_space_wrap;
    is_equal(&self, ls2: &LocalSpace) -> bool = isl_local_space_is_equal;
    lifting(&self) -> BasicMap = isl_local_space_lifting;
    flatten_domain(&self) -> LocalSpace = isl_local_space_flatten_domain;
    flatten_range(&self) -> LocalSpace = isl_local_space_flatten_range;
} }
