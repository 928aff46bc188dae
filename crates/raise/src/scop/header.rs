//! What the header of a loop says.

use std::ops::Range;

use polymill_gdg::ScalarType;

use super::alias::may_be_variable;
use super::builder::Builder;
use crate::Result;
use crate::simplify::counted::{constant_step, counts_down};
use crate::syntax::{self, Declaration, For, Initializer, Stmt, StmtKind, VarId};

/// The header of a loop that counts by a constant.
pub(super) struct Header<'a> {
    pub var: VarId,
    pub ty: ScalarType,
    /// What the variable starts with; `None` if that was set before.
    pub init: Option<&'a syntax::Expr>,
    pub condition: Condition<'a>,
    /// What is added after each iteration, not zero.
    pub stride: i128,
    /// Whether the variable is the loop's own.
    pub is_own: bool,
}

/// How a loop decides to go on.
#[derive(Clone, Copy)]
pub(super) enum Condition<'a> {
    /// By an expression.
    Test(&'a syntax::Expr),
    /// `i-- > 0`: the variable counts down to zero and is one less in the body.
    CountDown,
}

impl<'a> Builder<'a> {
    /// Reads a header.
    ///
    /// # Errors
    /// What makes it something else than counting by a constant.
    pub(super) fn header(&self, inner: &'a For) -> Result<Header<'a>> {
        let Some(test) = &inner.condition else {
            return Err(self.obstacle("endless-loop", "this loop has no condition", &inner.header, "give it a bound"));
        };
        let (var, stride, condition) = match (&inner.step, counts_down(test)) {
            (None, Some(var)) => (var, -1, Condition::CountDown),
            (step, _) => {
                let (var, stride) = self.step(step.as_ref(), &inner.header)?;
                (var, stride, Condition::Test(test))
            }
        };
        let ty = self.check_counter(var, inner)?;
        let (init, is_own) = self.start(var, inner)?;
        Ok(Header { var, ty, init, condition, stride, is_own })
    }

    /// The variable that a step changes, and by how much.
    fn step(&self, step: Option<&syntax::Expr>, header: &Range<usize>) -> Result<(VarId, i128)> {
        let found = step.and_then(|step| constant_step(self.unit, step)).filter(|(_, by)| *by != 0);
        found.ok_or_else(|| {
            let at = step.map_or(header, |step| &step.span);
            let message = "this loop does not count by a constant";
            self.obstacle("stride-not-constant", message, at, "use a constant step, as in `i += 2`")
        })
    }

    /// The type of a counter, which has to be an integer that nothing but the header changes.
    fn check_counter(&self, var: VarId, inner: &For) -> Result<ScalarType> {
        let variable = self.unit.var(var);
        let name = &variable.name;
        let Some(ty) =
            variable.ty.ty.scalar().filter(|ty| ty.is_integer() && ty.size() <= 8).filter(|ty| *ty != ScalarType::Bool)
        else {
            let message = format!("this loop counts with `{name}`, which is no integer");
            let help = "count with an `int`, and compute the rest from it";
            return Err(self.obstacle("iterator-type", message, &inner.header, help));
        };
        if variable.ty.qualifiers.is_volatile || variable.is_odd || self.is_shared(var, ty) {
            let message = format!("`{name}` may be accessed in other ways than by counting");
            return Err(self.obstacle("iterator-written", message, &inner.header, "count with a local variable"));
        }
        if let Some(at) = written_in(&inner.body, var) {
            let message = format!("the loop that counts `{name}` also changes it inside");
            let help = "count with another variable, or use `while`";
            return Err(self.obstacle("iterator-written", message, &at, help));
        }
        if let Some(at) = break_in(&inner.body) {
            let help = "test the condition in the loop's body instead";
            return Err(self.obstacle("break", "this loop may end early", &at, help));
        }
        Ok(ty)
    }

    /// Whether a counter may be accessed in other ways than by its name.
    fn is_shared(&self, var: VarId, ty: ScalarType) -> bool {
        let leads_to_it = |key: &super::place::Key| key.root != var && may_be_variable(self, var, ty, key);
        !self.is_promised && self.escapes.contains(var, self.unit) && self.facts.places.iter().any(leads_to_it)
    }

    /// What the counter starts with, and whether the loop declares it.
    fn start(&self, var: VarId, inner: &'a For) -> Result<(Option<&'a syntax::Expr>, bool)> {
        match &inner.init.kind {
            StmtKind::Empty => return Ok((None, false)),
            StmtKind::Expr(syntax::Expr { kind: syntax::ExprKind::Assign(None, place, value), .. })
                if place.as_var() == Some(var) =>
            {
                return Ok((Some(value), false));
            }
            StmtKind::Declare(declarations) => {
                if let [Declaration { var: own, init: Some(Initializer::Expr(value)) }] = declarations.as_slice()
                    && *own == var
                {
                    return Ok((Some(value), true));
                }
            }
            _ => {}
        }
        let help = "start only the counter here, and other variables before the loop";
        Err(self.obstacle("loop-start", "this loop starts more than its counter", &inner.init.span, help))
    }
}

/// Where a statement assigns a variable.
fn written_in(stmt: &Stmt, var: VarId) -> Option<Range<usize>> {
    let mut found = None;
    stmt.for_each_expr(&mut |expr| {
        if let syntax::ExprKind::Assign(_, place, _) | syntax::ExprKind::Step { place, .. } = &expr.kind
            && place.as_var() == Some(var)
        {
            found.get_or_insert(expr.span.clone());
        }
    });
    found
}

/// Where a `break` ends the loop of this body.
fn break_in(stmt: &Stmt) -> Option<Range<usize>> {
    match &stmt.kind {
        StmtKind::Break => Some(stmt.span.clone()),
        StmtKind::For(_) | StmtKind::While(..) | StmtKind::DoWhile(..) | StmtKind::Switch(..) => None,
        _ => stmt.children().into_iter().find_map(break_in),
    }
}
