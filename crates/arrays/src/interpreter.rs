//! The interpreter: what programs mean, one element at a time.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::rc::Rc;

use polymill_gdg::ScalarType;

use crate::graph::{
    Accumulation, ArrayId, ArrayKind, Combination, Graph, Input, Loop, Scalar, ScalarId, ScalarKind, VariableId,
};
use crate::number::Number;
use crate::run::{Argument, Sizes};
use crate::size::Size;
use crate::{Error, Result};

/// An array: its shape, and its elements in row-major order.
#[derive(Clone, PartialEq, Debug)]
pub struct Values {
    /// The sizes of its dimensions.
    pub shape: Vec<usize>,
    /// The elements.
    pub elements: Vec<Number>,
}

/// An argument of a program.
#[derive(Clone, PartialEq, Debug)]
pub enum Given {
    /// A number.
    Number(Number),
    /// The components of an array.
    Array(Vec<Values>),
}

/// Runs a program: the results, a component of an array each.
///
/// ```
/// use polymill_arrays::interpreter::{Given, Values, interpret};
/// use polymill_arrays::number::Number;
/// use polymill_arrays::{Acc, Ix1, trace};
///
/// let sum = trace(|a: Acc<i64, Ix1>| a.sum())?;
/// let elements = [1, 2, 3].map(Number::Int).to_vec();
/// let results = interpret(sum.graph(), &[Given::Array(vec![Values { shape: vec![3], elements }])])?;
/// assert_eq!(results[0].elements, [Number::Int(6)]);
/// # Ok::<(), polymill_arrays::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shapes`] and the like, if the arguments do not fit.
pub fn interpret(graph: &Graph, arguments: &[Given]) -> Result<Vec<Values>> {
    let given = arguments.iter().map(|argument| match argument {
        Given::Array(parts) => Argument::Array(parts.first().map(|part| part.shape.clone()).unwrap_or_default()),
        Given::Number(Number::Int(value)) => Argument::Integer(*value),
        Given::Number(Number::Float(_)) => Argument::Other,
    });
    let sizes = Sizes::of(graph, &given.collect::<Vec<_>>())?;
    let mut interpreter =
        Interpreter { graph, arguments, sizes, states: graph.states(), done: HashMap::new(), iterations: vec![] };
    graph.outputs.iter().map(|(array, component)| Ok(interpreter.array(*array)?[*component].clone())).collect()
}

/// The components of an array.
type Parts = Rc<Vec<Values>>;

struct Interpreter<'a> {
    graph: &'a Graph,
    arguments: &'a [Given],
    sizes: Sizes,
    /// The results so far that arrays depend on.
    states: Vec<BTreeSet<ArrayId>>,
    done: HashMap<ArrayId, Parts>,
    /// The iterations that are running, innermost last.
    iterations: Vec<Iteration>,
}

/// An iteration that is running.
#[derive(Default)]
struct Iteration {
    /// The results so far.
    states: Vec<ArrayId>,
    /// What was computed in it.
    done: HashMap<ArrayId, Parts>,
}

/// What variables stand for, and the values that were computed from them.
#[derive(Default)]
struct Scope {
    variables: HashMap<VariableId, Number>,
    known: HashMap<ScalarId, Number>,
}

impl Interpreter<'_> {
    fn array(&mut self, id: ArrayId) -> Result<Parts> {
        if let Some(known) = self.known(id).get(&id) {
            return Ok(Rc::clone(known));
        }
        if let ArrayKind::While { of } = self.graph.array(id).kind {
            let own = self.graph.loops.get(of).ok_or_else(|| Error::Bug("a loop is missing".to_owned()))?;
            for (left, parts) in own.left.iter().zip(self.repeated(own)?) {
                self.known(*left).insert(*left, parts);
            }
        } else {
            let parts = Rc::new(self.compute(id)?);
            self.known(id).insert(id, parts);
        }
        self.known(id).get(&id).map(Rc::clone).ok_or_else(|| Error::Bug("a loop leaves nothing".to_owned()))
    }

    /// What is known where an array is computed: in the innermost iteration that it depends on, or outside of all.
    fn known(&mut self, id: ArrayId) -> &mut HashMap<ArrayId, Parts> {
        let states = &self.states[id.0 as usize];
        let is_in = |iteration: &&mut Iteration| iteration.states.iter().any(|state| states.contains(state));
        self.iterations.iter_mut().rev().find(is_in).map_or(&mut self.done, |iteration| &mut iteration.done)
    }

    /// What a loop leaves.
    fn repeated(&mut self, own: &Loop) -> Result<Vec<Parts>> {
        let limit = own.limit.as_ref().map(|limit| self.sizes.value(limit));
        let mut parts = own.initial.iter().map(|array| self.array(*array)).collect::<Result<Vec<_>>>()?;
        let mut n_done = 0;
        while limit.is_none_or(|limit| n_done < limit) {
            let done = own.states.iter().copied().zip(parts.iter().map(Rc::clone)).collect();
            self.iterations.push(Iteration { states: own.states.clone(), done });
            let next = self.next_of(own);
            self.iterations.pop();
            let Some(next) = next? else { break };
            parts = next;
            n_done += 1;
        }
        Ok(parts)
    }

    /// What an iteration makes of the results so far, if there is one more.
    fn next_of(&mut self, own: &Loop) -> Result<Option<Vec<Parts>>> {
        if let Some(condition) = own.condition {
            let holds = self.array(condition)?;
            if !holds.iter().any(|part| part.elements.iter().any(|element| element.is_true())) {
                return Ok(None);
            }
        }
        Ok(Some(own.results.iter().map(|array| self.array(*array)).collect::<Result<Vec<_>>>()?))
    }

    fn compute(&mut self, id: ArrayId) -> Result<Vec<Values>> {
        let graph = self.graph;
        let node = graph.array(id);
        let shape = self.sizes.shape(&node.shape);
        let empty: Vec<Values> = node.types.iter().map(|ty| Values::zeros(&shape, *ty)).collect();
        match &node.kind {
            ArrayKind::Input => {
                let is_it = |input: &Input| matches!(input, Input::Array { id: own } if *own == id);
                let position = graph.inputs.iter().position(is_it);
                match position.and_then(|position| self.arguments.get(position)) {
                    Some(Given::Array(parts)) if parts.len() == node.types.len() => Ok(parts.clone()),
                    _ => Err(Error::Bug("an argument is missing".to_owned())),
                }
            }
            ArrayKind::State => Err(Error::Bug("a result so far, outside of its iteration".to_owned())),
            ArrayKind::Generate { index, values } => {
                let mut parts = empty;
                for (position, at) in indices(&shape).enumerate() {
                    let mut scope = Scope::of(index, &at);
                    for (part, value) in parts.iter_mut().zip(values) {
                        part.elements[position] = self.value(*value, &mut scope)?;
                    }
                }
                Ok(parts)
            }
            ArrayKind::Fold { accumulation, inner } => {
                let mut parts = empty;
                let n = self.sizes.value(&accumulation.length);
                for (position, at) in indices(&shape).enumerate() {
                    let steps = self.accumulated(accumulation, inner, &at, 0..n)?;
                    let last = steps.last().ok_or_else(|| Error::Bug("a fold of nothing".to_owned()))?;
                    set(&mut parts, position, last);
                }
                Ok(parts)
            }
            ArrayKind::FoldRanges { accumulation, start, end } => {
                let mut parts = empty;
                let n = self.sizes.value(&accumulation.length);
                for (position, at) in indices(&shape).enumerate() {
                    let mut scope = Scope::of(&accumulation.index, &at);
                    let start = self.value(*start, &mut scope)?.to_int().max(0) as i64;
                    let end = self.value(*end, &mut scope)?.to_int().min(i128::from(n)) as i64;
                    let steps = self.accumulated(accumulation, &[], &at, start..end)?;
                    let last = steps.last().ok_or_else(|| Error::Bug("a fold of nothing".to_owned()))?;
                    set(&mut parts, position, last);
                }
                Ok(parts)
            }
            ArrayKind::Scan { accumulation, .. } => {
                let mut parts = empty;
                let mut outer = shape.clone();
                outer.remove(accumulation.axis);
                let range = 0..self.sizes.value(&accumulation.length);
                for at in indices(&outer) {
                    let steps = self.accumulated(accumulation, &[], &at, range.clone())?;
                    let n = shape[accumulation.axis];
                    for (step, values) in steps.iter().enumerate().take(n) {
                        let place = if accumulation.is_downward { n - 1 - step } else { step };
                        let mut at = at.clone();
                        at.insert(accumulation.axis, place as i64);
                        if let Some(position) = position(&shape, &at) {
                            set(&mut parts, position, values);
                        }
                    }
                }
                Ok(parts)
            }
            ArrayKind::Permute { index, extents, initial, target, combination, items } => {
                let mut parts = Vec::clone(&*self.array(*initial)?);
                for at in indices(&self.sizes.shape(extents)) {
                    let mut scope = Scope::of(index, &at);
                    let place: Vec<i64> = target
                        .iter()
                        .map(|each| Ok(self.value(*each, &mut scope)?.to_int() as i64))
                        .collect::<Result<_>>()?;
                    let Some(position) = position(&shape, &place) else { continue };
                    let item = items.iter().map(|each| self.value(*each, &mut scope)).collect::<Result<Vec<_>>>()?;
                    let so_far: Vec<Number> = parts.iter().map(|part| part.elements[position]).collect();
                    let values = self.combined(combination, &so_far, &item)?;
                    set(&mut parts, position, &values);
                }
                Ok(parts)
            }
            kind @ ArrayKind::Iterate { .. } => {
                let counted = kind.counted_loop(id).ok_or_else(|| Error::Bug("an iteration is no loop".to_owned()))?;
                let parts = self.repeated(&counted)?;
                parts.first().map(|parts| Vec::clone(parts)).ok_or_else(|| Error::Bug("no result so far".to_owned()))
            }
            ArrayKind::While { .. } => Err(Error::Bug("a loop is no computation".to_owned())),
        }
    }

    /// The intermediate results of an accumulation of these elements, and in each step of those along further dimensions, the first one
    /// first.
    fn accumulated(
        &mut self,
        accumulation: &Accumulation,
        inner: &[(VariableId, Size)],
        at: &[i64],
        range: Range<i64>,
    ) -> Result<Vec<Vec<Number>>> {
        let Accumulation { index, along, initial, items, combination, is_downward, .. } = accumulation;
        let (first, n) = (range.start, range.end - range.start);
        let mut steps = vec![];
        if let Some(initial) = initial {
            let mut scope = Scope::of(index, at);
            steps.push(initial.iter().map(|each| self.value(*each, &mut scope)).collect::<Result<Vec<_>>>()?);
        }
        let (variables, sizes): (Vec<VariableId>, Vec<Size>) = inner.iter().cloned().unzip();
        let inner_steps: Vec<Vec<i64>> = indices(&self.sizes.shape(&sizes)).collect();
        for (step, inner_step) in (0..n).flat_map(|step| inner_steps.iter().map(move |inner_step| (step, inner_step))) {
            let mut scope = Scope::of(index, at);
            let place = first + if *is_downward { n - 1 - step } else { step };
            scope.variables.insert(*along, Number::Int(i128::from(place)));
            scope.variables.extend(Scope::of(&variables, inner_step).variables);
            let item = items.iter().map(|each| self.value(*each, &mut scope)).collect::<Result<Vec<_>>>()?;
            let next = match steps.last() {
                None => item,
                Some(so_far) if *is_downward => self.combined(combination, &item, so_far)?,
                Some(so_far) => self.combined(combination, so_far, &item)?,
            };
            steps.push(next);
        }
        Ok(steps)
    }

    fn combined(&mut self, combination: &Combination, left: &[Number], right: &[Number]) -> Result<Vec<Number>> {
        let mut scope = Scope::default();
        let pairs = combination.left.iter().zip(left).chain(combination.right.iter().zip(right));
        scope.variables.extend(pairs.map(|(variable, value)| (*variable, *value)));
        combination.values.iter().map(|each| self.value(*each, &mut scope)).collect()
    }

    fn value(&mut self, id: ScalarId, scope: &mut Scope) -> Result<Number> {
        if let Some(known) = scope.known.get(&id) {
            return Ok(*known);
        }
        let Scalar { ty, kind } = self.graph.at(id).clone();
        let value = match kind {
            ScalarKind::Int(value) => Number::Int(value),
            ScalarKind::Float(bits) => Number::Float(f64::from_bits(bits)),
            ScalarKind::Input(input) => match self.arguments.get(input) {
                Some(Given::Number(value)) => *value,
                _ => return Err(Error::Bug("an argument is missing".to_owned())),
            },
            ScalarKind::Size(size) => self.size(&size),
            ScalarKind::Variable(variable) => match scope.variables.get(&variable) {
                Some(value) => *value,
                None => return Err(Error::Bug("an index is used outside of its operation".to_owned())),
            },
            ScalarKind::Unary(op, operand) => Number::unary(op, self.value(operand, scope)?, ty),
            ScalarKind::Binary(op, left, right) => {
                let of = self.graph.at(left).ty;
                Number::binary(op, self.value(left, scope)?, self.value(right, scope)?, of, ty)
            }
            ScalarKind::Cast(operand) => self.value(operand, scope)?.cast(ty),
            ScalarKind::Call(function, arguments) => {
                let arguments = arguments.iter().map(|each| self.value(*each, scope)).collect::<Result<Vec<_>>>()?;
                Number::call(function, &arguments, ty)
            }
            ScalarKind::Select(condition, then, otherwise) => {
                let chosen = if self.value(condition, scope)?.is_true() { then } else { otherwise };
                self.value(chosen, scope)?
            }
            ScalarKind::Inside(conditions, then, otherwise) => {
                let mut is_inside = true;
                for (index, size) in &conditions {
                    let index = self.value(*index, scope)?.to_int();
                    is_inside &= (0..i128::from(self.sizes.value(size))).contains(&index);
                }
                self.value(if is_inside { then } else { otherwise }, scope)?
            }
            ScalarKind::Element { array, component, subscripts } => {
                let at = subscripts
                    .iter()
                    .map(|each| Ok(self.value(*each, scope)?.to_int() as i64))
                    .collect::<Result<Vec<_>>>()?;
                let parts = self.array(array)?;
                let part = &parts[component];
                position(&part.shape, &at).map_or(Number::zero(ty), |position| part.elements[position])
            }
            ScalarKind::Tuple(_) => return Err(Error::Bug("several values in the place of one".to_owned())),
        };
        scope.known.insert(id, value);
        Ok(value)
    }

    fn size(&self, size: &Size) -> Number {
        Number::Int(i128::from(self.sizes.value(size)))
    }
}

impl Values {
    fn zeros(shape: &[usize], ty: ScalarType) -> Self {
        Self { shape: shape.to_vec(), elements: vec![Number::zero(ty); shape.iter().product()] }
    }
}

impl Scope {
    fn of(index: &[VariableId], at: &[i64]) -> Self {
        let variables = index.iter().copied().zip(at.iter().map(|each| Number::Int(i128::from(*each)))).collect();
        Self { variables, known: HashMap::new() }
    }
}

fn set(parts: &mut [Values], position: usize, values: &[Number]) {
    for (part, value) in parts.iter_mut().zip(values) {
        part.elements[position] = *value;
    }
}

/// The place of an element among all, if it is one.
fn position(shape: &[usize], at: &[i64]) -> Option<usize> {
    shape.iter().zip(at).try_fold(0, |position, (size, at)| {
        let at = usize::try_from(*at).ok().filter(|at| at < size)?;
        Some(position * size + at)
    })
}

/// All indices of a shape, in row-major order.
fn indices(shape: &[usize]) -> impl Iterator<Item = Vec<i64>> + use<> {
    let shape = shape.to_vec();
    let n: usize = shape.iter().product();
    (0..n).map(move |mut position| {
        let mut at = vec![0; shape.len()];
        for (axis, size) in shape.iter().enumerate().rev() {
            at[axis] = (position % size) as i64;
            position /= size;
        }
        at
    })
}
