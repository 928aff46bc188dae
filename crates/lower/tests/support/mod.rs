//! GDGs from text, schedules from edits, code as text.

#![allow(dead_code)]

pub mod differential;
pub mod kernels;

use polymill_gdg::{Dependences, Gdg, Mark, Program};
use polymill_isl as isl;
use polymill_lower as lower;

/// The only GDG of a program in text form, with its dependences.
pub fn gdg(text: &str) -> Gdg {
    let ctx = isl::Context::new().unwrap();
    let program = Program::parse(&ctx, text).unwrap();
    let mut gdg = program.gdgs()[0].clone();
    gdg.dependences = Some(polymill_analysis::dependences(&gdg).unwrap());
    gdg
}

/// The code of a GDG.
pub fn code(gdg: &Gdg) -> String {
    code_with(gdg, &lower::Tidying::default())
}

pub fn code_with(gdg: &Gdg, tidying: &lower::Tidying) -> String {
    let nest = lower::lower(gdg, tidying).unwrap();
    let options = lower::emit::EmitOptions { original: "  original();".to_owned(), ..Default::default() };
    lower::emit::print_region(gdg, &nest, &options).unwrap().code
}

/// Compares code with the expected code, whose indentation is that of its first line.
pub fn check_code(gdg: &Gdg, expected: &str) {
    let actual = code(gdg);
    let expected = unindent(expected);
    assert!(actual == expected, "expected:\n{expected}\nactual:\n{actual}");
}

fn unindent(text: &str) -> String {
    let text = text.strip_prefix('\n').unwrap_or(text);
    let margin = text.len() - text.trim_start_matches(' ').len();
    text.trim_end().lines().map(|line| format!("{}\n", line.get(margin..).unwrap_or_default())).collect()
}

/// The schedule with the band that `path` leads to (positions of children from the root) replaced by what `edit` makes
/// of it.
pub fn edit(gdg: &Gdg, path: &[usize], edit: impl Fn(isl::ScheduleNode) -> isl::Result<isl::ScheduleNode>) -> Gdg {
    let mut node = gdg.schedule.get_root().unwrap();
    for position in path {
        node = node.child(*position).unwrap();
    }
    let schedule = edit(node).unwrap().get_schedule().unwrap();
    Gdg { schedule, ..gdg.clone() }
}

/// The GDG with a schedule of one band, a multi-dimensional function of the instances.
pub fn with_band(gdg: &Gdg, text: &str, edit: impl Fn(isl::ScheduleNode) -> isl::Result<isl::ScheduleNode>) -> Gdg {
    let ctx = gdg.schedule.ctx();
    let partial = isl::MultiUnionPwAff::read(ctx, text).unwrap();
    let schedule = isl::Schedule::from_domain(&gdg.domain().unwrap()).unwrap();
    let node = schedule.get_root().unwrap().child(0).unwrap().insert_partial_schedule(&partial).unwrap();
    let node = node.band_set_permutable(true).unwrap();
    let schedule = edit(node).unwrap().get_schedule().unwrap();
    Gdg { schedule, ..gdg.clone() }
}

/// The GDG with the anti and output dependences on local arrays given up, as privatization does.
pub fn privatized(gdg: &Gdg) -> Gdg {
    let mut gdg = gdg.clone();
    let is_local = |access: &polymill_gdg::Access| gdg.array(access.array).storage == polymill_gdg::Storage::Local;
    let accesses = gdg.accesses(is_local).unwrap();
    let pairs = accesses.apply_range(&accesses.reverse().unwrap()).unwrap();
    if let Some(dependences) = &mut gdg.dependences {
        let kept = |relation: &isl::UnionMap| relation.subtract(&pairs).unwrap();
        let (anti, output) = (kept(dependences.anti()), kept(dependences.output()));
        *dependences = Dependences::new(dependences.flow().clone(), anti, output, dependences.live_in.clone());
    }
    gdg
}

/// Joins the bands of a nest of one-member bands into a single band of `n` members.
pub fn join(node: isl::ScheduleNode, n: usize) -> isl::Result<isl::ScheduleNode> {
    let mut partial = node.band_get_partial_schedule()?;
    let mut below = node.child(0)?;
    for _ in 1..n {
        partial = partial.flat_range_product(&below.band_get_partial_schedule()?)?;
        below = below.child(0)?;
    }
    let mut node = node;
    for _ in 0..n {
        node = node.delete()?;
    }
    let _ = below;
    node.insert_partial_schedule(&partial)?.band_set_permutable(true)
}

/// Splits a band into bands of one member, and marks some of them.
pub fn mark_members(node: isl::ScheduleNode, marks: &[(usize, Mark)]) -> isl::Result<isl::ScheduleNode> {
    let n = node.band_n_member()?;
    let mut node = node;
    for member in 0..n {
        if member + 1 < n {
            node = node.band_split(1)?;
        }
        let mut depth = 0;
        for (_, mark) in marks.iter().filter(|(each, _)| *each == member) {
            let id = isl::Id::new(node.ctx(), &mark.to_string())?;
            node = node.insert_mark(&id)?;
            depth += 1;
        }
        for _ in 0..depth {
            node = node.child(0)?;
        }
        if member + 1 < n {
            node = node.child(0)?;
        }
    }
    Ok(node)
}

/// Tiles a band.
pub fn tile(node: isl::ScheduleNode, sizes: &[i64]) -> isl::Result<isl::ScheduleNode> {
    let ctx = node.ctx().clone();
    ctx.set_tile_shift_point_loops(false)?;
    ctx.set_tile_scale_tile_loops(true)?;
    let space = node.band_get_space()?;
    let mut list = isl::ValList::alloc(&ctx, sizes.len())?;
    for size in sizes {
        list = list.add(&isl::Val::int_from_si(&ctx, *size)?)?;
    }
    node.band_tile(&isl::MultiVal::from_val_list(&space, &list)?)
}
