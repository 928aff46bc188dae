//! C files as libraries: optimized, built, loaded, and called from here.
//!
//! [`CLibrary::load`] makes a library of a file. Its functions are those that other files could call, as far as their parameters are
//! numbers and pointers to numbers; [`CLibrary::call`] checks what C does not: how many arguments there are, their types, and
//! the shapes of arrays, where a declaration says them.

mod build;
mod call;
mod interface;

use std::path::Path;

use polymill_native::SharedObject;

use crate::array::Cache;
use crate::{Error, Options};

pub use call::{CArgument, CMemory, CallError};
pub use interface::{CExtent, CExtentOp, CFunction, CKind, CParameter};

/// How a library is made.
#[derive(Clone, Debug)]
pub struct LibraryOptions {
    /// What the optimizer may do.
    pub optimizer: Options,
    /// The C compiler, with flags that go with it; `cc` if there is none here.
    pub compiler: Option<String>,
    /// Flags for the file, after `-O3 -march=native`: `-D`, `-I`, `-std=`, ...
    pub flags: Vec<String>,
    /// Where libraries are kept.
    pub cache: Cache,
}

/// A C file that is optimized, built and loaded.
#[derive(Debug)]
pub struct CLibrary {
    content: Content,
    object: SharedObject,
}

/// What is known of a library.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
struct Content {
    functions: Vec<CFunction>,
    /// The functions that cannot be called, and why.
    left_out: Vec<(String, String)>,
    source: String,
    explanation: String,
}

impl CLibrary {
    /// Optimizes, builds and loads a C file.
    ///
    /// # Safety
    /// The code comes into this process: its initializers and functions must keep to the memory that they are given, with the sizes that
    /// their parameters say, and be free of undefined behaviour.
    ///
    /// # Errors
    /// If the file cannot be read or compiled. What cannot be optimized is built as it stands.
    #[allow(unsafe_code)] // for those who call it
    pub unsafe fn load(path: &Path, options: &LibraryOptions) -> Result<Self, Error> {
        // SAFETY: the caller answers for the code.
        let (content, object) = build::built(path, options, |artifact| Ok(unsafe { SharedObject::load(artifact)? }))?;
        Ok(Self { content, object })
    }

    /// The functions, in the order of the file.
    pub fn functions(&self) -> &[CFunction] {
        &self.content.functions
    }

    /// Why a function of the file cannot be called.
    pub fn left_out(&self, name: &str) -> Option<&str> {
        self.content.left_out.iter().find(|(own, _)| own == name).map(|(_, reason)| reason.as_str())
    }

    /// The C code that was compiled.
    pub fn source(&self) -> &str {
        &self.content.source
    }

    /// What was done to each loop, and what stands in the way of more.
    pub fn explain(&self) -> &str {
        &self.content.explanation
    }
}
