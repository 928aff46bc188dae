//! Printing the typed expressions of statement bodies.

use polymill_gdg::{
    AccessId, Array, BinaryOp, Expr, ExprKind, LocalId, Projection, ScalarType, SpelledPlace, Statement, Storage,
    UnaryOp,
};

use super::COUNTERS;
use super::integer::{INDEX, Integers, widened};
use super::target::{Helper, VectorType};
use super::types::{Precedence, Text, float_literal, int_literal, widens};
use crate::{Datum, Instance, IntExpr, Lanes, VarId};

/// Prints expressions of one statement instance. A conversion is printed as a cast only where C would not do the same
/// by itself.
pub(crate) struct Values<'v, 'a> {
    pub integers: &'v mut Integers<'a>,
    pub statement: &'v Statement,
    pub instance: &'v Instance,
}

/// How an expression prints when its surroundings convert it.
struct Plain {
    text: Text,
    /// Whether it is the same number without the conversion.
    is_same: bool,
}

impl Values<'_, '_> {
    /// Prints an expression with its value; the C type is that of the expression, or a wider signed one with the same
    /// value.
    pub fn value(&mut self, expr: &Expr) -> Text {
        *self.integers.n_printed += 1;
        let ty = expr.ty;
        match &expr.kind {
            ExprKind::Int(value) => int_literal(*value, ty),
            ExprKind::Float(digits) => float_literal(digits, ty),
            ExprKind::Iterator(_) | ExprKind::Param(_) => {
                let Plain { text, is_same } = self.plain(expr);
                if text.ty == ty || (is_same && is_wider_signed(text.ty, ty)) { text } else { text.cast(ty) }
            }
            ExprKind::Local(local) => Text::primary(self.local(*local), ty),
            ExprKind::Load(access) => self.counted(*access, false),
            ExprKind::Unary(UnaryOp::Not, inner) => {
                let inner = self.condition(inner).at(Precedence::Unary);
                Text::new(format!("!{inner}"), Precedence::Unary, ScalarType::I32)
            }
            ExprKind::Unary(operator, inner) => {
                let inner = self.value(inner);
                let sign = if *operator == UnaryOp::Neg { "-" } else { "~" };
                let code = inner.at(Precedence::Unary);
                let code = if code.starts_with(sign) { format!("{sign}({code})") } else { format!("{sign}{code}") };
                fit(Text::new(code, Precedence::Unary, inner.ty.promoted()), ty)
            }
            ExprKind::Binary(BinaryOp::Mul, left, right) if self.is_left_out(left) => self.value(right),
            ExprKind::Binary(BinaryOp::Mul, left, right) if self.is_left_out(right) => self.value(left),
            ExprKind::Binary(operator, left, right) => match self.counter(expr) {
                Some(counter) => self.integers.sum(&counter),
                None => self.binary(*operator, left, right, ty),
            },
            ExprKind::Cast(inner) => match self.converted(inner, ty) {
                Some(text) => text,
                None => cast(self.value(inner), ty),
            },
            ExprKind::Call(function, arguments) => {
                if self.integers.silent_functions.contains(function) {
                    self.integers.helpers.extend(Helper::silent_root(function));
                }
                let arguments: Vec<_> = arguments.iter().map(|argument| self.value(argument).code).collect();
                Text::primary(format!("{function}({})", arguments.join(", ")), ty)
            }
            ExprKind::Select(condition, then, otherwise) => {
                let condition = self.condition(condition).above(Precedence::Conditional);
                let (then, otherwise, common) = self.operands(then, otherwise, ty, arithmetic_fits);
                let code = format!(
                    "{condition} ? {} : {}",
                    then.above(Precedence::Conditional),
                    otherwise.above(Precedence::Conditional)
                );
                fit(Text::new(code, Precedence::Conditional, common), ty)
            }
        }
    }

    /// Prints `inner` converted to `ty`, where that is more than a cast: it is another number, or the counter of a loop.
    fn converted(&mut self, inner: &Expr, ty: ScalarType) -> Option<Text> {
        match (&inner.kind, ty.range()) {
            (ExprKind::Int(value), Some((low, high))) if low <= *value && *value <= high => {
                Some(int_literal(*value, ty))
            }
            (ExprKind::Int(value), None) if widens(inner.ty, ty) => Some(int_literal(*value, ty)),
            _ => {
                let counter = self.counter(inner).filter(|counter| self.integers.fits(counter, ty))?;
                Some(self.integers.sum(&counter))
            }
        }
    }

    /// Prints an expression that is converted to its type by its surroundings, as an assignment does.
    pub fn assigned(&mut self, expr: &Expr) -> Text {
        self.plain(expr).text
    }

    /// Prints an expression of which only matters whether it is zero.
    pub fn condition(&mut self, expr: &Expr) -> Text {
        match &expr.kind {
            ExprKind::Cast(inner) if expr.ty == ScalarType::Bool => self.condition(inner),
            ExprKind::Cast(inner) if inner.ty.is_integer() && widens(inner.ty, expr.ty) => self.condition(inner),
            _ => self.value(expr),
        }
    }

    /// Prints what a store writes to.
    pub fn target(&mut self, access: AccessId) -> Text {
        self.counted(access, true)
    }

    /// The element that an access uses; it counts itself if that is wanted.
    fn counted(&mut self, access: AccessId, is_store: bool) -> Text {
        let text = self.element(access);
        let id = self.statement.access(access).array;
        let array = self.integers.gdg.array(id);
        let is_register =
            array.is_scalar() && array.storage == Storage::Local || self.instance.register(access).is_some();
        if !self.integers.counts || is_register {
            return text;
        }
        let position = 2 * id.index() + usize::from(is_store);
        let counted = match self.lanes(access) {
            None => format!("{COUNTERS}[{position}]++"),
            Some(Lanes { count, .. }) => format!("{COUNTERS}[{position}] += {count}"),
        };
        Text::primary(format!("(*({counted}, &{}))", text.at(Precedence::Unary)), text.ty)
    }

    /// Prints `op= right`, if `target op= right` means the same as storing `value` in the element that `target` names.
    pub fn compound_store(&mut self, target: AccessId, value: &Expr) -> Option<String> {
        if self.integers.counts {
            // The load and the store count apart.
            return None;
        }
        let element = self.target_type(target);
        let (operator, left, right, ty) = update(value, element)?;
        match left.kind {
            ExprKind::Load(access) if self.is_same_element(access, target) => {
                self.compound(operator, element, right, ty)
            }
            _ => None,
        }
    }

    /// As [`Values::compound_store`], for a variable of the body; adding 1 prints as `++`.
    pub fn compound_set(&mut self, target: LocalId, value: &Expr) -> Option<String> {
        let element = self.statement.body.locals.get(target.index())?.ty;
        let (operator, left, right, ty) = update(value, element)?;
        if left.kind != ExprKind::Local(target) {
            return None;
        }
        if operator == BinaryOp::Add && right.kind == ExprKind::Int(1) && ty == element {
            return Some("++".to_owned());
        }
        self.compound(operator, element, right, ty)
    }

    /// `op= right` where C does the operation in type `ty`, for a target of type `element`.
    fn compound(&mut self, operator: BinaryOp, element: ScalarType, right: &Expr, ty: ScalarType) -> Option<String> {
        let symbol = (!operator.is_logical()).then(|| format!("{}=", operator.symbol()))?;
        let plain = self.plain(right);
        if matches!(operator, BinaryOp::Shl | BinaryOp::Shr) {
            return (element.promoted() == ty).then(|| format!(" {symbol} {}", plain.text.code));
        }
        let fits = |text: &Text, is_same| arithmetic_fits(element.common(text.ty), ty, is_same);
        if fits(&plain.text, plain.is_same) {
            return Some(format!(" {symbol} {}", plain.text.code));
        }
        let exact = self.value(right);
        fits(&exact, true).then(|| format!(" {symbol} {}", exact.code))
    }

    /// Prints the element or register that an access uses.
    pub fn element(&mut self, access: AccessId) -> Text {
        let ty = self.target_type(access);
        if let Some(register) = self.instance.register(access) {
            let name = self.integers.nest.registers.get(register.index()).map(|each| each.name.clone());
            return Text::primary(name.unwrap_or_default(), ty);
        }
        let array = self.integers.gdg.array(self.statement.access(access).array);
        let subscripts = self.subscripts(access);
        let extents = self.integers.nest.extents.get(self.statement.access(access).array.index());
        let extents = extents.cloned().unwrap_or_default();
        let affine = self.affine_subscripts(access);
        let place = self.place(array, &subscripts, affine.as_deref(), &extents);
        match self.lanes(access).and_then(|lanes| VectorType::of(ty, lanes.count)).map(Helper::Vector) {
            None => Text::primary(place, ty),
            Some(vector) => {
                self.integers.helpers.insert(vector);
                Text::new(format!("*({} *)&{place}", vector.name()), Precedence::Unary, ty)
            }
        }
    }

    /// Those of the vector that an access names, if it is one.
    fn lanes(&self, access: AccessId) -> Option<Lanes> {
        self.instance
            .lanes
            .filter(|lanes| self.affine_subscripts(access).is_some_and(|subscripts| lanes.tell_apart(&subscripts)))
    }

    /// The name of a local variable of the body.
    pub fn local(&self, local: LocalId) -> String {
        self.statement.body.locals.get(local.index()).map(|each| each.name.clone()).unwrap_or_default()
    }

    fn target_type(&self, access: AccessId) -> ScalarType {
        self.integers.gdg.array(self.statement.access(access).array).element
    }

    fn affine_subscripts(&self, access: AccessId) -> Option<Vec<IntExpr>> {
        self.integers.nest.elements.subscripts(self.instance.statement, access, &self.instance.iterators)
    }

    fn subscripts(&mut self, access: AccessId) -> Vec<Text> {
        match self.affine_subscripts(access) {
            Some(subscripts) => {
                let first = self.instance.lanes.map(|lanes| lanes.first(&subscripts));
                first.unwrap_or(subscripts).iter().map(|each| self.integers.sum(each)).collect()
            }
            None => self.statement.access(access).subscripts.iter().map(|each| self.value(each)).collect(),
        }
    }

    fn is_same_element(&self, a: AccessId, b: AccessId) -> bool {
        let (first, second) = (self.statement.access(a), self.statement.access(b));
        let registers = (self.instance.register(a), self.instance.register(b));
        let is_same_place = match (self.affine_subscripts(a), self.affine_subscripts(b)) {
            (Some(a), Some(b)) => a == b,
            // Evaluating the subscripts once in place of twice changes nothing, as nothing is written in between.
            _ => first.subscripts == second.subscripts,
        };
        first.array == second.array && registers.0 == registers.1 && (registers.0.is_some() || is_same_place)
    }

    fn place(
        &mut self,
        array: &Array,
        subscripts: &[Text],
        affine: Option<&[IntExpr]>,
        extents: &[Option<IntExpr>],
    ) -> String {
        if array.storage == Storage::Local {
            let subscripts = subscripts.iter().map(|each| format!("[{}]", each.code));
            return subscripts.fold(array.name.clone(), |code, each| code + &each);
        }
        let mut spelled = SpelledPlace::of(&array.place.root);
        let mut position = 0;
        for (index, projection) in array.place.projections.iter().enumerate() {
            let end = (position + projection.n_subscripts()).min(subscripts.len());
            let taken = &subscripts[position..end];
            spelled.project(projection, || match projection {
                Projection::Linear { .. } => {
                    format!("[{}]", self.linear(taken, extents.get(position..end).unwrap_or_default()).code)
                }
                _ => format!("[{}]", taken.first().map_or("", |each| &each.code)),
            });
            position = end;
            let done = affine.map_or_else(|| (position == 0).then_some(&[][..]), |affine| affine.get(..position));
            let place = array.place.prefix(index + 1);
            if let Some(name) = done.and_then(|done| self.integers.loaded(&place, done)) {
                spelled = SpelledPlace::of(name);
            }
        }
        spelled.finish()
    }

    /// One subscript from several, in row-major order.
    fn linear(&mut self, subscripts: &[Text], extents: &[Option<IntExpr>]) -> Text {
        let Some((first, rest)) = subscripts.split_first() else { return Text::primary("0", INDEX) };
        let sizes = extents.iter().skip(1);
        rest.iter().zip(sizes).fold(first.clone(), |outer, (inner, size)| {
            if outer.code == "0" {
                return inner.clone();
            }
            let size = size.as_ref().map_or_else(|| Text::primary("", INDEX), |size| self.integers.sum(size));
            let outer = widened(&outer);
            let product =
                format!("{} * {}", outer.at(Precedence::Multiplicative), size.above(Precedence::Multiplicative));
            if inner.code == "0" {
                return Text::new(product, Precedence::Multiplicative, INDEX);
            }
            Text::new(format!("{product} + {}", inner.at(Precedence::Additive)), Precedence::Additive, INDEX)
        })
    }

    /// `start + iterator` without the start, where the loop counts from there.
    fn counter(&self, expr: &Expr) -> Option<IntExpr> {
        let ExprKind::Binary(BinaryOp::Add, start, distance) = &expr.kind else { return None };
        let ExprKind::Iterator(position) = distance.kind else { return None };
        let value = self.instance.iterators.get(position).filter(|_| expr.ty == INDEX && distance.ty == INDEX)?;
        let start = Datum::new(self.integers.gdg, self.instance, start);
        let is_start =
            |(datum, var): &&(&Datum, VarId)| value.coefficient(*var) == -1 && start.is_same(self.integers.gdg, datum);
        let (_, start) = self.integers.data.iter().find(is_start)?;
        Some(value.clone() + IntExpr::var(*start))
    }

    fn plain(&mut self, expr: &Expr) -> Plain {
        match &expr.kind {
            ExprKind::Cast(inner) => Plain { text: self.value(inner), is_same: widens(inner.ty, expr.ty) },
            ExprKind::Int(value) if expr.ty.is_integer() && i32::try_from(*value).is_ok() => {
                Plain { text: int_literal(*value, ScalarType::I32), is_same: true }
            }
            ExprKind::Param(param) => match self.integers.gdg.params.get(param.index()) {
                Some(param) => {
                    let text = super::integer::param_text(self.integers.gdg, param);
                    Plain { text, is_same: widens(param.ty, expr.ty) }
                }
                None => Plain { text: Text::primary("", expr.ty), is_same: true },
            },
            ExprKind::Iterator(position) => {
                let value = self.instance.iterators.get(*position).cloned().unwrap_or_default();
                let source = self.statement.iterators.get(*position).map_or(INDEX, |iterator| iterator.ty);
                Plain { text: self.integers.sum(&value), is_same: widens(source, expr.ty) }
            }
            _ => Plain { text: self.value(expr), is_same: true },
        }
    }

    /// [`Values::plain`] and [`Values::value`] of an expression, whose own operands are printed once: printing them for
    /// each would take time exponential in the depth of the expression.
    fn both(&mut self, expr: &Expr) -> (Plain, Plain) {
        let exact = |text| Plain { text, is_same: true };
        match &expr.kind {
            ExprKind::Cast(inner) => {
                let plain = self.plain(expr);
                let text = self.converted(inner, expr.ty).unwrap_or_else(|| cast(plain.text.clone(), expr.ty));
                (plain, exact(text))
            }
            ExprKind::Int(_) | ExprKind::Param(_) | ExprKind::Iterator(_) => {
                (self.plain(expr), exact(self.value(expr)))
            }
            _ => {
                let text = self.value(expr);
                (exact(text.clone()), exact(text))
            }
        }
    }

    /// Whether an expression is a factor that a sum is multiplied by later.
    fn is_left_out(&self, expr: &Expr) -> bool {
        matches!(expr.kind, ExprKind::Load(access) if self.instance.left_out.contains(&access))
    }

    fn binary(&mut self, operator: BinaryOp, left: &Expr, right: &Expr, ty: ScalarType) -> Text {
        use BinaryOp::*;
        if matches!(operator, Add | Sub) && self.counts_zero(right) {
            let left = self.value(left);
            if left.ty == ty {
                return left;
            }
        }
        let (symbol, precedence) = (operator.symbol(), Precedence::of(operator));
        let (left, right, result) = match operator {
            And | Or => (self.condition(left), self.condition(right), ScalarType::I32),
            Shl | Shr => {
                let left = self.value(left);
                let result = left.ty.promoted();
                (left, self.plain(right).text, result)
            }
            _ if operator.is_logical() => {
                let (left, right, _) = self.operands(left, right, left.ty, comparison_fits);
                (left, right, ScalarType::I32)
            }
            _ => self.operands(left, right, ty, arithmetic_fits),
        };
        let left = if is_clear(&left, precedence) { left.at(precedence) } else { format!("({})", left.code) };
        let right = if is_clear(&right, precedence) { right.above(precedence) } else { format!("({})", right.code) };
        let text = Text::new(format!("{left} {symbol} {right}"), precedence, result);
        if operator.is_logical() { text } else { fit(text, ty) }
    }

    /// Whether an expression is an iterator that is zero here.
    fn counts_zero(&self, expr: &Expr) -> bool {
        let ExprKind::Iterator(position) = expr.kind else { return false };
        self.instance.iterators.get(position).is_some_and(|value| value.as_constant() == Some(0))
    }

    /// Prints two operands of type `ty` with as few casts as C allows; the type is that of the operation in C.
    fn operands(
        &mut self,
        left: &Expr,
        right: &Expr,
        ty: ScalarType,
        fits: fn(ScalarType, ScalarType, bool) -> bool,
    ) -> (Text, Text, ScalarType) {
        let ((left_plain, left_exact), (right_plain, right_exact)) = (self.both(left), self.both(right));
        let choices = [
            (&left_plain, &right_plain),
            (&left_exact, &right_plain),
            (&left_plain, &right_exact),
            (&left_exact, &right_exact),
        ];
        let common = |(a, b): &(&Plain, &Plain)| a.text.ty.common(b.text.ty);
        let best = choices.iter().find(|pair| fits(common(pair), ty, pair.0.is_same && pair.1.is_same));
        let chosen = best.unwrap_or(&choices[3]);
        (chosen.0.text.clone(), chosen.1.text.clone(), common(chosen))
    }
}

/// The parts of `left op right`, done in a type that is converted to `element`; a conversion of `left` from that type is
/// taken off.
fn update(value: &Expr, element: ScalarType) -> Option<(BinaryOp, &Expr, &Expr, ScalarType)> {
    let inner = match &value.kind {
        ExprKind::Cast(inner) => inner,
        _ => value,
    };
    let ExprKind::Binary(operator, left, right) = &inner.kind else { return None };
    let left = match &left.kind {
        ExprKind::Cast(loaded) if loaded.ty == element => loaded,
        _ => left,
    };
    Some((*operator, left, right, inner.ty))
}

/// Whether an operation that C does in type `c` gives what the IR's operation in `ty` gives, for operands that are the
/// same numbers or are converted to `c` by C.
fn arithmetic_fits(c: ScalarType, ty: ScalarType, is_same: bool) -> bool {
    c == ty || (is_same && is_wider_signed(c, ty))
}

/// As [`arithmetic_fits`], for comparisons.
fn comparison_fits(c: ScalarType, ty: ScalarType, is_same: bool) -> bool {
    c == ty || (is_same && ty.is_integer() && c.is_integer() && widens(ty, c))
}

/// Arithmetic with sign does not overflow, so that doing it in a wider type makes no difference.
fn is_wider_signed(c: ScalarType, ty: ScalarType) -> bool {
    match (c, ty) {
        (ScalarType::Int { bits: a, signed: true }, ScalarType::Int { bits: b, signed: true }) => a >= b,
        _ => false,
    }
}

fn cast(text: Text, ty: ScalarType) -> Text {
    if text.ty == ty { text } else { text.cast(ty) }
}

/// Converts the result of an operation, if its value may not be one of `ty` otherwise.
fn fit(text: Text, ty: ScalarType) -> Text {
    if text.ty == ty || is_wider_signed(text.ty, ty) { text } else { text.cast(ty) }
}

/// Whether an operand can stand without parentheses beside an operator of this precedence, in the eyes of a compiler
/// that warns of confusing mixtures.
fn is_clear(operand: &Text, precedence: Precedence) -> bool {
    use Precedence::*;
    match precedence {
        Or => operand.precedence != And,
        BitOr | BitXor | BitAnd => operand.precedence >= Unary || operand.precedence == precedence,
        Shift => operand.precedence >= Multiplicative,
        Equality | Relational => operand.precedence > Equality && operand.precedence != Relational,
        _ => true,
    }
}
