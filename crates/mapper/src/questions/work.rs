//! How much there is to do, as a function of the parameters.

use polymill_analysis::RowLoops;
use polymill_gdg::{Affine, Extent, Gdg, ParamId, Statement, Work};
use polymill_isl as isl;

use crate::Error;

/// An estimate of how often the statements run: for each, the product of the extents of its domain's bounding box, but for
/// constants; where loops go over rows, data say how long they are together. Statements whose boxes take too long to find do not
/// count. `None` if an extent is not linear in the parameters, or nothing is found that depends on them.
///
/// # Errors
/// isl's.
pub fn estimate(gdg: &Gdg) -> Result<Option<Work>, Error> {
    let mut products = vec![];
    match gdg.context.ctx().with_budget(ESTIMATE_BUDGET, || add_products(gdg, &mut products)) {
        Ok(true) => {}
        Ok(false) => return Ok(None),
        Err(error) if error.is_quota() => {}
        Err(error) => return Err(error),
    }
    let all = products.clone();
    products
        .retain(|product| !product.is_empty() && !all.iter().any(|other| other != product && divides(product, other)));
    products.sort_by_key(|product| std::cmp::Reverse(product.len()));
    Ok((!products.is_empty()).then_some(Work { products }))
}

/// Operations that isl may spend on an estimate. Where many parameters bound a loop, each in some cases, it could spend millions.
const ESTIMATE_BUDGET: u64 = 50_000;

/// Adds the extents of each statement's box; false if there are some that are not linear.
fn add_products(gdg: &Gdg, products: &mut Vec<Vec<Extent>>) -> Result<bool, Error> {
    let mut seen: Vec<isl::Set> = vec![];
    for statement in &gdg.statements {
        let domain = gdg.without_known_bounds(&statement.domain)?.reset_tuple_id()?;
        let has_rows = !polymill_analysis::row_loops(gdg, statement)?.is_empty();
        if !has_rows && contains(&seen, &domain)? {
            continue;
        }
        let Some(product) = bounding_box(gdg, statement, &domain)? else { return Ok(false) };
        seen.push(domain);
        if !products.contains(&product) {
            products.push(product);
        }
    }
    Ok(true)
}

/// About how many instances run where parameters have these values: for each statement as many as there are in its domain's
/// bounding box.
///
/// # Errors
/// isl's.
pub(crate) fn n_instances(gdg: &Gdg, sizes: &isl::Set) -> Result<f64, Error> {
    let mut all = 0.0;
    for statement in &gdg.statements {
        all += box_size(&statement.domain.intersect_params(sizes)?, |n_values| n_values.unwrap_or(1.0))?;
    }
    Ok(all)
}

/// The product of what `extent` makes of how many values each dimension of a set has at most, if that is known.
///
/// # Errors
/// isl's.
pub(crate) fn box_size(set: &isl::Set, extent: impl Fn(Option<f64>) -> f64) -> Result<f64, Error> {
    let mut product = 1.0;
    for dimension in 0..set.dim(isl::Dim::Set)? {
        let (least, most) = (set.dim_min_val(dimension)?, set.dim_max_val(dimension)?);
        let is_known = least.is_int()? && most.is_int()?;
        product *= extent(if is_known { Some(most.sub(&least)?.get_d()? + 1.0) } else { None });
    }
    Ok(product)
}

/// Whether a set is among others, down to the representation.
fn contains(sets: &[isl::Set], set: &isl::Set) -> Result<bool, Error> {
    sets.iter().try_fold(false, |found, other| Ok(found || other.has_equal_space(set)? && other.plain_is_equal(set)?))
}

/// The extents of a statement's domain that are not constant, sorted.
fn bounding_box(gdg: &Gdg, statement: &Statement, domain: &isl::Set) -> Result<Option<Vec<Extent>>, Error> {
    // What holds for all valid parameters only makes more cases.
    let domain = domain.gist_params(&gdg.context)?;
    let n_dimensions = domain.dim(isl::Dim::Set)?;
    let mut extents = vec![];
    let mut counted = vec![];
    for RowLoops { row, element, bounds } in polymill_analysis::row_loops(gdg, statement)? {
        if !counted.contains(&row) {
            counted.extend([row, element]);
            extents.push(Extent::Rows(bounds));
        }
    }
    for dimension in (0..n_dimensions).filter(|dimension| !counted.contains(dimension)) {
        let above = domain.project_out(isl::Dim::Set, dimension + 1, n_dimensions - dimension - 1)?;
        let alone = above.project_out(isl::Dim::Set, 0, dimension)?;
        let span = alone.dim_max(0)?.sub(&alone.dim_min(0)?)?.coalesce()?;
        let span = span.gist(&span.domain()?)?;
        if !span.isa_aff()? {
            return Ok(None);
        }
        let Some(extent) = linear_part(gdg, &span.as_aff()?)? else { return Ok(None) };
        extents.extend(extent.map(Extent::Linear));
    }
    extents.sort();
    Ok(Some(extents))
}

/// The function without its constant and the static upper bounds of loops: `Some(None)` if nothing is left, `None` if it has
/// divisions.
fn linear_part(gdg: &Gdg, function: &isl::Aff) -> Result<Option<Option<Terms>>, Error> {
    let Some(Affine { mut terms, .. }) = Affine::of(function, &gdg.params)? else { return Ok(None) };
    // How far data let a loop go is not known before.
    terms.retain(|(_, param)| !gdg.params[param.index()].is_static_bound());
    terms.sort_by_key(|(factor, param): &(i64, ParamId)| (*factor < 0, *param));
    Ok(Some((!terms.is_empty()).then_some(terms)))
}

/// Coefficients and parameters.
type Terms = Vec<(i64, ParamId)>;

/// Whether each factor of the one is one of the other; both are sorted.
fn divides(one: &[Extent], other: &[Extent]) -> bool {
    let mut rest = other.iter();
    one.iter().all(|factor| rest.any(|each| each == factor))
}

#[cfg(test)]
mod tests {
    use polymill_gdg::Program;
    use polymill_isl as isl;

    use super::estimate;

    /// A GDG with many statements, for parameters in four cases, as where rows are an odd number of elements long.
    fn with_cases(n_statements: usize) -> String {
        let cases = "((a >= 0 and b >= 0) or (b = -1 and a >= 0) or (a = -1 and b >= 0) or (a = -1 and b = -1))";
        let statement = |index: usize| {
            format!(
                "statement S{index} {{
                   domain {{ S{index}[j, i, m] : p <= j < q and r <= i < s and 0 <= m <= 4 and {cases} }}
                   iterators j: i32, i: i32, m: i32
                   body {{ x[j][i][m] = 0.5; }}
                 }}"
            )
        };
        let statements: Vec<_> = (0..n_statements).map(statement).collect();
        format!(
            "gdg f {{
               param p: i32 param q: i32 param r: i32 param s: i32 param a: i32 param b: i32
               context {{ : {cases} }}
               array x: f64[1000][1000][5] live_out
               {}
             }}",
            statements.join("\n")
        )
    }

    #[test]
    fn many_statements_in_many_cases_are_estimated() -> Result<(), Box<dyn std::error::Error>> {
        let ctx = isl::Context::new()?;
        let program = Program::parse(&ctx, &with_cases(30))?;
        let work = estimate(&program.gdgs()[0])?.ok_or("no estimate")?;
        let [product] = work.products.as_slice() else { return Err("several products".into()) };
        // That over `m` is constant.
        assert_eq!(product.len(), 2);
        Ok(())
    }
}
