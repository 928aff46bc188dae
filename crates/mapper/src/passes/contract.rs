//! `contract`: takes away the dimensions of temporaries that the order does not need.

use std::collections::BTreeSet;

use polymill_gdg::{Array, ArrayId, BinaryOp, Expr, Gdg, Projection, Storage};
use polymill_isl as isl;

use crate::orders::distribute::STRIP;
use crate::questions::window::subscript;
use crate::{Changed, Error, Pass, PassContext, tree};

/// Removes a dimension of a local array where all statements that use it stand under common loops which determine the
/// subscript and pass no value through the array from one iteration to the next: the array can then be declared inside
/// these loops. Where they leave the subscripts of a strip, so many elements remain.
pub struct Contract;

impl Pass for Contract {
    fn name(&self) -> &'static str {
        "contract"
    }

    fn description(&self) -> &'static str {
        "Removes the dimensions of temporaries that the chosen order does not need, so that they are declared inside the \
         loops that use them."
    }

    fn completes(&self) -> bool {
        true
    }

    fn run(&self, gdg: &mut Gdg, _: &mut PassContext<'_>) -> Result<Changed, Error> {
        contract(gdg)
    }
}

/// Contracts all local arrays. The dependences stay what they are: that the smaller arrays are private keeps their elements apart as
/// before.
pub(crate) fn contract(gdg: &mut Gdg) -> Result<Changed, Error> {
    remove_dimensions(gdg, |array| array.storage == Storage::Local)
}

/// The GDG in another order, with the temporaries that this order needs.
///
/// # Errors
/// isl's.
pub(crate) fn contracted(gdg: &Gdg, schedule: &isl::Schedule) -> Result<Gdg, Error> {
    let mut contracted = Gdg { schedule: schedule.clone(), ..gdg.clone() };
    contract(&mut contracted)?;
    Ok(contracted)
}

/// Whether a schedule leaves temporaries with as many elements as only data say.
///
/// # Errors
/// isl's.
pub(crate) fn keeps_unknown_sizes(gdg: &Gdg, schedule: &isl::Schedule) -> Result<bool, Error> {
    let unknown = gdg.params.iter().filter(|param| param.static_bound().is_some_and(|bound| bound.value.is_none()));
    let unknown: Vec<_> =
        unknown.map(|param| isl::Id::new(gdg.context.ctx(), &param.name)).collect::<Result<_, _>>()?;
    let is_unknown = |array: &Array| {
        let mut extents = array.extents.iter().flatten();
        array.storage == Storage::Local
            && extents.any(|extent| unknown.iter().any(|param| extent.involves_param_id(param).unwrap_or(true)))
    };
    if !gdg.arrays.iter().any(is_unknown) {
        return Ok(false);
    }
    let mut contracted = Gdg { schedule: schedule.clone(), ..gdg.clone() };
    remove_dimensions(&mut contracted, is_unknown)?;
    Ok(contracted.arrays.iter().any(is_unknown))
}

fn remove_dimensions(gdg: &mut Gdg, of_interest: impl Fn(&Array) -> bool) -> Result<Changed, Error> {
    let mut changed = Changed::No;
    for index in 0..gdg.arrays.len() {
        let id = ArrayId::new(index);
        if !of_interest(gdg.array(id)) {
            continue;
        }
        let Some(scope) = scope(gdg, id)? else { continue };
        let mut is_smaller = false;
        for dimension in (0..gdg.array(id).n_dims()).rev() {
            let subscripts = subscripts(gdg, id, dimension, &scope)?;
            if polymill_analysis::is_function(&subscripts)? {
                remove_dimension(gdg, id, dimension)?;
                is_smaller = true;
            } else if let Some(size) = size_of_strip(&subscripts)?
                && is_larger(gdg.array(id), dimension, size)?
            {
                fold_dimension(gdg, id, dimension, size)?;
                is_smaller = true;
            }
        }
        if is_smaller {
            gdg.arrays[index].private = Some(without_determined(&scope)?.gist_domain(&gdg.domain()?)?);
            changed = Changed::Yes;
        }
    }
    Ok(changed)
}

/// The loops around all uses of the array that pass no value through it.
pub(super) fn scope(gdg: &Gdg, id: ArrayId) -> Result<Option<isl::UnionMap>, Error> {
    let mut users = isl::UnionSet::empty(&gdg.context.get_space()?)?;
    let mut names = BTreeSet::new();
    for statement in &gdg.statements {
        if statement.accesses.iter().any(|access| access.array == id) {
            users = users.union(&statement.domain.to_union_set()?)?;
            names.insert(statement.name.clone());
        }
    }
    if names.is_empty() {
        return Ok(None);
    }
    let flow = flow_of(gdg, id)?;
    let mut prefix: Option<isl::UnionMap> = None;
    let mut node = gdg.schedule.get_root()?;
    loop {
        match node.get_type()? {
            isl::ScheduleNodeType::Band => {
                for member in tree::members(&node)? {
                    if tree::has_differing(&flow, &member)? {
                        return Ok(prefix);
                    }
                    let map = isl::UnionMap::from_union_pw_aff(&member)?.intersect_domain(&users)?;
                    prefix = Some(match prefix {
                        None => map,
                        Some(prefix) => prefix.flat_range_product(&map)?,
                    });
                }
                node = node.child(0)?;
            }
            isl::ScheduleNodeType::Sequence | isl::ScheduleNodeType::Set => {
                let mut inside = None;
                for position in 0..node.n_children()? {
                    let child = node.child(position)?;
                    if users.is_subset(&child.filter_get_filter()?)? {
                        inside = Some(child);
                    }
                }
                match inside {
                    Some(child) => node = child,
                    None => return Ok(prefix),
                }
            }
            isl::ScheduleNodeType::Leaf => return Ok(prefix),
            _ => node = node.child(0)?,
        }
    }
}

/// The instances between which values flow through an array.
pub(super) fn flow_of(gdg: &Gdg, id: ArrayId) -> Result<isl::UnionMap, Error> {
    match polymill_analysis::recorded_flow(gdg, id)? {
        Some(flow) => Ok(flow),
        None => Ok(polymill_analysis::array_flow(gdg, id)?.flow),
    }
}

/// The iterations without the loops whose iterations the others determine, as a tile is by the points in it.
pub(super) fn without_determined(iterations: &isl::UnionMap) -> Result<isl::UnionMap, Error> {
    let mut kept = iterations.clone();
    let n = |iterations: &isl::UnionMap| -> Result<usize, Error> {
        let maps = iterations.get_map_list()?.to_vec()?;
        Ok(maps.first().map(|map| map.dim(isl::Dim::Out)).transpose()?.unwrap_or(0))
    };
    let mut position = 0;
    while position < n(&kept)? {
        let others = without_outputs(&kept, position, 1)?;
        let own = without_outputs(&kept, position + 1, n(&kept)? - position - 1)?;
        let own = without_outputs(&own, 0, position)?;
        if polymill_analysis::is_function(&others.reverse()?.apply_range(&own)?)? {
            kept = others;
        } else {
            position += 1;
        }
    }
    Ok(kept)
}

pub(super) fn without_outputs(map: &isl::UnionMap, first: usize, n: usize) -> Result<isl::UnionMap, Error> {
    let mut result = isl::UnionMap::empty(&map.get_space()?)?;
    for map in map.get_map_list()?.to_vec()? {
        result = result.add_map(&map.project_out(isl::Dim::Out, first, n)?)?;
    }
    Ok(result)
}

/// The values of a subscript for each iteration of the loops of the scope.
fn subscripts(gdg: &Gdg, id: ArrayId, dimension: usize, scope: &isl::UnionMap) -> Result<isl::UnionMap, Error> {
    let accesses = gdg.accesses(|access| access.array == id)?;
    let mut values = isl::UnionMap::empty(&gdg.context.get_space()?)?;
    for map in scope.reverse()?.apply_range(&accesses)?.get_map_list()?.to_vec()? {
        values = values.union(&subscript(&map, dimension)?.to_union_map()?)?;
    }
    Ok(values)
}

/// Whether the array has more elements in a dimension than `size`, as far as known.
fn is_larger(array: &Array, dimension: usize, size: i64) -> Result<bool, Error> {
    let Some(extent) = &array.extents[dimension] else { return Ok(true) };
    let largest = extent.max_val()?;
    Ok(!largest.is_int()? || largest.cmp_si(size)? > 0)
}

/// How many values there are for one iteration, if they are those of a strip: from a multiple of their number up to the next one.
/// Lowering then knows their remainders.
fn size_of_strip(values: &isl::UnionMap) -> Result<Option<i64>, Error> {
    if values.is_empty()? {
        return Ok(None);
    }
    let pairs = isl::Map::from_union_map(&values.reverse()?.apply_range(values)?)?;
    let longest = pairs.deltas()?.dim_max_val(0)?;
    if !longest.is_int()? || longest.cmp_si(STRIP)? >= 0 {
        return Ok(None);
    }
    let size = longest.get_num_si()? + 1;
    let strips = isl::UnionMap::read(values.ctx(), &format!("{{ [v] -> [floor(v/{size})] }}"))?;
    Ok(polymill_analysis::is_function(&values.apply_range(&strips)?)?.then_some(size))
}

/// Lets subscripts that differ by multiples of a size stand for the same elements (modular mapping: Lefebvre and Feautrier,
/// _Automatic storage management for parallel programs_, Parallel Computing 1998).
pub(crate) fn fold_dimension(gdg: &mut Gdg, id: ArrayId, dimension: usize, size: i64) -> Result<(), Error> {
    let extent = gdg.read_function(&format!("{{ [({size})] }}"))?;
    let array = &mut gdg.arrays[id.index()];
    let name = array.name.clone();
    array.extents[dimension] = Some(extent);
    let before: Vec<_> = (0..array.n_dims()).map(|position| format!("i{position}")).collect();
    let mut after = before.clone();
    after[dimension] = format!("i{dimension} mod {size}");
    let folded = format!("{{ {name}[{}] -> {name}[{}] }}", before.join(", "), after.join(", "));
    let folded = isl::Map::read(gdg.context.ctx(), &folded)?;
    for statement in &mut gdg.statements {
        for access in statement.accesses.iter_mut().filter(|access| access.array == id) {
            access.relation = access.relation.apply_range(&folded)?;
            if let Some(subscript) = access.subscripts.get_mut(dimension) {
                let size = Expr::int(subscript.ty, size.into());
                *subscript = Expr::binary(subscript.ty, BinaryOp::Rem, subscript.clone(), size);
            }
        }
    }
    Ok(())
}

pub(super) fn remove_dimension(gdg: &mut Gdg, id: ArrayId, dimension: usize) -> Result<(), Error> {
    let array = &mut gdg.arrays[id.index()];
    let name = array.name.clone();
    array.extents.remove(dimension);
    if let Some(position) = array.place.projections.iter().rposition(|one| *one == Projection::Subscript) {
        array.place.projections.remove(position);
    }
    for statement in &mut gdg.statements {
        for access in statement.accesses.iter_mut().filter(|access| access.array == id) {
            access.relation =
                access.relation.project_out(isl::Dim::Out, dimension, 1)?.set_tuple_name(isl::Dim::Out, &name)?;
            if !access.subscripts.is_empty() {
                access.subscripts.remove(dimension);
            }
        }
    }
    Ok(())
}
