//! The predicted time of a nest.

use std::collections::BTreeMap;

use super::footprint::{Footprint, Sharing};
use super::nest::{Leaf, Loop, MemberId, Nest, Node, PerMember, Reference};
use crate::Machine;

/// What a nest is predicted to cost, in nanoseconds.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Cost {
    /// Instructions, as if on one processor.
    pub instructions: f64,
    /// Moving cache lines, on all processors at once.
    pub traffic: f64,
    /// Entering and leaving parallel regions.
    pub synchronization: f64,
    /// Fetching the code, which no cache has when it is first run.
    pub code: f64,
    /// Handing out pages of memory that is new.
    pub pages: f64,
    /// Testing whether rows of arrays overlap.
    pub tests: f64,
    /// By how much parallel loops divide instructions.
    pub speedup: f64,
}

impl Cost {
    /// The time from start to end.
    pub fn total(&self) -> f64 {
        self.instructions / self.speedup.max(1.0)
            + self.traffic
            + self.synchronization
            + self.code
            + self.pages
            + self.tests
    }
}

/// Cycles to start and end a loop.
const LOOP_ENTRY: f64 = 8.0;
/// Cycles to find out how many iterations of a short loop run in vector lanes, and how many are left.
const VECTOR_ENTRY: f64 = 30.0;
/// Loops of fewer vectors are short.
const SHORT: f64 = 4.0;
/// Cycles of loop control for each iteration that is not unrolled away.
const LOOP_CONTROL: f64 = 1.0;
/// Latency of a floating-point operation that waits for the one before.
const LATENCY: f64 = 4.0;
/// Latency of a division that waits for the operation before.
const DIVISION_LATENCY: f64 = 10.0;
/// Iterations of a loop that a processor has in flight.
const LOOKAHEAD: f64 = 32.0;
/// Throughput of a division, in cycles for a scalar one.
const DIVISION: f64 = 5.0;
/// How much longer an instance takes in a block that is not full: its loads and stores are its own.
const PARTIAL_BLOCK: f64 = 1.5;
/// Cycles for an access far from the last one, beside the time to fetch the line, which no prefetcher has brought. Measured on Zen 5
/// (gcc 12): 17 where structures of 40 bytes are visited across planes of 170 KB (NPB's `pinvr`); down columns of `double`s 0.2 where
/// the lines stay in the first cache, 1 in the second, 2.5 from the last: so this is too much for tiles that stay in a cache.
const FAR_STEP: f64 = 8.0;
/// Prefetchers follow steps up to half a page ("regular strides forward or backward up to 2K bytes", of Xeon processors: Intel,
/// document 671479).
const FAR_BYTES: f64 = 2048.0;
/// As many places are at hand anyway.
const MANY_STEPS: f64 = 16.0;
/// How much longer an iteration takes that stores the sums that it adds to: loads wait for stores to addresses that are a multiple of
/// 4 KiB away ("4-KByte memory aliasing", Intel's optimization reference manual), and rows of matrices often are. Products of
/// matrices of 500 to 2000 rows: 60 to 85 GFLOP/s in such loops, 100 to 118 with sums in registers (Intel Xeon, 2 threads).
const SUMS_IN_MEMORY: f64 = 1.3;
/// How much longer an iteration takes in which C compilers keep sums of what is in all lanes, as in a product with both operands along what
/// is summed over: 1.5 times for 1 to 8 such sums, 4 times for 16, whose lanes gcc 12 mixes (Zen 4, 64 to 256 numbers in the first cache).
const SUMS_ACROSS_LANES: f64 = 2.0;
/// A register for what is computed with at the moment.
const TEMPORARIES: f64 = 1.0;
/// Part of the transfer time that does not hide behind instructions.
const EXPOSED: f64 = 0.7;
/// Part of a cache that a nest can count on.
const USABLE: f64 = 0.7;

/// Nanoseconds to get a cache line from the cache of another processor, while one other gets lines too.
const MIGRATION_NS: f64 = 30.0;

/// Bytes of code for a reference or an operation.
const CODE_BYTES: f64 = 8.0;
/// Bytes of a line of code.
const CODE_LINE: f64 = 64.0;
/// Lines of code for the control of a loop.
const LOOP_CODE: f64 = 1.0;
/// Nanoseconds to fetch a line of code.
const CODE_LINE_NS: f64 = 60.0;
/// Nests that take less than this, in nanoseconds, matter only where they run often, and then their code is in the cache. (Products of 24 to 56
/// rows, 5 to 30 microseconds, gain from blocks in the first call of a program, too: 0.75 to 0.9 of the time, Zen 3.)
const WARM_NS: f64 = 10_000.0;

/// Nanoseconds until the operating system has handed out a page that is touched for the first time, and cleared it: 0.7 to 1.4
/// microseconds for pages of 4 KiB on Linux, measured by writing to 64 MiB from `malloc`, once and again.
const NEW_PAGE_NS: f64 = 1000.0;
const PAGE_BYTES: f64 = 4096.0;
/// Smaller blocks come from pages that the program has already (`M_MMAP_THRESHOLD` of glibc).
const LARGE_BLOCK_BYTES: f64 = 131_072.0;

/// Nanoseconds to load the pointer to a row and to compare its address with those of others: 2.2 to 3.8 measured for rows that are
/// allocated in order (Zen 5, gcc 12), and 6 to 11 for up to 1000 rows in no order.
const ROW_TEST_NS: f64 = 4.0;

/// Nanoseconds to look at one of many integers, to find the smallest and the largest of them: 0.02 to 0.06 measured for 32 bits in
/// caches, 0.07 to 0.15 in memory (Zen 5, gcc 12, 1 and 2 threads).
const VALUE_TEST_NS: f64 = 0.1;

/// Predicts the time of the nest on the machine.
pub fn predict(nest: &Nest, machine: &Machine) -> Cost {
    let mut sums = Sums { speedups: vec![1.0; nest.leaves.len()], ..Sums::default() };
    let nest = &nest.with_root(nest.root.unrolled().0);
    visit(nest, &nest.root, &mut Vec::new(), machine, &mut sums);
    let sequential = sums.cycles / machine.ghz;
    let parallel = sums.parallel_cycles / machine.ghz;
    let speedup = if parallel > 0.0 { sequential / parallel } else { 1.0 };
    let traffic = traffic_ns(nest, machine, &sums, speedup);
    Cost {
        instructions: sequential,
        traffic,
        synchronization: sums.regions * machine.parallel_region_ns
            + sums.migrations * MIGRATION_NS
            + if sums.regions > 0.0 { nest.start_ns(machine) } else { 0.0 },
        code: if sequential + traffic < WARM_NS { 0.0 } else { sums.code_lines * CODE_LINE_NS },
        pages: page_ns(nest, machine, sums.regions > 0.0),
        tests: nest.tested_rows * ROW_TEST_NS + nest.tested_values * VALUE_TEST_NS,
        speedup,
    }
}

/// What moving lines into all caches takes, in nanoseconds, as far as it does not hide behind instructions.
fn traffic_ns(nest: &Nest, machine: &Machine, sums: &Sums, speedup: f64) -> f64 {
    let mut moved = 0.0;
    let mut footprint: Option<((f64, f64), Footprint)> = None;
    for (level, cache) in machine.caches.iter().enumerate() {
        let line = f64::from(cache.line_bytes);
        // Where one processor runs, it has a shared cache for itself.
        let sharers = if sums.regions > 0.0 { f64::from(cache.shared_by.min(machine.n_processors())) } else { 1.0 };
        let (_, footprint) = match footprint.take().filter(|(known, _)| *known == (line, sharers)) {
            Some(same) => footprint.insert(same),
            None => {
                let sharing = Sharing { sharers, speedups: &sums.speedups };
                footprint.insert(((line, sharers), Footprint::new(nest, line, sharing)))
            }
        };
        let lines = footprint.traffic(cache.bytes as f64 * USABLE, nest.is_repeated);
        let source = machine.bandwidth_into(level);
        let time = line * (lines.alone / source.of_one(1.0) + lines.together / source.of_one(speedup));
        // What the second cache brings arrives while sums in registers go on: nothing else is in the way of the next loads.
        let hidden = if level == 0 { sums.cycles_in_lanes / machine.ghz / speedup } else { 0.0 };
        moved += EXPOSED * (time - hidden).max(0.0);
    }
    moved
}

/// What the pages cost that are new to the program, in nanoseconds.
fn page_ns(nest: &Nest, machine: &Machine, is_parallel: bool) -> f64 {
    // Each thread gets those that it writes to first.
    let n_threads = if is_parallel { f64::from(machine.n_processors()) } else { 1.0 };
    new_bytes(nest) * NEW_PAGE_NS / PAGE_BYTES / n_threads
}

impl Cost {
    /// Adds the pages of temporaries that stay in memory: for each array, how many bytes it has wherever it is declared. Memory for
    /// them is allocated each time, also inside of loops. Of small blocks, the allocator gives back what they had together at the end of
    /// the heap, if this is as much as a large one (`M_TRIM_THRESHOLD` of glibc).
    #[must_use]
    pub fn with_temporaries(self, temporaries: &[f64], nest: &Nest, machine: &Machine, is_parallel: bool) -> Self {
        let is_new =
            temporaries.iter().zip(nest.is_new.iter()).map(|(bytes, is_new)| *bytes > 0.0 || *is_new).collect();
        let bytes_once = |(own, all): (&f64, &Option<f64>)| match *own > 0.0 && *own < LARGE_BLOCK_BYTES {
            true => Some(*own),
            false => *all,
        };
        let array_bytes = temporaries.iter().zip(nest.array_bytes.iter()).map(bytes_once).collect();
        Self { pages: page_ns(&Nest { is_new, array_bytes, ..nest.clone() }, machine, is_parallel), ..self }
    }
}

/// How much of memory that is new to the program the nest writes to.
fn new_bytes(nest: &Nest) -> f64 {
    let mut written: BTreeMap<usize, f64> = BTreeMap::new();
    for leaf in nest.root.leaves() {
        let leaf = &nest.leaves[leaf];
        for reference in leaf.references.iter().filter(|reference| reference.write && nest.is_new[reference.array]) {
            *written.entry(reference.array).or_default() += leaf.n_instances() * reference.element_bytes;
        }
    }
    let bytes = written.into_iter().map(|(array, bytes)| bytes.min(nest.array_bytes[array].unwrap_or(bytes))).sum();
    if bytes >= LARGE_BLOCK_BYTES { bytes } else { 0.0 }
}

#[derive(Default)]
struct Sums {
    cycles: f64,
    /// Those of sums that stay in vector registers.
    cycles_in_lanes: f64,
    parallel_cycles: f64,
    regions: f64,
    /// Cache lines that go from one processor's cache to another's.
    migrations: f64,
    code_lines: f64,
    /// For each leaf, what the parallel loop around it gains.
    speedups: Vec<f64>,
}

fn visit<'a>(nest: &'a Nest, node: &'a Node, loops: &mut Vec<&'a Loop>, machine: &Machine, sums: &mut Sums) {
    match node {
        Node::Leaf(position) => {
            let leaf = &nest.leaves[*position];
            let cycles = instruction_cycles(nest, leaf, loops, machine);
            let speedup = speedup(leaf, loops, machine);
            sums.speedups[*position] = speedup;
            sums.cycles += cycles;
            sums.parallel_cycles += cycles / speedup;
            sums.cycles_in_lanes += if loops.iter().any(|looped| looped.in_lanes) { cycles } else { 0.0 };
            sums.code_lines += code_lines(leaf, loops, machine);
        }
        Node::Sequence(children) => children.iter().for_each(|child| visit(nest, child, loops, machine, sums)),
        Node::Loop(looped) => {
            let is_region = looped.parallel && !loops.iter().any(|outer| outer.parallel);
            if is_region {
                let leaves = looped.body.leaves();
                let executions = |leaf: &usize| n_regions(&nest.leaves[*leaf], looped, loops);
                let executions = leaves.iter().map(executions).fold(0.0, f64::max);
                sums.regions += executions;
                sums.migrations += executions * migrating_lines(nest, looped, loops, machine);
            }
            sums.code_lines += if looped.unrolled { 0.0 } else { LOOP_CODE };
            loops.push(looped);
            visit(nest, &looped.body, loops, machine, sums);
            loops.pop();
        }
    }
}

/// Lines of code for a leaf: all copies of an unrolled one, and once more for blocks that are not full.
fn code_lines(leaf: &Leaf, loops: &[&Loop], machine: &Machine) -> f64 {
    let copies = |looped: &Loop| {
        let copies = looped.constant_trip().unwrap_or(looped.span);
        let lanes = if looped.in_lanes { f64::from(machine.lanes(leaf.operations.width as u32)) } else { 1.0 };
        (copies / lanes).max(1.0)
    };
    let copies: f64 = loops.iter().filter(|looped| looped.unrolled).map(|looped| copies(looped)).product();
    let bytes = (leaf.references.len() as f64 + leaf.operations.simple()) * CODE_BYTES;
    bytes / CODE_LINE * if copies > 1.0 { 2.0 * copies } else { 1.0 }
}

/// How often the parallel loop inside of `loops` is entered: for each iteration around it, or for each wavefront.
fn n_regions(leaf: &Leaf, parallel: &Loop, loops: &[&Loop]) -> f64 {
    let around: f64 = loops.iter().map(|outer| leaf.trip(outer)).product();
    match loops.last().filter(|_| parallel.wavefront) {
        Some(fronts) => around / leaf.trip(fronts) * n_fronts(leaf, fronts, parallel),
        None => around,
    }
}

/// Cache lines that the threads of a parallel region inside of sequential `loops` take from one another each time: what
/// these loops read or write in other threads too, before or after, if it fits into the caches that processors have for
/// themselves. Counted as lines that take as long with two processors: where each takes its part, more of them take less.
fn migrating_lines(nest: &Nest, region: &Loop, loops: &[&Loop], machine: &Machine) -> f64 {
    let Some(outermost) = loops.first() else { return 0.0 };
    let line = machine.caches.first().map_or(64.0, |cache| f64::from(cache.line_bytes));
    let mut all = Vec::new();
    distribute(nest, &outermost.body, None, &mut all);
    let mut here = Vec::new();
    distribute(nest, &region.body, Some(region.member), &mut here);
    let processors = f64::from(machine.n_processors());
    // For each array, how many lines, and how long they take.
    let mut migrating = BTreeMap::<usize, (f64, f64)>::new();
    for reference in &here {
        for other in all.iter().filter(|other| reference.shares_elements_of_other_threads(other)) {
            let lines = reference.lines(loops, line).min(other.lines(loops, line));
            let lasting = if reference.is_taken_by_each(other) { lines } else { lines * 2.0 / processors };
            let most = migrating.entry(reference.array()).or_default();
            *most = (most.0.max(lines), most.1.max(lasting));
        }
    }
    let lines: f64 = migrating.values().map(|(lines, _)| lines).sum();
    if lines * line > machine.private_cache_bytes() as f64 * USABLE * processors {
        return 0.0;
    }
    migrating.values().map(|(_, lasting)| lasting).sum::<f64>() * (1.0 - 1.0 / processors)
}

/// Which threads access which elements.
#[derive(Clone, Copy, PartialEq)]
enum Distribution {
    /// One thread accesses all.
    Alone,
    /// Each thread accesses the same ones.
    Shared,
    /// Each thread has its own part of this array dimension.
    Along(usize),
    /// Data say.
    Anywhere,
}

impl Distribution {
    fn of(reference: &Reference, parallel: Option<MemberId>) -> Self {
        let Some(parallel) = parallel else { return Self::Alone };
        let Some(strides) = reference.strides.as_ref().filter(|_| !reference.is_indirect) else {
            return Self::Anywhere;
        };
        let moves = |dimension: &PerMember<f64>| dimension.get(parallel).is_some_and(|stride| stride != 0.0);
        strides.iter().position(moves).map_or(Self::Shared, Self::Along)
    }
}

/// A reference, with the threads that run it.
struct Distributed<'a> {
    leaf: &'a Leaf,
    reference: &'a Reference,
    distribution: Distribution,
}

impl Distributed<'_> {
    fn array(&self) -> usize {
        self.reference.array
    }

    /// About how many cache lines it touches while the loops outside stay.
    fn lines(&self, outside: &[&Loop], line_bytes: f64) -> f64 {
        self.leaf.lines_inside(self.reference, outside, line_bytes)
    }

    /// Whether each thread takes all lines that move between it, in a parallel region, and the other one; otherwise its part of them.
    fn is_taken_by_each(&self, other: &Self) -> bool {
        let is_gathered = other.distribution == Distribution::Alone && self.reference.write && !other.reference.write;
        self.distribution == Distribution::Shared || is_gathered
    }

    /// Whether one of both writes what another thread accesses in the other one.
    fn shares_elements_of_other_threads(&self, other: &Self) -> bool {
        let is_elsewhere = self.distribution != other.distribution || self.distribution == Distribution::Anywhere;
        let is_written = self.reference.write || other.reference.write;
        self.array() == other.array() && is_written && is_elsewhere
    }
}

/// All references below a node that `parallel` is around, if there is such a loop.
fn distribute<'a>(nest: &'a Nest, node: &Node, parallel: Option<MemberId>, found: &mut Vec<Distributed<'a>>) {
    match node {
        Node::Leaf(leaf) => {
            let leaf = &nest.leaves[*leaf];
            found.extend(leaf.references.iter().map(|reference| Distributed {
                leaf,
                reference,
                distribution: Distribution::of(reference, parallel),
            }));
        }
        Node::Sequence(children) => {
            children.iter().for_each(|child| distribute(nest, child, parallel, found));
        }
        Node::Loop(looped) => {
            let parallel = parallel.or(looped.parallel.then_some(looped.member));
            distribute(nest, &looped.body, parallel, found);
        }
    }
}

/// Wavefronts through a rectangle of tiles.
fn n_fronts(leaf: &Leaf, fronts: &Loop, tiles: &Loop) -> f64 {
    leaf.trip(fronts) + leaf.trip(tiles) - 1.0
}

/// What the parallel loop around a leaf gains: all iterations over those that the busiest processor has. Wavefronts are of
/// all widths up to the largest, so that in the mean, half of the processors wait in the last round.
fn speedup(leaf: &Leaf, loops: &[&Loop], machine: &Machine) -> f64 {
    let processors = f64::from(machine.n_processors());
    let Some(position) = loops.iter().position(|looped| looped.parallel) else { return 1.0 };
    let parallel = loops[position];
    if !parallel.wavefront || position == 0 {
        let reach = leaf.reach(parallel);
        return (reach / (parallel.step * n_rounds(reach, parallel.step * processors))).max(1.0);
    }
    let fronts = loops[position - 1];
    let trip = leaf.trip(parallel);
    // The tiles of wavefronts span two dimensions: each is taken to have the same part in the density.
    let n_dimensions = leaf.extents.values().filter(|extent| *extent > 1.0).count().max(2);
    let density = leaf.density.min(1.0).powf(2.0 / n_dimensions as f64);
    let width = density * leaf.trip(fronts) * trip / n_fronts(leaf, fronts, parallel);
    let rounds = width / processors + (processors - 1.0) / (2.0 * processors);
    (width / rounds).max(1.0)
}

/// How many iterations the busiest processor has of a loop of this reach, of which a round of iterations on all processors
/// takes `round`: the mean over reaches about this one, for what just fits one does not fit the next.
fn n_rounds(reach: f64, round: f64) -> f64 {
    (reach / round + (round - 1.0) / (2.0 * round)).max(1.0)
}

/// Cycles of all instances of a leaf.
fn instruction_cycles(nest: &Nest, leaf: &Leaf, loops: &[&Loop], machine: &Machine) -> f64 {
    let counted: Vec<&Loop> = loops.iter().copied().filter(|looped| !looped.unrolled).collect();
    let instances = leaf.density * loops.iter().map(|looped| leaf.trip(looped)).product::<f64>();
    let Some(innermost) = counted.last() else { return instances * scalar_cycles(leaf) };
    let trip = leaf.usual_trip(innermost, &[]);
    let is_in_lanes = loops.iter().any(|looped| looped.in_lanes);
    let lanes = match is_in_lanes {
        true => f64::from(machine.lanes(leaf.operations.width as u32)),
        false => vector_lanes(nest, leaf, innermost, machine),
    };
    let copies: f64 = loops.iter().map(|looped| copies(leaf, looped, lanes)).product();

    let iterations = if is_in_lanes { 1.0 / lanes } else { vector_iterations(trip, lanes) / trip };
    let parts = if lanes > 1.0 { f64::from(machine.parts_of_vector()) } else { 1.0 };
    let memory = memory_cycles(leaf, innermost, loops, machine, lanes, parts);
    let calls = leaf.operations.call_cycles;
    let simple = simple_operations(leaf, innermost, loops, trip, lanes);
    let arithmetic = parts * (simple / 2.0 + leaf.operations.divisions * DIVISION) + calls;
    let calls_in_lanes = if calls > 0.0 { lanes } else { 1.0 };
    let far_steps = FAR_STEP * far_steps(nest, leaf, innermost, loops);
    let throughput = match is_in_lanes {
        // There are enough other operations in each iteration to wait with.
        true => arithmetic.max(memory).max(far_steps),
        false if keeps_sums_in_memory(leaf, innermost) => SUMS_IN_MEMORY * arithmetic.max(memory) + far_steps,
        false if lanes > 1.0 && leaf.sums_over(innermost.member) => {
            SUMS_ACROSS_LANES * arithmetic.max(memory) + far_steps
        }
        false => (arithmetic * calls_in_lanes).max(memory) + far_steps,
    };
    let waits = leaf.recurrences.get(innermost.member).is_some() && lanes <= 1.0;
    // Copies for iterations that the statement does not wait for, whatever others in the loop do.
    let is_independent = |looped: &Loop| looped.coincident || leaf.recurrences.get(looped.member).is_none();
    let independent: f64 = loops
        .iter()
        .filter(|looped| looped.unrolled && is_independent(looped))
        .map(|looped| leaf.trip(looped))
        .product();
    let latency = if waits {
        (LATENCY * leaf.operations.chained + DIVISION_LATENCY * leaf.operations.divisions) / independent
    } else {
        0.0
    };
    // Short chains of values that wait for each other overlap, as far as the processor looks ahead.
    let latency = latency * (leaf.usual_extent(innermost.member) / LOOKAHEAD).min(1.0);
    let n_loops = loops.iter().filter(|looped| looped.member == innermost.member).count();
    // Guards are around the loop of a statement that is apart.
    let is_guarded = leaf.guarded && !innermost.is_apart || n_loops > 1 && leaf.parted_by.contains(&innermost.member);
    let branches = if leaf.operations.branches || is_guarded { 3.0 } else { 0.0 };
    // No order has other loops in place of those that data end.
    let is_as_written = nest.hides_control || leaf.ended_by_data.contains(&innermost.member);
    let control = if is_as_written { 0.0 } else { LOOP_CONTROL };
    let per_instance = iterations * (throughput.max(latency) + control / copies.max(1.0)) + branches;
    let partial = partial_blocks(leaf, loops);
    let per_instance = per_instance * (1.0 + (PARTIAL_BLOCK - 1.0) * partial);

    let mut entries = 0.0;
    let mut executions = 1.0;
    for (position, looped) in counted.iter().enumerate() {
        if std::ptr::eq(*looped, *innermost) {
            // In partial blocks, once for each copy.
            let is_short = lanes > 1.0 && trip <= SHORT * lanes && looped.constant_trip().is_none();
            let entry = LOOP_ENTRY + if is_short { VECTOR_ENTRY } else { 0.0 };
            entries += executions * (1.0 + partial * (copies - 1.0)) * entry;
        } else {
            entries += executions * LOOP_ENTRY;
        }
        executions *= leaf.usual_trip(looped, &counted[position + 1..]);
        entries += executions * if looped.member == innermost.member { 0.0 } else { LOOP_CONTROL };
    }
    // Statements in one loop enter it together.
    instances * per_instance + entries / (1.0 + leaf.beside.len() as f64)
}

/// Instructions for an element whose place the innermost loop moves by a remainder, as `rows[i % 2][j]`: those that a quotient by a constant
/// takes, and those from there to the address.
const REMAINDER: f64 = 6.0;

/// How many instructions one instance takes, or one vector of instances, that are not divisions or calls. Products that stay the same in the
/// innermost loop are computed before it; those that stay the same in all lanes, once for all vectors of a row, unless sums are
/// multiplied as a whole, since their order does not matter.
fn simple_operations(leaf: &Leaf, innermost: &Loop, loops: &[&Loop], trip: f64, lanes: f64) -> f64 {
    let may_scale_sums = leaf.recurrences.get(innermost.member) == Some(true);
    let (along, part) = match loops.iter().find(|looped| looped.in_lanes) {
        Some(in_lanes) if may_scale_sums => (in_lanes.member, 0.0),
        // It is then copied into all lanes.
        Some(in_lanes) => (in_lanes.member, 2.0 / copies(leaf, in_lanes, lanes)),
        None => (innermost.member, (lanes / trip).min(1.0)),
    };
    let shared = leaf.products_beside(along);
    let remainders = match leaf.in_remainders.contains(&innermost.member) {
        true => REMAINDER * leaf.references.len() as f64,
        false => 0.0,
    };
    leaf.operations.simple_without(shared) + shared * part + remainders
}

/// How many of a leaf's instances are in blocks of unrolled loops that are not full: those at the end of a loop, and those
/// on the border of a domain that is no box.
fn partial_blocks(leaf: &Leaf, loops: &[&Loop]) -> f64 {
    let partial = |looped: &&Loop| {
        let (extent, block) = (leaf.extent(looped.member), looped.span);
        if leaf.density < 0.99 { block / extent } else { extent % block / extent }
    };
    let blocks = loops.iter().filter(|looped| looped.unrolled && looped.constant.is_none());
    blocks.map(partial).sum::<f64>().min(1.0)
}

/// How often the body runs for `trip` iterations: in full vectors, then, for what is left, in a half one and one by one.
fn vector_iterations(trip: f64, lanes: f64) -> f64 {
    let full = (trip / lanes).floor();
    let rest = trip - full * lanes;
    let half = (lanes / 2.0).max(1.0);
    full + (rest / half).floor() + (rest % half).ceil()
}

fn scalar_cycles(leaf: &Leaf) -> f64 {
    leaf.references.len() as f64 / 2.0
        + leaf.operations.simple() / 2.0
        + leaf.operations.divisions * DIVISION
        + leaf.operations.call_cycles
}

/// Lanes that the innermost loop around the leaf can use: all statements in its iterations run in lanes, or none does.
fn vector_lanes(nest: &Nest, leaf: &Leaf, innermost: &Loop, machine: &Machine) -> f64 {
    let own = leaf_lanes(leaf, innermost, machine);
    if innermost.is_apart {
        return own;
    }
    let beside = leaf.beside.iter().map(|&other| leaf_lanes(&nest.leaves[other], innermost, machine));
    beside.fold(own, f64::min)
}

fn leaf_lanes(leaf: &Leaf, innermost: &Loop, machine: &Machine) -> f64 {
    let independent = innermost.coincident || leaf.recurrences.get(innermost.member).unwrap_or(true);
    let adjacent = leaf.references.iter().all(|reference| match reference.unit(innermost.member) {
        _ if reference.chosen_by.contains(&innermost.member) => false,
        // What goes backwards is turned round in registers.
        Some(unit) => unit == 0.0 && (!reference.write || !innermost.coincident) || unit.abs() == 1.0,
        None => false,
    });
    if innermost.step != 1.0
        || !independent
        || leaf.after_later.contains(&innermost.member)
        || leaf.in_remainders.contains(&innermost.member)
        || !adjacent
        || leaf.operations.branches
        || leaf.has_guards() && !innermost.is_apart
        || leaf.reloads
    {
        return 1.0;
    }
    f64::from(machine.lanes(leaf.operations.width as u32))
}

/// Whether the iterations of a loop add to sums in memory, each to its own, where they could be in registers.
fn keeps_sums_in_memory(leaf: &Leaf, innermost: &Loop) -> bool {
    let is_summed = |member| member != innermost.member && leaf.sums_over(member);
    leaf.operations.call_cycles == 0.0
        && leaf.is_box()
        && leaf.fills_lanes(innermost.member)
        && leaf.extents.iter().any(|(member, _)| is_summed(member))
}

/// How many copies of one instance, or of one vector of instances, an unrolled loop makes; 1 for other loops.
fn copies(leaf: &Leaf, looped: &Loop, lanes: f64) -> f64 {
    match (looped.unrolled, looped.in_lanes) {
        (false, _) => 1.0,
        (true, false) => leaf.trip(looped),
        (true, true) => (leaf.trip(looped) / lanes).max(1.0),
    }
}

/// Cycles that the loads and stores of one instance take, or of one vector of instances, each in so many parts.
fn memory_cycles(leaf: &Leaf, innermost: &Loop, loops: &[&Loop], machine: &Machine, lanes: f64, parts: f64) -> f64 {
    let copies_of = |looped: &&Loop| copies(leaf, looped, lanes);
    let copies: f64 = loops.iter().map(copies_of).product();
    let is_in_lanes = loops.iter().any(|looped| looped.in_lanes);
    let mut loads = 0.0;
    let mut stores = 0.0;
    let mut invariants = 0.0;
    let mut running = 1.0;
    for reference in &leaf.references {
        // One for all copies of the unrolled loops in which it does not move.
        let shared: f64 = loops.iter().filter(|looped| reference.is_invariant(looped.member)).map(copies_of).product();
        if reference.is_invariant(innermost.member) {
            // Loaded before the innermost loop, if there are registers for it.
            invariants += if is_in_lanes && reference.follows { 0.0 } else { copies / shared };
            continue;
        }
        let is_chosen = reference.chosen_by.contains(&innermost.member);
        let is_adjacent = reference.unit(innermost.member).is_some_and(|unit| unit.abs() == 1.0);
        let is_whole = is_in_lanes || is_adjacent && !is_chosen;
        let gathered = if is_whole { parts } else { lanes };
        if reference.write {
            stores += gathered / shared;
            running += copies / shared;
        } else {
            loads += gathered / shared;
        }
    }
    let spilled = (invariants + running + TEMPORARIES - f64::from(machine.vector_registers)).max(0.0);
    loads += parts * spilled / copies;
    (loads / 2.0).max(stores)
}

/// To how many places that are far from the last ones one instance goes, in a loop that is not short.
fn far_steps(nest: &Nest, leaf: &Leaf, innermost: &Loop, loops: &[&Loop]) -> f64 {
    // In a tile too: the next one goes on from there.
    if leaf.usual_extent(innermost.member) < MANY_STEPS {
        return 0.0;
    }
    let mut steps = 0.0;
    for reference in leaf.references.iter().filter(|reference| !reference.follows && !reference.is_indirect) {
        let moved = reference.moved_bytes(innermost.member, &nest.step_bytes[reference.array]);
        if moved.is_some_and(|bytes| bytes.abs() >= FAR_BYTES) {
            // Copies for neighbours go to the same line.
            let is_near = |looped: &&&Loop| matches!(reference.unit(looped.member), Some(unit) if unit.abs() <= 1.0);
            let near = loops.iter().filter(|looped| looped.unrolled).filter(is_near);
            steps += 1.0 / near.map(|looped| leaf.trip(looped)).product::<f64>();
        }
    }
    steps
}

#[cfg(test)]
mod tests;
