//! Preprocessing with the user's C compiler.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use polymill_diagnostics::{Diagnostic, SourceFile};

use crate::line_map::LineMap;
use crate::{Error, Result};

/// The user's C compiler and the flags that decide what a source file means to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compiler {
    /// The program, as one types it in a shell; found through `PATH` if it has no slash.
    pub program: String,
    /// Flags in the order of the command line: `-I`, `-D`, `-U`, `-std=`, `-include`, `-m`, `-f`, `-O` and so on, but
    /// none that says what to produce (`-c`, `-o`, `-E`, `-M`).
    pub flags: Vec<String>,
}

/// A preprocessed C file.
#[derive(Clone, Debug)]
pub struct Preprocessed {
    /// The preprocessor's output with its line markers.
    pub source: SourceFile,
    /// The name that line markers give to the file that was preprocessed.
    pub main_file: String,
    lines: LineMap,
}

impl Compiler {
    /// A compiler without flags.
    pub fn new(program: impl Into<String>) -> Self {
        Self { program: program.into(), flags: vec![] }
    }

    /// Adds flags.
    #[must_use]
    pub fn with_flags<F: Into<String>>(mut self, flags: impl IntoIterator<Item = F>) -> Self {
        self.flags.extend(flags.into_iter().map(Into::into));
        self
    }

    /// The definitions of the macros that the compiler predefines with these flags; `None` if it does not tell.
    pub fn macros(&self) -> Option<String> {
        let output = command(self).args(["-dM", "-x", "c", "/dev/null"]).stdin(Stdio::null()).output().ok()?;
        output.status.success().then(|| decode(&output.stdout))
    }
}

impl Preprocessed {
    /// Text that is already preprocessed, from a file called `name`.
    pub fn from_text(text: impl Into<String>, name: &str) -> Self {
        let source = SourceFile::new(name, text);
        let lines = LineMap::read(&source, name);
        let first = lines.first_file();
        let main_file = if first.is_empty() { name.to_owned() } else { first.to_owned() };
        Self { source, main_file, lines }
    }

    /// The text with its line markers.
    pub fn text(&self) -> &str {
        self.source.text()
    }

    /// File and line (from 1) from which the byte at `offset` comes.
    pub fn origin(&self, offset: usize) -> (&str, u32) {
        self.lines.origin(self.source.location(offset as u32).line)
    }

    /// Whether the byte at `offset` comes from the main file, not from one that it includes.
    pub fn is_main(&self, offset: usize) -> bool {
        self.origin(offset).0 == self.main_file
    }
}

/// Preprocesses the file at `path`.
///
/// # Errors
/// [`Error::User`] if the compiler cannot be run or fails.
pub fn preprocess_file(path: &Path, compiler: &Compiler) -> Result<Preprocessed> {
    let output = command(compiler).arg(path).stdin(Stdio::null()).output();
    finish(output, compiler, &path.to_string_lossy())
}

/// Preprocesses `text` as if it stood in the file at `path`: quoted includes are found beside that file.
///
/// # Errors
/// As [`preprocess_file`].
pub fn preprocess_text(text: &[u8], path: &Path, compiler: &Compiler) -> Result<Preprocessed> {
    let name = path.to_string_lossy();
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut command = command(compiler);
    command.arg("-iquote").arg(directory).args(["-x", "c", "-"]);
    let header = format!("#line 1 \"{}\"\n", name.replace('\\', "\\\\").replace('"', "\\\""));
    let output = run_with_input(&mut command, &[header.as_bytes(), text].concat());
    let mut result = finish(output, compiler, &name)?;
    result.main_file = name.into_owned();
    Ok(result)
}

/// The text of a C file, byte for byte: bytes that are not UTF-8 become `?`, so that offsets stay.
pub fn decode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| '?'));
    }
    text
}

fn command(compiler: &Compiler) -> Command {
    let mut command = Command::new(&compiler.program);
    command.args(&compiler.flags).arg("-E").env("LC_ALL", "C");
    command
}

fn run_with_input(command: &mut Command, input: &[u8]) -> std::io::Result<Output> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let stdin = child.stdin.take();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // A compiler that stops early closes the pipe; its exit status says why.
            let _ = stdin.map(|mut stdin| stdin.write_all(input));
        });
        child.wait_with_output()
    })
}

fn finish(output: std::io::Result<Output>, compiler: &Compiler, name: &str) -> Result<Preprocessed> {
    let program = &compiler.program;
    let output = output.map_err(|error| {
        let message = format!("cannot run the C compiler `{program}`: {error}");
        let diagnostic = Diagnostic::error("compiler-missing", message)
            .help("install it, or name another one with `--cc` or in `POLYMILL_CC`");
        Error::User(Box::new(diagnostic))
    })?;
    if !output.status.success() {
        let message = format!("the C compiler `{program}` could not preprocess `{name}`");
        let diagnostic = Diagnostic::error("preprocessing-failed", message).note(first_lines(&output.stderr));
        return Err(Error::User(Box::new(diagnostic)));
    }
    Ok(Preprocessed::from_text(decode(&output.stdout), name))
}

/// What the compiler said, cut to what fits on a screen.
fn first_lines(stderr: &[u8]) -> String {
    const N_LINES: usize = 20;
    let text = decode(stderr);
    let text = text.trim_end();
    if text.is_empty() {
        return "it said nothing".to_owned();
    }
    let mut lines: Vec<_> = text.lines().take(N_LINES).collect();
    if text.lines().count() > N_LINES {
        lines.push("...");
    }
    format!("it said:\n{}", lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cc() -> Compiler {
        Compiler::new("cc")
    }

    fn message(result: Result<Preprocessed>) -> String {
        match result {
            Err(Error::User(diagnostic)) => format!("{}: {}", diagnostic.code, diagnostic.notes.join("\n")),
            other => panic!("expected the user's error, got {other:?}"),
        }
    }

    #[test]
    fn lines_of_the_main_file_are_known() {
        let text = b"#define N 4\n#include <limits.h>\nint a[N] = { INT_MAX };\n";
        let result = preprocess_text(text, Path::new("dir/x.c"), &cc().with_flags(["-DX"])).unwrap();
        let at = result.text().find("int a[4]").unwrap();
        assert_eq!(result.origin(at), ("dir/x.c", 3));
        assert!(result.is_main(at));
    }

    #[test]
    fn a_missing_compiler_is_the_users_error() {
        let compiler = Compiler::new("/nonexistent/cc");
        assert!(message(preprocess_file(Path::new("x.c"), &compiler)).starts_with("compiler-missing"));
    }

    #[test]
    fn a_missing_include_shows_what_the_compiler_said() {
        let said = message(preprocess_text(b"#include \"none.h\"\n", Path::new("x.c"), &cc()));
        assert!(said.starts_with("preprocessing-failed: it said:\nx.c:1:") && said.contains("none.h"), "{said}");
    }

    #[test]
    fn bytes_that_are_not_text_keep_their_place() {
        assert_eq!(decode(b"a\xe9b"), "a?b");
        assert_eq!(decode("aéb".as_bytes()), "aéb");
    }
}
