//! Schedules that are nothing but nested loops over the statements' iterators:
//! `parallel for i coincident { S0 for j down { S1 } }`.

use std::collections::BTreeSet;

use polymill_isl as isl;

use super::names::Names;
use super::syntax::{LoopText, Name, OrderText};
use crate::{Gdg, Mark, Result, Statement};

/// The schedule tree of nested loops: a band of one member for each loop, a sequence where a loop holds several things.
pub(super) fn read(
    names: &Names,
    statements: &[Statement],
    items: &[OrderText],
    offset: usize,
) -> Result<isl::Schedule> {
    let mut missing: BTreeSet<&str> = statements.iter().map(|statement| statement.name.as_str()).collect();
    let empty = isl::Schedule::empty(&isl::Space::params_alloc(names.ctx, 0)?)?;
    let schedule = sequence(names, statements, items, 0, &mut missing)?.unwrap_or(empty);
    match missing.first() {
        Some(name) => Err(names.error(offset, &format!("statement `{name}` is missing here"))),
        None => Ok(schedule),
    }
}

/// Statements one after the other, each in loops of its own.
pub(super) fn in_sequence(statements: &[Statement]) -> Vec<OrderText> {
    let name = |text: &str| Name { value: text.to_owned(), offset: 0 };
    let nest = |statement: &Statement| {
        let innermost = OrderText::Statement(name(&statement.name));
        statement.iterators.iter().rev().fold(innermost, |inner, iterator| {
            let iterator = name(&iterator.name);
            let header = LoopText { marks: vec![], iterator, down: false, coincident: false, permutable: false };
            OrderText::For { header, inner: vec![inner] }
        })
    };
    statements.iter().map(nest).collect()
}

fn sequence<'a>(
    names: &Names,
    statements: &'a [Statement],
    items: &[OrderText],
    depth: usize,
    missing: &mut BTreeSet<&'a str>,
) -> Result<Option<isl::Schedule>> {
    let mut whole: Option<isl::Schedule> = None;
    for item in items {
        let next = one(names, statements, item, depth, missing)?;
        whole = Some(match whole {
            Some(before) => before.sequence(&next)?,
            None => next,
        });
    }
    Ok(whole)
}

fn one<'a>(
    names: &Names,
    statements: &'a [Statement],
    item: &OrderText,
    depth: usize,
    missing: &mut BTreeSet<&'a str>,
) -> Result<isl::Schedule> {
    match item {
        OrderText::Statement(name) => {
            let statement = statements.iter().find(|statement| statement.name == name.value);
            let message = format!("there is no statement `{}`", name.value);
            let statement = statement.ok_or_else(|| names.error(name.offset, &message))?;
            if !missing.remove(statement.name.as_str()) {
                return Err(names.error(name.offset, &format!("statement `{}` stands here twice", name.value)));
            }
            if statement.depth() != depth {
                let message =
                    format!("`{}` has {} iterators, but stands in {depth} loops", name.value, statement.depth());
                return Err(names.error(name.offset, &message));
            }
            Ok(isl::Schedule::from_domain(&statement.domain.to_union_set()?)?)
        }
        OrderText::For { header, inner } => {
            let offset = header.iterator.offset;
            let body = sequence(names, statements, inner, depth + 1, missing)?;
            let body = body.ok_or_else(|| names.error(offset, "there is no statement in this loop"))?;
            let inside = statements_of(statements, &body.get_domain()?)?;
            let named = inside.iter().any(|statement| statement.iterators[depth].name == header.iterator.value);
            if !named {
                let message = format!("no statement in this loop has `{}` as iterator {depth}", header.iterator.value);
                return Err(names.error(offset, &message));
            }
            let band = band(&inside, depth, header.down)?.ok_or_else(|| names.error(offset, "no instances"))?;
            Ok(annotated(&body.insert_partial_schedule(&band)?, header)?)
        }
    }
}

/// Puts what a header says on the outermost band.
fn annotated(schedule: &isl::Schedule, header: &LoopText) -> isl::Result<isl::Schedule> {
    let band = schedule.get_root()?.child(0)?;
    let mut node = band.band_member_set_coincident(0, header.coincident)?.band_set_permutable(header.permutable)?;
    for mark in header.marks.iter().rev() {
        node = node.insert_mark(&isl::Id::new(schedule.ctx(), &mark.to_string())?)?;
    }
    node.get_schedule()
}

/// The statements that have instances in a set (or would have, if their domains were not empty).
fn statements_of<'a>(statements: &'a [Statement], domain: &isl::UnionSet) -> isl::Result<Vec<&'a Statement>> {
    let mut names = BTreeSet::new();
    for set in domain.get_set_list()?.to_vec()? {
        names.extend(set.get_tuple_name()?);
    }
    Ok(statements.iter().filter(|statement| names.contains(&statement.name)).collect())
}

/// The value of the iterator at `depth` of each statement, or its negative.
fn band(statements: &[&Statement], depth: usize, down: bool) -> isl::Result<Option<isl::MultiUnionPwAff>> {
    let mut band: Option<isl::UnionPwAff> = None;
    for statement in statements {
        let space = isl::LocalSpace::from_space(&statement.domain.get_space()?)?;
        let value = isl::PwAff::var_on_domain(&space, isl::Dim::Set, depth)?;
        let value = if down { value.neg()? } else { value }.to_union_pw_aff()?;
        band = Some(match band {
            Some(others) => others.union_add(&value)?,
            None => value,
        });
    }
    band.map(|band| isl::MultiUnionPwAff::from_union_pw_aff(&band)).transpose()
}

/// The lines that [`read`] makes this very schedule from, if there are such lines.
pub(super) fn print(gdg: &Gdg, schedule: &isl::Schedule) -> isl::Result<Option<Vec<String>>> {
    let root = schedule.get_root()?;
    if root.get_type()? != isl::ScheduleNodeType::Domain || !is_gdg_domain(gdg, schedule)? {
        return Ok(None);
    }
    let mut places = vec![];
    places_of_statements(gdg, &root, &mut places)?;
    if places.iter().collect::<BTreeSet<_>>().len() < places.len() {
        return Ok(None);
    }
    if gdg.statements.is_empty() { Ok(Some(vec![])) } else { lines(gdg, &root.child(0)?, 0) }
}

/// The statements at the leaves: some of the instances of one may run at one leaf, others at another one.
fn places_of_statements<'a>(gdg: &'a Gdg, node: &isl::ScheduleNode, places: &mut Vec<&'a str>) -> isl::Result<()> {
    if node.get_type()? == isl::ScheduleNodeType::Leaf {
        let here = statements_of(&gdg.statements, &node.get_universe_domain()?)?;
        places.extend(here.into_iter().map(|statement| statement.name.as_str()));
    }
    for position in 0..node.n_children()? {
        places_of_statements(gdg, &node.child(position)?, places)?;
    }
    Ok(())
}

/// Whether the domain of a schedule is what [`read`] would give it.
fn is_gdg_domain(gdg: &Gdg, schedule: &isl::Schedule) -> isl::Result<bool> {
    let mut all = isl::UnionSet::empty(&gdg.context.get_space()?)?;
    for statement in &gdg.statements {
        all = all.union(&statement.domain.to_union_set()?)?;
    }
    let valid = gdg.context.intersect(&gdg.assumptions)?;
    schedule.get_domain()?.intersect_params(&valid)?.is_equal(&all.intersect_params(&valid)?)
}

fn lines(gdg: &Gdg, node: &isl::ScheduleNode, depth: usize) -> isl::Result<Option<Vec<String>>> {
    match node.get_type()? {
        isl::ScheduleNodeType::Leaf => leaf(gdg, node, depth),
        isl::ScheduleNodeType::Band => loop_lines(gdg, node, depth),
        isl::ScheduleNodeType::Mark => marked_lines(gdg, node, depth),
        isl::ScheduleNodeType::Sequence => {
            let mut all = vec![];
            for position in 0..node.n_children()? {
                let Some(lines) = lines(gdg, &node.grandchild(position, 0)?, depth)? else { return Ok(None) };
                all.extend(lines);
            }
            Ok(Some(all))
        }
        _ => Ok(None),
    }
}

/// A loop with a mark in front of it.
fn marked_lines(gdg: &Gdg, node: &isl::ScheduleNode, depth: usize) -> isl::Result<Option<Vec<String>>> {
    let mark = node.mark_get_id()?.get_name()?.unwrap_or_default();
    let below = node.child(0)?;
    let is_loop = matches!(below.get_type()?, isl::ScheduleNodeType::Mark | isl::ScheduleNodeType::Band);
    if !is_loop || mark.parse::<Mark>().is_err() {
        return Ok(None);
    }
    let Some(mut lines) = lines(gdg, &below, depth)? else { return Ok(None) };
    if let Some(first) = lines.first_mut() {
        *first = format!("{mark} {first}");
    }
    Ok(Some(lines))
}

fn leaf(gdg: &Gdg, node: &isl::ScheduleNode, depth: usize) -> isl::Result<Option<Vec<String>>> {
    let inside = statements_of(&gdg.statements, &node.get_universe_domain()?)?;
    match inside.as_slice() {
        [statement] if statement.depth() == depth && statement.name.parse::<Mark>().is_err() => {
            Ok(Some(vec![statement.name.clone()]))
        }
        _ => Ok(None),
    }
}

fn loop_lines(gdg: &Gdg, node: &isl::ScheduleNode, depth: usize) -> isl::Result<Option<Vec<String>>> {
    let inside = statements_of(&gdg.statements, &node.get_universe_domain()?)?;
    let Some(first) = inside.first() else { return Ok(None) };
    if !is_plain_loop(node)? || inside.iter().any(|statement| statement.depth() <= depth) {
        return Ok(None);
    }
    let params = params(gdg)?;
    let member = node.band_get_partial_schedule()?.align_params(&params)?;
    let is_band = |down| -> isl::Result<bool> {
        band(&inside, depth, down)?.map_or(Ok(false), |band| member.plain_is_equal(&band.align_params(&params)?))
    };
    let direction = match (is_band(false)?, is_band(true)?) {
        (true, _) => "",
        (_, true) => " down",
        _ => return Ok(None),
    };
    let Some(inner) = lines(gdg, &node.child(0)?, depth + 1)? else { return Ok(None) };
    let coincident = if node.band_member_get_coincident(0)? { " coincident" } else { "" };
    let permutable = if node.band_get_permutable()? { " permutable" } else { "" };
    let header = format!("for {}{direction}{coincident}{permutable} {{", first.iterators[depth].name);
    Ok(Some(match inner.as_slice() {
        [only] => vec![format!("{header} {only} }}")],
        several => {
            let indented = several.iter().map(|line| format!("  {line}"));
            std::iter::once(header).chain(indented).chain(["}".to_owned()]).collect()
        }
    }))
}

/// The space of the GDG's parameters.
fn params(gdg: &Gdg) -> isl::Result<isl::Space> {
    let ctx = gdg.context.ctx();
    gdg.params.iter().try_fold(isl::Space::params_alloc(ctx, 0)?, |space, param| {
        space.add_param_id(&isl::Id::new(ctx, &param.name)?)
    })
}

/// One member, and no options for code generation.
fn is_plain_loop(node: &isl::ScheduleNode) -> isl::Result<bool> {
    Ok(node.band_n_member()? == 1
        && node.band_member_get_ast_loop_type(0)? == isl::AstLoopType::Default
        && node.band_get_ast_build_options()?.is_empty()?)
}
