//! Questions about a GDG that change nothing: dataflow, legality of an order, live ranges, trip counts, reductions.

mod dataflow;
mod order;

pub use dataflow::{dependences, overlaps};
pub use order::{carried, is_coincident, respects, violations};
