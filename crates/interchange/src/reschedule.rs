//! Applies a schedule to a GDG.

use polymill_analysis::same_values;
use polymill_gdg::{Gdg, Iterator, Mark, ScalarType, Statement};
use polymill_isl as isl;

use crate::copies::check_bounded;
use crate::{Error, Result, copies};

/// What a schedule may ask for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RescheduleOptions {
    /// The dimensions of the times whose loops get a mark to run in parallel. Whether they may is not checked here: it depends on
    /// what becomes of the arrays.
    pub parallel: Vec<usize>,
    /// How often an instance may run at most, where no dimension of the times tells them apart.
    pub max_copies: usize,
}

impl Default for RescheduleOptions {
    fn default() -> Self {
        Self { parallel: vec![], max_copies: 64 }
    }
}

/// Runs the instances of a GDG in the order of a schedule `{ S[i, j] -> [t0, t1, ...] }`, which gives each instance one time or
/// several. The new order takes the place of the original one, and dependences have to be analysed again.
///
/// A statement whose instances have one time each stays as it is. Another one gets one more iterator, by which the times of an
/// instance differ (section 4.2 of the paper): the instances of the new statement have one time each, and an origin. The
/// iterator is a dimension of the times, as the number of a tile, or else counts the times ([`copies`]).
///
/// The result is proven: each instance reads the values that its origin reads, and each live-out element is left with the
/// same value ([`same_values`], in the new order). So an instance may run again if its inputs were not overwritten, and what it
/// writes is seen by those only who expect it.
///
/// # Errors
/// [`Error::User`] if the schedule is not one of this GDG's instances; [`Error::Illegal`] if the program would compute something
/// else; [`Error::Unsupported`] if an instance has too many times, or for loops that are promised to be independent; isl's.
///
/// ```
/// use polymill_gdg::Program;
/// use polymill_interchange::{RescheduleOptions, reschedule};
/// use polymill_isl as isl;
///
/// // Each element of `y` needs two of `t`. Tiles of two elements compute what they need of `t`, the last one of them again
/// // in the next tile.
/// let text = "
/// gdg f {
///   array x: f64[7] live_in
///   array y: f64[6] live_out
///   array t: f64[7] local
///   statement S { domain { S[i] : 0 <= i <= 6 } iterators i: i32 body { t[i] = x[i] * 2.0; } }
///   statement T { domain { T[i] : 0 <= i <= 5 } iterators i: i32 body { y[i] = t[i] + t[i + 1]; } }
/// }";
/// let ctx = isl::Context::new()?;
/// let program = Program::parse(&ctx, text)?;
/// let overlapping = "{ S[i] -> [tile, 0, i] : 0 <= tile <= 2 and 2 tile <= i <= 2 tile + 2;
///                      T[i] -> [tile, 1, i] : 2 tile <= i <= 2 tile + 1 }";
/// let schedule = isl::UnionMap::read(&ctx, overlapping)?;
/// let tiled = reschedule(&program.gdgs()[0], &schedule, &RescheduleOptions::default())?;
/// assert!(!tiled.statements[0].origin.is_injective()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn reschedule(gdg: &Gdg, schedule: &isl::UnionMap, options: &RescheduleOptions) -> Result<Gdg> {
    reschedule_changed(gdg, gdg, schedule, options)
}

/// As [`reschedule`], for a GDG in which some accesses were changed to go to other arrays: it computes the same values in the new
/// order as `gdg` does in the old one.
///
/// # Errors
/// As [`reschedule`].
pub fn reschedule_changed(
    gdg: &Gdg,
    changed: &Gdg,
    schedule: &isl::UnionMap,
    options: &RescheduleOptions,
) -> Result<Gdg> {
    let new = reschedule_unchecked(changed, schedule, options)?;
    let Some(difference) = same_values(gdg, &new)? else { return Ok(new) };
    check_ties(&new)?;
    Err(Error::Illegal(Box::new(difference)))
}

/// Instances that use the same memory have different times.
fn check_ties(gdg: &Gdg) -> Result<()> {
    let times = gdg.original.get_map()?;
    let at_once = times.apply_range(&times.reverse()?)?;
    let writes = gdg.accesses(|access| access.kind.is_write())?;
    let conflicts = writes.apply_range(&gdg.accesses(|_| true)?.reverse()?)?;
    let wrong = at_once.intersect(&conflicts)?.subtract(&gdg.domain()?.identity()?)?;
    if wrong.is_empty()? {
        return Ok(());
    }
    Err(Error::user(format!(
        "instances that use the same memory have the same time, and so no order: {}",
        wrong.sample()?
    )))
}

/// As [`reschedule`], but the result may compute something else: to show what a wrong schedule does.
///
/// # Errors
/// As [`reschedule`], without [`Error::Illegal`].
pub fn reschedule_unchecked(gdg: &Gdg, schedule: &isl::UnionMap, options: &RescheduleOptions) -> Result<Gdg> {
    let valid = gdg.context.intersect(&gdg.assumptions)?;
    let schedule = schedule.intersect_params(&valid)?;
    check_statements(gdg, &schedule)?;
    let n_dims = n_dims(&schedule)?;
    let mut new = gdg.clone();
    let mut times = isl::UnionMap::empty(&valid.get_space()?)?;
    for (index, statement) in gdg.statements.iter().enumerate() {
        let own = own_schedule(statement, &schedule, &valid)?;
        let own = if own.is_single_valued()? {
            own
        } else {
            if gdg.independent.iter().any(|one| one.has(statement)) {
                let message = format!("`{}`, in a loop that is promised to be independent, twice", statement.name);
                return Err(Error::unsupported(message));
            }
            let (copied, own) = copied(gdg, statement, &own, options)?;
            new.statements[index] = copied;
            own
        };
        times = times.add_map(&padded(&own, n_dims)?)?;
    }
    if let Some(dimension) = options.parallel.iter().find(|dimension| **dimension >= n_dims) {
        return Err(Error::user(format!("the times have {n_dims} dimensions, and none is number {dimension}")));
    }
    new.original = schedule_tree(&new.domain()?, &times, &[])?;
    new.schedule = schedule_tree(&new.domain()?, &times, &options.parallel)?;
    new.dependences = None;
    polymill_gdg::validate(&new)?;
    Ok(new)
}

/// All that the schedule is about are statements, with as many iterators.
fn check_statements(gdg: &Gdg, schedule: &isl::UnionMap) -> Result<()> {
    for map in schedule.get_map_list()?.to_vec()? {
        let name = map.get_tuple_name(isl::Dim::In)?.unwrap_or_default();
        let Some(id) = gdg.statement_named(&name) else {
            let known: Vec<_> = gdg.statements.iter().map(|statement| format!("`{}`", statement.name)).collect();
            return Err(Error::user(format!("there is no statement `{name}`; there are {}", known.join(", "))));
        };
        let (n_found, n_expected) = (map.dim(isl::Dim::In)?, gdg.statement(id).depth());
        if n_found != n_expected {
            return Err(Error::user(format!("`{name}` has {n_expected} iterators, and not {n_found}")));
        }
        if map.get_tuple_name(isl::Dim::Out)?.is_some() {
            return Err(Error::user(format!("the times of `{name}` must be numbers: `{name}[i] -> [t0, t1]`")));
        }
    }
    Ok(())
}

/// The times of a statement's instances, each of which has some.
fn own_schedule(statement: &Statement, schedule: &isl::UnionMap, valid: &isl::Set) -> Result<isl::Map> {
    let maps = schedule.get_map_list()?.to_vec()?;
    let mut of_statement = vec![];
    for map in maps {
        if map.get_tuple_name(isl::Dim::In)?.as_ref() == Some(&statement.name) {
            of_statement.push(map);
        }
    }
    let own = match of_statement.as_slice() {
        [own] => own,
        [] => return Err(Error::user(format!("the schedule says nothing about `{}`", statement.name))),
        _ => {
            let message = format!("the times of `{}` do not all have as many dimensions", statement.name);
            return Err(Error::user(message));
        }
    };
    let domain = statement.domain.intersect_params(valid)?;
    let left = domain.subtract(&own.domain()?)?;
    if !left.is_empty()? {
        return Err(Error::user(format!("the schedule leaves out instances: {}", left.sample()?)));
    }
    // Analyses look beyond the limits of types, too.
    Ok(own.intersect_domain(&domain)?.gist_params(valid)?.intersect_domain(&statement.domain)?)
}

/// The statement with an instance for each time of an instance, and their times.
fn copied(
    gdg: &Gdg,
    statement: &Statement,
    own: &isl::Map,
    options: &RescheduleOptions,
) -> Result<(Statement, isl::Map)> {
    let name = gdg.fresh_name(&statement.name);
    let depth = statement.depth();
    let (times, counter) = match told_apart(own, depth)? {
        Some(times) => (times, "tile"),
        None => (numbered(own, depth, options.max_copies)?, "copy"),
    };
    let times = times.set_tuple_name(isl::Dim::In, &name)?;
    let domain = times.domain()?.coalesce()?;
    let is_known = |name: &str| statement.iterators.iter().any(|iterator| iterator.name == name);
    let counter = if is_known(counter) { gdg.fresh_name(counter) } else { gdg.free_name(counter) };
    let copied = statement.copied(domain, [Iterator { name: counter, ty: ScalarType::I32, span: None }])?;
    Ok((copied, times))
}

/// The times with one of their dimensions as one more iterator, if that tells the times of an instance apart: usually the
/// number of a tile. The paper writes its example so (section 4.2, `Stmt[i0, t0] -> [t0, t1]`). Domains, and the loops that come
/// of them, are simpler than with numbers for the copies, and there may be as many as a parameter says.
fn told_apart(own: &isl::Map, depth: usize) -> Result<Option<isl::Map>> {
    check_bounded(own)?;
    for dimension in 0..own.dim(isl::Dim::Out)? {
        let times = own.insert_dims(isl::Dim::In, depth, 1)?;
        let times = times.equate(isl::Dim::In, depth, isl::Dim::Out, dimension)?;
        if times.is_single_valued()? {
            return Ok(Some(times));
        }
    }
    Ok(None)
}

/// The times with the number of the copy as one more iterator.
fn numbered(own: &isl::Map, depth: usize, max_copies: usize) -> Result<isl::Map> {
    let mut times = own.insert_dims(isl::Dim::In, depth, 1)?;
    times = times.subtract(&times)?;
    for (number, copy) in copies(own, max_copies)?.iter().enumerate() {
        let copy = copy.insert_dims(isl::Dim::In, depth, 1)?;
        let number = i32::try_from(number).unwrap_or(i32::MAX);
        times = times.union(&copy.fix_si(isl::Dim::In, depth, number)?)?;
    }
    Ok(times)
}

fn n_dims(schedule: &isl::UnionMap) -> Result<usize> {
    let mut most = 0;
    for map in schedule.get_map_list()?.to_vec()? {
        most = most.max(map.dim(isl::Dim::Out)?);
    }
    Ok(most)
}

/// Times with zeros for the dimensions that they do not have.
fn padded(times: &isl::Map, n_dims: usize) -> Result<isl::Map> {
    let n = times.dim(isl::Dim::Out)?;
    let mut padded = times.clone();
    for position in n..n_dims {
        padded = padded.insert_dims(isl::Dim::Out, position, 1)?.fix_si(isl::Dim::Out, position, 0)?;
    }
    Ok(padded)
}

/// The tree of a schedule that gives each instance one time: a band for each dimension, some of them marked.
fn schedule_tree(domain: &isl::UnionSet, times: &isl::UnionMap, parallel: &[usize]) -> Result<isl::Schedule> {
    let schedule = isl::Schedule::from_domain(domain)?;
    if times.is_empty()? {
        return Ok(schedule);
    }
    let functions = times.as_multi_union_pw_aff()?;
    let mut node = schedule.get_root()?.child(0)?;
    for position in 0..functions.size()? {
        // What holds of all instances need not be said again.
        let member = isl::MultiUnionPwAff::from_union_pw_aff(&functions.get_at(position)?.gist(domain)?)?;
        node = node.insert_partial_schedule(&member)?;
        if parallel.contains(&position) {
            let mark = isl::Id::new(node.ctx(), &Mark::Parallel.to_string())?;
            node = node.insert_mark(&mark)?.child(0)?;
        }
        node = node.child(0)?;
    }
    Ok(node.get_schedule()?)
}
