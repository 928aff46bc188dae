//! Running the original and the transformed function on the same data.

mod data;
mod doubts;
mod function;
mod numbers;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt;
use std::time::Duration;

use polymill_native::{Arg, CCompiler, CallLimits, Callable, Error as NativeError, Value};

use crate::{Error, Result};
use data::Data;

pub use function::{Argument, Element, Field, Function, Memory, Returned, Size, Sizes};

/// What to compare, and how.
#[derive(Debug)]
pub struct Differential<'a> {
    /// The file as it was.
    pub original: &'a str,
    /// The file after the transformation.
    pub transformed: &'a str,
    /// The function that is called; both files define it with the same parameters.
    pub function: &'a Function,
    /// The compiler.
    pub compiler: &'a CCompiler,
    /// Flags for both files, such as `-I`, `-D` and `-O2`; `-ffp-contract=off` is always added, and `-fopenmp` for the
    /// transformed file.
    pub flags: &'a [OsString],
    /// For each call the integer arguments, and whatever else the sizes of memory are made of, by name.
    pub sizes: &'a [Sizes],
    /// Numbers of threads for the transformed function.
    pub threads: &'a [usize],
    /// The seed of the data.
    pub seed: u64,
    /// The longest time that a call may take.
    pub time_limit: Duration,
    /// Those of the sizes that may be larger, should the original function leave its memory: what a pointer points to.
    pub open: &'a [String],
}

/// What was compared without finding a difference.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Compared {
    /// The number of calls of the transformed function.
    pub n_calls: usize,
    /// Why calls were left out, one reason for each.
    pub left_out: Vec<String>,
}

/// Where the two functions differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The integer arguments.
    pub sizes: Sizes,
    /// The number of threads.
    pub n_threads: usize,
    /// What differs.
    pub what: Differs,
}

/// What differs between two calls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Differs {
    /// An element of an array, or the result.
    Value {
        /// As C spells it.
        element: String,
        /// What the original function leaves there.
        expected: String,
        /// What the transformed function leaves there.
        found: String,
    },
    /// The transformed function writes behind the end of an array.
    Overrun {
        /// The array.
        array: String,
    },
    /// The transformed function crashes.
    Failure(String),
    /// The transformed function takes longer than it may; it may compute the same.
    Time(Duration),
}

/// A call of the original function.
struct Reference {
    /// As asked for, or with more memory.
    sizes: Sizes,
    before: Data,
    expected: Data,
    result: Value,
}

/// Why a comparison ended.
enum Stop {
    /// It makes no sense for these sizes.
    LeftOut(String),
    /// The calls that were made took long enough.
    TooLong {
        n_calls: usize,
        reason: String,
    },
    Error(Error),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        match error {
            Error::Unsupported(reason) => Self::LeftOut(reason),
            error => Self::Error(error),
        }
    }
}

/// How often, and by how much, memory is enlarged.
const N_ENLARGEMENTS: usize = 4;
const ENLARGEMENT: i64 = 8;

/// All enlarged memory of a call is smaller, in bytes.
const MAX_ENLARGED: usize = 1 << 26;

/// What is the same wherever the program was built.
fn how_it_failed(error: &NativeError) -> String {
    match error {
        NativeError::ProgramFailed { status, stderr, .. } => {
            let last_words = stderr.lines().next_back().map_or(String::new(), |line| format!(": {line}"));
            format!("{status}{last_words}")
        }
        NativeError::TimedOut { limit, .. } => format!("it takes more than {} s", limit.as_secs_f64()),
        other => other.to_string(),
    }
}

/// Whether a program was stopped because it used memory that is not its own.
fn is_bad_access(error: &NativeError) -> bool {
    let NativeError::ProgramFailed { status, .. } = error else { return false };
    let text = status.to_string();
    ["SIGSEGV", "SIGBUS"].iter().any(|signal| text.contains(signal))
}

impl Differential<'_> {
    /// Calls both functions with each of the sizes, and the transformed one with each number of threads, and compares
    /// all memory bit for bit. Sizes are left out for which the original function fails by itself or uses memory that is
    /// not its own, and calls that take too long, as all those behind them.
    ///
    /// # Errors
    /// [`Error::Differs`] with the first element that differs; [`Error::Unsupported`] if nothing could be compared;
    /// [`Error::Native`] if the transformed file cannot be built.
    pub fn run(&self) -> Result<Compared> {
        let original = self
            .build(self.original, &[])
            .map_err(|error| Error::Unsupported(format!("the original cannot be built: {error}")))?;
        let transformed = self.build(self.transformed, &["-fopenmp"])?;
        let mut compared = Compared::default();
        for (position, sizes) in self.sizes.iter().enumerate() {
            match self.compare(&original, &transformed, sizes, self.seed.wrapping_add(position as u64)) {
                Ok(n_calls) => compared.n_calls += n_calls,
                Err(Stop::LeftOut(reason)) => compared.left_out.push(reason),
                Err(Stop::TooLong { n_calls, reason }) => {
                    compared.n_calls += n_calls;
                    compared.left_out.push(reason);
                    break;
                }
                Err(Stop::Error(error)) => return Err(error),
            }
        }
        if compared.n_calls == 0 {
            let reason = compared.left_out.into_iter().next();
            return Err(Error::Unsupported(reason.unwrap_or_else(|| "there is nothing to call it with".to_owned())));
        }
        Ok(compared)
    }

    /// Compares the functions for one of the sizes. Returns the number of calls.
    fn compare(&self, original: &Callable, transformed: &Callable, sizes: &Sizes, seed: u64) -> Result<usize, Stop> {
        let reference = self.reference(original, sizes, seed)?;
        let Reference { sizes, before, expected, result } = &reference;
        for (n_calls, n_threads) in self.threads.iter().enumerate() {
            let mut found = before.clone();
            let what = match self.call(transformed, &mut found, sizes, *n_threads) {
                Err(NativeError::TimedOut { limit, .. }) => {
                    let call =
                        Difference { sizes: self.arguments(sizes), n_threads: *n_threads, what: Differs::Time(limit) };
                    return Err(Stop::TooLong { n_calls, reason: call.to_string() });
                }
                Err(error) => Some(Differs::Failure(how_it_failed(&error))),
                Ok(other) => {
                    let differs = difference(self.function, sizes, expected, &found);
                    differs.or_else(|| compare_results(*result, other))
                }
            };
            if let Some(what) = what {
                self.check_original(original, &reference)?;
                let difference = Difference { sizes: self.arguments(sizes), n_threads: *n_threads, what };
                return Err(Error::Differs(Box::new(difference)).into());
            }
        }
        Ok(self.threads.len())
    }

    /// What the original function computes. If it leaves its memory, it is given more of it.
    fn reference(&self, original: &Callable, sizes: &Sizes, seed: u64) -> Result<Reference, Stop> {
        let mut sizes = sizes.clone();
        let mut reason = String::new();
        for attempt in 0..=N_ENLARGEMENTS {
            if attempt > 0 && !self.enlarge(&mut sizes) {
                break;
            }
            let before = Data::random(self.function, &sizes, seed)?;
            let mut expected = before.clone();
            let at = at(&self.arguments(&sizes));
            match self.call(original, &mut expected, &sizes, 1) {
                Ok(result) if !expected.is_overrun(&before) => {
                    return Ok(Reference { sizes, before, expected, result });
                }
                Ok(_) => reason = format!("the original function leaves its memory{at}"),
                Err(error @ NativeError::TimedOut { .. }) => {
                    let reason = format!("the original function fails{at}: {}", how_it_failed(&error));
                    return Err(Stop::TooLong { n_calls: 0, reason });
                }
                Err(error) => {
                    reason = format!("the original function fails{at}: {}", how_it_failed(&error));
                    if !is_bad_access(&error) {
                        break;
                    }
                }
            }
        }
        Err(Stop::LeftOut(reason))
    }

    /// Makes more of the memory whose size is open; false if there is none, or it would be too much.
    fn enlarge(&self, sizes: &mut Sizes) -> bool {
        let larger = sizes.clone().into_iter().map(|(name, size)| {
            let factor = if self.open.contains(&name) { ENLARGEMENT } else { 1 };
            (name, size.saturating_mul(factor))
        });
        let larger: Sizes = larger.collect();
        let mut n_bytes = 0_usize;
        for memory in self.function.memory() {
            n_bytes = n_bytes.saturating_add(memory.n_bytes(&larger).unwrap_or(usize::MAX));
        }
        let is_good = larger != *sizes && n_bytes <= MAX_ENLARGED;
        if is_good {
            *sizes = larger;
        }
        is_good
    }

    /// The sizes that are arguments.
    fn arguments(&self, sizes: &Sizes) -> Sizes {
        let is_argument = |name: &String| {
            self.function.arguments.iter().any(|argument| matches!(argument, Argument::Int(other) if other == name))
        };
        sizes.iter().filter(|(name, _)| is_argument(name)).map(|(name, value)| (name.clone(), *value)).collect()
    }

    fn build(&self, text: &str, more: &[&str]) -> Result<Callable> {
        let mut flags = self.flags.to_vec();
        flags.extend(["-w", "-ffp-contract=off", "-Dmain=polymill_unused_main"].map(OsString::from));
        flags.extend(more.iter().map(OsString::from));
        let text = format!("{text}\n{}", self.function.wrapper());
        let kinds = self.function.kinds();
        Ok(Callable::build(self.compiler, &text, &flags, function::WRAPPER, &kinds, self.function.returns())?)
    }

    fn call(
        &self,
        callable: &Callable,
        data: &mut Data,
        sizes: &Sizes,
        n_threads: usize,
    ) -> Result<Value, NativeError> {
        let mut buffers = data.memory.iter_mut();
        let mut args = vec![];
        for argument in &self.function.arguments {
            match argument {
                Argument::Int(name) => args.push(Arg::Int(sizes.get(name).copied().unwrap_or(0))),
                Argument::Float(name) => args.push(Arg::Float(data.numbers.get(name).copied().unwrap_or(1.5))),
                Argument::Memory(_) => args.extend(buffers.next().map(Arg::Bytes)),
            }
        }
        args.extend(buffers.map(Arg::Bytes));
        callable.call(&mut args, CallLimits { n_threads, time_limit: self.time_limit })
    }
}

fn difference(function: &Function, sizes: &Sizes, expected: &Data, found: &Data) -> Option<Differs> {
    for ((memory, expected), found) in function.memory().zip(&expected.memory).zip(&found.memory) {
        if let Some(differs) = data::first_difference(memory, sizes, expected.bytes(), found.bytes()) {
            return Some(differs);
        }
    }
    None
}

fn compare_results(expected: Value, found: Value) -> Option<Differs> {
    let bits = |value: Value| match value {
        Value::Nothing => 0,
        Value::Int(value) => value as u64,
        Value::Float(value) => value.to_bits(),
    };
    let both_nan = matches!((expected, found), (Value::Float(a), Value::Float(b)) if a.is_nan() && b.is_nan());
    (bits(expected) != bits(found) && !both_nan).then(|| Differs::Value {
        element: "the result".to_owned(),
        expected: format!("{expected:?}"),
        found: format!("{found:?}"),
    })
}

/// ` with n = 3, m = 4`.
fn at(sizes: &BTreeMap<String, i64>) -> String {
    let sizes: Vec<_> = sizes.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    if sizes.is_empty() { String::new() } else { format!(" with {}", sizes.join(", ")) }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let threads = if self.n_threads == 1 { "1 thread".to_owned() } else { format!("{} threads", self.n_threads) };
        write!(f, "on {threads}{}: {}", at(&self.sizes), self.what)
    }
}

impl fmt::Display for Differs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value { element, expected, found } => {
                write!(f, "`{element}` is {found} in place of {expected}")
            }
            Self::Overrun { array } => write!(f, "the end of `{array}` is overrun"),
            Self::Failure(error) => write!(f, "the transformed function fails: {error}"),
            Self::Time(limit) => write!(f, "the transformed function takes more than {} s", limit.as_secs_f64()),
        }
    }
}
