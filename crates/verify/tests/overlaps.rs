//! Whether arrays that are taken not to overlap were tested.
#![allow(clippy::unwrap_used)]

use polymill_gdg::Program;
use polymill_isl as isl;
use polymill_verify::check_overlaps;

/// The parameters of `y[i + 1] = x[2 * i]`, and whether arrays may overlap.
fn check(items: &str) -> Result<(), String> {
    let ctx = isl::Context::new().unwrap();
    let gdg = |items: &str| {
        let text = format!(
            "gdg f {{ param n: i32 {items}
               array x: f64[?] live_in array y: f64[?] live_out
               statement S {{ domain {{ S[i] : 0 <= i < n }} iterators i: i32 body {{ y[i + 1] = x[2 * i]; }} }} }}"
        );
        let program = Program::parse(&ctx, &text).unwrap();
        program.validate().unwrap();
        program
    };
    let before = gdg("alias x y").gdgs()[0].clone();
    let after = gdg(items).gdgs()[0].clone();
    check_overlaps(&before, &after).map_err(|error| error.to_string())
}

const NOT_TESTED: &str = "the schedule is not legal: `x` and `y` may overlap, and no test says that they do not";

fn refused(items: &str) {
    assert_eq!(check(items), Err(NOT_TESTED.to_owned()));
}

const TEST: &str = "param apart: i32 = disjoint(`x[_]`[0 .. 2n - 2] and `y[_]`[1 .. n])";

#[test]
fn arrays_may_still_overlap() {
    assert_eq!(check("alias x y"), Ok(()));
}

#[test]
fn a_passed_test_is_enough() {
    assert_eq!(check(&format!("{TEST} context {{ : apart = 1 }}")), Ok(()));
    let swapped = "param apart: i32 = disjoint(`y[_]`[0, 1 .. n, 3] and `x[_]`[0 .. 2n])";
    assert_eq!(check(&format!("{swapped} context {{ : apart = 1 and n >= 0 }}")), Ok(()));
}

#[test]
fn without_a_passed_test_arrays_may_overlap() {
    refused("");
    refused(TEST);
    refused(&format!("{TEST} context {{ : apart = 0 }}"));
}

#[test]
fn a_test_of_too_little_is_not_enough() {
    for pair in [
        "`x[_]`[0 .. 2n - 3] and `y[_]`[1 .. n]",
        "`x[_]`[1 .. 2n - 2] and `y[_]`[1 .. n]",
        "`x[_]`[0 .. 2n - 2] and `y[_]`[1 .. n - 1]",
        "`x[_]`[0 .. 2n - 2] and `z[_]`[1 .. n]",
        "`x[_]`[0 .. 2n - 2] and `x[_]`[0 .. 2n - 2]",
        "`x[_]`[0 .. 2n - 2] * (n) and `y[_]`[1 .. n]",
    ] {
        refused(&format!("param apart: i32 = disjoint({pair}) context {{ : apart = 1 }}"));
    }
}
