//! Concrete points of sets and relations.

use polymill_gdg::Gdg;
use polymill_isl as isl;
use polymill_isl::Dim;

use crate::{Error, Result};

/// A statement instance or an array element: the name, and the values of iterators or subscripts.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point {
    /// The statement or array.
    pub name: String,
    /// Iterators or subscripts, outermost first.
    pub values: Vec<i64>,
}

/// The set for the given values of the GDG's parameters.
pub(crate) fn fix_params(gdg: &Gdg, set: &isl::Set, params: &[i64]) -> Result<isl::Set> {
    let mut set = set.clone();
    for (param, value) in gdg.params.iter().zip(params) {
        if let Some(position) = set.find_dim_by_name(Dim::Param, &param.name)? {
            let value = isl::Val::int_from_si(set.ctx(), *value)?;
            set = set.fix_val(Dim::Param, position, &value)?;
        }
    }
    Ok(set)
}

/// All points of a set for the given values of the parameters, in lexicographic order; an error of class unsupported if
/// there are more than `limit` or infinitely many.
pub(crate) fn points(gdg: &Gdg, set: &isl::Set, params: &[i64], limit: usize) -> Result<Vec<Vec<i64>>> {
    let fixed = fix_params(gdg, set, params)?;
    let too_many = || Error::Unsupported(format!("there are more than {limit} points in `{set}`"));
    if !fixed.is_bounded()? {
        return Err(too_many());
    }
    let n_dims = fixed.dim(Dim::Set)?;
    let mut found = vec![];
    let walked = fixed.foreach_point(|point| {
        if found.len() == limit {
            return Err(isl::Error::other("enough"));
        }
        found.push(coordinates(&point, n_dims)?);
        Ok(())
    });
    match walked {
        Err(isl::Error::Callback(_)) => return Err(too_many()),
        other => other?,
    }
    found.sort();
    // The pieces of a set may overlap.
    found.dedup();
    Ok(found)
}

/// The pairs of a relation for the given values of the parameters, in lexicographic order; limited as [`points`].
pub(crate) fn pairs(gdg: &Gdg, map: &isl::Map, params: &[i64], limit: usize) -> Result<Vec<(Vec<i64>, Vec<i64>)>> {
    let n_in = map.dim(Dim::In)?;
    let flat = points(gdg, &map.wrap()?, params, limit)?;
    Ok(flat
        .into_iter()
        .map(|mut values| {
            let out = values.split_off(n_in);
            (values, out)
        })
        .collect())
}

pub(crate) fn coordinates(point: &isl::Point, n_dims: usize) -> isl::Result<Vec<i64>> {
    (0..n_dims).map(|dim| point.get_coordinate_val(Dim::Set, dim)?.to_i64()).collect()
}

/// Prints as `S(3, 4)`.
impl std::fmt::Display for Point {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let values: Vec<_> = self.values.iter().map(i64::to_string).collect();
        write!(f, "{}({})", self.name, values.join(", "))
    }
}
