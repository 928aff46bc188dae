//! Where single accesses get their values.

use polymill_gdg::{AccessKind, ArrayId, Gdg};
use polymill_isl as isl;

use crate::dynamic::{Flow, has_exits};
use crate::uses::{Flows, Order, Uses};

/// Where the values come from that a part of the reads sees.
#[derive(Clone, Debug)]
pub struct ValueFlow {
    /// Write instance to read instance.
    pub flow: isl::UnionMap,
    /// Reads of values from before the region: instance to element.
    pub from_before: isl::UnionMap,
}

/// The value flow through one array under the original order, with the elements in which the values are.
pub(crate) fn full_flow(gdg: &Gdg, order: &Order, array: ArrayId) -> isl::Result<Flow> {
    let of_kind =
        |select: &dyn Fn(AccessKind) -> bool| gdg.accesses(|access| access.array == array && select(access.kind));
    let flow = order.flow(&Uses {
        sinks: &of_kind(&AccessKind::is_read)?,
        must_sources: Some(&of_kind(&|kind| kind == AccessKind::MustWrite)?),
        may_sources: Some(&of_kind(&|kind| kind == AccessKind::MayWrite)?),
        kills: Some(&of_kind(&|kind| kind == AccessKind::Kill)?),
    })?;
    let full = Flow { flow: flow.full_may_dependence()?, from_before: flow.may_no_source()? };
    if has_exits(gdg)? { full.without_overwritten(gdg, |other| other == array) } else { Ok(full) }
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
