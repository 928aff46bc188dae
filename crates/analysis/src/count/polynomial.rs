//! Polynomials in the dimensions of a set, whose coefficients are quasi-polynomials in the parameters.

use std::collections::BTreeMap;

use polymill_isl as isl;
use polymill_isl::Dim;

/// A polynomial: for each product of powers of the dimensions, its coefficient.
#[derive(Clone)]
pub(super) struct Polynomial {
    terms: BTreeMap<Vec<u32>, isl::QPolynomial>,
    n_dims: usize,
}

impl Polynomial {
    /// A quasi-polynomial in the parameters.
    pub fn constant(value: isl::QPolynomial, n_dims: usize) -> Self {
        Self { terms: BTreeMap::from([(vec![0; n_dims], value)]), n_dims }
    }

    /// A function of the dimensions; `None` if it has integer divisions of those.
    pub fn of(function: &isl::Aff) -> isl::Result<Option<Self>> {
        let n_dims = function.dim(Dim::In)?;
        for position in 0..function.dim(Dim::Div)? {
            let is_used = !function.get_coefficient_val(Dim::Div, position)?.is_zero()?;
            if is_used && function.get_div(position)?.involves_dims(Dim::In, 0, n_dims)? {
                return Ok(None);
            }
        }
        let mut rest = function.clone();
        let mut factors = vec![];
        for position in 0..n_dims {
            factors.push(function.get_coefficient_val(Dim::In, position)?);
            rest = rest.set_coefficient_si(Dim::In, position, 0)?;
        }
        let rest = rest.project_domain_on_params()?;
        let space = rest.get_domain_space()?;
        let mut sum = Self::constant(isl::QPolynomial::from_aff(&rest)?, n_dims);
        for (position, factor) in factors.iter().enumerate() {
            if !factor.is_zero()? {
                let mut powers = vec![0; n_dims];
                powers[position] = 1;
                sum.terms.insert(powers, isl::QPolynomial::val_on_domain(&space, factor)?);
            }
        }
        Ok(Some(sum))
    }

    /// Its value, if no dimensions are left.
    pub fn into_constant(mut self) -> Option<isl::QPolynomial> {
        self.terms.remove([].as_slice())
    }

    fn add(&mut self, powers: Vec<u32>, value: &isl::QPolynomial) -> isl::Result<()> {
        let sum = match self.terms.get(&powers) {
            Some(own) => own.add(value)?,
            None => value.clone(),
        };
        self.terms.insert(powers, sum);
        Ok(())
    }

    fn times(&self, other: &Self) -> isl::Result<Self> {
        let mut product = Self { terms: BTreeMap::new(), n_dims: self.n_dims };
        for (own, value) in &self.terms {
            for (powers, factor) in &other.terms {
                let powers = own.iter().zip(powers).map(|(own, other)| own + other).collect();
                product.add(powers, &value.mul(factor)?)?;
            }
        }
        Ok(product)
    }

    /// The sum over the values of one dimension from `first` to `last`, which are polynomials in the others.
    ///
    /// The sum of `v^d` for `v < x` is a polynomial in `x` (Faulhaber's formula), and that holds for negative `x`, too.
    pub fn sum_over(&self, dimension: usize, first: &Self, last: &Self) -> isl::Result<Self> {
        let degree = self.terms.keys().map(|powers| powers[dimension]).max().unwrap_or(0);
        let mut end = last.clone();
        if let Some(value) = last.terms.values().next() {
            let one = isl::QPolynomial::one_on_domain(&value.get_domain_space()?)?;
            end.add(vec![0; last.n_dims], &one)?;
        }
        let (first, end) = (first.powers(degree + 1)?, end.powers(degree + 1)?);
        let mut sum = Self { terms: BTreeMap::new(), n_dims: self.n_dims - 1 };
        for (powers, value) in &self.terms {
            let mut rest = powers.clone();
            let power = rest.remove(dimension) as usize;
            for (exponent, (numerator, denominator)) in sum_of_powers(power).into_iter().enumerate() {
                if numerator == 0 {
                    continue;
                }
                let factor = isl::Val::int_from_si(value.ctx(), numerator)?;
                let factor = factor.div(&isl::Val::int_from_si(value.ctx(), denominator)?)?;
                let scaled = value.scale_val(&factor)?;
                for (bound, is_end) in [(&end[exponent], true), (&first[exponent], false)] {
                    for (own, factor) in &bound.terms {
                        let product = scaled.mul(factor)?;
                        let powers = own.iter().zip(&rest).map(|(own, other)| own + other).collect();
                        sum.add(powers, &if is_end { product } else { product.neg()? })?;
                    }
                }
            }
        }
        Ok(sum)
    }

    /// Its powers from 0 up to this one.
    fn powers(&self, largest: u32) -> isl::Result<Vec<Self>> {
        let Some(value) = self.terms.values().next() else { return Ok(vec![]) };
        let one = isl::QPolynomial::one_on_domain(&value.get_domain_space()?)?;
        let mut powers = vec![Self::constant(one, self.n_dims)];
        for power in 0..largest as usize {
            powers.push(powers[power].times(self)?);
        }
        Ok(powers)
    }
}

/// The coefficients of the polynomial in `x` that is the sum of `v^power` for `0 <= v < x`, as fractions.
///
/// From `x^(d+1) = sum of C(d+1, j) * S_j(x) for j <= d`, the telescoped sum of `(v+1)^(d+1) - v^(d+1)`.
fn sum_of_powers(power: usize) -> Vec<(i64, i64)> {
    let mut known: Vec<Vec<(i64, i64)>> = vec![];
    for d in 0..=power {
        let mut own = vec![(0, 1); d + 2];
        own[d + 1] = (1, 1);
        let mut binomial = 1;
        for (j, earlier) in known.iter().enumerate() {
            for (position, value) in earlier.iter().enumerate() {
                own[position] = minus(own[position], (value.0 * binomial, value.1));
            }
            binomial = binomial * (d as i64 + 1 - j as i64) / (j as i64 + 1);
        }
        known.push(
            own.into_iter().map(|(numerator, denominator)| reduced(numerator, denominator * (d as i64 + 1))).collect(),
        );
    }
    known.pop().unwrap_or_default()
}

fn minus((a, b): (i64, i64), (c, d): (i64, i64)) -> (i64, i64) {
    reduced(a * d - c * b, b * d)
}

fn reduced(numerator: i64, denominator: i64) -> (i64, i64) {
    let (mut a, mut b) = (numerator.abs(), denominator);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    let divisor = a.max(1);
    (numerator / divisor, denominator / divisor)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn sums_of_powers() {
        assert_eq!(sum_of_powers(0), [(0, 1), (1, 1)]);
        assert_eq!(sum_of_powers(1), [(0, 1), (-1, 2), (1, 2)]);
        assert_eq!(sum_of_powers(3), [(0, 1), (0, 1), (1, 4), (-1, 2), (1, 4)]);
        for power in 0..9_usize {
            for end in 0..12_i64 {
                let expected: i64 = (0..end).map(|v| if power == 0 { 1 } else { v.pow(power as u32) }).sum();
                let terms = sum_of_powers(power).into_iter().enumerate();
                let found: f64 = terms.map(|(k, (a, b))| a as f64 / b as f64 * (end as f64).powi(k as i32)).sum();
                assert!((found - expected as f64).abs() < 1e-3 * (1.0 + expected as f64), "{power} {end}");
            }
        }
    }
}
