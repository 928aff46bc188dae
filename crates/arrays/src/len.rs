//! Sizes, as programs write them.

use std::ops;

use crate::size::{Size, Symbol};
use crate::trace::{self, Trace};
use crate::untyped::Site;
use crate::{Exp, Place};

/// The size of a dimension.
///
/// ```
/// # use polymill_arrays::{Acc, Exp, Ix1, trace};
/// // Sizes are numbers, arguments, sizes of others, and computed from these.
/// trace(|a: Acc<f64, Ix1>, n: Exp<i64>| {
///     let half = a.len(0) / 2;
///     let middle = a.slice(0, half.clone(), (half + n).min(a.len(0)), 1);
///     (middle, a.map(|x| x / a.len(0).value().cast::<f64>()))
/// })?;
/// # Ok::<(), polymill_arrays::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Len(pub(crate) Size);

impl From<usize> for Len {
    fn from(size: usize) -> Self {
        Self(Size::constant(i64::try_from(size).unwrap_or(i64::MAX)))
    }
}

/// A number that is an argument is a size; negative ones are an error when the program runs.
impl From<Exp<i64>> for Len {
    #[track_caller]
    fn from(value: Exp<i64>) -> Self {
        let site = Site::caller("size");
        value.own(site).len(site)
    }
}

macro_rules! size_arithmetic {
    ($($trait:ident $method:ident $factor:literal;)+) => {
        $(impl<L: Into<Len>> ops::$trait<L> for Len {
            type Output = Len;

            #[track_caller]
            fn $method(self, other: L) -> Len {
                Len(self.0.plus($factor, &other.into().0))
            }
        })+
    };
}

size_arithmetic! {
    Add add 1;
    Sub sub -1;
}

impl<L: Into<Len>> ops::Mul<L> for Len {
    type Output = Len;

    #[track_caller]
    fn mul(self, other: L) -> Len {
        let location = Place::caller();
        self.times(&other.into(), location)
    }
}

/// Rounded down; what is divided by zero is zero.
impl ops::Div<usize> for Len {
    type Output = Len;

    #[track_caller]
    fn div(self, divisor: usize) -> Len {
        self.divided(divisor, Place::caller())
    }
}

impl Len {
    /// The size as a value.
    pub fn value(&self) -> Exp<i64> {
        Exp::of(crate::untyped::Value::of_len(self.clone()))
    }

    /// The smaller of two sizes.
    #[must_use]
    #[track_caller]
    pub fn min(&self, other: impl Into<Len>) -> Len {
        self.least(&other.into(), Place::caller())
    }

    /// As [`Len::min`], which the program says at this place.
    #[must_use]
    pub fn least(&self, other: &Len, location: Place) -> Len {
        Len(trace::with(|trace| least(trace, &self.0, &other.0, location)))
    }

    /// The product of two sizes, which the program says at this place.
    #[must_use]
    pub fn times(&self, other: &Len, location: Place) -> Len {
        Len(trace::with(|trace| product(trace, &self.0, &other.0, location)))
    }

    /// The size divided by a number and rounded down, which the program says at this place; what is divided by zero is zero.
    #[must_use]
    pub fn divided(&self, divisor: usize, location: Place) -> Len {
        let divisor = i64::try_from(divisor).unwrap_or(i64::MAX);
        Len(match (self.0.as_constant(), divisor) {
            (_, 0) => Size::constant(0),
            (_, 1) => self.0.clone(),
            (Some(size), _) => Size::constant(size.div_euclid(divisor)),
            _ => trace::with(|trace| trace.graph.symbol(Symbol::Quotient(self.0.clone(), divisor), location)),
        })
    }

    /// The number, if it is the same in all runs.
    pub fn as_constant(&self) -> Option<i64> {
        self.0.as_constant()
    }
}

pub(crate) fn product(trace: &mut Trace, one: &Size, other: &Size, location: Place) -> Size {
    match (one.as_constant(), other.as_constant()) {
        (Some(factor), _) => Size::constant(0).plus(factor, other),
        (_, Some(factor)) => Size::constant(0).plus(factor, one),
        _ => trace.graph.symbol(Symbol::Product(one.clone(), other.clone()), location),
    }
}

fn least(trace: &mut Trace, one: &Size, other: &Size, location: Place) -> Size {
    match one.plus(-1, other).as_constant() {
        Some(difference) if difference < 0 => one.clone(),
        Some(_) => other.clone(),
        None => trace.graph.symbol(Symbol::Least(one.clone(), other.clone()), location),
    }
}

/// Sizes in a row.
pub(crate) fn lens_of<const N: usize>(shape: [impl Into<Len>; N]) -> Vec<Len> {
    shape.into_iter().map(Into::into).collect()
}
