//! Arrays, and the operations on them.

use std::fmt;
use std::marker::PhantomData;
use std::panic::Location;

use ndarray::{Dim, Ix};
use polymill_gdg::ScalarType;

use crate::element::Element;
use crate::graph::{ArrayId, ArrayKind, ArrayNode, Combination, ScalarId, ScalarKind, VariableId};
use crate::size::Size;
use crate::trace::{self, Serial};
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
    pub(crate) id: ArrayId,
    pub(crate) serial: Serial,
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
        write!(f, "Acc({})", self.id.0)
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
    pub(crate) fn element(self, subscripts: &[Exp<i64>], site: Site) -> Exp<T> {
        let array = self.own(site);
        let subscripts: Vec<ScalarId> = subscripts.iter().map(|each| each.own()).collect();
        let part = |(component, ty): (usize, ScalarType)| {
            let subscripts = subscripts.clone();
            trace::scalar(ty, ScalarKind::Element { array, component, subscripts })
        };
        Exp::from_components(T::types().into_iter().enumerate().map(part).collect())
    }

    /// The array whose elements are computed by themselves.
    pub(crate) fn generated(shape: Vec<Size>, index: Vec<VariableId>, value: Exp<T>, site: Site) -> Self {
        let kind = ArrayKind::Generate { index, values: value.components() };
        Self::node(shape, kind, site)
    }

    pub(crate) fn node(shape: Vec<Size>, kind: ArrayKind, Site { operation, location }: Site) -> Self {
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
}

/// The single element of an array without dimensions.
impl<T: Element> Acc<T, Dim<[Ix; 0]>> {
    /// The element.
    #[track_caller]
    pub fn the(self) -> Exp<T> {
        self.element(&[], site("the"))
    }
}

pub(crate) fn combination<T: Element>(combine: impl FnOnce(Exp<T>, Exp<T>) -> Exp<T>) -> Combination {
    let ((left, x), (right, y)) = (element::<T>(), element::<T>());
    Combination { left, right, values: combine(x, y).components() }
}

pub(crate) fn no_axis(axis: usize, n_dims: usize, site: Site) -> Size {
    let message = format!("there is no dimension {axis}: there are {n_dims}, from 0");
    trace::fail(site.operation, message, site.location);
    Size::constant(0)
}
