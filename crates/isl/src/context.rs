//! The context that every object belongs to, and its errors.

use std::cell::Cell;
use std::ffi::{CStr, c_char};
use std::fmt;
use std::ptr::NonNull;
use std::rc::Rc;

use polymill_isl_sys as sys;

use crate::budget::Budget;
use crate::error::{Error, Result, Site};

/// An isl context. All objects of one computation live in one context.
///
/// A clone is another handle to the same context. Every object keeps its context alive, so that handles and objects
/// may be dropped in any order. A context and its objects stay on one thread.
#[derive(Clone)]
pub struct Context(Rc<Inner>);

struct Inner {
    raw: NonNull<sys::isl_ctx>,
    budget: Cell<Budget>,
}

impl Drop for Inner {
    fn drop(&mut self) {
        // SAFETY: the last handle goes away; every object holds a handle, so none is left.
        unsafe { sys::isl_ctx_free(self.raw.as_ptr()) }
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Context({:p})", self.0.raw)
    }
}

impl Context {
    /// Makes a context. Errors in it are returned, never printed.
    pub fn new() -> Result<Self> {
        // SAFETY: no preconditions.
        let raw = NonNull::new(unsafe { sys::isl_ctx_alloc() })
            .ok_or_else(|| Error::Alloc(Site::new("no memory for a context")))?;
        // SAFETY: `raw` is a fresh context.
        unsafe { sys::isl_options_set_on_error(raw.as_ptr(), sys::ISL_ON_ERROR_CONTINUE) };
        Ok(Context(Rc::new(Inner { raw, budget: Cell::default() })))
    }

    /// Runs `work` while isl looks for integer points without basis reduction (`--gbr=never` of isl's own programs). Mostly
    /// that is many times as fast, and for some sets it does not end: give it a [budget](Context::with_budget).
    ///
    /// ```
    /// let ctx = polymill_isl::Context::new()?;
    /// let set = polymill_isl::Set::read(&ctx, "{ [i, j] : 3i + 5j = 8 and 0 <= i, j <= 9 }")?;
    /// assert!(!ctx.without_basis_reduction(|| set.is_empty())?);
    /// # Ok::<(), polymill_isl::Error>(())
    /// ```
    pub fn without_basis_reduction<T>(&self, work: impl FnOnce() -> T) -> T {
        self.with_option(c"--gbr=never", c"--gbr=always", work)
    }

    /// Runs `work` while the scheduler uses no coefficients of parameters (`--no-schedule-parametric` of isl's own
    /// programs): it does not put one loop after another within one member of a band, by shifting it as far as the other goes.
    /// Its linear programs are smaller.
    ///
    /// ```
    /// use polymill_isl as isl;
    /// let ctx = isl::Context::new()?;
    /// let domain = isl::UnionSet::read(&ctx, "[n] -> { S[i] : 0 <= i < n; T[i] : 0 <= i < n }")?;
    /// let last_first = isl::UnionMap::read(&ctx, "[n] -> { S[i] -> T[0] : i = n - 1 }")?;
    /// let constraints = isl::ScheduleConstraints::on_domain(&domain)?.set_validity(&last_first)?;
    /// let schedule = ctx.without_parametric_schedules(|| constraints.compute_schedule())?;
    /// assert!(!schedule.to_str()?.contains("n + i"));
    /// # Ok::<(), polymill_isl::Error>(())
    /// ```
    pub fn without_parametric_schedules<T>(&self, work: impl FnOnce() -> T) -> T {
        self.with_option(c"--no-schedule-parametric", c"--schedule-parametric", work)
    }

    /// Runs `work` with an option that isl has no function for; `restore` is what it is afterwards.
    fn with_option<T>(&self, option: &CStr, restore: &'static CStr, work: impl FnOnce() -> T) -> T {
        struct Restore<'a>(&'a Context, &'static CStr);
        impl Drop for Restore<'_> {
            fn drop(&mut self) {
                self.0.parse_option(self.1);
            }
        }
        self.parse_option(option);
        let _restore = Restore(self, restore);
        work()
    }

    /// Sets an option that isl has no function for.
    fn parse_option(&self, option: &CStr) {
        let mut words = [c"isl".as_ptr().cast_mut(), option.as_ptr().cast_mut(), std::ptr::null_mut()];
        // SAFETY: the context is alive; isl reads the words, which end with a null pointer, and may reorder the pointers.
        unsafe { sys::isl_ctx_parse_options(self.as_raw(), 2, words.as_mut_ptr(), 0) };
    }

    /// Whether both are handles to the same context.
    pub fn is_same(&self, other: &Context) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    pub(crate) fn budget(&self) -> Budget {
        self.0.budget.get()
    }

    pub(crate) fn set_budget(&self, budget: Budget) {
        self.0.budget.set(budget);
    }

    pub(crate) fn as_raw(&self) -> *mut sys::isl_ctx {
        self.0.raw.as_ptr()
    }

    /// Takes the error that isl recorded last, if any.
    pub(crate) fn take_error(&self) -> Option<Error> {
        let raw = self.as_raw();
        // SAFETY: the context is alive; the strings are copied before anything else is called.
        unsafe {
            let code = sys::isl_ctx_last_error(raw);
            if code == sys::isl_error_none {
                return None;
            }
            let site = Site {
                message: text(sys::isl_ctx_last_error_msg(raw)),
                file: text(sys::isl_ctx_last_error_file(raw)),
                line: u32::try_from(sys::isl_ctx_last_error_line(raw)).unwrap_or(0),
            };
            sys::isl_ctx_reset_error(raw);
            Some(match code {
                // isl may stumble over the lack of a result and complain of that instead.
                _ if self.is_exhausted() => Error::Quota(site),
                sys::isl_error_quota => Error::Quota(site),
                sys::isl_error_invalid => Error::Invalid(site),
                sys::isl_error_unsupported => Error::Unsupported(site),
                sys::isl_error_alloc => Error::Alloc(site),
                sys::isl_error_internal => Error::Internal(site),
                sys::isl_error_abort => Error::Abort(site),
                _ => Error::Unknown(site),
            })
        }
    }

    /// Drops what an earlier call may have left behind although it succeeded.
    pub(crate) fn forget_error(&self) {
        // SAFETY: the context is alive.
        unsafe { sys::isl_ctx_reset_error(self.as_raw()) }
    }

    /// Objects of different contexts do not mix: isl would not notice, and free one under the other.
    pub(crate) fn same_as(&self, other: &Context) -> Result<()> {
        if self.is_same(other) { Ok(()) } else { Err(Error::invalid("objects of different contexts")) }
    }

    /// The error behind a call that failed; isl records none in a few cases.
    pub(crate) fn failure(&self) -> Error {
        self.take_error().unwrap_or_else(|| match self.is_exhausted() {
            true => Error::Quota(Site::new("no operations are left of the budget")),
            false => Error::unknown("isl gave no result and no reason"),
        })
    }
}

unsafe fn text(raw: *const c_char) -> String {
    if raw.is_null() {
        return String::new();
    }
    // SAFETY: isl's strings end in NUL, and the caller says that this one is alive.
    unsafe { CStr::from_ptr(raw) }.to_string_lossy().into_owned()
}

/// isl's version, such as `isl-0.25-GMP`.
pub fn version() -> String {
    // SAFETY: a constant string.
    unsafe { text(sys::isl_version()) }.trim().to_owned()
}
