//! `polymill verify`: what it proves, replays and runs, and what it says when something is wrong or cannot be checked.
#![allow(clippy::unwrap_used)]

mod common;

use common::{folder, polymill};

const MACHINE: &str = include_str!("../../../tests/machine.toml");

/// What `polymill verify` prints about a file, and its exit code.
fn verify(name: &str, source: &str, options: &str) -> (String, Option<i32>) {
    verify_on(MACHINE, name, source, options)
}

fn verify_on(machine: &str, name: &str, source: &str, options: &str) -> (String, Option<i32>) {
    let dir = folder(&[(name, source), ("machine.toml", machine)]);
    let output = polymill(dir.path(), &format!("verify {name} --machine machine.toml {options}"));
    let text = [output.stdout, output.stderr].concat();
    (String::from_utf8_lossy(&text).into_owned(), output.status.code())
}

fn check(source: &str, options: &str, expected: &str) {
    assert_eq!(verify("a.c", source, options), (expected.to_owned(), Some(0)));
}

const COPY: &str = "void transpose(int n, double A[n][n], double B[n][n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[j][i] = 2 * B[j][i];
#pragma endscop
}
";

#[test]
fn a_region_is_proven_replayed_and_run() {
    check(
        COPY,
        "--sizes=1,7 --threads=1,3 --max-versions=1",
        "transpose (a.c:4:3)
  proof    good: every dependence is kept
  printed  good: each instance is run once, and every dependence is kept
  replay   good: 185 statement instances at 7 sizes, up to n = 9
  runs     good: 4 calls of `transpose` on random data, bit for bit
1 region: 1 verified, 0 left as they were, 0 wrong
",
    );
}

/// Runs at the sizes around the limit, too: 14, 15 and 16.
#[test]
fn all_versions_are_proven_replayed_and_run() {
    check(
        COPY,
        "--sizes=1,7 --threads=1,3 --placement-test=occupation --occupancy=4",
        "transpose_default (a.c:4:3)
  proof    good: every dependence is kept
  printed  good: each instance is run once, and every dependence is kept
  replay   good: 185 statement instances at 7 sizes, up to n = 9
  runs     good: 10 calls of `transpose` on random data, bit for bit
transpose_n_le_15 (a.c:4:3)
  proof    good: every dependence is kept
  printed  good: each instance is run once, and every dependence is kept
  replay   good: 185 statement instances at 7 sizes, up to n = 9
  runs     good: 10 calls of `transpose` on random data, bit for bit
2 regions: 2 verified, 0 left as they were, 0 wrong
",
    );
}

/// What is known of an access that may not happen is that its subscript is not negative; a register holds one element.
#[test]
fn a_possible_read_may_be_of_a_register() {
    let source = "void subtract(int n, double A[restrict 4], double *restrict B)
{
#pragma scop
  for (unsigned i = 0; i < n; i++) {
    double w[4];
    for (int r = 0; r < 4; r++)
      w[r] = 1 <= 1 ? B[i * 4 + r] : 1;
    for (int r = 0; r < 4; r++)
      A[r] -= w[0] * B[i * 4 + r];
  }
#pragma endscop
}
";
    let eager = include_str!("../../../tests/eager.toml");
    let options = "--tile-sizes=2 --typical-size=2 --max-versions=1 --sizes=1,7 --threads=1";
    let (report, code) = verify_on(eager, "a.c", source, options);
    assert!(code == Some(0) && report.contains("1 verified, 0 left as they were, 0 wrong"), "{report}");
}

#[test]
fn a_region_that_was_left_is_said_to_be() {
    check(
        "void shift(int n, double *x)\n{\n  for (int i = 1; i < n; i++)\n    x[i] += x[i - 1];\n}\n",
        "",
        "shift (a.c:3:3)
  left as it was: no other order is predicted to be clearly faster
1 region: 0 verified, 1 left as they were, 0 wrong
",
    );
}

/// `sum - x[i]` becomes `y[i] -= x[i]` where the sum is computed in `y[i]`: the same value.
#[test]
fn a_sum_may_be_computed_in_place_of_its_copy() {
    let source = "void sums(int n, double A[restrict n][n], const double *restrict x, double *restrict y)
{
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < i; j++)
      sum += A[i][j] * x[j];
    y[i] = sum - x[i];
  }
}
";
    let (text, code) = verify("a.c", source, "--reassociate --sizes=1,7 --threads=1 --max-versions=1");
    assert!(text.contains("  replay   good: "), "{text}");
    assert_eq!(code, Some(0), "{text}");
}

#[test]
fn what_cannot_be_run_is_skipped_with_the_reason() {
    let skipped = |source: &str, reason: &str| {
        let (text, code) = verify("a.c", source, "--strategy=original --sizes=4");
        assert!(text.contains(&format!("  runs     skipped: {reason}")), "{text}");
        assert_eq!(code, Some(0), "{text}");
    };
    let with = |parameter: &str| COPY.replace("int n,", parameter);
    let by_value = format!("struct s {{ int n; }};\n{}", with("struct s s, int n,"));
    skipped(&by_value, "no values are made for `s` of type `struct s`");
    skipped(&with("char **names, int n,"), "no values are made for `names`, which has elements of type `i8 *`");
    skipped(&COPY.replace("{\n#", "{\n  __builtin_trap();\n#"), "the original function fails with n = 4: signal");
    let reversed =
        "void f(int n, double *x)\n{\n#pragma scop\n for (int i = 0; i < n; i++)\n x[-i] = 0;\n#pragma endscop\n}\n";
    skipped(reversed, "with n = 4, the bounds of `x` are left");
    let killed = "void __pencil_kill();\nvoid f(int n, double *x)\n{\n  double *p = x;\n#pragma scop\n for (int i = 0; i < n; i++)\n x[i] = 0;\n#pragma endscop\n  __pencil_kill(p);\n}\n";
    skipped(killed, "it is not known what `p`, which is killed, points to");
}

#[test]
fn what_was_not_checked_is_not_said_to_be_verified() {
    let one = |source: &str, options: &str, last_line: &str, verdict: &str| {
        let (text, code) = verify("a.c", source, options);
        assert_eq!((text.lines().last(), code), (Some(last_line), Some(0)), "{text}");
        let (text, _) = verify("a.c", source, &format!("{options} --format=json"));
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(json["regions"][0]["verdict"], verdict, "{text}");
        assert_eq!(json["summary"]["n_regions"], 1, "{text}");
        let counted = format!("n_{}", verdict.replace('-', "_"));
        assert_eq!(json["summary"][counted], 1, "{text}");
    };
    let options = "--strategy=original --sizes=4 --threads=2";
    one(COPY, options, "1 region: 1 verified, 0 left as they were, 0 wrong", "verified");
    let trapped = COPY.replace("{\n#", "{\n  __builtin_trap();\n#");
    let last_line = "1 region: 0 verified, 1 verified in part (runs skipped), 0 left as they were, 0 wrong";
    one(&trapped, options, last_line, "verified-in-part");
    let no_budget = format!("{options} --budget=1");
    one(COPY, &no_budget, "1 region: 0 verified, 1 left as they were, 0 wrong", "left");
}

/// Without the sizes for which it fails by itself.
#[test]
fn a_function_is_run_with_the_sizes_that_it_is_made_for() {
    let (text, code) = verify(
        "a.c",
        &COPY.replace("{\n#", "{\n  if (n < 5) __builtin_abort();\n#"),
        "--strategy=original --sizes=4,6,9 --threads=2",
    );
    let expected = "  runs     good: 2 calls of `transpose` on random data, bit for bit; left out: \
the original function fails with n = 4: signal: 6 (SIGABRT)";
    assert!(text.contains(expected), "{text}");
    assert_eq!(code, Some(0));
}

#[test]
fn runs_that_take_too_long_are_left_out() {
    let slow = COPY.replace("{\n#", "{\n  for (volatile long i = 0; n == 6 && i < 1L << 60; i++) ;\n#");
    let (text, code) = verify("a.c", &slow, "--strategy=original --sizes=4,6,9 --threads=2 --timeout=2");
    let expected = "1 call of `transpose` on random data, bit for bit; left out: \
the original function fails with n = 6: it takes more than 2 s";
    assert!(text.contains(expected), "{text}");
    assert_eq!(code, Some(0));
}

#[test]
fn what_is_killed_may_differ() {
    let killed = |declaration: &str| {
        format!(
            "{declaration}
void f(int n, double t[n], double a[n], double b[n])
{{
#pragma scop
  for (int i = 0; i < n; i++) {{
    t[i] = 2 * a[i];
    b[i] = t[i] + 1;
  }}
  __pencil_kill(t);
#pragma endscop
}}
"
        )
    };
    for declaration in ["void __pencil_kill();", "static void __pencil_kill(void *p) {}"] {
        let (text, code) = verify("a.c", &killed(declaration), "--max-versions=1 --sizes=4,9 --threads=1");
        assert!(text.contains("  runs     good: 2 calls of `f` on random data, bit for bit\n"), "{text}");
        assert_eq!(code, Some(0));
    }
}

#[test]
fn the_memory_that_a_function_needs_follows_from_its_accesses() {
    let runs = |source: &str| {
        let (text, code) = verify("a.c", source, "--strategy=original --sizes=6,9 --threads=2");
        assert!(text.contains("  runs     good: "), "{text}");
        assert_eq!(code, Some(0));
    };
    runs(
        "void f(int n, int m, float *x) { for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) x[i * m + j] += 1; }",
    );
    runs(
        "struct p { char c; double x[3]; } q[50]; int f(long n) { for (long i = 0; i < n; i++) q[2 * i].x[1] = i; return 3; }",
    );
    runs("double f(int n, double a, double (*x)[8]) { for (int i = 0; i < 5 * n; i++) x[i][3] = a; return x[0][3]; }");
    runs("void f(int n, int *idx, double *x) { for (int i = 0; i < n; i++) x[idx[i]] += i; }");
    runs("int m; void f(double *x) { for (int i = 0; i < m; i++) x[i] = 0; }");
    // What no declaration says is found by trying.
    runs("void f(int n, double *x) { for (int i = 0; i < n * n; i++) x[i] += i; }");
    runs("void f(int n, int *idx, double *x) { for (int i = 0; i < n; i++) x[50 * idx[i] + 300] += i; }");
    runs(
        "void f(int n, double *x, double *y) { for (int i = 0; i < 900; i++) y[i] = i;\n for (int i = 0; i < n; i++) x[i] = 2; }",
    );
    // Unions, and arrays in structs, also where data say how much of them is used.
    runs("struct s { int n; float x[40]; }; void f(struct s *s) { for (int i = 0; i < s->n; i++) s->x[i] += i; }");
    runs(
        "struct s { char c; union { unsigned u[2000]; double x[1000]; }; } s; void f(int n) { for (int i = 0; i < n; i++) s.x[i] += i; }",
    );
    runs(
        "struct s { struct { float re, im; } z[3000]; } *s; void f(int n, struct s *s) { for (int i = 0; i < n; i++) s->z[i].re += i; }",
    );
    runs("void f(int n, long double *x, _Bool *b, __int128 *y) { for (int i = 0; i < n; i++) if (b[i]) x[i] *= 3; }");
}

#[test]
fn what_is_wrong_comes_with_the_smallest_counterexample() {
    let reversed = include_str!("../../../tests/verify/reversed.gdg").split_once('\n').unwrap().1;
    let expected = "prefix
  proof    WRONG: the schedule is not legal: with n = 3: S(1) writes `A[1]`, which S(2) reads (flow dependence), but \
S(1) does not run before S(2)
  printed  WRONG: the schedule is not legal: with n = 3: S(1) writes `A[1]`, which S(2) reads (flow dependence), but \
S(1) does not run before S(2)
  replay   WRONG: the loops are wrong: with n = 3: S(2) reads the value from before from `A[1]` in place of the value \
of S(1)
  runs     skipped: it is not C
1 region: 0 verified, 0 left as they were, 1 wrong
";
    assert_eq!(verify("a.gdg", reversed, "--strategy=original"), (expected.to_owned(), Some(1)));
}

#[test]
fn the_report_is_json_for_tools() {
    let (text, code) = verify("a.c", COPY, "--format=json --sizes=3 --threads=1 --max-versions=1");
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(code, Some(0));
    assert_eq!(json["regions"][0]["name"], "transpose");
    assert_eq!(json["regions"][0]["schedule"]["outcome"], "passed");
    assert_eq!(json["regions"][0]["runs"]["text"], "1 call of `transpose` on random data, bit for bit");
}

#[test]
fn a_file_that_cannot_be_read_or_has_no_region_says_so() {
    let (text, code) = verify("a.c", "void f(void { }\n", "");
    assert!(text.contains("error"), "{text}");
    assert_eq!(code, Some(1));
    let (text, code) = verify("a.c", "void f(int n) { while (n--) ; }\n", "");
    assert!(text.contains("0 regions"), "{text}");
    assert_eq!(code, Some(0));
    let dir = tempfile::tempdir().unwrap();
    assert_eq!(polymill(dir.path(), "verify missing.c").status.code(), Some(1));
    assert_eq!(polymill(dir.path(), "verify").status.code(), Some(2));
    assert_eq!(polymill(dir.path(), "verify a.c --random=3").status.code(), Some(2));
    assert_eq!(polymill(dir.path(), "verify --random=3 --failures=missing").status.code(), Some(1));
}
