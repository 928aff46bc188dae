//! From statements of C to a GDG.

mod affine;
mod alias;
mod based;
mod builder;
mod calls;
mod certain;
mod choices;
mod computed;
mod control;
mod convert;
mod division;
mod draft;
mod dynamic;
mod escape;
mod facts;
mod finish;
mod fold;
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
mod presumed;
mod private;
mod promises;
mod reached;
mod remainder;
mod rewrite;
mod scope;
mod share;
mod substitute;
mod tables;
mod value;
mod values;
mod walk;
mod work;

use std::ops::Range;

use polymill_diagnostics::{Diagnostic, FileId};
use polymill_gdg::{AccessKind, Gdg};
use polymill_isl as isl;

pub use computed::Computed;

pub(crate) use calls::{is_expanded, is_plain_function, silent_functions};
pub(crate) use escape::Escapes;
pub(crate) use facts::{assigned_in, declared_in};
pub(crate) use group::{LONG_BLOCK, MANY_STATEMENTS};
pub(crate) use liveness::{Code, is_live_after};
pub(crate) use loops::mirrored;

use crate::loop_pragma::LoopPragma;
use crate::syntax::{Function, Stmt, Unit};
use crate::{Error, Result};
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

/// What became of a region.
pub(crate) struct Built {
    pub gdg: Gdg,
    /// What was taken for granted.
    pub remarks: Vec<Diagnostic>,
    /// What its code computes first.
    pub computed: Vec<Computed>,
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
) -> Result<Built> {
    let facts = Facts::of(source.unit, source.escapes, stmts);
    let mut builder = Builder::new(source, facts, region, is_promised)?;
    let mut scope = Scope::new(source.ctx)?;
    let order = builder.walk(stmts, &mut scope, false)?;
    let Built { mut gdg, remarks, computed } = builder.finish(&order, name)?;
    polymill_gdg::validate(&gdg)?;
    reached::assume_looked_up(&mut gdg)?;
    check_conditions(&gdg)?;
    Ok(Built { gdg, remarks, computed })
}

/// Refuses a GDG that is the source's code only if some memory does not overlap, if no test can say so: parts of it may do without.
fn check_conditions(gdg: &Gdg) -> Result<()> {
    if !gdg.is_conditional() {
        return Ok(());
    }
    let Some(id) = polymill_analysis::untestable(gdg)? else { return Ok(()) };
    let array = gdg.array(id);
    let uses = |statement: &polymill_gdg::Statement, only_uncertain: bool| {
        let mut accesses = statement.accesses.iter().filter(|access| access.array == id);
        accesses.any(|access| !only_uncertain || !matches!(access.kind, AccessKind::Read | AccessKind::MustWrite))
    };
    let user =
        gdg.statements.iter().find(|each| uses(each, true)).or(gdg.statements.iter().rfind(|each| uses(each, false)));
    let at = user.and_then(|statement| statement.span).or(gdg.span);
    let (code, message) = match array.row_dims {
        0 => (
            "no-overlap-test",
            format!("stores to `{}` may change sizes or pointers, and only data say where they are", array.name),
        ),
        _ => {
            ("rows-may-overlap", format!("rows of `{}` may overlap, and only data say which are accessed", array.name))
        }
    };
    let help = "put the code between `#pragma scop` and `#pragma endscop`, which promises that nothing overlaps";
    Err(Error::Unsupported(Box::new(Diagnostic::remark(code, message).at_opt(at, "").help(help))))
}
