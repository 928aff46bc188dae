//! Calling functions of a library: what is given is checked first.
#![allow(unsafe_code)] // calling the compiled code; the block says why it is sound

use std::ffi::c_void;

use polymill_arrays::number::Number;
use polymill_gdg::ScalarType;

use super::{CExtent, CFunction, CKind, CLibrary, CParameter};

/// An argument of a call.
#[derive(Clone, PartialEq, Debug)]
pub enum CArgument {
    /// A number.
    Number(Number),
    /// An array.
    Memory(CMemory),
}

/// The memory of an array. As in C, several may be the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CMemory {
    address: usize,
    element: ScalarType,
    shape: Vec<usize>,
    /// Whether it may be written to.
    is_writable: bool,
}

impl CMemory {
    /// An array in row-major order.
    ///
    /// # Safety
    /// Until calls with it are over, there are elements of this type and shape at this address, which a function may read, and write to if
    /// the array is writable.
    pub unsafe fn new(address: *mut c_void, element: ScalarType, shape: &[usize], is_writable: bool) -> Self {
        Self { address: address.expose_provenance(), element, shape: shape.to_vec(), is_writable }
    }

    /// The addresses of its bytes.
    fn bytes(&self) -> std::ops::Range<usize> {
        let n_bytes = self.shape.iter().product::<usize>() * self.element.size() as usize;
        self.address..self.address + n_bytes
    }

    fn overlaps(&self, other: &Self) -> bool {
        let (one, other) = (self.bytes(), other.bytes());
        one.start < other.end && other.start < one.end
    }
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

impl CArgument {
    fn describe(&self) -> String {
        match self {
            Self::Number(Number::Int(_)) => "an integer".to_owned(),
            Self::Number(Number::Float(_)) => "a number of floating point".to_owned(),
            Self::Memory(CMemory { element, shape, .. }) => format!("an array of {element} with shape {shape:?}"),
        }
    }
}

impl CLibrary {
    /// Calls a function.
    ///
    /// # Errors
    /// If an argument does not fit its parameter; nothing is called then.
    pub fn call(&self, function: &CFunction, arguments: &[CArgument]) -> Result<Option<Number>, CallError> {
        function.check(arguments)?;
        let shim = self.object.shim(&function.name)?;
        /// A number where the shim reads it.
        union Word {
            int: i64,
            float: f64,
        }
        let mut words: Vec<Word> = vec![];
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            words.push(match (&parameter.kind, argument) {
                (CKind::Number(ty), CArgument::Number(number)) if ty.is_float() => Word { float: number.to_float() },
                // Modulo 2^64, as C converts it back.
                (_, CArgument::Number(number)) => Word { int: number.to_int() as i64 },
                _ => Word { int: 0 },
            });
        }
        let address = |(argument, word): (&CArgument, &mut Word)| -> *mut c_void {
            match argument {
                CArgument::Number(_) => std::ptr::from_mut(word).cast(),
                CArgument::Memory(memory) => std::ptr::with_exposed_provenance_mut(memory.address),
            }
        };
        let addresses: Vec<*mut c_void> = arguments.iter().zip(&mut words).map(address).collect();
        let mut result = [0_u8; 8];
        // SAFETY: the shim was made for these parameters, which the arguments fit. Numbers live in `words`, and whoever made a `CMemory`
        // answers for its elements. Whoever loaded the library answers for what the function does with them.
        unsafe { shim(addresses.as_ptr(), result.as_mut_ptr().cast()) };
        Ok(function.result.map(|ty| match ty.is_float() {
            true => Number::Float(f64::from_ne_bytes(result)),
            false => Number::Int(i128::from(i64::from_ne_bytes(result))).cast(ty),
        }))
    }
}

impl CFunction {
    /// Checks that arguments fit the parameters.
    fn check(&self, arguments: &[CArgument]) -> Result<(), CallError> {
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

    fn check_type(&self, parameter: &CParameter, argument: &CArgument) -> Result<(), CallError> {
        let fits = match (&parameter.kind, argument) {
            (CKind::Number(ty), CArgument::Number(Number::Float(_))) => ty.is_float(),
            (CKind::Number(_), CArgument::Number(_)) => true,
            (CKind::Memory { element, .. }, CArgument::Memory(memory)) => memory.element == *element,
            _ => false,
        };
        if fits {
            return Ok(());
        }
        let found = argument.describe();
        Err(CallError::Type(format!("{}: {found} does not fit the parameter `{parameter}`", self.name)))
    }

    fn check_value(&self, parameter: &CParameter, argument: &CArgument, all: &[CArgument]) -> Result<(), CallError> {
        let wrong = |text: String| Err(CallError::Value(format!("{}: {text}", self.name)));
        let (extents, is_const, is_restrict, memory) = match (&parameter.kind, argument) {
            (CKind::Memory { extents, is_const, is_restrict, .. }, CArgument::Memory(memory)) => {
                (extents, *is_const, *is_restrict, memory)
            }
            (CKind::Number(ty), CArgument::Number(number))
                if *ty != ScalarType::Bool && ty.is_integer() && number.cast(*ty) != *number =>
            {
                return wrong(format!("{} does not fit the parameter `{parameter}`", number.to_int()));
            }
            _ => return Ok(()),
        };
        if !is_const && !memory.is_writable {
            return wrong(format!("the array for `{parameter}` cannot be written to"));
        }
        let is_other = |other: &&CArgument| matches!(other, CArgument::Memory(other) if memory.overlaps(other));
        if is_restrict && !is_const && all.iter().filter(is_other).count() > 1 {
            return wrong(format!("the array for `{parameter}`, which is `restrict`, overlaps with another one"));
        }
        let found = &memory.shape;
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
    fn size(&self, extent: &CExtent, arguments: &[CArgument]) -> Option<i64> {
        extent.size(&|name| {
            let position = self.parameters.iter().position(|parameter| parameter.name == name)?;
            match arguments.get(position)? {
                CArgument::Number(number) => i64::try_from(number.to_int()).ok(),
                CArgument::Memory(_) => None,
            }
        })
    }
}
