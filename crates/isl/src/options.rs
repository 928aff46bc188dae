//! Options of a context.

use std::ffi::c_int;

use polymill_isl_sys as sys;

use crate::convert::{Hold, Pass, Receive};
use crate::{Context, Error, Result};

macro_rules! option_enum {
    ($(#[$doc:meta])* $name:ident { $($(#[$of:meta])* $variant:ident = $c:ident,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[$of])* $variant,)*
        }

        impl OptionValue for $name {
            fn to_c(self) -> Result<c_int> {
                Ok(match self {
                    $($name::$variant => sys::$c,)*
                })
            }

            fn from_c(raw: c_int) -> Result<Self> {
                match raw {
                    $(sys::$c => Ok($name::$variant),)*
                    _ => Err(Error::unknown(concat!("unknown value of an option of type ", stringify!($name)))),
                }
            }
        }
    };
}

trait OptionValue: Sized {
    fn to_c(self) -> Result<c_int>;
    fn from_c(raw: c_int) -> Result<Self>;
}

impl OptionValue for bool {
    fn to_c(self) -> Result<c_int> {
        Ok(self.into())
    }

    fn from_c(raw: c_int) -> Result<Self> {
        Ok(raw != 0)
    }
}

/// Limits: `None` means none, which isl writes as -1.
impl OptionValue for Option<usize> {
    fn to_c(self) -> Result<c_int> {
        match self {
            None => Ok(-1),
            Some(limit) => c_int::try_from(limit).map_err(|_| Error::invalid(format!("limit {limit} is too large"))),
        }
    }

    fn from_c(raw: c_int) -> Result<Self> {
        Ok(usize::try_from(raw).ok())
    }
}

option_enum! {
    /// How schedules are computed.
    ScheduleAlgorithm {
        /// isl's own variant of the Pluto algorithm; falls back on Feautrier's.
        Isl = ISL_SCHEDULE_ALGORITHM_ISL,
        /// Feautrier's algorithm, which minimizes latency.
        Feautrier = ISL_SCHEDULE_ALGORITHM_FEAUTRIER,
    }
}

option_enum! {
    /// Which bounds loops are separated on.
    SeparationBounds {
        /// Bounds that constraints state.
        Explicit = ISL_AST_BUILD_SEPARATION_BOUNDS_EXPLICIT,
        /// Bounds that follow from constraints as well.
        Implicit = ISL_AST_BUILD_SEPARATION_BOUNDS_IMPLICIT,
    }
}

option_enum! {
    /// How bounds on polynomials are computed.
    Bound {
        /// By Bernstein expansion.
        Bernstein = ISL_BOUND_BERNSTEIN,
        /// By propagating ranges.
        Range = ISL_BOUND_RANGE,
    }
}

/// `name, set_name: T = c_get, c_set;`: a getter and a setter, which affect every later call in the context.
macro_rules! options {
    ($($(#[$doc:meta])* $get:ident, $set:ident: $type:ty = $c_get:ident, $c_set:ident;)*) => {
        impl Context { $(
            $(#[$doc])*
            pub fn $get(&self) -> Result<$type> {
                // SAFETY: the context is alive.
                <$type>::from_c(unsafe { sys::$c_get(self.as_raw()) })
            }

            #[doc = concat!("Sets [`", stringify!($get), "`](Context::", stringify!($get), ").")]
            pub fn $set(&self, value: $type) -> Result<()> {
                let value = value.to_c()?;
                // SAFETY: the context is alive.
                unsafe { <()>::receive(self, sys::$c_set(self.as_raw(), value)) }
            }
        )* }
    };
}

options! {
    /// How schedules are computed.
    schedule_algorithm, set_schedule_algorithm: ScheduleAlgorithm = isl_options_get_schedule_algorithm, isl_options_set_schedule_algorithm;
    /// The largest coefficient that the scheduler may give to variables and parameters. Feautrier's algorithm ignores
    /// it.
    schedule_max_coefficient, set_schedule_max_coefficient: Option<usize> = isl_options_get_schedule_max_coefficient, isl_options_set_schedule_max_coefficient;
    /// The largest constant that the scheduler may use.
    schedule_max_constant_term, set_schedule_max_constant_term: Option<usize> = isl_options_get_schedule_max_constant_term, isl_options_set_schedule_max_constant_term;
    /// Whether the scheduler prefers bands with more members, which can be tiled in more dimensions, over fusing
    /// more.
    schedule_maximize_band_depth, set_schedule_maximize_band_depth: bool = isl_options_get_schedule_maximize_band_depth, isl_options_set_schedule_maximize_band_depth;
    /// Whether the scheduler leaves statements apart that would lose coincident members by being fused. Has no effect
    /// with `schedule_whole_component`.
    schedule_maximize_coincidence, set_schedule_maximize_coincidence: bool = isl_options_get_schedule_maximize_coincidence, isl_options_set_schedule_maximize_coincidence;
    /// Whether the scheduler tries to make the outermost member of each band coincident.
    schedule_outer_coincidence, set_schedule_outer_coincidence: bool = isl_options_get_schedule_outer_coincidence, isl_options_set_schedule_outer_coincidence;
    /// Whether Feautrier's algorithm splits off constants, to divide the rest by a divisor that all statements have
    /// in common.
    schedule_split_scaled, set_schedule_split_scaled: bool = isl_options_get_schedule_split_scaled, isl_options_set_schedule_split_scaled;
    /// Whether the scheduler avoids members that coalesce several loops into one.
    schedule_treat_coalescing, set_schedule_treat_coalescing: bool = isl_options_get_schedule_treat_coalescing, isl_options_set_schedule_treat_coalescing;
    /// Whether [`Schedule::get_map`](crate::Schedule::get_map) puts the children of set nodes in some order, as it
    /// does with those of sequence nodes.
    schedule_separate_components, set_schedule_separate_components: bool = isl_options_get_schedule_separate_components, isl_options_set_schedule_separate_components;
    /// Whether each strongly connected component of the dependence graph is put in bands of its own as soon as it is
    /// found: no fusion beyond that.
    schedule_serialize_sccs, set_schedule_serialize_sccs: bool = isl_options_get_schedule_serialize_sccs, isl_options_set_schedule_serialize_sccs;
    /// Whether connected components are scheduled as a whole, rather than each strongly connected component by
    /// itself, to be combined afterwards.
    schedule_whole_component, set_schedule_whole_component: bool = isl_options_get_schedule_whole_component, isl_options_set_schedule_whole_component;
    /// Whether Feautrier's algorithm, when it stands in for the other, first tries to carry only the dependences of
    /// statements on themselves.
    schedule_carry_self_first, set_schedule_carry_self_first: bool = isl_options_get_schedule_carry_self_first, isl_options_set_schedule_carry_self_first;
    /// Whether the counter of a loop stands alone in its condition: `i <= min(100, n)` rather than `i <= 100 && n >=
    /// i`.
    ast_build_atomic_upper_bound, set_ast_build_atomic_upper_bound: bool = isl_options_get_ast_build_atomic_upper_bound, isl_options_set_ast_build_atomic_upper_bound;
    /// Whether divisions of numbers that are known not to be negative are told apart (see
    /// [`AstExprOpType::PdivQ`](crate::AstExprOpType::PdivQ)).
    ast_build_prefer_pdiv, set_ast_build_prefer_pdiv: bool = isl_options_get_ast_build_prefer_pdiv, isl_options_set_ast_build_prefer_pdiv;
    /// Whether conditional expressions that are minima or maxima are written as such.
    ast_build_detect_min_max, set_ast_build_detect_min_max: bool = isl_options_get_ast_build_detect_min_max, isl_options_set_ast_build_detect_min_max;
    /// Whether conditions are left out that only say that a loop inside has iterations.
    ast_build_exploit_nested_bounds, set_ast_build_exploit_nested_bounds: bool = isl_options_get_ast_build_exploit_nested_bounds, isl_options_set_ast_build_exploit_nested_bounds;
    /// Whether instances that the schedule puts at the same time stay in one part of the AST.
    ast_build_group_coscheduled, set_ast_build_group_coscheduled: bool = isl_options_get_ast_build_group_coscheduled, isl_options_set_ast_build_group_coscheduled;
    /// Which bounds loops are separated on.
    ast_build_separation_bounds, set_ast_build_separation_bounds: SeparationBounds = isl_options_get_ast_build_separation_bounds, isl_options_set_ast_build_separation_bounds;
    /// Whether the counters of loops with a stride may be scaled down to count in steps of one.
    ast_build_scale_strides, set_ast_build_scale_strides: bool = isl_options_get_ast_build_scale_strides, isl_options_set_ast_build_scale_strides;
    /// Whether conditions may have else branches.
    ast_build_allow_else, set_ast_build_allow_else: bool = isl_options_get_ast_build_allow_else, isl_options_set_ast_build_allow_else;
    /// Whether conditions may be disjunctions.
    ast_build_allow_or, set_ast_build_allow_or: bool = isl_options_get_ast_build_allow_or, isl_options_set_ast_build_allow_or;
    /// Whether the tile loops that [`ScheduleNode::band_tile`](crate::ScheduleNode::band_tile) makes count in steps
    /// of the tile size.
    tile_scale_tile_loops, set_tile_scale_tile_loops: bool = isl_options_get_tile_scale_tile_loops, isl_options_set_tile_scale_tile_loops;
    /// Whether the point loops that [`ScheduleNode::band_tile`](crate::ScheduleNode::band_tile) makes start from zero
    /// in each tile.
    tile_shift_point_loops, set_tile_shift_point_loops: bool = isl_options_get_tile_shift_point_loops, isl_options_set_tile_shift_point_loops;
    /// Whether coalescing avoids to make coefficients larger than they were.
    coalesce_bounded_wrapping, set_coalesce_bounded_wrapping: bool = isl_options_get_coalesce_bounded_wrapping, isl_options_set_coalesce_bounded_wrapping;
    /// Whether coalescing avoids to make existentially quantified variables out of integer divisions.
    coalesce_preserve_locals, set_coalesce_preserve_locals: bool = isl_options_get_coalesce_preserve_locals, isl_options_set_coalesce_preserve_locals;
    /// Whether parametric integer programming looks for symmetries.
    pip_symmetry, set_pip_symmetry: bool = isl_options_get_pip_symmetry, isl_options_set_pip_symmetry;
    /// How bounds on polynomials are computed.
    bound, set_bound: Bound = isl_options_get_bound, isl_options_set_bound;
}

impl Context {
    /// The C type that loop counters have in [`AstNode::to_c_str`](crate::AstNode::to_c_str).
    pub fn ast_iterator_type(&self) -> Result<String> {
        // SAFETY: the context is alive; the text is copied.
        let name: Option<String> =
            unsafe { Receive::receive(self, sys::isl_options_get_ast_iterator_type(self.as_raw()))? };
        Ok(name.unwrap_or_default())
    }

    /// Sets [`ast_iterator_type`](Context::ast_iterator_type).
    pub fn set_ast_iterator_type(&self, name: &str) -> Result<()> {
        let name = name.hold(self)?;
        // SAFETY: the context is alive; isl copies the text.
        unsafe { Receive::receive(self, sys::isl_options_set_ast_iterator_type(self.as_raw(), name.pass())) }
    }
}
