//! The passes, one file each.

mod buffer;
mod contract;
mod dataflow;
mod disambiguate;
mod distribute;
mod forward;
mod inspect;
mod place;
mod prefetch;
mod privatize;
mod reassociate;
mod schedule;
mod separate;
mod specialize;
mod unroll;
mod vectorize;

pub use buffer::Buffer;
pub(crate) use buffer::{localize, may_be_inside};
pub use contract::Contract;
pub(crate) use contract::{contract, fold_dimension};
pub use dataflow::Dataflow;
pub use disambiguate::Disambiguate;
pub(crate) use disambiguate::is_for_overlaps;
pub use distribute::Distribute;
pub use forward::Forward;
pub use inspect::Inspect;
pub use place::Place;
pub use prefetch::Prefetch;
pub use privatize::Privatize;
pub use reassociate::Reassociate;
pub use schedule::Schedule;
pub(crate) use schedule::TYPICAL_SIZE;
pub use separate::Separate;
pub use specialize::Specialize;
pub use unroll::Unroll;
pub use vectorize::Vectorize;
