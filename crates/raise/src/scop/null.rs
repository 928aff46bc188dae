//! Tests whether a pointer is null: parameters that are 0 or 1.

use polymill_gdg::{Expr, ExprKind, Param, ParamId, ParamValue, ScalarType, UnaryOp};
use polymill_isl as isl;

use super::alias::pointer_may_change;
use super::builder::Builder;
use super::heap::is_null;
use super::place::{Key, Step};
use super::tables::spell;
use super::work::Work;
use crate::Result;
use crate::syntax::{self, BinaryOp, Type};

impl<'a> Work<'_, 'a> {
    /// Whether a pointer is not null, as a number; `None` if the expression is no pointer that a region can look at.
    pub fn is_given(&mut self, expr: &'a syntax::Expr) -> Result<Option<Expr>> {
        let mut expr = expr;
        while let Some(stands_for) = expr.as_var().and_then(|var| self.builder.facts.pointers.get(&var)) {
            expr = stands_for;
        }
        if matches!(expr.ty, Type::Array(_)) || matches!(expr.kind, syntax::ExprKind::AddressOf(_)) {
            return Ok(Some(Expr::int(ScalarType::I32, 1)));
        }
        if !matches!(expr.ty, Type::Pointer(_)) || expr.has_assignment() {
            return Ok(None);
        }
        let place = self.place(expr)?;
        let is_subscripted =
            place.steps.iter().any(|step| matches!(step, Step::Index { terms, .. } if !terms.is_empty()));
        let param =
            if is_subscripted { None } else { self.param_by(&place.key(), |builder| builder.null_test(&place.key()))? };
        Ok(param.map(|param| Expr { ty: ScalarType::I32, kind: ExprKind::Param(param) }))
    }

    /// The value of `pointer == 0`, `pointer != 0` or `!pointer`, if that is what it is.
    pub fn null_test(&mut self, expr: &'a syntax::Expr) -> Result<Option<Expr>> {
        let not = |value| Expr { ty: ScalarType::I32, kind: ExprKind::Unary(UnaryOp::Not, Box::new(value)) };
        match &expr.kind {
            syntax::ExprKind::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), left, right) => {
                let pointer = match (is_null(left), is_null(right)) {
                    (false, true) => left,
                    (true, false) => right,
                    _ => return Ok(None),
                };
                let given = self.is_given(pointer)?;
                Ok(given.map(|given| if *op == BinaryOp::Ne { given } else { not(given) }))
            }
            syntax::ExprKind::Unary(syntax::UnaryOp::Not, operand) => Ok(self.is_given(operand)?.map(not)),
            _ => Ok(None),
        }
    }
}

impl Builder<'_> {
    /// The parameter that says whether a pointer is not null, if the region does not change the pointer.
    fn null_test(&mut self, pointer: &Key) -> Option<ParamId> {
        if let Some(id) = self.null_tests.get(pointer) {
            return Some(*id);
        }
        if self.facts.declared.contains(&pointer.root) || pointer_may_change(self, pointer) {
            return None;
        }
        let spelling = spell(self.unit, pointer, &|_| false);
        let name = self.names.unique(&format!("has_{}", spelling.name));
        let values = isl::Set::read(self.ctx, &format!("[{name}] -> {{ : 0 <= {name} <= 1 }}")).ok()?;
        self.context = self.context.intersect(&values).ok()?;
        let param = Param { name, ty: ScalarType::I32, value: ParamValue::NotNull(spelling.place), usual: None };
        let id = self.params.add_computed(param);
        self.null_tests.insert(pointer.clone(), id);
        Some(id)
    }
}
