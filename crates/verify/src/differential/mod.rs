//! Running the original and the transformed function on the same data.

mod data;
mod function;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt;
use std::time::Duration;

use polymill_native::{Arg, CCompiler, CallLimits, Callable, Value};

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
    /// The transformed function crashes or does not end.
    Failure(String),
}

impl Differential<'_> {
    /// Calls both functions with each of the sizes, and the transformed one with each number of threads, and compares
    /// all memory bit for bit. Returns the number of calls that were compared.
    ///
    /// # Errors
    /// [`Error::Differs`] with the first element that differs; [`Error::Unsupported`] if the original function fails by
    /// itself, cannot be built, or uses memory that is not its own; [`Error::Native`] if the transformed file cannot be
    /// built.
    pub fn run(&self) -> Result<usize> {
        let original = self
            .build(self.original, &[])
            .map_err(|error| Error::Unsupported(format!("the original cannot be built: {error}")))?;
        let transformed = self.build(self.transformed, &["-fopenmp"])?;
        let mut n_calls = 0;
        for (position, sizes) in self.sizes.iter().enumerate() {
            let before = Data::random(self.function, sizes, self.seed.wrapping_add(position as u64))?;
            let mut expected = before.clone();
            let result = self.call(&original, &mut expected, sizes, 1).map_err(|error| {
                let at = at(&self.arguments(sizes));
                Error::Unsupported(format!("the original function fails{at}: {error}"))
            })?;
            for n_threads in self.threads {
                let mut found = before.clone();
                let call = self.call(&transformed, &mut found, sizes, *n_threads);
                let what = match call {
                    Err(error) => Some(Differs::Failure(error.to_string())),
                    Ok(other) => {
                        difference(self.function, sizes, &expected, &found).or_else(|| compare_results(result, other))
                    }
                };
                if let Some(what) = what {
                    self.check_original(&original, &before, &expected, sizes)?;
                    let difference = Difference { sizes: self.arguments(sizes), n_threads: *n_threads, what };
                    return Err(Error::Differs(Box::new(difference)));
                }
                n_calls += 1;
            }
        }
        Ok(n_calls)
    }

    /// The sizes that are arguments.
    fn arguments(&self, sizes: &Sizes) -> Sizes {
        let is_argument = |name: &String| {
            self.function.arguments.iter().any(|argument| matches!(argument, Argument::Int(other) if other == name))
        };
        sizes.iter().filter(|(name, _)| is_argument(name)).map(|(name, value)| (name.clone(), *value)).collect()
    }

    /// An error if the original function's results depend on what is behind its arrays.
    fn check_original(&self, original: &Callable, before: &Data, expected: &Data, sizes: &Sizes) -> Result<()> {
        let mut again = before.with_other_guards();
        let called = self.call(original, &mut again, sizes, 1);
        if called.is_ok() && difference(self.function, sizes, expected, &again.with_guards_of(expected)).is_none() {
            return Ok(());
        }
        let at = at(&self.arguments(sizes));
        Err(Error::Unsupported(format!("the original function reads memory that is not its own{at}")))
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
    ) -> Result<Value, polymill_native::Error> {
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
        }
    }
}
