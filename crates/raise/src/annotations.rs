//! Pragmas for the compiler on the loops of a function: which loops can be taken for what they are without them.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::loop_pragma::loop_after;
use crate::openmp::{LoopDirective, read_openmp};
use crate::pragma::{is_about_code, is_hint};
use crate::scop::{Source, assigned_in, declared_in, is_live_after};
use crate::syntax::{Expr, ExprKind, For, Stmt, StmtKind, Storage, Token, Type, VarId};

/// The pragmas in a function that may be about how code is compiled.
#[derive(Clone, Default, Debug)]
pub(crate) struct Annotations {
    /// The bytes of those that may go, and where the loops start that they are about.
    taken: Vec<(Range<usize>, usize)>,
    /// The others, and why their code is left to them.
    pub refused: Vec<(Range<usize>, String)>,
}

impl Annotations {
    /// Those in the function.
    pub fn of(source: &Source<'_>, tokens: &[Token]) -> Self {
        let mut annotations = Self::default();
        let is_inside = |pragma: &&Range<usize>| source.function.span.contains(&pragma.start);
        for pragma in source.unit.pragmas.iter().filter(is_inside).filter(|pragma| is_about_code(source.text, pragma)) {
            match loop_of(source, tokens, pragma) {
                Ok(loop_at) => annotations.taken.push((pragma.clone(), loop_at)),
                Err(reason) => annotations.refused.push((pragma.clone(), reason)),
            }
        }
        annotations
    }

    /// Where a statement starts, with the pragmas on it that may go.
    pub fn start_of(&self, statement: usize) -> usize {
        let own = self.taken.iter().filter(|(_, loop_at)| *loop_at == statement);
        own.map(|(pragma, _)| pragma.start).min().unwrap_or(statement)
    }

    /// Whether there are pragmas on a statement.
    pub fn has(&self, statement: usize) -> bool {
        self.start_of(statement) != statement
    }
}

/// Where the loop starts that a pragma is about.
///
/// # Errors
/// Why the code is left to the pragma.
fn loop_of(source: &Source<'_>, tokens: &[Token], pragma: &Range<usize>) -> Result<usize, String> {
    let directive = read_openmp(&source.text[pragma.clone()]).transpose()?;
    if directive.is_none() && !is_hint(source.text, pragma) {
        return Err("a pragma says how this code is to be compiled".to_owned());
    }
    let Some(loop_at) = loop_after(source.text, tokens, pragma) else {
        return Err("no loop stands after this pragma".to_owned());
    };
    if let Some(directive) = directive {
        let mut found = None;
        source.function.body.for_each(&mut |stmt| {
            if let StmtKind::For(inner) = &stmt.kind
                && stmt.span.start == loop_at
            {
                found.get_or_insert((stmt, &**inner));
            }
        });
        let Some((stmt, inner)) = found else { return Err("the loop after this pragma could not be read".to_owned()) };
        check_variables(source, &directive, stmt, inner)?;
    }
    Ok(loop_at)
}

/// Variables have the same values without the directive.
fn check_variables(source: &Source<'_>, directive: &LoopDirective, stmt: &Stmt, inner: &For) -> Result<(), String> {
    let unit = source.unit;
    let mut used = BTreeSet::new();
    stmt.for_each_expr(&mut |expr| used.extend(expr.as_var()));
    // Names in the directive are those of variables around the loop.
    let used: Vec<VarId> = used.difference(&declared_in(stmt)).copied().collect();
    let named = |names: &[String]| -> Vec<VarId> {
        used.iter().copied().filter(|var| names.contains(&unit.var(*var).name)).collect()
    };
    let mut private = named(&directive.private);
    let Some(counters) = counters(inner, directive.n_loops) else {
        return Err("the loops that are collapsed could not be read".to_owned());
    };
    private.extend(counters);
    for var in private {
        let is_own = matches!(unit.var(var).storage, Storage::Local | Storage::Param);
        if !is_own || source.escapes.contains(var, unit) || is_live_after(unit, &source.function.body, &stmt.span, var)
        {
            return Err(format!("`{}` is private to the loop, and may be used after it", unit.var(var).name));
        }
    }
    let assigned = assigned_in(stmt);
    let is_aggregate = |var: &VarId| matches!(unit.var(*var).ty.ty, Type::Array(_) | Type::Struct(_));
    let changes = |var: &VarId| assigned.contains(var) || is_aggregate(var);
    match named(&directive.copied).into_iter().find(changes) {
        Some(var) => Err(format!("each thread changes its own copy of `{}`", unit.var(var).name)),
        None => Ok(()),
    }
}

/// The variables that a loop and those directly inside count, `n` in all; `None` if there are fewer loops.
fn counters(inner: &For, n: usize) -> Option<Vec<VarId>> {
    let mut counters = vec![];
    inner.init.for_each_expr(&mut |expr| {
        if let Expr { kind: ExprKind::Assign(None, place, _), .. } = expr {
            counters.extend(place.as_var());
        }
    });
    if n <= 1 {
        return Some(counters);
    }
    let mut body = &inner.body;
    while let StmtKind::Block(children) = &body.kind
        && let [only] = children.as_slice()
    {
        body = only;
    }
    let StmtKind::For(next) = &body.kind else { return None };
    counters.extend(self::counters(next, n - 1)?);
    Some(counters)
}
