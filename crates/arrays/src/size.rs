//! Sizes of arrays, as functions of the sizes of the inputs.

use std::fmt::Write as _;

/// A size that is not a linear function of others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct SymbolId(pub usize);

/// A linear function of symbols: the size of a dimension.
///
/// ```
/// use polymill_arrays::size::{Size, SymbolId};
///
/// let [n, m] = [Size::symbol(SymbolId(0)), Size::symbol(SymbolId(1))];
/// let sum = n.plus(2, &m).plus(1, &Size::constant(-1));
/// assert_eq!(sum.text(&|symbol| ["n", "m"][symbol.0].to_owned()), "n + 2m - 1");
/// assert_eq!(sum.value(&|_| Some(10)), Some(29));
/// # Ok::<(), polymill_arrays::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Size {
    /// The constant.
    pub constant: i64,
    /// Symbols and their factors, which are not 0; in the order of the symbols.
    pub terms: Vec<(SymbolId, i64)>,
}

/// What a symbol stands for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Symbol {
    /// The size of a dimension of an input.
    Axis {
        /// Which input.
        input: usize,
        /// Which dimension.
        axis: usize,
    },
    /// A number that is an input, as a size.
    Number {
        /// Which input.
        input: usize,
    },
    /// The product of two sizes.
    Product(Size, Size),
    /// A size divided by a positive number, rounded down.
    Quotient(Size, i64),
    /// The smaller of two sizes.
    Least(Size, Size),
}

impl Size {
    /// A size that is always the same.
    pub fn constant(constant: i64) -> Self {
        Self { constant, terms: vec![] }
    }

    /// The size that a symbol stands for.
    pub fn symbol(id: SymbolId) -> Self {
        Self { constant: 0, terms: vec![(id, 1)] }
    }

    /// The number, if it is always the same.
    pub fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// `self + factor * other`; the nearest numbers where these are too large.
    pub fn plus(&self, factor: i64, other: &Self) -> Self {
        let mut sum = self.clone();
        sum.constant = sum.constant.saturating_add(factor.saturating_mul(other.constant));
        for (symbol, own) in &other.terms {
            let added = factor.saturating_mul(*own);
            match sum.terms.binary_search_by_key(symbol, |(symbol, _)| *symbol) {
                Ok(at) => sum.terms[at].1 = sum.terms[at].1.saturating_add(added),
                Err(at) => sum.terms.insert(at, (*symbol, added)),
            }
        }
        sum.terms.retain(|(_, factor)| *factor != 0);
        sum
    }

    /// With another size in place of each symbol for which there is one.
    pub fn replaced(&self, replacement: &dyn Fn(SymbolId) -> Option<Size>) -> Self {
        let mut sum = Self::constant(self.constant);
        for (symbol, factor) in &self.terms {
            sum = sum.plus(*factor, &replacement(*symbol).unwrap_or_else(|| Self::symbol(*symbol)));
        }
        sum
    }

    /// The number, if `value` tells those of the symbols; `None` also if it is too large.
    pub fn value(&self, value: &dyn Fn(SymbolId) -> Option<i64>) -> Option<i64> {
        self.terms
            .iter()
            .try_fold(self.constant, |sum, (symbol, factor)| sum.checked_add(value(*symbol)?.checked_mul(*factor)?))
    }

    /// As isl's text and people have it: `2n + m - 1`.
    pub fn text(&self, name: &dyn Fn(SymbolId) -> String) -> String {
        let mut text = String::new();
        for (symbol, factor) in &self.terms {
            let sign = match (text.is_empty(), *factor < 0) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            let size = if factor.unsigned_abs() == 1 { String::new() } else { factor.unsigned_abs().to_string() };
            // Writing to a text does not fail.
            let _ = write!(text, "{sign}{size}{}", name(*symbol));
        }
        match (text.is_empty(), self.constant) {
            (true, constant) => constant.to_string(),
            (false, 0) => text,
            (false, constant) if constant < 0 => format!("{text} - {}", constant.unsigned_abs()),
            (false, constant) => format!("{text} + {constant}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_linear() {
        let [n, m] = [Size::symbol(SymbolId(0)), Size::symbol(SymbolId(1))];
        let name = |symbol: SymbolId| ["n", "m"][symbol.0].to_owned();
        let sum = n.plus(2, &m).plus(1, &Size::constant(-3));
        assert_eq!(sum.text(&name), "n + 2m - 3");
        assert_eq!(sum.plus(-1, &n).plus(-2, &m).as_constant(), Some(-3));
        assert_eq!(sum.value(&|symbol| Some([10, 4][symbol.0])), Some(15));
        assert_eq!(sum.replaced(&|symbol| (symbol.0 == 1).then(|| n.clone())).text(&name), "3n - 3");
        assert_eq!(m.plus(i64::MAX, &n).plus(i64::MAX, &n).value(&|_| Some(2)), None);
    }
}
