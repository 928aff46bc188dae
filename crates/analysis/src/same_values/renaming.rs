//! Arrays whose elements only got other names.

use polymill_gdg::{Access, Gdg, Statement, StatementId};
use polymill_isl as isl;

use super::Comparison;
use crate::function::is_function;

impl Comparison<'_> {
    /// Whether values flow as before since elements only got other names, or more names than one.
    ///
    /// That is so if each new element stands for one of the old ones, so that no accesses meet which did not meet before, and
    /// if a value that an instance reads was written to the element that the read goes to now. It is easier to see than
    /// by analysing the new flow, but does not hold where values move to where others are, or where statements differ.
    pub(super) fn is_renaming(&self) -> isl::Result<bool> {
        if !self.has_same_statements()? {
            return Ok(false);
        }
        let after = self.after.gdg;
        let mut old_elements = isl::UnionMap::empty(&after.context.get_space()?)?;
        for (new, old, statement) in self.accesses() {
            let domain = statement.domain.intersect_params(&after.sizes()?)?;
            if !self.is_of_interest(new, old) {
                continue;
            }
            let new = new.relation.intersect_domain(&domain)?;
            old_elements = old_elements.union(&new.reverse()?.apply_range(&old.relation)?.to_union_map()?)?;
        }
        if !is_function(&old_elements)? {
            return Ok(false);
        }
        for (new, old, statement) in self.accesses().filter(|(_, old, _)| old.kind.is_read()) {
            if self.is_of_interest(new, old) && !self.finds_its_values(new, old, statement)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the values that an access reads are where it looks for them now.
    fn finds_its_values(&self, new: &Access, old: &Access, statement: &Statement) -> isl::Result<bool> {
        let domain = statement.domain.intersect_params(&self.after.gdg.context)?;
        if !new.relation.intersect_domain(&domain)?.is_single_valued()? {
            return new.relation.is_equal(&old.relation);
        }
        let read = old.relation.intersect_domain(&domain)?.to_union_map()?;
        let flow = self.before.flow(old.array)?;
        let is_moved = self.before.gdg.array(old.array).name != self.after.gdg.array(new.array).name;
        let is_live_in = self.before.gdg.array(old.array).live_in;
        if is_moved && is_live_in && !flow.from_before.intersect(&read)?.is_empty()? {
            return Ok(false);
        }
        let flow = flow.flow.intersect_range(&read.wrap()?)?.range_factor_domain()?;
        let new_element = new.relation.intersect_domain(&domain)?.to_union_map()?.domain_map()?.reverse()?;
        // { write -> [read -> where it looks] }
        let looks = flow.apply_range(&new_element)?;
        let writes = self.after.gdg.accesses(|access| access.kind.is_write() && access.array == new.array)?;
        looks.is_subset(&looks.intersect_range_factor_range(&writes)?)
    }

    /// Whether each statement is in both GDGs, with the same instances in the same order.
    fn has_same_statements(&self) -> isl::Result<bool> {
        let partners = self.partners;
        if !partners.added.is_empty() || !partners.missing.is_empty() {
            return Ok(false);
        }
        for (id, partners) in &partners.of_statement {
            let [partner] = partners.as_slice() else { return Ok(false) };
            let name = |gdg: &Gdg, id: StatementId| gdg.statement(id).name.clone();
            if name(self.after.gdg, *id) != name(self.before.gdg, partner.statement)
                || !partner.relation.is_identity()?
            {
                return Ok(false);
            }
        }
        partners.is_same_order(self.before.gdg, self.after.gdg)
    }

    /// The accesses of the later GDG, those of the earlier one that they were, and the statement.
    fn accesses(&self) -> impl Iterator<Item = (&Access, &Access, &Statement)> {
        self.partners.of_statement.iter().flat_map(|(id, partners)| {
            let statement = self.after.gdg.statement(*id);
            let partners = partners.iter().flat_map(|partner| &self.before.gdg.statement(partner.statement).accesses);
            statement.accesses.iter().zip(partners).map(move |(new, old)| (new, old, statement))
        })
    }

    fn is_of_interest(&self, new: &Access, old: &Access) -> bool {
        self.affected.contains(&self.after.gdg.array(new.array).name)
            || self.affected.contains(&self.before.gdg.array(old.array).name)
    }
}
