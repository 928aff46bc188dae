//! Runs a nest that factorizes panel by panel: a few of its columns are finished, then all that is left is updated with them.

use std::collections::BTreeMap;

use polymill_gdg::{Access, Dependences, Gdg, Statement};
use polymill_isl as isl;

use super::split::{merge, replace_by_parts};
use crate::Error;
use crate::tree::{band_paths, descend, has_differing, insert_band, members, together, widen_bands, with_domain};

/// Statements in panels, and the order that they run in.
pub struct Panels {
    pub gdg: Gdg,
    pub schedule: isl::Schedule,
}

/// How many iterations of a loop are in a panel. Blocks of sums of 8 by 24 (three vectors of 8 `double`s) and of 4 by 8 fill it, so that they
/// begin where a panel ends. With 32, 64 and 128 the LU factorization of 2000 rows takes as long to within a tenth (Zen 4, 2 threads, by
/// hand): the update reads what is left more often, or more is left to the parts that are no products.
const PANEL: i64 = 48;

/// Bands of fewer loops have no matrices to update.
const LEAST_MEMBERS: usize = 3;

/// Runs outermost bands in which each loop waits for earlier iterations in panels of one of their loops, if the iterations of all others are
/// independent of each other beyond the panel. `None` if there is no such band.
///
/// In the LU factorization, `for k { for i { A[i][k] /= A[k][k]; for j A[i][j] -= A[i][k] * A[k][j] } }`, panels of `k` have four parts: the
/// square of its rows and columns; the rows below it; the columns beside it; and all that is behind it in both, which is the product of
/// the second and the third part. As the band is permutable, what lies behind a panel in some loops never comes before what lies behind it in
/// fewer of them, so that parts may run one after the other: the factorization is in blocks (the "right-looking" form; Dongarra, Duff,
/// Sorensen and van der Vorst, "Numerical Linear Algebra for High-Performance Computers", SIAM 1998, chapter 5).
///
/// Parts become statements of their own (index-set splitting, as [`super::split`] does), and those that update what is behind in all loops in
/// the same way become one again: above and below the diagonal, as the source has it, they would be triangles.
///
/// # Errors
/// isl's.
pub fn run_in_panels(gdg: &Gdg, schedule: &isl::Schedule) -> Result<Option<Panels>, Error> {
    let Some(dependences) = &gdg.dependences else { return Ok(None) };
    let ordering = dependences.ordering()?;
    let mut found = vec![];
    for path in band_paths(schedule)? {
        let band = descend(schedule, &path)?;
        let is_outermost = band.get_schedule_depth()? == 0;
        if is_outermost && let Some(member) = panel_member(&band, &ordering)? {
            found.push((path, member));
        }
    }
    if found.is_empty() {
        return Ok(None);
    }
    let mut panels = gdg.clone();
    panels.schedule = schedule.clone();
    let mut parts = vec![];
    for (path, member) in &found {
        parts.push(split_statements_of(&mut panels, path, *member)?);
    }
    let dependences = polymill_analysis::dependences(&panels)?;
    let ordering = dependences.ordering()?;
    let original = std::mem::replace(&mut panels.schedule, panels.original.clone());
    panels.dependences = Some(dependences);
    // Where loops run downwards, the order of iterators is not the source's.
    for runs_apart in [true, false] {
        let mut schedule = original.clone();
        for ((path, member), parts) in found.iter().zip(&parts) {
            schedule = run_parts(&panels, &schedule, (path, *member), parts, runs_apart)?;
        }
        if polymill_analysis::violations(&ordering, &schedule)?.is_empty()? {
            let schedule = widen_bands(&schedule, &ordering)?;
            return Ok(Some(Panels { gdg: panels, schedule }));
        }
    }
    Ok(None)
}

/// The member of a band that panels are made of, if there is one.
fn panel_member(band: &isl::ScheduleNode, ordering: &isl::UnionMap) -> Result<Option<usize>, Error> {
    let n = band.band_n_member()?;
    if n < LEAST_MEMBERS || !band.band_get_permutable()? {
        return Ok(None);
    }
    for position in 0..n {
        if band.band_member_get_coincident(position)? {
            return Ok(None);
        }
    }
    let members = members(band)?;
    let instances = band.get_domain()?;
    'members: for position in 0..n {
        let others: Vec<_> = (0..n).filter(|other| *other != position).map(|other| &members[other]).collect();
        let behind = behind_in_all(&instances, &members[position], &others)?;
        if behind.is_empty()? {
            continue;
        }
        let inside = ordering.intersect_domain(&behind)?.intersect_range(&behind)?;
        let inside = together(&inside, &panel_of(&members[position])?)?;
        for other in &others {
            if has_differing(&inside, other)? {
                continue 'members;
            }
        }
        return Ok(Some(position));
    }
    Ok(None)
}

/// The number of the panel: `floor(k / 48)`.
fn panel_of(member: &isl::UnionPwAff) -> Result<isl::UnionPwAff, Error> {
    let size = isl::Val::int_from_si(member.ctx(), PANEL)?;
    Ok(member.scale_down_val(&size)?.floor()?)
}

/// The instances that lie behind the panel of a member in all others.
fn behind_in_all(
    instances: &isl::UnionSet,
    member: &isl::UnionPwAff,
    others: &[&isl::UnionPwAff],
) -> Result<isl::UnionSet, Error> {
    let mut all = isl::UnionSet::empty(&instances.get_space()?)?;
    for domain in instances.get_set_list()?.to_vec()? {
        let mut behind = domain.clone();
        for other in others {
            behind = behind.intersect(&behind_panel(&domain, member, other)?)?;
        }
        all = all.union(&behind.to_union_set()?)?;
    }
    Ok(all)
}

/// Where the value of a member is behind the values that are in the panel of another one.
fn behind_panel(domain: &isl::Set, member: &isl::UnionPwAff, other: &isl::UnionPwAff) -> Result<isl::Set, Error> {
    let space = domain.get_space()?;
    let size = isl::Val::int_from_si(domain.ctx(), PANEL)?;
    let end = function_on(&space, &panel_of(member)?)?.scale_val(&size)?.add_constant_val(&size)?;
    Ok(function_on(&space, other)?.ge_set(&end)?)
}

/// The function on the statement with these instances.
fn function_on(space: &isl::Space, member: &isl::UnionPwAff) -> Result<isl::PwAff, Error> {
    let own = member.intersect_domain_space(space)?.get_pw_aff_list()?.to_vec()?;
    own.into_iter().next().ok_or_else(|| Error::Bug(format!("a band does not schedule `{space}`")))
}

/// Names of statements, by the members of their band that they lie behind the panel in.
type Parts = BTreeMap<Vec<bool>, Vec<String>>;

/// Splits the statements of a band of `gdg.schedule`.
fn split_statements_of(gdg: &mut Gdg, path: &[usize], panels_of: usize) -> Result<Parts, Error> {
    let band = descend(&gdg.schedule, path)?;
    let functions = members(&band)?;
    let others: Vec<_> = (0..functions.len()).filter(|other| *other != panels_of).collect();
    let mut parts = Parts::new();
    for domain in band.get_domain()?.get_set_list()?.to_vec()? {
        let name = domain.get_tuple_name()?.unwrap_or_default();
        let Some(id) = gdg.statement_named(&name) else { continue };
        let own = parts_of(&domain, &functions, panels_of, &others)?;
        let sets: Vec<_> = own.iter().map(|(_, set)| set.clone()).collect();
        for (name, (place, _)) in replace_by_parts(gdg, id, &sets)?.into_iter().zip(own) {
            parts.entry(place).or_default().push(name);
        }
    }
    if let Some(behind_in_all) = parts.get_mut(&vec![true; others.len()]) {
        merge_alike(gdg, behind_in_all)?;
    }
    Ok(parts)
}

/// Makes one statement of those that do the same with different instances: below and above the diagonal, all that is behind a panel is
/// updated alike.
fn merge_alike(gdg: &mut Gdg, names: &mut Vec<String>) -> Result<(), Error> {
    let mut groups: Vec<Vec<String>> = vec![];
    for name in names.drain(..) {
        let own = statement(gdg, &name);
        let is_alike = |group: &&mut Vec<String>| match (own, statement(gdg, &group[0])) {
            (Some(own), Some(other)) => does_the_same(own, other),
            _ => false,
        };
        match groups.iter_mut().find(is_alike) {
            Some(group) => group.push(name),
            None => groups.push(vec![name]),
        }
    }
    for mut group in groups {
        names.push(if group.len() > 1 { merge(gdg, &group)? } else { group.swap_remove(0) });
    }
    Ok(())
}

fn statement<'a>(gdg: &'a Gdg, name: &str) -> Option<&'a Statement> {
    gdg.statement_named(name).map(|id| gdg.statement(id))
}

/// Whether two statements do the same wherever both could run.
fn does_the_same(first: &Statement, second: &Statement) -> bool {
    let is_same = |(own, other): (&Access, &Access)| {
        own.kind == other.kind && own.array == other.array && own.subscripts == other.subscripts
    };
    first.body == second.body
        && first.depth() == second.depth()
        && first.accesses.len() == second.accesses.len()
        && first.iterators.iter().zip(&second.iterators).all(|(own, other)| own.ty == other.ty)
        && first.accesses.iter().zip(&second.accesses).all(is_same)
}

/// Runs the parts of the statements of a band of a schedule panel by panel. `runs_apart` says whether statements that are independent of
/// others in their part run by themselves, in the order of their iterators.
fn run_parts(
    gdg: &Gdg,
    schedule: &isl::Schedule,
    (path, panels_of): (&[usize], usize),
    parts: &Parts,
    runs_apart: bool,
) -> Result<isl::Schedule, Error> {
    let band = descend(schedule, path)?;
    let panel = panel_of(&members(&band)?[panels_of])?;
    let mut children = vec![];
    for names in parts.values() {
        children.extend(children_of(gdg, names, &panel, runs_apart)?);
    }
    let mut filters = isl::UnionSetList::alloc(band.ctx(), children.len())?;
    for child in &children {
        filters = filters.add(&child.instances)?;
    }
    let mut sequence = band.insert_sequence(&filters)?;
    for (position, child) in children.iter().enumerate().filter(|(_, child)| child.is_alone) {
        let band = sequence.child(position)?.child(0)?;
        let own = iterators(&child.instances)?;
        // What runs once has no loop of its own.
        if own.is_empty() {
            continue;
        }
        let own = insert_band(&band.cut()?, &own)?;
        sequence = own.parent()?.parent()?;
    }
    let schedule = insert_band(&sequence, &[panel])?.get_schedule()?;
    // Statements that were merged have fewer pieces than what they were made of.
    with_domain(&schedule, &gdg.domain()?)
}

/// What runs one after the other in a panel.
struct Child {
    instances: isl::UnionSet,
    /// Whether it is one statement, which may run in its own order.
    is_alone: bool,
}

/// The statements of a part of a panel: together, unless they are independent of each other.
fn children_of(gdg: &Gdg, names: &[String], panel: &isl::UnionPwAff, runs_apart: bool) -> Result<Vec<Child>, Error> {
    let ordering = gdg.dependences.as_ref().map(Dependences::ordering).transpose()?;
    let mut universes = vec![];
    for id in names.iter().filter_map(|name| gdg.statement_named(name)) {
        universes.push(isl::Set::universe(&gdg.statement(id).domain.get_space()?)?.to_union_set()?);
    }
    let mut are_independent = runs_apart;
    for (position, first) in universes.iter().enumerate() {
        for second in &universes[position + 1..] {
            for (from, to) in [(first, second), (second, first)] {
                if let Some(ordering) = ordering.as_ref().filter(|_| are_independent) {
                    let between = ordering.intersect_domain(from)?.intersect_range(to)?;
                    are_independent = together(&between, panel)?.is_empty()?;
                }
            }
        }
    }
    if are_independent {
        return Ok(universes.into_iter().map(|instances| Child { instances, is_alone: true }).collect());
    }
    let mut all = isl::UnionSet::empty(&panel.get_space()?)?;
    for universe in universes {
        all = all.union(&universe)?;
    }
    Ok(vec![Child { instances: all, is_alone: false }])
}

/// The iterators of the only statement.
fn iterators(instances: &isl::UnionSet) -> Result<Vec<isl::UnionPwAff>, Error> {
    let space = instances.as_set()?.get_space()?;
    let local = isl::LocalSpace::from_space(&space)?;
    let iterator = |position| Ok(isl::PwAff::var_on_domain(&local, isl::Dim::Set, position)?.to_union_pw_aff()?);
    (0..instances.as_set()?.dim(isl::Dim::Set)?).map(iterator).collect()
}

/// The parts of a statement, with in which of the other members they lie behind the panel; those that come first, first.
fn parts_of(
    domain: &isl::Set,
    functions: &[isl::UnionPwAff],
    panels_of: usize,
    others: &[usize],
) -> Result<Vec<(Vec<bool>, isl::Set)>, Error> {
    let mut parts = vec![(vec![], domain.clone())];
    for &other in others {
        let behind = behind_panel(domain, &functions[panels_of], &functions[other])?;
        let mut next = vec![];
        for (place, set) in parts {
            for (is_behind, part) in [(false, set.subtract(&behind)?), (true, set.intersect(&behind)?)] {
                let part = part.coalesce()?;
                if !part.is_empty()? {
                    next.push(([place.as_slice(), &[is_behind]].concat(), part));
                }
            }
        }
        parts = next;
    }
    Ok(parts)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::rc::Rc;

    use polymill_gdg::Program;

    use super::*;
    use crate::orders::{Fusion, Orders};

    const LU: &str = "gdg lu {
        param n: i32
        context { : 0 < n <= 4000 }
        array A: f64[n][n] live_in live_out
        statement L {
          domain { L[i, j, k] : 0 <= i < n and 0 <= j < i and 0 <= k < j }
          iterators i: i32, j: i32, k: i32
          body { A[i][j] = A[i][j] - A[i][k] * A[k][j]; }
        }
        statement D {
          domain { D[i, j] : 0 <= i < n and 0 <= j < i }
          iterators i: i32, j: i32
          body { A[i][j] = A[i][j] / A[j][j]; }
        }
        statement U {
          domain { U[i, j, k] : 0 <= i < n and i <= j < n and 0 <= k < i }
          iterators i: i32, j: i32, k: i32
          body { A[i][j] = A[i][j] - A[i][k] * A[k][j]; }
        }
        schedule { for i { for j { for k { L } D } for j { for k { U } } } }
      }";

    const SWEEPS: &str = "gdg sweeps {
        param n: i32
        context { : 0 < n <= 4000 }
        array A: f64[n][n] live_in live_out
        statement S {
          domain { S[t, i, j] : 0 <= t < n and 0 < i < n - 1 and 0 < j < n - 1 }
          iterators t: i32, i: i32, j: i32
          body { A[i][j] = A[i - 1][j] + A[i][j - 1] + A[i][j] + A[i][j + 1] + A[i + 1][j]; }
        }
        schedule { for t { for i { for j { S } } } }
      }";

    /// The panels of the first order of isl's scheduler that has some.
    fn panels_of(text: &str) -> (Gdg, Option<Panels>) {
        let ctx = isl::Context::new().unwrap();
        let mut gdg = Program::parse(&ctx, text).unwrap().gdgs()[0].clone();
        let dependences = polymill_analysis::dependences(&gdg).unwrap();
        gdg.dependences = Some(dependences.clone());
        let mut orders = Orders::of(&Rc::new(gdg.clone()), &gdg.original, &dependences).unwrap();
        orders.add_scheduled(Fusion::Clustered).unwrap();
        let mut found = orders.found().iter().map(|order| run_in_panels(&gdg, &order.schedule).unwrap());
        let panels = found.find_map(|panels| panels);
        (gdg, panels)
    }

    #[test]
    fn a_factorization_updates_what_is_left_with_one_statement() {
        let (lu, panels) = panels_of(LU);
        let Panels { gdg, schedule } = panels.unwrap();
        let mut origins: Vec<_> = gdg.statements.iter().map(|each| each.origin.n_map().unwrap()).collect();
        origins.sort_unstable();
        // The square and what is below it, for `L` and `D`; the square and what is beside it, for `U`; and the product.
        assert_eq!(origins, [1, 1, 1, 1, 1, 1, 2]);
        assert!(polymill_analysis::same_values(&lu, &gdg).unwrap().is_none());
        // The text says where the merged statement comes from, too.
        let again = Program::parse(lu.context.ctx(), &gdg.to_string()).unwrap();
        assert!(
            gdg.statements.iter().zip(&again.gdgs()[0].statements).all(|(a, b)| a.origin.is_equal(&b.origin).unwrap())
        );
        let order = |gdg: &Gdg| gdg.original.get_map().unwrap();
        assert!(order(&gdg).is_equal(&order(&again.gdgs()[0])).unwrap());
        let ordering = gdg.dependences.as_ref().unwrap().ordering().unwrap();
        assert!(polymill_analysis::violations(&ordering, &schedule).unwrap().is_empty().unwrap());
    }

    #[test]
    fn sweeps_do_not_run_in_panels() {
        assert!(panels_of(SWEEPS).1.is_none());
    }
}
