//! How stages are cut into tiles.

use std::collections::BTreeMap;
use std::ops::Range;

use super::needs::Needs;
use super::stages::Stages;

/// For each stage of a group whose values leave it, and each loop over tiles: which outer loop is cut, and how many of its
/// iterations are in a tile.
#[derive(Clone, Debug)]
pub(super) struct Cuts(BTreeMap<usize, Vec<(usize, u32)>>);

impl Cuts {
    /// The last stage is cut as its loops' sizes say, of which 0 stands for one that is not cut. Others are cut such that a tile
    /// needs about the same of the stages before as it does for the last one: of an image that is twice as high, twice as many
    /// rows. `None` if that would be no whole number.
    pub fn of(stages: &Stages<'_>, needs: &Needs, group: &Range<usize>, sizes: &[u32]) -> Option<Self> {
        let last = group.end - 1;
        let cut: Vec<_> = sizes.iter().copied().enumerate().filter(|(_, size)| *size > 0).collect();
        let mut cuts = BTreeMap::from([(last, cut.clone())]);
        let n_members = |stage: usize| stages.all[stage].members.len();
        let last_stage = (needs.moves(last, n_members(last)), n_members(last));
        for stage in group.clone().filter(|stage| *stage != last && stages.is_kept(group, *stage)) {
            let moves = needs.moves(stage, n_members(stage));
            let own = (moves, n_members(stage));
            let aligned = cut.iter().map(|(member, size)| aligned(*member, *size, &last_stage, &own));
            cuts.insert(stage, aligned.collect::<Option<_>>()?);
        }
        Some(Self(cuts))
    }

    /// The cuts of a stage, if its values leave the group.
    pub fn of_stage(&self, stage: usize) -> Option<&[(usize, u32)]> {
        self.0.get(&stage).map(Vec::as_slice)
    }

    /// How many loops over tiles there are.
    pub fn n_dims(&self) -> usize {
        self.0.values().next().map_or(0, Vec::len)
    }
}

/// The cut of a stage that goes with one of the last stage.
fn aligned(
    member: usize,
    size: u32,
    (wanted, n_wanted): &(BTreeMap<usize, Vec<Vec<f64>>>, usize),
    (moves, n_members): &(BTreeMap<usize, Vec<Vec<f64>>>, usize),
) -> Option<(usize, u32)> {
    for (stage, rows) in moves {
        for (row, wanted) in rows.iter().zip(wanted.get(stage).into_iter().flatten()) {
            let by = wanted[member];
            let Some(own) = row.iter().position(|own| *own != 0.0).filter(|_| by != 0.0) else { continue };
            let aligned = f64::from(size) * by / row[own];
            let is_whole = aligned >= 1.0 && aligned.fract() == 0.0 && aligned <= f64::from(u32::MAX);
            return is_whole.then_some((own, aligned as u32));
        }
    }
    // Both need nothing in common: which of their loops belong together is known only if they have as many.
    (n_wanted == n_members).then_some((member, size))
}
