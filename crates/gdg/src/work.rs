//! Estimates of work.

use crate::{Affine, Param, ParamId};

/// An estimate of how often statements run: a sum of products of extents.
///
/// ```
/// use polymill_gdg::{Extent, ParamId, Work};
/// let [n, m] = [0, 1].map(|index| Extent { terms: vec![(1, ParamId(index))] });
/// let work = Work { products: vec![vec![n.clone(), n], vec![m]] };
/// assert_eq!(work.value(&[30, 7]), 907);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Work {
    /// The factors of each product.
    pub products: Vec<Vec<Extent>>,
}

/// How many iterations a loop has, but for a constant: a linear function of parameters.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Extent {
    /// Coefficients and parameters; not empty.
    pub terms: Vec<(i64, ParamId)>,
}

impl Work {
    /// All parameters that the value depends on; some may be there twice.
    pub fn uses(&self) -> impl std::iter::Iterator<Item = ParamId> {
        self.products.iter().flatten().flat_map(|extent| &extent.terms).map(|(_, param)| *param)
    }

    /// The value with these values of the parameters; the nearest `i64` if it is none.
    pub fn value(&self, values: &[i64]) -> i64 {
        let extent = |extent: &Extent| {
            let term = |(factor, param): &(i64, ParamId)| factor.saturating_mul(values[param.index()]);
            extent.terms.iter().map(term).fold(0, i64::saturating_add)
        };
        let product = |extents: &Vec<Extent>| extents.iter().map(extent).fold(1, i64::saturating_mul);
        self.products.iter().map(product).fold(0, i64::saturating_add)
    }

    /// For people: `ni * nj * (nk - 2m)`.
    pub fn describe(&self, params: &[Param]) -> String {
        let extent = |extent: &Extent| {
            let text = Affine { terms: extent.terms.clone(), constant: 0 }.describe(params);
            let is_name = matches!(extent.terms.as_slice(), [(1, _)]);
            if is_name { text } else { format!("({text})") }
        };
        let product = |extents: &Vec<Extent>| extents.iter().map(extent).collect::<Vec<_>>().join(" * ");
        self.products.iter().map(product).collect::<Vec<_>>().join(" + ")
    }
}
