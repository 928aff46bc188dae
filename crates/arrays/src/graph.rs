//! Array programs without types: what tracing makes, and lowering and the interpreter read.

use std::collections::{BTreeSet, HashMap, HashSet};

use polymill_gdg::{BinaryOp, ScalarType, UnaryOp};

use crate::Place;
use crate::size::{Size, Symbol, SymbolId};

/// A scalar value of a [`Graph`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ScalarId(pub u32);

/// An array of a [`Graph`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ArrayId(pub u32);

/// What a function of scalars is given: an index, or an element.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct VariableId(pub u32);

/// A program: arrays that are computed from others.
///
/// ```
/// use polymill_arrays::graph::ArrayKind;
/// use polymill_arrays::{Acc, Ix1, trace};
///
/// let graph = trace(|a: Acc<f64, Ix1>| a.map(|x| x * x).sum())?.into_graph();
/// let (sum, _) = graph.outputs[0];
/// let ArrayKind::Fold { accumulation, .. } = &graph.array(sum).kind else { panic!("a sum is a fold") };
/// assert_eq!(accumulation.length, graph.arrays[0].shape[0]);
/// assert_eq!(graph.sources(sum).len(), 1);
/// # Ok::<(), polymill_arrays::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// All scalar values; those that others are computed from stand before them.
    pub scalars: Vec<Scalar>,
    /// All arrays; those that others are computed from stand before them.
    pub arrays: Vec<ArrayNode>,
    /// The sizes that are not linear functions of others.
    pub symbols: Vec<Symbol>,
    /// Where the program makes them.
    pub symbol_locations: Vec<Place>,
    /// What the symbols are known to be equal to.
    pub equal: HashMap<SymbolId, Size>,
    /// What must hold of sizes.
    pub checks: Vec<Check>,
    /// What is repeated while conditions hold; those inside of others stand before them.
    pub loops: Vec<Loop>,
    /// The inputs, in the order of the arguments.
    pub inputs: Vec<Input>,
    /// The results: a component of an array each.
    pub outputs: Vec<(ArrayId, usize)>,
    n_variables: u32,
    /// Each value is there once.
    known: HashMap<Scalar, ScalarId>,
}

/// An argument of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// A number.
    Number(ScalarType),
    /// An array with elements of these types, an array in memory for each, and so many dimensions.
    Array {
        /// The array.
        id: ArrayId,
    },
}

/// A scalar value.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Scalar {
    /// Its type; that of its first component, if it has several.
    pub ty: ScalarType,
    /// What it is.
    pub kind: ScalarKind,
}

/// What a scalar value is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ScalarKind {
    /// An integer, or a truth value.
    Int(i128),
    /// A number of floating point, as its bits in `f64`; those of an `f32` have a value of that type.
    Float(u64),
    /// A number that is an argument.
    Input(usize),
    /// A size.
    Size(Size),
    /// An index or an element that a function was given.
    Variable(VariableId),
    /// An operation on one value.
    Unary(UnaryOp, ScalarId),
    /// An operation on two values of one type. Integers wrap; what is divided by zero is zero; shifts count modulo the width.
    Binary(BinaryOp, ScalarId, ScalarId),
    /// A conversion: what does not fit becomes the nearest number that does, if it comes from floating point; else it wraps.
    Cast(ScalarId),
    /// A function of the mathematical library, by the name it has for `double`.
    Call(&'static str, Vec<ScalarId>),
    /// `condition ? then : otherwise`.
    Select(ScalarId, ScalarId, ScalarId),
    /// An element of an array; zero where there is none.
    Element {
        /// The array.
        array: ArrayId,
        /// Which of its components.
        component: usize,
        /// A subscript for each dimension, in 64 bits.
        subscripts: Vec<ScalarId>,
    },
    /// `then` where each index is at least 0 and less than the size, which is so nearly everywhere; else `otherwise`.
    Inside(Vec<(ScalarId, Size)>, ScalarId, ScalarId),
    /// Several values in one.
    Tuple(Vec<ScalarId>),
}

/// An array that is computed.
#[derive(Clone, Debug)]
pub struct ArrayNode {
    /// The sizes of its dimensions.
    pub shape: Vec<Size>,
    /// The types of its components.
    pub types: Vec<ScalarType>,
    /// What it is.
    pub kind: ArrayKind,
    /// The operation that made it, for messages and names.
    pub operation: &'static str,
    /// Where the user wrote it.
    pub location: Place,
}

/// What an array is.
#[derive(Clone, Debug)]
pub enum ArrayKind {
    /// An argument.
    Input,
    /// Each element is computed by itself, from its index.
    Generate {
        /// What the index is called in the values.
        index: Vec<VariableId>,
        /// The components of an element.
        values: Vec<ScalarId>,
    },
    /// Elements along dimensions of something are combined, in order.
    Fold {
        /// How elements are combined.
        accumulation: Accumulation,
        /// What the index along each further dimension that is gone over in each step is called, and how many elements there are; the
        /// outermost one first. Where there are any, there is an initial value.
        inner: Vec<(VariableId, Size)>,
    },
    /// As [`ArrayKind::Fold`], for each element along a range of its own of the dimension, as far as that is within it. Ranges that differ
    /// in the last index only have no elements in common.
    FoldRanges {
        /// How elements are combined; its index is that of the result, and there is an initial value.
        accumulation: Accumulation,
        /// Where the range begins.
        start: ScalarId,
        /// Where it ends.
        end: ScalarId,
    },
    /// As [`ArrayKind::Fold`], and each intermediate result is an element. The result has the dimension that is gone over at the same
    /// place.
    Scan {
        /// How elements are combined.
        accumulation: Accumulation,
        /// Whether the initial value is the first element, and there is one element more.
        starts_with_initial: bool,
    },
    /// The elements of something are combined with those of `initial`, at places that they say.
    Permute {
        /// What the index of the something is called in the values.
        index: Vec<VariableId>,
        /// How many of each there are.
        extents: Vec<Size>,
        /// The array that the result begins as.
        initial: ArrayId,
        /// Where an element goes to; nowhere, if that is outside of the result.
        target: Vec<ScalarId>,
        /// How what is there and the element are combined.
        combination: Combination,
        /// The components of the element.
        items: Vec<ScalarId>,
    },
    /// An array to which an operation is applied again and again.
    Iterate {
        /// What it begins as.
        initial: ArrayId,
        /// How often the operation is applied; not at all if that is negative.
        count: Size,
        /// The array that stands for the result so far in the operation.
        state: ArrayId,
        /// What the operation makes of it.
        result: ArrayId,
    },
    /// The result so far, in an operation that is applied again and again.
    State,
    /// What a loop leaves.
    While {
        /// Which loop, among those of the program.
        of: usize,
    },
}

/// Operations that are applied to arrays again and again while a condition holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    /// What the arrays begin as.
    pub initial: Vec<ArrayId>,
    /// How often the operations are applied at most; not at all if that is negative.
    pub limit: Option<Size>,
    /// The arrays that stand for the results so far.
    pub states: Vec<ArrayId>,
    /// An array without dimensions: they are applied while it holds.
    pub condition: Option<ArrayId>,
    /// What the operations make of the arrays.
    pub results: Vec<ArrayId>,
    /// The arrays that are left when the condition does not hold.
    pub left: Vec<ArrayId>,
}

impl ArrayKind {
    /// The loop that an iteration is, which leaves the array `id`; `None` for all else.
    pub fn counted_loop(&self, id: ArrayId) -> Option<Loop> {
        let Self::Iterate { initial, count, state, result } = self else { return None };
        Some(Loop {
            initial: vec![*initial],
            limit: Some(count.clone()),
            states: vec![*state],
            condition: None,
            results: vec![*result],
            left: vec![id],
        })
    }
}

/// How something is folded or scanned.
#[derive(Clone, Debug)]
pub struct Accumulation {
    /// What the other dimensions' indices are called in the values.
    pub index: Vec<VariableId>,
    /// What the index along the dimension is called.
    pub along: VariableId,
    /// The place of the dimension among all.
    pub axis: usize,
    /// How many elements there are along it.
    pub length: Size,
    /// What it begins with; the first element, if there is nothing here.
    pub initial: Option<Vec<ScalarId>>,
    /// The components of an element.
    pub items: Vec<ScalarId>,
    /// How the result so far and an element are combined.
    pub combination: Combination,
    /// Whether it goes from the last element to the first one.
    pub is_downward: bool,
    /// Whether elements may be combined in any order, whatever their type.
    pub in_any_order: bool,
}

/// A function of two elements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Combination {
    /// What the components of the first are called.
    pub left: Vec<VariableId>,
    /// What the components of the second are called.
    pub right: Vec<VariableId>,
    /// The components of the value.
    pub values: Vec<ScalarId>,
}

/// What must hold of sizes when the program runs.
#[derive(Clone, Debug)]
pub struct Check {
    /// What must hold.
    pub holds: Condition,
    /// The operation that wants it.
    pub operation: &'static str,
    /// Where the user wrote it.
    pub location: Place,
}

/// A condition on sizes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    /// A dimension of two shapes is the same.
    Equal {
        /// The first shape.
        left: Vec<Size>,
        /// The other one.
        right: Vec<Size>,
        /// Which dimension.
        axis: usize,
    },
    /// A size is at least so much.
    AtLeast(Size, i64),
}

impl Graph {
    /// The value, which is added if there is none like it.
    pub fn scalar(&mut self, ty: ScalarType, kind: ScalarKind) -> ScalarId {
        let scalar = Scalar { ty, kind };
        if let Some(id) = self.known.get(&scalar) {
            return *id;
        }
        let id = ScalarId(u32::try_from(self.scalars.len()).unwrap_or(u32::MAX));
        self.scalars.push(scalar.clone());
        self.known.insert(scalar, id);
        id
    }

    /// The scalar with this id.
    pub fn at(&self, id: ScalarId) -> &Scalar {
        &self.scalars[id.0 as usize]
    }

    /// The array with this id.
    pub fn array(&self, id: ArrayId) -> &ArrayNode {
        &self.arrays[id.0 as usize]
    }

    /// Adds an array.
    pub fn add(&mut self, array: ArrayNode) -> ArrayId {
        self.arrays.push(array);
        ArrayId(u32::try_from(self.arrays.len() - 1).unwrap_or(u32::MAX))
    }

    /// A variable that is not used yet, as a value.
    pub fn variable(&mut self, ty: ScalarType) -> (VariableId, ScalarId) {
        let id = VariableId(self.n_variables);
        self.n_variables += 1;
        (id, self.scalar(ty, ScalarKind::Variable(id)))
    }

    /// The size that is not a linear function of others.
    pub fn symbol(&mut self, symbol: Symbol, location: Place) -> Size {
        let known = self.symbols.iter().position(|own| *own == symbol);
        let id = known.unwrap_or_else(|| {
            self.symbols.push(symbol);
            self.symbol_locations.push(location);
            self.symbols.len() - 1
        });
        Size::symbol(SymbolId(id))
    }

    /// A size in terms of as few symbols as are known to be enough.
    pub fn simplified(&self, size: &Size) -> Size {
        let mut size = size.clone();
        // What symbols are equal to is in terms of those before them.
        while size.terms.iter().any(|(symbol, _)| self.equal.contains_key(symbol)) {
            size = size.replaced(&|symbol| self.equal.get(&symbol).cloned());
        }
        size
    }

    /// All that the program computes, as a text: two programs with the same text do the same.
    pub fn text(&self) -> String {
        let mut equal: Vec<_> = self.equal.iter().collect();
        equal.sort_unstable();
        let Self { scalars, symbols, inputs, loops, outputs, .. } = self;
        let arrays: Vec<_> = self.arrays.iter().map(|array| (&array.shape, &array.types, &array.kind)).collect();
        let checks: Vec<_> = self.checks.iter().map(|check| &check.holds).collect();
        format!("{scalars:?}\n{arrays:?}\n{symbols:?}\n{equal:?}\n{checks:?}\n{inputs:?}\n{loops:?}\n{outputs:?}")
    }

    /// The zero of a type.
    pub fn zero(&mut self, ty: ScalarType) -> ScalarId {
        let kind = if ty.is_float() { ScalarKind::Float(0) } else { ScalarKind::Int(0) };
        self.scalar(ty, kind)
    }

    /// Whether subscripts are within a shape; `None` if there are none.
    pub fn within(&mut self, subscripts: &[ScalarId], shape: &[Size]) -> Option<ScalarId> {
        let zero = self.zero(ScalarType::I64);
        let mut all: Option<ScalarId> = None;
        for (subscript, size) in subscripts.iter().zip(shape) {
            let size = self.scalar(ScalarType::I64, ScalarKind::Size(size.clone()));
            let mut binary = |op, left, right| self.scalar(ScalarType::Bool, ScalarKind::Binary(op, left, right));
            let conditions = [binary(BinaryOp::Ge, *subscript, zero), binary(BinaryOp::Lt, *subscript, size)];
            for condition in conditions {
                all = Some(match all {
                    Some(all) => binary(BinaryOp::And, all, condition),
                    None => condition,
                });
            }
        }
        all
    }

    /// The elements that a value is computed from, directly.
    pub fn elements(&self, value: ScalarId) -> Vec<(ArrayId, Vec<ScalarId>)> {
        let (mut found, mut seen, mut left) = (vec![], HashSet::new(), vec![value]);
        while let Some(id) = left.pop() {
            if !seen.insert(id) {
                continue;
            }
            let kind = &self.at(id).kind;
            if let ScalarKind::Element { array, subscripts, .. } = kind {
                found.push((*array, subscripts.clone()));
            }
            kind.for_each_operand(&mut |operand| left.push(operand));
        }
        found
    }

    /// The arrays that an array is computed from, directly.
    pub fn sources(&self, id: ArrayId) -> Vec<ArrayId> {
        let mut sources: Vec<ArrayId> = vec![];
        let mut add = |values: &[ScalarId]| {
            for value in values {
                sources.extend(self.elements(*value).into_iter().map(|(array, _)| array));
            }
        };
        match &self.array(id).kind {
            ArrayKind::Input | ArrayKind::State => {}
            ArrayKind::Generate { values, .. } => add(values),
            ArrayKind::Fold { accumulation, .. } | ArrayKind::Scan { accumulation, .. } => {
                add(&accumulation.items);
                add(accumulation.initial.as_deref().unwrap_or_default());
                add(&accumulation.combination.values);
            }
            ArrayKind::FoldRanges { accumulation, start, end } => {
                add(&[*start, *end]);
                add(&accumulation.items);
                add(accumulation.initial.as_deref().unwrap_or_default());
                add(&accumulation.combination.values);
            }
            ArrayKind::Permute { initial, target, combination, items, .. } => {
                [target, items, &combination.values].into_iter().for_each(|values| add(values));
                sources.push(*initial);
            }
            ArrayKind::Iterate { initial, result, .. } => sources.extend([*initial, *result]),
            ArrayKind::While { of } => {
                if let Some(Loop { initial, condition, results, .. }) = self.loops.get(*of) {
                    sources.extend(initial.iter().chain(condition).chain(results));
                }
            }
        }
        sources
    }

    /// For each array, the results so far that it depends on: those of the operations around it that are applied again and again.
    pub fn states(&self) -> Vec<BTreeSet<ArrayId>> {
        let mut all: Vec<BTreeSet<ArrayId>> = vec![];
        for (position, node) in self.arrays.iter().enumerate() {
            let id = ArrayId(u32::try_from(position).unwrap_or(u32::MAX));
            let sources = self.sources(id);
            let mut states: BTreeSet<ArrayId> =
                sources.iter().filter_map(|source| all.get(source.0 as usize)).flatten().copied().collect();
            match &node.kind {
                ArrayKind::State => {
                    states.insert(id);
                }
                ArrayKind::Iterate { state, .. } => {
                    states.remove(state);
                }
                ArrayKind::While { of } => {
                    let own = self.loops.get(*of).map(|own| own.states.as_slice()).unwrap_or_default();
                    own.iter().for_each(|state| {
                        states.remove(state);
                    });
                }
                _ => {}
            }
            all.push(states);
        }
        all
    }

    /// The components of a value.
    pub fn components(&self, id: ScalarId) -> Vec<ScalarId> {
        match &self.at(id).kind {
            ScalarKind::Tuple(parts) => parts.clone(),
            _ => vec![id],
        }
    }

    /// The types of the components of a value.
    pub fn types(&self, id: ScalarId) -> Vec<ScalarType> {
        match &self.at(id).kind {
            ScalarKind::Tuple(parts) => parts.iter().map(|part| self.at(*part).ty).collect(),
            _ => vec![self.at(id).ty],
        }
    }

    /// The value with others in place of variables.
    pub fn substituted(&mut self, id: ScalarId, values: &HashMap<VariableId, ScalarId>) -> ScalarId {
        let mut done = HashMap::new();
        self.substitute(id, values, &mut done)
    }

    fn substitute(
        &mut self,
        id: ScalarId,
        values: &HashMap<VariableId, ScalarId>,
        done: &mut HashMap<ScalarId, ScalarId>,
    ) -> ScalarId {
        if let Some(known) = done.get(&id) {
            return *known;
        }
        let Scalar { ty, mut kind } = self.at(id).clone();
        let new = match &kind {
            ScalarKind::Variable(variable) => values.get(variable).copied().unwrap_or(id),
            _ => {
                kind.for_each_operand_mut(&mut |operand| *operand = self.substitute(*operand, values, done));
                self.scalar(ty, kind)
            }
        };
        done.insert(id, new);
        new
    }
}

impl ScalarKind {
    /// Calls `visit` on each value that it is computed from.
    pub fn for_each_operand(&self, visit: &mut dyn FnMut(ScalarId)) {
        self.clone().for_each_operand_mut(&mut |operand| visit(*operand));
    }

    /// Calls `visit` on each value that it is computed from, to change it in place.
    pub fn for_each_operand_mut(&mut self, visit: &mut dyn FnMut(&mut ScalarId)) {
        match self {
            Self::Int(_) | Self::Float(_) | Self::Input(_) | Self::Size(_) | Self::Variable(_) => {}
            Self::Unary(_, a) | Self::Cast(a) => visit(a),
            Self::Binary(_, a, b) => [a, b].into_iter().for_each(visit),
            Self::Select(a, b, c) => [a, b, c].into_iter().for_each(visit),
            Self::Call(_, all) | Self::Tuple(all) | Self::Element { subscripts: all, .. } => {
                all.iter_mut().for_each(visit);
            }
            Self::Inside(indices, then, otherwise) => {
                indices.iter_mut().for_each(|(index, _)| visit(index));
                [then, otherwise].into_iter().for_each(visit);
            }
        }
    }
}
