//! The polyhedral IR: a hierarchy of generalized dependence graphs (GDGs).
//!
//! A [`Program`] is an arena of [`Gdg`]s. A GDG is one region of code: parameters, a context (the parameter values for
//! which it is valid), [`Array`]s, [`Statement`]s with typed bodies and access relations, a schedule (an isl schedule
//! tree) and, once analysed, its [`Dependences`]. The terms are those of the static versioning paper, section 2.3.
//!
//! The crate knows no source language and no target: front ends build GDGs, back ends print them.

mod affine;
mod array;
mod body;
pub mod build;
mod definition;
mod dependences;
mod disjoint;
mod error;
mod exit;
mod expr;
mod graph;
mod ids;
mod independent;
mod mark;
mod name;
mod param;
mod place;
mod program;
mod quasi_affine;
mod range;
mod row_bounds;
mod scalar;
mod specialize_op;
mod statement;
pub mod text;
mod typing;
mod validate;
mod work;

pub use affine::{Elements, Instances};
pub use array::{Array, Storage};
pub use body::{Action, Body, Local, Loop};
pub use definition::{BoundValue, Definition, Even, Side, StaticBound};
pub use dependences::{Dependences, Relaxation};
pub use disjoint::{Affine, DataRange, Disjoint, Ends, Reach, Values};
pub use error::{Error, Result};
pub use exit::Exit;
pub use expr::{BinaryOp, Expr, ExprKind, UnaryOp};
pub use graph::{AliasPair, Gdg, Origin};
pub use ids::{AccessId, ArrayId, GdgId, LocalId, ParamId, StatementId};
pub use independent::IndependentLoop;
pub use mark::{Mark, ParseMarkError};
pub use name::is_name;
pub use param::{Param, ParamValue};
pub use place::{Place, Projection, SpelledPlace};
pub use program::Program;
pub use quasi_affine::{QuasiAffine, plus};
pub use range::Range;
pub use row_bounds::RowBounds;
pub use scalar::ScalarType;
pub use specialize_op::{SpecializeOp, Version};
pub use statement::{Access, AccessKind, Iterator, Statement};
pub use validate::{validate, validate_change};
pub use work::{Extent, USUAL_ITERATIONS, Work};

pub(crate) use name::is_identifier;
