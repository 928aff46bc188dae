//! Whole kernels: schedules in, C out.

#![allow(clippy::unwrap_used)]

mod support;

use polymill_gdg::Mark;
use polymill_isl as isl;
use support::differential::check_runs;
use support::kernels::*;
use support::*;

#[test]
fn matrix_product() {
    let original = gdg(MATMUL.gdg);
    check_code(
        &original,
        "
        for (long i = 0; i < n; i++)
          for (long j = 0; j < n; j++) {
            double C_ij = C[i][j];
            for (long k = 0; k < n; k++)
              C_ij += A[i][k] * B[k][j];
            C[i][j] = C_ij;
          }
        ",
    );
    let tiled = edit(&original, &[0], |node| {
        let tiled = tile(join(node, 3)?, &[32, 32, 32])?;
        mark_members(tiled, &[(0, Mark::Parallel)])
    });
    check_code(
        &tiled,
        "
        #pragma omp parallel for
        for (long ii = 0; ii < n; ii += 32)
          for (long jj = 0; jj < n; jj += 32)
            for (long kk = 0; kk < n; kk += 32)
              for (long i = ii; i < polymill_min(n, ii + 32); i++)
                for (long j = jj; j < polymill_min(n, jj + 32); j++) {
                  double C_ij = C[i][j];
                  for (long k = kk; k < polymill_min(n, kk + 32); k++)
                    C_ij += A[i][k] * B[k][j];
                  C[i][j] = C_ij;
                }
        ",
    );
    let register_tiled = with_band(
        &original,
        "[n] -> [{ S[i, j, k] -> [2*floor(i/2)] }, { S[i, j, k] -> [2*floor(j/2)] }, { S[i, j, k] -> [k] }, { S[i, j, k] -> [i] }, { S[i, j, k] -> [j] }]",
        |node| {
            let node = node.band_member_set_ast_loop_type(3, isl::AstLoopType::Unroll)?;
            let node = node.band_member_set_ast_loop_type(4, isl::AstLoopType::Unroll)?;
            let node = node.band_member_set_isolate_ast_loop_type(3, isl::AstLoopType::Unroll)?;
            let node = node.band_member_set_isolate_ast_loop_type(4, isl::AstLoopType::Unroll)?;
            let option =
                isl::UnionSet::read(node.ctx(), "[n] -> { isolate[[] -> [a, b, c, d, e]] : a < n - 1 and b < n - 1 }")?;
            let options = node.band_get_ast_build_options()?.union(&option)?;
            node.band_set_ast_build_options(&options)
        },
    );
    println!("{}", code(&register_tiled));
    let jammed = edit(&original, &[0], |node| {
        let tiled = tile(join(node, 3)?, &[32, 32, 32])?;
        mark_members(tiled.child(0)?, &[(0, Mark::UnrollJam(3)), (1, Mark::UnrollJam(4))])
    });
    println!("{}", code(&jammed));
    check_runs(&MATMUL, &[original, tiled, jammed, register_tiled], &["1", "2", "31", "32", "40", "70"]);
}

#[test]
fn gemm() {
    let original = gdg(GEMM.gdg);
    println!("{}", code(&original));
    check_runs(&GEMM, &[original], &["1 1 1", "5 7 9", "40 1 3"]);
}

#[test]
fn lu() {
    let original = gdg(LU.gdg);
    println!("{}", code(&original));
    check_runs(&LU, &[original], &["1", "2", "9", "33"]);
}

#[test]
fn jacobi() {
    let original = gdg(JACOBI.gdg);
    println!("{}", code(&original));
    let band = "[steps, n] -> [{ S0[t, i] -> [2t]; S1[t, i] -> [2t + 1] }, { S0[t, i] -> [2t + i]; S1[t, i] -> [2t + 1 + i] }]";
    let skewed = with_band(&original, band, |node| mark_members(node, &[]));
    println!("{}", code(&skewed));
    let tiled = with_band(&original, band, |node| mark_members(tile(node, &[8, 32])?, &[]));
    println!("{}", code(&tiled));
    check_runs(&JACOBI, &[original, skewed, tiled], &["1 1", "2 9", "10 33", "20 100"]);
}

#[test]
fn locals() {
    let original = gdg(LOCALS.gdg);
    println!("{}", code(&original));
    let parallel = edit(&privatized(&original), &[0], |node| mark_members(node, &[(0, Mark::Parallel)]));
    println!("{}", code(&parallel));
    let tiled = edit(&privatized(&original), &[0], |node| mark_members(tile(node, &[8])?, &[(0, Mark::Parallel)]));
    println!("{}", code(&tiled));
    check_runs(&LOCALS, &[original, parallel, tiled], &["1", "2", "9", "33"]);
}

#[test]
fn seidel() {
    let original = gdg(SEIDEL.gdg);
    println!("{}", code(&original));
    let band = "[steps, n] -> [{ S[t, i, j] -> [t] }, { S[t, i, j] -> [t + i] }, { S[t, i, j] -> [2t + i + j] }]";
    let skewed = with_band(&original, band, |node| mark_members(node, &[]));
    println!("{}", code(&skewed));
    let tiled = with_band(&original, band, |node| mark_members(tile(node, &[4, 8, 32])?, &[]));
    println!("{}", code(&tiled));
    let band = "[steps, n] -> [{ S[t, i, j] -> [2t + i + j] }, { S[t, i, j] -> [t] }, { S[t, i, j] -> [i] }]";
    let wave = with_band(&original, band, |node| mark_members(node, &[(1, Mark::Parallel)]));
    println!("{}", code(&wave));
    check_runs(&SEIDEL, &[original, skewed, tiled, wave], &["1 1", "2 9", "10 33", "9 50"]);
}
