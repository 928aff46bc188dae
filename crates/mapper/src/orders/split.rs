//! Splits domains where dependences start or end on a plane in the middle.

use polymill_gdg::{Gdg, Statement, StatementId};
use polymill_isl as isl;

use crate::Error;

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

/// Replaces the statement by its parts, in the statements and in both orders.
fn split(gdg: &mut Gdg, id: StatementId, planes: &[isl::Aff]) -> Result<(), Error> {
    let whole = gdg.statement(id).clone();
    let mut parts = vec![whole.domain.clone()];
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

    gdg.statements.remove(id.index());
    let mut names = vec![];
    let mut origins = isl::UnionMap::empty(&gdg.context.get_space()?)?;
    for other in &gdg.statements {
        origins = origins.add_map(&isl::Map::identity(&other.domain.get_space()?.map_from_set()?)?)?;
    }
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
    let origins = origins.as_union_pw_multi_aff()?;
    let domain = gdg.domain()?;
    for order in [&mut gdg.original, &mut gdg.schedule] {
        let renamed = order.pullback_union_pw_multi_aff(&origins)?.intersect_domain(&domain)?;
        *order = separate_leaves(&renamed.get_root()?)?.get_schedule()?;
    }
    Ok(())
}

/// The statement with a part of its domain, under another name.
fn part(whole: &Statement, domain: &isl::Set, name: &str) -> Result<Statement, Error> {
    let mut part = whole.clone();
    part.domain = domain.set_tuple_name(name)?;
    part.name = name.to_owned();
    part.origin = part.origin.set_tuple_name(isl::Dim::In, name)?;
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
