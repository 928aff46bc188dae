//! Types: [`Schedule`], [`ScheduleConstraints`].

use polymill_isl_sys as sys;

use crate::{Context, MultiUnionPwAff, ScheduleNode, Set, Space, UnionMap, UnionPwMultiAff, UnionSet};

object! {
    /// An isl `schedule`.
    Schedule = isl_schedule: isl_schedule_copy, isl_schedule_free, isl_schedule_to_str;
}

methods! { Schedule {
    empty(space: &Space) -> Schedule = isl_schedule_empty;
    from_domain(domain: &UnionSet) -> Schedule = isl_schedule_from_domain;
    get_map(&self) -> UnionMap = isl_schedule_get_map;
    plain_is_equal(&self, schedule2: &Schedule) -> bool = isl_schedule_plain_is_equal;
    get_root(&self) -> ScheduleNode = isl_schedule_get_root;
    get_domain(&self) -> UnionSet = isl_schedule_get_domain;
    insert_context(&self, context: &Set) -> Schedule = isl_schedule_insert_context;
    insert_partial_schedule(&self, partial: &MultiUnionPwAff) -> Schedule = isl_schedule_insert_partial_schedule;
    insert_guard(&self, guard: &Set) -> Schedule = isl_schedule_insert_guard;
    sequence(&self, schedule2: &Schedule) -> Schedule = isl_schedule_sequence;
    set(&self, schedule2: &Schedule) -> Schedule = isl_schedule_set;
    intersect_domain(&self, domain: &UnionSet) -> Schedule = isl_schedule_intersect_domain;
    gist_domain_params(&self, context: &Set) -> Schedule = isl_schedule_gist_domain_params;
    reset_user(&self) -> Schedule = isl_schedule_reset_user;
    align_params(&self, space: &Space) -> Schedule = isl_schedule_align_params;
    pullback_union_pw_multi_aff(&self, upma: &UnionPwMultiAff) -> Schedule = isl_schedule_pullback_union_pw_multi_aff;
    expand(&self, contraction: &UnionPwMultiAff, expansion: &Schedule) -> Schedule = isl_schedule_expand;
    read(ctx: &Context, text: &str) -> Schedule = isl_schedule_read_from_str;
} }

callbacks! { Schedule {
    foreach_schedule_node_top_down(&self, |node: &ScheduleNode| -> bool) -> () = isl_schedule_foreach_schedule_node_top_down;
    map_schedule_node_bottom_up(&self, |node: ScheduleNode| -> ScheduleNode) -> Schedule = isl_schedule_map_schedule_node_bottom_up;
} }

object! {
    /// An isl `schedule_constraints`.
    deep ScheduleConstraints = isl_schedule_constraints: isl_schedule_constraints_copy, isl_schedule_constraints_free, isl_schedule_constraints_to_str;
}

methods! { ScheduleConstraints {
    on_domain(domain: &UnionSet) -> ScheduleConstraints = isl_schedule_constraints_on_domain;
    set_context(&self, context: &Set) -> ScheduleConstraints = isl_schedule_constraints_set_context;
    set_validity(&self, validity: &UnionMap) -> ScheduleConstraints = isl_schedule_constraints_set_validity;
    set_coincidence(&self, coincidence: &UnionMap) -> ScheduleConstraints = isl_schedule_constraints_set_coincidence;
    set_proximity(&self, proximity: &UnionMap) -> ScheduleConstraints = isl_schedule_constraints_set_proximity;
    set_conditional_validity(&self, condition: &UnionMap, validity: &UnionMap) -> ScheduleConstraints = isl_schedule_constraints_set_conditional_validity;
    get_domain(&self) -> UnionSet = isl_schedule_constraints_get_domain;
    get_context(&self) -> Set = isl_schedule_constraints_get_context;
    get_validity(&self) -> UnionMap = isl_schedule_constraints_get_validity;
    get_coincidence(&self) -> UnionMap = isl_schedule_constraints_get_coincidence;
    get_proximity(&self) -> UnionMap = isl_schedule_constraints_get_proximity;
    get_conditional_validity(&self) -> UnionMap = isl_schedule_constraints_get_conditional_validity;
    get_conditional_validity_condition(&self) -> UnionMap = isl_schedule_constraints_get_conditional_validity_condition;
    apply(&self, umap: &UnionMap) -> ScheduleConstraints = isl_schedule_constraints_apply;
    read(ctx: &Context, text: &str) -> ScheduleConstraints = isl_schedule_constraints_read_from_str;
    compute_schedule(&self) -> Schedule = isl_schedule_constraints_compute_schedule;
} }
