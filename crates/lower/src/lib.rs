//! Schedule tree to loop AST, and loop AST to C with OpenMP.
//!
//! [`generate`] turns the schedule of a [`Gdg`](polymill_gdg::Gdg) into a [`LoopNest`], [`tidy`] improves it,
//! [`Validated::check`] checks it, and the printers in [`emit`] print it. [`lower`] does the first three, [`finish`] the
//! second and third.

mod build;
mod condition;
mod datum;
pub mod dispatch;
mod elements;
pub mod emit;
mod error;
mod factor;
mod int_expr;
mod known;
mod nest;
mod passes;
mod reuse;
pub mod text;
mod validate;

pub use build::{generate, generate_family};
pub use condition::Condition;
pub use datum::Datum;
pub use elements::Elements;
pub use error::{Error, Result};
pub use int_expr::{Atom, Division, IntExpr};
pub use known::{Interval, Known};
pub use nest::{
    Declare, Element, Factor, For, Hint, If, Instance, Lanes, LoopKind, LoopNest, Node, Placement, Pointer, PointerId,
    Reduction, Register, RegisterId, RowShares, Sharing, Unrolling, Var, VarId, for_each_instance, for_each_node,
    for_each_rows_mut,
};
pub(crate) use nest::{LoopFacts, for_each_instance_mut, mentions};
pub use passes::{Tidying, tidy};
pub use polymill_analysis::ReductionOperator;
pub use reuse::{differs_in_threads, in_threads_unless, without_threads};
pub use validate::Validated;

/// Generates the tests of a specializer GDG that find the version to call, and checks them.
///
/// # Errors
/// As [`generate_family`] and [`Validated::check`].
pub fn lower_family(
    gdg: &polymill_gdg::Gdg,
    family: &dispatch::Family,
    dispatch: &dispatch::Dispatch,
) -> Result<Validated<LoopNest>> {
    let mut nest = generate_family(gdg, family, dispatch)?;
    passes::tidy_family(&mut nest);
    Validated::check(nest, gdg)
}

/// Generates the loops of a GDG's schedule, improves them and checks them.
///
/// # Errors
/// As [`generate`] and [`Validated::check`].
pub fn lower(gdg: &polymill_gdg::Gdg, tidying: &Tidying) -> Result<Validated<LoopNest>> {
    finish(gdg, tidying, generate(gdg)?)
}

/// Improves the loops that were generated for a GDG and checks them.
///
/// # Errors
/// As [`Validated::check`].
pub fn finish(gdg: &polymill_gdg::Gdg, tidying: &Tidying, mut nest: LoopNest) -> Result<Validated<LoopNest>> {
    tidy(gdg, tidying, &mut nest);
    Validated::check(nest, gdg)
}
