//! Owned, safe types over [isl](https://libisl.sourceforge.io), the integer set library: sets and relations of integer
//! tuples given by affine constraints, piecewise affine functions, schedule trees, the scheduler, dependence analysis,
//! and the generation of loops that visit a set in a given order.
//!
//! ```
//! use polymill_isl as isl;
//!
//! # fn main() -> isl::Result<()> {
//! let ctx = isl::Context::new()?;
//!
//! // Sets and relations are read from isl's notation, or built up.
//! let domain = isl::UnionSet::read(&ctx, "[n] -> { S[i, j] : 0 <= i < n and 0 <= j <= i }")?;
//! let dependences = isl::UnionMap::read(&ctx, "[n] -> { S[i, j] -> S[i, j + 1] : 0 <= j < i < n }")?;
//!
//! // The scheduler finds an order that respects the dependences.
//! let schedule = isl::ScheduleConstraints::on_domain(&domain)?
//!     .set_validity(&dependences)?
//!     .set_proximity(&dependences)?
//!     .compute_schedule()?;
//!
//! // Loops that visit the domain in that order, for positive n.
//! let build = isl::AstBuild::from_context(&isl::Set::read(&ctx, "[n] -> { : n > 0 }")?)?;
//! let loops = build.node_from_schedule(&schedule)?.to_c_str()?;
//! assert_eq!(
//!     loops,
//!     "for (int c0 = 0; c0 < n; c0 += 1)\n  for (int c1 = 0; c1 <= c0; c1 += 1)\n    S(c0, c1);\n"
//! );
//! # Ok(())
//! # }
//! ```
//!
//! # Conventions
//!
//! - **Names** are isl's: `isl_set_apply` is [`Set::apply`], `isl_map_from_range` is [`Map::from_range`]. What reads text
//!   (`isl_set_read_from_str`) is called `read`; `isl_val_mod` and `isl_val_2exp` are [`Val::modulo`] and
//!   [`Val::exp2`]. [isl's manual](https://libisl.sourceforge.io/user.html) says more about each function than the line
//!   of documentation here.
//! - **Ownership**: methods take `&self` and references and return new objects; nothing is changed in place. Objects are
//!   reference counted by isl, so that `Clone` is cheap; the few types for which it is not have `try_clone` instead.
//! - **Errors**: every call returns a [`Result`], with isl's message in the [`Error`]. isl prints nothing and never
//!   aborts.
//! - **Budgets**: [`Context::with_budget`] bounds the work that a computation may do.
//! - **Closures**: what isl does by callbacks takes closures here. Errors that they return and panics come out of the
//!   call that the closure was given to. Code generation takes several at once, as [`Hooks`].
//! - **Equality** is a question with an answer that may fail: `is_equal`, or the cheap `plain_is_equal`. There is no
//!   `PartialEq`.
//! - **Text**: `Display` prints isl's notation, `Debug` too; [`AstNode::to_c_str`] prints C, and `to_yaml` schedules.
//! - **Threads**: a [`Context`] and its objects stay on one thread. Objects of different contexts do not mix; trying to
//!   is an error.
//!
//! Positions and counts are `usize`. [`Dim`] says which dimensions of a space a position is in.

// The one purpose of this crate: to call C.
#![allow(unsafe_code)]

#[macro_use]
mod macros;

mod ast_parts;
mod budget;
mod callback;
mod check;
mod coalesce;
mod context;
mod convert;
mod enums;
mod error;
mod hooks;
mod options;
mod partial;
mod print;

pub use ast_parts::AstNodeParts;
pub use context::{Context, version};
pub use enums::{AstExprOpType, AstExprType, AstLoopType, AstNodeType, Dim, ScheduleNodeType};
pub use error::{Error, Result, Site};
pub use hooks::Hooks;
pub use options::{Bound, ScheduleAlgorithm, SeparationBounds};

mod aff;
mod ast_build;
mod ast_expr;
mod ast_node;
mod basic_map;
mod basic_set;
mod constraint;
mod flow;
mod id;
mod map;
mod multi_aff;
mod multi_pw_aff;
mod multi_union_pw_aff;
mod point;
mod polynomial;
mod pw_aff;
mod pw_multi_aff;
mod schedule;
mod schedule_node;
mod set;
mod space;
mod union_map;
mod union_pw_aff;
mod union_pw_multi_aff;
mod union_set;
mod val;
mod wavefronts;

pub use aff::{Aff, AffList};
pub use ast_build::AstBuild;
pub use ast_expr::{AstExpr, AstExprList, IdToAstExpr};
pub use ast_node::{AstNode, AstNodeList};
pub use basic_map::{BasicMap, BasicMapList};
pub use basic_set::{BasicSet, BasicSetList};
pub use constraint::{Constraint, ConstraintList};
pub use flow::{UnionAccessInfo, UnionFlow};
pub use id::{Id, IdList, MultiId};
pub use map::{Map, MapList};
pub use multi_aff::MultiAff;
pub use multi_pw_aff::MultiPwAff;
pub use multi_union_pw_aff::MultiUnionPwAff;
pub use point::{FixedBox, Point, StrideInfo};
pub use polynomial::{PwQPolynomial, QPolynomial, UnionPwQPolynomial};
pub use pw_aff::{PwAff, PwAffList};
pub use pw_multi_aff::{PwMultiAff, PwMultiAffList};
pub use schedule::{Schedule, ScheduleConstraints};
pub use schedule_node::ScheduleNode;
pub use set::{Set, SetList};
pub use space::{LocalSpace, Space};
pub use union_map::{UnionMap, UnionMapList};
pub use union_pw_aff::{UnionPwAff, UnionPwAffList};
pub use union_pw_multi_aff::{UnionPwMultiAff, UnionPwMultiAffList};
pub use union_set::{UnionSet, UnionSetList};
pub use val::{MultiVal, Val, ValList};
