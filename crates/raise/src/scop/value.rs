//! From C's expressions to those of bodies: conversions written out, side effects as actions.

use polymill_gdg::{Action, Expr, ExprKind, Instances, ScalarType, UnaryOp};
use polymill_isl as isl;

use super::convert::{as_integer, convert, select};
use super::division::divided;
use super::linear::select_position;
use super::work::Work;
use crate::Result;
use crate::syntax::{self, BinaryOp, VarId};

impl<'a> Work<'_, 'a> {
    /// The value of an expression, of the type that C gives it. What it changes is added to the actions.
    pub fn value(&mut self, expr: &'a syntax::Expr) -> Result<Expr> {
        use syntax::ExprKind as C;
        if let Some(test) = self.null_test(expr)? {
            return Ok(test);
        }
        match &expr.kind {
            C::Int(value) => Ok(Expr::int(self.scalar(expr)?, *value)),
            C::Float(digits) => Ok(Expr { ty: self.scalar(expr)?, kind: ExprKind::Float(digits.clone()) }),
            C::Var(var) => self.variable(*var, expr),
            C::Index(..) | C::Deref(_) | C::Member { .. } => self.read(expr),
            C::Unary(op, operand) => self.unary(*op, operand),
            C::Binary(op, left, right) => self.binary(*op, left, right, expr),
            C::Assign(op, place, value) => self.assign(*op, place, value, true),
            C::Step { place, is_increment, is_prefix } => self.step(place, *is_increment, *is_prefix, true),
            C::Cast(operand) => {
                let ty = self.scalar(expr)?;
                Ok(convert(self.value(operand)?, ty))
            }
            C::Call(callee, arguments) => self.call(callee, arguments, expr),
            C::Conditional(condition, then, otherwise) => self.conditional(condition, then.as_deref(), otherwise, expr),
            C::Comma(first, second) => {
                self.effect(first)?;
                self.value(second)
            }
            C::String => Err(self.unsupported("a string", expr)),
            C::Function(name) => Err(self.unsupported(&format!("`{name}`, which is no variable,"), expr)),
            C::AddressOf(_) => Err(self.unsupported("an address", expr)),
            C::Unsupported(what) => Err(self.unsupported(what, expr)),
        }
    }

    /// Does what an expression does; its value is not used.
    pub fn effect(&mut self, expr: &'a syntax::Expr) -> Result<()> {
        use syntax::ExprKind as C;
        match &expr.kind {
            C::Assign(op, place, value) => self.assign(*op, place, value, false).map(drop),
            C::Step { place, is_increment, .. } => self.step(place, *is_increment, true, false).map(drop),
            C::Cast(operand) => self.effect(operand),
            C::Var(var) if !self.builder.unit.var(*var).ty.qualifiers.is_volatile => Ok(()),
            C::Comma(first, second) => {
                self.effect(first)?;
                self.effect(second)
            }
            C::Conditional(condition, Some(then), otherwise) if then.has_assignment() || otherwise.has_assignment() => {
                self.branch(condition, |work| work.effect(then), |work| work.effect(otherwise))
            }
            // Without a side effect it does nothing, but it still has to be something that is understood.
            _ => self.value(expr).map(drop),
        }
    }

    /// The value of an expression as a truth value: of any type, compared with zero.
    pub fn truth(&mut self, expr: &'a syntax::Expr) -> Result<Expr> {
        if let Some(given) = self.is_given(expr)? {
            return Ok(given);
        }
        self.value(expr)
    }

    /// Runs one of two lists of actions.
    pub fn branch(
        &mut self,
        condition: &'a syntax::Expr,
        then: impl FnOnce(&mut Self) -> Result<()>,
        otherwise: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let condition = self.truth(condition)?;
        let set = self.condition_set(&condition)?;
        let complement = set.as_ref().map(isl::Set::complement).transpose()?;
        let then = self.guarded(set.as_ref(), |work| work.block(then))?;
        let otherwise = self.guarded(complement.as_ref(), |work| work.block(otherwise))?;
        self.actions.push(Action::If { condition, then, otherwise });
        Ok(())
    }

    /// The instances for which a condition holds, if it is affine.
    pub fn condition_set(&self, condition: &Expr) -> Result<Option<isl::Set>> {
        let (domain, iterators) = (self.builder.valid(&self.here)?, self.scope.iterators());
        let instances = Instances { domain: &domain, iterators: &iterators, params: &self.builder.params.params };
        Ok(instances.condition(condition)?)
    }

    fn scalar(&self, expr: &syntax::Expr) -> Result<ScalarType> {
        expr.ty.scalar().ok_or_else(|| self.unsupported(&format!("a value of type `{}`", expr.ty), expr))
    }

    fn unsupported(&self, what: &str, expr: &syntax::Expr) -> crate::Error {
        self.obstacle("expression-not-handled", format!("{what} is not handled in an expression"), expr, "")
    }

    fn variable(&mut self, var: VarId, expr: &'a syntax::Expr) -> Result<Expr> {
        if let Some(local) = self.local_of_var.get(&var) {
            let ty = self.locals[local.index()].ty;
            return Ok(Expr { ty, kind: ExprKind::Local(*local) });
        }
        if let Some(argument) = self.arguments.get(&var) {
            return Ok(argument.clone());
        }
        if let Some(position) = self.scope.position(var) {
            return self.counter_value(position);
        }
        if let Some(known) = self.known(var) {
            return Ok(known);
        }
        if let (Some(value), Some(ty)) = (self.builder.unit.var(var).constant, expr.ty.scalar()) {
            return Ok(Expr::int(ty, value));
        }
        self.read(expr)
    }

    /// The value of what stands in memory.
    fn read(&mut self, expr: &'a syntax::Expr) -> Result<Expr> {
        let place = self.place(expr)?;
        if let Some(param) = self.param(&place)? {
            return Ok(Expr { ty: self.scalar(expr)?, kind: ExprKind::Param(param) });
        }
        let element = self.element_of(&place, expr)?;
        self.load(&element)
    }

    fn unary(&mut self, op: syntax::UnaryOp, operand: &'a syntax::Expr) -> Result<Expr> {
        let value = self.value(operand)?;
        let ty = value.ty.promoted();
        let make = |op, ty, operand| Expr { ty, kind: ExprKind::Unary(op, Box::new(operand)) };
        Ok(match op {
            syntax::UnaryOp::Plus => convert(value, ty),
            syntax::UnaryOp::Not => make(UnaryOp::Not, ScalarType::I32, value),
            syntax::UnaryOp::BitNot => make(UnaryOp::BitNot, ty, convert(value, ty)),
            syntax::UnaryOp::Neg => match (&value.kind, ty) {
                (ExprKind::Int(constant), ScalarType::Int { signed: true, .. }) => Expr::int(ty, -constant),
                _ => make(UnaryOp::Neg, ty, convert(value, ty)),
            },
        })
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        left: &'a syntax::Expr,
        right: &'a syntax::Expr,
        whole: &'a syntax::Expr,
    ) -> Result<Expr> {
        // What an undeclared function returns is found out where it is looked at.
        let is_pointer = |operand: &syntax::Expr| operand.ty.target().is_some();
        if whole.ty.scalar().is_none() && (is_pointer(left) || is_pointer(right)) {
            return Err(self.unsupported("arithmetic on pointers", whole));
        }
        if matches!(op, BinaryOp::And | BinaryOp::Or) {
            return self.logical(op, left, right);
        }
        let (left, right) = (self.value(left)?, self.value(right)?);
        self.arithmetic(op, left, right)
    }

    /// `left op right` with C's conversions.
    fn arithmetic(&mut self, op: BinaryOp, left: Expr, right: Expr) -> Result<Expr> {
        if let Some(value) = self.power_of_two(op, &left, &right) {
            return Ok(value);
        }
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            let (ty, count) = (left.ty.promoted(), right.ty.promoted());
            return Ok(Expr::binary(ty, op, convert(left, ty), convert(right, count)));
        }
        let common = left.ty.common(right.ty);
        let (left, right) = (convert(left, common), convert(right, common));
        if !op.is_logical() {
            let counts = |position: usize| self.scope.counters[position].steps.is_some();
            if let Some(value) = divided(op, &left, &right, &counts) {
                return Ok(value);
            }
            let remainder = if op == BinaryOp::Rem { self.remainder(&left, &right)? } else { None };
            return Ok(remainder.unwrap_or_else(|| Expr::binary(common, op, left, right)));
        }
        // Comparing integers that were made floating point is comparing integers.
        let as_integers = if common.is_float() { as_integer(&left).zip(as_integer(&right)) } else { None };
        let (left, right) = match as_integers {
            Some((left, right)) => {
                let common = left.ty.common(right.ty);
                (convert(left, common), convert(right, common))
            }
            None => (left, right),
        };
        Ok(Expr::binary(ScalarType::I32, op, left, right))
    }

    /// `x & 7` and `x >> 3` as `x % 8` and `x / 8`, which are affine, where `x` is and cannot be negative.
    fn power_of_two(&self, op: BinaryOp, left: &Expr, right: &Expr) -> Option<Expr> {
        let ExprKind::Int(constant) = right.kind else { return None };
        let (op, power) = match op {
            BinaryOp::BitAnd => (BinaryOp::Rem, constant.checked_add(1).filter(|power| power.count_ones() == 1)?),
            BinaryOp::Shr => (BinaryOp::Div, 1 << u32::try_from(constant).ok().filter(|count| *count < 31)?),
            _ => return None,
        };
        let ty = if op == BinaryOp::Rem { left.ty.common(right.ty) } else { left.ty.promoted() };
        let fits = ty.range().is_some_and(|(_, high)| (2..=high).contains(&power));
        let left = convert(left.clone(), ty);
        let is_known = fits && self.is_at_least_zero(&left).unwrap_or(false);
        is_known.then(|| Expr::binary(ty, op, left, Expr::int(ty, power)))
    }

    /// Whether a value is affine and not negative in any instance.
    fn is_at_least_zero(&self, value: &Expr) -> Result<bool> {
        let (domain, iterators) = (self.builder.valid(&self.here)?, self.scope.iterators());
        let instances = Instances { domain: &domain, iterators: &iterators, params: &self.builder.params.params };
        match instances.affine(value)? {
            Some(value) => Ok(domain.is_subset(&value.nonneg_set()?)?),
            None => Ok(false),
        }
    }

    /// `&&` and `||`, whose right side may not be evaluated.
    fn logical(&mut self, op: BinaryOp, left: &'a syntax::Expr, right: &'a syntax::Expr) -> Result<Expr> {
        let left = self.truth(left)?;
        let set = self.condition_set(&left)?;
        let set = match op {
            BinaryOp::And => set,
            _ => set.as_ref().map(isl::Set::complement).transpose()?,
        };
        if !right.has_assignment() {
            let right = self.guarded(set.as_ref(), |work| work.truth(right))?;
            return Ok(Expr::binary(ScalarType::I32, op, left, right));
        }
        let result = self.new_local("t", ScalarType::I32);
        let not_zero = |value| convert(convert(value, ScalarType::Bool), ScalarType::I32);
        self.actions.push(Action::Set { local: result, value: not_zero(left) });
        let right = self.guarded(set.as_ref(), |work| {
            work.block(|work| {
                let value = not_zero(work.truth(right)?);
                work.actions.push(Action::Set { local: result, value });
                Ok(())
            })
        })?;
        let condition = Expr { ty: ScalarType::I32, kind: ExprKind::Local(result) };
        let (then, otherwise) = if op == BinaryOp::And { (right, vec![]) } else { (vec![], right) };
        self.actions.push(Action::If { condition: condition.clone(), then, otherwise });
        Ok(condition)
    }

    fn conditional(
        &mut self,
        condition: &'a syntax::Expr,
        then: Option<&'a syntax::Expr>,
        otherwise: &'a syntax::Expr,
        whole: &'a syntax::Expr,
    ) -> Result<Expr> {
        let ty = self.scalar(whole)?;
        let Some(then) = then else {
            let value = self.value(condition)?;
            let value = self.keep(value);
            let otherwise = self.guarded(None, |work| work.value(otherwise))?;
            return Ok(select(value.clone(), convert(value, ty), convert(otherwise, ty)));
        };
        if then.has_assignment() || otherwise.has_assignment() {
            let result = self.new_local("t", ty);
            let set = |work: &mut Self, from: &'a syntax::Expr| {
                let value = convert(work.value(from)?, ty);
                work.actions.push(Action::Set { local: result, value });
                Ok(())
            };
            self.branch(condition, |work| set(work, then), |work| set(work, otherwise))?;
            return Ok(Expr { ty, kind: ExprKind::Local(result) });
        }
        let condition = self.truth(condition)?;
        let set = self.condition_set(&condition)?;
        let complement = set.as_ref().map(isl::Set::complement).transpose()?;
        let then = self.guarded(set.as_ref(), |work| work.value(then))?;
        let otherwise = self.guarded(complement.as_ref(), |work| work.value(otherwise))?;
        Ok(select_position(condition, convert(then, ty), convert(otherwise, ty)))
    }

    /// `place = value` or `place op= value`; the result is the new value if `is_used`, and of no meaning otherwise.
    fn assign(
        &mut self,
        op: Option<BinaryOp>,
        place: &'a syntax::Expr,
        value: &'a syntax::Expr,
        is_used: bool,
    ) -> Result<Expr> {
        let value = self.value(value)?;
        let target = self.target(place)?;
        let value = match op {
            None => value,
            Some(op) => {
                let current = self.current(&target, place)?;
                self.arithmetic(op, current, value)?
            }
        };
        let value = convert(value, self.scalar(place)?);
        let value = if is_used { self.keep(value) } else { value };
        self.store(&target, value.clone())?;
        self.changing.extend(place.as_var());
        Ok(value)
    }

    /// `++` and `--`; the result is of no meaning unless it `is_used`.
    fn step(&mut self, place: &'a syntax::Expr, is_increment: bool, is_prefix: bool, is_used: bool) -> Result<Expr> {
        let ty = self.scalar(place)?;
        let target = self.target(place)?;
        let mut old = self.current(&target, place)?;
        if is_used && !is_prefix {
            old = self.keep(old);
        }
        let op = if is_increment { BinaryOp::Add } else { BinaryOp::Sub };
        let mut new = convert(self.arithmetic(op, old.clone(), Expr::int(ScalarType::I32, 1))?, ty);
        if is_used && is_prefix {
            new = self.keep(new);
        }
        self.store(&target, new.clone())?;
        self.changing.extend(place.as_var());
        Ok(if is_prefix { new } else { old })
    }
}
