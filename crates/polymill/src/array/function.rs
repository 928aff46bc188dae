//! Compiled programs whose types Rust knows.

use std::marker::PhantomData;

use polymill_arrays::run::Sizes;
use polymill_arrays::{Program, Traceable, trace};

use super::call::{Call, Input, Output};
use super::compiled::{CompileOptions, Compiled};
use crate::Error;

/// A compiled program: a native function. It may be called from several threads at once.
///
/// ```
/// use ndarray::{Array1, Array2, Axis, arr2};
/// use polymill::array::{Acc, Function, Ix1, Ix2, compile};
///
/// let sums: Function<(Acc<f64, Ix2>,), Acc<f64, Ix1>> = compile(|a: Acc<f64, Ix2>| a.sum())?;
/// let a = arr2(&[[1.0, 2.0], [3.0, 4.0]]);
/// assert_eq!(sums.run(a.view())?, a.sum_axis(Axis(1)));
/// // Columns in the place of rows, into an array that is there.
/// let mut out = Array1::zeros(2);
/// sums.run_into(a.t(), out.view_mut())?;
/// assert_eq!(out, a.sum_axis(Axis(0)));
/// assert!(sums.is_interpreted() || sums.source().contains("void kernel("));
/// // What was done to its loops.
/// assert!(sums.explain()?.contains("remark"));
/// # let _: Array2<f64> = a;
/// # Ok::<(), polymill::Error>(())
/// ```
pub struct Function<A, R> {
    compiled: Compiled,
    marker: PhantomData<fn(A) -> R>,
}

/// Compiles the program that a closure is.
///
/// ```
/// use ndarray::arr1;
/// use polymill::array::{Acc, Exp, Ix1, compile};
///
/// let line = compile(|x: Acc<f64, Ix1>, a: Exp<f64>, b: Exp<f64>| x.map(|x| a * x + b))?;
/// assert_eq!(line.run((arr1(&[1.0, 2.0]).view(), 3.0, 0.5))?, arr1(&[3.5, 6.5]));
/// # Ok::<(), polymill::Error>(())
/// ```
///
/// # Errors
/// [`Error::Array`], if the program has no meaning; [`Error::Native`], if there is no C compiler or it fails.
#[track_caller]
pub fn compile<A, F: Traceable<A>>(closure: F) -> Result<Function<A, F::Results>, Error> {
    compile_with(&CompileOptions::default(), closure)
}

/// As [`compile`], with options.
///
/// ```
/// use ndarray::arr1;
/// use polymill::array::{Acc, CompileOptions, Ix1, compile_with};
///
/// // Sums in any order, which is faster, and not the same each time.
/// let options = CompileOptions { reassociates: true, ..CompileOptions::default() };
/// let sum = compile_with(&options, |a: Acc<f64, Ix1>| a.sum())?;
/// assert_eq!(sum.run(arr1(&[1.0, 2.0, 3.0]).view())?[()], 6.0);
/// # Ok::<(), polymill::Error>(())
/// ```
///
/// # Errors
/// As [`compile`].
#[track_caller]
pub fn compile_with<A, F: Traceable<A>>(
    options: &CompileOptions,
    closure: F,
) -> Result<Function<A, F::Results>, Error> {
    Function::build(trace(closure)?, options)
}

impl<A, R> std::fmt::Debug for Function<A, R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.source())
    }
}

impl<A, R> Function<A, R> {
    fn build(program: Program<A, R>, options: &CompileOptions) -> Result<Self, Error> {
        Ok(Self { compiled: Compiled::build(program.into_graph(), options)?, marker: PhantomData })
    }

    /// What was done to each loop, and what stands in the way of more. This takes about as long as compiling: the program is optimized
    /// once more.
    ///
    /// # Errors
    /// isl's; those of a bug.
    pub fn explain(&self) -> Result<String, Error> {
        self.compiled.explain()
    }

    /// Whether the interpreter runs the program, as [`CompileOptions::interprets`] says.
    pub fn is_interpreted(&self) -> bool {
        self.compiled.is_interpreted()
    }

    /// The C code; if the interpreter runs the program, a comment that says why.
    pub fn source(&self) -> &str {
        self.compiled.source()
    }
}

impl<A: Input, R: Output> Function<A, R> {
    /// Runs the program. Arguments are views: one, or a tuple of as many as there are; an array of tuples is a tuple of views. What is
    /// not in row-major order is copied.
    ///
    /// # Errors
    /// [`Error::Array`], if the shapes do not fit.
    pub fn run(&self, arguments: A::Views<'_>) -> Result<R::Owned, Error> {
        let mut call = self.compiled.call();
        let kept = A::bind(arguments, &mut call)?;
        let sizes = self.compiled.sizes(&call)?;
        let mut results = R::allocate(&mut self.compiled.result_shapes(&sizes).into_iter())?;
        self.call_into(R::views(&mut results), &sizes, call)?;
        drop(kept);
        Ok(results)
    }

    /// As [`Function::run`], into arrays that are there: one, or a tuple of as many as there are results.
    ///
    /// # Errors
    /// As [`Function::run`]; nothing is written then.
    pub fn run_into(&self, arguments: A::Views<'_>, results: R::ViewsMut<'_>) -> Result<(), Error> {
        let mut call = self.compiled.call();
        let kept = A::bind(arguments, &mut call)?;
        let sizes = self.compiled.sizes(&call)?;
        self.call_into(results, &sizes, call)?;
        drop(kept);
        Ok(())
    }

    fn call_into(&self, mut results: R::ViewsMut<'_>, sizes: &Sizes, mut call: Call) -> Result<(), Error> {
        let kept = R::bind(&mut results, &self.compiled.result_shapes(sizes), &mut call)?;
        self.compiled.run(&mut call, sizes)?;
        R::finish(results, kept, &mut call);
        Ok(())
    }
}
