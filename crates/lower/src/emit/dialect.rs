//! What differs between the members of the C family.

use std::collections::BTreeSet;

use polymill_gdg::Gdg;

use crate::{For, LoopNest};

/// A language of the C family.
pub(crate) trait Dialect {
    /// The lines right before a loop that say how it is run; empty if it is an ordinary loop. `nested` says that the
    /// loop stands inside of a parallel one.
    fn loop_pragma(&self, gdg: &Gdg, nest: &LoopNest, inner: &For, nested: bool) -> Option<String>;

    /// The definition of a helper function.
    fn helper(&self, helper: Helper) -> &'static str;
}

/// A function that generated code calls.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Helper {
    /// The smaller of two integers.
    Min,
    /// The larger of two integers.
    Max,
    /// Division that rounds down.
    FloorDiv,
    /// The remainder that goes with it.
    FloorMod,
    /// Whether two pieces of memory do not overlap.
    Disjoint,
    /// Whether integers do not become smaller.
    Ascending,
    /// Aligned memory, and its return.
    Allocate,
    /// Counts which version runs.
    Trace,
    /// Stops the program because a promise does not hold.
    BrokenPromise,
}

impl Helper {
    /// The name of the function.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Min => "polymill_min",
            Self::Max => "polymill_max",
            Self::FloorDiv => "polymill_floor_div",
            Self::FloorMod => "polymill_floor_mod",
            Self::Disjoint => "polymill_disjoint",
            Self::Ascending => "polymill_ascending",
            Self::Allocate => "polymill_allocate",
            Self::Trace => "polymill_trace",
            Self::BrokenPromise => "polymill_broken_promise",
        }
    }
}

/// The helpers that some code needs.
pub type Helpers = BTreeSet<Helper>;
