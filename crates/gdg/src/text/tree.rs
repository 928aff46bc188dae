//! Schedule trees: nested loops where that says it all, isl's YAML otherwise. In the YAML, the parameters are not
//! repeated in every string.

use polymill_isl as isl;

use super::names::Names;
use super::order;
use super::print::without_params;
use super::syntax::TreeText;
use crate::{Gdg, Result, Statement};

/// The schedule that a text describes; without a text, the statements one after the other.
pub(super) fn read(names: &Names, statements: &[Statement], tree: Option<&TreeText>) -> Result<isl::Schedule> {
    match tree {
        None => order::read(names, statements, &order::in_sequence(statements), 0),
        Some(TreeText::Order { items, offset }) => order::read(names, statements, items, *offset),
        Some(TreeText::Yaml(text)) => {
            let yaml = map_strings(&text.value, |string| with_params(string, &names.prefix()));
            let schedule = isl::Schedule::read(names.ctx, &yaml);
            let flow_style = || isl::Schedule::read(names.ctx, &format!("{{{yaml}}}"));
            schedule.or_else(|error| flow_style().map_err(|_| names.isl_error(text.offset, error)))
        }
    }
}

/// The lines inside the braces of a schedule, without indentation.
pub(super) fn print(gdg: &Gdg, schedule: &isl::Schedule) -> isl::Result<Vec<String>> {
    if let Some(lines) = order::print(gdg, schedule)? {
        return Ok(lines);
    }
    let yaml = map_strings(&schedule.to_yaml()?, |string| without_params(gdg, string).to_owned());
    Ok(yaml.lines().map(str::to_owned).collect())
}

/// Rewrites every text in double quotes that is isl's notation: all but the names of marks.
fn map_strings(yaml: &str, rewrite: impl Fn(&str) -> String) -> String {
    let mut parts = yaml.split('"').map(str::to_owned).collect::<Vec<_>>();
    for index in (1..parts.len()).step_by(2) {
        let key = parts[index - 1].trim_end().trim_end_matches(':').trim_end();
        if !key.ends_with("mark") {
            parts[index] = rewrite(&parts[index]);
        }
    }
    parts.join("\"")
}

/// Puts the parameters before a set or relation that does not have any.
fn with_params(text: &str, prefix: &str) -> String {
    let has_params =
        text.starts_with('[') && text.split_once(']').is_some_and(|(_, rest)| rest.trim_start().starts_with("->"));
    if has_params { text.to_owned() } else { format!("{prefix}{text}") }
}
