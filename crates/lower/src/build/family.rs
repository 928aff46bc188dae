//! From a specializer GDG to the tests that find the version to call.

use polymill_gdg::{Definition, Gdg, SpecializeOp};
use polymill_isl as isl;

use super::convert::{self, Names};
use super::sets::Values;
use super::{affine, assumptions, promise};
use crate::dispatch::{Dispatch, Family};
use crate::{Condition, Elements, Error, If, LoopNest, Node, Result};

/// The tests of a specializer GDG, with a [`Node::Call`] at the end of each path.
///
/// What was made is read back: each path must lead to a version that is valid wherever the path is taken, and where
/// versions with other code are valid too, they go behind it in [`SpecializeOp::precedence`].
///
/// # Errors
/// isl's; a bug, if the GDG is no specializer GDG or the proof fails.
pub fn generate_family(gdg: &Gdg, family: &Family, dispatch: &Dispatch) -> Result<LoopNest> {
    let Some(op) = &gdg.specialize_op else { return Err(Error::Bug("this is no specializer GDG".into())) };
    let names = Names::of_params(gdg);
    let context = gdg.context.params()?;
    let tests = Tests { gdg, build: isl::AstBuild::from_context(&context)?, names: &names };
    let nest = LoopNest {
        assumptions: assumptions(gdg, &names)?,
        promise: promise(gdg, &names)?,
        threads_if: Condition::Constant(true),
        body: vec![tests.node(dispatch)?],
        vars: vec![],
        registers: vec![],
        pointers: vec![],
        elements: Elements::default(),
        extents: vec![],
        known: affine::known(gdg)?,
    };
    prove(gdg, op, family, &nest)?;
    Ok(nest)
}

struct Tests<'a> {
    gdg: &'a Gdg,
    build: isl::AstBuild,
    names: &'a Names,
}

impl Tests<'_> {
    fn node(&self, dispatch: &Dispatch) -> Result<Node> {
        match dispatch {
            Dispatch::Call(version) => Ok(Node::Call { version: *version }),
            Dispatch::Test { constraints, then, otherwise } => {
                let condition = |set: &isl::Set| convert::condition(&self.build.expr_from_set(set)?, self.names);
                // Tests of memory and data take longer than comparisons of numbers.
                let (long, short): (Vec<_>, Vec<_>) = constraints.iter().partition(|set| self.asks_a_test(set));
                let conditions = short.into_iter().chain(long).map(condition).collect::<Result<Vec<_>>>()?;
                let (then, otherwise) = (vec![self.node(then)?], vec![self.node(otherwise)?]);
                Ok(Node::If(Box::new(If { condition: Condition::and(conditions), then, otherwise })))
            }
        }
    }
}

impl Tests<'_> {
    fn asks_a_test(&self, set: &isl::Set) -> bool {
        self.gdg.params.iter().any(|param| {
            let position = set.find_dim_by_name(isl::Dim::Param, &param.name).ok().flatten();
            let is_involved = position.is_some_and(|at| set.involves_dims(isl::Dim::Param, at, 1).unwrap_or(false));
            is_involved && param.definition().and_then(Definition::test).is_some()
        })
    }
}

/// Each path leads to the right version: a valid one, which has the code of the first that is valid.
fn prove(gdg: &Gdg, op: &SpecializeOp, family: &Family, nest: &LoopNest) -> Result<()> {
    let mut contexts: Vec<isl::Set> = vec![];
    for version in &op.versions {
        let context = match version.specializes.and_then(|origin| contexts.get(origin)) {
            Some(origin) => origin.intersect(&version.added)?,
            None => gdg.context.clone(),
        };
        contexts.push(context);
    }
    let values = Values::of(gdg, vec![])?;
    let start = isl::Set::from_params(&gdg.context)?;
    let mut paths = vec![(start, nest.body.as_slice())];
    while let Some((taken, block)) = paths.pop() {
        match block {
            [Node::If(inner)] => {
                paths.push((taken.intersect(&values.where_is(&inner.condition, true)?)?, &inner.then));
                paths.push((taken.intersect(&values.where_is(&inner.condition, false)?)?, &inner.otherwise));
            }
            [Node::Call { version }] => {
                let taken = taken.params()?;
                let mut is_right = contexts.get(*version).is_some() && taken.is_subset(&contexts[*version])?;
                let mut left = taken;
                for &other in family.precedence() {
                    is_right =
                        is_right && (family.is_same_code(other, *version) || left.is_disjoint(&contexts[other])?);
                    left = left.subtract(&contexts[other])?;
                }
                if !is_right {
                    return Err(Error::Bug(format!("the tests of `{}` lead to the wrong version", gdg.name)));
                }
            }
            _ => return Err(Error::Bug(format!("the tests of `{}` do not lead to one version", gdg.name))),
        }
    }
    Ok(())
}
