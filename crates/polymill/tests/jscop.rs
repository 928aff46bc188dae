//! JSCoP files, as Polly writes them, in and out.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use std::path::Path;
use std::process::{Command, Output};

use common::{folder, polymill};
use polymill_interchange::Jscop;

const GEMM: &str = "\
void gemm(int n, double A[restrict n][n], double B[restrict n][n], double C[restrict n][n])
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        C[i][j] += A[i][k] * B[k][j];
}
";

/// What `clang-19 -O3 -fno-discard-value-names -mllvm -polly -mllvm -polly-use-llvm-names -mllvm -polly-position=early
/// -mllvm -polly-optimizer=none -mllvm -polly-export` writes for it.
const GEMM_JSCOP: &str = include_str!("../../interchange/tests/gemm.jscop");

/// Loops that do not begin at 0: Polly's iterators do.
const CONVOLUTIONS: &str = "\
#include <stdio.h>
static void convolutions(float in[restrict 24][34], float k1[restrict 3][3], float k2[restrict 3][3],
                         float out[restrict 20][30])
{
  float between[22][32];
  for (int i = 1; i <= 22; i++)
    for (int j = 0; j < 32; j++) {
      float s = 0.0f;
      for (int p = 0; p < 3; p++)
        for (int q = 0; q < 3; q++)
          s += in[i - 1 + p][j + q] * k1[p][q];
      between[i - 1][j] = s;
    }
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 30; j++) {
      float s = 0.0f;
      for (int p = 0; p < 3; p++)
        for (int q = 0; q < 3; q++)
          s += between[i + p][j + q] * k2[p][q];
      out[i][j] = s;
    }
}
int main(void)
{
  static float in[24][34], k1[3][3], k2[3][3], out[20][30];
  for (int i = 0; i < 24 * 34; i++)
    in[i / 34][i % 34] = (float)(i * 37 % 101);
  for (int i = 0; i < 9; i++)
    k1[i / 3][i % 3] = (float)i, k2[i / 3][i % 3] = (float)(4 - i);
  convolutions(in, k1, k2, out);
  for (int i = 0; i < 20 * 30; i++)
    printf(\"%a\\n\", out[i / 30][i % 30]);
  return 0;
}
";

/// The convolutions as Polly sees them: a statement for each block, the sum where its value goes to. `between` may be another array
/// with these subscripts in its place.
fn convolutions_jscop(times: [&str; 4], arrays: &str, between: &dyn Fn(&str, &str) -> String) -> String {
    let statement = |name: &str, domain: &str, times: &str, accesses: &[(&str, String)]| {
        let accesses: Vec<_> = accesses
            .iter()
            .map(|(kind, element)| format!("{{\"kind\": \"{kind}\", \"relation\": \"{{ {name} -> {element} }}\"}}"))
            .collect();
        let plain = name.split('[').next().unwrap();
        format!(
            "{{\"accesses\": [{}], \"domain\": \"{{ {name} : {domain} }}\", \"name\": \"{plain}\", \"schedule\": \"{{ {name} -> \
             {times} }}\"}}",
            accesses.join(", ")
        )
    };
    let two = |rows, columns| format!("0 <= i0 < {rows} and 0 <= i1 < {columns}");
    let four = |rows, columns| format!("{} and 0 <= i2 <= 2 and 0 <= i3 <= 2", two(rows, columns));
    let own = between("i0", "i1");
    let out = "MemRef_out[i0, i1]".to_owned();
    let weights = |n| format!("MemRef_k{n}[i2, i3]");
    let statements = [
        statement("Stmt_a[i0, i1]", &two(22, 32), times[0], &[("write", own.clone())]),
        statement(
            "Stmt_b[i0, i1, i2, i3]",
            &four(22, 32),
            times[1],
            &[
                ("read", own.clone()),
                ("read", "MemRef_in[i0 + i2, i1 + i3]".to_owned()),
                ("read", weights(1)),
                ("write", own),
            ],
        ),
        statement("Stmt_c[i0, i1]", &two(20, 30), times[2], &[("write", out.clone())]),
        statement(
            "Stmt_d[i0, i1, i2, i3]",
            &four(20, 30),
            times[3],
            &[("read", between("i0 + i2", "i1 + i3")), ("read", weights(2)), ("read", out.clone()), ("write", out)],
        ),
    ];
    format!("{{\"arrays\": [{arrays}], \"context\": \"{{  :  }}\", \"statements\": [{}]}}", statements.join(", "))
}

fn own_array(row: &str, column: &str) -> String {
    format!("MemRef_between[{row}, {column}]")
}

/// The second convolution two rows and two columns after the first one.
const FUSED: [&str; 4] = [
    "[i0, i1, 0, 0, 0, 0]",
    "[i0, i1, 0, 1, i2, i3]",
    "[2 + i0, 2 + i1, 1, 0, 0, 0]",
    "[2 + i0, 2 + i1, 1, 1, i2, i3]",
];

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn with_schedule(c: &str, name: &str, jscop: &str) -> (tempfile::TempDir, Output) {
    let dir = folder(&[("a.c", c), (name, jscop)]);
    let found = polymill(dir.path(), &format!("opt a.c --schedule={name} -o o.c"));
    (dir, found)
}

fn result(dir: &Path, source: &str) -> String {
    let program = dir.join("program");
    let cc = Command::new("cc").current_dir(dir).args(["-O1", "-w", source, "-o"]).arg(&program).output().unwrap();
    assert!(cc.status.success(), "{}", text(&cc.stderr));
    text(&Command::new(program).output().unwrap().stdout)
}

#[test]
fn a_schedule_is_applied() {
    let interchanged = GEMM_JSCOP.replace("-> [i0, i1, i2] }", "-> [i0, i2, i1] }");
    let (dir, found) = with_schedule(GEMM, "gemm___a---b.jscop", &interchanged);
    assert!(found.status.success(), "{}", text(&found.stderr));
    let code = std::fs::read_to_string(dir.path().join("o.c")).unwrap();
    let [k, j] = ["for (long k", "for (long j"].map(|header| code.find(header).unwrap());
    assert!(k < j, "{code}");
}

#[test]
fn one_that_changes_the_result_is_refused() {
    let reversed = GEMM_JSCOP.replace("-> [i0, i1, i2] }", "-> [i0, i1, -i2] }");
    let (_dir, found) = with_schedule(GEMM, "gemm___a---b.jscop", &reversed);
    let stderr = text(&found.stderr);
    assert!(!found.status.success() && stderr.contains("reads from `C`"), "{stderr}");
}

#[test]
fn statements_of_several_blocks_are_found() {
    for (times, arrays, between) in [
        (FUSED, "", &own_array as &dyn Fn(&str, &str) -> String),
        // Three rows are what is needed at once.
        (FUSED, r#"{"name": "rows", "sizes": ["3", "32"], "type": "float"}"#, &|row: &str, column: &str| {
            format!("rows[({row}) mod 3, {column}]")
        }),
    ] {
        let jscop = convolutions_jscop(times, arrays, between);
        let (dir, found) = with_schedule(CONVOLUTIONS, "convolutions___a---b.jscop", &jscop);
        assert!(found.status.success(), "{}", text(&found.stderr));
        let code = std::fs::read_to_string(dir.path().join("o.c")).unwrap();
        assert_eq!(code.contains("rows[3][32]"), !arrays.is_empty(), "{code}");
        assert_eq!(result(dir.path(), "a.c"), result(dir.path(), "o.c"), "{code}");
    }
}

/// As in section 4.3 of the paper: tiles of eight rows, and two more of what is between.
#[test]
fn instances_may_run_several_times() {
    let tile = "0 <= tile <= 2";
    let more = format!("[tile, 0, i0, i1, 0, 0, 0] : {tile} and 8 tile <= i0 < 8 tile + 10");
    let more_sums = format!("[tile, 0, i0, i1, 1, i2, i3] : {tile} and 8 tile <= i0 < 8 tile + 10");
    let own = format!("[tile, 1, i0, i1, 0, 0, 0] : {tile} and 8 tile <= i0 < 8 tile + 8");
    let own_sums = format!("[tile, 1, i0, i1, 1, i2, i3] : {tile} and 8 tile <= i0 < 8 tile + 8");
    let times = [more.as_str(), &more_sums, &own, &own_sums];
    let jscop = convolutions_jscop(times, "", &own_array);
    let (dir, found) = with_schedule(CONVOLUTIONS, "convolutions___a---b.jscop", &jscop);
    assert!(found.status.success(), "{}", text(&found.stderr));
    let code = std::fs::read_to_string(dir.path().join("o.c")).unwrap();
    assert!(code.contains("[10][32]"), "a buffer of ten rows: {code}");
    assert_eq!(result(dir.path(), "a.c"), result(dir.path(), "o.c"), "{code}");
}

#[test]
fn too_small_an_array_is_refused() {
    let arrays = r#"{"name": "rows", "sizes": ["2", "32"], "type": "float"}"#;
    let jscop = convolutions_jscop(FUSED, arrays, &|row, column| format!("rows[({row}) mod 2, {column}]"));
    let (_dir, found) = with_schedule(CONVOLUTIONS, "convolutions___a---b.jscop", &jscop);
    let stderr = text(&found.stderr);
    assert!(!found.status.success() && stderr.contains("reads from `rows` the value of"), "{stderr}");
}

#[test]
fn our_order_is_written_for_polly() {
    let dir = folder(&[
        ("a.c", GEMM),
        ("in.jscop", GEMM_JSCOP),
        ("machine.toml", include_str!("../../../tests/machine.toml")),
    ]);
    let written =
        polymill(dir.path(), "opt a.c -q --machine=machine.toml --max-versions=1 --print=jscop --like=in.jscop");
    assert!(written.status.success(), "{}", text(&written.stderr));
    let (found, expected) = (Jscop::read(&text(&written.stdout)).unwrap(), Jscop::read(GEMM_JSCOP).unwrap());
    assert_ne!(found.statements[0].schedule, expected.statements[0].schedule);
    let mut found = found;
    found.statements[0].schedule.clone_from(&expected.statements[0].schedule);
    assert_eq!(found, expected);
    assert_eq!(expected.write().unwrap(), GEMM_JSCOP, "byte for byte");
    let (_, again) = with_schedule(GEMM, "gemm___a---b.jscop", &text(&written.stdout));
    assert!(again.status.success(), "{}", text(&again.stderr));
}

#[test]
fn wrong_files_are_refused_with_the_place() {
    let change = |from: &str, to: &str| {
        assert!(GEMM_JSCOP.contains(from), "{from}");
        GEMM_JSCOP.replacen(from, to, 1)
    };
    let arrays = |array: &str| change("\"arrays\": [", &format!("\"arrays\": [{array},"));
    for (jscop, expected) in [
        ("{ \"context\": }".to_owned(), "expected value at line 1 column 14"),
        ("{}".to_owned(), "missing field `context` at line 1"),
        (change("\"schedule\"", "\"shedule\""), "missing field `schedule` at line 53"),
        (change("\"write\"", "\"store\""), "unknown variant `store`, expected `read` or `write` at line"),
        (change("\"statements\": [", "\"statements\": 3, \"x\": ["), "expected a sequence at line"),
        (
            change("-> [i0, i1, i2] }", "-> [i0, i1, i2 }"),
            "statement 1 (`Stmt_for_body8`), `schedule`: isl does not read this",
        ),
        (
            change("{ Stmt_for_body8[i0, i1, i2] -> [i0, i1, i2] }", "{ S[i0, i1] -> [i0, i1] }"),
            "has 3 iterators, and not 2",
        ),
        (change("-> [i0, i1, i2] }", "-> [i0, i1, i2] : i2 > 0 }"), "the schedule leaves out instances"),
        (change("-> [i0, i1, i2] }", "-> [i0, i1, t] : t >= i2 }"), "infinitely many times"),
        (change("-> [i0, i1, i2] }", "-> [i0, i1, 0] }"), "have the same time"),
        (
            change("-2147483648 <= n <= 2147483647", "n = 128"),
            "`context` leaves out parameters for which the program runs",
        ),
        (GEMM_JSCOP.replace("[n] ->", "[p_0] ->").replace("<= n <=", "<= p_0 <="), "there is no parameter `p_0`"),
        (change("0 <= i2 < n", "0 <= i2 < n - 1"), "no statement of the file is like `S0`"),
        (change("MemRef_A[i0, i2]", "MemRef_A[i2, i0]"), "no statement of the file is like `S0`"),
        (arrays(r#"{"name": "w", "sizes": ["n"], "type": "double"}"#), "array 1 (`w`): `n` is no size"),
        (
            arrays(r#"{"name": "w", "sizes": ["65536", "65536"], "type": "double"}"#),
            "more than 1073741824 are not allowed",
        ),
        (arrays(r#"{"name": "w", "sizes": [], "type": "double"}"#), "array 1 (`w`): it has no sizes"),
        (arrays(r#"{"name": "w", "sizes": ["3"], "type": "f64"}"#), "`f64` is none of float, double"),
        (arrays(r#"{"name": "a b", "sizes": ["3"], "type": "double"}"#), "choose another name"),
    ] {
        let (dir, found) = with_schedule(GEMM, "gemm___a---b.jscop", &jscop);
        let stderr = text(&found.stderr);
        assert_eq!(found.status.code(), Some(1), "{jscop}");
        assert!(stderr.contains(expected), "{expected}: {stderr}");
        assert!(stderr.contains("gemm___a---b.jscop"), "{stderr}");
        assert!(!dir.path().join("o.c").exists());
    }
    let dir = folder(&[("a.c", GEMM)]);
    let found = polymill(dir.path(), "opt a.c --print=jscop");
    assert!(text(&found.stderr).contains("--print=jscop needs --like=FILE"), "{}", text(&found.stderr));
}

/// One statement writes what the other one reads to a new array, the other way round.
#[test]
fn new_arrays_stand_for_temporaries() {
    let c = "void f(double x[restrict 100], double y[restrict 100])\n{\n  double t[100];\n  for (int i = 0; i < 100; i++)\n    t[i] = x[i] * \
             2;\n  for (int i = 0; i < 100; i++)\n    y[i] = t[i] + t[99 - i];\n}\n";
    let file = |written: &str| {
        let statement = |name: &str, time: u32, accesses: &[(&str, &str)]| {
            let accesses = accesses.iter().map(|(kind, element)| {
                format!("{{\"kind\": \"{kind}\", \"relation\": \"{{ {name}[i0] -> {element} }}\"}}")
            });
            let accesses = accesses.collect::<Vec<_>>().join(", ");
            format!(
                "{{\"name\": \"{name}\", \"domain\": \"{{ {name}[i0] : 0 <= i0 < 100 }}\", \"schedule\": \"{{ {name}[i0] -> [{time}, i0] \
                 }}\", \"accesses\": [{accesses}]}}"
            )
        };
        let first = statement("A", 0, &[("read", "MemRef_x[i0]"), ("write", written)]);
        let reads = [("read", "w[99 - i0]"), ("read", "w[i0]"), ("write", "MemRef_y[i0]")];
        let arrays = "{\"name\": \"w\", \"sizes\": [\"100\"], \"type\": \"double\"}";
        format!(
            "{{\"arrays\": [{arrays}], \"context\": \"{{ : }}\", \"statements\": [{first}, {}]}}",
            statement("B", 1, &reads)
        )
    };
    let (dir, made) = with_schedule(c, "f___a.jscop", &file("w[99 - i0]"));
    assert!(made.status.success(), "{}", text(&made.stderr));
    let code = std::fs::read_to_string(dir.path().join("o.c")).unwrap();
    assert!(code.contains("double w[100]"), "{code}");
    for (written, expected) in [
        ("w[i0]", "reads from `w` the value of"),
        ("w[100 - i0]", "`w` is used outside of its sizes"),
        ("w[j] : i0 <= j <= i0 + 1", "accesses several elements of a new array at once"),
    ] {
        let (_, refused) = with_schedule(c, "f___a.jscop", &file(written));
        assert!(text(&refused.stderr).contains(expected), "{expected}: {}", text(&refused.stderr));
    }
}
