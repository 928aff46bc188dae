//! Dataflow: which instance must come before which, and where values come from.

use polymill_gdg::{Access, AccessKind, ArrayId, Dependences, Gdg, Statement};
use polymill_isl as isl;

use crate::dynamic::{Flow, has_exits};
use crate::parts::Parts;
use crate::rows::separated;
use crate::uses::{Order, Uses};
use crate::values::{ValueFlow, resolved};

/// The dependences of a GDG under its original order.
///
/// Flow dependences are value-based (only the last write before a read) where accesses are exact, as in Feautrier's
/// array dataflow analysis; may-accesses add what may happen. Anti and output dependences leave out what a write in
/// between already orders, so their transitive closure, not they themselves, covers all conflicting pairs.
///
/// # Errors
/// isl's, for instance when the operation budget is used up.
pub fn dependences(gdg: &Gdg) -> isl::Result<Dependences> {
    if gdg.arrays.iter().any(|array| array.private.is_some()) {
        return dependences(&gdg.with_private_copies()?);
    }
    let accesses = Accesses::collect(gdg, |_| true)?;
    let order = Order::of(&gdg.original)?;
    let ValueFlow { mut flow, from_before: live_in } = accesses.flow(gdg, &order, |_| true)?;
    let mut anti = accesses.anti(&order)?;
    let mut output = accesses.output(&order)?;
    if !gdg.aliases.is_empty() {
        let reads = |access: &Access| access.kind.is_read();
        let writes = |access: &Access| access.kind.is_write();
        flow = flow.union(&overlaps(gdg, writes, reads)?)?;
        anti = anti.union(&overlaps(gdg, reads, writes)?)?;
        output = output.union(&overlaps(gdg, writes, writes)?)?;
    }
    let separated = separated(gdg)?;
    let conflicting = |dependences: isl::UnionMap| dependences.subtract(&separated)?.coalesce();
    let live_in = keep_arrays(gdg, &live_in, |array| array.live_in)?;
    Ok(Dependences::new(conflicting(flow)?, conflicting(anti)?, conflicting(output)?, live_in))
}

/// The value flow through one array, under the original order.
///
/// # Errors
/// isl's.
pub fn array_flow(gdg: &Gdg, array: ArrayId) -> isl::Result<ValueFlow> {
    Accesses::collect(gdg, |access| access.array == array)?
        .flow(gdg, &Order::of(&gdg.original)?, |other| other == array)
}

/// The value flow through one array under an order, with the elements in which the values are.
pub(crate) fn full_flow(gdg: &Gdg, order: &Order, array: ArrayId) -> isl::Result<Flow> {
    let accesses = Accesses::collect(gdg, |access| access.array == array)?;
    let found = order.flow(&accesses.uses_of_reads())?;
    // { write -> [read -> element] }, of which `join` is to see the elements.
    let flow = accesses.parts.join(&found.full_may_dependence()?.uncurry()?)?.curry()?;
    let full = Flow { flow, from_before: accesses.parts.join(&found.may_no_source()?)? };
    if has_exits(gdg)? { full.without_overwritten(gdg, |other| other == array) } else { Ok(full) }
}

/// The recorded flow of values through one array: all of it, and what flows through others between the same instances. `None` if
/// the dependences are not known.
///
/// # Errors
/// isl's.
pub fn recorded_flow(gdg: &Gdg, array: ArrayId) -> isl::Result<Option<isl::UnionMap>> {
    let Some(dependences) = &gdg.dependences else { return Ok(None) };
    let writes = gdg.accesses(|access| access.array == array && access.kind.is_write())?;
    let reads = gdg.accesses(|access| access.array == array && access.kind.is_read())?;
    dependences.flow().intersect(&writes.apply_range(&reads.reverse()?)?).map(Some)
}

/// Accesses, to parts of arrays.
struct Accesses {
    parts: Parts,
    reads: isl::UnionMap,
    must_writes: isl::UnionMap,
    may_writes: isl::UnionMap,
    writes: isl::UnionMap,
    kills: isl::UnionMap,
    temporaries: isl::UnionSet,
}

impl Accesses {
    /// Those that are of interest.
    fn collect(gdg: &Gdg, of_interest: impl Fn(&Access) -> bool) -> isl::Result<Self> {
        // What exits say of the flow is about arrays.
        let has_exits = has_exits(gdg)?;
        let mut parts = if has_exits { Parts::none() } else { Parts::of(gdg, &of_interest)? };
        let all = |select: &dyn Fn(AccessKind) -> bool| {
            parts.split(&gdg.accesses(|access| select(access.kind) && of_interest(access))?)
        };
        let mut reads = all(&AccessKind::is_read)?;
        let mut must_writes = all(&|kind| kind == AccessKind::MustWrite)?;
        let mut may_writes = all(&|kind| kind == AccessKind::MayWrite)?;
        let mut kills = all(&|kind| kind == AccessKind::Kill)?;
        if !has_exits {
            parts.represent([&mut reads, &mut must_writes, &mut may_writes, &mut kills])?;
        }
        let writes = must_writes.union(&may_writes)?;
        let temporaries = parts.elements(&elements_of_temporaries(gdg)?)?;
        Ok(Self { parts, reads, must_writes, may_writes, writes, kills, temporaries })
    }

    /// Flow dependences, and the reads that see values from before.
    fn flow(&self, gdg: &Gdg, order: &Order, of_interest: impl Fn(ArrayId) -> bool) -> isl::Result<ValueFlow> {
        let ValueFlow { flow, from_before } = resolved(gdg, &order.flow(&self.uses_of_reads())?, of_interest)?;
        Ok(ValueFlow { flow, from_before: self.parts.join(&from_before)? })
    }

    fn uses_of_reads(&self) -> Uses<'_> {
        Uses {
            sinks: &self.reads,
            must_sources: Some(&self.must_writes),
            may_sources: Some(&self.may_writes),
            kills: Some(&self.kills),
            temporaries: Some(&self.temporaries),
        }
    }

    fn anti(&self, order: &Order) -> isl::Result<isl::UnionMap> {
        let (sources, kills) = (Some(&self.reads), Some(&self.must_writes));
        let temporaries = Some(&self.temporaries);
        order.sources(&Uses { sinks: &self.writes, must_sources: None, may_sources: sources, kills, temporaries })
    }

    fn output(&self, order: &Order) -> isl::Result<isl::UnionMap> {
        let (must_sources, may_sources) = (Some(&self.must_writes), Some(&self.may_writes));
        let temporaries = Some(&self.temporaries);
        order.sources(&Uses { sinks: &self.writes, must_sources, may_sources, kills: None, temporaries })
    }
}

/// For arrays that nobody sees before or after the region, and whose sizes are known, the elements. What an access means that goes
/// elsewhere nobody says. Other arrays may be declared too small, as where a structure ends in `data[1]`.
fn elements_of_temporaries(gdg: &Gdg) -> isl::Result<isl::UnionSet> {
    let space = gdg.context.get_space()?;
    let mut all = isl::UnionSet::empty(&space)?;
    for array in gdg.arrays.iter().filter(|array| !array.live_in && !array.live_out) {
        let own = space.add_dims(isl::Dim::Set, array.n_dims())?.set_tuple_name(isl::Dim::Set, &array.name)?;
        let mut elements = isl::Set::universe(&own)?;
        let mut is_known = true;
        for (dimension, extent) in array.extents.iter().enumerate() {
            match extent {
                Some(extent) if extent.is_cst()? => {
                    let last = extent.max_val()?.sub(&isl::Val::one(extent.ctx())?)?;
                    elements = elements.lower_bound_si(isl::Dim::Set, dimension, 0)?;
                    elements = elements.upper_bound_val(isl::Dim::Set, dimension, &last)?;
                }
                _ => is_known = false,
            }
        }
        if is_known {
            all = all.union(&elements.to_union_set()?)?;
        }
    }
    Ok(all)
}

/// Writes whose values may be read after the region: instance to array element.
///
/// # Errors
/// isl's.
pub fn live_out(gdg: &Gdg) -> isl::Result<isl::UnionMap> {
    if gdg.arrays.iter().any(|array| array.private.is_some()) {
        return live_out(&gdg.with_private_copies()?);
    }
    let accesses = Accesses::collect(gdg, |_| true)?;
    let mut written = isl::UnionMap::empty(&accesses.writes.get_space()?)?;
    for map in accesses.writes.get_map_list()?.to_vec()? {
        // One may stand for others that are.
        if !keep_arrays(gdg, &accesses.parts.join(&map.to_union_map()?)?, |array| array.live_out)?.is_empty()? {
            written = written.add_map(&map)?;
        }
    }
    keep_arrays(gdg, &reaching_end(&Order::of(&gdg.original)?, &written, &accesses)?, |array| array.live_out)
}

/// Writes whose values are in the array at the end of the region.
///
/// # Errors
/// isl's.
pub fn last_writes(gdg: &Gdg, array: ArrayId) -> isl::Result<isl::UnionMap> {
    let accesses = Accesses::collect(gdg, |access| access.array == array)?;
    reaching_end(&Order::of(&gdg.original)?, &accesses.writes, &accesses)
}

/// Writes to the elements that `written` goes to whose values reach the end: a read of them all is put after the region and
/// asked where its values come from.
fn reaching_end(order: &Order, written: &isl::UnionMap, accesses: &Accesses) -> isl::Result<isl::UnionMap> {
    if written.is_empty()? {
        return Ok(written.clone());
    }
    let context = written.get_space()?;
    let exit = isl::UnionSet::read(context.ctx(), "{ polymill_exit[] }")?.align_params(&context)?;
    let all = isl::UnionMap::from_domain_and_range(&exit, &written.range()?)?;
    let flow = order.followed_by(&exit)?.flow(&Uses {
        sinks: &all,
        must_sources: Some(&accesses.must_writes),
        may_sources: Some(&accesses.may_writes),
        kills: Some(&accesses.kills),
        temporaries: Some(&accesses.temporaries),
    })?;
    // { write -> [exit -> element] }
    accesses.parts.join(&flow.full_may_dependence()?.range_factor_range()?)
}

fn keep_arrays(
    gdg: &Gdg,
    accesses: &isl::UnionMap,
    keep: impl Fn(&polymill_gdg::Array) -> bool,
) -> isl::Result<isl::UnionMap> {
    let mut kept = isl::UnionMap::empty(&accesses.get_space()?)?;
    for map in accesses.get_map_list()?.to_vec()? {
        let name = map.get_tuple_name(isl::Dim::Out)?.unwrap_or_default();
        if gdg.array_named(&name).is_some_and(|id| keep(gdg.array(id))) {
            kept = kept.union(&map.to_union_map()?)?;
        }
    }
    Ok(kept)
}

/// Dependences that exist only if arrays overlap which may do so: each instance of a statement with such an access
/// `from` the one array comes before all later instances of statements with such an access `to` the other.
fn overlaps(gdg: &Gdg, from: impl Fn(&Access) -> bool, to: impl Fn(&Access) -> bool) -> isl::Result<isl::UnionMap> {
    let valid = gdg.context.intersect(&gdg.assumptions)?;
    let may_overlap =
        |a: ArrayId, b: ArrayId| gdg.aliases.iter().any(|pair| [(a, b), (b, a)].contains(&(pair.first, pair.second)));
    let conflict = |source: &Statement, sink: &Statement| {
        let mut sources = source.accesses.iter().filter(|access| from(access));
        let sinks = || sink.accesses.iter().filter(|access| to(access));
        sources.any(|source| sinks().any(|sink| may_overlap(source.array, sink.array)))
    };
    let mut sources = isl::UnionMap::empty(&valid.get_space()?)?;
    let mut sinks = sources.clone();
    for (index, source) in gdg.statements.iter().enumerate() {
        // A place for each source, so that two statements are ordered once, however many of their arrays may overlap.
        let place = isl::UnionSet::read(valid.ctx(), &format!("{{ polymill_overlap_{index}[] }}"))?;
        let at_place = |statement: &Statement| {
            let domain = statement.domain.intersect_params(&valid)?.to_union_set()?;
            isl::UnionMap::from_domain_and_range(&domain, &place)
        };
        for sink in gdg.statements.iter().filter(|sink| conflict(source, sink)) {
            sources = sources.union(&at_place(source)?)?;
            sinks = sinks.union(&at_place(sink)?)?;
        }
    }
    if sources.is_empty()? {
        return Ok(sources);
    }
    isl::UnionAccessInfo::from_sink(&sinks)?
        .set_may_source(&sources)?
        .set_schedule(&gdg.original)?
        .compute_flow()?
        .get_may_dependence()
}
