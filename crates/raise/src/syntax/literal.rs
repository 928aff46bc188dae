//! Numbers and character constants.

use polymill_gdg::ScalarType;

use super::{DataModel, ExprKind, Type};

/// The value and type of a number; `None` if it is none that C knows here (imaginary, decimal, too large).
pub(super) fn number(text: &str, model: DataModel) -> Option<(ExprKind, Type)> {
    let text = text.replace('\'', "");
    let lower = text.to_ascii_lowercase();
    let is_hex = lower.starts_with("0x");
    let is_float = lower.contains('.') || if is_hex { lower.contains('p') } else { lower.contains('e') };
    if is_float { float(&text, is_hex, model) } else { integer(&lower, model) }
}

fn float(text: &str, is_hex: bool, model: DataModel) -> Option<(ExprKind, Type)> {
    let is_mantissa = |c: char| c.is_ascii_digit() || matches!(c, '.' | '+' | '-');
    let digits_end = if is_hex {
        let exponent = text.find(['p', 'P'])? + 1;
        exponent + text[exponent..].find(|c: char| !is_mantissa(c)).unwrap_or(text.len() - exponent)
    } else {
        text.find(|c: char| !is_mantissa(c) && !matches!(c, 'e' | 'E')).unwrap_or(text.len())
    };
    let (digits, suffix) = text.split_at(digits_end);
    let ty = match suffix {
        "" => ScalarType::F64,
        "f" | "F" => ScalarType::F32,
        "l" | "L" => model.long_double(),
        _ => return None,
    };
    if !digits.ends_with(|c: char| c.is_ascii_digit() || c == '.') || (!is_hex && digits.parse::<f64>().is_err()) {
        return None;
    }
    Some((ExprKind::Float(digits.to_owned()), Type::Scalar(ty)))
}

fn integer(lower: &str, model: DataModel) -> Option<(ExprKind, Type)> {
    let (digits, radix) = match lower {
        _ if lower.starts_with("0x") => (&lower[2..], 16),
        _ if lower.starts_with("0b") => (&lower[2..], 2),
        _ if lower.starts_with('0') && lower.len() > 1 => (&lower[1..], 8),
        _ => (lower, 10),
    };
    let end = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
    let (digits, suffix) = digits.split_at(end);
    let (has_u, n_longs) = match suffix {
        "" => (false, 0),
        "u" => (true, 0),
        "l" => (false, 1),
        "ul" | "lu" => (true, 1),
        "ll" => (false, 2),
        "ull" | "llu" => (true, 2),
        _ => return None,
    };
    // "0" with a suffix has no digits left.
    let value =
        if digits.is_empty() { (radix == 8).then_some(0)? } else { i128::from_str_radix(digits, radix).ok()? };
    let widths = [32, model.long_bits, 64];
    let candidates = widths[n_longs.min(2)..].iter().flat_map(|bits| {
        let signed = (!has_u).then_some(ScalarType::Int { bits: *bits, signed: true });
        let unsigned = (has_u || radix != 10).then_some(ScalarType::Int { bits: *bits, signed: false });
        signed.into_iter().chain(unsigned)
    });
    let ty = candidates.into_iter().find(|ty| ty.range().is_some_and(|(_, high)| value <= high))?;
    Some((ExprKind::Int(value), Type::Scalar(ty)))
}

/// The value of a character constant, which has type `int`; `None` if it has a prefix or several characters.
pub(super) fn character(text: &str, model: DataModel) -> Option<i128> {
    let inside = text.strip_prefix('\'')?.strip_suffix('\'')?;
    let mut chars = inside.chars();
    let value = match chars.next()? {
        '\\' => escape(chars.as_str())?,
        c if c.is_ascii() && chars.next().is_none() => c as i128,
        _ => return None,
    };
    super::constant::wrap(value, model.char())
}

/// The value of what follows a backslash.
fn escape(text: &str) -> Option<i128> {
    let simple = match text {
        "n" => 10,
        "t" => 9,
        "r" => 13,
        "a" => 7,
        "b" => 8,
        "f" => 12,
        "v" => 11,
        "e" => 27,
        "\\" | "'" | "\"" | "?" => return text.bytes().next().map(i128::from),
        _ => -1,
    };
    if simple >= 0 {
        return Some(simple);
    }
    let value = match text.strip_prefix('x') {
        Some(hex) => i128::from_str_radix(hex, 16).ok()?,
        None if text.len() <= 3 => i128::from_str_radix(text, 8).ok()?,
        None => return None,
    };
    (0..256).contains(&value).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let shown = match number(text, DataModel { long_double_bits: 80, ..DataModel::default() }) {
            Some((ExprKind::Int(value), ty)) => format!("{value} {ty}"),
            Some((ExprKind::Float(digits), ty)) => format!("{digits} {ty}"),
            _ => "none".to_owned(),
        };
        assert_eq!(shown, expected, "{text}");
    }

    #[test]
    fn integers_take_the_first_type_that_holds_them() {
        check("0", "0 i32");
        check("2147483648", "2147483648 i64");
        check("0xffffffff", "4294967295 u32");
        check("017ul", "15 u64");
        check("0u", "0 u32");
        check("1L", "1 i64");
        check("0b101", "5 i32");
        check("09", "none");
        check("1i", "none");
    }

    #[test]
    fn floats_keep_their_digits() {
        check("1.5e-3", "1.5e-3 f64");
        check("0x1.8p-3f", "0x1.8p-3 f32");
        check("1.f", "1. f32");
        check(".5L", ".5 f80");
        check("1e", "none");
        check("1.0i", "none");
    }

    #[test]
    fn characters() {
        let value = |text| character(text, DataModel { char_is_signed: true, ..DataModel::default() });
        assert_eq!(
            [value("'a'"), value("'\\n'"), value("'\\xff'"), value("'\\0'")],
            [Some(97), Some(10), Some(-1), Some(0)]
        );
        assert_eq!([value("'ab'"), value("L'a'"), value("'\\q'")], [None; 3]);
    }
}
