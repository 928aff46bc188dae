//! Where dynamic counted loops end in a replay.
//!
//! Data are symbolic, and bounds are numbers: a value of which a bound is computed stands for a small number that depends on
//! nothing but the value, so that the original and the loops end alike if they compute bounds from the same values.

use polymill_gdg::{Exit, Expr, ExprKind, StatementId, UnaryOp};
use polymill_lower::Datum;

use super::execute::{Machine, Step};
use crate::Error;
use crate::points::Point;

/// Loaded values stand for numbers below this.
const MAX_LOADED: i64 = 4;

/// The static upper bounds of dynamic counted loops in a replay: more than differences of loaded values get, as there may be
/// something to add.
pub(crate) const UPPER_BOUND: i64 = MAX_LOADED + 2;

impl<'a> Machine<'a> {
    /// The first exit of an instance whose loop has ended.
    pub(crate) fn ended(&mut self, id: StatementId, point: &Point) -> Step<Option<Exit<'a>>> {
        for exit in self.exits[id.index()].clone() {
            let bound = self.number(id, exit.bound, point)?;
            if bound + i64::from(exit.is_inclusive) > UPPER_BOUND {
                return Err(Error::Unsupported("a loop goes further than the replay does".to_owned()).into());
            }
            let value = i128::from(point.values[exit.iterator]) * exit.scale;
            let goes_on = if exit.is_inclusive { value <= bound.into() } else { value < bound.into() };
            if !goes_on {
                return Ok(Some(exit));
            }
        }
        Ok(None)
    }

    /// The number that a datum is.
    pub(crate) fn datum(&mut self, datum: &Datum, iterators: Vec<i64>) -> Step<i64> {
        let instance = self.instance_like(datum, iterators);
        let point = self.tables.instance(datum.statement, instance);
        self.number(datum.statement, &datum.expr, &point)
    }

    /// An instance of the domain that has the values of the iterators that a datum depends on, if there is one.
    fn instance_like(&self, datum: &Datum, iterators: Vec<i64>) -> Vec<i64> {
        let statement = self.tables.gdg.statement(datum.statement);
        let used: Vec<usize> =
            (0..iterators.len()).filter(|position| statement.depends_on(&datum.expr, *position)).collect();
        let is_like = |values: &&Vec<i64>| used.iter().all(|position| values[*position] == iterators[*position]);
        let found = self.tables.statements[datum.statement.index()].domain.iter().find(is_like).cloned();
        found.unwrap_or(iterators)
    }

    fn number(&mut self, id: StatementId, expr: &Expr, point: &Point) -> Step<i64> {
        let mut operands = vec![];
        if !matches!(expr.kind, ExprKind::Select(..)) {
            for operand in expr.operands() {
                operands.push(self.number(id, operand, point)?);
            }
        }
        let value = match (&expr.kind, operands.as_slice()) {
            (ExprKind::Int(value), _) => i64::try_from(*value).ok(),
            (ExprKind::Iterator(position), _) => point.values.get(*position).copied(),
            (ExprKind::Param(param), _) => self.tables.params.get(param.index()).copied(),
            (ExprKind::Load(access), _) => {
                let value = self.value_of_load(id, *access, point)?;
                Some(value.small_number(MAX_LOADED))
            }
            (ExprKind::Cast(_), [value]) => Some(*value),
            (ExprKind::Unary(UnaryOp::Neg, _), [value]) => value.checked_neg(),
            (ExprKind::Unary(UnaryOp::Not, _), [value]) => Some(i64::from(*value == 0)),
            (ExprKind::Binary(op, ..), [left, right]) => {
                op.apply((*left).into(), (*right).into()).and_then(|value| i64::try_from(value).ok())
            }
            (ExprKind::Select(condition, then, otherwise), _) => {
                let side = if self.number(id, condition, point)? != 0 { then } else { otherwise };
                Some(self.number(id, side, point)?)
            }
            _ => None,
        };
        value.ok_or_else(|| Error::Unsupported("the bound of a loop cannot be replayed".to_owned()).into())
    }
}
