//! Distinct cache lines that a part of a nest touches, and the lines it moves through a cache.

use std::collections::BTreeMap;

use super::nest::{Leaf, Loop, MemberId, Nest, Node, Reference};

/// How far each member reaches inside the part that is looked at.
type Cover = BTreeMap<MemberId, f64>;

/// Lines that the node moves into a cache of `capacity` bytes with lines of `line` bytes, for one execution.
///
/// What fits is loaded once. If the body of a loop fits but the whole loop does not, lines shared by consecutive
/// iterations stay, so each distinct line of the loop is loaded once; else each iteration loads its own.
pub(super) fn traffic(nest: &Nest, node: &Node, capacity: f64, line: f64) -> f64 {
    let lines = distinct_lines(nest, node, line);
    if lines * line <= capacity {
        return lines;
    }
    match node {
        Node::Leaf(_) => lines,
        Node::Sequence(children) => children.iter().map(|child| traffic(nest, child, capacity, line)).sum(),
        Node::Loop(looped) => {
            if distinct_lines(nest, &looped.body, line) * line <= capacity {
                return lines;
            }
            average_trip(nest, looped) * traffic(nest, &looped.body, capacity, line)
        }
    }
}

/// Average number of iterations over the leaves below.
pub(super) fn average_trip(nest: &Nest, looped: &Loop) -> f64 {
    let leaves = looped.body.leaves();
    let total: f64 =
        leaves.iter().map(|&leaf| density_share(&nest.leaves[leaf]) * nest.leaves[leaf].trip(looped)).sum();
    total / leaves.iter().map(|&leaf| density_share(&nest.leaves[leaf])).sum::<f64>().max(f64::MIN_POSITIVE)
}

/// Statements with more work count more.
fn density_share(leaf: &Leaf) -> f64 {
    leaf.extents.values().product::<f64>().max(1.0)
}

/// Distinct lines that one execution of the node touches.
pub(super) fn distinct_lines(nest: &Nest, node: &Node, line: f64) -> f64 {
    // (array, shape of the region) -> number of different regions of that shape
    let mut regions: BTreeMap<usize, BTreeMap<Vec<u64>, (f64, f64)>> = BTreeMap::new();
    visit(nest, node, &Cover::new(), &mut |leaf, cover| {
        for (array, shapes) in leaf_regions(leaf, cover, line) {
            let known = regions.entry(array).or_default();
            for (shape, (count, lines)) in shapes {
                let entry = known.entry(shape).or_insert((0.0, lines));
                entry.0 = entry.0.max(count);
            }
        }
    });
    regions
        .iter()
        .map(|(&array, shapes)| {
            let lines: f64 = shapes.values().map(|(count, lines)| count * lines).sum();
            nest.array_bytes[array].map_or(lines, |bytes| lines.min((bytes / line).max(1.0)))
        })
        .sum()
}

fn visit(nest: &Nest, node: &Node, cover: &Cover, each: &mut dyn FnMut(&Leaf, &Cover)) {
    match node {
        Node::Leaf(leaf) => each(&nest.leaves[*leaf], cover),
        Node::Sequence(children) => children.iter().for_each(|child| visit(nest, child, cover, each)),
        Node::Loop(looped) => {
            let mut inner = cover.clone();
            inner.entry(looped.member).and_modify(|span| *span = span.max(looped.span)).or_insert(looped.span);
            visit(nest, &looped.body, &inner, each);
        }
    }
}

/// For each array: shapes of the regions that the leaf touches, with the number of different regions of the shape and
/// the lines of one. References that move alike (stencil neighbours) touch one region.
fn leaf_regions(leaf: &Leaf, cover: &Cover, line: f64) -> BTreeMap<usize, BTreeMap<Vec<u64>, (f64, f64)>> {
    let mut regions: BTreeMap<usize, BTreeMap<Vec<u64>, (f64, f64)>> = BTreeMap::new();
    let mut seen: Vec<&Reference> = Vec::new();
    for reference in &leaf.references {
        let alike = |other: &&Reference| other.array == reference.array && other.strides == reference.strides;
        if seen.iter().any(alike) {
            continue;
        }
        seen.push(reference);
        let (shape, lines) = region(leaf, reference, cover, line);
        let entry = regions.entry(reference.array).or_default().entry(shape).or_insert((0.0, lines));
        entry.0 += 1.0;
    }
    regions
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
    let mut shape: Vec<u64> = outer.iter().map(|dimension| range(dimension) as u64).collect();
    shape.push(range(last) as u64);
    (shape, rows * row_lines)
}
