//! Functions on `isl_union_access_info`, `isl_union_flow`.

use std::ffi::*;

use crate::*;

functions! {
    fn isl_union_access_info_copy(value: *const isl_union_access_info) -> *mut isl_union_access_info;
    fn isl_union_access_info_free(value: *mut isl_union_access_info) -> *mut isl_union_access_info;
    fn isl_union_access_info_to_str(value: *const isl_union_access_info) -> *mut c_char;
    fn isl_union_access_info_from_sink(sink: *mut isl_union_map) -> *mut isl_union_access_info;
    fn isl_union_access_info_set_must_source(access: *mut isl_union_access_info, must_source: *mut isl_union_map) -> *mut isl_union_access_info;
    fn isl_union_access_info_set_may_source(access: *mut isl_union_access_info, may_source: *mut isl_union_map) -> *mut isl_union_access_info;
    fn isl_union_access_info_set_kill(access: *mut isl_union_access_info, kill: *mut isl_union_map) -> *mut isl_union_access_info;
    fn isl_union_access_info_set_schedule(access: *mut isl_union_access_info, schedule: *mut isl_schedule) -> *mut isl_union_access_info;
    fn isl_union_access_info_set_schedule_map(access: *mut isl_union_access_info, schedule_map: *mut isl_union_map) -> *mut isl_union_access_info;
    fn isl_union_access_info_compute_flow(access: *mut isl_union_access_info) -> *mut isl_union_flow;
    fn isl_union_flow_copy(value: *const isl_union_flow) -> *mut isl_union_flow;
    fn isl_union_flow_free(value: *mut isl_union_flow) -> *mut isl_union_flow;
    fn isl_union_flow_to_str(value: *const isl_union_flow) -> *mut c_char;
    fn isl_union_flow_get_must_dependence(flow: *const isl_union_flow) -> *mut isl_union_map;
    fn isl_union_flow_get_may_dependence(flow: *const isl_union_flow) -> *mut isl_union_map;
    fn isl_union_flow_get_full_must_dependence(flow: *const isl_union_flow) -> *mut isl_union_map;
    fn isl_union_flow_get_full_may_dependence(flow: *const isl_union_flow) -> *mut isl_union_map;
    fn isl_union_flow_get_must_no_source(flow: *const isl_union_flow) -> *mut isl_union_map;
    fn isl_union_flow_get_may_no_source(flow: *const isl_union_flow) -> *mut isl_union_map;
}
