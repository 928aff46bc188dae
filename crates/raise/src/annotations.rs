//! Pragmas for the compiler on the loops of a function: which loops can be taken for what they are without them.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::loop_pragma::loop_after;
use crate::openmp::{Construct, LoopDirective, NOT_A_LOOP, read_openmp};
use crate::pragma::{is_about_code, is_hint};
use crate::scop::{Code, Source, assigned_in, declared_in, is_live_after};
use crate::syntax::{Expr, ExprKind, For, Stmt, StmtKind, Storage, Token, Type, VarId};

/// The bytes of a pragma that may go, and where the statement starts that it is about.
type Taken = (Range<usize>, usize);

/// The pragmas in a function that may be about how code is compiled.
#[derive(Clone, Default, Debug)]
pub(crate) struct Annotations {
    taken: Vec<Taken>,
    /// Statements that each thread would run: their parts cannot be transformed, only all of each.
    regions: Vec<Range<usize>>,
    /// The others, and why their code is left to them.
    pub refused: Vec<(Range<usize>, String)>,
}

impl Annotations {
    /// Those in the function.
    pub fn of(source: &Source<'_>, tokens: &[Token]) -> Self {
        let mut annotations = Self::default();
        let is_inside = |pragma: &&Range<usize>| source.function.span.contains(&pragma.start);
        let pragmas = source.unit.pragmas.iter().filter(is_inside);
        let pragmas: Vec<_> = pragmas.filter(|pragma| is_about_code(source.text, pragma)).cloned().collect();
        for pragma in &pragmas {
            let is_shared_loop = |(shared, _): &Taken| shared == pragma;
            match directive_of(source, pragma) {
                Ok(Some(LoopDirective { construct: Construct::SharedLoop, .. })) => {
                    // The region that it is in has been looked at.
                    if !annotations.taken.iter().any(is_shared_loop) {
                        annotations.refused.push((pragma.clone(), NOT_A_LOOP.to_owned()));
                    }
                }
                Ok(Some(directive @ LoopDirective { construct: Construct::Parallel, .. })) => {
                    match region_of(source, tokens, (pragma, &directive), &pragmas) {
                        Ok((region, shared)) => {
                            annotations.taken.push((pragma.clone(), region.start));
                            annotations.taken.extend(shared);
                            annotations.regions.push(region);
                        }
                        Err(reason) => annotations.refused.push((pragma.clone(), reason)),
                    }
                }
                Ok(directive) => match loop_of(source, tokens, pragma, directive.as_ref()) {
                    Ok(loop_at) => annotations.taken.push((pragma.clone(), loop_at)),
                    Err(reason) => annotations.refused.push((pragma.clone(), reason)),
                },
                Err(reason) => annotations.refused.push((pragma.clone(), reason)),
            }
        }
        annotations
    }

    /// Whether some bytes are a part of what each thread would run.
    pub fn is_part(&self, bytes: &Range<usize>) -> bool {
        let is_part = |region: &Range<usize>| {
            region.start <= bytes.start
                && bytes.end <= region.end
                && (region.start < bytes.start || bytes.end < region.end)
        };
        self.regions.iter().any(is_part)
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

/// What a pragma says; `None` if it only helps a compiler.
///
/// # Errors
/// Why the code is left to the pragma.
fn directive_of(source: &Source<'_>, pragma: &Range<usize>) -> Result<Option<LoopDirective>, String> {
    let directive = read_openmp(&source.text[pragma.clone()]).transpose()?;
    if directive.is_none() && !is_hint(source.text, pragma) {
        return Err("a pragma says how this code is to be compiled".to_owned());
    }
    Ok(directive)
}

/// Where the loop starts that a pragma is about.
///
/// # Errors
/// Why the code is left to the pragma.
fn loop_of(
    source: &Source<'_>,
    tokens: &[Token],
    pragma: &Range<usize>,
    directive: Option<&LoopDirective>,
) -> Result<usize, String> {
    let Some(loop_at) = loop_after(source.text, tokens, pragma) else {
        return Err("no loop stands after this pragma".to_owned());
    };
    if let Some(directive) = directive {
        let is_loop = |stmt: &Stmt| matches!(stmt.kind, StmtKind::For(_));
        let Some((stmt, StmtKind::For(inner))) = statement_at(source, loop_at, &is_loop).map(|stmt| (stmt, &stmt.kind))
        else {
            return Err("the loop after this pragma could not be read".to_owned());
        };
        let Some(counters) = counters(inner, directive.n_loops) else {
            return Err("the loops that are collapsed could not be read".to_owned());
        };
        check_variables(source, directive, stmt, counters)?;
    }
    Ok(loop_at)
}

/// The outermost statement of a kind that starts at a byte.
fn statement_at<'s>(source: &Source<'s>, start: usize, is_kind: &dyn Fn(&Stmt) -> bool) -> Option<&'s Stmt> {
    let mut found = None;
    source.function.body.for_each(&mut |stmt| {
        if stmt.span.start == start && is_kind(stmt) {
            found.get_or_insert(stmt);
        }
    });
    found
}

/// The bytes of the statement that each thread runs, and the pragmas in it with the loops that they are about: all that it does is
/// in loops that threads share, so that one thread may do it as well, or others share it.
///
/// # Errors
/// Why the code is left to the pragma.
fn region_of(
    source: &Source<'_>,
    tokens: &[Token],
    (pragma, directive): (&Range<usize>, &LoopDirective),
    pragmas: &[Range<usize>],
) -> Result<(Range<usize>, Vec<Taken>), String> {
    let next = tokens.get(tokens.partition_point(|token| (token.start as usize) < pragma.end));
    let start = next.map_or(0, |token| token.start as usize);
    let is_loops = |stmt: &Stmt| matches!(stmt.kind, StmtKind::For(_) | StmtKind::Block(_));
    let region = statement_at(source, start, &is_loops).ok_or_else(|| NOT_A_LOOP.to_owned())?;
    let mut shared = vec![];
    for inside in pragmas.iter().filter(|other| pragma.end <= other.start && other.start < region.span.end) {
        if let Some(directive @ LoopDirective { construct: Construct::SharedLoop, .. }) = directive_of(source, inside)?
        {
            shared.push((inside.clone(), loop_of(source, tokens, inside, Some(&directive))?));
        }
    }
    let is_harmless = |stmt: &Stmt| match &stmt.written().kind {
        StmtKind::Empty => true,
        StmtKind::For(_) => shared.iter().any(|(_, loop_at)| *loop_at == stmt.span.start),
        StmtKind::Declare(declarations) => declarations.iter().all(|declaration| declaration.init.is_none()),
        _ => false,
    };
    let is_shared = match &region.written().kind {
        StmtKind::Block(children) => children.iter().all(is_harmless),
        _ => is_harmless(region),
    };
    if !is_shared {
        return Err("each thread does something else in this region than its share of loops".to_owned());
    }
    check_variables(source, directive, region, vec![])?;
    Ok((region.span.clone(), shared))
}

/// Variables have the same values without the directive.
fn check_variables(
    source: &Source<'_>,
    directive: &LoopDirective,
    stmt: &Stmt,
    counters: Vec<VarId>,
) -> Result<(), String> {
    let unit = source.unit;
    let mut used = BTreeSet::new();
    stmt.for_each_expr(&mut |expr| used.extend(expr.as_var()));
    // Names in the directive are those of variables around the loop.
    let used: Vec<VarId> = used.difference(&declared_in(stmt)).copied().collect();
    let named = |names: &[String]| -> Vec<VarId> {
        used.iter().copied().filter(|var| names.contains(&unit.var(*var).name)).collect()
    };
    let mut private = named(&directive.private);
    private.extend(counters);
    for var in private {
        let is_own = matches!(unit.var(var).storage, Storage::Local | Storage::Param);
        if !is_own
            || source.escapes.contains(var, unit)
            || is_live_after(unit, &source.function.body, Code::Bytes(&stmt.span), var)
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
