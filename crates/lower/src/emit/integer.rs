//! Printing integer expressions and conditions.

use std::collections::BTreeSet;

use polymill_gdg::{Definition, Gdg, Param, ParamId, Place, ScalarType, SpelledPlace};

use super::definition::definition_text;
use super::target::{Helper, Helpers};
use super::types::{Precedence, Text};
use crate::{Atom, Condition, Datum, Division, For, IntExpr, Known, LoopNest, Pointer, VarId};

/// The C type of iterators.
pub(crate) const INDEX: ScalarType = ScalarType::I64;

/// Prints integer expressions at one place of a loop nest, such that no operation overflows the type in which C does
/// it: iterators are 64 bits wide, and operations on parameters alone are widened where their ranges ask for it.
pub(crate) struct Integers<'a> {
    pub gdg: &'a Gdg,
    pub nest: &'a LoopNest,
    pub known: &'a Known,
    pub helpers: &'a mut Helpers,
    /// Values computed from data that have names here.
    pub data: &'a [(&'a Datum, VarId)],
    /// Pointers that are loaded here.
    pub pointers: &'a [(&'a Pointer, &'a [IntExpr])],
    pub n_printed: &'a mut u64,
    /// Whether accesses to elements count themselves.
    pub counts: bool,
    /// Functions that may set `errno`, at which nobody looks.
    pub silent_functions: &'a BTreeSet<String>,
}

/// A signed term of a sum.
struct Term<'e> {
    /// `None` for the constant.
    atom: Option<&'e Atom>,
    /// The absolute value of the coefficient, or of the constant.
    factor: i128,
    negative: bool,
}

impl Integers<'_> {
    /// Prints an element of an array of pointers, through another pointer if there is one.
    pub fn pointer(&mut self, place: &Place, subscripts: &[IntExpr]) -> String {
        let mut rest = subscripts.iter();
        let mut spelled = SpelledPlace::of(&place.root);
        for (position, projection) in place.projections.iter().enumerate() {
            spelled.project(projection, || {
                let subscript = rest.next().map(|each| self.sum(each).code).unwrap_or_default();
                format!("[{subscript}]")
            });
            let done = &subscripts[..subscripts.len() - rest.len()];
            if let Some(name) = self.loaded(&place.prefix(position + 1), done) {
                spelled = SpelledPlace::of(name);
            }
        }
        spelled.finish()
    }

    /// The name of the pointer that an element of an array of pointers was loaded into.
    pub fn loaded(&self, place: &Place, subscripts: &[IntExpr]) -> Option<&str> {
        let is_it = |(pointer, own): &&(&Pointer, &[IntExpr])| {
            *own == subscripts && self.gdg.array(pointer.array).place == *place
        };
        self.pointers.iter().rev().find(is_it).map(|(pointer, _)| pointer.name.as_str())
    }

    /// Prints an expression.
    pub fn sum(&mut self, value: &IntExpr) -> Text {
        *self.n_printed += 1;
        let terms = ordered_terms(value);
        let Some((first, rest)) = terms.split_first() else { return number(0) };
        let mut text = self.leading(first);
        let mut so_far = first.value();
        for (position, term) in rest.iter().enumerate() {
            so_far = so_far + term.value();
            let mut next = self.product(term);
            if !self.fits(&so_far, text.ty.common(next.ty)) {
                let is_first_operation = position == 0 && text.precedence == Precedence::Primary;
                match term.atom {
                    None => next = long_number(term.factor),
                    Some(_) if is_first_operation => text = text.cast(INDEX),
                    Some(_) => next = next.cast(INDEX),
                }
            }
            let operator = if term.negative { "-" } else { "+" };
            let code = format!("{} {operator} {}", text.at(Precedence::Additive), next.above(Precedence::Additive));
            text = Text::new(code, Precedence::Additive, text.ty.common(next.ty));
        }
        text
    }

    /// Prints a condition.
    pub fn condition(&mut self, condition: &Condition) -> Text {
        if let Some((test, is_passed)) = Self::test_of(self.gdg, condition) {
            let text = self.param(test);
            return match is_passed {
                true => text,
                false => Text::new(format!("!{}", text.at(Precedence::Unary)), Precedence::Unary, ScalarType::I32),
            };
        }
        match condition {
            Condition::Constant(value) => number(i128::from(*value)),
            Condition::NonNegative(value) => match condition.limit_of_param() {
                Some((param, limit)) if self.is_large(param) && limit >= 0 => self.limit(param, limit),
                _ => self.comparison(value),
            },
            Condition::Zero(value) => {
                let (left, right) = sides(value, 0);
                self.compare(&left, "==", &right, Precedence::Equality)
            }
            Condition::Multiple(value, divisor) => self.multiple(value, *divisor, "=="),
            Condition::And(parts) => self.junction(parts, " && ", Precedence::And),
            Condition::Or(parts) => self.junction(parts, " || ", Precedence::Or),
            Condition::Not(inner) => match &**inner {
                Condition::Zero(value) => {
                    let (left, right) = sides(value, 0);
                    self.compare(&left, "!=", &right, Precedence::Equality)
                }
                Condition::Multiple(value, divisor) => self.multiple(value, *divisor, "!="),
                other => {
                    let code = format!("!{}", self.condition(other).at(Precedence::Unary));
                    Text::new(code, Precedence::Unary, ScalarType::I32)
                }
            },
        }
    }

    /// The test that a condition asks the result of, and whether it has to be passed.
    fn test_of<'g>(gdg: &'g Gdg, condition: &Condition) -> Option<(&'g Param, bool)> {
        let (Condition::NonNegative(value) | Condition::Zero(value)) = condition else { return None };
        let [(Atom::Param(id), _)] = value.terms() else { return None };
        let param = gdg.params.get(id.index())?;
        param.definition().and_then(Definition::test)?;
        let holds = |result| condition.eval(&|_| 0, &|_| result);
        match (holds(0)?, holds(1)?) {
            (false, true) => Some((param, true)),
            (true, false) => Some((param, false)),
            _ => None,
        }
    }

    /// Prints the condition under which a loop goes on, without the iterator: `<= upper`, or `>= lower` if it counts
    /// down.
    pub fn loop_end(&mut self, inner: &For) -> String {
        let (bound, beyond, closed, open) = match inner.descending {
            false => (&inner.upper, 1, "<=", "<"),
            true => (&inner.lower, -1, ">=", ">"),
        };
        let exclusive = (bound.clone() + beyond).distributed();
        // `i < 32`, `i < n` for `i <= n - 1`; but `i >= 0`, `i <= n`.
        let is_tidier =
            clutter(&exclusive) < clutter(bound) || (!inner.descending && clutter(&exclusive) == clutter(bound));
        let (operator, bound) = if is_tidier { (open, &exclusive) } else { (closed, bound) };
        format!("{operator} {}", self.sum(bound).above(Precedence::Relational))
    }

    fn leading(&mut self, term: &Term) -> Text {
        let product = self.product(term);
        if !term.negative {
            return product;
        }
        match term.atom {
            None => Text::new(format!("-{}", product.code), Precedence::Unary, product.ty),
            Some(_) => {
                let wide = if self.fits(&term.value(), product.ty) { product } else { product.cast(INDEX) };
                let code = wide.at(Precedence::Multiplicative);
                // Two signs in a row are another operator.
                let code = if code.starts_with('-') { format!("-({code})") } else { format!("-{code}") };
                Text::new(code, wide.precedence.min(Precedence::Unary), wide.ty)
            }
        }
    }

    /// A term without its sign.
    fn product(&mut self, term: &Term) -> Text {
        let Some(atom) = term.atom else { return number(term.factor) };
        let text = self.atom(atom);
        if term.factor == 1 {
            return text;
        }
        let value = IntExpr::atom(atom.clone()) * term.factor;
        let mut factor = number(term.factor);
        if !self.fits(&value, text.ty.common(factor.ty)) {
            factor = long_number(term.factor);
        }
        let code = format!("{} * {}", factor.code, text.above(Precedence::Multiplicative));
        Text::new(code, Precedence::Multiplicative, text.ty.common(factor.ty))
    }

    /// A parameter; one whose type iterators cannot be compared with is converted.
    fn param(&mut self, param: &Param) -> Text {
        if let Some(definition) = param.definition().filter(|_| !param.is_looked_up()) {
            return definition_text(self.gdg, definition, self.helpers);
        }
        let text = param_text(self.gdg, param);
        match param.ty.promoted() {
            ScalarType::Int { bits: 64, signed: false } | ScalarType::Int { bits: 128, .. } => text.cast(INDEX),
            _ => text,
        }
    }

    fn atom(&mut self, atom: &Atom) -> Text {
        match atom {
            Atom::Var(var) => Text::primary(self.nest.name(*var), INDEX),
            Atom::Param(param) => match self.gdg.params.get(param.index()) {
                Some(param) => self.param(param),
                None => Text::primary("", INDEX),
            },
            Atom::Div(division) => self.division(division, "/", Helper::FloorDiv),
            Atom::Mod(division) => self.remainder(division),
            Atom::Min(values) => self.extremum(values, Helper::Min),
            Atom::Max(values) => self.extremum(values, Helper::Max),
            Atom::Select(parts) => {
                let (condition, then, otherwise) = &**parts;
                let condition = self.condition(condition).above(Precedence::Conditional);
                let (then, otherwise) = (self.sum_in_index_type(then), self.sum_in_index_type(otherwise));
                Text::new(format!("{condition} ? {then} : {otherwise}"), Precedence::Conditional, INDEX)
            }
        }
    }

    fn sum_in_index_type(&mut self, value: &IntExpr) -> String {
        let text = self.sum(value);
        widened(&text).above(Precedence::Conditional)
    }

    /// `(i + 2) % 3` for `(i - 1) mod 3`, where that may be negative and this is not.
    fn remainder(&mut self, division: &Division) -> Text {
        let Division { numerator, divisor, truncating } = division;
        let larger = numerator.clone() + *divisor;
        let is_plain = *truncating || self.known.is_non_negative(numerator);
        if !is_plain && self.known.is_non_negative(&larger) {
            let larger = Division { numerator: larger, divisor: *divisor, truncating: false };
            return self.division(&larger, "%", Helper::FloorMod);
        }
        self.division(division, "%", Helper::FloorMod)
    }

    fn division(&mut self, division: &Division, operator: &str, helper: Helper) -> Text {
        let numerator = self.sum(&division.numerator);
        let divisor = number(division.divisor);
        let is_positive = self.known.is_non_negative(&division.numerator);
        if division.truncating || is_positive {
            let ty = numerator.ty.common(divisor.ty);
            let code = format!("{} {operator} {}", numerator.at(Precedence::Multiplicative), divisor.code);
            return Text::new(code, Precedence::Multiplicative, ty);
        }
        self.helpers.insert(helper);
        Text::primary(format!("{}({}, {})", helper.name(), numerator.code, divisor.code), INDEX)
    }

    fn extremum(&mut self, values: &[IntExpr], helper: Helper) -> Text {
        self.helpers.insert(helper);
        let mut texts = values.iter().map(|value| self.sum(value).code).collect::<Vec<_>>().into_iter().rev();
        let last = texts.next().unwrap_or_default();
        let code = texts.fold(last, |inner, text| format!("{}({text}, {inner})", helper.name()));
        Text::primary(code, INDEX)
    }

    /// Prints `value >= 0` the way a person would write it: a variable on the left, no negative numbers.
    fn comparison(&mut self, value: &IntExpr) -> Text {
        let age = |(atom, _): &(Atom, i128)| if let Atom::Var(var) = atom { 1 + var.index() } else { 0 };
        let newest = |side: &IntExpr| side.terms().iter().map(age).max();
        let (above, below) = (positive_part(value), positive_part(&-value.clone()));
        let constant = value.constant_part();
        // above + constant >= below
        if newest(&above) >= newest(&below) {
            // `i > j` for `i >= j + 1`, `i > 0` for `i >= 1`.
            let strict = constant == -1 || (!below.terms().is_empty() && constant < 0);
            let (operator, bound) = if strict { (">", -constant - 1) } else { (">=", -constant) };
            self.compare(&above, operator, &(below + bound), Precedence::Relational)
        } else {
            let strict = !above.terms().is_empty() && constant < 0;
            let (operator, bound) = if strict { ("<", constant + 1) } else { ("<=", constant) };
            self.compare(&below, operator, &(above + bound), Precedence::Relational)
        }
    }

    /// Whether a parameter's type has values that 64 bits with sign do not have.
    fn is_large(&self, param: ParamId) -> bool {
        let param = self.gdg.params.get(param.index());
        param.is_some_and(|param| param.definition().is_none() && param.ty == ScalarType::U64)
    }

    /// `param <= limit`, in the parameter's own type: a conversion would lose some of its values.
    fn limit(&self, param: ParamId, limit: i64) -> Text {
        let param =
            self.gdg.params.get(param.index()).map(|param| param_text(self.gdg, param).above(Precedence::Shift));
        let code = format!("{} <= {limit}", param.unwrap_or_default());
        Text::new(code, Precedence::Relational, ScalarType::I32)
    }

    fn compare(&mut self, left: &IntExpr, operator: &str, right: &IntExpr, precedence: Precedence) -> Text {
        let mut left_text = self.sum(left);
        let right_text = self.sum(right);
        let ty = left_text.ty.common(right_text.ty);
        if !self.fits(left, ty) || !self.fits(right, ty) {
            left_text = left_text.cast(INDEX);
        }
        let code = format!("{} {operator} {}", left_text.above(Precedence::Shift), right_text.above(Precedence::Shift));
        Text::new(code, precedence, ScalarType::I32)
    }

    fn multiple(&mut self, value: &IntExpr, divisor: i128, operator: &str) -> Text {
        let text = self.sum(value).at(Precedence::Multiplicative);
        Text::new(format!("{text} % {divisor} {operator} 0"), Precedence::Equality, ScalarType::I32)
    }

    fn junction(&mut self, parts: &[Condition], operator: &str, precedence: Precedence) -> Text {
        // `&&` inside `||` gets parentheses as well: compilers warn of it otherwise.
        let texts: Vec<_> = parts.iter().map(|part| self.condition(part).above(Precedence::BitOr)).collect();
        Text::new(texts.join(operator), precedence, ScalarType::I32)
    }

    /// Whether the type holds all values that the expression can have here.
    pub fn fits(&self, value: &IntExpr, ty: ScalarType) -> bool {
        let (Some((least, most)), false) = (ty.range(), ty == INDEX) else { return true };
        matches!(self.known.range(value), (Some(low), Some(high)) if least <= low && high <= most)
    }
}

impl Term<'_> {
    fn value(&self) -> IntExpr {
        let positive = match self.atom {
            Some(atom) => IntExpr::atom(atom.clone()) * self.factor,
            None => IntExpr::constant(self.factor),
        };
        if self.negative { -positive } else { positive }
    }
}

/// Positive terms first, the constant as late as possible: `n - i - 1`, `i - 1`, `5 - i`.
fn ordered_terms(value: &IntExpr) -> Vec<Term<'_>> {
    let terms = value.terms().iter().map(|(atom, coefficient)| Term {
        atom: Some(atom),
        factor: coefficient.saturating_abs(),
        negative: *coefficient < 0,
    });
    let (negative, mut ordered): (Vec<_>, Vec<_>) = terms.partition(|term| term.negative);
    let constant = value.constant_part();
    let constant_term = Term { atom: None, factor: constant.saturating_abs(), negative: constant < 0 };
    if ordered.is_empty() && constant > 0 {
        ordered.push(constant_term);
        ordered.extend(negative);
        return ordered;
    }
    ordered.extend(negative);
    if constant != 0 {
        ordered.push(constant_term);
    }
    ordered
}

/// The terms with positive coefficients.
fn positive_part(value: &IntExpr) -> IntExpr {
    let positive = value.terms().iter().filter(|(_, coefficient)| *coefficient > 0);
    positive.fold(IntExpr::default(), |sum, (atom, coefficient)| sum + IntExpr::atom(atom.clone()) * *coefficient)
}

/// The two sides of `value == shift` with nothing negative on either, a variable or sum on the left.
fn sides(value: &IntExpr, shift: i128) -> (IntExpr, IntExpr) {
    let constant = value.constant_part() - shift;
    let left = positive_part(value);
    let right = positive_part(&-value.clone());
    if right.terms().is_empty() || constant <= 0 { (left, right - constant) } else { (left + constant, right) }
}

/// How many numbers are added in an expression.
fn clutter(value: &IntExpr) -> usize {
    let inner: usize = value
        .terms()
        .iter()
        .map(|(atom, _)| match atom {
            Atom::Min(values) | Atom::Max(values) => values.iter().map(clutter).sum(),
            _ => 0,
        })
        .sum();
    inner + usize::from(value.constant_part() != 0)
}

/// A non-negative number, of type `int` or, if it is too large, `long`.
fn number(value: i128) -> Text {
    let ty = if i32::try_from(value).is_ok() { ScalarType::I32 } else { INDEX };
    Text::primary(value.to_string(), ty)
}

/// The same value in the type of iterators.
pub(crate) fn widened(text: &Text) -> Text {
    match text.code.parse::<i128>() {
        _ if text.ty == INDEX => text.clone(),
        Ok(value) => long_number(value),
        Err(_) => text.cast(INDEX),
    }
}

fn long_number(value: i128) -> Text {
    Text::primary(format!("{value}L"), INDEX)
}

/// A parameter: as the source spells it, or by the name of what holds its value.
pub(crate) fn param_text(gdg: &Gdg, param: &Param) -> Text {
    if gdg.is_held(param) && gdg.specialize_op.is_none() {
        return Text::primary(param.name.clone(), param.ty);
    }
    Text::primary(param.spelled(), param.ty)
}

#[cfg(test)]
mod tests {
    use polymill_gdg::{Program, StatementId};
    use polymill_isl as isl;

    use crate::emit::{self, EmitOptions};
    use crate::{Condition, Elements, For, Hint, Instance, IntExpr, Known, LoopNest, Node, Validated, VarId};

    /// The loop `for (i = lower; i <= 9; i++)`, where `lower` may use the parameter `n`.
    fn loop_from(lower: IntExpr) -> String {
        let text = "gdg g { param n: i32 array x: f64 live_out
          statement S { domain { S[i] } iterators i: i32 body { x = 1.0; } } }";
        let program = Program::parse(&isl::Context::new().unwrap(), text).unwrap();
        let gdg = &program.gdgs()[0];
        let mut nest = LoopNest {
            assumptions: Condition::Constant(true),
            promise: Condition::Constant(true),
            threads_if: Condition::Constant(true),
            body: vec![],
            vars: vec![],
            registers: vec![],
            pointers: vec![],
            elements: Elements::default(),
            extents: vec![vec![]],
            known: Known::default(),
        };
        let var = nest.new_var(Hint::Iterators(vec!["i".into()]));
        let body = vec![Node::Instance(Instance::new(StatementId::new(0), vec![IntExpr::var(var)]))];
        nest.body = vec![Node::For(Box::new(For::new(VarId::new(0), lower, IntExpr::constant(9), body)))];
        nest.vars[0].name = "i".into();
        let nest = Validated::check(nest, gdg).unwrap();
        emit::print_region(gdg, &nest, &EmitOptions::default()).unwrap().code
    }

    #[test]
    fn two_signs_in_a_row_are_no_decrement() {
        let n = IntExpr::param(polymill_gdg::ParamId::new(0));
        let code = loop_from(-IntExpr::div(n * -9, 8, true));
        assert!(code.contains("i = -(-9 * n / 8);") || code.contains("i = -(-9L * n / 8);"), "{code}");
    }
}
