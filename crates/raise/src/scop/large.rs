//! Parameters without sign of 64 bits.
//!
//! Generated code counts in 64 bits with sign, so that such a parameter has to fit there. Mostly it does, because an
//! access in the region would be out of bounds otherwise: no array has 2^60 elements. Where nothing says so, the code
//! tests it.

use polymill_gdg::{AccessKind, Param, ScalarType};
use polymill_isl as isl;

use super::builder::Builder;
use super::draft::Draft;
use crate::Result;

/// No address space has room for a subscript of this size.
const BEYOND_MEMORY: &str = "1152921504606846976";

/// Whether a type has values that 64 bits with sign do not have.
pub(super) fn is_large(ty: ScalarType) -> bool {
    ty.range().is_some_and(|(_, high)| high > i128::from(i64::MAX))
}

impl Builder<'_> {
    /// That a parameter fits is a fact where all values that do not would lead to an access out of bounds. Otherwise it
    /// has to be tested.
    pub fn settle_large_params(&mut self) -> Result<()> {
        let large: Vec<Param> = self.params.params.iter().filter(|param| is_large(param.ty)).cloned().collect();
        for param in &large {
            if self.context.find_dim_by_name(isl::Dim::Param, &param.name)?.is_none() {
                continue;
            }
            let limit = format!("[{}] -> {{ : {0} <= {} }}", param.name, i64::MAX);
            let fits = isl::Set::read(self.ctx, &limit)?;
            // What domains say is true under the assumptions only.
            let excused = self.params_out_of_bounds()?.union(&self.params_that_run_nothing(param)?)?;
            let excused = excused.intersect(&self.assumptions)?;
            let unexcused = self.within_64_bits(&self.context.subtract(&fits)?)?.subtract(&excused)?;
            if unexcused.is_empty()? {
                self.context = self.context.intersect(&fits)?;
                self.assumptions = self.assumptions.gist(&fits)?;
            } else {
                self.assumptions = self.assumptions.intersect(&fits)?;
            }
        }
        Ok(())
    }

    /// The parameters for which an access is certain that no array has an element for.
    fn params_out_of_bounds(&self) -> Result<isl::Set> {
        let mut found = isl::Set::empty(&self.context.get_space()?)?;
        for draft in &self.drafts {
            for access in &draft.accesses {
                if !matches!(access.kind, AccessKind::Read | AccessKind::MustWrite) {
                    continue;
                }
                let elements = access.relation.intersect_domain(&draft.domain)?.range()?;
                let beyond = beyond_memory(&elements)?.params()?;
                found = found.union(&beyond)?;
            }
        }
        Ok(found)
    }

    /// The parameters for which no statement is run, if a smaller value of `param` never makes one run: what is generated
    /// for values that fit runs nothing then for the negative number that the value becomes.
    fn params_that_run_nothing(&self, param: &Param) -> Result<isl::Set> {
        let mut found = isl::Set::universe(&self.context.get_space()?)?;
        for draft in &self.drafts {
            if !only_widens(draft, param)? {
                return Ok(isl::Set::empty(&self.context.get_space()?)?);
            }
            found = found.subtract(&draft.domain.params()?)?;
        }
        Ok(found)
    }
}

/// The elements with a subscript beyond all memory, and no subscript that makes up for it.
fn beyond_memory(elements: &isl::Set) -> isl::Result<isl::Set> {
    let limit = isl::Val::read(elements.ctx(), BEYOND_MEMORY)?;
    let n_dims = elements.dim(isl::Dim::Set)?;
    let mut positive = elements.clone();
    for position in 0..n_dims {
        positive = positive.lower_bound_si(isl::Dim::Set, position, 0)?;
    }
    let mut beyond = isl::Set::empty(&elements.get_space()?)?;
    for position in 0..n_dims {
        beyond = beyond.union(&positive.lower_bound_val(isl::Dim::Set, position, &limit)?)?;
    }
    Ok(beyond)
}

/// Whether a larger value of a parameter never takes an instance out of the domain, constraint by constraint.
fn only_widens(draft: &Draft, param: &Param) -> isl::Result<bool> {
    let Some(position) = draft.domain.find_dim_by_name(isl::Dim::Param, &param.name)? else { return Ok(true) };
    for part in draft.domain.get_basic_set_list()?.to_vec()? {
        for constraint in part.get_constraint_list()?.to_vec()? {
            let coefficient = constraint.get_coefficient_val(isl::Dim::Param, position)?;
            let widens = coefficient.is_zero()? || (coefficient.is_pos()? && !constraint.is_equality()?);
            let is_divided = (0..constraint.dim(isl::Dim::Div)?).any(|div| {
                let involves = |div: isl::Aff| div.involves_dims(isl::Dim::Param, position, 1);
                constraint.get_div(div).and_then(involves).unwrap_or(true)
            });
            if !widens || is_divided {
                return Ok(false);
            }
        }
    }
    Ok(true)
}
