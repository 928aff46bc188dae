//! Sparse matrices in other formats: executors compute what the loops as written compute, whatever the matrix and the vector
//! are, and access no more.
#![allow(clippy::unwrap_used)]

#[path = "common/run.rs"]
mod run;

use std::path::Path;
use std::process::Command;

use run::output;

#[test]
fn executors_compute_the_same_bit_for_bit() {
    let crate_dir = Path::new(env!("CARGO_MANIFEST_DIR"));
    let dir = tempfile::tempdir().unwrap();
    // On this machine, parallel loops pay at once, and nothing fits into the caches.
    let eager = std::fs::read_to_string(crate_dir.join("../../tests/eager.toml")).unwrap();
    let is_size = |line: &&str| line.starts_with("bytes = ");
    let lines = eager.lines().map(|line| if is_size(&line) { "bytes = 64" } else { line });
    let machine = dir.path().join("machine.toml");
    std::fs::write(&machine, lines.collect::<Vec<_>>().join("\n")).unwrap();
    let machine = format!("--machine={}", machine.display());
    let transformed = dir.path().join("formats.c");
    let mut polymill = Command::new(env!("CARGO_BIN_EXE_polymill"));
    output(
        polymill
            .args(["opt", "-q", "--formats", &machine, "-o"])
            .arg(&transformed)
            .arg(crate_dir.join("tests/formats.c")),
    );
    let run = |flags: &[&str], n_threads: &str| {
        let program = dir.path().join("program");
        let main = crate_dir.join("tests/formats-main.c");
        output(
            Command::new("cc")
                .arg(&transformed)
                .arg(main)
                .args(flags)
                .args(["-w", "-fopenmp", "-lm", "-o"])
                .arg(&program),
        );
        // What the OpenMP runtime keeps is no leak.
        output(Command::new(&program).env("OMP_NUM_THREADS", n_threads).env("ASAN_OPTIONS", "detect_leaks=0"))
    };
    let sanitized = ["-O1", "-ffp-contract=off", "-fsanitize=address,undefined"];
    for n_threads in ["1", "3"] {
        assert_eq!(run(&sanitized, n_threads), "some rows, some padded rows, some diagonals, some blocks\n");
    }
    assert_eq!(run(&["-O3", "-ffp-contract=off"], "2"), "some rows, some padded rows, some diagonals, some blocks\n");
    // Where the compiler takes it that there are no NaNs, there is no padding.
    let finite = run(&["-O2", "-ffp-contract=off", "-ffinite-math-only"], "2");
    assert!(finite.ends_with("some rows, no padded rows, no diagonals, no blocks\n"), "{finite}");
}

/// See `programs/taken-for-pure.c`.
#[test]
fn compilers_do_not_take_executors_for_pure() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/formats.c");
    let mut polymill = Command::new(env!("CARGO_BIN_EXE_polymill"));
    let code = output(polymill.args(["opt", "-q", "--formats"]).arg(source));
    let mut functions = code.split("__attribute__((noinline))\nstatic void ").skip(1).peekable();
    assert!(functions.peek().is_some());
    for function in functions {
        let (header, body) = function.split_once("\n{\n").unwrap();
        assert!(body.starts_with("  polymill_has_effects();\n"), "{header}");
    }
}
