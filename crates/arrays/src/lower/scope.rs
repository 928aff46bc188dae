//! The order in which arrays are computed, and the iterations around them.

use std::collections::HashMap;

use super::Lowering;
use crate::graph::{ArrayId, ArrayKind};
use crate::{Error, Result};

impl Lowering {
    /// Adds the statements of all arrays that have memory.
    pub(super) fn statements(&mut self) -> Result<()> {
        for (array, _) in self.tables.graph.outputs.clone() {
            if !self.tables.inlined.states(array).is_empty() {
                let node = self.tables.graph.array(array);
                let message =
                    "a result is computed from a value inside of an iteration, and is used outside".to_owned();
                return Err(Error::Program { operation: node.operation, message, location: node.location });
            }
        }
        let scopes = self.scopes();
        self.scope(None, &scopes)?;
        self.copy_results()
    }

    /// For each array, the innermost iteration that it is computed in: the array that is the result so far.
    fn scopes(&self) -> HashMap<ArrayId, Option<ArrayId>> {
        let ids = (0..self.tables.graph.arrays.len()).filter_map(|id| u32::try_from(id).ok()).map(ArrayId);
        // Of two iterations that an array is in, the one whose result so far came later is inside of the other one.
        ids.map(|id| (id, self.tables.inlined.states(id).last().copied())).collect()
    }

    /// Adds the statements of the arrays that are computed in an iteration, or in none.
    pub(super) fn scope(&mut self, scope: Option<ArrayId>, scopes: &HashMap<ArrayId, Option<ArrayId>>) -> Result<()> {
        let mut ids: Vec<ArrayId> = scopes.iter().filter(|(_, own)| **own == scope).map(|(id, _)| *id).collect();
        ids.sort_unstable();
        for id in ids {
            let node = self.tables.graph.array(id);
            let has_memory = !matches!(node.kind, ArrayKind::Input | ArrayKind::State);
            if has_memory && self.tables.inlined.is_used(id) && !self.tables.inlined.contains(id) {
                self.node(id, scopes)?;
            }
        }
        Ok(())
    }
}
