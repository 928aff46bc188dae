//! The runner for `tests/`: files that hold an input, a command, and what is expected of it.
//!
//! # Adding a test
//!
//! Put a file into a folder of `tests/`, with the command in its first line:
//!
//! ```text
//! // test gdg-roundtrip
//! gdg copy {
//!   ...
//! }
//! ```
//!
//! Run `cargo run -p polymill-filetests -- --bless copy` to append what the command gives, read it, and commit the file:
//!
//! ```text
//! //| gdg copy {
//! //|   ...
//! ```
//!
//! Lines that start with `//|` are the expected output. They are compared line by line, sets and relations in isl's
//! notation by meaning. Errors and remarks are written as comments on the lines that they are expected at, in part or in
//! full:
//!
//! ```text
//! for (i = 0; i < n; i++) // remark: not parallel
//!   goto out;             // error: `goto`
//! ```
//!
//! Every error and warning needs such a comment; remarks and notes need one as soon as the file mentions one of their
//! kind. Messages that are about no line are expected on the first.
//!
//! # Running
//!
//! `cargo test -p polymill-filetests` runs all of them, each as a test of its own, and
//! `cargo run -p polymill-filetests -- [--bless] [FILTER]` those whose path contains the filter; `--bless`, or
//! `POLYMILL_BLESS=1`, rewrites the expected output.
//!
//! # Commands
//!
//! See [`Command`].

mod command;
mod compare;
mod test_file;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};

pub use command::{Command, Outcome};
pub use compare::same_text;
pub use test_file::{Message, TestFile};

/// Runs the filetests that the program's arguments ask for.
pub fn main() -> ExitCode {
    let (bless_words, words): (Vec<_>, Vec<_>) = std::env::args().partition(|word| word == "--bless");
    let bless = !bless_words.is_empty() || std::env::var_os("POLYMILL_BLESS").is_some_and(|value| value == "1");
    let arguments = Arguments::from_iter(words);
    let trials = trials(&root(), bless)
        .unwrap_or_else(|error| vec![Trial::test("finding the tests", move || Err(Failed::from(error)))]);
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// The folder `tests/` of this source tree.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests")
}

/// One test for each file below `root`.
fn trials(root: &Path, bless: bool) -> Result<Vec<Trial>, String> {
    let trial = |path: PathBuf| {
        let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        Trial::test(name, move || run(&path, bless).map_err(Failed::from))
    };
    Ok(test_files(root)?.into_iter().map(trial).collect())
}

/// All filetests below a folder, sorted.
///
/// # Errors
/// A folder that cannot be read.
pub fn test_files(root: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(root).map_err(|error| format!("{}: {error}", root.display()))?;
    let mut paths = vec![];
    for entry in entries {
        let path = entry.map_err(|error| error.to_string())?.path();
        if path.is_dir() {
            paths.extend(test_files(&path)?);
        } else if path
            .extension()
            .is_some_and(|extension| ["c", "gdg", "sched"].iter().any(|known| extension == *known))
        {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// Runs one file.
fn run(path: &Path, bless: bool) -> Result<(), String> {
    let file = TestFile::read(path)?;
    let outcome = Command::run(&file)?;
    if bless {
        std::fs::write(path, file.blessed(&outcome)).map_err(|error| error.to_string())?;
        return TestFile::read(path)?.check(&outcome);
    }
    file.check(&outcome).map_err(|complaints| format!("{complaints}\n(to accept the output: --bless)"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of the commands of all files below a folder.
    fn commands(folder: &Path) -> Vec<Vec<String>> {
        let files = test_files(folder).unwrap_or_default();
        files.iter().map(|path| TestFile::read(path).unwrap().words).collect()
    }

    #[test]
    fn every_pass_has_a_filetest() {
        for pass in polymill_mapper::registered_passes() {
            let name = pass.name();
            let folder = root().join("passes").join(name);
            let runs_it = |words: &Vec<String>| words.iter().any(|word| word == name || word == "schedule-candidates");
            assert!(
                commands(&folder).iter().any(runs_it),
                "no file in tests/passes/{name}/ runs pass `{name}`; see this crate's documentation"
            );
        }
    }

    #[test]
    fn every_test_of_a_pass_is_of_a_pass() {
        let names: Vec<_> = polymill_mapper::registered_passes().iter().map(|pass| pass.name()).collect();
        for entry in std::fs::read_dir(root().join("passes")).unwrap() {
            let folder = entry.unwrap().file_name().into_string().unwrap();
            assert!(names.contains(&folder.as_str()), "tests/passes/{folder}/: there is no pass `{folder}`");
        }
    }
}
