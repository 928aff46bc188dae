//! From array programs to the polyhedral IR: statements with one loop for each dimension, in one GDG for the whole program.
//!
//! What is only moved, and what one element of one other array is computed from, is computed where it is used, as Accelerate fuses
//! producers (Chakravarty et al., DAMP 2011; Paston-Cooper, 2020, section 2.2). All other fusion is left to the scheduler.

pub(crate) mod inline;
mod ranges;
mod scope;
mod statements;
mod values;

use std::collections::HashMap;

use polymill_gdg::build::Builder;
use polymill_gdg::{self as gdg, Array, Gdg, Param, ParamId, ScalarType};
use polymill_isl as isl;

use crate::graph::{ArrayKind, Condition, Graph, Input, ScalarKind};
use crate::size::{Size, Symbol, SymbolId};
use crate::{Error, Result};

use inline::Inlined;
use values::Tables;

/// A program as a GDG, and what a function that runs it is given: the parameters, the numbers and the arrays, in this order.
#[derive(Debug)]
pub struct Lowered {
    /// The region.
    pub gdg: Gdg,
    /// The same where all indices that may be expected to be inside of their arrays are, without the tests that the region has: for which
    /// values of the parameters that is, and the region then.
    pub presuming: Option<(isl::Set, Gdg)>,
    /// Whether the order of no sum and no product of floating point matters.
    pub in_any_order: bool,
    /// The parameters: what they stand for.
    pub params: Vec<SymbolId>,
    /// The numbers and arrays: those of the arguments first, then those of the results.
    pub memory: Vec<Memory>,
}

/// Something that a function is given.
#[derive(Clone, Debug)]
pub struct Memory {
    /// The array of the GDG; without dimensions, and not written, if it is a number.
    pub id: gdg::ArrayId,
    /// What it is.
    pub role: Role,
}

/// What something that a function is given is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub enum Role {
    /// A number that is an argument.
    Number {
        /// Which argument.
        input: usize,
    },
    /// A component of an array that is an argument.
    Argument {
        /// Which argument.
        input: usize,
        /// Which component.
        component: usize,
    },
    /// A result.
    Result {
        /// Which one.
        position: usize,
    },
}

/// Sizes are less than this, so that no computation with them overflows.
pub const MAX_SIZE: i64 = 1 << 40;

/// A program that is being lowered.
struct Lowering {
    tables: Tables,
    builder: Builder,
    /// The arrays of the GDG that are the results.
    results: Vec<gdg::ArrayId>,
    /// How often the operations are applied that are around what is lowered, outermost first.
    counts: Vec<Size>,
    n_statements: usize,
}

/// The program as a GDG with this name.
///
/// ```
/// use polymill_arrays::lower::lower;
/// use polymill_arrays::{Acc, Ix1, trace};
///
/// let sum = trace(|a: Acc<f64, Ix1>| a.sum())?;
/// let lowered = lower(&polymill_isl::Context::new()?, sum.graph(), "sum")?;
/// // It begins, and goes on.
/// assert_eq!(lowered.gdg.statements.len(), 2);
/// # Ok::<(), polymill_arrays::Error>(())
/// ```
///
/// # Errors
/// isl's; a bug.
pub fn lower(context: &isl::Context, graph: &Graph, name: &str) -> Result<Lowered> {
    let (mut lowered, doubts) = lower_where(context, graph, name, None)?;
    if let Some(sizes) = presumption(&lowered.gdg, &doubts)? {
        let (presuming, _) = lower_where(context, graph, name, Some(&sizes))?;
        lowered.presuming = Some((sizes, presuming.gdg));
    }
    Ok(lowered)
}

/// The program for some values of the parameters, or for all; and for each test of an index, for which of them it always says that the
/// index is inside.
fn lower_where(
    context: &isl::Context,
    graph: &Graph,
    name: &str,
    sizes: Option<&isl::Set>,
) -> Result<(Lowered, Vec<isl::Set>)> {
    let mut graph = in_fewest_symbols(graph);
    let inlined = Inlined::decide(&mut graph);
    let (params, memory, numbers) = (HashMap::new(), HashMap::new(), HashMap::new());
    let tables = Tables { graph, inlined, params, memory, numbers, doubts: vec![] };
    let builder = Builder::new(context, name)?;
    let mut lowering = Lowering { tables, builder, results: vec![], counts: vec![], n_statements: 0 };
    let params = lowering.declare_params()?;
    if let Some(sizes) = sizes {
        lowering.builder.restrict_to(sizes)?;
    }
    let memory = lowering.declare_memory()?;
    lowering.statements()?;
    let in_any_order = lowering.tables.in_any_order();
    let lowered = Lowered { gdg: lowering.builder.finish()?, presuming: None, in_any_order, params, memory };
    Ok((lowered, lowering.tables.doubts))
}

/// What holds for small sizes only may not be expected to hold.
const LARGE: i64 = 64;

/// The values of the parameters for which tests always hold, of those that hold for large sizes; `None` if there are none.
///
/// Where a program takes elements of an array at indices of another one, it is mostly meant for arrays of the same size, but does not
/// say so.
fn presumption(gdg: &Gdg, doubts: &[isl::Set]) -> Result<Option<isl::Set>> {
    let large: Vec<String> = gdg.params.iter().map(|param| format!("{} >= {LARGE}", param.name)).collect();
    let large = gdg.read_set(&format!("{{ : {} }}", large.join(" and ")))?.params()?;
    let mut presumed: Option<isl::Set> = None;
    for holds in doubts {
        let both = presumed.as_ref().unwrap_or(&gdg.context).intersect(holds)?.coalesce()?;
        let is_simple = both.n_basic_set()? == 1 && !both.involves_locals()?;
        if is_simple && !both.intersect(&large)?.is_empty()? {
            presumed = Some(both);
        }
    }
    Ok(presumed)
}

/// The program with the symbols that are equal to others replaced by these.
fn in_fewest_symbols(graph: &Graph) -> Graph {
    let mut simple = graph.clone();
    let simplified = |size: &mut Size| *size = graph.simplified(size);
    for array in &mut simple.arrays {
        array.shape.iter_mut().for_each(simplified);
        match &mut array.kind {
            ArrayKind::Fold { accumulation, inner } => {
                simplified(&mut accumulation.length);
                inner.iter_mut().for_each(|(_, size)| simplified(size));
            }
            ArrayKind::FoldRanges { accumulation, .. } | ArrayKind::Scan { accumulation, .. } => {
                simplified(&mut accumulation.length)
            }
            ArrayKind::Permute { extents, .. } => extents.iter_mut().for_each(simplified),
            ArrayKind::Iterate { count, .. } => simplified(count),
            ArrayKind::Input | ArrayKind::Generate { .. } | ArrayKind::State | ArrayKind::While { .. } => {}
        }
    }
    for scalar in &mut simple.scalars {
        match &mut scalar.kind {
            ScalarKind::Size(size) => simplified(size),
            ScalarKind::Inside(conditions, ..) => {
                conditions.iter_mut().for_each(|(_, size)| simplified(size));
            }
            _ => {}
        }
    }
    simple
}

impl Lowering {
    /// Declares a parameter for each symbol that is not known to be equal to others. Returns what they stand for.
    fn declare_params(&mut self) -> Result<Vec<SymbolId>> {
        let symbols: Vec<SymbolId> = (0..self.tables.graph.symbols.len())
            .map(SymbolId)
            .filter(|id| !self.tables.graph.equal.contains_key(id))
            .collect();
        for (position, symbol) in symbols.iter().enumerate() {
            let name = NAMES.get(position).map_or_else(|| format!("n{position}"), |name| (*name).to_owned());
            let id = self.builder.param(Param::variable(&name, ScalarType::I64))?;
            self.tables.params.insert(*symbol, id);
            self.builder.restrict(&format!("{{ : 0 <= {name} <= {MAX_SIZE} }}"))?;
        }
        for id in symbols.iter().copied() {
            let symbol = self.tables.graph.symbols[id.0].clone();
            let text = |lowering: &Self, size: &Size| lowering.text(&lowering.tables.graph.simplified(size));
            let own = self.text(&Size::symbol(id));
            match symbol {
                Symbol::Quotient(size, divisor) => {
                    let size = text(self, &size);
                    self.builder.restrict(&format!("{{ : {divisor}{own} <= {size} < {divisor}{own} + {divisor} }}"))?;
                }
                Symbol::Least(one, other) => {
                    let [one, other] = [one, other].map(|size| text(self, &size));
                    self.builder.restrict(&format!("{{ : {own} <= {one} and {own} <= {other} }}"))?;
                }
                Symbol::Axis { .. } | Symbol::Number { .. } | Symbol::Product(..) => {}
            }
        }
        for check in self.tables.graph.checks.clone() {
            let condition = match &check.holds {
                Condition::AtLeast(size, least) => {
                    format!("{} >= {least}", self.text(&self.tables.graph.simplified(size)))
                }
                Condition::Equal { left, right, axis } => {
                    let [left, right] =
                        [left, right].map(|shape| self.text(&self.tables.graph.simplified(&shape[*axis])));
                    format!("{left} = {right}")
                }
            };
            self.builder.restrict(&format!("{{ : {condition} }}"))?;
        }
        Ok(symbols)
    }

    /// Declares what the function is given.
    fn declare_memory(&mut self) -> Result<Vec<Memory>> {
        let mut memory = vec![];
        for (input, kind) in self.tables.graph.inputs.clone().into_iter().enumerate() {
            let name = INPUTS.get(input).map_or_else(|| format!("in_{input}"), |name| (*name).to_owned());
            match kind {
                Input::Array { id } if !self.tables.inlined.is_used(id) => {}
                Input::Number(ty) => {
                    let id = self.array(Array { live_out: false, ..Array::external(&name, ty, vec![]) })?;
                    self.tables.numbers.insert(input, id);
                    memory.push(Memory { id, role: Role::Number { input } });
                }
                Input::Array { id: array } => {
                    let node = self.tables.graph.array(array).clone();
                    let name = if node.operation == ARGUMENT { name } else { statements::name_of(&node) };
                    let mut parts = vec![];
                    for (component, ty) in node.types.iter().enumerate() {
                        let name = if node.types.len() == 1 { name.clone() } else { format!("{name}_{component}") };
                        let extents = self.extents(&node.shape)?;
                        let id = self.array(Array { live_out: false, ..external(&name, *ty, extents) })?;
                        parts.push(id);
                        memory.push(Memory { id, role: Role::Argument { input, component } });
                    }
                    self.tables.memory.insert(array, parts);
                }
            }
        }
        for (position, (array, component)) in self.tables.graph.outputs.clone().into_iter().enumerate() {
            let node = self.tables.graph.array(array).clone();
            let name = if self.tables.graph.outputs.len() == 1 { "out".to_owned() } else { format!("out_{position}") };
            let extents = self.extents(&node.shape)?;
            // Without dimensions, it is a variable: what is folded in threads must be one.
            let id = self.array(Array { live_in: false, ..Array::external(&name, node.types[component], extents) })?;
            self.results.push(id);
            memory.push(Memory { id, role: Role::Result { position } });
        }
        Ok(memory)
    }

    /// Declares an array; its name gets a number if it is taken.
    fn array(&mut self, mut array: Array) -> Result<gdg::ArrayId> {
        let name = self.builder.gdg().free_name(&array.name);
        if name != array.name {
            array.place.root.clone_from(&name);
            array.name = name;
        }
        Ok(self.builder.array(array)?)
    }

    /// A size in the IR.
    fn extents(&self, shape: &[Size]) -> Result<Vec<Option<isl::PwAff>>> {
        shape.iter().map(|size| Ok(Some(self.builder.function(&format!("{{ [({})] }}", self.text(size)))?))).collect()
    }

    /// A size in isl's words.
    fn text(&self, size: &Size) -> String {
        size.text(&|symbol| self.tables.params.get(&symbol).map_or("0".to_owned(), |id| self.param_name(*id)))
    }

    fn param_name(&self, id: ParamId) -> String {
        self.builder.gdg().params[id.index()].name.clone()
    }

    fn bug(message: &str) -> Error {
        Error::Bug(message.to_owned())
    }
}

/// Memory that the function is given; what has no dimensions is behind a pointer.
fn external(name: &str, ty: ScalarType, extents: Vec<Option<isl::PwAff>>) -> Array {
    let is_element = extents.is_empty();
    let mut array = Array::external(name, ty, extents);
    if is_element {
        array.place.projections.push(gdg::Projection::Deref);
    }
    array
}

/// What makes the arrays that are arguments of the whole program; other inputs are what other parts of it have made.
pub(crate) const ARGUMENT: &str = "argument";

/// The names of parameters, and of what the function is given.
const NAMES: [&str; 8] = ["n", "m", "p", "q", "r", "s", "w", "h"];
const INPUTS: [&str; 6] = ["a", "b", "c", "d", "e", "f"];
