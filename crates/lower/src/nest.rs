//! The loop AST: what is left of a schedule when its order has become loops.

use polymill_analysis::ReductionOperator;
use polymill_gdg::{AccessId, Action, ArrayId, Expr, RowBounds, ScalarType, Statement, StatementId};

use crate::{Atom, Condition, Datum, Elements, IntExpr, Known};

macro_rules! define_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(u32);

        impl $name {
            /// The id of the element at `index`.
            pub fn new(index: usize) -> Self {
                Self(u32::try_from(index).unwrap_or(u32::MAX))
            }

            /// The position that this id stands for.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

define_id!(
    /// A variable of a [`LoopNest`]: a loop iterator or a named integer constant.
    VarId
);
define_id!(
    /// A pointer of a [`LoopNest`] that accesses go through for a while.
    PointerId
);
define_id!(
    /// A scalar of a [`LoopNest`] that holds an array element for a while.
    RegisterId
);

/// The code of a region.
#[derive(Clone, PartialEq, Debug)]
pub struct LoopNest {
    /// When the code is valid; the region's original code runs otherwise.
    pub assumptions: Condition,
    /// What the user promised of the parameters, for code that checks it.
    pub promise: Condition,
    /// Where parallel loops are worth it: only there they run in threads.
    pub threads_if: Condition,
    /// What is done, in order.
    pub body: Vec<Node>,
    /// All variables; each is defined by one loop, [`Node::Let`] or [`Node::Evaluate`].
    pub vars: Vec<Var>,
    /// All registers; each is defined by one [`Node::Load`] or [`Node::Zero`].
    pub registers: Vec<Register>,
    /// All pointers; each is defined by one [`Node::LoadPointer`].
    pub pointers: Vec<Pointer>,
    /// The subscripts of accesses as sums, where they are affine.
    pub elements: Elements,
    /// For each array its sizes, where they are known, as functions of the parameters.
    pub extents: Vec<Vec<Option<IntExpr>>>,
    /// What holds of the parameters wherever the region is run.
    pub known: Known,
}

/// A block's part. Blocks are `Vec<Node>`; what a [`Node::Let`], [`Node::Evaluate`], [`Node::LoadPointer`], [`Node::Load`] or
/// [`Node::Zero`] defines is known to the end of its block.
#[derive(Clone, PartialEq, Debug)]
pub enum Node {
    /// A counted loop.
    For(Box<For>),
    /// A guard.
    If(Box<If>),
    /// An instance of a statement.
    Instance(Instance),
    /// Memory for an array, for as long as the body runs.
    Declare(Box<Declare>),
    /// Gives a value a name.
    Let {
        /// The name's variable.
        var: VarId,
        /// Its value.
        value: IntExpr,
    },
    /// Gives a value that is computed from data a name.
    Evaluate {
        /// The name's variable.
        var: VarId,
        /// Its value.
        value: Datum,
    },
    /// Loads a pointer once, for all accesses that go through it.
    LoadPointer {
        /// The pointer.
        pointer: PointerId,
        /// Which element it is of the array that holds it.
        subscripts: Vec<IntExpr>,
    },
    /// Defines a register.
    Load {
        /// The register.
        register: RegisterId,
        /// The element that it gets its first value from; without one, the first instance that writes sets it.
        element: Option<Element>,
    },
    /// Writes a register back.
    Store {
        /// Where to.
        element: Element,
        /// What.
        register: RegisterId,
    },
    /// Defines a register that begins as zero, for a sum.
    Zero {
        /// The register.
        register: RegisterId,
    },
    /// Adds a sum times a factor to an element.
    AddSum {
        /// To which element.
        element: Element,
        /// The register with the sum.
        register: RegisterId,
        /// The factor.
        factor: Factor,
    },
    /// Fetches into the caches what is in memory behind an element.
    Prefetch {
        /// The element.
        element: Element,
        /// How many bytes behind it.
        bytes: u32,
    },
    /// Runs a version of a specializer GDG; the loop nest consists of such calls and of guards.
    Call {
        /// Its position in the [`SpecializeOp`](polymill_gdg::SpecializeOp).
        version: usize,
    },
}

/// `for (var = lower; var <= upper; var += step) body`; or `for (var = upper; var >= lower; var -= step) body`.
#[derive(Clone, PartialEq, Debug)]
pub struct For {
    /// How the iterations are run.
    pub kind: LoopKind,
    /// The iterator.
    pub var: VarId,
    /// Its values are not smaller than this; the first one is this, unless the loop counts down.
    pub lower: IntExpr,
    /// Its values are not larger than this; the first one is this, if the loop counts down.
    pub upper: IntExpr,
    /// What is added, or subtracted, for the next iteration; positive.
    pub step: i64,
    /// Whether the loop counts down.
    pub descending: bool,
    /// An iteration.
    pub body: Vec<Node>,
    /// The dimension of the schedule that it counts: how many dimensions of bands are outside of it.
    pub depth: usize,
    /// How it is to be unrolled.
    pub unrolling: Unrolling,
    /// How many bytes ahead it is to fetch what it reads element by element; 0 if it is not.
    pub prefetched: u32,
    /// How many loops share its threads, if it is parallel: itself and those right inside of each other. At least 1.
    pub collapse: u32,
    /// How iterations are dealt out to threads, if it is parallel.
    pub sharing: Sharing,
    pub(crate) facts: LoopFacts,
}

/// What was proven about a loop when it was generated. Only [`generate`](crate::generate) makes other than the default.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct LoopFacts {
    /// Whether a dependence leads from one iteration to another, everything outside being equal.
    pub carries: Option<bool>,
    /// Whether its iterations may run inside of the loops below it.
    pub may_jam: bool,
    /// The number of the note that was taken of the loop when isl generated it.
    pub note: Option<usize>,
}

/// How a loop is to be unrolled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Unrolling {
    /// Not at all.
    #[default]
    None,
    /// As a whole, if the number of iterations is a number.
    Whole,
    /// By a factor of at least 2, with the copies jammed into the loops inside.
    Jammed(u32),
    /// As a whole, so many iterations at once in [`Lanes`], if their number is a multiple of that.
    Lanes(u32),
}

/// How the iterations of a parallel loop are dealt out to threads.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Sharing {
    /// In blocks of as many consecutive iterations for each.
    #[default]
    Blocks,
    /// In turn.
    InTurn,
    /// In blocks of consecutive iterations, each of which is a row, that have about as many elements together.
    Rows(Box<RowShares>),
}

/// The names of what it takes to deal out rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowShares {
    /// Where the rows begin and end; the first and the last one are those of the loop.
    pub bounds: RowBounds,
    /// How many blocks there are.
    pub n_parts: VarId,
    /// Which one it is.
    pub part: VarId,
    /// Where it ends.
    pub end: VarId,
}

/// How the iterations of a loop are run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum LoopKind {
    /// In order.
    #[default]
    Sequential,
    /// In order or in vector lanes, as the C compiler finds worthwhile: no iteration depends on another one.
    Independent,
    /// By several threads.
    Parallel {
        /// Whether the iterations of one thread also run in vector lanes.
        simd: bool,
        /// Arrays that iterations update with a reassociable operator.
        reductions: Vec<Reduction>,
    },
    /// In vector lanes.
    Simd {
        /// As for [`LoopKind::Parallel`].
        reductions: Vec<Reduction>,
    },
}

/// An array that every iteration of a loop updates, in any order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reduction {
    /// How values are combined.
    pub operator: ReductionOperator,
    /// The array: a scalar, or one whose extents are known numbers.
    pub array: ArrayId,
}

/// `if (condition) then else otherwise`.
#[derive(Clone, PartialEq, Debug)]
pub struct If {
    /// Decides.
    pub condition: Condition,
    /// Run if it holds.
    pub then: Vec<Node>,
    /// Run if it does not.
    pub otherwise: Vec<Node>,
}

/// What runs at once, in the lanes of a vector: the variable counts the lanes, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Lanes {
    /// The variable, which no loop defines.
    pub var: VarId,
    /// How many there are.
    pub count: u32,
}

/// One instance of a statement, or several that run at once.
#[derive(Clone, PartialEq, Debug)]
pub struct Instance {
    /// Of which statement.
    pub statement: StatementId,
    /// Which one: the values of the statement's iterators.
    pub iterators: Vec<IntExpr>,
    /// If it stands for several instances that run at once, the variable in the iterators that tells them apart.
    pub lanes: Option<Lanes>,
    /// If it stands for less instances than there are lanes: the first and the last lane with one. There is one at least. What is
    /// computed in the other lanes goes nowhere.
    pub filled: Option<[IntExpr; 2]>,
    /// Accesses that use a register in place of the array element, in ascending order.
    pub registers: Vec<(AccessId, RegisterId)>,
    /// Reads of one value, a factor in all terms of what it adds to a sum, that it does without: a [`Node::AddSum`] multiplies the
    /// sum by the value.
    pub left_out: Vec<AccessId>,
    /// The [`tests`](polymill_gdg::Statement::tests) of the statement that the loops around have passed, in ascending
    /// order.
    pub passed: Vec<usize>,
}

/// Memory for a local array.
#[derive(Clone, PartialEq, Debug)]
pub struct Declare {
    /// The array; its storage is [`Storage::Local`](polymill_gdg::Storage::Local).
    pub array: ArrayId,
    /// Its sizes, as functions of the parameters.
    pub extents: Vec<IntExpr>,
    /// Where the memory is.
    pub placement: Placement,
    /// The code that may use it.
    pub body: Vec<Node>,
}

/// Where the memory of a local array is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Placement {
    /// On the stack: a scalar or a small array.
    Stack,
    /// Allocated and freed.
    Heap,
}

/// The element that an access of an instance names, or those, one after the other in memory, that it names in the lanes of a vector.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Element {
    /// The statement.
    pub statement: StatementId,
    /// Its access.
    pub access: AccessId,
    /// The instance.
    pub iterators: Vec<IntExpr>,
    /// If it is several elements, the variable in the iterators that tells them apart.
    pub lanes: Option<Lanes>,
    /// If there are less elements than lanes: the first and the last lane with one.
    pub filled: Option<[IntExpr; 2]>,
}

impl Element {
    /// What it is made of.
    fn values(&self) -> impl std::iter::Iterator<Item = &IntExpr> {
        self.iterators.iter().chain(self.filled.iter().flatten())
    }

    fn values_mut(&mut self) -> impl std::iter::Iterator<Item = &mut IntExpr> {
        self.iterators.iter_mut().chain(self.filled.iter_mut().flatten())
    }
}

/// What a sum is multiplied by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Factor {
    /// An element in memory.
    Element(Element),
    /// A register.
    Register(RegisterId),
}

impl Factor {
    /// The element, if it is in memory.
    pub fn element(&self) -> Option<&Element> {
        match self {
            Self::Element(element) => Some(element),
            Self::Register(_) => None,
        }
    }

    fn element_mut(&mut self) -> Option<&mut Element> {
        match self {
            Self::Element(element) => Some(element),
            Self::Register(_) => None,
        }
    }
}

/// A variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Var {
    /// How it prints; unique among the variables that are visible together once names were given.
    pub name: String,
    /// What the name should remind of.
    pub hint: Hint,
}

/// What a variable stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Hint {
    /// A loop over values of these iterators of the source, or over blocks of them.
    Iterators(Vec<String>),
    /// The smallest value of a loop's iterator.
    Start(VarId),
    /// The largest value of a loop's iterator.
    End(VarId),
    /// The lanes of vectors of so many.
    Lane(u32),
}

/// A pointer that is loaded once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pointer {
    /// How it prints.
    pub name: String,
    /// The array that holds it; its storage is [`Storage::Parameter`](polymill_gdg::Storage::Parameter).
    pub array: ArrayId,
}

/// A register.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Register {
    /// How it prints.
    pub name: String,
    /// The type of its value.
    pub ty: ScalarType,
    /// Whether it keeps its first value.
    pub constant: bool,
    /// The array that its value belongs to.
    pub array: ArrayId,
    /// The subscripts of the element that it stands for.
    pub subscripts: Vec<IntExpr>,
    /// Whether it holds only what is to be added to the element.
    pub is_part: bool,
    /// If it is a vector, the variable in the subscripts that tells its elements apart.
    pub lanes: Option<Lanes>,
}

impl LoopNest {
    /// A new variable, without a name yet.
    pub fn new_var(&mut self, hint: Hint) -> VarId {
        self.vars.push(Var { name: format!("v{}", self.vars.len()), hint });
        VarId::new(self.vars.len() - 1)
    }

    /// A new register, whose name is given later.
    pub fn new_register(&mut self, register: Register) -> RegisterId {
        self.registers.push(register);
        RegisterId::new(self.registers.len() - 1)
    }

    /// A new pointer, whose name is given later.
    pub fn new_pointer(&mut self, array: ArrayId) -> PointerId {
        self.pointers.push(Pointer { name: String::new(), array });
        PointerId::new(self.pointers.len() - 1)
    }

    /// The name of a variable.
    pub fn name(&self, var: VarId) -> &str {
        self.vars.get(var.index()).map_or("", |var| &var.name)
    }

    /// All names that it declares.
    pub fn names(&self) -> impl std::iter::Iterator<Item = &str> {
        let vars = self.vars.iter().map(|var| var.name.as_str());
        let registers = self.registers.iter().map(|register| register.name.as_str());
        vars.chain(registers).chain(self.pointers.iter().map(|pointer| pointer.name.as_str()))
    }

    /// All loops, outermost first.
    pub fn loops(&self) -> Vec<&For> {
        let mut loops = vec![];
        for_each_node(&self.body, &mut |node| {
            if let Node::For(inner) = node {
                loops.push(&**inner);
            }
        });
        loops
    }
}

impl For {
    /// A sequential loop with step 1, of which nothing is known.
    pub fn new(var: VarId, lower: IntExpr, upper: IntExpr, body: Vec<Node>) -> Self {
        let facts = LoopFacts::default();
        let kind = LoopKind::Sequential;
        Self {
            kind,
            var,
            lower,
            upper,
            step: 1,
            descending: false,
            body,
            depth: 0,
            unrolling: Unrolling::None,
            prefetched: 0,
            collapse: 1,
            sharing: Sharing::default(),
            facts,
        }
    }

    /// The values of the iterator, in order, for given values of the bounds.
    pub fn iterations(&self, lower: i128, upper: i128) -> impl std::iter::Iterator<Item = i128> + use<> {
        let (step, descending) = (i128::from(self.step), self.descending);
        let first = if descending { upper } else { lower };
        let next = move |value: &i128| if descending { value.checked_sub(step) } else { value.checked_add(step) };
        std::iter::successors(Some(first), next).take_while(move |value| (lower..=upper).contains(value))
    }

    /// Whether a dependence of the GDG leads from one iteration to another one, given that all loops outside are at the
    /// same iteration. This is found out for loops that marks ask to run in parallel or in vector lanes; `None` for others.
    pub fn carries(&self) -> Option<bool> {
        self.facts.carries
    }
}

impl LoopKind {
    /// Whether several threads run it.
    pub fn is_parallel(&self) -> bool {
        matches!(self, Self::Parallel { .. })
    }

    /// Whether iterations run in vector lanes.
    pub fn is_simd(&self) -> bool {
        matches!(self, Self::Parallel { simd: true, .. } | Self::Simd { .. })
    }

    /// The arrays that it reduces into.
    pub fn reductions(&self) -> &[Reduction] {
        match self {
            Self::Sequential | Self::Independent => &[],
            Self::Parallel { reductions, .. } | Self::Simd { reductions } => reductions,
        }
    }
}

impl Instance {
    /// An instance that uses no registers.
    pub fn new(statement: StatementId, iterators: Vec<IntExpr>) -> Self {
        Self { statement, iterators, lanes: None, filled: None, registers: vec![], left_out: vec![], passed: vec![] }
    }

    /// What it does: the tests that are left, and the actions if they hold.
    pub fn work<'s>(&self, statement: &'s Statement) -> (Vec<&'s Expr>, &'s [Action]) {
        if self.passed.is_empty() {
            return (vec![], &statement.body.actions);
        }
        let (tests, actions) = statement.tests();
        let left = tests.into_iter().enumerate().filter(|(position, _)| !self.passed.contains(position));
        (left.map(|(_, test)| test).collect(), actions)
    }

    /// The register that an access uses.
    pub fn register(&self, access: AccessId) -> Option<RegisterId> {
        self.registers.iter().find(|(each, _)| *each == access).map(|(_, register)| *register)
    }

    /// Whether it gives a register a value, whatever happens, before it does anything else with it.
    pub fn sets(&self, statement: &Statement, register: RegisterId) -> bool {
        let is_read =
            |&(access, each): &(AccessId, RegisterId)| each == register && statement.access(access).kind.is_read();
        let (tests, actions) = self.work(statement);
        let mut setting =
            actions.iter().filter(|action| action.stores_any(&|access| self.register(access) == Some(register)));
        tests.is_empty() && !self.registers.iter().any(is_read) && matches!(setting.next(), Some(Action::Store { .. }))
    }

    /// The element that an access names, or those in all lanes, if they are not the same one.
    pub fn element(&self, access: AccessId, elements: &Elements) -> Element {
        let (statement, iterators) = (self.statement, self.iterators.clone());
        let element = Element { statement, access, iterators, lanes: None, filled: None };
        let Some(lanes) = self.lanes else { return element };
        let subscripts = elements.subscripts(statement, access, &self.iterators);
        match subscripts.is_some_and(|subscripts| lanes.tell_apart(&subscripts)) {
            true => Element { lanes: Some(lanes), filled: self.filled.clone(), ..element },
            false => Element { iterators: lanes.first(&element.iterators), ..element },
        }
    }
}

impl Lanes {
    /// The variable of lanes has no name in the code.
    pub const NAME: &str = "lane";

    /// Whether values differ from lane to lane.
    pub fn tell_apart(&self, values: &[IntExpr]) -> bool {
        values.iter().any(|value| value.mentions(self.var))
    }

    /// The values in the first lane.
    pub fn first(&self, values: &[IntExpr]) -> Vec<IntExpr> {
        let zero = |var| (var == self.var).then(IntExpr::default);
        values.iter().map(|value| value.substitute(&zero)).collect()
    }
}

impl Node {
    /// The blocks inside, in order.
    pub fn blocks(&self) -> Vec<&Vec<Node>> {
        match self {
            Self::For(inner) => vec![&inner.body],
            Self::If(inner) => vec![&inner.then, &inner.otherwise],
            Self::Declare(inner) => vec![&inner.body],
            Self::Instance(_)
            | Self::Let { .. }
            | Self::Evaluate { .. }
            | Self::LoadPointer { .. }
            | Self::Load { .. }
            | Self::Store { .. }
            | Self::Zero { .. }
            | Self::AddSum { .. }
            | Self::Prefetch { .. }
            | Self::Call { .. } => vec![],
        }
    }

    /// The blocks inside, to change in place.
    pub fn blocks_mut(&mut self) -> Vec<&mut Vec<Node>> {
        match self {
            Self::For(inner) => vec![&mut inner.body],
            Self::If(inner) => vec![&mut inner.then, &mut inner.otherwise],
            Self::Declare(inner) => vec![&mut inner.body],
            Self::Instance(_)
            | Self::Let { .. }
            | Self::Evaluate { .. }
            | Self::LoadPointer { .. }
            | Self::Load { .. }
            | Self::Store { .. }
            | Self::Zero { .. }
            | Self::AddSum { .. }
            | Self::Prefetch { .. }
            | Self::Call { .. } => vec![],
        }
    }

    /// Calls `visit` on all atoms of the node's integer expressions, but for those of the blocks inside.
    pub(crate) fn for_each_own_atom(&self, visit: &mut dyn FnMut(&Atom)) {
        match self {
            Self::For(inner) => {
                inner.lower.for_each_atom(visit);
                inner.upper.for_each_atom(visit);
            }
            Self::If(inner) => inner.condition.for_each_atom(visit),
            Self::Instance(instance) => {
                let values = instance.iterators.iter().chain(instance.filled.iter().flatten());
                values.for_each(|each| each.for_each_atom(visit));
            }
            Self::Declare(inner) => inner.extents.iter().for_each(|each| each.for_each_atom(visit)),
            Self::Let { value, .. } => value.for_each_atom(visit),
            Self::Evaluate { value, .. } => value.iterators.iter().for_each(|each| each.for_each_atom(visit)),
            Self::LoadPointer { subscripts, .. } => subscripts.iter().for_each(|each| each.for_each_atom(visit)),
            Self::Load { element, .. } => {
                element.iter().flat_map(Element::values).for_each(|each| each.for_each_atom(visit));
            }
            Self::Store { element, .. } | Self::Prefetch { element, .. } => {
                element.values().for_each(|each| each.for_each_atom(visit));
            }
            Self::AddSum { element, factor, .. } => {
                let values = factor.element().into_iter().chain([element]).flat_map(Element::values);
                values.for_each(|each| each.for_each_atom(visit));
            }
            Self::Zero { .. } | Self::Call { .. } => {}
        }
    }

    /// Replaces variables in all integer expressions below; see [`IntExpr::substitute`].
    pub fn substitute(&mut self, value: &dyn Fn(VarId) -> Option<IntExpr>) {
        self.replace(&|atom| if let Atom::Var(var) = atom { value(*var) } else { None });
    }

    /// Replaces variables and parameters in all integer expressions below; see [`IntExpr::replace`].
    pub fn replace(&mut self, value: &dyn Fn(&Atom) -> Option<IntExpr>) {
        let replace = |expr: &mut IntExpr| *expr = expr.replace(value);
        match self {
            Self::For(inner) => {
                replace(&mut inner.lower);
                replace(&mut inner.upper);
            }
            Self::If(inner) => inner.condition = inner.condition.replace(value),
            Self::Instance(instance) => {
                instance.iterators.iter_mut().chain(instance.filled.iter_mut().flatten()).for_each(replace);
            }
            Self::Declare(inner) => inner.extents.iter_mut().for_each(replace),
            Self::Let { value, .. } => replace(value),
            Self::Evaluate { value, .. } => value.iterators.iter_mut().for_each(replace),
            Self::LoadPointer { subscripts, .. } => subscripts.iter_mut().for_each(replace),
            Self::Load { element, .. } => element.iter_mut().flat_map(Element::values_mut).for_each(replace),
            Self::Zero { .. } | Self::Call { .. } => {}
            Self::Store { element, .. } | Self::Prefetch { element, .. } => {
                element.values_mut().for_each(replace);
            }
            Self::AddSum { element, factor, .. } => {
                let elements = factor.element_mut().into_iter().chain([element]);
                elements.flat_map(Element::values_mut).for_each(replace);
            }
        }
        for block in self.blocks_mut() {
            block.iter_mut().for_each(|node| node.replace(value));
        }
    }
}

/// Calls `visit` on all nodes, each before those inside of it.
pub fn for_each_node<'a>(block: &'a [Node], visit: &mut dyn FnMut(&'a Node)) {
    for node in block {
        visit(node);
        for inner in node.blocks() {
            for_each_node(inner, visit);
        }
    }
}

/// Calls `visit` on all rows that loops deal out to threads, to change them in place.
pub fn for_each_rows_mut(block: &mut [Node], visit: &mut dyn FnMut(&mut RowBounds)) {
    for node in block {
        if let Node::For(inner) = node
            && let Sharing::Rows(rows) = &mut inner.sharing
        {
            visit(&mut rows.bounds);
        }
        for inner in node.blocks_mut() {
            for_each_rows_mut(inner, visit);
        }
    }
}

/// Whether a variable or a parameter occurs anywhere in a block.
pub(crate) fn mentions(block: &[Node], atom: &Atom) -> bool {
    let mut found = false;
    for_each_node(block, &mut |node| node.for_each_own_atom(&mut |each| found |= each == atom));
    found
}

/// Calls `visit` on all instances, to change them in place.
pub(crate) fn for_each_instance_mut(block: &mut [Node], visit: &mut dyn FnMut(&mut Instance)) {
    for node in block {
        if let Node::Instance(instance) = node {
            visit(instance);
        }
        node.blocks_mut().into_iter().for_each(|inner| for_each_instance_mut(inner, visit));
    }
}

/// Calls `visit` on all instances, in textual order.
pub fn for_each_instance<'a>(block: &'a [Node], visit: &mut dyn FnMut(&'a Instance)) {
    for_each_node(block, &mut |node| {
        if let Node::Instance(instance) = node {
            visit(instance);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_count_up_and_down() {
        let mut inner = For::new(VarId::new(0), IntExpr::constant(0), IntExpr::constant(7), vec![]);
        inner.step = 3;
        assert_eq!(inner.iterations(0, 7).collect::<Vec<_>>(), [0, 3, 6]);
        inner.descending = true;
        assert_eq!(inner.iterations(0, 7).collect::<Vec<_>>(), [7, 4, 1]);
        assert_eq!(inner.iterations(0, -1).count(), 0);
    }
}
