//! Expressions of generated ASTs.

use polymill_isl_sys as sys;

use crate::{AstExprOpType, AstExprType, Context, Id, Val};

object! {
    /// An expression of a generated AST.
    AstExpr = isl_ast_expr: isl_ast_expr_copy, isl_ast_expr_free, isl_ast_expr_to_str;
}

methods! { AstExpr {
    /// The number as an expression.
    from_val(v: &Val) -> AstExpr = isl_ast_expr_from_val;
    /// The name as an expression.
    from_id(id: &Id) -> AstExpr = isl_ast_expr_from_id;
    /// `-self`.
    neg(&self) -> AstExpr = isl_ast_expr_neg;
    /// `self + expr2`.
    add(&self, expr2: &AstExpr) -> AstExpr = isl_ast_expr_add;
    /// `self - expr2`.
    sub(&self, expr2: &AstExpr) -> AstExpr = isl_ast_expr_sub;
    /// `self * expr2`.
    mul(&self, expr2: &AstExpr) -> AstExpr = isl_ast_expr_mul;
    /// `self / expr2`, which is to be exact.
    div(&self, expr2: &AstExpr) -> AstExpr = isl_ast_expr_div;
    /// `self / expr2`, where `self` is not negative.
    pdiv_q(&self, expr2: &AstExpr) -> AstExpr = isl_ast_expr_pdiv_q;
    /// The remainder of `self / expr2`, where `self` is not negative.
    pdiv_r(&self, expr2: &AstExpr) -> AstExpr = isl_ast_expr_pdiv_r;
    /// `self && expr2`, both of which may be computed.
    and(&self, expr2: &AstExpr) -> AstExpr = isl_ast_expr_and;
    /// `self && expr2`, where `expr2` is only computed if `self` holds.
    and_then(&self, expr2: &AstExpr) -> AstExpr = isl_ast_expr_and_then;
    /// `self || expr2`, both of which may be computed.
    or(&self, expr2: &AstExpr) -> AstExpr = isl_ast_expr_or;
    /// `self || expr2`, where `expr2` is only computed if `self` does not hold.
    or_else(&self, expr2: &AstExpr) -> AstExpr = isl_ast_expr_or_else;
    /// `self <= expr2`.
    le(&self, expr2: &AstExpr) -> AstExpr = isl_ast_expr_le;
    /// `self < expr2`.
    lt(&self, expr2: &AstExpr) -> AstExpr = isl_ast_expr_lt;
    /// `self >= expr2`.
    ge(&self, expr2: &AstExpr) -> AstExpr = isl_ast_expr_ge;
    /// `self > expr2`.
    gt(&self, expr2: &AstExpr) -> AstExpr = isl_ast_expr_gt;
    /// `self == expr2`.
    eq(&self, expr2: &AstExpr) -> AstExpr = isl_ast_expr_eq;
    /// The access `self[indices...]`.
    access(&self, indices: &AstExprList) -> AstExpr = isl_ast_expr_access;
    /// The call `self(arguments...)`.
    call(&self, arguments: &AstExprList) -> AstExpr = isl_ast_expr_call;
    /// `&self`.
    address_of(&self) -> AstExpr = isl_ast_expr_address_of;
    /// What this is.
    get_type(&self) -> AstExprType = isl_ast_expr_get_type;
    /// The number.
    int_get_val(&self) -> Val = isl_ast_expr_int_get_val;
    /// The name.
    id_get_id(&self) -> Id = isl_ast_expr_id_get_id;
    /// What the operation does.
    op_get_type(&self) -> AstExprOpType = isl_ast_expr_op_get_type;
    /// The number of arguments.
    op_get_n_arg(&self) -> usize = isl_ast_expr_op_get_n_arg;
    /// An argument.
    op_get_arg(&self, pos: usize) -> AstExpr = isl_ast_expr_op_get_arg;
    /// Whether both are equal.
    is_equal(&self, expr2: &AstExpr) -> bool = isl_ast_expr_is_equal;
    /// With names replaced by expressions.
    substitute_ids(&self, id2expr: &IdToAstExpr) -> AstExpr = isl_ast_expr_substitute_ids;
    /// The list of this only.
    to_list(&self) -> AstExprList = isl_ast_expr_to_list;
} }

object! {
    /// A list of expressions.
    AstExprList = isl_ast_expr_list: isl_ast_expr_list_copy, isl_ast_expr_list_free, isl_ast_expr_list_to_str;
}

list! { AstExprList of AstExpr: isl_ast_expr_list_add }

methods! { AstExprList {
    /// An empty list with room for `n` items.
    alloc(ctx: &Context, n: usize) -> AstExprList = isl_ast_expr_list_alloc;
    /// The list with `el` at its end.
    add(&self, el: &AstExpr) -> AstExprList = isl_ast_expr_list_add;
    /// With `el` at position `pos`.
    insert(&self, pos: usize, el: &AstExpr) -> AstExprList = isl_ast_expr_list_insert;
    /// Without `n` items from position `first` on.
    drop(&self, first: usize, n: usize) -> AstExprList = isl_ast_expr_list_drop;
    /// The empty list.
    clear(&self) -> AstExprList = isl_ast_expr_list_clear;
    /// In the opposite order.
    reverse(&self) -> AstExprList = isl_ast_expr_list_reverse;
    /// Both lists, one after the other.
    concat(&self, list2: &AstExprList) -> AstExprList = isl_ast_expr_list_concat;
    /// The number of items.
    size(&self) -> usize = isl_ast_expr_list_size;
    /// The item at a position.
    get_at(&self, index: usize) -> AstExpr = isl_ast_expr_list_get_at;
    /// Replaces the item at a position.
    set_at(&self, index: usize, el: &AstExpr) -> AstExprList = isl_ast_expr_list_set_ast_expr;
} }

callbacks! { AstExprList {
    /// Calls `f` with each item.
    foreach(&self, |item: AstExpr| -> ()) -> () = isl_ast_expr_list_foreach;
    /// Whether `f` holds for each item. Stops at the first for which it does not.
    every(&self, |item: &AstExpr| -> bool) -> bool = isl_ast_expr_list_every;
} }

object! {
    /// A table from ids to expressions.
    IdToAstExpr = isl_id_to_ast_expr: isl_id_to_ast_expr_copy, isl_id_to_ast_expr_free;
}

methods! { IdToAstExpr {
    /// An empty table with room for `min_size` entries.
    alloc(ctx: &Context, min_size: usize) -> IdToAstExpr = isl_id_to_ast_expr_alloc;
    /// Whether there is an entry of `key`.
    has(&self, key: &Id) -> bool = isl_id_to_ast_expr_has;
    /// The expression of `key`; an error if there is none.
    get(&self, key: &Id) -> AstExpr = isl_id_to_ast_expr_get;
    /// Adds or replaces an entry.
    set(&self, key: &Id, val: &AstExpr) -> IdToAstExpr = isl_id_to_ast_expr_set;
    /// Without the entry of `key`.
    drop(&self, key: &Id) -> IdToAstExpr = isl_id_to_ast_expr_drop;
} }

callbacks! { IdToAstExpr {
    /// Calls `f` with each entry, in no particular order.
    foreach(&self, |key: Id, val: AstExpr| -> ()) -> () = isl_id_to_ast_expr_foreach;
} }
