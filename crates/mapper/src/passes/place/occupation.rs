//! Placement by the occupation test: a loop must have enough iterations for the grid.

use polymill_gdg::{Gdg, Mark};
use polymill_isl as isl;

use crate::questions::trip_count::trip_count;
use crate::{Changed, Error, PassContext, tree};

/// In each nest, the outermost loops that pass the occupation test, one inside the other: one for each dimension of the
/// processor grid.
pub(super) fn place(gdg: &mut Gdg, cx: &mut PassContext<'_>) -> Result<Changed, Error> {
    let bare = Mark::Parallel.removed_from(&gdg.schedule)?;
    let valid = gdg.context.intersect(&gdg.assumptions)?;
    let mut placing = Placing { cx, valid, gdg };
    let placed = placing.below(&bare.get_root()?, 0)?.get_schedule()?;
    let changed = !placed.plain_is_equal(&gdg.schedule)?;
    gdg.schedule = placed;
    Ok(if changed { Changed::Yes } else { Changed::No })
}

struct Placing<'a, 'b> {
    cx: &'a mut PassContext<'b>,
    /// The parameters for which the GDG is to be mapped.
    valid: isl::Set,
    gdg: &'a Gdg,
}

impl Placing<'_, '_> {
    /// Marks the outermost loops below the node, or the node's own, that pass the test for this dimension of the grid;
    /// inside of them, those for the next one.
    fn below(&mut self, node: &isl::ScheduleNode, dimension: usize) -> Result<isl::ScheduleNode, Error> {
        let mut node = node.clone();
        if dimension >= self.cx.machine.grid.len().max(1) || node.get_type()? == isl::ScheduleNodeType::Mark {
            // The copies of an unrolled loop are no iterations.
            return Ok(node);
        }
        if node.get_type()? == isl::ScheduleNodeType::Band && node.band_n_member()? == 1 {
            let occupation = self.occupation(&node, dimension)?;
            if let Occupation::Unless(too_small) = &occupation {
                self.cx.specializations.push(too_small.clone().into());
            }
            if !matches!(occupation, Occupation::Never) {
                let inside = self.below(&node.child(0)?, dimension + 1)?;
                return tree::insert_mark(&inside.parent()?, Mark::Parallel);
            }
        }
        for position in 0..node.n_children()? {
            node = self.below(&node.child(position)?, dimension)?.parent()?;
        }
        Ok(node)
    }

    /// Whether the loop of a band passes the test. Where it is not reached at all, that does not matter.
    fn occupation(&self, band: &isl::ScheduleNode, dimension: usize) -> Result<Occupation, Error> {
        if !band.band_member_get_coincident(0)? {
            return Ok(Occupation::Never);
        }
        let placement = &self.cx.settings.placement;
        let occupancy = placement.occupancy(dimension);
        let processors = self.cx.machine.grid.get(dimension).copied().unwrap_or(1);
        let number = |value: i64| isl::Val::int_from_si(band.ctx(), value);
        let needed = number(processors.into())?.mul(&number(occupancy.numerator().into())?)?;
        let scaled = trip_count(band, placement.trip_count)?.scale_val(&number(occupancy.denominator().into())?)?;
        let needed = isl::PwAff::val_on_domain(&scaled.domain()?, &needed)?;
        let reached = self.gdg.for_any_data(&scaled.domain()?.intersect(&self.valid)?)?;
        let too_small = self.gdg.for_any_data(&scaled.lt_set(&needed)?.intersect(&reached)?)?;
        if too_small.is_empty()? {
            return Ok(Occupation::Always);
        }
        if reached.is_subset(&too_small)? {
            return Ok(Occupation::Never);
        }
        // Where the loop is not reached, the simpler condition is right, unless only data tell where that is.
        let without = too_small.gist(&reached)?.coalesce()?;
        let with = self.valid.subtract(&scaled.ge_set(&needed)?)?.gist(&self.valid)?.coalesce()?;
        let is_simpler = with.n_basic_set()? < without.n_basic_set()? && !self.depends_on_data(&with)?;
        Ok(Occupation::Unless(if is_simpler { with } else { without }))
    }

    fn depends_on_data(&self, sizes: &isl::Set) -> Result<bool, Error> {
        Ok(!self.gdg.for_any_data(sizes)?.is_equal(sizes)?)
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
