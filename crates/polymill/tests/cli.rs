//! The program `polymill` from the outside: streams, exit codes, files.
#![allow(clippy::unwrap_used)]

mod common;

use std::path::PathBuf;
use std::process::Command;

use common::{folder, polymill};

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn help_teaches_and_goes_to_standard_output() {
    let dir = folder(&[]);
    for command in ["", "cc", "opt", "explain", "verify", "bench", "fit", "machine", "matrix", "completions", "man"] {
        let help = polymill(dir.path(), &format!("help {command}"));
        assert!(help.status.success(), "{command}");
        assert!(text(&help.stdout).contains("Example"), "{command}: {}", text(&help.stdout));
    }
    assert!(text(&polymill(dir.path(), "cc --polymill-help").stdout).contains("--polymill-keep=<DIR>"));
}

#[test]
fn a_wrong_command_line_has_exit_code_2() {
    let dir = folder(&[]);
    for line in [
        "",
        "frobnicate",
        "opt",
        "opt a.c --frobnicate",
        "bench",
        "matrix",
        "cc --polymill-frobnicate",
        "bench a.c --size=9",
    ] {
        let output = polymill(dir.path(), line);
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{line}");
    }
}

#[test]
fn the_compiler_is_asked_under_our_name() {
    let dir = folder(&[]);
    let real = Command::new("cc").arg("--version").output().unwrap();
    assert_eq!(polymill(dir.path(), "cc --version").stdout, real.stdout);
    assert_eq!(polymill(dir.path(), "cc -dumpversion").status.code(), Some(0));
    let without_input = polymill(dir.path(), "cc");
    assert_eq!(without_input.status.code(), Some(1));
    assert!(text(&without_input.stderr).contains("no input files"), "{}", text(&without_input.stderr));
}

#[test]
fn a_missing_compiler_is_one_clear_error() {
    let dir = folder(&[("a.c", "int x;\n")]);
    let output = polymill(dir.path(), "cc --polymill-cc=no-such-compiler -c a.c");
    assert_eq!(output.status.code(), Some(1));
    let expected = "polymill: error: no C compiler `no-such-compiler` found: install gcc or clang, or name another \
                    compiler\n";
    assert_eq!(text(&output.stderr), expected);
}

#[test]
#[cfg(unix)]
fn a_compiler_that_is_polymill_again_is_noticed() {
    let dir = folder(&[]);
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_polymill"), dir.path().join("polymill-cc")).unwrap();
    let output = polymill(dir.path(), "cc --polymill-cc=./polymill-cc -O2 --version");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("is polymill itself"), "{}", text(&output.stderr));
}

#[test]
#[cfg(unix)]
fn the_name_polymill_cc_is_one_word_for_build_systems() {
    let dir = folder(&[("a.c", "int main(void) { return 7; }\n")]);
    let link: PathBuf = dir.path().join("polymill-cc");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_polymill"), &link).unwrap();
    let status = Command::new(&link).args(["-O2", "a.c", "-o", "a"]).current_dir(dir.path()).status().unwrap();
    assert!(status.success());
    assert_eq!(Command::new(dir.path().join("a")).status().unwrap().code(), Some(7));
}

#[test]
fn make_builds_a_project() {
    if Command::new("make").arg("--version").output().is_err() {
        return; // no make here
    }
    let makefile = "CFLAGS = -O2 -MMD\nprog: main.o f.o\n\t$(CC) $(LDFLAGS) -o $@ $^ -lm\n-include main.d f.d\n";
    let dir = folder(&[
        ("Makefile", makefile),
        ("f.h", "int f(int n);\n"),
        ("f.c", "#include \"f.h\"\nint f(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }\n"),
        ("main.c", "#include <stdio.h>\n#include \"f.h\"\nint main(void) { printf(\"%d\", f(10)); return 0; }\n"),
    ]);
    let make = || {
        let compiler = format!("CC={} cc", env!("CARGO_BIN_EXE_polymill"));
        let output = Command::new("make").arg(compiler).current_dir(dir.path()).output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    make();
    assert_eq!(Command::new(dir.path().join("prog")).output().unwrap().stdout, b"45");
    assert!(text(&std::fs::read(dir.path().join("f.d")).unwrap()).starts_with("f.o: f.c f.h"));
    assert!(make().contains("up to date"));
}

#[test]
fn configure_style_probes_see_a_quiet_compiler() {
    let dir = folder(&[
        ("conftest.c", "#include <math.h>\nint main(void) { return (int)sqrt(0.0); }\n"),
        ("broken.c", "int main(void) { return no_such_name; }\n"),
    ]);
    let good = polymill(dir.path(), "cc -g -O2 -o conftest conftest.c -lm");
    assert_eq!((good.status.code(), text(&good.stdout), text(&good.stderr)), (Some(0), String::new(), String::new()));
    assert_ne!(polymill(dir.path(), "cc -g -O2 -o broken broken.c").status.code(), Some(0));
    assert!(!dir.path().join("broken").exists());
}

const SCALE: &str = "gdg scale {
  param n: i32
  context { : n > 0 }
  array x: f64[n] live_in live_out
  statement S { domain { S[i] : 0 <= i < n } iterators i: i32 body { x[i] = 2.0 * x[i]; } }
  schedule { for i { S } }
}
";

#[test]
fn the_text_form_goes_through_the_pipeline() {
    let dir = folder(&[("a.gdg", SCALE), ("bad.gdg", "gdg {\n")]);
    let code = polymill(dir.path(), "opt a.gdg --strategy=original");
    assert!(text(&code.stdout).starts_with("for (long i = 0; i < n; i++)\n"), "{}", text(&code.stderr));
    assert!(polymill(dir.path(), "opt a.gdg -o out.c --strategy=original").status.success());
    assert_eq!(std::fs::read(dir.path().join("out.c")).unwrap(), code.stdout);
    let stages = text(&polymill(dir.path(), "opt a.gdg --print=gdg,dependences,schedule --sequential").stdout);
    for expected in ["array x: f64[n] live_in live_out", "  live_out\n", "domain: \"[n] -> { S[i]"] {
        assert!(stages.contains(expected), "{stages}");
    }
    let bad = polymill(dir.path(), "opt bad.gdg -o bad.c");
    assert_eq!(bad.status.code(), Some(1));
    assert!(text(&bad.stderr).contains("1:5"), "{}", text(&bad.stderr));
    assert!(!dir.path().join("bad.c").exists());
}

#[test]
fn vectors_are_those_of_the_machine_that_the_flags_name() {
    let kernel = "void gemm(int n, double A[restrict n][n], double B[restrict n][n], double C[restrict n][n]) {\n\
                  for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) for (int k = 0; k < n; k++)\n\
                  C[i][j] += A[i][k] * B[k][j];\n}\n";
    let machine = "name = \"two cores\"\ngrid = [2]\nvector_bits = 256\nvector_registers = 16\n\
                   caches = [{ bytes = 32768, line_bytes = 64, shared_by = 1, bytes_per_ns = 100.0 }]\n\
                   memory = { bytes_per_ns = 10.0 }\n";
    let dir = folder(&[("gemm.c", kernel), ("two-cores.toml", machine)]);
    let optimized =
        |flags: &str| text(&polymill(dir.path(), &format!("opt gemm.c --machine two-cores.toml {flags}")).stdout);
    assert!(optimized("").contains("polymill_doublex4 C_ij"));
    if cfg!(target_arch = "x86_64") {
        let narrow = optimized("-- -O3 -mno-avx");
        assert!(narrow.contains("polymill_doublex2 C_ij") && !narrow.contains("doublex4"), "{narrow}");
    }
}

#[test]
fn explain_speaks_text_and_json() {
    let dir = folder(&[("a.gdg", SCALE)]);
    let explained = polymill(dir.path(), "explain a.gdg --strategy=original");
    assert!(text(&explained.stdout).contains("loop over `i`: not parallel"), "{}", text(&explained.stdout));
    let json = polymill(dir.path(), "explain a.gdg --strategy=original --format=json");
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(json["regions"][0]["loops"][0]["iterator"], "i");
}

#[test]
fn a_region_that_is_out_of_budget_is_left_alone_with_a_remark() {
    let dir = folder(&[("a.gdg", SCALE)]);
    let explained = polymill(dir.path(), "explain a.gdg --budget=20");
    assert!(explained.status.success(), "{}", text(&explained.stderr));
    assert!(text(&explained.stdout).contains("pass `dataflow` was undone"), "{}", text(&explained.stdout));
    let dependences = polymill(dir.path(), "opt a.gdg --print=dependences --budget=20");
    assert!(text(&dependences.stdout).contains("not known"), "{}", text(&dependences.stdout));
}

#[test]
fn where_no_sparse_matrix_can_be_converted_that_is_said() {
    let dir =
        folder(&[("a.gdg", SCALE), ("a.c", "void f(int n, double *x) { for (int i = 0; i < n; i++) x[i] = 0; }\n")]);
    let output = polymill(dir.path(), "opt --formats a.c -o b.c");
    assert!(
        output.status.success() && text(&output.stderr).contains("warning[no-formats]"),
        "{}",
        text(&output.stderr)
    );
    let output = polymill(dir.path(), "opt --formats a.gdg -o b.c");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("leave it out"), "{}", text(&output.stderr));
}

#[test]
fn outputs_that_cannot_be_written_are_refused_before_any_work() {
    let dir = folder(&[("a.gdg", SCALE)]);
    for (line, reason) in [
        ("opt a.gdg -o a.gdg", "it is the input"),
        ("opt a.gdg -o no/such/folder.c", "there is no folder no/such"),
        ("opt missing.gdg -o b.c", "cannot read missing.gdg"),
        ("bench a.gdg --json .", "it is a folder"),
    ] {
        let output = polymill(dir.path(), line);
        assert_eq!(output.status.code(), Some(1), "{line}");
        assert!(text(&output.stderr).contains(reason), "{line}: {}", text(&output.stderr));
    }
    assert_eq!(std::fs::read_to_string(dir.path().join("a.gdg")).unwrap(), SCALE);
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1);
}

#[test]
fn the_machine_model_is_printed() {
    let dir = folder(&[]);
    let output = polymill(dir.path(), "machine");
    assert!(output.status.success());
    assert!(polymill_mapper::Machine::from_toml(&text(&output.stdout)).is_ok());
}

/// Of the measured values, no test can say what they are.
#[test]
fn a_calibrated_machine_is_kept_and_used() {
    let dir = folder(&[]);
    let measured = polymill(dir.path(), "machine --calibrate");
    assert!(measured.status.success(), "{}", text(&measured.stderr));
    assert!(text(&measured.stderr).contains("machine.toml"), "{}", text(&measured.stderr));
    let kept = std::fs::read_to_string(dir.path().join("polymill/machine.toml")).unwrap();
    assert_eq!(text(&polymill(dir.path(), "machine").stdout), kept);
    std::fs::write(dir.path().join("polymill/machine.toml"), "grid = 0").unwrap();
    let broken = polymill(dir.path(), "machine");
    assert_eq!(broken.status.code(), Some(1));
    assert!(text(&broken.stderr).contains("this is not a machine model"), "{}", text(&broken.stderr));
}

#[test]
fn completions_and_manual_pages_are_generated() {
    let dir = folder(&[]);
    assert!(text(&polymill(dir.path(), "completions bash").stdout).contains("polymill"));
    assert!(polymill(dir.path(), "man pages").status.success());
    let page = std::fs::read_to_string(dir.path().join("pages/polymill-opt.1")).unwrap();
    assert!(page.contains("Transform a C file"), "{page}");
}

#[test]
fn bench_reports_and_says_by_its_exit_code_whether_all_is_well() {
    let dir = folder(&[
        ("good.c", "#include <stdio.h>\nint main(void) { printf(\"1.0\\n\"); return 0; }\n"),
        ("bad.c", "int main(void) { return 3; }\n"),
    ]);
    let good = polymill(dir.path(), "bench good.c --trials=2 --against cc --against gcc --json out.json --threads 1");
    assert_eq!(good.status.code(), Some(0), "{}", text(&good.stderr));
    assert!(text(&good.stdout).contains("geometric mean"), "{}", text(&good.stdout));
    assert_eq!(text(&good.stderr), "");
    let json: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(dir.path().join("out.json")).unwrap()).unwrap();
    assert_eq!(json["variants"], serde_json::json!(["cc", "gcc", "polymill"]));
    let bad = polymill(dir.path(), "bench bad.c --trials=1 --format=json");
    assert_eq!(bad.status.code(), Some(1));
    let json: serde_json::Value = serde_json::from_slice(&bad.stdout).unwrap();
    assert_eq!(json["rows"][0]["measurements"][0]["status"], "run-failed");
}

#[test]
fn a_sweep_is_a_table_and_a_picture() {
    let dir = folder(&[("plain.c", "int main(void) { return 0; }\n")]);
    let kernel = concat!(env!("CARGO_MANIFEST_DIR"), "/../../kernels/layers/fc.c");
    let line = format!("bench {kernel} --sweep=Q=1..4*2 --trials=1 --threads=1 --csv=fc.csv --svg=fc.svg");
    let good = polymill(dir.path(), &line);
    assert_eq!(good.status.code(), Some(0), "{}{}", text(&good.stdout), text(&good.stderr));
    let csv = std::fs::read_to_string(dir.path().join("fc.csv")).unwrap();
    let values: Vec<&str> = csv.lines().filter_map(|line| line.split(',').next()).collect();
    assert_eq!(values, ["\"Q\"", "1", "2", "4"]);
    assert!(csv.lines().all(|line| line.split(',').count() == 5), "{csv}");
    let svg = std::fs::read_to_string(dir.path().join("fc.svg")).unwrap();
    assert!(svg.contains("<svg") && svg.contains("all threads"), "{svg}");
    for (line, code, reason) in [
        ("bench plain.c --sweep=n=1..4", 1, "needs a program on harness.h"),
        ("bench plain.c --sweep=n=4..1", 2, "is no sweep"),
        ("bench plain.c --sweep=n", 2, "expected NAME=VALUES"),
        ("bench plain.c --csv=a.csv", 2, "--sweep"),
    ] {
        let bad = polymill(dir.path(), line);
        assert_eq!(bad.status.code(), Some(code), "{line}");
        assert!(text(&bad.stderr).contains(reason), "{line}: {}", text(&bad.stderr));
    }
}

#[test]
fn cc_compiles_what_it_transformed() {
    let source = "void scale(int n, double *restrict x)\n{\n    if (n > 0) {\n        for (int i = 0; i < n; i++)\n            \
                  for (int j = 0; j < 1000; j++)\n                x[1000 * i + j] *= 2;\n    }\n}\n";
    let machine = include_str!("../../../tests/machine.toml");
    let dir = folder(&[("a.c", source), ("machine.toml", machine)]);
    let output = polymill(dir.path(), "cc --polymill-machine=machine.toml --polymill-keep=kept -O2 -c a.c");
    assert!(output.status.success());
    assert_eq!(text(&output.stderr), "");
    // A directive that does not begin its line is none in preprocessed text.
    let kept = std::fs::read_to_string(dir.path().join("kept/a.polymill.i")).unwrap();
    assert!(kept.contains("\n#pragma omp parallel for"), "{kept}");
}

#[test]
fn preprocessed_files_are_read_as_they_are_and_remarks_show_where_they_come_from() {
    let source = "#include <stddef.h>\nint other(int);\nvoid f(int n, int *a)\n{\n  for (int i = 0; i < n; i++)\n    \
                  a[i] = other(i);\n}\n";
    let preprocess = |dir: &std::path::Path| {
        let done = Command::new("cc").args(["-E", "a.c", "-o", "b.i"]).current_dir(dir).status().unwrap();
        assert!(done.success());
    };
    let dir = folder(&[("a.c", source)]);
    preprocess(dir.path());
    for line in ["opt b.i -o c.i", "cc --polymill-verbose -O1 -c a.c", "explain b.i"] {
        let output = polymill(dir.path(), line);
        let said = text(&output.stderr) + &text(&output.stdout);
        assert!(said.contains(" a.c:6:12\n") && said.contains("6 |     a[i] = other(i);"), "{line}: {said}");
    }
    // Where the original is not at hand, they show the text itself.
    std::fs::remove_file(dir.path().join("a.c")).unwrap();
    let said = text(&polymill(dir.path(), "explain b.i").stdout);
    let line =
        text(&std::fs::read(dir.path().join("b.i")).unwrap()).lines().position(|line| line.contains("other(i);"));
    let line = line.unwrap() + 1;
    assert!(said.contains(&format!(" b.i:{line}:12\n")) && said.contains("     a[i] = other(i);"), "{said}");
    // Nothing was transformed, and no line markers came on top.
    let read = |name: &str| std::fs::read(dir.path().join(name)).unwrap();
    assert_eq!(read("c.i"), read("b.i"));
}

#[test]
fn the_stand_in_says_what_it_transforms() {
    let source = "void f(int n, double *restrict a)\n{\n  for (int i = 0; i < n; i++)\n    a[i] = 2 * a[i];\n}\n";
    let dir = folder(&[("a.c", source)]);
    let machine = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/eager.toml");
    let output = polymill(dir.path(), &format!("cc --polymill-machine={machine} --polymill-verbose -O2 -c a.c"));
    let said = text(&output.stderr);
    assert!(said.contains("remark[region]: `f`: 1 loop runs in parallel\n --> a.c:3:3"), "{said}");
}

#[test]
fn a_broken_promise_stops_the_program() {
    let source = "#include <stdlib.h>\nstatic double x[200000];\nstatic void scale(int n)\n{\n\
                  #pragma polymill context(n >= 100000)\n#pragma scop\n  for (int i = 0; i < n; i++)\n    \
                  x[i] = 2 * x[i] + 1;\n#pragma endscop\n}\n\
                  int main(int argc, char **argv) { scale(atoi(argv[argc - 1])); return x[7] == 1 ? 7 : 0; }\n";
    let machine = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/eager.toml");
    let dir = folder(&[("a.c", source)]);
    for (flag, code) in [("--polymill-check-contexts", None), ("", Some(7))] {
        let line = format!("cc -O1 --polymill-machine={machine} {flag} a.c -o a");
        let built = polymill(dir.path(), &line);
        assert!(built.status.success(), "{}", text(&built.stderr));
        let run = |n: &str| Command::new(dir.path().join("a")).arg(n).output().unwrap();
        assert_eq!(run("100000").status.code(), Some(7));
        let broken = run("8");
        assert_eq!(broken.status.code(), code);
        let says_why = text(&broken.stderr).contains("a promise about parameters does not hold: scale: n >= 100000");
        assert_eq!(says_why, code.is_none(), "{}", text(&broken.stderr));
    }
}

#[test]
fn fit_keeps_what_it_measured_in_a_table() {
    let dir = folder(&[]);
    let kernel = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../kernels/jacobi-1d.c");
    let line = format!("fit {} --size=mini --trials=1 --table=fit.csv", kernel.display());
    let first = polymill(dir.path(), &line);
    assert!(first.status.success(), "{}", text(&first.stderr));
    assert!(text(&first.stdout).contains("held out"));
    let table = std::fs::read_to_string(dir.path().join("fit.csv")).unwrap();
    assert!(table.starts_with("program,sizes,machine,"), "{table}");
    assert!(
        table.lines().any(|line| line.starts_with("jacobi-1d,tsteps=20 n=30,") && line.contains(",best,")),
        "{table}"
    );
    // The same runs again take the place of the first ones.
    assert!(polymill(dir.path(), &line).status.success());
    let again = std::fs::read_to_string(dir.path().join("fit.csv")).unwrap();
    assert_eq!(again.lines().count(), table.lines().count());
    let no_kernel = folder(&[("a.c", "int main(void) { return 0; }\n")]);
    let refused = polymill(no_kernel.path(), "fit a.c --table=fit.csv");
    assert_eq!(refused.status.code(), Some(1));
    assert!(text(&refused.stderr).contains("harness.h"));
}
