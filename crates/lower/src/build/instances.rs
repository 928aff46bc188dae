//! The proof that loops run the instances that they should.

use polymill_gdg::{Gdg, Statement};
use polymill_isl as isl;

use super::facts::Facts;
use super::sets::{Values, intersection};
use crate::{Condition, Error, For, Instance, IntExpr, LoopNest, Node, Result};

/// Proves that freshly generated loops run each instance of each statement exactly once, and nothing else, for all
/// parameters that the GDG is about. AST generation is long and intricate, and isl had mistakes that lost conditions; what
/// it made is therefore read back, and compared with the domains, in two steps:
///
/// - what loops, guards and arguments around an instance say is exactly the part of the schedule that isl noted there
///   (which makes the notes fit for other proofs, too);
/// - the parts do not overlap, and make up the domain.
///
/// `leaves` are the notes of the nest's instances, in textual order.
///
/// # Errors
/// A bug, if it is not so; isl's.
pub(crate) fn prove(gdg: &Gdg, facts: &Facts, leaves: &[usize], nest: &LoopNest) -> Result<()> {
    let valid = gdg.sizes()?;
    let parts = vec![vec![]; gdg.statements.len()];
    let values = Values::of(gdg, vec![])?;
    let reached = values.all()?.intersect_params(&valid)?;
    let mut reader = Reader { gdg, facts, valid: &valid, leaves: leaves.iter(), loops: vec![], values, reached, parts };
    reader.block(&nest.body)?;
    for (statement, parts) in gdg.statements.iter().zip(&reader.parts) {
        if !statement.body.actions.is_empty() {
            prove_complete(statement, &statement.domain.intersect_params(&valid)?, parts)?;
        }
    }
    Ok(())
}

/// Proves that the parts of the schedule are about disjoint instances, which together are the domain.
fn prove_complete(statement: &Statement, domain: &isl::Set, parts: &[isl::Map]) -> Result<()> {
    let mut seen = isl::Set::empty(&domain.get_space()?)?;
    let mut schedules: Vec<isl::Map> = vec![];
    for part in parts {
        let instances = part.domain()?;
        if !seen.is_disjoint(&instances)? {
            return bug(statement, "some instances twice");
        }
        seen = seen.union(&instances)?;
        let n_dims = part.dim(isl::Dim::Out)?;
        let mut same = None;
        for schedule in &mut schedules {
            if schedule.dim(isl::Dim::Out)? == n_dims {
                same = Some(schedule);
            }
        }
        match same {
            Some(schedule) => *schedule = schedule.union(part)?,
            None => schedules.push(part.clone()),
        }
    }
    // Unrolled iterations are neighbours in the schedule, and merge there; in the domain they would be residue classes.
    let mut run = isl::Set::empty(&domain.get_space()?)?;
    for schedule in schedules {
        run = run.union(&schedule.coalesce()?.domain()?)?;
    }
    if run.is_equal(domain)? { Ok(()) } else { bug(statement, "other instances than those of the domain") }
}

/// Reads loops as sets.
struct Reader<'a> {
    gdg: &'a Gdg,
    facts: &'a Facts,
    valid: &'a isl::Set,
    /// The notes of the instances that are still to come.
    leaves: std::slice::Iter<'a, usize>,
    /// The loops around the current point, outermost first.
    loops: Vec<&'a For>,
    /// The values of their iterators, ...
    values: Values,
    /// ... and those with which the current point is reached.
    reached: isl::Set,
    /// For each statement the parts of the schedule that were met.
    parts: Vec<Vec<isl::Map>>,
}

#[derive(Clone, Copy)]
pub(super) enum Around<'a> {
    Loop(&'a For),
    /// A branch, taken where the condition has a truth value.
    Branch(&'a Condition, bool),
}

impl<'a> Reader<'a> {
    fn block(&mut self, block: &'a [Node]) -> Result<()> {
        for node in block {
            match node {
                Node::For(inner) => self.inside(Around::Loop(inner), &inner.body)?,
                Node::If(inner) => {
                    self.inside(Around::Branch(&inner.condition, true), &inner.then)?;
                    self.inside(Around::Branch(&inner.condition, false), &inner.otherwise)?;
                }
                Node::Instance(instance) => self.instance(instance)?,
                Node::Declare(_)
                | Node::Let { .. }
                | Node::Evaluate { .. }
                | Node::LoadPointer { .. }
                | Node::Load { .. }
                | Node::Store { .. }
                | Node::Zero { .. }
                | Node::AddSum { .. }
                | Node::Prefetch { .. }
                | Node::Call { .. } => {
                    return Err(Error::Bug("a node in generated code that isl does not make".into()));
                }
            }
        }
        Ok(())
    }

    fn inside(&mut self, around: Around<'a>, block: &'a [Node]) -> Result<()> {
        if block.is_empty() {
            return Ok(());
        }
        let reached = self.reached.clone();
        match around {
            Around::Branch(..) => {
                self.reached = self.within(&reached, around)?;
                self.block(block)?;
            }
            Around::Loop(inner) => {
                self.loops.push(inner);
                let outside = self.values.clone();
                self.values = Values::of(self.gdg, self.loops.iter().map(|each| each.var).collect())?;
                let within = reached.add_dims(isl::Dim::Set, 1)?;
                self.reached = self.within(&within, around)?;
                self.block(block)?;
                self.values = outside;
                self.loops.pop();
            }
        }
        self.reached = reached;
        Ok(())
    }

    /// The values with which the inside is reached as well. Cases that cannot be, such as that what a truncating division divides is
    /// negative, would multiply from loop to loop.
    fn within(&self, reached: &isl::Set, around: Around<'_>) -> Result<isl::Set> {
        let within = intersection(reached, &reaching(&self.values, around)?)?;
        Ok(if within.n_basic_set()? > 1 { within.coalesce()? } else { within })
    }

    fn instance(&mut self, instance: &Instance) -> Result<()> {
        let statement = self.gdg.statement(instance.statement);
        let noted = self.noted_schedule(statement)?;
        if !self.run_by(instance)?.is_equal(&self.at_loops(&noted)?)? {
            return bug(statement, "other instances than isl noted");
        }
        self.parts[instance.statement.index()].push(noted);
        Ok(())
    }

    /// The instances that the code at the current point runs, with the values of the iterators of the loops around.
    fn run_by(&self, instance: &Instance) -> Result<isl::Map> {
        let statement = self.gdg.statement(instance.statement);
        let calls = self.values.calls(&statement.domain.get_space()?, &instance.iterators)?;
        Ok(calls.intersect_domain(&self.reached.intersect_params(self.valid)?)?.reverse()?)
    }

    /// The next part of the schedule of a statement, with one dimension for each dimension of bands around.
    fn noted_schedule(&mut self, statement: &Statement) -> Result<isl::Map> {
        let notes = self.leaves.next().and_then(|leaf| self.facts.leaves.get(*leaf));
        let schedules = notes.map(|notes| notes.schedule.get_map_list()?.to_vec()).transpose()?;
        for schedule in schedules.into_iter().flatten() {
            if schedule.get_tuple_name(isl::Dim::In)?.as_ref() == Some(&statement.name) {
                return Ok(schedule.flatten_range()?.intersect_params(self.valid)?);
            }
        }
        bug(statement, "instances that isl did not note")
    }

    /// A schedule with the dimensions of the loops around only.
    fn at_loops(&self, schedule: &isl::Map) -> Result<isl::Map> {
        let dims: Vec<usize> =
            self.loops.iter().filter_map(|each| Some(self.facts.loops.get(each.facts.note?)?.dim)).collect();
        let mut result = schedule.clone();
        for dim in (0..schedule.dim(isl::Dim::Out)?).rev().filter(|dim| !dims.contains(dim)) {
            result = result.project_out(isl::Dim::Out, dim, 1)?;
        }
        Ok(result)
    }
}

/// The values with which the inside is reached, given that the outside is.
pub(super) fn reaching(values: &Values, around: Around<'_>) -> Result<isl::Set> {
    let inner = match around {
        Around::Branch(condition, truth) => return values.where_is(condition, truth),
        Around::Loop(inner) => inner,
    };
    let from_lower = IntExpr::var(inner.var) - inner.lower.clone();
    let to_upper = inner.upper.clone() - IntExpr::var(inner.var);
    let bounds = intersection(&values.non_negative(&from_lower)?, &values.non_negative(&to_upper)?)?;
    if inner.step == 1 {
        return Ok(bounds);
    }
    let from_first = if inner.descending { to_upper } else { from_lower };
    let is_met = Condition::multiple(from_first, i128::from(inner.step));
    intersection(&bounds, &values.where_is(&is_met, true)?)
}

fn bug<T>(statement: &Statement, what: &str) -> Result<T> {
    Err(Error::Bug(format!("the generated loops run {what} of statement `{}`", statement.name)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::Generated;
    use polymill_gdg::Program;

    const TEXT: &str = "gdg triangle {
      param n: i32
      array A: f64[n][n] live_out
      statement S {
        domain { S[i, j] : 0 <= i < n and 0 <= j <= i and j mod 3 = 0 }
        iterators i: i32, j: i32
        body { A[i][j] = 1.0; }
      }
      schedule { for i { for j { S } } }
    }";

    /// Whether the proof holds after a change of the generated loops.
    fn holds_after(change: impl Fn(&mut For, &mut For)) -> bool {
        let ctx = isl::Context::new().unwrap();
        let program = Program::parse(&ctx, TEXT).unwrap();
        let gdg = &program.gdgs()[0];
        let Generated { mut nest, facts, leaves, .. } = Generated::from_schedule(gdg).unwrap();
        let Node::For(outer) = &mut nest.body[0] else { panic!("a loop is expected") };
        let mut body = std::mem::take(&mut outer.body);
        let Node::For(inner) = &mut body[0] else { panic!("a loop is expected") };
        change(outer, inner);
        outer.body = body;
        prove(gdg, &facts, &leaves, &nest).is_ok()
    }

    #[test]
    fn what_isl_made_is_proven() {
        assert!(holds_after(|_, _| {}));
    }

    #[test]
    fn wrong_loops_are_found() {
        assert!(!holds_after(|outer, _| outer.lower = IntExpr::constant(1)));
        assert!(!holds_after(|_, inner| inner.upper = inner.upper.clone() + 1));
        assert!(!holds_after(|_, inner| inner.step = 1));
        assert!(!holds_after(|_, inner| inner.descending = true));
        assert!(!holds_after(|_, inner| inner.body.clear()));
        assert!(!holds_after(|outer, inner| {
            let condition = Condition::lt(IntExpr::var(inner.var), IntExpr::var(outer.var));
            let then = std::mem::take(&mut inner.body);
            inner.body = vec![Node::If(Box::new(crate::If { condition, then, otherwise: vec![] }))];
        }));
    }
}
