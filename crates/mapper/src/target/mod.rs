//! What is mapped to: machines, and how loops are placed on them.

pub(crate) mod machine;
pub(crate) mod placement;
