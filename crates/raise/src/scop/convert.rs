//! Conversions between types, written out.

use polymill_gdg::{BinaryOp, Expr, ExprKind, ScalarType};

/// `value` converted to `ty`; constants are converted right away.
pub(super) fn convert(value: Expr, ty: ScalarType) -> Expr {
    if value.ty == ty {
        return value;
    }
    if let ExprKind::Int(constant) = value.kind
        && let Some((low, high)) = ty.range()
    {
        if ty == ScalarType::Bool {
            return Expr::int(ty, i128::from(constant != 0));
        }
        if (low..=high).contains(&constant) {
            return Expr::int(ty, constant);
        }
    }
    // A comparison is 0 or 1 in whatever integer type.
    if let ExprKind::Binary(op, ..) = value.kind
        && op.is_logical()
        && ty.is_integer()
    {
        return Expr { ty, ..value };
    }
    if value.ty.is_float()
        && ty.is_integer()
        && ty != ScalarType::Bool
        && let Some(integer) = as_integer(&value)
    {
        return convert(integer, ty);
    }
    Expr { ty, kind: ExprKind::Cast(Box::new(value)) }
}

/// A floating-point expression that always has the value of an integer expression, as that: what comes out of
/// `floor((double) n / 2)`, `fmin(n, m)` and the like.
pub(super) fn as_integer(value: &Expr) -> Option<Expr> {
    match &value.kind {
        ExprKind::Cast(inner) if is_exact_in(inner.ty, value.ty) => {
            Some(convert((**inner).clone(), inner.ty.promoted()))
        }
        ExprKind::Float(digits) => integer_of_float(digits),
        ExprKind::Select(condition, then, otherwise) => {
            let (then, otherwise) = same_type(as_integer(then)?, as_integer(otherwise)?);
            Some(select((**condition).clone(), then, otherwise))
        }
        ExprKind::Call(name, arguments) => match (name.trim_start_matches("__builtin_"), arguments.as_slice()) {
            ("fmin" | "fminf", [a, b]) => extremum(BinaryOp::Le, a, b),
            ("fmax" | "fmaxf", [a, b]) => extremum(BinaryOp::Ge, a, b),
            ("floor", [quotient]) => rounded_quotient(quotient, false),
            ("ceil", [quotient]) => rounded_quotient(quotient, true),
            _ => None,
        },
        _ => None,
    }
}

/// Whether every value of integer type `integer` is one of floating-point type `float`.
fn is_exact_in(integer: ScalarType, float: ScalarType) -> bool {
    let digits = match float {
        ScalarType::Float { bits: 32 } => 24,
        ScalarType::Float { bits: 64 } => 53,
        _ => return false,
    };
    matches!(integer, ScalarType::Bool) || matches!(integer, ScalarType::Int { bits, .. } if bits < digits)
}

fn integer_of_float(digits: &str) -> Option<Expr> {
    let value: f64 = digits.parse().ok()?;
    let is_small_integer = value.fract() == 0.0 && value.abs() < 1e9;
    is_small_integer.then(|| Expr::int(ScalarType::I32, value as i128))
}

/// Two integers in a signed type that has all their values.
fn same_type(a: Expr, b: Expr) -> (Expr, Expr) {
    let is_int = a.ty == ScalarType::I32 && b.ty == ScalarType::I32;
    let ty = if is_int { ScalarType::I32 } else { ScalarType::I64 };
    (convert(a, ty), convert(b, ty))
}

fn extremum(op: BinaryOp, a: &Expr, b: &Expr) -> Option<Expr> {
    let (a, b) = same_type(as_integer(a)?, as_integer(b)?);
    Some(select(Expr::binary(ScalarType::I32, op, a.clone(), b.clone()), a, b))
}

/// `floor(a / b)` and `ceil(a / b)` of integers of at most 32 bits and a positive constant: the quotient in double
/// precision never rounds to an integer that it is not.
fn rounded_quotient(quotient: &Expr, is_ceil: bool) -> Option<Expr> {
    let ExprKind::Binary(BinaryOp::Div, a, b) = &quotient.kind else { return as_integer(quotient) };
    let wide = |e: &Expr| as_integer(e).map(|e| convert(e, ScalarType::I64));
    let (a, b) = (wide(a)?, wide(b)?);
    let ExprKind::Int(divisor @ 1..) = b.kind else { return None };
    let binary = |op, x: Expr, y: Expr| Expr::binary(ScalarType::I64, op, x, y);
    let int = |value| Expr::int(ScalarType::I64, value);
    let negative = Expr::binary(ScalarType::I32, BinaryOp::Lt, a.clone(), int(0));
    // C rounds towards zero: right for floor at or above zero, for ceil below it.
    let op = if is_ceil { BinaryOp::Add } else { BinaryOp::Sub };
    let shifted = binary(op, a.clone(), int(divisor - 1));
    let (plain, shifted) = (binary(BinaryOp::Div, a, b.clone()), binary(BinaryOp::Div, shifted, b));
    Some(if is_ceil { select(negative, plain, shifted) } else { select(negative, shifted, plain) })
}

pub(super) fn select(condition: Expr, then: Expr, otherwise: Expr) -> Expr {
    let ty = then.ty;
    Expr { ty, kind: ExprKind::Select(Box::new(condition), Box::new(then), Box::new(otherwise)) }
}
