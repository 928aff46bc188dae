//! In which range integers are that are computed from data.

use crate::{AccessId, Affine, BinaryOp, Expr, ExprKind, ScalarType, UnaryOp};

/// A range of integers, both ends included; `None` where no end is known.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Range {
    /// The smallest.
    pub low: Option<Affine>,
    /// The largest.
    pub high: Option<Affine>,
}

impl Range {
    /// The range of an integer expression's values, in terms of parameters, as far as it follows from minima, maxima, and the
    /// ranges of what is loaded. Arithmetic with sign does not overflow.
    ///
    /// ```
    /// use polymill_gdg::{Action, Program, Range};
    /// use polymill_isl as isl;
    ///
    /// let text = "gdg f {
    ///   param n: i32
    ///   array offset: i32 live_in
    ///   array end: i32 live_out
    ///   statement S { domain { S[] } body { end = n < n - offset ? n : n - offset; } }
    ///   schedule { S }
    /// }";
    /// let program = Program::parse(&isl::Context::new()?, text)?;
    /// let f = &program.gdgs()[0];
    /// let [Action::Store { value, .. }] = f.statements[0].body.actions.as_slice() else { panic!() };
    /// let range = Range::of(value, &|_| Range::default());
    /// assert_eq!(range.high.map(|high| high.describe(&f.params)).as_deref(), Some("n"));
    /// assert_eq!(range.low, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(expr: &Expr, loaded: &dyn Fn(AccessId) -> Self) -> Self {
        if !expr.ty.is_integer() {
            return Self::default();
        }
        let range = |expr: &Expr| Self::of(expr, loaded);
        match &expr.kind {
            ExprKind::Int(value) => {
                Self::only(i64::try_from(*value).ok().map(|constant| Affine { terms: vec![], constant }))
            }
            ExprKind::Param(param) => Self::only(Some(Affine { terms: vec![(1, *param)], constant: 0 })),
            ExprKind::Load(access) => loaded(*access).or_of_type(expr.ty),
            ExprKind::Cast(operand) if expr.ty.includes(operand.ty) => range(operand),
            ExprKind::Unary(UnaryOp::Neg, operand) if is_exact(expr.ty) => range(operand).scaled(-1),
            ExprKind::Binary(BinaryOp::Add, left, right) if is_exact(expr.ty) => range(left).plus(&range(right)),
            ExprKind::Binary(BinaryOp::Sub, left, right) if is_exact(expr.ty) => {
                range(left).plus(&range(right).scaled(-1))
            }
            ExprKind::Binary(BinaryOp::Mul, left, right) if is_exact(expr.ty) => match right.kind {
                ExprKind::Int(factor) => {
                    i64::try_from(factor).map_or(Self::default(), |factor| range(left).scaled(factor))
                }
                _ => Self::default(),
            },
            ExprKind::Select(condition, then, otherwise) => {
                let (one, other) = (range(then), range(otherwise));
                match extremum(condition, then, otherwise) {
                    Some(Extremum::Minimum) => {
                        Self { low: both(one.low, other.low, i64::min), high: any(one.high, other.high) }
                    }
                    Some(Extremum::Maximum) => {
                        Self { low: any(one.low, other.low), high: both(one.high, other.high, i64::max) }
                    }
                    None => {
                        Self { low: both(one.low, other.low, i64::min), high: both(one.high, other.high, i64::max) }
                    }
                }
            }
            _ => Self::default(),
        }
        .or_of_type(expr.ty)
    }

    fn only(value: Option<Affine>) -> Self {
        Self { low: value.clone(), high: value }
    }

    /// What narrow types have anyway. Those of wider ones tell nothing about a loop.
    fn or_of_type(self, ty: ScalarType) -> Self {
        let Some((low, high)) = ty.range().filter(|_| ty.size() <= 2) else { return self };
        let constant = |value: i128| i64::try_from(value).ok().map(|constant| Affine { terms: vec![], constant });
        Self { low: self.low.or_else(|| constant(low)), high: self.high.or_else(|| constant(high)) }
    }

    fn plus(self, other: &Self) -> Self {
        let sum = |a: Option<Affine>, b: &Option<Affine>| a.zip(b.as_ref()).and_then(|(a, b)| a.plus(b));
        Self { low: sum(self.low, &other.low), high: sum(self.high, &other.high) }
    }

    fn scaled(self, factor: i64) -> Self {
        let scaled = |end: Option<Affine>| end.and_then(|end| end.scaled(factor));
        let (low, high) = (scaled(self.low), scaled(self.high));
        if factor < 0 { Self { low: high, high: low } } else { Self { low, high } }
    }
}

enum Extremum {
    Minimum,
    Maximum,
}

/// Whether `condition ? then : otherwise` is the smaller or the larger one of the two.
fn extremum(condition: &Expr, then: &Expr, otherwise: &Expr) -> Option<Extremum> {
    use BinaryOp::{Ge, Gt, Le, Lt};
    let ExprKind::Binary(op, left, right) = &condition.kind else { return None };
    // Comparing with sign in a wider type compares the values.
    let is_compared = |side: &Expr, value: &Expr| {
        let mut side = side;
        while let ExprKind::Cast(operand) = &side.kind
            && side != value
            && side.ty.includes(operand.ty)
        {
            side = operand;
        }
        side == value
    };
    let is_straight = is_compared(left, then) && is_compared(right, otherwise);
    let is_crossed = is_compared(left, otherwise) && is_compared(right, then);
    match (op, is_straight, is_crossed) {
        (Lt | Le, true, _) | (Gt | Ge, _, true) => Some(Extremum::Minimum),
        (Gt | Ge, true, _) | (Lt | Le, _, true) => Some(Extremum::Maximum),
        _ => None,
    }
}

/// An end that is right if either is: the first one that is known, constants last, which say less.
fn any(one: Option<Affine>, other: Option<Affine>) -> Option<Affine> {
    match (one, other) {
        (Some(one), Some(other)) if one.terms.is_empty() && !other.terms.is_empty() => Some(other),
        (one, other) => one.or(other),
    }
}

/// An end that is right if both are.
fn both(one: Option<Affine>, other: Option<Affine>, choose: fn(i64, i64) -> i64) -> Option<Affine> {
    let (one, other) = one.zip(other)?;
    (one.terms == other.terms).then(|| Affine { constant: choose(one.constant, other.constant), ..one })
}

/// Whether arithmetic does not wrap.
fn is_exact(ty: ScalarType) -> bool {
    matches!(ty, ScalarType::Int { signed: true, .. })
}
