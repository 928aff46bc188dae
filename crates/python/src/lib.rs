//! Polymill for Python: the module `polymill._polymill`, on which the package `polymill` stands.
//!
//! A Python function of symbolic arrays is traced once for each signature (`jit.rs`), through the operations without types of
//! [`polymill_arrays::untyped`], compiled, and called with NumPy arrays (`arguments.rs`). `operand.rs` has NumPy's rules for numbers of
//! different types. `c.rs` makes a library of a C file.

mod arguments;
mod array;
mod c;
mod callback;
mod creation;
mod dtype;
mod elementwise;
mod error;
mod functions;
mod indexing;
mod jit;
mod loops;
mod moves;
mod operand;
mod operators;
mod options;
mod reductions;
mod results;
mod segments;
mod site;
mod stencil;
mod value;

use pyo3::prelude::*;

/// The module.
#[pymodule]
fn _polymill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<array::Array>()?;
    module.add_class::<value::Value>()?;
    module.add_class::<stencil::Neighbourhood>()?;
    module.add_class::<jit::Function>()?;
    module.add_class::<c::Library>()?;
    module.add_class::<c::CFunction>()?;
    jit::add(module)?;
    c::add(module)?;
    creation::add(module)?;
    loops::add(module)?;
    functions::add(module)
}
