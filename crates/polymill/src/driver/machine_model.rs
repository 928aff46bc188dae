//! Where machine models come from: files, the system, measurement.

use std::path::{Path, PathBuf};
use std::time::Duration;

use polymill_mapper::Machine;
use polymill_native::{CCompiler, Product};

use crate::{Error, output_file};

/// What is worth an instruction for each cache line.
const WORTH_PREFETCHING: f64 = 1.05;

/// The model with the measured cost of parallel regions, with as many threads as the grid has processors, and without
/// prefetching if that does not pay.
///
/// # Errors
/// When the program that measures cannot be built or run.
pub fn calibrate(machine: Machine, cc: &CCompiler) -> Result<Machine, Error> {
    let built = cc.build_text(include_str!("calibrate.c"), Product::Executable, &["-O2".into(), "-fopenmp".into()])?;
    let program = built.program().threads(machine.n_processors() as usize).bound();
    let text = program.time_limit(Duration::from_secs(60)).run()?.require_success()?.stdout_text();
    let unexpected = || Error::Bug(format!("the program that measures printed {text:?}"));
    let numbers: Vec<f64> =
        text.split_whitespace().map(str::parse).collect::<Result<_, _>>().map_err(|_| unexpected())?;
    let [awake, asleep, gain] = numbers.try_into().map_err(|_| unexpected())?;
    let prefetch_bytes = if gain > WORTH_PREFETCHING { machine.prefetch_bytes } else { 0 };
    Ok(Machine { parallel_region_ns: awake, parallel_start_ns: (asleep - awake).max(0.0), prefetch_bytes, ..machine })
}

/// Where the model of this machine is kept once it is calibrated; `None` if the system has no place for such files.
pub fn calibrated_path() -> Option<PathBuf> {
    Some(dirs::config_dir()?.join("polymill").join("machine.toml"))
}

/// Reads a machine model.
///
/// # Errors
/// When there is none in the file.
pub fn read(path: &Path) -> Result<Machine, Error> {
    let text = output_file::read(path)?;
    Machine::from_toml(&text).map_err(|error| Error::User(format!("{}: {error}", path.display())))
}

/// The model of this machine: the calibrated one, if there is one.
///
/// # Errors
/// When the file with the calibrated one is not a machine model.
pub fn this_machine() -> Result<Machine, Error> {
    match calibrated_path().filter(|path| path.exists()) {
        Some(path) => read(&path),
        None => Ok(Machine::host()),
    }
}
