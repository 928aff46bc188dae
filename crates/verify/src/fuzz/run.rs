//! Building and running batches of programs.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use polymill_native::{Build, Error as NativeError, Product, Program as Process};
use tempfile::TempDir;

use super::{Fuzz, Reason};
use crate::Result;
use crate::random::{Program, driver_source};

/// What programs print.
pub(super) type Outputs = String;

/// Results must depend on nothing but IEEE arithmetic: no contraction, and no functions that are computed at another
/// precision when the compiler knows the argument.
const FLAGS: [&str; 5] = ["-w", "-ffp-contract=off", "-fno-builtin-sin", "-fno-builtin-cos", "-fno-builtin-exp"];

/// A folder with the driver of some programs, which kernels are linked to.
pub(super) struct Folder<'a> {
    fuzz: &'a Fuzz<'a>,
    dir: TempDir,
    driver: PathBuf,
}

impl<'a> Folder<'a> {
    pub fn new(fuzz: &'a Fuzz<'a>, programs: &[Program]) -> Result<Self> {
        let dir = tempfile::tempdir().map_err(NativeError::io("make a folder in", std::env::temp_dir()))?;
        let mut folder = Self { fuzz, dir, driver: PathBuf::new() };
        folder.driver = folder.compile("driver", &driver_source(programs), vec!["-w".into(), "-O0".into()])?;
        Ok(folder)
    }

    /// Builds the kernels as they are.
    pub fn original(&self, kernels: &str) -> Result<PathBuf> {
        Ok(self.link("original", kernels, &[])?)
    }

    /// Builds the transformed kernels.
    pub fn transformed(&self, kernels: &str) -> Result<PathBuf, Reason> {
        self.link("transformed", kernels, &["-fopenmp"]).map_err(|error: NativeError| Reason::Build(error.to_string()))
    }

    /// What all programs print, or only the one at a position; nothing if that takes too long.
    pub fn outputs(
        &self,
        program: &Path,
        n_threads: usize,
        only: Option<usize>,
    ) -> Result<Option<Outputs>, NativeError> {
        let arguments = only.map(|position| ["quiet".to_owned(), position.to_string()]);
        let process = Process::new(program).args(arguments.into_iter().flatten()).threads(n_threads);
        match process.time_limit(self.fuzz.time_limit).run() {
            Ok(execution) => Ok(Some(execution.require_success()?.stdout_text())),
            Err(NativeError::TimedOut { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn compile(&self, name: &str, text: &str, flags: Vec<OsString>) -> Result<PathBuf, NativeError> {
        let source = self.dir.path().join(format!("{name}.c"));
        std::fs::write(&source, text).map_err(NativeError::io("write", &source))?;
        let object = source.with_extension("o");
        let build = Build { inputs: vec![source], flags, libs: vec![], product: Product::Object };
        self.fuzz.compiler.build(&build, &object)?;
        Ok(object)
    }

    fn link(&self, name: &str, kernels: &str, more: &[&str]) -> Result<PathBuf, NativeError> {
        let more: Vec<OsString> = more.iter().map(OsString::from).collect();
        let mut flags = self.fuzz.flags.clone();
        flags.extend(FLAGS.map(OsString::from));
        flags.extend(more.iter().cloned());
        let inputs = vec![self.compile(name, kernels, flags)?, self.driver.clone()];
        let build = Build { inputs, flags: more, libs: vec!["-lm".into()], product: Product::Executable };
        let program = self.dir.path().join(name);
        self.fuzz.compiler.build(&build, &program)?;
        Ok(program)
    }
}
