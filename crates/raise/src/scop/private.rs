//! Scalars that live within single instances of statements, and those that nobody reads.

use std::collections::BTreeSet;

use polymill_gdg::{Access, AccessKind, Action, ArrayId, Expr, ExprKind, Loop, Storage};

use super::builder::Builder;
use super::draft::Draft;
use super::rewrite::make_local;

impl Builder<'_> {
    /// Turns scalars that each instance sets before it reads them, and that nobody reads afterwards, into variables of
    /// bodies: counters of inner loops, for example.
    pub(super) fn privatize(&mut self) {
        for index in 0..self.arrays.arrays.len() {
            let id = ArrayId::new(index);
            let array = self.arrays.get(id);
            if !array.is_scalar() || array.live_out || !self.is_private(id) {
                continue;
            }
            let (name, ty) = (array.name.clone(), array.element);
            // Nothing else is called as the variable that it takes the place of.
            let is_variable = self.arrays.keys[index].steps.is_empty();
            let name = if is_variable { name } else { self.names.unique(&name) };
            for draft in self.drafts.iter_mut().filter(|draft| accesses(draft, id)) {
                make_local(draft, id, name.clone(), ty);
            }
        }
    }

    /// Whether in each instance of each statement, all reads of a scalar come after a write.
    fn is_private(&self, array: ArrayId) -> bool {
        let drafts = || self.drafts.iter().filter(|draft| accesses(draft, array));
        // Where it is set and read by one statement each, it stays what it is in the source.
        let has_control = |draft: &Draft| draft.body.actions.len() > 1 || !draft.body.locals.is_empty();
        drafts().any(has_control)
            && drafts().all(|draft| {
                let scan = Scan { draft, array };
                scan.actions(&draft.body.actions, false).is_some()
            })
    }

    /// Empties the statements that only end the life of local variables whose writes are all certain: where they are read,
    /// their values are known to come from the same iteration.
    pub(super) fn remove_needless_kills(&mut self) {
        let uncertain = self.drafts.iter().flat_map(|draft| &draft.accesses);
        let uncertain = uncertain.filter(|access| access.kind == AccessKind::MayWrite).map(|access| access.array);
        let uncertain: BTreeSet<ArrayId> = uncertain.collect();
        for draft in &mut self.drafts {
            let is_needless = |access: &Access| {
                !uncertain.contains(&access.array) && self.arrays.get(access.array).storage == Storage::Local
            };
            if draft.is_kill() && draft.accesses.iter().all(is_needless) {
                draft.accesses.clear();
                draft.occasions.clear();
            }
        }
    }

    /// Empties the statements that only set integers that nobody reads. Such statements come from loop counters and
    /// from variables whose values are known.
    pub(super) fn remove_unread(&mut self) {
        loop {
            let is_unread = |id: ArrayId| {
                let array = self.arrays.get(id);
                let is_read =
                    |draft: &Draft| draft.accesses.iter().any(|access| access.array == id && access.kind.is_read());
                array.is_scalar() && array.element.is_integer() && !array.live_out && !self.drafts.iter().any(is_read)
            };
            let only_sets_unread = |draft: &Draft| {
                !draft.body.actions.is_empty()
                    && draft.body.actions.iter().all(|action| match action {
                        Action::Store { access, .. } => is_unread(draft.accesses[access.index()].array),
                        Action::Set { .. } => true,
                        _ => false,
                    })
            };
            let found: Vec<usize> = (0..self.drafts.len()).filter(|at| only_sets_unread(&self.drafts[*at])).collect();
            if found.is_empty() {
                return;
            }
            for at in found {
                self.drafts[at].accesses.clear();
                self.drafts[at].occasions.clear();
                self.drafts[at].body = Default::default();
            }
        }
    }
}

/// Whether each instance of a statement certainly sets a scalar, before it reads it.
pub(super) fn is_set_first(draft: &Draft, array: ArrayId) -> bool {
    Scan { draft, array }.actions(&draft.body.actions, false) == Some(true)
}

/// Whether a statement reads or writes an array.
pub(super) fn accesses(draft: &Draft, array: ArrayId) -> bool {
    draft.accesses.iter().any(|access| access.array == array && access.kind != AccessKind::Kill)
}

/// A look at the order in which a scalar is read and written in an instance.
struct Scan<'a> {
    draft: &'a Draft,
    array: ArrayId,
}

impl Scan<'_> {
    /// Whether the scalar is certainly set after the actions; `None` if it may be read before it is set.
    fn actions(&self, actions: &[Action], is_set: bool) -> Option<bool> {
        actions.iter().try_fold(is_set, |is_set, action| self.action(action, is_set))
    }

    fn action(&self, action: &Action, is_set: bool) -> Option<bool> {
        match action {
            Action::Store { access, value } => {
                let access = &self.draft.accesses[access.index()];
                self.exprs(access.subscripts.iter().chain([value]), is_set)?;
                Some(is_set || access.array == self.array)
            }
            Action::Set { value, .. } => {
                self.exprs([value], is_set)?;
                Some(is_set)
            }
            Action::If { condition, then, otherwise } => {
                self.exprs([condition], is_set)?;
                let (then, otherwise) = (self.actions(then, is_set)?, self.actions(otherwise, is_set)?);
                Some(then && otherwise)
            }
            Action::Loop(inner) => {
                let Loop { init, condition, step, body } = &**inner;
                let is_set = self.actions(init, is_set)?;
                self.exprs([condition], is_set)?;
                let after_body = self.actions(body, is_set)?;
                self.actions(step, after_body)?;
                Some(is_set)
            }
        }
    }

    fn exprs<'e>(&self, exprs: impl IntoIterator<Item = &'e Expr>, is_set: bool) -> Option<()> {
        let reads = exprs.into_iter().any(|expr| self.reads(expr));
        (is_set || !reads).then_some(())
    }

    fn reads(&self, expr: &Expr) -> bool {
        let mut found = false;
        expr.for_each(&mut |e| {
            if let ExprKind::Load(access) = e.kind {
                let access = &self.draft.accesses[access.index()];
                found |= access.array == self.array || access.subscripts.iter().any(|subscript| self.reads(subscript));
            }
        });
        found
    }
}
