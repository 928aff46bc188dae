//! A program's text forms on its way.

use polymill_gdg::{Gdg, Program};

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
            ("flow", &dependences.flow),
            ("anti", &dependences.anti),
            ("output", &dependences.output),
            ("live_in", &dependences.live_in),
            ("live_out", &dependences.live_out),
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

/// How long each pass took, and how many operations of isl, slowest last: a line for each.
pub fn timings(optimized: &Optimized) -> String {
    let mut times: Vec<_> = optimized.mapped.times.iter().collect();
    times.sort_by_key(|time| time.time);
    let line = |time: &&polymill_mapper::PassTime| {
        let name = &optimized.program.gdg(time.gdg).name;
        let undone = if time.is_undone { " (undone)" } else { "" };
        format!(
            "{:>10.3} ms {:>10} operations  {:<12} {name}{undone}",
            time.time.as_secs_f64() * 1e3,
            time.operations,
            time.pass
        )
    };
    times.iter().map(line).collect::<Vec<_>>().join("\n")
}
