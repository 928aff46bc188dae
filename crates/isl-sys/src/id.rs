//! Functions on `isl_id`, `isl_id_list`, `isl_multi_id`.

use std::ffi::*;

use crate::*;

functions! {
    fn isl_id_copy(value: *const isl_id) -> *mut isl_id;
    fn isl_id_free(value: *mut isl_id) -> *mut isl_id;
    fn isl_id_to_str(value: *const isl_id) -> *mut c_char;
    fn isl_id_to_list(el: *mut isl_id) -> *mut isl_id_list;
    fn isl_id_get_name(id: *const isl_id) -> *const c_char;
    fn isl_id_read_from_str(ctx: *mut isl_ctx, text: *const c_char) -> *mut isl_id;
    fn isl_id_alloc(ctx: *mut isl_ctx, name: *const c_char, user: *mut c_void) -> *mut isl_id;
    fn isl_id_get_user(id: *const isl_id) -> *mut c_void;
    fn isl_id_list_copy(value: *const isl_id_list) -> *mut isl_id_list;
    fn isl_id_list_free(value: *mut isl_id_list) -> *mut isl_id_list;
    fn isl_id_list_to_str(value: *const isl_id_list) -> *mut c_char;
    fn isl_id_list_alloc(ctx: *mut isl_ctx, n: c_int) -> *mut isl_id_list;
    fn isl_id_list_add(list: *mut isl_id_list, el: *mut isl_id) -> *mut isl_id_list;
    fn isl_id_list_insert(list: *mut isl_id_list, pos: c_uint, el: *mut isl_id) -> *mut isl_id_list;
    fn isl_id_list_drop(list: *mut isl_id_list, first: c_uint, n: c_uint) -> *mut isl_id_list;
    fn isl_id_list_clear(list: *mut isl_id_list) -> *mut isl_id_list;
    fn isl_id_list_reverse(list: *mut isl_id_list) -> *mut isl_id_list;
    fn isl_id_list_concat(list1: *mut isl_id_list, list2: *mut isl_id_list) -> *mut isl_id_list;
    fn isl_id_list_size(list: *const isl_id_list) -> isl_size;
    fn isl_id_list_get_at(list: *const isl_id_list, index: c_int) -> *mut isl_id;
    fn isl_id_list_set_id(list: *mut isl_id_list, index: c_int, el: *mut isl_id) -> *mut isl_id_list;
    fn isl_id_list_foreach(list: *const isl_id_list, f: Option<unsafe extern "C" fn(*mut isl_id, *mut c_void) -> isl_stat>, user: *mut c_void) -> isl_stat;
    fn isl_id_list_every(list: *const isl_id_list, f: Option<unsafe extern "C" fn(*const isl_id, *mut c_void) -> isl_bool>, user: *mut c_void) -> isl_bool;
    fn isl_id_list_read_from_str(ctx: *mut isl_ctx, text: *const c_char) -> *mut isl_id_list;
    fn isl_multi_id_copy(value: *const isl_multi_id) -> *mut isl_multi_id;
    fn isl_multi_id_free(value: *mut isl_multi_id) -> *mut isl_multi_id;
    fn isl_multi_id_to_str(value: *const isl_multi_id) -> *mut c_char;
    fn isl_multi_id_get_space(multi: *const isl_multi_id) -> *mut isl_space;
    fn isl_multi_id_get_domain_space(multi: *const isl_multi_id) -> *mut isl_space;
    fn isl_multi_id_get_list(multi: *const isl_multi_id) -> *mut isl_id_list;
    fn isl_multi_id_from_id_list(space: *mut isl_space, list: *mut isl_id_list) -> *mut isl_multi_id;
    fn isl_multi_id_plain_is_equal(multi1: *const isl_multi_id, multi2: *const isl_multi_id) -> isl_bool;
    fn isl_multi_id_reset_user(multi: *mut isl_multi_id) -> *mut isl_multi_id;
    fn isl_multi_id_size(multi: *const isl_multi_id) -> isl_size;
    fn isl_multi_id_get_at(multi: *const isl_multi_id, pos: c_int) -> *mut isl_id;
    fn isl_multi_id_set_at(multi: *mut isl_multi_id, pos: c_int, el: *mut isl_id) -> *mut isl_multi_id;
    fn isl_multi_id_range_splice(multi1: *mut isl_multi_id, pos: c_uint, multi2: *mut isl_multi_id) -> *mut isl_multi_id;
    fn isl_multi_id_flatten_range(multi: *mut isl_multi_id) -> *mut isl_multi_id;
    fn isl_multi_id_flat_range_product(multi1: *mut isl_multi_id, multi2: *mut isl_multi_id) -> *mut isl_multi_id;
    fn isl_multi_id_range_product(multi1: *mut isl_multi_id, multi2: *mut isl_multi_id) -> *mut isl_multi_id;
    fn isl_multi_id_factor_range(multi: *mut isl_multi_id) -> *mut isl_multi_id;
    fn isl_multi_id_range_is_wrapping(multi: *const isl_multi_id) -> isl_bool;
    fn isl_multi_id_range_factor_domain(multi: *mut isl_multi_id) -> *mut isl_multi_id;
    fn isl_multi_id_range_factor_range(multi: *mut isl_multi_id) -> *mut isl_multi_id;
    fn isl_multi_id_align_params(multi: *mut isl_multi_id, model: *mut isl_space) -> *mut isl_multi_id;
    fn isl_multi_id_from_range(multi: *mut isl_multi_id) -> *mut isl_multi_id;
    fn isl_multi_id_read_from_str(ctx: *mut isl_ctx, text: *const c_char) -> *mut isl_multi_id;
}
