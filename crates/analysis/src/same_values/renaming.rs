//! Arrays whose elements only got other names.

use std::collections::{BTreeMap, BTreeSet};

use polymill_gdg::{Access, ArrayId, Gdg, Statement, StatementId};
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
        let old_elements = self.old_elements()?;
        let nothing = isl::UnionMap::empty(&self.after.gdg.context.get_space()?)?;
        let all = old_elements.values().try_fold(nothing, |all, own| all.union(own))?;
        if !is_function(&all)? {
            return Ok(false);
        }
        let mut with_one_name = BTreeSet::new();
        for (array, old_elements) in &old_elements {
            if !self.before.gdg.array(*array).live_in && is_function(&old_elements.reverse()?)? {
                with_one_name.insert(*array);
            }
        }
        for (new, old, statement) in self.accesses().filter(|(_, old, _)| old.kind.is_read()) {
            // Where each old element has one new name only, everybody uses it.
            let is_known = !self.is_of_interest(new, old) || with_one_name.contains(&old.array);
            if !is_known && !self.finds_its_values(new, old, statement)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// For each earlier array, from the names that its elements have now to the elements.
    fn old_elements(&self) -> isl::Result<BTreeMap<ArrayId, isl::UnionMap>> {
        let sizes = self.after.gdg.sizes()?;
        let mut all: BTreeMap<ArrayId, isl::UnionMap> = BTreeMap::new();
        for (new, old, statement) in self.accesses().filter(|(new, old, _)| self.is_of_interest(new, old)) {
            let new = new.relation.intersect_domain(&statement.domain.intersect_params(&sizes)?)?;
            let elements = new.reverse()?.apply_range(&old.relation)?.to_union_map()?;
            let own = match all.remove(&old.array) {
                Some(others) => others.union(&elements)?,
                None => elements,
            };
            all.insert(old.array, own);
        }
        Ok(all)
    }

    /// Whether the values that an access reads are where it looks for them now.
    fn finds_its_values(&self, new: &Access, old: &Access, statement: &Statement) -> isl::Result<bool> {
        let domain = statement.domain.intersect_params(&self.after.gdg.context)?;
        if !new.relation.intersect_domain(&domain)?.is_single_valued()? {
            return new.relation.is_equal(&old.relation);
        }
        let read = old.relation.intersect_domain(&domain)?.to_union_map()?;
        let flow = self.before.flow(old.array)?;
        if self.before.gdg.array(old.array).live_in {
            // These values are where they were before the region.
            let from_before = flow.from_before.intersect(&read)?;
            if !from_before.is_subset(&new.relation.to_union_map()?)? {
                return Ok(false);
            }
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

#[cfg(test)]
mod tests {
    use polymill_gdg::Program;
    use polymill_isl as isl;

    use crate::same_values;

    const REVERSED: &str = "gdg f {
      param n: i32
      array a: f64[n] live_in
      array b: f64[n] live_out
      array t: f64[n] local
      statement S { domain { S[i] : 0 <= i < n } iterators i: i32 body { t[i] = a[i]; } }
      statement T { domain { T[i] : 0 <= i < n } iterators i: i32 body { b[i] = t[i] + a[i]; } }
      schedule { for i { S } for i { T } }
    }";

    /// What is different once words in the text are others.
    fn difference(changes: &[(&str, &str)]) -> Result<Option<String>, Box<dyn std::error::Error>> {
        let ctx = isl::Context::new()?;
        let after = changes.iter().fold(REVERSED.to_owned(), |text, (from, to)| text.replace(from, to));
        let [before, after] = [REVERSED, &after].map(|text| Program::parse(&ctx, text));
        let difference = same_values(&before?.gdgs()[0], &after?.gdgs()[0])?;
        Ok(difference.map(|difference| difference.to_string()))
    }

    #[test]
    fn elements_of_temporaries_may_change_places() -> Result<(), Box<dyn std::error::Error>> {
        assert_eq!(difference(&[("t[i]", "t[n - 1 - i]")])?, None);
        let one_side = difference(&[("t[i] =", "t[n - 1 - i] =")])?;
        assert!(one_side.is_some_and(|text| text.contains("reads from `t`")));
        Ok(())
    }

    #[test]
    fn elements_with_values_from_before_may_not() -> Result<(), Box<dyn std::error::Error>> {
        let found = difference(&[("a[i]", "a[n - 1 - i]")])?;
        assert!(found.is_some_and(|text| text.contains("reads from `a` the value of `a[")));
        Ok(())
    }
}
