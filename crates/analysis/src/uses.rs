//! Dataflow, array by array.
//!
//! isl goes through all of an order to find out when accesses happen, and looks through all accesses at each statement. Where a
//! region has many statements, most arrays are used by few of them: so each array is asked for by itself, with the part of the
//! order in which it is used.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use polymill_isl as isl;

/// An order of which it is asked what happens before what.
pub(crate) struct Order {
    whole: isl::Schedule,
    n_statements: usize,
    /// The first and the last of the nests, which run one after the other, in which a statement has instances.
    nests: Nests,
}

/// Accesses, of which it is asked where the values come from that `sinks` see.
pub(crate) struct Uses<'a> {
    pub sinks: &'a isl::UnionMap,
    pub must_sources: Option<&'a isl::UnionMap>,
    pub may_sources: Option<&'a isl::UnionMap>,
    pub kills: Option<&'a isl::UnionMap>,
    /// The elements of arrays of which no others are used.
    pub temporaries: Option<&'a isl::UnionSet>,
}

/// What isl found, in parts.
pub(crate) struct Flows {
    found: Vec<isl::UnionFlow>,
    /// What is seen of arrays to which nobody writes before.
    unwritten: isl::UnionMap,
}

impl Order {
    pub fn of(order: &isl::Schedule) -> isl::Result<Self> {
        let mut nests = Nests::new();
        let top = order.get_root()?.child(0)?;
        if top.get_type()? == isl::ScheduleNodeType::Sequence {
            for position in 0..top.n_children()? {
                for instances in top.child(position)?.filter_get_filter()?.get_set_list()?.to_vec()? {
                    let own = nests.entry(instances.get_tuple_name()?.unwrap_or_default());
                    own.and_modify(|all| *all = *all.start()..=position).or_insert(position..=position);
                }
            }
        }
        Ok(Self { whole: order.clone(), n_statements: order.get_domain()?.n_set()?, nests })
    }

    /// The order, and after it the only instance of a statement.
    pub fn followed_by(&self, last: &isl::UnionSet) -> isl::Result<Self> {
        Self::of(&self.whole.sequence(&isl::Schedule::from_domain(last)?)?)
    }

    /// The order of all statements that use an array.
    fn of_users(&self, uses: &OfArray) -> isl::Result<isl::Schedule> {
        let mut users = isl::UnionSet::empty(&self.whole.get_domain()?.get_space()?)?;
        for access in [&uses.sinks, &uses.must_sources, &uses.may_sources, &uses.kills].into_iter().flatten() {
            users = users.union(&isl::Set::universe(&access.get_space()?.domain()?)?.to_union_set()?)?;
        }
        if 2 * users.n_set()? > self.n_statements {
            Ok(self.whole.clone())
        } else {
            self.whole.intersect_domain(&users)
        }
    }

    /// What must come before the sinks.
    pub fn sources(&self, uses: &Uses<'_>) -> isl::Result<isl::UnionMap> {
        self.find(uses, |own| !own.must_sources.is_empty() || !own.may_sources.is_empty())?.may_dependence()
    }

    /// Where the values come from that are seen.
    pub fn flow(&self, uses: &Uses<'_>) -> isl::Result<Flows> {
        self.find(uses, |own| !own.must_sources.is_empty() || !own.may_sources.is_empty() || !own.kills.is_empty())
    }

    /// Asks isl for arrays of interest.
    fn find(&self, uses: &Uses<'_>, is_of_interest: impl Fn(&OfArray) -> bool) -> isl::Result<Flows> {
        let space = uses.sinks.get_space()?;
        let unwritten = isl::UnionMap::empty(&space)?;
        if self.n_statements <= FEW_STATEMENTS {
            return Ok(Flows { found: vec![uses.compute_flow(&self.whole)?], unwritten });
        }
        // Where parameters come in another order, isl would put each relation into it each time.
        let aligned = Self { whole: self.whole.align_params(&space)?, nests: self.nests.clone(), ..*self };
        let mut flows = Flows { found: vec![], unwritten };
        let of_arrays = uses.of_arrays()?.into_values().filter(|own| !own.sinks.is_empty());
        for mut own in of_arrays.map(|own| own.by_nest(&self.nests)).collect::<isl::Result<Vec<_>>>()?.concat() {
            own.keep_before(&self.nests)?;
            own.keep_from_overwrite(&self.nests, uses.temporaries)?;
            if is_of_interest(&own) {
                flows.found.push(own.compute_flow(&aligned.of_users(&own)?)?);
            } else {
                flows.unwritten = own.sinks.iter().try_fold(flows.unwritten, |all, access| all.add_map(access))?;
            }
        }
        Ok(flows)
    }
}

/// Of so few statements isl is asked once.
const FEW_STATEMENTS: usize = 4;

/// The first and the last nest of each statement.
type Nests = BTreeMap<String, RangeInclusive<usize>>;

/// The uses of one array, or those of which some sinks may see something.
#[derive(Clone, Default)]
struct OfArray {
    sinks: Vec<isl::Map>,
    must_sources: Vec<isl::Map>,
    may_sources: Vec<isl::Map>,
    kills: Vec<isl::Map>,
}

impl OfArray {
    /// The same uses, once for the sinks of each nest; the sinks of statements in several nests stay together.
    fn by_nest(self, nests: &Nests) -> isl::Result<Vec<Self>> {
        let mut sinks: BTreeMap<Option<usize>, Vec<isl::Map>> = BTreeMap::new();
        for sink in &self.sinks {
            sinks.entry(only_nest_of(sink, nests)?).or_default().push(sink.clone());
        }
        Ok(sinks.into_values().map(|sinks| Self { sinks, ..self.clone() }).collect())
    }

    /// Drops the sources that are in nests after the last sink.
    fn keep_before(&mut self, nests: &Nests) -> isl::Result<()> {
        let mut last = 0;
        for sink in &self.sinks {
            let Some(own) = nests_of(sink, nests)? else { return Ok(()) };
            last = last.max(*own.end());
        }
        self.keep_sources(nests, |own| *own.start() <= last)
    }

    /// Drops the sources that are in nests before one, itself before all sinks, that overwrites all that the sinks see.
    fn keep_from_overwrite(&mut self, nests: &Nests, temporaries: Option<&isl::UnionSet>) -> isl::Result<()> {
        let mut seen: Option<isl::Set> = None;
        let mut first_sink = usize::MAX;
        for sink in &self.sinks {
            let Some(own) = nests_of(sink, nests)? else { return Ok(()) };
            first_sink = first_sink.min(*own.start());
            let elements = sink.range()?;
            seen = Some(seen.map_or(Ok(elements.clone()), |seen| seen.union(&elements))?);
        }
        let Some(mut seen) = seen else { return Ok(()) };
        if let Some(temporaries) = temporaries {
            let elements = temporaries.extract_set(&seen.get_space()?)?;
            if !elements.is_empty()? {
                seen = seen.intersect(&elements)?;
            }
        }
        let mut overwritten: BTreeMap<usize, isl::Set> = BTreeMap::new();
        for access in self.must_sources.iter().chain(&self.kills) {
            let Some(nest) = only_nest_of(access, nests)?.filter(|nest| (1..first_sink).contains(nest)) else {
                continue;
            };
            let elements = access.range()?;
            let all = match overwritten.remove(&nest) {
                Some(others) => others.union(&elements)?,
                None => elements,
            };
            overwritten.insert(nest, all);
        }
        for (nest, elements) in overwritten.into_iter().rev() {
            if seen.is_subset(&elements)? {
                return self.keep_sources(nests, |own| nest <= *own.end());
            }
        }
        Ok(())
    }

    /// Keeps the sources of statements in these nests, and those of which the nests are not known.
    fn keep_sources(&mut self, nests: &Nests, keep: impl Fn(&RangeInclusive<usize>) -> bool) -> isl::Result<()> {
        for sources in [&mut self.must_sources, &mut self.may_sources, &mut self.kills] {
            let mut kept = vec![];
            for source in std::mem::take(sources) {
                if nests_of(&source, nests)?.is_none_or(&keep) {
                    kept.push(source);
                }
            }
            *sources = kept;
        }
        Ok(())
    }

    fn compute_flow(&self, order: &isl::Schedule) -> isl::Result<isl::UnionFlow> {
        let all = |accesses: &[isl::Map]| -> isl::Result<Option<isl::UnionMap>> {
            let Some((first, others)) = accesses.split_first() else { return Ok(None) };
            others.iter().try_fold(first.to_union_map()?, |all, access| all.add_map(access)).map(Some)
        };
        let (must_sources, may_sources, kills) = (all(&self.must_sources)?, all(&self.may_sources)?, all(&self.kills)?);
        let Some(sinks) = all(&self.sinks)? else { return Err(isl::Error::other("nobody uses the array")) };
        let (must_sources, may_sources) = (must_sources.as_ref(), may_sources.as_ref());
        Uses { sinks: &sinks, must_sources, may_sources, kills: kills.as_ref(), temporaries: None }.compute_flow(order)
    }
}

/// The nests of the statement that an access is of.
fn nests_of<'a>(access: &isl::Map, nests: &'a Nests) -> isl::Result<Option<&'a RangeInclusive<usize>>> {
    Ok(access.get_tuple_name(isl::Dim::In)?.and_then(|name| nests.get(&name)))
}

/// The nest of that statement, if it is in one only.
fn only_nest_of(access: &isl::Map, nests: &Nests) -> isl::Result<Option<usize>> {
    Ok(nests_of(access, nests)?.filter(|own| own.start() == own.end()).map(|own| *own.start()))
}

impl Uses<'_> {
    fn compute_flow(&self, order: &isl::Schedule) -> isl::Result<isl::UnionFlow> {
        let mut access = isl::UnionAccessInfo::from_sink(self.sinks)?;
        if let Some(sources) = self.must_sources {
            access = access.set_must_source(sources)?;
        }
        if let Some(sources) = self.may_sources {
            access = access.set_may_source(sources)?;
        }
        if let Some(kills) = self.kills {
            access = access.set_kill(kills)?;
        }
        access.set_schedule(order)?.compute_flow()
    }

    fn of_arrays(&self) -> isl::Result<BTreeMap<String, OfArray>> {
        let mut found: BTreeMap<String, OfArray> = BTreeMap::new();
        let mut add = |accesses: Option<&isl::UnionMap>, kind: fn(&mut OfArray) -> &mut Vec<isl::Map>| {
            for access in accesses.map_or(Ok(vec![]), |accesses| accesses.get_map_list()?.to_vec())? {
                let name = access.get_tuple_name(isl::Dim::Out)?.unwrap_or_default();
                kind(found.entry(name).or_default()).push(access);
            }
            Ok(())
        };
        add(Some(self.sinks), |own| &mut own.sinks)?;
        add(self.must_sources, |own| &mut own.must_sources)?;
        add(self.may_sources, |own| &mut own.may_sources)?;
        add(self.kills, |own| &mut own.kills)?;
        Ok(found)
    }
}

impl Flows {
    /// From where values may come to who sees them.
    pub fn may_dependence(&self) -> isl::Result<isl::UnionMap> {
        self.all(isl::UnionFlow::get_may_dependence, self.nothing()?)
    }

    /// The same, `{ source -> [sink -> element] }`.
    pub fn full_may_dependence(&self) -> isl::Result<isl::UnionMap> {
        self.all(isl::UnionFlow::get_full_may_dependence, self.nothing()?)
    }

    /// What may be seen of what nobody wrote.
    pub fn may_no_source(&self) -> isl::Result<isl::UnionMap> {
        self.all(isl::UnionFlow::get_may_no_source, self.unwritten.clone())
    }

    fn nothing(&self) -> isl::Result<isl::UnionMap> {
        isl::UnionMap::empty(&self.unwritten.get_space()?)
    }

    fn all(
        &self,
        part: impl Fn(&isl::UnionFlow) -> isl::Result<isl::UnionMap>,
        others: isl::UnionMap,
    ) -> isl::Result<isl::UnionMap> {
        self.found.iter().try_fold(others, |all, flow| all.union(&part(flow)?))
    }
}

#[cfg(test)]
mod tests {
    use polymill_gdg::Program;
    use polymill_isl as isl;

    use super::{Order, Uses};

    const CHAIN: &str = "gdg f {
      param n: i32
      array a: f64[n] live_in
      array b: f64[n] local
      array c: f64[n] live_out
      statement S { domain { S[i] : 0 <= i < n } iterators i: i32 body { b[i] = a[i]; } }
      statement T { domain { T[t, i] : 0 <= t < 3 and 0 < i < n } iterators t: i32, i: i32 body { b[i] = b[i - 1]; } }
      statement U { domain { U[t, i] : 0 <= t < 3 and 0 < i < n } iterators t: i32, i: i32 body { b[i] = b[i] * 2.0; } }
      statement V { domain { V[i] : 0 <= i < n } iterators i: i32 body { c[i] = b[i]; } }
      statement W { domain { W[i] : 0 < i < n } iterators i: i32 body { c[i] = c[i - 1] + a[i]; } }
      schedule { for i { S } for t { for i { T } for i { U } } for i { V } for i { W } }
    }";

    /// `X` overwrites all of `b`, and `Y` some of it; `c` is kept where `Y` does not run.
    const OVERWRITTEN: &str = "gdg f {
      param n: i32
      param m: i32
      array a: f64[n] live_in
      array b: f64[40] local
      array c: f64[40] live_out
      statement S { domain { S[i] : m <= i < n } iterators i: i32 body { b[i] = a[i]; } }
      statement T { domain { T[i] : m <= i < n } iterators i: i32 body { c[i] = b[i] + b[i + 1]; } }
      statement X { domain { X[i] : 0 <= i < 40 } iterators i: i32 body { b[i] = 0.0; } }
      statement Y { domain { Y[i] : m <= i < n and m > 3 } iterators i: i32 body { b[i] = a[i]; } }
      statement Z { domain { Z[i] : m <= i < n } iterators i: i32 body { c[i] = c[i] + b[i] + b[i + 1]; } }
      schedule { for i { S } for i { T } for i { X } for i { Y } for i { Z } }
    }";

    fn reads_see_the_same(
        gdg: &polymill_gdg::Gdg,
        temporaries: Option<&isl::UnionSet>,
        whole: &isl::UnionMap,
    ) -> Result<(), Box<dyn std::error::Error>> {
        let reads = gdg.accesses(|access| access.kind.is_read())?.intersect_range(&whole.range()?)?;
        let writes = gdg.accesses(|access| access.kind.is_write())?.intersect_range(&whole.range()?)?;
        let uses = Uses { sinks: &reads, must_sources: Some(&writes), may_sources: None, kills: None, temporaries };
        let (found, whole) = (Order::of(&gdg.original)?.flow(&uses)?, uses.compute_flow(&gdg.original)?);
        assert!(found.full_may_dependence()?.is_equal(&whole.get_full_may_dependence()?)?);
        assert!(found.may_no_source()?.is_equal(&whole.get_may_no_source()?)?);
        Ok(())
    }

    #[test]
    fn arrays_see_what_the_whole_sees() -> Result<(), Box<dyn std::error::Error>> {
        for text in [CHAIN, OVERWRITTEN] {
            let program = Program::parse(&isl::Context::new()?, text)?;
            let gdg = &program.gdgs()[0];
            reads_see_the_same(gdg, None, &gdg.accesses(|_| true)?)?;
        }
        Ok(())
    }

    #[test]
    fn elements_of_temporaries_see_what_the_whole_sees() -> Result<(), Box<dyn std::error::Error>> {
        let ctx = isl::Context::new()?;
        let program = Program::parse(&ctx, OVERWRITTEN)?;
        let gdg = &program.gdgs()[0];
        let temporaries = isl::UnionSet::read(&ctx, "{ b[i] : 0 <= i < 40 }")?;
        let arrays = isl::UnionSet::read(&ctx, "[n] -> { a[i] : 0 <= i < n; c[i] }")?;
        let whole = gdg.accesses(|_| true)?.intersect_range(&temporaries.union(&arrays)?)?;
        reads_see_the_same(gdg, Some(&temporaries), &whole)?;
        // Elsewhere, what was written before everything was overwritten is not looked for.
        let (reads, writes) =
            (gdg.accesses(|access| access.kind.is_read())?, gdg.accesses(|access| access.kind.is_write())?);
        let uses = |temporaries| Uses {
            sinks: &reads,
            must_sources: Some(&writes),
            may_sources: None,
            kills: None,
            temporaries,
        };
        let order = Order::of(&gdg.original)?;
        let [all, some] = [
            order.flow(&uses(None))?.full_may_dependence()?,
            order.flow(&uses(Some(&temporaries)))?.full_may_dependence()?,
        ];
        assert!(some.is_strict_subset(&all)?);
        Ok(())
    }
}
