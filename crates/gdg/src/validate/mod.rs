//! Checks that the invariants of the IR hold, cheap enough to run after every pass.

mod access;
mod body;
mod change;
mod schedule;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use polymill_isl as isl;

use change::Known;

use crate::{
    Array, DataRange, Definition, Dependences, Disjoint, Error, Gdg, GdgId, IndependentLoop, Program, Projection,
    Reach, Result, RowBounds, Statement, Storage, is_identifier, is_name,
};

/// Checks one GDG: names, spaces, ids, types, relations against subscripts, schedules against domains, marks.
///
/// # Errors
/// [`Error::Bug`] that names what is broken; isl's.
pub fn validate(gdg: &Gdg) -> Result<()> {
    in_part(|| format!("gdg `{}`", gdg.name), || check_gdg(gdg, None))
}

/// As [`validate`], for a GDG that was made from one which is valid: what is the same in both is not checked again.
///
/// # Errors
/// As of [`validate`].
pub fn validate_change(before: &Gdg, gdg: &Gdg) -> Result<()> {
    in_part(|| format!("gdg `{}`", gdg.name), || check_gdg(gdg, Known::of(before, gdg)))
}

impl Program {
    /// Checks all GDGs (see [`validate`]) and the edges between them.
    ///
    /// # Errors
    /// [`Error::Bug`] that names what is broken; isl's.
    pub fn validate(&self) -> Result<()> {
        check_names("GDG", self.gdgs().iter().map(|gdg| gdg.name.as_str()), is_name)?;
        for id in self.ids() {
            let gdg = self.gdg(id);
            let is_mutual = |other: &crate::GdgId, back: fn(&Gdg) -> &[crate::GdgId]| {
                self.gdgs().get(other.index()).is_some_and(|other| back(other).contains(&id))
            };
            let children = gdg.children.iter().all(|child| is_mutual(child, |child| &child.parents));
            let parents = gdg.parents.iter().all(|parent| is_mutual(parent, |parent| &parent.children));
            ensure(children && parents, || format!("gdg `{}`: parents and children do not agree", gdg.name))?;
            in_part(|| format!("gdg `{}`", gdg.name), || self.check_family(id))?;
            validate(gdg)?;
        }
        Ok(())
    }
}

impl Program {
    /// Checks the versions of a specializer GDG: only it calls them, and the contexts are what they are said to be.
    fn check_family(&self, id: GdgId) -> Result<()> {
        let specializer = self.gdg(id);
        let Some(family) = &specializer.specialize_op else { return Ok(()) };
        ensure(specializer.statements.is_empty(), || "it has versions, and yet statements".to_owned())?;
        ensure(!family.versions.is_empty(), || "it has no versions".to_owned())?;
        let children: BTreeSet<_> = specializer.children.iter().copied().collect();
        let versions: BTreeSet<_> = family.versions.iter().map(|version| version.gdg).collect();
        ensure(children == versions, || "its versions are not what it calls".to_owned())?;
        family.contexts()?;
        for version in &family.versions {
            let gdg = self.gdg(version.gdg);
            ensure(gdg.specialize_op.is_none(), || format!("version `{}` has versions of its own", gdg.name))?;
            ensure(gdg.parents == [id], || format!("version `{}` is called by others", gdg.name))?;
            let wider = match version.specializes {
                Some(origin) => &self.gdg(family.versions[origin].gdg).context,
                None => &specializer.context,
            };
            let is_context = wider.intersect(&version.added)?.is_equal(&gdg.context)?;
            ensure(is_context, || format!("the context of version `{}` is not what its family says", gdg.name))?;
        }
        Ok(())
    }
}

fn check_gdg(gdg: &Gdg, known: Option<Known<'_>>) -> Result<()> {
    ensure(is_name(&gdg.name), || "this is not a name".to_owned())?;
    check_names("parameter", gdg.params.iter().map(|param| param.name.as_str()), is_name)?;
    check_names("array", gdg.arrays.iter().map(|array| array.name.as_str()), is_name)?;
    check_names("statement", gdg.statements.iter().map(|statement| statement.name.as_str()), is_name)?;
    for (position, param) in gdg.params.iter().enumerate() {
        ensure(param.ty.is_integer(), || format!("parameter `{}` is of type {}", param.name, param.ty))?;
        for used in param.definition().into_iter().flat_map(Definition::uses) {
            ensure(used.index() < position, || format!("parameter `{}` is computed from a later one", param.name))?;
        }
        if let Some(Definition::Disjoint(test)) = param.definition() {
            let can_compare = test.pairs.iter().all(Disjoint::can_compare);
            ensure(can_compare, || format!("parameter `{}`: two pieces of memory that no test compares", param.name))?;
            for reach in test.pairs.iter().flatten() {
                ensure(has_ends(reach), || format!("parameter `{}`: `{}` has no ends", param.name, reach.name()))?;
            }
        }
        for rows in param.definition().into_iter().flat_map(Definition::row_bounds) {
            ensure(are_rows(rows), || {
                format!("parameter `{}`: these are not integers from a first one to a last one", param.name)
            })?;
        }
    }
    let sets = [("context", &gdg.context), ("assumptions", &gdg.assumptions), ("promise", &gdg.promise)];
    for (what, set) in sets.into_iter().chain(gdg.wanted.iter().map(|wanted| ("version", wanted))) {
        ensure(set.is_params()?, || format!("the {what} is not a set of parameter values"))?;
        in_part(|| what.to_owned(), || check_params(gdg, &set.get_space()?))?;
    }
    for array in &gdg.arrays {
        in_part(|| format!("array `{}`", array.name), || check_array(gdg, array))?;
    }
    let pairs = [("aliases", &gdg.aliases), ("disjoint", &gdg.disjoint)];
    for (what, pair) in pairs.into_iter().flat_map(|(what, pairs)| pairs.iter().map(move |pair| (what, pair))) {
        let in_order = pair.first <= pair.second && pair.second.index() < gdg.arrays.len();
        let has_rows = || gdg.array(pair.first).row_dims > 0;
        ensure(in_order && (!pair.is_of_rows() || has_rows()), || {
            format!("{what} {} and {}: neither two arrays in order nor one with rows", pair.first.0, pair.second.0)
        })?;
    }
    let valid = gdg.context.intersect(&gdg.assumptions)?;
    for statement in &gdg.statements {
        if let Some(known) = &known
            && known.has(statement)?
        {
            continue;
        }
        in_part(|| format!("statement `{}`", statement.name), || check_statement(gdg, &valid, statement))?;
    }
    for one in &gdg.independent {
        check_independent(gdg, one)?;
    }
    let mut schedules = vec![("original", &gdg.original)];
    if !gdg.schedule.is_same_object(&gdg.original) {
        schedules.push(("schedule", &gdg.schedule));
    }
    schedules.retain(|(_, schedule)| known.as_ref().is_none_or(|known| !known.has_schedule(schedule)));
    if !schedules.is_empty() {
        let domain = gdg.domain()?;
        schedules.into_iter().try_for_each(|(what, schedule)| schedule::check(gdg, what, schedule, &domain))?;
    }
    gdg.dependences.as_ref().map_or(Ok(()), |dependences| check_dependences(gdg, dependences))
}

fn check_independent(gdg: &Gdg, one: &IndependentLoop) -> Result<()> {
    for name in &one.statements {
        let depth = statement_depth(gdg, name);
        ensure(depth.is_some_and(|depth| one.position < depth), || {
            format!("independent: statement `{name}` has no iterator at {}", one.position)
        })?;
    }
    let is_known = one.except.iter().all(|array| array.index() < gdg.arrays.len());
    ensure(is_known, || "independent: an array is unknown".to_owned())
}

fn check_array(gdg: &Gdg, array: &Array) -> Result<()> {
    for extent in array.extents.iter().flatten() {
        let space = extent.get_domain_space()?;
        ensure(space.is_params()?, || "a size depends on more than parameters".to_owned())?;
        check_params(gdg, &space)?;
        ensure(!extent.is_empty()?, || "a size has no value".to_owned())?;
    }
    let n_subscripts = array.place.n_subscripts();
    let n_dims = array.n_dims();
    ensure(n_subscripts == n_dims, || format!("{n_subscripts} subscripts in its place, but {n_dims} dimensions"))?;
    ensure(array.row_dims <= n_dims, || format!("{} of {n_dims} dimensions choose rows", array.row_dims))?;
    let is_live_local = array.storage != Storage::External && (array.live_in || array.live_out);
    ensure(!is_live_local, || "it is local, and yet live-in or live-out".to_owned())?;
    if array.storage == Storage::Parameter {
        let id = gdg.array_named(&array.name);
        let mut accesses = gdg.statements.iter().flat_map(|statement| &statement.accesses);
        let is_of_rows = || !gdg.followers(array).is_empty();
        ensure(array.is_scalar() || is_of_rows(), || {
            "it is a parameter, and yet neither a scalar nor pointers to rows".to_owned()
        })?;
        ensure(accesses.all(|access| Some(access.array) != id), || "a statement accesses a parameter".to_owned())?;
    }
    array.private.as_ref().map_or(Ok(()), |iterations| check_private(gdg, array, iterations))
}

/// A local array is private to one iteration for each instance that uses it.
fn check_private(gdg: &Gdg, array: &Array, iterations: &isl::UnionMap) -> Result<()> {
    ensure(array.storage == Storage::Local, || "it is private, and yet not local".to_owned())?;
    check_params(gdg, &iterations.get_space()?)?;
    let id = gdg.array_named(&array.name);
    let users = gdg.accesses(|access| Some(access.array) == id)?.domain()?;
    let iterations = iterations.intersect_domain(&users)?;
    ensure(iterations.is_single_valued()?, || "an instance uses it in more than one iteration".to_owned())?;
    ensure(users.is_subset(&iterations.domain()?)?, || "not all that use it are in an iteration".to_owned())
}

fn check_statement(gdg: &Gdg, valid: &isl::Set, statement: &Statement) -> Result<()> {
    check_names("iterator", statement.iterators.iter().map(|iterator| iterator.name.as_str()), is_identifier)?;
    let floating = statement.iterators.iter().find(|iterator| !iterator.ty.is_integer());
    ensure(floating.is_none(), || "an iterator is not an integer".to_owned())?;
    let domain = &statement.domain;
    let tuple = if domain.is_params()? { None } else { domain.get_tuple_name()? };
    let found = || format!("the domain is of `{}`", tuple.as_deref().unwrap_or(""));
    ensure(tuple.as_ref() == Some(&statement.name), found)?;
    let (n_dims, depth) = (domain.dim(isl::Dim::Set)?, statement.depth());
    ensure(n_dims == depth, || format!("the domain has {n_dims} dimensions, but there are {depth} iterators"))?;
    check_params(gdg, &domain.get_space()?)?;
    check_origin(gdg, statement)?;
    access::check(gdg, &domain.intersect_params(valid)?, statement)?;
    body::check(gdg, statement)
}

/// Each instance is one of the source's.
fn check_origin(gdg: &Gdg, statement: &Statement) -> Result<()> {
    let origin = &statement.origin;
    check_params(gdg, &origin.get_space()?)?;
    let parts = origin.get_map_list()?.to_vec()?;
    for part in &parts {
        let is_of_statement = part.get_space()?.domain()?.has_equal_tuples(&statement.domain.get_space()?)?;
        ensure(is_of_statement, || format!("the origin `{origin}` is not of its instances"))?;
        ensure(part.has_tuple_name(isl::Dim::Out)?, || "its origin has no name".to_owned())?;
    }
    let itself = isl::Map::identity(&statement.domain.get_space()?.map_from_set()?)?;
    if let [only] = parts.as_slice()
        && only.plain_is_equal(&itself)?
    {
        return Ok(());
    }
    let domain = statement.domain.to_union_set()?;
    let origin = origin.intersect_domain(&domain)?;
    ensure(origin.is_single_valued()?, || format!("`{origin}` names more than one origin"))?;
    let has_all = domain.is_subset(&origin.domain()?)?;
    ensure(has_all, || format!("`{origin}` leaves out instances"))
}

fn check_dependences(gdg: &Gdg, all: &Dependences) -> Result<()> {
    let relations = [("flow", all.flow()), ("anti", all.anti()), ("output", all.output())];
    let relaxed = all.relaxations.iter().map(|relaxation| ("relaxed", &relaxation.removed));
    for (what, relation) in relations.into_iter().chain(relaxed) {
        in_part(|| format!("{what} dependences"), || check_tuples(gdg, relation, statement_depth))?;
    }
    in_part(|| "live-in accesses".to_owned(), || check_tuples(gdg, &all.live_in, array_dims))
}

/// Checks that a relation goes from statements to what `n_dims` knows.
fn check_tuples(gdg: &Gdg, relation: &isl::UnionMap, n_dims: fn(&Gdg, &str) -> Option<usize>) -> Result<()> {
    for map in relation.get_map_list()?.to_vec()? {
        check_params(gdg, &map.get_space()?)?;
        for (dim, n_dims) in [(isl::Dim::In, statement_depth as fn(&Gdg, &str) -> _), (isl::Dim::Out, n_dims)] {
            let name = map.get_tuple_name(dim)?.unwrap_or_default();
            let known = n_dims(gdg, &name);
            ensure(known == Some(map.dim(dim)?), || format!("there is no `{name}` with this many dimensions"))?;
        }
    }
    Ok(())
}

fn statement_depth(gdg: &Gdg, name: &str) -> Option<usize> {
    gdg.statement_named(name).map(|id| gdg.statement(id).depth())
}

/// Whether a piece of memory, or a piece of each of some rows, has a first and a last subscript.
fn has_ends(reach: &Reach) -> bool {
    let n_subscripts = reach.place.projections.iter().filter(|one| **one == Projection::Subscript).count();
    let is_plain = reach.rows.is_empty() && reach.first.is_empty() && reach.last.is_empty() && reach.stride.is_empty();
    match &reach.data {
        Some(DataRange::Rows(rows)) => is_plain && n_subscripts == 1 && are_rows(rows),
        Some(DataRange::Values(values)) => {
            is_plain && n_subscripts == 1 && values.ty.is_integer() && is_vector(&values.elements)
        }
        None => {
            n_subscripts == reach.rows.len() + usize::from(!reach.first.is_empty())
                && reach.first.is_empty() == reach.last.is_empty()
                && reach.rows.iter().all(|range| !range.first.is_empty() && !range.last.is_empty())
        }
    }
}

/// Whether the elements are integers from a first one to a last one.
fn are_rows(rows: &RowBounds) -> bool {
    rows.ty.is_integer() && rows.elements.data.is_none() && is_vector(&rows.elements)
}

/// Whether these are elements, one next to the other, of an array with one dimension, from one first subscript to one last one.
fn is_vector(elements: &Reach) -> bool {
    elements.is_contiguous()
        && match elements.data {
            Some(DataRange::Rows(_)) => has_ends(elements),
            Some(DataRange::Values(_)) => false,
            None => elements.first.len() == 1 && elements.last.len() == 1,
        }
}

fn array_dims(gdg: &Gdg, name: &str) -> Option<usize> {
    gdg.array_named(name).map(|id| gdg.array(id).n_dims())
}

/// Checks that a space has no other parameters than the GDG.
fn check_params(gdg: &Gdg, space: &isl::Space) -> Result<()> {
    for position in 0..space.dim(isl::Dim::Param)? {
        let name = space.get_dim_name(isl::Dim::Param, position)?.unwrap_or_default();
        let is_known = gdg.params.iter().any(|param| param.name == name);
        ensure(is_known, || format!("there is no parameter `{name}`"))?;
    }
    Ok(())
}

fn check_names<'a>(
    what: &str,
    names: impl std::iter::Iterator<Item = &'a str>,
    is_valid: fn(&str) -> bool,
) -> Result<()> {
    let mut seen = BTreeSet::new();
    for name in names {
        ensure(is_valid(name), || format!("`{name}` is not a valid {what} name"))?;
        ensure(seen.insert(name), || format!("more than one {what} is named `{name}`"))?;
    }
    Ok(())
}

/// An error unless `holds`.
fn ensure(holds: bool, message: impl FnOnce() -> String) -> Result<()> {
    if holds { Ok(()) } else { Err(Error::Bug(message())) }
}

/// Says in which part of the IR an error was found.
fn in_part(part: impl FnOnce() -> String, check: impl FnOnce() -> Result<()>) -> Result<()> {
    check().map_err(|error| match error {
        Error::Bug(message) => Error::Bug(format!("{}: {message}", part())),
        other => other,
    })
}
