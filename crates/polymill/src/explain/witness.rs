//! Concrete witnesses of dependences: the smallest pair of instances there is.

use polymill_diagnostics::SourceMap;
use polymill_gdg::{Access, Array, Gdg, Statement};
use polymill_isl as isl;
use serde::Serialize;

use super::Kind;

/// Two instances and the element that makes the second one wait for the first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Witness {
    /// The values of the parameters, as far as there are any: `n = 2`.
    pub params: Vec<String>,
    /// The first instance: `S0(3, 4)`.
    pub first: String,
    /// The second.
    pub second: String,
    /// The element: `A[3][5]`; empty if the accesses do not say which.
    pub element: String,
    /// The kind of the dependence: whether the instances read or write the element.
    pub kind: Kind,
}

impl Witness {
    /// The witness in words: `S0(3, 4) writes A[3][5], which S0(3, 5) reads`.
    pub fn to_text(&self) -> String {
        let Witness { first, second, element, .. } = self;
        let text = match (element.as_str(), self.kind) {
            ("", _) => format!("{second} has to wait for {first}"),
            (_, Kind::Flow) => format!("{first} writes {element}, which {second} reads"),
            (_, Kind::Anti) => format!("{first} reads {element}, which {second} writes"),
            (_, Kind::Output) => format!("{first} writes {element}, which {second} also writes"),
        };
        match self.params.is_empty() {
            true => text,
            false => format!("{text} ({})", self.params.join(", ")),
        }
    }
}

/// The accesses behind a witness.
pub struct Found<'a> {
    /// What is shown.
    pub witness: Witness,
    /// The array, if the accesses say which.
    pub array: Option<&'a Array>,
    /// The accesses of the first and of the second instance.
    pub accesses: Option<(&'a Access, &'a Access)>,
}

/// A small witness for `dependence`, a relation between instances of two statements of `gdg`; `None` if it is empty.
/// `kind` says which accesses are behind it; their spans refer to `sources`.
///
/// # Errors
/// isl's.
pub fn witness<'a>(
    gdg: &'a Gdg,
    dependence: &isl::Map,
    kind: Kind,
    sources: &SourceMap,
) -> isl::Result<Option<Found<'a>>> {
    let statement = |side| -> isl::Result<Option<&'a Statement>> {
        let name = dependence.get_tuple_name(side)?;
        Ok(name.and_then(|name| gdg.statement_named(&name)).map(|id| gdg.statement(id)))
    };
    let (Some(first), Some(second)) = (statement(isl::Dim::In)?, statement(isl::Dim::Out)?) else { return Ok(None) };
    let valid = gdg.context.intersect(&gdg.assumptions)?;
    let Some(values) = smallest(&dependence.intersect_params(&valid)?)? else { return Ok(None) };
    let mut accesses = None;
    'search: for from in first.accesses.iter().filter(|from| is_first(from, kind)) {
        for to in second.accesses.iter().filter(|to| to.array == from.array && is_second(to, kind)) {
            let (a, b) = (elements(from, &values, &values.first)?, elements(to, &values, &values.second)?);
            let common = a.intersect(&b)?;
            if !common.is_empty()? {
                accesses = Some((from, to, coordinates(&common.sample_point()?, common.dim(isl::Dim::Set)?)?));
                break 'search;
            }
        }
    }
    let array = accesses.as_ref().map(|(from, _, _)| gdg.array(from.array));
    let element = accesses.as_ref().zip(array).map(|((from, _, indices), array)| {
        temporary(from, array, sources).map_or_else(|| spell(array, indices), str::to_owned)
    });
    let used = |value: &&(String, i64)| dependence.find_dim_by_name(isl::Dim::Param, &value.0).ok().flatten().is_some();
    let witness = Witness {
        params: values.params.iter().filter(used).map(|(name, value)| format!("{name} = {value}")).collect(),
        first: instance(first, &values.first),
        second: instance(second, &values.second),
        element: element.unwrap_or_default(),
        kind,
    };
    Ok(Some(Found { witness, array, accesses: accesses.map(|(from, to, _)| (from, to)) }))
}

/// A point of a relation between instances.
struct Values {
    params: Vec<(String, i64)>,
    first: Vec<i64>,
    second: Vec<i64>,
}

fn is_first(access: &Access, kind: Kind) -> bool {
    if kind == Kind::Anti { access.kind.is_read() } else { access.kind.is_write() }
}

fn is_second(access: &Access, kind: Kind) -> bool {
    if kind == Kind::Flow { access.kind.is_read() } else { access.kind.is_write() }
}

/// The lexicographically smallest point with parameters that are not negative; any point if there is none.
fn smallest(dependence: &isl::Map) -> isl::Result<Option<Values>> {
    let n_params = dependence.dim(isl::Dim::Param)?;
    let (n_first, n_second) = (dependence.dim(isl::Dim::In)?, dependence.dim(isl::Dim::Out)?);
    let names = (0..n_params).map(|n| dependence.get_dim_name(isl::Dim::Param, n)).collect::<isl::Result<Vec<_>>>()?;
    let pairs = dependence.wrap()?.flatten()?;
    let all = pairs.move_dims(isl::Dim::Set, 0, isl::Dim::Param, 0, n_params)?;
    if all.is_empty()? {
        return Ok(None);
    }
    let mut small = all.clone();
    for dim in 0..n_params + n_first + n_second {
        small = small.lower_bound_si(isl::Dim::Set, dim, 0)?;
    }
    let point = if small.is_empty()? { all.sample_point()? } else { small.lexmin()?.sample_point()? };
    let values = coordinates(&point, n_params + n_first + n_second)?;
    let params = names.into_iter().map(Option::unwrap_or_default).zip(values.iter().copied()).collect();
    let first = values[n_params..n_params + n_first].to_vec();
    Ok(Some(Values { params, first, second: values[n_params + n_first..].to_vec() }))
}

/// The elements that one access of one instance touches.
fn elements(access: &Access, values: &Values, instance: &[i64]) -> isl::Result<isl::Set> {
    let mut relation = access.relation.clone();
    let fix = |relation: &isl::Map, kind, position, value| {
        relation.fix_val(kind, position, &isl::Val::int_from_si(relation.ctx(), value)?)
    };
    for (position, &value) in instance.iter().enumerate() {
        relation = fix(&relation, isl::Dim::In, position, value)?;
    }
    for (name, value) in &values.params {
        if let Some(position) = relation.find_dim_by_name(isl::Dim::Param, name)? {
            relation = fix(&relation, isl::Dim::Param, position, *value)?;
        }
    }
    relation.range()
}

fn coordinates(point: &isl::Point, n_dims: usize) -> isl::Result<Vec<i64>> {
    (0..n_dims).map(|position| point.get_coordinate_val(isl::Dim::Set, position)?.get_num_si()).collect()
}

fn instance(statement: &Statement, values: &[i64]) -> String {
    let values: Vec<String> = values.iter().map(i64::to_string).collect();
    format!("{}({})", statement.name, values.join(", "))
}

/// The text of an access that the source spells otherwise than its array: a temporary that is now kept elsewhere.
fn temporary<'a>(access: &Access, array: &Array, sources: &'a SourceMap) -> Option<&'a str> {
    let text = sources.text(access.span?);
    let name =
        |text: &'a str| text.split(|c: char| !c.is_alphanumeric() && c != '_').next().filter(|name| !name.is_empty());
    let own = name(text)?;
    (array.place.root != own).then_some(text)
}

/// An element as the source spells it, with these subscripts.
fn spell(array: &Array, indices: &[i64]) -> String {
    let mut indices = indices.iter();
    array.place.spelled(|n_dims| indices.by_ref().take(n_dims).map(|index| format!("[{index}]")).collect())
}
