//! Where dynamic counted loops end.
//!
//! Zhao and Cohen (IMPACT 2017, section 4.2) leave such a loop with a `break` as soon as the exit predicate holds. Here the
//! bound is computed in front of the loop, which then takes exactly as many iterations, with no test in any of them, and
//! can be run in parallel and in vector lanes like others. That is possible where the instances inside all end at the same
//! bound, and nothing inside changes what it is computed from; the exit predicates of other loops are tested inside, and
//! such loops run to their static upper bounds. A loop over tiles ends with the loop over the points of its tiles.

use std::collections::BTreeSet;

use polymill_gdg::{AccessKind, ArrayId, BinaryOp, Exit, Expr, ExprKind, Gdg, ParamId, ScalarType, Side};
use polymill_isl as isl;

use super::instances::reaching;
use super::limits;
use super::sets::Values;
use crate::{
    Atom, Condition, Datum, For, Hint, If, Instance, IntExpr, Known, LoopNest, Node, Result, VarId, for_each_instance,
    for_each_instance_mut, for_each_node, mentions,
};

/// Lets the loops of a nest end where data says, and takes the tests for that out of the instances inside.
///
/// # Errors
/// isl's.
pub(crate) fn end_loops(gdg: &Gdg, nest: &mut LoopNest) -> Result<()> {
    let mut exits = vec![];
    for statement in &gdg.statements {
        let mut own = vec![];
        for exit in statement.exits()? {
            own.push((exit, statement.static_bound(&gdg.params, exit.iterator, exit.side)?));
        }
        exits.push(own);
    }
    if exits.iter().all(Vec::is_empty) {
        return Ok(());
    }
    // Known ones tell instances apart by themselves: data are beyond them if the source leaves an array.
    let is_known =
        |param: &ParamId| gdg.params[param.index()].static_bound().is_some_and(|bound| bound.value.is_some());
    let (known, mut partitioning): (BTreeSet<ParamId>, BTreeSet<ParamId>) =
        limits::partitioning(gdg, &nest.body).into_iter().partition(is_known);
    let keep_static = |exits: &mut Vec<Vec<(Exit<'_>, Option<ParamId>)>>, kept: &BTreeSet<ParamId>| {
        for (_, param) in exits.iter_mut().flatten() {
            *param = param.filter(|param| !kept.contains(param));
        }
    };
    keep_static(&mut exits, &known);
    let source = nest.clone();
    loop {
        let mut ending = Ending { gdg, exits: exits.clone(), nest, around: vec![], known: vec![] };
        let mut body = std::mem::take(&mut ending.nest.body);
        ending.block(&mut body)?;
        nest.body = body;
        // Such a bound has one value wherever it is used: what data say, or the static one.
        let (left, replaced) = partitioning.into_iter().partition(|param| mentions(&nest.body, &Atom::Param(*param)));
        partitioning = replaced;
        let left: BTreeSet<ParamId> = left;
        if left.is_empty() {
            break;
        }
        keep_static(&mut exits, &left);
        *nest = source.clone();
    }
    use_static_bounds(gdg, &mut nest.body);
    Ok(())
}

/// Writes out the static bounds that loops need and that are known.
fn use_static_bounds(gdg: &Gdg, body: &mut [Node]) {
    let value = |atom: &Atom| {
        let Atom::Param(param) = atom else { return None };
        gdg.params.get(param.index())?.static_bound()?.affine().map(IntExpr::from)
    };
    body.iter_mut().for_each(|node| node.replace(&value));
}

struct Ending<'a> {
    gdg: &'a Gdg,
    /// Of each statement, with the static bounds.
    exits: Vec<Vec<(Exit<'a>, Option<ParamId>)>>,
    nest: &'a mut LoopNest,
    /// What is around the current point as it was, outermost first.
    around: Vec<Around>,
    /// The values that have names at the current point.
    known: Vec<(Datum, VarId)>,
}

/// What was done with a loop.
#[derive(Default)]
struct Applied {
    /// What its iterator is to start with in place of 0, if the source counts from there.
    begin: Option<VarId>,
    /// What takes the place of static bounds, in the loop and inside.
    bounds: Vec<(ParamId, IntExpr)>,
}

impl Applied {
    fn bound(&self, atom: &Atom) -> Option<IntExpr> {
        let Atom::Param(param) = atom else { return None };
        self.bounds.iter().find(|(own, _)| own == param).map(|(_, bound)| bound.clone())
    }
}

enum Around {
    /// Without its body.
    Loop(For),
    Branch(Condition, bool),
}

/// A bound of a loop's iterator: nothing is done unless `scale * (value - offset) < bound`, or `bound <= value - offset` on
/// the lower side.
#[derive(Clone, PartialEq, Debug)]
struct End {
    side: Side,
    bound: Datum,
    scale: i128,
    is_inclusive: bool,
    offset: IntExpr,
    /// The static bounds in whose place it is.
    params: Vec<ParamId>,
}

impl End {
    /// Whether it depends on none of these.
    fn is_free_of(&self, vars: &BTreeSet<VarId>) -> bool {
        let mut values = self.bound.iterators.iter().chain([&self.offset]);
        !values.any(|value| vars.iter().any(|var| value.mentions(*var)))
    }

    /// The same bound, in the place of the static bounds of both; `None` if they are not the same.
    fn merged(mut self, gdg: &Gdg, other: &Self) -> Option<Self> {
        if !self.is_same(gdg, other) {
            return None;
        }
        self.params.extend(&other.params);
        Some(self)
    }

    fn is_same(&self, gdg: &Gdg, other: &Self) -> bool {
        (self.side, self.scale, self.is_inclusive, &self.offset)
            == (other.side, other.scale, other.is_inclusive, &other.offset)
            && self.bound.is_same(gdg, &other.bound)
    }
}

impl<'a> Ending<'a> {
    fn block(&mut self, block: &mut Vec<Node>) -> Result<()> {
        let outside = self.known.clone();
        let mut result = vec![];
        for mut node in std::mem::take(block) {
            self.forget_changes(&node);
            match &mut node {
                Node::For(inner) => {
                    let original = For { body: vec![], ..(**inner).clone() };
                    let applied = self.end_loop(inner, &mut result)?;
                    self.inside(Around::Loop(original), &mut inner.body)?;
                    // What holds for any static bound holds for the bound here, which all that is inside shares.
                    inner.body.iter_mut().for_each(|node| node.replace(&|atom| applied.bound(atom)));
                    if let Some(begin) = applied.begin {
                        count_from(inner, begin);
                    }
                }
                Node::If(inner) => {
                    let original = inner.condition.clone();
                    let applied = self.decide(inner, &mut result)?;
                    self.inside(Around::Branch(original.clone(), true), &mut inner.then)?;
                    self.inside(Around::Branch(original, false), &mut inner.otherwise)?;
                    node.replace(&|atom| applied.bound(atom));
                }
                Node::Declare(inner) => self.block(&mut inner.body)?,
                _ => {}
            }
            result.push(node);
        }
        *block = result;
        self.known = outside;
        Ok(())
    }

    /// Forgets the values that may be others inside of a node or behind it.
    fn forget_changes(&mut self, node: &Node) {
        let written = self.written_in(std::slice::from_ref(node));
        let mut known = std::mem::take(&mut self.known);
        known.retain(|(value, _)| {
            let read = value.arrays(self.gdg);
            !written.iter().any(|array| self.may_change(*array, &read))
        });
        self.known = known;
    }

    /// The arrays that instances in a block write.
    fn written_in(&self, block: &[Node]) -> BTreeSet<ArrayId> {
        let mut written = BTreeSet::new();
        for_each_instance(block, &mut |instance| {
            let accesses = &self.gdg.statement(instance.statement).accesses;
            written.extend(accesses.iter().filter(|access| access.kind.is_write()).map(|access| access.array));
        });
        written
    }

    fn inside(&mut self, around: Around, block: &mut Vec<Node>) -> Result<()> {
        self.around.push(around);
        self.block(block)?;
        self.around.pop();
        Ok(())
    }

    /// Gives the loop its bounds; adds the definitions to put in front of it.
    fn end_loop(&mut self, inner: &mut For, definitions: &mut Vec<Node>) -> Result<Applied> {
        let mut applied = Applied::default();
        let inside = defined_inside(inner);
        let mut tried: Vec<End> = vec![];
        // Where the tests before it are passed, a bound is evaluated wherever the loop is reached.
        while let Some(end) = self.next_end(inner, &tried) {
            if !inner.descending && end.is_free_of(&inside) && self.can_evaluate(&end.bound, &[&inner.body])? {
                match end.side {
                    Side::Lower => self.apply_start(&end, inner, definitions, &mut applied)?,
                    Side::Upper => self.apply_end(&end, inner, definitions, &mut applied)?,
                }
            }
            tried.push(end);
        }
        Ok(applied)
    }

    /// Gives a condition on static bounds those that data say, if they are the same for all that is inside; adds the
    /// definitions to put in front of it.
    fn decide(&mut self, branch: &If, definitions: &mut Vec<Node>) -> Result<Applied> {
        let mut applied = Applied::default();
        let mut params = BTreeSet::new();
        branch
            .condition
            .for_each_atom(&mut |atom| params.extend(if let Atom::Param(param) = atom { Some(*param) } else { None }));
        for param in params {
            let blocks = [branch.then.as_slice(), branch.otherwise.as_slice()];
            let Some((exit, bound)) = self.only_bound(&blocks, param) else { continue };
            let inside: BTreeSet<_> = blocks.iter().flat_map(|block| defined_in(block)).collect();
            let is_free = !bound.iterators.iter().any(|value| inside.iter().any(|var| value.mentions(*var)));
            if is_free && self.can_evaluate(&bound, &blocks)? {
                let hint = Hint::Iterators(vec![self.gdg.params[param.index()].name.clone()]);
                let bound = IntExpr::var(self.named(bound, hint, definitions));
                applied.bounds.push((param, in_place_of_static(exit, bound)));
            }
        }
        Ok(applied)
    }

    /// The bound in the place of a static one, if it is the same in all instances.
    fn only_bound(&self, blocks: &[&[Node]], param: ParamId) -> Option<(Exit<'a>, Datum)> {
        let mut only: Option<(Exit<'a>, Datum)> = None;
        let mut is_same = true;
        for block in blocks {
            for_each_instance(block, &mut |instance| {
                for (exit, own) in &self.exits[instance.statement.index()] {
                    if *own != Some(param) {
                        continue;
                    }
                    let bound = Datum::new(self.gdg, instance, exit.bound);
                    is_same &= self.is_evaluated(instance, exit);
                    match &only {
                        None => only = Some((*exit, bound)),
                        Some((_, first)) => is_same &= first.is_same(self.gdg, &bound),
                    }
                }
            });
        }
        only.filter(|_| is_same)
    }

    fn apply_start(
        &mut self,
        end: &End,
        inner: &mut For,
        definitions: &mut Vec<Node>,
        applied: &mut Applied,
    ) -> Result<()> {
        let start = IntExpr::var(self.named(end.bound.clone(), Hint::Start(inner.var), definitions));
        let first = start.clone() + end.offset.clone();
        applied.bounds.extend(end.params.iter().map(|param| (*param, start.clone())));
        let before = std::mem::take(&mut inner.lower);
        inner.lower = before.replace(&|atom| applied.bound(atom));
        let step = i128::from(inner.step);
        if step == 1 {
            inner.lower = IntExpr::max(vec![inner.lower.clone(), first.clone()]);
        } else if inner.lower == before && Known::default().residue(&before, step) == Some(0) {
            // The next multiple of the step.
            let last = first.clone() + (step - 1);
            let strip = last.clone() - IntExpr::modulo(last, step, false);
            inner.lower = IntExpr::max(vec![inner.lower.clone(), strip]);
        }
        if alternatives_of_largest(&inner.lower).contains(&first) {
            self.pass_tests(end, inner);
        }
        Ok(())
    }

    fn apply_end(
        &mut self,
        end: &End,
        inner: &mut For,
        definitions: &mut Vec<Node>,
        applied: &mut Applied,
    ) -> Result<()> {
        let is_alone = end.params.iter().any(|param| inner.upper == IntExpr::param(*param) - 1);
        let (from, to) = parts_of(&end.bound);
        let is_from_zero = inner.lower == IntExpr::default() && inner.step == 1;
        let begin = match from.filter(|from| self.counts_from(from)) {
            Some(from) if end.scale == 1 && end.offset == IntExpr::default() && is_from_zero && is_alone => {
                Some(self.named(from, Hint::Start(inner.var), definitions))
            }
            _ => None,
        };
        let to = if begin.is_some() { to } else { end.bound.clone() };
        let behind = IntExpr::var(self.named(to, Hint::End(inner.var), definitions)) + i128::from(end.is_inclusive);
        let behind = behind - begin.map(IntExpr::var).unwrap_or_default();
        let last = IntExpr::div(behind - 1, end.scale, false);
        applied.bounds.extend(end.params.iter().map(|param| (*param, last.clone() + 1)));
        let upper = inner.upper.replace(&|atom| applied.bound(atom));
        inner.upper = IntExpr::min(vec![upper, last + end.offset.clone()]);
        self.pass_tests(end, inner);
        applied.begin = applied.begin.or(begin);
        Ok(())
    }

    /// A bound of a loop other than those tried.
    fn next_end(&self, inner: &For, tried: &[End]) -> Option<End> {
        let ends = self.ends_of_block(&inner.body, inner.var).unwrap_or_default();
        ends.into_iter().find(|end| !tried.iter().any(|tried| tried.is_same(self.gdg, end)))
    }

    /// Whether the statement uses what the source counts from there: the value plus an iterator.
    fn counts_from(&self, from: &Datum) -> bool {
        let statement = self.gdg.statement(from.statement);
        let mut found = false;
        let mut visit = |expr: &Expr| {
            expr.for_each(&mut |e| {
                found |= matches!(&e.kind, ExprKind::Binary(BinaryOp::Add, start, iterator)
                    if **start == from.expr && matches!(iterator.kind, ExprKind::Iterator(_)));
            });
        };
        statement.accesses.iter().flat_map(|access| &access.subscripts).for_each(&mut visit);
        statement.body.for_each_expr(&mut visit);
        found
    }

    /// The variable that has a value, which is defined here if there is none.
    fn named(&mut self, value: Datum, hint: Hint, definitions: &mut Vec<Node>) -> VarId {
        if let Some((_, var)) = self.known.iter().find(|(known, _)| known.is_same(self.gdg, &value)) {
            return *var;
        }
        let var = self.nest.new_var(hint);
        definitions.push(Node::Evaluate { var, value: value.clone() });
        self.known.push((value, var));
        var
    }

    /// Takes the test away from the instances that do all of their work before the end.
    fn pass_tests(&self, end: &End, inner: &mut For) {
        let var = inner.var;
        for_each_instance_mut(&mut inner.body, &mut |instance| {
            for (exit, param) in &self.exits[instance.statement.index()] {
                let own = self.end_of(instance, exit, *param, var);
                if own.is_some_and(|own| own.is_same(self.gdg, end)) && !instance.passed.contains(&exit.test) {
                    instance.passed.push(exit.test);
                    instance.passed.sort_unstable();
                }
            }
        });
    }

    /// The bounds behind which no node of a block does anything; `None` if none ever does.
    fn ends_of_block(&self, block: &[Node], var: VarId) -> Option<Vec<End>> {
        let mut all: Option<Vec<End>> = None;
        for node in block {
            let Some(ends) = self.ends(node, var) else { continue };
            all = Some(match all {
                None => ends,
                Some(all) => {
                    let shared = |end: End| ends.iter().find_map(|each| end.clone().merged(self.gdg, each));
                    all.into_iter().filter_map(shared).collect()
                }
            });
        }
        all
    }

    fn ends(&self, node: &Node, var: VarId) -> Option<Vec<End>> {
        match node {
            Node::Instance(instance) => {
                let exits = self.exits[instance.statement.index()].iter();
                let next = exits.filter(|(exit, _)| self.is_evaluated(instance, exit));
                Some(next.filter_map(|(exit, param)| self.end_of(instance, exit, *param, var)).collect())
            }
            Node::For(inner) => {
                let inside = defined_inside(inner);
                let mut ends = self.ends_of_block(&inner.body, var)?;
                ends.retain(|end| end.is_free_of(&inside));
                // The loop is empty where it starts behind its own end, or ends before its own start.
                for end in self.ends_of_block(&inner.body, inner.var)? {
                    let other_side = match end.side {
                        Side::Lower => alternatives_of_least(&inner.upper),
                        Side::Upper => alternatives_of_largest(&inner.lower),
                    };
                    for value in other_side {
                        let rest = value.clone() - IntExpr::var(var);
                        if value.coefficient(var) != 1 || rest.mentions(var) {
                            continue;
                        }
                        let end = End { offset: end.offset.clone() - rest, ..end.clone() };
                        if end.is_free_of(&inside) && end.is_free_of(&BTreeSet::from([var])) {
                            ends.push(end);
                        }
                    }
                }
                Some(ends)
            }
            Node::If(inner) => {
                match (self.ends_of_block(&inner.then, var), self.ends_of_block(&inner.otherwise, var)) {
                    (Some(then), Some(otherwise)) => {
                        let shared = |end: End| otherwise.iter().find_map(|each| end.clone().merged(self.gdg, each));
                        Some(then.into_iter().filter_map(shared).collect())
                    }
                    (then, otherwise) => then.or(otherwise),
                }
            }
            Node::Declare(inner) => self.ends_of_block(&inner.body, var),
            _ => None,
        }
    }

    /// Where an instance has nothing more to do, as a bound of a loop's iterator.
    fn end_of(&self, instance: &Instance, exit: &Exit<'_>, param: Option<ParamId>, var: VarId) -> Option<End> {
        let value = instance.iterators.get(exit.iterator)?;
        let offset = IntExpr::var(var) - value.clone();
        let bound = Datum::new(self.gdg, instance, exit.bound);
        let (scale, is_inclusive) = (exit.scale, exit.is_inclusive);
        let end = End { side: exit.side, bound, scale, is_inclusive, offset, params: param.into_iter().collect() };
        (value.coefficient(var) == 1 && end.is_free_of(&BTreeSet::from([var]))).then_some(end)
    }

    /// Whether the bound is evaluated wherever the instance is reached: it is in the first test, or those before it are
    /// passed, or it cannot go wrong.
    fn is_evaluated(&self, instance: &Instance, exit: &Exit<'_>) -> bool {
        let statement = self.gdg.statement(instance.statement);
        let mut is_harmless = true;
        exit.bound.for_each(&mut |e| {
            is_harmless &= match &e.kind {
                ExprKind::Load(access) => {
                    let access = statement.access(*access);
                    access.kind == AccessKind::Read || self.gdg.array(access.array).is_scalar()
                }
                ExprKind::Binary(BinaryOp::Div | BinaryOp::Rem, ..) | ExprKind::Call(..) => false,
                _ => true,
            }
        });
        // A loop that begins where data say gets there, and is asked then how far it goes.
        let exits = &self.exits[instance.statement.index()];
        let is_begin = |test: usize| {
            exits.iter().any(|(other, param)| {
                (other.test, other.iterator, other.side) == (test, exit.iterator, Side::Lower) && param.is_some()
            })
        };
        is_harmless || (0..exit.test).all(|test| instance.passed.contains(&test) || is_begin(test))
    }

    /// Whether a value can be computed in front of blocks and stays the same in them.
    fn can_evaluate(&self, value: &Datum, blocks: &[&[Node]]) -> Result<bool> {
        let read = value.arrays(self.gdg);
        let mut is_constant = true;
        for block in blocks {
            is_constant &= !self.written_in(block).iter().any(|array| self.may_change(*array, &read));
            for_each_node(block, &mut |node| {
                is_constant &= !matches!(node, Node::Declare(declare) if read.contains(&declare.array));
            });
        }
        Ok(is_constant && self.is_in_source(value)?)
    }

    fn may_change(&self, written: ArrayId, read: &BTreeSet<ArrayId>) -> bool {
        let aliases = &self.gdg.aliases;
        read.contains(&written)
            || aliases.iter().any(|pair| {
                (pair.first == written && read.contains(&pair.second))
                    || (pair.second == written && read.contains(&pair.first))
            })
    }

    /// Whether the source evaluates the value too, wherever the current point is reached: otherwise, it might read what is
    /// not there.
    fn is_in_source(&self, value: &Datum) -> Result<bool> {
        let statement = self.gdg.statement(value.statement);
        let used: Vec<usize> =
            (0..statement.depth()).filter(|position| statement.depends_on(&value.expr, *position)).collect();
        let vars: Vec<VarId> = self
            .around
            .iter()
            .filter_map(|each| if let Around::Loop(each) = each { Some(each.var) } else { None })
            .collect();
        let values = Values::of(self.gdg, vars)?;
        let mut reached = values.all()?.intersect_params(&self.gdg.context.intersect(&self.gdg.assumptions)?)?;
        for around in &self.around {
            reached = reached.intersect(&match around {
                Around::Loop(inner) => reaching(&values, super::instances::Around::Loop(inner))?,
                Around::Branch(condition, truth) => values.where_is(condition, *truth)?,
            })?;
        }
        let mut evaluated = statement.domain.clone();
        for position in (0..statement.depth()).rev().filter(|position| !used.contains(position)) {
            evaluated = evaluated.project_out(isl::Dim::Set, position, 1)?;
        }
        let evaluated = self.gdg.for_any_data(&evaluated)?.reset_tuple_id()?;
        let arguments: Vec<IntExpr> = used.iter().map(|position| value.iterators[*position].clone()).collect();
        let calls = values.calls(&evaluated.get_space()?, &arguments)?;
        Ok(reached.apply(&calls)?.is_subset(&evaluated)?)
    }
}

/// Counts from `begin` where the loop counts from 0.
fn count_from(inner: &mut For, begin: VarId) {
    let begin = IntExpr::var(begin);
    inner.lower = inner.lower.clone() + begin.clone();
    inner.upper = (inner.upper.clone() + begin.clone()).distributed();
    let (var, value) = (inner.var, IntExpr::var(inner.var) - begin);
    inner.body.iter_mut().for_each(|node| node.substitute(&|each| (each == var).then(|| value.clone())));
}

/// A difference in 64 bits as what is taken away, and what it is taken from.
fn parts_of(value: &Datum) -> (Option<Datum>, Datum) {
    match &value.expr.kind {
        ExprKind::Binary(BinaryOp::Sub, to, from) if value.expr.ty == ScalarType::I64 => {
            (Some(value.part(from)), value.part(to))
        }
        _ => (None, value.clone()),
    }
}

/// What takes the place of the static bound if data say this.
fn in_place_of_static(exit: Exit<'_>, bound: IntExpr) -> IntExpr {
    match exit.side {
        Side::Lower => bound,
        Side::Upper => IntExpr::div(bound + i128::from(exit.is_inclusive) - 1, exit.scale, false) + 1,
    }
}

/// The variables that a loop and what is in it define.
fn defined_inside(inner: &For) -> BTreeSet<VarId> {
    let mut vars = defined_in(&inner.body);
    vars.insert(inner.var);
    vars
}

fn defined_in(block: &[Node]) -> BTreeSet<VarId> {
    let mut vars = BTreeSet::new();
    for_each_node(block, &mut |node| match node {
        Node::For(each) => drop(vars.insert(each.var)),
        Node::Let { var, .. } | Node::Evaluate { var, .. } => drop(vars.insert(*var)),
        _ => {}
    });
    vars
}

/// The values of which a maximum is the largest, or the value alone.
fn alternatives_of_largest(value: &IntExpr) -> &[IntExpr] {
    match value.as_atom() {
        Some(Atom::Max(values)) => values,
        _ => std::slice::from_ref(value),
    }
}

/// The values of which a minimum is the smallest, or the value alone.
fn alternatives_of_least(value: &IntExpr) -> &[IntExpr] {
    match value.as_atom() {
        Some(Atom::Min(values)) => values,
        _ => std::slice::from_ref(value),
    }
}
