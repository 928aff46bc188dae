//! The values that a counter takes.

use polymill_isl as isl;

use crate::Result;

/// The values that a counter may take, in the domain around its loop.
pub(super) struct Values {
    /// All: from the start in steps, without end but that of the type.
    pub all: isl::Set,
    /// The start only.
    pub first: isl::Set,
    position: usize,
    stride: i128,
}

/// A range of values; `None` stands for no bound.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bounds {
    pub low: Option<i128>,
    pub high: Option<i128>,
}

impl Values {
    /// The values of a counter that starts with `first`, a function of the domain around the loop.
    pub fn new(outer: &isl::Set, first: &isl::PwAff, stride: i128, bounds: Bounds) -> Result<Self> {
        let ctx = outer.ctx();
        let position = outer.dim(isl::Dim::Set)?;
        let space = outer.add_dims(isl::Dim::Set, 1)?;
        let first = first.add_dims(isl::Dim::In, 1)?;
        let local = isl::LocalSpace::from_space(&space.get_space()?)?;
        let counter = isl::PwAff::var_on_domain(&local, isl::Dim::Set, position)?;
        let distance = if stride > 0 { counter.sub(&first)? } else { first.sub(&counter)? };
        let step = isl::Val::read(ctx, &stride.abs().to_string())?;
        let ahead = distance.nonneg_set()?;
        let all = if stride.abs() == 1 { ahead } else { ahead.intersect(&distance.mod_val(&step)?.zero_set()?)? };
        let space = bounds.inside(&space, position)?;
        let first = counter.eq_set(&first)?.intersect(&space)?;
        Ok(Self { all: all.intersect(&space)?, first, position, stride })
    }

    /// The values before the first one that is not in `holds`.
    pub fn while_holds(&self, holds: &isl::Set) -> Result<isl::Set> {
        let candidates = self.all.intersect(holds)?;
        let ends = self.all.subtract(holds)?;
        let after = ends.apply(&self.later(holds.ctx())?)?;
        if candidates.is_disjoint(&after)? { Ok(candidates) } else { Ok(candidates.subtract(&after)?) }
    }

    /// The values for which the condition is tested: those of the domain, and the one after the last.
    pub fn tested(&self, domain: &isl::Set) -> Result<isl::Set> {
        Ok(self.first.union(&shift(domain, self.position, self.stride)?)?)
    }

    /// From each value to those that come after it.
    fn later(&self, ctx: &isl::Context) -> isl::Result<isl::Map> {
        let order = if self.stride > 0 { ">" } else { "<" };
        let outer = outer_dims(self.position);
        isl::Map::read(ctx, &format!("{{ [{outer}i] -> [{outer}j] : j {order} i }}"))
    }
}

impl Bounds {
    /// The points of a set whose dimension is within the bounds.
    pub fn inside(&self, set: &isl::Set, position: usize) -> isl::Result<isl::Set> {
        let mut set = set.clone();
        if let Some(low) = self.low {
            set = set.lower_bound_val(isl::Dim::Set, position, &val(&set, low)?)?;
        }
        if let Some(high) = self.high {
            set = set.upper_bound_val(isl::Dim::Set, position, &val(&set, high)?)?;
        }
        Ok(set)
    }

    /// The points of a set whose dimension is above the bounds, and those where it is below.
    pub fn outside(&self, set: &isl::Set, position: usize) -> isl::Result<(isl::Set, isl::Set)> {
        let nothing = isl::Set::empty(&set.get_space()?)?;
        let above = match self.high {
            Some(high) => set.lower_bound_val(isl::Dim::Set, position, &val(set, high + 1)?)?,
            None => nothing.clone(),
        };
        let below = match self.low {
            Some(low) => set.upper_bound_val(isl::Dim::Set, position, &val(set, low - 1)?)?,
            None => nothing,
        };
        Ok((above, below))
    }
}

fn val(set: &isl::Set, number: i128) -> isl::Result<isl::Val> {
    isl::Val::read(set.ctx(), &number.to_string())
}

/// `o0, o1, `
fn outer_dims(n: usize) -> String {
    (0..n).map(|dim| format!("o{dim}, ")).collect()
}

/// A set with a number added to one dimension, the last.
pub(super) fn shift(set: &isl::Set, position: usize, by: i128) -> isl::Result<isl::Set> {
    let outer = outer_dims(position);
    set.apply(&isl::Map::read(set.ctx(), &format!("{{ [{outer}i] -> [{outer}i + {by}] }}"))?)
}

/// The iterations around a loop for which its last dimension has no bound; all values of that dimension.
pub(super) fn unbounded_part(set: &isl::Set, position: usize) -> isl::Result<isl::Set> {
    let mut result = isl::Set::empty(&set.get_space()?)?;
    for part in set.get_basic_set_list()?.to_vec()? {
        let part = isl::Set::from_basic_set(&part)?;
        // Strides are integer divisions, which look like bounds.
        if !part.remove_divs()?.dim_is_bounded(isl::Dim::Set, position)? {
            result = result.union(&part.eliminate(isl::Dim::Set, position, 1)?)?;
        }
    }
    Ok(result)
}
