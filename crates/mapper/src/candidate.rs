//! Candidate schedules: what was considered, at what predicted cost.

use crate::model::Cost;

/// A candidate schedule that was considered for a GDG.
#[derive(Clone, Debug)]
pub struct Considered {
    /// Where the order comes from: `original order`, `scheduler, fused`, ...
    pub origin: String,
    /// What was done to its bands, in words; empty if nothing.
    pub plan: String,
    /// The predicted cost.
    pub cost: Cost,
    /// Whether it was chosen.
    pub chosen: bool,
}
