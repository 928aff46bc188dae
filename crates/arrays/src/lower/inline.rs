//! Which arrays are computed where they are used, and have no memory.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::graph::{ArrayId, ArrayKind, Graph, Scalar, ScalarId, ScalarKind, VariableId};

/// The arrays that have no memory, and in which iterations arrays are computed.
#[derive(Debug, Default)]
pub(super) struct Inlined {
    arrays: HashSet<ArrayId>,
    /// The arrays that results depend on.
    used: HashSet<ArrayId>,
    /// For each array, the results so far that it depends on.
    states: HashMap<ArrayId, BTreeSet<ArrayId>>,
}

/// A use of an array's elements.
#[derive(Clone, PartialEq, Debug)]
struct Reference {
    /// The indices of the statement that it is in.
    place: Vec<VariableId>,
    /// The results so far that the statement depends on.
    states: BTreeSet<ArrayId>,
    subscripts: Vec<ScalarId>,
}

impl Inlined {
    /// Decides for all arrays, the last one first: what it is used for is known then.
    pub fn decide(graph: &mut Graph) -> Self {
        let mut inlined = Self::default();
        let ids: Vec<ArrayId> = (0..u32::try_from(graph.arrays.len()).unwrap_or(u32::MAX)).map(ArrayId).collect();
        inlined.states = ids.iter().copied().zip(graph.states()).collect();
        let mut kept: HashSet<ArrayId> = graph.outputs.iter().map(|(id, _)| *id).collect();
        let mut references: HashMap<ArrayId, Vec<Reference>> = HashMap::new();
        inlined.used = kept.clone();
        for id in ids.into_iter().rev() {
            if !inlined.used.contains(&id) {
                continue;
            }
            let node = graph.array(id).clone();
            let own_states = inlined.states[&id].clone();
            let found = references.remove(&id).unwrap_or_default();
            let mut uses: Vec<(ScalarId, Reference)> = vec![];
            let in_place = |place: &[VariableId], values: &[ScalarId]| -> Vec<(ScalarId, Reference)> {
                let place = Reference { place: place.to_vec(), states: own_states.clone(), subscripts: vec![] };
                values.iter().map(|value| (*value, place.clone())).collect()
            };
            match &node.kind {
                ArrayKind::Input => {}
                // What loops leave is given to the part of the program that uses it.
                ArrayKind::State | ArrayKind::While { .. } => {}
                ArrayKind::Generate { index, values } => {
                    let is_single = found.len() == 1
                        && found.iter().all(|one| one.states == own_states && is_injective(graph, one));
                    if !kept.contains(&id) && (is_movement(graph, values) || is_single) {
                        inlined.arrays.insert(id);
                        for reference in found {
                            let subscripts = index.iter().copied().zip(reference.subscripts.iter().copied()).collect();
                            for value in values {
                                uses.push((graph.substituted(*value, &subscripts), reference.clone()));
                            }
                        }
                    } else {
                        uses = in_place(index, values);
                    }
                }
                ArrayKind::Fold { accumulation, .. } | ArrayKind::Scan { accumulation, .. } => {
                    let inner = match &node.kind {
                        ArrayKind::Fold { inner, .. } => inner.as_slice(),
                        _ => &[],
                    };
                    let along = inner.iter().map(|(variable, _)| *variable).chain([accumulation.along]);
                    let place: Vec<_> = accumulation.index.iter().copied().chain(along).collect();
                    uses = in_place(&place, &accumulation.items);
                    let others = accumulation.initial.iter().flatten().chain(&accumulation.combination.values);
                    uses.extend(in_place(&[], &others.copied().collect::<Vec<_>>()));
                }
                ArrayKind::FoldRanges { accumulation, start, end } => {
                    uses = in_place(&accumulation.index, &[*start, *end]);
                    // The ranges along one dimension have no elements in common: each element is needed once.
                    let outer = accumulation.index.split_last().map_or(&[][..], |(_, outer)| outer);
                    let place: Vec<_> = outer.iter().copied().chain([accumulation.along]).collect();
                    uses.extend(in_place(&place, &accumulation.items));
                    let others = accumulation.initial.iter().flatten().chain(&accumulation.combination.values);
                    uses.extend(in_place(&[], &others.copied().collect::<Vec<_>>()));
                }
                ArrayKind::Permute { index, initial, target, combination, items, .. } => {
                    uses = in_place(index, &[&items[..], target].concat());
                    uses.extend(in_place(&[], &combination.values));
                    kept.insert(*initial);
                    inlined.used.insert(*initial);
                }
                ArrayKind::Iterate { initial, state, result, .. } => {
                    // What the next result is computed from may not be overwritten meanwhile.
                    for array in [*initial, *state, *result] {
                        kept.insert(array);
                        inlined.used.insert(array);
                    }
                }
            }
            for (value, place) in uses {
                for (array, subscripts) in graph.elements(value) {
                    inlined.used.insert(array);
                    let reference = Reference { subscripts, ..place.clone() };
                    let known = references.entry(array).or_default();
                    if !known.contains(&reference) {
                        known.push(reference);
                    }
                }
            }
        }
        inlined
    }

    /// Whether an array has no memory.
    pub fn contains(&self, id: ArrayId) -> bool {
        self.arrays.contains(&id)
    }

    /// Whether results depend on an array.
    pub fn is_used(&self, id: ArrayId) -> bool {
        self.used.contains(&id)
    }

    /// The results so far that an array depends on.
    pub fn states(&self, id: ArrayId) -> &BTreeSet<ArrayId> {
        &self.states[&id]
    }
}

/// Whether values are only moved: none is computed that is not there already.
pub(crate) fn is_movement(graph: &Graph, values: &[ScalarId]) -> bool {
    values.iter().all(|value| {
        let Scalar { kind, .. } = graph.at(*value);
        match kind {
            ScalarKind::Cast(inner) => is_movement(graph, &[*inner]),
            // What is beyond a border is moved there, or a constant.
            ScalarKind::Inside(_, then, otherwise) => is_movement(graph, &[*then, *otherwise]),
            kind => matches!(
                kind,
                ScalarKind::Element { .. }
                    | ScalarKind::Int(_)
                    | ScalarKind::Float(_)
                    | ScalarKind::Input(_)
                    | ScalarKind::Size(_)
                    | ScalarKind::Variable(_)
            ),
        }
    })
}

/// Whether each instance of the statement uses another element: each of its indices is a subscript, up to a distance.
fn is_injective(graph: &Graph, reference: &Reference) -> bool {
    let is_known = |id: ScalarId| matches!(graph.at(id).kind, ScalarKind::Int(_) | ScalarKind::Size(_));
    let moved = |id: ScalarId| -> Option<VariableId> {
        let variable = |id: ScalarId| match graph.at(id).kind {
            ScalarKind::Variable(variable) => Some(variable),
            _ => None,
        };
        match graph.at(id).kind {
            ScalarKind::Binary(polymill_gdg::BinaryOp::Add, left, right) if is_known(right) => variable(left),
            ScalarKind::Binary(polymill_gdg::BinaryOp::Sub, left, right) if is_known(right) => variable(left),
            ScalarKind::Binary(polymill_gdg::BinaryOp::Sub, left, right) if is_known(left) => variable(right),
            _ => variable(id),
        }
    };
    let found: HashSet<VariableId> = reference.subscripts.iter().filter_map(|each| moved(*each)).collect();
    !reference.place.is_empty() && reference.place.iter().all(|each| found.contains(each))
}
