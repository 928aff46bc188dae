//! Files with random changes: schedules in isl's notation, JSCoP and OpenScop. An error, never a panic.
#![allow(clippy::unwrap_used)]

use polymill_gdg::{Gdg, Program};
use polymill_interchange::{Jscop, OpenScop, RescheduleOptions, matched, read_schedules, reschedule_changed};
use polymill_isl as isl;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const GEMM: &str = "
gdg gemm {
  param n: i32
  array A: f64[n][n] live_in
  array B: f64[n][n] live_in
  array C: f64[n][n] live_in live_out
  statement S0 { domain { S0[i, j, k] : 0 <= i < n and 0 <= j < n and 0 <= k < n } iterators i: i32, j: i32, k: i32
    body { C[i][j] = C[i][j] + A[i][k] * B[k][j]; } }
  schedule { for i { for j { for k { S0 } } } }
}";

/// Operations of isl for one file.
const BUDGET: u64 = 1_000_000;

/// Files that are tried; set `POLYMILL_FUZZED` for more.
fn n_files() -> u64 {
    std::env::var("POLYMILL_FUZZED").ok().and_then(|n| n.parse().ok()).unwrap_or(1000)
}

/// The text with up to three pieces of it gone, or others in their place.
fn changed(text: &str, seed: u64) -> String {
    const PIECES: [&str; 24] = [
        "{",
        "}",
        "[",
        "]",
        "\"",
        ":",
        ",",
        "->",
        "i0",
        "n",
        "1",
        "-",
        " mod ",
        "MemRef_A",
        "exists",
        "and",
        "\\",
        "é",
        "\0",
        "S0",
        "9999999999999999999999",
        "#",
        "gdg ",
        "\n",
    ];
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..rng.random_range(1..4) {
        let start = rng.random_range(0..bytes.len());
        let end = (start + rng.random_range(0..4)).min(bytes.len());
        let piece = PIECES.choose(&mut rng).unwrap();
        bytes.splice(start..end, if rng.random_ratio(1, 3) { vec![] } else { piece.as_bytes().to_vec() });
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Applies a schedule; whatever comes of it.
fn apply(gdg: &Gdg, with: &Gdg, times: &isl::UnionMap) {
    let _ = reschedule_changed(gdg, with, times, &RescheduleOptions::default());
}

#[test]
fn jscop() {
    let mut n_read = 0;
    for seed in 0..n_files() {
        let Ok(jscop) = Jscop::read(&changed(include_str!("gemm.jscop"), seed)) else { continue };
        n_read += 1;
        let ctx = isl::Context::new().unwrap();
        let program = Program::parse(&ctx, GEMM).unwrap();
        let gdg = &program.gdgs()[0];
        let _ = ctx.with_budget(BUDGET, || {
            let read = matched(gdg, &jscop).and_then(|matched| Ok((matched.with_arrays()?, matched.times()?)));
            if let Ok((with, times)) = &read {
                apply(gdg, with, times);
            }
            read
        });
    }
    assert!(n_read > n_files() / 10, "{n_read} can be read");
}

#[test]
fn relations_and_trees() {
    let texts = [
        "gdg gemm parallel 0\n[n] -> { S0[i, j, k] -> [floor(i/32), floor(k/32), i, k, j] }\n",
        "{ S0[i, j, k] -> [0, i, k, j] : i <= 9; S0[i, j, k] -> [1, i, j, k] : i > 9 } # a comment\n",
        "domain: \"[n] -> { S0[i, j, k] : 0 <= i < n and 0 <= j < n and 0 <= k < n }\"\nchild:\n  schedule: \"[{ S0[i, j, k] -> [(i)] \
         }, { S0[i, j, k] -> [(k)] }, { S0[i, j, k] -> [(j)] }]\"\n",
    ];
    let mut n_read = 0;
    for seed in 0..n_files() {
        let ctx = isl::Context::new().unwrap();
        let program = Program::parse(&ctx, GEMM).unwrap();

        let text = changed(texts[(seed % 3) as usize], seed);
        let _ = ctx.with_budget(BUDGET, || {
            let read = read_schedules(&program, &text);
            for given in read.iter().flatten() {
                n_read += 1;
                apply(program.gdg(given.gdg), program.gdg(given.gdg), &given.times);
            }
            read
        });
    }
    assert!(n_read > n_files() / 20, "{n_read} can be read");
}

#[test]
fn openscop() {
    let mut n_read = 0;
    for seed in 0..n_files() {
        let Ok(openscop) = OpenScop::read(&changed(include_str!("blur.scop"), seed)) else { continue };
        n_read += 1;
        assert!(OpenScop::read(&openscop.write()).is_ok(), "seed {seed}");
        let ctx = isl::Context::new().unwrap();
        let program = Program::parse(&ctx, include_str!("blur.gdg")).unwrap();
        let gdg = &program.gdgs()[0];
        let _ = ctx.with_budget(BUDGET, || {
            let read = openscop.scops[0].times(gdg);
            read.iter().for_each(|times| apply(gdg, gdg, times));
            read
        });
    }
    assert!(n_read > n_files() / 20, "{n_read} can be read");
}
