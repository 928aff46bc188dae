//! The rules of C that decide what a printed expression means: types, conversions, precedence.

use polymill_gdg::{BinaryOp, ScalarType};

/// How tightly an expression binds, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Precedence {
    Conditional,
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Relational,
    Shift,
    Additive,
    Multiplicative,
    Unary,
    Primary,
}

impl Precedence {
    /// That of an operator.
    pub fn of(operator: BinaryOp) -> Self {
        use BinaryOp::*;
        match operator {
            Or => Self::Or,
            And => Self::And,
            BitOr => Self::BitOr,
            BitXor => Self::BitXor,
            BitAnd => Self::BitAnd,
            Eq | Ne => Self::Equality,
            Lt | Le | Gt | Ge => Self::Relational,
            Shl | Shr => Self::Shift,
            Add | Sub => Self::Additive,
            Mul | Div | Rem => Self::Multiplicative,
        }
    }
}

/// A printed expression, with what its surroundings must know.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Text {
    pub code: String,
    pub precedence: Precedence,
    /// The type that C gives it.
    pub ty: ScalarType,
}

impl Text {
    pub fn new(code: impl Into<String>, precedence: Precedence, ty: ScalarType) -> Self {
        Self { code: code.into(), precedence, ty }
    }

    pub fn primary(code: impl Into<String>, ty: ScalarType) -> Self {
        Self::new(code, Precedence::Primary, ty)
    }

    /// The code, in parentheses unless it binds at least as tightly as `precedence`.
    pub fn at(&self, precedence: Precedence) -> String {
        if self.precedence >= precedence { self.code.clone() } else { format!("({})", self.code) }
    }

    /// The code, in parentheses unless it binds more tightly than `precedence`.
    pub fn above(&self, precedence: Precedence) -> String {
        if self.precedence > precedence { self.code.clone() } else { format!("({})", self.code) }
    }

    /// Converted by a cast.
    pub fn cast(&self, ty: ScalarType) -> Self {
        Self::new(format!("({}){}", type_name(ty), self.at(Precedence::Unary)), Precedence::Unary, ty)
    }
}

/// How C spells a type, on a platform where `long` has 64 bits.
pub fn type_name(ty: ScalarType) -> &'static str {
    match ty {
        ScalarType::Bool => "_Bool",
        ScalarType::Int { bits: 8, signed: true } => "signed char",
        ScalarType::Int { bits: 8, signed: false } => "unsigned char",
        ScalarType::Int { bits: 16, signed: true } => "short",
        ScalarType::Int { bits: 16, signed: false } => "unsigned short",
        ScalarType::Int { bits: 32, signed: true } => "int",
        ScalarType::Int { bits: 32, signed: false } => "unsigned int",
        ScalarType::Int { bits: 64, signed: true } => "long",
        ScalarType::Int { bits: 64, signed: false } => "unsigned long",
        ScalarType::Int { signed: true, .. } => "__int128",
        ScalarType::Int { signed: false, .. } => "unsigned __int128",
        ScalarType::Float { bits: 16 } => "_Float16",
        ScalarType::Float { bits: 32 } => "float",
        ScalarType::Float { bits: 64 } => "double",
        ScalarType::Float { bits: 80 } => "long double",
        ScalarType::Float { .. } => "__float128",
    }
}

/// Whether every value of `from` is the same value in `to`.
pub(crate) fn widens(from: ScalarType, to: ScalarType) -> bool {
    match (from.range(), to.range()) {
        (Some(_), Some(_)) => to.includes(from),
        (None, None) => from.size() <= to.size() && from != ScalarType::Float { bits: 128 } || from == to,
        // Integers of up to 32 bits are exact in a double, of up to 64 in the x87 format.
        (Some(_), None) => match to {
            ScalarType::Float { bits: 32 } => from.size() <= 2,
            ScalarType::Float { bits: 64 } => from.size() <= 4,
            ScalarType::Float { bits: 80 | 128 } => from.size() <= 8,
            _ => false,
        },
        (None, Some(_)) => false,
    }
}

/// An integer constant whose C type is `ty`, promoted.
pub(crate) fn int_literal(value: i128, ty: ScalarType) -> Text {
    let ty = ty.promoted();
    let suffix = match ty {
        ScalarType::Int { bits: 32, signed: false } => "u",
        ScalarType::Int { bits: 64, signed: true } => "l",
        ScalarType::Int { bits: 64, signed: false } => "ul",
        _ => "",
    };
    let suffix = suffix.to_uppercase();
    // There are no negative literals: the smallest value is one less than what the minus sign can reach.
    if ty.is_integer() && value < 0 && ty.range().is_some_and(|(low, _)| low == value) && value != i128::MIN {
        return Text::new(format!("{}{suffix} - 1", value + 1), Precedence::Additive, ty);
    }
    let precedence = if value < 0 { Precedence::Unary } else { Precedence::Primary };
    let text = Text::new(format!("{value}{suffix}"), precedence, ty);
    match ty {
        // C has no suffix for these.
        ScalarType::Int { bits: 128, .. } => Text { ty: ScalarType::I64, ..text }.cast(ty),
        ScalarType::Float { .. } => float_literal(&value.to_string(), ty),
        _ => text,
    }
}

/// A floating-point constant of type `ty`, from its digits as written.
pub(crate) fn float_literal(digits: &str, ty: ScalarType) -> Text {
    let is_hexadecimal = digits.contains(['x', 'X']);
    let has_point =
        digits.contains('.') || digits.contains(['p', 'P']) || (!is_hexadecimal && digits.contains(['e', 'E']));
    let suffix = match ty {
        ScalarType::Float { bits: 32 } => "f",
        ScalarType::Float { bits: 80 } => "L",
        ScalarType::Float { bits: 128 } => "Q",
        ScalarType::Float { bits: 16 } => "f16",
        _ => "",
    };
    let precedence = if digits.starts_with('-') { Precedence::Unary } else { Precedence::Primary };
    Text::new(format!("{digits}{}{suffix}", if has_point { "" } else { ".0" }), precedence, ty)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integer_literals_have_their_type() {
        let check = |value: i128, ty: ScalarType, expected: &str| assert_eq!(int_literal(value, ty).code, expected);
        check(5, ScalarType::I32, "5");
        check(-5, ScalarType::I32, "-5");
        check(i128::from(i32::MIN), ScalarType::I32, "-2147483647 - 1");
        check(i128::from(i64::MIN), ScalarType::I64, "-9223372036854775807L - 1");
        check(5, ScalarType::I64, "5L");
        check(5, ScalarType::U32, "5U");
        check(5, ScalarType::U64, "5UL");
        check(5, ScalarType::Int { bits: 8, signed: false }, "5");
        check(2, ScalarType::F64, "2.0");
    }

    #[test]
    fn float_literals_have_their_type() {
        let check = |digits: &str, ty: ScalarType, expected: &str| assert_eq!(float_literal(digits, ty).code, expected);
        check("1.5", ScalarType::F64, "1.5");
        check("1.5", ScalarType::F32, "1.5f");
        check("2", ScalarType::F64, "2.0");
        check("1e-3", ScalarType::F32, "1e-3f");
        check("0x1p-3", ScalarType::F64, "0x1p-3");
        check("1", ScalarType::Float { bits: 80 }, "1.0L");
    }

    #[test]
    fn what_holds_all_values_is_wider() {
        assert!(widens(ScalarType::U32, ScalarType::I64) && !widens(ScalarType::U32, ScalarType::I32));
        assert!(widens(ScalarType::I32, ScalarType::F64) && !widens(ScalarType::I64, ScalarType::F64));
    }
}
