//! The order of stages in which each runs shortly before those that use its values.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use polymill_isl as isl;

use super::needs::Needs;
use super::stages::{Stages, between};
use crate::Error;

/// The positions of the stages in an order in which what they leave for each other goes to a near one: depth first from the last
/// ones, through the longest chain of stages first. Programs often compute one level of a pyramid for all images before the next
/// one, where each image's chain of levels can be tiled together. What is needed as a whole, as tables are, is in nobody's chain
/// and comes before it.
///
/// # Errors
/// isl's.
pub(super) fn follow_chains(stages: &Stages<'_>, needs: &Needs, ordering: &isl::UnionMap) -> Result<Vec<usize>, Error> {
    let mut before: Vec<Vec<Before>> = stages.all.iter().map(|_| vec![]).collect();
    for (earlier, later) in between(&stages.all, ordering)?.into_keys() {
        before[later].push(Before { position: earlier, is_in_chain: needs.are_local(earlier, later) });
    }
    Ok(depth_first(&before))
}

/// A stage that has to run before another one.
#[derive(Clone, Copy)]
struct Before {
    position: usize,
    /// Whether parts of the other one need parts of it.
    is_in_chain: bool,
}

/// The positions, each after all that must be before it.
fn depth_first(before: &[Vec<Before>]) -> Vec<usize> {
    let mut depth: Vec<usize> = vec![];
    for own in before {
        depth.push(own.iter().map(|earlier| depth[earlier.position] + 1).max().unwrap_or(0));
    }
    let mut chains = Chains { before, depth, found: vec![], is_found: vec![false; before.len()] };
    let used: BTreeSet<usize> = before.iter().flatten().map(|earlier| earlier.position).collect();
    for last in (0..before.len()).filter(|position| !used.contains(position)) {
        chains.begin(last);
    }
    chains.found
}

struct Chains<'a> {
    before: &'a [Vec<Before>],
    /// The length of the longest way to each stage.
    depth: Vec<usize>,
    found: Vec<usize>,
    is_found: Vec<bool>,
}

impl Chains<'_> {
    /// Adds the chains that end at a stage, after what is needed by them as a whole.
    fn begin(&mut self, last: usize) {
        let mut inside = BTreeSet::from([last]);
        let mut open = vec![last];
        while let Some(position) = open.pop() {
            for earlier in self.before[position].iter().filter(|earlier| earlier.is_in_chain) {
                if !self.is_found[earlier.position] && inside.insert(earlier.position) {
                    open.push(earlier.position);
                }
            }
        }
        let needed = inside.iter().flat_map(|position| &self.before[*position]);
        let whole: BTreeSet<usize> = needed.map(|earlier| earlier.position).filter(|at| !inside.contains(at)).collect();
        for position in whole {
            if !self.is_found[position] {
                self.begin(position);
            }
        }
        self.follow(last);
    }

    /// Adds a stage, after those that must be before it.
    fn follow(&mut self, position: usize) {
        if self.is_found[position] {
            return;
        }
        let mut next = self.before[position].clone();
        next.sort_by_key(|earlier| (earlier.is_in_chain, Reverse(self.depth[earlier.position])));
        next.into_iter().for_each(|earlier| self.follow(earlier.position));
        self.is_found[position] = true;
        self.found.push(position);
    }
}

#[cfg(test)]
mod tests {
    use super::{Before, depth_first};

    fn in_chains(before: &[&[usize]]) -> Vec<Vec<Before>> {
        let own =
            |own: &&[usize]| own.iter().map(|position| Before { position: *position, is_in_chain: true }).collect();
        before.iter().map(own).collect()
    }

    #[test]
    fn the_levels_of_two_pyramids_become_two_chains() {
        // 0 and 1 are the first levels, 2 and 3 the second ones; 4 needs the second ones, and 5 that and the first ones.
        assert_eq!(depth_first(&in_chains(&[&[], &[], &[0], &[1], &[2, 3], &[0, 1, 4]])), [0, 2, 1, 3, 4, 5]);
    }

    #[test]
    fn long_chains_come_first() {
        // 4 needs the end of a chain, 2, and 3, which needs nothing.
        assert_eq!(depth_first(&in_chains(&[&[], &[0], &[1], &[], &[3, 2]])), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn tables_come_before_the_chain_that_reads_them() {
        let mut before = in_chains(&[&[], &[0], &[], &[1, 2]]);
        before[3][1].is_in_chain = false;
        assert_eq!(depth_first(&before), [2, 0, 1, 3]);
    }
}
