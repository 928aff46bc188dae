//! Loops whose bounds are data, on data at the edges: the results are the same, and nothing is accessed that the loops as
//! written do not access.
#![allow(clippy::unwrap_used)]

#[path = "common/run.rs"]
mod run;

use std::path::{Path, PathBuf};
use std::process::Command;

use run::output;

fn build(dir: &Path, source: &Path, program: &str) -> PathBuf {
    let program = dir.join(program);
    let flags = ["-O1", "-ffp-contract=off", "-w", "-fopenmp", "-fsanitize=address,undefined", "-o"];
    output(Command::new("cc").arg(source).args(flags).arg(&program));
    program
}

#[test]
fn rows_at_the_edges_stay_within_bounds() {
    let crate_dir = Path::new(env!("CARGO_MANIFEST_DIR"));
    let dir = tempfile::tempdir().unwrap();
    let (original, transformed) = (crate_dir.join("tests/rows.c"), dir.path().join("transformed.c"));
    // On this machine, parallel loops pay at once.
    let machine = format!("--machine={}", crate_dir.join("../../tests/eager.toml").display());
    let mut polymill = Command::new(env!("CARGO_BIN_EXE_polymill"));
    output(polymill.args(["opt", "-q", &machine, "-o"]).arg(&transformed).arg(&original));
    let text = std::fs::read_to_string(&transformed).unwrap();
    for function in ["multiply", "scale", "sum_up", "backwards"] {
        // The original stands behind its versions.
        let before = &text[..text.find(&format!("\nvoid {function}(")).unwrap()];
        let version = before.rfind("/* optimized").unwrap_or_else(|| panic!("no version of `{function}`:\n{text}"));
        assert!(before[version..].contains(&format!("static void {function}_")), "no version of `{function}`:\n{text}");
        assert!(before[version..].contains("omp parallel"), "`{function}` is not parallel:\n{text}");
    }
    let (original, transformed) =
        (build(dir.path(), &original, "original"), build(dir.path(), &transformed, "transformed"));
    let run = |program: &Path, n_threads: &str| {
        let mut command = Command::new(program);
        // What the OpenMP runtime keeps is no leak.
        output(command.env("OMP_NUM_THREADS", n_threads).env("ASAN_OPTIONS", "detect_leaks=0"))
    };
    let expected = run(&original, "1");
    assert!(expected.contains("multiply: 0x"));
    for n_threads in ["1", "2", "5", "64"] {
        assert_eq!(run(&transformed, n_threads), expected, "on {n_threads} threads");
    }
}
