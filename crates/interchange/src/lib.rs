//! Schedules from outside.
//!
//! A schedule is a relation from statement instances to places in time, as researchers write it and as other tools
//! print it. [`reschedule`] applies one to a GDG. It may give an instance several times: then the instance runs again at each
//! of them, and what it computes need not be stored in between. The result is proven to compute the same values, or
//! refused with an example of what goes wrong.
//!
//! Recomputation is that of Jongen, Waeijen, Jordans, Jóźwiak and Corporaal, "Optimization Through Recomputation in the
//! Polyhedral Model" (IMPACT 2018), with the legality check that the paper leaves as future work.

mod copies;
mod error;
mod jscop;
mod openscop;
mod reschedule;
mod text;

pub use copies::{copies, is_bounded_for_each_instance};
pub use error::{Error, Result};
pub use jscop::{Jscop, JscopAccess, JscopAccessKind, JscopArray, JscopStatement, Matched, matched};
pub use openscop::{Extension, OpenScop, Polyhedron, Relation, RelationKind, Scop, ScopStatement};
pub use reschedule::{RescheduleOptions, reschedule, reschedule_changed, reschedule_unchecked};
pub use text::{GivenSchedule, read_schedules};
