//! `polymill cc`: stands in for the C compiler.
//!
//! The line is taken apart ([`command_line`]), and a plan is made ([`plan`]). Where C sources are compiled to fast code,
//! each is preprocessed with the user's flags and transformed; if something changed,
//!
//! 1. the real compiler checks the originals (`-fsyntax-only`): the user sees its messages about the code as written,
//!    and dependency files come out as always;
//! 2. the real compiler compiles the transformed files in place of the originals, same flags, same order, same output.
//!
//! Whatever goes wrong on our side, the line is run as it stands. The exit code is always the real compiler's.

pub mod command_line;
mod openmp;
pub mod plan;
pub mod response;

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use polymill_native::{CCompiler, Family};
use serde::{Deserialize, Serialize};
use tempfile::TempDir;

use crate::Error;
use command_line::{CommandLine, Item, Role};
use plan::Plan;

/// How the stand-in works.
#[derive(Debug)]
pub struct Settings {
    /// The real compiler.
    pub compiler: CCompiler,
    /// Transforms also where the line does not ask for fast code.
    pub force: bool,
    /// Overrides what the line says about reassociation.
    pub reassociate: Option<bool>,
    /// Keeps the transformed files in this folder.
    pub keep: Option<PathBuf>,
    /// Says what was done and what was not; without it only trouble on our side is mentioned.
    pub verbose: bool,
}

/// One preprocessed file to transform.
#[derive(Debug)]
pub struct Request<'a> {
    /// The preprocessed file, line markers included.
    pub input: &'a Path,
    /// Where the transformed text is to be written, if anything changes.
    pub output: &'a Path,
    /// The user's file, for messages.
    pub source: &'a Path,
    /// Whether floating-point operations may be reassociated.
    pub reassociate: bool,
    /// The real compiler's command, for a shell.
    pub compiler: &'a str,
    /// The options on the line that say what C means, and for which machine code is made.
    pub flags: &'a [OsString],
}

/// What a transformation did.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// How many regions were replaced; with none, there need not be an output.
    pub n_regions: usize,
    /// Whether the new text has OpenMP pragmas.
    pub uses_openmp: bool,
    /// What is predicted of the regions for which orders were considered.
    pub predictions: Vec<Prediction>,
    /// What there is to say, rendered.
    #[serde(skip)]
    pub remarks: String,
}

/// What the order of a region is predicted to take.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Prediction {
    /// The region's name.
    pub region: String,
    /// The order, in words.
    pub plan: String,
    /// The time.
    pub nanoseconds: f64,
}

/// Transforms one file, or says in one line why it could not.
pub type Transform<'a> = dyn FnMut(&Request<'_>) -> Result<Outcome, String> + 'a;

/// The variable that is set for the real compiler, by which a line that comes back to us is noticed.
pub const RUNNING: &str = "POLYMILL_CC_RUNNING";

const NOTHING_TRANSFORMED: &str = "nothing was transformed";

/// Compiles as `args` say and returns the real compiler's exit code.
///
/// What we have to say ourselves goes to `messages`; the real compiler prints directly.
///
/// # Errors
/// [`Error::Native`] when the real compiler cannot be started; nothing else is an error here.
pub fn run(
    args: &[OsString],
    settings: &Settings,
    transform: &mut Transform<'_>,
    messages: &mut dyn Write,
) -> Result<i32, Error> {
    let (command, args) = split_command(&settings.compiler, args);
    let mut session = Session { command, args: &args, settings, messages };
    let Some(expanded) = response::expand(&args) else {
        return session.pass_through("response files name each other without end");
    };
    let line = CommandLine::parse(&expanded);
    match plan::plan(&line, settings.force) {
        Plan::PassThrough(reason) => session.pass_through(&reason),
        Plan::Link(reason) => session.link(&line, &reason),
        Plan::Transform => match session.transform(&line, transform) {
            Ok(Some(code)) => Ok(code),
            Ok(None) if line.links() => session.link(&line, NOTHING_TRANSFORMED),
            Ok(None) => session.pass_through(NOTHING_TRANSFORMED),
            Err(trouble) => session.fall_back(&line, &trouble),
        },
    }
}

/// The words that start the real compiler, and the line for it. The compiler's own options come to stand on the line,
/// because they count as if the user had written them there; words before them belong to the command: `ccache gcc`.
fn split_command(compiler: &CCompiler, args: &[OsString]) -> (CCompiler, Vec<OsString>) {
    let is_option = |word: &OsString| word.to_string_lossy().starts_with('-');
    let n_command_words = compiler.flags().iter().position(is_option).unwrap_or(compiler.flags().len());
    let (command_words, options) = compiler.flags().split_at(n_command_words);
    let line = options.iter().chain(args).cloned().collect();
    (CCompiler::new(compiler.program(), command_words), line)
}

struct Session<'a> {
    command: CCompiler,
    args: &'a [OsString],
    settings: &'a Settings,
    messages: &'a mut dyn Write,
}

/// The transformed files of one line.
struct Transformed {
    paths: Vec<PathBuf>,
    uses_openmp: bool,
    /// Holds the files until they are compiled.
    dir: TempDir,
}

impl Session<'_> {
    fn pass_through(&mut self, reason: &str) -> Result<i32, Error> {
        self.remark(reason);
        self.run(self.args).map(code_of)
    }

    /// Runs the line as it stands. If that works, the trouble was ours and is mentioned.
    fn fall_back(&mut self, line: &CommandLine, trouble: &str) -> Result<i32, Error> {
        let code = if line.links() { self.link(line, trouble)? } else { self.run(self.args).map(code_of)? };
        if code == 0 {
            self.say("note", &format!("{trouble}; the original was compiled"));
        }
        Ok(code)
    }

    /// Runs the line as it stands, with the OpenMP runtime if an object needs it.
    fn link(&mut self, line: &CommandLine, reason: &str) -> Result<i32, Error> {
        if line.openmp().is_some() || !openmp::needs_runtime(line) {
            return self.pass_through(reason);
        }
        let has_sources = line.any(|role| matches!(role, Role::Source { .. } | Role::ForeignSource));
        let mut words = self.args.to_vec();
        if !has_sources {
            words.push("-fopenmp".into());
        } else if self.command.identity()?.family == Family::Clang {
            // `-fopenmp` would turn on the pragmas in the sources; the runtime alone does not.
            words.push("-lomp".into());
        } else {
            words.extend(["-lgomp".into(), "-lpthread".into()]);
        }
        self.run(&words).map(code_of)
    }

    /// Compiles with transformed sources. `None`: nothing was transformed, and nothing has been run that counts.
    fn transform(&mut self, line: &CommandLine, transform: &mut Transform<'_>) -> Result<Option<i32>, String> {
        let Some(transformed) = self.transform_sources(line, transform)? else { return Ok(None) };
        if transformed.uses_openmp && line.openmp().is_none() {
            let flags: Vec<OsString> = self.command.flags().iter().cloned().chain(plan::target_words(line)).collect();
            if !CCompiler::new(self.command.program(), &flags).supports_openmp() {
                return Err(format!("{} does not support OpenMP (-fopenmp)", self.command.to_shell()));
            }
        }
        let check = self.run(&self.shortened(plan::check_words(line), &transformed.dir)?);
        let check = check.map_err(|error| error.to_string())?;
        if !check.success() {
            return Ok(Some(code_of(check)));
        }
        let needs_openmp = transformed.uses_openmp || (line.links() && openmp::needs_runtime(line));
        let openmp = needs_openmp && line.openmp().is_none();
        let words = self.shortened(plan::compile_words(line, &transformed.paths, openmp), &transformed.dir)?;
        let mut command = self.command(&words);
        let output = command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn();
        let output = output.and_then(std::process::Child::wait_with_output).map_err(|error| error.to_string())?;
        if !output.status.success() {
            return Err(self.first_error(&output.stderr));
        }
        let _ = self.messages.write_all(&output.stderr);
        Ok(Some(0))
    }

    /// Preprocesses and transforms every source; `None` if none changed.
    fn transform_sources(
        &mut self,
        line: &CommandLine,
        transform: &mut Transform<'_>,
    ) -> Result<Option<Transformed>, String> {
        let dir = tempfile::Builder::new().prefix("polymill-cc-").tempdir();
        let dir = dir.map_err(|error| format!("no temporary folder: {error}"))?;
        let mut transformed = Transformed { paths: Vec::new(), uses_openmp: false, dir };
        let (compiler, flags) = (self.command.to_shell(), plan::dialect_words(line));
        let mut n_regions = 0;
        for (position, item) in line.items.iter().enumerate() {
            let Role::Source { path, preprocessed, .. } = &item.role else { continue };
            let folder = transformed.dir.path().join(position.to_string());
            std::fs::create_dir(&folder).map_err(|error| format!("no temporary folder: {error}"))?;
            let output = folder.join(with_ending(path.file_stem().unwrap_or(path.as_os_str()), ".i"));
            let input = folder.join("input.i");
            let text = match preprocessed {
                true => std::fs::read(path).ok(),
                false => self.preprocess(line, item, &input),
            };
            // The original line will say better than we could what is wrong with the file.
            let Some(mut text) = text else { return Ok(None) };
            if line.openmp().is_none() {
                text = openmp::blank_pragmas(&text, line.any(|role| *role == Role::OpenMpSimd));
            }
            std::fs::write(&input, &text).map_err(|error| format!("cannot write {}: {error}", input.display()))?;
            let reassociate = self.settings.reassociate.unwrap_or_else(|| line.reassociates());
            let (compiler, source) = (&compiler, path);
            let request = Request { input: &input, output: &output, source, reassociate, compiler, flags: &flags };
            let outcome = self.transform_source(&request, transform);
            n_regions += outcome.n_regions;
            transformed.uses_openmp |= outcome.uses_openmp;
            let path = if outcome.n_regions == 0 { unchanged(&request)? } else { self.kept(&request)? };
            transformed.paths.push(path);
        }
        Ok((n_regions > 0).then_some(transformed))
    }

    /// Transforms one source; trouble leaves it as it is.
    fn transform_source(&mut self, request: &Request<'_>, transform: &mut Transform<'_>) -> Outcome {
        match transform(request) {
            Ok(outcome) => {
                if !outcome.remarks.is_empty() {
                    let _ = writeln!(self.messages, "{}", outcome.remarks.trim_end());
                }
                if outcome.n_regions == 0 {
                    self.remark(&format!("{}: no region was transformed", request.source.display()));
                }
                outcome
            }
            Err(trouble) => {
                self.say("note", &format!("{}: {trouble}; the original is compiled", request.source.display()));
                Outcome::default()
            }
        }
    }

    fn preprocess(&self, line: &CommandLine, item: &Item, output: &Path) -> Option<Vec<u8>> {
        let mut command = self.command(&plan::preprocess_words(line, item, output));
        let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().ok()?;
        status.success().then(|| std::fs::read(output).ok())?
    }

    /// The transformed file, copied to the folder where the user wants to see it.
    fn kept(&self, request: &Request<'_>) -> Result<PathBuf, String> {
        if let Some(keep) = &self.settings.keep {
            let name = request.output.file_stem().unwrap_or_default();
            let target = keep.join(with_ending(name, ".polymill.i"));
            let copied = std::fs::create_dir_all(keep).and_then(|()| std::fs::copy(request.output, &target));
            copied.map_err(|error| format!("cannot write {}: {error}", target.display()))?;
        }
        Ok(request.output.to_owned())
    }

    /// These words, or one word that names a response file with them, if the line came from response files.
    fn shortened(&self, words: Vec<OsString>, dir: &TempDir) -> Result<Vec<OsString>, String> {
        let from_files = self.args.iter().any(|arg| arg.to_string_lossy().starts_with('@'));
        let Some(text) = response::text_of(&words).filter(|_| from_files) else { return Ok(words) };
        let path = dir.path().join("arguments");
        std::fs::write(&path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        let mut word = OsString::from("@");
        word.push(&path);
        Ok(vec![word])
    }

    fn run(&self, words: &[OsString]) -> Result<ExitStatus, Error> {
        let program = self.command.program();
        self.command(words).status().map_err(|source| {
            Error::Native(match source.kind() {
                std::io::ErrorKind::NotFound => {
                    polymill_native::Error::CompilerMissing { command: program.display().to_string() }
                }
                _ => polymill_native::Error::Io { action: "start", path: program.to_owned(), source },
            })
        })
    }

    fn command(&self, words: &[OsString]) -> Command {
        let mut command = Command::new(self.command.program());
        command.args(self.command.flags()).args(words).env(RUNNING, "1");
        command
    }

    fn first_error(&self, stderr: &[u8]) -> String {
        let text = String::from_utf8_lossy(stderr);
        if self.settings.verbose {
            return format!("the transformed file does not compile:\n{}", text.trim_end());
        }
        let line = text.lines().find(|line| line.contains("error")).or_else(|| text.lines().next());
        format!("the transformed file does not compile ({})", line.unwrap_or("the compiler does not say why"))
    }

    fn remark(&mut self, text: &str) {
        if self.settings.verbose {
            self.say("remark", text);
        }
    }

    /// Messages are best effort: a closed stream must not stop a build.
    fn say(&mut self, level: &str, text: &str) {
        let _ = writeln!(self.messages, "polymill: {level}: {text}");
    }
}

/// An unchanged file takes its preprocessed text's place among the transformed ones.
fn unchanged(request: &Request<'_>) -> Result<PathBuf, String> {
    let copied = std::fs::copy(request.input, request.output);
    copied.map_err(|error| format!("cannot write {}: {error}", request.output.display()))?;
    Ok(request.output.to_owned())
}

fn with_ending(name: &OsStr, ending: &str) -> OsString {
    let mut name = name.to_owned();
    name.push(ending);
    name
}

/// The exit code of a process; a process that was killed counts as a shell counts it.
fn code_of(status: ExitStatus) -> i32 {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return 128 + signal;
    }
    status.code().unwrap_or(1)
}
