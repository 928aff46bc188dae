//! Questions about orders: is it legal, what does a loop carry.

use polymill_isl as isl;

/// The part of `dependences` whose second instance does not come strictly after the first under `schedule`.
///
/// # Errors
/// isl's.
pub fn violations(dependences: &isl::UnionMap, schedule: &isl::Schedule) -> isl::Result<isl::UnionMap> {
    let time = schedule.get_map()?;
    let in_time = dependences.apply_domain(&time)?.apply_range(&time)?;
    let mut wrong = isl::UnionMap::empty(&dependences.get_space()?)?;
    for map in in_time.get_map_list()?.to_vec()? {
        let space = map.get_space()?.domain()?;
        let not_later = map.intersect(&isl::Map::lex_ge(&space)?)?.to_union_map()?;
        wrong = wrong.union(&not_later)?;
    }
    if wrong.is_empty()? {
        return isl::UnionMap::empty(&dependences.get_space()?);
    }
    // Back from times to instances.
    let back = time.reverse()?;
    wrong.apply_domain(&back)?.apply_range(&back)?.intersect(dependences)
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
