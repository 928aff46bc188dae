//! `buffer`: gives arrays that carry values within tiles only a small buffer in each tile.

use polymill_gdg::{
    AccessKind, Array, ArrayId, BinaryOp, Expr, ExprKind, Gdg, Instances, QuasiAffine, ScalarType, Statement, plus,
};
use polymill_isl as isl;

use super::contract::{scope, without_determined};
use crate::questions::window::{Window, subscript};
use crate::{Changed, Error, Pass, PassContext};

/// Replaces an array by a buffer where no value that is in it crosses the iterations of the loops around all of its uses,
/// usually those over tiles: what is before and after the region does not see it, and each tile computes what it uses. The
/// buffer is as large as what one iteration uses, the footprint, and begins where that begins: `t[i]` becomes
/// `t_1[i - 64 * tile]`, private to the tile.
///
/// This is what makes overlapped tiles pay (Krishnamoorthy et al., "Effective Automatic Parallelization of Stencil
/// Computations", PLDI 2007; Mullapudi, Vasista and Bondhugula, "PolyMage", ASPLOS 2015): an intermediate stage stays in
/// the cache, and tiles share nothing.
pub struct Buffer;

impl Pass for Buffer {
    fn name(&self) -> &'static str {
        "buffer"
    }

    fn description(&self) -> &'static str {
        "Gives arrays that carry values within tiles only a small buffer in each tile, as large as what the tile uses."
    }

    fn run(&self, gdg: &mut Gdg, _: &mut PassContext<'_>) -> Result<Changed, Error> {
        let mut changed = Changed::No;
        for index in 0..gdg.arrays.len() {
            let id = ArrayId::new(index);
            if !is_inside(gdg, id)? {
                continue;
            }
            let Some(iterations) = scope(gdg, id)? else { continue };
            if localize(gdg, id, &without_determined(&iterations)?)? == Changed::Yes {
                changed = Changed::Yes;
            }
        }
        if changed == Changed::Yes {
            gdg.dependences = Some(polymill_analysis::dependences(gdg)?);
        }
        Ok(changed)
    }
}

/// Gives each iteration, `S[i, tile] -> [tile]`, its own buffer in the place of an array in which no value crosses iterations, if
/// that is smaller.
pub(crate) fn localize(gdg: &mut Gdg, id: ArrayId, iterations: &isl::UnionMap) -> Result<Changed, Error> {
    match windows(gdg, id, iterations)? {
        Some(windows) => replace(gdg, id, iterations, &windows),
        None => Ok(Changed::No),
    }
}

/// Whether all that is read from the array was written in the region, and nothing of it is needed after that.
fn is_inside(gdg: &Gdg, id: ArrayId) -> Result<bool, Error> {
    Ok(may_be_inside(gdg, id) && polymill_analysis::array_flow(gdg, id)?.from_before.is_empty()?)
}

/// Whether nothing of an array is needed after the region, and all accesses to it are certain.
pub(crate) fn may_be_inside(gdg: &Gdg, id: ArrayId) -> bool {
    let array = gdg.array(id);
    let overlaps = gdg.aliases.iter().any(|pair| pair.first == id || pair.second == id);
    let mut accesses = gdg.statements.iter().flat_map(|statement| &statement.accesses);
    let is_exact = accesses.all(|access| {
        access.array != id || matches!(access.kind, AccessKind::Read | AccessKind::MustWrite | AccessKind::Kill)
    });
    is_exact && !array.is_scalar() && !array.live_out && array.private.is_none() && !overlaps
}

/// For each dimension its window; nothing for dimensions that stay whole. `None` if all do, or if there is no window.
fn windows(gdg: &Gdg, id: ArrayId, iterations: &isl::UnionMap) -> Result<Option<Vec<Option<Window>>>, Error> {
    let accesses = gdg.accesses(|access| access.array == id)?;
    let elements = iterations.intersect_domain(&gdg.domain()?)?.reverse()?.apply_range(&accesses)?;
    let maps = elements.get_map_list()?.to_vec()?;
    let [elements] = maps.as_slice() else { return Ok(None) };
    let n_dims = gdg.array(id).n_dims();
    let mut found = vec![];
    for dimension in 0..n_dims {
        found.push(window(gdg, gdg.array(id), dimension, &subscript(elements, dimension)?)?);
    }
    let known = |(window, extent): (&Option<Window>, &Option<isl::PwAff>)| window.is_some() || extent.is_some();
    let are_known = found.iter().zip(&gdg.array(id).extents).all(known);
    Ok((are_known && found.iter().any(Option::is_some)).then_some(found))
}

/// The window of one dimension, of which `subscripts` has all values for each iteration, if it is smaller than the dimension.
fn window(gdg: &Gdg, array: &Array, dimension: usize, subscripts: &isl::Map) -> Result<Option<Window>, Error> {
    let valid = gdg.sizes()?;
    let found = Window::of(subscripts, &valid)?;
    let Some(extent) = &array.extents[dimension] else { return Ok(found) };
    let extent = extent.intersect_params(&valid)?.max_val()?;
    Ok(match found {
        Some(window) if !extent.is_int()? || window.length.lt(&extent)? => Some(window),
        _ => None,
    })
}

/// Puts the buffer in the array's place, if its subscripts can be written down.
fn replace(
    gdg: &mut Gdg,
    id: ArrayId,
    iterations: &isl::UnionMap,
    windows: &[Option<Window>],
) -> Result<Changed, Error> {
    let old = gdg.array(id).clone();
    let name = gdg.fresh_name(&old.name);
    let mut statements = gdg.statements.clone();
    let new = ArrayId::new(gdg.arrays.len());
    for statement in &mut statements {
        if !statement.accesses.iter().any(|access| access.array == id) {
            continue;
        }
        let Some(iteration) = iteration_of(statement, iterations)? else { return Ok(Changed::No) };
        let mut starts = vec![];
        for window in windows {
            starts.push(window.as_ref().map(|window| window.first.pullback_multi_aff(&iteration)).transpose()?);
        }
        let mut accesses = statement.accesses.clone();
        for access in accesses.iter_mut().filter(|access| access.array == id) {
            access.array = new;
            access.relation = moved(&access.relation, &starts)?.set_tuple_name(isl::Dim::Out, &name)?;
            for (subscript, start) in access.subscripts.iter_mut().zip(&starts) {
                if let Some(start) = start {
                    let Some(difference) = difference(gdg, statement, subscript, start)? else {
                        return Ok(Changed::No);
                    };
                    *subscript = difference;
                }
            }
        }
        statement.accesses = accesses;
    }
    let mut extents = vec![];
    for (extent, window) in old.extents.iter().zip(windows) {
        extents.push(match window {
            Some(window) => Some(gdg.read_function(&format!("{{ [({})] }}", window.length.to_str()?))?),
            None => extent.clone(),
        });
    }
    let private = Some(iterations.gist_domain(&gdg.domain()?)?);
    gdg.arrays.push(Array { private, span: old.span, ..Array::local(name, old.element, extents) });
    gdg.statements = statements;
    Ok(Changed::Yes)
}

/// The iteration in which an instance of the statement runs, as one function of its iterators; `None` if it is not one.
fn iteration_of(statement: &Statement, iterations: &isl::UnionMap) -> Result<Option<isl::MultiAff>, Error> {
    for map in iterations.get_map_list()?.to_vec()? {
        if map.get_tuple_name(isl::Dim::In)?.as_ref() == Some(&statement.name) {
            let function = map.intersect_domain(&statement.domain)?.as_pw_multi_aff()?;
            let function = function.gist(&statement.domain)?;
            return Ok(if function.isa_multi_aff()? { Some(function.as_multi_aff()?) } else { None });
        }
    }
    Ok(None)
}

/// The relation to the elements of the buffer.
fn moved(relation: &isl::Map, starts: &[Option<isl::Aff>]) -> Result<isl::Map, Error> {
    let mut moved = isl::Map::from_domain(&isl::Set::universe(&relation.get_space()?.domain()?)?)?;
    for (dimension, start) in starts.iter().enumerate() {
        let own = subscript(relation, dimension)?;
        let own = match start {
            // What is certain is a function; `kill` need not be one.
            Some(start) => {
                let start = isl::Map::from_aff(&start.neg()?)?.align_params(&own.get_space()?)?;
                own.align_params(&start.get_space()?)?.sum(&start)?
            }
            None => own,
        };
        moved = moved.flat_range_product(&own)?;
    }
    Ok(moved)
}

/// `subscript - start` as an expression, if it can be one.
fn difference(gdg: &Gdg, statement: &Statement, subscript: &Expr, start: &isl::Aff) -> Result<Option<Expr>, Error> {
    let ty = ScalarType::I64;
    let Some(sum) = QuasiAffine::of(gdg, statement, start)? else { return Ok(None) };
    let minus = |left: Expr, right: Expr| Expr::binary(ty, BinaryOp::Sub, left, right);
    // `i + 1 - 64 (i / 64)` is `i % 64 + 1`, of which lowering knows more.
    if let [(factor, numerator, divisor)] = sum.quotients.as_slice()
        && factor == divisor
        && let Some(value) = Instances::of(gdg, statement).affine(subscript)?
    {
        let rest = value.sub(&isl::PwAff::from_aff(&without_quotients(start)?.add(numerator)?)?)?;
        let rest = rest.gist(&statement.domain.intersect_params(&gdg.context)?)?;
        let constant = rest.max_val()?;
        if rest.is_cst()?
            && constant.is_int()?
            && let Some(QuasiAffine { linear, .. }) = QuasiAffine::of(gdg, statement, numerator)?
        {
            let remainder = Expr::binary(ty, BinaryOp::Rem, linear, Expr::int(ty, i128::from(*divisor)));
            return Ok(Some(plus(remainder, constant.to_i64()?)));
        }
    }
    let subscript = Expr { ty, kind: ExprKind::Cast(Box::new(subscript.clone())) };
    let mut difference = minus(subscript, sum.linear);
    for (factor, numerator, divisor) in &sum.quotients {
        let Some(QuasiAffine { linear, .. }) = QuasiAffine::of(gdg, statement, numerator)? else { return Ok(None) };
        let quotient = Expr::binary(ty, BinaryOp::Div, linear, Expr::int(ty, i128::from(*divisor)));
        difference = minus(difference, Expr::binary(ty, BinaryOp::Mul, Expr::int(ty, i128::from(*factor)), quotient));
    }
    Ok(Some(difference))
}

/// The function with all integer divisions taken for zero.
fn without_quotients(function: &isl::Aff) -> Result<isl::Aff, Error> {
    let mut plain = function.clone();
    for position in 0..function.dim(isl::Dim::Div)? {
        plain = plain.set_coefficient_si(isl::Dim::Div, position, 0)?;
    }
    Ok(plain)
}
