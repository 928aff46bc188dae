//! Integers that are computed from data.

use std::collections::BTreeSet;

use polymill_gdg::{ArrayId, Expr, ExprKind, Gdg, ScalarType, StatementId};

use crate::{Instance, IntExpr};

/// An integer that is computed from data: an expression of a statement, as an instance of it has it.
#[derive(Clone, PartialEq, Debug)]
pub struct Datum {
    /// The statement.
    pub statement: StatementId,
    /// The expression, in terms of the statement's iterators and accesses.
    pub expr: Expr,
    /// The instance; those iterators that the expression does not depend on are 0.
    pub iterators: Vec<IntExpr>,
}

impl Datum {
    /// The value of an expression of an instance.
    pub fn new(gdg: &Gdg, instance: &Instance, expr: &Expr) -> Self {
        let statement = gdg.statement(instance.statement);
        let value = |(position, value): (usize, &IntExpr)| {
            if statement.depends_on(expr, position) { value.clone() } else { IntExpr::default() }
        };
        let iterators = instance.iterators.iter().enumerate().map(value).collect();
        Self { statement: instance.statement, expr: expr.clone(), iterators }
    }

    /// Another expression of the same instance, one that depends on no other iterators.
    pub fn part(&self, expr: &Expr) -> Self {
        Self { expr: expr.clone(), ..self.clone() }
    }

    /// The narrowest type that certainly has the value.
    pub fn ty(&self) -> ScalarType {
        let mut expr = &self.expr;
        while let ExprKind::Cast(inner) = &expr.kind
            && let (Some((low, high)), Some((inner_low, inner_high))) = (expr.ty.range(), inner.ty.range())
            && low <= inner_low
            && inner_high <= high
        {
            expr = inner;
        }
        expr.ty
    }

    /// Whether two values are computed in the same way from the same elements of arrays.
    pub fn is_same(&self, gdg: &Gdg, other: &Self) -> bool {
        self.is_same_expr(gdg, &self.expr, other, &other.expr)
    }

    fn is_same_expr(&self, gdg: &Gdg, own: &Expr, other: &Self, others: &Expr) -> bool {
        let is_same_leaf = match (&own.kind, &others.kind) {
            (ExprKind::Iterator(a), ExprKind::Iterator(b)) => self.iterators.get(*a) == other.iterators.get(*b),
            (ExprKind::Load(a), ExprKind::Load(b)) => {
                let access = gdg.statement(self.statement).access(*a);
                let others = gdg.statement(other.statement).access(*b);
                let mut subscripts = access.subscripts.iter().zip(&others.subscripts);
                access.array == others.array && subscripts.all(|(a, b)| self.is_same_expr(gdg, a, other, b))
            }
            (ExprKind::Local(_), _) => false,
            (ExprKind::Unary(a, _), ExprKind::Unary(b, _)) => a == b,
            (ExprKind::Binary(a, ..), ExprKind::Binary(b, ..)) => a == b,
            (ExprKind::Call(a, _), ExprKind::Call(b, _)) => a == b,
            (ExprKind::Cast(_), ExprKind::Cast(_)) | (ExprKind::Select(..), ExprKind::Select(..)) => true,
            (a, b) => a == b,
        };
        let (operands, others_operands) = (own.operands(), others.operands());
        own.ty == others.ty
            && is_same_leaf
            && operands.len() == others_operands.len()
            && operands.iter().zip(&others_operands).all(|(a, b)| self.is_same_expr(gdg, a, other, b))
    }

    /// The arrays that it is computed from.
    pub fn arrays(&self, gdg: &Gdg) -> BTreeSet<ArrayId> {
        gdg.statement(self.statement).arrays_in(&self.expr)
    }
}
