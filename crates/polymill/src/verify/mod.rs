//! `polymill verify`: proof, replay and runs of what the compiler made of a program.
//!
//! [`verify`] checks the regions of a C file, [`verify_program`] those of a program in the IR's text form, and
//! [`random`] sends random programs through all of it.

mod calls;
mod interface;
pub mod random;
mod reached;
mod region;
mod report;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::time::Duration;

use polymill_diagnostics::{Diagnostic, SourceMap};
use polymill_gdg::{BoundValue, Definition, Gdg, GdgId, Param, Program, StaticBound};
use polymill_isl as isl;
use polymill_native::CCompiler;
use polymill_raise::syntax::{Dialect, Unit, parse};
use polymill_raise::{Preprocessed, Raised};
use polymill_verify::{Compared, Differential};

use crate::{Compiler, Error, rewrite};
use interface::Interface;
use region::{check_region, outcome};

pub use report::{Outcome, RegionReport, Report, Summary, Verdict};

/// How the programs are run.
#[derive(Debug)]
pub struct Settings<'a> {
    /// The C compiler.
    pub cc: &'a CCompiler,
    /// Flags for it, which also hold for preprocessed text.
    pub flags: Vec<OsString>,
    /// Values for the integer arguments of functions.
    pub sizes: Vec<i64>,
    /// Numbers of threads for the transformed program.
    pub threads: Vec<usize>,
    /// The seed of the data.
    pub seed: u64,
    /// The longest time that one call may take.
    pub time_limit: Duration,
}

/// A report, and what the rooms had to say on the way.
pub struct Verified {
    /// What was checked.
    pub report: Report,
    /// Errors, warnings and remarks.
    pub diagnostics: Vec<Diagnostic>,
    /// What spans refer to.
    pub sources: SourceMap,
}

/// Checks the regions of a raised C file.
///
/// # Errors
/// A bug of the mapper. What cannot be checked is in the report.
pub fn verify(compiler: &Compiler, raised: Raised, settings: &Settings<'_>) -> Result<Verified, Error> {
    let Some(preprocessed) = raised.preprocessed.clone() else {
        let Raised { diagnostics, sources, .. } = raised;
        return Ok(Verified { report: Report::default(), diagnostics, sources });
    };
    let regions = raised.regions.clone();
    let unit = read_unit(&preprocessed, &raised.dialect);
    let rewritten = rewrite(compiler, raised, preprocessed.text().as_bytes(), true)?;
    let runs = Runs {
        compiler,
        settings,
        unit,
        original: preprocessed.text(),
        transformed: &String::from_utf8_lossy(&rewritten.text),
    };
    let mut outcomes: BTreeMap<&str, Outcome> = BTreeMap::new();
    let mut report = Report::default();
    for region in &regions {
        let before = rewritten.raised.gdg(region.gdg);
        for version in rewritten.optimized.program.versions(region.gdg) {
            let mut checked = check_region(compiler, before, &rewritten.optimized, version);
            checked.place = before.span.map(|span| rewritten.sources.describe(span)).unwrap_or_default();
            if checked.left.is_some() {
                report.regions.push(checked);
                continue;
            }
            let outcome = outcomes.entry(&region.function).or_insert_with(|| {
                let same_function = regions.iter().filter(|other| other.function == region.function);
                let ids: Vec<_> = same_function.map(|other| other.gdg).collect();
                let gdgs: Vec<_> = ids.iter().map(|id| rewritten.raised.gdg(*id)).collect();
                let limits = ids.iter().flat_map(|id| limits(&rewritten.optimized.program, *id).unwrap_or_default());
                runs.of_function(&region.function, &gdgs, &limits.collect())
            });
            checked.runs = outcome.clone();
            report.regions.push(checked);
        }
    }
    Ok(Verified { report, diagnostics: rewritten.diagnostics, sources: rewritten.sources })
}

/// Checks the GDGs of a program by proof and replay.
///
/// # Errors
/// A bug of the mapper.
pub fn verify_program(compiler: &Compiler, program: Program) -> Result<Report, Error> {
    let optimized = compiler.optimize(program.clone())?;
    let check = |id| {
        let versions = optimized.program.versions(id).into_iter();
        versions.map(|version| check_region(compiler, program.gdg(id), &optimized, version)).collect::<Vec<_>>()
    };
    Ok(Report { regions: program.ids().flat_map(check).collect() })
}

/// Sizes up to this one are always run.
const SURE_LIMIT: i64 = 300;

/// Larger sizes are run if there are about as many iterations in all; more take too long.
const MAX_ITERATIONS: f64 = 3e8;

/// The largest size that a GDG is run with.
fn largest_limit(gdg: &Gdg) -> isl::Result<i64> {
    let mut depth = 1;
    for statement in &gdg.statements {
        depth = depth.max(statement.domain.dim(isl::Dim::Set)?);
    }
    Ok(SURE_LIMIT.max(MAX_ITERATIONS.powf(1.0 / depth as f64) as i64))
}

/// The largest sizes up to which a version runs.
fn limits(program: &Program, id: GdgId) -> isl::Result<BTreeSet<i64>> {
    let mut limits = BTreeSet::new();
    let entry = program.gdg(program.entry(id));
    let largest = largest_limit(program.gdg(id))?;
    for version in entry.specialize_op.iter().flat_map(|op| &op.versions[1..]) {
        let context = &program.gdg(version.gdg).context;
        for position in 0..context.dim(isl::Dim::Param)? {
            let alone = context.move_dims(isl::Dim::Set, 0, isl::Dim::Param, position, 1)?;
            let most = alone.dim_max_val(0)?;
            if !most.is_int()? {
                continue;
            }
            let name = context.get_dim_name(isl::Dim::Param, position)?.unwrap_or_default();
            let limit = largest_size(entry, &name, most.get_num_si()?, largest);
            limits.extend(limit.filter(|limit| *limit <= largest));
        }
    }
    Ok(limits)
}

/// The largest value that all sizes can have so that the parameter is at most `most`, if it is less than `largest`.
fn largest_size(gdg: &Gdg, name: &str, most: i64, largest: i64) -> Option<i64> {
    let definition = gdg.param_named(name).and_then(|param| gdg.params[param.index()].definition());
    let Some(Definition::Work(work)) = definition else { return Some(most) };
    let is_beyond = |size: i64| work.value(&vec![size; gdg.params.len()]) > most;
    let (mut within, mut beyond) = (0, largest + 1);
    if !is_beyond(beyond) {
        return None;
    }
    while beyond - within > 1 {
        let middle = within + (beyond - within) / 2;
        *if is_beyond(middle) { &mut beyond } else { &mut within } = middle;
    }
    Some(within)
}

/// Whether the user promises something of the data.
fn has_promises(gdg: &Gdg) -> bool {
    let is_promised =
        |param: &Param| matches!(param.static_bound(), Some(StaticBound { value: Some(BoundValue::Promised(_)), .. }));
    !gdg.independent.is_empty() || gdg.params.iter().any(is_promised)
}

/// The types of a file's functions. The file could be raised, so there is nothing to say about it.
fn read_unit(preprocessed: &Preprocessed, dialect: &Dialect) -> Option<Unit> {
    let file = SourceMap::default().add("", "");
    parse(preprocessed, file, dialect.clone()).ok().map(|parsed| parsed.unit)
}

/// What is needed to run functions before and after.
struct Runs<'a> {
    compiler: &'a Compiler,
    settings: &'a Settings<'a>,
    unit: Option<Unit>,
    original: &'a str,
    transformed: &'a str,
}

impl Runs<'_> {
    /// Runs a function, of which `gdgs` are the regions, on random data.
    /// `limits` are sizes at which another version runs than at the next one.
    fn of_function(&self, name: &str, gdgs: &[&Gdg], limits: &BTreeSet<i64>) -> Outcome {
        let settings = self.settings;
        if self.compiler.options().settings.reassociate {
            return Outcome::Skipped("sums may be reordered, so that results differ in their last bits".to_owned());
        }
        if gdgs.iter().any(|gdg| has_promises(gdg)) {
            return Outcome::Skipped("random data need not be as pragmas promise".to_owned());
        }
        let Some(unit) = &self.unit else { return Outcome::Skipped("the file could not be read again".to_owned()) };
        let interface = match Interface::of(unit, name) {
            Ok(interface) => interface,
            Err(reason) => return Outcome::Skipped(reason),
        };
        let around = limits.iter().flat_map(|limit| [limit - 1, *limit, limit + 1]);
        let values: BTreeSet<i64> = settings.sizes.iter().copied().chain(around).collect();
        let calls = match calls::sizes(&interface, unit, gdgs, &values.into_iter().collect::<Vec<_>>()) {
            Ok(calls) => calls,
            Err(reason) => return Outcome::Skipped(reason),
        };
        let with_kill = |text: &str| if interface.is_kill_missing { format!("{text}{KILL}") } else { text.to_owned() };
        let differential = Differential {
            original: &with_kill(self.original),
            transformed: &with_kill(self.transformed),
            function: &interface.function,
            compiler: settings.cc,
            flags: &settings.flags,
            sizes: &calls.usable,
            threads: &settings.threads,
            seed: settings.seed,
            time_limit: settings.time_limit,
            open: &interface.open_sizes(),
        };
        outcome(differential.run().map(|compared| {
            let left_out = calls.left_out.into_iter().chain(compared.left_out).collect();
            describe(name, &Compared { left_out, ..compared })
        }))
    }
}

/// A definition of `__pencil_kill`, which does nothing, whatever it was declared as.
const KILL: &str = "
void polymill_kill(void) __asm__(\"__pencil_kill\");
void polymill_kill(void) { }
";

/// `18 calls of `f` on random data, bit for bit`, and what was left out.
fn describe(name: &str, compared: &Compared) -> String {
    let Compared { n_calls, left_out } = compared;
    let plural = if *n_calls == 1 { "call" } else { "calls" };
    let text = format!("{n_calls} {plural} of `{name}` on random data, bit for bit");
    match left_out.as_slice() {
        [] => text,
        [reason] => format!("{text}; left out: {reason}"),
        [reason, rest @ ..] => format!("{text}; left out: {reason}, and {} more", rest.len()),
    }
}
