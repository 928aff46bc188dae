//! Questions about a GDG that change nothing: dataflow, legality of an order, live ranges, trip counts, reductions.

mod accumulation;
mod conditions;
mod count;
mod data_range;
mod dataflow;
mod dynamic;
mod function;
mod lengths;
mod order;
mod parts;
mod reach;
mod rows;
mod same_values;
mod uses;
mod values;

pub use accumulation::{Accumulation, ReductionOperator, accumulation};
pub use conditions::without_branches;
pub use count::{Accesses, Counts, counts, counts_at, n_points, n_points_at};
pub use dataflow::{array_flow, dependences, last_writes, live_out, recorded_flow};
pub use dynamic::has_exits;
pub use function::is_function;
pub use lengths::{Lengths, lengths};
pub use order::{carried, is_coincident, respects, violations};
pub use reach::{disjoint, untestable};
pub use rows::{RowLoops, ascending, row_loops, separated};
pub use same_values::{Difference, Example, same_values};
pub use values::ValueFlow;
