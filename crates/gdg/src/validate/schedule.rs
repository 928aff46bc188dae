//! Schedule trees: what they run, and their marks.

use polymill_isl as isl;

use super::{ensure, in_part};
use crate::{Error, Gdg, Mark, Result};

/// `domain` holds the instances of all statements, for valid parameters.
pub(super) fn check(gdg: &Gdg, what: &str, schedule: &isl::Schedule, domain: &isl::UnionSet) -> Result<()> {
    in_part(
        || what.to_owned(),
        || {
            check_domain(gdg, schedule, domain)?;
            check_nodes(schedule)
        },
    )
}

/// For valid parameters, the tree runs the instances of the statements and no others.
fn check_domain(gdg: &Gdg, schedule: &isl::Schedule, expected: &isl::UnionSet) -> Result<()> {
    let valid = gdg.context.intersect(&gdg.assumptions)?;
    let (domain, expected) = (schedule.get_domain()?.intersect_params(&valid)?, expected.intersect_params(&valid)?);
    if domain.is_equal(&expected)? {
        return Ok(());
    }
    let (missing, extra) = (expected.subtract(&domain)?, domain.subtract(&expected)?);
    ensure(missing.is_empty()?, || format!("it does not run {missing}"))?;
    ensure(extra.is_empty()?, || format!("it runs {extra}, which are no instances"))
}

/// Sequences and sets hold something; marks are [`Mark`]s, and stand above bands of one member.
fn check_nodes(schedule: &isl::Schedule) -> Result<()> {
    let mut broken = None;
    schedule.get_root()?.every_descendant(|node: &isl::ScheduleNode| {
        broken = match node.get_type()? {
            isl::ScheduleNodeType::Mark => broken_mark(node)?,
            isl::ScheduleNodeType::Sequence | isl::ScheduleNodeType::Set if node.n_children()? == 0 => {
                Some("a sequence without children".to_owned())
            }
            _ => None,
        };
        Ok(broken.is_none())
    })?;
    broken.map_or(Ok(()), |message| Err(Error::Bug(message)))
}

fn broken_mark(node: &isl::ScheduleNode) -> isl::Result<Option<String>> {
    let name = node.mark_get_id()?.get_name()?.unwrap_or_default();
    if let Err(error) = name.parse::<Mark>() {
        return Ok(Some(error.to_string()));
    }
    let mut below = node.child(0)?;
    while below.get_type()? == isl::ScheduleNodeType::Mark {
        below = below.child(0)?;
    }
    let is_loop = below.get_type()? == isl::ScheduleNodeType::Band && below.band_n_member()? == 1;
    Ok(if is_loop { None } else { Some(format!("mark `{name}` does not stand above a band of one member")) })
}
