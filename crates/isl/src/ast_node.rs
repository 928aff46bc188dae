//! Types: [`AstNode`], [`AstNodeList`].

use polymill_isl_sys as sys;

use crate::{AstExpr, AstNodeType, Context, Id};

object! {
    /// An isl `ast_node`.
    AstNode = isl_ast_node: isl_ast_node_copy, isl_ast_node_free, isl_ast_node_to_str;
}

methods! { AstNode {
    alloc_user(expr: &AstExpr) -> AstNode = isl_ast_node_alloc_user;
    get_type(&self) -> AstNodeType = isl_ast_node_get_type;
    set_annotation(&self, annotation: &Id) -> AstNode = isl_ast_node_set_annotation;
    get_annotation(&self) -> Option<Id> = isl_ast_node_get_annotation;
    for_get_iterator(&self) -> AstExpr = isl_ast_node_for_get_iterator;
    for_get_init(&self) -> AstExpr = isl_ast_node_for_get_init;
    for_get_cond(&self) -> AstExpr = isl_ast_node_for_get_cond;
    for_get_inc(&self) -> AstExpr = isl_ast_node_for_get_inc;
    for_get_body(&self) -> AstNode = isl_ast_node_for_get_body;
    for_is_degenerate(&self) -> bool = isl_ast_node_for_is_degenerate;
    if_get_cond(&self) -> AstExpr = isl_ast_node_if_get_cond;
    if_get_then_node(&self) -> AstNode = isl_ast_node_if_get_then_node;
    if_has_else_node(&self) -> bool = isl_ast_node_if_has_else_node;
    if_get_else_node(&self) -> AstNode = isl_ast_node_if_get_else_node;
    block_get_children(&self) -> AstNodeList = isl_ast_node_block_get_children;
    mark_get_id(&self) -> Id = isl_ast_node_mark_get_id;
    mark_get_node(&self) -> AstNode = isl_ast_node_mark_get_node;
    user_get_expr(&self) -> AstExpr = isl_ast_node_user_get_expr;
    to_c_str(&self) -> String = isl_ast_node_to_C_str;
    to_list(&self) -> AstNodeList = isl_ast_node_to_list;
} }

callbacks! { AstNode {
    foreach_descendant_top_down(&self, |node: &AstNode| -> bool) -> () = isl_ast_node_foreach_descendant_top_down;
} }

object! {
    /// An isl `ast_node_list`.
    AstNodeList = isl_ast_node_list: isl_ast_node_list_copy, isl_ast_node_list_free, isl_ast_node_list_to_str;
}

list! { AstNodeList of AstNode: isl_ast_node_list_add }

methods! { AstNodeList {
    alloc(ctx: &Context, n: usize) -> AstNodeList = isl_ast_node_list_alloc;
    add(&self, el: &AstNode) -> AstNodeList = isl_ast_node_list_add;
    insert(&self, pos: usize, el: &AstNode) -> AstNodeList = isl_ast_node_list_insert;
    drop(&self, first: usize, n: usize) -> AstNodeList = isl_ast_node_list_drop;
    clear(&self) -> AstNodeList = isl_ast_node_list_clear;
    reverse(&self) -> AstNodeList = isl_ast_node_list_reverse;
    concat(&self, list2: &AstNodeList) -> AstNodeList = isl_ast_node_list_concat;
    size(&self) -> usize = isl_ast_node_list_size;
    get_at(&self, index: usize) -> AstNode = isl_ast_node_list_get_at;
    set_at(&self, index: usize, el: &AstNode) -> AstNodeList = isl_ast_node_list_set_ast_node;
} }

callbacks! { AstNodeList {
    foreach(&self, |item: AstNode| -> ()) -> () = isl_ast_node_list_foreach;
    every(&self, |item: &AstNode| -> bool) -> bool = isl_ast_node_list_every;
} }
