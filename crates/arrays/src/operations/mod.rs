//! The operations on arrays.

mod axes;
mod elements;
mod folds;
mod segments;
mod stencils;
mod updates;

pub use elements::{generate, zip_all, zip_with3, zip_with4, zip_with5, zip_with6, zip_with7, zip_with8, zip_with9};
pub use stencils::{Boundary, Neighbourhood};
pub use updates::{iterate_at_most, iterate_while};
