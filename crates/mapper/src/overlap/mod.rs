//! Overlapped tiling: stages that run one after the other run tile by tile instead, and what tiles share of an intermediate
//! stage, each of them computes again.
//!
//! What a stage leaves for the next one then stays in a buffer of the tile, which is in a cache, and tiles do not wait for each
//! other (Krishnamoorthy et al., "Effective Automatic Parallelization of Stencil Computations", PLDI 2007; Mullapudi, Vasista
//! and Bondhugula, "PolyMage: Automatic Optimization for Image Processing Pipelines", ASPLOS 2015; Jongen et al., "Optimization
//! Through Recomputation in the Polyhedral Model", IMPACT 2018).

mod chains;
mod cuts;
mod design;
mod estimate;
mod groups;
mod inputs;
mod needs;
mod roll;
mod stages;
mod sweep;
mod tiles;

pub use design::{Design, Overlap, Sweep};
pub use sweep::sweep;

use polymill_diagnostics::Diagnostic;
use polymill_gdg::{Dependences, Gdg};
use polymill_isl as isl;

use crate::fuse::fuse_same_iterations;
use crate::model::{Nest, Node, Shape};
use crate::{Error, Machine, Settings};
use chains::follow_chains;
use groups::{Groups, best_groups};
use needs::Needs;
use stages::Stages;
use tiles::tile;

/// What overlapped tiling made of a GDG.
pub(crate) struct Overlapped {
    /// Statements run once for each tile that needs them. The original order is the new one.
    pub gdg: Gdg,
    /// What was tiled, for people.
    pub name: String,
    /// What is computed again, for people.
    pub remarks: Vec<Diagnostic>,
    /// Whether the user asks for it, whatever the model says.
    pub is_wanted: bool,
}

/// What overlapped tiling works with.
pub(crate) struct Whole<'a> {
    pub gdg: &'a Gdg,
    /// The original order, in bands that are as wide as dependences allow, and the model's view of it.
    pub order: &'a isl::Schedule,
    pub shape: &'a Shape,
    pub dependences: &'a Dependences,
    /// Values of the parameters to predict times for.
    pub sizes: &'a isl::Set,
    pub machine: &'a Machine,
    pub settings: &'a Settings,
}

/// Tiles stages together, where some leave values for others only: the stages of the original order, or those of it with
/// neighbours fused, whichever is predicted to take less time. `None` if there is nothing to gain.
///
/// # Errors
/// isl's.
pub(crate) fn overlap(whole: &Whole<'_>) -> Result<Option<Overlapped>, Error> {
    let Whole { gdg, order, shape, dependences, sizes, machine, settings } = *whole;
    let Some(stages) = Stages::of(gdg, order, dependences, &settings.recompute)? else { return Ok(None) };
    let (needs, nest) = (Needs::of(&stages)?, shape.at(sizes)?);
    let moved = follow_chains(&stages, &needs, dependences)?;
    let (stages, needs, nest) = (stages.in_order(&moved), needs.in_order(&moved), in_order(nest, &moved));
    let Some(order) = stages.order()? else { return Ok(None) };
    let mut best = best_groups(&stages, &needs, &nest, machine, settings)?.map(|groups| (stages, groups));
    if let Some(fused) = fuse_same_iterations(&order, &dependences.ordering()?)?
        && let Some(stages) = Stages::of(gdg, &fused, dependences, &settings.recompute)?
    {
        let shape = Shape::of(gdg, &fused, sizes, dependences, settings.reassociate)?;
        let groups = best_groups(&stages, &Needs::of(&stages)?, &shape.at(sizes)?, machine, settings)?;
        let is_better = |groups: &Groups| best.as_ref().is_none_or(|(_, best)| groups.time < best.time);
        if let Some(groups) = groups.filter(is_better) {
            best = Some((stages, groups));
        }
    }
    let Some((stages, Groups { groups, is_wanted, .. })) = best else { return Ok(None) };
    let Some(tiled) = tile(&stages, &groups)? else { return Ok(None) };
    let names: Vec<_> = groups.iter().map(|group| group.describe(&stages)).collect();
    let remarks = groups.iter().map(|group| group.remark(&stages)).collect();
    Ok(Some(Overlapped { gdg: tiled, name: format!("tiles of stages: {}", names.join("; ")), remarks, is_wanted }))
}

/// The model's view of stages in another order: of those that are at these positions now.
fn in_order(nest: Nest, positions: &[usize]) -> Nest {
    let root = match nest.root {
        Node::Sequence(parts) if parts.len() == positions.len() => {
            Node::Sequence(positions.iter().map(|position| parts[*position].clone()).collect())
        }
        root => root,
    };
    Nest { root, ..nest }
}
