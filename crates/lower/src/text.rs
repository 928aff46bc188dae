//! The text form of loop nests: for people and tests. Bounds are inclusive, everything is written out.

use polymill_gdg::Gdg;

use crate::{
    Atom, Condition, Division, Factor, For, Instance, IntExpr, LoopKind, LoopNest, Node, Placement, Unrolling,
};

/// Prints a loop nest, one line for each node.
///
/// ```text
/// parallel for ii = 0 to n - 1 step 32
///   for i = ii to min(n - 1, ii + 31)    # carries a dependence
///     S(i, j)
/// ```
pub fn print(gdg: &Gdg, nest: &LoopNest) -> String {
    let mut printer = Printer { gdg, nest, out: String::new() };
    if nest.assumptions != Condition::Constant(true) {
        let line = format!("assuming {}", printer.condition(&nest.assumptions));
        printer.line(0, &line);
    }
    if nest.threads_if != Condition::Constant(true) {
        let line = format!("in threads if {}", printer.condition(&nest.threads_if));
        printer.line(0, &line);
    }
    printer.block(&nest.body, 0);
    printer.out
}

struct Printer<'a> {
    gdg: &'a Gdg,
    nest: &'a LoopNest,
    out: String,
}

impl Printer<'_> {
    fn block(&mut self, block: &[Node], level: usize) {
        for node in block {
            self.node(node, level);
        }
    }

    fn node(&mut self, node: &Node, level: usize) {
        match node {
            Node::For(inner) => {
                let line = self.header(inner);
                self.line(level, &line);
                self.block(&inner.body, level + 1);
            }
            Node::If(inner) => {
                let line = format!("if {}", self.condition(&inner.condition));
                self.line(level, &line);
                self.block(&inner.then, level + 1);
                if !inner.otherwise.is_empty() {
                    self.line(level, "else");
                    self.block(&inner.otherwise, level + 1);
                }
            }
            Node::Instance(instance) => {
                let line = self.instance(instance);
                self.line(level, &line);
            }
            Node::Declare(inner) => {
                let place = if inner.placement == Placement::Heap { "allocate" } else { "declare" };
                let sizes: String = inner.extents.iter().map(|size| format!("[{}]", self.sum(size))).collect();
                let line = format!("{place} {}{sizes}", self.gdg.array(inner.array).name);
                self.line(level, &line);
                self.block(&inner.body, level + 1);
            }
            Node::Let { var, value } => {
                let line = format!("let {} = {}", self.nest.name(*var), self.sum(value));
                self.line(level, &line);
            }
            Node::Evaluate { var, value } => {
                let iterators: Vec<_> = value.iterators.iter().map(|iterator| self.sum(iterator)).collect();
                let statement = &self.gdg.statement(value.statement).name;
                let name = self.nest.name(*var);
                self.line(level, &format!("evaluate {name} for {statement}({})", iterators.join(", ")));
            }
            Node::LoadPointer { pointer, subscripts } => {
                let pointer = &self.nest.pointers[pointer.index()];
                let subscripts: String = subscripts.iter().map(|each| format!("[{}]", self.sum(each))).collect();
                let line =
                    format!("load pointer {} = {}{subscripts}", pointer.name, self.gdg.array(pointer.array).name);
                self.line(level, &line);
            }
            Node::Load { register, element } => {
                let name = &self.nest.registers[register.index()].name;
                let line = match element {
                    Some(element) => format!("load {name} = {}", self.element(element)),
                    None => format!("load {name}"),
                };
                self.line(level, &line);
            }
            Node::Prefetch { element, bytes } => {
                self.line(level, &format!("prefetch {bytes} bytes behind {}", self.element(element)));
            }
            Node::Call { version } => self.line(level, &format!("call {version}")),
            Node::Store { element, register } => {
                let line = format!("store {} = {}", self.element(element), self.nest.registers[register.index()].name);
                self.line(level, &line);
            }
            Node::Zero { register } => {
                self.line(level, &format!("zero {}", self.nest.registers[register.index()].name));
            }
            Node::AddSum { element, register, factor } => {
                let factor = match factor {
                    Factor::Element(element) => self.element(element),
                    Factor::Register(register) => self.nest.registers[register.index()].name.clone(),
                };
                let sum = &self.nest.registers[register.index()].name;
                self.line(level, &format!("add {} += {factor} * {sum}", self.element(element)));
            }
        }
    }

    fn header(&self, inner: &For) -> String {
        let kind = match &inner.kind {
            LoopKind::Sequential => "",
            LoopKind::Independent => "independent ",
            LoopKind::Parallel { simd: false, .. } => "parallel ",
            LoopKind::Parallel { simd: true, .. } => "parallel simd ",
            LoopKind::Simd { .. } => "simd ",
        };
        let kind = match inner.collapse {
            1 => kind.to_owned(),
            n => format!("{kind}collapse({n}) "),
        };
        let name = self.nest.name(inner.var);
        let (lower, upper) = (self.sum(&inner.lower), self.sum(&inner.upper));
        let mut line = match inner.descending {
            false => format!("{kind}for {name} = {lower} to {upper}"),
            true => format!("{kind}for {name} = {upper} down to {lower}"),
        };
        if inner.step != 1 {
            line += &format!(" step {}", inner.step);
        }
        match inner.unrolling {
            Unrolling::None => {}
            Unrolling::Whole => line += " unroll",
            Unrolling::Jammed(factor) => line += &format!(" unroll_jam {factor}"),
            Unrolling::Lanes(count) => line += &format!(" lanes {count}"),
        }
        if inner.prefetched > 0 {
            line += &format!(" prefetch {}", inner.prefetched);
        }
        if inner.carries() == Some(true) {
            line += "    # carries a dependence";
        }
        line
    }

    fn instance(&self, instance: &Instance) -> String {
        let statement = self.gdg.statement(instance.statement);
        let iterators: Vec<_> = instance.iterators.iter().map(|value| self.sum(value)).collect();
        let mut line = format!("{}({})", statement.name, iterators.join(", "));
        if let Some(lanes) = instance.lanes {
            line += &format!(" in {}{} lanes", self.filled(&instance.filled), lanes.count);
        }
        for (access, register) in &instance.registers {
            let array = &self.gdg.array(statement.access(*access).array).name;
            line += &format!(" {array}@{}:{}", access.index(), self.nest.registers[register.index()].name);
        }
        for access in &instance.left_out {
            let array = &self.gdg.array(statement.access(*access).array).name;
            line += &format!(" without {array}@{}", access.index());
        }
        line
    }

    fn element(&self, element: &crate::Element) -> String {
        let access = self.gdg.statement(element.statement).access(element.access);
        let subscripts = self.nest.elements.subscripts(element.statement, element.access, &element.iterators);
        let filled = self.filled(&element.filled);
        let lanes = element.lanes.map_or_else(String::new, |lanes| format!(" in {filled}{} lanes", lanes.count));
        let subscripts: String =
            subscripts.unwrap_or_default().iter().map(|each| format!("[{}]", self.sum(each))).collect();
        format!("{}{subscripts}{lanes}", self.gdg.array(access.array).name)
    }

    fn filled(&self, filled: &Option<[IntExpr; 2]>) -> String {
        let range = |[first, last]: &[IntExpr; 2]| format!("{} to {} of ", self.sum(first), self.sum(last));
        filled.as_ref().map_or_else(String::new, range)
    }

    fn sum(&self, value: &IntExpr) -> String {
        let mut text = String::new();
        let mut add = |magnitude: String, is_negative: bool| {
            text += match (text.is_empty(), is_negative) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            text += &magnitude;
        };
        let (positive, negative): (Vec<_>, Vec<_>) =
            value.terms().iter().partition(|(_, coefficient)| *coefficient > 0);
        for (atom, coefficient) in positive.into_iter().chain(negative) {
            let atom = self.atom(atom);
            let factor = coefficient.abs();
            add(if factor == 1 { atom } else { format!("{factor} * {atom}") }, *coefficient < 0);
        }
        let constant = value.constant_part();
        if constant != 0 || value.terms().is_empty() {
            add(constant.abs().to_string(), constant < 0);
        }
        text
    }

    fn atom(&self, atom: &Atom) -> String {
        let list = |values: &[IntExpr]| values.iter().map(|value| self.sum(value)).collect::<Vec<_>>().join(", ");
        let division = |division: &Division, name: &str| {
            format!("{name}({}, {})", self.sum(&division.numerator), division.divisor)
        };
        match atom {
            Atom::Var(var) => self.nest.name(*var).to_owned(),
            Atom::Param(param) => self.gdg.params[param.index()].name.clone(),
            Atom::Div(inner) => division(inner, "div"),
            Atom::Mod(inner) => division(inner, "mod"),
            Atom::Min(values) => format!("min({})", list(values)),
            Atom::Max(values) => format!("max({})", list(values)),
            Atom::Select(parts) => {
                format!("select({}, {}, {})", self.condition(&parts.0), self.sum(&parts.1), self.sum(&parts.2))
            }
        }
    }

    fn condition(&self, condition: &Condition) -> String {
        let join = |parts: &[Condition], operator: &str| {
            parts.iter().map(|part| format!("({})", self.condition(part))).collect::<Vec<_>>().join(operator)
        };
        match condition {
            Condition::Constant(value) => value.to_string(),
            Condition::NonNegative(value) => format!("{} >= 0", self.sum(value)),
            Condition::Zero(value) => format!("{} == 0", self.sum(value)),
            Condition::Multiple(value, divisor) => format!("mod({}, {divisor}) == 0", self.sum(value)),
            Condition::And(parts) => join(parts, " and "),
            Condition::Or(parts) => join(parts, " or "),
            Condition::Not(inner) => format!("not ({})", self.condition(inner)),
        }
    }

    fn line(&mut self, level: usize, text: &str) {
        self.out += &"  ".repeat(level);
        self.out += text;
        self.out.push('\n');
    }
}
