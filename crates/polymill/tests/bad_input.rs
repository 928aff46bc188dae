//! What cannot be handled: one clear message, an exit code that tells, an untouched input, and no half of an output.
#![allow(clippy::unwrap_used)]

mod common;

use std::process::Command;

use common::{folder, polymill};

/// Runs `polymill opt` on a text; returns the messages, and the output if there is one.
fn optimize(input: &str) -> (Option<i32>, String, Option<String>) {
    let dir = folder(&[("a.c", input)]);
    let output = polymill(dir.path(), "opt a.c -o b.c");
    assert_eq!(std::fs::read_to_string(dir.path().join("a.c")).unwrap(), input);
    let messages = String::from_utf8(output.stderr).unwrap();
    (output.status.code(), messages, std::fs::read_to_string(dir.path().join("b.c")).ok())
}

/// How many errors and warnings there are.
fn n_messages(text: &str) -> usize {
    text.lines().filter(|line| line.starts_with("error[") || line.starts_with("warning[")).count()
}

#[test]
fn what_is_no_program_gives_an_error_and_no_output() {
    for (input, message, place) in [
        ("This is not C at all.\nfor sure: 1 + ;\n", "error[not-c]", "a.c:1:1"),
        ("void f(int n, double A[n]) {\n  for (int i = 0; i < n; i++)\n    A[i] = 1", "`{` is never closed", "a.c:1:1"),
        ("#include \"missing.h\"\nint x;\n", "missing.h: No such file or directory", "a.c:1:10"),
        (
            "void f(int n, double A[n]) {\n  #pragma scop\n  for (int i = 0; i < n; i++)\n    A[i] = 1;\n}\n",
            "error[missing-endscop]",
            "a.c:2:3",
        ),
    ] {
        let (code, messages, output) = optimize(input);
        assert_eq!((code, output), (Some(1), None), "{input}");
        assert_eq!(n_messages(&messages), 1, "{messages}");
        assert!(messages.contains(message) && messages.contains(place), "{messages}");
    }
}

#[test]
fn a_scop_that_does_not_qualify_is_left_as_it_is_with_the_reason() {
    for (body, message, column) in [
        ("for (int i = 0; i < n; i++) { if (A[i] > 2) goto out; A[i] = 1; }", "goto is not handled", 47),
        ("for (int i = 0; i < n; i++) f(n - 1, s, A);", "`f` is called, and not looked into", 31),
        ("for (int i = 0; i < n; i++) { A[i] = 1; i += s; }", "also changes it inside", 43),
        ("for (int i = 0; i < n; i += s) A[i] = 1;", "does not count by a constant", 26),
    ] {
        let input =
            format!("void f(int n, int s, double A[n]) {{\n#pragma scop\n  {body}\n#pragma endscop\nout:;\n}}\n");
        let (code, messages, output) = optimize(&input);
        assert_eq!((code, output), (Some(0), Some(input)));
        assert_eq!(n_messages(&messages), 1, "{messages}");
        assert!(messages.contains(message) && messages.contains(&format!("a.c:3:{column}\n")), "{messages}");
        assert!(messages.contains("help: "), "{messages}");
    }
}

#[test]
fn conditions_and_models_that_make_no_sense_are_refused() {
    for (pragma, message) in [
        ("context(n > 3 && n < 2)", "no values of the parameters satisfy"),
        ("version(n > 3 && n < 2)", "no values of the parameters satisfy"),
        ("context(k == 3)", "`k` is no parameter of this code"),
        ("version(k == 3)", "`k` is no parameter of this code"),
        ("version(n * n == 9)", "is no affine condition on the parameters"),
    ] {
        let loops = "for (int i = 0; i < n; i++) A[i] = 1;";
        let (code, messages, output) = optimize(&format!(
            "void f(int n, double A[n]) {{\n#pragma scop\n#pragma polymill {pragma}\n{loops}\n#pragma endscop\n}}\n"
        ));
        assert_eq!((code, output), (Some(1), None), "{pragma}");
        assert!(messages.contains(message) && messages.contains("a.c:3:"), "{messages}");
    }
    let dir = folder(&[("a.c", GOOD), ("m.toml", "grid = [0"), ("empty.toml", "name = \"x\"")]);
    for (options, code, message) in [
        ("--occupancy=0", 2, "`0` is no occupancy"),
        ("--occupancy=-1/2", 2, "`-1/2` is no occupancy"),
        ("--machine=m.toml", 1, "m.toml: this is not a machine model"),
        ("--machine=empty.toml", 1, "empty.toml: this is not a machine model"),
    ] {
        let output = polymill(dir.path(), &format!("opt a.c -o b.c {options}"));
        let messages = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{messages}");
        assert!(messages.contains(message) && !dir.path().join("b.c").exists(), "{messages}");
    }
}

const GOOD: &str = "void f(int n, double A[n]) {\n  for (int i = 0; i < n; i++)\n    A[i] = 1;\n}\n";

#[test]
fn outputs_that_cannot_be_written_leave_everything_alone() {
    for (line, message) in [
        ("opt a.c -o no/b.c", "cannot write no/b.c: there is no folder no"),
        ("opt a.c -o a.c", "it is the input, which is never changed"),
        ("opt a.c -o ./a.c", "it is the input, which is never changed"),
        ("cc -c a.c -o no/b.o", "no/b.o"),
        ("cc --polymill-cc=no-such-cc -c a.c -o b.o", "no C compiler `no-such-cc` found"),
        ("cc --polymill-cc=./failing-cc -c a.c -o b.o", "out of order"),
    ] {
        let dir = folder(&[("a.c", GOOD), ("failing-cc", "#!/bin/sh\necho out of order >&2\nexit 3\n")]);
        Command::new("chmod").arg("+x").arg(dir.path().join("failing-cc")).status().unwrap();
        let output = polymill(dir.path(), line);
        let messages = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success(), "{line}: {messages}");
        assert!(messages.contains(message), "{line}: {messages}");
        assert_eq!(messages.matches("error:").count().max(1), 1, "{line}: {messages}");
        assert_eq!(std::fs::read_to_string(dir.path().join("a.c")).unwrap(), GOOD);
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 2, "{line}");
    }
}
