//! Running lowered loops at small sizes, on symbolic values.
//!
//! The original program and the loops are both run with memory that holds _terms_ in place of numbers: what a statement
//! writes is a term made of its name, its iterators and the terms that it reads. If each instance reads the same terms as
//! in the original, and the same terms are live-out, then the loops compute the same for all data. Where accesses are not
//! exact (`A[idx[i]]`), all that may be read is read, and all that may be written is changed, so that any change of order
//! shows. Iterations of parallel and simd loops must not use the same memory if one of them writes it.

mod execute;
mod exits;
mod memory;
mod products;
mod sizes;
mod tables;
mod terms;

use std::fmt;

use polymill_gdg::{Gdg, Param};
use polymill_lower::LoopNest;

use crate::points::Point;
use crate::{Error, Result};
use execute::{Reference, run_loops, run_original};
use tables::Tables;
use terms::Terms;

pub use sizes::small_sizes;

/// How much to replay.
#[derive(Clone, Debug)]
pub struct ReplayOptions {
    /// Values of the GDG's parameters, run by run; chosen by [`small_sizes`] if there are none.
    pub sizes: Vec<Vec<i64>>,
    /// Runs with more statement instances than this are left out.
    pub max_instances: usize,
}

impl Default for ReplayOptions {
    fn default() -> Self {
        Self { sizes: vec![], max_instances: 1500 }
    }
}

/// What was replayed without finding anything wrong.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Replayed {
    /// The values of the parameters in each run.
    pub sizes: Vec<Vec<i64>>,
    /// Statement instances, all runs together.
    pub n_instances: usize,
    /// Iterations, all runs together, that only find that data have ended a loop around: it runs to its static upper bound.
    pub n_empty: usize,
}

/// The smallest run in which the loops go wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mismatch {
    /// Names and values of the parameters.
    pub params: Vec<(String, i64)>,
    /// What is wrong.
    pub fault: Fault,
}

/// How loops can be wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// An instance does not run.
    Missing(Point),
    /// An instance runs more than once.
    Twice(Point),
    /// An instance runs that the domain does not have.
    Outside(Point),
    /// An instance reads another value than in the original.
    Value {
        /// The instance that reads.
        reader: Point,
        /// What it reads, as the source spells it.
        element: String,
        /// Who wrote the value in the original; `None` for a value from before.
        expected: Option<Point>,
        /// Who wrote it in the loops.
        found: Option<Point>,
    },
    /// An instance runs although a loop around it has ended.
    Ended(Point),
    /// A live-out element has another value in the end.
    LiveOut {
        /// The element, as the source spells it.
        element: String,
        /// Who wrote the value in the original; `None` for a value from before.
        expected: Option<Point>,
        /// Who wrote it in the loops.
        found: Option<Point>,
    },
    /// Two iterations of a parallel or simd loop use the same memory, and one of them writes it.
    Race {
        /// The loop's iterator.
        iterator: String,
        /// One instance.
        first: Point,
        /// The other.
        second: Point,
        /// The element, as the source spells it.
        element: String,
    },
    /// A local array is used outside of its bounds or its declaration.
    Bounds {
        /// The instance.
        instance: Point,
        /// The element.
        element: String,
    },
    /// The subscripts that are printed name another element than the access relation.
    Subscript {
        /// The instance.
        instance: Point,
        /// The element that the relation names.
        element: String,
    },
}

/// Runs `nest`, which was lowered from `mapped`, at small sizes and compares it with `original`, the GDG before it was
/// mapped (or `mapped` itself, if no pass has changed its arrays): each instance of each domain runs exactly once, all
/// reads see the same values, the same values are live-out, and iterations of parallel loops are independent. The sizes are
/// in the context of `mapped`.
///
/// # Errors
/// [`Error::Replay`] with the first mismatch in the smallest run that has one; [`Error::Unsupported`] if there are no
/// sizes that are small enough; isl's.
pub fn replay(original: &Gdg, mapped: &Gdg, nest: &LoopNest, options: &ReplayOptions) -> Result<Replayed> {
    let mapped = &*products::at_readers(original, mapped);
    let chosen = if options.sizes.is_empty() { small_sizes(mapped)? } else { options.sizes.clone() };
    let mut replayed = Replayed::default();
    let mut left_out = "no sizes are small enough to be replayed".to_owned();
    for params in chosen {
        match replay_run(original, mapped, nest, &params, options.max_instances) {
            Ok(Some(Run { n_instances, n_empty })) => {
                replayed.n_instances += n_instances;
                replayed.n_empty += n_empty;
                replayed.sizes.push(params);
            }
            Ok(None) => {}
            Err(Problem::Fault(fault)) => {
                let names = original.params.iter().map(Param::spelled);
                return Err(Error::Replay(Box::new(Mismatch { params: names.zip(params).collect(), fault: *fault })));
            }
            Err(Problem::Other(Error::Unsupported(why))) => left_out = why,
            Err(Problem::Other(error)) => return Err(error),
        }
    }
    if replayed.sizes.is_empty() {
        return Err(Error::Unsupported(left_out));
    }
    Ok(replayed)
}

/// One run; `None` if the loops are not valid for these parameters, or if the original program has no meaning for them
/// because it leaves the bounds of its arrays.
fn replay_run(
    original: &Gdg,
    mapped: &Gdg,
    nest: &LoopNest,
    params: &[i64],
    max_instances: usize,
) -> Result<Option<Run>, Problem> {
    let param = |id: polymill_gdg::ParamId| params.get(id.index()).copied().map_or(0, i128::from);
    let no_vars = |_: polymill_lower::VarId| 0;
    match nest.assumptions.eval(&no_vars, &param) {
        Some(true) => {}
        Some(false) => return Ok(None),
        None => return Err(Error::Bug("the assumptions cannot be evaluated".to_owned()).into()),
    }
    let mut terms = Terms::new(mapped)?;
    let before = Tables::new(original, params, max_instances)?;
    if !before.is_in_bounds()? {
        return Ok(None);
    }
    let after = Tables::new(mapped, params, max_instances)?;
    let reference: Reference = run_original(&before, &mut terms)?;
    let n_empty = run_loops(&after, nest, &reference, &mut terms)?;
    Ok(Some(Run { n_instances: after.n_instances(), n_empty }))
}

/// A run that went well: see [`Replayed`].
struct Run {
    n_instances: usize,
    n_empty: usize,
}

/// A fault in the loops, or an error of the check.
pub(crate) enum Problem {
    Fault(Box<Fault>),
    Other(Error),
}

impl Problem {
    fn fault(fault: Fault) -> Self {
        Self::Fault(Box::new(fault))
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        Self::Other(error)
    }
}

impl From<polymill_isl::Error> for Problem {
    fn from(error: polymill_isl::Error) -> Self {
        Self::Other(error.into())
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.params.is_empty() {
            let params: Vec<_> = self.params.iter().map(|(name, value)| format!("{name} = {value}")).collect();
            write!(f, "with {}: ", params.join(", "))?;
        }
        write!(f, "{}", self.fault)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let writer =
            |writer: &Option<Point>| writer.as_ref().map_or("from before".to_owned(), |point| format!("of {point}"));
        match self {
            Self::Missing(point) => write!(f, "{point} does not run"),
            Self::Twice(point) => write!(f, "{point} runs more than once"),
            Self::Outside(point) => write!(f, "{point} runs, but is not in the domain"),
            Self::Ended(point) => write!(f, "{point} runs, but the loop around it has ended"),
            Self::Value { reader, element, expected, found } => {
                let (expected, found) = (writer(expected), writer(found));
                if expected == found {
                    return write!(f, "{reader} reads from `{element}` a value {found} that was computed from others");
                }
                write!(f, "{reader} reads the value {found} from `{element}` in place of the value {expected}")
            }
            Self::LiveOut { element, expected, found } => {
                let (expected, found) = (writer(expected), writer(found));
                write!(f, "`{element}` is left with the value {found} in place of the value {expected}")
            }
            Self::Race { iterator, first, second, element } => {
                write!(
                    f,
                    "{first} and {second} use `{element}` in different iterations of the parallel loop `{iterator}`"
                )
            }
            Self::Bounds { instance, element } => write!(f, "{instance} uses `{element}`, which is not declared there"),
            Self::Subscript { instance, element } => write!(f, "{instance} prints other subscripts than `{element}`"),
        }
    }
}
