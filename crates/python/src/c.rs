//! `polymill.cc`: C files as libraries, whose functions take NumPy's arrays.
#![allow(unsafe_code)] // running the user's C code; the block says why it is sound

use std::path::PathBuf;
use std::sync::Arc;

use numpy::{PyUntypedArray, PyUntypedArrayMethods};
use polymill::array::CompileOptions;
use polymill::library::{
    CArgument, CFunction as Interface, CKind, CLibrary, CMemory, CParameter, CallError, LibraryOptions,
};
use polymill_arrays::number::Number;
use pyo3::exceptions::{PyAttributeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyTuple};

use crate::arguments::address_of;
use crate::options::Options;
use crate::{dtype, error, operand};

/// Adds the functions to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(cc, module)?)
}

/// Optimizes and builds a C file, and makes a library of it: its functions are attributes.
///
/// Its code comes into this process. A function that leaves the memory that it is given breaks it, as in C.
#[pyfunction]
#[pyo3(signature = (file, flags = None, *, reassociate = false, cache = None, compiler = None, machine = None))]
fn cc(
    py: Python<'_>,
    file: PathBuf,
    flags: Option<Vec<String>>,
    reassociate: bool,
    cache: Option<Bound<'_, PyAny>>,
    compiler: Option<String>,
    machine: Option<PathBuf>,
) -> PyResult<Library> {
    let options = Options { reassociate, cache, compiler, machine, ..Options::default() }.resolve(py)?;
    let CompileOptions { mut optimizer, compiler, cache, .. } = options;
    optimizer.settings.reassociate |= reassociate;
    let options = LibraryOptions { optimizer, compiler, flags: flags.unwrap_or_default(), cache };
    // SAFETY: the user asks for this code to come into this process; the documentation says what that means.
    let library = py.detach(|| unsafe { CLibrary::load(&file, &options) });
    let library = library.map_err(|error| error::of_file(py, &error))?;
    Ok(Library { library: Arc::new(library), file })
}

/// A C file that is optimized, built and loaded. Its functions are attributes.
#[pyclass(frozen, module = "polymill")]
pub struct Library {
    library: Arc<CLibrary>,
    file: PathBuf,
}

#[pymethods]
impl Library {
    /// The C code that was compiled.
    #[getter]
    fn source(&self) -> &str {
        self.library.source()
    }

    /// What was done to each loop, and what stands in the way of more.
    #[getter]
    fn explain(&self) -> &str {
        self.library.explain()
    }

    fn __getattr__(&self, name: &str) -> PyResult<CFunction> {
        let is_it = |function: &Interface| function.name == name;
        if let Some(position) = self.library.functions().iter().position(is_it) {
            return Ok(CFunction { library: Arc::clone(&self.library), position });
        }
        let file = self.file.display();
        Err(PyAttributeError::new_err(match self.library.left_out(name) {
            Some(reason) => format!("`{name}` of {file} cannot be called: {reason}"),
            None => format!("there is no function `{name}` in {file}"),
        }))
    }

    /// A function by its name, also where the library has an attribute of that name itself.
    fn __getitem__(&self, name: &str) -> PyResult<CFunction> {
        self.__getattr__(name)
    }

    fn __dir__(&self) -> Vec<String> {
        let own = ["source", "explain"].map(str::to_owned);
        own.into_iter().chain(self.library.functions().iter().map(|function| function.name.clone())).collect()
    }

    fn __repr__(&self) -> String {
        let names: Vec<&str> = self.library.functions().iter().map(|function| function.name.as_str()).collect();
        format!("<polymill.Library of {}: {}>", self.file.display(), names.join(", "))
    }
}

/// A function of a C file.
#[pyclass(frozen, module = "polymill")]
pub struct CFunction {
    library: Arc<CLibrary>,
    position: usize,
}

#[pymethods]
impl CFunction {
    #[pyo3(signature = (*arguments, **named))]
    fn __call__(
        &self,
        py: Python<'_>,
        arguments: &Bound<'_, PyTuple>,
        named: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<PyAny>> {
        let interface = self.interface();
        let objects = ordered(interface, arguments, named)?;
        let pairs = interface.parameters.iter().zip(&objects);
        // The objects live until the call is over.
        let arguments = pairs.map(|(parameter, object)| argument_for(interface, parameter, object));
        let arguments = arguments.collect::<PyResult<Vec<_>>>()?;
        let result = py.detach(|| self.library.call(interface, &arguments)).map_err(|error| match error {
            CallError::Type(message) => PyTypeError::new_err(message),
            CallError::Value(message) => PyValueError::new_err(message),
            CallError::Native(error) => error::of(py, &error.into()),
        })?;
        Ok(match result {
            None => py.None(),
            Some(Number::Float(value)) => value.into_pyobject(py)?.into_any().unbind(),
            Some(Number::Int(value)) if interface.result == Some(polymill_gdg::ScalarType::Bool) => {
                PyBool::new(py, value != 0).to_owned().into_any().unbind()
            }
            Some(Number::Int(value)) => value.into_pyobject(py)?.into_any().unbind(),
        })
    }

    /// The name.
    #[getter]
    fn __name__(&self) -> &str {
        &self.interface().name
    }

    /// The declaration, with NumPy's names of types.
    #[getter]
    fn signature(&self) -> String {
        let interface = self.interface();
        let parameters = interface.parameters.iter().map(declaration).collect::<Vec<_>>().join(", ");
        let result = interface.result.map_or("None", dtype::name);
        format!("{}({parameters}) -> {result}", interface.name)
    }

    fn __repr__(&self) -> String {
        format!("<polymill.CFunction {}>", self.signature())
    }
}

impl CFunction {
    fn interface(&self) -> &Interface {
        &self.library.functions()[self.position]
    }
}

/// A parameter, with NumPy's name of its type.
fn declaration(parameter: &CParameter) -> String {
    let ty = match &parameter.kind {
        CKind::Number(ty) => *ty,
        CKind::Memory { element, .. } => *element,
    };
    parameter.to_string().replacen(&ty.to_string(), dtype::name(ty), 1)
}

/// The arguments in the order of the parameters.
fn ordered<'py>(
    interface: &Interface,
    arguments: &Bound<'py, PyTuple>,
    named: Option<&Bound<'py, PyDict>>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let mut objects: Vec<Bound<'py, PyAny>> = arguments.iter().collect();
    let n_named = named.map_or(0, |named| named.len());
    let (n, expected) = (objects.len() + n_named, interface.parameters.len());
    let name = &interface.name;
    if n != expected {
        let all: Vec<String> = interface.parameters.iter().map(declaration).collect();
        let all = all.join(", ");
        return Err(PyTypeError::new_err(format!(
            "{name}: there are {n} arguments, and should be {expected}: ({all})"
        )));
    }
    let Some(named) = named else { return Ok(objects) };
    for parameter in interface.parameters.iter().skip(arguments.len()) {
        let object = named.get_item(&parameter.name)?;
        objects.push(object.ok_or_else(|| {
            PyTypeError::new_err(format!("{name}: there is no argument for `{}`", declaration(parameter)))
        })?);
    }
    Ok(objects)
}

/// What an object is for a parameter.
fn argument_for(interface: &Interface, parameter: &CParameter, object: &Bound<'_, PyAny>) -> PyResult<CArgument> {
    let about = || format!("{}: the argument for `{}`", interface.name, declaration(parameter));
    let (element, is_const) = match &parameter.kind {
        CKind::Number(ty) => {
            let number = operand::number(object)?.map(|(number, _, _)| number);
            return match number {
                Some(Number::Float(_)) if !ty.is_float() => {
                    Err(PyTypeError::new_err(format!("{} is no integer", about())))
                }
                Some(number) => Ok(CArgument::Number(number)),
                None => {
                    let found = object.get_type().name()?;
                    Err(PyTypeError::new_err(format!("{} is a {found}, and should be a number", about())))
                }
            };
        }
        CKind::Memory { element, is_const, .. } => (*element, *is_const),
    };
    let Ok(array) = object.cast::<PyUntypedArray>() else {
        let found = object.get_type().name()?;
        return Err(PyTypeError::new_err(format!("{} is a {found}, and should be a NumPy array", about())));
    };
    let found: String = array.dtype().getattr("name")?.extract()?;
    let expected = dtype::name(element);
    if found != expected {
        let message = format!("{} is an array of {found}, and should be one of {expected}", about());
        return Err(PyTypeError::new_err(message));
    }
    let flags = array.getattr("flags")?;
    if !flags.getattr("c_contiguous")?.extract::<bool>()? || !flags.getattr("aligned")?.extract::<bool>()? {
        let message = format!("{} is not C-contiguous; numpy.ascontiguousarray copies it", about());
        return Err(PyValueError::new_err(message));
    }
    let is_writable = flags.getattr("writeable")?.extract::<bool>()?;
    if !is_const && !is_writable {
        return Err(PyValueError::new_err(format!("{} cannot be written to", about())));
    }
    let Some(address) = address_of(array) else {
        return Err(PyTypeError::new_err(format!("{} is an array in another byte order", about())));
    };
    // SAFETY: NumPy's array has elements of this type and shape one after the other, which `c_contiguous` and `aligned` say, and it lives as
    // long as the arguments of the call. What other threads of Python do with it meanwhile is up to the user, as for NumPy's functions.
    Ok(CArgument::Memory(unsafe { CMemory::new(address, element, array.shape(), is_writable) }))
}
