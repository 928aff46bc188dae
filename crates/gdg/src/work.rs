//! Estimates of work.

use crate::{Affine, Param, ParamId, RowBounds};

/// An estimate of how often statements run: a sum of products of extents.
///
/// ```
/// use polymill_gdg::{Extent, ParamId, Work};
/// let [n, m] = [0, 1].map(|index| Extent::Linear(vec![(1, ParamId(index))]));
/// let work = Work { products: vec![vec![n.clone(), n], vec![m]] };
/// assert_eq!(work.value(&[30, 7]), 907);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Work {
    /// The factors of each product.
    pub products: Vec<Vec<Extent>>,
}

/// How many iterations loops have.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Extent {
    /// A loop over rows and the one in it over the elements of a row, together: data say.
    Rows(RowBounds),
    /// A loop, but for a constant: a linear function of parameters as coefficients and parameters; not empty.
    Linear(Vec<(i64, ParamId)>),
}

/// How many iterations a loop is taken to have whose end is computed from data: rows of sparse matrices have some dozens of
/// elements.
pub const USUAL_ITERATIONS: i64 = 32;

impl Work {
    /// All parameters that the value depends on; some may be there twice.
    pub fn uses(&self) -> impl Iterator<Item = ParamId> {
        self.products.iter().flatten().flat_map(Extent::uses)
    }

    /// The rows that it looks at.
    pub fn row_bounds(&self) -> impl Iterator<Item = &RowBounds> {
        self.products.iter().flatten().filter_map(|extent| match extent {
            Extent::Rows(rows) => Some(rows),
            Extent::Linear(_) => None,
        })
    }

    /// The value with these values of the parameters, if rows are as long as they usually are; the nearest `i64` if it is
    /// none.
    pub fn value(&self, values: &[i64]) -> i64 {
        let product =
            |extents: &Vec<Extent>| extents.iter().map(|extent| extent.value(values)).fold(1, i64::saturating_mul);
        self.products.iter().map(product).fold(0, i64::saturating_add)
    }

    /// For people: `ni * nj * (nk - 2m)`.
    pub fn describe(&self, params: &[Param]) -> String {
        self.text(params, &|rows| format!("({})", rows.total(params)))
    }

    /// As [`Work::describe`], with other words for what data say.
    pub(crate) fn text(&self, params: &[Param], rows: &dyn Fn(&RowBounds) -> String) -> String {
        let extent = |extent: &Extent| match extent {
            Extent::Rows(bounds) => rows(bounds),
            Extent::Linear(terms) => {
                let text = Affine { terms: terms.clone(), constant: 0 }.describe(params);
                let is_name = matches!(terms.as_slice(), [(1, _)]);
                if is_name { text } else { format!("({text})") }
            }
        };
        let product = |extents: &Vec<Extent>| extents.iter().map(extent).collect::<Vec<_>>().join(" * ");
        self.products.iter().map(product).collect::<Vec<_>>().join(" + ")
    }
}

impl Extent {
    fn uses(&self) -> Vec<ParamId> {
        match self {
            Self::Rows(rows) => rows.uses().collect(),
            Self::Linear(terms) => terms.iter().map(|(_, param)| *param).collect(),
        }
    }

    fn value(&self, values: &[i64]) -> i64 {
        match self {
            Self::Rows(rows) => rows.n_rows(values).saturating_mul(USUAL_ITERATIONS),
            Self::Linear(terms) => {
                let term = |(factor, param): &(i64, ParamId)| factor.saturating_mul(values[param.index()]);
                terms.iter().map(term).fold(0, i64::saturating_add)
            }
        }
    }
}
