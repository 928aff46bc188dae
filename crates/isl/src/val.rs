//! Numbers, and tuples of them.

use polymill_isl_sys as sys;

use crate::{Context, Dim, Id, Space};
use crate::{Error, Result};

object! {
    /// A rational number of any size, infinity, or NaN.
    ///
    /// ```
    /// use polymill_isl as isl;
    /// let ctx = isl::Context::new()?;
    /// let half = isl::Val::read(&ctx, "1/2")?;
    /// let three = isl::Val::int_from_si(&ctx, 3)?;
    /// assert_eq!(half.mul(&three)?.to_string(), "3/2");
    /// assert_eq!(half.mul(&three)?.ceil()?.to_i64()?, 2);
    /// # Ok::<(), isl::Error>(())
    /// ```
    Val = isl_val: isl_val_copy, isl_val_free, isl_val_to_str;
}

methods! { Val {
    /// Zero.
    zero(ctx: &Context) -> Val = isl_val_zero;
    /// One.
    one(ctx: &Context) -> Val = isl_val_one;
    /// Minus one.
    negone(ctx: &Context) -> Val = isl_val_negone;
    /// Not a number.
    nan(ctx: &Context) -> Val = isl_val_nan;
    /// Infinity.
    infty(ctx: &Context) -> Val = isl_val_infty;
    /// Minus infinity.
    neginfty(ctx: &Context) -> Val = isl_val_neginfty;
    /// From a machine integer.
    int_from_si(ctx: &Context, i: i64) -> Val = isl_val_int_from_si;
    /// From a machine integer.
    int_from_ui(ctx: &Context, u: u64) -> Val = isl_val_int_from_ui;
    /// The numerator as a machine integer; an error if it is too large.
    get_num_si(&self) -> i64 = isl_val_get_num_si;
    /// The denominator as a machine integer.
    get_den_si(&self) -> i64 = isl_val_get_den_si;
    /// The denominator.
    get_den_val(&self) -> Val = isl_val_get_den_val;
    /// The nearest floating point number.
    get_d(&self) -> f64 = isl_val_get_d;
    /// The absolute value.
    abs(&self) -> Val = isl_val_abs;
    /// The negation.
    neg(&self) -> Val = isl_val_neg;
    /// One divided by this.
    inv(&self) -> Val = isl_val_inv;
    /// Rounds down.
    floor(&self) -> Val = isl_val_floor;
    /// Rounds up.
    ceil(&self) -> Val = isl_val_ceil;
    /// Rounds towards zero.
    trunc(&self) -> Val = isl_val_trunc;
    /// Two to the power of this.
    exp2(&self) -> Val = isl_val_2exp;
    /// Two to the power of this.
    pow2(&self) -> Val = isl_val_pow2;
    /// The smaller one.
    min(&self, v2: &Val) -> Val = isl_val_min;
    /// The larger one.
    max(&self, v2: &Val) -> Val = isl_val_max;
    /// The sum.
    add(&self, v2: &Val) -> Val = isl_val_add;
    /// The difference.
    sub(&self, v2: &Val) -> Val = isl_val_sub;
    /// The product.
    mul(&self, v2: &Val) -> Val = isl_val_mul;
    /// The quotient.
    div(&self, v2: &Val) -> Val = isl_val_div;
    /// The remainder, never negative.
    modulo(&self, v2: &Val) -> Val = isl_val_mod, divides(v2);
    /// The greatest common divisor.
    gcd(&self, v2: &Val) -> Val = isl_val_gcd;
    /// The sign: -1, 0 or 1.
    sgn(&self) -> i32 = isl_val_sgn;
    /// Whether it is zero.
    is_zero(&self) -> bool = isl_val_is_zero;
    /// Whether it is one.
    is_one(&self) -> bool = isl_val_is_one;
    /// Whether it is minus one.
    is_negone(&self) -> bool = isl_val_is_negone;
    /// Whether it is zero or above.
    is_nonneg(&self) -> bool = isl_val_is_nonneg;
    /// Whether it is zero or below.
    is_nonpos(&self) -> bool = isl_val_is_nonpos;
    /// Whether it is above zero.
    is_pos(&self) -> bool = isl_val_is_pos;
    /// Whether it is below zero.
    is_neg(&self) -> bool = isl_val_is_neg;
    /// Whether it is an integer.
    is_int(&self) -> bool = isl_val_is_int;
    /// Whether it is a rational number.
    is_rat(&self) -> bool = isl_val_is_rat;
    /// Whether it is NaN.
    is_nan(&self) -> bool = isl_val_is_nan;
    /// Whether it is infinity.
    is_infty(&self) -> bool = isl_val_is_infty;
    /// Whether it is minus infinity.
    is_neginfty(&self) -> bool = isl_val_is_neginfty;
    /// Below, equal to or above zero, as the value is smaller than, equal to or larger than `i`.
    cmp_si(&self, i: i64) -> i32 = isl_val_cmp_si;
    /// Whether this is less.
    lt(&self, v2: &Val) -> bool = isl_val_lt;
    /// Whether this is less or equal.
    le(&self, v2: &Val) -> bool = isl_val_le;
    /// Whether this is greater.
    gt(&self, v2: &Val) -> bool = isl_val_gt;
    /// Whether the value is greater than `i`.
    gt_si(&self, i: i64) -> bool = isl_val_gt_si;
    /// Whether this is greater or equal.
    ge(&self, v2: &Val) -> bool = isl_val_ge;
    /// Whether both are equal.
    eq(&self, v2: &Val) -> bool = isl_val_eq;
    /// Whether the value is `i`.
    eq_si(&self, i: i64) -> bool = isl_val_eq_si;
    /// Whether the two differ.
    ne(&self, v2: &Val) -> bool = isl_val_ne;
    /// Whether both have the same absolute value.
    abs_eq(&self, v2: &Val) -> bool = isl_val_abs_eq;
    /// Whether it is a multiple of the other.
    is_divisible_by(&self, v2: &Val) -> bool = isl_val_is_divisible_by;
    /// Parses isl's notation.
    read(ctx: &Context, text: &str) -> Val = isl_val_read_from_str;
    /// The list of this only.
    to_list(&self) -> ValList = isl_val_to_list;
} }

object! {
    /// A list of values.
    ValList = isl_val_list: isl_val_list_copy, isl_val_list_free, isl_val_list_to_str;
}

list! { ValList of Val: isl_val_list_add }

methods! { ValList {
    /// An empty list with room for `n` items.
    alloc(ctx: &Context, n: usize) -> ValList = isl_val_list_alloc;
    /// The list with `el` at its end.
    add(&self, el: &Val) -> ValList = isl_val_list_add;
    /// With `el` at position `pos`.
    insert(&self, pos: usize, el: &Val) -> ValList = isl_val_list_insert;
    /// Without `n` items from position `first` on.
    drop(&self, first: usize, n: usize) -> ValList = isl_val_list_drop;
    /// The empty list.
    clear(&self) -> ValList = isl_val_list_clear;
    /// In the opposite order.
    reverse(&self) -> ValList = isl_val_list_reverse;
    /// Both lists, one after the other.
    concat(&self, list2: &ValList) -> ValList = isl_val_list_concat;
    /// The number of items.
    size(&self) -> usize = isl_val_list_size;
    /// The item at a position.
    get_at(&self, index: usize) -> Val = isl_val_list_get_at;
    /// Replaces the item at a position.
    set_at(&self, index: usize, el: &Val) -> ValList = isl_val_list_set_val;
    /// Parses isl's notation.
    read(ctx: &Context, text: &str) -> ValList = isl_val_list_read_from_str;
} }

callbacks! { ValList {
    /// Calls `f` with each item.
    foreach(&self, |item: Val| -> ()) -> () = isl_val_list_foreach;
    /// Whether `f` holds for each item. Stops at the first for which it does not.
    every(&self, |item: &Val| -> bool) -> bool = isl_val_list_every;
} }

object! {
    /// A tuple of values, such as tile sizes.
    MultiVal = isl_multi_val: isl_multi_val_copy, isl_multi_val_free, isl_multi_val_to_str;
}

methods! { MultiVal {
    /// The space.
    get_space(&self) -> Space = isl_multi_val_get_space;
    /// The space of the domain.
    get_domain_space(&self) -> Space = isl_multi_val_get_domain_space;
    /// The items.
    get_list(&self) -> ValList = isl_multi_val_get_list;
    /// From a list of values.
    from_val_list(space: &Space, list: &ValList) -> MultiVal = isl_multi_val_from_val_list;
    /// Whether both obviously are the same.
    plain_is_equal(&self, multi2: &MultiVal) -> bool = isl_multi_val_plain_is_equal;
    /// With the tags of all ids dropped (see [`Id::with_tag`](crate::Id::with_tag)).
    reset_user(&self) -> MultiVal = isl_multi_val_reset_user;
    /// The number of values.
    size(&self) -> usize = isl_multi_val_size;
    /// One value.
    get_at(&self, pos: usize) -> Val = isl_multi_val_get_at;
    /// Replaces one value.
    set_at(&self, pos: usize, el: &Val) -> MultiVal = isl_multi_val_set_at;
    /// Inserts the outputs of the other one at a position.
    range_splice(&self, pos: usize, multi2: &MultiVal) -> MultiVal = isl_multi_val_range_splice;
    /// With nested tuples in the range flattened.
    flatten_range(&self) -> MultiVal = isl_multi_val_flatten_range;
    /// From `A -> B` and `A -> C` to `A -> (B, C)`.
    flat_range_product(&self, multi2: &MultiVal) -> MultiVal = isl_multi_val_flat_range_product;
    /// From `A -> B` and `A -> C` to `A -> (B -> C)`.
    range_product(&self, multi2: &MultiVal) -> MultiVal = isl_multi_val_range_product;
    /// From `[A -> B]` to `B`.
    factor_range(&self) -> MultiVal = isl_multi_val_factor_range;
    /// Whether the range is a wrapped relation.
    range_is_wrapping(&self) -> bool = isl_multi_val_range_is_wrapping;
    /// From `A -> (B -> C)` to `A -> B`.
    range_factor_domain(&self) -> MultiVal = isl_multi_val_range_factor_domain;
    /// From `A -> (B -> C)` to `A -> C`.
    range_factor_range(&self) -> MultiVal = isl_multi_val_range_factor_range;
    /// Puts the parameters of `model` first, in the model's order, adding those that are missing.
    align_params(&self, model: &Space) -> MultiVal = isl_multi_val_align_params;
    /// The function from a tuple without name and dimensions to the values of this function of the parameters.
    from_range(multi: &MultiVal) -> MultiVal = isl_multi_val_from_range;
    /// Multiplies by a number.
    scale_val(&self, v: &Val) -> MultiVal = isl_multi_val_scale_val;
    /// Divides by a number.
    scale_down_val(&self, v: &Val) -> MultiVal = isl_multi_val_scale_down_val;
    /// Multiplies each output by a number.
    scale_multi_val(&self, mv: &MultiVal) -> MultiVal = isl_multi_val_scale_multi_val;
    /// Divides each output by a number.
    scale_down_multi_val(&self, mv: &MultiVal) -> MultiVal = isl_multi_val_scale_down_multi_val;
    /// The remainder of each output by a number.
    mod_multi_val(&self, mv: &MultiVal) -> MultiVal = isl_multi_val_mod_multi_val, all_divide(mv);
    /// The sum; functions are added where both are defined.
    add(&self, multi2: &MultiVal) -> MultiVal = isl_multi_val_add;
    /// The difference; functions are subtracted where both are defined.
    sub(&self, multi2: &MultiVal) -> MultiVal = isl_multi_val_sub;
    /// The negation.
    neg(&self) -> MultiVal = isl_multi_val_neg;
    /// The smaller one.
    min(&self, multi2: &MultiVal) -> MultiVal = isl_multi_val_min;
    /// The larger one.
    max(&self, multi2: &MultiVal) -> MultiVal = isl_multi_val_max;
    /// Zero everywhere.
    zero(space: &Space) -> MultiVal = isl_multi_val_zero;
    /// Whether NaN occurs.
    involves_nan(&self) -> bool = isl_multi_val_involves_nan;
    /// The number of dimensions of a kind.
    dim(&self, kind: Dim) -> usize = isl_multi_val_dim;
    /// Removes `n` dimensions from position `first` on.
    drop_dims(&self, kind: Dim, first: usize, n: usize) -> MultiVal = isl_multi_val_drop_dims, within(kind, first, n);
    /// Whether any of `n` dimensions from position `first` on occurs.
    involves_dims(&self, kind: Dim, first: usize, n: usize) -> bool = isl_multi_val_involves_dims, within(kind, first, n);
    /// Inserts `n` dimensions at a position.
    insert_dims(&self, kind: Dim, first: usize, n: usize) -> MultiVal = isl_multi_val_insert_dims, within_or_end(kind, first);
    /// Adds `n` dimensions at the end.
    add_dims(&self, kind: Dim, n: usize) -> MultiVal = isl_multi_val_add_dims;
    /// For a function of parameters only: the same without its domain tuple.
    project_domain_on_params(&self) -> MultiVal = isl_multi_val_project_domain_on_params;
    /// The position of the dimension with this name.
    find_dim_by_name(&self, kind: Dim, name: &str) -> Option<usize> = isl_multi_val_find_dim_by_name;
    /// The position of the dimension with this id.
    find_dim_by_id(&self, kind: Dim, id: &Id) -> Option<usize> = isl_multi_val_find_dim_by_id;
    /// The id of a dimension; an error if it has none.
    get_dim_id(&self, kind: Dim, pos: usize) -> Id = isl_multi_val_get_dim_id;
    /// Sets the name of a dimension.
    set_dim_name(&self, kind: Dim, pos: usize, s: &str) -> MultiVal = isl_multi_val_set_dim_name;
    /// Sets the id of a dimension.
    set_dim_id(&self, kind: Dim, pos: usize, id: &Id) -> MultiVal = isl_multi_val_set_dim_id;
    /// The name of a tuple, if it has one.
    get_tuple_name(&self, kind: Dim) -> Option<String> = isl_multi_val_get_tuple_name;
    /// Whether the output tuple has an id.
    has_range_tuple_id(&self) -> bool = isl_multi_val_has_range_tuple_id;
    /// Whether the tuple has an id.
    has_tuple_id(&self, kind: Dim) -> bool = isl_multi_val_has_tuple_id;
    /// The id of the output tuple; an error if it has none.
    get_range_tuple_id(&self) -> Id = isl_multi_val_get_range_tuple_id;
    /// The id of a tuple; an error if it has none.
    get_tuple_id(&self, kind: Dim) -> Id = isl_multi_val_get_tuple_id;
    /// Sets the name of a tuple.
    set_tuple_name(&self, kind: Dim, s: &str) -> MultiVal = isl_multi_val_set_tuple_name;
    /// Sets the id of the output tuple.
    set_range_tuple_id(&self, id: &Id) -> MultiVal = isl_multi_val_set_range_tuple_id;
    /// Sets the id of a tuple.
    set_tuple_id(&self, kind: Dim, id: &Id) -> MultiVal = isl_multi_val_set_tuple_id;
    /// Without the id of the output tuple.
    reset_range_tuple_id(&self) -> MultiVal = isl_multi_val_reset_range_tuple_id;
    /// Without the id of a tuple.
    reset_tuple_id(&self, kind: Dim) -> MultiVal = isl_multi_val_reset_tuple_id;
    /// From `A -> B` and `C -> D` to `(A -> C) -> (B -> D)`.
    product(&self, multi2: &MultiVal) -> MultiVal = isl_multi_val_product;
    /// Inserts the inputs and the outputs of the other one at these positions.
    splice(&self, in_pos: usize, out_pos: usize, multi2: &MultiVal) -> MultiVal = isl_multi_val_splice;
    /// Whether it is zero.
    is_zero(&self) -> bool = isl_multi_val_is_zero;
    /// Adds one constant to all.
    add_val(&self, v: &Val) -> MultiVal = isl_multi_val_add_val;
    /// The remainder by a number, never negative.
    mod_val(&self, v: &Val) -> MultiVal = isl_multi_val_mod_val, divides(v);
    /// Parses isl's notation.
    read(ctx: &Context, text: &str) -> MultiVal = isl_multi_val_read_from_str;
} }
impl Val {
    /// The value as a machine integer; an error if it is not an integer or too large.
    pub fn to_i64(&self) -> Result<i64> {
        if self.is_int()? { self.get_num_si() } else { Err(Error::invalid(format!("{self} is not an integer"))) }
    }
}
