//! Iterations that run at once in vector variables, so that nothing is left to the C compiler's vectorizer.

use std::collections::BTreeSet;

use polymill_gdg::{
    AccessId, Action, ArrayId, BinaryOp, Expr, ExprKind, Gdg, Projection, ScalarType, Statement, UnaryOp,
};

use crate::emit::VectorType;
use crate::{
    Atom, Condition, For, Hint, If, Instance, IntExpr, Known, Lanes, LoopKind, LoopNest, Node, Placement, VarId,
    for_each_node,
};

/// The loop as instances in the lanes of vectors, one vector after the other; `None` if that cannot be done: it may not run in lanes, its
/// iterations do not fill vectors, or there is something in it that vectors do not do in one step.
///
/// A loop that certainly has no more iterations than there are lanes may fill one vector partly.
pub(super) fn in_lanes(
    gdg: &Gdg,
    nest: &mut LoopNest,
    inner: &For,
    count: u32,
    known: &Known,
    padded: &BTreeSet<ArrayId>,
) -> Option<Vec<Node>> {
    let is_simd = matches!(&inner.kind, LoopKind::Simd { reductions } if reductions.is_empty());
    if !is_simd || inner.step != 1 || inner.descending {
        return None;
    }
    let lanes = Lanes { var: lane(nest, count), count };
    let vector = |start: &IntExpr, filled: Option<[IntExpr; 2]>| -> Option<Vec<Node>> {
        let instances = inner.body.iter().map(|node| {
            let instance = in_vector(gdg, nest, node, (inner.var, start), lanes)?;
            let instance = Instance { filled: filled.clone(), ..instance };
            (filled.is_none() || may_be_padded(gdg, nest, &instance, padded)).then_some(Node::Instance(instance))
        });
        instances.collect()
    };
    let n_iterations = (inner.upper.clone() - inner.lower.clone() + 1).as_constant();
    if let Some(n) = n_iterations.filter(|n| *n > 0 && n % i128::from(count) == 0) {
        let vectors = (0..n).step_by(count as usize).map(|first| vector(&(inner.lower.clone() + first), None));
        return Some(vectors.collect::<Option<Vec<_>>>()?.into_iter().flatten().collect());
    }
    // The loop may begin later than a vector does.
    let starts = lower_bounds(&inner.lower);
    let filled = starts.iter().find_map(|start| {
        let is_one_vector = known.is_non_negative(&(start.clone() + i128::from(count - 1) - inner.upper.clone()));
        let filled = [inner.lower.clone() - start.clone(), inner.upper.clone() - start.clone()];
        if is_one_vector { vector(start, Some(filled.map(IntExpr::distributed))) } else { None }
    })?;
    if known.is_entered(inner) {
        return Some(filled);
    }
    let condition = Condition::le(inner.lower.clone(), inner.upper.clone());
    Some(vec![Node::If(Box::new(If { condition, then: filled, otherwise: vec![] }))])
}

/// What a bound is at least, the bound itself first.
fn lower_bounds(bound: &IntExpr) -> Vec<IntExpr> {
    let mut bounds = vec![bound.clone()];
    if let Some(Atom::Max(values)) = bound.as_atom() {
        bounds.extend(values.iter().cloned());
    }
    bounds
}

/// The instance that a node of a loop is, in the lanes of a vector that begins at a value of the loop's variable; `None` if it does not fit.
fn in_vector(
    gdg: &Gdg,
    nest: &LoopNest,
    node: &Node,
    (var, start): (VarId, &IntExpr),
    lanes: Lanes,
) -> Option<Instance> {
    let mut node = node.clone();
    node.substitute(&|each| (each == var).then(|| start.clone() + IntExpr::var(lanes.var)));
    let Node::Instance(instance) = node else { return None };
    let is_free = instance.lanes.is_none();
    (is_free && fits(gdg, nest, &instance, lanes)).then_some(Instance { lanes: Some(lanes), ..instance })
}

/// The arrays of which a vector may be read that is in them with a part of its lanes only.
pub(crate) fn padded_arrays(nest: &LoopNest) -> BTreeSet<ArrayId> {
    let mut padded = BTreeSet::new();
    for_each_node(&nest.body, &mut |node| {
        if let Node::Declare(inner) = node
            && inner.placement == Placement::Heap
        {
            padded.insert(inner.array);
        }
    });
    padded
}

/// Whether an instance may compute lanes that are not there: what it computes is one number for each lane, which a register can hold, all
/// else that it reads lane by lane can be read, and nobody looks at floating-point exceptions.
fn may_be_padded(gdg: &Gdg, nest: &LoopNest, instance: &Instance, padded: &BTreeSet<ArrayId>) -> bool {
    let statement = gdg.statement(instance.statement);
    let element = |access| nest.elements.subscripts(instance.statement, access, &instance.iterators);
    let (_, [Action::Store { access: stored, .. }]) = instance.work(statement) else { return false };
    let is_stored = |access: AccessId| {
        statement.access(access).array == statement.access(*stored).array && element(access) == element(*stored)
    };
    gdg.reassociable
        && (0..statement.accesses.len()).map(AccessId::new).all(|access| {
            let is_padded = padded.contains(&statement.access(access).array);
            is_stored(access) || !differs(nest, instance, access) || is_padded
        })
}

/// Whether an access of an instance is of another element in each lane.
fn differs(nest: &LoopNest, instance: &Instance, access: AccessId) -> bool {
    let subscripts = nest.elements.subscripts(instance.statement, access, &instance.iterators);
    instance.lanes.zip(subscripts).is_some_and(|(lanes, subscripts)| lanes.tell_apart(&subscripts))
}

/// Runs what fills a vector partly lane by lane, unless registers hold what it computes.
pub(super) fn unroll_partly_filled(gdg: &Gdg, nest: &mut LoopNest) {
    let padded = padded_arrays(nest);
    let mut body = std::mem::take(&mut nest.body);
    unroll_partly_filled_in(gdg, nest, &mut body, &padded);
    nest.body = body;
}

fn unroll_partly_filled_in(gdg: &Gdg, nest: &mut LoopNest, block: &mut [Node], padded: &BTreeSet<ArrayId>) {
    for node in block {
        if let Node::Instance(instance) = node
            && !is_held(gdg, nest, instance, padded)
            && let (Some(lanes), Some([first, last])) = (instance.lanes.take(), instance.filled.take())
        {
            let var = nest.new_var(Hint::Iterators(vec![Lanes::NAME.to_owned()]));
            let mut instance = Node::Instance(instance.clone());
            instance.substitute(&|each| (each == lanes.var).then(|| IntExpr::var(var)));
            *node = Node::For(Box::new(For::new(var, first, last, vec![instance])));
            continue;
        }
        for inner in node.blocks_mut() {
            unroll_partly_filled_in(gdg, nest, inner, padded);
        }
    }
}

/// Whether all lanes of what an instance reads and writes exist, in registers or in memory.
pub(crate) fn is_held(gdg: &Gdg, nest: &LoopNest, instance: &Instance, padded: &BTreeSet<ArrayId>) -> bool {
    let statement = gdg.statement(instance.statement);
    let mut accesses = (0..statement.accesses.len()).map(AccessId::new);
    instance.filled.is_none()
        || accesses.all(|access| {
            instance.register(access).is_some()
                || !differs(nest, instance, access)
                || padded.contains(&statement.access(access).array) && statement.access(access).kind.is_read()
        })
}

/// The variable that counts lanes: one for all vectors of a size, so that those of the same elements are found to be the same.
fn lane(nest: &mut LoopNest, count: u32) -> VarId {
    match nest.vars.iter().position(|var| var.hint == Hint::Lane(count)) {
        Some(position) => VarId::new(position),
        None => {
            let lane = nest.new_var(Hint::Lane(count));
            nest.vars[lane.index()].name = Lanes::NAME.to_owned();
            nest.elements.add_lanes(Lanes { var: lane, count });
            lane
        }
    }
}

/// Whether an instance can run in lanes.
fn fits(gdg: &Gdg, nest: &LoopNest, instance: &Instance, lanes: Lanes) -> bool {
    let statement = gdg.statement(instance.statement);
    let (tests, [Action::Store { access, value }]) = instance.work(statement) else { return false };
    let ty = gdg.array(statement.access(*access).array).element;
    let vectors = Vectors { gdg, nest, statement, instance, var: lanes.var, ty };
    tests.is_empty()
        && VectorType::of(ty, lanes.count).is_some()
        && vectors.shape(*access) == Some(Shape::Vector)
        && vectors.shape_of(value) == Some(Shape::Vector)
}

/// How a value differs from lane to lane.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Shape {
    /// It is the same in all.
    Uniform,
    /// It is in a vector.
    Vector,
}

struct Vectors<'a> {
    gdg: &'a Gdg,
    nest: &'a LoopNest,
    statement: &'a Statement,
    instance: &'a Instance,
    /// What tells lanes apart.
    var: VarId,
    /// Of the elements of vectors.
    ty: ScalarType,
}

impl Vectors<'_> {
    /// The shape of a value; `None` if it has neither.
    fn shape_of(&self, expr: &Expr) -> Option<Shape> {
        let shape = match &expr.kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Param(_) => Shape::Uniform,
            ExprKind::Iterator(position) => {
                let differs = self.instance.iterators.get(*position)?.mentions(self.var);
                return (!differs).then_some(Shape::Uniform);
            }
            ExprKind::Local(_) => return None,
            ExprKind::Load(access) => self.shape(*access)?,
            ExprKind::Unary(operator, inner) => match (self.shape_of(inner)?, operator) {
                (Shape::Vector, UnaryOp::Neg) | (Shape::Uniform, _) => self.shape_of(inner)?,
                (Shape::Vector, _) => return None,
            },
            ExprKind::Binary(operator, left, right) => {
                let shape = self.shape_of(left)?.max(self.shape_of(right)?);
                let is_done = matches!(operator, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div)
                    && [left, right].iter().all(|operand| self.is_operand(operand));
                if shape == Shape::Vector && !is_done {
                    return None;
                }
                shape
            }
            ExprKind::Cast(inner) => return self.uniform(&[inner]),
            ExprKind::Call(_, arguments) => return self.uniform(&arguments.iter().collect::<Vec<_>>()),
            ExprKind::Select(condition, then, otherwise) => return self.uniform(&[condition, then, otherwise]),
        };
        (shape == Shape::Uniform || expr.ty == self.ty).then_some(shape)
    }

    /// Whether a value can stand beside a vector. C compilers convert integers that do only where no number could change.
    fn is_operand(&self, expr: &Expr) -> bool {
        let is_integer = match &expr.kind {
            ExprKind::Cast(inner) => inner.ty.is_integer(),
            ExprKind::Int(_) | ExprKind::Param(_) | ExprKind::Iterator(_) => true,
            _ => false,
        };
        expr.ty == self.ty && !is_integer
    }

    fn uniform(&self, parts: &[&Expr]) -> Option<Shape> {
        parts.iter().all(|part| self.shape_of(part) == Some(Shape::Uniform)).then_some(Shape::Uniform)
    }

    /// The shape of what an access names: a vector is in memory one element after the other.
    fn shape(&self, access: AccessId) -> Option<Shape> {
        let subscripts = self.nest.elements.subscripts(self.instance.statement, access, &self.instance.iterators)?;
        if !subscripts.iter().any(|subscript| subscript.mentions(self.var)) {
            return Some(Shape::Uniform);
        }
        let (last, outer) = subscripts.split_last()?;
        let array = self.gdg.array(self.statement.access(access).array);
        let is_last_in_memory =
            matches!(array.place.projections.last(), None | Some(Projection::Subscript | Projection::Linear { .. }));
        let is_next = !(last.clone() - IntExpr::var(self.var)).mentions(self.var);
        let is_vector = is_next
            && is_last_in_memory
            && array.element == self.ty
            && !outer.iter().any(|subscript| subscript.mentions(self.var));
        is_vector.then_some(Shape::Vector)
    }
}
