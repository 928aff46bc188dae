use std::ffi::c_void;
use std::mem::ManuallyDrop;

use libloading::{Library, Symbol};

use crate::{Arg, Artifact, Error, Returns, Value, shim_name};

/// A function that unpacks its arguments from where they are, and calls another one ([`crate::shim_text`]).
pub type Shim = unsafe extern "C" fn(*const *mut c_void, *mut c_void);

/// A shared object in this process, with functions that have shims ([`crate::shim_text`]).
///
/// For code that may crash or never end, use [`crate::Callable`], which calls in a process of its own.
#[derive(Debug)]
pub struct SharedObject {
    /// It stays in memory for good: threads of OpenMP's library, which came with it, wait for work when a parallel loop is over.
    library: ManuallyDrop<Library>,
    /// The file, for those who look at it.
    _artifact: Artifact,
}

impl SharedObject {
    /// Loads a built shared object.
    ///
    /// # Safety
    /// Loading runs the object's initializers: the code must be trusted not to break this process.
    ///
    /// # Errors
    /// [`Error::Load`].
    pub unsafe fn load(artifact: Artifact) -> Result<SharedObject, Error> {
        // SAFETY: the caller answers for the initializers.
        let library = unsafe { Library::new(artifact.path()) };
        let library = library
            .map_err(|error| Error::Load { what: artifact.path().display().to_string(), reason: error.to_string() })?;
        Ok(SharedObject { library: ManuallyDrop::new(library), _artifact: artifact })
    }

    /// The shim of `function`, to be called with the addresses of the arguments and that of the result.
    ///
    /// # Errors
    /// [`Error::Load`] when the object has no shim for `function`.
    pub fn shim(&self, function: &str) -> Result<Shim, Error> {
        let name = shim_name(function);
        // SAFETY: a symbol with this name is a shim, and all shims have this type.
        let shim: Result<Symbol<'_, Shim>, _> = unsafe { self.library.get(name.as_bytes()) };
        shim.map(|shim| *shim).map_err(|error| Error::Load { what: name, reason: error.to_string() })
    }

    /// Calls `function` through its shim.
    ///
    /// # Safety
    /// The shim must have been made for these argument kinds and this result; the function must keep to the memory
    /// that it is given, end, and be free of undefined behaviour.
    ///
    /// # Errors
    /// [`Error::Load`] when the object has no shim for `function`.
    pub unsafe fn call(&self, function: &str, args: &mut [Arg<'_>], returns: Returns) -> Result<Value, Error> {
        let shim = self.shim(function)?;
        let addresses: Vec<*mut c_void> = args.iter_mut().map(Arg::address).collect();
        let mut result = [0_u8; 8];
        // SAFETY: the addresses are those of live, uniquely borrowed values; the caller answers for the function.
        unsafe { shim(addresses.as_ptr(), result.as_mut_ptr().cast()) };
        Ok(Value::from_bytes(returns, result))
    }
}
