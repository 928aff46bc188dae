//! Arguments of calls: NumPy's arrays as views, and numbers.

use std::ffi::c_void;

use numpy::{
    PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyReadwriteArrayDyn, PyUntypedArray, PyUntypedArrayMethods,
};
use polymill::array::{AnyView, AnyViewMut, DynArgument};
use polymill_arrays::number::Number;
use polymill_arrays::untyped::Parameter;
use polymill_gdg::ScalarType;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::dtype;
use crate::operand;

/// An argument of a call.
pub enum Argument<'py> {
    /// A number.
    Number(Number),
    /// An array.
    Array(Readonly<'py>),
}

/// What a program is compiled for: the types of its arguments, and which are Python's numbers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Signature(pub Vec<(Parameter, bool)>);

macro_rules! views {
    ($($variant:ident $type:ty;)+) => {
        /// An array that is read.
        pub enum Readonly<'py> {
            $($variant(PyReadonlyArrayDyn<'py, $type>),)+
        }

        /// An array that is written to.
        pub enum Readwrite<'py> {
            $($variant(PyReadwriteArrayDyn<'py, $type>),)+
        }

        /// Where the first element of an array is, if the elements are in the byte order of this machine.
        pub fn address_of(array: &Bound<'_, PyUntypedArray>) -> Option<*mut c_void> {
            $(if let Ok(array) = array.cast::<PyArrayDyn<$type>>() {
                return Some(array.data().cast());
            })+
            None
        }

        impl<'py> Readonly<'py> {
            /// The array, if its elements have a type that elements may have, in the byte order of this machine.
            fn of(array: &Bound<'py, PyUntypedArray>) -> PyResult<Option<Self>> {
                $(if let Ok(array) = array.cast::<PyArrayDyn<$type>>() {
                    return Ok(Some(Self::$variant(array.try_readonly()?)));
                })+
                Ok(None)
            }

            /// The array as a view.
            fn view(&self) -> AnyView<'_> {
                match self {
                    $(Self::$variant(array) => AnyView::from(array.as_array()),)+
                }
            }
        }

        impl<'py> Readwrite<'py> {
            /// The array; none, if it is read elsewhere, or cannot be written to in place.
            pub fn of(array: &Bound<'py, PyUntypedArray>) -> Option<Self> {
                if !is_aligned(array).ok()? {
                    return None;
                }
                $(if let Ok(array) = array.cast::<PyArrayDyn<$type>>() {
                    return array.try_readwrite().ok().map(Self::$variant);
                })+
                None
            }

            /// The array as a view.
            pub fn view(&mut self) -> AnyViewMut<'_> {
                match self {
                    $(Self::$variant(array) => AnyViewMut::from(array.as_array_mut()),)+
                }
            }
        }
    };
}

views! {
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

fn is_aligned(array: &Bound<'_, PyUntypedArray>) -> PyResult<bool> {
    array.getattr("flags")?.getattr("aligned")?.extract()
}

impl<'py> Argument<'py> {
    /// The argument that an object is, its type, and whether it is one of Python's numbers.
    ///
    /// # Errors
    /// If programs do not take such arguments; `name` is that of the parameter.
    pub fn of(object: &Bound<'py, PyAny>, name: &dyn Fn() -> String) -> PyResult<(Self, (Parameter, bool))> {
        if let Ok(array) = object.cast::<PyUntypedArray>() {
            let array = Self::array(array, name)?;
            let view = array.view();
            let parameter = Parameter::Array { element: view.element(), n_dims: view.shape().len() };
            return Ok((Self::Array(array), (parameter, false)));
        }
        if let Some((number, ty, is_weak)) = operand::number(object)? {
            return Ok((Self::Number(number), (Parameter::Number(ty), is_weak)));
        }
        let found = object.get_type().name()?;
        Err(PyTypeError::new_err(format!("{} is a {found}; arguments are NumPy arrays and numbers", name())))
    }

    fn array(array: &Bound<'py, PyUntypedArray>, name: &dyn Fn() -> String) -> PyResult<Readonly<'py>> {
        if is_aligned(array)?
            && let Some(array) = Readonly::of(array)?
        {
            return Ok(array);
        }
        let found: String = array.dtype().getattr("name")?.extract()?;
        let Some(element) = dtype::by_name(&found) else {
            let message = format!("{} is an array of {found}; elements cannot have this type", name());
            return Err(PyTypeError::new_err(message));
        };
        // Other byte orders, and what lies across the places of its elements.
        let copy = array.py().import("numpy")?.getattr("array")?.call1((array, dtype::name(element)))?;
        let copy = copy.cast_into::<PyUntypedArray>().map_err(PyErr::from)?;
        Readonly::of(&copy)?.ok_or_else(|| crate::error::bug("a copy of an array has another type"))
    }

    /// As the compiled program takes it.
    pub fn view(&self) -> DynArgument<'_> {
        match self {
            Self::Number(number) => DynArgument::Number(*number),
            Self::Array(array) => DynArgument::Array(array.view()),
        }
    }
}

/// Checks that arrays are there for the results, and have their types.
///
/// # Errors
/// If they do not.
pub fn check_out(out: &[Bound<'_, PyUntypedArray>], expected: &[(ScalarType, usize)]) -> PyResult<()> {
    if out.len() != expected.len() {
        let (n, expected) = (out.len(), expected.len());
        return Err(PyTypeError::new_err(format!("out: there are {n} arrays for {expected} results")));
    }
    for (position, (array, (ty, _))) in out.iter().zip(expected).enumerate() {
        let (found, expected): (String, _) = (array.dtype().getattr("name")?.extract()?, dtype::name(*ty));
        if found != expected {
            return Err(PyTypeError::new_err(format!(
                "out: the array for result {position} has elements of type {found}, and should have {expected}"
            )));
        }
        if !array.getattr("flags")?.getattr("writeable")?.extract::<bool>()? {
            let message = format!("out: the array for result {position} cannot be written to");
            return Err(pyo3::exceptions::PyValueError::new_err(message));
        }
    }
    Ok(())
}
