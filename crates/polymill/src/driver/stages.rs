//! A program's text forms on its way.

use std::time::Duration;

use polymill_gdg::{Gdg, Program};
use polymill_raise::RaiseTime;

use crate::{Error, Optimized};

/// The dependences of every GDG but those that only choose between versions.
///
/// # Errors
/// isl's.
pub fn dependences(program: &Program) -> Result<String, Error> {
    let mut text = String::new();
    for gdg in program.gdgs().iter().filter(has_code) {
        text.push_str(&format!("gdg {}\n", gdg.name));
        let Some(dependences) = &gdg.dependences else {
            text.push_str("  not known\n");
            continue;
        };
        let relations = [
            ("flow", dependences.flow()),
            ("anti", dependences.anti()),
            ("output", dependences.output()),
            ("live_in", &dependences.live_in),
            ("live_out", &polymill_analysis::live_out(gdg)?),
        ];
        for (name, relation) in relations {
            text.push_str(&format!("  {name}\n"));
            for map in relation.coalesce()?.get_map_list()?.to_vec()? {
                text.push_str(&format!("    {map}\n"));
            }
        }
        for relaxation in &dependences.relaxations {
            text.push_str(&format!("  given up by {}: {}\n", relaxation.pass, relaxation.reason));
            text.push_str(&format!("    {}\n", relaxation.removed));
        }
    }
    Ok(text)
}

fn has_code(gdg: &&Gdg) -> bool {
    gdg.specialize_op.is_none()
}

/// The schedule tree of every GDG but those that only choose between versions.
///
/// # Errors
/// isl's.
pub fn schedules(program: &Program) -> Result<String, Error> {
    let print = |gdg: &Gdg| Ok(format!("gdg {}\n{}", gdg.name, gdg.schedule.to_yaml()?));
    program.gdgs().iter().filter(has_code).map(print).collect()
}

/// How long reading the file, raising each function and each pass took, and how many operations of isl, slowest last: a
/// line for each. `raised` is empty for a program that was not C.
pub fn timings(raised: &[RaiseTime], optimized: &Optimized) -> String {
    let line = |time: Duration, operations: u64, phase: &str, part: &str| {
        format!("{:>10.3} ms {operations:>10} operations  {phase:<12} {part}", time.as_secs_f64() * 1e3)
    };
    let raised = raised.iter().map(|each| (each.time, line(each.time, each.operations, each.phase, &each.part)));
    let passes = optimized.mapped.times.iter().map(|each| {
        let undone = if each.is_undone { " (undone)" } else { "" };
        let part = format!("{}{undone}", optimized.program.gdg(each.gdg).name);
        (each.time, line(each.time, each.operations, each.pass, &part))
    });
    let mut lines: Vec<(Duration, String)> = raised.chain(passes).collect();
    lines.sort_by_key(|(time, _)| *time);
    lines.into_iter().map(|(_, line)| line).collect::<Vec<_>>().join("\n")
}
