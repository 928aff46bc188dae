//! Types: [`UnionAccessInfo`], [`UnionFlow`].

use polymill_isl_sys as sys;

use crate::{Schedule, UnionMap};

object! {
    /// An isl `union_access_info`.
    deep UnionAccessInfo = isl_union_access_info: isl_union_access_info_copy, isl_union_access_info_free, isl_union_access_info_to_str;
}

methods! { UnionAccessInfo {
    from_sink(sink: &UnionMap) -> UnionAccessInfo = isl_union_access_info_from_sink;
    set_must_source(&self, must_source: &UnionMap) -> UnionAccessInfo = isl_union_access_info_set_must_source;
    set_may_source(&self, may_source: &UnionMap) -> UnionAccessInfo = isl_union_access_info_set_may_source;
    set_kill(&self, kill: &UnionMap) -> UnionAccessInfo = isl_union_access_info_set_kill;
    set_schedule(&self, schedule: &Schedule) -> UnionAccessInfo = isl_union_access_info_set_schedule;
    set_schedule_map(&self, schedule_map: &UnionMap) -> UnionAccessInfo = isl_union_access_info_set_schedule_map;
    compute_flow(&self) -> UnionFlow = isl_union_access_info_compute_flow;
} }

object! {
    /// An isl `union_flow`.
    deep UnionFlow = isl_union_flow: isl_union_flow_copy, isl_union_flow_free, isl_union_flow_to_str;
}

methods! { UnionFlow {
    get_must_dependence(&self) -> UnionMap = isl_union_flow_get_must_dependence;
    get_may_dependence(&self) -> UnionMap = isl_union_flow_get_may_dependence;
    get_full_must_dependence(&self) -> UnionMap = isl_union_flow_get_full_must_dependence;
    get_full_may_dependence(&self) -> UnionMap = isl_union_flow_get_full_may_dependence;
    get_must_no_source(&self) -> UnionMap = isl_union_flow_get_must_no_source;
    get_may_no_source(&self) -> UnionMap = isl_union_flow_get_may_no_source;
} }
