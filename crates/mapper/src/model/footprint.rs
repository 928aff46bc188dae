//! Distinct cache lines that a part of a nest touches, and the lines it moves through a cache.

use std::ops::Range;

use super::nest::{Leaf, Loop, MemberId, Nest, Node, PerMember, Reference};

/// How far each member reaches inside the part that is looked at; 1 if it is not in the list.
type Cover = Vec<(MemberId, f64)>;

/// Cache lines that a part of a nest touches.
#[derive(Clone, Copy, Default)]
struct Lines {
    /// How many different ones: whether they fit into a cache depends on it.
    distinct: f64,
    /// As many lines of a stream take as long to load, on average over the nest.
    weighted: f64,
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
    /// For caches with lines of `line_bytes`.
    pub fn new(nest: &Nest, line_bytes: f64) -> Self {
        let mut innermost = vec![None; nest.leaves.len()];
        find_innermost(&nest.root, None, &mut innermost);
        let root = Measuring { nest, innermost, line_bytes }.measure(&nest.root);
        Self { root, line_bytes }
    }

    /// Lines that the nest moves into a cache of `capacity` bytes, counted as lines of a stream that take as long.
    ///
    /// What fits is loaded once. If the body of a loop fits but the whole loop does not, lines shared by consecutive
    /// iterations stay, so each distinct line of the loop is loaded once; else each iteration loads its own.
    pub fn traffic(&self, capacity: f64) -> f64 {
        self.node_traffic(&self.root, capacity)
    }

    fn node_traffic(&self, node: &Measured, capacity: f64) -> f64 {
        let fits = |node: &Measured| node.lines.distinct * self.line_bytes <= capacity;
        let stays = fits(node) || node.children.is_empty() || node.is_loop && node.children.iter().all(fits);
        if stays {
            return node.lines.weighted;
        }
        node.times * node.children.iter().map(|child| self.node_traffic(child, capacity)).sum::<f64>()
    }
}

struct Measuring<'a> {
    nest: &'a Nest,
    /// The innermost loop around each leaf that is not unrolled.
    innermost: Vec<Option<&'a Loop>>,
    line_bytes: f64,
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
    fn measure(&self, node: &Node) -> Measured {
        let lines = self.lines(node);
        match node {
            Node::Leaf(_) => Measured { lines, times: 1.0, is_loop: false, children: vec![] },
            Node::Sequence(children) => {
                let children = children.iter().map(|child| self.measure(child)).collect();
                Measured { lines, times: 1.0, is_loop: false, children }
            }
            Node::Loop(looped) => {
                let times = average_trip(self.nest, looped);
                Measured { lines, times, is_loop: true, children: vec![self.measure(&looped.body)] }
            }
        }
    }

    /// Lines that one execution of the node touches.
    fn lines(&self, node: &Node) -> Lines {
        let mut regions = Regions::default();
        self.visit(node, &mut Cover::new(), &mut regions);
        regions.found.sort_by_key(|region| region.array);
        let mut all = Lines::default();
        for of_array in regions.found.chunk_by(|a, b| a.array == b.array) {
            let mut lines = Lines::default();
            for region in of_array {
                lines.distinct += region.count * region.lines.distinct;
                lines.weighted += region.count * region.lines.weighted;
            }
            let bytes = self.nest.array_bytes[of_array[0].array];
            let most = bytes.map_or(f64::INFINITY, |bytes| (bytes / self.line_bytes).max(1.0));
            let share = (most / lines.distinct).min(1.0);
            all.distinct += share * lines.distinct;
            all.weighted += share * lines.weighted;
        }
        all
    }

    fn visit(&self, node: &Node, cover: &mut Cover, regions: &mut Regions) {
        match node {
            Node::Leaf(leaf) => self.add_leaf(*leaf, cover, regions),
            Node::Sequence(children) => children.iter().for_each(|child| self.visit(child, cover, regions)),
            Node::Loop(looped) => match cover.iter().position(|(member, _)| *member == looped.member) {
                Some(position) => {
                    let outer = cover[position].1;
                    cover[position].1 = outer.max(looped.span);
                    self.visit(&looped.body, cover, regions);
                    cover[position].1 = outer;
                }
                None => {
                    cover.push((looped.member, looped.span));
                    self.visit(&looped.body, cover, regions);
                    cover.pop();
                }
            },
        }
    }

    /// Adds the regions that a leaf touches. References that move alike (stencil neighbours) touch one region.
    fn add_leaf(&self, leaf: usize, cover: &Cover, regions: &mut Regions) {
        let Leaf { references, density, .. } = &self.nest.leaves[leaf];
        let reaches = Reaches { cover, leaf: &self.nest.leaves[leaf] };
        for reference in references.iter().filter(|reference| !reference.follows) {
            let start = regions.shapes.len();
            let distinct = region(reference, &reaches, self.line_bytes, &mut regions.shapes);
            regions.add(leaf, reference.array, start, || {
                let weight = self.innermost[leaf].map_or(1.0, |looped| self.weight(reaches.leaf, reference, looped));
                Lines { distinct, weighted: density * weight * distinct }
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

/// Average number of iterations over the leaves below.
fn average_trip(nest: &Nest, looped: &Loop) -> f64 {
    let leaves = looped.body.leaves();
    let total: f64 =
        leaves.iter().map(|&leaf| density_share(&nest.leaves[leaf]) * nest.leaves[leaf].trip(looped)).sum();
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
}

impl Reaches<'_> {
    fn of(&self, member: MemberId) -> f64 {
        let span = self.cover.iter().find(|(other, _)| *other == member);
        span.map_or(1.0, |(_, span)| span.min(self.leaf.extent(member)))
    }

    fn all(&self) -> f64 {
        self.cover.iter().map(|(member, span)| span.min(self.leaf.extent(*member))).product()
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
    // A diagonal touches one element of a row.
    let mut instances = 1.0;
    for (position, dimension) in strides.iter().enumerate() {
        let is_new = |member: &MemberId| strides[..position].iter().all(|other| other.get(*member).is_none());
        instances *= dimension
            .iter()
            .filter(|(member, _)| is_new(member))
            .map(|(member, _)| reaches.of(member))
            .product::<f64>();
    }
    shapes.extend(strides.iter().map(|dimension| reaches.range(dimension) as u64));
    (rows * row_lines).min(instances)
}
