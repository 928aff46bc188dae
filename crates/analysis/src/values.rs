//! Where single accesses get their values.

use polymill_gdg::{ArrayId, Gdg};
use polymill_isl as isl;

use crate::dynamic::{Flow, has_exits};
use crate::uses::Flows;

/// Where the values come from that a part of the reads sees.
#[derive(Clone, Debug)]
pub struct ValueFlow {
    /// Write instance to read instance.
    pub flow: isl::UnionMap,
    /// Reads of values from before the region: instance to element.
    pub from_before: isl::UnionMap,
}

/// What isl has found about the arrays of interest, and what the exits of loops say.
pub(crate) fn resolved(gdg: &Gdg, flow: &Flows, of_interest: impl Fn(ArrayId) -> bool) -> isl::Result<ValueFlow> {
    let from_before = flow.may_no_source()?;
    if !has_exits(gdg)? {
        return Ok(ValueFlow { flow: flow.may_dependence()?, from_before });
    }
    let full = Flow { flow: flow.full_may_dependence()?, from_before };
    let Flow { flow, from_before } = full.without_overwritten(gdg, of_interest)?;
    Ok(ValueFlow { flow: flow.range_factor_domain()?, from_before })
}
