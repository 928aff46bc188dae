//! Tracing programs whose arguments are known when they are traced.

use std::fmt;

use polymill_gdg::ScalarType;

use super::{Array, Site, Value};
use crate::graph::{ArrayKind, ArrayNode, Graph, Input, ScalarKind};
use crate::size::{Size, Symbol};
use crate::trace::{self as tracing, Trace};
use crate::{Error, Place, Result};

/// An argument of a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Parameter {
    /// A number, or a truth value.
    Number(ScalarType),
    /// An array.
    Array {
        /// The type of its elements.
        element: ScalarType,
        /// How many dimensions it has.
        n_dims: usize,
    },
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(ty) => write!(f, "a number of type {ty}"),
            Self::Array { element, n_dims } => write!(f, "an array of {element} with {n_dims} dimensions"),
        }
    }
}

/// What stands for an argument while a program is traced.
#[derive(Clone, Copy, Debug)]
pub enum Given {
    /// A number.
    Number(Value),
    /// An array.
    Array(Array),
}

/// The program that a function of such arguments is: the arrays that it returns are the results, a component each.
///
/// # Errors
/// [`Error::Program`]: the program says something that has no meaning.
pub fn trace(parameters: &[Parameter], location: Place, program: impl FnOnce(&[Given]) -> Vec<Array>) -> Result<Graph> {
    let traced = || {
        let site = Site::new("result", location);
        let given: Vec<Given> = parameters.iter().map(|each| declare(*each, location)).collect();
        program(&given).into_iter().flat_map(|array| array.results(site)).collect()
    };
    let (mut graph, outputs) = tracing::record(traced)?;
    graph.outputs = outputs;
    Ok(graph)
}

/// Whether this thread traces a program: without one, operations mean nothing.
pub fn is_tracing() -> bool {
    tracing::is_active()
}

/// Takes away what is known to be wrong with the program that is being traced, for those who stop there.
pub fn take_error() -> Option<Error> {
    tracing::with(|trace| trace.take_error())
}

/// Adds an argument to the program that is being traced.
fn declare(parameter: Parameter, location: Place) -> Given {
    match parameter {
        Parameter::Number(ty) => Given::Number(Value::input(ty)),
        Parameter::Array { element, n_dims } => Given::Array(Array::input(vec![element], n_dims, location)),
    }
}

impl Value {
    /// Adds a number as an argument.
    pub(crate) fn input(ty: ScalarType) -> Self {
        let declare = |trace: &mut Trace| {
            let position = trace.graph.inputs.len();
            trace.graph.inputs.push(Input::Number(ty));
            trace.graph.scalar(ty, ScalarKind::Input(position))
        };
        Self::of(tracing::with(declare))
    }
}

impl Array {
    /// Adds an array as an argument.
    pub(crate) fn input(types: Vec<ScalarType>, n_dims: usize, location: Place) -> Self {
        let declare = |trace: &mut Trace| {
            let position = trace.graph.inputs.len();
            let axis = |axis| trace.graph.symbol(Symbol::Axis { input: position, axis }, location);
            let shape: Vec<Size> = (0..n_dims).map(axis).collect();
            let node = ArrayNode { shape, types, kind: ArrayKind::Input, operation: crate::lower::ARGUMENT, location };
            let id = trace.graph.add(node);
            trace.graph.inputs.push(Input::Array { id });
            id
        };
        Self::of(tracing::with(declare))
    }

    /// The components, as results of the program.
    pub(crate) fn results(self, site: Site) -> Vec<(crate::graph::ArrayId, usize)> {
        let (id, types) = (self.own(site), self.types(site));
        (0..types.len()).map(|component| (id, component)).collect()
    }
}
