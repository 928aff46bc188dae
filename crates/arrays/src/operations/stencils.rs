//! Stencils: functions of elements and those around them.

use std::marker::PhantomData;
use std::rc::Rc;
use std::{fmt, ops};

use ndarray::{Dim, Ix};

use crate::len::lens_of;
use crate::untyped::{self, Site, Value};
use crate::{Acc, Doubled, Element, Exp, Len, Rank};

/// What stands beyond the border of an array.
///
/// ```
/// # use polymill_arrays::{Acc, Boundary, Ix1, trace};
/// // Neighbours in rings, as on a globe; and a frame of zeros.
/// trace(|a: Acc<f64, Ix1>| {
///     let ring = a.stencil(Boundary::Wrap, |s| s[[1]] - s[[-1]]);
///     let frame = a.stencil(Boundary::Constant(0.0), |s| s[[1]] - s[[-1]]);
///     (ring, frame)
/// })?;
/// # Ok::<(), polymill_arrays::Error>(())
/// ```
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

impl<T: Element> Boundary<T> {
    fn untyped(self, site: Site) -> untyped::Boundary {
        match self {
            Self::Clamp => untyped::Boundary::Clamp,
            Self::Mirror => untyped::Boundary::Mirror,
            Self::Wrap => untyped::Boundary::Wrap,
            Self::Constant(value) => untyped::Boundary::Constant(Exp::constant(value, site).own(site)),
            Self::Function(function) => untyped::Boundary::Function(Rc::new(move |index: &[Value]| {
                let index: Vec<Exp<i64>> = index.iter().copied().map(Exp::of).collect();
                Some(function(&index)?.own(site))
            })),
        }
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
    ) -> Acc<U, D> {
        let site = Site::caller("stencil");
        let array = self.own(site);
        Acc::of(array.stencil(boundary.untyped(site), |around| function(&Neighbourhood::of(around)).own(site), site))
    }

    /// A function of the elements of two arrays of the same shape and those around them.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Boundary, Ix1, trace};
    /// // Heat spreads as fast as the material lets it.
    /// trace(|heat: Acc<f64, Ix1>, material: Acc<f64, Ix1>| {
    ///     heat.stencil2(Boundary::Clamp, material, Boundary::Clamp, |h, m| {
    ///         h[[0]] + m[[-1]] * (h[[-1]] - h[[0]]) + m[[1]] * (h[[1]] - h[[0]])
    ///     })
    /// })?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn stencil2<U: Element, V: Element>(
        self,
        boundary: Boundary<T>,
        other: Acc<U, D>,
        boundary_of_other: Boundary<U>,
        function: impl FnOnce(&Neighbourhood<T, D>, &Neighbourhood<U, D>) -> Exp<V>,
    ) -> Acc<V, D> {
        let site = Site::caller("stencil2");
        let other = (other.own(site), boundary_of_other.untyped(site));
        let function = |one: &untyped::Neighbourhood, other: &untyped::Neighbourhood| {
            function(&Neighbourhood::of(one), &Neighbourhood::of(other)).own(site)
        };
        Acc::of(self.own(site).stencil2(boundary.untyped(site), other, function, site))
    }
}

impl<T: Element, const N: usize> Acc<T, Dim<[Ix; N]>>
where
    Dim<[Ix; N]>: Doubled,
{
    /// The elements around each element, as an array of this shape: the last dimensions of the result are those of the windows. In a
    /// window of size `n`, `n / 2` elements are before the one in the middle. What is beyond the border is as `boundary` says.
    ///
    /// Windows are not in memory. A shape that is known when the program is traced, such as `[3, 3]`, makes faster code than one that is an
    /// argument; [`Neighbourhood::window`] has the elements as values then.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Boundary, Ix2, trace};
    /// // A convolution with weights of any size.
    /// trace(|image: Acc<f32, Ix2>, weights: Acc<f32, Ix2>| {
    ///     image
    ///         .windows(Boundary::Clamp, [weights.len(0), weights.len(1)])
    ///         .imap(|[_, _, k, l], x| x * weights.at([k, l]))
    ///         .fold_axes([2, 3], 0.0, |sum, x| sum + x)
    /// })?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn windows(
        self,
        boundary: Boundary<T>,
        shape: [impl Into<Len>; N],
    ) -> Acc<T, <Dim<[Ix; N]> as Doubled>::Double> {
        let (shape, site) = (lens_of(shape), Site::caller("windows"));
        Acc::of(self.own(site).windows(boundary.untyped(site), shape, site))
    }
}

/// An element and those around it, in [`Acc::stencil`].
///
/// ```
/// # use polymill_arrays::{Acc, Boundary, Exp, Ix2, trace};
/// // The life of cells.
/// trace(|cells: Acc<u8, Ix2>| {
///     cells.stencil(Boundary::Wrap, |s| {
///         let all = s.window([3, 3]).into_iter().fold(Exp::from(0), |n, cell| n + cell);
///         (all.eq(3) | (all.eq(4) & s[[0, 0]].eq(1))).cast::<u8>()
///     })
/// })?;
/// # Ok::<(), polymill_arrays::Error>(())
/// ```
pub struct Neighbourhood<T, D: Rank> {
    around: untyped::Neighbourhood,
    /// Those that were asked for.
    elements: elsa::FrozenMap<Vec<i64>, Box<Exp<T>>>,
    marker: PhantomData<D>,
}

impl<T, D: Rank> fmt::Debug for Neighbourhood<T, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.around.fmt(f)
    }
}

/// The element at a distance from the one in the middle, in each dimension.
impl<T: Element, D: Rank, const N: usize> ops::Index<[i64; N]> for Neighbourhood<T, D> {
    type Output = Exp<T>;

    fn index(&self, offset: [i64; N]) -> &Exp<T> {
        match self.elements.get(offset.as_slice()) {
            Some(known) => known,
            None => self.elements.insert(offset.to_vec(), Box::new(Exp::of(self.around.at(&offset)))),
        }
    }
}

impl<T: Element, const N: usize> Neighbourhood<T, Dim<[Ix; N]>>
where
    Dim<[Ix; N]>: Rank,
{
    /// The elements of a window of this shape around the one in the middle, in row-major order. In a window of size `n`, `n / 2` elements
    /// are before it.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Boundary, Exp, Ix2, trace};
    /// // A convolution with nine weights.
    /// trace(|image: Acc<f32, Ix2>, weights: [Exp<f32>; 9]| {
    ///     image.stencil(Boundary::Mirror, |s| {
    ///         s.window([3, 3]).into_iter().zip(weights).fold(0.0.into(), |sum, (x, weight)| sum + x * weight)
    ///     })
    /// })?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    pub fn window(&self, shape: [usize; N]) -> Vec<Exp<T>> {
        self.around.window(&shape).into_iter().map(Exp::of).collect()
    }
}

impl<T: Element, D: Rank> Neighbourhood<T, D> {
    fn of(around: &untyped::Neighbourhood) -> Self {
        Self { around: around.clone(), elements: elsa::FrozenMap::new(), marker: PhantomData }
    }
}
