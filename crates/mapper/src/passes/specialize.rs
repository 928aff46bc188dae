//! `specialize`: the versions that the user wants.

use polymill_gdg::Gdg;

use crate::{Changed, Error, Pass, PassContext};

/// Asks for the versions that the user wants (`#pragma polymill version(n == 64)`). What follows then knows more of their
/// parameters: loops with a known number of iterations, strides that are known.
pub struct Specialize;

impl Pass for Specialize {
    fn name(&self) -> &'static str {
        "specialize"
    }

    fn description(&self) -> &'static str {
        "Asks for the versions that the user wants, so that what follows knows more of their parameters."
    }

    fn run(&self, gdg: &mut Gdg, cx: &mut PassContext<'_>) -> Result<Changed, Error> {
        for wanted in &gdg.wanted {
            // A version that was asked for does not ask again.
            if gdg.context.is_subset(wanted)? {
                return Ok(Changed::No);
            }
        }
        cx.specializations.extend(gdg.wanted.iter().cloned().map(Into::into));
        Ok(Changed::No)
    }
}
