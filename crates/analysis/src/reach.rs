//! How far into memory a region reaches, and what it takes to know at run time that arrays do not overlap.

use polymill_gdg::{AccessKind, Affine, ArrayId, Disjoint, Gdg, PathPart, Reach, Storage};
use polymill_isl as isl;

/// The test that no arrays overlap which may do so; `None` if one of them is accessed where linear bounds do not tell.
///
/// ```
/// use polymill_gdg::Program;
/// use polymill_isl as isl;
///
/// let text = "gdg f {
///   param n: i32
///   array x: f64[?] live_in
///   array y: f64[?] live_out
///   alias x y
///   statement S { domain { S[i] : 0 <= i < n } iterators i: i32 body { y[i] = x[2 * i]; } }
/// }";
/// let program = Program::parse(&isl::Context::new()?, text)?;
/// let gdg = &program.gdgs()[0];
/// let test = polymill_analysis::disjoint(gdg)?.unwrap();
/// assert_eq!(test.pairs[0][0].last[0].describe(&gdg.params), "2n - 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// isl's.
pub fn disjoint(gdg: &Gdg) -> isl::Result<Option<Disjoint>> {
    let mut pairs = vec![];
    for pair in &gdg.aliases {
        match (reach(gdg, pair.first)?, reach(gdg, pair.second)?) {
            (Some(first), Some(second)) => pairs.push([first, second]),
            _ => return Ok(None),
        }
    }
    Ok((!pairs.is_empty()).then_some(Disjoint { pairs }))
}

/// The piece of memory that the region uses of an array; `None` if linear bounds do not tell, too many of them would be
/// needed, or a pointer would have to be loaded that the region may never follow.
///
/// # Errors
/// isl's.
fn reach(gdg: &Gdg, array: ArrayId) -> isl::Result<Option<Reach>> {
    if gdg.array(array).is_scalar() {
        let path = gdg.array(array).outermost();
        // The region needs parameters in any case.
        let is_parameter = gdg.array(array).storage == Storage::Parameter;
        let is_safe = is_parameter || !loads_pointer(&path) || is_followed(gdg, array)?;
        return Ok(is_safe.then_some(Reach { path, first: vec![], last: vec![], stride: vec![] }));
    }
    hull(gdg, array, &outermost_subscripts(gdg, array)?)
}

/// The piece of memory from the first to the last of these subscripts of an array's outermost dimension; `None` as for
/// [`reach`].
///
/// # Errors
/// isl's.
pub(crate) fn hull(gdg: &Gdg, array: ArrayId, subscripts: &isl::Set) -> isl::Result<Option<Reach>> {
    let path = gdg.array(array).outermost();
    if loads_pointer(&path) && !is_followed(gdg, array)? {
        return Ok(None);
    }
    let Some(stride) = stride(gdg, array)? else { return Ok(None) };
    let (mut first, mut last) = (vec![], vec![]);
    for piece in subscripts.remove_divs()?.coalesce()?.get_basic_set_list()?.to_vec()? {
        let (Some(low), Some(high)) = (bound(gdg, &piece, End::First)?, bound(gdg, &piece, End::Last)?) else {
            return Ok(None);
        };
        for (ends, end) in [(&mut first, low), (&mut last, high)] {
            if !ends.contains(&end) {
                ends.push(end);
            }
        }
    }
    let is_usable = (1..=MAX_ENDS).contains(&first.len()) && last.len() <= MAX_ENDS;
    Ok(is_usable.then_some(Reach { path, first, last, stride }))
}

/// Whether taking the address may load a pointer from memory: `&p->x[0]` does, `&p[0].x` and `&(*x)` do not.
fn loads_pointer(path: &[PathPart]) -> bool {
    let is_element = path.contains(&PathPart::Subscript);
    path.iter().any(|part| match part {
        PathPart::Text(text) => text.contains("->") || text.contains('[') || (is_element && text.contains('*')),
        _ => false,
    })
}

/// Whether the region accesses an array whatever the values of the parameters are for which it is valid.
fn is_followed(gdg: &Gdg, array: ArrayId) -> isl::Result<bool> {
    let is_certain = |kind| matches!(kind, AccessKind::Read | AccessKind::MustWrite);
    let certain = gdg.accesses(|access| access.array == array && is_certain(access.kind))?;
    gdg.context.intersect(&gdg.assumptions)?.is_subset(&certain.domain()?.params()?)
}

/// Tests with more ends than this would be long.
const MAX_ENDS: usize = 3;

/// The subscripts of the outermost dimension that the region uses, for each value of the parameters for which it uses
/// any.
fn outermost_subscripts(gdg: &Gdg, array: ArrayId) -> isl::Result<isl::Set> {
    let n_dims = gdg.array(array).n_dims();
    let used = gdg.accesses(|access| access.array == array && access.kind != AccessKind::Kill)?.range()?;
    let mut subscripts = isl::Set::empty(&gdg.context.get_space()?.set_from_params()?.add_dims(isl::Dim::Set, 1)?)?;
    for set in used.get_set_list()?.to_vec()? {
        let outermost = set.project_out(isl::Dim::Set, 1, n_dims - 1)?.reset_tuple_id()?;
        subscripts = subscripts.union(&outermost)?;
    }
    Ok(subscripts)
}

/// The factors of a subscript of the outermost dimension: the sizes of the others, where one subscript stands for all.
fn stride(gdg: &Gdg, array: ArrayId) -> isl::Result<Option<Vec<Affine>>> {
    let array = gdg.array(array);
    let outermost = array.path.iter().find(|part| part.n_subscripts() > 0);
    let Some(PathPart::Linear { n_dims }) = outermost else { return Ok(Some(vec![])) };
    let mut stride = vec![];
    for extent in &array.extents[1..*n_dims] {
        let Some(extent) = extent else { return Ok(None) };
        let valid = gdg.context.intersect(&gdg.assumptions)?.params()?;
        let extent = extent.gist(&valid)?;
        let size = if extent.isa_aff()? { Affine::of(&extent.as_aff()?, &gdg.params)? } else { None };
        let Some(size) = size else { return Ok(None) };
        stride.push(size);
    }
    Ok(Some(stride))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    First,
    Last,
}

/// A bound of the only dimension: the tightest one, if there is one; otherwise one that depends on parameters before one that does
/// not, as that may come from the range of a type. None if only data say where it is.
fn bound(gdg: &Gdg, subscripts: &isl::BasicSet, end: End) -> isl::Result<Option<Affine>> {
    let mut best: Option<(Affine, isl::Aff)> = None;
    let mut depends_on_data = false;
    let params = subscripts.to_set()?.params()?;
    for constraint in subscripts.get_constraint_list()?.to_vec()? {
        let factor = constraint.get_coefficient_val(isl::Dim::Set, 0)?;
        let is_this_end = match end {
            _ if constraint.is_equality()? => factor.is_one()? || factor.is_negone()?,
            End::First => factor.is_one()?,
            End::Last => factor.is_negone()?,
        };
        if !is_this_end {
            continue;
        }
        let function = constraint.get_bound(isl::Dim::Set, 0)?.project_domain_on_params()?;
        let Some(bound) = Affine::of(&function, &gdg.params)? else { continue };
        if bound.terms.iter().any(|(_, param)| gdg.params[param.index()].is_static_bound()) {
            depends_on_data = true;
            continue;
        }
        let is_better = match &best {
            None => true,
            Some((best, known)) if is_tighter(&function, known, &params, end)? => {
                !is_tighter(known, &function, &params, end)? || key(&bound) < key(best)
            }
            Some((best, known)) => !is_tighter(known, &function, &params, end)? && key(&bound) < key(best),
        };
        if is_better {
            best = Some((bound, function));
        }
    }
    // What is left may be the range of a type.
    Ok(best.map(|(best, _)| best).filter(|best| !depends_on_data || !best.terms.is_empty()))
}

/// Whether a bound is nowhere further out than another one.
fn is_tighter(bound: &isl::Aff, other: &isl::Aff, params: &isl::Set, end: End) -> isl::Result<bool> {
    let further_out = match end {
        End::First => bound.lt_set(other)?,
        End::Last => bound.gt_set(other)?,
    };
    further_out.is_disjoint(params)
}

/// Less for what is tried first: few parameters, but not none.
fn key(bound: &Affine) -> (bool, usize) {
    (bound.terms.is_empty(), bound.terms.len())
}
