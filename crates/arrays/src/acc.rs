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
    #[track_caller]
    pub fn shape(self) -> Vec<Len> {
        let site = Site::caller("shape");
        self.own(site).shape(site)
    }

    /// The size of a dimension; 0 if there is no such dimension, which is an error of the program.
    #[track_caller]
    pub fn len(self, axis: usize) -> Len {
        let site = Site::caller("len");
        self.own(site).len(axis, site)
    }

    /// The element at an index: zero, if the index is outside of the array.
    #[track_caller]
    pub fn at(self, index: D::Index) -> Exp<T> {
        let site = Site::caller("at");
        Exp::of(self.own(site).element(&D::to_values(index, site), site))
    }
}

/// The single element of an array without dimensions.
impl<T: Element> Acc<T, Dim<[Ix; 0]>> {
    /// The element.
    #[track_caller]
    pub fn the(self) -> Exp<T> {
        let site = Site::caller("the");
        Exp::of(self.own(site).element(&[], site))
    }
}

/// An array without dimensions, which has this element.
impl<T: Element> From<Exp<T>> for Acc<T, Dim<[Ix; 0]>> {
    #[track_caller]
    fn from(element: Exp<T>) -> Self {
        let site = Site::caller("array");
        Self::of(Array::of_value(element.own(site), site))
    }
}
