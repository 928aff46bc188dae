//! Types: [`AstBuild`].

use polymill_isl_sys as sys;

use crate::{AstExpr, Context, IdList, MultiPwAff, PwAff, PwMultiAff, Set, Space, UnionMap};

object! {
    /// An isl `ast_build`.
    AstBuild = isl_ast_build: isl_ast_build_copy, isl_ast_build_free;
}

methods! { AstBuild {
    alloc(ctx: &Context) -> AstBuild = isl_ast_build_alloc;
    from_context(set: &Set) -> AstBuild = isl_ast_build_from_context;
    get_schedule_space(&self) -> Space = isl_ast_build_get_schedule_space;
    get_schedule(&self) -> UnionMap = isl_ast_build_get_schedule;
    restrict(&self, set: &Set) -> AstBuild = isl_ast_build_restrict;
    set_options(&self, options: &UnionMap) -> AstBuild = isl_ast_build_set_options;
    set_iterators(&self, iterators: &IdList) -> AstBuild = isl_ast_build_set_iterators;
    expr_from_set(&self, set: &Set) -> AstExpr = isl_ast_build_expr_from_set;
    expr_from_pw_aff(&self, pa: &PwAff) -> AstExpr = isl_ast_build_expr_from_pw_aff;
    access_from_pw_multi_aff(&self, pma: &PwMultiAff) -> AstExpr = isl_ast_build_access_from_pw_multi_aff;
    access_from_multi_pw_aff(&self, mpa: &MultiPwAff) -> AstExpr = isl_ast_build_access_from_multi_pw_aff;
    call_from_pw_multi_aff(&self, pma: &PwMultiAff) -> AstExpr = isl_ast_build_call_from_pw_multi_aff;
    call_from_multi_pw_aff(&self, mpa: &MultiPwAff) -> AstExpr = isl_ast_build_call_from_multi_pw_aff;
} }
