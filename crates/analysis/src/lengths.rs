//! Lengths: what loops count to that start alike for all rows, as those over the entries of ragged rows.

use polymill_gdg::{ArrayId, BoundValue, Gdg, Instances, ParamId, RowBounds, ScalarType, Side, Statement};
use polymill_isl as isl;

use crate::rows::{element, elements_read, unchanged};

/// A static upper bound that is the largest of these integers: the elements of an array that loops go up to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lengths {
    /// The static bound, a parameter.
    pub bound: ParamId,
    /// How long the loops are.
    pub lengths: RowBounds,
}

/// The static upper bounds that the code itself does not tell, and that a look at an array tells before the region runs:
/// nothing in the region changes it, and the region reads all that is looked at, whatever data say (Zhao and Cohen, IMPACT
/// 2017, section 4.1).
///
/// ```
/// use polymill_gdg::Program;
/// use polymill_isl as isl;
///
/// let text = "gdg f {
///   param n: i32
///   param k_end: i64 = upper_bound
///   context { : n >= 2 }
///   array len: i32[?] live_in
///   array val: f64[?][n] live_in live_out
///   statement S {
///     domain { S[i, k] : 1 <= i < n and 0 <= k < k_end }
///     iterators i: i32, k: i32
///     body { if (k < len[i]) { val[k][i] = val[k][i] * 2.0; } }
///   }
/// }";
/// let program = Program::parse(&isl::Context::new()?, text)?;
/// let gdg = &program.gdgs()[0];
/// let found = polymill_analysis::lengths(gdg)?;
/// assert_eq!(gdg.params[found[0].bound.index()].name, "k_end");
/// assert_eq!(found[0].lengths.elements.first[0].describe(&gdg.params), "1");
/// assert_eq!(found[0].lengths.elements.last[0].describe(&gdg.params), "n - 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// isl's.
pub fn lengths(gdg: &Gdg) -> isl::Result<Vec<Lengths>> {
    let mut found = vec![];
    for (position, param) in gdg.params.iter().enumerate() {
        let is_unknown = param.static_bound().is_some_and(|bound| {
            bound.side == Side::Upper && matches!(bound.value, None | Some(BoundValue::Promised(_)))
        });
        let bound = ParamId::new(position);
        if is_unknown && let Some(lengths) = lengths_of(gdg, bound)? {
            found.push(Lengths { bound, lengths });
        }
    }
    Ok(found)
}

fn lengths_of(gdg: &Gdg, bound: ParamId) -> isl::Result<Option<RowBounds>> {
    let mut ends: Vec<(ArrayId, &Statement, isl::PwAff)> = vec![];
    for statement in &gdg.statements {
        for exit in statement.exits()? {
            if exit.side == Side::Lower
                || statement.static_bound(&gdg.params, exit.iterator, Side::Upper)? != Some(bound)
            {
                continue;
            }
            // Data that are looked at only if others say so need not be there.
            if exit.scale != 1 || exit.is_inclusive || exit.test != 0 {
                return Ok(None);
            }
            let Some((array, subscript)) = element(statement, exit.bound) else { return Ok(None) };
            let Some(subscript) = Instances::of(gdg, statement).affine(subscript)? else { return Ok(None) };
            ends.push((array, statement, subscript));
        }
    }
    let Some((array, ..)) = ends.first() else { return Ok(None) };
    let array = *array;
    let fits = ScalarType::I64.includes(gdg.array(array).element);
    if ends.iter().any(|(other, ..)| *other != array) || !fits || unchanged(gdg, [array]).is_empty() {
        return Ok(None);
    }
    elements_read(gdg, array, ends.into_iter().map(|(_, statement, subscript)| (statement, subscript)))
}
