use polymill_isl as isl;

use crate::Program;

const GEMM: &str = "gdg gemm {
  param ni: i32
  param nj: i32
  param nk: i32 = `p->nk`
  context { : ni > 0 and nj > 0 and nk > 0 }
  array alpha: f64 live_in
  array C: f64[ni][nj] live_in live_out
  array A: f64[ni][nk] = `p[_].A[_]` live_in
  array B: f64[nk][?] live_in
  alias A C
  statement S0 {
    domain { S0[i, j] : 0 <= i < ni and 0 <= j < nj }
    iterators i: i32, j: i32
    body {
      C[i][j] = C[i][j] * 1.5;
    }
  }
  statement S1 {
    domain { S1[i, j, k] : 0 <= i < ni and 0 <= j < nj and 0 <= k < nk }
    iterators i: i32, j: i32, k: i32
    body {
      C[i][j] = C[i][j] + alpha * A[i][k] * B[k][j];
    }
  }
  schedule {
    for i {
      for j { S0 }
      for j { for k { S1 } }
    }
  }
}
";

#[test]
fn gemm_round_trips() {
    let ctx = isl::Context::new().unwrap();
    let program = Program::parse(&ctx, GEMM).unwrap();
    assert_eq!(program.to_string(), GEMM);
}
