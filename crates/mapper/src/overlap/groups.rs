//! Which stages to tile together, and how large tiles are.

use std::ops::Range;

use polymill_diagnostics::Diagnostic;
use polymill_gdg::ArrayId;

use super::cuts::Cuts;
use super::estimate::{Estimate, Tiled};
use super::needs::Needs;
use super::stages::{Stage, Stages};
use crate::model::Nest;
use crate::{Error, Machine, Settings};

/// Stages that are tiled together.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// Their positions.
    pub stages: Range<usize>,
    /// A tile size for each outer loop of the last stage, 0 for one that is not tiled.
    pub sizes: Vec<u32>,
    /// How each stage is cut into tiles whose values leave the group.
    pub cuts: Cuts,
    /// What is estimated of it.
    pub estimate: Tiled,
}

impl Group {
    /// The arrays in buffers, and the tile sizes: `t in 16x0`.
    pub fn describe(&self, stages: &Stages<'_>) -> String {
        let sizes: Vec<_> = self.sizes.iter().map(u32::to_string).collect();
        format!("{} in {}", self.passed_on(stages).join(", "), sizes.join("x"))
    }

    /// What is computed again.
    pub fn remark(&self, stages: &Stages<'_>) -> Diagnostic {
        let arrays: Vec<_> = self.passed_on(stages).iter().map(|name| format!("`{name}`")).collect();
        let sizes: Vec<_> =
            self.sizes.iter().map(|size| if *size == 0 { "all".into() } else { size.to_string() }).collect();
        let what = match arrays.as_slice() {
            [] => "of each stage".to_owned(),
            arrays => format!("of {}", arrays.join(", ")),
        };
        let message = format!("the values {what} stay in buffers of tiles of {} iterations", sizes.join(" x "));
        let Tiled { again, buffer_bytes, .. } = self.estimate;
        let again = match (again * 100.0).round() as i64 {
            0 if again <= 0.0 => "nothing is computed twice".to_owned(),
            0 => "less than 1 % of them is computed again".to_owned(),
            percent => format!("{percent} % of them are computed again, in a tile beside"),
        };
        let kibibytes = (buffer_bytes / 1024.0).ceil() as i64;
        Diagnostic::remark("recomputed", message)
            .at_opt(stages.gdg.span, "")
            .note(format!("{again}; the buffers of a tile take about {kibibytes} KiB"))
    }

    /// The names of the arrays through which values go from one stage to another.
    fn passed_on(&self, stages: &Stages<'_>) -> Vec<String> {
        let of_group = &stages.all[self.stages.clone()];
        let uses = |stage: &&Stage, id: &ArrayId| stage.reads.contains(id) || stage.writes.contains(id);
        let n_users = |id: &ArrayId| of_group.iter().filter(|stage| uses(stage, id)).count();
        let between = stages.temporaries(&self.stages).into_iter().filter(|id| n_users(id) > 1);
        between.map(|id| stages.gdg.array(id).name.clone()).collect()
    }
}

/// A way to cut a program into groups.
pub(super) struct Groups {
    /// Groups of several stages.
    pub groups: Vec<Group>,
    /// Whether the user asks for some of them.
    pub is_wanted: bool,
    /// The time that is estimated for all stages.
    pub time: f64,
}

/// Groups are not larger: the search takes longer, and nothing would be left of what a tile computes for itself.
const MAX_STAGES: usize = 20;

/// Tile sizes that are tried for the innermost loop of the last stage, if it is one of the outer loops, ...
const INNERMOST_SIZES: [u32; 5] = [0, 64, 128, 256, 512];
/// ... and for others.
const OUTER_SIZES: [u32; 7] = [0, 4, 8, 16, 32, 64, 128];

/// More ways to tile groups are not tried: the search must not take longer than the rest. Stages that are left then stay alone.
const MAX_TRIALS: usize = 50000;

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
pub(super) fn best_groups(
    stages: &Stages<'_>,
    needs: &Needs,
    nest: &Nest,
    machine: &Machine,
    settings: &Settings,
) -> Result<Option<Groups>, Error> {
    let Some(estimate) = Estimate::new(stages, needs, nest, machine, settings) else { return Ok(None) };
    let (n, mut n_trials) = (stages.all.len(), 0);
    // For all stages before a position: the least time, and the group that ends there.
    let mut best: Vec<(f64, Option<Group>)> = vec![(0.0, None)];
    for end in 1..=n {
        let mut chosen = (best[end - 1].0 + estimate.alone(end - 1), None);
        for start in (end.saturating_sub(MAX_STAGES)..end - 1).rev() {
            let stages_of_group = start..end;
            if !stages.is_group(&stages_of_group) || !needs.connect(&stages_of_group) {
                continue;
            }
            let alone: f64 = stages_of_group.clone().map(|stage| estimate.alone(stage)).sum();
            let must = stages_of_group.clone().any(|stage| estimate.must_recompute(stage));
            for sizes in sizes(&stages.all[end - 1]) {
                n_trials += 1;
                if n_trials > MAX_TRIALS {
                    break;
                }
                let Some(cuts) = Cuts::of(stages, needs, &stages_of_group, &sizes) else { continue };
                let Some(tiled) = estimate.together(&stages_of_group, &cuts) else { continue };
                if (must || tiled.time < BETTER * alone) && best[start].0 + tiled.time < chosen.0 {
                    let time = best[start].0 + tiled.time;
                    chosen = (time, Some(Group { stages: stages_of_group.clone(), sizes, cuts, estimate: tiled }));
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
    let is_wanted = groups.iter().flat_map(|group| group.stages.clone()).any(|stage| estimate.must_recompute(stage));
    Ok((!groups.is_empty()).then_some(Groups { groups, is_wanted, time }))
}

/// Tile sizes for the outer loops of a stage: the innermost two may be tiled, and of those around them all iterations be apart.
fn sizes(stage: &Stage) -> Vec<Vec<u32>> {
    let n = stage.members.len();
    let mut found = vec![];
    for &innermost in if stage.has_inner_loops { &OUTER_SIZES[..] } else { &INNERMOST_SIZES[..] } {
        for outer in OUTER_SIZES {
            for around in [0, 1] {
                let mut sizes = vec![around; n];
                match sizes.as_mut_slice() {
                    [] => continue,
                    [only] if outer == 0 && around == 0 => *only = innermost,
                    [_] => continue,
                    [_, _] if around > 0 => continue,
                    [.., one, two] => (*one, *two) = (outer, innermost),
                }
                if sizes.iter().any(|size| *size > 0) {
                    found.push(sizes);
                }
            }
        }
    }
    found
}
