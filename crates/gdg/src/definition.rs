//! Parameters that the generated code computes: the source does not have them.

use crate::{Disjoint, ParamId, Work};

/// How a parameter gets its value that the source does not have. It is not affine: to isl, the value is any, and what
/// holds of it is known only where it is tested.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Definition {
    /// An estimate of how often statements run.
    Work(Work),
    /// 1 if pieces of memory do not overlap, else 0.
    Disjoint(Disjoint),
    /// A number that no bound of a dynamic counted loop is above: its static upper bound (Zhao and Cohen, IMPACT 2017,
    /// section 4.1). It is not known; code that needs it cannot be generated.
    UpperBound,
}

impl Definition {
    /// All parameters that the value depends on; some may be there twice.
    pub fn uses(&self) -> Vec<ParamId> {
        match self {
            Self::Work(work) => work.uses().collect(),
            Self::Disjoint(disjoint) => disjoint.uses().collect(),
            Self::UpperBound => vec![],
        }
    }

    /// The value with these values of the parameters; `None` if it depends on data. Arrays are taken not to overlap.
    pub fn value(&self, values: &[i64]) -> Option<i64> {
        match self {
            Self::Work(work) => Some(work.value(values)),
            Self::Disjoint(_) => Some(1),
            Self::UpperBound => None,
        }
    }
}
