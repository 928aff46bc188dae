//! A polyhedral compiler: C loop nests in, proven, tiled, parallel C out.
//!
//! This crate is the front door. The command line `polymill` is a thin layer over it.
//!
//! - [`Compiler`] takes a program through all the rooms;
//! - [`array`] compiles programs over whole arrays that are written in Rust;
//! - [`cc`] stands in for the system's C compiler;
//! - [`mod@bench`] times programs built by several compilers against each other;
//! - [`explain`] says for each loop what was done and what stands in the way;
//! - [`mod@explore`] counts what ways to run stages strip by strip cost;
//! - [`rewrite`] puts the new code into a C file;
//! - [`matrix`] reads sparse matrices, for the kernels that work on them;
//! - [`mod@verify`] checks what was made of a program;
//! - [`stages`] prints programs on their way;
//! - [`output_file`] writes results whole or not at all.

pub mod array;
pub mod bench;
pub mod cc;
mod compiler;
mod error;
pub mod explain;
pub mod explore;
mod formats;
pub mod machine_model;
pub mod matrix;
pub mod output_file;
mod profile;
mod rewrite;
pub mod stages;
pub mod verify;
mod versions;
mod words;

pub use compiler::{Compiler, Optimized, Options, StrategyName};
pub use error::Error;
pub use profile::Profile;
pub use rewrite::{Rewritten, rewrite};
