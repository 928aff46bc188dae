//! Legality proofs, replay, differential runs and the random program generator.
