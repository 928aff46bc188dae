//! C to GDG: preprocessing, syntax tree, scop detection, affine extraction, pragmas.

mod error;
mod line_map;
mod preprocess;
pub mod syntax;

pub use error::{Error, Result};
pub use preprocess::{Compiler, Preprocessed, decode, preprocess_file, preprocess_text};
