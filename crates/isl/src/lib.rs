//! Owned, safe types over the integer set library isl.

#![allow(unsafe_code)]

#[macro_use]
mod macros;

mod ast_parts;
mod callback;
mod check;
mod context;
mod convert;
mod enums;
mod error;
mod hooks;
mod options;
mod partial;
mod yaml;

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
pub use polynomial::{PwQpolynomial, Qpolynomial, UnionPwQpolynomial};
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
