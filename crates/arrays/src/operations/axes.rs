//! Operations that move elements: other shapes, other orders.

use ndarray::{Dim, Ix};

use crate::len::lens_of;
use crate::untyped::Site;
use crate::{Acc, Element, Len, Rank};

impl<T: Element, D: Rank> Acc<T, D> {
    /// The array with its dimensions in another order: dimension `k` of the result is dimension `order[k]` of this one.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix3, trace};
    /// // Images of several channels: pixels of channels.
    /// trace(|a: Acc<u8, Ix3>| a.permute_axes([1, 2, 0]))?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn permute_axes(self, order: impl IntoIterator<Item = usize>) -> Acc<T, D> {
        let (order, site) = (Vec::from_iter(order), Site::caller("permute_axes"));
        Acc::of(self.own(site).permute_axes(&order, site))
    }

    /// The array with its dimensions in the opposite order: rows become columns.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix2, trace};
    /// trace(|a: Acc<f64, Ix2>| a.transpose())?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn transpose(self) -> Acc<T, D> {
        let site = Site::caller("transpose");
        Acc::of(self.own(site).transpose(site))
    }

    /// The array with the elements along a dimension in the opposite order.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix2, trace};
    /// // An image upside down.
    /// trace(|a: Acc<u8, Ix2>| a.reverse(0))?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn reverse(self, axis: usize) -> Acc<T, D> {
        let site = Site::caller("reverse");
        Acc::of(self.own(site).reverse(axis, site))
    }

    /// Every `step`-th element along a dimension, from `start` up to `end`, which is not among them.
    ///
    /// That `0 <= start <= end <= len` is checked when the program runs.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix2, trace};
    /// // Every other column.
    /// trace(|a: Acc<f64, Ix2>| a.slice(1, 0, a.len(1), 2))?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn slice(self, axis: usize, start: impl Into<Len>, end: impl Into<Len>, step: usize) -> Acc<T, D> {
        let (start, end, site) = (start.into(), end.into(), Site::caller("slice"));
        Acc::of(self.own(site).slice(axis, start, end, step, site))
    }

    /// The first elements along a dimension.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Exp, Ix1, trace};
    /// trace(|a: Acc<f64, Ix1>, n: Exp<i64>| a.take(0, n))?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn take(self, axis: usize, n: impl Into<Len>) -> Acc<T, D> {
        let (n, site) = (n.into(), Site::caller("take"));
        Acc::of(self.own(site).take(axis, n, site))
    }

    /// All but the first elements along a dimension.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix1, trace};
    /// trace(|a: Acc<f64, Ix1>| a.drop(0, a.len(0) / 2))?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn drop(self, axis: usize, n: impl Into<Len>) -> Acc<T, D> {
        let (n, site) = (n.into(), Site::caller("drop"));
        Acc::of(self.own(site).drop(axis, n, site))
    }

    /// All but the last element along a dimension.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix1, trace};
    /// // The products of elements that are next to each other.
    /// trace(|a: Acc<f64, Ix1>| a.init(0) * a.tail(0))?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn init(self, axis: usize) -> Acc<T, D> {
        let site = Site::caller("init");
        Acc::of(self.own(site).init(axis, site))
    }

    /// All but the first element along a dimension.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix1, trace};
    /// // Differences.
    /// trace(|a: Acc<f64, Ix1>| a.tail(0) - a.init(0))?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn tail(self, axis: usize) -> Acc<T, D> {
        let site = Site::caller("tail");
        Acc::of(self.own(site).tail(axis, site))
    }

    /// The elements of this array and then those of another one, along a dimension. The other dimensions have the same sizes.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix1, trace};
    /// trace(|a: Acc<f64, Ix1>, b: Acc<f64, Ix1>| a.concat(0, b.reverse(0)))?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn concat(self, axis: usize, other: Acc<T, D>) -> Acc<T, D> {
        let site = Site::caller("concat");
        Acc::of(self.own(site).concat(axis, other.own(site), site))
    }

    /// All elements in one dimension, in row-major order.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix2, trace};
    /// // The sum of all elements.
    /// trace(|a: Acc<f64, Ix2>| a.flatten().sum())?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn flatten(self) -> Acc<T, Dim<[Ix; 1]>> {
        let site = Site::caller("flatten");
        Acc::of(self.own(site).flatten(site))
    }

    /// The elements in row-major order in another shape, which has as many.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix1, trace};
    /// // Pairs of elements.
    /// trace(|a: Acc<f64, Ix1>| a.take(0, 10).reshape([5, 2]))?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn reshape<const N: usize>(self, shape: [impl Into<Len>; N]) -> Acc<T, Dim<[Ix; N]>>
    where
        Dim<[Ix; N]>: Rank,
    {
        let (shape, site) = (lens_of(shape), Site::caller("reshape"));
        Acc::of(self.own(site).reshape(shape, site))
    }
}

/// The same elements again and again: `D` has fewer than six dimensions.
impl<T: Element, D: Rank> Acc<T, D>
where
    D::Larger: Rank,
{
    /// The array `n` times, along a new dimension at place `axis`.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix2, trace};
    /// // The product of two matrices.
    /// trace(|a: Acc<f64, Ix2>, b: Acc<f64, Ix2>| {
    ///     let rows = a.replicate(1, b.len(1));
    ///     let columns = b.transpose().replicate(0, a.len(0));
    ///     rows.zip_with(columns, |x, y| x * y).sum()
    /// })?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn replicate(self, axis: usize, n: impl Into<Len>) -> Acc<T, D::Larger> {
        let (n, site) = (n.into(), Site::caller("replicate"));
        Acc::of(self.own(site).replicate(axis, n, site))
    }
}
