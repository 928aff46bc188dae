//! The arrays of a call: one for each component of the elements.

use ndarray::{Array, ArrayView, ArrayViewMut, CowArray, Dimension};
use polymill_arrays::Element;

use super::call::{self, Call, all};
use crate::Error;

/// A type of elements of arrays that programs are given and return: a number, a truth value, a tuple of up to four elements, or an
/// array `[T; N]` of these. The components of tuples and arrays are arrays of their own, which have the same shape.
///
/// ```
/// use ndarray::arr1;
/// use polymill::array::{Acc, Ix1, compile};
///
/// let products = compile(|a: Acc<(f64, i32), Ix1>| {
///     a.map(|pair| {
///         let (x, n) = pair.parts();
///         x * n.cast::<f64>()
///     })
/// })?;
/// assert_eq!(products.run((arr1(&[0.5, 2.0]).view(), arr1(&[4, 3]).view()))?, arr1(&[2.0, 6.0]));
/// # Ok::<(), polymill::Error>(())
/// ```
pub trait Stored: Element {
    /// What is given for an array: a view, or a tuple of views.
    type View<'a, D: Dimension>;
    /// What is written to.
    type ViewMut<'a, D: Dimension>;
    /// What is returned: an array, or a tuple of arrays.
    type Owned<D: Dimension>;
    /// What has to be kept until the call is over.
    #[doc(hidden)]
    type Kept<'a, D: Dimension>;
    /// What is written in the place of views that are not in row-major order.
    #[doc(hidden)]
    type KeptMut<D: Dimension>;

    /// Adds the components to the argument that was begun.
    #[doc(hidden)]
    fn bind<'a, D: Dimension>(view: Self::View<'a, D>, call: &mut Call) -> Result<Self::Kept<'a, D>, Error>;

    /// Arrays of these shapes.
    #[doc(hidden)]
    fn allocate<D: Dimension>(shapes: &mut dyn Iterator<Item = Vec<usize>>) -> Result<Self::Owned<D>, Error>;

    /// The arrays as what is written to.
    #[doc(hidden)]
    fn views<D: Dimension>(owned: &mut Self::Owned<D>) -> Self::ViewMut<'_, D>;

    /// Adds the components to a call as results.
    #[doc(hidden)]
    fn bind_result<D: Dimension>(
        views: &mut Self::ViewMut<'_, D>,
        shapes: &[Vec<usize>],
        call: &mut Call,
    ) -> Result<Self::KeptMut<D>, Error>;

    /// Copies the results to where they belong.
    #[doc(hidden)]
    fn finish<D: Dimension>(views: Self::ViewMut<'_, D>, kept: Self::KeptMut<D>, call: &mut Call);
}

macro_rules! scalars {
    ($($type:ty)+) => {
        $(impl Stored for $type {
            type View<'a, D: Dimension> = ArrayView<'a, Self, D>;
            type ViewMut<'a, D: Dimension> = ArrayViewMut<'a, Self, D>;
            type Owned<D: Dimension> = Array<Self, D>;
            type Kept<'a, D: Dimension> = CowArray<'a, Self, D>;
            type KeptMut<D: Dimension> = Option<Array<Self, D>>;

            fn bind<'a, D: Dimension>(view: Self::View<'a, D>, call: &mut Call) -> Result<Self::Kept<'a, D>, Error> {
                call::bind_array(view, call)
            }

            fn allocate<D: Dimension>(shapes: &mut dyn Iterator<Item = Vec<usize>>) -> Result<Array<Self, D>, Error> {
                call::zeros(&shapes.next().unwrap_or_default())
            }

            fn views<D: Dimension>(owned: &mut Self::Owned<D>) -> Self::ViewMut<'_, D> {
                owned.view_mut()
            }

            fn bind_result<D: Dimension>(
                views: &mut Self::ViewMut<'_, D>,
                shapes: &[Vec<usize>],
                call: &mut Call,
            ) -> Result<Self::KeptMut<D>, Error> {
                call::bind_result(views, shapes, call)
            }

            fn finish<D: Dimension>(views: Self::ViewMut<'_, D>, kept: Self::KeptMut<D>, call: &mut Call) {
                call::finish_result(views, kept, call);
            }
        })+
    };
}

scalars! { bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 }

macro_rules! tuples {
    ($(($($part:ident $name:ident $at:tt),+))+) => {
        $(impl<$($part: Stored),+> Stored for ($($part,)+) {
            type View<'a, D: Dimension> = ($($part::View<'a, D>,)+);
            type ViewMut<'a, D: Dimension> = ($($part::ViewMut<'a, D>,)+);
            type Owned<D: Dimension> = ($($part::Owned<D>,)+);
            type Kept<'a, D: Dimension> = ($($part::Kept<'a, D>,)+);
            type KeptMut<D: Dimension> = ($($part::KeptMut<D>,)+);

            fn bind<'a, D: Dimension>(
                ($($name,)+): Self::View<'a, D>,
                call: &mut Call,
            ) -> Result<Self::Kept<'a, D>, Error> {
                Ok(($($part::bind($name, call)?,)+))
            }

            fn allocate<D: Dimension>(shapes: &mut dyn Iterator<Item = Vec<usize>>) -> Result<Self::Owned<D>, Error> {
                Ok(($($part::allocate(shapes)?,)+))
            }

            fn views<D: Dimension>(owned: &mut Self::Owned<D>) -> Self::ViewMut<'_, D> {
                ($($part::views(&mut owned.$at),)+)
            }

            fn bind_result<D: Dimension>(
                views: &mut Self::ViewMut<'_, D>,
                shapes: &[Vec<usize>],
                call: &mut Call,
            ) -> Result<Self::KeptMut<D>, Error> {
                Ok(($($part::bind_result(&mut views.$at, shapes, call)?,)+))
            }

            fn finish<D: Dimension>(views: Self::ViewMut<'_, D>, kept: Self::KeptMut<D>, call: &mut Call) {
                $($part::finish(views.$at, kept.$at, call);)+
            }
        })+
    };
}

tuples! { (A a 0, B b 1) (A a 0, B b 1, C c 2) (A a 0, B b 1, C c 2, E e 3) }

impl<T: Stored, const N: usize> Stored for [T; N] {
    type View<'a, D: Dimension> = [T::View<'a, D>; N];
    type ViewMut<'a, D: Dimension> = [T::ViewMut<'a, D>; N];
    type Owned<D: Dimension> = [T::Owned<D>; N];
    type Kept<'a, D: Dimension> = [T::Kept<'a, D>; N];
    type KeptMut<D: Dimension> = Vec<T::KeptMut<D>>;

    fn bind<'a, D: Dimension>(views: Self::View<'a, D>, call: &mut Call) -> Result<Self::Kept<'a, D>, Error> {
        all(views.into_iter().map(|view| T::bind(view, call)))
    }

    fn allocate<D: Dimension>(shapes: &mut dyn Iterator<Item = Vec<usize>>) -> Result<Self::Owned<D>, Error> {
        all((0..N).map(|_| T::allocate(shapes)))
    }

    fn views<D: Dimension>(owned: &mut Self::Owned<D>) -> Self::ViewMut<'_, D> {
        owned.each_mut().map(T::views)
    }

    fn bind_result<D: Dimension>(
        views: &mut Self::ViewMut<'_, D>,
        shapes: &[Vec<usize>],
        call: &mut Call,
    ) -> Result<Self::KeptMut<D>, Error> {
        views.iter_mut().map(|view| T::bind_result(view, shapes, call)).collect()
    }

    fn finish<D: Dimension>(views: Self::ViewMut<'_, D>, kept: Self::KeptMut<D>, call: &mut Call) {
        views.into_iter().zip(kept).for_each(|(view, kept)| T::finish(view, kept, call));
    }
}
