//! Rolling windows: buffers that hold, of a dimension along which tiles move, only what is still needed.

use polymill_gdg::{Access, ArrayId, Gdg};
use polymill_isl as isl;

use crate::Error;
use crate::passes::fold_dimension;
use crate::questions::window::subscript;

/// Lets elements of local arrays stand for each other whose distance in a dimension is a multiple of a number, such that no two
/// do of which values are needed at once (modular mapping: Lefebvre and Feautrier, "Automatic storage management for parallel
/// programs", Parallel Computing 1998). `times` has the place of each instance, `S[i, tile] -> [..., step]`: at each of the
/// steps, which are the last dimension, all writes may come before all reads. Values are not needed from other places than those
/// that differ in the step.
///
/// # Errors
/// isl's.
pub(super) fn roll(gdg: &mut Gdg, id: ArrayId, times: &isl::UnionMap) -> Result<(), Error> {
    for dimension in 0..gdg.array(id).n_dims() {
        let Some(n) = n_at_once(gdg, id, dimension, times)? else { continue };
        let extent = gdg.array(id).extents[dimension].as_ref();
        let most = extent.map(|extent| extent.intersect_params(&gdg.context)?.max_val()).transpose()?;
        let is_smaller = match most {
            Some(most) if most.is_int()? => most.cmp_si(n)? > 0,
            _ => true,
        };
        if n > 1 && is_smaller {
            fold_dimension(gdg, id, dimension, n)?;
        }
    }
    Ok(())
}

/// How many neighbouring values of a subscript are needed at once: from one that is still read to the largest that is written
/// already. `None` if that is not bounded, or depends on parameters.
fn n_at_once(gdg: &Gdg, id: ArrayId, dimension: usize, times: &isl::UnionMap) -> Result<Option<i64>, Error> {
    let subscripts = |select: &dyn Fn(&Access) -> bool| -> Result<Option<isl::Map>, Error> {
        let accesses = gdg.accesses(|access| access.array == id && select(access))?;
        let values = times.reverse()?.apply_range(&accesses)?;
        let maps = values.get_map_list()?.to_vec()?;
        let [values] = maps.as_slice() else { return Ok(None) };
        Ok(Some(subscript(values, dimension)?))
    };
    let reads = subscripts(&|access| access.kind.is_read())?;
    let writes = subscripts(&|access| access.kind.is_write())?;
    let (Some(reads), Some(writes)) = (reads, writes) else { return Ok(None) };
    // { [..., step] -> [..., earlier or the same step] }
    let n = reads.dim(isl::Dim::In)?;
    let mut earlier = isl::Map::universe(&reads.get_space()?.domain()?.map_from_set()?)?;
    for position in 0..n - 1 {
        earlier = earlier.equate(isl::Dim::In, position, isl::Dim::Out, position)?;
    }
    let earlier = earlier.order_ge(isl::Dim::In, n - 1, isl::Dim::Out, n - 1)?;
    // { written - read }
    let pairs = reads.range_product(&earlier.apply_range(&writes)?)?.range()?.unwrap()?;
    let farthest = pairs.deltas()?.dim_max_val(0)?;
    Ok(if farthest.is_int()? { Some(farthest.to_i64()? + 1) } else { None })
}
