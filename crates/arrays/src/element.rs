//! The types of elements.

use polymill_gdg::ScalarType;

use crate::number::Number as AnyNumber;

/// A type that elements of arrays may have: a number, a truth value, or a tuple of up to four elements or an array `[T; N]` of these.
///
/// ```
/// # use polymill_arrays::{Acc, Ix1, trace};
/// // Points in space, each with a mass: their centre.
/// trace(|points: Acc<([f64; 3], f64), Ix1>| {
///     let weighted = points.map(|point| {
///         let (place, mass) = point.parts();
///         (place.parts().map(|x| x * mass), mass).into()
///     });
///     let sum = weighted.fold(([0.0; 3], 0.0), |sum, x| {
///         let ((sum, masses), (x, mass)) = (sum.parts(), x.parts());
///         let (sum, x) = (sum.parts(), x.parts());
///         ([sum[0] + x[0], sum[1] + x[1], sum[2] + x[2]], masses + mass).into()
///     });
///     sum.map(|sum| {
///         let (place, mass) = sum.parts();
///         place.parts().map(|x| x / mass).into()
///     })
/// })?;
/// # Ok::<(), polymill_arrays::Error>(())
/// ```
pub trait Element: Clone + std::fmt::Debug + 'static {
    /// The types of its components.
    fn types() -> Vec<ScalarType>;

    /// The components, as numbers of any type.
    #[doc(hidden)]
    fn numbers(self) -> Vec<AnyNumber>;
}

/// A number or a truth value.
///
/// ```
/// use polymill_arrays::{Acc, Ix1, Scalar, trace};
///
/// /// The elements as ones of another type.
/// fn converted<T: Scalar, U: Scalar>(a: Acc<T, Ix1>) -> Acc<U, Ix1> {
///     a.map(|x| x.cast())
/// }
/// trace(converted::<u8, f64>)?;
/// # Ok::<(), polymill_arrays::Error>(())
/// ```
pub trait Scalar: Element + Copy + PartialEq + Default + Send + Sync {
    /// Its type in the IR.
    const TYPE: ScalarType;

    /// The value, as a number of any type.
    #[doc(hidden)]
    fn number(self) -> AnyNumber;

    /// The value that a number is; the number has this type.
    #[doc(hidden)]
    fn from_number(number: AnyNumber) -> Self;
}

/// A number.
///
/// ```
/// use polymill_arrays::{Acc, Ix1, Number, trace};
///
/// /// Squares of any numbers.
/// fn squares<T: Number>(a: Acc<T, Ix1>) -> Acc<T, Ix1> {
///     a.map(|x| x * x)
/// }
/// trace(squares::<i32>)?;
/// # Ok::<(), polymill_arrays::Error>(())
/// ```
pub trait Number: Scalar {}

/// An integer.
///
/// ```
/// use polymill_arrays::{Acc, Integer, Ix1, trace};
///
/// /// The lowest bits of any integers.
/// fn lowest<T: Integer>(a: Acc<T, Ix1>) -> Acc<T, Ix1> {
///     a.map(|x| x ^ (x >> x))
/// }
/// trace(lowest::<u64>)?;
/// # Ok::<(), polymill_arrays::Error>(())
/// ```
pub trait Integer: Number {}

/// A number of floating point.
///
/// ```
/// use polymill_arrays::{Acc, Float, Ix1, trace};
///
/// /// Lengths in one precision or the other.
/// fn lengths<T: Float>(x: Acc<T, Ix1>, y: Acc<T, Ix1>) -> Acc<T, Ix1> {
///     x.zip_with(y, |x, y| x.hypot(y))
/// }
/// trace(lengths::<f32>)?;
/// # Ok::<(), polymill_arrays::Error>(())
/// ```
pub trait Float: Number {}

macro_rules! scalars {
    ($($type:ty: $ir:expr, $to:expr, $from:expr;)+) => {
        $(impl Element for $type {
            fn types() -> Vec<ScalarType> {
                vec![Self::TYPE]
            }

            fn numbers(self) -> Vec<AnyNumber> {
                vec![self.number()]
            }
        }

        impl Scalar for $type {
            const TYPE: ScalarType = $ir;

            fn number(self) -> AnyNumber {
                let to: fn($type) -> AnyNumber = $to;
                to(self)
            }

            fn from_number(number: AnyNumber) -> Self {
                let from: fn(AnyNumber) -> $type = $from;
                from(number)
            }
        })+
    };
}

macro_rules! integers {
    ($($type:ty: $bits:literal, $signed:literal;)+) => {
        scalars! { $($type: ScalarType::Int { bits: $bits, signed: $signed }, |value| AnyNumber::Int(i128::from(value)), |number| number.to_int() as $type;)+ }
        $(impl Number for $type {}
        impl Integer for $type {})+
    };
}

integers! {
    i8: 8, true;
    i16: 16, true;
    i32: 32, true;
    i64: 64, true;
    u8: 8, false;
    u16: 16, false;
    u32: 32, false;
    u64: 64, false;
}

scalars! {
    bool: ScalarType::Bool, |value| AnyNumber::Int(i128::from(value)), AnyNumber::is_true;
    f32: ScalarType::F32, |value| AnyNumber::Float(f64::from(value)), |number| number.to_float() as f32;
    f64: ScalarType::F64, AnyNumber::Float, AnyNumber::to_float;
}

impl Number for f32 {}
impl Number for f64 {}
impl Float for f32 {}
impl Float for f64 {}

macro_rules! tuples {
    ($(($($part:ident $at:tt),+))+) => {
        $(impl<$($part: Element),+> Element for ($($part,)+) {
            fn types() -> Vec<ScalarType> {
                [$($part::types()),+].concat()
            }

            fn numbers(self) -> Vec<AnyNumber> {
                [$(self.$at.numbers()),+].concat()
            }
        })+
    };
}

tuples! { (A 0, B 1) (A 0, B 1, C 2) (A 0, B 1, C 2, E 3) }

impl<T: Element, const N: usize> Element for [T; N] {
    fn types() -> Vec<ScalarType> {
        const { assert!(N > 0, "an element has at least one component") };
        vec![T::types(); N].concat()
    }

    fn numbers(self) -> Vec<AnyNumber> {
        self.into_iter().flat_map(T::numbers).collect()
    }
}
