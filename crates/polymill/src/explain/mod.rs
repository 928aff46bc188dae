//! `polymill explain`: for each loop of the source, what was done with it, and what stands in the way of more.

mod loops;
mod render;
mod update;
mod witness;

pub use loops::OrderLoop;
pub use render::{diagnostics, of_region, to_json};
pub use witness::Witness;

use std::collections::BTreeMap;

use polymill_diagnostics::{SourceMap, Span};
use polymill_gdg::{Definition, Dependences, Gdg, GdgId, IndependentLoop, Program, StatementId};
use polymill_isl as isl;
use polymill_mapper::{Considered, Mapped};
use serde::Serialize;

use crate::Error;
use crate::words::replace_words;
use loops::SourceLoop;

/// What there is to say about one region.
#[derive(Clone, Debug, Serialize)]
pub struct RegionReport {
    /// The region's name: the function's, with a number if it has several regions.
    pub name: String,
    /// For which parameters it runs in place of the usual version; empty for the usual one.
    pub version: String,
    /// What a test at run time has said of the arrays; empty if there is none.
    pub test: String,
    /// Whether the source's code runs where the test says that arrays overlap.
    pub overlaps_as_written: bool,
    /// Where it stands.
    #[serde(skip)]
    pub span: Option<Span>,
    /// Its loops, in the source's order.
    pub loops: Vec<LoopReport>,
    /// Whether the source's code stays as it is.
    pub kept: bool,
    /// The chosen order: indented lines for loops and statements.
    pub order: Vec<String>,
    /// How many loops of the chosen order run in parallel.
    pub n_parallel: usize,
    /// The orders that were considered.
    pub candidates: Vec<CandidateReport>,
    /// What passes gave up, and why the program stays right.
    pub given_up: Vec<String>,
}

/// What there is to say about one loop of the source.
#[derive(Clone, Debug, Serialize)]
pub struct LoopReport {
    /// Its iterator's name.
    pub iterator: String,
    /// How many loops are around it.
    pub depth: usize,
    /// Its header.
    #[serde(skip)]
    pub span: Option<Span>,
    /// The statements inside.
    pub statements: Vec<String>,
    /// Whether its iterations, or blocks of them, run in parallel.
    pub parallel: bool,
    /// Whether it is left as written, and a pragma runs its iterations in threads.
    pub threaded: bool,
    /// Whether they do so in wavefronts: together with iterations of other loops that do not depend on them.
    pub wavefront: bool,
    /// Whether a loop around its statements runs in parallel.
    pub inside_parallel: bool,
    /// The size of its blocks, if it is tiled.
    pub tile: Option<i64>,
    /// Whether it runs in vector lanes.
    pub vectorized: bool,
    /// The dependences from one of its iterations to a later one, everything around it being equal.
    pub carried: Vec<Carried>,
}

/// A dependence that a loop carries.
#[derive(Clone, Debug, Serialize)]
pub struct Carried {
    /// `flow`, `anti` or `output`.
    pub kind: Kind,
    /// The array, as the source spells it; empty if it is not known.
    pub array: String,
    /// The instances.
    pub witness: Witness,
    /// The arrays that may overlap in memory, if that is what the dependence comes from.
    pub overlap: Option<[String; 2]>,
    /// Whether one of the accesses only may happen, so that the dependence is assumed rather than known.
    pub is_assumed: bool,
    /// Whether it is between updates such as `sum += e`, whose order the user may set free.
    pub is_update: bool,
    /// Where the first access stands.
    #[serde(skip)]
    pub first: Option<Span>,
    /// Where the second access stands.
    #[serde(skip)]
    pub second: Option<Span>,
}

/// Kinds of dependences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A value is written, then read.
    Flow,
    /// An element is read, then overwritten.
    Anti,
    /// An element is written, then overwritten.
    Output,
}

/// An order that was considered.
#[derive(Clone, Debug, Serialize)]
pub struct CandidateReport {
    /// Where it comes from.
    pub origin: String,
    /// What was done to its loops.
    pub plan: String,
    /// The predicted time in milliseconds.
    pub milliseconds: f64,
    /// Whether it was chosen.
    pub chosen: bool,
}

/// Explains what mapping made of a program: region by region, each with its usual version first.
///
/// # Errors
/// isl's.
pub fn explain_all(program: &Program, mapped: &Mapped, sources: &SourceMap) -> Result<Vec<RegionReport>, Error> {
    let mut all: Vec<&(GdgId, Vec<Considered>)> = mapped.considered.iter().collect();
    all.sort_by_key(|(id, _)| (program.versions(*id).first().copied(), *id != usual_version(program, *id), *id));
    let mut reports = vec![];
    for (id, considered) in all {
        reports.extend(explain(program, *id, considered, sources)?);
    }
    Ok(reports)
}

/// The version of which there is most to say: of those that pass most tests of memory and data, the first whose order is another one than that of
/// the source, or the first of all.
fn usual_version(program: &Program, id: GdgId) -> GdgId {
    let versions = program.versions(id).into_iter().rev();
    let is_kept = |gdg: &Gdg| gdg.schedule.plain_is_equal(&gdg.original).unwrap_or(false);
    let of_most_to_say = |version: &GdgId| {
        let gdg = program.gdg(*version);
        (passed_tests(gdg).len(), !is_kept(gdg))
    };
    versions.max_by_key(of_most_to_say).unwrap_or(id)
}

/// The tests of memory and data that are passed wherever a GDG is valid.
fn passed_tests(gdg: &Gdg) -> Vec<&Definition> {
    let tests = gdg.params.iter().filter(|param| param.definition().and_then(Definition::test).is_some());
    tests.filter(|test| gdg.passes(test).unwrap_or(false)).filter_map(|test| test.definition()).collect()
}

/// The tests that a version does not pass and another one does.
fn failed_tests<'a>(version: &Gdg, usual: &'a Gdg) -> Vec<&'a Definition> {
    let passed = passed_tests(version);
    passed_tests(usual).into_iter().filter(|test| !passed.contains(test)).collect()
}

/// When a version runs because a test is not passed: `arrays that overlap`.
fn where_failed(test: &Definition) -> String {
    match test {
        Definition::Ascending(test) => format!("`{}` that decreases", test.elements.name()),
        Definition::Even(test) => {
            format!(
                "`{}` of which some are larger than others, or that is less than 8 on average or more than {} in all",
                test.lengths.elements.name(),
                test.most
            )
        }
        Definition::Equal(_) => "structures of different sizes".to_owned(),
        _ => "arrays that overlap".to_owned(),
    }
}

/// Explains what mapping made of a GDG. Its spans refer to `sources`. There is nothing to say where the dependences are not
/// known; a remark of the mapper says why.
///
/// # Errors
/// isl's.
pub fn explain(
    program: &Program,
    id: GdgId,
    considered: &[Considered],
    sources: &SourceMap,
) -> Result<Option<RegionReport>, Error> {
    let gdg = program.gdg(id);
    let Some(dependences) = &gdg.dependences else { return Ok(None) };
    let order = loops::order_loops(gdg)?;
    let kept = considered.first().is_some_and(|source| source.chosen);
    let mut reports = Vec::new();
    for source in loops::source_loops(gdg)? {
        let carried = carried(gdg, dependences, &source, sources)?;
        let mut report = explain_loop(gdg, &source, &order, carried);
        // What the C compiler does with the source's code is not ours to say.
        report.vectorized &= !kept;
        report.threaded = kept && runs_in_threads(gdg, &source);
        reports.push(report);
    }
    let lines = loops::order_text(gdg)?;
    let usual = usual_version(program, id);
    let is_version = id != usual;
    let failed: Vec<_> = failed_tests(gdg, program.gdg(usual)).into_iter().map(where_failed).collect();
    let version = match is_version {
        false => String::new(),
        true if failed.is_empty() => match conditions(program, id, usual)? {
            // It is valid where the usual one is, too.
            none if none.is_empty() => "other sizes".to_owned(),
            conditions => conditions,
        },
        true => failed.join(" or "),
    };
    let tests: Vec<_> = passed_tests(program.gdg(usual)).into_iter().filter_map(Definition::test).collect();
    // Nobody looked for another order.
    let overlaps_as_written = program.versions(id).into_iter().map(|version| program.gdg(version)).any(|version| {
        let failed = failed_tests(version, program.gdg(usual));
        version.dependences.is_none() && failed.iter().any(|test| matches!(test, Definition::Disjoint(_)))
    });
    let relaxation = |each: &polymill_gdg::Relaxation| format!("{}: {}", each.pass, each.reason);
    Ok(Some(RegionReport {
        name: program.gdg(if is_version { id } else { program.entry(id) }).name.clone(),
        version,
        test: tests.join(" and "),
        overlaps_as_written,
        span: gdg.span,
        loops: reports,
        kept,
        n_parallel: lines.iter().filter(|line| line.trim_start().starts_with("parallel")).count(),
        order: lines,
        candidates: considered.iter().map(candidate).collect(),
        given_up: dependences.relaxations.iter().map(relaxation).collect(),
    }))
}

/// What a version asks of the parameters, beyond what another one does: `n <= 15`.
///
/// # Errors
/// isl's.
pub fn conditions(program: &Program, id: GdgId, beyond: GdgId) -> Result<String, Error> {
    let entry = program.gdg(program.entry(id));
    let gist = program.gdg(id).context.gist(&program.gdg(beyond).context)?;
    let text = polymill_gdg::text::condition_with(&gist, &entry.params, |_, test| test)?;
    Ok(replace_words(&text, |_, word| {
        let param = entry.params.iter().find(|param| param.name == word)?;
        Some(match param.definition() {
            Some(Definition::Work(work)) => work.describe(&entry.params),
            _ => param.spelled(),
        })
    }))
}

fn candidate(considered: &Considered) -> CandidateReport {
    CandidateReport {
        origin: considered.origin.clone(),
        plan: considered.plan.clone(),
        milliseconds: considered.cost.total() / 1e6,
        chosen: considered.chosen,
    }
}

fn explain_loop(
    gdg: &Gdg,
    source: &SourceLoop,
    order: &BTreeMap<StatementId, Vec<OrderLoop>>,
    carried: Vec<Carried>,
) -> LoopReport {
    let iterator = source.iterators.iter().next().and_then(|(id, &n)| gdg.statement(*id).iterators.get(n));
    // For each statement, what this loop's iterator has become.
    let become_of = || {
        source.iterators.iter().filter_map(|(id, iterator)| Some((order.get(id)?, *iterator))).map(
            |(loops, iterator)| loops.iter().filter(move |each| each.iterators.contains(&iterator)).collect::<Vec<_>>(),
        )
    };
    let inside_parallel =
        source.iterators.keys().all(|id| order.get(id).is_some_and(|loops| loops.iter().any(|each| each.parallel)));
    let is_skewed = |each: &&OrderLoop| each.iterators.len() > 1;
    LoopReport {
        iterator: iterator.map(|iterator| iterator.name.clone()).unwrap_or_default(),
        depth: source.depth,
        span: iterator.and_then(|iterator| iterator.span),
        statements: source.iterators.keys().map(|&id| gdg.statement(id).name.clone()).collect(),
        parallel: become_of().flatten().any(|each| each.parallel),
        threaded: false,
        wavefront: !carried.is_empty()
            && become_of().any(|loops| loops.iter().any(|each| each.parallel) && loops.iter().any(is_skewed)),
        inside_parallel,
        tile: become_of().flatten().find_map(|each| each.block),
        vectorized: become_of().flatten().any(|each| each.simd),
        carried,
    }
}

fn runs_in_threads(gdg: &Gdg, source: &SourceLoop) -> bool {
    let is_this = |one: &IndependentLoop| {
        let is_inside =
            |(id, position): (&StatementId, &usize)| one.has(gdg.statement(*id)) && *position == one.position;
        one.in_threads && source.iterators.iter().all(is_inside)
    };
    gdg.independent.iter().any(is_this)
}

/// What the loop carries: for each kind and array the smallest witness.
fn carried(
    gdg: &Gdg,
    dependences: &Dependences,
    source: &SourceLoop,
    sources: &SourceMap,
) -> Result<Vec<Carried>, Error> {
    let mut found: Vec<Carried> = Vec::new();
    let kinds =
        [(Kind::Flow, dependences.flow()), (Kind::Anti, dependences.anti()), (Kind::Output, dependences.output())];
    for (kind, relation) in kinds {
        let local = inside(relation, &source.band)?;
        let relation = polymill_analysis::carried(&local, &source.band, source.member)?;
        for map in relation.get_map_list()?.to_vec()? {
            let Some(each) = witness::witness(gdg, &map, kind, sources)? else { continue };
            let array = each.array.map(|array| array.name.clone()).unwrap_or_default();
            if found.iter().any(|other| other.kind == kind && other.array == array) {
                continue;
            }
            let is_assumed = each.accesses.is_none_or(|(from, to)| may_only(from) || may_only(to));
            let overlap = if each.array.is_none() { overlap(gdg, &map)? } else { None };
            let spans = each.accesses.map_or((None, None), |(from, to)| (from.span, to.span));
            found.push(Carried {
                kind,
                array,
                witness: each.witness,
                is_assumed,
                is_update: overlap.is_none() && is_update(gdg, &map)?,
                overlap,
                first: spans.0,
                second: spans.1,
            });
        }
    }
    Ok(found)
}

/// The arrays of the two statements that may overlap.
fn overlap(gdg: &Gdg, dependence: &isl::Map) -> isl::Result<Option<[String; 2]>> {
    let uses = |side, array| -> isl::Result<bool> {
        let statement = dependence.get_tuple_name(side)?.and_then(|name| gdg.statement_named(&name));
        Ok(statement.is_some_and(|id| gdg.statement(id).accesses.iter().any(|access| access.array == array)))
    };
    for pair in &gdg.aliases {
        let (one, other) = (pair.first, pair.second);
        let is_it = uses(isl::Dim::In, one)? && uses(isl::Dim::Out, other)?
            || uses(isl::Dim::In, other)? && uses(isl::Dim::Out, one)?;
        if is_it {
            return Ok(Some([one, other].map(|id| gdg.array(id).name.clone())));
        }
    }
    Ok(None)
}

/// Whether the dependence is between instances of one statement that updates an element.
fn is_update(gdg: &Gdg, dependence: &isl::Map) -> isl::Result<bool> {
    let names = (dependence.get_tuple_name(isl::Dim::In)?, dependence.get_tuple_name(isl::Dim::Out)?);
    match names {
        (Some(first), Some(second)) if first == second => {
            gdg.statement_named(&first).map_or(Ok(false), |id| update::is_update(gdg.statement(id)))
        }
        _ => Ok(false),
    }
}

/// The dependences between instances below the node.
fn inside(dependences: &isl::UnionMap, node: &isl::ScheduleNode) -> isl::Result<isl::UnionMap> {
    let domain = node.get_domain()?;
    dependences.intersect_domain(&domain)?.intersect_range(&domain)
}

fn may_only(access: &polymill_gdg::Access) -> bool {
    use polymill_gdg::AccessKind;
    matches!(access.kind, AccessKind::MayRead | AccessKind::MayWrite)
}

#[cfg(test)]
mod tests;
