//! Compares results that are text with numbers in it.

use serde::Serialize;

use super::program::Results;

/// How two results relate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Agreement {
    /// Bit for bit the same, as far as the program shows.
    Same,
    /// Equal within the tolerance.
    Close,
    /// Different.
    Different,
}

/// Compares results; `tolerance` is relative, and 0 asks for the same bits.
///
/// With a tolerance, numbers may also differ by one in the last printed digit, because printing rounds.
pub fn compare(reference: &Results, other: &Results, tolerance: f64) -> Agreement {
    let (same, texts) = match (reference, other) {
        (Results::Text(a), Results::Text(b)) => (a == b, (a, b)),
        (Results::Digest { checksum: a, numbers: m }, Results::Digest { checksum: b, numbers: n }) => (a == b, (m, n)),
        _ => return Agreement::Different,
    };
    match same {
        true => Agreement::Same,
        false if tolerance > 0.0 && are_close(texts.0, texts.1, tolerance) => Agreement::Close,
        false => Agreement::Different,
    }
}

/// Whether two texts agree word by word, numbers within the tolerance.
fn are_close(a: &str, b: &str, tolerance: f64) -> bool {
    let (mut a, mut b) = (a.split_whitespace(), b.split_whitespace());
    loop {
        match (a.next(), b.next()) {
            (None, None) => return true,
            (Some(a), Some(b)) if a == b || words_are_close(a, b, tolerance) => {}
            _ => return false,
        }
    }
}

fn words_are_close(a: &str, b: &str, tolerance: f64) -> bool {
    let (Ok(x), Ok(y)) = (a.parse::<f64>(), b.parse::<f64>()) else { return false };
    if x.is_nan() || y.is_nan() {
        return x.is_nan() && y.is_nan();
    }
    let slack = last_digit(a).max(last_digit(b)) * 1.000001;
    (x - y).abs() <= tolerance * x.abs().max(y.abs()) + slack
}

/// The value of one in the last printed digit; 0 for an integer, which was not rounded by printing.
fn last_digit(word: &str) -> f64 {
    let (mantissa, exponent) = word.split_once(['e', 'E']).unwrap_or((word, "0"));
    let Some((_, decimals)) = mantissa.split_once('.') else { return 0.0 };
    let Ok(exponent) = exponent.parse::<i32>() else { return 0.0 };
    10_f64.powi(exponent - decimals.len() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(a: &str, b: &str, tolerance: f64, expected: Agreement) {
        let found = compare(&Results::Text(a.to_owned()), &Results::Text(b.to_owned()), tolerance);
        assert_eq!(found, expected, "{a} / {b}");
    }

    #[test]
    fn equal_texts_are_the_same() {
        check("a 1.0\n", "a 1.0\n", 0.0, Agreement::Same);
        check("a 1.0\n", "a 1.0 \n", 0.0, Agreement::Different);
    }

    #[test]
    fn numbers_may_differ_within_the_tolerance() {
        check("x 1000000.00 2", "x 1000000.50 2", 1e-6, Agreement::Close);
        check("x 1000000.00 2", "x 1000003.00 2", 1e-6, Agreement::Different);
        check("1.50000e+10", "1.50003e+10", 1e-6, Agreement::Different);
    }

    #[test]
    fn printing_may_round_either_way() {
        check("0.01", "0.02", 1e-6, Agreement::Close);
        check("0.01", "0.03", 1e-6, Agreement::Different);
        check("-0.00", "0.00", 1e-6, Agreement::Close);
    }

    #[test]
    fn integers_and_words_must_be_equal() {
        check("3 ok", "4 ok", 1e-6, Agreement::Different);
        check("3 ok", "3 no", 1e-6, Agreement::Different);
        check("3", "3 3", 1e-6, Agreement::Different);
        check("nan", "nan 1", 1e-6, Agreement::Different);
        check("nan  ", "-nan", 1e-6, Agreement::Close);
    }

    #[test]
    fn digests_decide_only_when_checksums_differ() {
        let digest = |checksum: &str, numbers: &str| Results::Digest {
            checksum: checksum.to_owned(),
            numbers: numbers.to_owned(),
        };
        assert_eq!(compare(&digest("1", "5.0"), &digest("1", "9.0"), 1e-6), Agreement::Same);
        assert_eq!(compare(&digest("1", "5.0"), &digest("2", "5.0"), 1e-6), Agreement::Close);
        assert_eq!(compare(&digest("1", "5.0"), &digest("2", "5.0"), 0.0), Agreement::Different);
        assert_eq!(compare(&digest("1", "5.0"), &digest("2", "7.0"), 1e-6), Agreement::Different);
    }
}
