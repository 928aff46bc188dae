//! Calling compiled array programs: from views to addresses.
#![allow(unsafe_code)] // calling the compiled code; every block says why it is sound

use std::collections::VecDeque;
use std::ffi::c_void;

use ndarray::{Array, ArrayView, ArrayViewMut, CowArray, Dimension};
use polymill_arrays::graph::{Graph, Input as Parameter};
use polymill_arrays::interpreter::{Given, Values, interpret};
use polymill_arrays::lower::Role;
use polymill_arrays::number::Number;
use polymill_arrays::run::Argument as SizeArgument;
use polymill_arrays::{Acc, Argument, Exp, Rank, Results, Scalar};
use polymill_gdg::ScalarType;
use polymill_native::{Artifact, SharedObject, Shim};

use super::stored::Stored;
use crate::Error;

/// What a call is given: valid as long as what it was bound to.
#[derive(Default)]
pub struct Call {
    arguments: Vec<Bound>,
    results: Vec<*mut c_void>,
    /// Whether the interpreter makes it: it is given values in the place of addresses.
    is_interpreted: bool,
    /// What the interpreter computed and no result has got yet.
    computed: VecDeque<Values>,
}

/// An argument of a call.
enum Bound {
    /// The components of an array.
    Array(Vec<Part>),
    /// An integer; it is passed modulo 2^64.
    Integer(i128),
    /// Another number.
    Float(f64),
}

/// A component of an array.
struct Part {
    /// Where its elements are, in row-major order.
    address: *mut c_void,
    shape: Vec<usize>,
    /// Its elements, for the interpreter.
    values: Option<Values>,
}

/// The arguments of a compiled program.
///
/// ```
/// use polymill::Error;
/// use polymill::array::{Function, Input, Output};
///
/// /// Runs any program, and says how long that takes.
/// fn timed<A: Input, R: Output>(f: &Function<A, R>, arguments: A::Views<'_>) -> Result<(R::Owned, f64), Error> {
///     let start = std::time::Instant::now();
///     Ok((f.run(arguments)?, start.elapsed().as_secs_f64()))
/// }
/// # use ndarray::Array1;
/// # use polymill::array::{Acc, Ix1, compile};
/// let double = compile(|a: Acc<f64, Ix1>| a + a)?;
/// assert_eq!(timed(&double, Array1::ones(4).view())?.0, Array1::from_elem(4, 2.0));
/// # Ok::<(), Error>(())
/// ```
pub trait Input {
    /// What is given for them: a view of an array or a number, or a tuple of these.
    type Views<'a>;
    /// What has to be kept until the call is over.
    #[doc(hidden)]
    type Kept<'a>;

    /// Adds them to a call.
    #[doc(hidden)]
    fn bind<'a>(views: Self::Views<'a>, call: &mut Call) -> Result<Self::Kept<'a>, Error>;
}

/// An argument of a compiled program.
pub trait InputPart: Argument {
    /// What is given for it: a view of an array, a tuple of views for an array of tuples, a number, or several of these.
    type View<'a>;
    /// What has to be kept until the call is over.
    #[doc(hidden)]
    type Kept<'a>;

    /// Adds it to a call.
    #[doc(hidden)]
    fn bind<'a>(view: Self::View<'a>, call: &mut Call) -> Result<Self::Kept<'a>, Error>;
}

/// The results of a compiled program: see [`Input`] for how to be generic in both.
pub trait Output: Results {
    /// The arrays that are returned: one, or a tuple.
    type Owned;
    /// The arrays that are written to: one, or a tuple.
    type ViewsMut<'a>;

    /// Arrays of these shapes.
    #[doc(hidden)]
    fn allocate(shapes: &mut dyn Iterator<Item = Vec<usize>>) -> Result<Self::Owned, Error>;

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
    fn finish(views: Self::ViewsMut<'_>, kept: Self::Kept, call: &mut Call);
}

impl<T: Stored, D: Rank> InputPart for Acc<T, D> {
    type View<'a> = T::View<'a, D>;
    type Kept<'a> = T::Kept<'a, D>;

    fn bind<'a>(view: Self::View<'a>, call: &mut Call) -> Result<Self::Kept<'a>, Error> {
        call.begin_array();
        let kept = T::bind(view, call)?;
        call.check_array()?;
        Ok(kept)
    }
}

impl<T: Scalar> InputPart for Exp<T> {
    type View<'a> = T;
    type Kept<'a> = ();

    fn bind<'a>(value: Self::View<'a>, call: &mut Call) -> Result<Self::Kept<'a>, Error> {
        bind_number(value.number(), call);
        Ok(())
    }
}

impl<P: InputPart, const N: usize> InputPart for [P; N] {
    type View<'a> = [P::View<'a>; N];
    type Kept<'a> = Vec<P::Kept<'a>>;

    fn bind<'a>(views: Self::View<'a>, call: &mut Call) -> Result<Self::Kept<'a>, Error> {
        views.into_iter().map(|view| P::bind(view, call)).collect()
    }
}

impl<T: Stored, D: Rank> Output for Acc<T, D> {
    type Owned = T::Owned<D>;
    type ViewsMut<'a> = T::ViewMut<'a, D>;

    fn allocate(shapes: &mut dyn Iterator<Item = Vec<usize>>) -> Result<Self::Owned, Error> {
        T::allocate(shapes)
    }

    fn views(owned: &mut Self::Owned) -> Self::ViewsMut<'_> {
        T::views(owned)
    }

    type Kept = T::KeptMut<D>;

    fn bind(views: &mut Self::ViewsMut<'_>, shapes: &[Vec<usize>], call: &mut Call) -> Result<Self::Kept, Error> {
        T::bind_result(views, shapes, call)
    }

    fn finish(views: Self::ViewsMut<'_>, kept: Self::Kept, call: &mut Call) {
        T::finish(views, kept, call);
    }
}

impl<P: Output, const N: usize> Output for [P; N] {
    type Owned = [P::Owned; N];
    type ViewsMut<'a> = [P::ViewsMut<'a>; N];
    type Kept = Vec<P::Kept>;

    fn allocate(shapes: &mut dyn Iterator<Item = Vec<usize>>) -> Result<Self::Owned, Error> {
        all((0..N).map(|_| P::allocate(shapes)))
    }

    fn views(owned: &mut Self::Owned) -> Self::ViewsMut<'_> {
        owned.each_mut().map(P::views)
    }

    fn bind(views: &mut Self::ViewsMut<'_>, shapes: &[Vec<usize>], call: &mut Call) -> Result<Self::Kept, Error> {
        views.iter_mut().map(|view| P::bind(view, shapes, call)).collect()
    }

    fn finish(views: Self::ViewsMut<'_>, kept: Self::Kept, call: &mut Call) {
        views.into_iter().zip(kept).for_each(|(view, kept)| P::finish(view, kept, call));
    }
}

/// Adds a component to the array that was begun as an argument of a call; what is returned has to be kept until the call is over.
pub(super) fn bind_array<'a, T: Scalar, D: Dimension>(
    view: ArrayView<'a, T, D>,
    call: &mut Call,
) -> Result<CowArray<'a, T, D>, Error> {
    let shape = view.shape().to_vec();
    if call.is_interpreted || !view.is_standard_layout() {
        require_memory::<T>(&shape)?;
    }
    let values = call
        .is_interpreted
        .then(|| Values { shape: shape.clone(), elements: view.iter().map(|element| element.number()).collect() });
    let kept = match view.is_standard_layout() {
        true => CowArray::from(view),
        false => CowArray::from(view.as_standard_layout().into_owned()),
    };
    let part = Part { address: kept.as_ptr().cast_mut().cast(), shape, values };
    if let Some(Bound::Array(parts)) = call.arguments.last_mut() {
        parts.push(part);
    }
    Ok(kept)
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
    let mut whole: Array<T, D> = zeros(&expected)?;
    call.results.push(whole.as_mut_ptr().cast());
    Ok(Some(whole))
}

/// Copies a result to where it belongs.
pub(super) fn finish_result<T: Scalar, D: Dimension>(
    mut view: ArrayViewMut<'_, T, D>,
    kept: Option<Array<T, D>>,
    call: &mut Call,
) {
    match (call.computed.pop_front(), kept) {
        (Some(values), _) => {
            view.iter_mut().zip(values.elements).for_each(|(to, number)| *to = T::from_number(number));
        }
        (None, Some(whole)) => view.assign(&whole),
        (None, None) => {}
    }
}

/// An array of zeros.
pub(super) fn zeros<T: Scalar, D: Dimension>(shape: &[usize]) -> Result<Array<T, D>, Error> {
    require_memory::<T>(shape)?;
    let mut dims = D::zeros(shape.len());
    dims.slice_mut().copy_from_slice(shape);
    Ok(Array::from_elem(dims, T::default()))
}

/// Checks that there is memory for an array, without which the process would end.
pub(super) fn require_memory<T>(shape: &[usize]) -> Result<(), Error> {
    let missing = || Error::Memory { shape: shape.to_vec() };
    // `ndarray` wants this also where a size is 0.
    let n = shape.iter().try_fold(1_usize, |n, size| n.checked_mul((*size).max(1))).ok_or_else(missing)?;
    let n = if shape.contains(&0) { 0 } else { n };
    let mut memory: Vec<T> = vec![];
    memory.try_reserve_exact(n).map_err(|_| missing())?;
    std::hint::black_box(&memory);
    Ok(())
}

macro_rules! inputs {
    ($(($($part:ident $name:ident),+))+) => {
        $(impl<$($part: InputPart),+> Input for ($($part,)+) {
            type Views<'a> = ($($part::View<'a>,)+);
            type Kept<'a> = ($($part::Kept<'a>,)+);

            fn bind<'a>(($($name,)+): Self::Views<'a>, call: &mut Call) -> Result<Self::Kept<'a>, Error> {
                Ok(($($part::bind($name, call)?,)+))
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

    fn bind<'a>(view: Self::Views<'a>, call: &mut Call) -> Result<Self::Kept<'a>, Error> {
        A::bind(view, call)
    }
}

/// Without arguments, nothing is given.
impl Input for () {
    type Views<'a> = ();
    type Kept<'a> = ();

    fn bind<'a>((): Self::Views<'a>, _: &mut Call) -> Result<Self::Kept<'a>, Error> {
        Ok(())
    }
}

macro_rules! input_parts {
    ($(($($part:ident $name:ident),+))+) => {
        $(impl<$($part: InputPart),+> InputPart for ($($part,)+) {
            type View<'a> = ($($part::View<'a>,)+);
            type Kept<'a> = ($($part::Kept<'a>,)+);

            fn bind<'a>(($($name,)+): Self::View<'a>, call: &mut Call) -> Result<Self::Kept<'a>, Error> {
                Ok(($($part::bind($name, call)?,)+))
            }
        })+
    };
}

input_parts! { (A a) (A a, B b) (A a, B b, C c) (A a, B b, C c, E e) }

macro_rules! outputs {
    ($(($($part:ident $name:ident $at:tt),+))+) => {
        $(impl<$($part: Output),+> Output for ($($part,)+) {
            type Owned = ($($part::Owned,)+);
            type ViewsMut<'a> = ($($part::ViewsMut<'a>,)+);
            type Kept = ($($part::Kept,)+);

            fn allocate(shapes: &mut dyn Iterator<Item = Vec<usize>>) -> Result<Self::Owned, Error> {
                Ok(($($part::allocate(shapes)?,)+))
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

            fn finish(views: Self::ViewsMut<'_>, kept: Self::Kept, call: &mut Call) {
                $($part::finish(views.$at, kept.$at, call);)+
            }
        })+
    };
}

outputs! { (A a 0) (A a 0, B b 1) (A a 0, B b 1, C c 2) (A a 0, B b 1, C c 2, E e 3) }

impl Call {
    /// A call that nothing is bound to yet.
    pub(super) fn new(is_interpreted: bool) -> Self {
        Self { is_interpreted, ..Self::default() }
    }

    /// Begins an argument that is an array; its components are bound next.
    pub(super) fn begin_array(&mut self) {
        self.arguments.push(Bound::Array(vec![]));
    }

    /// Checks that the components of the array that was bound last have the same shape.
    fn check_array(&self) -> Result<(), Error> {
        let Some(Bound::Array(parts)) = self.arguments.last() else { return Ok(()) };
        let Some(first) = parts.first() else { return Ok(()) };
        match parts.iter().find(|part| part.shape != first.shape) {
            None => Ok(()),
            Some(other) => {
                let (position, first, other) = (self.arguments.len() - 1, first.shape.clone(), other.shape.clone());
                Err(polymill_arrays::Error::Components { position, first, other }.into())
            }
        }
    }

    /// The arguments, as far as sizes depend on them.
    pub(super) fn arguments(&self) -> impl Iterator<Item = SizeArgument> + '_ {
        self.arguments.iter().map(|argument| match argument {
            Bound::Array(parts) => {
                SizeArgument::Array(parts.first().map(|part| part.shape.clone()).unwrap_or_default())
            }
            Bound::Integer(value) => SizeArgument::Integer(*value),
            Bound::Float(_) => SizeArgument::Other,
        })
    }

    /// Has the interpreter run the program.
    pub(super) fn interpret(&mut self, graph: &Graph) -> Result<(), Error> {
        let given = self.arguments.iter().zip(&graph.inputs).map(|(argument, input)| match (argument, input) {
            (Bound::Array(parts), _) => Given::Array(parts.iter().filter_map(|part| part.values.clone()).collect()),
            (Bound::Integer(value), Parameter::Number(ty)) => Given::Number(Number::Int(*value).cast(*ty)),
            (Bound::Integer(value), Parameter::Array { .. }) => Given::Number(Number::Int(*value)),
            (Bound::Float(value), _) => Given::Number(Number::Float(*value)),
        });
        let given: Vec<Given> = given.collect();
        self.computed = interpret(graph, &given)?.into();
        Ok(())
    }

    /// Where the components of an argument are.
    pub(super) fn argument(&self, input: usize) -> Option<Vec<Address>> {
        match self.arguments.get(input)? {
            Bound::Array(parts) => Some(parts.iter().map(|part| Address(part.address)).collect()),
            Bound::Integer(_) | Bound::Float(_) => None,
        }
    }

    /// Where the results are.
    pub(super) fn results(&self) -> Vec<Address> {
        self.results.iter().copied().map(Address).collect()
    }

    /// Calls a function of a compiled program, which is given `params` and then what `roles` say: numbers that are arguments, these
    /// arrays in the place of inputs, and these results.
    pub(super) fn run(
        &self,
        shim: Shim,
        params: &[i64],
        roles: &[Role],
        inputs: &dyn Fn(usize) -> Option<Vec<Address>>,
        results: &[Address],
    ) -> Result<(), Error> {
        /// A number where the shim reads it.
        union Passed {
            int: i64,
            float: f64,
        }
        let missing = || Error::Bug("an argument is missing".to_owned());
        let mut numbers: Vec<Passed> = params.iter().map(|value| Passed { int: *value }).collect();
        for role in roles {
            let Role::Number { input } = role else { continue };
            numbers.push(match self.arguments.get(*input) {
                // Modulo 2^64, as C converts it.
                Some(Bound::Integer(value)) => Passed { int: *value as i64 },
                Some(Bound::Float(value)) => Passed { float: *value },
                _ => return Err(missing()),
            });
        }
        let mut next = numbers.iter().map(|number| std::ptr::from_ref(number).cast_mut().cast::<c_void>());
        let mut addresses: Vec<*mut c_void> = next.by_ref().take(params.len()).collect();
        for role in roles {
            addresses.push(match role {
                Role::Number { .. } => next.next().ok_or_else(missing)?,
                Role::Argument { input, component } => {
                    inputs(*input).and_then(|parts| parts.get(*component).copied()).ok_or_else(missing)?.0
                }
                Role::Result { position } => results.get(*position).ok_or_else(missing)?.0,
            });
        }
        invoke(shim, &addresses);
        Ok(())
    }
}

/// Where the elements of an array are, in row-major order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Address(*mut c_void);

impl Address {
    /// Whether the first element is true.
    pub(super) fn is_true(self) -> bool {
        // SAFETY: a function of the program has just written the element, a truth value, which takes a byte.
        unsafe { *self.0.cast::<u8>() != 0 }
    }
}

/// Memory for an array that parts of a program leave for others.
pub(super) struct Buffer(Vec<u64>);

impl Buffer {
    /// Memory for so many elements of this type.
    pub(super) fn new(n_elements: usize, element: ScalarType) -> Self {
        // No pointer without memory, and room for whatever is aligned as numbers are.
        let n_bytes = n_elements.saturating_mul(element.size() as usize);
        Self(vec![0; n_bytes.div_ceil(size_of::<u64>()).max(1)])
    }

    pub(super) fn address(&mut self) -> Address {
        Address(self.0.as_mut_ptr().cast())
    }
}

/// Says how many threads the parallel loops use that this thread runs from now on. Returns how many they used before.
pub(super) fn set_threads(shim: Shim, mut n_threads: i64) -> i64 {
    i64::from_ne_bytes(invoke(shim, &[std::ptr::from_mut(&mut n_threads).cast()]))
}

/// Calls a shim; what is returned are the bytes of the result.
fn invoke(shim: Shim, addresses: &[*mut c_void]) -> [u8; 8] {
    let mut result = [0_u8; 8];
    // SAFETY: the shim was made for these arguments. Numbers live in the caller; arrays are borrowed by whoever bound them, those
    // that are written uniquely, and have the shapes that the sizes were computed from; so do the buffers of the call. The function
    // accesses what is inside of these shapes only: lowering proves that of each access, or guards it.
    unsafe { shim(addresses.as_ptr(), result.as_mut_ptr().cast()) };
    result
}

/// Loads a compiled program.
pub(super) fn load(artifact: Artifact) -> Result<SharedObject, Error> {
    // SAFETY: the object was compiled from code that this crate printed, which has no initializers.
    Ok(unsafe { SharedObject::load(artifact)? })
}

/// As many values as there are, if none is an error.
pub(super) fn all<T, const N: usize>(values: impl Iterator<Item = Result<T, Error>>) -> Result<[T; N], Error> {
    let values: Vec<T> = values.collect::<Result<_, _>>()?;
    values.try_into().map_err(|_| Error::Bug("an array has another length than its type says".to_owned()))
}
