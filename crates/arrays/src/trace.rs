//! The program that is being traced: what the operators of expressions and the operations on arrays add to.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};

use polymill_gdg::ScalarType;

use crate::graph::{ArrayId, ArrayKind, ArrayNode, Check, Condition, Graph, Scalar, ScalarId, ScalarKind};
use crate::size::{Size, Symbol};
use crate::{Error, Place, Result};

/// A program that is being traced.
#[derive(Debug, Default)]
pub(crate) struct Trace {
    pub graph: Graph,
    /// Tells it from others: what belongs to another one has no meaning here.
    serial: u64,
    /// The first thing that went wrong.
    error: Option<Error>,
}

thread_local! {
    /// The programs that this thread traces, innermost last.
    static TRACES: RefCell<Vec<Trace>> = const { RefCell::new(vec![]) };
}

/// The number of programs that were traced, in all threads: handles may go from one to another.
static SERIAL: AtomicU64 = AtomicU64::new(0);

/// Which program something belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Serial(u64);

/// Traces what `program` does.
pub(crate) fn record<T>(program: impl FnOnce() -> T) -> Result<(Graph, T)> {
    /// Takes the trace away also if the program panics.
    struct Active;
    impl Drop for Active {
        fn drop(&mut self) {
            TRACES.with_borrow_mut(|traces| traces.pop());
        }
    }
    let serial = SERIAL.fetch_add(1, Ordering::Relaxed) + 1;
    TRACES.with_borrow_mut(|traces| traces.push(Trace { serial, ..Trace::default() }));
    let active = Active;
    let value = program();
    let trace = TRACES.with_borrow_mut(|traces| traces.last_mut().map(std::mem::take));
    drop(active);
    let trace = trace.ok_or_else(|| Error::Bug("a program was not traced".to_owned()))?;
    match trace.error {
        Some(error) => Err(error),
        None => Ok((trace.graph, value)),
    }
}

/// Whether a program is being traced.
pub(crate) fn is_active() -> bool {
    TRACES.with_borrow(|traces| !traces.is_empty())
}

/// Does something with the program that is being traced. Without one, what is done has no effect.
pub(crate) fn with<T>(change: impl FnOnce(&mut Trace) -> T) -> T {
    TRACES.with_borrow_mut(|traces| match traces.last_mut() {
        Some(trace) => change(trace),
        None => change(&mut Trace::default()),
    })
}

/// Adds a scalar value.
pub(crate) fn scalar(ty: ScalarType, kind: ScalarKind) -> ScalarId {
    with(|trace| trace.graph.scalar(ty, kind))
}

/// Notes that the program says something that has no meaning.
pub(crate) fn fail(operation: &'static str, message: String, location: Place) {
    with(|trace| trace.fail(Error::Program { operation, message, location }));
}

impl Trace {
    /// Which one this is.
    pub fn serial(&self) -> Serial {
        Serial(self.serial)
    }

    /// Notes that something went wrong, if nothing has before.
    pub fn fail(&mut self, error: Error) {
        self.error.get_or_insert(error);
    }

    /// Takes away what went wrong.
    pub fn take_error(&mut self) -> Option<Error> {
        self.error.take()
    }

    /// The array, if it belongs to this program; an empty one otherwise, and the program is wrong.
    pub fn own_array(
        &mut self,
        serial: Serial,
        id: ArrayId,
        (n_dims, types): (usize, &[ScalarType]),
        location: Place,
    ) -> ArrayId {
        if serial == self.serial() && (id.0 as usize) < self.graph.arrays.len() {
            return id;
        }
        self.foreign(location);
        let kind = ArrayKind::Input;
        let (shape, types) = (vec![Size::constant(0); n_dims], types.to_vec());
        self.graph.add(ArrayNode { shape, types, kind, operation: "array", location })
    }

    /// The value, if it belongs to this program; zero otherwise, and the program is wrong.
    pub fn own_scalar(&mut self, serial: Serial, id: ScalarId, types: &[ScalarType], location: Place) -> ScalarId {
        if serial == self.serial() && (id.0 as usize) < self.graph.scalars.len() {
            return id;
        }
        self.foreign(location);
        let zeros = types.iter().map(|ty| self.graph.zero(*ty)).collect();
        self.graph.tuple(zeros)
    }

    fn foreign(&mut self, location: Place) {
        let message =
            "this uses a value of another program: values live as long as the closure that traces them".into();
        self.fail(Error::Program { operation: "program", message, location });
    }

    /// Wants two shapes to be the same.
    pub fn same_shape(&mut self, left: &[Size], right: &[Size], operation: &'static str, location: Place) {
        for axis in 0..left.len().min(right.len()) {
            let (one, other) = (self.graph.simplified(&left[axis]), self.graph.simplified(&right[axis]));
            if one == other {
                continue;
            }
            let holds = Condition::Equal { left: left.to_vec(), right: right.to_vec(), axis };
            self.graph.checks.push(Check { holds, operation, location });
            self.graph.unify(&one, &other);
        }
    }

    /// Wants a size to be at least so much.
    pub fn at_least(&mut self, size: &Size, least: i64, operation: &'static str, location: Place) {
        // Inputs have no negative sizes.
        let simplified = self.graph.simplified(size);
        let is_certain = simplified.constant >= least
            && simplified
                .terms
                .iter()
                .all(|(symbol, factor)| *factor > 0 && !matches!(self.graph.symbols[symbol.0], Symbol::Number { .. }));
        if !is_certain {
            let holds = Condition::AtLeast(size.clone(), least);
            self.graph.checks.push(Check { holds, operation, location });
        }
    }

    /// Adds an array, whose sizes must not be negative.
    pub fn add(&mut self, array: ArrayNode) -> ArrayId {
        for size in array.shape.clone() {
            self.at_least(&size, 0, array.operation, array.location);
        }
        self.graph.add(array)
    }
}

impl Graph {
    /// Several values in one; itself, if it is one.
    pub fn tuple(&mut self, parts: Vec<ScalarId>) -> ScalarId {
        match parts.as_slice() {
            [only] => *only,
            [] => self.scalar(ScalarType::Bool, ScalarKind::Tuple(vec![])),
            [first, ..] => {
                let Scalar { ty, .. } = *self.at(*first);
                self.scalar(ty, ScalarKind::Tuple(parts))
            }
        }
    }

    /// Notes that two different sizes are equal, if that tells what a symbol is.
    fn unify(&mut self, one: &Size, other: &Size) {
        let difference = one.plus(-1, other);
        // The newest one: others may be in terms of those before it.
        let free = difference.terms.iter().rev().find(|(symbol, factor)| {
            factor.abs() == 1 && matches!(self.symbols[symbol.0], Symbol::Axis { .. } | Symbol::Number { .. })
        });
        if let Some((symbol, factor)) = free.copied() {
            // factor * symbol + rest = 0
            let rest = difference.plus(-factor, &Size::symbol(symbol));
            self.equal.insert(symbol, Size::constant(0).plus(-factor, &rest));
        }
    }
}
