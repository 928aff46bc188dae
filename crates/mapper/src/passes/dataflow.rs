//! `dataflow`: computes the dependences.

use polymill_gdg::Gdg;

use crate::{Changed, Error, Pass, PassContext};

/// Computes the dependences of the GDG under its original order.
pub struct Dataflow;

impl Pass for Dataflow {
    fn name(&self) -> &'static str {
        "dataflow"
    }

    fn description(&self) -> &'static str {
        "Computes flow, anti and output dependences of the original order: value-based where accesses are exact, \
         memory-based otherwise."
    }

    fn is_essential(&self) -> bool {
        true
    }

    fn run(&self, gdg: &mut Gdg, _: &mut PassContext<'_>) -> Result<Changed, Error> {
        gdg.dependences = Some(polymill_analysis::dependences(gdg)?);
        Ok(Changed::Yes)
    }
}
