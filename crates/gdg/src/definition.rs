//! Parameters that the generated code computes: the source does not have them.

use crate::{Affine, Disjoint, Extent, ParamId, Place, RowBounds, Work};

/// How a parameter gets its value that the source does not have. It is not affine: to isl, the value is any, and what
/// holds of it is known only where it is tested.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Definition {
    /// An estimate of how often statements run.
    Work(Work),
    /// 1 if pieces of memory do not overlap, else 0.
    Disjoint(Disjoint),
    /// 1 if none of these elements is smaller than the one before it, so that no two rows share an element, else 0.
    Ascending(RowBounds),
    /// 1 if loops have about the same lengths, else 0.
    Even(Even),
    /// 1 if the two places of each pair hold the same number, else 0.
    Equal(Vec<[Place; 2]>),
    /// How far a dynamic counted loop goes at most.
    StaticBound(StaticBound),
}

/// A test of how long loops are: whether the longest is at most a fifteenth longer than all are on average, so that 15 of 16
/// iterations have something to do if all of them go as far as the longest one; whether that is 8 or more, so that what is
/// done is much more than to look at the lengths; and whether they are not too long together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Even {
    /// The lengths. Negative ones count as 0.
    pub lengths: RowBounds,
    /// What they are together, at most.
    pub most: i64,
}

/// A number that a dynamic counted loop stays on one side of, whatever data say: its static upper bound (Zhao and Cohen,
/// IMPACT 2017, section 4.1), or its static lower bound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StaticBound {
    /// Which end of the loop it is.
    pub side: Side,
    /// The number: of the first iteration, or behind the last one. If it is not known, code that needs it cannot be
    /// generated.
    pub value: Option<BoundValue>,
}

/// How a static bound is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BoundValue {
    /// The code says so: minima and maxima, types, sizes of arrays.
    Derived(Affine),
    /// The user promises it.
    Promised(Affine),
    /// The largest of these elements, or 0 if that is less: the generated code looks them up before the region.
    Largest(RowBounds),
}

impl StaticBound {
    /// The number in terms of other parameters, if it is known.
    pub fn affine(&self) -> Option<&Affine> {
        match self.value.as_ref()? {
            BoundValue::Derived(value) | BoundValue::Promised(value) => Some(value),
            BoundValue::Largest(_) => None,
        }
    }
}

/// An end of a range of integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Where it begins.
    Lower,
    /// Where it ends.
    Upper,
}

impl Definition {
    /// All parameters that the value depends on; some may be there twice.
    pub fn uses(&self) -> Vec<ParamId> {
        match self {
            Self::Work(work) => work.uses().collect(),
            Self::Disjoint(disjoint) => disjoint.uses().collect(),
            Self::Ascending(rows) | Self::Even(Even { lengths: rows, .. }) => rows.uses().collect(),
            Self::Equal(_) => vec![],
            Self::StaticBound(StaticBound { value: Some(BoundValue::Largest(rows)), .. }) => rows.uses().collect(),
            Self::StaticBound(bound) => {
                bound.affine().iter().flat_map(|value| &value.terms).map(|(_, param)| *param).collect()
            }
        }
    }

    /// The rows that it looks at.
    pub fn row_bounds(&self) -> Vec<&RowBounds> {
        match self {
            Self::Ascending(rows) | Self::Even(Even { lengths: rows, .. }) => vec![rows],
            Self::StaticBound(StaticBound { value: Some(BoundValue::Largest(rows)), .. }) => vec![rows],
            Self::Work(work) => work.row_bounds().collect(),
            Self::Disjoint(_) | Self::Equal(_) | Self::StaticBound(_) => vec![],
        }
    }

    /// Calls `visit` on each piece of memory that it looks at, to change it in place.
    pub fn for_each_place_mut(&mut self, visit: &mut dyn FnMut(&mut Place)) {
        match self {
            Self::Ascending(rows) | Self::Even(Even { lengths: rows, .. }) => rows.elements.for_each_place_mut(visit),
            Self::StaticBound(StaticBound { value: Some(BoundValue::Largest(rows)), .. }) => {
                rows.elements.for_each_place_mut(visit);
            }
            Self::Work(work) => {
                for extent in work.products.iter_mut().flatten() {
                    if let Extent::Rows(rows) = extent {
                        rows.elements.for_each_place_mut(visit);
                    }
                }
            }
            Self::Equal(pairs) => pairs.iter_mut().flatten().for_each(visit),
            Self::Disjoint(test) => test.pairs.iter_mut().flatten().for_each(|reach| reach.for_each_place_mut(visit)),
            Self::StaticBound(_) => {}
        }
    }

    /// What is said if the parameter is 1, of a test that is passed or not.
    pub fn test(&self) -> Option<String> {
        match self {
            Self::Disjoint(test) => Some(test.describe()),
            Self::Ascending(rows) => Some(rows.order()),
            Self::Even(Even { lengths, most }) => {
                Some(format!("`{}` is even, at least 8, and at most {most} in all", lengths.elements.name()))
            }
            Self::Equal(pairs) => {
                let pairs = pairs.iter().map(|[one, other]| format!("`{one}` is `{other}`"));
                Some(pairs.collect::<Vec<_>>().join(" and "))
            }
            Self::Work(_) | Self::StaticBound(_) => None,
        }
    }

    /// The value with these values of the parameters; `None` if it is not known. Tests are taken to be passed, and data to be
    /// usual.
    pub fn value(&self, values: &[i64]) -> Option<i64> {
        match self {
            Self::Work(work) => Some(work.value(values)),
            Self::Disjoint(_) | Self::Ascending(_) | Self::Even(_) | Self::Equal(_) => Some(1),
            Self::StaticBound(bound) => bound.affine().map(|value| value.value(values)),
        }
    }
}
