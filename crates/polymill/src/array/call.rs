//! Calling compiled array programs: from views to addresses.
#![allow(unsafe_code)] // calling the compiled code; every block says why it is sound

use std::ffi::c_void;

use ndarray::{Array, ArrayView, ArrayViewMut, CowArray, Dimension};
use polymill_arrays::lower::Role;
use polymill_arrays::number::Number;
use polymill_arrays::run::Argument as SizeArgument;
use polymill_arrays::{Acc, Argument, Exp, Rank, Results, Scalar};
use polymill_native::{Artifact, SharedObject, Shim};

use crate::Error;

/// What a call is given: valid as long as what it was bound to.
#[derive(Default)]
pub struct Call {
    arguments: Vec<Bound>,
    results: Vec<*mut c_void>,
}

/// An argument of a call.
enum Bound {
    /// An array in row-major order.
    Array { address: *mut c_void, shape: Vec<usize> },
    /// An integer; it is passed modulo 2^64.
    Integer(i128),
    /// Another number.
    Float(f64),
}

/// The arguments of a compiled program.
pub trait Input {
    /// What is given for them: a view of an array or a number, or a tuple of these.
    type Views<'a>;
    /// What has to be kept until the call is over.
    #[doc(hidden)]
    type Kept<'a>;

    /// Adds them to a call.
    #[doc(hidden)]
    fn bind<'a>(views: Self::Views<'a>, call: &mut Call) -> Self::Kept<'a>;
}

/// An argument of a compiled program.
pub trait InputPart: Argument {
    /// What is given for it: a view of an array, or a number.
    type View<'a>;
    /// What has to be kept until the call is over.
    #[doc(hidden)]
    type Kept<'a>;

    /// Adds it to a call.
    #[doc(hidden)]
    fn bind<'a>(view: Self::View<'a>, call: &mut Call) -> Self::Kept<'a>;
}

/// The results of a compiled program.
pub trait Output: Results {
    /// The arrays that are returned: one, or a tuple.
    type Owned;
    /// The arrays that are written to: one, or a tuple.
    type ViewsMut<'a>;

    /// Arrays of these shapes.
    #[doc(hidden)]
    fn allocate(shapes: &mut dyn Iterator<Item = Vec<usize>>) -> Self::Owned;

    /// The arrays as what is written to.
    #[doc(hidden)]
    fn views(owned: &mut Self::Owned) -> Self::ViewsMut<'_>;

    /// What has to be kept until the call is over: arrays in row-major order in place of those that are not.
    #[doc(hidden)]
    type Kept;

    /// Adds them to a call.
    #[doc(hidden)]
    fn bind(views: &mut Self::ViewsMut<'_>, shapes: &[Vec<usize>], call: &mut Call) -> Result<Self::Kept, Error>;

    /// Copies the results to where they belong.
    #[doc(hidden)]
    fn finish(views: Self::ViewsMut<'_>, kept: Self::Kept);
}

impl<T: Scalar, D: Rank> InputPart for Acc<T, D> {
    type View<'a> = ArrayView<'a, T, D>;
    type Kept<'a> = CowArray<'a, T, D>;

    fn bind<'a>(view: Self::View<'a>, call: &mut Call) -> Self::Kept<'a> {
        bind_array(view, call)
    }
}

impl<T: Scalar> InputPart for Exp<T> {
    type View<'a> = T;
    type Kept<'a> = ();

    fn bind<'a>(value: Self::View<'a>, call: &mut Call) -> Self::Kept<'a> {
        bind_number(value.number(), call);
    }
}

impl<T: Scalar, D: Rank> Output for Acc<T, D> {
    type Owned = Array<T, D>;
    type ViewsMut<'a> = ArrayViewMut<'a, T, D>;

    fn allocate(shapes: &mut dyn Iterator<Item = Vec<usize>>) -> Array<T, D> {
        zeros(&shapes.next().unwrap_or_default())
    }

    fn views(owned: &mut Array<T, D>) -> ArrayViewMut<'_, T, D> {
        owned.view_mut()
    }

    type Kept = Option<Array<T, D>>;

    fn bind(view: &mut ArrayViewMut<'_, T, D>, shapes: &[Vec<usize>], call: &mut Call) -> Result<Self::Kept, Error> {
        bind_result(view, shapes, call)
    }

    fn finish(view: ArrayViewMut<'_, T, D>, kept: Self::Kept) {
        finish_result(view, kept);
    }
}

/// Adds an array to a call as an argument; what is returned has to be kept until the call is over.
pub(super) fn bind_array<'a, T: Scalar, D: Dimension>(
    view: ArrayView<'a, T, D>,
    call: &mut Call,
) -> CowArray<'a, T, D> {
    let shape = view.shape().to_vec();
    let kept = match view.is_standard_layout() {
        true => CowArray::from(view),
        false => CowArray::from(view.as_standard_layout().into_owned()),
    };
    call.arguments.push(Bound::Array { address: kept.as_ptr().cast_mut().cast(), shape });
    kept
}

/// Adds a number to a call as an argument.
pub(super) fn bind_number(number: Number, call: &mut Call) {
    call.arguments.push(match number {
        Number::Float(value) => Bound::Float(value),
        Number::Int(value) => Bound::Integer(value),
    });
}

/// Adds an array to a call as a result: itself, or what is returned, which is in row-major order.
pub(super) fn bind_result<T: Scalar, D: Dimension>(
    view: &mut ArrayViewMut<'_, T, D>,
    shapes: &[Vec<usize>],
    call: &mut Call,
) -> Result<Option<Array<T, D>>, Error> {
    let position = call.results.len();
    let expected = shapes.get(position).cloned().unwrap_or_default();
    if view.shape() != expected {
        let found = view.shape().to_vec();
        return Err(polymill_arrays::Error::Output { position, found, expected }.into());
    }
    if view.is_standard_layout() {
        call.results.push(view.as_mut_ptr().cast());
        return Ok(None);
    }
    let mut whole: Array<T, D> = zeros(&expected);
    call.results.push(whole.as_mut_ptr().cast());
    Ok(Some(whole))
}

/// Copies a result to where it belongs.
pub(super) fn finish_result<T: Scalar, D: Dimension>(mut view: ArrayViewMut<'_, T, D>, kept: Option<Array<T, D>>) {
    if let Some(whole) = kept {
        view.assign(&whole);
    }
}

/// An array of zeros.
fn zeros<T: Scalar, D: Dimension>(shape: &[usize]) -> Array<T, D> {
    let mut dims = D::zeros(shape.len());
    dims.slice_mut().copy_from_slice(shape);
    Array::from_elem(dims, T::default())
}

macro_rules! inputs {
    ($(($($part:ident $name:ident),+))+) => {
        $(impl<$($part: InputPart),+> Input for ($($part,)+) {
            type Views<'a> = ($($part::View<'a>,)+);
            type Kept<'a> = ($($part::Kept<'a>,)+);

            fn bind<'a>(($($name,)+): Self::Views<'a>, call: &mut Call) -> Self::Kept<'a> {
                ($($part::bind($name, call),)+)
            }
        })+
    };
}

inputs! {
    (A a, B b)
    (A a, B b, C c)
    (A a, B b, C c, D d)
    (A a, B b, C c, D d, E e)
    (A a, B b, C c, D d, E e, F f)
}

/// A single argument needs no tuple.
impl<A: InputPart> Input for (A,) {
    type Views<'a> = A::View<'a>;
    type Kept<'a> = A::Kept<'a>;

    fn bind<'a>(view: Self::Views<'a>, call: &mut Call) -> Self::Kept<'a> {
        A::bind(view, call)
    }
}

/// Without arguments, nothing is given.
impl Input for () {
    type Views<'a> = ();
    type Kept<'a> = ();

    fn bind<'a>((): Self::Views<'a>, _: &mut Call) -> Self::Kept<'a> {}
}

macro_rules! outputs {
    ($(($($part:ident $name:ident $at:tt),+))+) => {
        $(impl<$($part: Output),+> Output for ($($part,)+) {
            type Owned = ($($part::Owned,)+);
            type ViewsMut<'a> = ($($part::ViewsMut<'a>,)+);
            type Kept = ($($part::Kept,)+);

            fn allocate(shapes: &mut dyn Iterator<Item = Vec<usize>>) -> Self::Owned {
                ($($part::allocate(shapes),)+)
            }

            fn views(owned: &mut Self::Owned) -> Self::ViewsMut<'_> {
                ($($part::views(&mut owned.$at),)+)
            }

            fn bind(
                views: &mut Self::ViewsMut<'_>,
                shapes: &[Vec<usize>],
                call: &mut Call,
            ) -> Result<Self::Kept, Error> {
                Ok(($($part::bind(&mut views.$at, shapes, call)?,)+))
            }

            fn finish(views: Self::ViewsMut<'_>, kept: Self::Kept) {
                $($part::finish(views.$at, kept.$at);)+
            }
        })+
    };
}

outputs! { (A a 0) (A a 0, B b 1) (A a 0, B b 1, C c 2) (A a 0, B b 1, C c 2, E e 3) }

impl Call {
    /// The arguments, as far as sizes depend on them.
    pub(super) fn arguments(&self) -> impl Iterator<Item = SizeArgument> + '_ {
        self.arguments.iter().map(|argument| match argument {
            Bound::Array { shape, .. } => SizeArgument::Array(shape.clone()),
            Bound::Integer(value) => SizeArgument::Integer(*value),
            Bound::Float(_) => SizeArgument::Other,
        })
    }

    /// Calls a compiled program, whose function is given `params` and then what `roles` say.
    pub(super) fn run(&self, shim: Shim, params: &[i64], roles: &[Role]) -> Result<(), Error> {
        /// A number where the shim reads it.
        union Number {
            int: i64,
            float: f64,
        }
        let missing = || Error::Bug("an argument is missing".to_owned());
        let mut numbers: Vec<Number> = params.iter().map(|value| Number { int: *value }).collect();
        for role in roles {
            let Role::Number { input } = role else { continue };
            numbers.push(match self.arguments.get(*input) {
                // Modulo 2^64, as C converts it.
                Some(Bound::Integer(value)) => Number { int: *value as i64 },
                Some(Bound::Float(value)) => Number { float: *value },
                _ => return Err(missing()),
            });
        }
        let mut next = numbers.iter().map(|number| std::ptr::from_ref(number).cast_mut().cast::<c_void>());
        let mut addresses: Vec<*mut c_void> = next.by_ref().take(params.len()).collect();
        for role in roles {
            addresses.push(match role {
                Role::Number { .. } => next.next().ok_or_else(missing)?,
                Role::Argument { input, .. } => match self.arguments.get(*input) {
                    Some(Bound::Array { address, .. }) => *address,
                    _ => return Err(missing()),
                },
                Role::Result { position } => *self.results.get(*position).ok_or_else(missing)?,
            });
        }
        let mut result = [0_u8; 8];
        // SAFETY: the shim was made for these arguments. Numbers live in `numbers`; arrays are borrowed by whoever bound them, those
        // that are written uniquely, and have the shapes that the sizes were computed from. The function accesses what is inside of
        // these shapes only: lowering proves that of each access, or guards it.
        unsafe { shim(addresses.as_ptr(), result.as_mut_ptr().cast()) };
        Ok(())
    }
}

/// Loads a compiled program.
pub(super) fn load(artifact: Artifact) -> Result<SharedObject, Error> {
    // SAFETY: the object was compiled from code that this crate printed, which has no initializers.
    Ok(unsafe { SharedObject::load(artifact)? })
}
