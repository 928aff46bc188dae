//! Types: [`ScheduleNode`].

use polymill_isl_sys as sys;

use crate::{
    AstLoopType, Id, MultiUnionPwAff, MultiVal, Schedule, ScheduleNodeType, Set, Space, UnionMap, UnionPwMultiAff,
    UnionSet, UnionSetList,
};

object! {
    /// An isl `schedule_node`.
    ScheduleNode = isl_schedule_node: isl_schedule_node_copy, isl_schedule_node_free, isl_schedule_node_to_str;
}

methods! { ScheduleNode {
    from_domain(domain: &UnionSet) -> ScheduleNode = isl_schedule_node_from_domain;
    from_extension(extension: &UnionMap) -> ScheduleNode = isl_schedule_node_from_extension;
    is_equal(&self, node2: &ScheduleNode) -> bool = isl_schedule_node_is_equal;
    get_type(&self) -> ScheduleNodeType = isl_schedule_node_get_type;
    get_parent_type(&self) -> ScheduleNodeType = isl_schedule_node_get_parent_type;
    get_schedule(&self) -> Schedule = isl_schedule_node_get_schedule;
    get_tree_depth(&self) -> usize = isl_schedule_node_get_tree_depth;
    has_parent(&self) -> bool = isl_schedule_node_has_parent;
    has_children(&self) -> bool = isl_schedule_node_has_children;
    has_previous_sibling(&self) -> bool = isl_schedule_node_has_previous_sibling;
    has_next_sibling(&self) -> bool = isl_schedule_node_has_next_sibling;
    n_children(&self) -> usize = isl_schedule_node_n_children;
    get_child_position(&self) -> usize = isl_schedule_node_get_child_position;
    get_ancestor_child_position(&self, ancestor: &ScheduleNode) -> usize = isl_schedule_node_get_ancestor_child_position;
    get_child(&self, pos: usize) -> ScheduleNode = isl_schedule_node_get_child;
    get_shared_ancestor(&self, node2: &ScheduleNode) -> ScheduleNode = isl_schedule_node_get_shared_ancestor;
    root(&self) -> ScheduleNode = isl_schedule_node_root;
    parent(&self) -> ScheduleNode = isl_schedule_node_parent;
    grandparent(&self) -> ScheduleNode = isl_schedule_node_grandparent;
    ancestor(&self, generation: usize) -> ScheduleNode = isl_schedule_node_ancestor;
    child(&self, pos: usize) -> ScheduleNode = isl_schedule_node_child;
    grandchild(&self, pos1: usize, pos2: usize) -> ScheduleNode = isl_schedule_node_grandchild;
    first_child(&self) -> ScheduleNode = isl_schedule_node_first_child;
    previous_sibling(&self) -> ScheduleNode = isl_schedule_node_previous_sibling;
    next_sibling(&self) -> ScheduleNode = isl_schedule_node_next_sibling;
    is_subtree_anchored(&self) -> bool = isl_schedule_node_is_subtree_anchored;
    group(&self, group_id: &Id) -> ScheduleNode = isl_schedule_node_group;
    sequence_splice_child(&self, pos: usize) -> ScheduleNode = isl_schedule_node_sequence_splice_child;
    sequence_splice_children(&self) -> ScheduleNode = isl_schedule_node_sequence_splice_children;
    band_get_space(&self) -> Space = isl_schedule_node_band_get_space;
    band_get_partial_schedule(&self) -> MultiUnionPwAff = isl_schedule_node_band_get_partial_schedule;
    band_get_partial_schedule_union_map(&self) -> UnionMap = isl_schedule_node_band_get_partial_schedule_union_map;
    band_member_get_ast_loop_type(&self, pos: usize) -> AstLoopType = isl_schedule_node_band_member_get_ast_loop_type;
    band_member_set_ast_loop_type(&self, pos: usize, kind: AstLoopType) -> ScheduleNode = isl_schedule_node_band_member_set_ast_loop_type;
    band_member_get_isolate_ast_loop_type(&self, pos: usize) -> AstLoopType = isl_schedule_node_band_member_get_isolate_ast_loop_type;
    band_member_set_isolate_ast_loop_type(&self, pos: usize, kind: AstLoopType) -> ScheduleNode = isl_schedule_node_band_member_set_isolate_ast_loop_type;
    band_get_ast_build_options(&self) -> UnionSet = isl_schedule_node_band_get_ast_build_options;
    band_set_ast_build_options(&self, options: &UnionSet) -> ScheduleNode = isl_schedule_node_band_set_ast_build_options;
    band_get_ast_isolate_option(&self) -> Set = isl_schedule_node_band_get_ast_isolate_option;
    band_n_member(&self) -> usize = isl_schedule_node_band_n_member;
    band_member_get_coincident(&self, pos: usize) -> bool = isl_schedule_node_band_member_get_coincident;
    band_member_set_coincident(&self, pos: usize, coincident: bool) -> ScheduleNode = isl_schedule_node_band_member_set_coincident;
    band_get_permutable(&self) -> bool = isl_schedule_node_band_get_permutable;
    band_set_permutable(&self, permutable: bool) -> ScheduleNode = isl_schedule_node_band_set_permutable;
    band_scale(&self, mv: &MultiVal) -> ScheduleNode = isl_schedule_node_band_scale;
    band_scale_down(&self, mv: &MultiVal) -> ScheduleNode = isl_schedule_node_band_scale_down;
    band_mod(&self, mv: &MultiVal) -> ScheduleNode = isl_schedule_node_band_mod;
    band_shift(&self, shift: &MultiUnionPwAff) -> ScheduleNode = isl_schedule_node_band_shift;
    band_tile(&self, sizes: &MultiVal) -> ScheduleNode = isl_schedule_node_band_tile;
    band_sink(&self) -> ScheduleNode = isl_schedule_node_band_sink;
    band_split(&self, pos: usize) -> ScheduleNode = isl_schedule_node_band_split;
    context_get_context(&self) -> Set = isl_schedule_node_context_get_context;
    domain_get_domain(&self) -> UnionSet = isl_schedule_node_domain_get_domain;
    expansion_get_expansion(&self) -> UnionMap = isl_schedule_node_expansion_get_expansion;
    expansion_get_contraction(&self) -> UnionPwMultiAff = isl_schedule_node_expansion_get_contraction;
    extension_get_extension(&self) -> UnionMap = isl_schedule_node_extension_get_extension;
    filter_get_filter(&self) -> UnionSet = isl_schedule_node_filter_get_filter;
    guard_get_guard(&self) -> Set = isl_schedule_node_guard_get_guard;
    mark_get_id(&self) -> Id = isl_schedule_node_mark_get_id;
    get_schedule_depth(&self) -> usize = isl_schedule_node_get_schedule_depth;
    get_domain(&self) -> UnionSet = isl_schedule_node_get_domain;
    get_universe_domain(&self) -> UnionSet = isl_schedule_node_get_universe_domain;
    get_prefix_schedule_multi_union_pw_aff(&self) -> MultiUnionPwAff = isl_schedule_node_get_prefix_schedule_multi_union_pw_aff;
    get_prefix_schedule_union_pw_multi_aff(&self) -> UnionPwMultiAff = isl_schedule_node_get_prefix_schedule_union_pw_multi_aff;
    get_prefix_schedule_union_map(&self) -> UnionMap = isl_schedule_node_get_prefix_schedule_union_map;
    get_prefix_schedule_relation(&self) -> UnionMap = isl_schedule_node_get_prefix_schedule_relation;
    get_subtree_schedule_union_map(&self) -> UnionMap = isl_schedule_node_get_subtree_schedule_union_map;
    get_subtree_expansion(&self) -> UnionMap = isl_schedule_node_get_subtree_expansion;
    get_subtree_contraction(&self) -> UnionPwMultiAff = isl_schedule_node_get_subtree_contraction;
    insert_context(&self, context: &Set) -> ScheduleNode = isl_schedule_node_insert_context;
    insert_partial_schedule(&self, schedule: &MultiUnionPwAff) -> ScheduleNode = isl_schedule_node_insert_partial_schedule;
    insert_filter(&self, filter: &UnionSet) -> ScheduleNode = isl_schedule_node_insert_filter;
    insert_guard(&self, context: &Set) -> ScheduleNode = isl_schedule_node_insert_guard;
    insert_mark(&self, mark: &Id) -> ScheduleNode = isl_schedule_node_insert_mark;
    insert_sequence(&self, filters: &UnionSetList) -> ScheduleNode = isl_schedule_node_insert_sequence;
    insert_set(&self, filters: &UnionSetList) -> ScheduleNode = isl_schedule_node_insert_set;
    cut(&self) -> ScheduleNode = isl_schedule_node_cut;
    delete(&self) -> ScheduleNode = isl_schedule_node_delete;
    order_before(&self, filter: &UnionSet) -> ScheduleNode = isl_schedule_node_order_before;
    order_after(&self, filter: &UnionSet) -> ScheduleNode = isl_schedule_node_order_after;
    graft_before(&self, graft: &ScheduleNode) -> ScheduleNode = isl_schedule_node_graft_before;
    graft_after(&self, graft: &ScheduleNode) -> ScheduleNode = isl_schedule_node_graft_after;
    reset_user(&self) -> ScheduleNode = isl_schedule_node_reset_user;
    align_params(&self, space: &Space) -> ScheduleNode = isl_schedule_node_align_params;
} }

callbacks! { ScheduleNode {
    foreach_descendant_top_down(&self, |node: &ScheduleNode| -> bool) -> () = isl_schedule_node_foreach_descendant_top_down;
    every_descendant(&self, |node: &ScheduleNode| -> bool) -> bool = isl_schedule_node_every_descendant;
    foreach_ancestor_top_down(&self, |node: &ScheduleNode| -> ()) -> () = isl_schedule_node_foreach_ancestor_top_down;
    map_descendant_bottom_up(&self, |node: ScheduleNode| -> ScheduleNode) -> ScheduleNode = isl_schedule_node_map_descendant_bottom_up;
} }
