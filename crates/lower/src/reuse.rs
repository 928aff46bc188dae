//! Loops of one version of a GDG, made from those of another.

use polymill_gdg::{Array, Gdg, Mark, Param, Statement};
use polymill_isl as isl;

use crate::build::convert::{self, Names};
use crate::build::for_params_of;
use crate::{LoopKind, LoopNest, Node, Result};

/// The loops of a GDG, made from those that [`generate`](crate::generate) made for another one that
/// [differs in threads only](differs_in_threads). To generate them anew would take as long as it took to generate those. `None` if the
/// GDGs differ in something else.
///
/// # Errors
/// isl's.
pub fn without_threads(gdg: &Gdg, other: &Gdg, generated: &LoopNest) -> Result<Option<LoopNest>> {
    if !differs_in_threads(gdg, other)? {
        return Ok(None);
    }
    let mut nest = for_params_of(gdg, generated.clone())?;
    for node in &mut nest.body {
        remove_threads(node);
    }
    Ok(Some(nest))
}

/// The loops of a GDG, which run in threads only where these constraints do not hold.
///
/// # Errors
/// isl's.
pub fn in_threads_unless(gdg: &Gdg, generated: LoopNest, constraints: &isl::Set) -> Result<LoopNest> {
    let build = isl::AstBuild::from_context(&gdg.context.params()?)?;
    let condition = convert::condition(&build.expr_from_set(constraints)?, &Names::of_params(gdg))?;
    Ok(LoopNest { threads_if: condition.negated(), ..generated })
}

/// Whether a GDG differs from another one only in its name, in that it is valid for fewer parameters, and in that some loops run in
/// parallel there and none here.
///
/// # Errors
/// isl's.
pub fn differs_in_threads(gdg: &Gdg, other: &Gdg) -> Result<bool> {
    // No relaxations, the same accesses in the same original order: the dependences are the same, too.
    let is_free = |gdg: &Gdg| gdg.dependences.as_ref().is_some_and(|dependences| !dependences.relaxations.is_empty());
    Ok(!is_free(gdg)
        && !is_free(other)
        && source_params(gdg).eq(source_params(other))
        && gdg.aliases == other.aliases
        && gdg.reassociable == other.reassociable
        && gdg.arrays.len() == other.arrays.len()
        && gdg.statements.len() == other.statements.len()
        && gdg.original.plain_is_equal(&other.original)?
        && gdg.schedule.plain_is_equal(&Mark::Parallel.removed_from(&other.schedule)?)?
        && known_to_loops(gdg)?.is_subset(&known_to_loops(other)?)?
        && all_same(&gdg.arrays, &other.arrays, same_array)?
        && all_same(&gdg.statements, &other.statements, same_statement)?)
}

/// The parameters that loops may depend on, with their positions.
fn source_params(gdg: &Gdg) -> impl Iterator<Item = (usize, &Param)> {
    gdg.params.iter().enumerate().filter(|(_, param)| param.definition().is_none())
}

/// The parameter values for which loops are generated. No loop depends on what the code computes itself.
fn known_to_loops(gdg: &Gdg) -> isl::Result<isl::Set> {
    let mut valid = gdg.context.intersect(&gdg.assumptions)?.intersect(&gdg.promise)?.params()?;
    for param in gdg.params.iter().filter(|param| param.definition().is_some()) {
        if let Some(position) = valid.find_dim_by_name(isl::Dim::Param, &param.name)? {
            valid = valid.project_out(isl::Dim::Param, position, 1)?;
        }
    }
    Ok(valid)
}

fn all_same<T>(ours: &[T], theirs: &[T], same: fn(&T, &T) -> isl::Result<bool>) -> isl::Result<bool> {
    for (our, their) in ours.iter().zip(theirs) {
        if !same(our, their)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn same_array(our: &Array, their: &Array) -> isl::Result<bool> {
    let same_extents = || {
        for extents in our.extents.iter().zip(&their.extents) {
            match extents {
                (None, None) => {}
                (Some(our), Some(their)) if our.plain_is_equal(their)? => {}
                _ => return Ok(false),
            }
        }
        Ok(true)
    };
    Ok(our.name == their.name
        && our.element == their.element
        && our.place == their.place
        && our.storage == their.storage
        && (our.live_in, our.live_out) == (their.live_in, their.live_out)
        && our.extents.len() == their.extents.len()
        && same_extents()?)
}

fn same_statement(our: &Statement, their: &Statement) -> isl::Result<bool> {
    let same_accesses = || {
        for (our, their) in our.accesses.iter().zip(&their.accesses) {
            let is_same = our.kind == their.kind
                && our.array == their.array
                && our.subscripts == their.subscripts
                && our.relation.plain_is_equal(&their.relation)?;
            if !is_same {
                return Ok(false);
            }
        }
        Ok(true)
    };
    Ok(our.name == their.name
        && our.iterators == their.iterators
        && our.body == their.body
        && our.accesses.len() == their.accesses.len()
        && our.domain.plain_is_equal(&their.domain)?
        && same_accesses()?)
}

fn remove_threads(node: &mut Node) {
    if let Node::For(inner) = node {
        inner.kind = match std::mem::take(&mut inner.kind) {
            LoopKind::Parallel { simd: true, reductions } => LoopKind::Simd { reductions },
            LoopKind::Parallel { simd: false, .. } => LoopKind::Sequential,
            other => other,
        };
    }
    node.blocks_mut().into_iter().flatten().for_each(remove_threads);
}
