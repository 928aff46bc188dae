//! Tests of data: elements that do not become smaller.

use crate::{ParamId, Reach, ScalarType};

/// A test of data: none of some elements of an array is smaller than the one before it. Where the rows of a sparse matrix
/// begin does not decrease, for instance, so that no two rows share an element.
///
/// ```
/// use polymill_gdg::{Definition, Program};
/// use polymill_isl as isl;
///
/// let text = "gdg f { param n: i32 param ordered: i32 = ascending(`row[_]`[0 .. n]: i32) }";
/// let program = Program::parse(&isl::Context::new()?, text)?;
/// let Some(Definition::Ascending(test)) = &program.gdgs()[0].params[1].definition else { panic!() };
/// assert_eq!(test.describe(), "`row` does not decrease");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ascending {
    /// The elements, of an array with one dimension; with one first and one last subscript.
    pub elements: Reach,
    /// Their type: an integer.
    pub ty: ScalarType,
}

impl Ascending {
    /// All parameters that the test depends on; some may be there twice.
    pub fn uses(&self) -> impl Iterator<Item = ParamId> {
        self.elements.functions().flat_map(|one| &one.terms).map(|(_, param)| *param)
    }

    /// For people: `` `row` does not decrease``.
    pub fn describe(&self) -> String {
        format!("`{}` does not decrease", self.elements.place())
    }
}
