//! What differs between the members of the C family.

use std::collections::BTreeSet;

use polymill_gdg::{Gdg, ScalarType};

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
    /// Whether integers of a type do not become smaller.
    Ascending(ScalarType),
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
            Self::Ascending(ty) => ascending(ty).0,
            Self::Allocate => "polymill_allocate",
            Self::Trace => "polymill_trace",
            Self::BrokenPromise => "polymill_broken_promise",
        }
    }
}

/// The name and the text of the function that tells whether integers of a type do not become smaller.
pub(crate) fn ascending(ty: ScalarType) -> (&'static str, &'static str) {
    // A loop that can run in vector lanes, over elements of whatever type of this size and sign the source gives them.
    macro_rules! function {
        ($name:literal, $type:literal) => {
            (
                $name,
                concat!(
                    "static inline int ",
                    $name,
                    "(const void *array, long first, long last)\n{\n  typedef ",
                    $type,
                    " __attribute__((may_alias)) element;\n  const element *elements = array;\n  int descents = 0;\n",
                    "  for (long k = first; k < last; k++)\n",
                    "    descents |= elements[k + 1] < elements[k];\n  return !descents;\n}\n"
                ),
            )
        };
    }
    match ty {
        ScalarType::Int { signed: true, bits: 64 } => function!("polymill_ascending_long", "long"),
        ScalarType::Int { signed: false, bits: 64 } => function!("polymill_ascending_ulong", "unsigned long"),
        ScalarType::Int { signed: false, bits: 32 } => function!("polymill_ascending_uint", "unsigned"),
        ScalarType::Int { signed: true, bits: 16 } => function!("polymill_ascending_short", "short"),
        ScalarType::Int { signed: false, bits: 16 } => function!("polymill_ascending_ushort", "unsigned short"),
        ScalarType::Int { signed: true, bits: 8 } => function!("polymill_ascending_char", "signed char"),
        ScalarType::Int { signed: false, bits: 8 } => function!("polymill_ascending_uchar", "unsigned char"),
        _ => function!("polymill_ascending_int", "int"),
    }
}

/// The helpers that some code needs.
pub type Helpers = BTreeSet<Helper>;
