//! The array language of Polymill: programs over whole arrays, written in Rust.
mod acc;
mod element;
mod error;
mod exp;
pub mod graph;
pub mod interpreter;
pub mod lower;
pub mod number;
mod program;
mod rank;
pub mod run;
pub mod size;
mod trace;

pub use acc::{Acc, Boundary, Len, Neighbourhood, generate};
pub use element::{Element, Float, Integer, Number, Scalar};
pub use error::{Error, Result};
pub use exp::{Bits, Exp};
pub use ndarray::{Ix0, Ix1, Ix2, Ix3, Ix4, Ix5, Ix6};
pub use program::{Argument, Program, Results, Traceable, trace};
pub use rank::Rank;
