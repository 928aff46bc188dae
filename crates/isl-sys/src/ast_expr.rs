//! Functions on `isl_ast_expr`, `isl_ast_expr_list`, `isl_id_to_ast_expr`.

use std::ffi::*;

use crate::*;

functions! {
    fn isl_ast_expr_copy(value: *const isl_ast_expr) -> *mut isl_ast_expr;
    fn isl_ast_expr_free(value: *mut isl_ast_expr) -> *mut isl_ast_expr;
    fn isl_ast_expr_to_str(value: *const isl_ast_expr) -> *mut c_char;
    fn isl_ast_expr_from_val(v: *mut isl_val) -> *mut isl_ast_expr;
    fn isl_ast_expr_from_id(id: *mut isl_id) -> *mut isl_ast_expr;
    fn isl_ast_expr_neg(expr: *mut isl_ast_expr) -> *mut isl_ast_expr;
    fn isl_ast_expr_add(expr1: *mut isl_ast_expr, expr2: *mut isl_ast_expr) -> *mut isl_ast_expr;
    fn isl_ast_expr_sub(expr1: *mut isl_ast_expr, expr2: *mut isl_ast_expr) -> *mut isl_ast_expr;
    fn isl_ast_expr_mul(expr1: *mut isl_ast_expr, expr2: *mut isl_ast_expr) -> *mut isl_ast_expr;
    fn isl_ast_expr_div(expr1: *mut isl_ast_expr, expr2: *mut isl_ast_expr) -> *mut isl_ast_expr;
    fn isl_ast_expr_pdiv_q(expr1: *mut isl_ast_expr, expr2: *mut isl_ast_expr) -> *mut isl_ast_expr;
    fn isl_ast_expr_pdiv_r(expr1: *mut isl_ast_expr, expr2: *mut isl_ast_expr) -> *mut isl_ast_expr;
    fn isl_ast_expr_and(expr1: *mut isl_ast_expr, expr2: *mut isl_ast_expr) -> *mut isl_ast_expr;
    fn isl_ast_expr_and_then(expr1: *mut isl_ast_expr, expr2: *mut isl_ast_expr) -> *mut isl_ast_expr;
    fn isl_ast_expr_or(expr1: *mut isl_ast_expr, expr2: *mut isl_ast_expr) -> *mut isl_ast_expr;
    fn isl_ast_expr_or_else(expr1: *mut isl_ast_expr, expr2: *mut isl_ast_expr) -> *mut isl_ast_expr;
    fn isl_ast_expr_le(expr1: *mut isl_ast_expr, expr2: *mut isl_ast_expr) -> *mut isl_ast_expr;
    fn isl_ast_expr_lt(expr1: *mut isl_ast_expr, expr2: *mut isl_ast_expr) -> *mut isl_ast_expr;
    fn isl_ast_expr_ge(expr1: *mut isl_ast_expr, expr2: *mut isl_ast_expr) -> *mut isl_ast_expr;
    fn isl_ast_expr_gt(expr1: *mut isl_ast_expr, expr2: *mut isl_ast_expr) -> *mut isl_ast_expr;
    fn isl_ast_expr_eq(expr1: *mut isl_ast_expr, expr2: *mut isl_ast_expr) -> *mut isl_ast_expr;
    fn isl_ast_expr_access(array: *mut isl_ast_expr, indices: *mut isl_ast_expr_list) -> *mut isl_ast_expr;
    fn isl_ast_expr_call(function: *mut isl_ast_expr, arguments: *mut isl_ast_expr_list) -> *mut isl_ast_expr;
    fn isl_ast_expr_address_of(expr: *mut isl_ast_expr) -> *mut isl_ast_expr;
    fn isl_ast_expr_get_type(expr: *const isl_ast_expr) -> isl_ast_expr_type;
    fn isl_ast_expr_int_get_val(expr: *const isl_ast_expr) -> *mut isl_val;
    fn isl_ast_expr_id_get_id(expr: *const isl_ast_expr) -> *mut isl_id;
    fn isl_ast_expr_op_get_type(expr: *const isl_ast_expr) -> isl_ast_expr_op_type;
    fn isl_ast_expr_op_get_n_arg(expr: *const isl_ast_expr) -> isl_size;
    fn isl_ast_expr_op_get_arg(expr: *const isl_ast_expr, pos: c_int) -> *mut isl_ast_expr;
    fn isl_ast_expr_is_equal(expr1: *const isl_ast_expr, expr2: *const isl_ast_expr) -> isl_bool;
    fn isl_ast_expr_substitute_ids(expr: *mut isl_ast_expr, id2expr: *mut isl_id_to_ast_expr) -> *mut isl_ast_expr;
    fn isl_ast_expr_to_list(el: *mut isl_ast_expr) -> *mut isl_ast_expr_list;
    fn isl_ast_expr_to_C_str(expr: *const isl_ast_expr) -> *mut c_char;
    fn isl_ast_expr_list_copy(value: *const isl_ast_expr_list) -> *mut isl_ast_expr_list;
    fn isl_ast_expr_list_free(value: *mut isl_ast_expr_list) -> *mut isl_ast_expr_list;
    fn isl_ast_expr_list_to_str(value: *const isl_ast_expr_list) -> *mut c_char;
    fn isl_ast_expr_list_alloc(ctx: *mut isl_ctx, n: c_int) -> *mut isl_ast_expr_list;
    fn isl_ast_expr_list_add(list: *mut isl_ast_expr_list, el: *mut isl_ast_expr) -> *mut isl_ast_expr_list;
    fn isl_ast_expr_list_insert(list: *mut isl_ast_expr_list, pos: c_uint, el: *mut isl_ast_expr) -> *mut isl_ast_expr_list;
    fn isl_ast_expr_list_drop(list: *mut isl_ast_expr_list, first: c_uint, n: c_uint) -> *mut isl_ast_expr_list;
    fn isl_ast_expr_list_clear(list: *mut isl_ast_expr_list) -> *mut isl_ast_expr_list;
    fn isl_ast_expr_list_reverse(list: *mut isl_ast_expr_list) -> *mut isl_ast_expr_list;
    fn isl_ast_expr_list_concat(list1: *mut isl_ast_expr_list, list2: *mut isl_ast_expr_list) -> *mut isl_ast_expr_list;
    fn isl_ast_expr_list_size(list: *const isl_ast_expr_list) -> isl_size;
    fn isl_ast_expr_list_get_at(list: *const isl_ast_expr_list, index: c_int) -> *mut isl_ast_expr;
    fn isl_ast_expr_list_set_ast_expr(list: *mut isl_ast_expr_list, index: c_int, el: *mut isl_ast_expr) -> *mut isl_ast_expr_list;
    fn isl_ast_expr_list_foreach(list: *const isl_ast_expr_list, f: Option<unsafe extern "C" fn(*mut isl_ast_expr, *mut c_void) -> isl_stat>, user: *mut c_void) -> isl_stat;
    fn isl_ast_expr_list_every(list: *const isl_ast_expr_list, f: Option<unsafe extern "C" fn(*const isl_ast_expr, *mut c_void) -> isl_bool>, user: *mut c_void) -> isl_bool;
    fn isl_id_to_ast_expr_copy(value: *const isl_id_to_ast_expr) -> *mut isl_id_to_ast_expr;
    fn isl_id_to_ast_expr_free(value: *mut isl_id_to_ast_expr) -> *mut isl_id_to_ast_expr;
    fn isl_id_to_ast_expr_alloc(ctx: *mut isl_ctx, min_size: c_int) -> *mut isl_id_to_ast_expr;
    fn isl_id_to_ast_expr_has(hmap: *const isl_id_to_ast_expr, key: *const isl_id) -> isl_bool;
    fn isl_id_to_ast_expr_get(hmap: *const isl_id_to_ast_expr, key: *mut isl_id) -> *mut isl_ast_expr;
    fn isl_id_to_ast_expr_set(hmap: *mut isl_id_to_ast_expr, key: *mut isl_id, val: *mut isl_ast_expr) -> *mut isl_id_to_ast_expr;
    fn isl_id_to_ast_expr_drop(hmap: *mut isl_id_to_ast_expr, key: *mut isl_id) -> *mut isl_id_to_ast_expr;
    fn isl_id_to_ast_expr_foreach(hmap: *const isl_id_to_ast_expr, f: Option<unsafe extern "C" fn(*mut isl_id, *mut isl_ast_expr, *mut c_void) -> isl_stat>, user: *mut c_void) -> isl_stat;
}
