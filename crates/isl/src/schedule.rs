//! Schedules, and what they are computed from.

use polymill_isl_sys as sys;

use crate::{Context, MultiUnionPwAff, ScheduleNode, Set, Space, UnionMap, UnionPwMultiAff, UnionSet};

object! {
    /// A schedule tree. Look at its nodes through [`Schedule::get_root`].
    ///
    /// ```
    /// use polymill_isl as isl;
    /// let ctx = isl::Context::new()?;
    /// let schedule = isl::Schedule::read(
    ///     &ctx,
    ///     r#"{ domain: "{ S[i] : 0 <= i < 8 }", child: { schedule: "[{ S[i] -> [(i)] }]" } }"#,
    /// )?;
    /// assert_eq!(schedule.get_root()?.child(0)?.band_n_member()?, 1);
    /// assert!(isl::Schedule::read(&ctx, &schedule.to_yaml()?)?.plain_is_equal(&schedule)?);
    /// # Ok::<(), isl::Error>(())
    /// ```
    Schedule = isl_schedule: isl_schedule_copy, isl_schedule_free, isl_schedule_to_str;
}

methods! { Schedule {
    /// The schedule of nothing, with the parameters of this space.
    empty(space: &Space) -> Schedule = isl_schedule_empty;
    /// The schedule that puts these instances in no order.
    from_domain(domain: &UnionSet) -> Schedule = isl_schedule_from_domain;
    /// The schedule as a relation from instances to times.
    get_map(&self) -> UnionMap = isl_schedule_get_map;
    /// Whether both obviously are the same.
    plain_is_equal(&self, schedule2: &Schedule) -> bool = isl_schedule_plain_is_equal;
    /// The root node.
    get_root(&self) -> ScheduleNode = isl_schedule_get_root;
    /// The statement instances.
    get_domain(&self) -> UnionSet = isl_schedule_get_domain;
    /// Inserts a context node: constraints that are known to hold, on the members of the bands above (at the root: `{
    /// [] : ... }`, see [`Set::from_params`](crate::Set::from_params)) and the parameters.
    insert_context(&self, context: &Set) -> Schedule = isl_schedule_insert_context;
    /// Inserts a band node.
    insert_partial_schedule(&self, partial: &MultiUnionPwAff) -> Schedule = isl_schedule_insert_partial_schedule;
    /// Inserts a guard node: constraints for the generated code to check, on the members of the bands above (at the
    /// root: `{ [] : ... }`, see [`Set::from_params`](crate::Set::from_params)) and the parameters.
    insert_guard(&self, guard: &Set) -> Schedule = isl_schedule_insert_guard;
    /// This schedule, then the other. Their domains must not overlap.
    sequence(&self, schedule2: &Schedule) -> Schedule = isl_schedule_sequence;
    /// Both schedules, in any order. Their domains must not overlap.
    set(&self, schedule2: &Schedule) -> Schedule = isl_schedule_set;
    /// The part that schedules these instances.
    intersect_domain(&self, domain: &UnionSet) -> Schedule = isl_schedule_intersect_domain;
    /// With the domain simplified, given that `context` holds for the parameters.
    gist_domain_params(&self, context: &Set) -> Schedule = isl_schedule_gist_domain_params;
    /// With the tags of all ids dropped (see [`Id::with_tag`](crate::Id::with_tag)).
    reset_user(&self) -> Schedule = isl_schedule_reset_user;
    /// Adds the parameters of a space.
    align_params(&self, space: &Space) -> Schedule = isl_schedule_align_params;
    /// The schedule of the instances that the function maps to those of this schedule.
    pullback_union_pw_multi_aff(&self, upma: &UnionPwMultiAff) -> Schedule = isl_schedule_pullback_union_pw_multi_aff;
    /// Replaces each instance by those that `contraction` maps to it, in the order of `expansion`.
    expand(&self, contraction: &UnionPwMultiAff, expansion: &Schedule) -> Schedule = isl_schedule_expand;
    /// Parses YAML.
    read(ctx: &Context, text: &str) -> Schedule = isl_schedule_read_from_str, texts_after_keys(text);
} }

callbacks! { Schedule {
    /// Calls `f` with each node, before its children; where `f` says false, the children are left out.
    foreach_schedule_node_top_down(&self, |node: &ScheduleNode| -> bool) -> () = isl_schedule_foreach_schedule_node_top_down;
    /// Replaces each node, after its children, by what `f` makes of it. `f` returns a node at the same position in
    /// the tree.
    map_schedule_node_bottom_up(&self, |node: ScheduleNode| -> ScheduleNode) -> Schedule = isl_schedule_map_schedule_node_bottom_up;
} }

object! {
    /// What a schedule has to respect, and what it should strive for.
    ///
    /// ```
    /// use polymill_isl as isl;
    /// let ctx = isl::Context::new()?;
    /// let domain = isl::UnionSet::read(&ctx, "{ S[i] : 0 <= i < 8; T[i] : 0 <= i < 8 }")?;
    /// let flow = isl::UnionMap::read(&ctx, "{ S[i] -> T[i] : 0 <= i < 8 }")?;
    /// let schedule =
    ///     isl::ScheduleConstraints::on_domain(&domain)?.set_validity(&flow)?.set_proximity(&flow)?.compute_schedule()?;
    /// let loops = isl::AstBuild::alloc(&ctx)?.node_from_schedule(&schedule)?.to_c_str()?;
    /// assert_eq!(loops, "for (int c0 = 0; c0 <= 7; c0 += 1) {\n  S(c0);\n  T(c0);\n}\n");
    /// # Ok::<(), isl::Error>(())
    /// ```
    deep ScheduleConstraints = isl_schedule_constraints: isl_schedule_constraints_copy, isl_schedule_constraints_free, isl_schedule_constraints_to_str;
}

methods! { ScheduleConstraints {
    /// No constraints yet, on these instances.
    on_domain(domain: &UnionSet) -> ScheduleConstraints = isl_schedule_constraints_on_domain;
    /// Sets constraints on the parameters that are known to hold.
    set_context(&self, context: &Set) -> ScheduleConstraints = isl_schedule_constraints_set_context;
    /// Sets the pairs that have to stay in order.
    set_validity(&self, validity: &UnionMap) -> ScheduleConstraints = isl_schedule_constraints_set_validity;
    /// Sets the pairs that should get equal times, so that loops become parallel.
    set_coincidence(&self, coincidence: &UnionMap) -> ScheduleConstraints = isl_schedule_constraints_set_coincidence;
    /// Sets the pairs whose times should be close to each other.
    set_proximity(&self, proximity: &UnionMap) -> ScheduleConstraints = isl_schedule_constraints_set_proximity;
    /// Sets pairs that have to stay in order, unless the pairs of the condition next to them coincide.
    set_conditional_validity(&self, condition: &UnionMap, validity: &UnionMap) -> ScheduleConstraints = isl_schedule_constraints_set_conditional_validity;
    /// The statement instances.
    get_domain(&self) -> UnionSet = isl_schedule_constraints_get_domain;
    /// The constraints on the parameters.
    get_context(&self) -> Set = isl_schedule_constraints_get_context;
    /// The validity constraints.
    get_validity(&self) -> UnionMap = isl_schedule_constraints_get_validity;
    /// The coincidence constraints.
    get_coincidence(&self) -> UnionMap = isl_schedule_constraints_get_coincidence;
    /// The proximity constraints.
    get_proximity(&self) -> UnionMap = isl_schedule_constraints_get_proximity;
    /// The validity constraints that hold where the condition's pairs do not coincide.
    get_conditional_validity(&self) -> UnionMap = isl_schedule_constraints_get_conditional_validity;
    /// The condition of the conditional validity constraints.
    get_conditional_validity_condition(&self) -> UnionMap = isl_schedule_constraints_get_conditional_validity_condition;
    /// Applies a relation to the domains and ranges of all constraints.
    apply(&self, umap: &UnionMap) -> ScheduleConstraints = isl_schedule_constraints_apply;
    /// Parses YAML.
    read(ctx: &Context, text: &str) -> ScheduleConstraints = isl_schedule_constraints_read_from_str;
    /// Computes a schedule that respects the constraints.
    compute_schedule(&self) -> Schedule = isl_schedule_constraints_compute_schedule;
} }
