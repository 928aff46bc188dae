//! Writes that happen in every instance although each of them depends on data: both sides of a condition do them.

use polymill_gdg::{AccessId, AccessKind, Action, Instances};

use super::builder::Builder;
use super::draft::Draft;
use super::scope::is_known_anywhere;
use crate::Result;

impl Builder<'_> {
    /// Makes such writes certain.
    pub(super) fn find_certain_writes(&mut self) -> Result<()> {
        for at in 0..self.drafts.len() {
            for index in 0..self.drafts[at].accesses.len() {
                if is_certain(&self.drafts[at], index) {
                    self.make_certain(at, index)?;
                }
            }
        }
        Ok(())
    }

    fn make_certain(&mut self, at: usize, index: usize) -> Result<()> {
        let draft = &self.drafts[at];
        let access = &draft.accesses[index];
        let domain = self.possible(&draft.domain)?;
        let instances = Instances { domain: &domain, iterators: &draft.iterators, params: &self.params.params };
        let elements = instances.elements(self.arrays.get(access.array), &access.subscripts)?;
        if elements.exact {
            let access = &mut self.drafts[at].accesses[index];
            (access.kind, access.relation) = (AccessKind::MustWrite, elements.relation);
        }
        Ok(())
    }
}

/// Whether the element that an uncertain write names is written in every instance.
fn is_certain(draft: &Draft, index: usize) -> bool {
    let access = &draft.accesses[index];
    let is_it = |id: AccessId| {
        let other = &draft.accesses[id.index()];
        other.array == access.array && other.subscripts == access.subscripts
    };
    access.kind == AccessKind::MayWrite
        && access.subscripts.iter().all(is_known_anywhere)
        && always_stores(&draft.body.actions, &is_it)
}

fn always_stores(actions: &[Action], is_it: &dyn Fn(AccessId) -> bool) -> bool {
    actions.iter().any(|action| match action {
        Action::Store { access, .. } => is_it(*access),
        Action::Set { .. } => false,
        Action::If { then, otherwise, .. } => always_stores(then, is_it) && always_stores(otherwise, is_it),
        Action::Loop(inner) => always_stores(&inner.init, is_it),
    })
}
