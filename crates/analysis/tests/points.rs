//! Numbers of points, against isl's enumeration.
#![allow(clippy::unwrap_used, clippy::panic)]

use polymill_analysis::{n_points, n_points_at};
use polymill_isl as isl;

/// Counts symbolically, and compares for some values of the parameters.
fn check(text: &str, is_symbolic: bool) {
    let ctx = isl::Context::new().unwrap();
    let set = isl::Set::read(&ctx, text).unwrap();
    let counted = n_points(&set).unwrap();
    assert_eq!(counted.is_some(), is_symbolic, "{text}: {counted:?}");
    for n in [0, 1, 2, 5, 7, 12, 30] {
        for m in [1, 3, 8, 11] {
            let sizes = isl::Set::read(&ctx, &format!("[n, m] -> {{ : n = {n} and m = {m} }}")).unwrap();
            let expected = set.intersect_params(&sizes).unwrap().project_out_all_params().unwrap();
            let expected = expected.count_val().unwrap().to_i64().unwrap();
            assert_eq!(n_points_at(&set, &sizes).unwrap(), expected, "{text} n = {n}, m = {m}");
            if let Some(counted) = &counted {
                let point = sizes.align_params(&set.get_space().unwrap()).unwrap().sample_point().unwrap();
                let found = counted.eval(&point).unwrap();
                assert_eq!(found.to_i64().unwrap(), expected, "{text} n = {n}, m = {m}: {counted}");
            }
        }
    }
}

#[test]
fn domains_of_loop_nests() {
    check("[n, m] -> { S[i, j] : 0 <= i < n and 0 <= j < m }", true);
    check("[n, m] -> { S[i, j, k] : 0 <= i < n and i <= j < n and 0 <= k <= i + j }", true);
    check("[n, m] -> { S[i, j] : 0 <= i < n and 0 <= j < m and i + j < 9 }", true);
    check("[n, m] -> { S[i, j, k, l] : 0 <= i < n and i - 2 <= j <= i + 2 and 0 <= k < 3 and 0 <= l < 3 }", true);
}

#[test]
fn strips() {
    check("[n, m] -> { S[i, t] : 0 <= i < n and 4t <= i < 4t + 4 }", true);
    check("[n, m] -> { S[i, j, t] : 0 <= i < n and 0 <= j < m and 4t <= i < 4t + 6 and 0 <= t and 4t < n - 2 }", true);
    check(
        "[n, m] -> { S[i, t] : 4t <= i < 4t + 7 and 0 <= i < n and t >= 1 or (t = 0 and 0 <= i < n and i < 6) }",
        true,
    );
}

#[test]
fn divisions_by_what_parameters_say() {
    check("[n, m] -> { S[i, j] : 0 <= i < n and 0 <= 2j < m + i }", true);
}

#[test]
fn unions_count_once() {
    check("[n, m] -> { S[i] : 0 <= i < n or m <= i < m + 5 }", true);
}

#[test]
fn holes_are_counted_at_given_sizes() {
    check("[n, m] -> { S[i, j] : 0 <= i < n and 0 <= j < m and (i + j) mod 3 = 0 }", false);
    check("[n, m] -> { S[i, j] : 0 <= i < n and 0 <= 2j < m + i and 3j <= 2i + 4 }", false);
}
