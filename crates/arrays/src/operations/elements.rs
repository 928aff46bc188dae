//! Operations on elements: each element of the result is computed by itself.

use std::ops;

use ndarray::{Dim, Ix};

use crate::len::lens_of;
use crate::untyped::{self, Site, Value};
use crate::{Acc, Element, Exp, Len, Number, Rank};

impl<T: Element, D: Rank> Acc<T, D> {
    /// A function of each element.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix2, trace};
    /// trace(|a: Acc<f32, Ix2>| a.map(|x| x.sqrt() + 1.0))?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn map<U: Element>(self, function: impl FnOnce(Exp<T>) -> Exp<U>) -> Acc<U, D> {
        let site = Site::caller("map");
        Acc::of(self.own(site).map(|x| function(Exp::of(x)).own(site), site))
    }

    /// As [`Acc::map`], of the index, too.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix2, trace};
    /// // A gradient over an image.
    /// trace(|a: Acc<f32, Ix2>| a.imap(|[i, _], x| x * i.cast::<f32>()))?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn imap<U: Element>(self, function: impl FnOnce(D::Index, Exp<T>) -> Exp<U>) -> Acc<U, D> {
        let site = Site::caller("imap");
        Acc::of(self.own(site).imap(|index, x| function(D::from_values(index), Exp::of(x)).own(site), site))
    }

    /// A function of the elements of two arrays, which have the same shape. For more arrays, there are [`zip_with3`](crate::zip_with3) and the like.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix1, trace};
    /// trace(|a: Acc<f64, Ix1>, b: Acc<f64, Ix1>| a.zip_with(b, |x, y| x * y))?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn zip_with<U: Element, V: Element>(
        self,
        other: Acc<U, D>,
        function: impl FnOnce(Exp<T>, Exp<U>) -> Exp<V>,
    ) -> Acc<V, D> {
        self.zipped(other, function, Site::caller("zip_with"))
    }

    fn zipped<U: Element, V: Element>(
        self,
        other: Acc<U, D>,
        function: impl FnOnce(Exp<T>, Exp<U>) -> Exp<V>,
        site: Site,
    ) -> Acc<V, D> {
        let function = |elements: &[Value]| function(Exp::of(elements[0]), Exp::of(elements[1])).own(site);
        Acc::of(untyped::zip_with(&[self.own(site), other.own(site)], function, site))
    }

    /// The elements of this array in another shape, each where a function of the index says.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix2, trace};
    /// // The diagonal.
    /// trace(|a: Acc<f64, Ix2>| a.backpermute([a.len(0)], |[i]| [i, i]))?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn backpermute<const N: usize>(
        self,
        shape: [impl Into<Len>; N],
        function: impl FnOnce([Exp<i64>; N]) -> D::Index,
    ) -> Acc<T, Dim<[Ix; N]>>
    where
        Dim<[Ix; N]>: Rank<Index = [Exp<i64>; N]>,
    {
        let (shape, site) = (lens_of(shape), Site::caller("backpermute"));
        let function = |index: &[Value]| D::to_values(function(Dim::<[Ix; N]>::from_values(index)), site);
        Acc::of(self.own(site).backpermute(shape, function, site))
    }
}

impl<T: Element, D: Rank> Acc<T, D> {
    /// The elements of two arrays of the same shape in pairs.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix1, trace};
    /// trace(|a: Acc<f64, Ix1>, b: Acc<i32, Ix1>| a.zip(b))?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn zip<U: Element>(self, other: Acc<U, D>) -> Acc<(T, U), D> {
        self.zipped(other, |x, y| (x, y).into(), Site::caller("zip"))
    }
}

impl<A: Element, B: Element, D: Rank> Acc<(A, B), D> {
    /// The first and the second elements of pairs.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Exp, Ix1, trace};
    /// // Where the largest element is, and what it is.
    /// trace(|a: Acc<f64, Ix1>| {
    ///     let larger = |x: Exp<(f64, i64)>, y: Exp<(f64, i64)>| y.parts().0.gt(x.parts().0).select(y, x);
    ///     a.imap(|[i], x| (x, i).into()).fold1(larger).unzip()
    /// })?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn unzip(self) -> (Acc<A, D>, Acc<B, D>) {
        (self.map(|pair| pair.parts().0), self.map(|pair| pair.parts().1))
    }
}

impl<T: Element, D: Rank, const N: usize> Acc<[T; N], D> {
    /// The first elements of arrays, the second ones, and so on.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix2, trace};
    /// // The colours of an image, each an image.
    /// trace(|image: Acc<[u8; 3], Ix2>| image.unzip())?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn unzip(self) -> [Acc<T, D>; N] {
        std::array::from_fn(|position| self.map(|all| all.parts()[position]))
    }
}

/// The elements of arrays of the same shape in arrays: what [`Acc::unzip`] takes apart.
///
/// ```
/// # use polymill_arrays::{Acc, Ix2, trace, zip_all};
/// // Red, green and blue become an image.
/// trace(|colours: [Acc<u8, Ix2>; 3]| zip_all(colours))?;
/// # Ok::<(), polymill_arrays::Error>(())
/// ```
#[track_caller]
pub fn zip_all<T: Element, D: Rank, const N: usize>(arrays: [Acc<T, D>; N]) -> Acc<[T; N], D> {
    let site = Site::caller("zip_all");
    let together = |elements: &[Value]| Value::tuple(elements, site);
    Acc::of(untyped::zip_with(&arrays.map(|array| array.own(site)), together, site))
}

/// An array whose elements are a function of their index.
///
/// ```
/// use polymill_arrays::{Exp, generate, trace};
///
/// // A table of products.
/// let program = trace(|n: Exp<i64>| generate([n, n], |[i, j]| (i + 1) * (j + 1)))?;
/// # Ok::<(), polymill_arrays::Error>(())
/// ```
#[track_caller]
pub fn generate<T: Element, const N: usize>(
    shape: [impl Into<Len>; N],
    function: impl FnOnce([Exp<i64>; N]) -> Exp<T>,
) -> Acc<T, Dim<[Ix; N]>>
where
    Dim<[Ix; N]>: Rank<Index = [Exp<i64>; N]>,
{
    let (shape, site) = (lens_of(shape), Site::caller("generate"));
    let function = |index: &[Value]| function(Dim::<[Ix; N]>::from_values(index)).own(site);
    Acc::of(untyped::generate(shape, function, site))
}

/// Functions of the elements of several arrays.
macro_rules! zip_with {
    ($($(#[$doc:meta])* $name:ident $n:literal: $first:ident $first_type:ident $($array:ident $type:ident)+;)+) => {
        $(#[doc = concat!("A function of the elements of ", $n, " arrays, which have the same shape.")]
        $(#[$doc])*
        #[track_caller]
        #[allow(clippy::too_many_arguments)]
        pub fn $name<$first_type: Element, $($type: Element,)+ Output: Element, D: Rank>(
            $first: Acc<$first_type, D>,
            $($array: Acc<$type, D>,)+
            function: impl FnOnce(Exp<$first_type>, $(Exp<$type>),+) -> Exp<Output>,
        ) -> Acc<Output, D> {
            let site = Site::caller(stringify!($name));
            let arrays = [$first.own(site), $($array.own(site)),+];
            let function = |elements: &[Value]| {
                let [$first, $($array),+] = std::array::from_fn(|position| elements[position]);
                function(Exp::of($first), $(Exp::of($array)),+).own(site)
            };
            Acc::of(untyped::zip_with(&arrays, function, site))
        })+
    };
}

zip_with! {
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix1, trace, zip_with3};
    /// trace(|a: Acc<f64, Ix1>, b: Acc<f64, Ix1>, c: Acc<f64, Ix1>| zip_with3(a, b, c, |x, y, z| x * y + z))?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    zip_with3 "three": a A b B c C;
    ///
    /// As [`zip_with3`](crate::zip_with3).
    zip_with4 "four": a A b B c C d E;
    ///
    /// As [`zip_with3`](crate::zip_with3).
    zip_with5 "five": a A b B c C d E e F;
    ///
    /// As [`zip_with3`](crate::zip_with3).
    zip_with6 "six": a A b B c C d E e F f G;
    ///
    /// As [`zip_with3`](crate::zip_with3).
    zip_with7 "seven": a A b B c C d E e F f G g H;
    ///
    /// As [`zip_with3`](crate::zip_with3).
    zip_with8 "eight": a A b B c C d E e F f G g H h I;
    ///
    /// As [`zip_with3`](crate::zip_with3).
    zip_with9 "nine": a A b B c C d E e F f G g H h I i J;
}

impl<T: Element> Acc<T, Dim<[Ix; 1]>> {
    /// The elements at these places, in the shape of the places: zero, where there is none.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix1, Ix2, trace};
    /// // Colours, from a palette.
    /// trace(|palette: Acc<u32, Ix1>, image: Acc<u8, Ix2>| palette.gather(image.map(|x| x.cast())))?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn gather<E: Rank>(self, places: Acc<i64, E>) -> Acc<T, E> {
        let site = Site::caller("gather");
        Acc::of(self.own(site).gather(places.own(site), site))
    }
}

macro_rules! elementwise {
    ($($trait:ident $method:ident;)+) => {
        $(/// Of the elements of two arrays of the same shape.
        impl<T: Number, D: Rank> ops::$trait for Acc<T, D> {
            type Output = Self;

            #[track_caller]
            fn $method(self, other: Self) -> Self {
                self.zipped(other, |x, y| ops::$trait::$method(x, y), Site::caller(stringify!($method)))
            }
        }

        /// Of each element and a value.
        impl<T: Number, D: Rank> ops::$trait<Exp<T>> for Acc<T, D> {
            type Output = Self;

            #[track_caller]
            fn $method(self, other: Exp<T>) -> Self {
                self.map(|x| ops::$trait::$method(x, other))
            }
        })+
    };
}

elementwise! {
    Add add;
    Sub sub;
    Mul mul;
    Div div;
}
