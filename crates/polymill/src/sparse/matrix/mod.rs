//! Sparse matrices from files, for the kernels that work on them.
//!
//! [`read`] takes a [`Matrix`] from a Matrix Market file, [`Structure`] says what is in it, and [`Csr::to_bytes`] is what
//! the programs of `kernels/dynamic/` read.

mod csr;
mod lines;
mod market;
mod structure;

pub use csr::Csr;
pub use market::read;
pub use structure::Structure;

/// A matrix and how its file lists it.
#[derive(Clone, PartialEq, Debug)]
pub struct Matrix {
    /// What the values are.
    pub field: Field,
    /// Which elements follow from others.
    pub symmetry: Symmetry,
    /// The number of elements that the file lists.
    pub n_listed: usize,
    /// All elements.
    pub csr: Csr,
}

/// What the values of a file are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// Floating-point numbers.
    Real,
    /// Integers.
    Integer,
    /// There are none: each element is one.
    Pattern,
}

/// Which elements follow from others, so that the file lists only those of the lower triangle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symmetry {
    /// None.
    General,
    /// `A[j][i]` is `A[i][j]`.
    Symmetric,
    /// `A[j][i]` is `-A[i][j]`, and the diagonal is zero.
    SkewSymmetric,
}

impl Field {
    /// The word for it in a file.
    pub fn name(self) -> &'static str {
        match self {
            Field::Real => "real",
            Field::Integer => "integer",
            Field::Pattern => "pattern",
        }
    }
}

impl Symmetry {
    /// The word for it in a file.
    pub fn name(self) -> &'static str {
        match self {
            Symmetry::General => "general",
            Symmetry::Symmetric => "symmetric",
            Symmetry::SkewSymmetric => "skew-symmetric",
        }
    }
}

/// One element; rows and columns count from zero.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Element {
    row: i32,
    col: i32,
    value: f64,
}
