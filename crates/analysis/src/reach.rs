//! How far into memory a region reaches, and what it takes to know at run time that arrays do not overlap.

use polymill_gdg::{Access, AccessKind, Affine, ArrayId, Disjoint, Ends, Gdg, Place, Projection, Reach, Storage};
use polymill_isl as isl;

use crate::data_range::reaches_by_data;

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
        let (Some(first), Some(second)) = (reaches(gdg, pair.first)?, reaches(gdg, pair.second)?) else {
            return Ok(None);
        };
        for (position, one) in first.iter().enumerate() {
            let n_done = if pair.is_of_rows() { position } else { 0 };
            let compared = second[n_done..].iter().filter(|other| one.is_written || other.is_written);
            pairs.extend(compared.map(|other| [one.reach.clone(), other.reach.clone()]));
        }
    }
    let test = Disjoint { pairs };
    let is_usable = !test.pairs.is_empty() && test.with_rows().len() <= MAX_REACHES;
    Ok((is_usable && test.pairs.iter().all(Disjoint::can_compare)).then_some(test))
}

/// A part of the memory that the region uses of an array.
pub(crate) struct Used {
    pub reach: Reach,
    /// Whether it may write there.
    pub is_written: bool,
}

impl Used {
    fn in_any_way(reach: Reach) -> Self {
        Self { reach, is_written: true }
    }
}

/// The memory that the region uses of an array, in parts if it takes several to say which rows these are; `None` if linear bounds do
/// not tell, too many of them would be needed, or a pointer would have to be loaded that the region may never follow.
///
/// # Errors
/// isl's.
fn reaches(gdg: &Gdg, array: ArrayId) -> isl::Result<Option<Vec<Used>>> {
    if gdg.array(array).is_scalar() {
        let place = gdg.array(array).outermost();
        // The region needs parameters in any case.
        let is_parameter = gdg.array(array).storage == Storage::Parameter;
        let is_safe = is_parameter || !loads_pointer(&place) || is_followed(gdg, array)?;
        let whole = Reach { place, rows: vec![], first: vec![], last: vec![], stride: vec![], data: None };
        return Ok(is_safe.then_some(vec![Used::in_any_way(whole)]));
    }
    let row_dims = gdg.array(array).row_dims;
    let used = subscripts(gdg, row_dims + 1, |access| is_of(gdg, access, array) && access.kind != AccessKind::Kill)?;
    if row_dims == 0 {
        return match hull(gdg, array, &used)? {
            Some(reach) => Ok(Some(vec![Used::in_any_way(reach)])),
            None => reaches_by_data(gdg, array),
        };
    }
    if row_dims == gdg.array(array).n_dims() || !is_regular(&gdg.array(array).outermost(), row_dims) {
        return Ok(None);
    }
    let elements = used.project_out(isl::Dim::Set, 0, row_dims)?;
    let Some(elements) = hull(gdg, array, &elements)? else { return Ok(None) };
    let all = used.project_out(isl::Dim::Set, row_dims, 1)?;
    let in_one = followed_rows(gdg, array, &all)?.is_some();
    let parts = if row_dims == 1 || in_one { vec![all] } else { disjoint_parts(&all)? };
    let mut reaches = vec![];
    for part in parts {
        let Some(rows) = followed_rows(gdg, array, &part)? else { return Ok(None) };
        reaches.push(Used::in_any_way(Reach { rows, ..elements.clone() }));
    }
    Ok(Some(reaches))
}

/// Few parts of a set that do not overlap: all of one of its parts, and what each of the others has that none before it has. (isl's
/// own are not boxes, even if the set is made of boxes.)
fn disjoint_parts(set: &isl::Set) -> isl::Result<Vec<isl::Set>> {
    let mut whole = set.get_basic_set_list()?.to_vec()?;
    let mut best: Option<Vec<isl::Set>> = None;
    for _ in 0..whole.len().min(MAX_REACHES) {
        whole.rotate_left(1);
        let mut parts = vec![];
        let mut before = isl::Set::empty(&set.get_space()?)?;
        for part in &whole {
            let rest = part.to_set()?.subtract(&before)?.make_disjoint()?.get_basic_set_list()?;
            parts.extend(rest.to_vec()?.iter().map(isl::BasicSet::to_set).collect::<isl::Result<Vec<_>>>()?);
            before = before.union(&part.to_set()?)?;
        }
        if best.as_ref().is_none_or(|best| parts.len() < best.len()) {
            best = Some(parts);
        }
    }
    Ok(best.unwrap_or_default())
}

/// From the first to the last of some rows, if all the pointers to those in between can be loaded before the region is run.
fn followed_rows(gdg: &Gdg, array: ArrayId, rows: &isl::Set) -> isl::Result<Option<Vec<Ends>>> {
    let n_dims = rows.dim(isl::Dim::Set)?;
    let mut ranges = vec![];
    for dim in 0..n_dims {
        let only = rows.project_out(isl::Dim::Set, dim + 1, n_dims - dim - 1)?.project_out(isl::Dim::Set, 0, dim)?;
        let Some(range) = range(gdg, &only)? else { return Ok(None) };
        ranges.push(range);
    }
    Ok(if are_followed(gdg, array, &ranges)? { Some(ranges) } else { None })
}

/// The first array of which [`disjoint`] does not know where it is accessed, if that is why there is no test.
///
/// # Errors
/// isl's.
pub fn untestable(gdg: &Gdg) -> isl::Result<Option<ArrayId>> {
    for array in gdg.aliases.iter().flat_map(|pair| [pair.first, pair.second]) {
        if reaches(gdg, array)?.is_none() {
            return Ok(Some(array));
        }
    }
    Ok(None)
}

/// A test looks at no more pieces and families of rows than that.
const MAX_REACHES: usize = 16;

/// More dimensions of pointers than this are not followed.
const MAX_ROW_DIMS: usize = 3;

/// Whether the pointers to rows are elements of arrays at equal distances, so that subscripts are all it takes to get from one
/// to the next: `a[_][_][_]`, `images[_].rows[_][_].red`, but not `p[_]->x[_]`.
fn is_regular(place: &Place, row_dims: usize) -> bool {
    let mut n_subscripts = 0;
    let mut is_regular = row_dims <= MAX_ROW_DIMS;
    for projection in &place.projections {
        match projection {
            Projection::Subscript | Projection::Linear { .. } => n_subscripts += 1,
            Projection::Field(_) => is_regular &= n_subscripts <= 1 || n_subscripts > row_dims,
            Projection::Deref | Projection::Element(_) => is_regular &= n_subscripts == 0,
        }
    }
    is_regular
}

/// Whether the region follows the pointers of all these rows, or of some before and some behind it in the same array of
/// pointers, so that they can be loaded before.
fn are_followed(gdg: &Gdg, array: ArrayId, rows: &[Ends]) -> isl::Result<bool> {
    let is_certain = |kind| matches!(kind, AccessKind::Read | AccessKind::MustWrite);
    let certain = subscripts(gdg, rows.len(), |access| is_of(gdg, access, array) && is_certain(access.kind))?;
    let names: Vec<String> = (0..rows.len()).map(|dim| format!("x{dim}")).collect();
    let (all, outer) = (names.join(", "), names[..names.len() - 1].iter().map(|name| format!("{name}, ")));
    let (last, outer) = (&names[names.len() - 1], outer.collect::<String>());
    let reached_from = |relation: &str| -> isl::Result<isl::Set> {
        certain.apply(&gdg.read_map(&format!("{{ [{all}] -> [{outer}y] : y {relation} {last} }}"))?)
    };
    let followed = reached_from(">=")?.intersect(&reached_from("<=")?)?;
    let valid = gdg.context.intersect(&gdg.assumptions)?;
    gdg.between(rows)?.intersect_params(&valid)?.is_subset(&followed)
}

/// The piece of memory from the first to the last of these subscripts of an array's outermost dimension, or of that inside of
/// its rows; `None` as for [`reach`].
///
/// # Errors
/// isl's.
pub(crate) fn hull(gdg: &Gdg, array: ArrayId, subscripts: &isl::Set) -> isl::Result<Option<Reach>> {
    let place = gdg.array(array).outermost();
    if loads_pointer(&place) && !is_followed(gdg, array)? {
        return Ok(None);
    }
    let Some(stride) = stride(gdg, array)? else { return Ok(None) };
    let range = range(gdg, subscripts)?;
    Ok(range.map(|Ends { first, last }| Reach { place, rows: vec![], first, last, stride, data: None }))
}

/// From the first to the last of these subscripts; `None` if linear bounds do not tell, or too many of them would be needed.
pub(crate) fn range(gdg: &Gdg, subscripts: &isl::Set) -> isl::Result<Option<Ends>> {
    let (mut lows, mut highs) = (vec![], vec![]);
    for piece in subscripts.remove_divs()?.coalesce()?.get_basic_set_list()?.to_vec()? {
        let (Some(low), Some(high)) = (bound(gdg, &piece, End::First)?, bound(gdg, &piece, End::Last)?) else {
            return Ok(None);
        };
        lows.push(low);
        highs.push(high);
    }
    let (first, last) = (furthest(gdg, lows, End::First)?, furthest(gdg, highs, End::Last)?);
    let is_usable = (1..=MAX_ENDS).contains(&first.len()) && last.len() <= MAX_ENDS;
    Ok(is_usable.then_some(Ends { first, last }))
}

/// The bounds that others are not further out than.
fn furthest(gdg: &Gdg, bounds: Vec<(Affine, isl::Aff)>, end: End) -> isl::Result<Vec<Affine>> {
    let valid = gdg.context.intersect(&gdg.assumptions)?.params()?;
    let mut kept: Vec<(Affine, isl::Aff)> = vec![];
    for (bound, function) in bounds {
        let mut is_inside = false;
        for (_, other) in &kept {
            is_inside = is_inside || is_tighter(&function, other, &valid, end)?;
        }
        if !is_inside {
            let mut outside = vec![];
            for (other, known) in kept {
                if !is_tighter(&known, &function, &valid, end)? {
                    outside.push((other, known));
                }
            }
            kept = outside;
            kept.push((bound, function));
        }
    }
    Ok(kept.into_iter().map(|(bound, _)| bound).collect())
}

/// Whether taking the address may load a pointer from memory: `&p->x[0]` does, `&p[0].x` and `&(*x)` do not.
pub(crate) fn loads_pointer(place: &Place) -> bool {
    let is_element = place.projections.contains(&Projection::Subscript);
    let mut steps = place.projections.iter().peekable();
    let mut loads_pointer = false;
    while let Some(step) = steps.next() {
        loads_pointer |= match step {
            Projection::Deref => is_element || matches!(steps.peek(), Some(Projection::Field(_))),
            Projection::Element(_) => true,
            Projection::Field(_) | Projection::Subscript | Projection::Linear { .. } => false,
        };
    }
    loads_pointer
}

/// Whether the region accesses an array whatever the values of the parameters are for which it is valid.
pub(crate) fn is_followed(gdg: &Gdg, array: ArrayId) -> isl::Result<bool> {
    let is_certain = |kind| matches!(kind, AccessKind::Read | AccessKind::MustWrite);
    let certain = gdg.accesses(|access| is_of(gdg, access, array) && is_certain(access.kind))?;
    gdg.context.intersect(&gdg.assumptions)?.is_subset(&certain.domain()?.params()?)
}

/// Tests with more ends than this would be long.
const MAX_ENDS: usize = 3;

/// Whether an access is of an array, or follows a pointer that is an element of it.
fn is_of(gdg: &Gdg, access: &Access, array: ArrayId) -> bool {
    let holds_pointers = gdg.array(array).storage == Storage::Parameter;
    access.array == array || (holds_pointers && gdg.followers(gdg.array(array)).contains(&access.array))
}

/// The subscripts of so many outermost dimensions that accesses use, for each value of the parameters for which they use any.
fn subscripts(gdg: &Gdg, n_dims: usize, select: impl Fn(&Access) -> bool) -> isl::Result<isl::Set> {
    subscripts_in(gdg, n_dims, &gdg.accesses(select)?.range()?)
}

/// The subscripts of so many outermost dimensions that elements have.
pub(crate) fn subscripts_in(gdg: &Gdg, n_dims: usize, used: &isl::UnionSet) -> isl::Result<isl::Set> {
    let space = gdg.context.get_space()?.set_from_params()?.add_dims(isl::Dim::Set, n_dims)?;
    let mut subscripts = isl::Set::empty(&space)?;
    for set in used.get_set_list()?.to_vec()? {
        let n_inner = set.dim(isl::Dim::Set)?.saturating_sub(n_dims);
        let outermost = set.project_out(isl::Dim::Set, n_dims, n_inner)?.reset_tuple_id()?;
        subscripts = subscripts.union(&outermost)?;
    }
    Ok(subscripts)
}

/// The factors of a subscript of the outermost dimension: the sizes of the others, where one subscript stands for all.
fn stride(gdg: &Gdg, array: ArrayId) -> isl::Result<Option<Vec<Affine>>> {
    let array = gdg.array(array);
    let mut stride = vec![];
    for extent in array.inner_extents() {
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
fn bound(gdg: &Gdg, subscripts: &isl::BasicSet, end: End) -> isl::Result<Option<(Affine, isl::Aff)>> {
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
    Ok(best.filter(|(best, _)| !depends_on_data || !best.terms.is_empty()))
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
