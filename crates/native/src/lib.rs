//! Compile with the system's C compiler, load, call, time.
//!
//! - [`CCompiler`] is a command such as `clang -O3`, with what is known about it (its family, version and OpenMP
//!   support); it builds executables, shared objects and object files.
//! - [`Program`] runs an executable with a time limit, an environment and captured output.
//! - [`Callable`] builds one C function and calls it in a process of its own, on data from here: a crash or an
//!   endless loop is an error, not the end of the caller.
//! - [`SharedObject`] calls the same functions inside this process.
//! - [`statistics`] has medians and geometric means.
#![allow(unsafe_code)] // loading and calling foreign code; every block says why it is sound

mod arg;
mod callable;
mod compiler;
mod error;
mod process;
mod shared_object;
mod shim;
pub mod statistics;

pub use arg::{Arg, ArgKind, Buffer, Returns, Value};
pub use callable::{CallLimits, Callable};
pub use compiler::{Artifact, Build, CCompiler, Family, Identity, Product};
pub use error::Error;
pub use process::{Execution, Program};
pub use shared_object::{SharedObject, Shim};
pub use shim::{shim_name, shim_text};
