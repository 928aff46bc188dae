//! C to GDG: preprocessing, syntax tree, scop detection, affine extraction, pragmas.
//!
//! [`raise`] takes a C file through all of it: the user's compiler preprocesses it, [`syntax`] reads it, regions are
//! found (between pragmas, or the largest ones that qualify) and each becomes a GDG. The result says where the regions
//! stand in the original file and in the preprocessed text, so that generated code can take their place.

mod annotations;
mod context;
mod detect;
mod edit;
mod error;
pub mod flags;
mod formula;
mod line_map;
mod locate;
mod loop_pragma;
mod openmp;
mod outline;
mod pragma;
mod preprocess;
mod raised;
mod repeated;
mod scop;
mod simplify;
mod stated;
pub mod syntax;

pub use edit::{Edit, apply_edits};
pub use error::{Error, Result};
pub use outline::{Outline, OutlineParameter};
pub use preprocess::{Compiler, Preprocessed, decode, preprocess_file, preprocess_text};
pub use raised::{Detection, InputText, RaiseOptions, RaiseTime, Raised, Region, SourceInput, raise};
pub use scop::Computed;
