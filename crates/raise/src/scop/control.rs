//! Control flow that depends on data, inside one statement.

use polymill_gdg::{Action, Expr, ExprKind, LocalId, Loop, ScalarType, UnaryOp};

use super::convert::convert;
use super::facts::assigned_in;
use super::work::Work;
use crate::Result;
use crate::stated::{killed, promised};
use crate::syntax::{self, Declaration, For, Initializer, Stmt, StmtKind, Type};

/// What `break` and `continue` do in the innermost loop: they set a flag, and what follows is done only where no flag
/// is set.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Exits {
    /// Set by `break`.
    broken: Option<LocalId>,
    /// Set by `break` and `continue`.
    skipped: Option<LocalId>,
}

impl<'a> Work<'_, 'a> {
    /// Does what a statement does, whatever its control flow is, as actions.
    pub fn statement(&mut self, stmt: &'a Stmt, exits: Exits) -> Result<()> {
        match &stmt.kind {
            _ if promised(stmt).is_some() || killed(stmt).is_some() => Ok(()),
            StmtKind::Empty | StmtKind::Types => Ok(()),
            StmtKind::Expr(expr) => self.effect(expr),
            StmtKind::Declare(declarations) => declarations.iter().try_for_each(|one| self.declare(one)),
            StmtKind::Block(children) => self.sequence(children.iter().collect(), exits),
            StmtKind::Rewritten { body, .. } => self.statement(body, exits),
            StmtKind::If { condition, then, otherwise } => self.branch(
                condition,
                |work| work.statement(then, exits),
                |work| otherwise.as_deref().map_or(Ok(()), |otherwise| work.statement(otherwise, exits)),
            ),
            StmtKind::For(inner) => self.for_loop(inner),
            StmtKind::While(condition, body) => {
                let no_step = |_: &mut Self| Ok(());
                self.repeat(Some(condition), body, no_step, false)
            }
            StmtKind::DoWhile(body, condition) if self.builder.unit.constant(condition) == Some(0) && !leaves(body) => {
                self.statement(body, exits)
            }
            StmtKind::DoWhile(body, condition) => self.repeat(Some(condition), body, |_| Ok(()), true),
            StmtKind::Break => self.leave([exits.broken, exits.skipped], exits.broken.is_some(), stmt),
            StmtKind::Continue => self.leave([None, exits.skipped], exits.skipped.is_some(), stmt),
            StmtKind::Return(_) => Err(self.jump("return", stmt)),
            StmtKind::Goto => Err(self.jump("goto", stmt)),
            StmtKind::Labeled(_) => Err(self.jump("a label", stmt)),
            StmtKind::Switch(..) => Err(self.jump("switch", stmt)),
            StmtKind::Unsupported(what) => Err(self.jump(what, stmt)),
        }
    }

    /// Statements of a loop's body, where `continue` skips the rest.
    pub fn skippable(&mut self, stmts: Vec<&'a Stmt>) -> Result<()> {
        let skips = stmts.iter().any(|stmt| has(stmt, &StmtKind::Continue));
        let exits = Exits { broken: None, skipped: skips.then(|| self.flag("skipped")) };
        self.reset(exits.skipped);
        self.sequence(stmts, exits)
    }

    fn jump(&self, what: &str, stmt: &Stmt) -> crate::Error {
        self.builder.jump(what, &stmt.span)
    }

    /// Statements one after the other; those after a `break` or `continue` that may have happened are guarded.
    fn sequence(&mut self, stmts: Vec<&'a Stmt>, exits: Exits) -> Result<()> {
        for (index, stmt) in stmts.iter().enumerate() {
            self.statement(stmt, exits)?;
            let rest = &stmts[index + 1..];
            if let Some(skipped) = exits.skipped.filter(|_| leaves(stmt) && !rest.is_empty()) {
                let rest = rest.to_vec();
                let then = self.guarded(None, |work| work.block(|work| work.sequence(rest, exits)))?;
                self.actions.push(Action::If { condition: not(skipped), then, otherwise: vec![] });
                return Ok(());
            }
        }
        Ok(())
    }

    fn leave(&mut self, flags: [Option<LocalId>; 2], is_possible: bool, stmt: &Stmt) -> Result<()> {
        if !is_possible {
            return Err(self.jump("break or continue", stmt));
        }
        self.actions.extend(flags.into_iter().flatten().map(|flag| set(flag, 1)));
        Ok(())
    }

    fn declare(&mut self, declaration: &'a Declaration) -> Result<()> {
        let (unit, var) = (self.builder.unit, declaration.var);
        self.builder.check_declaration(var)?;
        if self.builder.facts.pointers.contains_key(&var) {
            return Ok(());
        }
        let Type::Scalar(ty) = unit.var(var).ty.ty else {
            // Its elements are accessed as those of any array.
            return match declaration.init {
                None => Ok(()),
                Some(_) => Err(self.builder.initializer(&unit.var(var).span)),
            };
        };
        let name = unit.var(var).name.clone();
        let value = match &declaration.init {
            Some(Initializer::Expr(expr)) => Some(self.value(expr)?),
            Some(Initializer::List(exprs)) => match exprs.as_slice() {
                [only] => Some(self.value(only)?),
                _ => None,
            },
            None => None,
        };
        let local = self.new_local(&name, ty);
        self.local_of_var.insert(var, local);
        if let Some(value) = value {
            self.actions.push(Action::Set { local, value: convert(value, ty) });
        }
        Ok(())
    }

    fn for_loop(&mut self, inner: &'a For) -> Result<()> {
        self.changing.extend(assigned_in(&inner.body));
        self.statement(&inner.init, Exits::default())?;
        let step = |work: &mut Self| inner.step.as_ref().map_or(Ok(()), |step| work.effect(step));
        self.changing.extend(inner.step.iter().flat_map(changed_by));
        self.repeat(inner.condition.as_ref(), &inner.body, step, false)
    }

    /// A loop; with `is_late`, the condition is tested after the first iteration only.
    fn repeat(
        &mut self,
        condition: Option<&'a syntax::Expr>,
        body: &'a Stmt,
        step: impl FnOnce(&mut Self) -> Result<()>,
        is_late: bool,
    ) -> Result<()> {
        self.changing.extend(assigned_in(body));
        self.changing.extend(condition.iter().flat_map(|condition| changed_by(condition)));
        let exits = Exits {
            broken: has(body, &StmtKind::Break).then(|| self.flag("broken")),
            skipped: leaves(body).then(|| self.flag("skipped")),
        };
        let (test, before) = self.test(condition)?;
        let work_of_body = |work: &mut Self| {
            work.reset(exits.skipped);
            work.statement(body, exits)
        };
        let body = self.guarded(None, |work| work.block(work_of_body))?;
        let mut step = self.guarded(None, |work| work.block(step))?;
        let mut init = vec![];
        let mut condition = test.clone();
        if is_late || !before.is_empty() {
            // The condition is computed before it is tested, where its side effects can happen.
            let go = self.flag("go");
            let compute = [before, vec![Action::Set { local: go, value: convert(test, ScalarType::Bool) }]].concat();
            init = if is_late { vec![set(go, 1)] } else { compute.clone() };
            step.extend(compute);
            condition = local(go);
        }
        if let Some(broken) = exits.broken {
            init.push(set(broken, 0));
            condition = Expr::binary(ScalarType::I32, syntax::BinaryOp::And, not(broken), condition);
            if !step.is_empty() {
                step = vec![Action::If { condition: not(broken), then: step, otherwise: vec![] }];
            }
        }
        self.actions.push(Action::Loop(Box::new(Loop { init, condition, step, body })));
        Ok(())
    }

    /// The value of a loop's condition, and the actions that computing it takes.
    fn test(&mut self, condition: Option<&'a syntax::Expr>) -> Result<(Expr, Vec<Action>)> {
        let Some(condition) = condition else { return Ok((Expr::int(ScalarType::I32, 1), vec![])) };
        let mut test = Expr::int(ScalarType::I32, 1);
        let before = self.guarded(None, |work| {
            work.block(|work| {
                test = work.truth(condition)?;
                Ok(())
            })
        })?;
        Ok((test, before))
    }

    fn flag(&mut self, name: &str) -> LocalId {
        self.new_local(name, ScalarType::Bool)
    }

    fn reset(&mut self, flag: Option<LocalId>) {
        self.actions.extend(flag.map(|flag| set(flag, 0)));
    }
}

fn set(local: LocalId, value: i128) -> Action {
    Action::Set { local, value: Expr::int(ScalarType::Bool, value) }
}

fn local(local: LocalId) -> Expr {
    Expr { ty: ScalarType::Bool, kind: ExprKind::Local(local) }
}

fn not(flag: LocalId) -> Expr {
    Expr { ty: ScalarType::I32, kind: ExprKind::Unary(UnaryOp::Not, Box::new(local(flag))) }
}

/// The variables that an expression assigns as a whole.
pub(super) fn changed_by(expr: &syntax::Expr) -> Vec<syntax::VarId> {
    let mut result = vec![];
    expr.for_each(&mut |e| {
        if let syntax::ExprKind::Assign(_, place, _) | syntax::ExprKind::Step { place, .. } = &e.kind {
            result.extend(place.as_var());
        }
    });
    result
}

/// Whether a `break` or `continue` in a statement leaves it, to act on the loop around it.
pub(super) fn leaves(stmt: &Stmt) -> bool {
    has(stmt, &StmtKind::Break) || has(stmt, &StmtKind::Continue)
}

/// Whether there is such a statement that is not in a loop inside.
fn has(stmt: &Stmt, kind: &StmtKind) -> bool {
    match &stmt.kind {
        StmtKind::For(_) | StmtKind::While(..) | StmtKind::DoWhile(..) => false,
        own => own == kind || stmt.children().into_iter().any(|child| has(child, kind)),
    }
}
