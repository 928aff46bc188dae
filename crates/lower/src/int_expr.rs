//! Integer expressions over loop iterators and parameters, kept as sums so that they stay tidy.

use std::ops::{Add, Mul, Neg, Sub};

use polymill_gdg::{Affine, ParamId};

use crate::{Condition, VarId};

/// A sum `constant + c1 * a1 + c2 * a2 + ...` over [`Atom`]s, with coefficients that are not zero and atoms in
/// ascending order, so that equal sums are equal values. Arithmetic is exact; a coefficient that does not fit 64 bits
/// is refused by [`Validated`](crate::Validated).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct IntExpr {
    terms: Vec<(Atom, i128)>,
    constant: i128,
}

/// What an [`IntExpr`] adds up.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Atom {
    /// A loop iterator or a named constant.
    Var(VarId),
    /// A parameter.
    Param(ParamId),
    /// `floor(numerator / divisor)`.
    Div(Box<Division>),
    /// `numerator - divisor * floor(numerator / divisor)`, from 0 to `divisor - 1`.
    Mod(Box<Division>),
    /// The smallest of at least two values.
    Min(Vec<IntExpr>),
    /// The largest of at least two values.
    Max(Vec<IntExpr>),
    /// `condition ? then : otherwise`.
    Select(Box<(Condition, IntExpr, IntExpr)>),
}

/// A division by a positive constant.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Division {
    /// What is divided.
    pub numerator: IntExpr,
    /// By what; at least 2.
    pub divisor: i128,
    /// Whether division that truncates towards zero gives the same: the numerator is never negative, or for a quotient
    /// it is a multiple of the divisor.
    pub truncating: bool,
}

impl IntExpr {
    /// The number `value`.
    pub fn constant(value: impl Into<i128>) -> Self {
        Self { terms: vec![], constant: value.into() }
    }

    /// One variable.
    pub fn var(var: VarId) -> Self {
        Self::atom(Atom::Var(var))
    }

    /// One parameter.
    pub fn param(param: ParamId) -> Self {
        Self::atom(Atom::Param(param))
    }

    /// One atom.
    pub fn atom(atom: Atom) -> Self {
        Self { terms: vec![(atom, 1)], constant: 0 }
    }

    /// `floor(numerator / divisor)` for a positive divisor; see [`Division::truncating`].
    pub fn div(numerator: Self, divisor: i128, truncating: bool) -> Self {
        match numerator.divided_by(divisor) {
            Some((quotient, _)) => quotient,
            None => Self::atom(Atom::Div(Box::new(Division { numerator, divisor, truncating }))),
        }
    }

    /// The remainder, from 0 to `divisor - 1`, for a positive divisor; see [`Division::truncating`].
    pub fn modulo(numerator: Self, divisor: i128, truncating: bool) -> Self {
        match numerator.divided_by(divisor) {
            Some((_, remainder)) => Self::constant(remainder),
            None => Self::atom(Atom::Mod(Box::new(Division { numerator, divisor, truncating }))),
        }
    }

    /// The smallest of `values`; 0 for none.
    pub fn min(values: Vec<Self>) -> Self {
        Self::extremum(
            values,
            Atom::Min,
            |atom| if let Atom::Min(inner) = atom { Some(inner) } else { None },
            |a, b| a < b,
        )
    }

    /// The largest of `values`; 0 for none.
    pub fn max(values: Vec<Self>) -> Self {
        Self::extremum(
            values,
            Atom::Max,
            |atom| if let Atom::Max(inner) = atom { Some(inner) } else { None },
            |a, b| a > b,
        )
    }

    /// `condition ? then : otherwise`.
    pub fn select(condition: Condition, then: Self, otherwise: Self) -> Self {
        match condition {
            Condition::Constant(true) => then,
            Condition::Constant(false) => otherwise,
            _ if then == otherwise => then,
            condition => Self::atom(Atom::Select(Box::new((condition, then, otherwise)))),
        }
    }

    /// The atoms with their coefficients, in ascending order.
    pub fn terms(&self) -> &[(Atom, i128)] {
        &self.terms
    }

    /// The constant part.
    pub fn constant_part(&self) -> i128 {
        self.constant
    }

    /// The value, if it is a number.
    pub fn as_constant(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The atom, if it is a single one.
    pub fn as_atom(&self) -> Option<&Atom> {
        match self.terms.as_slice() {
            [(atom, 1)] if self.constant == 0 => Some(atom),
            _ => None,
        }
    }

    /// The variable, if it is a single one.
    pub fn as_var(&self) -> Option<VarId> {
        match self.as_atom() {
            Some(Atom::Var(var)) => Some(*var),
            _ => None,
        }
    }

    /// The coefficient of a variable in the sum; other atoms may mention the variable as well.
    pub fn coefficient(&self, var: VarId) -> i128 {
        self.terms.iter().find(|(atom, _)| *atom == Atom::Var(var)).map_or(0, |(_, coefficient)| *coefficient)
    }

    /// Calls `visit` on all atoms, those inside of atoms included.
    pub fn for_each_atom(&self, visit: &mut dyn FnMut(&Atom)) {
        for (atom, _) in &self.terms {
            visit(atom);
            match atom {
                Atom::Var(_) | Atom::Param(_) => {}
                Atom::Div(division) | Atom::Mod(division) => division.numerator.for_each_atom(visit),
                Atom::Min(values) | Atom::Max(values) => values.iter().for_each(|value| value.for_each_atom(visit)),
                Atom::Select(parts) => {
                    parts.0.for_each_atom(visit);
                    parts.1.for_each_atom(visit);
                    parts.2.for_each_atom(visit);
                }
            }
        }
    }

    /// Whether the variable occurs anywhere in it.
    pub fn mentions(&self, var: VarId) -> bool {
        let mut found = false;
        self.for_each_atom(&mut |atom| found |= *atom == Atom::Var(var));
        found
    }

    /// Replaces each variable by what `value` says; `None` keeps it.
    pub fn substitute(&self, value: &dyn Fn(VarId) -> Option<IntExpr>) -> Self {
        self.replace(&|atom| if let Atom::Var(var) = atom { value(*var) } else { None })
    }

    /// Replaces each variable and each parameter by what `value` says; `None` keeps it.
    pub fn replace(&self, value: &dyn Fn(&Atom) -> Option<IntExpr>) -> Self {
        let division = |division: &Division| (division.numerator.replace(value), division.divisor, division.truncating);
        let mut sum = Self::constant(self.constant);
        for (atom, coefficient) in &self.terms {
            let term = match atom {
                Atom::Var(_) | Atom::Param(_) => value(atom).unwrap_or_else(|| Self::atom(atom.clone())),
                Atom::Div(inner) => {
                    let (numerator, divisor, truncating) = division(inner);
                    Self::div(numerator, divisor, truncating)
                }
                Atom::Mod(inner) => {
                    let (numerator, divisor, truncating) = division(inner);
                    Self::modulo(numerator, divisor, truncating)
                }
                Atom::Min(values) => Self::min(values.iter().map(|each| each.replace(value)).collect()),
                Atom::Max(values) => Self::max(values.iter().map(|each| each.replace(value)).collect()),
                Atom::Select(parts) => {
                    let (condition, then, otherwise) = &**parts;
                    Self::select(condition.replace(value), then.replace(value), otherwise.replace(value))
                }
            };
            sum = sum + term * *coefficient;
        }
        sum
    }

    /// Replaces the atoms that it adds up by what `value` says; `None` keeps them, and what is inside of them.
    pub(crate) fn replace_terms(&self, value: &dyn Fn(&Atom) -> Option<IntExpr>) -> Self {
        let term = |(atom, factor): &(Atom, i128)| value(atom).unwrap_or_else(|| Self::atom(atom.clone())) * *factor;
        self.terms.iter().map(term).fold(Self::constant(self.constant), |sum, term| sum + term)
    }

    /// The sum with `x` in place of `x % 24`: both leave the same when they are divided by a number that divides 24, as `divides` says.
    pub(crate) fn with_numerators(&self, divides: &dyn Fn(i128) -> bool) -> Self {
        self.replace_terms(&|atom| match atom {
            Atom::Mod(division) if divides(division.divisor) => Some(division.numerator.clone()),
            _ => None,
        })
    }

    /// The value for given variables and parameters; `None` if it does not fit.
    pub fn eval(&self, var: &dyn Fn(VarId) -> i128, param: &dyn Fn(ParamId) -> i128) -> Option<i128> {
        let mut sum = self.constant;
        for (atom, coefficient) in &self.terms {
            let value = match atom {
                Atom::Var(id) => var(*id),
                Atom::Param(id) => param(*id),
                Atom::Div(inner) => inner.numerator.eval(var, param)?.div_euclid(inner.divisor),
                Atom::Mod(inner) => inner.numerator.eval(var, param)?.rem_euclid(inner.divisor),
                Atom::Min(values) => {
                    values.iter().map(|each| each.eval(var, param)).collect::<Option<Vec<_>>>()?.into_iter().min()?
                }
                Atom::Max(values) => {
                    values.iter().map(|each| each.eval(var, param)).collect::<Option<Vec<_>>>()?.into_iter().max()?
                }
                Atom::Select(parts) => {
                    let side = if parts.0.eval(var, param)? { &parts.1 } else { &parts.2 };
                    side.eval(var, param)?
                }
            };
            sum = sum.checked_add(value.checked_mul(*coefficient)?)?;
        }
        Some(sum)
    }

    /// The same value with what is added to a minimum or maximum moved inside: `min(a, b) + c` as `min(a + c, b + c)`.
    pub fn distributed(self) -> Self {
        let is_extremum =
            |(atom, coefficient): &&(Atom, i128)| matches!(atom, Atom::Min(_) | Atom::Max(_)) && coefficient.abs() == 1;
        let mut found = self.terms.iter().filter(is_extremum);
        let (Some((atom, sign)), None) = (found.next().cloned(), found.next()) else { return self };
        let rest = self - Self::atom(atom.clone()) * sign;
        let add =
            |parts: &[Self]| parts.iter().map(|part| (part.clone() * sign + rest.clone()).distributed()).collect();
        match (&atom, sign > 0) {
            (Atom::Min(parts), true) | (Atom::Max(parts), false) => Self::min(add(parts)),
            (Atom::Max(parts), true) | (Atom::Min(parts), false) => Self::max(add(parts)),
            _ => rest + Self::atom(atom) * sign,
        }
    }

    /// Quotient and remainder, if the divisor divides every coefficient, so that only the constant is rounded.
    fn divided_by(&self, divisor: i128) -> Option<(Self, i128)> {
        if !self.terms.iter().all(|(_, coefficient)| coefficient % divisor == 0) {
            return None;
        }
        let terms = self.terms.iter().map(|(atom, coefficient)| (atom.clone(), coefficient / divisor)).collect();
        let quotient = Self { terms, constant: self.constant.div_euclid(divisor) };
        Some((quotient, self.constant.rem_euclid(divisor)))
    }

    fn extremum(
        values: Vec<Self>,
        make: fn(Vec<Self>) -> Atom,
        nested: fn(&Atom) -> Option<&Vec<Self>>,
        better: fn(i128, i128) -> bool,
    ) -> Self {
        let mut kept: Vec<Self> = vec![];
        let flat = values.into_iter().flat_map(|value| match value.as_atom().and_then(nested) {
            Some(inner) => inner.clone(),
            None => vec![value],
        });
        for value in flat {
            match kept.iter_mut().find(|each| each.terms == value.terms) {
                Some(same) if better(value.constant, same.constant) => same.constant = value.constant,
                Some(_) => {}
                None => kept.push(value),
            }
        }
        match kept.len() {
            0 => Self::default(),
            1 => kept.remove(0),
            _ => {
                // Numbers and parameters first: `min(n, i + 32)`.
                let has_var = |value: &Self| value.terms.iter().any(|(atom, _)| !matches!(atom, Atom::Param(_)));
                kept.sort_by(|a, b| (has_var(a), a).cmp(&(has_var(b), b)));
                Self::atom(make(kept))
            }
        }
    }
}

impl Add for IntExpr {
    type Output = IntExpr;

    fn add(self, other: IntExpr) -> IntExpr {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let mut right = other.terms.into_iter().peekable();
        for (atom, coefficient) in self.terms {
            while let Some(smaller) = right.next_if(|(each, _)| *each < atom) {
                terms.push(smaller);
            }
            let sum = match right.next_if(|(each, _)| *each == atom) {
                Some((_, second)) => coefficient.saturating_add(second),
                None => coefficient,
            };
            if sum != 0 {
                terms.push((atom, sum));
            }
        }
        terms.extend(right);
        IntExpr { terms, constant: self.constant.saturating_add(other.constant) }
    }
}

impl Mul<i128> for IntExpr {
    type Output = IntExpr;

    fn mul(mut self, factor: i128) -> IntExpr {
        if factor == 0 {
            return IntExpr::default();
        }
        for (_, coefficient) in &mut self.terms {
            *coefficient = coefficient.saturating_mul(factor);
        }
        self.constant = self.constant.saturating_mul(factor);
        self
    }
}

impl Neg for IntExpr {
    type Output = IntExpr;

    fn neg(self) -> IntExpr {
        self * -1
    }
}

impl From<&Affine> for IntExpr {
    fn from(function: &Affine) -> Self {
        let term = |(factor, param): &(i64, ParamId)| Self::param(*param) * i128::from(*factor);
        function.terms.iter().map(term).fold(Self::constant(function.constant), |sum, term| sum + term)
    }
}

impl Sub for IntExpr {
    type Output = IntExpr;

    fn sub(self, other: IntExpr) -> IntExpr {
        self + -other
    }
}

impl Add<i128> for IntExpr {
    type Output = IntExpr;

    fn add(mut self, value: i128) -> IntExpr {
        self.constant = self.constant.saturating_add(value);
        self
    }
}

impl Sub<i128> for IntExpr {
    type Output = IntExpr;

    fn sub(mut self, value: i128) -> IntExpr {
        self.constant = self.constant.saturating_sub(value);
        self
    }
}

/// The largest number that divides both.
pub(crate) fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn var(index: usize) -> IntExpr {
        IntExpr::var(VarId::new(index))
    }

    #[test]
    fn sums_are_normalized() {
        assert_eq!(var(0) + var(1) - var(0), var(1));
        assert_eq!(var(1) + var(0), var(0) + var(1));
        assert_eq!((var(0) + 3) * 2 - 6, var(0) * 2);
        assert_eq!(var(0) - var(0), IntExpr::constant(0));
    }

    #[test]
    fn quotients_and_remainders_fold() {
        assert_eq!(IntExpr::div(var(0) * 32 + 64, 32, false), var(0) + 2);
        assert_eq!(IntExpr::div(IntExpr::constant(-1), 32, false), IntExpr::constant(-1));
        assert_eq!(IntExpr::modulo(IntExpr::constant(-1), 32, false), IntExpr::constant(31));
        assert_eq!(IntExpr::div(var(0) * 32 - 5, 32, false), var(0) - 1);
        assert!(matches!(IntExpr::div(var(0) * 16, 32, false).as_atom(), Some(Atom::Div(_))));
    }

    #[test]
    fn minima_fold_and_flatten() {
        let inner = IntExpr::min(vec![var(0), var(1) + 4]);
        let all = IntExpr::min(vec![inner, var(1) + 2, var(0)]);
        assert_eq!(all, IntExpr::min(vec![var(0), var(1) + 2]));
        assert_eq!(IntExpr::max(vec![IntExpr::constant(0), IntExpr::constant(3)]), IntExpr::constant(3));
    }

    #[test]
    fn values_are_computed_with_floor_division() {
        let value = IntExpr::div(var(0) - 1, 4, false) * 2 + IntExpr::modulo(var(0) - 1, 4, false);
        assert_eq!(value.eval(&|_| 0, &|_| 0), Some(-2 + 3));
    }

    #[test]
    fn substitution_renormalizes() {
        let sum = var(0) + var(1);
        assert_eq!(sum.substitute(&|id| (id == VarId::new(1)).then(|| -var(0) + 1)), IntExpr::constant(1));
    }
}
