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
    nests: BTreeMap<String, RangeInclusive<usize>>,
}

/// Accesses, of which it is asked where the values come from that `sinks` see.
pub(crate) struct Uses<'a> {
    pub sinks: &'a isl::UnionMap,
    pub must_sources: Option<&'a isl::UnionMap>,
    pub may_sources: Option<&'a isl::UnionMap>,
    pub kills: Option<&'a isl::UnionMap>,
}

/// What isl found, in parts.
pub(crate) struct Flows {
    found: Vec<isl::UnionFlow>,
    /// What is seen of arrays to which nobody writes before.
    unwritten: isl::UnionMap,
}

impl Order {
    pub fn of(order: &isl::Schedule) -> isl::Result<Self> {
        let mut nests: BTreeMap<String, RangeInclusive<usize>> = BTreeMap::new();
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
        for mut own in uses.of_arrays()?.into_values().filter(|own| !own.sinks.is_empty()) {
            own.keep_before(&self.nests)?;
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

/// The uses of one array.
#[derive(Default)]
struct OfArray {
    sinks: Vec<isl::Map>,
    must_sources: Vec<isl::Map>,
    may_sources: Vec<isl::Map>,
    kills: Vec<isl::Map>,
}

impl OfArray {
    /// Drops the sources that are in nests after the last sink.
    fn keep_before(&mut self, nests: &BTreeMap<String, RangeInclusive<usize>>) -> isl::Result<()> {
        let nests_of = |access: &isl::Map| -> isl::Result<Option<&RangeInclusive<usize>>> {
            Ok(access.get_tuple_name(isl::Dim::In)?.and_then(|name| nests.get(&name)))
        };
        let mut last = 0;
        for sink in &self.sinks {
            let Some(own) = nests_of(sink)? else { return Ok(()) };
            last = last.max(*own.end());
        }
        for sources in [&mut self.must_sources, &mut self.may_sources, &mut self.kills] {
            let mut kept = vec![];
            for source in std::mem::take(sources) {
                if nests_of(&source)?.is_none_or(|own| *own.start() <= last) {
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
        Uses { sinks: &sinks, must_sources, may_sources, kills: kills.as_ref() }.compute_flow(order)
    }
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

    #[test]
    fn arrays_see_what_the_whole_sees() -> Result<(), Box<dyn std::error::Error>> {
        let program = Program::parse(&isl::Context::new()?, CHAIN)?;
        let gdg = &program.gdgs()[0];
        let reads = gdg.accesses(|access| access.kind.is_read())?;
        let writes = gdg.accesses(|access| access.kind.is_write())?;
        let uses = Uses { sinks: &reads, must_sources: Some(&writes), may_sources: None, kills: None };
        let (found, whole) = (Order::of(&gdg.original)?.flow(&uses)?, uses.compute_flow(&gdg.original)?);
        assert!(found.full_may_dependence()?.is_equal(&whole.get_full_may_dependence()?)?);
        assert!(found.may_no_source()?.is_equal(&whole.get_may_no_source()?)?);
        Ok(())
    }
}
