//! Parameters that decide nothing: neither what is run nor what is accessed.
//!
//! They are values like others, `a` in `y[i] = a * x[i]`. What isl computes takes time for each parameter that its sets
//! and relations have, so they have these no more. (For an integer a parameter is still better than an array of one
//! element: nothing has to be known of what may overlap with it.)

use polymill_isl as isl;

use super::builder::Builder;
use crate::Result;

impl Builder<'_> {
    /// Takes the parameters that decide nothing out of all sets and relations.
    pub fn drop_idle_params(&mut self) -> Result<()> {
        let params = self.params.params.iter().filter(|param| param.definition().is_none());
        let names: Vec<String> = params.map(|param| param.name.clone()).collect();
        for name in names {
            if self.decides(&name)? {
                continue;
            }
            self.context = without_param(&self.context, &name)?;
            self.assumptions = without_param(&self.assumptions, &name)?;
            for draft in &mut self.drafts {
                draft.domain = without_param(&draft.domain, &name)?;
                for access in &mut draft.accesses {
                    let relation = access.relation.wrap()?;
                    access.relation = without_param(&relation, &name)?.unwrap()?;
                }
            }
        }
        Ok(())
    }

    /// Whether a parameter is in what the domains, the accesses, the extents and the assumptions say, or in what is known
    /// of other parameters.
    fn decides(&self, name: &str) -> isl::Result<bool> {
        if involves(&self.assumptions, name)? || is_related(&self.context, name)? {
            return Ok(true);
        }
        for draft in &self.drafts {
            if involves(&draft.domain, name)? {
                return Ok(true);
            }
            for access in &draft.accesses {
                if involves(&access.relation.wrap()?, name)? {
                    return Ok(true);
                }
            }
        }
        for extent in self.arrays.arrays.iter().flat_map(|array| &array.extents).flatten() {
            if extent_involves(extent, name)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

fn involves(set: &isl::Set, param: &str) -> isl::Result<bool> {
    match set.find_dim_by_name(isl::Dim::Param, param)? {
        Some(position) => set.involves_dims(isl::Dim::Param, position, 1),
        None => Ok(false),
    }
}

/// Whether a constraint is about this parameter and others.
fn is_related(params: &isl::Set, name: &str) -> isl::Result<bool> {
    let Some(position) = params.find_dim_by_name(isl::Dim::Param, name)? else { return Ok(false) };
    let n_params = params.dim(isl::Dim::Param)?;
    for piece in params.get_basic_set_list()?.to_vec()? {
        for constraint in piece.get_constraint_list()?.to_vec()? {
            let involves = |first, n| constraint.involves_dims(isl::Dim::Param, first, n);
            let is_of_others = involves(0, position)? || involves(position + 1, n_params - position - 1)?;
            if involves(position, 1)?
                && (is_of_others || constraint.involves_dims(isl::Dim::Div, 0, constraint.dim(isl::Dim::Div)?)?)
            {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

fn without_param(set: &isl::Set, param: &str) -> isl::Result<isl::Set> {
    match set.find_dim_by_name(isl::Dim::Param, param)? {
        Some(position) => set.project_out(isl::Dim::Param, position, 1),
        None => Ok(set.clone()),
    }
}

fn extent_involves(extent: &isl::PwAff, param: &str) -> isl::Result<bool> {
    match extent.find_dim_by_name(isl::Dim::Param, param)? {
        Some(position) => extent.involves_dims(isl::Dim::Param, position, 1),
        None => Ok(false),
    }
}
