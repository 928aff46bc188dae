//! Random programs through all rooms, always the same ones: a failure is to be kept as a test and mended.
//! `polymill verify --random` tries more.
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::Command;

/// Tries programs, and returns how many of them something was done to.
fn random(line: &str) -> serde_json::Value {
    let dir = tempfile::tempdir().unwrap();
    let machine = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/eager.toml");
    let mut command = Command::new(env!("CARGO_BIN_EXE_polymill"));
    command.args(["verify", "--patience=60", "--format=json", "--threads=2", "--machine"]).arg(machine);
    command.args(line.split_whitespace()).current_dir(&dir).env_remove("POLYMILL_CC").env_remove("POLYMILL_FLAGS");
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let written =
        std::fs::read_dir(dir.path()).unwrap().map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap());
    let programs: Vec<_> = written.collect();
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}\n{messages}\n{}", programs.join("\n"));
    serde_json::from_str(&text).unwrap()
}

fn count(summary: &serde_json::Value, what: &str) -> u64 {
    summary["counts"][what].as_u64().unwrap_or(0)
}

#[test]
fn random_programs_compute_what_they_did() {
    let summary = random("--random=100 --seed=1");
    // Not if the mapper had left them alone.
    for what in ["parallel", "rescheduled", "versioned", "tiled", "interchanged", "vectorized"] {
        assert!(count(&summary, what) > 2, "{what}: {summary}");
    }
}

#[test]
fn random_programs_in_small_tiles_compute_what_they_did() {
    let summary = random("--random=40 --seed=1000 --tile-sizes=3,2");
    assert!(count(&summary, "tiled") > 5, "{summary}");
}

#[test]
fn random_programs_in_their_own_order_compute_what_they_did() {
    let summary = random("--random=60 --seed=2000 --strategy=original");
    assert!(count(&summary, "transformed") > 40, "{summary}");
}

#[test]
fn random_programs_with_random_options_compute_what_they_did() {
    let summary = random("--random=40 --seed=3000 --random-options");
    assert!(count(&summary, "transformed") > 12, "{summary}");
}

/// One of the options that were drawn once.
#[test]
fn random_programs_whose_versions_are_mapped_from_the_start_compute_what_they_did() {
    let summary = random("--random=10 --seed=5044 --versioning=full");
    assert!(count(&summary, "versioned") > 2, "{summary}");
}

#[test]
fn a_failure_comes_with_the_options_that_repeat_it() {
    let dir = tempfile::tempdir().unwrap();
    let random = |line: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_polymill"));
        // No run ends so fast, but a C compiler that fails does.
        let script = "#!/bin/sh\ncase \"$*\" in *-fopenmp*) exit 1;; esac\nexec cc \"$@\"\n";
        std::fs::write(dir.path().join("failing-cc"), script).unwrap();
        Command::new("chmod").arg("+x").arg(dir.path().join("failing-cc")).status().unwrap();
        command.args(["verify", "--cc=./failing-cc", "--reduce=0", "--patience=60", "--format=json", "--machine"]);
        command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/eager.toml"));
        command.args(line.split_whitespace()).current_dir(&dir).env_remove("POLYMILL_CC").env_remove("POLYMILL_FLAGS");
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap()["failures"][0].clone()
    };
    let first = random("--random=4 --seed=3010 --random-options");
    let line = first["note"].as_str().unwrap().strip_prefix("to repeat it: ").unwrap().to_owned();
    assert!(line.starts_with(&format!("--random=1 --seed={} --", first["seed"])), "{line}");
    let text =
        std::fs::read_to_string(dir.path().join(first["file"].as_str().unwrap().trim_start_matches("./"))).unwrap();
    assert!(text.contains(&format!("// to repeat it: {line}\n")), "{text}");
    assert_eq!(random(&line)["seed"], first["seed"]);
}

#[test]
fn a_random_program_is_printed() {
    let print =
        || Command::new(env!("CARGO_BIN_EXE_polymill")).args(["verify", "--random=1", "--seed=5", "--print"]).output();
    let text = print().unwrap().stdout;
    assert!(String::from_utf8_lossy(&text).contains("int main("));
    assert_eq!(text, print().unwrap().stdout);
}
