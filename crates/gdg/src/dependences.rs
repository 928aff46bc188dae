//! Dependences between statement instances.

use polymill_isl as isl;

/// The dependences of a GDG: relations from the instance that must come first to the one that must come later.
#[derive(Clone, Debug)]
pub struct Dependences {
    /// Write to read of the value (value-based where accesses are exact).
    pub flow: isl::UnionMap,
    /// Read to a later write of the same element.
    pub anti: isl::UnionMap,
    /// Write to a later write of the same element.
    pub output: isl::UnionMap,
    /// Reads of values from before the region: instance to array element.
    pub live_in: isl::UnionMap,
    /// What a pass gave up, and why that is legal.
    pub relaxations: Vec<Relaxation>,
}

/// Dependences that a pass removed.
#[derive(Clone, Debug)]
pub struct Relaxation {
    /// The pass.
    pub pass: String,
    /// The dependences that need not be kept any more.
    pub removed: isl::UnionMap,
    /// Why the program stays right without them.
    pub reason: String,
}

impl Dependences {
    /// Whether these are the same pairs of instances, if that is plain to see.
    pub fn is_same_object(&self, other: &Self) -> bool {
        self.flow.is_same_object(&other.flow)
            && self.anti.is_same_object(&other.anti)
            && self.output.is_same_object(&other.output)
    }

    /// Flow, anti and output dependences together: the pairs of instances whose order must be kept.
    ///
    /// # Errors
    /// isl's.
    pub fn ordering(&self) -> isl::Result<isl::UnionMap> {
        self.flow.union(&self.anti)?.union(&self.output)?.coalesce()
    }
}
