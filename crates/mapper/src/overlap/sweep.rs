//! Sweeps: strips of several stages together, each run along one dimension with rolling windows, and what strips have in common
//! stored, or computed again.

use std::collections::BTreeSet;
use std::ops::Range;

use polymill_analysis::same_values;
use polymill_gdg::{Access, AccessKind, ArrayId, Gdg, Iterator, ScalarType, Statement};
use polymill_isl as isl;

use super::cuts::Cuts;
use super::design::{Design, Overlap, Sweep};
use super::inputs::{Inputs, copy_inputs, give_sizes, use_instead};
use super::needs::Needs;
use super::roll::roll;
use super::stages::{Stage, Stages};
use super::tiles::{Part, copied_order, copy, cut, tile_names, windows, within};
use crate::passes::{contract, localize};
use crate::questions::moves::{counters, iterator, local_like, move_statement, order_of};
use crate::tree::in_sequence;
use crate::{Changed, Error, Recompute, tree};

/// Values are not handed from strip to strip more often.
const MAX_WAIT: i64 = 40;

/// Runs all stages of a GDG, whose dependences are known, strip by strip: for each strip, step by step along the last but one of
/// the outer loops, each stage computes what the later ones need next (section 3.1 of the paper, whose "inter-tile dimension" the
/// steps are). Inputs are copied into buffers, too. Buffers keep what later steps still need and no more.
///
/// Proven to compute the same values.
///
/// # Errors
/// [`Error::Unsupported`] if the stages cannot be run so; isl's.
pub fn sweep(gdg: &Gdg, design: &Design) -> Result<Sweep, Error> {
    let Some(dependences) = &gdg.dependences else {
        return Err(Error::Bug("strips need the dependences".to_owned()));
    };
    if !gdg.aliases.is_empty() {
        return Err(unsupported("arrays may overlap"));
    }
    let order = tree::widen_bands(&gdg.original, &dependences.ordering()?)?;
    let mut not_copied = BTreeSet::new();
    let sweep = loop {
        let inputs = copy_inputs(gdg, &order, &not_copied)?;
        match sweep_with(&inputs, design)? {
            Attempt::Done(sweep) => break sweep,
            // It stays in memory.
            Attempt::NeededByEachStep(stage) if stage < inputs.copies.len() => {
                not_copied.insert(inputs.copies[stage].1)
            }
            Attempt::NeededByEachStep(_) => return Err(unsupported("each step needs all that a stage computes")),
        };
    };
    match same_values(gdg, &sweep.gdg)? {
        None => Ok(sweep),
        Some(difference) => Err(Error::Bug(format!("strips are not what they should be: {difference}"))),
    }
}

/// What became of an attempt to run stages strip by strip.
enum Attempt<T> {
    Done(T),
    /// Each step needs all values of the stage at this position.
    NeededByEachStep(usize),
}

fn sweep_with(inputs: &Inputs, design: &Design) -> Result<Attempt<Sweep>, Error> {
    let Some(dependences) = &inputs.gdg.dependences else {
        return Err(unsupported("the region reads nothing of which strips need a part"));
    };
    let order = tree::widen_bands(&inputs.gdg.original, &dependences.ordering()?)?;
    let stages = Stages::of(&inputs.gdg, &order, dependences, &Recompute::default())?
        .ok_or_else(|| unsupported("no stage leaves values for another one only"))?;
    let source = |id: ArrayId| inputs.copies.iter().find(|(copy, _)| *copy == id).map(|(_, source)| *source);
    let overlap_of = |id: ArrayId| {
        let name = &inputs.gdg.array(source(id).unwrap_or(id)).name;
        let said = design.arrays.get(name).copied().unwrap_or(design.overlap);
        // An input is in memory, where the next strip finds it.
        if source(id).is_some() && said == Overlap::Global { Overlap::Recompute } else { said }
    };
    let group = inputs.n_whole..stages.all.len();
    Strips { stages: &stages, group, width: design.width }.sweep(&overlap_of)
}

fn unsupported(message: &str) -> Error {
    Error::Unsupported { message: message.to_owned() }
}

struct Strips<'a> {
    stages: &'a Stages<'a>,
    group: Range<usize>,
    width: u32,
}

/// When the instances of a stage run, as `S[i, j] -> [step, strip]`.
struct Times {
    /// In each strip that needs their values: the first step that does.
    needed: isl::UnionMap,
    /// In each strip that runs them.
    part: Part,
}

/// Values that wait for the next strip.
struct Stored {
    /// The array that they are in.
    array: ArrayId,
    /// Where they wait.
    store: ArrayId,
    /// For each statement that moves them, the number of the strip that they wait for.
    waits_for: isl::UnionMap,
}

impl Strips<'_> {
    fn sweep(&self, overlap_of: &dyn Fn(ArrayId) -> Overlap) -> Result<Attempt<Sweep>, Error> {
        let Self { stages, group, .. } = self;
        let last = group.end - 1;
        let n_members = stages.all[last].members.len();
        if n_members < 2 {
            return Err(unsupported("the last stage has not two outer loops whose iterations are independent"));
        }
        if !stages.is_group(group) {
            return Err(unsupported(
                "a stage leaves values both for others and for what follows, or has no parallel loops",
            ));
        }
        let mut sizes = vec![0; n_members];
        (sizes[n_members - 2], sizes[n_members - 1]) = (1, self.width);
        let needs = Needs::of(stages)?;
        let cuts = Cuts::of(stages, &needs, group, &sizes)
            .ok_or_else(|| unsupported("the stages that leave values for what follows are not cut alike"))?;
        let times = match self.times(&cuts, overlap_of)? {
            Attempt::Done(times) => times,
            Attempt::NeededByEachStep(stage) => return Ok(Attempt::NeededByEachStep(stage)),
        };
        let names = tile_names(stages, last, &sizes)?;
        let mut gdg = stages.gdg.clone();
        let mut all_times = isl::UnionMap::empty(&gdg.context.get_space()?)?;
        let (mut order, mut before, mut stored) = (None, None, vec![]);
        for stage in &stages.all[..group.start] {
            before = Some(in_sequence(before, stage.schedule.clone())?);
        }
        for (position, times) in group.clone().zip(&times) {
            let stage = &stages.all[position];
            let copied = copy(&mut gdg, stages, &times.part, &names)?;
            order = Some(in_sequence(order, copied_order(stage, &times.part, &copied)?)?);
            all_times = all_times.union(&copied.tiles)?;
            for id in self.passed_on(position) {
                if overlap_of(id) == Overlap::Recompute {
                    continue;
                }
                let Some(moves) = self.moves(position, id, times)? else { continue };
                let store = self.add_store(&mut gdg, id, &moves, &names)?;
                for (statement, times) in &store.statements {
                    order = Some(in_sequence(order, order_of(statement)?)?);
                    all_times = all_times.add_map(times)?;
                }
                stored.push(store.stored);
            }
        }
        let Some(order) = order else { return Err(unsupported("there are no stages")) };
        let bands = strip_by_strip(&all_times)?;
        let order = order.insert_partial_schedule(&bands.as_multi_union_pw_aff()?)?;
        let order = in_sequence(before, order)?;
        (gdg.original, gdg.schedule) = (order.clone(), order);
        // Arrays are as large as in the source yet: this is simpler now.
        gdg.dependences = Some(polymill_analysis::dependences(&gdg)?);
        contract(&mut gdg)?;
        gdg.dependences = None;
        let in_memory = self.shrink(&mut gdg, &bands, &stored, overlap_of)?;
        Ok(Attempt::Done(Sweep { gdg, in_memory }))
    }

    /// The arrays through which a stage leaves values for others of the group.
    fn passed_on(&self, position: usize) -> Vec<ArrayId> {
        let stage = &self.stages.all[position];
        let temporaries = self.stages.temporaries(&self.group);
        let is_read_later =
            |id: &ArrayId| self.stages.all[position + 1..self.group.end].iter().any(|later| later.reads.contains(id));
        temporaries.into_iter().filter(|id| stage.writes.contains(id) && is_read_later(id)).collect()
    }

    /// When each stage runs.
    fn times(&self, cuts: &Cuts, overlap_of: &dyn Fn(ArrayId) -> Overlap) -> Result<Attempt<Vec<Times>>, Error> {
        let stages = self.stages;
        let context = stages.gdg.context.ctx();
        let later_step = isl::UnionMap::read(context, "{ [step, strip] -> [later, strip] : later > step }")?;
        let later_strip = isl::UnionMap::read(context, "{ [step, strip] -> [step, later] : later > strip }")?;
        let any_step = isl::UnionMap::read(context, "{ [step, strip] -> [other, strip] }")?;
        let mut times: Vec<Times> = vec![];
        let mut strips: Option<isl::UnionSet> = None;
        for position in self.group.clone().rev() {
            let stage = &stages.all[position];
            if let Some(members) = cuts.of_stage(position) {
                let Some(own) = cut(stage, members)? else { return Err(unsupported("a stage has too few loops")) };
                let range = own.range()?;
                strips = Some(match strips {
                    Some(strips) => strips.union(&range)?.coalesce()?,
                    None => range,
                });
                let windows = windows(stage, &own, &stages.valid)?.unwrap_or_default();
                times.push(Times { needed: own.clone(), part: Part { tiles: own, windows } });
                continue;
            }
            let mut needed = isl::UnionMap::empty(&stages.gdg.context.get_space()?)?;
            for (later, times) in (position + 1..self.group.end).zip(times.iter().rev()) {
                let Some(flow) = stages.flow(position, later) else { continue };
                needed = needed.union(&flow.apply_range(&times.part.tiles)?)?;
            }
            let (Some(windows), Some(strips)) = (windows(stage, &needed, &stages.valid)?, &strips) else {
                return Err(unsupported(&format!("nobody needs the values of {}", described(stages.gdg, stage)?)));
            };
            // The first step that would need a value if steps went on without end: all windows move alike.
            let any = strips.apply(&any_step)?;
            let in_strips = in_strips(stage, &needed)?.apply_range(&any_step)?;
            let first = within(stage, &windows, &any)?.intersect(&in_strips)?.coalesce()?;
            let first = first.subtract(&first.apply_range(&later_step)?)?.coalesce()?;
            if first.is_empty()? {
                return Ok(Attempt::NeededByEachStep(position));
            }
            let is_stored = self.passed_on(position).iter().any(|id| overlap_of(*id) != Overlap::Recompute);
            let runs =
                if is_stored { first.subtract(&first.apply_range(&later_strip)?)?.coalesce()? } else { first.clone() };
            times.push(Times { needed: first, part: Part { tiles: runs, windows } });
        }
        times.reverse();
        Ok(Attempt::Done(times))
    }

    /// The elements of an array that wait for another strip: those that a strip takes, and those that one leaves, as
    /// `A[x, y] -> [step, strip]`. `None` if there are none.
    fn moves(&self, position: usize, id: ArrayId, times: &Times) -> Result<Option<[isl::Map; 2]>, Error> {
        let gdg = self.stages.gdg;
        let stage = &self.stages.all[position];
        let mut writers = self.stages.all[self.group.clone()].iter().filter(|stage| stage.writes.contains(&id));
        if writers.nth(1).is_some() {
            return Err(unsupported(&format!("several stages write to `{}`", gdg.array(id).name)));
        }
        let writes = gdg.accesses(|access| access.array == id && access.kind.is_write())?;
        let writers = writes.intersect_domain(&stage.instances)?.reverse()?;
        let of_elements = |times: &isl::UnionMap| writers.apply_range(times);
        let (needed, runs) = (of_elements(&times.needed)?, of_elements(&times.part.tiles)?);
        let taken = needed.subtract(&runs)?;
        if taken.is_empty()? {
            return Ok(None);
        }
        let waits = isl::Map::from_union_map(&runs.reverse()?.apply_range(&taken)?)?.deltas()?.dim_max_val(1)?;
        if !waits.is_int()? || waits.cmp_si(MAX_WAIT)? > 0 {
            let name = &gdg.array(id).name;
            return Err(unsupported(&format!(
                "values of `{name}` wait for more than {MAX_WAIT} strips: use wider ones"
            )));
        }
        let before = isl::UnionMap::read(gdg.context.ctx(), "{ [step, strip] -> [step, strip - 1] }")?;
        let left = needed.intersect(&needed.apply_range(&before)?)?;
        let single = |times: &isl::UnionMap| Ok::<_, Error>(isl::Map::from_union_map(&times.coalesce()?)?.coalesce()?);
        Ok(Some([single(&taken)?, single(&left)?]))
    }

    /// Adds an array in which values wait for the next strip, and the statements that take them from there and leave them there.
    fn add_store(&self, gdg: &mut Gdg, id: ArrayId, moves: &[isl::Map; 2], names: &[String]) -> Result<Store, Error> {
        let array = gdg.array(id).clone();
        let store = ArrayId::new(gdg.arrays.len());
        let new = local_like(gdg, &array);
        let store_name = new.name.clone();
        gdg.arrays.push(new);
        let mut waits_for = isl::UnionMap::empty(&gdg.context.get_space()?)?;
        let mut statements = vec![];
        for (moved, is_taken) in moves.iter().zip([true, false]) {
            let n_dims = array.n_dims();
            let verb = if is_taken { "take" } else { "leave" };
            let name = gdg.fresh_name(&format!("{verb}_{}", array.name));
            let domain = moved.wrap()?.flatten()?.set_tuple_name(&name)?.gist_params(&self.stages.valid)?;
            let identity = isl::Map::identity(&domain.get_space()?.map_from_set()?)?;
            let element = identity.project_out(isl::Dim::Out, n_dims, names.len())?;
            let to = |id: ArrayId, name: &str, kind| -> Result<Access, Error> {
                let relation = element.set_tuple_name(isl::Dim::Out, name)?;
                Ok(Access { kind, array: id, relation, subscripts: (0..n_dims).map(iterator).collect(), span: None })
            };
            let ends = [(id, array.name.as_str()), (store, store_name.as_str())];
            let [(target, target_name), (source, source_name)] = if is_taken { ends } else { [ends[1], ends[0]] };
            let write = to(target, target_name, AccessKind::MustWrite)?;
            let read = to(source, source_name, AccessKind::Read)?;
            let tiles = names.iter().map(|name| Iterator { name: name.clone(), ty: ScalarType::I32, span: None });
            let iterators = counters(gdg, n_dims).into_iter().chain(tiles).collect();
            let times = identity.project_out(isl::Dim::Out, 0, n_dims)?.reset_tuple_id(isl::Dim::Out)?;
            let strip = times.project_out(isl::Dim::Out, 0, 1)?;
            let next = isl::Map::read(gdg.context.ctx(), &format!("{{ [t] -> [t + {}] }}", u32::from(!is_taken)))?;
            waits_for = waits_for.add_map(&strip.apply_range(&next)?)?;
            let statement = move_statement(domain, iterators, write, read, array.element)?;
            gdg.statements.push(statement.clone());
            statements.push((statement, times));
        }
        Ok(Store { stored: Stored { array: id, store, waits_for }, statements })
    }

    /// Makes arrays as small as the order lets them; returns those that stand for memory.
    fn shrink(
        &self,
        gdg: &mut Gdg,
        places: &isl::UnionMap,
        stored: &[Stored],
        overlap_of: &dyn Fn(ArrayId) -> Overlap,
    ) -> Result<BTreeSet<ArrayId>, Error> {
        let strips = first_dimensions(places, 1)?;
        for id in self.stages.temporaries(&self.group) {
            // Those that not even steps pass on are private to steps.
            let private = gdg.array(id).private.clone();
            let own = if private.is_some() { id } else { declared_here(gdg, id)? };
            let buffer = localized(gdg, own, &strips)?;
            if private.is_some() {
                gdg.arrays[buffer.index()].private = private;
            }
            roll(gdg, buffer, places)?;
        }
        let mut in_memory = BTreeSet::new();
        for Stored { array, store, waits_for } in stored {
            give_sizes(gdg, *store)?;
            let store = localized(gdg, *store, waits_for)?;
            // All strips use the same one.
            gdg.arrays[store.index()].private = None;
            if overlap_of(*array) == Overlap::Global {
                in_memory.insert(store);
            }
        }
        Ok(in_memory)
    }
}

/// An array in which values wait, and the statements that move them, with their times.
struct Store {
    stored: Stored,
    statements: Vec<(Statement, isl::Map)>,
}

/// A local array of known sizes in the place of a temporary one, which may be the source's.
fn declared_here(gdg: &mut Gdg, id: ArrayId) -> Result<ArrayId, Error> {
    if gdg.array(id).is_scalar() {
        return Ok(id);
    }
    let new = ArrayId::new(gdg.arrays.len());
    gdg.arrays.push(local_like(gdg, gdg.array(id)));
    use_instead(gdg, id, new)?;
    give_sizes(gdg, new)?;
    Ok(new)
}

fn localized(gdg: &mut Gdg, id: ArrayId, iterations: &isl::UnionMap) -> Result<ArrayId, Error> {
    let n_before = gdg.arrays.len();
    let is_new = localize(gdg, id, iterations)? == Changed::Yes;
    Ok(if is_new { ArrayId::new(n_before) } else { id })
}

/// `[strip, step]` of `[step, strip]`.
fn strip_by_strip(times: &isl::UnionMap) -> Result<isl::UnionMap, Error> {
    Ok(times.apply_range(&isl::UnionMap::read(times.ctx(), "{ [step, strip] -> [strip, step] }")?)?)
}

/// The strips that run each instance, if they run, of each loop, all iterations between the first and the last that they need. The
/// steps are any of those that need something.
fn in_strips(stage: &Stage, needed: &isl::UnionMap) -> Result<isl::UnionMap, Error> {
    let context = needed.ctx();
    let strip = isl::UnionMap::read(context, "{ [step, strip] -> [strip] }")?;
    let strips = needed.apply_range(&strip)?;
    let steps = strip.reverse()?;
    let mut all = isl::UnionMap::from_domain_and_range(&stage.instances, &needed.range()?)?;
    for member in &stage.members {
        let iterations = isl::UnionMap::from_union_pw_aff(member)?.intersect_domain(&stage.instances)?;
        let values = isl::Map::from_union_map(&strips.reverse()?.apply_range(&iterations)?)?;
        let from = values.lexmin()?.apply_range(&isl::Map::read(context, "{ [first] -> [v] : v >= first }")?)?;
        let to = values.lexmax()?.apply_range(&isl::Map::read(context, "{ [last] -> [v] : v <= last }")?)?;
        let between = from.intersect(&to)?.coalesce()?.reverse()?.to_union_map()?;
        all = all.intersect(&iterations.apply_range(&between)?.apply_range(&steps)?)?;
    }
    Ok(all)
}

fn first_dimensions(map: &isl::UnionMap, n: usize) -> Result<isl::UnionMap, Error> {
    let mut first = isl::UnionMap::empty(&map.get_space()?)?;
    for map in map.get_map_list()?.to_vec()? {
        let n_dims = map.dim(isl::Dim::Out)?;
        first = first.add_map(&map.project_out(isl::Dim::Out, n, n_dims - n)?)?;
    }
    Ok(first)
}

/// The statements of a stage, for people.
fn described(gdg: &Gdg, stage: &Stage) -> Result<String, Error> {
    let names: Vec<_> =
        tree::statements_in(gdg, &stage.instances)?.iter().map(|statement| format!("`{}`", statement.name)).collect();
    Ok(names.join(", "))
}
