//! `separate`: a version for rows that share no elements.

use polymill_gdg::{Definition, Gdg};

use crate::{Changed, Error, Pass, PassContext, Specialization};

/// Where loops run from one element of an array to the next, as over the rows of a sparse matrix, and dependences say that
/// two rows may share elements, asks for a version in which these elements of the array do not decrease, so that the rows share
/// none: the generated code looks at the array and then chooses.
pub struct Separate;

impl Pass for Separate {
    fn name(&self) -> &'static str {
        "separate"
    }

    fn description(&self) -> &'static str {
        "Where data say between which elements loops run, and loops around may meet the same element again, asks for a version \
         in which they do not, which runs if a look at the data says so."
    }

    fn run(&self, gdg: &mut Gdg, cx: &mut PassContext<'_>) -> Result<Changed, Error> {
        let Some(dependences) = &gdg.dependences else { return Ok(Changed::No) };
        if !dependences.ordering()?.is_disjoint(&polymill_analysis::separated(gdg)?)? {
            // The test that was asked for is passed here.
            gdg.dependences = Some(polymill_analysis::dependences(gdg)?);
            return Ok(Changed::Yes);
        }
        if cx.settings.max_versions >= 2
            && let Some(test) = polymill_analysis::ascending(gdg)?
        {
            cx.specializations.push(Specialization::for_passed(gdg, "ascending", Definition::Ascending(test))?);
        }
        Ok(Changed::No)
    }
}
