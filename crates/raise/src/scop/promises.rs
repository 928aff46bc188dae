//! What the user promises of loops: that their iterations are independent, and how far they go.

use std::collections::BTreeMap;
use std::ops::Range;

use polymill_diagnostics::Diagnostic;
use polymill_gdg::{Affine, Array, ArrayId, IndependentLoop, Statement};

use super::builder::Builder;
use super::scope::Scope;
use crate::context::{ContextError, read_bound};
use crate::loop_pragma::{LoopPragma, LoopPromise};
use crate::syntax::{For, Stmt, VarId};

/// A loop of which no iteration accesses what another one writes, with the exception of some variables.
#[derive(Clone, Debug)]
pub(super) struct PromisedLoop<'a> {
    pragma: &'a LoopPragma,
    except: &'a [String],
    /// The position of its iterator.
    position: usize,
    /// What stands in it.
    drafts: Range<usize>,
}

impl<'a> Builder<'a> {
    /// Notes what the user promises of a loop that has been walked: the innermost one around `body`, whose drafts are those from
    /// `first_draft` on.
    pub(super) fn note_promises(&mut self, stmt: &Stmt, body: &Scope, first_draft: usize) {
        let Some(position) = body.counters.len().checked_sub(1) else { return };
        let drafts = first_draft..self.drafts.len();
        for pragma in self.loop_pragmas.iter().filter(|pragma| pragma.loop_at == stmt.span.start) {
            match &pragma.promise {
                LoopPromise::Independent { except } => {
                    self.independent_loops.push(PromisedLoop { pragma, except, position, drafts: drafts.clone() });
                }
                LoopPromise::Bound { .. } if body.counters[position].dynamic.is_none() => {
                    let message = "this bound is not used: data do not say where the loop ends";
                    self.remarks.push(Diagnostic::remark("loop-pragma", message).at(self.span(&pragma.range), ""));
                }
                LoopPromise::Bound { .. } => {}
            }
        }
    }

    /// How far a loop goes at most whose counter is `var`, if the user says so.
    pub(super) fn promised_end(&mut self, var: VarId, inner: &For) -> Option<Affine> {
        let mut end = None;
        for pragma in self.loop_pragmas.iter().filter(|pragma| pragma.loop_at == inner.header.start) {
            let LoopPromise::Bound { condition } = &pragma.promise else { continue };
            let counter = &self.unit.var(var).name;
            let (message, help) = match read_bound(&self.params.params, &self.text[condition.clone()]) {
                Ok((name, bound)) if name == *counter => {
                    end = Some(bound);
                    continue;
                }
                Ok((name, _)) => (format!("`{name}` is not what this loop counts"), format!("it counts `{counter}`")),
                Err(ContextError::User(message, help)) => (message, help),
                Err(ContextError::Isl(error)) => (error.to_string(), String::new()),
            };
            let error = Diagnostic::error("loop-pragma", message).at(self.span(condition), "");
            self.remarks.push(if help.is_empty() { error } else { error.help(help) });
        }
        end
    }

    /// These loops, in terms of the statements and arrays that have become of them.
    pub(super) fn independent(
        &self,
        arrays: &[Array],
        statements: &[Statement],
        statement_of_draft: &BTreeMap<usize, usize>,
    ) -> Vec<IndependentLoop> {
        let finished = |one: &PromisedLoop| {
            let inside = statement_of_draft.range(one.drafts.clone());
            let named = |name: &String| Some(ArrayId::new(arrays.iter().position(|array| array.name == *name)?));
            IndependentLoop {
                statements: inside.map(|(_, position)| statements[*position].name.clone()).collect(),
                position: one.position,
                except: one.except.iter().filter_map(named).collect(),
            }
        };
        self.independent_loops.iter().map(finished).filter(|one| !one.statements.is_empty()).collect()
    }

    /// Says where promises are used.
    pub(super) fn remarks_of_independent(&self) -> Vec<Diagnostic> {
        let remark = |one: &PromisedLoop| {
            let message = "the iterations of this loop are taken to be independent, as the pragma promises";
            Diagnostic::remark("independent-promised", message).at(self.span(&one.pragma.range), "")
        };
        self.independent_loops.iter().map(remark).collect()
    }
}
