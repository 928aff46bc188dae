//! The statements of arrays.

use std::collections::{HashMap, HashSet};

use polymill_gdg::{self as gdg, Array, Expr, ScalarType};
use polymill_isl as isl;

use super::Lowering;
use super::values::Values;
use crate::Result;
use crate::graph::{Accumulation, ArrayId, ArrayKind, ArrayNode, Combination, ScalarId, ScalarKind, VariableId};
use crate::size::Size;
use crate::untyped::FUNCTIONS;

/// A loop of a statement: what its index is called, where it starts, and where it ends.
#[derive(Clone)]
pub(super) struct Loop {
    index: VariableId,
    start: Size,
    end: Size,
}

/// A piece of the loops' iterations: the interior, or a border.
struct Piece {
    /// What a statement of it is called.
    name: String,
    /// Its iterations, as the domain of that statement.
    domain: isl::Set,
    is_interior: bool,
    /// How many of the loops are open where it is added.
    n_open: usize,
}

/// Names of iterators.
const ITERATORS: [&str; 8] = ["i", "j", "k", "l", "u", "v", "x", "y"];

impl Loop {
    pub(super) fn over(index: VariableId, size: &Size) -> Self {
        Self { index, start: Size::constant(0), end: size.clone() }
    }
}

/// What the statements and the memory of an array are called: as its operation, unless that is a word of isl's or a function of C's.
pub(super) fn name_of(node: &ArrayNode) -> String {
    let operation = node.operation;
    let is_function = FUNCTIONS.iter().any(|(name, _)| *name == operation);
    match format!("{operation}_") {
        _ if gdg::is_name(operation) && !is_function => operation.to_owned(),
        other if gdg::is_name(&other) => other,
        _ => "array".to_owned(),
    }
}

/// What makes the actions of a statement: it is given the values, and the statement's own iterators.
pub(super) type Actions<'a> = dyn Fn(&mut Values<'_, '_>, &[Expr]) -> Result<()> + 'a;

impl Lowering {
    /// Adds the statements that compute an array.
    pub(super) fn node(&mut self, id: ArrayId, scopes: &HashMap<ArrayId, Option<ArrayId>>) -> Result<()> {
        let node = self.tables.graph.array(id).clone();
        match &node.kind {
            ArrayKind::Input | ArrayKind::State => Ok(()),
            ArrayKind::While { .. } => Err(Self::bug("a loop inside of a part of a program")),
            ArrayKind::Generate { index, values } => {
                let memory = self.declare(id, &node)?;
                let loops: Vec<Loop> =
                    index.iter().zip(&node.shape).map(|(index, size)| Loop::over(*index, size)).collect();
                let actions: &Actions<'_> = &|statement, at| {
                    let values = statement.all(values)?;
                    store(statement, &memory, at, values)
                };
                self.split(&name_of(&node), &loops, 0, values, &|lowering, piece| {
                    lowering.add(&piece.name, piece.domain, &loops, piece.is_interior, actions)
                })
            }
            ArrayKind::Fold { accumulation, inner } => self.fold(id, &node, accumulation, inner),
            ArrayKind::FoldRanges { accumulation, start, end } => {
                self.fold_ranges(id, &node, accumulation, [*start, *end])
            }
            ArrayKind::Scan { accumulation, starts_with_initial } => {
                self.scan(id, &node, accumulation, *starts_with_initial)
            }
            ArrayKind::Permute { index, extents, initial, target, combination, items } => {
                let memory = self.declare(id, &node)?;
                self.copy(*initial, &memory, &node)?;
                let loops: Vec<Loop> =
                    index.iter().zip(extents).map(|(index, size)| Loop::over(*index, size)).collect();
                self.statement(&name_of(&node), &loops, &|statement, _| {
                    permute(statement, &memory, &node.shape, target, combination, items)
                })
            }
            ArrayKind::Iterate { initial, count, state, result } => {
                let memory = self.declare(id, &node)?;
                self.tables.memory.insert(*state, memory.clone());
                self.copy(*initial, &memory, &node)?;
                self.builder.open_loop();
                self.counts.push(count.clone());
                self.scope(Some(*state), scopes)?;
                if result != state {
                    self.copy(*result, &memory, &node)?;
                }
                self.counts.pop();
                self.builder.close_loop();
                Ok(())
            }
        }
    }

    /// Results that have no memory yet are copies of what does.
    pub(super) fn copy_results(&mut self) -> Result<()> {
        for (position, (array, component)) in self.tables.graph.outputs.clone().into_iter().enumerate() {
            let target = self.results[position];
            let source = self.tables.memory.get(&array).and_then(|parts| parts.get(component)).copied();
            if source == Some(target) {
                continue;
            }
            let node = self.tables.graph.array(array).clone();
            self.copy_component(array, component, target, &node)?;
        }
        Ok(())
    }

    /// Declares the memory of an array: that of a result, if it is one.
    pub(super) fn declare(&mut self, id: ArrayId, node: &ArrayNode) -> Result<Vec<gdg::ArrayId>> {
        let mut memory = vec![];
        for (component, ty) in node.types.iter().enumerate() {
            let result = self.tables.graph.outputs.iter().position(|output| *output == (id, component));
            memory.push(match result {
                Some(position) => self.results[position],
                None => {
                    let extents = self.extents(&node.shape)?;
                    self.array(Array::local(name_of(node), *ty, extents))?
                }
            });
        }
        self.tables.memory.insert(id, memory.clone());
        Ok(memory)
    }

    /// Copies an array.
    fn copy(&mut self, from: ArrayId, to: &[gdg::ArrayId], node: &ArrayNode) -> Result<()> {
        for (component, target) in to.iter().enumerate() {
            self.copy_component(from, component, *target, node)?;
        }
        Ok(())
    }

    fn copy_component(&mut self, from: ArrayId, component: usize, to: gdg::ArrayId, node: &ArrayNode) -> Result<()> {
        let (variables, subscripts): (Vec<_>, Vec<_>) =
            node.shape.iter().map(|_| self.tables.graph.variable(ScalarType::I64)).unzip();
        let kind = ScalarKind::Element { array: from, component, subscripts };
        let value = self.tables.graph.scalar(node.types[component], kind);
        let loops: Vec<Loop> =
            variables.iter().zip(&node.shape).map(|(index, size)| Loop::over(*index, size)).collect();
        self.statement("copy", &loops, &|statement, at| {
            let values = statement.all(&[value])?;
            store(statement, &[to], at, values)
        })
    }

    fn fold(
        &mut self,
        id: ArrayId,
        node: &ArrayNode,
        accumulation: &Accumulation,
        inner: &[(VariableId, Size)],
    ) -> Result<()> {
        let memory = self.declare(id, node)?;
        let Accumulation { index, along, length, initial, items, combination, .. } = accumulation;
        let outer: Vec<Loop> = index.iter().zip(&node.shape).map(|(index, size)| Loop::over(*index, size)).collect();
        let zero = self.tables.graph.scalar(ScalarType::I64, ScalarKind::Int(0));
        let first = self.at(items, *along, zero);
        let start = Size::constant(i64::from(initial.is_none()));
        let steps = Loop { index: *along, start, end: length.clone() };
        let further = inner.iter().map(|(index, size)| Loop::over(*index, size));
        let loops: Vec<Loop> = outer.iter().cloned().chain([steps]).chain(further).collect();
        let begin: &Actions<'_> = &|statement, at| {
            let values = statement.all(initial.as_ref().unwrap_or(&first))?;
            store(statement, &memory, at, values)
        };
        let go_on: &Actions<'_> = &|statement, at| {
            let at = &at[..outer.len()];
            let so_far = load(statement, &memory, at)?;
            let values = combined(statement, combination, so_far, items)?;
            store(statement, &memory, at, values)
        };
        let n_inner = loops.len() - outer.len();
        self.split(&name_of(node), &loops, n_inner, items, &|lowering, piece| {
            // Each element is begun and then completed, as it is written in C.
            let left = outer.len() - piece.n_open;
            (0..left).for_each(|_| lowering.builder.open_loop());
            let whole = piece.domain.add_dims(isl::Dim::Set, n_inner)?.set_tuple_name(&piece.name)?;
            lowering.add(&piece.name, piece.domain, &outer, piece.is_interior, begin)?;
            let name = lowering.fresh(&name_of(node));
            let all = lowering.domain(&name, &loops, None)?;
            let whole = whole.set_tuple_name(&name)?.intersect(&all)?;
            lowering.add(&name, whole, &loops, piece.is_interior, go_on)?;
            (0..left).for_each(|_| lowering.builder.close_loop());
            Ok(())
        })
    }

    fn scan(
        &mut self,
        id: ArrayId,
        node: &ArrayNode,
        accumulation: &Accumulation,
        starts_with_initial: bool,
    ) -> Result<()> {
        let memory = self.declare(id, node)?;
        let Accumulation { index, along, axis, length, initial, items, combination, is_downward, .. } = accumulation;
        let others = node.shape.iter().enumerate().filter(|(at, _)| at != axis).map(|(_, size)| size);
        let outer: Vec<Loop> = index.iter().zip(others).map(|(index, size)| Loop::over(*index, size)).collect();
        // Step `k` makes an element from the one that step `k - 1` made; the first step makes the first one.
        let (step_index, step) = self.tables.graph.variable(ScalarType::I64);
        let last = self.tables.graph.scalar(ScalarType::I64, ScalarKind::Size(length.plus(1, &Size::constant(-1))));
        let subtract = |graph: &mut crate::graph::Graph, left, right| {
            graph.scalar(ScalarType::I64, ScalarKind::Binary(gdg::BinaryOp::Sub, left, right))
        };
        let graph = &mut self.tables.graph;
        let one = graph.scalar(ScalarType::I64, ScalarKind::Int(1));
        // With an initial value, step 1 takes element 0.
        let taken = if starts_with_initial { subtract(graph, step, one) } else { step };
        let taken = if *is_downward { subtract(graph, last, taken) } else { taken };
        let items = self.at(items, *along, taken);
        let n_made = node.shape[*axis].clone();
        let place = |at: &[Expr], step: Expr, size: Expr| {
            let mut at = at.to_vec();
            let step = if *is_downward { size - Expr::int(ScalarType::I64, 1) - step } else { step };
            at.insert(*axis, step);
            at
        };
        let size = self.tables.size(&n_made);
        let first = Loop::over(step_index, &Size::constant(1));
        // There is a first element only if there is any.
        let at_first: Vec<Loop> = outer.iter().cloned().chain([first]).collect();
        self.statement_where(&name_of(node), &at_first, Some(&n_made), &|statement, at| {
            let values = statement.all(initial.as_ref().unwrap_or(&items))?;
            let at = place(&at[..at.len() - 1], Expr::int(ScalarType::I64, 0), size.clone());
            store(statement, &memory, &at, values)
        })?;
        let inner = Loop { index: step_index, start: Size::constant(1), end: n_made.clone() };
        let loops: Vec<Loop> = outer.into_iter().chain([inner]).collect();
        self.statement(&name_of(node), &loops, &|statement, at| {
            let (step, outer) = match at.split_last() {
                Some((step, outer)) => (step.clone(), outer),
                None => return Err(Self::bug("a scan without a dimension")),
            };
            let before = place(outer, step.clone() - Expr::int(ScalarType::I64, 1), size.clone());
            let so_far = load(statement, &memory, &before)?;
            let values = match is_downward {
                false => combined(statement, combination, so_far, &items)?,
                true => {
                    let flipped = Combination {
                        left: combination.right.clone(),
                        right: combination.left.clone(),
                        values: combination.values.clone(),
                    };
                    combined(statement, &flipped, so_far, &items)?
                }
            };
            store(statement, &memory, &place(outer, step, size.clone()), values)
        })
    }

    /// The values with something in the place of a variable.
    fn at(&mut self, values: &[ScalarId], variable: VariableId, value: ScalarId) -> Vec<ScalarId> {
        let replaced = HashMap::from([(variable, value)]);
        values.iter().map(|each| self.tables.graph.substituted(*each, &replaced)).collect()
    }

    /// Adds a statement in these loops.
    pub(super) fn statement(&mut self, name: &str, loops: &[Loop], actions: &Actions<'_>) -> Result<()> {
        self.statement_where(name, loops, None, actions)
    }

    /// As [`Lowering::statement`], if a size is not 0.
    fn statement_where(
        &mut self,
        name: &str,
        loops: &[Loop],
        size: Option<&Size>,
        actions: &Actions<'_>,
    ) -> Result<()> {
        let name = self.fresh(name);
        let domain = self.domain(&name, loops, size)?;
        self.add(&name, domain, loops, false, actions)
    }

    /// Adds statements for the interior, where nothing is beyond a border, and some for the rest: for each loop but the innermost
    /// `n_inner`, some where it has just begun and some where it is about to end.
    fn split(
        &mut self,
        name: &str,
        loops: &[Loop],
        n_inner: usize,
        values: &[ScalarId],
        add: &dyn Fn(&mut Self, Piece) -> Result<()>,
    ) -> Result<()> {
        let name = self.fresh(name);
        let outer = &loops[..loops.len() - n_inner];
        let domain = self.domain(&name, outer, None)?;
        let mut interior = domain.clone();
        let borders = self.borders(&domain, loops, n_inner, values)?;
        for (position, (low, high)) in borders.iter().enumerate() {
            let beginning = interior.subtract(low)?;
            let end = interior.intersect(low)?.subtract(high)?;
            self.builder.open_loop();
            for piece in [beginning, end] {
                if !piece.is_empty()? {
                    let border = self.fresh("border");
                    let domain = piece.coalesce()?.set_tuple_name(&border)?;
                    add(self, Piece { name: border, domain, is_interior: false, n_open: position + 1 })?;
                }
            }
            interior = interior.intersect(low)?.intersect(high)?;
        }
        let is_interior = !borders.is_empty();
        add(self, Piece { name, domain: interior, is_interior, n_open: borders.len() })?;
        borders.iter().for_each(|_| self.builder.close_loop());
        Ok(())
    }

    /// For each loop but the innermost `n_inner`, where nothing is before the first element along its dimension in all instances, and
    /// where nothing is behind the last one. Nothing, if that is not linear.
    fn borders(
        &mut self,
        domain: &isl::Set,
        loops: &[Loop],
        n_inner: usize,
        values: &[ScalarId],
    ) -> Result<Vec<(isl::Set, isl::Set)>> {
        let conditions = self.conditions(values);
        if conditions.is_empty() {
            return Ok(vec![]);
        }
        let n_outer = loops.len() - n_inner;
        let first_inner = self.counts.len() + n_outer;
        let variables = self.variables(loops);
        let name = domain.get_tuple_name()?.unwrap_or_default();
        let all = self.domain(&name, loops, None)?;
        let mut statement = self.builder.statement_on(&name, all, &self.iterators(loops))?;
        let whole = statement.instances().domain.clone();
        let mut values = Values {
            tables: &mut self.tables,
            statement: &mut statement,
            variables,
            is_interior: false,
            domain: whole.clone(),
            known: HashMap::new(),
            is_side: false,
            within: vec![],
        };
        // Those of the outer loops' iterations in which all instances are among these, in few words: where there are no instances at
        // all, it may say anything.
        let some = whole.params()?;
        let always = |holds: &isl::Set| -> Result<isl::Set> {
            let others = whole.subtract(holds)?.project_out(isl::Dim::Set, first_inner, n_inner)?;
            let all = domain.subtract(&others.set_tuple_name(&name)?)?.intersect_params(&some)?;
            Ok(all.coalesce()?.gist_params(&some)?.intersect(domain)?)
        };
        let mut borders = vec![(domain.clone(), domain.clone()); n_outer];
        for (index, size) in conditions {
            let axis = loops.iter().position(|one| values.tables.mentions(index, one.index));
            let index = values.value(index)?;
            let size = values.tables.size(&size);
            let zero = Expr::int(ScalarType::I64, 0);
            let instances = values.statement.instances();
            let low = instances.condition(&Expr::of(gdg::BinaryOp::Ge, index.clone(), zero))?;
            let high = instances.condition(&Expr::of(gdg::BinaryOp::Lt, index, size))?;
            let axis = axis.filter(|axis| *axis < n_outer);
            let (Some(axis), Some(low), Some(high)) = (axis, low, high) else { return Ok(vec![]) };
            let (all_low, all_high) = &mut borders[axis];
            *all_low = all_low.intersect(&always(&low)?)?;
            *all_high = all_high.intersect(&always(&high)?)?;
        }
        Ok(borders)
    }

    /// What is said to hold nearly everywhere, in the values.
    fn conditions(&mut self, values: &[ScalarId]) -> Vec<(ScalarId, Size)> {
        let mut done = HashMap::new();
        let mut left: Vec<ScalarId> = values.iter().map(|value| self.tables.expanded(*value, &mut done)).collect();
        let mut seen = HashSet::new();
        let mut conditions = vec![];
        while let Some(id) = left.pop() {
            if !seen.insert(id) {
                continue;
            }
            let kind = &self.tables.graph.at(id).kind;
            if let ScalarKind::Inside(own, ..) = kind {
                conditions.extend(own.iter().cloned());
            }
            kind.for_each_operand(&mut |operand| left.push(operand));
        }
        conditions.sort_unstable();
        conditions.dedup();
        conditions
    }

    fn add(
        &mut self,
        name: &str,
        domain: isl::Set,
        loops: &[Loop],
        is_interior: bool,
        actions: &Actions<'_>,
    ) -> Result<()> {
        let depth = self.counts.len();
        let variables = self.variables(loops);
        let mut statement = self.builder.statement_on(name, domain, &self.iterators(loops))?;
        let at: Vec<Expr> = (0..loops.len()).map(|position| statement.iterator(depth + position)).collect();
        let whole = statement.instances().domain.clone();
        let mut values = Values {
            tables: &mut self.tables,
            statement: &mut statement,
            variables,
            is_interior,
            domain: whole,
            known: HashMap::new(),
            is_side: false,
            within: vec![],
        };
        actions(&mut values, &at)?;
        statement.finish()?;
        Ok(())
    }

    /// What the indices of loops stand for.
    fn variables(&self, loops: &[Loop]) -> HashMap<VariableId, Expr> {
        let depth = self.counts.len();
        let iterator = |position: usize| Expr { ty: ScalarType::I64, kind: gdg::ExprKind::Iterator(depth + position) };
        loops.iter().enumerate().map(|(position, one)| (one.index, iterator(position))).collect()
    }

    fn iterators(&self, loops: &[Loop]) -> Vec<&'static str> {
        const TIMES: [&str; 4] = ["t", "t1", "t2", "t3"];
        let times = (0..self.counts.len()).map(|depth| TIMES.get(depth).copied().unwrap_or("t4"));
        let own = (0..loops.len()).map(|position| ITERATORS.get(position).copied().unwrap_or("z"));
        times.chain(own).collect()
    }

    fn domain(&self, name: &str, loops: &[Loop], size: Option<&Size>) -> Result<isl::Set> {
        let times = self.counts.iter().map(|count| (Size::constant(0), count.clone()));
        let all = times.chain(loops.iter().map(|one| (one.start.clone(), one.end.clone())));
        let mut constraints = vec![];
        let mut names = vec![];
        for (position, (start, end)) in all.enumerate() {
            let dim = format!("i{position}");
            constraints.push(format!("{} <= {dim} < {}", self.text(&start), self.text(&end)));
            names.push(dim);
        }
        constraints.extend(size.map(|size| format!("{} > 0", self.text(size))));
        let condition =
            if constraints.is_empty() { String::new() } else { format!(" : {}", constraints.join(" and ")) };
        Ok(self.builder.gdg().read_set(&format!("{{ {name}[{}]{condition} }}", names.join(", ")))?)
    }

    fn fresh(&mut self, name: &str) -> String {
        self.n_statements += 1;
        format!("S{}_{name}", self.n_statements)
    }
}

/// Stores the components of an element.
pub(super) fn store(
    statement: &mut Values<'_, '_>,
    memory: &[gdg::ArrayId],
    at: &[Expr],
    mut values: Vec<Expr>,
) -> Result<()> {
    // All are computed before one of them changes what the others are computed from.
    if values.len() > 1 {
        values = values.into_iter().map(|value| statement.named(value)).collect();
    }
    for (array, value) in memory.iter().zip(values) {
        statement.statement.store(*array, at.to_vec(), value)?;
    }
    Ok(())
}

/// Loads the components of an element.
fn load(statement: &mut Values<'_, '_>, memory: &[gdg::ArrayId], at: &[Expr]) -> Result<Vec<Expr>> {
    memory.iter().map(|array| Ok(statement.statement.load(*array, at.to_vec())?)).collect()
}

/// The combination of what is there and of an element.
pub(super) fn combined(
    statement: &mut Values<'_, '_>,
    combination: &Combination,
    so_far: Vec<Expr>,
    items: &[ScalarId],
) -> Result<Vec<Expr>> {
    // The element's components are values of the graph, so that they are computed with the rest.
    let replaced: HashMap<VariableId, ScalarId> =
        combination.right.iter().copied().zip(items.iter().copied()).collect();
    let graph = &mut statement.tables.graph;
    let values: Vec<ScalarId> = combination.values.iter().map(|value| graph.substituted(*value, &replaced)).collect();
    statement.variables.extend(combination.left.iter().copied().zip(so_far));
    statement.all(&values)
}

fn permute(
    statement: &mut Values<'_, '_>,
    memory: &[gdg::ArrayId],
    shape: &[Size],
    target: &[ScalarId],
    combination: &Combination,
    items: &[ScalarId],
) -> Result<()> {
    let places = statement.all(target)?;
    let sizes: Vec<Expr> = shape.iter().map(|size| statement.tables.size(size)).collect();
    let (at, guard) = statement.place(places, &sizes)?;
    match guard {
        None => {
            let so_far = load(statement, memory, &at)?;
            let values = combined(statement, combination, so_far, items)?;
            store(statement, memory, &at, values)
        }
        Some(guard) => {
            let was_conditional = statement.statement.set_conditional(true);
            let so_far = load(statement, memory, &at)?;
            // Only where there is something.
            let zero = |value: &Expr| Expr::constant(value.ty, if value.ty.is_float() { "0.0" } else { "0" });
            let so_far = so_far.into_iter().map(|value| {
                let none = zero(&value);
                Expr::select(guard.clone(), value, none)
            });
            let so_far = so_far.collect();
            statement.statement.set_conditional(was_conditional);
            let values = combined(statement, combination, so_far, items)?;
            let values: Vec<Expr> = values.into_iter().map(|value| statement.named(value)).collect();
            for (array, value) in memory.iter().zip(values) {
                statement.statement.store_if(guard.clone(), *array, at.clone(), value)?;
            }
            Ok(())
        }
    }
}
