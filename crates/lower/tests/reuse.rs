//! Loops of one version made from those of another.

#![allow(clippy::unwrap_used)]

mod support;

use polymill_gdg::{Gdg, Mark};
use polymill_lower as lower;
use support::{check_code, edit, gdg, mark_members};

fn scale() -> Gdg {
    gdg("gdg scale {
      param n: i32
      context { : n > 0 }
      array x: f64[n] live_in live_out
      statement S { domain { S[i] : 0 <= i < n } iterators i: i32 body { x[i] = 2.0 * x[i]; } }
      schedule { for i { S } }
    }")
}

fn without_threads(gdg: &Gdg, other: &Gdg) -> Option<String> {
    let nest = lower::lower(other, &lower::Tidying::default()).unwrap();
    let nest = lower::without_threads(gdg, other, &nest).unwrap()?;
    Some(lower::emit::c::print_region(gdg, &nest, &lower::emit::EmitOptions::default()).unwrap().code)
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
fn a_version_that_differs_in_something_else_does_not() {
    let sequential = scale();
    let parallel = edit(&sequential, &[0], |node| mark_members(node, &[(0, Mark::Parallel)]));
    assert_eq!(without_threads(&parallel, &parallel), None);
    let vectorized = edit(&sequential, &[0], |node| mark_members(node, &[(0, Mark::Simd)]));
    assert_eq!(without_threads(&vectorized, &parallel), None);
    let few = polymill_isl::Set::read(sequential.context.ctx(), "[n] -> { : n < 10 }").unwrap();
    let small = Gdg { context: sequential.context.intersect(&few).unwrap(), ..sequential.clone() };
    assert_eq!(without_threads(&small, &parallel), None);
    let mut other = sequential.clone();
    other.statements[0].domain = other.statements[0].domain.upper_bound_si(polymill_isl::Dim::Set, 0, 5).unwrap();
    assert_eq!(without_threads(&other, &parallel), None);
}
