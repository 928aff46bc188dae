//! Quasi-affine functions as expressions.

use polymill_isl as isl;

use crate::{BinaryOp, Expr, ExprKind, Gdg, ScalarType, Statement};

/// A quasi-affine function of a statement's iterators and of parameters, as expressions of type `i64`.
#[derive(Clone, Debug)]
pub struct QuasiAffine {
    /// What it is without quotients.
    pub linear: Expr,
    /// `(factor, numerator, divisor)`, for `factor * floor(numerator / divisor)`; numerators are not negative.
    pub quotients: Vec<(i64, isl::Aff, i64)>,
}

impl QuasiAffine {
    /// `None` if a factor is no integer, or a numerator may be negative or has quotients in it.
    ///
    /// # Errors
    /// isl's.
    pub fn of(gdg: &Gdg, statement: &Statement, function: &isl::Aff) -> isl::Result<Option<Self>> {
        let ty = ScalarType::I64;
        let space = function.get_domain_space()?;
        let mut terms = vec![];
        for position in 0..statement.depth() {
            let factor = function.get_coefficient_val(isl::Dim::In, position)?;
            terms.push((factor, Expr { ty, kind: ExprKind::Iterator(position) }));
        }
        for position in 0..space.dim(isl::Dim::Param)? {
            let name = space.get_dim_name(isl::Dim::Param, position)?.unwrap_or_default();
            let factor = function.get_coefficient_val(isl::Dim::Param, position)?;
            if let Some(param) = gdg.param_named(&name) {
                terms.push((factor, Expr { ty, kind: ExprKind::Param(param) }));
            } else if !factor.is_zero()? {
                return Ok(None);
            }
        }
        let constant = function.get_constant_val()?;
        if !constant.is_int()? {
            return Ok(None);
        }
        let mut linear: Option<Expr> = None;
        for (factor, value) in terms {
            if factor.is_zero()? {
                continue;
            }
            if !factor.is_int()? {
                return Ok(None);
            }
            let value = match factor.to_i64()? {
                1 => value,
                factor => Expr::binary(ty, BinaryOp::Mul, Expr::int(ty, i128::from(factor)), value),
            };
            linear = Some(match linear {
                None => value,
                Some(sum) => Expr::binary(ty, BinaryOp::Add, sum, value),
            });
        }
        let constant = constant.to_i64()?;
        let linear = match linear {
            None => Expr::int(ty, i128::from(constant)),
            Some(linear) => plus(linear, constant),
        };
        let mut quotients = vec![];
        let domain = statement.domain.intersect_params(&gdg.context)?;
        for position in 0..function.dim(isl::Dim::Div)? {
            let factor = function.get_coefficient_val(isl::Dim::Div, position)?;
            if factor.is_zero()? {
                continue;
            }
            let quotient = function.get_div(position)?;
            let divisor = quotient.get_denominator_val()?;
            let numerator = quotient.scale_val(&divisor)?;
            let is_plain = is_without_quotients(&numerator)?;
            let is_positive = domain.is_disjoint(&numerator.neg_basic_set()?.to_set()?)?;
            if !factor.is_int()? || !is_plain || !is_positive {
                return Ok(None);
            }
            quotients.push((factor.to_i64()?, numerator, divisor.to_i64()?));
        }
        Ok(Some(Self { linear, quotients }))
    }

    /// The function as one expression; `None` if a quotient cannot be written down.
    ///
    /// # Errors
    /// isl's.
    pub fn to_expr(&self, gdg: &Gdg, statement: &Statement) -> isl::Result<Option<Expr>> {
        let ty = ScalarType::I64;
        let mut sum = self.linear.clone();
        for (factor, numerator, divisor) in &self.quotients {
            let Some(Self { linear, .. }) = Self::of(gdg, statement, numerator)? else { return Ok(None) };
            let divisor_value = Expr::int(ty, i128::from(*divisor));
            // `i - 3 (i / 3)` is `i % 3`.
            if *factor == -*divisor && sum == linear {
                sum = Expr::binary(ty, BinaryOp::Rem, linear, divisor_value);
                continue;
            }
            let quotient = Expr::binary(ty, BinaryOp::Div, linear, divisor_value);
            let scaled = Expr::binary(ty, BinaryOp::Mul, Expr::int(ty, i128::from(*factor)), quotient);
            sum = Expr::binary(ty, BinaryOp::Add, sum, scaled);
        }
        Ok(Some(sum))
    }
}

/// `value + constant`
pub fn plus(value: Expr, constant: i64) -> Expr {
    let ty = value.ty;
    if constant == 0 { value } else { Expr::binary(ty, BinaryOp::Add, value, Expr::int(ty, i128::from(constant))) }
}

/// Whether no integer division counts in it.
fn is_without_quotients(function: &isl::Aff) -> isl::Result<bool> {
    for position in 0..function.dim(isl::Dim::Div)? {
        if !function.get_coefficient_val(isl::Dim::Div, position)?.is_zero()? {
            return Ok(false);
        }
    }
    Ok(true)
}
