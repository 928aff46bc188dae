//! The array language of Polymill: programs over whole arrays, written in Rust.
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
mod program;
mod rank;
pub mod run;
pub mod size;
mod trace;

pub use acc::Acc;
pub use element::{Element, Float, Integer, Number, Scalar};
pub use error::{Error, Result};
pub use exp::{Bits, Exp};
pub use len::Len;
pub use ndarray::{Ix0, Ix1, Ix2, Ix3, Ix4, Ix5, Ix6};
pub use operations::*;
pub use program::{Argument, Program, Results, Traceable, trace};
pub use rank::Rank;
