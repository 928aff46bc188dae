//! Quasi-polynomials.

use polymill_isl_sys as sys;

use crate::{Aff, Constraint, Context, Dim, Id, Point, PwAff, Set, Space, UnionSet, Val};

object! {
    /// A quasi-polynomial.
    QPolynomial = isl_qpolynomial: isl_qpolynomial_copy, isl_qpolynomial_free;
}

methods! { QPolynomial {
    /// The space of the domain.
    get_domain_space(&self) -> Space = isl_qpolynomial_get_domain_space;
    /// The space.
    get_space(&self) -> Space = isl_qpolynomial_get_space;
    /// The number of dimensions of a kind.
    dim(&self, kind: Dim) -> usize = isl_qpolynomial_dim;
    /// Whether any of `n` dimensions from position `first` on occurs.
    involves_dims(&self, kind: Dim, first: usize, n: usize) -> bool = isl_qpolynomial_involves_dims, within(kind, first, n);
    /// The constant term.
    get_constant_val(&self) -> Val = isl_qpolynomial_get_constant_val;
    /// Sets the name of a dimension.
    set_dim_name(&self, kind: Dim, pos: usize, s: &str) -> QPolynomial = isl_qpolynomial_set_dim_name;
    /// Zero everywhere.
    zero_on_domain(domain: &Space) -> QPolynomial = isl_qpolynomial_zero_on_domain;
    /// One everywhere.
    one_on_domain(domain: &Space) -> QPolynomial = isl_qpolynomial_one_on_domain;
    /// Infinity everywhere.
    infty_on_domain(domain: &Space) -> QPolynomial = isl_qpolynomial_infty_on_domain;
    /// Minus infinity everywhere.
    neginfty_on_domain(domain: &Space) -> QPolynomial = isl_qpolynomial_neginfty_on_domain;
    /// NaN everywhere.
    nan_on_domain(domain: &Space) -> QPolynomial = isl_qpolynomial_nan_on_domain;
    /// The constant function.
    val_on_domain(space: &Space, val: &Val) -> QPolynomial = isl_qpolynomial_val_on_domain;
    /// The function that is a dimension (or parameter) of the domain.
    var_on_domain(domain: &Space, kind: Dim, pos: usize) -> QPolynomial = isl_qpolynomial_var_on_domain;
    /// Whether both obviously are the same.
    plain_is_equal(&self, qp2: &QPolynomial) -> bool = isl_qpolynomial_plain_is_equal;
    /// Whether it is zero.
    is_zero(&self) -> bool = isl_qpolynomial_is_zero;
    /// Whether it is NaN.
    is_nan(&self) -> bool = isl_qpolynomial_is_nan;
    /// Whether it is infinity.
    is_infty(&self) -> bool = isl_qpolynomial_is_infty;
    /// Whether it is minus infinity.
    is_neginfty(&self) -> bool = isl_qpolynomial_is_neginfty;
    /// The sign, if it is constant: -1, 0 or 1; else 0.
    sgn(&self) -> i32 = isl_qpolynomial_sgn;
    /// The negation.
    neg(&self) -> QPolynomial = isl_qpolynomial_neg;
    /// The sum; functions are added where both are defined.
    add(&self, qp2: &QPolynomial) -> QPolynomial = isl_qpolynomial_add;
    /// The difference; functions are subtracted where both are defined.
    sub(&self, qp2: &QPolynomial) -> QPolynomial = isl_qpolynomial_sub;
    /// The product.
    mul(&self, qp2: &QPolynomial) -> QPolynomial = isl_qpolynomial_mul;
    /// To the power of a number.
    pow(&self, power: usize) -> QPolynomial = isl_qpolynomial_pow;
    /// Multiplies by a number.
    scale_val(&self, v: &Val) -> QPolynomial = isl_qpolynomial_scale_val;
    /// Divides by a number.
    scale_down_val(&self, v: &Val) -> QPolynomial = isl_qpolynomial_scale_down_val;
    /// Inserts `n` dimensions at a position.
    insert_dims(&self, kind: Dim, first: usize, n: usize) -> QPolynomial = isl_qpolynomial_insert_dims, within_or_end(kind, first);
    /// Adds `n` dimensions at the end.
    add_dims(&self, kind: Dim, n: usize) -> QPolynomial = isl_qpolynomial_add_dims;
    /// Moves `n` dimensions to another kind or position.
    move_dims(&self, dst_type: Dim, dst_pos: usize, src_type: Dim, src_pos: usize, n: usize) -> QPolynomial = isl_qpolynomial_move_dims, movable(dst_type, dst_pos, src_type, src_pos, n);
    /// For a function of parameters only: the same without its domain tuple.
    project_domain_on_params(&self) -> QPolynomial = isl_qpolynomial_project_domain_on_params;
    /// Removes `n` dimensions from position `first` on.
    drop_dims(&self, kind: Dim, first: usize, n: usize) -> QPolynomial = isl_qpolynomial_drop_dims, within(kind, first, n);
    /// With an extra dimension that makes all terms have the same degree.
    homogenize(&self) -> QPolynomial = isl_qpolynomial_homogenize;
    /// Puts the parameters of `model` first, in the model's order, adding those that are missing.
    align_params(&self, model: &Space) -> QPolynomial = isl_qpolynomial_align_params;
    /// The value at a point; NaN where the function is not defined.
    eval(&self, pnt: &Point) -> Val = isl_qpolynomial_eval;
    /// Simplified, given that `context` holds for the parameters.
    gist_params(&self, context: &Set) -> QPolynomial = isl_qpolynomial_gist_params;
    /// Simplified, given that `context` holds.
    gist(&self, context: &Set) -> QPolynomial = isl_qpolynomial_gist;
    /// The bound that a constraint puts on a dimension, as a polynomial.
    from_constraint(c: &Constraint, kind: Dim, pos: usize) -> QPolynomial = isl_qpolynomial_from_constraint;
    /// From an affine function.
    from_aff(aff: &Aff) -> QPolynomial = isl_qpolynomial_from_aff;
} }

object! {
    /// A piecewise quasi-polynomial, which is zero outside of its pieces.
    PwQPolynomial = isl_pw_qpolynomial: isl_pw_qpolynomial_copy, isl_pw_qpolynomial_free, isl_pw_qpolynomial_to_str;
}

methods! { PwQPolynomial {
    /// Whether NaN occurs.
    involves_nan(&self) -> bool = isl_pw_qpolynomial_involves_nan;
    /// Whether both obviously are the same.
    plain_is_equal(&self, pwqp2: &PwQPolynomial) -> bool = isl_pw_qpolynomial_plain_is_equal;
    /// Zero everywhere.
    zero(space: &Space) -> PwQPolynomial = isl_pw_qpolynomial_zero;
    /// The function that is `qp` on `set`, and zero elsewhere.
    alloc(set: &Set, qp: &QPolynomial) -> PwQPolynomial = isl_pw_qpolynomial_alloc;
    /// From a polynomial.
    from_qpolynomial(qp: &QPolynomial) -> PwQPolynomial = isl_pw_qpolynomial_from_qpolynomial;
    /// Whether it is zero.
    is_zero(&self) -> bool = isl_pw_qpolynomial_is_zero;
    /// The space of the domain.
    get_domain_space(&self) -> Space = isl_pw_qpolynomial_get_domain_space;
    /// The space.
    get_space(&self) -> Space = isl_pw_qpolynomial_get_space;
    /// The number of dimensions of a kind.
    dim(&self, kind: Dim) -> usize = isl_pw_qpolynomial_dim;
    /// Whether this parameter occurs.
    involves_param_id(&self, id: &Id) -> bool = isl_pw_qpolynomial_involves_param_id;
    /// Whether any of `n` dimensions from position `first` on occurs.
    involves_dims(&self, kind: Dim, first: usize, n: usize) -> bool = isl_pw_qpolynomial_involves_dims, within(kind, first, n);
    /// Whether both have the same space.
    has_equal_space(&self, pwqp2: &PwQPolynomial) -> bool = isl_pw_qpolynomial_has_equal_space;
    /// Sets the name of a dimension.
    set_dim_name(&self, kind: Dim, pos: usize, s: &str) -> PwQPolynomial = isl_pw_qpolynomial_set_dim_name;
    /// The position of the dimension with this name.
    find_dim_by_name(&self, kind: Dim, name: &str) -> Option<usize> = isl_pw_qpolynomial_find_dim_by_name;
    /// With the tags of all ids dropped (see [`Id::with_tag`](crate::Id::with_tag)).
    reset_user(&self) -> PwQPolynomial = isl_pw_qpolynomial_reset_user;
    /// The domain.
    domain(&self) -> Set = isl_pw_qpolynomial_domain;
    /// The part whose domain is in the set.
    intersect_domain(&self, set: &Set) -> PwQPolynomial = isl_pw_qpolynomial_intersect_domain;
    /// The part of `(A -> B) -> C` whose `A` is in the set.
    intersect_domain_wrapped_domain(&self, set: &Set) -> PwQPolynomial = isl_pw_qpolynomial_intersect_domain_wrapped_domain;
    /// The part of `(A -> B) -> C` whose `B` is in the set.
    intersect_domain_wrapped_range(&self, set: &Set) -> PwQPolynomial = isl_pw_qpolynomial_intersect_domain_wrapped_range;
    /// The part whose parameters are in the set.
    intersect_params(&self, set: &Set) -> PwQPolynomial = isl_pw_qpolynomial_intersect_params;
    /// The part whose domain is not in the set.
    subtract_domain(&self, set: &Set) -> PwQPolynomial = isl_pw_qpolynomial_subtract_domain;
    /// For a function of parameters only: the same without its domain tuple.
    project_domain_on_params(&self) -> PwQPolynomial = isl_pw_qpolynomial_project_domain_on_params;
    /// Removes `n` dimensions from position `first` on.
    drop_dims(&self, kind: Dim, first: usize, n: usize) -> PwQPolynomial = isl_pw_qpolynomial_drop_dims, within(kind, first, n);
    /// Splits the pieces so that each has one sign of these dimensions.
    split_dims(&self, kind: Dim, first: usize, n: usize) -> PwQPolynomial = isl_pw_qpolynomial_split_dims, within(kind, first, n);
    /// Removes the parameters that do not occur.
    drop_unused_params(&self) -> PwQPolynomial = isl_pw_qpolynomial_drop_unused_params;
    /// The sum; functions are added where both are defined.
    add(&self, pwqp2: &PwQPolynomial) -> PwQPolynomial = isl_pw_qpolynomial_add;
    /// The difference; functions are subtracted where both are defined.
    sub(&self, pwqp2: &PwQPolynomial) -> PwQPolynomial = isl_pw_qpolynomial_sub;
    /// The sum of two functions whose domains do not overlap.
    add_disjoint(&self, pwqp2: &PwQPolynomial) -> PwQPolynomial = isl_pw_qpolynomial_add_disjoint;
    /// The negation.
    neg(&self) -> PwQPolynomial = isl_pw_qpolynomial_neg;
    /// The product.
    mul(&self, pwqp2: &PwQPolynomial) -> PwQPolynomial = isl_pw_qpolynomial_mul;
    /// Multiplies by a number.
    scale_val(&self, v: &Val) -> PwQPolynomial = isl_pw_qpolynomial_scale_val;
    /// Divides by a number.
    scale_down_val(&self, v: &Val) -> PwQPolynomial = isl_pw_qpolynomial_scale_down_val;
    /// To the power of a number.
    pow(&self, exponent: usize) -> PwQPolynomial = isl_pw_qpolynomial_pow;
    /// Inserts `n` dimensions at a position.
    insert_dims(&self, kind: Dim, first: usize, n: usize) -> PwQPolynomial = isl_pw_qpolynomial_insert_dims, within_or_end(kind, first);
    /// Adds `n` dimensions at the end.
    add_dims(&self, kind: Dim, n: usize) -> PwQPolynomial = isl_pw_qpolynomial_add_dims;
    /// Moves `n` dimensions to another kind or position.
    move_dims(&self, dst_type: Dim, dst_pos: usize, src_type: Dim, src_pos: usize, n: usize) -> PwQPolynomial = isl_pw_qpolynomial_move_dims, movable(dst_type, dst_pos, src_type, src_pos, n);
    /// Fixes a dimension to a value.
    fix_val(&self, kind: Dim, n: usize, v: &Val) -> PwQPolynomial = isl_pw_qpolynomial_fix_val;
    /// The value at a point; NaN where the function is not defined.
    eval(&self, pnt: &Point) -> Val = isl_pw_qpolynomial_eval;
    /// The largest value, found by looking at each integer point.
    max(&self) -> Val = isl_pw_qpolynomial_max;
    /// The smallest value, found by looking at each integer point.
    min(&self) -> Val = isl_pw_qpolynomial_min;
    /// The number of pieces.
    n_piece(&self) -> usize = isl_pw_qpolynomial_n_piece;
    /// Whether there is but one piece that is defined everywhere.
    isa_qpolynomial(&self) -> bool = isl_pw_qpolynomial_isa_qpolynomial;
    /// The only piece, if there is but one that is defined everywhere; an error otherwise.
    as_qpolynomial(&self) -> QPolynomial = isl_pw_qpolynomial_as_qpolynomial;
    /// From a function.
    from_pw_aff(pwaff: &PwAff) -> PwQPolynomial = isl_pw_qpolynomial_from_pw_aff;
    /// Parses isl's notation.
    read(ctx: &Context, text: &str) -> PwQPolynomial = isl_pw_qpolynomial_read_from_str;
    /// Simplified, given that `context` holds.
    gist(&self, context: &Set) -> PwQPolynomial = isl_pw_qpolynomial_gist;
    /// Simplified, given that `context` holds for the parameters.
    gist_params(&self, context: &Set) -> PwQPolynomial = isl_pw_qpolynomial_gist_params;
    /// As a `UnionPwQpolynomial`.
    to_union_pw_qpolynomial(&self) -> UnionPwQPolynomial = isl_pw_qpolynomial_to_union_pw_qpolynomial;
} }

callbacks! { PwQPolynomial {
    /// Calls `f` with each piece and its domain.
    foreach_piece(&self, |set: Set, poly: QPolynomial| -> ()) -> () = isl_pw_qpolynomial_foreach_piece;
    /// Whether `f` holds for each piece. Stops at the first for which it does not.
    every_piece(&self, |set: &Set, poly: &QPolynomial| -> bool) -> bool = isl_pw_qpolynomial_every_piece;
} }

object! {
    /// Piecewise quasi-polynomials on any number of domain spaces.
    UnionPwQPolynomial = isl_union_pw_qpolynomial: isl_union_pw_qpolynomial_copy, isl_union_pw_qpolynomial_free, isl_union_pw_qpolynomial_to_str;
}

methods! { UnionPwQPolynomial {
    /// The number of dimensions of a kind.
    dim(&self, kind: Dim) -> usize = isl_union_pw_qpolynomial_dim;
    /// Whether NaN occurs.
    involves_nan(&self) -> bool = isl_union_pw_qpolynomial_involves_nan;
    /// Whether both obviously are the same.
    plain_is_equal(&self, upwqp2: &UnionPwQPolynomial) -> bool = isl_union_pw_qpolynomial_plain_is_equal;
    /// From a piecewise polynomial.
    from_pw_qpolynomial(pwqp: &PwQPolynomial) -> UnionPwQPolynomial = isl_union_pw_qpolynomial_from_pw_qpolynomial;
    /// Zero everywhere.
    zero_ctx(ctx: &Context) -> UnionPwQPolynomial = isl_union_pw_qpolynomial_zero_ctx;
    /// Zero everywhere.
    zero_space(space: &Space) -> UnionPwQPolynomial = isl_union_pw_qpolynomial_zero_space;
    /// Zero everywhere.
    zero(space: &Space) -> UnionPwQPolynomial = isl_union_pw_qpolynomial_zero;
    /// Adds a polynomial on another domain space.
    add_pw_qpolynomial(&self, pwqp: &PwQPolynomial) -> UnionPwQPolynomial = isl_union_pw_qpolynomial_add_pw_qpolynomial, has_headroom();
    /// Parses isl's notation.
    read(ctx: &Context, text: &str) -> UnionPwQPolynomial = isl_union_pw_qpolynomial_read_from_str;
    /// The negation.
    neg(&self) -> UnionPwQPolynomial = isl_union_pw_qpolynomial_neg;
    /// The sum; functions are added where both are defined.
    add(&self, upwqp2: &UnionPwQPolynomial) -> UnionPwQPolynomial = isl_union_pw_qpolynomial_add;
    /// The difference; functions are subtracted where both are defined.
    sub(&self, upwqp2: &UnionPwQPolynomial) -> UnionPwQPolynomial = isl_union_pw_qpolynomial_sub;
    /// The product.
    mul(&self, upwqp2: &UnionPwQPolynomial) -> UnionPwQPolynomial = isl_union_pw_qpolynomial_mul;
    /// Multiplies by a number.
    scale_val(&self, v: &Val) -> UnionPwQPolynomial = isl_union_pw_qpolynomial_scale_val;
    /// Divides by a number.
    scale_down_val(&self, v: &Val) -> UnionPwQPolynomial = isl_union_pw_qpolynomial_scale_down_val;
    /// The domain.
    domain(&self) -> UnionSet = isl_union_pw_qpolynomial_domain;
    /// The part whose domain is in this space.
    intersect_domain_space(&self, space: &Space) -> UnionPwQPolynomial = isl_union_pw_qpolynomial_intersect_domain_space;
    /// The part whose domain is in the set.
    intersect_domain_union_set(&self, uset: &UnionSet) -> UnionPwQPolynomial = isl_union_pw_qpolynomial_intersect_domain_union_set;
    /// The part whose domain is in the set.
    intersect_domain(&self, uset: &UnionSet) -> UnionPwQPolynomial = isl_union_pw_qpolynomial_intersect_domain;
    /// The part of `(A -> B) -> C` whose `A` is in the set.
    intersect_domain_wrapped_domain(&self, uset: &UnionSet) -> UnionPwQPolynomial = isl_union_pw_qpolynomial_intersect_domain_wrapped_domain;
    /// The part of `(A -> B) -> C` whose `B` is in the set.
    intersect_domain_wrapped_range(&self, uset: &UnionSet) -> UnionPwQPolynomial = isl_union_pw_qpolynomial_intersect_domain_wrapped_range;
    /// The part whose parameters are in the set.
    intersect_params(&self, set: &Set) -> UnionPwQPolynomial = isl_union_pw_qpolynomial_intersect_params;
    /// The part whose domain is not in the set.
    subtract_domain_union_set(&self, uset: &UnionSet) -> UnionPwQPolynomial = isl_union_pw_qpolynomial_subtract_domain_union_set;
    /// The part whose domain is not in this space.
    subtract_domain_space(&self, space: &Space) -> UnionPwQPolynomial = isl_union_pw_qpolynomial_subtract_domain_space;
    /// The part whose domain is not in the set.
    subtract_domain(&self, uset: &UnionSet) -> UnionPwQPolynomial = isl_union_pw_qpolynomial_subtract_domain;
    /// The space.
    get_space(&self) -> Space = isl_union_pw_qpolynomial_get_space;
    /// Sets the name of a dimension.
    set_dim_name(&self, kind: Dim, pos: usize, s: &str) -> UnionPwQPolynomial = isl_union_pw_qpolynomial_set_dim_name;
    /// The position of the dimension with this name.
    find_dim_by_name(&self, kind: Dim, name: &str) -> Option<usize> = isl_union_pw_qpolynomial_find_dim_by_name;
    /// Removes `n` dimensions from position `first` on.
    drop_dims(&self, kind: Dim, first: usize, n: usize) -> UnionPwQPolynomial = isl_union_pw_qpolynomial_drop_dims, within(kind, first, n);
    /// With the tags of all ids dropped (see [`Id::with_tag`](crate::Id::with_tag)).
    reset_user(&self) -> UnionPwQPolynomial = isl_union_pw_qpolynomial_reset_user;
    /// The value at a point; NaN where the function is not defined.
    eval(&self, pnt: &Point) -> Val = isl_union_pw_qpolynomial_eval;
    /// Simplified, given that `context` holds.
    gist(&self, context: &UnionSet) -> UnionPwQPolynomial = isl_union_pw_qpolynomial_gist;
    /// Simplified, given that `context` holds for the parameters.
    gist_params(&self, context: &Set) -> UnionPwQPolynomial = isl_union_pw_qpolynomial_gist_params;
    /// Puts the parameters of `model` first, in the model's order, adding those that are missing.
    align_params(&self, model: &Space) -> UnionPwQPolynomial = isl_union_pw_qpolynomial_align_params;
    /// The number of polynomials, one for each space.
    n_pw_qpolynomial(&self) -> usize = isl_union_pw_qpolynomial_n_pw_qpolynomial;
    /// The polynomial in this space.
    extract_pw_qpolynomial(&self, space: &Space) -> PwQPolynomial = isl_union_pw_qpolynomial_extract_pw_qpolynomial;
} }

callbacks! { UnionPwQPolynomial {
    /// Calls `f` with the polynomial of each space, in no particular order.
    foreach_pw_qpolynomial(&self, |poly: PwQPolynomial| -> ()) -> () = isl_union_pw_qpolynomial_foreach_pw_qpolynomial;
    /// Whether `f` holds for the polynomial of each space. Stops at the first for which it does not.
    every_pw_qpolynomial(&self, |poly: &PwQPolynomial| -> bool) -> bool = isl_union_pw_qpolynomial_every_pw_qpolynomial;
} }
