use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use tempfile::TempDir;

use crate::{Error, Execution, Program};

/// A C compiler: a program and the flags that always go with it, such as `clang -O3 -march=native`.
///
/// ```no_run
/// use polymill_native::{CCompiler, Product};
/// let cc = CCompiler::parse("cc -O2")?;
/// let hello = cc.build_text("int main(void) { return 0; }", Product::Executable, &[])?;
/// hello.program().run()?.require_success()?;
/// # Ok::<(), polymill_native::Error>(())
/// ```
#[derive(Debug)]
pub struct CCompiler {
    program: PathBuf,
    flags: Vec<OsString>,
    time_limit: Duration,
    identity: OnceLock<Identity>,
    openmp: OnceLock<bool>,
}

/// What a compiler says it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Which family's flags it takes.
    pub family: Family,
    /// Its version, such as `12.2.0`; empty if it does not say.
    pub version: String,
}

/// The families of C compilers that are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// GNU C.
    Gcc,
    /// Clang, from LLVM or Apple.
    Clang,
    /// Anything else; it is driven with the flags that the other two share.
    Other,
}

/// One run of the compiler: what goes in and what comes out.
#[derive(Clone, Debug)]
pub struct Build {
    /// C sources, preprocessed sources, objects: whatever the compiler takes by its name.
    pub inputs: Vec<PathBuf>,
    /// Flags that follow the compiler's own.
    pub flags: Vec<OsString>,
    /// Libraries, after the inputs: `-lm`, ...
    pub libs: Vec<OsString>,
    /// What is made.
    pub product: Product,
}

/// What a build makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Product {
    /// A program that can be run.
    Executable,
    /// A shared object that can be loaded.
    SharedObject,
    /// An object file for a later link.
    Object,
}

/// A built file in a temporary folder of its own, which goes when this value goes.
#[derive(Debug)]
pub struct Artifact {
    dir: TempDir,
    path: PathBuf,
}

impl CCompiler {
    /// The compiler that `text` names: a command line as for a shell, with quotes but without expansion.
    ///
    /// Nothing is run yet; ask [`CCompiler::identity`] whether it is there.
    ///
    /// # Errors
    /// [`Error::BadCommand`] for an empty text or an open quote.
    pub fn parse(text: &str) -> Result<CCompiler, Error> {
        let bad = |reason| Error::BadCommand { text: text.to_owned(), reason };
        let words = shlex::split(text).ok_or_else(|| bad("a quote is not closed"))?;
        let (program, flags) = words.split_first().ok_or_else(|| bad("it is empty"))?;
        Ok(CCompiler::new(program, flags))
    }

    /// The compiler `program` with `flags` that go into every call.
    pub fn new<S: Into<OsString> + Clone>(program: impl Into<PathBuf>, flags: &[S]) -> CCompiler {
        CCompiler {
            program: program.into(),
            flags: flags.iter().cloned().map(Into::into).collect(),
            time_limit: Duration::from_secs(300),
            identity: OnceLock::new(),
            openmp: OnceLock::new(),
        }
    }

    /// The same compiler, stopped when one call takes longer than `limit` (five minutes if never called).
    #[must_use]
    pub fn with_time_limit(mut self, limit: Duration) -> CCompiler {
        self.time_limit = limit;
        self
    }

    /// The program, as it was named.
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// The flags that go into every call.
    pub fn flags(&self) -> &[OsString] {
        &self.flags
    }

    /// The command line that this compiler was made from, quoted for a shell.
    pub fn to_shell(&self) -> String {
        self.base().to_shell()
    }

    /// The file of the program, if there is one: where its name says, or in one of the folders of `PATH`.
    pub fn file(&self) -> Option<PathBuf> {
        let is_there = |file: &PathBuf| file.is_file();
        if self.program.components().count() > 1 {
            return Some(self.program.clone()).filter(is_there);
        }
        let name = self.program.to_string_lossy();
        let with_suffix = format!("{name}{}", std::env::consts::EXE_SUFFIX);
        let in_folder = |folder: PathBuf| [folder.join(&self.program), folder.join(&with_suffix)];
        std::env::split_paths(&std::env::var_os("PATH")?).flat_map(in_folder).find(is_there)
    }

    /// Checks that there is such a program, before much is done for it in vain. Nothing is run.
    ///
    /// # Errors
    /// [`Error::CompilerMissing`]
    pub fn require(&self) -> Result<(), Error> {
        // Without folders to look into, the system has its own.
        let is_known = std::env::var_os("PATH").is_some() || self.program.components().count() > 1;
        if is_known && self.file().is_none() { Err(self.missing()) } else { Ok(()) }
    }

    fn missing(&self) -> Error {
        Error::CompilerMissing { command: crate::process::quote_path(&self.program) }
    }

    /// What the compiler says it is; asked once.
    ///
    /// # Errors
    /// [`Error::CompilerMissing`] or [`Error::CompilerFailed`].
    pub fn identity(&self) -> Result<&Identity, Error> {
        if let Some(identity) = self.identity.get() {
            return Ok(identity);
        }
        // With the flags, because the command may be a wrapper: `ccache gcc`.
        let program = self.base().arg("--version");
        let identity = parse_version(&self.run(&program)?.stdout_text());
        Ok(self.identity.get_or_init(|| identity))
    }

    /// Whether `-fopenmp` compiles and links with this compiler and its flags; tried once.
    pub fn supports_openmp(&self) -> bool {
        *self.openmp.get_or_init(|| {
            let text = "#include <omp.h>\nint main(void) { return omp_get_max_threads() < 1; }\n";
            self.build_text(text, Product::Executable, &["-fopenmp".into()]).is_ok()
        })
    }

    /// Runs one build; `output` is overwritten.
    ///
    /// # Errors
    /// [`Error::CompilerMissing`], [`Error::CompilerFailed`] with the compiler's messages, [`Error::TimedOut`].
    pub fn build(&self, build: &Build, output: &Path) -> Result<(), Error> {
        let mode: &[&str] = match build.product {
            Product::Executable => &[],
            Product::SharedObject => &["-shared", "-fPIC"],
            Product::Object => &["-c"],
        };
        let program = self.base().args(build.flags.clone()).args(mode.iter().copied()).arg("-o").arg(output);
        let program = program.args(build.inputs.clone()).args(build.libs.clone());
        self.run(&program).map(drop)
    }

    /// Like [`CCompiler::build`], into a temporary folder.
    ///
    /// # Errors
    /// As [`CCompiler::build`].
    pub fn build_temporary(&self, build: &Build) -> Result<Artifact, Error> {
        let artifact = Artifact::empty(build.product)?;
        self.build(build, &artifact.path)?;
        Ok(artifact)
    }

    /// Builds one C file given as text, with the math library, into a temporary folder.
    ///
    /// # Errors
    /// As [`CCompiler::build`].
    pub fn build_text(&self, text: &str, product: Product, flags: &[OsString]) -> Result<Artifact, Error> {
        let artifact = Artifact::empty(product)?;
        let source = artifact.write("unit.c", text)?;
        let libs = if product == Product::Object { Vec::new() } else { vec!["-lm".into()] };
        let build = Build { inputs: vec![source], flags: flags.to_vec(), libs, product };
        self.build(&build, &artifact.path)?;
        Ok(artifact)
    }

    /// The text of `source` after preprocessing with `flags`, line markers included.
    ///
    /// # Errors
    /// As [`CCompiler::build`].
    pub fn preprocess(&self, source: &Path, flags: &[OsString]) -> Result<Vec<u8>, Error> {
        let program = self.base().args(flags.to_vec()).arg("-E").arg(source);
        Ok(self.run(&program)?.stdout)
    }

    /// Runs the compiler with `args` and its own flags before them; only success is a result.
    ///
    /// # Errors
    /// As [`CCompiler::build`].
    pub fn run_with(&self, args: &[OsString]) -> Result<Execution, Error> {
        self.run(&self.base().args(args.to_vec()))
    }

    fn base(&self) -> Program {
        Program::new(&self.program).args(self.flags.clone()).time_limit(self.time_limit)
    }

    fn run(&self, program: &Program) -> Result<Execution, Error> {
        let execution = program.run().map_err(|error| match error {
            Error::Io { source, .. } if source.kind() == std::io::ErrorKind::NotFound => self.missing(),
            other => other,
        })?;
        if execution.status.success() {
            return Ok(execution);
        }
        Err(Error::CompilerFailed {
            command: program.to_shell(),
            status: execution.status,
            stderr: execution.stderr_text().trim_end().to_owned(),
        })
    }
}

impl Artifact {
    /// A temporary folder in which a file for `product` is to be made.
    /// A file with these contents, which were built before.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn of_bytes(product: Product, contents: &[u8]) -> Result<Artifact, Error> {
        let artifact = Artifact::empty(product)?;
        std::fs::write(&artifact.path, contents).map_err(Error::io("write", &artifact.path))?;
        Ok(artifact)
    }

    pub(crate) fn empty(product: Product) -> Result<Artifact, Error> {
        let dir = tempfile::Builder::new().prefix("polymill-").tempdir();
        let dir = dir.map_err(Error::io("make a folder in", std::env::temp_dir()))?;
        let name = match product {
            Product::Executable => "program",
            Product::SharedObject => "unit.so",
            Product::Object => "unit.o",
        };
        let path = dir.path().join(name);
        Ok(Artifact { dir, path })
    }

    /// The built file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The built file as a program to run.
    pub fn program(&self) -> Program {
        Program::new(&self.path)
    }

    /// Writes a file into the artifact's folder and returns its path.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn write(&self, name: &str, contents: impl AsRef<[u8]>) -> Result<PathBuf, Error> {
        let path = self.dir.path().join(name);
        std::fs::write(&path, contents).map_err(Error::io("write", &path))?;
        Ok(path)
    }
}

/// Reads what `--version` printed: the first word outside parentheses that begins with a digit is the version.
fn parse_version(text: &str) -> Identity {
    let family = match text {
        _ if text.contains("clang") => Family::Clang,
        _ if text.contains("Free Software Foundation") || text.contains("gcc") => Family::Gcc,
        _ => Family::Other,
    };
    let mut depth = 0_i32;
    let first_line = text.lines().next().unwrap_or_default();
    let outside: String = first_line
        .chars()
        .map(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            if depth > 0 || c == ')' { ' ' } else { c }
        })
        .collect();
    let version = outside.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    Identity { family, version: version.unwrap_or_default().to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, family: Family, version: &str) {
        assert_eq!(parse_version(text), Identity { family, version: version.to_owned() });
    }

    #[test]
    fn versions_are_read_from_what_compilers_print() {
        let fsf = "Copyright (C) 2022 Free Software Foundation, Inc.";
        check(&format!("cc (Debian 12.2.0-14+deb12u1) 12.2.0\n{fsf}"), Family::Gcc, "12.2.0");
        check(&format!("gcc (GCC) 13.2.1 20231011 (Red Hat 13.2.1-4)\n{fsf}"), Family::Gcc, "13.2.1");
        check("Debian clang version 19.1.7 (3~deb12u1)\nTarget: x86_64", Family::Clang, "19.1.7");
        check("Apple clang version 15.0.0 (clang-1500.3.9.4)", Family::Clang, "15.0.0");
        check("tcc version 0.9.27 (x86_64 Linux)", Family::Other, "0.9.27");
        check("", Family::Other, "");
    }

    #[test]
    fn a_command_is_split_as_a_shell_splits_it() {
        let cc = CCompiler::parse("clang -O3 -march=native '-DNAME=a b'").unwrap();
        assert_eq!(cc.program(), Path::new("clang"));
        assert_eq!(cc.flags(), ["-O3", "-march=native", "-DNAME=a b"]);
        assert_eq!(cc.to_shell(), "clang -O3 -march=native '-DNAME=a b'");
    }

    #[test]
    fn a_command_that_is_none_is_refused() {
        for text in ["", "  ", "cc 'open"] {
            assert!(matches!(CCompiler::parse(text), Err(Error::BadCommand { .. })), "{text:?}");
        }
    }
}
