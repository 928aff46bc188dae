//! Parameters that are products of others: `w * h` in `for (i = 0; i < w * h; i++)` is not affine, but it is one integer that does not
//! change, as `n` would be after `int n = w * h;`. Generated code computes it first.

use polymill_gdg::{BinaryOp, Expr, ExprKind, Param, ParamId, ParamValue, Place, ScalarType, UnaryOp};

use super::builder::{Builder, range_of_type};
use super::loops::is_signed;
use super::scope::Scope;
use crate::Result;

/// An integer that the code generated for a region computes before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Computed {
    /// The variable that has it; no other thing in the function has this name.
    pub name: String,
    /// Its type in C.
    pub ty: &'static str,
    /// Its value in C.
    pub value: String,
}

/// A product that has become a parameter.
#[derive(Clone, Debug)]
pub(super) struct Product {
    value: Expr,
    param: ParamId,
    computed: Computed,
}

impl Product {
    pub fn computed(&self) -> &Computed {
        &self.computed
    }
}

impl Builder<'_> {
    /// An expression with parameters in place of products of parameters; `None` if there is no such product in it. In the loops of the
    /// scope, the source may never compute it: so it must not follow pointers, nor overflow.
    pub(super) fn with_named_products(&mut self, expr: &Expr, scope: &Scope) -> Result<Option<Expr>> {
        let is_certain = scope.counters.is_empty() && scope.domain.complement()?.is_empty()?;
        let mut named = expr.clone();
        let n_names = self.name_products(&mut named, is_certain)?;
        Ok((n_names > 0).then_some(named))
    }

    /// Puts parameters in place of products of parameters; how many there were.
    pub(super) fn name_products(&mut self, expr: &mut Expr, is_certain: bool) -> Result<usize> {
        let is_product = match &expr.kind {
            ExprKind::Binary(BinaryOp::Mul, left, right) => !is_number(left) && !is_number(right),
            _ => false,
        };
        if is_product && let Some(param) = self.product(expr, is_certain)? {
            expr.kind = ExprKind::Param(param);
            return Ok(1);
        }
        let mut n_names = 0;
        for operand in expr.operands_mut() {
            n_names += self.name_products(operand, is_certain)?;
        }
        Ok(n_names)
    }

    /// The parameter that a product is.
    fn product(&mut self, value: &Expr, is_certain: bool) -> Result<Option<ParamId>> {
        if let Some(known) = self.products.iter().find(|known| known.value == *value) {
            return Ok(Some(known.param));
        }
        let (Some(ty), Some(text)) = (type_name(value.ty), self.spelled(value, is_certain)) else { return Ok(None) };
        let mut factors = vec![];
        value.for_each(&mut |part| {
            if let ExprKind::Param(id) = part.kind {
                factors.push(self.params.params[id.index()].name.as_str());
            }
        });
        let wanted = factors.join("_");
        let name = self.names.unique(&wanted);
        self.context = self.context.intersect(&range_of_type(self.ctx, &name, value.ty)?)?;
        let place = ParamValue::Place(Place::variable(&name));
        let param = self.params.add_computed(Param { name: name.clone(), ty: value.ty, value: place, usual: None });
        self.products.push(Product { value: value.clone(), param, computed: Computed { name, ty, value: text } });
        Ok(Some(param))
    }

    /// A product of parameters in C; `None` if it has anything else in it. What the source may not compute must not overflow, so that it
    /// is computed without signs, and must not follow pointers.
    fn spelled(&self, product: &Expr, is_certain: bool) -> Option<String> {
        self.value(product, is_certain).map(|text| without_parentheses(&text).to_owned())
    }

    fn value(&self, expr: &Expr, is_certain: bool) -> Option<String> {
        let name = type_name(expr.ty)?;
        match &expr.kind {
            ExprKind::Int(value @ 0..=0x7fff_ffff) => Some(match expr.ty {
                ScalarType::I32 => value.to_string(),
                _ => format!("({name}){value}"),
            }),
            ExprKind::Param(id) => {
                let param = &self.params.params[id.index()];
                let place = param.place().filter(|place| is_certain || place.is_variable())?;
                (param.ty == expr.ty).then(|| place.to_string())
            }
            ExprKind::Cast(operand) => Some(format!("({name}){}", self.value(operand, is_certain)?)),
            ExprKind::Unary(..) | ExprKind::Binary(..) if !is_certain && is_signed(expr.ty) => {
                Some(format!("({name}){}", self.value_without_sign(expr)?))
            }
            _ => arithmetic(expr, &|operand| self.value(operand, is_certain)),
        }
    }

    /// The same bits, of a type without sign.
    fn value_without_sign(&self, expr: &Expr) -> Option<String> {
        let ScalarType::Int { bits, .. } = expr.ty else { return None };
        match &expr.kind {
            ExprKind::Unary(..) | ExprKind::Binary(..) => arithmetic(expr, &|operand| self.value_without_sign(operand)),
            _ => {
                let name = type_name(ScalarType::Int { bits, signed: false })?;
                Some(format!("({name}){}", self.value(expr, false)?))
            }
        }
    }
}

/// Sums, differences and products in parentheses.
fn arithmetic(expr: &Expr, value: &dyn Fn(&Expr) -> Option<String>) -> Option<String> {
    match &expr.kind {
        ExprKind::Unary(UnaryOp::Neg, operand) => Some(format!("(-{})", value(operand)?)),
        ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul), left, right) => {
            let is_product = |expr: &Expr| matches!(expr.kind, ExprKind::Binary(BinaryOp::Mul, ..));
            let (first, second) = (value(left)?, value(right)?);
            let first = if is_product(expr) && is_product(left) { without_parentheses(&first) } else { &first };
            Some(format!("({first} {} {second})", op.symbol()))
        }
        _ => None,
    }
}

/// What stands in parentheses that begin and end the text.
fn without_parentheses(text: &str) -> &str {
    let mut depth = 0;
    let closing = text.char_indices().find(|(_, c)| {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        depth == 0
    });
    match closing {
        Some((end, ')')) if end + 1 == text.len() => &text[1..end],
        _ => text,
    }
}

fn is_number(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Int(_) => true,
        ExprKind::Cast(operand) => is_number(operand),
        _ => false,
    }
}

/// The names of types. In narrower ones than these, nothing is computed.
fn type_name(ty: ScalarType) -> Option<&'static str> {
    match ty {
        ScalarType::Int { bits: 8, signed: true } => Some("signed char"),
        ScalarType::Int { bits: 8, signed: false } => Some("unsigned char"),
        ScalarType::Int { bits: 16, signed: true } => Some("short"),
        ScalarType::Int { bits: 16, signed: false } => Some("unsigned short"),
        ScalarType::Int { bits: 32, signed: true } => Some("int"),
        ScalarType::Int { bits: 32, signed: false } => Some("unsigned"),
        ScalarType::Int { bits: 64, signed: true } => Some("long"),
        ScalarType::Int { bits: 64, signed: false } => Some("unsigned long"),
        _ => None,
    }
}
