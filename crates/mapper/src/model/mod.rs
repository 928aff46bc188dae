//! The performance model: predicts the time of a loop nest on a machine, so that candidates can be ranked.
//!
//! A [`Nest`] is what the model sees of a schedule tree at one size (a [`Shape`] is that for all sizes): loops with trip
//! counts, leaves with operations and array references whose subscripts are linear in the loops. The time of a nest is the
//! time of its instructions (vector lanes, loads and stores, latencies of recurrences, loop overhead), plus the time to
//! move cache lines between levels (the distinct lines that a subtree touches are loaded once if what is inside fits into
//! the level, else once for each iteration), divided by what parallel loops gain, plus their synchronization,
//! and what it takes to get new pages of memory.

mod cost;
mod extract;
mod footprint;
mod nest;
mod operations;
mod scale;
mod shape;
mod sizes;

pub use cost::{Cost, predict};
pub use extract::{constant_trip, innermost_strides};
pub use nest::{Leaf, Loop, MemberId, Nest, Node, Operations, PerMember, Reference};
pub use operations::calls;
pub use scale::{Scale, typical_sizes};
pub use shape::{Shape, array_bytes};
pub use sizes::range;
