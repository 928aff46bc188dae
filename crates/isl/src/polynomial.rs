//! Types: [`Qpolynomial`], [`PwQpolynomial`], [`UnionPwQpolynomial`].

use polymill_isl_sys as sys;

use crate::{Aff, Constraint, Context, Dim, Id, Point, PwAff, Set, Space, UnionSet, Val};

object! {
    /// An isl `qpolynomial`.
    Qpolynomial = isl_qpolynomial: isl_qpolynomial_copy, isl_qpolynomial_free;
}

methods! { Qpolynomial {
    get_domain_space(&self) -> Space = isl_qpolynomial_get_domain_space;
    get_space(&self) -> Space = isl_qpolynomial_get_space;
    dim(&self, kind: Dim) -> usize = isl_qpolynomial_dim;
    involves_dims(&self, kind: Dim, first: usize, n: usize) -> bool = isl_qpolynomial_involves_dims;
    get_constant_val(&self) -> Val = isl_qpolynomial_get_constant_val;
    set_dim_name(&self, kind: Dim, pos: usize, s: &str) -> Qpolynomial = isl_qpolynomial_set_dim_name;
    zero_on_domain(domain: &Space) -> Qpolynomial = isl_qpolynomial_zero_on_domain;
    one_on_domain(domain: &Space) -> Qpolynomial = isl_qpolynomial_one_on_domain;
    infty_on_domain(domain: &Space) -> Qpolynomial = isl_qpolynomial_infty_on_domain;
    neginfty_on_domain(domain: &Space) -> Qpolynomial = isl_qpolynomial_neginfty_on_domain;
    nan_on_domain(domain: &Space) -> Qpolynomial = isl_qpolynomial_nan_on_domain;
    val_on_domain(space: &Space, val: &Val) -> Qpolynomial = isl_qpolynomial_val_on_domain;
    var_on_domain(domain: &Space, kind: Dim, pos: usize) -> Qpolynomial = isl_qpolynomial_var_on_domain;
    plain_is_equal(&self, qp2: &Qpolynomial) -> bool = isl_qpolynomial_plain_is_equal;
    is_zero(&self) -> bool = isl_qpolynomial_is_zero;
    is_nan(&self) -> bool = isl_qpolynomial_is_nan;
    is_infty(&self) -> bool = isl_qpolynomial_is_infty;
    is_neginfty(&self) -> bool = isl_qpolynomial_is_neginfty;
    sgn(&self) -> i32 = isl_qpolynomial_sgn;
    neg(&self) -> Qpolynomial = isl_qpolynomial_neg;
    add(&self, qp2: &Qpolynomial) -> Qpolynomial = isl_qpolynomial_add;
    sub(&self, qp2: &Qpolynomial) -> Qpolynomial = isl_qpolynomial_sub;
    mul(&self, qp2: &Qpolynomial) -> Qpolynomial = isl_qpolynomial_mul;
    pow(&self, power: usize) -> Qpolynomial = isl_qpolynomial_pow;
    scale_val(&self, v: &Val) -> Qpolynomial = isl_qpolynomial_scale_val;
    scale_down_val(&self, v: &Val) -> Qpolynomial = isl_qpolynomial_scale_down_val;
    insert_dims(&self, kind: Dim, first: usize, n: usize) -> Qpolynomial = isl_qpolynomial_insert_dims;
    add_dims(&self, kind: Dim, n: usize) -> Qpolynomial = isl_qpolynomial_add_dims;
    move_dims(&self, dst_type: Dim, dst_pos: usize, src_type: Dim, src_pos: usize, n: usize) -> Qpolynomial = isl_qpolynomial_move_dims;
    project_domain_on_params(&self) -> Qpolynomial = isl_qpolynomial_project_domain_on_params;
    drop_dims(&self, kind: Dim, first: usize, n: usize) -> Qpolynomial = isl_qpolynomial_drop_dims;
    homogenize(&self) -> Qpolynomial = isl_qpolynomial_homogenize;
    align_params(&self, model: &Space) -> Qpolynomial = isl_qpolynomial_align_params;
    eval(&self, pnt: &Point) -> Val = isl_qpolynomial_eval;
    gist_params(&self, context: &Set) -> Qpolynomial = isl_qpolynomial_gist_params;
    gist(&self, context: &Set) -> Qpolynomial = isl_qpolynomial_gist;
    from_constraint(c: &Constraint, kind: Dim, pos: usize) -> Qpolynomial = isl_qpolynomial_from_constraint;
    from_aff(aff: &Aff) -> Qpolynomial = isl_qpolynomial_from_aff;
} }

object! {
    /// An isl `pw_qpolynomial`.
    PwQpolynomial = isl_pw_qpolynomial: isl_pw_qpolynomial_copy, isl_pw_qpolynomial_free, isl_pw_qpolynomial_to_str;
}

methods! { PwQpolynomial {
    involves_nan(&self) -> bool = isl_pw_qpolynomial_involves_nan;
    plain_is_equal(&self, pwqp2: &PwQpolynomial) -> bool = isl_pw_qpolynomial_plain_is_equal;
    zero(space: &Space) -> PwQpolynomial = isl_pw_qpolynomial_zero;
    alloc(set: &Set, qp: &Qpolynomial) -> PwQpolynomial = isl_pw_qpolynomial_alloc;
    from_qpolynomial(qp: &Qpolynomial) -> PwQpolynomial = isl_pw_qpolynomial_from_qpolynomial;
    is_zero(&self) -> bool = isl_pw_qpolynomial_is_zero;
    get_domain_space(&self) -> Space = isl_pw_qpolynomial_get_domain_space;
    get_space(&self) -> Space = isl_pw_qpolynomial_get_space;
    reset_domain_space(&self, space: &Space) -> PwQpolynomial = isl_pw_qpolynomial_reset_domain_space;
    dim(&self, kind: Dim) -> usize = isl_pw_qpolynomial_dim;
    involves_param_id(&self, id: &Id) -> bool = isl_pw_qpolynomial_involves_param_id;
    involves_dims(&self, kind: Dim, first: usize, n: usize) -> bool = isl_pw_qpolynomial_involves_dims;
    has_equal_space(&self, pwqp2: &PwQpolynomial) -> bool = isl_pw_qpolynomial_has_equal_space;
    set_dim_name(&self, kind: Dim, pos: usize, s: &str) -> PwQpolynomial = isl_pw_qpolynomial_set_dim_name;
    find_dim_by_name(&self, kind: Dim, name: &str) -> Option<usize> = isl_pw_qpolynomial_find_dim_by_name;
    reset_user(&self) -> PwQpolynomial = isl_pw_qpolynomial_reset_user;
    domain(&self) -> Set = isl_pw_qpolynomial_domain;
    intersect_domain(&self, set: &Set) -> PwQpolynomial = isl_pw_qpolynomial_intersect_domain;
    intersect_domain_wrapped_domain(&self, set: &Set) -> PwQpolynomial = isl_pw_qpolynomial_intersect_domain_wrapped_domain;
    intersect_domain_wrapped_range(&self, set: &Set) -> PwQpolynomial = isl_pw_qpolynomial_intersect_domain_wrapped_range;
    intersect_params(&self, set: &Set) -> PwQpolynomial = isl_pw_qpolynomial_intersect_params;
    subtract_domain(&self, set: &Set) -> PwQpolynomial = isl_pw_qpolynomial_subtract_domain;
    project_domain_on_params(&self) -> PwQpolynomial = isl_pw_qpolynomial_project_domain_on_params;
    drop_dims(&self, kind: Dim, first: usize, n: usize) -> PwQpolynomial = isl_pw_qpolynomial_drop_dims;
    split_dims(&self, kind: Dim, first: usize, n: usize) -> PwQpolynomial = isl_pw_qpolynomial_split_dims;
    drop_unused_params(&self) -> PwQpolynomial = isl_pw_qpolynomial_drop_unused_params;
    add(&self, pwqp2: &PwQpolynomial) -> PwQpolynomial = isl_pw_qpolynomial_add;
    sub(&self, pwqp2: &PwQpolynomial) -> PwQpolynomial = isl_pw_qpolynomial_sub;
    add_disjoint(&self, pwqp2: &PwQpolynomial) -> PwQpolynomial = isl_pw_qpolynomial_add_disjoint;
    neg(&self) -> PwQpolynomial = isl_pw_qpolynomial_neg;
    mul(&self, pwqp2: &PwQpolynomial) -> PwQpolynomial = isl_pw_qpolynomial_mul;
    scale_val(&self, v: &Val) -> PwQpolynomial = isl_pw_qpolynomial_scale_val;
    scale_down_val(&self, v: &Val) -> PwQpolynomial = isl_pw_qpolynomial_scale_down_val;
    pow(&self, exponent: usize) -> PwQpolynomial = isl_pw_qpolynomial_pow;
    insert_dims(&self, kind: Dim, first: usize, n: usize) -> PwQpolynomial = isl_pw_qpolynomial_insert_dims;
    add_dims(&self, kind: Dim, n: usize) -> PwQpolynomial = isl_pw_qpolynomial_add_dims;
    move_dims(&self, dst_type: Dim, dst_pos: usize, src_type: Dim, src_pos: usize, n: usize) -> PwQpolynomial = isl_pw_qpolynomial_move_dims;
    fix_val(&self, kind: Dim, n: usize, v: &Val) -> PwQpolynomial = isl_pw_qpolynomial_fix_val;
    eval(&self, pnt: &Point) -> Val = isl_pw_qpolynomial_eval;
    max(&self) -> Val = isl_pw_qpolynomial_max;
    min(&self) -> Val = isl_pw_qpolynomial_min;
    n_piece(&self) -> usize = isl_pw_qpolynomial_n_piece;
    isa_qpolynomial(&self) -> bool = isl_pw_qpolynomial_isa_qpolynomial;
    as_qpolynomial(&self) -> Qpolynomial = isl_pw_qpolynomial_as_qpolynomial;
    from_pw_aff(pwaff: &PwAff) -> PwQpolynomial = isl_pw_qpolynomial_from_pw_aff;
    read(ctx: &Context, text: &str) -> PwQpolynomial = isl_pw_qpolynomial_read_from_str;
    coalesce(&self) -> PwQpolynomial = isl_pw_qpolynomial_coalesce;
    gist(&self, context: &Set) -> PwQpolynomial = isl_pw_qpolynomial_gist;
    gist_params(&self, context: &Set) -> PwQpolynomial = isl_pw_qpolynomial_gist_params;
    to_union_pw_qpolynomial(&self) -> UnionPwQpolynomial = isl_pw_qpolynomial_to_union_pw_qpolynomial;
} }

callbacks! { PwQpolynomial {
    foreach_piece(&self, |set: Set, poly: Qpolynomial| -> ()) -> () = isl_pw_qpolynomial_foreach_piece;
    every_piece(&self, |set: &Set, poly: &Qpolynomial| -> bool) -> bool = isl_pw_qpolynomial_every_piece;
} }

object! {
    /// An isl `union_pw_qpolynomial`.
    UnionPwQpolynomial = isl_union_pw_qpolynomial: isl_union_pw_qpolynomial_copy, isl_union_pw_qpolynomial_free, isl_union_pw_qpolynomial_to_str;
}

methods! { UnionPwQpolynomial {
    dim(&self, kind: Dim) -> usize = isl_union_pw_qpolynomial_dim;
    involves_nan(&self) -> bool = isl_union_pw_qpolynomial_involves_nan;
    plain_is_equal(&self, upwqp2: &UnionPwQpolynomial) -> bool = isl_union_pw_qpolynomial_plain_is_equal;
    from_pw_qpolynomial(pwqp: &PwQpolynomial) -> UnionPwQpolynomial = isl_union_pw_qpolynomial_from_pw_qpolynomial;
    zero_ctx(ctx: &Context) -> UnionPwQpolynomial = isl_union_pw_qpolynomial_zero_ctx;
    zero_space(space: &Space) -> UnionPwQpolynomial = isl_union_pw_qpolynomial_zero_space;
    zero(space: &Space) -> UnionPwQpolynomial = isl_union_pw_qpolynomial_zero;
    add_pw_qpolynomial(&self, pwqp: &PwQpolynomial) -> UnionPwQpolynomial = isl_union_pw_qpolynomial_add_pw_qpolynomial;
    read(ctx: &Context, text: &str) -> UnionPwQpolynomial = isl_union_pw_qpolynomial_read_from_str;
    neg(&self) -> UnionPwQpolynomial = isl_union_pw_qpolynomial_neg;
    add(&self, upwqp2: &UnionPwQpolynomial) -> UnionPwQpolynomial = isl_union_pw_qpolynomial_add;
    sub(&self, upwqp2: &UnionPwQpolynomial) -> UnionPwQpolynomial = isl_union_pw_qpolynomial_sub;
    mul(&self, upwqp2: &UnionPwQpolynomial) -> UnionPwQpolynomial = isl_union_pw_qpolynomial_mul;
    scale_val(&self, v: &Val) -> UnionPwQpolynomial = isl_union_pw_qpolynomial_scale_val;
    scale_down_val(&self, v: &Val) -> UnionPwQpolynomial = isl_union_pw_qpolynomial_scale_down_val;
    domain(&self) -> UnionSet = isl_union_pw_qpolynomial_domain;
    intersect_domain_space(&self, space: &Space) -> UnionPwQpolynomial = isl_union_pw_qpolynomial_intersect_domain_space;
    intersect_domain_union_set(&self, uset: &UnionSet) -> UnionPwQpolynomial = isl_union_pw_qpolynomial_intersect_domain_union_set;
    intersect_domain(&self, uset: &UnionSet) -> UnionPwQpolynomial = isl_union_pw_qpolynomial_intersect_domain;
    intersect_domain_wrapped_domain(&self, uset: &UnionSet) -> UnionPwQpolynomial = isl_union_pw_qpolynomial_intersect_domain_wrapped_domain;
    intersect_domain_wrapped_range(&self, uset: &UnionSet) -> UnionPwQpolynomial = isl_union_pw_qpolynomial_intersect_domain_wrapped_range;
    intersect_params(&self, set: &Set) -> UnionPwQpolynomial = isl_union_pw_qpolynomial_intersect_params;
    subtract_domain_union_set(&self, uset: &UnionSet) -> UnionPwQpolynomial = isl_union_pw_qpolynomial_subtract_domain_union_set;
    subtract_domain_space(&self, space: &Space) -> UnionPwQpolynomial = isl_union_pw_qpolynomial_subtract_domain_space;
    subtract_domain(&self, uset: &UnionSet) -> UnionPwQpolynomial = isl_union_pw_qpolynomial_subtract_domain;
    get_space(&self) -> Space = isl_union_pw_qpolynomial_get_space;
    set_dim_name(&self, kind: Dim, pos: usize, s: &str) -> UnionPwQpolynomial = isl_union_pw_qpolynomial_set_dim_name;
    find_dim_by_name(&self, kind: Dim, name: &str) -> Option<usize> = isl_union_pw_qpolynomial_find_dim_by_name;
    drop_dims(&self, kind: Dim, first: usize, n: usize) -> UnionPwQpolynomial = isl_union_pw_qpolynomial_drop_dims;
    reset_user(&self) -> UnionPwQpolynomial = isl_union_pw_qpolynomial_reset_user;
    eval(&self, pnt: &Point) -> Val = isl_union_pw_qpolynomial_eval;
    coalesce(&self) -> UnionPwQpolynomial = isl_union_pw_qpolynomial_coalesce;
    gist(&self, context: &UnionSet) -> UnionPwQpolynomial = isl_union_pw_qpolynomial_gist;
    gist_params(&self, context: &Set) -> UnionPwQpolynomial = isl_union_pw_qpolynomial_gist_params;
    align_params(&self, model: &Space) -> UnionPwQpolynomial = isl_union_pw_qpolynomial_align_params;
    n_pw_qpolynomial(&self) -> usize = isl_union_pw_qpolynomial_n_pw_qpolynomial;
    extract_pw_qpolynomial(&self, space: &Space) -> PwQpolynomial = isl_union_pw_qpolynomial_extract_pw_qpolynomial;
} }

callbacks! { UnionPwQpolynomial {
    foreach_pw_qpolynomial(&self, |poly: PwQpolynomial| -> ()) -> () = isl_union_pw_qpolynomial_foreach_pw_qpolynomial;
    every_pw_qpolynomial(&self, |poly: &PwQpolynomial| -> bool) -> bool = isl_union_pw_qpolynomial_every_pw_qpolynomial;
} }
