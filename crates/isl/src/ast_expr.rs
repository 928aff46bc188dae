//! Types: [`AstExpr`], [`AstExprList`], [`IdToAstExpr`].

use polymill_isl_sys as sys;

use crate::{AstExprOpType, AstExprType, Context, Id, Val};

object! {
    /// An isl `ast_expr`.
    AstExpr = isl_ast_expr: isl_ast_expr_copy, isl_ast_expr_free, isl_ast_expr_to_str;
}

methods! { AstExpr {
    from_val(v: &Val) -> AstExpr = isl_ast_expr_from_val;
    from_id(id: &Id) -> AstExpr = isl_ast_expr_from_id;
    neg(&self) -> AstExpr = isl_ast_expr_neg;
    add(&self, expr2: &AstExpr) -> AstExpr = isl_ast_expr_add;
    sub(&self, expr2: &AstExpr) -> AstExpr = isl_ast_expr_sub;
    mul(&self, expr2: &AstExpr) -> AstExpr = isl_ast_expr_mul;
    div(&self, expr2: &AstExpr) -> AstExpr = isl_ast_expr_div;
    pdiv_q(&self, expr2: &AstExpr) -> AstExpr = isl_ast_expr_pdiv_q;
    pdiv_r(&self, expr2: &AstExpr) -> AstExpr = isl_ast_expr_pdiv_r;
    and(&self, expr2: &AstExpr) -> AstExpr = isl_ast_expr_and;
    and_then(&self, expr2: &AstExpr) -> AstExpr = isl_ast_expr_and_then;
    or(&self, expr2: &AstExpr) -> AstExpr = isl_ast_expr_or;
    or_else(&self, expr2: &AstExpr) -> AstExpr = isl_ast_expr_or_else;
    le(&self, expr2: &AstExpr) -> AstExpr = isl_ast_expr_le;
    lt(&self, expr2: &AstExpr) -> AstExpr = isl_ast_expr_lt;
    ge(&self, expr2: &AstExpr) -> AstExpr = isl_ast_expr_ge;
    gt(&self, expr2: &AstExpr) -> AstExpr = isl_ast_expr_gt;
    eq(&self, expr2: &AstExpr) -> AstExpr = isl_ast_expr_eq;
    access(&self, indices: &AstExprList) -> AstExpr = isl_ast_expr_access;
    call(&self, arguments: &AstExprList) -> AstExpr = isl_ast_expr_call;
    address_of(&self) -> AstExpr = isl_ast_expr_address_of;
    get_type(&self) -> AstExprType = isl_ast_expr_get_type;
    int_get_val(&self) -> Val = isl_ast_expr_int_get_val;
    id_get_id(&self) -> Id = isl_ast_expr_id_get_id;
    op_get_type(&self) -> AstExprOpType = isl_ast_expr_op_get_type;
    op_get_n_arg(&self) -> usize = isl_ast_expr_op_get_n_arg;
    op_get_arg(&self, pos: usize) -> AstExpr = isl_ast_expr_op_get_arg;
    is_equal(&self, expr2: &AstExpr) -> bool = isl_ast_expr_is_equal;
    substitute_ids(&self, id2expr: &IdToAstExpr) -> AstExpr = isl_ast_expr_substitute_ids;
    to_c_str(&self) -> String = isl_ast_expr_to_C_str;
    to_list(&self) -> AstExprList = isl_ast_expr_to_list;
} }

object! {
    /// An isl `ast_expr_list`.
    AstExprList = isl_ast_expr_list: isl_ast_expr_list_copy, isl_ast_expr_list_free, isl_ast_expr_list_to_str;
}

list! { AstExprList of AstExpr: isl_ast_expr_list_add }

methods! { AstExprList {
    alloc(ctx: &Context, n: usize) -> AstExprList = isl_ast_expr_list_alloc;
    add(&self, el: &AstExpr) -> AstExprList = isl_ast_expr_list_add;
    insert(&self, pos: usize, el: &AstExpr) -> AstExprList = isl_ast_expr_list_insert;
    drop(&self, first: usize, n: usize) -> AstExprList = isl_ast_expr_list_drop;
    clear(&self) -> AstExprList = isl_ast_expr_list_clear;
    reverse(&self) -> AstExprList = isl_ast_expr_list_reverse;
    concat(&self, list2: &AstExprList) -> AstExprList = isl_ast_expr_list_concat;
    size(&self) -> usize = isl_ast_expr_list_size;
    get_at(&self, index: usize) -> AstExpr = isl_ast_expr_list_get_at;
    set_at(&self, index: usize, el: &AstExpr) -> AstExprList = isl_ast_expr_list_set_ast_expr;
} }

callbacks! { AstExprList {
    foreach(&self, |item: AstExpr| -> ()) -> () = isl_ast_expr_list_foreach;
    every(&self, |item: &AstExpr| -> bool) -> bool = isl_ast_expr_list_every;
} }

object! {
    /// An isl `id_to_ast_expr`.
    IdToAstExpr = isl_id_to_ast_expr: isl_id_to_ast_expr_copy, isl_id_to_ast_expr_free;
}

methods! { IdToAstExpr {
    alloc(ctx: &Context, min_size: usize) -> IdToAstExpr = isl_id_to_ast_expr_alloc;
    has(&self, key: &Id) -> bool = isl_id_to_ast_expr_has;
    get(&self, key: &Id) -> AstExpr = isl_id_to_ast_expr_get;
    set(&self, key: &Id, val: &AstExpr) -> IdToAstExpr = isl_id_to_ast_expr_set;
    drop(&self, key: &Id) -> IdToAstExpr = isl_id_to_ast_expr_drop;
} }

callbacks! { IdToAstExpr {
    foreach(&self, |key: Id, val: AstExpr| -> ()) -> () = isl_id_to_ast_expr_foreach;
} }
