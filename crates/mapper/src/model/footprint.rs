//! Distinct cache lines that a part of a nest touches, and the lines it moves through a cache.
//!
//! A cache belongs to one processor, or several share it. Of a parallel loop, each processor has its part of the iterations: it
//! touches its part of what moves with them, and all of what does not.

use std::ops::Range;

use super::nest::{Leaf, Loop, MemberId, Nest, Node, PerMember, Reference};

/// Which part of a parallel loop is looked at.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    /// Loops that run on one processor.
    Whole,
    /// What one processor has of all iterations, or the processors that share a cache.
    Share,
    /// Iterations that run at the same time on the processors that share a cache.
    AtOnce,
}

/// How far a member reaches inside the part that is looked at.
#[derive(Clone, Copy)]
struct Covered {
    member: MemberId,
    span: f64,
    part: Part,
}

/// The members that reach farther than 1.
type Cover = Vec<Covered>;

/// Cache lines that a part of a nest touches.
#[derive(Clone, Copy, Default)]
struct Lines {
    /// How many different ones: whether they fit into a cache depends on it.
    distinct: f64,
    /// As many lines of a stream take as long to load, on average over the nest.
    weighted: Traffic,
    /// How many of those are more than there are lines, as these are not in a stream.
    excess: Traffic,
}

/// Lines that are loaded.
#[derive(Clone, Copy, Default)]
pub(super) struct Traffic {
    /// While one processor runs.
    pub alone: f64,
    /// By each processor, while all run.
    pub together: f64,
}

impl Traffic {
    fn scaled(self, factor: f64) -> Self {
        Self { alone: factor * self.alone, together: factor * self.together }
    }

    fn plus(self, other: Self) -> Self {
        Self { alone: self.alone + other.alone, together: self.together + other.together }
    }
}

/// Processors, as a cache sees them.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Sharing<'a> {
    /// How many share the cache.
    pub sharers: f64,
    /// For each leaf, on how many it runs at a time, on average; 1 outside of parallel loops.
    pub speedups: &'a [f64],
}

/// The lines of a nest, node by node.
pub(super) struct Footprint {
    root: Measured,
    line_bytes: f64,
}

/// A node of the nest with the lines of one execution.
struct Measured {
    lines: Lines,
    /// How often each child runs: the average trip count of a loop, 1 in a sequence.
    times: f64,
    is_loop: bool,
    children: Vec<Measured>,
}

/// A line that is not the neighbour of the one loaded before takes this much longer: no prefetcher fetches it ahead, and it
/// needs an entry of the translation buffer for itself.
const SCATTERED: f64 = 2.0;
/// Lines at the begin of a run of neighbours that come late, as no prefetcher knows of the run yet.
const RUN_START: f64 = 6.0;

/// Lines in a run that goes on from row to row.
const RUN_OF_ROWS: f64 = 100.0;
/// The part of a row that is as good as all of it.
const WHOLE_ROW: f64 = 0.95;

impl Footprint {
    /// For caches with lines of `line_bytes` that so many processors share.
    pub fn new(nest: &Nest, line_bytes: f64, sharing: Sharing<'_>) -> Self {
        let mut innermost = vec![None; nest.leaves.len()];
        find_innermost(&nest.root, None, &mut innermost);
        let root = Measuring { nest, innermost, line_bytes, sharing }.measure(&nest.root, None);
        Self { root, line_bytes }
    }

    /// Lines that the nest moves into a cache of `capacity` bytes, counted as lines of a stream that take as long.
    ///
    /// What fits is loaded once. If the body of a loop fits but the whole loop does not, lines shared by consecutive
    /// iterations stay, so each distinct line of the loop is loaded once; else each iteration loads its own.
    ///
    /// If the nest `is_repeated`, it finds what fits where it left it, beside as much that is used in between. That is no reason for
    /// another order: what costs more than a stream still does.
    pub fn traffic(&self, capacity: f64, is_repeated: bool) -> Traffic {
        let is_at_hand = is_repeated && 2.0 * self.root.lines.distinct * self.line_bytes <= capacity;
        if is_at_hand { self.root.lines.excess } else { self.node_traffic(&self.root, capacity) }
    }

    fn node_traffic(&self, node: &Measured, capacity: f64) -> Traffic {
        let fits = |node: &Measured| node.lines.distinct * self.line_bytes <= capacity;
        let stays = fits(node) || node.children.is_empty() || node.is_loop && node.children.iter().all(fits);
        if stays {
            return node.lines.weighted;
        }
        let children = node.children.iter().map(|child| self.node_traffic(child, capacity));
        children.fold(Traffic::default(), Traffic::plus).scaled(node.times)
    }
}

struct Measuring<'a> {
    nest: &'a Nest,
    /// The innermost loop around each leaf that is not unrolled.
    innermost: Vec<Option<&'a Loop>>,
    line_bytes: f64,
    sharing: Sharing<'a>,
}

/// A part of an array that references touch: those that have the same shape touch the same part.
struct Region {
    array: usize,
    /// Where its extent in each dimension is among the shapes.
    shape: Range<usize>,
    /// Parts of this shape: as many as the leaf has that touches most.
    count: f64,
    /// The leaf that touched it last, and how many parts of this shape that leaf touches.
    touched: (usize, f64),
    /// Of one part.
    lines: Lines,
}

/// What a part of a nest touches.
#[derive(Default)]
struct Regions {
    found: Vec<Region>,
    shapes: Vec<u64>,
}

impl Regions {
    /// Adds a part that a leaf touches; its shape is the end of the shapes, from `start` on.
    fn add(&mut self, leaf: usize, array: usize, start: usize, lines: impl FnOnce() -> Lines) {
        let (known, shape) = self.shapes.split_at(start);
        let same = |region: &&mut Region| region.array == array && known.get(region.shape.clone()) == Some(shape);
        let Some(region) = self.found.iter_mut().find(same) else {
            let shape = start..self.shapes.len();
            self.found.push(Region { array, shape, count: 1.0, touched: (leaf, 1.0), lines: lines() });
            return;
        };
        region.touched = (leaf, if region.touched.0 == leaf { region.touched.1 + 1.0 } else { 1.0 });
        region.count = region.count.max(region.touched.1);
        self.shapes.truncate(start);
    }
}

impl Measuring<'_> {
    /// `parallel` is the parallel loop around the node, if there is one.
    fn measure(&self, node: &Node, parallel: Option<MemberId>) -> Measured {
        let lines = self.lines(node, parallel);
        match node {
            Node::Leaf(_) => Measured { lines, times: 1.0, is_loop: false, children: vec![] },
            Node::Sequence(children) => {
                let children = children.iter().map(|child| self.measure(child, parallel)).collect();
                Measured { lines, times: 1.0, is_loop: false, children }
            }
            Node::Loop(looped) => {
                let is_region = looped.parallel && parallel.is_none();
                let on_each = |leaf: usize| if is_region { self.sharing.speedups[leaf] } else { 1.0 };
                let times = average_trip(self.nest, looped, on_each);
                let parallel = parallel.or(looped.parallel.then_some(looped.member));
                Measured { lines, times, is_loop: true, children: vec![self.measure(&looped.body, parallel)] }
            }
        }
    }

    /// Lines that one execution of the node touches.
    fn lines(&self, node: &Node, parallel: Option<MemberId>) -> Lines {
        let mut regions = Regions::default();
        let mut cover = Cover::new();
        let at_once = |member| Covered { member, span: 1.0, part: Part::AtOnce };
        cover.extend(parallel.filter(|_| self.sharing.sharers > 1.0).map(at_once));
        self.visit(node, &mut cover, parallel.is_some(), &mut regions);
        regions.found.sort_by_key(|region| region.array);
        let mut all = Lines::default();
        for of_array in regions.found.chunk_by(|a, b| a.array == b.array) {
            let mut lines = Lines::default();
            for region in of_array {
                lines.distinct += region.count * region.lines.distinct;
                lines.weighted = lines.weighted.plus(region.lines.weighted.scaled(region.count));
                lines.excess = lines.excess.plus(region.lines.excess.scaled(region.count));
            }
            let bytes = self.nest.array_bytes[of_array[0].array];
            let most = bytes.map_or(f64::INFINITY, |bytes| (bytes / self.line_bytes).max(1.0));
            let share = (most / lines.distinct).min(1.0);
            all.distinct += share * lines.distinct;
            all.weighted = all.weighted.plus(lines.weighted.scaled(share));
            all.excess = all.excess.plus(lines.excess.scaled(share));
        }
        all
    }

    fn visit(&self, node: &Node, cover: &mut Cover, is_inside: bool, regions: &mut Regions) {
        match node {
            Node::Leaf(leaf) => self.add_leaf(*leaf, cover, is_inside, regions),
            Node::Sequence(children) => {
                children.iter().for_each(|child| self.visit(child, cover, is_inside, regions));
            }
            Node::Loop(looped) => {
                let is_region = looped.parallel && !is_inside;
                let is_inside = is_inside || looped.parallel;
                match cover.iter().position(|covered| covered.member == looped.member) {
                    Some(position) => {
                        let outer = cover[position];
                        let part = if is_region { Part::Share } else { outer.part };
                        cover[position] = Covered { span: outer.span.max(looped.span), part, ..outer };
                        self.visit(&looped.body, cover, is_inside, regions);
                        cover[position] = outer;
                    }
                    None => {
                        let part = if is_region { Part::Share } else { Part::Whole };
                        cover.push(Covered { member: looped.member, span: looped.span, part });
                        self.visit(&looped.body, cover, is_inside, regions);
                        cover.pop();
                    }
                }
            }
        }
    }

    /// Adds the regions that a leaf touches. References that move alike (stencil neighbours) touch one region.
    fn add_leaf(&self, leaf: usize, cover: &Cover, is_parallel: bool, regions: &mut Regions) {
        let Leaf { references, density, .. } = &self.nest.leaves[leaf];
        let speedup = self.sharing.speedups[leaf];
        let sharers = self.sharing.sharers.min(speedup);
        let reaches = Reaches { cover, leaf: &self.nest.leaves[leaf], sharers, speedup };
        for reference in references.iter().filter(|reference| !reference.follows) {
            let start = regions.shapes.len();
            let distinct = region(reference, &reaches, self.line_bytes, &mut regions.shapes);
            regions.add(leaf, reference.array, start, || {
                let weight = self.innermost[leaf].map_or(1.0, |looped| self.weight(reaches.leaf, reference, looped));
                let lines = density * weight * distinct;
                let weighted = match is_parallel {
                    true => Traffic { together: lines / sharers, alone: 0.0 },
                    false => Traffic { together: 0.0, alone: lines },
                };
                Lines { distinct, weighted, excess: weighted.scaled(1.0 - 1.0 / weight.max(1.0)) }
            });
        }
    }

    /// How much longer a line takes to load than one of a long run of neighbours.
    fn weight(&self, leaf: &Leaf, reference: &Reference, innermost: &Loop) -> f64 {
        match reference.unit(innermost.member) {
            None => SCATTERED,
            Some(0.0) => 1.0,
            Some(unit) => {
                let step = unit.abs() * reference.element_bytes;
                let bytes = leaf.extent(innermost.member).min(innermost.span) * step;
                let is_row = self.nest.row_bytes[reference.array].is_some_and(|row| bytes >= WHOLE_ROW * row);
                // The next row follows on a whole one.
                let run = (bytes / self.line_bytes).max(if is_row { RUN_OF_ROWS } else { 1.0 });
                if step < self.line_bytes { (1.0 + RUN_START / run).min(SCATTERED) } else { SCATTERED }
            }
        }
    }
}

fn find_innermost<'a>(node: &'a Node, around: Option<&'a Loop>, found: &mut [Option<&'a Loop>]) {
    match node {
        Node::Leaf(leaf) => found[*leaf] = around,
        Node::Sequence(children) => children.iter().for_each(|child| find_innermost(child, around, found)),
        Node::Loop(looped) => {
            // What stands in lanes is one after the other in memory.
            let around = if looped.unrolled && !looped.in_lanes { around } else { Some(&**looped) };
            find_innermost(&looped.body, around, found);
        }
    }
}

/// Average number of iterations over the leaves below, of which a processor has one in so many.
fn average_trip(nest: &Nest, looped: &Loop, n_processors: impl Fn(usize) -> f64) -> f64 {
    let leaves = looped.body.leaves();
    let trips = |leaf: usize| nest.leaves[leaf].trip(looped) / n_processors(leaf);
    let total: f64 = leaves.iter().map(|&leaf| density_share(&nest.leaves[leaf]) * trips(leaf)).sum();
    total / leaves.iter().map(|&leaf| density_share(&nest.leaves[leaf])).sum::<f64>().max(f64::MIN_POSITIVE)
}

/// Statements with more work count more.
fn density_share(leaf: &Leaf) -> f64 {
    leaf.extents.values().product::<f64>().max(1.0)
}

/// How far the members reach for a leaf.
struct Reaches<'a> {
    cover: &'a Cover,
    leaf: &'a Leaf,
    /// How many of the processors that the leaf runs on share the cache.
    sharers: f64,
    /// On how many processors it runs at a time.
    speedup: f64,
}

impl Reaches<'_> {
    fn of(&self, member: MemberId) -> f64 {
        let covered = self.cover.iter().find(|covered| covered.member == member);
        covered.map_or(1.0, |covered| self.reach(covered))
    }

    fn reach(&self, covered: &Covered) -> f64 {
        let extent = self.leaf.extent(covered.member);
        let reach = covered.span.min(extent);
        match covered.part {
            Part::Whole => reach,
            Part::Share => (reach * self.sharers / self.speedup).max(1.0),
            Part::AtOnce => (reach * self.sharers).min(extent),
        }
    }

    fn all(&self) -> f64 {
        self.cover.iter().map(|covered| self.reach(covered)).product()
    }

    /// Extent of an array dimension.
    fn range(&self, dimension: &PerMember<f64>) -> f64 {
        1.0 + dimension.iter().map(|(member, stride)| stride.abs() * (self.of(member) - 1.0)).sum::<f64>()
    }

    /// Different subscripts in an array dimension.
    fn points(&self, dimension: &PerMember<f64>) -> f64 {
        dimension.iter().map(|(member, _)| self.of(member)).product()
    }
}

/// The lines of what a reference touches; its shape is added to `shapes`.
fn region(reference: &Reference, reaches: &Reaches<'_>, line: f64, shapes: &mut Vec<u64>) -> f64 {
    let Some(strides) = &reference.strides else {
        // Anywhere in the array: a line for each instance.
        let instances = reaches.all();
        shapes.extend([u64::MAX, instances as u64]);
        return instances;
    };
    let Some((last, outer)) = strides.split_last() else { return 1.0 };
    let rows: f64 = outer.iter().map(|dimension| reaches.range(dimension).min(reaches.points(dimension))).product();
    let row_bytes = reaches.range(last) * reference.element_bytes;
    let row_lines = (row_bytes / line + 0.5).max(1.0).min(reaches.points(last));
    let diagonal = runs(last, outer, |member| reaches.of(member), reference.element_bytes / line);
    shapes.extend(strides.iter().map(|dimension| reaches.range(dimension) as u64));
    (rows * row_lines).min(diagonal)
}

/// The lines of all runs along a row: one run for each value of the members that move other dimensions, too. A diagonal has a run in each
/// row, which is shorter than the row. An element takes up `element` of a line.
fn runs(last: &PerMember<f64>, outer: &[PerMember<f64>], reach: impl Fn(MemberId) -> f64, element: f64) -> f64 {
    let is_elsewhere = |member: MemberId| outer.iter().any(|dimension| dimension.get(member).is_some());
    let along = || last.iter().filter(|(member, _)| !is_elsewhere(*member));
    let points: f64 = along().map(|(member, _)| reach(member)).product();
    let range = 1.0 + along().map(|(member, stride)| stride.abs() * (reach(member) - 1.0)).sum::<f64>();
    let mut n_runs = 1.0;
    for (position, dimension) in outer.iter().enumerate() {
        let is_new = |member: MemberId| outer[..position].iter().all(|other| other.get(member).is_none());
        n_runs *=
            dimension.iter().filter(|(member, _)| is_new(*member)).map(|(member, _)| reach(member)).product::<f64>();
    }
    n_runs * (range * element + 0.5).max(1.0).min(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_along_a_diagonal_do_not_touch_all_that_is_around_it() {
        // 10 squares of 16 elements: square `t` is in rows and columns from `16 t` on.
        let [tile, row, column] = [0, 1, 2].map(MemberId);
        let reach = |member| if member == tile { 10.0 } else { 16.0 };
        let outer = PerMember::from_iter([(tile, 16.0), (row, 1.0)]);
        let last = PerMember::from_iter([(tile, 16.0), (column, 1.0)]);
        // In each of 160 rows, 16 elements of 4 bytes: 1 line, or parts of 2.
        assert_eq!(runs(&last, &[outer], reach, 4.0 / 64.0), 160.0 * 1.5);
        // One element in each row of a plain diagonal.
        let diagonal = PerMember::from_iter([(tile, 1.0)]);
        assert_eq!(runs(&diagonal, std::slice::from_ref(&diagonal), reach, 4.0 / 64.0), 10.0);
    }
}
