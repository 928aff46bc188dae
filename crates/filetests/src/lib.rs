//! The runner for tests/.
