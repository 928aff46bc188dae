//! Schedules from outside.

use clap::Args;
use polymill_interchange::{GivenSchedule, RescheduleOptions, read_schedules, reschedule};
use polymill_lower::emit::{self, EmitOptions};
use polymill_lower::{Tidying, lower};

use super::Outcome;
use super::input::Input;
use super::verify::check_loops;

#[derive(Debug, Args)]
pub struct RescheduleArgs {
    /// The schedule of the only GDG, a relation from statement instances to times
    schedule: String,
}

/// Applies a schedule; prints the GDG and its loops, and replays them.
pub(super) fn run(mut input: Input, args: &RescheduleArgs) -> Result<Outcome, String> {
    let before = input.program.clone();
    let schedules = match read_schedules(&before, &args.schedule) {
        Ok(schedules) => schedules,
        Err(error) => return Ok(Outcome::error(None, error.to_string())),
    };
    let mut text = String::new();
    for GivenSchedule { gdg: id, times, parallel, .. } in schedules {
        let options = RescheduleOptions { parallel, ..RescheduleOptions::default() };
        let new = match reschedule(before.gdg(id), &times, &options) {
            Ok(new) => new,
            Err(error) => return Ok(Outcome::error(None, error.to_string())),
        };
        let nest = lower(&new, &Tidying::default()).map_err(|error| error.to_string())?;
        text += &new.to_string();
        text += &emit::print_region(&new, &nest, &EmitOptions::default()).map_err(|error| error.to_string())?.code;
        *input.program.gdg_mut(id) = new;
        check_loops(&before, &input.program, |_| Ok::<_, ()>(&nest))?;
    }
    Ok(input.outcome(text))
}
