//! Whole programs that were once compiled wrong: with Polymill in front of the compiler they print what they print
//! without it.
//!
//! Each file in `programs/` says in its first lines how it is compiled and what is to become of it:
//!
//! ```text
//! // cc -O2 --polymill-max-versions=1
//! // cc -O2 -fwrapv
//! // left: -fwrapv
//! ```
//!
//! A build must transform something, unless a line after it says `left`, with what the messages must contain. `says` asks
//! for a message only. Builds with flags that the compiler at hand does not know are left out.
#![allow(clippy::unwrap_used)]

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use polymill_raise::flags::{FLAGS, Treatment};

/// A command line, and what is expected of it.
struct Build {
    words: Vec<String>,
    /// Whether something is transformed.
    is_transformed: bool,
    /// What the messages contain.
    says: String,
}

fn builds(text: &str) -> Vec<Build> {
    let mut builds: Vec<Build> = vec![];
    for line in text.lines().map_while(|line| line.strip_prefix("// ")) {
        if let Some(words) = line.strip_prefix("cc ") {
            let words = words.split_whitespace().map(str::to_owned).collect();
            builds.push(Build { words, is_transformed: true, says: String::new() });
        } else if let Some((word @ ("left" | "says"), message)) = line.split_once(": ") {
            let last = builds.last_mut().unwrap();
            (last.is_transformed, last.says) = (word == "says", message.to_owned());
        }
    }
    builds
}

fn output(program: &Path) -> String {
    let output = Command::new(program).env("OMP_NUM_THREADS", "3").output().unwrap();
    assert!(output.status.success(), "{} fails", program.display());
    String::from_utf8(output.stdout).unwrap()
}

/// What is wrong with a build, if something is.
fn check(file: &Path, build: &Build) -> Result<(), String> {
    let dir = tempfile::tempdir().unwrap();
    let machine = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/eager.toml");
    let (plain, transformed, kept) =
        (dir.path().join("plain"), dir.path().join("transformed"), dir.path().join("kept"));
    let is_ours = |word: &&String| word.starts_with("--polymill");
    let words = build.words.iter().filter(|word| !is_ours(word));
    let compiled = Command::new("cc").args(words).arg(file).arg("-o").arg(&plain).arg("-lm").output().unwrap();
    let trouble = String::from_utf8_lossy(&compiled.stderr).into_owned();
    if !compiled.status.success() {
        return if trouble.contains("unrecognized") { Ok(()) } else { Err(trouble) };
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_polymill"));
    command.env_remove("POLYMILL_CC").env_remove("POLYMILL_FLAGS").args(["cc", "--polymill-verbose"]);
    command.arg(format!("--polymill-machine={}", machine.display()));
    command.arg(format!("--polymill-keep={}", kept.display()));
    let run = command.args(&build.words).arg(file).arg("-o").arg(&transformed).arg("-lm").output().unwrap();
    let messages = String::from_utf8_lossy(&run.stderr).into_owned();
    if !run.status.success() {
        return Err(messages);
    }
    if messages.contains("does not compile") {
        return Err(messages);
    }
    if build.is_transformed != kept.exists() {
        return Err(format!("{} is transformed:\n{messages}", if kept.exists() { "something" } else { "nothing" }));
    }
    if !messages.contains(&build.says) {
        return Err(format!("nothing is said of `{}`:\n{messages}", build.says));
    }
    let (expected, found) = (output(&plain), output(&transformed));
    if expected == found { Ok(()) } else { Err(format!("expected {expected}found {found}")) }
}

fn programs() -> Vec<PathBuf> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let files = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = files.filter(|path| path.extension() == Some(OsStr::new("c"))).collect();
    files.sort();
    files
}

#[test]
fn programs_print_what_they_did() {
    let mut failures = vec![];
    for file in programs() {
        let builds = builds(&std::fs::read_to_string(&file).unwrap());
        assert!(!builds.is_empty(), "{}: no line says how it is compiled", file.display());
        for build in builds {
            if let Err(trouble) = check(&file, &build) {
                failures.push(format!("{}: {}: {trouble}", file.display(), build.words.join(" ")));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// What `polymill cc -O2 FLAG` says, without code to compile.
fn said_of(flag: &str) -> String {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("a.c");
    std::fs::write(&file, "void f(int n, double *x) { for (int i = 0; i < n; i++) x[i] *= 2; }").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_polymill"));
    command.env_remove("POLYMILL_CC").env_remove("POLYMILL_FLAGS").current_dir(&dir);
    let output = command.args(["cc", "--polymill-verbose", "-O2", "-c", flag]).arg(&file).output().unwrap();
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_flag_that_is_not_honoured_leaves_the_file_alone() {
    for flag in FLAGS {
        let word = flag.pattern.replace('*', if flag.pattern.ends_with("=*") { "address" } else { "" });
        let is_left = said_of(&word).contains(&format!("nothing is transformed because of `{word}`"));
        assert_eq!(is_left, matches!(flag.treatment, Treatment::LeftAlone(_)), "{word}: {}", said_of(&word));
    }
}
