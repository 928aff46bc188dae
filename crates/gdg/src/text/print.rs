//! IR to text: everything but bodies.

use polymill_isl as isl;

use super::print_body::statement;
use super::syntax::bound_word;
use super::tree;
use crate::{
    Affine, AliasPair, Array, ArrayId, BoundValue, DataRange, Definition, Dependences, Gdg, GdgId, IndependentLoop,
    Origin, Param, ParamValue, Place, Program, Reach, RowBounds, Storage, Version,
};

/// The text of a program. What isl cannot print (it may be out of budget) is replaced by its error.
pub(super) fn program(program: &Program) -> String {
    let gdgs: Vec<_> = program.gdgs().iter().map(|gdg| self::gdg(gdg, Some(program))).collect();
    gdgs.join("\n")
}

/// The text of one GDG; without its program, the GDGs that it calls are not named.
pub(super) fn gdg(gdg: &Gdg, program: Option<&Program>) -> String {
    let mut lines: Vec<String> = gdg.params.iter().map(|one| param(gdg, one)).collect();
    lines.extend(parameter_set("context", gdg, &gdg.context));
    lines.extend(parameter_set("assume", gdg, &gdg.assumptions));
    lines.extend(parameter_set("promise", gdg, &gdg.promise));
    lines.extend(gdg.wanted.iter().map(|wanted| format!("version {}", isl_text(gdg, wanted.to_str()))));
    lines.extend(gdg.arrays.iter().map(|one| array(gdg, one)));
    lines.extend(gdg.aliases.iter().map(|one| pair("alias", gdg, one)));
    lines.extend(gdg.disjoint.iter().map(|one| pair("disjoint", gdg, one)));
    lines.extend(gdg.reassociable.then(|| "reassociable".to_owned()));
    lines.extend(gdg.repeated.then(|| "repeated".to_owned()));
    lines.extend((gdg.n_loops_around > 0).then(|| format!("inside {}", gdg.n_loops_around)));
    lines.extend(gdg.independent.iter().map(|one| independent(gdg, one)));
    for one in &gdg.statements {
        lines.extend(statement(gdg, one));
    }
    lines.extend(schedules(gdg));
    lines.extend(gdg.dependences.iter().flat_map(|all| dependences(gdg, all)));
    if let Some(program) = program {
        lines.extend(children(gdg, program));
    }
    let origin = if gdg.origin == Origin::Built { " built" } else { "" };
    format!("gdg {}{origin} {{\n{}}}\n", gdg.name, lines.iter().map(|line| format!("  {line}\n")).collect::<String>())
}

fn pair(word: &str, gdg: &Gdg, pair: &AliasPair) -> String {
    let name = |id: ArrayId| gdg.arrays.get(id.index()).map_or("?", |array| &array.name);
    format!("{word} {} {}", name(pair.first), name(pair.second))
}

/// The GDGs that a GDG calls, or chooses from.
fn children(gdg: &Gdg, program: &Program) -> Vec<String> {
    let name = |id: GdgId| program.gdgs().get(id.index()).map_or("?", |gdg| &gdg.name);
    let Some(family) = &gdg.specialize_op else {
        let names: Vec<_> = gdg.children.iter().map(|child| name(*child)).collect();
        return if names.is_empty() { vec![] } else { vec![format!("calls {}", names.join(", "))] };
    };
    let version = |version: &Version| match version.specializes.and_then(|origin| family.versions.get(origin)) {
        None => name(version.gdg).to_owned(),
        Some(origin) => {
            let added = isl_text(gdg, version.added.to_str());
            format!("{} from {} {added}", name(version.gdg), name(origin.gdg))
        }
    };
    block("specialize", family.versions.iter().map(version).collect())
}

fn param(gdg: &Gdg, param: &Param) -> String {
    let value = match &param.value {
        ParamValue::Place(place) if *place == Place::variable(&param.name) => String::new(),
        ParamValue::Place(place) => format!(" = `{place}`"),
        ParamValue::NotNull(pointer) => format!(" = not_null(`{pointer}`)"),
        ParamValue::Defined(definition) => format!(" = {}", self::definition(gdg, definition)),
    };
    let usual = param.usual.map(|usual| format!(" usual {usual}")).unwrap_or_default();
    format!("param {}: {}{value}{usual}", param.name, param.ty)
}

fn definition(gdg: &Gdg, definition: &Definition) -> String {
    match definition {
        Definition::Work(work) => {
            format!("work({})", work.text(&gdg.params, &|rows| format!("rows({})", row_bounds(gdg, rows))))
        }
        Definition::Disjoint(test) => {
            let pairs = test.pairs.iter().map(|pair| pair.each_ref().map(|one| reach(gdg, one)).join(" and "));
            format!("disjoint({})", pairs.collect::<Vec<_>>().join(", "))
        }
        Definition::Even(test) => format!("even({}) at most {}", row_bounds(gdg, &test.lengths), test.most),
        Definition::Equal(pairs) => {
            let pairs = pairs.iter().map(|[one, other]| format!("`{one}` and `{other}`"));
            format!("equal({})", pairs.collect::<Vec<_>>().join(", "))
        }
        Definition::Ascending(test) => format!("ascending({})", row_bounds(gdg, test)),
        Definition::StaticBound(bound) => {
            let value = match &bound.value {
                None => String::new(),
                Some(BoundValue::Derived(value)) => format!("({})", value.describe(&gdg.params)),
                Some(BoundValue::Promised(value)) => format!("({}, promised)", value.describe(&gdg.params)),
                Some(BoundValue::Largest(elements)) => format!("(largest({}))", row_bounds(gdg, elements)),
            };
            format!("{}{value}", bound_word(bound.side))
        }
    }
}

/// `` `row[_]`[0 .. n]: i32 ``
fn row_bounds(gdg: &Gdg, rows: &RowBounds) -> String {
    format!("{}: {}", reach(gdg, &rows.elements), rows.ty)
}

/// `` `A[_]`[0 .. n - 1] * (m) ``, or `` `rows[_][_]` rows [0 .. n - 1] [0 .. m - 1] ``, or
/// `` `x[_]` of values (`column[_]` of rows (`row[_]`[0 .. n]: i32): i32) ``
fn reach(gdg: &Gdg, reach: &Reach) -> String {
    let all =
        |functions: &[Affine]| functions.iter().map(|one| one.describe(&gdg.params)).collect::<Vec<_>>().join(", ");
    let mut text = format!("`{}`", reach.place);
    for range in &reach.rows {
        text += &format!(" rows [{} .. {}]", all(&range.first), all(&range.last));
    }
    match &reach.data {
        Some(DataRange::Rows(rows)) => text += &format!(" of rows ({})", row_bounds(gdg, rows)),
        Some(DataRange::Values(values)) => {
            text += &format!(" of values ({}: {})", self::reach(gdg, &values.elements), values.ty);
        }
        None => {}
    }
    if !reach.first.is_empty() {
        text += if reach.rows.is_empty() { "" } else { " " };
        text += &format!("[{} .. {}]", all(&reach.first), all(&reach.last));
    }
    reach.stride.iter().fold(text, |text, factor| format!("{text} * ({})", factor.describe(&gdg.params)))
}

fn parameter_set(keyword: &str, gdg: &Gdg, set: &isl::Set) -> Option<String> {
    let is_universe = set.plain_is_universe().unwrap_or(false);
    if is_universe { None } else { Some(format!("{keyword} {}", isl_text(gdg, set.to_str()))) }
}

fn array(gdg: &Gdg, array: &Array) -> String {
    let extents = array.extents.iter().map(|extent| match extent {
        Some(extent) => format!("[{}]", extent_text(gdg, extent)),
        None => "[?]".to_owned(),
    });
    let mut text = format!("array {}: {}{}", array.name, array.element, extents.collect::<String>());
    if array.place != Place::array(&array.name, array.n_dims()) {
        text += &format!(" = `{}`", array.place);
    }
    if array.row_dims > 0 {
        text += &format!(" rows {}", array.row_dims);
    }
    let is_unshared = array.is_unshared && array.storage == Storage::External;
    for (holds, word) in [(is_unshared, " unshared"), (array.live_in, " live_in"), (array.live_out, " live_out")] {
        text += if holds { word } else { "" };
    }
    text += match array.storage {
        Storage::External => "",
        Storage::Local => " local",
        Storage::Parameter => " parameter",
    };
    if let Some(iterations) = &array.private {
        text +=
            &format!(" private {}", private_text(gdg, iterations).unwrap_or_else(|error| format!("{{ <{error}> }}")));
    }
    text
}

/// The parts in the order of the statements.
fn private_text(gdg: &Gdg, iterations: &isl::UnionMap) -> isl::Result<String> {
    let parts = parts(gdg, iterations)?;
    let inside = parts.iter().map(|part| part.trim_start_matches(['{', ' ']).trim_end_matches(['}', ' ']));
    Ok(format!("{{ {} }}", inside.collect::<Vec<_>>().join("; ")))
}

fn independent(gdg: &Gdg, one: &IndependentLoop) -> String {
    let name = |id: &ArrayId| gdg.arrays.get(id.index()).map_or("?", |array| array.name.as_str());
    let except: Vec<_> = one.except.iter().map(name).collect();
    let except = if except.is_empty() { String::new() } else { format!(" except {}", except.join(", ")) };
    let threads = if one.in_threads { " in threads" } else { "" };
    format!("independent {} at {}{except}{threads}", one.statements.join(", "), one.position)
}

/// `n + 1` where that is all; isl's notation in braces otherwise.
fn extent_text(gdg: &Gdg, extent: &isl::PwAff) -> String {
    let text = isl_text(gdg, extent.to_str());
    let single = text.strip_prefix("{ [(").and_then(|rest| rest.strip_suffix(")] }"));
    match single {
        Some(value) if !value.contains([';', ':']) => value.to_owned(),
        _ => text,
    }
}

fn schedules(gdg: &Gdg) -> Vec<String> {
    let is_original = gdg.schedule.plain_is_equal(&gdg.original).unwrap_or(false);
    let mut lines = if is_original { vec![] } else { schedule(gdg, "original", &gdg.original) };
    lines.extend(schedule(gdg, "schedule", &gdg.schedule));
    lines
}

fn schedule(gdg: &Gdg, keyword: &str, schedule: &isl::Schedule) -> Vec<String> {
    let lines = tree::print(gdg, schedule).unwrap_or_else(|error| vec![format!("<{error}>")]);
    match lines.as_slice() {
        [] => vec![],
        [only] if !only.starts_with("domain") => vec![format!("{keyword} {{ {only} }}")],
        _ => block(keyword, lines),
    }
}

fn dependences(gdg: &Gdg, all: &Dependences) -> Vec<String> {
    let relations = [("flow", all.flow()), ("anti", all.anti()), ("output", all.output()), ("live_in", &all.live_in)];
    let mut lines = vec![];
    for (keyword, relation) in relations {
        let parts = parts(gdg, relation).unwrap_or_else(|error| vec![isl_text(gdg, Err(error))]);
        lines.extend(parts.into_iter().map(|part| format!("{keyword} {part}")));
    }
    for relaxation in &all.relaxations {
        let removed = valid(gdg).and_then(|valid| relaxation.removed.gist_params(&valid)?.to_str());
        let (pass, reason) = (escape(&relaxation.pass), escape(&relaxation.reason));
        lines.push(format!("relaxed `{pass}` {} because `{reason}`", isl_text(gdg, removed)));
    }
    block("dependences", lines)
}

/// The texts of the maps in a relation, in the order of the statements and arrays that they connect. What the context
/// says is not said again.
fn parts(gdg: &Gdg, relation: &isl::UnionMap) -> isl::Result<Vec<String>> {
    let mut parts = vec![];
    for map in relation.gist_params(&valid(gdg)?)?.get_map_list()?.to_vec()? {
        let name = |dim| Ok(map.get_tuple_name(dim)?.unwrap_or_default());
        let (from, to) = (name(isl::Dim::In)?, name(isl::Dim::Out)?);
        let key = (gdg.statement_named(&from), gdg.statement_named(&to), gdg.array_named(&to), from, to);
        parts.push((key, isl_text(gdg, map.to_str())));
    }
    parts.sort();
    Ok(parts.into_iter().map(|(_, text)| text).collect())
}

fn valid(gdg: &Gdg) -> isl::Result<isl::Set> {
    gdg.context.intersect(&gdg.assumptions)
}

/// `keyword {`, the lines indented, `}`.
pub(super) fn block(keyword: &str, lines: Vec<String>) -> Vec<String> {
    let indented = lines.into_iter().map(|line| format!("  {line}"));
    std::iter::once(format!("{keyword} {{")).chain(indented).chain(["}".to_owned()]).collect()
}

/// isl's text of something, or its error.
pub(super) fn isl_text(gdg: &Gdg, text: isl::Result<String>) -> String {
    match text {
        Ok(text) => without_params(gdg, &text).replacen("{  :", "{ :", 1),
        Err(error) => format!("{{ <{error}> }}"),
    }
}

/// Drops the parameters in front of a set or relation, if the GDG declares them.
pub(super) fn without_params<'a>(gdg: &Gdg, text: &'a str) -> &'a str {
    let split = text.strip_prefix('[').and_then(|rest| rest.split_once("] -> "));
    let Some((params, rest)) = split else { return text };
    let is_declared = |name: &str| gdg.params.iter().any(|param| param.name == name);
    if params.split(", ").all(is_declared) { rest } else { text }
}

/// Text to stand between backticks.
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('`', "\\`").replace('\n', "\\n")
}
