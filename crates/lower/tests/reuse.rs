//! Loops of one version made from those of another.

#![allow(clippy::unwrap_used)]

mod support;

use polymill_gdg::{Gdg, Mark};
use polymill_isl as isl;
use polymill_lower as lower;
use support::{check_code, edit, gdg, mark_members, tile};

fn scale() -> Gdg {
    gdg("gdg scale {
      param n: i32
      context { : n > 0 }
      array x: f64[n] live_in live_out
      statement S { domain { S[i] : 0 <= i < n } iterators i: i32 body { x[i] = 2.0 * x[i]; } }
      schedule { for i { S } }
    }")
}

fn up_to_eight(gdg: &Gdg) -> Gdg {
    let few = isl::Set::read(gdg.context.ctx(), "[n] -> { : n <= 8 }").unwrap();
    Gdg { context: gdg.context.intersect(&few).unwrap(), ..gdg.clone() }
}

fn without_threads(gdg: &Gdg, other: &Gdg) -> Option<String> {
    let generated = lower::generate(other).unwrap();
    let shared = lower::without_threads(gdg, other, &generated).unwrap()?;
    let nest = lower::finish(gdg, &lower::Tidying::default(), shared).unwrap();
    Some(lower::emit::print_region(gdg, &nest, &lower::emit::EmitOptions::default()).unwrap().code)
}

#[test]
fn a_version_for_one_thread_takes_the_loops_of_the_parallel_one() {
    let sequential = scale();
    let parallel = edit(&sequential, &[0], |node| mark_members(node, &[(0, Mark::Parallel)]));
    check_code(
        &parallel,
        "
        #pragma omp parallel for
        for (long i = 0; i < n; i++)
          x[i] = 2.0 * x[i];
        ",
    );
    let code = without_threads(&sequential, &parallel);
    assert_eq!(code.as_deref(), Some("for (long i = 0; i < n; i++)\n  x[i] = 2.0 * x[i];\n"));
}

#[test]
fn loops_run_in_threads_where_that_is_worth_it() {
    let sequential = scale();
    let parallel = edit(&sequential, &[0], |node| mark_members(node, &[(0, Mark::Parallel)]));
    assert!(lower::differs_in_threads(&sequential, &parallel).unwrap());
    assert!(!lower::differs_in_threads(&parallel, &sequential).unwrap());
    let few = isl::Set::read(parallel.context.ctx(), "[n] -> { : n <= 1000 }").unwrap();
    let nest = lower::in_threads_unless(&parallel, lower::generate(&parallel).unwrap(), &few).unwrap();
    assert!(lower::text::print(&parallel, &nest).starts_with("in threads if"), "{nest:?}");
    let nest = lower::finish(&parallel, &lower::Tidying::default(), nest).unwrap();
    let code = lower::emit::print_region(&parallel, &nest, &lower::emit::EmitOptions::default()).unwrap().code;
    assert_eq!(code, "#pragma omp parallel for if(n >= 1001)\nfor (long i = 0; i < n; i++)\n  x[i] = 2.0 * x[i];\n");
}

#[test]
fn a_version_that_differs_in_something_else_does_not() {
    let sequential = scale();
    let parallel = edit(&sequential, &[0], |node| mark_members(node, &[(0, Mark::Parallel)]));
    assert_eq!(without_threads(&parallel, &parallel), None);
    let vectorized = edit(&sequential, &[0], |node| mark_members(node, &[(0, Mark::Simd)]));
    assert_eq!(without_threads(&vectorized, &parallel), None);
    assert_eq!(without_threads(&sequential, &up_to_eight(&parallel)), None);
    let mut other = sequential.clone();
    other.statements[0].domain = other.statements[0].domain.upper_bound_si(polymill_isl::Dim::Set, 0, 5).unwrap();
    assert_eq!(without_threads(&other, &parallel), None);
}

#[test]
fn a_version_for_fewer_parameters_has_no_loops_of_one_iteration() {
    let tiled = edit(&scale(), &[0], |node| tile(node, &[8]));
    let parallel = edit(&tiled, &[0], |node| mark_members(node, &[(0, Mark::Parallel)]));
    check_code(
        &parallel,
        "
        #pragma omp parallel for
        for (long ii = 0; ii < n; ii += 8)
          for (long i = ii; i < polymill_min(n, ii + 8); i++)
            x[i] = 2.0 * x[i];
        ",
    );
    let code = without_threads(&up_to_eight(&tiled), &parallel);
    assert_eq!(code.as_deref(), Some("for (long i = 0; i < n; i++)\n  x[i] = 2.0 * x[i];\n"));
}
