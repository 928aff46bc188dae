//! Stencils: functions of elements and those around them.

use std::rc::Rc;
use std::{fmt, ops};

use crate::acc::{Site, index, site};
use crate::graph::ScalarKind;
use crate::size::Size;
use crate::trace;
use crate::{Acc, Element, Exp, Rank, Scalar};

/// What stands beyond the border of an array.
#[derive(Clone)]
pub enum Boundary<T> {
    /// The nearest element.
    Clamp,
    /// The element that a mirror at the border shows: what is beyond `a b c` is `a b c`, `c b a` backwards.
    Mirror,
    /// The element at the other end: the array goes on from the beginning.
    Wrap,
    /// This value.
    Constant(T),
    /// A function of the index, which is outside. [`Boundary::function`] makes one.
    Function(IndexFunction<T>),
}

/// A function of an index; it gives nothing where the index has another number of dimensions.
type IndexFunction<T> = Rc<dyn Fn(&[Exp<i64>]) -> Option<Exp<T>>>;

impl<T> Boundary<T> {
    /// A function of the index, which is outside in one dimension or more.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Boundary, Ix2, trace};
    /// // A wall on the left that gets warmer towards the bottom; elsewhere it is freezing.
    /// let walls = || Boundary::function(|[i, j]| j.lt(0).select(i.cast::<f64>(), 0.0));
    /// trace(|a: Acc<f64, Ix2>| a.stencil(walls(), |s| (s[[0, -1]] + s[[0, 1]] + s[[-1, 0]] + s[[1, 0]]) / 4.0))?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    pub fn function<const N: usize>(function: impl Fn([Exp<i64>; N]) -> Exp<T> + 'static) -> Self {
        Self::Function(Rc::new(move |index| Some(function(index.try_into().ok()?))))
    }
}

impl<T: fmt::Debug> fmt::Debug for Boundary<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clamp => f.write_str("Clamp"),
            Self::Mirror => f.write_str("Mirror"),
            Self::Wrap => f.write_str("Wrap"),
            Self::Constant(value) => f.debug_tuple("Constant").field(value).finish(),
            Self::Function(_) => f.write_str("Function"),
        }
    }
}

impl<T: Element, D: Rank> Acc<T, D> {
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
        let outside = match &self.boundary {
            Boundary::Constant(value) => (*value).into(),
            Boundary::Function(function) => function(&near).unwrap_or_else(|| {
                let message = format!("the function of the boundary takes no index with {} parts", D::N);
                trace::fail(self.site.operation, message, self.site.location);
                T::default().into()
            }),
            Boundary::Clamp | Boundary::Mirror | Boundary::Wrap => {
                let reach = |((at, by), size): ((&Exp<i64>, &i64), &Size)| match by {
                    0 => *at,
                    _ => self.reached(*at, Exp::<i64>::of_size(size.clone())),
                };
                let reached: Vec<Exp<i64>> = near.iter().zip(offset).zip(&sizes).map(reach).collect();
                self.array.element(&reached, self.site)
            }
        };
        Exp::of(trace::scalar(T::TYPE, ScalarKind::Inside(conditions, inside.own(), outside.own())))
    }

    /// The index that stands for one that may be outside.
    fn reached(&self, at: Exp<i64>, size: Exp<i64>) -> Exp<i64> {
        match self.boundary {
            Boundary::Clamp | Boundary::Constant(_) | Boundary::Function(_) => at.min(size - 1).max(0),
            // In terms that are not linear: linear ones, of which there are several in each dimension, cost the optimizer much more time.
            Boundary::Wrap => (at % size + size) % size,
            Boundary::Mirror => {
                let period = size * 2;
                let within = (at % period + period) % period;
                within.lt(size).select(within, period - 1 - within)
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
