//! The number of dimensions, as a type.

use ndarray::{Dim, Dimension, Ix};

use crate::Exp;
use crate::untyped::{Site, Value};

/// A number of dimensions, from none (`Ix0`) to six (`Ix6`): one of `ndarray`'s types.
///
/// ```
/// use polymill_arrays::{Acc, Ix2, Rank, trace};
///
/// /// Of arrays of any number of dimensions.
/// fn doubled<D: Rank>(a: Acc<f64, D>) -> Acc<f64, D> {
///     a.map(|x| x * 2.0)
/// }
/// trace(doubled::<Ix2>)?;
/// # Ok::<(), polymill_arrays::Error>(())
/// ```
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

/// A number of dimensions that may be doubled: from one to three.
///
/// ```
/// use polymill_arrays::{Acc, Boundary, Doubled, Ix2, Ix4, trace};
///
/// fn two<D: Doubled<Double = Ix4>>() -> usize {
///     D::N
/// }
/// assert_eq!(two::<Ix2>(), 2);
/// # Ok::<(), polymill_arrays::Error>(())
/// ```
pub trait Doubled: Rank {
    /// Twice as many.
    type Double: Rank;
}

macro_rules! doubled {
    ($($n:literal: $double:literal;)+) => {
        $(impl Doubled for Dim<[Ix; $n]> {
            type Double = Dim<[Ix; $double]>;
        })+
    };
}

doubled! { 1: 2; 2: 4; 3: 6; }

/// A number of dimensions that is `K` or more.
///
/// ```
/// use polymill_arrays::{Ix1, Ix3, Rank, Without};
///
/// assert_eq!(<Ix3 as Without<2>>::Rest::N, Ix1::N);
/// # Ok::<(), polymill_arrays::Error>(())
/// ```
pub trait Without<const K: usize>: Rank {
    /// So many fewer.
    type Rest: Rank;
}

macro_rules! without {
    ($($n:literal: $($less:literal $rest:literal),+;)+) => {
        $($(impl Without<$less> for Dim<[Ix; $n]> {
            type Rest = Dim<[Ix; $rest]>;
        })+)+
    };
}

without! {
    1: 1 0;
    2: 1 1, 2 0;
    3: 1 2, 2 1, 3 0;
    4: 1 3, 2 2, 3 1, 4 0;
    5: 1 4, 2 3, 3 2, 4 1, 5 0;
    6: 1 5, 2 4, 3 3, 4 2, 5 1, 6 0;
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
