//! Legality proofs, replay, differential runs and the random program generator.
//!
//! - [`check_schedule`] proves that a schedule keeps all dependences; [`witness`] makes the smallest example of one.
//! - [`check_overlaps`] proves that arrays which are taken not to overlap were tested.
//! - [`check_printed`] proves it again of the loops that are printed.
//! - [`replay()`] runs lowered loops at small sizes on symbolic values.
//! - [`Differential`] runs the original and the transformed function on the same data.
//! - [`fuzz`] sends random programs through a transformation.
//! - [`schedules`] makes random schedules; [`random`] makes C programs, and makes those that fail small.

mod conflicts;
mod differential;
mod error;
pub mod fuzz;
mod legality;
mod overlaps;
mod places;
mod points;
mod printed;
pub mod random;
mod replay;
pub mod schedules;
mod witness;

pub use conflicts::{Conflicts, conflicts, unfounded_flow};
pub use differential::{
    Argument, Compared, Difference, Differential, Differs, Element, Field, Function, Memory, Returned, Size, Sizes,
};
pub use error::{Error, Result};
pub use legality::{Claim, DependenceKind, Trust, Violation, check_schedule};
pub use overlaps::check_overlaps;
pub use points::Point;
pub use printed::check_printed;
pub use replay::{Fault, Mismatch, ReplayOptions, Replayed, replay, small_sizes};
pub use witness::{Conflict, Witness, witness};
