//! Programs that count which versions of their loops run, and what is made of it.
#![allow(clippy::unwrap_used)]

mod common;

use std::path::Path;
use std::process::{Command, Output};

use common::{folder, polymill};

const PROGRAM: &str = r"
void scale(int n, double A[restrict n][n], double x[restrict n])
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[j][i] = A[j][i] * x[i] + 1;
}

int main(void)
{
  static double A[300][300], x[300];
  for (int n = 0; n < 50; n++)
    scale(n, (void *)A, x);
  scale(300, A, x);
  return 0;
}
";

fn succeeded(output: Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Transforms and builds the program with the occupation test, so that the limit does not depend on the machine.
fn build(dir: &Path, options: &str) -> String {
    std::fs::write(dir.join("machine.toml"), include_str!("../../../tests/machine.toml")).unwrap();
    let test = "--machine machine.toml --placement-test occupation --occupancy 4";
    succeeded(polymill(dir, &format!("opt program.c -q -o built.c {test} {options}")));
    let flags = ["-O1", "-fopenmp", "built.c", "-o", "built"];
    succeeded(Command::new("cc").args(flags).current_dir(dir).output().unwrap());
    std::fs::read_to_string(dir.join("built.c")).unwrap()
}

/// What the program counts.
fn trace(dir: &Path) -> String {
    let trace = dir.join("trace.txt");
    let run = Command::new(dir.join("built")).env("POLYMILL_TRACE", &trace).output().unwrap();
    succeeded(run);
    std::fs::read_to_string(trace).unwrap()
}

#[test]
fn versions_that_never_ran_are_left_out() {
    let dir = folder(&[("program.c", PROGRAM)]);
    let dir = dir.path();
    let traced = build(dir, "--dispatch trace");
    assert!(traced.contains("polymill_trace("), "{traced}");
    let trace = trace(dir);
    let n_small = trace.lines().filter(|line| line.contains(" scale_n_le_")).count();
    assert_eq!(trace.lines().count(), 51, "{trace}");
    assert!(trace.contains("polymill-trace 1 scale scale_default n=300\n"), "{trace}");
    let profile = succeeded(polymill(dir, "profile trace.txt"));
    assert!(profile.contains("scale_default = ") && profile.contains(&format!(" = {n_small}\n")), "{profile}");

    let both = build(dir, "");
    assert!(both.contains("scale_default(") && both.contains("scale_n_le_"), "{both}");
    std::fs::write(dir.join("large.toml"), "[scale]\nscale_default = 7\n").unwrap();
    let large = build(dir, "--profile large.toml");
    assert!(large.contains("scale_default(") && !large.contains("scale_n_le_"), "{large}");
}

#[test]
fn without_a_file_the_counts_go_to_standard_error() {
    let dir = folder(&[("program.c", PROGRAM)]);
    build(dir.path(), "--dispatch trace");
    let run = Command::new(dir.path().join("built")).env_remove("POLYMILL_TRACE").output().unwrap();
    assert!(String::from_utf8_lossy(&run.stderr).contains("polymill-trace 1 scale scale_default n=300\n"));
}

#[test]
fn a_profile_of_other_versions_is_not_used() {
    let dir = folder(&[("program.c", PROGRAM), ("old.toml", "[scale]\nscale_n_le_7 = 9\n")]);
    std::fs::write(dir.path().join("machine.toml"), include_str!("../../../tests/machine.toml")).unwrap();
    let test = "--machine machine.toml --placement-test occupation --occupancy 4 --profile old.toml";
    let output = polymill(dir.path(), &format!("opt program.c -o out.c {test}"));
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(messages.contains("warning[outdated-profile]: the profile is of other versions of `scale`"), "{messages}");
}

#[test]
fn bad_traces_and_profiles_are_refused() {
    let files = [
        ("program.c", PROGRAM),
        ("wrong.toml", "[scale\n"),
        ("bad.txt", "polymill-trace many a b\n"),
        ("no.txt", "\n"),
    ];
    let dir = folder(&files);
    for (line, message) in [
        ("opt program.c --profile wrong.toml", "wrong.toml: "),
        ("opt program.c --profile missing.toml", "cannot read missing.toml"),
        ("profile bad.txt", "bad.txt: line 1: this is not how a trace counts"),
        ("profile no.txt", "no version ran"),
    ] {
        let output = polymill(dir.path(), line);
        let messages = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && messages.contains(message), "{line}: {messages}");
    }
}
