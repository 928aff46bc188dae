//! Where rows begin and end, or how long they are.

use crate::{Param, ParamId, Reach, ScalarType};

/// Elements of an array of integers that say where rows begin, one behind the other, and where the last one ends, as those
/// of a sparse matrix in compressed rows; or that say how long rows are.
///
/// ```
/// use polymill_gdg::{Definition, Program};
/// use polymill_isl as isl;
///
/// let text = "gdg f { param n: i32 param ordered: i32 = ascending(`row[_]`[0 .. n]: i32) }";
/// let program = Program::parse(&isl::Context::new()?, text)?;
/// let f = &program.gdgs()[0];
/// let Some(Definition::Ascending(rows)) = f.params[1].definition() else { panic!() };
/// assert_eq!(rows.order(), "`row` does not decrease");
/// assert_eq!(rows.total(&f.params), "row[n] - row[0]");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct RowBounds {
    /// The elements, of an array with one dimension; with one first and one last subscript.
    pub elements: Reach,
    /// Their type: an integer.
    pub ty: ScalarType,
}

impl RowBounds {
    /// All parameters that they depend on; some may be there twice.
    pub fn uses(&self) -> impl Iterator<Item = ParamId> {
        self.elements.functions().flat_map(|one| &one.terms).map(|(_, param)| *param)
    }

    /// That rows share nothing, for people: `` `row` does not decrease``.
    pub fn order(&self) -> String {
        format!("`{}` does not decrease", self.elements.name())
    }

    /// How many elements the rows have together, for people: `row[n] - row[0]`.
    pub fn total(&self, params: &[Param]) -> String {
        let [first, last] = self.ends(params);
        format!("{last} - {first}")
    }

    /// The first and the last element, for people: `row[0]` and `row[n]`.
    pub fn ends(&self, params: &[Param]) -> [String; 2] {
        let element =
            |subscript: &crate::Affine| self.elements.place.spelled(|_| format!("[{}]", subscript.describe(params)));
        [&self.elements.first, &self.elements.last].map(|ends| ends.first().map(element).unwrap_or_default())
    }

    /// How many rows there are with these values of the parameters.
    pub fn n_rows(&self, values: &[i64]) -> i64 {
        let [last, first] =
            [&self.elements.last, &self.elements.first].map(|ends| ends.first().map_or(0, |end| end.value(values)));
        last.saturating_sub(first).max(0)
    }
}
