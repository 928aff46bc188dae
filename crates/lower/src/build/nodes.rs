//! isl's AST nodes as nodes of the loop AST.

use std::collections::BTreeSet;

use polymill_gdg::{Gdg, Mark, StatementId};
use polymill_isl as isl;

use super::convert::{self, Names, condition, integer};
use super::counted::Counted;
use super::facts::{Facts, ordering};
use super::reductions::FreeUpdates;
use super::{parse_iterator, parse_mark};
use crate::{
    Atom, Error, For, Hint, If, Instance, IntExpr, LoopFacts, LoopKind, LoopNest, Node, Result, Unrolling, VarId,
};

/// Converts the AST into the nest's body; returns the note of each instance, in textual order.
pub(crate) fn convert(
    gdg: &Gdg,
    root: &isl::AstNode,
    facts: &Facts,
    names: Names,
    nest: &mut LoopNest,
) -> Result<Vec<usize>> {
    let (ordering, free_updates) = (ordering(gdg)?, FreeUpdates::of(gdg)?);
    let mut converter = Converter {
        gdg,
        facts,
        ordering,
        free_updates,
        counted: Counted::by(gdg)?,
        nest,
        leaves: vec![],
        jamming: vec![],
        not_jammed: BTreeSet::new(),
    };
    let body = converter.block(root, &names, &[])?;
    let leaves = converter.leaves;
    nest.body = body;
    Ok(leaves)
}

struct Converter<'a> {
    gdg: &'a Gdg,
    facts: &'a Facts,
    ordering: Option<isl::UnionMap>,
    free_updates: FreeUpdates,
    counted: Counted,
    nest: &'a mut LoopNest,
    leaves: Vec<usize>,
    /// The notes of the loops around that are to be unrolled and jammed into the loops inside.
    jamming: Vec<usize>,
    /// The notes of those for which this is not legal.
    not_jammed: BTreeSet<usize>,
}

/// A mark, and the depth of the loop that it is about.
type Pending = (Mark, usize);

impl Converter<'_> {
    fn block(&mut self, node: &isl::AstNode, names: &Names, marks: &[Pending]) -> Result<Vec<Node>> {
        match node.parts()? {
            isl::AstNodeParts::Block(children) => {
                let (mut block, mut starts) = (vec![], vec![]);
                for child in children {
                    starts.push(self.leaves.len());
                    block.extend(self.block(&child, names, marks)?);
                }
                self.check_jams_of_block(&starts)?;
                Ok(block)
            }
            isl::AstNodeParts::Mark { id, node } => {
                let name = id.get_name()?.unwrap_or_default();
                let mark = parse_mark(&name).ok_or_else(|| Error::Bug(format!("`{name}` is not a mark")))?;
                self.block(&node, names, &[marks, &[mark]].concat())
            }
            isl::AstNodeParts::If { cond, then, otherwise } => {
                let condition = condition(&cond, names)?;
                let then = self.block(&then, names, marks)?;
                let otherwise = otherwise.map_or(Ok(vec![]), |node| self.block(&node, names, marks))?;
                Ok(guarded(condition, then, otherwise))
            }
            isl::AstNodeParts::User(expr) => self.instance(node, &expr, names),
            isl::AstNodeParts::For { iterator, init, cond, inc, body } => {
                let name = iterator.id_get_id()?.get_name()?.unwrap_or_default();
                let lower = integer(&init, names)?;
                let (Some(cond), Some(inc)) = (cond, inc) else {
                    // One iteration: its value takes the iterator's place.
                    let mut names = names.clone();
                    names.define(name, lower);
                    return self.block(&body, &names, marks);
                };
                let var = self.nest.new_var(Hint::Iterators(vec![]));
                let mut inner_names = names.clone();
                inner_names.define(name.clone(), IntExpr::var(var));
                let depth = parse_iterator(&name).unwrap_or(usize::MAX);
                let mut result = For::new(var, lower, upper(&cond, var, &inner_names)?, vec![]);
                result.step = step(&inc, names)?;
                result.depth = depth;
                let note = self.apply_marks(node, &mut result, marks)?;
                self.check_jams_of_loop(note)?;
                let marks: Vec<_> = marks.iter().filter(|(_, each)| *each > depth).copied().collect();
                let is_jammed = matches!(result.unrolling, Unrolling::Jammed(_));
                self.jamming.extend(is_jammed.then_some(note));
                result.body = self.block(&body, &inner_names, &marks)?;
                if is_jammed {
                    self.jamming.pop();
                    result.facts.may_jam = self.ordering.is_some() && !self.not_jammed.contains(&note);
                }
                Ok(if result.body.is_empty() { vec![] } else { vec![Node::For(Box::new(result))] })
            }
            other => Err(Error::Bug(format!("unexpected node in generated code: {other:?}"))),
        }
    }

    fn instance(&mut self, node: &isl::AstNode, call: &isl::AstExpr, names: &Names) -> Result<Vec<Node>> {
        let name = call.op_get_arg(0)?.id_get_id()?.get_name()?.unwrap_or_default();
        let statement = self.statement(&name)?;
        if self.gdg.statement(statement).body.actions.is_empty() {
            return Ok(vec![]);
        }
        let n_args = call.op_get_n_arg()?;
        let iterators = (1..n_args).map(|position| integer(&call.op_get_arg(position)?, names));
        let leaf = Facts::index(node.get_annotation()?.as_ref());
        self.leaves.push(leaf.ok_or_else(|| Error::Bug(format!("an instance of `{name}` without its note")))?);
        Ok(vec![Node::Instance(Instance::new(statement, iterators.collect::<Result<_>>()?))])
    }

    /// Gives the loop its kind, and proves that it may have it; returns the number of its note.
    fn apply_marks(&mut self, node: &isl::AstNode, result: &mut For, marks: &[Pending]) -> Result<usize> {
        let mine = |mark: &Pending| (mark.1 == result.depth).then_some(mark.0);
        let mine: Vec<Mark> = marks.iter().filter_map(mine).collect();
        let is_parallel = mine.contains(&Mark::Parallel);
        // Wishes, granted to each of the loops made of the band that allows it.
        let is_wished = mine.iter().any(|mark| matches!(mark, Mark::Simd | Mark::Lanes(_) | Mark::Independent));
        let Some(index) = Facts::index(node.get_annotation()?.as_ref()) else {
            return Err(Error::Bug("a loop without its note".into()));
        };
        let facts = self.facts;
        let notes = &facts.loops[index];
        self.nest.vars[result.var.index()].hint =
            Hint::Iterators(self.counted.in_loop(result.depth, &notes.statements()?));
        let carries = match &self.ordering {
            Some(ordering) if is_parallel || is_wished => Some(notes.carries(ordering)?),
            _ => None,
        };
        result.facts = LoopFacts { carries, may_jam: false, note: Some(index) };
        let independent = result.facts.carries == Some(false);
        let may_be_simd = independent && mine.iter().any(|mark| matches!(mark, Mark::Simd | Mark::Lanes(_)));
        let reductions = match is_parallel || (is_wished && independent) {
            true => self.free_updates.reductions(self.gdg, &self.nest.extents, notes)?,
            false => None,
        };
        result.kind = match (is_parallel, may_be_simd, reductions) {
            (true, simd, Some(reductions)) => LoopKind::Parallel { simd, reductions },
            (false, true, Some(reductions)) => LoopKind::Simd { reductions },
            (true, _, None) => {
                let depth = result.depth;
                let name = &self.gdg.name;
                return Err(Error::Unsupported(format!(
                    "OpenMP has no reduction for the updates in the parallel loop at depth {depth} of `{name}`"
                )));
            }
            // What is updated in memory depends on the iteration before.
            (false, false, Some(reductions)) if reductions.is_empty() => LoopKind::Independent,
            (false, ..) => LoopKind::Sequential,
        };
        let unrolling = |mark: &Mark| match mark {
            Mark::Unroll => Some(Unrolling::Whole),
            Mark::UnrollJam(factor) if *factor > 1 => Some(Unrolling::Jammed(*factor)),
            Mark::Lanes(count) => Some(Unrolling::Lanes(*count)),
            Mark::UnrollJam(_) | Mark::Parallel | Mark::Simd | Mark::Independent | Mark::Prefetch(_) | Mark::Packed => {
                None
            }
        };
        result.unrolling = mine.iter().find_map(unrolling).unwrap_or_default();
        let prefetched = |mark: &Mark| if let Mark::Prefetch(bytes) = mark { Some(*bytes) } else { None };
        result.prefetched = mine.iter().find_map(prefetched).unwrap_or(0);

        if is_parallel && !independent {
            let reason = match result.facts.carries {
                None => "the dependences are not known",
                Some(_) => "it carries a dependence",
            };
            let depth = result.depth;
            return Err(Error::Bug(format!(
                "the loop at depth {depth} of `{}` is marked parallel, but {reason}",
                self.gdg.name
            )));
        }
        Ok(index)
    }

    /// Makes sure that iterations of the loops around that are to be jammed may run inside of this loop: that no
    /// dependence goes back in this loop, wherever the jammed loops are.
    fn check_jams_of_loop(&mut self, note: usize) -> Result<()> {
        let (false, Some(ordering)) = (self.jamming.is_empty(), &self.ordering) else { return Ok(()) };
        let notes = &self.facts.loops[note];
        if notes.goes_back(&self.dims_not_jammed(&notes.around), ordering)? {
            self.not_jammed.extend(&self.jamming);
        }
        Ok(())
    }

    /// Makes sure that each node of a block may run for several iterations of the jammed loops before the next one does.
    /// `starts` are the positions of the first leaves of the nodes that were just converted.
    fn check_jams_of_block(&mut self, starts: &[usize]) -> Result<()> {
        let (Some(last), Some(ordering)) = (self.jamming.last(), &self.ordering) else { return Ok(()) };
        let notes = &self.facts.loops[*last];
        let dims = self.dims_not_jammed(&notes.around);
        let end_of = |position: usize| starts.get(position + 1).copied().unwrap_or(self.leaves.len());
        let mut is_legal = true;
        for later in 1..starts.len() {
            let sources = self.facts.instances(&self.leaves[starts[later]..end_of(later)])?;
            let sinks = self.facts.instances(&self.leaves[starts[0]..starts[later]])?;
            let (Some(sources), Some(sinks)) = (sources, sinks) else { continue };
            let back = ordering.intersect_domain(&sources)?.intersect_range(&sinks)?;
            is_legal &= !notes.meets(&dims, &back)?;
        }
        if !is_legal {
            self.not_jammed.extend(&self.jamming);
        }
        Ok(())
    }

    /// The dimensions of the loops that are not to be jammed.
    fn dims_not_jammed(&self, loops: &[usize]) -> Vec<usize> {
        let fixed = loops.iter().filter(|note| !self.jamming.contains(note));
        fixed.map(|note| self.facts.loops[*note].dim).collect()
    }

    fn statement(&self, name: &str) -> Result<StatementId> {
        let found = self.gdg.statement_named(name);
        found.ok_or_else(|| Error::Bug(format!("`{name}` in generated code is not a statement")))
    }
}

/// The block for a condition, with constant conditions and empty branches resolved.
fn guarded(condition: crate::Condition, then: Vec<Node>, otherwise: Vec<Node>) -> Vec<Node> {
    match (condition.as_constant(), then.is_empty(), otherwise.is_empty()) {
        (Some(true), ..) => then,
        (Some(false), ..) => otherwise,
        (None, true, true) => vec![],
        (None, true, false) => {
            vec![Node::If(Box::new(If { condition: condition.negated(), then: otherwise, otherwise: vec![] }))]
        }
        (None, false, _) => vec![Node::If(Box::new(If { condition, then, otherwise }))],
    }
}

/// The largest value that a loop's condition allows its iterator.
fn upper(cond: &isl::AstExpr, var: VarId, names: &Names) -> Result<IntExpr> {
    if let crate::Condition::NonNegative(value) = condition(cond, names)?
        && value.coefficient(var) == -1
    {
        let rest = value + IntExpr::var(var);
        let mut is_free = true;
        rest.for_each_atom(&mut |atom| is_free &= *atom != Atom::Var(var));
        if is_free {
            return Ok(rest);
        }
    }
    Err(Error::Bug(format!("the loop condition `{}` is not an upper bound", cond.to_c_str()?)))
}

fn step(inc: &isl::AstExpr, names: &Names) -> Result<i64> {
    let step = convert::integer(inc, names)?.as_constant().and_then(|step| i64::try_from(step).ok());
    step.filter(|step| *step > 0).ok_or_else(|| Error::Bug("a loop whose step is not a positive number".into()))
}
