//! Arrays and elements as plain Rust has them: what the operations of the array language are compared with.

use ndarray::{ArrayD, IxDyn};
use polymill::array::number::Number;
use polymill::array::untyped::{Site, Value};
use polymill::array::{Place, Scalar};
use polymill_gdg::{BinaryOp, ScalarType, UnaryOp};
use rand::RngExt;

use super::strided::{Random, Typed};

pub fn site() -> Site {
    Site::new("operation", Place::caller())
}

/// A type of elements, with functions that are neither associative nor commutative, so that their order shows.
pub trait Plain: Typed + PartialOrd {
    /// Any value, those at the ends among them.
    fn random(random: &mut Random) -> Self;

    /// An integer, as `as` converts it.
    fn of(value: i64) -> Self;

    /// A function of two elements.
    fn combine(self, other: Self) -> Self;

    /// The same function in a program.
    fn combined(x: Value, y: Value) -> Value;

    /// A function of an element.
    fn change(self) -> Self {
        Self::of(5).combine(self)
    }

    /// The same function in a program.
    fn changed(x: Value) -> Value {
        Self::combined(Self::constant(5), x)
    }

    fn constant(value: i64) -> Value {
        Value::constant(Self::TYPE, Self::of(value).number())
    }
}

impl Plain for bool {
    fn random(random: &mut Random) -> Self {
        random.random_range(0..2) == 1
    }

    fn of(value: i64) -> Self {
        value != 0
    }

    fn combine(self, other: Self) -> Self {
        !self | other
    }

    fn combined(x: Value, y: Value) -> Value {
        x.unary(UnaryOp::Not, site()).binary(BinaryOp::Or, y, site())
    }
}

macro_rules! integers {
    ($($type:ty)+) => {
        $(impl Plain for $type {
            fn random(random: &mut Random) -> Self {
                match random.random_range(0..8) {
                    0 => Self::MIN,
                    1 => Self::MAX,
                    2 => 0,
                    3 => random.random_range(Self::MIN..=Self::MAX),
                    _ => random.random_range(0..20),
                }
            }

            fn of(value: i64) -> Self {
                value as Self
            }

            fn combine(self, other: Self) -> Self {
                self.wrapping_mul(3).wrapping_sub(other)
            }

            fn combined(x: Value, y: Value) -> Value {
                x.binary(BinaryOp::Mul, Self::constant(3), site()).binary(BinaryOp::Sub, y, site())
            }
        })+
    };
}

integers! { i8 i16 i32 i64 u8 u16 u32 u64 }

macro_rules! floats {
    ($($type:ty)+) => {
        $(impl Plain for $type {
            fn random(random: &mut Random) -> Self {
                match random.random_range(0..30) {
                    0 => Self::INFINITY,
                    1 => Self::NAN,
                    2 => -0.0,
                    3 => Self::MAX,
                    4 => Self::MIN_POSITIVE / 4.0,
                    _ => random.random_range(-40..40) as Self / 8.0,
                }
            }

            fn of(value: i64) -> Self {
                value as Self
            }

            fn combine(self, other: Self) -> Self {
                self * 3.0 - other
            }

            fn combined(x: Value, y: Value) -> Value {
                x.binary(BinaryOp::Mul, Self::constant(3), site()).binary(BinaryOp::Sub, y, site())
            }
        })+
    };
}

floats! { f32 f64 }

/// The integer in a program.
pub fn int(value: i64) -> Value {
    Value::constant(ScalarType::I64, Number::Int(i128::from(value)))
}

/// An array whose elements are a function of their index.
pub fn from_fn<T>(shape: &[usize], mut function: impl FnMut(&[usize]) -> T) -> ArrayD<T> {
    ArrayD::from_shape_fn(IxDyn(shape), |index| function(ndarray::Dimension::slice(&index)))
}

/// The element at an index: zero, if it is outside.
pub fn at<T: Scalar>(a: &ArrayD<T>, index: &[i64]) -> T {
    let index: Option<Vec<usize>> = index.iter().map(|at| usize::try_from(*at).ok()).collect();
    index.and_then(|index| a.get(IxDyn(&index)).copied()).unwrap_or_default()
}

/// Numbers with another one at a place.
pub fn with<N: Clone>(numbers: &[N], axis: usize, number: N) -> Vec<N> {
    let mut numbers = numbers.to_vec();
    numbers[axis] = number;
    numbers
}

/// Numbers with one more at a place.
pub fn inserted<N: Clone>(numbers: &[N], axis: usize, number: N) -> Vec<N> {
    let mut numbers = numbers.to_vec();
    numbers.insert(axis, number);
    numbers
}

/// Numbers without the one at a place.
pub fn without<N: Clone>(numbers: &[N], axis: usize) -> Vec<N> {
    let mut numbers = numbers.to_vec();
    numbers.remove(axis);
    numbers
}

/// The array in which the elements along a dimension are a function of those of another one.
pub fn along<T: Scalar>(a: &ArrayD<T>, axis: usize, n: usize, function: impl Fn(&[T]) -> Vec<T>) -> ArrayD<T> {
    let mut result = ArrayD::from_elem(IxDyn(&with(a.shape(), axis, n)), T::default());
    from_fn(&without(a.shape(), axis), |rest| {
        let lane: Vec<T> = (0..a.shape()[axis]).map(|at| a[IxDyn(&inserted(rest, axis, at))]).collect();
        let computed = function(&lane);
        assert_eq!(computed.len(), n);
        for (at, value) in computed.into_iter().enumerate() {
            result[IxDyn(&inserted(rest, axis, at))] = value;
        }
    });
    result
}

/// The intermediate results of a fold.
pub fn scanned<T: Plain>(initial: Option<T>, lane: &[T], is_downward: bool) -> Vec<T> {
    let mut lane = lane.to_vec();
    if is_downward {
        lane.reverse();
    }
    let mut all: Vec<T> = initial.into_iter().collect();
    for x in lane {
        all.push(match all.last() {
            None => x,
            Some(so_far) if is_downward => x.combine(*so_far),
            Some(so_far) => so_far.combine(x),
        });
    }
    if is_downward {
        all.reverse();
    }
    all
}

/// The pieces of a row with these lengths.
pub fn segments<'a, T>(mut row: &'a [T], lengths: &[i128]) -> Vec<&'a [T]> {
    let mut segments = vec![];
    for length in lengths {
        let n = usize::try_from(*length).unwrap_or(if *length < 0 { 0 } else { usize::MAX });
        let (segment, rest) = row.split_at(row.len().min(n));
        segments.push(segment);
        row = rest;
    }
    segments
}
