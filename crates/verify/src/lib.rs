//! Legality proofs, replay, differential runs and the random program generator.

pub mod random;
