//! Text to syntax: bodies and their expressions.

use super::cursor::Cursor;
use super::parse::{braced, separated, typed_name};
use super::syntax::*;
use crate::{BinaryOp, Result, ScalarType, UnaryOp};

type Locals = Vec<(Name, ScalarType)>;

/// `{ var t: f64; ... actions ... }`
pub(super) fn body(cursor: &mut Cursor) -> Result<(Locals, Vec<ActionText>)> {
    cursor.expect("{")?;
    let mut locals = vec![];
    while cursor.peek_word() == "var" && !cursor.rest()["var".len()..].trim_start().starts_with('.') {
        cursor.advance("var".len());
        locals.push(typed_name(cursor, "the name of a variable")?);
        cursor.expect(";")?;
    }
    let mut actions = vec![];
    while !cursor.eat("}") {
        actions.push(action(cursor)?);
    }
    Ok((locals, actions))
}

/// `target = value;`, `if (...) { ... } else { ... }` or `for (...) { ... }`.
fn action(cursor: &mut Cursor) -> Result<ActionText> {
    let action = cursor.nested(open_action)?;
    if matches!(action, ActionText::Assign { .. }) {
        cursor.expect(";")?;
    }
    Ok(action)
}

/// An action without the `;` at its end.
fn open_action(cursor: &mut Cursor) -> Result<ActionText> {
    cursor.forget_operators();
    if cursor.eat_word("if") {
        return conditional(cursor);
    }
    if cursor.eat_word("for") {
        return inner_loop(cursor);
    }
    if cursor.peek_word().is_empty() {
        return Err(cursor.expected("an assignment, `if`, `for` or `}`"));
    }
    let target = element(cursor)?;
    cursor.expect("=")?;
    Ok(ActionText::Assign { target, value: expr(cursor)? })
}

fn conditional(cursor: &mut Cursor) -> Result<ActionText> {
    cursor.expect("(")?;
    let condition = expr(cursor)?;
    cursor.expect(")")?;
    let then = braced(cursor, action)?;
    let otherwise = if cursor.eat_word("else") { braced(cursor, action)? } else { vec![] };
    Ok(ActionText::If { condition, then, otherwise })
}

fn inner_loop(cursor: &mut Cursor) -> Result<ActionText> {
    cursor.expect("(")?;
    let init = actions_up_to(cursor, ";")?;
    let condition = expr(cursor)?;
    cursor.expect(";")?;
    let step = actions_up_to(cursor, ")")?;
    Ok(ActionText::For { init, condition, step, body: braced(cursor, action)? })
}

/// Actions with commas between, maybe none.
fn actions_up_to(cursor: &mut Cursor, end: &str) -> Result<Vec<ActionText>> {
    if cursor.eat(end) {
        return Ok(vec![]);
    }
    let actions = separated(cursor, |cursor| cursor.nested(open_action))?;
    cursor.expect(end)?;
    Ok(actions)
}

/// `name[subscript][subscript]@tag`, where the name may say what it names: `array.x`.
pub(super) fn element(cursor: &mut Cursor) -> Result<At<ElementText>> {
    let first = cursor.name("a name")?;
    let scope = Scope::ALL.into_iter().find(|scope| scope.keyword() == first.value && cursor.rest().starts_with('.'));
    let name = if scope.is_some() {
        cursor.expect(".")?;
        cursor.name("a name")?.value
    } else {
        first.value
    };
    let mut subscripts = vec![];
    while cursor.eat("[") {
        subscripts.push(expr(cursor)?);
        cursor.expect("]")?;
    }
    let tag = if cursor.eat("@") { Some(tag(cursor)?) } else { None };
    Ok(At { value: ElementText { scope, name, subscripts, tag }, offset: first.offset })
}

fn tag(cursor: &mut Cursor) -> Result<u32> {
    let word = cursor.peek_word();
    let tag = word.parse().map_err(|_| cursor.expected("the number of an access"))?;
    cursor.advance(word.len());
    Ok(tag)
}

/// An expression, `condition ? then : otherwise` included.
pub(super) fn expr(cursor: &mut Cursor) -> Result<At<ExprText>> {
    cursor.nested(|cursor| {
        let condition = binary(cursor, 0)?;
        if !cursor.eat("?") {
            return Ok(condition);
        }
        let then = expr(cursor)?;
        cursor.expect(":")?;
        let otherwise = expr(cursor)?;
        let offset = condition.offset;
        Ok(At { value: ExprText::Select(Box::new(condition), Box::new(then), Box::new(otherwise)), offset })
    })
}

/// Operators that bind at least as tight as `weakest`, by precedence climbing.
fn binary(cursor: &mut Cursor, weakest: u8) -> Result<At<ExprText>> {
    let mut left = unary(cursor)?;
    while let Some(op) = peek_operator(cursor).filter(|op| op.precedence() >= weakest) {
        cursor.count_operator()?;
        cursor.advance(op.symbol().len());
        let right = cursor.nested(|cursor| binary(cursor, op.precedence() + 1))?;
        let offset = left.offset;
        left = At { value: ExprText::Binary(op, Box::new(left), Box::new(right)), offset };
    }
    Ok(left)
}

/// The longest operator that comes next.
fn peek_operator(cursor: &Cursor) -> Option<BinaryOp> {
    let fitting = BinaryOp::ALL.into_iter().filter(|op| cursor.rest().starts_with(op.symbol()));
    fitting.max_by_key(|op| op.symbol().len())
}

fn unary(cursor: &mut Cursor) -> Result<At<ExprText>> {
    let offset = cursor.offset();
    let op = match cursor.rest().chars().next() {
        Some('-') if is_integer(cursor.rest()) => None,
        Some('-') => Some(UnaryOp::Neg),
        Some('!') => Some(UnaryOp::Not),
        Some('~') => Some(UnaryOp::BitNot),
        Some('(') => return parenthesized(cursor),
        _ => None,
    };
    let Some(op) = op else { return primary(cursor) };
    cursor.advance(1);
    let operand = cursor.nested(unary)?;
    Ok(At { value: ExprText::Unary(op, Box::new(operand)), offset })
}

/// `(type) operand` or `(expression)`.
fn parenthesized(cursor: &mut Cursor) -> Result<At<ExprText>> {
    let offset = cursor.offset();
    cursor.expect("(")?;
    let Some(ty) = cursor.peek_type() else {
        let inside = expr(cursor)?;
        cursor.expect(")")?;
        return ascribed(cursor, inside);
    };
    cursor.scalar_type()?;
    cursor.expect(")")?;
    let operand = cursor.nested(unary)?;
    Ok(At { value: ExprText::Cast(ty, Box::new(operand)), offset })
}

/// A constant, a call or an element, and its type if it is not the usual one.
fn primary(cursor: &mut Cursor) -> Result<At<ExprText>> {
    let offset = cursor.offset();
    let digits = cursor.rest().strip_prefix(['-', '.']).unwrap_or(cursor.rest());
    if digits.starts_with(|c: char| c.is_ascii_digit()) {
        return constant(cursor);
    }
    let word = cursor.peek_word();
    if word.is_empty() {
        return Err(cursor.expected("an expression"));
    }
    let value = if cursor.rest()[word.len()..].trim_start().starts_with('(') {
        call(cursor)?
    } else {
        ExprText::Element(element(cursor)?.value)
    };
    ascribed(cursor, At { value, offset })
}

/// Reads `as type`, if it follows `operand`.
fn ascribed(cursor: &mut Cursor, operand: At<ExprText>) -> Result<At<ExprText>> {
    if !cursor.eat_word("as") {
        return Ok(operand);
    }
    let offset = operand.offset;
    Ok(At { value: ExprText::As(Box::new(operand), cursor.scalar_type()?), offset })
}

fn call(cursor: &mut Cursor) -> Result<ExprText> {
    let name = cursor.name("the name of a function")?;
    cursor.expect("(")?;
    if cursor.eat(")") {
        return Ok(ExprText::Call(name.value, vec![]));
    }
    let arguments = separated(cursor, expr)?;
    cursor.expect(")")?;
    Ok(ExprText::Call(name.value, arguments))
}

/// `3`, `-3_i64`, `1.5e-3`, `0x1p-3_f32`: a type other than `i32` and `f64` stands behind a `_`.
fn constant(cursor: &mut Cursor) -> Result<At<ExprText>> {
    let offset = cursor.offset();
    let (digits, suffix, length) = split_constant(cursor.rest());
    let ty: Option<ScalarType> = match suffix.map(str::parse).transpose() {
        Ok(ty) => ty,
        Err(message) => return Err(cursor.error(offset, &message)),
    };
    let value = if is_integer(cursor.rest()) {
        let value = digits.parse().map_err(|_| cursor.error(offset, "this constant is too large"))?;
        ExprText::Int { value, ty }
    } else if is_float_constant(digits) {
        ExprText::Float { digits: digits.to_owned(), ty }
    } else {
        return Err(cursor.error(offset, &format!("`{digits}` is not a constant")));
    };
    cursor.advance(length);
    Ok(At { value, offset })
}

/// Whether an integer constant comes next: a sign and digits, and no type of floating point behind them.
fn is_integer(text: &str) -> bool {
    let (digits, suffix, _) = split_constant(text);
    let digits = digits.strip_prefix('-').unwrap_or(digits);
    let is_float = || suffix.is_some_and(|suffix| suffix.parse().is_ok_and(ScalarType::is_float));
    !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit()) && !is_float()
}

/// Digits and type of the constant that comes next, and its length.
fn split_constant(text: &str) -> (&str, Option<&str>, usize) {
    let word = &text[..constant_length(text)];
    match word.rsplit_once('_') {
        Some((digits, suffix)) => (digits, Some(suffix), word.len()),
        None => (word, None, word.len()),
    }
}

/// Digits, letters, points and `_`, and the sign of an exponent.
fn constant_length(text: &str) -> usize {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_hex = digits.starts_with("0x") || digits.starts_with("0X");
    let mut previous = ' ';
    for (at, c) in text.char_indices() {
        let exponent_sign =
            matches!(c, '+' | '-') && (matches!(previous, 'p' | 'P') || !is_hex && matches!(previous, 'e' | 'E'));
        let sign = at == 0 && c == '-';
        if !(c.is_ascii_alphanumeric() || matches!(c, '.' | '_') || exponent_sign || sign) {
            return at;
        }
        previous = c;
    }
    text.len()
}

/// C's syntax of floating-point constants without suffix and sign; plain digits too.
pub(crate) fn is_float_constant(text: &str) -> bool {
    let hex = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let (digits, exponents, is_digit): (&str, [char; 2], fn(char) -> bool) = match hex {
        Some(digits) => (digits, ['p', 'P'], |c| c.is_ascii_hexdigit()),
        None => (text, ['e', 'E'], |c| c.is_ascii_digit()),
    };
    let (mantissa, exponent) = match digits.split_once(exponents) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))),
        None => (digits, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    (!whole.is_empty() || !fraction.is_empty())
        && whole.chars().chain(fraction.chars()).all(is_digit)
        && exponent.map_or(hex.is_none(), |digits| !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit()))
}
