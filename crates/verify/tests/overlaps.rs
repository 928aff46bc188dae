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

const PRODUCT: &str = "
  param n: i32
  param k_start: i64 = lower_bound
  param k_end: i64 = upper_bound
  array row: i32[?] live_in live_out
  array column: i32[?] live_in live_out
  array value: f64[?] live_in live_out
  array x: f64[?] live_in
  array y: f64[?] live_in live_out
  statement S {
    domain { S[i, k] : 0 <= i < n and k_start <= k < k_end }
    iterators i: i32, k: i32
    body { if (k >= row[i] && k < row[i + 1]) { y[i] = y[i] + value[k] * x[column[k]]; } }
  }
  schedule { for i { for k { S } } }";

/// Whether a test says of the product with a sparse matrix that its arrays do not overlap.
fn check_product(product: &str, test: &str) -> Result<(), String> {
    let ctx = isl::Context::new().unwrap();
    let gdg = |items: &str| {
        let program = Program::parse(&ctx, &format!("gdg f {{ {product} {items} }}")).unwrap();
        program.validate().unwrap();
        program.gdgs()[0].clone()
    };
    let after = gdg(&format!("param apart: i32 = disjoint({test}) context {{ : apart = 1 }}"));
    check_overlaps(&gdg("alias value y alias x y"), &after).map_err(|error| error.to_string())
}

#[test]
fn data_tell_where_sparse_matrices_are_read() {
    let values = "`value[_]` of rows (`row[_]`[0 .. n]: i32) and `y[_]`[0 .. n - 1]";
    let columns = |of: &str| format!("`x[_]` of values (`column[_]` {of}: i32) and `y[_]`[0 .. n - 1]");
    let all = "of rows (`row[_]`[0 .. n]: i32)";
    assert_eq!(check_product(PRODUCT, &format!("{values}, {}", columns(all))), Ok(()));

    let refused = |product: &str, test: &str| {
        let message = check_product(product, test).unwrap_err();
        assert!(message.contains("may overlap, and no test says that they do not"), "{test}: {message}");
    };
    refused(PRODUCT, values);
    refused(PRODUCT, &columns(all));
    for rows in ["`row[_]`[0 .. n - 1]", "`row[_]`[1 .. n]", "`column[_]`[0 .. n]"] {
        let some = format!("of rows ({rows}: i32)");
        refused(PRODUCT, &format!("{values}, {}", columns(&some)));
        refused(PRODUCT, &format!("`value[_]` {some} and `y[_]`[0 .. n - 1], {}", columns(all)));
    }
    refused(PRODUCT, &format!("{values}, {}", columns("[0 .. n]")));
    refused(PRODUCT, &format!("{values}, {}", columns(all)).replace("n - 1", "n - 2"));
    // What is looked up must stay what it is, and what is tested must be what is done.
    let both = format!("{values}, {}", columns(all));
    refused(&PRODUCT.replace("y[i] = y[i] +", "row[i] = 2; y[i] = y[i] +"), &both);
    refused(&PRODUCT.replace("y[i] = y[i] +", "column[i] = 2; y[i] = y[i] +"), &both);
    refused(&PRODUCT.replace("k < row[i + 1]", "k < row[i + 1] + 1"), &both);
    refused(&PRODUCT.replace("k < row[i + 1]", "k <= row[i + 1]"), &both);
    refused(&PRODUCT.replace("x[column[k]]", "x[column[k] + 1]"), &both);
    refused(&PRODUCT.replace("x[column[k]]", "x[column[k + 1]]"), &both);
}
