//! Constraints.

use polymill_isl_sys as sys;

use crate::{Aff, Context, Dim, LocalSpace, Space, Val};

object! {
    /// A constraint `f = 0` or `f >= 0` with an affine `f`.
    Constraint = isl_constraint: isl_constraint_copy, isl_constraint_free;
}

methods! { Constraint {
    /// The list of this only.
    to_list(&self) -> ConstraintList = isl_constraint_to_list;
    /// The equality `0 = 0`; set its coefficients next.
    alloc_equality(ls: &LocalSpace) -> Constraint = isl_constraint_alloc_equality;
    /// The inequality `0 >= 0`; set its coefficients next.
    alloc_inequality(ls: &LocalSpace) -> Constraint = isl_constraint_alloc_inequality;
    /// Whether both are equal.
    is_equal(&self, constraint2: &Constraint) -> bool = isl_constraint_is_equal;
    /// The space.
    get_space(&self) -> Space = isl_constraint_get_space;
    /// The space, with its integer divisions.
    get_local_space(&self) -> LocalSpace = isl_constraint_get_local_space;
    /// The number of dimensions of a kind.
    dim(&self, kind: Dim) -> usize = isl_constraint_dim;
    /// Whether any of `n` dimensions from position `first` on occurs.
    involves_dims(&self, kind: Dim, first: usize, n: usize) -> bool = isl_constraint_involves_dims, within(kind, first, n);
    /// The name of a dimension, if it has one.
    get_dim_name(&self, kind: Dim, pos: usize) -> Option<String> = isl_constraint_get_dim_name;
    /// The constant term.
    get_constant_val(&self) -> Val = isl_constraint_get_constant_val;
    /// The coefficient of a dimension.
    get_coefficient_val(&self, kind: Dim, pos: usize) -> Val = isl_constraint_get_coefficient_val;
    /// Sets the constant term.
    set_constant_si(&self, v: i32) -> Constraint = isl_constraint_set_constant_si;
    /// Sets the constant term.
    set_constant_val(&self, v: &Val) -> Constraint = isl_constraint_set_constant_val;
    /// Sets the coefficient of a dimension.
    set_coefficient_si(&self, kind: Dim, pos: usize, v: i32) -> Constraint = isl_constraint_set_coefficient_si;
    /// Sets the coefficient of a dimension.
    set_coefficient_val(&self, kind: Dim, pos: usize, v: &Val) -> Constraint = isl_constraint_set_coefficient_val;
    /// An integer division, as an affine function to round down.
    get_div(&self, pos: usize) -> Aff = isl_constraint_get_div;
    /// The opposite: for `f >= 0`, `f <= -1`.
    negate(&self) -> Constraint = isl_constraint_negate;
    /// Whether it is an equality.
    is_equality(&self) -> bool = isl_constraint_is_equality;
    /// Whether it only defines an integer division.
    is_div_constraint(&self) -> bool = isl_constraint_is_div_constraint;
    /// Whether it bounds a dimension from below.
    is_lower_bound(&self, kind: Dim, pos: usize) -> bool = isl_constraint_is_lower_bound;
    /// Whether it bounds a dimension from above.
    is_upper_bound(&self, kind: Dim, pos: usize) -> bool = isl_constraint_is_upper_bound;
    /// The bound that the constraint puts on a dimension.
    get_bound(&self, kind: Dim, pos: usize) -> Aff = isl_constraint_get_bound;
    /// The affine function that the constraint says is zero, or not negative.
    get_aff(&self) -> Aff = isl_constraint_get_aff;
    /// An order for sorting, which says nothing of the elements: -1, 0 or 1.
    plain_cmp(&self, c2: &Constraint) -> i32 = isl_constraint_plain_cmp;
    /// Compares by the position of the last dimension with a non-zero coefficient, then by that coefficient.
    cmp_last_non_zero(&self, c2: &Constraint) -> i32 = isl_constraint_cmp_last_non_zero;
} }

object! {
    /// A list of constraints.
    ConstraintList = isl_constraint_list: isl_constraint_list_copy, isl_constraint_list_free, isl_constraint_list_to_str;
}

list! { ConstraintList of Constraint: isl_constraint_list_add }

methods! { ConstraintList {
    /// An empty list with room for `n` items.
    alloc(ctx: &Context, n: usize) -> ConstraintList = isl_constraint_list_alloc;
    /// The list with `el` at its end.
    add(&self, el: &Constraint) -> ConstraintList = isl_constraint_list_add;
    /// With `el` at position `pos`.
    insert(&self, pos: usize, el: &Constraint) -> ConstraintList = isl_constraint_list_insert;
    /// Without `n` items from position `first` on.
    drop(&self, first: usize, n: usize) -> ConstraintList = isl_constraint_list_drop;
    /// The empty list.
    clear(&self) -> ConstraintList = isl_constraint_list_clear;
    /// In the opposite order.
    reverse(&self) -> ConstraintList = isl_constraint_list_reverse;
    /// Both lists, one after the other.
    concat(&self, list2: &ConstraintList) -> ConstraintList = isl_constraint_list_concat;
    /// The number of items.
    size(&self) -> usize = isl_constraint_list_size;
    /// The item at a position.
    get_at(&self, index: usize) -> Constraint = isl_constraint_list_get_at;
    /// Replaces the item at a position.
    set_at(&self, index: usize, el: &Constraint) -> ConstraintList = isl_constraint_list_set_constraint;
} }

callbacks! { ConstraintList {
    /// Calls `f` with each item.
    foreach(&self, |item: Constraint| -> ()) -> () = isl_constraint_list_foreach;
    /// Whether `f` holds for each item. Stops at the first for which it does not.
    every(&self, |item: &Constraint| -> bool) -> bool = isl_constraint_list_every;
} }
