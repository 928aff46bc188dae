//! Functions on `isl_constraint`, `isl_constraint_list`.

use std::ffi::*;

use crate::*;

functions! {
    fn isl_constraint_copy(value: *const isl_constraint) -> *mut isl_constraint;
    fn isl_constraint_free(value: *mut isl_constraint) -> *mut isl_constraint;
    fn isl_constraint_to_list(el: *mut isl_constraint) -> *mut isl_constraint_list;
    fn isl_constraint_alloc_equality(ls: *mut isl_local_space) -> *mut isl_constraint;
    fn isl_constraint_alloc_inequality(ls: *mut isl_local_space) -> *mut isl_constraint;
    fn isl_constraint_is_equal(constraint1: *const isl_constraint, constraint2: *const isl_constraint) -> c_int;
    fn isl_constraint_get_space(constraint: *const isl_constraint) -> *mut isl_space;
    fn isl_constraint_get_local_space(constraint: *const isl_constraint) -> *mut isl_local_space;
    fn isl_constraint_dim(constraint: *const isl_constraint, kind: isl_dim_type) -> isl_size;
    fn isl_constraint_involves_dims(constraint: *const isl_constraint, kind: isl_dim_type, first: c_uint, n: c_uint) -> isl_bool;
    fn isl_constraint_get_dim_name(constraint: *const isl_constraint, kind: isl_dim_type, pos: c_uint) -> *const c_char;
    fn isl_constraint_get_constant_val(constraint: *const isl_constraint) -> *mut isl_val;
    fn isl_constraint_get_coefficient_val(constraint: *const isl_constraint, kind: isl_dim_type, pos: c_int) -> *mut isl_val;
    fn isl_constraint_set_constant_si(constraint: *mut isl_constraint, v: c_int) -> *mut isl_constraint;
    fn isl_constraint_set_constant_val(constraint: *mut isl_constraint, v: *mut isl_val) -> *mut isl_constraint;
    fn isl_constraint_set_coefficient_si(constraint: *mut isl_constraint, kind: isl_dim_type, pos: c_int, v: c_int) -> *mut isl_constraint;
    fn isl_constraint_set_coefficient_val(constraint: *mut isl_constraint, kind: isl_dim_type, pos: c_int, v: *mut isl_val) -> *mut isl_constraint;
    fn isl_constraint_get_div(constraint: *const isl_constraint, pos: c_int) -> *mut isl_aff;
    fn isl_constraint_negate(constraint: *mut isl_constraint) -> *mut isl_constraint;
    fn isl_constraint_is_equality(constraint: *const isl_constraint) -> isl_bool;
    fn isl_constraint_is_div_constraint(constraint: *const isl_constraint) -> isl_bool;
    fn isl_constraint_is_lower_bound(constraint: *const isl_constraint, kind: isl_dim_type, pos: c_uint) -> isl_bool;
    fn isl_constraint_is_upper_bound(constraint: *const isl_constraint, kind: isl_dim_type, pos: c_uint) -> isl_bool;
    fn isl_constraint_get_bound(constraint: *const isl_constraint, kind: isl_dim_type, pos: c_int) -> *mut isl_aff;
    fn isl_constraint_get_aff(constraint: *const isl_constraint) -> *mut isl_aff;
    fn isl_constraint_plain_cmp(c1: *const isl_constraint, c2: *const isl_constraint) -> c_int;
    fn isl_constraint_cmp_last_non_zero(c1: *const isl_constraint, c2: *const isl_constraint) -> c_int;
    fn isl_constraint_list_copy(value: *const isl_constraint_list) -> *mut isl_constraint_list;
    fn isl_constraint_list_free(value: *mut isl_constraint_list) -> *mut isl_constraint_list;
    fn isl_constraint_list_to_str(value: *const isl_constraint_list) -> *mut c_char;
    fn isl_constraint_list_alloc(ctx: *mut isl_ctx, n: c_int) -> *mut isl_constraint_list;
    fn isl_constraint_list_add(list: *mut isl_constraint_list, el: *mut isl_constraint) -> *mut isl_constraint_list;
    fn isl_constraint_list_insert(list: *mut isl_constraint_list, pos: c_uint, el: *mut isl_constraint) -> *mut isl_constraint_list;
    fn isl_constraint_list_drop(list: *mut isl_constraint_list, first: c_uint, n: c_uint) -> *mut isl_constraint_list;
    fn isl_constraint_list_clear(list: *mut isl_constraint_list) -> *mut isl_constraint_list;
    fn isl_constraint_list_reverse(list: *mut isl_constraint_list) -> *mut isl_constraint_list;
    fn isl_constraint_list_concat(list1: *mut isl_constraint_list, list2: *mut isl_constraint_list) -> *mut isl_constraint_list;
    fn isl_constraint_list_size(list: *const isl_constraint_list) -> isl_size;
    fn isl_constraint_list_get_at(list: *const isl_constraint_list, index: c_int) -> *mut isl_constraint;
    fn isl_constraint_list_set_constraint(list: *mut isl_constraint_list, index: c_int, el: *mut isl_constraint) -> *mut isl_constraint_list;
    fn isl_constraint_list_foreach(list: *const isl_constraint_list, f: Option<unsafe extern "C" fn(*mut isl_constraint, *mut c_void) -> isl_stat>, user: *mut c_void) -> isl_stat;
    fn isl_constraint_list_every(list: *const isl_constraint_list, f: Option<unsafe extern "C" fn(*const isl_constraint, *mut c_void) -> isl_bool>, user: *mut c_void) -> isl_bool;
}
