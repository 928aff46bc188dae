//! Remainders of what goes past an end at most once, as in grids whose borders meet: `(j + 1) % n` is `j + 1 - n` at the end of a row, and
//! `j + 1` elsewhere. Divisions by what is not constant are not affine; this is.

use polymill_gdg::{BinaryOp, Expr, ExprKind, Instances, ScalarType};

use super::affine::ideal;
use super::convert::select;
use super::division::difference;
use super::loops::is_signed;
use super::work::Work;
use crate::Result;

impl Work<'_, '_> {
    /// `left % right`, both of one type, as a choice, where `left` is not negative and less than `2 * right` in all instances.
    pub(super) fn remainder(&mut self, left: &Expr, right: &Expr) -> Result<Option<Expr>> {
        let (domain, iterators) = (self.builder.valid(&self.here)?, self.scope.iterators());
        let instances = Instances { domain: &domain, iterators: &iterators, params: &self.builder.params.params };
        let (Some(value), Some(end)) = (instances.affine(&ideal(left))?, instances.affine(right)?) else {
            return Ok(None);
        };
        let past = value.sub(&end)?;
        let is_in_reach = value.nonneg_set()?.intersect(&past.lt_set(&end)?)?;
        if !domain.is_subset(&is_in_reach)? || self.builder.affine(left, &self.here, &iterators)?.is_none() {
            return Ok(None);
        }
        if past.nonneg_set()?.is_disjoint(&domain)? {
            return Ok(Some(left.clone()));
        }
        let Some((rest, n_terms)) = difference(left, right) else { return Ok(None) };
        // Where what is divided by was added before, as in `(j - 1 + n) % n`, less is left to compare.
        let was_added = n_terms < 2 && !matches!(right.kind, ExprKind::Int(_));
        let compared = match is_signed(left.ty) && was_added {
            true => (rest.clone(), Expr::int(left.ty, 0)),
            false => (left.clone(), right.clone()),
        };
        let goes_past = Expr::binary(ScalarType::I32, BinaryOp::Ge, compared.0, compared.1);
        Ok(Some(select(goes_past, rest, left.clone())))
    }
}
