//! Many schedules of several kernels, run against the original code.

#![allow(clippy::unwrap_used)]

mod support;

use polymill_gdg::{Gdg, Mark};
use polymill_isl as isl;
use support::differential::check_runs;
use support::kernels::*;
use support::*;

/// The paths to all bands of the schedule.
fn bands(gdg: &Gdg) -> Vec<Vec<usize>> {
    let mut found = vec![];
    collect(&gdg.schedule.get_root().unwrap(), &mut vec![], &mut found);
    found
}

fn collect(node: &isl::ScheduleNode, path: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
    if node.get_type().unwrap() == isl::ScheduleNodeType::Band {
        found.push(path.clone());
    }
    for position in 0..node.n_children().unwrap() {
        path.push(position);
        collect(&node.child(position).unwrap(), path, found);
        path.pop();
    }
}

/// Each band tiled, unrolled and jammed and, where that is legal, run in parallel; and all of them unrolled and jammed.
fn variants(original: &Gdg) -> Vec<Gdg> {
    let mut variants = vec![original.clone()];
    let mut all = original.clone();
    for path in bands(original).iter().rev() {
        let mark = |mark: Mark| edit(original, path, |node| mark_members(node, &[(0, mark)]));
        variants.push(mark(Mark::UnrollJam(2)));
        variants.push(edit(original, path, |node| tile(node, &[3])));
        variants
            .push(edit(original, path, |node| mark_members(tile(node, &[4])?.child(0)?, &[(0, Mark::UnrollJam(4))])));
        for parallel in [Mark::Parallel, Mark::Simd] {
            let marked = mark(parallel);
            variants.extend(polymill_lower::generate(&marked).is_ok().then_some(marked));
        }
        all = edit(&all, path, |node| mark_members(node, &[(0, Mark::UnrollJam(2))]));
    }
    variants.push(all);
    variants
}

fn check(kernel: &Kernel, sizes: &[&str]) {
    let original = privatized(&gdg(kernel.gdg));
    let variants = variants(&original);
    assert!(variants.len() > 3 * bands(&original).len(), "nothing was tried");
    check_runs(kernel, &variants, sizes);
}

#[test]
fn matrix_product() {
    check(&MATMUL, &["1", "4", "13"]);
}

#[test]
fn gemm() {
    check(&GEMM, &["1 1 1", "5 7 9", "8 4 2"]);
}

#[test]
fn lu() {
    check(&LU, &["1", "2", "8", "13"]);
}

#[test]
fn jacobi() {
    check(&JACOBI, &["1 3", "5 8", "4 13"]);
}

#[test]
fn seidel() {
    check(&SEIDEL, &["1 3", "3 8", "4 13"]);
}

#[test]
fn locals() {
    check(&LOCALS, &["1", "2", "13"]);
}

#[test]
fn types() {
    check(&TYPES, &["1 0", "2 3", "13 5"]);
}
