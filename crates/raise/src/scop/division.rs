//! Divisions of which it is known what is left over.

use polymill_gdg::{BinaryOp, Expr, ExprKind, ScalarType, UnaryOp};

use super::convert::convert;
use super::loops::is_signed;

/// A quotient or a remainder without a division: where all terms of a sum are multiples of the divisor, as in
/// `(4 * i + 8) / 4`, or all but a constant, and nothing is negative, as in `(2 * i + 1) / 2`. `counts` says which iterators count
/// from zero. `None` if it is neither.
pub(super) fn divided(op: BinaryOp, left: &Expr, right: &Expr, counts: &dyn Fn(usize) -> bool) -> Option<Expr> {
    let ExprKind::Int(divisor @ 2..) = right.kind else { return None };
    if !matches!(op, BinaryOp::Div | BinaryOp::Rem) || !is_signed(left.ty) {
        return None;
    }
    let sum = Sum::of(left)?;
    let counts = |leaf: &Expr| matches!(leaf.kind, ExprKind::Iterator(position) if counts(position));
    let is_positive = || sum.constant >= 0 && sum.terms.iter().all(|(leaf, factor)| *factor > 0 && counts(leaf));
    let is_exact = sum.constant % divisor == 0;
    if sum.terms.is_empty() || sum.terms.iter().any(|(_, factor)| factor % divisor != 0) || !is_exact && !is_positive()
    {
        return None;
    }
    Some(match op {
        BinaryOp::Rem => Expr::int(left.ty, sum.constant % divisor),
        _ => sum.divided_by(divisor).to_expr(left.ty),
    })
}

/// What is left of `left - right` if values that are in both are taken out, with how many terms that has; `None` if numbers get too large.
pub(super) fn difference(left: &Expr, right: &Expr) -> Option<(Expr, usize)> {
    let mut sum = Sum::of(left)?;
    sum.add(right, -1)?;
    let mut terms: Vec<(&Expr, i128)> = vec![];
    for (leaf, factor) in std::mem::take(&mut sum.terms) {
        match terms.iter_mut().find(|(known, _)| *known == leaf) {
            Some((_, all)) => *all = all.checked_add(factor)?,
            None => terms.push((leaf, factor)),
        }
    }
    terms.retain(|(_, factor)| *factor != 0);
    sum.terms = terms;
    Some((sum.to_expr(left.ty), sum.terms.len()))
}

/// A sum of values with factors, and a constant.
struct Sum<'a> {
    terms: Vec<(&'a Expr, i128)>,
    constant: i128,
}

impl<'a> Sum<'a> {
    /// `None` if numbers get too large.
    fn of(expr: &'a Expr) -> Option<Self> {
        let mut sum = Self { terms: vec![], constant: 0 };
        sum.add(expr, 1)?;
        Some(sum)
    }

    fn add(&mut self, expr: &'a Expr, factor: i128) -> Option<()> {
        match &expr.kind {
            ExprKind::Int(value) => self.constant = self.constant.checked_add(factor.checked_mul(*value)?)?,
            ExprKind::Unary(UnaryOp::Neg, operand) => self.add(operand, factor.checked_neg()?)?,
            ExprKind::Cast(operand) if is_signed(operand.ty) && operand.ty.size() < expr.ty.size() => {
                self.add(operand, factor)?;
            }
            ExprKind::Binary(BinaryOp::Add, left, right) => {
                self.add(left, factor)?;
                self.add(right, factor)?;
            }
            ExprKind::Binary(BinaryOp::Sub, left, right) => {
                self.add(left, factor)?;
                self.add(right, factor.checked_neg()?)?;
            }
            ExprKind::Binary(BinaryOp::Mul, left, right) => match (&left.kind, &right.kind) {
                (ExprKind::Int(value), _) => self.add(right, factor.checked_mul(*value)?)?,
                (_, ExprKind::Int(value)) => self.add(left, factor.checked_mul(*value)?)?,
                _ => self.terms.push((expr, factor)),
            },
            _ => self.terms.push((expr, factor)),
        }
        Some(())
    }

    fn divided_by(&self, divisor: i128) -> Self {
        let terms = self.terms.iter().map(|(leaf, factor)| (*leaf, factor / divisor)).collect();
        Self { terms, constant: self.constant / divisor }
    }

    fn to_expr(&self, ty: ScalarType) -> Expr {
        let times = |leaf: &Expr, factor: i128| match factor {
            1 => convert(leaf.clone(), ty),
            _ => Expr::binary(ty, BinaryOp::Mul, Expr::int(ty, factor), convert(leaf.clone(), ty)),
        };
        let sum = |sum: Option<Expr>, value: Expr, is_negative: bool| {
            let op = if is_negative { BinaryOp::Sub } else { BinaryOp::Add };
            Some(match sum {
                Some(sum) => Expr::binary(ty, op, sum, value),
                None if is_negative => Expr { ty, kind: ExprKind::Unary(UnaryOp::Neg, Box::new(value)) },
                None => value,
            })
        };
        let mut all = None;
        let is_first = self.constant > 0 && self.terms.first().is_some_and(|(_, factor)| *factor < 0);
        if is_first {
            all = Some(Expr::int(ty, self.constant));
        }
        for (leaf, factor) in self.terms.iter().filter(|(_, factor)| *factor != 0) {
            all = sum(all, times(leaf, factor.abs()), *factor < 0);
        }
        if self.constant != 0 && !is_first {
            all = sum(all, Expr::int(ty, self.constant.abs()), self.constant < 0);
        }
        all.unwrap_or_else(|| Expr::int(ty, 0))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn iterator(position: usize) -> Expr {
        Expr { ty: ScalarType::I32, kind: ExprKind::Iterator(position) }
    }

    fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
        Expr::binary(ScalarType::I32, op, left, right)
    }

    fn int(value: i128) -> Expr {
        Expr::int(ScalarType::I32, value)
    }

    /// `31 + 2 * i`
    fn counter() -> Expr {
        binary(BinaryOp::Add, int(31), binary(BinaryOp::Mul, int(2), iterator(0)))
    }

    #[test]
    fn multiples_are_divided_whatever_their_sign() {
        let value = binary(BinaryOp::Sub, counter(), int(33));
        let quotient = divided(BinaryOp::Div, &value, &int(2), &|_| false).unwrap();
        assert_eq!(quotient, binary(BinaryOp::Sub, iterator(0), int(1)));
        assert_eq!(divided(BinaryOp::Rem, &value, &int(2), &|_| false), Some(int(0)));
    }

    #[test]
    fn what_is_left_over_is_known_of_what_is_not_negative() {
        let quotient = divided(BinaryOp::Div, &counter(), &int(2), &|position| position == 0).unwrap();
        assert_eq!(quotient, binary(BinaryOp::Add, iterator(0), int(15)));
        assert_eq!(divided(BinaryOp::Rem, &counter(), &int(2), &|_| true), Some(int(1)));
        assert_eq!(divided(BinaryOp::Div, &counter(), &int(2), &|_| false), None);
        // -1 / 2 is 0, and 1 / 2 is 0.
        let value = binary(BinaryOp::Sub, counter(), int(32));
        assert_eq!(divided(BinaryOp::Div, &value, &int(2), &|_| true), None);
    }

    #[test]
    fn other_divisions_stay() {
        assert_eq!(divided(BinaryOp::Div, &counter(), &int(4), &|_| true), None);
        assert_eq!(divided(BinaryOp::Div, &int(4), &int(2), &|_| true), None);
        let unsigned = Expr { ty: ScalarType::Int { bits: 32, signed: false }, ..counter() };
        assert_eq!(divided(BinaryOp::Div, &unsigned, &int(2), &|_| true), None);
    }
}
