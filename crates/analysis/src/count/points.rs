//! How many points a set has.

use polymill_isl as isl;
use polymill_isl::Dim;

use super::polynomial::Polynomial;

/// The number of points of a set as a function of the parameters. `None` if it cannot be written down by summing over one
/// dimension after the other: what lies between the bounds of a dimension must belong to the set, and bounds may divide by
/// numbers only what parameters say.
///
/// isl has quasi-polynomials, but does not count; barvinok does (Verdoolaege et al., "Counting integer points in parametric
/// polytopes using Barvinok's rational functions", Algorithmica 2007), for all sets. For the domains of loop nests, summing is
/// enough nearly always.
///
/// # Errors
/// isl's, among them if the set is not bounded.
///
/// ```
/// use polymill_analysis::n_points;
/// use polymill_isl as isl;
///
/// let ctx = isl::Context::new()?;
/// let triangle = isl::Set::read(&ctx, "[n] -> { S[i, j] : 0 <= i < n and i <= j < n }")?;
/// let counted = n_points(&triangle)?.ok_or("not counted")?;
/// assert_eq!(counted.to_str()?, "[n] -> { (1/2 * n + 1/2 * n^2) : n > 0 }");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn n_points(set: &isl::Set) -> isl::Result<Option<isl::PwQPolynomial>> {
    let space = set.params()?.get_space()?;
    let mut sum = isl::PwQPolynomial::from_qpolynomial(&isl::QPolynomial::zero_on_domain(&space)?)?;
    let mut parts = vec![];
    set.coalesce()?.make_disjoint()?.foreach_basic_set(|part| {
        parts.push(part.to_set()?);
        Ok(())
    })?;
    for part in parts {
        let one = isl::QPolynomial::one_on_domain(&space)?;
        let mut pieces = vec![(part.clone(), Polynomial::constant(one, part.dim(Dim::Set)?))];
        for _ in 0..part.dim(Dim::Set)? {
            let mut next = vec![];
            for (set, polynomial) in &pieces {
                let Some(found) = without_a_dimension(set, polynomial)? else { return Ok(None) };
                next.extend(found);
            }
            pieces = next;
        }
        for (set, polynomial) in pieces {
            if let Some(value) = polynomial.into_constant() {
                sum = sum.add(&isl::PwQPolynomial::alloc(&set.params()?, &value)?)?;
            }
        }
    }
    Ok(Some(sum))
}

/// The number of points for one value of each parameter. Where [`n_points`] finds nothing, the values of dimensions are tried one
/// by one.
///
/// # Errors
/// isl's, among them if the set is not bounded.
pub fn n_points_at(set: &isl::Set, sizes: &isl::Set) -> isl::Result<i64> {
    let set = set.intersect_params(sizes)?;
    // Without parameters there are fewer ways to miss a bound.
    let n_params = set.dim(Dim::Param)?;
    count(&set.project_out(Dim::Param, 0, n_params)?)
}

fn count(set: &isl::Set) -> isl::Result<i64> {
    if set.is_empty()? {
        return Ok(0);
    }
    if let Some(counted) = n_points(set)? {
        return counted.eval(&counted.domain()?.sample_point()?)?.to_i64();
    }
    // The dimension with the fewest values.
    let mut narrowest: Option<(i64, usize, i64)> = None;
    for dimension in 0..set.dim(Dim::Set)? {
        let (first, last) = (set.dim_min_val(dimension)?.to_i64()?, set.dim_max_val(dimension)?.to_i64()?);
        if narrowest.is_none_or(|(n, ..)| last - first < n) {
            narrowest = Some((last - first, dimension, first));
        }
    }
    let Some((n, dimension, first)) = narrowest else { return Ok(1) };
    let mut sum = 0;
    for value in first..=first + n {
        let value = isl::Val::int_from_si(set.ctx(), value)?;
        sum += count(&set.fix_val(Dim::Set, dimension, &value)?.project_out(Dim::Set, dimension, 1)?)?;
    }
    Ok(sum)
}

/// A set, and what is summed over its points.
type Piece = (isl::Set, Polynomial);

/// The sums over the dimension for which they are the fewest; `None` if there is none.
fn without_a_dimension(set: &isl::Set, polynomial: &Polynomial) -> isl::Result<Option<Vec<Piece>>> {
    let mut best: Option<Vec<Piece>> = None;
    for dimension in (0..set.dim(Dim::Set)?).rev() {
        let Some(pieces) = without(set, polynomial, dimension)? else { continue };
        if pieces.len() <= 1 {
            return Ok(Some(pieces));
        }
        if best.as_ref().is_none_or(|best| pieces.len() < best.len()) {
            best = Some(pieces);
        }
    }
    Ok(best)
}

/// The sums over a dimension, as polynomials in the others; `None` if there are holes, or a bound is no polynomial.
fn without(set: &isl::Set, polynomial: &Polynomial, dimension: usize) -> isl::Result<Option<Vec<Piece>>> {
    let n_dims = set.dim(Dim::Set)?;
    let values = isl::Map::from_range(set)?.move_dims(Dim::In, 0, Dim::Out, 0, dimension)?;
    let values = values.move_dims(Dim::In, dimension, Dim::Out, 1, n_dims - dimension - 1)?;
    let (first, last) = (values.lexmin_pw_multi_aff()?, values.lexmax_pw_multi_aff()?);
    let at_least = isl::Map::read(set.ctx(), "{ [first] -> [v] : v >= first }")?;
    let at_most = isl::Map::read(set.ctx(), "{ [last] -> [v] : v <= last }")?;
    let from = isl::Map::from_pw_multi_aff(&first)?.apply_range(&at_least)?;
    let to = isl::Map::from_pw_multi_aff(&last)?.apply_range(&at_most)?;
    if !from.intersect(&to)?.is_subset(&values)? {
        return Ok(None);
    }
    let (firsts, lasts) = (pieces(&first)?, pieces(&last)?);
    let mut found = vec![];
    for (starting, first) in &firsts {
        for (ending, last) in &lasts {
            let both = starting.intersect(ending)?;
            if both.is_empty()? {
                continue;
            }
            let (Some(first), Some(last)) = (Polynomial::of(first)?, Polynomial::of(last)?) else { return Ok(None) };
            let sum = polynomial.sum_over(dimension, &first, &last)?;
            // The sums are over disjoint sets.
            for part in both.coalesce()?.make_disjoint()?.get_basic_set_list()?.to_vec()? {
                found.push((part.to_set()?, sum.clone()));
            }
        }
    }
    Ok(Some(found))
}

fn pieces(function: &isl::PwMultiAff) -> isl::Result<Vec<(isl::Set, isl::Aff)>> {
    let mut pieces = vec![];
    function.get_at(0)?.foreach_piece(|set, value| {
        pieces.push((set, value));
        Ok(())
    })?;
    Ok(pieces)
}
