//! Arrays, and the operations on them.

use std::fmt;
use std::marker::PhantomData;

use ndarray::{Dim, Ix};

use crate::element::Element;
use crate::trace;
use crate::untyped::{Array, Site};
use crate::{Exp, Len, Rank};

/// An array that is known when the program runs, with elements of type `T` and as many dimensions as `D` says.
///
/// Operations make arrays from arrays. Nothing is computed when they are called: they say what the program does.
///
/// ```
/// use polymill_arrays::{Acc, Ix1, trace};
///
/// // The sum of the squares.
/// let program = trace(|a: Acc<f64, Ix1>| a.map(|x| x * x).fold(0.0, |sum, x| sum + x))?;
/// # Ok::<(), polymill_arrays::Error>(())
/// ```
pub struct Acc<T, D> {
    array: Array,
    marker: PhantomData<fn() -> (T, D)>,
}

impl<T, D> Clone for Acc<T, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, D> Copy for Acc<T, D> {}

impl<T, D> fmt::Debug for Acc<T, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Acc({})", self.array.id.0)
    }
}

impl<T: Element, D: Rank> Acc<T, D> {
    /// The array, whose elements are of this type, and which has so many dimensions.
    pub(crate) fn of(array: Array) -> Self {
        Self { array, marker: PhantomData }
    }

    /// The array in the program that is being traced; the program is wrong if it is of another one.
    pub(crate) fn own(self, site: Site) -> Array {
        let Array { id, serial } = self.array;
        Array::of(trace::with(|trace| trace.own_array(serial, id, (D::N, &T::types()), site.location)))
    }

    /// The sizes of the dimensions.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Exp, Ix2, generate, trace};
    /// // An empty frame of the other shape.
    /// trace(|a: Acc<f64, Ix2>| generate([a.len(1), a.shape()[0].clone()], |_| Exp::from(0.0)))?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn shape(self) -> Vec<Len> {
        let site = Site::caller("shape");
        self.own(site).shape(site)
    }

    /// The size of a dimension; 0 if there is no such dimension, which is an error of the program.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix2, trace};
    /// // The mean of each row.
    /// trace(|a: Acc<f64, Ix2>| {
    ///     let n = a.len(1).value().cast::<f64>();
    ///     a.sum().map(|sum| sum / n)
    /// })?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn len(self, axis: usize) -> Len {
        let site = Site::caller("len");
        self.own(site).len(axis, site)
    }

    /// The element at an index: zero, if the index is outside of the array.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix2, trace};
    /// // How much each element differs from that on the diagonal.
    /// trace(|a: Acc<f64, Ix2>| a.imap(|[i, _], x| x - a.at([i, i])))?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn at(self, index: D::Index) -> Exp<T> {
        let site = Site::caller("at");
        Exp::of(self.own(site).element(&D::to_values(index, site), site))
    }
}

/// The single element of an array without dimensions.
impl<T: Element> Acc<T, Dim<[Ix; 0]>> {
    /// The element.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix1, trace};
    /// // The elements as parts of their sum.
    /// trace(|a: Acc<f64, Ix1>| {
    ///     let sum = a.sum().the();
    ///     a.map(|x| x / sum)
    /// })?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn the(self) -> Exp<T> {
        let site = Site::caller("the");
        Exp::of(self.own(site).element(&[], site))
    }
}

/// An array without dimensions, which has this element.
///
/// ```
/// # use polymill_arrays::{Acc, Exp, trace};
/// // A number is a result as it is.
/// trace(|x: Exp<f64>| Acc::from(x.sqrt()))?;
/// # Ok::<(), polymill_arrays::Error>(())
/// ```
impl<T: Element> From<Exp<T>> for Acc<T, Dim<[Ix; 0]>> {
    #[track_caller]
    fn from(element: Exp<T>) -> Self {
        let site = Site::caller("array");
        Self::of(Array::of_value(element.own(site), site))
    }
}
