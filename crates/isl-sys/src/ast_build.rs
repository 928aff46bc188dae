//! Functions on `isl_ast_build`.

use std::ffi::*;

use crate::*;

functions! {
    fn isl_ast_build_copy(value: *const isl_ast_build) -> *mut isl_ast_build;
    fn isl_ast_build_free(value: *mut isl_ast_build) -> *mut isl_ast_build;
    fn isl_ast_build_alloc(ctx: *mut isl_ctx) -> *mut isl_ast_build;
    fn isl_ast_build_from_context(set: *mut isl_set) -> *mut isl_ast_build;
    fn isl_ast_build_get_schedule_space(build: *const isl_ast_build) -> *mut isl_space;
    fn isl_ast_build_get_schedule(build: *const isl_ast_build) -> *mut isl_union_map;
    fn isl_ast_build_restrict(build: *mut isl_ast_build, set: *mut isl_set) -> *mut isl_ast_build;
    fn isl_ast_build_set_options(build: *mut isl_ast_build, options: *mut isl_union_map) -> *mut isl_ast_build;
    fn isl_ast_build_set_iterators(build: *mut isl_ast_build, iterators: *mut isl_id_list) -> *mut isl_ast_build;
    fn isl_ast_build_expr_from_set(build: *const isl_ast_build, set: *mut isl_set) -> *mut isl_ast_expr;
    fn isl_ast_build_expr_from_pw_aff(build: *const isl_ast_build, pa: *mut isl_pw_aff) -> *mut isl_ast_expr;
    fn isl_ast_build_access_from_pw_multi_aff(build: *const isl_ast_build, pma: *mut isl_pw_multi_aff) -> *mut isl_ast_expr;
    fn isl_ast_build_access_from_multi_pw_aff(build: *const isl_ast_build, mpa: *mut isl_multi_pw_aff) -> *mut isl_ast_expr;
    fn isl_ast_build_call_from_pw_multi_aff(build: *const isl_ast_build, pma: *mut isl_pw_multi_aff) -> *mut isl_ast_expr;
    fn isl_ast_build_call_from_multi_pw_aff(build: *const isl_ast_build, mpa: *mut isl_multi_pw_aff) -> *mut isl_ast_expr;
    fn isl_ast_build_set_at_each_domain(build: *mut isl_ast_build, f: Option<unsafe extern "C" fn(*mut isl_ast_node, *const isl_ast_build, *mut c_void) -> *mut isl_ast_node>, user: *mut c_void) -> *mut isl_ast_build;
    fn isl_ast_build_set_before_each_for(build: *mut isl_ast_build, f: Option<unsafe extern "C" fn(*const isl_ast_build, *mut c_void) -> *mut isl_id>, user: *mut c_void) -> *mut isl_ast_build;
    fn isl_ast_build_set_after_each_for(build: *mut isl_ast_build, f: Option<unsafe extern "C" fn(*mut isl_ast_node, *const isl_ast_build, *mut c_void) -> *mut isl_ast_node>, user: *mut c_void) -> *mut isl_ast_build;
    fn isl_ast_build_set_before_each_mark(build: *mut isl_ast_build, f: Option<unsafe extern "C" fn(*const isl_id, *const isl_ast_build, *mut c_void) -> isl_stat>, user: *mut c_void) -> *mut isl_ast_build;
    fn isl_ast_build_set_after_each_mark(build: *mut isl_ast_build, f: Option<unsafe extern "C" fn(*mut isl_ast_node, *const isl_ast_build, *mut c_void) -> *mut isl_ast_node>, user: *mut c_void) -> *mut isl_ast_build;
    fn isl_ast_build_set_create_leaf(build: *mut isl_ast_build, f: Option<unsafe extern "C" fn(*mut isl_ast_build, *mut c_void) -> *mut isl_ast_node>, user: *mut c_void) -> *mut isl_ast_build;
    fn isl_ast_build_node_from_schedule(build: *const isl_ast_build, schedule: *mut isl_schedule) -> *mut isl_ast_node;
    fn isl_ast_build_node_from_schedule_map(build: *const isl_ast_build, schedule: *mut isl_union_map) -> *mut isl_ast_node;
}
