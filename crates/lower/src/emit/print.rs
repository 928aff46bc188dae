//! Printing blocks: loops, guards, declarations and statements.

mod registers;

use polymill_gdg::{AccessId, Action, Array, BinaryOp, Expr, Gdg, LocalId, Param, ParamId, ScalarType, Statement};

use super::definition::{definition_text, element, row_arguments};
use super::integer::Integers;
use super::target::{Helper, Helpers};
use super::types::{Precedence, Text, type_name};
use super::value::Values;
use super::wrap::wrap;
use super::{EmitOptions, Head, PassedBack, Version, VersionCode};
use crate::nest;
use crate::{
    Atom, Datum, Declare, For, If, Instance, IntExpr, Known, LoopNest, Node, Placement, Pointer, PointerId, RegisterId,
    RowShares, Sharing, VarId,
};

/// Prints a loop nest in one language.
pub(crate) struct Printer<'a> {
    pub gdg: &'a Gdg,
    pub nest: &'a LoopNest,
    pub options: &'a EmitOptions,
    /// The versions of a specializer GDG.
    pub versions: &'a [Version<'a>],
    pub helpers: Helpers,
    pub out: String,
    pub n_printed: u64,
    level: usize,
    /// Whether a parallel loop is around.
    is_parallel: bool,
    /// Whether the loops are all that is in a function.
    is_own_function: bool,
    /// Registers that their first write declares.
    undeclared: Vec<RegisterId>,
    /// Values computed from data that have names here.
    data: Vec<(&'a Datum, VarId)>,
    /// Pointers that are loaded here, with the subscripts of the elements that they are.
    pointers: Vec<(&'a Pointer, &'a [IntExpr])>,
}

impl<'a> Printer<'a> {
    pub fn new(gdg: &'a Gdg, nest: &'a LoopNest, options: &'a EmitOptions) -> Self {
        let (helpers, out) = (Helpers::new(), String::new());
        Self {
            gdg,
            nest,
            options,
            versions: &[],
            helpers,
            out,
            n_printed: 0,
            level: 0,
            is_parallel: false,
            is_own_function: false,
            undeclared: vec![],
            data: vec![],
            pointers: vec![],
        }
    }

    /// Prints the loop nest; where its assumptions do not hold, the original code.
    pub fn region(&mut self) {
        let mut known = self.nest.known.clone();
        if self.options.check_promises && self.nest.promise.as_constant() != Some(true) {
            self.check_promise();
        }
        match self.nest.assumptions.as_constant() {
            Some(true)
                if self.looked_up().next().is_some()
                    || self.nest.body.iter().any(needs_scope)
                    || (self.options.as_statement && (self.nest.body.len() != 1 || self.says_effects())) =>
            {
                self.line("{");
                self.indented(|printer| printer.loops(&known));
                self.line("}");
            }
            Some(true) => self.loops(&known),
            Some(false) => self.original(),
            None => {
                let condition = self.integers(&known, |integers| integers.condition(&integers.nest.assumptions));
                self.line(&format!("if ({}) {{", condition.code));
                known.assume(&self.nest.assumptions);
                self.indented(|printer| printer.loops(&known));
                self.line("} else {");
                self.indented(Self::original);
                self.line("}");
            }
        }
    }

    /// The loops, behind the static bounds that they need and that are looked up in data.
    fn loops(&mut self, known: &Known) {
        if self.says_effects() {
            self.helpers.insert(Helper::HasEffects);
            self.line(&format!("{}();", Helper::HasEffects.name()));
        }
        // So that the C compiler sees that stores do not change them.
        for param in self.gdg.params.iter().filter(|param| self.gdg.is_held(param)) {
            self.line(&format!("const {} {} = {};", type_name(param.ty), param.name, param.spelled()));
        }
        for param in self.looked_up().collect::<Vec<_>>() {
            if let Some(definition) = param.definition() {
                let value = definition_text(self.gdg, definition, &mut self.helpers);
                self.line(&format!("const long {} = {};", param.name, value.code));
            }
        }
        self.block(&self.nest.body, known);
    }

    /// See [`Helper::HasEffects`]: in functions of the source, it takes loops of both kinds to mislead gcc.
    fn says_effects(&self) -> bool {
        let mut is_parallel = false;
        nest::for_each_node(&self.nest.body, &mut |node| {
            is_parallel |= matches!(node, Node::For(inner) if inner.kind.is_parallel());
        });
        self.is_own_function || is_parallel && self.nest.body.iter().any(writes_in_sequence)
    }

    /// The parameters that the loops need and that are looked up in data.
    fn looked_up(&self) -> impl Iterator<Item = &'a Param> + use<'a> {
        let (params, body) = (&self.gdg.params, &self.nest.body);
        let is_used = |id| nest::mentions(body, &Atom::Param(ParamId::new(id)));
        let used = params.iter().enumerate().filter(move |(id, param)| param.is_looked_up() && is_used(*id));
        used.map(|(_, param)| param)
    }

    /// Nothing is known of the parameters here but their types.
    pub fn check_promise(&mut self) {
        let ranges = self.gdg.params.iter().map(|param| match param.ty.range() {
            Some((low, high)) => (Some(low), Some(high)),
            None => (None, None),
        });
        let known = Known::new(ranges.collect());
        let condition = self.integers(&known, |integers| integers.condition(&integers.nest.promise)).code;
        let helper = Helper::BrokenPromise;
        self.helpers.insert(helper);
        self.line(&format!("if (!({condition}))"));
        self.indented(|printer| printer.line(&format!("{}(\"{}: {condition}\");", helper.name(), printer.gdg.name)));
    }

    pub fn original(&mut self) {
        let is_blank = |line: &&str| line.trim().is_empty();
        let lines: Vec<&str> = self.options.original.lines().skip_while(is_blank).collect();
        let n_lines = lines.iter().rposition(|line| !is_blank(line)).map_or(0, |last| last + 1);
        // It stands as deep as the code that it was in.
        let is_continued = lines.iter().any(|line| line.ends_with('\\'));
        let shift = if is_continued { 0 } else { self.level };
        for line in &lines[..n_lines] {
            if !is_blank(line) {
                self.out += &" ".repeat(self.options.indent * shift);
            }
            self.out += line;
            self.out.push('\n');
        }
    }

    fn block(&mut self, block: &'a [Node], known: &Known) {
        let mut known = known.clone();
        let (n_data, n_pointers) = (self.data.len(), self.pointers.len());
        for (position, node) in block.iter().enumerate() {
            let is_last = position + 1 == block.len();
            match node {
                Node::For(inner) => self.for_loop(inner, &known),
                Node::If(inner) => self.guard(inner, &known),
                Node::Instance(instance) => self.instance(instance, &known, None, is_last),
                // The end of the block ends the array's life as well.
                Node::Declare(inner) if is_last && self.level > 0 => self.declare(inner, &known),
                Node::Declare(inner) => {
                    self.line("{");
                    self.indented(|printer| printer.declare(inner, &known));
                    self.line("}");
                }
                Node::Let { var, value } => {
                    let text = self.integers(&known, |integers| integers.sum(value)).code;
                    self.line(&format!("const long {} = {text};", self.nest.name(*var)));
                }
                Node::Evaluate { var, value } => {
                    let text = self.datum(value, &known);
                    self.line(&format!("const long {} = {text};", self.nest.name(*var)));
                    self.data.push((value, *var));
                }
                Node::LoadPointer { pointer, subscripts } => self.load_pointer(*pointer, subscripts, &known),
                Node::Load { register, element } => self.load(*register, element.as_ref(), &block[position..], &known),
                Node::Store { element, register } => self.store(element, *register, &known),
                Node::Zero { register } => self.zero(*register),
                Node::AddSum { element, register, factor } => self.add_sum(element, *register, factor, &known),
                Node::Prefetch { element, bytes } => {
                    self.helpers.insert(Helper::Prefetch);
                    let text = self.element(element, &known);
                    self.line(&format!("{}(&{text}, {bytes});", Helper::Prefetch.name()));
                }
                Node::Call { version } => self.version(*version),
            }
            known.pass(node);
        }
        self.data.truncate(n_data);
        self.pointers.truncate(n_pointers);
    }

    /// `const __typeof__(a[0]) a_i = a[i];`
    fn load_pointer(&mut self, pointer: PointerId, subscripts: &'a [IntExpr], known: &Known) {
        let Some(pointer) = self.nest.pointers.get(pointer.index()) else { return };
        let place = &self.gdg.array(pointer.array).place;
        let value = self.integers(known, |integers| integers.pointer(place, subscripts));
        self.line(&format!("const __typeof__({}) {} = {value};", element(place), pointer.name));
        self.pointers.push((pointer, subscripts));
    }

    /// Prints the call that counts a version, which stands at the start of a block.
    fn trace(&mut self, version: &str) {
        self.helpers.insert(Helper::Trace);
        let source = self.gdg.params.iter().filter(|param| param.definition().is_none()).take(MAX_TRACED);
        let spellings: Vec<String> = source.map(Param::spelled).collect();
        let (helper, region) = (Helper::Trace.name(), &self.gdg.name);
        if spellings.is_empty() {
            return self.line(&format!("{helper}(\"{region} {version}\", 0, 0, 0);"));
        }
        let names: Vec<_> = spellings.iter().map(|text| format!("\"{}\"", text.replace(' ', ""))).collect();
        self.line(&format!("static const char *const polymill_names[] = {{{}}};", names.join(", ")));
        self.line(&format!("const long polymill_values[] = {{{}}};", spellings.join(", ")));
        let n = spellings.len();
        self.line(&format!("{helper}(\"{region} {version}\", {n}, polymill_names, polymill_values);"));
    }

    /// Prints the code of a version, which stands in a block of its own.
    fn version(&mut self, version: usize) {
        let versions = self.versions;
        let Some(Version { name, comment, code }) = versions.get(version) else { return };
        if self.options.trace_dispatch {
            self.trace(name);
        }
        match code {
            VersionCode::Original => {
                self.comment(comment);
                self.original();
            }
            VersionCode::Statement(statement) => self.line(statement),
            VersionCode::Loops(gdg, nest) => {
                self.comment(comment);
                let inner = Printer::new(gdg, nest, self.options);
                let mut inner = Printer { level: self.level, ..inner };
                inner.loops(&nest.known);
                self.out += &inner.out;
                self.helpers.extend(inner.helpers);
                self.n_printed += inner.n_printed;
            }
        }
    }

    fn comment(&mut self, text: &str) {
        if !text.is_empty() {
            self.line(&format!("/* {text} */"));
        }
    }

    /// Prints a function with the loop nest in its body.
    pub fn function(&mut self, head: &Head) {
        self.line(&head.declarator);
        self.line("{");
        self.is_own_function = true;
        self.indented(|printer| {
            for PassedBack { declaration, pointer, .. } in &head.passed_back {
                printer.line(&format!("{declaration} = *{pointer};"));
            }
            printer.loops(&printer.nest.known);
            for PassedBack { name, pointer, .. } in &head.passed_back {
                printer.line(&format!("*{pointer} = {name};"));
            }
        });
        self.line("}");
    }

    fn for_loop(&mut self, inner: &'a For, known: &Known) {
        let threads_if = self.threads_if(inner, known);
        let pragma = self.pragma(inner, threads_if.as_deref());
        if let Sharing::Rows(shares) = &inner.sharing {
            return self.shared_rows(inner, shares, &pragma.unwrap_or_default(), known);
        }
        let for_all = self.pragma(inner, None);
        if let Some(clauses) = for_all.as_deref().and_then(|pragma| pragma.strip_prefix(PARALLEL_FOR)) {
            let (buffers, body) = buffers_of_threads(inner);
            if !buffers.is_empty() {
                let condition = threads_if.map(|condition| format!(" if({condition})")).unwrap_or_default();
                self.line(&format!("#pragma omp parallel{condition}"));
                return self.loop_with_buffers(inner, &buffers, body, clauses, known);
            }
        }
        if let Some(pragma) = &pragma {
            self.line(pragma);
        }
        self.iterations(inner, &inner.body, known);
    }

    /// Where a loop runs in threads, if it does not always.
    fn threads_if(&mut self, inner: &For, known: &Known) -> Option<String> {
        let is_conditional = inner.kind.is_parallel() && self.nest.threads_if.as_constant() != Some(true);
        is_conditional.then(|| self.integers(known, |integers| integers.condition(&integers.nest.threads_if)).code)
    }

    /// The line before a loop that says how it is run.
    fn pragma(&self, inner: &For, threads_if: Option<&str>) -> Option<String> {
        self.options.target.loop_pragma(self.gdg, self.nest, inner, self.is_parallel, threads_if)
    }

    /// Prints a parallel loop with memory that each thread allocates once, but for what starts the threads.
    fn loop_with_buffers(
        &mut self,
        inner: &'a For,
        buffers: &[&'a Declare],
        body: &'a [Node],
        clauses: &str,
        known: &Known,
    ) {
        self.line("{");
        self.indented(|printer| {
            buffers.iter().for_each(|buffer| printer.allocate(buffer, known));
            printer.line(&format!("#pragma omp for{clauses}"));
            printer.iterations(inner, body, known);
            buffers.iter().rev().for_each(|buffer| printer.free(buffer));
        });
        self.line("}");
    }

    /// Prints a loop without what says how it is run.
    fn iterations(&mut self, inner: &'a For, body: &'a [Node], known: &Known) {
        let name = self.nest.name(inner.var);
        let first = if inner.descending { &inner.upper } else { &inner.lower };
        let first = self.integers(known, |integers| integers.sum(first)).code;
        let end = self.integers(known, |integers| integers.loop_end(inner));
        let sign = if inner.descending { "-" } else { "+" };
        let step =
            if inner.step == 1 { format!("{name}{sign}{sign}") } else { format!("{name} {sign}= {}", inner.step) };
        let mut known = known.clone();
        known.enter_loop(inner);
        let was_parallel = self.is_parallel;
        self.is_parallel |= inner.kind.is_parallel();
        self.body(&format!("for (long {name} = {first}; {name} {end}; {step})"), body, &known);
        self.is_parallel = was_parallel;
    }

    /// Prints a parallel loop over rows, of which each thread takes a part.
    fn shared_rows(&mut self, inner: &'a For, shares: &RowShares, pragma: &str, known: &Known) {
        let [var, n_parts, part, end] =
            [inner.var, shares.n_parts, shares.part, shares.end].map(|var| self.nest.name(var));
        let (helper, threads) = (Helper::FirstOfPart(shares.bounds.ty), Helper::Threads);
        self.helpers.extend([helper, threads]);
        let arguments = row_arguments(self.gdg, &shares.bounds);
        let first = |part: &str| format!("{}({arguments}, {part}, {n_parts})", helper.name());
        let mut known = known.clone();
        known.enter_loop(inner);
        self.line(&format!("const int {n_parts} = {}();", threads.name()));
        self.line(pragma);
        self.line(&format!("for (int {part} = 0; {part} < {n_parts}; {part}++) {{"));
        let was_parallel = std::mem::replace(&mut self.is_parallel, true);
        self.indented(|printer| {
            printer.line(&format!("const long {end} = {};", first(&format!("{part} + 1"))));
            let header = format!("for (long {var} = {}; {var} < {end}; {var}++)", first(part));
            printer.body(&header, &inner.body, &known);
        });
        self.is_parallel = was_parallel;
        self.line("}");
    }

    fn guard(&mut self, inner: &'a If, known: &Known) {
        let condition = self.integers(known, |integers| integers.condition(&inner.condition)).code;
        if inner.otherwise.is_empty() {
            let mut holds = known.clone();
            holds.assume(&inner.condition);
            return self.body(&format!("if ({condition})"), &inner.then, &holds);
        }
        self.line(&format!("if ({condition}) {{"));
        self.branches(inner, known);
    }

    /// Prints what follows the opening brace of a guard with two branches.
    fn branches(&mut self, inner: &'a If, known: &Known) {
        let (mut holds, mut fails) = (known.clone(), known.clone());
        holds.assume(&inner.condition);
        fails.assume(&inner.condition.clone().negated());
        self.indented(|printer| printer.block(&inner.then, &holds));
        match inner.otherwise.as_slice() {
            [Node::If(next)] => {
                let condition = self.integers(&fails, |integers| integers.condition(&next.condition)).code;
                self.line(&format!("}} else if ({condition}) {{"));
                return self.branches(next, &fails);
            }
            [] => {}
            otherwise => {
                self.line("} else {");
                self.indented(|printer| printer.block(otherwise, &fails));
            }
        }
        self.line("}");
    }

    /// Prints what a header controls, without braces around a single simple statement or loop.
    fn body(&mut self, header: &str, block: &'a [Node], known: &Known) {
        let is_simple = match block {
            [Node::For(inner)] => self.pragma(inner, None).is_none(),
            [Node::If(inner)] => inner.otherwise.is_empty(),
            [Node::Instance(instance)] => is_single_line(instance, self.gdg.statement(instance.statement)),
            _ => false,
        };
        self.line(&if is_simple { header.to_owned() } else { format!("{header} {{") });
        self.indented(|printer| printer.block(block, known));
        if !is_simple {
            self.line("}");
        }
    }

    fn declare(&mut self, inner: &'a Declare, known: &Known) {
        let array = self.gdg.array(inner.array);
        match inner.placement {
            Placement::Stack => {
                if let Some(Node::Instance(first)) = inner.body.first().filter(|_| array.is_scalar())
                    && initializes(self.gdg, first, inner)
                {
                    self.instance(first, known, Some(array), false);
                    return self.block(&inner.body[1..], known);
                }
                let sizes: String = inner
                    .extents
                    .iter()
                    .map(|each| self.size(each, known))
                    .map(|each| format!("[{}]", each.code))
                    .collect();
                self.line(&format!("{} {}{sizes};", type_name(array.element), array.name));
                self.block(&inner.body, known);
            }
            Placement::Heap => {
                self.allocate(inner, known);
                self.block(&inner.body, known);
                self.free(inner);
            }
        }
    }

    fn allocate(&mut self, inner: &Declare, known: &Known) {
        self.helpers.insert(Helper::Allocate);
        let array = self.gdg.array(inner.array);
        let (name, element) = (&array.name, type_name(array.element));
        let sizes: Vec<Text> = inner.extents.iter().map(|each| self.size(each, known)).collect();
        let (count, rows) = sizes
            .split_first()
            .map_or((String::from("1"), &[][..]), |(first, rows)| (first.at(Precedence::Multiplicative), rows));
        let rows: String = rows.iter().map(|each| format!("[{}]", each.code)).collect();
        let declarator = if rows.is_empty() { format!("*{name}") } else { format!("(*{name}){rows}") };
        let call = format!("{}({count} * sizeof *{name})", Helper::Allocate.name());
        self.line(&format!("{element} {declarator} = {call};"));
    }

    fn free(&mut self, inner: &Declare) {
        self.line(&format!("polymill_free({});", self.gdg.array(inner.array).name));
    }

    /// The size of a dimension, at least 1: C knows no arrays without elements.
    fn size(&mut self, extent: &IntExpr, known: &Known) -> Text {
        let is_positive = known.is_non_negative(&(extent.clone() - 1));
        let size = if is_positive { extent.clone() } else { IntExpr::max(vec![IntExpr::constant(1), extent.clone()]) };
        self.integers(known, |integers| integers.sum(&size))
    }

    /// Prints an instance; `declares` is the scalar that its first store declares. The variables of one that is last in
    /// its block may live to the end of the block.
    fn instance(&mut self, instance: &'a Instance, known: &Known, declares: Option<&Array>, is_last: bool) {
        let statement = self.gdg.statement(instance.statement);
        let mut body = Body { statement, instance, known, declares, undeclared: vec![] };
        body.undeclared = (0..statement.body.locals.len()).map(LocalId::new).collect();
        let mut print = |printer: &mut Self| {
            let (tests, actions) = instance.work(statement);
            printer.declare_locals(actions, &mut body);
            match all_of(tests) {
                None => printer.actions(actions, &mut body),
                Some(condition) => {
                    let condition = printer.values(&body, |values| values.condition(&condition)).code;
                    printer.controlled(&format!("if ({condition})"), actions, &mut body);
                }
            }
        };
        if statement.body.locals.is_empty() || (is_last && self.level > 0) {
            return print(self);
        }
        self.line("{");
        self.indented(print);
        self.line("}");
    }

    /// Declares the local variables whose first action does not set them.
    fn declare_locals(&mut self, actions: &'a [Action], body: &mut Body<'a, '_>) {
        let statement = body.statement;
        for (position, local) in statement.body.locals.iter().enumerate() {
            let id = LocalId::new(position);
            let first = actions.iter().find(|action| mentions(action, id));
            let is_set = matches!(first, Some(Action::Set { local, value }) if *local == id && !loads(value, id));
            if !is_set {
                body.undeclared.retain(|each| *each != id);
                if first.is_some() {
                    self.line(&format!("{} {};", type_name(local.ty), local.name));
                }
            }
        }
    }

    fn actions(&mut self, actions: &'a [Action], body: &mut Body<'a, '_>) {
        for action in actions {
            match action {
                Action::Store { .. } | Action::Set { .. } => {
                    let text = self.assignment(action, body);
                    self.line(&format!("{text};"));
                }
                Action::If { .. } => self.choice(action, "", body),
                Action::Loop(inner) => {
                    let condition = self.values(body, |values| values.condition(&inner.condition)).code;
                    match (inner.init.as_slice(), inner.step.as_slice()) {
                        ([init @ Action::Set { .. }], [step @ Action::Set { .. }]) => {
                            let (init, step) = (self.assignment(init, body), self.assignment(step, body));
                            self.controlled(&format!("for ({init}; {condition}; {step})"), &inner.body, body);
                        }
                        _ => {
                            self.actions(&inner.init, body);
                            self.line(&format!("while ({condition}) {{"));
                            self.indented(|printer| {
                                printer.actions(&inner.body, body);
                                printer.actions(&inner.step, body);
                            });
                            self.line("}");
                        }
                    }
                }
            }
        }
    }

    /// Prints a choice of actions after `before`.
    fn choice(&mut self, action: &'a Action, before: &str, body: &mut Body<'a, '_>) {
        let Action::If { condition, then, otherwise } = action else { return };
        let condition = self.values(body, |values| values.condition(condition)).code;
        let header = format!("{before}if ({condition})");
        if otherwise.is_empty() && before.is_empty() {
            return self.controlled(&header, then, body);
        }
        self.line(&format!("{header} {{"));
        self.indented(|printer| printer.actions(then, body));
        match otherwise.as_slice() {
            [] => self.line("}"),
            [other @ Action::If { .. }] => self.choice(other, "} else ", body),
            other => {
                self.line("} else {");
                self.indented(|printer| printer.actions(other, body));
                self.line("}");
            }
        }
    }

    /// Prints the actions that a header controls, without braces around a single assignment.
    fn controlled(&mut self, header: &str, actions: &'a [Action], body: &mut Body<'a, '_>) {
        let is_simple = matches!(actions, [Action::Store { .. } | Action::Set { .. }]);
        self.line(&if is_simple { header.to_owned() } else { format!("{header} {{") });
        self.indented(|printer| printer.actions(actions, body));
        if !is_simple {
            self.line("}");
        }
    }

    /// Prints a store or the setting of a local variable, without the semicolon.
    fn assignment(&mut self, action: &'a Action, body: &mut Body<'a, '_>) -> String {
        let (target, value, declared) = match action {
            Action::Store { access, value } => {
                let target = self.values(body, |values| values.target(*access)).code;
                if let Some(update) = self.values(body, |values| values.compound_store(*access, value)) {
                    return target + &update;
                }
                (target, value, self.declared_by_store(*access, body))
            }
            Action::Set { local, value } => {
                let name = self.values(body, |values| values.local(*local));
                if let Some(update) = self.values(body, |values| values.compound_set(*local, value)) {
                    return name + &update;
                }
                let is_first = body.undeclared.contains(local);
                body.undeclared.retain(|each| each != local);
                let ty = body.statement.body.locals.get(local.index()).map(|each| each.ty);
                (name, value, ty.filter(|_| is_first).map(type_name))
            }
            Action::If { .. } | Action::Loop(_) => return String::new(),
        };
        let value = self.values(body, |values| values.assigned(value)).code;
        let declared = declared.map_or(String::new(), |ty| format!("{ty} "));
        format!("{declared}{target} = {value}")
    }

    /// The type to declare the target of a store with, if this store is its declaration.
    fn declared_by_store(&mut self, access: AccessId, body: &mut Body<'a, '_>) -> Option<&'static str> {
        if let Some(register) = body.instance.register(access) {
            let position = self.undeclared.iter().position(|each| *each == register)?;
            self.undeclared.remove(position);
            let register = self.nest.registers.get(register.index())?;
            return Some(self.register_type(register));
        }
        body.declares.take().map(|array| type_name(array.element))
    }

    fn datum(&mut self, value: &Datum, known: &Known) -> String {
        let instance = Instance::new(value.statement, value.iterators.clone());
        let statement = self.gdg.statement(value.statement);
        self.integers(known, |integers| Values { integers, statement, instance: &instance }.assigned(&value.expr).code)
    }

    fn values<T>(&mut self, body: &Body<'a, '_>, print: impl FnOnce(&mut Values<'_, '_>) -> T) -> T {
        self.integers(body.known, |integers| {
            print(&mut Values { integers, statement: body.statement, instance: body.instance })
        })
    }

    fn integers<T>(&mut self, known: &Known, print: impl FnOnce(&mut Integers<'_>) -> T) -> T {
        let Self { gdg, nest, helpers, data, pointers, n_printed, options, .. } = self;
        let (counts, silent_functions) = (options.count_accesses, &options.silent_functions);
        print(&mut Integers { gdg, nest, known, helpers, data, pointers, n_printed, counts, silent_functions })
    }

    fn indented(&mut self, print: impl FnOnce(&mut Self)) {
        self.level += 1;
        print(self);
        self.level -= 1;
    }

    fn line(&mut self, text: &str) {
        let margin = format!("{}{}", self.options.margin, " ".repeat(self.options.indent * self.level));
        let lines = match text.starts_with('#') {
            true => vec![text.to_owned()],
            false => wrap(text, margin.len(), self.options.width),
        };
        for line in lines {
            self.out += &margin;
            self.out += &line;
            self.out.push('\n');
        }
    }
}

/// As many parameters as the trace has room for.
const MAX_TRACED: usize = 8;

/// What printing the body of an instance must know.
struct Body<'a, 'k> {
    statement: &'a Statement,
    instance: &'a Instance,
    known: &'k Known,
    /// The scalar that the first store declares.
    declares: Option<&'k Array>,
    /// Local variables that the first action that sets them declares.
    undeclared: Vec<LocalId>,
}

/// That all conditions hold, if there are any.
fn all_of(conditions: Vec<&Expr>) -> Option<Expr> {
    let both = |a, b| Expr::binary(ScalarType::I32, BinaryOp::And, a, b);
    conditions.into_iter().cloned().reduce(both)
}

/// Whether something is written outside of parallel loops.
fn writes_in_sequence(node: &Node) -> bool {
    match node {
        Node::For(inner) if inner.kind.is_parallel() => false,
        Node::Instance(_) | Node::Store { .. } | Node::AddSum { .. } => true,
        _ => node.blocks().into_iter().flatten().any(writes_in_sequence),
    }
}

/// Whether a node defines names that code after the region must not see.
fn needs_scope(node: &Node) -> bool {
    matches!(
        node,
        Node::Declare(_)
            | Node::Let { .. }
            | Node::Evaluate { .. }
            | Node::LoadPointer { .. }
            | Node::Load { .. }
            | Node::Zero { .. }
    )
}

fn is_single_line(instance: &Instance, statement: &Statement) -> bool {
    let (tests, actions) = instance.work(statement);
    tests.is_empty() && matches!(actions, [Action::Store { .. }])
}

const PARALLEL_FOR: &str = "#pragma omp parallel for";

/// The memory that is allocated in each iteration of a loop, in the same size each time, and what the iteration does with it. No
/// value in it is of an earlier iteration, so that a thread can use one piece for all of its iterations.
fn buffers_of_threads(inner: &For) -> (Vec<&Declare>, &[Node]) {
    let (mut buffers, mut body) = (vec![], inner.body.as_slice());
    while let [Node::Declare(declare)] = body
        && declare.placement == Placement::Heap
        && inner.collapse == 1
        && declare.extents.iter().all(|extent| !mentions_vars(extent))
    {
        buffers.push(declare.as_ref());
        body = declare.body.as_slice();
    }
    (buffers, body)
}

fn mentions_vars(value: &IntExpr) -> bool {
    let mut found = false;
    value.for_each_atom(&mut |atom| found |= matches!(atom, Atom::Var(_)));
    found
}

/// Whether an instance gives the declared scalar its first value and reads none of it.
fn initializes(gdg: &Gdg, instance: &Instance, declare: &Declare) -> bool {
    let statement = gdg.statement(instance.statement);
    let (tests, [Action::Store { access, .. }]) = instance.work(statement) else { return false };
    tests.is_empty()
        && statement.access(*access).array == declare.array
        && instance.register(*access).is_none()
        && !statement.accesses.iter().any(|each| each.kind.is_read() && each.array == declare.array)
}

/// Whether an action uses a local variable.
fn mentions(action: &Action, local: LocalId) -> bool {
    let sets = match action {
        Action::Set { local: target, .. } => *target == local,
        Action::Store { .. } => false,
        Action::If { then, otherwise, .. } => then.iter().chain(otherwise).any(|each| mentions(each, local)),
        Action::Loop(inner) => {
            inner.init.iter().chain(&inner.step).chain(&inner.body).any(|each| mentions(each, local))
        }
    };
    let mut reads = false;
    let body = polymill_gdg::Body { locals: vec![], actions: vec![action.clone()] };
    body.for_each_expr(&mut |expr| reads |= loads(expr, local));
    sets || reads
}

fn loads(expr: &polymill_gdg::Expr, local: LocalId) -> bool {
    let mut found = false;
    expr.for_each(&mut |each| found |= each.kind == polymill_gdg::ExprKind::Local(local));
    found
}
