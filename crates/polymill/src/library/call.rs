//! Calling functions of a library: what is given is checked first.
#![allow(unsafe_code)] // calling the compiled code; the block says why it is sound

use std::ffi::c_void;

use polymill_arrays::number::Number;
use polymill_gdg::ScalarType;

use super::{CExtent, CFunction, CKind, CLibrary, CParameter};
use crate::array::{AnyView, AnyViewMut};

/// An argument of a call.
#[derive(Debug)]
pub enum CArgument<'a> {
    /// A number.
    Number(Number),
    /// An array that is read.
    Read(AnyView<'a>),
    /// An array that is read and written to.
    Write(AnyViewMut<'a>),
}

/// Why a function is not called.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    /// An argument has another type than its parameter, or there are more or fewer.
    #[error("{0}")]
    Type(String),
    /// An argument has the type of its parameter, but another shape or order of elements, or it does not fit the type.
    #[error("{0}")]
    Value(String),
    /// The function is not there.
    #[error(transparent)]
    Native(#[from] polymill_native::Error),
}

impl CArgument<'_> {
    /// The type of the elements and the shape, if it is an array.
    fn array(&self) -> Option<(ScalarType, &[usize])> {
        match self {
            Self::Number(_) => None,
            Self::Read(view) => Some((view.element(), view.shape())),
            Self::Write(view) => Some((view.element(), view.shape())),
        }
    }

    fn describe(&self) -> String {
        match (self, self.array()) {
            (Self::Number(Number::Int(_)), _) => "an integer".to_owned(),
            (_, Some((element, shape))) => format!("an array of {element} with shape {shape:?}"),
            _ => "a number of floating point".to_owned(),
        }
    }
}

impl CLibrary {
    /// Calls a function.
    ///
    /// # Errors
    /// If an argument does not fit its parameter; nothing is called then.
    pub fn call(&self, function: &CFunction, mut arguments: Vec<CArgument<'_>>) -> Result<Option<Number>, CallError> {
        function.check(&arguments)?;
        let shim = self.object.shim(&function.name)?;
        /// A number where the shim reads it.
        union Word {
            int: i64,
            float: f64,
        }
        let mut words: Vec<Word> = vec![];
        for (parameter, argument) in function.parameters.iter().zip(&arguments) {
            words.push(match (&parameter.kind, argument) {
                (CKind::Number(ty), CArgument::Number(number)) if ty.is_float() => Word { float: number.to_float() },
                // Modulo 2^64, as C converts it back.
                (_, CArgument::Number(number)) => Word { int: number.to_int() as i64 },
                _ => Word { int: 0 },
            });
        }
        let address = |(argument, word): (&mut CArgument<'_>, &mut Word)| -> *mut c_void {
            match argument {
                CArgument::Number(_) => std::ptr::from_mut(word).cast(),
                CArgument::Read(view) => view.address().cast_mut(),
                CArgument::Write(view) => view.address_mut(),
            }
        };
        let addresses: Vec<*mut c_void> = arguments.iter_mut().zip(&mut words).map(address).collect();
        let mut result = [0_u8; 8];
        // SAFETY: the shim was made for these parameters, which the arguments fit. Numbers live in `words`; arrays are borrowed, those that
        // are not `const` uniquely. Whoever loaded the library answers for what the function does with them.
        unsafe { shim(addresses.as_ptr(), result.as_mut_ptr().cast()) };
        Ok(function.result.map(|ty| match ty.is_float() {
            true => Number::Float(f64::from_ne_bytes(result)),
            false => Number::Int(i128::from(i64::from_ne_bytes(result))).cast(ty),
        }))
    }
}

impl CFunction {
    /// Checks that arguments fit the parameters.
    fn check(&self, arguments: &[CArgument<'_>]) -> Result<(), CallError> {
        let (n, expected) = (arguments.len(), self.parameters.len());
        if n != expected {
            return Err(CallError::Type(format!(
                "{}: there are {n} arguments, and should be {expected}: {self}",
                self.name
            )));
        }
        for (parameter, argument) in self.parameters.iter().zip(arguments) {
            self.check_type(parameter, argument)?;
        }
        for (parameter, argument) in self.parameters.iter().zip(arguments) {
            self.check_value(parameter, argument, arguments)?;
        }
        Ok(())
    }

    fn check_type(&self, parameter: &CParameter, argument: &CArgument<'_>) -> Result<(), CallError> {
        let fits = match (&parameter.kind, argument) {
            (CKind::Number(ty), CArgument::Number(Number::Float(_))) => ty.is_float(),
            (CKind::Number(_), CArgument::Number(_)) => true,
            (CKind::Memory { element, .. }, argument) => argument.array().is_some_and(|(found, _)| found == *element),
            _ => false,
        };
        if fits {
            return Ok(());
        }
        let found = argument.describe();
        Err(CallError::Type(format!("{}: {found} does not fit the parameter `{parameter}`", self.name)))
    }

    fn check_value(
        &self,
        parameter: &CParameter,
        argument: &CArgument<'_>,
        all: &[CArgument<'_>],
    ) -> Result<(), CallError> {
        let wrong = |text: String| Err(CallError::Value(format!("{}: {text}", self.name)));
        let CKind::Memory { extents, is_const, .. } = &parameter.kind else {
            let CArgument::Number(number) = argument else { return Ok(()) };
            return match &parameter.kind {
                CKind::Number(ty) if *ty != ScalarType::Bool && ty.is_integer() && number.cast(*ty) != *number => {
                    wrong(format!("{} does not fit the parameter `{parameter}`", number.to_int()))
                }
                _ => Ok(()),
            };
        };
        let is_in_order = match argument {
            CArgument::Read(view) => view.is_standard_layout(),
            CArgument::Write(view) => view.is_standard_layout(),
            CArgument::Number(_) => true,
        };
        if !is_in_order {
            return wrong(format!("the array for `{parameter}` is not in row-major order (C-contiguous)"));
        }
        if !is_const && matches!(argument, CArgument::Read(_)) {
            return wrong(format!("the array for `{parameter}` cannot be written to"));
        }
        let Some((_, found)) = argument.array() else { return Ok(()) };
        let expected: Vec<Option<i64>> = extents.iter().map(|extent| self.size(extent, all)).collect();
        // A pointer says nothing of dimensions.
        if expected == [None] {
            return Ok(());
        }
        let is_size = |(found, expected): (&usize, &Option<i64>)| {
            expected.is_none_or(|expected| i64::try_from(*found).is_ok_and(|found| found == expected))
        };
        if found.len() == expected.len() && found.iter().zip(&expected).all(is_size) {
            return Ok(());
        }
        let sizes = expected.iter().map(|size| size.map_or("any".to_owned(), |size| size.to_string()));
        let sizes = sizes.collect::<Vec<_>>().join(", ");
        wrong(format!("the array for `{parameter}` has shape {found:?}, and should have [{sizes}]"))
    }

    /// The size that a declaration says.
    fn size(&self, extent: &CExtent, arguments: &[CArgument<'_>]) -> Option<i64> {
        match extent {
            CExtent::Open => None,
            CExtent::Constant(size) => i64::try_from(*size).ok(),
            CExtent::Parameter(name) => {
                let position = self.parameters.iter().position(|parameter| parameter.name == *name)?;
                match arguments.get(position)? {
                    CArgument::Number(number) => i64::try_from(number.to_int()).ok(),
                    _ => None,
                }
            }
        }
    }
}
