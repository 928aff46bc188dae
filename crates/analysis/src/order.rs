//! Questions about orders: is it legal, what does a loop carry.

use polymill_isl as isl;

/// The part of `dependences` whose second instance does not come strictly after the first under `schedule`. Children of a set
/// node are in no order.
///
/// # Errors
/// isl's; [`isl::Error::Callback`] if the tree has expansion or extension nodes.
pub fn violations(dependences: &isl::UnionMap, schedule: &isl::Schedule) -> isl::Result<isl::UnionMap> {
    let wrong = isl::UnionMap::empty(&dependences.get_space()?)?;
    violations_below(&schedule.get_root()?, dependences, wrong)
}

/// `wrong`, and which of the dependences the node does not respect; what is above puts their instances at the same place.
fn violations_below(
    node: &isl::ScheduleNode,
    dependences: &isl::UnionMap,
    mut wrong: isl::UnionMap,
) -> isl::Result<isl::UnionMap> {
    use isl::ScheduleNodeType as Kind;
    if dependences.is_empty()? {
        return Ok(wrong);
    }
    match node.get_type()? {
        Kind::Leaf => wrong.union(dependences),
        Kind::Band => {
            let members = node.band_get_partial_schedule()?;
            let mut together = dependences.clone();
            for position in 0..members.size()? {
                let member = isl::MultiUnionPwAff::from_union_pw_aff(&members.get_at(position)?)?;
                wrong = wrong.union(&together.lex_gt_at_multi_union_pw_aff(&member)?)?;
                together = together.eq_at_multi_union_pw_aff(&member)?;
            }
            violations_below(&node.child(0)?, &together, wrong)
        }
        kind @ (Kind::Sequence | Kind::Set) => {
            let mut later = isl::UnionSet::empty(&dependences.get_space()?)?;
            for position in (0..node.n_children()?).rev() {
                let child = node.child(position)?;
                let own = child.filter_get_filter()?;
                let from_own = dependences.intersect_domain(&own)?;
                if kind == Kind::Set {
                    wrong = wrong.union(&from_own.intersect_range(&later)?)?;
                }
                wrong = wrong.union(&dependences.intersect_domain(&later)?.intersect_range(&own)?)?;
                wrong = violations_below(&child.child(0)?, &from_own.intersect_range(&own)?, wrong)?;
                later = later.union(&own)?;
            }
            Ok(wrong)
        }
        Kind::Expansion | Kind::Extension => Err(isl::Error::other("instances are made inside of the schedule")),
        _ => violations_below(&node.child(0)?, dependences, wrong),
    }
}

/// Whether `schedule` runs the second instance of each dependence after the first.
///
/// # Errors
/// isl's.
pub fn respects(dependences: &isl::UnionMap, schedule: &isl::Schedule) -> isl::Result<bool> {
    violations(dependences, schedule)?.is_empty()
}

/// The dependences between instances that the loops outside of `band` leave together and that the members before
/// `member` leave together as well, but which `member` puts into different iterations.
///
/// # Errors
/// isl's, or if `band` is not a band node.
pub fn carried(dependences: &isl::UnionMap, band: &isl::ScheduleNode, member: usize) -> isl::Result<isl::UnionMap> {
    let outside = band.get_prefix_schedule_multi_union_pw_aff()?;
    let inside = band.get_domain()?;
    let mut local = dependences.intersect_domain(&inside)?.intersect_range(&inside)?;
    if outside.size()? > 0 {
        local = local.eq_at_multi_union_pw_aff(&outside)?;
    }
    let schedule = band.band_get_partial_schedule()?;
    for before in 0..member {
        local = local.eq_at_multi_union_pw_aff(&isl::MultiUnionPwAff::from_union_pw_aff(&schedule.get_at(before)?)?)?;
    }
    let this = isl::MultiUnionPwAff::from_union_pw_aff(&schedule.get_at(member)?)?;
    let together = local.eq_at_multi_union_pw_aff(&this)?;
    local.subtract(&together)
}

/// Whether no dependence is carried by this member of the band, given the members before it.
///
/// # Errors
/// As [`carried`].
pub fn is_coincident(dependences: &isl::UnionMap, band: &isl::ScheduleNode, member: usize) -> isl::Result<bool> {
    carried(dependences, band, member)?.is_empty()
}
