//! The operations of the language without Rust's types: element types and numbers of dimensions are looked up when a program is traced.
//!
//! [`Array`] and [`Value`] are what [`Acc`](crate::Acc) and [`Exp`](crate::Exp) are made of, and each operation is here once. A front end
//! whose programs have no types before they run, such as Python's, uses these handles. Where types or numbers of dimensions do not fit,
//! the program is wrong, and the message names the operation, what it was given, and the place.
//!
//! ```
//! use polymill_arrays::Place;
//! use polymill_arrays::untyped::{Given, Parameter, Site, trace};
//! use polymill_gdg::{BinaryOp, ScalarType};
//!
//! // The sums of the rows of a matrix, doubled.
//! let site = |operation| Site::new(operation, Place::new("sums.py", 1, 0));
//! let matrix = Parameter::Array { element: ScalarType::F64, n_dims: 2 };
//! let graph = trace(&[matrix], site("program").location, |arguments| {
//!     let [Given::Array(a)] = arguments else { return vec![] };
//!     let sums = a.fold(1, None, |x, y| x.binary(BinaryOp::Add, y, site("add")), site("sum"));
//!     vec![sums.map(|x| x.binary(BinaryOp::Add, x, site("add")), site("map"))]
//! })?;
//! assert_eq!(graph.outputs.len(), 1);
//! # Ok::<(), polymill_arrays::Error>(())
//! ```

mod array;
mod axes;
mod elements;
mod folds;
mod program;
mod segments;
mod stencils;
mod updates;
mod value;

pub use array::Array;
pub use elements::{generate, zip_with};
pub use program::{Given, Parameter, is_tracing, take_error, trace};
pub use stencils::{Boundary, Neighbourhood};
pub use updates::iterate_while;
pub use value::{FUNCTIONS, Value};

use crate::size::Size;
use crate::{Place, trace as tracing};

/// An operation, and where the program calls it.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    /// Its name.
    pub operation: &'static str,
    /// The place.
    pub location: Place,
}

impl Site {
    /// An operation at a place.
    pub fn new(operation: &'static str, location: Place) -> Self {
        Self { operation, location }
    }

    /// An operation where the function is called that asks this.
    #[track_caller]
    pub(crate) fn caller(operation: &'static str) -> Self {
        Self::new(operation, Place::caller())
    }

    /// Notes that the program says something here that has no meaning.
    pub fn fail(self, message: String) {
        tracing::fail(self.operation, message, self.location);
    }

    /// The size of a dimension that there is not.
    fn no_axis(self, axis: usize, n_dims: usize) -> Size {
        self.fail(format!("there is no dimension {axis}: there are {n_dims}, from 0"));
        Size::constant(0)
    }

    /// Wants two shapes to be the same.
    fn same_shape(self, left: &[Size], right: &[Size]) {
        if left.len() != right.len() {
            self.fail(format!(
                "the arrays have {} and {} dimensions, and should have as many",
                left.len(),
                right.len()
            ));
        }
        tracing::with(|trace| trace.same_shape(left, right, self.operation, self.location));
    }
}
