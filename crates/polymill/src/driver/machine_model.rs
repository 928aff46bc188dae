//! Where machine models come from: files, the system, measurement.

use std::path::{Path, PathBuf};
use std::time::Duration;

use polymill_mapper::{Machine, Memory};
use polymill_native::{CCompiler, Product};

use crate::{Error, output_file};

/// What is worth an instruction for each cache line.
const WORTH_PREFETCHING: f64 = 1.05;

/// How much is read to find out what memory delivers: more than last caches hold.
const MEMORY_BYTES: u64 = 1 << 29;

/// The model with what can be measured: the clock, the cost of parallel regions with as many threads as the grid has processors,
/// how fast data come from caches and memory for one processor and for all of them, and whether prefetching pays.
///
/// # Errors
/// When the programs that measure cannot be built or run.
pub fn calibrate(machine: Machine, cc: &CCompiler) -> Result<Machine, Error> {
    with_bandwidths(with_regions(machine, cc)?, cc)
}

fn with_regions(machine: Machine, cc: &CCompiler) -> Result<Machine, Error> {
    let numbers = measure(include_str!("regions.c"), &[], &machine, cc)?;
    let [awake, asleep, gain] = numbers[..] else { return Err(unexpected(&numbers)) };
    let prefetch_bytes = if gain > WORTH_PREFETCHING { machine.prefetch_bytes } else { 0 };
    Ok(Machine { parallel_region_ns: awake, parallel_start_ns: (asleep - awake).max(0.0), prefetch_bytes, ..machine })
}

fn with_bandwidths(mut machine: Machine, cc: &CCompiler) -> Result<Machine, Error> {
    let n_threads = u64::from(machine.n_processors());
    let mut arguments = Vec::new();
    for (one, each_of_all) in working_sets(&machine) {
        arguments.extend([one, 1, each_of_all, n_threads].map(|number| number.to_string()));
    }
    let numbers = measure(include_str!("bandwidth.c"), &arguments, &machine, cc)?;
    let n_levels = machine.caches.len() + 1;
    let is_measured = numbers.len() == 1 + 2 * n_levels && numbers.iter().all(|number| *number > 0.0);
    let Some((ghz, rates)) = numbers.split_first().filter(|_| is_measured) else { return Err(unexpected(&numbers)) };
    machine.ghz = *ghz;
    for (cache, rates) in machine.caches.iter_mut().zip(rates.chunks(2)) {
        (cache.bytes_per_ns, cache.all_bytes_per_ns) = (rates[0], Some(rates[1]));
    }
    let of_memory = &rates[2 * (n_levels - 1)..];
    machine.memory = Memory { bytes_per_ns: of_memory[0], all_bytes_per_ns: Some(of_memory[1]) };
    Ok(machine)
}

/// For each level of cache and for memory, how many bytes one processor reads that come from there, and how many each of all
/// processors: half of what it can count on, but more than the level before holds.
fn working_sets(machine: &Machine) -> Vec<(u64, u64)> {
    let mut sets = Vec::new();
    let mut nearer = 0;
    for cache in &machine.caches {
        let sharers = u64::from(cache.shared_by.min(machine.n_processors()));
        sets.push(((cache.bytes / 2).max(2 * nearer), (cache.bytes / 2 / sharers).max(2 * nearer)));
        nearer = cache.bytes / sharers;
    }
    let memory = machine.caches.iter().map(|cache| 4 * cache.bytes).fold(MEMORY_BYTES, u64::max);
    sets.push((memory, memory / u64::from(machine.n_processors())));
    sets
}

/// What a program prints, with a thread for each processor: numbers.
fn measure(program: &str, arguments: &[String], machine: &Machine, cc: &CCompiler) -> Result<Vec<f64>, Error> {
    let flags = ["-O2", "-march=native", "-fopenmp"].map(Into::into);
    let built = cc.build_text(program, Product::Executable, &flags)?;
    let program = built.program().args(arguments).threads(machine.n_processors() as usize).bound();
    let text = program.time_limit(Duration::from_secs(60)).run()?.require_success()?.stdout_text();
    let numbers = text.split_whitespace().map(str::parse).collect::<Result<Vec<f64>, _>>();
    numbers.map_err(|_| Error::Bug(format!("the program that measures printed {text:?}")))
}

fn unexpected(numbers: &[f64]) -> Error {
    Error::Bug(format!("the program that measures printed {numbers:?}"))
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
