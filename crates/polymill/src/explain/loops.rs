//! The loops of a schedule tree: those of the source, and those that they have become.

use std::collections::BTreeMap;

use polymill_gdg::{Gdg, Mark, StatementId};
use polymill_isl as isl;

/// A loop of the source: a member of a band of the original schedule.
pub struct SourceLoop {
    /// The band.
    pub band: isl::ScheduleNode,
    /// The member's position in it.
    pub member: usize,
    /// How many loops are around it.
    pub depth: usize,
    /// The statements inside, each with the position of this loop's iterator among its own.
    pub iterators: BTreeMap<StatementId, usize>,
}

/// A loop of the chosen order, as one statement sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderLoop {
    /// Positions of the statement's iterators that the loop counts: several if it is skewed.
    pub iterators: Vec<usize>,
    /// The size of the blocks that it steps over, if it does.
    pub block: Option<i64>,
    /// Whether its iterations run in parallel.
    pub parallel: bool,
    /// Whether its iterations run in vector lanes.
    pub simd: bool,
}

/// The loops of the source, in its order.
///
/// # Errors
/// isl's.
pub fn source_loops(gdg: &Gdg) -> isl::Result<Vec<SourceLoop>> {
    let mut found = Vec::new();
    walk_source(gdg, &gdg.original.get_root()?, 0, &mut found)?;
    Ok(found)
}

fn walk_source(gdg: &Gdg, node: &isl::ScheduleNode, depth: usize, found: &mut Vec<SourceLoop>) -> isl::Result<()> {
    let mut depth = depth;
    if node.get_type()? == isl::ScheduleNodeType::Band {
        let schedule = node.band_get_partial_schedule()?;
        for member in 0..node.band_n_member()? {
            let seen = members_of(gdg, &schedule.get_at(member)?)?;
            let iterators: BTreeMap<_, _> =
                seen.into_iter().filter_map(|(id, seen)| Some((id, *seen.iterators.first()?))).collect();
            if !iterators.is_empty() {
                found.push(SourceLoop { band: node.clone(), member, depth, iterators });
                depth += 1;
            }
        }
    }
    for position in 0..node.n_children()? {
        walk_source(gdg, &node.child(position)?, depth, found)?;
    }
    Ok(())
}

/// For each statement its loops in the current order, from the outside in.
///
/// # Errors
/// isl's.
pub fn order_loops(gdg: &Gdg) -> isl::Result<BTreeMap<StatementId, Vec<OrderLoop>>> {
    let mut found = BTreeMap::new();
    walk_order(gdg, &gdg.schedule.get_root()?, None, &mut Vec::new(), &mut found)?;
    Ok(found)
}

type Seen = BTreeMap<StatementId, OrderLoop>;

fn walk_order(
    gdg: &Gdg,
    node: &isl::ScheduleNode,
    mark: Option<Mark>,
    outside: &mut Vec<Seen>,
    found: &mut BTreeMap<StatementId, Vec<OrderLoop>>,
) -> isl::Result<()> {
    let n_outside = outside.len();
    let mut mark = mark;
    match node.get_type()? {
        isl::ScheduleNodeType::Band => {
            let schedule = node.band_get_partial_schedule()?;
            for member in 0..node.band_n_member()? {
                let granted = granted(gdg, node, member, mark.take())?;
                outside.push(marked(members_of(gdg, &schedule.get_at(member)?)?, granted));
            }
        }
        isl::ScheduleNodeType::Mark => mark = Mark::of(node)?,
        isl::ScheduleNodeType::Leaf => {
            for set in node.get_domain()?.get_set_list()?.to_vec()? {
                let Some(id) = set.get_tuple_name()?.and_then(|name| gdg.statement_named(&name)) else { continue };
                let loops = outside.iter().filter_map(|seen| seen.get(&id)).filter(|seen| !seen.iterators.is_empty());
                found.insert(id, loops.cloned().collect());
            }
        }
        _ => {}
    }
    for position in 0..node.n_children()? {
        walk_order(gdg, &node.child(position)?, mark, outside, found)?;
    }
    outside.truncate(n_outside);
    Ok(())
}

/// The mark above a member of a band, if lowering grants it: a `simd` mark is a wish.
fn granted(gdg: &Gdg, band: &isl::ScheduleNode, member: usize, mark: Option<Mark>) -> isl::Result<Option<Mark>> {
    let (Some(Mark::Simd), Some(dependences)) = (mark, &gdg.dependences) else { return Ok(mark) };
    let is_coincident = || polymill_analysis::is_coincident(&dependences.ordering()?, band, member);
    match gdg.context.ctx().with_budget(GRANT_BUDGET, is_coincident) {
        Ok(is_independent) => Ok(mark.filter(|_| is_independent)),
        // Nothing is said of what would take too long to find out.
        Err(error) if error.is_quota() => Ok(None),
        Err(error) => Err(error),
    }
}

/// Operations that isl may spend on a mark. Between loops over tiles, dependences can take forever.
const GRANT_BUDGET: u64 = 100_000;

fn marked(mut seen: Seen, mark: Option<Mark>) -> Seen {
    for each in seen.values_mut() {
        each.parallel = mark == Some(Mark::Parallel);
        each.simd = mark == Some(Mark::Simd);
    }
    seen
}

/// What a band's member counts, for each statement.
fn members_of(gdg: &Gdg, member: &isl::UnionPwAff) -> isl::Result<Seen> {
    let mut seen = Seen::new();
    for function in member.get_pw_aff_list()?.to_vec()? {
        let name = function.get_domain_space()?.get_tuple_name(isl::Dim::Set)?;
        let Some(id) = name.and_then(|name| gdg.statement_named(&name)) else { continue };
        let mut iterators = Vec::new();
        for iterator in 0..gdg.statement(id).depth() {
            if function.involves_dims(isl::Dim::In, iterator, 1)? {
                iterators.push(iterator);
            }
        }
        let mut block = None;
        function.foreach_piece(|_, piece| {
            if piece.dim(isl::Dim::Div)? > 0 {
                block = Some(piece.get_div(0)?.get_denominator_val()?.get_num_si()?);
            }
            Ok(())
        })?;
        seen.insert(id, OrderLoop { iterators, block, parallel: false, simd: false });
    }
    Ok(seen)
}

/// The current order in words, one line for each loop and statement, indented.
///
/// # Errors
/// isl's.
pub fn order_text(gdg: &Gdg) -> isl::Result<Vec<String>> {
    let mut lines = Vec::new();
    write_order(gdg, &gdg.schedule.get_root()?, None, 0, &mut lines)?;
    Ok(lines)
}

fn write_order(
    gdg: &Gdg,
    node: &isl::ScheduleNode,
    mark: Option<Mark>,
    depth: usize,
    lines: &mut Vec<String>,
) -> isl::Result<()> {
    let (mut depth, mut mark) = (depth, mark);
    match node.get_type()? {
        isl::ScheduleNodeType::Band => {
            let schedule = node.band_get_partial_schedule()?;
            for member in 0..node.band_n_member()? {
                let granted = granted(gdg, node, member, mark.take())?;
                let seen = marked(members_of(gdg, &schedule.get_at(member)?)?, granted);
                if let Some(line) = loop_line(gdg, &seen) {
                    lines.push(format!("{}{line}", "  ".repeat(depth)));
                    depth += 1;
                }
            }
        }
        isl::ScheduleNodeType::Mark => mark = Mark::of(node)?,
        isl::ScheduleNodeType::Leaf => {
            let mut names = Vec::new();
            for set in node.get_domain()?.get_set_list()?.to_vec()? {
                names.extend(set.get_tuple_name()?);
            }
            names.sort_by_key(|name| gdg.statement_named(name));
            lines.push(format!("{}{}", "  ".repeat(depth), names.join(", ")));
        }
        _ => {}
    }
    for position in 0..node.n_children()? {
        write_order(gdg, &node.child(position)?, mark, depth, lines)?;
    }
    Ok(())
}

/// `parallel for i in blocks of 32`; `None` if the member counts nothing.
fn loop_line(gdg: &Gdg, seen: &Seen) -> Option<String> {
    let (id, each) = seen.iter().find(|(_, each)| !each.iterators.is_empty())?;
    let names = &gdg.statement(*id).iterators;
    let counted: Vec<&str> = each.iterators.iter().filter_map(|&n| Some(names.get(n)?.name.as_str())).collect();
    let how = match (each.parallel, each.simd) {
        (true, _) => "parallel for",
        (false, true) => "vector for",
        (false, false) => "for",
    };
    let block = each.block.map_or(String::new(), |block| format!(" in blocks of {block}"));
    Some(format!("{how} {}{block}", counted.join(" + ")))
}
