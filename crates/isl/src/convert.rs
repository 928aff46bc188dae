//! How Rust values travel to C and back. The C type that a declaration in `polymill-isl-sys` asks for says who owns
//! what, and picks the conversion:
//!
//! | C type         | as an argument                      | as a result                           |
//! | -------------- | ----------------------------------- | ------------------------------------- |
//! | `*mut isl_x`   | a new reference is given away       | a reference is taken over             |
//! | `*const isl_x` | lent for the call                   | lent by isl: copied                   |
//! | `*const c_char`| lent for the call                   | lent by isl: copied; null means none  |
//! | `*mut c_char`  |                                     | taken over and freed                  |

use std::ffi::{CStr, CString, c_char, c_int, c_long, c_uint, c_ulong};

use polymill_isl_sys as sys;

use crate::context::Context;
use crate::error::{Error, Result};

/// A Rust value that stands for one reference to a C object.
pub(crate) trait Object: Sized {
    type Raw;
    fn is_in(&self, ctx: &Context) -> bool;
    /// # Safety
    /// `raw` is not null and its reference belongs to the caller, who gives it away.
    unsafe fn from_raw(ctx: &Context, raw: *mut Self::Raw) -> Self;
    /// A new reference; null when isl is out of memory or budget.
    /// # Safety
    /// `raw` is alive.
    unsafe fn copy_raw(raw: *const Self::Raw) -> *mut Self::Raw;
    /// Gives the reference away.
    fn into_raw(self) -> *mut Self::Raw;
}

/// Anything that knows its context.
pub(crate) trait InContext {
    fn context(&self) -> &Context;
}

impl InContext for Context {
    fn context(&self) -> &Context {
        self
    }
}

/// First step of passing an argument to a call in `ctx`: checks it, and makes what has to live as long as the call.
pub(crate) trait Hold {
    type Held;
    fn hold(self, ctx: &Context) -> Result<Self::Held>;
}

/// Second step of passing an argument, which cannot fail.
pub(crate) trait Pass<C> {
    fn pass(&self) -> C;
}

/// A C result as a Rust value.
pub(crate) trait Receive<C>: Sized {
    /// # Safety
    /// `raw` comes from a C function of the declared ownership, called in `ctx`.
    unsafe fn receive(ctx: &Context, raw: C) -> Result<Self>;
}

impl<C, T: Pass<C>> Pass<C> for &T {
    fn pass(&self) -> C {
        (**self).pass()
    }
}

impl Pass<*mut sys::isl_ctx> for Context {
    fn pass(&self) -> *mut sys::isl_ctx {
        self.as_raw()
    }
}

impl Hold for &str {
    type Held = CString;
    fn hold(self, _: &Context) -> Result<CString> {
        CString::new(self).map_err(|_| Error::invalid("text with a NUL in it"))
    }
}

impl Pass<*const c_char> for CString {
    fn pass(&self) -> *const c_char {
        self.as_ptr()
    }
}

/// A position or count, known to fit both of the C types that isl uses for them.
pub(crate) struct Count(c_int);

impl Hold for usize {
    type Held = Count;
    fn hold(self, _: &Context) -> Result<Count> {
        c_int::try_from(self).map(Count).map_err(|_| Error::invalid(format!("position or count {self} is too large")))
    }
}

impl Pass<c_int> for Count {
    fn pass(&self) -> c_int {
        self.0
    }
}

impl Pass<c_uint> for Count {
    fn pass(&self) -> c_uint {
        self.0.unsigned_abs()
    }
}

macro_rules! plain {
    ($($rust:ty => $c:ty;)*) => { $(
        impl Hold for $rust {
            type Held = Self;
            fn hold(self, _: &Context) -> Result<Self> {
                Ok(self)
            }
        }
        impl Pass<$c> for $rust {
            fn pass(&self) -> $c {
                (*self).into()
            }
        }
    )* };
}

plain! {
    i32 => c_int;
    i64 => c_long;
    u64 => c_ulong;
    bool => c_int;
}

impl Receive<sys::isl_stat> for () {
    unsafe fn receive(ctx: &Context, raw: sys::isl_stat) -> Result<()> {
        if raw.0 < 0 { Err(ctx.failure()) } else { Ok(()) }
    }
}

impl Receive<sys::isl_bool> for bool {
    unsafe fn receive(ctx: &Context, raw: sys::isl_bool) -> Result<bool> {
        if raw.0 < 0 { Err(ctx.failure()) } else { Ok(raw.0 != 0) }
    }
}

impl Receive<sys::isl_size> for usize {
    unsafe fn receive(ctx: &Context, raw: sys::isl_size) -> Result<usize> {
        usize::try_from(raw.0).map_err(|_| ctx.failure())
    }
}

/// Positions that may not exist: isl answers -1, which also stands for an error.
impl Receive<c_int> for Option<usize> {
    unsafe fn receive(ctx: &Context, raw: c_int) -> Result<Self> {
        match usize::try_from(raw) {
            Ok(position) => Ok(Some(position)),
            Err(_) => ctx.take_error().map_or(Ok(None), Err),
        }
    }
}

impl Receive<c_int> for i32 {
    unsafe fn receive(ctx: &Context, raw: c_int) -> Result<i32> {
        ctx.take_error().map_or(Ok(raw), Err)
    }
}

impl Receive<c_int> for bool {
    unsafe fn receive(ctx: &Context, raw: c_int) -> Result<bool> {
        if raw < 0 { Err(ctx.failure()) } else { Ok(raw != 0) }
    }
}

impl Receive<c_long> for i64 {
    unsafe fn receive(ctx: &Context, raw: c_long) -> Result<i64> {
        ctx.take_error().map_or(Ok(raw), Err)
    }
}

impl Receive<f64> for f64 {
    unsafe fn receive(ctx: &Context, raw: f64) -> Result<f64> {
        ctx.take_error().map_or(Ok(raw), Err)
    }
}

impl Receive<*const c_char> for Option<String> {
    unsafe fn receive(ctx: &Context, raw: *const c_char) -> Result<Self> {
        if raw.is_null() {
            return ctx.take_error().map_or(Ok(None), Err);
        }
        // SAFETY: isl's strings end in NUL; this one lives as long as its object, which the caller still holds.
        Ok(Some(unsafe { CStr::from_ptr(raw) }.to_string_lossy().into_owned()))
    }
}

impl Receive<*mut c_char> for String {
    unsafe fn receive(ctx: &Context, raw: *mut c_char) -> Result<Self> {
        if raw.is_null() {
            return Err(ctx.failure());
        }
        // SAFETY: isl's strings end in NUL; this one was made by malloc and is ours to free.
        unsafe {
            let text = CStr::from_ptr(raw).to_string_lossy().into_owned();
            sys::free(raw.cast());
            Ok(text)
        }
    }
}
