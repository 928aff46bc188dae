//! `polymill.jit`: functions that are traced, compiled and called.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use numpy::PyUntypedArray;
use polymill::array::{CompileOptions, DynFunction};
use polymill_arrays::Place;
use polymill_arrays::graph::Graph;
use polymill_arrays::untyped::{self, Given, Parameter, Site};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::arguments::{Argument, Readwrite, Signature, check_out};
use crate::array::Array;
use crate::error;
use crate::operand::{self, Scalar};
use crate::options::Options;
use crate::results::{Layout, to_python};
use crate::value::Value;

/// Adds the functions to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(jit, module)?)
}

/// Compiles a function of symbolic arrays and values: it is traced once for each signature (types and numbers of dimensions), and called
/// with NumPy arrays and numbers.
#[pyfunction]
#[allow(clippy::too_many_arguments)] // they are Python's keywords
#[pyo3(signature = (function = None, *, strict = false, reassociate = false, cache = None, compiler = None, machine = None, threads = None, interpret = false))]
fn jit(
    py: Python<'_>,
    function: Option<&Bound<'_, PyAny>>,
    strict: bool,
    reassociate: bool,
    cache: Option<Bound<'_, PyAny>>,
    compiler: Option<String>,
    machine: Option<PathBuf>,
    threads: Option<usize>,
    interpret: bool,
) -> PyResult<Py<PyAny>> {
    let Some(function) = function else {
        let options = PyDict::new(py);
        options.set_item("strict", strict)?;
        options.set_item("reassociate", reassociate)?;
        options.set_item("cache", cache)?;
        options.set_item("compiler", compiler)?;
        options.set_item("machine", machine)?;
        options.set_item("threads", threads)?;
        options.set_item("interpret", interpret)?;
        let jit = py.import("polymill")?.getattr("jit")?;
        return Ok(py.import("functools")?.getattr("partial")?.call((jit,), Some(&options))?.unbind());
    };
    let options = Options { strict, reassociate, cache, compiler, machine, threads, interpret }.resolve(py)?;
    let made = Bound::new(py, Function::new(function, options)?)?;
    py.import("functools")?.call_method1("update_wrapper", (&made, function))?;
    Ok(made.into_any().unbind())
}

/// A function that `polymill.jit` compiles.
#[pyclass(frozen, dict, module = "polymill")]
pub struct Function {
    function: Py<PyAny>,
    /// Of Python's `inspect`.
    signature: Py<PyAny>,
    parameters: Vec<String>,
    options: CompileOptions,
    compiled: Mutex<HashMap<Signature, Arc<Compiled>>>,
}

/// The program of one signature.
struct Compiled {
    function: DynFunction,
    layout: Layout,
}

#[pymethods]
impl Function {
    /// Runs the program. Results are written into `out`, an array or a tuple of arrays, if it is there.
    #[pyo3(signature = (*arguments, out = None, **named))]
    fn __call__<'py>(
        slf: &Bound<'py, Self>,
        arguments: &Bound<'py, PyTuple>,
        out: Option<&Bound<'py, PyAny>>,
        named: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, this) = (slf.py(), slf.get());
        let is_symbolic = |object: Bound<'_, PyAny>| object.cast::<Array>().is_ok() || object.cast::<Value>().is_ok();
        if arguments.iter().any(is_symbolic) {
            // In another program, it is a part of that.
            return this.function.bind(py).call(arguments, named);
        }
        let (arguments, signature) = this.arguments(py, arguments, named)?;
        let compiled = this.compiled(py, &signature)?;
        match out {
            None => compiled.run(py, &arguments),
            Some(out) => compiled.run_into(py, &arguments, out),
        }
    }

    /// The C code for arguments like these.
    #[pyo3(signature = (*arguments, **named))]
    fn source(
        &self,
        py: Python<'_>,
        arguments: &Bound<'_, PyTuple>,
        named: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<String> {
        let (_, signature) = self.arguments(py, arguments, named)?;
        Ok(self.compiled(py, &signature)?.function.source().to_owned())
    }

    /// What was done to each loop for arguments like these, and what stands in the way of more.
    #[pyo3(signature = (*arguments, **named))]
    fn explain(
        &self,
        py: Python<'_>,
        arguments: &Bound<'_, PyTuple>,
        named: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<String> {
        let (_, signature) = self.arguments(py, arguments, named)?;
        let compiled = self.compiled(py, &signature)?;
        py.detach(|| compiled.function.explain()).map_err(|error| error::of(py, &error))
    }

    /// How many programs were compiled: one for each signature.
    #[getter]
    fn n_compiled(&self) -> usize {
        self.compiled.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<polymill.jit of {}>", self.function.bind(py).repr()?))
    }
}

impl Function {
    fn new(function: &Bound<'_, PyAny>, options: CompileOptions) -> PyResult<Self> {
        let py = function.py();
        let signature = py.import("inspect")?.call_method1("signature", (function,))?;
        let names = signature.getattr("parameters")?.call_method0("keys")?;
        let parameters = names.try_iter()?.map(|name| name?.extract()).collect::<PyResult<_>>()?;
        let compiled = Mutex::new(HashMap::new());
        Ok(Self { function: function.clone().unbind(), signature: signature.unbind(), parameters, options, compiled })
    }

    /// The arguments of a call, and what they are.
    fn arguments<'py>(
        &self,
        py: Python<'py>,
        arguments: &Bound<'py, PyTuple>,
        named: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<(Vec<Argument<'py>>, Signature)> {
        let arguments = match named {
            None if arguments.len() == self.parameters.len() => arguments.clone(),
            _ => self.bound(py, arguments, named)?,
        };
        let mut all = Vec::with_capacity(arguments.len());
        let mut signature = Vec::with_capacity(arguments.len());
        for (position, object) in arguments.iter().enumerate() {
            let name = || match self.parameters.get(position) {
                Some(name) => format!("argument `{name}`"),
                None => format!("argument {position}"),
            };
            let (argument, parameter) = Argument::of(&object, &name)?;
            all.push(argument);
            signature.push(parameter);
        }
        Ok((all, Signature(signature)))
    }

    /// The arguments in their order, with those that have names and defaults.
    fn bound<'py>(
        &self,
        py: Python<'py>,
        arguments: &Bound<'py, PyTuple>,
        named: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let bound = self.signature.bind(py).getattr("bind")?.call(arguments, named)?;
        bound.call_method0("apply_defaults")?;
        if bound.getattr("kwargs")?.len()? > 0 {
            return Err(PyTypeError::new_err("functions that are compiled have no parameters that only have a name"));
        }
        Ok(bound.getattr("args")?.cast_into::<PyTuple>()?)
    }

    /// The program for arguments like these, which is compiled if there is none yet.
    fn compiled(&self, py: Python<'_>, signature: &Signature) -> PyResult<Arc<Compiled>> {
        // Whoever holds this lock does not wait for Python.
        let known = || self.compiled.lock().unwrap_or_else(PoisonError::into_inner).get(signature).cloned();
        if let Some(known) = known() {
            return Ok(known);
        }
        let (graph, layout) = self.traced(py, signature)?;
        let function = py.detach(|| DynFunction::compile(graph, &self.options));
        let function = function.map_err(|error| error::of(py, &error))?;
        let compiled = Arc::new(Compiled { function, layout });
        let mut all = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(Arc::clone(all.entry(signature.clone()).or_insert(compiled)))
    }

    /// What the function does with arguments like these.
    fn traced(&self, py: Python<'_>, signature: &Signature) -> PyResult<(Graph, Layout)> {
        let parameters: Vec<Parameter> = signature.0.iter().map(|(parameter, _)| *parameter).collect();
        let place = self.place(py);
        let site = Site::new("result", place);
        let mut layout = Err(error::bug("a function was not traced"));
        let graph = untyped::trace(&parameters, place, |given| match self.traced_call(py, given, signature, site) {
            Ok((arrays, found)) => {
                layout = Ok(found);
                arrays
            }
            Err(error) => {
                layout = Err(error);
                vec![]
            }
        });
        let layout = layout?;
        Ok((graph.map_err(|error| error::of_arrays(py, &error))?, layout))
    }

    fn traced_call(
        &self,
        py: Python<'_>,
        given: &[Given],
        Signature(signature): &Signature,
        site: Site,
    ) -> PyResult<(Vec<untyped::Array>, Layout)> {
        let symbol = |(given, (parameter, is_weak)): (&Given, &(Parameter, bool))| match (given, parameter) {
            (Given::Number(value), Parameter::Number(ty)) => {
                Scalar { value: *value, ty: *ty, is_weak: *is_weak }.into_python(py)
            }
            (Given::Array(array), _) => Ok(Py::new(py, Array { array: *array })?.into_any()),
            _ => Err(error::bug("an argument is another one than its parameter")),
        };
        let symbols: Vec<_> = given.iter().zip(signature).map(symbol).collect::<PyResult<_>>()?;
        let returned = self.function.bind(py).call1(PyTuple::new(py, symbols)?)?;
        let returned = match (returned.cast::<PyTuple>(), returned.cast::<PyList>()) {
            (Ok(tuple), _) => (true, tuple.iter().collect()),
            (_, Ok(list)) => (true, list.iter().collect()),
            _ => (false, vec![returned]),
        };
        let (is_tuple, results): (bool, Vec<Bound<'_, PyAny>>) = returned;
        let arrays: Vec<_> = results.iter().map(|result| result_of(result, site)).collect::<PyResult<_>>()?;
        let n_parts = arrays.iter().map(|array| array.types(site).len()).collect();
        error::checked(py, (arrays, Layout { is_tuple, n_parts }))
    }

    /// Where the function is.
    fn place(&self, py: Python<'_>) -> Place {
        let place = || -> PyResult<Place> {
            let code = self.function.bind(py).getattr("__code__")?;
            let file: String = code.getattr("co_filename")?.extract()?;
            Ok(Place::new(&file, code.getattr("co_firstlineno")?.extract()?, 0))
        };
        place().unwrap_or_else(|_| Place::new("program", 0, 0))
    }
}

/// The array that a result is: one, or a value.
fn result_of(object: &Bound<'_, PyAny>, site: Site) -> PyResult<untyped::Array> {
    if let Ok(array) = object.cast::<Array>() {
        return Ok(array.get().array);
    }
    if object.is_none() {
        return Err(PyTypeError::new_err("the function returns nothing; it should return an array or several"));
    }
    let parts: Vec<_> = operand::components(object, site)?.iter().map(|scalar| scalar.value).collect();
    Ok(untyped::Array::of_value(untyped::Value::tuple(&parts, site), site))
}

impl Compiled {
    fn run<'py>(&self, py: Python<'py>, arguments: &[Argument<'py>]) -> PyResult<Bound<'py, PyAny>> {
        let views = arguments.iter().map(Argument::view).collect();
        let results = py.detach(|| self.function.run(views)).map_err(|error| error::of(py, &error))?;
        let results = results.into_iter().map(|array| to_python(py, array)).collect::<PyResult<_>>()?;
        self.layout.arranged(py, results)
    }

    fn run_into<'py>(
        &self,
        py: Python<'py>,
        arguments: &[Argument<'py>],
        out: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let arrays = match out.cast::<PyUntypedArray>() {
            Ok(only) => vec![only.clone()],
            Err(_) => out.extract::<Vec<Bound<'py, PyUntypedArray>>>()?,
        };
        check_out(&arrays, &self.function.results())?;
        // What is also an argument, for instance, is written to when all is computed.
        let in_place: Option<Vec<Readwrite<'py>>> = arrays.iter().map(Readwrite::of).collect();
        match in_place {
            Some(mut in_place) => {
                let views = arguments.iter().map(Argument::view).collect();
                let results = in_place.iter_mut().map(Readwrite::view).collect();
                py.detach(|| self.function.run_into(views, results)).map_err(|error| error::of(py, &error))?;
            }
            None => self.run_and_copy(py, arguments, &arrays)?,
        }
        Ok(out.clone())
    }

    fn run_and_copy<'py>(
        &self,
        py: Python<'py>,
        arguments: &[Argument<'py>],
        out: &[Bound<'py, PyUntypedArray>],
    ) -> PyResult<()> {
        let views = arguments.iter().map(Argument::view).collect();
        let results = py.detach(|| self.function.run(views)).map_err(|error| error::of(py, &error))?;
        for (position, (result, array)) in results.iter().zip(out).enumerate() {
            let found: Vec<usize> = array.getattr("shape")?.extract()?;
            if found != result.shape() {
                let expected = result.shape().to_vec();
                return Err(error::of_arrays(py, &polymill_arrays::Error::Output { position, found, expected }));
            }
        }
        let copy = py.import("numpy")?.getattr("copyto")?;
        for (result, array) in results.into_iter().zip(out) {
            copy.call1((array, to_python(py, result)?))?;
        }
        Ok(())
    }
}
