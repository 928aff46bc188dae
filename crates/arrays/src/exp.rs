//! Scalar expressions: the values that functions of elements are written with.

use std::fmt;
use std::marker::PhantomData;
use std::ops;

use polymill_gdg::{BinaryOp, UnaryOp};

use crate::element::{Element, Float, Integer, Number, Scalar};
use crate::trace;
use crate::untyped::{Site, Value};

/// A value that is known when the program runs. It is written as a number is: `2.0 * x + 1.0`, `(x - y).abs()`.
///
/// Integers wrap. What is divided by zero is zero. Where indices lead outside of an array, there is zero.
///
/// ```
/// use polymill_arrays::{Acc, Exp, Ix1, trace};
///
/// let program = trace(|a: Acc<f64, Ix1>, limit: Exp<f64>| a.map(|x| x.lt(limit).select(x, 2.0 * limit - x)))?;
/// # Ok::<(), polymill_arrays::Error>(())
/// ```
pub struct Exp<T> {
    value: Value,
    marker: PhantomData<fn() -> T>,
}

impl<T> Clone for Exp<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Exp<T> {}

impl<T> fmt::Debug for Exp<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Exp({})", self.value.id.0)
    }
}

impl<T: Element> Exp<T> {
    /// The value, which is of this type.
    pub(crate) fn of(value: Value) -> Self {
        Self { value, marker: PhantomData }
    }

    /// The value in the program that is being traced; the program is wrong if it is of another one.
    pub(crate) fn own(self, site: Site) -> Value {
        let Value { id, serial } = self.value;
        Value::of(trace::with(|trace| trace.own_scalar(serial, id, &T::types(), site.location)))
    }
}

/// A constant.
impl<T: Scalar> From<T> for Exp<T> {
    fn from(value: T) -> Self {
        Self::of(Value::constant(T::TYPE, value.number()))
    }
}

#[track_caller]
fn unary<T: Scalar>(op: UnaryOp, operand: Exp<T>) -> Exp<T> {
    let site = Site::caller(op.symbol());
    Exp::of(operand.own(site).unary(op, site))
}

#[track_caller]
fn binary<T: Scalar, U: Scalar>(op: BinaryOp, left: Exp<T>, right: Exp<T>) -> Exp<U> {
    let site = Site::caller(op.symbol());
    Exp::of(left.own(site).binary(op, right.own(site), site))
}

macro_rules! operators {
    ($($trait:ident $method:ident $op:ident for $kind:ident: $($type:ty)+;)+) => {
        $(impl<T: $kind> ops::$trait for Exp<T> {
            type Output = Self;

            #[track_caller]
            fn $method(self, other: Self) -> Self {
                binary(BinaryOp::$op, self, other)
            }
        }

        impl<T: $kind> ops::$trait<T> for Exp<T> {
            type Output = Self;

            #[track_caller]
            fn $method(self, other: T) -> Self {
                binary(BinaryOp::$op, self, other.into())
            }
        }

        $(impl ops::$trait<Exp<$type>> for $type {
            type Output = Exp<$type>;

            #[track_caller]
            fn $method(self, other: Exp<$type>) -> Exp<$type> {
                binary(BinaryOp::$op, self.into(), other)
            }
        })+)+
    };
}

/// Truth values and integers.
///
/// ```
/// # use polymill_arrays::{Acc, Ix1, trace};
/// // Every other bit, and whether both hold.
/// trace(|a: Acc<u8, Ix1>, b: Acc<bool, Ix1>| a.zip_with(b, |x, y| (x & 0b0101_0101).gt(0) & !y))?;
/// # Ok::<(), polymill_arrays::Error>(())
/// ```
pub trait Bits: Scalar {}
impl Bits for bool {}
impl<T: Integer> Bits for T {}

operators! {
    Add add Add for Number: i8 i16 i32 i64 u8 u16 u32 u64 f32 f64;
    Sub sub Sub for Number: i8 i16 i32 i64 u8 u16 u32 u64 f32 f64;
    Mul mul Mul for Number: i8 i16 i32 i64 u8 u16 u32 u64 f32 f64;
    Div div Div for Number: i8 i16 i32 i64 u8 u16 u32 u64 f32 f64;
    Rem rem Rem for Integer: i8 i16 i32 i64 u8 u16 u32 u64;
    BitAnd bitand BitAnd for Bits: bool i8 i16 i32 i64 u8 u16 u32 u64;
    BitOr bitor BitOr for Bits: bool i8 i16 i32 i64 u8 u16 u32 u64;
    BitXor bitxor BitXor for Bits: bool i8 i16 i32 i64 u8 u16 u32 u64;
    Shl shl Shl for Integer: i8 i16 i32 i64 u8 u16 u32 u64;
    Shr shr Shr for Integer: i8 i16 i32 i64 u8 u16 u32 u64;
}

impl<T: Number> ops::Neg for Exp<T> {
    type Output = Self;

    #[track_caller]
    fn neg(self) -> Self {
        unary(UnaryOp::Neg, self)
    }
}

impl ops::Not for Exp<bool> {
    type Output = Self;

    #[track_caller]
    fn not(self) -> Self {
        unary(UnaryOp::Not, self)
    }
}

/// Comparisons, which are no operators because Rust's give `bool`, and conversions.
///
/// ```
/// # use polymill_arrays::{Acc, Ix1, trace};
/// trace(|a: Acc<f64, Ix1>, b: Acc<i32, Ix1>| {
///     let is_between = a.map(|x| x.gt(0.0) & x.le(1.0));
///     let limited = a.map(|x| x.max(0.0).min(1.0));
///     let is_same = a.zip_with(b, |x, y| x.round().cast::<i32>().eq(y));
///     (is_between, limited, is_same)
/// })?;
/// # Ok::<(), polymill_arrays::Error>(())
/// ```
impl<T: Scalar> Exp<T> {
    /// Whether it is less than another value.
    #[track_caller]
    pub fn lt(self, other: impl Into<Self>) -> Exp<bool> {
        binary(BinaryOp::Lt, self, other.into())
    }

    /// Whether it is at most another value.
    #[track_caller]
    pub fn le(self, other: impl Into<Self>) -> Exp<bool> {
        binary(BinaryOp::Le, self, other.into())
    }

    /// Whether it is greater than another value.
    #[track_caller]
    pub fn gt(self, other: impl Into<Self>) -> Exp<bool> {
        binary(BinaryOp::Gt, self, other.into())
    }

    /// Whether it is at least another value.
    #[track_caller]
    pub fn ge(self, other: impl Into<Self>) -> Exp<bool> {
        binary(BinaryOp::Ge, self, other.into())
    }

    /// Whether it is equal to another value.
    #[track_caller]
    pub fn eq(self, other: impl Into<Self>) -> Exp<bool> {
        binary(BinaryOp::Eq, self, other.into())
    }

    /// Whether it differs from another value.
    #[track_caller]
    pub fn ne(self, other: impl Into<Self>) -> Exp<bool> {
        binary(BinaryOp::Ne, self, other.into())
    }

    /// The smaller of two values: the other one if it is smaller, else this one.
    #[track_caller]
    pub fn min(self, other: impl Into<Self>) -> Self {
        let (other, site) = (other.into(), Site::caller("min"));
        Self::of(self.own(site).min(other.own(site), site))
    }

    /// The larger of two values: the other one if it is larger, else this one.
    #[track_caller]
    pub fn max(self, other: impl Into<Self>) -> Self {
        let (other, site) = (other.into(), Site::caller("max"));
        Self::of(self.own(site).max(other.own(site), site))
    }

    /// The value as one of another type, as `as` converts it: integers wrap, numbers of floating point become the nearest integer
    /// towards zero that there is; what is not zero is true.
    #[track_caller]
    pub fn cast<U: Scalar>(self) -> Exp<U> {
        let site = Site::caller("cast");
        Exp::of(self.own(site).cast(U::TYPE, site))
    }
}

impl<T: Number> Exp<T> {
    /// The absolute value.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix1, trace};
    /// trace(|a: Acc<f64, Ix1>, b: Acc<f64, Ix1>| a.zip_with(b, |x, y| (x - y).abs()))?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn abs(self) -> Self {
        let site = Site::caller("abs");
        Self::of(self.own(site).abs(site))
    }
}

macro_rules! functions {
    ($($(#[$doc:meta])* $method:ident($($other:ident),*) $name:literal;)+) => {
        /// Functions of numbers of floating point, with the names that Rust has for them.
        ///
        /// ```
        /// # use polymill_arrays::{Acc, Ix1, trace};
        /// // The normal distribution, and angles of points.
        /// trace(|a: Acc<f64, Ix1>, b: Acc<f64, Ix1>| (a.map(|x| (x * x / -2.0).exp()), a.zip_with(b, |y, x| y.atan2(x))))?;
        /// # Ok::<(), polymill_arrays::Error>(())
        /// ```
        impl<T: Float> Exp<T> {
            $($(#[$doc])*
            #[track_caller]
            pub fn $method(self, $($other: impl Into<Self>),*) -> Self {
                let site = Site::caller($name);
                Self::of(Value::call($name, &[self.own(site), $($other.into().own(site)),*], site))
            })+
        }
    };
}

functions! {
    /// The square root.
    sqrt() "sqrt";
    /// The exponential function.
    exp() "exp";
    /// The natural logarithm.
    ln() "log";
    /// The sine.
    sin() "sin";
    /// The cosine.
    cos() "cos";
    /// The tangent.
    tan() "tan";
    /// The arc tangent.
    atan() "atan";
    /// The arc tangent of the quotient of two numbers, with the quadrant that they are in.
    atan2(other) "atan2";
    /// The hyperbolic tangent.
    tanh() "tanh";
    /// The largest integer that is not larger.
    floor() "floor";
    /// The smallest integer that is not smaller.
    ceil() "ceil";
    /// The nearest integer; of two, the one that is further from zero.
    round() "round";
    /// The power.
    powf(exponent) "pow";
    /// The length of the diagonal of a rectangle.
    hypot(other) "hypot";
}

impl Exp<bool> {
    /// One value if this holds, else another one.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix1, trace};
    /// trace(|a: Acc<i32, Ix1>| a.map(|x| (x % 2).eq(0).select(x / 2, 3 * x + 1)))?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn select<T: Element>(self, then: Exp<T>, otherwise: impl Into<Exp<T>>) -> Exp<T> {
        let (otherwise, site) = (otherwise.into(), Site::caller("select"));
        Exp::of(self.own(site).select(then.own(site), otherwise.own(site), site))
    }
}

/// The first components, as many as an element of this type has.
fn next<T: Element>(components: &mut impl Iterator<Item = Value>, site: Site) -> Exp<T> {
    let own: Vec<Value> = components.take(T::types().len()).collect();
    Exp::of(Value::tuple(&own, site))
}

impl<T: Element> Exp<T> {
    /// An element that is known when the program is traced.
    pub(crate) fn constant(element: T, site: Site) -> Self {
        let parts = T::types().into_iter().zip(element.numbers()).map(|(ty, number)| Value::constant(ty, number));
        Self::of(Value::tuple(&parts.collect::<Vec<_>>(), site))
    }
}

/// Tuples of expressions and constants are expressions of tuples.
macro_rules! tuples {
    ($(($($part:ident $own:ident $at:tt),+))+) => {
        $(impl<$($part: Element),+> Exp<($($part,)+)> {
            /// The components.
            ///
            /// ```
            /// # use polymill_arrays::{Acc, Ix1, trace};
            /// trace(|a: Acc<(f64, i32), Ix1>| {
            ///     a.map(|pair| {
            ///         let (x, n) = pair.parts();
            ///         x * n.cast::<f64>()
            ///     })
            /// })?;
            /// # Ok::<(), polymill_arrays::Error>(())
            /// ```
            #[track_caller]
            pub fn parts(self) -> ($(Exp<$part>,)+) {
                let site = Site::caller("parts");
                let mut parts = self.own(site).parts(site).into_iter();
                ($(next::<$part>(&mut parts, site),)+)
            }
        }

        impl<$($part: Element, $own: Into<Exp<$part>>),+> From<($($own,)+)> for Exp<($($part,)+)> {
            #[track_caller]
            fn from(parts: ($($own,)+)) -> Self {
                let site = Site::caller("tuple");
                Self::of(Value::tuple(&[$(parts.$at.into().own(site)),+], site))
            }
        })+
    };
}

tuples! { (A X 0, B Y 1) (A X 0, B Y 1, C Z 2) (A X 0, B Y 1, C Z 2, E W 3) }

impl<T: Element, const N: usize> Exp<[T; N]> {
    /// The components.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix2, trace};
    /// // The brightness of colours.
    /// trace(|image: Acc<[u8; 3], Ix2>| {
    ///     image.map(|colour| {
    ///         let [r, g, b] = colour.parts().map(|part| part.cast::<f32>());
    ///         0.299 * r + 0.587 * g + 0.114 * b
    ///     })
    /// })?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn parts(self) -> [Exp<T>; N] {
        let site = Site::caller("parts");
        let mut parts = self.own(site).parts(site).into_iter();
        std::array::from_fn(|_| next(&mut parts, site))
    }
}

/// Arrays of expressions, or of constants, are expressions of arrays.
impl<T: Element, X: Into<Exp<T>>, const N: usize> From<[X; N]> for Exp<[T; N]> {
    #[track_caller]
    fn from(parts: [X; N]) -> Self {
        let site = Site::caller("array");
        Self::of(Value::tuple(&parts.map(|part| part.into().own(site)), site))
    }
}
