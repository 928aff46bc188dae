//! Tiles of several stages together, which overlap in all but the last ones.

use std::ops::Range;

use polymill_gdg::{Gdg, Iterator, ScalarType};
use polymill_isl as isl;

use super::cuts::Cuts;
use super::groups::Group;
use super::stages::{Stage, Stages, outermost_band};
use crate::passes::{contract, localize};
use crate::questions::window::Window;
use crate::tree::in_sequence;
use crate::{Changed, Error, tree};

/// The instances of a stage that a tile runs.
pub(super) struct Part {
    /// `S[i, j] -> [tile, ...]`
    pub tiles: isl::UnionMap,
    /// For each of the stage's members, what a tile runs of it.
    pub windows: Vec<Option<Window>>,
}

/// Tiles the stages of each group together: the statements of a group run once for each tile that needs them, and leave what only
/// others of them need in buffers of the tile. `None` if that is not possible.
///
/// The stages whose values leave a group are cut into tiles. Of each other one, from the last to the first, a tile runs what
/// the later ones in it need: the iterations between the first and the last of them, in each loop, which usually is a constant
/// number (post-tiling fusion as by Zhao and Di, "Optimizing the memory hierarchy by compositing automatic transformations on
/// computations and data", MICRO 2020). What two tiles need is computed in both.
///
/// # Errors
/// isl's.
pub(super) fn tile(stages: &Stages<'_>, groups: &[Group]) -> Result<Option<Gdg>, Error> {
    let mut gdg = stages.gdg.clone();
    let mut order: Option<isl::Schedule> = None;
    let mut buffers = vec![];
    let mut position = 0;
    while position < stages.all.len() {
        let (next, end) = match groups.iter().find(|group| group.stages.start == position) {
            Some(group) => {
                let Some((tiled, tile_of)) = tile_group(&mut gdg, stages, group)? else { return Ok(None) };
                buffers.extend(stages.temporaries(&group.stages).into_iter().map(|id| (id, tile_of.clone())));
                (tiled, group.stages.end)
            }
            None => (stages.all[position].schedule.clone(), position + 1),
        };
        order = Some(in_sequence(order, next)?);
        position = end;
    }
    let Some(order) = order else { return Ok(None) };
    remove_unneeded(&mut gdg, &order)?;
    (gdg.original, gdg.schedule) = (order.clone(), order);
    gdg.dependences = None;
    for (id, tile_of) in buffers {
        if localize(&mut gdg, id, &tile_of)? == Changed::No {
            return Ok(None);
        }
    }
    gdg.dependences = Some(polymill_analysis::dependences(&gdg)?);
    contract(&mut gdg)?;
    Ok(Some(gdg))
}

/// Removes statements that no tile runs, as nobody uses what they write: borders of intermediate images, for instance.
fn remove_unneeded(gdg: &mut Gdg, order: &isl::Schedule) -> Result<(), Error> {
    let run = order.get_domain()?;
    let mut needed = vec![];
    for statement in std::mem::take(&mut gdg.statements) {
        if !run.is_disjoint(&statement.domain.to_union_set()?)? {
            needed.push(statement);
        }
    }
    gdg.statements = needed;
    Ok(())
}

/// Replaces the statements of a group; returns their order, and the tile of each instance.
fn tile_group(
    gdg: &mut Gdg,
    stages: &Stages<'_>,
    group: &Group,
) -> Result<Option<(isl::Schedule, isl::UnionMap)>, Error> {
    let Some(parts) = parts(stages, &group.stages, &group.cuts)? else { return Ok(None) };
    let names = tile_names(stages, group.stages.end - 1, &group.sizes)?;
    let mut tiles = isl::UnionMap::empty(&gdg.context.get_space()?)?;
    let mut order: Option<isl::Schedule> = None;
    for (stage, part) in stages.all[group.stages.clone()].iter().zip(&parts) {
        let copied = copy(gdg, stages, part, &names)?;
        order = Some(in_sequence(order, copied_order(stage, part, &copied)?)?);
        tiles = tiles.union(&copied.tiles)?;
    }
    let Some(order) = order else { return Ok(None) };
    Ok(Some((order.insert_partial_schedule(&tiles.as_multi_union_pw_aff()?)?, tiles)))
}

/// What a tile runs of each stage.
fn parts(stages: &Stages<'_>, group: &Range<usize>, cuts: &Cuts) -> Result<Option<Vec<Part>>, Error> {
    let mut parts: Vec<Part> = vec![];
    let mut all_tiles: Option<isl::UnionSet> = None;
    for position in group.clone().rev() {
        let stage = &stages.all[position];
        let mut tiles = isl::UnionMap::empty(&stages.gdg.context.get_space()?)?;
        let cut_of_stage = cuts.of_stage(position);
        let is_kept = cut_of_stage.is_some();
        if let Some(members) = cut_of_stage {
            let Some(cut) = cut(stage, members)? else { return Ok(None) };
            let range = cut.range()?;
            all_tiles = Some(match all_tiles {
                Some(tiles) => tiles.union(&range)?.coalesce()?,
                None => range,
            });
            tiles = cut;
        }
        for (later, part) in (position + 1..group.end).zip(parts.iter().rev()) {
            let Some(flow) = stages.flow(position, later) else { continue };
            if is_kept {
                return Ok(None);
            }
            tiles = tiles.union(&flow.apply_range(&part.tiles)?)?;
        }
        let (Some(windows), Some(all_tiles)) = (windows(stage, &tiles, &stages.valid)?, &all_tiles) else {
            return Ok(None);
        };
        if !is_kept {
            tiles = within(stage, &windows, all_tiles)?;
        }
        parts.push(Part { tiles, windows });
    }
    parts.reverse();
    Ok(Some(parts))
}

/// The tile of each instance of a stage, of which so many iterations of these members are in a tile.
pub(super) fn cut(stage: &Stage, members: &[(usize, u32)]) -> Result<Option<isl::UnionMap>, Error> {
    let mut tiles: Option<isl::UnionMap> = None;
    for (position, size) in members {
        let Some(member) = stage.members.get(*position) else { return Ok(None) };
        let into_tiles = format!("{{ [v] -> [floor(v/{size})] }}");
        let into_tiles = isl::UnionMap::read(member.ctx(), &into_tiles)?;
        let own = isl::UnionMap::from_union_pw_aff(member)?.intersect_domain(&stage.instances)?;
        let own = own.apply_range(&into_tiles)?;
        tiles = Some(match tiles {
            Some(tiles) => tiles.flat_range_product(&own)?,
            None => own,
        });
    }
    Ok(tiles)
}

/// For each member of a stage the window that holds what the tiles need; `None` if they need nothing.
pub(super) fn windows(
    stage: &Stage,
    tiles: &isl::UnionMap,
    valid: &isl::Set,
) -> Result<Option<Vec<Option<Window>>>, Error> {
    if tiles.is_empty()? {
        return Ok(None);
    }
    let mut found = vec![];
    for member in &stage.members {
        let values = tiles.reverse()?.apply_range(&isl::UnionMap::from_union_pw_aff(member)?)?;
        found.push(Window::of(&isl::Map::from_union_map(&values)?, valid)?);
    }
    Ok(Some(found))
}

/// The tiles that run each instance, if they run all of their windows. When there are no tiles at all does not matter for a stage
/// that nobody needs then.
pub(super) fn within(
    stage: &Stage,
    windows: &[Option<Window>],
    all_tiles: &isl::UnionSet,
) -> Result<isl::UnionMap, Error> {
    let all_tiles = isl::Set::from_union_set(all_tiles)?.simple_hull()?.to_set()?;
    let n_dims = all_tiles.dim(isl::Dim::Set)?;
    let all_tiles = all_tiles.drop_constraints_not_involving_dims(isl::Dim::Set, 0, n_dims)?;
    let mut tiles = isl::UnionMap::from_domain_and_range(&stage.instances, &all_tiles.to_union_set()?)?;
    for (member, window) in stage.members.iter().zip(windows) {
        let Some(window) = window else { continue };
        let of_values = window.values()?.reverse()?.to_union_map()?;
        tiles = tiles.intersect(&isl::UnionMap::from_union_pw_aff(member)?.apply_range(&of_values)?)?;
    }
    Ok(tiles)
}

/// Statements that run once for each tile.
pub(super) struct Copied {
    instances: isl::UnionSet,
    /// `S_1[i, tile] -> S[i]`
    origins: isl::UnionMap,
    /// `S_1[i, tile] -> [tile]`
    pub tiles: isl::UnionMap,
}

/// Replaces the statements of a part by those that run once for each tile.
pub(super) fn copy(gdg: &mut Gdg, stages: &Stages<'_>, part: &Part, names: &[String]) -> Result<Copied, Error> {
    let space = gdg.context.get_space()?;
    let (origins, tiles) = (isl::UnionMap::empty(&space)?, isl::UnionMap::empty(&space)?);
    let mut copied = Copied { instances: isl::UnionSet::empty(&space)?, origins, tiles };
    for map in part.tiles.get_map_list()?.to_vec()? {
        let old_name = map.get_tuple_name(isl::Dim::In)?.unwrap_or_default();
        let (Some(id), Some(old)) = (gdg.statement_named(&old_name), stages.gdg.statement_named(&old_name)) else {
            return Err(Error::Bug(format!("there is no statement `{old_name}`")));
        };
        let statement = stages.gdg.statement(old);
        let name = gdg.fresh_name(&old_name);
        let domain = map.coalesce()?.wrap()?.flatten()?.set_tuple_name(&name)?.gist_params(&stages.valid)?;
        let iterators = names.iter().map(|name| Iterator { name: name.clone(), ty: ScalarType::I32, span: None });
        let new = statement.copied(domain, iterators)?;
        let depth = statement.depth();
        let identity = isl::Map::identity(&new.domain.get_space()?.map_from_set()?)?;
        let origin =
            identity.project_out(isl::Dim::Out, depth, names.len())?.set_tuple_name(isl::Dim::Out, &old_name)?;
        let tile = identity.project_out(isl::Dim::Out, 0, depth)?.reset_tuple_id(isl::Dim::Out)?;
        copied.instances = copied.instances.union(&new.domain.to_union_set()?)?;
        copied.origins = copied.origins.add_map(&origin)?;
        copied.tiles = copied.tiles.add_map(&tile)?;
        gdg.statements[id.index()] = new;
    }
    Ok(copied)
}

/// Names for the iterators that count tiles, after those of the last stage: doubled letters, as for other loops over tiles.
pub(super) fn tile_names(stages: &Stages<'_>, last: usize, sizes: &[u32]) -> Result<Vec<String>, Error> {
    let gdg = stages.gdg;
    let last = tree::statements_in(gdg, &stages.all[last].instances)?;
    let iterators = last.first().map(|statement| statement.iterators.as_slice()).unwrap_or_default();
    let is_known = |name: &str| {
        let mut iterators = gdg.statements.iter().flat_map(|statement| &statement.iterators);
        iterators.any(|iterator| iterator.name == name)
    };
    let name = |iterator: Option<&Iterator>| {
        let wanted = match iterator {
            Some(Iterator { name, .. }) if name.chars().count() == 1 => name.repeat(2),
            Some(Iterator { name, .. }) => format!("{name}_tile"),
            None => "tile".to_owned(),
        };
        if is_known(&wanted) { gdg.fresh_name(&wanted) } else { gdg.free_name(&wanted) }
    };
    let tiled = sizes.iter().enumerate().filter(|(_, size)| **size > 0);
    Ok(tiled.map(|(position, _)| name(iterators.get(position))).collect())
}

/// The order of a stage's instances within a tile. Its loops count from the begin of the tile.
pub(super) fn copied_order(stage: &Stage, part: &Part, copied: &Copied) -> Result<isl::Schedule, Error> {
    let origins = copied.origins.as_union_pw_multi_aff()?;
    let order = stage.schedule.pullback_union_pw_multi_aff(&origins)?.intersect_domain(&copied.instances)?;
    let band = outermost_band(&order)?;
    let mut members = tree::members(&band)?;
    for (member, window) in members.iter_mut().zip(&part.windows) {
        if let Some(window) = window {
            let first = isl::Map::from_aff(&window.first)?.to_union_map()?;
            let first = copied.tiles.apply_range(&first)?.as_multi_union_pw_aff()?.get_at(0)?;
            *member = member.sub(&first)?;
        }
    }
    Ok(tree::insert_band(&band.delete()?, &members)?.get_schedule()?)
}
