//! Which statement of one GDG does the work of which one of another.

use std::collections::BTreeMap;

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
        let mut left = vec![];
        for statement in &before.statements {
            left.push(statement.domain.intersect_params(&valid)?);
        }
        let (mut of_statement, mut added) = (vec![], vec![]);
        for (index, statement) in after.statements.iter().enumerate() {
            let domain = statement.domain.intersect_params(&valid)?;
            let origin = statement.origin.intersect_domain(&domain.to_union_set()?)?;
            let mut alone = domain;
            let mut partners = vec![];
            for (position, partner) in before.statements.iter().enumerate() {
                let partner = partner.origin.intersect_domain(&partner.domain.to_union_set()?)?;
                let relation = origin.apply_range(&partner.reverse()?)?;
                if relation.is_empty()? {
                    continue;
                }
                let relation = relation.as_map()?;
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
        let (found, expected) = without_positions(found, expected)?;
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

/// Two orders without the positions in the outermost sequence, where others stand in that of the first one: those of both if they are in
/// the same order, or those of the first if they are all the same.
fn without_positions(found: isl::UnionMap, expected: isl::UnionMap) -> isl::Result<(isl::UnionMap, isl::UnionMap)> {
    let Some(own) = positions(&found)? else { return Ok((found, expected)) };
    if own.values().all(|position| Some(position) == own.values().next()) && n_dims(&found)? > n_dims(&expected)? {
        return Ok((inside(&found)?, expected));
    }
    let Some(others) = positions(&expected)? else { return Ok((found, expected)) };
    let mut pairs: Vec<_> = own.iter().filter_map(|(name, position)| Some((*position, *others.get(name)?))).collect();
    pairs.sort_unstable();
    pairs.dedup();
    let is_same = pairs.is_sorted_by(|a, b| a.0 < b.0 && a.1 < b.1);
    Ok(if is_same { (inside(&found)?, inside(&expected)?) } else { (found, expected) })
}

/// For each statement the first dimension of its places, if that is always a number.
fn positions(order: &isl::UnionMap) -> isl::Result<Option<BTreeMap<String, i64>>> {
    let mut positions = BTreeMap::new();
    for map in order.get_map_list()?.to_vec()? {
        if map.dim(isl::Dim::Out)? == 0 {
            return Ok(None);
        }
        let value = map.plain_get_val_if_fixed(isl::Dim::Out, 0)?;
        if !value.is_int()? {
            return Ok(None);
        }
        positions.insert(map.get_tuple_name(isl::Dim::In)?.unwrap_or_default(), value.to_i64()?);
    }
    Ok(Some(positions))
}

/// An order without the first dimension of its places.
fn inside(order: &isl::UnionMap) -> isl::Result<isl::UnionMap> {
    let mut all = isl::UnionMap::empty(&order.get_space()?)?;
    for map in order.get_map_list()?.to_vec()? {
        all = all.add_map(&map.project_out(isl::Dim::Out, 0, 1)?)?;
    }
    Ok(all)
}

/// The number of dimensions of the places in an order, if there are any instances.
fn n_dims(order: &isl::UnionMap) -> isl::Result<Option<usize>> {
    let maps = order.get_map_list()?.to_vec()?;
    maps.first().map(|map| map.dim(isl::Dim::Out)).transpose()
}
