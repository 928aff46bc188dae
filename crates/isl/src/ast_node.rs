//! Nodes of generated ASTs.

use polymill_isl_sys as sys;

use crate::{AstExpr, AstNodeType, Context, Id};

object! {
    /// A node of a generated AST; see [`AstNode::parts`](crate::AstNode::parts) for a form to match on.
    AstNode = isl_ast_node: isl_ast_node_copy, isl_ast_node_free, isl_ast_node_to_str;
}

methods! { AstNode {
    /// A user node that computes `expr`.
    alloc_user(expr: &AstExpr) -> AstNode = isl_ast_node_alloc_user;
    /// What this is.
    get_type(&self) -> AstNodeType = isl_ast_node_get_type;
    /// Sets the annotation.
    set_annotation(&self, annotation: &Id) -> AstNode = isl_ast_node_set_annotation;
    /// The annotation, if there is one.
    get_annotation(&self) -> Option<Id> = isl_ast_node_get_annotation;
    /// The counter of a loop.
    for_get_iterator(&self) -> AstExpr = isl_ast_node_for_get_iterator;
    /// The first value of a loop's counter.
    for_get_init(&self) -> AstExpr = isl_ast_node_for_get_init;
    /// The condition to go on of a loop that is not degenerate.
    for_get_cond(&self) -> AstExpr = isl_ast_node_for_get_cond;
    /// What a loop that is not degenerate adds to its counter.
    for_get_inc(&self) -> AstExpr = isl_ast_node_for_get_inc;
    /// The body of a loop.
    for_get_body(&self) -> AstNode = isl_ast_node_for_get_body;
    /// Whether the loop has exactly one iteration.
    for_is_degenerate(&self) -> bool = isl_ast_node_for_is_degenerate;
    /// The condition.
    if_get_cond(&self) -> AstExpr = isl_ast_node_if_get_cond;
    /// What is done if the condition holds.
    if_get_then_node(&self) -> AstNode = isl_ast_node_if_get_then_node;
    /// Whether something is done if the condition does not hold.
    if_has_else_node(&self) -> bool = isl_ast_node_if_has_else_node;
    /// What is done if the condition does not hold; an error if there is nothing.
    if_get_else_node(&self) -> AstNode = isl_ast_node_if_get_else_node;
    /// The nodes of a block.
    block_get_children(&self) -> AstNodeList = isl_ast_node_block_get_children;
    /// The mark.
    mark_get_id(&self) -> Id = isl_ast_node_mark_get_id;
    /// The node below the mark.
    mark_get_node(&self) -> AstNode = isl_ast_node_mark_get_node;
    /// The expression of a user node.
    user_get_expr(&self) -> AstExpr = isl_ast_node_user_get_expr;
    /// The list of this only.
    to_list(&self) -> AstNodeList = isl_ast_node_to_list;
} }

callbacks! { AstNode {
    /// Calls `f` with this node and those below it, each before its children; where `f` says false, the children are
    /// left out.
    foreach_descendant_top_down(&self, |node: &AstNode| -> bool) -> () = isl_ast_node_foreach_descendant_top_down;
} }

object! {
    /// A list of AST nodes.
    AstNodeList = isl_ast_node_list: isl_ast_node_list_copy, isl_ast_node_list_free, isl_ast_node_list_to_str;
}

list! { AstNodeList of AstNode: isl_ast_node_list_add }

methods! { AstNodeList {
    /// An empty list with room for `n` items.
    alloc(ctx: &Context, n: usize) -> AstNodeList = isl_ast_node_list_alloc;
    /// The list with `el` at its end.
    add(&self, el: &AstNode) -> AstNodeList = isl_ast_node_list_add;
    /// With `el` at position `pos`.
    insert(&self, pos: usize, el: &AstNode) -> AstNodeList = isl_ast_node_list_insert;
    /// Without `n` items from position `first` on.
    drop(&self, first: usize, n: usize) -> AstNodeList = isl_ast_node_list_drop;
    /// The empty list.
    clear(&self) -> AstNodeList = isl_ast_node_list_clear;
    /// In the opposite order.
    reverse(&self) -> AstNodeList = isl_ast_node_list_reverse;
    /// Both lists, one after the other.
    concat(&self, list2: &AstNodeList) -> AstNodeList = isl_ast_node_list_concat;
    /// The number of items.
    size(&self) -> usize = isl_ast_node_list_size;
    /// The item at a position.
    get_at(&self, index: usize) -> AstNode = isl_ast_node_list_get_at;
    /// Replaces the item at a position.
    set_at(&self, index: usize, el: &AstNode) -> AstNodeList = isl_ast_node_list_set_ast_node;
} }

callbacks! { AstNodeList {
    /// Calls `f` with each item.
    foreach(&self, |item: AstNode| -> ()) -> () = isl_ast_node_list_foreach;
    /// Whether `f` holds for each item. Stops at the first for which it does not.
    every(&self, |item: &AstNode| -> bool) -> bool = isl_ast_node_list_every;
} }
