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
    /// where those of some iteration do, or earlier, and whose beginning is as far from that of the next iteration everywhere.
    ///
    /// # Errors
    /// isl's.
    pub fn of(values: &isl::Map, valid: &isl::Set) -> Result<Option<Self>, Error> {
        let values = &values.gist_params(valid)?.coalesce()?;
        let mut pieces = vec![];
        values.lexmin_pw_multi_aff()?.get_at(0)?.foreach_piece(|_, first| {
            pieces.push(first);
            Ok(())
        })?;
        for may_begin_earlier in [false, true] {
            let mut shortest: Option<Self> = None;
            for first in &pieces {
                let Some(window) = Self::at(values, first, may_begin_earlier)? else { continue };
                let is_shorter = match &shortest {
                    Some(other) => window.length.lt(&other.length)?,
                    None => true,
                };
                if is_shorter {
                    shortest = Some(window);
                }
            }
            if shortest.is_some() {
                return Ok(shortest);
            }
        }
        Ok(None)
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

impl Window {
    /// The window that begins there, or, if it `may_begin_earlier`, as much earlier as it takes to hold all values; `None` if some
    /// come before it, or if that differs without bound.
    fn at(values: &isl::Map, first: &isl::Aff, may_begin_earlier: bool) -> Result<Option<Self>, Error> {
        let start = isl::PwAff::from_aff(first)?.as_map()?;
        // { first - value }
        let offsets = values.range_product(&start)?.range()?.unwrap()?.deltas()?;
        let (last, least) = (offsets.dim_min_val(0)?, offsets.dim_max_val(0)?);
        if !last.is_int()? || !least.is_int()? || !may_begin_earlier && least.cmp_si(0)? > 0 {
            return Ok(None);
        }
        let zero = isl::Val::zero(last.ctx())?;
        let earlier = if least.cmp_si(0)? > 0 { least } else { zero };
        let length = earlier.sub(&last)?.add(&isl::Val::one(last.ctx())?)?;
        Ok(Some(Self { first: first.add_constant_val(&earlier.neg()?)?, length }))
    }
}

/// One subscript of the elements that a relation goes to.
///
/// # Errors
/// isl's.
pub(crate) fn subscript(elements: &isl::Map, dimension: usize) -> Result<isl::Map, Error> {
    let subscripts = elements.reset_tuple_id(isl::Dim::Out)?;
    let n_dims = subscripts.dim(isl::Dim::Out)?;
    let subscripts = subscripts.project_out(isl::Dim::Out, dimension + 1, n_dims - dimension - 1)?;
    Ok(subscripts.project_out(isl::Dim::Out, 0, dimension)?)
}
