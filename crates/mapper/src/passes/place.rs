//! `place`: decides which loops run on the processor grid, and for which sizes.

mod occupation;
mod work;

use polymill_gdg::Gdg;

use crate::{Changed, Error, Pass, PassContext, PlacementTest};

/// Decides which loops run in parallel (_Static versioning_, section 4.2). Where that depends on parameters, it asks for a
/// version for the sizes that are too small.
pub struct Place;

impl Pass for Place {
    fn name(&self) -> &'static str {
        "place"
    }

    fn description(&self) -> &'static str {
        "Decides which loops run on the processor grid: those that are predicted to pay, or with enough iterations. Where \
         that depends on parameters, a version of the GDG is made for the sizes that are too small."
    }

    fn completes(&self) -> bool {
        true
    }

    fn run(&self, gdg: &mut Gdg, cx: &mut PassContext<'_>) -> Result<Changed, Error> {
        if gdg.dependences.is_none() || !cx.settings.parallel {
            return Ok(Changed::No);
        }
        match cx.settings.placement.test {
            // Without versions, what `schedule` chose for the usual sizes is for all.
            PlacementTest::Work if cx.settings.max_versions < 2 => Ok(Changed::No),
            // So is what the user asked for.
            PlacementTest::Work if !cx.settings.tile_sizes.is_empty() => Ok(Changed::No),
            PlacementTest::Work => work::place(gdg, cx),
            PlacementTest::Occupation => occupation::place(gdg, cx),
        }
    }
}
