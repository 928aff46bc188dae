//! Plans: what is to be done to the bands of an order, and the search for the best one.

pub(crate) mod bands;
pub(crate) mod candidate;
pub(crate) mod isolate;
pub(crate) mod plan;
pub(crate) mod search;
