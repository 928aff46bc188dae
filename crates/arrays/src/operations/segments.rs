//! Folds and scans of segments.

use ndarray::{Dim, Ix, RemoveAxis};

use super::folds::combination;
use crate::untyped::Site;
use crate::{Acc, Element, Exp, Integer, Rank};

/// Folds and scans of segments: pieces of the last dimension, one after the other, with these lengths. A segment that reaches beyond the
/// end is cut off there; a negative length counts as zero.
impl<T: Element, D: Rank + RemoveAxis> Acc<T, D> {
    /// Combines the elements of each segment of the last dimension, from the first to the last one. The result has an element for each
    /// segment, which is `initial` where there is nothing in it.
    ///
    /// Segments are folded in parallel, each in order.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix1, trace};
    /// // A sparse matrix times a vector: the lengths of the rows, and the elements with their columns.
    /// trace(|rows: Acc<i32, Ix1>, elements: Acc<f64, Ix1>, columns: Acc<i64, Ix1>, x: Acc<f64, Ix1>| {
    ///     (elements * x.gather(columns)).fold_segments(rows, 0.0, |sum, x| sum + x)
    /// })?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn fold_segments<I: Integer>(
        self,
        lengths: Acc<I, Dim<[Ix; 1]>>,
        initial: impl Into<Exp<T>>,
        combine: impl FnOnce(Exp<T>, Exp<T>) -> Exp<T>,
    ) -> Acc<T, D> {
        let site = Site::caller("fold_segments");
        let initial = initial.into().own(site);
        Acc::of(self.own(site).fold_segments(lengths.own(site), initial, combination(combine, site), site))
    }

    /// The intermediate results of a fold of each segment, from the initial value on: one element more for each segment. What no
    /// segment reaches is zero.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix1, trace};
    /// // `[5, 6, 7]` in segments of lengths `[2, 1]` becomes `[0, 5, 11, 0, 7]`.
    /// trace(|a: Acc<i64, Ix1>, lengths: Acc<i32, Ix1>| a.scanl_segments(lengths, 0, |sum, x| sum + x))?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn scanl_segments<I: Integer>(
        self,
        lengths: Acc<I, Dim<[Ix; 1]>>,
        initial: impl Into<Exp<T>>,
        combine: impl FnOnce(Exp<T>, Exp<T>) -> Exp<T>,
    ) -> Acc<T, D> {
        self.scanned_segments(lengths, Some(initial.into()), combine, false, Site::caller("scanl_segments"))
    }

    /// The intermediate results of a fold of each segment that begins with its first element. What no segment reaches is zero.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix1, trace};
    /// // The running sums of each segment.
    /// trace(|a: Acc<f64, Ix1>, lengths: Acc<i32, Ix1>| a.scanl1_segments(lengths, |sum, x| sum + x))?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn scanl1_segments<I: Integer>(
        self,
        lengths: Acc<I, Dim<[Ix; 1]>>,
        combine: impl FnOnce(Exp<T>, Exp<T>) -> Exp<T>,
    ) -> Acc<T, D> {
        self.scanned_segments(lengths, None, combine, false, Site::caller("scanl1_segments"))
    }

    /// As [`Acc::scanl_segments`], from the last element of each segment to the first one: the initial value is the last element.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix1, trace};
    /// // `[5, 6, 7]` in segments of lengths `[2, 1]` becomes `[11, 6, 0, 7, 0]`.
    /// trace(|a: Acc<i64, Ix1>, lengths: Acc<i32, Ix1>| a.scanr_segments(lengths, 0, |x, sum| x + sum))?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn scanr_segments<I: Integer>(
        self,
        lengths: Acc<I, Dim<[Ix; 1]>>,
        initial: impl Into<Exp<T>>,
        combine: impl FnOnce(Exp<T>, Exp<T>) -> Exp<T>,
    ) -> Acc<T, D> {
        self.scanned_segments(lengths, Some(initial.into()), combine, true, Site::caller("scanr_segments"))
    }

    /// As [`Acc::scanl1_segments`], from the last element of each segment to the first one.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix1, trace};
    /// // `[5, 6, 7]` in segments of lengths `[2, 1]` becomes `[11, 6, 7]`.
    /// trace(|a: Acc<i64, Ix1>, lengths: Acc<i32, Ix1>| a.scanr1_segments(lengths, |x, sum| x + sum))?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn scanr1_segments<I: Integer>(
        self,
        lengths: Acc<I, Dim<[Ix; 1]>>,
        combine: impl FnOnce(Exp<T>, Exp<T>) -> Exp<T>,
    ) -> Acc<T, D> {
        self.scanned_segments(lengths, None, combine, true, Site::caller("scanr1_segments"))
    }

    fn scanned_segments<I: Integer>(
        self,
        lengths: Acc<I, Dim<[Ix; 1]>>,
        initial: Option<Exp<T>>,
        combine: impl FnOnce(Exp<T>, Exp<T>) -> Exp<T>,
        is_downward: bool,
        site: Site,
    ) -> Acc<T, D> {
        let initial = initial.map(|value| value.own(site));
        let (array, lengths) = (self.own(site), lengths.own(site));
        Acc::of(array.scan_segments(lengths, initial, combination(combine, site), is_downward, site))
    }
}
