//! What can go wrong.

use crate::Place;

/// The result of an operation on array programs.
pub type Result<T> = std::result::Result<T, Error>;

/// Errors of array programs.
///
/// ```
/// # use polymill_arrays::{Acc, Ix1, trace};
/// // There is a place in each message that is about the program.
/// let error = trace(|a: Acc<f64, Ix1>| a.reverse(1)).unwrap_err().to_string();
/// assert!(error.starts_with("reverse at ") && error.ends_with("there is no dimension 1: there are 1, from 0"));
/// # Ok::<(), polymill_arrays::Error>(())
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Two shapes should be the same.
    #[error("{operation} at {}:{}: the shapes are {left:?} and {right:?}, and should be the same", location.file(), location.line())]
    Shapes {
        /// The operation.
        operation: &'static str,
        /// The first shape.
        left: Vec<i64>,
        /// The other one.
        right: Vec<i64>,
        /// Where the program says so.
        location: Place,
    },
    /// A dimension is too small.
    #[error("{operation} at {}:{}: a size is {size}, and should be at least {least}", location.file(), location.line())]
    Size {
        /// The operation.
        operation: &'static str,
        /// The size.
        size: i64,
        /// What it should be at least.
        least: i64,
        /// Where the program says so.
        location: Place,
    },
    /// A size is 2^40 or more, or an array has too many elements.
    #[error("{operation} at {}:{}: this is too large", location.file(), location.line())]
    TooLarge {
        /// The operation.
        operation: &'static str,
        /// Where the program says so.
        location: Place,
    },
    /// The program says something that has no meaning: a dimension that there is not, a value of another program.
    #[error("{operation} at {}:{}: {message}", location.file(), location.line())]
    Program {
        /// The operation.
        operation: &'static str,
        /// What is wrong.
        message: String,
        /// Where the program says so.
        location: Place,
    },
    /// An array that is given does not have the shape that the program gives it.
    #[error("the array for result {position} has shape {found:?}, and should have {expected:?}")]
    Output {
        /// Which of the results, from 0.
        position: usize,
        /// Its shape.
        found: Vec<usize>,
        /// What it should be.
        expected: Vec<usize>,
    },
    /// The arrays for the components of an argument have different shapes.
    #[error(
        "the arrays for the components of argument {position} have shapes {first:?} and {other:?}, and should have the same"
    )]
    Components {
        /// Which of the arguments, from 0.
        position: usize,
        /// The shape of the first component.
        first: Vec<usize>,
        /// That of another one.
        other: Vec<usize>,
    },
    /// The IR's.
    #[error(transparent)]
    Gdg(#[from] polymill_gdg::Error),
    /// isl's.
    #[error(transparent)]
    Isl(#[from] polymill_isl::Error),
    /// An invariant broke.
    #[error("bug in polymill: {0}; please report it")]
    Bug(String),
}
