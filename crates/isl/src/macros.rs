//! The tables that the types of this crate are written in.

/// `object! { /// Doc. Set = isl_set: isl_set_copy, isl_set_free; }` declares a type that owns one reference to a C
/// object. With `deep` before the name, copies are costly and can fail, hence `try_clone` in place of `Clone`. With
/// `, isl_set_to_str` at the end, it prints.
macro_rules! object {
    ($(#[$doc:meta])* $name:ident = $raw:ident: $copy:ident, $free:ident $(, $to_str:ident)?;) => {
        object!(@base $(#[$doc])* $name, $raw, $copy, $free);
        object!(@print $name $(, $to_str)?);

        impl Clone for $name {
            fn clone(&self) -> Self {
                // SAFETY: copying only counts a reference, so the copy is the object itself, which is not null.
                unsafe { $crate::convert::Object::from_raw(&self.ctx, sys::$copy(self.raw.as_ptr())) }
            }
        }

        impl $name {
            /// Whether one is a copy of the other. That is known at once; others may be equal all the same.
            pub fn is_same_object(&self, other: &Self) -> bool {
                self.raw == other.raw
            }
        }
    };
    ($(#[$doc:meta])* deep $name:ident = $raw:ident: $copy:ident, $free:ident $(, $to_str:ident)?;) => {
        object!(@base $(#[$doc])* $name, $raw, $copy, $free);
        object!(@print $name $(, $to_str)?);

        impl $name {
            /// A copy.
            pub fn try_clone(&self) -> $crate::Result<Self> {
                // SAFETY: the copy is ours.
                unsafe { $crate::convert::Receive::receive(&self.ctx, sys::$copy(self.raw.as_ptr())) }
            }
        }
    };
    (@base $(#[$doc:meta])* $name:ident, $raw:ident, $copy:ident, $free:ident) => {
        $(#[$doc])*
        pub struct $name {
            raw: std::ptr::NonNull<sys::$raw>,
            ctx: $crate::Context,
        }

        impl $name {
            /// The context that this belongs to.
            pub fn ctx(&self) -> &$crate::Context {
                &self.ctx
            }
        }

        impl Drop for $name {
            fn drop(&mut self) {
                // SAFETY: the one reference that this value owns.
                unsafe { sys::$free(self.raw.as_ptr()); }
            }
        }

        impl $crate::convert::InContext for $name {
            fn context(&self) -> &$crate::Context {
                &self.ctx
            }
        }

        impl $crate::convert::Object for $name {
            type Raw = sys::$raw;

            fn is_in(&self, ctx: &$crate::Context) -> bool {
                self.ctx.is_same(ctx)
            }

            unsafe fn from_raw(ctx: &$crate::Context, raw: *mut sys::$raw) -> Self {
                // SAFETY: not null, as the caller promises.
                let raw = unsafe { std::ptr::NonNull::new_unchecked(raw) };
                $name { raw, ctx: ctx.clone() }
            }

            unsafe fn copy_raw(raw: *const sys::$raw) -> *mut sys::$raw {
                // SAFETY: the object is alive, as the caller promises.
                unsafe { sys::$copy(raw) }
            }

            fn into_raw(self) -> *mut sys::$raw {
                let mut this = std::mem::ManuallyDrop::new(self);
                // SAFETY: `this` is not used, nor dropped, after its context is.
                unsafe { std::ptr::drop_in_place(&raw mut this.ctx) };
                this.raw.as_ptr()
            }
        }

        impl $crate::convert::Hold for &$name {
            type Held = Self;
            fn hold(self, ctx: &$crate::Context) -> $crate::Result<Self> {
                self.ctx.same_as(ctx)?;
                Ok(self)
            }
        }

        impl $crate::convert::Pass<*mut sys::$raw> for $name {
            fn pass(&self) -> *mut sys::$raw {
                // SAFETY: the object is alive.
                unsafe { sys::$copy(self.raw.as_ptr()) }
            }
        }

        impl $crate::convert::Pass<*const sys::$raw> for $name {
            fn pass(&self) -> *const sys::$raw {
                self.raw.as_ptr()
            }
        }

        impl $crate::convert::Receive<*mut sys::$raw> for $name {
            unsafe fn receive(ctx: &$crate::Context, raw: *mut sys::$raw) -> $crate::Result<Self> {
                if raw.is_null() {
                    return Err(ctx.failure());
                }
                // SAFETY: not null, and ours.
                Ok(unsafe { $crate::convert::Object::from_raw(ctx, raw) })
            }
        }

        impl $crate::convert::Receive<*mut sys::$raw> for Option<$name> {
            unsafe fn receive(ctx: &$crate::Context, raw: *mut sys::$raw) -> $crate::Result<Self> {
                if raw.is_null() {
                    return ctx.take_error().map_or(Ok(None), Err);
                }
                // SAFETY: not null, and ours.
                Ok(Some(unsafe { $crate::convert::Object::from_raw(ctx, raw) }))
            }
        }
    };
    (@print $name:ident) => {
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}({:p})", stringify!($name), self.raw)
            }
        }
    };
    (@print $name:ident, $to_str:ident) => {
        impl $name {
            #[doc = concat!("The text form (`", stringify!($to_str), "`).")]
            pub fn to_str(&self) -> $crate::Result<String> {
                // SAFETY: the object is alive.
                self.ctx.print(|| unsafe { sys::$to_str(self.raw.as_ptr()) })
            }
        }

        /// The text form; should isl fail to print, the error's text.
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self.to_str() {
                    Ok(text) => f.write_str(text.trim_end()),
                    Err(error) => write!(f, "<{error}>"),
                }
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}({self})", stringify!($name))
            }
        }
    };
}

/// Methods of a type, one line each: `intersect(&self, other: &Set) -> Set = isl_set_intersect;`. What is written as
/// `-> T` returns `Result<T>`. Without `&self` the first argument says which context the call belongs to. Behind the
/// C function may stand the check (a function of the module `check`) that it needs: `..., within(kind, first, n);`.
macro_rules! methods {
    ($type:ident { $(
        $(#[$doc:meta])* $name:ident($($args:tt)*) -> $result:ty = $c:ident $(, $check:ident($($on:ident),*))?;
    )* }) => {
        impl $type { $(methods! { @method [$(#[$doc])*] $name($($args)*) -> $result = $c [$($check($($on),*))?] })* }
    };
    (@method [$(#[$doc:meta])*] $name:ident(&self $(, $arg:ident: $of:ty)* $(,)?) -> $result:ty = $c:ident [$($check:ident($($on:ident),*))?]) => {
        $(#[$doc])*
        #[doc = concat!("\n\nisl: `", stringify!($c), "`.")]
        pub fn $name(&self $(, $arg: $of)*) -> $crate::Result<$result> {
            #[allow(unused_imports)]
            use $crate::convert::{Hold, Pass, Receive};
            $($crate::check::$check(self $(, $on)*)?;)?
            $(let $arg = $arg.hold(&self.ctx)?;)*
            self.ctx.forget_error();
            // SAFETY: each argument is passed as the declaration of the C function asks for: given away or lent.
            unsafe { <$result>::receive(&self.ctx, sys::$c(self.pass() $(, $arg.pass())*)) }
        }
    };
    (@method [$(#[$doc:meta])*] $name:ident($first:ident: $from:ty $(, $arg:ident: $of:ty)* $(,)?) -> $result:ty = $c:ident [$($check:ident($($on:ident),*))?]) => {
        $(#[$doc])*
        #[doc = concat!("\n\nisl: `", stringify!($c), "`.")]
        pub fn $name($first: $from $(, $arg: $of)*) -> $crate::Result<$result> {
            #[allow(unused_imports)]
            use $crate::convert::{Hold, InContext, Pass, Receive};
            let ctx = $first.context();
            $($crate::check::$check($first $(, $on)*)?;)?
            $(let $arg = $arg.hold(ctx)?;)*
            ctx.forget_error();
            // SAFETY: each argument is passed as the declaration of the C function asks for: given away or lent.
            unsafe { <$result>::receive(ctx, sys::$c($first.pass() $(, $arg.pass())*)) }
        }
    };
}

/// Methods that take a closure, one line each:
/// `foreach_set(&self, |set: Set| -> ()) -> () = isl_union_set_foreach_set;`. What the closure takes by value is given
/// to it; what it takes by reference is lent.
macro_rules! callbacks {
    ($type:ident { $($(#[$doc:meta])* $name:ident(&self, |$($args:tt)*) -> $result:ty = $c:ident;)* }) => {
        impl $type { $(callbacks! { @method [$(#[$doc])*] $name(|$($args)*) -> $result = $c })* }
    };
    (@method $doc:tt $name:ident(|$($arg:ident: $of:ident),+| -> $item:ty) -> $result:ty = $c:ident) => {
        callbacks! { @method $doc $name(|$($arg: [*mut $of] [$of]),+| -> $item) -> $result = $c }
    };
    (@method $doc:tt $name:ident(|$($arg:ident: &$of:ident),+| -> $item:ty) -> $result:ty = $c:ident) => {
        callbacks! { @method $doc $name(|$($arg: [*const $of] [&$of]),+| -> $item) -> $result = $c }
    };
    (@method [$(#[$doc:meta])*] $name:ident(
        |$($arg:ident: [*$how:ident $of:ident] [$($seen:tt)+]),+| -> $item:ty
    ) -> $result:ty = $c:ident) => {
        $(#[$doc])*
        ///
        /// An error that `f` returns ends the walk and is returned; so does a panic, which goes on from here.
        #[doc = concat!("\n\nisl: `", stringify!($c), "`.")]
        pub fn $name(&self, mut f: impl FnMut($($($seen)+),+) -> $crate::Result<$item>) -> $crate::Result<$result> {
            use $crate::callback::{Answer, Call};
            use $crate::convert::{Object, Pass, Receive};

            type Step = unsafe extern "C" fn(
                $(*$how <$of as Object>::Raw,)+
                *mut std::ffi::c_void,
            ) -> <$item as Answer>::Raw;

            unsafe extern "C" fn step<F: FnMut($($($seen)+),+) -> $crate::Result<$item>>(
                $($arg: *$how <$of as Object>::Raw,)+
                user: *mut std::ffi::c_void,
            ) -> <$item as Answer>::Raw {
                // SAFETY: `user` is the call below, and isl gives or lends each argument as its declaration says. Where an
                // argument could not be made, for instance because the budget is used up, isl may hand on a null pointer.
                unsafe {
                    let call = Call::<F>::from_user(user);
                    $(let $arg = callbacks!(@own $how $of, call.ctx(), $arg);)+
                    Answer::give(call.run(|f| {
                        $(let $arg = $arg?;)+
                        f($(callbacks!(@show $how $arg)),+)
                    }))
                }
            }

            fn step_for<F: FnMut($($($seen)+),+) -> $crate::Result<$item>>(_: &F) -> Step {
                step::<F>
            }

            let step = step_for(&f);
            let mut call = Call::new(&self.ctx, &mut f);
            self.ctx.forget_error();
            // SAFETY: `step` is handed `call` as its user pointer, and only while this call is under way.
            let result = unsafe { <$result>::receive(&self.ctx, sys::$c(self.pass(), Some(step), call.user())) };
            call.finish(result)
        }
    };
    (@own mut $of:ident, $ctx:expr, $arg:ident) => { <$of>::receive($ctx, $arg) };
    (@own const $of:ident, $ctx:expr, $arg:ident) => { <$of>::receive($ctx, <$of as Object>::copy_raw($arg)) };
    (@show mut $arg:ident) => { $arg };
    (@show const $arg:ident) => { &$arg };
}

/// A C enum as a Rust enum, converted both ways.
macro_rules! c_enum {
    ($(#[$doc:meta])* $name:ident = $raw:ident { $($(#[$of:meta])* $variant:ident = $c:ident,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$of])* $variant,)*
        }

        impl $crate::convert::Hold for $name {
            type Held = Self;
            fn hold(self, _: &$crate::Context) -> $crate::Result<Self> {
                Ok(self)
            }
        }

        impl $crate::convert::Pass<sys::$raw> for $name {
            fn pass(&self) -> sys::$raw {
                match self {
                    $($name::$variant => sys::$c,)*
                }
            }
        }

        impl $crate::convert::Receive<sys::$raw> for $name {
            unsafe fn receive(ctx: &$crate::Context, raw: sys::$raw) -> $crate::Result<Self> {
                match raw {
                    $(sys::$c => Ok($name::$variant),)*
                    _ => Err(ctx.failure()),
                }
            }
        }
    };
}

/// What lists have on top of isl's functions.
macro_rules! list {
    ($list:ident of $item:ident: $add:ident) => {
        impl $list {
            /// The list of these items, in this order.
            pub fn from_items(ctx: &$crate::Context, items: &[$item]) -> $crate::Result<Self> {
                use $crate::convert::{Object, Pass, Receive};
                for item in items {
                    item.ctx().same_as(ctx)?;
                }
                let empty = $list::alloc(ctx, items.len())?.into_raw();
                // SAFETY: each list goes into the next one; a null list stays null.
                unsafe { Self::receive(ctx, items.iter().fold(empty, |list, item| sys::$add(list, item.pass()))) }
            }

            /// The items, in order.
            pub fn to_vec(&self) -> $crate::Result<Vec<$item>> {
                (0..self.size()?).map(|position| self.get_at(position)).collect()
            }
        }
    };
}
