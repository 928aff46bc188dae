//! Overlapped tiling: stages that run one after the other run tile by tile instead, and what tiles share of an intermediate
//! stage, each of them computes again.
//!
//! What a stage leaves for the next one then stays in a buffer of the tile, which is in a cache, and tiles do not wait for each
//! other (Krishnamoorthy et al., "Effective Automatic Parallelization of Stencil Computations", PLDI 2007; Mullapudi, Vasista
//! and Bondhugula, "PolyMage: Automatic Optimization for Image Processing Pipelines", ASPLOS 2015; Jongen et al., "Optimization
//! Through Recomputation in the Polyhedral Model", IMPACT 2018).

mod estimate;
mod groups;
mod needs;
mod stages;
mod tiles;

pub(crate) use groups::{Groups, best_groups};
pub(crate) use stages::Stages;
pub(crate) use tiles::tile;
