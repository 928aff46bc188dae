//! Registers: what declares, loads and stores them.

use super::Printer;
use crate::emit::target::{Helper, VectorType};
use crate::emit::types::type_name;
use crate::emit::value::Values;
use crate::{Element, Factor, Instance, IntExpr, Known, Node, Register, RegisterId};

/// See [`Helper::KeepLoaded`].
const LOADED_AGAIN: usize = 4;

impl<'a> Printer<'a> {
    /// Declares a register with its first value, if it has one yet.
    pub(super) fn load(&mut self, register: RegisterId, element: Option<&Element>, block: &'a [Node], known: &Known) {
        let Some(element) = element else { return self.declare_register(register, block) };
        let Some(target) = self.nest.registers.get(register.index()) else { return };
        let ty = self.register_type(target);
        if let Some(filled) = &element.filled {
            self.line(&format!("{ty} {};", target.name));
            return self.copy_lanes(Helper::LoadLanes, target, element, filled, known);
        }
        let constant = if target.constant { "const " } else { "" };
        let text = self.element(element, known);
        self.line(&format!("{constant}{ty} {} = {text};", target.name));
        let rest = block.get(1..).unwrap_or_default();
        if self.is_shared_by_few(register, rest) && !self.loads_more(rest) {
            self.helpers.insert(Helper::KeepLoaded);
            self.line(&format!("{}();", Helper::KeepLoaded.name()));
        }
    }

    /// Whether a register is a vector that few instances of a block use, and none changes.
    fn is_shared_by_few(&self, register: RegisterId, block: &[Node]) -> bool {
        let uses = |instance: &Instance| instance.registers.iter().any(|(_, each)| *each == register);
        let users = block.iter().filter(|node| matches!(node, Node::Instance(instance) if uses(instance)));
        let is_vector = |register: &Register| register.constant && register.lanes.is_some();
        self.nest.registers.get(register.index()).is_some_and(is_vector) && users.count() <= LOADED_AGAIN
    }

    /// Whether a block loads such registers.
    fn loads_more(&self, block: &[Node]) -> bool {
        let loads = |(position, node): (usize, &Node)| match node {
            Node::Load { register, element: Some(_) } => self.is_shared_by_few(*register, &block[position..]),
            _ => false,
        };
        block.iter().enumerate().any(loads)
    }

    pub(super) fn store(&mut self, element: &Element, register: RegisterId, known: &Known) {
        let Some(source) = self.nest.registers.get(register.index()) else { return };
        if let Some(filled) = &element.filled {
            return self.copy_lanes(Helper::StoreLanes, source, element, filled, known);
        }
        let text = self.element(element, known);
        self.line(&format!("{text} = {};", source.name));
    }

    pub(super) fn zero(&mut self, register: RegisterId) {
        let Some(target) = self.nest.registers.get(register.index()) else { return };
        let zero = if target.lanes.is_some() { "{ 0 }" } else { "0" };
        let ty = self.register_type(target);
        self.line(&format!("{ty} {} = {zero};", target.name));
    }

    pub(super) fn add_sum(&mut self, element: &Element, register: RegisterId, factor: &Factor, known: &Known) {
        let Some(sum) = self.nest.registers.get(register.index()) else { return };
        let text = self.element(element, known);
        let factor = match factor {
            Factor::Element(factor) => self.element(factor, known),
            Factor::Register(factor) => {
                self.nest.registers.get(factor.index()).map_or(String::new(), |each| each.name.clone())
            }
        };
        self.line(&format!("{text} += {factor} * {};", sum.name));
    }

    /// Declares a register where nothing gives it a value yet: in the store that does, if that stands in this block of the code.
    fn declare_register(&mut self, register: RegisterId, block: &[Node]) {
        let mut users = block.iter().filter_map(|node| match node {
            Node::Instance(instance) if instance.registers.iter().any(|(_, each)| *each == register) => Some(instance),
            _ => None,
        });
        if users.next().is_some_and(|first| self.gdg.statement(first.statement).body.locals.is_empty()) {
            self.undeclared.push(register);
        } else if let Some(register) = self.nest.registers.get(register.index()) {
            let ty = self.register_type(register);
            self.line(&format!("{ty} {};", register.name));
        }
    }

    /// Prints the call that copies some lanes of a register from or to memory.
    fn copy_lanes(
        &mut self,
        helper: fn(VectorType) -> Helper,
        register: &Register,
        element: &Element,
        filled: &[IntExpr; 2],
        known: &Known,
    ) {
        let Some(lanes) = register.lanes else { return };
        let Some(helper) = VectorType::of(register.ty, lanes.count).map(helper) else { return };
        self.helpers.insert(helper);
        let first = Element { lanes: None, iterators: lanes.first(&element.iterators), ..element.clone() };
        let place = self.element(&first, known);
        let [first, last] = filled.each_ref().map(|lane| self.integers(known, |integers| integers.sum(lane)).code);
        self.line(&format!("{}(&{}, &{place}, {first}, {last});", helper.name(), register.name));
    }

    pub(super) fn element(&mut self, element: &Element, known: &Known) -> String {
        let Element { statement, iterators, lanes, access, .. } = element;
        let instance = Instance { lanes: *lanes, ..Instance::new(*statement, iterators.clone()) };
        let statement = self.gdg.statement(*statement);
        self.integers(known, |integers| Values { integers, statement, instance: &instance }.element(*access).code)
    }

    /// The type of a register.
    pub(super) fn register_type(&mut self, register: &Register) -> &'static str {
        let Some(vector) = register.lanes.and_then(|lanes| VectorType::of(register.ty, lanes.count)) else {
            return type_name(register.ty);
        };
        let vector = Helper::Vector(vector);
        self.helpers.insert(vector);
        vector.name()
    }
}
