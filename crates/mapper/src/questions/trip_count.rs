//! How many iterations a loop of a schedule tree has.

use polymill_isl as isl;

use crate::{Error, TripCount, tree};

/// The trip count of the loop of a band with one member, as a function of the parameters. It is defined where the loop is
/// reached; steps, as those of loops over tiles, are taken into account. Statements that share the loop share its
/// iterations.
///
/// # Errors
/// isl's.
pub fn trip_count(band: &isl::ScheduleNode, which: TripCount) -> Result<isl::PwAff, Error> {
    let counts = trip_counts(band)?;
    let (least, most) = (counts.dim_min(0)?, counts.dim_max(0)?);
    Ok(match which {
        TripCount::Maximum => most,
        TripCount::Minimum => least,
        TripCount::Average => {
            let two = isl::Val::int_from_si(band.ctx(), 2)?;
            least.add(&most)?.scale_down_val(&two)?
        }
    })
}

/// The trip counts for all iterations of the loops around, as a set of integers.
fn trip_counts(band: &isl::ScheduleNode) -> Result<isl::Set, Error> {
    let domain = band.get_domain()?;
    let member = tree::members(band)?.into_iter().next();
    let member = member.ok_or_else(|| Error::Bug("a band without members".to_owned()))?;
    let values = isl::UnionMap::from_union_pw_aff(&member)?.intersect_domain(&domain)?;
    let around = band.get_prefix_schedule_union_map()?.intersect_domain(&domain)?;
    // From the iterations of the loops around to the values that the iterator has.
    let values = isl::Map::from_union_map(&around.reverse()?.apply_range(&values)?)?;
    let step = values.range()?.get_stride_info(0)?.get_stride()?;
    let (first, last) = (values.lexmin_pw_multi_aff()?, values.lexmax_pw_multi_aff()?);
    let spans = isl::Map::from_pw_multi_aff(&last.sub(&first)?)?.range()?;
    let one = isl::Val::int_from_si(band.ctx(), 1)?;
    let count = isl::PwMultiAff::identity_on_domain_space(&spans.get_space()?)?;
    let count = count.scale_down_val(&step)?.add_constant_val(&one)?;
    Ok(spans.apply(&isl::Map::from_pw_multi_aff(&count)?)?)
}
