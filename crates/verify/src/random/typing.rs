//! Types and ranges of values: the proof that a random program computes without undefined behaviour.

use super::Flaw;
use super::program::{AssignOp, Cond, Expr, Place, Program, Stmt, Sum, Type, Var};

/// Largest magnitude of a [`Sum`] that is used as a value; the walk checks it.
pub(super) const SUM_LIMIT: i64 = 2000;

/// A value's type and the numbers that it may be. Integers of 64 bits are rounded to `f64`, which errs by less than
/// the distance that the limits keep from the types' ranges.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Range {
    pub ty: Type,
    pub low: f64,
    pub high: f64,
}

/// Variables with their types, innermost last.
#[derive(Clone, Default)]
pub(super) struct Scope {
    pub vars: Vec<(String, Type)>,
}

/// Checks that no statement of the program overflows, shifts too far, divides by zero or names an unknown variable,
/// provided that all memory holds what [`stored_range`] says; and that each statement keeps it so.
pub(super) fn check_types(program: &Program) -> Result<(), Flaw> {
    let mut scope = Scope::default();
    check_stmts(program, &mut scope, &program.prologue)?;
    check_stmts(program, &mut scope, &program.body)?;
    check_stmts(program, &mut scope, &program.epilogue)
}

fn check_stmts(program: &Program, scope: &mut Scope, stmts: &[Stmt]) -> Result<(), Flaw> {
    for stmt in stmts {
        match stmt {
            Stmt::Assign { target, op, value } => check_assign(program, scope, target, *op, value)?,
            Stmt::Declare { name, ty, value } => {
                if let Some(value) = value {
                    check_store(*ty, range(program, scope, value)?)?;
                }
                scope.vars.push((name.clone(), *ty));
            }
            Stmt::DeclareArray(_) => {}
            Stmt::Loop(inner) => {
                let depth = scope.vars.len();
                scope.vars.extend(inner.declares.map(|ty| (inner.iterator.clone(), ty)));
                check_stmts(program, scope, &inner.body)?;
                scope.vars.truncate(depth);
            }
            Stmt::If { condition, then, otherwise } => {
                check_condition(program, scope, condition)?;
                let depth = scope.vars.len();
                check_stmts(program, scope, then)?;
                scope.vars.truncate(depth);
                check_stmts(program, scope, otherwise)?;
                scope.vars.truncate(depth);
            }
        }
    }
    Ok(())
}

fn check_assign(program: &Program, scope: &Scope, target: &Place, op: AssignOp, value: &Expr) -> Result<(), Flaw> {
    let target = match target {
        Place::Element(access) if let Some(limit) = program.arrays[access.array].index_limit => {
            let is_index = op == AssignOp::Set && matches!(value, Expr::Int(value) if (0..limit).contains(value));
            return if is_index { Ok(()) } else { Err(Flaw::Type) };
        }
        Place::Element(access) => program.arrays[access.array].ty,
        Place::Scalar(name) => scope.lookup(name)?,
    };
    let value = range(program, scope, value)?;
    let stored = match op {
        AssignOp::Set => value,
        AssignOp::Add | AssignOp::Increment => binary("+", stored_range(target), value)?,
        AssignOp::Sub => binary("-", stored_range(target), value)?,
        AssignOp::Mul => binary("*", stored_range(target), value)?,
    };
    check_store(target, stored)
}

/// What memory of a type holds: signed integers stay small, so that arithmetic with them does not overflow.
pub(super) fn stored_range(ty: Type) -> Range {
    let (low, high) = match ty {
        Type::SChar => (-100.0, 100.0),
        Type::Short | Type::Int => (-1000.0, 1000.0),
        Type::Long => (-100_000.0, 100_000.0),
        other => full_range(other),
    };
    Range { ty, low, high }
}

fn full_range(ty: Type) -> (f64, f64) {
    match ty {
        Type::SChar => (-128.0, 127.0),
        Type::UChar => (0.0, 255.0),
        Type::Short => (-32768.0, 32767.0),
        Type::UShort => (0.0, 65535.0),
        Type::Int => (-2_147_483_648.0, 2_147_483_647.0),
        Type::UInt => (0.0, 4_294_967_295.0),
        Type::Long => (-4e18, 4e18),
        Type::ULong => (0.0, 18_446_744_073_709_551_615.0),
        Type::Float | Type::Double => (f64::NEG_INFINITY, f64::INFINITY),
    }
}

fn check_store(ty: Type, value: Range) -> Result<(), Flaw> {
    let converted = convert(ty, value)?;
    let allowed = stored_range(ty);
    if converted.low < allowed.low || converted.high > allowed.high { Err(Flaw::Overflow) } else { Ok(()) }
}

impl Scope {
    pub(super) fn lookup(&self, name: &str) -> Result<Type, Flaw> {
        self.vars.iter().rev().find(|(other, _)| other == name).map(|(_, ty)| *ty).ok_or(Flaw::Undefined)
    }

    /// The type of a sum as C computes it.
    pub(super) fn type_of_sum(&self, program: &Program, sum: &Sum) -> Result<Type, Flaw> {
        sum.terms.iter().try_fold(Type::Int, |ty, (_, var)| Ok(ty.common(self.type_of_var(program, var)?)))
    }

    pub(super) fn type_of_var(&self, program: &Program, var: &Var) -> Result<Type, Flaw> {
        match var {
            Var::Param(param) => Ok(program.params[*param].ty()),
            Var::Iterator(name) => self.lookup(name),
        }
    }
}

impl super::program::Param {
    /// The type of the parameter as an operand.
    pub(super) fn ty(&self) -> Type {
        match self.kind {
            super::program::ParamKind::Argument(ty) => ty,
            super::program::ParamKind::Macro => Type::Int,
        }
    }
}

/// The range of an expression.
pub(super) fn range(program: &Program, scope: &Scope, expr: &Expr) -> Result<Range, Flaw> {
    match expr {
        Expr::Int(value) => Ok(Range { ty: Type::Int, low: *value as f64, high: *value as f64 }),
        Expr::Float(text) => {
            let ty = if text.ends_with('f') { Type::Float } else { Type::Double };
            let value: f64 = text.trim_end_matches('f').parse().map_err(|_| Flaw::Type)?;
            Ok(Range { ty, low: value, high: value })
        }
        Expr::Load(access) => {
            let array = &program.arrays[access.array];
            Ok(array.index_limit.map_or(stored_range(array.ty), |limit| Range {
                ty: array.ty,
                low: 0.0,
                high: (limit - 1) as f64,
            }))
        }
        Expr::Scalar(name) => Ok(stored_range(scope.lookup(name)?)),
        Expr::Sum(sum) => {
            let ty = scope.type_of_sum(program, sum)?;
            let limit = SUM_LIMIT as f64;
            fit(ty, -limit, limit)
        }
        Expr::Unary(op, operand) => unary(*op, range(program, scope, operand)?),
        Expr::Binary(op, left, right) => {
            if *op == "<<" || *op == ">>" {
                return shift(op, range(program, scope, left)?, right);
            }
            binary(op, range(program, scope, left)?, range(program, scope, right)?)
        }
        Expr::Call(name, arguments) => {
            let arguments =
                arguments.iter().map(|argument| range(program, scope, argument)).collect::<Result<Vec<_>, _>>()?;
            call(name, &arguments)
        }
        Expr::Select(condition, then, otherwise) => {
            check_condition(program, scope, condition)?;
            let (then, otherwise) = (range(program, scope, then)?, range(program, scope, otherwise)?);
            let ty = then.ty.common(otherwise.ty);
            let (then, otherwise) = (convert(ty, then)?, convert(ty, otherwise)?);
            Ok(Range { ty, low: then.low.min(otherwise.low), high: then.high.max(otherwise.high) })
        }
        Expr::Cast(ty, operand) => convert(*ty, range(program, scope, operand)?),
    }
}

fn check_condition(program: &Program, scope: &Scope, condition: &Cond) -> Result<(), Flaw> {
    match condition {
        Cond::Index(..) => Ok(()),
        Cond::Data(_, left, right) => {
            range(program, scope, left)?;
            range(program, scope, right)?;
            Ok(())
        }
        Cond::And(left, right) | Cond::Or(left, right) => {
            check_condition(program, scope, left)?;
            check_condition(program, scope, right)
        }
        Cond::Not(inner) => check_condition(program, scope, inner),
    }
}

/// A conversion as C defines it (gcc's definition for signed integers that do not fit).
fn convert(ty: Type, value: Range) -> Result<Range, Flaw> {
    let (low, high) = full_range(ty);
    if ty.is_float() || (value.low >= low && value.high <= high) {
        return Ok(Range { ty, ..value });
    }
    if value.ty.is_float() { Err(Flaw::Overflow) } else { Ok(Range { ty, low, high }) }
}

/// A result computed in a type: unsigned integers wrap, signed ones must not.
fn fit(ty: Type, low: f64, high: f64) -> Result<Range, Flaw> {
    let (least, greatest) = full_range(ty);
    if ty.is_float() {
        let bound = |value: f64, other: f64| if value.is_nan() { other } else { value };
        return Ok(Range { ty, low: bound(low, least), high: bound(high, greatest) });
    }
    match (low >= least && high <= greatest, ty.is_unsigned()) {
        (true, _) => Ok(Range { ty, low, high }),
        (false, true) => Ok(Range { ty, low: least, high: greatest }),
        (false, false) => Err(Flaw::Overflow),
    }
}

fn unary(op: char, value: Range) -> Result<Range, Flaw> {
    let value = convert(value.ty.promoted(), value)?;
    match op {
        '-' => fit(value.ty, -value.high, -value.low),
        '~' if !value.ty.is_float() => fit(value.ty, -value.high - 1.0, -value.low - 1.0),
        _ => Err(Flaw::Type),
    }
}

pub(super) fn binary(op: &str, left: Range, right: Range) -> Result<Range, Flaw> {
    let ty = left.ty.common(right.ty);
    let (left, right) = (convert(ty, left)?, convert(ty, right)?);
    let corners = |f: fn(f64, f64) -> f64| {
        let all = [f(left.low, right.low), f(left.low, right.high), f(left.high, right.low), f(left.high, right.high)];
        if all.iter().any(|value| value.is_nan()) {
            return full_range(ty);
        }
        (all.iter().copied().fold(f64::INFINITY, f64::min), all.iter().copied().fold(f64::NEG_INFINITY, f64::max))
    };
    let magnitude = |range: Range| range.low.abs().max(range.high.abs());
    match op {
        "+" => fit(ty, left.low + right.low, left.high + right.high),
        "-" => fit(ty, left.low - right.high, left.high - right.low),
        "*" => {
            let (low, high) = corners(|a, b| a * b);
            fit(ty, low, high)
        }
        "/" if ty.is_float() => Ok(Range { ty, low: f64::NEG_INFINITY, high: f64::INFINITY }),
        "/" | "%" if right.low <= 0.0 && right.high >= 0.0 => Err(Flaw::DivisionByZero),
        "/" => Ok(Range { ty, low: -magnitude(left), high: magnitude(left) }).map(|r| clamp_unsigned(r, left)),
        "%" if !ty.is_float() => {
            let most = (magnitude(right) - 1.0).min(magnitude(left));
            Ok(clamp_unsigned(Range { ty, low: -most, high: most }, left))
        }
        "&" | "|" | "^" if !ty.is_float() => {
            let most = power_above(magnitude(left).max(magnitude(right)));
            Ok(Range { ty, low: if left.low < 0.0 || right.low < 0.0 { -most } else { 0.0 }, high: most - 1.0 })
        }
        _ => Err(Flaw::Type),
    }
}

/// A quotient or remainder is not negative where the left operand is not and the divisor is positive or unsigned.
fn clamp_unsigned(result: Range, left: Range) -> Range {
    if left.low >= 0.0 && result.ty.is_unsigned() { Range { low: 0.0, ..result } } else { result }
}

fn power_above(value: f64) -> f64 {
    let mut power = 1.0;
    while power <= value {
        power *= 2.0;
    }
    power
}

fn shift(op: &str, left: Range, count: &Expr) -> Result<Range, Flaw> {
    let ty = left.ty.promoted();
    let Expr::Int(count @ 0..16) = count else { return Err(Flaw::Type) };
    if ty.is_float() || left.low < 0.0 {
        return Err(Flaw::Type);
    }
    let factor = (1_i64 << count) as f64;
    let scaled = if op == "<<" { left.high * factor } else { (left.high / factor).floor() };
    fit(ty, 0.0, scaled)
}

fn call(name: &str, arguments: &[Range]) -> Result<Range, Flaw> {
    let anything = |ty| Ok(Range { ty, low: f64::NEG_INFINITY, high: f64::INFINITY });
    match (name, arguments) {
        ("sqrt" | "fabs" | "floor" | "ceil" | "trunc" | "sin" | "cos" | "exp", [_]) | ("blend", [_, _]) => {
            anything(Type::Double)
        }
        ("sqrtf" | "fabsf", [_]) => anything(Type::Float),
        // A NaN argument is dropped, so the constant operand bounds the result.
        ("fmin", [a, b]) => Ok(Range { ty: Type::Double, low: a.low.min(b.low), high: a.high.min(b.high) }),
        ("fmax", [a, b]) => Ok(Range { ty: Type::Double, low: a.low.max(b.low), high: a.high.max(b.high) }),
        ("abs", [a]) if a.ty.promoted() == Type::Int => {
            Ok(Range { ty: Type::Int, low: 0.0, high: a.low.abs().max(a.high.abs()) })
        }
        _ => Err(Flaw::Type),
    }
}
