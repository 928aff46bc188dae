use polymill_diagnostics::{SourceMap, render_text};
use polymill_gdg::{GdgId, Program};
use polymill_isl as isl;
use polymill_mapper::{Machine, Settings, Strategy, map};

use super::{RegionReport, diagnostics, explain};

/// Maps a program in text form and explains its only GDG.
fn report(text: &str, strategy: &Strategy) -> RegionReport {
    let ctx = isl::Context::new().unwrap();
    let mut program = Program::parse(&ctx, text).unwrap();
    let mapped = map(&mut program, strategy, &machine(), &Settings::default()).unwrap();
    let considered = &mapped.considered[0].1;
    explain(&program, GdgId(0), considered, &SourceMap::default()).unwrap().unwrap()
}

/// The loops of the explanation, one line each.
fn check(text: &str, expected: &[&str]) {
    let report = report(text, &Strategy::original());
    let mut lines = Vec::new();
    for each in &report.loops {
        lines.push(format!("{}{}: {}", "  ".repeat(each.depth), each.iterator, each.statements.join(" ")));
        for carried in &each.carried {
            lines.push(format!("{}- {:?}: {}", "  ".repeat(each.depth), carried.kind, carried.witness.to_text()));
        }
    }
    assert_eq!(lines, expected, "{lines:#?}");
}

fn machine() -> Machine {
    let text = "name = \"two cores\"\ngrid = [2]\nvector_bits = 256\n\
                [[caches]]\nbytes = 32768\nline_bytes = 64\nshared_by = 1\nbytes_per_ns = 200.0\n\
                [memory]\nbytes_per_ns = 10.0\n";
    Machine::from_toml(text).unwrap()
}

const GEMM: &str = "
gdg gemm {
  param n: i32
  context { : n > 0 }
  array C: f64[n][n] live_in live_out
  array A: f64[n][n] live_in
  array B: f64[n][n] live_in
  statement S0 {
    domain { S0[i, j, k] : 0 <= i < n and 0 <= j < n and 0 <= k < n }
    iterators i: i32, j: i32, k: i32
    body { C[i][j] = C[i][j] + A[i][k] * B[k][j]; }
  }
  schedule { for i { for j { for k { S0 } } } }
}";

#[test]
fn a_sum_is_carried_by_its_loop_alone() {
    check(
        GEMM,
        &[
            "i: S0",
            "  j: S0",
            "    k: S0",
            "    - Flow: S0(0, 0, 0) writes C[0][0], which S0(0, 0, 1) reads (n = 2)",
            "    - Anti: S0(0, 0, 0) reads C[0][0], which S0(0, 0, 1) writes (n = 2)",
            "    - Output: S0(0, 0, 0) writes C[0][0], which S0(0, 0, 1) also writes (n = 2)",
        ],
    );
}

#[test]
fn a_stencil_in_place_is_carried_by_both_loops() {
    check(
        "gdg sweep {
          param n: i32
          context { : n > 2 }
          array A: f64[n][n] live_in live_out
          statement S0 {
            domain { S0[i, j] : 1 <= i < n and 0 <= j < n - 1 }
            iterators i: i32, j: i32
            body { A[i][j] = A[i - 1][j] + A[i][j + 1]; }
          }
          schedule { for i { for j { S0 } } }
        }",
        &[
            "i: S0",
            "- Flow: S0(1, 0) writes A[1][0], which S0(2, 0) reads (n = 3)",
            "  j: S0",
            "  - Anti: S0(1, 0) reads A[1][1], which S0(1, 1) writes (n = 3)",
        ],
    );
}

#[test]
fn statements_in_sequence_have_their_own_loops() {
    check(
        "gdg two {
          param n: i32
          context { : n > 0 }
          array x: f64[n] live_out
          array y: f64[n] live_out
          statement S0 { domain { S0[i] : 0 <= i < n } iterators i: i32 body { x[i] = (f64)0; } }
          statement S1 { domain { S1[j] : 0 <= j < n } iterators j: i32 body { y[j] = x[n - 1 - j]; } }
          schedule { for i { S0 } for j { S1 } }
        }",
        &["i: S0", "j: S1"],
    );
}

#[test]
fn the_region_says_what_it_has_become() {
    let report = report(GEMM, &Strategy::openmp());
    assert!(report.loops.iter().any(|each| each.parallel), "{report:?}");
    assert!(report.candidates.iter().filter(|candidate| candidate.chosen).count() == 1, "{report:?}");
    assert!(report.order.iter().any(|line| line.contains("parallel for")), "{report:?}");
    assert!(report.order.last().unwrap().ends_with("S0"), "{report:?}");
}

#[test]
fn each_loop_is_a_remark() {
    let report = report(GEMM, &Strategy::original());
    let texts: Vec<String> =
        diagnostics(&report).iter().map(|each| render_text(each, &SourceMap::default(), false)).collect();
    assert_eq!(texts.len(), 4);
    assert!(texts[0].starts_with("remark[region]: `gemm`: no loop runs in parallel"), "{}", texts[0]);
    assert!(texts[3].starts_with("remark[loop-not-parallel]: loop over `k`: not parallel"), "{}", texts[3]);
    assert!(texts[3].contains("S0(0, 0, 0) writes C[0][0], which S0(0, 0, 1) reads"), "{}", texts[3]);
    assert!(texts[3].contains("--reassociate"), "{}", texts[3]);
}
