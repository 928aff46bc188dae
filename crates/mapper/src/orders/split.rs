//! Splits domains where dependences start or end on a plane in the middle.

use polymill_gdg::{AccessId, Gdg, Statement, StatementId};
use polymill_isl as isl;

use crate::Error;
use crate::tree::in_place_of;

/// Splits statements where the instances on a plane depend on those on both sides of it, within one iteration of the
/// outermost loop: into what is before the plane, on it, and behind it. `None` if there is no such statement.
///
/// In `path[i][j] = min(path[i][j], path[i][k] + path[k][j])` (the Floyd-Warshall algorithm), the instances with `j == k`
/// write what the others in the row read, and those with `i == k` what the others in the column read. No order of the
/// loops over `i` and `j` is parallel as a whole, but those of each part are.
///
/// Index-set splitting is from Griebl, Feautrier and Lengauer ("Index set splitting", International Journal of Parallel
/// Programming, 2000). The planes are those of the dependences' affine hulls.
///
/// # Errors
/// isl's.
pub fn split_statements(gdg: &Gdg) -> Result<Option<Gdg>, Error> {
    let Some(dependences) = &gdg.dependences else { return Ok(None) };
    let ordering = dependences.ordering()?;
    let mut parts: Option<Gdg> = None;
    for (index, statement) in gdg.statements.iter().enumerate().rev() {
        let planes = planes(&ordering, &statement.domain.intersect_params(&gdg.context)?)?;
        if (1..=MAX_PLANES).contains(&planes.len()) {
            split(parts.get_or_insert_with(|| gdg.clone()), StatementId::new(index), &planes)?;
        }
    }
    if let Some(parts) = &mut parts {
        parts.dependences = Some(polymill_analysis::dependences(parts)?);
    }
    Ok(parts)
}

/// Each plane makes up to three statements of one.
const MAX_PLANES: usize = 2;

/// Planes through the middle of the domain on which all dependences of one kind, between instances in the same iteration
/// of the outermost loop, start or end.
fn planes(ordering: &isl::UnionMap, domain: &isl::Set) -> Result<Vec<isl::Aff>, Error> {
    let mut found: Vec<isl::Aff> = Vec::new();
    if domain.dim(isl::Dim::Set)? < 2 {
        return Ok(found);
    }
    let instances = domain.to_union_set()?;
    let own = ordering.intersect_domain(&instances)?.intersect_range(&instances)?;
    for map in own.get_map_list()?.to_vec()? {
        let within = map.equate(isl::Dim::In, 0, isl::Dim::Out, 0)?;
        for dependence in within.get_basic_map_list()?.to_vec()? {
            for end in [dependence.domain()?, dependence.range()?] {
                for plane in equalities(&end)? {
                    let is_new = !is_known(&found, &plane, domain)?;
                    if is_new && has_both_sides(domain, &plane)? {
                        found.push(plane);
                    }
                }
            }
        }
    }
    Ok(found)
}

/// Affine functions that are zero on all of the set.
fn equalities(set: &isl::BasicSet) -> Result<Vec<isl::Aff>, Error> {
    let hull = set.affine_hull()?;
    let mut found = Vec::new();
    for constraint in hull.get_constraint_list()?.to_vec()? {
        let plane = constraint.get_aff()?;
        if constraint.is_equality()? && plane.dim(isl::Dim::Div)? == 0 {
            found.push(plane);
        }
    }
    Ok(found)
}

fn is_known(known: &[isl::Aff], plane: &isl::Aff, domain: &isl::Set) -> Result<bool, Error> {
    let on = |plane: &isl::Aff| domain.intersect(&plane.zero_basic_set()?.to_set()?);
    for other in known {
        if on(plane)?.is_equal(&on(other)?)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn has_both_sides(domain: &isl::Set, plane: &isl::Aff) -> Result<bool, Error> {
    let before = domain.intersect(&plane.neg_basic_set()?.to_set()?)?;
    let behind = domain.intersect(&plane.neg()?.neg_basic_set()?.to_set()?)?;
    Ok(!before.is_empty()? && !behind.is_empty()?)
}

/// Replaces the statement by the instances before, on and behind planes, in the statements and in both orders.
fn split(gdg: &mut Gdg, id: StatementId, planes: &[isl::Aff]) -> Result<(), Error> {
    let mut parts = vec![gdg.statement(id).domain.clone()];
    for plane in planes {
        let sides = [plane.neg_basic_set()?, plane.zero_basic_set()?, plane.neg()?.neg_basic_set()?];
        let mut next = Vec::new();
        for part in &parts {
            for side in &sides {
                let own = part.intersect(&side.to_set()?)?.coalesce()?;
                if !own.is_empty()? {
                    next.push(own);
                }
            }
        }
        parts = next;
    }
    replace_by_parts(gdg, id, &parts)?;
    Ok(())
}

/// Replaces the statement by parts of it, in the statements and in both orders, where they stand in a sequence. Returns their names.
///
/// # Errors
/// isl's.
pub(crate) fn replace_by_parts(gdg: &mut Gdg, id: StatementId, parts: &[isl::Set]) -> Result<Vec<String>, Error> {
    let whole = gdg.statements.remove(id.index());
    let mut names = vec![];
    let mut origins = kept(gdg)?;
    for (position, domain) in parts.iter().enumerate() {
        let name = gdg.fresh_name(&whole.name);
        let identity = isl::Map::identity(&whole.domain.get_space()?.map_from_set()?)?;
        origins = origins.add_map(&identity.set_tuple_name(isl::Dim::In, &name)?)?;
        gdg.statements.insert(id.index() + position, part(&whole, domain, &name)?);
        names.push(name);
    }
    for one in gdg.independent.iter_mut().filter(|one| one.has(&whole)) {
        one.statements.retain(|name| *name != whole.name);
        one.statements.extend(names.iter().cloned());
    }
    put_into_orders(gdg, &[origins.as_union_pw_multi_aff()?])?;
    Ok(names)
}

/// Replaces statements whose bodies are the same by one that has the instances of all.
///
/// # Errors
/// isl's; among them if the instances are not in one space but for their names.
pub(super) fn merge(gdg: &mut Gdg, names: &[String]) -> Result<String, Error> {
    let (own, others): (Vec<_>, Vec<_>) =
        gdg.statements.drain(..).partition(|statement| names.contains(&statement.name));
    gdg.statements = others;
    let [first, ..] = own.as_slice() else { return Err(Error::Bug("no statements to merge".to_owned())) };
    let name = gdg.fresh_name(&first.name);
    let mut domain = isl::Set::empty(&first.domain.set_tuple_name(&name)?.get_space()?)?;
    let mut origins = vec![kept(gdg)?.as_union_pw_multi_aff()?];
    for statement in &own {
        let renamed = statement.domain.set_tuple_name(&name)?;
        domain = domain.union(&renamed)?;
        let identity = isl::Map::identity(&statement.domain.get_space()?.map_from_set()?)?;
        let origin = identity.set_tuple_name(isl::Dim::In, &name)?.intersect_domain(&renamed)?;
        origins.push(origin.to_union_map()?.as_union_pw_multi_aff()?);
    }
    // That they make up something convex often shows only together with what is known of each.
    let hull = domain.simple_hull()?.to_set()?;
    let domain = if hull.is_equal(&domain)? { hull } else { domain.coalesce()? };
    let mut merged = part(first, &domain, &name)?;
    for (statement, to_own) in own.iter().zip(&origins[1..]) {
        merged.origin =
            merged.origin.union(&isl::UnionMap::from_union_pw_multi_aff(to_own)?.apply_range(&statement.origin)?)?;
    }
    for (position, access) in merged.accesses.iter_mut().enumerate() {
        let mut all = isl::Map::empty(&access.relation.get_space()?)?;
        for statement in &own {
            let relation = &statement.access(AccessId::new(position)).relation;
            all = all.union(&relation.intersect_domain(&statement.domain)?.set_tuple_name(isl::Dim::In, &name)?)?;
        }
        access.relation = all.gist_domain(&domain)?.coalesce()?;
    }
    gdg.statements.push(merged);
    for one in &mut gdg.independent {
        let has_all = names.iter().all(|name| one.statements.contains(name));
        one.statements.retain(|other| !names.contains(other));
        one.statements.extend(has_all.then(|| name.clone()));
    }
    put_into_orders(gdg, &origins)?;
    Ok(name)
}

/// The statements that there are, each as its own origin.
fn kept(gdg: &Gdg) -> Result<isl::UnionMap, Error> {
    let mut kept = isl::UnionMap::empty(&gdg.context.get_space()?)?;
    for other in &gdg.statements {
        kept = kept.add_map(&isl::Map::identity(&other.domain.get_space()?.map_from_set()?)?)?;
    }
    Ok(kept)
}

/// Puts statements that are new into both orders, where those stand that they were made of.
fn put_into_orders(gdg: &mut Gdg, origins: &[isl::UnionPwMultiAff]) -> Result<(), Error> {
    let domain = gdg.domain()?;
    for order in [&mut gdg.original, &mut gdg.schedule] {
        let renamed = match origins {
            [only] => order.pullback_union_pw_multi_aff(only)?,
            several => in_place_of(order, several)?,
        };
        *order = separate_leaves(&renamed.intersect_domain(&domain)?.get_root()?)?.get_schedule()?;
    }
    Ok(())
}

/// The statement with a part of its domain, under another name.
fn part(whole: &Statement, domain: &isl::Set, name: &str) -> Result<Statement, Error> {
    let mut part = whole.clone();
    part.domain = domain.set_tuple_name(name)?;
    part.name = name.to_owned();
    let to_whole =
        isl::Map::identity(&whole.domain.get_space()?.map_from_set()?)?.set_tuple_name(isl::Dim::In, name)?;
    part.origin = to_whole.intersect_domain(&part.domain)?.to_union_map()?.apply_range(&whole.origin)?;
    for access in &mut part.accesses {
        access.relation = access.relation.set_tuple_name(isl::Dim::In, name)?.intersect_domain(&part.domain)?;
    }
    Ok(part)
}

/// Puts the statements of each leaf into a sequence. They run at different times, so that any order will do.
fn separate_leaves(node: &isl::ScheduleNode) -> Result<isl::ScheduleNode, Error> {
    let mut node = node.clone();
    if node.get_type()? == isl::ScheduleNodeType::Leaf {
        let statements = node.get_domain()?.get_set_list()?.to_vec()?;
        if statements.len() > 1 {
            let mut filters = isl::UnionSetList::alloc(node.ctx(), statements.len())?;
            for statement in statements {
                let all = isl::Set::universe(&statement.get_space()?)?;
                filters = filters.add(&all.to_union_set()?)?;
            }
            return Ok(node.insert_sequence(&filters)?);
        }
        return Ok(node);
    }
    for position in 0..node.n_children()? {
        node = separate_leaves(&node.child(position)?)?.parent()?;
    }
    Ok(node)
}
