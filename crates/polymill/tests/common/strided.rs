//! Views of random strides: transposed, reversed, with steps, broadcast.

use std::any::Any;

use ndarray::{ArrayD, ArrayViewD, ArrayViewMutD, IxDyn, Slice};
use polymill::array::interpreter::Values;
use polymill::array::number::Number;
use polymill::array::{AnyArray, AnyView, AnyViewMut, Scalar};
use polymill_gdg::ScalarType;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

pub type Random = ChaCha8Rng;

/// A type whose arrays are among those of any type.
pub trait Typed: Scalar {
    fn any_view(view: ArrayViewD<'_, Self>) -> AnyView<'_>;
    fn any_view_mut(view: ArrayViewMutD<'_, Self>) -> AnyViewMut<'_>;
    fn any_array(array: ArrayD<Self>) -> AnyArray;
    /// The array, if it has elements of this type.
    fn of_any(array: &AnyArray) -> Option<&ArrayD<Self>>;
}

macro_rules! typed {
    ($($variant:ident $type:ty;)+) => {
        $(impl Typed for $type {
            fn any_view(view: ArrayViewD<'_, Self>) -> AnyView<'_> {
                AnyView::$variant(view)
            }

            fn any_view_mut(view: ArrayViewMutD<'_, Self>) -> AnyViewMut<'_> {
                AnyViewMut::$variant(view)
            }

            fn any_array(array: ArrayD<Self>) -> AnyArray {
                AnyArray::$variant(array)
            }

            fn of_any(array: &AnyArray) -> Option<&ArrayD<Self>> {
                match array {
                    AnyArray::$variant(array) => Some(array),
                    _ => None,
                }
            }
        })+

        /// The elements of an array of any type.
        pub fn values(array: &AnyArray) -> Values {
            match array {
                $(AnyArray::$variant(array) => values_of(array.view()),)+
            }
        }

        /// A view of an array with small numbers of this type.
        pub fn strided_of(random: &mut Random, element: ScalarType, shape: &[usize]) -> Box<dyn AnyStrided> {
            $(if element == <$type as Scalar>::TYPE {
                let small = |random: &mut Random| {
                    let number = match <$type as Scalar>::TYPE.is_float() {
                        true => Number::Float(f64::from(random.random_range(-40..40)) / 8.0),
                        false => Number::Int(random.random_range(-100..100)).cast(<$type as Scalar>::TYPE),
                    };
                    <$type as Scalar>::from_number(number)
                };
                return Box::new(Strided::<$type>::new(random, shape, true, small));
            })+
            panic!("there are no arrays of {element}")
        }

        /// A view into an array to write to, of the same type and shape as an array. What the view leaves out is not zero.
        pub fn strided_like(random: &mut Random, like: &AnyArray) -> Box<dyn AnyStrided> {
            match like {
                $(AnyArray::$variant(array) => {
                    let mut n = 0_u8;
                    let count = |_: &mut Random| {
                        n = n.wrapping_add(1);
                        <$type as Scalar>::from_number(Number::Int(i128::from(n % 100 + 1)))
                    };
                    Box::new(Strided::<$type>::new(random, array.shape(), false, count))
                })+
            }
        }
    };
}

typed! {
    Bool bool;
    I8 i8;
    I16 i16;
    I32 i32;
    I64 i64;
    U8 u8;
    U16 u16;
    U32 u32;
    U64 u64;
    F32 f32;
    F64 f64;
}

pub fn values_of<T: Scalar>(view: ArrayViewD<'_, T>) -> Values {
    Values { shape: view.shape().to_vec(), elements: view.iter().map(|element| element.number()).collect() }
}

/// Whether two numbers are the same, bit for bit; all that are not numbers are.
pub fn is_same_number(a: Number, b: Number) -> bool {
    match (a, b) {
        (Number::Float(a), Number::Float(b)) => a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan()),
        (a, b) => a == b,
    }
}

/// Whether two arrays are the same, bit for bit.
pub fn is_same(a: &Values, b: &Values) -> bool {
    a.shape == b.shape && a.elements.iter().zip(&b.elements).all(|(a, b)| is_same_number(*a, *b))
}

/// An array, of which a view is taken.
#[derive(Clone)]
pub struct Strided<T> {
    whole: ArrayD<T>,
    /// The shape of the array when dimensions of size 1 are repeated.
    repeated: Vec<usize>,
    /// In memory, the dimensions of the view are at these places.
    places: Vec<usize>,
    slices: Vec<Slice>,
}

impl<T: Typed> Strided<T> {
    /// A view of this shape. Only if `may_repeat`, elements may stand in several places, which is what broadcasting does.
    pub fn new(
        random: &mut Random,
        shape: &[usize],
        may_repeat: bool,
        mut element: impl FnMut(&mut Random) -> T,
    ) -> Self {
        let n_dims = shape.len();
        let is_plain = random.random_range(0..4) == 0;
        let mut places: Vec<usize> = (0..n_dims).collect();
        let (mut sizes, mut repeated, mut slices) = (vec![1; n_dims], vec![1; n_dims], vec![]);
        if !is_plain {
            (0..n_dims).for_each(|axis| places.swap(axis, random.random_range(axis..n_dims)));
        }
        for (n, place) in shape.iter().zip(&places) {
            let is_repeated = !is_plain && may_repeat && random.random_range(0..6) == 0;
            if is_plain || is_repeated {
                sizes[*place] = if is_repeated { 1 } else { *n };
                repeated[*place] = *n;
                slices.push(Slice::from(..));
                continue;
            }
            let step = [1, 1, 2, 3, -1, -1, -2][random.random_range(0..7)];
            let [before, after] = [(); 2].map(|()| random.random_range(0..3_usize));
            let extent = if *n == 0 { 0 } else { (n - 1) * isize::unsigned_abs(step) + 1 };
            sizes[*place] = before + extent + after;
            repeated[*place] = sizes[*place];
            slices.push(Slice::new(before as isize, Some((before + extent) as isize), step));
        }
        let whole = ArrayD::from_shape_simple_fn(IxDyn(&sizes), || element(random));
        Self { whole, repeated, places, slices }
    }

    pub fn view(&self) -> ArrayViewD<'_, T> {
        let repeated = self.whole.broadcast(IxDyn(&self.repeated)).unwrap();
        let mut view = repeated.permuted_axes(self.places.as_slice());
        view.slice_each_axis_inplace(|axis| self.slices[axis.axis.index()]);
        view
    }

    pub fn view_mut(&mut self) -> ArrayViewMutD<'_, T> {
        let mut view = self.whole.view_mut().permuted_axes(self.places.as_slice());
        view.slice_each_axis_inplace(|axis| self.slices[axis.axis.index()]);
        view
    }
}

/// An array with elements of any type, of which a view is taken.
pub trait AnyStrided {
    fn any(&self) -> &dyn Any;
    fn any_view(&self) -> AnyView<'_>;
    fn any_view_mut(&mut self) -> AnyViewMut<'_>;
    /// The elements of the view.
    fn values(&self) -> Values;
    /// The elements of the whole array, with those of another array in the place of the view.
    fn whole_with(&self, view: &AnyArray) -> Values;
    /// The elements of the whole array.
    fn whole(&self) -> Values;
}

impl<T: Typed> AnyStrided for Strided<T> {
    fn any(&self) -> &dyn Any {
        self
    }

    fn any_view(&self) -> AnyView<'_> {
        T::any_view(self.view())
    }

    fn any_view_mut(&mut self) -> AnyViewMut<'_> {
        T::any_view_mut(self.view_mut())
    }

    fn values(&self) -> Values {
        values_of(self.view())
    }

    fn whole_with(&self, view: &AnyArray) -> Values {
        let mut with = self.clone();
        with.view_mut().assign(T::of_any(view).unwrap());
        with.whole()
    }

    fn whole(&self) -> Values {
        values_of(self.whole.view())
    }
}
