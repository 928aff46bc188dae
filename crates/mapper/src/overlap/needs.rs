//! How much of a stage an iteration of a later one needs, in numbers.

use std::collections::BTreeMap;
use std::ops::Range;

use polymill_isl as isl;

use super::stages::{Stage, Stages, ranks};
use crate::Error;
use crate::questions::window::Window;

/// What one iteration of a later stage needs of one loop of an earlier one.
#[derive(Clone, Debug)]
pub(super) enum Need {
    /// As many neighbouring iterations, which move as far with each loop of the later stage.
    Some { length: f64, moves: Vec<f64> },
    /// All, or it is not known.
    All,
}

/// What each stage needs of those before it: `(earlier, later)`, and for each loop of the earlier one.
pub(super) struct Needs(BTreeMap<(usize, usize), Vec<Need>>);

impl Needs {
    /// What flows between the stages.
    ///
    /// # Errors
    /// isl's.
    pub fn of(stages: &Stages<'_>) -> Result<Self, Error> {
        let mut found = BTreeMap::new();
        for (later, consumer) in stages.all.iter().enumerate().filter(|(_, stage)| !stage.members.is_empty()) {
            for (earlier, producer) in stages.all[..later].iter().enumerate() {
                if let Some(flow) = stages.flow(earlier, later) {
                    found.insert((earlier, later), needs(flow, producer, consumer, &stages.valid)?);
                }
            }
        }
        Ok(Self(found))
    }

    /// The needs of the stages in another order: those that are at these positions now.
    pub fn in_order(self, positions: &[usize]) -> Self {
        let ranks = ranks(positions);
        Self(self.0.into_iter().map(|((earlier, later), needs)| ((ranks[earlier], ranks[later]), needs)).collect())
    }

    /// Whether a part of the later stage needs no more than a part of the earlier one.
    pub fn are_local(&self, earlier: usize, later: usize) -> bool {
        let is_local = |need: &Need| matches!(need, Need::Some { moves, .. } if moves.iter().any(|by| *by != 0.0));
        self.between(earlier, later).is_some_and(|needs| needs.iter().any(is_local))
    }

    /// Whether no stages of a group are apart from the others, in that neither needs something of the other.
    pub fn connect(&self, group: &Range<usize>) -> bool {
        let mut parts: BTreeMap<usize, usize> = group.clone().map(|stage| (stage, stage)).collect();
        for (earlier, later) in
            self.0.keys().filter(|(earlier, later)| group.contains(earlier) && group.contains(later))
        {
            let (Some(&from), Some(&to)) = (parts.get(earlier), parts.get(later)) else { continue };
            parts.values_mut().filter(|part| **part == to).for_each(|part| *part = from);
        }
        parts.values().all(|part| Some(part) == parts.get(&group.start))
    }

    /// What a stage needs of an earlier one, if it needs something.
    pub fn between(&self, earlier: usize, later: usize) -> Option<&[Need]> {
        self.0.get(&(earlier, later)).map(Vec::as_slice)
    }
}

impl Needs {
    /// How far the loops of earlier stages move with those of a stage, through all stages between: for each earlier stage that it
    /// needs, and each of its loops, by how much for each loop of the stage.
    pub fn moves(&self, stage: usize, n_members: usize) -> BTreeMap<usize, Vec<Vec<f64>>> {
        let unit = |own: usize| (0..n_members).map(|member| if member == own { 1.0 } else { 0.0 }).collect();
        let mut found = BTreeMap::from([(stage, (0..n_members).map(unit).collect::<Vec<Vec<f64>>>())]);
        for earlier in (0..stage).rev() {
            let next = found.iter().find_map(|(later, moves)| Some((self.between(earlier, *later)?, moves)));
            let Some((needs, moves)) = next else { continue };
            let moved = |need: &Need| match need {
                Need::All => vec![0.0; n_members],
                Need::Some { moves: by, .. } => {
                    (0..n_members).map(|member| by.iter().zip(moves).map(|(by, row)| by * row[member]).sum()).collect()
                }
            };
            let rows = needs.iter().map(moved).collect();
            found.insert(earlier, rows);
        }
        found
    }
}

fn needs(flow: &isl::UnionMap, producer: &Stage, consumer: &Stage, valid: &isl::Set) -> Result<Vec<Need>, Error> {
    let mut iterations: Option<isl::UnionMap> = None;
    for member in &consumer.members {
        let member = isl::UnionMap::from_union_pw_aff(member)?;
        iterations = Some(match iterations {
            Some(iterations) => iterations.flat_range_product(&member)?,
            None => member,
        });
    }
    let Some(iterations) = iterations else { return Ok(vec![Need::All; producer.members.len()]) };
    let needed = flow.apply_range(&iterations)?.reverse()?;
    let mut found = vec![];
    for member in &producer.members {
        let values = needed.apply_range(&isl::UnionMap::from_union_pw_aff(member)?)?;
        let window = Window::of(&isl::Map::from_union_map(&values)?, valid)?;
        found.push(match window {
            None => Need::All,
            Some(Window { first, length }) => {
                let moves = (0..consumer.members.len()).map(|position| slope(&first, position));
                Need::Some { length: length.get_d()?, moves: moves.collect::<Result<_, _>>()? }
            }
        });
    }
    Ok(found)
}

/// How far a quasi-affine function moves, on average, when an input advances by one.
fn slope(function: &isl::Aff, input: usize) -> Result<f64, Error> {
    let mut slope = function.get_coefficient_val(isl::Dim::In, input)?.get_d()?;
    for division in 0..function.dim(isl::Dim::Div)? {
        let factor = function.get_coefficient_val(isl::Dim::Div, division)?.get_d()?;
        if factor != 0.0 {
            let quotient = function.get_div(division)?;
            slope += factor * quotient.get_coefficient_val(isl::Dim::In, input)?.get_d()?;
        }
    }
    Ok(slope)
}
