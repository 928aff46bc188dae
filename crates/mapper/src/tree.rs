//! Rewrites of schedule trees that the passes share. None of them changes which instances run; whether the new order is
//! legal is for the caller to know (and for the pass scheduler to check).

use polymill_gdg::{Gdg, Mark, Statement};
use polymill_isl as isl;

use crate::Error;

/// Merges chains of bands into permutable bands as wide as the dependences allow, and sets the permutable and coincident
/// flags, outermost bands first.
pub fn widen_bands(schedule: &isl::Schedule, dependences: &isl::UnionMap) -> Result<isl::Schedule, Error> {
    Ok(widen(&schedule.get_root()?, dependences)?.get_schedule()?)
}

fn widen(node: &isl::ScheduleNode, dependences: &isl::UnionMap) -> Result<isl::ScheduleNode, Error> {
    let mut node = node.clone();
    if node.get_type()? == isl::ScheduleNodeType::Band {
        let local = unordered_before(&node, dependences)?;
        let mut members = members(&node)?;
        let mut permutable = true;
        for member in &members {
            permutable &= is_nonnegative(&local, member)?;
        }
        loop {
            let child = node.child(0)?;
            if !permutable || child.get_type()? != isl::ScheduleNodeType::Band {
                break;
            }
            let inner = self::members(&child)?;
            let mut fits = true;
            for member in &inner {
                fits &= is_nonnegative(&local, member)?;
            }
            if !fits {
                break;
            }
            members.extend(inner);
            node = insert_band(&node.delete()?.delete()?, &members)?;
        }
        if permutable {
            node = node.band_set_permutable(true)?;
        }
        for (position, member) in members.iter().enumerate() {
            let coincident = !has_differing(&local, member)?;
            node = node.band_member_set_coincident(position, coincident)?;
        }
    }
    for position in 0..node.n_children()? {
        node = widen(&node.child(position)?, dependences)?.parent()?;
    }
    Ok(node)
}

/// The members of a band, outermost first.
pub fn members(band: &isl::ScheduleNode) -> Result<Vec<isl::UnionPwAff>, Error> {
    let partial = band.band_get_partial_schedule()?;
    (0..band.band_n_member()?).map(|position| Ok(partial.get_at(position)?)).collect()
}

/// The coincident members that a band begins with: no iteration of theirs depends on another one.
pub fn leading_coincident_members(band: &isl::ScheduleNode) -> Result<Vec<isl::UnionPwAff>, Error> {
    let mut leading = vec![];
    for (position, member) in members(band)?.into_iter().enumerate() {
        if !band.band_member_get_coincident(position)? {
            break;
        }
        leading.push(member);
    }
    Ok(leading)
}

/// Inserts a band with these members above the node and returns it.
pub fn insert_band(node: &isl::ScheduleNode, members: &[isl::UnionPwAff]) -> Result<isl::ScheduleNode, Error> {
    let mut all: Option<isl::MultiUnionPwAff> = None;
    for member in members {
        let member = isl::MultiUnionPwAff::from_union_pw_aff(member)?;
        all = Some(match all {
            None => member,
            Some(all) => all.flat_range_product(&member)?,
        });
    }
    match all {
        Some(all) => Ok(node.insert_partial_schedule(&all)?),
        None => Err(Error::Bug("a band needs a member".to_owned())),
    }
}

/// Instances that are to run right before those below a node, in an order of their own.
pub struct Insertion {
    /// The way from the root to the node.
    pub path: Vec<usize>,
    /// In which iterations of the bands on the way they run, outermost member first.
    pub functions: Vec<isl::UnionPwAff>,
    /// Their order.
    pub order: isl::Schedule,
}

/// An order with more instances.
///
/// # Errors
/// isl's; a bug, if a path leads through a node that is neither a band nor a mark nor one of several children.
pub fn with_insertions(schedule: &isl::Schedule, insertions: &[Insertion]) -> Result<isl::Schedule, Error> {
    let all: Vec<_> = insertions.iter().map(|each| (each.path.as_slice(), each.functions.as_slice(), each)).collect();
    with_inserted(&schedule.get_root()?, &all)
}

/// What is to be inserted below a node: the rest of the way there, functions for the bands on it, and what it is.
type Below<'a> = (&'a [usize], &'a [isl::UnionPwAff], &'a Insertion);

fn with_inserted(node: &isl::ScheduleNode, insertions: &[Below<'_>]) -> Result<isl::Schedule, Error> {
    if let Some(position) = insertions.iter().position(|(path, ..)| path.is_empty()) {
        let mut others = insertions.to_vec();
        let (.., here) = others.remove(position);
        return Ok(here.order.sequence(&with_inserted(node, &others)?)?);
    }
    let below = |step: usize, n_functions: usize| -> Vec<Below<'_>> {
        let on_way = insertions.iter().filter(|(path, ..)| path.first() == Some(&step));
        on_way
            .map(|(path, functions, each)| (&path[1..], functions.get(n_functions..).unwrap_or_default(), *each))
            .collect()
    };
    match node.get_type()? {
        isl::ScheduleNodeType::Leaf => Ok(isl::Schedule::from_domain(&node.get_domain()?)?),
        isl::ScheduleNodeType::Band => {
            let mut members = members(node)?;
            for (_, functions, _) in insertions {
                for (position, member) in members.iter_mut().enumerate() {
                    let function = functions.get(position);
                    let function =
                        function.ok_or_else(|| Error::Bug("instances in no iteration of a band".to_owned()))?;
                    *member = member.union_add(function)?;
                }
            }
            let inside = with_inserted(&node.child(0)?, &below(0, members.len()))?;
            let new = band_around(&inside, &members, node)?;
            Ok(new.band_set_ast_build_options(&node.band_get_ast_build_options()?)?.get_schedule()?)
        }
        // Children of a set are in no order.
        isl::ScheduleNodeType::Sequence | isl::ScheduleNodeType::Set => {
            let mut all: Option<isl::Schedule> = None;
            for position in 0..node.n_children()? {
                all = Some(in_sequence(all, with_inserted(&node.child(position)?, &below(position, 0))?)?);
            }
            all.ok_or_else(|| Error::Bug("a sequence of nothing".to_owned()))
        }
        isl::ScheduleNodeType::Domain | isl::ScheduleNodeType::Filter => with_inserted(&node.child(0)?, &below(0, 0)),
        isl::ScheduleNodeType::Mark => {
            let inside = with_inserted(&node.child(0)?, &below(0, 0))?;
            Ok(inside.get_root()?.child(0)?.insert_mark(&node.mark_get_id()?)?.get_schedule()?)
        }
        other => Err(Error::Bug(format!("a schedule tree with a node of type {other:?}"))),
    }
}

/// The same order in a tree in which no children of sequences are sequences, so that [`with_insertions`] keeps what paths lead to.
///
/// # Errors
/// As for [`with_insertions`].
pub fn flattened(schedule: &isl::Schedule) -> Result<isl::Schedule, Error> {
    with_insertions(schedule, &[])
}

/// A band around all of an order, with the flags of another one.
fn band_around(
    inside: &isl::Schedule,
    members: &[isl::UnionPwAff],
    like: &isl::ScheduleNode,
) -> Result<isl::ScheduleNode, Error> {
    let band = insert_band(&inside.get_root()?.child(0)?, members)?;
    let mut band = band.band_set_permutable(like.band_get_permutable()?)?;
    for position in 0..members.len() {
        band = band.band_member_set_coincident(position, like.band_member_get_coincident(position)?)?;
    }
    Ok(band)
}

/// The order of other instances, each of which runs when the one does that it comes from: each of `origins` says that of some of them. One
/// function cannot, where instances of one statement come from several.
///
/// # Errors
/// As for [`with_insertions`].
pub fn in_place_of(schedule: &isl::Schedule, origins: &[isl::UnionPwMultiAff]) -> Result<isl::Schedule, Error> {
    in_place(&schedule.get_root()?, origins)
}

fn in_place(node: &isl::ScheduleNode, origins: &[isl::UnionPwMultiAff]) -> Result<isl::Schedule, Error> {
    match node.get_type()? {
        isl::ScheduleNodeType::Leaf => {
            let old = node.get_domain()?;
            let mut new = isl::UnionSet::empty(&old.get_space()?)?;
            for each in origins {
                new = new.union(&old.preimage_union_pw_multi_aff(each)?)?;
            }
            Ok(isl::Schedule::from_domain(&new)?)
        }
        isl::ScheduleNodeType::Band => {
            let mut new_members = vec![];
            for member in members(node)? {
                let mut new = isl::UnionPwAff::empty(&member.get_space()?)?;
                for each in origins {
                    new = new.union_add(&member.pullback_union_pw_multi_aff(each)?)?;
                }
                new_members.push(in_one_piece(&new)?);
            }
            let inside = in_place(&node.child(0)?, origins)?;
            Ok(band_around(&inside, &new_members, node)?.get_schedule()?)
        }
        isl::ScheduleNodeType::Sequence | isl::ScheduleNodeType::Set => {
            let mut all: Option<isl::Schedule> = None;
            for position in 0..node.n_children()? {
                all = Some(in_sequence(all, in_place(&node.child(position)?, origins)?)?);
            }
            all.ok_or_else(|| Error::Bug("a sequence of nothing".to_owned()))
        }
        isl::ScheduleNodeType::Domain | isl::ScheduleNodeType::Filter => in_place(&node.child(0)?, origins),
        other => Err(Error::Bug(format!("a schedule tree with a node of type {other:?}"))),
    }
}

/// The function without pieces where these are all the same: instances that none is for do not matter to a band.
fn in_one_piece(function: &isl::UnionPwAff) -> Result<isl::UnionPwAff, Error> {
    let mut all = isl::UnionPwAff::empty(&function.get_space()?)?;
    for own in function.get_pw_aff_list()?.to_vec()? {
        let mut pieces = vec![];
        own.foreach_piece(|_, piece| {
            pieces.push(piece);
            Ok(())
        })?;
        let is_first = |piece: &isl::Aff| piece.plain_is_equal(&pieces[0]);
        let are_same = pieces.iter().map(is_first).collect::<isl::Result<Vec<_>>>()?.into_iter().all(|same| same);
        let own = if are_same { isl::PwAff::from_aff(&pieces[0])? } else { own };
        all = all.union_add(&own.to_union_pw_aff()?)?;
    }
    Ok(all)
}

/// The same order for other instances of the same statements, or the same ones in another representation.
pub fn with_domain(schedule: &isl::Schedule, domain: &isl::UnionSet) -> Result<isl::Schedule, Error> {
    let text = schedule.to_yaml()?;
    let lines = text.lines().map(|line| match line.starts_with("domain:") {
        true => format!("domain: \"{domain}\""),
        false => line.to_owned(),
    });
    Ok(isl::Schedule::read(schedule.ctx(), &lines.collect::<Vec<_>>().join("\n"))?)
}

/// One order after another.
pub fn in_sequence(before: Option<isl::Schedule>, next: isl::Schedule) -> Result<isl::Schedule, Error> {
    Ok(match before {
        Some(before) => before.sequence(&next)?,
        None => next,
    })
}

/// Inserts the mark above the node and returns the mark's node.
pub fn insert_mark(node: &isl::ScheduleNode, mark: Mark) -> Result<isl::ScheduleNode, Error> {
    let id = isl::Id::new(node.ctx(), &mark.to_string())?;
    Ok(node.insert_mark(&id)?)
}

/// The band with its last member changed, as a band of its own that `change` gets; the band itself where that says `None`.
///
/// # Errors
/// isl's, and those of `change`.
pub fn change_last_member(
    band: &isl::ScheduleNode,
    change: impl FnOnce(&isl::ScheduleNode) -> Result<Option<isl::ScheduleNode>, Error>,
) -> Result<isl::ScheduleNode, Error> {
    let last = band.band_n_member()? - 1;
    let inner = if last > 0 { band.band_split(last)?.child(0)? } else { band.clone() };
    match change(&inner)? {
        Some(changed) if last > 0 => Ok(changed.parent()?),
        Some(changed) => Ok(changed),
        None => Ok(band.clone()),
    }
}

/// The statements that have instances in a set.
///
/// # Errors
/// isl's.
pub fn statements_in<'a>(gdg: &'a Gdg, instances: &isl::UnionSet) -> Result<Vec<&'a Statement>, Error> {
    let mut found = vec![];
    for set in instances.get_set_list()?.to_vec()? {
        let name = set.get_tuple_name()?.unwrap_or_default();
        found.extend(gdg.statement_named(&name).map(|id| gdg.statement(id)));
    }
    Ok(found)
}

/// The dependences that the nodes above leave unordered.
pub fn unordered_before(node: &isl::ScheduleNode, dependences: &isl::UnionMap) -> Result<isl::UnionMap, Error> {
    let domain = node.get_domain()?;
    let mut local = dependences.intersect_domain(&domain)?.intersect_range(&domain)?;
    if node.get_schedule_depth()? > 0 {
        local = local.eq_at_multi_union_pw_aff(&node.get_prefix_schedule_multi_union_pw_aff()?)?;
    }
    Ok(local)
}

/// Dependences whose instances the member puts at the same place.
pub fn together(dependences: &isl::UnionMap, member: &isl::UnionPwAff) -> Result<isl::UnionMap, Error> {
    Ok(dependences.eq_at_multi_union_pw_aff(&isl::MultiUnionPwAff::from_union_pw_aff(member)?)?)
}

/// Whether the member puts the instances of any dependence at different places.
pub fn has_differing(dependences: &isl::UnionMap, member: &isl::UnionPwAff) -> Result<bool, Error> {
    for map in dependences.get_map_list()?.to_vec()? {
        // Piece by piece: often the first one says it.
        for piece in map.get_basic_map_list()?.to_vec()? {
            let piece = isl::UnionMap::from_basic_map(&piece)?;
            if !piece.is_subset(&together(&piece, member)?)? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Whether the member puts no instance before one that it depends on.
pub fn is_nonnegative(dependences: &isl::UnionMap, member: &isl::UnionPwAff) -> Result<bool, Error> {
    let times = isl::UnionMap::from_union_pw_aff(member)?;
    for own in dependences.get_map_list()?.to_vec()? {
        // One statement's after the other's: often the first ones say it.
        let pairs = own.to_union_map()?.apply_domain(&times)?.apply_range(&times)?;
        for map in pairs.get_map_list()?.to_vec()? {
            let backwards = map.intersect(&isl::Map::lex_gt(&map.get_space()?.domain()?)?)?;
            if !backwards.is_empty()? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Whether a node is a band, or has one below.
pub fn contains_bands(node: &isl::ScheduleNode) -> Result<bool, Error> {
    if node.get_type()? == isl::ScheduleNodeType::Band {
        return Ok(true);
    }
    for position in 0..node.n_children()? {
        if contains_bands(&node.child(position)?)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// All band nodes in the order of a walk from the root, as paths of child positions.
pub fn band_paths(schedule: &isl::Schedule) -> Result<Vec<Vec<usize>>, Error> {
    fn walk(node: &isl::ScheduleNode, path: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) -> Result<(), Error> {
        if node.get_type()? == isl::ScheduleNodeType::Band {
            found.push(path.clone());
        }
        for position in 0..node.n_children()? {
            path.push(position);
            walk(&node.child(position)?, path, found)?;
            path.pop();
        }
        Ok(())
    }
    let mut found = Vec::new();
    walk(&schedule.get_root()?, &mut Vec::new(), &mut found)?;
    Ok(found)
}

/// The node at the path from the root.
pub fn descend(schedule: &isl::Schedule, path: &[usize]) -> Result<isl::ScheduleNode, Error> {
    let mut node = schedule.get_root()?;
    for &position in path {
        node = node.child(position)?;
    }
    Ok(node)
}

/// All bands of a schedule, outer ones first.
pub fn bands(schedule: &isl::Schedule) -> Result<Vec<isl::ScheduleNode>, Error> {
    band_paths(schedule)?.iter().map(|path| descend(schedule, path)).collect()
}

/// Whether an outermost band has a member whose iterations are independent.
///
/// # Errors
/// isl's.
pub fn has_outer_coincidence(node: &isl::ScheduleNode) -> Result<bool, Error> {
    if node.get_type()? == isl::ScheduleNodeType::Band {
        for position in 0..node.band_n_member()? {
            if node.band_member_get_coincident(position)? {
                return Ok(true);
            }
        }
        return Ok(false);
    }
    for position in 0..node.n_children()? {
        if has_outer_coincidence(&node.child(position)?)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether two trees plainly run instances in the same order: they are the same but for marks, for how members are put into bands, and
/// for what bands say of them.
///
/// # Errors
/// isl's.
pub fn is_same_order(a: &isl::ScheduleNode, b: &isl::ScheduleNode) -> isl::Result<bool> {
    let ((members, a), (others, b)) = (members_from(a)?, members_from(b)?);
    if members.len() != others.len() {
        return Ok(false);
    }
    for (member, other) in members.iter().zip(&others) {
        if !member.plain_is_equal(other)? {
            return Ok(false);
        }
    }
    let (kind, n_children) = (a.get_type()?, a.n_children()?);
    if b.get_type()? != kind || b.n_children()? != n_children {
        return Ok(false);
    }
    let is_same = match kind {
        isl::ScheduleNodeType::Filter => a.filter_get_filter()?.is_same_object(&b.filter_get_filter()?),
        isl::ScheduleNodeType::Domain => a.domain_get_domain()?.is_same_object(&b.domain_get_domain()?),
        isl::ScheduleNodeType::Leaf | isl::ScheduleNodeType::Sequence | isl::ScheduleNodeType::Set => true,
        _ => false,
    };
    if !is_same {
        return Ok(false);
    }
    for position in 0..n_children {
        if !is_same_order(&a.child(position)?, &b.child(position)?)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The members of the bands from a node on down to the first node that is neither a band nor a mark, and that node.
fn members_from(node: &isl::ScheduleNode) -> isl::Result<(Vec<isl::UnionPwAff>, isl::ScheduleNode)> {
    let (mut members, mut node) = (vec![], node.clone());
    loop {
        match node.get_type()? {
            isl::ScheduleNodeType::Mark => {}
            isl::ScheduleNodeType::Band => {
                let schedule = node.band_get_partial_schedule()?;
                for member in 0..node.band_n_member()? {
                    members.push(schedule.get_at(member)?);
                }
            }
            _ => return Ok((members, node)),
        }
        node = node.child(0)?;
    }
}
