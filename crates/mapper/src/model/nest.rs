//! What the model sees of a schedule tree.

use std::collections::BTreeSet;
use std::rc::Rc;

use polymill_gdg::StatementId;

use crate::Machine;

/// A loop nest with everything the model needs.
#[derive(Clone, Debug)]
pub struct Nest {
    /// The loops.
    pub root: Node,
    /// The statements, each at one [`Node::Leaf`].
    pub leaves: Rc<[Leaf]>,
    /// Members that move several iterators of a statement: bounds of loops over them depend on each other in all
    /// directions.
    pub skewed: Rc<BTreeSet<MemberId>>,
    /// Members that move an iterator which another member moves too: a statement runs on a diagonal.
    pub diagonal: Rc<BTreeSet<MemberId>>,
    /// For each array: size in bytes where known.
    pub array_bytes: Rc<[Option<f64>]>,
    /// For each array: size of a row, its innermost dimension, in bytes where known.
    pub row_bytes: Rc<[Option<f64>]>,
    /// For each array and each of its dimensions: how far the next subscript is, in bytes where known.
    pub step_bytes: Rc<[Vec<Option<f64>>]>,
    /// For each array whether the function around allocates its memory, so that the pages are new to it.
    pub is_new: Rc<[bool]>,
    /// Whether loop control is taken to run beside the rest of an iteration.
    pub hides_control: bool,
    /// The loops that the source runs in threads.
    pub threaded: Rc<[Threaded]>,
    /// How many rows a test has to look at before the nest may run.
    pub tested_rows: f64,
    /// How many integers a test has to look at before the nest may run, as they are subscripts.
    pub tested_values: f64,
    /// Whether the source has pointers or sizes in memory that stores may change for all that the C compiler knows.
    pub has_held_memory: bool,
    /// Whether it runs many times, so that threads are awake.
    pub is_repeated: bool,
}

/// A loop of the source: the one around some statements that has so many loops around it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Threaded {
    /// The statements inside.
    pub statements: BTreeSet<StatementId>,
    /// How many loops there are around it.
    pub depth: usize,
}

/// A member of a band of the schedule tree. Tiling makes several loops of one member.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct MemberId(pub u32);

/// Something for each of a few members.
#[derive(Clone, PartialEq, Debug)]
pub struct PerMember<T>(Vec<(MemberId, T)>);

/// A node of a [`Nest`].
#[derive(Clone, Debug)]
pub enum Node {
    /// A loop.
    Loop(Box<Loop>),
    /// One after the other.
    Sequence(Vec<Node>),
    /// A statement: index into [`Nest::leaves`].
    Leaf(usize),
}

/// A loop of a [`Nest`].
#[derive(Clone, Debug)]
pub struct Loop {
    /// The band member that it counts.
    pub member: MemberId,
    /// How far the member advances in one iteration.
    pub step: f64,
    /// How far the loop reaches at most: the tile size for a point loop, infinity for the outermost loop of a member.
    pub span: f64,
    /// Runs in parallel.
    pub parallel: bool,
    /// Whether it counts the tiles of one wavefront, while the loop around it counts the wavefronts.
    pub wavefront: bool,
    /// Carries no dependence.
    pub coincident: bool,
    /// Unrolled and jammed: the copies stand in the innermost loop's body.
    pub unrolled: bool,
    /// Whether the copies are in the lanes of vectors.
    pub in_lanes: bool,
    /// Whether it runs for one statement after the other.
    pub is_apart: bool,
    /// How many values its member takes, if that is a constant.
    pub constant: Option<f64>,
    /// What is inside.
    pub body: Node,
}

/// A statement as the model sees it.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// Which one.
    pub statement: StatementId,
    /// Number of instances in all, divided by the product of `extents`: 1 for a box, 1/2 for a triangle.
    pub density: f64,
    /// Whether each border of its domain is along iterators or at 45 degrees to them, so that in a row of blocks few are partial.
    pub has_plain_borders: bool,
    /// How many values each member takes, for one value of the members outside.
    pub extents: PerMember<f64>,
    /// How many values each member takes in the middle of the ranges of the members outside.
    pub usual_extents: PerMember<f64>,
    /// What is read and written.
    pub references: Vec<Reference>,
    /// The arithmetic.
    pub operations: Operations,
    /// For each multiplication of which this is known, the members that the factors move with: in loops of others, the product is
    /// computed once.
    pub products: Vec<BTreeSet<MemberId>>,
    /// Members that carry a dependence of the statement on itself, also through others beside it; the value tells whether it is only
    /// an accumulation that may be reassociated.
    pub recurrences: PerMember<bool>,
    /// Members in which the statement comes after an earlier iteration of one beside it that stands after it: the two would have to change
    /// places to run in lanes.
    pub after_later: BTreeSet<MemberId>,
    /// Members of whose iterators subscripts of what is written are remainders, as in `rows[i % 2][j] = e`: lanes would write to one
    /// another's elements.
    pub in_remainders: BTreeSet<MemberId>,
    /// Members that move what a loop counts that data end, or what its end depends on: copies for several of their iterations
    /// would each need tests of their own.
    pub ended_by_data: BTreeSet<MemberId>,
    /// Loops that begin and end where data say.
    pub rows: Vec<Rows>,
    /// Whether it reads what overlaps with what it writes for all that the C compiler knows, and does not.
    pub seems_to_overlap: bool,
    /// Statements that share iterations of its innermost loop with it.
    pub beside: Vec<usize>,
    /// Whether outermost members count panels of what others count: these have as many values as in the middle panel.
    pub is_in_panels: bool,
    /// Whether some of these have fewer or more iterations, so that guards keep them apart.
    pub guarded: bool,
    /// Members of which some of these have a single iteration, or it alone has: guards on these are not in the loops inside, and the
    /// first iteration of the innermost loop is taken out of it.
    pub parted_by: BTreeSet<MemberId>,
    /// Whether the C compiler has to load pointers or sizes again after each store, so that it does not run it in vector lanes.
    pub reloads: bool,
}

/// A loop that begins and ends where data say, as that over the elements in a row of a sparse matrix: iterations of the loops that tell
/// which row it is go on from each other.
#[derive(Clone, Debug)]
pub struct Rows {
    /// Members that move along a row.
    pub along: Vec<MemberId>,
    /// Members that tell which row it is.
    pub from_row_to_row: Vec<MemberId>,
}

/// One array reference of a leaf.
#[derive(Clone, Debug)]
pub struct Reference {
    /// Index of the array in the GDG.
    pub array: usize,
    /// Size of an element.
    pub element_bytes: f64,
    /// Whether it writes.
    pub write: bool,
    /// For each array dimension, how far the subscript moves when a member advances by one. `None` if the subscripts are
    /// not affine.
    pub strides: Option<Vec<PerMember<f64>>>,
    /// Whether some of the subscripts are data.
    pub is_indirect: bool,
    /// Members that subscripts move with which a condition decides about, as where they are clamped to what is inside of an array: neighbours
    /// are not known to be neighbours in memory then.
    pub chosen_by: BTreeSet<MemberId>,
    /// Whether nobody writes what it reads, in the whole region, so that copies can be made of it.
    pub is_input: bool,
    /// Whether an earlier reference of the statement to the same array moves alike, so that both touch about the same
    /// elements.
    pub follows: bool,
}

/// Arithmetic of one instance.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Operations {
    /// Additions and subtractions.
    pub additions: f64,
    /// Multiplications.
    pub products: f64,
    /// Comparisons, conversions and the like.
    pub others: f64,
    /// How many of these wait for each other where an instance needs the result of the one before.
    pub chained: f64,
    /// Divisions and square roots.
    pub divisions: f64,
    /// Cycles in calls of functions such as `exp`.
    pub call_cycles: f64,
    /// Size in bytes of the widest type that is computed with.
    pub width: f64,
    /// Control flow that depends on data, or anything else that cannot run in vector lanes.
    pub branches: bool,
}

impl Operations {
    /// How many instructions are not divisions or calls.
    pub fn simple(&self) -> f64 {
        self.simple_without(0.0)
    }

    /// The same without some of the products. A product and a sum are one instruction.
    pub fn simple_without(&self, products: f64) -> f64 {
        self.others + self.additions.max(self.products - products)
    }
}

/// C compilers unroll a loop completely that has no more iterations than this ...
const MAX_UNROLLED_TRIP: f64 = 16.0;
/// ... and not more copies of what is in it.
const MAX_UNROLLED_COPIES: f64 = 32.0;

impl<T> Default for PerMember<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> FromIterator<(MemberId, T)> for PerMember<T> {
    fn from_iter<I: IntoIterator<Item = (MemberId, T)>>(values: I) -> Self {
        Self(values.into_iter().collect())
    }
}

impl<T: Copy> PerMember<T> {
    /// The member's.
    pub fn get(&self, member: MemberId) -> Option<T> {
        self.0.iter().find(|(own, _)| *own == member).map(|(_, value)| *value)
    }

    /// All.
    pub fn iter(&self) -> impl Iterator<Item = (MemberId, T)> {
        self.0.iter().copied()
    }

    /// The values of all.
    pub fn values(&self) -> impl Iterator<Item = T> {
        self.0.iter().map(|(_, value)| *value)
    }

    /// The values of all.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.0.iter_mut().map(|(_, value)| value)
    }
}

impl Nest {
    /// What the first parallel loop costs beyond the others, in nanoseconds. Threads of OpenMP's libraries wait for more to do for some
    /// milliseconds before they sleep: if it takes longer until the nest runs again, waking them does not matter.
    pub fn start_ns(&self, machine: &Machine) -> f64 {
        if self.is_repeated { 0.0 } else { machine.parallel_start_ns }
    }

    /// How many bytes of an array its statements access, as if what moves with a loop went to new elements in each iteration.
    pub fn accessed_bytes(&self, array: usize) -> f64 {
        let references = self.leaves.iter().flat_map(|leaf| leaf.references.iter().map(move |each| (leaf, each)));
        let of_array = references.filter(|(_, reference)| reference.array == array);
        of_array
            .map(|(leaf, reference)| leaf.accessed_elements(reference) * reference.element_bytes)
            .fold(0.0, f64::max)
    }
}

impl Leaf {
    /// How many elements a reference goes to, as far as the loops say; as many as there are instances where they do not.
    fn accessed_elements(&self, reference: &Reference) -> f64 {
        let moves = |member: MemberId| match &reference.strides {
            Some(strides) => strides.iter().any(|dimension| dimension.get(member).is_some()),
            None => true,
        };
        self.extents.iter().filter(|(member, _)| moves(*member)).map(|(_, extent)| extent).product()
    }
}

impl Node {
    /// The node with those loops marked as unrolled that the C compiler unrolls: innermost ones with a small constant number
    /// of iterations. Beside it, how many copies of statements there are; `None` if there are loops left.
    pub fn unrolled(&self) -> (Self, Option<f64>) {
        match self {
            Self::Leaf(leaf) => (Self::Leaf(*leaf), Some(1.0)),
            Self::Sequence(children) => {
                let (children, copies): (Vec<_>, Vec<_>) = children.iter().map(Self::unrolled).unzip();
                (Self::Sequence(children), copies.into_iter().sum())
            }
            Self::Loop(looped) => {
                let (body, copies) = looped.body.unrolled();
                let trip = if looped.unrolled {
                    Some(looped.span)
                } else {
                    looped.constant_trip().filter(|trip| *trip <= MAX_UNROLLED_TRIP)
                };
                let copies = copies.zip(trip).map(|(copies, trip)| copies * trip);
                let copies = copies.filter(|copies| looped.unrolled || *copies <= MAX_UNROLLED_COPIES);
                let unrolled = looped.unrolled || copies.is_some() && !looped.parallel;
                let copies = copies.filter(|_| unrolled);
                (Self::Loop(Box::new(Loop { unrolled, body, ..(**looped).clone() })), copies)
            }
        }
    }
}

impl Node {
    /// Marks the loop as parallel, in the order of the source.
    fn run_in_threads(&mut self, threaded: &Threaded, all: &[Leaf], depth: usize) {
        match self {
            Self::Leaf(_) => {}
            Self::Sequence(children) => {
                children.iter_mut().for_each(|child| child.run_in_threads(threaded, all, depth));
            }
            Self::Loop(looped) if depth == threaded.depth => {
                let mut leaves = looped.body.leaves().into_iter();
                looped.parallel |= leaves.all(|leaf| threaded.statements.contains(&all[leaf].statement));
            }
            Self::Loop(looped) => looped.body.run_in_threads(threaded, all, depth + 1),
        }
    }
}

impl Loop {
    /// How many iterations it has, if that is a constant, also where tiling made two loops of one, and the tile holds all
    /// iterations.
    pub fn constant_trip(&self) -> Option<f64> {
        let constant = self.constant?;
        match self.step {
            1.0 if self.span >= constant => Some(constant),
            step if step >= constant => Some(1.0),
            _ => None,
        }
    }
}

impl Nest {
    /// The same statements in other loops.
    pub fn with_root(&self, root: Node) -> Self {
        Self {
            root,
            leaves: Rc::clone(&self.leaves),
            skewed: Rc::clone(&self.skewed),
            diagonal: Rc::clone(&self.diagonal),
            array_bytes: Rc::clone(&self.array_bytes),
            row_bytes: Rc::clone(&self.row_bytes),
            step_bytes: Rc::clone(&self.step_bytes),
            is_new: Rc::clone(&self.is_new),
            hides_control: self.hides_control,
            threaded: Rc::clone(&self.threaded),
            tested_rows: self.tested_rows,
            tested_values: self.tested_values,
            has_held_memory: self.has_held_memory,
            is_repeated: self.is_repeated,
        }
    }

    /// The nest as the C compiler sees it in the source: where a loop accumulates into an array element and writes
    /// something else too, or reads other elements of the array, or another array, of which only a pragma or a test of
    /// ours says that it is elsewhere, both may overlap, so that it does not run in vector lanes; nor does it where pointers
    /// or sizes have to be loaded again after each store. Loop control costs nothing, which is
    /// nearly so on processors that run several instructions at once: what is to replace the source must be better by more.
    /// Loops that the source runs in threads are parallel. Nothing has to be tested.
    pub fn as_written(mut self) -> Self {
        self.hides_control = true;
        (self.tested_rows, self.tested_values) = (0.0, 0.0);
        for threaded in self.threaded.iter() {
            self.root.run_in_threads(threaded, &self.leaves, 0);
        }
        let mut leaves = self.leaves.to_vec();
        let may_overlap = |leaf: &&mut Leaf| {
            leaf.seems_to_overlap || !leaf.beside.is_empty() || leaf.reads_what_it_writes_to_elsewhere()
        };
        leaves.iter_mut().filter(may_overlap).for_each(Leaf::forbid_reassociation);
        leaves.iter_mut().for_each(|leaf| leaf.reloads = self.has_held_memory && leaf.writes_element());
        self.leaves = leaves.into();
        self
    }
}

impl Leaf {
    fn forbid_reassociation(&mut self) {
        if self.writes_element() {
            self.recurrences.values_mut().for_each(|reassociable| *reassociable = false);
        }
    }

    /// Whether it reads other elements of an array than those that it writes.
    fn reads_what_it_writes_to_elsewhere(&self) -> bool {
        let is_elsewhere = |written: &Reference, read: &Reference| {
            !read.write && read.array == written.array && read.strides != written.strides
        };
        let mut written = self.references.iter().filter(|reference| reference.write);
        written.any(|written| self.references.iter().any(|read| is_elsewhere(written, read)))
    }

    fn writes_element(&self) -> bool {
        let is_element = |reference: &Reference| reference.strides.as_ref().is_none_or(|strides| !strides.is_empty());
        self.references.iter().any(|reference| reference.write && is_element(reference))
    }

    /// Whether a member has so few values that tiles are not worth it: in each panel, if outer loops count these.
    pub fn is_in_one_tile(&self, member: MemberId, size: u32) -> bool {
        self.is_in_panels && self.extent(member) <= f64::from(size)
    }

    /// Whether nearly all values of its members go together.
    pub fn is_box(&self) -> bool {
        self.density >= 0.99
    }

    /// Whether iterations of a member can fill the lanes of vectors: all that is written is next to each other, and all that is read is,
    /// too, or is the same for all.
    pub fn fills_lanes(&self, member: MemberId) -> bool {
        let is_adjacent = |reference: &Reference| match reference.unit(member) {
            _ if reference.chosen_by.contains(&member) => false,
            Some(unit) => unit == 1.0 || unit == 0.0 && !reference.write,
            None => false,
        };
        let has_width = |reference: &Reference| reference.element_bytes == self.operations.width;
        let is_plain = !self.operations.branches && !self.has_guards() && !self.reloads && self.beside.is_empty();
        is_plain
            && self.operations.call_cycles == 0.0
            && self.references.iter().all(|reference| is_adjacent(reference) && has_width(reference))
    }

    /// Whether there may be guards in any of its loops.
    pub fn has_guards(&self) -> bool {
        self.guarded || !self.parted_by.is_empty()
    }

    /// The statement with what it multiplies in copies whose rows lie along what runs in lanes, or else along what is summed over; `None`
    /// unless there is an operand that is the same for all that is copied, and one that is the same for all lanes. Inputs only are copied
    /// whose rows lie elsewhere: nothing runs in lanes without the copy.
    pub fn packed(&self, in_lanes: MemberId, copied: MemberId, summed: MemberId) -> Option<Self> {
        // Where a condition decides which element it is, none is copied.
        if self.references.iter().any(|reference| !reference.chosen_by.is_empty()) {
            return None;
        }
        let mut packed = self.clone();
        let (mut along, mut across) = (0, 0);
        for reference in packed.references.iter_mut().filter(|reference| !reference.write) {
            let moves = |member| reference.strides.is_some() && !reference.is_invariant(member);
            let dimensions = match (moves(in_lanes), moves(copied), moves(summed)) {
                (true, false, true) if reference.is_input || reference.unit(in_lanes) == Some(1.0) => {
                    along += 1;
                    [summed, in_lanes]
                }
                (false, true, true) => {
                    across += 1;
                    [copied, summed]
                }
                _ => continue,
            };
            let only = |member| [(member, 1.0)].into_iter().collect::<PerMember<f64>>();
            reference.strides = Some(dimensions.map(only).to_vec());
        }
        // Factors that are the same in all lanes are multiplied with as they are copied.
        packed.operations.products -= packed.products_beside(in_lanes);
        packed.products.retain(|moving| moving.contains(&in_lanes));
        (along > 0 && across > 0).then_some(packed)
    }

    /// How many products stay the same while a member moves.
    pub fn products_beside(&self, member: MemberId) -> f64 {
        self.products.iter().filter(|moving| !moving.contains(&member)).count() as f64
    }

    /// Whether iterations of a member add to the same elements, one after the other, and read nothing else of their array.
    pub fn sums_over(&self, member: MemberId) -> bool {
        self.sums_over_in_place(member) && !self.reads_what_it_writes_to_elsewhere()
    }

    /// The same, whatever else of the array they read.
    pub fn sums_over_in_place(&self, member: MemberId) -> bool {
        let mut written = self.references.iter().filter(|reference| reference.write);
        let reads_it = |written: &Reference| {
            let mut reads = self.references.iter().filter(|other| !other.write && other.array == written.array);
            reads.any(|read| read.strides == written.strides)
        };
        self.recurrences.get(member).is_some()
            && written.all(|reference| !reference.is_fixed() && reference.is_invariant(member) && reads_it(reference))
            && !self.ended_by_data.contains(&member)
    }

    /// Whether each iteration of a member writes elsewhere.
    pub fn writes_along(&self, member: MemberId) -> bool {
        let moves = |reference: &Reference| !reference.is_invariant(member);
        self.references.iter().filter(|reference| reference.write).all(moves) && !self.ended_by_data.contains(&member)
    }

    /// Number of values of the member; 1 if it does not occur.
    pub fn extent(&self, member: MemberId) -> f64 {
        self.extents.get(member).unwrap_or(1.0)
    }

    /// About how many cache lines a reference touches in one iteration of the loops outside.
    pub fn lines_inside(&self, reference: &Reference, outside: &[&Loop], line_bytes: f64) -> f64 {
        let moves = |dimension: &PerMember<f64>, member| dimension.get(member).is_some_and(|stride| stride != 0.0);
        let reach = |(member, extent): (MemberId, f64)| {
            let tiles = outside.iter().filter(|looped| looped.member == member);
            (member, tiles.map(|looped| looped.step).fold(extent, f64::min))
        };
        let inside: Vec<_> = self.extents.iter().map(reach).filter(|(_, reach)| *reach > 1.0).collect();
        let Some(strides) = &reference.strides else { return inside.iter().map(|(_, reach)| reach).product() };
        let moving = inside.iter().filter(|(member, _)| strides.iter().any(|dimension| moves(dimension, *member)));
        let elements: f64 = moving.map(|(_, reach)| reach).product();
        let has_neighbours =
            strides.last().is_some_and(|last| inside.iter().any(|(member, _)| last.get(*member) == Some(1.0)));
        if has_neighbours { (elements * reference.element_bytes / line_bytes).max(1.0) } else { elements }
    }

    /// Number of instances in all.
    pub fn n_instances(&self) -> f64 {
        self.density * self.extents.values().product::<f64>()
    }

    /// How far the loop goes, as far as this statement is concerned.
    pub fn reach(&self, looped: &Loop) -> f64 {
        self.extent(looped.member).min(looped.span)
    }

    /// Iterations of the loop, as far as this statement is concerned.
    pub fn trip(&self, looped: &Loop) -> f64 {
        (self.reach(looped) / looped.step).ceil().max(1.0)
    }

    /// Number of values of the member in the middle of the ranges of the members outside; 1 if it does not occur.
    pub fn usual_extent(&self, member: MemberId) -> f64 {
        self.usual_extents.get(member).unwrap_or(1.0)
    }

    /// Iterations of the loop in the middle of the ranges of the loops outside; `inside` are the loops in it. Along rows, where it is
    /// not in one row yet, it goes as far as all of them do.
    pub fn usual_trip(&self, looped: &Loop, inside: &[&Loop]) -> f64 {
        let n_rows =
            |row: MemberId| if inside.iter().any(|inner| inner.member == row) { self.extent(row) } else { 1.0 };
        let rows = self.rows.iter().filter(|rows| rows.along.contains(&looped.member));
        let n_rows: f64 = rows.flat_map(|rows| &rows.from_row_to_row).map(|row| n_rows(*row)).product();
        ((self.usual_extent(looped.member) * n_rows).min(looped.span) / looped.step).ceil().max(1.0)
    }
}

impl Reference {
    /// How far the last subscript moves with the member; `None` if unknown or if another subscript moves.
    pub fn unit(&self, member: MemberId) -> Option<f64> {
        let strides = self.strides.as_ref()?;
        let (last, outer) = match strides.split_last() {
            Some(parts) => parts,
            None => return Some(0.0),
        };
        let moves = |dimension: &PerMember<f64>| dimension.get(member).unwrap_or(0.0);
        outer.iter().all(|dimension| moves(dimension) == 0.0).then(|| moves(last))
    }

    /// How many bytes it moves with the member, as far as is known how far dimensions are apart.
    pub fn moved_bytes(&self, member: MemberId, step_bytes: &[Option<f64>]) -> Option<f64> {
        let strides = self.strides.as_ref()?.iter().map(|dimension| dimension.get(member).unwrap_or(0.0));
        let moved = strides.zip(step_bytes).filter(|(stride, _)| *stride != 0.0);
        moved.map(|(stride, bytes)| bytes.map(|bytes| stride * bytes)).sum()
    }

    /// Whether it is always to the same element.
    pub fn is_fixed(&self) -> bool {
        self.strides.as_ref().is_some_and(|strides| strides.iter().all(|moves| moves.values().next().is_none()))
    }

    /// Whether no subscript moves with the member.
    pub fn is_invariant(&self, member: MemberId) -> bool {
        self.unit(member) == Some(0.0)
    }
}

impl Node {
    /// Whether the loop over a member has a small constant number of iterations.
    pub fn has_short_loop(&self, member: MemberId) -> bool {
        match self {
            Self::Leaf(_) => false,
            Self::Sequence(children) => children.iter().any(|child| child.has_short_loop(member)),
            Self::Loop(looped) => {
                let is_short = looped.constant.is_some_and(|trip| trip <= MAX_UNROLLED_TRIP);
                looped.member == member && is_short || looped.body.has_short_loop(member)
            }
        }
    }

    /// The leaves below, in order.
    pub fn leaves(&self) -> Vec<usize> {
        match self {
            Self::Loop(inner) => inner.body.leaves(),
            Self::Sequence(children) => children.iter().flat_map(Self::leaves).collect(),
            Self::Leaf(leaf) => vec![*leaf],
        }
    }
}
