//! Arrays, and the operations on them.

use std::fmt;
use std::marker::PhantomData;
use std::ops;
use std::panic::Location;

use ndarray::{Dim, Ix, RemoveAxis};
use polymill_gdg::ScalarType;

use crate::element::{Element, Number, Scalar};
use crate::graph::{Accumulation, ArrayId, ArrayKind, ArrayNode, Combination, ScalarId, ScalarKind, VariableId};
use crate::size::{Size, Symbol};
use crate::trace::{self, Serial, Trace};
use crate::{Exp, Rank};

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
    pub(crate) id: ArrayId,
    pub(crate) serial: Serial,
    marker: PhantomData<fn() -> (T, D)>,
}

/// The size of a dimension.
#[derive(Clone, Debug)]
pub struct Len(Size);

/// What stands beyond the border of an array.
#[derive(Clone, Copy, Debug)]
pub enum Boundary<T> {
    /// The nearest element.
    Clamp,
    /// The element that a mirror at the border shows: what is beyond `a b c` is `a b c`, `c b a` backwards.
    Mirror,
    /// The element at the other end: the array goes on from the beginning.
    Wrap,
    /// This value.
    Constant(T),
}

impl<T, D> Clone for Acc<T, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, D> Copy for Acc<T, D> {}

impl<T, D> fmt::Debug for Acc<T, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Acc({})", self.id.0)
    }
}

impl From<usize> for Len {
    fn from(size: usize) -> Self {
        Self(Size::constant(i64::try_from(size).unwrap_or(i64::MAX)))
    }
}

/// A number that is an argument is a size; negative ones are an error when the program runs.
impl From<Exp<i64>> for Len {
    #[track_caller]
    fn from(value: Exp<i64>) -> Self {
        let location = Location::caller();
        let id = value.own();
        trace::with(|trace| {
            let size = match trace.graph.at(id).kind.clone() {
                ScalarKind::Input(input) => trace.graph.symbol(Symbol::Number { input }),
                ScalarKind::Size(size) => size,
                ScalarKind::Int(value) => Size::constant(i64::try_from(value).unwrap_or(i64::MAX)),
                _ => {
                    let message = "a size is a number that is an argument, or computed from sizes".to_owned();
                    trace.fail(crate::Error::Program { operation: "size", message, location });
                    Size::constant(0)
                }
            };
            Self(size)
        })
    }
}

macro_rules! size_arithmetic {
    ($($trait:ident $method:ident $factor:literal;)+) => {
        $(impl<L: Into<Len>> ops::$trait<L> for Len {
            type Output = Len;

            fn $method(self, other: L) -> Len {
                Len(self.0.plus($factor, &other.into().0))
            }
        })+
    };
}

size_arithmetic! {
    Add add 1;
    Sub sub -1;
}

impl<L: Into<Len>> ops::Mul<L> for Len {
    type Output = Len;

    fn mul(self, other: L) -> Len {
        let other = other.into();
        Len(trace::with(|trace| product(trace, &self.0, &other.0)))
    }
}

/// Rounded down; what is divided by zero is zero.
impl ops::Div<usize> for Len {
    type Output = Len;

    fn div(self, divisor: usize) -> Len {
        let divisor = i64::try_from(divisor).unwrap_or(i64::MAX);
        Len(match (self.0.as_constant(), divisor) {
            (_, 0) => Size::constant(0),
            (_, 1) => self.0,
            (Some(size), _) => Size::constant(size.div_euclid(divisor)),
            _ => trace::with(|trace| trace.graph.symbol(Symbol::Quotient(self.0, divisor))),
        })
    }
}

impl Len {
    /// The size as a value.
    pub fn value(&self) -> Exp<i64> {
        Exp::<i64>::of_size(self.0.clone())
    }

    /// The smaller of two sizes.
    #[must_use]
    pub fn min(&self, other: impl Into<Len>) -> Len {
        let other = other.into();
        Len(trace::with(|trace| least(trace, &self.0, &other.0)))
    }
}

fn product(trace: &mut Trace, one: &Size, other: &Size) -> Size {
    match (one.as_constant(), other.as_constant()) {
        (Some(factor), _) => Size::constant(0).plus(factor, other),
        (_, Some(factor)) => Size::constant(0).plus(factor, one),
        _ => trace.graph.symbol(Symbol::Product(one.clone(), other.clone())),
    }
}

fn least(trace: &mut Trace, one: &Size, other: &Size) -> Size {
    match one.plus(-1, other).as_constant() {
        Some(difference) => {
            if difference < 0 {
                one.clone()
            } else {
                other.clone()
            }
        }
        None => trace.graph.symbol(Symbol::Least(one.clone(), other.clone())),
    }
}

/// Where an operation was called, and its name.
#[derive(Clone, Copy)]
pub(crate) struct Site {
    pub operation: &'static str,
    pub location: &'static Location<'static>,
}

#[track_caller]
pub(crate) fn site(operation: &'static str) -> Site {
    Site { operation, location: Location::caller() }
}

/// New variables for an index.
pub(crate) fn index(n_dims: usize) -> (Vec<VariableId>, Vec<Exp<i64>>) {
    let fresh = |_| trace::with(|trace| trace.graph.variable(ScalarType::I64));
    let (variables, values): (Vec<_>, Vec<_>) = (0..n_dims).map(fresh).unzip();
    (variables, values.into_iter().map(Exp::of).collect())
}

/// New variables for the components of an element.
fn element<T: Element>() -> (Vec<VariableId>, Exp<T>) {
    let fresh = |ty: &ScalarType| trace::with(|trace| trace.graph.variable(*ty));
    let (variables, values): (Vec<_>, Vec<_>) = T::types().iter().map(fresh).unzip();
    (variables, Exp::from_components(values))
}

impl<T: Element, D: Rank> Acc<T, D> {
    pub(crate) fn of(id: ArrayId) -> Self {
        Self { id, serial: trace::with(|trace| trace.serial()), marker: PhantomData }
    }

    pub(crate) fn own(self, site: Site) -> ArrayId {
        trace::with(|trace| trace.own_array(self.serial, self.id, (D::N, &T::types()), site.location))
    }

    pub(crate) fn sizes(self, site: Site) -> Vec<Size> {
        let id = self.own(site);
        trace::with(|trace| trace.graph.array(id).shape.clone())
    }

    /// The element with this index.
    fn element(self, subscripts: &[Exp<i64>], site: Site) -> Exp<T> {
        let array = self.own(site);
        let subscripts: Vec<ScalarId> = subscripts.iter().map(|each| each.own()).collect();
        let part = |(component, ty): (usize, ScalarType)| {
            let subscripts = subscripts.clone();
            trace::scalar(ty, ScalarKind::Element { array, component, subscripts })
        };
        Exp::from_components(T::types().into_iter().enumerate().map(part).collect())
    }

    /// The array whose elements are computed by themselves.
    fn generated(shape: Vec<Size>, index: Vec<VariableId>, value: Exp<T>, site: Site) -> Self {
        let kind = ArrayKind::Generate { index, values: value.components() };
        Self::node(shape, kind, site)
    }

    fn node(shape: Vec<Size>, kind: ArrayKind, Site { operation, location }: Site) -> Self {
        let types = T::types();
        Self::of(trace::with(|trace| trace.add(ArrayNode { shape, types, kind, operation, location })))
    }

    /// The sizes of the dimensions.
    #[track_caller]
    pub fn shape(self) -> Vec<Len> {
        self.sizes(site("shape")).into_iter().map(Len).collect()
    }

    /// The size of a dimension; 0 if there is no such dimension, which is an error of the program.
    #[track_caller]
    pub fn len(self, axis: usize) -> Len {
        let site = site("len");
        let sizes = self.sizes(site);
        Len(sizes.get(axis).cloned().unwrap_or_else(|| no_axis(axis, D::N, site)))
    }

    /// The element at an index: zero, if the index is outside of the array.
    #[track_caller]
    pub fn at(self, index: D::Index) -> Exp<T> {
        self.element(&D::to_parts(index), site("at"))
    }

    /// A function of each element.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix2, trace};
    /// trace(|a: Acc<f32, Ix2>| a.map(|x| x.sqrt() + 1.0))?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn map<U: Element>(self, function: impl FnOnce(Exp<T>) -> Exp<U>) -> Acc<U, D> {
        let site = site("map");
        let (variables, index) = index(D::N);
        let value = function(self.element(&index, site));
        Acc::generated(self.sizes(site), variables, value, site)
    }

    /// As [`Acc::map`], of the index, too.
    #[track_caller]
    pub fn imap<U: Element>(self, function: impl FnOnce(D::Index, Exp<T>) -> Exp<U>) -> Acc<U, D> {
        let site = site("imap");
        let (variables, index) = index(D::N);
        let value = function(D::from_parts(&index), self.element(&index, site));
        Acc::generated(self.sizes(site), variables, value, site)
    }

    /// A function of the elements of two arrays, which have the same shape. For more arrays, zip them: `a.zip(b).zip_with(c, ...)`.
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
        let site = site("zip_with");
        self.zipped(other, function, site)
    }

    fn zipped<U: Element, V: Element>(
        self,
        other: Acc<U, D>,
        function: impl FnOnce(Exp<T>, Exp<U>) -> Exp<V>,
        site: Site,
    ) -> Acc<V, D> {
        let (shape, others) = (self.sizes(site), other.sizes(site));
        trace::with(|trace| trace.same_shape(&shape, &others, site.operation, site.location));
        let (variables, index) = index(D::N);
        let value = function(self.element(&index, site), other.element(&index, site));
        Acc::generated(shape, variables, value, site)
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
        let site = site("backpermute");
        let shape = shape_of(shape);
        let (variables, index) = index(N);
        let from = D::to_parts(function(Dim::<[Ix; N]>::from_parts(&index)));
        let value = self.element(&from, site);
        Acc::generated(shape, variables, value, site)
    }

    /// As [`Acc::backpermute`], with sizes.
    fn moved<E: Rank>(
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
        let n = trace::with(|trace| sizes.iter().fold(Size::constant(1), |so_far, size| product(trace, &so_far, size)));
        self.reshaped(vec![n], site)
    }

    /// The elements in row-major order in another shape, which has as many.
    #[track_caller]
    pub fn reshape<const N: usize>(self, shape: [impl Into<Len>; N]) -> Acc<T, Dim<[Ix; N]>>
    where
        Dim<[Ix; N]>: Rank,
    {
        let site = site("reshape");
        let shape = shape_of(shape);
        let sizes = self.sizes(site);
        trace::with(|trace| {
            let [own, other] = [&sizes, &shape]
                .map(|sizes| sizes.iter().fold(Size::constant(1), |so_far, size| product(trace, &so_far, size)));
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

    /// A function of each element and those around it: `s[[0, -1]]` is the one before it along the last dimension. What is beyond the
    /// border is as `boundary` says.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Boundary, Ix2, trace};
    /// trace(|a: Acc<f32, Ix2>| a.stencil(Boundary::Clamp, |s| (s[[0, -1]] + s[[0, 0]] + s[[0, 1]]) / 3.0))?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn stencil<U: Element>(
        self,
        boundary: Boundary<T>,
        function: impl FnOnce(&Neighbourhood<T, D>) -> Exp<U>,
    ) -> Acc<U, D>
    where
        T: Scalar,
    {
        let site = site("stencil");
        let (variables, index) = index(D::N);
        let around = Neighbourhood { array: self, index, boundary, site, elements: elsa::FrozenMap::new() };
        let value = function(&around);
        Acc::generated(self.sizes(site), variables, value, site)
    }

    /// A function of the elements of two arrays of the same shape and those around them.
    #[track_caller]
    pub fn stencil2<U: Scalar, V: Element>(
        self,
        boundary: Boundary<T>,
        other: Acc<U, D>,
        boundary_of_other: Boundary<U>,
        function: impl FnOnce(&Neighbourhood<T, D>, &Neighbourhood<U, D>) -> Exp<V>,
    ) -> Acc<V, D>
    where
        T: Scalar,
    {
        let site = site("stencil2");
        let (shape, others) = (self.sizes(site), other.sizes(site));
        trace::with(|trace| trace.same_shape(&shape, &others, site.operation, site.location));
        let (variables, index) = index(D::N);
        let around =
            Neighbourhood { array: self, index: index.clone(), boundary, site, elements: elsa::FrozenMap::new() };
        let boundary = boundary_of_other;
        let around_other = Neighbourhood { array: other, index, boundary, site, elements: elsa::FrozenMap::new() };
        let value = function(&around, &around_other);
        Acc::generated(shape, variables, value, site)
    }

    /// The elements of this array and what `function` adds to it, again and again: `count` times.
    #[track_caller]
    pub fn iterate(self, count: impl Into<Len>, function: impl FnOnce(Acc<T, D>) -> Acc<T, D>) -> Acc<T, D> {
        let site = site("iterate");
        let initial = self.own(site);
        let shape = self.sizes(site);
        let state = Acc::<T, D>::node(shape.clone(), ArrayKind::State, site);
        let result = function(state).own(site);
        let found = trace::with(|trace| trace.graph.array(result).shape.clone());
        trace::with(|trace| trace.same_shape(&shape, &found, site.operation, site.location));
        let kind = ArrayKind::Iterate { initial, count: count.into().0, state: state.id, result };
        Acc::node(shape, kind, site)
    }

    /// Combines the elements of this array with those of `initial`, each at the place that a function of its index says; places outside
    /// of it are left out. So histograms are counted.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Exp, Ix1, generate, trace};
    /// trace(|a: Acc<u8, Ix1>| {
    ///     let zeros = generate([256], |_| Exp::from(0));
    ///     a.map(|_| Exp::from(1_u32)).permute(zeros, |[i]| [a.at([i]).cast()], |count, one| count + one)
    /// })?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn permute<E: Rank>(
        self,
        initial: Acc<T, E>,
        target: impl FnOnce(D::Index) -> E::Index,
        combine: impl FnOnce(Exp<T>, Exp<T>) -> Exp<T>,
    ) -> Acc<T, E> {
        let site = site("permute");
        let (shape, initial) = (initial.sizes(site), initial.own(site));
        let (variables, index) = index(D::N);
        let target = E::to_parts(target(D::from_parts(&index))).iter().map(|each| each.own()).collect();
        let items = self.element(&index, site).components();
        let combination = combination(combine);
        let extents = self.sizes(site);
        let kind = ArrayKind::Permute { index: variables, extents, initial, target, combination, items };
        Acc::node(shape, kind, site)
    }
}

impl<T: Element, D: Rank> Acc<T, D> {
    /// The elements of two arrays of the same shape in pairs.
    #[track_caller]
    pub fn zip<U: Scalar>(self, other: Acc<U, D>) -> Acc<(T, U), D>
    where
        T: Scalar,
    {
        self.zipped(other, |x, y| (x, y).into(), site("zip"))
    }
}

impl<A: Scalar, B: Scalar, D: Rank> Acc<(A, B), D> {
    /// The first and the second elements of pairs.
    #[track_caller]
    pub fn unzip(self) -> (Acc<A, D>, Acc<B, D>) {
        (self.map(|pair| pair.parts().0), self.map(|pair| pair.parts().1))
    }
}

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
        let mut shape = self.sizes(site);
        shape.remove(axis.min(D::N - 1));
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
        if initial.is_none() && site.operation.starts_with("fold") {
            trace::with(|trace| trace.at_least(&length, 1, site.operation, site.location));
        }
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
    let site = site("generate");
    let shape = shape_of(shape);
    let (variables, index) = index(N);
    let value = function(Dim::<[Ix; N]>::from_parts(&index));
    Acc::generated(shape, variables, value, site)
}

/// The single element of an array without dimensions.
impl<T: Element> Acc<T, Dim<[Ix; 0]>> {
    /// The element.
    #[track_caller]
    pub fn the(self) -> Exp<T> {
        self.element(&[], site("the"))
    }
}

macro_rules! elementwise {
    ($($trait:ident $method:ident;)+) => {
        $(/// Of the elements of two arrays of the same shape.
        impl<T: Number, D: Rank> ops::$trait for Acc<T, D> {
            type Output = Self;

            #[track_caller]
            fn $method(self, other: Self) -> Self {
                self.zipped(other, |x, y| ops::$trait::$method(x, y), site(stringify!($method)))
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

/// An element and those around it, in [`Acc::stencil`].
pub struct Neighbourhood<T, D: Rank> {
    array: Acc<T, D>,
    index: Vec<Exp<i64>>,
    boundary: Boundary<T>,
    site: Site,
    /// Those that were asked for.
    elements: elsa::FrozenMap<Vec<i64>, Box<Exp<T>>>,
}

impl<T, D: Rank> fmt::Debug for Neighbourhood<T, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Neighbourhood({})", self.array.id.0)
    }
}

/// The element at a distance from the one in the middle, in each dimension.
impl<T: Scalar, D: Rank, const N: usize> ops::Index<[i64; N]> for Neighbourhood<T, D> {
    type Output = Exp<T>;

    fn index(&self, offset: [i64; N]) -> &Exp<T> {
        let offset = offset.to_vec();
        match self.elements.get(&offset) {
            Some(known) => known,
            None => {
                let value = self.value(&offset);
                self.elements.insert(offset, Box::new(value))
            }
        }
    }
}

impl<T: Scalar, D: Rank> Neighbourhood<T, D> {
    fn value(&self, offset: &[i64]) -> Exp<T> {
        if offset.len() != D::N {
            let message = format!("{offset:?} is no distance in {} dimensions", D::N);
            trace::fail(self.site.operation, message, self.site.location);
            return T::default().into();
        }
        let sizes = self.array.sizes(self.site);
        let near: Vec<Exp<i64>> = self.index.iter().zip(offset).map(|(at, by)| at_distance(*at, *by)).collect();
        let moved = || near.iter().zip(offset).zip(&sizes).filter(|((_, by), _)| **by != 0);
        let conditions: Vec<_> = moved().map(|((at, _), size)| (at.own(), size.clone())).collect();
        let inside = self.array.element(&near, self.site);
        if conditions.is_empty() {
            return inside;
        }
        let outside = match self.boundary {
            Boundary::Constant(value) => value.into(),
            _ => {
                let reach = |((at, by), size): ((&Exp<i64>, &i64), &Size)| match by {
                    0 => *at,
                    _ => self.reached(*at, &Exp::<i64>::of_size(size.clone())),
                };
                let reached: Vec<Exp<i64>> = near.iter().zip(offset).zip(&sizes).map(reach).collect();
                self.array.element(&reached, self.site)
            }
        };
        Exp::of(trace::scalar(T::TYPE, ScalarKind::Inside(conditions, inside.own(), outside.own())))
    }

    /// The index that stands for one that may be outside.
    fn reached(&self, at: Exp<i64>, size: &Exp<i64>) -> Exp<i64> {
        match self.boundary {
            Boundary::Clamp | Boundary::Constant(_) => at.min(*size - 1).max(0),
            Boundary::Wrap => (at % *size + *size) % *size,
            Boundary::Mirror => {
                let period = *size * 2;
                let within = (at % period + period) % period;
                within.lt(*size).select(within, period - 1 - within)
            }
        }
    }
}

fn at_distance(at: Exp<i64>, by: i64) -> Exp<i64> {
    match by {
        0 => at,
        by if by < 0 => at - by.saturating_neg(),
        by => at + by,
    }
}

fn with_axis(index: &[Exp<i64>], axis: usize, change: impl FnOnce(Exp<i64>) -> Exp<i64>) -> Vec<Exp<i64>> {
    let mut index = index.to_vec();
    index[axis] = change(index[axis]);
    index
}

fn combination<T: Element>(combine: impl FnOnce(Exp<T>, Exp<T>) -> Exp<T>) -> Combination {
    let ((left, x), (right, y)) = (element::<T>(), element::<T>());
    Combination { left, right, values: combine(x, y).components() }
}

fn shape_of<const N: usize>(shape: [impl Into<Len>; N]) -> Vec<Size> {
    shape.into_iter().map(|size| size.into().0).collect()
}

fn no_axis(axis: usize, n_dims: usize, site: Site) -> Size {
    let message = format!("there is no dimension {axis}: there are {n_dims}, from 0");
    trace::fail(site.operation, message, site.location);
    Size::constant(0)
}
