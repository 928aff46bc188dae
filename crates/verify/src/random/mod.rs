//! Random C programs, and a reducer for those that fail.
//!
//! [`generate`] makes a [`Program`]: one kernel function with loops of many forms over arrays, free of undefined
//! behaviour by construction and by [`check`]. [`source`] prints it as a complete C file whose `main` fills the memory,
//! calls the kernel for several sizes and prints what it computed; [`kernels_source`] and [`driver_source`] print many
//! programs as two files, so that a compiler is started once for all of them. [`reduce`] makes a failing program
//! small.

mod driver;
mod fit;
mod generate;
mod loops;
mod print;
mod program;
mod reduce;
mod typing;
mod values;
mod visit;
mod walk;

pub use driver::{driver_source, source};
pub use generate::{Features, generate};
pub use print::kernels_source;
pub use program::*;
pub use reduce::reduce;
pub use walk::check;

/// Why a program is not fit to be run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Flaw {
    /// A subscript can leave its array.
    #[error("a subscript is out of bounds")]
    OutOfBounds,
    /// A variable or local element is read before it is set.
    #[error("a variable is read before it is set")]
    Undefined,
    /// A value may leave the range that it is supposed to stay in.
    #[error("an integer may overflow")]
    Overflow,
    /// A loop changes the iterator of a loop around it.
    #[error("a loop changes the iterator of a loop around it")]
    IteratorSet,
    /// Control flow uses unsigned arithmetic that wraps.
    #[error("an unsigned subscript, bound or condition wraps")]
    Wraps,
    /// Division by what may be zero.
    #[error("a divisor may be zero")]
    DivisionByZero,
    /// Ill-typed.
    #[error("an operand has the wrong type")]
    Type,
    /// It runs too long, or for ever.
    #[error("the program runs too long")]
    TooLong,
}
