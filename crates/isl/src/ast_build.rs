//! AST generation; see the module `hooks` for the generation itself.

use polymill_isl_sys as sys;

use crate::{AstExpr, Context, IdList, MultiPwAff, PwAff, PwMultiAff, Set, Space, UnionMap};

object! {
    /// The state of AST generation: what is known of parameters and outer loops.
    ///
    /// ```
    /// use polymill_isl as isl;
    /// let ctx = isl::Context::new()?;
    /// let map = isl::UnionMap::read(&ctx, "[n] -> { S[i] -> [i] : 0 <= i < n }")?;
    /// let node = isl::AstBuild::alloc(&ctx)?.node_from_schedule_map(&map)?;
    /// assert_eq!(node.to_c_str()?, "for (int c0 = 0; c0 < n; c0 += 1)\n  S(c0);\n");
    /// # Ok::<(), isl::Error>(())
    /// ```
    AstBuild = isl_ast_build: isl_ast_build_copy, isl_ast_build_free;
}

methods! { AstBuild {
    /// A build that knows nothing of the parameters.
    alloc(ctx: &Context) -> AstBuild = isl_ast_build_alloc;
    /// A build that knows these constraints on the parameters.
    from_context(set: &Set) -> AstBuild = isl_ast_build_from_context;
    /// The space of the loop counters.
    get_schedule_space(&self) -> Space = isl_ast_build_get_schedule_space;
    /// The part of the schedule that is being generated, from instances to loop counters.
    get_schedule(&self) -> UnionMap = isl_ast_build_get_schedule;
    /// A build that also knows these constraints on the loop counters.
    restrict(&self, set: &Set) -> AstBuild = isl_ast_build_restrict;
    /// Sets the options of the generation from a schedule map, as a relation from schedule space to options.
    set_options(&self, options: &UnionMap) -> AstBuild = isl_ast_build_set_options;
    /// Sets the names of the loop counters, outermost first; the others get names of isl's choice.
    set_iterators(&self, iterators: &IdList) -> AstBuild = isl_ast_build_set_iterators;
    /// The condition that says when the set contains the current iteration.
    expr_from_set(&self, set: &Set) -> AstExpr = isl_ast_build_expr_from_set;
    /// The expression of a function of the build's schedule dimensions.
    expr_from_pw_aff(&self, pa: &PwAff) -> AstExpr = isl_ast_build_expr_from_pw_aff;
    /// The array access that this function describes: its tuple name is the array, its values are the subscripts.
    access_from_pw_multi_aff(&self, pma: &PwMultiAff) -> AstExpr = isl_ast_build_access_from_pw_multi_aff;
    /// The array access that this function describes: its tuple name is the array, its values are the subscripts.
    access_from_multi_pw_aff(&self, mpa: &MultiPwAff) -> AstExpr = isl_ast_build_access_from_multi_pw_aff;
    /// The call that this function describes: its tuple name is what is called, its values are the arguments.
    call_from_pw_multi_aff(&self, pma: &PwMultiAff) -> AstExpr = isl_ast_build_call_from_pw_multi_aff;
    /// The call that this function describes: its tuple name is what is called, its values are the arguments.
    call_from_multi_pw_aff(&self, mpa: &MultiPwAff) -> AstExpr = isl_ast_build_call_from_multi_pw_aff;
} }
