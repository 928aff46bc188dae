//! Which statement of one GDG does the work of which one of another.

use polymill_gdg::{Gdg, StatementId};
use polymill_isl as isl;

use super::copied;

/// A statement of the earlier GDG with the same origin.
pub(super) struct Partner {
    pub statement: StatementId,
    /// From the instances of the later statement to those with the same origin.
    pub relation: isl::Map,
}

/// The statements of two GDGs, by their origins.
pub(super) struct Partners {
    /// Statements of the later GDG whose instances all have partners.
    pub of_statement: Vec<(StatementId, Vec<Partner>)>,
    /// Statements of the later GDG that have no partners.
    pub added: Vec<StatementId>,
    /// Statements of the earlier GDG some of whose instances are partners of nobody.
    pub missing: Vec<StatementId>,
    /// Those among them that only move data, and of which nothing is left.
    pub dropped: Vec<StatementId>,
}

impl Partners {
    pub fn of(before: &Gdg, after: &Gdg) -> isl::Result<Self> {
        let valid = after.sizes()?;
        let mut sources = vec![];
        for statement in &before.statements {
            sources.push(statement.source()?);
        }
        let mut left = vec![];
        for statement in &before.statements {
            left.push(statement.domain.intersect_params(&valid)?);
        }
        let (mut of_statement, mut added) = (vec![], vec![]);
        for (index, statement) in after.statements.iter().enumerate() {
            let domain = statement.domain.intersect_params(&valid)?;
            let (source, mut alone) = (statement.source()?, domain.clone());
            let mut partners = vec![];
            for (position, partner) in before.statements.iter().enumerate() {
                if sources[position] != source {
                    continue;
                }
                let origin = statement.origin.intersect_domain(&domain)?;
                let partner = partner.origin.intersect_domain(&partner.domain)?;
                let relation = origin.apply_range(&partner.reverse()?)?;
                if relation.is_empty()? {
                    continue;
                }
                alone = alone.subtract(&relation.domain()?)?;
                left[position] = left[position].subtract(&relation.range()?)?;
                partners.push(Partner { statement: StatementId::new(position), relation });
            }
            if alone.is_empty()? {
                of_statement.push((StatementId::new(index), partners));
            } else {
                added.push(StatementId::new(index));
            }
        }
        let (mut missing, mut dropped) = (vec![], vec![]);
        for (position, left) in left.iter().enumerate() {
            if left.is_empty()? {
                continue;
            }
            let id = StatementId::new(position);
            missing.push(id);
            let has_partner = of_statement.iter().any(|(_, all)| all.iter().any(|partner| partner.statement == id));
            if !has_partner && copied(before.statement(id)).is_some() {
                dropped.push(id);
            }
        }
        Ok(Self { of_statement, added, missing, dropped })
    }

    /// Pairs of instances of the later GDG whose partners are among these.
    pub fn of_partners(&self, pairs: &isl::UnionMap) -> isl::Result<isl::UnionMap> {
        let to_partners = self.to_partners(&pairs.get_space()?)?;
        let from_partners = to_partners.reverse()?;
        to_partners.apply_range(pairs)?.apply_range(&from_partners)
    }

    fn to_partners(&self, space: &isl::Space) -> isl::Result<isl::UnionMap> {
        let mut all = isl::UnionMap::empty(space)?;
        for Partner { relation, .. } in self.of_statement.iter().flat_map(|(_, partners)| partners) {
            all = all.add_map(relation)?;
        }
        Ok(all)
    }

    /// Whether the original order of the later GDG runs any two instances as that of the earlier one runs their partners. If
    /// this cannot be seen easily, it is said not to.
    pub fn is_same_order(&self, before: &Gdg, after: &Gdg) -> isl::Result<bool> {
        if before.original.plain_is_equal(&after.original)? {
            return Ok(true);
        }
        let to_partners = self.to_partners(&after.context.get_space()?)?;
        if !to_partners.is_single_valued()? {
            return Ok(false);
        }
        let expected = to_partners.apply_range(&before.original.get_map()?)?;
        let found = after.original.get_map()?.intersect_domain(&to_partners.domain()?)?;
        if found.is_equal(&expected)? {
            return Ok(true);
        }
        let (Some(n_found), Some(n_expected)) = (n_dims(&found)?, n_dims(&expected)?) else { return Ok(false) };
        let Some(n_inner) = n_found.checked_sub(n_expected) else { return Ok(false) };
        // What stands further inside only orders instances that had the same place.
        let mut outer = isl::UnionMap::empty(&found.get_space()?)?;
        for map in found.get_map_list()?.to_vec()? {
            outer = outer.add_map(&map.project_out(isl::Dim::Out, n_expected, n_inner)?)?;
        }
        outer.is_equal(&expected)
    }
}

/// The number of dimensions of the places in an order, if there are any instances.
fn n_dims(order: &isl::UnionMap) -> isl::Result<Option<usize>> {
    let maps = order.get_map_list()?.to_vec()?;
    maps.first().map(|map| map.dim(isl::Dim::Out)).transpose()
}
