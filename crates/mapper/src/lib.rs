//! Passes, strategies, the pass scheduler and the machine model.
//!
//! [`map`] takes a program from its original order to a parallel, tiled one: each GDG is mapped by the passes of a
//! [`Strategy`], after each pass the IR is validated and the dependences are checked.

mod error;
pub mod formats;
pub mod model;
mod orders;
mod overlap;
pub mod passes;
mod pipeline;
mod plans;
mod questions;
mod recompute;
mod target;
mod tree;

pub use error::Error;
pub use overlap::{Design, Overlap, Sweep, sweep};
pub use pipeline::pass::{Changed, Effort, Pass, PassContext, Restart, Settings, Specialization};
pub use pipeline::scheduler::{Mapped, PassTime, map};
pub use pipeline::specialize::specialize;
pub use pipeline::strategy::{Strategy, passes as registered_passes};
pub use plans::candidate::Considered;
pub use recompute::Recompute;
pub use target::machine::{Cache, Machine, MachineError, Memory};
pub use target::placement::{Occupancy, Placement, PlacementTest, TripCount};
