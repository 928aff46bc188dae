//! Distributes loops: moves those that carry nothing below the sequences that they contain, and splits those that carry
//! something so that as much as possible is in loops that carry nothing.

use polymill_isl as isl;

use crate::Error;
use crate::tree::{
    self, band_paths, contains_bands, descend, has_differing, insert_band, members, unordered_before, widen_bands,
};

/// Where a band contains a sequence of statements with loops of their own, its coincident members move to the innermost
/// places: `for j { for i S; for i T }` becomes `for i { for j S } for i { for j T }`, if no dependence is between two
/// iterations of `j`. Then `j` may be what runs in vector lanes. (Loop distribution and interchange of the classical
/// compilers; `band_sink` of isl.)
///
/// # Errors
/// isl's.
pub fn distribute_loops(schedule: &isl::Schedule, ordering: &isl::UnionMap) -> Result<isl::Schedule, Error> {
    let distributed = distribute(&schedule.get_root()?)?.get_schedule()?;
    widen_bands(&distributed, ordering)
}

/// Distributes what is in the innermost of several loops around all statements, if there are loops in it and no iteration needs what a
/// statement that comes later does in an earlier one: `for i { for j { S; for k T } }` becomes `for i { for j S; for k { for j T } }`. What
/// `S` leaves in the caches is still there for `T`. Iterations of `j` may wait for each other as long as those of `k` keep their order:
/// where `T` updates `m[i][j]` with `m[i][k]`, for `k` before `j`, `m[i][k]` is complete when the loop comes to `k`.
///
/// # Errors
/// isl's.
pub fn distribute_inside(schedule: &isl::Schedule, ordering: &isl::UnionMap) -> Result<Option<isl::Schedule>, Error> {
    let mut distributed = schedule.clone();
    let (mut found, mut is_proven) = (false, true);
    // The last ones first, so that the paths of the others stay true.
    for path in band_paths(schedule)?.iter().rev() {
        let band = descend(&distributed, path)?;
        if band.get_schedule_depth()? > 0 || !contains_bands(&band.child(0)?)? {
            continue;
        }
        let is_coincident = band.band_member_get_coincident(band.band_n_member()? - 1)?;
        let is_only_nest = path.len() == 1;
        if is_only_nest && is_coincident || !is_coincident && band.band_get_permutable()? {
            let Some(sunk) = sink_innermost(&band)? else { continue };
            distributed = sunk.get_schedule()?;
            (found, is_proven) = (true, is_proven && is_coincident);
        }
    }
    if !found || !is_proven && !polymill_analysis::violations(ordering, &distributed)?.is_empty()? {
        return Ok(None);
    }
    Ok(Some(widen_bands(&distributed, ordering)?))
}

/// Moves the innermost of several members of a band to the leaves below.
fn sink_innermost(band: &isl::ScheduleNode) -> Result<Option<isl::ScheduleNode>, Error> {
    let outer = members(band)?;
    let Some((innermost, outer)) = outer.split_last().filter(|(_, outer)| !outer.is_empty()) else { return Ok(None) };
    let is_coincident = band.band_member_get_coincident(outer.len())?;
    let is_permutable = band.band_get_permutable()?;
    let sunk = insert_band(&band.delete()?, std::slice::from_ref(innermost))?.band_set_permutable(true)?;
    let sunk = distribute(&sunk.band_member_set_coincident(0, is_coincident)?.band_sink()?)?;
    Ok(Some(insert_band(&sunk, outer)?.band_set_permutable(is_permutable)?))
}

/// The statements of an innermost band in an order in which one of its members may run for each of them, one after the other, inside of the
/// others; `None` if some depend on each other.
///
/// # Errors
/// isl's.
pub fn statements_apart(
    band: &isl::ScheduleNode,
    member: usize,
    ordering: &isl::UnionMap,
) -> Result<Option<Vec<String>>, Error> {
    let mut outer = members(band)?;
    let inner = outer.remove(member);
    let mut together = unordered_before(band, ordering)?;
    for other in &outer {
        together = tree::together(&together, other)?;
    }
    let statements = band.get_domain()?.get_set_list()?.to_vec()?;
    let names = statements.iter().map(isl::Set::get_tuple_name).collect::<isl::Result<Vec<_>>>()?;
    let statements = statements.iter().map(isl::Set::to_union_set).collect::<isl::Result<Vec<_>>>()?;
    let components = Graph::of(&statements, &together, &inner)?.components();
    let single = |component: &Vec<usize>| match component[..] {
        [only] => names[only].clone(),
        _ => None,
    };
    Ok(components.iter().map(single).collect())
}

/// Whether statements have another iteration of a band's member for the same iterators.
///
/// # Errors
/// isl's.
pub fn is_shifted(band: &isl::ScheduleNode, member: usize) -> Result<bool, Error> {
    let Some(member) = members(band)?.into_iter().nth(member) else { return Ok(false) };
    let iterations = isl::UnionMap::from_union_pw_aff(&member)?.intersect_domain(&band.get_domain()?)?;
    let mut iterations = iterations.get_map_list()?.to_vec()?.into_iter().map(|map| map.reset_tuple_id(isl::Dim::In));
    let Some(first) = iterations.next().transpose()? else { return Ok(false) };
    for other in iterations {
        let other = other?;
        if !other.has_equal_space(&first)? || !other.plain_is_equal(&first)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Iterations of a strip: what they use stays in the first cache.
pub const STRIP: i64 = 512;

/// Distributes what is in the outermost loop, strip by strip, if its iterations are independent of each other and there are
/// loops in it: `for i { S; for j T }` becomes `for strips of i { for i S; for j { for i T } }`. What `S` leaves in the
/// caches is still there for `T`. (Strip mining before loop distribution, as for vector registers in Allen and Kennedy.)
///
/// # Errors
/// isl's.
pub fn distribute_in_strips(
    schedule: &isl::Schedule,
    ordering: &isl::UnionMap,
) -> Result<Option<isl::Schedule>, Error> {
    let band = schedule.get_root()?.child(0)?;
    let is_possible = band.get_type()? == isl::ScheduleNodeType::Band
        && band.band_member_get_coincident(0)?
        && contains_bands(&band.child(0)?)?;
    if !is_possible {
        return Ok(None);
    }
    let Some(outermost) = members(&band)?.into_iter().next() else { return Ok(None) };
    let strips = outermost.scale_down_val(&isl::Val::int_from_si(schedule.ctx(), STRIP)?)?.floor()?;
    let distributed = distribute_loops(schedule, ordering)?.get_root()?.child(0)?;
    if distributed.get_type()? != isl::ScheduleNodeType::Sequence {
        return Ok(None);
    }
    let band = insert_band(&distributed, &[strips])?.band_set_permutable(true)?.band_member_set_coincident(0, true)?;
    Ok(Some(band.get_schedule()?))
}

/// A member that counts strips, as one that counts iterations: where each strip begins. Others stay.
///
/// # Errors
/// isl's.
pub fn strips_by_iterations(member: &isl::UnionPwAff) -> Result<isl::UnionPwAff, Error> {
    let (mut counts_strips, mut sizes) = (true, vec![]);
    for function in member.get_pw_aff_list()?.to_vec()? {
        function.foreach_piece(|_, affine| {
            let n_divs = affine.dim(isl::Dim::Div)?;
            counts_strips &= n_divs == 1 && affine.get_coefficient_val(isl::Dim::Div, 0)?.is_one()?;
            if counts_strips {
                sizes.push(affine.get_div(0)?.get_denominator_val()?);
            }
            for kind in [isl::Dim::Param, isl::Dim::In] {
                for position in 0..affine.dim(kind)? {
                    counts_strips &= affine.get_coefficient_val(kind, position)?.is_zero()?;
                }
            }
            Ok(())
        })?;
    }
    let [size, others @ ..] = sizes.as_slice() else { return Ok(member.clone()) };
    for other in others {
        counts_strips &= other.eq(size)?;
    }
    Ok(if counts_strips { member.scale_val(size)? } else { member.clone() })
}

fn distribute(node: &isl::ScheduleNode) -> Result<isl::ScheduleNode, Error> {
    let mut node = node.clone();
    if node.get_type()? == isl::ScheduleNodeType::Band && contains_bands(&node.child(0)?)? {
        node = sink_coincident(&node)?;
    }
    for position in 0..node.n_children()? {
        node = distribute(&node.child(position)?)?.parent()?;
    }
    Ok(node)
}

/// Moves the coincident members of the band to the leaves below; returns what is left in its place.
fn sink_coincident(band: &isl::ScheduleNode) -> Result<isl::ScheduleNode, Error> {
    let mut coincident = Vec::new();
    let mut rest = Vec::new();
    for (position, member) in members(band)?.into_iter().enumerate() {
        let sinks = band.band_member_get_coincident(position)?;
        if sinks { coincident.push(member) } else { rest.push(member) }
    }
    // Members of a band that is not permutable keep their order.
    let is_free = band.band_get_permutable()? || rest.is_empty();
    if coincident.is_empty() || !is_free {
        return Ok(band.clone());
    }
    let node = insert_band(&band.delete()?, &coincident)?.band_set_permutable(true)?.band_sink()?;
    match rest.is_empty() {
        true => Ok(node),
        false => Ok(insert_band(&node, &rest)?.band_set_permutable(true)?),
    }
}

/// The loop of a band of one member, the innermost one, strip by strip: in each strip, statements between whose iterations nothing
/// is passed on are in loops of their own, apart from the others. `None` if there are not both kinds, or if `pays` says of none
/// of the former that it is worth it.
///
/// # Errors
/// isl's.
pub fn distribute_strips(
    band: &isl::ScheduleNode,
    ordering: &isl::UnionMap,
    pays: &dyn Fn(&isl::UnionSet) -> Result<bool, Error>,
) -> Result<Option<isl::ScheduleNode>, Error> {
    let Some(member) = members(band)?.into_iter().next() else { return Ok(None) };
    let local = unordered_before(band, ordering)?;
    let parts = parts_of_loop(band, &member, &local)?;
    let mut is_worth = false;
    for part in parts.iter().filter(|part| !part.carries) {
        is_worth |= pays(&part.instances)?;
    }
    if !is_worth || parts.iter().all(|part| !part.carries) {
        return Ok(None);
    }
    let mut filters = isl::UnionSetList::alloc(band.ctx(), parts.len())?;
    for part in &parts {
        filters = filters.add(&part.instances)?;
    }
    let size = isl::Val::int_from_si(band.ctx(), STRIP)?;
    let strips = member.scale_down_val(&size)?.floor()?.scale_val(&size)?;
    let mut sequence = band.insert_sequence(&filters)?;
    for (position, part) in parts.iter().enumerate() {
        let inner = sequence.child(position)?.child(0)?.band_member_set_coincident(0, !part.carries)?;
        sequence = inner.parent()?.parent()?;
    }
    Ok(Some(insert_band(&sequence, &[strips])?))
}

/// Splits outermost loops that carry dependences into a sequence of loops, so that statements that take no part in what the
/// loop carries are in loops of their own: `for i { S; T }` becomes `for i S; for i T`, where only `T` depends on earlier
/// iterations. Neighbours that may run in one parallel loop stay together, and so do those that may not. (Allen and Kennedy,
/// _Automatic Translation of FORTRAN Programs to Vector Form_, TOPLAS 1987.)
///
/// # Errors
/// isl's.
pub fn split_loops(schedule: &isl::Schedule, ordering: &isl::UnionMap) -> Result<isl::Schedule, Error> {
    let root = schedule.get_root()?.child(0)?;
    let nests = match root.get_type()? {
        isl::ScheduleNodeType::Sequence => filters(&root)?,
        _ => vec![schedule.get_domain()?],
    };
    let mut split: Option<isl::Schedule> = None;
    for nest in nests {
        let nest = schedule.intersect_domain(&nest)?;
        for part in parts(&nest, ordering)? {
            let part = nest.intersect_domain(&part)?;
            split = Some(match split {
                None => part,
                Some(before) => before.sequence(&part)?,
            });
        }
    }
    widen_bands(&split.unwrap_or_else(|| schedule.clone()), ordering)
}

fn filters(sequence: &isl::ScheduleNode) -> Result<Vec<isl::UnionSet>, Error> {
    (0..sequence.n_children()?).map(|position| Ok(sequence.child(position)?.filter_get_filter()?)).collect()
}

/// The instances of a nest in the parts that its outermost loop splits into.
fn parts(nest: &isl::Schedule, ordering: &isl::UnionMap) -> Result<Vec<isl::UnionSet>, Error> {
    let band = nest.get_root()?.child(0)?;
    let whole = vec![nest.get_domain()?];
    if band.get_type()? != isl::ScheduleNodeType::Band || band.band_member_get_coincident(0)? {
        return Ok(whole);
    }
    let Some(member) = members(&band)?.into_iter().next() else { return Ok(whole) };
    let parts = parts_of_loop(&band, &member, ordering)?;
    if parts.is_empty() { Ok(whole) } else { Ok(parts.into_iter().map(|part| part.instances).collect()) }
}

/// The parts of the sequence in a loop, in order; none if there is no sequence. Neighbours that are alike stay together.
fn parts_of_loop(
    band: &isl::ScheduleNode,
    member: &isl::UnionPwAff,
    ordering: &isl::UnionMap,
) -> Result<Vec<PartOfLoop>, Error> {
    let sequence = band.child(0)?;
    if sequence.get_type()? != isl::ScheduleNodeType::Sequence {
        return Ok(vec![]);
    }
    let children = filters(&sequence)?;
    let graph = Graph::of(&children, ordering, member)?;
    let mut parts: Vec<Part> = vec![];
    for component in graph.components() {
        let carries = graph.carries(&component, &component);
        match parts.last_mut() {
            Some(last) if last.carries == carries && (carries || !graph.carries(&last.children, &component)) => {
                last.children.extend(component);
            }
            _ => parts.push(Part { children: component, carries }),
        }
    }
    let union = |part: Part| {
        let mut instances = isl::UnionSet::empty(&ordering.get_space()?)?;
        for child in part.children {
            instances = instances.union(&children[child])?;
        }
        Ok(PartOfLoop { instances, carries: part.carries })
    };
    parts.into_iter().map(union).collect()
}

/// Instances that stay together in a loop.
struct PartOfLoop {
    instances: isl::UnionSet,
    /// Whether the loop carries dependences among them.
    carries: bool,
}

/// Statements of a loop that stay together.
struct Part {
    children: Vec<usize>,
    /// Whether the loop carries dependences among them.
    carries: bool,
}

/// What the children of a loop's sequence depend on.
struct Graph {
    /// Whether an instance of the one comes before one of the other, directly or not.
    reaches: Vec<Vec<bool>>,
    /// Whether that is so directly, and in different iterations of the loop.
    carried: Vec<Vec<bool>>,
}

impl Graph {
    fn of(children: &[isl::UnionSet], ordering: &isl::UnionMap, member: &isl::UnionPwAff) -> Result<Self, Error> {
        let n = children.len();
        let mut graph = Self { reaches: vec![vec![false; n]; n], carried: vec![vec![false; n]; n] };
        for (from, source) in children.iter().enumerate() {
            let ordering = ordering.intersect_domain(source)?;
            for (to, sink) in children.iter().enumerate() {
                let pairs = ordering.intersect_range(sink)?;
                graph.reaches[from][to] = !pairs.is_empty()?;
                graph.carried[from][to] = graph.reaches[from][to] && has_differing(&pairs, member)?;
            }
        }
        for through in 0..n {
            for from in 0..n {
                for to in 0..n {
                    graph.reaches[from][to] |= graph.reaches[from][through] && graph.reaches[through][to];
                }
            }
        }
        Ok(graph)
    }

    fn carries(&self, from: &[usize], to: &[usize]) -> bool {
        from.iter().any(|from| to.iter().any(|to| self.carried[*from][*to] || self.carried[*to][*from]))
    }

    /// The children that depend on each other in cycles, in an order in which none comes before what it depends on; otherwise
    /// as they are.
    fn components(&self) -> Vec<Vec<usize>> {
        let n = self.reaches.len();
        let in_cycle = |a: usize, b: usize| a == b || self.reaches[a][b] && self.reaches[b][a];
        let mut left: Vec<usize> = (0..n).collect();
        let mut components = vec![];
        while let Some(first) = left
            .iter()
            .copied()
            .find(|child| left.iter().all(|other| !self.reaches[*other][*child] || in_cycle(*other, *child)))
        {
            let (component, rest) = left.into_iter().partition(|other| in_cycle(first, *other));
            components.push(component);
            left = rest;
        }
        components
    }
}
