//! Operations that move elements: other shapes, other orders.

use ndarray::{Dim, Ix};

use crate::acc::{Site, index, no_axis, site};
use crate::len::{product, sizes_of};
use crate::size::Size;
use crate::trace;
use crate::{Acc, Element, Exp, Len, Rank};

impl<T: Element, D: Rank> Acc<T, D> {
    /// As [`Acc::backpermute`], with sizes.
    pub(super) fn moved<E: Rank>(
        self,
        shape: Vec<Size>,
        function: impl FnOnce(&[Exp<i64>]) -> Vec<Exp<i64>>,
        site: Site,
    ) -> Acc<T, E> {
        let (variables, index) = index(E::N);
        let value = self.element(&function(&index), site);
        Acc::generated(shape, variables, value, site)
    }

    /// The array with its dimensions in another order: dimension `k` of the result is dimension `order[k]` of this one.
    #[track_caller]
    pub fn permute_axes(self, order: impl IntoIterator<Item = usize>) -> Acc<T, D> {
        let site = site("permute_axes");
        let order: Vec<usize> = order.into_iter().collect();
        let mut sorted = order.clone();
        sorted.sort_unstable();
        if !sorted.iter().copied().eq(0..D::N) {
            let message = format!("{order:?} is no order of {} dimensions", D::N);
            trace::fail(site.operation, message, site.location);
            return self;
        }
        let sizes = self.sizes(site);
        let shape = order.iter().map(|axis| sizes[*axis].clone()).collect();
        let inverse = move |index: &[Exp<i64>]| {
            let mut from = index.to_vec();
            order.iter().enumerate().for_each(|(at, axis)| from[*axis] = index[at]);
            from
        };
        self.moved(shape, inverse, site)
    }

    /// The array with its dimensions in the opposite order: rows become columns.
    #[track_caller]
    pub fn transpose(self) -> Acc<T, D> {
        let site = site("transpose");
        let shape = self.sizes(site).into_iter().rev().collect();
        self.moved(shape, |index| index.iter().rev().copied().collect(), site)
    }

    /// The array with the elements along a dimension in the opposite order.
    #[track_caller]
    pub fn reverse(self, axis: usize) -> Acc<T, D> {
        let site = site("reverse");
        let shape = self.sizes(site);
        let Some(size) = shape.get(axis).cloned() else {
            no_axis(axis, D::N, site);
            return self;
        };
        let last = Exp::<i64>::of_size(size.plus(1, &Size::constant(-1)));
        self.moved(shape, |index| with_axis(index, axis, |at| last - at), site)
    }

    /// Every `step`-th element along a dimension, from `start` up to `end`, which is not among them.
    ///
    /// That `0 <= start <= end <= len` is checked when the program runs.
    #[track_caller]
    pub fn slice(self, axis: usize, start: impl Into<Len>, end: impl Into<Len>, step: usize) -> Acc<T, D> {
        let site = site("slice");
        self.sliced(axis, start.into().0, end.into().0, step, site)
    }

    fn sliced(self, axis: usize, start: Size, end: Size, step: usize, site: Site) -> Acc<T, D> {
        let mut shape = self.sizes(site);
        let Some(size) = shape.get(axis).cloned() else {
            no_axis(axis, D::N, site);
            return self;
        };
        if step == 0 {
            trace::fail(site.operation, "the step is 0".to_owned(), site.location);
            return self;
        }
        trace::with(|trace| {
            for (size, least) in [(&start, 0), (&size.plus(-1, &end), 0), (&end.plus(-1, &start), 0)] {
                trace.at_least(size, least, site.operation, site.location);
            }
        });
        let length = end.plus(-1, &start);
        let n_steps = i64::try_from(step).unwrap_or(i64::MAX);
        shape[axis] = (Len(length.plus(1, &Size::constant(n_steps - 1))) / step).0;
        let first = Exp::<i64>::of_size(start);
        self.moved(shape, |index| with_axis(index, axis, |at| first + at * n_steps), site)
    }

    /// The first elements along a dimension.
    #[track_caller]
    pub fn take(self, axis: usize, n: impl Into<Len>) -> Acc<T, D> {
        self.sliced(axis, Size::constant(0), n.into().0, 1, site("take"))
    }

    /// All but the first elements along a dimension.
    #[track_caller]
    pub fn drop(self, axis: usize, n: impl Into<Len>) -> Acc<T, D> {
        let site = site("drop");
        let size = self.sizes(site).get(axis).cloned().unwrap_or_default();
        self.sliced(axis, n.into().0, size, 1, site)
    }

    /// All but the last element along a dimension.
    #[track_caller]
    pub fn init(self, axis: usize) -> Acc<T, D> {
        let site = site("init");
        let size = self.sizes(site).get(axis).cloned().unwrap_or_default();
        self.sliced(axis, Size::constant(0), size.plus(1, &Size::constant(-1)), 1, site)
    }

    /// All but the first element along a dimension.
    #[track_caller]
    pub fn tail(self, axis: usize) -> Acc<T, D> {
        let site = site("tail");
        let size = self.sizes(site).get(axis).cloned().unwrap_or_default();
        self.sliced(axis, Size::constant(1), size, 1, site)
    }

    /// The elements of this array and then those of another one, along a dimension. The other dimensions have the same sizes.
    #[track_caller]
    pub fn concat(self, axis: usize, other: Acc<T, D>) -> Acc<T, D> {
        let site = site("concat");
        let (mut shape, others) = (self.sizes(site), other.sizes(site));
        let Some(size) = shape.get(axis).cloned() else {
            no_axis(axis, D::N, site);
            return self;
        };
        let mut like = others.clone();
        like[axis] = size.clone();
        trace::with(|trace| trace.same_shape(&shape, &like, site.operation, site.location));
        shape[axis] = size.plus(1, &others[axis]);
        let (variables, index) = index(D::N);
        let first = Exp::<i64>::of_size(size);
        let own = self.element(&index, site);
        let behind = other.element(&with_axis(&index, axis, |at| at - first), site);
        let value = index[axis].lt(first).select(own, behind);
        Acc::generated(shape, variables, value, site)
    }

    /// The elements along the last dimensions as one, in row-major order: the array with fewer dimensions, or with none but one.
    #[track_caller]
    pub fn flatten(self) -> Acc<T, Dim<[Ix; 1]>> {
        let site = site("flatten");
        let sizes = self.sizes(site);
        let n = trace::with(|trace| {
            sizes.iter().fold(Size::constant(1), |so_far, size| product(trace, &so_far, size, site.location))
        });
        self.reshaped(vec![n], site)
    }

    /// The elements in row-major order in another shape, which has as many.
    #[track_caller]
    pub fn reshape<const N: usize>(self, shape: [impl Into<Len>; N]) -> Acc<T, Dim<[Ix; N]>>
    where
        Dim<[Ix; N]>: Rank,
    {
        let site = site("reshape");
        let shape = sizes_of(shape);
        let sizes = self.sizes(site);
        trace::with(|trace| {
            let [own, other] = [&sizes, &shape].map(|sizes| {
                sizes.iter().fold(Size::constant(1), |so_far, size| product(trace, &so_far, size, site.location))
            });
            trace.same_shape(&[own], &[other], site.operation, site.location);
        });
        self.reshaped(shape, site)
    }

    fn reshaped<E: Rank>(self, shape: Vec<Size>, site: Site) -> Acc<T, E> {
        let sizes = self.sizes(site);
        let places = shape.clone();
        let function = move |index: &[Exp<i64>]| {
            let flat = index
                .iter()
                .zip(&places)
                .fold(Exp::from(0), |flat, (at, size)| flat * Exp::<i64>::of_size(size.clone()) + *at);
            let mut rest = flat;
            let mut from = vec![];
            for (axis, size) in sizes.iter().enumerate().rev() {
                let size = Exp::<i64>::of_size(size.clone());
                from.push(if axis == 0 { rest } else { rest % size });
                rest = rest / size;
            }
            from.reverse();
            from
        };
        let (variables, index) = index(E::N);
        let value = self.element(&function(&index), site);
        Acc::generated(shape, variables, value, site)
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
        let site = site("replicate");
        let mut shape = self.sizes(site);
        if axis > D::N {
            no_axis(axis, D::N + 1, site);
        }
        let axis = axis.min(D::N);
        shape.insert(axis, n.into().0);
        let without = move |index: &[Exp<i64>]| {
            let mut index = index.to_vec();
            index.remove(axis);
            index
        };
        self.moved(shape, without, site)
    }
}

fn with_axis(index: &[Exp<i64>], axis: usize, change: impl FnOnce(Exp<i64>) -> Exp<i64>) -> Vec<Exp<i64>> {
    let mut index = index.to_vec();
    index[axis] = change(index[axis]);
    index
}
