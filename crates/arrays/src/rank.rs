//! The number of dimensions, as a type.

use ndarray::{Dim, Dimension, Ix};

use crate::Exp;
use crate::untyped::{Site, Value};

/// A number of dimensions, from none (`Ix0`) to six (`Ix6`): one of `ndarray`'s types.
pub trait Rank: Dimension {
    /// The number.
    const N: usize;

    /// An index into an array: a list of so many expressions.
    type Index: Copy + 'static;

    /// The index with these parts.
    #[doc(hidden)]
    fn from_values(parts: &[Value]) -> Self::Index;

    /// The parts of an index.
    #[doc(hidden)]
    fn to_values(index: Self::Index, site: Site) -> Vec<Value>;
}

macro_rules! ranks {
    ($($n:literal)+) => {
        $(impl Rank for Dim<[Ix; $n]> {
            const N: usize = $n;
            type Index = [Exp<i64>; $n];

            fn from_values(parts: &[Value]) -> Self::Index {
                std::array::from_fn(|axis| Exp::of(parts[axis]))
            }

            fn to_values(index: Self::Index, site: Site) -> Vec<Value> {
                index.into_iter().map(|part| part.own(site)).collect()
            }
        })+
    };
}

ranks! { 0 1 2 3 4 5 6 }
