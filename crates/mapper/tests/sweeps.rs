//! Stages that run strip by strip: each computes what it did before, whatever becomes of what strips have in common.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeMap;

use polymill_gdg::Program;
use polymill_isl as isl;
use polymill_lower::{Tidying, emit, lower};
use polymill_mapper::{Design, Machine, Overlap, Settings, Strategy, map, sweep};

/// Two convolutions, one after the other, as in the paper.
const CONVOLUTIONS: &str = "
gdg convolutions {
  array image: f64[14][24] live_in
  array weights: f64[3][3] live_in
  array result: f64[10][20] live_out
  array between: f64[12][22] local
  statement Z1 { domain { Z1[i, j] : 0 <= i < 12 and 0 <= j < 22 } iterators i: i32, j: i32
    body { between[i][j] = 0.0; } }
  statement S1 { domain { S1[i, j, k, l] : 0 <= i < 12 and 0 <= j < 22 and 0 <= k < 3 and 0 <= l < 3 }
    iterators i: i32, j: i32, k: i32, l: i32
    body { between[i][j] = between[i][j] + image[i + k][j + l] * weights[k][l]; } }
  statement Z2 { domain { Z2[i, j] : 0 <= i < 10 and 0 <= j < 20 } iterators i: i32, j: i32
    body { result[i][j] = 0.0; } }
  statement S2 { domain { S2[i, j, k, l] : 0 <= i < 10 and 0 <= j < 20 and 0 <= k < 3 and 0 <= l < 3 }
    iterators i: i32, j: i32, k: i32, l: i32
    body { result[i][j] = result[i][j] + between[i + k][j + l] * weights[k][l]; } }
  schedule { for i { for j { Z1 for k { for l { S1 } } } } for i { for j { Z2 for k { for l { S2 } } } } }
}";

/// The bytes of its buffers, and its code.
fn in_strips(design: &Design) -> (i64, String) {
    let ctx = isl::Context::new().unwrap();
    let mut program = Program::parse(&ctx, CONVOLUTIONS).unwrap();
    map(&mut program, &Strategy::original(), &Machine::host(), &Settings::default()).unwrap();
    let swept = sweep(&program.gdgs()[0], design).unwrap();
    let nest = lower(&swept.gdg, &Tidying::default()).unwrap();
    let code = emit::c::print_region(&swept.gdg, &nest, &emit::EmitOptions::default()).unwrap().code;
    (swept.buffer_bytes().unwrap().unwrap(), code)
}

/// Three rows of eight columns of the image and of six of what is between, 3 x 3 weights, and two columns of what waits.
#[test]
fn buffers_hold_what_is_needed() {
    let of = |overlap| in_strips(&Design { width: 4, overlap, arrays: BTreeMap::new() });
    let [(global, _), (local, _), (recompute, code)] = Overlap::ALL.map(of);
    let rolling = 8 * (3 * 8 + 3 * 6 + 3 * 3);
    assert_eq!([global, local, recompute], [rolling, rolling + 8 * (14 * 2 + 12 * 2), rolling]);
    assert!(code.contains("for (long ii = -4; ii < 10; ii++)"), "{code}");
    assert!(code.contains("[(ii + k) % 3][j + l - 4 * jj]"), "{code}");
}

#[test]
fn arrays_have_strategies_of_their_own() {
    let arrays = BTreeMap::from([("image".to_owned(), Overlap::Local)]);
    let (bytes, code) = in_strips(&Design { width: 4, overlap: Overlap::Recompute, arrays });
    // The image's columns that both strips read wait; those of what is between are computed again.
    assert_eq!(bytes, 8 * (3 * 8 + 3 * 6 + 3 * 3 + 14 * 4));
    assert!(!code.contains("between_1_1"), "{code}");
}
