//! A polyhedral compiler: C loop nests in, proven, tiled, parallel C out.
//!
//! This crate is the front door. The command line `polymill` is a thin layer over it.
//!
//! - [`Compiler`] takes a program through all the rooms;
//! - [`mod@array`] compiles programs over whole arrays that are written in Rust;
//! - [`cc`] stands in for the system's C compiler;
//! - [`mod@bench`] times programs built by several compilers against each other;
//! - [`explain`] says for each loop what was done and what stands in the way;
//! - [`mod@explore`] counts what ways to run stages strip by strip cost;
//! - [`library`] makes libraries of C files, whose functions are called from here;
//! - [`rewrite()`] puts the new code into a C file;
//! - [`matrix`] reads sparse matrices, for the kernels that work on them;
//! - [`mod@verify`] checks what was made of a program;
//! - [`stages`] prints programs on their way;
//! - [`output_file`] writes results whole or not at all.

pub mod array;
pub mod bench;
pub mod cc;
mod driver;
mod error;
pub mod explain;
pub mod explore;
pub mod library;
pub mod output_file;
mod sparse;
pub mod verify;
mod words;

pub use driver::{Compiler, Optimized, Options, Profile, Rewritten, StrategyName, machine_model, rewrite, stages};
pub use error::Error;
pub use sparse::matrix;
