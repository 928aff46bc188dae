//! `unroll`: marks short loops inside of loops that data end.

use polymill_gdg::{Gdg, Mark};
use polymill_isl as isl;

use crate::model::constant_trip;
use crate::orders::dynamic::is_ended_by_data;
use crate::plans::plan::insert_loop;
use crate::tree::{insert_mark, members, statements_in};
use crate::{Changed, Error, Machine, Pass, PassContext};

/// Marks loops with a small number of iterations inside of a loop that data end, as over the rows and columns of a block of a
/// sparse matrix: what each iteration of the loop around them uses then stays in registers. C compilers unroll such loops
/// too late for that. Loops that fill vector registers stay.
pub struct Unroll;

/// More copies are left to the C compiler.
const MAX_COPIES: f64 = 16.0;

impl Pass for Unroll {
    fn name(&self) -> &'static str {
        "unroll"
    }

    fn description(&self) -> &'static str {
        "Marks short loops inside of loops that data end, so that what they use again and again stays in registers."
    }

    fn completes(&self) -> bool {
        true
    }

    fn run(&self, gdg: &mut Gdg, cx: &mut PassContext<'_>) -> Result<Changed, Error> {
        let marked = mark_below(gdg, cx.machine, &gdg.schedule.get_root()?)?.get_schedule()?;
        let changed = !marked.plain_is_equal(&gdg.schedule)?;
        gdg.schedule = marked;
        Ok(if changed { Changed::Yes } else { Changed::No })
    }
}

fn mark_below(gdg: &Gdg, machine: &Machine, node: &isl::ScheduleNode) -> Result<isl::ScheduleNode, Error> {
    let is_band = node.get_type()? == isl::ScheduleNodeType::Band;
    if is_band && is_ended_by_data(gdg, node)? {
        let child = node.child(0)?;
        return match is_short(gdg, machine, &child)? {
            true => Ok(unrolled(&child)?.parent()?),
            false => Ok(node.clone()),
        };
    }
    let mut node = node.clone();
    for position in 0..node.n_children()? {
        node = mark_below(gdg, machine, &node.child(position)?)?.parent()?;
    }
    Ok(node)
}

/// Whether there are loops, around all that is inside, that make a few copies of it, and fewer than fill a vector register.
fn is_short(gdg: &Gdg, machine: &Machine, node: &isl::ScheduleNode) -> Result<bool, Error> {
    let lanes = lanes(gdg, machine, node)?;
    let mut node = node.clone();
    let (mut copies, mut innermost) = (1.0, None);
    while node.get_type()? == isl::ScheduleNodeType::Band {
        for member in members(&node)? {
            let Some(trip) = constant_trip(&node, &member)? else { return Ok(false) };
            copies *= trip;
            innermost = Some(trip);
        }
        node = node.child(0)?;
    }
    let is_filled = innermost.is_none_or(|trip| trip >= lanes);
    Ok(node.get_type()? == isl::ScheduleNodeType::Leaf && !is_filled && copies <= MAX_COPIES)
}

/// How many of the elements that are written fit into a vector register.
fn lanes(gdg: &Gdg, machine: &Machine, node: &isl::ScheduleNode) -> Result<f64, Error> {
    let mut bytes = 1;
    for statement in statements_in(gdg, &node.get_domain()?)? {
        for access in statement.accesses.iter().filter(|access| access.kind.is_write()) {
            bytes = bytes.max(gdg.array(access.array).element.size());
        }
    }
    Ok(f64::from(machine.lanes(bytes)))
}

/// The node, and all bands below, as marked loops.
fn unrolled(node: &isl::ScheduleNode) -> Result<isl::ScheduleNode, Error> {
    if node.get_type()? != isl::ScheduleNodeType::Band {
        return Ok(node.clone());
    }
    let band = unrolled(&node.child(0)?)?.parent()?;
    let loops = members(&band)?;
    let coincident = (0..loops.len()).map(|position| band.band_member_get_coincident(position));
    let coincident = coincident.collect::<isl::Result<Vec<_>>>()?;
    let mut node = band.delete()?;
    for (member, coincident) in loops.iter().zip(coincident).rev() {
        node = insert_mark(&insert_loop(&node, member, coincident)?, Mark::Unroll)?;
    }
    Ok(node)
}
