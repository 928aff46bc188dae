//! Types: [`Constraint`], [`ConstraintList`].

use polymill_isl_sys as sys;

use crate::{Aff, Context, Dim, LocalSpace, Space, Val};

object! {
    /// An isl `constraint`.
    Constraint = isl_constraint: isl_constraint_copy, isl_constraint_free;
}

methods! { Constraint {
    to_list(&self) -> ConstraintList = isl_constraint_to_list;
    alloc_equality(ls: &LocalSpace) -> Constraint = isl_constraint_alloc_equality;
    alloc_inequality(ls: &LocalSpace) -> Constraint = isl_constraint_alloc_inequality;
    is_equal(&self, constraint2: &Constraint) -> bool = isl_constraint_is_equal;
    get_space(&self) -> Space = isl_constraint_get_space;
    get_local_space(&self) -> LocalSpace = isl_constraint_get_local_space;
    dim(&self, kind: Dim) -> usize = isl_constraint_dim;
    involves_dims(&self, kind: Dim, first: usize, n: usize) -> bool = isl_constraint_involves_dims;
    get_dim_name(&self, kind: Dim, pos: usize) -> Option<String> = isl_constraint_get_dim_name;
    get_constant_val(&self) -> Val = isl_constraint_get_constant_val;
    get_coefficient_val(&self, kind: Dim, pos: usize) -> Val = isl_constraint_get_coefficient_val;
    set_constant_si(&self, v: i32) -> Constraint = isl_constraint_set_constant_si;
    set_constant_val(&self, v: &Val) -> Constraint = isl_constraint_set_constant_val;
    set_coefficient_si(&self, kind: Dim, pos: usize, v: i32) -> Constraint = isl_constraint_set_coefficient_si;
    set_coefficient_val(&self, kind: Dim, pos: usize, v: &Val) -> Constraint = isl_constraint_set_coefficient_val;
    get_div(&self, pos: usize) -> Aff = isl_constraint_get_div;
    negate(&self) -> Constraint = isl_constraint_negate;
    is_equality(&self) -> bool = isl_constraint_is_equality;
    is_div_constraint(&self) -> bool = isl_constraint_is_div_constraint;
    is_lower_bound(&self, kind: Dim, pos: usize) -> bool = isl_constraint_is_lower_bound;
    is_upper_bound(&self, kind: Dim, pos: usize) -> bool = isl_constraint_is_upper_bound;
    get_bound(&self, kind: Dim, pos: usize) -> Aff = isl_constraint_get_bound;
    get_aff(&self) -> Aff = isl_constraint_get_aff;
    plain_cmp(&self, c2: &Constraint) -> i32 = isl_constraint_plain_cmp;
    cmp_last_non_zero(&self, c2: &Constraint) -> i32 = isl_constraint_cmp_last_non_zero;
} }

object! {
    /// An isl `constraint_list`.
    ConstraintList = isl_constraint_list: isl_constraint_list_copy, isl_constraint_list_free, isl_constraint_list_to_str;
}

list! { ConstraintList of Constraint: isl_constraint_list_add }

methods! { ConstraintList {
    alloc(ctx: &Context, n: usize) -> ConstraintList = isl_constraint_list_alloc;
    add(&self, el: &Constraint) -> ConstraintList = isl_constraint_list_add;
    insert(&self, pos: usize, el: &Constraint) -> ConstraintList = isl_constraint_list_insert;
    drop(&self, first: usize, n: usize) -> ConstraintList = isl_constraint_list_drop;
    clear(&self) -> ConstraintList = isl_constraint_list_clear;
    reverse(&self) -> ConstraintList = isl_constraint_list_reverse;
    concat(&self, list2: &ConstraintList) -> ConstraintList = isl_constraint_list_concat;
    size(&self) -> usize = isl_constraint_list_size;
    get_at(&self, index: usize) -> Constraint = isl_constraint_list_get_at;
    set_at(&self, index: usize, el: &Constraint) -> ConstraintList = isl_constraint_list_set_constraint;
} }

callbacks! { ConstraintList {
    foreach(&self, |item: Constraint| -> ()) -> () = isl_constraint_list_foreach;
    every(&self, |item: &Constraint| -> bool) -> bool = isl_constraint_list_every;
} }
