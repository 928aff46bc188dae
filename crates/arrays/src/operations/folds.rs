//! Folds and scans: elements along a dimension are combined in order.

use ndarray::RemoveAxis;

use crate::untyped::{Site, Value};
use crate::{Acc, Element, Exp, Number, Rank, Without};

/// Folds and scans: `D` has at least one dimension.
impl<T: Element, D: Rank + RemoveAxis> Acc<T, D>
where
    D::Smaller: Rank,
{
    /// Combines the elements along the last dimension, from the first to the last one.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix2, trace};
    /// // The sum of each row.
    /// trace(|a: Acc<f64, Ix2>| a.fold(0.0, |sum, x| sum + x))?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn fold(
        self,
        initial: impl Into<Exp<T>>,
        combine: impl FnOnce(Exp<T>, Exp<T>) -> Exp<T>,
    ) -> Acc<T, D::Smaller> {
        self.folded(D::N - 1, Some(initial.into()), combine, Site::caller("fold"))
    }

    /// As [`Acc::fold`], along any dimension.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix2, trace};
    /// // The largest element of each column.
    /// trace(|a: Acc<f64, Ix2>| a.fold_axis(0, f64::MIN, |most, x| most.max(x)))?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn fold_axis(
        self,
        axis: usize,
        initial: impl Into<Exp<T>>,
        combine: impl FnOnce(Exp<T>, Exp<T>) -> Exp<T>,
    ) -> Acc<T, D::Smaller> {
        self.folded(axis, Some(initial.into()), combine, Site::caller("fold_axis"))
    }

    /// As [`Acc::fold`], beginning with the first element. That there is one is checked when the program runs.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix1, trace};
    /// // The largest element.
    /// trace(|a: Acc<i32, Ix1>| a.fold1(|most, x| most.max(x)))?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn fold1(self, combine: impl FnOnce(Exp<T>, Exp<T>) -> Exp<T>) -> Acc<T, D::Smaller> {
        self.folded(D::N - 1, None, combine, Site::caller("fold1"))
    }

    fn folded(
        self,
        axis: usize,
        initial: Option<Exp<T>>,
        combine: impl FnOnce(Exp<T>, Exp<T>) -> Exp<T>,
        site: Site,
    ) -> Acc<T, D::Smaller> {
        let initial = initial.map(|value| value.own(site));
        Acc::of(self.own(site).fold(axis, initial, combination(combine, site), site))
    }

    /// The intermediate results of a fold along the last dimension, from the initial value on: one element more.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix1, trace};
    /// // Where pieces of these lengths begin: `[2, 3, 1]` becomes `[0, 2, 5, 6]`.
    /// trace(|lengths: Acc<i64, Ix1>| lengths.scanl(0, |sum, x| sum + x))?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn scanl(self, initial: impl Into<Exp<T>>, combine: impl FnOnce(Exp<T>, Exp<T>) -> Exp<T>) -> Acc<T, D> {
        self.scanned(D::N - 1, Some(initial.into()), combine, false, Site::caller("scanl"))
    }

    /// The intermediate results of a fold along the last dimension that begins with the first element.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix2, trace};
    /// // The integral image: the sum of all elements above and to the left.
    /// trace(|a: Acc<f32, Ix2>| {
    ///     let rows = |a: Acc<f32, Ix2>| a.scanl1(|sum, x| sum + x);
    ///     rows(rows(a).transpose()).transpose()
    /// })?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn scanl1(self, combine: impl FnOnce(Exp<T>, Exp<T>) -> Exp<T>) -> Acc<T, D> {
        self.scanned(D::N - 1, None, combine, false, Site::caller("scanl1"))
    }

    /// As [`Acc::scanl`], from the last element to the first one: the initial value is the last element.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Exp, Ix1, trace};
    /// // The value of a polynomial for each number of its last coefficients.
    /// trace(|a: Acc<f64, Ix1>, x: Exp<f64>| a.scanr(0.0, |a, value| a + x * value))?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn scanr(self, initial: impl Into<Exp<T>>, combine: impl FnOnce(Exp<T>, Exp<T>) -> Exp<T>) -> Acc<T, D> {
        self.scanned(D::N - 1, Some(initial.into()), combine, true, Site::caller("scanr"))
    }

    /// As [`Acc::scanl1`], from the last element to the first one.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix1, trace};
    /// // The largest element from each one on.
    /// trace(|a: Acc<f64, Ix1>| a.scanr1(|x, most| x.max(most)))?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn scanr1(self, combine: impl FnOnce(Exp<T>, Exp<T>) -> Exp<T>) -> Acc<T, D> {
        self.scanned(D::N - 1, None, combine, true, Site::caller("scanr1"))
    }

    /// As [`Acc::scanl`], along any dimension.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix2, trace};
    /// trace(|a: Acc<f64, Ix2>| a.scanl_axis(0, 0.0, |sum, x| sum + x))?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn scanl_axis(
        self,
        axis: usize,
        initial: impl Into<Exp<T>>,
        combine: impl FnOnce(Exp<T>, Exp<T>) -> Exp<T>,
    ) -> Acc<T, D> {
        self.scanned(axis, Some(initial.into()), combine, false, Site::caller("scanl_axis"))
    }

    /// As [`Acc::scanl1`], along any dimension.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix2, trace};
    /// // Running sums of the columns.
    /// trace(|a: Acc<f64, Ix2>| a.scanl1_axis(0, |sum, x| sum + x))?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn scanl1_axis(self, axis: usize, combine: impl FnOnce(Exp<T>, Exp<T>) -> Exp<T>) -> Acc<T, D> {
        self.scanned(axis, None, combine, false, Site::caller("scanl1_axis"))
    }

    /// The intermediate results of a fold along the last dimension, from the initial value on, but for the last one; and that one.
    /// Accelerate calls this `scanl'`.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix1, trace};
    /// // Where pieces of these lengths begin, and how long all are.
    /// trace(|lengths: Acc<i64, Ix1>| lengths.scanl_and_fold(0, |sum, x| sum + x))?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn scanl_and_fold(
        self,
        initial: impl Into<Exp<T>>,
        combine: impl FnOnce(Exp<T>, Exp<T>) -> Exp<T>,
    ) -> (Acc<T, D>, Acc<T, D::Smaller>) {
        self.scanned_and_folded(initial.into(), combine, false, Site::caller("scanl_and_fold"))
    }

    /// As [`Acc::scanl_and_fold`], from the last element to the first one: Accelerate's `scanr'`.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix1, trace};
    /// // How much comes behind each piece, and how much there is.
    /// trace(|lengths: Acc<i64, Ix1>| lengths.scanr_and_fold(0, |x, sum| x + sum))?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn scanr_and_fold(
        self,
        initial: impl Into<Exp<T>>,
        combine: impl FnOnce(Exp<T>, Exp<T>) -> Exp<T>,
    ) -> (Acc<T, D>, Acc<T, D::Smaller>) {
        self.scanned_and_folded(initial.into(), combine, true, Site::caller("scanr_and_fold"))
    }

    fn scanned_and_folded(
        self,
        initial: Exp<T>,
        combine: impl FnOnce(Exp<T>, Exp<T>) -> Exp<T>,
        is_downward: bool,
        site: Site,
    ) -> (Acc<T, D>, Acc<T, D::Smaller>) {
        let (array, initial) = (self.own(site), initial.own(site));
        let (scan, fold) = array.scan_and_fold(D::N - 1, initial, combination(combine, site), is_downward, site);
        (Acc::of(scan), Acc::of(fold))
    }

    fn scanned(
        self,
        axis: usize,
        initial: Option<Exp<T>>,
        combine: impl FnOnce(Exp<T>, Exp<T>) -> Exp<T>,
        is_downward: bool,
        site: Site,
    ) -> Acc<T, D> {
        let initial = initial.map(|value| value.own(site));
        Acc::of(self.own(site).scan(axis, initial, combination(combine, site), is_downward, site))
    }
}

impl<T: Element, D: Rank> Acc<T, D> {
    /// Combines the elements along several dimensions, in row-major order of these in the order in which they are given.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix3, trace};
    /// // The brightest pixel of each image.
    /// trace(|images: Acc<f32, Ix3>| images.fold_axes([1, 2], 0.0, |most, x| most.max(x)))?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn fold_axes<const K: usize>(
        self,
        axes: [usize; K],
        initial: impl Into<Exp<T>>,
        combine: impl FnOnce(Exp<T>, Exp<T>) -> Exp<T>,
    ) -> Acc<T, D::Rest>
    where
        D: Without<K>,
    {
        let site = Site::caller("fold_axes");
        let initial = initial.into().own(site);
        Acc::of(self.own(site).fold_axes(&axes, initial, combination(combine, site), site))
    }
}

impl<T: Element, D: Rank> Acc<T, D> {
    /// The same fold, whose elements may be combined in any order: its operator is associative and commutative, or near enough, as sums
    /// of floating point are.
    ///
    /// Sums and products that leave one number run in lanes and threads then. Those of integers do so without this word, since they are
    /// the same in any order. Those of floating point do so if it is said of all folds of floating point in the program (or in the part
    /// of it between loops that run while a condition holds), and [`Acc::permute`] combines none. The order of other operators, such as
    /// the larger one of two numbers, stays, and so does that of scans.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix1, trace};
    /// trace(|a: Acc<f64, Ix1>, b: Acc<f64, Ix1>| (a * b).sum().in_any_order())?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn in_any_order(self) -> Self {
        let site = Site::caller("in_any_order");
        Self::of(self.own(site).in_any_order(site))
    }
}

/// A function of two elements, without types.
pub(super) fn combination<T: Element>(
    combine: impl FnOnce(Exp<T>, Exp<T>) -> Exp<T>,
    site: Site,
) -> impl FnOnce(Value, Value) -> Value {
    move |x, y| combine(Exp::of(x), Exp::of(y)).own(site)
}

/// Sums and the like of numbers.
impl<T: Number, D: Rank + RemoveAxis> Acc<T, D>
where
    D::Smaller: Rank,
{
    /// The sum of the elements along the last dimension, from the first to the last one.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix2, generate, trace};
    /// // The product of two matrices, in terms of indices.
    /// trace(|a: Acc<f64, Ix2>, b: Acc<f64, Ix2>| {
    ///     generate([a.len(0), b.len(1), a.len(1)], |[i, j, k]| a.at([i, k]) * b.at([k, j])).sum()
    /// })?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn sum(self) -> Acc<T, D::Smaller> {
        self.folded(D::N - 1, Some(T::default().into()), |sum, x| sum + x, Site::caller("sum"))
    }
}
