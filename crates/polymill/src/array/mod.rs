//! Programs over whole arrays, written in Rust and compiled to one parallel native function.
//!
//! ```
//! use ndarray::{Array2, arr2};
//! use polymill::array::{Acc, Boundary, Ix2, compile};
//!
//! let blur = compile(|a: Acc<f32, Ix2>| {
//!     a.stencil(Boundary::Clamp, |s| (s[[0, -1]] + s[[0, 0]] + s[[0, 1]]) / 3.0)
//!         .stencil(Boundary::Clamp, |s| (s[[-1, 0]] + s[[0, 0]] + s[[1, 0]]) / 3.0)
//! })?;
//! let image = arr2(&[[0.0, 9.0, 0.0], [9.0, 9.0, 9.0], [0.0, 9.0, 0.0]]);
//! let out: Array2<f32> = blur.run(image.view())?;
//! assert_eq!(out[[1, 1]], 5.0);
//! # Ok::<(), polymill::Error>(())
//! ```

mod cache;
mod call;
mod compiled;
mod dynamic;
mod function;
mod parts;
mod stored;

pub use cache::Cache;
pub(crate) use cache::tools_of;
pub use call::{Input, Output};
pub use compiled::CompileOptions;
pub use dynamic::{AnyArray, AnyView, AnyViewMut, DynArgument, DynFunction};
pub use function::{Function, compile, compile_with};
pub use polymill_arrays::*;
pub use stored::Stored;
