//! Compiled programs whose types Rust knows.

use std::marker::PhantomData;

use polymill_arrays::run::Sizes;
use polymill_arrays::{Program, Traceable, trace};

use super::call::{Call, Input, Output};
use super::compiled::{CompileOptions, Compiled};
use crate::Error;

/// A compiled program: a native function. It may be called from several threads at once.
pub struct Function<A, R> {
    compiled: Compiled,
    marker: PhantomData<fn(A) -> R>,
}

/// Compiles the program that a closure is.
///
/// # Errors
/// [`Error::Array`], if the program has no meaning; [`Error::Native`], if there is no C compiler or it fails.
#[track_caller]
pub fn compile<A, F: Traceable<A>>(closure: F) -> Result<Function<A, F::Results>, Error> {
    compile_with(&CompileOptions::default(), closure)
}

/// As [`compile`], with options.
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
