//! What is plainly the same in two GDGs, so that it need not be checked again: to compare sets would take as long as to check them.

use polymill_isl as isl;

use crate::{Array, Gdg, Statement};

/// A GDG that is valid, and from which another one was made.
pub(super) struct Known<'a> {
    gdg: &'a Gdg,
    has_same_domain: bool,
}

impl<'a> Known<'a> {
    /// What is known of `gdg`; nothing if its parameters, their values or its arrays are others.
    pub fn of(before: &'a Gdg, gdg: &Gdg) -> Option<Self> {
        let is_same = before.context.is_same_object(&gdg.context)
            && before.assumptions.is_same_object(&gdg.assumptions)
            && before.params == gdg.params
            && are_pairs(&before.arrays, &gdg.arrays, is_same_array);
        let is_same_domain = |old: &Statement, new: &Statement| old.domain.is_same_object(&new.domain);
        let has_same_domain = are_pairs(&before.statements, &gdg.statements, is_same_domain);
        is_same.then_some(Self { gdg: before, has_same_domain })
    }

    /// Whether a statement is one that was there before.
    pub fn has(&self, statement: &Statement) -> isl::Result<bool> {
        let old = self.gdg.statements.iter().find(|old| old.name == statement.name);
        old.map_or(Ok(false), |old| old.plain_is_equal(statement))
    }

    /// Whether a schedule is one that there was before, of the same instances.
    pub fn has_schedule(&self, schedule: &isl::Schedule) -> bool {
        let schedules = [&self.gdg.original, &self.gdg.schedule];
        self.has_same_domain && schedules.into_iter().any(|known| known.is_same_object(schedule))
    }
}

fn are_pairs<T>(old: &[T], new: &[T], is_same: impl Fn(&T, &T) -> bool) -> bool {
    old.len() == new.len() && old.iter().zip(new).all(|(old, new)| is_same(old, new))
}

fn is_same_array(old: &Array, new: &Array) -> bool {
    let is_same_extent = |old: &Option<isl::PwAff>, new: &Option<isl::PwAff>| match (old, new) {
        (Some(old), Some(new)) => old.is_same_object(new),
        (old, new) => old.is_none() && new.is_none(),
    };
    let is_private_alike = match (&old.private, &new.private) {
        (Some(old), Some(new)) => old.is_same_object(new),
        (old, new) => old.is_none() && new.is_none(),
    };
    old.name == new.name
        && old.element == new.element
        && old.place == new.place
        && old.row_dims == new.row_dims
        && old.storage == new.storage
        && is_private_alike
        && are_pairs(&old.extents, &new.extents, is_same_extent)
}
