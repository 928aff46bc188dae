//! Values that a temporary leaves in its array.

use polymill_gdg::{Access, AccessKind, Array, ArrayId, Gdg, Statement, StatementId, Storage};
use polymill_isl as isl;

use super::{PrivateLoop, Sized, Web, connected, expand};
use crate::model::{array_bytes, typical_sizes};
use crate::passes::schedule::TYPICAL_SIZE;
use crate::questions::moves::{counters, iterator, move_statement, order_from};
use crate::{Error, tree};

/// Each thread has its own: what is larger than this would not stay in its caches beside the rest.
const MAX_BYTES: f64 = 65536.0;

/// More pieces of what is left in an array are not worth a statement.
const MAX_PIECES: usize = 2;

/// The extents of an array that a pointer leads to, as far as it is accessed, if it may be one of temporaries for the iterations of
/// the outermost loops: these do not say which elements are accessed.
pub(super) fn extents_by_accesses(gdg: &Gdg, id: ArrayId) -> Result<Option<Vec<Option<isl::PwAff>>>, Error> {
    let array = gdg.array(id);
    let Some((None, inner)) = array.extents.split_first() else { return Ok(None) };
    if !array.live_out || !gdg.stores_to(id) || inner.iter().any(Option::is_none) {
        return Ok(None);
    }
    let mut subscripts: Option<isl::Set> = None;
    let valid = gdg.sizes()?;
    for statement in &gdg.statements {
        for access in statement.accesses.iter().filter(|access| access.array == id) {
            if statement.iterators.is_empty() || access.relation.involves_dims(isl::Dim::In, 0, 1)? {
                return Ok(None);
            }
            let accessed = access.relation.intersect_domain(&statement.domain.intersect_params(&valid)?)?.range()?;
            let accessed = accessed.project_out(isl::Dim::Set, 1, inner.len())?.reset_tuple_id()?;
            subscripts = Some(subscripts.map_or(Ok(accessed.clone()), |others| others.union(&accessed))?);
        }
    }
    let Some(subscripts) = subscripts else { return Ok(None) };
    let is_bounded = subscripts.dim_has_upper_bound(isl::Dim::Set, 0)?;
    if !is_bounded || !subscripts.upper_bound_si(isl::Dim::Set, 0, -1)?.is_empty()? {
        return Ok(None);
    }
    let last = subscripts.coalesce()?.dim_max(0)?;
    let extent = last.add_constant_val(&isl::Val::one(last.ctx())?)?.coalesce()?;
    let extent = extent.gist(&extent.domain()?)?;
    if !extent.isa_aff()? {
        return Ok(None);
    }
    let mut extents = array.extents.clone();
    extents[0] = Some(extent);
    Ok(Some(extents))
}

/// For which sizes an array that is used after the region may be one of temporaries, whose values are copied to it: it is small, and
/// it is certain what is written when. `None` if for none that are usual.
pub(super) fn sizes_to_copy(gdg: &Gdg, id: ArrayId, extents: &[Option<isl::PwAff>]) -> Result<Option<isl::Set>, Error> {
    let array = gdg.array(id);
    let of_array = |access: &&Access| access.array == id;
    let mut is_exact = true;
    let mut is_used_again = false;
    for statement in &gdg.statements {
        for access in statement.accesses.iter().filter(of_array) {
            is_exact &= matches!(access.kind, AccessKind::Read | AccessKind::MustWrite);
            is_used_again |=
                access.kind.is_write() && !access.relation.intersect_domain(&statement.domain)?.is_injective()?;
        }
    }
    let is_plain = array.live_out && array.storage == Storage::External && array.row_dims == 0 && !array.is_scalar();
    if !is_exact
        || !is_used_again
        || !is_plain
        || !gdg.independent.is_empty()
        || !gdg.original.plain_is_equal(&gdg.schedule)?
    {
        return Ok(None);
    }
    if polymill_analysis::has_exits(gdg)? {
        return Ok(None);
    }
    let sized = Array { extents: extents.to_vec(), ..array.clone() };
    let is_small = array_bytes(&sized, &gdg.context)?.is_some_and(|bytes| bytes <= MAX_BYTES);
    if is_small {
        return Ok(Some(gdg.sizes()?));
    }
    // Where it is smaller than usual, there is too little to do for threads.
    let small = sizes_of_small(&sized, gdg.sizes()?)?;
    Ok((!small.is_disjoint(&typical_sizes(gdg, TYPICAL_SIZE)?)?).then_some(small))
}

/// Sizes for which the array is not too large, however many dimensions have the most elements that they all may have.
fn sizes_of_small(array: &Array, sizes: isl::Set) -> Result<isl::Set, Error> {
    let most = (MAX_BYTES / f64::from(array.element.size())).powf(1.0 / array.n_dims().max(1) as f64);
    let mut small = sizes;
    for extent in array.extents.iter().flatten() {
        let most = isl::PwAff::val_on_domain(&extent.domain()?, &isl::Val::int_from_si(small.ctx(), most as i64)?)?;
        small = small.intersect(&extent.le_set(&most)?)?;
    }
    Ok(small)
}

/// Expands a web by the outermost of these loops, and copies what it leaves in its array at the end of the iteration that
/// wrote it. Returns false, and changes nothing, if that cannot be written down.
pub(super) fn expand_and_copy(
    gdg: &mut Gdg,
    array: &Sized,
    web: &Web,
    mut loops: Vec<PrivateLoop>,
) -> Result<bool, Error> {
    if !frees_outermost_loop(gdg, array.id, web)? {
        return Ok(false);
    }
    let n_loops = loops.iter().enumerate().take_while(|(position, each)| each.position == *position).count();
    // Unless the array is known to be small, copies for more loops may take as much memory as the largest arrays.
    let has_constant_size = has_constant_size(&array.extents)?;
    let n_loops = if has_constant_size { n_loops } else { n_loops.min(1) };
    loops.truncate(n_loops);
    let Some(user) = web.statements.first().copied().filter(|_| n_loops > 0) else { return Ok(false) };
    let Some(copy) = copy_of_last(gdg, array.id, web, user, n_loops)? else { return Ok(false) };
    let mut expanded = gdg.clone();
    let mut web = web.clone();
    web.statements.insert(StatementId::new(gdg.statements.len()));
    let write = copy.accesses[0].clone();
    expanded.statements.push(copy);
    expand(&mut expanded, array, &web, &loops)?;
    let Some(copy) = expanded.statements.last_mut() else { return Ok(false) };
    copy.accesses[0] = write;
    let place = Place { user: gdg.statement(user), copy, n_loops };
    let Some(order) = place.last_in(&gdg.original.get_root()?, 0)? else { return Ok(false) };
    expanded.original = order.clone();
    expanded.schedule = order;
    *gdg = expanded;
    Ok(true)
}

fn has_constant_size(extents: &[Option<isl::PwAff>]) -> Result<bool, Error> {
    for extent in extents {
        if !extent.as_ref().map_or(Ok(false), isl::PwAff::is_cst)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether no other array keeps iterations of the outermost loop around a web in order, but for those that may be temporaries, too.
pub(super) fn frees_outermost_loop(gdg: &Gdg, id: ArrayId, web: &Web) -> Result<bool, Error> {
    let Some(member) = outermost_loop(&gdg.original.get_root()?, &web.instances(gdg)?)? else { return Ok(false) };
    let outermost = isl::UnionMap::from_union_pw_aff(&member)?.reverse()?;
    let same = isl::UnionMap::read(outermost.ctx(), "{ [t] -> [t] }")?;
    for other in (0..gdg.arrays.len()).map(ArrayId::new).filter(|other| *other != id) {
        let array = gdg.array(other);
        if array.is_scalar() || !array.live_out || !gdg.stores_to(other) {
            continue;
        }
        let accessed = |accesses: &isl::UnionMap| outermost.apply_range(accesses)?.coalesce();
        let written = accessed(&gdg.accesses(|access| access.array == other && access.kind.is_write())?)?;
        let used = accessed(&gdg.accesses(|access| access.array == other)?)?;
        let is_kept = !written.apply_range(&used.reverse()?)?.is_subset(&same)?;
        if is_kept && !may_be_temporary(gdg, other, &member)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether each iteration of a loop can have an array for itself, as far as its size and its values say.
fn may_be_temporary(gdg: &Gdg, id: ArrayId, member: &isl::UnionPwAff) -> Result<bool, Error> {
    if sizes_to_copy(gdg, id, &Sized::of(gdg, id)?.extents)?.is_none() {
        return Ok(false);
    }
    for web in connected(gdg, id)? {
        if tree::has_differing(&web.flow, member)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The outermost loop around some instances.
fn outermost_loop(node: &isl::ScheduleNode, instances: &isl::UnionSet) -> Result<Option<isl::UnionPwAff>, Error> {
    match node.get_type()? {
        isl::ScheduleNodeType::Band => Ok(tree::members(node)?.into_iter().next()),
        isl::ScheduleNodeType::Sequence | isl::ScheduleNodeType::Set => {
            for position in 0..node.n_children()? {
                let child = node.child(position)?;
                if instances.is_subset(&child.filter_get_filter()?)? {
                    return outermost_loop(&child.child(0)?, instances);
                }
            }
            Ok(None)
        }
        isl::ScheduleNodeType::Leaf => Ok(None),
        _ => outermost_loop(&node.child(0)?, instances),
    }
}

/// A statement that copies each element that the web leaves to itself, in the iteration of the outer loops that wrote it last:
/// `A[e] = A[e]` for `[outer iterators, e]`.
fn copy_of_last(
    gdg: &Gdg,
    id: ArrayId,
    web: &Web,
    user: StatementId,
    n_loops: usize,
) -> Result<Option<Statement>, Error> {
    let array = gdg.array(id);
    let name = gdg.fresh_name("last");
    // { iteration -> element }
    let mut last: Option<isl::Map> = None;
    for written in web.left.get_map_list()?.to_vec()? {
        let n_inner = written.dim(isl::Dim::In)? - n_loops;
        let written = written.project_out(isl::Dim::In, n_loops, n_inner)?;
        let written = written.reset_tuple_id(isl::Dim::In)?.reset_tuple_id(isl::Dim::Out)?;
        last = Some(match last {
            None => written,
            Some(last) => last.union(&written)?,
        });
    }
    let Some(last) = last else { return Ok(None) };
    let domain = last.coalesce()?.wrap()?.flatten()?.coalesce()?;
    if domain.n_basic_set()? > MAX_PIECES || domain.involves_locals()? {
        return Ok(None);
    }
    let domain = domain.set_tuple_name(&name)?;
    let n_dims = array.n_dims();
    let relation = isl::Map::identity(&domain.get_space()?.map_from_set()?)?.reset_tuple_id(isl::Dim::Out)?;
    let relation = relation.project_out(isl::Dim::Out, 0, n_loops)?.set_tuple_name(isl::Dim::Out, &array.name)?;
    let subscripts: Vec<_> = (n_loops..n_loops + n_dims).map(iterator).collect();
    let access =
        |kind| Access { kind, array: id, relation: relation.clone(), subscripts: subscripts.clone(), span: None };
    let outer = gdg.statement(user).iterators[..n_loops].iter().cloned();
    let iterators = outer.chain(counters(gdg, n_dims)).collect();
    let (write, read) = (access(AccessKind::MustWrite), access(AccessKind::Read));
    move_statement(domain, iterators, write, read, array.element).map(Some)
}

/// Where a copy comes to stand.
struct Place<'a> {
    /// A statement of the web.
    user: &'a Statement,
    copy: &'a Statement,
    /// How many loops stand around both.
    n_loops: usize,
}

impl Place<'_> {
    /// The order below a node at this depth, in which the copy comes last in the loops; `None` if it is no order of loops.
    fn last_in(&self, node: &isl::ScheduleNode, depth: usize) -> Result<Option<isl::Schedule>, Error> {
        if depth == self.n_loops {
            let Some(inside) = order_below(node)? else { return Ok(None) };
            return Ok(Some(inside.sequence(&order_from(self.copy, self.n_loops)?)?));
        }
        match node.get_type()? {
            isl::ScheduleNodeType::Band => {
                let n_members = node.band_n_member()?;
                if depth + n_members > self.n_loops {
                    return self.last_in(&node.band_split(self.n_loops - depth)?, depth);
                }
                let Some(inside) = self.last_in(&node.child(0)?, depth + n_members)? else { return Ok(None) };
                let mut members = vec![];
                for (position, member) in tree::members(node)?.iter().enumerate() {
                    let Some(own) = self.like_user(member, depth + position)? else { return Ok(None) };
                    members.push(member.union_add(&own)?);
                }
                let top = inside.get_root()?.child(0)?;
                Ok(Some(tree::insert_band(&top, &members)?.get_schedule()?))
            }
            isl::ScheduleNodeType::Sequence | isl::ScheduleNodeType::Set => in_turn(node, |child| {
                let instances = child.filter_get_filter()?;
                let has_user = !instances.intersect(&self.user.domain.to_union_set()?)?.is_empty()?;
                if has_user { self.last_in(child, depth) } else { order_below(child) }
            }),
            isl::ScheduleNodeType::Domain | isl::ScheduleNodeType::Filter => self.last_in(&node.child(0)?, depth),
            _ => Ok(None),
        }
    }

    /// What the member of a band is for the copy: the same function of the outer iterators as for the user.
    fn like_user(&self, member: &isl::UnionPwAff, position: usize) -> Result<Option<isl::UnionPwAff>, Error> {
        let names: Vec<_> = (0..self.copy.depth()).map(|position| format!("i{position}")).collect();
        let outer = |position: usize| names.get(position).filter(|_| position < self.n_loops);
        let of_user: Vec<_> =
            (0..self.user.depth()).map(|position| outer(position).map_or("0", String::as_str)).collect();
        let (copy, user) = (&self.copy.name, &self.user.name);
        let to_user = format!("{{ {copy}[{}] -> {user}[{}] }}", names.join(", "), of_user.join(", "));
        let to_user = isl::UnionPwMultiAff::read(member.ctx(), &to_user)?;
        for function in member.get_pw_aff_list()?.to_vec()? {
            if function.domain()?.get_tuple_name()?.as_ref() == Some(user) {
                let n_inner = self.user.depth() - position - 1;
                if function.involves_dims(isl::Dim::In, position + 1, n_inner)? {
                    return Ok(None);
                }
                let function = isl::UnionPwAff::from_pw_aff(&function)?;
                return Ok(Some(function.pullback_union_pw_multi_aff(&to_user)?));
            }
        }
        Ok(None)
    }
}

/// The order of what is below a node; `None` if it is no order of loops.
fn order_below(node: &isl::ScheduleNode) -> Result<Option<isl::Schedule>, Error> {
    match node.get_type()? {
        isl::ScheduleNodeType::Leaf => Ok(Some(isl::Schedule::from_domain(&node.get_domain()?)?)),
        isl::ScheduleNodeType::Band => {
            let Some(inside) = order_below(&node.child(0)?)? else { return Ok(None) };
            let top = inside.get_root()?.child(0)?;
            Ok(Some(tree::insert_band(&top, &tree::members(node)?)?.get_schedule()?))
        }
        isl::ScheduleNodeType::Sequence | isl::ScheduleNodeType::Set => in_turn(node, order_below),
        isl::ScheduleNodeType::Domain | isl::ScheduleNodeType::Filter => order_below(&node.child(0)?),
        _ => Ok(None),
    }
}

/// The orders of the children of a node, one after the other.
fn in_turn(
    node: &isl::ScheduleNode,
    order: impl Fn(&isl::ScheduleNode) -> Result<Option<isl::Schedule>, Error>,
) -> Result<Option<isl::Schedule>, Error> {
    let mut all: Option<isl::Schedule> = None;
    for position in 0..node.n_children()? {
        let Some(next) = order(&node.child(position)?)? else { return Ok(None) };
        all = Some(tree::in_sequence(all, next)?);
    }
    Ok(all)
}
