//! Building and running batches of programs.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use polymill_native::{Build, Error as NativeError, Product, Program as Process};
use tempfile::TempDir;

use super::{Fuzz, Reason};
use crate::Result;
use crate::random::{Program, driver_source, kernels_source};

/// What programs print.
pub(super) type Outputs = String;

/// Results must depend on nothing but IEEE arithmetic: no contraction, and no functions that are computed at another
/// precision when the compiler knows the argument.
const FLAGS: [&str; 5] = ["-w", "-ffp-contract=off", "-fno-builtin-sin", "-fno-builtin-cos", "-fno-builtin-exp"];

/// Builds and runs the programs as they are.
pub(super) fn outputs_of_original(fuzz: &Fuzz<'_>, programs: &[Program]) -> Result<Outputs> {
    let folder = Folder::new(fuzz, programs)?;
    folder.link(&kernels_source(programs), &[])?;
    Ok(folder.run(1)?)
}

/// Builds the transformed kernels and runs them with each number of threads.
pub(super) fn outputs_of_transformed(
    fuzz: &Fuzz<'_>,
    programs: &[Program],
    transformed: &str,
) -> Result<Vec<(usize, Outputs)>, Reason> {
    let build = |error: NativeError| Reason::Build(error.to_string());
    let folder = Folder::new(fuzz, programs).map_err(build)?;
    folder.link(transformed, &["-fopenmp"]).map_err(build)?;
    let run = |n_threads: &usize| {
        let n_threads = *n_threads;
        let output = folder.run(n_threads).map_err(|error| Reason::Run { n_threads, error: error.to_string() })?;
        Ok((n_threads, output))
    };
    fuzz.threads.iter().map(run).collect()
}

/// A folder with the driver of some programs.
struct Folder<'a> {
    fuzz: &'a Fuzz<'a>,
    dir: TempDir,
}

impl<'a> Folder<'a> {
    fn new(fuzz: &'a Fuzz<'a>, programs: &[Program]) -> Result<Self, NativeError> {
        let dir = tempfile::tempdir().map_err(NativeError::io("make a folder in", std::env::temp_dir()))?;
        let folder = Self { fuzz, dir };
        folder.write("driver.c", &driver_source(programs))?;
        Ok(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn write(&self, name: &str, text: &str) -> Result<PathBuf, NativeError> {
        let path = self.path(name);
        std::fs::write(&path, text).map_err(NativeError::io("write", &path))?;
        Ok(path)
    }

    fn compile(&self, source: &Path, flags: &[OsString]) -> Result<PathBuf, NativeError> {
        let object = source.with_extension("o");
        let flags = flags.to_vec();
        let build = Build { inputs: vec![source.to_owned()], flags, libs: vec![], product: Product::Object };
        self.fuzz.compiler.build(&build, &object)?;
        Ok(object)
    }

    fn link(&self, kernels: &str, more: &[&str]) -> Result<(), NativeError> {
        let kernels = self.write("kernels.c", kernels)?;
        let more: Vec<OsString> = more.iter().map(OsString::from).collect();
        let mut flags = self.fuzz.flags.clone();
        flags.extend(FLAGS.map(OsString::from));
        flags.extend(more.iter().cloned());
        let inputs =
            vec![self.compile(&kernels, &flags)?, self.compile(&self.path("driver.c"), &["-w".into(), "-O0".into()])?];
        let build = Build { inputs, flags: more, libs: vec!["-lm".into()], product: Product::Executable };
        self.fuzz.compiler.build(&build, &self.path("program"))
    }

    fn run(&self, n_threads: usize) -> Result<Outputs, NativeError> {
        let program = Process::new(self.path("program")).threads(n_threads).time_limit(self.fuzz.time_limit);
        Ok(program.run()?.require_success()?.stdout_text())
    }
}
