//! Functions on `isl_ast_node`, `isl_ast_node_list`.

use std::ffi::*;

use crate::*;

functions! {
    fn isl_ast_node_copy(value: *const isl_ast_node) -> *mut isl_ast_node;
    fn isl_ast_node_free(value: *mut isl_ast_node) -> *mut isl_ast_node;
    fn isl_ast_node_to_str(value: *const isl_ast_node) -> *mut c_char;
    fn isl_ast_node_alloc_user(expr: *mut isl_ast_expr) -> *mut isl_ast_node;
    fn isl_ast_node_get_type(node: *const isl_ast_node) -> isl_ast_node_type;
    fn isl_ast_node_set_annotation(node: *mut isl_ast_node, annotation: *mut isl_id) -> *mut isl_ast_node;
    fn isl_ast_node_get_annotation(node: *const isl_ast_node) -> *mut isl_id;
    fn isl_ast_node_for_get_iterator(node: *const isl_ast_node) -> *mut isl_ast_expr;
    fn isl_ast_node_for_get_init(node: *const isl_ast_node) -> *mut isl_ast_expr;
    fn isl_ast_node_for_get_cond(node: *const isl_ast_node) -> *mut isl_ast_expr;
    fn isl_ast_node_for_get_inc(node: *const isl_ast_node) -> *mut isl_ast_expr;
    fn isl_ast_node_for_get_body(node: *const isl_ast_node) -> *mut isl_ast_node;
    fn isl_ast_node_for_is_degenerate(node: *const isl_ast_node) -> isl_bool;
    fn isl_ast_node_if_get_cond(node: *const isl_ast_node) -> *mut isl_ast_expr;
    fn isl_ast_node_if_get_then_node(node: *const isl_ast_node) -> *mut isl_ast_node;
    fn isl_ast_node_if_has_else_node(node: *const isl_ast_node) -> isl_bool;
    fn isl_ast_node_if_get_else_node(node: *const isl_ast_node) -> *mut isl_ast_node;
    fn isl_ast_node_block_get_children(node: *const isl_ast_node) -> *mut isl_ast_node_list;
    fn isl_ast_node_mark_get_id(node: *const isl_ast_node) -> *mut isl_id;
    fn isl_ast_node_mark_get_node(node: *const isl_ast_node) -> *mut isl_ast_node;
    fn isl_ast_node_user_get_expr(node: *const isl_ast_node) -> *mut isl_ast_expr;
    fn isl_ast_node_foreach_descendant_top_down(node: *const isl_ast_node, f: Option<unsafe extern "C" fn(*const isl_ast_node, *mut c_void) -> isl_bool>, user: *mut c_void) -> isl_stat;
    fn isl_ast_node_to_list(el: *mut isl_ast_node) -> *mut isl_ast_node_list;
    fn isl_ast_node_to_C_str(node: *const isl_ast_node) -> *mut c_char;
    fn isl_ast_node_list_copy(value: *const isl_ast_node_list) -> *mut isl_ast_node_list;
    fn isl_ast_node_list_free(value: *mut isl_ast_node_list) -> *mut isl_ast_node_list;
    fn isl_ast_node_list_to_str(value: *const isl_ast_node_list) -> *mut c_char;
    fn isl_ast_node_list_alloc(ctx: *mut isl_ctx, n: c_int) -> *mut isl_ast_node_list;
    fn isl_ast_node_list_add(list: *mut isl_ast_node_list, el: *mut isl_ast_node) -> *mut isl_ast_node_list;
    fn isl_ast_node_list_insert(list: *mut isl_ast_node_list, pos: c_uint, el: *mut isl_ast_node) -> *mut isl_ast_node_list;
    fn isl_ast_node_list_drop(list: *mut isl_ast_node_list, first: c_uint, n: c_uint) -> *mut isl_ast_node_list;
    fn isl_ast_node_list_clear(list: *mut isl_ast_node_list) -> *mut isl_ast_node_list;
    fn isl_ast_node_list_reverse(list: *mut isl_ast_node_list) -> *mut isl_ast_node_list;
    fn isl_ast_node_list_concat(list1: *mut isl_ast_node_list, list2: *mut isl_ast_node_list) -> *mut isl_ast_node_list;
    fn isl_ast_node_list_size(list: *const isl_ast_node_list) -> isl_size;
    fn isl_ast_node_list_get_at(list: *const isl_ast_node_list, index: c_int) -> *mut isl_ast_node;
    fn isl_ast_node_list_set_ast_node(list: *mut isl_ast_node_list, index: c_int, el: *mut isl_ast_node) -> *mut isl_ast_node_list;
    fn isl_ast_node_list_foreach(list: *const isl_ast_node_list, f: Option<unsafe extern "C" fn(*mut isl_ast_node, *mut c_void) -> isl_stat>, user: *mut c_void) -> isl_stat;
    fn isl_ast_node_list_every(list: *const isl_ast_node_list, f: Option<unsafe extern "C" fn(*const isl_ast_node, *mut c_void) -> isl_bool>, user: *mut c_void) -> isl_bool;
}
