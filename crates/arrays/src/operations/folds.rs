//! Folds and scans: elements along a dimension are combined in order.

use ndarray::RemoveAxis;

use crate::acc::{Site, combination, index, no_axis, site};
use crate::graph::{Accumulation, ArrayKind};
use crate::size::Size;
use crate::trace;
use crate::{Acc, Element, Exp, Number, Rank};

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
        self.folded(D::N - 1, Some(initial.into()), combine, site("fold"))
    }

    /// As [`Acc::fold`], along any dimension.
    #[track_caller]
    pub fn fold_axis(
        self,
        axis: usize,
        initial: impl Into<Exp<T>>,
        combine: impl FnOnce(Exp<T>, Exp<T>) -> Exp<T>,
    ) -> Acc<T, D::Smaller> {
        self.folded(axis, Some(initial.into()), combine, site("fold_axis"))
    }

    /// As [`Acc::fold`], beginning with the first element. That there is one is checked when the program runs.
    #[track_caller]
    pub fn fold1(self, combine: impl FnOnce(Exp<T>, Exp<T>) -> Exp<T>) -> Acc<T, D::Smaller> {
        self.folded(D::N - 1, None, combine, site("fold1"))
    }

    fn folded(
        self,
        axis: usize,
        initial: Option<Exp<T>>,
        combine: impl FnOnce(Exp<T>, Exp<T>) -> Exp<T>,
        site: Site,
    ) -> Acc<T, D::Smaller> {
        let accumulation = self.accumulation(axis, initial, combine, false, site);
        if accumulation.initial.is_none() {
            trace::with(|trace| trace.at_least(&accumulation.length, 1, site.operation, site.location));
        }
        let mut shape = self.sizes(site);
        shape.remove(accumulation.axis);
        Acc::node(shape, ArrayKind::Fold(accumulation), site)
    }

    /// The intermediate results of a fold along the last dimension, from the initial value on: one element more.
    #[track_caller]
    pub fn scanl(self, initial: impl Into<Exp<T>>, combine: impl FnOnce(Exp<T>, Exp<T>) -> Exp<T>) -> Acc<T, D> {
        self.scanned(D::N - 1, Some(initial.into()), combine, false, site("scanl"))
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
        self.scanned(D::N - 1, None, combine, false, site("scanl1"))
    }

    /// As [`Acc::scanl`], from the last element to the first one: the initial value is the last element.
    #[track_caller]
    pub fn scanr(self, initial: impl Into<Exp<T>>, combine: impl FnOnce(Exp<T>, Exp<T>) -> Exp<T>) -> Acc<T, D> {
        self.scanned(D::N - 1, Some(initial.into()), combine, true, site("scanr"))
    }

    /// As [`Acc::scanl1`], from the last element to the first one.
    #[track_caller]
    pub fn scanr1(self, combine: impl FnOnce(Exp<T>, Exp<T>) -> Exp<T>) -> Acc<T, D> {
        self.scanned(D::N - 1, None, combine, true, site("scanr1"))
    }

    /// As [`Acc::scanl`], along any dimension.
    #[track_caller]
    pub fn scanl_axis(
        self,
        axis: usize,
        initial: impl Into<Exp<T>>,
        combine: impl FnOnce(Exp<T>, Exp<T>) -> Exp<T>,
    ) -> Acc<T, D> {
        self.scanned(axis, Some(initial.into()), combine, false, site("scanl_axis"))
    }

    /// As [`Acc::scanl1`], along any dimension.
    #[track_caller]
    pub fn scanl1_axis(self, axis: usize, combine: impl FnOnce(Exp<T>, Exp<T>) -> Exp<T>) -> Acc<T, D> {
        self.scanned(axis, None, combine, false, site("scanl1_axis"))
    }

    /// The intermediate results of a fold along the last dimension, from the initial value on, but for the last one; and that one.
    /// Accelerate calls this `scanl'`.
    #[track_caller]
    pub fn scanl_and_fold(
        self,
        initial: impl Into<Exp<T>>,
        combine: impl FnOnce(Exp<T>, Exp<T>) -> Exp<T>,
    ) -> (Acc<T, D>, Acc<T, D::Smaller>) {
        let site = site("scanl_and_fold");
        let length = self.sizes(site)[D::N - 1].clone();
        let whole = self.scanned(D::N - 1, Some(initial.into()), combine, false, site);
        (whole.init(D::N - 1), whole.along_last(length, site))
    }

    /// As [`Acc::scanl_and_fold`], from the last element to the first one: Accelerate's `scanr'`.
    #[track_caller]
    pub fn scanr_and_fold(
        self,
        initial: impl Into<Exp<T>>,
        combine: impl FnOnce(Exp<T>, Exp<T>) -> Exp<T>,
    ) -> (Acc<T, D>, Acc<T, D::Smaller>) {
        let site = site("scanr_and_fold");
        let whole = self.scanned(D::N - 1, Some(initial.into()), combine, true, site);
        (whole.tail(D::N - 1), whole.along_last(Size::constant(0), site))
    }

    /// The elements at a place along the last dimension.
    fn along_last(self, place: Size, site: Site) -> Acc<T, D::Smaller> {
        let mut shape = self.sizes(site);
        shape.pop();
        let place = Exp::<i64>::of_size(place);
        self.moved(shape, |index| index.iter().copied().chain([place]).collect(), site)
    }

    fn scanned(
        self,
        axis: usize,
        initial: Option<Exp<T>>,
        combine: impl FnOnce(Exp<T>, Exp<T>) -> Exp<T>,
        is_downward: bool,
        site: Site,
    ) -> Acc<T, D> {
        let starts_with_initial = initial.is_some();
        let accumulation = self.accumulation(axis, initial, combine, is_downward, site);
        let axis = accumulation.axis;
        let mut shape = self.sizes(site);
        shape[axis] = shape[axis].plus(1, &Size::constant(i64::from(starts_with_initial)));
        Acc::node(shape, ArrayKind::Scan { accumulation, starts_with_initial }, site)
    }

    fn accumulation(
        self,
        axis: usize,
        initial: Option<Exp<T>>,
        combine: impl FnOnce(Exp<T>, Exp<T>) -> Exp<T>,
        is_downward: bool,
        site: Site,
    ) -> Accumulation {
        let sizes = self.sizes(site);
        let length = sizes.get(axis).cloned().unwrap_or_else(|| no_axis(axis, D::N, site));
        let axis = axis.min(D::N - 1);
        let (mut index, subscripts) = index(D::N);
        let items = self.element(&subscripts, site).components();
        let along = index.remove(axis);
        let initial = initial.map(Exp::components);
        Accumulation { index, along, axis, length, initial, items, combination: combination(combine), is_downward }
    }
}

/// Sums and the like of numbers.
impl<T: Number, D: Rank + RemoveAxis> Acc<T, D>
where
    D::Smaller: Rank,
{
    /// The sum of the elements along the last dimension, from the first to the last one.
    #[track_caller]
    pub fn sum(self) -> Acc<T, D::Smaller> {
        self.folded(D::N - 1, Some(T::default().into()), |sum, x| sum + x, site("sum"))
    }
}
