//! `share`: lets values of a temporary follow each other in one element.

use polymill_gdg::{Access, ArrayId, Gdg, Storage};
use polymill_isl as isl;

use super::contract::{flow_of, remove_dimension, scope, without_determined, without_outputs};
use crate::{Changed, Error, Pass, PassContext, tree};

/// Removes a dimension of a local array along which each value has been used by the time that the next one is written, as in a
/// running sum: all of them can be in one element.
///
/// That is so in the order of the schedule, and not in the original one, so the schedule becomes the original order: what is compared
/// with it from now on is no more than what the code is made from. Where reductions may be reordered, the two compute different
/// values, and nothing is done.
pub struct Share;

impl Pass for Share {
    fn name(&self) -> &'static str {
        "share"
    }

    fn description(&self) -> &'static str {
        "Lets the values of a temporary share an element where each has been used by the time that the next one is written."
    }

    fn completes(&self) -> bool {
        true
    }

    fn run(&self, gdg: &mut Gdg, _: &mut PassContext<'_>) -> Result<Changed, Error> {
        let mut changed = Changed::No;
        let is_reordered = gdg.dependences.as_ref().is_none_or(|known| !known.relaxations.is_empty());
        if is_reordered || !gdg.aliases.is_empty() {
            return Ok(changed);
        }
        for id in (0..gdg.arrays.len()).map(ArrayId::new) {
            if gdg.array(id).storage != Storage::Local || gdg.array(id).is_scalar() {
                continue;
            }
            if goes_from_loop_to_loop(&gdg.schedule.get_root()?, &flow_of(gdg, id)?)? {
                continue;
            }
            let scope = scope(gdg, id)?;
            for dimension in (0..gdg.array(id).n_dims()).rev() {
                if let Some(reuse) = Reuse::of(gdg, id, dimension, scope.as_ref())? {
                    reuse.apply(gdg)?;
                    if let Some(scope) = &scope {
                        gdg.arrays[id.index()].private = Some(without_determined(scope)?.gist_domain(&gdg.domain()?)?);
                    }
                    changed = Changed::Yes;
                }
            }
        }
        if changed == Changed::Yes {
            gdg.original = gdg.schedule.clone();
        }
        Ok(changed)
    }
}

/// Elements of a local array that differ in one dimension only, and may be one.
struct Reuse {
    id: ArrayId,
    dimension: usize,
    /// Which reads must now come before which writes.
    anti: isl::UnionMap,
    /// Which writes must now come before which.
    output: isl::UnionMap,
}

impl Reuse {
    /// The elements in one dimension, if no value is needed any more when another one is written in its place: an instance reads
    /// before it writes (lifetimes: Lefebvre and Feautrier, _Automatic storage management for parallel programs_, Parallel Computing
    /// 1998). That is so in the order of the schedule: loops that write several of them must not run in parallel or in lanes.
    fn of(gdg: &Gdg, id: ArrayId, dimension: usize, scope: Option<&isl::UnionMap>) -> Result<Option<Self>, Error> {
        let cells = |kind: fn(&Access) -> bool| -> Result<isl::UnionMap, Error> {
            let accesses = gdg.accesses(|access| access.array == id && kind(access))?;
            let others = without_outputs(&accesses, dimension, 1)?;
            Ok(scope.map_or(Ok(others.clone()), |scope| scope.flat_range_product(&others))?)
        };
        let in_order = |pairs: isl::UnionMap| -> Result<isl::UnionMap, Error> {
            Ok(pairs.subtract(&polymill_analysis::violations(&pairs, &gdg.schedule)?)?)
        };
        let (read, written) = (cells(|access| access.kind.is_read())?, cells(|access| access.kind.is_write())?);
        if read.is_empty()? || written.is_empty()? || writes_neighbours(gdg, id, dimension)? {
            return Ok(None);
        }
        // Instances in different children of a set node are in no order: each may come first.
        let may_follow = |pairs: &isl::UnionMap| -> Result<isl::UnionMap, Error> {
            let others = pairs.subtract(&gdg.domain()?.identity()?)?;
            Ok(others.subtract(&in_order(others.reverse()?)?.reverse()?)?)
        };
        let output = may_follow(&written.apply_range(&written.reverse()?)?)?;
        if !polymill_analysis::respects(&output, &gdg.schedule)? {
            return Ok(None);
        }
        for band in tree::bands(&gdg.schedule)? {
            for (position, member) in tree::members(&band)?.iter().enumerate() {
                if band.band_member_get_coincident(position)? && tree::has_differing(&output, member)? {
                    return Ok(None);
                }
            }
        }
        let flow = flow_of(gdg, id)?;
        // Reads that may come after a write in the place of what they read.
        let late = may_follow(&output.reverse()?.apply_range(&flow)?)?;
        if !late.is_empty()? {
            return Ok(None);
        }
        let anti = in_order(read.apply_range(&written.reverse()?)?)?;
        Ok(Some(Self { id, dimension, anti, output }))
    }

    fn apply(self, gdg: &mut Gdg) -> Result<(), Error> {
        remove_dimension(gdg, self.id, self.dimension)?;
        if let Some(dependences) = &mut gdg.dependences {
            dependences.add(&self.anti, &self.output)?;
        }
        Ok(())
    }
}

/// Whether one instance may write several elements that differ in this dimension only.
fn writes_neighbours(gdg: &Gdg, id: ArrayId, dimension: usize) -> Result<bool, Error> {
    let written = gdg.accesses(|access| access.array == id && access.kind.is_write())?;
    for pairs in written.reverse()?.apply_range(&written)?.get_map_list()?.to_vec()? {
        let mut neighbours = pairs.reset_tuple_id(isl::Dim::In)?.reset_tuple_id(isl::Dim::Out)?;
        for other in (0..gdg.array(id).n_dims()).filter(|other| *other != dimension) {
            neighbours = neighbours.equate(isl::Dim::In, other, isl::Dim::Out, other)?;
        }
        if !neighbours.is_subset(&neighbours.equate(isl::Dim::In, dimension, isl::Dim::Out, dimension)?)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether values go from one loop to another one after it: it is not looked at then whether they may share elements.
fn goes_from_loop_to_loop(node: &isl::ScheduleNode, flow: &isl::UnionMap) -> Result<bool, Error> {
    let children = (0..node.n_children()?).map(|position| node.child(position)).collect::<Result<Vec<_>, _>>()?;
    if !matches!(node.get_type()?, isl::ScheduleNodeType::Sequence | isl::ScheduleNodeType::Set) {
        return children.first().map_or(Ok(false), |child| goes_from_loop_to_loop(child, flow));
    }
    let mut loops = vec![];
    for child in &children {
        let instances = child.filter_get_filter()?;
        let leaving = flow.intersect_domain(&instances)?;
        let own = leaving.intersect_range(&instances)?;
        if goes_from_loop_to_loop(child, &own)? {
            return Ok(true);
        }
        if tree::contains_bands(child)? {
            loops.push((instances, leaving));
        }
    }
    for (position, (_, leaving)) in loops.iter().enumerate() {
        for (_, (others, _)) in loops.iter().enumerate().filter(|(other, _)| *other != position) {
            if !leaving.intersect_range(others)?.is_empty()? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}
