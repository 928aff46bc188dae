//! Closures as C callbacks: errors are remembered and returned, panics are caught and resumed, both only after the C
//! function has returned.

use std::any::Any;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use polymill_isl_sys as sys;

use crate::context::Context;
use crate::convert::Object;
use crate::error::{Error, Result};

/// The `user` pointer of a C call that gets a closure of type `F`.
pub(crate) struct Call<'a, F: ?Sized> {
    ctx: &'a Context,
    closure: &'a mut F,
    failure: Option<Failure>,
}

enum Failure {
    Error(Error),
    Panic(Box<dyn Any + Send>),
}

impl<'a, F: ?Sized> Call<'a, F> {
    pub(crate) fn new(ctx: &'a Context, closure: &'a mut F) -> Self {
        Call { ctx, closure, failure: None }
    }

    pub(crate) fn ctx(&self) -> &'a Context {
        self.ctx
    }

    pub(crate) fn closure(&self) -> &F {
        self.closure
    }

    pub(crate) fn user(&mut self) -> *mut c_void {
        std::ptr::from_mut(self).cast()
    }

    /// The call behind a `user` pointer.
    ///
    /// # Safety
    /// `user` came from [`Call::user`] of a call of this type that is still under way.
    pub(crate) unsafe fn from_user<'b>(user: *mut c_void) -> &'b mut Self {
        // SAFETY: as the caller promises.
        unsafe { &mut *user.cast() }
    }

    /// Runs `step`, from inside C. `None` tells C to stop.
    pub(crate) fn run<T: Answer>(&mut self, step: impl FnOnce(&mut F) -> Result<T>) -> Option<T> {
        let Call { ctx, closure, failure } = self;
        match catch_unwind(AssertUnwindSafe(|| {
            // isl stops at the first failure; should it not, the closure is not to see more.
            if failure.is_some() { None } else { Some(step(closure).and_then(|answer| answer.check(ctx))) }
        })) {
            Ok(None) => None,
            Ok(Some(Ok(value))) => Some(value),
            Ok(Some(Err(error))) => {
                *failure = Some(Failure::Error(error));
                None
            }
            Err(panic) => {
                *failure = Some(Failure::Panic(panic));
                None
            }
        }
    }

    /// After C returned: resumes a panic, returns an error, or else what `result` makes of C's answer.
    pub(crate) fn finish<T>(self, result: Result<T>) -> Result<T> {
        let Some(failure) = self.failure else { return result };
        drop(result);
        self.ctx.take_error();
        match failure {
            Failure::Error(error) => Err(error),
            Failure::Panic(panic) => resume_unwind(panic),
        }
    }
}

/// What a closure answers to C; `None` stands for its failure.
pub(crate) trait Answer: Sized {
    type Raw;
    fn give(answer: Option<Self>) -> Self::Raw;
    /// Whether `ctx` can take it.
    fn check(self, _ctx: &Context) -> Result<Self> {
        Ok(self)
    }
}

impl Answer for () {
    type Raw = sys::isl_stat;
    fn give(answer: Option<()>) -> sys::isl_stat {
        sys::isl_stat(if answer.is_some() { 0 } else { -1 })
    }
}

impl Answer for bool {
    type Raw = sys::isl_bool;
    fn give(answer: Option<bool>) -> sys::isl_bool {
        sys::isl_bool(answer.map_or(-1, i32::from))
    }
}

impl<T: Object> Answer for T {
    type Raw = *mut T::Raw;
    fn give(answer: Option<T>) -> *mut T::Raw {
        answer.map_or(std::ptr::null_mut(), Object::into_raw)
    }
    fn check(self, ctx: &Context) -> Result<T> {
        if self.is_in(ctx) { Ok(self) } else { Err(Error::invalid("objects of different contexts")) }
    }
}
