//! What code follows pointers for: before it is certain that it does so, generated code must not.
//!
//! `for (i = 0; i < n; i++) for (j = 0; j < a->cols; j++)` reads `a->cols` only if `n` is positive; `a` may be null otherwise.
//! Generated code looks at parameters before it runs any loop. So it is assumed that they are read in any case, and the original
//! code is run where they are not.

use polymill_gdg::{AccessKind, AliasPair, ArrayId, ExprKind, Gdg, ParamId, Statement};
use polymill_isl as isl;

use super::builder::Builder;
use super::place::{Key, Place};
use super::work::Work;
use crate::Result;

impl<'a> Work<'_, 'a> {
    /// The parameter that a place is, if it is one.
    pub fn param(&mut self, place: &Place<'a>) -> Result<Option<ParamId>> {
        if let Some(known) = self.builder.known_param(place) {
            return Ok(Some(known));
        }
        self.param_by(&place.key(), |builder| builder.param(place))
    }

    /// The parameter that `make` makes of a place, unless it takes pointers to get there that are followed only where data say so.
    pub fn param_by(
        &mut self,
        key: &Key,
        make: impl FnOnce(&mut Builder<'a>) -> Option<ParamId>,
    ) -> Result<Option<ParamId>> {
        if !key.is_indirect() {
            return Ok(make(self.builder));
        }
        if !self.is_certain || self.scope.is_dynamic() {
            return Ok(None);
        }
        let reached = self.builder.valid(&self.here)?.params()?;
        if reached.is_empty()? {
            return Ok(None);
        }
        let n_known = |builder: &Builder| builder.params.params.len() + builder.params.n_elements();
        let n_before = n_known(self.builder);
        let param = make(self.builder);
        if n_known(self.builder) > n_before {
            self.builder.assume_reached(&reached)?;
        }
        Ok(param)
    }
}

impl Builder<'_> {
    /// Assumes that parameters have values for which some code is reached. Of several ranges, it is the first.
    fn assume_reached(&mut self, reached: &isl::Set) -> Result<()> {
        let known = self.context.intersect(&self.assumptions)?;
        if known.is_subset(reached)? {
            return Ok(());
        }
        let reached = reached.coalesce()?.gist(&known)?;
        if let Some(first) = reached.get_basic_set_list()?.to_vec()?.first() {
            self.assumptions = self.assumptions.intersect(&first.to_set()?)?;
        }
        Ok(())
    }

    /// Assumes that arrays are accessed which may overlap, and whose addresses are loaded from memory: these are compared.
    pub(super) fn assume_followed(&mut self, aliases: &[AliasPair]) -> Result<()> {
        let mut arrays: Vec<ArrayId> = aliases.iter().flat_map(|pair| [pair.first, pair.second]).collect();
        arrays.sort();
        arrays.dedup();
        for array in arrays {
            if self.arrays.keys[array.index()].n_pointers() < 2 {
                continue;
            }
            let mut reached: Option<isl::Set> = None;
            for draft in &self.drafts {
                let is_certain = |kind| matches!(kind, AccessKind::Read | AccessKind::MustWrite);
                if draft.accesses.iter().any(|access| access.array == array && is_certain(access.kind)) {
                    let here = self.valid(&draft.domain)?.params()?;
                    reached = Some(match reached {
                        Some(so_far) => so_far.union(&here)?,
                        None => here,
                    });
                }
            }
            if let Some(reached) = reached {
                self.assume_reached(&reached)?;
            }
        }
        Ok(())
    }
}

/// Assumes that loops run in which data say what is accessed, if it takes that to look these data up before the region is run, for a test
/// that arrays do not overlap.
pub(super) fn assume_looked_up(gdg: &mut Gdg) -> Result<()> {
    let mut looking_up = gdg.statements.iter().filter(|statement| looks_up(statement)).peekable();
    if gdg.aliases.is_empty() || looking_up.peek().is_none() || polymill_analysis::disjoint(gdg)?.is_some() {
        return Ok(());
    }
    let mut assumptions = gdg.assumptions.clone();
    for statement in looking_up {
        let known = gdg.context.intersect(&assumptions)?;
        let runs = gdg.for_any_data(&statement.domain.intersect_params(&known)?)?.params()?.coalesce()?.gist(&known)?;
        if let Some(first) = runs.get_basic_set_list()?.to_vec()?.first() {
            assumptions = assumptions.intersect(&first.to_set()?)?;
        }
    }
    let known = std::mem::replace(&mut gdg.assumptions, assumptions);
    if polymill_analysis::disjoint(gdg)?.is_none() {
        gdg.assumptions = known;
    }
    Ok(())
}

/// Whether a subscript is data.
fn looks_up(statement: &Statement) -> bool {
    let subscripts = statement.accesses.iter().flat_map(|access| &access.subscripts);
    subscripts.into_iter().any(|subscript| matches!(subscript.unconverted().kind, ExprKind::Load(_)))
}
