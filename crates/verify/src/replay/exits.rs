//! Where dynamic counted loops end in a replay.
//!
//! Data are symbolic, and bounds are numbers: a value of which a bound is computed stands for a small number that depends on
//! nothing but the value, so that the original and the loops end alike if they compute bounds from the same values. Integers
//! that are computed from such numbers stand for what they are computed as.

use polymill_gdg::{AccessId, Action, Exit, Expr, ExprKind, Gdg, Side, StatementId, StaticBound, UnaryOp};
use polymill_lower::Datum;

use super::Problem;
use super::execute::{Machine, Step};
use super::tables::TableInstance;
use super::terms::small_number;
use crate::Error;

/// Loaded values stand for numbers below this: some loops between two of them must be long enough to be unrolled.
const MAX_LOADED: i64 = 7;

/// The static upper bounds of dynamic counted loops in a replay, if none are known: more than loaded values get, as there
/// may be something to add.
pub(crate) const UPPER_BOUND: i64 = MAX_LOADED + 2;

/// The static lower bounds.
pub(crate) const LOWER_BOUND: i64 = -2;

/// The limit for the numbers that loaded values stand for: a loop must not go further than its static bound if that is known.
pub(crate) fn max_loaded(gdg: &Gdg, params: &[i64]) -> i64 {
    let is_known = |bound: &StaticBound| bound.side == Side::Upper && bound.value.is_some();
    let known = gdg.params.iter().zip(params).filter(|(param, _)| param.static_bound().is_some_and(is_known));
    known.map(|(_, value)| *value).fold(MAX_LOADED, i64::min).max(1)
}

/// The element with this index of an array that never decreases: of three steps, one is long, and one goes nowhere.
fn ascending(index: i64) -> i64 {
    let steps = match index.rem_euclid(3) {
        0 => 0,
        _ => 5,
    };
    6 * index.div_euclid(3) + steps
}

impl<'a> Machine<'a> {
    /// The first exit of an instance whose loop has ended.
    pub(crate) fn ended(&mut self, id: StatementId, instance: &TableInstance) -> Step<Option<Exit<'a>>> {
        for exit in self.exits[id.index()].clone() {
            let bound = self.number(id, exit.bound, instance)?;
            if let Some(limit) = self.static_limit(id, &exit)? {
                let is_within = match exit.side {
                    Side::Lower => bound >= limit,
                    Side::Upper => bound + i64::from(exit.is_inclusive) <= limit,
                };
                if !is_within {
                    return Err(Error::Unsupported("a loop goes further than the replay does".to_owned()).into());
                }
            }
            if !exit.is_passed(instance.values[exit.iterator].into(), bound.into()) {
                return Ok(Some(exit));
            }
        }
        Ok(None)
    }

    /// The static bound of a loop: that which the replay takes, or that which is known, beyond which the program has no meaning.
    fn static_limit(&self, id: StatementId, exit: &Exit<'_>) -> Step<Option<i64>> {
        let statement = self.tables.gdg.statement(id);
        let param = statement.static_bound(&self.tables.gdg.params, exit.iterator, exit.side).map_err(Error::from)?;
        Ok(param.and_then(|param| self.tables.params.get(param.index()).copied()))
    }

    /// The number that an access stores, where that is an integer.
    pub(crate) fn stored_number(
        &mut self,
        id: StatementId,
        access: AccessId,
        instance: &TableInstance,
    ) -> Step<Option<i64>> {
        let (_, actions) = self.tables.gdg.statement(id).tests();
        let stored = actions.iter().find_map(|action| match action {
            Action::Store { access: own, value } if *own == access && value.ty.is_integer() => Some(value),
            _ => None,
        });
        match stored.map(|value| self.number(id, value, instance)) {
            Some(Err(Problem::Other(Error::Unsupported(_)))) | None => Ok(None),
            Some(number) => number.map(Some),
        }
    }

    /// The number that a datum is.
    pub(crate) fn datum(&mut self, datum: &Datum, iterators: Vec<i64>) -> Step<i64> {
        let instance = self.instance_like(datum, iterators);
        let instance = self.tables.instance(datum.statement, instance);
        self.number(datum.statement, &datum.expr, &instance)
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

    /// The number that an element of an array stands for which is known not to decrease.
    fn ascending_number(&self, id: StatementId, access: AccessId, instance: &TableInstance) -> Option<i64> {
        let array = self.tables.gdg.statement(id).access(access).array;
        if !self.terms.is_ascending(&self.tables.gdg.array(array).outermost()) {
            return None;
        }
        let printed = self.tables.printed(id, access, &instance.values);
        let subscripts = printed.or_else(|| self.tables.elements(id, access, &instance.values).first().cloned())?;
        subscripts.first().map(|index| ascending(*index).clamp(0, self.max_loaded))
    }

    fn number(&mut self, id: StatementId, expr: &Expr, instance: &TableInstance) -> Step<i64> {
        let mut operands = vec![];
        if !matches!(expr.kind, ExprKind::Select(..)) {
            for operand in expr.operands() {
                operands.push(self.number(id, operand, instance)?);
            }
        }
        let value = match (&expr.kind, operands.as_slice()) {
            (ExprKind::Int(value), _) => i64::try_from(*value).ok(),
            (ExprKind::Iterator(position), _) => instance.values.get(*position).copied(),
            (ExprKind::Param(param), _) => self.tables.params.get(param.index()).copied(),
            (ExprKind::Load(access), _) => {
                let value = self.value_of_load(id, *access, instance)?;
                let ascending = self.ascending_number(id, *access, instance);
                Some(ascending.unwrap_or_else(|| self.terms.number(value, self.max_loaded)))
            }
            (ExprKind::Cast(_), [value]) => Some(*value),
            (ExprKind::Unary(UnaryOp::Neg, _), [value]) => value.checked_neg(),
            (ExprKind::Unary(UnaryOp::Not, _), [value]) => Some(i64::from(*value == 0)),
            (ExprKind::Binary(op, ..), [left, right]) => {
                op.apply((*left).into(), (*right).into()).and_then(|value| i64::try_from(value).ok())
            }
            (ExprKind::Select(condition, then, otherwise), _) => {
                let side = if self.number(id, condition, instance)? != 0 { then } else { otherwise };
                Some(self.number(id, side, instance)?)
            }
            (ExprKind::Local(_), _) => None,
            // Of floating point, for instance: what matters is that it depends on the operands only.
            (_, operands) => {
                let mixed =
                    operands.iter().fold(0, |mixed: u64, number| mixed.wrapping_mul(31) ^ number.cast_unsigned());
                Some(small_number(mixed, self.max_loaded))
            }
        };
        value.ok_or_else(|| Error::Unsupported("the bound of a loop cannot be replayed".to_owned()).into())
    }
}
