//! What drives a compilation: options, the way through the rooms, versions, and the new text of a file.

mod compiler;
pub mod machine_model;
mod members;
mod profile;
mod rewrite;
pub mod stages;
pub(crate) mod versions;

pub use compiler::{Compiler, Optimized, Options, StrategyName};
pub use profile::Profile;
pub use rewrite::{Rewritten, rewrite};
