//! Schedules that run an instance more than once, as functions.

use polymill_isl as isl;

use crate::{Error, Result};

/// Takes a schedule apart into functions: the first has the first time of each instance, the second the second one, and so
/// on. A schedule that is a function already is the only one.
///
/// This is Algorithm 1 of the paper (section 4.4): the lexicographic minimum, then that of the rest, until nothing is left. As
/// it is printed there, the loop ends as soon as the rest is empty, and that is before the last minimum was added: of an
/// instance with two times only the first would be left. Here, what was taken from the rest is always added.
///
/// # Errors
/// [`Error::User`] if an instance has infinitely many times; [`Error::Unsupported`] if one has more than `max_copies`; isl's.
///
/// ```
/// use polymill_interchange::copies;
/// use polymill_isl as isl;
///
/// let ctx = isl::Context::new()?;
/// // Figure 4 of the paper: `Stmt[1]` runs at `[0, 1]` and at `[1, 0]`.
/// let schedule = "{ Stmt[i0] -> [t0, t1] : 0 <= t0 < 2 and 0 <= t1 < 2 and i0 = t0 + t1 }";
/// let copies = copies(&isl::Map::read(&ctx, schedule)?, 8)?;
/// assert_eq!(copies.len(), 2);
/// let first = isl::Map::read(&ctx, "{ Stmt[0] -> [0, 0]; Stmt[1] -> [0, 1]; Stmt[2] -> [1, 1] }")?;
/// assert!(copies[0].is_equal(&first)?);
/// assert!(copies[1].is_equal(&isl::Map::read(&ctx, "{ Stmt[1] -> [1, 0] }")?)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn copies(schedule: &isl::Map, max_copies: usize) -> Result<Vec<isl::Map>> {
    if schedule.is_single_valued()? {
        return Ok(vec![schedule.clone()]);
    }
    check_bounded(schedule)?;
    let mut found = vec![];
    let mut rest = schedule.clone();
    while !rest.is_empty()? {
        if found.len() == max_copies {
            return Err(Error::unsupported(format!(
                "the schedule runs an instance of `{}` more than {max_copies} times",
                schedule.get_tuple_name(isl::Dim::In)?.unwrap_or_default()
            )));
        }
        let earliest = rest.lexmin()?;
        rest = rest.subtract(&earliest)?;
        found.push(earliest.coalesce()?);
    }
    Ok(found)
}

/// Refuses a schedule that gives an instance infinitely many times.
pub(crate) fn check_bounded(schedule: &isl::Map) -> Result<()> {
    if is_bounded_for_each_instance(schedule)? {
        return Ok(());
    }
    Err(Error::user(format!(
        "the schedule gives instances of `{}` infinitely many times; bound the times of each instance",
        schedule.get_tuple_name(isl::Dim::In)?.unwrap_or_default()
    )))
}

/// Whether each instance has finitely many times, for each value of the parameters: two times of one are never infinitely far
/// apart.
///
/// # Errors
/// isl's.
pub fn is_bounded_for_each_instance(schedule: &isl::Map) -> isl::Result<bool> {
    let times = schedule.reverse()?.apply_range(schedule)?;
    times.deltas()?.is_bounded()
}
