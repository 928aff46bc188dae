//! Programs in parts: where data say how often something is done, the program is cut.
//!
//! What stands before such a loop, its condition, what it does, and what stands behind it are programs of their own. Each of them is given
//! the arguments of the whole program, and, as further inputs, what others have made.

use std::collections::{BTreeMap, BTreeSet};

use crate::graph::{ArrayId, ArrayKind, Graph, Input, Loop};
use crate::lower::inline::is_movement;
use crate::size::Size;
use crate::{Error, Result};

/// A program in parts.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The parts. The inputs of each are those of the whole program and then arrays that were made before; its outputs are what it makes.
    pub parts: Vec<Graph>,
    /// What is done before the last part.
    pub steps: Vec<Step>,
    /// The part that makes the results of the program.
    pub last: usize,
}

/// Something that is done.
#[derive(Clone, Debug)]
pub enum Step {
    /// A part is run.
    Run(usize),
    /// Steps are done again and again.
    Repeat(Repeat),
}

/// Steps that are done again and again.
#[derive(Clone, Debug)]
pub struct Repeat {
    /// How often at most.
    pub limit: Option<Size>,
    /// The arrays that stand for the results so far.
    pub states: Vec<ArrayId>,
    /// What they are at first.
    pub initial: Vec<ArrayId>,
    /// What is done before the condition is looked at.
    pub before: Vec<Step>,
    /// The condition, if there is one.
    pub condition: Option<ArrayId>,
    /// What is done if it holds, before the last part.
    pub steps: Vec<Step>,
    /// The part that makes the next results: its outputs are all of their components.
    pub last: usize,
    /// The arrays that the results so far are in the end.
    pub left: Vec<ArrayId>,
}

/// The plan of a program.
///
/// ```
/// use polymill_arrays::plan::plan;
/// use polymill_arrays::{Acc, Ix1, iterate_while, trace};
///
/// // Its condition, what it does, and what becomes of it.
/// let halved = trace(|a: Acc<f64, Ix1>| {
///     iterate_while(a, |a| a.sum().map(|sum| sum.gt(1.0)), |a| a.map(|x| x / 2.0)).map(|x| x + 1.0)
/// })?;
/// assert_eq!(plan(halved.graph())?.parts.len(), 3);
/// # Ok::<(), polymill_arrays::Error>(())
/// ```
///
/// # Errors
/// [`Error::Program`]: a result is computed from a value inside of an iteration, and used outside.
pub fn plan(graph: &Graph) -> Result<Plan> {
    let states = graph.states();
    for (array, _) in &graph.outputs {
        if !states[array.0 as usize].is_empty() {
            let node = graph.array(*array);
            let message = "a result is computed from a value inside of an iteration, and is used outside".to_owned();
            return Err(Error::Program { operation: node.operation, message, location: node.location });
        }
    }
    let loops = loops_in_parts(graph, &states);
    if loops.is_empty() {
        return Ok(Plan { parts: vec![graph.clone()], steps: vec![], last: 0 });
    }
    let levels = levels(&states, &loops);
    let mut planner = Planner { graph, states, loops, levels, parts: vec![] };
    let mut level = Level::default();
    let roots: Vec<ArrayId> = graph.outputs.iter().map(|(array, _)| *array).collect();
    let mut steps = vec![];
    planner.steps_for(&mut level, &roots, &mut steps)?;
    let last = planner.part(&mut level, &graph.outputs);
    let parts = planner.parts.iter().map(|part| part.graph(graph)).collect();
    Ok(Plan { parts, steps, last })
}

/// The loops whose iterations are steps: those with a condition, and those around them.
fn loops_in_parts(graph: &Graph, states: &[BTreeSet<ArrayId>]) -> Vec<Loop> {
    let mut loops: Vec<Loop> = vec![];
    for (position, node) in graph.arrays.iter().enumerate() {
        let id = id_of(position);
        match &node.kind {
            ArrayKind::While { of } => {
                let of = graph.loops.get(*of).filter(|of| of.left.first() == Some(&id));
                loops.extend(of.cloned());
            }
            ArrayKind::Iterate { state, .. } => {
                let is_inside = |array: &ArrayId| states[array.0 as usize].contains(state);
                if loops.iter().flat_map(|inner| &inner.left).any(is_inside) {
                    loops.extend(node.kind.counted_loop(id));
                }
            }
            _ => {}
        }
    }
    loops
}

fn id_of(position: usize) -> ArrayId {
    ArrayId(u32::try_from(position).unwrap_or(u32::MAX))
}

/// For each array, the innermost loop in which it is computed.
fn levels(states: &[BTreeSet<ArrayId>], loops: &[Loop]) -> Vec<Option<usize>> {
    // Of two loops that an array is in, the one whose results so far came later is inside of the other one.
    let of_state = |state: &ArrayId| loops.iter().position(|one| one.states.contains(state));
    states.iter().map(|states| states.iter().rev().find_map(of_state)).collect()
}

struct Planner<'a> {
    graph: &'a Graph,
    states: Vec<BTreeSet<ArrayId>>,
    loops: Vec<Loop>,
    /// For each array, the innermost loop in which it is computed.
    levels: Vec<Option<usize>>,
    parts: Vec<Part>,
}

/// A part that is being made.
struct Part {
    imports: BTreeSet<ArrayId>,
    exports: Vec<(ArrayId, usize)>,
}

/// What is known of the steps of a loop, or of the program.
#[derive(Default)]
struct Level {
    /// The loop.
    own: Option<usize>,
    /// The parts that compute arrays.
    computed: BTreeMap<ArrayId, usize>,
    /// The loops inside of it that have their steps.
    planned: BTreeSet<usize>,
}

impl Planner<'_> {
    /// Adds the steps of the loops that arrays are computed from, and of what these need.
    fn steps_for(&mut self, level: &mut Level, roots: &[ArrayId], steps: &mut Vec<Step>) -> Result<()> {
        for inner in self.loops_before(level.own, roots) {
            if !level.planned.insert(inner) {
                continue;
            }
            let needed = self.needed(level.own, inner);
            let missing = needed.into_iter().filter(|array| !level.computed.contains_key(array));
            let exports: Vec<_> = missing.flat_map(|array| self.components(array)).collect();
            if !exports.is_empty() {
                steps.push(Step::Run(self.part(level, &exports)));
            }
            self.export_known(level, inner);
            steps.push(Step::Repeat(self.repeat(inner)?));
        }
        Ok(())
    }

    /// The steps of a loop.
    fn repeat(&mut self, own: usize) -> Result<Repeat> {
        let Loop { initial, limit, states, condition, results, left } = self.loops[own].clone();
        let mut level = Level { own: Some(own), ..Level::default() };
        let (mut before, mut steps) = (vec![], vec![]);
        if let Some(condition) = condition.filter(|condition| self.levels[condition.0 as usize] == Some(own)) {
            self.steps_for(&mut level, &[condition], &mut before)?;
            if self.is_computed(condition) {
                let exports = self.components(condition);
                before.push(Step::Run(self.part(&mut level, &exports)));
            }
        }
        self.steps_for(&mut level, &results, &mut steps)?;
        let exports: Vec<_> = results.iter().flat_map(|array| self.components(*array)).collect();
        let last = self.part(&mut level, &exports);
        Ok(Repeat { limit, states, initial, before, condition, steps, last, left })
    }

    /// The loops that arrays are computed from, inside of this one and of no other one in it; those that come first.
    fn loops_before(&self, own: Option<usize>, roots: &[ArrayId]) -> Vec<usize> {
        let (mut seen, mut left) = (BTreeSet::new(), roots.to_vec());
        while let Some(array) = left.pop() {
            if self.is_within(array, own) && seen.insert(array) {
                left.extend(self.graph.sources(array));
            }
        }
        let is_here =
            |one: &Loop| one.left.iter().any(|left| seen.contains(left) && self.levels[left.0 as usize] == own);
        self.loops.iter().enumerate().filter(|(_, one)| is_here(one)).map(|(position, _)| position).collect()
    }

    /// The arrays of a level that have to be in memory before a loop inside of it runs.
    fn needed(&self, own: Option<usize>, inner: usize) -> BTreeSet<ArrayId> {
        let Loop { initial, condition, results, .. } = &self.loops[inner];
        let mut needed: BTreeSet<ArrayId> = BTreeSet::new();
        // What the loop starts with is in memory, whatever it is; so is what it looks at, if that does not change.
        let is_known = |array: &ArrayId| self.levels[array.0 as usize] != Some(inner);
        let looked_at = initial.iter().chain(condition.iter().filter(|array| is_known(array))).copied();
        let is_made = |array: &ArrayId| self.levels[array.0 as usize] == own || self.is_moved(*array);
        needed.extend(looked_at.filter(|array| is_made(array) && self.is_computed(*array)));
        let mut left: Vec<ArrayId> = condition.iter().chain(results).copied().collect();
        let mut seen = BTreeSet::new();
        while let Some(array) = left.pop() {
            if !self.is_within(array, own) || !seen.insert(array) {
                continue;
            }
            if self.levels[array.0 as usize] != own || self.is_moved(array) || self.is_in_part(array) {
                left.extend(self.graph.sources(array));
            } else if self.is_computed(array) {
                needed.insert(array);
            }
        }
        needed
    }

    /// Has the parts that compute what a loop needs make it.
    fn export_known(&mut self, level: &Level, inner: usize) {
        for array in self.needed(level.own, inner) {
            if let Some(part) = level.computed.get(&array) {
                self.export(*part, array);
            }
        }
    }

    fn export(&mut self, part: usize, array: ArrayId) {
        let components = self.components(array);
        let exports = &mut self.parts[part].exports;
        components.into_iter().for_each(|each| {
            if !exports.contains(&each) {
                exports.push(each);
            }
        });
    }

    /// Adds a part that makes these components.
    fn part(&mut self, level: &mut Level, exports: &[(ArrayId, usize)]) -> usize {
        let part = self.parts.len();
        self.parts.push(Part { imports: BTreeSet::new(), exports: exports.to_vec() });
        let (mut seen, mut left) = (BTreeSet::new(), exports.iter().map(|(array, _)| *array).collect::<Vec<_>>());
        while let Some(array) = left.pop() {
            if !seen.insert(array) {
                continue;
            }
            let known = level.computed.get(&array).copied().filter(|known| *known != part);
            let is_own = self.levels[array.0 as usize] == level.own;
            match &self.graph.array(array).kind {
                ArrayKind::Input => {}
                // Within a loop that runs in one part.
                ArrayKind::State if !self.is_state(array) => {}
                _ if self.is_moved(array) || self.is_in_part(array) => left.extend(self.graph.sources(array)),
                _ if !is_own || !self.is_computed(array) => {
                    self.parts[part].imports.insert(array);
                }
                _ => match known {
                    Some(known) => {
                        self.export(known, array);
                        self.parts[part].imports.insert(array);
                    }
                    None => {
                        level.computed.insert(array, part);
                        left.extend(self.graph.sources(array));
                    }
                },
            }
        }
        part
    }

    /// Whether an array is computed inside of a loop, or in it, or anywhere if there is none.
    fn is_within(&self, array: ArrayId, own: Option<usize>) -> bool {
        let mut level = self.levels[array.0 as usize];
        while level != own {
            let Some(inner) = level else { return false };
            level = self.loops[inner].left.first().and_then(|left| self.levels[left.0 as usize]);
        }
        true
    }

    /// Whether an array stands for the result so far of a loop whose iterations are steps.
    fn is_state(&self, array: ArrayId) -> bool {
        self.loops.iter().any(|one| one.states.contains(&array))
    }

    /// Whether an array is part of an iteration that runs in one part.
    fn is_in_part(&self, array: ArrayId) -> bool {
        self.states[array.0 as usize].iter().any(|state| !self.is_state(*state))
    }

    /// Whether an array is made by a part: it is no argument, no result so far, and nothing that a loop leaves.
    fn is_computed(&self, array: ArrayId) -> bool {
        let is_left = self.loops.iter().any(|one| one.left.contains(&array));
        !is_left && !matches!(self.graph.array(array).kind, ArrayKind::Input | ArrayKind::State)
    }

    /// Whether an array is computed again wherever it is used, without memory.
    fn is_moved(&self, array: ArrayId) -> bool {
        matches!(&self.graph.array(array).kind, ArrayKind::Generate { values, .. } if is_movement(self.graph, values))
    }

    fn components(&self, array: ArrayId) -> Vec<(ArrayId, usize)> {
        (0..self.graph.array(array).types.len()).map(|component| (array, component)).collect()
    }
}

impl Part {
    /// The program that the part is.
    fn graph(&self, whole: &Graph) -> Graph {
        let mut graph = whole.clone();
        for array in &self.imports {
            graph.arrays[array.0 as usize].kind = ArrayKind::Input;
            graph.inputs.push(Input::Array { id: *array });
        }
        graph.outputs.clone_from(&self.exports);
        graph
    }
}
