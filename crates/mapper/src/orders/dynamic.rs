//! Bands for loops that data end.
//!
//! The bound of a dynamic counted loop is known once the loops are entered that it depends on. As in the schedule trees of
//! Zhao and Cohen (IMPACT 2017, section 4.2), such a loop stands in a band below theirs, so that it is neither interchanged
//! nor tiled with them: for that, it would have to run between its static bounds, which takes that these are known, and runs
//! iterations in which there is nothing to do.

use polymill_gdg::{Exit, Gdg, Side, Statement};
use polymill_isl as isl;

use crate::Error;
use crate::tree::{members, statements_in};

/// Which loops that data end are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Loops {
    /// All.
    Any,
    /// Those that cannot run between static bounds, which are not known.
    Unbounded,
}

/// The schedule with bands split above the loops that data end; `None` if such a loop stands around one that its bound
/// depends on, or counts something else than the source's loop does.
///
/// # Errors
/// isl's.
pub fn split_bands(gdg: &Gdg, schedule: &isl::Schedule, loops: Loops) -> Result<Option<isl::Schedule>, Error> {
    let mut ends = vec![];
    for statement in &gdg.statements {
        for exit in statement.exits()? {
            if loops == Loops::Any || is_unbounded(gdg, statement, &exit)? {
                ends.push(End::of(statement, &exit));
            }
        }
    }
    if ends.is_empty() {
        return Ok(Some(schedule.clone()));
    }
    let root = schedule.get_root()?;
    if !are_known(&root, &ends, &mut vec![])? {
        return Ok(None);
    }
    let mut failed = None;
    let split = root.map_descendant_bottom_up(|node| {
        if node.get_type()? != isl::ScheduleNodeType::Band {
            return Ok(node);
        }
        match split_band(node.clone(), &ends) {
            Ok(split) => Ok(split),
            Err(Error::Isl(error)) => Err(error),
            Err(error) => {
                failed = Some(error);
                Ok(node)
            }
        }
    })?;
    match failed {
        Some(error) => Err(error),
        None => Ok(Some(split.get_schedule()?)),
    }
}

/// Whether a loop's static bound is not known.
fn is_unbounded(gdg: &Gdg, statement: &Statement, exit: &Exit<'_>) -> Result<bool, Error> {
    let param = statement.static_bound(&gdg.params, exit.iterator, exit.side)?;
    let bound = param.and_then(|param| gdg.params[param.index()].static_bound());
    Ok(bound.is_some_and(|bound| bound.value.is_none()))
}

/// Whether a schedule treats instances differently by how far a loop goes at most.
///
/// # Errors
/// isl's.
pub fn needs_static_bounds(gdg: &Gdg, schedule: &isl::Schedule) -> Result<bool, Error> {
    let bounds: Vec<_> = gdg.params.iter().filter(|param| param.is_static_bound()).map(|param| &param.name).collect();
    Ok(!bounds.is_empty() && filters_by(&schedule.get_root()?, &bounds)?)
}

fn filters_by(node: &isl::ScheduleNode, params: &[&String]) -> Result<bool, Error> {
    if node.get_type()? == isl::ScheduleNodeType::Filter {
        for set in node.filter_get_filter()?.get_set_list()?.to_vec()? {
            for param in params {
                let position = set.find_dim_by_name(isl::Dim::Param, param)?;
                if position.map_or(Ok(false), |position| set.involves_dims(isl::Dim::Param, position, 1))? {
                    return Ok(true);
                }
            }
        }
    }
    for position in 0..node.n_children()? {
        if filters_by(&node.child(position)?, params)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// How far an iterator of a statement goes is known where these other iterators are.
struct End {
    statement: String,
    iterator: usize,
    depends_on: Vec<usize>,
}

impl End {
    fn of(statement: &Statement, exit: &Exit<'_>) -> Self {
        let depends_on =
            (0..statement.depth()).filter(|position| statement.depends_on(exit.bound, *position)).collect();
        Self { statement: statement.name.clone(), iterator: exit.iterator, depends_on }
    }
}

/// Whether each loop below stands inside of those that its end depends on; `around` are the members of bands above.
fn are_known(node: &isl::ScheduleNode, ends: &[End], around: &mut Vec<isl::UnionPwAff>) -> Result<bool, Error> {
    let n_around = around.len();
    if node.get_type()? == isl::ScheduleNodeType::Band {
        for member in members(node)? {
            for end in ends {
                let Some(value) = of_statement(&member, &end.statement)? else { continue };
                if !value.involves_dims(isl::Dim::In, end.iterator, 1)? {
                    continue;
                }
                let mut is_known = counts(&value, end.iterator)?;
                for position in &end.depends_on {
                    let mut is_fixed = false;
                    for outer in around.iter() {
                        let outer = of_statement(outer, &end.statement)?;
                        is_fixed |= outer.is_some_and(|outer| is_alone(&outer, *position).unwrap_or(false));
                    }
                    is_known &= is_fixed;
                }
                if !is_known {
                    return Ok(false);
                }
            }
            around.push(member);
        }
    }
    for position in 0..node.n_children()? {
        if !are_known(&node.child(position)?, ends, around)? {
            return Ok(false);
        }
    }
    around.truncate(n_around);
    Ok(true)
}

/// Whether a member of a band counts the iterations of a loop around the statement whose end data say.
///
/// # Errors
/// isl's.
pub fn counts_to_exit(statement: &Statement, member: &isl::UnionPwAff) -> Result<bool, Error> {
    let Some(value) = of_statement(member, &statement.name)? else { return Ok(false) };
    for exit in statement.exits()? {
        if exit.side == Side::Upper && counts(&value, exit.iterator)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a member of a band counts what the ends of loops around the statement depend on, as `i` in `k < length[i]`: where it
/// stands inside of such a loop, each of its iterations is asked whether that goes on.
///
/// # Errors
/// isl's.
pub fn decides_ends(statement: &Statement, member: &isl::UnionPwAff) -> Result<bool, Error> {
    let Some(value) = of_statement(member, &statement.name)? else { return Ok(false) };
    for exit in statement.exits()? {
        for iterator in 0..statement.depth() {
            if statement.depends_on(exit.bound, iterator) && counts(&value, iterator)? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Whether data end the loop of a band of one member, for all statements in it.
///
/// # Errors
/// isl's.
pub fn is_ended_by_data(gdg: &Gdg, band: &isl::ScheduleNode) -> Result<bool, Error> {
    let member = band.band_get_partial_schedule()?.get_at(0)?;
    let statements = statements_in(gdg, &band.get_domain()?)?;
    for statement in &statements {
        if !counts_to_exit(statement, &member)? {
            return Ok(false);
        }
    }
    Ok(band.band_n_member()? == 1 && !statements.is_empty())
}

/// The band split above each member that counts a loop whose end depends on a member of the same band.
fn split_band(band: isl::ScheduleNode, ends: &[End]) -> Result<isl::ScheduleNode, Error> {
    let members = members(&band)?;
    let mut positions = vec![];
    let mut first = 0;
    for (position, member) in members.iter().enumerate() {
        for end in ends {
            let Some(value) = of_statement(member, &end.statement)? else { continue };
            if !value.involves_dims(isl::Dim::In, end.iterator, 1)? {
                continue;
            }
            for outer in &members[first..position] {
                let Some(outer) = of_statement(outer, &end.statement)? else { continue };
                let mut depends = false;
                for iterator in &end.depends_on {
                    depends |= outer.involves_dims(isl::Dim::In, *iterator, 1)?;
                }
                if depends {
                    positions.push(position);
                    first = position;
                    break;
                }
            }
        }
    }
    let mut node = band;
    positions.dedup();
    for position in positions.into_iter().rev() {
        node = node.band_split(position)?;
    }
    Ok(node)
}

/// The part of a member that is about a statement.
fn of_statement(member: &isl::UnionPwAff, statement: &str) -> Result<Option<isl::PwAff>, Error> {
    for part in member.get_pw_aff_list()?.to_vec()? {
        if part.get_domain_space()?.get_tuple_name(isl::Dim::Set)?.as_deref() == Some(statement) {
            return Ok(Some(part));
        }
    }
    Ok(None)
}

/// Whether a function is an iterator plus a constant.
fn counts(value: &isl::PwAff, iterator: usize) -> Result<bool, Error> {
    let space = isl::LocalSpace::from_space(&value.get_domain_space()?)?;
    Ok(value.sub(&isl::PwAff::var_on_domain(&space, isl::Dim::Set, iterator)?)?.is_cst()?)
}

/// Whether a function gives away the value of an iterator: it is that, or its negative, plus a constant.
fn is_alone(value: &isl::PwAff, iterator: usize) -> Result<bool, Error> {
    Ok(counts(value, iterator)? || counts(&value.neg()?, iterator)?)
}
