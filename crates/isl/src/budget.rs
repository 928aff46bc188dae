//! The operation budget of a context.

use std::ffi::c_char;

use polymill_isl_sys as sys;

use crate::Context;
use crate::convert::Receive;
use crate::error::{Error, Result, Site};

/// The operation limit as the caller sees it. isl's own count restarts whenever a limit changes hands; `spent` is what
/// was counted before that.
#[derive(Clone, Copy, Default)]
pub(crate) struct Budget {
    limit: u64,
    spent: u64,
}

impl Context {
    /// Limits the number of operations (roughly: memory allocations) that may be done in this context; 0 means no
    /// limit. Once the limit is reached, every call fails with [`Error::Quota`] until the limit is raised or the count is
    /// [reset](Context::reset_operations). Prefer [`with_budget`](Context::with_budget).
    pub fn set_max_operations(&self, limit: u64) {
        self.apply(Budget { limit, ..self.budget() });
    }

    /// The limit that is in force; 0 if there is none.
    pub fn max_operations(&self) -> u64 {
        self.budget().limit
    }

    /// Starts counting operations from zero, which also makes an exhausted context usable again.
    pub fn reset_operations(&self) {
        // SAFETY: the context is alive.
        unsafe { sys::isl_ctx_reset_operations(self.as_raw()) };
        self.apply(Budget { spent: 0, ..self.budget() });
    }

    /// How many operations have been done since the last reset; inside of [`with_budget`](Context::with_budget), since
    /// that began.
    ///
    /// isl counts them but does not tell; the count is found by bisection on the limit.
    pub fn operations(&self) -> u64 {
        let budget = self.budget();
        let spent = budget.spent + self.counted();
        self.restart(Budget { spent, ..budget });
        spent
    }

    /// Runs `work` with a budget of its own of `limit` operations, which never exceeds what is left of the budget in
    /// force. Afterwards, on errors and on panics too, the budget that was in force is in force again, less what
    /// `work` used. With a `limit` of 0, only the budget in force counts.
    ///
    /// When the budget runs out, the call that noticed returns [`Error::Quota`]; objects made before stay valid. Printing
    /// (`Display`, `to_str`, `to_yaml`, `to_c_str`) is free.
    ///
    /// ```
    /// use polymill_isl as isl;
    /// let ctx = isl::Context::new()?;
    /// let hard = "{ [a, b, c] : 0 <= a, b, c <= 90 and exists x, y: 7x + 11y + 13a = 17b + 19c and a + b <= 23x }";
    /// let result = ctx.with_budget(100, || isl::Set::read(&ctx, hard)?.lexmin());
    /// assert!(result.unwrap_err().is_quota());
    /// assert!(isl::Set::read(&ctx, hard).is_ok());
    /// # Ok::<(), isl::Error>(())
    /// ```
    pub fn with_budget<T, E: From<Error>>(&self, limit: u64, work: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        let outer = Budget { spent: self.operations(), ..self.budget() };
        if outer.limit != 0 && outer.spent >= outer.limit {
            return Err(Error::Quota(Site::new("no operations are left of the budget in force")).into());
        }
        let left = outer.limit.saturating_sub(outer.spent);
        let limit = match (limit, left) {
            (limit, 0) => limit,
            (0, left) => left,
            (limit, left) => limit.min(left),
        };
        let _restore = Restore { ctx: self, outer };
        self.restart(Budget { limit, spent: 0 });
        work()
    }

    /// Whether at least `n` operations are left of the budget in force.
    pub(crate) fn has_left(&self, n: u64) -> bool {
        let limit = self.budget().limit;
        limit == 0 || limit.saturating_sub(self.operations()) >= n
    }

    /// Prints, without regard to the budget: isl's printers break down when it runs out, and what is printed for people
    /// to read must not change what is computed.
    pub(crate) fn print(&self, print: impl FnOnce() -> *mut c_char) -> Result<String> {
        let budget = self.budget();
        if budget.limit == 0 {
            // SAFETY: isl gave the text away.
            return unsafe { String::receive(self, print()) };
        }
        let spent = self.operations();
        self.restart(Budget::default());
        // SAFETY: isl gave the text away.
        let text = unsafe { String::receive(self, print()) };
        self.restart(Budget { spent, ..budget });
        text
    }

    pub(crate) fn is_exhausted(&self) -> bool {
        self.budget().limit != 0 && !self.try_operation()
    }

    /// isl's own count: the largest `n` for which "n operations were done" holds, that is, for which an operation fails
    /// under the limit `n`. A probe that succeeds counts as one operation itself, and the limit is left at that of the
    /// last probe: the caller restarts.
    fn counted(&self) -> u64 {
        let mut probes = 0;
        let mut at_least = |n: u64| {
            let reached = !self.probe(n + probes);
            probes += u64::from(!reached);
            reached
        };
        let mut bound = 1;
        while bound < 1 << 62 && at_least(bound) {
            bound *= 2;
        }
        let (mut low, mut high) = (bound / 2, bound);
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if at_least(middle) { low = middle } else { high = middle }
        }
        low
    }

    /// Does one operation under the limit `n`; whether it succeeded.
    fn probe(&self, n: u64) -> bool {
        // SAFETY: the context is alive.
        unsafe { sys::isl_ctx_set_max_operations(self.as_raw(), n) };
        self.try_operation()
    }

    fn try_operation(&self) -> bool {
        // SAFETY: the context is alive; a value allocation is one operation, and a null value may be freed.
        unsafe {
            let value = sys::isl_val_int_from_si(self.as_raw(), 0);
            let done = !value.is_null();
            sys::isl_val_free(value);
            if !done {
                sys::isl_ctx_reset_error(self.as_raw());
            }
            done
        }
    }

    fn restart(&self, budget: Budget) {
        // SAFETY: the context is alive.
        unsafe { sys::isl_ctx_reset_operations(self.as_raw()) };
        self.apply(budget);
    }

    /// Puts a budget in force. isl takes 0 for "no limit", so a budget that is used up becomes a limit of 1 that is
    /// reached at once.
    fn apply(&self, budget: Budget) {
        self.set_budget(budget);
        let left = budget.limit.saturating_sub(budget.spent);
        let used_up = budget.limit != 0 && left == 0;
        // SAFETY: the context is alive.
        unsafe { sys::isl_ctx_set_max_operations(self.as_raw(), if used_up { 1 } else { left }) };
        if used_up {
            self.try_operation();
        }
    }
}

/// Puts the outer budget back, whichever way the inner work ended.
struct Restore<'a> {
    ctx: &'a Context,
    outer: Budget,
}

impl Drop for Restore<'_> {
    fn drop(&mut self) {
        let used = self.ctx.operations();
        self.ctx.restart(Budget { spent: self.outer.spent + used, ..self.outer });
    }
}
