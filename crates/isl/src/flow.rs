//! Flow analysis.

use polymill_isl_sys as sys;

use crate::{Schedule, UnionMap};

object! {
    /// The question of flow analysis: which accesses depend on which, in a given order.
    ///
    /// ```
    /// use polymill_isl as isl;
    /// let ctx = isl::Context::new()?;
    /// let order = isl::UnionMap::read(&ctx, "{ S[i] -> [i] : 0 <= i < 8 }")?;
    /// let writes = isl::UnionMap::read(&ctx, "{ S[i] -> A[i + 1] : 0 <= i < 8 }")?;
    /// let reads = isl::UnionMap::read(&ctx, "{ S[i] -> A[i] : 0 <= i < 8 }")?;
    /// let flow = isl::UnionAccessInfo::from_sink(&reads)?
    ///     .set_must_source(&writes)?
    ///     .set_schedule_map(&order)?
    ///     .compute_flow()?;
    /// let expected = isl::UnionMap::read(&ctx, "{ S[i] -> S[i + 1] : 0 <= i < 7 }")?;
    /// assert!(flow.get_must_dependence()?.is_equal(&expected)?);
    /// # Ok::<(), isl::Error>(())
    /// ```
    deep UnionAccessInfo = isl_union_access_info: isl_union_access_info_copy, isl_union_access_info_free, isl_union_access_info_to_str;
}

methods! { UnionAccessInfo {
    /// Starts from the reads (or whatever else depends on what came before): a relation from instances to array
    /// elements.
    from_sink(sink: &UnionMap) -> UnionAccessInfo = isl_union_access_info_from_sink;
    /// Sets the accesses that are sources for certain (must-writes).
    set_must_source(&self, must_source: &UnionMap) -> UnionAccessInfo = isl_union_access_info_set_must_source;
    /// Sets the accesses that may be sources (may-writes).
    set_may_source(&self, may_source: &UnionMap) -> UnionAccessInfo = isl_union_access_info_set_may_source;
    /// Sets the accesses that destroy values: no dependence goes through them.
    set_kill(&self, kill: &UnionMap) -> UnionAccessInfo = isl_union_access_info_set_kill;
    /// Sets the original order, as a schedule.
    set_schedule(&self, schedule: &Schedule) -> UnionAccessInfo = isl_union_access_info_set_schedule;
    /// Sets the original order, as a relation from instances to times.
    set_schedule_map(&self, schedule_map: &UnionMap) -> UnionAccessInfo = isl_union_access_info_set_schedule_map;
    /// Computes the dependences.
    compute_flow(&self) -> UnionFlow = isl_union_access_info_compute_flow;
} }

object! {
    /// The answer of flow analysis.
    deep UnionFlow = isl_union_flow: isl_union_flow_copy, isl_union_flow_free, isl_union_flow_to_str;
}

methods! { UnionFlow {
    /// The dependences that hold for certain, from source to sink.
    get_must_dependence(&self) -> UnionMap = isl_union_flow_get_must_dependence;
    /// The dependences that may hold, those that hold for certain among them, from source to sink.
    get_may_dependence(&self) -> UnionMap = isl_union_flow_get_may_dependence;
    /// The dependences that hold for certain, from each source instance to the sink instance and the array element,
    /// as a wrapped relation.
    get_full_must_dependence(&self) -> UnionMap = isl_union_flow_get_full_must_dependence;
    /// The dependences that may hold, from each source instance to the sink instance and the array element, as a
    /// wrapped relation.
    get_full_may_dependence(&self) -> UnionMap = isl_union_flow_get_full_may_dependence;
    /// The accesses of the sink that have no source at all.
    get_must_no_source(&self) -> UnionMap = isl_union_flow_get_must_no_source;
    /// The accesses of the sink that are not certain to have a source.
    get_may_no_source(&self) -> UnionMap = isl_union_flow_get_may_no_source;
} }
