//! Scalar replacement: array elements kept in scalars, so that the C compiler need not prove that arrays do not overlap.

use std::collections::BTreeSet;

use polymill_gdg::{AccessId, AccessKind, Action, ArrayId, Expr, ExprKind, Gdg, PathPart, Statement, Storage};

use super::walk::for_each_block_known;
use crate::{Condition, Element, For, If, Instance, IntExpr, Known, LoopNest, Node, Register, RegisterId};

/// Keeps elements in registers:
///
/// - Around an innermost loop, elements that are the same in each iteration: loaded before it and, if they are written,
///   stored after it.
/// - In a sequence of instances, elements that several of them use: loaded before the first one that reads, stored after
///   the last one.
///
/// This is done where it is certain that no other access in between uses the same memory, by what is known of
/// subscripts and by the pairs of arrays that may overlap, and only for elements that are certainly accessed.
pub(crate) fn replace_scalars(gdg: &Gdg, nest: &mut LoopNest) {
    let mut body = std::mem::take(&mut nest.body);
    let known = nest.known.clone();
    for_each_block_known(&mut body, &known, &mut |block, known| {
        let mut result = vec![];
        for node in std::mem::take(block) {
            match node {
                Node::For(inner) => result.extend(around_loop(gdg, nest, *inner, known)),
                node => result.push(node),
            }
        }
        *block = result;
    });
    for_each_block_known(&mut body, &known, &mut |block, known| {
        let mut result = vec![];
        let mut run = vec![];
        for node in std::mem::take(block) {
            match node {
                Node::Instance(instance) if is_plain(gdg.statement(instance.statement)) => run.push(instance),
                node => {
                    result.extend(in_sequence(gdg, nest, std::mem::take(&mut run), known));
                    result.push(node);
                }
            }
        }
        result.extend(in_sequence(gdg, nest, run, known));
        *block = result;
    });
    nest.body = body;
}

/// What one access of an instance uses.
#[derive(Clone)]
struct Use {
    instance: usize,
    access: AccessId,
    array: ArrayId,
    /// `None` where it is not known.
    subscripts: Option<Vec<IntExpr>>,
    is_write: bool,
    /// Whether it certainly happens.
    is_certain: bool,
}

/// An element, and where a sequence of instances uses it.
struct Candidate {
    array: ArrayId,
    subscripts: Vec<IntExpr>,
    uses: Vec<Use>,
}

impl Candidate {
    fn is_written(&self) -> bool {
        self.uses.iter().any(|each| each.is_write)
    }

    fn is_certain(&self) -> bool {
        self.uses.iter().any(|each| each.is_certain)
    }

    fn n_instances(&self) -> usize {
        self.uses.iter().map(|each| each.instance).collect::<BTreeSet<_>>().len()
    }
}

/// The loop with the elements that do not change in it loaded before and stored after it.
fn around_loop(gdg: &Gdg, nest: &mut LoopNest, mut inner: For, known: &Known) -> Vec<Node> {
    let is_plain_instance = |node: &Node| match node {
        Node::Instance(instance) => is_plain(gdg.statement(instance.statement)),
        _ => false,
    };
    if !inner.body.iter().all(is_plain_instance) {
        return vec![Node::For(Box::new(inner))];
    }
    let mut known_inside = known.clone();
    known_inside.enter_loop(&inner);
    let mut instances: Vec<Instance> = vec![];
    for node in &inner.body {
        if let Node::Instance(instance) = node {
            instances.push(instance.clone());
        }
    }
    let uses = uses(gdg, nest, &instances);
    let (mut loads, mut stores) = (vec![], vec![]);
    for candidate in candidates(&uses) {
        let is_invariant = !candidate.subscripts.iter().any(|subscript| subscript.mentions(inner.var));
        let is_reduced = inner.kind.reductions().iter().any(|each| each.array == candidate.array);
        let starts_with_write = candidate.uses.first().is_none_or(|each| each.is_write);
        if is_invariant
            && !is_reduced
            && !starts_with_write
            && candidate.is_certain()
            && !is_left_to_the_compiler(gdg, nest, candidate.array)
            && is_alone(gdg, &candidate, &uses, &known_inside)
        {
            let (register, mut element) = assign(gdg, nest, &candidate, &mut instances);
            // Named as the first iteration names it.
            let first = |var| (var == inner.var).then(|| inner.lower.clone());
            element.iterators.iter_mut().for_each(|each| *each = each.substitute(&first));
            loads.push(Node::Load { register, element: Some(element.clone()) });
            if candidate.is_written() {
                stores.push(Node::Store { element, register });
            }
        }
    }
    inner.body = instances.into_iter().map(Node::Instance).collect();
    if loads.is_empty() {
        return vec![Node::For(Box::new(inner))];
    }
    let is_entered = known.is_entered(&inner);
    let condition = Condition::le(inner.lower.clone(), inner.upper.clone());
    let mut nodes = loads;
    nodes.push(Node::For(Box::new(inner)));
    nodes.extend(stores);
    match is_entered {
        true => nodes,
        false => vec![Node::If(Box::new(If { condition, then: nodes, otherwise: vec![] }))],
    }
}

/// The instances with the elements that several of them use kept in registers.
fn in_sequence(gdg: &Gdg, nest: &mut LoopNest, mut instances: Vec<Instance>, known: &Known) -> Vec<Node> {
    let uses = uses(gdg, nest, &instances);
    let (mut before, mut after) = (vec![vec![]; instances.len()], vec![vec![]; instances.len()]);
    for candidate in candidates(&uses) {
        let (Some(first), Some(last)) = (candidate.uses.first(), candidate.uses.last()) else { continue };
        if candidate.n_instances() < 2
            || !candidate.is_certain()
            || is_left_to_the_compiler(gdg, nest, candidate.array)
            || !is_alone(gdg, &candidate, &uses, known)
        {
            continue;
        }
        let (register, element) = assign(gdg, nest, &candidate, &mut instances);
        let initial = (!first.is_write).then(|| element.clone());
        before[first.instance].push(Node::Load { register, element: initial });
        if candidate.is_written() {
            after[last.instance].push(Node::Store { element, register });
        }
    }
    let mut nodes = vec![];
    for ((instance, before), after) in instances.into_iter().zip(before).zip(after) {
        nodes.extend(before);
        nodes.push(Node::Instance(instance));
        nodes.extend(after);
    }
    nodes
}

/// All that instances use and that is not in a register yet, in order of execution.
fn uses(gdg: &Gdg, nest: &LoopNest, instances: &[Instance]) -> Vec<Use> {
    let mut all = vec![];
    for (position, instance) in instances.iter().enumerate() {
        let statement = gdg.statement(instance.statement);
        let certain = certain_loads(statement);
        let mut of_instance = vec![];
        for (index, access) in statement.accesses.iter().enumerate() {
            let id = AccessId::new(index);
            if access.kind == AccessKind::Kill || instance.register(id).is_some() {
                continue;
            }
            let is_exact = matches!(access.kind, AccessKind::Read | AccessKind::MustWrite);
            let subscripts = nest.elements.subscripts(instance.statement, id, &instance.iterators);
            of_instance.push(Use {
                instance: position,
                access: id,
                array: access.array,
                subscripts,
                is_write: access.kind.is_write(),
                is_certain: is_exact && (access.kind.is_write() || certain.contains(&id)),
            });
        }
        // Reads come first: each instance stores its result last.
        of_instance.sort_by_key(|each| each.is_write);
        all.extend(of_instance);
    }
    all
}

/// The elements that are used, each with its uses in order of execution.
fn candidates(uses: &[Use]) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = vec![];
    for each in uses {
        let Some(subscripts) = &each.subscripts else { continue };
        match candidates.iter_mut().find(|known| known.array == each.array && known.subscripts == *subscripts) {
            Some(candidate) => candidate.uses.push(each.clone()),
            None => candidates.push(Candidate {
                array: each.array,
                subscripts: subscripts.clone(),
                uses: vec![each.clone()],
            }),
        }
    }
    candidates
}

/// Whether no other use is of the same memory, or both only read.
fn is_alone(gdg: &Gdg, candidate: &Candidate, uses: &[Use], known: &Known) -> bool {
    let is_written = candidate.is_written();
    uses.iter().all(|other| {
        let is_same = other.array == candidate.array && other.subscripts.as_ref() == Some(&candidate.subscripts);
        is_same || !(is_written || other.is_write) || is_elsewhere(gdg, candidate, other, known)
    })
}

/// Whether an access is certainly of other memory.
fn is_elsewhere(gdg: &Gdg, candidate: &Candidate, other: &Use, known: &Known) -> bool {
    let pair = (candidate.array, other.array);
    if pair.0 != pair.1 {
        let may_overlap =
            gdg.aliases.iter().any(|alias| (alias.first, alias.second) == pair || (alias.second, alias.first) == pair);
        return !may_overlap;
    }
    let Some(subscripts) = &other.subscripts else { return false };
    candidate.subscripts.iter().zip(subscripts).any(|(a, b)| known.differ(a, b))
}

/// Makes the instances use a register for the element.
fn assign(gdg: &Gdg, nest: &mut LoopNest, candidate: &Candidate, instances: &mut [Instance]) -> (RegisterId, Element) {
    let register = nest.new_register(Register {
        name: String::new(),
        ty: gdg.array(candidate.array).element,
        constant: !candidate.is_written(),
        array: candidate.array,
        subscripts: candidate.subscripts.clone(),
    });
    let element = instances[candidate.uses[0].instance].element(candidate.uses[0].access);
    for each in &candidate.uses {
        let registers = &mut instances[each.instance].registers;
        registers.push((each.access, register));
        registers.sort_unstable();
    }
    (register, element)
}

/// Whether the work of an instance is a single store.
fn is_plain(statement: &Statement) -> bool {
    matches!(statement.body.actions.as_slice(), [Action::Store { .. }])
}

/// The loads that happen whenever the statement is executed.
fn certain_loads(statement: &Statement) -> BTreeSet<AccessId> {
    let mut loads = BTreeSet::new();
    for action in &statement.body.actions {
        if let Action::Store { value, .. } = action {
            add_certain_loads(value, &mut loads);
        }
    }
    loads
}

fn add_certain_loads(expr: &Expr, loads: &mut BTreeSet<AccessId>) {
    match &expr.kind {
        ExprKind::Load(access) => {
            loads.insert(*access);
        }
        ExprKind::Select(condition, ..) => add_certain_loads(condition, loads),
        ExprKind::Binary(polymill_gdg::BinaryOp::And | polymill_gdg::BinaryOp::Or, left, _) => {
            add_certain_loads(left, loads);
        }
        _ => expr.operands().into_iter().for_each(|operand| add_certain_loads(operand, loads)),
    }
}

/// Whether an array is a variable or a small array of the generated code or a variable of the source, which C compilers
/// keep in registers themselves.
fn is_left_to_the_compiler(gdg: &Gdg, nest: &LoopNest, id: ArrayId) -> bool {
    let array = gdg.array(id);
    let is_name = |text: &str| text.chars().all(|each| each.is_alphanumeric() || each == '_');
    match (array.storage, array.path.as_slice()) {
        (Storage::Local, _) => {
            let sizes = nest.extents.get(id.index()).into_iter().flatten();
            sizes.into_iter().all(|size| size.as_ref().is_some_and(|size| size.as_constant().is_some()))
        }
        (Storage::External, [PathPart::Text(text)]) => is_name(text),
        _ => false,
    }
}
