//! Memory that has to stay as it is while a region runs: of integers that decide how often loops run, and of pointers.
//!
//! Where a store may change them for all that is known of pointers (`int *n` and `int *a`; `image->data` and a pointer to
//! characters), the region is what its GDG says only if they do not overlap. The memory becomes an array of the GDG that may overlap
//! with others; a test at run time says whether it does, and the original code runs then.

use std::collections::BTreeSet;

use polymill_gdg::{ArrayId, Place, ScalarType, Storage};

use super::alias::store_may_change_pointer;
use super::builder::Builder;
use super::place::{Element, Key, KeyStep};
use super::tables::{Spelling, plain_array, spell};
use crate::Result;
use crate::syntax::Type;

impl Builder<'_> {
    /// Adds memory that has to stay as it is.
    pub(super) fn hold(&mut self, key: Key, name: &str, element: ScalarType, place: Place) -> ArrayId {
        let n_dims = place.n_subscripts();
        let mut memory = plain_array(self.names.own(name), element, place, vec![None; n_dims]);
        memory.storage = Storage::Parameter;
        (memory.live_in, memory.live_out) = (false, false);
        self.arrays.add_unnamed(key, memory)
    }

    /// Whether an integer decides how often loops run or what they access, and only stores through pointers may change it, which a test
    /// can exclude.
    pub(super) fn may_stay(&self, element: &Element) -> bool {
        let key = &element.key;
        let is_stored = self.facts.stores.iter().any(|(stored, _)| stored.overlaps(key));
        let is_assigned = key.steps.is_empty() && self.facts.assigned.contains(&key.root);
        let is_wanted = self.facts.deciding.contains(element) || self.facts.in_subscripts.contains(key);
        !is_stored && !is_assigned && is_wanted
    }

    /// Adds the memory of pointers that the region follows and that its stores may change for all that is known.
    pub(super) fn hold_pointers(&mut self) -> Result<()> {
        if self.is_promised {
            return Ok(());
        }
        let accesses = self.drafts.iter().flat_map(|draft| &draft.accesses);
        let used: BTreeSet<ArrayId> = accesses.map(|access| access.array).collect();
        for id in used {
            let key = self.arrays.keys[id.index()].clone();
            for position in 0..key.steps.len() {
                let pointer = Key { root: key.root, steps: key.steps[..position].to_vec() };
                let is_followed = matches!(key.steps[position], KeyStep::Element { through_pointer: true });
                let may_change =
                    |(stored, ty): &(Key, Type)| store_may_change_pointer(self, (stored, ty.scalar()), &pointer);
                let is_declared = self.facts.declared.contains(&key.root);
                if !is_followed || is_declared || !self.facts.stores.iter().any(may_change) {
                    continue;
                }
                let Spelling { name, place } = spell(self.unit, &pointer, &|step| !self.facts.is_plain(&key, step));
                if self.held_pointers.iter().any(|held| self.arrays.get(*held).place == place) {
                    continue;
                }
                let row_dims = self.row_dims(&key, position);
                let memory = self.hold(pointer, &name, ScalarType::U64, place);
                self.arrays.arrays[memory.index()].row_dims = row_dims;
                self.held_pointers.insert(memory);
            }
        }
        Ok(())
    }
}
