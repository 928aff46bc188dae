//! From statements of C to a GDG.

mod affine;
mod alias;
mod builder;
mod calls;
mod certain;
mod choices;
mod control;
mod convert;
mod division;
mod draft;
mod dynamic;
mod escape;
mod facts;
mod finish;
mod group;
mod header;
mod heap;
mod held;
mod idle;
mod large;
mod linear;
mod liveness;
mod loops;
mod null;
mod obstacle;
mod place;
mod private;
mod promises;
mod reached;
mod rewrite;
mod scope;
mod tables;
mod value;
mod values;
mod walk;
mod work;

use std::ops::Range;

use polymill_diagnostics::{Diagnostic, FileId};
use polymill_gdg::Gdg;
use polymill_isl as isl;

pub(crate) use calls::{is_expanded, is_plain_function};
pub(crate) use escape::Escapes;
pub(crate) use facts::{assigned_in, declared_in};
pub(crate) use group::{LONG_BLOCK, MANY_STATEMENTS};
pub(crate) use liveness::is_live_after;

use crate::Result;
use crate::loop_pragma::LoopPragma;
use crate::syntax::{Function, Stmt, Unit};
use builder::Builder;
use facts::Facts;
use scope::Scope;

/// The function that regions are raised from.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    pub ctx: &'a isl::Context,
    pub unit: &'a Unit,
    pub function: &'a Function,
    pub escapes: &'a Escapes,
    /// What the user promises of loops.
    pub loop_pragmas: &'a [LoopPragma],
    /// The preprocessed text.
    pub file: FileId,
    pub text: &'a str,
}

/// Raises statements that stand one after the other, at the bytes `region` of the preprocessed text, as one GDG. The
/// remarks say what was taken for granted.
///
/// # Errors
/// `Error::Unsupported` with what stands in the way; isl's.
pub(crate) fn build<'a>(
    source: &Source<'a>,
    stmts: &[&'a Stmt],
    region: Range<usize>,
    is_promised: bool,
    name: &str,
) -> Result<(Gdg, Vec<Diagnostic>)> {
    let facts = Facts::of(source.unit, source.escapes, stmts);
    let mut builder = Builder::new(source, facts, region, is_promised)?;
    let mut scope = Scope::new(source.ctx)?;
    let order = builder.walk(stmts, &mut scope, false)?;
    let (gdg, remarks) = builder.finish(&order, name)?;
    polymill_gdg::validate(&gdg)?;
    Ok((gdg, remarks))
}
