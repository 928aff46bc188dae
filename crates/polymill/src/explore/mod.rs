//! Exploring: the ways to run stages of a region strip by strip, and what each of them costs.

mod plot;
mod program;
mod report;

use std::collections::BTreeMap;
use std::time::Duration;

use polymill_analysis::{Accesses, Counts, counts, counts_at};
use polymill_gdg::{ArrayId, Gdg, Storage};
use polymill_isl as isl;
use polymill_mapper::{Design, Overlap, Sweep, sweep};
use polymill_native::{CCompiler, Product};
use serde::Serialize;

use crate::Error;
pub use plot::Axes;
use program::{Sizes, at, program};

/// What is explored.
#[derive(Debug)]
pub struct Settings {
    /// Values of the parameters.
    pub sizes: BTreeMap<String, i64>,
    /// Widths of strips, in iterations.
    pub widths: Vec<u32>,
    /// What becomes of values that strips share.
    pub overlaps: Vec<Overlap>,
    /// The most bytes that buffers may take.
    pub max_buffer: Option<i64>,
    /// The compiler that builds each point as a program, to count in a run what was counted symbolically; `None`: not run.
    pub compiler: Option<CCompiler>,
    /// Whether instructions are counted, too.
    pub instructions: bool,
    /// Whether accesses to memory are also to be written down as functions of the parameters.
    pub formulas: bool,
    /// isl operations that one point may take.
    pub budget: u64,
}

/// What was found.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// All points, variant by variant; the region as written is the first of each.
    pub points: Vec<Point>,
    /// Ways that could not be taken, and why.
    pub left_out: Vec<String>,
}

/// A way to run the region, and what it costs.
#[derive(Clone, Debug, Serialize)]
pub struct Point {
    /// The values of macros, if several were tried: `K=3`.
    pub variant: String,
    /// `as written`, `global`, `local` or `recompute`.
    pub strategy: String,
    /// Iterations in a strip; 0 for the region as written.
    pub width: u32,
    /// The bytes of all buffers.
    pub buffer_bytes: i64,
    /// Elements loaded from memory, and stored there.
    pub memory_loads: i64,
    /// Elements stored to memory.
    pub memory_stores: i64,
    /// Elements loaded from buffers.
    pub buffer_loads: i64,
    /// Elements stored to buffers.
    pub buffer_stores: i64,
    /// Statement instances.
    pub instances: i64,
    /// Operations on values.
    pub operations: i64,
    /// Whether accesses are as many; else some happen only if data say so, and all are counted.
    pub is_exact: bool,
    /// Whether a run counted the same (no more, if they are not exact) and left the same results; `None` if it was not run.
    pub is_confirmed: Option<bool>,
    /// Instructions that a run of the region took.
    pub instructions: Option<u64>,
    /// Whether no other point of its variant has a buffer that is no larger and as few accesses to memory, or the other way round.
    pub is_best: bool,
    /// Loads from and stores to memory as a function of the parameters, if that is wanted and can be written down.
    pub formula: Option<String>,
}

impl Point {
    /// Loads from memory and stores to it.
    pub fn memory_accesses(&self) -> i64 {
        self.memory_loads + self.memory_stores
    }
}

/// What is done at the moment.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Points that are done.
    pub n_done: usize,
    /// All points.
    pub n_points: usize,
    /// The one that comes next.
    pub doing: String,
}

/// Explores one region: all strategies and widths. `gdg` has its dependences, and no arrays that may overlap. Adds to `report`.
///
/// Accesses are counted symbolically ([`counts_at`]), and by a run of the region with counters in it; both must be the same, and
/// the run must leave the same results as the region as written.
///
/// # Errors
/// [`Error::User`] if a size is missing; [`Error::Unsupported`] if the region cannot be run by itself; a compiler's. What cannot be
/// done for one point is in the report.
pub fn explore(
    gdg: &Gdg,
    variant: &str,
    settings: &Settings,
    report: &mut Report,
    progress: &mut dyn FnMut(&Progress),
) -> Result<(), Error> {
    let missing = gdg.params.iter().filter(|param| param.definition().is_none());
    let missing =
        missing.filter(|param| ![&param.name, &param.spelled()].iter().any(|name| settings.sizes.contains_key(*name)));
    let missing: Vec<_> = missing.map(|param| format!("{}=N", param.spelled())).collect();
    if !missing.is_empty() {
        return Err(Error::User(format!("sizes are missing: give --sizes={}", missing.join(","))));
    }
    let n_points = 1 + settings.overlaps.len() * settings.widths.len();
    let mut say =
        |n_done: usize, what: String| progress(&Progress { n_done, n_points, doing: format!("{variant} {what}") });
    say(0, "as written".to_owned());
    let first = report.points.len();
    let (mut point, expected) = examine(&Sweep::as_written(gdg)?, settings, None)?;
    (point.variant, point.strategy) = (variant.to_owned(), "as written".to_owned());
    report.points.push(point);
    for (position, overlap) in settings.overlaps.iter().enumerate() {
        for (number, width) in settings.widths.iter().enumerate() {
            say(1 + position * settings.widths.len() + number, format!("{overlap}, strips of {width}"));
            let name = format!("{variant} {overlap}, strips of {width}");
            let design = Design { width: *width, overlap: *overlap, arrays: BTreeMap::new() };
            let swept = match gdg.context.ctx().with_budget(settings.budget, || sweep(gdg, &design)) {
                Ok(swept) => swept,
                Err(error @ polymill_mapper::Error::Bug(_)) => return Err(error.into()),
                Err(error) => {
                    report.left_out.push(format!("{}: {error}", name.trim_start()));
                    continue;
                }
            };
            let (mut point, _) = examine(&swept, settings, expected)?;
            if settings.max_buffer.is_some_and(|most| point.buffer_bytes > most) {
                continue;
            }
            (point.variant, point.strategy, point.width) = (variant.to_owned(), overlap.to_string(), *width);
            report.points.push(point);
        }
    }
    mark_best(&mut report.points[first..]);
    Ok(())
}

/// What a way to run the region costs, and the number that stands for its results.
fn examine(swept: &Sweep, settings: &Settings, expected: Option<u64>) -> Result<(Point, Option<u64>), Error> {
    let gdg = &swept.gdg;
    let counted = counts_at(gdg, &at(gdg, &settings.sizes)?)?;
    let mut memory = Accesses::default();
    let mut buffers = Accesses::default();
    for (id, accesses) in &counted.arrays {
        match place(swept, *id) {
            Some(Place::Memory) => memory += *accesses,
            Some(Place::Buffer) => buffers += *accesses,
            None => {}
        }
    }
    let mut buffer_bytes = 0;
    for id in swept.buffers() {
        buffer_bytes += program::n_bytes(gdg, id, &settings.sizes)?;
    }
    let (mut is_confirmed, mut instructions, mut result) = (None, None, None);
    if let Some(compiler) = &settings.compiler {
        let ran = run(gdg, &settings.sizes, compiler)?;
        let is_counted = |(id, expected): (&ArrayId, &Accesses<i64>)| {
            let found = ran.accesses.get(id.index());
            let is_less = found.is_some_and(|found| found.loads <= expected.loads && found.stores <= expected.stores);
            let is_exact = !counted.at_most.contains(id);
            place(swept, *id).is_none() || if is_exact { found == Some(expected) } else { is_less }
        };
        let is_same = counted.arrays.iter().all(is_counted);
        is_confirmed = Some(is_same && expected.is_none_or(|expected| expected == ran.result));
        result = Some(ran.result);
        if settings.instructions {
            instructions = Some(n_instructions(gdg, &settings.sizes, compiler)?);
        }
    }
    let is_exact = counted.at_most.iter().all(|id| place(swept, *id).is_none());
    let Counts { instances, operations, .. } = counted;
    let formula = if settings.formulas { formula(swept, &settings.sizes)? } else { None };
    let point = Point {
        variant: String::new(),
        strategy: String::new(),
        width: 0,
        buffer_bytes,
        memory_loads: memory.loads,
        memory_stores: memory.stores,
        buffer_loads: buffers.loads,
        buffer_stores: buffers.stores,
        instances,
        operations,
        is_exact,
        is_confirmed,
        instructions,
        is_best: false,
        formula,
    };
    Ok((point, result))
}

/// Where an array is.
enum Place {
    Memory,
    Buffer,
}

/// Where an array is; `None` for scalars of the region, which are registers.
fn place(swept: &Sweep, id: ArrayId) -> Option<Place> {
    let array = swept.gdg.array(id);
    match array.storage {
        Storage::External => Some(Place::Memory),
        Storage::Local if swept.in_memory.contains(&id) => Some(Place::Memory),
        Storage::Local => (!array.is_scalar()).then_some(Place::Buffer),
        Storage::Parameter => None,
    }
}

/// Loads from memory and stores to it as a function of the parameters, and for which of them, the given sizes among them.
fn formula(swept: &Sweep, sizes: &Sizes) -> Result<Option<String>, Error> {
    let Some(Counts { arrays, .. }) = counts(&swept.gdg)? else { return Ok(None) };
    let sizes = at(&swept.gdg, sizes)?;
    let mut sum: Option<isl::QPolynomial> = None;
    let mut valid = swept.gdg.context.intersect(&swept.gdg.assumptions)?;
    for (id, Accesses { loads, stores }) in &arrays {
        if !matches!(place(swept, *id), Some(Place::Memory)) {
            continue;
        }
        for count in [loads, stores] {
            count.foreach_piece(|piece, value| {
                if piece.is_disjoint(&sizes)? {
                    return Ok(());
                }
                valid = valid.intersect(&piece)?;
                sum = Some(match &sum {
                    Some(sum) => sum.add(&value)?,
                    None => value,
                });
                Ok(())
            })?;
        }
    }
    let Some(sum) = sum else { return Ok(Some("0".to_owned())) };
    let valid = valid.coalesce()?.gist(&swept.gdg.context)?;
    Ok(Some(isl::PwQPolynomial::alloc(&valid, &sum.gist(&valid)?)?.drop_unused_params()?.to_str()?))
}

/// What a run of the region says.
struct Ran {
    result: u64,
    accesses: Vec<Accesses<i64>>,
}

/// Longer runs are given up.
const TIME_LIMIT: Duration = Duration::from_secs(300);

/// Runs the region with counters in it.
fn run(gdg: &Gdg, sizes: &Sizes, compiler: &CCompiler) -> Result<Ran, Error> {
    let built = compiler.build_text(&program(gdg, sizes, true)?, Product::Executable, &["-lm".into()])?;
    let text = built.program().time_limit(TIME_LIMIT).run()?.require_success()?.stdout_text();
    let mut ran = Ran { result: 0, accesses: vec![] };
    for line in text.lines() {
        let words: Vec<_> = line.split(' ').collect();
        let number = |position: usize| words.get(position).and_then(|word| word.parse().ok()).unwrap_or(-1);
        match words.first() {
            Some(&"result") => ran.result = words.get(1).and_then(|word| word.parse().ok()).unwrap_or(0),
            Some(&"count") => ran.accesses.push(Accesses { loads: number(2), stores: number(3) }),
            _ => {}
        }
    }
    Ok(ran)
}

/// How many instructions the region takes: those of a run less those of a program that does all but run it.
fn n_instructions(gdg: &Gdg, sizes: &Sizes, compiler: &CCompiler) -> Result<u64, Error> {
    let built = compiler.build_text(&program(gdg, sizes, false)?, Product::Executable, &["-lm".into()])?;
    let count = |n_runs: &str| -> Result<u64, Error> {
        let words = ["--tool=callgrind", "--callgrind-out-file=/dev/null"].map(str::to_owned);
        let words = words.into_iter().chain([built.path().display().to_string(), n_runs.to_owned()]);
        let ran = polymill_native::Program::new("valgrind").args(words).time_limit(TIME_LIMIT).run();
        let ran =
            ran.map_err(|error| Error::User(format!("--instructions needs valgrind: {error}")))?.require_success()?;
        let text = ran.stderr_text();
        let collected = text.lines().find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok());
        collected.ok_or_else(|| Error::User("valgrind does not say how many instructions it collected".to_owned()))
    };
    Ok(count("1")?.saturating_sub(count("0")?))
}

/// Marks the points that no other one beats in both respects.
fn mark_best(points: &mut [Point]) {
    let known: Vec<_> = points.iter().map(|point| (point.buffer_bytes, point.memory_accesses())).collect();
    for (position, point) in points.iter_mut().enumerate() {
        let (bytes, accesses) = known[position];
        let beats = |(other, (b, a)): (usize, &(i64, i64))| {
            *b <= bytes && *a <= accesses && (*b < bytes || *a < accesses || other < position)
        };
        point.is_best = !known.iter().enumerate().any(beats);
    }
}
