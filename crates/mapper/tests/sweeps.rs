//! Stages that run strip by strip: each computes what it did before, whatever becomes of what strips have in common.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeMap;

use polymill_analysis::same_values;
use polymill_gdg::{Access, Gdg, Program, Statement};
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
    let code = emit::print_region(&swept.gdg, &nest, &emit::EmitOptions::default()).unwrap().code;
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
    assert!(code.contains("[14][4]") && !code.contains("[12][2]"), "{code}");
}

/// The convolutions before, and in strips that store what they share in memory.
fn stored() -> (Gdg, Gdg) {
    let ctx = isl::Context::new().unwrap();
    let mut program = Program::parse(&ctx, CONVOLUTIONS).unwrap();
    map(&mut program, &Strategy::original(), &Machine::host(), &Settings::default()).unwrap();
    let before = program.gdgs()[0].clone();
    let design = Design { width: 4, overlap: Overlap::Global, arrays: BTreeMap::new() };
    let after = sweep(&before, &design).unwrap().gdg;
    assert_eq!(same_values(&before, &after).unwrap(), None);
    (before, after)
}

/// The statement whose name begins so.
fn named<'a>(gdg: &'a mut Gdg, name: &str) -> &'a mut Statement {
    gdg.statements.iter_mut().find(|statement| statement.name.starts_with(name)).unwrap()
}

/// Moves the elements that an access goes to.
fn shift(access: &mut Access, by: &str) {
    let shift = isl::Map::read(access.relation.ctx(), by).unwrap();
    let name = access.relation.get_tuple_name(isl::Dim::Out).unwrap().unwrap();
    let moved = access.relation.reset_tuple_id(isl::Dim::Out).unwrap().apply_range(&shift).unwrap();
    access.relation = moved.set_tuple_name(isl::Dim::Out, &name).unwrap();
}

#[test]
fn mistakes_in_what_strips_share_are_seen() {
    type Mistake = (&'static str, fn(&mut Gdg));
    let mistakes: [Mistake; 6] = [
        ("the next row is left", |gdg| shift(&mut named(gdg, "leave").accesses[1], "{ [i, j] -> [(i + 1) mod 3, j] }")),
        ("it is left beside", |gdg| shift(&mut named(gdg, "leave").accesses[0], "{ [i, j] -> [i, (j + 1) mod 2] }")),
        ("it is taken from beside", |gdg| {
            shift(&mut named(gdg, "take").accesses[1], "{ [i, j] -> [i, (j + 1) mod 2] }")
        }),
        ("some is not taken", |gdg| {
            let take = named(gdg, "take");
            let less = take.domain.upper_bound_si(isl::Dim::Set, 0, 7).unwrap();
            take.domain = less;
        }),
        ("some is not left", |gdg| {
            let leave = named(gdg, "leave");
            let less = leave.domain.upper_bound_si(isl::Dim::Set, 3, 2).unwrap();
            leave.domain = less;
        }),
        ("two rows in place of three", |gdg| {
            let buffer = named(gdg, "leave").accesses[1].array;
            let accesses = gdg.statements.iter_mut().flat_map(|statement| &mut statement.accesses);
            accesses
                .filter(|access| access.array == buffer)
                .for_each(|access| shift(access, "{ [i, j] -> [i mod 2, j] }"));
        }),
    ];
    let (before, after) = stored();
    for (what, make) in mistakes {
        let mut wrong = after.clone();
        make(&mut wrong);
        wrong.original = wrong.original.intersect_domain(&wrong.domain().unwrap()).unwrap();
        assert!(same_values(&before, &wrong).unwrap().is_some(), "{what}");
    }
}
