//! Sparse matrices: files, structure, and converting them to other formats.

pub(crate) mod formats;
pub mod matrix;
