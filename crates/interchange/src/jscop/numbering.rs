//! Iterators that count from 0 in steps of 1, as those of Polly's statements do.

use polymill_isl as isl;
use polymill_isl::Dim;

use crate::{Error, Result};

/// From the instances of a domain to the numbers of their iterations, `S[i, j] -> [i0, i1]`.
///
/// # Errors
/// [`Error::Unsupported`] if where a loop begins is no affine function of the loops around it; isl's.
pub(super) fn numbered(domain: &isl::Set, valid: &isl::Set) -> Result<isl::Map> {
    let depth = domain.dim(Dim::Set)?;
    let space = domain.get_space()?;
    let mut all = isl::Map::from_domain(&isl::Set::universe(&space)?)?;
    let plain = domain.intersect_params(valid)?;
    for position in 0..depth {
        // { [outer] -> [value] }
        let outer = plain.project_out(Dim::Set, position + 1, depth - position - 1)?.reset_tuple_id()?;
        let stride = outer.get_stride_info(position)?.get_stride()?;
        let values = isl::Map::from_range(&outer)?.move_dims(Dim::In, 0, Dim::Out, 0, position)?;
        let first = values.lexmin_pw_multi_aff()?.get_at(0)?;
        let first = first.gist(&values.domain()?)?.coalesce()?;
        if first.n_piece()? != 1 {
            let name = domain.get_tuple_name()?.unwrap_or_default();
            return Err(Error::unsupported(format!(
                "loop {} around `{name}` does not begin at one place",
                position + 1
            )));
        }
        // To the outer iterators, and to this one.
        let names: Vec<_> = (0..depth).map(|n| format!("i{n}")).collect();
        let tuple = domain.get_tuple_name()?.unwrap_or_default();
        let projected = format!(
            "{{ {tuple}[{}] -> [{}] }}",
            names.join(", "),
            names.get(..position).unwrap_or_default().join(", ")
        );
        let to_outer = isl::MultiAff::read(domain.ctx(), &projected)?;
        let own = format!("{{ {tuple}[{}] -> [(i{position})] }}", names.join(", "));
        let own = isl::PwAff::read(domain.ctx(), &own)?;
        let number = own.sub(&first.pullback_multi_aff(&to_outer)?)?.scale_down_val(&stride)?;
        all = all.flat_range_product(&number.as_map()?)?;
    }
    Ok(all)
}
