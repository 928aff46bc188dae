//! Whole kernels: schedules in, C out.

mod support;

use polymill_gdg::Mark;
use support::kernels::*;
use support::*;

#[test]
fn the_original_order_prints_as_it_was_written() {
    check_code(
        &gdg(MATMUL.gdg),
        "
        for (long i = 0; i < n; i++)
          for (long j = 0; j < n; j++)
            for (long k = 0; k < n; k++)
              C[i][j] += A[i][k] * B[k][j];
        ",
    );
}

#[test]
fn tiled_and_parallel() {
    let gdg = gdg(MATMUL.gdg);
    let gdg = edit(&gdg, &[0], |node| {
        let tiled = tile(join(node, 3)?, &[32, 32, 32])?;
        mark_members(tiled, &[(0, Mark::Parallel)])
    });
    println!("{}", gdg.schedule);
    check_code(
        &gdg,
        "
        ",
    );
}
