//! Where values come from, in terms of the source.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use polymill_gdg::{AccessId, AccessKind, ArrayId, Gdg, Statement, StatementId};
use polymill_isl as isl;

use super::{Example, copied};
use crate::dataflow::{full_flow, last_writes};
use crate::dynamic::Flow;
use crate::uses::Order;

/// One of two GDGs that are compared.
pub(super) struct Side<'a> {
    pub gdg: &'a Gdg,
    order: Order,
    /// Statements that only move data, and that the other one does not have: values are followed through them.
    copies: Vec<StatementId>,
    /// The flow through arrays that were asked for.
    flows: RefCell<BTreeMap<ArrayId, Rc<Flow>>>,
}

/// Where the values come from that instances read, or that elements are left with.
pub(super) struct Sources {
    /// To the writes in the source: `S_writes_0[i]` is the first access of `S[i]`.
    writes: isl::UnionMap,
    /// To elements, for their values from before the region.
    initial: isl::UnionMap,
    /// Those that see memory in which nobody has written anything.
    unset: isl::UnionSet,
}

/// Stands between the name of a statement in the source and the number of its access.
const WRITES: &str = "_writes_";

/// Through how many copies in a row a value is followed. A value that waits for a later tile is taken over from tile to tile.
const MAX_COPIES: usize = 100;

impl<'a> Side<'a> {
    pub fn new(gdg: &'a Gdg, copies: Vec<StatementId>) -> isl::Result<Self> {
        Ok(Self { gdg, order: Order::of(&gdg.original)?, copies, flows: RefCell::default() })
    }

    /// The value flow through an array: `{ write -> [read -> element] }`.
    pub fn flow(&self, array: ArrayId) -> isl::Result<Rc<Flow>> {
        if let Some(known) = self.flows.borrow().get(&array) {
            return Ok(known.clone());
        }
        let flow = Rc::new(full_flow(self.gdg, &self.order, array)?);
        self.flows.borrow_mut().insert(array, flow.clone());
        Ok(flow)
    }

    /// Of what an access reads.
    pub fn of_read(&self, statement: StatementId, read: AccessId) -> isl::Result<Sources> {
        let instances = self.gdg.statement(statement).domain.to_union_set()?;
        self.through_copies(statement, read, &instances, MAX_COPIES)
    }

    /// Of what an access of these instances reads.
    fn through_copies(
        &self,
        id: StatementId,
        read: AccessId,
        instances: &isl::UnionSet,
        n_left: usize,
    ) -> isl::Result<Sources> {
        let access = self.gdg.statement(id).access(read);
        let flow = self.flow(access.array)?;
        let elements = access.relation.to_union_map()?.intersect_domain(instances)?;
        let mut sources = Sources::none(self.gdg)?;
        let from_before = flow.from_before.intersect(&elements)?;
        if self.gdg.array(access.array).live_in {
            sources.initial = from_before;
        } else if !from_before.is_empty()? || self.is_killed(access.array) {
            // What somebody may have written, or nobody, is as good as what somebody has: other values have no meaning.
            sources.unset = elements.subtract(&flow.flow.range()?.unwrap()?)?.domain()?;
        }
        for map in flow.flow.intersect_range(&elements.wrap()?)?.get_map_list()?.to_vec()? {
            let Some(writer) = map.get_tuple_name(isl::Dim::In)?.and_then(|name| self.gdg.statement_named(&name))
            else {
                continue;
            };
            let readers = |map: &isl::UnionMap| map.range_factor_domain()?.reverse();
            sources = sources.union(&self.of_writer(writer, access.array, &map.to_union_map()?, readers, n_left)?)?;
        }
        Ok(sources)
    }

    /// Whether values in an array end before they are overwritten.
    fn is_killed(&self, array: ArrayId) -> bool {
        let mut accesses = self.gdg.statements.iter().flat_map(|statement| &statement.accesses);
        accesses.any(|access| access.array == array && access.kind == AccessKind::Kill)
    }

    /// Of what elements of an array hold in the end, other than what they held before.
    pub fn of_end(&self, array: ArrayId) -> isl::Result<Sources> {
        let mut sources = Sources::none(self.gdg)?;
        for map in last_writes(self.gdg, array)?.get_map_list()?.to_vec()? {
            let Some(writer) = map.get_tuple_name(isl::Dim::In)?.and_then(|name| self.gdg.statement_named(&name))
            else {
                continue;
            };
            // { write -> [element -> element] }
            let twice = map.to_union_map()?.range_product(&map.to_union_map()?)?;
            let same = isl::UnionMap::from_map(&isl::Map::identity(&map.get_space()?.range()?.map_from_set()?)?)?;
            let twice = twice.intersect_range(&same.wrap()?)?;
            let elements = |map: &isl::UnionMap| map.range_factor_domain()?.reverse();
            sources = sources.union(&self.of_writer(writer, array, &twice, elements, MAX_COPIES)?)?;
        }
        let kept = sources.initial.range()?.identity()?;
        sources.initial = sources.initial.subtract(&kept)?;
        Ok(sources)
    }

    /// Of what one statement wrote: `flow` goes from its instances to who sees the value, and in which element.
    fn of_writer(
        &self,
        writer: StatementId,
        array: ArrayId,
        flow: &isl::UnionMap,
        to_writer: impl Fn(&isl::UnionMap) -> isl::Result<isl::UnionMap>,
        n_left: usize,
    ) -> isl::Result<Sources> {
        let statement = self.gdg.statement(writer);
        if self.copies.contains(&writer)
            && let Some(load) = copied(statement)
        {
            if n_left == 0 {
                return Err(isl::Error::other("values move through too many copies"));
            }
            let instances = flow.domain()?;
            if instances.is_empty()? {
                return Sources::none(self.gdg);
            }
            return self.through_copies(writer, load, &instances, n_left - 1)?.seen_by(&to_writer(flow)?);
        }
        let mut sources = Sources::none(self.gdg)?;
        let is_write = |access: &&(usize, &polymill_gdg::Access)| access.1.kind.is_write() && access.1.array == array;
        let writes: Vec<_> = statement.accesses.iter().enumerate().collect();
        let writes: Vec<_> = writes.iter().filter(is_write).collect();
        for (position, access) in &writes {
            let own = match writes.len() {
                1 => flow.clone(),
                _ => flow.intersect_range_factor_range(&access.relation.to_union_map()?)?,
            };
            let write = write_of_source(statement, *position)?;
            sources.writes = sources.writes.union(&to_writer(&own)?.apply_range(&write)?)?;
        }
        Ok(sources)
    }
}

/// From an instance to the write in the source that an access of it is.
fn write_of_source(statement: &Statement, access: usize) -> isl::Result<isl::UnionMap> {
    let origin = statement.origin.intersect_domain(&statement.domain.to_union_set()?)?;
    let mut writes = isl::UnionMap::empty(&origin.get_space()?)?;
    for part in origin.get_map_list()?.to_vec()? {
        let source = part.get_tuple_name(isl::Dim::Out)?.unwrap_or_default();
        writes = writes.add_map(&part.set_tuple_name(isl::Dim::Out, &format!("{source}{WRITES}{access}"))?)?;
    }
    Ok(writes)
}

impl Sources {
    pub fn none(gdg: &Gdg) -> isl::Result<Self> {
        let space = gdg.context.get_space()?;
        Ok(Self {
            writes: isl::UnionMap::empty(&space)?,
            initial: isl::UnionMap::empty(&space)?,
            unset: isl::UnionSet::empty(&space)?,
        })
    }

    pub fn union(&self, other: &Self) -> isl::Result<Self> {
        Ok(Self {
            writes: self.writes.union(&other.writes)?,
            initial: self.initial.union(&other.initial)?,
            unset: self.unset.union(&other.unset)?,
        })
    }

    /// Of those who see what instances see.
    fn seen_by(&self, to_instances: &isl::UnionMap) -> isl::Result<Self> {
        Ok(Self {
            writes: to_instances.apply_range(&self.writes)?,
            initial: to_instances.apply_range(&self.initial)?,
            unset: to_instances.intersect_range(&self.unset)?.domain()?,
        })
    }

    /// Of the instances whose partners have these.
    pub fn seen_from(&self, to_partner: &isl::Map) -> isl::Result<Self> {
        self.seen_by(&to_partner.to_union_map()?)
    }

    /// Somebody who sees other values than expected, if there is anybody: an instance or an element.
    pub fn difference(&self, expected: &Self, valid: &isl::Set, spelling: Spelling) -> isl::Result<Option<Example>> {
        let mut wrong = self.unset.subtract(&expected.unset)?.union(&expected.unset.subtract(&self.unset)?)?;
        for (found, expected) in [(&self.writes, &expected.writes), (&self.initial, &expected.initial)] {
            wrong = wrong.union(&found.subtract(expected)?.domain()?)?.union(&expected.subtract(found)?.domain()?)?;
            wrong = wrong.intersect_params(valid)?;
            if !wrong.is_empty()? {
                break;
            }
        }
        if wrong.is_empty()? {
            return Ok(None);
        }
        let point = wrong.sample_point()?;
        let at = point.to_set()?.to_union_set()?;
        let mut params = vec![];
        let space = point.get_space()?;
        for position in 0..space.dim(isl::Dim::Param)? {
            let name = space.get_dim_name(isl::Dim::Param, position)?.unwrap_or_default();
            params.push((name, point.get_coordinate_val(isl::Dim::Param, position)?.to_i64()?));
        }
        let (found, expected) = (self.at(&at)?, expected.at(&at)?);
        Ok(Some(Example { params, who: spelling.of(&point)?, found, expected }))
    }

    /// The values that one sees, in words.
    fn at(&self, who: &isl::UnionSet) -> isl::Result<Vec<String>> {
        let mut values = vec![];
        for map in self.writes.intersect_domain(who)?.get_map_list()?.to_vec()? {
            let text = Spelling::Instance.of(&map.range()?.sample_point()?)?;
            let (source, rest) = text.rsplit_once(WRITES).unwrap_or((&text, ""));
            values.push(format!("of {source}{}", rest.trim_start_matches(|c: char| c.is_ascii_digit())));
        }
        for map in self.initial.intersect_domain(who)?.get_map_list()?.to_vec()? {
            let text = Spelling::Element.of(&map.range()?.sample_point()?)?;
            values.push(format!("of `{text}` from before"));
        }
        if !self.unset.intersect(who)?.is_empty()? {
            values.push("of nobody".to_owned());
        }
        values.sort();
        Ok(values)
    }
}

/// How a point is spelled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Spelling {
    /// `S(1, 2)`
    Instance,
    /// `A[1][2]`
    Element,
}

impl Spelling {
    fn of(self, point: &isl::Point) -> isl::Result<String> {
        let set = point.to_set()?;
        let name = set.get_tuple_name()?.unwrap_or_default();
        let mut values = vec![];
        for position in 0..set.dim(isl::Dim::Set)? {
            values.push(point.get_coordinate_val(isl::Dim::Set, position)?.to_i64()?.to_string());
        }
        Ok(match self {
            Self::Instance => format!("{name}({})", values.join(", ")),
            Self::Element => name + &values.iter().map(|value| format!("[{value}]")).collect::<String>(),
        })
    }
}
