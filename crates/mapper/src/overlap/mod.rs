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

use crate::model::{Nest, Node, Shape};
use crate::orders::fuse::fuse_same_iterations;
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
/// neighbours fused, before or after stages that use each other's values become neighbours, whichever is predicted to take
/// less time. `None` if there is nothing to gain.
///
/// # Errors
/// isl's.
pub(crate) fn overlap(whole: &Whole<'_>) -> Result<Option<Overlapped>, Error> {
    let ordering = whole.dependences.ordering()?;
    let Some(original) = whole.grouped(whole.order, &ordering)? else { return Ok(None) };
    let mut fused = vec![];
    if let Some(fused_first) = fuse_same_iterations(whole.order, &ordering)? {
        fused.extend(whole.grouped(&fused_first, &ordering)?);
    }
    if original.is_moved
        && let Some(chained) = original.stages.order()?
        && let Some(fused_after) = fuse_same_iterations(&chained, &ordering)?
    {
        fused.extend(whole.grouped(&fused_after, &ordering)?);
    }
    let time = |grouped: &Grouped<'_>| grouped.groups.as_ref().map_or(f64::INFINITY, |groups| groups.time);
    let best = std::iter::once(original).chain(fused).min_by(|a, b| time(a).total_cmp(&time(b)));
    let Some(Grouped { stages, groups: Some(Groups { groups, is_wanted, .. }), .. }) = best else { return Ok(None) };
    let Some(tiled) = tile(&stages, &groups)? else { return Ok(None) };
    let names: Vec<_> = groups.iter().map(|group| group.describe(&stages)).collect();
    let remarks = groups.iter().map(|group| group.remark(&stages)).collect();
    Ok(Some(Overlapped { gdg: tiled, name: format!("tiles of stages: {}", names.join("; ")), remarks, is_wanted }))
}

/// Stages, and the best way to tile them together, if there is one.
struct Grouped<'a> {
    stages: Stages<'a>,
    groups: Option<Groups>,
    /// Whether they are in another order than before.
    is_moved: bool,
}

impl<'a> Whole<'a> {
    /// The stages of an order, with chains of them together; `None` if there is nothing that one leaves for another one only.
    fn grouped(&self, order: &isl::Schedule, ordering: &isl::UnionMap) -> Result<Option<Grouped<'a>>, Error> {
        let Self { gdg, dependences, sizes, machine, settings, .. } = *self;
        let Some(stages) = Stages::of(gdg, order, dependences, &settings.recompute)? else { return Ok(None) };
        let nest = match order.plain_is_equal(self.order)? {
            true => self.shape.at(sizes)?,
            false => Shape::of(gdg, order, sizes, dependences, settings.reassociate)?.at(sizes)?,
        };
        let needs = Needs::of(&stages)?;
        let chained = follow_chains(&stages, &needs, ordering)?;
        let (stages, needs) = (stages.in_order(&chained), needs.in_order(&chained));
        let groups = best_groups(&stages, &needs, &in_order(nest, &chained), machine, settings)?;
        Ok(Some(Grouped { stages, groups, is_moved: !chained.is_sorted() }))
    }
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
