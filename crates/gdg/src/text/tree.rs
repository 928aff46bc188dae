//! Schedule trees: nested loops where that says it all, isl's YAML otherwise. In the YAML, the parameters are not
//! repeated in every string.

use polymill_isl as isl;

use super::names::Names;
use super::order;
use super::print::without_params;
use super::syntax::TreeText;
use super::yaml;
use crate::{Gdg, Result, Statement};

/// The schedule that a text describes; without a text, the statements one after the other.
pub(super) fn read(names: &Names, statements: &[Statement], tree: Option<&TreeText>) -> Result<isl::Schedule> {
    match tree {
        None => order::read(names, statements, &order::in_sequence(statements), 0),
        Some(TreeText::Order { items, offset }) => order::read(names, statements, items, *offset),
        Some(TreeText::Yaml(text)) => yaml::read(names, text),
    }
}

/// The lines inside the braces of a schedule, without indentation. What the context says is not said again of the
/// domain.
pub(super) fn print(gdg: &Gdg, schedule: &isl::Schedule) -> isl::Result<Vec<String>> {
    if let Some(lines) = order::print(gdg, schedule)? {
        return Ok(lines);
    }
    let valid = gdg.context.intersect(&gdg.assumptions)?;
    let yaml = schedule.gist_domain_params(&valid)?.to_yaml()?;
    let parts = yaml.split('"').map(|part| without_params(gdg, part));
    Ok(parts.collect::<Vec<_>>().join("\"").lines().map(str::to_owned).collect())
}
