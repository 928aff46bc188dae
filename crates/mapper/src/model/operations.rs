//! What an instance of a statement computes.

use std::collections::BTreeSet;

use polymill_gdg::{AccessId, Action, BinaryOp, Expr, ExprKind, Statement, USUAL_ITERATIONS};

use super::nest::{MemberId, Operations};
use crate::Error;

/// More operations seldom wait for each other.
const MAX_CHAINED: f64 = 2.0;

/// Whether a statement calls functions such as `exp`.
///
/// # Errors
/// isl's.
pub fn calls(statement: &Statement) -> Result<bool, Error> {
    Ok(operations(statement, &|_| false)?.call_cycles > 0.0)
}

/// What an instance computes, once for each time that the loops in its body run. `is_fixed` tells which accesses are of elements that are
/// the same in all instances, and keep their values.
///
/// # Errors
/// isl's.
pub fn operations(statement: &Statement, is_fixed: &dyn Fn(AccessId) -> bool) -> Result<Operations, Error> {
    // Where loops end is not tested in their iterations.
    let (tests, actions) = statement.tests();
    let has_exits_only = statement.exits()?.len() == tests.len();
    let actions = if has_exits_only { actions } else { &statement.body.actions };
    let is_plain = |action: &Action| matches!(action, Action::Store { .. } | Action::Set { .. });
    let mut counts = Counts::new(is_fixed);
    counts.add(actions, 1.0);
    let is_sum = polymill_analysis::accumulation(statement)?.is_some();
    let operations = Operations {
        // C compilers make minima, maxima and conditional sums without branches.
        branches: !is_sum && !actions.iter().all(is_plain),
        width: counts.width.max(1.0),
        additions: counts.additions,
        products: counts.products,
        others: counts.simple,
        divisions: counts.divisions,
        call_cycles: counts.call_cycles,
        chained: 1.0,
    };
    // What is added to a sum is computed before.
    Ok(if is_sum {
        operations
    } else {
        Operations { chained: operations.simple().clamp(1.0, MAX_CHAINED), ..operations }
    })
}

/// For each product that an instance computes once, the members that its factors move with, where this is known; `moved` tells with which
/// ones an access does.
pub fn products(statement: &Statement, moved: &[Option<BTreeSet<MemberId>>]) -> Vec<BTreeSet<MemberId>> {
    let mut found = vec![];
    for action in &statement.body.actions {
        if let Action::Store { value, .. } | Action::Set { value, .. } = action {
            value.for_each(&mut |expr| {
                if let ExprKind::Binary(BinaryOp::Mul, ..) = expr.kind {
                    found.extend(members_of(expr, moved));
                }
            });
        }
    }
    found
}

/// The members that a value moves with.
fn members_of(expr: &Expr, moved: &[Option<BTreeSet<MemberId>>]) -> Option<BTreeSet<MemberId>> {
    match &expr.kind {
        ExprKind::Load(access) => moved.get(access.index())?.clone(),
        ExprKind::Iterator(_) | ExprKind::Local(_) => None,
        _ => {
            let operands = expr.operands().into_iter().map(|operand| members_of(operand, moved));
            operands.collect::<Option<Vec<_>>>().map(|all| all.into_iter().flatten().collect())
        }
    }
}

/// Operations that compilers make of the quotient or the remainder of an integer and a constant: a product, shifts, a difference (Granlund and
/// Montgomery, _Division by invariant integers using multiplication_, PLDI 1994).
const BY_CONSTANT: f64 = 4.0;

fn is_constant_integer(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Int(_) => true,
        ExprKind::Cast(operand) => expr.ty.is_integer() && is_constant_integer(operand),
        _ => false,
    }
}

fn is_power_of_two(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Float(digits) => digits.parse().is_ok_and(|value: f64| value > 0.0 && value.log2().fract() == 0.0),
        ExprKind::Int(value) => *value > 0 && value.count_ones() == 1,
        ExprKind::Cast(operand) => is_power_of_two(operand),
        _ => false,
    }
}

fn is_two(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Float(digits) => digits.parse() == Ok(2.0),
        ExprKind::Int(value) => *value == 2,
        ExprKind::Cast(operand) => is_two(operand),
        _ => false,
    }
}

/// What a C compiler makes of a function.
enum Function {
    /// An instruction.
    Simple,
    /// A square root, which takes as long as a division.
    Root,
    /// A call, with the cycles that it takes.
    Called(f64),
}

impl Function {
    /// The cycles are what 1024 calls in a loop took (glibc 2.36, gcc 12 `-O3 -march=native`, Zen 4 at 3.5 GHz): 10 for `fmin`, `fmax`, `fdim`,
    /// `round`, `lrint`; 15 to 18 for `exp` and `log`; 28 to 35 for `sin`, `cos`, `tan`, `atan`, `pow`, `tanh`, `cbrt`; 42 for `erf`. Those for
    /// `float` take as long or less.
    fn named(name: &str) -> Self {
        match name.strip_suffix('f').unwrap_or(name) {
            "sqrt" => Self::Root,
            "fabs" | "floor" | "ceil" | "trunc" | "rint" | "nearbyint" | "copysign" | "fma" | "abs" | "labs"
            | "llabs" | "signbit" => Self::Simple,
            "fmin" | "fmax" | "fdim" | "round" | "lrint" | "llrint" | "lround" | "llround" => Self::Called(10.0),
            "exp" | "exp2" | "log" | "log2" => Self::Called(18.0),
            "sin" | "cos" | "tan" | "asin" | "acos" | "atan" | "pow" | "sinh" | "cosh" | "tanh" | "cbrt" | "exp10"
            | "log10" | "expm1" | "log1p" | "hypot" | "fmod" => Self::Called(32.0),
            _ => Self::Called(40.0),
        }
    }
}

struct Counts<'a> {
    is_fixed: &'a dyn Fn(AccessId) -> bool,
    /// What has been counted.
    seen: Vec<&'a Expr>,
    /// Bytes of the widest value.
    width: f64,
    additions: f64,
    products: f64,
    divisions: f64,
    /// Cycles that calls take.
    call_cycles: f64,
    /// All other operations.
    simple: f64,
}

impl<'a> Counts<'a> {
    fn new(is_fixed: &'a dyn Fn(AccessId) -> bool) -> Self {
        Self {
            is_fixed,
            seen: vec![],
            width: 0.0,
            additions: 0.0,
            products: 0.0,
            divisions: 0.0,
            call_cycles: 0.0,
            simple: 0.0,
        }
    }

    /// Counts actions that run so many times.
    fn add(&mut self, actions: &'a [Action], times: f64) {
        for action in actions {
            match action {
                Action::Store { value, .. } | Action::Set { value, .. } => self.add_expr(value, times),
                Action::If { condition, then, otherwise } => {
                    self.add_expr(condition, times);
                    self.add(then, times);
                    self.add(otherwise, times);
                }
                Action::Loop(inner) => {
                    self.add(&inner.init, times);
                    let times = times * USUAL_ITERATIONS as f64;
                    self.add_expr(&inner.condition, times);
                    self.add(&inner.step, times);
                    self.add(&inner.body, times);
                }
            }
        }
    }

    fn add_expr(&mut self, expr: &'a Expr, times: f64) {
        // What is computed twice is computed once: compilers see that.
        let is_operation = !expr.operands().is_empty();
        if is_operation && (self.seen.contains(&expr) || self.is_same_for_all(expr)) {
            return;
        }
        if is_operation {
            self.seen.push(expr);
        }
        self.add_operation(expr, times);
        expr.operands().into_iter().for_each(|operand| self.add_expr(operand, times));
    }

    /// Whether a value is the same for all instances: compilers compute it before the loops.
    fn is_same_for_all(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Load(access) => (self.is_fixed)(*access),
            ExprKind::Iterator(_) | ExprKind::Local(_) => false,
            _ => expr.operands().into_iter().all(|operand| self.is_same_for_all(operand)),
        }
    }

    fn add_operation(&mut self, expr: &Expr, times: f64) {
        self.width = self.width.max(f64::from(expr.ty.size()));
        let count = match &expr.kind {
            // What is divided by a power of two is multiplied with its inverse, or shifted.
            ExprKind::Binary(BinaryOp::Div, _, divisor) if is_power_of_two(divisor) => &mut self.products,
            ExprKind::Binary(BinaryOp::Div | BinaryOp::Rem, _, divisor) if is_constant_integer(divisor) => {
                self.simple += times * BY_CONSTANT;
                return;
            }
            ExprKind::Binary(BinaryOp::Div | BinaryOp::Rem, ..) => &mut self.divisions,
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, ..) => &mut self.additions,
            ExprKind::Binary(BinaryOp::Mul, ..) => &mut self.products,
            // What a choice compares is a mask for what is chosen.
            ExprKind::Select(condition, ..) if condition.is_comparison() => return,
            ExprKind::Binary(..) | ExprKind::Unary(..) | ExprKind::Select(..) => &mut self.simple,
            // C compilers make a product of it.
            ExprKind::Call(name, arguments) if name.starts_with("pow") && arguments.get(1).is_some_and(is_two) => {
                &mut self.products
            }
            ExprKind::Call(name, _) => match Function::named(name) {
                Function::Simple => &mut self.simple,
                Function::Root => &mut self.divisions,
                Function::Called(cycles) => {
                    self.call_cycles += times * cycles;
                    return;
                }
            },
            _ => return,
        };
        *count += times;
    }
}
