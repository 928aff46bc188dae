//! Affine values and conditions, and what has to be assumed for them.

use polymill_gdg::{BinaryOp, Expr, ExprKind, Instances, Iterator, ScalarType, UnaryOp};
use polymill_isl as isl;

use super::builder::Builder;
use crate::Result;

/// An integer type in which nothing wraps.
const WIDE: ScalarType = ScalarType::Int { bits: 128, signed: true };

/// The same expression computed without a limit on values: arithmetic does not wrap, conversions change nothing.
pub(super) fn ideal(expr: &Expr) -> Expr {
    let mut expr = expr.clone();
    expr.for_each_mut(&mut |e| {
        if e.ty.is_integer() {
            e.ty = WIDE;
        }
    });
    expr
}

impl Builder<'_> {
    /// The value of an expression at the points of a domain. Where it may wrap, it is assumed that it does not, if there
    /// are parameters for which that holds.
    pub fn affine(&mut self, expr: &Expr, domain: &isl::Set, iterators: &[Iterator]) -> Result<Option<isl::PwAff>> {
        let valid = self.valid(domain)?;
        let instances = Instances { domain: &valid, iterators, params: &self.params.params };
        if let Some(value) = instances.affine(expr)? {
            return Ok(Some(value));
        }
        let Some(value) = instances.affine(&ideal(expr))? else { return Ok(None) };
        let wraps = wraps(&instances, expr)?;
        Ok(self.assume_none(&wraps, domain)?.then_some(value))
    }

    /// The points at which a condition holds; as [`Builder::affine`].
    pub fn condition(&mut self, expr: &Expr, domain: &isl::Set, iterators: &[Iterator]) -> Result<Option<isl::Set>> {
        let valid = self.valid(domain)?;
        let instances = Instances { domain: &valid, iterators, params: &self.params.params };
        if let Some(set) = instances.condition(expr)? {
            return Ok(Some(set));
        }
        let Some(set) = instances.condition(&ideal(expr))? else { return Ok(None) };
        let wraps = wraps(&instances, expr)?;
        Ok(self.assume_none(&wraps, domain)?.then_some(set))
    }

    /// The points at which a condition would hold if nothing wrapped.
    pub fn ideal_condition(&self, expr: &Expr, domain: &isl::Set, iterators: &[Iterator]) -> Result<Option<isl::Set>> {
        let valid = self.valid(domain)?;
        let instances = Instances { domain: &valid, iterators, params: &self.params.params };
        Ok(instances.condition(&ideal(expr))?)
    }

    /// The points of a domain at which something in an expression wraps.
    pub fn wraps(&self, expr: &Expr, domain: &isl::Set, iterators: &[Iterator]) -> Result<isl::Set> {
        let valid = self.valid(domain)?;
        wraps(&Instances { domain: &valid, iterators, params: &self.params.params }, expr)
    }

    /// Assumes that there are no points in `bad`, which is part of `domain`. False, and nothing is done, if no
    /// parameters are left for which there are points in the domain at all.
    pub fn assume_none(&mut self, bad: &isl::Set, domain: &isl::Set) -> Result<bool> {
        let bad = self.valid(bad)?.params()?;
        if self.within_64_bits(&bad)?.is_empty()? {
            return Ok(true);
        }
        // Beyond 64 bits there is nothing to be good or bad.
        let all = self.within_64_bits(&isl::Set::universe(&bad.get_space()?)?)?;
        let good = bad.complement()?.gist(&all)?;
        let run = self.valid(domain)?.params()?;
        if run.intersect(&good)?.is_empty()? {
            return Ok(false);
        }
        // Where nothing is run, it does not matter what is assumed.
        let good = good.gist(&run)?.coalesce()?;
        if self.asks_for_a_bound(&good)? {
            return Ok(false);
        }
        self.assumptions = self.assumptions.intersect(&good)?.coalesce()?;
        Ok(true)
    }

    /// Whether a set says something of a static bound: the source has no variable for it that could be tested.
    fn asks_for_a_bound(&self, set: &isl::Set) -> isl::Result<bool> {
        for param in self.params.params.iter().filter(|param| param.definition().is_some()) {
            if let Some(position) = set.find_dim_by_name(isl::Dim::Param, &param.name)?
                && set.involves_dims(isl::Dim::Param, position, 1)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The points of a domain that there may be: what wraps only at others does not wrap.
    pub fn possible(&self, domain: &isl::Set) -> Result<isl::Set> {
        Ok(self.within_64_bits(&self.valid(domain)?)?)
    }

    /// The parameter values of a set that 64-bit parameters can have. The context leaves these limits out, as they are in
    /// the way wherever they do not matter.
    pub(super) fn within_64_bits(&self, set: &isl::Set) -> isl::Result<isl::Set> {
        let mut set = set.clone();
        for param in self.params.params.iter().filter(|param| param.ty.size() == 8) {
            if let (Some((low, high)), Some(position)) =
                (param.ty.range(), set.find_dim_by_name(isl::Dim::Param, &param.name)?)
            {
                let val = |limit: i128| isl::Val::read(self.ctx, &limit.to_string());
                set = set.lower_bound_val(isl::Dim::Param, position, &val(low)?)?;
                set = set.upper_bound_val(isl::Dim::Param, position, &val(high)?)?;
            }
        }
        Ok(set)
    }

    /// Notes that there are no points in `bad`, for which the program has no meaning. False, and nothing is done, if no
    /// parameters are left.
    pub fn know_none(&mut self, bad: &isl::Set) -> Result<bool> {
        let bad = self.valid(bad)?.params()?;
        if bad.is_empty()? {
            return Ok(true);
        }
        let good = bad.complement()?;
        let known = self.context.intersect(&self.assumptions)?;
        if known.intersect(&good)?.is_empty()? {
            return Ok(false);
        }
        self.context = self.context.intersect(&good.gist(&self.context)?)?.coalesce()?;
        Ok(true)
    }
}

/// The points at which arithmetic without sign or a conversion in an affine expression does not give the value that it
/// would have without a limit.
fn wraps(instances: &Instances, expr: &Expr) -> Result<isl::Set> {
    let mut result = isl::Set::empty(&instances.domain.get_space()?)?;
    for operand in expr.operands() {
        result = result.union(&wraps(instances, operand)?)?;
    }
    let may_wrap = match &expr.kind {
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl, ..)
        | ExprKind::Unary(UnaryOp::Neg, _) => !matches!(expr.ty, ScalarType::Int { signed: true, .. }),
        ExprKind::Cast(operand) => operand.ty.is_integer(),
        _ => false,
    };
    let Some((low, high)) = expr.ty.range().filter(|_| may_wrap) else { return Ok(result) };
    let Some(value) = instances.affine(&ideal(expr))? else { return Ok(result) };
    let bound = |limit: i128| -> isl::Result<isl::PwAff> {
        let universe = isl::Set::universe(&instances.domain.get_space()?)?;
        isl::PwAff::val_on_domain(&universe, &isl::Val::read(universe.ctx(), &limit.to_string())?)
    };
    let outside = value.lt_set(&bound(low)?)?.union(&value.gt_set(&bound(high)?)?)?;
    Ok(result.union(&outside.intersect(instances.domain)?)?)
}
