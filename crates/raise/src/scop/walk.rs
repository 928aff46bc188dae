//! Walking a region's statements: domains, and one draft for each that does something.

use std::ops::Range;

use polymill_diagnostics::Diagnostic;
use polymill_gdg::{Access, AccessKind, Action, Expr, ScalarType};
use polymill_isl as isl;

use super::builder::Builder;
use super::control::{Exits, changed_by, leaves};
use super::convert::convert;
use super::draft::{Draft, Order};
use super::facts::{assigned_in, declared_in};
use super::linear::is_position;
use super::place::place_of;
use super::scope::{Scope, is_known_anywhere};
use super::work::{Element, Target, Work};
use crate::Result;
use crate::stated::{killed, promised};
use crate::syntax::{self, BinaryOp, Declaration, Extent, Initializer, Stmt, StmtKind, Type, VarId};

/// A loop nest of this depth inside a statement that depends on data is worth more on its own than the loops around it.
const DEPTH_OF_GOOD_NEST: usize = 2;

/// A condition that falls into more pieces is tested where it stands: as part of domains it would make everything slow.
const MANY_PIECES: usize = 12;

impl<'a> Builder<'a> {
    /// Raises statements one after the other. With `is_loop_body`, they are all of the body of the innermost loop.
    pub fn walk(&mut self, stmts: &[&'a Stmt], scope: &mut Scope, is_loop_body: bool) -> Result<Order> {
        let mut parts = vec![];
        for (index, stmt) in stmts.iter().enumerate() {
            if !is_loop_body || !leaves(stmt) {
                parts.push(self.statement(stmt, scope)?);
                continue;
            }
            let rest = &stmts[index + 1..];
            parts.push(match self.continued_where(stmt, scope)? {
                Some(goes_on) => {
                    let mut inner = scope.on(scope.domain.intersect(&goes_on)?);
                    let order = self.walk(rest, &mut inner, true)?;
                    rest.iter().for_each(|stmt| scope.forget(&assigned_in(stmt)));
                    order
                }
                None => self.whole(&stmts[index..], scope)?,
            });
            break;
        }
        parts.retain(|part| !part.is_empty());
        Ok(Order::Sequence(parts))
    }

    /// `if (condition) continue;` with an affine condition: the points at which the iteration goes on.
    fn continued_where(&mut self, stmt: &'a Stmt, scope: &Scope) -> Result<Option<isl::Set>> {
        let StmtKind::If { condition, then, otherwise: None } = &stmt.kind else { return Ok(None) };
        let is_continue = match &then.kind {
            StmtKind::Continue => true,
            StmtKind::Block(inner) => matches!(inner.as_slice(), [Stmt { kind: StmtKind::Continue, .. }]),
            _ => false,
        };
        if !is_continue {
            return Ok(None);
        }
        let set = self.affine_condition(condition, scope)?;
        Ok(set.map(|(_, set)| set.complement()).transpose()?)
    }

    fn statement(&mut self, stmt: &'a Stmt, scope: &mut Scope) -> Result<Order> {
        if let Some((condition, holds)) = promised(stmt) {
            self.assume(condition, holds, scope)?;
            return Ok(nothing());
        }
        if let Some(places) = killed(stmt) {
            return self.kill(places, scope);
        }
        match &stmt.kind {
            StmtKind::Empty => Ok(nothing()),
            // Types that are declared in a loop cannot be named after it.
            StmtKind::Types if !scope.counters.is_empty() => Ok(nothing()),
            StmtKind::Types => {
                let message = "types are declared here";
                Err(self.obstacle("declaration", message, &stmt.span, "declare them outside of the region"))
            }
            StmtKind::Expr(expr) if matches!(expr.kind, syntax::ExprKind::Comma(..)) => {
                let parts: Result<Vec<_>> =
                    operands_of_comma(expr).into_iter().map(|expr| self.expression(expr, scope)).collect();
                Ok(Order::Sequence(parts?))
            }
            StmtKind::Expr(expr) => self.expression(expr, scope),
            // What macros make of several statements.
            StmtKind::DoWhile(body, condition) if self.unit.constant(condition) == Some(0) && !leaves(body) => {
                self.statement(body, scope)
            }
            StmtKind::Declare(declarations) => {
                let parts: Result<Vec<_>> = declarations.iter().map(|one| self.declare(one, stmt, scope)).collect();
                Ok(Order::Sequence(parts?))
            }
            StmtKind::Block(children) => self.walk(&children.iter().collect::<Vec<_>>(), scope, false),
            StmtKind::Rewritten { body, .. } => self.statement(body, scope),
            StmtKind::If { condition, then, otherwise } => {
                self.branch(stmt, condition, then, otherwise.as_deref(), scope)
            }
            StmtKind::For(inner) => self.for_loop(stmt, inner, scope),
            StmtKind::While(condition, body) | StmtKind::DoWhile(body, condition) => {
                let why = self.uncounted(stmt, condition, body);
                self.whole_loop(stmt, scope, why)
            }
            StmtKind::Return(_) => Err(self.jump("return", &stmt.span)),
            StmtKind::Goto => Err(self.jump("goto", &stmt.span)),
            StmtKind::Labeled(_) => Err(self.jump("a label", &stmt.span)),
            StmtKind::Switch(..) => Err(self.jump("switch", &stmt.span)),
            StmtKind::Break => Err(self.jump("break", &stmt.span)),
            StmtKind::Continue => Err(self.jump("continue", &stmt.span)),
            StmtKind::Unsupported(what) => Err(self.jump(what, &stmt.span)),
        }
    }

    fn expression(&mut self, expr: &'a syntax::Expr, scope: &mut Scope) -> Result<Order> {
        let draft = self.draft(&expr.span, scope, |work| work.effect(expr))?;
        Ok(self.add(draft, &changed_by(expr), scope))
    }

    /// Makes the work of a statement, which is done as long as no loop around ends.
    pub fn draft(
        &mut self,
        at: &Range<usize>,
        scope: &Scope,
        make: impl FnOnce(&mut Work<'_, 'a>) -> Result<()>,
    ) -> Result<Draft> {
        let mut work = Work::new(self, scope);
        work.until_exit(make)?;
        Ok(work.finish(at.clone()))
    }

    /// Adds a draft, unless it does nothing, and notes what is known afterwards of the variables that it assigns.
    pub fn add<'v>(&mut self, draft: Draft, assigned: impl IntoIterator<Item = &'v VarId>, scope: &mut Scope) -> Order {
        scope.forget(assigned);
        let is_never_run = || self.valid(&draft.domain).and_then(|domain| domain.is_empty()).unwrap_or(false);
        if draft.body.actions.is_empty() || is_never_run() {
            return nothing();
        }
        if let Some((var, value)) = self.variable_store(&draft, scope) {
            if self.is_affine_here(&value, scope) || (is_position(&value) && is_known_anywhere(&value)) {
                scope.values.insert(var, value);
            } else {
                let range = self.range(&value, &draft.accesses, scope);
                scope.ranges.insert(var, range);
            }
        }
        self.drafts.push(draft);
        Order::Draft(self.drafts.len() - 1)
    }

    /// In which range an integer is that a draft with these accesses computes.
    pub fn range(&self, value: &Expr, accesses: &[Access], scope: &Scope) -> polymill_gdg::Range {
        polymill_gdg::Range::of(value, &|access| {
            let array = accesses.get(access.index()).map(|access| &self.arrays.keys[access.array.index()]);
            let known = array.filter(|key| key.steps.is_empty()).and_then(|key| scope.ranges.get(&key.root));
            known.cloned().unwrap_or_default()
        })
    }

    /// The variable and its value, if a statement does no more than to set a local variable.
    fn variable_store(&self, draft: &Draft, scope: &Scope) -> Option<(VarId, Expr)> {
        // Where it is used, the loops around have not ended either.
        let is_dynamic = scope.is_dynamic();
        let actions = match draft.body.actions.as_slice() {
            [Action::If { then, .. }] if is_dynamic => then.as_slice(),
            actions => actions,
        };
        let [Action::Store { access, value }] = actions else { return None };
        let array = draft.accesses.get(access.index())?.array;
        let key = &self.arrays.keys[array.index()];
        let var = self.unit.var(key.root);
        if !key.steps.is_empty() || !var.is_automatic() || self.escapes.contains(key.root, self.unit) {
            return None;
        }
        Some((key.root, value.clone()))
    }

    /// Whether an integer is affine; what cannot be computed is not.
    fn is_affine_here(&self, value: &Expr, scope: &Scope) -> bool {
        let Ok(valid) = self.valid(&scope.domain) else { return false };
        let iterators = scope.iterators();
        let instances = polymill_gdg::Instances { domain: &valid, iterators: &iterators, params: &self.params.params };
        instances.affine(value).is_ok_and(|value| value.is_some())
    }

    fn declare(&mut self, declaration: &'a Declaration, stmt: &Stmt, scope: &mut Scope) -> Result<Order> {
        let Declaration { var, init } = declaration;
        self.check_declaration(*var)?;
        scope.forget([var]);
        if self.facts.pointers.contains_key(var) {
            return Ok(nothing());
        }
        let Some(init) = init else { return self.end_of_life(*var, stmt, scope) };
        // What is set as long as a loop goes on is not certain to be set.
        let before = if scope.is_dynamic() { self.end_of_life(*var, stmt, scope)? } else { nothing() };
        let draft = match (&self.unit.var(*var).ty.ty, init) {
            (Type::Scalar(ty), Initializer::Expr(expr)) => {
                let ty = *ty;
                self.draft(&stmt.span, scope, |work| {
                    let value = work.value(expr)?;
                    let target = work.variable_target(*var, ty, vec![])?;
                    work.store(&target, value)
                })?
            }
            (Type::Array(array), Initializer::List(exprs)) => {
                let (Some(ty), Extent::Constant(extent)) = (array.element.ty.scalar(), &array.extent) else {
                    return Err(self.initializer(&stmt.span));
                };
                let extent = usize::try_from(*extent).unwrap_or(0);
                if exprs.len() > extent || extent > MAX_INITIALIZED {
                    return Err(self.initializer(&stmt.span));
                }
                self.draft(&stmt.span, scope, |work| {
                    for position in 0..extent {
                        let subscript = Expr::int(ScalarType::I32, position as i128);
                        let value = match exprs.get(position) {
                            Some(expr) => work.value(expr)?,
                            None => convert(Expr::int(ScalarType::I32, 0), ty),
                        };
                        let target = work.variable_target(*var, ty, vec![subscript])?;
                        work.store(&target, value)?;
                    }
                    Ok(())
                })?
            }
            (Type::Pointer(_), _) => return Ok(nothing()),
            _ => return Err(self.initializer(&stmt.span)),
        };
        Ok(Order::Sequence(vec![before, self.add(draft, [var], scope)]))
    }

    /// A declaration in a loop: what the variable was in the iteration before is gone.
    fn end_of_life(&mut self, var: VarId, stmt: &Stmt, scope: &Scope) -> Result<Order> {
        let mut element = &self.unit.var(var).ty.ty;
        let mut n_dims = 0;
        while let Type::Array(array) = element {
            element = &array.element.ty;
            n_dims += 1;
        }
        let Some(ty) = element.scalar().filter(|_| !scope.counters.is_empty()) else { return Ok(nothing()) };
        let mut work = Work::new(self, scope);
        let steps = vec![Expr::int(ScalarType::I32, 0); n_dims];
        if let Target::Element(element) = work.variable_target(var, ty, steps)? {
            work.access(&Element { subscripts: vec![], ..element }, true)?;
        }
        let mut draft = work.finish(stmt.span.clone());
        draft.accesses.iter_mut().for_each(|access| access.kind = AccessKind::Kill);
        self.drafts.push(draft);
        Ok(Order::Draft(self.drafts.len() - 1))
    }

    /// Refuses what a variable starts with.
    pub fn initializer(&self, at: &Range<usize>) -> crate::Error {
        let help = "assign to its elements, or declare it outside of the region";
        self.obstacle("initializer", "this initializer is not handled in a region", at, help)
    }

    fn branch(
        &mut self,
        stmt: &'a Stmt,
        condition: &'a syntax::Expr,
        then: &'a Stmt,
        otherwise: Option<&'a Stmt>,
        scope: &mut Scope,
    ) -> Result<Order> {
        if let Some((test, set)) = self.affine_condition(condition, scope)? {
            let mut where_true = scope.on(scope.domain.intersect(&set)?.coalesce()?);
            let mut where_false = scope.on(scope.domain.subtract(&set)?.coalesce()?);
            let mut parts = vec![self.statement(then, &mut where_true)?];
            if let Some(otherwise) = otherwise {
                parts.push(self.statement(otherwise, &mut where_false)?);
            }
            // A side that is never taken says nothing.
            let is_never = |side: &Scope| -> Result<bool> { Ok(self.valid(&side.domain)?.is_empty()?) };
            let (true_side, false_side) = match (is_never(&where_true)?, is_never(&where_false)?) {
                (true, false) => (&where_false, &where_false),
                (false, true) => (&where_true, &where_true),
                _ => (&where_true, &where_false),
            };
            scope.merge(&assigned_in(stmt), &test, true_side, false_side);
            return Ok(Order::Sequence(parts));
        }
        if otherwise.is_some() || condition.has_assignment() {
            return self.whole(&[stmt], scope);
        }
        // What of the condition is affine restricts the domain; the rest is tested inside.
        let (mut tests, mut domain) = (vec![], scope.domain.clone());
        for part in conjuncts(condition) {
            match self.affine_condition(part, scope)? {
                Some((_, set)) => domain = domain.intersect(&set)?,
                None => tests.push(part),
            }
        }
        self.check_nest(then)?;
        let inner = scope.on(domain);
        let draft = self.draft(&stmt.span, &inner, |work| work.tested(&tests, then))?;
        Ok(self.add(draft, &assigned_in(stmt), scope))
    }

    /// A condition and the points at which it holds, if it is affine and they do not fall into many pieces.
    pub fn affine_condition(&mut self, condition: &'a syntax::Expr, scope: &Scope) -> Result<Option<(Expr, isl::Set)>> {
        let Some(value) = self.pure_truth(condition, scope)? else { return Ok(None) };
        let Some(set) = self.condition(&value, &scope.domain, &scope.iterators())? else { return Ok(None) };
        Ok((set.n_basic_set()? <= MANY_PIECES).then_some((value, set)))
    }

    /// Refuses a loop that does not count: what it does decides how often it is run.
    fn uncounted(&self, stmt: &Stmt, condition: &syntax::Expr, body: &Stmt) -> crate::Error {
        let message = "how often this loop is run depends on data";
        let diagnostic = Diagnostic::remark("data-dependent-loop", message).at(self.span(&stmt.span), "");
        let diagnostic = match self.change_of(condition, body) {
            Some((name, at)) => diagnostic.also_at(self.span(&at), format!("this changes `{name}`, which decides")),
            None => diagnostic,
        };
        let help = "use a loop that counts, with bounds that do not change inside";
        crate::Error::Unsupported(Box::new(diagnostic.help(help)))
    }

    /// The first assignment in a loop to what its condition reads: the variable, and where.
    fn change_of(&self, condition: &syntax::Expr, body: &Stmt) -> Option<(&str, Range<usize>)> {
        let pointers = Default::default();
        let mut found = None;
        let mut look = |expr: &syntax::Expr| {
            if let syntax::ExprKind::Assign(_, place, _) | syntax::ExprKind::Step { place, .. } = &expr.kind
                && let Some(place) = place_of(place, self.unit, &pointers)
                && condition.any(&|read| read.as_var() == Some(place.root))
            {
                found.get_or_insert((self.unit.var(place.root).name.as_str(), expr.span.clone()));
            }
        };
        condition.for_each(&mut look);
        body.for_each_expr(&mut look);
        found
    }

    /// A loop that is no loop of the region, because of `why`: one statement, if there is a loop around it.
    pub fn whole_loop(&mut self, stmt: &'a Stmt, scope: &mut Scope, why: crate::Error) -> Result<Order> {
        if scope.counters.is_empty() || self.check_nest(stmt).is_err() {
            return Err(why);
        }
        let order = self.whole(&[stmt], scope)?;
        if let crate::Error::Unsupported(why) = why {
            self.remarks.push(why.note("the loop is part of a statement, as a whole"));
        }
        Ok(order)
    }

    /// Statements with control flow that depends on data, as one statement.
    fn whole(&mut self, stmts: &[&'a Stmt], scope: &mut Scope) -> Result<Order> {
        for stmt in stmts {
            self.check_nest(stmt)?;
            if scope.counters.is_empty() && stmt.has_loop() {
                let message = "whether the loops in here are run depends on data";
                return Err(self.obstacle("data-dependent-loop", message, &stmt.span, ""));
            }
        }
        let Some(first) = stmts.first() else { return Ok(nothing()) };
        let mut draft = self.draft(&first.span, scope, |work| work.skippable(stmts.to_vec()))?;
        draft.span.end = stmts.last().map_or(draft.span.end, |last| last.span.end);
        let assigned = stmts.iter().flat_map(|stmt| assigned_in(stmt).into_iter().chain(declared_in(stmt)));
        let assigned: Vec<_> = assigned.collect();
        Ok(self.add(draft, &assigned, scope))
    }

    /// In code without promises, loop nests that stand well alone are not made part of a statement.
    fn check_nest(&self, stmt: &Stmt) -> Result<()> {
        if self.is_promised || depth_of_loops(stmt) < DEPTH_OF_GOOD_NEST {
            return Ok(());
        }
        let message = "whether the loops in here are run, or how often, depends on data";
        Err(self.obstacle("data-dependent-loop", message, &stmt.span, ""))
    }
}

/// Arrays of more elements are not initialized in a region.
const MAX_INITIALIZED: usize = 64;

impl<'a> Work<'_, 'a> {
    /// `if (all of the tests) then`, where control flow may skip the rest of an iteration.
    fn tested(&mut self, tests: &[&'a syntax::Expr], then: &'a Stmt) -> Result<()> {
        let mut condition: Option<Expr> = None;
        for test in tests {
            let value = match condition {
                None => self.truth(test)?,
                Some(_) => self.guarded(None, |work| work.truth(test))?,
            };
            condition = Some(match condition {
                None => value,
                Some(so_far) => Expr::binary(ScalarType::I32, BinaryOp::And, so_far, value),
            });
        }
        let Some(condition) = condition else { return self.statement(then, Exits::default()) };
        let then = self.guarded(None, |work| work.block(|work| work.statement(then, Exits::default())))?;
        self.actions.push(Action::If { condition, then, otherwise: vec![] });
        Ok(())
    }

    /// A variable, or an element of it, as the target of an assignment.
    pub fn variable_target(&mut self, var: VarId, ty: ScalarType, subscripts: Vec<Expr>) -> Result<Target> {
        let steps = subscripts.iter().map(|_| super::place::Step::Index { terms: vec![], through_pointer: false });
        let place = super::place::Place { root: var, steps: steps.collect(), ty: Type::Scalar(ty), is_volatile: false };
        let span = self.builder.unit.var(var).span.clone();
        let array = self.builder.array(&place, ty, &span)?;
        let n_dims = self.builder.arrays.get(array).n_dims();
        Ok(Target::Element(Element { array, subscripts: subscripts.into_iter().take(n_dims).collect(), ty, span }))
    }
}

pub(super) fn nothing() -> Order {
    Order::Sequence(vec![])
}

fn operands_of_comma(expr: &syntax::Expr) -> Vec<&syntax::Expr> {
    match &expr.kind {
        syntax::ExprKind::Comma(first, second) => [operands_of_comma(first), operands_of_comma(second)].concat(),
        _ => vec![expr],
    }
}

pub(super) fn conjuncts(condition: &syntax::Expr) -> Vec<&syntax::Expr> {
    match &condition.kind {
        syntax::ExprKind::Binary(BinaryOp::And, left, right) => [conjuncts(left), conjuncts(right)].concat(),
        _ => vec![condition],
    }
}

/// How deep `for` loops are nested in a statement.
fn depth_of_loops(stmt: &Stmt) -> usize {
    let inside = stmt.children().into_iter().map(depth_of_loops).max().unwrap_or(0);
    inside + usize::from(matches!(stmt.kind, StmtKind::For(_)))
}
