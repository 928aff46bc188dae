//! Explanations as diagnostics and as JSON.

use polymill_diagnostics::{Diagnostic, SourceMap, Span};
use serde::Serialize;

use super::{Carried, Kind, LoopReport, RegionReport, Witness};

/// The report as remarks: one for the region, one for each loop. Of a version for some parameters only, there is no more to
/// say of the loops than the order that they run in.
pub fn diagnostics(report: &RegionReport) -> Vec<Diagnostic> {
    if !report.version.is_empty() {
        return vec![of_region(report)];
    }
    std::iter::once(of_region(report)).chain(report.loops.iter().map(|each| for_loop(report, each))).collect()
}

/// What the report says of the region, or of the version, as a whole.
pub fn of_region(report: &RegionReport) -> Diagnostic {
    if report.version.is_empty() { region(report) } else { version(report) }
}

/// The reports as one JSON document; places are named by file, line and column.
pub fn to_json(reports: &[RegionReport], sources: &SourceMap) -> serde_json::Value {
    let regions = reports.iter().map(|report| RegionJson {
        place: report.span.and_then(|span| place(span, sources)),
        loop_places: report.loops.iter().map(|each| each.span.and_then(|span| place(span, sources))).collect(),
        report,
    });
    serde_json::json!({ "regions": regions.map(|region| region.to_value()).collect::<Vec<_>>() })
}

#[derive(Serialize)]
struct Place {
    file: String,
    line: u32,
    column: u32,
}

struct RegionJson<'a> {
    place: Option<Place>,
    loop_places: Vec<Option<Place>>,
    report: &'a RegionReport,
}

impl RegionJson<'_> {
    fn to_value(&self) -> serde_json::Value {
        let mut value = serde_json::json!(self.report);
        value["place"] = serde_json::json!(self.place);
        for (position, place) in self.loop_places.iter().enumerate() {
            value["loops"][position]["place"] = serde_json::json!(place);
        }
        value
    }
}

fn place(span: Span, sources: &SourceMap) -> Option<Place> {
    let location = sources.location(span)?;
    let file = sources.file(span.file)?.name().to_owned();
    Some(Place { file, line: location.line, column: location.column })
}

/// What a version does, and when it runs.
fn version(report: &RegionReport) -> Diagnostic {
    let message = format!("`{}`, for {}: {}", report.name, report.version, summary(report));
    let remark = Diagnostic::remark("version", message).at_opt(report.span, "");
    if report.kept { remark } else { remark.note(order(report)) }
}

fn summary(report: &RegionReport) -> String {
    match (report.kept, report.n_parallel) {
        (true, _) => "left as written".to_owned(),
        (_, 0) => "no loop runs in parallel".to_owned(),
        (_, 1) => "1 loop runs in parallel".to_owned(),
        (_, n) => format!("{n} loops run in parallel"),
    }
}

fn order(report: &RegionReport) -> String {
    format!("it now runs as\n{}", report.order.join("\n"))
}

fn region(report: &RegionReport) -> Diagnostic {
    let mut remark = Diagnostic::remark("region", format!("`{}`: {}", report.name, summary(report)));
    remark = remark.at_opt(report.span, "");
    remark = remark.note(match report.kept {
        true => "no other order is predicted to be clearly faster".to_owned(),
        false => order(report),
    });
    if !report.test.is_empty() {
        let otherwise =
            if report.overlaps_as_written { "; where arrays overlap, the loops run as written" } else { "" };
        let test = &report.test;
        remark = remark.note(format!("this is what runs where {test}, which is tested at run time{otherwise}"));
    }
    for reason in report.given_up.iter().filter(|_| !report.kept) {
        remark = remark.note(reason.clone());
    }
    if !report.candidates.is_empty() {
        remark = remark.note(candidates(report));
    }
    remark
}

/// The candidates with their predicted times, the chosen one marked.
fn candidates(report: &RegionReport) -> String {
    let mut text = "considered, with the predicted time:".to_owned();
    for each in &report.candidates {
        let plan = if each.plan.is_empty() { String::new() } else { format!(": {}", each.plan) };
        let chosen = if each.chosen { " (chosen)" } else { "" };
        text.push_str(&format!("\n{}{plan}: {:.3} ms{chosen}", each.origin, each.milliseconds));
    }
    text
}

fn for_loop(report: &RegionReport, each: &LoopReport) -> Diagnostic {
    let parallel = match (each.parallel, each.wavefront) {
        (true, true) => "parallel in wavefronts",
        (true, false) => "parallel",
        (false, _) if each.threaded => "parallel, as its pragma says",
        (false, _) => "not parallel",
    };
    let mut done = vec![parallel.to_owned()];
    done.extend(each.tile.map(|size| format!("tiled by {size}")));
    done.extend(each.vectorized.then(|| "vectorized".to_owned()));
    let code = if each.parallel || each.threaded { "loop-parallel" } else { "loop-not-parallel" };
    let mut remark = Diagnostic::remark(code, format!("loop over `{}`: {}", each.iterator, done.join(", ")));
    remark = match each.span {
        Some(span) => remark.at(span, each.carried.first().map_or("", |_| "carries a dependence")),
        None => remark.note(format!("around {} in `{}`", each.statements.join(", "), report.name)),
    };
    // Where a value is passed on, the other dependences through the same array say nothing new.
    let passes_value = |array: &str| each.carried.iter().any(|other| other.kind == Kind::Flow && other.array == array);
    for carried in each.carried.iter().filter(|each| each.kind == Kind::Flow || !passes_value(&each.array)) {
        remark = with_dependence(remark, carried);
    }
    if each.carried.iter().any(|carried| carried.overlap.is_some()) {
        remark = remark.help(
            "if they never overlap, declare them `restrict`, or put the loops between `#pragma scop` and `#pragma \
             endscop`",
        );
    }
    let is_update = !each.carried.is_empty() && each.carried.iter().all(|carried| carried.is_update);
    if is_update && !each.inside_parallel {
        remark = remark.help(
            "if the order of these updates does not matter, allow to change it: --reassociate (with `polymill cc`: \
             -ffast-math)",
        );
    }
    if each.carried.is_empty() && !each.parallel && !each.threaded {
        remark = remark.note(match (each.inside_parallel, report.candidates.is_empty()) {
            (true, _) => "its iterations are independent; another loop is the parallel one",
            (false, false) => "its iterations are independent; running them in parallel is predicted not to pay",
            (false, true) => "its iterations are independent",
        });
    }
    remark
}

fn with_dependence(remark: Diagnostic, carried: &Carried) -> Diagnostic {
    let what = match carried.kind {
        Kind::Flow => "a later iteration needs a value of an earlier one",
        Kind::Anti => "a later iteration overwrites what an earlier one reads",
        Kind::Output => "a later iteration overwrites what an earlier one writes",
    };
    if let Some([one, other]) = &carried.overlap {
        return remark.note(format!("`{one}` and `{other}` may overlap in memory; then {what}"));
    }
    let assumed = if carried.is_assumed { " (assumed: the elements are not known before it runs)" } else { "" };
    let mut remark = remark.note(format!("{what}: {}{assumed}", carried.witness.to_text()));
    let (first, second) = match carried.kind {
        Kind::Flow => ("writes", "reads"),
        Kind::Anti => ("reads", "writes"),
        Kind::Output => ("writes", "writes"),
    };
    let Witness { element, .. } = &carried.witness;
    if element.is_empty() {
        return remark;
    }
    if let Some(span) = carried.first {
        remark = remark.also_at(span, format!("{} {first} {element}", carried.witness.first));
    }
    if let Some(span) = carried.second.filter(|span| Some(*span) != carried.first) {
        remark = remark.also_at(span, format!("{} {second} {element}", carried.witness.second));
    }
    remark
}
