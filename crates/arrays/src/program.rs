//! Tracing: from a closure to a program.

use std::marker::PhantomData;

use crate::element::{Element, Scalar};
use crate::graph::{ArrayId, Graph};
use crate::trace::record;
use crate::untyped::{Array, Site, Value};
use crate::{Acc, Exp, Place, Rank, Result};

/// A program: what a closure does with arrays. `A` are the arguments, `R` the results.
///
/// ```
/// # use polymill_arrays::{Acc, Ix1, trace};
/// // Traced once, and run by whoever takes the graph.
/// let sum = trace(|a: Acc<f64, Ix1>| a.sum())?;
/// assert_eq!(sum.graph().outputs.len(), 1);
/// assert_eq!(sum.into_graph().inputs.len(), 1);
/// # Ok::<(), polymill_arrays::Error>(())
/// ```
pub struct Program<A, R> {
    pub(crate) graph: Graph,
    marker: PhantomData<fn(A) -> R>,
}

impl<A, R> Clone for Program<A, R> {
    fn clone(&self) -> Self {
        Self { graph: self.graph.clone(), marker: PhantomData }
    }
}

impl<A, R> std::fmt::Debug for Program<A, R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.graph.fmt(f)
    }
}

impl<A, R> Program<A, R> {
    /// What the program computes, without types.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// As [`Program::graph`], for those who need nothing else.
    pub fn into_graph(self) -> Graph {
        self.graph
    }
}

/// An argument of a program: an array, a number, or several of these: a tuple of up to four, or a Rust array.
///
/// ```
/// # use polymill_arrays::{Acc, Exp, Ix1, trace};
/// // A polynomial of second degree.
/// trace(|x: Acc<f64, Ix1>, [a, b, c]: [Exp<f64>; 3]| x.map(|x| (a * x + b) * x + c))?;
/// # Ok::<(), polymill_arrays::Error>(())
/// ```
pub trait Argument {
    /// Adds the argument to the program that is being traced.
    #[doc(hidden)]
    fn declare(location: Place) -> Self;
}

/// Arrays: one, or several in a tuple of up to four or in a Rust array.
///
/// ```
/// use polymill_arrays::{Acc, Arrays, Ix1, iterate_at_most, trace};
///
/// /// Arrays that change together: the numbers of Fibonacci.
/// fn next((a, b): (Acc<i64, Ix1>, Acc<i64, Ix1>)) -> (Acc<i64, Ix1>, Acc<i64, Ix1>) {
///     (b, a + b)
/// }
/// trace(|a: Acc<i64, Ix1>| iterate_at_most(10, (a, a), |(a, _)| a.sum().map(|sum| sum.lt(100)), next).0)?;
/// # Ok::<(), polymill_arrays::Error>(())
/// ```
pub trait Arrays: Sized {
    /// The arrays without types.
    #[doc(hidden)]
    fn own(self, site: Site) -> Vec<Array>;

    /// The arrays of these types that come first.
    #[doc(hidden)]
    fn next(arrays: &mut dyn Iterator<Item = Array>, site: Site) -> Self;
}

impl<T: Element, D: Rank> Arrays for Acc<T, D> {
    fn own(self, site: Site) -> Vec<Array> {
        vec![self.own(site)]
    }

    fn next(arrays: &mut dyn Iterator<Item = Array>, site: Site) -> Self {
        // Where there are too few, the program is wrong, and that is known.
        let none = || Array::of_value(Value::zeros(&T::types()), site);
        Self::of(arrays.next().unwrap_or_else(none))
    }
}

impl<A: Arrays, const N: usize> Arrays for [A; N] {
    fn own(self, site: Site) -> Vec<Array> {
        self.into_iter().flat_map(|part| part.own(site)).collect()
    }

    fn next(arrays: &mut dyn Iterator<Item = Array>, site: Site) -> Self {
        std::array::from_fn(|_| A::next(arrays, site))
    }
}

/// The results of a program: an array, or several: a tuple of up to four results, or a Rust array of these.
///
/// ```
/// # use polymill_arrays::{Acc, Ix1, trace};
/// // An array, a pair of arrays, and four of one type.
/// trace(|a: Acc<f64, Ix1>| a)?;
/// trace(|a: Acc<f64, Ix1>| (a.sum(), a.map(|x| x.gt(0.0))))?;
/// trace(|a: Acc<f64, Ix1>| [a, a + a, a * a, a / a])?;
/// # Ok::<(), polymill_arrays::Error>(())
/// ```
pub trait Results {
    /// The arrays.
    #[doc(hidden)]
    fn arrays(self, location: Place) -> Vec<(ArrayId, usize)>;
}

/// A closure that can be traced: its arguments are arrays and numbers, up to six of them.
///
/// ```
/// use polymill_arrays::{Acc, Exp, Ix1, trace};
///
/// // Functions can be traced as closures can.
/// fn scaled(a: Acc<f64, Ix1>, factor: Exp<f64>) -> Acc<f64, Ix1> {
///     a * factor
/// }
/// trace(scaled)?;
/// # Ok::<(), polymill_arrays::Error>(())
/// ```
pub trait Traceable<A> {
    /// What it returns.
    type Results: Results;

    /// Calls it with arguments that are declared.
    #[doc(hidden)]
    fn call(self, location: Place) -> Self::Results;
}

impl<T: Scalar> Argument for Exp<T> {
    fn declare(_: Place) -> Self {
        Self::of(Value::input(T::TYPE))
    }
}

impl<T: Element, D: Rank> Argument for Acc<T, D> {
    fn declare(location: Place) -> Self {
        Self::of(Array::input(T::types(), D::N, location))
    }
}

impl<A: Argument, const N: usize> Argument for [A; N] {
    fn declare(location: Place) -> Self {
        std::array::from_fn(|_| A::declare(location))
    }
}

impl<T: Element, D: Rank> Results for Acc<T, D> {
    fn arrays(self, location: Place) -> Vec<(ArrayId, usize)> {
        let site = Site::new("result", location);
        self.own(site).results(site)
    }
}

impl<R: Results, const N: usize> Results for [R; N] {
    fn arrays(self, location: Place) -> Vec<(ArrayId, usize)> {
        self.into_iter().flat_map(|part| part.arrays(location)).collect()
    }
}

macro_rules! tuples {
    ($(($($part:ident $at:tt),+))+) => {
        $(impl<$($part: Results),+> Results for ($($part,)+) {
            fn arrays(self, location: Place) -> Vec<(ArrayId, usize)> {
                [$(self.$at.arrays(location)),+].concat()
            }
        }

        impl<$($part: Arrays),+> Arrays for ($($part,)+) {
            fn own(self, site: Site) -> Vec<Array> {
                [$(self.$at.own(site)),+].concat()
            }

            fn next(arrays: &mut dyn Iterator<Item = Array>, site: Site) -> Self {
                ($($part::next(arrays, site),)+)
            }
        }

        impl<$($part: Argument),+> Argument for ($($part,)+) {
            fn declare(location: Place) -> Self {
                ($($part::declare(location),)+)
            }
        })+
    };
}

tuples! { (A 0) (A 0, B 1) (A 0, B 1, C 2) (A 0, B 1, C 2, E 3) }

macro_rules! traceable {
    ($(($($argument:ident),*))+) => {
        $(impl<Closure, Output, $($argument),*> Traceable<($($argument,)*)> for Closure
        where
            Closure: FnOnce($($argument),*) -> Output,
            Output: Results,
            $($argument: Argument),*
        {
            type Results = Output;

            fn call(self, location: Place) -> Output {
                let _ = location;
                self($($argument::declare(location)),*)
            }
        })+
    };
}

traceable! {
    ()
    (A)
    (A, B)
    (A, B, C)
    (A, B, C, D)
    (A, B, C, D, E)
    (A, B, C, D, E, F)
}

/// The program that a closure is. The closure runs once, with arguments that stand for those of each run.
///
/// ```
/// use polymill_arrays::{Acc, Ix1, trace};
///
/// let dot = trace(|a: Acc<f64, Ix1>, b: Acc<f64, Ix1>| (a * b).sum())?;
/// assert_eq!(dot.graph().inputs.len(), 2);
/// # Ok::<(), polymill_arrays::Error>(())
/// ```
///
/// # Errors
/// [`Error::Program`](crate::Error::Program): the program says something that has no meaning.
#[track_caller]
pub fn trace<A, F: Traceable<A>>(closure: F) -> Result<Program<A, F::Results>> {
    let location = Place::caller();
    let (mut graph, outputs) = record(|| closure.call(location).arrays(location))?;
    graph.outputs = outputs;
    Ok(Program { graph, marker: PhantomData })
}
