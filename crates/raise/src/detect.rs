//! Finding the regions of a function.

use std::collections::BTreeSet;
use std::ops::Range;

use polymill_diagnostics::{Diagnostic, FileId, Severity, Span};
use polymill_gdg::{ArrayId, Gdg, is_name};
use polymill_isl::Dim;

use crate::annotations::Annotations;
use crate::context::{ContextError, ContextPragma, Purpose, context_pragma, read_context};
use crate::outline::{Outline, outline};
use crate::pragma::PragmaScop;
use crate::scop::{Built, Computed, LONG_BLOCK, MANY_STATEMENTS, Source, build, declared_in};
use crate::simplify::counted::assigns;
use crate::stated::add_stated;
use crate::syntax::{Expr, ExprKind, Stmt, StmtKind, Token, VarId};
use crate::{Error, Result};

/// A region that was raised.
#[derive(Debug)]
pub(crate) struct Found {
    pub gdg: Gdg,
    /// The function that it is part of.
    pub function: String,
    /// What the generated code takes the place of, in the preprocessed text.
    pub replaced: Range<usize>,
    /// The statements, without the pragmas around the region.
    pub statements: Range<usize>,
    /// Whether that starts with a pragma about the first loop.
    pub starts_with_pragma: bool,
    pub is_pragma: bool,
    /// Whether it stands where a single statement is expected.
    pub is_lone_statement: bool,
    /// How it can become a function, if it can.
    pub outline: Option<Outline>,
    /// What its code computes first.
    pub computed: Vec<Computed>,
}

/// The preprocessed text.
#[derive(Clone, Copy)]
pub(crate) struct Text<'a> {
    pub text: &'a str,
    pub tokens: &'a [Token],
    pub file: FileId,
}

/// The search for regions in one function.
pub(crate) struct Search<'a> {
    source: Source<'a>,
    text: Text<'a>,
    /// How many operations isl may take for a region.
    budget: u64,
    /// How many operations isl may take for what is left of the function.
    left: u64,
    is_promised: bool,
    annotations: Annotations,
    pub found: Vec<Found>,
    pub diagnostics: Vec<Diagnostic>,
}

/// A region that is too large as a whole, in parts that are not.
fn parts<'s, 'a>(gdg: &Gdg, stmts: &'s [&'a Stmt]) -> Vec<&'s [&'a Stmt]> {
    let size = |stmt: &Stmt| -> usize {
        let is_in = |statement: &&polymill_gdg::Statement| {
            statement.span.is_some_and(|span| stmt.span.contains(&(span.start as usize)))
        };
        gdg.statements.iter().filter(is_in).map(|statement| size_of(statement, gdg)).sum()
    };
    if !is_large(gdg) {
        return vec![stmts];
    }
    in_runs(stmts, size)
}

/// Statements of which it can be seen that they are too many for one region, in pieces that may not be.
fn pieces<'s, 'a>(stmts: &'s [&'a Stmt]) -> Vec<&'s [&'a Stmt]> {
    let n_all: usize = stmts.iter().map(|stmt| n_assignments(stmt)).sum();
    if n_all <= TOO_MANY_ASSIGNMENTS { vec![stmts] } else { in_runs(stmts, n_assignments) }
}

/// Runs of statements whose sizes together are no more than those of a region may be.
fn in_runs<'s, 'a>(stmts: &'s [&'a Stmt], size: impl Fn(&Stmt) -> usize) -> Vec<&'s [&'a Stmt]> {
    let (mut runs, mut start, mut so_far) = (vec![], 0, 0);
    for (position, stmt) in stmts.iter().enumerate() {
        let next = size(stmt);
        if so_far > 0 && so_far + next > MANY_STATEMENTS {
            runs.push(&stmts[start..position]);
            (start, so_far) = (position, 0);
        }
        so_far += next;
    }
    runs.push(&stmts[start..]);
    runs
}

/// Functions with more assignments are not tried as a whole: that would take what their parts need.
const TOO_MANY_ASSIGNMENTS: usize = 4 * MANY_STATEMENTS;

/// About how many statements a statement will be: long blocks of assignments are joined.
fn n_assignments(stmt: &Stmt) -> usize {
    if let StmtKind::For(inner) = &stmt.kind {
        return n_assignments(&inner.body);
    }
    let StmtKind::Block(children) = &stmt.kind else {
        let own = usize::from(matches!(stmt.kind, StmtKind::Expr(_) | StmtKind::Declare(_)));
        return own + stmt.children().into_iter().map(n_assignments).sum::<usize>();
    };
    let is_assignment = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Expr(_) | StmtKind::Declare(_));
    let runs = children.chunk_by(|a, b| is_assignment(a) == is_assignment(b));
    runs.map(|run| match run {
        [first, ..] if is_assignment(first) && run.len() > LONG_BLOCK => 1,
        _ => run.iter().map(n_assignments).sum(),
    })
    .sum()
}

fn is_large(gdg: &Gdg) -> bool {
    let size = gdg.statements.iter().map(|statement| size_of(statement, gdg)).sum::<usize>();
    size > MANY_STATEMENTS && (size > 2 * MANY_STATEMENTS || n_pairs(gdg) > MANY_PAIRS)
}

/// How often one statement writes to an array and one accesses it. Stages of a pipeline have little to do with most others.
fn n_pairs(gdg: &Gdg) -> usize {
    let mut users = vec![(0, 0); gdg.arrays.len()];
    for statement in &gdg.statements {
        for id in (0..gdg.arrays.len()).map(ArrayId::new) {
            let mut own = statement.accesses.iter().filter(|access| access.array == id).peekable();
            users[id.index()].1 += usize::from(own.peek().is_some());
            users[id.index()].0 += usize::from(own.any(|access| access.kind.is_write()));
        }
    }
    users.into_iter().map(|(writers, users)| writers * users).sum()
}

/// As many as of statements that may be in one region, each of which uses what a fifth of the others write.
const MANY_PAIRS: usize = MANY_STATEMENTS * MANY_STATEMENTS / 5;

/// What is asked of a region grows with the square of its statements, of the pieces that their domains fall into, and
/// with the parameters that decide something.
fn size_of(statement: &polymill_gdg::Statement, gdg: &Gdg) -> usize {
    statement.domain.n_basic_set().unwrap_or(1) * (1 + gdg.context.dim(Dim::Param).unwrap_or(0) / PARAMETERS_OF_A_PIECE)
}

/// So many parameters are as bad as one more piece.
const PARAMETERS_OF_A_PIECE: usize = 4;

impl<'a> Search<'a> {
    pub fn new(source: Source<'a>, text: Text<'a>, budget: u64, left: u64) -> Self {
        let annotations = Annotations::of(&source, text.tokens);
        Self { source, text, budget, left, is_promised: false, annotations, found: vec![], diagnostics: vec![] }
    }

    /// Raises the code between pragmas; where it does not qualify as a whole, parts of it.
    pub fn pragma(&mut self, scop: &PragmaScop) {
        let body = &self.source.function.body;
        let Some(stmts) = statements_in(body, &scop.inside()) else {
            let message = "this scop does not start and end in the same block";
            let error = Diagnostic::error("scop-across-blocks", message).at(self.span(&scop.start), "");
            self.diagnostics.push(error.also_at(self.span(&scop.end), "it ends here"));
            return;
        };
        if stmts.is_empty() {
            let warning = Diagnostic::warning("empty-scop", "there is nothing in this scop");
            self.diagnostics.push(warning.at(self.span(&scop.start), ""));
            return;
        }
        self.is_promised = true;
        match self.try_build(&stmts) {
            Ok(Built { gdg, remarks, computed }) => {
                self.diagnostics.extend(remarks);
                self.accept(gdg, computed, &stmts, Some(scop));
            }
            Err(error) => {
                let mut diagnostic = error.into_diagnostic(Some(self.span(&scop.start)));
                if diagnostic.severity == Severity::Remark {
                    diagnostic.severity = Severity::Warning;
                }
                self.diagnostics.push(diagnostic.note("so this scop is not handled as a whole"));
                let n_diagnostics = self.diagnostics.len();
                self.automatic(&stmts);
                // Everything that matters has been said.
                self.diagnostics.truncate(n_diagnostics);
            }
        }
        self.is_promised = false;
    }

    /// Finds regions in the whole function.
    pub fn whole_function(&mut self) {
        self.descend(&self.source.function.body);
    }

    /// Finds the largest regions among statements that stand one after the other.
    fn automatic(&mut self, stmts: &[&'a Stmt]) {
        let has_loop = |stmt: &&Stmt| stmt.has_loop();
        let (Some(first), Some(last)) = (stmts.iter().position(has_loop), stmts.iter().rposition(has_loop)) else {
            return;
        };
        let first = stmts[..first].iter().rposition(|stmt| !sets_index(stmt, &stmts[first..=last]));
        let stmts = &stmts[first.map_or(0, |before| before + 1)..=last];
        if let Some((at, remark)) = self.annotated(stmts) {
            if stmts[at].has_loop() {
                self.diagnostics.push(remark);
            }
            self.automatic(&stmts[..at]);
            self.automatic(&stmts[at + 1..]);
            return;
        }
        let pieces = pieces(stmts);
        if pieces.len() > 1 {
            pieces.into_iter().for_each(|piece| self.automatic(piece));
            return;
        }
        match self.try_build(stmts) {
            Ok(Built { gdg, remarks, computed }) => match parts(&gdg, stmts).as_slice() {
                // What is in its branches has nothing to do with each other.
                [[only @ Stmt { kind: StmtKind::Block(_) | StmtKind::If { .. }, .. }]] if is_large(&gdg) => {
                    self.descend(only);
                }
                [] | [_] => {
                    self.diagnostics.extend(remarks);
                    if gdg.statements.iter().any(|statement| statement.depth() > 0) {
                        self.accept(gdg, computed, stmts, None);
                    }
                }
                parts => parts.iter().for_each(|part| self.automatic(part)),
            },
            // Too much for one region.
            Err(Error::Isl(error)) if error.is_quota() && stmts.len() > 1 => {
                let (first, second) = stmts.split_at(stmts.len() / 2);
                self.automatic(first);
                self.automatic(second);
            }
            Err(error) => {
                let diagnostic = error.into_diagnostic(Some(self.span(&range_of(stmts))));
                let at = diagnostic.primary.as_ref().map_or(0, |label| label.span.start as usize);
                // What stands in a function that is called stands elsewhere.
                let inlines_it = |stmt: &&Stmt| stmt.any(&|inner| inner.span.start == at);
                let culprit = stmts.iter().position(inlines_it);
                let culprit = culprit.or_else(|| stmts.iter().rposition(|stmt| stmt.span.start <= at)).unwrap_or(0);
                self.diagnostics.push(diagnostic);
                self.automatic(&stmts[..culprit]);
                // A pragma on the loop is about what is in it.
                if !self.annotations.has(stmts[culprit].span.start) {
                    self.descend(stmts[culprit]);
                }
                self.automatic(&stmts[culprit + 1..]);
            }
        }
    }

    /// Finds regions inside a statement.
    fn descend(&mut self, stmt: &'a Stmt) {
        match &stmt.kind {
            StmtKind::Block(children) => self.automatic(&children.iter().collect::<Vec<_>>()),
            StmtKind::Rewritten { written, .. } => self.descend(written),
            _ => {
                for child in stmt.children() {
                    match &child.kind {
                        StmtKind::Block(_) => self.descend(child),
                        _ => self.automatic(&[child]),
                    }
                }
            }
        }
    }

    fn try_build(&mut self, stmts: &[&'a Stmt]) -> Result<Built> {
        self.check_declarations(stmts)?;
        let region = range_of(stmts);
        let is_inside = |(pragma, _): &&(Range<usize>, String)| region.contains(&pragma.start);
        if let Some(inside) = self.annotations.refused.iter().find(is_inside) {
            return Err(Error::Unsupported(Box::new(self.other_pragma(inside))));
        }
        if self.annotations.is_part(&region) {
            let message = "each thread would run this, which is a part of a parallel region";
            return Err(Error::Unsupported(Box::new(
                Diagnostic::remark("other-pragma", message).at(self.span(&region), ""),
            )));
        }
        let name = self.next_name();
        let (source, region, is_promised) = (&self.source, range_of(stmts), self.is_promised);
        let before = source.ctx.operations();
        // Half of what is left: if it is not enough, parts must have a chance. 0 would mean no limit.
        let budget = self.budget.min(self.left / 2).max(1);
        let built = source.ctx.with_budget(budget, || build(source, stmts, region, is_promised, &name));
        self.left = self.left.saturating_sub(source.ctx.operations().saturating_sub(before));
        built
    }

    /// The first statement with a pragma right before it that has to stay, and what there is to say about it.
    fn annotated(&self, stmts: &[&Stmt]) -> Option<(usize, Diagnostic)> {
        self.annotations.refused.iter().find_map(|refused| {
            let next = self.text.tokens.partition_point(|token| (token.start as usize) < refused.0.end);
            let next = self.text.tokens.get(next)?.start as usize;
            let at = stmts.iter().position(|stmt| stmt.span.start == next)?;
            Some((at, self.other_pragma(refused)))
        })
    }

    fn other_pragma(&self, (pragma, reason): &(Range<usize>, String)) -> Diagnostic {
        Diagnostic::remark("other-pragma", format!("{reason}; the code is left to the pragma"))
            .at(self.span(pragma), "")
            .help("remove the pragma to let Polymill decide")
    }

    /// The GDG with what the code and the user say of its parameters.
    fn with_context(&self, mut gdg: Gdg, replaced: &Range<usize>, statements: &Range<usize>) -> Result<Gdg> {
        add_stated(&mut gdg, self.source.unit, self.source.function, statements)?;
        for pragma in self.contexts(replaced) {
            let at = |message: String| Diagnostic::error("context", message).at(self.span(&pragma.condition), "");
            // What is said of the whole function may be about variables that other regions use.
            let is_about_function = pragma.range.end <= self.source.function.span.start;
            let may_ignore = |name: &str| is_about_function && self.has_variable(name);
            match read_context(&gdg, &self.text.text[pragma.condition.clone()], may_ignore) {
                Ok(wanted) if pragma.purpose == Purpose::Version => gdg.wanted.push(wanted),
                Ok(allowed) => {
                    gdg.context = gdg.context.intersect(&allowed)?;
                    gdg.promise = gdg.promise.intersect(&allowed)?;
                }
                Err(ContextError::User(message, help)) => return Err(Error::User(Box::new(at(message).help(help)))),
                Err(ContextError::Isl(error)) => return Err(error.into()),
            }
        }
        Ok(gdg)
    }

    fn has_variable(&self, name: &str) -> bool {
        let function = self.source.function;
        let own = declared_in(&function.body).into_iter().chain(function.params.iter().copied());
        own.into_iter().any(|var| self.source.unit.var(var).name == name)
    }

    /// What is said of the parameters of a region: in it, right before it, and right before its function.
    fn contexts(&self, replaced: &Range<usize>) -> Vec<ContextPragma> {
        let is_right_before = |end: usize, start: usize| {
            let next = self.text.tokens.partition_point(|token| (token.start as usize) < end);
            end <= start && self.text.tokens.get(next).is_none_or(|token| token.start as usize >= start)
        };
        let pragmas = self.source.unit.pragmas.iter().filter_map(|range| context_pragma(self.text.text, range));
        let is_about = |pragma: &ContextPragma| {
            let starts = [replaced.start, self.source.function.span.start];
            replaced.contains(&pragma.range.start)
                || starts.iter().any(|start| is_right_before(pragma.range.end, *start))
        };
        pragmas.filter(is_about).collect()
    }

    fn accept(&mut self, gdg: Gdg, mut computed: Vec<Computed>, stmts: &[&Stmt], scop: Option<&PragmaScop>) {
        if gdg.statements.is_empty() {
            return;
        }
        let statements = range_of(stmts);
        let with_pragmas = self.annotations.start_of(statements.start)..statements.end;
        let replaced = scop.map_or_else(|| with_pragmas.clone(), PragmaScop::whole);
        let gdg = match self.with_context(gdg, &replaced, &statements) {
            Ok(gdg) => gdg,
            Err(error) => return self.diagnostics.push(error.into_diagnostic(Some(self.span(&replaced)))),
        };
        computed.retain(|computed| gdg.param_named(&computed.name).is_some());
        let outline = outline(&self.source, self.text.text, self.text.tokens, stmts);
        self.found.push(Found {
            gdg,
            function: self.source.function.name.clone(),
            replaced,
            starts_with_pragma: scop.is_none() && with_pragmas.start < statements.start,
            statements: scop.map_or(with_pragmas, PragmaScop::inside),
            is_pragma: scop.is_some(),
            outline: outline.map(|outline| outline.with(&computed)),
            computed,
            is_lone_statement: !self.source.function.body.any(&|stmt| is_block_with(stmt, stmts)),
        });
    }

    /// The function's name, with a number from the second region on.
    fn next_name(&self) -> String {
        let function = &self.source.function.name;
        let base: String = function.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let base = if is_name(&base) { base } else { format!("f_{base}") };
        match self.found.len() {
            0 => base,
            n => format!("{base}_{}", n + 1),
        }
    }

    /// Refuses regions that declare variables which are used after them.
    fn check_declarations(&self, stmts: &[&Stmt]) -> Result<()> {
        let region = range_of(stmts);
        for stmt in stmts {
            let StmtKind::Declare(declarations) = &stmt.written().kind else { continue };
            for declaration in declarations {
                if self.is_used_after(declaration.var, region.end) {
                    let name = &self.source.unit.var(declaration.var).name;
                    let message = format!("`{name}` is declared here and used after the region");
                    let diagnostic = Diagnostic::remark("declaration", message).at(self.span(&stmt.span), "");
                    let diagnostic = diagnostic.help("declare it before the region");
                    return Err(Error::Unsupported(Box::new(diagnostic)));
                }
            }
        }
        Ok(())
    }

    fn is_used_after(&self, var: VarId, end: usize) -> bool {
        let mut found = false;
        let mut types = BTreeSet::new();
        self.source.function.body.for_each_expr(&mut |expr| {
            found |= expr.span.start >= end && matches!(expr.kind, ExprKind::Var(used) if used == var);
            if let ExprKind::Var(used) = expr.kind {
                types.insert(used);
            }
        });
        found || types.into_iter().any(|used| self.size_mentions(used, var, end))
    }

    /// Whether the type of a variable that is declared after the region has a size that mentions `var`.
    fn size_mentions(&self, used: VarId, var: VarId, end: usize) -> bool {
        let variable = self.source.unit.var(used);
        variable.span.start >= end
            && crate::syntax::sizes_of(&variable.ty.ty).any(|size| size.any(&|e| e.as_var() == Some(var)))
    }

    fn span(&self, range: &Range<usize>) -> Span {
        Span::new(self.source.file, range.start, range.end)
    }
}

/// Whether a statement sets an integer that the statements after it use in subscripts and assign again: which elements
/// these are would be unknown without it.
fn sets_index(stmt: &Stmt, rest: &[&Stmt]) -> bool {
    let StmtKind::Expr(Expr { kind: ExprKind::Assign(None, place, value), .. }) = &stmt.kind else { return false };
    let Some(var) = place.as_var().filter(|_| place.ty.scalar().is_some_and(|ty| ty.is_integer())) else {
        return false;
    };
    let is_plain = |e: &Expr| {
        matches!(
            e.kind,
            ExprKind::Var(_) | ExprKind::Int(..) | ExprKind::Binary(..) | ExprKind::Unary(..) | ExprKind::Cast(..)
        )
    };
    let is_element =
        |e: &Expr| matches!(&e.kind, ExprKind::Index(_, subscript) if subscript.any(&|e| e.as_var() == Some(var)));
    let has_element = |stmt: &Stmt| stmt.any(&|inner| inner.exprs().into_iter().any(|expr| expr.any(&is_element)));
    !value.any(&|e| !is_plain(e))
        && rest.iter().any(|stmt| assigns(stmt, var))
        && rest.iter().any(|stmt| has_element(stmt))
}

/// Whether a statement is the block directly around the others.
fn is_block_with(stmt: &Stmt, stmts: &[&Stmt]) -> bool {
    let is_first = |child: &Stmt| stmts.first().is_some_and(|first| std::ptr::eq(*first, child));
    matches!(&stmt.kind, StmtKind::Block(children) if children.iter().any(is_first))
}

fn range_of(stmts: &[&Stmt]) -> Range<usize> {
    let start = stmts.first().map_or(0, |stmt| stmt.span.start);
    start..stmts.last().map_or(start, |stmt| stmt.span.end)
}

/// The statements in a range of bytes, all children of one statement; `None` if they are not.
fn statements_in<'s>(stmt: &'s Stmt, range: &Range<usize>) -> Option<Vec<&'s Stmt>> {
    let children = stmt.children();
    let touches = |child: &&Stmt| child.span.start < range.end && range.start < child.span.end;
    let is_inside = |child: &&Stmt| range.start <= child.span.start && child.span.end <= range.end;
    let touched: Vec<_> = children.into_iter().filter(touches).collect();
    if touched.iter().all(is_inside) {
        return Some(touched);
    }
    match touched.as_slice() {
        // The last pragma may stand after the end of a body without braces.
        [only] if only.span.start <= range.start => statements_in(only, &(range.start..range.end.min(only.span.end))),
        _ => None,
    }
}
