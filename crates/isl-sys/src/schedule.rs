//! Functions on `isl_schedule`, `isl_schedule_constraints`.

use std::ffi::*;

use crate::*;

functions! {
    fn isl_schedule_copy(value: *const isl_schedule) -> *mut isl_schedule;
    fn isl_schedule_free(value: *mut isl_schedule) -> *mut isl_schedule;
    fn isl_schedule_to_str(value: *const isl_schedule) -> *mut c_char;
    fn isl_schedule_empty(space: *mut isl_space) -> *mut isl_schedule;
    fn isl_schedule_from_domain(domain: *mut isl_union_set) -> *mut isl_schedule;
    fn isl_schedule_get_map(sched: *const isl_schedule) -> *mut isl_union_map;
    fn isl_schedule_plain_is_equal(schedule1: *const isl_schedule, schedule2: *const isl_schedule) -> isl_bool;
    fn isl_schedule_get_root(schedule: *const isl_schedule) -> *mut isl_schedule_node;
    fn isl_schedule_get_domain(schedule: *const isl_schedule) -> *mut isl_union_set;
    fn isl_schedule_foreach_schedule_node_top_down(sched: *const isl_schedule, f: Option<unsafe extern "C" fn(*const isl_schedule_node, *mut c_void) -> isl_bool>, user: *mut c_void) -> isl_stat;
    fn isl_schedule_map_schedule_node_bottom_up(schedule: *mut isl_schedule, f: Option<unsafe extern "C" fn(*mut isl_schedule_node, *mut c_void) -> *mut isl_schedule_node>, user: *mut c_void) -> *mut isl_schedule;
    fn isl_schedule_insert_context(schedule: *mut isl_schedule, context: *mut isl_set) -> *mut isl_schedule;
    fn isl_schedule_insert_partial_schedule(schedule: *mut isl_schedule, partial: *mut isl_multi_union_pw_aff) -> *mut isl_schedule;
    fn isl_schedule_insert_guard(schedule: *mut isl_schedule, guard: *mut isl_set) -> *mut isl_schedule;
    fn isl_schedule_sequence(schedule1: *mut isl_schedule, schedule2: *mut isl_schedule) -> *mut isl_schedule;
    fn isl_schedule_set(schedule1: *mut isl_schedule, schedule2: *mut isl_schedule) -> *mut isl_schedule;
    fn isl_schedule_intersect_domain(schedule: *mut isl_schedule, domain: *mut isl_union_set) -> *mut isl_schedule;
    fn isl_schedule_gist_domain_params(schedule: *mut isl_schedule, context: *mut isl_set) -> *mut isl_schedule;
    fn isl_schedule_reset_user(schedule: *mut isl_schedule) -> *mut isl_schedule;
    fn isl_schedule_align_params(schedule: *mut isl_schedule, space: *mut isl_space) -> *mut isl_schedule;
    fn isl_schedule_pullback_union_pw_multi_aff(schedule: *mut isl_schedule, upma: *mut isl_union_pw_multi_aff) -> *mut isl_schedule;
    fn isl_schedule_expand(schedule: *mut isl_schedule, contraction: *mut isl_union_pw_multi_aff, expansion: *mut isl_schedule) -> *mut isl_schedule;
    fn isl_schedule_read_from_str(ctx: *mut isl_ctx, text: *const c_char) -> *mut isl_schedule;
    fn isl_schedule_constraints_copy(value: *const isl_schedule_constraints) -> *mut isl_schedule_constraints;
    fn isl_schedule_constraints_free(value: *mut isl_schedule_constraints) -> *mut isl_schedule_constraints;
    fn isl_schedule_constraints_to_str(value: *const isl_schedule_constraints) -> *mut c_char;
    fn isl_schedule_constraints_on_domain(domain: *mut isl_union_set) -> *mut isl_schedule_constraints;
    fn isl_schedule_constraints_set_context(sc: *mut isl_schedule_constraints, context: *mut isl_set) -> *mut isl_schedule_constraints;
    fn isl_schedule_constraints_set_validity(sc: *mut isl_schedule_constraints, validity: *mut isl_union_map) -> *mut isl_schedule_constraints;
    fn isl_schedule_constraints_set_coincidence(sc: *mut isl_schedule_constraints, coincidence: *mut isl_union_map) -> *mut isl_schedule_constraints;
    fn isl_schedule_constraints_set_proximity(sc: *mut isl_schedule_constraints, proximity: *mut isl_union_map) -> *mut isl_schedule_constraints;
    fn isl_schedule_constraints_set_conditional_validity(sc: *mut isl_schedule_constraints, condition: *mut isl_union_map, validity: *mut isl_union_map) -> *mut isl_schedule_constraints;
    fn isl_schedule_constraints_get_domain(sc: *const isl_schedule_constraints) -> *mut isl_union_set;
    fn isl_schedule_constraints_get_context(sc: *const isl_schedule_constraints) -> *mut isl_set;
    fn isl_schedule_constraints_get_validity(sc: *const isl_schedule_constraints) -> *mut isl_union_map;
    fn isl_schedule_constraints_get_coincidence(sc: *const isl_schedule_constraints) -> *mut isl_union_map;
    fn isl_schedule_constraints_get_proximity(sc: *const isl_schedule_constraints) -> *mut isl_union_map;
    fn isl_schedule_constraints_get_conditional_validity(sc: *const isl_schedule_constraints) -> *mut isl_union_map;
    fn isl_schedule_constraints_get_conditional_validity_condition(sc: *const isl_schedule_constraints) -> *mut isl_union_map;
    fn isl_schedule_constraints_apply(sc: *mut isl_schedule_constraints, umap: *mut isl_union_map) -> *mut isl_schedule_constraints;
    fn isl_schedule_constraints_read_from_str(ctx: *mut isl_ctx, text: *const c_char) -> *mut isl_schedule_constraints;
    fn isl_schedule_constraints_compute_schedule(sc: *mut isl_schedule_constraints) -> *mut isl_schedule;
}
