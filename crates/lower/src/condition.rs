//! Conditions over loop iterators and parameters.

use polymill_gdg::ParamId;

use crate::{Atom, IntExpr, VarId};

/// A truth value computed from integer expressions, without side effects.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Condition {
    /// Always so or never so.
    Constant(bool),
    /// `0 <= e`.
    NonNegative(IntExpr),
    /// `e == 0`.
    Zero(IntExpr),
    /// `e` is a multiple of the divisor, which is at least 2.
    Multiple(IntExpr, i128),
    /// All of at least two hold. Evaluated left to right; what stands later may rely on what stands before.
    And(Vec<Condition>),
    /// One of at least two holds. Evaluated left to right.
    Or(Vec<Condition>),
    /// The opposite.
    Not(Box<Condition>),
}

impl Condition {
    /// `left <= right`.
    pub fn le(left: IntExpr, right: IntExpr) -> Self {
        Self::non_negative(right - left)
    }

    /// `left < right`.
    pub fn lt(left: IntExpr, right: IntExpr) -> Self {
        Self::non_negative(right - left - 1)
    }

    /// `left == right`.
    pub fn eq(left: IntExpr, right: IntExpr) -> Self {
        let difference = left - right;
        match difference.as_constant() {
            Some(value) => Self::Constant(value == 0),
            // One sign for both ways of writing it.
            None if difference.terms()[0].1 < 0 => Self::Zero(-difference),
            None => Self::Zero(difference),
        }
    }

    /// `value >= 0`.
    pub fn non_negative(value: IntExpr) -> Self {
        match value.as_constant() {
            Some(value) => Self::Constant(value >= 0),
            None => Self::NonNegative(value),
        }
    }

    /// The parameter and the number, for a condition that the one is at most the other.
    pub fn limit_of_param(&self) -> Option<(ParamId, i64)> {
        let Self::NonNegative(distance) = self else { return None };
        let [(Atom::Param(id), -1)] = distance.terms() else { return None };
        Some((*id, i64::try_from(distance.constant_part()).ok()?))
    }

    /// `value` is a multiple of the positive `divisor`.
    pub fn multiple(value: IntExpr, divisor: i128) -> Self {
        match IntExpr::modulo(value.clone(), divisor, true).as_constant() {
            Some(remainder) => Self::Constant(remainder == 0),
            None => Self::Multiple(value, divisor),
        }
    }

    /// All of `parts` hold.
    pub fn and(parts: Vec<Self>) -> Self {
        let flat = parts.into_iter().flat_map(|part| if let Self::And(inner) = part { inner } else { vec![part] });
        Self::junction(flat, true, Self::And)
    }

    /// One of `parts` holds.
    pub fn or(parts: Vec<Self>) -> Self {
        let flat = parts.into_iter().flat_map(|part| if let Self::Or(inner) = part { inner } else { vec![part] });
        Self::junction(flat, false, Self::Or)
    }

    /// The opposite.
    pub fn negated(self) -> Self {
        match self {
            Self::Constant(value) => Self::Constant(!value),
            Self::NonNegative(value) => Self::non_negative(-value - 1),
            Self::Not(inner) => *inner,
            other => Self::Not(Box::new(other)),
        }
    }

    /// The value, if it is known.
    pub fn as_constant(&self) -> Option<bool> {
        if let Self::Constant(value) = self { Some(*value) } else { None }
    }

    /// The conditions that hold together: the parts of a conjunction, or the condition itself.
    pub fn conjuncts(&self) -> &[Self] {
        if let Self::And(parts) = self { parts } else { std::slice::from_ref(self) }
    }

    /// Calls `visit` on all atoms of all expressions in it.
    pub fn for_each_atom(&self, visit: &mut dyn FnMut(&Atom)) {
        match self {
            Self::Constant(_) => {}
            Self::NonNegative(value) | Self::Zero(value) | Self::Multiple(value, _) => value.for_each_atom(visit),
            Self::And(parts) | Self::Or(parts) => parts.iter().for_each(|part| part.for_each_atom(visit)),
            Self::Not(inner) => inner.for_each_atom(visit),
        }
    }

    /// Whether the variable occurs anywhere in it.
    pub fn mentions(&self, var: VarId) -> bool {
        let mut found = false;
        self.for_each_atom(&mut |atom| found |= *atom == Atom::Var(var));
        found
    }

    /// Replaces variables and parameters; see [`IntExpr::replace`].
    pub fn replace(&self, value: &dyn Fn(&Atom) -> Option<IntExpr>) -> Self {
        let all = |parts: &[Self]| parts.iter().map(|part| part.replace(value)).collect();
        match self {
            Self::Constant(value) => Self::Constant(*value),
            Self::NonNegative(inner) => Self::non_negative(inner.replace(value)),
            Self::Zero(inner) => Self::eq(inner.replace(value), IntExpr::default()),
            Self::Multiple(inner, divisor) => Self::multiple(inner.replace(value), *divisor),
            Self::And(parts) => Self::and(all(parts)),
            Self::Or(parts) => Self::or(all(parts)),
            Self::Not(inner) => inner.replace(value).negated(),
        }
    }

    /// The value for given variables and parameters; `None` if a number does not fit.
    pub fn eval(&self, var: &dyn Fn(VarId) -> i128, param: &dyn Fn(ParamId) -> i128) -> Option<bool> {
        Some(match self {
            Self::Constant(value) => *value,
            Self::NonNegative(value) => value.eval(var, param)? >= 0,
            Self::Zero(value) => value.eval(var, param)? == 0,
            Self::Multiple(value, divisor) => value.eval(var, param)? % divisor == 0,
            Self::And(parts) => {
                for part in parts {
                    if !part.eval(var, param)? {
                        return Some(false);
                    }
                }
                true
            }
            Self::Or(parts) => {
                for part in parts {
                    if part.eval(var, param)? {
                        return Some(true);
                    }
                }
                false
            }
            Self::Not(inner) => !inner.eval(var, param)?,
        })
    }

    /// Joins parts; `neutral` is the value that changes nothing.
    fn junction(parts: impl Iterator<Item = Self>, neutral: bool, make: fn(Vec<Self>) -> Self) -> Self {
        let mut kept: Vec<Self> = vec![];
        for part in parts {
            match part {
                Self::Constant(value) if value == neutral => {}
                Self::Constant(value) => {
                    // Evaluation may stop here; what stands before does not matter as nothing has side effects.
                    return Self::Constant(value);
                }
                part if kept.contains(&part) => {}
                part => kept.push(part),
            }
        }
        match kept.len() {
            0 => Self::Constant(neutral),
            1 => kept.remove(0),
            _ => make(kept),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn var(index: usize) -> IntExpr {
        IntExpr::var(VarId::new(index))
    }

    #[test]
    fn constants_fold() {
        assert_eq!(Condition::le(var(0), var(0) + 1), Condition::Constant(true));
        assert_eq!(Condition::lt(var(0), var(0)), Condition::Constant(false));
        assert_eq!(Condition::multiple(var(0) * 4, 2), Condition::Constant(true));
        assert_eq!(
            Condition::and(vec![Condition::Constant(true), Condition::Constant(false)]),
            Condition::Constant(false)
        );
    }

    #[test]
    fn negation_of_a_comparison_is_a_comparison() {
        assert_eq!(Condition::le(var(0), var(1)).negated(), Condition::lt(var(1), var(0)));
    }

    #[test]
    fn both_ways_of_writing_an_equality_are_one() {
        assert_eq!(Condition::eq(var(0), var(1)), Condition::eq(var(1), var(0)));
    }

    #[test]
    fn conjunctions_flatten_and_drop_repetitions() {
        let a = Condition::non_negative(var(0));
        let b = Condition::non_negative(var(1));
        let nested = Condition::and(vec![a.clone(), Condition::and(vec![b.clone(), a.clone()])]);
        assert_eq!(nested.conjuncts(), [a, b]);
    }
}
