//! Which stages to tile together, and how large tiles are.

use std::ops::Range;

use super::estimate::Estimate;
use super::needs::Needs;
use super::stages::Stages;
use crate::model::Nest;
use crate::{Error, Machine, Settings};

/// Stages that are tiled together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Group {
    /// Their positions.
    pub stages: Range<usize>,
    /// A tile size for each outer loop of the last stage, 0 for one that is not tiled.
    pub sizes: Vec<u32>,
}

/// A way to cut a program into groups.
pub(crate) struct Groups {
    /// Groups of several stages.
    pub groups: Vec<Group>,
    /// The time that is estimated for all stages.
    pub time: f64,
}

/// Groups are not larger: the search takes longer, and nothing would be left of what a tile computes for itself.
const MAX_STAGES: usize = 20;

/// Tile sizes that are tried for the innermost outer loop of the last stage, ...
const INNERMOST_SIZES: [u32; 5] = [0, 64, 128, 256, 512];
/// ... and for the one around it.
const OUTER_SIZES: [u32; 7] = [0, 4, 8, 16, 32, 64, 128];

/// A group must promise this part of the time of its stages, each for itself.
const BETTER: f64 = 0.9;

/// The groups of stages for which the predicted time is least; `None` if there are none. `nest` is the model's view of the order.
///
/// A group is a run of stages, so that dynamic programming finds the best way to cut the program into groups (as PolyMage does it
/// for graphs: Jangda and Bondhugula, "An effective fusion and tile size model for optimizing image processing pipelines", PPoPP
/// 2018). Times are estimated without making the tiles.
///
/// # Errors
/// isl's.
pub(crate) fn best_groups(
    stages: &Stages<'_>,
    nest: &Nest,
    machine: &Machine,
    settings: &Settings,
) -> Result<Option<Groups>, Error> {
    let needs = Needs::of(stages)?;
    let Some(estimate) = Estimate::new(stages, &needs, nest, machine, settings) else { return Ok(None) };
    let n = stages.all.len();
    // For all stages before a position: the least time, and the group that ends there.
    let mut best: Vec<(f64, Option<Group>)> = vec![(0.0, None)];
    for end in 1..=n {
        let mut chosen = (best[end - 1].0 + estimate.alone(end - 1), None);
        for start in (end.saturating_sub(MAX_STAGES)..end - 1).rev() {
            let stages_of_group = start..end;
            if !stages.is_group(&stages_of_group) {
                continue;
            }
            let alone: f64 = stages_of_group.clone().map(|stage| estimate.alone(stage)).sum();
            for sizes in sizes(stages.all[end - 1].members.len()) {
                let Some(time) = estimate.together(&stages_of_group, &sizes).filter(|time| *time < BETTER * alone)
                else {
                    continue;
                };
                if best[start].0 + time < chosen.0 {
                    chosen = (best[start].0 + time, Some(Group { stages: stages_of_group.clone(), sizes }));
                }
            }
        }
        best.push(chosen);
    }
    let (mut groups, time) = (vec![], best[n].0);
    let mut end = n;
    while end > 0 {
        end = match &best[end].1 {
            Some(group) => {
                groups.push(group.clone());
                group.stages.start
            }
            None => end - 1,
        };
    }
    Ok((!groups.is_empty()).then_some(Groups { groups, time }))
}

/// Tile sizes for so many loops: the innermost two may be tiled.
fn sizes(n: usize) -> Vec<Vec<u32>> {
    let mut found = vec![];
    for innermost in INNERMOST_SIZES {
        for outer in OUTER_SIZES {
            let mut sizes = vec![0; n];
            match sizes.as_mut_slice() {
                [] => continue,
                [only] if outer == 0 => *only = innermost,
                [_] => continue,
                [.., one, two] => (*one, *two) = (outer, innermost),
            }
            if sizes.iter().any(|size| *size > 0) {
                found.push(sizes);
            }
        }
    }
    found
}
