//! Positions in schedule trees.

use polymill_isl_sys as sys;

use crate::{
    AstLoopType, Id, MultiUnionPwAff, MultiVal, Schedule, ScheduleNodeType, Set, Space, UnionMap, UnionPwMultiAff,
    UnionSet, UnionSetList,
};

object! {
    /// A position in a schedule tree. Changing the tree there gives a node of a new tree, which
    /// [`ScheduleNode::get_schedule`] returns; nodes of the old one stay what they were.
    ///
    /// ```
    /// use polymill_isl as isl;
    /// let ctx = isl::Context::new()?;
    /// let domain = isl::UnionSet::read(&ctx, "{ S[i, j] : 0 <= i, j < 64 }")?;
    /// let order = isl::MultiUnionPwAff::read(&ctx, "[{ S[i, j] -> [(i)] }, { S[i, j] -> [(j)] }]")?;
    /// let band = isl::ScheduleNode::from_domain(&domain)?.child(0)?.insert_partial_schedule(&order)?;
    /// let tiles = band.band_set_permutable(true)?.band_tile(&isl::MultiVal::read(&ctx, "{ [8, 8] }")?)?;
    /// let marked = tiles.child(0)?.insert_mark(&isl::Id::new(&ctx, "points")?)?;
    /// assert_eq!(marked.get_type()?, isl::ScheduleNodeType::Mark);
    /// assert_eq!(marked.get_schedule_depth()?, 2);
    /// # Ok::<(), isl::Error>(())
    /// ```
    ScheduleNode = isl_schedule_node: isl_schedule_node_copy, isl_schedule_node_free, isl_schedule_node_to_str;
}

methods! { ScheduleNode {
    /// The tree that consists of a domain node and a leaf, at the domain node.
    from_domain(domain: &UnionSet) -> ScheduleNode = isl_schedule_node_from_domain;
    /// A tree rooted in an extension node, to be grafted.
    from_extension(extension: &UnionMap) -> ScheduleNode = isl_schedule_node_from_extension;
    /// Whether both are equal.
    is_equal(&self, node2: &ScheduleNode) -> bool = isl_schedule_node_is_equal;
    /// What this is.
    get_type(&self) -> ScheduleNodeType = isl_schedule_node_get_type;
    /// What the parent is.
    get_parent_type(&self) -> ScheduleNodeType = isl_schedule_node_get_parent_type;
    /// The schedule that the node is in.
    get_schedule(&self) -> Schedule = isl_schedule_node_get_schedule;
    /// The number of nodes above this one.
    get_tree_depth(&self) -> usize = isl_schedule_node_get_tree_depth;
    /// Whether this is not the root.
    has_parent(&self) -> bool = isl_schedule_node_has_parent;
    /// Whether there are nodes below.
    has_children(&self) -> bool = isl_schedule_node_has_children;
    /// Whether there is a sibling before this node.
    has_previous_sibling(&self) -> bool = isl_schedule_node_has_previous_sibling;
    /// Whether there is a sibling after this node.
    has_next_sibling(&self) -> bool = isl_schedule_node_has_next_sibling;
    /// The number of children.
    n_children(&self) -> usize = isl_schedule_node_n_children;
    /// The position among the siblings.
    get_child_position(&self) -> usize = isl_schedule_node_get_child_position;
    /// The position, among the children of `ancestor`, of the child on the way to this node.
    get_ancestor_child_position(&self, ancestor: &ScheduleNode) -> usize = isl_schedule_node_get_ancestor_child_position;
    /// The child at a position.
    get_child(&self, pos: usize) -> ScheduleNode = isl_schedule_node_get_child;
    /// The innermost node that is an ancestor of both, or one of them.
    get_shared_ancestor(&self, node2: &ScheduleNode) -> ScheduleNode = isl_schedule_node_get_shared_ancestor;
    /// The root of the tree.
    root(&self) -> ScheduleNode = isl_schedule_node_root;
    /// The parent.
    parent(&self) -> ScheduleNode = isl_schedule_node_parent;
    /// The parent's parent.
    grandparent(&self) -> ScheduleNode = isl_schedule_node_grandparent;
    /// The ancestor that is `generation` levels up.
    ancestor(&self, generation: usize) -> ScheduleNode = isl_schedule_node_ancestor;
    /// The child at a position.
    child(&self, pos: usize) -> ScheduleNode = isl_schedule_node_child;
    /// The child at `pos2` of the child at `pos1`.
    grandchild(&self, pos1: usize, pos2: usize) -> ScheduleNode = isl_schedule_node_grandchild;
    /// The first child.
    first_child(&self) -> ScheduleNode = isl_schedule_node_first_child;
    /// The sibling before this node.
    previous_sibling(&self) -> ScheduleNode = isl_schedule_node_previous_sibling;
    /// The sibling after this node.
    next_sibling(&self) -> ScheduleNode = isl_schedule_node_next_sibling;
    /// Whether the subtree depends on where it stands, through isolate options or extensions.
    is_subtree_anchored(&self) -> bool = isl_schedule_node_is_subtree_anchored;
    /// Groups the instances that have the same outer schedule, into one instance of this name.
    group(&self, group_id: &Id) -> ScheduleNode = isl_schedule_node_group;
    /// Where the child at `pos` of this sequence is a sequence itself, puts that one's children in its place.
    sequence_splice_child(&self, pos: usize) -> ScheduleNode = isl_schedule_node_sequence_splice_child;
    /// Where children of this sequence are sequences themselves, puts those children in their places.
    sequence_splice_children(&self) -> ScheduleNode = isl_schedule_node_sequence_splice_children;
    /// The space of the band's partial schedule.
    band_get_space(&self) -> Space = isl_schedule_node_band_get_space;
    /// The band's partial schedule.
    band_get_partial_schedule(&self) -> MultiUnionPwAff = isl_schedule_node_band_get_partial_schedule;
    /// The band's partial schedule as a relation.
    band_get_partial_schedule_union_map(&self) -> UnionMap = isl_schedule_node_band_get_partial_schedule_union_map;
    /// How the AST generator is to make the loop of a member.
    band_member_get_ast_loop_type(&self, pos: usize) -> AstLoopType = isl_schedule_node_band_member_get_ast_loop_type;
    /// Says how the AST generator is to make the loop of a member.
    band_member_set_ast_loop_type(&self, pos: usize, kind: AstLoopType) -> ScheduleNode = isl_schedule_node_band_member_set_ast_loop_type;
    /// How the AST generator is to make the loop of a member in the isolated part.
    band_member_get_isolate_ast_loop_type(&self, pos: usize) -> AstLoopType = isl_schedule_node_band_member_get_isolate_ast_loop_type;
    /// Says how the AST generator is to make the loop of a member in the isolated part.
    band_member_set_isolate_ast_loop_type(&self, pos: usize, kind: AstLoopType) -> ScheduleNode = isl_schedule_node_band_member_set_isolate_ast_loop_type;
    /// The options for the AST generation of this band.
    band_get_ast_build_options(&self) -> UnionSet = isl_schedule_node_band_get_ast_build_options;
    /// Sets the options for the AST generation of this band, such as `{ unroll[0] }` (by member) or `{ isolate[[] ->
    /// [i]] : 0 <= i < 8 }`.
    band_set_ast_build_options(&self, options: &UnionSet) -> ScheduleNode = isl_schedule_node_band_set_ast_build_options;
    /// The part of the schedule space that the options ask to isolate.
    band_get_ast_isolate_option(&self) -> Set = isl_schedule_node_band_get_ast_isolate_option;
    /// The number of members.
    band_n_member(&self) -> usize = isl_schedule_node_band_n_member;
    /// Whether the iterations of a member may run in parallel.
    band_member_get_coincident(&self, pos: usize) -> bool = isl_schedule_node_band_member_get_coincident;
    /// Says whether the iterations of a member may run in parallel.
    band_member_set_coincident(&self, pos: usize, coincident: bool) -> ScheduleNode = isl_schedule_node_band_member_set_coincident;
    /// Whether the members may be interchanged, and hence tiled.
    band_get_permutable(&self) -> bool = isl_schedule_node_band_get_permutable;
    /// Says whether the members may be interchanged.
    band_set_permutable(&self, permutable: bool) -> ScheduleNode = isl_schedule_node_band_set_permutable;
    /// Multiplies each member by a number.
    band_scale(&self, mv: &MultiVal) -> ScheduleNode = isl_schedule_node_band_scale;
    /// Divides each member by a number, rounding down.
    band_scale_down(&self, mv: &MultiVal) -> ScheduleNode = isl_schedule_node_band_scale_down;
    /// Reduces each member modulo a number.
    band_mod(&self, mv: &MultiVal) -> ScheduleNode = isl_schedule_node_band_mod;
    /// Adds a function to the band's partial schedule.
    band_shift(&self, shift: &MultiUnionPwAff) -> ScheduleNode = isl_schedule_node_band_shift;
    /// Splits the band in two: tile loops, and below them point loops. The context's options `tile_scale_tile_loops`
    /// and `tile_shift_point_loops` say in which form.
    band_tile(&self, sizes: &MultiVal) -> ScheduleNode = isl_schedule_node_band_tile;
    /// Moves the band down to the leaves of its subtree.
    band_sink(&self) -> ScheduleNode = isl_schedule_node_band_sink;
    /// Splits the band in two: the first `pos` members, and below them the others.
    band_split(&self, pos: usize) -> ScheduleNode = isl_schedule_node_band_split;
    /// What the context node says of parameters and outer loops.
    context_get_context(&self) -> Set = isl_schedule_node_context_get_context;
    /// The statement instances of a domain node.
    domain_get_domain(&self) -> UnionSet = isl_schedule_node_domain_get_domain;
    /// What an expansion node expands each instance to.
    expansion_get_expansion(&self) -> UnionMap = isl_schedule_node_expansion_get_expansion;
    /// What an expansion node maps the new instances to.
    expansion_get_contraction(&self) -> UnionPwMultiAff = isl_schedule_node_expansion_get_contraction;
    /// The instances that an extension node adds, for each value of the outer schedule.
    extension_get_extension(&self) -> UnionMap = isl_schedule_node_extension_get_extension;
    /// The instances that a filter node lets pass.
    filter_get_filter(&self) -> UnionSet = isl_schedule_node_filter_get_filter;
    /// The conditions of a guard node.
    guard_get_guard(&self) -> Set = isl_schedule_node_guard_get_guard;
    /// The mark.
    mark_get_id(&self) -> Id = isl_schedule_node_mark_get_id;
    /// The number of band members above this node.
    get_schedule_depth(&self) -> usize = isl_schedule_node_get_schedule_depth;
    /// The statement instances that reach this node.
    get_domain(&self) -> UnionSet = isl_schedule_node_get_domain;
    /// The spaces of the statement instances that reach this node.
    get_universe_domain(&self) -> UnionSet = isl_schedule_node_get_universe_domain;
    /// The schedule of the ancestors, as a function.
    get_prefix_schedule_multi_union_pw_aff(&self) -> MultiUnionPwAff = isl_schedule_node_get_prefix_schedule_multi_union_pw_aff;
    /// The schedule of the ancestors, as a function.
    get_prefix_schedule_union_pw_multi_aff(&self) -> UnionPwMultiAff = isl_schedule_node_get_prefix_schedule_union_pw_multi_aff;
    /// The schedule of the ancestors, as a relation.
    get_prefix_schedule_union_map(&self) -> UnionMap = isl_schedule_node_get_prefix_schedule_union_map;
    /// The schedule of the ancestors, as a relation, with filters and extensions taken into account.
    get_prefix_schedule_relation(&self) -> UnionMap = isl_schedule_node_get_prefix_schedule_relation;
    /// The schedule of the subtree, as a relation.
    get_subtree_schedule_union_map(&self) -> UnionMap = isl_schedule_node_get_subtree_schedule_union_map;
    /// What the expansion nodes of the subtree expand each instance to, all together.
    get_subtree_expansion(&self) -> UnionMap = isl_schedule_node_get_subtree_expansion;
    /// What the expansion nodes of the subtree map the instances at the leaves to, all together.
    get_subtree_contraction(&self) -> UnionPwMultiAff = isl_schedule_node_get_subtree_contraction;
    /// Inserts a context node: constraints that are known to hold, on the members of the bands above (at the root: `{
    /// [] : ... }`, see [`Set::from_params`](crate::Set::from_params)) and the parameters.
    insert_context(&self, context: &Set) -> ScheduleNode = isl_schedule_node_insert_context;
    /// Inserts a band node.
    insert_partial_schedule(&self, schedule: &MultiUnionPwAff) -> ScheduleNode = isl_schedule_node_insert_partial_schedule;
    /// Inserts a filter node.
    insert_filter(&self, filter: &UnionSet) -> ScheduleNode = isl_schedule_node_insert_filter;
    /// Inserts a guard node: constraints for the generated code to check, on the members of the bands above (at the
    /// root: `{ [] : ... }`, see [`Set::from_params`](crate::Set::from_params)) and the parameters.
    insert_guard(&self, context: &Set) -> ScheduleNode = isl_schedule_node_insert_guard;
    /// Inserts a mark node.
    insert_mark(&self, mark: &Id) -> ScheduleNode = isl_schedule_node_insert_mark;
    /// Inserts a sequence node, with one filter for each child.
    insert_sequence(&self, filters: &UnionSetList) -> ScheduleNode = isl_schedule_node_insert_sequence;
    /// Inserts a set node, with one filter for each child.
    insert_set(&self, filters: &UnionSetList) -> ScheduleNode = isl_schedule_node_insert_set;
    /// Removes everything below, leaving a leaf.
    cut(&self) -> ScheduleNode = isl_schedule_node_cut;
    /// Removes the node, whose place its only child takes.
    delete(&self) -> ScheduleNode = isl_schedule_node_delete;
    /// Splits the node in two by a sequence: first the instances in `filter`, then the others.
    order_before(&self, filter: &UnionSet) -> ScheduleNode = isl_schedule_node_order_before;
    /// Splits the node in two by a sequence: first the instances that are not in `filter`, then the others.
    order_after(&self, filter: &UnionSet) -> ScheduleNode = isl_schedule_node_order_after;
    /// Puts a tree rooted in an extension node before this node.
    graft_before(&self, graft: &ScheduleNode) -> ScheduleNode = isl_schedule_node_graft_before;
    /// Puts a tree rooted in an extension node behind this node.
    graft_after(&self, graft: &ScheduleNode) -> ScheduleNode = isl_schedule_node_graft_after;
    /// With the tags of all ids dropped (see [`Id::with_tag`](crate::Id::with_tag)).
    reset_user(&self) -> ScheduleNode = isl_schedule_node_reset_user;
    /// Adds the parameters of a space.
    align_params(&self, space: &Space) -> ScheduleNode = isl_schedule_node_align_params;
} }

callbacks! { ScheduleNode {
    /// Calls `f` with this node and those below it, each before its children; where `f` says false, the children are
    /// left out.
    foreach_descendant_top_down(&self, |node: &ScheduleNode| -> bool) -> () = isl_schedule_node_foreach_descendant_top_down;
    /// Whether `f` holds for this node and each below it. Stops at the first for which it does not.
    every_descendant(&self, |node: &ScheduleNode| -> bool) -> bool = isl_schedule_node_every_descendant;
    /// Calls `f` with each ancestor, from the root down to the parent.
    foreach_ancestor_top_down(&self, |node: &ScheduleNode| -> ()) -> () = isl_schedule_node_foreach_ancestor_top_down;
    /// Replaces each node of the subtree, after its children, by what `f` makes of it. `f` returns a node at the same
    /// position in the tree.
    map_descendant_bottom_up(&self, |node: ScheduleNode| -> ScheduleNode) -> ScheduleNode = isl_schedule_node_map_descendant_bottom_up;
} }
