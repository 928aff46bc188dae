//! The smallest example of a dependence.

use std::fmt;

use polymill_gdg::{Access, Array, Gdg, Param, Statement, StatementId};
use polymill_isl as isl;
use polymill_isl::Dim;

use crate::Result;
use crate::points::{Point, coordinates, fix_params};

/// Two statement instances that are in conflict, for the smallest parameters for which there are some.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    /// Names and values of the parameters.
    pub params: Vec<(String, i64)>,
    /// The instance that comes first in the source.
    pub source: Point,
    /// The one that comes later.
    pub sink: Point,
    /// The memory that both use; `None` if they only may use the same, because arrays may overlap.
    pub conflict: Option<Conflict>,
}

/// What two instances do with an array element.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// The array's name and the subscripts.
    pub element: Point,
    /// The element as the source spells it.
    pub spelling: String,
    /// Whether the first instance writes it; it reads it otherwise.
    pub source_writes: bool,
    /// Whether the second instance writes it; it reads it otherwise.
    pub sink_writes: bool,
}

/// The smallest pair of a relation between statement instances: first the parameters are made small, then the
/// instances. `None` if there is no pair.
///
/// # Errors
/// isl's.
pub fn witness(gdg: &Gdg, relation: &isl::UnionMap) -> Result<Option<Witness>> {
    let mut smallest: Option<Pair> = None;
    for map in relation.get_map_list()?.to_vec()? {
        if let Some(pair) = smallest_pair(gdg, &map)?
            && smallest.as_ref().is_none_or(|other| pair.key() < other.key())
        {
            smallest = Some(pair);
        }
    }
    smallest.map(|pair| pair.explained(gdg)).transpose()
}

/// Parameters are looked for up to these magnitudes, one after the other.
const MAGNITUDES: [i64; 16] = [0, 1, 2, 3, 4, 5, 6, 8, 12, 16, 32, 64, 128, 1 << 10, 1 << 16, 1 << 31];

struct Pair {
    magnitude: i64,
    params: Vec<i64>,
    source: Point,
    sink: Point,
}

fn smallest_pair(gdg: &Gdg, map: &isl::Map) -> Result<Option<Pair>> {
    let valid = gdg.context.intersect(&gdg.assumptions)?;
    let map = map.intersect_params(&valid.params()?)?;
    if map.is_empty()? {
        return Ok(None);
    }
    let names = [Dim::In, Dim::Out].map(|side| map.get_tuple_name(side));
    let [source_name, sink_name] = names.map(|name| name.map(Option::unwrap_or_default));
    let mut positions = vec![];
    for param in &gdg.params {
        positions.push(map.find_dim_by_name(Dim::Param, &param.name)?);
    }
    let (n_params, n_in, n_out) = (map.dim(Dim::Param)?, map.dim(Dim::In)?, map.dim(Dim::Out)?);
    let all = map.move_dims(Dim::In, 0, Dim::Param, 0, n_params)?.wrap()?;
    for magnitude in MAGNITUDES {
        for low in [0, -magnitude] {
            let small = between(&all, n_params, low, magnitude)?;
            if small.is_empty()? {
                continue;
            }
            let values = coordinates(&first_point(&small)?, n_params + n_in + n_out)?;
            let params = positions.iter().map(|position| position.map_or(0, |position| values[position])).collect();
            let source = Point { name: source_name?, values: values[n_params..n_params + n_in].to_vec() };
            let sink = Point { name: sink_name?, values: values[n_params + n_in..].to_vec() };
            return Ok(Some(Pair { magnitude, params, source, sink }));
        }
    }
    Ok(None)
}

/// The part where the first `n` dimensions are within the bounds.
fn between(set: &isl::Set, n: usize, low: i64, high: i64) -> Result<isl::Set> {
    let low = isl::Val::int_from_si(set.ctx(), low)?;
    let high = isl::Val::int_from_si(set.ctx(), high)?;
    let mut part = set.clone();
    for dim in 0..n {
        part = part.lower_bound_val(Dim::Set, dim, &low)?.upper_bound_val(Dim::Set, dim, &high)?;
    }
    Ok(part)
}

/// The smallest point, or any if there is no smallest.
fn first_point(set: &isl::Set) -> Result<isl::Point> {
    let smallest = if set.is_bounded()? { set.lexmin()? } else { set.clone() };
    Ok(smallest.sample_point()?)
}

impl Pair {
    fn key(&self) -> (i64, &[i64], &Point, &Point) {
        (self.magnitude, &self.params, &self.source, &self.sink)
    }

    fn explained(self, gdg: &Gdg) -> Result<Witness> {
        let conflict = conflict(gdg, &self.params, &self.source, &self.sink)?;
        let params = gdg.params.iter().map(Param::spelled).zip(self.params).collect();
        Ok(Witness { params, source: self.source, sink: self.sink, conflict })
    }
}

/// The element that both use and at least one writes; a write by the first and a read by the second, if there is one.
fn conflict(gdg: &Gdg, params: &[i64], source: &Point, sink: &Point) -> Result<Option<Conflict>> {
    for (source_writes, sink_writes) in [(true, false), (false, true), (true, true)] {
        for (first, first_at) in accesses(gdg, source, source_writes) {
            for (second, second_at) in accesses(gdg, sink, sink_writes) {
                if first.array != second.array {
                    continue;
                }
                let common = elements(gdg, first_at, first, params, source)?
                    .intersect(&elements(gdg, second_at, second, params, sink)?)?;
                if common.is_empty()? {
                    continue;
                }
                let array = gdg.array(first.array);
                let values = coordinates(&first_point(&common)?, array.n_dims())?;
                let spelling = spelling(array, &values);
                let element = Point { name: array.name.clone(), values };
                return Ok(Some(Conflict { element, spelling, source_writes, sink_writes }));
            }
        }
    }
    Ok(None)
}

fn accesses<'a>(gdg: &'a Gdg, at: &Point, writes: bool) -> Vec<(&'a Access, &'a Statement)> {
    let statement: Option<StatementId> = gdg.statement_named(&at.name);
    let statements = statement.map(|id| gdg.statement(id)).into_iter();
    statements
        .flat_map(|statement| statement.accesses.iter().map(move |access| (access, statement)))
        .filter(|(access, _)| if writes { access.kind.is_write() } else { access.kind.is_read() })
        .collect()
}

/// The elements that an instance accesses.
fn elements(gdg: &Gdg, statement: &Statement, access: &Access, params: &[i64], at: &Point) -> Result<isl::Set> {
    let mut instance = statement.domain.clone();
    for (dim, value) in at.values.iter().enumerate() {
        instance = instance.fix_val(Dim::Set, dim, &isl::Val::int_from_si(instance.ctx(), *value)?)?;
    }
    Ok(fix_params(gdg, &instance, params)?.apply(&access.relation)?)
}

/// An element as the source spells it.
pub(crate) fn spelling(array: &Array, subscripts: &[i64]) -> String {
    let mut rest = subscripts.iter();
    array.place.spelled(|n_dims| rest.by_ref().take(n_dims).map(|value| format!("[{value}]")).collect())
}

/// Prints as ``with n = 6: S(3, 4) writes `A[3][5]`, which S(3, 5) reads``.
impl fmt::Display for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.params.is_empty() {
            let params: Vec<_> = self.params.iter().map(|(name, value)| format!("{name} = {value}")).collect();
            write!(f, "with {}: ", params.join(", "))?;
        }
        let Self { source, sink, .. } = self;
        let verb = |writes: bool| if writes { "writes" } else { "reads" };
        match &self.conflict {
            Some(Conflict { spelling, source_writes, sink_writes, .. }) => {
                let also = if source_writes == sink_writes { ", too" } else { "" };
                write!(f, "{source} {} `{spelling}`, which {sink} {}{also}", verb(*source_writes), verb(*sink_writes))
            }
            None => write!(f, "{source} and {sink} may use the same memory"),
        }
    }
}
