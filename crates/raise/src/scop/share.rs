//! Statements of one iteration that share temporaries, taken as one.
//!
//! The loop that finds out how soon a point leaves the Mandelbrot set begins with `x = 0; y = 0`, and what comes after it stores the number of
//! its iterations. As statements of their own, all of them depend on each other through `x`, `y` and the counter. In one statement, these
//! are variables of its body, and nothing is left between the points.

use std::collections::BTreeSet;

use polymill_gdg::{Action, ArrayId, ExprKind, Projection};

use super::builder::Builder;
use super::draft::{Draft, Order};
use super::group::{MAX_ACTIONS, collect_blocks, joined, merge_accesses};
use super::private::{accesses, is_set_first};
use crate::Result;

impl Builder<'_> {
    /// Joins neighbours that share variables which no other iteration sees, where one of them has control flow of its own, or where sums
    /// over the loop around are made of what they share.
    pub(super) fn join_sharing(&mut self, order: &Order) -> Result<()> {
        let mut blocks = vec![];
        collect_blocks(order, &mut vec![], &mut blocks);
        let aliases = self.overlapping_arrays();
        for block in blocks {
            for run in block.split(Option::is_none) {
                let drafts: Vec<usize> = run.iter().flatten().copied().collect();
                for alike in self.alike(&drafts)? {
                    self.join_run(&alike, &aliases)?;
                }
            }
        }
        Ok(())
    }

    /// Neighbours with the same instances. What only ends lives stands between them.
    fn alike(&self, drafts: &[usize]) -> Result<Vec<Vec<usize>>> {
        let mut runs: Vec<Vec<usize>> = vec![];
        for &at in drafts.iter().filter(|at| !self.drafts[**at].body.actions.is_empty()) {
            let draft = &self.drafts[at];
            match runs.last_mut() {
                Some(run)
                    if self.drafts[run[0]].iterators == draft.iterators
                        && self.drafts[run[0]].domain.plain_is_equal(&draft.domain)? =>
                {
                    run.push(at);
                }
                _ => runs.push(vec![at]),
            }
        }
        Ok(runs)
    }

    fn join_run(&mut self, run: &[usize], aliases: &BTreeSet<(ArrayId, ArrayId)>) -> Result<()> {
        let temporaries: BTreeSet<ArrayId> =
            (0..self.arrays.arrays.len()).map(ArrayId::new).filter(|id| self.is_temporary_of(*id, run)).collect();
        let mut spans: Vec<(usize, usize)> = vec![];
        for temporary in &temporaries {
            let is_user = |at: &usize| accesses(&self.drafts[*at], *temporary);
            let (Some(first), Some(last)) = (run.iter().position(is_user), run.iter().rposition(is_user)) else {
                continue;
            };
            spans.push((first, last));
        }
        spans.sort_unstable();
        let mut merged: Vec<(usize, usize)> = vec![];
        for (first, last) in spans {
            match merged.last_mut() {
                Some((_, end)) if first <= *end => *end = last.max(*end),
                _ => merged.push((first, last)),
            }
        }
        for (first, last) in merged {
            let together = &run[first..=last];
            if together.len() > 1 && self.may_be_joined(together, &temporaries, aliases) {
                self.join_all(together, &temporaries)?;
            }
        }
        Ok(())
    }

    /// Whether a variable has another value in each iteration that runs such statements, and nobody else uses it.
    fn is_temporary_of(&self, id: ArrayId, run: &[usize]) -> bool {
        let array = self.arrays.get(id);
        if !array.is_scalar() || array.live_out {
            return false;
        }
        let mut users = (0..self.drafts.len()).filter(|at| accesses(&self.drafts[*at], id));
        users.clone().all(|at| run.contains(&at))
            && run
                .iter()
                .find(|at| accesses(&self.drafts[**at], id))
                .is_some_and(|first| is_set_first(&self.drafts[*first], id))
            && users.nth(1).is_some()
    }

    fn may_be_joined(
        &self,
        drafts: &[usize],
        temporaries: &BTreeSet<ArrayId>,
        aliases: &BTreeSet<(ArrayId, ArrayId)>,
    ) -> bool {
        let all = || drafts.iter().map(|at| &self.drafts[*at]);
        let n_actions: usize = all().map(|draft| draft.body.actions.len()).sum();
        if n_actions > MAX_ACTIONS || all().any(|draft| draft.reads_memory) {
            return false;
        }
        let is_control = |action: &Action| matches!(action, Action::Loop(_) | Action::If { .. });
        let has_control = |draft: &Draft| draft.body.actions.iter().any(is_control);
        let n_sums = all().filter(|draft| self.is_sum_over_innermost(draft)).count();
        // Members of structures do not run in lanes, but each sum alone may, in another order.
        let is_in_rows = |draft: &Draft| draft.accesses.iter().all(|access| self.is_in_rows(access.array));
        if !all().any(has_control) && (n_sums < 2 || !all().all(is_in_rows)) {
            return false;
        }
        // What has its life ended between them would lose the value that it gets from the later ones.
        let is_used = |array: ArrayId| !temporaries.contains(&array) && all().any(|draft| accesses(draft, array));
        let (Some(first), Some(last)) = (drafts.first(), drafts.last()) else { return false };
        let between = self.drafts[*first..*last].iter().filter(|draft| draft.is_kill());
        if between.flat_map(|draft| &draft.accesses).any(|access| is_used(access.array)) {
            return false;
        }
        // What a statement reads is read before it writes anything: only variables of its body are an exception.
        drafts.iter().enumerate().all(|(position, before)| {
            let written: Vec<ArrayId> = self.drafts[*before]
                .accesses
                .iter()
                .filter(|access| access.kind.is_write())
                .map(|access| access.array)
                .collect();
            let meets =
                |array: ArrayId| written.iter().any(|other| *other == array || aliases.contains(&(*other, array)));
            let is_apart = |later: &Draft| {
                later.accesses.iter().all(|access| temporaries.contains(&access.array) || !meets(access.array))
            };
            drafts[position + 1..].iter().all(|later| is_apart(&self.drafts[*later]))
        })
    }

    /// Whether the elements of an array lie next to each other.
    fn is_in_rows(&self, array: ArrayId) -> bool {
        let last = self.arrays.get(array).place.projections.last();
        matches!(last, None | Some(Projection::Subscript | Projection::Linear { .. } | Projection::Deref))
    }

    /// Whether a statement changes an element that is the same in all iterations of the loop around it.
    fn is_sum_over_innermost(&self, draft: &Draft) -> bool {
        let [Action::Store { access, .. }] = draft.body.actions.as_slice() else { return false };
        let Some(innermost) = draft.iterators.len().checked_sub(1) else { return false };
        let target = &draft.accesses[access.index()];
        let moves = target.subscripts.iter().any(|subscript| {
            let mut found = false;
            subscript
                .for_each(&mut |e| found |= matches!(e.kind, ExprKind::Iterator(position) if position == innermost));
            found
        });
        !moves && draft.accesses.iter().any(|access| access.kind.is_read() && access.array == target.array)
    }

    fn join_all(&mut self, drafts: &[usize], temporaries: &BTreeSet<ArrayId>) -> Result<()> {
        let Some((first, others)) = drafts.split_first() else { return Ok(()) };
        let whole =
            others.iter().fold(self.drafts[*first].clone(), |so_far, next| joined(&so_far, &self.drafts[*next]));
        let own: BTreeSet<ArrayId> =
            whole.accesses.iter().map(|access| access.array).filter(|id| temporaries.contains(id)).collect();
        self.drafts[*first] = whole;
        let ends_own =
            |draft: &Draft| draft.is_kill() && draft.accesses.iter().all(|access| own.contains(&access.array));
        for (at, draft) in self.drafts.iter_mut().enumerate() {
            if others.contains(&at) || ends_own(draft) {
                draft.accesses.clear();
                draft.occasions.clear();
                draft.body = Default::default();
            }
        }
        merge_accesses(&mut self.drafts[*first])
    }
}
