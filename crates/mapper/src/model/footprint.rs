//! Distinct cache lines that a part of a nest touches, and the lines it moves through a cache.

use std::collections::{BTreeMap, BTreeSet};

use super::nest::{Leaf, Loop, MemberId, Nest, Node, Reference};

/// How far each member reaches inside the part that is looked at.
type Cover = BTreeMap<MemberId, f64>;

/// Cache lines that a part of a nest touches.
#[derive(Clone, Copy, Default)]
struct Lines {
    /// How many different ones: whether they fit into a cache depends on it.
    distinct: f64,
    /// As many lines of a stream take as long to load, on average over the nest.
    weighted: f64,
}

/// Lines that a nest moves into a cache.
pub(super) struct Footprint<'a> {
    nest: &'a Nest,
    /// The innermost loop around each leaf that is not unrolled.
    innermost: Vec<Option<&'a Loop>>,
    line_bytes: f64,
}

/// A line that is not the neighbour of the one loaded before takes this much longer: no prefetcher fetches it ahead, and it
/// needs an entry of the translation buffer for itself.
const SCATTERED: f64 = 2.0;
/// Lines at the begin of a run of neighbours that come late, as no prefetcher knows of the run yet.
const RUN_START: f64 = 2.0;

impl<'a> Footprint<'a> {
    /// For caches with lines of `line_bytes`.
    pub fn new(nest: &'a Nest, line_bytes: f64) -> Self {
        let mut innermost = vec![None; nest.leaves.len()];
        find_innermost(&nest.root, None, &mut innermost);
        Self { nest, innermost, line_bytes }
    }

    /// Lines that the nest moves into a cache of `capacity` bytes, counted as lines of a stream that take as long.
    ///
    /// What fits is loaded once. If the body of a loop fits but the whole loop does not, lines shared by consecutive
    /// iterations stay, so each distinct line of the loop is loaded once; else each iteration loads its own.
    pub fn traffic(&self, capacity: f64) -> f64 {
        self.node_traffic(&self.nest.root, capacity)
    }

    fn node_traffic(&self, node: &Node, capacity: f64) -> f64 {
        let lines = self.lines(node);
        if lines.distinct * self.line_bytes <= capacity {
            return lines.weighted;
        }
        match node {
            Node::Leaf(_) => lines.weighted,
            Node::Sequence(children) => children.iter().map(|child| self.node_traffic(child, capacity)).sum(),
            Node::Loop(looped) => {
                if self.lines(&looped.body).distinct * self.line_bytes <= capacity {
                    return lines.weighted;
                }
                average_trip(self.nest, looped) * self.node_traffic(&looped.body, capacity)
            }
        }
    }

    /// Lines that one execution of the node touches.
    fn lines(&self, node: &Node) -> Lines {
        // (array, shape of the region) -> number of different regions of that shape, and the lines of one
        let mut regions: BTreeMap<usize, Regions> = BTreeMap::new();
        visit(node, &Cover::new(), &mut |leaf, cover| {
            for (array, shapes) in self.leaf_regions(leaf, cover) {
                let known = regions.entry(array).or_default();
                for (shape, (count, lines)) in shapes {
                    let entry = known.entry(shape).or_insert((0.0, lines));
                    entry.0 = entry.0.max(count);
                }
            }
        });
        let mut all = Lines::default();
        for (&array, shapes) in &regions {
            let mut lines = Lines::default();
            for (count, of_one) in shapes.values() {
                lines.distinct += count * of_one.distinct;
                lines.weighted += count * of_one.weighted;
            }
            let most = self.nest.array_bytes[array].map_or(f64::INFINITY, |bytes| (bytes / self.line_bytes).max(1.0));
            let share = (most / lines.distinct).min(1.0);
            all.distinct += share * lines.distinct;
            all.weighted += share * lines.weighted;
        }
        all
    }

    /// For each array: shapes of the regions that the leaf touches, with the number of different regions of the shape and
    /// the lines of one. References that move alike (stencil neighbours) touch one region.
    fn leaf_regions(&self, leaf: usize, cover: &Cover) -> BTreeMap<usize, Regions> {
        let innermost = self.innermost[leaf];
        let leaf = &self.nest.leaves[leaf];
        let mut regions: BTreeMap<usize, Regions> = BTreeMap::new();
        let mut seen: Vec<&Reference> = Vec::new();
        for reference in &leaf.references {
            let alike = |other: &&Reference| other.array == reference.array && other.strides == reference.strides;
            if seen.iter().any(alike) {
                continue;
            }
            seen.push(reference);
            let (shape, distinct) = region(leaf, reference, cover, self.line_bytes);
            let weight = innermost.map_or(1.0, |looped| self.weight(leaf, reference, looped));
            let lines = Lines { distinct, weighted: leaf.density * weight * distinct };
            regions.entry(reference.array).or_default().entry(shape).or_insert((0.0, lines)).0 += 1.0;
        }
        regions
    }

    /// How much longer a line takes to load than one of a long run of neighbours.
    fn weight(&self, leaf: &Leaf, reference: &Reference, innermost: &Loop) -> f64 {
        match reference.unit(innermost.member) {
            None => SCATTERED,
            Some(0.0) => 1.0,
            Some(unit) => {
                let step = unit.abs() * reference.element_bytes;
                let run = (leaf.extent(innermost.member).min(innermost.span) * step / self.line_bytes).max(1.0);
                if step < self.line_bytes { (1.0 + RUN_START / run).min(SCATTERED) } else { SCATTERED }
            }
        }
    }
}

type Regions = BTreeMap<Vec<u64>, (f64, Lines)>;

fn find_innermost<'a>(node: &'a Node, around: Option<&'a Loop>, found: &mut [Option<&'a Loop>]) {
    match node {
        Node::Leaf(leaf) => found[*leaf] = around,
        Node::Sequence(children) => children.iter().for_each(|child| find_innermost(child, around, found)),
        Node::Loop(looped) => {
            let around = if looped.unrolled { around } else { Some(&**looped) };
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

fn visit(node: &Node, cover: &Cover, each: &mut dyn FnMut(usize, &Cover)) {
    match node {
        Node::Leaf(leaf) => each(*leaf, cover),
        Node::Sequence(children) => children.iter().for_each(|child| visit(child, cover, each)),
        Node::Loop(looped) => {
            let mut inner = cover.clone();
            inner.entry(looped.member).and_modify(|span| *span = span.max(looped.span)).or_insert(looped.span);
            visit(&looped.body, &inner, each);
        }
    }
}

fn region(leaf: &Leaf, reference: &Reference, cover: &Cover, line: f64) -> (Vec<u64>, f64) {
    let reach = |member: &MemberId| cover.get(member).map_or(1.0, |span| span.min(leaf.extent(*member)));
    let Some(strides) = &reference.strides else {
        // Anywhere in the array: a line for each instance.
        let instances: f64 = cover.keys().map(reach).product();
        return (vec![u64::MAX, instances as u64], instances);
    };
    let Some((last, outer)) = strides.split_last() else { return (vec![], 1.0) };
    let range = |dimension: &BTreeMap<MemberId, f64>| {
        1.0 + dimension.iter().map(|(member, stride)| stride.abs() * (reach(member) - 1.0)).sum::<f64>()
    };
    let points = |dimension: &BTreeMap<MemberId, f64>| {
        dimension.iter().filter(|(_, stride)| **stride != 0.0).map(|(member, _)| reach(member)).product::<f64>()
    };
    let rows: f64 = outer.iter().map(|dimension| range(dimension).min(points(dimension).max(1.0))).product();
    let row_lines = (range(last) * reference.element_bytes / line + 0.5).max(1.0).min(points(last).max(1.0));
    // A diagonal touches one element of a row.
    let moving: BTreeSet<&MemberId> = strides.iter().flat_map(BTreeMap::keys).collect();
    let instances: f64 = moving.into_iter().map(reach).product();
    let mut shape: Vec<u64> = outer.iter().map(|dimension| range(dimension) as u64).collect();
    shape.push(range(last) as u64);
    (shape, (rows * row_lines).min(instances))
}
