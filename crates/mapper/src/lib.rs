//! Passes, strategies, the pass scheduler and the machine model.
