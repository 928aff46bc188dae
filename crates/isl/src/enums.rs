//! isl's enums.

use polymill_isl_sys as sys;

c_enum! {
    /// Which dimensions of a space are meant (isl's `isl_dim_type`).
    Dim = isl_dim_type {
        /// The parameters.
        Param = isl_dim_param,
        /// The input of a map.
        In = isl_dim_in,
        /// The output of a map, or the dimensions of a set; see [`Dim::Set`].
        Out = isl_dim_out,
        /// The existentially quantified integer divisions of a local space.
        Div = isl_dim_div,
        /// All of them.
        All = isl_dim_all,
    }
}

#[allow(non_upper_case_globals)]
impl Dim {
    /// The dimensions of a set: another name of [`Dim::Out`].
    pub const Set: Dim = Dim::Out;
}

c_enum! {
    /// What an expression is.
    AstExprType = isl_ast_expr_type {
        /// An operation, see [`AstExpr::op_get_type`](crate::AstExpr::op_get_type).
        Op = isl_ast_expr_op,
        /// A name, see [`AstExpr::id_get_id`](crate::AstExpr::id_get_id).
        Id = isl_ast_expr_id,
        /// A number, see [`AstExpr::int_get_val`](crate::AstExpr::int_get_val).
        Int = isl_ast_expr_int,
    }
}

c_enum! {
    /// What an operation does.
    AstExprOpType = isl_ast_expr_op_type {
        /// `a && b`, both of which may be computed.
        And = isl_ast_expr_op_and,
        /// `a && b`, where `b` is defined only if `a` holds.
        AndThen = isl_ast_expr_op_and_then,
        /// `a || b`, both of which may be computed.
        Or = isl_ast_expr_op_or,
        /// `a || b`, where `b` is defined only if `a` does not hold.
        OrElse = isl_ast_expr_op_or_else,
        /// The largest of two or more arguments.
        Max = isl_ast_expr_op_max,
        /// The smallest of two or more arguments.
        Min = isl_ast_expr_op_min,
        /// `-a`.
        Minus = isl_ast_expr_op_minus,
        /// `a + b`.
        Add = isl_ast_expr_op_add,
        /// `a - b`.
        Sub = isl_ast_expr_op_sub,
        /// `a * b`.
        Mul = isl_ast_expr_op_mul,
        /// `a / b`, known to be exact.
        Div = isl_ast_expr_op_div,
        /// `a / b`, rounded towards minus infinity.
        FdivQ = isl_ast_expr_op_fdiv_q,
        /// `a / b`, rounded towards minus infinity, where `a` is known not to be negative.
        PdivQ = isl_ast_expr_op_pdiv_q,
        /// The remainder of `a / b`, where `a` is known not to be negative.
        PdivR = isl_ast_expr_op_pdiv_r,
        /// The remainder of `a / b`, only ever compared with zero, so that its sign does not matter.
        ZdivR = isl_ast_expr_op_zdiv_r,
        /// `c ? a : b`, where the arm that is not taken may not be defined.
        Cond = isl_ast_expr_op_cond,
        /// `c ? a : b`, where both arms may be computed.
        Select = isl_ast_expr_op_select,
        /// `a == b`.
        Eq = isl_ast_expr_op_eq,
        /// `a <= b`.
        Le = isl_ast_expr_op_le,
        /// `a < b`.
        Lt = isl_ast_expr_op_lt,
        /// `a >= b`.
        Ge = isl_ast_expr_op_ge,
        /// `a > b`.
        Gt = isl_ast_expr_op_gt,
        /// A call: the first argument is what is called, the others its arguments.
        Call = isl_ast_expr_op_call,
        /// An array access: the first argument is the array, the others the subscripts.
        Access = isl_ast_expr_op_access,
        /// `a.b`.
        Member = isl_ast_expr_op_member,
        /// `&a`.
        AddressOf = isl_ast_expr_op_address_of,
    }
}

c_enum! {
    /// What a node is.
    AstNodeType = isl_ast_node_type {
        /// A loop.
        For = isl_ast_node_for,
        /// A condition.
        If = isl_ast_node_if,
        /// A list of nodes, one after the other.
        Block = isl_ast_node_block,
        /// A mark from the schedule tree.
        Mark = isl_ast_node_mark,
        /// A statement instance, or what a hook made of it.
        User = isl_ast_node_user,
    }
}

c_enum! {
    /// How the AST generator is to make the loop of a band member.
    AstLoopType = isl_ast_loop_type {
        /// As it sees fit.
        Default = isl_ast_loop_default,
        /// One loop, with guards inside.
        Atomic = isl_ast_loop_atomic,
        /// One copy of the body for each value.
        Unroll = isl_ast_loop_unroll,
        /// Split into loops without guards inside.
        Separate = isl_ast_loop_separate,
    }
}

c_enum! {
    /// What a node of a schedule tree is.
    ScheduleNodeType = isl_schedule_node_type {
        /// A partial schedule: loops.
        Band = isl_schedule_node_band,
        /// What is known of the parameters and outer loops.
        Context = isl_schedule_node_context,
        /// The root of most trees: the statement instances that are scheduled.
        Domain = isl_schedule_node_domain,
        /// Statement instances, each expanded to several.
        Expansion = isl_schedule_node_expansion,
        /// Statement instances added to those that come from above.
        Extension = isl_schedule_node_extension,
        /// The statement instances that go on downwards; the children of sequences and sets are filters.
        Filter = isl_schedule_node_filter,
        /// The end of a branch.
        Leaf = isl_schedule_node_leaf,
        /// Conditions that the generated code is to check here.
        Guard = isl_schedule_node_guard,
        /// A name.
        Mark = isl_schedule_node_mark,
        /// Children one after the other.
        Sequence = isl_schedule_node_sequence,
        /// Children in any order.
        Set = isl_schedule_node_set,
    }
}
