//! Printing regions, functions and what they need.

use polymill_gdg::Gdg;

use super::print::Printer;
use super::target::{Helpers, Target};
use super::{EmitOptions, Head, Region, Version, VersionCode};
use crate::{Error, LoopNest, Result, Validated};

/// Prints the code that replaces the region of `gdg`. Where the loop nest has assumptions, the code checks them and runs
/// [`EmitOptions::original`] if they do not hold.
///
/// # Errors
/// A bug, if there are assumptions but no original code.
pub fn print_region(gdg: &Gdg, nest: &Validated<LoopNest>, options: &EmitOptions) -> Result<Region> {
    if nest.assumptions.as_constant() != Some(true) && options.original.is_empty() {
        return Err(Error::Bug("the loop nest has assumptions, but there is no original code to fall back to".into()));
    }
    Ok(region(Printer::new(gdg, nest, options)))
}

/// Prints the code that replaces the region of a specializer GDG: tests of the parameters, with the code of each version
/// in its place.
///
/// # Errors
/// A bug, if a version needs the original code and there is none.
pub fn print_family(
    gdg: &Gdg,
    nest: &Validated<LoopNest>,
    versions: &[Version<'_>],
    options: &EmitOptions,
) -> Result<Region> {
    let is_original = |version: &Version<'_>| matches!(version.code, VersionCode::Original);
    let needs_original = nest.assumptions.as_constant() != Some(true) || versions.iter().any(is_original);
    if needs_original && options.original.is_empty() {
        return Err(Error::Bug("a version is the original code, and there is none".into()));
    }
    let mut printer = Printer::new(gdg, nest, options);
    printer.versions = versions;
    Ok(region(printer))
}

/// Prints the original code behind a check of what the user promised; nothing if there is nothing to check.
pub fn print_checked(gdg: &Gdg, nest: &Validated<LoopNest>, options: &EmitOptions) -> Option<Region> {
    let has_promise = options.check_promises && nest.promise.as_constant() != Some(true);
    let mut printer = Printer::new(gdg, nest, options);
    has_promise.then(|| {
        printer.check_promise();
        printer.original();
        Region { code: printer.out, helpers: printer.helpers, n_printed: printer.n_printed }
    })
}

/// Prints a function that runs the loops of a version. The assumptions of the loop nest are not checked: that is done where
/// it is called.
pub fn print_function(gdg: &Gdg, nest: &Validated<LoopNest>, head: &Head, options: &EmitOptions) -> Region {
    let mut printer = Printer::new(gdg, nest, options);
    printer.function(head);
    Region { code: printer.out, helpers: printer.helpers, n_printed: printer.n_printed }
}

fn region(mut printer: Printer<'_>) -> Region {
    printer.region();
    Region { code: printer.out, helpers: printer.helpers, n_printed: printer.n_printed }
}

/// Prints the definitions of helpers, each followed by an empty line; those of programs that use no OpenMP have no pragmas, of which
/// compilers would warn.
pub fn helpers(target: &dyn Target, helpers: &Helpers, uses_openmp: bool) -> String {
    let lines = helpers.iter().flat_map(|helper| target.helper(*helper).lines().chain([""]));
    let kept = lines.filter(|line| uses_openmp || !line.starts_with("#pragma omp"));
    kept.map(|line| format!("{line}\n")).collect()
}
