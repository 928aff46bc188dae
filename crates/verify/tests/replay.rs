//! Replay of loops that are right, and of others with what is wrong.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use polymill_gdg::{Gdg, Mark};
use polymill_lower::{Factor, For, LoopKind, LoopNest, Node, Tidying, generate, tidy};
use polymill_verify::{Error, ReplayOptions, replay};
use support::{INDIRECT, REDUCTION, STENCIL, TEMPORARY, gdg, with_band, with_marked_band};

fn nest(gdg: &Gdg, tidying: &Tidying) -> LoopNest {
    let mut nest = generate(gdg).unwrap();
    tidy(gdg, tidying, &mut nest);
    nest
}

fn verdict(original: &Gdg, mapped: &Gdg, nest: &LoopNest) -> String {
    match replay(original, mapped, nest, &ReplayOptions::default()) {
        Ok(_) => "right".to_owned(),
        Err(Error::Replay(mismatch)) => mismatch.to_string(),
        Err(other) => panic!("{other}"),
    }
}

/// Replays the current schedule, with and without clean-ups.
fn check(gdg: &Gdg, expected: &str) {
    for tidying in [Tidying::none(), Tidying::default()] {
        assert_eq!(verdict(gdg, gdg, &nest(gdg, &tidying)), expected);
    }
}

/// The same without dependences, so that nothing is refused on the way.
fn force(gdg: &Gdg) -> Gdg {
    Gdg { dependences: None, ..gdg.clone() }
}

#[test]
fn the_original_order_is_right() {
    for text in [STENCIL, TEMPORARY, REDUCTION, INDIRECT] {
        check(&gdg(text), "right");
    }
}

#[test]
fn tiles_and_wavefronts_are_right() {
    let gdg = gdg(STENCIL);
    check(&with_band(&gdg, "[n] -> [{ S[i, j] -> [i + j] }, { S[i, j] -> [i] }]"), "right");
    let tiled =
        "[n] -> [{ S[i, j] -> [floor(i/3)] }, { S[i, j] -> [floor(j/2)] }, { S[i, j] -> [i] }, { S[i, j] -> [j] }]";
    check(&with_band(&gdg, tiled), "right");
    let wavefront = "[n] -> [{ S[i, j] -> [i + j] }, { S[i, j] -> [i] }]";
    check(&with_marked_band(&gdg, wavefront, &[(1, Mark::Parallel)]), "right");
}

#[test]
fn a_broken_order_shows_in_what_is_read() {
    let gdg = gdg(STENCIL);
    check(
        &force(&with_band(&gdg, "[n] -> [{ S[i, j] -> [-i] }, { S[i, j] -> [j] }]")),
        "with n = 3: S(2, 1) reads the value from before from `A[1][1]` in place of the value of S(1, 1)",
    );
    let indirect = support::gdg(INDIRECT);
    check(
        &force(&with_band(&indirect, "[n] -> [{ S[i] -> [i]; T[i] -> [i] }, { S[i] -> [0]; T[i] -> [1] }]")),
        "with n = 2: S(1) reads the value of T(0) from `x[0]` in place of the value from before",
    );
}

/// A sum of products that have a factor in common.
const SCALED: &str = "
gdg scaled {
  param n: i32
  context { : 0 <= n <= 100 }
  array x: f64[n] live_in live_out
  array A: f64[n][n] live_in
  array s: f64 live_in
  array t: f64 live_in
  reassociable
  statement S {
    domain { S[i, j] : 0 <= i < n and 0 <= j < n }
    iterators i: i32, j: i32
    body {
      x[i] = x[i] + s * A[i][j] * t;
    }
  }
  schedule { for i { for j { S } } }
}
";

fn for_each_node(block: &mut [Node], change: &dyn Fn(&mut Node)) {
    for node in block {
        change(node);
        node.blocks_mut().into_iter().for_each(|inner| for_each_node(inner, change));
    }
}

#[test]
fn sums_without_their_factor_are_right() {
    let gdg = gdg(SCALED);
    let nest = nest(&gdg, &Tidying::default());
    let text = polymill_lower::text::print(&gdg, &nest);
    assert!(text.contains("without s@"), "{text}");
    assert!(text.contains("add x[i] += s * x_i"), "{text}");
    check(&gdg, "right");
}

#[test]
fn a_sum_times_another_factor_shows_in_the_result() {
    let gdg = gdg(SCALED);
    let right = nest(&gdg, &Tidying::default());
    let others = gdg.statements[0].accesses.iter().position(|access| gdg.array(access.array).name == "t");
    let with = |change: &dyn Fn(&mut Node)| {
        let mut nest = right.clone();
        for_each_node(&mut nest.body, change);
        verdict(&gdg, &gdg, &nest)
    };
    let expected = "with n = 1: `x[0]` is left with the value of S(0, 0)";
    let other_factor = with(&|node| {
        if let Node::AddSum { factor: Factor::Element(factor), .. } = node {
            factor.access = polymill_gdg::AccessId::new(others.unwrap());
        }
    });
    assert!(other_factor.starts_with(expected), "{other_factor}");
    let nothing_left_out = with(&|node| {
        if let Node::Instance(instance) = node {
            instance.left_out.clear();
        }
    });
    assert!(nothing_left_out.starts_with(expected), "{nothing_left_out}");
}

fn for_each_loop(block: &mut [Node], change: &dyn Fn(&mut For)) {
    for node in block {
        if let Node::For(inner) = node {
            change(inner);
        }
        for inside in node.blocks_mut() {
            for_each_loop(inside, change);
        }
    }
}

/// Makes the loop at this depth parallel, without asking.
fn make_parallel(nest: &mut LoopNest, depth: usize) {
    for_each_loop(&mut nest.body, &|inner| {
        if inner.depth == depth {
            inner.kind = LoopKind::Parallel { simd: false, reductions: vec![] };
        }
    });
}

#[test]
fn iterations_of_parallel_loops_must_be_independent() {
    let check_parallel = |text: &str, depth: usize, expected: &str| {
        let gdg = gdg(text);
        let mut nest = nest(&gdg, &Tidying::none());
        make_parallel(&mut nest, depth);
        assert_eq!(verdict(&gdg, &gdg, &nest).split(" in different").next().unwrap(), expected);
    };
    check_parallel(STENCIL, 1, "with n = 3: S(1, 1) and S(1, 2) use `A[1][1]`");
    check_parallel(STENCIL, 0, "with n = 3: S(1, 1) and S(2, 1) use `A[1][1]`");
    check_parallel(TEMPORARY, 0, "with n = 2: S(0) and S(1) use `t`");
    check_parallel(REDUCTION, 0, "with n = 2: S(0) and S(1) use `s`");
}

#[test]
fn a_temporary_of_its_own_makes_iterations_independent() {
    let original = gdg(TEMPORARY);
    let private = gdg(&TEMPORARY.replace("array t: f64", "array t: f64 local"));
    let mut nest = nest(&private, &Tidying::none());
    make_parallel(&mut nest, 0);
    assert_eq!(verdict(&original, &private, &nest), "right");
}

#[test]
fn each_instance_runs_exactly_once() {
    let gdg = gdg(REDUCTION);
    let original = nest(&gdg, &Tidying::none());
    let edit = |change: &dyn Fn(&mut For)| {
        let mut nest = original.clone();
        for_each_loop(&mut nest.body, change);
        verdict(&gdg, &gdg, &nest)
    };
    assert_eq!(edit(&|inner| inner.step = 2), "with n = 2: S(1) does not run");
    assert_eq!(edit(&|inner| inner.lower = inner.lower.clone() + 1), "with n = 1: S(0) does not run");
    assert_eq!(edit(&|inner| inner.upper = inner.upper.clone() + 1), "with n = 0: S(0) runs, but is not in the domain");
    let twice = edit(&|inner| inner.body.extend(inner.body.clone()));
    assert_eq!(twice, "with n = 1: S(0) runs more than once");
}
