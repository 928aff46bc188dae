//! The two runs: the original order, and the loops.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use polymill_analysis::ReductionOperator;
use polymill_gdg::{AccessId, AccessKind, ArrayId, Exit, Gdg, ParamId, StatementId, Storage};
use polymill_lower::{Element, Factor, For, Instance, IntExpr, Lanes, LoopKind, LoopNest, Node, RegisterId, VarId};

use super::exits::max_loaded;
use super::memory::{Iterations, Memory, Place, StorageId, User};
use super::tables::{TableInstance, Tables};
use super::terms::{Combination, Meaning, TermId, Terms};
use super::{Fault, Problem};
use crate::Error;
use crate::points::Point;
use crate::witness::spelling;

/// What the original program does.
pub(crate) struct Reference {
    /// What each instance reads, access by access, and who wrote it.
    reads: HashMap<Point, Vec<(TermId, Option<Point>)>>,
    /// Instances that do nothing because a loop has ended.
    ended: BTreeSet<Point>,
    /// Accesses of instances that may write to what has no value any more: which of their elements.
    first_writes: HashSet<(Point, AccessId, usize)>,
    /// What live-out elements hold in the end, and who wrote it; by array name and subscripts.
    live_out: BTreeMap<Point, (TermId, Option<Point>)>,
}

pub(crate) type Step<T> = Result<T, Problem>;

/// Where the values are of registers that take the place of accesses; none for one that was not loaded.
type Held = BTreeMap<AccessId, Option<StorageId>>;

impl Reference {
    /// What an instance reads at a position among its reads, and who wrote it.
    fn read(&self, instance: &Point, position: usize) -> Option<&(TermId, Option<Point>)> {
        self.reads.get(instance)?.get(position)
    }
}

/// Runs the original order.
pub(crate) fn run_original(tables: &Tables<'_>, terms: &mut Terms) -> Step<Reference> {
    let mut machine = Machine::new(tables, terms)?;
    for (id, iterators) in tables.in_original_order()? {
        machine.run_instance(id, iterators, &BTreeMap::new(), &[], &[])?;
    }
    let live_out = machine.live_out();
    Ok(Reference { reads: machine.reads, ended: machine.ended, first_writes: machine.first_writes, live_out })
}

/// Runs the loops and compares them with the original; returns how many iterations find that a loop has ended.
pub(crate) fn run_loops(tables: &Tables<'_>, nest: &LoopNest, reference: &Reference, terms: &mut Terms) -> Step<usize> {
    let mut machine = Machine::new(tables, terms)?;
    machine.reference = Some(reference);
    for (storage, array) in machine.storages.iter_mut().zip(&tables.gdg.arrays) {
        // Nobody has declared it yet.
        *storage = storage.take().filter(|_| array.storage == Storage::External);
    }
    let n_steps = 1_000_000 + 1000 * tables.n_instances() as u64;
    let mut walker = Walker { machine, nest, vars: vec![0; nest.vars.len()], n_steps_left: n_steps };
    walker.block(&nest.body)?;
    walker.machine.check_complete()?;
    walker.machine.check_live_out(reference)?;
    Ok(walker.machine.ended.len())
}

/// Memory, and what was done so far.
pub(crate) struct Machine<'a> {
    pub tables: &'a Tables<'a>,
    /// Of each statement.
    pub exits: Vec<Vec<Exit<'a>>>,
    /// Those that are done unless a loop has ended.
    certain_writes: BTreeSet<(StatementId, AccessId)>,
    pub terms: &'a mut Terms,
    memory: Memory,
    /// For each array the piece of memory that its name stands for now, with its sizes if it was declared.
    storages: Vec<Option<(StorageId, Option<Vec<i64>>)>>,
    /// Where the values of registers are, of each lane.
    registers: BTreeMap<RegisterId, Vec<StorageId>>,
    n_storages: usize,
    iterations: Iterations,
    /// For each concurrent loop around: the iterator's name and the arrays that it reduces into.
    concurrent: Vec<(String, Vec<ArrayId>)>,
    done: BTreeSet<(StatementId, Vec<i64>)>,
    ended: BTreeSet<Point>,
    reads: HashMap<Point, Vec<(TermId, Option<Point>)>>,
    /// Of the original: see [`Reference`].
    first_writes: HashSet<(Point, AccessId, usize)>,
    /// Pieces of memory whose values have all ended once.
    killed: BTreeSet<StorageId>,
    reference: Option<&'a Reference>,
    /// Loaded values stand for numbers below this.
    pub max_loaded: i64,
}

impl<'a> Machine<'a> {
    fn new(tables: &'a Tables<'a>, terms: &'a mut Terms) -> Step<Self> {
        let n_arrays = tables.gdg.arrays.len();
        let exits = tables.gdg.statements.iter().map(polymill_gdg::Statement::exits);
        let mut certain_writes = BTreeSet::new();
        for (index, statement) in tables.gdg.statements.iter().enumerate() {
            for access in (0..statement.accesses.len()).map(AccessId::new) {
                if statement.writes_unless_ended(access)? {
                    certain_writes.insert((StatementId::new(index), access));
                }
            }
        }
        Ok(Self {
            tables,
            certain_writes,
            exits: exits.collect::<Result<_, _>>()?,
            terms,
            memory: Memory::default(),
            storages: (0..n_arrays).map(|index| Some((StorageId(index), None))).collect(),
            registers: BTreeMap::new(),
            n_storages: n_arrays,
            iterations: vec![],
            concurrent: vec![],
            done: BTreeSet::new(),
            ended: BTreeSet::new(),
            reads: HashMap::new(),
            first_writes: HashSet::new(),
            killed: BTreeSet::new(),
            reference: None,
            max_loaded: max_loaded(tables.gdg, tables.params),
        })
    }

    fn gdg(&self) -> &'a Gdg {
        self.tables.gdg
    }

    fn new_storage(&mut self) -> StorageId {
        self.n_storages += 1;
        StorageId(self.n_storages - 1)
    }

    /// Runs an instance, some of whose accesses use registers, and that does without the factor that the reads `left_out` stand for.
    /// The loops around say that it passes the tests `passed`.
    fn run_instance(
        &mut self,
        id: StatementId,
        iterators: Vec<i64>,
        registers: &Held,
        left_out: &[AccessId],
        passed: &[usize],
    ) -> Step<()> {
        let statement = self.gdg().statement(id);
        let is_inside = self.tables.statements[id.index()].domain.contains(&iterators);
        let instance = self.tables.instance(id, iterators);
        let origin = || instance.origin.clone();
        if !is_inside {
            return Err(Problem::fault(Fault::Outside(origin())));
        }
        if let Some(exit) = self.ended(id, &instance)? {
            if passed.contains(&exit.test) {
                return Err(Problem::fault(Fault::Ended(origin())));
            }
            self.ended.insert(origin());
            return Ok(());
        }
        if self.reference.is_some_and(|reference| reference.ended.contains(&instance.origin)) {
            return Err(Problem::fault(Fault::Ended(origin())));
        }
        if !self.done.insert((id, instance.values.clone())) {
            return Err(Problem::fault(Fault::Twice(origin())));
        }
        let mut values = vec![None; statement.accesses.len()];
        let mut reads = vec![];
        for (index, access) in statement.accesses.iter().enumerate() {
            if !access.kind.is_read() {
                continue;
            }
            let mut read = self.read(id, AccessId::new(index), &instance, registers)?;
            if let Some(expected) = self.reference.and_then(|reference| reference.read(&instance.origin, reads.len())) {
                // Where the original reads what is no value any more, any other will do.
                if self.terms.is_ended(expected.0) {
                    read = expected.clone();
                }
                self.compare_read(&instance, expected, id, AccessId::new(index), &read)?;
            }
            values[index] = Some(read.0);
            reads.push(read);
        }
        let operands: Vec<TermId> = reads.iter().map(|(value, _)| *value).collect();
        self.reads.insert(origin(), reads);
        for (index, access) in statement.accesses.iter().enumerate() {
            // The life of a whole variable ends: it is declared again.
            if access.kind == AccessKind::Kill && access.subscripts.is_empty() {
                self.kill(access.array);
            }
            if access.kind.is_write() {
                let value = self.written_value(id, index, &instance.origin, &values, &operands, left_out)?;
                if self.reference.is_none()
                    && let Some(number) = self.stored_number(id, AccessId::new(index), &instance)?
                {
                    self.terms.note_number(value, number);
                }
                self.write(id, AccessId::new(index), &instance, registers, value)?;
            }
        }
        Ok(())
    }

    fn written_value(
        &mut self,
        id: StatementId,
        access: usize,
        point: &Point,
        values: &[Option<TermId>],
        operands: &[TermId],
        left_out: &[AccessId],
    ) -> Step<TermId> {
        let value_of = |position: usize| values.get(position).copied().flatten();
        let factors: BTreeSet<_> = left_out.iter().map(|read| value_of(read.index())).collect();
        match self.terms.meaning(self.gdg().statement(id))? {
            Meaning::Copy(load) if factors.is_empty() => {
                if let Some(value) = value_of(load) {
                    return Ok(value);
                }
            }
            Meaning::Combine(Combination { op, first, rest, is_negated, .. }) => {
                if let Some(first) = value_of(first) {
                    let computed = self.terms.computed(point, access, operands[..0].to_vec());
                    let mut rest = match rest.and_then(value_of) {
                        Some(rest) => rest,
                        None => {
                            let mut rest: Vec<_> = operands.iter().copied().filter(|value| *value != first).collect();
                            rest.push(computed);
                            self.terms.several(rest)
                        }
                    };
                    if is_negated {
                        rest = self.terms.negated(rest);
                    }
                    let rest = match factors.first().copied().flatten().filter(|_| factors.len() == 1) {
                        Some(factor) => self.terms.without_factor(rest, factor),
                        None if factors.is_empty() => rest,
                        None => return Err(no_factor()),
                    };
                    return Ok(self.terms.combined(op, &[first, rest]));
                }
            }
            Meaning::Copy(_) | Meaning::Compute => {}
        }
        if factors.is_empty() { Ok(self.terms.computed(point, access, operands.to_vec())) } else { Err(no_factor()) }
    }

    /// What the access reads, and who wrote it.
    fn read(
        &mut self,
        id: StatementId,
        access: AccessId,
        instance: &TableInstance,
        registers: &Held,
    ) -> Step<(TermId, Option<Point>)> {
        let array = self.gdg().statement(id).access(access).array;
        let mut values = vec![];
        let mut writer = None;
        for place in self.places(id, access, instance, registers)? {
            let cell = self.use_place(&place, array, &instance.origin, false)?;
            values.push(cell.0);
            writer = writer.or(cell.1);
        }
        Ok((self.terms.several(values), writer))
    }

    fn write(
        &mut self,
        id: StatementId,
        access: AccessId,
        instance: &TableInstance,
        registers: &Held,
        value: TermId,
    ) -> Step<()> {
        let kind = self.gdg().statement(id).access(access).kind;
        let array = self.gdg().statement(id).access(access).array;
        let is_certain = kind == AccessKind::MustWrite || self.certain_writes.contains(&(id, access));
        let places = self.places(id, access, instance, registers)?;
        for (position, place) in places.into_iter().enumerate() {
            let (old, _) = self.use_place(&place, array, &instance.origin, true)?;
            let key = (instance.origin.clone(), access, position);
            let is_first = match self.reference {
                Some(reference) => reference.first_writes.contains(&key),
                None => !is_certain && self.terms.is_ended(old),
            };
            // What may be written may also keep its value, if it has one.
            let value = if is_certain || is_first { value } else { self.terms.several(vec![old, value]) };
            self.set(&place, value, Some(instance.origin.clone()));
            if self.reference.is_none() && is_first {
                self.first_writes.insert(key);
            }
        }
        Ok(())
    }

    /// Ends the values of all elements of a variable that is declared in the region.
    fn kill(&mut self, array: ArrayId) {
        if self.gdg().array(array).storage == Storage::Local
            && let Some((storage, _)) = &self.storages[array.index()]
        {
            self.killed.insert(*storage);
            let ended = self.terms.ended();
            self.memory.overwrite(*storage, ended);
        }
    }

    fn set(&mut self, place: &Place, value: TermId, writer: Option<Point>) {
        let cell = self.memory.get(self.terms, place, |_| value);
        cell.value = value;
        cell.writer = writer;
    }

    /// Notes the use and returns what the place holds.
    fn use_place(
        &mut self,
        place: &Place,
        array: ArrayId,
        by: &Point,
        is_write: bool,
    ) -> Step<(TermId, Option<Point>)> {
        let gdg = self.gdg();
        let element = Point { name: gdg.array(array).name.clone(), values: place.subscripts.clone() };
        let is_live_in = gdg.array(array).live_in && place.storage.0 == array.index();
        let is_killed = self.killed.contains(&place.storage);
        let levels = self.concurrent.iter().enumerate();
        let reduced_at = levels.filter(|(_, (_, arrays))| arrays.contains(&array)).map(|(level, _)| level).collect();
        let cell = self.memory.get(self.terms, place, |terms| match (is_live_in, is_killed) {
            (true, _) => terms.initial(element.clone()),
            (false, true) => terms.ended(),
            (false, false) => terms.unset(),
        });
        let user = User { by, iterations: &self.iterations, reduced_at };
        if let Some(race) = cell.note(&user, is_write) {
            return Err(Problem::fault(Fault::Race {
                iterator: self.concurrent[race.level].0.clone(),
                first: race.other,
                second: by.clone(),
                element: spelling(gdg.array(array), &place.subscripts),
            }));
        }
        Ok((cell.value, cell.writer.clone()))
    }

    /// The places that an access of an instance uses.
    fn places(
        &mut self,
        id: StatementId,
        access: AccessId,
        instance: &TableInstance,
        registers: &Held,
    ) -> Step<Vec<Place>> {
        let array = self.gdg().statement(id).access(access).array;
        let elements = self.tables.elements(id, access, &instance.values);
        if elements.is_empty() {
            // An access that never happens may use any register.
            return Ok(vec![]);
        }
        if let Some(register) = registers.get(&access) {
            return match register {
                Some(storage) => Ok(vec![Place { storage: *storage, subscripts: vec![] }]),
                None => Err(Error::Bug("a register is used before it is loaded".to_owned()).into()),
            };
        }
        let is_exact = matches!(self.gdg().statement(id).access(access).kind, AccessKind::Read | AccessKind::MustWrite);
        match (self.tables.printed(id, access, &instance.values), elements) {
            (Some(printed), [first]) if is_exact && printed != *first => {
                let element = spelling(self.gdg().array(array), first);
                return Err(Problem::fault(Fault::Subscript { instance: instance.origin.clone(), element }));
            }
            // The relation of a possible access has more than is accessed, a register only what is.
            (Some(printed), _) if !is_exact => {
                if let Ok(place) = self.place(array, &printed, &instance.origin) {
                    return Ok(vec![place]);
                }
            }
            _ => {}
        }
        elements.iter().map(|subscripts| self.place(array, subscripts, &instance.origin)).collect()
    }

    /// The place of an element in the memory that the array has now.
    fn place(&self, array: ArrayId, subscripts: &[i64], by: &Point) -> Step<Place> {
        let is_inside = |sizes: &Option<Vec<i64>>| {
            let mut both = subscripts.iter().zip(sizes.iter().flatten());
            both.all(|(subscript, size)| (0..*size).contains(subscript))
        };
        match &self.storages[array.index()] {
            Some((storage, sizes)) if is_inside(sizes) => {
                Ok(Place { storage: *storage, subscripts: subscripts.to_vec() })
            }
            _ => {
                let element = spelling(self.gdg().array(array), subscripts);
                Err(Problem::fault(Fault::Bounds { instance: by.clone(), element }))
            }
        }
    }

    /// What a load finds in memory, whatever it has been loaded into before.
    pub(crate) fn value_of_load(
        &mut self,
        id: StatementId,
        access: AccessId,
        instance: &TableInstance,
    ) -> Step<TermId> {
        let array = self.gdg().statement(id).access(access).array;
        let elements = match self.tables.printed(id, access, &instance.values) {
            Some(printed) => vec![printed],
            None => self.tables.elements(id, access, &instance.values).to_vec(),
        };
        let mut values = vec![];
        for subscripts in elements {
            let place = self.place(array, &subscripts, &instance.origin)?;
            values.push(self.use_place(&place, array, &instance.origin, false)?.0);
        }
        Ok(self.terms.several(values))
    }

    fn only_element(&self, element: &Element, instance: &TableInstance) -> Option<Vec<i64>> {
        match self.tables.elements(element.statement, element.access, &instance.values) {
            [only] => Some(only.clone()),
            _ => None,
        }
    }

    fn compare_read(
        &self,
        instance: &TableInstance,
        expected: &(TermId, Option<Point>),
        id: StatementId,
        access: AccessId,
        found: &(TermId, Option<Point>),
    ) -> Step<()> {
        let meaning = self.terms.meaning(self.gdg().statement(id))?;
        let is_reduced = matches!(meaning, Meaning::Combine(Combination { is_update: true, .. }));
        if expected.0 == found.0 || is_reduced {
            return Ok(());
        }
        let array = self.gdg().array(self.gdg().statement(id).access(access).array);
        let elements = self.tables.elements(id, access, &instance.values);
        Err(Problem::fault(Fault::Value {
            reader: instance.origin.clone(),
            element: elements.first().map(|element| spelling(array, element)).unwrap_or_default(),
            expected: expected.1.clone(),
            found: found.1.clone(),
        }))
    }

    /// All instances with something to do have run.
    fn check_complete(&self) -> Step<()> {
        for (index, table) in self.tables.statements.iter().enumerate() {
            let (id, statement) = (StatementId::new(index), &self.gdg().statements[index]);
            if statement.body.actions.is_empty() {
                continue;
            }
            for values in &table.domain {
                let TableInstance { origin, values } = self.tables.instance(id, values.clone());
                let has_ended = self.reference.is_some_and(|reference| reference.ended.contains(&origin));
                if !has_ended && !self.done.contains(&(id, values)) {
                    return Err(Problem::fault(Fault::Missing(origin)));
                }
            }
        }
        Ok(())
    }

    /// Elements of live-out arrays that were used, and what they hold.
    fn live_out(&self) -> BTreeMap<Point, (TermId, Option<Point>)> {
        let mut all = BTreeMap::new();
        for (place, cell) in self.memory.cells() {
            let Some(array) = self.gdg().arrays.get(place.storage.0).filter(|array| array.live_out) else { continue };
            let element = Point { name: array.name.clone(), values: place.subscripts.clone() };
            all.insert(element, (cell.value, cell.writer.clone()));
        }
        all
    }

    fn check_live_out(&mut self, reference: &Reference) -> Step<()> {
        let found = self.live_out();
        let names: BTreeSet<&Point> = reference.live_out.keys().chain(found.keys()).collect();
        for element in names {
            let Some(array) = self.gdg().array_named(&element.name) else {
                return Err(Error::Bug(format!("the live-out array `{}` is gone", element.name)).into());
            };
            let array = self.gdg().array(array);
            let untouched = |terms: &mut Terms| {
                if array.live_in { terms.initial(element.clone()) } else { terms.unset() }
            };
            let expected = match reference.live_out.get(element) {
                Some(expected) => expected.clone(),
                None => (untouched(self.terms), None),
            };
            let found = match found.get(element) {
                Some(found) => found.clone(),
                None => (untouched(self.terms), None),
            };
            if expected.0 != found.0 {
                let element = spelling(array, &element.values);
                return Err(Problem::fault(Fault::LiveOut { element, expected: expected.1, found: found.1 }));
            }
        }
        Ok(())
    }
}

struct Walker<'a> {
    machine: Machine<'a>,
    nest: &'a LoopNest,
    vars: Vec<i128>,
    n_steps_left: u64,
}

impl Walker<'_> {
    fn block(&mut self, block: &[Node]) -> Step<()> {
        block.iter().try_for_each(|node| self.node(node))
    }

    fn node(&mut self, node: &Node) -> Step<()> {
        match node {
            Node::For(inner) => self.run_loop(inner),
            Node::If(inner) => {
                let holds = inner.condition.eval(&self.var(), &self.param());
                match holds {
                    Some(true) => self.block(&inner.then),
                    Some(false) => self.block(&inner.otherwise),
                    None => Err(cannot_evaluate()),
                }
            }
            Node::Instance(instance) => self.instance(instance),
            Node::Declare(inner) => {
                let sizes = inner.extents.iter().map(|extent| self.small(extent)).collect::<Result<Vec<_>, _>>()?;
                let storage = self.machine.new_storage();
                let slot = inner.array.index();
                let outer = self.machine.storages[slot].replace((storage, Some(sizes)));
                self.block(&inner.body)?;
                self.machine.storages[slot] = outer;
                Ok(())
            }
            Node::Let { var, value } => {
                self.vars[var.index()] = self.value(value)?;
                Ok(())
            }
            Node::Evaluate { var, value } => {
                let iterators = value.iterators.iter().map(|each| self.small(each)).collect::<Result<Vec<_>, _>>()?;
                self.vars[var.index()] = self.machine.datum(value, iterators)?.into();
                Ok(())
            }
            Node::Load { register, element } => self.load(*register, element.as_ref()),
            Node::Store { element, register } => self.store(element, *register),
            Node::Zero { register } => self.zero(*register),
            Node::AddSum { element, register, factor } => self.add_sum(element, *register, factor),
            // No store of the region changes the pointer.
            Node::Prefetch { .. } | Node::LoadPointer { .. } => Ok(()),
            Node::Call { .. } => Err(Error::Unsupported("a specializer GDG has no instances".to_owned()).into()),
        }
    }

    fn run_loop(&mut self, inner: &For) -> Step<()> {
        let (lower, upper) = (self.value(&inner.lower)?, self.value(&inner.upper)?);
        let is_concurrent = inner.kind != LoopKind::Sequential;
        if is_concurrent {
            let arrays = inner.kind.reductions().iter().map(|reduction| reduction.array).collect();
            self.enter_concurrent(self.nest.name(inner.var), arrays);
        }
        for value in inner.iterations(lower, upper) {
            self.n_steps_left = self.n_steps_left.saturating_sub(1);
            if self.n_steps_left == 0 {
                return Err(Error::Unsupported("the loops take too many iterations".to_owned()).into());
            }
            match is_concurrent {
                true => self.next_concurrent(inner.var, value),
                false => self.vars[inner.var.index()] = value,
            }
            self.block(&inner.body)?;
        }
        if is_concurrent {
            self.leave_concurrent();
        }
        Ok(())
    }

    fn instance(&mut self, instance: &Instance) -> Step<()> {
        let Some(lanes) = instance.lanes else { return self.instance_in_lane(instance, 0) };
        self.enter_concurrent(Lanes::NAME, vec![]);
        for lane in self.filled_lanes(Some(lanes), instance.filled.as_ref())? {
            self.next_concurrent(lanes.var, lane.into());
            self.instance_in_lane(instance, lane)?;
        }
        self.leave_concurrent();
        Ok(())
    }

    /// The lanes in which there is something.
    fn filled_lanes(&self, lanes: Option<Lanes>, filled: Option<&[IntExpr; 2]>) -> Step<std::ops::Range<u32>> {
        let count = lanes.map_or(1, |lanes| lanes.count);
        let Some([first, last]) = filled else { return Ok(0..count) };
        let (first, last) = (self.value(first)?, self.value(last)?);
        match (u32::try_from(first), u32::try_from(last + 1)) {
            (Ok(first), Ok(end)) if first < end && end <= count => Ok(first..end),
            _ => Err(Error::Bug(format!("lanes {first} to {last} of {count}")).into()),
        }
    }

    fn instance_in_lane(&mut self, instance: &Instance, lane: u32) -> Step<()> {
        let iterators = instance.iterators.iter().map(|each| self.small(each)).collect::<Result<Vec<_>, _>>()?;
        let registers = instance.registers.iter().map(|(access, register)| (*access, self.held(*register, lane)));
        let registers = registers.collect();
        self.machine.run_instance(instance.statement, iterators, &registers, &instance.left_out, &instance.passed)
    }

    /// Where a lane's value of a register is; one that is no vector has the same for all.
    fn held(&self, register: RegisterId, lane: u32) -> Option<StorageId> {
        let storages = self.machine.registers.get(&register)?;
        storages.get(if storages.len() == 1 { 0 } else { lane as usize }).copied()
    }

    /// Begins to run iterations that may run at the same time.
    fn enter_concurrent(&mut self, iterator: &str, reduced: Vec<ArrayId>) {
        self.machine.concurrent.push((iterator.to_owned(), reduced));
        // A storage's number is a number that no other execution of a loop has.
        let StorageId(execution) = self.machine.new_storage();
        self.machine.iterations.push((execution, 0));
    }

    fn next_concurrent(&mut self, var: VarId, value: i128) {
        self.vars[var.index()] = value;
        if let Some(last) = self.machine.iterations.last_mut() {
            last.1 = i64::try_from(value).unwrap_or(i64::MAX);
        }
    }

    fn leave_concurrent(&mut self) {
        self.machine.concurrent.pop();
        self.machine.iterations.pop();
    }

    fn load(&mut self, register: RegisterId, element: Option<&Element>) -> Step<()> {
        let lanes = self.nest.registers.get(register.index()).and_then(|register| register.lanes);
        self.machine.registers.insert(register, vec![]);
        let filled = self.filled_lanes(lanes, element.and_then(|element| element.filled.as_ref()))?;
        for lane in 0..lanes.map_or(1, |lanes| lanes.count) {
            self.enter_lane(lanes, lane);
            let storage = self.machine.new_storage();
            let (value, writer) = match element.filter(|_| filled.contains(&lane)) {
                Some(element) => {
                    let (array, place, by) = self.element(element)?;
                    self.machine.use_place(&place, array, &by, false)?
                }
                None => (self.machine.terms.unset(), None),
            };
            self.machine.registers.entry(register).or_default().push(storage);
            self.machine.set(&Place { storage, subscripts: vec![] }, value, writer);
        }
        Ok(())
    }

    fn zero(&mut self, register: RegisterId) -> Step<()> {
        let lanes = self.nest.registers.get(register.index()).and_then(|register| register.lanes);
        let value = self.machine.terms.zero();
        let storages: Vec<_> = (0..lanes.map_or(1, |lanes| lanes.count)).map(|_| self.machine.new_storage()).collect();
        for storage in &storages {
            self.machine.set(&Place { storage: *storage, subscripts: vec![] }, value, None);
        }
        self.machine.registers.insert(register, storages);
        Ok(())
    }

    fn store(&mut self, element: &Element, register: RegisterId) -> Step<()> {
        for lane in self.filled_lanes(element.lanes, element.filled.as_ref())? {
            self.enter_lane(element.lanes, lane);
            let (array, place, by) = self.element(element)?;
            let (value, writer) = self.value_in(register, lane)?;
            self.machine.use_place(&place, array, &by, true)?;
            self.machine.set(&place, value, writer);
        }
        Ok(())
    }

    fn add_sum(&mut self, element: &Element, register: RegisterId, factor: &Factor) -> Step<()> {
        let factor = match factor {
            Factor::Element(factor) => {
                let (array, place, by) = self.element(factor)?;
                self.machine.use_place(&place, array, &by, false)?.0
            }
            Factor::Register(factor) => self.value_in(*factor, 0)?.0,
        };
        for lane in 0..element.lanes.map_or(1, |lanes| lanes.count) {
            self.enter_lane(element.lanes, lane);
            let (array, place, by) = self.element(element)?;
            let (sum, writer) = self.value_in(register, lane)?;
            let added = match self.machine.terms.times(sum, factor) {
                Some(added) => added,
                // Other terms than those of the original.
                None => self.machine.terms.several(vec![sum, factor]),
            };
            let (old, _) = self.machine.use_place(&place, array, &by, false)?;
            self.machine.use_place(&place, array, &by, true)?;
            let value = self.machine.terms.combined(ReductionOperator::Add, &[old, added]);
            self.machine.set(&place, value, writer);
        }
        Ok(())
    }

    /// What a lane of a register holds, and which instance computed it.
    fn value_in(&self, register: RegisterId, lane: u32) -> Step<(TermId, Option<Point>)> {
        let Some(storage) = self.held(register, lane) else {
            return Err(Error::Bug("a register is stored before it is loaded".to_owned()).into());
        };
        let held = self.machine.memory.find(&Place { storage, subscripts: vec![] });
        let Some((value, writer)) = held.map(|cell| (cell.value, cell.writer.clone())) else {
            return Err(Error::Bug("a register is stored before it is set".to_owned()).into());
        };
        Ok((value, writer))
    }

    fn enter_lane(&mut self, lanes: Option<Lanes>, lane: u32) {
        if let Some(lanes) = lanes {
            self.vars[lanes.var.index()] = lane.into();
        }
    }

    /// The place that an element names, and the instance it was taken from.
    fn element(&mut self, element: &Element) -> Step<(ArrayId, Place, Point)> {
        let statement = self.machine.gdg().statement(element.statement);
        let values = element.iterators.iter().map(|each| self.small(each)).collect::<Result<Vec<_>, _>>()?;
        let instance = self.machine.tables.instance(element.statement, values);
        // The instance need not be in the domain: it stands for others that use the same element.
        let subscripts = self.machine.tables.printed(element.statement, element.access, &instance.values);
        let Some(subscripts) = subscripts.or_else(|| self.machine.only_element(element, &instance)) else {
            return Err(Error::Bug("a register stands for other than one element".to_owned()).into());
        };
        let array = statement.access(element.access).array;
        let place = self.machine.place(array, &subscripts, &instance.origin)?;
        Ok((array, place, instance.origin))
    }

    fn var(&self) -> impl Fn(VarId) -> i128 {
        |var| self.vars.get(var.index()).copied().unwrap_or(0)
    }

    fn param(&self) -> impl Fn(ParamId) -> i128 {
        |param| self.machine.tables.params.get(param.index()).copied().map_or(0, i128::from)
    }

    fn value(&self, expr: &IntExpr) -> Step<i128> {
        expr.eval(&self.var(), &self.param()).ok_or_else(cannot_evaluate)
    }

    fn small(&self, expr: &IntExpr) -> Step<i64> {
        i64::try_from(self.value(expr)?).map_err(|_| cannot_evaluate())
    }
}

fn no_factor() -> Problem {
    Error::Bug("a factor is left out of what is no sum".to_owned()).into()
}

fn cannot_evaluate() -> Problem {
    Error::Bug("a number in the loops does not fit".to_owned()).into()
}
