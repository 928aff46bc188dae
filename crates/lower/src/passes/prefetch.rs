//! Fetching ahead: what a loop reads element by element is brought into the caches some iterations before it is needed.

use polymill_gdg::{AccessId, AccessKind, Action, ArrayId, Gdg};

use super::unroll::unrolled;
use super::walk::for_each_block_known;
use crate::{Condition, Element, For, If, Instance, IntExpr, Known, LoopKind, LoopNest, Node, VarId};

/// Iterations that share a request for a cache line, and the control of the loop ...
const ITERATIONS: i128 = 4;
/// ... if there are not more statement instances in one.
const MAX_INSTANCES: usize = 2;

/// Bytes of a cache line.
const LINE: u32 = 64;
/// Elements of a row that is short. Processors fetch ahead themselves in longer ones.
const SHORT_ROW: u32 = 16;
/// More lines for an iteration are left to the processor.
const MAX_LINES: u32 = 4;

/// Carries out the requests in [`For::prefetched`]: an ordinary innermost loop that reads elements one after the other, or blocks of
/// elements, asks for what it will read later. Short iterations are taken several at once, in order; a second loop does what
/// is left over.
pub(crate) fn fetch_ahead(nest: &mut LoopNest, gdg: &Gdg) {
    let known = nest.known.clone();
    let mut body = std::mem::take(&mut nest.body);
    for_each_block_known(&mut body, &known, &mut |block, known| {
        let mut result = vec![];
        let mut here = known.clone();
        for node in std::mem::take(block) {
            here.pass(&node);
            match node {
                Node::For(inner) => result.extend(ahead(nest, gdg, *inner, &here)),
                node => result.push(node),
            }
        }
        *block = result;
    });
    nest.body = body;
}

fn ahead(nest: &mut LoopNest, gdg: &Gdg, inner: For, known: &Known) -> Vec<Node> {
    let is_plain = inner.kind == LoopKind::Sequential && !inner.descending && inner.step == 1;
    let streams = if inner.prefetched > 0 && is_plain { streams(nest, gdg, &inner) } else { vec![] };
    if streams.is_empty() {
        return vec![Node::For(Box::new(inner))];
    }
    let bytes = inner.prefetched;
    let mut inner = For { prefetched: 0, ..inner };
    if is_sum(nest, gdg, &inner) {
        let mut nodes: Vec<Node> = streams.into_iter().flat_map(|stream| stream.requests_of_row(bytes)).collect();
        nodes.iter_mut().for_each(|node| node.substitute(&|var| (var == inner.var).then(|| inner.lower.clone())));
        nodes.push(Node::For(Box::new(inner)));
        return nodes;
    }
    let requests = streams.into_iter().flat_map(|stream| stream.requests(bytes));
    if inner.body.len() > MAX_INSTANCES {
        inner.body.splice(0..0, requests);
        return vec![Node::For(Box::new(inner))];
    }
    let is_entered = known.is_entered(&inner);
    let condition = Condition::NonNegative(inner.upper.clone() - inner.lower.clone());
    // Behind the guard, it is known that the loop is entered.
    let mut inside = known.clone();
    inside.assume(&condition);
    let mut loops = unrolled(nest, inner, ITERATIONS, &inside);
    if let Some(Node::For(first)) = loops.first_mut() {
        first.body.splice(0..0, requests);
    }
    if is_entered { loops } else { vec![Node::If(Box::new(If { condition, then: loops, otherwise: vec![] }))] }
}

/// Whether a loop adds up numbers in an order that does not matter: C compilers do so in vector lanes if its body is nothing else. (CSR
/// matrix of 200,000 rows of 20 in no order, Zen 4, gcc 12, `-ffast-math`: 10.2 ms in fours, 6.0 ms in lanes.)
fn is_sum(nest: &LoopNest, gdg: &Gdg, inner: &For) -> bool {
    let [Node::Instance(instance)] = inner.body.as_slice() else { return false };
    let statement = gdg.statement(instance.statement);
    let sum = polymill_analysis::accumulation(statement).ok().flatten();
    let is_same = |access: AccessId| {
        let subscripts = nest.elements.subscripts(instance.statement, access, &instance.iterators);
        subscripts.is_some_and(|subscripts| !subscripts.iter().any(|subscript| subscript.mentions(inner.var)))
    };
    gdg.reassociable && sum.is_some_and(|sum| is_same(sum.write))
}

/// Elements that a loop reads one after the other, or in blocks.
struct Stream {
    array: ArrayId,
    /// Where they begin, but for constants.
    place: Vec<IntExpr>,
    /// One that an iteration reads.
    element: Element,
    /// How many bytes an iteration reads.
    bytes: u32,
}

impl Stream {
    /// For what is read so many bytes later.
    fn requests(self, ahead: u32) -> impl Iterator<Item = Node> {
        let n_lines = (self.bytes / LINE).clamp(1, MAX_LINES);
        self.lines(ahead, n_lines)
    }

    /// The same before a loop, for as many elements as a short row has.
    fn requests_of_row(self, ahead: u32) -> impl Iterator<Item = Node> {
        let n_lines = (self.bytes * SHORT_ROW / LINE).clamp(1, MAX_LINES);
        self.lines(ahead, n_lines)
    }

    fn lines(self, ahead: u32, n_lines: u32) -> impl Iterator<Item = Node> {
        (0..n_lines).map(move |line| Node::Prefetch { element: self.element.clone(), bytes: ahead + line * LINE })
    }
}

/// What a loop around instances alone reads, one stream for all elements of an array that are near to each other.
fn streams(nest: &LoopNest, gdg: &Gdg, inner: &For) -> Vec<Stream> {
    let mut found: Vec<Stream> = vec![];
    for node in &inner.body {
        let Node::Instance(instance) = node else { return vec![] };
        for stream in streams_of_instance(nest, gdg, instance, inner.var) {
            if !found.iter().any(|other| (other.array, &other.place) == (stream.array, &stream.place)) {
                found.push(stream);
            }
        }
    }
    found
}

/// What an instance reads whatever data say, where one subscript alone counts with the variable, and those behind it have known
/// extents.
fn streams_of_instance(nest: &LoopNest, gdg: &Gdg, instance: &Instance, var: VarId) -> Vec<Stream> {
    let statement = gdg.statement(instance.statement);
    let (tests, actions) = instance.work(statement);
    if !tests.is_empty() || actions.iter().any(|action| matches!(action, Action::If { .. } | Action::Loop(_))) {
        return vec![];
    }
    let mut found = vec![];
    for (position, access) in statement.accesses.iter().enumerate() {
        let id = AccessId::new(position);
        if matches!(access.kind, AccessKind::Read | AccessKind::MayRead) && instance.register(id).is_none() {
            found.extend(stream(nest, gdg, instance.element(id, &nest.elements), access.array, var));
        }
    }
    found
}

fn stream(nest: &LoopNest, gdg: &Gdg, element: Element, array: ArrayId, var: VarId) -> Option<Stream> {
    let mut place = nest.elements.subscripts(element.statement, element.access, &element.iterators)?;
    let counting = place.iter().position(|subscript| subscript.mentions(var))?;
    let rest = place[counting].clone() - IntExpr::var(var);
    if rest.mentions(var) || place[counting + 1..].iter().any(|inner| inner.mentions(var)) {
        return None;
    }
    let mut bytes = i128::from(gdg.array(array).element.size());
    for extent in nest.extents.get(array.index())?.get(counting + 1..)? {
        bytes = bytes.checked_mul(extent.as_ref()?.as_constant()?)?;
    }
    place.truncate(counting);
    place.push(rest.clone() - rest.constant_part());
    Some(Stream { array, place, element, bytes: u32::try_from(bytes).ok()? })
}
