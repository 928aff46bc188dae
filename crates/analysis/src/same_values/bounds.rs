//! Whether local arrays are large enough for what goes to them now.

use std::collections::BTreeSet;

use polymill_gdg::{Access, AccessKind, Gdg, Statement, Storage};
use polymill_isl as isl;

use super::partners::{Partner, Partners};

/// A local array, among those that are affected, that does not have all elements that are used; instances that left the sizes of
/// their arrays before do not count, for what the source does then has no meaning.
pub(super) fn used_outside(
    [before, after]: [&Gdg; 2],
    partners: &Partners,
    affected: &BTreeSet<String>,
) -> isl::Result<Option<String>> {
    for (id, partners) in &partners.of_statement {
        let statement = after.statement(*id);
        for (position, access) in statement.accesses.iter().enumerate() {
            let array = after.array(access.array);
            if array.storage != Storage::Local || !affected.contains(&array.name) {
                continue;
            }
            let mut wrong = outside(after, statement, access)?;
            for Partner { statement, relation } in partners {
                if wrong.is_empty()? {
                    break;
                }
                let partner = before.statement(*statement);
                let known = outside(before, partner, &partner.accesses[position])?;
                wrong = wrong.subtract(&relation.intersect_range(&known)?.domain()?)?;
            }
            if !wrong.is_empty()? {
                return Ok(Some(array.name.clone()));
            }
        }
    }
    Ok(None)
}

/// The instances of a statement in which an exact access goes outside of its array's sizes, where these are known.
fn outside(gdg: &Gdg, statement: &Statement, access: &Access) -> isl::Result<isl::Set> {
    let valid = gdg.sizes()?;
    let domain = statement.domain.intersect_params(&valid)?;
    let mut found = domain.subtract(&domain)?;
    if !matches!(access.kind, AccessKind::Read | AccessKind::MustWrite) {
        return Ok(found);
    }
    let array = gdg.array(access.array);
    let elements = access.relation.intersect_domain(&domain)?;
    for (dimension, extent) in array.extents.iter().enumerate() {
        let Some(extent) = extent else { continue };
        let own = elements.reset_tuple_id(isl::Dim::Out)?;
        let own = own.project_out(isl::Dim::Out, dimension + 1, array.n_dims() - dimension - 1)?;
        let own = own.project_out(isl::Dim::Out, 0, dimension)?;
        let below = own.upper_bound_si(isl::Dim::Out, 0, -1)?;
        // { [x] : extent <= x }
        let size = isl::Set::from_pw_aff(extent)?;
        let above = isl::Map::lex_le(&size.get_space()?)?.intersect_domain(&size)?.range()?;
        found = found.union(&below.domain()?)?.union(&own.intersect_range(&above)?.domain()?)?;
    }
    Ok(found)
}
