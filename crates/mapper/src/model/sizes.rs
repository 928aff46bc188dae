//! Values of the parameters to predict times for.

use polymill_gdg::{Gdg, Param, ParamId, Side, Statement, USUAL_ITERATIONS};
use polymill_isl as isl;

use crate::Error;

/// Values for the parameters that the model works with: what they usually are, if somebody says so. Else as large as the
/// declared sizes of arrays let them be, which is what an array was made so large for; where no array tells, the mean of
/// those that are known, else `typical`; those that only leave less to do as they grow, as where a loop begins, are small,
/// and so are windows. Loops whose end is computed from data are short. Where it is known how far they go at most, that is
/// left open, unless they begin where data say, too: then, together they go that far. Always within the context.
///
/// # Errors
/// isl's.
pub(super) fn usual_sizes(gdg: &Gdg, typical: i64) -> Result<isl::Set, Error> {
    let mut sizes = gdg.context.intersect(&gdg.assumptions)?;
    let mut within = within_arrays(gdg, &sizes)?;
    let n_parameters = sizes.dim(isl::Dim::Param)?;
    let few = (0..n_parameters).map(|position| with_few_values(&sizes, position)).collect::<Result<Vec<_>, Error>>()?;
    let mut known = Vec::new();
    let mut unknown = Vec::new();
    for position in 0..n_parameters {
        let name = sizes.get_dim_name(isl::Dim::Param, position)?.unwrap_or_default();
        if let Some(bound) = gdg.params.iter().find(|param| param.name == name).and_then(Param::static_bound) {
            let value = match bound.side {
                _ if bound.affine().is_some() && !ends_rows(gdg, &name)? => continue,
                Side::Lower => 0,
                Side::Upper => USUAL_ITERATIONS,
            };
            let value = within_context(&sizes, position, &isl::Val::int_from_si(sizes.ctx(), value)?)?;
            sizes = sizes.fix_val(isl::Dim::Param, position, &value)?;
            continue;
        }
        if let Some(usual) = gdg.params.iter().find(|param| param.name == name).and_then(|param| param.usual) {
            let value = within_context(&sizes, position, &isl::Val::int_from_si(sizes.ctx(), usual)?)?;
            sizes = sizes.fix_val(isl::Dim::Param, position, &value)?;
            continue;
        }
        if only_shrinks(gdg, &name)? {
            let value = within_context(&sizes, position, &isl::Val::one(sizes.ctx())?)?;
            sizes = sizes.fix_val(isl::Dim::Param, position, &value)?;
            continue;
        }
        let mut possible = within.clone();
        for (_, values) in few.iter().enumerate().filter(|(other, _)| *other != position) {
            possible = values.iter().try_fold(possible, |possible, values| possible.intersect(values))?;
        }
        let (_, largest) = range(&possible, position)?;
        if largest.is_int()? && largest.is_pos()? {
            let value = within_context(&sizes, position, &largest)?;
            known.push(value.get_d()?);
            sizes = sizes.fix_val(isl::Dim::Param, position, &value)?;
            within = non_empty(within.fix_val(isl::Dim::Param, position, &value)?, within)?;
        } else {
            unknown.push(position);
        }
    }
    let mean = (known.iter().map(|value| value.ln()).sum::<f64>() / known.len() as f64).exp();
    let usual = if known.is_empty() { typical } else { mean.round() as i64 };
    for position in unknown {
        let name = sizes.get_dim_name(isl::Dim::Param, position)?.unwrap_or_default();
        let usual = if is_window(gdg, &name)? { usual.min(USUAL_WINDOW) } else { usual };
        let value = within_context(&sizes, position, &isl::Val::int_from_si(sizes.ctx(), usual)?)?;
        sizes = sizes.fix_val(isl::Dim::Param, position, &value)?;
    }
    Ok(sizes)
}

/// The part of the sizes in which those static bounds that were left open have the values that are known.
///
/// # Errors
/// isl's.
pub(super) fn at_open_bounds(gdg: &Gdg, sizes: &isl::Set) -> Result<isl::Set, Error> {
    let mut found = sizes.clone();
    for param in &gdg.params {
        if !ends_rows(gdg, &param.name)? {
            found = gdg.at_static_bound(&found, param)?;
        }
    }
    Ok(found)
}

/// Whether a parameter is how far a loop goes at most that begins where data say, too, as those over the rows of a sparse matrix do.
fn ends_rows(gdg: &Gdg, param: &str) -> Result<bool, Error> {
    let is_end = |found: Option<ParamId>| found.is_some_and(|found| gdg.params[found.index()].name == param);
    for statement in &gdg.statements {
        for exit in statement.exits()?.iter().filter(|exit| exit.side == Side::Lower) {
            if is_end(statement.static_bound(&gdg.params, exit.iterator, Side::Upper)?) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// More values are no few.
const FEW: i64 = 16;

/// The values of a parameter that has few of them, such as an offset.
fn with_few_values(sizes: &isl::Set, position: usize) -> Result<Option<isl::Set>, Error> {
    let (low, high) = range(sizes, position)?;
    if !low.is_int()? || !high.is_int()? || high.sub(&low)?.cmp_si(FEW)? >= 0 {
        return Ok(None);
    }
    let all = isl::Set::universe(&sizes.get_space()?)?;
    let values = all.lower_bound_val(isl::Dim::Param, position, &low)?;
    Ok(Some(values.upper_bound_val(isl::Dim::Param, position, &high)?))
}

/// How large windows are along a dimension. Filters of images have 3 to 7 elements, blurs some more.
const USUAL_WINDOW: i64 = 7;

/// Whether a parameter is the size of a window that is moved over something, as `p` is in `for i <= n - p { for k < p { ... } }`: a
/// loop makes as many iterations, which another loop around the same statement makes less than another parameter says.
fn is_window(gdg: &Gdg, param: &str) -> Result<bool, Error> {
    for statement in &gdg.statements {
        let Some(position) = statement.domain.find_dim_by_name(isl::Dim::Param, param)? else { continue };
        for part in statement.domain.get_basic_set_list()?.to_vec()? {
            let (mut is_size, mut is_taken_off) = (false, false);
            for constraint in part.get_constraint_list()?.to_vec()? {
                let coefficient = constraint.get_coefficient_val(isl::Dim::Param, position)?;
                is_size |= coefficient.is_pos()? && bounds_a_loop(&constraint, statement, None)?;
                is_taken_off |= coefficient.is_neg()? && bounds_a_loop(&constraint, statement, Some(position))?;
            }
            if is_size && is_taken_off {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Whether a constraint is an upper bound of one loop; and, if a parameter is named, another parameter says of how many iterations.
fn bounds_a_loop(constraint: &isl::Constraint, statement: &Statement, but: Option<usize>) -> Result<bool, Error> {
    if constraint.is_equality()? {
        return Ok(false);
    }
    let mut n_loops = 0;
    for dim in 0..statement.depth() {
        let coefficient = constraint.get_coefficient_val(isl::Dim::Set, dim)?;
        if coefficient.is_pos()? {
            return Ok(false);
        }
        n_loops += usize::from(coefficient.is_neg()?);
    }
    let Some(but) = but else { return Ok(n_loops == 1) };
    for other in (0..statement.domain.dim(isl::Dim::Param)?).filter(|other| *other != but) {
        if n_loops == 1 && constraint.get_coefficient_val(isl::Dim::Param, other)?.is_pos()? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether there are fewer instances the larger a parameter is.
fn only_shrinks(gdg: &Gdg, param: &str) -> Result<bool, Error> {
    let mut shrinks = false;
    for statement in &gdg.statements {
        let Some(position) = statement.domain.find_dim_by_name(isl::Dim::Param, param)? else { continue };
        for part in statement.domain.get_basic_set_list()?.to_vec()? {
            for constraint in part.get_constraint_list()?.to_vec()? {
                let coefficient = constraint.get_coefficient_val(isl::Dim::Param, position)?;
                if coefficient.is_zero()? || !constraint.involves_dims(isl::Dim::Set, 0, statement.depth())? {
                    continue;
                }
                if coefficient.is_pos()? || constraint.is_equality()? {
                    return Ok(false);
                }
                shrinks = true;
            }
        }
    }
    Ok(shrinks)
}

/// The largest value of a parameter that is no larger than a wish; the smallest one, if there is none.
pub(super) fn within_context(sizes: &isl::Set, position: usize, value: &isl::Val) -> Result<isl::Val, Error> {
    let alone = sizes.move_dims(isl::Dim::Set, 0, isl::Dim::Param, position, 1)?;
    let below = alone.upper_bound_val(isl::Dim::Set, 0, value)?;
    let nearest = if below.is_empty()? { alone.dim_min_val(0)? } else { below.dim_max_val(0)? };
    Ok(if nearest.is_int()? { nearest } else { value.clone() })
}

fn non_empty(fixed: isl::Set, otherwise: isl::Set) -> Result<isl::Set, Error> {
    Ok(if fixed.is_empty()? { otherwise } else { fixed })
}

/// The least and the greatest value of a parameter.
///
/// # Errors
/// isl's.
pub fn range(parameters: &isl::Set, position: usize) -> Result<(isl::Val, isl::Val), Error> {
    let alone = parameters.move_dims(isl::Dim::Set, 0, isl::Dim::Param, position, 1)?;
    Ok((alone.dim_min_val(0)?, alone.dim_max_val(0)?))
}

/// Parameter values for which every statement runs, if there are some, and no access leaves the constant extents of its
/// array. They are in the space of `context`, but not limited by it: what it says about the range of an `int` is no size.
fn within_arrays(gdg: &Gdg, context: &isl::Set) -> Result<isl::Set, Error> {
    let mut within = isl::Set::universe(&context.get_space()?)?;
    for statement in &gdg.statements {
        let runs = within.intersect(&statement.domain.params()?)?;
        if !runs.is_empty()? {
            within = runs;
        }
        for access in &statement.accesses {
            let extents = &gdg.array(access.array).extents;
            for (dimension, extent) in extents.iter().enumerate() {
                let Some(extent) = constant(extent.as_ref())? else { continue };
                let outside = outside(statement, &access.relation, dimension, &extent)?;
                within = within.subtract(&outside)?.coalesce()?;
            }
        }
    }
    // isl takes the order of the parameters from either operand.
    Ok(within.align_params(&context.get_space()?)?)
}

fn constant(extent: Option<&isl::PwAff>) -> Result<Option<isl::Val>, Error> {
    let Some(extent) = extent else { return Ok(None) };
    let (low, high) = (extent.min_val()?, extent.max_val()?);
    Ok((low.is_int()? && low.eq(&high)?).then_some(high))
}

/// Parameter values for which the access goes to an index of at least `extent`.
fn outside(statement: &Statement, relation: &isl::Map, dimension: usize, extent: &isl::Val) -> Result<isl::Set, Error> {
    let elements = relation.intersect_domain(&statement.domain)?.range()?;
    Ok(elements.lower_bound_val(isl::Dim::Set, dimension, extent)?.params()?)
}
