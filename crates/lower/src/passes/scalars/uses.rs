//! What parts of a block use, and whether two uses can be of the same memory.

use std::collections::BTreeSet;

use polymill_gdg::{AccessId, AccessKind, Action, ArrayId, Expr, ExprKind, Gdg, Statement};

use crate::{Datum, Element, Instance, IntExpr, Known, Lanes, LoopNest, Node, Register, RegisterId};

/// One use of memory. Elements that are in registers are not used.
#[derive(Clone, Debug)]
pub(super) struct Use {
    /// The position in the block of the part that it belongs to.
    pub part: usize,
    pub array: ArrayId,
    /// `None` where it is not known.
    pub subscripts: Option<Vec<IntExpr>>,
    pub is_write: bool,
    /// Whether it certainly happens when the block is run.
    pub is_certain: bool,
    /// Whether a register can take the element's place in it.
    pub is_replaceable: bool,
    /// What is known where it happens: an index into [`Uses::knowns`].
    pub known: usize,
    /// The element, for uses in the block itself.
    pub element: Option<Element>,
    /// See [`Element::filled`].
    pub filled: Option<[IntExpr; 2]>,
}

/// All uses in a block, in the order of its parts and, inside of an instance, reads before writes.
#[derive(Default)]
pub(super) struct Uses {
    pub all: Vec<Use>,
    pub knowns: Vec<Known>,
    /// Those of all vectors.
    lanes: BTreeSet<Lanes>,
}

/// Whether two subscripts are different, also in different lanes.
fn differ(known: &Known, lanes: &BTreeSet<Lanes>, a: &IntExpr, b: &IntExpr) -> bool {
    // The least and the most that a value adds to its sum without lanes.
    let split = |value: &IntExpr| {
        let (mut sum, mut reach) = (value.clone(), (0, 0));
        for Lanes { var, count } in lanes {
            let factor = value.coefficient(*var);
            sum = sum - IntExpr::var(*var) * factor;
            let last = factor * i128::from(count - 1);
            reach = (reach.0 + last.min(0), reach.1 + last.max(0));
        }
        let is_known = !lanes.iter().any(|lanes| sum.mentions(lanes.var));
        is_known.then_some((sum, reach))
    };
    let (Some((first, of_first)), Some((second, of_second))) = (split(a), split(b)) else { return false };
    if (of_first, of_second) == ((0, 0), (0, 0)) {
        return known.differ(a, b);
    }
    let difference = first - second;
    known.is_non_negative(&(difference.clone() + (of_first.0 - of_second.1 - 1)))
        || known.is_non_negative(&(-difference - (of_first.1 - of_second.0 + 1)))
}

impl Uses {
    /// The uses of the parts of a block.
    pub fn of_block(gdg: &Gdg, nest: &LoopNest, block: &[Node], known: &Known) -> Self {
        let mut uses = Self::default();
        let mut known = known.clone();
        for (part, node) in block.iter().enumerate() {
            uses.add_node(gdg, nest, node, &known, part, true);
            known.pass(node);
        }
        uses
    }

    /// The elements that the block itself uses, in order.
    pub fn elements(&self) -> Vec<(ArrayId, Vec<IntExpr>)> {
        let mut elements = vec![];
        for each in self.all.iter().filter(|each| each.element.is_some()) {
            let element = each.subscripts.clone().map(|subscripts| (each.array, subscripts));
            elements.extend(element.filter(|element| !elements.contains(element)));
        }
        elements
    }

    /// Whether a use is certainly of other memory than an element.
    pub fn is_elsewhere(&self, gdg: &Gdg, array: ArrayId, subscripts: &[IntExpr], other: &Use) -> bool {
        if array != other.array {
            let pair = (array, other.array);
            let may_overlap = gdg
                .aliases
                .iter()
                .any(|alias| (alias.first, alias.second) == pair || (alias.second, alias.first) == pair);
            return !may_overlap;
        }
        let Some(others) = &other.subscripts else { return false };
        let known = &self.knowns[other.known];
        subscripts.iter().zip(others).any(|(a, b)| differ(known, &self.lanes, a, b))
    }

    fn add_node(&mut self, gdg: &Gdg, nest: &LoopNest, node: &Node, known: &Known, part: usize, is_top: bool) {
        match node {
            Node::Instance(instance) => self.add_instance(gdg, nest, instance, known, part, is_top),
            Node::Evaluate { value, .. } => self.add_datum(gdg, value, known, part),
            Node::Load { element: Some(element), .. } => {
                self.add_element(gdg, nest, element, known, part, is_top, false);
            }
            Node::Store { element, .. } => self.add_element(gdg, nest, element, known, part, is_top, true),
            Node::AddSum { element, factor, .. } => {
                let first = self.all.len();
                for (each, is_write) in factor.element().map(|each| (each, false)).into_iter().chain([(element, true)])
                {
                    self.add_element(gdg, nest, each, known, part, false, is_write);
                }
                self.all[first..].iter_mut().for_each(|each| each.is_replaceable = false);
            }
            _ => {
                for (block, known) in crate::passes::walk::inside(node, known) {
                    let mut known = known;
                    for inner in block {
                        self.add_node(gdg, nest, inner, &known, part, false);
                        known.pass(inner);
                    }
                }
            }
        }
    }

    fn add_instance(
        &mut self,
        gdg: &Gdg,
        nest: &LoopNest,
        instance: &Instance,
        known: &Known,
        part: usize,
        is_top: bool,
    ) {
        let statement = gdg.statement(instance.statement);
        let certain = certain_loads(instance, statement);
        let known = self.add_known(known);
        let mut of_instance = vec![];
        for (index, access) in statement.accesses.iter().enumerate() {
            let id = AccessId::new(index);
            if access.kind == AccessKind::Kill || instance.register(id).is_some() {
                continue;
            }
            let is_exact = matches!(access.kind, AccessKind::Read | AccessKind::MustWrite);
            let subscripts = nest.elements.subscripts(instance.statement, id, &instance.iterators);
            // What depends on nothing but tests that are passed is done.
            let is_done = is_exact || (is_plain(instance, statement) && subscripts.is_some());
            let element = instance.element(id, &nest.elements);
            self.lanes.extend(element.lanes);
            of_instance.push(Use {
                part,
                array: access.array,
                subscripts,
                is_write: access.kind.is_write(),
                is_certain: is_top && is_done && (access.kind.is_write() || certain.contains(&id)),
                is_replaceable: has_no_loops(instance, statement),
                known,
                filled: element.filled.clone(),
                element: is_top.then_some(element),
            });
        }
        // Reads come first: each instance stores its result last.
        of_instance.sort_by_key(|each| each.is_write);
        self.all.extend(of_instance);
    }

    /// What a value is computed from is read from memory.
    fn add_datum(&mut self, gdg: &Gdg, value: &Datum, known: &Known, part: usize) {
        let known = self.add_known(known);
        for array in value.arrays(gdg) {
            self.all.push(Use {
                part,
                array,
                subscripts: None,
                is_write: false,
                is_certain: false,
                is_replaceable: false,
                known,
                element: None,
                filled: None,
            });
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn add_element(
        &mut self,
        gdg: &Gdg,
        nest: &LoopNest,
        element: &Element,
        known: &Known,
        part: usize,
        is_top: bool,
        is_write: bool,
    ) {
        let array = gdg.statement(element.statement).access(element.access).array;
        let subscripts = nest.elements.subscripts(element.statement, element.access, &element.iterators);
        let known = self.add_known(known);
        self.lanes.extend(element.lanes);
        self.all.push(Use {
            part,
            array,
            subscripts,
            is_write,
            is_certain: is_top,
            is_replaceable: true,
            known,
            element: is_top.then(|| element.clone()),
            filled: element.filled.clone(),
        });
    }

    fn add_known(&mut self, known: &Known) -> usize {
        if self.knowns.last() != Some(known) {
            self.knowns.push(known.clone());
        }
        self.knowns.len() - 1
    }
}

impl Use {
    /// Whether it is of this element.
    pub fn is_of(&self, array: ArrayId, subscripts: &[IntExpr]) -> bool {
        self.array == array && self.subscripts.as_deref() == Some(subscripts)
    }
}

/// A new register for an element.
pub(super) fn new_register(
    gdg: &Gdg,
    nest: &mut LoopNest,
    array: ArrayId,
    subscripts: &[IntExpr],
    lanes: Option<Lanes>,
    constant: bool,
) -> RegisterId {
    let (ty, subscripts) = (gdg.array(array).element, subscripts.to_vec());
    nest.new_register(Register { name: String::new(), ty, constant, array, subscripts, is_part: false, lanes })
}

/// Makes an instance use a register wherever it uses the element.
pub(super) fn use_register(
    gdg: &Gdg,
    nest: &LoopNest,
    instance: &mut Instance,
    (array, subscripts): (ArrayId, &[IntExpr]),
    register: RegisterId,
) {
    for (index, access) in gdg.statement(instance.statement).accesses.iter().enumerate() {
        let id = AccessId::new(index);
        if access.array != array || access.kind == AccessKind::Kill || instance.register(id).is_some() {
            continue;
        }
        let used = nest.elements.subscripts(instance.statement, id, &instance.iterators);
        if used.as_deref() == Some(subscripts) {
            instance.registers.push((id, register));
            instance.registers.sort_unstable();
        }
    }
}

/// Whether the work of an instance is a single store, and what is computed for it before.
pub(super) fn is_plain(instance: &Instance, statement: &Statement) -> bool {
    let (tests, actions) = instance.work(statement);
    let computes = |action: &Action| matches!(action, Action::Set { .. });
    tests.is_empty() && matches!(actions, [before @ .., Action::Store { .. }] if before.iter().all(computes))
}

/// Whether an instance does each thing once at most, and no test of its own decides whether it runs.
fn has_no_loops(instance: &Instance, statement: &Statement) -> bool {
    fn runs_once(action: &Action) -> bool {
        match action {
            Action::Store { .. } | Action::Set { .. } => true,
            Action::If { then, otherwise, .. } => then.iter().chain(otherwise).all(runs_once),
            Action::Loop(_) => false,
        }
    }
    let (tests, actions) = instance.work(statement);
    tests.is_empty() && actions.iter().all(runs_once)
}

/// The loads that happen whenever the instance is executed, or may happen then: what is certainly read exists, whatever a choice says.
fn certain_loads(instance: &Instance, statement: &Statement) -> BTreeSet<AccessId> {
    let mut loads = BTreeSet::new();
    let (tests, actions) = instance.work(statement);
    for action in actions.iter().filter(|_| tests.is_empty()) {
        if let Action::Store { value, .. } | Action::Set { value, .. } = action {
            let mut add = |expr: &Expr, is_certain: bool| {
                if let ExprKind::Load(access) = expr.kind
                    && (is_certain || statement.access(access).kind == AccessKind::Read)
                {
                    loads.insert(access);
                }
            };
            value.for_each_certain(&mut |expr| add(expr, true));
            value.for_each(&mut |expr| add(expr, false));
        }
    }
    loads
}
