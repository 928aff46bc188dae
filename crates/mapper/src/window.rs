//! Windows: the values that an iteration uses of a dimension.

use polymill_isl as isl;

use crate::Error;

/// A range of as many integers in each iteration of some loops, which begins elsewhere in each.
#[derive(Clone, Debug)]
pub(crate) struct Window {
    /// Where it begins, for each iteration.
    pub first: isl::Aff,
    /// How many there are.
    pub length: isl::Val,
}

impl Window {
    /// The smallest window that holds all values, `[iteration] -> [value]`, for all parameters, whether `valid` or not; `None` if
    /// none does. (A length that follows from the largest value of a type is none.)
    ///
    /// Iterations at the border use less, and begin elsewhere. The smallest window that holds all values is one that begins
    /// where those of some iteration do, and whose beginning is as far from that of the next iteration everywhere.
    ///
    /// # Errors
    /// isl's.
    pub fn of(values: &isl::Map, valid: &isl::Set) -> Result<Option<Self>, Error> {
        let values = &values.gist_params(valid)?.coalesce()?;
        let mut found: Option<Self> = None;
        let mut pieces = vec![];
        values.lexmin_pw_multi_aff()?.get_at(0)?.foreach_piece(|_, first| {
            pieces.push(first);
            Ok(())
        })?;
        for first in pieces {
            let Some(length) = length(values, &first)? else { continue };
            let is_shorter = match &found {
                Some(other) => length.lt(&other.length)?,
                None => true,
            };
            if is_shorter {
                found = Some(Self { first, length });
            }
        }
        Ok(found)
    }

    /// The values in the window: `[iteration] -> [value]`.
    ///
    /// # Errors
    /// isl's.
    pub fn values(&self) -> Result<isl::Map, Error> {
        let length = self.length.to_str()?;
        let within =
            isl::Map::read(self.first.ctx(), &format!("{{ [first] -> [v] : first <= v < first + {length} }}"))?;
        Ok(isl::Map::from_aff(&self.first)?.apply_range(&within)?)
    }
}

/// How long a window that begins there must be to hold all values; `None` if some come before it, or if that differs without
/// bound.
fn length(values: &isl::Map, first: &isl::Aff) -> Result<Option<isl::Val>, Error> {
    let start = isl::PwAff::from_aff(first)?.as_map()?;
    // { first - value }
    let offsets = values.range_product(&start)?.range()?.unwrap()?.deltas()?;
    let (last, least) = (offsets.dim_min_val(0)?, offsets.dim_max_val(0)?);
    if !last.is_int()? || !least.is_int()? || least.cmp_si(0)? > 0 {
        return Ok(None);
    }
    Ok(Some(last.neg()?.add(&isl::Val::one(last.ctx())?)?))
}
