//! Passes, strategies, the pass scheduler and the machine model.
//!
//! [`map`] takes a program from its original order to a parallel, tiled one: each GDG is mapped by the passes of a
//! [`Strategy`], after each pass the IR is validated and the dependences are checked.

mod candidate;
mod deepen;
mod distribute;
mod dynamic;
mod error;
pub mod formats;
mod fuse;
mod isolate;
mod machine;
pub mod model;
mod moves;
mod orders;
mod overlap;
mod pass;
pub mod passes;
mod placement;
mod plan;
mod recompute;
mod scheduler;
mod search;
mod specialize;
mod split;
mod strategy;
mod tree;
mod trip_count;
mod window;
mod work;

pub use candidate::Considered;
pub use error::Error;
pub use machine::{Cache, Machine, MachineError, Memory};
pub use overlap::{Design, Overlap, Sweep, sweep};
pub use pass::{Changed, Pass, PassContext, Restart, Settings, Specialization};
pub use placement::{Occupancy, Placement, PlacementTest, TripCount};
pub use recompute::Recompute;
pub use scheduler::{Mapped, PassTime, map};
pub use specialize::specialize;
pub use strategy::{Strategy, passes as registered_passes};
