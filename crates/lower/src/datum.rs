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
            && expr.ty.includes(inner.ty)
        {
            expr = inner;
        }
        expr.ty
    }

    /// Whether two values are computed in the same way from the same elements of arrays.
    pub fn is_same(&self, gdg: &Gdg, other: &Self) -> bool {
        let is_same_iterator = |a: usize, b: usize| self.iterators.get(a) == other.iterators.get(b);
        let (own, others) = (gdg.statement(self.statement), gdg.statement(other.statement));
        gdg.is_same_value((own, &self.expr), (others, &other.expr), &is_same_iterator)
    }

    /// The arrays that it is computed from.
    pub fn arrays(&self, gdg: &Gdg) -> BTreeSet<ArrayId> {
        gdg.statement(self.statement).arrays_in(&self.expr)
    }
}
