//! Small values for the parameters.

use polymill_gdg::{Gdg, Side};
use polymill_isl as isl;
use polymill_isl::Dim;

use super::exits::{LOWER_BOUND, UPPER_BOUND};
use crate::Result;
use crate::points::{coordinates, fix_params};

/// Values of the parameters that the context and the assumptions allow, smallest first: all alike and not all alike, 0
/// and 1 among them, up to 9.
///
/// # Errors
/// isl's.
pub fn small_sizes(gdg: &Gdg) -> Result<Vec<Vec<i64>>> {
    let valid = gdg.context.intersect(&gdg.assumptions)?.params()?;
    let n_params = gdg.params.len();
    let mut sizes = vec![];
    for mut candidate in candidates(n_params) {
        for (position, param) in gdg.params.iter().enumerate() {
            if let Some(bound) = param.static_bound() {
                candidate[position] = match bound.side {
                    Side::Lower => LOWER_BOUND,
                    Side::Upper => UPPER_BOUND,
                };
            }
            if let Some(value) = param.definition().and_then(|definition| definition.value(&candidate)) {
                candidate[position] = value;
            }
        }
        if !fix_params(gdg, &valid, &candidate)?.is_empty()? {
            sizes.push(candidate);
        }
    }
    if sizes.is_empty() {
        sizes.extend(smallest(gdg, &valid)?);
    }
    Ok(sizes)
}

fn candidates(n_params: usize) -> Vec<Vec<i64>> {
    let mut all: Vec<Vec<i64>> = vec![];
    for size in [0, 1, 2, 3, 4, 5, 7, 9] {
        let alike = vec![size; n_params];
        let rising = (0..n_params as i64).map(|position| size + position).collect();
        let falling = (0..n_params as i64).rev().map(|position| size + position).collect();
        for candidate in [alike, rising, falling] {
            if !all.contains(&candidate) {
                all.push(candidate);
            }
        }
    }
    all.sort_by_key(|candidate| candidate.iter().sum::<i64>());
    all
}

/// The smallest values that are not negative, but the largest ones of static upper bounds: data may go that far.
fn smallest(gdg: &Gdg, valid: &isl::Set) -> Result<Option<Vec<i64>>> {
    let n_params = valid.dim(Dim::Param)?;
    let mut positions = vec![];
    let mut dims_of_bounds = vec![];
    for param in &gdg.params {
        let position = valid.find_dim_by_name(Dim::Param, &param.name)?;
        positions.push(position);
        let is_upper_bound = param.static_bound().is_some_and(|bound| bound.side == Side::Upper);
        dims_of_bounds.extend(position.filter(|_| is_upper_bound));
    }
    let mut values = isl::Set::from_params(valid)?.move_dims(Dim::Set, 0, Dim::Param, 0, n_params)?;
    for dim in 0..n_params {
        values = values.lower_bound_si(Dim::Set, dim, 0)?;
    }
    if values.is_empty()? {
        return Ok(None);
    }
    for dim in (0..n_params).filter(|dim| !dims_of_bounds.contains(dim)) {
        values = values.fix_val(Dim::Set, dim, &values.dim_min_val(dim)?)?;
    }
    for dim in dims_of_bounds {
        let largest = values.dim_max_val(dim)?;
        if largest.is_int()? {
            values = values.fix_val(Dim::Set, dim, &largest)?;
        }
    }
    let found = coordinates(&values.lexmin()?.sample_point()?, n_params)?;
    Ok(Some(positions.into_iter().map(|position| position.map_or(0, |position| found[position])).collect()))
}
