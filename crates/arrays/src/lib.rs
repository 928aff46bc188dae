//! The array language of Polymill: programs over whole arrays, written in Rust, that become loop nests of the polyhedral IR.
//!
//! A program is a closure. It runs once, with arguments that stand for the arrays and numbers of each run, and what it does with them is
//! recorded:
//!
//! ```
//! use polymill_arrays::{Acc, Ix1, trace};
//!
//! let squares = trace(|a: Acc<f64, Ix1>| a.map(|x| x * x).sum())?;
//! # Ok::<(), polymill_arrays::Error>(())
//! ```
//!
//! `polymill::array::compile` makes a native function of such a closure; [`interpreter::interpret`] says what it means.
//!
//! # Arrays and numbers
//!
//! An [`Acc<T, D>`] is an array with elements of type `T` (a number, `bool`, a tuple or a small array such as `[f64; 3]` of these) and
//! as many dimensions as `D` says: `Ix0` to `Ix6`, as in `ndarray`. Its sizes are known when the program runs; a [`Len`] is one of them.
//! An [`Exp<T>`] is a value: an argument, an element, an index, or what was computed from these, with Rust's operators and methods. Both
//! are handles that are copied freely.
//!
//! Numbers behave as in Rust when nothing is checked: integers wrap, `cast` does what `as` does. What Rust would stop for has a value:
//! what is divided by zero is zero, and where an index leads outside of an array, there is zero. So no program does anything that is
//! undefined, whatever it is given.
//!
//! # Operations
//!
//! - Elements, each by itself: [`generate`], [`Acc::map`], [`Acc::imap`], [`Acc::zip_with`], [`zip_with3`] to [`zip_with9`], [`Acc::zip`],
//!   `unzip`, [`Acc::gather`], and `+ - * /` on arrays.
//! - Elements and those around them: [`Acc::stencil`], [`Acc::stencil2`], [`Acc::windows`], with a [`Boundary`].
//! - Other shapes and orders: [`Acc::transpose`], [`Acc::permute_axes`], [`Acc::reverse`], [`Acc::slice`], [`Acc::take`], [`Acc::drop`],
//!   [`Acc::init`], [`Acc::tail`], [`Acc::concat`], [`Acc::replicate`], [`Acc::reshape`], [`Acc::flatten`], [`Acc::backpermute`].
//! - Along dimensions, in order, or [in any](Acc::in_any_order): [`Acc::fold`], [`Acc::fold_axes`], [`Acc::fold1`], [`Acc::sum`],
//!   [`Acc::scanl`], [`Acc::scanl1`], [`Acc::scanr`], [`Acc::scanr1`] and their kin.
//! - Along segments of a dimension, whose lengths are elements of an array: [`Acc::fold_segments`], [`Acc::scanl_segments`],
//!   [`Acc::scanl1_segments`], [`Acc::scanr_segments`], [`Acc::scanr1_segments`].
//! - Step by step: [`Acc::permute`] (histograms), [`Acc::scatter`], [`Acc::filter`], [`Acc::compress`], [`Acc::iterate`],
//!   [`iterate_while`].
//!
//! Their names are those of Accelerate (Chakravarty et al., "Accelerating Haskell Array Codes with Multicore GPUs", DAMP 2011).
//!
//! Front ends whose programs have no types before they run use [`untyped`], where each of these operations is implemented.
//!
//! # What becomes of it
//!
//! [`lower::lower`] makes statements with one loop for each dimension, in one region for the whole program (Paston-Cooper,
//! "Array-Oriented Languages and Polyhedral Compilation", Utrecht 2020, found flat loops to be what stands in the way of a polyhedral
//! optimizer). What is only moved is never in memory, and neither is what one element of one other array is computed from. Stencils
//! have a statement for the interior, without tests, and some for the border. All else is for the optimizer to decide.

mod acc;
mod element;
mod error;
mod exp;
pub mod graph;
pub mod interpreter;
mod len;
pub mod lower;
pub mod number;
mod operations;
mod place;
pub mod plan;
mod program;
mod rank;
pub mod run;
pub mod size;
mod trace;
pub mod untyped;

pub use acc::Acc;
pub use element::{Element, Float, Integer, Number, Scalar};
pub use error::{Error, Result};
pub use exp::{Bits, Exp};
pub use len::Len;
pub use ndarray::{Ix0, Ix1, Ix2, Ix3, Ix4, Ix5, Ix6};
pub use operations::*;
pub use place::Place;
pub use program::{Argument, Arrays, Program, Results, Traceable, trace};
pub use rank::{Doubled, Rank, Without};
