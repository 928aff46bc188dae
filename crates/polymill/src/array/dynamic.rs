//! Compiled programs whose types are known when they are traced.

use std::fmt;

use ndarray::{ArrayD, ArrayViewD, ArrayViewMutD, CowArray, IxDyn};
use polymill_arrays::Scalar;
use polymill_arrays::graph::{Graph, Input};
use polymill_arrays::number::Number;
use polymill_arrays::untyped::Parameter;
use polymill_gdg::ScalarType;

use super::call::{self, Call};
use super::compiled::{CompileOptions, Compiled};
use crate::Error;

/// A compiled program without Rust's types: a native function. It may be called from several threads at once.
///
/// ```
/// use ndarray::arr1;
/// use polymill::array::untyped::{Given, Parameter, Site, trace};
/// use polymill::array::{AnyView, CompileOptions, DynFunction, DynArgument, Place};
/// use polymill_gdg::{BinaryOp, ScalarType};
///
/// let site = Site::new("*", Place::caller());
/// let parameters = [Parameter::Array { element: ScalarType::F64, n_dims: 1 }];
/// let graph = trace(&parameters, site.location, |arguments| match arguments {
///     [Given::Array(a)] => vec![a.map(|x| x.binary(BinaryOp::Mul, x, site), site)],
///     _ => vec![],
/// })?;
/// let squares = DynFunction::compile(graph, &CompileOptions::default())?;
/// let a = arr1(&[1.0, 2.0, 3.0]).into_dyn();
/// let results = squares.run(vec![DynArgument::Array(AnyView::from(a.view()))])?;
/// assert_eq!(results[0].shape(), [3]);
/// # Ok::<(), polymill::Error>(())
/// ```
pub struct DynFunction {
    compiled: Compiled,
}

/// An argument of a [`DynFunction`].
#[derive(Debug)]
pub enum DynArgument<'a> {
    /// A number.
    Number(Number),
    /// An array.
    Array(AnyView<'a>),
}

impl fmt::Display for DynArgument<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(Number::Int(_)) => f.write_str("an integer"),
            Self::Number(Number::Float(_)) => f.write_str("a number of floating point"),
            Self::Array(view) => Parameter::Array { element: view.element(), n_dims: view.shape().len() }.fmt(f),
        }
    }
}

macro_rules! any_arrays {
    ($($variant:ident $type:ty;)+) => {
        /// A view of an array with elements of any type.
        ///
        /// ```
        /// use ndarray::ArrayD;
        /// use polymill::array::AnyView;
        /// use polymill_gdg::ScalarType;
        ///
        /// let a = ArrayD::<f32>::zeros(vec![2, 3]);
        /// let view = AnyView::from(a.view());
        /// assert_eq!((view.element(), view.shape()), (ScalarType::F32, &[2, 3][..]));
        /// ```
        #[derive(Debug)]
        #[allow(missing_docs)]
        pub enum AnyView<'a> {
            $($variant(ArrayViewD<'a, $type>),)+
        }

        /// A view of an array with elements of any type, to write to.
        #[derive(Debug)]
        #[allow(missing_docs)]
        pub enum AnyViewMut<'a> {
            $($variant(ArrayViewMutD<'a, $type>),)+
        }

        /// An array with elements of any type.
        #[derive(Clone, PartialEq, Debug)]
        #[allow(missing_docs)]
        pub enum AnyArray {
            $($variant(ArrayD<$type>),)+
        }

        $(impl<'a> From<ArrayViewD<'a, $type>> for AnyView<'a> {
            fn from(view: ArrayViewD<'a, $type>) -> Self {
                Self::$variant(view)
            }
        }

        impl<'a> From<ArrayViewMutD<'a, $type>> for AnyViewMut<'a> {
            fn from(view: ArrayViewMutD<'a, $type>) -> Self {
                Self::$variant(view)
            }
        }

        impl From<ArrayD<$type>> for AnyArray {
            fn from(array: ArrayD<$type>) -> Self {
                Self::$variant(array)
            }
        })+

        impl AnyView<'_> {
            /// The type of the elements.
            pub fn element(&self) -> ScalarType {
                match self {
                    $(Self::$variant(_) => <$type>::TYPE,)+
                }
            }

            /// The sizes of the dimensions.
            pub fn shape(&self) -> &[usize] {
                match self {
                    $(Self::$variant(view) => view.shape(),)+
                }
            }

            /// Adds the array to a call; what is returned has to be kept until the call is over.
            fn bind<'a>(self, call: &mut Call) -> Result<Kept<'a>, Error>
            where
                Self: 'a,
            {
                call.begin_array();
                Ok(match self {
                    $(Self::$variant(view) => Kept::$variant(call::bind_array(view, call)?),)+
                })
            }
        }

        impl AnyViewMut<'_> {
            /// The type of the elements.
            pub fn element(&self) -> ScalarType {
                match self {
                    $(Self::$variant(_) => <$type>::TYPE,)+
                }
            }

            /// The sizes of the dimensions.
            pub fn shape(&self) -> &[usize] {
                match self {
                    $(Self::$variant(view) => view.shape(),)+
                }
            }

            /// Adds the array to a call as a result; an array in row-major order in its place, if it is not.
            fn bind(&mut self, shapes: &[Vec<usize>], call: &mut Call) -> Result<Option<AnyArray>, Error> {
                Ok(match self {
                    $(Self::$variant(view) => call::bind_result(view, shapes, call)?.map(AnyArray::$variant),)+
                })
            }

            /// Copies what was computed in its place.
            fn finish(self, kept: Option<AnyArray>, call: &mut Call) {
                match (self, kept) {
                    $((Self::$variant(view), Some(AnyArray::$variant(whole))) => {
                        call::finish_result(view, Some(whole), call);
                    })+
                    $((Self::$variant(view), _) => call::finish_result(view, None, call),)+
                }
            }
        }

        impl AnyArray {
            /// An array of zeros.
            ///
            /// # Errors
            /// [`Error::Memory`], if there is no memory for it; those of types that arrays do not have.
            pub fn zeros(element: ScalarType, shape: &[usize]) -> Result<Self, Error> {
                $(if element == <$type>::TYPE {
                    return Ok(Self::$variant(call::zeros(shape)?));
                })+
                Err(Error::Bug(format!("an array has elements of type {element}")))
            }

            /// The sizes of the dimensions.
            pub fn shape(&self) -> &[usize] {
                match self {
                    $(Self::$variant(array) => array.shape(),)+
                }
            }

            /// The array as what is written to.
            pub fn view_mut(&mut self) -> AnyViewMut<'_> {
                match self {
                    $(Self::$variant(array) => AnyViewMut::$variant(array.view_mut()),)+
                }
            }
        }

        /// An array that was bound.
        #[allow(dead_code)] // it is kept for the address that it has
        enum Kept<'a> {
            Nothing,
            $($variant(CowArray<'a, $type, IxDyn>),)+
        }
    };
}

any_arrays! {
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

impl fmt::Debug for DynFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.source())
    }
}

impl DynFunction {
    /// Compiles a program that was traced ([`polymill_arrays::untyped::trace`]).
    ///
    /// # Errors
    /// [`Error::Array`], if the program has no meaning; [`Error::Native`], if there is no C compiler or it fails.
    pub fn compile(graph: Graph, options: &CompileOptions) -> Result<Self, Error> {
        Ok(Self { compiled: Compiled::build(graph, options)? })
    }

    /// What was done to each loop, and what stands in the way of more. This takes about as long as compiling: the program is optimized
    /// once more.
    ///
    /// # Errors
    /// isl's; those of a bug.
    pub fn explain(&self) -> Result<String, Error> {
        self.compiled.explain()
    }

    /// Whether the interpreter runs the program, as [`CompileOptions::interprets`] says.
    pub fn is_interpreted(&self) -> bool {
        self.compiled.is_interpreted()
    }

    /// The C code; if the interpreter runs the program, a comment that says why.
    pub fn source(&self) -> &str {
        self.compiled.source()
    }

    /// The results: the type of the elements and the number of dimensions of each.
    pub fn results(&self) -> Vec<(ScalarType, usize)> {
        let graph = self.compiled.graph();
        let result = |(array, component): &(_, usize)| {
            let node = graph.array(*array);
            (node.types[*component], node.shape.len())
        };
        graph.outputs.iter().map(result).collect()
    }

    /// Runs the program. What is not in row-major order is copied.
    ///
    /// # Errors
    /// [`Error::User`], if the types of the arguments are others than those of the parameters; [`Error::Array`], if the shapes do not
    /// fit.
    pub fn run(&self, arguments: Vec<DynArgument<'_>>) -> Result<Vec<AnyArray>, Error> {
        self.checked(&arguments)?;
        let mut call = self.compiled.call();
        let kept = bind(arguments, &mut call)?;
        let sizes = self.compiled.sizes(&call)?;
        let shapes = self.compiled.result_shapes(&sizes);
        let types = self.results();
        let allocated = types.iter().zip(&shapes).map(|((element, _), shape)| AnyArray::zeros(*element, shape));
        let mut results = allocated.collect::<Result<Vec<_>, _>>()?;
        for result in &mut results {
            result.view_mut().bind(&shapes, &mut call)?;
        }
        self.compiled.run(&mut call, &sizes)?;
        drop(kept);
        results.iter_mut().for_each(|result| result.view_mut().finish(None, &mut call));
        Ok(results)
    }

    /// As [`DynFunction::run`], into arrays that are there, one for each result.
    ///
    /// # Errors
    /// As [`DynFunction::run`]; nothing is written then.
    pub fn run_into(&self, arguments: Vec<DynArgument<'_>>, mut results: Vec<AnyViewMut<'_>>) -> Result<(), Error> {
        self.checked(&arguments)?;
        self.results_checked(&results)?;
        let mut call = self.compiled.call();
        let kept = bind(arguments, &mut call)?;
        let sizes = self.compiled.sizes(&call)?;
        let shapes = self.compiled.result_shapes(&sizes);
        let bound = results.iter_mut().map(|result| result.bind(&shapes, &mut call));
        let whole = bound.collect::<Result<Vec<_>, _>>()?;
        self.compiled.run(&mut call, &sizes)?;
        drop(kept);
        results.into_iter().zip(whole).for_each(|(result, whole)| result.finish(whole, &mut call));
        Ok(())
    }

    /// Checks that arguments have the types of the parameters.
    fn checked(&self, arguments: &[DynArgument<'_>]) -> Result<(), Error> {
        let parameters = parameters(self.compiled.graph());
        if parameters.len() != arguments.len() {
            let (n, expected) = (arguments.len(), parameters.len());
            return Err(Error::User(format!("there are {n} arguments, and should be {expected}")));
        }
        for (position, (argument, parameter)) in arguments.iter().zip(&parameters).enumerate() {
            let fits = match (argument, parameter) {
                (DynArgument::Number(Number::Float(_)), Parameter::Number(ty)) => ty.is_float(),
                (DynArgument::Number(Number::Int(_)), Parameter::Number(ty)) => ty.is_integer(),
                (DynArgument::Array(view), Parameter::Array { element, n_dims }) => {
                    view.element() == *element && view.shape().len() == *n_dims
                }
                _ => false,
            };
            if !fits {
                return Err(Error::User(format!("argument {position} is {argument}, and should be {parameter}")));
            }
        }
        Ok(())
    }

    /// Checks that arrays for results have their types.
    fn results_checked(&self, results: &[AnyViewMut<'_>]) -> Result<(), Error> {
        let expected = self.results();
        if results.len() != expected.len() {
            let (n, expected) = (results.len(), expected.len());
            return Err(Error::User(format!("there are {n} arrays for {expected} results")));
        }
        for (position, (result, (element, _))) in results.iter().zip(expected).enumerate() {
            if result.element() != element {
                let found = result.element();
                return Err(Error::User(format!(
                    "the array for result {position} has elements of type {found}, and should have {element}"
                )));
            }
        }
        Ok(())
    }
}

/// What a program is given.
fn parameters(graph: &Graph) -> Vec<Parameter> {
    let parameter = |input: &Input| match input {
        Input::Number(ty) => Parameter::Number(*ty),
        Input::Array { id } => {
            let node = graph.array(*id);
            Parameter::Array { element: node.types[0], n_dims: node.shape.len() }
        }
    };
    graph.inputs.iter().map(parameter).collect()
}

/// Adds arguments to a call; what is returned has to be kept until the call is over.
fn bind<'a>(arguments: Vec<DynArgument<'a>>, call: &mut Call) -> Result<Vec<Kept<'a>>, Error> {
    let bind = |argument| match argument {
        DynArgument::Array(view) => view.bind(call),
        DynArgument::Number(number) => {
            call::bind_number(number, call);
            Ok(Kept::Nothing)
        }
    };
    arguments.into_iter().map(bind).collect()
}
