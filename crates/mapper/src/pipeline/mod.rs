//! How GDGs are mapped: passes, strategies, the queue that runs them, and versions.

pub(crate) mod pass;
pub(crate) mod scheduler;
pub(crate) mod specialize;
pub(crate) mod strategy;
