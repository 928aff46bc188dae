//! Sizes, as programs write them.

use std::ops;
use std::panic::Location;

use crate::Exp;
use crate::graph::ScalarKind;
use crate::size::{Size, Symbol};
use crate::trace::{self, Trace};

/// The size of a dimension.
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
        let location = Location::caller();
        let id = value.own();
        trace::with(|trace| {
            let size = match trace.graph.at(id).kind.clone() {
                ScalarKind::Input(input) => trace.graph.symbol(Symbol::Number { input }, location),
                ScalarKind::Size(size) => size,
                ScalarKind::Int(value) => Size::constant(i64::try_from(value).unwrap_or(i64::MAX)),
                _ => {
                    let message = "a size is a number that is an argument, or computed from sizes".to_owned();
                    trace.fail(crate::Error::Program { operation: "size", message, location });
                    Size::constant(0)
                }
            };
            Self(size)
        })
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
        let (other, location) = (other.into(), Location::caller());
        Len(trace::with(|trace| product(trace, &self.0, &other.0, location)))
    }
}

/// Rounded down; what is divided by zero is zero.
impl ops::Div<usize> for Len {
    type Output = Len;

    #[track_caller]
    fn div(self, divisor: usize) -> Len {
        let (divisor, location) = (i64::try_from(divisor).unwrap_or(i64::MAX), Location::caller());
        Len(match (self.0.as_constant(), divisor) {
            (_, 0) => Size::constant(0),
            (_, 1) => self.0,
            (Some(size), _) => Size::constant(size.div_euclid(divisor)),
            _ => trace::with(|trace| trace.graph.symbol(Symbol::Quotient(self.0, divisor), location)),
        })
    }
}

impl Len {
    /// The size as a value.
    pub fn value(&self) -> Exp<i64> {
        Exp::<i64>::of_size(self.0.clone())
    }

    /// The smaller of two sizes.
    #[must_use]
    #[track_caller]
    pub fn min(&self, other: impl Into<Len>) -> Len {
        let (other, location) = (other.into(), Location::caller());
        Len(trace::with(|trace| least(trace, &self.0, &other.0, location)))
    }
}

pub(crate) fn product(trace: &mut Trace, one: &Size, other: &Size, location: &'static Location<'static>) -> Size {
    match (one.as_constant(), other.as_constant()) {
        (Some(factor), _) => Size::constant(0).plus(factor, other),
        (_, Some(factor)) => Size::constant(0).plus(factor, one),
        _ => trace.graph.symbol(Symbol::Product(one.clone(), other.clone()), location),
    }
}

fn least(trace: &mut Trace, one: &Size, other: &Size, location: &'static Location<'static>) -> Size {
    match one.plus(-1, other).as_constant() {
        Some(difference) if difference < 0 => one.clone(),
        Some(_) => other.clone(),
        None => trace.graph.symbol(Symbol::Least(one.clone(), other.clone()), location),
    }
}

/// Sizes in a row.
pub(crate) fn sizes_of<const N: usize>(shape: [impl Into<Len>; N]) -> Vec<Size> {
    shape.into_iter().map(|size| size.into().0).collect()
}
