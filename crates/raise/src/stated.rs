//! What the code before a region states of its parameters: `assert(n > 0)`, `__builtin_assume(n > 0)`,
//! `if (n <= 0) __builtin_unreachable();`, `if (n <= 0) return;`.

use std::ops::Range;

use polymill_gdg::{Gdg, ScalarType};
use polymill_isl as isl;

use crate::formula::{Formula, Relation, Value};
use crate::syntax::{BinaryOp, Expr, ExprKind, Function, Stmt, StmtKind, UnaryOp, Unit, VarId};

/// A condition that holds, or does not hold, whenever a region is reached.
struct Stated<'s> {
    condition: &'s Expr,
    holds: bool,
    /// Whether no code sees to it.
    is_promise: bool,
}

/// Adds to the GDG's context what the code before its region says of its parameters. What is not understood, or says that
/// the region is never reached, is left out.
///
/// # Errors
/// isl's.
pub(crate) fn add_stated(gdg: &mut Gdg, unit: &Unit, function: &Function, region: &Range<usize>) -> isl::Result<()> {
    if has_unknown_flow(&function.body) {
        return Ok(());
    }
    let mut stated = vec![];
    collect(&function.body, region, &mut stated);
    let reader = Reader { gdg, unit, function };
    let mut facts = vec![];
    for fact in &stated {
        let formulas = reader.facts(fact.condition, fact.holds);
        facts.extend(formulas.into_iter().map(|formula| (formula, fact.is_promise)));
    }
    for (formula, is_promise) in facts {
        let Some(allowed) = formula.to_set(gdg) else { continue };
        let context = gdg.context.intersect(&allowed)?;
        if context.is_empty()? {
            continue;
        }
        gdg.context = context;
        if is_promise {
            gdg.promise = gdg.promise.intersect(&allowed)?;
        }
    }
    Ok(())
}

/// Whether statements may be left out that stand before others, or code is not modelled, which may change variables.
pub(crate) fn has_unknown_flow(body: &Stmt) -> bool {
    let mut found = body.any(&|stmt| {
        matches!(stmt.kind, StmtKind::Goto | StmtKind::Labeled(_) | StmtKind::Switch(..) | StmtKind::Unsupported(_))
    });
    body.for_each_expr(&mut |expr| found |= matches!(expr.kind, ExprKind::Unsupported(_)));
    found
}

/// What statements say that run before the region whenever it is reached.
fn collect<'s>(stmt: &'s Stmt, region: &Range<usize>, stated: &mut Vec<Stated<'s>>) {
    if let StmtKind::Rewritten { written, .. } = &stmt.kind {
        return collect(written, region, stated);
    }
    let is_block = matches!(stmt.kind, StmtKind::Block(_));
    for child in stmt.children() {
        if child.span.start <= region.start && region.end <= child.span.end {
            return collect(child, region, stated);
        }
        if is_block && child.span.end <= region.start {
            stated.extend(statement(child));
        }
    }
}

fn statement(stmt: &Stmt) -> Option<Stated<'_>> {
    match &stmt.kind {
        StmtKind::Expr(expr) => expression(expr),
        StmtKind::If { condition, then, otherwise: None } => {
            let is_promise = called(then) == Some("__builtin_unreachable");
            leaves(then).then_some(Stated { condition, holds: false, is_promise })
        }
        _ => None,
    }
}

/// `__builtin_assume(condition)`, or what `assert(condition)` becomes.
fn expression(expr: &Expr) -> Option<Stated<'_>> {
    match &expr.kind {
        ExprKind::Cast(inner) => expression(inner),
        ExprKind::Comma(_, last) => expression(last),
        ExprKind::Conditional(condition, _, otherwise) => {
            let otherwise = callee(otherwise)?;
            never_returns(otherwise).then_some(Stated { condition, holds: true, is_promise: false })
        }
        ExprKind::Call(..) => {
            let condition = assumed(expr)?;
            (!condition.has_assignment()).then_some(Stated { condition, holds: true, is_promise: true })
        }
        _ => None,
    }
}

/// What a call promises: `__builtin_assume(condition)`, or PENCIL's `__pencil_assume(condition)`.
fn assumed(expr: &Expr) -> Option<&Expr> {
    let ExprKind::Call(_, arguments) = &expr.kind else { return None };
    let is_assumption = matches!(callee(expr), Some("__builtin_assume" | "__pencil_assume"));
    arguments.first().filter(|_| is_assumption)
}

/// What a statement that does nothing else promises, and whether that holds or does not:
/// `if (condition) __builtin_unreachable();` promises that it does not.
pub(crate) fn promised(stmt: &Stmt) -> Option<(&Expr, bool)> {
    match &stmt.kind {
        StmtKind::Expr(expr) => Some((assumed(expr)?, true)),
        StmtKind::If { condition, then, otherwise: None } if called(then) == Some("__builtin_unreachable") => {
            Some((condition, false))
        }
        _ => None,
    }
}

/// The places whose values a statement says are not used any more: `__pencil_kill(a, b[i])`.
pub(crate) fn killed(stmt: &Stmt) -> Option<&[Expr]> {
    let StmtKind::Expr(expr) = &stmt.kind else { return None };
    let ExprKind::Call(_, arguments) = &expr.kind else { return None };
    (callee(expr) == Some("__pencil_kill")).then_some(arguments)
}

/// Whether nothing behind the statement is reached from it.
fn leaves(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Return(_) => true,
        StmtKind::Block(stmts) => stmts.last().is_some_and(leaves),
        _ => called(stmt).is_some_and(never_returns),
    }
}

fn never_returns(function: &str) -> bool {
    matches!(
        function,
        "__builtin_unreachable"
            | "__builtin_trap"
            | "__assert_fail"
            | "__assert_rtn"
            | "__assert"
            | "abort"
            | "exit"
            | "_Exit"
    )
}

/// The function that a statement calls, if that is all it does.
fn called(stmt: &Stmt) -> Option<&str> {
    match &stmt.kind {
        StmtKind::Expr(expr) => callee(expr),
        StmtKind::Block(stmts) => match stmts.as_slice() {
            [only] => called(only),
            _ => None,
        },
        _ => None,
    }
}

fn callee(expr: &Expr) -> Option<&str> {
    let ExprKind::Call(callee, _) = &expr.kind else { return None };
    match &callee.kind {
        ExprKind::Function(name) => Some(name),
        _ => None,
    }
}

struct Reader<'a> {
    gdg: &'a Gdg,
    unit: &'a Unit,
    function: &'a Function,
}

impl Reader<'_> {
    /// What is understood of what follows if the condition holds, or does not hold.
    fn facts(&self, condition: &Expr, holds: bool) -> Vec<Formula> {
        match (&condition.kind, holds) {
            (ExprKind::Binary(BinaryOp::And, left, right), true)
            | (ExprKind::Binary(BinaryOp::Or, left, right), false) => {
                let mut facts = self.facts(left, holds);
                facts.extend(self.facts(right, holds));
                facts
            }
            (ExprKind::Unary(UnaryOp::Not, inner), _) => self.facts(inner, !holds),
            _ => {
                let formula = self.formula(condition);
                formula
                    .map(|formula| if holds { formula } else { Formula::Not(Box::new(formula)) })
                    .into_iter()
                    .collect()
            }
        }
    }

    fn formula(&self, expr: &Expr) -> Option<Formula> {
        let both = |left, right| Some((Box::new(self.formula(left)?), Box::new(self.formula(right)?)));
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Not, inner) => Some(Formula::Not(Box::new(self.formula(inner)?))),
            ExprKind::Binary(BinaryOp::And, left, right) => both(left, right).map(|(l, r)| Formula::And(l, r)),
            ExprKind::Binary(BinaryOp::Or, left, right) => both(left, right).map(|(l, r)| Formula::Or(l, r)),
            ExprKind::Binary(op, left, right) => match Relation::of_operator(op.symbol()) {
                Some(relation) => {
                    // A signed value is converted where the other one is unsigned.
                    let is_kept = is_signed(left) == is_signed(right) || is_natural(left) || is_natural(right);
                    is_kept.then_some(())?;
                    Some(Formula::Compare(self.value(left)?, relation, self.value(right)?))
                }
                None => self.value(expr).map(Formula::is_true),
            },
            _ => self.value(expr).map(Formula::is_true),
        }
    }

    /// An affine expression that does not wrap around.
    fn value(&self, expr: &Expr) -> Option<Value> {
        let both = |left, right| Some((Box::new(self.value(left)?), Box::new(self.value(right)?)));
        match &expr.kind {
            ExprKind::Int(value) => Some(Value::Number(*value)),
            ExprKind::Var(var) => self.param(*var).map(Value::Param),
            ExprKind::Cast(inner) => {
                let (from, to) = (inner.ty.scalar()?.range()?, expr.ty.scalar()?.range()?);
                (to.0 <= from.0 && from.1 <= to.1).then(|| self.value(inner)).flatten()
            }
            ExprKind::Binary(BinaryOp::Rem, dividend, divisor) => match divisor.kind {
                // Nothing wraps around, but a negative dividend may be converted.
                ExprKind::Int(number @ 1..) if is_signed(expr) == is_signed(dividend) => {
                    Some(Value::Remainder(Box::new(self.value(dividend)?), number))
                }
                _ => None,
            },
            _ if !is_signed(expr) => None,
            ExprKind::Unary(UnaryOp::Plus, inner) => self.value(inner),
            ExprKind::Unary(UnaryOp::Neg, inner) => Some(Value::Negative(Box::new(self.value(inner)?))),
            ExprKind::Binary(BinaryOp::Add, left, right) => both(left, right).map(|(l, r)| Value::Sum(l, r)),
            ExprKind::Binary(BinaryOp::Sub, left, right) => both(left, right).map(|(l, r)| Value::Difference(l, r)),
            ExprKind::Binary(BinaryOp::Mul, left, right) => both(left, right).map(|(l, r)| Value::Product(l, r)),
            _ => None,
        }
    }

    /// The parameter that a variable is, if it never changes.
    fn param(&self, var: VarId) -> Option<String> {
        let variable = self.unit.var(var);
        let param = self
            .gdg
            .params
            .iter()
            .find(|param| param.place() == Some(&polymill_gdg::Place::variable(&variable.name)))?;
        let mut may_differ = !variable.is_automatic();
        self.function.body.for_each_expr(&mut |expr| {
            may_differ |= match &expr.kind {
                ExprKind::Assign(_, place, _) | ExprKind::AddressOf(place) => place.as_var() == Some(var),
                ExprKind::Step { place, .. } => place.as_var() == Some(var),
                ExprKind::Var(other) => *other != var && self.unit.var(*other).name == variable.name,
                _ => false,
            };
        });
        (!may_differ).then(|| param.name.clone())
    }
}

/// Whether C takes the value as a signed integer in arithmetic.
fn is_signed(expr: &Expr) -> bool {
    matches!(expr.ty.scalar(), Some(ScalarType::Int { signed: true, .. } | ScalarType::Int { bits: ..32, .. }))
}

/// A signed constant that is no different as an unsigned one.
fn is_natural(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Int(0..)) && is_signed(expr)
}
