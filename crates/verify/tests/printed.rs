//! Proofs about printed loops: of those that are right, and of others into which a mistake was planted after they were made.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use polymill_gdg::{Gdg, ParamId};
use polymill_lower::{For, IntExpr, LoopKind, LoopNest, Node, Tidying, generate, tidy};
use polymill_verify::{Error, Violation, check_printed};
use support::{JACOBI, MIXED, STENCIL, TEMPORARY, gdg, with_band};

const TILES: &str =
    "[n] -> [{ S[i, j] -> [floor(i/3)] }, { S[i, j] -> [floor(j/2)] }, { S[i, j] -> [i] }, { S[i, j] -> [j] }]";

const WAVEFRONTS: &str = "[n] -> [{ S[i, j] -> [i + j] }, { S[i, j] -> [i] }]";

fn nest(gdg: &Gdg) -> LoopNest {
    let mut nest = generate(gdg).unwrap();
    tidy(gdg, &Tidying::default(), &mut nest);
    nest
}

/// The first loop, going inside `depth` times.
fn loop_at(nest: &mut LoopNest, depth: usize) -> &mut For {
    let mut block = &mut nest.body;
    for _ in 0..depth {
        block = &mut first_loop(block).body;
    }
    first_loop(block)
}

fn first_loop(block: &mut [Node]) -> &mut For {
    let found = block.iter_mut().find_map(|node| if let Node::For(inner) = node { Some(inner) } else { None });
    found.unwrap()
}

/// The loops are right, and with the mistake they are not.
fn catches(gdg: &Gdg, mistake: impl Fn(&mut LoopNest), is_expected: impl Fn(&Violation) -> bool) {
    let mut nest = nest(gdg);
    check_printed(gdg, &nest).unwrap();
    mistake(&mut nest);
    match check_printed(gdg, &nest) {
        Err(Error::Illegal(violation)) if is_expected(&violation) => {}
        other => panic!("{other:?}\n{:?}", nest.body),
    }
}

#[test]
fn right_loops_are_proven() {
    for text in [STENCIL, TEMPORARY, MIXED, JACOBI] {
        let gdg = gdg(text);
        check_printed(&gdg, &nest(&gdg)).unwrap();
    }
}

#[test]
fn an_iteration_less_is_an_instance_that_does_not_run() {
    let is_missing = |violation: &Violation| matches!(violation, Violation::Domain { is_missing: true, .. });
    for order in [TILES, WAVEFRONTS] {
        let gdg = with_band(&gdg(STENCIL), order);
        catches(&gdg, |nest| loop_at(nest, 1).upper = loop_at(nest, 1).upper.clone() - 1, is_missing);
    }
}

#[test]
fn an_iteration_more_is_no_instance_of_the_domain() {
    let is_outside = |violation: &Violation| matches!(violation, Violation::Domain { is_missing: false, .. });
    let gdg = with_band(&gdg(STENCIL), WAVEFRONTS);
    catches(&gdg, |nest| loop_at(nest, 1).lower = loop_at(nest, 1).lower.clone() - 1, is_outside);
}

#[test]
fn a_tile_that_goes_to_the_end_runs_instances_again() {
    let gdg = with_band(&gdg(STENCIL), TILES);
    let widen = |nest: &mut LoopNest| loop_at(nest, 2).upper = IntExpr::param(ParamId::new(0)) - 1;
    catches(&gdg, widen, |violation| matches!(violation, Violation::Twice { .. }));
}

#[test]
fn statements_that_change_places_break_an_order() {
    let swap = |nest: &mut LoopNest| loop_at(nest, 0).body.swap(0, 1);
    catches(&gdg(TEMPORARY), swap, |violation| matches!(violation, Violation::Order { .. }));
}

#[test]
fn a_loop_that_turns_around_breaks_an_order() {
    let turn = |nest: &mut LoopNest| loop_at(nest, 0).descending = true;
    catches(&gdg(STENCIL), turn, |violation| matches!(violation, Violation::Order { .. }));
}

#[test]
fn a_loop_with_a_dependence_must_not_be_parallel() {
    for (order, depth) in [(TILES, 0), (TILES, 2), (WAVEFRONTS, 0)] {
        let gdg = with_band(&gdg(STENCIL), order);
        let simd = |nest: &mut LoopNest| loop_at(nest, depth).kind = LoopKind::Simd { reductions: vec![] };
        catches(&gdg, simd, |violation| matches!(violation, Violation::Concurrent { .. }));
    }
}

#[test]
fn another_instance_is_missed_where_it_belongs() {
    let shift = |nest: &mut LoopNest| {
        let Some(Node::Instance(instance)) = loop_at(nest, 1).body.last_mut() else { panic!("no instance") };
        instance.iterators[1] = IntExpr::constant(1);
    };
    catches(&gdg(STENCIL), shift, |violation| matches!(violation, Violation::Twice { .. }));
}
