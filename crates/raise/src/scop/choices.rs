//! Variables that are given nothing but constants.

use polymill_gdg::ScalarType;

use super::escape::Escapes;
use crate::stated::has_unknown_flow;
use crate::syntax::{Expr, ExprKind, Function, Initializer, Stmt, StmtKind, Storage, Unit, VarId};

/// The least and the greatest value that a local variable of type `ty` can have at the byte `at` of a function, if all that
/// the function assigns to it are constants, and one of them certainly is assigned before: `int d; if (n == 3) d = 2; else d = 1;`.
pub(super) fn range_of_choices(
    (unit, function, escapes): (&Unit, &Function, &Escapes),
    var: VarId,
    ty: ScalarType,
    at: usize,
) -> Option<(i128, i128)> {
    let is_own = unit.var(var).storage == Storage::Local && !escapes.contains(var, unit);
    if !is_own || has_unknown_flow(&function.body) {
        return None;
    }
    let mut values = Values { unit, var, range: None, is_known: true };
    function.body.for_each(&mut |stmt| values.visit(stmt));
    let (low, high) = values.range.filter(|_| values.is_known)?;
    let (least, greatest) = ty.range()?;
    let fits = least <= low && high <= greatest;
    (fits && is_assigned_before(&function.body, var, at)).then_some((low, high))
}

/// What a function assigns to a variable.
struct Values<'a> {
    unit: &'a Unit,
    var: VarId,
    range: Option<(i128, i128)>,
    /// Whether all of it are constants.
    is_known: bool,
}

impl Values<'_> {
    fn visit(&mut self, stmt: &Stmt) {
        if let StmtKind::Declare(declarations) = &stmt.kind {
            let var = self.var;
            for declaration in declarations.iter().filter(|declaration| declaration.var == var) {
                match &declaration.init {
                    None => {}
                    Some(Initializer::Expr(value)) => self.add(value),
                    Some(Initializer::List(_)) => self.is_known = false,
                }
            }
        }
        for expr in stmt.exprs() {
            expr.for_each(&mut |expr| match &expr.kind {
                ExprKind::Assign(None, place, value) if place.as_var() == Some(self.var) => self.add(value),
                ExprKind::Assign(_, place, _) | ExprKind::Step { place, .. } if place.as_var() == Some(self.var) => {
                    self.is_known = false;
                }
                _ => {}
            });
        }
    }

    fn add(&mut self, value: &Expr) {
        let Some(value) = self.unit.constant(value) else {
            self.is_known = false;
            return;
        };
        let (low, high) = self.range.unwrap_or((value, value));
        self.range = Some((low.min(value), high.max(value)));
    }
}

/// Whether a statement that certainly runs before the byte `at` assigns the variable.
fn is_assigned_before(stmt: &Stmt, var: VarId, at: usize) -> bool {
    let stmt = stmt.written();
    let before = stmt.children().into_iter().take_while(|child| child.span.end <= at);
    let runs_them_all = matches!(stmt.kind, StmtKind::Block(_) | StmtKind::For(_));
    if runs_them_all && before.into_iter().any(|child| assigns(child, var)) {
        return true;
    }
    let around = stmt.children().into_iter().find(|child| child.span.start <= at && at < child.span.end);
    around.is_some_and(|child| is_assigned_before(child, var, at))
}

/// Whether a statement assigns the variable whichever way it takes.
fn assigns(stmt: &Stmt, var: VarId) -> bool {
    match &stmt.kind {
        StmtKind::Expr(expr) => assigns_first(expr, var),
        StmtKind::Declare(declarations) => declarations.iter().any(|one| one.var == var && one.init.is_some()),
        StmtKind::Block(statements) => statements.iter().any(|stmt| assigns(stmt, var)),
        StmtKind::If { then, otherwise: Some(otherwise), .. } => assigns(then, var) && assigns(otherwise, var),
        StmtKind::For(inner) => assigns(&inner.init, var),
        _ => false,
    }
}

/// `var = value` or `other = var = value`.
fn assigns_first(expr: &Expr, var: VarId) -> bool {
    match &expr.kind {
        ExprKind::Assign(None, place, value) => place.as_var() == Some(var) || assigns_first(value, var),
        ExprKind::Comma(first, second) => assigns_first(first, var) || assigns_first(second, var),
        _ => false,
    }
}
