//! `inspect`: a version for rows that are about equally long, in which the length of the longest one is known.

use std::collections::BTreeSet;

use polymill_analysis::Lengths;
use polymill_diagnostics::Diagnostic;
use polymill_gdg::{Access, ArrayId, BoundValue, Definition, Even, Gdg, ParamValue, Statement};

use crate::{Changed, Error, Machine, Pass, PassContext, Specialization};

/// Where loops go as far as elements of an array say, and memory lies such that the loops around them had better stand inside,
/// asks for a version in which these elements are about equally large: the generated code looks at them and then chooses. In that
/// version, the largest element is the loops' static upper bound (Zhao and Cohen, IMPACT 2017, section 4.1: an inspector), so that
/// they can be interchanged and tiled; one in 16 iterations has nothing to do then, at most. Nor may there be more to do than caches
/// have room for: what comes from memory comes fast in the source's order, too, if that reads a few rows at once (measured with
/// matrices in ELLPACK format, which took 1.4 times as long interchanged), and looking at the lengths is not free.
pub struct Inspect;

impl Pass for Inspect {
    fn name(&self) -> &'static str {
        "inspect"
    }

    fn description(&self) -> &'static str {
        "Where data say how far loops go, and the loops around them had better stand inside, asks for a version for data with \
         which they go about equally far, and has the generated code look up how far that is."
    }

    fn run(&self, gdg: &mut Gdg, cx: &mut PassContext<'_>) -> Result<Changed, Error> {
        let mut changed = Changed::No;
        for Lengths { bound, lengths } in polymill_analysis::lengths(gdg)? {
            let is_test =
                |definition: &Definition| matches!(definition, Definition::Even(test) if test.lengths == lengths);
            let tested = gdg.params.iter().find(|param| param.definition().is_some_and(is_test));
            if let Some(param) = tested {
                // The test that was asked for.
                if !gdg.passes(param)? {
                    continue;
                }
                let [first, last] = lengths.ends(&gdg.params);
                let message =
                    format!("how far a loop goes at most is looked up before it: the largest of `{first}` to `{last}`");
                cx.remarks.push(Diagnostic::remark("static-bound", message).at_opt(gdg.span, ""));
                if let ParamValue::Defined(Definition::StaticBound(bound)) = &mut gdg.params[bound.index()].value {
                    bound.value = Some(BoundValue::Largest(lengths));
                    changed = Changed::Yes;
                }
            } else if cx.settings.max_versions >= 2 && wants_interchange(gdg)? {
                let test = Definition::Even(Even { lengths, most: most_iterations(gdg, cx.machine)? });
                cx.specializations.push(Specialization::for_passed(gdg, "even", test)?);
                // Most loops may end long before what the user promises.
                if let ParamValue::Defined(Definition::StaticBound(bound)) = &mut gdg.params[bound.index()].value
                    && bound.value.take().is_some()
                {
                    changed = Changed::Yes;
                }
                return Ok(changed);
            }
        }
        Ok(changed)
    }
}

/// How many iterations the loops that data end may have together so that what they read stays in caches.
fn most_iterations(gdg: &Gdg, machine: &Machine) -> Result<i64, Error> {
    let mut bytes = 1;
    for statement in &gdg.statements {
        for exit in statement.exits()? {
            let moves =
                |access: &&Access| access.subscripts.iter().any(|each| statement.depends_on(each, exit.iterator));
            let arrays: BTreeSet<ArrayId> =
                statement.accesses.iter().filter(moves).map(|access| access.array).collect();
            bytes = bytes.max(arrays.into_iter().map(|array| gdg.array(array).element.size()).sum());
        }
    }
    let cache = machine.caches.iter().map(|cache| cache.bytes).max().unwrap_or(0);
    Ok(i64::try_from(cache / u64::from(bytes)).unwrap_or(i64::MAX))
}

/// Whether a loop that data end goes over memory in long steps, and one around it in short ones.
fn wants_interchange(gdg: &Gdg) -> Result<bool, Error> {
    for statement in &gdg.statements {
        for exit in statement.exits()? {
            let goes_down =
                |outer: usize| columns(statement, outer, exit.iterator) > columns(statement, exit.iterator, outer);
            if (0..exit.iterator).any(goes_down) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// How many accesses have one iterator in their last subscript only, and another one in one before.
fn columns(statement: &Statement, last: usize, before: usize) -> usize {
    let is_column = |access: &&Access| {
        let Some((inner, outer)) = access.subscripts.split_last() else { return false };
        statement.depends_on(inner, last)
            && !statement.depends_on(inner, before)
            && outer.iter().any(|subscript| statement.depends_on(subscript, before))
    };
    statement.accesses.iter().filter(is_column).count()
}
