//! What the commands do: they read their arguments, call the library, and print.

mod bench;
mod cc;
mod draw;
mod explain;
mod explore;
mod fit;
mod machine;
mod matrix;
mod opt;
mod options;
mod profile;
mod progress;
mod random;
mod transform;
mod verify;

use std::path::Path;
use std::process::ExitCode;

use polymill::Error;
use polymill_isl as isl;
use polymill_raise::{InputText, RaiseOptions, Raised, SourceInput};

use crate::cli::{self, Command, Format, output};

/// Runs a command. The exit code is 0 if all is well and 1 if not; for `cc` it is the real compiler's.
pub fn run(command: Command) -> ExitCode {
    let code = match command {
        Command::Cc(args) => cc::run(&args),
        Command::Opt(args) => opt::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Explore(args) => explore::run(&args),
        Command::Fit(args) => fit::run(&args),
        Command::Machine(args) => machine::run(&args),
        Command::Profile(args) => profile::run(&args),
        Command::Matrix(args) => matrix::run(&args),
        Command::Completions { shell } => completions(shell),
        Command::Man { dir } => manual_pages(&dir),
    };
    code.unwrap_or_else(|error| {
        match error {
            Error::Input { diagnostic, sources } => output::diagnostic(&diagnostic, &sources, Format::Text),
            error => output::error(error),
        }
        ExitCode::FAILURE
    })
}

/// Whether a C file is preprocessed already, by its name, as for gcc and clang.
fn is_preprocessed(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "i")
}

/// Raises a C file with the flags of the command line.
fn raise_c(file: &Path, c: &cli::CArgs, bytes: Vec<u8>) -> Result<Raised, Error> {
    raise_c_with(file, c, None, bytes)
}

/// As [`raise_c`], with one more macro: `NAME=VALUE`.
fn raise_c_with(file: &Path, c: &cli::CArgs, define: Option<&str>, bytes: Vec<u8>) -> Result<Raised, Error> {
    let is_preprocessed = is_preprocessed(file);
    let text = if is_preprocessed { InputText::Preprocessed(bytes) } else { InputText::File };
    let source = SourceInput { path: file.to_owned(), text };
    let compiler = preprocessor(c)?.with_flags(define.map(|define| format!("-D{define}")));
    let options = RaiseOptions { compiler, locate: !is_preprocessed, ..RaiseOptions::default() };
    Ok(polymill_raise::raise(&isl::Context::new()?, &source, &options))
}

/// The C compiler as a preprocessor, with the flags of the command line.
fn preprocessor(c: &cli::CArgs) -> Result<polymill_raise::Compiler, Error> {
    let real = cc::real_compiler(c.cc.as_deref())?;
    let compiler = polymill_raise::Compiler::new(real.program().to_string_lossy());
    let compiler = compiler.with_flags(real.flags().iter().map(|flag| flag.to_string_lossy().into_owned()));
    Ok(compiler.with_flags(c.flags()))
}

fn completions(shell: clap_complete::Shell) -> Result<ExitCode, Error> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut cli::command(), "polymill", &mut script);
    output::bytes(&script).map_err(Error::file("write", "standard output"))?;
    Ok(ExitCode::SUCCESS)
}

fn manual_pages(dir: &Path) -> Result<ExitCode, Error> {
    std::fs::create_dir_all(dir).map_err(Error::file("make", dir))?;
    clap_mangen::generate_to(cli::command(), dir).map_err(Error::file("write to", dir))?;
    Ok(ExitCode::SUCCESS)
}
