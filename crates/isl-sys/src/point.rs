//! Functions on `isl_point`, `isl_fixed_box`, `isl_stride_info`.

use std::ffi::*;

use crate::*;

functions! {
    fn isl_point_copy(value: *const isl_point) -> *mut isl_point;
    fn isl_point_free(value: *mut isl_point) -> *mut isl_point;
    fn isl_point_to_str(value: *const isl_point) -> *mut c_char;
    fn isl_point_get_space(pnt: *const isl_point) -> *mut isl_space;
    fn isl_point_zero(space: *mut isl_space) -> *mut isl_point;
    fn isl_point_get_coordinate_val(pnt: *const isl_point, kind: isl_dim_type, pos: c_int) -> *mut isl_val;
    fn isl_point_set_coordinate_val(pnt: *mut isl_point, kind: isl_dim_type, pos: c_int, v: *mut isl_val) -> *mut isl_point;
    fn isl_point_get_multi_val(pnt: *const isl_point) -> *mut isl_multi_val;
    fn isl_point_void(space: *mut isl_space) -> *mut isl_point;
    fn isl_point_is_void(pnt: *const isl_point) -> isl_bool;
    fn isl_point_to_set(pnt: *mut isl_point) -> *mut isl_set;
    fn isl_fixed_box_copy(value: *const isl_fixed_box) -> *mut isl_fixed_box;
    fn isl_fixed_box_free(value: *mut isl_fixed_box) -> *mut isl_fixed_box;
    fn isl_fixed_box_to_str(value: *const isl_fixed_box) -> *mut c_char;
    fn isl_fixed_box_get_space(boxed: *const isl_fixed_box) -> *mut isl_space;
    fn isl_fixed_box_is_valid(boxed: *const isl_fixed_box) -> isl_bool;
    fn isl_fixed_box_get_offset(boxed: *const isl_fixed_box) -> *mut isl_multi_aff;
    fn isl_fixed_box_get_size(boxed: *const isl_fixed_box) -> *mut isl_multi_val;
    fn isl_stride_info_copy(value: *const isl_stride_info) -> *mut isl_stride_info;
    fn isl_stride_info_free(value: *mut isl_stride_info) -> *mut isl_stride_info;
    fn isl_stride_info_get_stride(si: *const isl_stride_info) -> *mut isl_val;
    fn isl_stride_info_get_offset(si: *const isl_stride_info) -> *mut isl_aff;
}
