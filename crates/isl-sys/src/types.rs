//! Types and constants.

use std::ffi::{c_int, c_uint, c_void};

/// Success (0) or failure (-1).
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct isl_stat(pub c_int);

/// False (0), true (1) or failure (-1).
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct isl_bool(pub c_int);

/// A size or position, or failure (-1).
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct isl_size(pub c_int);

unsafe extern "C" {
    /// C's `free`, for the strings that isl gives away.
    pub fn free(pointer: *mut c_void);
}

macro_rules! opaque {
    ($($name:ident)*) => { $(
        #[repr(C)]
        pub struct $name {
            _opaque: [u8; 0],
            _not_send: std::marker::PhantomData<(*mut u8, std::marker::PhantomPinned)>,
        }
    )* };
}

opaque! {
    isl_ctx
    isl_id
    isl_id_list
    isl_multi_id
    isl_val
    isl_val_list
    isl_multi_val
    isl_space
    isl_local_space
    isl_point
    isl_fixed_box
    isl_stride_info
    isl_aff
    isl_aff_list
    isl_pw_aff
    isl_pw_aff_list
    isl_multi_aff
    isl_pw_multi_aff
    isl_pw_multi_aff_list
    isl_multi_pw_aff
    isl_union_pw_aff
    isl_union_pw_aff_list
    isl_union_pw_multi_aff
    isl_union_pw_multi_aff_list
    isl_multi_union_pw_aff
    isl_constraint
    isl_constraint_list
    isl_basic_set
    isl_basic_set_list
    isl_set
    isl_set_list
    isl_union_set
    isl_union_set_list
    isl_basic_map
    isl_basic_map_list
    isl_map
    isl_map_list
    isl_union_map
    isl_union_map_list
    isl_qpolynomial
    isl_pw_qpolynomial
    isl_union_pw_qpolynomial
    isl_schedule
    isl_schedule_constraints
    isl_schedule_node
    isl_union_access_info
    isl_union_flow
    isl_ast_expr
    isl_ast_expr_list
    isl_id_to_ast_expr
    isl_ast_node
    isl_ast_node_list
    isl_ast_build
    isl_printer
}

pub type isl_error = c_int;
pub const isl_error_none: isl_error = 0;
pub const isl_error_abort: isl_error = 1;
pub const isl_error_alloc: isl_error = 2;
pub const isl_error_unknown: isl_error = 3;
pub const isl_error_internal: isl_error = 4;
pub const isl_error_invalid: isl_error = 5;
pub const isl_error_quota: isl_error = 6;
pub const isl_error_unsupported: isl_error = 7;

pub type isl_dim_type = c_uint;
pub const isl_dim_cst: isl_dim_type = 0;
pub const isl_dim_param: isl_dim_type = 1;
pub const isl_dim_in: isl_dim_type = 2;
pub const isl_dim_out: isl_dim_type = 3;
pub const isl_dim_set: isl_dim_type = 3;
pub const isl_dim_div: isl_dim_type = 4;
pub const isl_dim_all: isl_dim_type = 5;

pub type isl_ast_expr_op_type = c_int;
pub const isl_ast_expr_op_error: isl_ast_expr_op_type = -1;
pub const isl_ast_expr_op_and: isl_ast_expr_op_type = 0;
pub const isl_ast_expr_op_and_then: isl_ast_expr_op_type = 1;
pub const isl_ast_expr_op_or: isl_ast_expr_op_type = 2;
pub const isl_ast_expr_op_or_else: isl_ast_expr_op_type = 3;
pub const isl_ast_expr_op_max: isl_ast_expr_op_type = 4;
pub const isl_ast_expr_op_min: isl_ast_expr_op_type = 5;
pub const isl_ast_expr_op_minus: isl_ast_expr_op_type = 6;
pub const isl_ast_expr_op_add: isl_ast_expr_op_type = 7;
pub const isl_ast_expr_op_sub: isl_ast_expr_op_type = 8;
pub const isl_ast_expr_op_mul: isl_ast_expr_op_type = 9;
pub const isl_ast_expr_op_div: isl_ast_expr_op_type = 10;
pub const isl_ast_expr_op_fdiv_q: isl_ast_expr_op_type = 11;
pub const isl_ast_expr_op_pdiv_q: isl_ast_expr_op_type = 12;
pub const isl_ast_expr_op_pdiv_r: isl_ast_expr_op_type = 13;
pub const isl_ast_expr_op_zdiv_r: isl_ast_expr_op_type = 14;
pub const isl_ast_expr_op_cond: isl_ast_expr_op_type = 15;
pub const isl_ast_expr_op_select: isl_ast_expr_op_type = 16;
pub const isl_ast_expr_op_eq: isl_ast_expr_op_type = 17;
pub const isl_ast_expr_op_le: isl_ast_expr_op_type = 18;
pub const isl_ast_expr_op_lt: isl_ast_expr_op_type = 19;
pub const isl_ast_expr_op_ge: isl_ast_expr_op_type = 20;
pub const isl_ast_expr_op_gt: isl_ast_expr_op_type = 21;
pub const isl_ast_expr_op_call: isl_ast_expr_op_type = 22;
pub const isl_ast_expr_op_access: isl_ast_expr_op_type = 23;
pub const isl_ast_expr_op_member: isl_ast_expr_op_type = 24;
pub const isl_ast_expr_op_address_of: isl_ast_expr_op_type = 25;

pub type isl_ast_expr_type = c_int;
pub const isl_ast_expr_error: isl_ast_expr_type = -1;
pub const isl_ast_expr_op: isl_ast_expr_type = 0;
pub const isl_ast_expr_id: isl_ast_expr_type = 1;
pub const isl_ast_expr_int: isl_ast_expr_type = 2;

pub type isl_ast_node_type = c_int;
pub const isl_ast_node_error: isl_ast_node_type = -1;
pub const isl_ast_node_for: isl_ast_node_type = 1;
pub const isl_ast_node_if: isl_ast_node_type = 2;
pub const isl_ast_node_block: isl_ast_node_type = 3;
pub const isl_ast_node_mark: isl_ast_node_type = 4;
pub const isl_ast_node_user: isl_ast_node_type = 5;

pub type isl_ast_loop_type = c_int;
pub const isl_ast_loop_error: isl_ast_loop_type = -1;
pub const isl_ast_loop_default: isl_ast_loop_type = 0;
pub const isl_ast_loop_atomic: isl_ast_loop_type = 1;
pub const isl_ast_loop_unroll: isl_ast_loop_type = 2;
pub const isl_ast_loop_separate: isl_ast_loop_type = 3;

pub type isl_schedule_node_type = c_int;
pub const isl_schedule_node_error: isl_schedule_node_type = -1;
pub const isl_schedule_node_band: isl_schedule_node_type = 0;
pub const isl_schedule_node_context: isl_schedule_node_type = 1;
pub const isl_schedule_node_domain: isl_schedule_node_type = 2;
pub const isl_schedule_node_expansion: isl_schedule_node_type = 3;
pub const isl_schedule_node_extension: isl_schedule_node_type = 4;
pub const isl_schedule_node_filter: isl_schedule_node_type = 5;
pub const isl_schedule_node_leaf: isl_schedule_node_type = 6;
pub const isl_schedule_node_guard: isl_schedule_node_type = 7;
pub const isl_schedule_node_mark: isl_schedule_node_type = 8;
pub const isl_schedule_node_sequence: isl_schedule_node_type = 9;
pub const isl_schedule_node_set: isl_schedule_node_type = 10;

pub const ISL_YAML_STYLE_BLOCK: c_int = 0;
pub const ISL_YAML_STYLE_FLOW: c_int = 1;

pub const ISL_BOUND_BERNSTEIN: c_int = 0;
pub const ISL_BOUND_RANGE: c_int = 1;

pub const ISL_ON_ERROR_WARN: c_int = 0;
pub const ISL_ON_ERROR_CONTINUE: c_int = 1;
pub const ISL_ON_ERROR_ABORT: c_int = 2;

pub const ISL_SCHEDULE_ALGORITHM_ISL: c_int = 0;
pub const ISL_SCHEDULE_ALGORITHM_FEAUTRIER: c_int = 1;

pub const ISL_AST_BUILD_SEPARATION_BOUNDS_EXPLICIT: c_int = 0;
pub const ISL_AST_BUILD_SEPARATION_BOUNDS_IMPLICIT: c_int = 1;
