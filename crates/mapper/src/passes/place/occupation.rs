//! Placement by the occupation test: a loop must have enough iterations for the grid.

use polymill_gdg::{Gdg, Mark};
use polymill_isl as isl;

use crate::trip_count::trip_count;
use crate::{Changed, Error, PassContext, tree};

/// The outermost loop that passes the occupation test, in each nest.
pub(super) fn place(gdg: &mut Gdg, cx: &mut PassContext<'_>) -> Result<Changed, Error> {
    let bare = Mark::Parallel.removed_from(&gdg.schedule)?;
    let valid = gdg.context.intersect(&gdg.assumptions)?;
    let mut placing = Placing { cx, valid };
    let placed = placing.below(&bare.get_root()?)?.get_schedule()?;
    let changed = !placed.plain_is_equal(&gdg.schedule)?;
    gdg.schedule = placed;
    Ok(if changed { Changed::Yes } else { Changed::No })
}

struct Placing<'a, 'b> {
    cx: &'a mut PassContext<'b>,
    /// The parameters for which the GDG is to be mapped.
    valid: isl::Set,
}

impl Placing<'_, '_> {
    /// Marks the outermost loops below the node, or the node's own, that pass the test.
    fn below(&mut self, node: &isl::ScheduleNode) -> Result<isl::ScheduleNode, Error> {
        let mut node = node.clone();
        if node.get_type()? == isl::ScheduleNodeType::Mark {
            // The copies of an unrolled loop are no iterations.
            return Ok(node);
        }
        if node.get_type()? == isl::ScheduleNodeType::Band && node.band_n_member()? == 1 {
            match self.occupation(&node)? {
                Occupation::Never => {}
                Occupation::Always => return tree::insert_mark(&node, Mark::Parallel),
                Occupation::Unless(too_small) => {
                    self.cx.specializations.push(too_small.into());
                    return tree::insert_mark(&node, Mark::Parallel);
                }
            }
        }
        for position in 0..node.n_children()? {
            node = self.below(&node.child(position)?)?.parent()?;
        }
        Ok(node)
    }

    /// Whether the loop of a band passes the test. Where it is not reached at all, that does not matter.
    fn occupation(&self, band: &isl::ScheduleNode) -> Result<Occupation, Error> {
        if !band.band_member_get_coincident(0)? {
            return Ok(Occupation::Never);
        }
        let placement = &self.cx.settings.placement;
        let occupancy = placement.occupancy(GRID_DIMENSION);
        let processors = self.cx.machine.grid.get(GRID_DIMENSION).copied().unwrap_or(1);
        let number = |value: i64| isl::Val::int_from_si(band.ctx(), value);
        let needed = number(processors.into())?.mul(&number(occupancy.numerator().into())?)?;
        let scaled = trip_count(band, placement.trip_count)?.scale_val(&number(occupancy.denominator().into())?)?;
        let needed = isl::PwAff::val_on_domain(&scaled.domain()?, &needed)?;
        let reached = scaled.domain()?.intersect(&self.valid)?;
        let too_small = scaled.lt_set(&needed)?.intersect(&reached)?;
        if too_small.is_empty()? {
            return Ok(Occupation::Always);
        }
        if reached.is_subset(&too_small)? {
            return Ok(Occupation::Never);
        }
        // Where the loop is not reached, the simpler condition is right.
        let without = too_small.gist(&reached)?.coalesce()?;
        let with = self.valid.subtract(&scaled.ge_set(&needed)?)?.gist(&self.valid)?.coalesce()?;
        let is_simpler = with.n_basic_set()? < without.n_basic_set()?;
        Ok(Occupation::Unless(if is_simpler { with } else { without }))
    }
}

/// For which parameters a loop passes the occupation test.
enum Occupation {
    Always,
    /// For none, or it carries a dependence.
    Never,
    /// For all but these.
    Unless(isl::Set),
}

/// OpenMP's threads are a grid of one dimension.
const GRID_DIMENSION: usize = 0;
